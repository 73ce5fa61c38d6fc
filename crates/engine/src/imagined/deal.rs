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

/// So often all is dealt anew before one deal is changed step by step.
const DEALS: usize = 50;

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

    /// Deals the faces at random; gives the face of each place. Where few deals are allowed, they are not quite equally
    /// likely.
    pub(super) fn draw(&mut self, random: &mut Random, faces: &mut Vec<u32>) {
        faces.clear();
        if self.takes.is_empty() {
            faces.extend_from_slice(&self.first);
            for i in (1..faces.len()).rev() {
                faces.swap(i, random.below(i as u64 + 1) as usize);
            }
            return;
        }
        for _ in 0..DEALS {
            if self.deal(random, faces) {
                return;
            }
        }
        faces.clear();
        faces.extend_from_slice(&self.first);
        for _ in 0..EXCHANGES * self.n {
            let mut any = || random.below(self.n as u64) as usize;
            let (a, b) = (any(), any());
            if self.takes(a, faces[b]) && self.takes(b, faces[a]) {
                faces.swap(a, b);
            }
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

    #[test]
    fn where_nothing_fits_there_is_no_deal() {
        assert!(Deal::new(3, |place, face| place == 0 || face == 0).is_none());
        let one = drawn(5, |place, face| place == face || place == 0);
        assert_eq!(one.keys().collect::<Vec<_>>(), [&[0, 1, 2, 3, 4]]);
    }
}
