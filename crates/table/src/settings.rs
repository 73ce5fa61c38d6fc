//! What whoever opens a match chooses besides the rules: clock, delay for who looks on, bots for who left. Plain data.

use serde::{Deserialize, Serialize};
use store::Millis;

/// As they are kept with the match.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    pub clock: ClockKind,
    pub delay: Delay,
    /// A bot goes on for who has been away for so long; None: nobody does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takeover: Option<Millis>,
    /// Who may look on.
    #[serde(skip_serializing_if = "Watch::is_for_all")]
    pub watch: Watch,
    /// By its hash, the token of whoever opened the match. Tables do not look at it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
}

/// Who may look on. Whoever lets sockets in asks for it; tables do not.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Watch {
    /// Whoever has the link.
    #[default]
    All,
    /// Whoever has the token with that hash.
    Token(String),
    Nobody,
}

impl Watch {
    fn is_for_all(&self) -> bool {
        *self == Watch::All
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockKind {
    #[default]
    None,
    /// So long for each decision: seconds, or days.
    Move { ms: Millis },
    /// So long for all decisions, and so much more after each.
    Bank { ms: Millis, increment: Millis },
}

/// How much later those see the match who look on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delay {
    #[default]
    None,
    Time {
        ms: Millis,
    },
    /// A step is shown when so many more were made.
    Steps {
        n: u64,
    },
    /// Nothing but the beginning is shown before the end.
    End,
}

impl Settings {
    /// An error says what cannot be read.
    pub fn read(text: &str) -> Result<Settings, String> {
        if text.is_empty() {
            return Ok(Settings::default());
        }
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::{ClockKind, Delay, Settings};

    #[test]
    fn settings_are_read_as_they_are_kept() {
        let settings = Settings {
            clock: ClockKind::Bank { ms: 300_000, increment: 2_000 },
            delay: Delay::Steps { n: 3 },
            takeover: Some(180_000),
            ..Settings::default()
        };
        let text = settings.to_text();
        assert_eq!(
            text,
            r#"{"clock":{"bank":{"ms":300000,"increment":2000}},"delay":{"steps":{"n":3}},"takeover":180000}"#
        );
        assert_eq!(Settings::read(&text), Ok(settings));
        assert_eq!(Settings::read(""), Ok(Settings::default()));
        assert!(Settings::read("{\"clok\":1}").is_err());
    }
}
