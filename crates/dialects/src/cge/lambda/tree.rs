//! The tree of a rule as its author wrote it, in the part of Scala that rules are written in.
//! It knows no types and no meaning of names.

use crate::cge::cursor::Ident;
use base::Span;

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub span: Span,
    /// How many nodes lie above each other in it; bounded by the parser.
    pub depth: u16,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Int(f64),
    Double(f64),
    Text(Vec<Piece>),
    Bool(bool),
    Name(String),
    /// `card.suit`; `is_infix` where it was written as `hand contains card`.
    Member(Box<Expr>, Ident),
    /// `f(a, b)`; several lists of arguments stand in one.
    Call(Box<Expr>, Vec<Expr>),
    /// `List[Card]`
    Typed(Box<Expr>, Vec<Type>),
    Not(Box<Expr>),
    Negate(Box<Expr>),
    /// `a + b`, with the sign where it stands
    Binary(Box<Expr>, Ident, Box<Expr>),
    Lambda(Vec<Param>, Box<Block>),
    If(Box<Expr>, Box<Block>, Box<Block>),
    Match(Box<Expr>, Vec<Case>),
    Block(Box<Block>),
    /// Broken text.
    Missing,
}

/// A part of a text: `s"$name has ${hand.size} cards"`.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Text(String),
    Expr(Expr),
}

#[derive(Clone, Debug)]
pub(crate) struct Param {
    /// `_` where the author does not look at it.
    pub name: Ident,
    pub ty: Option<Type>,
}

#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub vals: Vec<Val>,
    /// Values of which nothing becomes: all but the last of a block.
    pub unused: Vec<Span>,
    pub value: Expr,
}

impl Block {
    /// A value alone.
    pub(crate) fn of(value: Expr) -> Block {
        Block { vals: Vec::new(), unused: Vec::new(), value }
    }
}

/// `val name: Type = value`, `def name(params): Type = value`
#[derive(Clone, Debug)]
pub(crate) struct Val {
    pub name: Ident,
    pub ty: Option<Type>,
    /// Of a `def` with parameters.
    pub params: Option<Vec<Param>>,
    pub value: Box<Block>,
}

#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub pattern: Pattern,
    pub guard: Option<Expr>,
    pub value: Block,
}

#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    pub span: Span,
    pub kind: PatternKind,
}

#[derive(Clone, Debug)]
pub(crate) enum PatternKind {
    Any,
    /// A constant, or a name that begins with a capital letter.
    Value(Box<Expr>),
    /// A new name for what is there.
    Bind(Ident),
    Some(Box<Pattern>),
    None,
    Or(Vec<Pattern>),
}

#[derive(Clone, Debug)]
pub(crate) struct Type {
    pub span: Span,
    pub kind: TypeKind,
}

#[derive(Clone, Debug)]
pub(crate) enum TypeKind {
    /// `Card`, `List[Card]`
    Named(String, Vec<Type>),
    /// `(Card, Int) => Boolean`
    Function(Vec<Type>, Box<Type>),
    Missing,
}
