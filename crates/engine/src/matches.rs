//! A match as its users see it: questions, moves, answers, views. It knows neither files nor screens.

use crate::core::{Core, OUT_OF_FUEL, Runner, Waiting};
use crate::dump::Pace;
use crate::game::Game;
use crate::modified::through;
use crate::question::{Move, Question, QuestionKind, Refused};
use crate::record::{Done, Step};
use crate::show::{Eye, ROOM, Reader, plain};
use crate::view::{Fault, Outcome, View};
use crate::views;
use base::Random;
use bytecode::layout::seat;
use bytecode::program::Show;
use bytecode::word;
use std::cell::Cell;
use std::sync::Arc;
use vm::Machine;

/// The longest sequences of moves that are counted.
pub const DEEPEST: u32 = 100;

/// The room that each move of a list has, however many there are, in bytes.
const LEAST_ROOM: usize = 1000;

/// A match. It is one value: a clone and its original never influence each other.
#[derive(Debug)]
pub struct Match {
    pub(crate) game: Arc<Game>,
    pub(crate) core: Core,
    pub(crate) seed: u64,
    pub(crate) steps: Vec<Step>,
    pub(crate) machine: Machine,
    pub(crate) buffer: Vec<u64>,
}

impl Clone for Match {
    /// Copies the state; the machine is made anew, because it holds nothing of the match.
    fn clone(&self) -> Match {
        Match {
            game: Arc::clone(&self.game),
            core: self.core.clone(),
            seed: self.seed,
            steps: self.steps.clone(),
            machine: self.game.machine(),
            buffer: Vec::new(),
        }
    }
}

impl Match {
    /// Runs `setup` and goes on to the first decision. A fault of the rules is an outcome, not an error.
    pub fn start(game: &Arc<Game>, players: u32, seed: u64) -> Match {
        let (least, most) = game.players();
        let players = players.clamp(least, most);
        let (mut machine, mut buffer) = (game.machine(), Vec::new());
        let mut core = Core::new(game.program(), players, seed);
        game.begin(&mut game.runner(&mut machine, &mut buffer), &mut core, players, seed);
        let mut made = Match { game: Arc::clone(game), core, seed, steps: Vec::new(), machine, buffer };
        made.settle();
        made
    }

    /// A match for tests, see [`Pace`].
    pub fn start_at(game: &Arc<Game>, players: u32, seed: u64, pace: Pace) -> Match {
        let (mut machine, mut buffer) = (game.machine(), Vec::new());
        let mut core = Core::new(game.program(), players, seed);
        core.pace = pace;
        game.runner(&mut machine, &mut buffer).begin(&mut core);
        let mut made = Match { game: Arc::clone(game), core, seed, steps: Vec::new(), machine, buffer };
        made.settle();
        made
    }

    /// A match for playouts: like [`Match::start`], but what follows the last move is not looked at, see
    /// [`Match::play_random`].
    pub fn start_again(&mut self, seed: u64) {
        let game = Arc::clone(&self.game);
        let players = self.core.players();
        game.begin(&mut game.runner(&mut self.machine, &mut self.buffer), &mut self.core, players, seed);
        self.seed = seed;
        self.steps.clear();
    }

    /// Finds out whether anybody can decide anything, after [`Match::play_random`].
    pub fn settle(&mut self) {
        self.with(|r, core| r.verify(core));
    }

    pub(crate) fn with<T>(&mut self, f: impl FnOnce(&mut Runner<'_>, &mut Core) -> T) -> T {
        let mut runner = self.game.runner(&mut self.machine, &mut self.buffer);
        runner.grant();
        f(&mut runner, &mut self.core)
    }

    /// Which coverage probes of the program were hit since this match was made, also by moves that were only tried
    /// and by matches that were played in its place. Clones begin with none.
    pub fn hits(&self) -> &[bool] {
        &self.machine.hits
    }

    /// Reads all that modifiers make of attributes, as a view does, so that the probes in what is only shown are hit.
    pub fn probe_shown(&mut self) {
        let mut machine = self.game.machine();
        through(&self.game, &self.core, &mut machine);
        for (hit, shown) in self.machine.hits.iter_mut().zip(machine.hits) {
            *hit |= shown;
        }
    }

    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    pub fn players(&self) -> u32 {
        self.core.players()
    }

    pub fn outcome(&self) -> Option<Outcome> {
        views::outcome(&self.game, &self.core)
    }

    pub fn is_over(&self) -> bool {
        self.core.is_over()
    }

    /// Who must decide what; empty when the match is over. Where several decide at once there is one question for
    /// each of them who has not answered yet. Who that is, is not for players to know, see [`View::deciders`].
    pub fn questions(&self) -> Vec<Question> {
        let Some(seat) = self.core.decider() else { return Vec::new() };
        let mut copy = self.clone();
        match self.core.waiting {
            Waiting::Seal { .. } => {
                let pending = self.core.asking().map_or_else(Vec::new, |round| round.pending());
                let question = |seat| {
                    let prompt = copy.core.focus(seat).then(|| copy.with(single_prompt)).flatten();
                    Question { seat, kind: QuestionKind::Act, prompt }
                };
                pending.into_iter().map(question).collect()
            }
            Waiting::Answer { base, .. } => {
                let frame = self.core.state.frames.last();
                let at = frame.map_or(0, |f| f.base as usize + base as usize);
                let prompt = self.core.state.stack.get(at + 3).copied().unwrap_or(word::NULL);
                let prompt = (prompt != word::NULL).then(|| copy.with(|r, c| r.string(&mut c.state, prompt)));
                vec![Question { seat, kind: QuestionKind::Choose, prompt }]
            }
            _ => {
                let prompt = copy.with(single_prompt);
                vec![Question { seat, kind: QuestionKind::Act, prompt }]
            }
        }
    }

    /// The numbers of the legal candidates. The list stays in the machine.
    pub(crate) fn legal(&mut self) -> Result<Vec<usize>, Fault> {
        let listed = self.with(|r, core| {
            let n = r.list(core).unwrap_or(0);
            let copy = core.clone();
            let legal = (0..n).filter(|i| r.is_legal(&copy, *i)).collect::<Vec<usize>>();
            r.spent(core);
            legal
        });
        match self.outcome() {
            Some(Outcome::Fault(fault)) => Err(fault),
            _ => Ok(listed),
        }
    }

    /// The match as it is for a seat that has something to decide. Where several decide at once, all that is asked
    /// of the match without naming a seat is about the first of those who have not answered yet; here, about this.
    pub fn facing(&self, seat: u32) -> Result<Match, Refused> {
        if self.core.is_over() {
            return Err(Refused::Over);
        }
        let mut copy = self.clone();
        if copy.core.focus(seat) { Ok(copy) } else { Err(Refused::NotAsked) }
    }

    /// As [`Match::facing`], for this match itself.
    pub fn face(&mut self, seat: u32) -> Result<(), Refused> {
        if self.core.is_over() {
            return Err(Refused::Over);
        }
        if self.core.focus(seat) { Ok(()) } else { Err(Refused::NotAsked) }
    }

    /// Whether there are choices that nobody but those who made them may know yet.
    pub fn is_sealed(&self) -> bool {
        self.core.asking().is_some_and(|round| !round.sealed.is_empty())
    }

    /// Whether players decide now without seeing what others choose.
    pub fn is_secret(&self) -> bool {
        self.core.asking().is_some()
    }

    /// What has been chosen in secret so far, as those who chose it read it. Only for whoever tells all of it once
    /// nothing is secret any more.
    pub fn sealed(&self) -> Vec<Move> {
        let Some(round) = self.core.asking() else { return Vec::new() };
        let mut copy = self.clone();
        let describe = |sealed: &crate::core::Sealed| {
            copy.machine.moves.clear();
            copy.machine.starts.clear();
            copy.machine.starts.push(0);
            let head = u64::from(sealed.action) | (sealed.inputs.len() as u64) << 32;
            copy.machine.moves.extend([head, sealed.holder]);
            copy.machine.moves.extend(&sealed.inputs);
            copy.core.waiting = Waiting::Seal { seat: sealed.seat };
            copy.describe(0, 0)
        };
        round.sealed.iter().map(describe).collect()
    }

    /// What everybody may know of a move once it is made on this match: itself, and with the last of choices that
    /// were made in secret all of them, in the order in which they are carried out. Nothing while others have still
    /// to choose.
    pub fn revealed(&self, made: &Move) -> Vec<Move> {
        let Some(round) = self.core.asking() else { return vec![made.clone()] };
        if round.pending().len() > 1 {
            return Vec::new();
        }
        let mut all = self.sealed();
        all.push(made.clone());
        all.sort_by_key(|m| round.order.iter().position(|seat| *seat == m.seat));
        all
    }

    /// Whether everybody may know who has chosen in secret already.
    pub fn is_open(&self) -> bool {
        self.core.asking().is_some_and(|round| round.open)
    }

    /// All legal moves of that seat; none where it has nothing to decide.
    pub fn moves_of(&self, seat: u32) -> Result<Vec<Move>, Fault> {
        self.facing(seat).map_or_else(|_| Ok(Vec::new()), |mut facing| facing.moves())
    }

    /// All legal moves of whoever must decide, in a fixed order.
    pub fn moves(&mut self) -> Result<Vec<Move>, Fault> {
        // What is made for the list must not stay in the match.
        let mut copy = self.clone();
        let legal = copy.legal()?;
        Ok(legal.iter().enumerate().map(|(id, i)| copy.describe(id, *i)).collect())
    }

    /// All legal moves, or None where there are more than that.
    pub fn moves_up_to(&self, most: usize) -> Result<Option<Vec<Move>>, Refused> {
        let mut copy = self.clone();
        let n = copy.list()?;
        let mut moves = Vec::new();
        for i in 0..n {
            if copy.allows(i) {
                if moves.len() == most {
                    return Ok(None);
                }
                moves.push(copy.describe(moves.len(), i));
            }
        }
        Ok(Some(moves))
    }

    /// How many legal moves there are; cheaper than describing them.
    pub fn count_moves(&mut self) -> Result<usize, Fault> {
        Ok(self.clone().legal()?.len())
    }

    /// Candidate `i` of the machine's list as data.
    pub(crate) fn describe(&mut self, id: usize, i: usize) -> Move {
        let seat = self.core.decider().unwrap_or(0);
        let game = Arc::clone(&self.game);
        let (action, holder, inputs) = self.candidate(i);
        let reader = Reader {
            game: &game,
            words: &self.core.state.words,
            players: self.core.players(),
            eye: Eye::Seat(seat),
            offers: true,
            room: Cell::new((ROOM / self.machine.starts.len().max(1)).max(LEAST_ROOM)),
            dresser: None,
            within: Cell::new(false),
        };
        let shown = match (action, self.core.waiting) {
            (Some(a), _) => {
                let info = &game.program.actions[a as usize];
                let named = info.inputs.iter().zip(&inputs);
                named.map(|(input, w)| (input.name.clone(), reader.value(*w, &input.show))).collect()
            }
            (None, Waiting::Answer { show, .. }) => {
                vec![("answer".to_owned(), reader.value(inputs[0], &game.program.shows[show as usize]))]
            }
            _ => Vec::new(),
        };
        let object = action.and_then(|a| {
            let class = &game.program.classes[game.program.actions[a as usize].class as usize];
            let global = class.global.is_some();
            // A modifier brings actions for the object that has it.
            let (holder, show) = match &class.modifier {
                Some(of) => {
                    let tile = game.program.classes[of.on as usize].is_tile;
                    let at = holder as usize + class.first_field as usize;
                    (self.core.state.words[at], if tile { Show::Tile } else { Show::Object })
                }
                None => (holder, Show::Object),
            };
            (!global).then(|| reader.value(holder, &show))
        });
        let name = action.map(|a| game.program.actions[a as usize].name.clone());
        let parts = object.iter().chain(shown.iter().map(|(_, v)| v)).map(plain);
        let text: Vec<String> = name.iter().cloned().chain(parts).collect();
        Move { seat, id, action: name, object, inputs: shown, text: text.join(" ") }
    }

    /// Action, object and inputs of candidate `i` of the machine's list.
    pub(crate) fn candidate(&mut self, i: usize) -> (Option<u16>, u64, Vec<u64>) {
        let runner = self.game.runner(&mut self.machine, &mut self.buffer);
        let (holder, inputs) = runner.words_of(i);
        (runner.action_of(i), holder, inputs.to_vec())
    }

    /// Lists the candidates into the machine. Those who ask for a candidate list first.
    pub(crate) fn list(&mut self) -> Result<usize, Refused> {
        let before = self.core.clone();
        if let Ok(n) = self.with(|r, core| r.list(core)) {
            return Ok(n);
        }
        let outcome = self.outcome();
        self.core = before;
        Err(match outcome {
            Some(Outcome::Fault(fault)) => Refused::Illegal(fault.message),
            _ => Refused::Over,
        })
    }

    /// Whether a listed candidate is legal. The list stays as it is.
    pub(crate) fn allows(&mut self, i: usize) -> bool {
        let mut runner = self.game.runner(&mut self.machine, &mut self.buffer);
        runner.is_legal(&self.core, i)
    }

    /// Makes a listed candidate, which is legal.
    pub(crate) fn make(&mut self, i: usize) -> Move {
        let made = self.describe(i, i);
        self.with(|r, core| {
            r.play(core, i);
            r.verify(core);
        });
        let done = Done::Move { candidate: i, text: Some(made.text.clone()) };
        self.steps.push(Step { seat: Some(made.seat), done });
        made
    }

    /// Makes the move of that number in the list.
    pub fn play(&mut self, id: usize) -> Result<Move, Refused> {
        if self.core.is_over() {
            return Err(Refused::Over);
        }
        let before = self.core.clone();
        let n = self.list()?;
        let mut legal = 0;
        for i in 0..n {
            if self.allows(i) {
                if legal == id {
                    return Ok(Move { id, ..self.make(i) });
                }
                legal += 1;
            }
        }
        self.core = before;
        if self.machine.fuel.is_exhausted() {
            return Err(Refused::Illegal(OUT_OF_FUEL.to_owned()));
        }
        Err(Refused::Illegal(format!("there are {legal} legal moves")))
    }

    /// Makes the move of that number in the list of a seat.
    pub fn play_of(&mut self, seat: u32, id: usize) -> Result<Move, Refused> {
        let before = self.core.clone();
        self.face(seat)?;
        self.play(id).inspect_err(|_| self.core = before)
    }

    /// Draws one legal move uniformly, makes it and notes it.
    pub fn play_any(&mut self, random: &mut Random) -> Result<Move, Refused> {
        if self.core.is_over() {
            return Err(Refused::Over);
        }
        let mut left: Vec<usize> = (0..self.list()?).collect();
        while !left.is_empty() {
            let i = left.swap_remove(random.below(left.len() as u64) as usize);
            if self.allows(i) {
                return Ok(self.make(i));
            }
        }
        Err(Refused::Illegal("there are 0 legal moves".to_owned()))
    }

    /// Draws one legal move uniformly and makes it, without listing all where that can be avoided. Gives its action,
    /// or None for an answer; None outside when the match is over. The move is not noted in the record. What may be
    /// done next is not looked at: call [`Match::settle`] before anything else than this is asked of the match.
    pub fn play_random(&mut self, random: &mut Random) -> Option<Option<usize>> {
        let mut runner = self.game.runner(&mut self.machine, &mut self.buffer);
        runner.grant();
        runner.play_random(&mut self.core, random).map(|a| a.map(usize::from))
    }

    /// What that seat may see; None is a spectator.
    pub fn view(&self, seat: Option<u32>) -> View {
        views::view(&self.game, &self.core, seat.map_or(Eye::Spectator, Eye::Seat))
    }

    /// Whether some seat sees now what another does not.
    pub fn hides(&self) -> bool {
        let seen = |seat| View { seat: None, answered: Vec::new(), ..self.view(seat) };
        let spectator = seen(None);
        (0..self.players()).any(|seat| seen(Some(seat)) != spectator)
    }

    /// The candidate of that number in the list that is made before any is tried, as [`Match::record`] counts them.
    pub fn candidate_move(&self, candidate: usize) -> Option<Move> {
        let mut copy = self.clone();
        let n = copy.list().ok()?;
        (candidate < n).then(|| copy.describe(candidate, candidate))
    }

    /// Everything, for an author who debugs or a failed test; never for a player.
    pub fn view_all(&self) -> View {
        views::view(&self.game, &self.core, Eye::All)
    }

    /// The number of move sequences of exactly that length, at most [`DEEPEST`], from here.
    pub fn perft(&self, depth: u32) -> Result<u64, Fault> {
        if depth > DEEPEST {
            let message = format!("at most {DEEPEST} moves ahead are counted");
            return Err(Fault { message, at: self.game.span(0), trail: Vec::new() });
        }
        let mut copy = self.clone();
        let core = copy.core.clone();
        let count = copy.with(|r, _| {
            // Whoever counts waits as long as it takes.
            r.machine.fuel.reset(i64::MAX);
            perft(r, &core, depth)
        });
        count.map_err(|core| match views::outcome(&self.game, &core) {
            Some(Outcome::Fault(fault)) => fault,
            _ => {
                Fault { message: "the rules went wrong".to_owned(), at: self.game.span(0), trail: Vec::new() }
            }
        })
    }

    /// Equal for equal states, on any machine.
    pub fn hash(&self) -> u64 {
        self.core.hash()
    }

    /// Words of state, for measurements.
    pub fn size(&self) -> usize {
        self.core.state.words.len() + self.core.state.stack.len()
    }

    pub fn scores(&self) -> Vec<f64> {
        let words = &self.core.state.words;
        let score = |p| word::to_number(crate::core::seat_words(self.game.program(), words, p)[seat::SCORE]);
        (0..self.players()).map(score).collect()
    }
}

/// The prompt of the first input, where only one action can be taken.
fn single_prompt(r: &mut Runner<'_>, core: &mut Core) -> Option<String> {
    let n = r.list(core).ok()?;
    let first = r.action_of(0).filter(|_| n > 0)?;
    if (1..n).any(|i| r.action_of(i) != Some(first)) {
        return None;
    }
    let (holder, _) = r.words_of(0);
    let prompt = r.program.actions[first as usize].inputs.first()?.prompt?;
    let event = if let Waiting::Fill { event, .. } = core.waiting { event } else { word::NULL };
    r.text_of(core, prompt, &[holder, event])
}

/// Counts move sequences. The core has a decision that has an answer, or is over.
pub(crate) fn perft(r: &mut Runner<'_>, core: &Core, depth: u32) -> Result<u64, Box<Core>> {
    if depth == 0 {
        return Ok(1);
    }
    let mut listed = core.clone();
    if r.spent(&mut listed) {
        return Err(Box::new(listed));
    }
    if core.is_over() {
        return match core.waiting {
            Waiting::Faulty => Err(Box::new(core.clone())),
            _ => Ok(0),
        };
    }
    let Ok(n) = r.list(&mut listed) else { return Err(Box::new(listed)) };
    let legal: Vec<usize> = (0..n).filter(|i| r.is_legal(&listed, *i)).collect();
    if depth == 1 {
        return Ok(legal.len() as u64);
    }
    let (moves, starts) = (r.machine.moves.clone(), r.machine.starts.clone());
    let mut total = 0;
    for i in legal {
        r.machine.moves.clone_from(&moves);
        r.machine.starts.clone_from(&starts);
        let mut next = listed.clone();
        r.play(&mut next, i);
        r.verify(&mut next);
        total = u64::saturating_add(total, perft(r, &next, depth - 1)?);
    }
    Ok(total)
}
