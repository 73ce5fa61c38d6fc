//! `tavola train`: finds out how bots play a game best, and keeps that beside the game.

use super::print;
use super::simulate::processors;
use crate::failure::{CommandResult, Failure};
use crate::{interrupt, library, open, write};
use bots::{Notes, RECIPES, Recipe};
use lab::train::{self, Options};
use project::GamePath;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

/// Find out how bots play a game best, and keep that beside the game
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  tavola train games/breakthrough --seconds 600\n  \
    tavola train games/hex --option size=7 --out hex-7.json\n  \
    tavola train games/reversi --recipe backup --seconds 300\n\n\
    Where two play against each other, something is hidden and there are few decisions that players can tell apart, as in \
    Leduc hold'em, an equilibrium is looked for, and bots draw their moves from it. Elsewhere \
    bots play each other, and what is counted in the positions is fitted to how the matches end. Then the recipes that \
    fit the game play against the usual one, first with equal numbers of simulations and in the final for equal \
    times; the best one is taken only where it surely wins the final (95 %). What is found goes into `bot.json` beside the \
    game and holds for these rules, options and number of players; others that stand there stay. Ctrl-C ends it with what is \
    known so far.")]
pub(crate) struct Arguments {
    /// A game file, a folder that holds one game, or the name of a game of the library
    #[arg(value_parser = library::game())]
    file: GamePath,
    /// How long all takes together
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// All processors unless said
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The number of players; the fewest unless said
    #[arg(long, value_name = "N")]
    players: Option<u32>,
    /// Compare this recipe alone with the usual one; all that fit the game unless said
    #[arg(long, value_name = "NAME", value_parser = recipe)]
    recipe: Option<&'static Recipe>,
    /// Write to this file instead of the one beside the game
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    chosen: open::Chosen,
}

pub(crate) fn run(arguments: &Arguments) -> CommandResult {
    let game = open::with_named_rules(&arguments.file, &arguments.chosen.choices())?;
    let players = open::players(&game, arguments.players)?;
    let beside = || {
        let notes = project::notes_file(library::writable(&arguments.file)?);
        notes.ok_or_else(|| Failure::usage(format!("`{}` names no game", arguments.file)))
    };
    let out = arguments.out.clone().map_or_else(beside, Ok)?;
    // Before all the work, not after it.
    let mut notes = read(&out)?;
    let options = Options {
        players,
        time: Duration::from_secs(arguments.seconds),
        seed: arguments.seed,
        threads: arguments.threads.map_or_else(processors, usize::from),
        recipe: arguments.recipe,
    };
    let asked = interrupt::asked()?;
    let tell = |line: &str| tell!("{line}");
    let note = train::train(&game, &options, &tell, &|| !asked.load(SeqCst));
    let how = note.how.clone();
    notes.put(note);
    let text = serde_json::to_string_pretty(&notes).map_err(Failure::usage)?;
    keep(&out, &format!("{text}\n"))
        .map_err(|error| Failure::usage(format!("`{}` cannot be written: {error}", out.display())))?;
    Ok(print(&format!("{how}\nwritten to {}\n", out.display()))?)
}

fn recipe(name: &str) -> Result<&'static Recipe, String> {
    let may_be_better = |recipe: &Recipe| !recipe.is_flat && recipe.name != Recipe::USUAL.name;
    let all =
        RECIPES.iter().filter(|recipe| may_be_better(recipe)).map(|recipe| format!("`{}`", recipe.name));
    let all = all.collect::<Vec<_>>().join(", ");
    match Recipe::named(name) {
        Some(recipe) if may_be_better(recipe) => Ok(recipe),
        Some(_) => Err(format!("`{name}` is what others are compared with; there are {all}")),
        None => Err(format!("no recipe is called `{name}`; there are {all}")),
    }
}

/// What stands there already.
fn read(path: &Path) -> Result<Notes, Failure> {
    match project::read_text(path, project::MAX_BYTES) {
        Ok(text) => serde_json::from_str(&text).map_err(|error| {
            Failure::usage(format!("`{}` is not what training writes: {error}", path.display()))
        }),
        Err(project::ReadError::Missing) => Ok(Notes::default()),
        Err(error) => Err(Failure::usage(error.message(&path.display().to_string()))),
    }
}

fn keep(path: &Path, text: &str) -> io::Result<()> {
    if path.exists() {
        return write::rewrite(path, text);
    }
    write::create([path.to_path_buf()].into_iter(), text, write::Access::Usual).map(drop)
}
