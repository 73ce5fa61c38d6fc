//! A view of a match drawn as text, with colour codes that whoever prints it may strip. It knows only views:
//! neither machines nor terminals.

mod board;
mod graph;
pub mod ink;
pub mod letters;
mod result;
#[cfg(test)]
mod tests;
mod track;
pub mod value;
mod zones;

pub use letters::Letters;
pub use result::result;

use engine::view::{Tile, View};
use ink::{Ink, bold, dim, flow};

/// The whole table: who plays, boards, zones, what else is there.
pub fn table(view: &View, letters: &mut Letters) -> String {
    letters.see(view);
    let mut out = header(view);
    for board in &view.boards {
        if view.boards.len() > 1 {
            out.push_str(&format!("{}\n", bold(&board.name)));
        }
        out.push_str(&board::board(board, letters, &view.seats));
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
    let turn = view.turn.iter().map(|t| format!("turn {t}"));
    let phase = view.phase.iter().map(|p| format!("phase {p}"));
    let about: Vec<String> = turn.chain(phase).collect();
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
        Ink::of_seat(text, number)
    });
    let seats: Vec<Ink> = seats.collect();
    format!("{out}\n{}\n", flow(&seats, "   ", 0))
}

/// Global objects with attributes that are simple.
fn objects(view: &View) -> String {
    let mut out = String::new();
    for object in view.objects.iter().filter(|o| o.global) {
        let values = value::attributes(&object.attributes, &view.seats);
        if !values.is_empty() {
            let items: Vec<Ink> = values.into_iter().map(Ink::plain).collect();
            out.push_str(&format!("{}: {}\n", object.class, flow(&items, ", ", 2)));
        }
    }
    out
}

/// Everything about one tile, for `look e4`.
pub fn tile(view: &View, tile: &Tile) -> String {
    let mut out = format!("{}: ", tile.name);
    let pieces = tile.pieces.iter().map(|p| match p {
        None => "something hidden".to_owned(),
        Some(piece) => {
            let owner = piece.owner.and_then(|p| view.seats.get(p as usize));
            let owner = owner.map_or(String::new(), |s| format!(" of {}", s.name));
            let values = value::attributes(&piece.attributes, &view.seats);
            let values = if values.is_empty() { String::new() } else { format!(" ({})", values.join(", ")) };
            format!("{}{owner}{values}", piece.text)
        }
    });
    let pieces: Vec<String> = pieces.collect();
    out.push_str(&if pieces.is_empty() { "empty".to_owned() } else { pieces.join(", ") });
    let values = value::attributes(&tile.attributes, &view.seats);
    if !values.is_empty() {
        out.push_str(&format!("; {}", values.join(", ")));
    }
    out.push('\n');
    out
}
