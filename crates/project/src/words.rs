//! What of a game has no translation yet. It does not know what it says.

use crate::modules;
use crate::request::{Request, Source};
use crate::{Loaded, open};
use language::words::Vocabulary;

/// The names and texts of a game that have no translation into a language, as a look in which translations are to be
/// filled in; empty where all have one. It is None where something is wrong with the game.
pub fn untranslated<'a>(source: impl Into<Source<'a>>, language: &str) -> (Option<String>, Loaded) {
    let source = source.into();
    let vocabulary = match source.read(modules::read_without_tests) {
        Ok(reading) => Vocabulary::of(&reading.modules.all),
        Err(no_game) => return (None, *no_game),
    };
    // Without choices no option refuses one.
    let loaded = open(Request::new(source).without_tests()).unwrap_or_default();
    let words = loaded.game.as_ref().map(|game| {
        let known = game.program().looks.words.get(language).map_or(&[][..], Vec::as_slice);
        vocabulary.untranslated(&game.names_shown(), known, language)
    });
    (words, loaded)
}
