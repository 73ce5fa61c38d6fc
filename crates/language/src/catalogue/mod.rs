//! The catalogue of what is built in: every function and attribute that a program may use without declaring
//! it, with its signature and its manual entry. It knows neither how they are checked nor how they run.
//!
//! Adding one is one line in [`entries`]; whoever must handle it matches on [`Group`] or [`HigherOrder`] and does
//! not compile without. The checker, the reference and completion read it from here.

mod entries;
mod signature;

pub use entries::{Builtin, Group, HigherOrder, group};
pub use signature::{Param, SigType, Signature};

/// What the name is written after.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum On {
    /// Nothing: `max(a, b)`.
    Free,
    List,
    Table,
    Stack,
    Set,
    String,
    /// A tile of a board.
    Tile,
    /// An edge or corner.
    Spot,
    /// An object of any class, tiles excepted.
    Object,
    /// An object of an interactable class.
    Piece,
    /// One zone: `stock`, `hand(p)`. A zone can also be read as a list.
    Zone,
    /// A zone declared `per player`, without a player: `hand`.
    Zones,
    /// A board by its name.
    Board,
    /// A value of type `player`.
    Player,
    /// The word `player` itself.
    Players,
    /// `turn`
    Turn,
    /// `turn.phase`
    Phase,
    /// `turns`
    Turns,
    /// The value that `turn.active()` gives.
    TurnValue,
    /// `random`
    Random,
    /// Dice by their name.
    Dice,
    /// An enumeration by its name: `Suit.all()`.
    Enum,
    /// A case of an enumeration: `suit.name`.
    Case,
}

/// What calling it does, apart from giving a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Reads only: allowed where the game must not change (filters, requirements, triggers, `from`, `ensure`).
    Pure,
    /// Changes the list, table or stack it is called on; in a filter only one that was made there.
    Mutates,
    /// Changes the game.
    Changes,
    /// Uses chance, and so changes the state of the game's generator.
    Chance,
}

/// One entry.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub id: Builtin,
    pub on: On,
    pub effect: Effect,
    /// `name(param: type, optional?: type): result`, or `name: type` for an attribute; before it, where not any
    /// receiver of the group will do, `receiver.`. See [`Signature`].
    pub signature: &'static str,
    /// One sentence or two for the reference.
    pub doc: &'static str,
}

impl Entry {
    pub fn name(&self) -> &'static str {
        let end = self.signature.find(['(', ':']).unwrap_or(self.signature.len());
        let before = &self.signature[..end];
        before.rsplit('.').next().unwrap_or(before)
    }

    pub fn is_attribute(&self) -> bool {
        self.signature.find(['(', ':']).is_none_or(|i| self.signature[i..].starts_with(':'))
    }

    /// The parsed signature.
    pub fn parsed(&self) -> Signature {
        Signature::parse(self.signature)
    }
}

/// All entries, in the order of the reference.
pub fn entries() -> &'static [Entry] {
    entries::ENTRIES
}

/// The entry of `id`.
pub fn entry(id: Builtin) -> &'static Entry {
    &entries::ENTRIES[id as usize]
}

/// The entry called `name` after `on`. A name may stand for an attribute and for a function.
pub fn find(on: On, name: &str, attribute: bool) -> Option<&'static Entry> {
    let mut fitting = entries().iter().filter(|e| e.on == on && e.name() == name);
    let first = fitting.next()?;
    if first.is_attribute() == attribute {
        return Some(first);
    }
    Some(fitting.find(|e| e.is_attribute() == attribute).unwrap_or(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_stands_at_its_own_number_and_its_signature_reads() {
        for (i, e) in entries().iter().enumerate() {
            assert_eq!(e.id as usize, i, "{}", e.signature);
            let parsed = e.parsed();
            assert_eq!(parsed.name, e.name());
            assert_eq!(parsed.to_string(), e.signature);
            assert!(e.doc.ends_with('.'), "{}: {}", e.signature, e.doc);
        }
    }

    #[test]
    fn entries_stand_in_their_group_and_among_those_that_take_a_function() {
        for e in entries() {
            let group = format!("{:?}", e.id.group());
            assert_eq!(group, format!("{:?}({:?})", e.on, e.id));
            let takes = e.parsed().params.iter().flatten().any(|p| matches!(p.ty, SigType::Function(..)));
            let message =
                "what takes a function stands in `@taking functions` of its group, and nothing else does";
            assert_eq!(e.id.higher_order().is_some(), takes, "{}: {message}", e.signature);
        }
    }

    #[test]
    fn no_name_is_twice_in_one_place() {
        for (i, a) in entries().iter().enumerate() {
            for b in &entries()[i + 1..] {
                let same = a.on == b.on && a.name() == b.name() && a.is_attribute() == b.is_attribute();
                assert!(!same, "{:?} {}", a.on, a.signature);
            }
        }
    }
}
