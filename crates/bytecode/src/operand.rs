//! What the fields of instructions stand for: registers, jumps, indices into the tables of a program. It knows no
//! instruction.

use crate::Program;
use crate::op::Reg;
use language::catalogue;

/// Consecutive registers: the first, and how many.
pub type Span = (Reg, u16);

/// Declares the kinds of operands: the type of the field of an instruction, and what is known of it besides.
macro_rules! operands {
    ($($(#[$doc:meta])* $kind:ident($field:ty $(, $detail:ty)*),)+) => {
        /// An operand of an instruction.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub enum Operand {
            $($(#[$doc])* $kind($field $(, $detail)*),)+
        }

        /// The types of the fields of instructions, by kind of operand.
        pub(crate) mod field {
            use super::{Reg, catalogue};

            $(pub(crate) type $kind = $field;)+
        }
    };
}

operands! {
    Read(Reg),
    Write(Reg),
    /// So many registers from there on are read.
    Reads(Reg, u16),
    Writes(Reg, u16),
    /// So many registers are read, and the first is written.
    Update(Reg, u16),
    /// Two registers are read, and so many behind the first are written.
    Loop(Reg, u16),
    /// The window of a call with so many arguments: the first register is written, and the others are lost.
    Call(Reg, u16),
    /// The window of a call for which the machine provides so many arguments.
    Callback(Reg, u16),
    /// An instruction by number.
    Jump(u32),
    /// An instruction, counted from the next one.
    JumpBy(i16),
    Constant(u32),
    /// A constant that was worked out when the program was made.
    Fixed(u32),
    Function(u32),
    /// A function with so many parameters.
    FunctionOf(u32, u16),
    /// A function, and what is captured for it, see `Op::Closure`.
    Closure(u16, u16),
    Method(u16),
    Class(u16),
    Field(u16),
    /// Where something settled stands; up to two instructions behind this one may be passed over.
    SettledRead(u16),
    /// A word of the fixed part of the state.
    FixedWord(u16),
    Adjacency(u16),
    Direction(u16),
    /// The first of one zone slot for each player.
    ZoneSlot(u16),
    /// The first of one board for each player.
    BoardOfEach(u16),
    CaseAttribute(u16),
    Builtin(catalogue::Builtin),
    Show(u16),
    Conversion(u16),
    Team(u16),
    Action(u16),
    /// An action with so many inputs.
    ActionOf(u16, u16),
    Probe(u32),
    /// A number below a limit, and what there are so many of.
    Below(u16, usize, &'static str),
    Small(i16),
    Integer(i32),
    /// Anything else, with a meaning of its own.
    Bits(u16),
}

impl Operand {
    /// The registers that are read, and those that are written.
    pub fn registers(self) -> (Span, Span) {
        match self {
            Operand::Read(r) => ((r, 1), (r, 0)),
            Operand::Write(r) => ((r, 0), (r, 1)),
            Operand::Reads(r, n) => ((r, n), (r, 0)),
            Operand::Writes(r, n) | Operand::Callback(r, n) => ((r, 0), (r, n)),
            Operand::Update(r, n) | Operand::Call(r, n) => ((r, n), (r, 1)),
            Operand::Loop(r, n) => ((r, 2), (r.saturating_add(1), n)),
            _ => ((0, 0), (0, 0)),
        }
    }

    /// Registers from here on hold nothing of use afterwards, those written excepted.
    pub fn clobbers(self) -> Option<Reg> {
        match self {
            Operand::Call(base, _) | Operand::Callback(base, _) => Some(base),
            _ => None,
        }
    }

    /// The instruction it may jump to; below zero or beyond the end in a broken program.
    pub fn target(self, pc: usize) -> Option<i64> {
        match self {
            Operand::Jump(to) => Some(to.into()),
            Operand::JumpBy(by) => Some(pc as i64 + 1 + i64::from(by)),
            Operand::SettledRead(_) => Some(pc as i64 + 3),
            _ => None,
        }
    }
}

impl Program {
    /// How many parameters a function has.
    pub(crate) fn params(&self, function: u32) -> u16 {
        self.functions.get(function as usize).map_or(0, |f| f.params)
    }

    /// The function in a method slot of some class that has one.
    pub(crate) fn any_method(&self, slot: u16) -> Option<u32> {
        let of = |class: &Vec<u32>| class.get(usize::from(slot)).copied();
        self.methods.iter().filter_map(of).find(|f| *f != u32::MAX)
    }

    /// How many parameters, the object included, the functions in a method slot have.
    pub(crate) fn method_params(&self, slot: u16) -> u16 {
        self.any_method(slot).map_or(1, |f| self.params(f))
    }

    /// How many values a `Tell` reads.
    pub(crate) fn sentence_values(&self, sentence: u16) -> u16 {
        self.sentences.get(usize::from(sentence)).map_or(0, |s| 2 * s.parts.len() as u16) + 1
    }

    /// How many values a `Play` of a test reads: the inputs, the object, the player.
    pub(crate) fn play_values(&self, play: u16) -> u16 {
        self.plays.get(usize::from(play)).map_or(0, |p| p.inputs.len() as u16 + 2)
    }
}
