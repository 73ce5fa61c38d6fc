//! Dealing what a seat does not know anew among the places where it may lie. The position that it begins with is the
//! true one, brought into an order that is the same for all positions that the seat cannot tell apart; after that
//! nothing looks at which piece lay where.

use super::arranged::{arrange, sort_live};
use super::deal::Deal;
use super::facts::{Facts, Secret, face, is_unknown_to, objects, secret_values};
use super::notes::Notes;
use super::pieces::{self, Lying};
use crate::game::Game;
use crate::perfect_information::Hidden;
use crate::position::Position;
use base::Random;
use bytecode::layout::{header, object};
use bytecode::word::NULL;
use std::collections::BTreeMap;
use vm::sight;

/// A place in which lies what the seat does not know.
#[derive(Clone, Debug)]
struct Slot {
    /// The word that names what lies there.
    at: usize,
    zone: u64,
    /// Who sees what lies there. Who else has been shown it, the seat may not know.
    known: u64,
    /// So does whose it is, unless owners stay with pieces.
    owner: u64,
}

/// To whom somebody has shown a card that the seat knows, it may not know; what all were shown it does.
fn forget_who_was_shown(game: &Game, words: &mut [u64], players: u32, seat: u32) {
    for lying in pieces::in_zones(&game.program, words, players) {
        let known = pieces::known(words, lying.piece);
        if known & object::SPECTATORS == 0 && known >> seat & 1 == 1 {
            let (zone, owner) = game.program.slots[lying.slot];
            let sees = sight::sees(game.program.zones[usize::from(zone)].seen, owner);
            words[lying.piece as usize + object::KNOWN] = known & sees | 1 << seat;
        }
    }
}

/// Values of a secret attribute that are given to other objects.
#[derive(Clone, Debug)]
struct Values {
    at: Vec<usize>,
    values: Vec<u64>,
}

/// How the unknown things of one position are exchanged.
#[derive(Clone, Debug, Default)]
pub(super) struct Exchange {
    slots: Vec<Slot>,
    /// The pieces that lie there, by their serial numbers.
    faces: Vec<u64>,
    deal: Deal,
    dealt: Vec<u32>,
    secrets: Vec<Values>,
    owner_of_piece: bool,
}

impl Exchange {
    /// Brings a position into an order in which nothing tells what the seat does not know, and finds what may be
    /// exchanged there; nothing is dealt to where the notes say that it cannot lie.
    pub(super) fn new(
        game: &Game,
        (facts, notes): (&Facts, &Notes),
        position: &mut Position,
        seat: u32,
    ) -> Result<Exchange, Hidden> {
        let (mut exchange, unknown) = Exchange::in_order(game, facts, position, seat)?;
        let words = &position.state.words;
        let (n, numbers) = (unknown.len(), numbers(&unknown));
        let serials: Vec<u32> = exchange.faces.iter().map(|o| pieces::serial(words, *o)).collect();
        let may_lie = |place: usize, face: usize| facts.may_lie(&unknown[place], serials[face]);
        let noted =
            |place: usize, face: usize| notes.allow((unknown[place].slot, numbers[place]), serials[face]);
        let deal = (!notes.is_empty()).then(|| Deal::new(n, |p, f| noted(p, f) && may_lie(p, f))).flatten();
        let strict = deal.or_else(|| Deal::new(n, may_lie));
        // Where what is known of the places cannot be kept, they take more than they may.
        exchange.deal = strict.or_else(|| Deal::new(n, |_, _| true)).unwrap_or_default();
        Ok(exchange)
    }

    /// The order alone, with the places in which lies what the seat does not know.
    pub(super) fn in_order(
        game: &Game,
        facts: &Facts,
        position: &mut Position,
        seat: u32,
    ) -> Result<(Exchange, Vec<Lying>), Hidden> {
        let players = position.players();
        let words = &mut position.state.words;
        words[header::RANDOM] = 0;
        if let Some(board) = unknown_on_board(game, words, seat) {
            return Err(Hidden::Board(board));
        }
        if let Some(name) = changed_secret(game, facts, words) {
            return Err(Hidden::Attribute(name));
        }
        forget_who_was_shown(game, words, players, seat);
        arrange(game, words, players, seat);
        let mut unknown = unknown(game, words, players, seat);
        number_by_faces(game, facts, words, &unknown);
        let mut exchange = Exchange { owner_of_piece: facts.owner_of_piece, ..Exchange::default() };
        exchange.find(game, words, &unknown);
        // Now nothing tells any more what lay where.
        let faces = exchange.faces.clone();
        exchange.put(words, |place| faces[place]);
        exchange.secrets = facts.secrets.iter().map(|secret| values(game, words, secret, seat)).collect();
        for secret in &exchange.secrets {
            secret.at.iter().zip(&secret.values).for_each(|(at, w)| words[*at] = *w);
        }
        if position.state.frames.is_empty() && position.round.as_ref().is_none_or(|r| r.sealed.is_empty()) {
            game.runner(&mut game.machine()).compact(position);
            let words = &mut position.state.words;
            unknown = self::unknown(game, words, players, seat);
            exchange.find(game, words, &unknown);
            exchange.secrets = facts.secrets.iter().map(|secret| values(game, words, secret, seat)).collect();
        }
        Ok((exchange, unknown))
    }

    /// Notes the places, and what lies there by serial number.
    fn find(&mut self, game: &Game, words: &[u64], unknown: &[Lying]) {
        let program = &game.program;
        self.slots.clear();
        self.slots.extend(unknown.iter().map(|l| {
            let (zone, owner) = program.slots[l.slot];
            Slot {
                at: l.at,
                zone: words[l.piece as usize + object::PLACE],
                known: sight::sees(program.zones[usize::from(zone)].seen, owner),
                owner: pieces::owner(words, l.piece),
            }
        }));
        self.faces = unknown.iter().map(|l| l.piece).collect();
        self.faces.sort_by_key(|o| pieces::serial(words, *o));
    }

    fn put(&self, words: &mut [u64], face: impl Fn(usize) -> u64) {
        for (place, slot) in self.slots.iter().enumerate() {
            let piece = face(place);
            let at = piece as usize;
            words[slot.at] = piece;
            words[at + object::PLACE] = slot.zone;
            words[at + object::KNOWN] = slot.known;
            if !self.owner_of_piece {
                words[at + object::OWNER] = slot.owner;
            }
        }
    }

    /// Deals everything anew.
    pub(super) fn draw(&mut self, random: &mut Random, words: &mut [u64]) {
        let mut dealt = std::mem::take(&mut self.dealt);
        self.deal.draw(random, &mut dealt);
        self.put(words, |place| self.faces[dealt[place] as usize]);
        self.dealt = dealt;
        for secret in &mut self.secrets {
            let values = &mut secret.values;
            // From the same order each time, so that the seed alone decides.
            values.sort_unstable();
            for i in (1..values.len()).rev() {
                values.swap(i, random.below(i as u64 + 1) as usize);
            }
            secret.at.iter().zip(values).for_each(|(at, w)| words[*at] = *w);
        }
    }
}

impl Facts {
    /// Whether a piece may lie in a place.
    pub(super) fn may_lie(&self, place: &Lying, serial: u32) -> bool {
        if let Some(few) = self.kept.get(&(place.slot, place.index)) {
            return few.contains(&serial);
        }
        let pool = self.pools.get(&serial).copied().unwrap_or(serial);
        self.lies.contains(&(pool, place.slot)) || !self.lies.iter().any(|(_, slot)| *slot == place.slot)
    }
}

/// What a seat does not know, zone by zone.
pub(super) fn unknown(game: &Game, words: &[u64], players: u32, seat: u32) -> Vec<Lying> {
    let mut all = pieces::in_zones(&game.program, words, players);
    all.retain(|l| is_unknown_to(game, words, l.piece, seat));
    all
}

/// Of each, the how manieth of its zone it is.
fn numbers(unknown: &[Lying]) -> Vec<usize> {
    let mut first = BTreeMap::new();
    unknown.iter().enumerate().map(|(i, l)| i - *first.entry(l.slot).or_insert(i)).collect()
}

/// A board on which something lies that the seat does not know.
fn unknown_on_board(game: &Game, words: &[u64], seat: u32) -> Option<String> {
    let (program, reader) = (&game.program, super::words::Words::of_seat(&game.program, words, seat));
    let hides = |t: &usize| reader.on_tile(*t).iter().any(|o| !reader.knows(*o));
    let tile = (0..program.tiles.count as usize).find(hides)?;
    Some(program.boards[usize::from(program.tiles.board[tile])].name.clone())
}

/// Numbers hidden pieces by what they are, as they were numbered in the matches that were looked at, where one is another
/// one than there: a script may have made it of a hidden one, and its number would tell that.
fn number_by_faces(game: &Game, facts: &Facts, words: &mut [u64], unknown: &[Lying]) {
    let program = &game.program;
    let numbered = |lying: &Lying| (face(program, words, lying.piece), pieces::serial(words, lying.piece));
    let faces: Vec<(Vec<u64>, u32)> = unknown.iter().map(numbered).collect();
    let is_another =
        |(face, serial): &(Vec<u64>, u32)| facts.faces.get(serial).is_some_and(|known| known != face);
    if !faces.iter().any(is_another) {
        return;
    }
    let mut free: BTreeMap<u32, Option<&Vec<u64>>> =
        faces.iter().map(|(_, serial)| (*serial, facts.faces.get(serial))).collect();
    let mut order: Vec<usize> = (0..faces.len()).collect();
    order.sort_by_key(|i| &faces[*i]);
    let (mut numbers, mut others) = (Vec::new(), Vec::new());
    for i in order {
        let own = free.iter().find(|(_, known)| **known == Some(&faces[i].0)).map(|(serial, _)| *serial);
        match own {
            Some(serial) => {
                free.remove(&serial);
                numbers.push((serial, i));
            }
            None => others.push(i),
        }
    }
    numbers.extend(free.into_keys().zip(others));
    for (serial, i) in numbers {
        let at = unknown[i].piece as usize;
        words[at] = object::with_serial(words[at], serial);
    }
    sort_live(game, words);
}

/// A secret attribute that holds something else than in the matches that were looked at: what it holds would stay.
fn changed_secret(game: &Game, facts: &Facts, words: &[u64]) -> Option<String> {
    let is_same = |class: u16, field: usize, held: &[u64]| {
        facts.secrets.iter().any(|s| (s.class, s.field) == (class, field) && s.held == held)
    };
    let held = secret_values(game, words);
    let ((class, field), _) = held.iter().find(|((class, field), held)| !is_same(*class, *field, held))?;
    Some(game.program.classes[usize::from(*class)].fields[*field].shown_name().to_owned())
}

/// The values of a secret attribute of objects that the seat does not own. Those that another attribute shows stay.
fn values(game: &Game, words: &mut [u64], secret: &Secret, seat: u32) -> Values {
    let class = &game.program.classes[usize::from(secret.class)];
    let mut of: Vec<u64> =
        objects(game, words).into_iter().filter(|(_, c)| *c == secret.class).map(|(o, _)| o).collect();
    of.retain(|o| !sight::owns(&game.program, words, *o, seat));
    of.sort_by_key(|o| pieces::serial(words, *o));
    let field = |o: u64, i: usize| o as usize + usize::from(class.first_field) + i;
    let mut values: Vec<u64> = of.iter().map(|o| words[field(*o, secret.field)]).collect();
    values.sort_unstable();
    let mut at = Vec::new();
    for o in of {
        let shown = secret.shown_by.map_or(NULL, |i| words[field(o, i)]);
        let held = values.iter().position(|w| *w == shown).filter(|_| shown != NULL);
        match held {
            Some(i) => words[field(o, secret.field)] = values.remove(i),
            None => at.push(field(o, secret.field)),
        }
    }
    Values { at, values }
}
