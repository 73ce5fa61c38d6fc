//! Fuzzing: seeded mutations of sources, protocol lines and saved matches, and what each case must not do: panic,
//! hang, or take memory beyond a limit. It knows no rule of the language; any text is a case.

pub mod case;
pub mod corpus;
pub mod harvest;
pub mod kind;
pub mod memory;
pub mod minimise;
pub mod mutate;
pub mod play;
pub mod pool;
pub mod protocol;
pub mod saved;
pub mod secrets;
pub mod sizes;
pub mod sources;
pub mod supervise;
pub mod token;
pub mod watch;
