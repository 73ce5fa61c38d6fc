//! What the API says that it takes and gives, in `/api/openapi.json`, held against what it does take and give.

use crate::client::{Answer, Client, get, name_of, open, post, raw_request, token_of};
use crate::schema::{Schemas, damages};
use crate::{House, games, generous};
use serde_json::{Value, json};
use server::{Body, Route};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use wire::{FromClient, Request, ToClient};

/// What the description says no more of than that it is there, as `docs/protocol.md` does: parts of answers, and what
/// lies in a table or a legend.
const PARTS: [&str; 8] = ["table", "legend", "trace", "log", "path", "paths", "components", "words"];
const ENTRIES: [&str; 17] = [
    "things", "at", "facts", "held", "looks", "course", "seats", "classes", "enums", "zones", "boards",
    "actions", "turns", "about", "closed", "count", "words",
];

/// A server whose answers are compared with what it says of them.
struct Described {
    address: SocketAddr,
    document: Value,
    /// The routes that have given what was asked for.
    answered: BTreeSet<Route>,
}

impl Described {
    fn of(house: &House) -> Described {
        let address = house.address();
        let document = get(address, "/api/openapi.json", None).json();
        Described { address, document, answered: BTreeSet::new() }
    }

    fn operation(&self, route: Route) -> &Value {
        &self.document["paths"][route.row().path][route.row().method.to_lowercase()]
    }

    /// That an answer is as the document says, and that nothing can be missing or different in it unnoticed.
    fn compare(&mut self, route: Route, answer: &Answer) -> Value {
        let schemas = Schemas::new(&self.document);
        let responses = &self.operation(route)["responses"];
        let is_good = answer.status == 200;
        let content = &responses[if is_good { "200" } else { "default" }]["content"];
        let (kind, said) = content.as_object().unwrap().iter().next().unwrap();
        let head = answer.head.to_lowercase();
        assert!(head.contains(&format!("content-type: {kind}")), "{route:?}: {kind} {answer:?}");
        let value = if kind == "application/json" { answer.json() } else { json!(answer.body) };
        if kind == "application/json" {
            let open: &[&str] = if route == Route::ApiLegend { &ENTRIES } else { &PARTS };
            exact(&schemas, route, (&said["schema"], &value), open);
            for (name, schema) in [("table", "Table"), ("legend", "Legend")] {
                if let Some(part) = value.get(name) {
                    let schema = json!({ "$ref": format!("#/components/schemas/{schema}") });
                    exact(&schemas, route, (&schema, part), &ENTRIES);
                }
            }
        }
        if is_good {
            self.answered.insert(route);
        }
        value
    }

    fn path(route: Route, varies: &str) -> String {
        let path = route.row().path;
        ["{match}", "{game}", "{code}"]
            .iter()
            .fold(path.replace("{n}", "0"), |path, name| path.replace(name, varies))
    }

    fn get(&mut self, route: Route, varies: &str, token: Option<&str>) -> Value {
        let answer = get(self.address, &Described::path(route, varies), token);
        assert_eq!(answer.status, 200, "{route:?}: {answer:?}");
        self.compare(route, &answer)
    }

    /// The body must be one that the document allows.
    fn post(&mut self, route: Route, varies: &str, token: Option<&str>, body: &Value) -> Value {
        let said = &self.operation(route)["requestBody"]["content"]["application/json"]["schema"];
        Schemas::new(&self.document).check(said, body).unwrap_or_else(|why| panic!("{route:?}: {why}"));
        let answer = post(self.address, &Described::path(route, varies), token, body);
        assert_eq!(answer.status, 200, "{route:?}: {answer:?}");
        self.compare(route, &answer)
    }
}

/// That a value is as a schema says, and that the schema would notice if anything in it were of another type.
fn exact(schemas: &Schemas<'_>, route: Route, (schema, value): (&Value, &Value), open: &[&str]) {
    schemas.check(schema, value).unwrap_or_else(|why| panic!("{route:?}: {why}: {value}"));
    for damaged in damages(value, open) {
        assert!(schemas.check(schema, &damaged).is_err(), "{route:?} may also give {damaged}");
    }
}

#[test]
fn every_route_takes_and_gives_what_the_description_says() {
    let house = House::new(generous());
    let mut api = Described::of(&house);
    for route in
        [Route::ApiDescription, Route::ApiGames, Route::Live, Route::Ready, Route::Health, Route::Metrics]
    {
        api.get(route, "", None);
    }
    let wanted = json!({
        "game": "tic-tac-toe",
        "options": {},
        "players": 2,
        "seats": [{ "me": { "name": "Ann" } }, "open"],
        "clock": { "bank": { "ms": 600_000, "increment": 5_000 } },
        "delay": { "steps": { "n": 0 } },
        "takeover": 180_000,
        "watch": "token",
        "draft": false,
    });
    let opened = api.post(Route::ApiOpen, "", None, &wanted);
    let (name, seat) = (name_of(&opened), token_of(&opened, 0));
    let host = opened["host"].as_str().unwrap().to_owned();
    api.get(Route::ApiMatch, &name, Some(&host));
    api.get(Route::ApiLegend, &name, opened["watch"].as_str());
    let invite = api.post(Route::ApiInvite, &name, Some(&host), &json!({ "seat": 1 }));
    let code = invite["invite"]["code"].as_str().unwrap();
    api.get(Route::ApiInvited, code, None);
    let taken = api.post(Route::ApiTake, code, None, &json!({ "name": "Bo" }));
    let mut own = Client::join(api.address, &name, Some(&seat), None).greeted();
    own.play();
    let id = own.id();
    assert!(matches!(own.ask_for(&FromClient::Resign(Request { id })), ToClient::Ack(_)));
    api.get(Route::ApiRecord, &name, Some(&seat));
    let moment = api.get(Route::ApiMoment, &name, Some(&seat));
    assert_eq!(moment["moves"], 1);
    let late = get(api.address, &format!("/api/matches/{name}/moments/1?seat=1"), Some(&seat));
    api.compare(Route::ApiMoment, &late);
    api.get(Route::ApiAhead, &name, Some(&seat));
    let alone = open(api.address, "tic-tac-toe", &["me", "random"], &json!({}));
    api.get(Route::ApiAdvice, &name_of(&alone), Some(&token_of(&alone, 0)));
    let on = json!({ "at": 1, "seats": [{ "me": { "name": "Ann" } }, "open"] });
    api.post(Route::ApiPlayOn, &name, Some(&seat), &on);
    let id = own.id();
    own.ask_for(&FromClient::Rematch(Request { id }));
    let next = api.post(Route::ApiNext, &name, Some(&seat), &json!({}));
    let tokens = json!({ "tokens": [seat, next["token"], taken["token"], "tvs_old"] });
    assert_eq!(api.post(Route::ApiMine, "", None, &tokens).as_array().map(Vec::len), Some(3));
    api.post(Route::ApiSignOut, &name, Some(&seat), &json!({}));
    api.post(Route::ApiSignOut, &name, Some(&host), &json!({ "seat": 1 }));
    for route in [Route::ApiGame, Route::ApiManual, Route::ApiStill] {
        api.get(route, "tic-tac-toe", None);
    }
    // No game of the library has pictures, see `library.rs`.
    let has_json = |route: &Route| ![Route::Socket, Route::ApiPicture].contains(route);
    let described = |route: &Route| !api.operation(*route).is_null() && has_json(route);
    let all: BTreeSet<Route> = Route::ALL.into_iter().filter(described).collect();
    assert_eq!(api.answered, all);
    let socket = &api.operation(Route::Socket)["responses"];
    assert!(socket["101"].is_object() && socket["200"].is_null());
}

#[test]
fn every_game_is_told_as_the_description_says() {
    let house = House::new(generous());
    let mut api = Described::of(&house);
    for entry in std::fs::read_dir(games()).unwrap() {
        let path = entry.unwrap().path();
        if path.join("game.tgdl").exists() {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            api.get(Route::ApiGame, &name, None);
            api.get(Route::ApiStill, &name, None);
        }
    }
    let all = api.get(Route::ApiGames, "", None);
    assert!(all.as_array().unwrap().iter().any(|game| game["players"].is_object()));
}

#[test]
fn a_refusal_is_as_the_description_says() {
    let house = House::new(generous());
    let mut api = Described::of(&house);
    let opened = open(api.address, "tic-tac-toe", &["me", "open"], &json!({}));
    let (name, seat) = (name_of(&opened), token_of(&opened, 0));
    for route in Route::ALL.into_iter().filter(|route| !api.operation(*route).is_null()).collect::<Vec<_>>() {
        let path = Described::path(route, "none");
        let answer = match route.row().body {
            Body::None => get(api.address, &path, None),
            _ => post(api.address, &path, None, &json!({ "nobody": "wants this" })),
        };
        if answer.status != 200 {
            api.compare(route, &answer);
        }
    }
    let early = get(api.address, &format!("/api/matches/{name}/record"), Some(&seat));
    assert_eq!(
        (early.status, api.compare(Route::ApiRecord, &early)["code"].as_str()),
        (409, Some("nothing"))
    );
    let misled =
        raw_request(api.address, b"GET /ready HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    let (head, body) = misled.split_once("\r\n\r\n").unwrap();
    let misled = Answer { status: 421, head: head.to_owned(), body: body.to_owned() };
    assert_eq!(api.compare(Route::Ready, &misled)["code"], "host");
    // What the description does not allow is refused.
    for wrong in [
        json!({}),
        json!({ "game": 5 }),
        json!({ "game": "tic-tac-toe", "more": 1 }),
        json!({ "game": "tic-tac-toe", "players": "2" }),
        json!({ "game": "tic-tac-toe", "seats": [{ "me": {} }] }),
        json!({ "game": "tic-tac-toe", "seats": ["closed"] }),
        json!({ "game": "tic-tac-toe", "clock": { "move": {} } }),
        json!({ "game": "tic-tac-toe", "delay": "long" }),
        json!({ "game": "tic-tac-toe", "watch": "some" }),
        json!({ "game": "tic-tac-toe", "options": { "size": [] } }),
    ] {
        let said = &api.operation(Route::ApiOpen)["requestBody"]["content"]["application/json"]["schema"];
        assert!(Schemas::new(&api.document).check(said, &wrong).is_err(), "{wrong}");
        let refused = post(api.address, "/api/matches", None, &wrong);
        assert_eq!(refused.status, 400, "{wrong}: {refused:?}");
        api.compare(Route::ApiOpen, &refused);
    }
}
