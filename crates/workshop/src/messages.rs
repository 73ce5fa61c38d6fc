//! What a page of the desk says and is told besides the messages of matches, see `docs/dev.md`. Types alone.

use engine::tabletop;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use wire::Raw;

/// A message of the page, as an object with one name.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FromDesk {
    /// The first message on a socket.
    Open(Open),
    Save(Save),
    Draft(Draft),
    #[serde(rename = "go")]
    GoTo(GoTo),
    New(New),
    Bot(Bot),
    Explain(Explain),
    Inside(Inside),
    Trial(TrialWish),
    Replay(Replay),
    Test(TestWish),
    Return(Return),
    Ping(Ping),
}

/// A seed: a number as far as pages have whole numbers, else a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Seed(pub(crate) u64);

/// The largest whole number that a page has beside all smaller ones.
const MAX_SAFE: u64 = (1 << 53) - 1;

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.0 <= MAX_SAFE { to.serialize_u64(self.0) } else { to.serialize_str(&self.0.to_string()) }
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Seed, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Said {
            Number(u64),
            Text(String),
        }
        match Said::deserialize(from)? {
            Said::Number(seed) => Ok(Seed(seed)),
            Said::Text(text) => text.parse().map(Seed).map_err(D::Error::custom),
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    pub(crate) token: wire::Secret,
}

/// Writes a file, which was so when the page read it; None where it was not there.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Save {
    pub(crate) id: u64,
    pub(crate) path: String,
    pub(crate) text: String,
    pub(crate) seen: Option<String>,
}

/// A text that is not saved yet: its problems are wanted.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Draft {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// The table after so many choices.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GoTo {
    pub(crate) to: usize,
}

/// Another match.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct New {
    pub(crate) seed: Seed,
    pub(crate) players: Option<u32>,
    /// Values of options by name; as before unless said.
    pub(crate) options: Option<BTreeMap<String, String>>,
}

/// So many choices at random, of whoever must decide.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Bot {
    pub(crate) moves: u32,
    /// Which one chooses; chance, unless said.
    pub(crate) bot: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Explain {
    pub(crate) code: String,
}

/// The last choice, as a seat could follow it; None: as those who look on.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Inside {
    pub(crate) seat: Option<u32>,
}

/// So many matches at random in the background; none ends them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TrialWish {
    pub(crate) games: u64,
}

/// A match at random that ended badly, as [`BadEnd`] tells of it, with the options that the match on the table has.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Replay {
    pub(crate) seed: Seed,
    pub(crate) players: u32,
    pub(crate) moves: u32,
    pub(crate) what: String,
}

/// Back to the match that was played before another one was shown.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Return {}

/// A match that begins where a rule test stops.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TestWish {
    pub(crate) name: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ping {}

/// A message to the page, as an object with one name.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ToDesk {
    Files(Files),
    Problems(Problems),
    Stand(Box<Stand>),
    Saved {
        id: u64,
        path: String,
        hash: String,
    },
    Unsaved(Unsaved),
    Explained {
        code: String,
        text: Option<&'static str>,
    },
    Inside(Box<ShownInside>),
    Trial(Trial),
    Tests(Tests),
    /// What the page said cannot be done, in words.
    No {
        why: String,
    },
    Pong {},
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Files {
    pub(crate) folder: String,
    pub(crate) main: Option<String>,
    pub(crate) files: Vec<File>,
}

/// Either its text and what tells it from others, or why it cannot be read.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct File {
    pub(crate) path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hash: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Problems {
    /// Of texts that are not saved.
    pub(crate) draft: bool,
    /// The table is of these sources.
    pub(crate) sound: bool,
    pub(crate) list: Vec<Problem>,
    /// There are so many more.
    pub(crate) more: usize,
    /// How long checking, compiling and playing again took, in milliseconds.
    pub(crate) ms: u64,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Problem {
    pub(crate) code: &'static str,
    pub(crate) severity: &'static str,
    pub(crate) message: String,
    pub(crate) at: Place,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) label: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) others: Vec<Label>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) hints: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) fix: Option<Fix>,
}

/// A piece of a file; lines and columns from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Place {
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) end_line: u32,
    pub(crate) end_column: u32,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Label {
    pub(crate) text: String,
    pub(crate) at: Place,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Fix {
    pub(crate) replacement: String,
    /// Something else may be meant.
    pub(crate) guess: bool,
    pub(crate) at: Place,
}

/// Where the match stands, as its author may know it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Stand {
    pub(crate) stand: u64,
    /// Another number: the match plays by other rules; looks alone may have changed where it stays.
    pub(crate) rules: u64,
    pub(crate) game: String,
    pub(crate) seed: Seed,
    /// The rule test with whose position the match begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) test: Option<BegunBy>,
    /// It is shown in place of the match that was played before.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) shown: bool,
    pub(crate) seats: Vec<String>,
    /// The numbers of players that the game is for.
    pub(crate) counts: Vec<u32>,
    pub(crate) options: Vec<GameOption>,
    pub(crate) deciding: Vec<u32>,
    pub(crate) choices: Vec<Choice>,
    /// How many of them stand on the table.
    pub(crate) at: usize,
    /// The first that the rules refuse.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) refused: Option<RefusedChoice>,
    /// What went wrong in the rules, where they ended the match so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) fault: Option<Fault>,
    pub(crate) over: bool,
    pub(crate) stuck: bool,
}

/// What a match begins with that a rule test has set up.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct BegunBy {
    pub(crate) moment: Moment,
    #[serde(flatten)]
    pub(crate) test: Failure,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Moment {
    Passed,
    Failed,
    BeforeFault,
}

/// An option or a parameter of the game, with the value that it has.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GameOption {
    pub(crate) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) prompt: Option<String>,
    pub(crate) value: String,
    pub(crate) default: String,
    /// None where any number or text may stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) values: Option<OptionValues>,
}

/// Texts to choose from, or whole numbers from one to another.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum OptionValues {
    Of(Vec<String>),
    Range { from: i64, to: i64 },
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Choice {
    pub(crate) seat: u32,
    pub(crate) text: String,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct RefusedChoice {
    pub(crate) seat: u32,
    pub(crate) text: String,
    pub(crate) why: String,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Fault {
    pub(crate) message: String,
    pub(crate) at: Place,
    /// The calls that led there, innermost first.
    pub(crate) trail: Vec<Label>,
}

/// Why a file was not written.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Unsaved {
    pub(crate) id: u64,
    pub(crate) path: String,
    pub(crate) code: UnsavedCode,
    pub(crate) why: String,
    /// As it is on the disk, where somebody else has changed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hash: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum UnsavedCode {
    Outside,
    Changed,
    Disk,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ShownInside {
    pub(crate) stand: u64,
    pub(crate) seat: Option<u32>,
    /// The table before the last choice, and what could be seen of it; neither where none was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) before: Option<Raw>,
    pub(crate) trace: Vec<tabletop::Step>,
}

/// What random matches have shown so far.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Trial {
    pub(crate) games: u64,
    /// How many were wished for.
    pub(crate) wanted: u64,
    /// In choices.
    pub(crate) shortest: u32,
    pub(crate) longest: u32,
    pub(crate) mean: f64,
    /// First places by seat, also those that some share.
    pub(crate) wins: Vec<u64>,
    /// Matches with several in the first place, but not all.
    pub(crate) shared: u64,
    /// Matches whose first place all share; they are in neither of the two above.
    pub(crate) draws: u64,
    /// Matches that nobody won.
    pub(crate) nobody: u64,
    pub(crate) stuck: u64,
    pub(crate) faults: u64,
    /// Matches that were given up after many choices.
    pub(crate) unfinished: u64,
    /// Faults and stuck matches, each kind once.
    pub(crate) bad: Vec<BadEnd>,
    /// Rules that never ran.
    pub(crate) unused: Vec<Label>,
    /// Why there is nothing to be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<String>,
}

/// How far the rule tests are, and which of them failed.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Tests {
    pub(crate) all: usize,
    pub(crate) run: usize,
    pub(crate) failed: usize,
    /// The first that failed.
    pub(crate) list: Vec<Failure>,
}

#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Failure {
    pub(crate) name: String,
    /// What was expected and what was found.
    pub(crate) why: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<Place>,
    /// The calls that led there, innermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) trail: Vec<Label>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct BadEnd {
    pub(crate) what: String,
    pub(crate) count: u64,
    /// Of one such match, as a text.
    pub(crate) seed: String,
    pub(crate) players: u32,
    /// What plays it again, as it is typed.
    pub(crate) command: String,
    pub(crate) moves: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<Place>,
}
