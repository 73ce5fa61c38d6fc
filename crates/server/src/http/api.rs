//! The answers of the API: JSON for programs. What may be told of a match is asked at the door before.

use super::past::Past;
use super::{Answer, Asked, json, take_new_match, with_type};
use crate::config::now;
use crate::door::{self, Who};
use crate::matches::{self, No};
use crate::rate::Of;
use crate::routes::Route;
use crate::token::{self, Kind};
use engine::view::Viewer;
use engine::{Choices, GameOption, OptionKind};
use serde::Deserialize;
use serde_json::{Value, json as value};
use std::sync::atomic::Ordering::SeqCst;
use store::{Match, MatchState, Millis, Seat, SeatKind, Store as _};
use table::Delay;
use wire::Secret;

/// So many matches of one's own are listed at once.
const MAX_MINE: usize = 64;

pub(crate) fn answer(asked: &Asked) -> Result<Answer, No> {
    let app = &asked.app;
    match asked.route {
        Route::ApiGames => Ok(json(&games(asked))),
        Route::ApiGame => game(asked).map(|game| json(&game)),
        Route::ApiManual => {
            let manual = app.library.manual(asked.found.get("game"));
            let manual = manual.ok_or_else(|| matches::no("unknown", "the game has no manual here"))?;
            Ok(with_type("text/markdown; charset=utf-8", manual))
        }
        Route::ApiOpen => {
            let wanted = read(&asked.body)?;
            take_new_match(app, asked.asking)?;
            Ok(json(&matches::open(app, &wanted)?))
        }
        Route::ApiMatch => Ok(json(&summary(asked)?)),
        Route::ApiLegend => {
            let rules = app.rules_of(&row(asked)?);
            let rules = rules.ok_or_else(|| matches::no("nothing", "the rules cannot be had any more"))?;
            Ok(with_type("application/json", rules.legend().get().to_owned()))
        }
        Route::ApiRecord => Ok(with_type("application/json", past(asked)?.saved()?)),
        Route::ApiMoment => moment(asked),
        Route::ApiInvite => {
            let Wanted { seat } = read(&asked.body)?;
            Ok(json(&matches::invite(app, asked.viewer.of()?, seat)?))
        }
        Route::ApiInvited => invited(asked),
        Route::ApiTake => {
            let Named { name } = read(&asked.body)?;
            let taken = matches::take(app, asked.found.get("code"), &name);
            Ok(json(&guessed(asked, taken)?))
        }
        Route::ApiSignOut => sign_out(asked),
        Route::ApiNext => {
            let grant = asked.viewer.grant().ok_or(door::Refusal::Unknown)?;
            Ok(json(&matches::next(app, asked.viewer.of()?, grant.seat)?))
        }
        Route::ApiMine => mine(asked),
        Route::Live => Ok(json(&value!({ "live": true }))),
        Route::Ready => match app.trouble() {
            None => Ok(json(&value!({ "ready": true }))),
            Some(why) => Err(matches::no("storage", why)),
        },
        Route::Health => Ok(json(&health(asked))),
        // What a host counts is not for those who play.
        Route::Metrics if !asked.asking.is_loopback() => Err(door::Refusal::Unknown.into()),
        Route::Metrics => {
            let text = app.metrics.to_text(app.hub.waiting(), app.trouble().is_none());
            Ok(with_type("text/plain; version=0.0.4", text))
        }
        _ => Err(door::Refusal::Unknown.into()),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    seat: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tokens {
    tokens: Vec<Secret>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Perhaps {
    #[serde(default)]
    seat: Option<u32>,
}

fn read<T: serde::de::DeserializeOwned>(body: &[u8]) -> Result<T, No> {
    wire::body(body).map_err(|misread| matches::no("bad", misread.to_string()))
}

/// Counts a code that was not one among the guesses of whoever asks.
pub(crate) fn guessed<T>(asked: &Asked, found: Result<T, No>) -> Result<T, No> {
    if found.as_ref().is_err_and(|no| no.code == "unknown") {
        super::take(&asked.app, Of::Guesses, asked.asking)?;
    }
    found
}

fn row(asked: &Asked) -> Result<Match, No> {
    let row = asked.app.store.row(asked.viewer.of()?)?;
    Ok(row.ok_or(door::Refusal::Unknown)?)
}

fn games(asked: &Asked) -> Vec<Value> {
    let game = |(slug, entry): (&str, &crate::library::Entry)| {
        let about = &entry.about;
        value!({
            "game": slug,
            "title": entry.title,
            "text": about.texts.in_language("en"),
            "titles": about.titles.others,
            "texts": about.texts.others,
            "by": about.by,
            "minutes": about.minutes,
            "age": about.age,
            "weight": about.weight,
            "genre": about.genre,
            "tags": about.tags,
            "sign": about.sign,
        })
    };
    asked.app.library.all().map(game).collect()
}

fn game(asked: &Asked) -> Result<Value, No> {
    let slug = asked.found.get("game");
    let entry = asked.app.library.entry(slug).ok_or(door::Refusal::Unknown)?;
    let opened = asked.app.library.open(slug, &Choices::default()).map_err(|why| matches::no("bad", why))?;
    let game = opened.rules.game();
    Ok(value!({
        "game": slug,
        "title": entry.title,
        "text": entry.about.texts.in_language("en"),
        "players": game.player_counts(),
        "seats": (0..game.players().1).map(|n| game.seat_name(n)).collect::<Vec<_>>(),
        "options": game.options().iter().map(option).collect::<Vec<_>>(),
        "bots": bots::ALL.iter().map(|kind| kind.name).collect::<Vec<_>>(),
        "rules": opened.rules.hash(),
    }))
}

fn option(option: &GameOption) -> Value {
    let values = match &option.kind {
        OptionKind::Bool => value!(["true", "false"]),
        OptionKind::Whole { from, to } => value!({ "from": from, "to": to }),
        OptionKind::Choice(all) => value!(all),
        _ => Value::Null,
    };
    value!({
        "name": option.name,
        "prompt": option.prompt,
        "default": option.default,
        "values": values,
        "param": option.is_param,
    })
}

/// Whether a match is over as far as whoever looks may know.
fn is_over(row: &Match, who: Who, now: Millis) -> bool {
    let delay = door::settings(row).delay;
    let is_shown = match (who, delay) {
        (Who::Watcher | Who::Nobody, Delay::Time { ms }) => row.touched + ms <= now,
        _ => true,
    };
    row.state == MatchState::Over && is_shown
}

/// What is known of a match without looking at its table: nothing that a choice which is still a secret changes.
fn summary(asked: &Asked) -> Result<Value, No> {
    let of = asked.viewer.of()?;
    let stored = asked.app.store.load(of)?.ok_or(door::Refusal::Unknown)?;
    let program = asked.app.store.program(&stored.row.program)?;
    let settings = door::settings(&stored.row);
    let over = is_over(&stored.row, asked.viewer.who(), now());
    Ok(value!({
        "match": stored.row.public,
        "game": program.map(|program| program.name),
        "options": serde_json::from_str::<Value>(&stored.row.options).unwrap_or_default(),
        "players": stored.row.players,
        "seats": stored.seats.iter().map(told_seat).collect::<Vec<_>>(),
        "clock": settings.clock,
        "delay": settings.delay,
        "takeover": settings.takeover,
        "over": over,
        "next": stored.row.rematch.filter(|_| over).map(token::name_of),
        "seat": asked.viewer.grant().map(|grant| grant.seat),
    }))
}

fn told_seat(seat: &Seat) -> Value {
    let kind = match seat.kind {
        SeatKind::Open => "open",
        SeatKind::Bot => "bot",
        SeatKind::Human | SeatKind::Left => "human",
    };
    value!({ "seat": seat.n, "name": seat.name, "kind": kind })
}

/// A match that is over for whoever asks.
pub(crate) fn past(asked: &Asked) -> Result<Past, No> {
    let past = Past::load(&asked.app, asked.viewer.of()?)?;
    if is_over(&past.stored.row, asked.viewer.who(), now()) {
        return Ok(past);
    }
    Err(matches::no("nothing", "the match is not over, and until then it has secrets"))
}

fn moment(asked: &Asked) -> Result<Answer, No> {
    let past = past(asked)?;
    let n = asked.found.get("n").parse().ok().filter(|n| *n <= past.len());
    let n: usize = n.ok_or_else(|| matches::no("unknown", format!("the match has {} moves", past.len())))?;
    let now = past.at(n)?;
    Ok(json(&value!({
        "moves": past.len(),
        "at": n,
        "table": now.tabletop(Viewer::Spectator),
        "trace": now.trace(Viewer::Spectator),
        "log": now.log(Viewer::Spectator),
    })))
}

fn invited(asked: &Asked) -> Result<Answer, No> {
    let found = guessed(asked, matches::invited(&asked.app, asked.found.get("code")))?;
    let program = asked.app.store.program(&found.row.program)?;
    Ok(json(&value!({
        "match": found.row.public,
        "game": program.map(|program| program.name),
        "players": found.row.players,
        "seat": found.seat.map(|seat| seat.n),
    })))
}

/// Signs others out of a seat: whoever sits there does it on a new device, and the host gives the seat away.
fn sign_out(asked: &Asked) -> Result<Answer, No> {
    let wanted: Perhaps = read(&asked.body)?;
    let seat = match (asked.viewer.who(), wanted.seat) {
        (Who::Seat(grant), None) => grant.seat,
        (Who::Seat(grant), Some(seat)) if seat == grant.seat => seat,
        (Who::Host, Some(seat)) => seat,
        (Who::Host, None) => return Err(matches::no("bad", "say which seat")),
        _ => return Err(door::Refusal::Unknown.into()),
    };
    Ok(json(&matches::renew(&asked.app, asked.viewer.of()?, seat)?))
}

/// The matches of whoever holds these tokens. What is no token is passed over: it may be an old one.
fn mine(asked: &Asked) -> Result<Answer, No> {
    let Tokens { tokens } = read(&asked.body)?;
    if tokens.len() > MAX_MINE {
        return Err(matches::no("bad", format!("at most {MAX_MINE} tokens are looked at")));
    }
    let hashes = tokens.iter().filter_map(|token| token::parse(token.reveal()));
    let hashes: Vec<_> = hashes.filter(|(kind, _)| *kind == Kind::Seat).map(|(_, hash)| hash).collect();
    let listed = asked.app.store.list(&hashes)?;
    let mine = listed.iter().map(|one| {
        let program = asked.app.store.program(&one.row.program).ok().flatten();
        value!({
            "match": one.row.public,
            "game": program.map(|program| program.name),
            "seat": one.seat.n,
            "name": one.seat.name,
            "over": one.row.state == MatchState::Over,
        })
    });
    Ok(json(&mine.collect::<Vec<_>>()))
}

fn health(asked: &Asked) -> Value {
    let app = &asked.app;
    let durability = match app.config.durability {
        store::sqlite::Durability::Power => "power",
        store::sqlite::Durability::Process => "process",
    };
    value!({
        "version": env!("CARGO_PKG_VERSION"),
        "proto": wire::PROTO,
        "schema": store::sqlite::SCHEMA,
        "durability": durability,
        "stopping": app.is_stopping.load(SeqCst),
        "trouble": app.trouble(),
        "check": format!("{:?}", app.store.health().check),
    })
}
