//! Reading what is settled, and who has what: first everything is settled if something has changed. It knows nothing
//! of how that is done.

use super::super::{Holders, OverriddenMember, Plan, Reserved, application, applications, copied, of_object};
use super::{Settling, Slot, global, nature, state};
use crate::lower::Made;
use crate::lower::build::{TreeBuilder, param};
use crate::typed::{
    ClassId, Departure, Expr, ExprKind, Game, LocalId, Member, ModifierOf, Statement, StatementKind, Type,
};
use language::catalogue::Builtin;

impl Settling {
    /// What reads a touched attribute of an object: the value so far, or what it is without modifiers.
    pub(in super::super) fn reading(
        &self,
        game: &Game,
        t: &OverriddenMember,
        without: Without<'_>,
    ) -> Vec<Made> {
        let at = game.functions[t.dispatcher.index()].at;
        let Member::Attribute(index) = t.member else { return Vec::new() };
        let Some(attribute) = self.attribute(game, t.class, index) else { return Vec::new() };
        let settled = |b: &TreeBuilder, object: LocalId| {
            let values = self.values(b, b.get(object));
            let touched = self.value(b, values.clone(), attribute, Slot::Touched);
            let so_far = self.value(b, values.clone(), attribute, Slot::SoFar);
            let there = b.and(b.not(b.is_null(values)), touched);
            b.ternary(there, so_far, without(b, b.get(object)))
        };
        let (b, object, params) = of_object(at, t.class);
        let anew = b.call(t.original, vec![b.get(object)], t.returns.clone());
        let entry = b.ternary(self.global(&b, global::CLEAN), settled(&b, object), anew);
        let entry = b.give(Some(entry));
        let entry = (t.dispatcher, params, b.done(vec![entry]));
        let (mut b, object, params) = of_object(at, t.class);
        let settle = b.run(b.call(self.settle, Vec::new(), Type::Void));
        let (value, declare) = b.var("value", settled(&b, object));
        let statements = vec![settle, declare, b.give(Some(b.get(value)))];
        vec![entry, (t.original, params, b.done(statements))]
    }

    /// `base.power` in what overrides an attribute of an object.
    pub(in super::super) fn base(&self, b: &TreeBuilder, t: &OverriddenMember, object: Expr) -> Option<Expr> {
        let Member::Attribute(index) = t.member else { return None };
        let attribute = self.attributes.iter().position(|a| (a.0, a.1) == (t.class, index))?;
        let values = self.values(b, b.seen_as(object, t.class));
        Some(self.value(b, values, attribute, Slot::Base))
    }

    /// Having, taking off, listing.
    pub(in super::super) fn having(&self, game: &Game, plan: &Plan) -> Vec<Made> {
        let mut made = Vec::new();
        for holders in &plan.holders {
            made.push(self.remove_application(game, holders));
            made.push(self.end_all_of(game, plan, holders));
            made.push(self.listed(game, holders));
        }
        for info in &plan.all {
            made.push(self.has(info));
            made.push(self.remove_latest(game, plan, info));
            made.push(self.all_of(info));
        }
        made.push(self.all_of_any(plan));
        made.push(self.renew(plan));
        made
    }

    /// Whether an application is there and belongs to an object.
    fn belongs(&self, b: &TreeBuilder, app: Expr, on: ClassId, object: LocalId) -> Expr {
        b.equal(self.holder(b, app, on), b.seen_as(b.get(object), on))
    }

    /// `has(object)`: while everything is settled lists hold those that are not there, too.
    fn has(&self, info: &Reserved) -> Made {
        let (mut b, object, params) = of_object(info.modifier.at, info.modifier.on);
        let no = || b.give(Some(b.bool(false)));
        let last = no();
        let holder = b.get(object);
        let look = self.each_of(&mut b, &holder, |b, app| {
            let there = self.state(b, b.get(app), state::THERE);
            let own = b.and(b.is(b.get(app), info.modifier.class), there);
            vec![b.when(own, vec![b.give(Some(b.bool(true)))])]
        });
        let running = b.when(self.global(&b, global::RUNNING), vec![look, last]);
        let list = self.list(&b, b.get(object));
        let one = b.local("one", application());
        let test = b.lambda(one, b.is(b.get(one), info.modifier.class));
        let any = b.builtin(Builtin::ListAny, vec![list.clone(), test], Type::Bool);
        let give = b.give(Some(b.and(b.not(b.is_null(list)), any)));
        let settle = self.settles(&b);
        (info.has, params, b.done(vec![settle, running, give]))
    }

    /// `remove(object)`: the latest that was added by itself, or else the latest that a composition brought.
    fn remove_latest(&self, game: &Game, plan: &Plan, info: &Reserved) -> Made {
        let (mut b, object, params) = of_object(info.modifier.at, info.modifier.on);
        let Some(holders) = plan.holders(game, info.modifier.on) else {
            return (info.remove_latest, params, b.done(Vec::new()));
        };
        let (single, declare_single) = b.var("single", b.null(application()));
        let (any, declare_any) = b.var("any", b.null(application()));
        let app = b.local("application", application());
        let added = self.came(&b, b.get(app), nature::ADDED);
        let added = b.and(b.is(b.get(app), info.modifier.class), added);
        let is_one = b.and(added, self.belongs(&b, b.get(app), info.modifier.on, object));
        let origin = b.attribute(b.get(app), ModifierOf::ORIGIN, application());
        let by_itself = b.when(b.is_null(origin), vec![b.set(single, b.get(app))]);
        let found = b.when(is_one, vec![b.set(any, b.get(app)), by_itself]);
        let search = b.each(app, b.all(ClassId::MODIFIER), vec![found]);
        let none = b.and(b.is_null(b.get(single)), b.is_null(b.get(any)));
        let no = b.when(none, vec![b.give(Some(b.bool(false)))]);
        let last = b.ternary(b.is_null(b.get(single)), b.get(any), b.get(single));
        let off = b.call(holders.remove_application, vec![b.get(object), last], Type::Void);
        // Of null nothing can be taken.
        let null = b.run(self.list(&b, b.get(object)));
        let statements =
            vec![null, declare_single, declare_any, search, no, b.run(off), b.give(Some(b.bool(true)))];
        (info.remove_latest, params, b.done(statements))
    }

    /// `remove(object, application)`: what was added and what it brought.
    fn remove_application(&self, game: &Game, holders: &Holders) -> Made {
        let (mut b, object, mut params) = of_object(game.classes[holders.root.index()].at, holders.root);
        let off = b.local("off", application());
        params.push(param("off", off));
        let null = b.run(self.list(&b, b.get(object)));
        let nothing = b.when(b.is_null(b.get(off)), vec![b.give(None)]);
        let other = b.not(self.belongs(&b, b.get(off), holders.root, object));
        let elsewhere = b.when(other, vec![b.give(None)]);
        let not_added = b.when(b.not(self.came(&b, b.get(off), nature::ADDED)), vec![b.give(None)]);
        let each = self.each_application(&mut b, |b, app| {
            let (at, climb) = b.var("from", b.get(app));
            let goes_on = b.and(b.not(b.is_null(b.get(at))), b.differ(b.get(at), b.get(off)));
            let up = b.set(at, b.attribute(b.get(at), ModifierOf::ORIGIN, application()));
            let climbing = b.repeat(goes_on, None, vec![up]);
            let gone = b.statement(StatementKind::Remove(b.get(app), Departure::Open));
            vec![climb, climbing, b.when(b.not(b.is_null(b.get(at))), vec![gone])]
        });
        let statements = vec![null, nothing, elsewhere, not_added, each, self.changed(&b)];
        (holders.remove_application, params, b.done(statements))
    }

    /// `end all of(object)`: it keeps its last values, and its applications end.
    fn end_all_of(&self, game: &Game, plan: &Plan, holders: &Holders) -> Made {
        let (mut b, object, params) = of_object(game.classes[holders.root.index()].at, holders.root);
        let mut statements = vec![self.settles(&b)];
        for class in self.topmost(game) {
            if game.is_sub(holders.root, class) {
                statements.extend(self.last_values(&mut b, game, plan, (object, class)));
            } else if game.is_sub(class, holders.root) {
                let keep = self.last_values(&mut b, game, plan, (object, class));
                statements.push(b.when(b.is(b.get(object), class), keep));
            }
        }
        let holder = b.seen_as(b.get(object), holders.root);
        statements.push(self.each_application(&mut b, |b, app| {
            let own = b.equal(self.holder(b, b.get(app), holders.root), holder);
            // Its list stays for whoever still looks at it.
            let listed = vec![self.global(b, global::LISTED), b.get(app)];
            let stays = b.run(b.builtin(Builtin::ListRemove, listed, Type::Void));
            let gone = b.statement(StatementKind::Remove(b.get(app), Departure::Open));
            vec![b.when(own, vec![stays, self.noticed(b, app), gone])]
        }));
        (holders.end_all_of, params, b.done(statements))
    }

    /// The classes of touched attributes below no other one.
    fn topmost(&self, game: &Game) -> Vec<ClassId> {
        let mut classes: Vec<ClassId> = self.attributes.iter().map(|a| a.0).collect();
        classes.sort_unstable();
        classes.dedup();
        let all = classes.clone();
        classes.retain(|c| !all.iter().any(|o| o != c && game.is_sub(*c, *o)));
        classes
    }

    /// Lets an object keep the values that it has now.
    fn last_values(
        &self,
        b: &mut TreeBuilder,
        game: &Game,
        plan: &Plan,
        (object, top): (LocalId, ClassId),
    ) -> Vec<Statement> {
        let new = b.expr(Type::Class(self.values), ExprKind::New(self.values, Vec::new()));
        let (kept, declare) = b.var("kept", new);
        let mut statements = vec![declare];
        for (i, (class, index, ty)) in self.attributes.iter().enumerate() {
            if !game.is_sub(*class, top) {
                continue;
            }
            let is = |t: &&OverriddenMember| t.class == *class && t.member == Member::Attribute(*index);
            let reader = plan.members.iter().find(is).map(|t| t.dispatcher).unwrap_or_default();
            let value = b.call(reader, vec![b.seen_as(b.get(object), *class)], ty.clone());
            let keep = vec![
                self.set_value(b, b.get(kept), (i, Slot::SoFar), value),
                self.set_value(b, b.get(kept), (i, Slot::Touched), b.bool(true)),
            ];
            match *class == top {
                true => statements.extend(keep),
                false => statements.push(b.when(b.is(b.get(object), *class), keep)),
            }
        }
        let own = b.seen_as(b.get(object), top);
        statements.push(self.set_values(b, own, b.get(kept)));
        statements
    }

    /// Notes that an application ends, where more came of it than that it was there.
    fn noticed(&self, b: &TreeBuilder, app: LocalId) -> Statement {
        let quiet = self.state(b, b.get(app), state::QUIET);
        b.when(b.not(quiet), vec![self.changed(b)])
    }

    /// `modifiers(object)`
    fn listed(&self, game: &Game, holders: &Holders) -> Made {
        let (mut b, object, params) = of_object(game.classes[holders.root.index()].at, holders.root);
        let settle = self.settles(&b);
        let (found, declare) = b.var("found", b.none());
        let all = self.in_order(&b);
        let app = b.local("application", application());
        let there = self.state(&b, b.get(app), state::THERE);
        let own = b.and(there, self.belongs(&b, b.get(app), holders.root, object));
        let look = b.each(app, all, vec![b.when(own, vec![b.add(b.get(found), b.get(app))])]);
        let running = vec![declare, look, b.give(Some(b.get(found)))];
        let running = b.when(self.global(&b, global::RUNNING), running);
        let give = b.give(Some(copied(&b, self.list(&b, b.get(object)))));
        (holders.listed, params, b.done(vec![settle, running, give]))
    }

    /// All applications by time stamp.
    pub(in super::super) fn in_order(&self, b: &TreeBuilder) -> Expr {
        let all = b.all(ClassId::MODIFIER);
        self.sorted(b, all)
    }

    /// By time stamp, then by the age of the object that has it, then as they were granted.
    pub(in super::super) fn sorted(&self, b: &TreeBuilder, all: Expr) -> Expr {
        b.call(self.rounds.sorted, vec![all], applications())
    }

    pub(super) fn sorting(&self, b: &mut TreeBuilder, all: Expr) -> Expr {
        let all = b.sorted_by(all, |b, app| self.state(b, app, state::ORDER));
        let all = b.sorted_by(all, |b, app| b.method(app, self.does.age, Vec::new(), Type::Number));
        b.sorted_by(all, |b, app| self.state(b, app, state::STAMP))
    }

    /// `all(Flying)`: those that are there.
    fn all_of(&self, info: &Reserved) -> Made {
        let class = info.modifier.class;
        let function = self.kind(class).map_or(info.has, |k| k.all);
        let mut b = TreeBuilder::new(info.modifier.at);
        let statements = self.those_there(&mut b, class);
        (function, Vec::new(), b.done(statements))
    }

    fn all_of_any(&self, plan: &Plan) -> Made {
        let mut b = TreeBuilder::new(plan.at);
        let statements = self.those_there(&mut b, ClassId::MODIFIER);
        (self.all, Vec::new(), b.done(statements))
    }

    fn those_there(&self, b: &mut TreeBuilder, class: ClassId) -> Vec<Statement> {
        let settle = self.settles(b);
        let (found, declare) = b.var("found", b.empty_list(Type::Class(class)));
        // There is no list for each kind, since only few of those that are declared may live.
        let look = self.each_application(b, |b, app| {
            let own = b.is(b.get(app), class);
            let there = self.state(b, b.get(app), state::THERE);
            let put = b.add(b.get(found), b.seen_as(b.get(app), class));
            vec![b.when(b.and(own, there), vec![put])]
        });
        vec![settle, declare, look, b.give(Some(b.get(found)))]
    }

    /// `renew(application)`: a new time stamp.
    fn renew(&self, plan: &Plan) -> Made {
        let mut b = TreeBuilder::new(plan.at);
        let app = b.local("application", application());
        let stamp = vec![
            self.settles(&b),
            self.count(&b, global::STAMPS),
            self.set_state(&b, b.get(app), state::STAMP, self.global(&b, global::STAMPS)),
            self.changed(&b),
        ];
        (self.renew, vec![param("application", app)], b.done(stamp))
    }

    /// Takes an application off, whichever it is. Nothing is looked up among the modifiers that are declared.
    pub(in super::super) fn take_off(&self, b: &TreeBuilder, app: Expr) -> Statement {
        let off = b.run(b.method(app.clone(), self.does.take_off, Vec::new(), Type::Void));
        b.when(b.not(b.is_null(app)), vec![off])
    }

    /// What an application that is added knows of itself.
    pub(in super::super) fn added(&self, b: &TreeBuilder, app: Expr, class: ClassId) -> Vec<Statement> {
        let mut statements = vec![b.assign(app.clone(), ModifierOf::SETTLED, self.new_state(b))];
        statements.push(self.set_state(b, app.clone(), state::DONE, b.number(-1.0)));
        statements.extend(self.root(b, &app));
        if self.sought.contains(&class) {
            statements.push(self.set_state(b, app.clone(), state::SOUGHT, b.bool(true)));
        }
        if !self.quiet.contains(&class) {
            statements.push(self.changed(b));
            return statements;
        }
        // It has the latest time stamp, so nobody takes it away, and stands last in the list of its object.
        statements.push(self.set_state(b, app.clone(), state::QUIET, b.bool(true)));
        let refused = b.call(self.rounds.refused, vec![app.clone()], Type::Bool);
        let enlist = b.run(b.method(app.clone(), self.does.enlist, Vec::new(), Type::Void));
        let there = vec![self.set_state(b, app.clone(), state::THERE, b.bool(true)), enlist];
        let now = vec![self.set_state(b, app, state::ARRIVED, b.bool(true)), b.when(b.not(refused), there)];
        statements.push(b.when(self.global(b, global::CLEAN), now));
        statements
    }

    /// Whether an application reaches an object: since it has begun, or as things are.
    pub(in super::super) fn reaching(
        &self,
        b: &TreeBuilder,
        app: Expr,
        object: Expr,
        now: Expr,
        is_tile: bool,
    ) -> Expr {
        let place = if is_tile { state::TILES } else { state::REACH };
        let ty = Type::list(object.ty.clone());
        let reached = Expr { ty, ..self.state(b, app.clone(), place) };
        b.ternary(self.state(b, app, state::BEGUN), b.contains(reached, object), now)
    }
}

/// What an attribute of an object is without modifiers.
pub(in super::super) type Without<'f> = &'f dyn Fn(&TreeBuilder, Expr) -> Expr;
