//! Players that are programs. A bot sees what its seat sees, and chooses among the moves that its seat may make; no
//! bot gets hold of the match itself. It knows neither files nor who asks, and a clock only to keep to a time.

mod decision;
mod evaluation;
mod exact;
mod imagined;
mod kind;
mod level;
mod mcts;
mod play;
mod random;
mod recipe;
mod search;
mod settings;
mod strategy;
mod trained;

pub use decision::{Decision, Hindsight};
pub use engine::{Features, Hidden, Path};
pub use evaluation::{Evaluation, lead};
pub use exact::{Exact, Solver, Unsolved};
pub use imagined::{Imagined, MoveKey, Worlds};
pub use kind::{ALL, BotKind, UnknownBot, names};
pub use mcts::{MAX_HINT_TIME, Thought};
pub use play::{Played, decide, play, play_bounded, play_while};
pub use random::Uniform;
pub use recipe::{RECIPES, Recipe};
pub use search::{Opinion, Valued};
pub use settings::Budget;
pub use strategy::{MAX_INFORMATION_SETS, MAX_WEIGHTS, Strategy};
pub use trained::{Basis, Note, Notes, Trained, Weights};

use base::Random;

/// A player that is a program.
pub trait Bot {
    /// The number of one of [`Decision::moves`]. All chance comes from `random`, so that equal seeds give equal matches.
    fn choose(&mut self, decision: &Decision<'_>, random: &mut Random) -> usize;

    /// The same choice, for hosts that have other things to do meanwhile.
    fn think(&mut self, decision: &Decision<'_>, random: &mut Random) -> Thought {
        Thought::chosen(self.choose(decision, random))
    }
}
