//! Reading and calling what modifiers change: the dispatcher that stands for the member, and going down the applications,
//! the outermost first. It knows nothing of how they came there.

use super::{Ends, OverriddenMember, Plan, application, applications, of_object};
use crate::lower::Made;
use crate::lower::build::{TreeBuilder, param};
use crate::typed::{
    BinaryOp, ClassId, ClassKind, Expr, ExprKind, FunctionId, Game, Member, ModifierOf, Statement, Target,
    Type,
};
use language::catalogue::Builtin;
use std::collections::{BTreeMap, BTreeSet};

/// The functions of an overridden member.
pub(super) fn functions(game: &Game, plan: &Plan, ends: &Ends, t: &OverriddenMember) -> Vec<Made> {
    let making = Making { game, plan, ends, t };
    let mut made = match t.member {
        Member::Function(root) => vec![making.dispatcher(root)],
        Member::Attribute(index) => making.reading(index),
    };
    if plan.settling.is_some() && matches!(t.member, Member::Attribute(_)) {
        return made;
    }
    made.push(making.base());
    made.extend(t.chain.map(|chain| making.chained(chain)));
    made
}

/// An overridden member, and what else is known where its functions are made.
struct Making<'c> {
    game: &'c Game,
    plan: &'c Plan,
    ends: &'c Ends,
    t: &'c OverriddenMember,
}

impl Making<'_> {
    /// The attribute in which `object` keeps its applications.
    fn list_of(&self, b: &TreeBuilder, object: Expr) -> Expr {
        b.attribute(object, self.plan.list(self.game, self.t.class), applications())
    }

    /// An attribute as it is without modifiers.
    fn without(&self, b: &TreeBuilder, object: Expr, index: u32) -> Expr {
        match self.game.formula(self.t.class, index) {
            Some(formula) => b.method(object, formula, Vec::new(), self.t.returns.clone()),
            None => b.attribute(object, index, self.t.returns.clone()),
        }
    }

    /// Whether some modifier changes the member of others than its holder.
    fn reaches_others(&self) -> bool {
        self.t.overridden_by.iter().any(|by| self.plan.all[by.modifier].reaches_others())
    }

    /// Whether no modifier can change the member of the object.
    fn quick(&self, b: &TreeBuilder, object: Expr) -> Expr {
        let settles = self.plan.settling.is_some();
        let none = b.is_null(self.list_of(b, object));
        if let (Some(settling), false) = (&self.plan.settling, self.reaches_others()) {
            return b.and(b.not(settling.is_running(b)), none);
        }
        let mut quick = if settles { Vec::new() } else { vec![none] };
        let modifiers = self.t.overridden_by.iter().map(|by| &self.plan.all[by.modifier]);
        for info in modifiers.filter(|info| settles || info.reaches_others()) {
            let all = b.all(info.modifier.class);
            quick.push(b.builtin(Builtin::ListIsEmpty, vec![all], Type::Bool));
        }
        b.all_hold(quick)
    }

    /// The member by all applications.
    fn through(&self, b: &mut TreeBuilder, object: Expr, mut args: Vec<Expr>) -> Vec<Statement> {
        let chain = match self.t.chain {
            Some(chain) => b.method(object.clone(), chain, Vec::new(), applications()),
            None => self.list_of(b, object.clone()),
        };
        let (chain, declare) = b.var("chain", chain);
        args.extend([b.get(chain), b.length(b.get(chain))]);
        let call = b.method(object, self.t.base_of, args, self.t.returns.clone());
        vec![declare, self.giving(b, call)]
    }

    /// Returns a value, or does something that gives none.
    fn giving(&self, b: &TreeBuilder, call: Expr) -> Statement {
        match self.t.returns {
            Type::Void => b.block(vec![b.run(call), b.give(None)]),
            _ => b.give(Some(call)),
        }
    }

    /// What runs instead of an overridden function, with the same parameters.
    fn dispatcher(&self, root: FunctionId) -> Made {
        let function = &self.game.functions[root.index()];
        let mut b = TreeBuilder { at: function.at, locals: function.body.locals.clone() };
        let params = function.params.clone();
        let args: Vec<Expr> = params.iter().map(|p| b.get(p.local)).collect();
        let this = b.this(self.t.class);
        let original = b.method(this.clone(), self.t.original, args.clone(), self.t.returns.clone());
        let original = self.giving(&b, original);
        let settling = self.plan.settling.as_ref();
        let mut statements: Vec<Statement> = settling.map(|s| s.settles(&b)).into_iter().collect();
        statements.push(b.when(self.quick(&b, this.clone()), vec![original]));
        statements.extend(self.through(&mut b, this, args));
        (self.t.dispatcher, params, b.done(statements))
    }

    /// Reading an overridden attribute: at once where nothing can change it.
    fn reading(&self, index: u32) -> Vec<Made> {
        if let Some(settling) = &self.plan.settling {
            let without = |b: &TreeBuilder, object: Expr| self.without(b, object, index);
            return settling.reading(self.game, self.t, &without);
        }
        let at = self.game.functions[self.t.dispatcher.index()].at;
        let (b, object, params) = of_object(at, self.t.class);
        let own = self.without(&b, b.get(object), index);
        let slow = b.call(self.t.original, vec![b.get(object)], self.t.returns.clone());
        let give = b.give(Some(b.ternary(self.quick(&b, b.get(object)), own, slow)));
        let entry = (self.t.dispatcher, params, b.done(vec![give]));
        let (mut b, object, params) = of_object(at, self.t.class);
        let of = b.get(object);
        let statements = self.through(&mut b, of, Vec::new());
        vec![entry, (self.t.original, params, b.done(statements))]
    }

    /// `base(parameters, chain, n)`: what the last of the first `n` applications that overrides the member makes of it;
    /// without one, the member itself.
    fn base(&self) -> Made {
        let (game, plan, t) = (self.game, self.plan, self.t);
        let (at, locals, mut params) = match t.member {
            Member::Function(root) => {
                let f = &game.functions[root.index()];
                (f.at, f.body.locals.clone(), f.params.clone())
            }
            Member::Attribute(_) => (game.classes[t.class.index()].at, Vec::new(), Vec::new()),
        };
        let mut b = TreeBuilder { at, locals };
        let args: Vec<Expr> = params.iter().map(|p| b.get(p.local)).collect();
        let chain = b.local("chain", applications());
        let n = b.local("n", Type::Number);
        params.extend([param("chain", chain), param("n", n)]);
        let this = b.this(t.class);
        let one = b.number(1.0);
        let (i, declare) = b.var("i", b.binary(BinaryOp::Subtract, b.get(n), one.clone()));
        let (app, found) = b.var("application", b.element(b.get(chain), b.get(i)));
        let mut round = vec![found];
        for by in &t.overridden_by {
            let info = &plan.all[by.modifier];
            let own = b.cast(b.get(app), info.modifier.class);
            let mut applies = b.is(b.get(app), info.modifier.class);
            if let Some(awake) = info.awake {
                applies = b.and(applies, b.method(own.clone(), awake, Vec::new(), Type::Bool));
            }
            let mut all = args.clone();
            all.extend([b.seen_as(this.clone(), info.target()), b.get(chain), b.get(i)]);
            let call = b.method(own, by.function, all, self.t.returns.clone());
            round.push(b.when(applies, vec![self.giving(&b, call)]));
        }
        let step = b.binary(BinaryOp::Subtract, b.get(i), one);
        let step = b.expr(Type::Void, ExprKind::Assign(Target::Local(i), Box::new(step)));
        let check = b.binary(BinaryOp::GreaterEqual, b.get(i), b.number(0.0));
        let round = b.repeat(check, Some(step), round);
        let original = match t.member {
            Member::Function(_) => b.method(this, t.original, args, self.t.returns.clone()),
            Member::Attribute(index) => self.without(&b, this, index),
        };
        let last = self.giving(&b, original);
        (t.base_of, params, b.done(vec![declare, round, last]))
    }

    /// For modifiers that override the member those that do so as well and are next below them.
    fn below(&self) -> BTreeMap<ClassId, Vec<ClassId>> {
        let all = self.t.overridden_by.iter().map(|by| self.plan.all[by.modifier].modifier.class);
        let all: BTreeSet<ClassId> = all.collect();
        let mut below: BTreeMap<ClassId, Vec<ClassId>> = BTreeMap::new();
        for class in &all {
            let above = self.game.above(*class).skip(1).find(|c| all.contains(c));
            above.into_iter().for_each(|above| below.entry(above).or_default().push(*class));
        }
        below
    }

    /// Whether an object that has the member may be gone with its applications: they end with it only where something
    /// removes it. What settles takes applications from objects that stay, too.
    fn can_end(&self) -> bool {
        let game = self.game;
        let related = |c: &ClassId| game.is_sub(*c, self.t.class) || game.is_sub(self.t.class, *c);
        self.plan.settling.is_some() || self.ends.removed.iter().any(related)
    }

    /// The lowest class of all applications that change the member in a layer.
    fn common(&self, layer: usize) -> ClassId {
        let in_layer = self.t.overridden_by.iter().filter(|by| by.layer == layer);
        let all: Vec<ClassId> = in_layer.map(|by| self.plan.all[by.modifier].modifier.class).collect();
        let above = all.first().into_iter().flat_map(|first| self.game.above(*first));
        let common = above.into_iter().find(|c| all.iter().all(|class| self.game.is_sub(*class, *c)));
        common.unwrap_or(ClassId::MODIFIER)
    }

    /// All applications of a class, the oldest first.
    fn all_of(&self, b: &TreeBuilder, class: ClassId) -> Expr {
        let all = Expr { ty: applications(), ..b.all(class) };
        match &self.plan.settling {
            Some(settling) => settling.sorted(b, all),
            None => all,
        }
    }

    /// By layer the applications among which those are that may change the member, the oldest first: where some reach
    /// others all there are of the classes that do. A removed object is read as it was, with those that have ended with
    /// it.
    fn sources(&self, b: &mut TreeBuilder, statements: &mut Vec<Statement>, layers: &[usize]) -> Vec<Expr> {
        let own = self.list_of(b, b.this(self.t.class));
        if !self.reaches_others() {
            let (sources, declare) = b.var("sources", own.clone());
            let none = b.when(b.is_null(own.clone()), vec![b.set(sources, b.empty_list(application()))]);
            statements.extend([declare, none]);
            // While everything is settled, lists hold those that are not there, too.
            if let Some(settling) = &self.plan.settling {
                let all = vec![b.set(sources, settling.in_order(b))];
                statements.push(b.when(b.and(settling.is_running(b), b.not(self.ended(b, &own))), all));
            }
            return layers.iter().map(|_| b.get(sources)).collect();
        }
        if !self.can_end() {
            return layers.iter().map(|layer| self.all_of(b, self.common(*layer))).collect();
        }
        let (ended, declare) = b.var("ended", self.ended(b, &own));
        statements.push(declare);
        let of = |layer: &usize| {
            let all = self.all_of(b, self.common(*layer));
            b.ternary(b.get(ended), own.clone(), all)
        };
        layers.iter().map(of).collect()
    }

    /// Whether the applications of an object have ended with it.
    fn ended(&self, b: &TreeBuilder, own: &Expr) -> Expr {
        let first = b.element(own.clone(), b.number(0.0));
        b.and(b.not(b.is_null(own.clone())), b.not(b.contains(b.all(ClassId::MODIFIER), first)))
    }

    /// `chain()`: by layer, then by age, the object's own applications and those of others that reach it.
    fn chained(&self, chain: FunctionId) -> Made {
        let (game, plan, t) = (self.game, self.plan, self.t);
        let mut b = TreeBuilder::new(game.classes[t.class.index()].at);
        let this = b.this(t.class);
        let (list, declare) = b.var("list", b.empty_list(application()));
        let mut statements = vec![declare];
        let mut layers: Vec<usize> = t.overridden_by.iter().map(|by| by.layer).collect();
        layers.sort_unstable();
        layers.dedup();
        let sources = self.sources(&mut b, &mut statements, &layers);
        let below = self.below();
        for (layer, sources) in layers.into_iter().zip(sources) {
            let app = b.local("application", application());
            let mut body = Vec::new();
            for by in t.overridden_by.iter().filter(|by| by.layer == layer) {
                let info = &plan.all[by.modifier];
                let own = b.cast(b.get(app), info.modifier.class);
                let mut reaches = b.is(b.get(app), info.modifier.class);
                // Those that extend it and override the member themselves.
                for class in below.get(&info.modifier.class).into_iter().flatten() {
                    reaches = b.and(reaches, b.not(b.is(b.get(app), *class)));
                }
                // A class below the one that declares the member may be the only one that is reached.
                let of = info.target();
                if of != t.class {
                    reaches = b.and(reaches, b.is(this.clone(), of));
                }
                let object = b.seen_as(this.clone(), of);
                let holds = match info.reaches {
                    Some((f, of)) => {
                        let now = b.method(own, f, vec![object.clone()], Type::Bool);
                        match &plan.settling {
                            Some(settling) => {
                                let is_tile = game.classes[of.index()].kind == ClassKind::Tile
                                    && game.spot(of).is_none();
                                settling.reaching(&b, b.get(app), object, now, is_tile)
                            }
                            None => now,
                        }
                    }
                    None => {
                        let holder = b.attribute(own, ModifierOf::HOLDER, Type::Class(info.modifier.on));
                        b.binary(BinaryOp::Equal, holder, object)
                    }
                };
                body.push(b.when(b.and(reaches, holds), vec![b.add(b.get(list), b.get(app))]));
            }
            statements.push(b.each(app, sources, body));
        }
        statements.push(b.give(Some(b.get(list))));
        (chain, Vec::new(), b.done(statements))
    }
}
