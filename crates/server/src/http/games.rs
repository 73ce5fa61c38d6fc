//! What is told of games over the API: the list of them, one with its options, how it begins, its rules.

use super::form::percent_decoded;
use super::{Answer, Asked, json, query, with_type};
use crate::door;
use crate::library::{self, Entry};
use crate::matches::{self, No};
use crate::run::read_games;
use engine::view::Viewer;
use engine::{About, Choices, GameOption, Match, OptionKind};
use hyper::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderValue};
use serde::Serialize;
use serde_json::{Value, json as value};

/// The seed of the match that shows how a game begins.
const STILL_SEED: u64 = 1;

/// A game as lists show it.
#[derive(Serialize)]
struct Listed<'a> {
    game: &'a str,
    title: &'a str,
    #[serde(serialize_with = "engine::json::about")]
    about: &'a About,
    #[serde(flatten)]
    facts: Facts,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Facts {
    Playable {
        players: Players,
        secret: bool,
    },
    Broken {
        problem: String,
    },
    /// It has not been compiled yet.
    Unread {},
}

#[derive(Clone, Copy, Serialize)]
struct Players {
    least: u32,
    most: u32,
}

fn listed<'a>(game: &'a str, entry: &'a Entry, facts: Option<Result<library::Facts, String>>) -> Listed<'a> {
    let facts = match facts {
        None => Facts::Unread {},
        Some(Ok(facts)) => {
            let (least, most) = facts.players;
            Facts::Playable { players: Players { least, most }, secret: facts.may_hide }
        }
        Some(Err(problem)) => Facts::Broken { problem },
    };
    Listed { game, title: &entry.title, about: &entry.about, facts }
}

/// Waits for no game to be compiled: a list is asked for first of all.
pub(super) fn all(asked: &Asked) -> Answer {
    read_games(&asked.app);
    let all = asked.app.library.all().map(|(slug, entry)| listed(slug, entry, entry.known_facts()));
    json(&all.collect::<Vec<_>>())
}

pub(super) fn one(asked: &Asked) -> Result<Answer, No> {
    let slug = asked.found.get("game");
    let entry = asked.app.library.entry(slug).ok_or(door::Refusal::Unknown)?;
    let opened = asked.app.library.open(slug, &Choices::default()).map_err(|why| matches::no("bad", why))?;
    let game = opened.rules.game();
    let more = value!({
        "counts": game.player_counts(),
        "seats": (0..game.players().1).map(|n| game.seat_name(n)).collect::<Vec<_>>(),
        "options": game.options().iter().map(option).collect::<Vec<_>>(),
        "bots": bots::ALL.iter().map(bots::BotKind::name).collect::<Vec<_>>(),
        "rules": opened.rules.hash(),
    });
    let mut told = serde_json::to_value(listed(slug, entry, Some(Ok(opened.facts())))).unwrap_or_default();
    if let (Value::Object(told), Value::Object(more)) = (&mut told, more) {
        told.extend(more);
        if !game.words().is_empty() {
            told.insert("words".to_owned(), value!(game.words()));
        }
    }
    Ok(json(&told))
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

pub(super) fn manual(asked: &Asked) -> Result<Answer, No> {
    let language = query(&asked.query, "language");
    let manual = asked.app.library.manual(asked.found.get("game"), language);
    let manual = manual.ok_or_else(|| matches::no("unknown", "the game has no manual here"))?;
    Ok(with_type("text/markdown; charset=utf-8", manual))
}

/// A picture that lies beside a game. It runs nothing, wherever it is shown.
pub(super) fn picture(asked: &Asked) -> Result<Answer, No> {
    let path = percent_decoded(asked.found.get("rest"));
    let picture = asked.app.library.picture(asked.found.get("game"), &path);
    let picture = picture.ok_or_else(|| matches::no("unknown", "the game has no such picture here"))?;
    let mut answer = with_type(project::media_type(&path), picture);
    answer.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(project::PICTURE_POLICY));
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("private, max-age=60"));
    Ok(answer)
}

/// How a game begins with the fewest players, as somebody sees it who looks on.
pub(super) fn still(asked: &Asked) -> Result<Answer, No> {
    let slug = asked.found.get("game");
    asked.app.library.entry(slug).ok_or(door::Refusal::Unknown)?;
    let opened = asked.app.library.open(slug, &Choices::default()).map_err(|why| matches::no("bad", why))?;
    let game = opened.rules.game();
    let mut first = Match::start(game, game.players().0, STILL_SEED);
    first.follow();
    let mut answer = json(&value!({
        "rules": opened.rules.hash(),
        "legend": opened.rules.legend(),
        "table": first.observer(Viewer::Spectator).tabletop(),
    }));
    // It changes with the game alone, and lists show one of each.
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("private, max-age=60"));
    Ok(answer)
}
