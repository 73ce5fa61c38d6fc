//! What all parts of a running server share.

use crate::accept::Sockets;
use crate::bots::Bots;
use crate::client::Client;
use crate::config::{Config, now};
use crate::hub::Hub;
use crate::library::Library;
use crate::matches;
use crate::metrics::Metrics;
use crate::rate::Buckets;
use crate::replays::Replays;
use crate::repository::Repository;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex};
use store::sqlite::Outage;
use store::{Match, MatchId, Millis, State, Stored};
use table::Rules;

#[derive(Debug)]
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) store: Repository,
    /// By bucket.
    pub(crate) epochs: Vec<u64>,
    pub(crate) library: Library,
    /// Where there is one.
    pub(crate) client: Option<Client>,
    pub(crate) hub: Hub,
    pub(crate) bots: Bots,
    pub(crate) replays: Replays,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) buckets: Mutex<Buckets>,
    pub(crate) all_new_matches: Mutex<crate::rate::Bucket>,
    pub(crate) sockets: Sockets,
    /// When nobody was there before.
    pub(crate) outages: Vec<Outage>,
    pub(crate) is_stopping: AtomicBool,
    /// Whether a thread compiles what lists know nothing of yet.
    pub(crate) is_reading_games: AtomicBool,
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
        self.library.known_rules(&row.program, &row.options, &row.limits).or_else(|| {
            let program = self.store.program(&row.program).ok()??;
            self.library.rules(&program, &row.options, &row.limits)
        })
    }

    /// For how long no clock of a match should have run since its last step.
    pub(crate) fn down_since(&self, stored: &Stored) -> Millis {
        stored.steps.last().map_or(0, |step| away(&self.outages, step.at))
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

/// How much of these times lies behind a moment.
fn away(outages: &[Outage], since: Millis) -> Millis {
    outages.iter().map(|(from, until)| (until - from.max(&since)).max(0)).sum()
}

#[cfg(test)]
mod tests {
    use super::away;

    #[test]
    fn only_what_lies_behind_the_last_step_is_given_back() {
        let outages = [(10, 20), (30, 45), (60, 61)];
        for (since, down) in [(0, 26), (15, 21), (20, 16), (40, 6), (61, 0), (90, 0)] {
            assert_eq!(away(&outages, since), down, "{since}");
        }
    }
}
