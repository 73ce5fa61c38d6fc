//! A view of the engine as text, in the form in which the oracle gives it.

use engine::view::{Board, Object, Piece, Spot, ValueView, View, ZoneView};
use std::collections::BTreeSet;

/// The whole view; of the attributes that modifiers change, by their names, nothing is told.
pub(crate) fn text(view: &View, changed: &BTreeSet<String>) -> String {
    let boards: String = view.boards.iter().map(|b| board(b, changed)).collect();
    let spots: String = view.boards.iter().flat_map(Board::spots).map(|s| spot(s, changed)).collect();
    let zones: String = view.zones.iter().map(|z| zone(z, changed)).collect();
    let mut objects: Vec<String> = view.objects.iter().map(|o| object(o, changed)).collect();
    objects.sort_unstable();
    boards + &spots + &zones + &objects.concat()
}

fn board(board: &Board, changed: &BTreeSet<String>) -> String {
    let shown = board.tiles.iter().filter(|tile| !board.grows || !tile.pieces.is_empty());
    let tiles = shown.map(|tile| {
        let attributes = attributes(&tile.attributes, changed);
        format!("tile {}{attributes}\n{}\n", tile.name, pieces(&tile.pieces, changed))
    });
    let owner = board.owner.map_or_else(String::new, |p| format!("({p})"));
    format!("board {}{owner}\n{}", board.name, tiles.collect::<String>())
}

fn spot(spot: &Spot, changed: &BTreeSet<String>) -> String {
    let attributes = attributes(&spot.attributes, changed);
    let (owners, pieces) = (owners(&spot.owners), pieces(&spot.pieces, changed));
    format!("spot {} {} owner {owners}{attributes}\n{pieces}", spot.name, spot.class)
}

fn owners(owners: &[u32]) -> String {
    let owners: Vec<String> = owners.iter().map(u32::to_string).collect();
    if owners.is_empty() { "-".to_owned() } else { owners.join(",") }
}

fn pieces(pieces: &[Option<Piece>], changed: &BTreeSet<String>) -> String {
    pieces.iter().map(|p| piece(p.as_ref(), changed)).collect()
}

fn zone(zone: &ZoneView, changed: &BTreeSet<String>) -> String {
    let mut pieces: Vec<String> = zone.pieces.iter().map(|p| piece(p.as_ref(), changed)).collect();
    if !zone.ordered {
        pieces.sort_unstable();
    }
    let owner = zone.owner.map_or_else(String::new, |p| format!("({p})"));
    format!("zone {}{owner}\n{}", zone.name, pieces.concat())
}

fn piece(piece: Option<&Piece>, changed: &BTreeSet<String>) -> String {
    let Some(piece) = piece else { return "piece ?\n".to_owned() };
    let owner = piece.owner.map_or_else(|| "-".to_owned(), |p| p.to_string());
    format!("piece {} owner {owner}{}\n", piece.class, attributes(&piece.attributes, changed))
}

fn object(object: &Object, changed: &BTreeSet<String>) -> String {
    let owners = owners(&object.owners);
    format!("object {} owner {owners}{}\n", object.class, attributes(&object.attributes, changed))
}

fn attributes(attributes: &[(String, ValueView)], changed: &BTreeSet<String>) -> String {
    // The list of its modifiers is no attribute of the author's.
    let own = attributes.iter().filter(|(name, _)| name != "modifiers");
    let pairs: Vec<String> = own
        .map(|(name, shown)| match changed.contains(name) {
            true => format!("{name}=~"),
            false => format!("{name}={}", value(shown)),
        })
        .collect();
    if pairs.is_empty() { String::new() } else { format!(" {{{}}}", pairs.join(", ")) }
}

fn value(value: &ValueView) -> String {
    match value {
        ValueView::Null => "null".to_owned(),
        ValueView::Number(n) if *n == 0.0 => "0".to_owned(),
        ValueView::Number(n) => n.to_string(),
        ValueView::Bool(b) => b.to_string(),
        ValueView::Text(text) | ValueView::Written(text) => {
            format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
        }
        ValueView::Player(p) => p.to_string(),
        ValueView::Case { name, .. } => name.clone(),
        ValueView::Tile { .. }
        | ValueView::Object(_)
        | ValueView::List(_)
        | ValueView::Table(_)
        | ValueView::Zone { .. }
        | ValueView::Other(_) => "*".to_owned(),
    }
}
