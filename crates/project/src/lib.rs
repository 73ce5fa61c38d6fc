//! From files to a game: finds the main file, reads what it imports, checks and compiles it.
//! It knows neither what a player sees nor how a match runs.

mod about;
mod carried;
mod compile;
mod declared;
pub mod explain;
mod files;
mod find;
mod hidden;
pub mod library;
mod meaning;
mod module_path;
mod modules;
mod notes;
mod pictures;
mod request;
mod scripts;
mod snapshot;
mod variants;
mod words;

#[cfg(test)]
mod tests;

pub use about::about;
pub use carried::{Carried, CarriedGame, GamePath};
pub use engine::{Choices, OptionError};
pub use files::{Files, MAX_BYTES, Memory, PICTURE_POLICY, ReadError, media_type, read_picture, read_text};
pub use find::{dialect, files_beside, formatted_below, games_below, games_here, title};
pub use meaning::Meaning;
pub use notes::notes_file;
pub use request::{Request, Source};
pub use scripts::{SCRIPT, script_name, script_place};
pub use snapshot::Snapshot;
pub use words::{untranslated, untranslated_of_game};

use crate::modules::Reading;
use base::{Defect, Origins, Problem, SourceMap, Span, contained};
use compiler::typed;
use dialects::Dialect;
use language::tree::Module;
use std::sync::Arc;

/// A game with everything that was found on the way to it.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    pub sources: SourceMap,
    pub origins: Origins,
    /// Sorted by place.
    pub problems: Vec<Problem>,
    /// None where some problem is an error.
    pub game: Option<Arc<engine::Game>>,
    /// None where some problem is an error.
    pub typed: Option<typed::Game>,
}

impl Loaded {
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(Problem::is_error)
    }
}

/// Opens a game, and checks and compiles it. Where there is none, the problems say why.
///
/// # Errors
/// The first choice that no option allows. A broken game is opened nevertheless, so that its problems are reported.
pub fn open(request: Request<'_>) -> Result<Loaded, OptionError> {
    let read = if request.has_no_tests { modules::read_without_tests } else { modules::read };
    let opened = contained(|| match request.source.read(read) {
        Ok(reading) => compile::load(reading, &request),
        Err(no_game) => Ok(*no_game),
    });
    opened.unwrap_or_else(|defect| Ok(defective(&defect)))
}

/// What comes of a game that a defect of ours keeps from being opened.
fn defective(defect: &Defect) -> Loaded {
    let mut loaded = Loaded::default();
    let file = loaded.sources.add("", "");
    let at = Span { file, start: 0, end: 0 };
    let problem = Problem::error("internal-error", at, defect.to_string());
    loaded.problems.push(problem.hint("this is a defect of Tavola, not of the game; please report it"));
    loaded
}

/// The words that rules offer to the main file of a game, or to one that it imports, which may have mistakes; None where
/// no file looks up words. With it what was read.
pub fn vocabulary<'a>(source: impl Into<Source<'a>>) -> (Option<String>, Loaded) {
    look_up(source.into(), |dialect, visible, _| dialect.vocabulary.map(|vocabulary| vocabulary(visible)))
}

/// What a word of these means: the declarations of what is called so, those with a comment, if any has one, and each
/// comment once; none where there is no such word. None where no file looks up words, or where what they would be looked
/// up in could not be read. With it what was read.
pub fn meanings<'a>(source: impl Into<Source<'a>>, word: &str) -> (Option<Vec<Meaning>>, Loaded) {
    let (found, loaded) = look_up(source.into(), |dialect, visible, (sources, origins)| {
        let names = dialect.declared.map(|declared| declared(visible, word))?;
        Some(Meaning::each(names.into_iter().map(|name| Meaning::of(sources, origins.span(name)))))
    });
    // What is wrong in a file that looks words up takes none from the rules.
    let is_of_rules = |file| dialects::of(loaded.sources.path(file)).is_none_or(|of| of.vocabulary.is_none());
    let is_unread = loaded.problems.iter().any(|p| p.is_error() && is_of_rules(p.span.file));
    let is_nothing = found.as_ref().is_some_and(Vec::is_empty);
    (if is_nothing && is_unread { None } else { found }, loaded)
}

/// What is found among the modules in which a file looks up words; None where no file does. With it what was read.
fn look_up<T>(
    source: Source<'_>,
    find: impl FnOnce(&Dialect, &[&Module], (&SourceMap, &Origins)) -> Option<T>,
) -> (Option<T>, Loaded) {
    let reading = match source.read(modules::read_without_tests) {
        Ok(reading) => reading,
        Err(no_game) => return (None, *no_game),
    };
    let Reading { modules, sources, origins, problems, .. } = reading;
    let found = modules.looked_up.as_ref().and_then(|(dialect, numbers)| {
        let visible: Vec<&Module> = numbers.iter().filter_map(|number| modules.all.get(*number)).collect();
        find(dialect, &visible, (&sources, &origins))
    });
    (found, Loaded { sources, origins, problems, ..Loaded::default() })
}

/// The TGDL that the main file of a game means, laid out; it is None where something is wrong. With it what was read.
pub fn expand<'a>(source: impl Into<Source<'a>>) -> (Option<String>, Loaded) {
    let reading = match source.into().read(modules::read_alone) {
        Ok(reading) => reading,
        Err(no_game) => return (None, *no_game),
    };
    let is_sound = !reading.problems.iter().any(Problem::is_error);
    let module = reading.modules.all.first().filter(|_| is_sound);
    let text = module.and_then(|module| {
        let dialect = dialects::of(reading.sources.path(module.file))?;
        Some((dialect.expand)(module))
    });
    let Reading { sources, origins, problems, .. } = reading;
    (text, Loaded { sources, origins, problems, ..Loaded::default() })
}
