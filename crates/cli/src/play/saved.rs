//! Matches in files: the game, who plays, the seed and the answers, which together replay it.

use super::seats::Player;
use crate::stop::Stop;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The largest file that is read, in bytes.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// A match that can go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saved {
    /// The game's file or folder.
    pub game: PathBuf,
    pub players: u32,
    pub seats: Vec<Player>,
    pub seed: u64,
    /// The numbers of the moves made, in order.
    pub answers: Vec<usize>,
}

impl Saved {
    fn to_json(&self) -> Value {
        json!({
            "format": "tavola match 1",
            "game": self.game.display().to_string(),
            "players": self.players,
            "seats": self.seats.iter().map(|s| s.name()).collect::<Vec<_>>(),
            "seed": self.seed,
            "answers": self.answers,
        })
    }

    fn from_json(value: &Value) -> Option<Saved> {
        if value["format"] != "tavola match 1" {
            return None;
        }
        let seats = value["seats"].as_array()?.iter().map(|s| s.as_str()?.parse().ok());
        let answers = value["answers"].as_array()?.iter().map(|n| usize::try_from(n.as_u64()?).ok());
        Some(Saved {
            game: PathBuf::from(value["game"].as_str()?),
            players: u32::try_from(value["players"].as_u64()?).ok()?,
            seats: seats.collect::<Option<_>>()?,
            seed: value["seed"].as_u64()?,
            answers: answers.collect::<Option<_>>()?,
        })
    }
}

pub fn read(path: &Path) -> Result<Saved, Stop> {
    let shown = path.display();
    let bad = |why: String| Stop::usage(format!("`{shown}` {why}"));
    let size = fs::metadata(path).map_err(|e| bad(format!("cannot be read: {e}")))?.len();
    if size > MOST_BYTES {
        return Err(bad("is too large for a saved match".to_owned()));
    }
    let text = fs::read_to_string(path).map_err(|e| bad(format!("cannot be read: {e}")))?;
    let value: Value = serde_json::from_str(&text).map_err(|e| bad(format!("is not a saved match: {e}")))?;
    Saved::from_json(&value).ok_or_else(|| bad("is not a saved match".to_owned()))
}

/// Writes a match beside where the command runs, never over another file. Gives the file's name.
pub fn write(name: &str, saved: &Saved) -> std::io::Result<PathBuf> {
    let slug = slug(name);
    let names = (1..).map(|i| if i == 1 { format!("{slug}.match") } else { format!("{slug}-{i}.match") });
    let text = format!("{}\n", saved.to_json());
    for name in names.take(1000) {
        match fs::OpenOptions::new().write(true).create_new(true).open(&name) {
            Ok(mut file) => {
                std::io::Write::write_all(&mut file, text.as_bytes())?;
                return Ok(PathBuf::from(name));
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(std::io::Error::other("there are too many saved matches here"))
}

/// `Crazy Eights` becomes `crazy-eights`.
fn slug(name: &str) -> String {
    let lower = name.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    let slug = words.collect::<Vec<_>>().join("-");
    if slug.is_empty() { "game".to_owned() } else { slug.chars().take(60).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_reads_back_equal() {
        let saved = Saved {
            game: PathBuf::from("games/chess"),
            players: 2,
            seats: vec![Player::Human, Player::Random],
            seed: u64::MAX,
            answers: vec![0, 19, 3],
        };
        let text = saved.to_json().to_string();
        assert_eq!(Saved::from_json(&serde_json::from_str(&text).unwrap()), Some(saved));
        assert_eq!(Saved::from_json(&json!({ "format": "tavola match 1", "answers": [-1] })), None);
    }

    #[test]
    fn file_names_are_made_from_words() {
        assert_eq!(slug("Crazy Eights!"), "crazy-eights");
        assert_eq!(slug("../../x"), "x");
        assert_eq!(slug("!"), "game");
    }
}
