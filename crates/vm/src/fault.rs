//! What can go wrong while a program runs. Texts for people are made elsewhere, from the kind and the place.

/// What went wrong.
#[derive(Clone, PartialEq, Debug)]
pub enum FaultKind {
    /// The value of the expression is null where one is needed.
    Null,
    /// The index and the length of the list or string.
    Index(f64, usize),
    DivisionByZero,
    /// The result is no finite number.
    NotANumber,
    NullKey,
    /// No direction, turn, phase... has that name.
    Unknown(&'static str, String),
    /// The tile holds as many pieces as it can.
    NoRoom(String),
    /// A filter or the like changed a list of the game.
    ChangedInFilter,
    /// A list or table of a constant is changed.
    ConstantChanged,
    /// In the author's words, and as everybody may read them.
    Said {
        text: String,
        told: String,
    },
    /// Anything else.
    Other(String),
    TooMuchMemory,
    /// A single step would take longer than a whole decision may.
    TooMuchWork,
    /// Too many answers must be tried before it is known whether a move is legal.
    TooManyAnswers,
    TooDeep,
    /// A range goes beyond the numbers that can be counted one by one.
    Uncountable,
    /// A piece that was removed is put somewhere.
    Removed,
    /// The program does something that the emitter promised it would not. A defect of ours.
    Impossible(&'static str),
}

/// A fault and the instruction that caused it (set by the machine).
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    pub pc: u32,
}

impl From<Box<FaultKind>> for Fault {
    fn from(kind: Box<FaultKind>) -> Fault {
        Fault::from(*kind)
    }
}

impl From<FaultKind> for Fault {
    fn from(kind: FaultKind) -> Fault {
        Fault { kind, pc: u32::MAX }
    }
}
