//! What all parts of a running server share.

use crate::bots::Bots;
use crate::config::{Config, now};
use crate::hub::Hub;
use crate::library::Library;
use crate::matches;
use crate::metrics::Metrics;
use crate::rate::Buckets;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex};
use store::sqlite::SqliteStore;
use store::{Match, MatchId, Millis, State, Store as _, Stored};
use table::Rules;

#[derive(Debug)]
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) store: SqliteStore,
    /// By bucket.
    pub(crate) epochs: Vec<u64>,
    pub(crate) library: Library,
    pub(crate) hub: Hub,
    pub(crate) bots: Bots,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) buckets: Mutex<Buckets>,
    pub(crate) all_new_matches: Mutex<crate::rate::Bucket>,
    pub(crate) started: Millis,
    pub(crate) is_stopping: AtomicBool,
    /// How the server is called in links.
    pub(crate) url: String,
    /// What requests may call it.
    pub(crate) hosts: Vec<String>,
    pub(crate) runtime: tokio::runtime::Handle,
    /// To find oneself from where only a borrow is there.
    pub(crate) own: std::sync::Weak<App>,
}

impl App {
    pub(crate) fn epoch(&self, of: MatchId) -> u64 {
        self.epochs.get(usize::from(of.bucket())).copied().unwrap_or(0)
    }

    /// The rules that a match began with; None where they cannot be had any more.
    pub(crate) fn rules_of(&self, row: &Match) -> Option<Rules> {
        let program = self.store.program(&row.program).ok()??;
        self.library.rules(&program, &row.options, &row.limits)
    }

    /// For how long no clock of a match should have run. It is not known since when the server was down, so that whoever
    /// is asked has all the time since the last step once more.
    pub(crate) fn down_since(&self, stored: &Stored) -> Millis {
        stored.steps.last().map_or(0, |step| (self.started - step.at).max(0))
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.is_stopping.load(SeqCst)
    }

    /// Why nobody can play at the moment; None where all is well.
    pub(crate) fn trouble(&self) -> Option<&'static str> {
        if self.is_stopping() {
            return Some("the server stops");
        }
        match self.store.state() {
            State::Ready => None,
            State::Full => Some("the disk is full"),
            State::Stopped(_) => Some("matches cannot be kept at the moment"),
        }
    }

    /// Opens the next match with the same seats, and tells the table of it.
    pub(crate) fn rematch(&self, of: MatchId) {
        let Some(app) = self.own.upgrade() else { return };
        self.runtime.spawn_blocking(move || {
            let input = matches::rematch(&app, of, now());
            app.hub.send_always(of, crate::shard::Job::Input(of, Box::new(input))).ok();
        });
    }
}
