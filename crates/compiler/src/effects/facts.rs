//! What single expressions and statements do, whose lists they change, and which give a list that nobody else holds.
//! It follows no calls.

use crate::typed::visit::{Node, Parts, Visit};
use crate::typed::{
    ActionId, Acts, Authored, ClassId, ClassKind, Expr, ExprKind, FunctionId, Game, InputSource, LocalId,
    Member, Statement, StatementKind, Target, Type,
};
use base::NodeId;
use language::catalogue::{Builtin, Effect, SigType, entry};
use language::tree::Asked;
use std::collections::{BTreeMap, BTreeSet};

/// What may be forbidden somewhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Flag {
    /// Changes the game.
    Changes,
    Chance,
    Chooses,
    /// Asks whoever acts.
    AsksActor,
    /// Asks several at once.
    Rounds,
    Fails,
    /// Changes a list that the caller gave.
    Mutates,
    /// Assigns to a variable of its surroundings.
    Outer,
    /// Ends the game.
    Ends,
    /// May make another player active.
    Passes,
    /// Plays, answers or expects, as only tests do.
    Tests,
}

impl Flag {
    pub(crate) const COUNT: usize = 11;
    pub(crate) const ALL: [Flag; Flag::COUNT] = [
        Flag::Changes,
        Flag::Chance,
        Flag::Chooses,
        Flag::AsksActor,
        Flag::Rounds,
        Flag::Fails,
        Flag::Mutates,
        Flag::Outer,
        Flag::Ends,
        Flag::Passes,
        Flag::Tests,
    ];
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Callee {
    Function(FunctionId),
    Action(ActionId),
    Event(ClassId),
    /// Asking for the order of the `before` blocks of an event.
    Order(ClassId),
    /// Adding a modifier.
    Modifier(ClassId),
    /// The `before` blocks that look at events of exactly this class or one above it.
    Blocks(ClassId),
    /// Working out the default values of a new object of exactly this class.
    Defaults(ClassId),
    /// Finding who comes next, as turns and phases say.
    NextPlayer,
    /// Any function value that may be of a type, by its number in [`super::Analysis::acts`].
    Act(u32),
}

/// Whose lists are passed to a call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum ListOrigin {
    /// No lists, or only lists that were made here.
    Own,
    /// One that the caller gave.
    Parameter,
    /// One that is held elsewhere.
    Foreign,
}

#[derive(Clone, Debug)]
pub(crate) enum FactKind {
    /// Directly; the text says what, for messages: `uses chance`.
    Does(Flag, String),
    Calls(Callee, ListOrigin),
    /// Whatever runs for this first declaration.
    CallsMethod(FunctionId, ListOrigin),
    /// A value of this type.
    CallsAct(Type, ListOrigin),
}

#[derive(Clone, Debug)]
pub(crate) struct EffectFact {
    pub at: NodeId,
    pub what: FactKind,
}

/// Which variables belong to a piece of program, and which of them hold lists of their own.
pub(crate) struct Region<'a> {
    own: BTreeSet<LocalId>,
    stale: BTreeSet<LocalId>,
    params: BTreeSet<LocalId>,
    fresh: &'a BTreeSet<FunctionId>,
}

impl<'a> Region<'a> {
    /// A whole body: all its variables are its own.
    pub(crate) fn of_body(
        nodes: &[Node<'_>],
        params: BTreeSet<LocalId>,
        fresh: &'a BTreeSet<FunctionId>,
    ) -> Region<'a> {
        let mut around = Region::of(nodes, params.clone(), fresh);
        around.params = params;
        around
    }

    /// A part of a body: what it declares is its own, and `more`.
    pub(crate) fn of(
        nodes: &[Node<'_>],
        more: BTreeSet<LocalId>,
        fresh: &'a BTreeSet<FunctionId>,
    ) -> Region<'a> {
        let mut finder = Declarations { own: BTreeSet::new(), values: Vec::new() };
        nodes.iter().for_each(|n| finder.node(*n));
        let stale = more.clone();
        let mut own = finder.own;
        own.extend(more);
        let mut around = Region { own, stale, params: BTreeSet::new(), fresh };
        // What is found to be held elsewhere is followed to the variables that get it.
        let mut users: BTreeMap<LocalId, Vec<LocalId>> = BTreeMap::new();
        let mut work = Vec::new();
        for (local, value) in &finder.values {
            let mut sources = Vec::new();
            handed_on(value, &mut sources);
            sources.into_iter().for_each(|from| users.entry(from).or_default().push(*local));
            if !around.is_fresh(value) {
                work.push(*local);
            }
        }
        while let Some(local) = work.pop() {
            if around.stale.insert(local) {
                work.extend(users.remove(&local).unwrap_or_default());
            }
        }
        around
    }

    /// Whether a value is a list that nobody outside holds.
    pub(crate) fn is_fresh(&self, e: &Expr) -> bool {
        makes_fresh(e, &|e| match &e.kind {
            ExprKind::Local(l) => self.own.contains(l) && !self.stale.contains(l),
            ExprKind::Authored(authored) => match &**authored {
                Authored::Base(Member::Function(f), _) => self.fresh.contains(f),
                other => matches!(other, Authored::Modifiers(_)),
            },
            ExprKind::Call(f, _) | ExprKind::CallMethod(_, f, _) | ExprKind::CallBase(f, _) => {
                self.fresh.contains(f)
            }
            _ => false,
        })
    }

    fn origin_of(&self, e: &Expr) -> ListOrigin {
        match &e.kind {
            _ if self.is_fresh(e) => ListOrigin::Own,
            ExprKind::Local(l) if self.params.contains(l) => ListOrigin::Parameter,
            _ => ListOrigin::Foreign,
        }
    }

    fn origin_of_lists<'e>(&self, args: impl Iterator<Item = &'e Expr>) -> ListOrigin {
        let lists = args.filter(|e| matches!(e.ty, Type::List(_) | Type::Table(..) | Type::Stack(_)));
        lists.map(|e| self.origin_of(e)).max().unwrap_or(ListOrigin::Own)
    }

    /// What a piece of program does.
    pub(crate) fn facts(
        &self,
        game: &Game,
        raised: &[Option<Callee>],
        nodes: &[Node<'_>],
    ) -> Vec<EffectFact> {
        let mut finder = Finder { around: self, game, raised, facts: Vec::new() };
        nodes.iter().for_each(|n| finder.node(*n));
        finder.facts
    }
}

/// The variables that an expression may give as they are.
fn handed_on(e: &Expr, found: &mut Vec<LocalId>) {
    match &e.kind {
        ExprKind::Local(l) => found.push(*l),
        ExprKind::Ternary(_, a, b) | ExprKind::Coalesce(a, b) => {
            handed_on(a, found);
            handed_on(b, found);
        }
        _ => {}
    }
}

/// The variables that a piece of program declares, and what is assigned to them.
struct Declarations<'e> {
    own: BTreeSet<LocalId>,
    values: Vec<(LocalId, &'e Expr)>,
}

impl<'e> Visit<'e> for Declarations<'e> {
    fn statement(&mut self, s: &'e Statement) {
        match &s.kind {
            StatementKind::Declare(local, value) => {
                self.own.insert(*local);
                self.values.push((*local, value));
            }
            StatementKind::ForIn { local, list, .. } => {
                self.own.insert(*local);
                self.values.push((*local, list));
            }
            _ => {}
        }
        s.kind.parts(&mut |n| self.node(n));
    }

    fn expr(&mut self, e: &'e Expr) {
        match &e.kind {
            ExprKind::Assign(Target::Local(local), value) => self.values.push((*local, value)),
            ExprKind::Lambda(lambda) => self.own.extend(lambda.params.iter().copied()),
            ExprKind::Choose { spec, .. } | ExprKind::Auto(spec) => {
                self.own.extend(spec.filters.iter().map(|f| f.local).chain(spec.who));
            }
            _ => {}
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}

struct Finder<'f, 'a> {
    around: &'f Region<'a>,
    game: &'f Game,
    /// By class of an event, what else runs when it is raised.
    raised: &'f [Option<Callee>],
    facts: Vec<EffectFact>,
}

impl Finder<'_, '_> {
    /// What tests do to go on with the match, which changes it.
    fn plays(&mut self, at: NodeId, words: &str) {
        self.does(at, Flag::Tests, words);
        self.does(at, Flag::Changes, words);
    }

    fn does(&mut self, at: NodeId, flag: Flag, words: impl Into<String>) {
        self.facts.push(EffectFact { at, what: FactKind::Does(flag, words.into()) });
    }

    fn calls(&mut self, at: NodeId, args: &[Option<Expr>], what: impl FnOnce(ListOrigin) -> FactKind) {
        let lists = self.around.origin_of_lists(args.iter().flatten());
        self.facts.push(EffectFact { at, what: what(lists) });
    }

    /// A list is changed.
    fn changes_list(&mut self, at: NodeId, list: &Expr) {
        match self.around.origin_of(list) {
            ListOrigin::Own => {}
            ListOrigin::Parameter => self.does(at, Flag::Mutates, "changes a list that it is given"),
            ListOrigin::Foreign => self.does(at, Flag::Changes, "changes a list that was not made there"),
        }
    }

    fn built_in(&mut self, at: NodeId, b: Builtin, receiver: Option<&Expr>) {
        match entry(b).effect {
            Effect::Pure => {}
            Effect::Mutates => receiver.into_iter().for_each(|list| self.changes_list(at, list)),
            Effect::Changes => {
                self.does(at, Flag::Changes, format!("changes the game with `{}`", entry(b).name()));
                if matches!(b, Builtin::TurnPass | Builtin::PhaseUse | Builtin::TurnsUse) {
                    self.does(at, Flag::Passes, "passes the turn on");
                }
            }
            Effect::Chance => {
                self.does(at, Flag::Chance, "uses chance");
                if matches!(b, Builtin::ListShuffle | Builtin::RandomShuffle) {
                    receiver.into_iter().for_each(|list| self.changes_list(at, list));
                }
                if b == Builtin::ZoneShuffle {
                    self.does(at, Flag::Changes, "shuffles a zone");
                }
            }
        }
    }

    fn assigns(&mut self, at: NodeId, target: &Target) {
        match target {
            Target::Local(local) if self.around.own.contains(local) => {}
            Target::Local(_) => self.does(at, Flag::Outer, "assigns to a variable outside of it"),
            Target::Attribute(object, index) => {
                let name = match &object.ty {
                    Type::Class(c) => {
                        self.game.classes[c.index()].attributes.get(*index as usize).map(|a| a.name.clone())
                    }
                    _ => None,
                };
                self.does(at, Flag::Changes, format!("assigns to `{}`", name.unwrap_or_default()));
            }
            Target::Index(list, _) | Target::Entry(list, _) => self.changes_list(at, list),
        }
    }

    /// What a called value does, and the list operations that call one.
    fn calls_act(&mut self, at: NodeId, of: &Type, lists: ListOrigin) {
        if matches!(of, Type::Act(..)) {
            self.does(at, Flag::Changes, "calls an act, which may change anything");
            self.facts.push(EffectFact { at, what: FactKind::CallsAct(of.clone(), lists) });
        }
    }

    fn action_inputs(&mut self, at: NodeId, action: ActionId, args: &[Option<Expr>]) {
        let inputs = &self.game.actions[action.index()].inputs;
        let chooses =
            inputs.iter().zip(args).any(|(i, a)| a.is_none() && !matches!(i.source, InputSource::Auto));
        if chooses {
            self.does(at, Flag::Chooses, "asks for the inputs of an action");
            self.does(at, Flag::AsksActor, "asks whoever acts for the inputs of an action");
        }
    }
}

impl<'e> Visit<'e> for Finder<'_, '_> {
    fn expr(&mut self, e: &'e Expr) {
        let at = e.at;
        match &e.kind {
            ExprKind::Lambda(lambda) if lambda.acts == Acts::Here => {}
            // Function values and `suppose` are checked separately.
            ExprKind::Lambda(_) | ExprKind::Suppose(..) => return,
            ExprKind::Choose { by, asked, .. } => {
                self.does(at, Flag::Chooses, "asks a player");
                if matches!(by.kind, ExprKind::Actor) {
                    self.does(at, Flag::AsksActor, "asks whoever acts");
                }
                if *asked != Asked::One {
                    self.does(at, Flag::Rounds, "asks several players at once");
                }
                return self.expr(by);
            }
            ExprKind::Auto(_) => return,
            ExprKind::Call(f, args) | ExprKind::CallBase(f, args) => {
                self.calls(at, args, |lists| FactKind::Calls(Callee::Function(*f), lists));
            }
            ExprKind::CallMethod(_, f, args) => {
                self.calls(at, args, |lists| FactKind::CallsMethod(*f, lists));
            }
            ExprKind::Authored(authored) => match &**authored {
                Authored::Base(Member::Function(f), args) => {
                    self.calls(at, args, |lists| FactKind::CallsMethod(*f, lists));
                }
                Authored::AddModifier(_, class, args) => {
                    self.calls(at, args, |lists| FactKind::Calls(Callee::Modifier(*class), lists));
                }
                Authored::RemoveModifier(..)
                | Authored::EndModifier(_)
                | Authored::RenewModifier(_)
                | Authored::TakeOffModifier(..) => {
                    self.does(at, Flag::Changes, "takes a modifier off");
                }
                _ => {}
            },
            ExprKind::CallAction(_, a, args) => {
                self.does(at, Flag::Changes, "runs an action");
                self.action_inputs(at, *a, args);
                for a in self.game.overriding(*a).into_iter().map(|(_, own)| own).chain([*a]) {
                    self.calls(at, &[], |own| FactKind::Calls(Callee::Action(a), own));
                    if !self.game.actions[a.index()].ensures.is_empty() {
                        self.does(at, Flag::Fails, "runs an action that may be taken back");
                    }
                }
            }
            ExprKind::CallValue(value, args) => {
                self.calls_act(at, &value.ty, self.around.origin_of_lists(args.iter()));
            }
            ExprKind::Builtin(b, args) => {
                self.built_in(at, *b, args.first().and_then(Option::as_ref));
                if matches!(b, Builtin::TurnPass | Builtin::PhaseUse | Builtin::TurnsUse) {
                    self.calls(at, &[], |own| FactKind::Calls(Callee::NextPlayer, own));
                }
                if let Some(act) = applied(e) {
                    self.calls_act(at, &act.ty, self.around.origin_of_lists(args.iter().flatten()));
                }
            }
            ExprKind::BoardBuiltin(_, _, b, _) | ExprKind::DiceBuiltin(_, b) => self.built_in(at, *b, None),
            ExprKind::New(class, _) if self.game.classes[class.index()].kind == ClassKind::Const => {}
            ExprKind::New(class, _) => {
                self.does(at, Flag::Changes, "makes a new object");
                self.calls(at, &[], |own| FactKind::Calls(Callee::Defaults(*class), own));
            }
            ExprKind::Raise(class, _) => {
                self.does(at, Flag::Changes, "raises an event");
                for other in [Callee::Defaults(*class), Callee::Event(*class), Callee::Blocks(*class)]
                    .into_iter()
                    .chain(self.raised[class.index()])
                {
                    self.calls(at, &[], |own| FactKind::Calls(other, own));
                }
            }
            ExprKind::Assign(target, _) | ExprKind::Update(target, ..) => self.assigns(at, target),
            ExprKind::Test(_) => self.does(at, Flag::Tests, "asks what only tests know"),
            _ => {}
        }
        e.kind.parts(&mut |n| self.node(n));
    }

    fn statement(&mut self, s: &'e Statement) {
        use StatementKind as K;
        let at = s.at;
        match &s.kind {
            K::WinnerNone | K::WinnerPlayer(_) | K::WinnerPlayers(_) | K::WinnerRanking(_) => {
                self.does(at, Flag::Changes, "ends the game");
                self.does(at, Flag::Ends, "ends the game");
            }
            K::Remove(..) => self.does(at, Flag::Changes, "removes an object"),
            K::Score(..) => self.does(at, Flag::Changes, "sets a score"),
            K::Tell(..) => self.does(at, Flag::Changes, "tells something"),
            K::Eliminate(_) => self.does(at, Flag::Changes, "eliminates a player"),
            K::Team(..) => self.does(at, Flag::Changes, "makes a team"),
            K::Cancel(_) => self.does(at, Flag::Changes, "takes an event back"),
            K::Fail(_) => self.does(at, Flag::Fails, "fails"),
            // It is an effect of its own.
            K::Do(_, by) => {
                self.plays(at, "does something as a player");
                return by.iter().for_each(|e| self.expr(e));
            }
            K::Play(_) => self.plays(at, "plays a move"),
            K::Answer(..) => self.plays(at, "answers a question"),
            K::Expect(_) | K::ExpectLegal(..) => self.does(at, Flag::Tests, "expects something"),
            _ => {}
        }
        s.kind.parts(&mut |n| self.node(n));
    }
}

/// The act that a list operation calls, unless it is written there.
pub(crate) fn applied(e: &Expr) -> Option<&Expr> {
    let ExprKind::Builtin(Builtin::ListMap | Builtin::ListFlatMap | Builtin::ListFold, args) = &e.kind else {
        return None;
    };
    let act = args.last()?.as_ref()?;
    (!matches!(act.kind, ExprKind::Lambda(_))).then_some(act)
}

/// Whether the value is a list that nobody else holds. Of what the expression does not tell by itself, variables and
/// calls, `known` says whether they give one.
pub(crate) fn makes_fresh(e: &Expr, known: &dyn Fn(&Expr) -> bool) -> bool {
    match &e.kind {
        ExprKind::NewList(_)
        | ExprKind::NewStack(_)
        | ExprKind::NewTable(_)
        | ExprKind::Range(..)
        | ExprKind::Stepped(..)
        | ExprKind::AllOf(_)
        | ExprKind::EnumBuiltin(..)
        | ExprKind::BoardBuiltin(..)
        | ExprKind::Null => true,
        ExprKind::Builtin(b, _) => makes_new(*b),
        ExprKind::Ternary(_, a, b) | ExprKind::Coalesce(a, b) => {
            makes_fresh(a, known) && makes_fresh(b, known)
        }
        _ => known(e),
    }
}

/// Whether a builtin gives a list that it has made itself, not one that it was given or that stays in the program.
fn makes_new(b: Builtin) -> bool {
    let entry = entry(b);
    let gives_part = matches!(entry.parsed().returns, SigType::Var(_)) || b == Builtin::DiceFaces;
    !gives_part && entry.effect != Effect::Mutates
}
