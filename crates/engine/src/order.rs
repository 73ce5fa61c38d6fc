//! The order in which a seat is shown what it may choose. Candidates stand in the order in which objects were made,
//! which tells what hidden cards are; so of each action those that name anything the seat does not see in full come last,
//! in an order that is made of what the seat sees, and where that is the same, of its numbers for things or of the match's
//! own chance. So do all that name objects where some choice or attribute is secret: in which order objects came to where
//! they lie may tell of it. It knows no legality.

use crate::decision::{Decision, describe, offer};
use crate::position::Position;
use crate::tabletop::{Ids, birth};
use crate::view::reader::Reader;
use base::Random;
use bytecode::Program;
use bytecode::layout::is_constant;
use bytecode::program::{Class, Show};
use bytecode::word::NULL;
use language::tree::Seen;
use std::ops::Range;
use vm::{Candidate, Many, Ways};

/// Where there are more candidates or things than this, those whose own order may tell something stand in one of chance
/// alone.
pub(crate) const MAX_SORTED: usize = 20_000;

/// How deep lists in lists are looked at.
const MAX_DEPTH: u32 = 4;

/// Whether there can be objects that a seat does not see in full. It is read off the rules.
pub(crate) fn may_veil(program: &Program) -> bool {
    let secret = |class: &Class| class.fields.iter().any(|f| f.secret && !f.hidden);
    program.tiles.hidden
        || program.zones.iter().any(|zone| zone.seen != Seen::All)
        || program.classes.iter().any(secret)
}

/// Whether whatever somebody sees and knows all others do, spectators too, as long as nothing is revealed to some alone:
/// things may be hidden, but from everybody, and nothing is told to one. It is read off the rules.
pub(crate) fn sees_alike(program: &Program) -> bool {
    let secret = |class: &Class| class.fields.iter().any(|f| f.secret && !f.hidden);
    program.boards.iter().all(|board| board.seen != Seen::Owner)
        && program.zones.iter().all(|zone| zone.seen != Seen::Owner)
        && program.dice.iter().all(|(.., seen)| *seen != Some(Seen::Owner))
        && !program.classes.iter().any(secret)
        && !program.sentences.iter().any(|sentence| sentence.is_for_one)
}

/// What decides the order of candidates that a seat cannot tell apart: the same whenever a match is made again, and
/// unlike that of other decisions.
pub(crate) fn key(seed: u64, decision: usize, seat: u32) -> u64 {
    const APART: u64 = 0x6F72_6465_7220_6F66;
    let mixed = Random::new(seed ^ APART).word();
    Random::new(mixed ^ (decision as u64) << 6 ^ u64::from(seat)).word()
}

/// What decides the order of candidates that read alike.
#[derive(Clone, Copy, Default)]
pub(crate) struct OrderKey<'i> {
    /// See [`key`].
    pub chance: u64,
    /// The numbers that the player has for things: by them it can tell apart what reads alike.
    pub ids: Option<&'i Ids>,
}

/// Some of the candidates in the order in which their player is shown them.
pub(crate) enum Run {
    Singles(Vec<usize>),
    /// A group, of which nothing is hidden.
    Group(Shown),
}

/// The candidates of a group in the order in which their player is shown them.
pub(crate) struct Shown {
    pub numbers: Range<usize>,
    /// Of what several are chosen together, where that is shown in another order: the places in the group in that order.
    places: Option<(Ways, Vec<usize>)>,
}

/// What stands in a list of candidates: one, or a group by the first of its numbers.
#[derive(Clone, Copy)]
struct Head {
    first: usize,
    group: Option<usize>,
}

impl Run {
    fn len(&self) -> usize {
        match self {
            Run::Singles(all) => all.len(),
            Run::Group(shown) => shown.numbers.len(),
        }
    }

    /// The number of the candidate that is shown in that place.
    fn at(&self, k: usize) -> usize {
        match self {
            Run::Singles(all) => all[k],
            Run::Group(shown) => shown.at(k),
        }
    }

    pub(crate) fn all(self) -> impl Iterator<Item = usize> {
        (0..self.len()).map(move |k| self.at(k))
    }
}

impl Shown {
    /// The number of the candidate that is shown in that place.
    pub(crate) fn at(&self, k: usize) -> usize {
        let way = self.places.as_ref().and_then(|(ways, places)| {
            let chosen: Option<Vec<usize>> =
                ways.way(k).into_iter().map(|i| places.get(i).copied()).collect();
            ways.number(&chosen?)
        });
        self.numbers.start + way.unwrap_or(k)
    }

    /// The first few.
    pub(crate) fn first(&self, n: usize) -> impl Iterator<Item = usize> {
        (0..n.min(self.numbers.len())).map(|k| self.at(k))
    }

    /// The places of so many things of which several are chosen, in the order in which they are shown.
    pub(crate) fn places(&self, of: usize) -> Vec<usize> {
        self.places.as_ref().map_or_else(|| (0..of).collect(), |(_, places)| places.clone())
    }
}

impl Decision<'_> {
    /// The numbers of all candidates in the order in which their player is shown them.
    pub(crate) fn all_shown(&self) -> Box<dyn Iterator<Item = usize>> {
        if !self.candidates().has_groups() {
            return Box::new(self.shown_order().into_iter());
        }
        if !self.game().has_own_order() {
            return Box::new(0..self.len());
        }
        Box::new(self.runs().into_iter().flat_map(Run::all))
    }

    /// All candidates as the player is shown them, groups one by one.
    pub(crate) fn runs(&self) -> Vec<Run> {
        let groups: Vec<_> = self.candidates().groups().collect();
        let mut runs = Vec::new();
        for head in self.heads(groups.iter().map(|(numbers, ..)| numbers.start)) {
            match (head.group, runs.last_mut()) {
                (Some(g), _) => {
                    let (numbers, many, candidate) = &groups[g];
                    runs.push(Run::Group(self.shown_group(numbers.clone(), *many, *candidate)));
                }
                (None, Some(Run::Singles(all))) => all.push(head.first),
                (None, _) => runs.push(Run::Singles(vec![head.first])),
            }
        }
        runs
    }

    /// Candidates outside of groups and groups, by the first of their numbers, as the player is shown them.
    fn heads(&self, groups: impl Iterator<Item = usize>) -> Vec<Head> {
        let singles = self.candidates().singles().into_iter().map(|first| Head { first, group: None });
        let groups = groups.enumerate().map(|(g, first)| Head { first, group: Some(g) });
        let mut heads: Vec<Head> = singles.chain(groups).collect();
        heads.sort_unstable_by_key(|head| head.first);
        if !self.game().has_own_order() {
            return heads;
        }
        let sorts = heads.len() <= MAX_SORTED;
        let action = |head: &Head| self.head(head.first).action;
        // In what order actions come is up to the rules alone.
        for of_action in heads.chunk_by_mut(|a, b| action(a) == action(b)) {
            of_action.sort_by_cached_key(|head| self.veil(head.first, sorts));
        }
        heads
    }

    pub(crate) fn shown_group(&self, numbers: Range<usize>, many: Many, head: Candidate<'_>) -> Shown {
        let places = match many {
            Many::Ways(ways) => self.shown_places(head).map(|places| (ways, places)),
            Many::Numbers(_) => None,
        };
        Shown { numbers, places }
    }

    /// The places of what several are chosen of, in the order in which it is shown; None where that is theirs.
    pub(crate) fn shown_places(&self, head: Candidate<'_>) -> Option<Vec<usize>> {
        if !self.game().has_own_order() {
            return None;
        }
        let Some(Show::List(of)) = self.show_of_last(head) else { return None };
        let reader = offer(self.game(), self.position(), self.position().decider().unwrap_or(0), 1);
        let all = reader.elements(*head.inputs.last()?);
        let mut places: Vec<usize> = (0..all.len()).collect();
        places.sort_by_cached_key(|k| {
            let is_veiled = reader.is_veiled(all[*k], of, MAX_DEPTH);
            let mut number = Vec::new();
            is_veiled.then(|| {
                self.number(all[*k], of, &mut number);
                (by_number(&format!("{:?}", reader.value(all[*k], of))), number, self.chance(*k))
            })
        });
        (!places.is_sorted()).then_some(places)
    }

    /// How what is chosen last of a candidate is shown.
    pub(crate) fn show_of_last(&self, candidate: Candidate<'_>) -> Option<&Show> {
        match candidate.action {
            Some(action) => {
                let inputs = &self.game().program.actions[usize::from(action)].inputs;
                inputs.last().map(|input| &input.show)
            }
            None => Decision::show_of_answer(self.game(), self.position()),
        }
    }

    /// As [`Decision::all_shown`], without those of groups.
    pub(crate) fn shown_order(&self) -> Vec<usize> {
        self.heads(std::iter::empty()).into_iter().map(|head| head.first).collect()
    }

    /// By what a candidate, or a group by its first, is sorted behind those whose place tells nothing, if it is.
    pub(crate) fn veil(&self, i: usize, sorts: bool) -> Option<(String, Vec<u32>, u64)> {
        let looks = || if sorts { self.reads(i) } else { String::new() };
        let is_veiled = self.reader().names_veiled(self.position(), self.head(i));
        is_veiled.then(|| (looks(), self.numbers(self.head(i)), self.chance(i)))
    }

    /// The player's numbers for the things that a candidate names, the last one for those that have none.
    fn numbers(&self, candidate: Candidate<'_>) -> Vec<u32> {
        let Candidate { action, holder, inputs } = candidate;
        let mut all = Vec::new();
        match action.map(|a| &self.game().program.actions[usize::from(a)]) {
            Some(action) => {
                self.number(holder, &Show::Object, &mut all);
                let named = inputs.iter().zip(&action.inputs);
                named.for_each(|(w, input)| self.number(*w, &input.show, &mut all));
            }
            None => {
                let show = Decision::show_of_answer(self.game(), self.position());
                let named = inputs.iter().zip(show);
                named.for_each(|(w, show)| self.number(*w, show, &mut all));
            }
        }
        all
    }

    fn number(&self, w: u64, show: &Show, all: &mut Vec<u32>) {
        let Some(ids) = self.order_key().ids else { return };
        let reader = self.reader();
        match show {
            Show::Object if w != NULL && !is_constant(w) => {
                let number = birth(&reader, w).and_then(|birth| ids.get(birth));
                all.push(number.unwrap_or(u32::MAX));
            }
            Show::List(of) if **of == Show::Object && w != NULL => {
                let from = all.len();
                reader.elements(w).iter().for_each(|w| self.number(*w, of, all));
                all[from..].sort_unstable();
            }
            _ => {}
        }
    }

    /// How the player reads a candidate, so that sorting by it puts 9 before 10.
    fn reads(&self, i: usize) -> String {
        let seat = self.position().decider().unwrap_or(0);
        by_number(&describe(self.game(), self.position(), seat, self.head(i), self.len()).text)
    }

    pub(crate) fn chance(&self, i: usize) -> u64 {
        Random::new(self.order_key().chance ^ (i as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)).word()
    }
}

impl Reader<'_> {
    /// Whether a candidate names an object whose place among others may tell something, see [`Reader::is_veiled`].
    pub(crate) fn names_veiled(&self, position: &Position, candidate: Candidate<'_>) -> bool {
        self.any_named(position, candidate, |w, show, depth| self.is_veiled(w, show, depth))
    }

    /// Whether a candidate names an object of which the viewer does not see everything.
    pub(crate) fn names_hidden(&self, position: &Position, candidate: Candidate<'_>) -> bool {
        self.any_named(position, candidate, |w, show, depth| self.is_hidden(w, show, depth))
    }

    /// Whether a candidate names anything of which that holds. A global object, which carries actions for everybody, is the
    /// only one of its class.
    fn any_named(
        &self,
        position: &Position,
        candidate: Candidate<'_>,
        test: impl Fn(u64, &Show, u32) -> bool,
    ) -> bool {
        let Candidate { action, holder, inputs } = candidate;
        let Some(action) = action.map(|a| &self.game.program.actions[usize::from(a)]) else {
            let show = Decision::show_of_answer(self.game, position);
            return show.is_some_and(|show| inputs.iter().any(|w| test(*w, show, MAX_DEPTH)));
        };
        let is_chosen = self.game.program.classes[usize::from(action.class)].global.is_none();
        let shows = action.inputs.iter().map(|input| &input.show);
        is_chosen && test(holder, &Show::Object, 0)
            || inputs.iter().zip(shows).any(|(w, show)| test(*w, show, MAX_DEPTH))
    }
}

/// The text with each whole number at a fixed width.
pub(crate) fn by_number(text: &str) -> String {
    const ZEROS: &str = "000000000000";
    let (mut out, mut rest) = (String::with_capacity(text.len() + ZEROS.len()), text);
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, from) = rest.split_at(start);
        let (digits, after) = from.split_at(from.find(|c: char| !c.is_ascii_digit()).unwrap_or(from.len()));
        out.push_str(before);
        out.push_str(&ZEROS[digits.len().min(ZEROS.len())..]);
        out.push_str(digits);
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::{by_number, key};

    #[test]
    fn numbers_sort_by_their_value() {
        let mut tiles = ["b2", "a10", "a9", "b"];
        tiles.sort_by_key(|t| by_number(t));
        assert_eq!(tiles, ["a9", "a10", "b", "b2"]);
    }

    #[test]
    fn each_decision_has_a_key_of_its_own() {
        let keys = [key(1, 0, 0), key(1, 1, 0), key(1, 0, 1), key(2, 0, 0)];
        assert!(keys.iter().enumerate().all(|(i, k)| !keys[..i].contains(k)), "{keys:?}");
        assert_eq!(key(1, 0, 0), keys[0]);
    }
}
