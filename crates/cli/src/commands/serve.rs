//! `tavola serve`: matches over the network, in a browser.

use super::counted;
use crate::failure::{CommandResult, Failure};
use crate::library::{self, Library};
use crate::write;
use listenfd::ListenFd;
use project::Carried;
use server::{Config, Durability, Ended, Network, Quotas, Retention, Server};
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

/// Where it listens unless another port is named.
const PORT: u16 = 7878;

/// Let people play in the browser, here or behind a proxy: matches are kept until they are over, whatever happens
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  tavola serve\n  tavola serve my-games --port 0\n  \
    tavola serve --public-url https://games.example --trust-proxy 127.0.0.1\n\n\
    Without DIR, the games in ./games, or else in the folder games beside this program, or else those inside it. Ctrl-C stops it; the next start goes on with every match.")]
pub(crate) struct Arguments {
    /// Folders with games
    folders: Vec<PathBuf>,
    /// The database of matches; where the system keeps data of programs, unless said
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// The port on this machine; 0 for any that is free
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// How others reach the server: https://name, where a proxy hands requests on
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// A proxy whose word counts about where a request comes from: an address, or a network such as 10.0.0.0/8
    #[arg(long, value_name = "NET")]
    trust_proxy: Vec<Network>,
    /// What a move survives that was answered: loss of power, or only the end of the process
    #[arg(long, value_enum, default_value_t = Survives::Power)]
    durability: Survives,
    /// A folder with a built client for browsers, instead of the one in this program
    #[arg(long, value_name = "DIR")]
    client: Option<PathBuf>,
    /// A folder that gets a copy of the database each day; the last seven are kept
    #[arg(long, value_name = "DIR")]
    backup: Option<PathBuf>,
    /// Take the place of the server that runs with this database, without refusing anybody: it hands its port on,
    /// stores what it answered and ends
    #[arg(long)]
    takeover: bool,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// How long bots wait before they answer, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 600)]
    bot_pause: u64,
    /// Take requests and new matches as often as they come: for tests on one machine
    #[arg(long)]
    unlimited: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Survives {
    Power,
    Process,
}

pub(crate) fn run(arguments: &Arguments) -> CommandResult {
    let asked = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&asked);
    ctrlc::set_handler(move || flag.store(true, SeqCst)).map_err(Failure::usage)?;
    let Library { folders, carried } = match &arguments.folders[..] {
        [] => library::usual(),
        folders => Library { folders: folders.to_vec(), carried: Carried::default() },
    };
    if let Some(missing) = folders.iter().find(|folder| !folder.exists()) {
        return Err(Failure::usage(format!("there is no folder `{}`", missing.display())));
    }
    if let Some(missing) = arguments.backup.as_ref().filter(|folder| !folder.is_dir()) {
        return Err(Failure::usage(format!("there is no folder `{}` for copies", missing.display())));
    }
    let db = match &arguments.db {
        Some(db) => db.clone(),
        None => usual_place()?,
    };
    let (durability, warning) = match arguments.durability {
        Survives::Power => (Durability::Power, ""),
        Survives::Process => (Durability::Process, "; a loss of power may take the last second of moves"),
    };
    let config = Config {
        folders,
        carried,
        db: db.clone(),
        address: SocketAddr::from((Ipv4Addr::LOCALHOST, arguments.port)),
        public_url: arguments.public_url.clone(),
        trusted: arguments.trust_proxy.clone(),
        durability,
        client: arguments.client.clone(),
        retention: Retention::default(),
        backup: arguments.backup.clone(),
        quotas: quotas(arguments),
    };
    let server = start(config, arguments.takeover)?;
    if server.games() == 0 {
        tell!("there are no games in these folders");
    }
    // Others read this line to learn the port.
    let told = writeln!(io::stdout(), "Tavola plays at {}", server.url());
    if let Err(error) = told.and_then(|()| io::stdout().flush()) {
        server.stop();
        return Err(Failure::from(error));
    }
    let games = counted(server.games() as u64, "game", "games");
    tell!("{games}, matches in {}{warning}; Ctrl-C stops it", db.display());
    if let Some(trouble) = server.trouble() {
        tell!("nobody can play for now: {trouble}");
    }
    if let Some(error) = server.no_takeover() {
        tell!("no other process can take over from this one: {error}");
    }
    if arguments.open {
        open_browser(server.url());
    }
    let ended = server.wait(&asked);
    server.stop();
    match ended {
        Ended::Asked => Ok(()),
        Ended::HandedOn => {
            tell!("another process goes on");
            Ok(())
        }
        Ended::Storage(why) => Err(Failure::Storage(why)),
    }
}

/// On the socket that whoever started the program gives it, as systemd does with `LISTEN_FDS`, or on a port.
fn start(config: Config, is_takeover: bool) -> Result<Server, Failure> {
    let given = ListenFd::from_env().take_tcp_listener(0).map_err(Failure::usage)?;
    let started = match given {
        Some(socket) => Server::start_on(config, socket),
        None if is_takeover => Server::take_over(config),
        None => Server::start(config),
    };
    started.map_err(|error| Failure::File(error.to_string()))
}

fn quotas(arguments: &Arguments) -> Quotas {
    let usual = Quotas { bot_pause: Duration::from_millis(arguments.bot_pause), ..Quotas::default() };
    if arguments.unlimited { usual.unlimited() } else { usual }
}

/// The file in the folder that the system has for data of programs.
fn usual_place() -> Result<PathBuf, Failure> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let local = || absolute("LOCALAPPDATA");
    let home = || Some(absolute("HOME")?.join(".local/share"));
    let folder = absolute("XDG_DATA_HOME").or_else(home).or_else(local).map(|folder| folder.join("tavola"));
    let folder =
        folder.ok_or_else(|| Failure::usage("nothing says where data belongs; name a file with --db"))?;
    write::create_folders(&folder).map_err(|error| Failure::unwritten(&folder, &error))?;
    Ok(folder.join("matches.db"))
}

/// Shows a page, where something is there that can.
pub(super) fn open_browser(url: &str) {
    let programs: &[&str] =
        if cfg!(target_os = "macos") { &["open"] } else { &["xdg-open", "sensible-browser"] };
    let is_opened = programs.iter().any(|program| {
        let mut command = Command::new(program);
        command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
    });
    if !is_opened {
        tell!("open {url} in a browser");
    }
}
