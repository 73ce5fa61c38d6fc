//! Tokens, codes of invites and names of matches: random numbers of the system as texts. It knows no store; what is kept
//! of a token is its hash.

use sha2::{Digest, Sha256};
use store::{Hash, MatchId};
use wire::Secret;

/// Crockford's alphabet in small letters: nothing in it is taken for something else.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// What a token is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum TokenKind {
    Seat,
    /// Whoever opened the match.
    Host,
    /// To look on where not everybody may.
    Watch,
}

impl TokenKind {
    const ALL: [TokenKind; 3] = [TokenKind::Seat, TokenKind::Host, TokenKind::Watch];

    fn prefix(self) -> &'static str {
        match self {
            TokenKind::Seat => "tvs_",
            TokenKind::Host => "tvh_",
            TokenKind::Watch => "tvw_",
        }
    }
}

/// The system has no random numbers to give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NoChance;

pub(crate) fn random<const N: usize>() -> Result<[u8; N], NoChance> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoChance)?;
    Ok(bytes)
}

/// The lowest bits of a number, five a letter.
fn letters(number: u128, count: u32) -> String {
    let letter = |i: u32| char::from(ALPHABET[(number >> (5 * i)) as usize & 31]);
    (0..count).rev().map(letter).collect()
}

fn read(text: &str) -> Option<u128> {
    text.bytes().try_fold(0_u128, |number, byte| {
        let letter = ALPHABET.iter().position(|letter| *letter == byte)?;
        Some(number << 5 | letter as u128)
    })
}

/// A new token: 128 random bits, and two by which scanners for leaked tokens tell them from other texts.
pub(crate) fn draw(kind: TokenKind) -> Result<Secret, NoChance> {
    let number = u128::from_le_bytes(random()?);
    // The first of 26 letters holds the three highest bits of the number below the two of the check.
    let high = letters(number >> 125 | check(number) << 3, 1);
    Ok(Secret::new(format!("{}{high}{}", kind.prefix(), letters(number, 25))))
}

fn check(number: u128) -> u128 {
    (0..64).fold(0, |sum, i| sum ^ (number >> (2 * i) & 3))
}

/// What a text is a token for, and by which hash it is known; None where it is none.
pub(crate) fn parse(text: &str) -> Option<(TokenKind, Hash)> {
    let kind = TokenKind::ALL.into_iter().find(|kind| text.starts_with(kind.prefix()))?;
    let rest = &text[kind.prefix().len()..];
    if rest.len() != 26 || !rest.is_ascii() {
        return None;
    }
    let (high, low) = (read(&rest[..1])?, read(&rest[1..])?);
    let number = (high & 7) << 125 | low;
    (high >> 3 == check(number)).then(|| (kind, hash(text)))
}

pub(crate) fn hash(text: &str) -> Hash {
    Sha256::digest(text.as_bytes()).into()
}

pub(crate) fn hex(hash: &Hash) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The code of an invite: 60 random bits.
pub(crate) fn draw_code() -> Result<String, NoChance> {
    Ok(letters(u128::from(u64::from_le_bytes(random()?)), 12))
}

pub(crate) fn is_code(text: &str) -> bool {
    text.len() == 12 && read(text).is_some()
}

/// A new number of a match: 60 random bits, which its name in links shows.
pub(crate) fn draw_match() -> Result<MatchId, NoChance> {
    Ok(MatchId((u64::from_le_bytes(random()?) >> 4) as i64))
}

pub(crate) fn name_of(of: MatchId) -> String {
    letters(of.0.cast_unsigned().into(), 12)
}

pub(crate) fn match_of(name: &str) -> Option<MatchId> {
    let number = read(name).filter(|_| name.len() == 12)?;
    Some(MatchId(number as i64))
}

#[cfg(test)]
mod tests {
    use super::{TokenKind, check, draw, draw_match, hash, is_code, letters, match_of, name_of, parse};

    #[test]
    fn a_token_is_known_by_its_hash_and_a_slip_by_its_form() {
        for kind in TokenKind::ALL {
            let token = draw(kind).unwrap();
            assert_eq!(parse(token.reveal()), Some((kind, hash(token.reveal()))));
            assert_eq!(parse(&token.reveal()[..29]), None);
            assert_eq!(parse(&token.reveal().to_uppercase()), None);
        }
        let number = 0x1234_5678_9abc_def0_1122_3344_5566_7788;
        let high = letters(number >> 125 | check(number) << 3, 1);
        let text = format!("tvs_{high}{}", letters(number, 25));
        assert!(parse(&text).is_some());
        let slips = (4..text.len()).filter(|i| {
            let other = if text.as_bytes()[*i] == b'5' { "6" } else { "5" };
            let slip = format!("{}{other}{}", &text[..*i], &text[i + 1..]);
            parse(&slip).is_some()
        });
        assert!(slips.count() < 20, "most slips of one letter are noticed");
        for other in ["", "tvs_", "tvx_00000000000000000000000000", "tvs_é0000000000000000000000000"] {
            assert_eq!(parse(other), None, "{other}");
        }
    }

    #[test]
    fn a_match_is_found_by_its_name() {
        let of = draw_match().unwrap();
        assert_eq!(match_of(&name_of(of)), Some(of));
        assert_eq!(match_of("00000000000"), None);
        assert_eq!(match_of("u00000000000"), None);
        assert!(is_code("0123456789ab") && !is_code("0123456789ai") && !is_code(""));
    }
}
