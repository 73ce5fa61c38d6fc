//! Candidates for moves, as a program emits them: how they lie in memory. It does not know which of them are legal.
//!
//! Where several things are chosen together, the ways to choose them are numbered but not listed: one is made when
//! somebody looks at it. So it is with many numbers at equal distances.

use crate::numbers::Numbers;
use crate::ways::{self, Ways};
use bytecode::layout::{CONSTANTS, Shape, list};
use bytecode::word;
use std::collections::BTreeMap;
use std::ops::Range;

/// One move, or one answer to a question in the middle of an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate<'a> {
    /// By its place in `Program::actions`; None for an answer.
    pub action: Option<u16>,
    /// The object that carries the action, or null.
    pub holder: u64,
    /// An answer is one input.
    pub inputs: &'a [u64],
}

/// Candidates in the order in which they were emitted, packed into one vector, for there can be many.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    /// For each a head, its holder and its inputs.
    words: Vec<u64>,
    /// Where the head of each stands, groups left out.
    starts: Vec<u32>,
    /// Few lists have any, and they are moved about a lot.
    grouped: Option<Box<Grouped>>,
}

/// Those that are in groups.
#[derive(Clone, Debug, Default)]
struct Grouped {
    groups: Vec<Group>,
    /// Which number stands for which other, since some were taken out, and how many were.
    moved: BTreeMap<usize, usize>,
    taken: usize,
    /// Where the heads stand of those ways that were made, and where all heads ended before the first of them.
    made: BTreeMap<usize, u32>,
    own: usize,
}

/// Candidates that differ in their last input alone.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// The number of the first.
    first: usize,
    /// How many there are in the groups before.
    before: usize,
    many: Many,
    /// Where a head stands whose last input is the list of all elements, or the first number.
    head: u32,
}

/// What the last inputs of a group are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Many {
    /// Lists of elements of one list.
    Ways(Ways),
    Numbers(Numbers),
}

impl Many {
    pub fn count(&self) -> usize {
        match self {
            Many::Ways(ways) => ways.count(),
            Many::Numbers(numbers) => numbers.count(),
        }
    }
}

/// The action in the head of an answer. The number of inputs stands above it.
const NO_ACTION: u16 = u16::MAX;
const INPUTS_SHIFT: u32 = 32;

/// So many words a candidate with few inputs takes.
const ROOM: usize = 4;

impl Candidates {
    pub fn len(&self) -> usize {
        let Some(grouped) = &self.grouped else { return self.starts.len() };
        self.starts.len() + grouped.count() - grouped.taken
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many words all of them take.
    pub fn size(&self) -> usize {
        self.words.len()
    }

    /// Whether any of them may name something that stands in the words of a state from there on.
    pub fn lead_behind(&self, heap_end: usize) -> bool {
        // Without branches, so that many words are compared at once: an address, bare or in the word of a text.
        let room = (CONSTANTS - heap_end) as u64;
        let leads = |w: u64| {
            let at = (w ^ word::heap_text(0)).min(w);
            at.wrapping_sub(heap_end as u64) < room
        };
        self.words.iter().fold(false, |any, w| any | leads(*w))
    }

    pub fn clear(&mut self) {
        self.words.clear();
        self.starts.clear();
        if self.grouped.is_some() {
            self.grouped = None;
        }
    }

    pub fn push(&mut self, candidate: Candidate<'_>) {
        let at = self.push_words(candidate);
        self.starts.push(at);
    }

    /// Adds one of an action, from its holder and inputs as they stand in registers.
    ///
    /// Not put into the run loop, whose registers it would take.
    #[inline(never)]
    pub(crate) fn push_of(&mut self, action: u16, words: &[u64]) {
        let head = u64::from(action) | (words.len() as u64 - 1) << INPUTS_SHIFT;
        // Where there is room nothing is called, so that no registers need be saved.
        if self.words.capacity() - self.words.len() < ROOM
            || self.starts.len() == self.starts.capacity()
            || words.len() >= ROOM
        {
            return self.push_growing(head, words);
        }
        self.starts.push(self.words.len() as u32);
        // Lengths that are known here are copied without a call.
        match *words {
            [holder] => self.words.extend_from_slice(&[head, holder]),
            [holder, a] => self.words.extend_from_slice(&[head, holder, a]),
            [holder, a, b] => self.words.extend_from_slice(&[head, holder, a, b]),
            _ => {}
        }
    }

    /// Adds one with this head, and makes room for the next.
    #[cold]
    fn push_growing(&mut self, head: u64, words: &[u64]) {
        self.starts.push(self.words.len() as u32);
        self.words.push(head);
        self.words.extend_from_slice(words);
        self.starts.reserve(1);
        self.words.reserve(ROOM);
    }

    /// Adds a candidate for each of the ways to choose among the elements of the list that is its last input.
    pub fn push_ways(&mut self, candidate: Candidate<'_>, ways: Ways) {
        self.push_many(candidate, Many::Ways(ways));
    }

    /// Adds a candidate for each of the numbers as its last input, where some number stands.
    pub fn push_numbers(&mut self, candidate: Candidate<'_>, numbers: Numbers) {
        let Some((_, before)) = candidate.inputs.split_last() else { return };
        if !numbers.are_few() {
            return self.push_many(candidate, Many::Numbers(numbers));
        }
        for number in numbers.words() {
            self.push(Candidate { inputs: &[before, &[number]].concat(), ..candidate });
        }
    }

    fn push_many(&mut self, candidate: Candidate<'_>, many: Many) {
        let first = self.len();
        let head = self.push_words(candidate);
        if many.count() > 0 {
            let grouped = self.grouped.get_or_insert_default();
            grouped.groups.push(Group { first, before: grouped.count(), many, head });
        }
    }

    fn push_words(&mut self, candidate: Candidate<'_>) -> u32 {
        let Candidate { action, holder, inputs } = candidate;
        let at = self.words.len() as u32;
        let head = u64::from(action.unwrap_or(NO_ACTION)) | (inputs.len() as u64) << INPUTS_SHIFT;
        self.words.extend_from_slice(&[head, holder]);
        self.words.extend_from_slice(inputs);
        at
    }

    /// The candidate of that number, which must be less than [`Candidates::len`]. One of a group must have been made, see
    /// [`Candidates::make`], which is checked where assertions are; before, there is its [`Candidates::head`].
    #[inline]
    pub fn get(&self, i: usize) -> Candidate<'_> {
        match &self.grouped {
            None => self.at(self.starts[i]),
            Some(grouped) => {
                debug_assert!(grouped.is_made(i), "candidate {i} is of a group and has not been made");
                self.head(i)
            }
        }
    }

    /// The candidate of that number, made or not: where one of a group has not been made, its last input is the list of
    /// all elements, or the first number.
    #[inline]
    pub fn head(&self, i: usize) -> Candidate<'_> {
        match &self.grouped {
            None => self.at(self.starts[i]),
            Some(grouped) => self.head_of(grouped, i),
        }
    }

    fn head_of(&self, grouped: &Grouped, i: usize) -> Candidate<'_> {
        let number = grouped.number(i);
        match grouped.find(number) {
            Ok(start) => self.at(self.starts[start]),
            Err(group) => self.at(grouped.made.get(&number).copied().unwrap_or(group.head)),
        }
    }

    #[inline]
    fn at(&self, head: u32) -> Candidate<'_> {
        let at = head as usize;
        let head = self.words[at];
        let n = (head >> INPUTS_SHIFT) as usize;
        let action = Some(head as u16).filter(|action| *action != NO_ACTION);
        Candidate { action, holder: self.words[at + 1], inputs: &self.words[at + 2..at + 2 + n] }
    }

    /// The candidate of that number, which is made if it is of a group: the list that it chooses is put behind the words
    /// of the state that the candidates were listed on.
    #[inline]
    pub fn make(&mut self, i: usize, words: &mut Vec<u64>) -> Candidate<'_> {
        if self.has_groups() {
            self.make_of_group(i, words);
        }
        self.get(i)
    }

    fn make_of_group(&mut self, i: usize, words: &mut Vec<u64>) {
        let Some(grouped) = &self.grouped else { return };
        let number = grouped.number(i);
        let Err(group) = grouped.find(number) else { return };
        if grouped.made.contains_key(&number) {
            return;
        }
        let (head, many, place) = (group.head, group.many, number - group.first);
        let Candidate { action, holder, inputs } = self.at(head);
        let Some((last, before)) = inputs.split_last() else { return };
        let last = match many {
            Many::Numbers(numbers) => numbers.word(place),
            Many::Ways(ways) => list_of(words, *last, &ways.way(place)),
        };
        let inputs = [before, &[last]].concat();
        let own = self.words.len();
        let at = self.push_words(Candidate { action, holder, inputs: &inputs });
        let grouped = self.grouped.get_or_insert_default();
        if grouped.made.is_empty() {
            grouped.own = own;
        }
        grouped.made.insert(number, at);
    }

    /// Forgets what was made, as whoever takes back the words of the state must.
    pub fn forget(&mut self) {
        if let Some(grouped) = self.grouped.as_mut().filter(|g| !g.made.is_empty()) {
            grouped.made.clear();
            self.words.truncate(grouped.own);
        }
    }

    /// Makes all candidates of some groups, so that these are groups no more; none may have been taken out before.
    pub fn expand(&mut self, is_expanded: &[bool], words: &mut Vec<u64>) {
        let groups = self.grouped.iter().flat_map(|g| &g.groups);
        let groups: Vec<(Range<usize>, Many, u32)> =
            groups.map(|g| (g.first..g.first + g.many.count(), g.many, g.head)).collect();
        debug_assert_eq!(groups.len(), is_expanded.len());
        let (mut all, mut next) = (Candidates::default(), 0);
        for ((numbers, many, head), is_expanded) in groups.into_iter().zip(is_expanded) {
            (next..numbers.start).for_each(|i| all.push(self.head(i)));
            next = numbers.end;
            match is_expanded {
                true => numbers.for_each(|i| all.push(self.make(i, words))),
                false => all.push_many(self.at(head), many),
            }
        }
        (next..self.len()).for_each(|i| all.push(self.head(i)));
        *self = all;
    }

    /// Whether there are groups, of which single candidates must be made.
    pub fn has_groups(&self) -> bool {
        self.grouped.is_some()
    }

    /// For each group the numbers of its candidates, what their last inputs are, and a candidate whose last input is the
    /// list of all elements, or the first number.
    pub fn groups(&self) -> impl Iterator<Item = (Range<usize>, Many, Candidate<'_>)> {
        let groups = self.grouped.iter().flat_map(|g| &g.groups);
        groups.map(|g| (g.first..g.first + g.many.count(), g.many, self.at(g.head)))
    }

    /// The numbers of the candidates that are in no group.
    pub fn singles(&self) -> Vec<usize> {
        let (mut singles, mut next) = (Vec::new(), 0);
        for (numbers, ..) in self.groups() {
            singles.extend(next..numbers.start);
            next = numbers.end;
        }
        singles.extend(next..self.len());
        singles
    }

    /// One candidate of each group, and all others.
    pub fn heads(&self) -> impl Iterator<Item = Candidate<'_>> {
        let groups = self.grouped.iter().flat_map(|g| &g.groups);
        self.starts.iter().copied().chain(groups.map(|g| g.head)).map(|head| self.at(head))
    }

    /// Takes a candidate out; the last one takes its number.
    pub fn swap_remove(&mut self, i: usize) {
        let last = self.len() - 1;
        let Some(grouped) = &mut self.grouped else {
            self.starts.swap_remove(i);
            return;
        };
        let moves = grouped.number(last);
        grouped.moved.remove(&last);
        if i < last {
            grouped.moved.insert(i, moves);
        }
        grouped.taken += 1;
    }
}

impl Grouped {
    /// How many candidates there are in groups.
    fn count(&self) -> usize {
        self.groups.last().map_or(0, |g| g.before + g.many.count())
    }

    fn is_made(&self, i: usize) -> bool {
        let number = self.number(i);
        self.find(number).is_ok() || self.made.contains_key(&number)
    }

    fn number(&self, i: usize) -> usize {
        self.moved.get(&i).copied().unwrap_or(i)
    }

    /// Which of `starts` has that number, or which group.
    fn find(&self, number: usize) -> Result<usize, &Group> {
        let Some(group) = self.groups.partition_point(|g| g.first <= number).checked_sub(1) else {
            return Ok(number);
        };
        let group = &self.groups[group];
        match number - group.first < group.many.count() {
            true => Err(group),
            false => Ok(number - group.before - group.many.count()),
        }
    }
}

/// Puts a list of those elements of another one behind the words of a state, and gives its address.
fn list_of(words: &mut Vec<u64>, all: u64, places: &[usize]) -> u64 {
    let (kind, elements) = (list::kind(words[all as usize]), ways::elements(words, all));
    let chosen: Vec<u64> = places.iter().map(|k| elements[*k]).collect();
    let address = words.len();
    words.push(list::head(Shape::List, kind, list::NO_ZONE, chosen.len()));
    words.push(list::place(chosen.len(), address + list::HEAD));
    words.extend_from_slice(&chosen);
    address as u64
}

#[cfg(test)]
mod tests {
    use super::{Candidate, Candidates};
    use crate::ways::{Ways, elements};
    use bytecode::layout::{CONSTANTS, Shape, list};
    use bytecode::word::{self, Kind};

    #[test]
    fn candidates_come_out_as_they_went_in() {
        let moves = [
            Candidate { action: Some(0), holder: 7, inputs: &[] },
            Candidate { action: None, holder: 0, inputs: &[u64::MAX] },
            Candidate { action: Some(u16::MAX - 1), holder: 9, inputs: &[1, 2, 3] },
        ];
        let mut candidates = Candidates::default();
        moves.iter().for_each(|c| candidates.push(*c));
        assert_eq!(candidates.heads().collect::<Vec<_>>(), moves);
        candidates.swap_remove(0);
        assert_eq!([candidates.get(0), candidates.get(1)], [moves[2], moves[1]]);
    }

    #[test]
    fn what_was_made_for_candidates_is_found_among_their_words() {
        let leads = |inputs: &[u64]| {
            let mut candidates = Candidates::default();
            candidates.push(Candidate { action: Some(1), holder: 20, inputs });
            candidates.lead_behind(100)
        };
        // Objects and texts from before, numbers, null, constants.
        let (object, text) = (99, word::heap_text(99));
        assert!(!leads(&[]));
        assert!(!leads(&[object, text, word::number(120.0), word::NULL, word::TRUE]));
        assert!(!leads(&[CONSTANTS as u64 + 100]));
        assert!(leads(&[object, 100]));
        assert!(leads(&[word::heap_text(100)]));
    }

    /// A list of three elements, and candidates around the ways to choose up to two of them.
    fn grouped() -> (Vec<u64>, Candidates) {
        let words = vec![
            list::head(Shape::List, Kind::Plain, list::NO_ZONE, 3),
            list::place(3, list::HEAD),
            70,
            80,
            90,
        ];
        let mut candidates = Candidates::default();
        candidates.push(Candidate { action: Some(1), holder: 0, inputs: &[] });
        let Some(ways) = Ways::new(3, 0, 2, false) else { panic!("there are 7 ways") };
        candidates.push_ways(Candidate { action: Some(2), holder: 0, inputs: &[5, 0] }, ways);
        candidates.push(Candidate { action: Some(3), holder: 0, inputs: &[] });
        (words, candidates)
    }

    fn shown(words: &mut Vec<u64>, candidates: &mut Candidates) -> Vec<String> {
        let all = candidates.len();
        let one = |i| {
            let Candidate { action, inputs, .. } = candidates.make(i, words);
            let chosen = inputs.last().map(|l| elements(words, *l).to_vec());
            format!("{action:?} {chosen:?}").replace("Some", "")
        };
        (0..all).map(one).collect()
    }

    #[test]
    fn ways_are_candidates_that_are_made_when_they_are_looked_at() {
        let (mut words, mut candidates) = grouped();
        let all = [
            "(1) None",
            "(2) ([])",
            "(2) ([70])",
            "(2) ([80])",
            "(2) ([90])",
            "(2) ([70, 80])",
            "(2) ([70, 90])",
            "(2) ([80, 90])",
            "(3) None",
        ];
        assert_eq!(shown(&mut words, &mut candidates), all);
        let size = candidates.size();
        candidates.forget();
        words.truncate(5);
        assert!(candidates.size() < size);
        assert_eq!(shown(&mut words, &mut candidates), all);
    }

    #[test]
    fn taking_ways_out_does_as_with_a_list() {
        let (mut words, mut candidates) = grouped();
        let mut left = shown(&mut words, &mut candidates);
        for i in [3, 0, 6, 2, 2, 0, 1, 1, 0] {
            left.swap_remove(i);
            candidates.swap_remove(i);
            assert_eq!(shown(&mut words, &mut candidates), left);
        }
        assert!(candidates.is_empty());
    }
}
