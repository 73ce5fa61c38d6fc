//! `tavola dev`: a game beside its table while it is being written, in a browser on this machine.

use super::serve::open_browser;
use crate::failure::{CommandResult, Failure};
use crate::library;
use crate::open;
use crate::write::{self, Access};
use project::{GamePath, Request};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;
use workshop::{Beginning, Config, Page, Workshop, Writer};

/// Where it listens unless another port is named.
const PORT: u16 = 7879;

/// How often it is looked whether somebody wants it to stop.
const LOOK: Duration = Duration::from_millis(100);

/// The largest file of the page.
const MAX_FILE: u64 = 16 << 20;

/// Write a game beside its table in the browser: each save reloads the rules and makes the same choices again
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  tavola dev games/tic-tac-toe\n  tavola dev my-game/game.tgdl --seed 7 --players 3\n\n\
    A save that is broken shows its problems beside the last good table. Any editor will do: the files are watched. \
    The page listens on this machine alone, and opens with the address that is printed; Ctrl-C stops it."
)]
pub(crate) struct Arguments {
    /// A game file, or a folder that holds one game
    #[arg(value_parser = library::game())]
    file: GamePath,
    /// The port on this machine; 0 for any that is free
    #[arg(long, default_value_t = PORT)]
    port: u16,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of players; the fewest unless said
    #[arg(long, value_name = "N")]
    players: Option<u32>,
    #[command(flatten)]
    chosen: open::Chosen,
    /// A folder with a built client for browsers, instead of the one in this program
    #[arg(long, value_name = "DIR")]
    client: Option<PathBuf>,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
}

struct Disk;

impl Writer for Disk {
    fn write(&self, path: &Path, text: &str, is_new: bool) -> io::Result<()> {
        match is_new {
            true => write::create([path.to_path_buf()].into_iter(), text, Access::Usual).map(drop),
            false => write::rewrite(path, text),
        }
    }
}

pub(crate) fn run(arguments: Arguments) -> CommandResult {
    let Arguments { file, port, seed, players, chosen, client, open } = arguments;
    // Whoever names a link means what is behind it.
    let missing =
        |_| Failure::usage(format!("there is no file or folder `{file}`; `tavola new NAME` begins a game"));
    let path = library::writable(&file)?.canonicalize().map_err(missing)?;
    // The whole path of `.` says more than the point.
    let is_point = Path::new(&file.to_string()).file_name().is_none();
    let shown = if is_point { path.display().to_string() } else { file.to_string() };
    let page = page(client)?;
    let asked = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&asked);
    ctrlc::set_handler(move || flag.store(true, SeqCst)).map_err(Failure::usage)?;
    let beginning = Beginning { seed, players, options: chosen.choices() };
    check(&path, &beginning)?;
    let config = Config { path, beginning, port, page, writer: Box::new(Disk) };
    let workshop = Workshop::start(config).map_err(Failure::usage)?;
    super::print(&format!("{}\n{shown}; Ctrl-C stops it\n", workshop.url()))?;
    if open {
        open_browser(workshop.url());
    }
    while !asked.load(SeqCst) {
        std::thread::sleep(LOOK);
    }
    Ok(())
}

/// Refuses what the game as it stands cannot be played with; of one that has mistakes nothing is known yet.
fn check(path: &Path, beginning: &Beginning) -> CommandResult {
    let loaded = project::open(Request::new(path).choices(&beginning.options).without_tests())?;
    match (&loaded.game, beginning.players) {
        (Some(game), Some(players)) => game.check_players(players).map(drop).map_err(Failure::usage),
        _ => Ok(()),
    }
}

/// The first page.
const PAGE: &str = "dev.html";

/// The client that is named, or the one in the program; without either that which was built beside the sources.
fn page(named: Option<PathBuf>) -> Result<Page, Failure> {
    if named.is_none() && server::built(PAGE).is_some() {
        return Ok(Arc::new(|path| Some((server::media_type(path), server::built(path)?.to_vec()))));
    }
    let client = named.unwrap_or_else(|| PathBuf::from("client/dist"));
    if !client.join(PAGE).is_file() {
        let why = format!(
            "`{}` holds no built client; run `npm run build` in `client`, or name another with --client",
            client.display()
        );
        return Err(Failure::usage(why));
    }
    Ok(folder(client))
}

/// The files of a built client.
fn folder(client: PathBuf) -> Page {
    Arc::new(move |path| {
        let is_plain =
            path.split('/').all(|piece| !piece.starts_with('.') && !piece.contains(['\\', ':', '%', '\0']));
        let file = client.join(path).canonicalize().ok().filter(|_| is_plain)?;
        let is_inside = file.starts_with(client.canonicalize().ok()?) && file.is_file();
        if !is_inside || file.metadata().ok()?.len() > MAX_FILE {
            return None;
        }
        Some((server::media_type(path), std::fs::read(&file).ok()?))
    })
}
