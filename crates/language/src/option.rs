//! What may be chosen about a game before a match is made: its options, and choices among them as texts.
//! It knows neither how a game declares them nor what becomes of the values.

use base::nearest;
use std::fmt;

/// The most options and parameters of one game.
pub const MAX_OPTIONS: usize = 64;

/// The most values that one option names, or an enumeration that it is of.
pub const MAX_VALUES: usize = 1_000;

/// `option number size = 11 in 3..19 "Board size";` with the value that it has in one compiled game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameOption {
    pub name: String,
    pub prompt: Option<String>,
    pub kind: OptionKind,
    /// The value unless another is chosen.
    pub default: String,
    pub value: String,
    /// Declared with `param`: it can be chosen, but no player is asked for it.
    pub is_param: bool,
}

/// Which values an option may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    Bool,
    /// Whole numbers, both ends included.
    Whole {
        from: i64,
        to: i64,
    },
    /// One of these: numbers, texts, or the names of cases.
    Choice(Vec<String>),
    /// Any number, for parameters.
    Number,
    /// Any text, for parameters.
    Text,
}

impl OptionKind {
    /// The value that a person means by a text; None where it is not allowed.
    pub fn read(&self, text: &str) -> Option<String> {
        let typed = text.trim();
        let number = typed.parse::<f64>().ok().filter(|n| n.is_finite());
        match self {
            OptionKind::Bool => match typed.to_lowercase().as_str() {
                "true" | "yes" => Some("true".to_owned()),
                "false" | "no" => Some("false".to_owned()),
                _ => None,
            },
            OptionKind::Whole { from, to } => {
                let fits = |n: &f64| n.fract() == 0.0 && *n >= *from as f64 && *n <= *to as f64;
                number.filter(fits).map(number_text)
            }
            OptionKind::Choice(values) => {
                let same_number = |v: &&String| number.is_some() && v.parse().ok() == number;
                let same_letters = |v: &&String| v.to_lowercase() == typed.to_lowercase();
                let exact = values.iter().find(|v| *v == text || *v == typed);
                let found = exact.or_else(|| values.iter().find(same_number));
                let mut loose = values.iter().filter(same_letters);
                found.or_else(|| loose.next().filter(|_| loose.next().is_none())).cloned()
            }
            OptionKind::Number => number.map(number_text),
            OptionKind::Text => Some(text.to_owned()),
        }
    }

    /// The values at both ends, or each of a few: where a mistake of the rules is likely to show.
    pub fn extremes(&self) -> Vec<String> {
        const FEW: usize = 8;
        match self {
            OptionKind::Bool => vec!["false".to_owned(), "true".to_owned()],
            OptionKind::Whole { from, to } => vec![from.to_string(), to.to_string()],
            OptionKind::Choice(values) if values.len() <= FEW => values.clone(),
            OptionKind::Choice(values) => values.first().into_iter().chain(values.last()).cloned().collect(),
            OptionKind::Number | OptionKind::Text => Vec::new(),
        }
    }
}

/// `a whole number from 3 to 19`, `9, 13 or 19`, `yes or no`...
impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MAX_NAMED: usize = 20;
        match self {
            OptionKind::Bool => f.write_str("`true` or `false`"),
            OptionKind::Whole { from, to } => write!(f, "a whole number from {from} to {to}"),
            OptionKind::Choice(values) if values.len() > MAX_NAMED => {
                write!(f, "one of {} values, `{}` to ", values.len(), values[0])?;
                write!(f, "`{}`", values[values.len() - 1])
            }
            OptionKind::Choice(values) => f.write_str(&listed(values, "or")),
            OptionKind::Number => f.write_str("a number"),
            OptionKind::Text => f.write_str("a text"),
        }
    }
}

/// What somebody chose, as texts, in the order of choosing.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Choices(Vec<(String, String)>);

impl Choices {
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<String>) -> Choices {
        self.0.push((name.into(), value.into()));
        self
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|c| c.0 == name).map(|c| c.1.as_str())
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The values that differ from the defaults of some options, in the order of the options.
    pub fn of(options: &[GameOption]) -> Choices {
        let other = options.iter().filter(|o| o.value != o.default);
        Choices(other.map(|o| (o.name.clone(), o.value.clone())).collect())
    }

    /// The options with these values.
    ///
    /// # Errors
    /// The first choice that no option allows.
    pub fn among(&self, options: &[GameOption]) -> Result<Vec<GameOption>, OptionError> {
        let mut chosen = options.to_vec();
        chosen.iter_mut().for_each(|o| o.value.clone_from(&o.default));
        for (i, (name, value)) in self.0.iter().enumerate() {
            let Some(option) = chosen.iter_mut().find(|o| o.name == *name) else {
                let known: Vec<String> = options.iter().map(|o| o.name.clone()).collect();
                return Err(OptionError::Unknown { name: name.clone(), known });
            };
            if self.0[..i].iter().any(|c| c.0 == *name) {
                return Err(OptionError::Twice { name: name.clone() });
            }
            option.value = option.kind.read(value).ok_or_else(|| OptionError::Value {
                name: name.clone(),
                value: value.clone(),
                allowed: option.kind.clone(),
            })?;
        }
        Ok(chosen)
    }
}

/// `size = 3, swap = false`
impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each: Vec<String> = self.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        f.write_str(&each.join(", "))
    }
}

/// Why a choice was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    Unknown { name: String, known: Vec<String> },
    Value { name: String, value: String, allowed: OptionKind },
    Twice { name: String },
}

impl std::error::Error for OptionError {}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown { name, known } => {
                write!(f, "there is no option `{name}`")?;
                match nearest(name, known.iter().map(String::as_str)) {
                    Some(near) => write!(f, "; did you mean `{near}`?"),
                    None if known.is_empty() => write!(f, "; this game has none"),
                    None if known.len() == 1 => write!(f, "; there is {}", listed(known, "and")),
                    None => write!(f, "; there are {}", listed(known, "and")),
                }
            }
            OptionError::Value { name, value, allowed } => write!(f, "`{name}` is {allowed}, not `{value}`"),
            OptionError::Twice { name } => write!(f, "the option `{name}` is chosen twice"),
        }
    }
}

/// A number as the language shows it.
pub fn number_text(n: f64) -> String {
    // Adding zero takes the sign from a negative one.
    format!("{}", n + 0.0)
}

/// `a`, `b` or `c`
fn listed(names: &[String], last_word: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {last_word} {last}", rest.join(", ")),
        _ => quoted.join(""),
    }
}

#[cfg(test)]
mod tests;
