//! Values, moves, views and what changes in them as JSON. The shapes are in `docs/protocol.md`.

use engine::question::{Move, Part};
use engine::view::{self, BoardKind, Fault, Label, Legend, Look, Outcome, Piece, View};
use engine::view_change::{Place, ViewChange};
use engine::{Game, GameOption, Layout, OptionKind};
use serde_json::{Map, Value, json};

/// A number without a point where it is whole.
pub(crate) fn number(x: f64) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if x.fract() == 0.0 && x.abs() <= EXACT { json!(x as i64) } else { json!(x) }
}

pub(crate) fn value(v: &view::Value) -> Value {
    use view::Value as V;
    match v {
        V::Null => Value::Null,
        V::Number(x) => number(*x),
        V::Text(text) | V::Other(text) => json!(text),
        V::Bool(b) => json!(b),
        V::Player(p) => json!(p),
        V::Case { name, .. } | V::Tile { name, .. } => json!(name),
        V::Object(object) => object_value(object),
        V::List(all) => all.iter().map(value).collect(),
        V::Zone { name, owner: None } => json!(name),
        V::Zone { name, owner } => json!({ "zone": name, "owner": owner }),
    }
}

fn object_value(object: &view::ObjectView) -> Value {
    let mut out = json!({ "class": object.class, "text": object.text, "place": object.place });
    if !object.numbers.is_empty() {
        out["numbers"] = object.numbers.iter().map(|(name, x)| (name.clone(), number(*x))).collect();
    }
    looking(out, &object.look)
}

/// A look: what it says, and nothing where it says noobject.
fn look(look: &Look) -> Value {
    let mut out = Map::new();
    let texts = [
        ("title", &look.title),
        ("text", &look.text),
        ("symbol", &look.symbol),
        ("colour", &look.colour),
        ("image", &look.image),
    ];
    for (name, text) in texts {
        out.extend(text.as_ref().map(|text| (name.to_owned(), json!(text))));
    }
    for (name, all) in [("corners", &look.corners), ("badges", &look.badges)] {
        if !all.is_empty() {
            out.insert(name.to_owned(), json!(all));
        }
    }
    Value::Object(out)
}

/// A shape with the look of what it is about, if there is one.
fn looking(mut out: Value, of: &Look) -> Value {
    if !of.is_empty() {
        out["look"] = look(of);
    }
    out
}

/// What looks say that is the same for everybody and all the time; None where they say nothing of that kind.
pub(crate) fn legend(legend: &Legend) -> Option<Value> {
    let label = |l: &Label| json!({ "of": l.of, "name": l.name, "look": look(&l.look) });
    let labels = |all: &[Label]| all.iter().map(label).collect::<Vec<_>>();
    let hidden = legend.hidden.iter().map(|(class, name)| json!({ "of": class, "name": name }));
    let shown = json!({
        "cases": labels(&legend.cases),
        "members": labels(&legend.members),
        "turns": labels(&legend.turns),
        "hidden": hidden.collect::<Vec<_>>(),
    });
    (!legend.is_empty()).then_some(shown)
}

/// Names and values as an object.
pub(crate) fn values(named: &[(String, view::Value)]) -> Value {
    Value::Object(named.iter().map(|(name, v)| (name.clone(), value(v))).collect::<Map<_, _>>())
}

pub(crate) fn a_move(m: &Move) -> Value {
    let mut out = json!({ "id": m.id, "seat": m.seat, "action": m.action });
    if let Some(object) = &m.object {
        out["with"] = value(object);
    }
    out["inputs"] = values(&m.inputs);
    out["text"] = json!(m.text);
    out
}

pub(crate) fn part(p: &Part) -> Value {
    let option = |(i, (text, v)): (usize, &(String, view::Value))| json!({ "part": i, "text": text, "value": value(v) });
    let options: Vec<Value> = p.options.iter().enumerate().map(option).collect();
    json!({ "name": p.name, "prompt": p.prompt, "options": options, "more": p.more })
}

pub(crate) fn view(v: &View) -> Value {
    let seats = v.seats.iter().map(|s| {
        let shown = json!({ "name": s.name, "score": number(s.score), "out": s.out, "team": s.team });
        looking(shown, &s.look)
    });
    let objects = v.objects.iter().map(object);
    let zones = v.zones.iter().map(|z| {
        let pieces: Vec<Value> = z.pieces.iter().map(|p| piece(p.as_ref())).collect();
        let mut out =
            json!({ "name": z.name, "owner": z.owner, "deck": z.deck, "ordered": z.ordered, "pieces": pieces });
        if let Some(layout) = z.layout {
            out["layout"] = json!(layout.word());
        }
        if let Some(Layout::Grid(columns)) = z.layout {
            out["columns"] = json!(columns);
        }
        if let Some(back) = &z.back {
            out["back"] = json!(back);
        }
        looking(out, &z.look)
    });
    json!({
        "game": v.game,
        "seat": v.seat,
        "seats": seats.collect::<Vec<_>>(),
        "active": v.active,
        "turn": v.turn,
        "phase": v.phase,
        "deciders": v.deciders,
        "answered": v.answered,
        "boards": v.boards.iter().map(board).collect::<Vec<_>>(),
        "zones": zones.collect::<Vec<_>>(),
        "objects": objects.collect::<Vec<_>>(),
        "over": v.outcome.is_some(),
    })
}

fn board(b: &view::Board) -> Value {
    let kind = match b.kind {
        BoardKind::Square => "square",
        BoardKind::Hex => "hex",
        BoardKind::Track => "track",
        BoardKind::Ring => "ring",
        BoardKind::Graph => "graph",
    };
    let tiles = b.tiles.iter().map(|t| {
        let pieces: Vec<Value> = t.pieces.iter().map(|p| piece(p.as_ref())).collect();
        let mut out = json!({ "name": t.name, "x": t.x, "y": t.y });
        if let Some(mark) = t.mark {
            out["mark"] = json!(mark);
        }
        if !t.attributes.is_empty() {
            out["attributes"] = values(&t.attributes);
        }
        out["pieces"] = Value::Array(pieces);
        if let Some((x, y)) = t.at {
            out["at"] = json!([number(x), number(y)]);
        }
        looking(out, &t.look)
    });
    let edges = b.edges.iter().map(|(from, to, weight)| json!([from, to, number(*weight)]));
    let mut out = json!({
        "name": b.name,
        "kind": kind,
        "rows": b.rows,
        "columns": b.columns,
        "tiles": tiles.collect::<Vec<_>>(),
        "edges": edges.collect::<Vec<_>>(),
    });
    if b.tiles.iter().any(|t| !t.attributes.is_empty()) {
        out["tile"] = json!(b.tile);
    }
    looking(out, &b.look)
}

/// An option of a game, and which values it takes.
pub(crate) fn option(o: &GameOption) -> Value {
    let mut out = json!({ "name": o.name, "prompt": o.prompt, "default": o.default, "param": o.is_param });
    match &o.kind {
        OptionKind::Bool => out["values"] = json!(["false", "true"]),
        OptionKind::Choice(values) => out["values"] = json!(values),
        OptionKind::Whole { from, to } => (out["from"], out["to"]) = (json!(from), json!(to)),
        OptionKind::Number | OptionKind::Text => {}
    }
    out
}

/// A piece; null for one that the viewer does not know.
pub(crate) fn piece(p: Option<&Piece>) -> Value {
    p.map_or(Value::Null, |p| {
        let out =
            json!({ "class": p.class, "owner": p.owner, "text": p.text, "attributes": values(&p.attributes) });
        looking(out, &p.look)
    })
}

fn object(o: &view::Object) -> Value {
    let out = json!({ "class": o.class, "global": o.global, "owners": o.owners, "attributes": values(&o.attributes) });
    looking(out, &o.look)
}

fn place(p: &Place) -> Value {
    match p {
        Place::Tile { board, name } => json!({ "board": board, "tile": name }),
        Place::Zone { name, owner } => json!({ "zone": name, "owner": owner }),
    }
}

pub(crate) fn view_change(h: &ViewChange) -> Value {
    match h {
        ViewChange::Moved { piece: p, from, to } => {
            json!({ "event": "moved", "piece": piece(p.as_ref()), "from": place(from), "to": place(to) })
        }
        ViewChange::Made { piece: p, at } => {
            json!({ "event": "made", "piece": piece(p.as_ref()), "at": place(at) })
        }
        ViewChange::Removed { piece: p, from } => {
            json!({ "event": "removed", "piece": piece(p.as_ref()), "from": place(from) })
        }
        ViewChange::Owned { piece: p, at, by } => {
            json!({ "event": "owned", "piece": piece(Some(p)), "at": place(at), "by": by })
        }
        ViewChange::Changed { class, at, attribute, from, to } => json!({
            "event": "changed",
            "class": class,
            "at": at.as_ref().map(place),
            "attribute": attribute,
            "from": value(from),
            "to": value(to),
        }),
        ViewChange::Appeared { object: o } => json!({ "event": "appeared", "object": object(o) }),
        ViewChange::Vanished { object: o } => json!({ "event": "vanished", "object": object(o) }),
        ViewChange::Scored { seat, from, to } => {
            json!({ "event": "scored", "seat": seat, "from": number(*from), "to": number(*to) })
        }
        ViewChange::Eliminated { seat } => json!({ "event": "eliminated", "seat": seat }),
        ViewChange::Passed { active, turn, phase } => {
            json!({ "event": "passed", "active": active, "turn": turn, "phase": phase })
        }
        ViewChange::Ended => json!({ "event": "ended" }),
    }
}

/// How a match ended, added to an answer: `over`, and then `how`, `winners`, `ranking`, the fault.
pub(crate) fn outcome(outcome: Option<&Outcome>, game: &Game) -> Value {
    let (how, ranking) = match outcome {
        None => return json!({ "over": false, "winners": [], "ranking": [] }),
        Some(Outcome::Finished { ranking }) => ("finished", ranking.clone()),
        Some(Outcome::Stuck) => ("stuck", Vec::new()),
        Some(Outcome::Fault(_)) => ("fault", Vec::new()),
    };
    let winners = ranking.first().cloned().unwrap_or_default();
    let mut out = json!({ "over": true, "how": how, "winners": winners, "ranking": ranking });
    if let Some(Outcome::Fault(f)) = outcome {
        out["fault"] = fault(f, game);
    }
    out
}

fn fault(f: &Fault, game: &Game) -> Value {
    let (line, column) = game.sources().line_column(f.at.file, f.at.start);
    json!({ "message": f.message, "file": game.sources().path(f.at.file), "line": line, "column": column })
}
