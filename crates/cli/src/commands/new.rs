//! `tavola new`: a small complete game to start from.

use super::print;
use crate::failure::{CommandResult, Failure};
use crate::slug::slug;
use crate::write;
use std::io;
use std::path::Path;

/// The longest name of a game, in characters.
const MAX_LENGTH: usize = 80;

/// Make a folder with a small complete game to start from, with rule tests
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  tavola new \"Four Stones\"\n  tavola new mygames/duel --kind ccg\n\n\
    The folder is called like the game, in small letters; it must not be there yet. Folders before it\n    are made where they are missing.")]
pub(crate) struct Arguments {
    /// The name of the game; folders before it, with `/`, say where it goes
    name: String,
    /// What to begin with
    #[arg(long, value_enum, default_value = "board")]
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Kind {
    /// A board with pieces
    Board,
    /// A deck, open cards and hidden hands
    Cards,
    /// Dice that one rolls as often as one dares
    Dice,
    /// A game of tricks
    Tricks,
    /// A rule set of its own, with cards in statements
    Ccg,
}

impl Kind {
    /// What there is besides those.
    fn further(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Kind::Ccg => &[
                ("rules.tgdl", include_str!("../../templates/ccg/rules.tgdl")),
                ("cards.ccg", include_str!("../../templates/ccg/cards.ccg")),
            ],
            Kind::Board | Kind::Cards | Kind::Dice | Kind::Tricks => &[],
        }
    }

    /// Its game and its README.
    fn files(self) -> (&'static str, &'static str) {
        match self {
            Kind::Board => (
                include_str!("../../templates/board/game.tgdl"),
                include_str!("../../templates/board/README.md"),
            ),
            Kind::Cards => (
                include_str!("../../templates/cards/game.tgdl"),
                include_str!("../../templates/cards/README.md"),
            ),
            Kind::Dice => (
                include_str!("../../templates/dice/game.tgdl"),
                include_str!("../../templates/dice/README.md"),
            ),
            Kind::Tricks => (
                include_str!("../../templates/tricks/game.tgdl"),
                include_str!("../../templates/tricks/README.md"),
            ),
            Kind::Ccg => {
                (include_str!("../../templates/ccg/game.tgdl"), include_str!("../../templates/ccg/README.md"))
            }
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> CommandResult {
    let (parent, name) = match arguments.name.rsplit_once('/') {
        Some(("", name)) => (Path::new("/"), name),
        Some((parent, name)) => (Path::new(parent), name),
        None => (Path::new(""), arguments.name.as_str()),
    };
    let name = name.trim();
    check(name)?;
    let folder = parent.join(slug(name));
    let (game, readme) = arguments.kind.files();
    let (game, readme) = (game.replacen("NAME", &escaped(name), 1), readme.replacen("NAME", name, 1));
    let mut files = vec![("game.tgdl", game.as_str())];
    files.extend(arguments.kind.further());
    let named: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    let named = named.join(", ");
    files.push(("README.md", &readme));
    make(&folder, parent, &files)?;
    let shown = folder.display().to_string();
    let shown = if shown.contains(' ') { format!("\"{shown}\"") } else { shown };
    print(&format!(
        "made {shown} with {named} and README.md\nwrite it beside its table: tavola dev {shown}\nplay it: tavola play {shown}\ntest it: tavola test {shown}\n"
    ))?;
    Ok(())
}

fn check(name: &str) -> CommandResult {
    if name.is_empty() {
        return Err(Failure::usage("a game needs a name, such as `tavola new \"Four Stones\"`"));
    }
    if matches!(name, "." | "..") {
        return Err(Failure::usage(format!(
            "`{name}` is a folder and no name of a game; its folder is made by its name, as `tavola new \"Four Stones\"` does"
        )));
    }
    if name.chars().count() > MAX_LENGTH {
        return Err(Failure::usage(format!("a name may have at most {MAX_LENGTH} characters")));
    }
    if name.chars().any(char::is_control) {
        return Err(Failure::usage("a name is one line of text without control characters"));
    }
    if name.chars().any(base::turns) {
        return Err(Failure::usage("a name has no characters that change the direction of text"));
    }
    Ok(())
}

fn make(folder: &Path, parent: &Path, files: &[(&str, &str)]) -> CommandResult {
    let shown = folder.display();
    let unmade = |error: io::Error| Failure::File(format!("`{shown}` cannot be made: {error}"));
    if !parent.as_os_str().is_empty() {
        write::create_folders(parent).map_err(unmade)?;
    }
    match write::create_folder(folder, files) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(Failure::usage(format!("`{shown}` is there already; take another name")))
        }
        Err(error) => Err(unmade(error)),
    }
}

/// As it stands between quotes.
fn escaped(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if matches!(c, '"' | '\\' | '{' | '}') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
