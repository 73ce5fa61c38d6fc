//! The ways to choose several of some elements, by number: fewer elements first, then in the order of the elements.
//! Where they are ordered, each order of the same elements is a way of its own.
//! It knows nothing of what is chosen.

use bytecode::layout::list;
use bytecode::word::{self, NULL};

/// From `least` to `most` of `of` elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ways {
    of: usize,
    least: usize,
    most: usize,
    ordered: bool,
    count: usize,
}

/// So many ways have numbers: as many whole numbers as a double holds.
const MAX_WAYS: u64 = 1 << 53;

impl Ways {
    /// None where there are more ways than numbers.
    pub fn new(of: usize, least: usize, most: usize, ordered: bool) -> Option<Ways> {
        let most = most.min(of);
        let mut ways = Ways { of, least, most, ordered, count: 0 };
        let mut count: u64 = 0;
        for size in least..=most {
            count = count.saturating_add(ways.choices(of, size));
            if count > MAX_WAYS {
                return None;
            }
        }
        ways.count = count as usize;
        Some(ways)
    }

    /// In how many ways `k` of `n` can be chosen, or more than there are numbers.
    fn choices(&self, n: usize, k: usize) -> u64 {
        if self.ordered { arrangements(n, k) } else { choices(n, k) }
    }

    /// As words say it: null is no bound.
    pub fn of_words(of: usize, least: u64, most: u64, ordered: bool) -> Option<Ways> {
        let number = |w: u64, otherwise: usize| match w {
            NULL => otherwise,
            w => word::to_number(w).max(0.0) as usize,
        };
        Ways::new(of, number(least, 0), number(most, of), ordered)
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// So many are chosen at least.
    pub fn least(&self) -> usize {
        self.least
    }

    /// And so many at most.
    pub fn most(&self) -> usize {
        self.most
    }

    pub fn is_ordered(&self) -> bool {
        self.ordered
    }

    /// The indices of the elements that the way of that number chooses, ascending unless they are ordered.
    pub fn way(&self, number: usize) -> Vec<usize> {
        let (mut rest, mut size) = (number as u64, self.least);
        while size < self.most && rest >= self.choices(self.of, size) {
            rest -= self.choices(self.of, size);
            size += 1;
        }
        if self.ordered {
            let mut left: Vec<usize> = (0..self.of).collect();
            let one = |k: usize| {
                let behind = arrangements(left.len() - 1, size - k - 1);
                let next = left.remove((rest / behind) as usize);
                rest %= behind;
                next
            };
            return (0..size.min(self.of)).map(one).collect();
        }
        combination(self.of, size, rest)
    }

    /// The number of the way that chooses the elements of those indices, in any order unless they are ordered; None if
    /// that is no way.
    pub fn number(&self, given: &[usize]) -> Option<usize> {
        let mut chosen = given.to_vec();
        chosen.sort_unstable();
        let size = chosen.len();
        let twice = chosen.windows(2).any(|two| two[0] == two[1]);
        if twice || !(self.least..=self.most).contains(&size) || chosen.last().is_some_and(|i| *i >= self.of)
        {
            return None;
        }
        let smaller: u64 = (self.least..size).map(|size| self.choices(self.of, size)).sum();
        if self.ordered {
            let before = |k: usize| given[k] - given[..k].iter().filter(|i| **i < given[k]).count();
            let behind = |k: usize| arrangements(self.of - k - 1, size - k - 1);
            return Some((smaller + (0..size).map(|k| before(k) as u64 * behind(k)).sum::<u64>()) as usize);
        }
        let (mut number, mut next) = (smaller, 0);
        for (k, index) in chosen.into_iter().enumerate() {
            number +=
                (next..index).map(|left_out| choices(self.of - left_out - 1, size - k - 1)).sum::<u64>();
            next = index + 1;
        }
        Some(number as usize)
    }
}

/// The combination of that number, in the order of the elements, among those of `k` of `n` elements, which must have
/// numbers.
fn combination(n: usize, k: usize, number: u64) -> Vec<usize> {
    let (mut chosen, mut rest) = (Vec::with_capacity(k), number);
    // Ways to choose what is missing among the elements left, of which there are `left`.
    let mut ways = choices(n, k);
    for next in 0..n {
        let (left, missing) = ((n - next) as u64, (k - chosen.len()) as u64);
        if missing == 0 {
            break;
        }
        let with_next = multiply_divide(ways, missing, left);
        if rest < with_next {
            chosen.push(next);
            ways = with_next;
        } else {
            rest -= with_next;
            ways -= with_next;
        }
    }
    chosen
}

/// In how many ways `k` of `n` can be put into an order, or more than there are numbers.
fn arrangements(n: usize, k: usize) -> u64 {
    let all = (0..k).try_fold(1_u64, |all, i| all.checked_mul(n.saturating_sub(i) as u64));
    all.map_or(MAX_WAYS + 1, |all| all.min(MAX_WAYS + 1))
}

/// In how many ways `k` of `n` can be chosen, or more than there are numbers.
fn choices(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    let mut count = 1;
    for i in 0..k.min(n - k) as u64 {
        count = multiply_divide(count, n as u64 - i, i + 1);
        if count > MAX_WAYS {
            return MAX_WAYS + 1;
        }
    }
    count
}

/// `a * b / c`, as far as there are numbers. Wide divisions are slow, and seldom needed.
fn multiply_divide(a: u64, b: u64, c: u64) -> u64 {
    match a.checked_mul(b) {
        Some(product) => product / c,
        None => u64::try_from(u128::from(a) * u128::from(b) / u128::from(c)).unwrap_or(u64::MAX),
    }
}

/// The elements of a list in the words of a state.
pub(crate) fn elements(words: &[u64], l: u64) -> &[u64] {
    let (Some(head), Some(place)) = (words.get(l as usize), words.get(l as usize + 1)) else { return &[] };
    let data = list::data(*place);
    words.get(data..data + list::length(*head)).unwrap_or(&[])
}

#[cfg(test)]
mod tests {
    use super::Ways;

    #[test]
    fn ways_are_numbered_by_size_and_then_in_order() {
        let Some(ways) = Ways::new(4, 1, 2, false) else { panic!("there are ten") };
        let all: Vec<Vec<usize>> = (0..ways.count()).map(|i| ways.way(i)).collect();
        assert_eq!(
            format!("{all:?}"),
            "[[0], [1], [2], [3], [0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]"
        );
    }

    #[test]
    fn each_order_is_a_way_where_that_counts() {
        let Some(ways) = Ways::new(3, 1, 2, true) else { panic!("there are nine") };
        let all: Vec<Vec<usize>> = (0..ways.count()).map(|i| ways.way(i)).collect();
        assert_eq!(format!("{all:?}"), "[[0], [1], [2], [0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]]");
        assert_eq!(Ways::new(30, 30, 30, true), None);
    }

    #[test]
    fn each_way_has_its_number() {
        for of in 0..8 {
            for least in 0..=of {
                for most in least..=of + 1 {
                    let Some(ways) = Ways::new(of, least, most, false) else { panic!("few") };
                    for i in 0..ways.count() {
                        let mut chosen = ways.way(i);
                        assert!((least..=most).contains(&chosen.len()));
                        chosen.reverse();
                        assert_eq!(ways.number(&chosen), Some(i));
                    }
                    let Some(ways) = Ways::new(of.min(5), least, most, true) else { panic!("few") };
                    for i in 0..ways.count() {
                        assert_eq!(ways.number(&ways.way(i)), Some(i));
                    }
                }
            }
        }
    }

    #[test]
    fn there_are_no_more_ways_than_numbers() {
        assert_eq!(Ways::new(50, 0, 50, false).map(|w| w.count()), Some(1 << 50));
        assert_eq!(Ways::new(60, 0, 60, false), None);
        assert_eq!(Ways::new(5000, 2500, 2500, false), None);
        assert_eq!(Ways::new(3, 4, 9, false).map(|w| w.count()), Some(0));
        let Some(ways) = Ways::new(50, 0, 50, false) else { panic!("2^50") };
        assert_eq!(ways.way((1 << 50) - 1).len(), 50);
        // The middle binomial coefficient of 56 is the largest with numbers; its product with 28 needs more bits.
        let Some(ways) = Ways::new(56, 28, 28, false) else { panic!("about 7.6e15") };
        assert_eq!(ways.way(ways.count() - 1), (28..56).collect::<Vec<_>>());
        assert_eq!(ways.number(&ways.way(ways.count() / 3)), Some(ways.count() / 3));
        assert_eq!(ways.number(&[3, 3]), None);
        assert_eq!(ways.number(&[50]), None);
    }
}
