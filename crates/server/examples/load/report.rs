//! What was measured, in words.

use crate::machine;
use crate::player::Played;
use crate::server::Times;
use std::fmt;
use std::time::Duration;

pub(crate) struct Report<'a> {
    pub(crate) kind: &'a str,
    pub(crate) game: &'a str,
    pub(crate) matches: usize,
    pub(crate) played: Played,
    /// What the server used.
    pub(crate) spent: Times,
    pub(crate) probe: Vec<Duration>,
}

fn at(sorted: &[Duration], share: f64) -> f64 {
    let i = ((sorted.len() as f64 * share) as usize).min(sorted.len().saturating_sub(1));
    sorted.get(i).map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { kind, game, matches, played, spent, probe } = self;
        let (moves, cpu) = (played.waits.len() as f64, spent.all().as_secs_f64());
        writeln!(f, "{kind} load, {game}, {matches} matches, {:.1} s", played.took.as_secs_f64())?;
        writeln!(
            f,
            "  {moves} moves, {:.0} a second; {:.0} a second of the server's processor time",
            moves / played.took.as_secs_f64(),
            moves / cpu.max(1e-9),
        )?;
        let waits = &played.waits;
        let [half, most, nearly, last] = [0.5, 0.95, 0.99, 1.0].map(|share| at(waits, share));
        writeln!(f, "  waited p50 {half:.1}, p95 {most:.1}, p99 {nearly:.1}, at most {last:.1} ms")?;
        let threads = spent
            .0
            .iter()
            .map(|(name, time)| format!("{name} {:.0}", time.as_secs_f64() * 1e6 / moves.max(1.0)));
        writeln!(f, "  microseconds a move: {}", threads.collect::<Vec<_>>().join(", "))?;
        let (matches, bytes) = (played.matches, played.bytes as f64 / moves.max(1.0));
        writeln!(f, "  {matches} matches ended, {bytes:.0} bytes a move, {} refusals", played.refusals)?;
        let stolen = machine::stolen().unwrap_or_default();
        writeln!(
            f,
            "  the machine: a flush takes p50 {:.1}, p99 {:.1} ms; {:.1} s were stolen since it started",
            at(probe, 0.5),
            at(probe, 0.99),
            stolen.as_secs_f64(),
        )?;
        played.failures.iter().take(5).try_for_each(|why| writeln!(f, "  failed: {why}"))
    }
}
