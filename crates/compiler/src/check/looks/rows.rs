//! Looks of the zones of a row: what is said of all, what is said of one, and what each is called.
//! It does not know how a look is written.

use crate::typed::{Game, ZoneId, ZoneRow};
use language::look::{Expr, Look, Looks};

/// The looks of the zones that a look is about, by their numbers. A part goes before what is said of all, and a title
/// of all says which zone it is.
pub(super) fn each(game: &Game, zone: ZoneId, mut look: Look) -> Vec<(u32, Look)> {
    let Some(row) = game.zones[zone.index()].row else { return vec![(zone.0, look)] };
    let mut parts = std::mem::take(&mut look.parts);
    let one = |place: u32| {
        let own = parts.remove(&part_name(game, row, place)).unwrap_or_default();
        let title = look.title.clone().map(|title| title_of(row, place, title));
        (row.first.0 + place, own.over(&Look { title, ..look.clone() }))
    };
    (0..row.length).map(one).collect()
}

/// Gives those zones of rows a title that have none.
pub(super) fn name_all(game: &Game, looks: &mut Looks) {
    for (i, zone) in game.zones.iter().enumerate() {
        let Some(row) = zone.row else { continue };
        let name = zone.name.split('[').next().unwrap_or_default();
        let look = looks.zones.entry(i as u32).or_default();
        let title = || title_of(row, i as u32 - row.first.0, Expr::Text(name.to_owned()));
        look.title.get_or_insert_with(title);
    }
}

/// `0`, or the name of the case.
fn part_name(game: &Game, row: ZoneRow, place: u32) -> String {
    match row.by {
        None => place.to_string(),
        Some(of) => {
            let case = game.enums[of.index()].cases.get(place as usize);
            case.map_or_else(String::new, |case| case.name.clone())
        }
    }
}

/// `Row 1 of 3`, `Red pile`
fn title_of(row: ZoneRow, place: u32, title: Expr) -> Expr {
    Expr::Concat(match row.by {
        None => vec![title, Expr::Text(format!(" {} of {}", place + 1, row.length))],
        Some(of) => {
            vec![Expr::Shown(Box::new(Expr::Case(of.0, place))), Expr::Text(" ".to_owned()), title]
        }
    })
}
