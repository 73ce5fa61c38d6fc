//! Who sits where.

use crate::stop::Stop;
use engine::Game;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

/// Who decides for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    Human,
    /// Any legal move, all equally likely.
    Random,
}

impl Player {
    pub fn name(self) -> &'static str {
        match self {
            Player::Human => "human",
            Player::Random => "random",
        }
    }
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Player, String> {
        let all = [Player::Human, Player::Random];
        let found = all.into_iter().find(|p| p.name() == text.trim());
        found.ok_or_else(|| format!("`{text}` is neither `human` nor `random`"))
    }
}

/// One for each player: as said; otherwise as the game says which seats are for bots, and where it says nothing a
/// person first and the rest random.
pub fn fill(said: Vec<Player>, game: &Game, players: u32) -> Result<Vec<Player>, Stop> {
    if said.is_empty() {
        let is_bot = |seat: u32| if game.has_bots() { game.is_bot(seat) } else { seat > 0 };
        let seats = (0..players).map(|seat| if is_bot(seat) { Player::Random } else { Player::Human });
        return Ok(seats.collect());
    }
    let players = players as usize;
    if said.len() != players {
        return Err(Stop::usage(format!("--seats names {}, but there are {players} players", said.len())));
    }
    Ok(said)
}

/// A seed that is another one each time, short enough to be typed.
pub fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    base::Random::new(now.as_nanos() as u64 ^ u64::from(std::process::id())).below(1_000_000)
}
