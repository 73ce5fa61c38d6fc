//! What a client says. No message names a seat: who speaks is known from the token that opened the socket.

use crate::id::Id;
use crate::secret::Secret;
use crate::server::Raw;
use serde::{Deserialize, Serialize};

/// A message of a client, as an object with one name: `{"play":{"id":"...","q":5,"path":"e2 e4"}}`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FromClient {
    /// The first message on a socket.
    Hello(Hello),
    Play(Play),
    /// Asks what may come behind the first parts of a move.
    Part(Part),
    /// Asks why a move may not be made.
    Why(Why),
    /// Asks for the tables of earlier moves.
    Past(Past),
    /// Takes back what was chosen in secret.
    Unseal(Unseal),
    Undo(Undo),
    /// Answers what another seat asks of all.
    Vote(Vote),
    Resign(Request),
    /// Offers a draw.
    Draw(Request),
    /// Who left is here again and takes the seat from the bot.
    Back(Request),
    /// Asks for another match with the same seats.
    Rematch(Request),
    Chat(Chat),
    Ping(Ping),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    pub proto: u32,
    /// The match, as it is called in links.
    pub r#match: String,
    /// What holds the seat; without it one looks on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Secret>,
    /// The number of the last step that this client has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub have: Option<u64>,
    /// The hash of the legend that it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legend: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    pub id: Id,
    /// The number of the question that it answers.
    pub q: u64,
    /// The move: its parts as references, a text as a player types it, or its number among the legal ones.
    pub path: Raw,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub id: Id,
    pub q: u64,
    /// The first parts, as references.
    pub path: Raw,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Why {
    pub id: Id,
    pub q: u64,
    /// A move or how some begin: parts as references, or a text.
    pub path: Raw,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Past {
    pub id: Id,
    /// The tables wanted are the last ones behind which fewer moves stood.
    pub before: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unseal {
    pub id: Id,
    /// The question whose answer is taken back.
    pub q: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Undo {
    pub id: Id,
    /// Back to how it stood with this step; without it, to before one's own last decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u64>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vote {
    pub id: Id,
    /// The number of what is asked.
    pub of: u32,
    pub yes: bool,
}

/// A wish that needs no more words.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    pub id: Id,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chat {
    pub id: Id,
    pub text: String,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ping {
    /// Comes back as it is.
    pub t: u64,
}

impl FromClient {
    /// The number by which the message is known when it comes again.
    pub fn id(&self) -> Option<Id> {
        use FromClient::{
            Back, Chat, Draw, Hello, Part, Past, Ping, Play, Rematch, Resign, Undo, Unseal, Vote, Why,
        };
        match self {
            Play(play) => Some(play.id),
            Part(part) => Some(part.id),
            Why(why) => Some(why.id),
            Past(past) => Some(past.id),
            Unseal(unseal) => Some(unseal.id),
            Undo(undo) => Some(undo.id),
            Vote(vote) => Some(vote.id),
            Chat(chat) => Some(chat.id),
            Resign(wish) | Draw(wish) | Back(wish) | Rematch(wish) => Some(wish.id),
            Hello(_) | Ping(_) => None,
        }
    }

    /// As text, as a client sends it.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
