//! Walking over typed code. Which parts a node has is written down once, and serves both to look at them and to
//! change them. It knows no rules.

use super::*;
use crate::walk::parts;

/// The nodes at which a walk may do something, how their parts are found, and what walks.
macro_rules! visitor {
    (
        nodes: $Node:ident $NodeDoc:literal,
        visitor: $Visit:ident $(<$life:lifetime>)? $VisitDoc:literal,
        parts: $Parts:ident $parts:ident $Each:ident $($mutable:ident)?
    ) => {
        #[doc = $NodeDoc]
        pub enum $Node<'e> {
            Expr(&'e $($mutable)? Expr),
            Block(&'e $($mutable)? Block),
            Body(&'e $($mutable)? Body),
            Function(&'e $($mutable)? Function),
            Action(&'e $($mutable)? Action),
        }

        type $Each<'f, 'e> = &'f mut dyn FnMut($Node<'e>);

        pub(crate) trait $Parts {
            /// Calls `f` for each part, in the order in which they are evaluated.
            fn $parts<'e>(&'e $($mutable)? self, f: $Each<'_, 'e>);
        }

        parts! { @of [$($mutable)?] $Parts $parts $Each [] Expr, self f { f($Node::Expr(self)) } }
        parts! { @of [$($mutable)?] $Parts $parts $Each [] Block, self f { f($Node::Block(self)) } }
        parts! { @of [$($mutable)?] $Parts $parts $Each [] Body, self f { f($Node::Body(self)) } }
        parts! { @of [$($mutable)?] $Parts $parts $Each [] Function, self f { f($Node::Function(self)) } }
        parts! { @of [$($mutable)?] $Parts $parts $Each [] Action, self f { f($Node::Action(self)) } }

        #[doc = $VisitDoc]
        pub trait $Visit $(<$life>)? {
            fn expr(&mut self, e: &$($life)? $($mutable)? Expr) {
                e.kind.$parts(&mut |n| self.node(n));
            }

            fn statement(&mut self, s: &$($life)? $($mutable)? Statement) {
                s.kind.$parts(&mut |n| self.node(n));
            }

            fn block(&mut self, block: &$($life)? $($mutable)? Block) {
                for s in &$($mutable)? block.statements {
                    self.statement(s);
                }
            }

            fn body(&mut self, body: &$($life)? $($mutable)? Body) {
                self.block(&$($mutable)? body.block);
            }

            fn function(&mut self, function: &$($life)? $($mutable)? Function) {
                self.body(&$($mutable)? function.body);
                function.params.$parts(&mut |n| self.node(n));
            }

            fn action(&mut self, action: &$($life)? $($mutable)? Action) {
                self.action_parts(action);
            }

            fn action_parts(&mut self, action: &$($life)? $($mutable)? Action) {
                action.triggers.$parts(&mut |n| self.node(n));
                action.requires.$parts(&mut |n| self.node(n));
                action.ensures.$parts(&mut |n| self.node(n));
                self.block(&$($mutable)? action.effect);
                action.inputs.$parts(&mut |n| self.node(n));
            }

            fn game(&mut self, game: &$($life)? $($mutable)? Game) {
                game.$parts(&mut |n| self.node(n));
            }

            fn node(&mut self, node: $Node $(<$life>)?) {
                match node {
                    $Node::Expr(e) => self.expr(e),
                    $Node::Block(block) => self.block(block),
                    $Node::Body(body) => self.body(body),
                    $Node::Function(function) => self.function(function),
                    $Node::Action(action) => self.action(action),
                }
            }
        }
    };
}

visitor! {
    nodes: Node "A node at which a walk may do something.",
    visitor: Visit<'e> "What a walk does on its way down.",
    parts: Parts parts PartOf
}

visitor! {
    nodes: NodeMut "A node that a walk may change.",
    visitor: VisitMut "What a walk that changes code does on its way down.",
    parts: PartsMut parts_mut PartOfMut mut
}

/// The table of the parts; which node an [`Expr`] has below it is said by its kind.
macro_rules! table {
    ($how:tt $Parts:ident $parts:ident $Each:ident) => {
        parts! {
            $how $Parts $parts $Each;
            node Game { functions classes actions turns modifiers befores setup tests constants }
            node Constant { value }
            node Class { attributes effect order grants }
            node Attribute { default }
            node Param { default }
            node Trigger { body }
            node Input { spec source }
            node Turn { default phases }
            node Phase { default simultaneous }
            node Simultaneous { players then }
            node Modifier { awake affects overrides grants adding }
            node Natural { awake grants }
            node Grant { args }
            node Condition { body }
            node Affects { condition }
            node Override { by }
            node Adding { params parts }
            node Before { condition run }
            node EventBody { body }
            node Test { body }
            node Until { added condition }
            node Play { inputs object by }
            node ChoiceSpec { source filters count prompt }
            node Filter { body why }
            node Demand { body why }
            node Why { text }
            node Lambda { body }
            kind Replacement {
                Function(_) => ;
                Attribute { body, .. } => body;
            }
            kind InputSource {
                Player(e) => e;
                Actor | Auto => ;
            }
            kind StatementKind {
                Return(e) => e;
                Expr(e)
                | Declare(_, e)
                | WinnerRanking(e)
                | WinnerPlayer(e)
                | WinnerPlayers(e)
                | Remove(e, _)
                | Fail(e)
                | Eliminate(e)
                | Expect(e) => e;
                If(check, then, otherwise) => check then otherwise;
                Loop { check, step, body } => check step body;
                ForIn { list, body, .. } => list body;
                Block(block) => block;
                Continue | Break | WinnerNone | Probe(_) | Cancel(_) => ;
                Until(until) => until;
                Score(player, points) => player points;
                Team(_, players) => players;
                Play(play) | ExpectLegal(_, play) => play;
                Answer(e, by) | Tell(e, by) => e by;
                Do(effect, by) => by effect;
            }
            kind Source {
                List(e) => e;
                Range(a, b) => a b;
                Objects(_) | Cases(_) | Players | Bools => ;
            }
            kind Count {
                Exactly(n) => n;
                Between(least, most) => least most;
                Any => ;
            }
            kind Target {
                Local(_) => ;
                Attribute(object, _) => object;
                Index(list, key) | Entry(list, key) => list key;
            }
            kind TestValue {
                Perft(e) => e;
                Winner | Winners | Over | Stuck | Decider | Told | Moves => ;
            }
            kind ExprKind {
                Error | Null | Number(_) | String(_) | Bool(_) | Case(..) | Tile(..) => ;
                Local(_) | This | Event | Actor | Global(_) => ;
                Zone(_) | Zones(_) | AllOf(_) | Constant(_) | AllConstants(_) | DiceBuiltin(..) => ;
                Attribute(e, _)
                | CaseAttribute(e, _)
                | ZoneOf(_, e)
                | Negate(e)
                | Not(e)
                | IsClass(e, _)
                | IsSome(e)
                | Probe(_, e)
                | Age(e)
                | Convert(_, e) => e;
                Index(a, b) | Lookup(a, b) | Range(a, b) | Binary(_, a, b) | Coalesce(a, b) => a b;
                Call(_, args)
                | CallBase(_, args)
                | Builtin(_, args)
                | EnumBuiltin(_, _, args) => args;
                BoardBuiltin(_, player, _, args) => player args;
                ZoneRow(_, player) => player;
                CallMethod(object, _, args) | CallAction(object, _, args) => object args;
                CallValue(value, args) => value args;
                New(_, values) | Raise(_, values) => values;
                NewList(elements) | NewStack(elements) | Concat(elements) => elements;
                NewTable(pairs) => pairs;
                Ternary(a, b, c) | Stepped(a, b, c) => a b c;
                Assign(target, value) | Update(target, _, value) => target value;
                Lambda(lambda) => lambda;
                Choose { by, spec, .. } => by spec;
                Auto(spec) => spec;
                Suppose(block, e) => block e;
                Test(value) => value;
                Authored(authored) => authored;
            }
            kind Authored {
                StoredAttribute(e, _)
                | HasModifier(e, _)
                | RemoveModifier(e, _)
                | Modifiers(e)
                | EndModifier(e)
                | RenewModifier(e)
                | ModifierName(e) => e;
                TakeOffModifier(object, application) => object application;
                AddModifier(object, _, args) => object args;
                Base(_, args) => args;
            }
            plain u32 String
        }
    };
}

table! { [] Parts parts PartOf }
table! { [mut] PartsMut parts_mut PartOfMut }

impl Clone for Node<'_> {
    fn clone(&self) -> Self {
        *self
    }
}

impl Copy for Node<'_> {}

/// Calls something on every expression, outer ones first, those in function values and nested blocks too.
pub struct Each<F>(pub F);

impl<'e, F: FnMut(&'e Expr)> Visit<'e> for Each<F> {
    fn expr(&mut self, e: &'e Expr) {
        (self.0)(e);
        e.kind.parts(&mut |n| self.node(n));
    }
}
