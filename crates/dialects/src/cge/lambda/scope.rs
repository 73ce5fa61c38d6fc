//! The names of one rule: what its author calls things, and what they are called in TGDL.
//! It knows no expressions.

use super::types::Ty;
use std::collections::BTreeMap;

/// A parameter or `val` of a rule.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    pub name: String,
    pub ty: Ty,
    /// Its name in TGDL; empty where it is of a type with a single value.
    pub tgdl: String,
}

#[derive(Debug, Default)]
pub(crate) struct Scope {
    pub locals: Vec<Local>,
    /// The names that are taken, in their order, each with the name that it is made of: `card2` of `card`.
    used: Vec<(String, String)>,
    /// The number to try next behind each of them.
    numbers: BTreeMap<String, usize>,
}

/// What nothing in the text made of a `.cge` file may be called: words of TGDL, and what the library and the
/// functions that stand beside the rules are called.
const TAKEN: &str = "
    Card Corner DealEnded Edge Interactable Modifier Moved NoChoiceEvent PlayerChoiceEvent Position Tile
    TrickTaking Tricks action actor after all and any as attribute base beats before board bool bot
    break by cardNamed cardsNamed choose class continue deck effect else ensure enum event expect fail
    false fault fewestPoints filter followSuit for from function game global group hand
    highestTrumpOrLed if import in input interactable is it local mostPoints nameOf namesOf new null
    number option passed player players position random require return score secret setup stock string
    taken team test this trick trigger true turn turns var void while winner
";

impl Scope {
    /// A name for something, as near as may be to the author's.
    pub(crate) fn fresh(&mut self, wanted: &str) -> String {
        let plain: String = wanted.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
        let starts_well = plain.starts_with(|c: char| c.is_alphabetic());
        let mut name = if starts_well { plain } else { "value".to_owned() };
        if is_taken(&name) {
            let mut letters = name.chars();
            let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
            name = format!("the{first}{}", letters.as_str());
        }
        let (base, mut number) = (name.clone(), self.numbers.get(&name).copied().unwrap_or(2));
        while self.numbers.contains_key(&name) || is_taken(&name) || is_extra(&name) {
            name = format!("{base}{number}");
            number += 1;
        }
        self.numbers.entry(base.clone()).and_modify(|next| *next = number);
        self.numbers.insert(name.clone(), 2);
        self.used.push((name.clone(), base));
        name
    }

    /// How many names are taken now, to come back to: a name is free again after the function in which it stood.
    pub(crate) fn names(&self) -> usize {
        self.used.len()
    }

    pub(crate) fn forget(&mut self, names: usize) {
        for (name, base) in self.used.drain(names..) {
            self.numbers.remove(&name);
            self.numbers.entry(base).and_modify(|next| *next = 2);
        }
    }

    pub(crate) fn add(&mut self, name: &str, ty: Ty, tgdl: String) {
        self.locals.push(Local { name: name.to_owned(), ty, tgdl });
    }

    /// The innermost of that name.
    pub(crate) fn find(&self, name: &str) -> Option<&Local> {
        self.locals.iter().rev().find(|local| local.name == name)
    }
}

fn is_taken(name: &str) -> bool {
    TAKEN.split_whitespace().any(|taken| taken == name)
}

/// Whether a function beside the rules may be called so: `whole`, `sameCards`.
fn is_extra(name: &str) -> bool {
    let kind = name.strip_prefix("same");
    name == "whole" || kind.is_some_and(|rest| rest.starts_with(char::is_uppercase) && rest.ends_with('s'))
}
