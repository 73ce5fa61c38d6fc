//! Reading request lines. It knows the fields of each request, and no game.

use crate::error::{Code, Error};
use engine::Choices;
use serde_json::{Map, Value};

/// A request whose fields have the right types.
#[derive(Clone, PartialEq, Debug)]
pub enum Request {
    Game,
    New { seed: u64, players: Option<u32>, choices: Choices },
    Moves { stepwise: bool, seat: Option<u32> },
    Play { what: What, seat: Option<u32>, eyes: Option<u32> },
    View { seat: Option<u32> },
    Result,
    Undo,
    Save,
    Load(Value),
    TestSetup { code: String },
}

/// How a move is named.
#[derive(Clone, PartialEq, Debug)]
pub enum What {
    Id(usize),
    Text(String),
    Part(Part),
}

/// How an option of the next part is named.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    Number(usize),
    Text(String),
}

pub const COMMANDS: [&str; 10] =
    ["game", "new", "moves", "play", "view", "result", "undo", "save", "load", "test-setup"];

/// The longest piece of a caller's text that an error repeats, in characters.
const MOST_QUOTED: usize = 60;

pub fn read(line: &str) -> Result<Request, Error> {
    if line.trim().is_empty() {
        return Err(Error::new(Code::BadJson, "the line is empty; send an object such as {\"cmd\":\"new\"}"));
    }
    let value: Value = serde_json::from_str(line)
        .map_err(|e| Error::new(Code::BadJson, format!("this is not JSON: {}", quoted(&e.to_string()))))?;
    let Value::Object(fields) = value else {
        return Err(Error::new(Code::BadJson, "a request is an object such as {\"cmd\":\"new\"}"));
    };
    let fields = Fields(fields);
    let command = fields.text("cmd")?.ok_or_else(|| missing("cmd"))?;
    fields.request(&command)
}

struct Fields(Map<String, Value>);

impl Fields {
    fn request(mut self, command: &str) -> Result<Request, Error> {
        Ok(match command {
            "game" => Request::Game,
            "new" => Request::New {
                seed: self.number("seed")?.unwrap_or(1),
                players: self.seat("players")?,
                choices: self.choices()?,
            },
            "moves" => Request::Moves { stepwise: self.truth("stepwise")?, seat: self.seat("seat")? },
            "play" => Request::Play { what: self.what()?, seat: self.seat("seat")?, eyes: self.seat("as")? },
            "view" => Request::View { seat: self.seat("seat")? },
            "result" => Request::Result,
            "undo" => Request::Undo,
            "save" => Request::Save,
            "load" => Request::Load(self.0.shift_remove("match").ok_or_else(|| missing("match"))?),
            "test-setup" => Request::TestSetup { code: self.text("code")?.ok_or_else(|| missing("code"))? },
            other => return Err(unknown(other)),
        })
    }

    fn what(&self) -> Result<What, Error> {
        let (id, text) = (self.number("id")?, self.text("text")?);
        let part = match self.present("part") {
            None => None,
            Some(Value::String(text)) => Some(Part::Text(text.clone())),
            Some(Value::Number(n)) if n.as_u64().is_some() => {
                Some(Part::Number(size(n.as_u64().unwrap_or(0))))
            }
            Some(_) => return Err(wrong("part", "a whole number from 0, or the text of an option")),
        };
        match (id, text, part) {
            (Some(id), None, None) => Ok(What::Id(size(id))),
            (None, Some(text), None) => Ok(What::Text(text)),
            (None, None, Some(part)) => Ok(What::Part(part)),
            (None, None, None) => Err(Error::new(
                Code::MissingField,
                "`play` needs `id`, `text` or `part`, such as {\"cmd\":\"play\",\"id\":0}",
            )),
            _ => Err(Error::new(Code::BadValue, "`play` takes one of `id`, `text` and `part`, not several")),
        }
    }

    fn choices(&self) -> Result<Choices, Error> {
        let Some(value) = self.present("options") else { return Ok(Choices::default()) };
        choices(value).ok_or_else(|| wrong("options", "an object such as {\"size\":5}"))
    }

    /// A field that is there and not null.
    fn present(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|v| !v.is_null())
    }

    fn text(&self, name: &str) -> Result<Option<String>, Error> {
        match self.present(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(wrong(name, "a text")),
        }
    }

    fn number(&self, name: &str) -> Result<Option<u64>, Error> {
        match self.present(name) {
            None => Ok(None),
            Some(value) => match value.as_u64() {
                Some(n) => Ok(Some(n)),
                None => Err(wrong(name, &format!("a whole number from 0 to {}", u64::MAX))),
            },
        }
    }

    fn seat(&self, name: &str) -> Result<Option<u32>, Error> {
        let wrong = |_| wrong(name, &format!("a whole number from 0 to {}", u32::MAX));
        self.number(name)?.map(u32::try_from).transpose().map_err(wrong)
    }

    fn truth(&self, name: &str) -> Result<bool, Error> {
        match self.present(name) {
            None => Ok(false),
            Some(Value::Bool(b)) => Ok(*b),
            Some(_) => Err(wrong(name, "true or false")),
        }
    }
}

/// Choices as an object of texts, numbers, `true` and `false`.
pub fn choices(value: &Value) -> Option<Choices> {
    value.as_object()?.iter().try_fold(Choices::default(), |all, (name, value)| {
        Some(match value {
            Value::String(text) => all.with(name, text),
            Value::Number(_) | Value::Bool(_) => all.with(name, value.to_string()),
            _ => return None,
        })
    })
}

fn size(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

fn missing(name: &str) -> Error {
    Error::new(Code::MissingField, format!("the field `{name}` is missing"))
}

fn wrong(name: &str, needed: &str) -> Error {
    Error::new(Code::WrongType, format!("`{name}` must be {needed}"))
}

fn unknown(command: &str) -> Error {
    let near = base::nearest(command, COMMANDS);
    let hint = near.map_or_else(
        || format!("there are: {}", COMMANDS.join(", ")),
        |near| format!("did you mean `{near}`?"),
    );
    Error::new(Code::UnknownCommand, format!("there is no command `{}`; {hint}", quoted(command)))
}

/// The beginning of a caller's text, on one line.
pub fn quoted(text: &str) -> String {
    let mut line: String =
        text.chars().take(MOST_QUOTED).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MOST_QUOTED).is_some() {
        line.push_str("...");
    }
    line
}
