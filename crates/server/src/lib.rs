//! Matches over the network: sockets, requests, who may do what, pages, bots, clocks that go on after a restart. What a
//! match is and how rows are kept is the business of `table` and `store`; no rule of a game is known here.

mod accept;
mod advice;
mod app;
mod bots;
mod client;
mod config;
mod door;
mod drafts;
mod hindsight;
mod http;
mod hub;
mod keeper;
mod library;
mod matches;
mod metrics;
mod opening;
mod outbox;
mod peer;
mod playing_on;
mod rate;
mod recent;
mod replays;
mod repository;
mod routes;
mod run;
mod shard;
mod socket;
mod takeover;
mod thinking;
mod token;

pub use client::{built, media_type};
pub use config::{Config, Quotas, Rate};
pub use peer::{Network, NoNetwork};
pub use routes::{Access, Body, Route, Row};
pub use run::{Ended, Server, StartError};
pub use store::Retention;
pub use store::sqlite::Durability;
pub use thinking::Thinking;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A panic of another thread has left nothing behind here that matters.
fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
