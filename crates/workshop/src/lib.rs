//! Games while they are written: a session that plays the choices so far again with rules that have just changed, and
//! a desk on this machine where an author edits the files beside the table. It writes no files itself, and no rule of
//! a game is known here.

mod desk;
mod frames;
mod http;
mod messages;
mod opened;
mod run;
mod session;
mod shown;
mod socket;
mod sources;
mod tested;
mod trial;
mod watch;

pub use run::{Config, Page, StartError, Workshop, Writer};
pub use session::{Beginning, Inside, MayGoOn, Refusal, Session};
pub use sources::{Kept, Sources};
