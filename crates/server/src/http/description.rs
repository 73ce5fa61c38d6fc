//! The API as OpenAPI describes one, made from the table of routes, so that neither knows more than the other. What
//! bodies and answers hold is described by [`super::schemas`], and in words in `docs/server.md`.

use super::schemas::{self, Gives};
use crate::routes::Route;
use serde_json::{Map, Value, json};

/// Routes for programs; the others are pages.
pub(super) fn is_described(path: &str) -> bool {
    path.starts_with("/api/") || ["/live", "/ready", "/health", "/metrics"].contains(&path)
}

pub(super) fn all() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for route in Route::ALL.into_iter().filter(|route| is_described(route.row().path)) {
        let row = route.row();
        let of_path = paths.entry(row.path).or_insert_with(|| json!({}));
        of_path[row.method.to_lowercase()] = operation(route);
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Tavola", "version": env!("CARGO_PKG_VERSION") },
        "paths": paths,
        "components": {
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
            "schemas": schemas::shared(),
        },
    })
}

fn operation(route: Route) -> Value {
    let row = route.row();
    let names = row.path.split('/').filter_map(|piece| piece.strip_prefix('{')?.strip_suffix('}'));
    let parameter =
        |name: &str| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } });
    let mut parameters: Vec<Value> = names.map(parameter).collect();
    if route == Route::ApiMoment {
        let seat = json!({ "type": "integer", "minimum": 0 });
        parameters.push(json!({ "name": "seat", "in": "query", "required": false, "schema": seat }));
    }
    if route == Route::ApiAhead {
        let from = json!({ "type": "integer", "minimum": 0 });
        parameters.push(json!({ "name": "from", "in": "query", "required": false, "schema": from }));
    }
    if route == Route::ApiManual {
        let language = json!({ "type": "string", "pattern": "^[a-z]{2,3}$" });
        parameters.push(json!({ "name": "language", "in": "query", "required": false, "schema": language }));
    }
    let (code, answer) = answer(route);
    let mut operation = json!({
        "operationId": format!("{route:?}"),
        "summary": summary(route),
        "parameters": parameters,
        "responses": {
            code: answer,
            "default": {
                "description": "why not",
                "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Refusal" } } },
            },
        },
    });
    let kinds = [("seat", row.access.seat), ("host", row.access.host), ("watch", row.access.watch)];
    let kinds: Vec<&str> = kinds.iter().filter(|(_, may)| *may).map(|(kind, _)| *kind).collect();
    if !kinds.is_empty() {
        let token = json!({ "token": [] });
        // No token at all is one way to ask.
        let ways = if row.access.anyone { json!([{}, token]) } else { json!([token]) };
        operation["security"] = ways;
        operation["x-tokens"] = json!(kinds);
    }
    if let Some(schema) = schemas::body(route) {
        let content = json!({ "application/json": { "schema": schema } });
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    operation
}

/// The answer when all is well, with its code.
fn answer(route: Route) -> (&'static str, Value) {
    let found = "what was asked for";
    match schemas::gives(route) {
        Gives::Socket => ("101", json!({ "description": "the connection is a WebSocket now" })),
        Gives::Json(schema) => {
            let content = json!({ "application/json": { "schema": schema } });
            ("200", json!({ "description": found, "content": content }))
        }
        Gives::Text(kind) => {
            let content = json!({ kind: { "schema": { "type": "string" } } });
            ("200", json!({ "description": found, "content": content }))
        }
        Gives::Picture(kinds) => {
            let kinds = kinds.iter().map(|kind| ((*kind).to_owned(), json!({})));
            let content: serde_json::Map<String, Value> = kinds.collect();
            ("200", json!({ "description": found, "content": content }))
        }
    }
}

fn summary(route: Route) -> &'static str {
    match route {
        Route::ApiDescription => "this description",
        Route::ApiGames => "the games, with what each says of itself",
        Route::ApiGame => "one game, with its options and bots",
        Route::ApiManual => "the rules of a game, as Markdown",
        Route::ApiPicture => "a picture from the folder of a game, as looks name it",
        Route::ApiStill => "how a game begins, with its legend",
        Route::ApiOpen => "opens a match",
        Route::ApiMatch => "who sits at a match, its clock, whether it is over",
        Route::ApiLegend => "what a client needs to know of the game once",
        Route::ApiRecord => "a match that is over, as a file",
        Route::ApiMoment => "how a match that is over stood after so many moves",
        Route::ApiInvite => "another invite to an open seat",
        Route::ApiInvited => "what an invite is for",
        Route::ApiTake => "takes the seat of an invite",
        Route::ApiSignOut => "a new token for a seat; older ones end",
        Route::ApiNext => "where a seat sits in the rematch, with a token for it",
        Route::ApiPlayOn => "opens a match that goes on from a moment of one that is over",
        Route::ApiAdvice => "what a bot would do in the place of a seat, and who may expect what",
        Route::ApiAhead => "what each seat could expect at moments of a match that is over, some at a time",
        Route::ApiMine => "the matches of these seats",
        Route::Socket => "a WebSocket",
        Route::Live => "whether the process answers",
        Route::Ready => "whether matches can be kept",
        Route::Health => "what runs, and why nobody can play",
        Route::Metrics => "counters as Prometheus reads them, for this machine alone",
        Route::Home | Route::Game | Route::Open | Route::Watch | Route::Sit | Route::Invited => "a page",
        Route::TakeInvited | Route::Replay | Route::Style | Route::Own | Route::Settings => "a page",
        Route::App => "a file of the client",
    }
}

#[cfg(test)]
mod tests {
    use super::all;
    use crate::routes::{Body, Route};

    #[test]
    fn every_route_for_programs_is_described_with_its_tokens_and_body() {
        let described = all();
        let of = |route: Route| {
            let row = route.row();
            described["paths"][row.path][row.method.to_lowercase()].clone()
        };
        for route in Route::ALL {
            let (row, operation) = (route.row(), of(route));
            if operation.is_null() {
                assert!(!row.path.starts_with("/api/") && row.body != Body::Json, "{route:?}");
                continue;
            }
            assert_eq!(operation["operationId"], format!("{route:?}"));
            assert!(operation["summary"] != "a page", "{route:?}");
            assert_eq!(operation["requestBody"].is_object(), row.body == Body::Json, "{route:?}");
            let takes_none = !row.access.seat && !row.access.host && !row.access.watch;
            assert_eq!(operation["security"].is_null(), takes_none, "{route:?}");
            let braces = row.path.matches('{').count();
            let parameters = operation["parameters"].as_array().unwrap().iter();
            let in_path = parameters.filter(|parameter| parameter["in"] == "path").count();
            assert_eq!(in_path, braces, "{route:?}");
        }
    }
}
