//! What can be written, as data, and how each write ends. It does not know how writing is done.

use crate::chain::Chain;
use crate::rows::{
    Chat, Hash, Invite, Match, MatchId, MatchState, Millis, Program, ProgramState, Seat, Step,
};
use crate::store::bucket;

/// A change, and the epoch in which its writer owned the match's bucket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Write {
    /// As the lease said; where the bucket has another owner by now, nothing is written.
    pub epoch: u64,
    pub change: Change,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Keeps a program.
    Program(Program),
    /// Lists a program, or takes it off the list.
    ProgramState {
        hash: Hash,
        state: ProgramState,
    },
    /// Opens a match.
    Open(Box<Opening>),
    /// Adds a step, where the match ends as it says.
    Step(Box<NextStep>),
    /// Says how far a match is, without a step.
    Standing {
        of: MatchId,
        standing: Standing,
    },
    /// Sets clock, spectators and delay.
    Settings {
        of: MatchId,
        settings: String,
    },
    /// Seats somebody, where the seat's generation is not higher already.
    Seat(Seat),
    /// Makes an invite.
    Invite(Invite),
    /// Uses an invite and seats who used it, both or neither.
    Claim {
        invite: Hash,
        seat: Seat,
        at: Millis,
    },
    Chat(Chat),
    /// Opens the match that follows this one, once.
    Rematch {
        of: MatchId,
        next: Box<Opening>,
    },
    /// Forgets who holds a seat: name and chat go, the steps stay, as they are the others' game.
    /// Where nobody is left who did not ask for that, the match goes too.
    Forget {
        of: MatchId,
        seat: u32,
        token: Hash,
    },
}

/// A new match: without steps, its chain at its root, and a program that is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    pub row: Match,
    pub seats: Vec<Seat>,
    pub invites: Vec<Invite>,
}

/// A step and where it belongs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextStep {
    pub of: MatchId,
    /// The chain that the match ends with before it.
    pub before: Chain,
    pub step: Step,
    pub standing: Standing,
}

/// How far a match is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    pub state: MatchState,
    pub due: Option<Millis>,
    pub touched: Millis,
}

/// How a write ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome {
    /// It stands, and so durably as the store promises; also where just the same was written before.
    Done,
    /// Nothing was written: something else stands in its place, or what it stands on is not there.
    Conflict,
    /// Nothing was written: another process owns the match.
    Fenced,
    /// Nothing was written, since the store takes no such writes now; `state` says why.
    Refused,
    /// It stands or it does not. Loading the match tells, after the next start at the latest.
    Unknown,
}

impl NextStep {
    /// The step behind that chain; its own `chain` is worked out here.
    pub fn new(of: MatchId, before: Chain, mut step: Step, standing: Standing) -> NextStep {
        step.chain = step.follows(before);
        NextStep { of, before, step, standing }
    }
}

impl Change {
    /// The match that it changes; None where it is about a program.
    pub fn of(&self) -> Option<MatchId> {
        match self {
            Change::Program(_) | Change::ProgramState { .. } => None,
            Change::Open(opening) => Some(opening.row.id),
            Change::Step(next) => Some(next.of),
            Change::Seat(seat) | Change::Claim { seat, .. } => Some(seat.of),
            Change::Invite(invite) => Some(invite.of),
            Change::Chat(chat) => Some(chat.of),
            Change::Standing { of, .. }
            | Change::Settings { of, .. }
            | Change::Rematch { of, .. }
            | Change::Forget { of, .. } => Some(*of),
        }
    }

    /// The buckets whose owner may write it.
    pub(crate) fn buckets(&self) -> impl Iterator<Item = u16> {
        let next = if let Change::Rematch { next, .. } = self { Some(next.row.id) } else { None };
        self.of().into_iter().chain(next).map(bucket)
    }

    /// Whether it is refused first when the disk is full, so that matches under way can go on.
    pub fn can_wait(&self) -> bool {
        use Change::{Chat, Invite, Open, Program, Rematch};
        matches!(self, Chat(_) | Invite(_) | Open(_) | Program(_) | Rematch { .. })
    }

    /// About how many bytes it writes.
    pub fn size(&self) -> usize {
        const ROW: usize = 128;
        ROW + match self {
            Change::Program(program) => program.files.len() + program.name.len(),
            Change::Open(next) | Change::Rematch { next, .. } => {
                let row = &next.row;
                let texts = row.options.len() + row.settings.len() + row.limits.len();
                texts + ROW * (next.seats.len() + next.invites.len())
            }
            Change::Step(next) => next.step.text.as_ref().map_or(0, String::len),
            Change::Settings { settings, .. } => settings.len(),
            Change::Chat(chat) => chat.text.len(),
            _ => 0,
        }
    }
}
