//! The tree of the legal candidates, with as many of its levels as can be told at once.

use super::{Entry, Offered, What, no_such};
use crate::decision::{Decision, most_written};
use crate::parts::MAX_TRIED;
use crate::position::Tried;
use crate::question::{MAX_LISTED, Range, Refused};
use crate::tabletop::{MoveTree, Node, Part, Place, Ref, Typed};
use std::collections::BTreeMap;

/// A tree of more bytes is told in parts.
const MAX_BYTES: usize = 64 * 1024;

/// So many prompts of a tree are worked out, the nearest first, and no more fuel is used for them.
const MAX_PROMPTS: usize = 64;
const PROMPT_FUEL: i64 = 1_000_000;

/// Why a tree was not made.
enum Stop {
    TooMany,
    Spent,
}

/// A node with what is below it, in the order of the first move that goes through it.
struct Grown {
    what: GrownWhat,
    /// Where it is chosen, if that follows from what stands before it.
    on: Option<Place>,
    first: usize,
    /// What the author asks behind it, where that is not always the same.
    prompt: Option<String>,
    below: Below,
}

impl Grown {
    fn new(what: GrownWhat, first: usize, below: Below) -> Grown {
        Grown { what, on: None, first, prompt: None, below }
    }
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

impl Offered<'_> {
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
                Err(Stop::Spent) => return Err(self.none_behind(decision, &entries, begun)),
                Err(Stop::TooMany) if levels > 1 => {}
                Err(Stop::TooMany) => return Ok(MoveTree { more: true, ..MoveTree::default() }),
                Ok(grown) if grown.is_empty() => return Err(self.none_behind(decision, &entries, begun)),
                Ok(mut grown) => {
                    // Of one level all is told that could be tried.
                    let more = decision.is_spent();
                    decision
                        .within(PROMPT_FUEL, |decision| self.ask_behind(decision, &mut grown, begun.len()));
                    let tree = MoveTree { more, ..self.rendered(grown) };
                    if levels == 1 || tree.bytes() <= MAX_BYTES {
                        return Ok(tree);
                    }
                }
            }
            levels -= 1;
        }
    }

    /// What is said where nothing may follow some parts.
    fn none_behind(&self, decision: &mut Decision<'_>, entries: &[usize], begun: &[Part]) -> Refused {
        if let Err(fault) = decision.unless_not_all_is_known(!begun.is_empty()) {
            return fault.into();
        }
        let is_too_long = |e: &&usize| self.entries[**e].tried == Some(Tried::TooLong);
        let too_long = entries.iter().find(is_too_long).map(|e| self.entries[*e].first());
        let told = too_long.filter(|i| decision.tells_refusals(*i)).and_then(|i| decision.refusal(i));
        Refused::Illegal(told.filter(|why| !why.is_empty()).unwrap_or_else(|| no_such().to_owned()))
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
                let on = self.place_of_part(decision, first, depth);
                grown.push(Grown { on, ..Grown::new(what, first, below) });
            } else {
                let below = self.grow(decision, &those, depth + 1, levels - 1)?;
                let Some(first) = below.iter().map(|node| node.first).min() else { continue };
                let on = self.place_of_part(decision, those[0], depth);
                grown.push(Grown { on, ..Grown::new(what, first, Below::Nodes(below)) });
            }
            self.leaves += 1;
            if self.leaves > MAX_LISTED {
                return Err(Stop::TooMany);
            }
        }
        // Of one level all is told that could be tried.
        if decision.is_spent() && (levels > 1 || grown.is_empty()) {
            return Err(Stop::Spent);
        }
        grown.sort_by_key(|node| node.first);
        if let Some((most, is_last)) = self.free_at(decision, entries, depth).filter(|_| !grown.is_empty()) {
            let below = if is_last { Below::Nothing } else { Below::Cut };
            grown.push(Grown::new(GrownWhat::Free(most), usize::MAX, below));
        }
        Ok(grown)
    }

    /// Where the part at that depth of a candidate is chosen, if that follows from the inputs before it.
    fn place_of_part(&self, decision: &mut Decision<'_>, e: usize, depth: usize) -> Option<Place> {
        let Entry { what: What::One(i), action: Some(action), before, .. } = &self.entries[e] else {
            return None;
        };
        let (i, action, input) = (*i, usize::from(*action), depth.checked_sub(*before)?);
        if !decision.game().has_place_after(action, input) {
            return None;
        }
        decision.looking_at(i, |decision| {
            let words = &decision.candidate(i).inputs[..=input];
            decision.game().place_after(&decision.reader(), action, words)
        })
    }

    /// Finds what the author asks behind each of the nodes, which are those at that depth, level by level. What is always
    /// the same stands in the legend.
    fn ask_behind(&self, decision: &mut Decision<'_>, grown: &mut [Grown], mut depth: usize) {
        let mut left = MAX_PROMPTS;
        let mut level: Vec<&mut Grown> = grown.iter_mut().collect();
        while !level.is_empty() {
            depth += 1;
            let mut next = Vec::new();
            for Grown { first, prompt, below, .. } in level {
                let Below::Nodes(below) = below else { continue };
                if let Some(k) = self.input_at(*first, depth)
                    && decision.has_computed_prompt(self.entries[*first].first(), k)
                {
                    if left == 0 || decision.is_spent() {
                        return;
                    }
                    left -= 1;
                    *prompt = decision.prompt_of_input(self.entries[*first].first(), k);
                }
                next.extend(below.iter_mut());
            }
            level = next;
        }
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
                return Ok(vec![Grown::new(what, e, Below::Nothing)]);
            }
            What::Numbers { first, numbers } => (first, numbers),
        };
        let part = |from: usize, to: usize, unsure: bool| {
            let at = |k: usize| numbers.first() + k as f64 * numbers.step();
            let range = Range { from: at(from), to: at(to), step: numbers.step() };
            Grown::new(GrownWhat::Range { range, unsure }, e, Below::Nothing)
        };
        let last = numbers.count().saturating_sub(1);
        if !decision.needs_trial(first) || numbers.count() > MAX_TRIED {
            return Ok(vec![part(0, last, decision.needs_trial(first))]);
        }
        let (mut found, mut from) = (Vec::new(), None);
        for k in 0..numbers.count() {
            let is_legal = decision.is_legal(first + k);
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
        let mut out = Rendering {
            offered: self,
            refs: Vec::new(),
            on: Vec::new(),
            prompts: Vec::new(),
            path: Vec::new(),
            placed: BTreeMap::new(),
            numbers: BTreeMap::new(),
            whole: true,
        };
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
        let Rendering { refs, on, prompts, whole, .. } = out;
        MoveTree { refs, on, prompts, tree, whole, more: false, auto }
    }
}

/// Writes a tree down with its dictionary.
struct Rendering<'o, 'i> {
    offered: &'o Offered<'i>,
    refs: Vec<Ref>,
    on: Vec<(u32, Typed)>,
    prompts: Vec<(Vec<u32>, String)>,
    /// The numbers of the parts on the way to what is written.
    path: Vec<u32>,
    /// The numbers of parts that are chosen at a place, by what they are and the key of the place.
    placed: BTreeMap<(u32, String), u32>,
    /// The parts that stand in the dictionary, by what they read and which of those that read so they are.
    numbers: BTreeMap<(u32, u32), u32>,
    whole: bool,
}

impl Rendering<'_, '_> {
    fn nodes(&mut self, grown: Vec<Grown>) -> Vec<Node> {
        let mut alike: BTreeMap<u32, u32> = BTreeMap::new();
        let mut nodes = Vec::with_capacity(grown.len());
        for Grown { what, on, prompt, below, .. } in grown {
            let number = match what {
                GrownWhat::Part(key) => match on {
                    Some(on) => self.placed(key, on),
                    None => self.part(key, &mut alike),
                },
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
                Below::Nodes(below) => {
                    self.path.push(number);
                    self.prompts.extend(prompt.map(|prompt| (self.path.clone(), prompt)));
                    let below = self.nodes(below);
                    self.path.pop();
                    Node::Branch(number, below)
                }
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

    /// The number of a part that is chosen at a place: it is another one where it is chosen elsewhere.
    fn placed(&mut self, key: u32, on: Place) -> u32 {
        let place = (key, on.key());
        if let Some(number) = self.placed.get(&place) {
            return *number;
        }
        self.refs.push(Ref::Part(self.offered.parts[key as usize].0.clone()));
        let number = self.refs.len() as u32 - 1;
        self.on.push((number, Typed::Place(on)));
        self.placed.insert(place, number);
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
