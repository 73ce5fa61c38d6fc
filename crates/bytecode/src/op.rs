//! The instructions. Registers are words of the running function's window; `d` is written, others are read.
//!
//! A call's window begins at the caller's register `base`: the arguments are there, and the result comes back
//! there. Instructions that take a `base` read their operands from consecutive registers and leave their result
//! in the first.

use language::catalogue::Builtin;

/// A register of the running function.
pub type Reg = u16;

/// An instruction of eight bytes. Jumps go to absolute instruction numbers (`to`) or relative to the next one
/// (`by`).
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(u16)]
pub enum Op {
    // -- moving words --
    Move {
        d: Reg,
        s: Reg,
    },
    Constant {
        d: Reg,
        index: u32,
    },
    Null {
        d: Reg,
    },
    // -- numbers: a fault where the result is no finite number --
    Add {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Subtract {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Multiply {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Divide {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Modulo {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Power {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// Adds a small whole number.
    AddSmall {
        d: Reg,
        a: Reg,
        k: i16,
    },
    Negate {
        d: Reg,
        s: Reg,
    },
    // -- comparisons give a bool --
    Less {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LessEqual {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// Of cases, by index.
    LessCase {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LessEqualCase {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LessText {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LessEqualText {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// Of words: everything but strings.
    Equal {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    NotEqual {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    EqualText {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    // -- booleans: null is a fault --
    Not {
        d: Reg,
        s: Reg,
    },
    And {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Or {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Xor {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    // -- jumps; a backward jump costs fuel --
    Jump {
        to: u32,
    },
    JumpIf {
        c: Reg,
        to: u32,
    },
    JumpIfNot {
        c: Reg,
        to: u32,
    },
    JumpNull {
        c: Reg,
        to: u32,
    },
    JumpSome {
        c: Reg,
        to: u32,
    },
    /// Jumps if no piece is on the tile.
    JumpEmpty {
        tile: Reg,
        to: u32,
    },
    /// Jumps if a piece is on the tile.
    JumpTaken {
        tile: Reg,
        to: u32,
    },
    /// Jumps if a list, zone or stack has no elements.
    JumpNoElements {
        list: Reg,
        to: u32,
    },
    /// Jumps if a list, zone or stack has elements.
    JumpElements {
        list: Reg,
        to: u32,
    },
    JumpEqual {
        a: Reg,
        b: Reg,
        by: i16,
    },
    JumpNotEqual {
        a: Reg,
        b: Reg,
        by: i16,
    },
    /// Of strings.
    JumpEqualText {
        a: Reg,
        b: Reg,
        by: i16,
    },
    JumpNotEqualText {
        a: Reg,
        b: Reg,
        by: i16,
    },
    JumpLess {
        a: Reg,
        b: Reg,
        by: i16,
    },
    JumpNotLess {
        a: Reg,
        b: Reg,
        by: i16,
    },
    // -- loops: at the bottom, jumping back to the body while there is more --
    /// `base`: list, index (integer), element
    NextElement {
        base: Reg,
        to: u32,
    },
    /// `base`: end (integer), index (integer): counts the index up while it is below the end
    NextIndex {
        base: Reg,
        to: u32,
    },
    /// `base`: end (number), value (number): counts up while it is not above the end
    NextNumber {
        base: Reg,
        to: u32,
    },
    /// `base`: end, index, tile: the tiles of an adjacency table (see `StartAdjacent`)
    NextAdjacent {
        base: Reg,
        to: u32,
    },
    /// Sets `base` (end) and `base + 1` (index, one before the first) for the tile in `tile`.
    StartAdjacent {
        base: Reg,
        tile: Reg,
        table: u16,
    },
    /// An integer constant, for loops over tiles and lists.
    Integer {
        d: Reg,
        value: i32,
    },
    // -- calls --
    Call {
        base: Reg,
        function: u32,
    },
    /// The object is in `base`; a method slot of its class.
    CallMethod {
        base: Reg,
        slot: u16,
    },
    /// The tile is in `base`; a method slot of the class of its object.
    CallTileMethod {
        base: Reg,
        slot: u16,
    },
    /// The function value is in `base`; its `n` arguments follow. Captured words are put before the arguments.
    CallValue {
        base: Reg,
        n: u16,
    },
    /// Gives the word in `s`.
    Return {
        s: Reg,
    },
    // -- objects --
    GetField {
        d: Reg,
        object: Reg,
        field: u16,
    },
    SetField {
        object: Reg,
        field: u16,
        s: Reg,
    },
    /// Fields are null; the constructor runs afterwards.
    New {
        d: Reg,
        class: u16,
    },
    IsClass {
        d: Reg,
        object: Reg,
        class: u16,
    },
    /// The object, or null if it is not of the class.
    Cast {
        d: Reg,
        object: Reg,
        class: u16,
    },
    /// Makes a function value; captured words stand in registers from `base` on, kinds in constant `kinds`.
    Closure {
        base: Reg,
        function: u16,
        info: u16,
    },
    // -- lists: elements may be null --
    /// From `n & 0x3FFF` registers from `base` on; the upper two bits are the kind of the elements.
    NewList {
        d: Reg,
        base: Reg,
        n: u16,
    },
    /// Whether the same word is in a list, zone or stack: everything but strings
    Contains {
        d: Reg,
        list: Reg,
        s: Reg,
    },
    ListLength {
        d: Reg,
        list: Reg,
    },
    ListGet {
        d: Reg,
        list: Reg,
        index: Reg,
    },
    ListSet {
        list: Reg,
        index: Reg,
        s: Reg,
    },
    ListPush {
        list: Reg,
        s: Reg,
    },
    /// `info`: kind of the key (bits 0..2: 0 number, 1 string, 2 identity), kind of values (bits 2..4)
    NewTable {
        d: Reg,
        info: u16,
    },
    /// `base`: table, key
    TableGet {
        d: Reg,
        base: Reg,
        key: u16,
    },
    /// `base`: table, key, value
    TableSet {
        base: Reg,
        key: u16,
    },
    /// `base`: table, index (integer), value
    NextValue {
        base: Reg,
        to: u32,
    },
    // -- the table --
    /// A word of the fixed part by its address.
    Header {
        d: Reg,
        index: u16,
    },
    SetHeader {
        index: u16,
        s: Reg,
    },
    Active {
        d: Reg,
    },
    /// The name of the active phase, null if there is none.
    PhaseName {
        d: Reg,
    },
    Actor {
        d: Reg,
    },
    /// Reduces a number to a player.
    ToPlayer {
        d: Reg,
        s: Reg,
    },
    /// The player `k` seats on.
    PlayerAfter {
        d: Reg,
        s: Reg,
        k: i16,
    },
    TilePiece {
        d: Reg,
        tile: Reg,
    },
    TileOwner {
        d: Reg,
        tile: Reg,
    },
    TileIsEmpty {
        d: Reg,
        tile: Reg,
    },
    /// The next tile; `direction` is an index of the directions of all boards.
    Step {
        d: Reg,
        tile: Reg,
        direction: u16,
    },
    /// The next tile; `direction` holds a string.
    StepText {
        d: Reg,
        tile: Reg,
        direction: Reg,
    },
    /// The index (integer) of the direction whose string is in `s`; an unknown one is a fault.
    DirectionOf {
        d: Reg,
        s: Reg,
    },
    /// The next tile; `direction` holds an index.
    StepDirection {
        d: Reg,
        tile: Reg,
        direction: Reg,
    },
    TileX {
        d: Reg,
        tile: Reg,
    },
    TileY {
        d: Reg,
        tile: Reg,
    },
    /// The object that holds the attributes of a tile.
    TileObject {
        d: Reg,
        tile: Reg,
    },
    /// Appends the run of empty tiles from `base` (tile) along `base + 1` (index of a direction) to the list in `d`; with
    /// `ending`, the first that is not empty too.
    RayEmpty {
        d: Reg,
        base: Reg,
        ending: u16,
    },
    /// The tile a piece is on, or null.
    PieceTile {
        d: Reg,
        piece: Reg,
    },
    /// The zone of a player: `first` is the address of player 0's.
    ZoneOf {
        d: Reg,
        player: Reg,
        first: u16,
    },
    ForwardOf {
        d: Reg,
        player: Reg,
    },
    CaseAttribute {
        d: Reg,
        case: Reg,
        info: u16,
    },
    /// Anything else that is built in; `info` is `n` arguments in the low byte, more in the high byte.
    Builtin {
        base: Reg,
        id: Builtin,
        info: u16,
    },
    /// The unit of a string at an index, as a string.
    TextAt {
        d: Reg,
        text: Reg,
        index: Reg,
    },
    /// Joins two strings.
    Join {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// Turns a word into a string as shown to people; `show` indexes the program's shows.
    ToText {
        d: Reg,
        s: Reg,
        show: u16,
    },
    /// Conversions by number, see `Conversion`.
    Convert {
        d: Reg,
        s: Reg,
        how: u16,
    },
    // -- what ends, asks or is taken back --
    /// Ends a live object.
    Remove {
        object: Reg,
    },
    Score {
        player: Reg,
        s: Reg,
    },
    Eliminate {
        player: Reg,
    },
    /// The player joins the team.
    Team {
        player: Reg,
        team: u16,
    },
    /// The ranking has been set by `Place`; the game is over.
    End,
    /// `how`: 0 a ranking (list of lists), 1 one player, 2 nobody, 3 a list of players share the first place
    Winner {
        s: Reg,
        how: u16,
    },
    /// The action fails with the reason in `s`.
    Fail {
        s: Reg,
    },
    /// `base`: who, list of options, whether nothing may be chosen, prompt
    /// `show` says how the options are shown. Without options the answer is null and nobody is asked.
    Choose {
        base: Reg,
        show: u16,
    },
    /// `base`: list, least, most (null: all): all ways to choose that many elements, smaller ones first, then in
    /// the order of the elements. `kind` is that of the elements.
    Subsets {
        base: Reg,
        kind: u16,
    },
    /// Calls the function with piece, from and to for each piece that moved and has not been reported yet, its
    /// window beginning at `base`.
    RaiseMoved {
        base: Reg,
        function: u32,
    },
    /// Notes that this coverage probe was hit.
    Probe {
        probe: u32,
    },
    /// Puts a move into the list: the object in `base`, and `n` inputs behind it.
    Emit {
        action: u16,
        base: Reg,
        n: u16,
    },
    /// Queues an action with object and event.
    Enqueue {
        action: u16,
        object: Reg,
        event: Reg,
    },
    SupposeBegin,
    /// Takes everything back, the registers too, but for the word in `s`, which goes to `d`.
    SupposeEnd {
        d: Reg,
        s: Reg,
    },
    // -- tests --
    /// `base`: values of the inputs, then the object, then the player. `how`: 0 play, 1 legal, 2 illegal
    Play {
        base: Reg,
        play: u16,
        how: u16,
    },
    /// `base`: value, player
    Answer {
        base: Reg,
    },
    /// The condition in `c` must hold.
    Expect {
        c: Reg,
    },
    /// A value that only tests can see, see `TestLook`; an argument stands in `d`.
    Inspect {
        d: Reg,
        what: u16,
    },
    /// Stands where the emitter found something impossible.
    Impossible,
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
}

/// What `Convert` does.
pub mod convert {
    pub const TEXT_TO_NUMBER: u16 = 0;
    pub const NUMBER_TO_BOOL: u16 = 1;
    pub const BOOL_TO_NUMBER: u16 = 2;
    pub const TURN_TO_PLAYER: u16 = 3;
    pub const PLACE_TO_TILE: u16 = 4;
    /// From 16 on: the name of a tile on board `how - 16`.
    pub const TEXT_TO_TILE: u16 = 16;
}

const _: () = assert!(size_of::<Op>() == 8, "an instruction is eight bytes");
