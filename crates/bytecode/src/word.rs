//! How values are 64-bit words. Types are static, so a word carries no tag of its type.
//!
//! | type | word |
//! | --- | --- |
//! | any, null | [`NULL`], a quiet NaN that no arithmetic gives |
//! | number, player | the bits of a double that is no NaN and not -0 |
//! | bool | 0 or 1 |
//! | case | its index |
//! | set of cases or players | a bit for each member, the lowest for index or player 0; see `MAX_SET` of the limits |
//! | tile | its number over all boards; on a board that grows `GROWN`, the board, its coordinates |
//! | string of up to 7 ASCII characters | `INLINE`, the length, the characters |
//! | other string | `CONSTANT` and its index in the program, or `HEAP` and its address |
//! | object, list, table, stack, function value, zone | its address in the state |
//! | place | a tile or a zone; addresses of zones lie between the numbers of tiles and `GROWN` |
//! | turn | its index; position | a hash |

/// The word of null, whatever the type.
pub const NULL: u64 = 0x7FFC_0000_0000_0000;

pub const TRUE: u64 = 1;
pub const FALSE: u64 = 0;

/// Added to tiles of boards that grow, above all addresses.
const GROWN: u64 = 1 << 48;

const INLINE: u64 = 0x10;
const CONSTANT: u64 = 0x20;
const HEAP: u64 = 0x30;

/// What a word of a static type may point to: what compaction must know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Points to nothing: numbers, booleans, players, cases, tiles, turns, positions, places, zones.
    Plain = 0,
    /// A string.
    Text = 1,
    /// An address.
    Ref = 2,
}

impl Kind {
    pub fn from_bits(bits: u64) -> Kind {
        match bits & 3 {
            1 => Kind::Text,
            2 => Kind::Ref,
            _ => Kind::Plain,
        }
    }
}

/// The word of a number. -0 becomes 0, so that equal numbers are equal words.
#[inline(always)]
pub fn number(x: f64) -> u64 {
    (x + 0.0).to_bits()
}

/// The number in a word.
#[inline(always)]
pub fn to_number(w: u64) -> f64 {
    f64::from_bits(w)
}

#[inline(always)]
pub fn is_number(w: u64) -> bool {
    !f64::from_bits(w).is_nan()
}

/// The words of the members of a set, the lowest first.
pub fn members(set: u64, are_players: bool) -> impl Iterator<Item = u64> {
    let bits = (0..u64::BITS).filter(move |i| set >> i & 1 == 1);
    bits.map(move |i| if are_players { player(i) } else { u64::from(i) })
}

#[inline(always)]
pub fn bool(b: bool) -> u64 {
    u64::from(b)
}

/// The word of a tile of a board that grows: the number of the board, that of the tile on it.
#[inline(always)]
pub fn grown(board: u16, tile: u32) -> u64 {
    GROWN | u64::from(board) << 32 | u64::from(tile)
}

/// The board and the tile of such a word.
#[inline(always)]
pub fn to_grown(w: u64) -> Option<(u16, u32)> {
    (w & !(GROWN - 1) == GROWN).then_some(((w >> 32) as u16, w as u32))
}

/// Whether a place is a tile, where the boards without those that grow have so many.
#[inline(always)]
pub fn is_tile(place: u64, count: u32) -> bool {
    place < u64::from(count) || to_grown(place).is_some()
}

/// The word of a player by number.
#[inline(always)]
pub fn player(p: u32) -> u64 {
    f64::from(p).to_bits()
}

/// The number of a player that is not null.
#[inline(always)]
pub fn to_player(w: u64) -> u32 {
    f64::from_bits(w) as u32
}

/// Where a string is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Text {
    /// Length and up to seven ASCII characters, the first in the lowest byte.
    Inline(usize, u64),
    Constant(usize),
    Heap(usize),
}

/// The word of a string short enough to be one.
pub fn inline_text(units: &[u16]) -> Option<u64> {
    if units.len() > 7 || units.iter().any(|u| *u > 127) {
        return None;
    }
    let bytes = units.iter().enumerate().fold(0, |w, (i, u)| w | u64::from(*u) << (8 * i));
    Some((INLINE | units.len() as u64) << 56 | bytes)
}

pub fn constant_text(index: usize) -> u64 {
    CONSTANT << 56 | index as u64
}

pub fn heap_text(address: usize) -> u64 {
    HEAP << 56 | address as u64
}

/// Reads the word of a string; None for null.
#[inline(always)]
pub fn text(w: u64) -> Option<Text> {
    let low = w & 0x00FF_FFFF_FFFF_FFFF;
    match w >> 56 {
        t if t & 0xF8 == INLINE => Some(Text::Inline((t & 7) as usize, low)),
        CONSTANT => Some(Text::Constant(low as usize)),
        HEAP => Some(Text::Heap(low as usize)),
        _ => None,
    }
}

/// Whether it is the word of a string that does not fit into a word.
#[inline(always)]
pub fn is_long(w: u64) -> bool {
    matches!(w >> 56, CONSTANT | HEAP)
}

/// Joins two inline strings if the result is short enough.
#[inline(always)]
pub fn join_inline(a: u64, b: u64) -> Option<u64> {
    let (ta, tb) = (a >> 56, b >> 56);
    if ta & 0xF8 != INLINE || tb & 0xF8 != INLINE || (ta & 7) + (tb & 7) > 7 {
        return None;
    }
    let low = 0x00FF_FFFF_FFFF_FFFF;
    Some((INLINE | ((ta & 7) + (tb & 7))) << 56 | (a & low) | (b & low) << (8 * (ta & 7)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(s: &str) -> Vec<u16> {
        s.encode_utf16().collect()
    }

    #[test]
    fn short_strings_live_in_the_word() {
        let ne = inline_text(&units("ne")).unwrap();
        let n = inline_text(&units("n")).unwrap();
        let e = inline_text(&units("e")).unwrap();
        assert_eq!(join_inline(n, e), Some(ne));
        assert_eq!(text(ne), Some(Text::Inline(2, 0x656e)));
        assert_eq!(inline_text(&units("eightchr")), None);
        assert_eq!(inline_text(&units("è")), None);
        assert_eq!(text(NULL), None);
    }

    #[test]
    fn null_is_no_number_and_zero_has_one_word() {
        assert!(!is_number(NULL));
        assert_eq!(number(-0.0), number(0.0));
        assert_eq!(to_player(player(31)), 31);
    }
}
