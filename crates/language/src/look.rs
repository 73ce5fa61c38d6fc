//! How things look, as the author said it: what a look can say, and the small expressions that say it.
//! A look is worked out from what its viewer sees and from nothing else. It does not know who looks.

use crate::about::About;
use crate::operator::BinaryOp;
use crate::words::Translations;
use std::collections::BTreeMap;

/// The colours that have names. How each is drawn is up to whoever draws; `#rrggbb` is drawn as it is.
pub const PALETTE: [&str; 15] = [
    "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink", "brown", "black", "grey", "white",
    "gold", "silver", "cream",
];

/// Whether a text is a colour: a name of the palette or `#rrggbb`.
pub fn is_colour(text: &str) -> bool {
    let hex = text.strip_prefix('#').filter(|hex| hex.len() == 6);
    PALETTE.contains(&text) || hex.is_some_and(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// The endings of files that are pictures.
pub const PICTURES: [&str; 5] = [".svg", ".png", ".jpg", ".jpeg", ".webp"];

/// Whether a text can be the path of a picture within the folder of a game.
pub fn is_picture(text: &str) -> bool {
    let plain = |c: char| !c.is_control() && !"\\:?#%*\"<>|".contains(c);
    let parts = || text.split('/').all(|part| !part.is_empty() && !part.starts_with('.'));
    text.len() <= 200 && PICTURES.iter().any(|end| text.ends_with(end)) && text.chars().all(plain) && parts()
}

/// The name of a drawn sign, `cups` of `:cups:`: small letters, digits and hyphens between colons.
pub fn drawn_sign(text: &str) -> Option<&str> {
    let name = text.strip_prefix(':')?.strip_suffix(':')?;
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    let starts = name.bytes().next().is_some_and(|b| b.is_ascii_lowercase());
    (starts && name.len() <= 40 && name.bytes().all(plain)).then_some(name)
}

/// The figures that pieces may have.
pub const SHAPES: [&str; 18] = [
    "card", "tile", "disc", "stone", "cube", "pawn", "meeple", "die", "coin", "house", "ship", "gem", "chip",
    "flag", "bar", "cone", "bead", "figure",
];

/// How the ground of a board is drawn.
pub const GROUNDS: [&str; 6] = ["cells", "lines", "wood", "felt", "map", "none"];

/// The way in which a track is laid out.
pub const PATHS: [&str; 5] = ["snake", "spiral", "rows", "pits", "points"];

/// What is heard when an action is taken.
pub const SOUNDS: [&str; 9] = ["place", "slide", "flip", "shuffle", "deal", "dice", "coin", "pick", "none"];

/// The packs whose cards are drawn with the pictures that everybody knows.
pub const PACKS: [&str; 3] = ["french", "italian", "spanish"];

/// The picture of a card of a known pack.
#[derive(Clone, PartialEq, Debug)]
pub struct Face {
    /// One of [`PACKS`].
    pub pack: &'static str,
    pub suit: Expr,
    pub rank: Expr,
}

/// A piece of a sentence that says what an action does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Phrase {
    Text(String),
    /// What was chosen for the input of that name.
    Input(String),
}

/// What an action does, as a sentence behind the name of whoever does it: `plays {card}`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Says {
    /// Where no language is named.
    pub plain: Vec<Phrase>,
    /// By language.
    pub others: BTreeMap<String, Vec<Phrase>>,
}

impl Says {
    pub fn is_empty(&self) -> bool {
        self.plain.is_empty() && self.others.is_empty()
    }

    /// The sentence in a language, or else as it is; empty where there is none.
    pub fn in_language(&self, language: &str) -> &[Phrase] {
        self.others.get(language).unwrap_or(&self.plain)
    }

    fn over(self, below: &Says) -> Says {
        let mut others = below.others.clone();
        others.extend(self.others);
        Says { plain: if self.plain.is_empty() { below.plain.clone() } else { self.plain }, others }
    }
}

/// How the log tells what was answered in the middle of an effect, behind the name of whoever was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerSays {
    /// The only input is [`ANSWER`].
    pub text: Vec<Phrase>,
    /// Where the answer is no, null or nothing, if that reads otherwise.
    pub otherwise: Option<Vec<Phrase>>,
}

/// What an answer is called in what it says.
pub const ANSWER: &str = "answer";

/// How the pieces of a zone lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// On top of each other.
    Pile,
    /// One over the other, each showing an edge, as cards in a hand.
    Fan,
    /// Side by side.
    Row,
    /// Below each other, each showing its upper edge.
    Column,
    /// In so many columns.
    Grid(u32),
    /// Each toward the player who put it there, as in a trick.
    Around,
    /// In a row for each player, with one for what is nobody's, see [`Look::sides`].
    Sides,
    /// Those that are equal on top of each other and counted.
    Stacks,
    /// As lines of text.
    Ledger,
    /// Not on the table: how many there are is told at its side.
    Away,
}

impl Layout {
    /// The words that name one; a grid takes its columns in brackets.
    pub const WORDS: [&'static str; 10] =
        ["pile", "fan", "row", "column", "grid", "around", "sides", "stacks", "ledger", "away"];

    pub fn word(self) -> &'static str {
        match self {
            Layout::Pile => "pile",
            Layout::Fan => "fan",
            Layout::Row => "row",
            Layout::Column => "column",
            Layout::Grid(_) => "grid",
            Layout::Around => "around",
            Layout::Sides => "sides",
            Layout::Stacks => "stacks",
            Layout::Ledger => "ledger",
            Layout::Away => "away",
        }
    }

    /// The layout of that word, with the columns of a grid.
    pub fn named(word: &str, columns: Option<u32>) -> Option<Layout> {
        match (word, columns) {
            ("pile", None) => Some(Layout::Pile),
            ("fan", None) => Some(Layout::Fan),
            ("row", None) => Some(Layout::Row),
            ("column", None) => Some(Layout::Column),
            ("grid", Some(columns)) => Some(Layout::Grid(columns)),
            ("around", None) => Some(Layout::Around),
            ("sides", None) => Some(Layout::Sides),
            ("stacks", None) => Some(Layout::Stacks),
            ("ledger", None) => Some(Layout::Ledger),
            ("away", None) => Some(Layout::Away),
            _ => None,
        }
    }
}

/// The place at which a value is chosen, worked out from that value and from what was chosen before it in the same move:
/// `on Grid.at(column - 1, 5)`. Boards and zones by number.
#[derive(Clone, PartialEq, Debug)]
pub enum On {
    /// The tile in that column and row.
    At { board: u32, x: Expr, y: Expr },
    /// The tile of that name.
    Tile { board: u32, name: Expr },
    /// A zone; of a row of so many the one that is so far behind the first, and of a player's that of this player.
    Zone { zone: u32, place: Option<(Expr, u32)>, owner: Option<Expr> },
    /// The second one where the first one is no place.
    Else(Box<On>, Box<On>),
}

impl On {
    /// The expressions that it is worked out from.
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            On::At { x, y, .. } => vec![x, y],
            On::Tile { name, .. } => vec![name],
            On::Zone { place, owner, .. } => place.iter().map(|(place, _)| place).chain(owner).collect(),
            On::Else(first, second) => [first.exprs(), second.exprs()].concat(),
        }
    }

    /// Whether it is another place for other inputs before it.
    pub fn reads_inputs(&self) -> bool {
        self.exprs().into_iter().any(|e| e.any(&|e| matches!(e, Expr::OfInput(..))))
    }
}

/// What is said about how one thing looks. What is left out looks as it does by itself.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Look {
    /// What it is called.
    pub title: Option<Expr>,
    /// What stands on it.
    pub text: Option<Expr>,
    pub colour: Option<Expr>,
    /// A sign that stands for it where there is little room.
    pub symbol: Option<Expr>,
    /// The path of a picture.
    pub image: Option<Expr>,
    /// What stands in its corners: above left, above right, below left, below right.
    pub corners: Vec<Expr>,
    /// Values that are laid on it.
    pub badges: Vec<Expr>,
    /// The path of the picture of its back.
    pub back: Option<String>,
    /// The picture that a card of a known pack has.
    pub face: Option<Face>,
    /// What figure a piece has, one of [`SHAPES`].
    pub shape: Option<&'static str>,
    /// Of a board, one of [`GROUNDS`].
    pub ground: Option<&'static str>,
    /// Of a track, one of [`PATHS`].
    pub path: Option<&'static str>,
    /// Of a board: it is never turned for whoever sits at another side.
    pub upright: bool,
    /// Of an action, one of [`SOUNDS`].
    pub sound: Option<&'static str>,
    /// Of an action.
    pub says: Says,
    /// The attributes that are not shown.
    pub hide: Vec<String>,
    /// The attributes that are shown before others.
    pub first: Vec<String>,
    /// The attributes that are shown only to whoever looks closely.
    pub aside: Vec<String>,
    pub layout: Option<Layout>,
    /// The attribute that says for whom a thing stands, where a zone has sides; without one it is the owner.
    pub sides: Option<String>,
    /// Of an input of an action.
    pub on: Option<On>,
    /// In which order the pieces of a zone are shown; read from each piece.
    pub sort: Vec<Expr>,
    /// Where a tile of a graph lies, from the left and from above.
    pub at: Option<(f64, f64)>,
    /// Of a board: all of its tiles.
    pub tile: Option<Box<Look>>,
    /// Cases, attributes, actions, phases, tiles of a graph, by name.
    pub parts: BTreeMap<String, Look>,
}

impl Look {
    pub fn is_empty(&self) -> bool {
        *self == Look::default()
    }

    /// What it is called, where that is the same whatever there is to read.
    pub fn fixed_title(&self) -> Option<&str> {
        match &self.title {
            Some(Expr::Text(title)) => Some(title.as_str()).filter(|title| !title.trim().is_empty()),
            _ => None,
        }
    }

    /// This look, and where it says nothing the one below.
    #[must_use]
    pub fn over(self, below: &Look) -> Look {
        let some = |own: Option<Expr>, other: &Option<Expr>| own.or_else(|| other.clone());
        let all = |own: Vec<Expr>, other: &Vec<Expr>| if own.is_empty() { other.clone() } else { own };
        let mut parts = self.parts;
        for (name, other) in &below.parts {
            let own = parts.remove(name).unwrap_or_default();
            parts.insert(name.clone(), own.over(other));
        }
        let tile = match (self.tile, &below.tile) {
            (Some(own), Some(other)) => Some(Box::new(own.over(other))),
            (own, other) => own.or_else(|| other.clone()),
        };
        let names = |own: Vec<String>, other: &Vec<String>| if own.is_empty() { other.clone() } else { own };
        // By which attribute there are sides belongs to the layout.
        let (layout, sides) = match self.layout {
            Some(layout) => (Some(layout), self.sides),
            None => (below.layout, below.sides.clone()),
        };
        let mut hide = self.hide;
        hide.extend(below.hide.iter().filter(|name| !hide.contains(name)).cloned().collect::<Vec<_>>());
        Look {
            title: some(self.title, &below.title),
            text: some(self.text, &below.text),
            colour: some(self.colour, &below.colour),
            symbol: some(self.symbol, &below.symbol),
            image: some(self.image, &below.image),
            corners: all(self.corners, &below.corners),
            badges: all(self.badges, &below.badges),
            back: self.back.or_else(|| below.back.clone()),
            face: self.face.or_else(|| below.face.clone()),
            shape: self.shape.or(below.shape),
            ground: self.ground.or(below.ground),
            path: self.path.or(below.path),
            upright: self.upright || below.upright,
            sound: self.sound.or(below.sound),
            says: self.says.over(&below.says),
            hide,
            first: names(self.first, &below.first),
            aside: names(self.aside, &below.aside),
            layout,
            sides,
            on: self.on.or_else(|| below.on.clone()),
            sort: all(self.sort, &below.sort),
            at: self.at.or(below.at),
            tile,
            parts,
        }
    }
}

/// The looks of a game, by the numbers of what they are about.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Looks {
    /// What the game says of itself.
    pub game: About,
    pub classes: BTreeMap<u32, Look>,
    pub enums: BTreeMap<u32, Look>,
    pub boards: BTreeMap<u32, Look>,
    pub zones: BTreeMap<u32, Look>,
    pub turns: BTreeMap<u32, Look>,
    pub seats: BTreeMap<u32, Look>,
    /// What its texts and names are in other languages.
    pub words: Translations,
}

/// What a look reads: the thing itself, constants, and nothing else. There is no way from here to another thing.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    Null,
    Number(f64),
    Text(String),
    Bool(bool),
    /// Enumeration and case, by number.
    Case(u32, u32),
    /// The case whose look it is.
    This,
    /// The value whose place it is, see [`On`].
    Chosen,
    /// What is read of the input of that number, which was chosen before.
    OfInput(usize, Box<Expr>),
    /// An attribute of the thing, by name.
    Attribute(String),
    /// The owner of a piece or zone.
    Owner,
    /// Of a tile, or of the one on which a thing is; null where it is on none.
    X,
    Y,
    Name,
    Mark,
    CaseName(Box<Expr>),
    CaseIndex(u32, Box<Expr>),
    /// Enumeration and attribute, by number.
    CaseAttribute(u32, u32, Box<Expr>),
    /// Whether it has a modifier of that class.
    Has(String),
    /// As text; a case as its own look says.
    Shown(Box<Expr>),
    /// The player of that number, counted round.
    Seat(Box<Expr>),
    /// The number of a player.
    SeatNumber(Box<Expr>),
    Negate(Box<Expr>),
    Not(Box<Expr>),
    /// Texts are joined by [`Expr::Concat`] instead.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Ternary(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The second where the first is null.
    Coalesce(Box<Expr>, Box<Expr>),
    Concat(Vec<Expr>),
}

impl Expr {
    /// Whether it or anything in it is such a one.
    pub fn any(&self, is_such: &dyn Fn(&Expr) -> bool) -> bool {
        use Expr as E;
        let any = |e: &Expr| e.any(is_such);
        is_such(self)
            || match self {
                E::OfInput(_, a) | E::CaseName(a) | E::CaseIndex(_, a) | E::CaseAttribute(_, _, a) => any(a),
                E::Shown(a) | E::Seat(a) | E::SeatNumber(a) | E::Negate(a) | E::Not(a) => any(a),
                E::Binary(_, a, b) | E::Coalesce(a, b) => any(a) || any(b),
                E::Ternary(a, b, c) => [a, b, c].into_iter().any(|e| any(e)),
                E::Concat(parts) => parts.iter().any(any),
                E::Null | E::Number(_) | E::Text(_) | E::Bool(_) | E::Case(..) | E::This | E::Chosen => false,
                E::Attribute(_) | E::Owner | E::X | E::Y | E::Name | E::Mark | E::Has(_) => false,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::{Expr, Look, is_colour, is_picture};

    #[test]
    fn a_colour_is_a_name_or_six_hexadecimal_digits() {
        assert!(is_colour("red") && is_colour("#00fFa9"));
        assert!(!is_colour("Red") && !is_colour("#fff") && !is_colour("#00ff0g") && !is_colour(""));
    }

    #[test]
    fn a_picture_lies_in_the_folder_of_the_game() {
        assert!(is_picture("art/knight.svg") && is_picture("a b.png"));
        for path in
            ["/a.svg", "../a.svg", "a//b.svg", "art/.a.svg", "http://x/a.svg", "a.exe", ".svg", "a.svg?x"]
        {
            assert!(!is_picture(path), "{path}");
        }
    }

    #[test]
    fn a_look_over_another_keeps_what_it_does_not_say() {
        let text = |t: &str| Some(Expr::Text(t.to_owned()));
        let mut below = Look { title: text("a"), symbol: text("b"), ..Look::default() };
        below.parts.insert("p".to_owned(), Look { colour: text("red"), ..Look::default() });
        let mut own = Look { title: text("c"), ..Look::default() };
        own.parts.insert("p".to_owned(), Look { title: text("d"), ..Look::default() });
        let both = own.over(&below);
        assert_eq!((both.title, both.symbol), (text("c"), text("b")));
        assert_eq!((&both.parts["p"].title, &both.parts["p"].colour), (&text("d"), &text("red")));
    }
}
