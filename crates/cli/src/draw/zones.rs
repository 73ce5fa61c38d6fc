//! Hands, piles and decks in text.

use super::dress;
use super::ink::{Ink, flow};
use engine::view::{Piece, View, ZoneView};

/// A pile of which more than this many cards are known, and not alike, shows its top alone.
const MAX_LISTED: usize = 10;

/// All zones of a view, one line each; the seat's own last, next to the prompt. Zones of players that are empty for
/// all of them share a line.
pub(crate) fn zones(view: &View) -> String {
    let (idle, used): (Vec<&ZoneView>, Vec<&ZoneView>) = view.zones.iter().partition(|z| is_idle(view, z));
    let is_own = |zone: &&ZoneView| zone.owner.is_some() && zone.owner == view.seat;
    let (own, others): (Vec<&ZoneView>, Vec<&ZoneView>) = used.into_iter().partition(is_own);
    let mut out = String::new();
    for zone in others {
        out.push_str(&line(view, zone, false));
    }
    for zone in idle.iter().filter(|z| z.owner == Some(0)) {
        out.push_str(&format!(
            "{} of all: {}\n",
            dress::named(&zone.look, &zone.name),
            Ink::dim("empty").painted()
        ));
    }
    for zone in own {
        out.push_str(&line(view, zone, true));
    }
    out
}

/// Whether no player has anything in a zone of that name.
fn is_idle(view: &View, zone: &ZoneView) -> bool {
    let mut same = view.zones.iter().filter(|z| z.name == zone.name);
    zone.owner.is_some() && same.all(|z| z.pieces.is_empty())
}

fn line(view: &View, zone: &ZoneView, is_own: bool) -> String {
    let owner = zone.owner.and_then(|p| view.seats.get(p as usize).map(|seat| (p, seat)));
    let called = dress::named(&zone.look, &zone.name);
    let name = match owner {
        _ if is_own => Ink::plain(format!("your {called}: ")),
        Some((p, seat)) => Ink::of_seat(format!("{called} of {}: ", seat.name), p),
        None => Ink::plain(format!("{called}: ")),
    };
    let (text, indent) = (contents(zone, is_own), name.width().min(20));
    format!("{}{}\n", name.painted(), flow(&text, ", ", indent))
}

fn contents(zone: &ZoneView, is_own: bool) -> Vec<Ink> {
    let known: Vec<&Piece> = zone.pieces.iter().flatten().collect();
    let (all, hidden) = (zone.pieces.len(), zone.pieces.len() - known.len());
    if all == 0 {
        return vec![Ink::dim("empty")];
    }
    if known.is_empty() {
        return vec![Ink::plain(count(all, "card"))];
    }
    let mut items: Vec<Ink> = if zone.ordered {
        zone.pieces.iter().map(|p| p.as_ref().map_or_else(|| Ink::dim("?"), piece)).collect()
    } else {
        kinds(&known)
    };
    if !is_own && items.len() > MAX_LISTED {
        let top = if zone.ordered { zone.pieces.last().and_then(Option::as_ref) } else { None };
        let top = top.map_or(String::new(), |p| format!(", on top {}", piece(p).text));
        return vec![Ink::plain(format!("{}{top}", count(all, "card")))];
    }
    if hidden > 0 && !zone.ordered {
        items.push(Ink::dim(format!("{hidden} hidden")));
    }
    if zone.ordered
        && all > 1
        && let Some(top) = items.last_mut()
    {
        top.text.push_str(" (top)");
    }
    items
}

/// Pieces without an order, equal ones together: `Man x3`.
fn kinds(pieces: &[&Piece]) -> Vec<Ink> {
    let mut kinds: Vec<(Ink, usize)> = Vec::new();
    for piece in pieces {
        let ink = dress::piece(piece);
        match kinds.iter_mut().find(|(known, _)| known.text == ink.text) {
            Some((_, n)) => *n += 1,
            None => kinds.push((ink, 1)),
        }
    }
    let text = |(ink, n): (Ink, usize)| match n {
        1 => ink,
        _ => Ink { text: format!("{} x{n}", ink.text), ..ink },
    };
    kinds.into_iter().map(text).collect()
}

fn piece(piece: &Piece) -> Ink {
    dress::piece(piece)
}

fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}
