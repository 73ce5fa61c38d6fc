//! The moves of a match as a record that the engine replays, for whoever looks at a match that is over.

use crate::fold::{Broken, Fold};
use crate::rules::Rules;
use engine::Record;
use engine::record::{Step, StepKind};
use store::Stored;

/// The moves that stand, without those that were taken back or that nobody came to know. It holds all secrets of the
/// match.
pub fn record(stored: &Stored, rules: Rules) -> Result<Record, Broken> {
    let fold = Fold::load(stored, rules, |_| ())?;
    let moves = fold.moves().map(|live| {
        let kind = StepKind::Move { candidate: live.candidate, written: live.written.clone(), text: None };
        Step { seat: Some(live.seat), kind }
    });
    Ok(Record {
        players: stored.row.players,
        seed: u64::from_le_bytes(stored.row.seed),
        steps: moves.collect(),
    })
}
