//! What only a database on a disk can show: how it is opened and refused, migrated, copied, closed and damaged.

use crate::fixture::*;
use rusqlite::Connection;
use std::fs;
use std::sync::Arc;
use std::time::Duration;
use store::sqlite::{Check, OpenError, Options, SqliteStore};
use store::*;

const A: MatchId = MatchId(1);
const B: MatchId = MatchId(2);

fn open(w: &Sqlite) -> Result<SqliteStore, String> {
    SqliteStore::open(&w.path(), w.options()).map_err(|error: OpenError| error.to_string())
}

/// Changes a closed database behind the back of the store.
fn alter(w: &Sqlite, sql: &str) {
    let connection = Connection::open(w.path()).unwrap();
    connection.execute_batch(sql).unwrap();
}

#[test]
fn a_second_server_is_refused() {
    let mut w = Sqlite::new();
    assert_eq!(open(&w).unwrap_err(), "another server has the database open");
    w.close();
    open(&w).unwrap();
}

#[test]
fn a_newer_schema_is_refused() {
    let mut w = Sqlite::new();
    w.close();
    alter(&w, "pragma user_version = 99");
    let expected = "the database has the tables of version 99, this program knows 4";
    assert_eq!(open(&w).unwrap_err(), expected);
    assert_eq!(
        SqliteStore::open_for_reading(&w.path()).unwrap_err().to_string(),
        "the database has the tables of version 99, this program knows 4"
    );
}

#[test]
fn a_database_of_another_program_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("what is it? 100 %.db");
    let is_refused = |expected: &str| {
        let before = fs::read(&path).unwrap();
        for error in [SqliteStore::open(&path, Options::default()), SqliteStore::open_for_reading(&path)] {
            assert_eq!(error.unwrap_err().to_string(), expected);
        }
        let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!((names, fs::read(&path).unwrap()), (vec![path.clone()], before), "no trace is left");
    };
    Connection::open(&path).unwrap().execute_batch("create table recipe (name text)").unwrap();
    is_refused("the file is a database of another program");
    Connection::open(&path).unwrap().execute_batch("pragma journal_mode = wal").unwrap();
    is_refused("the file is a database of another program");
    fs::write(&path, "no database at all, but a text that is longer than a header of SQLite is").unwrap();
    is_refused("the database cannot be opened: file is not a database");
}

#[test]
fn a_missing_folder_is_refused() {
    let w = Sqlite::new();
    let path = w.folder.path().join("nowhere/matches.db");
    let error = SqliteStore::open(&path, w.options()).unwrap_err().to_string();
    assert_eq!(error, "the database cannot be opened: No such file or directory (os error 2)");
}

#[cfg(unix)]
#[test]
fn a_file_with_two_names_is_refused() {
    let mut w = Sqlite::new();
    w.close();
    fs::hard_link(w.path(), w.folder.path().join("other.db")).unwrap();
    let expected = "the database cannot be opened: it has 2 names (hard links); remove all but one";
    assert_eq!(open(&w).unwrap_err(), expected);
}

#[test]
fn a_clean_stop_leaves_one_file_to_copy() {
    let mut w = Sqlite::new();
    let mut table = w.with_match(A);
    w.put(table.next("a1"));
    w.close();
    let copy = w.folder.path().join("copy.db");
    fs::copy(w.path(), &copy).unwrap();
    let copy = SqliteStore::open(&copy, w.options()).unwrap();
    assert_eq!(copy.health().check, Check::Unneeded);
    assert_eq!(copy.load(A).unwrap().unwrap().steps.len(), 1);
}

#[test]
fn the_file_is_checked_after_an_unclean_stop() {
    let mut w = Sqlite::new();
    w.with_match(A);
    w.close();
    alter(&w, "update meta set value = 0 where key = 'clean'");
    let store = open(&w).unwrap();
    let checked = || {
        (0..500).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            store.health().check != Check::Running
        })
    };
    assert!(checked());
    assert_eq!((store.health().check, store.state()), (Check::Good, State::Ready));
}

#[test]
fn a_file_that_is_damaged_is_written_no_more() {
    let mut w = Sqlite::new();
    let mut table = w.with_match(A);
    w.put(table.next("a1"));
    w.close();
    alter(
        &w,
        "update meta set value = 0 where key = 'clean'; pragma writable_schema = on; \
         update sqlite_schema set rootpage = (select rootpage from sqlite_schema where name = 'chat') \
         where name = 'invite'",
    );
    let store = open(&w).unwrap();
    let stopped = (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        store.health().check == Check::Bad
    });
    assert!(stopped);
    assert!(matches!(store.state(), State::Stopped(Stop::Corrupt(_))), "{:?}", store.state());
    let write = Write { epoch: 1, change: table.next("b2") };
    assert_eq!(store.commit(vec![write]).wait(), [Outcome::Refused]);
    assert_eq!(store.load(A).unwrap().unwrap().steps.len(), 1, "reading goes on");
}

#[test]
fn a_step_that_was_altered_or_lost_is_found() {
    let cases = [
        (
            "update step set candidate = 7 where match = 1 and n = 2",
            Some(2),
            "the step is not the one that was written",
        ),
        (
            "update step set at = at + 1 where match = 1 and n = 0",
            Some(0),
            "the step is not the one that was written",
        ),
        ("delete from step where match = 1 and n = 1", Some(1), "the step is not the one that was written"),
        (
            "delete from step where match = 1 and n = 3",
            Some(3),
            "the match does not have as many steps as were written",
        ),
        (
            "update game_match set seed = x'0000000000000000' where id = 1",
            Some(0),
            "the step is not the one that was written",
        ),
        (
            "update game_match set chain = x'0000000000000000' where id = 1",
            Some(4),
            "the match does not end with the step that was written last",
        ),
        ("update step set kind = 77 where match = 1 and n = 2", None, "Integer 77 out of range at index 1"),
    ];
    for (sql, step, why) in cases {
        let mut w = Sqlite::new();
        let (mut a, _) = (w.with_match(A), w.with_match(B));
        assert_eq!(w.all((0..4).map(|_| a.next("x")).collect()), [Outcome::Done; 4]);
        w.close();
        alter(&w, sql);
        w.reopen();
        let Err(Failure::Damaged(damage)) = w.store().load(A) else { panic!("{sql}") };
        assert_eq!((damage.of, damage.step, &*damage.why), (A, step, why), "{sql}");
        let intact = damage.intact.map(|stored| stored.steps.len() as u32);
        assert_eq!(intact, step, "{sql}");
        assert!(w.load(B).is_some(), "the others can be read");
        assert_eq!(w.store().state(), State::Ready);
    }
}

#[test]
fn a_database_that_is_opened_for_reading_takes_no_writes() {
    let mut w = Sqlite::new();
    let mut table = w.with_match(A);
    let beside = SqliteStore::open_for_reading(&w.path()).unwrap();
    assert_eq!(beside.load(A).unwrap(), w.load(A));
    w.put(table.next("a1"));
    assert_eq!(beside.load(A).unwrap().unwrap().steps.len(), 1);
    let write = Write { epoch: 1, change: table.next("b2") };
    assert_eq!(beside.commit(vec![write]).wait(), [Outcome::Refused]);
    assert_eq!(beside.state(), State::Stopped(Stop::ReadOnly));
    let failure = beside.lease(0..1, ME, 5).unwrap_err();
    assert_eq!(failure.to_string(), "the database cannot be written");
    w.reopen();
}

#[test]
fn a_backup_of_a_database_that_is_written_is_a_moment_of_it() {
    let w = Sqlite::new();
    let mut a = w.with_match(A);
    let text = "x".repeat(1_500);
    for _ in 0..8 {
        w.all((0..256).map(|_| a.next(&text)).collect());
    }
    let to = w.folder.path().join("backup.db");
    std::thread::scope(|scope| {
        let copying = scope.spawn(|| w.sqlite().backup(&to));
        while !copying.is_finished() {
            assert_eq!(w.put(a.next("while it is copied")), Outcome::Done);
        }
        copying.join().unwrap().unwrap();
    });
    let copy = SqliteStore::open(&to, w.options()).unwrap();
    let (copied, now) = (copy.load(A).unwrap().unwrap().steps, w.load(A).unwrap().steps);
    assert!(copied.len() >= 2_048 && copied.len() <= now.len());
    assert_eq!(copied, now[..copied.len()]);
    let failure = w.sqlite().backup(&to).unwrap_err().to_string();
    assert!(failure.ends_with("backup.db is there already"), "{failure}");
}

#[cfg(unix)]
#[test]
fn nobody_else_reads_what_the_store_writes() {
    use std::os::unix::fs::MetadataExt;
    let w = Sqlite::new();
    let mut table = w.with_match(A);
    assert_eq!(w.put(table.next("secret")), Outcome::Done);
    w.sqlite().backup(&w.folder.path().join("backup.db")).unwrap();
    let files = std::fs::read_dir(w.folder.path()).unwrap().map(Result::unwrap);
    let modes: Vec<(String, u32)> = files
        .map(|file| (file.file_name().into_string().unwrap(), file.metadata().unwrap().mode() & 0o777))
        .collect();
    assert!(modes.iter().any(|(name, _)| name.ends_with("-wal")), "{modes:?}");
    assert!(modes.iter().all(|(_, mode)| *mode == 0o600), "{modes:?}");
}

#[test]
fn a_large_log_is_begun_anew() {
    let w = Sqlite::new();
    let mut table = w.with_match(A);
    let text = "x".repeat(60_000);
    let mut write = || {
        assert_eq!(w.all((0..8).map(|_| table.next(&text)).collect()), [Outcome::Done; 8]);
        std::thread::sleep(Duration::from_millis(5));
        w.sqlite().health().wal_bytes
    };
    let large = (0..3_000).map(|_| write()).find(|size| *size > 16 << 20).unwrap();
    // On a busy machine the log is begun anew only where the writer rests.
    let mut rested = || {
        std::thread::sleep(Duration::from_millis(100));
        write()
    };
    assert!((0..600).any(|_| rested() < large));
    let health = w.sqlite().health();
    assert!(health.commit_time > Duration::ZERO && !health.is_wal_large);
}

#[test]
fn commits_from_several_threads_are_gathered() {
    let w = Sqlite::new();
    let tables: Vec<Table> = (1..=8).map(|id| w.with_match(MatchId(id))).collect();
    let before = w.sqlite().health();
    let store: Arc<&dyn Store> = Arc::new(w.store());
    std::thread::scope(|scope| {
        for mut table in tables {
            let store = Arc::clone(&store);
            scope.spawn(move || {
                for _ in 0..200 {
                    let write = Write { epoch: 1, change: table.next("x") };
                    assert_eq!(store.commit(vec![write]).wait(), [Outcome::Done]);
                }
            });
        }
    });
    let after = w.sqlite().health();
    assert_eq!(after.rows - before.rows, 1_600);
    assert!(after.commits - before.commits < 1_500, "{after:?}");
    assert!((1..=8).all(|id| w.load(MatchId(id)).unwrap().steps.len() == 200));
}

#[test]
fn a_transaction_is_no_larger_than_a_megabyte_or_512_rows() {
    let w = Sqlite::new();
    let mut table = w.with_match(A);
    let mut transactions = |rows: usize, text: &str| {
        let before = w.sqlite().health().commits;
        assert_eq!(w.all((0..rows).map(|_| table.next(text)).collect()), vec![Outcome::Done; rows]);
        w.sqlite().health().commits - before
    };
    assert_eq!(transactions(512, ""), 1);
    assert_eq!(transactions(1_025, ""), 3);
    assert_eq!(transactions(30, &"x".repeat(100_000)), 3);
}

#[test]
fn writes_on_their_way_are_done_before_a_stop() {
    let mut w = Sqlite::new();
    let mut table = w.with_match(A);
    let write = |change| Write { epoch: 1, change };
    let tickets: Vec<Ticket> = (0..100).map(|_| w.store().commit(vec![write(table.next("x"))])).collect();
    w.close();
    assert!(tickets.iter().all(|ticket| ticket.wait() == [Outcome::Done]));
    w.reopen();
    assert_eq!(w.load(A).unwrap().steps.len(), 100);
}

#[test]
fn who_reads_sees_a_row_once_it_is_acknowledged() {
    let w = Sqlite::new();
    let mut table = w.with_match(A);
    for n in 1..=50 {
        assert_eq!(w.put(table.next("x")), Outcome::Done);
        assert_eq!(w.load(A).unwrap().steps.len(), n);
    }
}

/// One byte of the file is another, wherever it lies: what is still read of the steps is what was written.
#[test]
fn a_byte_that_was_flipped_changes_no_step() {
    let mut w = Sqlite::new();
    let mut table = w.with_match(A);
    assert_eq!(w.all((0..150).map(|n| table.next(&format!("step {n}"))).collect()), [Outcome::Done; 150]);
    let written = w.load(A).unwrap().steps;
    w.close();
    let bytes = fs::read(w.path()).unwrap();
    let mut random = base::Random::new(11);
    let (mut read, mut found) = (0, 0);
    for _ in 0..150 {
        let mut damaged = bytes.clone();
        damaged[random.below(bytes.len() as u64) as usize] ^= 1 << random.below(8);
        fs::write(w.path(), damaged).unwrap();
        let Ok(store) = open(&w) else {
            found += 1;
            continue;
        };
        match store.load(A) {
            Ok(Some(stored)) => {
                assert_eq!(stored.steps, written);
                read += 1;
            }
            Ok(None) | Err(_) => found += 1,
        }
    }
    assert!(read > 20 && found > 5, "{read} read, {found} found");
}

#[test]
fn outages_lie_between_the_last_note_of_one_process_and_the_next() {
    let mut w = Sqlite::new();
    let begin = |w: &Sqlite| w.sqlite().begin_service().unwrap();
    assert_eq!(begin(&w), [], "nothing was there to be away from");
    w.with_match(A);
    w.pass(5_000);
    w.sqlite().note_service().unwrap();
    w.close();
    // A process that is killed says nothing when it ends.
    let killed = |w: &mut Sqlite, alive: Millis| {
        w.close();
        alter(w, &format!("update meta set value = {alive} where key = 'alive'"));
        w.pass(7_000);
        w.reopen();
    };
    killed(&mut w, START);
    assert_eq!(begin(&w), [(START, START + 12_000)], "no clock ran, so that nothing was noted");
    alter(&w, "update game_match set due = 1");
    w.pass(1_000);
    w.sqlite().note_service().unwrap();
    w.close();
    let connection = Connection::open(w.path()).unwrap();
    let alive = "select value from meta where key = 'alive'";
    assert_eq!(connection.query_row(alive, [], |row| row.get::<_, Millis>(0)).unwrap(), START + 13_000);
    drop(connection);
    w.pass(2_000);
    w.reopen();
    assert_eq!(begin(&w), [(START, START + 12_000), (START + 13_000, START + 15_000)]);
    w.pass(61 * DAY);
    assert_eq!(begin(&w).len(), 1, "what is long ago matters to no clock");
}
