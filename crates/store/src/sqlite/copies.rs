//! Copies of the database in a folder, one a day. What else lies there, copies of other databases too, is left alone:
//! a database has a number of its own, drawn when it is copied first, which its copies have as well.

use super::files;
use super::schema::is_ours;
use crate::store::Failure;
use rusqlite::{Connection, OpenFlags, OptionalExtension};
use std::path::{Path, PathBuf};
use std::{fs, io};

const NUMBER: &str = "select value from meta where key = 'copied'";

/// The number of a database that is about to be copied.
pub(super) fn number(connection: &Connection) -> rusqlite::Result<i64> {
    connection.execute("insert or ignore into meta values ('copied', random())", [])?;
    connection.query_row(NUMBER, [], |row| row.get(0))
}

/// That of a copy that is there; None where it is none, or one from before databases had numbers.
fn number_of(copy: &Path) -> Option<i64> {
    let is_file = copy.symlink_metadata().is_ok_and(|found| found.is_file());
    let address = files::unchanging(copy).filter(|_| is_file)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(address, flags).ok()?;
    let is_ours = is_ours(&connection).unwrap_or(false);
    connection.query_row(NUMBER, [], |row| row.get(0)).optional().ok().flatten().filter(|_| is_ours)
}

/// Where the copy of a day lies, `2026-11-23`.
pub(super) fn path(folder: &Path, day: &str) -> PathBuf {
    folder.join(format!("matches-{day}.db"))
}

/// Whether the copy of this database is there already.
///
/// # Errors
/// Something else is.
pub(super) fn is_there(copy: &Path, number: i64) -> Result<bool, Failure> {
    match copy.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(Failure::Storage(error.to_string())),
        Ok(_) if number_of(copy) == Some(number) => Ok(true),
        Ok(_) => {
            let copy = copy.display();
            Err(Failure::Storage(format!("`{copy}` is there, and is no copy of this database")))
        }
    }
}

/// Removes the copies of this database but for so many of the last days.
pub(super) fn keep_newest(folder: &Path, keep: usize, number: i64) -> io::Result<()> {
    let is_copy = |name: &str| {
        let day = name.strip_prefix("matches-").and_then(|name| name.strip_suffix(".db"));
        day.is_some_and(|day| day.len() == 10 && day.chars().all(|c| c == '-' || c.is_ascii_digit()))
    };
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let named = entries.iter().filter(|entry| entry.file_name().to_str().is_some_and(is_copy));
    let mut copies: Vec<PathBuf> = named.map(fs::DirEntry::path).collect();
    copies.retain(|path| number_of(path) == Some(number));
    copies.sort();
    copies.iter().rev().skip(keep).try_for_each(fs::remove_file)?;
    files::sync_folder(&path(folder, ""))
}

#[cfg(test)]
mod tests {
    use super::{is_there, keep_newest, number, path};
    use crate::sqlite::Probe;
    use crate::sqlite::schema::migrate;
    use rusqlite::Connection;
    use std::fs;

    #[test]
    fn copies_of_this_database_alone_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let names = || {
            let entries = fs::read_dir(folder.path()).unwrap();
            let mut names: Vec<String> =
                entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        };
        let make = |day: &str| {
            let path = path(folder.path(), day);
            let database = Connection::open(&path).unwrap();
            migrate(&database, &path, &Probe::default()).unwrap();
            number(&database).unwrap()
        };
        let own = make("2026-11-20");
        for day in ["2026-11-21", "2026-11-22", "2026-11-23"] {
            fs::copy(path(folder.path(), "2026-11-20"), path(folder.path(), day)).unwrap();
        }
        let other = make("2026-10-01");
        assert_ne!(own, other);
        let notes = path(folder.path(), "2020-01-01");
        fs::write(&notes, "my notes of that day").unwrap();
        fs::write(folder.path().join("matches-of-my-own.db"), "").unwrap();
        let mut left = names();
        left.retain(|name| !["matches-2026-11-20.db", "matches-2026-11-21.db"].contains(&name.as_str()));
        keep_newest(folder.path(), 2, own).unwrap();
        assert_eq!(names(), left);

        let day = |day: &str| is_there(&path(folder.path(), day), own).map_err(|error| error.to_string());
        assert_eq!(day("2026-11-23"), Ok(true));
        assert_eq!(day("2026-11-24"), Ok(false));
        for taken in ["2026-10-01", "2020-01-01"] {
            assert!(day(taken).unwrap_err().contains("is no copy of this database"), "{taken}");
        }
    }
}
