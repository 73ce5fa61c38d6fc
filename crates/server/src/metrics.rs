//! What the server counts, as Prometheus reads it. No label that strangers can make grow.

use std::fmt::Write as _;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use store::Outcome;

/// The upper ends of the bins of times, in seconds.
const BINS: [f64; 8] = [0.0001, 0.001, 0.005, 0.02, 0.05, 0.2, 1.0, 5.0];

#[derive(Debug, Default)]
pub(crate) struct Times {
    /// How many took no longer, and how many longer than all of them.
    bins: [AtomicU64; BINS.len() + 1],
    micros: AtomicU64,
}

impl Times {
    fn add(&self, took: Duration) {
        let bin = BINS.iter().position(|most| took.as_secs_f64() <= *most).unwrap_or(BINS.len());
        self.bins[bin].fetch_add(1, Relaxed);
        self.micros.fetch_add(took.as_micros() as u64, Relaxed);
    }

    fn write(&self, name: &str, out: &mut String) {
        let mut count = 0;
        let ends = BINS.iter().map(f64::to_string).chain(["+Inf".to_owned()]);
        _ = writeln!(out, "# TYPE tavola_{name}_seconds histogram");
        for (bin, end) in self.bins.iter().zip(ends) {
            count += bin.load(Relaxed);
            _ = writeln!(out, "tavola_{name}_seconds_bucket{{le=\"{end}\"}} {count}");
        }
        _ = writeln!(out, "tavola_{name}_seconds_sum {}", self.micros.load(Relaxed) as f64 / 1e6);
        _ = writeln!(out, "tavola_{name}_seconds_count {count}");
    }
}

#[derive(Debug, Default)]
pub(crate) struct Metrics {
    decisions: Times,
    commits: Times,
    loads: Times,
    rows: AtomicU64,
    rows_failed: AtomicU64,
    messages_out: AtomicU64,
    bytes_out: AtomicU64,
    pub(crate) messages_in: AtomicU64,
    pub(crate) outbox_drops: AtomicU64,
    pub(crate) requests: AtomicU64,
    pub(crate) refusals: AtomicU64,
    pub(crate) too_many: AtomicU64,
    /// Decisions of bots that had no more thinking left.
    pub(crate) bots_cut_short: AtomicU64,
    pub(crate) sockets: AtomicU64,
    pub(crate) connections: AtomicU64,
    pub(crate) matches: AtomicU64,
    /// What is done beside playing and failed: notes that the server is there, removing what is old, copies.
    chores_failed: AtomicU64,
}

impl Metrics {
    pub(crate) fn decision(&self, took: Duration) {
        self.decisions.add(took);
    }

    pub(crate) fn written(&self, outcome: Outcome, took: Duration) {
        self.commits.add(took);
        let counter = if outcome == Outcome::Done { &self.rows } else { &self.rows_failed };
        counter.fetch_add(1, Relaxed);
    }

    pub(crate) fn loaded(&self, took: Duration) {
        self.loads.add(took);
    }

    pub(crate) fn kept(&self, is_done: bool) {
        self.chores_failed.fetch_add(u64::from(!is_done), Relaxed);
    }

    pub(crate) fn sent(&self, bytes: usize) {
        self.messages_out.fetch_add(1, Relaxed);
        self.bytes_out.fetch_add(bytes as u64, Relaxed);
    }

    /// As text, with how many inputs wait, how many drafts there are, and whether the store takes writes.
    pub(crate) fn to_text(&self, waiting: usize, drafts: usize, is_ready: bool) -> String {
        let mut out = String::new();
        self.decisions.write("decision", &mut out);
        self.commits.write("commit", &mut out);
        self.loads.write("load", &mut out);
        let counters = [
            ("rows_total", &self.rows),
            ("rows_failed_total", &self.rows_failed),
            ("messages_in_total", &self.messages_in),
            ("messages_out_total", &self.messages_out),
            ("bytes_out_total", &self.bytes_out),
            ("outbox_drops_total", &self.outbox_drops),
            ("requests_total", &self.requests),
            ("refusals_total", &self.refusals),
            ("rate_refusals_total", &self.too_many),
            ("bots_cut_short_total", &self.bots_cut_short),
            ("matches_opened_total", &self.matches),
            ("chores_failed_total", &self.chores_failed),
        ];
        for (name, counter) in counters {
            _ = writeln!(out, "# TYPE tavola_{name} counter\ntavola_{name} {}", counter.load(Relaxed));
        }
        let gauges = [
            ("connections", self.connections.load(Relaxed)),
            ("sockets", self.sockets.load(Relaxed)),
            ("waiting", waiting as u64),
            ("drafts", drafts as u64),
            ("store_ready", u64::from(is_ready)),
        ];
        for (name, value) in gauges {
            _ = writeln!(out, "# TYPE tavola_{name} gauge\ntavola_{name} {value}");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::Metrics;
    use std::time::Duration;
    use store::Outcome;

    #[test]
    fn times_are_counted_in_bins_that_grow() {
        let metrics = Metrics::default();
        for micros in [30, 300, 3_000, 30_000_000] {
            metrics.written(Outcome::Done, Duration::from_micros(micros));
        }
        let text = metrics.to_text(7, 3, true);
        for line in [
            "tavola_commit_seconds_bucket{le=\"0.0001\"} 1",
            "tavola_commit_seconds_bucket{le=\"0.005\"} 3",
            "tavola_commit_seconds_bucket{le=\"5\"} 3",
            "tavola_commit_seconds_bucket{le=\"+Inf\"} 4",
            "tavola_commit_seconds_count 4",
            "tavola_rows_total 4",
            "tavola_waiting 7",
            "tavola_drafts 3",
            "tavola_store_ready 1",
        ] {
            assert!(text.lines().any(|other| other == line), "{line}\n{text}");
        }
    }
}
