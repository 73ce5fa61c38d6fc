//! The tables of a program.

use crate::layout::{self, Layout};
use crate::op::{Op, Reg};
use crate::word::{self, Kind};
use base::NodeId;
use language::look::{AnswerSays, Looks};
use language::option::GameOption;
use language::shape::{Geometry, Shape, Sides};
use language::tree::{Seen, Visibility};
use std::collections::BTreeMap;
use std::ops::Range;

/// `2`, `2 to 4`, `2 or 4`
pub fn players(counts: &[u32]) -> String {
    match counts {
        [one] => one.to_string(),
        [first, .., last] if (last - first) as usize + 1 == counts.len() => format!("{first} to {last}"),
        [before @ .., last] => {
            let before: Vec<String> = before.iter().map(u32::to_string).collect();
            format!("{} or {last}", before.join(", "))
        }
        [] => "no".to_owned(),
    }
}

/// No tile, in tables of tiles.
pub const NO_TILE: u32 = u32::MAX;

/// A function by its place in [`Program::functions`].
pub type FunctionIndex = u32;

/// A part of a text that people read: when something goes wrong in it, that is no fault, and it goes on elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Catch {
    /// The first instruction of the part, and the one behind its last. Some of a part may stand behind its function, as
    /// a catch of its own that goes on at the same place.
    pub from: u32,
    pub to: u32,
    pub goes_on: u32,
}

impl Catch {
    /// In a program in which its function begins at that instruction.
    pub fn moved_by(self, entry: u32) -> Catch {
        Catch { from: self.from + entry, to: self.to + entry, goes_on: self.goes_on + entry }
    }

    pub fn has(self, pc: u32) -> bool {
        (self.from..self.to).contains(&pc)
    }
}

#[derive(Clone, Debug, Default)]
pub struct Program {
    pub name: String,
    /// With the values that it was compiled for.
    pub options: Vec<GameOption>,
    pub code: Vec<Op>,
    /// For each instruction the node it was emitted for.
    pub origins: Vec<NodeId>,
    /// Which expression filled a register that an instruction reads, for messages; by instruction, the operands of
    /// one in order.
    pub operands: Vec<(u32, Reg, NodeId)>,
    /// In the order of their beginnings; what lies in another comes behind it.
    pub catches: Vec<Catch>,
    pub constants: Vec<u64>,
    /// The objects, lists and tables that constants are, once they have been worked out. Its first word has the address
    /// [`layout::CONSTANTS`].
    pub data: Vec<u64>,
    /// What is worked out when the program is made, in that order: see `vm::constants`.
    pub fixed: Vec<Fixed>,
    /// Constant strings too long to be words, as UTF-16.
    pub strings: Vec<Vec<u16>>,
    pub functions: Vec<Function>,
    /// In preorder: the subclasses of a class are those behind it up to its `last`.
    pub classes: Vec<Class>,
    /// For each class, for each method slot, the function that runs, or `u32::MAX`.
    pub methods: Vec<Vec<FunctionIndex>>,
    pub actions: Vec<Action>,
    pub enums: Vec<Enum>,
    pub boards: Vec<Board>,
    pub tiles: Tiles,
    pub zones: Vec<ZoneLayout>,
    /// One for each zone, or for each player and zone: which zone, and whose.
    pub slots: Vec<(u16, Option<u32>)>,
    /// Names, faces, and who sees what comes up, where the author says so.
    pub dice: Vec<(String, Vec<f64>, Option<Seen>)>,
    pub turns: Vec<Turn>,
    pub teams: Vec<String>,
    /// How values are shown, for `ToText`.
    pub shows: Vec<Show>,
    /// What `Tell` instructions tell.
    pub sentences: Vec<Sentence>,
    /// How the log tells what is answered, by the node that instructions which ask were emitted for.
    pub answers: BTreeMap<NodeId, AnswerSays>,
    pub players: (u32, u32),
    /// The numbers of players that may sit down, the fewest first.
    pub counts: Vec<u32>,
    pub player_names: Vec<String>,
    /// The seats at which programs sit unless somebody says otherwise.
    pub bots: Vec<u32>,
    pub layout: Layout,
    /// The fixed part of a new match, before `init` runs.
    pub start: Vec<u64>,
    /// Gives attributes of global objects and tiles their first values.
    pub init: FunctionIndex,
    pub setup: FunctionIndex,
    /// Settles what modifiers make of the game, if something changed; None where nothing is settled.
    pub settle: Option<FunctionIndex>,
    /// The same, after another player was made active.
    pub settle_anew: Option<FunctionIndex>,
    /// What `Settled` instructions read.
    pub settled: Vec<SettledRead>,
    /// `move_generator(event)` emits all candidates of the active player.
    pub move_generator: FunctionIndex,
    /// As `move_generator`, but without the [`LegalityFilter`] of each action; None where no action has one.
    pub pseudo_legal_generator: Option<FunctionIndex>,
    /// Whether the filter of some action takes longer than naming a candidate, so that whoever names all of them does
    /// better without it too.
    pub has_slow_filter: bool,
    /// As the move generator, without requirements and filters, of the actions that tell why they are not possible.
    pub unfiltered_generator: Option<FunctionIndex>,
    /// Whether some action looks at the `PlayerChoiceEvent` that offers it.
    pub choice_event: Option<u16>,
    /// The class of `NoChoiceEvent`.
    pub no_choice_class: u16,
    /// Raises `NoChoiceEvent`; None if nothing observes it.
    pub no_choice: Option<FunctionIndex>,
    /// `moved(piece, from, to)` raises `Moved`; None if nothing observes it.
    pub moved: Option<FunctionIndex>,
    pub tests: Vec<Test>,
    /// What the `Play` instructions of tests mean, by index.
    pub plays: Vec<TestPlay>,
    /// What the `Expect` instructions of tests compare, by index.
    pub compared: Vec<[Compared; 2]>,
    /// How things look, by the numbers of this program; each class has what it takes from those above it.
    pub looks: Looks,
    /// Whether players may write texts of their own.
    pub is_free: bool,
    /// Whether it may tell of what somebody chose in secret in which order objects were made, or came to where they lie.
    pub order_may_tell: bool,
    /// What `Probe` instructions stand for; none unless somebody wants to know what ran.
    pub probes: Vec<Probe>,
}

/// Where what modifiers make of an attribute stands. The fields are counted from the beginning of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SettledRead {
    /// The word of the fixed part that says that nothing has changed since everything was settled.
    pub clean: u16,
    /// Of the object, what keeps its values; null where none was touched.
    pub values: u16,
    /// Of that, whether the value was touched, and the value.
    pub touched: u16,
    pub value: u16,
}

/// A constant that the machine works out when the program is made.
#[derive(Clone, Debug)]
pub struct Fixed {
    pub name: String,
    pub at: NodeId,
    pub kind: Kind,
    /// What it is, once it has been worked out.
    pub word: u64,
    pub value: FixedValue,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FixedValue {
    /// What the function gives.
    Of(FunctionIndex),
    /// A list of those before it that are objects of a class, each once.
    All(u16, Vec<u32>),
}

/// Constants: what lies behind addresses from [`layout::CONSTANTS`] on.
impl Program {
    /// The word of a constant at an address.
    #[cold]
    #[inline(never)]
    pub fn constant_word(&self, address: usize) -> Option<u64> {
        self.data.get(address.checked_sub(layout::CONSTANTS)?).copied()
    }

    /// The words of constants from one address up to another.
    #[cold]
    #[inline(never)]
    pub fn constant_words(&self, range: Range<usize>) -> Option<&[u64]> {
        let start = range.start.checked_sub(layout::CONSTANTS)?;
        self.data.get(start..range.end.checked_sub(layout::CONSTANTS)?)
    }
}

/// A coverage probe: a part of a game of which the machine can note that it ran.
#[derive(Clone, Debug)]
pub struct Probe {
    pub kind: ProbeKind,
    /// None for branches.
    pub name: String,
    pub at: NodeId,
    /// Of a branch: the last statement of its block.
    pub last: NodeId,
    /// The probe of what this one is a part of; where that was not hit, this one is not reported.
    pub within: Option<u32>,
    /// Of a class: that of its parent, which is hit together with this one.
    pub above: Option<u32>,
    /// Of an offer: the actions, by number.
    pub actions: Vec<u32>,
    /// Working out the constants, before there is any match, has hit it.
    pub by_constants: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ProbeKind {
    /// A player was offered an action, if it does not turn out to fail.
    Offer,
    /// The effect of an action.
    Action,
    Function,
    /// A `before` or `after` block.
    Block,
    /// An object was made.
    Interactable,
    Class,
    Modifier,
    /// An event was raised.
    Event,
    /// A statement, or a side of `c ? a : b`.
    Branch,
}

/// A function. Its parameters are its first registers; its result is left in register 0 of its window.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub at: NodeId,
    /// The first instruction, and the one after the last.
    pub entry: u32,
    pub end: u32,
    pub params: u16,
    pub registers: u16,
    /// Whether it is one more of the functions that run inside one another. What a call of an action puts before the
    /// action is not, so that every call adds one.
    pub adds_depth: bool,
}

/// The field of an edge or corner that is the place where pieces stand. No author can write its name.
pub const SPOT: &str = "(place)";

impl Class {
    /// Of edges and corners: which field is their place.
    pub fn spot(&self) -> Option<usize> {
        self.fields.iter().position(|f| f.name == SPOT)
    }
}

#[derive(Clone, Debug)]
pub struct Class {
    pub name: String,
    pub is_piece: bool,
    /// Only classes below it have objects.
    pub is_abstract: bool,
    pub is_tile: bool,
    pub is_event: bool,
    /// Its objects never change.
    pub is_const: bool,
    /// A generic class by itself, or what stands for a type parameter there: there are no objects of it.
    pub by_itself: bool,
    pub visibility: Visibility,
    pub parent: Option<u16>,
    /// The last class in preorder that is this one or below it.
    pub last: u16,
    /// How many words an object has.
    pub size: u16,
    pub fields: Vec<Field>,
    /// Where the first field stands.
    pub first_field: u16,
    /// The lists of live objects (by index) that a new object of the class joins.
    pub joins: Vec<u16>,
    /// Where the one object of a global class stands.
    pub global: Option<u32>,
    /// Of the applications of a modifier.
    pub modifier: Option<Modifier>,
}

/// What the class of the applications of a modifier is about. Its first field is the object that has it.
#[derive(Clone, Debug)]
pub struct Modifier {
    /// The class of that object.
    pub on: u16,
    /// The fields that are parameters.
    pub params: Vec<u16>,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub show: Show,
    pub kind: Kind,
    pub secret: bool,
    /// For the machine: no author has named it.
    pub hidden: bool,
    /// Its word in the object says nothing: what it is follows from others, and `reader` gives it.
    pub derived: bool,
    /// Declared without a value: null in a new object that gives it none.
    pub bare: bool,
    /// `read(object)` gives what modifiers make of it.
    pub reader: Option<FunctionIndex>,
}

impl Field {
    /// The name under which the list of the modifiers of an object is shown.
    pub const MODIFIERS: &'static str = "modifiers";

    /// What no author has named stands in brackets.
    pub fn shown_name(&self) -> &str {
        self.name.trim_matches(['(', ')'])
    }
}

/// A sentence for the log. Its things stand in registers: behind who alone reads it, each part with who may know what
/// it was worked out from.
#[derive(Clone, PartialEq, Debug)]
pub struct Sentence {
    pub is_for_one: bool,
    /// It stands right before a statement that ends the match, and says why.
    pub is_why: bool,
    pub parts: Vec<Part>,
}

/// A part of a sentence.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    pub show: Show,
    /// It is a list of what lies in a zone, as the author names one.
    pub is_zone: bool,
}

/// How a word is shown to people.
#[derive(Clone, PartialEq, Debug)]
pub enum Show {
    Number,
    Text,
    Bool,
    Player,
    Case(u16),
    Tile,
    Place,
    Zone,
    /// The zones of all players.
    Zones,
    Turn,
    Object,
    List(Box<Show>),
    /// Of cases or players.
    Set(Box<Show>),
    Table(Box<Show>, Option<Box<Show>>),
    /// A position.
    Position,
    /// A function value.
    Function,
}

impl Show {
    /// The words of the members of a set of these.
    pub fn members(&self, set: u64) -> impl Iterator<Item = u64> {
        word::members(set, *self == Show::Player)
    }

    /// What the word points to.
    pub fn kind(&self) -> Kind {
        match self {
            Show::Text => Kind::Text,
            Show::Object | Show::List(_) | Show::Table(..) | Show::Function => Kind::Ref,
            _ => Kind::Plain,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Action {
    pub name: String,
    pub at: NodeId,
    pub class: u16,
    /// Inputs that are part of the move.
    pub inputs: Vec<Input>,
    /// Whether somebody chooses one of them; otherwise all fill themselves.
    pub chosen: bool,
    /// Whether the active player may take it: it observes `PlayerChoiceEvent`.
    pub offered: bool,
    /// `generator(this, event)` emits the candidates of one object if its requirements hold.
    pub generator: FunctionIndex,
    /// `run(this, event, inputs...)` runs the effect and gives whether all that must hold afterwards does.
    pub run: FunctionIndex,
    /// `effect(this, event, all inputs...)`: what `run` comes to.
    pub effect: FunctionIndex,
    /// `ensure(this, event, all inputs...)` gives whether all that must hold afterwards does: asked again where the
    /// effect ended the game.
    pub ensure: Option<FunctionIndex>,
    /// Whether a candidate must be tried before it is known to be legal.
    pub needs_trial: bool,
    /// Where it is triggered it is taken, without anything being asked or required: an `after` block, for one.
    pub is_plain: bool,
    /// Whether whoever acts may know all that decides which candidates there are; otherwise nothing is told of why one
    /// is refused once it is tried.
    pub is_open: bool,
    /// Whether they may know all that its effect reads as well; otherwise nothing is told of why an answer is refused to
    /// what it asks.
    pub is_open_throughout: bool,
    /// The same of others whom it asks.
    pub is_open_to_others: bool,
    /// Whether its effect may ask a player to choose.
    pub makes_choices: bool,
    pub filter: Option<LegalityFilter>,
    /// What may refuse it, of actions that rule tests play and of those that tell why.
    pub refusals: Option<Refusals>,
}

/// What may refuse an action before it is tried.
#[derive(Clone, Debug)]
pub struct Refusals {
    /// `refusal(this, event, inputs...)` gives the place of the first reason among these, null if there is none. Inputs
    /// that are null are not looked at.
    pub function: FunctionIndex,
    pub reasons: Vec<Reason>,
    /// So many of the first reasons are there whatever the inputs are.
    pub common: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reason {
    pub at: NodeId,
    /// The input, by its number, that is not among its candidates; otherwise the condition there does not hold.
    pub input: Option<u16>,
    /// `why(this, event, inputs...)` gives what the player is told.
    pub why: Option<FunctionIndex>,
}

/// A slow filter of the last input of an action. Whoever wants one move and not all generates candidates without the
/// filter, and asks it about those that are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LegalityFilter {
    /// As the action's generator, without the filter: what it emits is pseudo-legal.
    pub generator: FunctionIndex,
    /// `passes(this, event, inputs...)` gives whether the filter holds.
    pub passes: FunctionIndex,
    /// Whether it calls function values or searches a board over edges: it may take any time.
    pub slow: bool,
}

/// Actions with more inputs have no [`LegalityFilter`].
pub const MAX_FILTERED_INPUTS: usize = 6;

#[derive(Clone, Debug)]
pub struct Input {
    pub name: String,
    pub show: Show,
    /// `prompt(this, event, earlier inputs...)` gives a string.
    pub prompt: Option<FunctionIndex>,
    /// The prompt, where it is always the same.
    pub words: Option<String>,
    pub optional: bool,
    /// The zone into which the effect puts what was chosen, where it says so plainly.
    pub lands: Option<String>,
    /// Nobody learns it but who chose.
    pub secret: bool,
    /// Its tiles are of one board, which what was chosen before settles, so that their names say which are meant.
    pub settled: bool,
    /// Of several things, each order is another choice.
    pub ordered: bool,
    /// Any other text of up to so many characters may be written.
    pub free: Option<u16>,
    /// Nobody chooses it: it fills by itself.
    pub auto: bool,
}

#[derive(Clone, Debug)]
pub struct Enum {
    pub name: String,
    pub cases: Vec<String>,
    /// The words of the case names.
    pub names: Vec<u64>,
    /// `attributes[attribute][case]`
    pub attributes: Vec<Vec<u64>>,
    pub attribute_names: Vec<(String, Show)>,
}

#[derive(Clone, Debug)]
pub struct Board {
    pub name: String,
    pub shape: Shape,
    pub geometry: Geometry,
    /// The number of its first tile over all boards.
    pub first: u32,
    /// None: unlimited.
    pub capacity: Option<u32>,
    /// Who sees what lies on it.
    pub seen: Seen,
    /// Whose it is, where each player has one; those of one declaration follow one another.
    pub player: Option<u32>,
    pub class: u16,
    /// Of a board that grows, which has no tiles of its own.
    pub growing: Option<Growing>,
    /// Where its edges or corners are places.
    pub spots: Option<Box<Spots>>,
    /// The board of which its tiles are the edges or corners.
    pub of: Option<u16>,
}

/// The edges and corners of a board. Each is a tile of a board of its own, and has an object there, whose class is
/// that of that board.
#[derive(Clone, Debug)]
pub struct Spots {
    pub sides: Sides,
    /// The first of them among the tiles of all boards, where they are places.
    pub edges: Option<u32>,
    pub corners: Option<u32>,
    /// For each of [`Tiles::directions`] which side of its tiles lies there.
    pub sides_by_direction: Vec<Option<usize>>,
}

impl Board {
    /// The word of a tile by its number on the board.
    pub fn tile(&self, number: u32) -> u64 {
        match &self.growing {
            Some(growing) => word::grown(growing.board, number),
            None => u64::from(self.first + number),
        }
    }

    /// Its tiles, of one that has an end.
    pub fn tiles(&self) -> Range<u64> {
        let first = u64::from(self.first);
        first..first + self.geometry.tiles.len() as u64
    }
}

impl Program {
    /// What the tile of that name is always called, where the look of the board says it.
    pub fn tile_title(&self, board: &str, tile: &str) -> Option<&str> {
        let number = self.boards.iter().position(|b| b.name == board)?;
        self.looks.boards.get(&(number as u32))?.parts.get(tile)?.fixed_title()
    }

    /// The board that a tile is of, with its edges and corners, which are boards besides; none where there is no such tile.
    pub fn whole_board(&self, tile: u64) -> impl Iterator<Item = &Board> {
        let whole =
            |number: u16| self.boards.get(usize::from(number)).and_then(|board| board.of).unwrap_or(number);
        let of = self.tiles.board.get(tile as usize).copied().map(whole);
        (0..).zip(&self.boards).filter(move |(number, _)| Some(whole(*number)) == of).map(|(_, board)| board)
    }
}

/// What a board that grows has instead of tables of tiles.
#[derive(Clone, Debug)]
pub struct Growing {
    /// Its number among the boards.
    pub board: u16,
    /// Where its words stand, see [`crate::layout::growing`].
    pub at: usize,
    /// How many columns and rows each of [`Tiles::directions`] leads further.
    pub directions: Vec<Option<(i32, i32)>>,
    /// For each of [`Tiles::adjacency`] what is adjacent to a tile, in columns and rows; nothing for lines.
    pub adjacency: Vec<Vec<(i32, i32)>>,
}

/// Tables over the tiles of all boards.
#[derive(Clone, Debug, Default)]
pub struct Tiles {
    pub count: u32,
    /// How many of them are no edges or corners, which come last.
    pub proper: u32,
    /// The board of each tile.
    pub board: Vec<u16>,
    /// Whether its board holds one piece a tile.
    pub single: Vec<bool>,
    pub all_single: bool,
    /// Whether not everybody sees what lies on some of them.
    pub hidden: bool,
    /// Words of the names of directions, over all boards, each once.
    pub directions: Vec<u64>,
    /// `steps[direction * count + tile]`
    pub steps: Vec<u32>,
    /// Lists of tiles for each tile: neighbours, by a side, by a corner, of its row, of its column, then the jumps
    /// that the program uses, then the steps in known directions.
    pub adjacency: Vec<Adjacency>,
    /// `a, b` of the jumps, in the order in which they follow in `adjacency`.
    pub jumps: Vec<(i32, i32)>,
    /// Words of the names of tiles.
    pub names: Vec<u64>,
    /// Column and row.
    pub x: Vec<f64>,
    pub y: Vec<f64>,
    /// The object that holds a tile's attributes, or `u32::MAX`.
    pub objects: Vec<u32>,
}

/// For each tile a list of tiles.
#[derive(Clone, Debug, Default)]
pub struct Adjacency {
    /// Where in `tiles` the list of each tile begins and ends. Tiles may share a list, as those of a row do.
    pub spans: Vec<(u32, u32)>,
    pub tiles: Vec<u32>,
}

impl Adjacency {
    /// Adds the list of the next tile.
    pub fn push(&mut self, tiles: impl IntoIterator<Item = u32>) {
        let start = self.tiles.len() as u32;
        self.tiles.extend(tiles);
        self.spans.push((start, self.tiles.len() as u32));
    }

    pub const NEIGHBORS: u16 = 0;
    pub const ORTHOGONAL: u16 = 1;
    pub const DIAGONAL: u16 = 2;
    /// The tiles of the same row, from the left.
    pub const ROW: u16 = 3;
    /// The tiles of the same column, from the bottom.
    pub const COLUMN: u16 = 4;
    pub const JUMPS: u16 = 5;
}

#[derive(Clone, Debug)]
pub struct ZoneLayout {
    /// As code names it: `row[0]`.
    pub name: String,
    /// As people read it: `row 1 of 3`.
    pub title: String,
    pub class: u16,
    pub deck: bool,
    pub per_player: bool,
    pub seen: Seen,
    pub ordered: bool,
    /// Its first slot; the slots of players follow one another.
    pub first_slot: u16,
}

#[derive(Clone, Debug)]
pub struct Turn {
    pub name: String,
    /// `default()` gives the next player.
    pub default: Option<FunctionIndex>,
    pub phases: Vec<(String, Option<FunctionIndex>)>,
    /// For each phase, who decides at the same time in it, if several do.
    pub simultaneous: Vec<Option<Simultaneous>>,
    /// The words of the names, of the turn and of its phases.
    pub name_word: u64,
    pub phase_words: Vec<u64>,
}

/// A phase in which players decide without seeing what the others choose.
#[derive(Clone, Copy, Debug)]
pub struct Simultaneous {
    /// `players()` gives the list of those who are asked.
    pub players: FunctionIndex,
    /// `then()` runs after what was chosen, and gives true.
    pub then: Option<FunctionIndex>,
    /// Everybody sees who has answered already.
    pub open: bool,
}

#[derive(Clone, Debug)]
pub struct Test {
    pub name: String,
    pub at: NodeId,
    pub seed: u64,
    pub players: Option<u32>,
    pub body: FunctionIndex,
}

/// A side of a comparison that is expected to hold: where it stands, and which register holds its value.
#[derive(Clone, Debug)]
pub struct Compared {
    pub at: NodeId,
    pub register: Reg,
    pub show: Show,
}

/// `play a(x: 1) by 0` of a test.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TestPlay {
    /// The actions of that name.
    pub actions: Vec<u16>,
    pub name: String,
    /// The input names, in the order of the value registers.
    pub inputs: Vec<String>,
    pub has_object: bool,
    pub has_player: bool,
}
