//! The moves of a match as a record that the engine replays, for whoever looks at a match that is over or goes on from a
//! moment of it.

use crate::fold::{Broken, Fold, Live};
use crate::frames;
use crate::note::Note;
use crate::rules::Rules;
use engine::view::Viewer;
use engine::{Match, Record};
use store::{Chain, Millis, Step, StepKind, Stored};
use wire::Ruling;

/// A match as it was played. It holds all secrets of the match.
#[derive(Debug)]
pub struct Played {
    /// The moves that stand, without those that were taken back or that nobody came to know.
    pub record: Record,
    fold: Fold,
}

impl Played {
    pub fn load(stored: &Stored, rules: Rules) -> Result<Played, Broken> {
        let fold = Fold::load(stored, rules, |_| ())?;
        let record = Record {
            players: stored.row.players,
            seed: u64::from_le_bytes(stored.row.seed),
            steps: fold.moves().map(Live::step).collect(),
        };
        Ok(Played { record, fold })
    }

    /// What was said after so many moves, and by which seats.
    pub fn said<'a>(&'a self, stored: &'a Stored, moves: usize) -> impl Iterator<Item = (u32, &'a str)> {
        let most = self.record.steps.len();
        let lines = stored.chat.iter().filter(move |line| self.fold.settled_when(line.at).min(most) == moves);
        lines.filter_map(|line| Some((line.seat?, line.text.as_str())))
    }

    /// How it ended, as a viewer was told; none where it is not over.
    pub fn ruling(&self, viewer: Viewer) -> Option<Ruling> {
        frames::result(&self.fold, viewer)
    }
}

/// How another match begins that goes on from a moment of this one.
#[derive(Debug)]
pub struct Beginning {
    /// In order, all at one time and without chain, which whoever writes them works out.
    pub steps: Vec<Step>,
    /// How it stands then.
    pub now: Match,
}

/// The first moves of a match as rows of another one, in which chance is drawn from `seed` from there on. In the middle of
/// a secret round it is the moment before it. Where no move is left there is nothing to begin with.
pub fn beginning(
    stored: &Stored,
    rules: &Rules,
    moves: usize,
    seed: u64,
    at: Millis,
) -> Result<Beginning, Broken> {
    let fold = Fold::load(stored, rules.clone(), |_| ())?;
    let begin = |seed| Match::start(rules.game(), fold.players, seed);
    let live: Vec<&Live> = fold.moves().take(moves).collect();
    let first = u64::from_le_bytes(stored.row.seed);
    let (count, mut now) = replay(begin(first), &live)?;
    if count < live.len() {
        now = replay(begin(first), &live[..count])?.1;
    }
    if count == 0 {
        now = begin(seed);
    }
    engine::record::reseed(&mut now, seed);
    let row = |(n, live): (u32, &&Live)| {
        let is_last = n as usize + 1 == count;
        let reseed = if is_last { Some(seed) } else { live.reseed };
        row(n, &Live::new(live.seat, live.candidate, live.written.clone(), reseed), at)
    };
    Ok(Beginning { steps: (0..).zip(&live[..count]).map(row).collect(), now })
}

/// Makes moves again; with how many of them stood when no secret round was open last.
fn replay(mut now: Match, live: &[&Live]) -> Result<(usize, Match), Broken> {
    let mut settled = 0;
    for (made, live) in (1..).zip(live) {
        live.step().replay(&mut now).map_err(|error| Broken { step: None, why: error.why })?;
        if !now.secrecy().is_sealed() {
            settled = made;
        }
    }
    Ok((settled, now))
}

fn row(n: u32, live: &Live, at: Millis) -> Step {
    let note = Note { written: live.written.clone(), reseed: live.reseed, ..Note::default() };
    Step {
        n,
        kind: StepKind::Move,
        seat: Some(live.seat),
        candidate: Some(live.candidate as i64),
        text: note.to_text(),
        at,
        spent: 0,
        id: None,
        fingerprint: None,
        chain: Chain([0; 8]),
    }
}
