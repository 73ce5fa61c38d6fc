//! The candidates of a decision as paths of typed parts: how they are read and in which order they stand. It knows no
//! texts that people type.
//!
//! Parts that read alike and are not the same, such as cards that the seat does not know, are counted among those that
//! stand beside one another in the tree, in the order of [`crate::order`], legal ones alone.

mod path;
mod tree;

use crate::decision::{Decision, holder_of, is_ordered_answer};
use crate::game::Game;
use crate::order::MAX_SORTED;
use crate::parts::MAX_TRIED;
use crate::position::{Position, Tried};
use crate::tabletop::{self, Ids, Part, Typed};
use crate::view::reader::{MAX_DEPTH, Reader, plain};
use bytecode::program::{Input, Show};
use std::collections::BTreeMap;
use std::ops::Range;
use vm::{Candidate, Many, Numbers, Ways};

/// Where lists of so many elements have no more ways than this and each must be tried, the legal ones are told as whole
/// lists.
const MAX_WAYS_LISTED: usize = 1_000;

/// A candidate, or many that differ in their last part alone.
struct Entry {
    what: What,
    /// Its parts, of many without the last.
    parts: Vec<u32>,
    /// How many parts stand before the first input.
    before: usize,
    action: Option<u16>,
    tried: Option<Tried>,
}

impl Entry {
    /// The number of its first candidate.
    fn first(&self) -> usize {
        match self.what {
            What::One(i) | What::Ways { first: i, .. } | What::Numbers { first: i, .. } => i,
        }
    }
}

enum What {
    One(usize),
    /// The elements are in the order in which they are told, each with its place among them all.
    Ways {
        first: usize,
        ways: Ways,
        elements: Vec<(u32, usize)>,
    },
    Numbers {
        first: usize,
        numbers: Numbers,
    },
}

/// The candidates of a decision.
pub(crate) struct Offered<'i> {
    reading: PartReader<'i>,
    /// What parts read, each with the number of the first that reads like it.
    parts: Vec<(Part, u32)>,
    /// Of parts that read alike and are not the same, the words for which they stand.
    words: BTreeMap<u32, Vec<u64>>,
    by_key: BTreeMap<u64, u32>,
    /// Of values that are no lists, by the input and the word.
    by_word: BTreeMap<(u32, u64), u32>,
    entries: Vec<Entry>,
    /// How many leaves the tree has that is growing.
    leaves: usize,
}

/// Reads parts for a seat that has these numbers for things.
struct PartReader<'i> {
    game: &'i Game,
    ids: &'i Ids,
}

impl PartReader<'_> {
    /// The action of that number.
    fn action(&self, number: usize) -> Part {
        let program = &self.game.program;
        let action = &program.actions[number];
        let is_shared =
            program.actions.iter().filter(|a| a.name == action.name && (a.chosen || a.offered)).count() > 1;
        let of = || self.game.names.classes[usize::from(action.class)].clone();
        let (name, of) = (self.game.names.actions[number].clone(), is_shared.then(of));
        Part::Action { name, of }
    }

    fn value(&self, reader: &Reader<'_>, w: u64, show: &Show) -> Part {
        let typed = reader.typed(self.ids, w, show);
        Part::Value(typed.unwrap_or_else(|| Typed::Named(plain(&reader.value(w, show)))))
    }

    /// What tells a value from others that read like it.
    fn words(reader: &Reader<'_>, w: u64, show: &Show, part: &Part) -> Vec<u64> {
        match (part, show) {
            (Part::Value(Typed::List(_) | Typed::Table(_)), _)
                if reader.names_unknown(w, show, MAX_DEPTH) =>
            {
                Self::elements(reader, w, show)
            }
            (Part::Value(typed), _) if !typed.names_unknown() => Vec::new(),
            _ => Self::elements(reader, w, show),
        }
    }

    fn elements(reader: &Reader<'_>, w: u64, show: &Show) -> Vec<u64> {
        if let Show::List(_) = show { reader.elements(w).to_vec() } else { vec![w] }
    }

    /// All parts of a candidate that was listed on a position.
    fn all(&self, reader: &Reader<'_>, position: &Position, candidate: Candidate<'_>) -> Vec<Part> {
        let Some(action) = candidate.action else {
            let show = Decision::show_of_answer(self.game, position);
            let is_ordered = is_ordered_answer(position);
            let value = |show| reader.choice(is_ordered, |r| self.value(r, candidate.inputs[0], show));
            return show.map(value).into_iter().collect();
        };
        let number = usize::from(action);
        let action = &self.game.program.actions[number];
        let holder = holder_of(reader, action, candidate.holder);
        let holder = holder.map(|(w, show)| self.value(reader, w, &show));
        let inputs = action.inputs.iter().zip(candidate.inputs);
        let value =
            |(input, w): (&Input, &u64)| reader.choice(input.ordered, |r| self.value(r, *w, &input.show));
        let inputs = inputs.map(value);
        [self.action(number)].into_iter().chain(holder).chain(inputs).collect()
    }
}

/// All parts of a candidate, as a path that names it, or one that reads like it.
pub(crate) fn parts_of(decision: &mut Decision<'_>, ids: &Ids, i: usize) -> Vec<Part> {
    let parts = PartReader { game: decision.game(), ids };
    decision
        .looking_at(i, |decision| parts.all(&decision.reader(), decision.position(), decision.candidate(i)))
}

/// What stands in a list of what may be chosen, before it is read.
#[derive(Clone, Copy)]
enum Head {
    Single(usize),
    /// One of a group that is told one by one.
    OfGroup(usize),
    Group(usize),
}

impl<'i> Offered<'i> {
    pub(crate) fn new<'m: 'i>(decision: &mut Decision<'m>, ids: &'i Ids) -> Offered<'i> {
        Offered::on_the_way(decision, ids, &[])
    }

    /// Those candidates alone that somebody can mean who names these parts: of all others nothing is read.
    pub(crate) fn on_the_way<'m: 'i>(
        decision: &mut Decision<'m>,
        ids: &'i Ids,
        path: &[Part],
    ) -> Offered<'i> {
        let mut offered = Offered {
            reading: PartReader { game: decision.game(), ids },
            parts: Vec::new(),
            words: BTreeMap::new(),
            by_key: BTreeMap::new(),
            by_word: BTreeMap::new(),
            entries: Vec::new(),
            leaves: 0,
        };
        let groups: Vec<(usize, usize, Many)> = decision
            .candidates()
            .groups()
            .map(|(numbers, many, _)| (numbers.start, numbers.len(), many))
            .collect();
        let mut heads = heads(decision, &groups);
        if !path.is_empty() {
            heads = path::narrowed(decision, ids, (heads, &groups), path);
        }
        for head in heads {
            let entry = match head {
                Head::Single(i) => offered.single(decision, i),
                Head::OfGroup(i) => decision.looking_at(i, |decision| offered.single(decision, i)),
                Head::Group(g) => offered.group(decision, groups[g], g),
            };
            offered.entries.push(entry);
        }
        offered
    }

    fn single(&mut self, decision: &Decision<'_>, i: usize) -> Entry {
        let candidate = decision.candidate(i);
        let (parts, before) = self.read(decision, candidate, candidate.inputs.len());
        Entry { what: What::One(i), parts, before, action: candidate.action, tried: None }
    }

    fn group(&mut self, decision: &Decision<'_>, (first, _, many): (usize, usize, Many), g: usize) -> Entry {
        let heads = decision.candidates().groups().nth(g);
        let Some((.., candidate)) = heads else { return self.single(decision, first) };
        let (parts, before) = self.read(decision, candidate, candidate.inputs.len().saturating_sub(1));
        let what = match many {
            Many::Numbers(numbers) => What::Numbers { first, numbers },
            Many::Ways(ways) => What::Ways { first, ways, elements: self.elements(decision, candidate) },
        };
        Entry { what, parts, before, action: candidate.action, tried: None }
    }

    /// The numbers of the action, the object that carries it, and so many inputs; and how many parts stand before these.
    fn read(
        &mut self,
        decision: &Decision<'_>,
        candidate: Candidate<'_>,
        inputs: usize,
    ) -> (Vec<u32>, usize) {
        /// More inputs than any action has.
        const INPUTS: u32 = 1 << 16;
        let reader = decision.reader();
        let Some(action) = candidate.action else {
            let show = Decision::show_of_answer(decision.game(), decision.position()).filter(|_| inputs > 0);
            let is_ordered = is_ordered_answer(decision.position());
            let mut value = |w, show| reader.choice(is_ordered, |r| self.value(r, u32::MAX, w, show));
            let answer = show.map(|show| value(candidate.inputs[0], show));
            return (answer.into_iter().collect(), 0);
        };
        let number = u32::from(action) * INPUTS;
        let of = usize::from(action);
        let action = &decision.game().program.actions[of];
        let name = self.by_word.get(&(number + INPUTS - 1, 0)).copied();
        let name = name.unwrap_or_else(|| {
            let name = self.number(self.reading.action(of), Vec::new());
            self.by_word.insert((number + INPUTS - 1, 0), name);
            name
        });
        let mut parts = vec![name];
        if let Some((w, show)) = holder_of(&reader, action, candidate.holder) {
            parts.push(self.value(&reader, number + INPUTS - 2, w, &show));
        }
        let before = parts.len();
        for ((input, w), k) in action.inputs.iter().zip(&candidate.inputs[..inputs]).zip(0..) {
            let value = reader.choice(input.ordered, |r| self.value(r, number + k, *w, &input.show));
            parts.push(value);
        }
        (parts, before)
    }

    fn value(&mut self, reader: &Reader<'_>, input: u32, w: u64, show: &Show) -> u32 {
        // Where a list stands another may stand later.
        let is_lasting = !matches!(show, Show::List(_) | Show::Table(..));
        if let Some(number) = self.by_word.get(&(input, w)).filter(|_| is_lasting) {
            return *number;
        }
        let part = self.reading.value(reader, w, show);
        let words = PartReader::words(reader, w, show, &part);
        let number = self.number(part, words);
        if is_lasting {
            self.by_word.insert((input, w), number);
        }
        number
    }

    /// The number of a part that stands for these words, which are none where it reads like no other one.
    fn number(&mut self, part: Part, words: Vec<u64>) -> u32 {
        let next = self.parts.len() as u32;
        let key = part.hash();
        let mut first = next;
        if !words.is_empty() {
            first = self.place(key, next, |offered, n| *offered.part(n) == part);
        }
        let of_words = words.iter().fold(key, |hash, w| tabletop::mix(hash, *w));
        let is_it = |offered: &Self, n: u32| {
            let own = offered.words.get(&n).map_or(&[][..], Vec::as_slice);
            *offered.part(n) == part && own == words
        };
        let number = self.place(of_words, next, is_it);
        if number == next {
            self.parts.push((part, first));
            if !words.is_empty() {
                self.words.insert(next, words);
            }
        }
        number
    }

    /// The number that is kept under a hash and is meant, or else `next`, which is kept there now. What has the same hash
    /// and is not meant goes to the next one that is free.
    fn place(&mut self, mut hash: u64, next: u32, is_meant: impl Fn(&Self, u32) -> bool) -> u32 {
        loop {
            match self.by_key.get(&hash) {
                None => {
                    self.by_key.insert(hash, next);
                    return next;
                }
                // It is about to become this part.
                Some(known) if *known == next || is_meant(self, *known) => return *known,
                Some(_) => hash = hash.wrapping_add(1),
            }
        }
    }

    /// What several are chosen of.
    fn elements(&mut self, decision: &Decision<'_>, candidate: Candidate<'_>) -> Vec<(u32, usize)> {
        let reader = decision.reader();
        let (Some(Show::List(of)), Some(list)) = (decision.show_of_last(candidate), candidate.inputs.last())
        else {
            return Vec::new();
        };
        let all = reader.elements(*list);
        let places = decision.shown_places(candidate).unwrap_or_else(|| (0..all.len()).collect());
        places.into_iter().map(|k| (self.value(&reader, u32::MAX - 1, all[k], of), k)).collect()
    }

    fn part(&self, number: u32) -> &Part {
        &self.parts[number as usize].0
    }

    /// Whether an entry is legal; of many whether one of those that are tried is.
    fn is_legal(&mut self, decision: &mut Decision<'_>, e: usize) -> bool {
        let entry = &mut self.entries[e];
        let tried = entry.tried.get_or_insert_with(|| match &entry.what {
            What::One(i) => decision.tried(*i),
            What::Ways { first, ways, .. } => {
                best_of(decision, *first..*first + ways.count().min(MAX_WAYS_LISTED))
            }
            What::Numbers { first, numbers } => {
                best_of(decision, *first..*first + numbers.count().min(MAX_TRIED))
            }
        });
        *tried == Tried::Legal
    }

    fn first_legal(&mut self, decision: &mut Decision<'_>, entries: &[usize]) -> Option<usize> {
        entries.iter().copied().find(|e| self.is_legal(decision, *e))
    }

    /// The entries that go on with the same part, in the order in which they come first.
    fn siblings(&self, entries: &[usize], depth: usize) -> Vec<(u32, Vec<usize>)> {
        let mut places: BTreeMap<u32, usize> = BTreeMap::new();
        let mut found: Vec<(u32, Vec<usize>)> = Vec::new();
        for e in entries {
            let Some(key) = self.entries[*e].parts.get(depth) else { continue };
            let place = *places.entry(*key).or_insert_with(|| {
                found.push((*key, Vec::new()));
                found.len() - 1
            });
            found[place].1.push(*e);
        }
        found
    }
}

/// Legal, where one of the candidates of a group is; otherwise what is known of one that takes too long to be tried, or
/// else of the first.
fn best_of(decision: &mut Decision<'_>, numbers: Range<usize>) -> Tried {
    if !decision.needs_trial(numbers.start) {
        return Tried::Legal;
    }
    let mut best = None;
    for i in numbers {
        match decision.tried(i) {
            Tried::Legal => return Tried::Legal,
            Tried::TooLong => best = Some(Tried::TooLong),
            other => best = best.or(Some(other)),
        }
    }
    best.unwrap_or(Tried::Untried)
}

/// What may be chosen in the order in which the seat is shown it.
fn heads(decision: &mut Decision<'_>, groups: &[(usize, usize, Many)]) -> Vec<Head> {
    let mut heads = Vec::new();
    let mut next = 0;
    for (g, (first, count, many)) in groups.iter().enumerate() {
        heads.extend((next..*first).map(Head::Single));
        let is_few = matches!(many, Many::Ways(_)) && *count <= MAX_WAYS_LISTED;
        match is_few && decision.needs_trial(*first) {
            true => heads.extend((*first..first + count).map(Head::OfGroup)),
            false => heads.push(Head::Group(g)),
        }
        next = first + count;
    }
    heads.extend((next..decision.len()).map(Head::Single));
    if decision.game().has_own_order() { in_order(decision, heads, groups) } else { heads }
}

/// What names anything that the seat does not see in full comes last, see [`crate::order`].
fn in_order(decision: &mut Decision<'_>, heads: Vec<Head>, groups: &[(usize, usize, Many)]) -> Vec<Head> {
    let sorts = heads.len() <= MAX_SORTED;
    let mut keyed = Vec::with_capacity(heads.len());
    for head in heads {
        let i = match head {
            Head::Single(i) | Head::OfGroup(i) => i,
            Head::Group(g) => groups[g].0,
        };
        let (action, veil) = match head {
            Head::OfGroup(_) => {
                decision.looking_at(i, |decision| (decision.candidate(i).action, decision.veil(i, sorts)))
            }
            _ => (decision.head(i).action, decision.veil(i, sorts)),
        };
        keyed.push((action, veil, head));
    }
    // In what order actions come is up to the rules alone.
    for of_action in keyed.chunk_by_mut(|a, b| a.0 == b.0) {
        of_action.sort_by(|a, b| a.1.cmp(&b.1));
    }
    keyed.into_iter().map(|(.., head)| head).collect()
}

fn no_such() -> &'static str {
    "there is no such move now"
}
