//! Saved matches: the record of a match as JSON that a person can read. Nothing of the machine's memory is in it, so
//! a file from anywhere can do no more than a player could.

use crate::error::{Code, Error};
use crate::request::{absent, choices, needed, quoted};
use engine::record::{Record, Step, StepKind};
use engine::{Choices, Game, Match};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};
use serde_path_to_error::Segment;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// More steps than this are not loaded.
pub const MAX_STEPS: usize = 100_000;

/// More different scripts than this are not kept in one match.
pub(crate) const MAX_SCRIPTS: usize = 50;

/// A match as it stands in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Saved {
    /// That it is a saved match, and of which form.
    #[serde(rename = "tavola")]
    pub form: Form,
    /// The name of the game.
    pub game: String,
    /// What was chosen for its options.
    #[serde(default, skip_serializing_if = "Choices::is_empty")]
    #[serde(serialize_with = "write_choices", deserialize_with = "choices")]
    pub options: Choices,
    /// Where the game lay, for `tavola play` and `tavola replay`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    pub players: u32,
    /// Who sat where, for `tavola play`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<String>,
    pub seed: u64,
    pub steps: Vec<SavedStep>,
    /// The match's fingerprint at the end; None is not checked.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "hash")]
    pub hash: Option<u64>,
}

/// The only form of saved matches so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(into = "u64", try_from = "u64")]
pub struct Form;

impl From<Form> for u64 {
    fn from(_: Form) -> u64 {
        1
    }
}

impl TryFrom<u64> for Form {
    type Error = String;

    fn try_from(form: u64) -> Result<Form, String> {
        if form == 1 {
            Ok(Form)
        } else {
            Err(format!("{UNKNOWN_FORM} {form}, but only form 1 is known here"))
        }
    }
}

const UNKNOWN_FORM: &str = "its form is";

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SavedStep {
    /// Statements that set up a position.
    Setup { setup: String },
    Move {
        seat: Option<u32>,
        #[serde(rename = "n")]
        candidate: usize,
        /// The texts that were written for it, which are none of the proposals.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        written: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        /// Behind it chance is drawn from this seed, where the match goes on from a moment of another one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reseed: Option<u64>,
    },
}

impl Saved {
    /// What was done in a match whose game was opened with these scripts.
    pub fn of(now: &Match, scripts: &[String]) -> Saved {
        let (record, tests) = (now.record(), now.game().tests());
        let script = |test: usize| {
            let number = (0..scripts.len()).find(|k| tests.get(test) == Some(&project::script_name(*k)));
            number.map_or_else(String::new, |k| scripts[k].clone())
        };
        let steps = record.steps.iter().map(|step| match &step.kind {
            StepKind::Move { candidate, written, text } => SavedStep::Move {
                seat: step.seat,
                candidate: *candidate,
                written: written.clone(),
                text: text.clone(),
                reseed: step.reseed,
            },
            StepKind::Script { test } => SavedStep::Setup { setup: script(*test) },
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
    pub fn with_fingerprint(now: &Match, scripts: &[String]) -> Saved {
        Saved { hash: Some(now.fingerprint()), ..Saved::of(now, scripts) }
    }

    /// That it is a match of the game of that name.
    pub fn check_game(&self, name: &str) -> Result<(), Error> {
        match self.game == name {
            true => Ok(()),
            false => Err(bad(format!("it is a match of `{}`, and this is {name}", quoted(&self.game)))),
        }
    }

    /// The scripts of the match, each once, in the order in which they were first used.
    pub fn scripts(&self) -> Vec<String> {
        let (mut scripts, mut known) = (Vec::new(), BTreeSet::new());
        for step in &self.steps {
            if let SavedStep::Setup { setup } = step
                && known.insert(setup)
            {
                scripts.push(setup.clone());
            }
        }
        scripts
    }

    /// What replays the match in a game that was opened with its scripts.
    pub fn record(&self, game: &Game) -> Record {
        let (scripts, tests) = (self.scripts(), game.tests());
        let tests: BTreeMap<&String, usize> =
            tests.iter().enumerate().map(|(test, name)| (name, test)).collect();
        let numbers: BTreeMap<&str, usize> =
            scripts.iter().enumerate().map(|(number, code)| (code.as_str(), number)).collect();
        let test = |code: &str| tests.get(&project::script_name(*numbers.get(code)?)).copied();
        let step = |step: &SavedStep| match step {
            SavedStep::Move { seat, candidate, written, text, reseed } => {
                let (candidate, written, text) = (*candidate, written.clone(), text.clone());
                Step { seat: *seat, kind: StepKind::Move { candidate, written, text }, reseed: *reseed }
            }
            SavedStep::Setup { setup } => {
                let kind = StepKind::Script { test: test(setup).unwrap_or(usize::MAX) };
                Step { seat: None, kind, reseed: None }
            }
        };
        Record { players: self.players, seed: self.seed, steps: self.steps.iter().map(step).collect() }
    }

    /// Makes the match again in a game that was opened with its options and scripts, and compares its end, see
    /// [`Record::replay_within`].
    pub fn replay(&self, game: &Arc<Game>, work: u64, seen: impl FnMut(&mut Match)) -> Result<Match, Error> {
        let now = self.record(game).replay_within(game, work, seen).map_err(|error| match error.step {
            None => bad(error.why),
            Some(step) => bad(format!("it does not fit the rules from step {step} on: {}", error.why)),
        })?;
        if self.hash.is_some_and(|hash| hash != now.fingerprint()) {
            return Err(bad(
                "it does not end as it did when it was saved; the rules, or the file, have changed",
            ));
        }
        Ok(now)
    }

    pub fn to_json(&self) -> Value {
        json!(self)
    }

    /// As [`Saved::to_json`], one step a line, so that people can read it and tools compare it.
    pub fn to_text(&self) -> String {
        let steps: Vec<String> = self.steps.iter().map(|step| format!("  {}", json!(step))).collect();
        let text = json!(Saved { steps: Vec::new(), ..self.clone() }).to_string();
        let lines = if steps.is_empty() { "[]".to_owned() } else { format!("[\n{}\n]", steps.join(",\n")) };
        // Texts of the file cannot hold this piece: their quotes are escaped.
        format!("{}\n", text.replacen("\"steps\":[]", &format!("\"steps\":{lines}"), 1))
    }

    pub fn from_json(value: &Value) -> Result<Saved, Error> {
        let mut fields = value.as_object().ok_or_else(|| bad("a saved match is an object"))?.clone();
        fields.retain(|_, value| !value.is_null());
        let saved: Saved = serde_path_to_error::deserialize(Value::Object(fields)).map_err(|error| {
            let place: Vec<Segment> = error.path().iter().cloned().collect();
            misread(&place, &error.into_inner().to_string())
        })?;
        let count = saved.steps.len();
        if count > MAX_STEPS {
            return Err(bad(format!("it has {count} steps, and at most {MAX_STEPS} are loaded")));
        }
        Ok(saved)
    }
}

/// What is wrong with the value of a field.
fn misread(place: &[Segment], why: &str) -> Error {
    match place {
        [Segment::Map { key }, ..] if key == "tavola" && !why.starts_with(UNKNOWN_FORM) => {
            bad("the field `tavola` must be 1")
        }
        [Segment::Map { key }] if key == "tavola" => bad(why),
        [Segment::Map { key }, Segment::Seq { index }, ..] if key == "steps" => {
            let form = "{\"seat\":0,\"n\":3,\"text\":\"place a1\"}";
            bad(format!("step {} is not of the form {form}", index + 1))
        }
        [Segment::Map { key }, ..] => bad(format!("`{key}` must be {}", needed(why))),
        _ => match absent(why) {
            Some("tavola") => bad("the field `tavola` must be 1"),
            Some(name) => bad(format!("`{name}` is missing")),
            None => bad(why),
        },
    }
}

fn write_choices<S: Serializer>(choices: &Choices, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(choices.iter())
}

/// A fingerprint as sixteen digits.
mod hash {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(hash: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:016x}", hash.unwrap_or_default()))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let hash = u64::from_str_radix(&text, 16).ok().filter(|_| text.len() == 16);
        hash.map(Some).ok_or_else(|| D::Error::custom("sixteen digits from 0 to f"))
    }
}

fn bad(why: impl Into<String>) -> Error {
    Error::new(Code::BadMatch, why)
}
