//! The types that are written somewhere in a tree. It does not know what they mean.

use language::tree::*;

/// What is done with each type.
type Each<'f, 't> = &'f mut dyn FnMut(&'t TypeRef);

/// All types outside of generic classes. What generic classes say is another type for each class they make.
pub(super) fn in_module<'t>(module: &'t Module, f: Each<'_, 't>) {
    for item in &module.items {
        match item {
            Item::Class(class) if !class.parameters.is_empty() => {}
            item => item.mentions(f),
        }
    }
}

/// All types in a class but its parent's name, which is no type by itself.
pub(super) fn in_class<'t>(class: &'t Class, f: Each<'_, 't>) {
    class.mentions(f);
}

/// What types may be written in.
trait Mentions {
    /// Calls `f` for each of them, in the order in which they are written.
    fn mentions<'t>(&'t self, f: Each<'_, 't>);
}

impl Mentions for TypeRef {
    fn mentions<'t>(&'t self, f: Each<'_, 't>) {
        f(self);
    }
}

impl<T: Mentions> Mentions for Vec<T> {
    fn mentions<'t>(&'t self, f: Each<'_, 't>) {
        self.iter().for_each(|part| part.mentions(f));
    }
}

impl<T: Mentions> Mentions for Option<T> {
    fn mentions<'t>(&'t self, f: Each<'_, 't>) {
        self.iter().for_each(|part| part.mentions(f));
    }
}

impl<T: Mentions> Mentions for Box<T> {
    fn mentions<'t>(&'t self, f: Each<'_, 't>) {
        (**self).mentions(f);
    }
}

/// A name or an operator, and what follows it.
impl<A, T: Mentions> Mentions for (A, T) {
    fn mentions<'t>(&'t self, f: Each<'_, 't>) {
        self.1.mentions(f);
    }
}

/// The fields of a node in which types may be written, and the parts of its variants.
macro_rules! mentions {
    ($($node:ident { $($field:ident)* })*) => {$(
        impl Mentions for $node {
            fn mentions<'t>(&'t self, f: Each<'_, 't>) {
                $(self.$field.mentions(f);)*
            }
        }
    )*};
    ($($node:ident { $($pattern:pat => $($part:ident)*;)* })*) => {$(
        impl Mentions for $node {
            fn mentions<'t>(&'t self, f: Each<'_, 't>) {
                use $node::*;
                match self {
                    $($pattern => { $($part.mentions(f);)* })*
                }
            }
        }
    )*};
}

mentions! {
    Setup { body }
    Test { body }
    Turn { default phases }
    Phase { simultaneous default then }
    Simultaneous { players }
    Enum { attributes }
    GameOption { ty }
    Look { lines parts }
    LookPart { lines }
    LookLine { values }
    Class { parameters parent_arguments attributes functions actions befores effect order modifier }
    TypeParameter { bound }
    Attribute { ty value }
    Function { returns inputs body }
    Action { inputs triggers requires effect ensures }
    Trigger { body }
    Before { prio condition body }
    Modifier { on params parts awake affects changes }
    Affects { of condition }
    Change { ty body }
    Input { ty source spec }
    ChoiceSpec { prompt from count filters }
    Filter { body }
    Block { statements }
    Statement { kind }
    Declare { ty value }
    For { init check step body }
    ForIn { ty list body }
    Play { object inputs by }
    Argument { value }
    Expr { kind }
    Lambda { parameters body }
    Parameter { ty }
    Choose { ty by spec }
}

mentions! {
    Item {
        Enum(e) => e;
        Class(class) => class;
        Function(function) => function;
        Turn(turn) => turn;
        Option(option) => option;
        Setup(setup) => setup;
        Test(test) => test;
        Look(look) => look;
        Layers(_) | Board(_) | Zone(_) | Dice(_) => ;
    }
    InputSource {
        Player(e) | Given(e) => e;
        Default | Auto => ;
    }
    Count {
        Exactly(n) => n;
        Between(least, most) => least most;
        Any => ;
    }
    StatementKind {
        Return(e) => e;
        Expr(e) | Winner(e) | Remove(e) | Fail(e) | Eliminate(e) | Expect(e) => e;
        Declare(declared) => declared;
        If(check, then, otherwise) => check then otherwise;
        While(check, body) => check body;
        For(each) => each;
        ForIn(each) => each;
        Block(block) => block;
        Score(player, points) => player points;
        Team(_, players) => players;
        Until(what, end, condition) => what end condition;
        Play(play) | ExpectLegal(_, play) => play;
        Answer(e, by) => e by;
        // What stands there is known before the game runs, so it makes no objects.
        Continue | Break | Cancel | WinnerNone | Players(_) | Seed(_) | Option(..) | Missing => ;
    }
    ExprKind {
        Number(_) | Bool(_) | Null | This | Event | Name(_) | BaseAttribute(_) | Missing => ;
        String(parts) => parts;
        Member(e, _) | Unary(_, e) => e;
        Index(a, b) | Binary(_, a, b) | Coalesce(a, b) | Range(a, b) | Assign(a, _, b) => a b;
        Call(callee, arguments) => callee arguments;
        BaseCall(_, arguments) | Raise(_, arguments) => arguments;
        New(ty, initialiser) => ty initialiser;
        Braces(elements) => elements;
        Chain(first, rest) => first rest;
        Ternary(check, a, b) => check a b;
        Is(e, ty) | As(e, ty) => e ty;
        Lambda(lambda) => lambda;
        Choose(choose) => choose;
        Suppose(block, gives) => block gives;
        Type(ty) => ty;
    }
    Part {
        Expr(e) => e;
        Text(_) => ;
    }
    Initialiser {
        Attributes(values) => values;
        Elements(values) => values;
    }
    LambdaBody {
        Expr(e) => e;
        Block(block) => block;
    }
}
