//! What one seat, or a spectator, may see: plain data and nothing else. Everything that leaves the engine toward
//! a player is built from these types. They know no machine.

/// A value as a player sees it.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Null,
    Number(f64),
    Text(String),
    Bool(bool),
    Player(u32),
    /// A case of an enumeration.
    Case {
        of: String,
        name: String,
    },
    Tile {
        board: String,
        name: String,
    },
    /// An object, as far as the seat knows it.
    Object(Thing),
    List(Vec<Value>),
    /// A zone, with its owner if it has one.
    Zone {
        name: String,
        owner: Option<u32>,
    },
    /// Something that has no better picture: a table, a function value.
    Other(String),
}

/// An object that is named in a value: what kind it is, where it is, and a short text that tells it from others.
#[derive(Clone, PartialEq, Debug)]
pub struct Thing {
    /// None where the seat does not know the card.
    pub class: Option<String>,
    /// `Ace of Cups`, `Pawn e2`, `a card`.
    pub text: String,
    pub place: Option<String>,
    /// Its attributes that are numbers, as far as the seat knows them: what tells cards of one text apart.
    pub numbers: Vec<(String, f64)>,
}

/// A piece or card that the seat may see.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    pub class: String,
    pub owner: Option<u32>,
    pub attributes: Vec<(String, Value)>,
    /// A short text made from class and attributes: `Ace of Cups`, `Pawn`.
    pub text: String,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Seat {
    pub name: String,
    pub score: f64,
    pub out: bool,
    pub team: Option<String>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Tile {
    pub name: String,
    pub x: i32,
    pub y: i32,
    pub mark: Option<char>,
    pub attributes: Vec<(String, Value)>,
    pub pieces: Vec<Option<Piece>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardKind {
    Square,
    Hex,
    Track,
    Ring,
    Graph,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    pub name: String,
    pub kind: BoardKind,
    pub rows: u32,
    pub columns: u32,
    pub tiles: Vec<Tile>,
    /// Pairs of tiles of a graph with the weight of the connection.
    pub edges: Vec<(u32, u32, f64)>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Zone {
    pub name: String,
    /// The player whose zone it is.
    pub owner: Option<u32>,
    pub deck: bool,
    pub ordered: bool,
    /// From the bottom up; None for a card the seat does not know. In an unordered zone known cards stand first.
    pub pieces: Vec<Option<Piece>>,
}

/// A global object, or another object that is in no place.
#[derive(Clone, PartialEq, Debug)]
pub struct Object {
    pub class: String,
    pub global: bool,
    pub owners: Vec<u32>,
    pub attributes: Vec<(String, Value)>,
}

/// All that a seat may see of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    pub game: String,
    /// None for a spectator.
    pub seat: Option<u32>,
    pub seats: Vec<Seat>,
    pub active: u32,
    /// The active turn, where there are several.
    pub turn: Option<String>,
    pub phase: Option<String>,
    /// Who must decide now. Where several decide at once, these are all of them until the last has answered.
    pub deciders: Vec<u32>,
    /// Who of those has answered already, as far as the seat may know.
    pub answered: Vec<u32>,
    pub boards: Vec<Board>,
    pub zones: Vec<Zone>,
    pub objects: Vec<Object>,
    pub outcome: Option<Outcome>,
}

/// How a match ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    Finished {
        /// First place first; empty where nobody won.
        ranking: Vec<Vec<u32>>,
    },
    /// Nobody could do anything and no rule said what then.
    Stuck,
    /// The rules went wrong.
    Fault(Fault),
}

/// What went wrong in the rules while they ran.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    /// One line in the author's words.
    pub message: String,
    pub at: base::Span,
    /// The calls that led there, innermost first: what was called, and where.
    pub trail: Vec<(String, base::Span)>,
}
