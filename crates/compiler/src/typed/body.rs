//! Statements and expressions of the typed tree.

use super::{ActionId, BoardId, ClassId, ConstId, DiceId, EnumId, FunctionId, LocalId, Member, Type, ZoneId};
use base::NodeId;
use language::catalogue::Builtin;
use language::look::AnswerSays;
use language::tree::{Asked, Disclosure};

/// A piece of program with its local variables, parameters and parameters of function values included. Numbers
/// of locals are unique in the whole body.
#[derive(Clone, Debug, Default)]
pub struct Body {
    pub locals: Vec<Local>,
    pub block: Block,
}

#[derive(Clone, Debug)]
pub struct Local {
    pub name: String,
    pub ty: Type,
}

#[derive(Clone, Debug, Default)]
pub struct Block {
    pub statements: Vec<Statement>,
}

#[derive(Clone, Debug)]
pub struct Statement {
    pub at: NodeId,
    pub kind: StatementKind,
}

#[derive(Clone, Debug)]
pub enum StatementKind {
    Return(Option<Expr>),
    Expr(Expr),
    /// The value is `Null` where the author wrote none.
    Declare(LocalId, Expr),
    If(Expr, Block, Option<Block>),
    /// Runs `step` before each check but the first; `continue` goes to the step.
    Loop {
        check: Option<Expr>,
        step: Option<Expr>,
        body: Block,
    },
    /// The list is evaluated once; elements added while it runs are visited too, as long as the index is below
    /// the length. An expression of kind [`ExprKind::Range`] makes no list.
    ForIn {
        local: LocalId,
        list: Expr,
        body: Block,
    },
    Block(Block),
    Continue,
    Break,
    /// `List<List<player>>`: first place first.
    WinnerRanking(Expr),
    /// One player: the first place; all others share the second.
    WinnerPlayer(Expr),
    WinnerNone,
    /// `List<player>`: all of them share the first place, all others the second.
    WinnerPlayers(Expr),
    /// Ends an object: it leaves its place and is no longer among the live ones. Null does nothing.
    Remove(Expr, Departure),
    Fail(Expr),
    /// Puts a text into the log, of all or of one player. Its parts may be lists of what can be printed.
    Tell(Expr, Option<Expr>),
    Score(Expr, Expr),
    Eliminate(Expr),
    /// Name and players, each a player.
    Team(String, Vec<Expr>),
    /// Ends a modifier when an event has happened or a condition come true. In the author's tree alone.
    Until(Box<Until>),
    /// Takes the event in a variable back and leaves the block. In the author's tree alone.
    Cancel(LocalId),
    /// A coverage probe. In the core tree alone.
    Probe(u32),
    // -- in tests --
    Play(Play),
    Answer(Expr, Option<Expr>),
    /// Runs a block as the effect of an action of a player; it sees the variables around it as they are.
    Do(Lambda, Option<Expr>),
    Expect(Expr),
    ExpectLegal(bool, Play),
}

/// How an object leaves that is removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Departure {
    /// All may know which one it is, as they see it go or it was chosen openly.
    Open,
    Hidden,
}

/// `c.add(Flying) until E where condition;`
#[derive(Clone, Debug)]
pub struct Until {
    /// Adds the modifier, and gives the application.
    pub added: Expr,
    /// A variable for the application.
    pub application: LocalId,
    /// None where a condition alone ends it.
    pub event: Option<ClassId>,
    /// A function value of the event: whether it ends the modifier. Where there is no event it is given null.
    pub condition: Option<Expr>,
}

#[derive(Clone, Debug)]
pub struct Play {
    pub at: NodeId,
    /// The actions that have this name, in any class.
    pub actions: Vec<ActionId>,
    pub object: Option<Expr>,
    /// Input name and value, of the type of that input.
    pub inputs: Vec<(String, Expr)>,
    /// None: whoever must decide.
    pub by: Option<Expr>,
}

/// What may be chosen. The candidates are those of the source, in its order, for which every filter returns true.
#[derive(Clone, Debug)]
pub struct ChoiceSpec {
    /// The type of the whole input: a list type where several are chosen.
    pub ty: Type,
    pub source: Source,
    pub filters: Vec<Filter>,
    /// How many elements, where a list is chosen from single candidates; None where candidates are whole values.
    pub count: Option<Count>,
    /// The same elements in another order are another choice.
    pub ordered: bool,
    /// Any other text of up to so many characters may be written, if every filter takes it.
    pub free: Option<u16>,
    /// A string.
    pub prompt: Option<Box<Expr>>,
    /// Who learns what was chosen, where the author says it.
    pub disclosure: Option<Disclosure>,
    /// Where several are asked, the one who is.
    pub who: Option<LocalId>,
    /// How the log tells an answer.
    pub says: Option<AnswerSays>,
}

#[derive(Clone, Debug)]
pub enum Source {
    /// Live objects of a class, oldest first; tiles of a tile class.
    Objects(ClassId),
    Cases(EnumId),
    /// Those not eliminated.
    Players,
    /// false, then true
    Bools,
    /// The elements of a list.
    List(Box<Expr>),
    /// Whole numbers, both ends included.
    Range(Box<Expr>, Box<Expr>),
}

#[derive(Clone, Debug)]
pub enum Count {
    /// Any number, none too.
    Any,
    Exactly(Box<Expr>),
    Between(Box<Expr>, Box<Expr>),
}

/// Returns a bool for the candidate in `local`.
#[derive(Clone, Debug)]
pub struct Filter {
    pub local: LocalId,
    pub body: Block,
    pub why: Option<Box<Why>>,
}

/// What must hold of an action, before it or after it.
#[derive(Clone, Debug)]
pub struct Demand {
    pub at: NodeId,
    /// That whoever acts learns whether it holds is meant, whatever it looks at.
    pub open: bool,
    /// Returns a bool.
    pub body: Block,
    pub why: Option<Box<Why>>,
}

/// What a player is told where something does not hold.
#[derive(Clone, Debug)]
pub struct Why {
    pub text: Expr,
    /// Whoever is told may know all that the condition reads.
    pub is_open: bool,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub at: NodeId,
    pub ty: Type,
    pub kind: ExprKind,
}

impl Expr {
    /// The zone of which nothing is read but how much lies there, which everybody knows.
    pub fn counted_zone(&self) -> Option<&Expr> {
        let ExprKind::Builtin(Builtin::ListLength | Builtin::ListIsEmpty, args) = &self.kind else {
            return None;
        };
        args.first()?.as_ref().filter(|zone| match &zone.kind {
            ExprKind::Index(row, _) => matches!(row.kind, ExprKind::ZoneRow(..)),
            kind => matches!(kind, ExprKind::Zone(_) | ExprKind::ZoneOf(..) | ExprKind::ZoneRow(..)),
        })
    }

    /// Of an expression that is a zone, what says which one it is.
    pub fn zone_parts<'e>(&'e self, each: &mut dyn FnMut(&'e Expr)) {
        match &self.kind {
            ExprKind::Index(row, index) => {
                row.zone_parts(each);
                each(index);
            }
            ExprKind::ZoneOf(_, player) | ExprKind::ZoneRow(_, Some(player)) => each(player),
            _ => {}
        }
    }

    /// The board of which a list gives tiles, edges or corners and no others, with the player whose it is.
    pub fn tiles_of(&self) -> Option<(BoardId, Option<&Expr>)> {
        use Builtin as B;
        match &self.kind {
            ExprKind::BoardBuiltin(
                board,
                player,
                B::BoardTiles
                | B::BoardRow
                | B::BoardColumn
                | B::BoardRegion
                | B::BoardEdges
                | B::BoardCorners,
                _,
            ) => Some((*board, player.as_deref())),
            ExprKind::Builtin(
                B::ListFilter
                | B::ListCopy
                | B::ListTake
                | B::ListDrop
                | B::ListReverse
                | B::ListDistinct
                | B::ListWithout
                | B::ListSortBy,
                args,
            ) => args.first()?.as_ref()?.tiles_of(),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    /// Stands where something wrong was reported; such a game is never emitted.
    Error,
    Null,
    Number(f64),
    String(String),
    Bool(bool),
    Case(EnumId, u32),
    /// The tile of that number on the board.
    Tile(BoardId, u32),
    Local(LocalId),
    This,
    /// The raised event, in triggers, event effects, and actions that such an event alone triggers.
    Event,
    /// The player who chose the action that runs.
    Actor,
    /// The one object of a global class.
    Global(ClassId),
    Zone(ZoneId),
    /// The zone of a player.
    ZoneOf(ZoneId, Box<Expr>),
    /// All zones of a `per player` declaration.
    Zones(ZoneId),
    /// A list of the zones of a row by its first, with a player those of that player.
    ZoneRow(ZoneId, Option<Box<Expr>>),
    /// An attribute by its index, as modifiers make it.
    Attribute(Box<Expr>, u32),
    /// An attribute of an enumeration.
    CaseAttribute(Box<Expr>, u32),
    /// An element of a list or zone (the index is truncated), or a unit of a string as a string.
    Index(Box<Expr>, Box<Expr>),
    /// The value for a key, null where there is none.
    Lookup(Box<Expr>, Box<Expr>),
    /// The callee's parameters in order; None where the default is to be taken.
    Call(FunctionId, Vec<Option<Expr>>),
    /// On an object, which decides what runs: the function is the first declaration up the line.
    CallMethod(Box<Expr>, FunctionId, Vec<Option<Expr>>),
    /// Exactly that function, on `this`.
    CallBase(FunctionId, Vec<Option<Expr>>),
    /// A function value.
    CallValue(Box<Expr>, Vec<Expr>),
    /// Runs an action of an object if its requirements hold; inputs that are not given are asked.
    CallAction(Box<Expr>, ActionId, Vec<Option<Expr>>),
    /// Something built in. The receiver, if the entry has one that is a value, is the first argument; then the
    /// parameters in order, None where an optional one is left out.
    Builtin(Builtin, Vec<Option<Expr>>),
    /// A board's builtin.
    /// Of a board for each player with the player whose it is; it is the first of them.
    BoardBuiltin(BoardId, Option<Box<Expr>>, Builtin, Vec<Option<Expr>>),
    DiceBuiltin(DiceId, Builtin),
    EnumBuiltin(EnumId, Builtin, Vec<Option<Expr>>),
    /// `all(Class)`
    AllOf(ClassId),
    /// A constant that is worked out when the program is made.
    Constant(ConstId),
    /// `all(Class)` of a `const class`: the constants that are declared as its objects, in order.
    AllConstants(ClassId),
    /// Attributes given by index; the others take their defaults.
    New(ClassId, Vec<(u32, Expr)>),
    NewList(Vec<Expr>),
    NewStack(Vec<Expr>),
    NewTable(Vec<(Expr, Expr)>),
    /// A list of the whole numbers from the first to the second, both included.
    Range(Box<Expr>, Box<Expr>),
    /// From the first number on, so far apart, up to the second, or down to it where the step is negative.
    Stepped(Box<Expr>, Box<Expr>, Box<Expr>),
    Negate(Box<Expr>),
    Not(Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Ternary(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The second where the first is null.
    Coalesce(Box<Expr>, Box<Expr>),
    /// Whether an object is of the class or a subclass; null is of none.
    IsClass(Box<Expr>, ClassId),
    /// Whether the value is not null: `is` where the static type already fits.
    IsSome(Box<Expr>),
    Convert(Conversion, Box<Expr>),
    /// The parts of an interpolated string, all strings.
    Concat(Vec<Expr>),
    /// Gives nothing.
    Assign(Target, Box<Expr>),
    /// `target = target op value`, the target's parts evaluated once. Gives nothing.
    Update(Target, BinaryOp, Box<Expr>),
    Lambda(Lambda),
    /// Asks a player. Null where there is no candidate, or where it is optional and the player wants none. Of several
    /// who are asked at once, a table of the answers that are not null, or the first who says yes.
    Choose {
        by: Box<Expr>,
        asked: Asked,
        optional: bool,
        spec: Box<ChoiceSpec>,
    },
    /// The first candidate or null; of a list type, all candidates.
    Auto(Box<ChoiceSpec>),
    /// Evaluates the expression as if the block had been done, and takes everything back.
    Suppose(Block, Box<Expr>),
    /// A number that is greater for a younger object; only lowering makes it.
    Age(Box<Expr>),
    /// Raises an event with the attributes given, by index, and gives it.
    Raise(ClassId, Vec<(u32, Expr)>),
    /// A coverage probe, and the value. In the core tree alone.
    Probe(u32, Box<Expr>),
    /// Only in tests.
    Test(TestValue),
    /// What lowering makes other expressions of. In the author's tree alone.
    Authored(Box<Authored>),
}

impl From<Authored> for ExprKind {
    fn from(authored: Authored) -> ExprKind {
        ExprKind::Authored(Box::new(authored))
    }
}

/// What authors say of modifiers.
#[derive(Clone, Debug)]
pub enum Authored {
    /// An attribute by its index, whatever modifiers make of it.
    StoredAttribute(Expr, u32),
    /// Adds a modifier, by the class of its applications, to an object, and gives the application. The parameters
    /// in order; None where the default is to be taken.
    AddModifier(Expr, ClassId, Vec<Option<Expr>>),
    HasModifier(Expr, ClassId),
    /// Takes the latest application off; gives whether there was one.
    RemoveModifier(Expr, ClassId),
    /// The applications of an object, in a new list.
    Modifiers(Expr),
    /// Takes an application off the object that has it.
    EndModifier(Expr),
    /// Lets an application count as the latest.
    RenewModifier(Expr),
    /// Takes an application, the second, off the first if that is what has it.
    TakeOffModifier(Expr, Expr),
    /// What the modifier of an application is called.
    ModifierName(Expr),
    /// The member that a modifier overrides, as it would be without it; the arguments of a function.
    Base(Member, Vec<Option<Expr>>),
}

/// What tests can look at.
#[derive(Clone, Debug)]
pub enum TestValue {
    /// `winner`: the player alone in first place, null if there is none.
    Winner,
    /// `winners`: all players in first place.
    Winners,
    /// `over`: whether the game has ended.
    Over,
    /// `stuck`: whether nobody could do anything and nothing handled it.
    Stuck,
    /// `decider`: the player who must decide.
    Decider,
    /// `told`: what the last step told, as one reads it who sees all.
    Told,
    /// `moves()`: the number of legal moves.
    Moves,
    /// `perft(n)`
    Perft(Box<Expr>),
}

#[derive(Clone, Debug)]
pub enum Target {
    Local(LocalId),
    Attribute(Box<Expr>, u32),
    Index(Box<Expr>, Box<Expr>),
    /// Null removes.
    Entry(Box<Expr>, Box<Expr>),
}

/// A function value. It sees the locals of its surroundings as they were when it was made, and assigns to none of them.
#[derive(Clone, Debug)]
pub struct Lambda {
    pub params: Vec<LocalId>,
    pub acts: Acts,
    /// A body of one expression is a block that returns it.
    pub body: Block,
}

/// Whether a function value may do something besides giving a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Acts {
    Never,
    /// Where it stands: `map`, `flatMap` or `fold` takes it. Before the effects are known: it may.
    Here,
    /// Where it is called: its type is an `act`.
    WhenCalled,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// The remainder by the number of players, as `docs/language.md` defines under Values; null stays null.
    NumberToPlayer,
    PlayerToNumber,
    /// The active player of the active turn.
    TurnToPlayer,
    /// Any printable value, as it is shown; null gives `null`.
    ToString,
    /// Null where the text is no number.
    StringToNumber,
    NumberToBool,
    BoolToNumber,
    /// Null where the object is not of the class.
    Downcast(ClassId),
    /// A place that is no tile gives null.
    PlaceToTile,
    /// The edge or corner that the place is, otherwise null.
    PlaceToSpot,
    ZoneToPlace,
    /// The tile of that name on the board, null where there is none.
    StringToTile(BoardId),
}

pub use language::operator::BinaryOp;
