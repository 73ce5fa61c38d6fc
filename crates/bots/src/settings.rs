//! What may be said of a search: how much it may think, and how. It knows neither who reads it nor who searches.

use crate::Recipe;
use std::time::Duration;

/// How much a search may think about a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    Simulations(u64),
    /// Of work, not of waiting.
    Time(Duration),
}

/// What may be said of a search behind its name.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Settings {
    /// All its chance comes from here, if said.
    pub(crate) seed: Option<u64>,
    /// Instead of that of the game.
    pub(crate) recipe: Option<&'static Recipe>,
    /// One unless said.
    pub(crate) threads: Option<u16>,
    /// Before it searches, so many positions are looked at for what is certain.
    pub(crate) exact: Option<u64>,
    /// Thinks as long where there is one move alone and something may be hidden. It is not said behind a name.
    pub(crate) is_unhurried: bool,
}

impl Settings {
    pub(crate) const NONE: Settings =
        Settings { seed: None, recipe: None, threads: None, exact: None, is_unhurried: false };

    /// As they stand behind a name.
    pub(crate) fn written(self) -> String {
        let recipe = self.recipe.map(|recipe| format!(":recipe={}", recipe.name));
        let seed = self.seed.map(|seed| format!(":seed={seed}"));
        let threads = self.threads.map(|threads| format!(":threads={threads}"));
        let exact = self.exact.map(|positions| format!(":exact={positions}"));
        [recipe, exact, threads, seed].into_iter().flatten().collect()
    }
}
