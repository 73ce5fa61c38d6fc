//! A table from names that are hashes already to small values. Its size is bounded: what does not fit is not kept.

#[derive(Debug)]
pub(super) struct Hashed<V> {
    /// Name 0 is an empty place.
    slots: Vec<(u64, V)>,
    used: usize,
    most: usize,
}

impl<V: Copy + Default> Hashed<V> {
    pub(super) fn new(most: usize) -> Hashed<V> {
        Hashed { slots: vec![(0, V::default()); 64], used: 0, most }
    }

    pub(super) fn get(&self, name: u64) -> Option<V> {
        let (key, value) = self.slots[self.place(name)];
        (key != 0).then_some(value)
    }

    /// The value of a name, new ones included while there is room.
    pub(super) fn entry(&mut self, name: u64) -> Option<&mut V> {
        let mut at = self.place(name);
        if self.slots[at].0 == 0 {
            if self.is_full() {
                return None;
            }
            if self.used * 2 >= self.slots.len() {
                self.grow();
                at = self.place(name);
            }
            self.slots[at].0 = name.max(1);
            self.used += 1;
        }
        Some(&mut self.slots[at].1)
    }

    pub(super) fn len(&self) -> usize {
        self.used
    }

    /// Whether new names are kept no more.
    pub(super) fn is_full(&self) -> bool {
        self.used >= self.most
    }

    /// Takes no new names any more.
    pub(super) fn close(&mut self) {
        self.most = self.used;
    }

    pub(super) fn memory(&self) -> usize {
        self.slots.len() * size_of::<(u64, V)>()
    }

    fn place(&self, name: u64) -> usize {
        let (name, mask) = (name.max(1), self.slots.len() - 1);
        let mut at = (name.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
        while self.slots[at].0 != 0 && self.slots[at].0 != name {
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self) {
        let double = vec![(0, V::default()); self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, double);
        for slot in old.into_iter().filter(|(name, _)| *name != 0) {
            let at = self.place(slot.0);
            self.slots[at] = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Hashed;

    #[test]
    fn values_are_found_again_and_no_more_are_kept_than_fit() {
        let mut table = Hashed::<u64>::new(1000);
        for name in 0..2000_u64 {
            let entry = table.entry(name.wrapping_mul(0xDEAD_BEEF_1234_5677) | 1);
            assert_eq!(entry.is_some(), name < 1000);
            entry.into_iter().for_each(|value| *value = name);
        }
        for name in 0..2000_u64 {
            let found = table.get(name.wrapping_mul(0xDEAD_BEEF_1234_5677) | 1);
            assert_eq!(found, (name < 1000).then_some(name));
        }
    }
}
