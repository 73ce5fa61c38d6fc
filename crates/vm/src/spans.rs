//! Words of a state with where they stand, to see later whether they stand there still. It knows nothing of what they
//! mean.

use std::ops::Range;

/// Words that were looked at.
#[derive(Clone, Debug, Default)]
pub struct Spans {
    /// Where some stand that lie together, how many they are, and these, one after the other.
    noted: Vec<u64>,
    /// Where the last of these begins.
    last: usize,
}

impl Spans {
    /// Notes what stands there; nothing where that is not all within the words.
    pub fn note(&mut self, words: &[u64], range: Range<usize>) {
        let Some(these) = words.get(range.clone()) else { return };
        let (at, n) = match self.noted.get(self.last..self.last + 2) {
            Some([at, n]) => (*at as usize, *n as usize),
            _ => (0, 0),
        };
        if n > 0 && range.start >= at && range.end <= at + n {
            return;
        }
        if n > 0 && range.start == at + n {
            self.noted[self.last + 1] += these.len() as u64;
        } else {
            self.last = self.noted.len();
            self.noted.extend([range.start as u64, these.len() as u64]);
        }
        self.noted.extend_from_slice(these);
    }

    /// Whether all of it stands in these words as it did.
    pub fn are_in(&self, words: &[u64]) -> bool {
        let mut noted = &self.noted[..];
        while let [at, n, rest @ ..] = noted {
            let at = *at as usize;
            let Some((these, others)) = rest.split_at_checked(*n as usize) else { return false };
            if words.get(at..at + these.len()) != Some(these) {
                return false;
            }
            noted = others;
        }
        true
    }

    /// How many words it takes.
    pub fn size(&self) -> usize {
        self.noted.len()
    }
}

#[cfg(test)]
mod tests {
    use super::Spans;

    #[test]
    fn what_was_noted_is_there_until_a_word_of_it_is_another() {
        let words = [0, 7, 8, 0, 0, 9];
        let mut spans = Spans::default();
        // The first two lie together, the third has been noted, and the last is not there.
        [1..2, 2..3, 1..3, 5..6, 5..9].into_iter().for_each(|range| spans.note(&words, range));
        assert_eq!(spans.size(), 7);
        assert!(spans.are_in(&words) && Spans::default().are_in(&[]));
        for at in [1, 2, 5] {
            let mut other = words;
            other[at] += 1;
            assert!(!spans.are_in(&other), "word {at}");
        }
        assert!(!spans.are_in(&words[..5]), "a state that ends before it");
    }
}
