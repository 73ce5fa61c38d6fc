//! Which registers each instruction reads and writes, and where it may go on: the one place that knows, for
//! the verifier, the disassembler and liveness. It knows no values.

use crate::Program;
use crate::op::{Op, Reg};
use crate::program::Test;

/// Consecutive registers: the first, and how many.
pub type Span = (Reg, u16);

/// What an instruction does with registers and where it jumps.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Operands {
    pub reads: Vec<Span>,
    pub writes: Vec<Span>,
    /// The instruction it may jump to; below zero or beyond the end in a broken program.
    pub target: Option<i64>,
    /// A call: registers from here on hold nothing of use afterwards, those written excepted.
    pub clobbers: Option<Reg>,
    /// The next instruction never follows.
    pub ends: bool,
}

impl Operands {
    fn reads(mut self, registers: &[Reg]) -> Operands {
        self.reads.extend(registers.iter().map(|r| (*r, 1)));
        self
    }

    fn window(mut self, base: Reg, n: usize) -> Operands {
        self.reads.push((base, n.min(usize::from(u16::MAX)) as u16));
        self
    }

    fn writes(mut self, d: Reg) -> Operands {
        self.writes.push((d, 1));
        self
    }

    fn writes_after(mut self, base: Reg, n: u16) -> Operands {
        self.writes.push((base.saturating_add(1), n));
        self
    }

    fn to(mut self, target: i64) -> Operands {
        self.target = Some(target);
        self
    }

    fn call(mut self, base: Reg) -> Operands {
        self.writes.push((base, 1));
        self.clobbers = Some(base);
        self
    }

    fn ends(mut self) -> Operands {
        self.ends = true;
        self
    }
}

impl Op {
    /// The operands of the instruction at `pc`. How many arguments a call reads depends on the program; what a
    /// broken instruction would call has none.
    pub fn operands(&self, program: &Program, pc: usize) -> Operands {
        let o = Operands::default();
        let by = |by: i16| pc as i64 + 1 + i64::from(by);
        match *self {
            Op::Move { d, s } | Op::Negate { d, s } | Op::Not { d, s } => o.reads(&[s]).writes(d),
            Op::Constant { d, .. } | Op::Null { d } | Op::Integer { d, .. } => o.writes(d),
            Op::Add { d, a, b }
            | Op::Subtract { d, a, b }
            | Op::Multiply { d, a, b }
            | Op::Divide { d, a, b }
            | Op::Modulo { d, a, b }
            | Op::Power { d, a, b }
            | Op::Less { d, a, b }
            | Op::LessEqual { d, a, b }
            | Op::LessCase { d, a, b }
            | Op::LessEqualCase { d, a, b }
            | Op::LessText { d, a, b }
            | Op::LessEqualText { d, a, b }
            | Op::Equal { d, a, b }
            | Op::NotEqual { d, a, b }
            | Op::EqualText { d, a, b }
            | Op::And { d, a, b }
            | Op::Or { d, a, b }
            | Op::Xor { d, a, b }
            | Op::Join { d, a, b } => o.reads(&[a, b]).writes(d),
            Op::AddSmall { d, a, .. } => o.reads(&[a]).writes(d),
            Op::Jump { to } => o.to(to.into()).ends(),
            Op::JumpIf { c, to }
            | Op::JumpIfNot { c, to }
            | Op::JumpNull { c, to }
            | Op::JumpSome { c, to }
            | Op::JumpEmpty { tile: c, to }
            | Op::JumpNoElements { list: c, to }
            | Op::JumpElements { list: c, to }
            | Op::JumpTaken { tile: c, to } => o.reads(&[c]).to(to.into()),
            Op::JumpEqual { a, b, by: k }
            | Op::JumpNotEqual { a, b, by: k }
            | Op::JumpEqualText { a, b, by: k }
            | Op::JumpNotEqualText { a, b, by: k }
            | Op::JumpLess { a, b, by: k }
            | Op::JumpNotLess { a, b, by: k } => o.reads(&[a, b]).to(by(k)),
            Op::NextElement { base, to } | Op::NextAdjacent { base, to } | Op::NextValue { base, to } => {
                o.window(base, 2).writes_after(base, 2).to(to.into())
            }
            Op::NextIndex { base, to } | Op::NextNumber { base, to } => {
                o.window(base, 2).writes_after(base, 1).to(to.into())
            }
            Op::StartAdjacent { base, tile, .. } => o.reads(&[tile]).writes(base).writes_after(base, 1),
            Op::Return { s } | Op::Fail { s } | Op::Winner { s, .. } => o.reads(&[s]).ends(),
            Op::Impossible | Op::End => o.ends(),
            Op::Call { .. } | Op::CallMethod { .. } | Op::CallTileMethod { .. } | Op::CallValue { .. } => {
                self.call_operands(program, o)
            }
            _ => self.table_operands(program, pc, o),
        }
    }

    fn call_operands(&self, program: &Program, o: Operands) -> Operands {
        match *self {
            Op::Call { base, function } => {
                let params = program.functions.get(function as usize).map_or(0, |f| f.params);
                o.window(base, params.into()).call(base)
            }
            Op::CallMethod { base, slot } | Op::CallTileMethod { base, slot } => {
                let params = program.slot_params(slot).unwrap_or(1);
                o.window(base, params.into()).call(base)
            }
            Op::CallValue { base, n } => o.window(base, usize::from(n) + 1).call(base),
            _ => o,
        }
    }

    /// Objects, lists and the table of the game.
    fn table_operands(&self, program: &Program, pc: usize, o: Operands) -> Operands {
        match *self {
            Op::GetField { d, object, .. } | Op::IsClass { d, object, .. } | Op::Cast { d, object, .. } => {
                o.reads(&[object]).writes(d)
            }
            Op::SetField { object, s, .. } => o.reads(&[object, s]),
            Op::New { d, .. }
            | Op::NewTable { d, .. }
            | Op::Header { d, .. }
            | Op::Active { d }
            | Op::PhaseName { d }
            | Op::Actor { d } => o.writes(d),
            Op::SetHeader { s, .. } => o.reads(&[s]),
            Op::TextAt { d, text, index } => o.reads(&[text, index]).writes(d),
            Op::Closure { base, info, .. } => o.window(base, usize::from(info >> 12)).writes(base),
            Op::NewList { d, base, n } => o.window(base, usize::from(n & 0x3FFF)).writes(d),
            Op::Contains { d, list, s } => o.reads(&[list, s]).writes(d),
            Op::ListLength { d, list } => o.reads(&[list]).writes(d),
            Op::ListGet { d, list, index } => o.reads(&[list, index]).writes(d),
            Op::ListSet { list, index, s } => o.reads(&[list, index, s]),
            Op::ListPush { list, s } => o.reads(&[list, s]),
            Op::TableGet { d, base, .. } => o.window(base, 2).writes(d),
            Op::TableSet { base, .. } => o.window(base, 3),
            Op::ToPlayer { d, s } | Op::PlayerAfter { d, s, .. } | Op::DirectionOf { d, s } => {
                o.reads(&[s]).writes(d)
            }
            Op::ToText { d, s, .. } | Op::Convert { d, s, .. } | Op::SupposeEnd { d, s } => {
                o.reads(&[s]).writes(d)
            }
            Op::TilePiece { d, tile }
            | Op::TileOwner { d, tile }
            | Op::TileIsEmpty { d, tile }
            | Op::Step { d, tile, .. }
            | Op::TileX { d, tile }
            | Op::TileY { d, tile }
            | Op::TileObject { d, tile } => o.reads(&[tile]).writes(d),
            Op::StepText { d, tile, direction } | Op::StepDirection { d, tile, direction } => {
                o.reads(&[tile, direction]).writes(d)
            }
            Op::RayEmpty { d, base, .. } => o.reads(&[d]).window(base, 2),
            Op::PieceTile { d, piece } => o.reads(&[piece]).writes(d),
            Op::ZoneOf { d, player, .. } | Op::ForwardOf { d, player } => o.reads(&[player]).writes(d),
            Op::CaseAttribute { d, case, .. } => o.reads(&[case]).writes(d),
            Op::Builtin { base, info, .. } => o.window(base, usize::from(info & 0xFF)).writes(base),
            _ => self.flow_operands(program, pc, o),
        }
    }

    /// What ends, asks, tries or tests.
    fn flow_operands(&self, program: &Program, pc: usize, o: Operands) -> Operands {
        match *self {
            Op::Remove { object } => o.reads(&[object]),
            Op::Score { player, s } => o.reads(&[player, s]),
            Op::Eliminate { player } | Op::Team { player, .. } => o.reads(&[player]),
            Op::Choose { base, .. } => o.window(base, 4).writes(base),
            Op::Subsets { base, .. } => o.window(base, 3).writes(base),
            Op::RaiseMoved { base, .. } => o.call(base).writes_after(base, 2),
            Op::Emit { base, n, .. } => o.window(base, usize::from(n) + 1),
            Op::Enqueue { object, event, .. } => o.reads(&[object, event]),
            Op::Play { base, play, .. } => o.window(base, program.play_values(pc, play)),
            Op::Answer { base } => o.window(base, 2),
            Op::Expect { c } => o.reads(&[c]),
            Op::Inspect { d, what: crate::op::inspect::PERFT } => o.reads(&[d]).writes(d),
            Op::Inspect { d, .. } => o.writes(d),
            _ => o,
        }
    }

    /// The registers it reads.
    pub fn reads(&self, program: &Program, pc: usize) -> Vec<Span> {
        self.operands(program, pc).reads
    }

    /// The registers it writes.
    pub fn writes(&self, program: &Program, pc: usize) -> Vec<Span> {
        self.operands(program, pc).writes
    }

    /// The instruction it may jump to.
    pub fn target(&self, program: &Program, pc: usize) -> Option<i64> {
        self.operands(program, pc).target
    }
}

impl Program {
    /// How many parameters, the object included, the functions in a method slot have; None if no class has one.
    pub fn slot_params(&self, slot: u16) -> Option<u16> {
        let of = |class: &Vec<u32>| class.get(usize::from(slot)).copied();
        let function = self.methods.iter().filter_map(of).find(|f| *f != u32::MAX)?;
        Some(self.functions.get(function as usize)?.params)
    }

    /// The test whose body holds an instruction.
    pub fn test_at(&self, pc: usize) -> Option<&Test> {
        self.tests.iter().find(|t| {
            let body = self.functions.get(t.body as usize);
            body.is_some_and(|f| (f.entry as usize..f.end as usize).contains(&pc))
        })
    }

    /// How many values a `Play` of a test reads: the inputs, the object, the player.
    fn play_values(&self, pc: usize, play: u16) -> usize {
        let play = self.test_at(pc).and_then(|t| t.plays.get(usize::from(play)));
        play.map_or(0, |p| p.inputs.len() + 2)
    }
}
