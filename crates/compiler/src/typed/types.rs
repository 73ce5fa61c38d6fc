//! The types of values.

use super::{ClassId, EnumId, Game};
use std::rc::Rc;

/// A type. Every type but `Void` has null among its values.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Type {
    /// Of something wrong that has been reported; fits everything.
    Error,
    /// Of the word `null`; fits everything but `Void`.
    Null,
    /// Of what gives no value.
    Void,
    Number,
    String,
    Bool,
    Player,
    /// What `turn.active()` gives.
    Turn,
    /// What `position()` gives.
    Position,
    /// A tile or a zone.
    Place,
    Enum(EnumId),
    Class(ClassId),
    List(Rc<Type>),
    /// Keys of any type where the key type is None.
    Table(Option<Rc<Type>>, Rc<Type>),
    Stack(Rc<Type>),
    /// One zone of such pieces.
    Zone(Rc<Type>),
    /// The zones of all players.
    Zones(Rc<Type>),
    Function(Rc<[Type]>, Rc<Type>),
}

impl Type {
    pub fn list(of: Type) -> Type {
        Type::List(Rc::new(of))
    }

    /// The type of the elements of what can be read as a list.
    pub fn element(&self) -> Option<&Type> {
        match self {
            Type::List(t) | Type::Stack(t) | Type::Zone(t) => Some(t),
            _ => None,
        }
    }

    /// As authors write it.
    pub fn name(&self, game: &Game) -> String {
        match self {
            Type::Error => "?".to_owned(),
            Type::Null => "null".to_owned(),
            Type::Void => "nothing".to_owned(),
            Type::Number => "number".to_owned(),
            Type::String => "string".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Player => "player".to_owned(),
            Type::Turn => "Turn".to_owned(),
            Type::Position => "Position".to_owned(),
            Type::Place => "Place".to_owned(),
            Type::Enum(id) => game.enums[id.index()].name.clone(),
            Type::Class(id) => game.classes[id.index()].name.clone(),
            Type::List(t) => format!("List<{}>", t.name(game)),
            Type::Table(None, v) => format!("Table<{}>", v.name(game)),
            Type::Table(Some(k), v) => format!("Table<{}, {}>", k.name(game), v.name(game)),
            Type::Stack(t) => format!("Stack<{}>", t.name(game)),
            Type::Zone(t) => format!("Zone<{}>", t.name(game)),
            Type::Zones(t) => format!("Zones<{}>", t.name(game)),
            Type::Function(params, returns) => {
                let params: Vec<String> = params.iter().map(|p| p.name(game)).collect();
                format!("({}) => {}", params.join(", "), returns.name(game))
            }
        }
    }
}
