//! What can stand behind the `.` of a value, type by type, with what it is in TGDL.

mod flat;
mod lists;
mod options;
mod searches;
mod sets;
pub mod table;

use super::calls::Use;
use super::check::{Before, Checker, Low};
use super::types::Ty;

/// A member: its name, and with how many values it is used.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub name: &'static str,
    pub least: u8,
    pub most: u8,
}

const fn known(name: &'static str, least: u8, most: u8) -> Known {
    Known { name, least, most }
}

/// The members of a type.
pub fn of(ty: &Ty) -> Vec<&'static [Known]> {
    match ty {
        Ty::List(_) => vec![lists::LIST, searches::LIST],
        Ty::Set(_) => vec![sets::SET],
        Ty::Option(_) => vec![options::OPTION],
        Ty::Map(..) => vec![options::MAP],
        Ty::String => vec![flat::STRING],
        Ty::Int | Ty::Double => vec![flat::NUMBER],
        Ty::Boolean => vec![flat::BOOLEAN],
        Ty::Card => vec![table::CARD],
        Ty::Player => vec![table::PLAYER],
        Ty::Hand | Ty::Deck => vec![table::HAND],
        Ty::Table => vec![table::TABLE],
        Ty::Game => vec![table::GAME],
        Ty::Function(..) => vec![flat::FUNCTION],
        Ty::Nothing | Ty::Unknown => Vec::new(),
    }
}

/// What to write for a member that another type has.
pub fn instead(ty: &Ty, name: &str) -> Option<&'static str> {
    let has = |table: &[Known]| table.iter().any(|k| k.name == name);
    match ty {
        Ty::Hand | Ty::Deck if has(lists::LIST) || has(searches::LIST) => Some("write `.cards` before it"),
        Ty::Player if name == "cards" => Some("write `.hand.cards`"),
        Ty::Option(of) if self::of(of).iter().any(|t| has(t)) => {
            Some("an option may be empty: write `.get` before it, or `.map(...)`")
        }
        Ty::Table if name == "cards" => Some("write `cardsOnTable`"),
        Ty::List(_)
            if ["zip", "zipWithIndex", "partition", "span", "splitAt", "toMap", "unzip"].contains(&name) =>
        {
            Some("pairs are not part of the language of rules")
        }
        Ty::Map(..) if name.starts_with("withDefault") => {
            Some("write `.getOrElse(key, default)` where it is looked up")
        }
        Ty::List(_) if ["foreach", "update"].contains(&name) => {
            Some("rules change nothing: they look and tell")
        }
        _ => None,
    }
}

/// What the use of a member is in TGDL.
pub fn lower(checker: &mut Checker, used: Use, before: &mut Before) -> Low {
    match used.of.ty.clone() {
        Ty::List(of) if searches::LIST.iter().any(|k| k.name == used.name.text) => {
            searches::list(checker, used, &of, before)
        }
        Ty::List(of) => lists::list(checker, used, &of, before),
        Ty::Set(of) => sets::set(checker, used, &of, before),
        Ty::Option(of) => options::option(checker, used, &of, before),
        Ty::Map(key, value) => options::map(checker, used, (&key, &value), before),
        Ty::String => flat::string(checker, used, before),
        Ty::Int | Ty::Double => flat::number(checker, used, before),
        Ty::Boolean => flat::boolean(checker, used, before),
        Ty::Function(params, result) => flat::function(checker, used, (&params, &result), before),
        Ty::Card => table::card(checker, &used),
        Ty::Player => table::player(checker, &used),
        Ty::Hand | Ty::Deck => table::hand(checker, &used, before),
        Ty::Table => table::table(checker, &used, before),
        Ty::Game => table::game(checker, &used, before),
        Ty::Nothing | Ty::Unknown => used.of,
    }
}
