//! A match as its users see it. It knows neither files nor screens; what a single seat sees and may do stands in
//! `seat`.

use crate::decision::{Decision, Made};
use crate::fault::fault;
use crate::game::Game;
use crate::imagined::{Imagining, Past, Remembered};
use crate::logged::Logged;
use crate::observer::Observer;
use crate::order::{self, OrderKey};
use crate::position::{Kept, MAX_PERFT_DEPTH, PerftError, Position, Runner};
use crate::question::{Answer, Move, Question, Refused};
use crate::record::{Step as RecordStep, StepKind};
use crate::seat::{SeatView, clean, written_in};
use crate::secrecy::Secrecy;
use crate::tabletop::{self, Identities, Ids, Shared, Step, Tables, Tabletop, Tracer};
use crate::view::heard::{Heard, Voided};
use crate::view::modified::{Modified, read_through_modifiers};
use crate::view::{Eyes, Fault, Outcome, View, Viewer, make, outcome};
use crate::written::Written;
use base::contained;
use bytecode::layout::seat;
use bytecode::word;
use std::sync::{Arc, OnceLock};
use vm::{FaultKind, Machine};

/// Longer texts of moves are not recorded: the number of a move says which it is.
const MAX_RECORDED_TEXT: usize = 1 << 14;

/// A match. It is one value: a clone and its original never influence each other.
#[derive(Debug)]
pub struct Match {
    pub(crate) game: Arc<Game>,
    pub(crate) position: Position,
    pub(crate) seed: u64,
    /// What the order of candidates follows from, see [`crate::order`].
    pub(crate) order_seed: u64,
    pub(crate) steps: Vec<RecordStep>,
    /// How many steps before those were made, see [`crate::record::stripped`].
    pub(crate) unrecorded: usize,
    /// What was told since the last decision; this and what follows is shared with copies, which tell anew with their
    /// next move.
    pub(crate) heard: Arc<Vec<Heard>>,
    /// The choices made in secret of which nothing has come with the last step.
    pub(crate) voided: Arc<Vec<Voided>>,
    /// What became known with it that was chosen, where somebody follows the match.
    pub(crate) logged: Arc<Vec<Logged>>,
    /// The decisions since somebody last decided at the top level, while what was decided there goes on.
    pub(crate) past: Vec<Past>,
    /// How many moves were made.
    pub(crate) made: usize,
    /// How many steps nobody learns of, since another one ended what was asked.
    pub(crate) unheard: usize,
    /// What everybody calls the things on the table, where somebody follows them, see [`Match::follow`].
    pub(crate) identities: Option<Box<Identities>>,
    /// The table as everybody sees it; None where it is to be looked at again.
    pub(crate) tables: Option<Tables>,
    /// What could be seen of the last step, by seat; then for spectators.
    pub(crate) trace: Arc<Vec<Arc<Vec<Step>>>>,
    pub(crate) machine: Machine,
    /// What modifiers make of the position, once somebody has looked at it: the same for all who look.
    pub(crate) modified: OnceLock<Option<Modified>>,
    /// What may be decided, once somebody has listed it.
    pub(crate) listed: Kept,
    /// What seats have gathered so far, which follows from the record.
    pub(crate) remembered: Remembered,
}

/// How candidates are listed.
type List = for<'m> fn(
    &'m Game,
    &'m mut Machine,
    Position,
    (OrderKey<'m>, &Kept),
    Written,
) -> Result<Decision<'m>, Fault>;

/// As [`Match::perft`], with what is said of the first move that is not counted since it takes too long to be tried.
pub fn perft_and_left_out(from: &Match, depth: u32) -> Result<(u64, Option<Fault>), Fault> {
    if depth > MAX_PERFT_DEPTH {
        return Err(from.no_perft(&format!("at most {MAX_PERFT_DEPTH} moves ahead are counted")));
    }
    let mut machine = from.game.machine();
    match from.game.runner(&mut machine).perft(&from.position, depth, &mut { u64::MAX }) {
        Ok(count) => Ok((count, from.game.left_out(&mut machine))),
        Err(PerftError::Faulty(position)) => Err(fault(&from.game, &position)),
        Err(PerftError::TooMany) => Err(from.no_perft("more positions than can be counted")),
    }
}

impl Match {
    /// How many steps were made, those of a record that was left behind included.
    pub(crate) fn steps_in_all(&self) -> usize {
        self.unrecorded + self.steps.len()
    }

    /// The steps since there were so many; None where they are not in this record.
    pub(crate) fn steps_since(&self, steps: usize) -> Option<&[RecordStep]> {
        self.steps.get(steps.checked_sub(self.unrecorded)?..)
    }

    /// Runs `setup` and goes on to the first decision. A fault of the rules is an outcome, not an error.
    pub fn start(game: &Arc<Game>, players: u32, seed: u64) -> Match {
        let enough = game.player_counts().iter().copied().find(|n| *n >= players);
        let players = enough.unwrap_or(game.players().1);
        Match::begin(game, players, seed, |runner, position| game.begin(runner, position, players, seed))
    }

    pub(crate) fn begin(
        game: &Arc<Game>,
        players: u32,
        seed: u64,
        set_up: impl FnOnce(&mut Runner<'_>, &mut Position),
    ) -> Match {
        let mut machine = game.machine();
        let begun = contained(|| {
            let mut position = Position::new(game.program(), players, seed);
            let heard = game.runner(&mut machine).heard(|runner| {
                set_up(runner, &mut position);
                runner.grant();
                runner.verify(&mut position);
            });
            (position, heard)
        });
        let (position, heard) = begun.unwrap_or_else(|defect| {
            machine = game.machine();
            let mut position = Position::new(game.program(), players, seed);
            position.fail(FaultKind::Other(defect.to_string()).into());
            (position, Vec::new())
        });
        let modified = OnceLock::new();
        Match {
            game: Arc::clone(game),
            position,
            seed,
            order_seed: seed,
            steps: Vec::new(),
            unrecorded: 0,
            past: Vec::new(),
            made: 0,
            heard: Arc::new(heard),
            voided: Arc::default(),
            logged: Arc::default(),
            unheard: 0,
            identities: None,
            tables: None,
            trace: Arc::default(),
            machine,
            modified,
            listed: Kept::new(),
            remembered: Remembered::default(),
        }
    }

    pub(crate) fn with_runner<T>(&mut self, f: impl FnOnce(&mut Runner<'_>, &mut Position) -> T) -> T {
        self.has_changed();
        self.tables = None;
        self.past.clear();
        let mut runner = self.game.runner(&mut self.machine);
        runner.grant();
        f(&mut runner, &mut self.position)
    }

    /// What was worked out of the position is that of another one.
    pub(crate) fn has_changed(&mut self) {
        self.modified.take();
        self.listed.take();
    }

    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    pub fn players(&self) -> u32 {
        self.position.players()
    }

    /// What it was begun with.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    pub fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// How it ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        outcome::outcome(&self.game, &self.position)
    }

    pub fn scores(&self) -> Vec<f64> {
        let words = &self.position.state.words;
        let score =
            |p| word::to_number(crate::position::seat_words(self.game.program(), words, p)[seat::SCORE]);
        (0..self.players()).map(score).collect()
    }

    /// Who must decide; where several decide at once, the first of those who have not answered yet. All that is asked
    /// of a match without naming a seat is about this one.
    pub fn decider(&self) -> Option<u32> {
        self.position.decider()
    }

    /// Who must decide what; empty when the match is over. Where several decide at once there is one question for
    /// each of them who has not answered yet. Who that is, is not for players to know, see [`Observer::deciders`].
    pub fn questions(&self) -> Vec<Question> {
        let seats = match self.position.asking() {
            Some(round) => round.pending(),
            None => self.decider().into_iter().collect(),
        };
        seats.into_iter().filter_map(|seat| self.seat(seat).question()).collect()
    }

    /// The match from one seat.
    pub fn seat(&self, seat: u32) -> SeatView<'_> {
        SeatView::new(self, seat)
    }

    /// The match as a viewer observes it, a seat or with None spectators, while it goes on.
    pub fn observer(&self, viewer: impl Into<Viewer>) -> Observer<'_> {
        Observer::new(self, viewer.into())
    }

    /// What seats may imagine of it.
    pub fn imagining(&self) -> Imagining<'_> {
        Imagining::new(self)
    }

    /// What not everybody may know.
    pub fn secrecy(&self) -> Secrecy<'_> {
        Secrecy(self)
    }

    /// What a viewer may see: a seat, or with None a spectator.
    pub fn view(&self, viewer: impl Into<Viewer>) -> View {
        self.seen_by(Eyes::Of(viewer.into()))
    }

    pub(crate) fn seen_by(&self, eyes: Eyes) -> View {
        make::view(&self.game, &self.position, self.read_modified(), eyes)
    }

    /// From here on things on the table have identities, and all that happens is traced. What can be seen now is counted
    /// in the order in which everybody looks at a table, so that it is done at the start of a match.
    pub fn follow(&mut self) {
        self.identities = Some(Box::new(Identities::new(self.players(), self.seed)));
        self.look_anew();
    }

    /// Somebody has put the table into another state, and nobody has seen how.
    pub(crate) fn look_anew(&mut self) {
        self.tables = None;
        let Some(mut identities) = self.identities.take() else { return };
        let shared = Shared::default();
        for viewer in self.viewers() {
            if let Some(ids) = identities.of_mut(viewer) {
                self.meet_all((viewer, &shared), ids);
                let seen = self.tabletop_with((viewer, &shared), ids);
                drop(ids.keep(|id| seen.things.contains_key(&id)));
            }
        }
        self.identities = Some(identities);
        self.trace = Arc::default();
    }

    /// From here on nothing is traced.
    pub fn unfollow(&mut self) {
        self.identities = None;
        self.tables = None;
        self.trace = Arc::default();
    }

    pub(crate) fn is_followed(&self) -> bool {
        self.identities.is_some()
    }

    fn viewers(&self) -> impl Iterator<Item = Viewer> + use<> {
        (0..self.players()).map(Viewer::Seat).chain([Viewer::Spectator])
    }

    fn meet_all(&self, viewer: (Viewer, &Shared), ids: &mut Ids) {
        tabletop::meet_all(&self.game, &self.position, self.read_modified(), viewer, ids);
    }

    pub(crate) fn tabletop_with(&self, viewer: (Viewer, &Shared), ids: &Ids) -> Tabletop {
        tabletop::tabletop(&self.game, &self.position, self.read_modified(), viewer, ids)
    }

    /// The numbers that things would have for a viewer if the match began here.
    pub(crate) fn fresh_ids(&self, viewer: Viewer) -> Ids {
        let mut ids = Ids::new(self.seed);
        self.meet_all((viewer, &Shared::default()), &mut ids);
        ids
    }

    fn read_modified(&self) -> Option<&Modified> {
        let read = || read_through_modifiers(&self.game, &self.position, &mut self.game.machine());
        self.modified.get_or_init(read).as_ref()
    }

    /// What the rules told with the last step to whoever has such eyes.
    pub(crate) fn heard_by(&self, eyes: Eyes) -> Vec<&str> {
        self.heard.iter().filter_map(|heard| heard.text(eyes)).collect()
    }

    /// All legal moves of whoever must decide, in a fixed order.
    pub fn moves(&self) -> Result<Vec<Move>, Fault> {
        match (self.decider(), self.outcome()) {
            (Some(seat), _) => self.seat(seat).moves(),
            (None, Some(Outcome::Fault(fault))) => Err(fault),
            (None, _) => Ok(Vec::new()),
        }
    }

    /// The match as it stands for a seat that has something to decide.
    pub(crate) fn facing(&self, seat: u32) -> Result<Position, Refused> {
        if self.is_over() {
            return Err(Refused::Over);
        }
        let mut position = self.position.clone();
        if position.focus(seat) { Ok(position) } else { Err(Refused::NotAsked) }
    }

    /// See [`crate::order`]. What others have chosen in the same round makes no difference.
    /// `ids` are those that the match does not keep, see [`Match::ids_to_order`].
    pub(crate) fn order_key<'i>(&'i self, seat: u32, ids: Option<&'i Ids>) -> OrderKey<'i> {
        let kept = || self.identities.as_deref().and_then(|identities| identities.of(Viewer::Seat(seat)));
        OrderKey { chance: self.order_chance(seat), ids: ids.or_else(kept) }
    }

    fn order_chance(&self, seat: u32) -> u64 {
        order::key(self.order_seed, self.steps_in_all().saturating_sub(self.unknown_steps()), seat)
    }

    /// The numbers of a seat where the match keeps none and what stands first may tell something.
    pub(crate) fn ids_to_order(&self, seat: u32) -> Option<Ids> {
        let is_needed = self.identities.is_none() && self.game.program.order_may_tell;
        is_needed.then(|| self.fresh_ids(Viewer::Seat(seat)))
    }

    /// How many steps not everybody knows of.
    fn unknown_steps(&self) -> usize {
        self.position.asking().map_or(0, |round| round.sealed.len()) + self.unheard
    }

    /// How many moves have been made that everybody knows of.
    pub(crate) fn decisions(&self) -> usize {
        self.made.saturating_sub(self.unknown_steps())
    }

    /// Makes a legal move of whoever must decide, see [`Match::decider`].
    pub fn play<'a>(&mut self, answer: impl Into<Answer<'a>>) -> Result<Move, Refused> {
        self.play_as(self.decider().ok_or(Refused::Over)?, answer)
    }

    /// Makes a legal move of a seat.
    pub fn play_as<'a>(&mut self, seat: u32, answer: impl Into<Answer<'a>>) -> Result<Move, Refused> {
        match answer.into() {
            Answer::Number(id) => {
                let made = self.play_found(seat, |decision| decision.nth_legal(id))?;
                Ok(Move { id, ..made })
            }
            Answer::Text(text) => {
                let found = self.play_found(seat, |decision| decision.find_text(text));
                if !matches!(found, Err(Refused::Illegal(_))) || !self.game.program.is_free {
                    return found;
                }
                let written = Written::in_line(text)?;
                if written.is_empty() {
                    return found;
                }
                self.play_written(seat, written, |decision| decision.find_text(text))
            }
            Answer::Parts(chosen) => {
                let found = self.play_found(seat, |decision| decision.find_parts(chosen));
                if !matches!(found, Err(Refused::Illegal(_))) {
                    return found;
                }
                let written = Written::in_parts(chosen)?;
                if written.is_empty() {
                    return found;
                }
                self.play_written(seat, written, |decision| decision.find_parts(chosen))
            }
            Answer::Path(path) => {
                let ids = self.seat(seat).ids();
                let listed: List = |game, machine, position, key, written| {
                    Decision::list_in_groups(game, machine, position, key, written)
                };
                let find = |decision: &mut Decision<'_>| decision.find_path(&ids, path);
                let found = self.play_listed(seat, (listed, Written::default()), find);
                if !matches!(found, Err(Refused::Illegal(_))) || !self.game.program.is_free {
                    return found;
                }
                let path = clean(path);
                let written = written_in(&path)?;
                if written.is_empty() {
                    return found;
                }
                self.play_listed(seat, (listed, written), |decision| decision.find_path(&ids, &path))
            }
            Answer::Any(random) => self.play_found(seat, |decision| decision.draw_legal(random)),
        }
    }

    /// Makes the candidate that `find` finds, which must be legal. Where it finds none, the match stays as it is.
    pub(crate) fn play_found(
        &mut self,
        seat: u32,
        find: impl FnOnce(&mut Decision<'_>) -> Result<usize, Refused>,
    ) -> Result<Move, Refused> {
        self.play_written(seat, Written::default(), find)
    }

    /// As [`Match::play_found`], where texts are written for the move.
    pub(crate) fn play_written(
        &mut self,
        seat: u32,
        written: Written,
        find: impl FnOnce(&mut Decision<'_>) -> Result<usize, Refused>,
    ) -> Result<Move, Refused> {
        let list: List = |game, machine, position, key, written| {
            Decision::list_with(game, machine, position, key, written)
        };
        self.play_listed(seat, (list, written), find)
    }

    /// As [`Match::play_written`], from candidates that are listed in that way.
    fn play_listed(
        &mut self,
        seat: u32,
        (list, written): (List, Written),
        find: impl FnOnce(&mut Decision<'_>) -> Result<usize, Refused>,
    ) -> Result<Move, Refused> {
        let (position, chance) = (self.facing(seat)?, self.order_chance(seat));
        let own = self.ids_to_order(seat);
        if self.is_followed() && self.tables.is_none() {
            self.read_modified();
        }
        let modified = self.modified.get().and_then(Option::as_ref);
        let (game, machine, tables) = (&self.game, &mut self.machine, &mut self.tables);
        let (identities, before) = (self.identities.as_deref(), &self.position);
        // Nobody asks for the list once more when the move is made.
        let none = Kept::from(None);
        let kept = identities.and_then(|identities| identities.of(Viewer::Seat(seat)));
        let ids = own.as_ref().or(kept);
        let key = (OrderKey { chance, ids }, if self.listed.get().is_some() { &self.listed } else { &none });
        let found = contained(|| {
            let mut decision = list(game, machine, position, key, written.clone())?;
            let candidate = find(&mut decision)?;
            let tracer = identities
                .map(|identities| Tracer::new(game, before, identities, tables.take().ok_or(modified)));
            Ok((candidate, decision.make(candidate, tracer)))
        });
        let (candidate, Made { position, made, heard, voided, unheard, logged, traced, listing }) = found
            .unwrap_or_else(|defect| {
                self.machine = self.game.machine();
                Err(Refused::Defect(defect.to_string()))
            })?;
        let before = std::mem::replace(&mut self.position, position);
        self.keep_past(before, seat, candidate, &written);
        self.unheard += unheard;
        // Nobody is to see by what is gone that somebody has chosen.
        if !self.secrecy().is_sealed() {
            self.logged = Arc::new(logged);
            self.heard = Arc::new(heard);
            self.voided = Arc::new(voided);
            if let Some(traced) = traced {
                self.identities = Some(Box::new(traced.identities));
                self.tables = Some(traced.tables);
                self.trace = Arc::new(traced.steps);
            }
        } else if let Some(traced) = traced.filter(|traced| traced.steps.iter().all(|steps| steps.is_empty()))
        {
            self.tables = Some(traced.tables);
        }
        self.has_changed();
        if let Some(listing) = listing {
            self.listed = Kept::from(Some(Arc::new(listing)));
        }
        self.made += 1;
        let text = Some(made.text.clone()).filter(|text| text.len() <= MAX_RECORDED_TEXT);
        let kind = StepKind::Move { candidate, written: written.into_texts(), text };
        self.steps.push(RecordStep { seat: Some(seat), kind, reseed: None });
        Ok(made)
    }

    /// Whether its record does not begin with the match.
    pub(crate) fn is_unrecorded(&self) -> bool {
        self.unrecorded > 0
    }

    /// How much work was done on it since it began, in loop turns and calls.
    pub fn work(&self) -> u64 {
        self.machine.fuel.used()
    }

    /// The number of move sequences of exactly that length, at most 100, from here. Whoever counts waits as long as it
    /// takes: fuel bounds single runs, and what there is between two decisions.
    pub fn perft(&self, depth: u32) -> Result<u64, Fault> {
        perft_and_left_out(self, depth).map(|(count, _)| count)
    }

    fn no_perft(&self, message: &str) -> Fault {
        Fault { message: message.to_owned(), told: None, at: self.game.span(0), trail: Vec::new() }
    }
}
