//! What a server says. Whatever tells of a match was made for the one viewer who gets it.

use crate::id::Id;
use crate::secret::Secret;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

/// JSON that passes through as it is: what an engine says of a match, or what a client calls a move.
pub type Raw = Box<RawValue>;

/// A value as JSON. What cannot be written, a number that is none, is null.
pub fn raw(value: &impl Serialize) -> Raw {
    to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// A message of the server, as an object with one name. `v` counts the steps of this viewer's stream.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToClient {
    Welcome(Box<Welcome>),
    /// It is done, and durably.
    Ack(Ack),
    /// It is not done.
    No(No),
    Step(Box<Step>),
    Ask(Ask),
    Part(Part),
    Why(Why),
    Past(Past),
    People(People),
    Chat(Said),
    Rematch(Rematch),
    Bye(Bye),
    Pong(Pong),
}

/// How it stands, to who has just come. Where what was missed follows as steps, there is no table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Welcome {
    pub v: u64,
    /// The seat of who is greeted; None for who looks on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u32>,
    /// The hash of the legend of this game.
    pub rules: String,
    /// The legend itself, where the client has another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legend: Option<Raw>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Raw>,
    /// What could be seen of the last move, beside a table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Raw>,
    /// What was told last, beside a table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<Raw>,
    /// With which step of the stream each entry of the log was told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<u64>,
    pub now: Now,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ack {
    pub id: Id,
    /// The step of this viewer's stream that shows it; None of what is no step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub v: Option<u64>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct No {
    pub id: Id,
    pub code: Code,
    pub why: String,
}

/// Why something is not done. What may be sent again later says so.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// Another question is open by now, or none.
    Stale,
    /// The rules do not allow it; `why` says more where they do.
    Illegal,
    /// Too much is under way; send it again.
    Busy,
    /// Something else was sent under this id.
    Reused,
    /// It could not be kept; send it again.
    Storage,
    /// The match is over.
    Over,
    /// Only a seat may do it, or not this one.
    Forbidden,
    /// There is nothing to be answered, or to be taken back.
    Nothing,
    /// It cannot be read, or is too long; or a defect of ours ended it, and the match is as it was.
    Bad,
}

/// One step of the match.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    pub v: u64,
    /// What could be seen of it, one change after the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Raw>,
    /// The whole table, where the step went back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Raw>,
    /// What was chosen and what the rules told, in parts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<Raw>,
    pub now: Now,
}

/// Where a match stands beside what lies on the table.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Now {
    pub waiting: Vec<Waiting>,
    /// How many decisions stand that everybody knows of: a secret round is one, however many have chosen in it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub moves: usize,
    /// Whether the viewer may take back its last decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<UndoState>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clocks: Vec<Clock>,
    /// The viewer's own choice that the others do not know yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vote: Option<Voting>,
    /// What was asked last and somebody refused, until other questions are open or something else is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Voting>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Ruling>,
}

/// Who must decide; in secret rounds all who are asked, until the last has answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waiting {
    pub seat: u32,
    /// It has chosen already, where everybody may know that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chosen: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UndoState {
    /// Nobody has to be asked.
    pub free: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// The time of a seat in milliseconds as it was when the message was made; it goes on while the clock runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    pub seat: u32,
    pub left: i64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub runs: bool,
}

/// What a seat asks of the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Voting {
    /// Its number in this match.
    pub of: u32,
    pub by: u32,
    pub kind: VoteKind,
    /// Who has agreed.
    pub yes: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VoteKind {
    Undo,
    Draw,
}

/// How a match ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    pub how: How,
    /// Places from the first on; empty where nobody won.
    pub ranking: Vec<Vec<u32>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<f64>,
    /// What the rules told right before they ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// As the rules have it.
    Finished,
    /// Nobody could do anything and no rule said what then.
    Stuck,
    /// The rules went wrong.
    Fault,
    Resigned,
    Drawn,
    /// Somebody's time ran out.
    Flagged,
}

/// A question, to who must answer it alone.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    pub v: u64,
    /// Counts the questions to this seat.
    pub q: u64,
    /// What is asked.
    pub ask: Raw,
    /// What the numbers in the tree stand for.
    pub refs: Raw,
    /// Where parts are chosen, by their numbers in `refs`, if that follows from what stands before them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<Raw>,
    /// What is asked behind some first parts, by their numbers in `refs`, where that is not always the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompts: Option<Raw>,
    /// The legal moves, part by part.
    pub tree: Raw,
    /// Nothing is cut; parts that are not there can be asked for.
    pub whole: bool,
    /// There are more on the first level than are told.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    /// There is one move, and no choice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub auto: bool,
}

/// What may come behind the first parts of a move, to who has asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub id: Id,
    pub q: u64,
    pub ask: Raw,
    pub refs: Raw,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<Raw>,
    /// Behind parts that come after those that were asked about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompts: Option<Raw>,
    pub tree: Raw,
    pub whole: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub auto: bool,
}

/// Whether a move may be made, and why not, to who has asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Why {
    pub id: Id,
    pub legal: bool,
    /// What the rules say, where they say anything that this seat may read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
}

/// Tables of earlier moves, as the viewer saw them, to who has asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Past {
    pub id: Id,
    /// In order; empty where there are none.
    pub moments: Vec<Moment>,
}

/// A table as it was.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// So many decisions stood.
    pub moves: usize,
    pub table: Raw,
    /// What could be seen of the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Raw>,
}

/// Who is there. It has no number: it is no part of the match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct People {
    pub seats: Vec<Person>,
    /// How many look on.
    pub watching: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    pub name: String,
    pub here: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// Counts the lines of a match.
    pub n: u32,
    /// With which step of the viewer's stream it was said, behind what that step told.
    pub v: u64,
    pub by: u32,
    pub text: String,
}

/// The next match with the same seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rematch {
    pub r#match: String,
    /// Who has asked for it first since the match was loaded.
    pub by: u32,
    /// What holds the viewer's seat there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take: Option<Take>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Take {
    pub seat: u32,
    pub token: Secret,
}

/// The last message on a socket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bye {
    pub why: ByeWhy,
    /// After so many milliseconds it is worth trying again; None: not at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ByeWhy {
    /// There is no such match, or nothing there for whoever asks: all the same.
    Unknown,
    /// The seat was taken on another device or given to somebody else.
    SignedOut,
    /// The client speaks another protocol.
    Proto,
    /// Matches cannot be kept at the moment.
    Storage,
    /// Another process has the match.
    Moved,
    /// The match no longer replays to what it was; it can be read and not played.
    Frozen,
    /// The client has sent too much: too many messages, or one that is far too long.
    TooMuch,
    /// The client has sent what cannot be read, again and again.
    Unreadable,
    Restart,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pong {
    pub t: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde asks for it")]
const fn is_zero(n: &usize) -> bool {
    *n == 0
}

impl ToClient {
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// For clients that are programs, and for tests.
    pub fn read(text: &str) -> serde_json::Result<ToClient> {
        serde_json::from_str(text)
    }
}

#[cfg(test)]
mod tests {
    use super::{Ack, Bye, ByeWhy, Code, No, Now, Step, ToClient, Waiting, raw};
    use crate::id::Id;

    #[test]
    fn messages_are_what_the_documents_show() {
        let id = Id([0; 16]);
        let zeros = "00000000-0000-0000-0000-000000000000";
        let check = |message: ToClient, text: &str| {
            assert_eq!(message.to_text(), text);
            assert_eq!(ToClient::read(text).unwrap().to_text(), text);
        };
        check(ToClient::Ack(Ack { id, v: Some(3) }), &format!(r#"{{"ack":{{"id":"{zeros}","v":3}}}}"#));
        check(
            ToClient::No(No { id, code: Code::Stale, why: "w".to_owned() }),
            &format!(r#"{{"no":{{"id":"{zeros}","code":"stale","why":"w"}}}}"#),
        );
        check(ToClient::Bye(Bye { why: ByeWhy::SignedOut, retry: None }), r#"{"bye":{"why":"signed_out"}}"#);
        let now = Now { waiting: vec![Waiting { seat: 1, chosen: false }], ..Now::default() };
        let trace = Some(raw(&[1, 2]));
        check(
            ToClient::Step(Box::new(Step { v: 9, trace, table: None, log: Vec::new(), now })),
            r#"{"step":{"v":9,"trace":[1,2],"now":{"waiting":[{"seat":1}]}}}"#,
        );
    }
}
