//! What happened between two views of a match, as far as their viewer could see it: the difference of
//! the two and nothing else, so that nothing hidden can leak. It drives logs and animations.

use super::{Board, Object, Piece, Spot, Value, View};
use crate::json;
use bytecode::program::Field;
use serde::Serialize;
use std::collections::BTreeMap;

/// Where a piece can be.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(untagged)]
pub enum Place {
    Tile {
        board: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        owner: Option<u32>,
        #[serde(rename = "tile")]
        name: String,
    },
    Zone {
        #[serde(rename = "zone")]
        name: String,
        owner: Option<u32>,
    },
}

/// One visible change. A piece of None is one that the viewer does not know.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum ViewChange {
    Moved {
        piece: Option<Piece>,
        from: Place,
        to: Place,
    },
    Made {
        piece: Option<Piece>,
        at: Place,
    },
    Removed {
        piece: Option<Piece>,
        from: Place,
    },
    /// A piece that stays where it is belongs to somebody else.
    Owned {
        piece: Piece,
        at: Place,
        by: Option<u32>,
    },
    /// An attribute of a piece, of a tile, or of an object in no place, which then has no place here.
    Changed {
        class: String,
        at: Option<Place>,
        attribute: String,
        from: Value,
        to: Value,
    },
    /// A new object in no place.
    Appeared {
        object: Object,
    },
    Vanished {
        object: Object,
    },
    Scored {
        seat: u32,
        #[serde(serialize_with = "json::number")]
        from: f64,
        #[serde(serialize_with = "json::number")]
        to: f64,
    },
    Eliminated {
        seat: u32,
    },
    /// The active player, turn or phase is another one.
    Passed {
        active: u32,
        turn: Option<String>,
        phase: Option<String>,
    },
    Ended,
}

/// The changes, in this order: pieces that moved, were made, removed, changed; objects; scores; whose turn; the end.
pub fn view_changes(before: &View, after: &View) -> Vec<ViewChange> {
    let mut out = pieces(before, after);
    tiles(before, after, &mut out);
    objects(before, after, &mut out);
    let seats = before.seats.iter().zip(&after.seats).enumerate();
    for (seat, (b, a)) in seats.map(|(i, pair)| (i as u32, pair)) {
        if b.score != a.score {
            out.push(ViewChange::Scored { seat, from: b.score, to: a.score });
        }
        if !b.out && a.out {
            out.push(ViewChange::Eliminated { seat });
        }
    }
    if (before.active, &before.turn, &before.phase) != (after.active, &after.turn, &after.phase) {
        let (turn, phase) = (after.turn.clone(), after.phase.clone());
        out.push(ViewChange::Passed { active: after.active, turn, phase });
    }
    if before.outcome.is_none() && after.outcome.is_some() {
        out.push(ViewChange::Ended);
    }
    out
}

/// A piece that is no longer, or newly, at a place.
type Found = (Place, Option<Piece>);

fn place_on(board: &Board, name: &str) -> Place {
    Place::Tile { board: board.name.clone(), owner: board.owner, name: name.to_owned() }
}

/// What is at each place.
fn table(view: &View) -> BTreeMap<Place, Vec<Option<Piece>>> {
    let mut found: BTreeMap<Place, Vec<Option<Piece>>> = BTreeMap::new();
    for board in &view.boards {
        for (name, pieces) in board.places().filter(|(_, pieces)| !pieces.is_empty()) {
            let place = place_on(board, name);
            found.entry(place).or_default().extend(pieces.iter().cloned());
        }
    }
    for zone in view.zones.iter().filter(|z| !z.pieces.is_empty()) {
        let place = Place::Zone { name: zone.name.clone(), owner: zone.owner };
        found.entry(place).or_default().extend(zone.pieces.iter().cloned());
    }
    found
}

fn pieces(before: &View, after: &View) -> Vec<ViewChange> {
    let (old, new) = (table(before), table(after));
    let nothing = Vec::new();
    let (mut lost, mut gained): (Vec<Found>, Vec<Found>) = (Vec::new(), Vec::new());
    for place in old.keys().chain(new.keys().filter(|p| !old.contains_key(*p))) {
        let (was, is) = (old.get(place).unwrap_or(&nothing), new.get(place).unwrap_or(&nothing));
        if was != is {
            let (out, put) = difference(was, is);
            lost.extend(out.into_iter().map(|p| (place.clone(), p)));
            gained.extend(put.into_iter().map(|p| (place.clone(), p)));
        }
    }
    let mut out = Vec::new();
    // The same piece elsewhere, the changed piece in its place, a changed piece elsewhere, a piece turned over.
    pair(&mut lost, &mut gained, |(_, p)| p.as_ref().map(|p| format!("{p:?}")), &mut out);
    pair(&mut lost, &mut gained, |(at, p)| p.as_ref().map(|p| format!("{at:?} {}", kind(p))), &mut out);
    pair(&mut lost, &mut gained, |(_, p)| p.as_ref().map(kind), &mut out);
    pair(&mut lost, &mut gained, |(at, p)| p.as_ref().map(|p| format!("{at:?} {}", p.class)), &mut out);
    // A known piece that is not known any more may have stayed where unknown ones are.
    let stays = |from: &Place| new.get(from).is_some_and(|all| all.contains(&None));
    turned(&mut lost, &mut gained, &stays, &mut out);
    out.extend(gained.into_iter().map(|(at, piece)| ViewChange::Made { piece, at }));
    out.extend(
        lost.into_iter()
            .map(|(from, piece)| ViewChange::Removed { piece: piece.filter(|_| !stays(&from)), from }),
    );
    out
}

fn kind(p: &Piece) -> String {
    format!("{} {:?}", p.class, p.owner)
}

/// What is only in the first, and only in the second.
fn difference(was: &[Option<Piece>], is: &[Option<Piece>]) -> (Vec<Option<Piece>>, Vec<Option<Piece>>) {
    let key = |p: &Option<Piece>| format!("{p:?}");
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for p in is {
        *count.entry(key(p)).or_default() += 1;
    }
    let mut take = |p: &&Option<Piece>| match count.get_mut(&key(p)) {
        Some(n) if *n > 0 => {
            *n -= 1;
            false
        }
        _ => true,
    };
    let lost: Vec<_> = was.iter().filter(&mut take).cloned().collect();
    let mut gained = Vec::new();
    for p in is {
        if let Some(n) = count.get_mut(&key(p)).filter(|n| **n > 0) {
            *n -= 1;
            gained.push(p.clone());
        }
    }
    (lost, gained)
}

/// Removes pairs of lost and gained pieces with the same key, and reports what became of them.
fn pair(
    lost: &mut Vec<Found>,
    gained: &mut Vec<Found>,
    key: impl Fn(&Found) -> Option<String>,
    out: &mut Vec<ViewChange>,
) {
    let mut there: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (i, found) in gained.iter().enumerate().rev() {
        there.entry(key(found).unwrap_or_default()).or_default().push(i);
    }
    let mut taken = vec![false; gained.len()];
    lost.retain(|found| {
        let Some(k) = key(found).and_then(|k| there.get_mut(&k)).and_then(Vec::pop) else { return true };
        taken[k] = true;
        became(found, &gained[k], out);
        false
    });
    let mut taken = taken.into_iter();
    gained.retain(|_| !taken.next().unwrap_or(false));
}

/// Hidden pieces that moved, perhaps turned over on the way. One that is hidden from then on is named only where it
/// must be that one: it cannot have stayed, and there is one place where it can have gone.
fn turned(
    lost: &mut Vec<Found>,
    gained: &mut Vec<Found>,
    stays: &impl Fn(&Place) -> bool,
    out: &mut Vec<ViewChange>,
) {
    for wanted in [(true, true), (true, false), (false, true)] {
        let is_one_place = gained.windows(2).all(|pair| pair[0].0 == pair[1].0);
        let mut i = 0;
        while i < lost.len() {
            let fits = |(_, p): &Found| lost[i].1.is_none() == wanted.0 && p.is_none() == wanted.1;
            let here = gained.iter().position(|found| fits(found) && found.0 == lost[i].0);
            let Some(k) = here.or_else(|| gained.iter().position(fits)) else {
                i += 1;
                continue;
            };
            let ((from, was), is) = (lost.remove(i), gained.remove(k));
            let was = was.filter(|_| is.1.is_some() || is_one_place && !stays(&from));
            became(&(from, was), &is, out);
        }
    }
}

/// One piece, before and after.
fn became((from, was): &Found, (to, is): &Found, out: &mut Vec<ViewChange>) {
    if from != to {
        let (piece, from, to) = (is.clone().or_else(|| was.clone()), from.clone(), to.clone());
        out.push(ViewChange::Moved { piece, from, to });
    }
    let (Some(was), Some(is)) = (was, is) else { return };
    if was.owner != is.owner {
        out.push(ViewChange::Owned { piece: is.clone(), at: to.clone(), by: is.owner });
    }
    changed(&is.class, Some(to), &was.attributes, &is.attributes, out);
}

fn changed(
    class: &str,
    at: Option<&Place>,
    was: &[(String, Value)],
    is: &[(String, Value)],
    out: &mut Vec<ViewChange>,
) {
    let none = Value::List(Vec::new());
    for (name, to) in is {
        let from = match was.iter().find(|(n, _)| n == name) {
            Some((_, from)) => from,
            // It is shown from the first modifier on.
            None if name == Field::MODIFIERS => &none,
            None => continue,
        };
        if from != to {
            out.push(ViewChange::Changed {
                class: class.to_owned(),
                at: at.cloned(),
                attribute: name.clone(),
                from: from.clone(),
                to: to.clone(),
            });
        }
    }
}

fn tiles(before: &View, after: &View, out: &mut Vec<ViewChange>) {
    for (b, a) in before.boards.iter().zip(&after.boards) {
        for (was, is) in b.tiles.iter().zip(&a.tiles).filter(|(was, is)| was.attributes != is.attributes) {
            let place = place_on(a, &is.name);
            changed("Tile", Some(&place), &was.attributes, &is.attributes, out);
        }
        let were: BTreeMap<&str, &Spot> = b.spots().map(|s| (s.name.as_str(), s)).collect();
        for is in a.spots() {
            let Some(was) = were.get(is.name.as_str()).filter(|was| **was != is) else { continue };
            let place = place_on(a, &is.name);
            changed(&is.class, Some(&place), &with_owner(was), &with_owner(is), out);
        }
    }
}

/// The attributes of an edge or corner, and who owns it.
fn with_owner(spot: &Spot) -> Vec<(String, Value)> {
    let owner = spot.owners.first().map_or(Value::Null, |p| Value::Player(*p));
    spot.attributes.iter().cloned().chain([("owner".to_owned(), owner)]).collect()
}

/// Objects in no place. Where there are as many of a class as before they are taken for the same ones, in order.
fn objects(before: &View, after: &View, out: &mut Vec<ViewChange>) {
    let mut classes: Vec<&str> = Vec::new();
    let mut of_class: BTreeMap<&str, (Vec<&Object>, Vec<&Object>)> = BTreeMap::new();
    let all = before.objects.iter().map(|o| (o, true)).chain(after.objects.iter().map(|o| (o, false)));
    for (object, was) in all {
        let of = of_class.entry(&object.class).or_insert_with(|| {
            classes.push(&object.class);
            Default::default()
        });
        if was { of.0.push(object) } else { of.1.push(object) }
    }
    for class in classes {
        let (mut was, mut is) = of_class.remove(class).unwrap_or_default();
        if was.len() == is.len() {
            for (b, a) in was.iter().zip(&is) {
                changed(class, None, &b.attributes, &a.attributes, out);
            }
            continue;
        }
        let key = |object: &Object| format!("{object:?}");
        let mut more: BTreeMap<String, isize> = BTreeMap::new();
        is.iter().for_each(|object| *more.entry(key(object)).or_default() += 1);
        was.retain(|object| match more.get_mut(&key(object)).filter(|n| **n > 0) {
            Some(n) => {
                *n -= 1;
                false
            }
            None => true,
        });
        // Of like ones the first are those that were there.
        is.reverse();
        is.retain(|object| match more.get_mut(&key(object)).filter(|n| **n > 0) {
            Some(n) => {
                *n -= 1;
                true
            }
            None => false,
        });
        is.reverse();
        out.extend(is.into_iter().map(|object| ViewChange::Appeared { object: object.clone() }));
        out.extend(was.into_iter().map(|object| ViewChange::Vanished { object: object.clone() }));
    }
}
