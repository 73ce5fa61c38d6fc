//! A real server on this machine, and clients that play, come back, guess, flood and misbehave.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod advice;
mod ahead;
mod client;
mod described;
mod drafts;
#[path = "../shared/draw.rs"]
mod draw;
mod hostile;
mod hostile_cases;
mod library;
mod pages;
mod play;
mod playing_on;
mod schema;
mod takeover;
mod tokens;
mod worlds;

use server::{Config, Durability, Quotas, Retention, Server};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// So much that no test meets it by chance.
fn generous() -> Quotas {
    Quotas {
        bot_pause: Duration::from_millis(5),
        silence: Duration::from_secs(120),
        hello: Duration::from_secs(60),
        shards: 2,
        ballast: 0,
        ..Quotas::default().unlimited()
    }
}

fn games() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

/// A server with a database of its own, or one that was there.
struct House {
    folder: TempDir,
    server: Option<Server>,
    /// What differs from what most tests want.
    change: fn(&mut Config),
}

impl House {
    fn new(quotas: Quotas) -> House {
        let mut house = House { folder: tempfile::tempdir().unwrap(), server: None, change: |_| () };
        house.start(quotas);
        house
    }

    /// With files beside the database, and a configuration that names them.
    fn furnished(files: &[(&str, &str)], change: fn(&mut Config)) -> House {
        let mut house = House { folder: tempfile::tempdir().unwrap(), server: None, change };
        for (name, text) in files {
            let path = house.folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        house.start(generous());
        house
    }

    /// With a database in which something stands already.
    fn with(fill: impl FnOnce(&Path)) -> House {
        let folder = tempfile::tempdir().unwrap();
        fill(&folder.path().join("matches.db"));
        let mut house = House { folder, server: None, change: |_| () };
        house.start(generous());
        house
    }

    fn start(&mut self, quotas: Quotas) {
        self.server = None;
        self.server = Some(Server::start(self.config(quotas)).unwrap());
    }

    fn config(&self, quotas: Quotas) -> Config {
        let mut config = Config {
            folders: vec![games()],
            carried: project::Carried::default(),
            db: self.folder.path().join("matches.db"),
            address: "127.0.0.1:0".parse().unwrap(),
            public_url: None,
            trusted: Vec::new(),
            durability: Durability::Process,
            client: None,
            retention: Retention::default(),
            backup: None,
            quotas,
        };
        (self.change)(&mut config);
        config
    }

    fn address(&self) -> SocketAddr {
        self.server.as_ref().unwrap().address()
    }
}
