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
    /// Notes what stands there; nothing where that is not all within the words. False, and nothing is copied, where it would
    /// take more than so many words with all that is noted.
    #[must_use]
    pub fn note(&mut self, words: &[u64], range: Range<usize>, most: usize) -> bool {
        let Some(these) = words.get(range.clone()) else { return true };
        let (at, n) = match self.noted.get(self.last..self.last + 2) {
            Some([at, n]) => (*at as usize, *n as usize),
            _ => (0, 0),
        };
        if n > 0 && range.start >= at && range.end <= at + n {
            return true;
        }
        let goes_on = n > 0 && range.start == at + n;
        let more = these.len().saturating_add(if goes_on { 0 } else { 2 });
        if more > most.saturating_sub(self.noted.len()) {
            return false;
        }
        if goes_on {
            self.noted[self.last + 1] += these.len() as u64;
        } else {
            self.last = self.noted.len();
            self.noted.extend([range.start as u64, these.len() as u64]);
        }
        self.noted.extend_from_slice(these);
        true
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
}

#[cfg(test)]
mod tests {
    use super::Spans;

    #[test]
    fn what_was_noted_is_there_until_a_word_of_it_is_another() {
        let words = [0, 7, 8, 0, 0, 9];
        let mut spans = Spans::default();
        // The first two lie together, the third has been noted, and the last is not there.
        assert!([1..2, 2..3, 1..3, 5..6, 5..9].into_iter().all(|range| spans.note(&words, range, 7)));
        assert_eq!(spans.noted.len(), 7);
        assert!(spans.are_in(&words) && Spans::default().are_in(&[]));
        for at in [1, 2, 5] {
            let mut other = words;
            other[at] += 1;
            assert!(!spans.are_in(&other), "word {at}");
        }
        assert!(!spans.are_in(&words[..5]), "a state that ends before it");
    }

    #[test]
    fn what_is_more_than_there_is_room_for_is_not_copied() {
        let words = vec![1; 1 << 16];
        let mut spans = Spans::default();
        assert!(!spans.note(&words, 0..1 << 16, 100));
        assert_eq!(spans.noted.capacity(), 0);
        assert!(spans.note(&words, 0..98, 100) && spans.note(&words, 3..98, 100));
        assert!(!spans.note(&words, 98..99, 100) && !spans.note(&words, 200..201, 100));
        assert!(spans.note(&words, 98..99, 101));
    }
}
