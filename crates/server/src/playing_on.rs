//! Matches that go on from a moment of another one, which is over: they begin with its moves, and from there on everything
//! is new. It reads and writes the store and waits for it.

use crate::app::App;
use crate::config::now;
use crate::http::Past;
use crate::lock;
use crate::matches::{No, no, write};
use crate::opening::{NewSeat, OpenedMatch, Seats, known_as, seats};
use crate::token::{self, TokenKind};
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::atomic::Ordering::Relaxed;
use store::{Change, Match, MatchId, MatchState, Millis, NextStep, Opening, Standing, Step};
use table::Settings;

/// Who plays where nobody is named.
const USUAL_BOT: &str = "medium";

/// What somebody wants who plays on.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayOn {
    /// After so many moves.
    pub(crate) at: usize,
    /// From the first on; where one is left out a bot sits.
    #[serde(default)]
    pub(crate) seats: Vec<NewSeat>,
}

/// Opens a match with the rules, options and seats of one that is over, from a moment of it.
pub(crate) fn open(app: &App, past: &Past, wanted: &PlayOn, asking: IpAddr) -> Result<OpenedMatch, No> {
    let old = &past.stored.row;
    if wanted.at > past.len() {
        return Err(no("unknown", format!("the match has {} moves", past.len())));
    }
    if wanted.seats.len() > old.players as usize {
        return Err(no("bad", format!("the match has {} seats", old.players)));
    }
    let (of, at) = (token::draw_match()?, now());
    let seed: [u8; 8] = token::random()?;
    let chance = u64::from_le_bytes(seed);
    let beginning = table::beginning(&past.stored, &past.rules, wanted.at, chance, at)
        .map_err(|_| no("nothing", "the match cannot be read as it was played"))?;
    if beginning.now.is_over() {
        return Err(no("nothing", "the match is over there"));
    }
    let host = token::draw(TokenKind::Host)?;
    let settings = Settings { host: Some(known_as(&host)), ..Settings::default() };
    let usual = |_| NewSeat::Bot(USUAL_BOT.to_owned());
    let Seats { seats, invites, told } = seats(app, (of, at), old.players, &wanted.seats, usual)?;
    let row = Match {
        id: of,
        public: token::name_of(of),
        // Without a move of the old match there is nothing that its chance was drawn for.
        seed: if beginning.steps.is_empty() { seed } else { old.seed },
        state: MatchState::Lobby,
        steps: 0,
        settings: settings.to_text(),
        due: None,
        opened: at,
        touched: at,
        rematch: None,
        ..old.clone()
    };
    let row = row.rooted();
    let steps = chained(&row, beginning.steps, at);
    let open = Change::Open(Box::new(Opening { row, seats, invites }));
    write(app, of, [open].into_iter().chain(steps).collect())?;
    app.metrics.matches.fetch_add(1, Relaxed);
    lock(&app.bots.purses).opened(of, asking);
    Ok(OpenedMatch::new(app, of, host, None, told))
}

/// Rows one after the other; nobody has begun the match with them.
fn chained(row: &Match, steps: Vec<Step>, at: Millis) -> Vec<Change> {
    let standing = Standing { state: MatchState::Lobby, due: None, touched: at };
    let (of, mut chain): (MatchId, _) = (row.id, row.chain);
    let next = |step: Step| {
        let next = NextStep::new(of, chain, step, standing);
        chain = next.step.chain;
        Change::Step(Box::new(next))
    };
    steps.into_iter().map(next).collect()
}
