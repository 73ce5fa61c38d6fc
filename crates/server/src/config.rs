//! What a host chooses about a server, and how much strangers may ask of it. Plain data.

use crate::thinking::Thinking;
use project::Carried;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use store::Retention;
use store::sqlite::Durability;
use table::Millis;

#[derive(Clone, Debug)]
pub struct Config {
    /// Where games lie.
    pub folders: Vec<PathBuf>,
    /// Games that the program carries, which are there, too.
    pub carried: Carried,
    /// The database.
    pub db: PathBuf,
    /// Where to listen; port 0 is any free one.
    pub address: SocketAddr,
    /// How the server is called from outside, without a slash at the end, where a proxy stands before it.
    pub public_url: Option<String>,
    /// Whose word counts about the address that a request comes from.
    pub trusted: Vec<crate::peer::Network>,
    pub durability: Durability,
    /// A folder with a built client for browsers, instead of the one that the program was built with.
    pub client: Option<PathBuf>,
    /// How long matches are kept.
    pub retention: Retention,
    /// A folder that gets a copy of the database each day.
    pub backup: Option<PathBuf>,
    pub quotas: Quotas,
}

/// How much is taken from one address, one socket and all together, and how long what may take.
#[derive(Clone, Debug)]
pub struct Quotas {
    pub connections: usize,
    pub connections_of_address: usize,
    /// To send the head of a request.
    pub head: Duration,
    /// To send its body.
    pub body: Duration,
    /// To say hello over a socket.
    pub hello: Duration,
    /// A socket over which nothing comes for so long is closed.
    pub silence: Duration,
    /// A socket that takes nothing for so long is closed.
    pub stalled: Duration,
    pub requests: Rate,
    pub new_matches: Rate,
    /// Of the whole server.
    pub all_new_matches: Rate,
    /// Matches that nobody has begun, in all and of one address.
    pub drafts: usize,
    pub drafts_of_address: usize,
    /// For so long one is kept without a socket.
    pub draft_unattended: Duration,
    /// Wrong codes of invites and wrong tokens.
    pub guesses: Rate,
    pub messages: Rate,
    pub chat: Rate,
    /// Questions what may follow, why not, and what was before.
    pub look_ups: Rate,
    /// What waits for a socket; beyond that it is thrown away, and how it stands is told anew.
    pub outbox_messages: usize,
    pub outbox_bytes: usize,
    /// So many requests and messages wait for a thread that runs matches.
    pub waiting: usize,
    /// How much bots may think.
    pub thinking: Thinking,
    /// How long after its question a bot answers.
    pub bot_pause: Duration,
    /// Threads that run matches.
    pub shards: usize,
    /// Bytes that are held back on the disk and given up when it is full.
    pub ballast: u64,
}

/// So many a second over a long time, and so many at once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    pub per_second: f64,
    pub burst: f64,
}

impl Rate {
    pub const fn new(per_second: f64, burst: f64) -> Rate {
        Rate { per_second, burst }
    }

    pub(crate) fn times(self, n: f64) -> Rate {
        Rate { per_second: self.per_second * n, burst: self.burst * n }
    }

    /// In so many seconds there is one more, a minute at most.
    pub(crate) fn wait(self) -> u32 {
        const MAX_WAIT: f64 = 60.0;
        (1.0 / self.per_second).ceil().clamp(1.0, MAX_WAIT) as u32
    }
}

impl Quotas {
    /// The same without bounds that anybody meets on how often something is asked.
    #[must_use]
    pub fn unlimited(self) -> Quotas {
        let much = Rate::new(10_000.0, 10_000.0);
        Quotas {
            requests: much,
            new_matches: much,
            all_new_matches: much,
            drafts_of_address: self.drafts,
            guesses: much,
            messages: much,
            chat: much,
            look_ups: much,
            thinking: Thinking { of_match: much, of_address: much, of_all: much },
            ..self
        }
    }
}

impl Default for Quotas {
    fn default() -> Quotas {
        Quotas {
            connections: 10_000,
            connections_of_address: 64,
            head: Duration::from_secs(5),
            body: Duration::from_secs(10),
            hello: Duration::from_secs(5),
            silence: Duration::from_secs(15),
            stalled: Duration::from_secs(10),
            requests: Rate::new(20.0, 120.0),
            new_matches: Rate::new(0.1, 20.0),
            all_new_matches: Rate::new(50.0, 100.0),
            drafts: 4096,
            drafts_of_address: 32,
            draft_unattended: Duration::from_secs(5 * 60),
            guesses: Rate::new(1.0 / 6.0, 10.0),
            messages: Rate::new(10.0, 40.0),
            chat: Rate::new(0.5, 5.0),
            look_ups: Rate::new(2.0, 8.0),
            outbox_messages: 64,
            outbox_bytes: 256 * 1024,
            waiting: 1024,
            thinking: Thinking {
                of_match: Rate::new(0.5, 20.0),
                of_address: Rate::new(0.5, 30.0),
                of_all: Rate::new(0.8, 60.0),
            },
            bot_pause: Duration::from_millis(600),
            shards: std::thread::available_parallelism().map_or(2, usize::from),
            ballast: 64 << 20,
        }
    }
}

/// What the rules of a match may spend on a server, far less than at one's own terminal: somebody else waits.
pub(crate) const RULES: engine::Limits = engine::Limits { fuel: 1_000_000, words: 1 << 18, depth: 1_000 };

/// The time since 1970.
pub(crate) fn now() -> Millis {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as Millis
}
