//! `tavola vocabulary`: the words that the rules of a game offer to its cards.

use super::print_source;
use crate::failure::{CommandResult, Failure};
use crate::{library, problems};
use project::{GamePath, Meaning};

/// List the words that a file of cards may use
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  tavola vocabulary cards.ccg\n  tavola vocabulary mygame | grep -i fly\n  \
    tavola vocabulary mygame Flying\n\n\
    What is listed is what the rule set of the cards offers: types of cards, abilities, actions, targets,\n\
    requirements. The file itself may have mistakes. With a word it is told what the rules say of it.\n\n\
    Exit code: 0 when printed, 1 where the rules cannot be read, 2 where the file has no such words."
)]
pub(crate) struct Arguments {
    /// A file of cards, a folder that holds a game of cards, or the name of a game of the library
    #[arg(value_parser = library::game())]
    file: GamePath,
    /// Of these words this one alone, with what its author has written of it
    word: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> CommandResult {
    let (words, loaded) = match &arguments.word {
        None => project::vocabulary(&arguments.file),
        Some(word) => {
            let (found, loaded) = project::meanings(&arguments.file, word);
            if found.as_ref().is_some_and(Vec::is_empty) {
                let (file, word) = (&arguments.file, base::beginning(word, 60));
                return Err(Failure::usage(format!(
                    "nothing is called `{word}` there; `tavola vocabulary {file}` lists all words"
                )));
            }
            (found.map(|all| all.iter().map(told).collect::<Vec<_>>().join("\n")), loaded)
        }
    };
    match words {
        Some(words) if !words.is_empty() => Ok(print_source(&words)?),
        _ if !loaded.has_errors() => Err(Failure::usage(
            "no file of cards, which ends in `.ccg`, is in this game: only such files look up words in its rules",
        )),
        _ => {
            problems::print(&loaded.problems, &loaded.sources);
            tell!("{}", problems::summary(&loaded.problems));
            Err(Failure::Problems)
        }
    }
}

fn told(meaning: &Meaning) -> String {
    let comment = if meaning.comment.is_empty() { "nothing is written above it" } else { &meaning.comment };
    format!("{}\n  {comment}\n  {}\n", meaning.declared, meaning.place)
}
