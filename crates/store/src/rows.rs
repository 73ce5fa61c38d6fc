//! The rows of a store as plain data, and how a loaded match is checked. They say nothing of how they are kept.

use crate::chain::Chain;
use crate::store::Damage;

/// Milliseconds since 1970, or a length of time in milliseconds.
pub type Millis = i64;

/// A SHA-256: of a program's files, of a token, of an invite's code.
pub type Hash = [u8; 32];

/// The number of a match, drawn by whoever opens it: 60 random bits, so that two never meet and nobody guesses one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MatchId(pub i64);

/// A small set of cases that is kept as a number; the numbers never change their meaning.
macro_rules! kept_as_number {
    ($(#[$about:meta])* $name:ident { $($(#[$case_about:meta])* $case:ident = $number:literal),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum $name { $($(#[$case_about])* $case = $number),* }

        impl $name {
            /// All cases, in the order of their numbers.
            pub const ALL: &[$name] = &[$($name::$case),*];

            /// The number that is kept.
            pub fn number(self) -> i64 {
                self as i64
            }

            /// None where no case has that number.
            pub fn from_number(number: i64) -> Option<$name> {
                $name::ALL.iter().copied().find(|case| case.number() == number)
            }
        }
    };
}

kept_as_number! {
    /// Whether a program may be played.
    ProgramState { Listed = 0, Unlisted = 1, Quarantined = 2 }
}

kept_as_number! {
    /// How far a match is.
    MatchState {
        Lobby = 0,
        On = 1,
        Over = 2,
        /// Readable, but never played on: its rows no longer give the state that they gave.
        Frozen = 3,
    }
}

kept_as_number! {
    /// Who sits on a seat.
    SeatKind { Open = 0, Human = 1, Bot = 2, Left = 3 }
}

kept_as_number! {
    /// What a step of a match is.
    StepKind {
        Move = 0, Undo = 1, Resign = 2, Draw = 3, Flag = 4, Takeover = 5, Back = 6, Vote = 7, Config = 8,
    }
}

/// All files that a game was read from; the hash over them and the options is its name for good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    pub hash: Hash,
    pub name: String,
    /// The files, packed by the caller.
    pub files: Vec<u8>,
    /// The number of the engine's meaning of programs.
    pub semantics: u32,
    pub added: Millis,
    /// Who uploaded it; None where it is the operator's.
    pub by_owner: Option<Hash>,
    pub state: ProgramState,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    pub id: MatchId,
    /// How the match is called in links.
    pub public: String,
    pub program: Hash,
    pub options: String,
    pub players: u32,
    pub seed: [u8; 8],
    /// What the rules may spend: other limits are other rules.
    pub limits: String,
    pub semantics: u32,
    pub state: MatchState,
    /// How many steps there are.
    pub steps: u32,
    /// The chain behind the last step.
    pub chain: Chain,
    /// Clock, spectators, delay.
    pub settings: String,
    /// When a clock runs out.
    pub due: Option<Millis>,
    pub opened: Millis,
    pub touched: Millis,
    /// The match that was opened to play again.
    pub rematch: Option<MatchId>,
}

impl Match {
    /// One for a single player in the lobby, without options, settings and steps; whoever wants another one says so, and
    /// roots it.
    pub fn new(id: MatchId, public: String, program: Hash) -> Match {
        let row = Match {
            id,
            public,
            program,
            options: String::new(),
            players: 1,
            seed: [0; 8],
            limits: String::new(),
            semantics: 1,
            state: MatchState::Lobby,
            steps: 0,
            chain: Chain([0; 8]),
            settings: String::new(),
            due: None,
            opened: 0,
            touched: 0,
            rematch: None,
        };
        row.rooted()
    }

    /// With the chain of a match that has no steps yet.
    #[must_use]
    pub fn rooted(self) -> Match {
        Match { chain: self.root(), ..self }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    pub of: MatchId,
    pub n: u32,
    pub name: String,
    pub kind: SeatKind,
    pub bot: Option<String>,
    /// The SHA-256 of the token that holds the seat.
    pub token: Option<Hash>,
    /// Raised whenever older holders of the seat are signed out; it never falls.
    pub generation: u32,
    pub team: Option<u32>,
    /// Whether who sat here asked to be forgotten.
    pub is_forgotten: bool,
}

impl Seat {
    /// One that is open, and that nobody has held.
    pub fn open(of: MatchId, n: u32) -> Seat {
        Seat {
            of,
            n,
            name: String::new(),
            kind: SeatKind::Open,
            bot: None,
            token: None,
            generation: 0,
            team: None,
            is_forgotten: false,
        }
    }

    /// One that is held by somebody of that name.
    pub fn held(of: MatchId, n: u32, name: String, token: Option<Hash>) -> Seat {
        Seat { name, kind: SeatKind::Human, token, generation: 1, ..Seat::open(of, n) }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invite {
    /// The SHA-256 of the code.
    pub hash: Hash,
    pub of: MatchId,
    /// The seat that it is for; None for any that is open.
    pub seat: Option<u32>,
    /// How often it may still be used.
    pub uses: u32,
    pub until: Millis,
}

/// Something durable that happened in a match. Steps are only ever added: going back is a step too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// From 0, without gaps.
    pub n: u32,
    pub kind: StepKind,
    pub seat: Option<u32>,
    /// The number of the candidate that was chosen.
    pub candidate: Option<i64>,
    /// What the player wrote, or what kinds other than moves say.
    pub text: Option<String>,
    pub at: Millis,
    /// How long who moved thought.
    pub spent: Millis,
    /// The number that the client gave its message, by which a message that is sent twice is known.
    pub id: Option<[u8; 16]>,
    /// What the state behind this step was, now and then.
    pub fingerprint: Option<u64>,
    /// Over this step and all before it; see [`Chain`].
    pub chain: Chain,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chat {
    pub of: MatchId,
    pub n: u32,
    pub at: Millis,
    pub seat: Option<u32>,
    pub text: String,
    /// The number that the client gave its message, by which one that is sent twice is known.
    pub id: Option<[u8; 16]>,
}

/// Everything that is kept of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    pub row: Match,
    /// By their number.
    pub seats: Vec<Seat>,
    pub steps: Vec<Step>,
    pub chat: Vec<Chat>,
}

/// A seat that one of the given tokens holds, and its match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    pub seat: Seat,
    pub row: Match,
}

impl Stored {
    /// Follows the chain through all steps. What does not fit is told with the steps before it, which do.
    pub fn checked(mut self) -> Result<Stored, Damage> {
        let mut chain = self.row.root();
        let mut fits = |(i, step): (usize, &Step)| {
            let fits = step.n as usize == i && step.follows(chain) == step.chain;
            chain = step.chain;
            fits
        };
        let good = self.steps.iter().enumerate().take_while(|at| fits(*at)).count();
        let end = self.steps.get(good.wrapping_sub(1)).map_or(self.row.root(), |step| step.chain);
        let why = if good < self.steps.len() {
            "the step is not the one that was written"
        } else if good != self.row.steps as usize {
            "the match does not have as many steps as were written"
        } else if end != self.row.chain {
            "the match does not end with the step that was written last"
        } else {
            return Ok(self);
        };
        self.steps.truncate(good);
        Err(Damage {
            of: self.row.id,
            step: Some(good as u32),
            why: why.to_owned(),
            intact: Some(Box::new(self)),
        })
    }
}
