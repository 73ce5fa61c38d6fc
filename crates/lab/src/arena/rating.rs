//! How strong bots are, from how they did against each other: the model of Bradley and Terry, on the scale of Elo. Its
//! intervals come from drawing the pairs of matches again.

use base::Random;

/// The scores of the pairs of two bots, those of the first one.
#[derive(Clone, Debug)]
pub(super) struct Scores {
    pub(super) one: usize,
    pub(super) other: usize,
    pub(super) pairs: Vec<f64>,
}

/// What is drawn again so often for an interval.
const DRAWS: usize = 1_000;

/// What a bot that is stronger by so many Elo gets on average.
pub(super) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// For each bot how many Elo it is above the last one, with the 95 % interval. Each two bots count as if one pair more had
/// been won and one lost, without which a bot that never lost would be infinitely strong.
pub(super) fn rate(bots: usize, scores: &[Scores], seed: u64) -> Vec<(f64, f64, f64)> {
    let with_more: Vec<Scores> =
        scores.iter().map(|s| Scores { pairs: [&s.pairs[..], &[0.0, 1.0]].concat(), ..s.clone() }).collect();
    let sums = |scores: &Scores| (scores.pairs.iter().sum::<f64>(), scores.pairs.len() as f64);
    let ratings = fit(bots, &with_more, &with_more.iter().map(sums).collect::<Vec<_>>());
    let mut random = Random::new(seed);
    let mut drawn: Vec<Vec<f64>> = vec![Vec::with_capacity(DRAWS); bots];
    for _ in 0..DRAWS {
        let mut draw = |scores: &Scores| {
            let n = scores.pairs.len();
            let any = |random: &mut Random| scores.pairs[random.below(n as u64) as usize];
            ((0..n).map(|_| any(&mut random)).sum::<f64>(), n as f64)
        };
        let sums: Vec<(f64, f64)> = with_more.iter().map(&mut draw).collect();
        for (all, rating) in drawn.iter_mut().zip(fit(bots, &with_more, &sums)) {
            all.push(rating);
        }
    }
    let interval = |all: &mut Vec<f64>| {
        all.sort_by(f64::total_cmp);
        (all[DRAWS / 40], all[DRAWS - 1 - DRAWS / 40])
    };
    let intervals: Vec<(f64, f64)> = drawn.iter_mut().map(interval).collect();
    ratings.into_iter().zip(intervals).map(|(elo, (low, high))| (elo, low, high)).collect()
}

/// The ratings that make what was scored most likely, by the algorithm of Zermelo and Ford. `sums`: points and pairs of
/// each two bots.
fn fit(bots: usize, who: &[Scores], sums: &[(f64, f64)]) -> Vec<f64> {
    /// Elo; a draw of all scores that was all lost would lead on for ever.
    const MAX_ELO: f64 = 2_000.0;
    let mut strength = vec![1.0_f64; bots];
    let most = 10.0_f64.powf(MAX_ELO / 400.0);
    for _ in 0..500 {
        let (mut points, mut weight) = (vec![0.0; bots], vec![0.0; bots]);
        for (scores, (sum, n)) in who.iter().zip(sums) {
            let met = n / (strength[scores.one] + strength[scores.other]);
            points[scores.one] += sum;
            points[scores.other] += n - sum;
            weight[scores.one] += met;
            weight[scores.other] += met;
        }
        let next: Vec<f64> = points.iter().zip(&weight).map(|(p, w)| (p / w).max(1e-9)).collect();
        let last = next.last().copied().unwrap_or(1.0);
        let moved = next.iter().zip(&strength).any(|(a, b)| (a / last / b - 1.0).abs() > 1e-9);
        strength = next.iter().map(|s| (s / last).clamp(1.0 / most, most)).collect();
        if !moved {
            break;
        }
    }
    strength.iter().map(|s| 400.0 * s.log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Scores, expected, fit, rate};
    use base::Random;

    fn even(scores: &[f64]) -> Vec<(f64, f64)> {
        scores.iter().map(|s| (s * 1000.0, 1000.0)).collect()
    }

    fn who(all: &[(usize, usize)]) -> Vec<Scores> {
        all.iter().map(|(one, other)| Scores { one: *one, other: *other, pairs: Vec::new() }).collect()
    }

    #[test]
    fn two_bots_are_apart_by_what_their_share_says() {
        let ratings = fit(2, &who(&[(0, 1)]), &even(&[0.75]));
        assert!(
            (ratings[0] - 400.0 * 3.0_f64.log10()).abs() < 0.01 && ratings[1].abs() < 1e-9,
            "{ratings:?}"
        );
    }

    #[test]
    fn three_bots_whose_shares_fit_together_get_the_ratings_behind_them() {
        let shares = [expected(200.0 - 50.0), expected(200.0), expected(50.0)];
        let ratings = fit(3, &who(&[(0, 1), (0, 2), (1, 2)]), &even(&shares));
        for (rating, wanted) in ratings.iter().zip([200.0, 50.0, 0.0]) {
            assert!((rating - wanted).abs() < 0.1, "{ratings:?}");
        }
    }

    #[test]
    fn intervals_cover_the_truth_about_as_often_as_they_say() {
        let mut covered = 0;
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let win = |random: &mut Random| f64::from(u8::from(random.below(1000) < 640));
            let pairs = (0..50).map(|_| (win(&mut random) + win(&mut random)) / 2.0).collect();
            let rated = rate(2, &[Scores { one: 0, other: 1, pairs }], seed);
            let truth = 400.0 * (0.64_f64 / 0.36).log10();
            covered += usize::from(rated[0].1 <= truth && truth <= rated[0].2);
        }
        assert!((180..=198).contains(&covered), "{covered} of 200");
    }

    #[test]
    fn a_bot_that_never_lost_is_not_infinitely_strong() {
        let rated = rate(2, &[Scores { one: 0, other: 1, pairs: vec![1.0; 20] }], 1);
        let (elo, low, high) = rated[0];
        assert!(low > 200.0 && low < elo && elo < high && high <= 2_000.0, "{rated:?}");
    }
}
