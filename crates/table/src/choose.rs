//! How players name moves, and what they are told they may choose: the one place that knows the form of either. It
//! changes no table.

use crate::fold::{Live, Played};
use engine::Match;
use engine::question::{Answer, Refused};
use engine::record::StepKind;
use serde::Serialize;
use wire::{Raw, raw};

/// Where there are more moves than this they are not listed.
const MAX_LISTED: usize = 200;

/// What a seat may choose.
#[derive(Serialize)]
struct Offered {
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt: Option<String>,
    /// As they are typed; a move may be named by its number here.
    moves: Vec<String>,
    /// Whether these are all.
    whole: bool,
}

/// What a seat is asked; null where it has nothing to decide.
pub(crate) fn offered(now: &Match, seat: u32) -> Raw {
    let view = now.seat(seat);
    let prompt = view.question().and_then(|question| question.prompt);
    let moves = view.moves_up_to(MAX_LISTED).ok().flatten();
    let whole = moves.is_some();
    let moves = moves.unwrap_or_default().into_iter().map(|made| made.text).collect();
    raw(&Offered { prompt, moves, whole })
}

/// Makes a move on a copy.
pub(crate) fn play(now: &Match, seat: u32, path: &Raw) -> Result<Played, Refused> {
    if let Ok(number) = serde_json::from_str::<usize>(path.get()) {
        return play_as(now, seat, Answer::Number(number));
    }
    let Ok(text) = serde_json::from_str::<String>(path.get()) else {
        return Err(Refused::Illegal("a move is named by a text or a number".to_owned()));
    };
    play_as(now, seat, Answer::Text(&text))
}

/// As [`play`], for bots.
pub(crate) fn play_as(now: &Match, seat: u32, answer: Answer<'_>) -> Result<Played, Refused> {
    let mut core = now.without_record();
    let made = core.play_as(seat, answer)?;
    match last(&core) {
        Some((live, text)) => Ok(Played { core, live, text, made: Some(made) }),
        None => Err(Refused::NotAsked),
    }
}

/// The last move of a match, as rows keep it and as its seat reads it.
pub(crate) fn last(core: &Match) -> Option<(Live, String)> {
    let step = core.record().steps.pop()?;
    match (step.seat, step.kind) {
        (Some(seat), StepKind::Move { candidate, written, text }) => {
            Some((Live { seat, candidate, written }, text.unwrap_or_default()))
        }
        _ => None,
    }
}
