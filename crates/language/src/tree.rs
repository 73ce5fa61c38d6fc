//! The tree of a TGDL file as its author wrote it. It holds no positions: every node has a [`NodeId`] whose
//! origin says where it came from. It knows nothing of types or of what names mean.

use base::{FileId, NodeId};
use std::sync::Arc;

/// An identifier where it is written. `text` is empty where the parser had to make one up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Name {
    pub text: String,
    pub id: NodeId,
}

/// One file.
#[derive(Clone, PartialEq, Debug)]
pub struct Module {
    pub file: FileId,
    /// `game "Chess";`
    pub game: Option<Game>,
    pub imports: Vec<Import>,
    pub items: Vec<Item>,
    /// The file of rule tests beside the main one: it sees all that the main file sees, and nothing sees it.
    pub is_tests: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    pub id: NodeId,
    pub name: String,
}

/// `[export] import "path" [as name];`
#[derive(Clone, PartialEq, Debug)]
pub struct Import {
    pub id: NodeId,
    /// What it makes visible is visible as well where this file is imported.
    pub is_exported: bool,
    pub path: String,
    pub alias: Option<Name>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    Enum(Enum),
    Extend(Extension),
    Class(Class),
    Function(Function),
    Board(Board),
    Zone(ZoneDecl),
    Dice(Dice),
    Turn(Turn),
    Layers(Layers),
    Option(GameOption),
    Const(Constant),
    /// `setup { ... }`
    Setup(Setup),
    Test(Test),
    Look(Look),
    Words(Words),
}

/// `look words it { "hay" = "fieno"; }`: what texts and names are called in another language
#[derive(Clone, PartialEq, Debug)]
pub struct Words {
    pub id: NodeId,
    pub language: Name,
    pub pairs: Vec<WordPair>,
}

/// `"takes {n} of {good}" = "prende {n} di {good}";`
#[derive(Clone, PartialEq, Debug)]
pub struct WordPair {
    /// As it stands in the rules.
    pub own: Expr,
    pub translated: Expr,
}

/// `look Card { title "{rank} of {suit}"; price { title "Price"; } }`: how something is shown
#[derive(Clone, PartialEq, Debug)]
pub struct Look {
    pub id: NodeId,
    /// A class, an enumeration, a zone, a board, a turn, `player` or `game`; it may be `library.Card`.
    pub target: Name,
    pub lines: Vec<LookLine>,
    pub parts: Vec<LookPart>,
}

/// `corner cost, symbol;`, `title it "Scacchi";`: a word and what it takes
#[derive(Clone, PartialEq, Debug)]
pub struct LookLine {
    pub name: Name,
    /// The language in `title it "Scacchi"`, the pack in `face french suit, rank`.
    pub variant: Option<Name>,
    pub values: Vec<Expr>,
}

/// `Hearts { symbol "♥"; }`: how a part of the target is shown
#[derive(Clone, PartialEq, Debug)]
pub struct LookPart {
    pub name: Name,
    pub lines: Vec<LookLine>,
    /// The inputs of an action.
    pub parts: Vec<LookPart>,
}

/// `layers Base, Boost, Set;`: in which order modifiers apply
#[derive(Clone, PartialEq, Debug)]
pub struct Layers {
    pub id: NodeId,
    pub names: Vec<Name>,
}

/// `option number size = 11 in 3..19 "Board size";` or `param number handSize = 5;`
#[derive(Clone, PartialEq, Debug)]
pub struct GameOption {
    pub id: NodeId,
    /// Written `param`: no player is asked for it.
    pub is_param: bool,
    pub ty: TypeRef,
    pub name: Name,
    pub value: Expr,
    /// `in a..b` or `in { a, b }`
    pub within: Option<Expr>,
    pub prompt: Option<Text>,
}

/// `const number mostHush = 36;`, `const Def griffin = new Def() { power = 2 };`
#[derive(Clone, PartialEq, Debug)]
pub struct Constant {
    pub id: NodeId,
    pub ty: TypeRef,
    pub name: Name,
    pub value: Expr,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    pub id: NodeId,
    pub body: Block,
}

/// `[open] enum Rank { number points; bool high = false; Four(0), Ace(11, high: true) }`
#[derive(Clone, PartialEq, Debug)]
pub struct Enum {
    pub id: NodeId,
    /// Other files may add cases.
    pub is_open: bool,
    pub name: Name,
    pub attributes: Vec<CaseAttribute>,
    pub cases: Vec<Case>,
}

/// `extend enum Keyword { Shadow }`
#[derive(Clone, PartialEq, Debug)]
pub struct Extension {
    pub id: NodeId,
    /// It may be `library.Keyword`.
    pub name: Name,
    pub cases: Vec<Case>,
}

/// `number points;` or `bool high = false;`
#[derive(Clone, PartialEq, Debug)]
pub struct CaseAttribute {
    pub ty: TypeRef,
    pub name: Name,
    pub value: Option<Expr>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    pub name: Name,
    pub values: Vec<Argument>,
}

/// A type and a name: a parameter of a short function.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    pub ty: TypeRef,
    pub name: Name,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ClassKind {
    #[default]
    Class,
    Interactable,
    Event,
    Modifier,
    /// Its objects never change.
    Const,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visibility {
    Local,
    Group,
    Global,
}

/// `T` or `T extends Card`, between the `<` and `>` of a generic class.
#[derive(Clone, PartialEq, Debug)]
pub struct TypeParameter {
    pub name: Name,
    pub bound: Option<TypeRef>,
}

/// `[local|group|global|const] [abstract] class|interactable|event Name[<T, ...>] [extends Parent] { members }`
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Class {
    pub id: NodeId,
    pub kind: ClassKind,
    /// None where the author did not say (it is local then).
    pub visibility: Option<Visibility>,
    pub is_abstract: bool,
    pub name: Name,
    /// Of a generic class: `class Bag<T>`.
    pub parameters: Vec<TypeParameter>,
    pub parent: Option<Name>,
    /// `class Deck<T> extends Bag<T>`
    pub parent_arguments: Vec<TypeRef>,
    pub attributes: Vec<Attribute>,
    pub functions: Vec<Function>,
    pub actions: Vec<Action>,
    pub befores: Vec<Before>,
    /// The default effect of an event.
    pub effect: Option<Block>,
    /// `order by p;` of an event: who says which of several `before` blocks comes next.
    pub order: Option<Expr>,
    /// The modifiers that its objects have by nature, in order.
    pub grants: Vec<Grants>,
    /// What only a modifier has; there for those alone.
    pub modifier: Option<Box<Modifier>>,
}

/// `[abstract] modifier Name(params) on Class [layer L] { members }`, `extends Modifier` instead of `on Class`,
/// `modifier Name(params) [extends Modifier] = Part, Part(x);`
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Modifier {
    /// Each with [`InputSource::Given`].
    pub params: Vec<Input>,
    /// None for a composition, and for one that extends another.
    pub on: Option<TypeRef>,
    pub layer: Option<Name>,
    /// Of a composition.
    pub parts: Vec<Expr>,
    pub affects: Option<Affects>,
    /// `while condition;`
    pub awake: Option<Expr>,
    pub changes: Vec<Change>,
    /// What it makes of who has what, in order.
    pub abilities: Vec<Abilities>,
}

/// `grants Flying, Absorb(2) while condition;` in a class
#[derive(Clone, PartialEq, Debug)]
pub struct Grants {
    pub id: NodeId,
    pub modifiers: Vec<Expr>,
    pub awake: Option<Expr>,
}

/// `grants Flying, Absorb(2) [layer L];`, `loses Ability [layer L];` or `bars Flying [layer L];` in a modifier
#[derive(Clone, PartialEq, Debug)]
pub struct Abilities {
    pub id: NodeId,
    pub does: Ability,
    pub modifiers: Vec<Expr>,
    pub layer: Option<Name>,
}

/// What a modifier does to those that others have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ability {
    Loses,
    Bars,
    Grants,
}

impl Ability {
    pub fn word(self) -> &'static str {
        match self {
            Ability::Loses => "loses",
            Ability::Bars => "bars",
            Ability::Grants => "grants",
        }
    }
}

/// `affects (Class name) [from list] [=> condition];`
#[derive(Clone, PartialEq, Debug)]
pub struct Affects {
    pub id: NodeId,
    pub of: Parameter,
    pub from: Option<Expr>,
    pub condition: Option<Expr>,
}

/// `override number power [layer L] { return base.power + 1; }` or `override number power [layer L] = base.power + 1;`
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    pub id: NodeId,
    pub ty: TypeRef,
    pub name: Name,
    pub layer: Option<Name>,
    /// Written as an expression, which the body returns.
    pub short: bool,
    pub body: Block,
}

/// `before Event [prio n] [where condition] { ... }`
#[derive(Clone, PartialEq, Debug)]
pub struct Before {
    pub id: NodeId,
    pub event: Name,
    pub prio: Option<Expr>,
    pub condition: Option<Expr>,
    pub body: Block,
}

/// `attribute name { returns type; value expr; }`, `[secret] type name [= expr];` or
/// `[secret|open] derived type name [layer L] = formula;`
#[derive(Clone, PartialEq, Debug)]
pub struct Attribute {
    pub id: NodeId,
    /// Written with the tag `attribute`.
    pub long: bool,
    /// `secret`: only the owner of the instance may see its value. `open` stands before derived ones alone.
    pub disclosure: Option<Disclosure>,
    /// The value is a formula, worked out whenever it is read.
    pub derived: bool,
    /// Of a derived one: in which layer modifiers override it.
    pub layer: Option<Name>,
    pub ty: TypeRef,
    pub name: Name,
    pub value: Option<Expr>,
}

/// `function name { inputs returns type; effect { } }` or `[abstract|override] function type name(params) { }`
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    pub id: NodeId,
    /// Written in the long form, see `docs/language.md`.
    pub long: bool,
    pub is_abstract: bool,
    pub is_override: bool,
    pub name: Name,
    /// None: returns nothing.
    pub returns: Option<TypeRef>,
    /// In the short form every parameter is an input with [`InputSource::Given`].
    pub inputs: Vec<Input>,
    /// None for an abstract function.
    pub body: Option<Block>,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Action {
    pub id: NodeId,
    /// Written `after Event [prio n] [where condition] { ... }`: one trigger, an effect, and for a name the event's.
    pub is_after: bool,
    pub name: Name,
    pub is_override: bool,
    /// `says "plays {card}";`, `says it "gioca {card}";`
    pub says: Vec<LookLine>,
    /// `prio 3;`
    pub prio: Option<Expr>,
    pub inputs: Vec<Input>,
    /// `require condition { action ... }`: what it has in common with others of its class, from the outermost.
    pub shared: Vec<Arc<Condition>>,
    pub requires: Vec<Condition>,
    pub triggers: Vec<Trigger>,
    pub effect: Option<Block>,
    pub ensures: Vec<Condition>,
}

/// What must hold: `{ ... return true; }`, or an expression, which the body returns; and `else "why"`.
#[derive(Clone, PartialEq, Debug)]
pub struct Condition {
    pub id: NodeId,
    /// `open require`, `open ensure`: what it tells whoever acts is meant.
    pub open: bool,
    /// Written as an expression.
    pub short: bool,
    pub body: Block,
    pub why: Option<Expr>,
}

/// `trigger Event { return true; }`
#[derive(Clone, PartialEq, Debug)]
pub struct Trigger {
    pub id: NodeId,
    pub event: Name,
    /// Written `trigger Event where condition;`, which the body returns.
    pub short: bool,
    pub body: Block,
}

/// `[optional] [modifier] input type name ["prompt"] [count n] [from source] [filters] ;`
#[derive(Clone, PartialEq, Debug)]
pub struct Input {
    pub id: NodeId,
    pub optional: bool,
    pub source: InputSource,
    pub ty: TypeRef,
    pub name: Name,
    pub spec: ChoiceSpec,
}

/// Who fills an input.
#[derive(Clone, PartialEq, Debug)]
pub enum InputSource {
    /// No modifier: the player whom the class's visibility says.
    Default,
    /// `player` or `player (expr)`
    Player(Option<Expr>),
    /// `auto`
    Auto,
    /// `function`: given by the caller; a default makes it optional.
    Given(Option<Expr>),
}

/// What may be chosen: shared by inputs and by `choose`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ChoiceSpec {
    /// Who learns what was chosen, where the author says it.
    pub disclosure: Option<Disclosure>,
    pub prompt: Option<Expr>,
    pub count: Option<Count>,
    /// `count 2 ordered`: another order is another choice.
    pub ordered: bool,
    /// `free 20`: any other text may be written, too.
    pub free: Option<Free>,
    pub from: Option<Expr>,
    pub filters: Vec<Filter>,
}

/// `free`, `free 20`: how many characters a text may have, where the author says so.
#[derive(Clone, PartialEq, Debug)]
pub struct Free {
    pub id: NodeId,
    pub most: Option<Expr>,
}

/// `secret input`, `open choose`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Disclosure {
    /// Whoever chose it alone.
    Secret,
    /// Whoever sees what it names, as without a word, and that is meant.
    Open,
}

impl Disclosure {
    pub fn word(self) -> &'static str {
        match self {
            Disclosure::Secret => "secret",
            Disclosure::Open => "open",
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Count {
    /// `count any`
    Any,
    /// `count 2`
    Exactly(Expr),
    /// `count 0..3`
    Between(Expr, Expr),
}

/// `filter name { ... }`, `filter name where e;`; a lone `{ ... }` or `where e` has no name.
#[derive(Clone, PartialEq, Debug)]
pub struct Filter {
    pub id: NodeId,
    pub name: Option<Name>,
    pub condition: Condition,
}

/// `board Field [per player] { shape square(8, 8); tile Square; edge Wall; corner; capacity 1; visible owner; }`
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    pub id: NodeId,
    pub name: Name,
    pub shape: Option<Shape>,
    pub tile: Option<Name>,
    /// `edge Road;`: its edges are places, of that class; `edge;`: of none of their own.
    pub edge: Option<Spots>,
    /// `corner Village;` or `corner;`
    pub corner: Option<Spots>,
    pub capacity: Option<Capacity>,
    pub per_player: bool,
    pub seen: Option<Seen>,
}

/// That the edges or corners of a board are places, with their class if there is one.
#[derive(Clone, PartialEq, Debug)]
pub struct Spots {
    pub id: NodeId,
    pub class: Option<Name>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    pub id: NodeId,
    pub kind: ShapeKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum ShapeKind {
    /// `square(8, 8)`, `hex(11, 11)`, `hexagon(4)`, `triangle(5)`, `track(40)`, `ring(24)`
    Regular(Name, Vec<Expr>),
    /// `layout { "..xx.." "......" }`, from the top row down
    Layout(Vec<Text>),
    /// `hexes { " ^ ^" "~ ~" }`, rows of hexes from the top down, each beside the gaps of the next
    Hexes(Vec<Text>),
    /// `graph { Rome; Milan; Rome - Milan 3; }`
    Graph(Vec<GraphTile>, Vec<GraphEdge>),
    /// Broken text.
    Missing,
}

/// `Rome(income = 3);`
#[derive(Clone, PartialEq, Debug)]
pub struct GraphTile {
    pub name: Name,
    pub values: Vec<Argument>,
}

/// `Rome - Milan 3;`: both ways; `Rome > Milan;`: one way. The number is the weight, 1 unless said. Attributes
/// stand behind it: `Rome - Milan 3 (colour = Colour.Red);`
#[derive(Clone, PartialEq, Debug)]
pub struct GraphEdge {
    pub from: Name,
    pub to: Name,
    pub one_way: bool,
    pub weight: Option<Expr>,
    pub values: Vec<Argument>,
}

/// A string constant where it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    pub id: NodeId,
    pub text: String,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Capacity {
    Number(Expr),
    Unlimited,
}

/// `deck stock of Card;`, `zone hand of Card per player { visible owner; ordered; }` or `zone row[3] of Card;`
#[derive(Clone, PartialEq, Debug)]
pub struct ZoneDecl {
    pub id: NodeId,
    /// Written `deck`: ordered, and seen by nobody unless it says otherwise.
    pub deck: bool,
    pub name: Name,
    /// How many there are, or the enumeration that has one for each case.
    pub index: Option<Expr>,
    pub of: Name,
    pub per_player: bool,
    pub seen: Option<Seen>,
    pub ordered: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    All,
    Owner,
    None,
}

/// `dice D { faces 1, 2, 3, 4, 5, 6; visible all; }`
#[derive(Clone, PartialEq, Debug)]
pub struct Dice {
    pub id: NodeId,
    pub name: Name,
    pub faces: Vec<Expr>,
    /// Who sees what comes up.
    pub seen: Option<Seen>,
}

/// `turn Main { phase Draw; phase Play { default { ... } } default { ... } }`
#[derive(Clone, PartialEq, Debug)]
pub struct Turn {
    pub id: NodeId,
    pub name: Name,
    pub default: Option<Block>,
    pub phases: Vec<Phase>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Phase {
    pub id: NodeId,
    pub name: Name,
    /// Used instead of the turn's own while this phase is active.
    pub default: Option<Block>,
    pub simultaneous: Option<Simultaneous>,
    /// Runs when all have chosen and what they chose is done.
    pub then: Option<Block>,
}

/// `simultaneous player.all() open;`
#[derive(Clone, PartialEq, Debug)]
pub struct Simultaneous {
    pub id: NodeId,
    pub players: Expr,
    /// Everybody sees who has answered already, though not what.
    pub open: bool,
}

/// `test "name" { ... }`
#[derive(Clone, PartialEq, Debug)]
pub struct Test {
    pub id: NodeId,
    pub name: String,
    pub body: Block,
}

// ---- types ----

#[derive(Clone, PartialEq, Debug)]
pub struct TypeRef {
    pub id: NodeId,
    pub kind: TypeKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum TypeKind {
    /// `number`, `string`, `bool`, `player`, a class or an enumeration; `library.Name` through an import's name.
    Named {
        module: Option<Name>,
        name: String,
    },
    /// `List<T>`, `Table<T>`, `Table<K, T>`, `Stack<T>`, `Zone<T>`, `Bag<T>`; the name may be `library.Bag`.
    Generic(Name, Vec<TypeRef>),
    /// `(Card, number) => bool`
    Function(Vec<TypeRef>, Box<TypeRef>),
    /// `act (Card, number) => bool`; without `=>` it gives nothing.
    Act(Vec<TypeRef>, Option<Box<TypeRef>>),
    /// `var`: as the value says.
    Inferred,
    Missing,
}

// ---- statements ----

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Block {
    pub id: NodeId,
    pub statements: Vec<Statement>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Statement {
    pub id: NodeId,
    pub kind: StatementKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum StatementKind {
    Return(Option<Expr>),
    Expr(Expr),
    Declare(Declare),
    /// `if (a) { } else if (b) { } else { }`: the else part is a block or another `if`.
    If(Expr, Block, Option<Box<Statement>>),
    While(Expr, Block),
    For(For),
    ForIn(ForIn),
    Block(Block),
    Continue,
    Break,
    /// `winner p;` `winner { { 0, 1 }, { 2 } };`
    Winner(Expr),
    /// `winner none;`
    WinnerNone,
    /// `remove x;`
    Remove(Expr),
    /// `fail "why";`
    Fail(Expr),
    /// `tell "{p.name} shows {hand(p)}";` `tell "…" to p;`
    Tell(Expr, Option<Expr>),
    /// `score p 12;`: adds nothing, sets the score of `p` to 12.
    Score(Expr, Expr),
    /// `eliminate p;`
    Eliminate(Expr),
    /// `players 2..4 "North", "East";`
    Players(Players),
    /// `team "North-South" { 0, 2 };`
    Team(Text, Vec<Expr>),
    /// `c.add(Flying) until TurnEnded where condition;`, `c.add(Flying) until condition;`
    Until(Expr, Expr, Option<Expr>),
    /// `cancel;`, in `before` blocks
    Cancel,
    // -- only in tests --
    /// `seed 7;`
    Seed(Expr),
    /// `option size = 3;`
    Option(Name, Expr),
    /// `play place(cell: "a1") by 0;`
    Play(Play),
    /// `answer Suit.Cups by 0;`
    Answer(Expr, Option<Expr>),
    /// `do { destroy(bear); } by 0;`
    Do(Block, Option<Expr>),
    /// `expect x == 3;`
    Expect(Expr),
    /// `expect illegal place(cell: "a1") by 1;` and `expect legal ...`
    ExpectLegal(bool, Play),
    /// Broken text.
    Missing,
}

/// `number x = 3;`, `var x = 3;`
#[derive(Clone, PartialEq, Debug)]
pub struct Declare {
    pub ty: TypeRef,
    pub name: Name,
    pub value: Option<Expr>,
}

/// `for (init; check; step) { }`
#[derive(Clone, PartialEq, Debug)]
pub struct For {
    pub init: Option<Box<Statement>>,
    pub check: Option<Expr>,
    pub step: Option<Expr>,
    pub body: Block,
}

/// `for (Card c in hand) { }`
#[derive(Clone, PartialEq, Debug)]
pub struct ForIn {
    pub ty: TypeRef,
    pub name: Name,
    pub list: Expr,
    pub body: Block,
}

/// `players 2;`, `players 2..4;`, `players { 2, 4 };`, `players 4 "North", "East", bot "South", bot "West";`
#[derive(Clone, PartialEq, Debug)]
pub struct Players {
    pub least: Expr,
    /// None: exactly `least`, or one of `others`.
    pub most: Option<Expr>,
    /// Further numbers that may sit down, in braces behind `least`.
    pub others: Vec<Expr>,
    pub names: Vec<SeatName>,
}

/// What a seat is called.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatName {
    pub text: Text,
    /// Written `bot "South"`: a program sits there unless whoever starts the match says otherwise.
    pub is_bot: bool,
}

/// `place(cell: "a1") by 0`; `piece.move(to: "a3") by 1` names the object that carries the action.
#[derive(Clone, PartialEq, Debug)]
pub struct Play {
    pub id: NodeId,
    pub object: Option<Expr>,
    pub action: Name,
    pub inputs: Vec<Argument>,
    pub by: Option<Expr>,
}

// ---- expressions ----

#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    pub id: NodeId,
    pub kind: ExprKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    Number(f64),
    /// A string with its interpolated parts; plain text is one [`Part::Text`], `""` has no part.
    String(Vec<Part>),
    Bool(bool),
    Null,
    This,
    /// `event`, in triggers and events
    Event,
    /// Also `player`, `turn`, `turns`, `random`, `actor`, whose meaning is fixed.
    Name(String),
    Member(Box<Expr>, Name),
    Index(Box<Expr>, Box<Expr>),
    /// The callee is a `Name` or a `Member` or anything that gives a function value.
    Call(Box<Expr>, Vec<Argument>),
    /// `base.f(...)`
    BaseCall(Name, Vec<Argument>),
    /// `base.power`, in what a modifier overrides
    BaseAttribute(Name),
    /// `new T()`, with what follows in braces
    New(TypeRef, Option<Initialiser>),
    /// `{ 1, 2, 3 }`; what it makes depends on what is expected
    Braces(Vec<Expr>),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A chain of binary operators that holds a `^`, in reading order. Between numbers `^` is power and binds
    /// tightest; between booleans it is exclusive or and sits with `&` and `|`, so only types can group it.
    Chain(Box<Expr>, Vec<(BinaryOp, Expr)>),
    /// `a ? b : c`
    Ternary(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a ?? b`
    Coalesce(Box<Expr>, Box<Expr>),
    Is(Box<Expr>, TypeRef),
    As(Box<Expr>, TypeRef),
    /// `a..b`: the whole numbers from a to b, both included
    Range(Box<Expr>, Box<Expr>),
    /// `a..b step n`: a range, and how far apart its numbers are.
    Stepped(Box<Expr>, Box<Expr>),
    /// `a = b`, `a += b`...
    Assign(Box<Expr>, Option<BinaryOp>, Box<Expr>),
    Lambda(Lambda),
    /// `choose Card "Discard one" by p count 2 from hand(p) { filter }`
    Choose(Choose),
    /// `suppose { ... } gives expr`
    Suppose(Block, Box<Expr>),
    /// `Bag<Card>` as an argument: `all(Bag<Card>)`
    Type(TypeRef),
    /// `raise Damage(target: c, amount: 3)`: gives the event
    Raise(Name, Vec<Argument>),
    /// Broken text.
    Missing,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    Text(String),
    Expr(Expr),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Argument {
    pub name: Option<Name>,
    pub value: Expr,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Initialiser {
    /// `{ suit = s, rank = r }`
    Attributes(Vec<(Name, Expr)>),
    /// `{ 1, 2, 3 }` or `{ { key, value }, ... }`
    Elements(Vec<Expr>),
}

/// `c => c.suit == lead`, `(Card a, Card b) => a.rank < b.rank`, `x => { return x; }`
#[derive(Clone, PartialEq, Debug)]
pub struct Lambda {
    /// The type is [`TypeKind::Inferred`] where it is not written.
    pub parameters: Vec<Parameter>,
    pub body: LambdaBody,
}

#[derive(Clone, PartialEq, Debug)]
pub enum LambdaBody {
    Expr(Box<Expr>),
    Block(Block),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Choose {
    pub optional: bool,
    pub ty: TypeRef,
    pub asked: Asked,
    /// What the parts behind it call the player who is asked: `by each q in list`.
    pub who: Option<Name>,
    pub by: Option<Box<Expr>>,
    pub spec: Box<ChoiceSpec>,
    pub says: Option<Box<AnswerSays>>,
}

/// `says "shows {answer}" else "shows nothing"`: how the log tells what was answered.
#[derive(Clone, PartialEq, Debug)]
pub struct AnswerSays {
    pub text: Expr,
    /// Where the answer is no, null or nothing.
    pub otherwise: Option<Expr>,
}

/// Who answers a `choose`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Asked {
    /// `by p`
    #[default]
    One,
    /// `by each [name in] list`: all of them, at once.
    Each,
    /// `by first [name in] list`: all of them at once, until one says yes.
    First,
}

impl Asked {
    /// What stands behind `by`.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Asked::One => None,
            Asked::Each => Some("each"),
            Asked::First => Some("first"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    Negate,
    Not,
}

pub use crate::operator::BinaryOp;
