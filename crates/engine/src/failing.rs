//! Which condition of the rules refuses a move, for their author, who may know all. It knows nothing of what players may
//! be told.

use crate::decision::describe;
use crate::fault::{one_line, short};
use crate::game::Game;
use crate::matches::Match;
use crate::position::{Awaited, Position};
use crate::text::words;
use crate::view::Eyes;
use crate::view::reader::{Reader, plain};
use crate::written::Written;
use bytecode::layout::header;
use bytecode::program::{Action, Reason};
use bytecode::word;

/// So many moves are looked at.
const MAX_MOVES: usize = 5_000;

/// Which condition refuses the move of a seat that reads so, with its place, as if that seat were to act now:
/// `` `return c.suit == led;` does not hold (game.tgdl:25) ``. None where none does or it is not known; it is of all
/// actions where the game was compiled to tell it, and otherwise of those that rule tests play or that give reasons.
pub fn failing_condition(now: &Match, seat: u32, text: &str) -> Option<String> {
    if !matches!(now.position.awaited, Awaited::Act | Awaited::Over | Awaited::Stuck) || seat >= now.players()
    {
        return None;
    }
    let wanted = words(text);
    let mut position = now.position.clone();
    position.awaited = Awaited::Act;
    position.state.words[header::ACTIVE] = word::player(seat);
    let mut machine = now.game.machine();
    let mut runner = now.game.runner(&mut machine);
    runner.grant();
    let candidates = runner.list_unfiltered(&mut position, &Written::default())?;
    for i in candidates.singles().into_iter().take(MAX_MOVES) {
        let candidate = candidates.get(i);
        let action = &now.game.program().actions[usize::from(candidate.action?)];
        let Some(refusals) = &action.refusals else { continue };
        if words(&describe(&now.game, &position, seat, candidate, candidates.len()).text) != wanted {
            continue;
        }
        let (number, said) = runner.reason(&position, refusals, candidate.holder, candidate.inputs)?;
        let reason = refusals.reasons[number];
        return Some(refused_by(&now.game, &position, action, (reason, said), candidate.inputs));
    }
    None
}

/// What refuses an action, with its place: a condition, with what the rules say of it, or an input.
pub(crate) fn refused_by(
    game: &Game,
    position: &Position,
    action: &Action,
    (reason, said): (Reason, Option<String>),
    inputs: &[u64],
) -> String {
    let at = game.node_span(reason.at);
    let place =
        format!("{}:{}", game.sources().path(at.file), game.sources().line_column(at.file, at.start).0);
    let input = reason.input.map(usize::from);
    match input.and_then(|k| Some((action.inputs.get(k)?, *inputs.get(k)?))) {
        Some((input, w)) => {
            let reader = Reader::new(game, &position.state.words, position.players(), Eyes::All);
            let value = short(&plain(&reader.value(w, &input.show)));
            format!("`{value}` cannot be its `{}` ({place})", input.name)
        }
        None => {
            let said = said.map_or_else(String::new, |said| format!(", {}", short(&said)));
            format!("`{}` does not hold{said} ({place})", one_line(game.source(at)))
        }
    }
}
