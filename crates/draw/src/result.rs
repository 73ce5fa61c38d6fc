//! How a match ended, in words.

use super::looks;
use super::styled::{bold, padded};
use engine::view::{Outcome, Seat, View};
use unicode_width::UnicodeWidthStr;

/// Who won, and the ranking where there is more to say; empty while the match goes on.
pub fn result(view: &View) -> String {
    match &view.outcome {
        None => String::new(),
        Some(Outcome::Stuck) => {
            format!("{} nobody can do anything, and no rule leads on from here\n", bold("Stuck:"))
        }
        Some(Outcome::Fault(fault)) => format!("{} {}\n", bold("The rules went wrong:"), fault.message),
        Some(Outcome::Finished { ranking }) => finished(ranking, &view.seats),
    }
}

fn finished(ranking: &[Vec<u32>], seats: &[Seat]) -> String {
    let first = ranking.first().map_or(&[][..], Vec::as_slice);
    let title = match (first.len(), seats.len()) {
        (0, 1) => "You lost".to_owned(),
        (0, _) => "Nobody wins".to_owned(),
        (1, 1) => "You won".to_owned(),
        (1, _) => format!("{} wins", names(first, seats)),
        (n, all) if n == all => "A draw: all share the first place".to_owned(),
        _ => format!("{} share the first place", names(first, seats)),
    };
    let mut out = format!("{}\n", bold(&title));
    let has_scores = seats.iter().any(|s| s.score != 0.0);
    let are_equal = ranking.len() < 2 && (first.is_empty() || first.len() == seats.len());
    if has_scores || seats.len() > 2 && !are_equal {
        let widest = seats.iter().map(|s| s.name.width()).max().unwrap_or(0);
        for (place, seat) in places(ranking, seats.len()) {
            let Some(s) = seats.get(seat as usize) else { continue };
            let score = if has_scores { format!("  {}", s.score) } else { String::new() };
            let line = looks::of_seat(format!("{place:>3}. {}{score}", padded(&s.name, widest)), seat, seats);
            out.push_str(&format!("{}\n", line.painted()));
        }
    }
    out
}

/// Place and seat, best first; those left out of the ranking share the place after the last.
fn places(ranking: &[Vec<u32>], seats: usize) -> Vec<(usize, u32)> {
    let mut places = Vec::new();
    for group in ranking {
        let place = places.len() + 1;
        places.extend(group.iter().map(|seat| (place, *seat)));
    }
    let place = places.len() + 1;
    let ranked: Vec<u32> = places.iter().map(|(_, seat)| *seat).collect();
    let rest = (0..seats as u32).filter(|seat| !ranked.contains(seat));
    places.extend(rest.map(|seat| (place, seat)));
    places
}

fn names(group: &[u32], seats: &[Seat]) -> String {
    let names: Vec<&str> =
        group.iter().filter_map(|p| seats.get(*p as usize)).map(|s| s.name.as_str()).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        Some((last, _)) => (*last).to_owned(),
        None => String::new(),
    }
}
