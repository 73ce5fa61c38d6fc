//! A real server on this machine, and clients that play, come back, guess, flood and misbehave.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod client;
mod hostile;
mod pages;
mod play;
mod tokens;
mod worlds;

use server::{Config, Durability, Quotas, Rate, Server};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// So much that no test meets it by chance.
fn generous() -> Quotas {
    let much = Rate::new(10_000.0, 10_000.0);
    Quotas {
        requests: much,
        new_matches: much,
        all_new_matches: much,
        guesses: much,
        messages: much,
        chat: much,
        look_ups: much,
        bot_pause: Duration::from_millis(5),
        silence: Duration::from_secs(120),
        hello: Duration::from_secs(60),
        shards: 2,
        ballast: 0,
        ..Quotas::default()
    }
}

fn games() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

/// A server with a database of its own, or one that was there.
struct House {
    folder: TempDir,
    server: Option<Server>,
}

impl House {
    fn new(quotas: Quotas) -> House {
        let folder = tempfile::tempdir().unwrap();
        let mut house = House { folder, server: None };
        house.start(quotas);
        house
    }

    /// With a database in which something stands already.
    fn with(fill: impl FnOnce(&Path)) -> House {
        let folder = tempfile::tempdir().unwrap();
        fill(&folder.path().join("matches.db"));
        let mut house = House { folder, server: None };
        house.start(generous());
        house
    }

    fn start(&mut self, quotas: Quotas) {
        self.server = None;
        let config = Config {
            folders: vec![games()],
            db: self.folder.path().join("matches.db"),
            address: "127.0.0.1:0".parse().unwrap(),
            public_url: None,
            trusted: Vec::new(),
            durability: Durability::Process,
            client: None,
            quotas,
        };
        self.server = Some(Server::start(config).unwrap());
    }

    fn address(&self) -> SocketAddr {
        self.server.as_ref().unwrap().address()
    }
}
