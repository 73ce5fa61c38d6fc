//! Answers in the shapes of `docs/protocol.md`. How moves, views and changes are written stands with their types in
//! the engine; nothing here knows how an answer is found.

use crate::error::{Code, Error};
use crate::hint::{Evaluation, Hint};
use crate::saved::Saved;
use engine::json::Number;
use engine::question::{FreeInput, Move};
use engine::tabletop::{Ask, Done, Entry, Step, Tabletop};
use engine::view::{Fault, Legend, Outcome};
use engine::{About, CameOut, Game, GameOption, OptionKind};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// What a request that was done gives back.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Answer {
    Game {
        game: String,
        players: Players,
        actions: Vec<String>,
        options: Vec<OptionShape>,
        r#match: bool,
        #[serde(skip_serializing_if = "About::is_empty", serialize_with = "engine::json::about")]
        about: Box<About>,
        #[serde(skip_serializing_if = "Legend::is_empty")]
        looks: Box<Legend>,
    },
    /// What a game consists of, and a hash of that.
    Legend {
        hash: String,
        legend: Value,
    },
    New {
        game: String,
        players: u32,
        seed: u64,
        #[serde(skip_serializing_if = "Map::is_empty")]
        options: Map<String, Value>,
        over: bool,
    },
    Moves {
        #[serde(flatten)]
        asked: Asked,
        moves: Vec<Move>,
        /// There are more than are listed.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        more: bool,
    },
    /// What a seat is asked, with all that it may answer; nothing where that is not for whoever wants to know, or nothing
    /// is asked.
    Ask {
        over: bool,
        seats: Vec<u32>,
        #[serde(flatten)]
        ask: Option<Box<Ask>>,
    },
    Played {
        over: bool,
        /// What became known to have been chosen, and what the rules told.
        log: Vec<Entry>,
        /// What could be seen of it, one change after the other.
        trace: Vec<Step>,
    },
    /// Whether a move may be made, and where not what the rules say of it.
    Why {
        legal: bool,
        lines: Vec<String>,
    },
    Table {
        table: Box<Tabletop>,
    },
    Result(MatchResult),
    State(State),
    Hint(Hint),
    Evaluation(Evaluation),
    Undone {
        over: bool,
        steps: usize,
    },
    Saved {
        r#match: Saved,
    },
    Loaded {
        game: String,
        players: u32,
        over: bool,
        steps: usize,
    },
    SetUp {
        over: bool,
    },
}

/// How many players a game is for.
#[derive(Serialize)]
pub(crate) struct Players {
    pub least: u32,
    pub most: u32,
    /// Where not all numbers between may sit down, those that may.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<u32>,
}

/// Who decides, and what one of them is asked.
#[derive(Serialize, Default)]
pub(crate) struct Asked {
    pub over: bool,
    pub seats: Vec<u32>,
    #[serde(flatten)]
    pub asks: Option<Asks>,
}

#[derive(Serialize)]
pub(crate) struct Asks {
    pub asks: &'static str,
    pub prompt: Option<String>,
    /// Where any text may be written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub free: Vec<FreeInput>,
}

/// Who must decide, and whether the last step may be taken back.
#[derive(Serialize)]
pub(crate) struct State {
    pub over: bool,
    pub waiting: Vec<Waiting>,
    /// None at the start of a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo: Option<Undo>,
    /// What the audience has chosen that is still a secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sealed: Option<Done>,
}

#[derive(Serialize)]
pub(crate) struct Waiting {
    pub seat: u32,
    /// What the game calls the phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// It has chosen already, as far as the audience may know.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub answered: bool,
}

#[derive(Serialize)]
pub(crate) struct Undo {
    pub free: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl Undo {
    /// Free where nothing has come out.
    pub(crate) fn new(out: Option<CameOut>) -> Undo {
        Undo { free: out.is_none(), why: out.map(|out| out.to_string()) }
    }
}

/// How a match ended, if it has.
#[derive(Serialize)]
pub(crate) struct MatchResult {
    over: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    how: Option<&'static str>,
    winners: Vec<u32>,
    ranking: Vec<Vec<u32>>,
    /// What the rules told right before they ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<FaultShape>,
    scores: Vec<Number>,
}

/// What went wrong in the rules, and where.
#[derive(Serialize)]
struct FaultShape {
    message: String,
    #[serde(flatten)]
    place: Option<FaultPlace>,
}

#[derive(Serialize)]
struct FaultPlace {
    file: String,
    line: u32,
    column: u32,
}

impl MatchResult {
    pub(crate) fn new(
        outcome: Option<Outcome>,
        why: Option<String>,
        game: &Game,
        scores: Vec<f64>,
    ) -> MatchResult {
        let over = outcome.is_some();
        let (how, ranking, fault) = match outcome {
            None => (None, Vec::new(), None),
            Some(Outcome::Finished { ranking }) => (Some("finished"), ranking, None),
            Some(Outcome::Stuck) => (Some("stuck"), Vec::new(), None),
            Some(Outcome::Fault(fault)) => (Some("fault"), Vec::new(), Some(FaultShape::new(fault, game))),
        };
        let winners = ranking.first().cloned().unwrap_or_default();
        let scores = scores.into_iter().map(Number).collect();
        let why = why.filter(|_| how == Some("finished"));
        MatchResult { over, how, winners, ranking, why, fault, scores }
    }

    /// As a seat may read it: a fault may quote anything that the rules know.
    pub(crate) fn for_a_seat(self) -> MatchResult {
        let plain = |_| FaultShape { message: "the rules went wrong".to_owned(), place: None };
        MatchResult { fault: self.fault.map(plain), ..self }
    }
}

impl FaultShape {
    fn new(fault: Fault, game: &Game) -> FaultShape {
        let (line, column) = game.sources().line_column(fault.at.file, fault.at.start);
        let file = game.sources().path(fault.at.file).to_owned();
        FaultShape { message: fault.message, place: Some(FaultPlace { file, line, column }) }
    }
}

/// An option of a game, and which values it takes.
#[derive(Serialize)]
pub(crate) struct OptionShape {
    name: String,
    prompt: Option<String>,
    default: String,
    param: bool,
    #[serde(flatten)]
    takes: Option<Takes>,
}

/// The values of an option; those of numbers and texts are not listed.
#[derive(Serialize)]
#[serde(untagged)]
enum Takes {
    OneOf { values: Vec<String> },
    Range { from: i64, to: i64 },
}

impl From<&GameOption> for OptionShape {
    fn from(option: &GameOption) -> OptionShape {
        let takes = match &option.kind {
            OptionKind::Bool => Some(Takes::OneOf { values: vec!["false".to_owned(), "true".to_owned()] }),
            OptionKind::Choice(values) => Some(Takes::OneOf { values: values.clone() }),
            OptionKind::Whole { from, to } => Some(Takes::Range { from: *from, to: *to }),
            OptionKind::Number | OptionKind::Text => None,
        };
        let GameOption { name, prompt, default, is_param, .. } = option.clone();
        OptionShape { name, prompt, default, param: is_param, takes }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Body {
    Done(Answer),
    Refused { error: Error },
}

/// An answer as one line, without its end.
pub(crate) fn line(answer: Result<Answer, Error>) -> String {
    #[derive(Serialize)]
    struct Line {
        ok: bool,
        #[serde(flatten)]
        body: Body,
    }
    let ok = answer.is_ok();
    let body = answer.map_or_else(|error| Body::Refused { error }, Body::Done);
    let line = Line { ok, body };
    // What stands in answers are texts, numbers, lists, and maps with texts as keys.
    serde_json::to_string(&line).unwrap_or_else(|defect| {
        let error = Error::new(Code::Internal, defect.to_string());
        json!(Line { ok: false, body: Body::Refused { error } }).to_string()
    })
}
