//! What is chosen of many without being listed: several things together, in whatever order they are named, and numbers
//! of a range.

use crate::decision::Decision;
use crate::order::Run;
use crate::parts::MAX_TRIED;
use crate::question::{Choice, Move};
use crate::text::words;
use crate::view::ValueView;
use crate::view::reader::plain;
use std::ops::Range;
use vm::{Many, Numbers};

/// Where ranges have more numbers than this together, none of them is tried before it is chosen.
const MAX_TRIED_IN_ALL: usize = 500_000;

/// The candidates of one group.
pub(crate) struct Group {
    pub numbers: Range<usize>,
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
            Group { numbers, many, is_endless, all: self.described(head) }
        });
        groups.collect()
    }

    /// The numbers of candidates that may begin with the chosen parts, as the player is shown them; of groups as
    /// [`grouped`] says.
    pub(crate) fn worth_reading(&self, groups: &[Group], chosen: &[Choice], most: usize) -> Vec<usize> {
        if !self.candidates().has_groups() {
            return self.shown_order();
        }
        let mut grouped = grouped(groups, chosen, most);
        grouped.sort_unstable();
        let runs = self.runs().into_iter().flat_map(|run| match run {
            Run::Singles(all) => all,
            Run::Group(numbers) => {
                let from = grouped.partition_point(|i| *i < numbers.start);
                grouped[from..].iter().copied().take_while(|i| numbers.contains(i)).collect()
            }
        });
        runs.collect()
    }
}

/// The numbers of candidates of groups that may begin with the chosen parts: the first few where more than a
/// list is still to be chosen, no more than `most` lists, and the one that chooses that list.
fn grouped(groups: &[Group], chosen: &[Choice], most: usize) -> Vec<usize> {
    let mut found = Vec::new();
    for group in groups {
        let parts = group.parts();
        let first = |n: usize| group.numbers.clone().take(n);
        match chosen.len().cmp(&parts.len()) {
            _ if parts[..parts.len().min(chosen.len())] != chosen[..parts.len().min(chosen.len())] => {}
            std::cmp::Ordering::Less => found.extend(first(match group.many {
                Many::Numbers(_) if group.is_endless => 1,
                Many::Numbers(_) => most,
                _ => most.min(1000),
            })),
            std::cmp::Ordering::Equal => found.extend(first(most)),
            std::cmp::Ordering::Greater => found.extend(group.of_value(&chosen[parts.len()].1)),
        }
    }
    found
}

impl Group {
    /// The numbers that are chosen from behind those parts, with the name of that input.
    pub(crate) fn range_behind(&self, chosen: &[Choice]) -> Option<(&str, Numbers)> {
        let Many::Numbers(numbers) = self.many else { return None };
        let (name, _) = self.all.inputs.last()?;
        (self.parts() == chosen).then_some((name, numbers))
    }

    /// Its numbers, where it is a range too long for each to be tried.
    pub(crate) fn endless(&self) -> Option<Range<usize>> {
        self.is_endless.then(|| self.numbers.clone())
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

    /// The candidate that chooses the elements of a list, or a number.
    pub(crate) fn of_value(&self, value: &ValueView) -> Option<usize> {
        let wanted = match (value, self.many) {
            (ValueView::Number(x), Many::Numbers(numbers)) => {
                return Some(self.numbers.start + numbers.place(*x)?);
            }
            (ValueView::List(wanted), Many::Ways(_)) => wanted,
            _ => return None,
        };
        let mut chosen: Vec<usize> = Vec::new();
        for value in wanted {
            let free = |k: &usize| !chosen.contains(k) && self.elements()[*k] == *value;
            chosen.push((0..self.elements().len()).find(free)?);
        }
        self.number(&chosen)
    }

    /// The candidate that chooses the elements of those indices.
    fn number(&self, chosen: &[usize]) -> Option<usize> {
        let Many::Ways(ways) = self.many else { return None };
        Some(self.numbers.start + ways.number(chosen)?)
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
        let mut chosen: Vec<usize> = Vec::new();
        if text == words(&plain(&ValueView::List(Vec::new()))) {
            text = &[];
        }
        while !text.is_empty() {
            let fits =
                |k: &usize| !chosen.contains(k) && !names[*k].is_empty() && text.starts_with(&names[*k]);
            let longest = (0..names.len()).filter(fits).max_by_key(|k| (names[*k].len(), usize::MAX - k))?;
            chosen.push(longest);
            text = &text[names[longest].len()..];
        }
        self.number(&chosen)
    }
}
