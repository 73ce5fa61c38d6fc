//! Players that are programs. A bot sees what its seat sees, and chooses among the moves that its seat may make; no
//! bot gets hold of the match itself. It knows neither files, clocks nor who asks.

mod decision;
mod imagined;
mod random;

pub use decision::{Decision, play};
pub use engine::Hidden;
pub use imagined::{Imagined, MoveKey, Worlds};
pub use random::Uniform;

use base::{Random, nearest};
use std::fmt;
use std::str::FromStr;

/// A player that is a program.
pub trait Bot {
    /// The number of one of [`Decision::moves`]. All chance comes from `random`, so that equal seeds give equal matches.
    fn choose(&mut self, decision: &Decision<'_>, random: &mut Random) -> usize;
}

/// A bot as it is named on a command line.
#[derive(Clone, Copy, Debug)]
pub struct BotKind {
    pub name: &'static str,
    pub make: fn() -> Box<dyn Bot>,
}

/// All bots; a new one is a file and a line here.
pub const ALL: &[BotKind] = &[BotKind { name: random::NAME, make: || Box::new(Uniform) }];

/// The names of all bots, as messages and help texts list them.
pub fn names() -> String {
    ALL.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ")
}

impl BotKind {
    /// The bot that chooses any legal move, all equally likely.
    pub const RANDOM: BotKind = ALL[0];

    /// Whether it is [`BotKind::RANDOM`], of which series of matches are played without listing moves.
    pub fn is_random(&self) -> bool {
        self.name == random::NAME
    }
}

/// There is no bot of that name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownBot(String);

impl fmt::Display for UnknownBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match nearest(&self.0, ALL.iter().map(|kind| kind.name)) {
            Some(near) => write!(f, "no bot is called `{}`; did you mean `{near}`?", self.0),
            None => write!(f, "no bot is called `{}`; the bots are: {}", self.0, names()),
        }
    }
}

impl std::error::Error for UnknownBot {}

impl FromStr for BotKind {
    type Err = UnknownBot;

    fn from_str(name: &str) -> Result<BotKind, UnknownBot> {
        let found = ALL.iter().copied().find(|kind| kind.name == name.trim());
        found.ok_or_else(|| UnknownBot(name.to_owned()))
    }
}
