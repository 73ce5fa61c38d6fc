//! The thread that copies the log into the database, on a connection of its own, so that no commit waits for it.

use super::options::{Point, Probe};
use super::state::{LARGE, Meaning, Shared, meaning};
use rusqlite::{Connection, ErrorCode};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// From here on the log is begun anew, for which commits wait a little. A passive checkpoint just before keeps that
/// short; passive ones alone let the log grow without end while there are commits.
const RESTART: u64 = 16 << 20;

/// The bytes of a frame of the log without the page.
const FRAME_HEADER: u64 = 24;

pub(super) fn run(connection: &Connection, shared: &Arc<Shared>, every: Duration, probe: &Probe) {
    let mut seen = 0;
    while shared.sleeps(every) && !shared.is_stopped() {
        let commits = shared.commits.load(Ordering::Relaxed);
        if commits == seen {
            continue;
        }
        seen = commits;
        if let Err(error) = checkpoint(connection, shared, probe) {
            match meaning(&error) {
                Meaning::Busy => (),
                _ if error.sqlite_error_code() == Some(ErrorCode::DatabaseLocked) => (),
                Meaning::Full => shared.is_full.store(true, Ordering::Relaxed),
                Meaning::Stop(why) => shared.stop(why),
            }
        }
    }
}

fn checkpoint(connection: &Connection, shared: &Shared, probe: &Probe) -> rusqlite::Result<()> {
    let size = wal(connection, "pragma wal_checkpoint(passive)")?;
    shared.wal_bytes.store(size, Ordering::Relaxed);
    probe.at(Point::InCheckpoint);
    if size >= RESTART {
        wal(connection, "pragma wal_checkpoint(restart)")?;
    }
    if size > LARGE {
        // Something reads for so long that the log cannot be begun anew, and the check of the file is all that may.
        shared.interrupt();
    }
    Ok(())
}

/// Runs a checkpoint; the size of the log in bytes.
pub(super) fn wal(connection: &Connection, pragma: &str) -> rusqlite::Result<u64> {
    let page: u32 = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
    let frames: i64 = connection.prepare_cached(pragma)?.query_row([], |row| row.get(1))?;
    Ok(u64::try_from(frames).unwrap_or(0) * (u64::from(page) + FRAME_HEADER))
}
