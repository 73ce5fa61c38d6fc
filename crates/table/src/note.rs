//! What a row says besides its columns, as the text that is kept with it. It knows no match.

use serde::{Deserialize, Serialize};
use store::Millis;

/// The text of a step.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Note {
    /// Of the message that it came from, so that the same id with another content is known.
    #[serde(skip_serializing_if = "Option::is_none", rename = "c")]
    pub(crate) content: Option<u64>,
    /// The texts that a player wrote for a move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) written: Vec<String>,
    /// Behind a move that was copied from another match, chance is drawn from this seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reseed: Option<u64>,
    /// How much of the time on the way was not counted.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) lag: Millis,
    /// What a sealed choice that is taken back, or a step back, goes back to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) back: Option<Back>,
    /// How a seat answers what is asked of all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) vote: Option<Answer>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Back {
    /// The seat's own choice of a round that is still secret.
    Sealed,
    /// To so many moves; nothing has come out since.
    Free { to: usize },
    /// To so many moves, with the others' consent.
    Asked { to: usize },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    pub(crate) of: u32,
    pub(crate) yes: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_zero(ms: &Millis) -> bool {
    *ms == 0
}

impl Note {
    /// None where there is nothing to say.
    pub(crate) fn to_text(&self) -> Option<String> {
        if *self == Note::default() { None } else { serde_json::to_string(self).ok() }
    }

    pub(crate) fn read(text: Option<&str>) -> Result<Note, String> {
        text.map_or_else(|| Ok(Note::default()), |text| serde_json::from_str(text).map_err(|e| e.to_string()))
    }
}
