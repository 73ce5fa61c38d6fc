//! Where a match stands after its rows. Each row leads from one state to the next, whether it was just made or is read
//! again, so what is kept says everything. It knows neither sockets nor clocks.

mod charge;
mod light;
mod live;

use crate::choose;
use crate::note::{Answer, Back, Note};
use crate::rules::Rules;
use crate::settings::{ClockKind, Settings};
use engine::record::{restored, stripped};
use engine::{Branch, Match};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use store::{Chain, MatchId, Millis, SeatKind, Step, StepKind, Stored};

pub use light::Ending;
pub(crate) use light::{Light, Proposal, Vote};
pub(crate) use live::Live;

/// Why the rows of a match give no state; with the first that does not fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    pub step: Option<u32>,
    pub why: String,
}

/// A move and what came of it.
#[derive(Debug)]
pub(crate) struct Played {
    pub(crate) core: Match,
    pub(crate) live: Live,
    /// As its seat reads it.
    pub(crate) text: String,
}

/// Who gets a step of the stream for a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hearers {
    All,
    Only(u32),
}

/// What a row does to the course of the game.
#[derive(Debug)]
pub(crate) enum Course {
    Same,
    Played(Box<Played>),
    /// Back to so many moves.
    Back {
        core: Box<Match>,
        to: usize,
    },
    /// Without what this seat has sealed.
    Unsealed {
        core: Box<Match>,
        seat: u32,
    },
}

/// The state behind a row that is not durable yet.
#[derive(Debug)]
pub(crate) struct Next {
    pub(crate) light: Light,
    pub(crate) course: Course,
    pub(crate) hearers: Hearers,
    content: Option<u64>,
}

/// A row, for whoever asks where a step of a stream was.
#[derive(Clone, Copy, Debug)]
struct Mark {
    hearers: Hearers,
    at: Millis,
    /// How many moves stood behind it, those of an open secret round left out.
    settled: usize,
}

/// A message that is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DoneMessage {
    pub(crate) seat: Option<u32>,
    pub(crate) content: Option<u64>,
    /// The row that it became.
    pub(crate) n: u32,
}

#[derive(Debug)]
pub(crate) struct Fold {
    pub(crate) of: MatchId,
    pub(crate) rules: Rules,
    pub(crate) settings: Settings,
    seed: u64,
    pub(crate) players: u32,
    pub(crate) light: Light,
    pub(crate) core: Match,
    /// The match before the last decision, or before the round that is secret still; None at the start and where the
    /// last row went back.
    pub(crate) before: Option<Match>,
    /// The match before the last decision that everybody knows of, from when the first has chosen in a secret round until
    /// that round ends, also where the first has taken it back: `before` is of the round then.
    earlier: Option<Match>,
    /// The moves since then, with their texts.
    since: Vec<(Live, String)>,
    live: Vec<Live>,
    /// How many moves stood behind each decision that everybody knows of, from none on. A round that several decide in
    /// secret is one, however many have chosen: where the first ends it, nobody learns who has declined.
    stood: Vec<usize>,
    /// The match after every [`KEPT`] moves, with their number, as far as somebody has looked back.
    passed: Vec<(usize, Match)>,
    marks: Vec<Mark>,
    ids: BTreeMap<[u8; 16], DoneMessage>,
    pub(crate) chain: Chain,
    pub(crate) steps: u32,
}

/// A fingerprint of the state is kept with each row whose number is one less than a multiple of this.
const FINGERPRINTS: u32 = 64;

/// Who looks back has about so many moves made again, but for the first time.
const KEPT: usize = 50;

impl Fold {
    /// How many moves stand.
    pub(crate) fn standing(&self) -> usize {
        self.live.len()
    }

    /// Goes through all rows; `seen` gets the state at the start and after each.
    pub(crate) fn load(stored: &Stored, rules: Rules, mut seen: impl FnMut(&Fold)) -> Result<Fold, Broken> {
        let whole = |why: String| Broken { step: None, why };
        let row = &stored.row;
        let settings = Settings::read(&row.settings).map_err(whole)?;
        rules.game().check_players(row.players).map_err(whole)?;
        let seed = u64::from_le_bytes(row.seed);
        let core = begin(&rules, row.players, seed);
        let seats = row.players as usize;
        let mut kinds = vec![SeatKind::Human; seats];
        for seat in &stored.seats {
            if let Some(kind) = kinds.get_mut(seat.n as usize) {
                *kind = if seat.kind == SeatKind::Bot { SeatKind::Bot } else { SeatKind::Human };
            }
        }
        let bank = if let ClockKind::Bank { ms, .. } = settings.clock { ms } else { 0 };
        let mut light = Light {
            q: vec![0; seats],
            asked: vec![false; seats],
            sealed: vec![None; seats],
            v: vec![0; seats + 1],
            kinds,
            resigned: BTreeSet::new(),
            left: vec![bank; seats],
            lag: vec![0; seats],
            asked_back: vec![0; seats],
            vote: None,
            refused: None,
            votes: 0,
            ending: None,
            turns: 0,
            turn_at: row.opened,
            used: 0,
            told_at: row.opened,
            has_begun: false,
        };
        light.settle(&core, row.opened);
        let mut fold = Fold {
            of: row.id,
            rules,
            settings,
            seed,
            players: row.players,
            light,
            core,
            before: None,
            earlier: None,
            since: Vec::new(),
            live: Vec::new(),
            stood: vec![0],
            passed: Vec::new(),
            marks: Vec::new(),
            ids: BTreeMap::new(),
            chain: row.root(),
            steps: 0,
        };
        seen(&fold);
        for step in &stored.steps {
            fold.read_again(step).map_err(|why| Broken { step: Some(step.n), why })?;
            seen(&fold);
        }
        Ok(fold)
    }

    fn read_again(&mut self, step: &Step) -> Result<(), String> {
        let note = Note::read(step.text.as_deref())?;
        let next = self.next(step, &note, None)?;
        self.install(step, next);
        match step.fingerprint {
            Some(kept) if kept != self.core.fingerprint() => {
                Err("the match does not stand as it did behind this step".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// What a row leads to. A move that was just made need not be made again. Nothing is changed by it, but for what is
    /// known of the table, which goes with a move.
    pub(crate) fn next(&mut self, row: &Step, note: &Note, played: Option<Played>) -> Result<Next, String> {
        if self.is_over() {
            return Err("the match is over by then".to_owned());
        }
        let mut light = self.light.clone();
        let (course, hearers) = match row.kind {
            StepKind::Move => self.moved(&mut light, row, note, played)?,
            StepKind::Undo => self.back(&mut light, row, note)?,
            StepKind::Vote | StepKind::Draw => (self.voted(&mut light, row, note)?, Hearers::All),
            StepKind::Resign => {
                light.resign(seat_of(row)?, self.can_go_on());
                (Course::Same, Hearers::All)
            }
            StepKind::Flag => {
                light.end(Ending::Flagged(seat_of(row)?));
                (Course::Same, Hearers::All)
            }
            StepKind::Takeover | StepKind::Back => {
                light.change_seats(seat_of(row)?, row.kind, row.at)?;
                (Course::Same, Hearers::All)
            }
            StepKind::Config => return Err("it changes what is settled before a match begins".to_owned()),
        };
        match hearers {
            Hearers::All => {
                light.v.iter_mut().for_each(|v| *v += 1);
                (light.told_at, light.has_begun) = (row.at, true);
            }
            Hearers::Only(seat) => light.v[seat as usize] += 1,
        }
        Ok(Next { light, course, hearers, content: note.content })
    }

    /// The row stands.
    pub(crate) fn install(&mut self, row: &Step, next: Next) {
        let Next { light, course, hearers, content } = next;
        match course {
            Course::Same => {}
            Course::Played(played) => {
                let Played { core, live, text, .. } = *played;
                let was_sealed = self.core.secrecy().is_sealed();
                let before = std::mem::replace(&mut self.core, core);
                let is_sealed = self.core.secrecy().is_sealed();
                if !was_sealed {
                    let earlier = self.before.replace(before).or(self.earlier.take());
                    self.earlier = earlier.filter(|_| is_sealed);
                    self.since.clear();
                } else if !is_sealed {
                    self.earlier = None;
                }
                self.since.push((live.clone(), text));
                self.live.push(live);
            }
            Course::Back { core, to } => {
                (self.core, self.before, self.earlier) = (*core, None, None);
                self.since.clear();
                self.live.truncate(to);
                self.passed.retain(|(moves, _)| *moves <= to);
            }
            Course::Unsealed { core, seat } => {
                self.core = *core;
                let settled = self.live.len() - self.since.len();
                self.since.retain(|(live, _)| live.seat != seat);
                self.live.truncate(settled);
                self.live.extend(self.since.iter().map(|(live, _)| live.clone()));
                if self.since.is_empty() {
                    self.before = None;
                }
            }
        }
        self.light = light;
        let settled = self.settled();
        self.stood.retain(|moves| *moves < settled);
        self.stood.push(settled);
        self.marks.push(Mark { hearers, at: row.at, settled });
        if let Some(id) = row.id {
            self.ids.insert(id, DoneMessage { seat: row.seat, content, n: row.n });
        }
        (self.chain, self.steps) = (row.chain, row.n + 1);
    }

    fn moved(
        &mut self,
        light: &mut Light,
        row: &Step,
        note: &Note,
        played: Option<Played>,
    ) -> Result<(Course, Hearers), String> {
        let seat = seat_of(row)?;
        let mut played = match played {
            Some(played) => played,
            None => {
                let candidate = row.candidate.and_then(|number| usize::try_from(number).ok());
                let candidate = candidate.ok_or("a move has a number")?;
                replay(&mut self.core, &Live::new(seat, candidate, note.written.clone(), note.reseed))?
            }
        };
        light.lag[seat as usize] += note.lag;
        let hearers = if played.core.secrecy().is_sealed() {
            light.asked[seat as usize] = false;
            light.sealed[seat as usize] = Some((row.at - note.lag - light.turn_at).max(0));
            hearers_of_sealed(&played.core, seat)
        } else {
            played.live.spent = light.used + row.spent;
            played.live.given = self.charge(light, seat, row);
            light.settle(&played.core, row.at);
            Hearers::All
        };
        Ok((Course::Played(Box::new(played)), hearers))
    }

    /// The match with all its moves.
    pub(crate) fn recorded(&self) -> Option<Match> {
        restored(&self.core, self.live.iter().map(Live::step).collect())
    }

    fn back(&self, light: &mut Light, row: &Step, note: &Note) -> Result<(Course, Hearers), String> {
        let course = match note.back.ok_or("it does not say how far back")? {
            Back::Sealed => return self.unsealed(light, seat_of(row)?),
            Back::Asked { to } => self.back_as_agreed(light, to, row.at)?,
            Back::Free { to } => {
                let course = self.back_to(light, to, row.at)?;
                self.take_increments(light, to, 0);
                light.used = self.live.get(to).ok_or("nothing is taken back by it")?.spent;
                course
            }
        };
        Ok((course, Hearers::All))
    }

    fn back_as_agreed(&self, light: &mut Light, to: usize, at: Millis) -> Result<Course, String> {
        let course = self.back_to(light, to, at)?;
        self.take_increments(light, to, self.increment());
        Ok(course)
    }

    fn back_to(&self, light: &mut Light, to: usize, at: Millis) -> Result<Course, String> {
        let core = self.as_it_was(to)?;
        light.settle(&core, at);
        Ok(Course::Back { core: Box::new(core), to })
    }

    /// The match as it was with so many moves.
    pub(crate) fn as_it_was(&self, to: usize) -> Result<Match, String> {
        if to > self.settled() {
            return Err("there were never as many moves".to_owned());
        }
        if to < self.copied() {
            return Err("these moves are of another match".to_owned());
        }
        match &self.before {
            Some(before) if to + self.since.len() == self.live.len() => Ok(stripped(before)),
            _ => self.live[..to]
                .iter()
                .try_fold(begin(&self.rules, self.players, self.seed), |mut core, live| {
                    replay(&mut core, live).map(|played| played.core)
                }),
        }
    }

    /// The match as it was with so many moves, of which all are settled, but where a secret round was open.
    pub(crate) fn moments(&mut self, moves: Range<usize>) -> Result<Vec<(usize, Match)>, String> {
        let nearest = self.passed.iter().rfind(|(made, _)| *made <= moves.start);
        let (mut made, mut core) = match nearest {
            Some((made, core)) => (*made, stripped(core)),
            None => (0, begin(&self.rules, self.players, self.seed)),
        };
        let mut found = Vec::new();
        while made < moves.end {
            let is_kept = self.passed.last().is_some_and(|(last, _)| *last >= made);
            if made > 0 && made.is_multiple_of(KEPT) && !is_kept {
                self.passed.push((made, stripped(&core)));
            }
            let Some(live) = self.live.get(made) else { break };
            let next = replay(&mut core, live)?.core;
            let moment = std::mem::replace(&mut core, next);
            if made >= moves.start && !moment.secrecy().is_sealed() {
                found.push((made, moment));
            }
            made += 1;
        }
        Ok(found)
    }

    fn unsealed(&self, light: &mut Light, seat: u32) -> Result<(Course, Hearers), String> {
        let chosen = self.core.secrecy().is_sealed() && self.since.iter().any(|(live, _)| live.seat == seat);
        let before = self.before.as_ref().filter(|_| chosen).ok_or("nothing is sealed")?;
        let hearers = hearers_of_sealed(&self.core, seat);
        let others = self.since.iter().filter(|(live, _)| live.seat != seat);
        let core = others
            .map(|(live, _)| live)
            .try_fold(stripped(before), |mut core, live| replay(&mut core, live).map(|made| made.core))?;
        light.asked[seat as usize] = true;
        light.sealed[seat as usize] = None;
        light.q[seat as usize] += 1;
        Ok((Course::Unsealed { core: Box::new(core), seat }, hearers))
    }

    /// Somebody asks something of all, or answers it.
    fn voted(&self, light: &mut Light, row: &Step, note: &Note) -> Result<Course, String> {
        let seat = seat_of(row)?;
        if let Some(Answer { of, yes }) = note.vote {
            let vote = light.vote.as_mut().filter(|vote| vote.of == of).ok_or("nothing is asked")?;
            if !yes {
                light.refused = light.vote.take();
                return Ok(Course::Same);
            }
            vote.yes.insert(seat);
            return self.unless_some_have_still_to_agree(light, row.at);
        }
        let what = match note.back {
            Some(Back::Asked { to }) => {
                light.asked_back[seat as usize] += 1;
                Proposal::Undo { to }
            }
            _ => Proposal::Draw,
        };
        light.vote = Some(Vote { of: light.votes, by: seat, what, yes: BTreeSet::new() });
        light.votes += 1;
        light.refused = None;
        self.unless_some_have_still_to_agree(light, row.at)
    }

    fn unless_some_have_still_to_agree(&self, light: &mut Light, at: Millis) -> Result<Course, String> {
        let Some(vote) = light.vote.clone() else { return Ok(Course::Same) };
        if light.voters(vote.by).any(|seat| !vote.yes.contains(&seat)) {
            return Ok(Course::Same);
        }
        match vote.what {
            Proposal::Undo { to } => self.back_as_agreed(light, to, at),
            Proposal::Draw => {
                light.end(Ending::Drawn);
                Ok(Course::Same)
            }
        }
    }

    /// Whether the others can play on where somebody gives up.
    fn can_go_on(&self) -> bool {
        let others = self.light.kinds.iter().filter(|kind| **kind == SeatKind::Human).count();
        self.players > 2 && self.settings.takeover.is_some() && others > 1
    }

    pub(crate) fn is_over(&self) -> bool {
        self.light.ending.is_some() || self.core.is_over()
    }

    /// How many moves were copied from another match, of which this one goes on: they stand for good.
    pub(crate) fn copied(&self) -> usize {
        self.live.iter().rposition(|live| live.reseed.is_some()).map_or(0, |last| last + 1)
    }

    /// How many moves stand, those of an open secret round left out.
    pub(crate) fn settled(&self) -> usize {
        if self.core.secrecy().is_sealed() { self.live.len() - self.since.len() } else { self.live.len() }
    }

    /// How many decisions stand that everybody knows of.
    pub(crate) fn decisions(&self) -> usize {
        self.stood.len() - 1
    }

    /// How many moves stood behind so many decisions.
    pub(crate) fn moves_behind(&self, decisions: usize) -> usize {
        self.stood[decisions.min(self.decisions())]
    }

    /// How many decisions stood where so many moves did.
    pub(crate) fn decisions_behind(&self, moves: usize) -> usize {
        self.stood.partition_point(|stood| *stood < moves)
    }

    /// The moves that stand, those of an open secret round left out.
    pub(crate) fn moves(&self) -> impl Iterator<Item = &Live> {
        self.live[..self.settled()].iter()
    }

    /// The match before and after the last decision that no secret round hides: the same for whoever has not chosen,
    /// whatever others have.
    pub(crate) fn last_told(&self) -> Option<(&Match, &Match)> {
        let after = self.before.as_ref().filter(|_| self.core.secrecy().is_sealed()).unwrap_or(&self.core);
        let is_of_round = self.core.secrecy().is_sealed() || self.before.is_none();
        let before = if is_of_round { &self.earlier } else { &self.before };
        Some((before.as_ref()?, after))
    }

    /// Who made the last decision, where it was one seat's alone and nothing is under way: not where others were asked
    /// beside it, of whom it may not know whether they had answered.
    pub(crate) fn last_mover(&self) -> Option<u32> {
        let asked_others =
            |seat| self.before.as_ref().is_some_and(|before| before.secrecy().asks_others_than(Some(seat)));
        match self.since.as_slice() {
            [(live, _)] if !self.core.secrecy().is_secret() && live.reseed.is_none() => {
                Some(live.seat).filter(|seat| !asked_others(*seat))
            }
            _ => None,
        }
    }

    /// What a seat has chosen in a round that is still secret, as it reads it.
    pub(crate) fn sealed_by(&self, seat: u32) -> Option<&str> {
        let sealed = self.since.iter().filter(|_| self.core.secrecy().is_sealed());
        sealed.filter(|(live, _)| live.seat == seat).map(|(_, text)| text.as_str()).next()
    }

    pub(crate) fn known(&self, id: [u8; 16]) -> Option<DoneMessage> {
        self.ids.get(&id).copied()
    }

    /// How many steps a viewer's stream had behind a row.
    pub(crate) fn v_at(&self, viewer: usize, n: u32) -> u64 {
        let marks = self.marks.iter().take(n as usize + 1);
        marks.filter(|mark| mark.hearers.reaches(viewer)).count() as u64
    }

    /// How many steps a viewer's stream had when something was said.
    pub(crate) fn v_when(&self, viewer: usize, said: Millis) -> u64 {
        let before = self.marks.iter().filter(|mark| mark.at <= said);
        before.filter(|mark| mark.hearers.reaches(viewer)).count() as u64
    }

    /// How many moves stood when something was said, those of an open secret round left out.
    pub(crate) fn settled_when(&self, said: Millis) -> usize {
        self.marks.iter().rfind(|mark| mark.at <= said).map_or(0, |mark| mark.settled)
    }

    /// Whether the last row is a step of a viewer's stream.
    pub(crate) fn reached(&self, viewer: usize) -> bool {
        self.marks.last().is_some_and(|mark| mark.hearers.reaches(viewer))
    }

    /// How many moves stood with a step of a viewer's stream.
    pub(crate) fn settled_at(&self, viewer: usize, v: u64) -> Option<usize> {
        let Some(before) = v.checked_sub(1) else { return Some(0) };
        let mut marks = self.marks.iter().filter(|mark| mark.hearers.reaches(viewer));
        marks.nth(usize::try_from(before).ok()?).map(|mark| mark.settled)
    }

    /// Where a seat's own last decision was: so many moves stood before it, or before the round of which it was part, in
    /// the midst of which nobody may know who else had chosen.
    pub(crate) fn before_own(&self, seat: u32) -> Option<usize> {
        let own = self.live[..self.settled()].iter().rposition(|live| live.seat == seat)?;
        self.stood.iter().rfind(|stood| **stood <= own).copied()
    }

    /// The fingerprint that a row keeps of the state behind it, now and then.
    pub(crate) fn fingerprint(n: u32, core: &Match) -> Option<u64> {
        (n % FINGERPRINTS == FINGERPRINTS - 1).then(|| core.fingerprint())
    }
}

impl Next {
    /// How the match stands with it.
    pub(crate) fn core<'a>(&'a self, fold: &'a Fold) -> &'a Match {
        match &self.course {
            Course::Same => &fold.core,
            Course::Played(played) => &played.core,
            Course::Back { core, .. } | Course::Unsealed { core, .. } => core,
        }
    }

    pub(crate) fn is_over(&self, fold: &Fold) -> bool {
        self.light.ending.is_some() || self.core(fold).is_over()
    }
}

impl Hearers {
    /// Seats are viewers by their numbers; spectators come after them.
    pub(crate) fn reaches(self, viewer: usize) -> bool {
        match self {
            Hearers::All => true,
            Hearers::Only(seat) => seat as usize == viewer,
        }
    }
}

/// Whether others may know that a seat has chosen in a secret round.
fn hearers_of_sealed(core: &Match, seat: u32) -> Hearers {
    if core.observer(None).deciders().1.contains(&seat) { Hearers::All } else { Hearers::Only(seat) }
}

fn begin(rules: &Rules, players: u32, seed: u64) -> Match {
    let mut core = Match::start(rules.game(), players, seed);
    core.follow();
    core
}

fn replay(core: &mut Match, live: &Live) -> Result<Played, String> {
    let mut core = Branch::unrecorded(core).now;
    live.step().replay(&mut core).map_err(|error| error.why)?;
    let (live, text) = choose::last(&core).ok_or("a move leaves no trace in the record")?;
    Ok(Played { core, live, text })
}

fn seat_of(row: &Step) -> Result<u32, String> {
    row.seat.ok_or_else(|| "it is of no seat".to_owned())
}
