//! Choosing a move part by part: the action, the object that carries it, its inputs. Only what is asked for is
//! described, so that this works where there are too many moves to list.

use crate::core::Core;
use crate::game::short;
use crate::matches::Match;
use crate::question::{Choice, Move, Part, Refused};
use crate::show::plain;
use crate::view::Value;
use bytecode::word::NULL;
use std::collections::BTreeMap;

/// No more options of one part are listed.
pub const MOST_OPTIONS: usize = 10_000;

impl Match {
    /// The next part to choose, given the options chosen so far: None when they make a move.
    pub fn next_part(&self, chosen: &[Choice]) -> Result<Option<Part>, Refused> {
        self.part_where(chosen, |_| true)
    }

    /// The one option of the next part that reads so, in small or capital letters.
    pub fn option(&self, chosen: &[Choice], text: &str) -> Result<Choice, Refused> {
        let wanted = text.to_lowercase();
        let none = || Refused::Illegal(format!("`{}` is none of the options", short(text)));
        let part = self.part_where(chosen, |option| option.0.to_lowercase() == wanted);
        let part = part.map_err(|_| none())?.ok_or_else(none)?;
        let exact: Vec<&Choice> = part.options.iter().filter(|o| o.0 == text).collect();
        let fitting = if exact.is_empty() { part.options.iter().collect() } else { exact };
        match fitting.as_slice() {
            [one] => Ok((*one).clone()),
            [] => Err(none()),
            many => Err(Refused::Ambiguous(format!("{} options read so; choose by number", many.len()))),
        }
    }

    /// As [`Match::next_part`], with only some of the options.
    fn part_where(
        &self,
        chosen: &[Choice],
        wanted: impl Fn(&Choice) -> bool,
    ) -> Result<Option<Part>, Refused> {
        let mut copy = self.clone();
        let n = copy.list()?;
        let mut found: Option<Part> = None;
        let mut known: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut whole = false;
        for i in 0..n {
            let Some((names, parts)) = copy.parts(i).filter(|(_, parts)| parts.starts_with(chosen)) else {
                continue;
            };
            let Some(option) = parts.get(chosen.len()) else {
                whole = whole || copy.allows(i);
                continue;
            };
            if !wanted(option) {
                continue;
            }
            let part = found.get_or_insert_with(|| {
                let name = names[chosen.len()].clone();
                Part { prompt: copy.prompt(i, &name), name, options: Vec::new(), more: false }
            });
            let same = known.entry(option.0.clone()).or_default();
            if same.iter().any(|k| part.options[*k] == *option) || !copy.allows(i) {
                continue;
            }
            if part.options.len() == MOST_OPTIONS {
                part.more = true;
                break;
            }
            same.push(part.options.len());
            part.options.push(option.clone());
        }
        match found.filter(|part| !part.options.is_empty()) {
            Some(part) => Ok(Some(part)),
            None if whole => Ok(None),
            None => Err(Refused::Illegal("there is no such move".to_owned())),
        }
    }

    /// Makes the first legal move that the chosen parts make.
    pub fn play_parts(&mut self, chosen: &[Choice]) -> Result<Move, Refused> {
        let before = self.core.clone();
        let found = self.find_parts(chosen);
        match found {
            Ok(i) => Ok(self.make(i)),
            Err(refused) => {
                self.core = before;
                Err(refused)
            }
        }
    }

    fn find_parts(&mut self, chosen: &[Choice]) -> Result<usize, Refused> {
        let n = self.list()?;
        let mut unfinished = None;
        for i in 0..n {
            let Some((names, parts)) = self.parts(i).filter(|(_, parts)| parts.starts_with(chosen)) else {
                continue;
            };
            match names.get(parts.len().min(chosen.len())) {
                Some(name) => unfinished = unfinished.or_else(|| Some(name.clone())),
                None if self.allows(i) => return Ok(i),
                None => {}
            }
        }
        Err(Refused::Illegal(match unfinished {
            Some(name) => format!("`{name}` has not been chosen yet"),
            None => "there is no such move".to_owned(),
        }))
    }

    /// The parts of a listed candidate, names and options apart.
    fn parts(&mut self, i: usize) -> Option<(Vec<String>, Vec<Choice>)> {
        let Move { action, object, inputs, .. } = self.describe(i, i);
        let action = action.map(|a| ("action".to_owned(), (a.clone(), Value::Text(a))));
        let object = object.map(|o| ("with".to_owned(), (plain(&o), o)));
        let inputs = inputs.into_iter().map(|(name, v)| (name, (plain(&v), v)));
        Some(action.into_iter().chain(object).chain(inputs).unzip())
    }

    /// What the author asks at an input of a listed candidate. The list stays as it is.
    fn prompt(&mut self, i: usize, name: &str) -> Option<String> {
        let (action, holder, inputs) = self.candidate(i);
        let inputs_of = &self.game.program.actions[usize::from(action?)].inputs;
        let k = inputs_of.iter().position(|input| input.name == name)?;
        let function = inputs_of[k].prompt?;
        let mut args = vec![holder, NULL];
        args.extend(&inputs[..k]);
        let mut copy: Core = self.core.clone();
        let mut runner = self.game.runner(&mut self.machine, &mut self.buffer);
        runner.text_of(&mut copy, function, &args)
    }
}
