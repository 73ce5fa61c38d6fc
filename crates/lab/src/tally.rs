//! What some matches of a series added up to. Tallies are merged in the order of the matches, so that a report
//! does not depend on who played them.

use crate::playout::End;
use crate::report::{BadEnd, Ending, LeftOut};
use crate::statistics::Histogram;
use engine::question::Chosen;
use engine::view::Outcome;
use engine::{Match, Profile};

/// So many different bad ends are kept.
const MAX_ENDS: usize = 100;

/// Sums over scores of one seat.
#[derive(Clone, Debug)]
pub(crate) struct ScoreSum {
    pub(crate) sum: f64,
    pub(crate) squares: f64,
    pub(crate) min: f64,
    pub(crate) max: f64,
}

impl Default for ScoreSum {
    fn default() -> ScoreSum {
        ScoreSum { sum: 0.0, squares: 0.0, min: f64::INFINITY, max: f64::NEG_INFINITY }
    }
}

impl ScoreSum {
    fn merge(&mut self, other: &ScoreSum) {
        self.sum += other.sum;
        self.squares += other.squares;
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }
}

/// What whole matches gave.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    pub(crate) finished: u64,
    pub(crate) wins: Vec<u64>,
    pub(crate) draws: u64,
    /// Matches whose first place several share, but not all.
    pub(crate) shared: u64,
    pub(crate) nobody: u64,
    pub(crate) stuck: u64,
    pub(crate) unfinished: u64,
    pub(crate) refused: u64,
    pub(crate) fault_count: u64,
    /// The first of each kind, in the order of their matches.
    pub(crate) bad: Vec<BadEnd>,
    /// Of the first match with such a move.
    pub(crate) left_out: Option<LeftOut>,
    pub(crate) lengths: Histogram,
    pub(crate) scores: Vec<ScoreSum>,
    /// By index of the action.
    pub(crate) chosen: Vec<u64>,
    pub(crate) answers: u64,
    /// Which coverage probes were hit.
    pub(crate) hits: Vec<bool>,
    /// Where steps went, if they were counted.
    pub(crate) profile: Profile,
}

impl Tally {
    pub(crate) fn new(players: usize, actions: usize) -> Tally {
        Tally {
            finished: 0,
            wins: vec![0; players],
            draws: 0,
            shared: 0,
            nobody: 0,
            stuck: 0,
            unfinished: 0,
            refused: 0,
            fault_count: 0,
            bad: Vec::new(),
            left_out: None,
            lengths: Histogram::default(),
            scores: vec![ScoreSum::default(); players],
            chosen: vec![0; actions],
            answers: 0,
            hits: Vec::new(),
            profile: Profile::default(),
        }
    }

    pub(crate) fn chose(&mut self, chosen: Chosen) {
        match chosen {
            Chosen::Action(action) => self.chosen[action] += 1,
            Chosen::Answer => self.answers += 1,
        }
    }

    pub(crate) fn add_hits(&mut self, hits: &[bool]) {
        self.hits.resize(self.hits.len().max(hits.len()), false);
        self.hits.iter_mut().zip(hits).for_each(|(all, hit)| *all |= hit);
    }

    /// Counts a match; `again` is the seed of a series whose first match it is.
    pub(crate) fn ended(&mut self, (number, again): (u64, u64), game: &Match, end: End, moves: u32) {
        self.lengths.add(moves);
        let (count, how) = match end {
            End::Outcome(Outcome::Finished { ranking }) => return self.finish(&ranking, &game.scores()),
            End::Unfinished => (&mut self.unfinished, Ending::Unfinished),
            End::Refused => (&mut self.refused, Ending::Refused),
            End::Outcome(Outcome::Stuck) => (&mut self.stuck, Ending::Stuck),
            End::Outcome(Outcome::Fault(fault)) => (&mut self.fault_count, Ending::Fault(fault)),
        };
        *count += 1;
        self.add_bad(BadEnd { how, count: 1, number, seed: again, moves });
    }

    fn add_bad(&mut self, end: BadEnd) {
        if let Some(known) = self.bad.iter_mut().find(|known| known.how.is_like(&end.how)) {
            known.count += end.count;
        } else if self.bad.len() < MAX_ENDS {
            self.bad.push(end);
        }
    }

    fn finish(&mut self, ranking: &[Vec<u32>], scores: &[f64]) {
        self.finished += 1;
        let first = ranking.first().map_or(&[][..], Vec::as_slice);
        let is_draw = first.len() > 1 && first.len() == self.wins.len();
        for seat in first.iter().filter(|_| !is_draw) {
            if let Some(wins) = self.wins.get_mut(*seat as usize) {
                *wins += 1;
            }
        }
        self.nobody += u64::from(first.is_empty());
        self.draws += u64::from(is_draw);
        self.shared += u64::from(first.len() > 1 && !is_draw);
        for (sum, score) in self.scores.iter_mut().zip(scores) {
            sum.merge(&ScoreSum { sum: *score, squares: score * score, min: *score, max: *score });
        }
    }

    pub(crate) fn merge(&mut self, other: Tally) {
        self.finished += other.finished;
        self.draws += other.draws;
        self.shared += other.shared;
        self.nobody += other.nobody;
        self.stuck += other.stuck;
        self.unfinished += other.unfinished;
        self.refused += other.refused;
        self.fault_count += other.fault_count;
        other.bad.into_iter().for_each(|end| self.add_bad(end));
        self.left_out = self.left_out.take().or(other.left_out);
        self.answers += other.answers;
        self.add_hits(&other.hits);
        self.profile.merge(&other.profile);
        self.lengths.merge(&other.lengths);
        add(&mut self.wins, &other.wins);
        add(&mut self.chosen, &other.chosen);
        self.scores.iter_mut().zip(&other.scores).for_each(|(a, b)| a.merge(b));
    }
}

/// What the decisions of the first matches gave: these are looked at one by one, which is too slow for all.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) matches: u64,
    pub(crate) branching: Histogram,
    /// By seat.
    pub(crate) decisions: Vec<u64>,
    /// In how many decisions an action was possible, by its index.
    pub(crate) possible: Vec<u64>,
}

impl Sample {
    pub(crate) fn new(players: usize, actions: usize) -> Sample {
        Sample {
            matches: 0,
            branching: Histogram::default(),
            decisions: vec![0; players],
            possible: vec![0; actions],
        }
    }

    /// Looks at a decision: who must decide, and what is possible.
    pub(crate) fn look(&mut self, game: &Match) {
        let Some(seat) = game.decider() else { return };
        let Ok((count, actions)) = game.seat(seat).possible() else { return };
        if count == 0 {
            return;
        }
        self.branching.add(u32::try_from(count).unwrap_or(u32::MAX));
        if let Some(count) = self.decisions.get_mut(seat as usize) {
            *count += 1;
        }
        for action in actions {
            self.possible[action] += 1;
        }
    }

    pub(crate) fn merge(&mut self, other: &Sample) {
        self.matches += other.matches;
        self.branching.merge(&other.branching);
        add(&mut self.decisions, &other.decisions);
        add(&mut self.possible, &other.possible);
    }
}

fn add(to: &mut [u64], from: &[u64]) {
    to.iter_mut().zip(from).for_each(|(a, b)| *a += b);
}

#[cfg(test)]
mod tests {
    use super::Tally;

    #[test]
    fn a_shared_first_place_counts_for_each_but_a_draw_among_all_for_nobody() {
        let mut tally = Tally::new(3, 0);
        tally.finish(&[vec![0, 2], vec![1]], &[3.0, 1.0, 3.0]);
        tally.finish(&[vec![0, 1, 2]], &[1.0, 1.0, 1.0]);
        tally.finish(&[], &[0.0, 0.0, 0.0]);
        assert_eq!((tally.wins, tally.draws, tally.nobody, tally.finished), (vec![1, 0, 1], 1, 1, 3));
        assert_eq!(tally.shared, 1);
        assert_eq!((tally.scores[0].sum, tally.scores[0].min, tally.scores[0].max), (4.0, 0.0, 3.0));
    }
}
