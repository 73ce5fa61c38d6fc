//! Games for other programs: one line of JSON in, one line of JSON out, and matches as text that can be saved.
//! It reads and writes nothing itself; `docs/protocol.md` is its reference.

mod answer;
mod error;
mod hint;
mod history;
mod request;
mod saved;
mod session;
mod unique;
mod viewpoint;

pub use error::{Code, Error};
pub use history::OpenOptions;
pub use request::COMMANDS;
pub use saved::{Form, MAX_STEPS, Saved, SavedStep};
pub use session::{MAX_LINE, MAX_WORK, Rules, Session};
