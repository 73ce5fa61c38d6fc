//! Scenarios as players write them: a line for each thing that is given, done or expected. What stands behind a word are
//! the arguments of a function of the table, in its order or by name, as in a call.
//!
//! ```text
//! scenario Persist brings it back smaller
//! given P1, battlefield, Safehold Elite
//! start 1, precombat_main
//! turn 1, precombat_main
//! P2 cast Lightning Bolt, target: Safehold Elite
//! stop 1, end_turn
//! expect power_toughness P1, Safehold Elite, 1, 1
//! ```

use crate::read::{Fields, MAX_ENTRIES, Read, printable};
use crate::table::{place, seat};
use crate::{MAX_BYTES, Scenario, Verdict};
use serde_json::Value;

/// How the files end.
pub const ENDING: &str = "scenarios";

/// The scenarios in a text.
///
/// # Errors
/// The file is too large, or does not begin with a scenario.
pub fn from_text(text: &str) -> Result<Vec<Scenario>, String> {
    if text.len() > MAX_BYTES {
        return Err(format!("the file is larger than {} MB", MAX_BYTES >> 20));
    }
    let mut all: Vec<Writing> = Vec::new();
    for (i, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with("//") {
            continue;
        }
        match (line.strip_prefix("scenario "), all.last_mut()) {
            (Some(title), _) => all.push(Writing::new(title.trim(), i + 1)),
            (None, Some(writing)) => writing.line(i + 1, line),
            (None, None) => {
                return Err(format!(
                    "line {}: a scenario begins with `scenario` and its title, or is a line of JSON",
                    i + 1
                ));
            }
        }
    }
    Ok(all.into_iter().map(Writing::finish).collect())
}

/// A scenario that is being read.
struct Writing {
    title: String,
    line: usize,
    read: Read,
    /// The moment of the actions that follow.
    at: Option<Fields>,
    wrong: Option<String>,
}

impl Writing {
    fn new(title: &str, line: usize) -> Writing {
        Writing { title: printable(title), line, read: Read::default(), at: None, wrong: None }
    }

    fn line(&mut self, number: usize, line: &str) {
        if self.wrong.is_none()
            && let Err(why) = self.entry(line)
        {
            self.wrong = Some(format!("line {number}: {why}"));
        }
    }

    fn entry(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = cut(line);
        let read = &mut self.read;
        match word {
            "card" => read.cards.push(arguments(rest)?),
            "given" => read.setup.push(arguments(rest)?),
            "start" => read.start = Some(moment(rest)?),
            "turn" => self.at = Some(moment(rest)?),
            "stop" => (read.stop, self.at) = (Some(moment(rest)?), None),
            "expect" => {
                let (what, rest) = cut(rest);
                let mut fields = arguments(rest)?;
                fields.insert("what".to_owned(), what.into());
                if let Some(at) = &self.at {
                    fields.insert("at".to_owned(), Value::Object(at.clone()));
                }
                read.expect.push(fields);
            }
            _ if seat(word).is_some() => {
                let (verb, rest) = cut(rest);
                let mut fields = match verb {
                    // What is chosen has no moment: it answers the next question that it fits.
                    "chooses" => [("do", "answer".into()), ("value", value(rest))]
                        .map(|(name, value)| (name.to_owned(), value))
                        .into_iter()
                        .collect(),
                    _ => {
                        let mut fields = arguments(rest)?;
                        fields.insert("do".to_owned(), verb.into());
                        fields.extend(self.at.clone().unwrap_or_default());
                        fields
                    }
                };
                fields.insert("player".to_owned(), word.into());
                read.actions.push(fields);
            }
            _ => return Err(format!("`{}` begins no line of a scenario", printable(word))),
        }
        let entries = read.cards.len() + read.setup.len() + read.actions.len() + read.expect.len();
        if entries > MAX_ENTRIES { Err(format!("more than {MAX_ENTRIES} entries")) } else { Ok(()) }
    }

    fn finish(self) -> Scenario {
        let nothing = || Verdict::Unsupported("nothing is expected".to_owned());
        let read = match self.wrong {
            Some(why) => Err(Verdict::Fail(why)),
            None if self.read.expect.is_empty() => Err(nothing()),
            None => Ok(self.read),
        };
        Scenario { id: self.title, line: self.line, read }
    }
}

/// The first word and the rest.
fn cut(line: &str) -> (&str, &str) {
    line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()))
}

/// `1, precombat_main`
fn moment(text: &str) -> Result<Fields, String> {
    let (turn, step) = text.split_once(',').ok_or("a moment is a turn and a step: `1, precombat_main`")?;
    let turn: u32 = turn.trim().parse().map_err(|_| format!("`{}` is no turn", printable(turn)))?;
    Ok([("turn".to_owned(), turn.into()), ("step".to_owned(), step.trim().into())].into_iter().collect())
}

/// `P1, Grizzly Bears, count: 2`; what has no name stands at its place.
fn arguments(text: &str) -> Result<Fields, String> {
    let mut fields = Fields::new();
    for (i, part) in parts(text)?.into_iter().enumerate() {
        let named = part.split_once(": ").filter(|(name, _)| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        });
        let (name, text) = named.map_or_else(|| (place(i), part), |(name, text)| (name.to_owned(), text));
        if fields.insert(name.clone(), value(text.trim())).is_some() {
            return Err(format!("`{}` is said twice", printable(&name)));
        }
    }
    Ok(fields)
}

/// Between commas that stand outside of quotation marks and square brackets.
fn parts(text: &str) -> Result<Vec<&str>, String> {
    let (mut parts, mut from, mut quoted, mut depth) = (Vec::new(), 0, false, 0_usize);
    for (i, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '[' if !quoted => depth += 1,
            ']' if !quoted => depth = depth.saturating_sub(1),
            ',' if !quoted && depth == 0 => {
                parts.push(text[from..i].trim());
                from = i + 1;
            }
            _ => {}
        }
    }
    if quoted {
        return Err("a `\"` is not closed".to_owned());
    }
    if !text.trim().is_empty() {
        parts.push(text[from..].trim());
    }
    Ok(parts)
}

/// A number, `true`, a text with or without quotation marks, a list `[a; b]`.
fn value(text: &str) -> Value {
    if let Some(quoted) = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
        return quoted.replace("\\n", "\n").into();
    }
    if let Some(list) = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
        return list.split(';').map(str::trim).filter(|t| !t.is_empty()).collect();
    }
    match text {
        "true" | "yes" => true.into(),
        "false" | "no" => false.into(),
        _ => text.parse::<i32>().map_or_else(|_| text.into(), Value::from),
    }
}
