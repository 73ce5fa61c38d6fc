//! Ways to deal faces to places of which some do not take every face. It knows nothing of games.

use base::Random;

/// Which faces may lie in which places; as many of one as of the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Deal {
    n: usize,
    /// By place, then by face; empty where every place takes every face.
    takes: Vec<bool>,
    /// The places, those first that take the fewest.
    order: Vec<u32>,
    /// One way to deal them: the face of each place.
    first: Vec<u32>,
    left: Vec<u32>,
}

/// So often all is dealt anew, whatever places take, until a deal is allowed.
const SHUFFLES: usize = 400;

/// So often places are dealt to one after the other, where that never happens.
const DEALS: usize = 20;

/// So many exchanges are tried for each place then.
const EXCHANGES: usize = 20;

impl Deal {
    /// None where there is no way to deal them.
    pub(super) fn new(n: usize, takes: impl Fn(usize, usize) -> bool) -> Option<Deal> {
        let all: Vec<bool> = (0..n * n).map(|i| takes(i / n, i % n)).collect();
        if !all.contains(&false) {
            let first = (0..n as u32).collect();
            return Some(Deal { n, takes: Vec::new(), order: Vec::new(), first, left: Vec::new() });
        }
        let mut order: Vec<u32> = (0..n as u32).collect();
        let count = |place: u32| all[place as usize * n..][..n].iter().filter(|takes| **takes).count();
        order.sort_by_cached_key(|place| count(*place));
        let first = matching(n, &all, &order)?;
        Some(Deal { n, takes: all, order, first, left: Vec::new() })
    }

    /// Deals the faces at random; gives the face of each place. All deals are equally likely; where hardly any are
    /// allowed, nearly so: one is found and then changed in so many places, each change as likely as the one back.
    pub(super) fn draw(&mut self, random: &mut Random, faces: &mut Vec<u32>) {
        faces.clear();
        faces.extend_from_slice(&self.first);
        if self.takes.is_empty() {
            return shuffle(random, faces);
        }
        if (0..SHUFFLES).any(|_| self.shuffle(random, faces)) {
            return;
        }
        if !(0..DEALS).any(|_| self.deal(random, faces)) {
            faces.clear();
            faces.extend_from_slice(&self.first);
        }
        for _ in 0..EXCHANGES * self.n {
            self.exchange(random, faces);
        }
    }

    /// As [`shuffle`], and gives up at the first place that does not take what it gets, so that all deals which it ends
    /// with are equally likely; those that take the fewest get theirs first.
    fn shuffle(&self, random: &mut Random, faces: &mut [u32]) -> bool {
        for (done, place) in self.order.iter().enumerate() {
            let left = self.n - done;
            let other = self.order[done + random.below(left as u64) as usize];
            faces.swap(*place as usize, other as usize);
            if !self.takes(*place as usize, faces[*place as usize]) {
                return false;
            }
        }
        true
    }

    /// Exchanges what lies in two places, or lets that of three go round, where they take it: without rounds some deals
    /// do not lead to others.
    fn exchange(&self, random: &mut Random, faces: &mut [u32]) {
        let mut any = || random.below(self.n as u64) as usize;
        let (a, b, c) = (any(), any(), any());
        let is_round = random.below(2) == 0 && a != b && b != c && a != c;
        let takes = |place: usize, of: usize| self.takes(place, faces[of]);
        if is_round && takes(a, b) && takes(b, c) && takes(c, a) {
            faces.swap(a, b);
            faces.swap(b, c);
        } else if !is_round && takes(a, b) && takes(b, a) {
            faces.swap(a, b);
        }
    }

    fn takes(&self, place: usize, face: u32) -> bool {
        self.takes[place * self.n + face as usize]
    }

    /// Deals to the places that take the fewest first; false where a face is left that its place does not take.
    fn deal(&mut self, random: &mut Random, faces: &mut Vec<u32>) -> bool {
        faces.resize(self.n, 0);
        let mut left = std::mem::take(&mut self.left);
        left.clear();
        left.extend(0..self.n as u32);
        let mut done = true;
        for place in &self.order {
            let place = *place as usize;
            let fits = left.iter().filter(|face| self.takes(place, **face)).count() as u64;
            if fits == 0 {
                done = false;
                break;
            }
            let k = random.below(fits) as usize;
            let mut at = (0..left.len()).filter(|i| self.takes(place, left[*i]));
            let Some(at) = at.nth(k) else { break };
            faces[place] = left.swap_remove(at);
        }
        self.left = left;
        done
    }
}

/// Fisher and Yates, from the end.
fn shuffle(random: &mut Random, faces: &mut [u32]) {
    for i in (1..faces.len()).rev() {
        faces.swap(i, random.below(i as u64 + 1) as usize);
    }
}

/// A face for each place, by augmenting paths (Kuhn 1955).
fn matching(n: usize, takes: &[bool], order: &[u32]) -> Option<Vec<u32>> {
    let mut holder: Vec<Option<usize>> = vec![None; n];
    for place in order {
        let mut tried = vec![false; n];
        if !augment(*place as usize, n, takes, &mut holder, &mut tried) {
            return None;
        }
    }
    let mut faces = vec![0; n];
    for (face, place) in holder.iter().enumerate() {
        faces[(*place)?] = face as u32;
    }
    Some(faces)
}

fn augment(place: usize, n: usize, takes: &[bool], holder: &mut [Option<usize>], tried: &mut [bool]) -> bool {
    for face in 0..n {
        if !takes[place * n + face] || tried[face] {
            continue;
        }
        tried[face] = true;
        if holder[face].is_none_or(|other| augment(other, n, takes, holder, tried)) {
            holder[face] = Some(place);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::Deal;
    use base::Random;
    use std::collections::BTreeMap;

    /// How often each deal was drawn of so many.
    fn drawn(n: usize, takes: impl Fn(usize, usize) -> bool) -> BTreeMap<Vec<u32>, u32> {
        let mut deal = Deal::new(n, takes).unwrap_or_else(|| panic!("there is a deal"));
        let (mut found, mut faces) = (BTreeMap::new(), Vec::new());
        for seed in 0..24_000 {
            deal.draw(&mut Random::new(seed), &mut faces);
            *found.entry(faces.clone()).or_default() += 1;
        }
        found
    }

    #[test]
    fn all_deals_are_equally_likely_where_every_place_takes_every_face() {
        let found = drawn(4, |_, _| true);
        assert_eq!(found.len(), 24);
        assert!(found.values().all(|n| (850..1150).contains(n)), "{found:?}");
    }

    #[test]
    fn a_place_gets_no_face_that_it_does_not_take() {
        // The first two places take the first two faces.
        let found = drawn(4, |place, face| place > 1 || face < 2);
        assert_eq!(found.len(), 4);
        assert!(found.values().all(|n| (5_700..6_300).contains(n)), "{found:?}");
    }

    /// Where a place is dealt to after the other, the first deals come too often.
    #[test]
    fn allowed_deals_are_equally_likely() {
        let takes = |place: usize, face: usize| match place {
            0 => face < 2,
            1 => face < 3,
            _ => true,
        };
        let found = drawn(5, takes);
        assert_eq!(found.len(), 2 * 2 * 6);
        let square = |n: &u32| (f64::from(*n) - 1_000.0).powi(2) / 1_000.0;
        // Chi-square with 23 degrees of freedom: more than 49.7 in one case of a thousand.
        let sum: f64 = found.values().map(square).sum();
        assert!(sum < 49.7, "{sum}: {found:?}");
    }

    /// So many places that no shuffle is allowed: six take one face each, and one after the other the rest would be dealt
    /// in two ways as often as in the third alone.
    #[test]
    fn deals_that_no_shuffle_finds_are_nearly_equally_likely() {
        let takes = |place: usize, face: usize| match place {
            0 => face < 2,
            1 => face == 1 || face == 2,
            2 => face < 3,
            _ => place == face,
        };
        let found = drawn(9, takes);
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found.values().all(|n| (7_300..8_700).contains(n)), "{found:?}");
    }

    #[test]
    fn where_nothing_fits_there_is_no_deal() {
        assert!(Deal::new(3, |place, face| place == 0 || face == 0).is_none());
        let one = drawn(5, |place, face| place == face || place == 0);
        assert_eq!(one.keys().collect::<Vec<_>>(), [&[0, 1, 2, 3, 4]]);
    }
}
