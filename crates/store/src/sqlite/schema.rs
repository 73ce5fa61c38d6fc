//! The tables, and how a database of an older program gets them.

use super::files;
use super::open::OpenError;
use super::options::{Point, Probe};
use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags};
use std::path::Path;
use std::time::Duration;

/// Each makes the tables of one version out of those of the version before; the first out of nothing. They are never
/// changed, only added.
const MIGRATIONS: [&str; 4] = [
    include_str!("schema/1.sql"),
    include_str!("schema/2.sql"),
    include_str!("schema/3.sql"),
    include_str!("schema/4.sql"),
];

/// The version of the tables.
pub const SCHEMA: u32 = MIGRATIONS.len() as u32;

/// Says in the file that it is ours: "Tavo".
const APPLICATION: i32 = 0x5461_766f;

/// Refuses what another program has written, and leaves no trace beside it.
pub(super) fn refuse_foreign(path: &Path) -> Result<(), OpenError> {
    let length = |path: &Path| path.metadata().map_or(0, |file| file.len());
    // Where there is a log, what makes it ours may stand only there; then it is asked about once it is open.
    if length(path) == 0 || length(&files::beside(path, "-wal")) > 0 {
        return Ok(());
    }
    let Some(address) = files::unchanging(path) else { return Ok(()) };
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(address, flags)?;
    match state(&connection)? {
        State::Foreign => Err(OpenError::Foreign),
        State::New | State::Ours(_) => Ok(()),
    }
}

enum State {
    New,
    /// With its version.
    Ours(i32),
    Foreign,
}

fn state(connection: &Connection) -> rusqlite::Result<State> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let (version, application) = (number("user_version")?, number("application_id")?);
    if application == APPLICATION {
        return Ok(State::Ours(version));
    }
    let tables: u32 = connection.query_row("select count(*) from sqlite_schema", [], |row| row.get(0))?;
    let is_new = version == 0 && application == 0 && tables == 0;
    Ok(if is_new { State::New } else { State::Foreign })
}

/// Whether this program has made it.
pub(super) fn is_ours(connection: &Connection) -> rusqlite::Result<bool> {
    Ok(matches!(state(connection)?, State::Ours(_)))
}

/// Gives a database the newest tables. One that had older ones is copied first.
pub(super) fn migrate(connection: &Connection, path: &Path, probe: &Probe) -> Result<(), OpenError> {
    migrate_by(connection, path, probe, &MIGRATIONS)
}

fn migrate_by(
    connection: &Connection,
    path: &Path,
    probe: &Probe,
    migrations: &[&str],
) -> Result<(), OpenError> {
    let (is_new, version) = match state(connection)? {
        State::New => (true, 0),
        State::Ours(version) => (false, u32::try_from(version).unwrap_or(u32::MAX)),
        State::Foreign => return Err(OpenError::Foreign),
    };
    if version as usize > migrations.len() {
        return Err(OpenError::Newer { schema: version });
    }
    if version as usize == migrations.len() {
        return Ok(());
    }
    if !is_new {
        copy(connection, &files::beside(path, &format!(".schema-{version}")))?;
    }
    connection.execute_batch("begin immediate")?;
    let migrated = migrations[version as usize..].iter().try_for_each(|sql| connection.execute_batch(sql));
    let noted = migrated.and_then(|()| {
        connection.pragma_update(None, "application_id", APPLICATION)?;
        connection.pragma_update(None, "user_version", migrations.len() as u32)
    });
    probe.at(Point::InMigration);
    match noted.and_then(|()| connection.execute_batch("commit")) {
        Ok(()) => Ok(()),
        Err(error) => {
            // Whether this works or not, nothing of the migration stands.
            connection.execute_batch("rollback").ok();
            Err(error.into())
        }
    }
}

/// Copies a database to a file that is not there yet; where one is, an earlier try has made it of the same tables.
fn copy(from: &Connection, to: &Path) -> Result<(), OpenError> {
    if to.exists() {
        return Ok(());
    }
    let unfinished = files::unfinished(to)?;
    let mut copy = Connection::open(&unfinished)?;
    Backup::new(from, &mut copy)?.run_to_completion(4096, Duration::ZERO, None)?;
    drop(copy);
    Ok(files::finish(unfinished, to)?)
}

#[cfg(test)]
mod tests;
