//! Reading rows. It changes nothing and knows nothing of threads.

use crate::chain::Chain;
use crate::rows::{
    Chat, Hash, Invite, Listed, Match, MatchId, MatchState, Millis, Program, ProgramState, Seat, SeatKind,
    Step, StepKind, Stored,
};
use crate::store::{Damage, Failure};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, Error, ErrorCode, OptionalExtension, Params, Row};

/// Rows that a read of one match goes through at most, so that what a file says cannot take all memory.
const MAX_STEPS: u32 = 1_000_000;

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Storage(error.to_string())
    }
}

macro_rules! kept_as_number {
    ($($name:ident)*) => { $(
        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<$name> {
                let number = i64::column_result(value)?;
                $name::from_number(number).ok_or(FromSqlError::OutOfRange(number))
            }
        }

        impl ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.number().into())
            }
        }
    )* };
}

kept_as_number!(ProgramState MatchState SeatKind StepKind);

impl FromSql for MatchId {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<MatchId> {
        i64::column_result(value).map(MatchId)
    }
}

impl ToSql for MatchId {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.into())
    }
}

impl FromSql for Chain {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Chain> {
        FromSql::column_result(value).map(Chain)
    }
}

impl ToSql for Chain {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        self.0.to_sql()
    }
}

/// The number that the rows of a match have, whose id is the first parameter.
pub(super) const NUMBER: &str = "(select number from game_match where id = ?1)";

const MATCH: &str = "id, public, program, options, players, seed, limits, semantics, state, steps, chain, settings, due, opened, touched, rematch";
const SEAT: &str = "(select id from game_match where number = match), n, name, kind, bot, token, generation, team, is_forgotten";
const INVITE: &str = "hash, (select id from game_match where number = match), seat, uses, until";
const STEP: &str = "n, kind, seat, candidate, text, at, spent, id, fingerprint, chain";
const CHAT: &str = "(select id from game_match where number = match), n, at, seat, text, id";
const PROGRAM: &str = "hash, name, files, semantics, added, by_owner, state";

fn match_row(row: &Row<'_>) -> rusqlite::Result<Match> {
    Ok(Match {
        id: row.get(0)?,
        public: row.get(1)?,
        program: row.get(2)?,
        options: row.get(3)?,
        players: row.get(4)?,
        seed: row.get(5)?,
        limits: row.get(6)?,
        semantics: row.get(7)?,
        state: row.get(8)?,
        steps: row.get(9)?,
        chain: row.get(10)?,
        settings: row.get(11)?,
        due: row.get(12)?,
        opened: row.get(13)?,
        touched: row.get(14)?,
        rematch: row.get(15)?,
    })
}

fn seat_row(row: &Row<'_>) -> rusqlite::Result<Seat> {
    Ok(Seat {
        of: row.get(0)?,
        n: row.get(1)?,
        name: row.get(2)?,
        kind: row.get(3)?,
        bot: row.get(4)?,
        token: row.get(5)?,
        generation: row.get(6)?,
        team: row.get(7)?,
        is_forgotten: row.get(8)?,
    })
}

fn invite_row(row: &Row<'_>) -> rusqlite::Result<Invite> {
    Ok(Invite {
        hash: row.get(0)?,
        of: row.get(1)?,
        seat: row.get(2)?,
        uses: row.get(3)?,
        until: row.get(4)?,
    })
}

fn step_row(row: &Row<'_>) -> rusqlite::Result<Step> {
    Ok(Step {
        n: row.get(0)?,
        kind: row.get(1)?,
        seat: row.get(2)?,
        candidate: row.get(3)?,
        text: row.get(4)?,
        at: row.get(5)?,
        spent: row.get(6)?,
        id: row.get(7)?,
        fingerprint: row.get::<_, Option<i64>>(8)?.map(i64::cast_unsigned),
        chain: row.get(9)?,
    })
}

fn chat_row(row: &Row<'_>) -> rusqlite::Result<Chat> {
    Ok(Chat {
        of: row.get(0)?,
        n: row.get(1)?,
        at: row.get(2)?,
        seat: row.get(3)?,
        text: row.get(4)?,
        id: row.get(5)?,
    })
}

fn program_row(row: &Row<'_>) -> rusqlite::Result<Program> {
    Ok(Program {
        hash: row.get(0)?,
        name: row.get(1)?,
        files: row.get(2)?,
        semantics: row.get(3)?,
        added: row.get(4)?,
        by_owner: row.get(5)?,
        state: row.get(6)?,
    })
}

fn one<T>(
    connection: &Connection,
    sql: &str,
    params: impl Params,
    row: fn(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Option<T>> {
    connection.prepare_cached(sql)?.query_row(params, row).optional()
}

fn all<T>(
    connection: &Connection,
    sql: &str,
    params: impl Params,
    row: fn(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    connection.prepare_cached(sql)?.query_map(params, row)?.collect()
}

pub(super) fn match_of(connection: &Connection, of: MatchId) -> rusqlite::Result<Option<Match>> {
    one(connection, &format!("select {MATCH} from game_match where id = ?1"), [of], match_row)
}

pub(super) fn seat(connection: &Connection, of: MatchId, n: u32) -> rusqlite::Result<Option<Seat>> {
    let sql = format!("select {SEAT} from seat where match = {NUMBER} and n = ?2");
    one(connection, &sql, (of, n), seat_row)
}

pub(super) fn seats(connection: &Connection, of: MatchId) -> rusqlite::Result<Vec<Seat>> {
    all(connection, &format!("select {SEAT} from seat where match = {NUMBER} order by n"), [of], seat_row)
}

pub(super) fn chat(connection: &Connection, of: MatchId, n: u32) -> rusqlite::Result<Option<Chat>> {
    let sql = format!("select {CHAT} from chat where match = {NUMBER} and n = ?2");
    one(connection, &sql, (of, n), chat_row)
}

pub(super) fn invite(connection: &Connection, code: &Hash) -> rusqlite::Result<Option<Invite>> {
    one(connection, &format!("select {INVITE} from invite where hash = ?1"), [code], invite_row)
}

pub(super) fn program(connection: &Connection, hash: &Hash) -> rusqlite::Result<Option<Program>> {
    one(connection, &format!("select {PROGRAM} from program where hash = ?1"), [hash], program_row)
}

pub(super) fn by_public(connection: &Connection, public: &str) -> rusqlite::Result<Option<MatchId>> {
    one(connection, "select id from game_match where public = ?1", [public], |row| row.get(0))
}

pub(super) fn by_token(connection: &Connection, token: &Hash) -> rusqlite::Result<Option<Seat>> {
    one(connection, &format!("select {SEAT} from seat where token = ?1"), [token], seat_row)
}

pub(super) fn due(connection: &Connection, until: Millis) -> rusqlite::Result<Vec<(Millis, MatchId)>> {
    let sql = "select due, id from game_match where due <= ?1 order by due, id";
    all(connection, sql, [until], |row| Ok((row.get(0)?, row.get(1)?)))
}

pub(super) fn list(connection: &Connection, tokens: &[Hash]) -> rusqlite::Result<Vec<Listed>> {
    let mut tokens = tokens.to_vec();
    tokens.sort_unstable();
    tokens.dedup();
    let mut found = Vec::new();
    for token in tokens {
        if let Some(seat) = by_token(connection, &token)?
            && let Some(row) = match_of(connection, seat.of)?
        {
            found.push(Listed { seat, row });
        }
    }
    found.sort_by_key(|Listed { seat, row }| (std::cmp::Reverse(row.touched), seat.of, seat.n));
    Ok(found)
}

/// A match as it is at one moment, checked along its chain.
pub(super) fn load(connection: &Connection, of: MatchId) -> Result<Option<Stored>, Failure> {
    let transaction = connection.unchecked_transaction()?;
    let stored = rows_of(&transaction, of).map_err(|error| failure(of, error))?;
    transaction.commit()?;
    stored.map(Stored::checked).transpose().map_err(Failure::Damaged)
}

fn rows_of(connection: &Connection, of: MatchId) -> rusqlite::Result<Option<Stored>> {
    let Some(row) = match_of(connection, of)? else { return Ok(None) };
    let steps = format!("select {STEP} from step where match = {NUMBER} order by n limit ?2");
    let chat = format!("select {CHAT} from chat where match = {NUMBER} order by n");
    Ok(Some(Stored {
        seats: seats(connection, of)?,
        steps: all(connection, &steps, (of, MAX_STEPS), step_row)?,
        chat: all(connection, &chat, [of], chat_row)?,
        row,
    }))
}

/// What the database cannot be read of while one match is loaded is that match's damage; other errors are not.
fn failure(of: MatchId, error: Error) -> Failure {
    let is_damage = match &error {
        Error::FromSqlConversionFailure(..)
        | Error::IntegralValueOutOfRange(..)
        | Error::InvalidColumnType(..)
        | Error::Utf8Error(..) => true,
        other => other.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt),
    };
    if is_damage {
        Failure::Damaged(Damage { of, step: None, why: error.to_string(), intact: None })
    } else {
        error.into()
    }
}
