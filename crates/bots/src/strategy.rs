//! How likely each move is in each information set of a small game: an average strategy, as training finds it. It knows
//! neither how it was found nor what the names in it mean.

use crate::{Decision, MoveKey};
use base::Random;
use engine::Path;
use std::collections::BTreeMap;

/// A table of more information sets than this is not kept, since it would not fit into the text beside a game.
pub const MAX_INFORMATION_SETS: usize = 16_384;

/// What the weights of the moves of one information set come to, about.
const WHOLE: f64 = 10_000.0;

/// The most that one weight may be when it is read.
const MAX_WEIGHT: u32 = 1_000_000;

/// The moves of an information set that whoever decides can tell apart, by their names, in the order of these; the weights
/// stand in the same order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Strategy {
    sets: BTreeMap<u64, Vec<u32>>,
}

impl Strategy {
    /// How likely the moves of an information set are, one number each; where all are 0, all are equally likely.
    pub fn put(&mut self, set: Path, likely: &[f64]) {
        let sum: f64 = likely.iter().sum();
        let weight = |p: &f64| if sum > 0.0 { (p / sum * WHOLE).round() as u32 } else { 1 };
        self.sets.insert(set.word(), likely.iter().map(weight).collect());
    }

    /// How likely each move of an information set is, where it is known.
    pub fn likely(&self, set: Path) -> Option<Vec<f64>> {
        let weights = self.sets.get(&set.word())?;
        let sum = weights.iter().map(|weight| f64::from(*weight)).sum::<f64>();
        (sum > 0.0).then(|| weights.iter().map(|weight| f64::from(*weight) / sum).collect())
    }

    /// How many information sets it knows.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// As it is kept: the name of an information set, and the weights of its moves.
    pub fn to_texts(&self) -> BTreeMap<String, String> {
        let texts = |weights: &Vec<u32>| weights.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        self.sets.iter().map(|(set, weights)| (format!("{set:016x}"), texts(weights))).collect()
    }

    /// None where it is not what [`Strategy::to_texts`] gives.
    pub(crate) fn read(texts: &BTreeMap<String, String>) -> Option<Strategy> {
        let weight = |text: &str| text.parse().ok().filter(|weight| *weight <= MAX_WEIGHT);
        let read = |(set, weights): (&String, &String)| {
            let weights: Vec<u32> = weights.split(' ').map(weight).collect::<Option<_>>()?;
            let is_any_likely = weights.iter().any(|weight| *weight > 0);
            is_any_likely.then_some((u64::from_str_radix(set, 16).ok()?, weights))
        };
        Some(Strategy { sets: texts.iter().map(read).collect::<Option<_>>()? })
    }

    /// Draws the number of a move of a decision, as likely as the table says; None where it does not know the information
    /// set.
    pub(crate) fn draw(&self, decision: &Decision<'_>, random: &mut Random) -> Option<usize> {
        let weights = self.sets.get(&decision.path()?.word())?;
        let keys = decision.keys();
        let mut names: Vec<MoveKey> = keys.clone();
        names.sort_unstable();
        names.dedup();
        if names.len() != weights.len() || keys.len() != decision.moves().len() {
            return None;
        }
        let mut left = random.below(weights.iter().map(|weight| u64::from(*weight)).sum());
        let drawn = weights.iter().position(|weight| {
            let is_here = left < u64::from(*weight);
            left = left.saturating_sub(u64::from(*weight));
            is_here
        })?;
        keys.iter().position(|key| *key == names[drawn])
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::Strategy;
    use engine::Path;
    use std::collections::BTreeMap;

    #[test]
    fn what_is_kept_is_read_again() {
        let mut strategy = Strategy::default();
        strategy.put(Path::start(0), &[1.0, 2.0, 0.0]);
        strategy.put(Path::start(1), &[0.0, 0.0]);
        assert_eq!(Strategy::read(&strategy.to_texts()), Some(strategy.clone()));
        assert_eq!(strategy.likely(Path::start(0)).unwrap(), [0.3333, 0.6667, 0.0]);
        assert_eq!(strategy.likely(Path::start(1)).unwrap(), [0.5, 0.5]);
        assert_eq!(strategy.likely(Path::start(2)), None);
    }

    #[test]
    fn weights_that_say_nothing_are_not_read() {
        let read = |set: &str, weights: &str| {
            Strategy::read(&BTreeMap::from([(set.to_owned(), weights.to_owned())])).is_some()
        };
        assert!(read("0f", "1 2"));
        for (set, weights) in [("0f", ""), ("0f", "0 0"), ("0f", "-1 2"), ("0f", "2000000"), ("x", "1")] {
            assert!(!read(set, weights), "{set} {weights}");
        }
    }
}
