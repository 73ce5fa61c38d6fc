//! Saved matches: the record of a match as JSON that a person can read. Nothing of the machine's memory is in it, so
//! a file from anywhere can do no more than a player could.

use crate::error::{Code, Error};
use crate::request::choices;
use engine::record::{Done, Record, Step};
use engine::{Choices, Game, Match};
use serde_json::{Value, json};
use std::sync::Arc;

/// More steps than this are not loaded.
pub const MOST_STEPS: usize = 100_000;

/// More different scripts than this are not kept in one match.
pub const MOST_SCRIPTS: usize = 50;

/// A match as it stands in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Saved {
    /// The name of the game.
    pub game: String,
    /// What was chosen for its options.
    pub options: Choices,
    pub players: u32,
    pub seed: u64,
    pub steps: Vec<SavedStep>,
    /// The match's fingerprint at the end; None is not checked.
    pub hash: Option<u64>,
    /// Where the game lay, for `tavola play` and `tavola replay`.
    pub file: Option<String>,
    /// Who sat where, for `tavola play`.
    pub seats: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SavedStep {
    Move {
        seat: Option<u32>,
        candidate: usize,
        text: Option<String>,
    },
    /// Statements that set up a position.
    Setup(String),
}

impl Saved {
    /// What was done in a match whose game was opened with these scripts.
    pub fn of(now: &Match, scripts: &[String]) -> Saved {
        let (record, tests) = (now.record(), now.game().tests());
        let script = |test: usize| {
            let number = (0..scripts.len()).find(|k| tests.get(test) == Some(&project::script_name(*k)));
            number.map_or_else(String::new, |k| scripts[k].clone())
        };
        let steps = record.steps.iter().map(|step| match &step.done {
            Done::Move { candidate, text } => {
                SavedStep::Move { seat: step.seat, candidate: *candidate, text: text.clone() }
            }
            Done::Script { test } => SavedStep::Setup(script(*test)),
        });
        Saved {
            game: now.game().name().to_owned(),
            options: now.game().choices(),
            players: record.players,
            seed: record.seed,
            steps: steps.collect(),
            ..Saved::default()
        }
    }

    /// As [`Saved::of`], with what the match must look like at its end.
    pub fn whole(now: &Match, scripts: &[String]) -> Saved {
        Saved { hash: Some(now.fingerprint()), ..Saved::of(now, scripts) }
    }

    /// The scripts of the match, each once, in the order in which they were first used.
    pub fn scripts(&self) -> Vec<String> {
        let mut scripts: Vec<String> = Vec::new();
        for step in &self.steps {
            if let SavedStep::Setup(code) = step
                && !scripts.contains(code)
            {
                scripts.push(code.clone());
            }
        }
        scripts
    }

    /// What replays the match in a game that was opened with its scripts.
    pub fn record(&self, game: &Game) -> Record {
        let (scripts, tests) = (self.scripts(), game.tests());
        let test = |code: &str| {
            let name = project::script_name(scripts.iter().position(|c| c == code)?);
            tests.iter().position(|n| *n == name)
        };
        let step = |step: &SavedStep| match step {
            SavedStep::Move { seat, candidate, text } => {
                Step { seat: *seat, done: Done::Move { candidate: *candidate, text: text.clone() } }
            }
            SavedStep::Setup(code) => {
                Step { seat: None, done: Done::Script { test: test(code).unwrap_or(usize::MAX) } }
            }
        };
        Record { players: self.players, seed: self.seed, steps: self.steps.iter().map(step).collect() }
    }

    /// Makes the match again in a game that was opened with its options and scripts, and compares its end. `seen`
    /// gets the match before each step.
    pub fn replay(&self, game: &Arc<Game>, seen: impl FnMut(&Match)) -> Result<Match, Error> {
        let now = Match::replay_seen(game, &self.record(game), seen).map_err(|misfit| match misfit.step {
            0 => bad(misfit.why),
            step => bad(format!("it does not fit the rules from step {step} on: {}", misfit.why)),
        })?;
        if self.hash.is_some_and(|hash| hash != now.fingerprint()) {
            return Err(bad(
                "it does not end as it did when it was saved; the rules, or the file, have changed",
            ));
        }
        Ok(now)
    }

    pub fn to_json(&self) -> Value {
        let mut value = json!({ "tavola": 1, "game": self.game });
        if !self.options.is_empty() {
            value["options"] =
                self.options.iter().map(|(name, text)| (name.to_owned(), json!(text))).collect();
        }
        if let Some(file) = &self.file {
            value["file"] = json!(file);
        }
        value["players"] = json!(self.players);
        if !self.seats.is_empty() {
            value["seats"] = json!(self.seats);
        }
        value["seed"] = json!(self.seed);
        value["steps"] = self.steps.iter().map(SavedStep::to_json).collect();
        if let Some(hash) = self.hash {
            value["hash"] = json!(format!("{hash:016x}"));
        }
        value
    }

    /// As [`Saved::to_json`], one step a line, so that people can read it and tools compare it.
    pub fn to_text(&self) -> String {
        let mut value = self.to_json();
        let steps: Vec<String> = self.steps.iter().map(|s| format!("  {}", s.to_json())).collect();
        value["steps"] = json!([]);
        let text = value.to_string();
        let lines = if steps.is_empty() { "[]".to_owned() } else { format!("[\n{}\n]", steps.join(",\n")) };
        // Texts of the file cannot hold this piece: their quotes are escaped.
        format!("{}\n", text.replacen("\"steps\":[]", &format!("\"steps\":{lines}"), 1))
    }

    pub fn from_json(value: &Value) -> Result<Saved, Error> {
        let fields = value.as_object().ok_or_else(|| bad("a saved match is an object"))?;
        match fields.get("tavola") {
            Some(version) if version.as_u64() == Some(1) => {}
            Some(version) if version.is_u64() => {
                return Err(bad(format!("its form is {version}, but only form 1 is known here")));
            }
            _ => return Err(bad("the field `tavola` must be 1")),
        }
        let text = |name: &str| match fields.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(bad(format!("`{name}` must be a text"))),
        };
        let number = |name: &str| {
            fields
                .get(name)
                .and_then(Value::as_u64)
                .ok_or_else(|| bad(format!("`{name}` must be a whole number")))
        };
        let hash = match text("hash")? {
            None => None,
            Some(hash) => {
                let read = u64::from_str_radix(&hash, 16).ok().filter(|_| hash.len() == 16);
                Some(read.ok_or_else(|| bad("`hash` must be sixteen digits from 0 to f"))?)
            }
        };
        Ok(Saved {
            game: text("game")?.ok_or_else(|| bad("`game` is missing"))?,
            options: options(fields.get("options"))?,
            players: u32::try_from(number("players")?).unwrap_or(u32::MAX),
            seed: number("seed")?,
            steps: steps(fields.get("steps"))?,
            hash,
            file: text("file")?,
            seats: seats(fields.get("seats"))?,
        })
    }
}

impl SavedStep {
    fn to_json(&self) -> Value {
        match self {
            SavedStep::Setup(code) => json!({ "setup": code }),
            SavedStep::Move { seat, candidate, text } => {
                let mut value = json!({ "seat": seat, "n": candidate });
                if let Some(text) = text {
                    value["text"] = json!(text);
                }
                value
            }
        }
    }

    fn from_json(value: &Value) -> Option<SavedStep> {
        let fields = value.as_object()?;
        if let Some(code) = fields.get("setup") {
            return Some(SavedStep::Setup(code.as_str()?.to_owned()));
        }
        let seat = match fields.get("seat") {
            None | Some(Value::Null) => None,
            Some(seat) => Some(u32::try_from(seat.as_u64()?).ok()?),
        };
        let text = match fields.get("text") {
            None | Some(Value::Null) => None,
            Some(text) => Some(text.as_str()?.to_owned()),
        };
        Some(SavedStep::Move { seat, candidate: usize::try_from(fields.get("n")?.as_u64()?).ok()?, text })
    }
}

fn steps(value: Option<&Value>) -> Result<Vec<SavedStep>, Error> {
    let steps = value.and_then(Value::as_array).ok_or_else(|| bad("`steps` must be a list"))?;
    if steps.len() > MOST_STEPS {
        return Err(bad(format!("it has {} steps, and at most {MOST_STEPS} are loaded", steps.len())));
    }
    let read = |(i, step)| {
        SavedStep::from_json(step).ok_or_else(|| {
            bad(format!("step {} is not of the form {{\"seat\":0,\"n\":3,\"text\":\"place a1\"}}", i + 1))
        })
    };
    steps.iter().enumerate().map(read).collect()
}

fn options(value: Option<&Value>) -> Result<Choices, Error> {
    let Some(value) = value.filter(|v| !v.is_null()) else { return Ok(Choices::default()) };
    choices(value).ok_or_else(|| bad("`options` must be an object such as {\"size\":\"5\"}"))
}

fn seats(value: Option<&Value>) -> Result<Vec<String>, Error> {
    let Some(value) = value.filter(|v| !v.is_null()) else { return Ok(Vec::new()) };
    let read = |v: &Value| v.as_str().map(str::to_owned);
    let seats = value.as_array().and_then(|seats| seats.iter().map(read).collect::<Option<Vec<_>>>());
    seats.ok_or_else(|| bad("`seats` must be a list of texts"))
}

fn bad(why: impl Into<String>) -> Error {
    Error::new(Code::BadMatch, why)
}
