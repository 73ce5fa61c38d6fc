//! Copies of the database in a folder, one a day. What else lies there, copies of other databases too, is left alone:
//! a database has an identity, drawn when it is copied first, which its copies have as well. It removes nothing itself.

use super::files;
use super::schema::is_ours;
use crate::store::Failure;
use rusqlite::{Connection, OpenFlags, OptionalExtension};
use std::path::{Path, PathBuf};
use std::{fs, io};

const IDENTITY: &str = "select value from meta where key = 'identity'";

/// That of a database that is about to be copied.
pub(super) fn ensure_identity(connection: &Connection) -> rusqlite::Result<i64> {
    connection.execute("insert or ignore into meta values ('identity', random())", [])?;
    connection.query_row(IDENTITY, [], |row| row.get(0))
}

/// Whose copy a file is.
#[derive(PartialEq, Eq, Debug)]
enum Origin {
    Database(i64),
    /// One from before databases had identities.
    Unsaid,
    /// It is none, or cannot be read.
    Foreign,
}

fn origin(copy: &Path) -> Origin {
    let is_file = copy.symlink_metadata().is_ok_and(|found| found.is_file());
    let Some(address) = files::unchanging(copy).filter(|_| is_file) else { return Origin::Foreign };
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let Ok(connection) = Connection::open_with_flags(address, flags) else { return Origin::Foreign };
    match is_ours(&connection) {
        Ok(true) => {}
        _ => return Origin::Foreign,
    }
    match connection.query_row(IDENTITY, [], |row| row.get(0)).optional() {
        Ok(Some(identity)) => Origin::Database(identity),
        Ok(None) => Origin::Unsaid,
        Err(_) => Origin::Foreign,
    }
}

/// Where the copy of a day lies, `2026-11-23`.
pub(super) fn path(folder: &Path, day: &str) -> PathBuf {
    folder.join(format!("matches-{day}.db"))
}

/// Whether the copy of this database is there already; one from before databases had identities counts as such.
///
/// # Errors
/// Something else is.
pub(super) fn is_there(copy: &Path, identity: i64) -> Result<bool, Failure> {
    match copy.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(Failure::Storage(error.to_string())),
        Ok(_) => {}
    }
    match origin(copy) {
        Origin::Unsaid => Ok(true),
        Origin::Database(of) if of == identity => Ok(true),
        _ => {
            let copy = copy.display();
            Err(Failure::Storage(format!("`{copy}` is there, and is no copy of this database")))
        }
    }
}

/// The copies of this database but for so many of the last days.
pub(super) fn old(folder: &Path, keep: usize, identity: i64) -> io::Result<Vec<PathBuf>> {
    let is_copy = |name: &str| {
        let day = name.strip_prefix("matches-").and_then(|name| name.strip_suffix(".db"));
        day.is_some_and(|day| day.len() == 10 && day.chars().all(|c| c == '-' || c.is_ascii_digit()))
    };
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let named = entries.iter().filter(|entry| entry.file_name().to_str().is_some_and(is_copy));
    let mut copies: Vec<PathBuf> = named.map(fs::DirEntry::path).collect();
    copies.retain(|path| origin(path) == Origin::Database(identity));
    copies.sort();
    copies.truncate(copies.len().saturating_sub(keep));
    Ok(copies)
}

#[cfg(test)]
mod tests {
    use super::{ensure_identity, is_there, old, path};
    use crate::sqlite::Probe;
    use crate::sqlite::schema::migrate;
    use rusqlite::Connection;
    use std::fs;
    use std::path::Path;

    fn database(path: &Path) -> Connection {
        let database = Connection::open(path).unwrap();
        migrate(&database, path, &Probe::default()).unwrap();
        database
    }

    #[test]
    fn copies_of_this_database_alone_are_old() {
        let folder = tempfile::tempdir().unwrap();
        let make = |day: &str| ensure_identity(&database(&path(folder.path(), day))).unwrap();
        let own = make("2026-11-20");
        for day in ["2026-11-21", "2026-11-22", "2026-11-23"] {
            fs::copy(path(folder.path(), "2026-11-20"), path(folder.path(), day)).unwrap();
        }
        assert_ne!(own, make("2026-10-01"));
        fs::write(path(folder.path(), "2020-01-01"), "my notes of that day").unwrap();
        let days = ["2026-11-20", "2026-11-21"];
        assert_eq!(old(folder.path(), 2, own).unwrap(), days.map(|day| path(folder.path(), day)));
        assert!(old(folder.path(), 9, own).unwrap().is_empty());
    }

    #[test]
    fn what_else_has_the_name_of_a_copy_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let at = |day: &str| path(folder.path(), day);
        let own = ensure_identity(&database(&at("2026-11-23"))).unwrap();
        ensure_identity(&database(&at("2026-10-01"))).unwrap();
        database(&at("2026-11-22"));
        fs::write(at("2020-01-01"), "my notes of that day").unwrap();
        let day = |day: &str| is_there(&at(day), own).map_err(|error| error.to_string());
        assert_eq!(day("2026-11-23"), Ok(true));
        assert_eq!(day("2026-11-22"), Ok(true), "of an older program");
        assert_eq!(day("2026-11-24"), Ok(false));
        for taken in ["2026-10-01", "2020-01-01"] {
            assert!(day(taken).unwrap_err().contains("is no copy of this database"), "{taken}");
        }
    }
}
