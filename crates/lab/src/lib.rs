//! Plays many matches and sums up what an author wants to know, and matches between bots. It knows neither files nor
//! terminals.

pub mod arena;
mod coverage;
mod playout;
mod report;
mod run;
mod statistics;
mod tally;
pub mod train;

pub use coverage::{Coverage, Uncovered, UncoveredKind};
pub use playout::again;
pub use report::{ActionUse, BadEnd, Branching, Ending, LeftOut, Length, Report, Scores, Wins};
pub use run::{Options, simulate, simulate_while};
pub use statistics::wilson;
