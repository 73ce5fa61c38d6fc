//! What of a game has no translation yet. It does not know what it says.

use crate::modules;
use crate::request::{Request, Source};
use crate::{Loaded, open};
use base::FileId;
use language::words::Vocabulary;

/// The names and texts of a game that have no translation into a language, as a look in which translations are to be
/// filled in; empty where all have one. It is None where something is wrong with the game.
pub fn untranslated<'a>(source: impl Into<Source<'a>>, language: &str) -> (Option<String>, Loaded) {
    untranslated_in(source.into(), language, |_, _| true)
}

/// The same without those that stand in the library `std/` alone.
pub fn untranslated_of_game<'a>(source: impl Into<Source<'a>>, language: &str) -> (Option<String>, Loaded) {
    untranslated_in(source.into(), language, |file, library| !library.contains(&file))
}

fn untranslated_in(
    source: Source<'_>,
    language: &str,
    is_asked: impl Fn(FileId, &[FileId]) -> bool,
) -> (Option<String>, Loaded) {
    let (vocabulary, others) = match source.read(modules::read_without_tests) {
        Ok(reading) => {
            let all = reading.modules.all.iter();
            let (asked, others): (Vec<_>, Vec<_>) = all.partition(|m| is_asked(m.file, &reading.library));
            (Vocabulary::of(asked), Vocabulary::of(others))
        }
        Err(no_game) => return (None, *no_game),
    };
    // Without choices no option refuses one.
    let loaded = open(Request::new(source).without_tests()).unwrap_or_default();
    let words = loaded.game.as_ref().map(|game| {
        let known = game.program().looks.words.get(language).map_or(&[][..], Vec::as_slice);
        // What is built in belongs to nobody else.
        let mut names = game.names_shown();
        names.retain(|name| vocabulary.names(name) || !others.names(name));
        vocabulary.untranslated(&names, known, language)
    });
    (words, loaded)
}
