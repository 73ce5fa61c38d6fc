//! The code of one function while it is emitted: registers, labels, scopes. It knows nothing of what is emitted.

use super::Emitter;
use super::settled::Unsettled;
use super::size::TooLarge;
use crate::typed::{Body, ClassId, Local, LocalId};
use base::NodeId;
use bytecode::Op;
use bytecode::op::{JumpMut, Reg};
use bytecode::program::Catch;
use language::limits::MAX_INSTRUCTIONS;

/// A place in the code that jumps go to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Label(u32);

impl Label {
    pub(super) fn number(self) -> u32 {
        self.0
    }
}

/// What `return` does here.
#[derive(Clone, Copy, Debug)]
pub(super) enum Returning {
    /// Leaves the function.
    Leave,
    /// Leaves the value in a register and goes on behind the inlined code.
    Inlined { result: Reg, end: Label },
    /// Goes to what must hold after the effect.
    Ensure(Label),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    pub again: Label,
    pub end: Label,
}

/// What names mean while a body is emitted; replaced while another is inlined.
#[derive(Clone, Debug)]
pub(super) struct Scope<'g> {
    pub locals: Vec<Reg>,
    pub types: &'g [Local],
    pub this: Reg,
    /// The class of `this`, where more is known of it than where the body stands.
    pub this_class: Option<ClassId>,
    pub event: Reg,
    pub returning: Returning,
    pub loops: Vec<Loop>,
    /// How many functions are being inlined into one another.
    pub depth: u32,
}

/// A function may use so many registers.
const MAX_REGISTERS: u32 = 4000;

const NOWHERE: Reg = Reg::MAX;

/// How many registers of a window are written down for messages.
const MAX_NOTED: u16 = 8;

/// Registers behind the parameters that hold what loops would compute again and again.
const KEPT: Reg = 8;

/// A value that stays the same while a function runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Same {
    Word(u64),
    /// The active player, in functions that change nothing.
    Active,
}

/// Which filters a move generator runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Filtering {
    Full,
    /// All but the filter of the last input, so that candidates are pseudo-legal.
    AllButLast,
    /// Neither requirements nor filters, for whoever asks why something is not possible.
    Nothing,
}

impl Scope<'_> {
    /// The scope at the start of a function.
    pub(super) fn of(this: Reg, depth: u32) -> Scope<'static> {
        let (locals, loops) = (Vec::new(), Vec::new());
        let returning = Returning::Leave;
        Scope { locals, types: &[], this, this_class: None, event: NOWHERE, returning, loops, depth }
    }
}

/// What comes of a function.
#[derive(Default)]
pub(super) struct Code {
    pub ops: Vec<Op>,
    pub origins: Vec<NodeId>,
    pub operands: Vec<(u32, Reg, NodeId)>,
    pub catches: Vec<Catch>,
    /// How many registers it uses at most.
    pub registers: u32,
    pub too_large: Option<TooLarge>,
}

pub(super) struct FunctionBuilder<'e, 'g> {
    pub e: &'e mut Emitter<'g>,
    pub code: Code,
    /// For each register the expression whose value it holds, 0 where it holds none.
    held: Vec<NodeId>,
    pub(super) labels: Vec<Option<u32>>,
    /// Instructions with a relative jump, and where each goes.
    pub(super) relative: Vec<(u32, Label)>,
    /// Instructions that only look whether an object is null.
    pub(super) checks: Vec<u32>,
    next: u32,
    pub scope: Scope<'g>,
    /// How many new objects are being given their defaults inside one another.
    pub constructing: usize,
    /// How many loops are open.
    pub looping: u32,
    /// How often the code that is being emitted was emitted already, see `stream`.
    pub copies: u32,
    /// Whether the function changes nothing, whatever it calls.
    pub pure: bool,
    pub filtering: Filtering,
    /// Whether moves are listed, so that texts which are written for them are offered, too.
    pub lists_moves: bool,
    kept: Vec<(Same, Reg)>,
    first_kept: Reg,
    /// What settled attributes come to where something has changed: stands behind everything else.
    pub unsettled: Vec<Unsettled>,
    /// From where to where something may go wrong, and where it goes on then.
    pub(super) catches: Vec<[Label; 3]>,
    /// Where it goes on when something goes wrong in the code that is being emitted.
    pub(super) caught_at: Option<Label>,
}

impl<'e, 'g> FunctionBuilder<'e, 'g> {
    pub(super) fn new(e: &'e mut Emitter<'g>, params: Reg) -> FunctionBuilder<'e, 'g> {
        let first_kept = params.max(1);
        let next = u32::from(first_kept + KEPT);
        FunctionBuilder {
            e,
            code: Code { registers: next, ..Code::default() },
            held: Vec::new(),
            labels: Vec::new(),
            relative: Vec::new(),
            checks: Vec::new(),
            next,
            scope: Scope::of(0, 0),
            constructing: 0,
            looping: 0,
            copies: 0,
            pure: false,
            filtering: Filtering::Full,
            lists_moves: false,
            kept: Vec::new(),
            first_kept,
            unsettled: Vec::new(),
            catches: Vec::new(),
            caught_at: None,
        }
    }

    // -- registers --

    /// `n` new registers in a row, behind all that are in use.
    pub(super) fn registers(&mut self, n: usize) -> Reg {
        let first = self.next;
        self.next += n as u32;
        self.code.registers = self.code.registers.max(self.next);
        if self.next > MAX_REGISTERS {
            self.give_up(TooLarge::Registers);
            self.next = first;
            return 0;
        }
        first as Reg
    }

    /// `n` registers in a row, the first being `d` where that is the last one in use.
    pub(super) fn window(&mut self, d: Reg, n: usize) -> Reg {
        if u32::from(d) + 1 == self.next {
            self.registers(n.saturating_sub(1));
            return d;
        }
        self.registers(n)
    }

    pub(super) fn register(&mut self) -> Reg {
        self.registers(1)
    }

    /// Where the next register will be: give it to [`FunctionBuilder::release`] to free all from there on.
    pub(super) fn mark(&self) -> u32 {
        self.next
    }

    pub(super) fn release(&mut self, mark: u32) {
        self.next = mark;
    }

    /// In a loop, a register that holds the value from the start of the function on, if one is free.
    pub(super) fn keep(&mut self, same: Same) -> Option<Reg> {
        if self.looping == 0 || same == Same::Active && !self.pure {
            return None;
        }
        if let Some((_, r)) = self.kept.iter().find(|(s, _)| *s == same) {
            return Some(*r);
        }
        if self.kept.len() == KEPT as usize {
            return None;
        }
        let r = self.first_kept + self.kept.len() as Reg;
        self.kept.push((same, r));
        Some(r)
    }

    /// Loads the kept values, before everything else.
    fn prologue(&mut self) {
        let kept = std::mem::take(&mut self.kept);
        let load = |c: &mut Self, (same, d): (Same, Reg)| match same {
            Same::Word(w) => Op::Constant { d, index: c.e.constant(w) },
            Same::Active => Op::Active { d },
        };
        let ops: Vec<Op> = kept.into_iter().map(|k| load(self, k)).collect();
        let n = ops.len();
        self.labels.iter_mut().flatten().for_each(|place| *place += n as u32);
        self.code.operands.iter_mut().for_each(|(pc, ..)| *pc += n as u32);
        self.relative.iter_mut().for_each(|(pc, _)| *pc += n as u32);
        self.code.origins.splice(0..0, std::iter::repeat_n(NodeId(0), n));
        self.code.ops.splice(0..0, ops);
    }

    // -- locals --

    /// Makes room in the scope for the locals of a body.
    pub(super) fn open(&mut self, body: &'g Body) {
        self.open_locals(&body.locals);
    }

    pub(super) fn open_locals(&mut self, locals: &'g [Local]) {
        self.scope.locals = vec![NOWHERE; locals.len()];
        self.scope.types = locals;
    }

    pub(super) fn bind(&mut self, local: LocalId, register: Reg) {
        if self.scope.locals.len() <= local.index() {
            self.scope.locals.resize(local.index() + 1, NOWHERE);
        }
        self.scope.locals[local.index()] = register;
    }

    pub(super) fn local(&mut self, local: LocalId) -> Reg {
        match self.scope.locals.get(local.index()) {
            Some(&r) if r != NOWHERE => r,
            _ => {
                let r = self.register();
                self.bind(local, r);
                r
            }
        }
    }

    // -- instructions --

    pub(super) fn emit(&mut self, at: NodeId, op: Op) {
        if self.is_given_up() {
            return;
        }
        self.e.instructions += 1;
        if self.e.instructions > MAX_INSTRUCTIONS {
            return self.give_up(TooLarge::Code);
        }
        self.note(&op);
        self.code.ops.push(op);
        self.code.origins.push(at);
    }

    /// A register holds the value of an expression now.
    pub(super) fn holds(&mut self, r: Reg, at: NodeId) {
        let r = usize::from(r);
        if self.held.len() <= r {
            self.held.resize(r + 1, NodeId(0));
        }
        self.held[r] = at;
    }

    /// Writes down which expressions an instruction works on.
    fn note(&mut self, op: &Op) {
        let (held, operands, program) = (&mut self.held, &mut self.code.operands, &self.e.program);
        let pc = self.code.ops.len() as u32;
        op.each_operand(program, usize::MAX, |operand| {
            let (first, n) = operand.registers().0;
            for r in first..first.saturating_add(n.min(MAX_NOTED)) {
                match held.get(usize::from(r)) {
                    Some(at) if *at != NodeId(0) => operands.push((pc, r, *at)),
                    _ => {}
                }
            }
        });
        op.each_operand(program, usize::MAX, |operand| {
            if let Some(base) = operand.clobbers() {
                held.truncate(base.into());
            }
            let (_, (first, n)) = operand.registers();
            for held in held.iter_mut().skip(first.into()).take(n.into()) {
                *held = NodeId(0);
            }
        });
    }

    pub(super) fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    /// Puts the label here.
    pub(super) fn place(&mut self, label: Label) {
        self.labels[label.0 as usize] = Some(self.code.ops.len() as u32);
    }

    /// How many instructions there are so far.
    pub(super) fn here(&self) -> usize {
        self.code.ops.len()
    }

    /// Notes that something here cannot be encoded. Nothing that is emitted afterwards is kept.
    pub(super) fn give_up(&mut self, why: TooLarge) {
        self.code.too_large.get_or_insert(why);
    }

    /// Notes that something stands here that lowering should have made something else of.
    pub(super) fn left_over(&mut self, at: NodeId) {
        self.e.left_over.get_or_insert(at);
        self.emit(at, Op::Impossible);
    }

    /// Whether this function or the whole program is too large already. What goes down a tree asks, because what is put
    /// in several times makes code of any length.
    pub(super) fn is_given_up(&self) -> bool {
        self.code.too_large.is_some() || self.e.too_large.is_some()
    }

    pub(super) fn jump(&mut self, at: NodeId, label: Label) {
        self.emit(at, Op::Jump { to: label.0 });
    }

    /// Emits an instruction with a relative jump (`by`) to a label.
    pub(super) fn jump_by(&mut self, at: NodeId, op: Op, label: Label) {
        if !self.is_given_up() {
            self.relative.push((self.code.ops.len() as u32, label));
        }
        self.emit(at, op);
    }

    pub(super) fn to(label: Label) -> u32 {
        label.0
    }

    pub(super) fn constant(&mut self, at: NodeId, d: Reg, w: u64) {
        let index = self.e.constant(w);
        self.emit(at, Op::Constant { d, index });
    }

    pub(super) fn integer(&mut self, at: NodeId, d: Reg, value: i64) {
        match i32::try_from(value) {
            Ok(value) => self.emit(at, Op::Integer { d, value }),
            Err(_) => self.constant(at, d, value as u64),
        }
    }

    pub(super) fn copy(&mut self, at: NodeId, d: Reg, s: Reg) {
        if d != s {
            self.emit(at, Op::Move { d, s });
        }
    }

    /// Returns null.
    pub(super) fn give_null(&mut self, at: NodeId) {
        let d = self.register();
        self.emit(at, Op::Null { d });
        self.emit(at, Op::Return { s: d });
    }

    /// Resolves the labels.
    pub(super) fn finish(mut self) -> Code {
        self.unsettled();
        if self.is_given_up() {
            return self.code;
        }
        self.leave_out_looks();
        self.prologue();
        // So that a label at the very end has a target, and control never runs past the end.
        if self.labels.contains(&Some(self.code.ops.len() as u32)) || !ends(self.code.ops.last()) {
            self.emit(NodeId(0), Op::Impossible);
        }
        let place = |labels: &[Option<u32>], label: u32| labels[label as usize].unwrap_or(0);
        let mut reached = true;
        for (pc, label) in &self.relative {
            let by = i64::from(place(&self.labels, label.0)) - (i64::from(*pc) + 1);
            match (self.code.ops[*pc as usize].jump_mut(), i16::try_from(by)) {
                (Some(JumpMut::Relative(field)), Ok(by)) => *field = by,
                _ => reached = false,
            }
        }
        if !reached {
            self.give_up(TooLarge::Jump);
        }
        for op in &mut self.code.ops {
            if let Some(JumpMut::Absolute(to)) = op.jump_mut() {
                *to = place(&self.labels, *to);
            }
        }
        let caught = self.catches.iter().map(|all| all.map(|label| place(&self.labels, label.0)));
        self.code.catches = caught.map(|[from, to, goes_on]| Catch { from, to, goes_on }).collect();
        self.code.catches.sort_by_key(|c| (c.from, std::cmp::Reverse(c.to)));
        self.code
    }
}

/// Whether nothing follows the instruction, even if a host went on after the end of the game.
fn ends(op: Option<&Op>) -> bool {
    matches!(op, Some(Op::Return { .. } | Op::Jump { .. } | Op::Impossible))
}

/// Moves the absolute jumps of an instruction by where its function begins.
pub(super) fn relocate(mut op: Op, entry: u32) -> Op {
    if let Some(JumpMut::Absolute(to)) = op.jump_mut() {
        *to += entry;
    }
    op
}
