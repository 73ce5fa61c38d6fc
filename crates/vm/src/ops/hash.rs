//! Mixing words into well spread ones. It knows no state.

/// Folds the product of two words, as in wyhash (Wang Yi 2019).
#[inline(always)]
pub fn mix(a: u64, b: u64) -> u64 {
    let wide = u128::from(a ^ 0xA076_1D64_78BD_642F) * u128::from(b ^ 0xE703_7ED1_A0B4_28DB);
    wide as u64 ^ (wide >> 64) as u64
}

/// Of words in their order.
pub(crate) fn words(words: &[u64]) -> u64 {
    let (mut a, mut b) = (words.len() as u64, 0x8EBC_6AF0_9C88_C6E3);
    let mut pairs = words.chunks_exact(2);
    for two in &mut pairs {
        a = mix(a, two[0]);
        b = mix(b, two[1]);
    }
    let last = pairs.remainder().first().copied().unwrap_or(1);
    mix(mix(a, last), b)
}

/// Of UTF-16 units.
pub(super) fn units(units: &[u16]) -> u64 {
    units.chunks(4).fold(units.len() as u64, |h, four| {
        mix(h, four.iter().enumerate().fold(0, |w, (i, u)| w | u64::from(*u) << (16 * i)))
    })
}
