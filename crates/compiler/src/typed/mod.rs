//! The typed tree: a checked program with every name resolved and every type known. It stands as
//! its author wrote it, which is how the oracle evaluates it, until [`crate::lower`] makes of it what is emitted. It
//! knows neither text nor instructions.

mod body;
pub(crate) mod dispatch;
mod modifier;
mod types;
pub mod visit;

pub use body::*;
pub use modifier::*;
pub use types::Type;

use base::NodeId;
use language::look::Looks;
use language::option::{Choices, GameOption};
use language::shape::Shape;
use language::tree::Seen;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub u32);

        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    EnumId
    ClassId
    FunctionId
    ActionId
    BoardId
    ZoneId
    DiceId
    TurnId
    ConstId
    /// A local variable or parameter of a [`Body`].
    LocalId
}

impl ClassId {
    /// The class of all tiles.
    pub const TILE: ClassId = ClassId(0);
    /// The class of all interactables.
    pub const PIECE: ClassId = ClassId(1);
    /// `event PlayerChoiceEvent { player active; }`
    pub const PLAYER_CHOICE: ClassId = ClassId(2);
    /// `event NoChoiceEvent { player active; }`
    pub const NO_CHOICE: ClassId = ClassId(3);
    /// `event Moved { Interactable piece; Place from; Place to; }`
    pub const MOVED: ClassId = ClassId(4);
    /// `class Edge { Tile from; Tile to; number weight; bool oneWay; }`
    pub const EDGE: ClassId = ClassId(5);
    /// The class above all modifiers.
    pub const MODIFIER: ClassId = ClassId(6);
    pub const CORNER: ClassId = ClassId(7);
    /// How many classes stand before those of the program.
    pub const BUILT_IN: usize = 8;
}

/// A whole checked game.
#[derive(Clone, Debug, Default)]
pub struct Game {
    pub name: String,
    pub enums: Vec<Enum>,
    /// The built-in ones first, parents before children.
    pub classes: Vec<Class>,
    /// Methods and free functions.
    pub functions: Vec<Function>,
    pub actions: Vec<Action>,
    pub boards: Vec<Board>,
    pub zones: Vec<Zone>,
    pub dice: Vec<Dice>,
    pub turns: Vec<Turn>,
    pub players: Players,
    pub setup: Option<Body>,
    /// Those for the options as they are.
    pub tests: Vec<Test>,
    pub modifiers: Vec<Modifier>,
    /// Some modifier may change what another one looks at, so that what they make of the game is settled as a whole;
    /// otherwise each value follows from its own modifiers, whenever it is read.
    pub settles: bool,
    /// How many layers there are, one at least where there are modifiers.
    pub layers: usize,
    /// Whether some choice, of an action or in the middle of an effect, is told to nobody but who makes it.
    pub has_secret_choices: bool,
    /// In order of declaration.
    pub befores: Vec<Before>,
    /// With the values that hold in this tree; where one is read, that value stands.
    pub options: Vec<GameOption>,
    /// In order of declaration.
    pub constants: Vec<Constant>,
    /// Those that are worked out when the program is made, each behind those that it needs.
    pub made: Vec<ConstId>,
    /// The choices for which there are further tests.
    pub other_tests: Vec<Choices>,
    /// By the numbers of this tree.
    pub looks: Looks,
    /// The nearest class that all interactables share: the type of `tile.piece`.
    pub piece: Option<ClassId>,
    /// The nearest class that the edges of all boards share: the type of `tile.edge(other)`.
    pub edge: Option<ClassId>,
    /// The same of the corners.
    pub corner: Option<ClassId>,
}

/// `players 2..4 "North", "East";` of the setup.
#[derive(Clone, PartialEq, Debug)]
pub struct Players {
    pub least: u32,
    pub most: u32,
    /// The numbers that may sit down, the fewest first.
    pub counts: Vec<u32>,
    /// Fewer than `most` where the author named fewer.
    pub names: Vec<String>,
    /// The seats at which programs sit unless somebody says otherwise.
    pub bots: Vec<u32>,
}

impl Default for Players {
    fn default() -> Players {
        Players { least: 2, most: 2, counts: vec![2], names: Vec::new(), bots: Vec::new() }
    }
}

/// The most players a game may have: sets of players are bits of one word.
pub const MAX_PLAYERS: u32 = 32;

#[derive(Clone, Debug)]
pub struct Enum {
    pub name: String,
    pub attributes: Vec<(String, Type)>,
    pub cases: Vec<Case>,
}

#[derive(Clone, Debug)]
pub struct Case {
    pub name: String,
    /// One for each attribute.
    pub values: Vec<Const>,
}

/// `const T name = value;`
#[derive(Clone, Debug)]
pub struct Constant {
    pub name: String,
    pub at: NodeId,
    pub ty: Type,
    /// None where the value stands wherever the constant is read.
    pub value: Option<Body>,
}

/// A value known before the game runs.
#[derive(Clone, PartialEq, Debug)]
pub enum Const {
    Null,
    Number(f64),
    String(String),
    Bool(bool),
    Case(EnumId, u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassKind {
    /// Tiles of boards; their objects exist from the start and their values are tile numbers.
    Tile,
    /// Interactables.
    Piece,
    Class,
    Event,
    /// Of applications of a modifier.
    Modifier,
    /// Of objects that never change.
    Const,
}

pub use language::tree::Visibility;

#[derive(Clone, Debug)]
pub struct Class {
    pub name: String,
    pub at: NodeId,
    pub kind: ClassKind,
    pub visibility: Visibility,
    pub is_abstract: bool,
    /// A generic class by itself, or what stands for a type parameter there: there are no objects of it.
    pub by_itself: bool,
    pub parent: Option<ClassId>,
    /// Inherited ones first: an attribute has the same index in every subclass.
    pub attributes: Vec<Attribute>,
    /// For each function that can be called on the class, by the id of its first declaration up the line, the
    /// function that runs. Abstract ones without a body are left out.
    pub methods: Vec<(FunctionId, FunctionId)>,
    /// The actions of the class, inherited ones first; an override replaces the inherited one in its place.
    pub actions: Vec<ActionId>,
    /// The default effect of an event; `event` is the raised object.
    pub effect: Option<Body>,
    /// `order by p;` of an event that `before` blocks look at, inherited ones too: returns the player who orders them.
    pub order: Option<EventBody>,
    /// Of the applications of a modifier.
    pub modifier: Option<ModifierOf>,
    /// The modifiers that its objects have by nature, those that its parents say left out.
    pub grants: Vec<Natural>,
}

/// What a modifier is for. The first attributes of an application are [`ModifierOf::HOLDER`] and four others that
/// no author sees, then come the parameters and the author's attributes. They stand in the author's tree because those
/// are numbered behind them; nothing in that tree reads or sets the other four.
#[derive(Clone, Debug)]
pub struct ModifierOf {
    pub on: ClassId,
    /// The attributes that are parameters, in order.
    pub params: Vec<u32>,
}

impl ModifierOf {
    /// The attribute that is the object which has the modifier.
    pub const HOLDER: u32 = 0;
    /// The composition that brought it, or null.
    pub const ORIGIN: u32 = 1;
    /// The number of the event class that ends it, [`ModifierOf::WHILE`] where only a condition does, or null.
    pub const ENDS: u32 = 2;
    /// A function value of that event: whether it ends it.
    pub const ENDS_IF: u32 = 3;
    /// What is known of it while modifiers are settled.
    pub const SETTLED: u32 = 4;
    /// How many attributes stand before those of the author.
    pub const HIDDEN: u32 = 5;
    /// No event class has this number.
    pub const WHILE: f64 = -1.0;
}

impl Attribute {
    /// An attribute that all may see, without a default.
    pub(crate) fn new(name: &str, at: NodeId, ty: Type, class: ClassId) -> Attribute {
        Attribute {
            name: name.to_owned(),
            at,
            ty,
            default: None,
            formula: None,
            layer: None,
            secret: false,
            class,
        }
    }
}

impl Class {
    /// The attribute of events that says whether a `before` block took it back. It is the first one.
    pub const CANCELLED: &'static str = "cancelled";
    pub const CANCELLED_INDEX: u32 = 0;
    /// The attribute of an object that holds its applications, innermost first; null where there are none. No author
    /// can write its name, which is `Field::MODIFIERS` of the program in brackets.
    pub const APPLICATIONS: &'static str = "(modifiers)";
    /// The attribute of an object that holds what modifiers have made of it; null where nothing was settled.
    pub const SETTLED: &'static str = "(settled)";
    /// The attribute of an edge or corner that is the place where pieces stand; null where a board has none there.
    pub const SPOT: &'static str = bytecode::program::SPOT;
}

#[derive(Clone, Debug)]
pub struct Attribute {
    pub name: String,
    pub at: NodeId,
    pub ty: Type,
    /// Evaluated for each new object, `this` being the object; null without.
    pub default: Option<Body>,
    /// Of a derived one, which is never set: the function of the object that gives its value.
    pub formula: Option<FunctionId>,
    /// Of a derived one: the number of the layer in which modifiers override it, if it says one.
    pub layer: Option<usize>,
    pub secret: bool,
    /// The class that declares it.
    pub class: ClassId,
}

/// What a function or action may do, directly or through what it calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    /// Changes the game, or lists that it is given.
    pub changes: bool,
    /// Changes the game, whatever it is given.
    pub alters: bool,
    /// Changes lists that it is given.
    pub fills: bool,
    /// Uses chance.
    pub chance: bool,
    /// May ask a player, and so be suspended.
    pub makes_choices: bool,
    /// May fail.
    pub fails: bool,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub at: NodeId,
    /// None for a free function. A method sees `this`.
    pub class: Option<ClassId>,
    /// The arguments, in order. Inputs that ask are statements at the start of the body.
    pub params: Vec<Param>,
    pub returns: Type,
    pub is_abstract: bool,
    pub origin: Origin,
    pub effects: Effects,
    pub body: Body,
}

impl Function {
    /// The parameters that need not be given, by number, with what stands in their place.
    pub fn defaults(&self) -> impl Iterator<Item = (usize, LocalId, &Expr)> {
        let all = self.params.iter().enumerate();
        all.filter_map(|(k, param)| Some((k, param.local, param.default.as_ref()?)))
    }
}

/// What authors know a function as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A function, or something in a modifier that is evaluated like one.
    Written,
    /// The body of a `before` block.
    Block,
    /// Nothing: lowering made it, or it is what stands in the head of a block or event.
    Made,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub name: String,
    pub local: LocalId,
    /// Evaluated by the caller's side in the callee's terms, when the argument is left out; it sees earlier
    /// parameters.
    pub default: Option<Expr>,
}

#[derive(Clone, Debug)]
pub struct Action {
    pub name: String,
    pub at: NodeId,
    pub class: ClassId,
    /// An `after` block, which no name leads to.
    pub is_after: bool,
    /// Higher first; 0 unless said.
    pub prio: f64,
    pub triggers: Vec<Trigger>,
    pub requires: Vec<Demand>,
    pub inputs: Vec<Input>,
    pub effect: Block,
    pub ensures: Vec<Demand>,
    pub effects: Effects,
    /// Whether whoever acts may know all that decides what is offered.
    pub is_open: bool,
    /// Whether they may know all that the effect reads as well.
    pub is_open_throughout: bool,
    /// Whether nothing is ever hidden, so that others whom the effect asks may know all of it too.
    pub is_open_to_others: bool,
    /// The locals of all the blocks above.
    pub locals: Vec<Local>,
}

#[derive(Clone, Debug)]
pub struct Trigger {
    pub at: NodeId,
    pub event: ClassId,
    /// It must return a bool; `event` is the raised object.
    pub body: Block,
}

#[derive(Clone, Debug)]
pub struct Input {
    pub name: String,
    pub at: NodeId,
    pub local: LocalId,
    pub source: InputSource,
    pub optional: bool,
    pub spec: ChoiceSpec,
}

#[derive(Clone, Debug)]
pub enum InputSource {
    /// The player who takes the action: the owner of a local object, the active player for a global one, for a
    /// group its active member or one at random.
    Actor,
    /// That player.
    Player(Expr),
    /// Nobody: it fills itself.
    Auto,
}

#[derive(Clone, Debug)]
pub struct Board {
    pub name: String,
    pub shape: Shape,
    pub tile: ClassId,
    /// None: unlimited.
    pub capacity: Option<u32>,
    /// Who sees what lies on it.
    pub seen: Seen,
    /// Of a board for each player: whose it is. Those of one declaration follow one another, for as many players as
    /// there may be.
    pub player: Option<u32>,
    /// Attributes of tiles that a graph sets: tile, attribute index, value.
    pub values: Vec<(u32, u32, Const)>,
    /// The class of the objects that stand for its edges.
    pub edge: ClassId,
    pub corner: ClassId,
    /// Attributes that a graph sets for its edges: edge, attribute index, value.
    pub edge_values: Vec<(u32, u32, Const)>,
    /// The board whose tiles are the edges of this one, if it says `edge`.
    pub edges: Option<BoardId>,
    pub corners: Option<BoardId>,
    /// Of a board whose tiles are edges or corners: of which board. Such boards stand behind those of the author,
    /// their `tile` is the class of objects, and each tile has an object from the beginning.
    pub of: Option<BoardId>,
}

impl Board {
    /// Whether not everybody sees what lies on it.
    pub fn hides(&self) -> bool {
        self.seen != Seen::All
    }

    /// The connections of a graph that are no places, each of which has an object from before `setup`.
    pub fn loose_edges(&self) -> &[language::shape::Edge] {
        match &self.shape {
            Shape::Graph { edges, .. } if self.edges.is_none() => edges,
            _ => &[],
        }
    }
}

#[derive(Clone, Debug)]
pub struct Zone {
    /// As code names it: `row[0]`.
    pub name: String,
    /// As people read it: `row 1 of 3`.
    pub title: String,
    pub of: ClassId,
    pub deck: bool,
    pub per_player: bool,
    pub seen: language::tree::Seen,
    pub ordered: bool,
    /// The row of which it is one.
    pub row: Option<ZoneRow>,
}

/// Zones that are declared as one, and follow one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZoneRow {
    pub first: ZoneId,
    pub length: u32,
    /// The enumeration whose cases tell them apart, where it is no number.
    pub by: Option<EnumId>,
}

#[derive(Clone, Debug)]
pub struct Dice {
    pub name: String,
    pub faces: Vec<f64>,
    /// Who sees what comes up, where the author says so; the owner is the active player.
    pub seen: Option<Seen>,
}

#[derive(Clone, Debug)]
pub struct Turn {
    pub name: String,
    /// Returns a player; `turn.pass()` calls it. None: the next player.
    pub default: Option<Body>,
    pub phases: Vec<Phase>,
}

#[derive(Clone, Debug)]
pub struct Phase {
    pub name: String,
    /// Instead of the turn's own.
    pub default: Option<Body>,
    pub simultaneous: Option<Simultaneous>,
}

/// What makes the players of a phase decide at the same time.
#[derive(Clone, Debug)]
pub struct Simultaneous {
    /// Returns the list of those who are asked.
    pub players: Body,
    /// Everybody sees who has answered already.
    pub open: bool,
    /// Runs after what was chosen.
    pub then: Option<Body>,
}

#[derive(Clone, Debug)]
pub struct Test {
    pub name: String,
    pub at: NodeId,
    pub seed: u64,
    pub players: Option<u32>,
    pub body: Body,
}

impl Game {
    /// Whether there is anything that not everybody may know.
    pub fn may_hide(&self) -> bool {
        self.zones.iter().any(|zone| zone.seen != Seen::All)
            || self.boards.iter().any(Board::hides)
            || self.has_secret_attributes()
    }

    /// Whether it may tell of a choice in which order objects were made, or came to where they lie.
    pub fn order_may_tell(&self) -> bool {
        self.has_secret_choices || self.has_secret_attributes()
    }

    fn has_secret_attributes(&self) -> bool {
        self.classes.iter().any(|class| class.attributes.iter().any(|a| a.secret))
    }

    /// The classes below that of an action that put another in its place, the lowest first.
    pub fn overriding(&self, action: ActionId) -> Vec<(ClassId, ActionId)> {
        let declared = self.actions[action.index()].class;
        let own = |c: ClassId| &self.classes[c.index()].actions;
        let Some(place) = own(declared).iter().position(|a| *a == action) else { return Vec::new() };
        let depth = |c: ClassId| self.above(c).take_while(|a| *a != declared).count();
        let all = (0..self.classes.len() as u32).map(ClassId);
        let below = all.filter(|c| *c != declared && self.above(*c).any(|a| a == declared));
        let mut found: Vec<(ClassId, ActionId)> = below
            .filter_map(|c| {
                let (above, action) = (self.classes[c.index()].parent?, *own(c).get(place)?);
                (own(above).get(place) != Some(&action)).then_some((c, action))
            })
            .collect();
        found.sort_by_key(|(c, _)| std::cmp::Reverse(depth(*c)));
        found
    }

    /// What `find` gives for the first that has something, of the modifier of a class and of those that it extends.
    pub fn of_modifiers<T>(&self, class: ClassId, find: impl Fn(&Modifier) -> Option<&T>) -> Option<&T> {
        let modifier = |c: ClassId| self.modifiers.iter().find(|m| m.class == c);
        self.above(class).filter_map(modifier).find_map(find)
    }

    /// The formula of an attribute of an object, if it is derived.
    pub fn formula(&self, class: ClassId, attribute: u32) -> Option<FunctionId> {
        self.classes[class.index()].attributes.get(attribute as usize)?.formula
    }

    /// The class of the edges that tiles give.
    pub fn edge_class(&self) -> ClassId {
        self.edge.unwrap_or(ClassId::EDGE)
    }

    pub fn corner_class(&self) -> ClassId {
        self.corner.unwrap_or(ClassId::CORNER)
    }

    /// The attribute of edges or corners that is their place; None of other classes.
    pub fn spot(&self, class: ClassId) -> Option<u32> {
        let top = self.above(class).last()?;
        let attributes = &self.classes[top.index()].attributes;
        let place = attributes.iter().position(|a| a.name == Class::SPOT)?;
        Some(place as u32)
    }

    /// Whether a class is another or extends it.
    pub fn is_sub(&self, class: ClassId, ancestor: ClassId) -> bool {
        self.above(class).any(|c| c == ancestor)
    }

    /// A class and those above it.
    pub fn above(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        let parent = |c: &ClassId| self.classes[c.index()].parent;
        std::iter::successors(Some(class), parent).take(self.classes.len())
    }
}
