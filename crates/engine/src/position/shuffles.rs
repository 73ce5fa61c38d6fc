//! Shuffles that are looked at, and made again with another outcome, so that a card comes to lie where somebody knows that
//! it does. It knows nothing of seats; what follows from a shuffle runs as always.

use bytecode::Program;
use bytecode::layout::{list, object};
use std::collections::BTreeMap;
use vm::Change;

/// The shuffles of one run, in their order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shuffles {
    /// What lay in the zone after each, by serial number.
    dealt: Vec<Vec<u32>>,
    /// What changes places after each that is made again.
    exchanges: BTreeMap<usize, Vec<[u32; 2]>>,
}

impl Shuffles {
    /// The same run is to be made again, so that the first of each two comes to lie where the second did. What goes
    /// through several shuffles is exchanged in the last of them, so that nothing before it comes out otherwise.
    /// None where no shuffle can do anything about it.
    pub(crate) fn arranged(&self, wishes: &[[u32; 2]]) -> Option<Shuffles> {
        let mut exchanges: BTreeMap<usize, Vec<[u32; 2]>> = BTreeMap::new();
        // What lies now where each lay, where that is another one.
        let mut lies: BTreeMap<u32, u32> = BTreeMap::new();
        for [wanted, instead] in wishes {
            let there = lies.get(instead).copied().unwrap_or(*instead);
            let shuffle = self.last(*wanted).filter(|last| self.last(there) == Some(*last));
            let Some(shuffle) = shuffle.filter(|_| there != *wanted) else { continue };
            let of = lies.iter().find(|(_, now)| *now == wanted).map_or(*wanted, |(place, _)| *place);
            lies.extend([(*instead, *wanted), (of, there)]);
            exchanges.entry(shuffle).or_default().push([*wanted, there]);
        }
        (!exchanges.is_empty()).then_some(Shuffles { dealt: Vec::new(), exchanges })
    }

    /// The pieces that went through any, by serial number.
    pub(crate) fn all(&self) -> impl Iterator<Item = u32> {
        self.dealt.iter().flatten().copied()
    }

    /// The last shuffle that a piece went through.
    fn last(&self, serial: u32) -> Option<usize> {
        self.dealt.iter().rposition(|dealt| dealt.contains(&serial))
    }

    pub(super) fn see(&mut self, program: &Program, words: &mut [u64], changes: &[Change]) {
        for change in changes {
            if let Change::Shuffled(zone) = change {
                self.shuffled(program, words, *zone as usize);
            }
        }
    }

    fn shuffled(&mut self, program: &Program, words: &mut [u64], zone: usize) {
        if zone < program.layout.zones || zone + 1 >= words.len() {
            return;
        }
        let (n, data) = (list::length(words[zone]), list::data(words[zone + 1]));
        let serial = |words: &[u64], at: usize| object::serial(words[words[at] as usize]);
        for [one, other] in self.exchanges.get(&self.dealt.len()).into_iter().flatten() {
            let at = |sought: u32| (data..data + n).find(|at| serial(words, *at) == sought);
            if let (Some(one), Some(other)) = (at(*one), at(*other)) {
                words.swap(one, other);
            }
        }
        self.dealt.push((data..data + n).map(|at| serial(words, at)).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::Shuffles;

    fn arranged(dealt: &[&[u32]], wishes: &[[u32; 2]]) -> Option<Vec<(usize, Vec<[u32; 2]>)>> {
        let dealt = dealt.iter().map(|dealt| dealt.to_vec()).collect();
        let shuffles = Shuffles { dealt, ..Shuffles::default() };
        shuffles.arranged(wishes).map(|arranged| arranged.exchanges.into_iter().collect())
    }

    #[test]
    fn a_card_is_exchanged_in_the_last_shuffle_that_it_goes_through() {
        let dealt: &[&[u32]] = &[&[1, 2, 3], &[4, 5], &[3, 2, 1], &[4, 5]];
        assert_eq!(arranged(dealt, &[[1, 3]]), Some(vec![(2, vec![[1, 3]])]));
        assert_eq!(arranged(dealt, &[[1, 3], [4, 5]]), Some(vec![(2, vec![[1, 3]]), (3, vec![[4, 5]])]));
        // They are not shuffled together.
        assert_eq!(arranged(dealt, &[[1, 4]]), None);
        assert_eq!(arranged(dealt, &[[1, 6]]), None);
    }

    /// The places of 1, 2 and 3 go round: 2 comes where 1 was, 3 where 2 was, 1 where 3 was.
    #[test]
    fn where_a_card_was_moved_away_already_it_is_exchanged_from_there() {
        let wishes = [[2, 1], [3, 2], [1, 3]];
        assert_eq!(arranged(&[&[1, 2, 3]], &wishes), Some(vec![(0, vec![[2, 1], [3, 1]])]));
    }
}
