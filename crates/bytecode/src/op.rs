//! The instructions: one table, from which the type, the operands, the checks of the verifier and the listing of
//! the disassembler come. It does not know what instructions do.
//!
//! Registers are words of the running function's window. A call's window begins at the caller's register `base`: the
//! arguments are there, and the result comes back there. Other instructions with a `base` read their operands from
//! consecutive registers, too.

use crate::Program;
use crate::operand::{Operand, field};

/// A register of the running function.
pub type Reg = u16;

/// Where an instruction jumps, to be filled in when that is known.
pub enum JumpMut<'o> {
    Absolute(&'o mut u32),
    /// From the next instruction.
    Relative(&'o mut i16),
}

/// Declares the instructions. Each field has a kind, a variant of [`Operand`] that is also a type in [`field`]; what
/// stands in parentheses is computed from the other fields, the program, and the number of the instruction.
macro_rules! instructions {
    (($program:ident, $pc:ident) $(
        $(#[$doc:meta])*
        $name:ident $({ $($field:ident: $kind:ident $(($($detail:expr),+))?),+ })?,
    )+) => {
        /// An instruction of eight bytes. Jumps go to absolute instruction numbers (`to`) or relative to the next
        /// one (`by`).
        #[derive(Clone, Copy, PartialEq, Debug)]
        #[repr(u16)]
        pub enum Op {
            $($(#[$doc])* $name $({ $($field: field::$kind),+ })?,)+
        }

        impl Op {
            /// Goes through the operands of the instruction with that number. How many arguments a call reads depends on the
            /// program; what a broken instruction would call has none.
            #[allow(unused_variables, unused_mut)] // Most operands need neither, and some instructions have none.
            pub fn each_operand(&self, $program: &Program, $pc: usize, mut each: impl FnMut(Operand)) {
                match *self {
                    $(Op::$name $({ $($field),+ })? => {
                        $($(each(Operand::$kind($field $($(, $detail)+)?));)+)?
                    })+
                }
            }

            /// Like [`each_operand`](Op::each_operand), as a list.
            pub fn operands(&self, program: &Program, pc: usize) -> Vec<Operand> {
                let mut all = Vec::new();
                self.each_operand(program, pc, |operand| all.push(operand));
                all
            }

            /// Where it jumps, if it does.
            pub fn jump_mut(&mut self) -> Option<JumpMut<'_>> {
                match self {
                    $(Op::$name $({ $($field),+ })? => None$($(.or(jump_mut!($kind $field)))+)?,)+
                }
            }
        }
    };
}

macro_rules! jump_mut {
    (Jump $to:ident) => {
        Some(JumpMut::Absolute($to))
    };
    (JumpBy $by:ident) => {
        Some(JumpMut::Relative($by))
    };
    ($other:ident $field:ident) => {{
        let _ = $field;
        None
    }};
}

instructions! {
    (program, pc)

    // -- moving words --
    Move { d: Write, s: Read },
    Constant { d: Write, index: Constant },
    /// What [`Program::fixed`] has become.
    Fixed { d: Write, index: Fixed },
    Null { d: Write },

    // -- numbers: a fault where the result is not finite --
    Add { d: Write, a: Read, b: Read },
    Subtract { d: Write, a: Read, b: Read },
    Multiply { d: Write, a: Read, b: Read },
    Divide { d: Write, a: Read, b: Read },
    Modulo { d: Write, a: Read, b: Read },
    Power { d: Write, a: Read, b: Read },
    /// Adds a small whole number.
    AddSmall { d: Write, a: Read, k: Small },
    Negate { d: Write, s: Read },

    // -- comparisons give a bool --
    Less { d: Write, a: Read, b: Read },
    LessEqual { d: Write, a: Read, b: Read },
    /// Of cases, by index.
    LessCase { d: Write, a: Read, b: Read },
    LessEqualCase { d: Write, a: Read, b: Read },
    LessText { d: Write, a: Read, b: Read },
    LessEqualText { d: Write, a: Read, b: Read },
    /// Of words: everything but strings.
    Equal { d: Write, a: Read, b: Read },
    NotEqual { d: Write, a: Read, b: Read },
    EqualText { d: Write, a: Read, b: Read },
    /// Of lists, stacks and tables: whether they hold equal things.
    EqualContent { d: Write, a: Read, b: Read },

    // -- booleans: null is a fault --
    Not { d: Write, s: Read },
    And { d: Write, a: Read, b: Read },
    Or { d: Write, a: Read, b: Read },
    Xor { d: Write, a: Read, b: Read },

    // -- jumps; a backward jump costs fuel --
    Jump { to: Jump },
    JumpIf { c: Read, to: Jump },
    JumpIfNot { c: Read, to: Jump },
    JumpNull { c: Read, to: Jump },
    JumpSome { c: Read, to: Jump },
    /// Jumps if no piece is on the tile.
    JumpEmpty { tile: Read, to: Jump },
    /// Jumps if a piece is on the tile.
    JumpTaken { tile: Read, to: Jump },
    /// Jumps if a list, zone or stack has no elements.
    JumpNoElements { list: Read, to: Jump },
    /// Jumps if a list, zone or stack has elements.
    JumpElements { list: Read, to: Jump },
    JumpEqual { a: Read, b: Read, by: JumpBy },
    JumpNotEqual { a: Read, b: Read, by: JumpBy },
    /// Of strings.
    JumpEqualText { a: Read, b: Read, by: JumpBy },
    JumpNotEqualText { a: Read, b: Read, by: JumpBy },
    JumpLess { a: Read, b: Read, by: JumpBy },
    JumpNotLess { a: Read, b: Read, by: JumpBy },

    // -- loops: at the bottom, jumping back to the body while there is more --
    /// `base`: list, index (integer), element
    NextElement { base: Loop(2), to: Jump },
    /// `base`: end (integer), index (integer): counts the index up while it is below the end
    NextIndex { base: Loop(1), to: Jump },
    /// `base`: end (number), value (number): counts up while it is not above the end
    NextNumber { base: Loop(1), to: Jump },
    /// `base`: end, index, tile: the tiles of an adjacency table (see `StartAdjacent`)
    NextAdjacent { base: Loop(2), to: Jump },
    /// Sets `base` (end) and `base + 1` (index, one before the first) for the tile in `tile`.
    StartAdjacent { base: Writes(2), tile: Read, table: Adjacency },
    /// An integer constant, for loops over tiles and lists.
    Integer { d: Write, value: Integer },

    // -- calls --
    Call { base: Call(program.params(function)), function: Function },
    /// The object is in `base`; a method slot of its class.
    CallMethod { base: Call(program.method_params(slot)), slot: Method },
    /// The tile is in `base`; a method slot of the class of its object.
    CallTileMethod { base: Call(program.method_params(slot)), slot: Method },
    /// The function value is in `base`; its `n` arguments follow. Captured words are put before the arguments.
    CallValue { base: Call(n.saturating_add(1)), n: Bits },
    /// Gives the word in `s`.
    Return { s: Read },

    // -- objects --
    GetField { d: Write, object: Read, field: Field },
    SetField { object: Read, field: Field, s: Read },
    /// Reads what modifiers may have touched of an object, see [`crate::program::SettledRead`]. Where something has
    /// changed since everything was settled, the next instruction is the next; where the value was touched it goes to
    /// `d`, and the one behind that is the next; otherwise nothing is written, and both are passed over.
    Settled { d: Write, object: Read, read: SettledRead },
    /// Fields are null; the constructor runs afterwards.
    New { d: Write, class: Class },
    IsClass { d: Write, object: Read, class: Class },
    /// The object, or null if it is not of the class.
    Cast { d: Write, object: Read, class: Class },
    /// Makes a function value; captured words stand in registers from `base` on, kinds in constant `info & 0xFFF`.
    Closure { base: Update(info >> 12), function: Closure(info), info: Bits },

    // -- lists: elements may be null --
    /// From `n & 0x3FFF` registers from `base` on; the upper two bits are the kind of the elements.
    NewList { d: Write, base: Reads(n & 0x3FFF), n: Bits },
    /// Whether the same word is in a list, zone or stack: everything but strings
    Contains { d: Write, list: Read, s: Read },
    ListLength { d: Write, list: Read },
    /// The last element of a list, zone or stack, null if there is none. It costs fuel as something built in does.
    ListLast { d: Write, list: Read },
    ListGet { d: Write, list: Read, index: Read },
    ListSet { list: Read, index: Read, s: Read },
    ListPush { list: Read, s: Read },
    /// A copy of a list or table, with those in it, that never changes; itself where it is null or never changes already.
    Freeze { d: Write, list: Read },
    /// `values`: what they may point to, a [`crate::word::Kind`]
    NewTable { d: Write, values: Bits },
    /// `base`: table, key, of this [`crate::layout::KeyKind`]
    TableGet { d: Write, base: Reads(2), key: Bits },
    /// `base`: table, key, value
    TableSet { base: Reads(3), key: Bits },
    /// `base`: table, index (integer), value
    NextValue { base: Loop(2), to: Jump },

    // -- the table --
    /// A word of the fixed part by its address.
    Header { d: Write, index: FixedWord },
    SetHeader { index: FixedWord, s: Read },
    Active { d: Write },
    /// The name of the active phase, null if there is none.
    PhaseName { d: Write },
    Actor { d: Write },
    /// Reduces a number to a player.
    ToPlayer { d: Write, s: Read },
    /// The player `k` seats on.
    PlayerAfter { d: Write, s: Read, k: Small },
    TilePiece { d: Write, tile: Read },
    TileOwner { d: Write, tile: Read },
    TileIsEmpty { d: Write, tile: Read },
    /// The next tile; `direction` is an index of the directions of all boards.
    Step { d: Write, tile: Read, direction: Direction },
    /// The next tile; `direction` holds a string.
    StepText { d: Write, tile: Read, direction: Read },
    /// The index (integer) of the direction whose string is in `s`; an unknown one is a fault.
    DirectionOf { d: Write, s: Read },
    /// The next tile; `direction` holds an index.
    StepDirection { d: Write, tile: Read, direction: Read },
    TileX { d: Write, tile: Read },
    TileY { d: Write, tile: Read },
    /// The object that holds the attributes of a tile.
    TileObject { d: Write, tile: Read },
    /// A list of the tiles of the board of a tile, those that count where it grows.
    TilesOf { d: Write, tile: Read },
    /// How many steps a ray from a tile has at most, where a board grows; `direction` holds an index.
    RaySteps { d: Write, tile: Read, direction: Read },
    /// Appends the run of empty tiles from `base` (tile) along `base + 1` (index of a direction) to the list in `d`;
    /// with `ending`, the first that is not empty, too.
    RayEmpty { d: Read, base: Reads(2), ending: Bits },
    /// Appends the tiles that an adjacency table has beside `tile` to the list in `list`.
    PushAdjacent { list: Read, tile: Read, table: Adjacency },
    /// The tile a piece is on, or null.
    PieceTile { d: Write, piece: Read },
    /// The zone of a player: `first` is the slot of player 0's.
    ZoneOf { d: Write, player: Read, first: ZoneSlot },
    /// The number of a player's board: `first` is that of player 0's.
    BoardOf { d: Write, player: Read, first: BoardOfEach },
    ForwardOf { d: Write, player: Read },
    /// `info`: the enumeration (bits 8..16), its attribute (bits 0..8)
    CaseAttribute { d: Write, case: Read, info: CaseAttribute },
    /// Anything else that is built in; `info` is `n` arguments in the low byte, more in the high byte.
    Builtin { base: Update(info & 0xFF), id: Builtin, info: Bits },
    /// The unit of a string at an index, as a string.
    TextAt { d: Write, text: Read, index: Read },
    /// Joins two strings.
    Join { d: Write, a: Read, b: Read },
    /// Turns a word into a string as shown to people; `show` indexes the program's shows.
    ToText { d: Write, s: Read, show: Show },
    /// Conversions by number, see [`convert`].
    Convert { d: Write, s: Read, how: Conversion },

    // -- what ends, asks or is taken back --
    /// Ends a live object.
    Remove { object: Read, open: Bits },
    Score { player: Read, s: Read },
    Eliminate { player: Read },
    /// The player joins the team.
    Team { player: Read, team: Team },
    /// The ranking has been set by a builtin; the game is over.
    End,
    /// `how` is one of [`winner`].
    Winner { s: Read, how: Below(4, "way to win") },
    /// The action fails with the reason in `s`.
    Fail { s: Read },
    /// Puts a sentence into the log, where anybody listens: from `base` on stand who alone reads it, and the things in
    /// it, see [`crate::program::Sentence`].
    Tell { base: Reads(program.sentence_values(sentence)), sentence: Below(program.sentences.len(), "sentence") },
    /// Begins a part of a text for the player in `by`, or for everybody where that is null: from here on it is watched
    /// who may know all that is looked at. A part of a sentence for the log is for nobody in particular, and watched
    /// only where anybody listens.
    Watch { by: Read, is_logged: Below(2, "kind of text") },
    /// Ends a part of a text: in `base` comes the text of the value in `s`, and behind that what the reader may read,
    /// see [`veil`].
    Told { base: Writes(2), s: Read, show: Show },
    /// Ends a part of a sentence for the log: who may read it, a bit each; 0 where nobody listens.
    Seen { d: Write },
    /// `base`: who, list of options, how ([`choose`] flags), prompt. `show` says how the options are shown.
    /// Without options the answer is null and nobody is asked.
    Choose { base: Update(4), show: Show },
    /// Asks several at once. `base`: lists of who, of their options and of their prompts, how, and a table for the
    /// answers; without it the first is asked for who says yes. Who has no options is taken out of the lists. The table,
    /// or that player, comes in `base`.
    ChooseTogether { base: Update(5), show: Show },
    /// Adds the texts to a list of strings that are written for this decision, those of up to `most` characters that
    /// are not in it; the list itself stays as it is.
    AddWritten { list: Update(1), most: Bits },
    /// `base`: list, least, most (null: all): all ways to choose that many elements, smaller ones first, then in
    /// the order of the elements. `kind` is that of the elements. Where they are ordered, each order is another way.
    Subsets { base: Update(3), kind: Below(3, "kind of elements"), ordered: Below(2, "order") },
    /// Calls the function with piece, from and to for each piece that moved and has not been reported yet, its
    /// window beginning at `base`.
    RaiseMoved { base: Callback(3), function: FunctionOf(3) },
    /// Notes that this coverage probe was hit.
    Probe { probe: Probe },
    /// Puts a move into the list: the object in `base`, and `n` inputs behind it.
    Emit { action: ActionOf(n), base: Reads(n.saturating_add(1)), n: Bits },
    /// As `Emit`, one for each way to choose among the elements of the last input, a list: in the two registers behind
    /// it stand the fewest and the most, null for none and all, and whether each order is another way.
    EmitWays { action: ActionOf(n), base: Reads(n.saturating_add(4)), n: Bits },
    /// As `Emit`, one for each of some numbers as the last input, in which the first stands: in the two registers behind
    /// it stand the number that they do not go beyond, and how far they are apart.
    EmitNumbers { action: ActionOf(n), base: Reads(n.saturating_add(3)), n: Bits },
    /// Queues an action with object and event.
    Enqueue { action: Action, object: Read, event: Read },
    SupposeBegin,
    /// Takes everything back, the registers too, but for the word in `s`, which goes to `d`.
    SupposeEnd { d: Write, s: Read },

    // -- tests --
    /// `base`: values of the inputs, then the object, then the player. `how` is one of [`play`].
    Play {
        base: Reads(program.play_values(play)),
        play: Below(program.plays.len(), "play of a test"),
        how: Below(3, "way to play")
    },
    /// `base`: value, player
    Answer { base: Reads(2), show: Show },
    /// `base`: player, and the arguments of the function, which is run as the effect of an action of that player.
    Do { base: Reads(program.params(function).saturating_add(1)), function: Function },
    /// The condition in `c` must hold; `compared` is the place of what it compares.
    Expect { c: Read, compared: Bits },
    /// A value that only tests can see, see [`inspect`]; an argument stands in `d`.
    Inspect { d: Update(u16::from(what == inspect::PERFT)), what: Below(8, "value for tests") },
    /// Stands where the emitter found something impossible.
    Impossible,
}

/// In what a builtin of lists is told of their elements: they are lists, stacks or tables, which are compared by what they
/// hold.
pub const COLLECTIONS: u8 = 4;

/// What stands in texts for what their reader may not know.
pub mod veil {
    /// For whatever is worked out from what is not known.
    pub const HIDDEN: &str = "?";
    /// How an object reads that its reader does not know.
    pub const UNKNOWN_CARD: &str = "a card";
    /// Who may read a part of a sentence in which something went wrong: it reads [`HIDDEN`] for whoever sees all, too.
    pub const WRONG: u64 = 1 << 63;
}

/// How a choice is made in the middle of an effect.
pub mod choose {
    /// Nothing may be chosen.
    pub const OPTIONAL: i64 = 1;
    /// Several are chosen: the options are a list of all elements, the fewest and the most.
    pub const SEVERAL: i64 = 2;
    /// Nobody learns the answer but who gave it.
    pub const SECRET: i64 = 4;
    /// Of several, each order is another answer.
    pub const ORDERED: i64 = 8;
    /// The tiles that may be chosen are of one board, so that their names say which are meant.
    pub const SETTLED: i64 = 16;
    /// Filters decide about a text that is written: behind the instruction that goes on with the answer stands code
    /// that returns whether they take the text behind the player in the window, or fails with the reason.
    pub const CHECKED: i64 = 32;
    /// How many characters a text may have that is written; 0 where none may be.
    pub const MAX_LENGTH_SHIFT: u32 = 8;
    /// Numbers at equal distances: the options are the first, the one that they do not go beyond, and how far they are
    /// apart.
    pub const NUMBERS: i64 = 64;
    /// What is asked is a text without values, which everybody may read.
    pub const LITERAL: i64 = 128;
}

/// Who has won.
pub mod winner {
    /// A list of lists of players.
    pub const RANKING: u16 = 0;
    pub const PLAYER: u16 = 1;
    pub const NOBODY: u16 = 2;
    /// A list of players, who share the first place.
    pub const PLAYERS: u16 = 3;
}

/// What a rule test wants of a move.
pub mod play {
    pub const PLAY: u16 = 0;
    pub const LEGAL: u16 = 1;
    pub const ILLEGAL: u16 = 2;
}

/// What `Inspect` gives.
pub mod inspect {
    pub const WINNER: u16 = 0;
    pub const WINNERS: u16 = 1;
    pub const OVER: u16 = 2;
    pub const STUCK: u16 = 3;
    pub const DECIDER: u16 = 4;
    pub const MOVES: u16 = 5;
    pub const PERFT: u16 = 6;
    pub const TOLD: u16 = 7;
}

/// What `Convert` does.
pub mod convert {
    pub const TEXT_TO_NUMBER: u16 = 0;
    pub const NUMBER_TO_BOOL: u16 = 1;
    pub const BOOL_TO_NUMBER: u16 = 2;
    pub const TURN_TO_PLAYER: u16 = 3;
    pub const PLACE_TO_TILE: u16 = 4;
    pub const PLACE_TO_SPOT: u16 = 5;
    /// From 16 on: the name of a tile on board `how - 16`.
    pub const TEXT_TO_TILE: u16 = 16;
}

const _: () = assert!(size_of::<Op>() == 8, "an instruction is eight bytes");
