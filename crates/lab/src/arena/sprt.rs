//! The sequential probability ratio test on pairs of matches: whether a bot is stronger by so much or by so much, decided
//! as soon as that is clear enough. Wald 1945, with the variance of the sample (the generalised form of Van den Bergh).

use super::rating::expected;
use serde::Serialize;

/// Two hypotheses: by how many Elo the first bot is stronger.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
}

/// How the test stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Verdict {
    pub elo0: f64,
    pub elo1: f64,
    /// The logarithm of how much likelier the scores are where the first bot is stronger by `elo1` than where it is by
    /// `elo0`.
    pub llr: f64,
    /// The second hypothesis is accepted at the bound, the first one at minus the bound.
    pub bound: f64,
}

/// The logarithm of 0.95 / 0.05, for errors of one in twenty both ways.
const BOUND: f64 = 2.944_438_979_166_440_3;

/// The scores of pairs of matches, each from 0 to 1, as far as the test needs them: it is asked after each.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Scores {
    n: u64,
    sum: f64,
    squares: f64,
}

impl Scores {
    pub fn add(&mut self, score: f64) {
        self.n += 1;
        self.sum += score;
        self.squares += score * score;
    }
}

impl FromIterator<f64> for Scores {
    fn from_iter<I: IntoIterator<Item = f64>>(all: I) -> Scores {
        let mut scores = Scores::default();
        all.into_iter().for_each(|score| scores.add(score));
        scores
    }
}

impl Sprt {
    /// After pairs with these scores.
    pub fn verdict(&self, scores: Scores) -> Verdict {
        let n = scores.n as f64;
        let mean = scores.sum / n.max(1.0);
        // A pair won and a pair lost are added to the variance, which would be 0 after few equal scores.
        let centre = (scores.sum + 1.0) / (n + 2.0);
        let variance = (scores.squares + 1.0) / (n + 2.0) - centre * centre;
        let (s0, s1) = (expected(self.elo0), expected(self.elo1));
        let llr = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        Verdict { elo0: self.elo0, elo1: self.elo1, llr, bound: BOUND }
    }
}

impl Verdict {
    /// Whether the second hypothesis is accepted.
    pub fn is_stronger(&self) -> bool {
        self.llr >= self.bound
    }

    pub fn is_decided(&self) -> bool {
        self.llr.abs() >= self.bound
    }
}

#[cfg(test)]
mod tests {
    use super::{Scores, Sprt};
    use base::Random;

    #[test]
    fn a_stronger_bot_is_found_stronger_and_an_equal_one_not() {
        // Pairs of matches that are won with a probability: how often the test takes the wrong side.
        let test = Sprt { elo0: 0.0, elo1: 50.0 };
        for (per_mille, is_stronger) in [(500, false), (580, true)] {
            let mut wrong = 0;
            for seed in 0..200 {
                let mut random = Random::new(seed);
                let mut scores = Scores::default();
                while !test.verdict(scores).is_decided() {
                    let win = |random: &mut Random| f64::from(u8::from(random.below(1000) < per_mille));
                    scores.add((win(&mut random) + win(&mut random)) / 2.0);
                }
                wrong += usize::from(test.verdict(scores).is_stronger() != is_stronger);
            }
            assert!((1..=20).contains(&wrong), "{per_mille}: wrong {wrong} times of 200");
        }
    }

    #[test]
    fn few_equal_scores_decide_nothing() {
        let test = Sprt { elo0: 0.0, elo1: 30.0 };
        assert!(!test.verdict([1.0; 4].into_iter().collect()).is_decided());
        assert!(test.verdict([1.0; 40].into_iter().collect()).is_stronger());
        assert!(test.verdict(Scores::default()).llr.abs() < 1e-12);
    }
}
