//! Starting a server, and stopping it so that nothing is lost.

use crate::accept::Sockets;
use crate::app::App;
use crate::bots::Bots;
use crate::client::Client;
use crate::config::{Config, now};
use crate::hub::Hub;
use crate::library::{Entry, Library};
use crate::metrics::Metrics;
use crate::rate::{Bucket, Buckets};
use crate::replays::Replays;
use crate::repository::Repository;
use crate::shard::{Job, Shard};
use crate::takeover::{self, Door};
use crate::{accept, bots, keeper};
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use store::sqlite::{OpenError, Options, SqliteStore};
use store::{BUCKETS, Millis, ProcessId, State, Stop, Store as _};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::watch;
use wire::ByeWhy;

/// The only process that has the database: a lock on the file sees to that.
const OWN: ProcessId = ProcessId(1);

/// For how long the buckets are its own.
const LEASE: Millis = 10 * 365 * 24 * 60 * 60 * 1000;

/// What was sent last gets so long to go out.
const FAREWELL: Duration = Duration::from_secs(2);

/// How often it is looked whether matches can still be kept, and whether another process takes over.
const LOOK: Duration = Duration::from_millis(50);

/// So long the server that was taken over has to store what it answered and to let go of the database.
const HANDING_ON: Duration = Duration::from_secs(20);

/// When whoever played comes back, in milliseconds: after a start somebody else must make, or where somebody listens
/// already.
const AFTER_RESTART: u32 = 1_000;
const AFTER_TAKEOVER: u32 = 200;

/// A server that runs.
#[derive(Debug)]
pub struct Server {
    app: Arc<App>,
    address: SocketAddr,
    runtime: Option<Runtime>,
    threads: Vec<JoinHandle<()>>,
    stopping: watch::Sender<bool>,
    /// Nothing is said; what runs beside the matches ends when this is gone.
    keeping: Option<Sender<()>>,
    /// Another process has the listening socket.
    is_handed_on: Arc<AtomicBool>,
    /// Why no other process can take over.
    no_takeover: Option<io::Error>,
}

/// Where the listening socket comes from.
enum Socket {
    New,
    Given(std::net::TcpListener),
    /// From the server that runs with this database, if one does.
    Running,
}

/// Why a server stopped by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// It was asked to.
    Asked,
    /// Another process has its socket and waits for its database.
    HandedOn,
    /// Nobody knows any more what is on the disk; another start finds out.
    Storage(String),
}

/// Why a server did not start; in words for its host.
#[derive(Debug)]
pub enum StartError {
    Database(OpenError),
    Store(store::Failure),
    Io(io::Error),
    /// A server runs, and does not give its socket.
    Takeover(io::Error),
    /// There is no client to be served, or it cannot be read.
    Client(io::Error),
    /// Whoever is not on this machine would send tokens in the open.
    Open(String),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Database(error) => error.fmt(f),
            StartError::Store(failure) => failure.fmt(f),
            StartError::Io(error) => write!(f, "the server cannot listen: {error}"),
            StartError::Takeover(error) => write!(f, "the server that runs cannot be taken over: {error}"),
            StartError::Client(error) => write!(f, "the client for browsers cannot be read: {error}"),
            StartError::Open(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for StartError {}

impl From<io::Error> for StartError {
    fn from(error: io::Error) -> StartError {
        StartError::Io(error)
    }
}

/// How the server is called in links, and what requests may call it.
fn names(config: &Config, address: SocketAddr) -> Result<(String, Vec<String>), StartError> {
    let port = address.port();
    let mut hosts = vec![address.to_string(), format!("localhost:{port}"), format!("127.0.0.1:{port}")];
    let Some(url) = &config.public_url else {
        if address.ip().is_loopback() {
            return Ok((format!("http://{address}"), hosts));
        }
        let why = "an address that others reach needs --public-url https://... and a proxy for it";
        return Err(StartError::Open(why.to_owned()));
    };
    let host = url.strip_prefix("https://").filter(|host| !host.is_empty() && !host.contains('/'));
    let host = host.ok_or_else(|| {
        StartError::Open(format!("`{url}` is no public URL: write https://name, without a path"))
    })?;
    hosts.push(host.to_owned());
    Ok((url.clone(), hosts))
}

/// Compiles the games of which lists know nothing yet, one after the other, in a thread of its own, as long as there is a
/// server.
pub(crate) fn read_games(app: &App) {
    let is_known = |(_, entry): (&str, &Entry)| entry.known_facts().is_some();
    if app.library.all().all(is_known) || app.is_reading_games.swap(true, SeqCst) {
        return;
    }
    let own = app.own.clone();
    let read = move || {
        for n in 0.. {
            let Some(app) = own.upgrade().filter(|app| !app.is_stopping()) else { return };
            let Some((_, entry)) = app.library.all().nth(n) else { break };
            entry.look();
        }
        if let Some(app) = own.upgrade() {
            app.is_reading_games.store(false, SeqCst);
        }
    };
    if std::thread::Builder::new().name("games".to_owned()).spawn(read).is_err() {
        // Whoever asks next tries again.
        app.is_reading_games.store(false, SeqCst);
    }
}

/// Opens the database, waiting so long for the process that has it.
fn open_store(db: &Path, options: &Options, patience: Duration) -> Result<SqliteStore, OpenError> {
    let until = Instant::now() + patience;
    loop {
        match SqliteStore::open(db, options.clone()) {
            Err(OpenError::InUse) if Instant::now() < until => std::thread::sleep(Duration::from_millis(5)),
            opened => return opened,
        }
    }
}

/// Until the server stops, or another process has its socket.
async fn hand_on(
    door: Door,
    socket: std::net::TcpListener,
    is_handed_on: Arc<AtomicBool>,
    mut stopped: watch::Receiver<bool>,
) {
    tokio::select! {
        () = door.hand_on(socket) => is_handed_on.store(true, SeqCst),
        _ = stopped.changed() => {}
    }
}

impl Server {
    /// Opens the database, goes on with every match in it, and listens.
    pub fn start(config: Config) -> Result<Server, StartError> {
        Server::begin(config, Socket::New)
    }

    /// As [`Server::start`], on a socket that listens already; the address in `config` is not used.
    pub fn start_on(config: Config, socket: std::net::TcpListener) -> Result<Server, StartError> {
        Server::begin(config, Socket::Given(socket))
    }

    /// As [`Server::start`], in the place of the server that runs with this database: it hands on the socket that it
    /// listens on, stores what it answered and ends, and whoever connects in between waits. Where none runs, as
    /// [`Server::start`].
    pub fn take_over(config: Config) -> Result<Server, StartError> {
        Server::begin(config, Socket::Running)
    }

    fn begin(config: Config, socket: Socket) -> Result<Server, StartError> {
        let options =
            Options { durability: config.durability, ballast: config.quotas.ballast, ..Options::default() };
        let client = match &config.client {
            Some(folder) => Client::read(folder).map(Some),
            None => Client::built(),
        };
        let client = client.map_err(StartError::Client)?;
        let library = Library::find(&config.folders, config.carried);
        // From here on those who connect wait.
        let (socket, patience) = match socket {
            Socket::New => (None, Duration::ZERO),
            Socket::Given(socket) => (Some(socket), Duration::ZERO),
            Socket::Running => (takeover::ask(&config.db).map_err(StartError::Takeover)?, HANDING_ON),
        };
        let store = open_store(&config.db, &options, patience).map_err(StartError::Database)?;
        let leases = store.lease(0..BUCKETS, OWN, LEASE).map_err(StartError::Store)?;
        let clocks = store.due(Millis::MAX).map_err(StartError::Store)?;
        let outages = store.begin_service().map_err(StartError::Store)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(config.quotas.shards.max(1))
            .enable_all()
            .build()?;
        let listener = match socket {
            None => runtime.block_on(TcpListener::bind(config.address))?.into_std()?,
            Some(socket) => socket,
        };
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let (url, hosts) = names(&config, address)?;
        let (hub, inboxes) = Hub::new(config.quotas.shards, config.quotas.waiting);
        let (bots, tasks) = Bots::new(config.quotas.thinking);
        let (handle, all_new) = (runtime.handle().clone(), config.quotas.all_new_matches);
        let metrics = Arc::<Metrics>::default();
        let store = Repository::new(store, &config.quotas, Arc::clone(&metrics));
        let app = Arc::new_cyclic(|own| App {
            library,
            client,
            store,
            epochs: leases.iter().map(|lease| lease.epoch).collect(),
            hub,
            bots,
            replays: Replays::new(),
            metrics,
            buckets: Mutex::new(Buckets::default()),
            all_new_matches: Mutex::new(Bucket::full(all_new, now())),
            sockets: Sockets::default(),
            outages,
            is_stopping: AtomicBool::new(false),
            is_reading_games: AtomicBool::new(false),
            url,
            hosts,
            runtime: handle.clone(),
            own: own.clone(),
            config,
        });
        let mut threads = Vec::new();
        for (number, (inbox, own)) in inboxes.into_iter().enumerate() {
            let shard = Shard::new(Arc::clone(&app), number, inbox, own);
            let clocks = clocks.iter().copied().filter(|(_, of)| app.hub.shard_of(*of) == number).collect();
            let thread = std::thread::Builder::new().name(format!("matches-{number}"));
            threads.push(thread.spawn(move || shard.run(clocks))?);
        }
        let weak = Arc::downgrade(&app);
        let thread = std::thread::Builder::new().name("bots".to_owned());
        thread.spawn(move || bots::run(&weak, &tasks, &handle))?;
        if app.client.is_some() {
            // The first page of the client asks for all of them.
            read_games(&app);
        }
        let (keeping, until) = channel();
        let weak = Arc::downgrade(&app);
        let thread = std::thread::Builder::new().name("keeper".to_owned());
        threads.push(thread.spawn(move || keeper::run(&weak, &until))?);
        let (stopping, stopped) = watch::channel(false);
        let is_handed_on = Arc::new(AtomicBool::new(false));
        let inside = runtime.enter();
        let no_takeover = match Door::open(&app.config.db) {
            Ok(door) => {
                let (copy, flag, stopped) =
                    (listener.try_clone()?, Arc::clone(&is_handed_on), stopped.clone());
                runtime.spawn(hand_on(door, copy, flag, stopped));
                None
            }
            Err(error) => Some(error),
        };
        runtime.spawn(accept::run(Arc::clone(&app), TcpListener::from_std(listener)?, stopped));
        drop(inside);
        let (runtime, keeping) = (Some(runtime), Some(keeping));
        Ok(Server { app, address, runtime, threads, stopping, keeping, is_handed_on, no_takeover })
    }

    /// Why another process cannot take over, which changes nothing else.
    pub fn no_takeover(&self) -> Option<&io::Error> {
        self.no_takeover.as_ref()
    }

    /// Why nobody can play at the moment; None where all is well.
    pub fn trouble(&self) -> Option<&'static str> {
        self.app.trouble()
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// How it is called in links.
    pub fn url(&self) -> &str {
        &self.app.url
    }

    /// How many games it has.
    pub fn games(&self) -> usize {
        self.app.library.all().count()
    }

    /// Waits until `asked` says so, another process takes over, or matches cannot be kept any more.
    pub fn wait(&self, asked: &AtomicBool) -> Ended {
        loop {
            if asked.load(SeqCst) {
                return Ended::Asked;
            }
            if self.is_handed_on.load(SeqCst) {
                return Ended::HandedOn;
            }
            if let State::Stopped(why @ (Stop::Disk(_) | Stop::Corrupt(_))) = self.app.store.state() {
                return Ended::Storage(why.to_string());
            }
            std::thread::sleep(LOOK);
        }
    }

    /// Takes nothing new, sends everybody away, and closes the database when all is in it.
    pub fn stop(mut self) {
        self.shut();
    }

    fn shut(&mut self) {
        let Some(runtime) = self.runtime.take() else { return };
        self.app.is_stopping.store(true, SeqCst);
        // Where nobody accepts any more there is nobody to be told.
        self.stopping.send(true).ok();
        self.keeping = None;
        let is_full = matches!(self.app.store.state(), State::Stopped(_));
        let why = if is_full { ByeWhy::Storage } else { ByeWhy::Restart };
        let retry = if self.is_handed_on.load(SeqCst) { AFTER_TAKEOVER } else { AFTER_RESTART };
        self.app.hub.send_to_all(|| Job::Stop { why, retry: Some(retry) });
        // A thread that has panicked has nothing to end any more.
        self.threads.drain(..).for_each(|thread| drop(thread.join()));
        let until = std::time::Instant::now() + FAREWELL;
        let sockets = || self.app.metrics.sockets.load(std::sync::atomic::Ordering::Relaxed);
        while sockets() > 0 && std::time::Instant::now() < until {
            std::thread::sleep(Duration::from_millis(10));
        }
        runtime.shutdown_timeout(FAREWELL);
        // Whoever drops the app last closes the database; it is to be closed when this returns.
        while Arc::strong_count(&self.app) > 1 && std::time::Instant::now() < until + FAREWELL {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shut();
    }
}
