//! The steps of a script: playing, answering, expecting and looking. It does not know which moves fit.

use super::TestFailure;
use crate::decision::most_written;
use crate::failing::refused_by;
use crate::fault::{fault, one_line, short};
use crate::game::Game;
use crate::position::{Awaited, MAX_HEARD, MAX_PERFT_DEPTH, PerftError, Position, Runner};
use crate::view::heard::Heard;
use crate::view::modified::read_through_modifiers;
use crate::view::reader::{Reader, plain};
use crate::view::{Eyes, Fault, Outcome, make, outcome};
use crate::written::Written;
use base::{NodeId, Span};
use bytecode::Op;
use bytecode::layout::seat;
use bytecode::op::{Reg, inspect, play};
use bytecode::program::{Show, TestPlay};
use bytecode::word::{self, Kind, NULL, TRUE};
use std::sync::Arc;
use vm::{Candidate, Machine, Pause, State};

/// In so many positions `perft` lists moves in a test: some minutes.
const MAX_PERFT_POSITIONS: u64 = 2_000_000;

/// Why a script stops; with the fault, where the rules had one.
pub(super) struct ScriptError(String, Option<Box<Fault>>);

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

pub(super) struct Script<'a> {
    pub(super) game: &'a Arc<Game>,
    /// The match. While the script runs its own instructions, `state` holds the words.
    pub(super) position: Position,
    /// The stack of the script.
    pub(super) state: State,
    /// It may neither play nor answer.
    pub(super) sets_up: bool,
    /// What it may spend, in loop turns and calls.
    pub(super) most: i64,
    /// What was told with the last step, and by the script's own statements since, as much as matches tell at a time.
    pub(super) heard: Vec<Heard>,
    /// How many sentences of that each viewer has heard.
    pub(super) counts: Vec<usize>,
    /// Whether the match is kept as it was before the last step, and that match.
    pub(super) keeps_before: bool,
    pub(super) before: Option<Position>,
}

impl Script<'_> {
    pub(super) fn new(game: &Arc<Game>, position: Position, most: i64) -> Script<'_> {
        Script {
            game,
            position,
            state: State::default(),
            sets_up: false,
            most,
            heard: Vec::new(),
            counts: Vec::new(),
            keeps_before: false,
            before: None,
        }
    }

    pub(super) fn run(&mut self, machine: &mut Machine, index: usize) -> Option<TestFailure> {
        let game = Arc::clone(self.game);
        if let Some(Outcome::Fault(fault)) = outcome::outcome(&game, &self.position) {
            return Some(fault.into());
        }
        machine.start(&game.program, &mut self.state, game.program.tests[index].body, &[]);
        let mut left = self.most;
        loop {
            machine.fuel.reset(left);
            machine.begin_run();
            std::mem::swap(&mut self.state.words, &mut self.position.state.words);
            machine.listens = true;
            let pause = machine.run(&game.program, &mut self.state);
            machine.listens = false;
            std::mem::swap(&mut self.state.words, &mut self.position.state.words);
            let pc = self.state.pc.saturating_sub(1);
            let mut runner = game.runner(machine);
            let result = match pause {
                Pause::Returned(_) => return self.caught(machine),
                Pause::Tells { base, sentence } => {
                    self.hear(base, sentence);
                    Ok(())
                }
                Pause::Test(op) => {
                    self.before = self.keeps_before.then(|| self.position.clone());
                    self.step(&mut runner, op)
                }
                Pause::Changed => Ok(()),
                Pause::Ended => {
                    // A test may end the game itself.
                    self.position.end();
                    return self.caught(machine);
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
                let modified = read_through_modifiers(&game, &self.position, &mut game.machine());
                let view = Some(make::view(&game, &self.position, modified.as_ref(), Eyes::All));
                return Some(TestFailure { message, at, trail, called: self.called(), view });
            }
        }
    }

    /// What went wrong in a text, or took too long to be tried, which ends no match but is a mistake all the same.
    fn caught(&self, machine: &mut Machine) -> Option<TestFailure> {
        if let Some(fault) = self.game.left_out(machine).filter(|_| !self.sets_up) {
            return Some(fault.into());
        }
        let fault = machine.caught.take().filter(|_| !self.sets_up)?;
        let fault = self.game.fault(&fault, &State::default());
        Some(TestFailure { message: format!("in a text, {}", fault.message), ..fault.into() })
    }

    /// Where the functions were called that are running, innermost first.
    fn called(&self) -> Vec<Span> {
        let calls = self.state.frames.iter().rev().map(|frame| frame.return_pc).filter(|pc| *pc != u32::MAX);
        calls.map(|pc| self.game.span(pc.saturating_sub(1))).collect()
    }

    /// What the script's own statements tell.
    fn hear(&mut self, base: u16, sentence: u16) {
        let window = self.state.frames.last().map_or(0, |f| f.base as usize) + usize::from(base);
        let values = self.state.stack.get(window..).unwrap_or_default();
        let (game, position) = (self.game, &self.position);
        let sentence = &game.program.sentences[usize::from(sentence)];
        let (words, players) = (&position.state.words, position.players());
        let has_room = |k: usize| self.counts.get(k).is_none_or(|n| *n < MAX_HEARD);
        let Some(heard) = Heard::new(game, words, players, (sentence, values), has_room) else { return };
        heard.count(&mut self.counts);
        self.heard.push(heard);
    }

    /// A step was made, with which this was told.
    pub(super) fn has_told(&mut self, heard: Vec<Heard>) {
        self.counts.clear();
        heard.iter().for_each(|heard| heard.count(&mut self.counts));
        self.heard = heard;
    }

    pub(super) fn register(&mut self, r: u16) -> &mut u64 {
        let base = self.state.frames.last().map_or(0, |f| f.base as usize);
        &mut self.state.stack[base + r as usize]
    }

    fn step(&mut self, r: &mut Runner<'_>, op: Op) -> Result<(), ScriptError> {
        match op {
            Op::Play { how: play::PLAY, .. } | Op::Answer { .. } | Op::Do { .. } if self.sets_up => {
                Err("moves are made with requests of their own, not here".into())
            }
            Op::Play { base, play, how } => {
                let play = self.game.program.plays[play as usize].clone();
                self.play(r, base, &play, how)
            }
            Op::Answer { base, show } => self.answer(r, base, show),
            Op::Do { base, function } => self.act(r, base, function),
            Op::Expect { c, compared } => match *self.register(c) {
                TRUE => Ok(()),
                _ => Err(self.expected(c, compared).into()),
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
    fn expected(&mut self, c: Reg, compared: u16) -> String {
        let pc = self.state.pc.saturating_sub(1);
        let source = self.operand(pc, c);
        let sides = self.game.program.compared.get(usize::from(compared)).cloned();
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

    /// The expression, as the author wrote it, whose value stands in a register that an instruction reads.
    fn operand(&self, pc: u32, register: Reg) -> String {
        let of = |operand: &&(u32, Reg, NodeId)| operand.1 == register;
        let at =
            self.game.operands(pc).iter().find(of).map_or(self.game.span(pc), |o| self.game.node_span(o.2));
        one_line(self.game.source(at))
    }

    /// Goes on to the next decision, since what the script changed may have changed what is legal.
    pub(super) fn run_to_decision(&mut self, r: &mut Runner<'_>) -> Result<(), ScriptError> {
        self.position.since_choice.clear();
        if self.position.awaited == Awaited::Stuck {
            self.position.awaited = Awaited::Act;
        }
        if self.position.is_at_top() {
            r.run_to_decision(&mut self.position);
            r.verify(&mut self.position);
        }
        self.check_fault()
    }

    fn play(&mut self, r: &mut Runner<'_>, base: u16, play: &TestPlay, how: u16) -> Result<(), ScriptError> {
        let (candidates, found) = self.find(r, base, play)?;
        match (how, found.as_slice()) {
            (play::PLAY, [one]) => {
                let mut candidates = candidates;
                let candidate = candidates.make(*one, &mut self.position.state.words);
                self.make(r, candidate);
                self.check_fault()
            }
            (play::PLAY, []) => {
                Err(format!("`{}` is not legal here{}", play.name, self.why_not(r, base, play)).into())
            }
            (play::PLAY, many) => {
                let why = format!("{} legal moves fit `{}`: say more of its inputs", many.len(), play.name);
                Err(why.into())
            }
            (play::LEGAL, []) => {
                let why = self.why_not(r, base, play);
                Err(format!("expected `{}` to be legal, which it is not{why}", play.name).into())
            }
            (play::ILLEGAL, [_, ..]) => {
                Err(format!("expected `{}` to be illegal, but it is legal", play.name).into())
            }
            _ => Ok(()),
        }
    }

    fn make(&mut self, r: &mut Runner<'_>, candidate: Candidate<'_>) {
        let heard = r.heard(|r| {
            r.play(&mut self.position, candidate);
            r.verify(&mut self.position);
        });
        self.has_told(heard);
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
        if let Err(refused) = self.written(play, &given) {
            return format!(": {refused}");
        }
        let [action] = play.actions.as_slice() else { return String::new() };
        let program = &self.game.program;
        let info = &program.actions[usize::from(*action)];
        let global = program.classes[usize::from(info.class)].global.map(u64::from);
        let holder = if play.has_object { Some(object) } else { global };
        let (Some(refusals), Some(holder)) = (&info.refusals, holder) else { return String::new() };
        let value = |name: &String| play.inputs.iter().position(|n| n == name).map_or(NULL, |i| given[i]);
        let mut inputs: Vec<u64> = info.inputs.iter().map(|input| value(&input.name)).collect();
        // A name that several boards have means the tile that may be chosen, if there is one.
        for k in (0..inputs.len()).filter(|k| info.inputs[*k].show == Show::Tile) {
            let refused = |number: usize| refusals.reasons[number].input == Some(k as u16);
            for tile in self.tiles_named(inputs[k]) {
                inputs[k] = tile;
                let reason = r.reason(&self.position, refusals, holder, &inputs);
                if reason.is_none_or(|(number, _)| !refused(number)) {
                    break;
                }
            }
        }
        let Some((number, words)) = r.reason(&self.position, refusals, holder, &inputs) else {
            return String::new();
        };
        let reason = (refusals.reasons[number], words);
        format!(": {}", refused_by(self.game, &self.position, info, reason, &inputs))
    }

    pub(super) fn check_fault(&self) -> Result<(), ScriptError> {
        match outcome::outcome(self.game, &self.position) {
            Some(Outcome::Fault(fault)) => Err(fault.into()),
            _ => Ok(()),
        }
    }

    pub(super) fn reader(&self) -> Reader<'_> {
        Reader::new(self.game, &self.position.state.words, self.position.players(), Eyes::All)
    }

    /// Answers a question with a value that is shown as `given` says.
    fn answer(&mut self, r: &mut Runner<'_>, base: u16, given: u16) -> Result<(), ScriptError> {
        let (value, by) = (*self.register(base), *self.register(base + 1));
        if by != NULL && self.position.asking().is_some() {
            self.position.focus(word::to_player(by));
        }
        let Awaited::Answer { seat, show, .. } = self.position.awaited else {
            return Err("nobody is asked anything here".into());
        };
        if by != NULL && seat != word::to_player(by) {
            return Err(format!("it is {} who is asked", self.game.seat_name(seat)).into());
        }
        let is_free = self.position.asked().is_some_and(|asked| most_written(asked.how).is_some());
        let written = Written::of((is_free && value != NULL).then(|| self.reader().text(value)));
        let written = written.map_err(|refused| refused.to_string())?;
        let mut candidates = r.list_with(&mut self.position, &written).unwrap_or_default();
        let show = self.game.program.shows[show as usize].clone();
        let given = &self.game.program.shows[usize::from(given)];
        if !self.can_answer((value, given), &show) {
            let asked = candidates.heads().next().map_or(NULL, |head| head.inputs[0]);
            let (asked, given) = (self.type_named(asked, &show), self.type_named(value, given));
            let (asked, given) = (with_article(&asked), with_article(&given));
            return Err(format!("the question asks for {asked}, this answers {given}").into());
        }
        let mut options = Vec::new();
        let wanted = |_: Option<u16>| Some(value).filter(|w| *w != NULL);
        for i in self.worth_trying(&candidates, wanted) {
            if !r.is_legal_at(&mut self.position, &mut candidates, i) {
                continue;
            }
            let has_ways = candidates.has_groups();
            let candidate = candidates.make(i, &mut self.position.state.words);
            let option = candidate.inputs[0];
            // The number of a way among many was found by what it chooses.
            let is_way = has_ways && option != NULL;
            if is_way || self.equal(option, value, &show) || is_free && self.is_written(option, value) {
                self.make(r, candidate);
                return Ok(());
            }
            options.push(plain(&self.reader().value(option, &show)));
        }
        Err(match self.why_not_written(r, &written) {
            Some(why) => {
                format!("`{}` is not legal: {}", short(&written.texts().concat()), short(&why)).into()
            }
            None => self.no_option(base, &options).into(),
        })
    }

    /// Why the filters of what is asked refuse a text that is written.
    fn why_not_written(&mut self, r: &mut Runner<'_>, written: &Written) -> Option<String> {
        let (how, units) = (self.position.asked()?.how, written.units());
        let mut memory = r.machine.memory(r.program, &mut self.position.state);
        let text = memory.new_text(units.first()?).ok()?;
        r.check_written(&self.position, how, text).err()?
    }

    /// Whether a value is of the type that is asked for.
    fn can_answer(&self, (value, given): (u64, &Show), asked: &Show) -> bool {
        match (given, asked) {
            _ if value == NULL => true,
            // A number stands for a player, and a name for the tile that is called so.
            (Show::Number | Show::Player, Show::Number | Show::Player) | (Show::Text, Show::Tile) => true,
            (Show::Tile | Show::Zone, Show::Place) => true,
            (Show::List(given), Show::List(asked)) => {
                self.reader().elements(value).iter().all(|w| self.can_answer((*w, given), asked))
            }
            (given, asked) => given == asked,
        }
    }

    /// The type of a value, as authors call it; of objects it is that of their class.
    fn type_named(&self, value: u64, show: &Show) -> String {
        let word = match show {
            Show::Number => "number",
            Show::Text => "string",
            Show::Bool => "bool",
            Show::Player => "player",
            Show::Case(of) => &self.game.program.enums[usize::from(*of)].name,
            Show::Tile => "tile",
            Show::Place => "place",
            Show::Zone | Show::Zones => "zone",
            Show::Turn => "turn",
            Show::Object if value != NULL => &self.reader().class(value).name,
            Show::Object => "object",
            Show::List(of) => {
                let first = self.reader().elements(value).first().copied().unwrap_or(NULL);
                return format!("List<{}>", self.type_named(first, of));
            }
            Show::Set(of) => {
                let first = of.members(value).next().unwrap_or(NULL);
                return format!("Set<{}>", self.type_named(first, of));
            }
            Show::Table(..) => "table",
            Show::Position => "position",
            Show::Function => "function value",
        };
        word.to_owned()
    }

    /// An answer that is not among the options, as the author wrote it.
    fn no_option(&self, base: Reg, options: &[String]) -> String {
        const MAX_NAMED: usize = 12;
        let answer = self.operand(self.state.pc.saturating_sub(1), base);
        let named = options[..options.len().min(MAX_NAMED)].join(", ");
        let more = if options.len() > MAX_NAMED { ", ..." } else { "" };
        format!("`{answer}` is not among the options: {named}{more}")
    }

    /// Runs a block as the effect of an action.
    fn act(&mut self, r: &mut Runner<'_>, base: u16, function: u32) -> Result<(), ScriptError> {
        self.run_to_decision(r)?;
        let by = *self.register(base);
        let n = self.game.program.functions[function as usize].params;
        let args: Vec<u64> = (1..=n).map(|i| *self.register(base + i)).collect();
        let decider = self.position.decider();
        let seat = if by == NULL { decider } else { Some(word::to_player(by)) };
        match (self.position.awaited, seat) {
            (Awaited::Act | Awaited::Stuck, Some(seat)) => {
                let refusal = r.block_refusal(&self.position, function, seat, &args);
                if r.end_if_spent(&mut self.position) {
                    return self.check_fault();
                }
                match refusal {
                    None => {
                        let position = &mut self.position;
                        let heard = r.heard(|r| {
                            r.play_block(position, function, seat, &args);
                            r.verify(position);
                        });
                        self.has_told(heard);
                        self.check_fault()
                    }
                    Some(why) if why.is_empty() => Err("whatever is answered, this fails".into()),
                    Some(why) => Err(format!("this fails: {why}").into()),
                }
            }
            (Awaited::Over, _) => Err("the match is over".into()),
            (Awaited::Act | Awaited::Stuck, None) => Err("nobody is to act here: say `by` whom".into()),
            _ => Err("somebody is asked already: `answer` comes first".into()),
        }
    }

    fn inspect(&mut self, r: &mut Runner<'_>, what: u16, d: u16) -> Result<u64, ScriptError> {
        self.run_to_decision(r)?;
        let place =
            |p| crate::position::seat_words(&self.game.program, &self.position.state.words, p)[seat::PLACE];
        let over = self.position.awaited == Awaited::Over;
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
            inspect::TOLD => {
                let mut memory = r.machine.memory(r.program, &mut self.position.state);
                let texts = self.heard.iter().filter_map(|heard| heard.text(Eyes::All));
                let text = |text: &str| memory.new_text(&text.encode_utf16().collect::<Vec<_>>());
                let texts: Vec<u64> = texts.map(text).collect::<Result<_, _>>().unwrap_or_default();
                let mut memory = r.machine.memory(r.program, &mut self.position.state);
                memory.new_list(Kind::Text, &texts).unwrap_or(NULL)
            }
            inspect::OVER => word::bool(self.position.is_over()),
            inspect::STUCK => word::bool(self.position.awaited == Awaited::Stuck),
            inspect::DECIDER => self.position.decider().map_or(NULL, word::player),
            inspect::MOVES => {
                r.machine.fuel.charge_copy(self.position.state.words.len());
                let mut copy = self.position.clone();
                let count = r.as_at_a_decision(|r| {
                    let mut candidates = r.list(&mut copy).unwrap_or_default();
                    r.count_legal(&mut copy, &mut candidates)
                });
                if copy.awaited == Awaited::Faulty {
                    return Err(fault(self.game, &copy).into());
                }
                word::number(count as f64)
            }
            inspect::PERFT => {
                let depth = word::to_number(*self.register(d)) as u32;
                if depth > MAX_PERFT_DEPTH {
                    return Err(format!("`perft` looks at most {MAX_PERFT_DEPTH} moves ahead").into());
                }
                match r.perft(&self.position, depth, &mut { MAX_PERFT_POSITIONS }) {
                    Ok(n) => word::number(n as f64),
                    Err(PerftError::Faulty(position)) => return Err(fault(self.game, &position).into()),
                    Err(PerftError::TooMany) => {
                        let what =
                            format!("`perft` lists moves in more than {MAX_PERFT_POSITIONS} positions");
                        return Err(what.into());
                    }
                }
            }
            _ => return Err("a defect of the machine: no such value for a test".into()),
        })
    }
}

/// `a Card`, `an Officer`
fn with_article(name: &str) -> String {
    let vowel = name.chars().next().is_some_and(|c| "aeiouAEIOU".contains(c));
    format!("{} {name}", if vowel { "an" } else { "a" })
}
