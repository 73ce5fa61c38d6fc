//! `tavola words`: what of a game has no translation yet.

use super::print_source;
use crate::failure::{CommandResult, Failure};
use crate::{library, problems};
use project::GamePath;

/// List the names and texts of a game that have no translation
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  tavola words mygame it                      what has no Italian words yet\n  \
    tavola words mygame it > mygame/italian.tgdl\n\n\
    What is printed is a look in which translations are to be filled in.\n\n\
    Exit code: 0 when printed, 1 where the game has errors, 2 for a wrong call."
)]
pub(crate) struct Arguments {
    /// A game file, a folder that holds one game, or the name of a game of the library
    #[arg(value_parser = library::game())]
    file: GamePath,
    /// The language, by two or three letters
    language: String,
    /// List the words of the library `std/`, too
    #[arg(long)]
    all: bool,
}

pub(crate) fn run(arguments: &Arguments) -> CommandResult {
    let Arguments { file, language, all } = arguments;
    if !language::about::is_language(language) {
        return Err(Failure::usage(format!(
            "`{language}` is no language: two or three letters name one, `it`"
        )));
    }
    let (words, loaded) = match all {
        true => project::untranslated(file, language),
        false => project::untranslated_of_game(file, language),
    };
    let errors: Vec<_> = loaded.problems.iter().filter(|problem| problem.is_error()).cloned().collect();
    problems::print(&errors, &loaded.sources);
    match words {
        Some(words) if words.is_empty() => {
            let whose = if *all { "" } else { " of the game's own files" };
            tell!("all names and texts{whose} have words in `{language}`");
            Ok(())
        }
        Some(words) => Ok(print_source(&words)?),
        None => {
            tell!("{}", problems::summary(&errors));
            Err(Failure::Problems)
        }
    }
}
