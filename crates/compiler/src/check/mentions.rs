//! The types that are written somewhere in a tree. It does not know what they mean.

use language::tree::*;
use std::sync::Arc;

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

/// What several actions share belongs to each of them.
impl<T: Mentions> Mentions for Arc<T> {
    fn mentions<'t>(&'t self, f: Each<'_, 't>) {
        (**self).mentions(f);
    }
}

crate::walk::parts! {
    [] Mentions mentions Each;
    node Setup { body }
    node Test { body }
    node Turn { default phases }
    node Phase { simultaneous default then }
    node Simultaneous { players }
    node Enum { attributes }
    node CaseAttribute { ty }
    node GameOption { ty }
    node Constant { ty value }
    node Look { lines parts }
    node LookPart { lines parts }
    node LookLine { values }
    node Class { parameters parent_arguments attributes functions actions befores effect order grants modifier }
    node TypeParameter { bound }
    node Attribute { ty value }
    node Function { returns inputs body }
    node Action { shared inputs triggers requires effect ensures }
    node Condition { body why }
    node Trigger { body }
    node Before { prio condition body }
    node Modifier { on params parts awake affects changes abilities }
    node Grants { modifiers awake }
    node Abilities { modifiers }
    node Affects { of from condition }
    node Change { ty body }
    node Input { ty source spec }
    node ChoiceSpec { prompt from count free filters }
    node Free { most }
    node Filter { condition }
    node Block { statements }
    node Statement { kind }
    node Declare { ty value }
    node For { init check step body }
    node ForIn { ty list body }
    node Play { object inputs by }
    node Argument { value }
    node Expr { kind }
    node Lambda { parameters body }
    node Parameter { ty }
    node Choose { ty by spec }
    kind Item {
        Enum(e) => e;
        Class(class) => class;
        Function(function) => function;
        Turn(turn) => turn;
        Option(option) => option;
        Const(constant) => constant;
        Extend(_) => ;
        Setup(setup) => setup;
        Test(test) => test;
        Look(look) => look;
        Layers(_) | Board(_) | Zone(_) | Dice(_) | Words(_) => ;
    }
    kind InputSource {
        Player(e) | Given(e) => e;
        Default | Auto => ;
    }
    kind Count {
        Exactly(n) => n;
        Between(least, most) => least most;
        Any => ;
    }
    kind StatementKind {
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
        Answer(e, by) | Tell(e, by) => e by;
        Do(block, by) => block by;
        // What stands there is known before the game runs, so it makes no objects.
        Continue | Break | Cancel | WinnerNone | Players(_) | Seed(_) | Option(..) | Missing => ;
    }
    kind ExprKind {
        Number(_) | Bool(_) | Null | This | Event | Name(_) | BaseAttribute(_) | Missing => ;
        String(parts) => parts;
        Member(e, _) | Unary(_, e) => e;
        Index(a, b) | Binary(_, a, b) | Coalesce(a, b) | Range(a, b) | Stepped(a, b) | Assign(a, _, b) => a b;
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
    kind Part {
        Expr(e) => e;
        Text(_) => ;
    }
    kind Initialiser {
        Attributes(values) => values;
        Elements(values) => values;
    }
    kind LambdaBody {
        Expr(e) => e;
        Block(block) => block;
    }
    plain Name BinaryOp
}
