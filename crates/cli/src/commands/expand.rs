//! `tavola expand`: the TGDL that a file means.

use super::print_source;
use crate::failure::{CommandResult, Failure};
use crate::{library, problems};
use project::GamePath;

/// Print the TGDL that a file means, which is a game of its own
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  tavola expand mygame.cge\n  tavola expand mygame.cge > mygame.tgdl\n\n\
    Exit code: 0 when printed, 1 where the file has errors.")]
pub(crate) struct Arguments {
    /// A game file, a folder that holds one game, or the name of a game of the library
    #[arg(value_parser = library::game())]
    file: GamePath,
}

pub(crate) fn run(arguments: &Arguments) -> CommandResult {
    let (text, loaded) = project::expand(&arguments.file);
    problems::print(&loaded.problems, &loaded.sources);
    match text {
        Some(text) => Ok(print_source(&text)?),
        None => {
            tell!("{}", problems::summary(&loaded.problems));
            Err(Failure::Problems)
        }
    }
}
