//! What one seat, or a spectator, may see: plain data and nothing else. Everything that leaves the engine toward
//! a player is built from these types. They know no machine.

pub(crate) mod heard;
pub(crate) mod looks;
pub(crate) mod make;
pub(crate) mod memo;
pub(crate) mod modified;
pub(crate) mod orders;
pub(crate) mod outcome;
pub(crate) mod reader;

pub use orders::{SortKey, SortKeys};

use crate::json;
use bytecode::layout::object;
use language::look::{Layout, Phrase};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Who looks at a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    Seat(u32),
    Spectator,
}

/// Whose eyes a reader has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Eyes {
    Of(Viewer),
    /// Those of an author, or of whoever reads why a test failed; never those of a player.
    All,
}

impl Eyes {
    /// As the machine keeps who knows an object: a bit for each seat, and one for spectators.
    pub(crate) fn bits(self) -> u64 {
        match self {
            Eyes::All => u64::MAX,
            Eyes::Of(Viewer::Seat(p)) => 1 << (p & 31),
            Eyes::Of(Viewer::Spectator) => object::SPECTATORS,
        }
    }
}

impl From<Viewer> for Eyes {
    fn from(viewer: Viewer) -> Eyes {
        Eyes::Of(viewer)
    }
}

impl From<Option<u32>> for Viewer {
    /// A seat, or a spectator.
    fn from(seat: Option<u32>) -> Viewer {
        seat.map_or(Viewer::Spectator, Viewer::Seat)
    }
}

/// How something looks, where its author said so. What is missing looks as it does by itself.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Look {
    /// What it is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What stands on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// A sign that stands for it where there is little room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// A name of [`language::look::PALETTE`], or `#rrggbb`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    /// The path of a picture in the game's folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// What stands in its corners: above left, above right, below left, below right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub corners: Vec<String>,
    /// Values that are laid on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub badges: Vec<String>,
    /// Which card of a known pack it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face: Option<Face>,
    /// Of a thing on a table, what it is sorted by in zones.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub keys: SortKeys,
}

/// A card of a known pack, by the words that the rules have for suit and rank.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Face {
    /// One of [`language::look::PACKS`].
    pub pack: &'static str,
    pub suit: String,
    pub rank: String,
}

impl Look {
    pub fn is_empty(&self) -> bool {
        *self == Look::default()
    }
}

/// How a part of something looks: an attribute or action of a class, a case, a phase.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Label {
    pub of: String,
    /// Empty where it is about the whole, which a turn alone has here.
    pub name: String,
    pub look: Look,
}

/// How all pieces of a class look, whatever they are.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ClassLook {
    pub of: String,
    /// One of [`language::look::SHAPES`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<&'static str>,
    /// The attributes that are shown before others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<String>,
    /// The attributes that are shown only to whoever looks closely.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aside: Vec<String>,
}

/// How a board is drawn, whatever lies on it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct BoardLook {
    pub of: String,
    /// One of [`language::look::GROUNDS`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<&'static str>,
    /// One of [`language::look::PATHS`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<&'static str>,
    /// Whether it is never turned for whoever sits at another side.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub upright: bool,
}

/// What is heard when an action is taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sound {
    pub of: String,
    pub action: String,
    /// One of [`language::look::SOUNDS`].
    pub sound: &'static str,
}

/// What an action does, as a sentence behind the name of whoever does it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sentence {
    pub of: String,
    pub action: String,
    #[serde(serialize_with = "json::phrases")]
    pub says: Vec<Phrase>,
    /// By language.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", serialize_with = "json::translated")]
    pub languages: BTreeMap<String, Vec<Phrase>>,
}

/// What looks say that is the same for everybody and all the time.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Legend {
    /// Cases of enumerations.
    pub cases: Vec<Label>,
    /// Attributes and actions of classes.
    pub members: Vec<Label>,
    /// Turns and their phases.
    pub turns: Vec<Label>,
    /// Class and attribute that are not to be shown.
    #[serde(serialize_with = "json::hidden")]
    pub hidden: Vec<(String, String)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<ClassLook>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<BoardLook>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sounds: Vec<Sound>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sentences: Vec<Sentence>,
}

impl Legend {
    pub fn is_empty(&self) -> bool {
        *self == Legend::default()
    }

    pub fn hides(&self, class: &str, attribute: &str) -> bool {
        self.hidden.iter().any(|(c, a)| c == class && a == attribute)
    }

    /// How an attribute or action of a class looks.
    pub fn member(&self, class: &str, name: &str) -> Option<&Look> {
        self.members.iter().find(|l| l.of == class && l.name == name).map(|l| &l.look)
    }

    pub fn case(&self, of: &str, name: &str) -> Option<&Look> {
        self.cases.iter().find(|l| l.of == of && l.name == name).map(|l| &l.look)
    }

    /// How a turn looks, or a phase of it.
    pub fn turn(&self, turn: &str, phase: &str) -> Option<&Look> {
        self.turns.iter().find(|l| l.of == turn && l.name == phase).map(|l| &l.look)
    }
}

/// What the name of a tile says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    /// Which tile it is: no other board has one of that name.
    One,
    /// Which tile it is where it is named, for all others are of the same board.
    Settled,
    /// That it is one of several boards.
    Several,
}

/// A value as a player sees it.
#[derive(Clone, PartialEq, Debug)]
pub enum ValueView {
    Null,
    Number(f64),
    Text(String),
    /// A text where whoever chose it could write one of their own.
    Written(String),
    Bool(bool),
    Player(u32),
    /// A case of an enumeration.
    Case {
        of: String,
        name: String,
    },
    Tile {
        board: String,
        /// Whose board it is, where each player has one.
        owner: Option<u32>,
        name: String,
        names: Names,
    },
    /// An object, as far as the seat knows it.
    Object(ObjectView),
    List(Vec<ValueView>),
    /// Keys with their values, in the order in which they came.
    Table(Vec<(ValueView, ValueView)>),
    /// A zone, with its owner if it has one.
    Zone {
        name: String,
        /// As people read it: `row 1 of 3`.
        title: String,
        owner: Option<u32>,
    },
    /// Something that has no better picture: a position, a function value.
    Other(String),
}

impl ValueView {
    /// As it reads where whoever chose it could write any text.
    pub(crate) fn written(self) -> ValueView {
        if let ValueView::Text(text) = self { ValueView::Written(text) } else { self }
    }

    /// As it reads where all tiles that it could be are of one board.
    pub(crate) fn settled(self) -> ValueView {
        match self {
            ValueView::Tile { board, owner, name, names: Names::Several } => {
                ValueView::Tile { board, owner, name, names: Names::Settled }
            }
            ValueView::List(all) => ValueView::List(all.into_iter().map(ValueView::settled).collect()),
            value => value,
        }
    }
}

/// An object that a value refers to: what kind it is, where it is, and a short text that tells it from others.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct ObjectView {
    /// None where the seat does not know the card.
    pub class: Option<String>,
    /// `Ace of Cups`, `Pawn e2`, `a card`.
    pub text: String,
    pub place: Option<String>,
    /// Whose that place is, where each player has one.
    #[serde(skip)]
    pub place_owner: Option<u32>,
    /// Whose it is.
    #[serde(skip)]
    pub owners: Vec<u32>,
    /// What else it may be called where its text does not tell it from others: its title, and its words with those that
    /// its look hides. Only in moves.
    #[serde(skip)]
    pub names: Vec<String>,
    /// Its attributes that are numbers, as far as the seat knows them: what tells cards of one text apart.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "json::numbers")]
    pub numbers: Vec<(String, f64)>,
    /// Of an application of a modifier in a view.
    #[serde(skip_serializing_if = "Look::is_empty")]
    pub look: Box<Look>,
}

/// A piece or card that the seat may see.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Piece {
    pub class: String,
    pub owner: Option<u32>,
    /// A short text made from class and attributes: `Ace of Cups`, `Pawn`.
    pub text: String,
    #[serde(serialize_with = "json::values")]
    pub attributes: Vec<(String, ValueView)>,
    #[serde(skip_serializing_if = "Look::is_empty")]
    pub look: Box<Look>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Seat {
    pub name: String,
    #[serde(serialize_with = "json::number")]
    pub score: f64,
    pub out: bool,
    pub team: Option<String>,
    #[serde(skip_serializing_if = "Look::is_empty")]
    pub look: Look,
}

/// A connection of two tiles of a graph, by their numbers. Programs read `[0,1,2.5]`, and `[0,1,2.5,"one way"]` where it
/// does not lead back.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Road {
    pub from: u32,
    pub to: u32,
    pub weight: f64,
    pub one_way: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tile {
    pub name: String,
    pub x: i32,
    pub y: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<char>,
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "json::values")]
    pub attributes: Vec<(String, ValueView)>,
    pub pieces: Vec<Option<Piece>>,
    /// Where its author put it on the map, from the left and from above.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "json::point")]
    pub at: Option<(f64, f64)>,
    #[serde(skip_serializing_if = "Look::is_empty")]
    pub look: Look,
}

/// An edge or corner of a board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Spot {
    pub name: String,
    pub class: String,
    /// The tiles at it, by their numbers on the board.
    pub tiles: Vec<u32>,
    /// The direction in which it lies from the first of them; empty on a graph.
    #[serde(rename = "way", skip_serializing_if = "str::is_empty")]
    pub direction: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub owners: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "json::values")]
    pub attributes: Vec<(String, ValueView)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Option<Piece>>,
    #[serde(skip_serializing_if = "Look::is_empty")]
    pub look: Look,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardKind {
    Square,
    Hex,
    Track,
    Ring,
    Graph,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Board {
    pub name: String,
    /// Whose it is, where each player has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<u32>,
    /// Whether the viewer sees of what lies there only what was shown.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    pub kind: BoardKind,
    /// Whether it has no end: the tiles are those on which something lies, and those beside them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub grows: bool,
    pub rows: u32,
    pub columns: u32,
    pub tiles: Vec<Tile>,
    /// The connections of a graph.
    pub edges: Vec<Road>,
    /// The edges and corners that are places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<Spot>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub corners: Vec<Spot>,
    /// The class of the tiles; empty where they show no attributes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tile: String,
    #[serde(skip_serializing_if = "Look::is_empty")]
    pub look: Look,
}

impl Board {
    /// The names of its tiles, edges and corners, each with the pieces there.
    pub fn places(&self) -> impl Iterator<Item = (&str, &[Option<Piece>])> {
        let tiles = self.tiles.iter().map(|t| (t.name.as_str(), t.pieces.as_slice()));
        tiles.chain(self.spots().map(|s| (s.name.as_str(), s.pieces.as_slice())))
    }

    pub fn spots(&self) -> impl Iterator<Item = &Spot> {
        self.sides.iter().chain(&self.corners)
    }
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ZoneView {
    pub name: String,
    /// The player whose zone it is.
    pub owner: Option<u32>,
    pub deck: bool,
    pub ordered: bool,
    /// From the bottom up; None for a card the seat does not know. In an unordered zone known cards stand first, in
    /// the order that its look says.
    pub pieces: Vec<Option<Piece>>,
    #[serde(flatten, serialize_with = "json::layout")]
    pub layout: Option<Layout>,
    /// The attribute that says on whose side something lies; unless it does, that is its owner's.
    #[serde(skip)]
    pub sides: Option<String>,
    /// The picture of the back of what lies in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub back: Option<String>,
    #[serde(skip_serializing_if = "Look::is_empty")]
    pub look: Look,
}

/// A global object, or another object that is in no place.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Object {
    pub class: String,
    pub global: bool,
    pub owners: Vec<u32>,
    #[serde(serialize_with = "json::values")]
    pub attributes: Vec<(String, ValueView)>,
    #[serde(skip_serializing_if = "Look::is_empty")]
    pub look: Look,
}

/// All that a seat may see of a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
    pub zones: Vec<ZoneView>,
    pub objects: Vec<Object>,
    #[serde(rename = "over", serialize_with = "json::is_over")]
    pub outcome: Option<Outcome>,
    #[serde(skip)]
    pub legend: Arc<Legend>,
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
    /// The same without what is hidden, where that differs.
    pub told: Option<String>,
    pub at: base::Span,
    /// The calls that led there, innermost first: what was called, and where.
    pub trail: Vec<(String, base::Span)>,
}

impl Fault {
    /// As everybody may read it.
    pub fn for_everybody(self) -> Fault {
        Fault { message: self.told.unwrap_or(self.message), told: None, ..self }
    }
}
