//! What a value may be made of: the variables, parameters and choices that an expression reads, function values and
//! calls followed. It puts nothing anywhere.

use super::flow::BodyFlow;
use super::sinks::{Origin, Origins, Summary, THIS, Variable};
use super::{hidden, holds_others, is_plain, is_public};
use crate::typed::visit::{Node, Parts, Visit};
use crate::typed::{
    Authored, Block, ChoiceSpec, Expr, ExprKind, FunctionId, Member, Source, Statement, StatementKind, Type,
};
use base::NodeId;
use std::collections::BTreeSet;

/// What a call gives to what it calls.
#[derive(Clone, Copy)]
pub(super) struct Given<'e> {
    pub(super) object: Object<'e>,
    pub(super) args: Args<'e>,
}

/// The object on which something is called.
#[derive(Clone, Copy)]
pub(super) enum Object<'e> {
    None,
    This,
    Of(&'e Expr),
}

#[derive(Clone, Copy)]
pub(super) enum Args<'e> {
    /// None where the default is taken.
    Named(&'e [Option<Expr>]),
    All(&'e [Expr]),
    /// Each parameter may be part of any of these, but for function values.
    PartsOf(&'e [Option<Expr>]),
}

impl<'e> Given<'e> {
    pub(super) fn function(args: &'e [Option<Expr>]) -> Given<'e> {
        Given { object: Object::None, args: Args::Named(args) }
    }

    pub(super) fn this(args: &'e [Option<Expr>]) -> Given<'e> {
        Given { object: Object::This, args: Args::Named(args) }
    }

    pub(super) fn method(object: &'e Expr, args: &'e [Option<Expr>]) -> Given<'e> {
        Given { object: Object::Of(object), args: Args::Named(args) }
    }

    pub(super) fn act(args: Args<'e>) -> Given<'e> {
        Given { object: Object::None, args }
    }

    /// The expressions that are given as a parameter.
    pub(super) fn exprs(self, k: usize) -> Vec<&'e Expr> {
        match (k, self.object, self.args) {
            (THIS, Object::Of(object), _) => vec![object],
            (THIS, ..) => Vec::new(),
            (_, _, Args::Named(args)) => args.get(k).into_iter().flatten().collect(),
            (_, _, Args::All(args)) => args.get(k).into_iter().collect(),
            (_, _, Args::PartsOf(args)) => args.iter().flatten().filter(|e| !e.ty.is_callable()).collect(),
        }
    }

    pub(super) fn is_this(self, k: usize) -> bool {
        k == THIS && matches!(self.object, Object::This)
    }
}

impl<'g> BodyFlow<'_, 'g> {
    /// What a value may be made of.
    pub(super) fn origins(&self, e: &Expr) -> Origins<'g> {
        let game = self.sinks.game;
        let mut all = Origins::new();
        all.extend(hidden(game, e).or_else(|| self.sinks.may_be_hidden(e)).map(Origin::Place));
        self.made_of(e, &mut all);
        if !holds_others(game, &e.ty) {
            // What is read of one of several things may tell which one it is.
            e.kind.parts(&mut |node| {
                if let Node::Expr(part) = node {
                    self.found_by(part, &mut all);
                }
            });
            all.retain(|origin| !matches!(origin, Origin::Place(_)));
        }
        all
    }

    /// What decides which of several things is meant, as far as that is not part of what the expression is made of.
    fn found_by(&self, e: &Expr, all: &mut Origins<'g>) {
        if !holds_others(self.sinks.game, &e.ty) || e.ty.is_callable() {
            return;
        }
        match &e.kind {
            ExprKind::Local(local) => all.extend(self.selected_of(*local)),
            ExprKind::Index(a, b) | ExprKind::Lookup(a, b) => {
                self.found_by(a, all);
                all.extend(self.origins(b));
            }
            ExprKind::ZoneOf(_, player) | ExprKind::ZoneRow(_, Some(player)) => {
                all.extend(self.origins(player));
            }
            ExprKind::New(..)
            | ExprKind::Raise(..)
            | ExprKind::Choose { .. }
            | ExprKind::Auto(_)
            | ExprKind::Call(..)
            | ExprKind::CallBase(..)
            | ExprKind::CallMethod(..)
            | ExprKind::CallAction(..)
            | ExprKind::CallValue(..) => {}
            kind => kind.parts(&mut |node| {
                if let Node::Expr(part) = node {
                    self.found_by(part, all);
                }
            }),
        }
    }

    /// What decides which of several things an expression gives. Which of several zones something goes to all see.
    pub(super) fn selected(&self, e: &Expr) -> Origins<'g> {
        let is_place = matches!(e.ty, Type::Zone(_) | Type::Zones(_));
        if is_place { Origins::new() } else { self.selecting(e) }
    }

    /// The same, also of the zone of which a thing is part, and of a zone that is kept.
    pub(super) fn selecting(&self, e: &Expr) -> Origins<'g> {
        let game = self.sinks.game;
        if !holds_others(game, &e.ty) {
            return Origins::new();
        }
        match &e.kind {
            ExprKind::Local(local) => self.selected_of(*local),
            ExprKind::Ternary(..) | ExprKind::Call(..) | ExprKind::CallMethod(..)
                if matches!(e.ty, Type::Zone(_)) =>
            {
                Origins::new()
            }
            // What was written into a new thing is followed as that.
            ExprKind::New(..) | ExprKind::Raise(..) | ExprKind::Choose { .. } | ExprKind::Auto(_) => {
                Origins::new()
            }
            // Any other thing is found by whatever is no thing itself.
            kind => {
                let mut all = Origins::new();
                kind.parts(&mut |node| match node {
                    Node::Expr(part) if holds_others(game, &part.ty) && !part.ty.is_callable() => {
                        all.extend(self.selecting(part));
                    }
                    Node::Expr(part) => all.extend(self.origins(part)),
                    Node::Block(_) | Node::Body(_) | Node::Function(_) | Node::Action(_) => {}
                });
                all
            }
        }
    }

    /// The choices, among what everybody sees, that an expression gives, or of which it gives something.
    pub(super) fn picked(&self, e: &Expr) -> BTreeSet<NodeId> {
        let mut found = BTreeSet::new();
        self.picks(e, &mut found);
        found
    }

    fn picks(&self, e: &Expr, found: &mut BTreeSet<NodeId>) {
        match &e.kind {
            ExprKind::Local(local) => found.extend(self.picked.get(local).into_iter().flatten()),
            ExprKind::Choose { spec, .. } => found.extend(self.is_pick(spec).then_some(e.at)),
            ExprKind::Lambda(lambda) => returned(&lambda.body).into_iter().for_each(|e| self.picks(e, found)),
            // Its attributes are its own.
            ExprKind::New(..) | ExprKind::Raise(..) => {}
            kind => kind.parts(&mut |node| match node {
                Node::Expr(part) => self.picks(part, found),
                Node::Block(block) => locals_in(block).into_iter().for_each(|e| self.picks(e, found)),
                Node::Body(_) | Node::Function(_) | Node::Action(_) => {}
            }),
        }
    }

    /// Whether all learn what is chosen though it is no plain value, since it lies where they see it.
    pub(super) fn is_pick(&self, spec: &ChoiceSpec) -> bool {
        let open = match &spec.source {
            Source::List(list) => !self.origins(list).iter().any(|o| matches!(o, Origin::Place(_))),
            _ => true,
        };
        spec.disclosure.is_none() && !is_plain(self.sinks.game, &spec.ty) && open
    }

    /// Every kind is named, so that a new one is not forgotten.
    fn made_of(&self, e: &Expr, all: &mut Origins<'g>) {
        let mut add = |e: &Expr| all.extend(self.origins(e));
        match &e.kind {
            ExprKind::Error
            | ExprKind::Null
            | ExprKind::Number(_)
            | ExprKind::String(_)
            | ExprKind::Bool(_)
            | ExprKind::Case(..)
            | ExprKind::Tile(..)
            | ExprKind::Event
            | ExprKind::Actor
            | ExprKind::Global(_)
            | ExprKind::AllOf(_)
            | ExprKind::Constant(_)
            | ExprKind::AllConstants(_)
            | ExprKind::DiceBuiltin(..)
            | ExprKind::Assign(..)
            | ExprKind::Update(..)
            | ExprKind::CallAction(..)
            | ExprKind::Test(_) => {}
            ExprKind::This => all.extend(self.this()),
            ExprKind::Local(local) => drop(all.insert(Origin::Held(Variable::Local(*local)))),
            ExprKind::Zone(zone)
            | ExprKind::ZoneOf(zone, _)
            | ExprKind::Zones(zone)
            | ExprKind::ZoneRow(zone, _) => drop(all.insert(Origin::Held(Variable::Zone(*zone)))),
            ExprKind::Choose { spec, .. } => self.chosen(e.at, spec, all),
            ExprKind::Auto(spec) => self.source(spec, all),
            ExprKind::Attribute(a, _)
            | ExprKind::CaseAttribute(a, _)
            | ExprKind::Negate(a)
            | ExprKind::Not(a)
            | ExprKind::IsClass(a, _)
            | ExprKind::IsSome(a)
            | ExprKind::Convert(_, a)
            | ExprKind::Probe(_, a)
            | ExprKind::Age(a) => add(a),
            // What is done there may put anything anywhere.
            ExprKind::Suppose(block, a) => {
                add(a);
                locals_in(block).into_iter().for_each(add);
            }
            // Which of several things is meant is seen by where it goes.
            ExprKind::Index(a, _) | ExprKind::Lookup(a, _) if holds_others(self.sinks.game, &e.ty) => add(a),
            ExprKind::Index(a, b)
            | ExprKind::Lookup(a, b)
            | ExprKind::Range(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::Coalesce(a, b) => [a, b].into_iter().for_each(|e| add(e)),
            ExprKind::Ternary(a, b, c) | ExprKind::Stepped(a, b, c) => {
                [a, b, c].into_iter().for_each(|e| add(e))
            }
            ExprKind::Lambda(lambda) => returned(&lambda.body).into_iter().for_each(add),
            ExprKind::NewList(parts) | ExprKind::NewStack(parts) | ExprKind::Concat(parts) => {
                parts.iter().for_each(add)
            }
            ExprKind::NewTable(pairs) => pairs.iter().flat_map(|(key, value)| [key, value]).for_each(add),
            ExprKind::New(_, given) | ExprKind::Raise(_, given) => {
                given.iter().for_each(|(_, value)| add(value))
            }
            ExprKind::EnumBuiltin(_, _, args) | ExprKind::BoardBuiltin(_, _, _, args) => {
                args.iter().flatten().for_each(add)
            }
            ExprKind::Builtin(_, args) => {
                args.iter().flatten().for_each(&mut add);
                for act in args.iter().flatten() {
                    if let Type::Act(params, _) = &act.ty {
                        all.extend(self.given_by_act(params.len(), Given::act(Args::PartsOf(args))));
                    }
                }
            }
            ExprKind::CallValue(act, args) if matches!(act.ty, Type::Act(..)) => {
                add(act);
                all.extend(self.given_by_act(args.len(), Given::act(Args::All(args))));
            }
            ExprKind::CallValue(f, args) => {
                add(f);
                args.iter().for_each(add);
            }
            ExprKind::Call(f, args) => all.extend(self.result(*f, false, Given::function(args))),
            ExprKind::CallBase(f, args) => all.extend(self.result(*f, false, Given::this(args))),
            ExprKind::CallMethod(object, f, args) => {
                all.extend(self.result(*f, true, Given::method(object, args)));
                // Which one it is may decide what runs.
                if !holds_others(self.sinks.game, &e.ty) && self.sinks.dispatch.targets(*f).len() > 1 {
                    all.extend(self.origins(object));
                }
            }
            ExprKind::Authored(authored) => self.authored(authored, all),
        }
    }

    fn authored(&self, authored: &Authored, all: &mut Origins<'g>) {
        let mut add = |e: &Expr| all.extend(self.origins(e));
        match authored {
            Authored::StoredAttribute(e, _)
            | Authored::HasModifier(e, _)
            | Authored::RemoveModifier(e, _)
            | Authored::Modifiers(e)
            | Authored::ModifierName(e) => add(e),
            Authored::AddModifier(object, _, args) => {
                add(object);
                args.iter().flatten().for_each(add);
            }
            Authored::Base(Member::Function(f), args) => {
                all.extend(self.result(*f, true, Given::function(args)));
            }
            Authored::Base(Member::Attribute(_), _)
            | Authored::EndModifier(_)
            | Authored::RenewModifier(_)
            | Authored::TakeOffModifier(..) => {}
        }
    }

    /// What somebody chooses: the choice itself where all learn it, otherwise what it is among.
    fn chosen(&self, at: NodeId, spec: &ChoiceSpec, all: &mut Origins<'g>) {
        if is_public(self.sinks.game, spec) {
            all.insert(Origin::Choice(at));
        } else if holds_others(self.sinks.game, &spec.ty) {
            self.source(spec, all);
        }
    }

    fn source(&self, spec: &ChoiceSpec, all: &mut Origins<'g>) {
        match &spec.source {
            Source::List(list) => all.extend(self.origins(list)),
            Source::Range(least, most) => {
                all.extend(self.origins(least));
                all.extend(self.origins(most));
            }
            Source::Objects(_) | Source::Cases(_) | Source::Players | Source::Bools => {}
        }
    }

    /// What a call may give.
    fn result(&self, f: FunctionId, is_method: bool, given: Given<'_>) -> Origins<'g> {
        let results = self.of_runs(f, is_method).flat_map(|summary| &summary.result);
        self.with(&results.copied().collect(), given)
    }

    fn given_by_act(&self, n: usize, given: Given<'_>) -> Origins<'g> {
        self.of_acts(n).map(|act| self.with(&act.result, given)).unwrap_or_default()
    }

    /// The same with what a call is given in the place of the parameters.
    pub(super) fn with(&self, origins: &Origins<'g>, given: Given<'_>) -> Origins<'g> {
        let mut all = Origins::new();
        for origin in origins {
            match origin {
                Origin::Param(k) => all.extend(self.given(given, *k)),
                other => drop(all.insert(*other)),
            }
        }
        all
    }

    /// What a call gives as a parameter.
    pub(super) fn given(&self, given: Given<'_>, k: usize) -> Origins<'g> {
        let this = self.this().filter(|_| given.is_this(k));
        given.exprs(k).into_iter().flat_map(|e| self.origins(e)).chain(this).collect()
    }

    /// What may become of what a call gives, whatever runs.
    pub(super) fn summary(&self, f: FunctionId, is_method: bool) -> Summary<'g> {
        let mut all = Summary::default();
        self.of_runs(f, is_method).for_each(|summary| all.add(summary));
        all
    }
}

/// The results of a body, those of function values in it aside.
fn returned(body: &Block) -> Vec<&Expr> {
    struct Returned<'e>(Vec<&'e Expr>);
    impl<'e> Visit<'e> for Returned<'e> {
        fn statement(&mut self, s: &'e Statement) {
            if let StatementKind::Return(Some(e)) = &s.kind {
                self.0.push(e);
            }
            s.kind.parts(&mut |n| self.node(n));
        }

        fn expr(&mut self, _: &'e Expr) {}
    }
    let mut returned = Returned(Vec::new());
    returned.block(body);
    returned.0
}

/// The variables that a block reads, and the choices that are made there.
fn locals_in(block: &Block) -> Vec<&Expr> {
    struct Found<'e>(Vec<&'e Expr>);
    impl<'e> Visit<'e> for Found<'e> {
        fn expr(&mut self, e: &'e Expr) {
            if matches!(e.kind, ExprKind::Local(_) | ExprKind::Choose { .. }) {
                self.0.push(e);
            }
            e.kind.parts(&mut |node| self.node(node));
        }
    }
    let mut found = Found(Vec::new());
    found.block(block);
    found.0
}
