//! Rows as whoever opens matches writes them. They know no table.

use store::{Match, MatchId, MatchState, Program, ProgramState};
use table::Settings;

/// A match that nobody has made a move in.
pub(crate) fn new_match(id: MatchId, players: u32, seed: u64, settings: &Settings) -> Match {
    let row = Match {
        players,
        seed: seed.to_le_bytes(),
        state: MatchState::On,
        settings: settings.to_text(),
        ..Match::new(id, format!("m{}", id.0), [1; 32])
    };
    row.rooted()
}

/// The program of all of them, for a store that asks for one.
#[allow(dead_code, reason = "the example that measures moves has no store")]
pub(crate) fn program() -> Program {
    Program {
        hash: [1; 32],
        name: "game".to_owned(),
        files: Vec::new(),
        semantics: 1,
        added: 0,
        by_owner: None,
        state: ProgramState::Listed,
    }
}
