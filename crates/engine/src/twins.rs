//! Matches that a viewer cannot tell apart, for tests of what leaves the engine: the same match with hidden things
//! exchanged. It knows no rules, so it exchanges only what is referred to equally often.

use crate::matches::Match;
use crate::view::reader::Reader;
use crate::view::{Eyes, Viewer};
use base::Random;
use bytecode::layout::{list, object};
use bytecode::word::{Kind, NULL};

/// A match in which two objects have changed what the viewer does not see of them.
#[derive(Clone, Debug)]
pub struct Twin {
    pub now: Match,
    /// How they read to somebody who sees everything.
    pub texts: [String; 2],
    /// The serial numbers of the objects, which stay when they lie elsewhere in memory.
    serials: [u32; 2],
}

/// Where an unknown piece lies: the word that names it.
struct Unknown {
    piece: u64,
    at: usize,
}

impl Twin {
    /// A match that may be that one as far as the viewer knows: two unknown pieces have changed places, or two objects
    /// their secret attributes. None where there is nothing to exchange, or somebody is in the middle of anything.
    pub fn of(one: &Match, viewer: impl Into<Viewer>, random: &mut Random) -> Option<Twin> {
        if one.is_over() || !one.position.is_at_top() || one.secrecy().is_sealed() {
            return None;
        }
        let reader = Reader::new(&one.game, &one.position.state.words, one.players(), viewer.into());
        let places = || places_exchanged(one, &reader, &mut random.clone());
        let secrets = || secrets_exchanged(one, &reader, &mut random.clone());
        let elsewhere = || moved_elsewhere(one, &reader, &mut random.clone());
        let twin = match random.clone().below(4) {
            0 => secrets().or_else(places).or_else(elsewhere),
            1 => elsewhere().or_else(places).or_else(secrets),
            _ => places().or_else(elsewhere).or_else(secrets),
        };
        random.word();
        twin
    }

    /// Whether something that differs between the twins has come to light: the viewer sees all of it now, or it is gone.
    pub fn is_told_from(&self, one: &Match, viewer: impl Into<Viewer>) -> bool {
        let viewer = viewer.into();
        let sees = |now: &Match| {
            let reader = Reader::new(&now.game, &now.position.state.words, now.players(), viewer);
            let objects = reader.all_objects();
            let object = |s: &u32| objects.iter().find(|o| object::serial(reader.words[**o as usize]) == *s);
            self.serials.iter().any(|s| object(s).is_none_or(|o| reader.sees_all_of(*o)))
        };
        sees(one) || sees(&self.now)
    }
}

impl Reader<'_> {
    /// The objects that lie in zones or on tiles, or stand in lists of live objects.
    fn all_objects(&self) -> Vec<u64> {
        let program = &self.game.program;
        let zones = (0..program.slots.len()).map(|i| program.layout.zones + i * list::HEAD);
        let lists = zones.chain((0..self.live_lists()).map(|i| program.layout.live + i * list::HEAD));
        let mut found: Vec<u64> = lists.flat_map(|l| self.elements(l as u64)).copied().collect();
        found.extend(self.all_tiles().into_iter().flat_map(|tile| self.on_tile(tile)));
        found.extend(self.spot_objects());
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Two of the things, any two that fit together.
fn pair<'t, T>(
    things: &'t [T],
    random: &mut Random,
    fits: impl Fn(&T, &T) -> bool,
) -> Option<(&'t T, &'t T)> {
    const TRIES: usize = 64;
    (0..TRIES).find_map(|_| {
        let mut any = || things.get(random.below(things.len() as u64) as usize);
        let (a, b) = (any()?, any()?);
        fits(a, b).then_some((a, b))
    })
}

fn places_exchanged(now: &Match, reader: &Reader<'_>, random: &mut Random) -> Option<Twin> {
    let (program, words) = (&now.game.program, reader.words);
    let mut unknown = Vec::new();
    for slot in 0..program.slots.len() {
        let zone = program.layout.zones + slot * list::HEAD;
        let first = list::data(words[zone + 1]);
        let pieces = reader.elements(zone as u64).iter().enumerate();
        unknown.extend(
            pieces.filter(|(_, o)| !reader.knows(**o)).map(|(i, o)| Unknown { piece: *o, at: first + i }),
        );
    }
    unknown.extend(unknown_on_boards(reader));
    let fields = |o: u64| &words[o as usize + object::PIECE_FIELDS..][..reader.class(o).fields.len()];
    // Of two that are named equally often, neither is one that the rules have their eyes on.
    let names = |o: u64| words.iter().filter(|w| **w == o).count();
    let (a, b) = pair(&unknown, random, |a, b| {
        let class = |o: u64| object::class(words[o as usize]);
        let owner = |o: u64| words[o as usize + object::OWNER];
        let alike = class(a.piece) == class(b.piece) && owner(a.piece) == owner(b.piece);
        alike && fields(a.piece) != fields(b.piece) && names(a.piece) == names(b.piece)
    })?;
    let mut twin = now.clone();
    twin.tables = None;
    let words = &mut twin.position.state.words;
    words.swap(a.at, b.at);
    for field in [object::PLACE, object::KNOWN] {
        words.swap(a.piece as usize + field, b.piece as usize + field);
    }
    let viewer = match reader.eyes {
        Eyes::Of(viewer) => viewer,
        Eyes::All => Viewer::Spectator,
    };
    // What lies there was followed by eye.
    let births = [a.piece, b.piece].map(|o| object::serial(reader.words[o as usize]));
    if let Some(ids) = twin.identities.as_mut().and_then(|all| all.of_mut(viewer)) {
        ids.exchange(births);
    }
    Some(of(now, twin, [a.piece, b.piece]))
}

/// Unknown pieces that lie alone on tiles, and where they do.
fn unknown_on_boards<'r>(reader: &'r Reader<'_>) -> impl Iterator<Item = Unknown> + 'r {
    let program = &reader.game.program;
    let single = (0..program.tiles.count as usize).filter(|t| program.tiles.single[*t]);
    let words = single
        .map(|t| Unknown { piece: reader.words[program.layout.tiles + t], at: program.layout.tiles + t });
    words.filter(|u| u.piece != NULL && !reader.knows(u.piece))
}

/// An unknown piece lies on another tile of its board than it does.
fn moved_elsewhere(now: &Match, reader: &Reader<'_>, random: &mut Random) -> Option<Twin> {
    let (program, words) = (&now.game.program, reader.words);
    let pieces: Vec<Unknown> = unknown_on_boards(reader).collect();
    let piece = pieces.get(random.below(pieces.len().max(1) as u64) as usize)?;
    let from = (piece.at - program.layout.tiles) as u64;
    let board = program.tiles.board[from as usize];
    let tiles = (0..u64::from(program.tiles.count)).filter(|t| program.tiles.board[*t as usize] == board);
    let empty: Vec<u64> = tiles.filter(|t| words[program.layout.tiles + *t as usize] == NULL).collect();
    let to = *empty.get(random.below(empty.len().max(1) as u64) as usize)?;
    let names = words.iter().filter(|w| **w == piece.piece).count();
    // On its tile, and where it stands among those of its class at most.
    if names > 2 {
        return None;
    }
    let mut twin = now.clone();
    twin.tables = None;
    let words = &mut twin.position.state.words;
    words.swap(piece.at, program.layout.tiles + to as usize);
    words[piece.piece as usize + object::PLACE] = to;
    Some(of(now, twin, [piece.piece, piece.piece]))
}

fn secrets_exchanged(now: &Match, reader: &Reader<'_>, random: &mut Random) -> Option<Twin> {
    let words = reader.words;
    let mut unseen = reader.all_objects();
    unseen.retain(|o| !reader.sees_all_of(*o));
    let secret = |o: u64| {
        let class = reader.class(o);
        let fields = class.fields.iter().enumerate().filter(|(_, f)| f.secret && f.kind == Kind::Plain);
        fields.map(move |(i, _)| o as usize + usize::from(class.first_field) + i)
    };
    let (a, b) = pair(&unseen, random, |a, b| {
        let same_class = object::class(words[*a as usize]) == object::class(words[*b as usize]);
        same_class && secret(*a).zip(secret(*b)).any(|(a, b)| words[a] != words[b])
    })?;
    let mut twin = now.clone();
    twin.tables = None;
    for (a, b) in secret(*a).zip(secret(*b)) {
        twin.position.state.words.swap(a, b);
    }
    Some(of(now, twin, [*a, *b]))
}

fn of(one: &Match, now: Match, objects: [u64; 2]) -> Twin {
    let all = Reader::new(&one.game, &one.position.state.words, one.players(), Eyes::All);
    let serials = objects.map(|o| object::serial(all.words[o as usize]));
    Twin { now, texts: objects.map(|o| all.title(o)), serials }
}
