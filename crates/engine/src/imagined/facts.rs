//! What is so in every match of a game, read off its program and off matches that are played at random from fixed seeds:
//! never off the match that somebody imagines. It decides how that is done, and says why.

use super::course::{Course, Courses};
use super::lonely::Lonely;
use super::pieces::{self, Lying};
use super::state_key::content;
use super::{Imagined, counterexample};
use crate::game::Game;
use crate::perfect_information::Hidden;
use crate::position::{Awaited, Position, seat_words};
use base::Random;
use bytecode::Program;
use bytecode::layout::{Shape, list, object, seat};
use bytecode::op::{Op, winner};
use bytecode::program::Show;
use bytecode::word::{self, Kind, NULL};
use language::tree::Seen;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;
use vm::{AtChance, sight};

/// So many matches are begun.
const SETUPS: u64 = 192;

/// So many are played, for at most so many moves each.
const MATCHES: u64 = 8;
const MOVES: usize = 240;

/// Behind these, to see how it ends.
const MORE_MOVES: usize = 3_000;

/// All of that takes so much fuel at most, ten times what it takes in any game of the library, and one match more.
const MAX_WORK: u64 = 200_000_000;

/// To look at a piece in one position counts as so much fuel.
const LOOKED: u64 = 40;

/// A place that every piece was seen in that often, and by no other, is for those alone.
const OFTEN: usize = 4;

/// How a seat imagines a match of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// Nothing is hidden: a copy with other chance ahead.
    Copy,
    /// What the seat does not know is dealt anew among the places where it may lie.
    Exchange,
    /// The match is played again with other chance and other hidden choices, as long as the seat sees the same. Why
    /// nothing can be exchanged stands beside it.
    Replay(String),
}

/// What is so in every match of a game of so many players.
#[derive(Clone, Debug)]
pub struct Facts {
    pub way: Way,
    /// What the rules may hide.
    pub hidden: Option<Hidden>,
    /// Whether all win or lose together, in all matches that were played.
    pub is_together: bool,
    pub has_teams: bool,
    pub keeps_scores: bool,
    /// Whether those with fewer points came first more often than not.
    pub lowest_wins: bool,
    /// Whether several decide at once.
    pub has_rounds: bool,
    /// Whether chance was used after the first decision.
    pub has_chance: bool,
    /// How matches went that were played at random.
    pub course: Course,
    /// Which pieces come from the same place, by their serial numbers.
    pub(super) pools: BTreeMap<u32, u32>,
    /// In which slots pieces of a pool may lie.
    pub(super) lies: BTreeSet<(u32, usize)>,
    /// The pieces that may lie in a place that never changes, by slot and index.
    pub(super) kept: BTreeMap<(usize, usize), BTreeSet<u32>>,
    /// What pieces are that somebody did not know, by their serial numbers.
    pub(super) faces: BTreeMap<u32, Vec<u64>>,
    /// Whether an owner stays with its piece, and not with the place.
    pub(super) owner_of_piece: bool,
    /// Secret attributes that are exchanged: of a class, by field, with the attributes that show them once they are set.
    pub(super) secrets: Vec<Secret>,
}

/// A secret attribute whose values are always the same, given to other objects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Secret {
    pub class: u16,
    pub field: usize,
    /// Another attribute of the object that is equal, unless it is null.
    pub shown_by: Option<usize>,
    /// What all objects together hold, sorted by name of content.
    pub held: Vec<u64>,
}

impl Game {
    /// What is so in every match of so many players.
    pub fn facts(self: &Arc<Self>, players: u32) -> &Facts {
        let cell = &self.facts[(players as usize).min(self.facts.len() - 1)];
        cell.get_or_init(|| Facts::of(self, players))
    }
}

impl Facts {
    fn of(game: &Arc<Game>, players: u32) -> Facts {
        let mut sample = Sample::new(game, players);
        (1..=SETUPS).for_each(|seed| sample.within_reason(|sample| sample.begin(seed)));
        sample.look_for_lonely(Lonely::conclude_beginnings);
        (1..=MATCHES).for_each(|seed| sample.within_reason(|sample| sample.play(seed)));
        let mut facts = sample.facts();
        let begin = |seed: u64| {
            let seed = seed.wrapping_mul(0x2545_F491_4F6C_DD1D);
            begun(game, players, seed, AtChance::Draws)
        };
        if facts.way == Way::Exchange && counterexample::exists(game, &facts, begin) {
            let why = "what is dealt anew would tell seats what they do not know".to_owned();
            facts.way = Way::Replay(why);
        }
        facts
    }

    /// Why it is imagined so, as lines for people.
    pub fn describe(&self) -> String {
        let mut text = String::new();
        let _ = match (&self.way, &self.hidden) {
            (Way::Copy, _) => {
                writeln!(text, "nothing is hidden: positions are copied, with other chance ahead")
            }
            (Way::Exchange, Some(hidden)) => {
                writeln!(text, "{hidden}: what is unknown is dealt anew where it may lie")
            }
            (Way::Exchange, None) => writeln!(text, "what is unknown is dealt anew where it may lie"),
            (Way::Replay(why), _) => {
                writeln!(text, "matches are played again until they look the same, since {why}")
            }
        };
        let facts = [
            (self.course.deal.is_some(), "scores are settled deal by deal"),
            (self.has_chance, "chance goes on after setup"),
            (self.has_rounds, "several decide at the same time"),
            (self.has_teams, "there are teams"),
            (self.keeps_scores, "there are scores"),
            (self.lowest_wins, "the lowest score wins"),
            (self.is_together, "all win or lose together"),
        ];
        for (_, fact) in facts.iter().filter(|(holds, _)| *holds) {
            let _ = writeln!(text, "{fact}");
        }
        text
    }
}

/// What a piece is, as far as whoever sees it sees that.
pub(super) fn face(program: &Program, words: &[u64], piece: u64) -> Vec<u64> {
    let number = object::class(words[piece as usize]);
    let class = &program.classes[usize::from(number)];
    let fields = class.fields.iter().zip(pieces::attributes(program, words, piece));
    let shown = fields.filter(|(field, _)| !field.secret);
    let shown = shown.map(|(field, w)| content(program, words, *w, field.kind));
    std::iter::once(u64::from(number)).chain(shown).collect()
}

/// What was found in matches so far.
struct Sample<'g> {
    game: &'g Arc<Game>,
    players: u32,
    /// Why nothing can be exchanged, as soon as that is known.
    why: Option<String>,
    /// The attributes of pieces at the beginning, by serial number.
    faces: BTreeMap<u32, Vec<u64>>,
    owners: BTreeMap<u32, u64>,
    owner_of_piece: bool,
    /// Where each piece lay after `setup`.
    began_in: BTreeMap<u32, BTreeSet<usize>>,
    /// Where each piece lay that somebody did not know.
    unknown_in: BTreeSet<(u32, usize)>,
    /// How often a piece lay in a place after `setup`.
    places: BTreeMap<(usize, usize), BTreeMap<u32, usize>>,
    /// Slots whose pieces changed.
    changed: BTreeSet<usize>,
    /// The values of secret attributes after `setup`, sorted.
    secrets: BTreeMap<(u16, usize), Vec<u64>>,
    /// Attributes that were never other than a secret one, unless null, and how often they were equal.
    shown_by: BTreeMap<(u16, usize, usize), Option<usize>>,
    lonely: Lonely<'g>,
    ends_together: Option<bool>,
    /// How many pairs of seats the one with more points came before the other, less those where it came behind.
    more_is_better: i64,
    has_chance: bool,
    has_rounds: bool,
    has_teams: bool,
    courses: Courses,
    /// In units of fuel.
    work: u64,
}

impl<'g> Sample<'g> {
    fn new(game: &'g Arc<Game>, players: u32) -> Sample<'g> {
        let program = &game.program;
        let is_position = |show: &Show| *show == Show::Position;
        let fields = || program.classes.iter().flat_map(|c| &c.fields).filter(|f| !f.hidden);
        let why = if let Some(board) = program.boards.iter().find(|b| b.seen != Seen::All) {
            Some(format!("not everybody sees what lies on the board `{}`", board.name))
        } else if let Some(field) = fields().find(|f| is_position(&f.show)) {
            Some(format!("the attribute `{}` keeps whole positions", field.name))
        } else if program.settle.is_some() {
            Some("modifiers look at what others make of hidden things".to_owned())
        } else {
            None
        };
        let simultaneous = program.turns.iter().flat_map(|turn| &turn.simultaneous).any(Option::is_some);
        Sample {
            game,
            players,
            why,
            faces: BTreeMap::new(),
            owners: BTreeMap::new(),
            owner_of_piece: true,
            began_in: BTreeMap::new(),
            unknown_in: BTreeSet::new(),
            places: BTreeMap::new(),
            changed: BTreeSet::new(),
            secrets: BTreeMap::new(),
            shown_by: BTreeMap::new(),
            lonely: Lonely::new(game, players),
            ends_together: None,
            more_is_better: 0,
            has_chance: false,
            has_rounds: simultaneous,
            has_teams: false,
            courses: Courses::default(),
            work: 0,
        }
    }

    fn forbid(&mut self, why: impl FnOnce() -> String) {
        self.why.get_or_insert_with(why);
    }

    /// Looks at a match, or at none where that would be too much: what was not seen cannot be relied on then.
    fn within_reason(&mut self, look: impl FnOnce(&mut Self)) {
        if self.work < MAX_WORK {
            look(self);
        }
        if self.work >= MAX_WORK {
            self.forbid(|| "it takes too long to look at matches".to_owned());
        }
    }

    fn fresh(&mut self, seed: u64) -> Imagined {
        let now = begun(self.game, self.players, seed, AtChance::Draws);
        self.work += now.work();
        now
    }

    /// Begins a match and looks at what lies where.
    fn begin(&mut self, seed: u64) {
        let now = self.fresh(seed.wrapping_mul(0x9E37_79B9));
        let program = &self.game.program;
        let words = &now.position.state.words;
        let lying = pieces::in_zones(program, words, self.players);
        self.work += LOOKED * lying.len() as u64;
        for Lying { piece, slot, index, .. } in &lying {
            let serial = pieces::serial(words, *piece);
            self.began_in.entry(serial).or_default().insert(*slot);
            *self.places.entry((*slot, *index)).or_default().entry(serial).or_default() += 1;
        }
        self.look_for_lonely(|lonely| lonely.begin(&now));
        self.look(&now, &lying);
        for (key, values) in secret_values(self.game, words) {
            let first = self.secrets.entry(key).or_insert_with(|| values.clone());
            if *first != values {
                let name = &program.classes[usize::from(key.0)].fields[key.1].name;
                self.why.get_or_insert_with(|| {
                    format!("the secret attribute `{name}` has other values in each match")
                });
            }
        }
    }

    /// Looks at one position: whether what is unknown is as it was at the beginning, and what refers to it.
    fn look(&mut self, now: &Imagined, lying: &[Lying]) {
        let (program, words) = (&self.game.program, &now.position.state.words);
        let mut unknown = BTreeSet::new();
        for Lying { piece, slot, .. } in lying {
            let serial = pieces::serial(words, *piece);
            let everybody = (1 << self.players) - 1;
            let class = &program.classes[usize::from(object::class(words[*piece as usize]))];
            if pieces::known(words, *piece) & everybody == everybody {
                continue;
            }
            unknown.insert(*piece);
            self.unknown_in.insert((serial, *slot));
            let face = face(program, words, *piece);
            if *self.faces.entry(serial).or_insert_with(|| face.clone()) != face {
                self.forbid(|| format!("a hidden `{}` is not the same in every match", class.name));
            }
            let owner = pieces::owner(words, *piece);
            self.owner_of_piece &= *self.owners.entry(serial).or_insert(owner) == owner;
        }
        if let Some(name) = referring(self.game, words, &unknown) {
            self.forbid(|| format!("`{name}` refers to something hidden"));
        }
    }

    /// Plays a match at random and looks at every decision.
    fn play(&mut self, seed: u64) {
        let mut now = self.fresh(seed.wrapping_mul(0x51_7C_C1_B7));
        let mut random = Random::new(seed);
        let program = &self.game.program;
        now.settle();
        let secrets = self.secret_by_serial(&now.position.state.words);
        let content = |now: &Imagined, slot: usize| -> Vec<u32> {
            let words = &now.position.state.words;
            let all = pieces::in_zones(program, words, now.position.players());
            all.iter().filter(|l| l.slot == slot).map(|l| pieces::serial(words, l.piece)).collect()
        };
        self.courses.begin(&now);
        let began: Vec<Vec<u32>> = (0..program.slots.len()).map(|slot| content(&now, slot)).collect();
        for _ in 0..MOVES {
            if self.work + now.work() > MAX_WORK {
                break;
            }
            let n = now.list();
            if n == 0 {
                break;
            }
            self.has_rounds |= now.position.asking().is_some();
            let mut aside = Random::new(random.clone().word());
            self.look_for_lonely(|lonely| lonely.decide(&now, &mut aside));
            now.play_listed(random.below(n as u64) as usize);
            self.has_chance |= now.had_chance();
            self.courses.moved(&now);
            if now.over() {
                break;
            }
            if !now.position.is_at_top() || now.position.round.as_ref().is_some_and(|r| !r.sealed.is_empty())
            {
                continue;
            }
            now.forget();
            let words = &now.position.state.words;
            let lying = pieces::in_zones(program, words, self.players);
            self.work += LOOKED * lying.len() as u64;
            self.look(&now, &lying);
            for (slot, began) in began.iter().enumerate() {
                if !self.changed.contains(&slot) && content(&now, slot) != *began {
                    self.changed.insert(slot);
                }
            }
            self.compare_secrets(words, &secrets);
        }
        let mut more = 0;
        let mut goes_on = true;
        while goes_on && more < MORE_MOVES && self.work + now.work() < MAX_WORK {
            goes_on = now.play_random(&mut random);
            if goes_on {
                self.courses.moved(&now);
                more += 1;
            }
        }
        self.work += now.work();
        if !goes_on {
            now.settle();
        }
        self.courses.end(&now);
        let words = &now.position.state.words;
        let seats: Vec<_> = (0..self.players).map(|p| seat_words(program, words, p)).collect();
        self.has_teams |= seats.iter().any(|s| s[seat::TEAM] != NULL);
        if now.position.awaited == Awaited::Over {
            let places: BTreeSet<u64> = seats.iter().map(|s| s[seat::PLACE].min(seat::NO_PLACE)).collect();
            self.ends_together = Some(self.ends_together.unwrap_or(true) && places.len() == 1);
            let standing = |p: usize| (seats[p][seat::PLACE], word::to_number(seats[p][seat::SCORE]));
            for (p, q) in (0..seats.len()).flat_map(|p| (0..p).map(move |q| (p, q))) {
                let ((place, score), (other_place, other_score)) = (standing(p), standing(q));
                let with_more = if score > other_score { 1 } else { -1 };
                self.more_is_better += match place.cmp(&other_place) {
                    _ if score == other_score => 0,
                    Ordering::Less => with_more,
                    Ordering::Equal => 0,
                    Ordering::Greater => -with_more,
                };
            }
        }
    }

    /// Secret attributes that nothing else has must hold the same in all that a seat takes for the same.
    fn look_for_lonely(&mut self, look: impl FnOnce(&mut Lonely<'g>)) {
        look(&mut self.lonely);
        self.work += std::mem::take(&mut self.lonely.work);
        if let Some(name) = self.lonely.differs {
            self.forbid(|| format!("nothing else has the secret attribute `{name}`, to exchange it with"));
        }
    }

    fn secret_by_serial(&self, words: &[u64]) -> BTreeMap<(u16, usize, u32), u64> {
        let mut found = BTreeMap::new();
        for (o, class) in objects(self.game, words) {
            let of = &self.game.program.classes[usize::from(class)];
            let own = of.fields.iter().enumerate().filter(|_| of.global.is_none());
            for (i, _) in own.filter(|(_, f)| f.secret && !f.hidden) {
                let w = words[o as usize + usize::from(of.first_field) + i];
                let held = content(&self.game.program, words, w, of.fields[i].kind);
                found.insert((class, i, pieces::serial(words, o)), held);
            }
        }
        found
    }

    /// Secret attributes must stay; which others show them is noted.
    fn compare_secrets(&mut self, words: &[u64], before: &BTreeMap<(u16, usize, u32), u64>) {
        if self.secret_by_serial(words) != *before {
            self.forbid(|| "secret attributes change".to_owned());
        }
        for (o, class) in objects(self.game, words) {
            let of = &self.game.program.classes[usize::from(class)];
            let word = |i: usize| words[o as usize + usize::from(of.first_field) + i];
            for (i, secret) in of.fields.iter().enumerate().filter(|(_, f)| f.secret && !f.hidden) {
                for (k, shown) in of.fields.iter().enumerate() {
                    if !shown.secret && shown.show == secret.show && word(k) != NULL {
                        let equal = self.shown_by.entry((class, i, k)).or_insert(Some(0));
                        *equal = equal.filter(|_| word(k) == word(i)).map(|n| n + 1);
                    }
                }
            }
        }
    }

    fn facts(self) -> Facts {
        let game = self.game;
        let hidden = game.hidden();
        let pools = self.pools();
        let lies =
            self.unknown_in.iter().map(|(s, slot)| (pools.get(s).copied().unwrap_or(*s), *slot)).collect();
        let mut kept = BTreeMap::new();
        let mut sizes: BTreeMap<u32, usize> = BTreeMap::new();
        pools.values().for_each(|pool| *sizes.entry(*pool).or_default() += 1);
        for (place, found) in &self.places {
            let pool = |s: &u32| pools.get(s).copied();
            let first = found.keys().next().and_then(pool);
            let of_pool = first.and_then(|first| sizes.get(&first)).copied().unwrap_or_default();
            let is_for_few = found.len() < of_pool && found.values().all(|n| *n >= OFTEN);
            if is_for_few && !self.changed.contains(&place.0) {
                kept.insert(*place, found.keys().copied().collect());
            }
        }
        let shown_by = |class: u16, field: usize| {
            let mut all = self.shown_by.iter().filter(|((c, f, _), _)| (*c, *f) == (class, field));
            all.find(|(_, n)| n.is_some_and(|n| n >= OFTEN)).map(|((.., k), _)| *k)
        };
        let secrets = self.secrets.iter().map(|((class, field), held)| Secret {
            class: *class,
            field: *field,
            shown_by: shown_by(*class, *field),
            held: held.clone(),
        });
        let secrets = secrets.collect();
        let hides = game.may_veil || game.program.tiles.hidden || hidden.is_some();
        let only_rounds = self.unknown_in.is_empty() && self.secrets.is_empty() && self.why.is_none();
        let way = match self.why {
            _ if !hides => Way::Copy,
            Some(why) if !only_rounds => Way::Replay(why),
            _ => Way::Exchange,
        };
        Facts {
            way,
            hidden,
            is_together: self.ends_together == Some(true) && !names_winners(game),
            has_teams: self.has_teams,
            keeps_scores: game.keeps_scores(),
            lowest_wins: self.more_is_better < 0,
            has_rounds: self.has_rounds,
            has_chance: self.has_chance,
            course: self.courses.course(),
            pools,
            lies,
            kept,
            faces: self.faces,
            owner_of_piece: self.owner_of_piece,
            secrets,
        }
    }

    /// Pieces that may lie in the same slot after `setup` come from the same place. Each is named by its lowest serial
    /// number.
    fn pools(&self) -> BTreeMap<u32, u32> {
        let mut of_slot: BTreeMap<usize, u32> = BTreeMap::new();
        let mut pools: BTreeMap<u32, u32> = self.began_in.keys().map(|s| (*s, *s)).collect();
        loop {
            let mut is_done = true;
            for (serial, slots) in &self.began_in {
                let least =
                    slots.iter().filter_map(|slot| of_slot.get(slot)).chain([&pools[serial]]).min().copied();
                let Some(least) = least else { continue };
                is_done &= pools.insert(*serial, least) == Some(least);
                for slot in slots {
                    is_done &= of_slot.insert(*slot, least) == Some(least);
                }
            }
            if is_done {
                return pools;
            }
        }
    }
}

/// A match that has begun.
pub(super) fn begun(game: &Arc<Game>, players: u32, seed: u64, at_chance: AtChance) -> Imagined {
    let mut now = Imagined::of(game, 0, Position::new(&game.program, players, seed));
    now.machine.at_chance = at_chance;
    game.begin(&mut game.runner(&mut now.machine), &mut now.position, players, seed);
    now
}

/// Whether some rule says which player wins, or ranks players.
fn names_winners(game: &Game) -> bool {
    let names =
        |op: &Op| matches!(op, Op::Winner { how, .. } if [winner::PLAYER, winner::RANKING].contains(how));
    game.program.code.iter().any(names)
}

/// All objects that live, with their classes.
pub(super) fn objects(game: &Game, words: &[u64]) -> Vec<(u64, u16)> {
    let program = &game.program;
    let lists = program.classes.iter().flat_map(|c| &c.joins).max().map_or(0, |i| usize::from(*i) + 1);
    let mut found: Vec<u64> = program.classes.iter().filter_map(|c| c.global.map(u64::from)).collect();
    for live in (0..lists).map(|i| program.layout.live + i * list::HEAD) {
        let (n, data) = (list::length(words[live]), list::data(words[live + 1]));
        found.extend(&words[data..data + n]);
    }
    found.extend(pieces::in_zones(program, words, u32::MAX).iter().map(|l| l.piece));
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|o| (o, object::class(words[o as usize]))).collect()
}

/// What secret attributes of live objects hold, by class and field.
pub(super) fn secret_values(game: &Game, words: &[u64]) -> BTreeMap<(u16, usize), Vec<u64>> {
    let mut found: BTreeMap<(u16, usize), Vec<u64>> = BTreeMap::new();
    for (o, class) in objects(game, words) {
        let of = &game.program.classes[usize::from(class)];
        let own = of.fields.iter().enumerate().filter(|_| of.global.is_none());
        for (i, field) in own.filter(|(_, f)| f.secret && !f.hidden) {
            let w = words[o as usize + usize::from(of.first_field) + i];
            found.entry((class, i)).or_default().push(content(&game.program, words, w, field.kind));
        }
    }
    found.values_mut().for_each(|values| values.sort_unstable());
    found
}

/// The attribute by which something that lives refers to one of the pieces.
fn referring(game: &Game, words: &[u64], pieces: &BTreeSet<u64>) -> Option<String> {
    let program = &game.program;
    let mut all = objects(game, words);
    let tiles = program.tiles.objects.iter().zip(&program.tiles.board).filter(|(at, _)| **at != u32::MAX);
    all.extend(tiles.map(|(at, board)| (u64::from(*at), program.boards[usize::from(*board)].class)));
    for (o, class) in all {
        let class = &program.classes[usize::from(class)];
        // What has a modifier is what its application is about: it goes where that goes.
        let own = usize::from(class.modifier.is_some());
        for (i, field) in class.fields.iter().enumerate().skip(own).filter(|(_, f)| f.kind == Kind::Ref) {
            if leads_to(words, words[o as usize + usize::from(class.first_field) + i], pieces, 0) {
                return Some(field.shown_name().to_owned());
            }
        }
    }
    None
}

/// Whether an address leads to one of the pieces, by lists, tables and function values.
fn leads_to(words: &[u64], w: u64, pieces: &BTreeSet<u64>, depth: u32) -> bool {
    const MAX_DEPTH: u32 = 6;
    if pieces.contains(&w) {
        return true;
    }
    let Some(head) = words.get(w as usize).copied().filter(|_| depth < MAX_DEPTH) else { return false };
    let data = |at: usize| list::data(words.get(at + 1).copied().unwrap_or(0));
    match Shape::of(head) {
        Some(Shape::List) if list::kind(head) == Kind::Ref && list::zone(head) == list::NO_ZONE => {
            let first = data(w as usize);
            let elements = words.get(first..first + list::length(head)).unwrap_or(&[]);
            elements.iter().any(|w| leads_to(words, *w, pieces, depth + 1))
        }
        Some(Shape::Table) => {
            let first = data(w as usize);
            let elements = words.get(first..first + list::length(head)).unwrap_or(&[]);
            elements.chunks_exact(3).any(|entry| {
                let key =
                    Kind::from_bits(entry[0]) == Kind::Ref && leads_to(words, entry[1], pieces, depth + 1);
                key || list::kind(head) == Kind::Ref && leads_to(words, entry[2], pieces, depth + 1)
            })
        }
        Some(Shape::Closure) => {
            let (n, kinds) = ((head >> 32) as usize, words[w as usize + 1] >> 32);
            (0..n).any(|i| {
                let kind = Kind::from_bits(kinds.checked_shr(2 * i as u32).unwrap_or(0));
                kind == Kind::Ref && leads_to(words, words[w as usize + 2 + i], pieces, depth + 1)
            })
        }
        _ => false,
    }
}

/// Who of those that play knows a piece.
pub(super) fn is_unknown_to(game: &Game, words: &[u64], piece: u64, seat: u32) -> bool {
    !sight::knows(&game.program, words, piece, 1 << (seat & 31))
}
