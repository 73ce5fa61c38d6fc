//! The last steps of a viewer's stream, for who comes back after a short while. It knows no match.

use std::collections::VecDeque;
use std::sync::Arc;

/// So many steps are kept, and so many bytes.
const MAX_STEPS: usize = 64;
const MAX_BYTES: usize = 32 * 1024;

#[derive(Debug, Default)]
pub(crate) struct Stream {
    /// Without gaps.
    steps: VecDeque<(u64, Arc<str>)>,
    bytes: usize,
}

impl Stream {
    pub(crate) fn push(&mut self, v: u64, text: Arc<str>) {
        if self.steps.back().is_some_and(|(last, _)| last + 1 != v) {
            self.forget();
        }
        self.bytes += text.len();
        self.steps.push_back((v, text));
        while self.steps.len() > MAX_STEPS || self.bytes > MAX_BYTES {
            self.bytes -= self.steps.pop_front().map_or(0, |(_, text)| text.len());
        }
    }

    pub(crate) fn forget(&mut self) {
        *self = Stream::default();
    }

    /// What whoever has `have` missed of a stream that ends with `v`; None where that is not kept.
    pub(crate) fn since(&self, have: u64, v: u64) -> Option<Vec<Arc<str>>> {
        if have == v {
            return Some(Vec::new());
        }
        let first = self.steps.front()?.0;
        let last = self.steps.back()?.0;
        if have > v || first > have + 1 || last != v {
            return None;
        }
        let missed = self.steps.iter().filter(|(number, _)| *number > have);
        Some(missed.map(|(_, text)| Arc::clone(text)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_BYTES, MAX_STEPS, Stream};
    use std::sync::Arc;

    fn stream(steps: impl Iterator<Item = u64>, size: usize) -> Stream {
        let mut stream = Stream::default();
        steps.for_each(|v| stream.push(v, Arc::from("x".repeat(size))));
        stream
    }

    fn missed(stream: &Stream, have: u64, v: u64) -> Option<usize> {
        stream.since(have, v).map(|all| all.len())
    }

    #[test]
    fn what_was_missed_is_kept_within_bounds() {
        let few = stream(1..=10, 10);
        assert_eq!(missed(&few, 10, 10), Some(0));
        assert_eq!(missed(&few, 4, 10), Some(6));
        assert_eq!(missed(&few, 0, 10), Some(10));
        let many = stream(1..=100, 10);
        assert_eq!(missed(&many, 100 - MAX_STEPS as u64, 100), Some(MAX_STEPS));
        assert_eq!(missed(&many, 99 - MAX_STEPS as u64, 100), None);
        let large = stream(1..=10, MAX_BYTES / 4);
        assert_eq!(missed(&large, 6, 10), Some(4));
        assert_eq!(missed(&large, 5, 10), None);
    }

    #[test]
    fn nobody_is_given_a_stream_with_a_gap() {
        assert_eq!(missed(&stream([1, 2, 4, 5].into_iter(), 1), 1, 5), None);
        assert_eq!(missed(&stream([1, 2, 4, 5].into_iter(), 1), 3, 5), Some(2));
        assert_eq!(missed(&stream(1..=5, 1), 6, 5), None, "from a future that never was");
        assert_eq!(missed(&stream(1..=4, 1), 2, 5), None, "the last one is not kept");
        assert_eq!(missed(&Stream::default(), 0, 1), None);
    }
}
