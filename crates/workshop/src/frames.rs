//! What a viewer is told of the match at the desk, in the messages of any match: all of it is made from what the engine
//! lets that viewer see.

use crate::session::Session;
use engine::Match;
use engine::view::Viewer;
use std::time::{Duration, Instant};
use table::choose::{self, Offered};
use table::seen;
use wire::{Ask, Now, Step, ToClient, UndoState, Waiting, Welcome, raw};

/// Making the choices again for their log takes no longer.
const LOG: Duration = Duration::from_millis(100);

fn seat_of(viewer: Viewer) -> Option<u32> {
    if let Viewer::Seat(seat) = viewer { Some(seat) } else { None }
}

/// How it stands, and what the viewer is asked; nothing before there was a good table. The legend is left out where the
/// client has it.
pub(crate) fn anew(session: &Session, viewer: Viewer, known: Option<&str>) -> Vec<ToClient> {
    let Some((rules, now)) = session.good() else { return Vec::new() };
    let began = Instant::now();
    let log = session.told(viewer, &|| began.elapsed() < LOG);
    let is_known = known == Some(rules.hash());
    let welcome = Welcome {
        v: session.stand(),
        seat: seat_of(viewer),
        rules: rules.hash().to_owned(),
        legend: (!is_known).then(|| rules.legend().clone()),
        table: Some(raw(&now.observer(viewer).tabletop())),
        trace: None,
        log: log.iter().map(raw).collect(),
        steps: Vec::new(),
        now: stands(session, now, viewer),
    };
    [ToClient::Welcome(Box::new(welcome))].into_iter().chain(asked(session, viewer)).collect()
}

/// The last step, and what the viewer is asked then.
pub(crate) fn step(session: &Session, viewer: Viewer) -> Vec<ToClient> {
    let Some((_, now)) = session.good() else { return Vec::new() };
    // While several choose in secret, what could be seen is that of an earlier step.
    let is_sealed = now.secrecy().is_sealed();
    let (trace, table) = if is_sealed { (raw(&[(); 0]), None) } else { seen::last_move(now, viewer) };
    let log = now.observer(viewer).log().iter().map(raw).collect();
    let step = Step { v: session.stand(), trace: Some(trace), table, log, now: stands(session, now, viewer) };
    [ToClient::Step(Box::new(step))].into_iter().chain(asked(session, viewer)).collect()
}

/// The open question of a seat; its number is that of the table.
pub(crate) fn asked(session: &Session, viewer: Viewer) -> Option<ToClient> {
    let (seat, (_, now)) = (seat_of(viewer)?, session.good()?);
    now.seat(seat).is_asked().ok()?;
    let Offered { ask, refs, on, prompts, tree, whole, more, auto } = choose::offered(now, seat);
    let (v, q) = (session.stand(), session.stand());
    Some(ToClient::Ask(Ask { v, q, ask, refs, on, prompts, tree, whole, more, auto }))
}

/// Where the match stands for a viewer beside what lies on the table. The author may take back anything.
fn stands(session: &Session, now: &Match, viewer: Viewer) -> Now {
    let (deciders, answered) =
        if now.is_over() { Default::default() } else { now.observer(viewer).deciders() };
    let waiting = |seat| Waiting { seat, chosen: answered.contains(&seat) };
    let undo = (now.length() > 0).then_some(UndoState { free: true, why: None });
    let sealed = seat_of(viewer).filter(|seat| now.seat(*seat).sealed().is_some()).and_then(|seat| {
        let made: Vec<(u32, &str)> = session.choices().take(session.at()).collect();
        made.into_iter().rev().find(|(by, _)| *by == seat).map(|(_, text)| text.to_owned())
    });
    Now {
        waiting: deciders.into_iter().map(waiting).collect(),
        moves: now.length(),
        undo,
        sealed,
        result: seen::ruling(now, viewer),
        ..Now::default()
    }
}
