//! Logistic regression: which weights make what is counted in positions tell best how matches end. It knows no game.

/// What is counted for a seat, less what the others have, and what the seat got in the end, from 0 to 1.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Rows of one match stay together.
    pub(super) of: u64,
    pub(super) counts: Vec<f32>,
    pub(super) got: f64,
}

/// Weights, and how well they tell the end of matches that they were not made from.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    pub(super) weights: Vec<f64>,
    pub(super) log_loss: f64,
    /// Of somebody who always says the mean.
    pub(super) usual: f64,
}

/// One match in so many is kept for judging the weights.
const HELD_OUT: u64 = 5;

/// How much large weights are held back: each is tried.
const PENALTIES: [f64; 4] = [1.0, 10.0, 100.0, 1_000.0];

/// Fewer rows than this tell nothing.
const LEAST: usize = 100;

/// None where there are too few rows.
pub(super) fn fit(rows: &[Row]) -> Option<Fit> {
    let (held, own): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.of % HELD_OUT == 0);
    if own.len() < LEAST || held.len() < LEAST / HELD_OUT as usize {
        return None;
    }
    let scales = scales(&own);
    let mean = own.iter().map(|row| row.got).sum::<f64>() / own.len() as f64;
    let usual = loss(&held, |_| mean);
    let tried = PENALTIES.iter().map(|penalty| {
        let weights = newton(&own, &scales, *penalty);
        let log_loss = loss(&held, |row| logistic(dot(&weights, &row.counts)));
        Fit { weights, log_loss, usual }
    });
    tried.min_by(|a, b| a.log_loss.total_cmp(&b.log_loss))
}

impl Fit {
    /// By what share the loss is below that of whoever says the mean.
    pub(super) fn gain(&self) -> f64 {
        if self.usual > 0.0 { 1.0 - self.log_loss / self.usual } else { 0.0 }
    }
}

fn dot(weights: &[f64], counts: &[f32]) -> f64 {
    weights.iter().zip(counts).map(|(weight, count)| weight * f64::from(*count)).sum()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The mean log loss.
fn loss(rows: &[&Row], says: impl Fn(&Row) -> f64) -> f64 {
    let one = |row: &&Row| {
        let p = says(row).clamp(1e-6, 1.0 - 1e-6);
        -(row.got * p.ln() + (1.0 - row.got) * (1.0 - p).ln())
    };
    rows.iter().map(one).sum::<f64>() / rows.len().max(1) as f64
}

/// How far each count usually is from 0; 0 where it never is.
fn scales(rows: &[&Row]) -> Vec<f64> {
    let n = rows.first().map_or(0, |row| row.counts.len());
    let mut squares = vec![0.0; n];
    for row in rows {
        squares.iter_mut().zip(&row.counts).for_each(|(sum, x)| *sum += f64::from(*x) * f64::from(*x));
    }
    squares.into_iter().map(|sum| (sum / rows.len() as f64).sqrt()).collect()
}

/// Newton's method for a penalized logistic regression. Counts that never differ get no weight.
fn newton(rows: &[&Row], scales: &[f64], penalty: f64) -> Vec<f64> {
    let used: Vec<usize> = (0..scales.len()).filter(|i| scales[*i] > 1e-9).collect();
    let n = used.len();
    let scaled: Vec<Vec<f64>> = rows
        .iter()
        .map(|row| used.iter().map(|i| f64::from(row.counts[*i]) / scales[*i]).collect())
        .collect();
    let mut weights = vec![0.0; n];
    for _ in 0..8 {
        let mut slope: Vec<f64> = weights.iter().map(|weight| -penalty * weight).collect();
        let mut bend = vec![0.0; n * n];
        (0..n).for_each(|i| bend[i * n + i] = penalty);
        for (row, x) in rows.iter().zip(&scaled) {
            let p = logistic(x.iter().zip(&weights).map(|(x, weight)| x * weight).sum());
            let curve = (p * (1.0 - p)).max(1e-6);
            for (i, xi) in x.iter().enumerate().filter(|(_, xi)| **xi != 0.0) {
                slope[i] += (row.got - p) * xi;
                let line = &mut bend[i * n..i * n + i + 1];
                line.iter_mut().zip(x).for_each(|(cell, xj)| *cell += curve * xi * xj);
            }
        }
        let Some(step) = solve(&mut bend, slope) else { break };
        let length = step.iter().map(|s| s * s).sum::<f64>();
        weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step);
        if length < 1e-10 {
            break;
        }
    }
    let mut all = vec![0.0; scales.len()];
    used.iter().zip(weights).for_each(|(i, weight)| all[*i] = weight / scales[*i]);
    all
}

/// Solves a system whose matrix is symmetric and positive, of which the lower half is given (Cholesky). None where it is
/// not positive.
fn solve(matrix: &mut [f64], mut right: Vec<f64>) -> Option<Vec<f64>> {
    let n = right.len();
    for i in 0..n {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| matrix[i * n + k] * matrix[j * n + k]).sum();
            let rest = matrix[i * n + j] - sum;
            match i == j {
                true if rest <= 0.0 => return None,
                true => matrix[i * n + i] = rest.sqrt(),
                false => matrix[i * n + j] = rest / matrix[j * n + j],
            }
        }
    }
    for i in 0..n {
        let sum: f64 = (0..i).map(|k| matrix[i * n + k] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i * n + i];
    }
    for i in (0..n).rev() {
        let sum: f64 = (i + 1..n).map(|k| matrix[k * n + i] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i * n + i];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::{Row, fit, logistic};
    use base::Random;

    /// Matches whose end follows from two of three counts, as likely as the weights say.
    fn rows(weights: [f64; 3]) -> Vec<Row> {
        let mut random = Random::new(5);
        let mut unit = move || random.below(1_000_000) as f64 / 1e6;
        (0..4_000)
            .map(|of| {
                let counts: Vec<f32> = (0..3).map(|_| (unit() * 4.0 - 2.0) as f32).collect();
                let lead: f64 = weights.iter().zip(&counts).map(|(w, x)| w * f64::from(*x)).sum();
                let got = f64::from(u8::from(unit() < logistic(lead)));
                Row { of, counts, got }
            })
            .collect()
    }

    #[test]
    fn weights_are_found_again() {
        let fit = fit(&rows([1.0, -0.5, 0.0])).unwrap();
        for (found, wanted) in fit.weights.iter().zip([1.0, -0.5, 0.0]) {
            assert!((found - wanted).abs() < 0.12, "{fit:?}");
        }
        assert!(fit.gain() > 0.15, "{fit:?}");
    }

    #[test]
    fn where_nothing_can_be_told_nothing_is_gained() {
        let fit = fit(&rows([0.0; 3])).unwrap();
        assert!(fit.gain() < 0.01, "{fit:?}");
        assert!(super::fit(&rows([1.0; 3])[..50]).is_none());
    }
}
