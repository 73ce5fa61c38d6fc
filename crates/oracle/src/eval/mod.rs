//! The evaluation of the typed tree on a world: one `Run` goes from one decision to the next, or to the first
//! question that has no answer yet. It is started again from the beginning with one answer more.

mod act;
mod before;
mod board;
mod builtin;
mod call;
mod choice;
mod convert;
mod expr;
mod list;
mod modifier;
mod operator;
mod path;
mod piece;
mod queue;
mod set;
pub(crate) mod settling;
mod statement;
mod target;
mod values;
mod zone;

use crate::value::{Ask, Base, Choice, Step, Stop, Value, fault};
use crate::world::{Collection, Place, World};
use base::NodeId;
use compiler::typed::{BinaryOp, Block, BoardId, Body, Expr, ExprKind, Game, ZoneId};
use std::collections::BTreeMap;
use std::rc::Rc;

pub use act::TOO_MANY_TRIES;
pub(crate) use act::{Attempt, must_try};
pub(crate) use expr::constant;
use statement::Flow;

/// The most frames that may be open at once.
const MAX_FRAMES: u32 = 200;
/// The most statements and expressions of one run.
const MAX_STEPS: u64 = 20_000_000;
/// The most elements of a list that a range makes.
const MAX_ELEMENTS: f64 = 1_000_000.0;

/// What is said where something that never changes is changed.
const CONSTANT_CHANGED: &str = "a list of a constant is changed, and constants never change";

/// The texts that are written for questions.
pub(crate) type Written<'g> = BTreeMap<usize, Vec<Value<'g>>>;

pub(crate) struct Run<'g> {
    pub game: &'g Game,
    pub world: World<'g>,
    /// The numbers of the options chosen so far, and how many of them have been used.
    pub answers: Vec<usize>,
    used: usize,
    /// The texts that are written for a question, by how many answers come before it.
    pub written: Written<'g>,
    /// A player, or null outside of actions.
    pub actor: Value<'g>,
    /// The number of the action that runs: 0 is the one that a player chose, those of the queue follow.
    pub number: u32,
    /// Whether that action may fail.
    pub tried: bool,
    /// Whether what was settled holds whatever changes.
    holds_settled: bool,
    /// Stop when the action of that number ends.
    pub probe: Option<u32>,
    /// Pieces that were moved by what is being evaluated.
    moved: Vec<(usize, Place, Place)>,
    frames: u32,
    steps: u64,
}

/// The variables of one call.
#[derive(Clone)]
pub(crate) struct Frame<'g> {
    pub locals: Vec<Value<'g>>,
    pub this: Value<'g>,
    pub event: Value<'g>,
    /// In what a modifier overrides.
    pub base: Option<Rc<Base<'g>>>,
}

impl<'g> Frame<'g> {
    pub(crate) fn new(locals: usize, this: Value<'g>, event: Value<'g>) -> Frame<'g> {
        Frame { locals: vec![Value::Null; locals], this, event, base: None }
    }
}

impl<'g> Run<'g> {
    pub(crate) fn new(world: World<'g>, answers: Vec<usize>) -> Run<'g> {
        let game = world.game;
        Run {
            game,
            world,
            answers,
            used: 0,
            written: Written::new(),
            actor: Value::Null,
            number: 0,
            tried: false,
            holds_settled: false,
            probe: None,
            moved: Vec::new(),
            frames: 0,
            steps: 0,
        }
    }

    fn step(&mut self, at: NodeId) -> Step<'g, ()> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return fault(at, "too many steps");
        }
        Ok(())
    }

    /// Runs something one frame deeper.
    fn deeper<T>(&mut self, at: NodeId, run: impl FnOnce(&mut Run<'g>) -> Step<'g, T>) -> Step<'g, T> {
        if self.frames >= MAX_FRAMES {
            return fault(at, "too deep");
        }
        self.frames += 1;
        let result = run(self);
        self.frames -= 1;
        result
    }

    /// Works out some of a text that people read; none where something goes wrong in it, which ends nothing.
    fn in_text<T>(&mut self, run: impl FnOnce(&mut Run<'g>) -> Step<'g, T>) -> Step<'g, Option<T>> {
        match run(self) {
            Ok(value) => Ok(Some(value)),
            Err(Stop::Fault(_)) if self.steps <= MAX_STEPS => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// A text that people read, part by part.
    fn said(&mut self, f: &mut Frame<'g>, text: &'g Expr) -> Step<'g, String> {
        Ok(match &text.kind {
            ExprKind::Concat(parts) if !parts.is_empty() => {
                parts.iter().map(|part| self.said(f, part)).collect::<Step<'g, Vec<_>>>()?.concat()
            }
            ExprKind::Binary(BinaryOp::Concat, a, b) => self.said(f, a)? + &self.said(f, b)?,
            _ => match self.in_text(|run| run.expr(f, text))? {
                Some(value) => crate::text::plain(&self.world, &value),
                None => "?".to_owned(),
            },
        })
    }

    /// Runs a body of its own, giving what it returns.
    pub(crate) fn body(
        &mut self,
        at: NodeId,
        body: &'g Body,
        this: Value<'g>,
        event: Value<'g>,
    ) -> Step<'g, Value<'g>> {
        let mut frame = Frame::new(body.locals.len(), this, event);
        self.deeper(at, |run| run.returned(&mut frame, &body.block))
    }

    /// What a block returns; null where it ends without.
    fn returned(&mut self, frame: &mut Frame<'g>, block: &'g Block) -> Step<'g, Value<'g>> {
        Ok(match self.block(frame, block)? {
            Flow::Return(value) => value,
            _ => Value::Null,
        })
    }

    /// Whether a block that must return a bool returns true.
    pub(crate) fn holds(&mut self, at: NodeId, frame: &mut Frame<'g>, block: &'g Block) -> Step<'g, bool> {
        let value = self.returned(frame, block)?;
        bool(at, &value)
    }

    /// The chosen one of the options, or a stop that asks for it.
    pub(crate) fn ask(&mut self, by: u32, options: Vec<Choice<'g>>) -> Step<'g, Choice<'g>> {
        let Some(answer) = self.answers.get(self.used).copied() else {
            return Err(Stop::Ask(Box::new(Ask { by, options })));
        };
        self.used += 1;
        match options.into_iter().nth(answer) {
            Some(choice) => Ok(choice),
            None => fault(NodeId(0), "no such option"),
        }
    }

    fn items(&self, at: NodeId, value: &Value<'g>) -> Step<'g, Vec<Value<'g>>> {
        match self.world.items(value) {
            Some(items) => Ok(items),
            None => fault(at, "the list is null"),
        }
    }

    /// The elements of a list or stack, to be changed.
    fn row(&mut self, at: NodeId, value: &Value<'g>) -> Step<'g, &mut Vec<Value<'g>>> {
        if let Value::List(i) | Value::Stack(i) = value
            && let Collection::Row(items) = &mut self.world.collections[*i]
        {
            return Ok(items);
        }
        fault(at, "the list is null")
    }

    fn pairs(&mut self, at: NodeId, value: &Value<'g>) -> Step<'g, &mut Vec<(Value<'g>, Value<'g>)>> {
        if let Value::Table(i) = value
            && let Collection::Table(pairs) = &mut self.world.collections[*i]
        {
            return Ok(pairs);
        }
        fault(at, "the table is null")
    }

    /// A fault where a list, stack or table is one of a constant.
    fn is_changeable(&self, at: NodeId, changed: &Value<'g>) -> Step<'g, ()> {
        match changed {
            Value::List(i) | Value::Stack(i) | Value::Table(i)
                if *i < self.world.fixed || self.world.frozen.contains(i) =>
            {
                fault(at, CONSTANT_CHANGED)
            }
            _ => Ok(()),
        }
    }

    fn player(&self, at: NodeId, value: &Value<'g>) -> Step<'g, u32> {
        match value {
            Value::Player(p) => Ok(*p),
            Value::Number(n) => Ok(self.world.to_player(*n)),
            _ => fault(at, "the player is null"),
        }
    }
}

/// A player counts as its number.
fn number<'g>(at: NodeId, value: &Value<'g>) -> Step<'g, f64> {
    match value {
        Value::Number(n) => Ok(*n),
        Value::Player(p) => Ok(f64::from(*p)),
        _ => fault(at, "the number is null"),
    }
}

/// A number that a range comes to: beyond these, numbers are further apart than 1.
fn countable<'g>(at: NodeId, n: f64) -> Step<'g, f64> {
    if n.abs() > 9_007_199_254_740_990.0 {
        fault(at, "this counts beyond what can be counted")
    } else {
        Ok(n)
    }
}

fn bool<'g>(at: NodeId, value: &Value<'g>) -> Step<'g, bool> {
    match value {
        Value::Bool(b) => Ok(*b),
        _ => fault(at, "the condition is null"),
    }
}

fn text<'g>(at: NodeId, value: &Value<'g>) -> Step<'g, Rc<[u16]>> {
    match value {
        Value::Text(t) => Ok(t.clone()),
        _ => fault(at, "the string is null"),
    }
}

fn tile<'g>(at: NodeId, value: &Value<'g>) -> Step<'g, (BoardId, u32)> {
    match value {
        Value::Tile(b, t) => Ok((*b, *t)),
        _ => fault(at, "the tile is null"),
    }
}

fn object<'g>(at: NodeId, value: &Value<'g>) -> Step<'g, usize> {
    match value {
        Value::Object(o) => Ok(*o),
        _ => fault(at, "the object is null"),
    }
}

fn zone<'g>(at: NodeId, value: &Value<'g>) -> Step<'g, (ZoneId, u32)> {
    match value {
        Value::Zone(z, p) => Ok((*z, *p)),
        _ => fault(at, "the zone is null"),
    }
}

/// A number that must be finite.
fn finite<'g>(at: NodeId, n: f64) -> Step<'g, Value<'g>> {
    if n.is_finite() { Ok(Value::Number(n)) } else { fault(at, "the result is no number") }
}

/// The place of an index in something of that length.
fn index<'g>(at: NodeId, n: f64, length: usize) -> Step<'g, usize> {
    let i = n.trunc();
    if i < 0.0 || i >= length as f64 {
        return fault(
            at,
            format!("index {} is outside of a list of length {length}", crate::text::number(i)),
        );
    }
    Ok(i as usize)
}
