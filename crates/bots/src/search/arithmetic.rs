//! Functions of numbers that give the same bits on every machine, which those of the platform need not. They are made of
//! additions, products, quotients and roots alone.

use std::sync::LazyLock;

/// The natural logarithm of a whole number above 0, to about ten digits.
pub(super) fn ln(n: u32) -> f64 {
    let n = n.max(1);
    let exponent = n.ilog2();
    let mantissa = f64::from(n) / f64::from(1_u32 << exponent);
    // The series of 2 artanh t, where t is at most a third.
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let square = t * t;
    let series = (0..10).rev().fold(0.0, |sum, k| sum * square + 1.0 / f64::from(2 * k + 1));
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * t * series
}

/// Noise after Gumbel's distribution from a random word, of 4,096 quantiles: of several numbers with such noise each is the
/// largest as often as its `exp` is a share of the sum.
pub(super) fn gumbel(word: u64) -> f32 {
    const QUANTILES: u32 = 4_096;
    static TABLE: LazyLock<Vec<f32>> = LazyLock::new(|| {
        // In parts of a millionth, since logarithms are those of whole numbers.
        const MILLION: u32 = 1_000_000;
        let quantile = |k: u32| {
            let below = ln(2 * QUANTILES) - ln(2 * k + 1);
            (ln(MILLION) - ln((below * f64::from(MILLION)) as u32)) as f32
        };
        (0..QUANTILES).map(quantile).collect()
    });
    TABLE[(word % u64::from(QUANTILES)) as usize]
}

/// About `exp(-x)` for what is not negative.
pub(crate) fn exp_negative(x: f64) -> f64 {
    let mut power = 1.0 / (1.0 + x / 1024.0);
    for _ in 0..10 {
        power *= power;
    }
    power
}

/// From 0 to 1, a half at 0.
pub(crate) fn logistic(x: f64) -> f64 {
    let above = 1.0 / (1.0 + exp_negative(x.abs()));
    if x < 0.0 { 1.0 - above } else { above }
}

/// What UCB adds, apart from its weight, to a move that was tried `own` of all times, whose logarithm is given.
pub(super) fn exploration(ln_all: f64, own: u32) -> f64 {
    (ln_all / f64::from(own)).sqrt()
}

/// How many of the moves of a wide node are looked at after so many visits: it grows with the power 3/8, which is made of
/// roots.
pub(super) fn width(visits: u32) -> usize {
    let fourth = f64::from(visits).sqrt().sqrt();
    8 + (4.0 * fourth * fourth.sqrt()) as usize
}

/// How many of the moves of a family are looked at after so many visits: fewer than of a node, since moves that differ in
/// a number alone are worth alike.
pub(super) fn width_of_family(visits: u32) -> usize {
    width(visits) / 4
}

#[cfg(test)]
mod tests {
    use super::{exp_negative, ln, width};

    #[test]
    fn functions_are_near_those_of_the_platform() {
        for n in [1, 2, 3, 7, 100, 12_345, u32::MAX] {
            assert!((ln(n) - f64::from(n).ln()).abs() < 1e-9, "{n}");
        }
        for x in [0.0_f64, 0.5, 3.0] {
            assert!((exp_negative(x) - (-x).exp()).abs() < 0.01, "{x}");
        }
        assert_eq!([0, 1, 256, 1 << 16].map(width), [8, 12, 40, 264]);
    }
}
