//! Opening what is being written, as far as it can be played: without the values of options that it has no more, and
//! without rule tests that are wrong. It plays nothing.

use engine::{Choices, Game, Limits, OptionError};
use project::{Loaded, Request, Source};
use std::sync::Arc;

/// What rules may spend in a match, a fifth of what they may at the terminal: whoever writes them waits for their end, and
/// a server allows them a tenth of it. Rule tests are run as everywhere.
pub(crate) const RULES: Limits = Limits { fuel: 10_000_000, words: 1 << 23, depth: 4000 };

/// The same game, whose matches run within [`RULES`].
pub(crate) fn limited(game: Arc<Game>) -> Arc<Game> {
    Arc::new(Arc::unwrap_or_clone(game).within(RULES))
}

/// The game of these sources. A value that no option allows is left out, and only that one; where nothing but the rule
/// tests is wrong the game is there without them.
pub(crate) fn opened(source: Source<'_>, options: &Choices) -> Loaded {
    let request = Request::new(source).explaining();
    let loaded = allowed(&request, options);
    if loaded.has_errors() {
        let untested = allowed(&request.without_tests(), options);
        if !untested.has_errors() {
            return Loaded { game: untested.game, ..loaded };
        }
    }
    loaded
}

/// The game of these sources as fast as it can be had: its rule tests are not read, and nothing is said of them.
pub(crate) fn opened_untested(source: Source<'_>, options: &Choices) -> Loaded {
    allowed(&Request::new(source).without_tests().explaining(), options)
}

/// What is asked for, with those of the values that its options allow.
pub(crate) fn allowed(request: &Request<'_>, options: &Choices) -> Loaded {
    let mut options = options.clone();
    loop {
        match project::open(request.clone().choices(&options)) {
            Ok(loaded) => return loaded,
            // Each time there is at least one less.
            Err(refused) => options = without(&options, &refused),
        }
    }
}

fn without(options: &Choices, refused: &OptionError) -> Choices {
    let mut is_known = false;
    let stays = |(name, value): &(&str, &str)| match refused {
        OptionError::Unknown { name: of, .. } => name != of,
        OptionError::Value { name: of, value: wrong, .. } => name != of || value != wrong,
        OptionError::Twice { name: of } => name != of || !std::mem::replace(&mut is_known, true),
    };
    options.iter().filter(stays).fold(Choices::default(), |all, (name, value)| all.with(name, value))
}
