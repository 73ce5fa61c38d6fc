//! How likely each move is in each information set of a small game: an average strategy, as training finds it. It knows
//! neither how it was found nor what the names in it mean.

use crate::level::drawn;
use crate::{Decision, MoveKey};
use base::Random;
use engine::Path;
use std::collections::BTreeMap;

/// A strategy of more information sets than this, or of more moves in all of them together, is not kept, since it would
/// not fit into the text beside a game.
pub const MAX_INFORMATION_SETS: usize = 10_000;
pub const MAX_WEIGHTS: usize = 50_000;

/// What the weights of the moves of one information set come to, about.
const WHOLE: f64 = 10_000.0;

/// The most that one weight may be when it is read.
const MAX_WEIGHT: u32 = 1_000_000;

/// For each information set the weights of its moves, in the order of their names. What it is called by says which moves
/// there are, so that none is taken for another where a program names them otherwise.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Strategy {
    sets: BTreeMap<u64, Vec<u32>>,
}

impl Strategy {
    /// How likely the moves of an information set are, one number each; where all are 0, all are equally likely. The moves
    /// are those that whoever decides can tell apart, sorted.
    pub fn put(&mut self, set: Path, moves: &[MoveKey], likely: &[f64]) {
        let sum: f64 = likely.iter().sum();
        let weight = |p: &f64| if sum > 0.0 { (p / sum * WHOLE).round() as u32 } else { 1 };
        self.sets.insert(name(set, moves), likely.iter().map(weight).collect());
    }

    /// How likely each move of an information set is, where it is known.
    pub fn likely(&self, set: Path, moves: &[MoveKey]) -> Option<Vec<f64>> {
        let weights = self.weights(set, moves)?;
        let sum = weights.iter().map(|weight| f64::from(*weight)).sum::<f64>();
        (sum > 0.0).then(|| weights.iter().map(|weight| f64::from(*weight) / sum).collect())
    }

    fn weights(&self, set: Path, moves: &[MoveKey]) -> Option<&[u32]> {
        let weights = self.sets.get(&name(set, moves))?;
        (weights.len() == moves.len()).then_some(weights.as_slice())
    }

    /// Whether it knows the information set of a decision.
    pub fn knows(&self, decision: &Decision<'_>) -> bool {
        self.at(decision).is_some()
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

    /// What [`Strategy::to_texts`] gave, or why it cannot have given this.
    pub(crate) fn read(texts: &BTreeMap<String, String>) -> Result<Strategy, String> {
        let weight = |text: &str| text.parse().ok().filter(|weight| *weight <= MAX_WEIGHT);
        let read = |(set, weights): (&String, &String)| {
            let weights: Option<Vec<u32>> = weights.split(' ').map(weight).collect();
            let weights = weights.filter(|weights| weights.iter().any(|weight| *weight > 0));
            let weights = weights.ok_or_else(|| format!("a strategy has no weights for `{set}`"))?;
            let named = u64::from_str_radix(set, 16);
            Ok((named.map_err(|_| format!("a strategy knows no information set `{set}`"))?, weights))
        };
        Ok(Strategy { sets: texts.iter().map(read).collect::<Result<_, String>>()? })
    }

    /// Draws the number of a move of a decision, as likely as the strategy says; None where it does not know the
    /// information set.
    pub(crate) fn draw(&self, decision: &Decision<'_>, random: &mut Random) -> Option<usize> {
        let (keys, moves, weights) = self.at(decision)?;
        let weights: Vec<u64> = weights.iter().copied().map(u64::from).collect();
        let made = moves[drawn(&weights, random)];
        keys.iter().position(|key| *key == made)
    }

    /// The names of all moves of a decision, and of those that can be told apart, with their weights.
    fn at(&self, decision: &Decision<'_>) -> Option<(Vec<MoveKey>, Vec<MoveKey>, &[u32])> {
        let keys = decision.keys();
        if keys.len() != decision.moves().len() {
            return None;
        }
        let mut moves = keys.clone();
        moves.sort_unstable();
        moves.dedup();
        let weights = self.weights(decision.path()?, &moves)?;
        Some((keys, moves, weights))
    }
}

fn name(set: Path, moves: &[MoveKey]) -> u64 {
    moves.iter().fold(set, |set, made| set.behind(*made)).word()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::Strategy;
    use engine::{MoveKey, Path};
    use std::collections::BTreeMap;

    const MOVES: [MoveKey; 3] = [MoveKey(1), MoveKey(2), MoveKey(3)];

    #[test]
    fn what_is_kept_is_read_again() {
        let mut strategy = Strategy::default();
        strategy.put(Path::start(0), &MOVES, &[1.0, 2.0, 0.0]);
        strategy.put(Path::start(1), &MOVES[..2], &[0.0, 0.0]);
        assert_eq!(Strategy::read(&strategy.to_texts()), Ok(strategy.clone()));
        assert_eq!(strategy.likely(Path::start(0), &MOVES).unwrap(), [0.3333, 0.6667, 0.0]);
        assert_eq!(strategy.likely(Path::start(1), &MOVES[..2]).unwrap(), [0.5, 0.5]);
    }

    #[test]
    fn other_moves_are_another_information_set() {
        let mut strategy = Strategy::default();
        strategy.put(Path::start(0), &MOVES, &[1.0, 2.0, 0.0]);
        assert_eq!(strategy.likely(Path::start(1), &MOVES), None);
        assert_eq!(strategy.likely(Path::start(0), &MOVES[..2]), None);
        assert_eq!(strategy.likely(Path::start(0), &[MoveKey(1), MoveKey(2), MoveKey(4)]), None);
    }

    #[test]
    fn weights_that_say_nothing_are_not_read() {
        let read = |set: &str, weights: &str| {
            Strategy::read(&BTreeMap::from([(set.to_owned(), weights.to_owned())])).is_ok()
        };
        assert!(read("0f", "1 2"));
        for (set, weights) in [("0f", ""), ("0f", "0 0"), ("0f", "-1 2"), ("0f", "2000000"), ("x", "1")] {
            assert!(!read(set, weights), "{set} {weights}");
        }
    }
}
