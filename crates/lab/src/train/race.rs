//! Recipes play against the usual one: the better half goes on with twice the matches and twice the simulations, until one
//! is left, and that one plays a final for the same time.

use super::Options;
use crate::arena::{self, Results};
use bots::{BotKind, Recipe};
use engine::Game;
use std::sync::Arc;

/// Pairs of matches in the first round.
const FIRST_PAIRS: u64 = 8;

/// Pairs of matches of the final, and the fewest that say anything.
const FINAL_PAIRS: u64 = 100;
const LEAST_PAIRS: u64 = 10;

const MAX_MOVES: u32 = 2_000;

pub(super) struct Race<'a> {
    pub(super) game: &'a Arc<Game>,
    pub(super) options: &'a Options,
    pub(super) usual: &'static Recipe,
    /// At a decision of the first round.
    pub(super) simulations: u64,
    pub(super) tell: &'a dyn Fn(&str),
}

impl Race<'_> {
    /// The best of the candidates, if any was as good as the usual one.
    pub(super) fn run(
        &self,
        mut candidates: Vec<&'static Recipe>,
        may_go_on: &(dyn Fn() -> bool + Sync),
    ) -> Option<&'static Recipe> {
        let (mut pairs, mut simulations, mut round) = (FIRST_PAIRS, self.simulations, 0);
        let mut is_known = false;
        while candidates.len() > usize::from(is_known) && may_go_on() {
            let budget = simulations.to_string();
            let mut scored: Vec<(f64, &'static Recipe)> = Vec::new();
            for recipe in candidates.iter().copied() {
                let results = self.play(recipe, &budget, (pairs, round), may_go_on);
                let Some(contest) = results.contests.first().filter(|_| results.matches > 0) else {
                    continue;
                };
                (self.tell)(&format!(
                    "`{}` has {:.0} % of {} matches against `{}` with {simulations} simulations",
                    recipe.name,
                    100.0 * contest.score,
                    results.matches,
                    self.usual.name
                ));
                scored.push((contest.score, recipe));
            }
            if scored.is_empty() {
                // There was no time for this round: what the last one found stands.
                break;
            }
            is_known = true;
            scored.sort_by(|a, b| b.0.total_cmp(&a.0));
            scored.truncate(candidates.len().div_ceil(2));
            scored.retain(|(score, _)| *score >= 0.5);
            candidates = scored.into_iter().map(|(_, recipe)| recipe).collect();
            (pairs, simulations, round) = (2 * pairs, 2 * simulations, round + 1);
        }
        candidates.first().copied().filter(|_| is_known)
    }

    /// Whether it beats the usual one in the same time, and how. The deals are others than those of the race.
    pub(super) fn final_of(
        &self,
        best: &'static Recipe,
        may_go_on: &(dyn Fn() -> bool + Sync),
    ) -> Option<(&'static Recipe, String)> {
        let warm = self.play(self.usual, &self.simulations.to_string(), (1, FINAL), may_go_on);
        let time = warm.bots.first().map_or(0.0, |bot| bot.milliseconds_per_decision).ceil().max(1.0);
        let results = self.play(best, &format!("{time}ms"), (FINAL_PAIRS, FINAL), may_go_on);
        let contest = results.contests.first()?;
        let how = format!(
            "{:.1} % ({:.1} to {:.1}) in {} matches with {time} ms a decision",
            100.0 * contest.score,
            100.0 * contest.low,
            100.0 * contest.high,
            results.matches
        );
        (self.tell)(&format!("final: `{}` against `{}`, {how}", best.name, self.usual.name));
        (results.matches >= 2 * LEAST_PAIRS && contest.low > 0.5).then_some((best, how))
    }

    /// `round`: each has deals of its own.
    fn play(
        &self,
        recipe: &Recipe,
        budget: &str,
        (pairs, round): (u64, u64),
        may_go_on: &(dyn Fn() -> bool + Sync),
    ) -> Results {
        let bot = |recipe: &Recipe| format!("mcts:{budget}:recipe={}", recipe.name).parse::<BotKind>();
        let bots = [bot(recipe), bot(self.usual)].into_iter().flatten().collect();
        let options = arena::Options {
            bots,
            players: self.options.players,
            pairs,
            seed: self.options.seed.wrapping_add(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(round + 1)),
            threads: self.options.threads,
            max_moves: MAX_MOVES,
            opening: None,
            sprt: None,
        };
        arena::run(self.game, &options, &|_| (), may_go_on)
    }
}

/// The round of the final.
const FINAL: u64 = 1_000;
