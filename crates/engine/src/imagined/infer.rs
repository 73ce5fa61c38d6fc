//! What a seat can rule out by what others did: with such a thing in hand they would not have been allowed to do it. What
//! that may be it finds out by trying the same move with other things in hand, and knows no game.

use super::exchange::{self, Exchange};
use super::facts::{Facts, is_unknown_to};
use super::follow::Follower;
use super::history::{History, Seen, Sight};
use super::notes::{Left, Note, Notes};
use super::pieces::{self, Lying};
use super::played::Played;
use super::{Imagined, key};
use crate::game::Game;
use crate::matches::Match;
use crate::position::{Awaited, Position};
use crate::record::Step;
use base::Random;
use bytecode::layout::{Shape, header, list, object};
use bytecode::program::{Program, Show};
use bytecode::word::NULL;
use language::tree::Seen as Sees;
use std::collections::{BTreeMap, BTreeSet};
use vm::{Candidate, Machine, mix, sight};

/// All that is tried for one decision takes so much fuel at most, and for all of a match so much; then nothing more is
/// noted.
const MAX_WORK: u64 = 4_000_000;
const MAX_WORK_IN_ALL: u64 = 400_000_000;

/// Where a seat does not know more things than that, nothing is tried with them.
const MAX_FACES: usize = 200;

/// So many candidates are compared with the move that was made.
const MAX_COMPARED: usize = 512;

/// So many hands are dealt in which the move must be possible without what it rules out.
const HANDS: usize = 4;

/// So many worlds are drawn to see what a move has taken from where, until one fits.
const WORLDS: usize = 4;

/// So many moves may be tried in them.
const TRIED: usize = 60;

/// What decides chance in them, apart from what the seat has seen.
const SEED: u64 = 0x7275_6C65_646F_7574;

/// What one seat has noted, carried along as the match goes on.
#[derive(Clone, Debug)]
pub(super) struct Ledger {
    seat: u32,
    pub played: Played,
    /// When somebody last decided at the top level, with nothing still to be carried out.
    top: Position,
    before: Sight,
    /// What the seat has seen of the moves since.
    since: History,
    notes: Notes,
    /// How many decisions have been looked at, which tells chance apart.
    decisions: u64,
    work: u64,
    /// A step could not be taken in.
    is_broken: bool,
}

impl Ledger {
    /// Whether players hold anything in this game that others do not see.
    pub(super) fn may_learn(game: &Game) -> bool {
        (0..game.program.slots.len()).any(|slot| is_hand(game, slot))
    }

    pub(super) fn begin(of: &Match, seat: u32) -> Ledger {
        let played = Played::begin(of);
        let top = played.so_far.position.clone();
        let before = Sight::of(&of.game, &top, seat);
        Ledger {
            seat,
            played,
            top,
            before,
            since: History::default(),
            notes: Notes::default(),
            decisions: 0,
            work: 0,
            is_broken: false,
        }
    }

    pub(super) fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Takes in what has happened since, up to so many steps; whether that was all.
    pub(super) fn follow(&mut self, of: &Match, most: usize) -> bool {
        let new = self.played.left(of);
        for step in new.iter().take(most) {
            if self.is_broken {
                break;
            }
            if self.take_in(of, step).is_none() {
                self.is_broken = true;
                self.notes.clear();
            }
        }
        self.is_broken || new.len() <= most
    }

    fn take_in(&mut self, of: &Match, step: &Step) -> Option<()> {
        let past = self.played.take_in(step).ok()?;
        let now = &self.played.so_far.position;
        self.since.add(&of.game, &past, now, self.seat).ok()?;
        if !now.is_settled() {
            return Some(());
        }
        let steps = std::mem::take(&mut self.since).steps;
        self.decisions += 1;
        if self.work < MAX_WORK_IN_ALL {
            self.look_at(&of.game, &steps);
        } else {
            self.notes.clear();
        }
        self.top = self.played.so_far.position.clone();
        self.before = match steps.last().and_then(|step| step.after.clone()) {
            Some(after) => after,
            None => Sight::of(&of.game, &self.top, self.seat),
        };
        Some(())
    }

    /// What one decision of the top level, with all that it led to, says of what others have.
    fn look_at(&mut self, game: &std::sync::Arc<Game>, steps: &[Seen]) {
        let facts = game.facts(self.played.so_far.players());
        if let [step] = steps
            && let Some(after) = &step.after
            && step.seat != self.seat
            && self.top.awaited == Awaited::Act
        {
            let trials = Trials::new(game, (facts, &self.notes), &self.top, (self.seat, step));
            if let Some(mut trials) = trials {
                let shown = shown(&self.before, after);
                let random = Random::new(mix(SEED, self.decisions));
                let found = trials.ruled_out(&shown, random);
                self.work += trials.machine.fuel.used();
                found.into_iter().for_each(|note| self.notes.add(note));
            }
        }
        if !self.notes.is_empty() {
            match self.left(game, facts, steps) {
                Some(left) => left.iter().for_each(|(slot, left)| self.notes.leave(*slot, left)),
                None => self.notes.clear(),
            }
        }
    }

    /// What these steps have taken from the slots of which something is noted: as in a world in which they are made again.
    /// None where none is found.
    fn left(
        &mut self,
        game: &std::sync::Arc<Game>,
        facts: &Facts,
        steps: &[Seen],
    ) -> Option<BTreeMap<usize, Left>> {
        let after = steps.last()?.after.as_ref()?;
        // What is chosen unseen may be more than it is in a world.
        if steps.iter().any(|step| !step.is_told) {
            return None;
        }
        let slots = self.notes.slots();
        let mut position = self.top.clone();
        super::worlds::forget_choices(&mut position, self.seat);
        let mut from = Exchange::new(game, (facts, &self.notes), &mut position, self.seat).ok()?;
        let base = Imagined::of(game, self.seat, position);
        let mut random = Random::new(mix(!SEED, self.decisions));
        let mut follower = Follower::new(game, facts, self.seat, TRIED);
        follower.shuffled = Some(BTreeSet::new());
        let mut world = base.clone();
        for _ in 0..WORLDS {
            world.copy_from(&base);
            from.draw(&mut random, &mut world.position.state.words);
            world.reseed(random.word());
            let mover = steps[0].seat;
            if mover != self.seat {
                follower.repair(&mut world, None, Some(&self.before), mover, after, &mut random);
            }
            let mut began = unknown_in(game, &world.position, self.seat, &slots);
            follower.exchanged.clear();
            let is_made = follower.follow_all(&mut world, &self.before, steps, &mut random);
            self.work += world.work();
            // Who decides next makes no difference here.
            if !is_made && !follower.sees(&world, after) {
                continue;
            }
            // As if they had lain there from the beginning.
            follower
                .exchanged
                .iter()
                .for_each(|two| began.values_mut().for_each(|lie| exchange_in(lie, *two)));
            let shuffled = follower.shuffled.take().unwrap_or_default();
            let mut now = unknown_in(game, &world.position, self.seat, &slots);
            let known: BTreeSet<u32> = after.known.iter().map(|known| known.serial).collect();
            let left = began.into_iter().map(|(slot, began)| {
                let now = now.remove(&slot).unwrap_or_default();
                let is_gone = |s: &u32| !now.contains(s) || shuffled.contains(s);
                let gone: BTreeSet<u32> = began.into_iter().filter(is_gone).collect();
                let shown = gone.intersection(&known).copied().collect();
                (slot, Left { gone, shown })
            });
            return Some(left.collect());
        }
        None
    }
}

/// What a seat knows behind a move and did not know before, by serial number.
fn shown(before: &Sight, after: &Sight) -> BTreeSet<u32> {
    let known = |sight: &Sight| sight.known.iter().map(|known| known.serial).collect::<BTreeSet<u32>>();
    known(after).difference(&known(before)).copied().collect()
}

/// Whether a slot is where a player holds what others do not see, in no order.
fn is_hand(game: &Game, slot: usize) -> bool {
    let (zone, owner) = game.program.slots[slot];
    let zone = &game.program.zones[usize::from(zone)];
    owner.is_some() && zone.seen == Sees::Owner && !pieces::is_ordered(game, slot)
}

/// What a seat does not know in these slots, by serial number.
fn unknown_in(
    game: &Game,
    position: &Position,
    seat: u32,
    slots: &BTreeSet<usize>,
) -> BTreeMap<usize, BTreeSet<u32>> {
    let words = &position.state.words;
    let mut found: BTreeMap<usize, BTreeSet<u32>> =
        slots.iter().map(|slot| (*slot, BTreeSet::new())).collect();
    for l in exchange::unknown(game, words, position.players(), seat) {
        if let Some(inside) = found.get_mut(&l.slot) {
            inside.insert(pieces::serial(words, l.piece));
        }
    }
    found
}

/// Exchanges two, where one of them is among these.
fn exchange_in(among: &mut BTreeSet<u32>, [one, other]: [u32; 2]) {
    let had = (among.remove(&one), among.remove(&other));
    if had.0 {
        among.insert(other);
    }
    if had.1 {
        among.insert(one);
    }
}

/// A move of another seat that is tried again with other things in hand. Nothing of what that seat has in truth is in here.
struct Trials<'a> {
    game: &'a Game,
    facts: &'a Facts,
    notes: &'a Notes,
    viewer: u32,
    step: &'a Seen,
    /// The position before the move, brought into an order that is the same for all that the viewer takes for it.
    base: Position,
    /// What the viewer does not know in it.
    unknown: Vec<Lying>,
    machine: Machine,
    trial: Position,
}

impl<'a> Trials<'a> {
    fn new(
        game: &'a Game,
        (facts, notes): (&'a Facts, &'a Notes),
        top: &Position,
        (viewer, step): (u32, &'a Seen),
    ) -> Option<Trials<'a>> {
        if !step.is_told {
            return None;
        }
        let mut base = top.clone();
        let (_, unknown) = Exchange::in_order(game, facts, &mut base, viewer).ok()?;
        let (trial, machine) = (base.clone(), game.machine());
        let is_fine = unknown.len() <= MAX_FACES;
        is_fine.then_some(Trials { game, facts, notes, viewer, step, base, unknown, machine, trial })
    }

    /// What cannot have lain in the hands of who moved, who has shown these pieces by the move.
    fn ruled_out(&mut self, shown: &BTreeSet<u32>, mut random: Random) -> Vec<Note> {
        let program = &self.game.program;
        let is_movers =
            |slot: &usize| program.slots[*slot].1 == Some(self.step.seat) && is_hand(self.game, *slot);
        let slots: BTreeSet<usize> = self.unknown.iter().map(|l| l.slot).filter(is_movers).collect();
        slots.into_iter().filter_map(|slot| self.ruled_out_in(slot, shown, &mut random)).collect()
    }

    fn ruled_out_in(&mut self, slot: usize, shown: &BTreeSet<u32>, random: &mut Random) -> Option<Note> {
        let place = *self.unknown.iter().find(|l| l.slot == slot)?;
        let count = self.unknown.iter().filter(|l| l.slot == slot).count();
        let words = &self.base.state.words;
        let mut faces: Vec<(u32, u64)> =
            self.unknown.iter().map(|l| (pieces::serial(words, l.piece), l.piece)).collect();
        faces.sort_unstable();
        faces.retain(|(serial, _)| self.facts.may_lie(&place, *serial));
        let (given, rest): (Vec<_>, Vec<_>) =
            faces.into_iter().partition(|(serial, _)| shown.contains(serial));
        let rest: Vec<(u32, u64)> =
            rest.into_iter().filter(|(serial, _)| self.notes.allow((slot, count - 1), *serial)).collect();
        let all: Vec<u64> = given.iter().map(|(_, piece)| *piece).collect();
        // Something else may have been shown by what the move led to.
        let alone = all.iter().map(|piece| vec![*piece]);
        let used = std::iter::once(all.clone())
            .chain(alone)
            .find(|used| used.len() < count && self.is_possible(place, used, used) == Some(true))?;
        let mut never = Vec::new();
        self.sift(place, &used, &rest, &mut never);
        if never.is_empty() || self.is_spent() {
            return None;
        }
        let barred: BTreeSet<u32> = never.iter().map(|(serial, _)| *serial).collect();
        let free: Vec<u64> =
            rest.iter().filter(|(serial, _)| !barred.contains(serial)).map(|(_, piece)| *piece).collect();
        // With so many of the others in hand it is possible, and not with one of those among them.
        let hand = (0..HANDS).find_map(|_| {
            let hand = dealt(&used, &free, count, random)?;
            (self.is_possible(place, &hand, &used) == Some(true)).then_some(hand)
        })?;
        never.retain(|(_, piece)| {
            let mut hand = hand.clone();
            if let Some(last) = hand.last_mut() {
                *last = *piece;
            }
            self.is_possible(place, &hand, &used) == Some(false)
        });
        let is_told = !never.is_empty() && !self.is_spent();
        is_told.then(|| Note { slot, count, never: never.into_iter().map(|(serial, _)| serial).collect() })
    }

    /// Finds those of the pieces with which the move is not possible.
    fn sift(&mut self, place: Lying, used: &[u64], of: &[(u32, u64)], never: &mut Vec<(u32, u64)>) {
        let hand: Vec<u64> = used.iter().copied().chain(of.iter().map(|(_, piece)| *piece)).collect();
        if of.is_empty() || self.is_spent() || self.is_possible(place, &hand, used) != Some(false) {
            return;
        }
        match of {
            [one] => never.push(*one),
            _ => {
                let (left, right) = of.split_at(of.len() / 2);
                self.sift(place, used, left, never);
                self.sift(place, used, right, never);
            }
        }
    }

    fn is_spent(&self) -> bool {
        self.machine.fuel.used() > MAX_WORK
    }

    /// Whether the move can be made with these pieces in that hand, besides what the viewer knows there, by the use of no
    /// others that the viewer does not know than those; None where that cannot be told.
    fn is_possible(&mut self, place: Lying, hand: &[u64], used: &[u64]) -> Option<bool> {
        self.hold(place, hand);
        let Trials { game, viewer, step, machine, trial, .. } = self;
        let mut runner = game.runner(machine);
        runner.grant();
        if !trial.focus(step.seat) {
            return None;
        }
        let mut candidates = runner.list_with(trial, &step.written).ok()?;
        let count = candidates.len().min(MAX_COMPARED);
        let is_whole = count == candidates.len();
        let found = (0..count).any(|i| {
            let candidate = candidates.make(i, &mut trial.state.words);
            let named = unknown_named(game, &trial.state.words, candidate, *viewer);
            named.iter().all(|piece| used.contains(piece))
                && key::of(game, trial, candidate, *viewer) == step.key
                && runner.is_legal(trial, candidate)
        });
        runner.reuse(candidates);
        (found || is_whole && !machine.fuel.is_exhausted()).then_some(found)
    }

    /// Puts pieces into a hand, and takes out what lay there that the viewer does not know. Where else they lie is as
    /// before: nobody may look there.
    fn hold(&mut self, place: Lying, hand: &[u64]) {
        let Trials { game, facts, viewer, base, unknown, trial, .. } = self;
        trial.copy(base);
        let words = &mut trial.state.words;
        let (zone, owner) = game.program.slots[place.slot];
        let head = game.program.layout.zones + place.slot * list::HEAD;
        let (n, data) = (list::length(words[head]), list::data(words[head + 1]));
        let known: Vec<u64> = words[data..data + n]
            .iter()
            .copied()
            .filter(|o| !is_unknown_to(game, words, *o, *viewer))
            .collect();
        let there = words[place.piece as usize + object::PLACE];
        let owned = words[place.piece as usize + object::OWNER];
        for l in unknown.iter().filter(|l| l.slot == place.slot) {
            words[l.piece as usize + object::PLACE] = NULL;
        }
        for piece in hand {
            let at = *piece as usize;
            words[at + object::PLACE] = there;
            words[at + object::KNOWN] = sight::sees(game.program.zones[usize::from(zone)].seen, owner);
            if !facts.owner_of_piece {
                words[at + object::OWNER] = owned;
            }
        }
        let (all, data) = (known.len() + hand.len(), words.len());
        words.extend(known.iter().chain(hand));
        words[head] = list::with_length(words[head], all);
        words[head + 1] = list::place(all, data);
        words[header::RANDOM] = SEED;
    }
}

/// So many pieces: what was used, and others at random; None where there are too few.
fn dealt(used: &[u64], others: &[u64], count: usize, random: &mut Random) -> Option<Vec<u64>> {
    let mut others = others.to_vec();
    let mut hand = used.to_vec();
    while hand.len() < count {
        let any = random.below(others.len().max(1) as u64) as usize;
        if any >= others.len() {
            return None;
        }
        hand.push(others.swap_remove(any));
    }
    Some(hand)
}

/// The pieces that a candidate names and a viewer does not know.
fn unknown_named(game: &Game, words: &[u64], candidate: Candidate<'_>, viewer: u32) -> Vec<u64> {
    let mut named = vec![candidate.holder];
    if let Some(action) = candidate.action.and_then(|a| game.program.actions.get(usize::from(a))) {
        let inputs = candidate.inputs.iter().zip(&action.inputs);
        inputs.for_each(|(w, input)| objects_in(words, *w, &input.show, &mut named));
    }
    named.retain(|o| is_piece(&game.program, words, *o) && is_unknown_to(game, words, *o, viewer));
    named
}

fn objects_in(words: &[u64], w: u64, show: &Show, found: &mut Vec<u64>) {
    match show {
        _ if w == NULL => {}
        Show::Object => found.push(w),
        Show::List(of) => {
            let Some(place) = words.get(w as usize + 1).copied() else { return };
            let (n, data) = (list::length(words[w as usize]), list::data(place));
            let elements = words.get(data..data + n).unwrap_or(&[]);
            elements.iter().for_each(|w| objects_in(words, *w, of, found));
        }
        _ => {}
    }
}

fn is_piece(program: &Program, words: &[u64], o: u64) -> bool {
    let head = words.get(o as usize).copied().filter(|_| o != NULL);
    let class = head.filter(|head| Shape::of(*head) == Some(Shape::Object)).map(object::class);
    class.and_then(|class| program.classes.get(usize::from(class))).is_some_and(|class| class.is_piece)
}
