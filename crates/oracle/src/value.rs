//! The values of the oracle and why an evaluation stops. Nothing here reads a world.

use base::NodeId;
use compiler::typed::{ActionId, BoardId, EnumId, Lambda, TurnId, ZoneId};
use std::rc::Rc;

/// A value. Objects, lists, tables and stacks are numbers of slots in a [`crate::world::World`], so that a copy
/// of the world is independent.
#[derive(Clone, Debug)]
pub enum Value<'g> {
    Null,
    Number(f64),
    Bool(bool),
    /// UTF-16 units.
    Text(Rc<[u16]>),
    Player(u32),
    Case(EnumId, u32),
    Tile(BoardId, u32),
    /// A slot of the world's objects.
    Object(usize),
    /// Slots of the world's collections.
    List(usize),
    Stack(usize),
    Table(usize),
    /// Cases or players in order, each once.
    Set(Rc<[Value<'g>]>),
    /// A zone, and the player whose it is (0 for one that is nobody's).
    Zone(ZoneId, u32),
    Zones(ZoneId),
    Turn(TurnId),
    Position(Rc<str>),
    Function(Rc<Closure<'g>>),
}

/// A function value with what it saw when it was made.
#[derive(Clone, Debug)]
pub struct Closure<'g> {
    pub lambda: &'g Lambda,
    pub locals: Vec<Value<'g>>,
    pub this: Value<'g>,
    pub event: Value<'g>,
    pub base: Option<Rc<Base<'g>>>,
}

/// What `base` is in what a modifier overrides: a member of the object, by those of its applications that are below.
#[derive(Clone, Debug)]
pub struct Base<'g> {
    pub object: Value<'g>,
    /// Innermost first.
    pub chain: Rc<[usize]>,
    /// How many of them are below this one.
    pub below: usize,
    /// Where everything is settled, the value of an attribute so far.
    pub value: Option<Value<'g>>,
}

impl<'g> Value<'g> {
    pub fn text(text: &str) -> Value<'g> {
        Value::Text(text.encode_utf16().collect())
    }

    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// Numbers and strings by value, everything that is shared by identity: `==` of the language but for what collections
    /// hold, see [`crate::world::World::equal`].
    pub fn same(&self, other: &Value<'g>) -> bool {
        match (self, other) {
            (Value::Null, Value::Null) => true,
            (Value::Number(a), Value::Number(b)) => a == b,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::Player(a), Value::Player(b)) => a == b,
            (Value::Case(a, i), Value::Case(b, j)) => (a, i) == (b, j),
            (Value::Tile(a, i), Value::Tile(b, j)) => (a, i) == (b, j),
            (Value::Object(a), Value::Object(b)) => a == b,
            (Value::List(a), Value::List(b))
            | (Value::Stack(a), Value::Stack(b))
            | (Value::Table(a), Value::Table(b)) => a == b,
            (Value::Set(a), Value::Set(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.same(b))
            }
            (Value::Zone(a, i), Value::Zone(b, j)) => (a, i) == (b, j),
            (Value::Zones(a), Value::Zones(b)) => a == b,
            (Value::Turn(a), Value::Turn(b)) => a == b,
            (Value::Position(a), Value::Position(b)) => a == b,
            (Value::Function(a), Value::Function(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// Equality of the keys of a table, where a player is its number.
    pub fn same_key(&self, other: &Value<'g>) -> bool {
        match (self, other) {
            (Value::Player(a), Value::Number(b)) | (Value::Number(b), Value::Player(a)) => {
                f64::from(*a) == *b
            }
            _ => self.same(other),
        }
    }
}

/// What went wrong while a game ran, and at which node of the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub message: String,
    pub at: NodeId,
}

/// One thing that a player may choose.
#[derive(Clone, Debug)]
pub enum Choice<'g> {
    /// An action with its object and its inputs, up to the first that asks another player.
    Action { action: ActionId, object: Value<'g>, inputs: Vec<Value<'g>> },
    /// An answer to a `choose`, or to one input asked while an action runs.
    Answer(Value<'g>),
}

/// A question in the middle of an evaluation.
#[derive(Clone, Debug)]
pub(crate) struct Ask<'g> {
    pub by: u32,
    pub options: Vec<Choice<'g>>,
}

/// Why an evaluation did not come to its end.
#[derive(Clone, Debug)]
pub(crate) enum Stop<'g> {
    Fault(Box<Fault>),
    /// `fail`, an `ensure` that does not hold, or an input that cannot be filled: the action is taken back.
    Fail,
    /// The game has ended.
    Over,
    /// There is no answer yet.
    Ask(Box<Ask<'g>>),
    /// The action that was to be tried has ended: well, or by failing.
    Probed(bool),
}

pub(crate) type Step<'g, T> = Result<T, Stop<'g>>;

pub(crate) fn fault<'g, T>(at: NodeId, message: impl Into<String>) -> Step<'g, T> {
    Err(Stop::Fault(Box::new(Fault { message: message.into(), at })))
}
