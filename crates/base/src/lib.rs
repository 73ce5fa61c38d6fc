//! What every crate shares: files and places in them, problems, the random generator.
//! It knows nothing of games, languages or machines.

mod contain;
mod excerpt;
mod explanation;
mod nearest;
mod problem;
mod quote;
mod random;
mod render;
mod source;

pub use contain::{Defect, contained};
pub use excerpt::{is_clear, is_visible, steers, turns};
pub use explanation::Explanation;
pub use nearest::nearest;
pub use problem::{Checked, Fix, Label, Problem, Severity};
pub use quote::beginning;
pub use random::Random;
pub use render::render;
pub use source::{FileId, NodeId, Origin, Origins, SourceMap, Span};
