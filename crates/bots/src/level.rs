//! Levels: how long a search thinks, and which moves that are not the best it may choose. A weak one is not silly: it
//! misses no win at hand, allows no loss at hand that could be avoided, and gives away little at a time.

use crate::search::{Opinion, Valued, exp_negative};
use crate::settings::Budget;
use base::Random;
use std::time::Duration;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Level {
    Easy,
    Medium,
    Hard,
}

/// What a search at a decision may spend: it stops at whichever comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Allowance {
    pub(crate) simulations: u64,
    /// In loop turns and calls of the rules, which are the same on every machine; some simulations are made anyway.
    pub(crate) work: u64,
    pub(crate) time: Option<Duration>,
}

impl Allowance {
    /// However much work they are, so many simulations are made, since fewer say nothing.
    const LEAST_SIMULATIONS: u64 = 16;

    pub(crate) fn is_spent(&self, simulations: u64, work: u64) -> bool {
        simulations >= self.simulations || work >= self.work && simulations >= Self::LEAST_SIMULATIONS
    }
}

impl From<Budget> for Allowance {
    fn from(budget: Budget) -> Allowance {
        match budget {
            Budget::Simulations(simulations) => Allowance { simulations, work: u64::MAX, time: None },
            Budget::Time(time) => Allowance { simulations: u64::MAX, work: u64::MAX, time: Some(time) },
        }
    }
}

impl Level {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
        }
    }

    /// At a decision between so many moves. Where chance or what is hidden has a say, single results tell less of a move.
    /// The work is some 0.2 and 1 s where rules run at 50 million a second.
    pub(crate) fn allowance(self, moves: usize, is_uncertain: bool) -> Allowance {
        let moves = moves.max(if is_uncertain { 24 } else { 8 }) as u64;
        match self {
            Level::Easy => Allowance { simulations: 4 * moves, work: 10_000_000, time: None },
            Level::Medium => Allowance { simulations: 40 * moves, work: 50_000_000, time: None },
            Level::Hard => {
                let time = Some(Duration::from_secs(2));
                Allowance { simulations: 400 * moves, work: u64::MAX, time }
            }
        }
    }

    /// Whether it never chooses another move than the best.
    pub(crate) fn makes_best(self) -> bool {
        match self {
            Level::Easy | Level::Medium => false,
            Level::Hard => true,
        }
    }

    /// By so much a move may be worth less than the best.
    fn gives_away(self) -> f64 {
        match self {
            Level::Easy => 0.12,
            Level::Medium => 0.05,
            Level::Hard => 0.0,
        }
    }

    /// One of the moves that are near the best; `loses` says whether the next seat could end the match after it.
    pub(crate) fn choose(
        self,
        opinion: &Opinion,
        random: &mut Random,
        mut loses: impl FnMut(usize) -> bool,
    ) -> usize {
        let Some(best) = opinion.moves.first() else { return 0 };
        if best.is_proven && best.value >= 1.0 || self.makes_best() {
            return best.number;
        }
        let gives_away = self.gives_away().min(at_stake(opinion) / 2.0);
        // A value that few simulations stand behind says little.
        let is_near = |m: &&Valued| {
            m.value >= best.value - gives_away && m.visits >= best.visits.div_ceil(3) && m.visits > 0
        };
        let mut near: Vec<Valued> = opinion.moves.iter().filter(is_near).copied().collect();
        while !near.is_empty() {
            let weights: Vec<u64> =
                near.iter().map(|m| weight((best.value - m.value).max(0.0), gives_away)).collect();
            let at = drawn(&weights, random);
            if !loses(near[at].number) {
                return near[at].number;
            }
            near.remove(at);
        }
        let other = opinion.moves.iter().find(|m| !loses(m.number));
        other.unwrap_or(best).number
    }
}

/// By how much the best move is better than the worst. Where that is little, all moves are near the best, and a move that
/// does nothing, as to hold without points, would be as good as any.
fn at_stake(opinion: &Opinion) -> f64 {
    let tried = opinion.moves.iter().filter(|m| m.visits > 0).map(|m| m.value);
    let (least, most) = tried.fold((f64::MAX, f64::MIN), |(least, most), v| (least.min(v), most.max(v)));
    (most - least).max(0.0)
}

/// Boltzmann's, at a temperature of half of what may be given away.
fn weight(gap: f64, gives_away: f64) -> u64 {
    if gives_away <= 0.0 {
        return 1;
    }
    1 + (1_000_000.0 * exp_negative(2.0 * gap / gives_away)) as u64
}

/// A number, as likely as its weight says.
pub(crate) fn drawn(weights: &[u64], random: &mut Random) -> usize {
    let mut left = random.below(weights.iter().sum());
    let chosen = weights.iter().position(|weight| {
        let is_here = left < *weight;
        left = left.saturating_sub(*weight);
        is_here
    });
    chosen.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::Level;
    use crate::search::{Opinion, Valued};
    use base::Random;

    fn opinion(moves: &[(f64, u32, bool)]) -> Opinion {
        let valued = |(number, (value, visits, is_proven)): (usize, &(f64, u32, bool))| Valued {
            number,
            visits: *visits,
            value: *value,
            is_proven: *is_proven,
        };
        let moves = moves.iter().enumerate().map(valued).collect();
        Opinion { simulations: 100, moves, seats: Vec::new(), means: Vec::new(), is_certain: false }
    }

    fn chosen(level: Level, moves: &[(f64, u32, bool)], losing: &[usize]) -> Vec<usize> {
        let mut random = Random::new(1);
        let opinion = opinion(moves);
        let mut all: Vec<usize> =
            (0..300).map(|_| level.choose(&opinion, &mut random, |n| losing.contains(&n))).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    #[test]
    fn a_weak_level_chooses_among_what_is_nearly_as_good_and_never_further_away() {
        let moves =
            [(0.6, 50, false), (0.57, 40, false), (0.5, 30, false), (0.3, 20, false), (0.9, 1, false)];
        assert_eq!(chosen(Level::Hard, &moves, &[]), [0]);
        assert_eq!(chosen(Level::Medium, &moves, &[]), [0, 1]);
        assert_eq!(chosen(Level::Easy, &moves, &[]), [0, 1, 2]);
    }

    #[test]
    fn where_little_is_at_stake_a_weak_level_gives_away_no_more_than_half_of_it() {
        let two = [(0.53, 60, false), (0.49, 40, false)];
        assert_eq!(chosen(Level::Medium, &two, &[]), [0]);
        assert_eq!(chosen(Level::Easy, &two, &[]), [0]);
        let alike = [(0.5, 50, false), (0.5, 40, false)];
        assert_eq!(chosen(Level::Easy, &alike, &[]), [0, 1]);
    }

    #[test]
    fn a_level_tries_more_where_single_results_tell_less() {
        let of = |moves, is_uncertain| Level::Easy.allowance(moves, is_uncertain).simulations;
        assert_eq!([of(3, false), of(3, true), of(40, false), of(40, true)], [32, 96, 160, 160]);
    }

    #[test]
    fn where_rules_are_much_work_a_level_makes_fewer_simulations_but_some() {
        let medium = Level::Medium.allowance(24, true);
        let is_spent = |simulations, work| medium.is_spent(simulations, work);
        assert!(!is_spent(959, 1_000) && is_spent(960, 1_000));
        assert!(!is_spent(300, 49_999_999) && is_spent(300, 50_000_000));
        assert!(!is_spent(15, u64::MAX) && is_spent(16, u64::MAX));
    }

    #[test]
    fn a_weak_level_misses_no_win_and_allows_no_loss_that_can_be_avoided() {
        assert_eq!(chosen(Level::Easy, &[(1.0, 9, true), (0.95, 90, false)], &[]), [0]);
        let moves = [(0.6, 50, false), (0.57, 40, false), (0.3, 20, false)];
        assert_eq!(chosen(Level::Easy, &moves, &[0, 1]), [2]);
        assert_eq!(chosen(Level::Easy, &moves, &[0, 1, 2]), [0]);
    }
}
