//! What runs where functions are called, and who calls whom. It knows nothing of what they do.

use super::visit::{Parts, Visit};
use super::{Authored, Expr, ExprKind, FunctionId, Game, Lambda, Member, Replacement, Type};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// By first declaration of a method, what may run for it.
pub(crate) struct Dispatch {
    methods: BTreeMap<FunctionId, BTreeSet<FunctionId>>,
    /// Those together with what modifiers put in their place.
    targets: BTreeMap<FunctionId, Vec<FunctionId>>,
    calls: OnceCell<Calls>,
}

/// Who calls whom, by number.
struct Calls {
    /// What the code of each names, and what may run in its own place.
    called: Vec<Vec<usize>>,
    /// Who names each.
    callers: Vec<Vec<usize>>,
    /// In whose place each may run.
    roots: Vec<Vec<usize>>,
    /// All functions, those that one calls before it where they do not call one another.
    order: Vec<usize>,
    /// Where in that order each stands.
    place: Vec<usize>,
}

impl Calls {
    fn of(game: &Game, dispatch: &Dispatch) -> Calls {
        let count = game.functions.len();
        let (mut called, mut callers, mut roots) =
            (Vec::new(), vec![Vec::new(); count], vec![Vec::new(); count]);
        for f in (0..count as u32).map(FunctionId) {
            let mut named = Named::in_game(game);
            named.function(&game.functions[f.index()]);
            named.functions.iter().for_each(|callee| callers[callee.index()].push(f.index()));
            dispatch.targets(f).iter().for_each(|target| roots[target.index()].push(f.index()));
            named.functions.extend(dispatch.targets(f));
            called.push(named.functions.into_iter().map(FunctionId::index).collect());
        }
        let order = reached_first(&called);
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(i, f)| place[*f] = i);
        Calls { called, callers, roots, order, place }
    }

    /// Who calls a function, or one in whose place it may run, and those.
    fn following(&self, f: usize) -> impl Iterator<Item = usize> {
        let by_roots = self.roots[f].iter().flat_map(|root| self.callers[*root].iter().chain([root]));
        by_roots.chain(&self.callers[f]).copied()
    }
}

impl Dispatch {
    pub(crate) fn of(game: &Game) -> Dispatch {
        let mut methods: BTreeMap<FunctionId, BTreeSet<FunctionId>> = BTreeMap::new();
        for (root, function) in game.classes.iter().flat_map(|c| &c.methods) {
            methods.entry(*root).or_default().insert(*function);
        }
        let mut targets = methods.clone();
        for o in game.modifiers.iter().flat_map(|m| &m.overrides) {
            if let (Member::Function(root), Replacement::Function(by)) = (o.member, &o.by) {
                targets.entry(root).or_default().insert(*by);
            }
        }
        // What lowering made is called as a method, too, and no class has it.
        for (f, _) in (0..).map(FunctionId).zip(&game.functions).filter(|(_, f)| f.class.is_some()) {
            targets.entry(f).or_insert_with(|| BTreeSet::from([f]));
        }
        let targets = targets.into_iter().map(|(root, all)| (root, Vec::from_iter(all))).collect();
        Dispatch { methods, targets, calls: OnceCell::new() }
    }

    /// What classes run.
    pub(crate) fn methods(&self, root: FunctionId) -> impl Iterator<Item = FunctionId> {
        self.methods.get(&root).into_iter().flatten().copied()
    }

    /// What classes and modifiers run.
    pub(crate) fn targets(&self, root: FunctionId) -> &[FunctionId] {
        self.targets.get(&root).map_or(&[], Vec::as_slice)
    }

    /// What may run where a function calls something or reads an attribute that follows from others.
    pub(crate) fn callees(&self, game: &Game, f: FunctionId) -> BTreeSet<FunctionId> {
        let mut named = Named::in_game(game);
        named.function(&game.functions[f.index()]);
        self.with_targets(named.functions)
    }

    /// Functions, and what may run in their place.
    fn with_targets(&self, mut functions: BTreeSet<FunctionId>) -> BTreeSet<FunctionId> {
        let targets: Vec<FunctionId> = functions.iter().flat_map(|f| self.targets(*f)).copied().collect();
        functions.extend(targets);
        functions
    }

    /// Functions, and whatever those call in turn.
    pub(crate) fn reached(&self, game: &Game, from: BTreeSet<FunctionId>) -> BTreeSet<FunctionId> {
        let mut all = self.with_targets(from);
        let mut open = Vec::from_iter(all.clone());
        while let Some(f) = open.pop() {
            open.extend(self.callees(game, f).into_iter().filter(|callee| all.insert(*callee)));
        }
        all
    }

    fn calls(&self, game: &Game) -> &Calls {
        self.calls.get_or_init(|| Calls::of(game, self))
    }

    /// What each function may run, by number: what its code names, and what runs in its own place. What runs in the
    /// place of those that it names is reached through them. Like [`Dispatch::until_stable`] it knows who calls whom from
    /// when this was asked first.
    pub(crate) fn called(&self, game: &Game) -> &[Vec<usize>] {
        &self.calls(game).called
    }

    /// Works out something of every function from what holds of those that it calls, and of those that run in its
    /// place. `again` says whether that has changed; if so, whoever calls the function follows. Those that are called
    /// come before those that call them, so that without circles each comes once. Who calls whom must be as it was
    /// when this was asked first.
    pub(crate) fn until_stable(&self, game: &Game, mut again: impl FnMut(FunctionId) -> bool) {
        let calls = self.calls(game);
        let mut work: BTreeSet<usize> = (0..calls.order.len()).collect();
        let mut next = 0;
        while let Some(this) = work.range(next..).next().or_else(|| work.first()).copied() {
            work.remove(&this);
            // In rounds: going back at each change would read all of a circle as often as there are functions in it.
            next = this + 1;
            let f = calls.order[this];
            if again(FunctionId(f as u32)) {
                work.extend(calls.following(f).map(|caller| calls.place[caller]));
            }
        }
    }
}

/// All nodes, those that one reaches before it where they do not go in a circle.
pub(crate) fn reached_first(reached: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(reached.len());
    let mut is_seen = vec![false; reached.len()];
    for start in 0..reached.len() {
        let mut path: Vec<(usize, usize)> = Vec::new();
        if !std::mem::replace(&mut is_seen[start], true) {
            path.push((start, 0));
        }
        while let Some((node, done)) = path.last_mut() {
            match reached[*node].get(*done) {
                Some(next) => {
                    *done += 1;
                    if !std::mem::replace(&mut is_seen[*next], true) {
                        path.push((*next, 0));
                    }
                }
                None => {
                    order.push(*node);
                    path.pop();
                }
            }
        }
    }
    order
}

/// The function values of a game with their types, but for those that something built in calls where they are written.
pub(crate) fn function_values(game: &Game) -> Vec<(&Type, &Lambda)> {
    struct Values<'g>(Vec<(&'g Type, &'g Lambda)>);
    impl<'g> Visit<'g> for Values<'g> {
        fn expr(&mut self, e: &'g Expr) {
            match &e.kind {
                ExprKind::Lambda(lambda) => self.0.push((&e.ty, lambda)),
                ExprKind::Builtin(b, args) if b.higher_order().is_some() => {
                    for arg in args.iter().flatten() {
                        match &arg.kind {
                            ExprKind::Lambda(lambda) => self.block(&lambda.body),
                            _ => self.expr(arg),
                        }
                    }
                    return;
                }
                _ => {}
            }
            e.kind.parts(&mut |n| self.node(n));
        }
    }
    let mut values = Values(Vec::new());
    values.game(game);
    values.0
}

/// Whether a function value that is written as one type may be called as another: where in doubt, it may. What calls a
/// function calls no act.
pub(crate) fn may_be_called(game: &Game, written: &Type, called: &Type) -> bool {
    let (Type::Function(own, _), Type::Function(params, _)) = (written, called) else { return false };
    may_take(game, own, params)
}

/// Whether code with parameters of one kind may be called as if it had others: where in doubt, it may.
pub(crate) fn may_take(game: &Game, own: &[Type], called: &[Type]) -> bool {
    let related = |a: &Type, b: &Type| match (a, b) {
        (Type::Class(a), Type::Class(b)) => game.is_sub(*a, *b) || game.is_sub(*b, *a),
        (a, b) if a.is_simple() && b.is_simple() => a == b,
        _ => true,
    };
    own.len() == called.len() && own.iter().zip(called).all(|(a, b)| related(a, b))
}

/// The functions that code names where it calls one or reads an attribute that follows from others.
pub(crate) struct Named<'g> {
    game: &'g Game,
    pub(crate) functions: BTreeSet<FunctionId>,
}

impl<'g> Named<'g> {
    pub(crate) fn in_game(game: &'g Game) -> Named<'g> {
        Named { game, functions: BTreeSet::new() }
    }
}

impl<'e> Visit<'e> for Named<'_> {
    fn expr(&mut self, e: &'e Expr) {
        match &e.kind {
            ExprKind::Call(f, _) | ExprKind::CallMethod(_, f, _) | ExprKind::CallBase(f, _) => {
                self.functions.insert(*f);
            }
            ExprKind::Attribute(object, index) => {
                if let Type::Class(class) = object.ty {
                    self.functions.extend(self.game.formula(class, *index));
                }
            }
            ExprKind::Authored(authored) => {
                if let Authored::Base(Member::Function(f), _) = &**authored {
                    self.functions.insert(*f);
                }
            }
            _ => {}
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}
