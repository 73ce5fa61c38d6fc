//! What replays a match: players, seed and steps, as plain data. It knows neither files nor their format.

use crate::dump;
use crate::fault::short;
use crate::game::Game;
use crate::matches::Match;
use crate::position::Awaited;
use crate::question::Refused;
use crate::testing::set_up;
use crate::written::Written;
use bytecode::layout::header;
use bytecode::op::veil::UNKNOWN_CARD;
use std::fmt::Write;
use std::sync::{Arc, OnceLock};

/// Everything that makes up a match besides the rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    pub players: u32,
    pub seed: u64,
    pub steps: Vec<Step>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Who decided; None for a script. Where it is given, a replay checks it.
    pub seat: Option<u32>,
    pub kind: StepKind,
    /// Behind it chance is drawn from this seed, see [`reseed`].
    pub reseed: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// A move, by its number in the list of candidates that is made before any of them is tried. Trying one is
    /// enough to make it again. The text is as the seat reads it; a replay checks it where it is given.
    Move {
        candidate: usize,
        /// The texts that were written for it, which the list has besides the proposals.
        written: Vec<String>,
        text: Option<String>,
    },
    /// The script of that rule test, which sets up a position.
    Script { test: usize },
}

/// Why a record does not replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError {
    /// The number of the step that does not fit, from 1; None where it is something else.
    pub step: Option<usize>,
    pub why: String,
}

/// What all steps of a replay together may spend unless its host says otherwise, in loop turns and calls.
pub const MAX_WORK: u64 = 2_000_000_000;

/// Words of state that are copied for one unit of work. Each step is made on a copy, so that a refused one leaves the
/// match as it was.
const WORDS_PER_UNIT: usize = 16;

/// Units of work for each word of state and each who looks on: where a script has set up another position, everybody
/// looks at the whole table again.
const UNITS_PER_LOOK: usize = 8;

impl Record {
    /// Makes the match again. It costs about what a playout costs, because only the moves made are tried.
    pub fn replay(&self, game: &Arc<Game>) -> Result<Match, ReplayError> {
        self.replay_within(game, MAX_WORK, |_| ())
    }

    /// As [`Record::replay`], where all steps together may spend so much work, in loop turns and calls. `seen` gets the
    /// match before each step.
    pub fn replay_within(
        &self,
        game: &Arc<Game>,
        work: u64,
        mut seen: impl FnMut(&mut Match),
    ) -> Result<Match, ReplayError> {
        game.check_players(self.players).map_err(|why| ReplayError { step: None, why })?;
        let mut made = Match::start(game, self.players, self.seed);
        let mut copied = 0;
        for (i, step) in self.steps.iter().enumerate() {
            let left = work.saturating_sub(copied);
            // A script that takes no work of its own is looked at all the same.
            if copied > work || made.machine.fuel.used() > left {
                let why = "the match takes too many steps of work".to_owned();
                return Err(ReplayError { step: Some(i.max(1)), why });
            }
            seen(&mut made);
            made.replay_step(step, left).map_err(|why| ReplayError { step: Some(i + 1), why })?;
            let words = dump::size(&made);
            copied += (words / WORDS_PER_UNIT) as u64;
            if made.is_followed() && matches!(step.kind, StepKind::Script { .. }) {
                copied += (words * (made.players() as usize + 1) * UNITS_PER_LOOK) as u64;
            }
        }
        Ok(made)
    }
}

impl Step {
    /// Makes this step of a record, the next one, in its match. Where it does not fit, the match stays as it is.
    ///
    /// # Errors
    /// Why it does not fit.
    pub fn replay(&self, now: &mut Match) -> Result<(), ReplayError> {
        let number = now.length() + 1;
        now.replay_step(self, MAX_WORK).map_err(|why| ReplayError { step: Some(number), why })
    }
}

/// The last step of the record of a match.
pub fn last_step(now: &Match) -> Option<&Step> {
    now.steps.last()
}

/// A copy of a match to look at, whose record begins and ends here: a long record takes time to copy.
#[must_use]
pub fn stripped(now: &Match) -> Match {
    Match {
        game: Arc::clone(&now.game),
        position: now.position.clone(),
        seed: now.seed,
        order_seed: now.order_seed,
        steps: Vec::new(),
        unrecorded: now.steps_in_all(),
        made: now.made,
        past: now.past.clone(),
        heard: Arc::clone(&now.heard),
        voided: Arc::clone(&now.voided),
        logged: Arc::clone(&now.logged),
        unheard: now.unheard,
        identities: now.identities.clone(),
        tables: now.tables.clone(),
        trace: Arc::clone(&now.trace),
        machine: now.game.machine(),
        modified: OnceLock::new(),
        listed: now.listed.clone(),
        remembered: now.remembered.clone(),
    }
}

/// A copy of a match with the record that was left behind, where that is as long as it was.
pub fn restored(now: &Match, steps: Vec<Step>) -> Option<Match> {
    let is_whole = steps.len() == now.steps_in_all();
    is_whole.then(|| Match { steps, unrecorded: 0, ..stripped(now) })
}

/// From here on chance in a match is drawn from another seed, and so is the order in which candidates are listed that tells
/// nothing of what is hidden. What has been drawn already, such as the order of a pile, stays. The last step of the
/// record says so; without one nothing happens, and the match is better begun with another seed.
pub fn reseed(now: &mut Match, seed: u64) {
    let Some(last) = now.steps.last_mut() else { return };
    last.reseed = Some(seed);
    now.position.state.words[header::RANDOM] = seed;
    now.order_seed = seed;
    now.has_changed();
}

impl Match {
    pub fn record(&self) -> Record {
        Record { players: self.players(), seed: self.seed, steps: self.steps.clone() }
    }

    /// How many steps were made since the start.
    pub fn length(&self) -> usize {
        self.steps.len()
    }

    /// Makes one step of a record.
    fn replay_step(&mut self, step: &Step, work: u64) -> Result<(), String> {
        self.replay_kind(step, work)?;
        step.reseed.into_iter().for_each(|seed| reseed(self, seed));
        Ok(())
    }

    /// As [`Match::replay_step`], without other chance behind it. A script stops where so much work was done on the match
    /// in all.
    fn replay_kind(&mut self, step: &Step, work: u64) -> Result<(), String> {
        if self.is_over() {
            return Err("the match is over by then".to_owned());
        }
        let (candidate, written, text) = match &step.kind {
            StepKind::Move { candidate, written, text } => (*candidate, written, text),
            StepKind::Script { test } => {
                return set_up(self, *test, work).map_err(|failure| failure.message);
            }
        };
        let decides = |seat: Option<u32>| format!("seat {} decides then", seat.unwrap_or(0));
        let seat = step.seat.or(self.decider()).ok_or_else(|| decides(None))?;
        let written = Written::of(written.iter().cloned()).map_err(|refused| refused.to_string())?;
        let found = self.play_written(seat, written, |decision| {
            let n = decision.len();
            if candidate >= n {
                return Err(Refused::Illegal(format!("there are only {n} candidates then")));
            }
            let found = decision.describe(candidate).text;
            let mut is_same = |text: &str| {
                reads(text, &found)
                    || decision.as_once_written(candidate).iter().any(|once| reads(text, once))
            };
            if let Some(text) = text.as_ref().filter(|text| !is_same(text)) {
                return Err(Refused::Illegal(format!("`{}` is `{found}` now", short(text))));
            }
            match decision.is_legal(candidate) {
                true => Ok(candidate),
                false => Err(Refused::Illegal(format!("`{found}` is not legal then"))),
            }
        });
        match found {
            Ok(_) => Ok(()),
            Err(Refused::NotAsked) => Err(decides(self.decider())),
            Err(refused) => Err(refused.to_string()),
        }
    }

    /// Equal for matches in equal positions, no matter what was inspected on the way or where objects lie in memory.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Fnv::default();
        dump::write_state(self, &mut hash);
        let _ = writeln!(hash, "random {}", self.position.state.words[header::RANDOM]);
        let _ = writeln!(hash, "decider {:?}", self.position.decider());
        for sealed in self.secrecy().sealed() {
            let _ = writeln!(hash, "sealed {} {}", sealed.seat, sealed.text);
        }
        if matches!(self.position.awaited, Awaited::Answer { .. } | Awaited::Fill { .. }) {
            let running = self.position.running.map(u64::from);
            let _ = writeln!(hash, "in the middle of {running:?}: {:?}", dump::options(self));
        }
        hash.0
    }
}

/// Whether a recorded text can be that of a move. Which cards a seat knows is up to the version of the program, so
/// that texts which name unknown ones say little.
fn reads(recorded: &str, found: &str) -> bool {
    recorded == found || recorded.contains(UNKNOWN_CARD) || found.contains(UNKNOWN_CARD)
}

/// FNV-1a (Fowler, Noll, Vo 1991), 64 bits, of a text that is not kept.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xCBF2_9CE4_8422_2325)
    }
}

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
        self.0 = text.as_bytes().iter().fold(self.0, step);
        Ok(())
    }
}
