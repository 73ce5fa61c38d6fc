//! How values are shown: to players by `as string`, and in descriptions.

use crate::value::Value;
use crate::world::{Collection, World};

/// So many elements of a list are named in a sentence of the log.
const MAX_TOLD: usize = 60;

/// Whole numbers without a point, others with the fewest digits that read back as the same number. There is no
/// minus before zero.
pub(crate) fn number(n: f64) -> String {
    if n == 0.0 { "0".to_owned() } else { format!("{n}") }
}

pub(crate) fn units(text: &[u16]) -> String {
    String::from_utf16_lossy(text)
}

/// As `as string` and interpolation show it.
pub(crate) fn plain(world: &World<'_>, value: &Value<'_>) -> String {
    match value {
        Value::Text(text) => units(text),
        Value::Player(p) => player_name(world, *p),
        Value::Object(o) => class_name(world, *o),
        Value::Tile(b, t) => world.shapes[b.index()].name(*t).into_owned(),
        other => exact(world, other),
    }
}

/// As a sentence of the log holds it, for whoever sees all: an object is called by its title.
pub(crate) fn told(world: &World<'_>, value: &Value<'_>) -> String {
    match value {
        Value::Object(o) => title(world, *o),
        Value::List(_) | Value::Stack(_) => each(world, &world.items(value).unwrap_or_default()),
        other => plain(world, other),
    }
}

/// What a list holds, as a sentence of the log names it.
fn each(world: &World<'_>, items: &[Value<'_>]) -> String {
    listed(items.iter().map(|v| told(world, v)).collect())
}

/// What lies in a zone, as a sentence of the log names it: where the zone has no order, in one that does not tell in which
/// it came there.
pub(crate) fn of_zone(world: &World<'_>, items: &[Value<'_>]) -> String {
    let mut all: Vec<String> = items.iter().map(|v| told(world, v)).collect();
    let is_it =
        |pieces: &Vec<usize>| matches!(items.first(), Some(Value::Object(first)) if pieces.contains(first));
    let mut zones = world.game.zones.iter().zip(&world.zones);
    let lies_in_order =
        zones.any(|(zone, of_players)| (zone.deck || zone.ordered) && of_players.iter().any(is_it));
    if world.game.order_may_tell() && !lies_in_order {
        all.sort_by_cached_key(|name| with_wide_numbers(name));
    }
    listed(all)
}

fn listed(mut all: Vec<String>) -> String {
    all.truncate(MAX_TOLD);
    if all.is_empty() { "nothing".to_owned() } else { all.join(", ") }
}

/// So that 9 stands before 10.
fn with_wide_numbers(text: &str) -> String {
    let mut wide = String::new();
    for part in text.split_inclusive(|c: char| !c.is_ascii_digit()) {
        let digits = part.trim_end_matches(|c: char| !c.is_ascii_digit());
        if !digits.is_empty() {
            wide.push_str(&"0".repeat(12_usize.saturating_sub(digits.len())));
        }
        wide.push_str(part);
    }
    wide
}

/// The cases and texts of an object that are neither secret nor hidden by its look, else its numbers, else its class.
fn title(world: &World<'_>, o: usize) -> String {
    let Some(object) = world.objects.get(o) else { return "null".to_owned() };
    let class = &world.game.classes[object.class.index()];
    if let Some(of) = &class.modifier {
        // As players read values in moves.
        let param = |v: &Value<'_>| match v {
            Value::Null => "none".to_owned(),
            Value::Bool(b) => if *b { "yes" } else { "no" }.to_owned(),
            Value::Player(p) => format!("player {}", p + 1),
            v => told(world, v),
        };
        let params = of.params.iter().map(|p| &object.attributes[*p as usize]).map(param);
        let params: Vec<String> = params.collect();
        let params = if params.is_empty() { String::new() } else { format!("({})", params.join(", ")) };
        return class.name.clone() + &params;
    }
    let look = world.game.looks.classes.get(&object.class.0);
    let telling = |fits: fn(&Value<'_>) -> bool| -> Vec<String> {
        let own = class.attributes.iter().zip(&object.attributes).filter(|(a, _)| !a.name.starts_with('('));
        let open = own.filter(|(a, _)| {
            a.formula.is_none() && !a.secret && look.is_none_or(|l| !l.hide.contains(&a.name))
        });
        open.filter(|(_, value)| fits(value)).map(|(_, value)| plain(world, value)).collect()
    };
    let words = telling(|v| matches!(v, Value::Case(..) | Value::Text(_)));
    let words = if words.is_empty() { telling(|v| matches!(v, Value::Number(_))) } else { words };
    if words.is_empty() { class.name.clone() } else { words.join(" ") }
}

/// As descriptions show it: strings in quotes.
pub(crate) fn exact(world: &World<'_>, value: &Value<'_>) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Number(n) => number(*n),
        Value::Bool(b) => b.to_string(),
        Value::Text(text) => quoted(&units(text)),
        Value::Player(p) => p.to_string(),
        Value::Case(e, i) => world.game.enums[e.index()].cases[*i as usize].name.clone(),
        Value::Tile(b, t) => {
            let (board, name) = (&world.game.boards[b.index()], world.shapes[b.index()].name(*t));
            board.player.map_or_else(|| name.to_string(), |p| format!("{}({p}).{name}", board.name))
        }
        Value::Object(o) => object(world, *o),
        Value::List(i) | Value::Stack(i) | Value::Table(i) => collection(world, &world.collections[*i]),
        Value::Set(members) => {
            let members: Vec<String> = members.iter().map(|m| exact(world, m)).collect();
            format!("[{}]", members.join(", "))
        }
        Value::Zone(z, p) => {
            let zone = &world.game.zones[z.index()];
            if zone.per_player { format!("{}({p})", zone.title) } else { zone.title.clone() }
        }
        Value::Zones(z) => world.game.zones[z.index()].title.clone(),
        Value::Turn(t) => world.game.turns[t.index()].name.clone(),
        Value::Position(_) => "position".to_owned(),
        Value::Function(_) => "function".to_owned(),
    }
}

/// The name of a seat: `Player 1` where the author gave none.
pub(crate) fn player_name(world: &World<'_>, p: u32) -> String {
    let named = world.game.players.names.get(p as usize).cloned();
    named.unwrap_or_else(|| format!("Player {}", p + 1))
}

fn class_name(world: &World<'_>, o: usize) -> String {
    let class = world.objects.get(o).map(|o| &world.game.classes[o.class.index()]);
    class.map_or("null".to_owned(), |c| c.name.clone())
}

fn object(world: &World<'_>, o: usize) -> String {
    let Some(object) = world.objects.get(o) else { return "null".to_owned() };
    let class = &world.game.classes[object.class.index()];
    if object.number == u32::MAX { class.name.clone() } else { format!("{}#{}", class.name, object.number) }
}

fn collection(world: &World<'_>, collection: &Collection<'_>) -> String {
    match collection {
        Collection::Row(items) => {
            let items: Vec<String> = items.iter().map(|v| exact(world, v)).collect();
            format!("[{}]", items.join(", "))
        }
        Collection::Table(pairs) => {
            let pair = |(k, v): &(Value<'_>, Value<'_>)| format!("{}: {}", exact(world, k), exact(world, v));
            format!("{{{}}}", pairs.iter().map(pair).collect::<Vec<_>>().join(", "))
        }
    }
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
