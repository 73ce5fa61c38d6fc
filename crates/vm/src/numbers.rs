//! Numbers at equal distances among which somebody chooses: each by its place, so that none must be listed.
//! It knows nothing of who chooses.

use crate::fault::FaultKind;
use bytecode::word::{self, NULL};

/// The first number, how far each is from the one before it, and how many there are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Numbers {
    first: f64,
    step: f64,
    count: usize,
    /// Where they are counted one by one: the number that they do not go beyond.
    counted: Option<f64>,
}

/// So many are listed one by one.
const MAX_LISTED: usize = 10_000;

/// So many have places: as many whole numbers as a double holds.
const MAX_NUMBERS: f64 = 9_007_199_254_740_992.0;

impl Numbers {
    /// From the first number on, as long as they do not go beyond the last, as words say it; without a step they are
    /// counted by one.
    pub fn of_words(first: u64, last: u64, step: u64) -> Result<Numbers, FaultKind> {
        if [first, last].contains(&NULL) {
            return Err(FaultKind::Null);
        }
        let (first, last) = (word::to_number(first), word::to_number(last));
        let (step, counted) = if step == NULL { (1.0, Some(last)) } else { (word::to_number(step), None) };
        if step == 0.0 {
            return Err(FaultKind::DivisionByZero);
        }
        let steps = (last - first) / step;
        if !steps.is_finite() || steps >= MAX_NUMBERS {
            return Err(FaultKind::Other("there are too many numbers to choose from".to_owned()));
        }
        let count = if steps < 0.0 { 0 } else { steps as usize + 1 };
        Ok(Numbers { first, step, count, counted })
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether they are few enough to be candidates of their own.
    pub(crate) fn are_few(&self) -> bool {
        self.count <= MAX_LISTED
    }

    /// All of them; counted ones by adding one again and again, with what that loses.
    pub(crate) fn words(self) -> impl Iterator<Item = u64> {
        let (mut next, last) = (self.first, self.counted.unwrap_or(f64::INFINITY));
        (0..self.count).map_while(move |place| {
            let number = if self.counted.is_some() { next } else { self.number(place) };
            next += 1.0;
            (number <= last).then(|| word::number(number))
        })
    }

    fn number(&self, place: usize) -> f64 {
        self.first + place as f64 * self.step
    }

    /// The number at that place, as a word.
    pub(crate) fn word(&self, place: usize) -> u64 {
        word::number(self.number(place))
    }

    pub fn first(&self) -> f64 {
        self.first
    }

    pub fn step(&self) -> f64 {
        self.step
    }

    pub fn last(&self) -> f64 {
        self.number(self.count.saturating_sub(1))
    }

    /// The place of a number; None if it is none of them.
    pub fn place(&self, number: f64) -> Option<usize> {
        let place = ((number - self.first) / self.step).round();
        let is_one = place >= 0.0 && place < self.count as f64;
        // A number that is typed stands for the one that was worked out, with what that loses.
        let near = |place: f64| (self.first + place * self.step - number).abs() <= self.step.abs() * 1e-6;
        (is_one && near(place)).then_some(place as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::Numbers;
    use bytecode::word;

    fn numbers(first: f64, last: f64, step: f64) -> Numbers {
        Numbers::of_words(word::number(first), word::number(last), word::number(step)).unwrap()
    }

    #[test]
    fn each_number_has_its_place() {
        for (first, last, step, count) in
            [(0.0, 1e9, 5.0, 200_000_001), (9.0, 1.0, -4.0, 3), (1.0, 2.0, 0.3, 4), (3.0, 2.0, 1.0, 0)]
        {
            let all = numbers(first, last, step);
            assert_eq!(all.count(), count);
            for place in [0, 1, 2, count / 2, count.saturating_sub(1)].into_iter().filter(|k| *k < count) {
                assert_eq!(all.place(word::to_number(all.word(place))), Some(place));
            }
            assert_eq!(all.place(first - step), None);
            assert_eq!(all.place(all.last() + step), None);
            assert_eq!(all.place(first + step / 2.0), None);
        }
        assert_eq!(
            numbers(0.0, 7.0, 2.0).words().map(word::to_number).collect::<Vec<_>>(),
            [0.0, 2.0, 4.0, 6.0]
        );
    }

    #[test]
    fn there_are_no_more_than_have_places() {
        let of = |last, step| Numbers::of_words(word::number(0.0), word::number(last), word::number(step));
        assert!(of(1e300, 1.0).is_err() && of(1.0, 0.0).is_err());
        assert!(Numbers::of_words(word::NULL, word::number(1.0), word::NULL).is_err());
        assert!(of(9e15, 1.0).is_ok() && of(9.1e15, 1.0).is_err());
    }
}
