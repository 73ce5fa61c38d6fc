//! What the statements of a file say about its game, with their places. It knows no syntax and no TGDL.

use super::cursor::Ident;
use super::lambda::tree::{Expr, Val};
use base::Span;
use std::collections::BTreeSet;

/// Something that was said, and where.
#[derive(Clone, Debug)]
pub(crate) struct Said<T> {
    pub value: T,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Seat {
    pub name: Ident,
    pub is_bot: bool,
}

/// How many cards are dealt: None for a random number.
#[derive(Clone, Debug)]
pub(crate) struct Gift {
    pub count: Option<u32>,
    /// None for each player.
    pub to: Option<Ident>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum Start {
    Player(Ident),
    Random,
    /// Whoever holds that card; in the first deal only, or in each.
    Holder {
        rank: Ident,
        suit: Ident,
        once: bool,
    },
}

#[derive(Clone, Debug)]
pub(crate) enum Trump {
    Suit(Ident),
    LastCard,
    ChosenBy(Ident),
    ChosenByLeader,
}

/// To whom cards are passed, as the player sees it who passes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SeatOffset {
    Left,
    Right,
    Across,
    Nobody,
}

#[derive(Clone, Debug)]
pub(crate) struct Passing {
    pub count: u32,
    pub to: Vec<SeatOffset>,
}

#[derive(Clone, Debug)]
pub(crate) struct Team {
    pub name: Option<String>,
    pub members: Vec<Ident>,
    pub span: Span,
}

/// Whose cards everybody sees.
#[derive(Clone, Debug)]
pub(crate) enum Exposed {
    All,
    Of(Ident),
}

/// One rule of a list.
#[derive(Clone, Debug)]
pub(crate) enum Rule {
    /// Written out, with the names that stand in it.
    Written(Expr, BTreeSet<String>),
    /// The name of a `val` that stands above.
    Named(Ident),
    /// One that the library has, by its name there.
    Ready(&'static str, Span),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Definition {
    pub name: Option<Said<String>>,
    pub seats: Vec<Seat>,
    pub gifts: Vec<Gift>,
    pub start: Option<Said<Start>>,
    pub suits: Option<Said<Vec<Ident>>>,
    pub ranks: Option<Said<Vec<Ident>>>,
    pub left_out: Vec<Said<(Ident, Ident)>>,
    pub trump: Option<Said<Trump>>,
    /// Those between statements, each with the names that stand in it.
    pub vals: Vec<(Val, BTreeSet<String>)>,
    pub playing: Vec<Rule>,
    pub taking: Vec<Rule>,
    pub winning: Vec<Rule>,
    pub points: Vec<Rule>,
    pub bonuses: Vec<Rule>,
    pub teams: Vec<Team>,
    pub parts: Option<Said<u32>>,
    pub last_trick: Option<Said<u32>>,
    pub target: Option<Said<u32>>,
    pub refills: Option<Said<()>>,
    pub passing: Option<Said<Passing>>,
    pub exposed: Vec<Said<Exposed>>,
    /// The line that starts the game.
    pub started: Option<Span>,
}

impl Definition {
    /// The number of a seat.
    pub(crate) fn seat(&self, name: &str) -> Option<usize> {
        self.seats.iter().position(|seat| seat.name.text == name)
    }
}
