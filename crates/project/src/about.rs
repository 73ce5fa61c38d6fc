//! What games say of themselves, for lists of games: it is read without checking anything. It does not know what it
//! says.

use crate::modules;
use crate::request::Source;
use base::{Origins, Problem};
use language::about::{About, GAME};
use language::tree::{Item, Module};

/// What the game of a file says of itself, in that file and in `look.tgdl` beside it; nothing where it cannot be read.
pub fn about<'a>(source: impl Into<Source<'a>>) -> About {
    let Ok(reading) = source.into().read(modules::read_with_look) else { return About::default() };
    reading.modules.all.iter().fold(About::default(), |below, module| About::of(module).over(below))
}

/// An error for each `look game` that lists of games would not find: outside of the main file and of the module `look`.
pub(crate) fn elsewhere(modules: &[Module], look: Option<usize>, origins: &Origins) -> Vec<Problem> {
    let others = modules.iter().enumerate().skip(1).filter(|(m, _)| Some(*m) != look);
    let looks = others.flat_map(|(_, module)| &module.items).filter_map(|item| match item {
        Item::Look(look) if look.target.text == GAME => Some(look.target.id),
        _ => None,
    });
    let problem = |at| {
        let message =
            "what a game says of itself stands in its main file, or in `look.tgdl` beside `game.tgdl`";
        Problem::error("look-elsewhere", origins.span(at), message)
            .hint("move it there, where lists of games find it")
    };
    looks.map(problem).collect()
}
