//! Rule tests: scripts that play a match and look at it. The script runs on a machine of its own over the words of
//! the match, so that it may set up positions.

use crate::decision::Decision;
use crate::game::{Game, one_line, short};
use crate::matches::Match;
use crate::position::{MAX_PERFT_DEPTH, Position, Runner, Waiting};
use crate::question::Refused;
use crate::record::{Step, StepKind};
use crate::show::{Reader, plain};
use crate::view::{Fault, Outcome, View, Viewer};
use crate::views;
use base::{Span, contained};
use bytecode::Op;
use bytecode::layout::seat;
use bytecode::op::inspect;
use bytecode::program::{Show, TestPlay};
use bytecode::word::{self, Kind, NULL, TRUE};
use std::sync::Arc;
use vm::{Candidate, Candidates, Machine, Pause, State};

/// How a rule test ended.
#[derive(Clone, Debug)]
pub struct TestReport {
    pub name: String,
    pub at: Span,
    pub failure: Option<TestFailure>,
}

#[derive(Clone, Debug)]
pub struct TestFailure {
    /// What was expected and what was found, in the author's words.
    pub message: String,
    pub at: Span,
    /// Of a fault of the rules, the calls that led there, innermost first.
    pub trail: Vec<(String, Span)>,
    /// The table at that moment, as one who sees everything.
    pub view: Option<View>,
}

/// How many times the fuel of one run a whole test may take.
const RUNS: i64 = 100;

/// As [`RUNS`], for a script that sets up a position.
const SETUP_RUNS: i64 = 10;

/// Why a script stops; with the fault, where the rules had one.
struct ScriptError(String, Option<Box<Fault>>);

impl From<&str> for ScriptError {
    fn from(message: &str) -> ScriptError {
        ScriptError(message.to_owned(), None)
    }
}

impl From<String> for ScriptError {
    fn from(message: String) -> ScriptError {
        ScriptError(message, None)
    }
}

impl From<Fault> for ScriptError {
    fn from(fault: Fault) -> ScriptError {
        ScriptError(fault.message.clone(), Some(Box::new(fault)))
    }
}

/// Runs a test of a game's own program.
pub(crate) fn run(game: &Arc<Game>, number: usize) -> TestReport {
    let test = &game.program.tests[number];
    let players = test.players.unwrap_or(game.program.players.0);
    let mut position = Match::start(game, players, test.seed).position;
    // The script's registers may hold addresses, which compaction would not know of.
    position.compaction_threshold = usize::MAX;
    let mut machine = game.machine();
    let most = machine.limits.fuel.saturating_mul(RUNS);
    let mut script = Script { game, position, state: State::default(), sets_up: false, most };
    let failure = script.run(&mut machine, number);
    TestReport { name: test.name.clone(), at: game.node_span(test.at), failure }
}

impl Match {
    /// Runs the script of a rule test on this match, to set up a position: no `play` and no `answer`. Where it goes
    /// wrong, the match is as it was. With what was done on the match since it was started or made again, the script
    /// may spend so much work, in loop turns and calls.
    pub fn set_up(&mut self, test: usize, work: u64) -> Result<(), Box<TestFailure>> {
        let before = self.position.clone();
        contained(|| self.run_set_up(test, work)).unwrap_or_else(|defect| {
            (self.position, self.machine) = (before, self.game.machine());
            Err(Box::new(TestFailure::at(self.game.span(0), &defect.to_string())))
        })
    }

    fn run_set_up(&mut self, test: usize, work: u64) -> Result<(), Box<TestFailure>> {
        let game = Arc::clone(&self.game);
        let Some(number) = game.own_test(test) else {
            return Err(Box::new(TestFailure::at(game.span(0), "there is no such script")));
        };
        let mut position = self.position.clone();
        position.compaction_threshold = usize::MAX;
        let most = self.machine.limits.fuel.saturating_mul(SETUP_RUNS);
        let left = work.saturating_sub(self.machine.fuel.used());
        let most = most.min(i64::try_from(left).unwrap_or(i64::MAX));
        let mut script = Script { game: &game, position, state: State::default(), sets_up: true, most };
        if let Some(failure) = script.run(&mut self.machine, number) {
            return Err(Box::new(failure));
        }
        script.position.compaction_threshold = self.position.compaction_threshold;
        let before = std::mem::replace(&mut self.position, script.position);
        if let Err(failure) =
            self.go_on_from_here(before.is_at_top(), game.node_span(game.program.tests[number].at))
        {
            self.position = before;
            return Err(failure);
        }
        self.steps.push(Step { seat: None, kind: StepKind::Script { test } });
        Ok(())
    }

    /// Makes sure that a position that was set up can be played on, or is the end.
    fn go_on_from_here(&mut self, at_top: bool, at: Span) -> Result<(), Box<TestFailure>> {
        if at_top && !self.position.is_over() {
            self.with_runner(|runner, position| {
                runner.settle(position);
                runner.verify(position);
            });
        }
        match self.outcome() {
            Some(Outcome::Fault(fault)) => Err(Box::new(fault.into())),
            None if self.count_here().map_or(true, |n| n == 0) => {
                Err(Box::new(TestFailure::at(at, "nothing could be answered to what is asked now")))
            }
            _ => Ok(()),
        }
    }
}

impl Match {
    /// As [`Match::count_moves`], as part of the work of this match.
    fn count_here(&mut self) -> Result<usize, Refused> {
        let position = self.facing(self.decider().ok_or(Refused::Over)?)?;
        Ok(Decision::list(&self.game, &mut self.machine, position, 0)?.count()?)
    }
}

impl TestFailure {
    fn at(at: Span, message: &str) -> TestFailure {
        TestFailure { message: message.to_owned(), at, trail: Vec::new(), view: None }
    }
}

impl From<Fault> for TestFailure {
    fn from(fault: Fault) -> TestFailure {
        TestFailure { message: fault.message, at: fault.at, trail: fault.trail, view: None }
    }
}

struct Script<'a> {
    game: &'a Arc<Game>,
    /// The match. While the script runs its own instructions, `state` holds the words.
    position: Position,
    /// The stack of the script.
    state: State,
    /// It may neither play nor answer.
    sets_up: bool,
    /// What it may spend, in loop turns and calls.
    most: i64,
}

impl Script<'_> {
    fn run(&mut self, machine: &mut Machine, index: usize) -> Option<TestFailure> {
        let game = Arc::clone(self.game);
        if let Some(Outcome::Fault(fault)) = views::outcome(&game, &self.position) {
            return Some(fault.into());
        }
        machine.start(&game.program, &mut self.state, game.program.tests[index].body, &[]);
        let mut left = self.most;
        loop {
            machine.fuel.reset(left);
            machine.begin_run();
            std::mem::swap(&mut self.state.words, &mut self.position.state.words);
            let pause = machine.run(&game.program, &mut self.state);
            std::mem::swap(&mut self.state.words, &mut self.position.state.words);
            let pc = self.state.pc.saturating_sub(1);
            let mut runner = game.runner(machine);
            let result = match pause {
                Pause::Returned(_) => return None,
                Pause::Test(op) => self.step(&mut runner, index, op),
                Pause::Ended => {
                    // A test may end the game itself.
                    self.position.end();
                    return None;
                }
                Pause::Fault(fault) => Err(game.fault(&fault, &self.state).into()),
                Pause::OutOfFuel => Err("the test takes too many steps".into()),
                Pause::Failed(_) | Pause::Asks(_) | Pause::Chance => {
                    Err("a test can neither fail nor ask by itself".into())
                }
            };
            left = machine.fuel.left();
            if let Err(ScriptError(message, fault)) = result {
                let (at, trail) = fault.map_or_else(|| (game.span(pc), Vec::new()), |f| (f.at, f.trail));
                let view = Some(views::view(&game, &self.position, Viewer::All));
                return Some(TestFailure { message, at, trail, view });
            }
        }
    }

    fn register(&mut self, r: u16) -> &mut u64 {
        let base = self.state.frames.last().map_or(0, |f| f.base as usize);
        &mut self.state.stack[base + r as usize]
    }

    fn step(&mut self, r: &mut Runner<'_>, index: usize, op: Op) -> Result<(), ScriptError> {
        match op {
            Op::Play { how: 0, .. } | Op::Answer { .. } if self.sets_up => {
                Err("moves are made with requests of their own, not here".into())
            }
            Op::Play { base, play, how } => {
                let play = self.game.program.tests[index].plays[play as usize].clone();
                self.play(r, base, &play, how)
            }
            Op::Answer { base } => self.answer(r, base),
            Op::Expect { c, compared } => match *self.register(c) {
                TRUE => Ok(()),
                _ => Err(self.expected(index, compared).into()),
            },
            Op::Inspect { d, what } => {
                let value = self.inspect(r, what, d)?;
                *self.register(d) = value;
                Ok(())
            }
            _ => Err("a defect of the machine: no such step of a test".into()),
        }
    }

    /// What was expected and does not hold, with what was compared.
    fn expected(&mut self, index: usize, compared: u16) -> String {
        let pc = self.state.pc.saturating_sub(1);
        let source = one_line(self.game.source(self.game.span(pc)));
        let source = source.trim_start_matches("expect ").trim_end_matches(';');
        let sides = self.game.program.tests[index].compared.get(usize::from(compared)).cloned();
        let sides = sides.into_iter().flatten().filter_map(|side| {
            let word = *self.register(side.register);
            let text = one_line(self.game.source(self.game.node_span(side.at)));
            let value = short(&plain(&self.reader().value(word, &side.show)));
            let value = if side.show == Show::Text && word != NULL { format!("\"{value}\"") } else { value };
            let value = match side.show {
                _ if word == NULL => "null".to_owned(),
                Show::Player => format!("{} ({value})", word::to_player(word)),
                _ => value,
            };
            // What is written out needs no telling.
            let is_literal =
                text.parse::<f64>().is_ok() || text == value || text.ends_with(&format!(".{value}"));
            (!is_literal).then(|| format!("`{text}` is {value}"))
        });
        let sides: Vec<String> = sides.collect();
        match sides.is_empty() {
            true => format!("expected `{source}`, which is not so"),
            false => format!("expected `{source}`, but {}", sides.join(" and ")),
        }
    }

    /// Goes on to the next decision, since what the script changed may have changed what is legal.
    fn settle(&mut self, r: &mut Runner<'_>) -> Result<(), ScriptError> {
        self.position.since_choice.clear();
        if self.position.waiting == Waiting::Stuck {
            self.position.waiting = Waiting::Act;
        }
        if self.position.is_at_top() {
            r.settle(&mut self.position);
            r.verify(&mut self.position);
        }
        self.check_fault()
    }

    fn play(&mut self, r: &mut Runner<'_>, base: u16, play: &TestPlay, how: u16) -> Result<(), ScriptError> {
        let (candidates, found) = self.find(r, base, play)?;
        match (how, found.as_slice()) {
            (0, [one]) => {
                let mut candidates = candidates;
                candidates.make(*one, &mut self.position.state.words);
                r.play(&mut self.position, candidates.get(*one));
                r.verify(&mut self.position);
                self.check_fault()
            }
            (0, []) => {
                Err(format!("`{}` is not legal here{}", play.name, self.why_not(r, base, play)).into())
            }
            (0, many) => {
                let why = format!("{} legal moves fit `{}`: say more of its inputs", many.len(), play.name);
                Err(why.into())
            }
            (1, []) => {
                let why = self.why_not(r, base, play);
                Err(format!("expected `{}` to be legal, which it is not{why}", play.name).into())
            }
            (2, [_, ..]) => Err(format!("expected `{}` to be illegal, but it is legal", play.name).into()),
            _ => Ok(()),
        }
    }

    /// Which requirement, filter or input refuses a play, with its place; empty where that is not known.
    fn why_not(&mut self, r: &mut Runner<'_>, base: u16, play: &TestPlay) -> String {
        let n = play.inputs.len() as u16;
        let given: Vec<u64> = (0..n).map(|i| *self.register(base + i)).collect();
        let (object, by) = (*self.register(base + n), *self.register(base + n + 1));
        if play.has_player && by != NULL && !self.position.focus(word::to_player(by)) {
            let who = self.position.decider().map(|seat| self.game.seat_name(seat));
            return who.map_or_else(String::new, |name| format!(": it is {name} who decides"));
        }
        let [action] = play.actions.as_slice() else { return String::new() };
        let program = &self.game.program;
        let info = &program.actions[usize::from(*action)];
        let global = program.classes[usize::from(info.class)].global.map(u64::from);
        let holder = if play.has_object { Some(object) } else { global };
        let (Some(refusals), Some(holder)) = (&info.refusals, holder) else { return String::new() };
        let value = |name: &String| play.inputs.iter().position(|n| n == name).map_or(NULL, |i| given[i]);
        let inputs: Vec<u64> = info.inputs.iter().map(|input| value(&input.name)).collect();
        let Some(reason) = r.reason(&self.position, refusals, holder, &inputs) else { return String::new() };
        let at = self.game.node_span(reason.at);
        let line = self.game.sources().line_column(at.file, at.start).0;
        let place = format!("{}:{line}", self.game.sources().path(at.file));
        match reason
            .input
            .and_then(|k| info.inputs.get(usize::from(k)).map(|input| (input, inputs[usize::from(k)])))
        {
            Some((input, w)) => {
                let value = short(&plain(&self.reader().value(w, &input.show)));
                format!(": `{value}` cannot be its `{}` ({place})", input.name)
            }
            None => format!(": `{}` does not hold ({place})", one_line(self.game.source(at))),
        }
    }

    fn check_fault(&self) -> Result<(), ScriptError> {
        match views::outcome(self.game, &self.position) {
            Some(Outcome::Fault(fault)) => Err(fault.into()),
            _ => Ok(()),
        }
    }

    /// The candidates, and the numbers of the legal ones that fit.
    fn find(
        &mut self,
        r: &mut Runner<'_>,
        base: u16,
        play: &TestPlay,
    ) -> Result<(Candidates, Vec<usize>), ScriptError> {
        self.settle(r)?;
        let n = play.inputs.len() as u16;
        let values: Vec<u64> = (0..n).map(|i| *self.register(base + i)).collect();
        let (object, by) = (*self.register(base + n), *self.register(base + n + 1));
        let is_asked =
            |position: &mut Position| !play.has_player || by == NULL || position.focus(word::to_player(by));
        if self.position.is_over() || !is_asked(&mut self.position) {
            return Ok((Candidates::default(), Vec::new()));
        }
        let mut candidates = r.list(&mut self.position).unwrap_or_default();
        let mut found = Vec::new();
        for i in self.worth_trying(&candidates, |action| self.wanted(action?, play, &values)) {
            let heap_end = self.position.state.words.len();
            candidates.forget();
            candidates.make(i, &mut self.position.state.words);
            let any_order = candidates.groups().any(|(numbers, ..)| numbers.contains(&i));
            let fits = self.fits(candidates.get(i), play, (&values, object), any_order);
            candidates.forget();
            self.position.state.words.truncate(heap_end);
            if fits && r.is_legal_at(&mut self.position, &mut candidates, i) {
                found.push(i);
            }
        }
        r.end_if_spent(&mut self.position);
        self.check_fault()?;
        Ok((candidates, found))
    }

    /// The numbers of the candidates that may be meant: of a group those that choose what `wanted` gives, or the first
    /// few where it gives nothing.
    fn worth_trying(
        &self,
        candidates: &Candidates,
        wanted: impl Fn(Option<u16>) -> Option<u64>,
    ) -> Vec<usize> {
        const FEW: usize = 1000;
        let (mut all, mut next) = (Vec::new(), 0);
        for (numbers, ways, head) in candidates.groups() {
            all.extend(next..numbers.start);
            next = numbers.end;
            let pool = head.inputs.last().copied().unwrap_or(NULL);
            match wanted(head.action) {
                None => all.extend(numbers.take(FEW)),
                Some(list) => {
                    let chosen = self.indices(list, pool, self.shown(head.action));
                    all.extend(chosen.and_then(|chosen| Some(numbers.start + ways.number(&chosen)?)));
                }
            }
        }
        all.extend(next..candidates.len());
        all
    }

    /// How the elements of what is chosen last are shown.
    fn shown(&self, action: Option<u16>) -> Show {
        let list = match (action, self.position.waiting) {
            (Some(a), _) => self.game.program.actions[usize::from(a)].inputs.last().map(|i| i.show.clone()),
            (None, Waiting::Answer { show, .. }) => self.game.program.shows.get(usize::from(show)).cloned(),
            _ => None,
        };
        match list {
            Some(Show::List(of)) => *of,
            _ => Show::Object,
        }
    }

    /// The list that a play gives for the last input of an action.
    fn wanted(&self, action: u16, play: &TestPlay, values: &[u64]) -> Option<u64> {
        let last = self.game.program.actions[usize::from(action)].inputs.last()?;
        let at = play.inputs.iter().position(|name| *name == last.name)?;
        values.get(at).copied().filter(|w| *w != NULL)
    }

    /// Where the elements of a list stand in another.
    fn indices(&self, list: u64, pool: u64, of: Show) -> Option<Vec<usize>> {
        let (wanted, all) = (self.reader().elements(list).to_vec(), self.reader().elements(pool).to_vec());
        let mut chosen: Vec<usize> = Vec::new();
        for value in wanted {
            let free = |k: &usize| !chosen.contains(k) && self.equal(all[*k], value, &of);
            chosen.push((0..all.len()).find(free)?);
        }
        Some(chosen)
    }

    /// Whether a candidate is what is to be played; what of its last input is several things may be named in any order.
    fn fits(
        &self,
        candidate: Candidate<'_>,
        play: &TestPlay,
        (values, object): (&[u64], u64),
        any_order: bool,
    ) -> bool {
        let Candidate { action, holder, inputs } = candidate;
        let Some(action) = action.filter(|a| play.actions.contains(a)) else { return false };
        if play.has_object && holder != object {
            return false;
        }
        let info = &self.game.program.actions[action as usize];
        play.inputs.iter().zip(values).all(|(name, wanted)| {
            let k = info.inputs.iter().position(|input| input.name == *name);
            k.is_some_and(|k| match &info.inputs[k].show {
                Show::List(of)
                    if any_order && k + 1 == inputs.len() && inputs[k] != NULL && *wanted != NULL =>
                {
                    let same =
                        self.reader().elements(inputs[k]).len() == self.reader().elements(*wanted).len();
                    same && self.indices(*wanted, inputs[k], (**of).clone()).is_some()
                }
                show => self.equal(inputs[k], *wanted, show),
            })
        })
    }

    /// Whether two words of a type mean the same: strings by text, lists by their elements.
    fn equal(&self, a: u64, b: u64, show: &Show) -> bool {
        if a == b || a == NULL || b == NULL || show.kind() == Kind::Plain || *show == Show::Object {
            return a == b;
        }
        let reader = self.reader();
        match show {
            Show::List(of) => {
                let (a, b) = (reader.elements(a), reader.elements(b));
                a.len() == b.len() && a.iter().zip(b).all(|(x, y)| self.equal(*x, *y, of))
            }
            _ => reader.value(a, show) == reader.value(b, show),
        }
    }

    fn reader(&self) -> Reader<'_> {
        let reader = Reader::new(self.game, &self.position.state.words, self.position.players(), Viewer::All);
        Reader { offers: true, ..reader }
    }

    fn answer(&mut self, r: &mut Runner<'_>, base: u16) -> Result<(), ScriptError> {
        let (value, by) = (*self.register(base), *self.register(base + 1));
        let Waiting::Answer { seat, show, .. } = self.position.waiting else {
            return Err("nobody is asked anything here".into());
        };
        if by != NULL && seat != word::to_player(by) {
            return Err(format!("it is {} who is asked", self.game.seat_name(seat)).into());
        }
        let mut candidates = r.list(&mut self.position).unwrap_or_default();
        let show = self.game.program.shows[show as usize].clone();
        let mut options = Vec::new();
        let wanted = |_: Option<u16>| Some(value).filter(|w| *w != NULL);
        for i in self.worth_trying(&candidates, wanted) {
            if !r.is_legal_at(&mut self.position, &mut candidates, i) {
                continue;
            }
            candidates.make(i, &mut self.position.state.words);
            let candidate = candidates.get(i);
            let option = candidate.inputs[0];
            // The number of a way among many was found by what it chooses.
            let is_way = candidates.has_groups() && option != NULL;
            if is_way || self.equal(option, value, &show) {
                r.play(&mut self.position, candidate);
                r.verify(&mut self.position);
                return Ok(());
            }
            options.push(plain(&self.reader().value(option, &show)));
        }
        Err(self.no_option(&options).into())
    }

    /// An answer that does not fit, as the author wrote it, since it may be of another type than the options.
    fn no_option(&self, options: &[String]) -> String {
        const MAX_NAMED: usize = 12;
        let source = one_line(self.game.source(self.game.span(self.state.pc.saturating_sub(1))));
        let answer = source.trim_start_matches("answer ").trim_end_matches(';');
        let answer = answer.split(" by ").next().unwrap_or(answer);
        let named = options[..options.len().min(MAX_NAMED)].join(", ");
        let more = if options.len() > MAX_NAMED { ", ..." } else { "" };
        format!("`{answer}` is not among the options: {named}{more}")
    }

    fn inspect(&mut self, r: &mut Runner<'_>, what: u16, d: u16) -> Result<u64, ScriptError> {
        self.settle(r)?;
        let place =
            |p| crate::position::seat_words(&self.game.program, &self.position.state.words, p)[seat::PLACE];
        let over = self.position.waiting == Waiting::Over;
        let winners: Vec<u32> = (0..self.position.players()).filter(|p| over && place(*p) == 0).collect();
        Ok(match what {
            inspect::WINNER => match winners.as_slice() {
                [one] => word::player(*one),
                _ => NULL,
            },
            inspect::WINNERS => {
                let words: Vec<u64> = winners.into_iter().map(word::player).collect();
                let mut memory = r.machine.memory(r.program, &mut self.position.state);
                memory.new_list(Kind::Plain, &words).unwrap_or(NULL)
            }
            inspect::OVER => word::bool(self.position.is_over()),
            inspect::STUCK => word::bool(self.position.waiting == Waiting::Stuck),
            inspect::DECIDER => self.position.decider().map_or(NULL, word::player),
            inspect::MOVES => {
                let mut copy = self.position.clone();
                let mut candidates = r.list(&mut copy).unwrap_or_default();
                let count = r.count_legal(&mut copy, &mut candidates);
                if copy.waiting == Waiting::Faulty {
                    return Err(views::fault(self.game, &copy).into());
                }
                word::number(count as f64)
            }
            _ => {
                let depth = word::to_number(*self.register(d)) as u32;
                if depth > MAX_PERFT_DEPTH {
                    return Err(format!("`perft` looks at most {MAX_PERFT_DEPTH} moves ahead").into());
                }
                match r.perft(&self.position, depth) {
                    Ok(n) => word::number(n as f64),
                    Err(position) => return Err(views::fault(self.game, &position).into()),
                }
            }
        })
    }
}
