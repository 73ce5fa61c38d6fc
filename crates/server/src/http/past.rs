//! Matches that are over: their record, and how they stood at a moment.

use crate::app::App;
use crate::lock;
use crate::matches::{self, No};
use engine::Match;
use engine::view::Viewer;
use protocol::Saved;
use std::collections::BTreeMap;
use std::sync::Mutex;
use store::{MatchId, MatchState, Stored};
use table::{Played, Rules};
use wire::Ruling;

/// So many copies are kept of a match on its way to its end.
const MARKS: usize = 8;

/// A match that is over, with its moves.
#[derive(Debug)]
pub(crate) struct Past {
    pub(crate) stored: Stored,
    pub(crate) rules: Rules,
    played: Played,
    /// How it stood after so many moves, at equal distances, so that a moment is not reached from the beginning.
    marks: Mutex<BTreeMap<usize, Match>>,
}

impl Past {
    pub(crate) fn load(app: &App, of: MatchId) -> Result<Past, No> {
        let stored = app.store.load(of)?.ok_or_else(|| matches::no("unknown", "there is no such match"))?;
        if stored.row.state != MatchState::Over {
            return Err(matches::no("nothing", "the match is not over, and until then it has secrets"));
        }
        let gone = || matches::no("nothing", "the rules of this match cannot be had any more");
        let rules = app.rules_of(&stored.row).ok_or_else(gone)?;
        let played = Played::load(&stored, rules.clone()).map_err(unlike)?;
        Ok(Past { stored, rules, played, marks: Mutex::default() })
    }

    pub(crate) fn len(&self) -> usize {
        self.played.record.steps.len()
    }

    /// The match as it stood after so many moves.
    pub(crate) fn at(&self, moves: usize) -> Result<Match, No> {
        let mark = lock(&self.marks).range(..=moves).next_back().map(|(at, mark)| (*at, mark.clone()));
        let (from, mut now) = mark.unwrap_or_else(|| {
            let mut now =
                Match::start(self.rules.game(), self.played.record.players, self.played.record.seed);
            now.follow();
            (0, now)
        });
        let distance = self.len().div_ceil(MARKS).max(1);
        for (made, step) in (1..=moves).zip(&self.played.record.steps).skip(from) {
            step.replay(&mut now).map_err(unlike)?;
            if made % distance == 0 {
                lock(&self.marks).insert(made, now.clone());
            }
        }
        Ok(now)
    }

    /// How it ended, with how it was resigned or drawn, which is no move.
    pub(crate) fn result(&self, viewer: Viewer) -> Option<Ruling> {
        self.played.ruling(viewer)
    }

    /// What was said after so many moves, and by which seats.
    pub(crate) fn said(&self, moves: usize) -> Vec<(u32, &str)> {
        self.played.said(&self.stored, moves).collect()
    }

    /// Goes through the match from its beginning, after so many moves each, as long as that is wanted. What is only told to
    /// those who follow a match is not there.
    pub(crate) fn walk(&self, visit: &mut dyn FnMut(usize, &Match) -> bool) -> Result<(), No> {
        let mut now = Match::start(self.rules.game(), self.played.record.players, self.played.record.seed);
        for (at, step) in self.played.record.steps.iter().enumerate() {
            if !visit(at, &now) {
                return Ok(());
            }
            step.replay(&mut now).map_err(unlike)?;
        }
        visit(self.len(), &now);
        Ok(())
    }

    /// As `tavola play` and `tavola replay` read it.
    pub(crate) fn saved(&self) -> Result<String, No> {
        Ok(Saved::with_fingerprint(&self.at(self.len())?, &[]).to_text())
    }
}

fn unlike<T>(_: T) -> No {
    matches::no("nothing", "the match cannot be read as it was played")
}
