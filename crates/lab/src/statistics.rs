//! Means, quantiles and intervals. It knows nothing of games.

use std::collections::BTreeMap;

/// The 95 % interval of a share (Wilson 1927): `count` of `total`. From 0 to 1 where there is nothing to go by.
pub fn wilson(count: u64, total: u64) -> (f64, f64) {
    wilson_of(count as f64, total)
}

/// The same for points, of which each of `total` results gave up to one.
pub(crate) fn wilson_of(points: f64, total: u64) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    if total == 0 {
        return (0.0, 1.0);
    }
    let (n, share) = (total as f64, points / total as f64);
    let middle = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    (((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0))
}

/// How often each whole number was seen. Sums are exact, so the order of adding does not matter.
#[derive(Clone, Debug, Default)]
pub(crate) struct Histogram {
    counts: BTreeMap<u32, u64>,
}

impl Histogram {
    pub(crate) fn add(&mut self, value: u32) {
        *self.counts.entry(value).or_default() += 1;
    }

    pub(crate) fn merge(&mut self, other: &Histogram) {
        for (value, count) in &other.counts {
            *self.counts.entry(*value).or_default() += count;
        }
    }

    pub(crate) fn total(&self) -> u64 {
        self.counts.values().sum()
    }

    pub(crate) fn sum(&self) -> u64 {
        self.counts.iter().map(|(value, count)| u64::from(*value) * count).sum()
    }

    /// 0 where nothing was seen.
    pub(crate) fn mean(&self) -> f64 {
        let total = self.total();
        if total == 0 { 0.0 } else { self.sum() as f64 / total as f64 }
    }

    /// The standard deviation of the sample; 0 with fewer than two values.
    pub(crate) fn deviation(&self) -> f64 {
        let (total, mean) = (self.total(), self.mean());
        if total < 2 {
            return 0.0;
        }
        let squares = self.counts.iter().map(|(v, n)| (f64::from(*v) - mean).powi(2) * *n as f64);
        (squares.sum::<f64>() / (total - 1) as f64).sqrt()
    }

    pub(crate) fn min(&self) -> u32 {
        self.counts.keys().next().copied().unwrap_or(0)
    }

    pub(crate) fn max(&self) -> u32 {
        self.counts.keys().next_back().copied().unwrap_or(0)
    }

    /// The smallest value that at least that share of the values does not exceed.
    pub(crate) fn quantile(&self, share: f64) -> u32 {
        let wanted = ((self.total() as f64 * share).ceil() as u64).max(1);
        let mut below = 0;
        for (value, count) in &self.counts {
            below += count;
            if below >= wanted {
                return *value;
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wilson_interval_is_as_published() {
        // Newcombe 1998, table I: 81 of 263 and 0 of 20.
        let (low, high) = wilson(81, 263);
        assert!((low - 0.2553).abs() < 5e-5 && (high - 0.3662).abs() < 5e-5, "{low} {high}");
        let (low, high) = wilson(0, 20);
        assert!(low.abs() < 1e-12 && (high - 0.1611).abs() < 5e-5, "{low} {high}");
        assert_eq!(wilson(0, 0), (0.0, 1.0));
    }

    #[test]
    fn a_histogram_knows_mean_deviation_and_quantiles() {
        let mut h = Histogram::default();
        [2, 4, 4, 4, 5, 5, 7, 9].into_iter().for_each(|v| h.add(v));
        assert_eq!((h.mean(), h.min(), h.max(), h.total()), (5.0, 2, 9, 8));
        assert!((h.deviation() - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!((h.quantile(0.25), h.quantile(0.5), h.quantile(1.0), h.quantile(0.0)), (4, 4, 9, 2));
        assert_eq!((Histogram::default().mean(), Histogram::default().quantile(0.5)), (0.0, 0));
    }
}
