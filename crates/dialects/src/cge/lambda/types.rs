//! The types of values in rules, as authors call them. It knows neither names nor members.

use super::tree::{Type, TypeKind};
use base::nearest;
use std::fmt;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Ty {
    Int,
    Double,
    String,
    Boolean,
    Card,
    Player,
    /// The cards in somebody's hand: `player.hand`.
    Hand,
    /// What is left of the deck: `table.deck`.
    Deck,
    Table,
    Game,
    List(Box<Ty>),
    Set(Box<Ty>),
    Option(Box<Ty>),
    Map(Box<Ty>, Box<Ty>),
    Function(Vec<Ty>, Box<Ty>),
    /// What an empty list is of.
    Nothing,
    /// Of something whose problem has been reported.
    Unknown,
}

/// The types that can be written without square brackets, and what else they are called.
const NAMES: [(&str, Ty); 19] = [
    ("Int", Ty::Int),
    ("Long", Ty::Int),
    ("Double", Ty::Double),
    ("Float", Ty::Double),
    ("String", Ty::String),
    ("Char", Ty::String),
    ("Suit", Ty::String),
    ("Rank", Ty::String),
    ("Boolean", Ty::Boolean),
    ("Card", Ty::Card),
    ("CardModel", Ty::Card),
    ("Player", Ty::Player),
    ("PlayerModel", Ty::Player),
    ("Hand", Ty::Hand),
    ("Deck", Ty::Deck),
    ("DeckModel", Ty::Deck),
    ("Table", Ty::Table),
    ("TableModel", Ty::Table),
    ("Game", Ty::Game),
];

const COLLECTIONS: [&str; 11] =
    ["List", "Seq", "Vector", "IndexedSeq", "Iterable", "Set", "Option", "Some", "Map", "Trump", "GameModel"];

impl Ty {
    pub(crate) fn list(of: Ty) -> Ty {
        Ty::List(Box::new(of))
    }

    pub(crate) fn option(of: Ty) -> Ty {
        Ty::Option(Box::new(of))
    }

    /// The word that a type begins with.
    pub(crate) fn head(&self) -> &'static str {
        match self {
            Ty::Int => "Int",
            Ty::Double => "Double",
            Ty::String => "String",
            Ty::Boolean => "Boolean",
            Ty::Card => "Card",
            Ty::Player => "Player",
            Ty::Hand => "Hand",
            Ty::Deck => "Deck",
            Ty::Table => "Table",
            Ty::Game => "Game",
            Ty::List(_) => "List",
            Ty::Set(_) => "Set",
            Ty::Option(_) => "Option",
            Ty::Map(..) => "Map",
            Ty::Function(..) => "Function",
            Ty::Nothing => "Nothing",
            Ty::Unknown => "Unknown",
        }
    }

    pub(crate) fn is_number(&self) -> bool {
        matches!(self, Ty::Int | Ty::Double | Ty::Unknown | Ty::Nothing)
    }

    /// There is one value of the type, which nothing has to be kept for.
    pub(crate) fn is_single(&self) -> bool {
        matches!(self, Ty::Table | Ty::Game | Ty::Deck)
    }

    /// Whether values of it have an order.
    pub(crate) fn is_ordered(&self) -> bool {
        self.is_number() || matches!(self, Ty::String | Ty::Boolean)
    }

    /// Whether something in it is not known.
    pub(crate) fn is_open(&self) -> bool {
        match self {
            Ty::Unknown | Ty::Nothing => true,
            Ty::List(of) | Ty::Set(of) | Ty::Option(of) => of.is_open(),
            Ty::Map(k, v) => k.is_open() || v.is_open(),
            Ty::Function(params, result) => params.iter().any(Ty::is_open) || result.is_open(),
            _ => false,
        }
    }

    /// Whether a value of this type can stand where `wanted` is expected.
    pub(crate) fn fits(&self, wanted: &Ty) -> bool {
        match (self, wanted) {
            (Ty::Unknown | Ty::Nothing, _) | (_, Ty::Unknown) | (Ty::Int, Ty::Double) => true,
            (Ty::List(a), Ty::List(b)) | (Ty::Set(a), Ty::Set(b)) | (Ty::Option(a), Ty::Option(b)) => {
                a.fits(b)
            }
            (Ty::Map(a, x), Ty::Map(b, y)) => a.fits(b) && x.fits(y),
            (Ty::Function(a, x), Ty::Function(b, y)) => {
                a.len() == b.len() && b.iter().zip(a).all(|(b, a)| b.fits(a)) && x.fits(y)
            }
            (a, b) => a == b,
        }
    }

    /// The type that values of both have.
    pub(crate) fn join(&self, other: &Ty) -> Option<Ty> {
        let both = |a: &Ty, b: &Ty| a.join(b).map(Box::new);
        match (self, other) {
            (Ty::List(a), Ty::List(b)) => both(a, b).map(Ty::List),
            (Ty::Set(a), Ty::Set(b)) => both(a, b).map(Ty::Set),
            (Ty::Option(a), Ty::Option(b)) => both(a, b).map(Ty::Option),
            (Ty::Map(a, x), Ty::Map(b, y)) => Some(Ty::Map(both(a, b)?, both(x, y)?)),
            (a, b) if a.fits(b) => Some(b.clone()),
            (a, b) if b.fits(a) => Some(a.clone()),
            _ => None,
        }
    }

    /// Whether `==` between values of the two can ever hold.
    pub(crate) fn is_like(&self, other: &Ty) -> bool {
        self.join(other).is_some()
    }

    /// The type that an author wrote; otherwise the name that is not known, and the nearest that is.
    pub(crate) fn read(written: &Type) -> Result<Ty, (base::Span, String, Option<&'static str>)> {
        match &written.kind {
            TypeKind::Missing => Ok(Ty::Unknown),
            TypeKind::Function(params, result) => {
                let params = params.iter().map(Ty::read).collect::<Result<_, _>>()?;
                Ok(Ty::Function(params, Box::new(Ty::read(result)?)))
            }
            TypeKind::Named(name, arguments) => {
                let all: Vec<Ty> = arguments.iter().map(Ty::read).collect::<Result<_, _>>()?;
                let unknown = || {
                    let known = NAMES.iter().map(|(name, _)| *name).chain(COLLECTIONS);
                    (written.span, name.clone(), nearest(name, known))
                };
                Ty::named(name, all).ok_or_else(unknown)
            }
        }
    }

    pub(crate) fn named(name: &str, mut arguments: Vec<Ty>) -> Option<Ty> {
        let last = arguments.pop();
        match (name, arguments.pop(), last) {
            ("List" | "Seq" | "Vector" | "IndexedSeq" | "Iterable", None, Some(of)) => Some(Ty::list(of)),
            ("Set", None, Some(of)) => Some(Ty::Set(Box::new(of))),
            ("Option" | "Some", None, Some(of)) => Some(Ty::option(of)),
            ("Map", Some(key), Some(value)) => Some(Ty::Map(Box::new(key), Box::new(value))),
            ("Trump", None, None) => Some(Ty::option(Ty::String)),
            ("GameModel", None, None) => Some(Ty::Game),
            (_, None, None) => NAMES.iter().find(|(known, _)| *known == name).map(|(_, ty)| ty.clone()),
            _ => None,
        }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::List(of) => write!(f, "List[{of}]"),
            Ty::Set(of) => write!(f, "Set[{of}]"),
            Ty::Option(of) => write!(f, "Option[{of}]"),
            Ty::Map(key, value) => write!(f, "Map[{key}, {value}]"),
            Ty::Function(params, result) => {
                let params: Vec<String> = params.iter().map(Ty::to_string).collect();
                write!(f, "({}) => {result}", params.join(", "))
            }
            other => f.write_str(other.head()),
        }
    }
}
