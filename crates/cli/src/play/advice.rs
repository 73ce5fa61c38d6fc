//! What a search thinks of a person's decision, for whoever asks for it: which move is best, and who stands how. It knows
//! what that seat knows, and makes no move.

use super::choose::{called, chosen_by_hand};
use super::session::Session;
use bots::{Budget, Decision, Opinion, Thought};
use std::collections::BTreeSet;
use std::time::Duration;

/// So long it is thought about.
const TIME: Duration = Duration::from_secs(1);

/// Besides the best move so many are told.
const OTHERS: usize = 3;

/// The best move of a seat and the next ones, as lines.
pub(super) fn hint(session: &mut Session, seat: u32) -> String {
    let (decision, opinion) = match considered(session, seat) {
        Ok(found) => found,
        Err(why) => return why,
    };
    let text = |number: usize| decision.get(number).map_or("", String::as_str);
    let Some(best) = opinion.moves.first() else { return "there is nothing to choose\n".to_owned() };
    let mut lines =
        format!("{}: {} ({})\n", text(best.number), percent(best.value, best.is_proven), thought(&opinion));
    // Moves with cards of one kind read the same.
    let mut told = BTreeSet::from([text(best.number)]);
    let next = opinion.moves.iter().skip(1).filter(|m| m.visits > 0 || m.is_proven);
    let next = next.filter(|m| told.insert(text(m.number))).take(OTHERS);
    let next: Vec<String> =
        next.map(|m| format!("{}: {}", text(m.number), percent(m.value, m.is_proven))).collect();
    if !next.is_empty() {
        lines.push_str(&format!("then {}\n", next.join("; ")));
    }
    lines
}

/// What each seat may expect, as lines.
pub(super) fn evaluation(session: &mut Session, seat: u32) -> String {
    let (_, opinion) = match considered(session, seat) {
        Ok(found) => found,
        Err(why) => return why,
    };
    let each = (0..).zip(&opinion.seats).map(|(seat, value)| {
        format!("{} {}", session.now.game().seat_name(seat), percent(*value, opinion.is_certain))
    });
    format!("{} ({})\n", each.collect::<Vec<_>>().join(", "), thought(&opinion))
}

/// What the moves are called, and what is thought of them.
fn considered(session: &mut Session, seat: u32) -> Result<(Vec<String>, Opinion), String> {
    let seed = session.chance();
    let decision = Decision::of(&session.now, seat)
        .ok_or_else(|| "there are too many moves to think about them\n".to_owned())?;
    let mut thought = Thought::about(&decision, Budget::Time(TIME), seed)
        .map_err(|why| format!("nobody can say from this seat: {why}\n"))?;
    thought.go_on(&mut || true);
    let opinion = thought.opinion().ok_or_else(|| "nothing was found out\n".to_owned())?;
    let moves = chosen_by_hand(session.now.game(), decision.moves().to_vec());
    Ok((called(&moves, &session.now.view(Some(seat))), opinion))
}

fn percent(value: f64, is_proven: bool) -> String {
    let surely = if is_proven { ", for certain" } else { "" };
    format!("{:.0} of 100 points{surely}", value * 100.0)
}

fn thought(opinion: &Opinion) -> String {
    match opinion.simulations {
        1 => "after one simulation".to_owned(),
        n => format!("after {n} simulations"),
    }
}
