//! What one viewer, a seat or spectators, is shown of a match while it goes on: the table, what changes on it and what is
//! told. What a seat may do stands in `seat`, the log in `logged`.

use crate::matches::Match;
use crate::tabletop::{Shared, Step, Tabletop};
use crate::view::{Eyes, Viewer, make};
use bytecode::layout::header;
use std::borrow::Cow;

/// A match as one viewer observes it. Traces and logs are there where the match is followed, see [`Match::follow`].
#[derive(Clone, Copy, Debug)]
pub struct Observer<'m> {
    pub(crate) now: &'m Match,
    pub(crate) viewer: Viewer,
}

impl<'m> Observer<'m> {
    pub(crate) fn new(now: &'m Match, viewer: Viewer) -> Observer<'m> {
        Observer { now, viewer }
    }

    /// Whether the match is followed.
    pub fn follows(&self) -> bool {
        self.now.is_followed()
    }

    /// Who must decide, and who of those has answered already, as far as the viewer may know: the same as in its
    /// [`crate::view::View`], which takes longer to make.
    pub fn deciders(&self) -> (Vec<u32>, Vec<u32>) {
        make::deciders(&self.now.position, Eyes::Of(self.viewer))
    }

    /// What the game calls the phase that runs; None where there is none.
    pub fn phase_title(&self) -> Option<String> {
        let Match { game, position, .. } = self.now;
        let words = &position.state.words;
        let turn = game.program().turns.get(words[header::TURN] as usize)?;
        let (phase, _) = turn.phases.get(words[header::PHASE] as usize)?;
        let look = game.legend().turn(&turn.name, phase);
        Some(look.and_then(|look| look.title.clone()).unwrap_or_else(|| phase.clone()))
    }

    /// The table as the viewer sees it. Where nobody follows the match, things have the numbers that they would have if it
    /// began here.
    pub fn tabletop(&self) -> Tabletop {
        let kept = self.now.identities.as_ref().and_then(|identities| identities.of(self.viewer));
        let ids = kept.map_or_else(|| Cow::Owned(self.now.fresh_ids(self.viewer)), Cow::Borrowed);
        self.now.tabletop_with((self.viewer, &Shared::default()), &ids)
    }

    /// What could be seen of the last step, one change after the other: applied to the table before it they give the table
    /// after it. While players choose in secret it is that of the last one before.
    pub fn trace(&self) -> &'m [Step] {
        let number = self.now.identities.as_ref().map(|identities| identities.number(self.viewer));
        number.and_then(|number| self.now.trace.get(number)).map_or(&[], |steps| steps.as_slice())
    }

    /// What the rules told the viewer with the last step, or before the first; while players choose in secret, with the
    /// last one before.
    pub fn heard(&self) -> Vec<&'m str> {
        self.now.heard_by(Eyes::Of(self.viewer))
    }

    /// Why the match ended, as the rules told the viewer right before they ended it.
    pub fn why_over(&self) -> Option<&'m str> {
        let last = self.now.heard.iter().rfind(|heard| heard.is_why).filter(|_| self.now.is_over())?;
        last.text(Eyes::Of(self.viewer))
    }
}
