//! How much bots may think: in one match, in all that somebody has opened, and in all together. What was used comes back
//! with time. A bot that may think no more moves all the same, sooner and worse. The time is given, and nothing of it is
//! kept on the disk.

use crate::config::Rate;
use crate::rate::place;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::Duration;
use store::MatchId;
use table::Millis;

/// More matches than this are not known by who opened them, nor as many purses kept that are not full.
const MAX_KEYS: usize = 1 << 14;

/// Seconds of thought, so many in a second, and so many at once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thinking {
    pub of_match: Rate,
    /// By the address that opened the match, as long as the server runs.
    pub of_address: Rate,
    pub of_all: Rate,
}

/// Seconds that are left.
#[derive(Clone, Copy, Debug)]
struct Purse {
    left: f64,
    at: Millis,
}

impl Purse {
    fn full(rate: Rate, now: Millis) -> Purse {
        Purse { left: rate.burst, at: now }
    }

    fn left(self, rate: Rate, now: Millis) -> f64 {
        let passed = (now - self.at).max(0) as f64 / 1000.0;
        (self.left + passed * rate.per_second).min(rate.burst)
    }

    fn spend(&mut self, rate: Rate, now: Millis, spent: Duration) {
        *self = Purse { left: self.left(rate, now) - spent.as_secs_f64(), at: now.max(self.at) };
    }
}

#[derive(Debug)]
pub(crate) struct Purses {
    rates: Thinking,
    matches: BTreeMap<MatchId, Purse>,
    addresses: BTreeMap<IpAddr, Purse>,
    all: Purse,
    openers: BTreeMap<MatchId, IpAddr>,
}

impl Purses {
    pub(crate) fn new(rates: Thinking, now: Millis) -> Purses {
        let (matches, addresses, openers) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Purses { rates, matches, addresses, all: Purse::full(rates.of_all, now), openers }
    }

    /// What is thought in a match counts as asked for from there.
    pub(crate) fn opened(&mut self, of: MatchId, from: IpAddr) {
        make_room(&mut self.openers, |_| true);
        self.openers.insert(of, place(from));
    }

    /// Whoever has opened a match has opened the next one.
    pub(crate) fn follows(&mut self, of: MatchId, next: MatchId) {
        if let Some(from) = self.openers.get(&of).copied() {
            self.opened(next, from);
        }
    }

    /// How long a bot may think in a match now.
    pub(crate) fn left(&self, of: MatchId, now: Millis) -> Duration {
        self.beyond(0.0, of, now)
    }

    /// How long may be thought now about a match in which no move waits for it: half of the purses that it shares with
    /// others is left to bots.
    pub(crate) fn spare(&self, of: MatchId, now: Millis) -> Duration {
        self.beyond(0.5, of, now)
    }

    /// What is left where such a part of each purse that matches share is not touched.
    fn beyond(&self, part: f64, of: MatchId, now: Millis) -> Duration {
        let Thinking { of_match, of_address, of_all } = self.rates;
        let left =
            |purse: Option<&Purse>, rate: Rate| purse.map_or(rate.burst, |purse| purse.left(rate, now));
        let opener = self.openers.get(&of).and_then(|from| self.addresses.get(from));
        let least = left(self.matches.get(&of), of_match)
            .min(left(opener, of_address) - part * of_address.burst)
            .min(left(Some(&self.all), of_all) - part * of_all.burst);
        Duration::try_from_secs_f64(least.max(0.0)).unwrap_or(Duration::MAX)
    }

    pub(crate) fn spend(&mut self, of: MatchId, spent: Duration, now: Millis) {
        let Thinking { of_match, of_address, of_all } = self.rates;
        make_room(&mut self.matches, |purse| purse.left(of_match, now) >= of_match.burst);
        let purse = self.matches.entry(of).or_insert_with(|| Purse::full(of_match, now));
        purse.spend(of_match, now, spent);
        if let Some(from) = self.openers.get(&of).copied() {
            make_room(&mut self.addresses, |purse| purse.left(of_address, now) >= of_address.burst);
            let purse = self.addresses.entry(from).or_insert_with(|| Purse::full(of_address, now));
            purse.spend(of_address, now, spent);
        }
        self.all.spend(of_all, now, spent);
    }
}

/// Lets go of what need not be known, and of any half where that is not enough.
fn make_room<K: Ord, V>(known: &mut BTreeMap<K, V>, is_idle: impl Fn(&V) -> bool) {
    if known.len() < MAX_KEYS {
        return;
    }
    let mut odd = false;
    known.retain(|_, value| {
        odd = !odd;
        odd || !is_idle(value)
    });
    while known.len() >= MAX_KEYS {
        known.pop_first();
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_KEYS, Purses, Thinking};
    use crate::config::Rate;
    use std::time::Duration;
    use store::MatchId;

    const RATES: Thinking = Thinking {
        of_match: Rate::new(0.5, 4.0),
        of_address: Rate::new(1.0, 6.0),
        of_all: Rate::new(2.0, 9.0),
    };

    fn left(purses: &Purses, of: i64, now: i64) -> f64 {
        purses.left(MatchId(of), now).as_secs_f64()
    }

    #[test]
    fn a_match_an_address_and_all_together_have_so_much_and_get_it_back() {
        let mut purses = Purses::new(RATES, 0);
        let (here, there) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
        (1..=2).for_each(|of| purses.opened(MatchId(of), here));
        purses.opened(MatchId(3), there);
        purses.spend(MatchId(1), Duration::from_secs(4), 0);
        assert_eq!([1, 2, 3].map(|of| left(&purses, of, 0)), [0.0, 2.0, 4.0]);
        assert_eq!([1, 2, 3].map(|of| purses.spare(MatchId(of), 0).as_secs_f64()), [0.0, 0.0, 0.5]);
        purses.spend(MatchId(3), Duration::from_secs(3), 0);
        assert_eq!([1, 2, 3, 4].map(|of| left(&purses, of, 0)), [0.0, 2.0, 1.0, 2.0]);
        assert_eq!([1, 2, 3, 4].map(|of| left(&purses, of, 2_000)), [1.0, 4.0, 2.0, 4.0]);
        purses.follows(MatchId(1), MatchId(5));
        purses.spend(MatchId(5), Duration::from_secs(5), 2_000);
        assert_eq!([2, 5].map(|of| left(&purses, of, 2_000)), [0.0, 0.0], "a rematch is the same player's");
        assert_eq!(left(&purses, 3, 1_000_000), 4.0, "there is never more than at first");
    }

    #[test]
    fn only_so_much_is_known() {
        let mut purses = Purses::new(RATES, 0);
        for of in 0..2 * MAX_KEYS as i64 {
            purses.opened(MatchId(of), [of as u8, 1, 2, 3].into());
            purses.spend(MatchId(of), Duration::from_millis(1), of);
        }
        assert!(purses.openers.len() <= MAX_KEYS && purses.matches.len() <= MAX_KEYS);
        assert!(purses.addresses.len() <= 256);
    }
}
