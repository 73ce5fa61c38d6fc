//! Random playouts: matches played as fast as possible. Moves are drawn before it is known which are legal, and what
//! follows the last move is computed only on demand.

use crate::decision::{Decision, offer};
use crate::game::Game;
use crate::matches::Match;
use crate::position::{Listed, Position, Runner};
use crate::profile::Profile;
use crate::question::{Chosen, MAX_LISTED, Refused};
use crate::view::Fault;
use crate::view::modified::read_through_modifiers;
use crate::view::reader::Reader;
use base::Random;
use bytecode::program::Show;
use bytecode::word::NULL;
use std::sync::Arc;
use vm::{Candidate, Candidates, Steps};

/// A match that is played at random. Between its moves it may stand at a decision that has no answer, so it can be
/// looked at only through [`Playout::settled`] or [`Playout::finish`]. Its moves are not recorded.
#[derive(Debug)]
pub struct Playout {
    now: Match,
    /// Copies that were tried, whose memory the next ones take.
    spare: Vec<Position>,
}

impl From<Match> for Playout {
    /// Goes on from a match.
    fn from(now: Match) -> Playout {
        Playout { now, spare: Vec::new() }
    }
}

impl Playout {
    pub fn start(game: &Arc<Game>, players: u32, seed: u64) -> Playout {
        let mut now = Match::start(game, players, seed);
        now.position.mode.grows_further = true;
        Playout::from(now)
    }

    /// Begins another match of the same game and players, in the memory of the last one.
    pub fn restart(&mut self, seed: u64) {
        let Match { game, position, machine, .. } = &mut self.now;
        let players = position.players();
        game.begin(&mut game.runner(machine), position, players, seed);
        position.mode.grows_further = true;
        (self.now.seed, self.now.order_seed) = (seed, seed);
        self.now.steps.clear();
    }

    /// Draws one legal move uniformly and makes it; None when the match is over.
    pub fn step(&mut self, random: &mut Random) -> Option<Chosen> {
        let Match { game, position, machine, .. } = &mut self.now;
        let mut runner = game.runner(machine);
        runner.spare = std::mem::take(&mut self.spare);
        runner.grant();
        let chosen = runner.play_random(position, random);
        self.spare = runner.spare;
        chosen
    }

    /// The match as it stands: over, or at a decision that somebody can make.
    pub fn settled(&mut self) -> &mut Match {
        self.now.with_runner(|runner, position| runner.verify(position));
        &mut self.now
    }

    /// As [`Playout::settled`], when no more moves are drawn.
    pub fn finish(mut self) -> Match {
        self.settled();
        self.now.position.mode.grows_further = false;
        self.now
    }

    /// Which coverage probes of the program were hit in all matches of this playout, also by moves that were only
    /// tried.
    pub fn hits(&self) -> &[bool] {
        &self.now.machine.hits
    }

    /// What is said of the first move, since this was asked, that was left out since it took too long to be tried.
    pub fn left_out(&mut self) -> Option<Fault> {
        self.now.game.left_out(&mut self.now.machine)
    }

    /// Counts from here on where the rules spend their steps, which makes playouts several times slower.
    pub fn count_steps(&mut self) {
        self.now.machine.steps = Some(Steps::new());
    }

    /// Where the rules spent their steps since [`Playout::count_steps`].
    pub fn steps(&self) -> Profile {
        Profile::new(self.now.machine.steps.clone().unwrap_or_default())
    }

    /// Reads all that modifiers make of attributes, as a view does, so that the probes in what is only shown are hit.
    pub fn probe_shown(&mut self) {
        let mut machine = self.now.game.machine();
        read_through_modifiers(&self.now.game, &self.now.position, &mut machine);
        for (hit, shown) in self.now.machine.hits.iter_mut().zip(machine.hits) {
            *hit |= shown;
        }
    }
}

/// A playout whose moves are recorded, for whoever wants to see how it came to its end. It draws the same moves as a
/// [`Playout`] from the same seeds, several times as slowly.
#[derive(Debug)]
pub struct RecordedPlayout {
    playout: Playout,
    /// The same match, which makes each move that was drawn.
    record: Match,
}

/// A move as it was drawn.
#[derive(PartialEq, Eq)]
struct Drawn {
    action: Option<u16>,
    holder: u64,
    /// Lists and texts are made anew wherever moves are listed: what is in them stands here.
    inputs: Vec<String>,
}

impl Drawn {
    fn new(game: &Game, position: &Position, Candidate { action, holder, inputs }: Candidate<'_>) -> Drawn {
        let reader = offer(game, position, position.decider().unwrap_or(0), 1);
        let show = |k: usize| match action {
            Some(action) => game.program.actions[usize::from(action)].inputs.get(k).map(|input| &input.show),
            None => Decision::show_of_answer(game, position),
        };
        let inputs = inputs.iter().enumerate().map(|(k, word)| spelled(&reader, *word, show(k)));
        Drawn { action, holder, inputs: inputs.collect() }
    }
}

/// What an input is: the same for the same things, wherever a list or a text of them lies.
fn spelled(reader: &Reader<'_>, word: u64, show: Option<&Show>) -> String {
    match show {
        Some(Show::List(of)) => {
            reader.elements(word).iter().map(|one| spelled(reader, *one, Some(of)) + ", ").collect()
        }
        Some(Show::Text) if word != NULL => format!("{:?}", reader.text(word)),
        _ => word.to_string(),
    }
}

impl RecordedPlayout {
    pub fn start(game: &Arc<Game>, players: u32, seed: u64) -> RecordedPlayout {
        let mut playout = Playout::start(game, players, seed);
        // Series begin each match so.
        playout.restart(seed);
        RecordedPlayout { playout, record: Match::start(game, players, seed) }
    }

    /// Draws one legal move uniformly and makes it; None when the match is over.
    ///
    /// # Errors
    /// Where the move that was drawn is not found among those that players have.
    pub fn step(&mut self, random: &mut Random) -> Result<Option<Chosen>, Refused> {
        let Match { game, position, machine, .. } = &mut self.playout.now;
        let mut runner = game.runner(machine);
        runner.grant();
        let (mut before, mut drawn) = (None, None);
        let chosen = runner.play_random_seen(position, random, |position, candidate| match candidate {
            None => before = Some(position.clone()),
            Some(candidate) => drawn = Some(Drawn::new(game, position, candidate)),
        });
        if let (Some(before), Some(drawn), Some(_)) = (before, drawn, &chosen) {
            self.keep(before, &drawn)?;
        }
        Ok(chosen)
    }

    /// Makes a move in the record, at the very position on which it was drawn: objects have the same addresses there.
    fn keep(&mut self, mut before: Position, drawn: &Drawn) -> Result<(), Refused> {
        let seat = before.decider().ok_or(Refused::Over)?;
        before.mode.grows_further = false;
        self.record.position = before;
        self.record.has_changed();
        let made = self.record.play_found(seat, |decision| {
            let is_drawn = |decision: &Decision<'_>, i| {
                Drawn::new(decision.game(), decision.position(), decision.candidate(i)) == *drawn
            };
            let found = (0..decision.len())
                .take(MAX_LISTED)
                .find(|i| decision.looking_at(*i, |decision| is_drawn(decision, *i)));
            found.ok_or_else(|| Refused::Illegal("a move that was drawn is not found".to_owned()))
        });
        made.map(drop)
    }

    /// The match as it stands, with its record.
    pub fn finish(self) -> Match {
        self.record
    }
}

impl Runner<'_> {
    /// Draws one legal move uniformly and makes it; None if the match is over.
    pub(crate) fn play_random(&mut self, position: &mut Position, random: &mut Random) -> Option<Chosen> {
        self.play_random_seen(position, random, |_, _| ())
    }

    /// As [`Runner::play_random`]. `seen` gets the position before candidates are listed, and then each one that is drawn
    /// with the position on which it is tried.
    fn play_random_seen(
        &mut self,
        position: &mut Position,
        random: &mut Random,
        mut seen: impl FnMut(&Position, Option<Candidate<'_>>),
    ) -> Option<Chosen> {
        while !position.is_over() && !self.end_if_spent(position) {
            seen(position, None);
            let (mut candidates, listed) = self.list_pseudo_legal(position).ok()?;
            let chosen = self.play_one_of(position, (&mut candidates, listed), random, &mut seen);
            self.reuse(candidates);
            if chosen.is_some() || position.is_over() {
                return chosen;
            }
            if !self.end_if_too_long(position) {
                self.no_choice(position);
            }
        }
        None
    }

    /// Draws candidates until one is legal, which is made. Only those that are drawn are filtered and tried. None if
    /// none is legal, or if the match ends on the way.
    fn play_one_of(
        &mut self,
        position: &mut Position,
        (candidates, listed): (&mut Candidates, Listed),
        random: &mut Random,
        seen: &mut impl FnMut(&Position, Option<Candidate<'_>>),
    ) -> Option<Chosen> {
        while !candidates.is_empty() {
            if self.end_if_spent(position) {
                return None;
            }
            let k = random.below(candidates.len() as u64) as usize;
            let heap_end = position.state.words.len();
            let candidate = candidates.make(k, &mut position.state.words);
            seen(position, Some(candidate));
            let passes = listed == Listed::Candidates || self.passes_filter(position, candidate).ok()?;
            let made = passes && self.play_if_legal(position, candidate);
            if made {
                return Some(Chosen::from(candidate.action));
            }
            if candidates.has_groups() {
                candidates.forget();
                position.state.words.truncate(heap_end);
            }
            candidates.swap_remove(k);
        }
        None
    }
}
