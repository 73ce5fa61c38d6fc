//! What is chosen of many without being listed: several things together, in whatever order they are named, and numbers
//! of a range.

use crate::decision::Decision;
use crate::order::{Run, Shown};
use crate::parts::MAX_TRIED;
use crate::question::{Choice, Move};
use crate::text::words;
use crate::view::ValueView;
use crate::view::reader::plain;
use std::cmp::Ordering;
use std::ops::Range;
use vm::{Many, Numbers};

/// Where ranges have more numbers than this together, none of them is tried before it is chosen.
const MAX_TRIED_IN_ALL: usize = 500_000;

/// So many ways are read at most where more is to be chosen before.
const MAX_READ: usize = 1000;

/// The candidates of one group.
pub(crate) struct Group {
    shown: Shown,
    many: Many,
    /// Whether it is one of ranges too long for each number to be tried.
    is_endless: bool,
    /// The move whose last input is the list of all that can be chosen, or the first number.
    all: Move,
}

impl Decision<'_> {
    /// The candidates of which several are chosen together, by group.
    pub(crate) fn groups(&self) -> Vec<Group> {
        let of_range = |(numbers, many, _): (Range<usize>, Many, _)| match many {
            Many::Numbers(_) => numbers.len(),
            _ => 0,
        };
        let are_many = self.candidates().groups().map(of_range).sum::<usize>() > MAX_TRIED_IN_ALL;
        let groups = self.candidates().groups().map(|(numbers, many, head)| {
            let is_endless = matches!(many, Many::Numbers(_)) && (are_many || numbers.len() > MAX_TRIED);
            let shown = self.shown_group(numbers, many, head);
            Group { shown, many, is_endless, all: self.described_as_made(head) }
        });
        groups.collect()
    }

    /// The numbers of candidates that may begin with the chosen parts, as the player is shown them; of groups as
    /// [`Group::worth_reading`] says.
    pub(crate) fn worth_reading(&self, groups: &[Group], chosen: &[Choice], most: usize) -> Vec<usize> {
        if !self.candidates().has_groups() {
            return self.shown_order();
        }
        let runs = self.runs().into_iter().flat_map(|run| match run {
            Run::Singles(all) => all,
            Run::Group(shown) => {
                let group = groups.iter().find(|group| group.start() == shown.numbers.start);
                group.map_or_else(Vec::new, |group| group.worth_reading(chosen, most))
            }
        });
        runs.collect()
    }
}

impl Group {
    /// The numbers of candidates that may begin with the chosen parts, as the player is shown them: the first few where
    /// more than a list is still to be chosen, no more than `most` lists, and the one that chooses that list.
    fn worth_reading(&self, chosen: &[Choice], most: usize) -> Vec<usize> {
        let parts = self.parts();
        let both = parts.len().min(chosen.len());
        if parts[..both] != chosen[..both] {
            return Vec::new();
        }
        match chosen.len().cmp(&parts.len()) {
            Ordering::Less => self.first(match self.many {
                Many::Numbers(_) if self.is_endless => 1,
                Many::Numbers(_) => most,
                Many::Ways(_) => most.min(MAX_READ),
            }),
            Ordering::Equal => self.first(most),
            Ordering::Greater => self.of_value(&chosen[parts.len()].1).into_iter().collect(),
        }
    }

    /// The numbers of its first candidates, as the player is shown them.
    pub(crate) fn first(&self, n: usize) -> Vec<usize> {
        self.shown.first(n).collect()
    }

    /// The number of its first candidate.
    pub(crate) fn start(&self) -> usize {
        self.shown.numbers.start
    }

    /// The numbers that are chosen from behind those parts, with the name of that input.
    pub(crate) fn range_behind(&self, chosen: &[Choice]) -> Option<(&str, Numbers)> {
        let Many::Numbers(numbers) = self.many else { return None };
        let (name, _) = self.all.inputs.last()?;
        (self.parts() == chosen).then_some((name, numbers))
    }

    /// Its numbers, where it is a range too long for each to be tried.
    pub(crate) fn endless(&self) -> Option<Range<usize>> {
        self.is_endless.then(|| self.shown.numbers.clone())
    }

    /// The parts before the list or number.
    fn parts(&self) -> Vec<Choice> {
        let action = self.all.action.iter().map(|a| (a.clone(), ValueView::Text(a.clone())));
        let object = self.all.object.iter().map(|o| (plain(o), o.clone()));
        let before = self.all.inputs.len().saturating_sub(1);
        let inputs = self.all.inputs[..before].iter().map(|(_, v)| (plain(v), v.clone()));
        action.chain(object).chain(inputs).collect()
    }

    fn elements(&self) -> &[ValueView] {
        match self.all.inputs.last() {
            Some((_, ValueView::List(all))) => all,
            _ => &[],
        }
    }

    /// The places of its elements, as they are shown: of those that read alike the first one is meant.
    fn places(&self) -> Vec<usize> {
        self.shown.places(self.elements().len())
    }

    /// The candidate that chooses the elements of a list, or a number.
    pub(crate) fn of_value(&self, value: &ValueView) -> Option<usize> {
        let wanted = match (value, self.many) {
            (ValueView::Number(x), Many::Numbers(numbers)) => {
                return Some(self.start() + numbers.place(*x)?);
            }
            (ValueView::List(wanted), Many::Ways(_)) => wanted,
            _ => return None,
        };
        let mut chosen: Vec<usize> = Vec::new();
        for value in wanted {
            let free = |k: &usize| !chosen.contains(k) && self.elements()[*k] == *value;
            chosen.push(self.places().into_iter().find(free)?);
        }
        self.number(&chosen)
    }

    /// The candidate that chooses the elements of those indices.
    fn number(&self, chosen: &[usize]) -> Option<usize> {
        let Many::Ways(ways) = self.many else { return None };
        Some(self.start() + ways.number(chosen)?)
    }

    /// The candidate that a text means, and whether the text names the action too.
    pub(crate) fn read(&self, text: &[String]) -> Option<(usize, bool)> {
        let before: Vec<String> = self.parts().iter().flat_map(|(text, _)| words(text)).collect();
        let brief = &before[usize::from(self.all.action.is_some()).min(before.len())..];
        let whole = text.strip_prefix(&before[..]).and_then(|rest| self.read_list(rest));
        match whole {
            Some(number) => Some((number, true)),
            None => Some((text.strip_prefix(brief).and_then(|rest| self.read_list(rest))?, false)),
        }
    }

    /// The candidate that chooses what the words name, in any order.
    fn read_list(&self, mut text: &[String]) -> Option<usize> {
        if let Many::Numbers(_) = self.many {
            let [number] = text else { return None };
            return self.of_value(&ValueView::Number(number.parse().ok()?));
        }
        let names: Vec<Vec<String>> = self.elements().iter().map(|v| words(&plain(v))).collect();
        let places = self.places();
        let mut chosen: Vec<usize> = Vec::new();
        if text == words(&plain(&ValueView::List(Vec::new()))) {
            text = &[];
        }
        while !text.is_empty() {
            let fits =
                |k: &usize| !chosen.contains(k) && !names[*k].is_empty() && text.starts_with(&names[*k]);
            let found = places.iter().copied().filter(fits).rev();
            let longest = found.max_by_key(|k| names[*k].len())?;
            chosen.push(longest);
            text = &text[names[longest].len()..];
        }
        self.number(&chosen)
    }
}
