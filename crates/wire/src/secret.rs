//! What must never be printed, such as the token that holds a seat.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A text that shows itself to nobody who merely prints it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    pub fn new(text: impl Into<String>) -> Secret {
        Secret(text.into())
    }

    /// The text itself, for whoever looks it up by its hash or hands it to who may have it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

#[cfg(test)]
mod tests {
    use super::Secret;

    #[test]
    fn a_secret_does_not_print_itself() {
        assert_eq!(format!("{:?}", Some(Secret::new("tvs_abc"))), "Some(***)");
    }
}
