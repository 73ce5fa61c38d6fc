//! How often somebody may do something: buckets that fill with time. The time is given, so that tests give theirs.

use crate::config::Rate;
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use table::Millis;

/// More keys than this are not kept; the one that has waited longest goes first.
const MAX_KEYS: usize = 1 << 16;

/// What is left of a rate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    left: f64,
    at: Millis,
}

impl Bucket {
    pub(crate) fn full(rate: Rate, now: Millis) -> Bucket {
        Bucket { left: rate.burst, at: now }
    }

    /// Whether there is one left, which is taken.
    pub(crate) fn take(&mut self, rate: Rate, now: Millis) -> bool {
        let passed = (now - self.at).max(0) as f64 / 1000.0;
        self.left = (self.left + passed * rate.per_second).min(rate.burst);
        self.at = now.max(self.at);
        let has = self.left >= 1.0;
        if has {
            self.left -= 1.0;
        }
        has
    }

    fn is_empty(&mut self, rate: Rate, now: Millis) -> bool {
        let mut copy = *self;
        !copy.take(rate, now)
    }
}

/// What is counted for each address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Of {
    Requests,
    NewMatches,
    Guesses,
}

/// By what is counted, where, and how many bits of an address say where that is.
#[derive(Debug, Default)]
pub(crate) struct Buckets(BTreeMap<(Of, IpAddr, u32), Bucket>);

/// What one customer has for itself of the newer addresses.
const HOME: u32 = 64;
/// What a provider may give to one who wants more.
const SITE: u32 = 48;

/// All homes of a site together may do so many times what one may.
const HOMES: f64 = 16.0;

/// Where somebody is: of the newer addresses the half that one customer has for itself.
pub(crate) fn place(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(v6) if v6.to_ipv4_mapped().is_none() => first_bits(v6, HOME),
        IpAddr::V6(v6) => v6.to_canonical(),
        v4 @ IpAddr::V4(_) => v4,
    }
}

fn first_bits(address: Ipv6Addr, bits: u32) -> IpAddr {
    let rest = u128::BITS - bits;
    IpAddr::V6((u128::from(address) >> rest << rest).into())
}

impl Buckets {
    pub(crate) fn take(&mut self, of: Of, address: IpAddr, rate: Rate, now: Millis) -> bool {
        if self.is_empty(of, address, rate, now) {
            return false;
        }
        let mut counted = counted(address, rate);
        counted.all(|(place, bits, rate)| self.bucket((of, place, bits), rate, now).take(rate, now))
    }

    /// Whether nothing is left, without taking any.
    pub(crate) fn is_empty(&mut self, of: Of, address: IpAddr, rate: Rate, now: Millis) -> bool {
        let mut counted = counted(address, rate);
        counted.any(|(place, bits, rate)| self.bucket((of, place, bits), rate, now).is_empty(rate, now))
    }

    fn bucket(&mut self, key: (Of, IpAddr, u32), rate: Rate, now: Millis) -> &mut Bucket {
        if self.0.len() >= MAX_KEYS && !self.0.contains_key(&key) {
            let oldest = self.0.iter().min_by_key(|(_, bucket)| bucket.at).map(|(key, _)| *key);
            oldest.map(|oldest| self.0.remove(&oldest));
        }
        self.0.entry(key).or_insert_with(|| Bucket::full(rate, now))
    }
}

/// Where an address is counted, and how often it may do something there.
fn counted(address: IpAddr, rate: Rate) -> impl Iterator<Item = (IpAddr, u32, Rate)> {
    let place = place(address);
    let site = match place {
        IpAddr::V6(v6) => Some((first_bits(v6, SITE), SITE, rate.times(HOMES))),
        IpAddr::V4(_) => None,
    };
    [(place, HOME, rate)].into_iter().chain(site)
}

#[cfg(test)]
mod tests {
    use super::{Bucket, Buckets, MAX_KEYS, Of};
    use crate::config::Rate;
    use std::net::{IpAddr, Ipv4Addr};

    const RATE: Rate = Rate::new(2.0, 3.0);

    #[test]
    fn a_bucket_fills_with_time_and_not_beyond_its_rim() {
        let mut bucket = Bucket::full(RATE, 0);
        let mut taken = |now| (0..9).filter(|_| bucket.take(RATE, now)).count();
        assert_eq!((taken(0), taken(499), taken(500), taken(90_000), taken(0)), (3, 0, 1, 3, 0));
    }

    #[test]
    fn neighbours_of_one_customer_share_a_bucket() {
        let mut all = Buckets::default();
        let mut take = |text: &str| all.take(Of::Requests, text.parse().unwrap(), Rate::new(0.0, 1.0), 0);
        assert!(take("2001:db8::1") && !take("2001:db8::2") && take("2001:db8:0:1::1"));
        assert!(take("192.0.2.1") && !take("::ffff:192.0.2.1") && take("192.0.2.2"));
    }

    #[test]
    fn who_has_many_homes_has_no_more_than_some() {
        let mut all = Buckets::default();
        let rate = Rate::new(0.0, 2.0);
        let mut take = |text: String| all.take(Of::Guesses, text.parse().unwrap(), rate, 0);
        let taken = (0..200).filter(|home| take(format!("2001:db8:0:{home:x}::1"))).count();
        assert_eq!(taken, 32);
        assert!(take("2001:db8:1::1".to_owned()), "another site");
    }

    #[test]
    fn no_more_keys_are_kept_than_there_is_room_for() {
        let mut all = Buckets::default();
        for i in 0..MAX_KEYS as u32 + 10 {
            let address = IpAddr::V4(Ipv4Addr::from(i));
            // Looking for the oldest is slow; whoever floods from many addresses pays for it.
            assert!(all.take(Of::Requests, address, RATE, i64::from(i)));
        }
        assert_eq!(all.0.len(), MAX_KEYS);
    }
}
