//! A view of a match drawn as text, with colour codes that whoever prints it may strip. It knows only views:
//! neither machines nor terminals.

mod board;
mod find;
mod graph;
mod letters;
pub mod looks;
mod result;
mod sides;
pub mod styled;
#[cfg(test)]
mod tests;
pub mod told;
mod track;
pub mod value;
mod zones;

pub use find::find;
pub use letters::Letters;
pub use result::result;

use engine::view::{Board, Object, Piece, Spot, Tile, View};
use styled::{Styled, bold, dim, flow};

/// The whole table: who plays, boards, zones, what else is there.
pub fn table(view: &View, letters: &mut Letters) -> String {
    letters.see(view);
    let mut out = header(view);
    for board in &view.boards {
        if view.boards.len() > 1 || board.hidden {
            let hidden = if board.hidden { dim("  hidden but for what was shown") } else { String::new() };
            out.push_str(&format!("{}{hidden}\n", bold(&board_name(view, board))));
        }
        out.push_str(&board::board(board, letters, view));
    }
    let legend = letters.legend(view);
    if !legend.is_empty() {
        out.push_str(&format!("  {}\n", flow(&legend, "  ", 2)));
    }
    out.push_str(&zones::zones(view));
    out.push_str(&objects(view));
    out
}

/// The game, the turn, and a mark before whoever must decide.
fn header(view: &View) -> String {
    let mut out = bold(&view.game);
    let about: Vec<String> = turn(view).into_iter().chain(phase(view)).collect();
    if !about.is_empty() {
        out.push_str(&dim(&format!("  {}", about.join(", "))));
    }
    let has_scores = view.seats.iter().any(|s| s.score != 0.0);
    let seats = (0_u32..).zip(&view.seats).map(|(number, seat)| {
        let mark = if view.deciders.contains(&number) { ">" } else { " " };
        let mut text = format!("{mark} {}", seat.name);
        if view.seat == Some(number) {
            text.push_str(" (you)");
        }
        if let Some(team) = &seat.team {
            text.push_str(&format!(" [{team}]"));
        }
        if has_scores {
            text.push_str(&format!(": {}", seat.score));
        }
        if view.answered.contains(&number) {
            text.push_str(" has chosen");
        }
        if seat.out {
            text.push_str(" out");
        }
        looks::of_seat(text, number, &view.seats)
    });
    let seats: Vec<Styled> = seats.collect();
    format!("{out}\n{}\n", flow(&seats, "   ", 0))
}

/// The turn by its title, or by its name.
fn turn(view: &View) -> Option<String> {
    let name = view.turn.as_ref()?;
    let title = view.legend.turn(name, "").and_then(|look| look.title.clone());
    Some(title.unwrap_or_else(|| format!("turn {name}")))
}

/// The phase by its title, or by its name. Where a game has one turn, views do not name it.
fn phase(view: &View) -> Option<String> {
    let name = view.phase.as_ref()?;
    let of = |turn: &str| view.turn.as_ref().is_none_or(|t| t == turn);
    let label = view.legend.turns.iter().find(|l| of(&l.of) && l.name == *name);
    let title = label.and_then(|label| label.look.title.clone());
    Some(title.unwrap_or_else(|| format!("phase {name}")))
}

/// Global objects, and those that players own and that lie nowhere, such as a sheet on which somebody notes points,
/// with the attributes that are simple. Those of the seat itself come last, next to the prompt.
fn objects(view: &View) -> String {
    let is_own = |o: &&Object| view.seat.is_some_and(|seat| o.owners == [seat]);
    let shown = view.objects.iter().filter(|o| o.global || !o.owners.is_empty());
    let (own, others): (Vec<&Object>, Vec<&Object>) = shown.partition(is_own);
    others.into_iter().chain(own).map(|object| self::object(view, object)).collect()
}

fn object(view: &View, object: &Object) -> String {
    let values = value::attributes(&object.attributes, &object.class, view);
    if values.is_empty() {
        return String::new();
    }
    let items: Vec<Styled> = values.into_iter().map(Styled::plain).collect();
    let called = looks::label(&object.look, &object.class);
    let owners: Vec<&str> = object
        .owners
        .iter()
        .filter_map(|p| view.seats.get(*p as usize))
        .map(|seat| seat.name.as_str())
        .collect();
    let name = match (object.owners.as_slice(), view.seat) {
        ([], _) => Styled::plain(called),
        ([owner], Some(seat)) if *owner == seat => Styled::plain(looks::yours(&called)),
        ([owner], _) => looks::of_seat(
            format!("{} of {}", looks::others(&called), owners.join(", ")),
            *owner,
            &view.seats,
        ),
        _ => Styled::plain(format!("{called} of {}", owners.join(", "))),
    };
    format!("{}: {}\n", name.painted(), flow(&items, ", ", (name.width() + 2).min(20)))
}

/// What a board is called, and whose it is.
fn board_name(view: &View, board: &Board) -> String {
    let owner = board.owner.and_then(|p| view.seats.get(p as usize));
    let of = owner.map_or_else(String::new, |seat| format!(" of {}", seat.name));
    format!("{}{of}", looks::label(&board.look, &board.name))
}

/// The pieces at a place of a board, or that there are none, as far as its viewer knows.
fn on_place(board: &Board, pieces: &[String]) -> String {
    match (pieces.is_empty(), board.hidden) {
        (true, true) => "nothing was shown there".to_owned(),
        (true, false) => "empty".to_owned(),
        (false, _) => pieces.join(", "),
    }
}

/// Everything about one tile, for `look e4`.
fn tile(view: &View, board: &Board, tile: &Tile) -> String {
    let has = |other: &&Board| other.tiles.iter().any(|t| t.name == tile.name);
    let is_shared = view.boards.iter().filter(has).count() > 1;
    let on = if is_shared { format!("{} ", board_name(view, board)) } else { String::new() };
    let mut out = format!("{on}{}: ", looks::named(&tile.look, &tile.name));
    let pieces = pieces(view, &tile.pieces);
    out.push_str(&on_place(board, &pieces));
    let values = value::attributes(&tile.attributes, &board.tile, view);
    if !values.is_empty() {
        out.push_str(&format!("; {}", values.join(", ")));
    }
    out.extend(tile.look.text.iter().map(|text| format!("; {text}")));
    out.push('\n');
    out
}

/// Everything about an edge or corner, for `look e4-e5`.
fn spot(view: &View, board: &Board, spot: &Spot) -> String {
    let has = |other: &&Board| other.spots().any(|s| s.name == spot.name);
    let is_shared = view.boards.iter().filter(has).count() > 1;
    let on = if is_shared { format!("{} ", board_name(view, board)) } else { String::new() };
    let owner = spot.owners.first().and_then(|p| view.seats.get(*p as usize));
    let owner = owner.map_or(String::new(), |s| format!(" of {}", s.name));
    let pieces = pieces(view, &spot.pieces);
    let pieces = on_place(board, &pieces);
    let values = value::attributes(&spot.attributes, &spot.class, view);
    let told = std::iter::once(pieces).chain(values).chain(spot.look.text.clone());
    format!(
        "{on}{}: {}{owner}; {}\n",
        spot.name,
        looks::label(&spot.look, &spot.class),
        told.collect::<Vec<_>>().join("; ")
    )
}

/// Each of some pieces with what is to be known of it.
fn pieces(view: &View, pieces: &[Option<Piece>]) -> Vec<String> {
    let told = pieces.iter().map(|p| match p {
        None => "something hidden".to_owned(),
        Some(piece) => {
            let owner = piece.owner.and_then(|p| view.seats.get(p as usize));
            let owner = owner.map_or(String::new(), |s| format!(" of {}", s.name));
            let values = value::attributes(&piece.attributes, &piece.class, view);
            let values = if values.is_empty() { String::new() } else { format!(" ({})", values.join(", ")) };
            let text = piece.look.text.as_ref().map_or(String::new(), |text| format!(": {text}"));
            format!("{}{owner}{values}{text}", looks::named_piece(piece))
        }
    });
    told.collect()
}
