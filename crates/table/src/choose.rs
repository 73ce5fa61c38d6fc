//! How players name moves, and what they are told they may choose: the one place that knows the form of either. It
//! changes no table.

use crate::fold::{Live, Played};
use engine::question::{Answer, QuestionKind, Refused, WhyNot};
use engine::record::{StepKind, last_step};
use engine::tabletop::{self, Asked, MoveTree};
use engine::{Branch, Match, has_hit_limit};
use wire::{Raw, raw};

/// What a seat may choose, in the pieces of which messages are made.
pub struct Offered {
    pub ask: Raw,
    pub refs: Raw,
    pub on: Option<Raw>,
    pub prompts: Option<Raw>,
    pub tree: Raw,
    pub whole: bool,
    pub more: bool,
    pub auto: bool,
}

impl Offered {
    fn new(ask: &Asked, moves: &MoveTree) -> Offered {
        let MoveTree { refs, on, prompts, tree, whole, more, auto } = moves;
        let (whole, more, auto) = (*whole, *more, *auto);
        let on = (!on.is_empty()).then(|| raw(on));
        let prompts = (!prompts.is_empty()).then(|| raw(prompts));
        Offered { ask: raw(ask), refs: raw(refs), on, prompts, tree: raw(tree), whole, more, auto }
    }
}

/// What a seat is asked. Where the moves are too many to be gone through none are told; one can still be named by its
/// text.
pub fn offered(now: &Match, seat: u32) -> Offered {
    let view = now.seat(seat);
    if let Ok(ask) = view.ask() {
        return Offered::new(&ask.ask, &ask.moves);
    }
    let question = view.question();
    let kind = question.as_ref().map_or(QuestionKind::Act, |question| question.kind);
    let ask = Asked { kind, prompt: question.and_then(|question| question.prompt), of: None };
    Offered::new(&ask, &MoveTree { more: true, ..MoveTree::default() })
}

/// What a seat is asked and its legal moves in words; none where there are more than `most`.
pub(crate) fn listed(now: &Match, seat: u32, most: usize) -> (Option<String>, Vec<String>) {
    let view = now.seat(seat);
    let moves = view.moves_up_to(most).ok().flatten().unwrap_or_default();
    (view.question().and_then(|question| question.prompt), moves.into_iter().map(|made| made.text).collect())
}

/// What may come behind the first parts of a move.
pub fn behind(now: &Match, seat: u32, path: &Raw) -> Result<Offered, Refused> {
    let path = parts(path).ok_or_else(unread)?;
    now.seat(seat).ask_behind(&path).map(|ask| Offered::new(&ask.ask, &ask.moves))
}

/// Whether a move may be made, and why not.
pub fn why(now: &Match, seat: u32, path: &Raw) -> Result<WhyNot, Refused> {
    match (serde_json::from_str::<String>(path.get()), parts(path)) {
        (Ok(text), _) => now.seat(seat).why(&text),
        (Err(_), Some(path)) => now.seat(seat).why_path(&path),
        (Err(_), None) => Err(unread()),
    }
}

/// The parts by which a move is named; None where it is named otherwise.
pub fn parts(path: &Raw) -> Option<Vec<tabletop::Part>> {
    serde_json::from_str(path.get()).ok()
}

fn unread() -> Refused {
    Refused::Illegal("a move is named by its parts, a text or a number".to_owned())
}

/// Makes a move on a copy, to which goes what is known of the table. One after which the rules would take more than they
/// may is refused: a table with too much on it would be lost for everybody. Where several choose in secret it may be what
/// another has chosen, and ends the match.
pub(crate) fn play(now: &mut Match, seat: u32, path: &Raw) -> Result<Played, Refused> {
    let is_sealed = now.secrecy().is_sealed();
    let played = play_named(now, seat, path)?;
    if is_sealed || !has_hit_limit(&played.core) {
        return Ok(played);
    }
    // What was known of the table is gone with it, and is read again.
    Err(Refused::Illegal("the rules would take more work or memory after that than they may here".to_owned()))
}

fn play_named(now: &mut Match, seat: u32, path: &Raw) -> Result<Played, Refused> {
    let text = path.get();
    match text.as_bytes().first() {
        Some(b'[') => play_as(now, seat, Answer::Path(&parts(path).ok_or_else(unread)?)),
        Some(b'"') => {
            let text: String = serde_json::from_str(text).map_err(|_| unread())?;
            play_as(now, seat, Answer::Text(&text))
        }
        _ => play_as(now, seat, Answer::Number(serde_json::from_str(text).map_err(|_| unread())?)),
    }
}

/// As [`play`], for bots.
pub(crate) fn play_as(now: &mut Match, seat: u32, answer: Answer<'_>) -> Result<Played, Refused> {
    let mut branch = Branch::unrecorded(now);
    if let Err(refused) = branch.now.play_as(seat, answer) {
        branch.give_up(now);
        return Err(refused);
    }
    let core = branch.now;
    let (live, text) = last(&core).ok_or(Refused::NotAsked)?;
    Ok(Played { core, live, text })
}

/// The last move of a match, as rows keep it and as its seat reads it.
pub(crate) fn last(core: &Match) -> Option<(Live, String)> {
    let step = last_step(core)?;
    match (step.seat, &step.kind) {
        (Some(seat), StepKind::Move { candidate, written, text }) => {
            let live = Live::new(seat, *candidate, written.clone(), step.reseed);
            Some((live, text.clone().unwrap_or_default()))
        }
        _ => None,
    }
}
