//! The answers of the API: JSON for programs. What may be told of a match is asked at the door before.

use super::past::Past;
use super::{Answer, Asked, description, games, json, query, take_new_match, with_type};
use crate::advice;
use crate::config::now;
use crate::door::{self, Who};
use crate::hindsight::{self, Looking, Part};
use crate::lock;
use crate::matches::{self, No};
use crate::opening;
use crate::playing_on;
use crate::rate::Of;
use crate::replays::Turn;
use crate::routes::Route;
use crate::shard::Job;
use crate::token::{self, TokenKind};
use engine::view::Viewer;
use serde::Deserialize;
use serde_json::{Value, json as value};
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use store::{Listed, Match, MatchId, MatchState, Millis, Seat, SeatKind};
use table::Delay;
use tokio::sync::oneshot;
use tokio::time::timeout;
use wire::Secret;

/// So many matches of one's own are listed at once.
const MAX_MINE: usize = 64;

/// Of so many, those touched last, it is looked who has to decide, since they are read for that.
const MAX_LOOKED_AT: usize = 16;

pub(crate) fn answer(asked: &Asked) -> Result<Answer, No> {
    let app = &asked.app;
    match asked.route {
        Route::ApiDescription => Ok(json(&description::all())),
        Route::ApiGames => Ok(games::all(asked)),
        Route::ApiGame => games::one(asked),
        Route::ApiManual => games::manual(asked),
        Route::ApiPicture => games::picture(asked),
        Route::ApiStill => games::still(asked),
        Route::ApiMatch => Ok(json(&summary(asked)?)),
        Route::ApiLegend => {
            let rules = app.rules_of(&row(asked)?);
            let rules = rules.ok_or_else(|| matches::no("nothing", "the rules cannot be had any more"))?;
            Ok(with_type("application/json", rules.legend().get().to_owned()))
        }
        Route::ApiRecord => Ok(with_type("application/json", past(asked)?.1.saved()?)),
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
        Route::ApiPlayOn => {
            let wanted = read(&asked.body)?;
            take_new_match(app, asked.asking)?;
            let (_turn, past) = past(asked)?;
            Ok(json(&playing_on::open(app, &past, &wanted, asked.asking)?))
        }
        Route::ApiAdvice => advice(asked),
        Route::ApiAhead => ahead(asked),
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
            let text = app.metrics.to_text(app.hub.waiting(), app.store.drafts(), app.trouble().is_none());
            Ok(with_type("text/plain; version=0.0.4", text))
        }
        _ => Err(door::Refusal::Unknown.into()),
    }
}

/// Opens a match.
pub(crate) async fn open(asked: Asked) -> Result<Answer, No> {
    let wanted = read(&asked.body)?;
    take_new_match(&asked.app, asked.asking)?;
    // Whoever has gone meanwhile has opened a match all the same, which is counted.
    let opening = tokio::spawn(opening::open_at_once(Arc::clone(&asked.app), wanted, asked.asking));
    let opened = opening.await.map_err(|_| matches::internal())??;
    Ok(json(&opened))
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
    let (game, title) = named(asked, &stored.row)?;
    let settings = door::settings(&stored.row);
    let over = is_over(&stored.row, asked.viewer.who(), now());
    Ok(value!({
        "match": stored.row.public,
        "game": game,
        "title": title,
        "options": serde_json::from_str::<Value>(&stored.row.options).unwrap_or_default(),
        "players": stored.row.players,
        "seats": stored.seats.iter().map(told_seat).collect::<Vec<_>>(),
        "clock": settings.clock,
        "delay": settings.delay,
        "takeover": settings.takeover,
        "opened": stored.row.opened,
        "over": over,
        "next": stored.row.rematch.filter(|_| over).map(token::name_of),
        "seat": asked.viewer.grant().map(|grant| grant.seat),
    }))
}

/// What the game of a match is called in links, while it is there, and for people.
fn named(asked: &Asked, row: &Match) -> Result<(Option<String>, Option<String>), No> {
    let name = asked.app.store.program(&row.program)?.map(|program| program.name);
    let slug = name.as_deref().and_then(|name| asked.app.library.slug_of(name));
    let title = slug.and_then(|slug| Some(asked.app.library.entry(slug)?.title.clone()));
    Ok((slug.map(str::to_owned), title.or(name)))
}

fn told_seat(seat: &Seat) -> Value {
    let kind = match seat.kind {
        SeatKind::Open => "open",
        SeatKind::Bot => "bot",
        SeatKind::Human | SeatKind::Left => "human",
    };
    value!({ "seat": seat.n, "name": seat.name, "kind": kind })
}

/// A match that is over for whoever asks, whose turn it is to replay it.
pub(crate) fn past(asked: &Asked) -> Result<(Turn<'_>, Arc<Past>), No> {
    if !is_over(&row(asked)?, asked.viewer.who(), now()) {
        return Err(matches::no("nothing", "the match is not over, and until then it has secrets"));
    }
    let turn = asked.app.replays.turn(asked.asking)?;
    Ok((turn, asked.app.replays.past(&asked.app, asked.viewer.of()?)?))
}

fn moment(asked: &Asked) -> Result<Answer, No> {
    let (_turn, past) = past(asked)?;
    let n = asked.found.get("n").parse().ok().filter(|n| *n <= past.len());
    let n: usize = n.ok_or_else(|| matches::no("unknown", format!("the match has {} moves", past.len())))?;
    let seat = query(&asked.query, "seat").map(|seat| seat.parse().unwrap_or(u32::MAX));
    if seat.is_some_and(|seat| seat >= past.stored.row.players) {
        return Err(matches::no("bad", format!("the match has {} seats", past.stored.row.players)));
    }
    // Once a match is over nobody in it has secrets.
    let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
    let now = past.at(n)?;
    let result = if n == past.len() { past.result(viewer) } else { None };
    let (game, title) = named(asked, &past.stored.row)?;
    let said = past.said(n).into_iter().map(|(by, text)| value!({ "by": by, "text": text }));
    let said: Vec<_> = said.collect();
    Ok(json(&value!({
        "moves": past.len(),
        "at": n,
        "seat": seat,
        "game": game,
        "title": title,
        "rules": past.rules.hash(),
        "table": now.observer(viewer).tabletop(),
        "trace": now.observer(viewer).trace(),
        "log": now.observer(viewer).log(),
        "chat": said,
        "result": result,
    })))
}

fn invited(asked: &Asked) -> Result<Answer, No> {
    let found = guessed(asked, matches::invited(&asked.app, asked.found.get("code")))?;
    let (game, title) = named(asked, &found.row)?;
    Ok(json(&value!({
        "match": found.row.public,
        "game": game,
        "title": title,
        "players": found.row.players,
        "by": found.by,
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

/// What a bot would do in the place of whoever asks.
fn advice(asked: &Asked) -> Result<Answer, No> {
    let grant = asked.viewer.grant().ok_or(door::Refusal::Unknown)?;
    let of = asked.viewer.of()?;
    let (reply, answer) = oneshot::channel();
    let busy = || matches::not_yet("busy", "the bots have not found out; try again later", 1);
    asked.app.hub.send(of, Job::Advise { of, grant, reply }).map_err(|_| busy())?;
    let answer = asked.app.runtime.block_on(timeout(advice::PATIENCE, answer));
    let advice = answer.ok().and_then(Result::ok).ok_or_else(busy)?;
    let none = || {
        matches::no("nothing", "a bot says what it would do only where you are asked and all others are bots")
    };
    Ok(json(&advice.ok_or_else(none)?))
}

/// Who was ahead, from a moment on, as far as that is found out in one go.
fn ahead(asked: &Asked) -> Result<Answer, No> {
    let (turn, past) = past(asked)?;
    let from = query(&asked.query, "from").map_or(Some(0), |from| from.parse().ok());
    let from = from.ok_or_else(|| matches::no("bad", "say after how many moves"))?;
    let (reply, answer) = oneshot::channel();
    let known = lock(&asked.app.bots.known).of(past.stored.row.id);
    asked.app.bots.look_back(Looking::at(&past, from, known, reply)?);
    drop(turn);
    let answer = asked.app.runtime.block_on(timeout(hindsight::PATIENCE, answer));
    let Part { found, next } =
        answer.ok().and_then(Result::ok).unwrap_or(Part { next: Some(from), ..Part::default() });
    if found.is_empty() && next.is_some_and(|next| next <= from) {
        return Err(matches::not_yet(
            "busy",
            "the bots have other things to think about; try again later",
            5,
        ));
    }
    Ok(json(&value!({ "moves": past.len(), "found": found, "next": next })))
}

/// The matches of whoever holds these tokens. What is no token is passed over: it may be an old one.
fn mine(asked: &Asked) -> Result<Answer, No> {
    let Tokens { tokens } = read(&asked.body)?;
    if tokens.len() > MAX_MINE {
        return Err(matches::no("bad", format!("at most {MAX_MINE} tokens are looked at")));
    }
    let hashes = tokens.iter().filter_map(|token| token::parse(token.reveal()));
    let hashes: Vec<_> = hashes.filter(|(kind, _)| *kind == TokenKind::Seat).map(|(_, hash)| hash).collect();
    let listed = asked.app.store.list(&hashes)?;
    let waiting = waiting(asked, &listed);
    let mine = listed.iter().map(|one| {
        let (game, title) = named(asked, &one.row)?;
        Ok(value!({
            "match": one.row.public,
            "game": game,
            "title": title,
            "seat": one.seat.n,
            "name": one.seat.name,
            "over": one.row.state == MatchState::Over,
            "waiting": waiting.contains(&(one.row.id, one.seat.n)),
            "opened": one.row.opened,
            "touched": one.row.touched,
        }))
    });
    Ok(json(&mine.collect::<Result<Vec<_>, No>>()?))
}

/// In which of these matches, the seats of which somebody holds, that seat has to decide.
fn waiting(asked: &Asked, listed: &[Listed]) -> Vec<(MatchId, u32)> {
    let open = listed.iter().filter(|one| one.row.state < MatchState::Over).take(MAX_LOOKED_AT);
    let asked_for = open.filter_map(|one| {
        let (reply, answer) = oneshot::channel();
        let (of, seat) = (one.row.id, one.seat.n);
        asked.app.hub.send(of, Job::Asked { of, seat, reply }).ok()?;
        Some((of, seat, answer))
    });
    let asked_for: Vec<_> = asked_for.collect();
    let is_asked = |answer: oneshot::Receiver<bool>| answer.blocking_recv().unwrap_or(false);
    asked_for.into_iter().filter_map(|(of, seat, answer)| is_asked(answer).then_some((of, seat))).collect()
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
        "check": format!("{:?}", app.store.disk().health().check),
    })
}
