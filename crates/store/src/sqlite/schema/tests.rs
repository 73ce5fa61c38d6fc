use super::{MIGRATIONS, OpenError, copy, migrate_by};
use crate::sqlite::files::beside;
use crate::sqlite::{Options, Probe, SqliteStore};
use crate::{MatchId, Store};
use rusqlite::Connection;
use std::path::Path;

/// The first version alone.
fn begin(connection: &Connection, path: &Path) {
    migrate_by(connection, path, &Probe::default(), &MIGRATIONS[..1]).unwrap();
}

const SECOND: &str = "alter table chat add column mood text; update chat set mood = 'calm';";

fn version(path: &Path) -> (u32, u32) {
    let connection = Connection::open(path).unwrap();
    let columns = "select count(*) from pragma_table_info('chat')";
    (
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap(),
        connection.query_row(columns, [], |row| row.get(0)).unwrap(),
    )
}

#[test]
fn a_database_of_an_older_version_is_copied_and_gets_the_new_tables() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let connection = Connection::open(&path).unwrap();
    begin(&connection, &path);
    connection.execute_batch("insert into chat values (1, 0, 5, null, 'hello')").unwrap();
    let both = [MIGRATIONS[0], SECOND];
    migrate_by(&connection, &path, &Probe::default(), &both).unwrap();
    migrate_by(&connection, &path, &Probe::default(), &both).unwrap();
    assert_eq!(version(&path), (2, 6));
    let copy = beside(&path, ".schema-1");
    assert_eq!(version(&copy), (1, 5));
    let text: String =
        Connection::open(copy).unwrap().query_row("select text from chat", [], |row| row.get(0)).unwrap();
    assert_eq!(text, "hello");
    let newer = migrate_by(&connection, &path, &Probe::default(), &MIGRATIONS[..1]);
    assert!(matches!(newer, Err(OpenError::Newer { schema: 2 })));
}

#[test]
fn a_migration_that_fails_changes_nothing_and_can_be_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let connection = Connection::open(&path).unwrap();
    begin(&connection, &path);
    let broken = [MIGRATIONS[0], SECOND, "drop table missing"];
    let failed = migrate_by(&connection, &path, &Probe::default(), &broken);
    let why = failed.unwrap_err().to_string();
    assert!(why.contains("no such table: missing"), "{why}");
    assert_eq!(version(&path), (1, 5));
    migrate_by(&connection, &path, &Probe::default(), &[MIGRATIONS[0], SECOND]).unwrap();
    assert_eq!((version(&path), version(&beside(&path, ".schema-1"))), ((2, 6), (1, 5)));
}

#[test]
fn a_copy_is_made_beside_one_that_was_not_finished() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let connection = Connection::open(&path).unwrap();
    begin(&connection, &path);
    let to = beside(&path, ".schema-1");
    let other = beside(&to, ".unfinished");
    std::fs::write(&other, "half a copy").unwrap();
    copy(&connection, &to).unwrap();
    assert_eq!(version(&to), (1, 5));
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "half a copy", "whoever has made it");
    let entries = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(entries.filter(|name| name.to_string_lossy().ends_with(".unfinished")).count(), 1);
}

/// A match that was opened before the other one and has a higher id, as the first three versions keep it, and rows of a
/// match that is gone.
const ANOTHER: &str = "
    insert into game_match select 9, 'other', program, options, players, seed, limits, semantics, state, 0, \
        x'0000000000000000', settings, 5, 0, touched, rematch from game_match where id = 1;
    insert into seat values (9, 0, 'another', 1, null, null, 1, null, 0);
    insert into seat values (5, 0, 'nobody', 1, null, null, 1, null, 0);";

/// What each version that was released has written can be read for good.
#[test]
fn databases_of_every_version_are_read() {
    let written = [
        include_str!("tests/1.sql"),
        include_str!("tests/2.sql"),
        include_str!("tests/3.sql"),
        include_str!("tests/4.sql"),
    ];
    assert_eq!(written.len(), MIGRATIONS.len(), "add what the new version writes");
    for (i, rows) in written.iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.db");
        let connection = Connection::open(&path).unwrap();
        migrate_by(&connection, &path, &Probe::default(), &MIGRATIONS[..=i]).unwrap();
        connection.execute_batch(rows).unwrap();
        if i < 3 {
            connection.execute_batch(ANOTHER).unwrap();
        }
        drop(connection);
        let options = Options { ballast: 0, ..Options::default() };
        let store = SqliteStore::open(&path, options).unwrap();
        let stored = store.load(MatchId(1)).unwrap().unwrap();
        assert_eq!((stored.steps.len(), stored.seats.len(), stored.chat.len()), (3, 3, 1));
        assert!(store.program(&stored.row.program).unwrap().is_some());
        assert_eq!(store.by_token(&stored.seats[0].token.unwrap()).unwrap().as_ref(), Some(&stored.seats[0]));
        let mut code = [0x5a; 32];
        code[..8].copy_from_slice(&[0x41, 0x54, 0x89, 0, 0, 0, 0, 0]);
        assert_eq!(store.by_invite(&code).unwrap().map(|invite| invite.of), Some(MatchId(1)));
        if i < 3 {
            assert_eq!(store.by_public("other").unwrap(), Some(MatchId(9)));
            assert_eq!(store.due(5).unwrap(), [(5, MatchId(9))]);
        }
    }
}
