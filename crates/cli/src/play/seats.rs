//! Who sits where.

use crate::failure::Failure;
use bots::{BotKind, UnknownBot};
use engine::Game;
use std::hash::{BuildHasher, RandomState};
use std::str::FromStr;
use std::time::SystemTime;

/// What a person is called among players.
const HUMAN: &str = "human";

/// Who decides for a seat.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Player {
    Human,
    Bot(BotKind),
}

impl Player {
    pub(crate) fn name(self) -> String {
        match self {
            Player::Human => HUMAN.to_owned(),
            Player::Bot(kind) => kind.name(),
        }
    }
}

impl FromStr for Player {
    type Err = UnknownBot;

    fn from_str(text: &str) -> Result<Player, UnknownBot> {
        if text.trim() == HUMAN { Ok(Player::Human) } else { text.parse().map(Player::Bot) }
    }
}

/// One for each player: as said, and bots of that kind for those who are not named; otherwise as the game says which seats
/// are for bots, and where it says nothing a person first and bots in the rest.
pub(crate) fn fill(
    mut said: Vec<Player>,
    others: BotKind,
    game: &Game,
    players: u32,
) -> Result<Vec<Player>, Failure> {
    if said.is_empty() {
        let is_bot = |seat: u32| if game.has_bots() { game.is_bot(seat) } else { seat > 0 };
        let seats = (0..players).map(|seat| if is_bot(seat) { Player::Bot(others) } else { Player::Human });
        return Ok(seats.collect());
    }
    let players = players as usize;
    if said.len() > players {
        return Err(Failure::usage(format!("--seats names {}, but there are {players} players", said.len())));
    }
    said.resize(players, Player::Bot(others));
    Ok(said)
}

/// A seed that nobody can guess or go through, and that JSON can hold exactly.
pub(crate) fn fresh_seed() -> u64 {
    // The system's own randomness is behind the keys of the standard library.
    RandomState::new().hash_one(SystemTime::now()) >> 11
}
