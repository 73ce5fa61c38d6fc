//! How the state of a match lies in memory: one vector of words, a fixed part and a heap behind it.
//!
//! The fixed part is a header, one record a player, the objects of global classes, the tiles, the zones and the
//! lists of live objects; where each stands is in [`Layout`]. The heap holds objects, lists, tables, strings and
//! function values; each starts with a word that says what it is, its low byte being a [`Shape`].
//!
//! Constants lie in the program, in the same form, see [`crate::Program::data`]. Their addresses begin at [`CONSTANTS`],
//! so that one word of a state may lead to either.

use crate::word::Kind;

/// Where the constants of a program begin: above all addresses of a state.
pub const CONSTANTS: usize = 1 << 31;

/// Whether a word that is an address leads to the constants of the program.
#[inline(always)]
pub fn is_constant(address: u64) -> bool {
    address >= CONSTANTS as u64 && address < 2 * CONSTANTS as u64
}

/// The words of the header.
pub mod header {
    /// State of the random generator.
    pub const RANDOM: usize = 0;
    /// How many players there are, as an integer.
    pub const PLAYERS: usize = 1;
    /// The active player.
    pub const ACTIVE: usize = 2;
    /// Index of the active turn, or null.
    pub const TURN: usize = 3;
    /// Index of the active phase, or null.
    pub const PHASE: usize = 4;
    /// The player who took the action that runs.
    pub const ACTOR: usize = 5;
    /// 0 while the game runs, 1 when it has ended.
    pub const OVER: usize = 6;
    /// Address of the list of queued actions (action, object, event), or null.
    pub const QUEUE: usize = 7;
    /// How many words of the queue are done.
    pub const QUEUE_HEAD: usize = 8;
    /// How many objects have been made so far.
    pub const MADE: usize = 9;
    /// How many teams were declared.
    pub const TEAMS: usize = 10;
    pub const SIZE: usize = 12;
}

/// The record of one player, after the header.
pub mod seat {
    /// The score, a number.
    pub const SCORE: usize = 0;
    /// 1 if eliminated.
    pub const OUT: usize = 1;
    /// Index into the program's team names, or null.
    pub const TEAM: usize = 2;
    /// Place in the final ranking from 0, null while there is none; [`NO_PLACE`] if nobody won.
    pub const PLACE: usize = 3;
    pub const SIZE: usize = 4;
    /// Of all players when everyone lost.
    pub const NO_PLACE: u64 = 1000;
}

/// What a heap cell is: the low byte of its first word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Shape {
    /// `shape | class << 8 | flags << 24 | serial << 32`, owner, fields
    Object = 1,
    /// `shape | kind << 8 | flags << 15 | zone << 16 | length << 32`, `capacity | data address << 32`
    List = 2,
    /// As a list; three words a pair: [`KeyKind`], key, value.
    Table = 3,
    /// `shape | units << 32`, then four UTF-16 units a word
    Text = 4,
    /// `shape | captured << 32`, `function | kinds << 32` (two bits each), captured words
    Closure = 5,
    /// Only while compacting: `shape | new address << 32`
    Forward = 6,
}

impl Shape {
    /// What the first word of a cell says it is.
    #[inline(always)]
    pub fn of(head: u64) -> Option<Shape> {
        match head as u8 {
            1 => Some(Shape::Object),
            2 => Some(Shape::List),
            3 => Some(Shape::Table),
            4 => Some(Shape::Text),
            5 => Some(Shape::Closure),
            6 => Some(Shape::Forward),
            _ => None,
        }
    }
}

/// Objects.
pub mod object {
    /// Flag in bits 24..32 of the first word: no longer among the live ones.
    pub const REMOVED: u64 = 1 << 24;
    /// The owner, or the members of a group as bits.
    pub const OWNER: usize = 1;
    /// Fields of objects that are no pieces start here.
    pub const FIELDS: usize = 2;
    /// Of a piece: where it is.
    pub const PLACE: usize = 2;
    /// Of a piece: who knows it, as bits.
    pub const KNOWN: usize = 3;
    /// The bit in [`KNOWN`] for those who only look on.
    pub const SPECTATORS: u64 = 1 << 32;
    /// Fields of pieces start here.
    pub const PIECE_FIELDS: usize = 4;

    #[inline(always)]
    pub fn head(class: u16, serial: u32) -> u64 {
        super::Shape::Object as u64 | u64::from(class) << 8 | u64::from(serial) << 32
    }

    #[inline(always)]
    pub fn class(head: u64) -> u16 {
        (head >> 8) as u16
    }

    #[inline(always)]
    pub fn serial(head: u64) -> u32 {
        (head >> 32) as u32
    }

    /// The same head with another serial number.
    pub fn with_serial(head: u64, serial: u32) -> u64 {
        head & 0xFFFF_FFFF | u64::from(serial) << 32
    }
}

/// Lists, zones, stacks and tables.
pub mod list {
    use super::{Kind, Shape};

    /// Words of the head; the data may follow or stand elsewhere.
    pub const HEAD: usize = 2;
    /// Bits 16..32 of the first word of what is no zone.
    pub const NO_ZONE: u64 = 0xFFFF;
    /// Flag in bit 15 of the first word: held by an object of a class of constants, and never changed.
    pub const FROZEN: u64 = 1 << 15;

    #[inline(always)]
    pub fn head(shape: Shape, kind: Kind, zone: u64, length: usize) -> u64 {
        shape as u64 | (kind as u64) << 8 | zone << 16 | (length as u64) << 32
    }

    #[inline(always)]
    pub fn length(head: u64) -> usize {
        (head >> 32) as usize
    }

    #[inline(always)]
    pub fn kind(head: u64) -> Kind {
        Kind::from_bits(head >> 8)
    }

    /// Index into the program's zone slots, or [`NO_ZONE`].
    #[inline(always)]
    pub fn zone(head: u64) -> u64 {
        head >> 16 & 0xFFFF
    }

    #[inline(always)]
    pub fn is_frozen(head: u64) -> bool {
        head & FROZEN != 0
    }

    #[inline(always)]
    pub fn with_length(head: u64, length: usize) -> u64 {
        head & 0xFFFF_FFFF | (length as u64) << 32
    }

    #[inline(always)]
    pub fn place(capacity: usize, data: usize) -> u64 {
        capacity as u64 | (data as u64) << 32
    }

    #[inline(always)]
    pub fn capacity(place: u64) -> usize {
        (place & 0xFFFF_FFFF) as usize
    }

    #[inline(always)]
    pub fn data(place: u64) -> usize {
        (place >> 32) as usize
    }
}

/// Of what type a key of a table is. Keys of different types are different, whatever their words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyKind {
    /// A number or a player.
    Number,
    Text,
    /// An object or a function value.
    Ref,
    Bool,
    /// A tile or a zone.
    Place,
    Position,
    Turn,
    Zones,
    /// A set of players.
    Players,
    /// A case of that enumeration.
    Case(u16),
    /// A set of cases of that enumeration.
    Cases(u16),
}

/// Behind the numbers for cases: there are fewer enumerations than that.
const SETS_OF_CASES: u16 = 1 << 15;

impl KeyKind {
    /// The lower two bits are the [`Kind`] of the key.
    pub fn to_bits(self) -> u16 {
        match self {
            KeyKind::Number => 0,
            KeyKind::Text => Kind::Text as u16,
            KeyKind::Ref => Kind::Ref as u16,
            KeyKind::Bool => 4,
            KeyKind::Place => 8,
            KeyKind::Position => 16,
            KeyKind::Turn => 20,
            KeyKind::Zones => 24,
            KeyKind::Players => 28,
            KeyKind::Case(of) => 32 + 4 * of,
            KeyKind::Cases(of) => SETS_OF_CASES + 4 * of,
        }
    }

    pub fn from_bits(bits: u16) -> KeyKind {
        match (Kind::from_bits(u64::from(bits)), bits) {
            (Kind::Text, _) => KeyKind::Text,
            (Kind::Ref, _) => KeyKind::Ref,
            (Kind::Plain, 4) => KeyKind::Bool,
            (Kind::Plain, 8) => KeyKind::Place,
            (Kind::Plain, 16) => KeyKind::Position,
            (Kind::Plain, 20) => KeyKind::Turn,
            (Kind::Plain, 24) => KeyKind::Zones,
            (Kind::Plain, 28) => KeyKind::Players,
            (Kind::Plain, SETS_OF_CASES..) => KeyKind::Cases((bits - SETS_OF_CASES) / 4),
            (Kind::Plain, 32..) => KeyKind::Case((bits - 32) / 4),
            (Kind::Plain, _) => KeyKind::Number,
        }
    }
}

/// The words of a board that grows.
pub mod growing {
    use super::list;

    /// A list of the occupied tiles in ascending order: the number of a tile, below it since when.
    pub const TILES: usize = 0;
    /// A list as long, of what is there: the piece where the capacity is 1, otherwise a list of them.
    pub const PIECES: usize = list::HEAD;
    /// How many tiles have been occupied so far.
    pub const SINCE: usize = 2 * list::HEAD;
    pub const SIZE: usize = 2 * list::HEAD + 1;

    #[inline(always)]
    pub fn entry(tile: u32, since: u32) -> u64 {
        u64::from(tile) << 32 | u64::from(since)
    }

    #[inline(always)]
    pub fn tile(entry: u64) -> u32 {
        (entry >> 32) as u32
    }

    #[inline(always)]
    pub fn since(entry: u64) -> u32 {
        entry as u32
    }
}

/// Where things stand in the fixed part.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The first player's record.
    pub seats: usize,
    /// One word a tile over all boards: the piece (null if none) where the capacity is 1, otherwise the address
    /// of a list.
    pub tiles: usize,
    /// The head of the first zone: [`list::HEAD`] words a zone slot.
    pub zones: usize,
    /// The heads of the lists of live objects.
    pub live: usize,
    /// Where the fixed part ends and the heap begins.
    pub heap: usize,
}
