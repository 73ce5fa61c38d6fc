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

impl Sprt {
    /// After pairs with these scores, each from 0 to 1.
    pub fn verdict(&self, scores: &[f64]) -> Verdict {
        // A pair won and a pair lost are added to the variance, which would be 0 after few equal scores.
        let n = scores.len() as f64;
        let mean = scores.iter().sum::<f64>() / n.max(1.0);
        let centre = (scores.iter().sum::<f64>() + 1.0) / (n + 2.0);
        let squares = |score: f64| (score - centre) * (score - centre);
        let variance =
            (scores.iter().map(|s| squares(*s)).sum::<f64>() + squares(0.0) + squares(1.0)) / (n + 2.0);
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
    use super::Sprt;
    use base::Random;

    #[test]
    fn a_stronger_bot_is_found_stronger_and_an_equal_one_not() {
        // Pairs of matches that are won with a probability: how often the test takes the wrong side.
        let test = Sprt { elo0: 0.0, elo1: 50.0 };
        for (per_mille, is_stronger) in [(500, false), (580, true)] {
            let mut wrong = 0;
            for seed in 0..200 {
                let mut random = Random::new(seed);
                let mut scores = Vec::new();
                while !test.verdict(&scores).is_decided() {
                    let win = |random: &mut Random| f64::from(u8::from(random.below(1000) < per_mille));
                    scores.push((win(&mut random) + win(&mut random)) / 2.0);
                }
                wrong += usize::from(test.verdict(&scores).is_stronger() != is_stronger);
            }
            assert!((1..=20).contains(&wrong), "{per_mille}: wrong {wrong} times of 200");
        }
    }

    #[test]
    fn few_equal_scores_decide_nothing() {
        let test = Sprt { elo0: 0.0, elo1: 30.0 };
        assert!(!test.verdict(&[1.0; 4]).is_decided());
        assert!(test.verdict(&[1.0; 40]).is_stronger());
        assert!(test.verdict(&[]).llr.abs() < 1e-12);
    }
}
