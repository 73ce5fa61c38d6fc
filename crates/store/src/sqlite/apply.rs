//! A change as SQL, within a transaction that somebody else begins and commits. What it means is told by
//! `crate::tables`, which the tests compare it with.

use super::read::{self, NUMBER};
use crate::rows::{Hash, Invite, MatchId, Millis, Program, Seat, SeatKind};
use crate::store::someone;
use crate::tables::{is_same_match, is_sound};
use crate::write::{Change, NextStep, Opening, Outcome, Standing};
use rusqlite::{Connection, Error, ErrorCode, OptionalExtension, Params, params};

type Result<T> = rusqlite::Result<T>;

/// Makes a change whose writer owns what it changes.
pub(super) fn apply(c: &Connection, change: &Change) -> Result<Outcome> {
    match change {
        Change::Program(program) => add_program(c, program),
        Change::ProgramState { hash, state } => {
            one_row(c, "update program set state = ?2 where hash = ?1", (hash, state))
        }
        Change::Open(opening) => open(c, opening),
        Change::Step(next) => step(c, next),
        Change::Standing { of, standing: Standing { state, due, touched } } => one_row(
            c,
            "update game_match set state = ?2, due = ?3, touched = ?4 where id = ?1",
            (of, state, due, touched),
        ),
        Change::Settings { of, settings } => {
            one_row(c, "update game_match set settings = ?2 where id = ?1", (of, settings))
        }
        Change::Seat(given) => whole(c, || seat(c, given)),
        Change::Invite(given) => invite(c, given),
        Change::Claim { invite, seat, at } => whole(c, || claim(c, invite, seat, *at)),
        Change::Chat(given) => {
            if read::match_of(c, given.of)?.is_none() {
                return Ok(Outcome::Conflict);
            }
            let sql = "insert into chat select number, ?2, ?3, ?4, ?5, ?6 from game_match where id = ?1 \
                on conflict do nothing";
            if rows(c, sql, (given.of, given.n, given.at, given.seat, &given.text, given.id))? == 1 {
                return Ok(Outcome::Done);
            }
            Ok(done_if(read::chat(c, given.of, given.n)?.as_ref() == Some(given)))
        }
        Change::Rematch { of, next } => whole(c, || rematch(c, *of, next)),
        Change::Forget { of, seat, token } => whole(c, || forget(c, *of, *seat, token)),
    }
}

fn done_if(holds: bool) -> Outcome {
    if holds { Outcome::Done } else { Outcome::Conflict }
}

/// How many rows a statement changes.
pub(super) fn rows(c: &Connection, sql: &str, params: impl Params) -> Result<usize> {
    c.prepare_cached(sql)?.execute(params)
}

fn one_row(c: &Connection, sql: &str, params: impl Params) -> Result<Outcome> {
    Ok(done_if(rows(c, sql, params)? == 1))
}

/// Several statements that stand together or not at all; a key that is taken is a conflict.
fn whole(c: &Connection, write: impl FnOnce() -> Result<Outcome>) -> Result<Outcome> {
    rows(c, "savepoint change", [])?;
    let outcome = match write() {
        Err(Error::SqliteFailure(error, _)) if error.code == ErrorCode::ConstraintViolation => {
            Ok(Outcome::Conflict)
        }
        outcome => outcome,
    }?;
    if outcome != Outcome::Done {
        rows(c, "rollback to change", [])?;
    }
    rows(c, "release change", [])?;
    Ok(outcome)
}

fn add_program(c: &Connection, program: &Program) -> Result<Outcome> {
    let Program { hash, name, files, semantics, added, by_owner, state } = program;
    let sql = "insert into program values (?1, ?2, ?3, ?4, ?5, ?6, ?7) on conflict do nothing";
    if rows(c, sql, params![hash, name, files, semantics, added, by_owner, state])? == 1 {
        return Ok(Outcome::Done);
    }
    let kept = read::program(c, hash)?;
    Ok(done_if(kept.is_some_and(|kept| kept.files == *files && kept.semantics == *semantics)))
}

fn open(c: &Connection, opening: &Opening) -> Result<Outcome> {
    match read::match_of(c, opening.row.id)? {
        Some(kept) => Ok(done_if(is_same_match(&kept, &opening.row))),
        None => whole(c, || insert_match(c, opening)),
    }
}

fn insert_match(c: &Connection, opening: &Opening) -> Result<Outcome> {
    let Opening { row, seats, invites } = opening;
    let known = "select 1 from program where hash = ?1";
    if !is_sound(opening) || !c.prepare_cached(known)?.exists([row.program])? {
        return Ok(Outcome::Conflict);
    }
    let sql = "insert into game_match values (null, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0, ?10, ?11, ?12, ?13, ?14, null)";
    rows(
        c,
        sql,
        params![
            row.id,
            row.public,
            row.program,
            row.options,
            row.players,
            row.seed,
            row.limits,
            row.semantics,
            row.state,
            row.chain,
            row.settings,
            row.due,
            row.opened,
            row.touched
        ],
    )?;
    for given in seats {
        if seat(c, given)? != Outcome::Done {
            return Ok(Outcome::Conflict);
        }
    }
    for given in invites {
        rows(c, INVITE, (given.hash, given.of, given.seat, given.uses, given.until))?;
    }
    Ok(Outcome::Done)
}

/// The row of the match is where a step fits, so that two writers never both succeed.
fn step(c: &Connection, NextStep { of, before, step, standing }: &NextStep) -> Result<Outcome> {
    let fits = "update game_match set steps = ?2 + 1, chain = ?4, state = ?5, due = ?6, touched = ?7 \
        where id = ?1 and steps = ?2 and chain = ?3 \
        and not exists (select 1 from step where match = number and n = ?2) returning number";
    let Standing { state, due, touched } = standing;
    let params = params![of, step.n, before, step.chain, state, due, touched];
    let number = c.prepare_cached(fits)?.query_row(params, |row| row.get::<_, i64>(0)).optional()?;
    let Some(number) = number else {
        let kept = format!("select 1 from step where match = {NUMBER} and n = ?2 and chain = ?3");
        return Ok(done_if(c.prepare_cached(&kept)?.exists((of, step.n, step.chain))?));
    };
    let insert = "insert into step values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
    let fingerprint = step.fingerprint.map(u64::cast_signed);
    rows(
        c,
        insert,
        params![
            number,
            step.n,
            step.kind,
            step.seat,
            step.candidate,
            step.text,
            step.at,
            step.spent,
            step.id,
            fingerprint,
            step.chain
        ],
    )?;
    Ok(Outcome::Done)
}

fn seat(c: &Connection, seat: &Seat) -> Result<Outcome> {
    let sql = "insert into seat select number, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 from game_match \
        where id = ?1 and ?2 < players \
        on conflict (match, n) do update set name = ?3, kind = ?4, bot = ?5, token = ?6, generation = ?7, \
        team = ?8, is_forgotten = ?9 where generation <= ?7";
    let Seat { of, n, name, kind, bot, token, generation, team, is_forgotten } = seat;
    one_row(c, sql, params![of, n, name, kind, bot, token, generation, team, is_forgotten])
}

const INVITE: &str = "insert into invite select ?1, number, ?3, ?4, ?5 from game_match where id = ?2";

fn invite(c: &Connection, invite: &Invite) -> Result<Outcome> {
    if read::match_of(c, invite.of)?.is_none() {
        return Ok(Outcome::Conflict);
    }
    match read::invite(c, &invite.hash)? {
        Some(kept) => Ok(done_if(kept == *invite)),
        None => one_row(c, INVITE, (invite.hash, invite.of, invite.seat, invite.uses, invite.until)),
    }
}

fn claim(c: &Connection, code: &Hash, given: &Seat, at: Millis) -> Result<Outcome> {
    let Some(invite) = read::invite(c, code)? else { return Ok(Outcome::Conflict) };
    let is_for = invite.of == given.of && invite.seat.is_none_or(|n| n == given.n);
    let kept = read::seat(c, given.of, given.n)?;
    if is_for && kept.as_ref() == Some(given) {
        return Ok(Outcome::Done);
    }
    let is_taken = kept.is_some_and(|kept| kept.generation >= given.generation);
    if !is_for || is_taken || invite.uses == 0 || invite.until < at {
        return Ok(Outcome::Conflict);
    }
    rows(c, "update invite set uses = uses - 1 where hash = ?1", [code])?;
    seat(c, given)
}

fn rematch(c: &Connection, of: MatchId, next: &Opening) -> Result<Outcome> {
    let Some(row) = read::match_of(c, of)? else { return Ok(Outcome::Conflict) };
    if row.rematch.is_some() {
        return Ok(done_if(row.rematch == Some(next.row.id)));
    }
    if insert_match(c, next)? != Outcome::Done {
        return Ok(Outcome::Conflict);
    }
    one_row(c, "update game_match set rematch = ?2 where id = ?1", (of, next.row.id))
}

fn forget(c: &Connection, of: MatchId, n: u32, token: &Hash) -> Result<Outcome> {
    let sql = &format!(
        "update seat set name = ?4, kind = ?5, token = null, generation = generation + 1, is_forgotten = 1 \
        where match = {NUMBER} and n = ?2 and token = ?3"
    );
    if rows(c, sql, params![of, n, token, someone(), SeatKind::Left])? == 0 {
        return Ok(Outcome::Conflict);
    }
    rows(c, &format!("delete from chat where match = {NUMBER} and seat = ?2"), (of, n))?;
    let stays =
        &format!("select 1 from seat where match = {NUMBER} and not is_forgotten and kind in (?2, ?3)");
    if !c.prepare_cached(stays)?.exists((of, SeatKind::Human, SeatKind::Left))? {
        remove(c, of)?;
    }
    Ok(Outcome::Done)
}

/// Removes a match and all that belongs to it.
pub(super) fn remove(c: &Connection, of: MatchId) -> Result<()> {
    for sql in [
        &format!("delete from step where match = {NUMBER}"),
        &format!("delete from chat where match = {NUMBER}"),
        &format!("delete from invite where match = {NUMBER}"),
        &format!("delete from seat where match = {NUMBER}"),
        "delete from game_match where id = ?1",
    ] {
        rows(c, sql, [of])?;
    }
    Ok(())
}
