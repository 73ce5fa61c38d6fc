//! A match that a server keeps: who sits there, what was done, what each viewer is told, when a clock runs out. It is a
//! value that is given inputs and gives outputs; it knows neither sockets, disks, clocks, threads nor chance.

mod bench;
pub mod choose;
mod clocks;
mod delay;
mod fold;
mod frames;
mod history;
mod input;
mod note;
mod page;
mod past;
mod rules;
pub mod seen;
mod settings;
mod stream;
mod table;

pub use bench::Bench;
pub use fold::{Broken, Ending};
pub use input::{ConnId, Grant, Input, Loading, Output, Outputs, Seated};
pub use page::{NoPage, Page, Question};
pub use past::{Beginning, Played, beginning};
pub use rules::Rules;
pub use settings::{ClockKind, Delay, Settings, Watch};
pub use table::{Condition, QUEUE, Table};

pub use store::Millis;
