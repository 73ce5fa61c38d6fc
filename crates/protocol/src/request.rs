//! Reading request lines. It knows the fields of each request, and no game.

use crate::error::{Code, Error};
use crate::unique::Unique;
use crate::viewpoint::Audience;
use engine::Choices;
use engine::tabletop;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use serde_path_to_error::Segment;

/// The requests, each with its name and its fields.
macro_rules! requests {
    ($($request:ident = $name:literal { $($fields:tt)* })*) => {
        /// A request whose fields have the right types.
        #[derive(Clone, PartialEq, Debug, Deserialize)]
        pub(crate) enum Request {
            $(#[serde(rename = $name)] $request { $($fields)* },)*
        }

        /// The names of all requests.
        pub const COMMANDS: &[&str] = &[$($name),*];
    };
}

requests! {
    Game = "game" {}
    Legend = "legend" {}
    New = "new" {
        seed: Option<u64>,
        players: Option<u32>,
        #[serde(default, deserialize_with = "choices")]
        options: Choices,
    }
    Moves = "moves" {
        seat: Option<u32>,
    }
    Ask = "ask" {
        seat: Option<u32>,
    }
    Part = "part" {
        q: Option<u64>,
        path: Vec<tabletop::Part>,
        seat: Option<u32>,
    }
    Play = "play" {
        id: Option<u64>,
        text: Option<String>,
        path: Option<Vec<tabletop::Part>>,
        q: Option<u64>,
        seat: Option<u32>,
    }
    Bot = "bot" {
        bot: String,
        seed: Option<u64>,
        seat: Option<u32>,
    }
    Hint = "hint" {
        simulations: Option<u64>,
        seed: Option<u64>,
        seat: Option<u32>,
    }
    Evaluate = "evaluate" {
        simulations: Option<u64>,
        seed: Option<u64>,
        seat: Option<u32>,
    }
    Why = "why" {
        text: Option<String>,
        path: Option<Vec<tabletop::Part>>,
        q: Option<u64>,
        seat: Option<u32>,
    }
    Table = "table" {
        seat: Option<u32>,
    }
    Step = "step" {
        seat: Option<u32>,
    }
    State = "state" {}
    Result = "result" {}
    Undo = "undo" {}
    Save = "save" {}
    Load = "load" {
        r#match: Value,
    }
    TestSetup = "test-setup" {
        code: String,
    }
}

impl Request {
    /// Whether it is for whoever runs the match alone: it tells what no seat may know, or is for none to do.
    pub(crate) fn is_for_host(&self) -> bool {
        match self {
            Request::New { .. }
            | Request::Undo {}
            | Request::Save {}
            | Request::Load { .. }
            | Request::TestSetup { .. } => true,
            Request::Game {}
            | Request::Legend {}
            | Request::Moves { .. }
            | Request::Ask { .. }
            | Request::Part { .. }
            | Request::Play { .. }
            | Request::Bot { .. }
            | Request::Hint { .. }
            | Request::Evaluate { .. }
            | Request::Why { .. }
            | Request::Table { .. }
            | Request::Step { .. }
            | Request::State {}
            | Request::Result {} => false,
        }
    }
}

/// How a move is named.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum MoveName {
    Id(usize),
    Text(String),
    /// By its parts, as `ask` tells them.
    Path(Vec<tabletop::Part>),
}

impl<'a> From<&'a MoveName> for engine::question::Answer<'a> {
    fn from(name: &'a MoveName) -> Self {
        match name {
            MoveName::Id(id) => (*id).into(),
            MoveName::Text(text) => text.as_str().into(),
            MoveName::Path(path) => path.as_slice().into(),
        }
    }
}

/// The longest piece of a caller's text that an error repeats, in characters.
const MAX_QUOTED: usize = 60;

/// The request of a line, and whom its answer is for, which any request may say.
pub(crate) fn read(line: &str) -> Result<(Request, Audience), Error> {
    if line.trim().is_empty() {
        return Err(Error::new(Code::BadJson, "the line is empty; send an object such as {\"cmd\":\"new\"}"));
    }
    let Unique(value) = serde_json::from_str(line)
        .map_err(|e| Error::new(Code::BadJson, format!("this is not JSON: {}", quoted(&e.to_string()))))?;
    let Value::Object(mut fields) = value else {
        return Err(Error::new(Code::BadJson, "a request is an object such as {\"cmd\":\"new\"}"));
    };
    fields.retain(|_, value| !value.is_null());
    let command = match fields.shift_remove("cmd") {
        None => return Err(missing("cmd")),
        Some(Value::String(command)) if COMMANDS.contains(&command.as_str()) => command,
        Some(Value::String(command)) => return Err(unknown(&command)),
        Some(_) => return Err(wrong_type("cmd", "a text")),
    };
    let audience = match fields.shift_remove("as") {
        None => Audience::Host,
        Some(seat) => match seat.as_u64().and_then(|seat| u32::try_from(seat).ok()) {
            Some(seat) => Audience::Seat(seat),
            None => return Err(wrong_type("as", &needed("u32"))),
        },
    };
    let request = Value::Object(Map::from_iter([(command, Value::Object(fields))]));
    let request = serde_path_to_error::deserialize(request).map_err(|error| {
        let why = error.inner().to_string();
        let mut named = error.path().iter().filter_map(|segment| match segment {
            Segment::Map { key } => Some(key.clone()),
            _ => None,
        });
        // The innermost that has a name; parts of lists have none. Of a path it is the path, whatever its parts name.
        let field = if why.starts_with(tabletop::PARTS) { named.next() } else { named.next_back() };
        let field = field.unwrap_or_default();
        absent(&why).map_or_else(|| wrong_type(&field, &needed(&why)), missing)
    });
    Ok((request?, audience))
}

/// The move that a `play` names.
pub(crate) fn naming(
    id: Option<u64>,
    text: Option<String>,
    path: Option<Vec<tabletop::Part>>,
) -> Result<MoveName, Error> {
    let id = id.map(|id| MoveName::Id(usize::try_from(id).unwrap_or(usize::MAX)));
    let mut named = [id, text.map(MoveName::Text), path.map(MoveName::Path)].into_iter().flatten();
    match (named.next(), named.next()) {
        (Some(name), None) => Ok(name),
        (None, _) => Err(Error::new(
            Code::MissingField,
            "`play` needs `path`, `id` or `text`, such as {\"cmd\":\"play\",\"id\":0}",
        )),
        _ => Err(Error::new(Code::BadValue, "`play` takes one of `path`, `id` and `text`, not several")),
    }
}

/// The moves that a `why` is about.
pub(crate) fn asked_about(
    text: Option<String>,
    path: Option<Vec<tabletop::Part>>,
) -> Result<MoveName, Error> {
    match (text, path) {
        (Some(text), None) => Ok(MoveName::Text(text)),
        (None, Some(path)) => Ok(MoveName::Path(path)),
        (None, None) => {
            let why = "`why` needs `path` or `text`, such as {\"cmd\":\"why\",\"text\":\"pass\"}";
            Err(Error::new(Code::MissingField, why))
        }
        (Some(_), Some(_)) => {
            Err(Error::new(Code::BadValue, "`why` takes one of `path` and `text`, not both"))
        }
    }
}

/// The field that a value has not, if that is what is wrong with it.
pub(crate) fn absent(why: &str) -> Option<&str> {
    why.strip_prefix("missing field `")?.split('`').next()
}

/// What should stand where something else does, in our words for types.
pub(crate) fn needed(why: &str) -> String {
    match why.rsplit_once(", expected ").map_or(why, |(_, expected)| expected) {
        "u64" => format!("a whole number from 0 to {}", u64::MAX),
        "u32" => format!("a whole number from 0 to {}", u32::MAX),
        "a string" => "a text".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a boolean" => "true or false".to_owned(),
        other => other.to_owned(),
    }
}

/// Choices as an object of texts, numbers, `true` and `false`.
pub(crate) fn choices<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Choices, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let all = value.as_object().and_then(|fields| {
        fields.iter().try_fold(Choices::default(), |all, (name, value)| match value {
            Value::String(text) => Some(all.with(name, text)),
            Value::Number(_) | Value::Bool(_) => Some(all.with(name, value.to_string())),
            _ => None,
        })
    });
    all.ok_or_else(|| D::Error::custom("an object such as {\"size\":5}"))
}

fn missing(name: &str) -> Error {
    Error::new(Code::MissingField, format!("the field `{name}` is missing"))
}

fn wrong_type(name: &str, needed: &str) -> Error {
    Error::new(Code::WrongType, format!("`{name}` must be {needed}"))
}

fn unknown(command: &str) -> Error {
    let near = base::nearest(command, COMMANDS.iter().copied());
    let hint = near.map_or_else(
        || format!("there are: {}", COMMANDS.join(", ")),
        |near| format!("did you mean `{near}`?"),
    );
    Error::new(Code::UnknownCommand, format!("there is no command `{}`; {hint}", quoted(command)))
}

/// The beginning of a caller's text, on one line.
pub(crate) fn quoted(text: &str) -> String {
    base::beginning(text, MAX_QUOTED)
}
