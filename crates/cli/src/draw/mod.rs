//! A view of a match drawn as text, with colour codes that whoever prints it may strip. It knows only views:
//! neither machines nor terminals.

mod board;
mod graph;
pub(crate) mod letters;
mod looks;
mod result;
pub(crate) mod styled;
#[cfg(test)]
mod tests;
mod track;
pub(crate) mod value;
mod zones;

pub(crate) use letters::Letters;
pub(crate) use result::result;

use engine::view::{Board, Tile, View};
use styled::{Styled, bold, dim, flow};

/// The whole table: who plays, boards, zones, what else is there.
pub(crate) fn table(view: &View, letters: &mut Letters) -> String {
    letters.see(view);
    let mut out = header(view);
    for board in &view.boards {
        if view.boards.len() > 1 {
            out.push_str(&format!("{}\n", bold(&looks::named(&board.look, &board.name))));
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
        Styled::of_seat(text, number)
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

/// Global objects with attributes that are simple.
fn objects(view: &View) -> String {
    let mut out = String::new();
    for object in view.objects.iter().filter(|o| o.global) {
        let values = value::attributes(&object.attributes, &object.class, view);
        if !values.is_empty() {
            let items: Vec<Styled> = values.into_iter().map(Styled::plain).collect();
            let name = looks::named(&object.look, &object.class);
            out.push_str(&format!("{name}: {}\n", flow(&items, ", ", 2)));
        }
    }
    out
}

/// Everything about one tile, for `look e4`.
pub(crate) fn tile(view: &View, board: &Board, tile: &Tile) -> String {
    let mut out = format!("{}: ", looks::named(&tile.look, &tile.name));
    let pieces = tile.pieces.iter().map(|p| match p {
        None => "something hidden".to_owned(),
        Some(piece) => {
            let owner = piece.owner.and_then(|p| view.seats.get(p as usize));
            let owner = owner.map_or(String::new(), |s| format!(" of {}", s.name));
            let values = value::attributes(&piece.attributes, &piece.class, view);
            let values = if values.is_empty() { String::new() } else { format!(" ({})", values.join(", ")) };
            let text = piece.look.text.as_ref().map_or(String::new(), |text| format!(": {text}"));
            format!("{}{owner}{values}{text}", looks::named(&piece.look, &piece.text))
        }
    });
    let pieces: Vec<String> = pieces.collect();
    out.push_str(&if pieces.is_empty() { "empty".to_owned() } else { pieces.join(", ") });
    let values = value::attributes(&tile.attributes, &board.tile, view);
    if !values.is_empty() {
        out.push_str(&format!("; {}", values.join(", ")));
    }
    out.extend(tile.look.text.iter().map(|text| format!("; {text}")));
    out.push('\n');
    out
}
