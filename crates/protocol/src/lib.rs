//! Games for other programs: one line of JSON in, one line of JSON out, and matches as text that can be saved.
//! It reads and writes nothing itself; `docs/protocol.md` is its reference.

#![allow(unreachable_pub, reason = "still to be narrowed to `pub(crate)`")]

mod error;
mod request;
mod saved;
mod session;
pub mod shapes;

pub use error::{Code, Error};
pub use saved::{MOST_STEPS, Saved, SavedStep};
pub use session::{MOST_LINE, MOST_MOVES, Rules, Session, Wanted};
