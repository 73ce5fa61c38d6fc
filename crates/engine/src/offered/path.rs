//! The candidate that a path of parts names, and why it may not be made.

use super::{Entry, Head, Offered, PartReader, What, no_such};
use crate::decision::{Decision, Meant, holder_of, offer};
use crate::position::Position;
use crate::question::{Refused, WhyNot};
use crate::tabletop::{Ids, Part, Typed};
use bytecode::program::Show;
use std::collections::BTreeMap;
use vm::{Candidate, Many};

impl Offered<'_> {
    /// Those of the entries that go on with a part.
    pub(super) fn descend(
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
        decision.prompt_of_input(self.entries[e].first(), self.input_at(e, begun.len())?)
    }

    /// The number of the input that the part at that depth of an entry is for.
    pub(super) fn input_at(&self, e: usize, depth: usize) -> Option<usize> {
        let Entry { before, action, .. } = &self.entries[e];
        action.and(depth.checked_sub(*before))
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

/// What of a list somebody can mean who names these parts: what has another part in the place of one of them is left
/// out, as far as it is sure that one and the same part is meant there.
pub(super) fn narrowed(
    decision: &mut Decision<'_>,
    ids: &Ids,
    (mut heads, groups): (Vec<Head>, &[(usize, usize, Many)]),
    path: &[Part],
) -> Vec<Head> {
    let parts = PartReader { game: decision.game(), ids };
    let at = |head: &Head| match head {
        Head::Single(i) => Some(*i),
        Head::Group(g) => groups.get(*g).map(|group| group.0),
        // Each is made for the moment in which it is looked at.
        Head::OfGroup(_) => None,
    };
    for (depth, wanted) in path.iter().enumerate() {
        // By the place in which a word stands, which says how it is read.
        let mut read: BTreeMap<(u32, u64), bool> = BTreeMap::new();
        heads.retain(|head| {
            let Some(i) = at(head) else { return true };
            let is_group = matches!(head, Head::Group(_));
            let Some((place, w, show)) = parts.word_at(decision, i, depth, is_group) else { return true };
            let is_it = |part: Part| reads_as(&part, plain_part(wanted));
            match show {
                None => is_it(parts.action(w as usize)),
                Some(Show::List(_) | Show::Table(..)) => true,
                // What may be shown is shared out among candidates, so one reader for all of them would come to an end.
                Some(show) => *read
                    .entry((place, w))
                    .or_insert_with(|| is_it(parts.value(&decision.reader(), w, &show))),
            }
        });
        if !is_sure(wanted) {
            break;
        }
    }
    heads
}

/// Whether all that reads as this part is one and the same.
fn is_sure(part: &Part) -> bool {
    match part {
        Part::Action { .. } => true,
        Part::Value(value) => match value {
            Typed::Null | Typed::Text(_) | Typed::Bool(_) | Typed::Seat(_) => true,
            Typed::Case { .. } | Typed::Place(_) | Typed::Thing(_) | Typed::Fact(_) => true,
            Typed::Number(_) | Typed::Named(_) | Typed::List(_) | Typed::Table(_) => false,
        },
        Part::Nth(..) | Part::List(_) => false,
    }
}

impl PartReader<'_> {
    /// The word behind a part of a candidate, with a number for the place where it stands and how it is read; of an action
    /// its number. None where the candidate has no such part, or a group is told by that part.
    fn word_at(
        &self,
        decision: &Decision<'_>,
        i: usize,
        depth: usize,
        is_group: bool,
    ) -> Option<(u32, u64, Option<Show>)> {
        let candidate = decision.head(i);
        let inputs = candidate.inputs.len() - usize::from(is_group && !candidate.inputs.is_empty());
        let Some(number) = candidate.action else {
            let show = Decision::show_of_answer(self.game, decision.position())?;
            return (depth < inputs.min(1)).then(|| (0, candidate.inputs[0], Some(show.clone())));
        };
        let action = &self.game.program.actions[usize::from(number)];
        let Some(behind) = depth.checked_sub(1) else { return Some((0, u64::from(number), None)) };
        let of_holder = holder_of(&decision.reader(), action, candidate.holder);
        let k = match (behind, of_holder) {
            (0, Some((w, show))) => return Some((u32::from(number) << 8, w, Some(show))),
            (_, Some(_)) => behind - 1,
            (_, None) => behind,
        };
        let place = u32::from(number) << 8 | (k as u32 + 1);
        (k < inputs).then(|| (place, candidate.inputs[k], Some(action.inputs[k].show.clone())))
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

impl Decision<'_> {
    /// The legal candidate that a path names.
    pub(crate) fn find_path(&mut self, ids: &Ids, path: &[Part]) -> Result<usize, Refused> {
        let found = Offered::on_the_way(self, ids, path).find(self, path);
        match found {
            Ok(i) if self.is_legal(i) => return Ok(i),
            Err(Refused::Illegal(why)) if why != no_such() => return Err(Refused::Illegal(why)),
            Err(Refused::Illegal(_)) | Ok(_) => {}
            Err(other) => return Err(other),
        }
        let why = match self.too_long(action_of(path)) {
            Some(why) => WhyNot::of(why),
            None => {
                let mut offered = Offered::new(self, ids);
                // Whatever is offered and said to be legal is made, even if it was left out on the way.
                if let Ok(i) = offered.find(self, path)
                    && self.is_legal(i)
                {
                    return Ok(i);
                }
                self.why_of_all(&mut offered, path)?
            }
        };
        Err(Refused::Illegal(match why {
            WhyNot::Because(why) => why,
            WhyNot::Legal | WhyNot::NotNow => no_such().to_owned(),
        }))
    }

    /// Whether the moves that begin with a path are legal, and why not.
    pub(crate) fn why_path(&mut self, ids: &Ids, path: &[Part]) -> Result<WhyNot, Refused> {
        let mut offered = Offered::new(self, ids);
        self.why_of_all(&mut offered, path)
    }

    /// As [`Decision::why_path`], of all that is offered.
    fn why_of_all(&mut self, offered: &mut Offered<'_>, path: &[Part]) -> Result<WhyNot, Refused> {
        let ids = offered.reading.ids;
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
        } else {
            match offered.tree(self, path, 1) {
                Ok(_) => return Ok(WhyNot::Legal),
                Err(Refused::Illegal(why)) if why != no_such() => return Ok(WhyNot::of(why)),
                Err(_) => {}
            }
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

/// The action that a path begins with; nothing of an answer.
fn action_of(path: &[Part]) -> &str {
    match path.first() {
        Some(Part::Action { name, .. }) => name,
        _ => "",
    }
}

/// Which of several that read alike does not matter.
fn plain_part(part: &Part) -> &Part {
    match part {
        Part::Nth(_, part) => part,
        part => part,
    }
}
