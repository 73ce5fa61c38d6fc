//! Sets of facts, which are small, joined all the time, and hardly ever grow. Of what facts mean it knows only that there
//! are too many.

use super::labels::{Fact, Name};
use std::rc::Rc;

/// So many facts are followed of one value. What has more counts as telling of something that nobody sees.
const MAX_FACTS: usize = 64;
const TOO_MANY: Fact = Fact::Unseen(Name::TOO_MANY);

/// Facts in order, shared by all copies until one of them changes.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Facts(Option<Rc<Vec<Fact>>>);

impl Facts {
    pub(super) const fn new() -> Facts {
        Facts(None)
    }

    /// None where there are none, so that equal sets are equal.
    fn of(facts: Vec<Fact>) -> Facts {
        Facts((!facts.is_empty()).then(|| Rc::new(facts)))
    }

    fn all(&self) -> &[Fact] {
        self.0.as_ref().map_or(&[], |all| all)
    }

    pub(super) fn len(&self) -> usize {
        self.all().len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    pub(super) fn iter(&self) -> std::slice::Iter<'_, Fact> {
        self.all().iter()
    }

    pub(super) fn contains(&self, fact: &Fact) -> bool {
        self.all().binary_search(fact).is_ok()
    }

    pub(super) fn is_subset(&self, of: &Facts) -> bool {
        self.is_same(of) || self.len() <= of.len() && self.missing_in(of).next().is_none()
    }

    /// Whether both are copies of one.
    fn is_same(&self, other: &Facts) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Rc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }

    pub(super) fn insert(&mut self, fact: Fact) {
        if let Err(at) = self.all().binary_search(&fact) {
            Rc::make_mut(self.0.get_or_insert_default()).insert(at, fact);
        }
    }

    pub(super) fn retain(&mut self, keep: impl FnMut(&&Fact) -> bool) {
        *self = Facts::of(self.iter().filter(keep).copied().collect());
    }

    /// Those of which something holds, as a set, and the others.
    pub(super) fn parted(&self, holds: impl Fn(&Fact) -> bool) -> (Facts, Vec<Fact>) {
        if self.iter().all(&holds) {
            return (self.clone(), Vec::new());
        }
        let (some, others) = self.iter().partition(|fact| holds(fact));
        (Facts::of(some), others)
    }

    /// Adds all that is not there, however much that is.
    pub(super) fn add_all(&mut self, others: &Facts) {
        if !others.is_subset(self) {
            self.extend(others);
        }
    }

    pub(super) fn clear(&mut self) {
        self.0 = None;
    }

    /// Those that others have not.
    fn missing_in(&self, others: &Facts) -> impl Iterator<Item = Fact> {
        let mut rest = others.all();
        self.iter().copied().filter(move |fact| {
            // Both are in order, so what is less than this fact is less than all behind it.
            let less = rest.iter().take_while(|other| *other < fact).count();
            rest = &rest[less..];
            rest.first() != Some(fact)
        })
    }

    /// Adds those that are not there, of which as many as are followed.
    pub(super) fn add(&mut self, others: &Facts) {
        if self.is_empty() && others.len() <= MAX_FACTS {
            *self = others.clone();
            return;
        }
        let is_full = self.len() >= MAX_FACTS && self.contains(&TOO_MANY);
        if is_full || others.is_subset(self) {
            return;
        }
        let new: Vec<Fact> = others.missing_in(self).collect();
        let room = MAX_FACTS.saturating_sub(self.len());
        let all = Rc::make_mut(self.0.get_or_insert_default());
        all.extend(new.iter().take(room));
        all.sort_unstable();
        if new.len() > room {
            self.insert(TOO_MANY);
        }
    }
}

impl Extend<Fact> for Facts {
    fn extend<I: IntoIterator<Item = Fact>>(&mut self, facts: I) {
        let all = Rc::make_mut(self.0.get_or_insert_default());
        all.extend(facts);
        all.sort_unstable();
        all.dedup();
        if all.is_empty() {
            self.clear();
        }
    }
}

impl<'f> Extend<&'f Fact> for Facts {
    fn extend<I: IntoIterator<Item = &'f Fact>>(&mut self, facts: I) {
        self.extend(facts.into_iter().copied());
    }
}

impl FromIterator<Fact> for Facts {
    fn from_iter<I: IntoIterator<Item = Fact>>(facts: I) -> Facts {
        let mut all: Vec<Fact> = facts.into_iter().collect();
        all.sort_unstable();
        all.dedup();
        Facts::of(all)
    }
}

impl<const N: usize> From<[Fact; N]> for Facts {
    fn from(facts: [Fact; N]) -> Facts {
        facts.into_iter().collect()
    }
}

impl<'f> IntoIterator for &'f Facts {
    type Item = &'f Fact;
    type IntoIter = std::slice::Iter<'f, Fact>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::{Facts, MAX_FACTS, TOO_MANY};
    use crate::check::secrecy::offers::labels::Fact;
    use base::Random;
    use std::collections::BTreeSet;

    /// What `add` does, with sets of the standard library.
    fn added(to: &BTreeSet<Fact>, others: &BTreeSet<Fact>) -> BTreeSet<Fact> {
        let new: Vec<Fact> = others.difference(to).copied().collect();
        let room = MAX_FACTS.saturating_sub(to.len());
        let too_many = (new.len() > room).then_some(TOO_MANY);
        to.iter().copied().chain(new.into_iter().take(room)).chain(too_many).collect()
    }

    #[test]
    fn sets_of_facts_are_sets() {
        let mut random = Random::new(1);
        let mut draw = |most: u64| -> BTreeSet<Fact> {
            let length = random.below(most);
            (0..length).map(|_| Fact::Told(random.below(80) as usize)).collect()
        };
        let set = |facts: &BTreeSet<Fact>| facts.iter().copied().collect::<Facts>();
        for _ in 0..2_000 {
            let (one, other) = (draw(90), draw(90));
            let mut both = set(&one);
            both.add(&set(&other));
            assert_eq!(both, set(&added(&one, &other)));
            assert_eq!(set(&one).is_subset(&set(&other)), one.is_subset(&other));
            let mut all = set(&one);
            all.add_all(&set(&other));
            assert_eq!(all, set(&one.union(&other).copied().collect()));
            let (even, odd) = set(&one).parted(|fact| matches!(fact, Fact::Told(k) if k % 2 == 0));
            assert_eq!(even.len() + odd.len(), one.len());
        }
        for length in [MAX_FACTS - 1, MAX_FACTS, MAX_FACTS + 1] {
            let mut facts = Facts::new();
            facts.add(&(0..length).map(Fact::Told).collect());
            assert_eq!((facts.len(), facts.contains(&TOO_MANY)), (length, length > MAX_FACTS));
        }
    }
}
