//! A match as the audience of an answer may know it: the one door through which anything about a running match comes
//! into an answer. It changes nothing, and does not know which request is answered.

use crate::answer::{Answer, Asked, Asks, MatchResult, State, Undo, Waiting};
use crate::error::{Code, Error};
use crate::hint::{Considered, consider};
use crate::request::MoveName;
use engine::question::{MAX_LISTED, QuestionKind, Refused, WhyNot};
use engine::record;
use engine::view::Outcome;
use engine::{CameOut, Match, check_seat};

/// Whom an answer is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Audience {
    /// Whoever runs the match. It may ask as any seat, make the moves of all, and save.
    Host,
    /// The seat that `as` names: it learns what sits at that seat learns.
    Seat(u32),
}

impl Audience {
    fn is(self, seat: u32) -> bool {
        self == Audience::Host || self == Audience::Seat(seat)
    }

    /// Whose events these are: those of a seat, and for the host what it may pass on to anybody.
    fn viewer(self) -> Option<u32> {
        match self {
            Audience::Host => None,
            Audience::Seat(seat) => Some(seat),
        }
    }
}

/// A match and its audience. Nothing else here holds a match, so whatever is told has passed by the audience.
#[derive(Clone, Copy)]
pub(crate) struct Viewpoint<'m> {
    now: &'m Match,
    audience: Audience,
}

type Answered = Result<Answer, Error>;

impl<'m> Viewpoint<'m> {
    /// The audience must sit at the match.
    pub(crate) fn new(now: &'m Match, audience: Audience) -> Result<Viewpoint<'m>, Error> {
        let here = Viewpoint { now, audience };
        here.has_seat(audience.viewer())?;
        Ok(here)
    }

    fn has_seat(&self, seat: Option<u32>) -> Result<(), Error> {
        let players = self.now.players();
        let checked = seat.map_or(Ok(0), |seat| check_seat(seat, players));
        checked.map(drop).map_err(|why| Error::new(Code::BadValue, why))
    }

    /// Whose eyes a request asks for: those of a seat, or without one of the audience, and for the host of everybody.
    fn viewer(&self, seat: Option<u32>) -> Result<Option<u32>, Error> {
        self.has_seat(seat)?;
        match (seat, self.audience) {
            (Some(seat), Audience::Seat(own)) if seat != own => {
                Err(hidden(&format!("seat {own} sees what seat {own} may see, not seat {seat}")))
            }
            (seat, audience) => Ok(seat.or(audience.viewer())),
        }
    }

    /// What lies on the table, as maps in which things have numbers.
    pub(crate) fn table(&self, seat: Option<u32>) -> Answered {
        Ok(Answer::Table { table: Box::new(self.now.observer(self.viewer(seat)?).tabletop()) })
    }

    pub(crate) fn moves(&self, seat: Option<u32>) -> Answered {
        self.has_seat(seat)?;
        let none = |asked| Ok(Answer::Moves { asked, moves: Vec::new(), more: false });
        if self.now.is_over() {
            return none(Asked { over: true, ..Asked::default() });
        }
        let decider = seat.or(self.audience.viewer()).or(self.now.decider()).ok_or_else(over)?;
        let from_seat = self.now.seat(decider);
        let asked = self.asked(decider, seat);
        if !self.audience.is(decider) || from_seat.is_asked().is_err() {
            return none(asked);
        }
        let found = from_seat.moves_up_to(MAX_LISTED).map_err(|why| self.refusal(decider, why))?;
        let more = found.is_none();
        Ok(Answer::Moves { asked, moves: found.unwrap_or_default(), more })
    }

    /// What a search thinks of the decision of a seat, which is for that seat and for the host: it follows from what the
    /// seat knows.
    pub(crate) fn opinion(
        &self,
        seat: Option<u32>,
        simulations: Option<u64>,
        seed: Option<u64>,
    ) -> Result<Considered, Error> {
        self.has_seat(seat)?;
        let for_itself = |seat: u32| match self.audience.is(seat) {
            true => Ok(()),
            false => Err(hidden(&format!("what seat {seat} may think is for that seat alone"))),
        };
        // Before it is asked whether that seat has to decide, which may be sealed.
        seat.map_or(Ok(()), for_itself)?;
        let decider = self.deciding(seat)?;
        for_itself(decider)?;
        consider(self.now, decider, simulations, seed.unwrap_or(1))
    }

    /// What a seat is asked, with all that it may answer.
    pub(crate) fn ask(&self, seat: Option<u32>) -> Answered {
        self.has_seat(seat)?;
        if self.now.is_over() {
            return Ok(Answer::Ask { over: true, seats: Vec::new(), ask: None });
        }
        let decider = seat.or(self.audience.viewer()).or(self.now.decider()).ok_or_else(over)?;
        let seats = self.deciders(seat);
        let from_seat = self.now.seat(decider);
        if !self.audience.is(decider) || from_seat.is_asked().is_err() {
            return Ok(Answer::Ask { over: false, seats, ask: None });
        }
        let ask = from_seat.ask().map_err(|why| self.refusal(decider, why))?;
        Ok(Answer::Ask { over: false, seats, ask: Some(Box::new(ask)) })
    }

    /// What may come behind some parts of a move.
    pub(crate) fn part(
        &self,
        q: Option<u64>,
        path: &[engine::tabletop::Part],
        seat: Option<u32>,
    ) -> Answered {
        self.is_current(seat, q)?;
        let decider = self.deciding(seat)?;
        if !self.audience.is(decider) {
            return Err(not_legal(decider));
        }
        let ask = self.now.seat(decider).ask_behind(path).map_err(|why| self.refusal(decider, why))?;
        Ok(Answer::Ask { over: false, seats: self.deciders(seat), ask: Some(Box::new(ask)) })
    }

    /// Whether a request is about what a seat is asked now, where it says which question it is about.
    pub(crate) fn is_current(&self, seat: Option<u32>, q: Option<u64>) -> Result<(), Error> {
        self.has_seat(seat)?;
        let now = self.now.seat(seat.unwrap_or(0)).number();
        match q {
            Some(q) if q != now && !self.now.is_over() => {
                Err(Error::new(Code::Stale, format!("the question is {now} now, not {q}")))
            }
            _ => Ok(()),
        }
    }

    /// Who decides, as far as the audience, or the seat that the host names, may know.
    fn deciders(&self, named: Option<u32>) -> Vec<u32> {
        match self.audience.viewer().or(named) {
            None => self.now.questions().iter().map(|q| q.seat).collect(),
            viewer => self.now.observer(viewer).deciders().0,
        }
    }

    /// Who decides, and what that seat is asked, if the audience may know. Where the host names a seat, nothing that this
    /// seat may not see.
    fn asked(&self, seat: u32, named: Option<u32>) -> Asked {
        let questions = self.now.questions();
        let seats = self.deciders(named);
        let question = questions.into_iter().find(|q| q.seat == seat && self.audience.is(seat));
        let asks = question.map(|question| Asks {
            asks: if question.kind == QuestionKind::Act { "move" } else { "answer" },
            prompt: question.prompt,
            free: self.now.seat(seat).free_inputs(),
        });
        Asked { over: false, seats, asks }
    }

    /// Who decides, as a request says or as it is.
    pub(crate) fn deciding(&self, seat: Option<u32>) -> Result<u32, Error> {
        self.has_seat(seat)?;
        let first = self.now.decider().ok_or_else(over)?;
        // Who of several has not chosen yet is not for others to know.
        let own = self.audience.viewer().filter(|_| self.now.secrecy().is_secret());
        let decider = seat.or(own).unwrap_or(first);
        self.is_asked(decider)?;
        Ok(decider)
    }

    /// Whether a seat has something to decide; an error says why not.
    fn is_asked(&self, seat: u32) -> Result<(), Error> {
        self.now.seat(seat).is_asked().map_err(|_| {
            let Some(decider) = self.now.decider() else { return over() };
            let is_secret = self.now.secrecy().is_secret();
            if is_secret && !self.audience.is(seat) {
                return not_legal(seat);
            }
            let why = match is_secret {
                true if self.now.observer(Some(seat)).deciders().1.contains(&seat) => {
                    format!("seat {seat} has chosen already")
                }
                true => format!("seat {seat} has nothing to decide now"),
                false => format!("it is seat {decider} who decides, not {seat}"),
            };
            Error::new(Code::NotYourTurn, why)
        })
    }

    /// Why a move of a seat was not made: to others always in the same words, since what the rules say, and what is
    /// legal instead, is that seat's to know.
    pub(crate) fn refusal(&self, seat: u32, why: Refused) -> Error {
        if !self.audience.is(seat) && why != Refused::Over {
            return not_legal(seat);
        }
        let code = match why {
            Refused::Over => Code::MatchOver,
            Refused::NotAsked => Code::NotYourTurn,
            Refused::Illegal(_) => Code::IllegalMove,
            Refused::Faulty(_) => Code::Fault,
            Refused::Defect(_) => Code::Internal,
            Refused::Ambiguous(_) => Code::AmbiguousMove,
        };
        Error::new(code, why.to_string())
    }

    /// What the audience could see of a move that led to another match: what became known to have been chosen, and what
    /// happened then. Of a move that is still a secret, whoever made it sees that it is kept, and the others nothing,
    /// unless they may know who has chosen.
    pub(crate) fn played(&self, after: &Match) -> Answer {
        last_step(after, self.audience.viewer())
    }

    /// What a seat, or a spectator, could see of the last step that everybody knows of, as [`Viewpoint::played`]: while
    /// several choose in secret, the one before, since whether somebody has chosen is a secret, too.
    pub(crate) fn step(&self, seat: Option<u32>) -> Answered {
        let observer = self.now.observer(self.viewer(seat)?);
        let (log, trace) = (observer.last_log(), observer.trace().to_vec());
        Ok(Answer::Played { over: self.now.is_over(), log, trace })
    }

    /// Why a move of the seat that decides, or of another one, is not legal. It is for that seat alone to know.
    pub(crate) fn why(&self, name: &MoveName, q: Option<u64>, seat: Option<u32>) -> Answered {
        self.is_current(seat, q)?;
        let not_yours = || hidden("why a move is not possible is for the seat that would make it");
        // Who of several has chosen already is not for others to know either.
        if seat.is_some_and(|seat| !self.audience.is(seat)) {
            return Err(not_yours());
        }
        let decider = self.deciding(seat)?;
        if !self.audience.is(decider) {
            return Err(not_yours());
        }
        let from_seat = self.now.seat(decider);
        let why = match name {
            MoveName::Text(text) => from_seat.why(text),
            MoveName::Path(path) => from_seat.why_path(path),
            MoveName::Id(_) => Ok(WhyNot::Legal),
        };
        let why = why.map_err(|why| self.refusal(decider, why))?;
        let legal = why == WhyNot::Legal;
        let lines = if legal { Vec::new() } else { vec![why.to_string()] };
        Ok(Answer::Why { legal, lines })
    }

    /// Who must decide, as the audience may know it, the host what everybody may; and whether the step from what stood
    /// before may be taken back.
    pub(crate) fn state(&self, before: Option<&Match>) -> State {
        let viewer = self.audience.viewer();
        let observer = self.now.observer(viewer);
        let title = observer.phase_title();
        let (deciders, answered) = observer.deciders();
        State {
            over: self.now.is_over(),
            waiting: deciders
                .into_iter()
                .map(|seat| Waiting { seat, title: title.clone(), answered: answered.contains(&seat) })
                .collect(),
            undo: before.and_then(|before| self.undo(before)),
            sealed: viewer.and_then(|seat| self.now.seat(seat).sealed()),
        }
    }

    /// Whether a step may be taken back without giving anything away, and why not: to the host of any step, to a seat of
    /// its own. What a seat is told is the same whatever others have chosen, and whatever is hidden.
    fn undo(&self, before: &Match) -> Option<Undo> {
        let Audience::Seat(seat) = self.audience else {
            let all: Vec<u32> = (0..self.now.players()).collect();
            return Some(Undo::new(self.now.secrecy().came_out(before, &all)));
        };
        // Nor whether somebody has chosen already.
        if self.now.secrecy().is_secret() {
            return None;
        }
        if before.secrecy().is_secret() {
            return Some(Undo::new(Some(CameOut::Choices)));
        }
        if record::last_step(self.now).and_then(|step| step.seat) != Some(seat) {
            return None;
        }
        let out = self.now.secrecy().came_out(before, &[seat]);
        // Which of the reasons holds may depend on what is hidden.
        let may_hide = self.now.game().may_hide();
        Some(Undo::new(out.map(|out| if may_hide { CameOut::Hidden } else { out })))
    }

    pub(crate) fn result(&self) -> Answer {
        let outcome = self.now.outcome();
        let scores = scores(self.now, outcome.as_ref());
        let why = self.now.observer(self.audience.viewer()).why_over().map(str::to_owned);
        let result = MatchResult::new(outcome, why, self.now.game(), scores);
        Answer::Result(if self.audience == Audience::Host { result } else { result.for_a_seat() })
    }
}

/// What a viewer could see of the step that led to a match.
fn last_step(after: &Match, viewer: Option<u32>) -> Answer {
    let observer = after.observer(viewer);
    let trace = if after.secrecy().is_sealed() { &[][..] } else { observer.trace() };
    Answer::Played { over: after.is_over(), log: observer.log(), trace: trace.to_vec() }
}

/// The scores that the rules gave. Where the rules know none, those in the first place share one point.
fn scores(now: &Match, outcome: Option<&Outcome>) -> Vec<f64> {
    let mut scores = now.scores();
    if let (false, Some(Outcome::Finished { ranking })) = (now.game().keeps_scores(), outcome)
        && let Some(first) = ranking.first()
    {
        first.iter().for_each(|p| scores[*p as usize] = 1.0 / first.len() as f64);
    }
    scores
}

pub(crate) fn over() -> Error {
    Error::new(Code::MatchOver, "the match is over")
}

/// What somebody asks for whose eyes it is not for.
pub(crate) fn hidden(why: &str) -> Error {
    Error::new(Code::Hidden, why)
}

fn not_legal(seat: u32) -> Error {
    Error::new(Code::IllegalMove, format!("that is no legal move of seat {seat} now"))
}
