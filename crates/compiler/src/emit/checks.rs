//! Leaves out what a function has looked at already: whether an object is null, where every way there has looked at it
//! before, and attributes that a register holds since then. It knows instructions by their operands alone, and nothing
//! of what the code is for.

use super::function::FunctionBuilder;
use bytecode::op::Reg;
use bytecode::{Op, Operand, Program};

/// Of registers behind these nothing is known; functions hardly ever have so many.
const TRACKED: Reg = 128;

/// In longer functions nothing is left out, since it takes a few passes over the code.
const MAX_LENGTH: usize = 1 << 14;

/// Registers, a bit each.
type Registers = u128;

fn bit(r: Reg) -> Registers {
    if r < TRACKED { 1 << r } else { 0 }
}

/// All registers from one on.
fn from(r: Reg) -> Registers {
    if r < TRACKED { Registers::MAX << r } else { 0 }
}

/// What an instruction does to the registers of its function.
struct Effect {
    /// It goes on only where this one holds an object.
    looks_at: Registers,
    writes: Registers,
    /// The first gets what the second holds.
    copies: Option<(Reg, Reg)>,
    makes: Registers,
}

impl Effect {
    fn of(op: &Op, program: &Program) -> Effect {
        let mut effect = Effect { looks_at: 0, writes: 0, copies: None, makes: 0 };
        op.each_operand(program, usize::MAX, |operand| {
            let (_, (first, n)) = operand.registers();
            effect.writes |= from(first) & !from(first.saturating_add(n));
            effect.writes |= operand.clobbers().map_or(0, from);
        });
        match *op {
            Op::GetField { object, .. } => effect.looks_at = bit(object),
            Op::Move { d, s } => effect.copies = Some((d, s)),
            Op::New { d, .. } => effect.makes = bit(d),
            // Registers are as they were at the beginning.
            Op::SupposeEnd { .. } => effect.writes = Registers::MAX,
            _ => {}
        }
        effect
    }

    /// The registers that hold objects after it, where these held some before.
    fn after(&self, before: Registers) -> Registers {
        let copied = self.copies.filter(|(_, s)| before & bit(*s) != 0).map_or(0, |(d, _)| bit(d));
        (before | self.looks_at) & !self.writes | copied | self.makes
    }
}

/// A register that holds a word of the state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    /// The field of an object, which is in the second register.
    Field(Reg, Reg, u16),
    /// A word of the fixed part.
    Fixed(Reg, u16),
}

impl Held {
    /// What an instruction leaves in a register.
    fn by(op: &Op) -> Option<Held> {
        let held = match *op {
            Op::GetField { d, object, field } if d != object => Held::Field(d, object, field),
            Op::SetField { object, field, s } if s != object => Held::Field(s, object, field),
            Op::Header { d, index } => Held::Fixed(d, index),
            Op::SetHeader { index, s } => Held::Fixed(s, index),
            _ => return None,
        };
        Some(held).filter(|held| held.registers().0 & held.registers().1 == 0)
    }

    /// The register that holds the word, and the one that it was read by.
    fn registers(self) -> (Registers, Registers) {
        match self {
            Held::Field(d, object, _) => (bit(d), bit(object)),
            Held::Fixed(d, _) => (bit(d), 0),
        }
    }

    /// Whether it would be noticed that something else is written to one of them.
    fn is_tracked(self) -> bool {
        match self {
            Held::Field(d, object, _) => d.max(object) < TRACKED,
            Held::Fixed(d, _) => d < TRACKED,
        }
    }

    /// Whether an instruction may change the word. Two objects share no word, and one has each field once.
    fn is_changed_by(self, op: &Op) -> bool {
        match (self, op) {
            (Held::Field(_, _, field), Op::SetField { field: changed, .. }) => field == *changed,
            (Held::Fixed(_, index), Op::SetHeader { index: changed, .. }) => index == *changed,
            (_, op) => !only_registers(op),
        }
    }
}

/// Whether an instruction changes registers alone, and nothing runs meanwhile.
fn only_registers(op: &Op) -> bool {
    matches!(
        op,
        Op::Move { .. }
            | Op::Constant { .. }
            | Op::Fixed { .. }
            | Op::Null { .. }
            | Op::Integer { .. }
            | Op::Add { .. }
            | Op::Subtract { .. }
            | Op::AddSmall { .. }
            | Op::Less { .. }
            | Op::LessEqual { .. }
            | Op::Equal { .. }
            | Op::NotEqual { .. }
            | Op::Not { .. }
            | Op::And { .. }
            | Op::Or { .. }
            | Op::JumpIf { .. }
            | Op::JumpIfNot { .. }
            | Op::JumpNull { .. }
            | Op::JumpSome { .. }
            | Op::JumpNoElements { .. }
            | Op::JumpElements { .. }
            | Op::JumpEqual { .. }
            | Op::JumpNotEqual { .. }
            | Op::JumpLess { .. }
            | Op::JumpNotLess { .. }
            | Op::GetField { .. }
            | Op::Header { .. }
            | Op::Active { .. }
            | Op::Actor { .. }
            | Op::ZoneOf { .. }
            | Op::ListGet { .. }
            | Op::ListLength { .. }
            | Op::ListLast { .. }
            | Op::Contains { .. }
            | Op::IsClass { .. }
            | Op::Cast { .. }
            | Op::CaseAttribute { .. }
    )
}

impl FunctionBuilder<'_, '_> {
    /// The next instruction does nothing but look whether an object is null.
    pub(super) fn note_check(&mut self) {
        self.checks.push(self.here() as u32);
    }

    /// Takes out what looks a second time, before labels are resolved.
    pub(super) fn leave_out_looks(&mut self) {
        let checks = std::mem::take(&mut self.checks);
        if self.here() > MAX_LENGTH {
            return;
        }
        let effects: Vec<Effect> = self.code.ops.iter().map(|op| Effect::of(op, &self.e.program)).collect();
        let mut gone = self.looks_again(&effects);
        if !checks.is_empty() {
            let known = self.known(&effects);
            gone.extend(checks.into_iter().filter(|pc| match self.code.ops[*pc as usize] {
                Op::GetField { object, field: 0, .. } => known[*pc as usize] & bit(object) != 0,
                _ => false,
            }));
        }
        gone.sort_unstable();
        gone.dedup();
        self.take_out(&gone);
    }

    /// The instructions that read what their register holds already, without a way in between that leads there from
    /// elsewhere.
    fn looks_again(&self, effects: &[Effect]) -> Vec<u32> {
        let mut is_entered = vec![false; self.here() + 1];
        for place in self.labels.iter().flatten() {
            is_entered[*place as usize] = true;
        }
        let (mut held, mut again): (Vec<Held>, Vec<u32>) = (Vec::new(), Vec::new());
        for (pc, op) in self.code.ops.iter().enumerate() {
            // What stands behind these two is passed over, or the host goes on behind it.
            let is_odd = matches!(op, Op::Settled { .. } | Op::Choose { .. } | Op::ChooseTogether { .. });
            if is_entered[pc] || is_odd {
                held.clear();
            }
            if matches!(op, Op::GetField { .. } | Op::Header { .. })
                && Held::by(op).is_some_and(|now| held.contains(&now))
            {
                again.push(pc as u32);
                continue;
            }
            let writes = effects[pc].writes;
            held.retain(|h| {
                let (d, by) = h.registers();
                (d | by) & writes == 0 && !h.is_changed_by(op)
            });
            match Held::by(op) {
                Some(now) if now.is_tracked() => held.push(now),
                _ => {}
            }
            if matches!(op, Op::Jump { .. } | Op::Return { .. }) {
                held.clear();
            }
        }
        again
    }

    /// Before each instruction, which registers are known to hold an object, whatever way led there.
    fn known(&self, effects: &[Effect]) -> Vec<Registers> {
        let ops = &self.code.ops;
        let next = self.successors();
        let mut known = vec![Registers::MAX; ops.len()];
        let mut reached = vec![false; ops.len()];
        for to in next.iter().flatten().flatten() {
            reached[*to] = true;
        }
        for (pc, op) in ops.iter().enumerate() {
            // Where the host goes on by itself nothing is known.
            if pc == 0 || !reached[pc] {
                known[pc] = 0;
            }
            if let (Op::Choose { .. } | Op::ChooseTogether { .. }, Some(behind)) = (op, known.get_mut(pc + 2))
            {
                *behind = 0;
            }
        }
        let mut again = true;
        while again {
            again = false;
            for pc in 0..ops.len() {
                let after = effects[pc].after(known[pc]);
                for to in next[pc].iter().flatten() {
                    let both = known[*to] & after;
                    again |= both != known[*to] && *to <= pc;
                    known[*to] = both;
                }
            }
        }
        known
    }

    /// Of each instruction, those that may follow it.
    fn successors(&self) -> Vec<[Option<usize>; 3]> {
        let n = self.here();
        let inside = |pc: usize| Some(pc).filter(|pc| *pc < n);
        let of = |(pc, op): (usize, &Op)| match op {
            Op::Jump { to } => [self.place_of(*to), None, None],
            Op::Return { .. } | Op::Impossible => [None; 3],
            Op::Settled { .. } => [inside(pc + 1), inside(pc + 2), inside(pc + 3)],
            op => [inside(pc + 1), self.place_of_jump(op), None],
        };
        let mut all: Vec<_> = self.code.ops.iter().enumerate().map(of).collect();
        for (pc, label) in &self.relative {
            all[*pc as usize][2] = self.place_of(label.number());
        }
        all
    }

    fn place_of(&self, label: u32) -> Option<usize> {
        let place = self.labels.get(label as usize).copied().flatten()? as usize;
        Some(place).filter(|pc| *pc < self.here())
    }

    /// Where an instruction jumps that names a label.
    fn place_of_jump(&self, op: &Op) -> Option<usize> {
        let mut label = None;
        op.each_operand(&self.e.program, usize::MAX, |operand| {
            if let Operand::Jump(to) = operand {
                label = label.or(Some(to));
            }
        });
        self.place_of(label?)
    }

    /// Takes out instructions, which stand there in ascending order.
    fn take_out(&mut self, gone: &[u32]) {
        if gone.is_empty() {
            return;
        }
        let moved = |pc: u32| pc - gone.partition_point(|g| *g < pc) as u32;
        let stays = |pc: u32| gone.binary_search(&pc).is_err();
        self.labels.iter_mut().flatten().for_each(|place| *place = moved(*place));
        self.relative.iter_mut().for_each(|(pc, _)| *pc = moved(*pc));
        self.code.operands.retain(|(pc, ..)| stays(*pc));
        self.code.operands.iter_mut().for_each(|(pc, ..)| *pc = moved(*pc));
        let mut pc = 0..;
        self.code.ops.retain(|_| pc.next().is_some_and(stays));
        let mut pc = 0..;
        self.code.origins.retain(|_| pc.next().is_some_and(stays));
    }
}
