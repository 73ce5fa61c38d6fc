//! The candidates of a decision as paths of typed parts: the tree of those that are legal, and the candidate that a path
//! names. It knows no texts that people type.
//!
//! Parts that read alike and are not the same, such as cards that the seat does not know, are counted among those that
//! stand beside one another in the tree, in the order of [`crate::order`], legal ones alone.

use crate::decision::{Decision, Meant, holder_of, most_written, offer};
use crate::fault::OUT_OF_FUEL;
use crate::game::Game;
use crate::order::MAX_SORTED;
use crate::parts::MAX_TRIED;
use crate::position::Position;
use crate::question::{MAX_LISTED, Range, Refused, WhyNot};
use crate::tabletop::{Ids, MoveTree, Node, Part, Ref, Typed};
use crate::view::reader::{Reader, plain};
use bytecode::program::{Action, Show};
use std::collections::BTreeMap;
use vm::{Candidate, Many, Numbers, Ways};

/// A tree of more bytes is told in parts.
const MAX_BYTES: usize = 64 * 1024;

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
    is_legal: Option<bool>,
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
    by_key: BTreeMap<String, u32>,
    by_reading: BTreeMap<String, u32>,
    /// Of values that are no lists, by the input and the word.
    by_word: BTreeMap<(u32, u64), u32>,
    entries: Vec<Entry>,
    /// How many leaves the tree has that is growing.
    leaves: usize,
}

/// Why a tree was not made.
enum Stop {
    TooMany,
    Spent,
}

/// A node with what is below it, in the order of the first move that goes through it.
struct Grown {
    what: GrownWhat,
    first: usize,
    below: Below,
}

enum GrownWhat {
    Part(u32),
    Range { range: Range, unsure: bool },
    Choose { entry: usize, unsure: bool },
    Free(u16),
}

enum Below {
    Nothing,
    Cut,
    Nodes(Vec<Grown>),
}

/// Reads parts for a seat that has these numbers for things.
struct PartReader<'i> {
    game: &'i Game,
    ids: &'i Ids,
}

impl PartReader<'_> {
    fn action(&self, action: &Action) -> Part {
        let program = &self.game.program;
        let is_shared =
            program.actions.iter().filter(|a| a.name == action.name && (a.chosen || a.offered)).count() > 1;
        let of = || program.classes[usize::from(action.class)].name.clone();
        Part::Action { name: action.name.clone(), of: is_shared.then(of) }
    }

    /// A value, and what tells it from others that read like it.
    fn value(&self, reader: &Reader<'_>, w: u64, show: &Show) -> (Part, String) {
        let typed =
            reader.typed(self.ids, w, show).unwrap_or_else(|| Typed::Named(plain(&reader.value(w, show))));
        let mut key = format!("{typed:?}");
        if typed.names_unknown() {
            let words = if let Show::List(_) = show { reader.elements(w) } else { &[w] };
            key = format!("{key} {words:?}");
        }
        (Part::Value(typed), key)
    }

    /// All parts of a candidate that was listed on a position.
    fn all(&self, reader: &Reader<'_>, position: &Position, candidate: Candidate<'_>) -> Vec<Part> {
        let Some(action) = candidate.action else {
            let show = Decision::show_of_answer(self.game, position);
            return show.map(|show| self.value(reader, candidate.inputs[0], show).0).into_iter().collect();
        };
        let action = &self.game.program.actions[usize::from(action)];
        let holder = holder_of(reader, action, candidate.holder);
        let holder = holder.map(|(w, show)| self.value(reader, w, &show).0);
        let inputs = action.inputs.iter().zip(candidate.inputs);
        let inputs = inputs.map(|(input, w)| self.value(reader, *w, &input.show).0);
        [self.action(action)].into_iter().chain(holder).chain(inputs).collect()
    }
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
        let mut offered = Offered {
            reading: PartReader { game: decision.game(), ids },
            parts: Vec::new(),
            by_key: BTreeMap::new(),
            by_reading: BTreeMap::new(),
            by_word: BTreeMap::new(),
            entries: Vec::new(),
            leaves: 0,
        };
        let groups: Vec<(usize, usize, Many)> = decision
            .candidates()
            .groups()
            .map(|(numbers, many, _)| (numbers.start, numbers.len(), many))
            .collect();
        for head in heads(decision, &groups) {
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
        Entry { what: What::One(i), parts, before, action: candidate.action, is_legal: None }
    }

    fn group(&mut self, decision: &Decision<'_>, (first, _, many): (usize, usize, Many), g: usize) -> Entry {
        let heads = decision.candidates().groups().nth(g);
        let Some((.., candidate)) = heads else { return self.single(decision, first) };
        let (parts, before) = self.read(decision, candidate, candidate.inputs.len().saturating_sub(1));
        let what = match many {
            Many::Numbers(numbers) => What::Numbers { first, numbers },
            Many::Ways(ways) => What::Ways { first, ways, elements: self.elements(decision, candidate) },
        };
        Entry { what, parts, before, action: candidate.action, is_legal: None }
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
            let answer = show.map(|show| self.value(&reader, u32::MAX, candidate.inputs[0], show));
            return (answer.into_iter().collect(), 0);
        };
        let number = u32::from(action) * INPUTS;
        let action = &decision.game().program.actions[usize::from(action)];
        let name = self.by_word.get(&(number + INPUTS - 1, 0)).copied();
        let name = name.unwrap_or_else(|| {
            let part = self.reading.action(action);
            let key = format!("{part:?}");
            let name = self.number(part, key);
            self.by_word.insert((number + INPUTS - 1, 0), name);
            name
        });
        let mut parts = vec![name];
        if let Some((w, show)) = holder_of(&reader, action, candidate.holder) {
            parts.push(self.value(&reader, number + INPUTS - 2, w, &show));
        }
        let before = parts.len();
        for ((input, w), k) in action.inputs.iter().zip(&candidate.inputs[..inputs]).zip(0..) {
            parts.push(self.value(&reader, number + k, *w, &input.show));
        }
        (parts, before)
    }

    fn value(&mut self, reader: &Reader<'_>, input: u32, w: u64, show: &Show) -> u32 {
        // Where a list stands another may stand later.
        let is_lasting = !matches!(show, Show::List(_) | Show::Table(..));
        if let Some(number) = self.by_word.get(&(input, w)).filter(|_| is_lasting) {
            return *number;
        }
        let (part, key) = self.reading.value(reader, w, show);
        let number = self.number(part, key);
        if is_lasting {
            self.by_word.insert((input, w), number);
        }
        number
    }

    fn number(&mut self, part: Part, key: String) -> u32 {
        let next = self.parts.len() as u32;
        let number = *self.by_key.entry(key).or_insert(next);
        if number == next {
            let first = *self.by_reading.entry(format!("{part:?}")).or_insert(next);
            self.parts.push((part, first));
        }
        number
    }

    /// What several are chosen of.
    fn elements(&mut self, decision: &Decision<'_>, candidate: Candidate<'_>) -> Vec<(u32, usize)> {
        let reader = decision.reader();
        let program = &decision.game().program;
        let show = match candidate.action {
            Some(action) => program.actions[usize::from(action)].inputs.last().map(|input| &input.show),
            None => Decision::show_of_answer(decision.game(), decision.position()),
        };
        let (Some(Show::List(of)), Some(list)) = (show, candidate.inputs.last()) else { return Vec::new() };
        let all = reader.elements(*list).iter().enumerate();
        let mut all: Vec<(u32, usize)> =
            all.map(|(k, w)| (self.value(&reader, u32::MAX - 1, *w, of), k)).collect();
        all.sort_by_cached_key(|(number, k)| {
            let is_veiled = reader.is_veiled(reader.elements(*list)[*k], of, 1);
            is_veiled.then(|| (format!("{:?}", self.part(*number)), decision.chance(*k)))
        });
        all
    }

    fn part(&self, number: u32) -> &Part {
        &self.parts[number as usize].0
    }

    /// Whether an entry is legal; of many whether one of those that are tried is.
    fn is_legal(&mut self, decision: &mut Decision<'_>, e: usize) -> bool {
        if let Some(is_legal) = self.entries[e].is_legal {
            return is_legal;
        }
        let is_legal = match &self.entries[e].what {
            What::One(i) => decision.is_legal(*i),
            What::Ways { first, ways, .. } => {
                let (first, count) = (*first, ways.count().min(MAX_WAYS_LISTED));
                !decision.needs_trial(first) || (first..first + count).any(|i| decision.is_legal(i))
            }
            What::Numbers { first, numbers } => {
                let (first, count) = (*first, numbers.count().min(MAX_TRIED));
                !decision.needs_trial(first) || (first..first + count).any(|i| decision.is_legal(i))
            }
        };
        self.entries[e].is_legal = Some(is_legal);
        is_legal
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

    /// The tree of what may follow some parts; where it would be too large or take too long, as many levels of it as is
    /// fitting.
    pub(crate) fn tree(
        &mut self,
        decision: &mut Decision<'_>,
        begun: &[Part],
        most_levels: usize,
    ) -> Result<MoveTree, Refused> {
        let mut entries: Vec<usize> = (0..self.entries.len()).collect();
        for (depth, part) in begun.iter().enumerate() {
            entries = self.descend(decision, &entries, depth, part);
        }
        let longest = entries.iter().map(|e| self.entries[*e].parts.len() + 1).max().unwrap_or(0);
        let mut levels = longest.saturating_sub(begun.len()).clamp(1, most_levels.max(1));
        loop {
            self.leaves = 0;
            match self.grow(decision, &entries, begun.len(), levels) {
                Err(Stop::Spent) => return Err(Refused::Illegal(OUT_OF_FUEL.to_owned())),
                Err(Stop::TooMany) if levels > 1 => {}
                Err(Stop::TooMany) => return Ok(MoveTree { more: true, ..MoveTree::default() }),
                Ok(grown) if grown.is_empty() => return Err(Refused::Illegal(no_such().to_owned())),
                Ok(grown) => {
                    let tree = self.rendered(grown);
                    if levels == 1 || tree.bytes() <= MAX_BYTES {
                        return Ok(tree);
                    }
                }
            }
            levels -= 1;
        }
    }

    fn grow(
        &mut self,
        decision: &mut Decision<'_>,
        entries: &[usize],
        depth: usize,
        levels: usize,
    ) -> Result<Vec<Grown>, Stop> {
        let mut grown = Vec::new();
        for e in entries {
            if self.entries[*e].parts.len() == depth {
                grown.extend(self.grow_many(decision, *e)?);
            }
        }
        for (key, those) in self.siblings(entries, depth) {
            let ends = |e: &usize| {
                let entry = &self.entries[*e];
                entry.parts.len() == depth + 1 && matches!(entry.what, What::One(_))
            };
            let ends = those.first().is_some_and(ends);
            let what = GrownWhat::Part(key);
            if ends || levels == 1 {
                let Some(first) = self.first_legal(decision, &those) else { continue };
                let below = if ends { Below::Nothing } else { Below::Cut };
                grown.push(Grown { what, first, below });
            } else {
                let below = self.grow(decision, &those, depth + 1, levels - 1)?;
                let Some(first) = below.iter().map(|node| node.first).min() else { continue };
                grown.push(Grown { what, first, below: Below::Nodes(below) });
            }
            self.leaves += 1;
            if self.leaves > MAX_LISTED {
                return Err(Stop::TooMany);
            }
        }
        if decision.is_spent() {
            return Err(Stop::Spent);
        }
        grown.sort_by_key(|node| node.first);
        if let Some((most, is_last)) = self.free_at(decision, entries, depth).filter(|_| !grown.is_empty()) {
            let below = if is_last { Below::Nothing } else { Below::Cut };
            grown.push(Grown { what: GrownWhat::Free(most), first: usize::MAX, below });
        }
        Ok(grown)
    }

    /// How long a text may be that is written for the part at that place, where one may be, and whether it is the last.
    fn free_at(&self, decision: &Decision<'_>, entries: &[usize], depth: usize) -> Option<(u16, bool)> {
        let entry = &self.entries[*entries.first()?];
        let Some(action) = entry.action else {
            let most = most_written(decision.position().asked()?.how)?;
            return Some((most, true)).filter(|_| depth == 0);
        };
        let inputs = &decision.game().program.actions[usize::from(action)].inputs;
        let k = depth.checked_sub(entry.before)?;
        Some((inputs.get(k)?.free?, k + 1 == inputs.len()))
    }

    /// Many that differ in their last part.
    fn grow_many(&mut self, decision: &mut Decision<'_>, e: usize) -> Result<Vec<Grown>, Stop> {
        let (first, numbers) = match self.entries[e].what {
            What::One(_) => return Ok(Vec::new()),
            What::Ways { first, .. } => {
                let unsure = decision.needs_trial(first);
                let what = GrownWhat::Choose { entry: e, unsure };
                return Ok(vec![Grown { what, first: e, below: Below::Nothing }]);
            }
            What::Numbers { first, numbers } => (first, numbers),
        };
        let part = |from: usize, to: usize, unsure: bool| {
            let at = |k: usize| numbers.first() + k as f64 * numbers.step();
            let range = Range { from: at(from), to: at(to), step: numbers.step() };
            Grown { what: GrownWhat::Range { range, unsure }, first: e, below: Below::Nothing }
        };
        let last = numbers.count().saturating_sub(1);
        if !decision.needs_trial(first) || numbers.count() > MAX_TRIED {
            return Ok(vec![part(0, last, decision.needs_trial(first))]);
        }
        let (mut found, mut from) = (Vec::new(), None);
        for k in 0..numbers.count() {
            let is_legal = decision.is_legal(first + k);
            if decision.is_spent() {
                return Err(Stop::Spent);
            }
            match (is_legal, from) {
                (true, None) => from = Some(k),
                (false, Some(start)) => {
                    found.push(part(start, k - 1, false));
                    from = None;
                }
                _ => {}
            }
        }
        found.extend(from.map(|start| part(start, last, false)));
        Ok(found)
    }

    fn rendered(&self, grown: Vec<Grown>) -> MoveTree {
        let mut out = Rendering { offered: self, refs: Vec::new(), numbers: BTreeMap::new(), whole: true };
        let is_one = |nodes: &[Grown]| matches!(nodes, [Grown { what: GrownWhat::Part(_), .. }]);
        let mut only = &grown;
        let auto = loop {
            match only.first() {
                Some(Grown { below: Below::Nothing, .. }) => break is_one(only),
                Some(Grown { below: Below::Nodes(below), .. }) if is_one(only) => only = below,
                _ => break false,
            }
        };
        let tree = out.nodes(grown);
        MoveTree { refs: out.refs, tree, whole: out.whole, more: false, auto }
    }

    /// Those of the entries that go on with a part.
    fn descend(
        &mut self,
        decision: &mut Decision<'_>,
        entries: &[usize],
        depth: usize,
        wanted: &Part,
    ) -> Vec<usize> {
        let (n, wanted) = match wanted {
            Part::Nth(n, part) => (*n as usize, &**part),
            part => (0, part),
        };
        let mut fitting = self.siblings(entries, depth);
        fitting.retain(|(key, _)| reads_as(self.part(*key), wanted));
        if fitting.len() > 1 || n > 0 {
            let legal = fitting.into_iter().map(|(_, those)| (self.first_legal(decision, &those), those));
            let mut legal: Vec<(Option<usize>, Vec<usize>)> = legal.collect();
            // Where none is legal, why that is so can still be said of the first.
            legal.sort_by_key(|(first, _)| (first.is_none(), *first));
            if n > 0 {
                legal.retain(|(first, _)| first.is_some());
            }
            return legal.into_iter().nth(n).map(|(_, entries)| entries).unwrap_or_default();
        }
        fitting.pop().map(|(_, entries)| entries).unwrap_or_default()
    }

    /// What the author asks at the part that comes behind some others.
    pub(crate) fn prompt(&mut self, decision: &mut Decision<'_>, begun: &[Part]) -> Option<String> {
        let mut entries: Vec<usize> = (0..self.entries.len()).collect();
        for (depth, part) in begun.iter().enumerate() {
            entries = self.descend(decision, &entries, depth, part);
        }
        let e = self.first_legal(decision, &entries)?;
        let Entry { what, before, action, .. } = &self.entries[e];
        let (What::One(i) | What::Ways { first: i, .. } | What::Numbers { first: i, .. }) = what;
        let inputs = &decision.game().program.actions[usize::from((*action)?)].inputs;
        let name = inputs.get(begun.len().checked_sub(*before)?)?.name.clone();
        decision.prompt_of_input(*i, &name)
    }

    /// The candidate that a path names, legal or not.
    pub(crate) fn find(&mut self, decision: &mut Decision<'_>, path: &[Part]) -> Result<usize, Refused> {
        let mut entries: Vec<usize> = (0..self.entries.len()).collect();
        for (depth, part) in path.iter().enumerate() {
            let next = self.descend(decision, &entries, depth, part);
            if next.is_empty() && depth + 1 == path.len() {
                let many = entries.iter().filter(|e| self.entries[**e].parts.len() == depth);
                let found = many.filter_map(|e| self.one_of(&self.entries[*e].what, part)).next();
                return found.ok_or_else(|| Refused::Illegal(no_such().to_owned()));
            }
            entries = next;
        }
        let legal = self.first_legal(decision, &entries);
        let Some(e) = legal.or(entries.first().copied()) else {
            return Err(Refused::Illegal(no_such().to_owned()));
        };
        match self.entries[e].what {
            What::One(i) if self.entries[e].parts.len() == path.len() => Ok(i),
            _ => Err(Refused::Illegal("a part of the move has not been chosen yet".to_owned())),
        }
    }

    /// That of many which a part chooses.
    fn one_of(&self, many: &What, part: &Part) -> Option<usize> {
        match (many, part) {
            (What::Numbers { first, numbers }, Part::Value(Typed::Number(x))) => {
                Some(first + numbers.place(*x)?)
            }
            (What::Ways { first, ways, elements }, part) => {
                let mut chosen: Vec<usize> = Vec::new();
                for wanted in part.elements()? {
                    let (n, wanted) = match wanted {
                        Part::Nth(n, part) => (Some(n as usize), *part),
                        part => (None, part),
                    };
                    let fitting = elements.iter().filter(|(number, _)| reads_as(self.part(*number), &wanted));
                    let is_free = |k: &usize| n.is_some() || !chosen.contains(k);
                    let one = fitting.map(|(_, k)| *k).filter(is_free).nth(n.unwrap_or(0))?;
                    if chosen.contains(&one) {
                        return None;
                    }
                    chosen.push(one);
                }
                Some(first + ways.number(&chosen)?)
            }
            _ => None,
        }
    }
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
    if decision.game().may_veil { in_order(decision, heads, groups) } else { heads }
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
            _ => (decision.candidate(i).action, decision.veil(i, sorts)),
        };
        keyed.push((action, veil, head));
    }
    // In what order actions come is up to the rules alone.
    for of_action in keyed.chunk_by_mut(|a, b| a.0 == b.0) {
        of_action.sort_by(|a, b| a.1.cmp(&b.1));
    }
    keyed.into_iter().map(|(.., head)| head).collect()
}

/// Writes a tree down with its dictionary.
struct Rendering<'o, 'i> {
    offered: &'o Offered<'i>,
    refs: Vec<Ref>,
    /// The parts that stand in the dictionary, by what they read and which of those that read so they are.
    numbers: BTreeMap<(u32, u32), u32>,
    whole: bool,
}

impl Rendering<'_, '_> {
    fn nodes(&mut self, grown: Vec<Grown>) -> Vec<Node> {
        let mut alike: BTreeMap<u32, u32> = BTreeMap::new();
        let mut nodes = Vec::with_capacity(grown.len());
        for Grown { what, below, .. } in grown {
            let number = match what {
                GrownWhat::Part(key) => self.part(key, &mut alike),
                GrownWhat::Range { range, unsure } => self.push(Ref::Range { range, unsure }),
                GrownWhat::Choose { entry, unsure } => self.choice(entry, unsure),
                GrownWhat::Free(most) => self.push(Ref::Free(most)),
            };
            nodes.push(match below {
                Below::Nothing => Node::Leaf(number),
                Below::Cut => {
                    self.whole = false;
                    Node::Cut(number)
                }
                Below::Nodes(below) => Node::Branch(number, self.nodes(below)),
            });
        }
        nodes
    }

    /// The number of a part among those beside it.
    fn part(&mut self, key: u32, alike: &mut BTreeMap<u32, u32>) -> u32 {
        let (part, reading) = &self.offered.parts[key as usize];
        let n = alike.entry(*reading).or_insert(0);
        let known = (*reading, *n);
        *n += 1;
        if let Some(number) = self.numbers.get(&known) {
            return *number;
        }
        let part = match known.1 {
            0 => part.clone(),
            n => Part::Nth(n, Box::new(part.clone())),
        };
        let number = self.push(Ref::Part(part));
        self.numbers.insert(known, number);
        number
    }

    fn choice(&mut self, entry: usize, unsure: bool) -> u32 {
        let What::Ways { ways, elements, .. } = &self.offered.entries[entry].what else { return 0 };
        let mut alike = BTreeMap::new();
        let of = elements.iter().map(|(number, _)| self.part(*number, &mut alike)).collect();
        let (least, most, ordered) = (ways.least(), ways.most(), ways.is_ordered());
        self.push(Ref::Choose { of, least, most, ordered, unsure })
    }

    /// Another entry of the dictionary, or the one that is the same.
    fn push(&mut self, one: Ref) -> u32 {
        if !matches!(one, Ref::Part(_))
            && let Some(known) = self.refs.iter().position(|other| *other == one)
        {
            return known as u32;
        }
        self.refs.push(one);
        self.refs.len() as u32 - 1
    }
}

/// Whether a part is the one that somebody names. Tables are read as lists of pairs.
fn reads_as(part: &Part, wanted: &Part) -> bool {
    match (part, wanted) {
        (Part::Value(a), Part::Value(b)) => is_same(a, b),
        (a, b) => a == b,
    }
}

fn is_same(a: &Typed, b: &Typed) -> bool {
    match (a, b) {
        (Typed::List(these), Typed::List(those)) => {
            these.len() == those.len() && these.iter().zip(those).all(|(a, b)| is_same(a, b))
        }
        (Typed::Table(pairs), Typed::List(those)) => {
            let is_pair = |(key, value): &(Typed, Typed), pair: &Typed| match pair {
                Typed::List(pair) => matches!(&pair[..], [a, b] if is_same(key, a) && is_same(value, b)),
                _ => false,
            };
            pairs.len() == those.len() && pairs.iter().zip(those).all(|(a, b)| is_pair(a, b))
        }
        // A client may have passed it through another form of numbers.
        (Typed::Number(a), Typed::Number(b)) => a == b || (a - b).abs() <= a.abs() * 1e-12,
        (a, b) => a == b,
    }
}

fn no_such() -> &'static str {
    "there is no such move now"
}

impl Decision<'_> {
    /// The legal candidate that a path names.
    pub(crate) fn find_path(&mut self, ids: &Ids, path: &[Part]) -> Result<usize, Refused> {
        let found = Offered::new(self, ids).find(self, path);
        let why = match found {
            Ok(i) if self.is_legal(i) => return Ok(i),
            Err(Refused::Illegal(why)) if why != no_such() => return Err(Refused::Illegal(why)),
            Err(Refused::Illegal(_)) | Ok(_) => self.why_path(ids, path)?,
            Err(other) => return Err(other),
        };
        Err(Refused::Illegal(match why {
            WhyNot::Because(why) => why,
            WhyNot::Legal | WhyNot::NotNow => no_such().to_owned(),
        }))
    }

    /// Whether the moves that begin with a path are legal, and why not.
    pub(crate) fn why_path(&mut self, ids: &Ids, path: &[Part]) -> Result<WhyNot, Refused> {
        let mut offered = Offered::new(self, ids);
        let found = offered.find(self, path);
        if let Ok(i) = found {
            if self.is_legal(i) {
                return Ok(WhyNot::Legal);
            }
            if self.tells_refusals(i)
                && let Some(why) = self.refusal(i)
            {
                return Ok(WhyNot::of(why));
            }
        } else if offered.tree(self, path, 1).is_ok() {
            return Ok(WhyNot::Legal);
        }
        let parts = PartReader { game: self.game(), ids };
        let is_meant = |position: &Position, candidate: Candidate<'_>, of: usize| {
            let reader = offer(parts.game, position, position.decider().unwrap_or(0), of);
            let all = parts.all(&reader, position, candidate);
            let is_begun = all.len() >= path.len()
                && all.iter().zip(path).all(|(part, wanted)| reads_as(part, plain_part(wanted)));
            let meant = if all.len() == path.len() { Meant::Exactly } else { Meant::Begun };
            is_begun.then(|| (meant, String::new()))
        };
        let is_written = |text: &str| path.iter().any(|part| part.text() == Some(text));
        let why = self.why_none(is_meant, is_written).map(|(_, why)| why);
        Ok(why.map_or(WhyNot::NotNow, WhyNot::of))
    }
}

/// Which of several that read alike does not matter.
fn plain_part(part: &Part) -> &Part {
    match part {
        Part::Nth(_, part) => part,
        part => part,
    }
}
