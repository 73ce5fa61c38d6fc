//! What a position may be worth to each seat before it is played to its end: a weighted sum of what is counted of the
//! seat, less that of the others, on the logistic scale. It knows nothing of how the weights were found.

use crate::Imagined;
use crate::search::logistic;
use engine::Features;
use std::collections::BTreeMap;

/// A judgement of positions of one game.
#[derive(Clone, Debug)]
pub struct Evaluation {
    features: Features,
    weights: Vec<f32>,
    /// What it is worth to be the one who decides.
    mover: f32,
}

impl Evaluation {
    /// None where a weight is of something that is not counted.
    pub fn new(features: Features, weights: &BTreeMap<String, f32>, mover: f32) -> Option<Evaluation> {
        let of = |name: &String| weights.get(name).copied().unwrap_or(0.0);
        let all: Vec<f32> = features.names().iter().map(of).collect();
        let is_known = weights.keys().all(|name| features.names().contains(name));
        let is_finite = mover.is_finite() && all.iter().all(|weight| weight.is_finite());
        (is_known && is_finite).then_some(Evaluation { features, weights: all, mover })
    }

    /// From 0, lost, to 1, won, for each seat; `counts` is memory that is kept for the next position.
    pub fn judge(&self, position: &mut Imagined, counts: &mut Vec<f32>, into: &mut [f32]) {
        position.count(&self.features, counts);
        let decider = position.decider();
        let sum = |(p, row): (usize, &[f32])| {
            let own: f32 = row.iter().zip(&self.weights).map(|(count, weight)| count * weight).sum();
            own + if decider == Some(p as u32) { self.mover } else { 0.0 }
        };
        let n = self.weights.len();
        let sums: Vec<f32> = counts.chunks_exact(n).enumerate().map(sum).collect();
        compare(&sums, &|p, q| position.are_allied(p, q), into);
    }
}

/// For each seat the logistic of what its side has on average, less what the others have.
fn compare(sums: &[f32], are_allied: &dyn Fn(usize, usize) -> bool, into: &mut [f32]) {
    for (p, value) in into.iter_mut().enumerate().take(sums.len()) {
        *value = logistic(f64::from(lead(sums, p, are_allied))) as f32;
    }
}

/// By how much the side of a seat is ahead of the mean of the others.
pub fn lead(sums: &[f32], seat: usize, are_allied: &dyn Fn(usize, usize) -> bool) -> f32 {
    let mean = |of: bool| {
        let these = sums.iter().enumerate().filter(|(q, _)| are_allied(seat, *q) == of);
        let (sum, count) = these.fold((0.0, 0.0_f32), |(sum, count), (_, x)| (sum + x, count + 1.0));
        if count > 0.0 { sum / count } else { 0.0 }
    };
    mean(true) - mean(false)
}

#[cfg(test)]
mod tests {
    use super::{compare, lead};

    #[test]
    fn a_seat_is_compared_with_the_mean_of_the_others_and_with_nobody_of_its_team() {
        let alone = |p: usize, q: usize| p == q;
        assert!((lead(&[3.0, 1.0, 0.0], 0, &alone) - 2.5).abs() < 1e-6);
        let teams = |p: usize, q: usize| p % 2 == q % 2;
        assert!((lead(&[3.0, 1.0, 0.0, 0.0], 2, &teams) - 1.0).abs() < 1e-6);
        let mut values = [0.0; 2];
        compare(&[1.0, -1.0], &alone, &mut values);
        assert!(values[0] > 0.85 && (values[0] + values[1] - 1.0).abs() < 1e-6, "{values:?}");
    }
}
