//! What a name means that somebody types to look at something: all that a list of moves or the table calls so.
//! It does not know what was typed before it.

use super::{board_name, looks, object, pieces, spot, tile, zones};
use engine::view::{Board, Look, Piece, Seat, View, ZoneView};

/// Everything about what is called so, in large or small letters; None where nothing is.
pub fn find(view: &View, name: &str) -> Option<String> {
    let wanted = plain(name);
    let is_meant = |names: &[String]| names.iter().any(|name| plain(name) == wanted);
    let mut out = String::new();
    for board in &view.boards {
        for spot in board.spots().filter(|s| is_meant(&on_board(view, board, &s.name, &s.look))) {
            out.push_str(&self::spot(view, board, spot));
        }
        for tile in board.tiles.iter().filter(|t| is_meant(&on_board(view, board, &t.name, &t.look))) {
            out.push_str(&self::tile(view, board, tile));
        }
    }
    for zone in view.zones.iter().filter(|z| is_meant(&zone_names(view, z))) {
        out.push_str(&zones::whole(view, zone));
    }
    for board in view.boards.iter().filter(|b| is_meant(&[board_name(view, b), b.name.clone()])) {
        out.push_str(&whole_board(view, board));
    }
    for (p, seat) in (0..).zip(&view.seats) {
        let title = seat.look.title.clone().unwrap_or_default();
        if is_meant(&[seat.name.clone(), title, format!("player {}", p + 1)]) {
            out.push_str(&person(view, p, seat));
        }
    }
    if out.is_empty() {
        out = lying(view, &is_meant);
    }
    if out.is_empty() {
        out = lying(view, &|names| names.iter().any(|name| stand_in(&wanted, &plain(name))));
    }
    Some(out).filter(|out| !out.is_empty())
}

/// A board with the places on which something lies.
fn whole_board(view: &View, board: &Board) -> String {
    let tiles = board.tiles.iter().filter(|tile| !tile.pieces.is_empty());
    let tiles: String = tiles.map(|tile| self::tile(view, board, tile)).collect();
    let spots = board.spots().filter(|spot| !spot.pieces.is_empty() || !spot.owners.is_empty());
    let spots: String = spots.map(|spot| self::spot(view, board, spot)).collect();
    let text = board.look.text.as_ref().map_or_else(String::new, |text| format!(" {text}"));
    format!("{}:{text}\n{tiles}{spots}", board_name(view, board))
}

/// What is known of a player: the score, and what lies before them.
fn person(view: &View, number: u32, seat: &Seat) -> String {
    let mut told = vec![format!("score {}", seat.score)];
    told.extend(seat.team.iter().map(|team| format!("team {team}")));
    told.extend(seat.out.then(|| "out".to_owned()));
    told.extend(seat.look.text.clone());
    let zones = view.zones.iter().filter(|zone| zone.owner == Some(number));
    let zones: String = zones.map(|zone| zones::whole(view, zone)).collect();
    let objects = view.objects.iter().filter(|object| object.owners.contains(&number));
    let objects: String = objects.map(|object| self::object(view, object)).collect();
    format!("{}: {}\n{zones}{objects}", looks::label(&seat.look, &seat.name), told.join(", "))
}

/// The pieces that are called so, each with where it lies.
fn lying(view: &View, is_meant: &dyn Fn(&[String]) -> bool) -> String {
    let named = |piece: &&Piece| {
        let title = piece.look.title.clone();
        let called = looks::thing_called(title.as_deref(), &piece.text, &piece.class);
        is_meant(&[title.unwrap_or_default(), called, piece.text.clone()])
    };
    let line = |place: String, piece: &Piece| {
        let told = pieces(view, &[Some(piece.clone())]);
        format!("{place}: {}\n", told.join(", "))
    };
    let in_zones = view.zones.iter().flat_map(|zone| {
        let known = zone.pieces.iter().flatten().filter(named);
        known.map(|piece| line(zones::called(view, zone), piece)).collect::<Vec<_>>()
    });
    let on_boards = view.boards.iter().flat_map(|board| board.places()).flat_map(|(place, pieces)| {
        let known = pieces.iter().flatten().filter(named);
        known.map(|piece| line(place.to_owned(), piece)).collect::<Vec<_>>()
    });
    in_zones.chain(on_boards).collect()
}

/// The names of a place on a board: with the board and whose it is, as lists of moves have it, and without.
fn on_board(view: &View, board: &Board, name: &str, look: &Look) -> Vec<String> {
    let owners = board.owner.map_or(Vec::new(), |p| {
        let seat = view.seats.get(p as usize).map(|seat| seat.name.clone());
        seat.into_iter().chain([format!("player {}", p + 1)]).collect()
    });
    let boards: Vec<&String> = [&board.name].into_iter().chain(&board.look.title).collect();
    let mut names: Vec<String> = look.title.iter().cloned().collect();
    names.push(name.to_owned());
    for board in boards {
        names.push(format!("{board} {name}"));
        names.extend(owners.iter().map(|owner| format!("{owner}'s {board} {name}")));
        names.extend(owners.iter().map(|owner| format!("{board} of {owner} {name}")));
    }
    names
}

/// The names of a zone, and of the row in which it stands; with whose it is, and without.
fn zone_names(view: &View, zone: &ZoneView) -> Vec<String> {
    let row = zone.name.split('[').next().map(str::to_owned);
    let names: Vec<String> =
        row.into_iter().chain([zone.name.clone()]).chain(zone.look.title.clone()).collect();
    let seat = zone.owner.and_then(|p| view.seats.get(p as usize));
    let owned: Vec<String> =
        seat.iter().flat_map(|seat| names.iter().map(|name| format!("{name} of {}", seat.name))).collect();
    names.into_iter().chain(owned).collect()
}

/// Whether some words stand in a name one after the other: `queen` in `queen of hearts`.
fn stand_in(wanted: &str, name: &str) -> bool {
    !wanted.is_empty() && format!(" {name} ").contains(&format!(" {wanted} "))
}

/// Small letters, words apart by one space, edges by one of their names.
fn plain(name: &str) -> String {
    let words = name.to_lowercase();
    let words = words.split([' ', ',', '\t']).filter(|w| !w.is_empty()).map(engine::one_name);
    words.collect::<Vec<_>>().join(" ")
}
