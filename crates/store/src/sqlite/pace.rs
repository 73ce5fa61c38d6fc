//! How long the writer waits between two commits.

use super::options::Distance;
use std::time::{Duration, Instant};

/// From here on rows are gathered.
const BUSY: f64 = 500.0;

const MIN_DISTANCE: Duration = Duration::from_millis(1);
const MAX_DISTANCE: Duration = Duration::from_millis(4);

/// Over so long rows are counted.
const WINDOW: Duration = Duration::from_millis(250);

#[derive(Debug)]
pub(super) struct Pace {
    distance: Distance,
    /// The running mean of how long a commit takes.
    mean: Duration,
    /// Rows a second.
    rate: f64,
    since: Instant,
    rows: usize,
    last: Option<Instant>,
}

impl Pace {
    pub(super) fn new(distance: Distance, now: Instant) -> Pace {
        Pace { distance, mean: Duration::ZERO, rate: 0.0, since: now, rows: 0, last: None }
    }

    /// A commit of so many rows is over.
    pub(super) fn committed(&mut self, rows: usize, began: Instant, now: Instant) -> Duration {
        let took = now - began;
        self.mean = if self.last.is_none() { took } else { (self.mean * 9 + took) / 10 };
        self.last = Some(now);
        self.rows += rows;
        let span = now - self.since;
        if span >= WINDOW {
            self.rate = self.rows as f64 / span.as_secs_f64();
            (self.rows, self.since) = (0, now);
        }
        self.mean
    }

    /// How long the next commit should wait.
    pub(super) fn wait(&self, now: Instant) -> Duration {
        let distance = match self.distance {
            Distance::Fixed(distance) => distance,
            Distance::ByLoad if self.rate < BUSY => Duration::ZERO,
            Distance::ByLoad => self.mean.clamp(MIN_DISTANCE, MAX_DISTANCE),
        };
        self.last.map_or(Duration::ZERO, |last| (last + distance).saturating_duration_since(now))
    }
}

#[cfg(test)]
mod tests {
    use super::{Distance, Duration, Instant, Pace};

    /// Commits of so many rows that take so long, for a second, and the wait after the last.
    fn wait_after(rows: usize, took: Duration) -> Duration {
        let mut now = Instant::now();
        let mut pace = Pace::new(Distance::ByLoad, now);
        for _ in 0..100 {
            pace.committed(rows, now, now + took);
            now += Duration::from_millis(10);
        }
        pace.committed(rows, now, now + took);
        pace.wait(now + took)
    }

    #[test]
    fn commits_wait_only_under_load_and_about_as_long_as_one_takes() {
        let ms = Duration::from_millis;
        assert_eq!(wait_after(4, ms(3)), ms(0), "400 rows a second");
        assert_eq!(wait_after(6, ms(3)), ms(3), "600 rows a second");
        assert_eq!(wait_after(6, Duration::from_micros(160)), ms(1));
        assert_eq!(wait_after(6, ms(9)), ms(4));
    }

    #[test]
    fn a_pause_counts_as_waiting() {
        let began = Instant::now();
        let mut pace = Pace::new(Distance::Fixed(Duration::from_millis(4)), began);
        assert_eq!(pace.wait(began), Duration::ZERO);
        pace.committed(1, began, began);
        assert_eq!(pace.wait(began + Duration::from_millis(1)), Duration::from_millis(3));
        assert_eq!(pace.wait(began + Duration::from_millis(5)), Duration::ZERO);
    }
}
