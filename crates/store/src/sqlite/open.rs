//! Opening a database: what is refused, how connections are set up, and which threads begin.

use super::files::{self, Ballast, Lock};
use super::options::{Durability, Options, Point};
use super::state::{Check, Shared};
use super::writer::{self, Writer};
use super::{SqliteStore, Threads, checkpoint, schema};
use crate::store::{Failure, State, Stop};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The first version in which two connections that checkpoint do not lose commits
/// (<https://sqlite.org/wal.html#walresetbug>).
const OLDEST: i32 = 3_051_003;

/// How long a write waits for another process that writes, such as an operator's shell.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long a checkpoint waits for readers; commits wait as long.
const SHORT: Duration = Duration::from_millis(100);

/// Why a database was not opened.
#[derive(Debug)]
pub enum OpenError {
    OldSqlite,
    Network(&'static str),
    /// Another process writes it.
    InUse,
    /// Its tables are those of a newer program.
    Newer {
        schema: u32,
    },
    /// Of an older program, and nothing may be written.
    Older {
        schema: u32,
    },
    /// It is a database, but not one of ours.
    Foreign,
    Sqlite(rusqlite::Error),
    Io(io::Error),
}

impl From<rusqlite::Error> for OpenError {
    fn from(error: rusqlite::Error) -> OpenError {
        OpenError::Sqlite(error)
    }
}

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> OpenError {
        OpenError::Io(error)
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::OldSqlite => {
                write!(f, "SQLite {} may lose commits; 3.51.3 or newer is needed", rusqlite::version())
            }
            OpenError::Network(kind) => {
                write!(f, "the database lies on {kind}, where locks and flushes cannot be relied on")
            }
            OpenError::InUse => f.write_str("another server has the database open"),
            OpenError::Newer { schema } => {
                let known = schema::SCHEMA;
                write!(f, "the database has the tables of version {schema}, this program knows {known}")
            }
            OpenError::Older { schema } => {
                let known = schema::SCHEMA;
                write!(
                    f,
                    "the database has the tables of version {schema}, and is only to be read, so that it cannot get \
                     those of version {known}: open it once where it may be written"
                )
            }
            OpenError::Foreign => f.write_str("the file is a database of another program"),
            OpenError::Sqlite(error) => write!(f, "the database cannot be opened: {error}"),
            OpenError::Io(error) => write!(f, "the database cannot be opened: {error}"),
        }
    }
}

impl std::error::Error for OpenError {}

pub(super) fn open(path: &Path, options: Options) -> Result<SqliteStore, OpenError> {
    refuse_old()?;
    // Whatever lies beside it, and above all the lock, lies beside the file itself, by whatever link it is named.
    let path = &files::resolved(path)?;
    if files::is_read_only(path) {
        return open_for_reading(path);
    }
    if let Some(kind) = files::network(files::folder(path))? {
        return Err(OpenError::Network(kind));
    }
    schema::refuse_foreign(path)?;
    let lock = Lock::take(path)?.ok_or(OpenError::InUse)?;
    files::make(path)?;
    let mut connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    set_up(&connection, options.durability)?;
    schema::migrate(&connection, path, &options.probe)?;
    files::sync_folder(path)?;
    let probe = options.probe.clone();
    connection.commit_hook(Some(move || {
        probe.at(Point::InCommit);
        false
    }))?;
    let check = if writer::was_clean(&connection)? { Check::Unneeded } else { Check::Running };
    let ballast = Ballast::new(path, options.ballast)?;
    let state = if ballast.is_held()? { State::Ready } else { State::Full };
    let shared = Arc::new(Shared::new(state, check));
    let threads = start(path, connection, options, ballast, &shared, lock, check == Check::Running)?;
    Ok(SqliteStore { shared, readers: Readers::new(path), threads: Some(threads) })
}

pub(super) fn open_for_reading(path: &Path) -> Result<SqliteStore, OpenError> {
    refuse_old()?;
    schema::refuse_foreign(path)?;
    let readers = Readers::new(path);
    let schema = readers.with(|connection| {
        Ok(connection.pragma_query_value(None, "user_version", |row| row.get::<_, u32>(0))?)
    });
    let schema = schema.map_err(|failure| OpenError::Io(io::Error::other(failure)))?;
    if schema > schema::SCHEMA {
        return Err(OpenError::Newer { schema });
    }
    if schema < schema::SCHEMA {
        return Err(OpenError::Older { schema });
    }
    let shared = Arc::new(Shared::new(State::Stopped(Stop::ReadOnly), Check::Unneeded));
    Ok(SqliteStore { shared, readers, threads: None })
}

fn refuse_old() -> Result<(), OpenError> {
    if is_old(rusqlite::version_number()) { Err(OpenError::OldSqlite) } else { Ok(()) }
}

fn is_old(version: i32) -> bool {
    version < OLDEST
}

/// What holds for every connection that writes.
fn set_up(connection: &Connection, durability: Durability) -> rusqlite::Result<()> {
    // A close must not write: after a failure nobody knows what it would write.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    // Otherwise statements are planned anew whenever they are given other values.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.busy_timeout(PATIENCE)?;
    connection.set_prepared_statement_cache_capacity(64);
    let set = |name, value: &str| connection.pragma_update(None, name, value);
    set("journal_mode", "wal")?;
    set("synchronous", durability.synchronous())?;
    set("fullfsync", "on")?;
    set("checkpoint_fullfsync", "on")?;
    set("wal_autocheckpoint", "0")?;
    set("journal_size_limit", "67108864")?;
    set("mmap_size", "0")?;
    set("temp_store", "memory")?;
    set("cache_size", "-16000")?;
    set("secure_delete", "fast")?;
    set("cell_size_check", "on")?;
    set("trusted_schema", "off")
}

fn start(
    path: &Path,
    connection: Connection,
    options: Options,
    ballast: Ballast,
    shared: &Arc<Shared>,
    lock: Lock,
    is_unclean: bool,
) -> Result<Threads, OpenError> {
    let log = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    set_up(&log, options.durability)?;
    log.busy_timeout(SHORT)?;
    let (probe, every, state) = (options.probe.clone(), options.checkpoints, Arc::clone(shared));
    let checkpointer = thread::Builder::new().name("checkpointer".to_owned());
    let checkpointer = checkpointer.spawn(move || checkpoint::run(&log, &state, every, &probe))?;
    let checker = if is_unclean {
        let reader = connect_for_reading(path)?;
        shared.set_interrupt(reader.get_interrupt_handle());
        let state = Arc::clone(shared);
        Some(thread::Builder::new().name("checker".to_owned()).spawn(move || check(&reader, &state))?)
    } else {
        None
    };
    let (queue, inbox) = channel();
    let writer = Writer::new(&connection, options, ballast, Arc::clone(shared), inbox)?;
    let writer = thread::Builder::new().name("writer".to_owned()).spawn(move || writer.run(connection))?;
    Ok(Threads { queue, writer, checkpointer, checker, _lock: lock })
}

/// Looks through the whole file, while the store works.
fn check(connection: &Connection, shared: &Shared) {
    let found = connection.query_row("pragma quick_check(1)", [], |row| row.get::<_, String>(0));
    shared.set_check(match found {
        Ok(text) if text == "ok" => Check::Good,
        Ok(text) => {
            shared.stop(Stop::Corrupt(text));
            Check::Bad
        }
        Err(_) => Check::GivenUp,
    });
}

fn connect_for_reading(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    // Otherwise statements are planned anew whenever they are given other values.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.busy_timeout(PATIENCE)?;
    connection.set_prepared_statement_cache_capacity(32);
    connection.pragma_update(None, "mmap_size", "0")?;
    Ok(connection)
}

/// Connections that read, each used by one thread at a time.
#[derive(Debug)]
pub(super) struct Readers {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
}

impl Readers {
    /// More connections than this are not kept.
    const KEPT: usize = 8;

    pub(super) fn new(path: &Path) -> Readers {
        Readers { path: path.to_owned(), idle: Mutex::new(Vec::new()) }
    }

    pub(super) fn with<T>(&self, read: impl FnOnce(&Connection) -> Result<T, Failure>) -> Result<T, Failure> {
        let kept = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = kept.map_or_else(|| connect_for_reading(&self.path), Ok)?;
        let found = read(&connection);
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        // After an error a connection may remember something that is wrong.
        if found.is_ok() && idle.len() < Readers::KEPT {
            idle.push(connection);
        }
        found
    }

    pub(super) fn close(&self) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{is_old, refuse_old};

    #[test]
    fn versions_that_lose_commits_are_old() {
        assert!(is_old(3_051_002) && is_old(3_050_007) && !is_old(3_051_003));
        assert!(refuse_old().is_ok(), "the one that is compiled in");
    }
}
