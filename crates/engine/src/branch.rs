//! Copies of a match, and such as go on while the match is kept as it is. What of them keeps a record stands in `record`.

use crate::matches::Match;
use crate::record::stripped;

impl Clone for Match {
    /// Copies the state; the machine is made anew, because it holds nothing of the match.
    fn clone(&self) -> Match {
        Match { steps: self.steps.clone(), unrecorded: self.unrecorded, ..stripped(self) }
    }
}

/// A copy that goes on while the match that it was made of is kept as it is.
#[derive(Debug)]
pub struct Branch {
    pub now: Match,
}

impl Branch {
    /// What is known of the table goes with it, so that the step that is made there copies nothing of it.
    #[must_use]
    pub fn of(kept: &mut Match) -> Branch {
        let tables = kept.tables.take();
        Branch { now: Match { tables, ..kept.clone() } }
    }

    /// As [`Branch::of`], with a record that begins here.
    #[must_use]
    pub fn unrecorded(kept: &mut Match) -> Branch {
        let tables = kept.tables.take();
        Branch { now: Match { tables, ..stripped(kept) } }
    }

    /// Nothing has come of it: what is known of the table goes back to the match that was kept.
    pub fn give_up(self, kept: &mut Match) {
        kept.tables = self.now.tables;
    }
}
