//! Hands, piles and decks in text.

use super::looks;
use super::styled::{Styled, flow};
use engine::view::{Piece, ValueView, View, ZoneView};
use language::look::Layout;

/// A pile of which more than this many cards are known, and not alike, shows its top alone.
const MAX_LISTED: usize = 10;

/// In a grid, so many columns of text stand between two cards, and no more than these in a line.
const GAP: usize = 2;
const LINE: usize = 98;

/// The zones of a view in which something lies, one line each; the seat's own last, next to the prompt.
pub(crate) fn zones(view: &View) -> String {
    let used = view.zones.iter().filter(|zone| !zone.pieces.is_empty());
    let is_own = |zone: &&ZoneView| zone.owner.is_some() && zone.owner == view.seat;
    let (own, others): (Vec<&ZoneView>, Vec<&ZoneView>) = used.partition(is_own);
    let lines = others.into_iter().map(|zone| line(view, zone, false));
    lines.chain(own.into_iter().map(|zone| line(view, zone, true))).collect()
}

/// A zone with all that is known of it, however much that is.
pub(crate) fn whole(view: &View, zone: &ZoneView) -> String {
    let is_own = zone.owner.is_some() && zone.owner == view.seat;
    titled(view, zone, is_own, &contents(zone, true))
}

fn line(view: &View, zone: &ZoneView, is_own: bool) -> String {
    titled(view, zone, is_own, &contents(zone, is_own))
}

fn titled(view: &View, zone: &ZoneView, is_own: bool, contents: &[Styled]) -> String {
    let owner = zone.owner.and_then(|p| view.seats.get(p as usize).map(|seat| (p, seat)));
    let called = name(zone);
    let name = match owner {
        _ if is_own => Styled::plain(format!("{}: ", looks::yours(&called))),
        Some((p, seat)) => {
            looks::of_seat(format!("{} of {}: ", looks::others(&called), seat.name), p, &view.seats)
        }
        None => Styled::plain(format!("{called}: ")),
    };
    let columns = match zone.layout {
        Some(Layout::Column | Layout::Ledger) => 1,
        Some(Layout::Grid(columns)) => columns.max(1) as usize,
        // Each with its words begins a line of its own.
        _ if contents.len() > 1 && zone.pieces.iter().flatten().any(|p| looks::words(p).is_some()) => 1,
        _ => return format!("{}{}\n", name.painted(), flow(contents, ", ", name.width().min(20))),
    };
    let widest = contents.iter().map(Styled::width).max().unwrap_or(0);
    if columns > 1 && (widest + GAP) * columns <= LINE {
        let padded = |item: &Styled| format!("{}{}", item.painted(), " ".repeat(widest - item.width() + GAP));
        let lines = contents.chunks(columns).map(|line| line.iter().map(padded).collect::<String>());
        let lines = lines.map(|line| format!("  {}\n", line.trim_end()));
        return format!("{}\n{}", name.painted().trim_end(), lines.collect::<String>());
    }
    let hanging = if columns == 1 { 4 } else { 2 };
    let lines = contents.chunks(columns).map(|line| format!("  {}\n", flow(line, ", ", hanging)));
    format!("{}\n{}", name.painted().trim_end(), lines.collect::<String>())
}

/// What a zone is called, and whose it is.
pub(super) fn called(view: &View, zone: &ZoneView) -> String {
    let seat = zone.owner.and_then(|p| view.seats.get(p as usize));
    format!("{}{}", name(zone), seat.map_or_else(String::new, |seat| format!(" of {}", seat.name)))
}

/// That of a row has a title that says which one it is.
fn name(zone: &ZoneView) -> String {
    let title = zone.look.title.as_deref().filter(|_| zone.name.ends_with(']'));
    looks::label(&zone.look, title.unwrap_or(&zone.name))
}

fn contents(zone: &ZoneView, is_own: bool) -> Vec<Styled> {
    let mut known: Vec<&Piece> = zone.pieces.iter().flatten().collect();
    let has_sides = zone.layout == Some(Layout::Sides);
    let side = |piece: &Piece| side_of(zone, piece).filter(|_| has_sides);
    known.sort_by_key(|piece| side(piece));
    let (all, hidden) = (zone.pieces.len(), zone.pieces.len() - known.len());
    if all == 0 {
        return vec![Styled::dim("empty")];
    }
    if known.is_empty() {
        return vec![Styled::plain(count(all, "card"))];
    }
    let mut items: Vec<Styled> = if zone.ordered && !has_sides {
        zone.pieces.iter().map(|p| p.as_ref().map_or_else(|| Styled::dim("?"), piece)).collect()
    } else {
        kinds(&known, side)
    };
    // What its author lays out in lines is meant to be seen.
    let is_laid_out = matches!(zone.layout, Some(Layout::Grid(_) | Layout::Sides));
    if !is_own && !is_laid_out && items.len() > MAX_LISTED {
        let top = if zone.ordered { zone.pieces.last().and_then(Option::as_ref) } else { None };
        let top = top.map_or(String::new(), |p| format!(", on top {}", piece(p).text));
        return vec![Styled::plain(format!("{}{top}", count(all, "card")))];
    }
    if hidden > 0 && (!zone.ordered || has_sides) {
        items.push(Styled::dim(format!("{hidden} hidden")));
    }
    if zone.ordered
        && matches!(zone.layout, None | Some(Layout::Pile))
        && all > 1
        && let Some(top) = items.last_mut()
    {
        top.text.push_str(" (top)");
    }
    items
}

/// The player on whose side something lies.
fn side_of(zone: &ZoneView, piece: &Piece) -> Option<u32> {
    let said = zone.sides.as_ref().and_then(|name| piece.attributes.iter().find(|(of, _)| of == name));
    match said {
        Some((_, ValueView::Player(player))) => Some(*player),
        _ => piece.owner,
    }
}

/// Pieces without an order, equal ones of one side together: `Man x3`.
fn kinds(pieces: &[&Piece], side: impl Fn(&Piece) -> Option<u32>) -> Vec<Styled> {
    let mut kinds: Vec<(&Piece, String, usize)> = Vec::new();
    for piece in pieces {
        let text = looks::piece(piece).text;
        match kinds.iter_mut().find(|(of, known, _)| *known == text && side(of) == side(piece)) {
            Some((.., n)) => *n += 1,
            None => kinds.push((piece, text, 1)),
        }
    }
    kinds.into_iter().map(|(piece, _, n)| looks::pieces(piece, n)).collect()
}

fn piece(piece: &Piece) -> Styled {
    looks::piece(piece)
}

fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}
