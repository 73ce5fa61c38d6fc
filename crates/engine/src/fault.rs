//! What went wrong in the rules, in the author's words, with the calls that led to it.

use crate::game::Game;
use crate::matches::Match;
use crate::position::Position;
use crate::view::Fault;
use base::{NodeId, Span};
use bytecode::op::Reg;
use bytecode::program::{Field, Show};
use bytecode::word::NULL;
use vm::{FaultKind, Machine, State};

/// How many calls of a long trail are shown, from where it went wrong and from where it began.
const MAX_INNERMOST: usize = 16;
const MAX_OUTERMOST: usize = 4;

/// What is said where nothing more can be.
pub(crate) const WENT_WRONG: &str = "the rules went wrong";

/// The message where fuel runs out.
const OUT_OF_FUEL: &str = "the rules take too many steps without asking anybody";

/// What went wrong in a match whose rules did.
pub(crate) fn fault(game: &Game, position: &Position) -> Fault {
    match position.fault.as_deref() {
        Some(fault) => game.fault(fault, &position.state),
        None => Fault { message: WENT_WRONG.to_owned(), told: None, at: game.span(0), trail: Vec::new() },
    }
}

/// Whether a match has ended because the rules took more than they may, of work, memory or depth.
pub fn has_hit_limit(now: &Match) -> bool {
    use FaultKind::{TooDeep, TooManyAnswers, TooMuchMemory, TooMuchWork};
    let fault = now.position.fault.as_deref().filter(|_| now.is_over());
    fault.is_some_and(|fault| matches!(fault.kind, TooDeep | TooManyAnswers | TooMuchMemory | TooMuchWork))
}

impl Game {
    /// What is said of the first move since this was asked that took too long to be tried, and so was left out of what
    /// is offered.
    pub(crate) fn left_out(&self, machine: &mut Machine) -> Option<Fault> {
        let fault = self.fault(machine.left_out.take().as_deref()?, &State::default());
        let message =
            format!("a move takes too long to be tried, and is left out of all moves: {}", fault.message);
        Some(Fault { message, ..fault })
    }

    /// A fault in the author's words, with the calls that led to it.
    pub(crate) fn fault(&self, fault: &vm::Fault, state: &State) -> Fault {
        let nothing = matches!(fault.kind, FaultKind::Null | FaultKind::NullKey)
            .then(|| self.null_operand(fault.pc, state))
            .flatten();
        let at = nothing.unwrap_or_else(|| self.span(fault.pc));
        let piece = one_line(self.source(at));
        let message = match &fault.kind {
            FaultKind::Null if nothing.is_some() => {
                format!("`{piece}` is null{}", self.given_no_value(&piece).unwrap_or_default())
            }
            FaultKind::Null => format!("`{piece}` is null or works on null"),
            FaultKind::Index(i, n) => format!("index {i} is outside of a list of length {n}"),
            FaultKind::DivisionByZero => format!("`{piece}` divides by zero"),
            FaultKind::NotANumber => format!("the result of `{piece}` is no number"),
            FaultKind::NullKey if nothing.is_some() => format!("the key `{piece}` is null"),
            FaultKind::NullKey => format!("the key in `{piece}` is null"),
            FaultKind::Unknown(what, name) => format!("there is no {what} called `{}`", short(name)),
            FaultKind::NoRoom(tile) => format!("there is no room on `{}`", short(tile)),
            FaultKind::ConstantChanged => {
                "a list of a constant is changed, and constants never change".to_owned()
            }
            FaultKind::ChangedInFilter => "a list of the game is changed where nothing may change".to_owned(),
            FaultKind::Said { text, .. } | FaultKind::Other(text) => short(text),
            FaultKind::TooMuchMemory => "the game needs more memory than it may have".to_owned(),
            FaultKind::TooMuchWork => OUT_OF_FUEL.to_owned(),
            FaultKind::TooManyAnswers => {
                format!("too many answers to `{piece}` must be tried to know whether the move is legal")
            }
            FaultKind::TooDeep => "too many functions run inside one another".to_owned(),
            FaultKind::Uncountable => {
                format!("`{piece}` counts beyond 9007199254740990, where numbers are further apart than 1")
            }
            FaultKind::Removed => "a piece that was removed from the game cannot be put anywhere".to_owned(),
            FaultKind::Impossible(what) => format!("a defect of the machine: {what}"),
        };
        let told = match &fault.kind {
            FaultKind::Said { told, .. } => Some(short(told)),
            // What they quote may be hidden.
            FaultKind::Index(..) | FaultKind::Unknown(..) | FaultKind::NoRoom(_) if self.may_veil => {
                Some(format!("`{piece}` went wrong"))
            }
            _ => None,
        };
        Fault { message, told, at, trail: self.trail(state) }
    }

    /// What to write, where a piece of source names an attribute that is declared without a value: one number, text or
    /// truth value, which are null then, whatever people expect.
    fn given_no_value(&self, piece: &str) -> Option<String> {
        let name = piece.rsplit('.').next()?.trim();
        let fields = self.program.classes.iter().flat_map(|class| &class.fields);
        let mut named = fields.filter(|field| !field.hidden && field.name == name);
        let of = |field: &Field| match field.show {
            _ if !field.bare => None,
            Show::Number => Some(("number", "0")),
            Show::Bool => Some(("bool", "false")),
            Show::Text => Some(("string", "\"\"")),
            _ => None,
        };
        let (ty, value) = of(named.next()?)?;
        named
            .all(|field| of(field).is_some_and(|other| other.0 == ty))
            .then(|| format!(": give it a value where it is declared, `{ty} {name} = {value};`"))
    }

    /// The expression that gave the null that an instruction met.
    fn null_operand(&self, pc: u32, state: &State) -> Option<Span> {
        let window = state.frames.last()?.base as usize;
        let is_null = |o: &&(u32, Reg, NodeId)| state.stack.get(window + usize::from(o.1)) == Some(&NULL);
        self.operands(pc).iter().find(is_null).map(|o| self.node_span(o.2))
    }

    /// Which expressions filled the registers that an instruction reads.
    pub(crate) fn operands(&self, pc: u32) -> &[(u32, Reg, NodeId)] {
        let all = &self.program.operands;
        let first = all.partition_point(|o| o.0 < pc);
        let last = all.partition_point(|o| o.0 <= pc);
        &all[first..last]
    }

    fn trail(&self, state: &State) -> Vec<(String, Span)> {
        let shown = |i: &usize| *i < MAX_INNERMOST || i + MAX_OUTERMOST >= state.frames.len();
        let frames = state.frames.iter().rev().enumerate().filter(|(i, _)| shown(i)).map(|f| f.1);
        let named = frames.map(|f| {
            let function = &self.program.functions[f.function as usize];
            let back = if f.return_pc == u32::MAX {
                self.node_span(function.at)
            } else {
                self.span(f.return_pc - 1)
            };
            (function.name.clone(), back)
        });
        named.collect()
    }
}

/// A text that the rules made, on one line and not longer than can be read.
pub(crate) fn short(text: &str) -> String {
    base::beginning(text, 300)
}

/// The beginning of a piece of source, on one line.
pub(crate) fn one_line(text: &str) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 60 { line } else { line.chars().take(57).chain("...".chars()).collect() }
}
