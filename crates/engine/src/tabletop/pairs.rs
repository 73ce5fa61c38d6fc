//! A sorted map of numbers that takes little more room than its entries, and in which one entry among many thousands is
//! put in or taken out without moving all others.

/// So many entries stand in one piece; what has more is cut in two.
const MAX_PIECE: usize = 512;

/// Numbers by numbers, in pieces none of which is empty.
#[derive(Clone, Eq, Debug, Default)]
pub(super) struct Pairs {
    pieces: Vec<Vec<(u32, u32)>>,
}

impl PartialEq for Pairs {
    fn eq(&self, other: &Pairs) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Pairs {
    pub(super) fn len(&self) -> usize {
        self.pieces.iter().map(Vec::len).sum()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &(u32, u32)> {
        self.pieces.iter().flatten()
    }

    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut u32> {
        self.pieces.iter_mut().flatten().map(|(_, value)| value)
    }

    /// The piece in which a key stands or would stand, and where.
    fn place(&self, key: u32) -> (usize, Result<usize, usize>) {
        let behind = self.pieces.partition_point(|piece| piece[0].0 <= key);
        let number = behind.saturating_sub(1);
        let piece = self.pieces.get(number).map_or(&[][..], Vec::as_slice);
        (number, piece.binary_search_by_key(&key, |(key, _)| *key))
    }

    pub(super) fn get(&self, key: u32) -> Option<u32> {
        let (number, at) = self.place(key);
        at.ok().map(|at| self.pieces[number][at].1)
    }

    /// Puts in what is not there yet.
    pub(super) fn insert(&mut self, key: u32, value: u32) {
        let (number, Err(at)) = self.place(key) else { return };
        let count = self.pieces.len();
        match self.pieces.get_mut(number) {
            // What comes in ascending order fills piece after piece.
            Some(piece) if piece.len() == MAX_PIECE && at == MAX_PIECE && number + 1 == count => {
                self.pieces.push(vec![(key, value)]);
            }
            Some(piece) => {
                piece.insert(at, (key, value));
                if piece.len() > MAX_PIECE {
                    let rest = piece.split_off(MAX_PIECE / 2);
                    self.pieces.insert(number + 1, rest);
                }
            }
            None => self.pieces = vec![vec![(key, value)]],
        }
    }

    pub(super) fn remove(&mut self, key: u32) -> Option<u32> {
        let (number, Ok(at)) = self.place(key) else { return None };
        let (_, value) = self.pieces[number].remove(at);
        if self.pieces[number].is_empty() {
            self.pieces.remove(number);
        }
        Some(value)
    }

    /// Takes out all whose value is not to stay, and gives back their keys.
    pub(super) fn keep(&mut self, stays: impl Fn(u32) -> bool) -> Vec<u32> {
        let gone = |piece: &mut Vec<(u32, u32)>| -> Vec<u32> {
            piece.extract_if(.., |(_, value)| !stays(*value)).map(|(key, _)| key).collect()
        };
        let keys = self.pieces.iter_mut().flat_map(gone).collect();
        self.pieces.retain(|piece| !piece.is_empty());
        keys
    }

    /// How many bytes its entries take.
    pub(super) fn bytes(&self) -> usize {
        let entries = self.pieces.iter().map(|piece| piece.capacity() * size_of::<(u32, u32)>());
        self.pieces.capacity() * size_of::<Vec<(u32, u32)>>() + entries.sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_PIECE, Pairs};
    use base::Random;
    use std::collections::BTreeMap;

    #[test]
    fn pairs_are_what_a_map_is() {
        let (mut pairs, mut map, mut random) = (Pairs::default(), BTreeMap::new(), Random::new(7));
        for i in 0..20_000u32 {
            let key = random.word() as u32 % 5000;
            if random.word() % 3 > 0 {
                pairs.insert(key, i);
                map.entry(key).or_insert(i);
            } else {
                assert_eq!(pairs.remove(key), map.remove(&key));
            }
            assert_eq!(pairs.get(key), map.get(&key).copied());
        }
        assert!(pairs.pieces.len() > 2);
        assert!(pairs.iter().copied().eq(map.iter().map(|(key, value)| (*key, *value))));
        let gone: Vec<u32> = map.extract_if(.., |_, value| *value % 4 > 0).map(|(key, _)| key).collect();
        assert_eq!(pairs.keep(|value| value % 4 == 0), gone);
        assert!(pairs.iter().copied().eq(map.into_iter()));
    }

    #[test]
    fn pairs_are_equal_however_they_came() {
        let (mut up, mut down) = (Pairs::default(), Pairs::default());
        (0..3000).for_each(|i| up.insert(i, i));
        (0..3000).rev().for_each(|i| down.insert(i, i));
        assert_ne!(up.pieces.len(), down.pieces.len());
        assert_eq!(up.pieces.len(), 3000_usize.div_ceil(MAX_PIECE));
        assert_eq!(up, down);
        down.remove(1);
        assert_ne!(up, down);
    }
}
