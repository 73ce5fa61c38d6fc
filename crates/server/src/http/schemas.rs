//! What each route for programs takes and gives, as JSON Schema. It describes; nothing is read or written by it, and a
//! test holds it against the answers of every route. What the engine tells stands in `docs/protocol.md`: here are only
//! the outer fields.

use crate::routes::Route;
use serde_json::{Map, Value, json};

/// What the body of an answer is.
pub(super) enum Gives {
    Json(Value),
    /// Text of this media type.
    Text(&'static str),
    /// A picture, of one of these media types.
    Picture(&'static [&'static str]),
    /// The connection becomes a WebSocket.
    Socket,
}

/// An object that has these fields and no others; a name that ends in `?` may be missing.
fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    let required = fields.iter().filter(|(name, _)| !name.ends_with('?')).map(|(name, _)| *name);
    let required: Vec<&str> = required.collect();
    let fields = fields.iter().map(|(name, schema)| (name.trim_end_matches('?').to_owned(), schema.clone()));
    let fields: Map<String, Value> = fields.collect();
    json!({ "type": "object", "required": required, "properties": fields, "additionalProperties": false })
}

fn text() -> Value {
    json!({ "type": "string" })
}

/// A text, or nothing.
fn perhaps(kind: &str) -> Value {
    json!({ "type": [kind, "null"] })
}

fn flag() -> Value {
    json!({ "type": "boolean" })
}

/// A whole number from 0 on.
fn count() -> Value {
    json!({ "type": "integer", "minimum": 0 })
}

fn many(of: &Value) -> Value {
    json!({ "type": "array", "items": of })
}

fn map(of: &Value) -> Value {
    json!({ "type": "object", "additionalProperties": of })
}

fn one_of(all: &[Value]) -> Value {
    json!({ "oneOf": all })
}

fn words(all: &[&str]) -> Value {
    json!({ "enum": all })
}

fn called(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// What several routes have in common, by name.
pub(super) fn shared() -> Value {
    json!({
        "Refusal": object([("code", text()), ("why", text())]),
        "Milliseconds": { "type": "integer", "description": "of a time, since 1970" },
        "Clock": one_of(&[
            words(&["none"]),
            object([("move", object([("ms", count())]))]),
            object([("bank", object([("ms", count()), ("increment", count())]))]),
        ]),
        "Delay": one_of(&[
            words(&["none", "end"]),
            object([("time", object([("ms", count())]))]),
            object([("steps", object([("n", count())]))]),
        ]),
        "Options": map(&json!({ "type": ["boolean", "number", "string"] })),
        "About": about(),
        "Listed": listed(),
        "Opened": opened(),
        "Match": summary(),
        "Taken": object([("match", text()), ("seat", count()), ("token", text())]),
        "Invite": object([("code", text()), ("url", text())]),
        "Legend": legend(),
        "Table": table(),
        "Step": { "type": "object", "required": ["do"], "properties": { "do": text() } },
        "Entry": { "type": "object" },
        "Ruling": object([
            ("how", words(&["finished", "stuck", "fault", "resigned", "drawn", "flagged"])),
            ("ranking", many(&many(&count()))),
            ("scores?", many(&json!({ "type": "number" }))),
            ("why?", text()),
        ]),
        "Saved": object([
            ("tavola", json!({ "const": 1 })),
            ("game", text()),
            ("options?", called("Options")),
            ("players", count()),
            ("seed", count()),
            ("steps", many(&object([
                ("seat", perhaps("integer")),
                ("n", count()),
                ("written?", many(&text())),
                ("text?", text()),
                ("reseed?", count()),
            ]))),
            ("hash", text()),
        ]),
    })
}

/// By language pairs of a text of the rules and what it is there: each a text, or its pieces, where numbers stand for
/// values.
fn translations() -> Value {
    let text_or_pieces = one_of(&[text(), many(&one_of(&[text(), count()]))]);
    map(&many(&many(&text_or_pieces)))
}

fn legend() -> Value {
    let entries = many(&json!({ "type": "object" }));
    object([
        ("game", text()),
        ("secret", flag()),
        ("asks?", flag()),
        ("classes", entries.clone()),
        ("enums", entries.clone()),
        ("zones", entries.clone()),
        ("boards", entries.clone()),
        ("actions", entries.clone()),
        ("turns", entries.clone()),
        ("seats", entries),
        ("about?", called("About")),
        ("looks", json!({ "type": "object" })),
        ("words?", translations()),
    ])
}

fn table() -> Value {
    let entry = json!({ "type": "object" });
    object([
        ("things", map(&entry)),
        ("at", map(&json!({ "type": "array" }))),
        ("count", map(&count())),
        ("held?", map(&entry)),
        ("closed?", many(&text())),
        ("facts?", map(&json!(true))),
        ("looks?", map(&entry)),
        ("seats", many(&entry)),
        ("course", entry),
        ("over", flag()),
    ])
}

fn about() -> Value {
    let translated = object([("title?", text()), ("text?", text())]);
    object([
        ("title?", text()),
        ("text?", text()),
        ("by?", text()),
        ("minutes?", count()),
        ("age?", count()),
        ("weight?", json!({ "type": "number" })),
        ("genre?", text()),
        ("tags?", many(&text())),
        ("sign?", text()),
        ("languages?", map(&translated)),
    ])
}

/// A game as lists show it: without `players` and `secret` until it has been read, with `problem` where it does not
/// compile.
fn listed() -> Value {
    object([
        ("game", text()),
        ("title", text()),
        ("about", called("About")),
        ("players?", object([("least", count()), ("most", count())])),
        ("secret?", flag()),
        ("problem?", text()),
    ])
}

/// One game alone.
fn game() -> Value {
    let range = object([("from", json!({ "type": "integer" })), ("to", json!({ "type": "integer" }))]);
    let option = object([
        ("name", text()),
        ("prompt", perhaps("string")),
        ("default", text()),
        ("values", one_of(&[many(&text()), range, json!({ "type": "null" })])),
        ("param", flag()),
    ]);
    object([
        ("game", text()),
        ("title", text()),
        ("about", called("About")),
        ("players", object([("least", count()), ("most", count())])),
        ("secret", flag()),
        ("counts", many(&count())),
        ("seats", many(&text())),
        ("options", many(&option)),
        ("bots", many(&text())),
        ("rules", text()),
        ("words?", translations()),
    ])
}

fn opened() -> Value {
    let seat = one_of(&[
        object([("token", text())]),
        object([("invite", called("Invite"))]),
        object([("bot", text())]),
    ]);
    object([("match", text()), ("url", text()), ("host", text()), ("watch?", text()), ("seats", many(&seat))])
}

fn summary() -> Value {
    let seat = object([("seat", count()), ("name", text()), ("kind", words(&["open", "human", "bot"]))]);
    object([
        ("match", text()),
        ("game", perhaps("string")),
        ("title", perhaps("string")),
        ("options", called("Options")),
        ("players", count()),
        ("seats", many(&seat)),
        ("clock", called("Clock")),
        ("delay", called("Delay")),
        ("takeover", perhaps("integer")),
        ("opened", called("Milliseconds")),
        ("over", flag()),
        ("next", perhaps("string")),
        ("seat", perhaps("integer")),
    ])
}

fn moment() -> Value {
    object([
        ("moves", count()),
        ("at", count()),
        ("seat", perhaps("integer")),
        ("game", perhaps("string")),
        ("title", perhaps("string")),
        ("rules", text()),
        ("table", called("Table")),
        ("trace", many(&called("Step"))),
        ("log", many(&called("Entry"))),
        ("chat", many(&object([("by", count()), ("text", text())]))),
        ("result", one_of(&[called("Ruling"), json!({ "type": "null" })])),
    ])
}

fn advice() -> Value {
    let chance = json!({ "type": "number", "minimum": 0 });
    let reference = json!({ "type": ["object", "null"] });
    let part = one_of(&[reference.clone(), many(&reference)]);
    let advised = object([("path", many(&part)), ("text", text()), ("value", chance.clone())]);
    object([
        ("seat", count()),
        ("q", count()),
        ("moves", many(&advised)),
        ("chances", many(&chance)),
        ("certain", flag()),
    ])
}

fn ahead() -> Value {
    let chance = json!({ "type": "number", "minimum": 0 });
    let found = object([("at", count()), ("chances", many(&chance)), ("certain", flag())]);
    object([("moves", count()), ("found", many(&found)), ("next", perhaps("integer"))])
}

fn mine() -> Value {
    many(&object([
        ("match", text()),
        ("game", perhaps("string")),
        ("title", perhaps("string")),
        ("seat", count()),
        ("name", text()),
        ("over", flag()),
        ("waiting", flag()),
        ("opened", called("Milliseconds")),
        ("touched", called("Milliseconds")),
    ]))
}

fn health() -> Value {
    object([
        ("version", text()),
        ("proto", count()),
        ("schema", count()),
        ("durability", words(&["power", "process"])),
        ("stopping", flag()),
        ("trouble", perhaps("string")),
        ("check", text()),
    ])
}

/// What a request carries; None where it carries nothing.
pub(super) fn body(route: Route) -> Option<Value> {
    let seat =
        one_of(&[object([("me", object([("name", text())]))]), words(&["open"]), object([("bot", text())])]);
    match route {
        Route::ApiOpen => Some(object([
            ("game", text()),
            ("options?", called("Options")),
            ("players?", perhaps("integer")),
            ("seats?", many(&seat)),
            ("clock?", called("Clock")),
            ("delay?", called("Delay")),
            ("takeover?", perhaps("integer")),
            ("watch?", words(&["all", "token", "nobody"])),
            ("draft?", flag()),
        ])),
        Route::ApiInvite => Some(object([("seat", count())])),
        Route::ApiTake => Some(object([("name", text())])),
        Route::ApiSignOut => Some(object([("seat?", perhaps("integer"))])),
        Route::ApiPlayOn => Some(object([("at", count()), ("seats?", many(&seat))])),
        Route::ApiMine => Some(object([("tokens", many(&text()))])),
        // Nothing of it is read.
        Route::ApiNext => Some(json!({ "type": "object" })),
        _ => None,
    }
}

/// What the answer to a request carries.
pub(super) fn gives(route: Route) -> Gives {
    Gives::Json(match route {
        Route::ApiManual => return Gives::Text("text/markdown; charset=utf-8"),
        Route::ApiPicture => {
            return Gives::Picture(&["image/svg+xml", "image/png", "image/jpeg", "image/webp"]);
        }
        Route::Metrics => return Gives::Text("text/plain; version=0.0.4"),
        Route::Socket => return Gives::Socket,
        Route::ApiDescription => object([
            ("openapi", json!({ "const": "3.1.0" })),
            ("info", object([("title", text()), ("version", text())])),
            ("paths", map(&json!({ "type": "object" }))),
            ("components", map(&json!({ "type": "object" }))),
        ]),
        Route::ApiGames => many(&called("Listed")),
        Route::ApiGame => game(),
        Route::ApiStill => {
            object([("rules", text()), ("legend", called("Legend")), ("table", called("Table"))])
        }
        Route::ApiOpen | Route::ApiPlayOn => called("Opened"),
        Route::ApiMatch => called("Match"),
        Route::ApiLegend => called("Legend"),
        Route::ApiRecord => called("Saved"),
        Route::ApiMoment => moment(),
        Route::ApiInvite => object([("invite", called("Invite"))]),
        Route::ApiInvited => object([
            ("match", text()),
            ("game", perhaps("string")),
            ("title", perhaps("string")),
            ("players", count()),
            ("by", many(&text())),
            ("seat", perhaps("integer")),
        ]),
        Route::ApiTake | Route::ApiSignOut | Route::ApiNext => called("Taken"),
        Route::ApiAdvice => advice(),
        Route::ApiAhead => ahead(),
        Route::ApiMine => mine(),
        Route::Live => object([("live", json!({ "const": true }))]),
        Route::Ready => object([("ready", json!({ "const": true }))]),
        Route::Health => health(),
        _ => Value::Bool(true),
    })
}
