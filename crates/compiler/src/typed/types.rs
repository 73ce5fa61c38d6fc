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
    /// Of cases of an enumeration, or of players.
    Set(Rc<Type>),
    /// One zone of such pieces.
    Zone(Rc<Type>),
    /// The zones of all players.
    Zones(Rc<Type>),
    Function(Rc<[Type]>, Rc<Type>),
    /// What may do something when it is called; it may give nothing.
    Act(Rc<[Type]>, Rc<Type>),
}

impl Type {
    pub fn list(of: Type) -> Type {
        Type::List(Rc::new(of))
    }

    pub fn function(params: Vec<Type>, returns: Type) -> Type {
        Type::Function(params.into(), Rc::new(returns))
    }

    /// Whether values of the type are no others' as well.
    pub fn is_simple(&self) -> bool {
        matches!(self, Type::Number | Type::String | Type::Bool | Type::Player | Type::Enum(_) | Type::Set(_))
    }

    /// Whether values of the type are lists, stacks or tables, which hold others.
    pub fn is_collection(&self) -> bool {
        matches!(self, Type::List(_) | Type::Stack(_) | Type::Table(..))
    }

    /// Whether comparing values of the type by content compares function values.
    pub(crate) fn holds_code(&self) -> bool {
        match self {
            Type::List(of) | Type::Stack(of) | Type::Table(_, of) => of.holds_code(),
            _ => self.is_callable(),
        }
    }

    /// Whether values of the type can be called.
    pub fn is_callable(&self) -> bool {
        matches!(self, Type::Function(..) | Type::Act(..))
    }

    /// The type of the elements of what can be read as a list.
    pub fn element(&self) -> Option<&Type> {
        match self {
            Type::List(t) | Type::Stack(t) | Type::Zone(t) => Some(t),
            _ => None,
        }
    }

    /// The types that it is made of.
    pub(crate) fn parts(&self) -> Vec<&Type> {
        match self {
            Type::List(t) | Type::Stack(t) | Type::Set(t) | Type::Zone(t) | Type::Zones(t) => vec![t],
            Type::Table(k, v) => k.iter().map(|k| &**k).chain([&**v]).collect(),
            Type::Function(params, returns) | Type::Act(params, returns) => {
                params.iter().chain([&**returns]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// As authors write it.
    pub fn name(&self, game: &Game) -> String {
        let class = |id: ClassId| game.classes[id.index()].name.clone();
        self.name_with(&class, &|id| game.enums[id.index()].name.clone())
    }

    /// As authors write it, given the names of classes and enumerations.
    pub(crate) fn name_with(
        &self,
        class: &dyn Fn(ClassId) -> String,
        case: &dyn Fn(EnumId) -> String,
    ) -> String {
        let name = |t: &Type| t.name_with(class, case);
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
            Type::Enum(id) => case(*id),
            Type::Class(id) => class(*id),
            Type::List(t) => format!("List<{}>", name(t)),
            Type::Table(None, v) => format!("Table<{}>", name(v)),
            Type::Table(Some(k), v) => format!("Table<{}, {}>", name(k), name(v)),
            Type::Stack(t) => format!("Stack<{}>", name(t)),
            Type::Set(t) => format!("Set<{}>", name(t)),
            Type::Zone(t) => format!("Zone<{}>", name(t)),
            Type::Zones(t) => format!("Zones<{}>", name(t)),
            Type::Function(params, returns) => {
                let params: Vec<String> = params.iter().map(name).collect();
                format!("({}) => {}", params.join(", "), name(returns))
            }
            Type::Act(params, returns) => {
                let params: Vec<String> = params.iter().map(name).collect();
                let gives = match &**returns {
                    Type::Void => String::new(),
                    returns => format!(" => {}", name(returns)),
                };
                format!("act ({}){gives}", params.join(", "))
            }
        }
    }

    /// The same type with other classes in it.
    pub(crate) fn with_classes(&self, class: &dyn Fn(ClassId) -> ClassId) -> Type {
        let with = |t: &Rc<Type>| Rc::new(t.with_classes(class));
        match self {
            Type::Class(id) => Type::Class(class(*id)),
            Type::List(t) => Type::List(with(t)),
            Type::Stack(t) => Type::Stack(with(t)),
            Type::Zone(t) => Type::Zone(with(t)),
            Type::Zones(t) => Type::Zones(with(t)),
            Type::Table(k, v) => Type::Table(k.as_ref().map(with), with(v)),
            Type::Function(params, returns) => {
                Type::Function(params.iter().map(|p| p.with_classes(class)).collect(), with(returns))
            }
            Type::Act(params, returns) => {
                Type::Act(params.iter().map(|p| p.with_classes(class)).collect(), with(returns))
            }
            other => other.clone(),
        }
    }
}
