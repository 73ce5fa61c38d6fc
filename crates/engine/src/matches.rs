//! A match as its users see it: questions, moves, answers, views, and the record that replays it.

use crate::core::{Core, Runner, Waiting};
use crate::dump::Pace;
use crate::game::Game;
use crate::question::{Move, Part, Question, QuestionKind, Refused};
use crate::show::{Eye, Reader, plain};
use crate::view::{Fault, Outcome, Value, View};
use crate::views;
use base::Random;
use bytecode::layout::seat;
use bytecode::program::Show;
use bytecode::word;
use std::sync::Arc;
use vm::Machine;

/// A match. It is one value: a clone and its original never influence each other.
#[derive(Debug)]
pub struct Match {
    game: Arc<Game>,
    pub(crate) core: Core,
    seed: u64,
    answers: Vec<usize>,
    machine: Machine,
    spare: Vec<u64>,
}

impl Clone for Match {
    /// Copies the state; the machine is made anew, because it holds nothing of the match.
    fn clone(&self) -> Match {
        Match {
            game: Arc::clone(&self.game),
            core: self.core.clone(),
            seed: self.seed,
            answers: self.answers.clone(),
            machine: Machine::default(),
            spare: Vec::new(),
        }
    }
}

impl Match {
    /// Runs `setup` and goes on to the first decision. A fault of the rules is an outcome, not an error.
    pub fn start(game: &Arc<Game>, players: u32, seed: u64) -> Match {
        let (least, most) = game.players();
        let players = players.clamp(least, most);
        let (mut machine, mut spare) = (Machine::default(), Vec::new());
        let mut core = Core::new(game.program(), players, seed);
        game.begin(&mut game.runner(&mut machine, &mut spare), &mut core, players, seed);
        let mut made = Match { game: Arc::clone(game), core, seed, answers: Vec::new(), machine, spare };
        made.settle();
        made
    }

    /// A match for tests, see [`Pace`].
    pub fn start_at(game: &Arc<Game>, players: u32, seed: u64, pace: Pace) -> Match {
        let (mut machine, mut spare) = (Machine::default(), Vec::new());
        let mut core = Core::new(game.program(), players, seed);
        core.pace = pace;
        game.runner(&mut machine, &mut spare).begin(&mut core);
        let mut made = Match { game: Arc::clone(game), core, seed, answers: Vec::new(), machine, spare };
        made.settle();
        made
    }

    /// A match for playouts: like [`Match::start`], but what follows the last move is not looked at, see
    /// [`Match::play_random`].
    pub fn start_again(&mut self, seed: u64) {
        let game = Arc::clone(&self.game);
        let players = self.core.players();
        game.begin(&mut game.runner(&mut self.machine, &mut self.spare), &mut self.core, players, seed);
        self.seed = seed;
        self.answers.clear();
    }

    /// Finds out whether anybody can decide anything, after [`Match::play_random`].
    pub fn settle(&mut self) {
        self.with(|r, core| r.verify(core));
    }

    fn with<T>(&mut self, f: impl FnOnce(&mut Runner<'_>, &mut Core) -> T) -> T {
        let mut runner = self.game.runner(&mut self.machine, &mut self.spare);
        f(&mut runner, &mut self.core)
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

    /// Who must decide what; empty when the match is over.
    pub fn questions(&self) -> Vec<Question> {
        let Some(seat) = self.core.decider() else { return Vec::new() };
        let mut copy = self.clone();
        match self.core.waiting {
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
            (0..n).filter(|i| r.is_legal(&copy, *i)).collect::<Vec<usize>>()
        });
        match self.outcome() {
            Some(Outcome::Fault(fault)) => Err(fault),
            _ => Ok(listed),
        }
    }

    /// All legal moves of whoever must decide, in a fixed order.
    pub fn moves(&mut self) -> Result<Vec<Move>, Fault> {
        // What is made for the list must not stay in the match.
        let mut copy = self.clone();
        let legal = copy.legal()?;
        Ok(legal.iter().enumerate().map(|(id, i)| copy.describe(id, *i)).collect())
    }

    /// How many legal moves there are; cheaper than describing them.
    pub fn count_moves(&mut self) -> Result<usize, Fault> {
        Ok(self.clone().legal()?.len())
    }

    /// Candidate `i` of the machine's list as data.
    fn describe(&mut self, id: usize, i: usize) -> Move {
        let seat = self.core.decider().unwrap_or(0);
        let game = Arc::clone(&self.game);
        let (action, holder, inputs) = self.candidate(i);
        let reader = Reader {
            game: &game,
            words: &self.core.state.words,
            players: self.core.players(),
            eye: Eye::Seat(seat),
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
            (!global).then(|| reader.value(holder, &Show::Object))
        });
        let name = action.map(|a| game.program.actions[a as usize].name.clone());
        let parts = object.iter().chain(shown.iter().map(|(_, v)| v)).map(plain);
        let text: Vec<String> = name.iter().cloned().chain(parts).collect();
        Move { seat, id, action: name, object, inputs: shown, text: text.join(" ") }
    }

    /// Action, object and inputs of candidate `i` of the machine's list.
    pub(crate) fn candidate(&mut self, i: usize) -> (Option<u16>, u64, Vec<u64>) {
        self.with(|r, _| {
            let (holder, inputs) = r.words_of(i);
            (r.action_of(i), holder, inputs.to_vec())
        })
    }

    /// Makes the move of that number in the list.
    pub fn play(&mut self, id: usize) -> Result<(), Refused> {
        if self.core.is_over() {
            return Err(Refused::Over);
        }
        let before = self.core.clone();
        let legal = match self.legal() {
            Ok(legal) => legal,
            Err(fault) => return Err(Refused::Illegal(fault.message)),
        };
        let Some(i) = legal.get(id).copied() else {
            self.core = before;
            return Err(Refused::Illegal(format!("there are {} legal moves", legal.len())));
        };
        self.with(|r, core| {
            r.play(core, i);
            r.verify(core);
        });
        self.answers.push(id);
        Ok(())
    }

    /// Makes the one legal move that a player typed: `place a1`, or its inputs alone: `a1`.
    pub fn play_text(&mut self, seat: u32, text: &str) -> Result<Move, Refused> {
        let found = self.find_text(seat, text)?;
        self.play(found.id)?;
        Ok(found)
    }

    fn find_text(&mut self, seat: u32, text: &str) -> Result<Move, Refused> {
        if self.core.is_over() {
            return Err(Refused::Over);
        }
        if self.core.decider() != Some(seat) {
            return Err(Refused::NotAsked);
        }
        let moves = self.moves().map_err(|fault| Refused::Illegal(fault.message))?;
        let wanted = words(text);
        let full = |m: &&Move| words(&m.text) == wanted;
        let short = |m: &&Move| m.action.is_some() && words(&m.text)[1..] == wanted[..];
        let exact: Vec<&Move> = moves.iter().filter(full).collect();
        let fitting = if exact.is_empty() { moves.iter().filter(short).collect() } else { exact };
        match fitting.as_slice() {
            [one] => Ok((*one).clone()),
            [] => Err(Refused::Illegal(self.why_not(&moves, &wanted))),
            // Moves of one text differ in what the seat does not know: any of them is as good.
            [first, rest @ ..] if rest.iter().all(|m| m.text == first.text) => Ok((*first).clone()),
            many => {
                let names: Vec<&str> = many.iter().take(5).map(|m| m.text.as_str()).collect();
                Err(Refused::Ambiguous(names.join(", ")))
            }
        }
    }

    /// Why no legal move reads like that.
    fn why_not(&mut self, moves: &[Move], wanted: &[String]) -> String {
        let candidate = self.clone().refused_candidate(wanted);
        if let Some((text, why)) = candidate {
            let because = if why.is_empty() { "the rules forbid its result".to_owned() } else { why };
            return format!("`{text}` is not legal: {because}");
        }
        let first = wanted.first().cloned().unwrap_or_default();
        let same: Vec<&str> =
            moves.iter().filter(|m| words(&m.text).contains(&first)).map(|m| m.text.as_str()).collect();
        match same.as_slice() {
            [] => format!("`{}` is not legal now", wanted.join(" ")),
            some => {
                let some: Vec<&str> = some.iter().take(6).copied().collect();
                format!(
                    "`{}` is not legal now; with `{first}` there is: {}",
                    wanted.join(" "),
                    some.join(", ")
                )
            }
        }
    }

    /// A candidate of that text that what must hold afterwards, or a `fail`, refuses.
    fn refused_candidate(mut self, wanted: &[String]) -> Option<(String, String)> {
        let n = self.with(|r, core| r.list(core)).ok()?;
        for i in 0..n {
            let text = self.describe(0, i).text;
            let full = words(&text);
            if full == wanted || full.get(1..) == Some(wanted) {
                let copy = self.core.clone();
                let why = self.with(|r, _| if r.tried(&copy, i) { r.refusal(&copy, i) } else { None });
                return why.map(|why| (text, why));
            }
        }
        None
    }

    /// The next part to choose, given the numbers of the options chosen so far: None when they make a move.
    pub fn next_part(&mut self, chosen: &[usize]) -> Result<Option<Part>, Refused> {
        let moves = self.moves().map_err(|fault| Refused::Illegal(fault.message))?;
        narrow(&moves, chosen).map(|(part, _)| part)
    }

    /// Makes the move that the chosen parts make.
    pub fn play_parts(&mut self, chosen: &[usize]) -> Result<Move, Refused> {
        let moves = self.moves().map_err(|fault| Refused::Illegal(fault.message))?;
        match narrow(&moves, chosen)? {
            (None, left) => {
                let one = moves[left[0]].clone();
                self.play(one.id)?;
                Ok(one)
            }
            (Some(part), _) => Err(Refused::Illegal(format!("`{}` has not been chosen yet", part.name))),
        }
    }

    /// Draws one legal move uniformly and makes it, without listing all where that can be avoided. Gives its action,
    /// or None for an answer; None outside when the match is over. What may be done next is not looked at: call
    /// [`Match::settle`] before anything else than this is asked of the match.
    pub fn play_random(&mut self, random: &mut Random) -> Option<Option<usize>> {
        let mut runner =
            Runner { program: self.game.program(), machine: &mut self.machine, spare: &mut self.spare };
        runner.play_random(&mut self.core, random).map(|a| a.map(usize::from))
    }

    /// What that seat may see; None is a spectator.
    pub fn view(&self, seat: Option<u32>) -> View {
        views::view(&self.game, &self.core, seat.map_or(Eye::Spectator, Eye::Seat))
    }

    /// Everything, for an author who debugs or a failed test; never for a player.
    pub fn view_all(&self) -> View {
        views::view(&self.game, &self.core, Eye::All)
    }

    /// The number of move sequences of exactly that length from here.
    pub fn perft(&self, depth: u32) -> Result<u64, Fault> {
        let mut copy = self.clone();
        let core = copy.core.clone();
        let count = copy.with(|r, _| perft(r, &core, depth));
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

    /// The seed and the numbers of the moves made since the start: what replays it.
    pub fn record(&self) -> (u64, Vec<usize>) {
        (self.seed, self.answers.clone())
    }

    pub fn replay(game: &Arc<Game>, players: u32, seed: u64, answers: &[usize]) -> Result<Match, Refused> {
        let mut made = Match::start(game, players, seed);
        answers.iter().try_for_each(|id| made.play(*id))?;
        Ok(made)
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
    match r.machine.call(r.program, &mut core.state, prompt, &[holder, word::NULL]) {
        vm::Pause::Returned(text) if text != word::NULL => Some(r.string(&mut core.state, text)),
        _ => None,
    }
}

/// Small letters, words apart by spaces or commas.
fn words(text: &str) -> Vec<String> {
    let cleaned = text.to_lowercase();
    cleaned.split([' ', ',', '\t']).filter(|w| !w.is_empty()).map(str::to_owned).collect()
}

/// The moves that the chosen options leave, and the next part if they differ in one.
fn narrow(moves: &[Move], chosen: &[usize]) -> Result<(Option<Part>, Vec<usize>), Refused> {
    let mut left: Vec<usize> = (0..moves.len()).collect();
    let mut chosen = chosen.iter();
    for depth in 0.. {
        let part = |m: &Move| part_of(m, depth);
        let mut options: Vec<(String, Value)> = Vec::new();
        for i in &left {
            if let Some((_, option)) = part(&moves[*i])
                && !options.contains(&option)
            {
                options.push(option);
            }
        }
        let Some((name, _)) = left.iter().find_map(|i| part(&moves[*i])) else {
            return if left.is_empty() {
                Err(Refused::Illegal("there is no such move".to_owned()))
            } else {
                Ok((None, left))
            };
        };
        match chosen.next() {
            None => return Ok((Some(Part { name, prompt: None, options }), left)),
            Some(k) => {
                let Some(option) = options.get(*k) else {
                    return Err(Refused::Illegal(format!("there are {} options", options.len())));
                };
                left.retain(|i| part(&moves[*i]).is_some_and(|(_, o)| o == *option));
            }
        }
    }
    Ok((None, left))
}

/// Part number `depth` of a move: the action, the object that carries it, the inputs.
fn part_of(m: &Move, depth: usize) -> Option<(String, (String, Value))> {
    let mut parts: Vec<(String, (String, Value))> = Vec::new();
    if let Some(action) = &m.action {
        parts.push(("action".to_owned(), (action.clone(), Value::Text(action.clone()))));
    }
    if let Some(object) = &m.object {
        parts.push(("with".to_owned(), (plain(object), object.clone())));
    }
    parts.extend(m.inputs.iter().map(|(name, v)| (name.clone(), (plain(v), v.clone()))));
    parts.into_iter().nth(depth)
}

/// Counts move sequences. The core has a decision that has an answer, or is over.
pub(crate) fn perft(r: &mut Runner<'_>, core: &Core, depth: u32) -> Result<u64, Box<Core>> {
    if depth == 0 {
        return Ok(1);
    }
    if core.is_over() {
        return match core.waiting {
            Waiting::Faulty => Err(Box::new(core.clone())),
            _ => Ok(0),
        };
    }
    let mut listed = core.clone();
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
        total += perft(r, &next, depth - 1)?;
    }
    Ok(total)
}
