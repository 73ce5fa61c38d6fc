//! When nobody had the database open. Whoever has it notes now and then that it is there, while a clock runs; the next
//! one finds the last such note.

use super::apply::rows;
use crate::rows::Millis;
use rusqlite::Connection;

/// Longer ago than this nothing is asked for: no clock has more time.
const KEPT: Millis = 60 * 24 * 60 * 60 * 1000;

/// From when to when nobody was there.
pub type Outage = (Millis, Millis);

/// Somebody is there, again; what lies between this and the last note is one outage more. Where there is no note, the
/// last change of a match is one.
pub(super) fn begin(c: &Connection, now: Millis) -> rusqlite::Result<Vec<Outage>> {
    let last = "select coalesce((select value from meta where key = 'alive'), max(touched)) from game_match";
    let last: Option<Millis> = c.prepare_cached(last)?.query_row([], |row| row.get(0))?;
    if let Some(last) = last.filter(|last| *last < now) {
        rows(c, "insert or replace into outage values (?1, ?2)", (last, now))?;
    }
    rows(c, "delete from outage where until < ?1", [now - KEPT])?;
    note(c, now)?;
    let mut all = c.prepare_cached("select since, until from outage order by since")?;
    all.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// Somebody is there.
pub(super) fn note(c: &Connection, now: Millis) -> rusqlite::Result<()> {
    rows(c, "insert or replace into meta values ('alive', ?1)", [now]).map(drop)
}

/// Whether it matters to any match when somebody was there.
pub(super) fn are_clocks_running(c: &Connection) -> rusqlite::Result<bool> {
    c.prepare_cached("select 1 from game_match where due is not null")?.exists([])
}
