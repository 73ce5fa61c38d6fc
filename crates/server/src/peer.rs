//! Where a request comes from: the other end of its connection, or what a proxy says that the host trusts.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

/// Addresses that begin alike: `10.0.0.0/8`, `::1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    base: IpAddr,
    bits: u8,
}

/// A text that names no network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoNetwork(String);

impl fmt::Display for NoNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no address and no network such as 10.0.0.0/8", self.0)
    }
}

impl std::error::Error for NoNetwork {}

impl FromStr for Network {
    type Err = NoNetwork;

    fn from_str(text: &str) -> Result<Network, NoNetwork> {
        let read = || {
            let (base, bits) = match text.split_once('/') {
                Some((base, bits)) => (base.parse().ok()?, Some(bits.parse().ok()?)),
                None => (text.parse().ok()?, None),
            };
            let most = if matches!(base, IpAddr::V4(_)) { 32 } else { 128 };
            let bits = bits.unwrap_or(most);
            (bits <= most).then_some(Network { base, bits })
        };
        read().ok_or_else(|| NoNetwork(text.to_owned()))
    }
}

impl Network {
    fn holds(&self, address: IpAddr) -> bool {
        let same = |one: u128, other: u128, width: u32| {
            let shift = width - u32::from(self.bits);
            one.checked_shr(shift).unwrap_or(0) == other.checked_shr(shift).unwrap_or(0)
        };
        match (self.base, address.to_canonical()) {
            (IpAddr::V4(one), IpAddr::V4(other)) => same(u32::from(one).into(), u32::from(other).into(), 32),
            (IpAddr::V6(one), IpAddr::V6(other)) => same(one.into(), other.into(), 128),
            _ => false,
        }
    }
}

/// Who asks, where a connection comes from `peer` and says `forwarded` about whom it speaks for: read from the right,
/// the first whom nobody trusts. What stands left of that anybody may have written.
pub(crate) fn asking<'a>(
    peer: IpAddr,
    forwarded: impl DoubleEndedIterator<Item = &'a str>,
    trusted: &[Network],
) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.holds(address));
    let mut asking = peer.to_canonical();
    let mut words = forwarded.flat_map(|line| line.split(',')).collect::<Vec<_>>().into_iter().rev();
    while is_trusted(asking) {
        let Some(next) = words.next().and_then(|word| address(word.trim())) else { break };
        asking = next.to_canonical();
    }
    asking
}

/// An address as proxies write it: some add the port, and put brackets around one with colons.
fn address(word: &str) -> Option<IpAddr> {
    let in_brackets = || word.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || word.parse::<SocketAddr>().ok().map(|address| address.ip());
    word.parse().ok().or_else(with_port).or_else(in_brackets)
}

#[cfg(test)]
mod tests {
    use super::{Network, asking};

    #[test]
    fn only_the_word_of_trusted_proxies_counts() {
        let trusted: Vec<Network> = ["127.0.0.1", "10.0.0.0/8"].map(|text| text.parse().unwrap()).to_vec();
        let check = |peer: &str, lines: &[&str], expected: &str| {
            let found = asking(peer.parse().unwrap(), lines.iter().copied(), &trusted);
            assert_eq!(found.to_string(), expected, "{peer} {lines:?}");
        };
        check("192.0.2.1", &["198.51.100.7"], "192.0.2.1");
        check("127.0.0.1", &["198.51.100.7"], "198.51.100.7");
        check("127.0.0.1", &["1.2.3.4, 198.51.100.7, 10.1.1.1"], "198.51.100.7");
        check("127.0.0.1", &["1.2.3.4", "198.51.100.7"], "198.51.100.7");
        check("127.0.0.1", &["rubbish"], "127.0.0.1");
        check("127.0.0.1", &["198.51.100.7:1234"], "198.51.100.7");
        check("127.0.0.1", &["[2001:db8::1]:80, [::ffff:10.1.1.1]"], "2001:db8::1");
        check("::ffff:127.0.0.1", &["2001:db8::1"], "2001:db8::1");
        assert!("10.0.0.0/33".parse::<Network>().is_err() && "x/8".parse::<Network>().is_err());
        assert!("::/0".parse::<Network>().is_ok());
    }
}
