//! Choosing a move part by part: the action, the object that carries it, its inputs. Only what is asked for is
//! described, so that this works where there are too many moves to list.

use crate::decision::{Decision, Meant, most_written};
use crate::fault::short;
use crate::question::{Choice, Move, Part, Range, Refused};
use crate::several::Group;
use crate::text::words;
use crate::view::ValueView;
use crate::view::reader::plain;
use crate::written::{quoted, too_long, unquoted};
use std::collections::BTreeMap;

/// No more options of one part are listed.
const MAX_OPTIONS: usize = 10_000;

/// Of longer ranges no number is tried before it is chosen.
pub(crate) const MAX_TRIED: usize = 2 * MAX_OPTIONS;

/// So many other options may stand beside a range that is not listed.
const MAX_BESIDE: usize = 100;

impl Decision<'_> {
    /// The one option of the next part that reads so, in small or capital letters.
    pub(crate) fn option(&mut self, chosen: &[Choice], text: &str) -> Result<Choice, Refused> {
        let wanted = text.to_lowercase();
        let none = || Refused::Illegal(format!("`{}` is none of the options", short(text)));
        let named = self.named_list(chosen, text);
        if let Some(list) = named {
            return Ok(list);
        }
        let own = ValueView::Written(unquoted(text));
        let part = self.next_part(chosen, |option| option.0.to_lowercase() == wanted || option.1 == own);
        let part = part.map_err(|_| none())?.ok_or_else(none)?;
        let exact: Vec<&Choice> = part.options.iter().filter(|o| o.0 == text || o.1 == own).collect();
        let fitting = if exact.is_empty() { part.options.iter().collect() } else { exact };
        match fitting.as_slice() {
            [one] => Ok((*one).clone()),
            [] => Err(none()),
            many => Err(Refused::Ambiguous(format!("{} options read so; choose by number", many.len()))),
        }
    }

    /// The text of the next part that somebody writes, and for which the decision was listed.
    pub(crate) fn written_option(&mut self, chosen: &[Choice], text: &str) -> Result<Choice, Refused> {
        let wanted = ValueView::Written(text.to_owned());
        let part = self.next_part(chosen, |option| option.1 == wanted);
        if let Ok(Some(part)) = part
            && let Some(option) = part.options.into_iter().next()
        {
            return Ok(option);
        }
        if let Some(free) = self.next_part(chosen, |_| true)?.and_then(|part| part.free)
            && let Some(why) = too_long(text, free)
        {
            return Err(Refused::Illegal(why));
        }
        let parts = chosen.iter().map(|(text, _)| text.clone()).chain([quoted(text)]);
        let whole = words(&parts.collect::<Vec<_>>().join(" "));
        let why = self.why_no_text(|read| words(read).starts_with(&whole).then_some(Meant::Exactly));
        Err(Refused::Illegal(match why {
            Some((_, why)) => format!("`{}` is not legal: {}", short(text), short(&why)),
            None => format!("`{}` is not legal now", short(text)),
        }))
    }

    /// How many characters a text may have that is written for an input of a candidate; None where none may be.
    fn most_at(&self, i: usize, input: &str) -> Option<u16> {
        match self.head(i).action {
            Some(action) => {
                let inputs = &self.game().program.actions[usize::from(action)].inputs;
                inputs.iter().find(|of| of.name == input)?.free
            }
            None => most_written(self.position().asked()?.how),
        }
    }

    /// The list that a text names, in any order, where one is to be chosen now.
    fn named_list(&mut self, chosen: &[Choice], text: &str) -> Option<Choice> {
        let before = chosen.iter().map(|(text, _)| text.as_str());
        let whole = words(&before.chain([text]).collect::<Vec<_>>().join(" "));
        for group in self.groups() {
            let found = group.read(&whole).map(|(i, _)| i);
            if let Some((_, parts)) =
                found.filter(|i| self.is_legal(*i)).and_then(|i| self.parts_from(i, chosen))
                && parts.len() == chosen.len() + 1
            {
                return parts.into_iter().next_back();
            }
        }
        None
    }

    /// The next part of a move after the chosen ones, with those of its options that are wanted. None where the
    /// chosen parts make a move.
    pub(crate) fn next_part(
        &mut self,
        chosen: &[Choice],
        wanted: impl Fn(&Choice) -> bool,
    ) -> Result<Option<Part>, Refused> {
        let groups = self.groups();
        if let Some(part) = self.range_behind(&groups, chosen, &wanted) {
            return Ok(Some(part));
        }
        let mut found: Option<Part> = None;
        let mut known: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut whole = false;
        let endless: Vec<_> = groups.iter().filter_map(Group::endless).collect();
        // Which of so many numbers are legal is found when one is chosen.
        let is_endless = |i: usize| {
            let next = endless.partition_point(|numbers| numbers.end <= i);
            endless.get(next).is_some_and(|numbers| numbers.contains(&i))
        };
        for i in self.worth_reading(&groups, chosen, MAX_TRIED) {
            let Some((names, parts)) = self.parts_from(i, chosen) else { continue };
            let Some(option) = parts.get(chosen.len()) else {
                whole = whole || self.is_legal(i);
                continue;
            };
            if !wanted(option) {
                continue;
            }
            let part = found.get_or_insert_with(|| {
                let name = names[chosen.len()].clone();
                Part {
                    prompt: self.prompt_of_named(i, &name),
                    name,
                    options: Vec::new(),
                    more: false,
                    range: None,
                    free: self.most_at(i, &names[chosen.len()]),
                }
            });
            let same = known.entry(option.0.clone()).or_default();
            if same.iter().any(|k| part.options[*k] == *option) || !(is_endless(i) || self.is_legal(i)) {
                continue;
            }
            if part.options.len() == MAX_OPTIONS {
                part.more = true;
                break;
            }
            same.push(part.options.len());
            part.options.push(option.clone());
        }
        match found.filter(|part| !part.options.is_empty()) {
            Some(part) if part.more => Ok(Some(part)),
            Some(part) => Ok(Some(Part { range: Range::of(&part.options), ..part })),
            None if whole => Ok(None),
            None => Err(Refused::Illegal("there is no such move".to_owned())),
        }
    }

    /// The numbers of a range of which so many follow the chosen parts that they are not listed, and the few other
    /// options beside them, such as none. They are told only where each of them is legal, or where there are too many to
    /// try.
    fn range_behind(
        &mut self,
        groups: &[Group],
        chosen: &[Choice],
        wanted: impl Fn(&Choice) -> bool,
    ) -> Option<Part> {
        let (group, name, numbers) = groups.iter().find_map(|group| {
            let (name, numbers) = group.range_behind(chosen)?;
            Some((group, name, numbers))
        })?;
        let i = group.start();
        if self.needs_trial(i) && group.endless().is_none() {
            return None;
        }
        let mut others = groups.iter().map(|group| group.start()).filter(|k| *k != i);
        if others.any(|k| self.parts_from(k, chosen).is_some()) {
            return None;
        }
        let mut options = Vec::new();
        for k in self.shown_order() {
            let Some((names, mut parts)) = self.parts_from(k, chosen) else { continue };
            let is_beside = parts.len() == chosen.len() + 1 && names.last().is_some_and(|n| n == name);
            if !is_beside || options.len() == MAX_BESIDE {
                return None;
            }
            options.extend(parts.pop().filter(|option| wanted(option) && self.is_legal(k)));
        }
        let range = Range { from: numbers.first(), to: numbers.last(), step: numbers.step() };
        Some(Part {
            prompt: self.prompt_of_named(i, name),
            name: name.to_owned(),
            options,
            more: true,
            range: Some(range),
            free: None,
        })
    }

    /// The first legal candidate, as the player is shown them, that consists of the chosen parts.
    pub(crate) fn find_parts(&mut self, chosen: &[Choice]) -> Result<usize, Refused> {
        let mut unfinished = None;
        for i in self.worth_reading(&self.groups(), chosen, 1) {
            let Some((names, parts)) = self.parts_from(i, chosen) else { continue };
            match names.get(parts.len().min(chosen.len())) {
                Some(name) => unfinished = unfinished.or_else(|| Some(name.clone())),
                None if self.is_legal(i) => return Ok(i),
                None => {}
            }
        }
        Err(Refused::Illegal(match unfinished {
            Some(name) => format!("`{name}` has not been chosen yet"),
            None => "there is no such move".to_owned(),
        }))
    }

    /// The parts of a candidate, names and options apart, if they begin with the chosen ones.
    fn parts_from(&mut self, i: usize, chosen: &[Choice]) -> Option<(Vec<String>, Vec<Choice>)> {
        let Move { action, object, inputs, .. } = self.describe(i);
        let action = action.map(|a| ("action".to_owned(), (a.clone(), ValueView::Text(a))));
        let object = object.map(|o| ("with".to_owned(), (plain(&o), o)));
        let before = action.iter().count() + object.iter().count();
        let inputs = inputs.into_iter().map(|(name, v)| (name, (plain(&v), v)));
        let all: (Vec<String>, Vec<Choice>) = action.into_iter().chain(object).chain(inputs).unzip();
        Some(all).filter(|(_, parts)| {
            let n = parts.len().min(chosen.len());
            chosen.len() <= parts.len()
                && (0..n).all(|k| match k.checked_sub(before) {
                    Some(input) if self.is_ordered(i, input) => parts[k] == chosen[k],
                    _ => is_same(&parts[k], &chosen[k]),
                })
        })
    }
}

/// Whether two parts are the same; lists that are not ordered are, whatever the order of their elements.
fn is_same(a: &Choice, b: &Choice) -> bool {
    let (ValueView::List(these), ValueView::List(those)) = (&a.1, &b.1) else { return a == b };
    let count = |of: &[ValueView], value: &ValueView| of.iter().filter(|v| *v == value).count();
    these.len() == those.len() && these.iter().all(|v| count(these, v) == count(those, v))
}
