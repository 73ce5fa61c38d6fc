//! A slow, plain evaluator of the typed tree: what the machine is compared with. It shares nothing with the
//! machine but the tree, the geometry of boards and the random generator.
//!
//! Where the reference is silent, this holds:
//! - A function's arguments are evaluated from left to right, then the defaults of those left out. In an
//!   assignment the parts of the target come before the value; `x op= y` reads `x` before `y`.
//! - A new object exists first; then the attributes that are not given get their defaults, in order; then the
//!   given values are evaluated and set. Global objects get theirs in order of class, then the tiles.
//! - `Moved` is raised for every placing of a piece, within one zone too, but not by `lift` and `remove`, and not
//!   where a piece is put on the tile it is on. The events of one operation follow when it is done.
//! - Drawing and dealing take the piece that is on top at each step, as often as there were pieces at first.
//! - Nothing runs after the end of the game but what the action that a player took, or the queue, ensures; not
//!   what actions that it called do.
//! - An action of the queue that fails is taken back alone, with the chance that it used. A called action that
//!   fails takes the caller with it. A queued action runs though its object was removed meanwhile.
//! - A called action has the actor of its caller. Its inputs are asked one by one of the owner of a local object,
//!   otherwise of the actor.
//! - A queued action whose inputs all fill themselves asks nobody, and needs no owner.
//! - Of a question in an action that may fail, only the answers after which it can succeed are offered.
//! - A fault while a move is tried makes it legal; the fault comes when it is made.
//! - `path` and `region` ask their function about every tile of the board; a path needs no yes for its first. A graph's
//!   roads are its sides.
//! - The owners of a group and the players of a place are in order of their numbers.
//! - An optional argument that is null counts as left out, but for `turn.pass(null)`, a fault. `assign(null)`
//!   takes all owners away.
//! - Null players and places of a ranking are skipped, and so are places that nobody gets.
//! - After `NoChoiceEvent` the match is stuck if all is as before but for the random generator;
//!   before it, if all is as it was, generator included, at such a moment since the last choice.
//! - A sentence of the log names 60 elements of a list and is cut at 300 characters.
//! - A player is shown by name, an object by its class, a zone as `hand(0)`, zero without a sign.

mod collect;
pub mod describe;
mod eval;
mod generate;
mod play;
mod text;
mod value;
mod view;
mod world;

pub use eval::TOO_MANY_TRIES;
pub use generate::generate;
pub use play::{Decision, Match};
pub use value::{Choice, Closure, Fault, Value};
pub use world::World;

/// Runs something on a stack large enough for the deepest evaluation.
///
/// # Panics
/// Where `run` panics, or the thread cannot be started.
pub fn with_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(512 << 20).spawn_scoped(scope, run);
        let thread = thread.expect("a thread with a large stack can be started in a test");
        thread.join().expect("the evaluation does not panic")
    })
}
