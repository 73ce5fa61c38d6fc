//! The server under load: a process of its own, and what the system says that it used.

use crate::machine;
use server::{Config, Durability, Quotas, Rate, Retention, Server};
use std::collections::BTreeMap;
use std::error::Error;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// A server that runs until this is dropped.
pub(crate) struct Running {
    child: Child,
    pub(crate) address: SocketAddr,
    pub(crate) folder: TempDir,
}

/// The processor time that a process used, by the name of its threads.
pub(crate) struct Times(pub(crate) BTreeMap<String, Duration>);

impl Times {
    pub(crate) fn since(&self, before: &Times) -> Times {
        let spent = |(name, now): (&String, &Duration)| {
            (name.clone(), now.saturating_sub(before.0.get(name).copied().unwrap_or_default()))
        };
        Times(self.0.iter().map(spent).collect())
    }

    pub(crate) fn all(&self) -> Duration {
        self.0.values().sum()
    }
}

/// Nothing that is counted by address limits a load that comes from one.
fn quotas() -> Quotas {
    let unlimited = Quotas::default().unlimited();
    let much = Rate::new(1e9, 1e9);
    Quotas {
        connections: 100_000,
        connections_of_address: 100_000,
        messages: much,
        requests: much,
        silence: Duration::from_secs(3_600),
        ballast: 0,
        ..unlimited
    }
}

/// What the process does that is the server: it says where it listens, and stops when its input ends.
pub(crate) fn serve(db: &Path) -> Result<(), Box<dyn Error>> {
    let config = Config {
        folders: vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")],
        carried: project::Carried::default(),
        db: db.to_owned(),
        address: "127.0.0.1:0".parse()?,
        public_url: None,
        trusted: Vec::new(),
        durability: Durability::Power,
        client: None,
        retention: Retention::default(),
        backup: None,
        quotas: quotas(),
    };
    let server = Server::start(config)?;
    println!("{}", server.address());
    std::io::stdin().read_to_end(&mut Vec::new())?;
    server.stop();
    Ok(())
}

impl Running {
    pub(crate) fn start() -> Result<Running, Box<dyn Error>> {
        // The disk that is measured is the one that databases lie on, not a file system in memory.
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target");
        std::fs::create_dir_all(&beside)?;
        let folder = TempDir::new_in(beside)?;
        let mut child = Command::new(std::env::current_exe()?)
            .arg("serve")
            .arg(folder.path().join("matches.db"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut line)?;
        }
        let address = line.trim().parse().map_err(|_| "the server has not started")?;
        Ok(Running { child, address, folder })
    }

    pub(crate) fn times(&self) -> Result<Times, Box<dyn Error>> {
        Ok(Times(machine::thread_times(self.child.id())?))
    }

    /// How many files and sockets it has open.
    pub(crate) fn open_files(&self) -> Result<usize, Box<dyn Error>> {
        machine::open_files(self.child.id())
    }

    /// The memory that it holds, in bytes.
    pub(crate) fn resident(&self) -> Result<u64, Box<dyn Error>> {
        machine::resident(self.child.id())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        self.child.wait().ok();
    }
}
