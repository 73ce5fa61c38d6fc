//! The course of settling: layer by layer, in each one effect after the other, by time stamps and by what depends on
//! what. It knows nothing of single modifiers.

use super::super::{application, applications};
use super::code::each_in;
use super::{Settling, Slot, global, nature, state};
use crate::lower::build::{TreeBuilder, param};
use crate::lower::{Core, Made};
use crate::typed::{
    BinaryOp, Block, ClassId, Departure, Expr, ExprKind, FunctionId, Game, LocalId, Statement, StatementKind,
    Type,
};
use base::NodeId;
use language::catalogue::Builtin;

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident -> $gives:expr;)*) => {
        pub(super) struct Rounds {
            $($(#[$doc])* pub $name: FunctionId,)*
        }

        impl Rounds {
            pub(super) fn reserve(core: &mut Core, at: NodeId) -> Rounds {
                Rounds { $($name: core.reserve(stringify!($name), at, None, $gives),)* }
            }
        }
    };
}

functions! {
    /// `take(application)`: takes away what it says in this layer.
    take -> Type::Void;
    /// `bar(application)`: bars what it says in this layer.
    bar -> Type::Void;
    /// `refused(application)`: it may not come to be there.
    refused -> Type::Bool;
    /// `pending(layer)`: whose turn has not come yet, in order.
    pending -> applications();
    /// `would(application, layer)`: it would act now.
    would -> Type::Bool;
    /// `act(application, layer)`: it has its turn.
    act -> Type::Void;
    /// `other(application, layer, would)`: it would do something else than before.
    other -> Type::Bool;
    /// `waits(application, application, layer)`
    waits -> Type::Bool;
    /// `free(application, all, layer)`: nobody has to come before it who does not wait for it too.
    free -> Type::Bool;
    /// `drop(application)`: it is no more.
    drop -> Type::Void;
    /// `next(all, layer)`
    next -> application();
    /// `sorted(all)`: by time stamp, then by the age of the object that has it, then as they were granted.
    sorted -> applications();
}

/// What a function with two applications and a layer is given.
struct Given {
    b: TreeBuilder,
    app: LocalId,
    layer: LocalId,
}

impl Given {
    fn new(at: NodeId) -> Given {
        let mut b = TreeBuilder::new(at);
        let app = b.local("application", application());
        let layer = b.local("layer", Type::Number);
        Given { b, app, layer }
    }
}

impl Settling {
    /// Everything that settling consists of.
    pub(in super::super) fn rounds(&self, game: &Game) -> Vec<Made> {
        let mut made =
            vec![self.take(), self.bar(), self.refused(), self.pending(), self.would(), self.act()];
        made.extend([self.other(), self.waits(), self.free(), self.next(), self.sort()]);
        made.extend([self.acting(), self.dropped(), self.settle(game), self.anew()]);
        made
    }

    fn does(&self, b: &TreeBuilder, app: LocalId, method: FunctionId, layer: LocalId, ty: Type) -> Expr {
        b.method(b.get(app), method, vec![b.get(layer)], ty)
    }

    /// Ends the being there of those for which `hit` holds.
    fn strip(
        &self,
        b: &mut TreeBuilder,
        hit: impl FnOnce(&Settling, &TreeBuilder, LocalId) -> Expr,
    ) -> Statement {
        self.each_application(b, |b, other| {
            let there = self.state(b, b.get(other), state::THERE);
            let hit = b.and(there, hit(self, b, other));
            let gone = self.set_state(b, b.get(other), state::THERE, b.bool(false));
            vec![b.when(hit, vec![gone, self.set_global(b, global::MOVED, b.bool(true))])]
        })
    }

    fn older(&self, b: &TreeBuilder, a: LocalId, than: LocalId) -> Expr {
        let stamp = |app| self.state(b, b.get(app), state::STAMP);
        b.binary(BinaryOp::Less, stamp(a), stamp(than))
    }

    fn take(&self) -> Made {
        let mut b = TreeBuilder::new(self.at);
        let app = b.local("application", application());
        let strip = self.strip(&mut b, |me, b, other| {
            let args = vec![b.get(other), me.global(b, global::LAYER)];
            let takes = b.method(b.get(app), me.does.takes, args, Type::Bool);
            let added = me.came(b, b.get(other), nature::ADDED);
            b.and(takes, b.or(b.not(added), me.older(b, other, app)))
        });
        let note = b.add(self.global(&b, global::TAKING), b.get(app));
        (self.rounds.take, vec![param("application", app)], b.done(vec![strip, note]))
    }

    fn bar(&self) -> Made {
        let mut b = TreeBuilder::new(self.at);
        let app = b.local("application", application());
        let strip = self
            .strip(&mut b, |me, b, other| b.method(b.get(app), me.does.bars, vec![b.get(other)], Type::Bool));
        let note = b.add(self.global(&b, global::BARRING), b.get(app));
        (self.rounds.bar, vec![param("application", app)], b.done(vec![strip, note]))
    }

    fn refused(&self) -> Made {
        let mut b = TreeBuilder::new(self.at);
        let app = b.local("application", application());
        let other = b.local("other", application());
        let yes = |b: &TreeBuilder| vec![b.give(Some(b.bool(true)))];
        let bars = b.method(b.get(other), self.does.bars, vec![b.get(app)], Type::Bool);
        let barred = b.each(other, self.global(&b, global::BARRING), vec![b.when(bars, yes(&b))]);
        let args = vec![b.get(app), self.global(&b, global::LAYER)];
        let takes = b.method(b.get(other), self.does.takes, args, Type::Bool);
        let takes = b.and(self.older(&b, app, other), takes);
        let taken = b.each(other, self.global(&b, global::TAKING), vec![b.when(takes, yes(&b))]);
        let added = b.when(self.came(&b, b.get(app), nature::ADDED), vec![taken]);
        let no = b.give(Some(b.bool(false)));
        (self.rounds.refused, vec![param("application", app)], b.done(vec![barred, added, no]))
    }

    /// Whether an application was added, and its time is this layer.
    fn arrives(&self, b: &TreeBuilder, app: LocalId, layer: LocalId) -> Expr {
        let added = self.came(b, b.get(app), nature::ADDED);
        let not_yet = b.not(self.state(b, b.get(app), state::ARRIVED));
        let arrives = b.method(b.get(app), self.does.arrives, Vec::new(), Type::Number);
        b.all_hold(vec![added, not_yet, b.equal(arrives, b.get(layer))])
    }

    fn pending(&self) -> Made {
        let mut b = TreeBuilder::new(self.at);
        let layer = b.local("layer", Type::Number);
        let (found, declare) = b.var("found", b.none());
        let each = self.each_active(&mut b, |b, app| {
            let open = b.binary(BinaryOp::Less, self.state(b, b.get(app), state::DONE), b.get(layer));
            let there = self.state(b, b.get(app), state::THERE);
            let begun = self.state(b, b.get(app), state::BEGUN);
            let acts = self.does(b, app, self.does.acts, layer, Type::Bool);
            let acting = b.and(b.or(begun, there), acts);
            let due = b.and(open, b.or(self.arrives(b, app, layer), acting));
            vec![b.when(due, vec![b.add(b.get(found), b.get(app))])]
        });
        let found = b.get(found);
        let few = b.binary(BinaryOp::Less, b.length(found.clone()), b.number(2.0));
        let few = b.when(few, vec![b.give(Some(found.clone()))]);
        let sorted = self.sorted(&b, found);
        let give = b.give(Some(sorted));
        (self.rounds.pending, vec![param("layer", layer)], b.done(vec![declare, each, few, give]))
    }

    fn would(&self) -> Made {
        let Given { b, app, layer } = Given::new(self.at);
        let of = |index| self.state(&b, b.get(app), index);
        let yes = || vec![b.give(Some(b.bool(true)))];
        let refused = b.call(self.rounds.refused, vec![b.get(app)], Type::Bool);
        let arriving = b.and(self.arrives(&b, app, layer), b.not(refused));
        let there = b.or(of(state::THERE), arriving);
        let acts = self.does(&b, app, self.does.acts, layer, Type::Bool);
        let wakes = b.method(b.get(app), self.does.wakes, Vec::new(), Type::Bool);
        let statements = vec![
            b.when(of(state::BEGUN), yes()),
            b.when(b.not(there), vec![b.give(Some(b.bool(false)))]),
            b.when(b.not(acts), yes()),
            b.when(of(state::ASKED), vec![b.give(Some(of(state::AWAKE)))]),
            b.give(Some(wakes)),
        ];
        let params = vec![param("application", app), param("layer", layer)];
        (self.rounds.would, params, b.done(statements))
    }

    fn act(&self) -> Made {
        let Given { b, app, layer } = Given::new(self.at);
        let of = |index| self.state(&b, b.get(app), index);
        let set = |index, value| self.set_state(&b, b.get(app), index, value);
        let refused = b.call(self.rounds.refused, vec![b.get(app)], Type::Bool);
        let arriving = vec![
            set(state::ARRIVED, b.bool(true)),
            b.when(b.not(refused), vec![set(state::THERE, b.bool(true))]),
        ];
        let acts = || self.does(&b, app, self.does.acts, layer, Type::Bool);
        let stop = || vec![b.give(None)];
        let wakes = b.method(b.get(app), self.does.wakes, Vec::new(), Type::Bool);
        let ask = vec![set(state::ASKED, b.bool(true)), set(state::AWAKE, wakes)];
        let beginning = vec![
            b.when(b.not(b.and(of(state::THERE), acts())), stop()),
            b.when(b.not(of(state::ASKED)), ask),
            b.when(b.not(of(state::AWAKE)), stop()),
            b.run(b.method(b.get(app), self.does.begin, Vec::new(), Type::Void)),
            set(state::BEGUN, b.bool(true)),
        ];
        let statements = vec![
            set(state::DONE, b.get(layer)),
            b.when(self.arrives(&b, app, layer), arriving),
            b.when(b.not(of(state::BEGUN)), beginning),
            b.run(self.does(&b, app, self.does.prepare, layer, Type::Void)),
            b.run(self.does(&b, app, self.does.apply, layer, Type::Void)),
        ];
        let params = vec![param("application", app), param("layer", layer)];
        (self.rounds.act, params, b.done(statements))
    }

    fn other(&self) -> Made {
        let Given { mut b, app, layer } = Given::new(self.at);
        let would = b.local("would", Type::Bool);
        let now = b.call(self.rounds.would, vec![b.get(app), b.get(layer)], Type::Bool);
        let acts = self.does(&b, app, self.does.acts, layer, Type::Bool);
        let moved = b.method(b.get(app), self.does.moved, Vec::new(), Type::Bool);
        let begun = self.state(&b, b.get(app), state::BEGUN);
        let statements = vec![
            b.when(b.differ(now, b.get(would)), vec![b.give(Some(b.bool(true)))]),
            b.when(b.not(b.and(b.get(would), acts)), vec![b.give(Some(b.bool(false)))]),
            b.when(b.and(b.not(begun), moved), vec![b.give(Some(b.bool(true)))]),
            b.give(Some(self.does(&b, app, self.does.differs, layer, Type::Bool))),
        ];
        let params = vec![param("application", app), param("layer", layer), param("would", would)];
        (self.rounds.other, params, b.done(statements))
    }

    /// Whether the other one, which can do no more to it, would take it away.
    fn taken(&self, b: &TreeBuilder, app: LocalId, first: LocalId, layer: LocalId) -> Vec<Statement> {
        let would = |app| b.call(self.rounds.would, vec![b.get(app), b.get(layer)], Type::Bool);
        let no = || vec![b.give(Some(b.bool(false)))];
        let begun = |app| self.state(b, b.get(app), state::BEGUN);
        let begin = b.run(b.method(b.get(first), self.does.begin, Vec::new(), Type::Void));
        let args = || vec![b.get(app), b.get(layer)];
        let takes = b.method(b.get(first), self.does.takes, args(), Type::Bool);
        let added = self.came(b, b.get(app), nature::ADDED);
        let takes = b.and(takes, b.or(b.not(added), self.older(b, app, first)));
        let bars = b.method(b.get(first), self.does.bars, vec![b.get(app)], Type::Bool);
        vec![
            b.when(begun(app), no()),
            b.when(b.not(b.and(would(app), would(first))), no()),
            b.when(b.not(begun(first)), vec![begin]),
            b.give(Some(b.or(takes, bars))),
        ]
    }

    /// By trial: what it would do is kept, and compared to what it would do if the other one had its turn first.
    fn waits(&self) -> Made {
        let mut b = TreeBuilder::new(self.at);
        let app = b.local("application", application());
        let first = b.local("first", application());
        let layer = b.local("layer", Type::Number);
        let may = b.method(b.get(app), self.does.may_wait, vec![b.get(first), b.get(layer)], Type::Bool);
        let no = b.when(b.not(may), vec![b.give(Some(b.bool(false)))]);
        let only = b.method(b.get(app), self.does.is_taken, vec![b.get(first), b.get(layer)], Type::Bool);
        let taken = b.when(only, self.taken(&b, app, first, layer));
        let call = b.call(self.rounds.would, vec![b.get(app), b.get(layer)], Type::Bool);
        let (would, declare) = b.var("would", call);
        let acts = self.does(&b, app, self.does.acts, layer, Type::Bool);
        let begun = self.state(&b, b.get(app), state::BEGUN);
        let begin = b.run(b.method(b.get(app), self.does.begin, Vec::new(), Type::Void));
        let keep = vec![
            b.when(b.not(begun), vec![begin]),
            b.run(self.does(&b, app, self.does.prepare, layer, Type::Void)),
            b.run(self.does(&b, app, self.does.keep, layer, Type::Void)),
        ];
        let keep = b.when(b.and(b.get(would), acts), keep);
        let act = b.call(self.rounds.act, vec![b.get(first), b.get(layer)], Type::Void);
        let block = Block { statements: vec![b.run(act)] };
        let args = vec![b.get(app), b.get(layer), b.get(would)];
        let other = b.call(self.rounds.other, args, Type::Bool);
        let tried = b.expr(Type::Bool, ExprKind::Suppose(block, Box::new(other)));
        let give = b.give(Some(tried));
        let params = vec![param("application", app), param("first", first), param("layer", layer)];
        (self.rounds.waits, params, b.done(vec![no, taken, declare, keep, give]))
    }

    /// Whoever it waits for, directly or not, waits for it too.
    fn free(&self) -> Made {
        let mut b = TreeBuilder::new(self.at);
        let app = b.local("application", application());
        let all = b.local("all", applications());
        let layer = b.local("layer", Type::Number);
        let one = b.expr(applications(), ExprKind::NewList(vec![b.get(app)]));
        let (reached, declare_reached) = b.var("reached", one.clone());
        let (from, declare_from) = b.var("from", b.none());
        let (to, declare_to) = b.var("to", b.none());
        let (i, declare_i) = b.var("i", b.number(0.0));
        let (at, declare_at) = b.var("at", b.element(b.get(reached), b.get(i)));
        let first = b.local("first", application());
        let waits = b.call(self.rounds.waits, vec![b.get(at), b.get(first), b.get(layer)], Type::Bool);
        let found = vec![
            b.add(b.get(from), b.get(at)),
            b.add(b.get(to), b.get(first)),
            b.when(
                b.not(b.contains(b.get(reached), b.get(first))),
                vec![b.add(b.get(reached), b.get(first))],
            ),
        ];
        let look = b.when(b.and(b.differ(b.get(first), b.get(at)), waits), found);
        let more = |b: &TreeBuilder, i| b.set(i, b.binary(BinaryOp::Add, b.get(i), b.number(1.0)));
        let round = vec![declare_at, b.each(first, b.get(all), vec![look]), more(&b, i)];
        let below = |b: &TreeBuilder, i, list| b.binary(BinaryOp::Less, b.get(i), b.length(b.get(list)));
        let spread = b.repeat(below(&b, i, reached), None, round);
        // Back along the same waits.
        let (back, declare_back) = b.var("back", one);
        let (k, declare_k) = b.var("k", b.number(0.0));
        let (e, declare_e) = b.var("e", b.number(0.0));
        let source = b.element(b.get(from), b.get(e));
        let leads = b.equal(b.element(b.get(to), b.get(e)), b.element(b.get(back), b.get(k)));
        let new = b.and(leads, b.not(b.contains(b.get(back), source.clone())));
        let inner = vec![b.when(new, vec![b.add(b.get(back), source)]), more(&b, e)];
        let round = vec![declare_e, b.repeat(below(&b, e, from), None, inner), more(&b, k)];
        let return_ = b.repeat(below(&b, k, back), None, round);
        let same = b.equal(b.length(b.get(back)), b.length(b.get(reached)));
        // Nothing is tried where it depends on none of them.
        let (may, declare_may) = b.var("may", b.bool(false));
        let args = vec![b.get(first), b.get(layer)];
        let depends = b.method(b.get(app), self.does.may_wait, args, Type::Bool);
        let depends = b.and(b.differ(b.get(first), b.get(app)), depends);
        let depends = b.when(depends, vec![b.set(may, b.bool(true))]);
        let statements = vec![
            declare_may,
            b.each(first, b.get(all), vec![depends]),
            b.when(b.not(b.get(may)), vec![b.give(Some(b.bool(true)))]),
            declare_reached,
            declare_from,
            declare_to,
            declare_i,
            spread,
            declare_back,
            declare_k,
            return_,
            b.give(Some(same)),
        ];
        let params = vec![param("application", app), param("all", all), param("layer", layer)];
        (self.rounds.free, params, b.done(statements))
    }

    fn dropped(&self) -> Made {
        let mut b = TreeBuilder::new(self.at);
        let app = b.local("application", application());
        let remove = b.statement(StatementKind::Remove(b.get(app), Departure::Open));
        (self.rounds.drop, vec![param("application", app)], b.done(vec![remove]))
    }

    fn next(&self) -> Made {
        let mut b = TreeBuilder::new(self.at);
        let all = b.local("all", applications());
        let layer = b.local("layer", Type::Number);
        let app = b.local("application", application());
        let (awaited, declare) = b.var("awaited", b.none());
        let alone = b.equal(b.length(b.get(all)), b.number(1.0));
        let first = || b.element(b.get(all), b.number(0.0));
        // Nobody waits for the others.
        let is_awaited = self.does(&b, app, self.does.awaited, layer, Type::Bool);
        let put = b.when(is_awaited, vec![b.add(b.get(awaited), b.get(app))]);
        let none = b.builtin(Builtin::ListIsEmpty, vec![b.get(awaited)], Type::Bool);
        let args = vec![b.get(app), b.get(awaited), b.get(layer)];
        let free = b.call(self.rounds.free, args, Type::Bool);
        let statements = vec![
            b.when(alone, vec![b.give(Some(first()))]),
            declare,
            b.each(app, b.get(all), vec![put]),
            b.when(none, vec![b.give(Some(first()))]),
            b.each(app, b.get(all), vec![b.when(free, vec![b.give(Some(b.get(app)))])]),
            b.give(Some(first())),
        ];
        (self.rounds.next, vec![param("all", all), param("layer", layer)], b.done(statements))
    }

    /// Those that were added stand in order already, unless one was renewed.
    fn sort(&self) -> Made {
        let mut b = TreeBuilder::new(self.at);
        let all = b.local("all", applications());
        let app = b.local("application", application());
        let (last, declare) = b.var("last", b.number(-1.0));
        let (right, declare_right) = b.var("right", b.bool(true));
        let stamp = self.state(&b, b.get(app), state::STAMP);
        let later = b.binary(BinaryOp::Greater, stamp.clone(), b.get(last));
        let look = vec![b.when(b.not(later), vec![b.set(right, b.bool(false))]), b.set(last, stamp)];
        let given = b.get(all);
        let sorted = self.sorting(&mut b, given);
        let statements = vec![
            declare,
            declare_right,
            b.each(app, b.get(all), look),
            b.when(b.get(right), vec![b.give(Some(b.get(all)))]),
            b.give(Some(sorted)),
        ];
        (self.rounds.sorted, vec![param("all", all)], b.done(statements))
    }

    /// Does something for each application of which something may come.
    fn each_active(
        &self,
        b: &mut TreeBuilder,
        then: impl FnOnce(&mut TreeBuilder, LocalId) -> Vec<Statement>,
    ) -> Statement {
        let active = self.global(b, global::ACTIVE);
        each_in(b, active, then)
    }

    /// `acting()`: there, and awake as it was when its turn came; one without effects as it is now.
    fn acting(&self) -> Made {
        let b = TreeBuilder::new(self.at);
        let this = || b.this(ClassId::MODIFIER);
        let wakes = b.method(this(), self.does.wakes, Vec::new(), Type::Bool);
        let asked = self.state(&b, this(), state::ASKED);
        let awake = b.ternary(asked, self.state(&b, this(), state::AWAKE), wakes);
        let statements =
            vec![self.settles(&b), b.give(Some(b.and(self.state(&b, this(), state::THERE), awake)))];
        (self.acting, Vec::new(), b.done(statements))
    }

    fn settle(&self, game: &Game) -> Made {
        let mut b = TreeBuilder::new(self.at);
        let no_need = b.or(self.global(&b, global::CLEAN), self.global(&b, global::RUNNING));
        let mut statements = vec![
            b.when(no_need, vec![b.give(None)]),
            self.set_global(&b, global::RUNNING, b.bool(true)),
            self.set_global(&b, global::CLEAN, b.bool(true)),
            self.set_global(&b, global::BARRING, b.none()),
            self.set_global(&b, global::TAKING, b.none()),
            self.set_global(&b, global::ACTIVE, b.none()),
            self.set_global(&b, global::GRANTED, b.number(0.0)),
            self.set_global(&b, global::LAYER, b.number(-1.0)),
        ];
        statements.extend(self.no_lists(&mut b));
        statements.push(self.forgotten(&mut b));
        statements.extend(self.values_forgotten(&mut b));
        statements.extend(self.compared(&mut b, game, None));
        for layer in 0..game.layers {
            statements.extend(self.layer(&mut b, layer));
            statements.extend(self.compared(&mut b, game, Some(layer)));
        }
        statements.push(self.each_application(&mut b, |b, app| {
            let granted = self.came(b, b.get(app), nature::GRANTED);
            let lost = b.and(granted, b.not(self.state(b, b.get(app), state::GIVEN)));
            vec![b.when(lost, vec![b.statement(StatementKind::Remove(b.get(app), Departure::Open))])]
        }));
        statements.extend(self.listed_anew(&mut b));
        statements.extend(self.watched(&mut b));
        statements.push(self.set_global(&b, global::RUNNING, b.bool(false)));
        statements.push(self.set_global(&b, global::CLEAN, b.bool(true)));
        (self.settle, Vec::new(), b.done(statements))
    }

    fn anew(&self) -> Made {
        let b = TreeBuilder::new(self.at);
        let note = self.of_the_table.map(|note| self.noted(&b, note));
        let statements = note.into_iter().chain([self.settles(&b)]).collect();
        (self.settle_anew, Vec::new(), b.done(statements))
    }

    /// Nothing is known of any application but who has it.
    fn forgotten(&self, b: &mut TreeBuilder) -> Statement {
        self.each_application(b, |b, app| {
            let no = [state::THERE, state::ARRIVED, state::BEGUN, state::ASKED, state::AWAKE, state::GIVEN];
            let mut all: Vec<Statement> =
                no.into_iter().map(|i| self.set_state(b, b.get(app), i, b.bool(false))).collect();
            all.push(self.set_state(b, b.get(app), state::DONE, b.number(-1.0)));
            all.push(self.set_state(b, b.get(app), state::ORDER, b.number(0.0)));
            all.push(b.add(self.global(b, global::ACTIVE), b.get(app)));
            let quiet = vec![
                self.set_state(b, b.get(app), state::ARRIVED, b.bool(true)),
                self.set_state(b, b.get(app), state::THERE, b.bool(true)),
            ];
            let sought = self.state(b, b.get(app), state::SOUGHT);
            let enlist = b.run(b.method(b.get(app), self.does.enlist, Vec::new(), Type::Void));
            vec![b.if_else(self.state(b, b.get(app), state::QUIET), quiet, all), b.when(sought, vec![enlist])]
        })
    }

    /// Nothing is known of any value: those that effects have touched are forgotten.
    fn values_forgotten(&self, b: &mut TreeBuilder) -> Vec<Statement> {
        let touched = self.global(b, global::TOUCHED);
        let values = b.local("values", Type::Class(self.values));
        let slots = 0..self.attributes.len();
        let forget = slots.map(|j| self.set_value(b, b.get(values), (j, Slot::Touched), b.bool(false)));
        let forget = forget.collect();
        let each = b.each(values, touched.clone(), forget);
        let none = b.empty_list(Type::Class(self.values));
        vec![b.when(b.not(b.is_null(touched)), vec![each]), self.set_global(b, global::TOUCHED, none)]
    }

    fn layer(&self, b: &mut TreeBuilder, layer: usize) -> Vec<Statement> {
        let number = |b: &TreeBuilder| b.number(layer as f64);
        let call = b.call(self.rounds.pending, vec![number(b)], applications());
        let (all, declare) = b.var("all", call.clone());
        let waits = self.pairs.iter().any(|p| p.layer == layer);
        let next = match waits {
            true => b.call(self.rounds.next, vec![b.get(all), number(b)], application()),
            false => b.element(b.get(all), b.number(0.0)),
        };
        let (turn, its_turn) = b.var("turn", next);
        let act = b.run(b.call(self.rounds.act, vec![b.get(turn), number(b)], Type::Void));
        let some = b.not(b.builtin(Builtin::ListIsEmpty, vec![b.get(all)], Type::Bool));
        let not_moved = || self.set_global(b, global::MOVED, b.bool(false));
        let again = vec![not_moved(), b.set(all, call)];
        let others = b.run(b.builtin(Builtin::ListRemove, vec![b.get(all), b.get(turn)], Type::Void));
        let rest = b.if_else(self.global(b, global::MOVED), again, vec![others]);
        let mut statements = vec![self.set_global(b, global::LAYER, number(b))];
        // What was taken in another layer is of no matter in this one.
        if self.taking.contains(&layer) || layer > 0 && self.taking.contains(&(layer - 1)) {
            statements.push(self.set_global(b, global::TAKING, b.none()));
        }
        if self.busy.contains(&layer) {
            statements.extend([not_moved(), declare, b.repeat(some, None, vec![its_turn, act, rest])]);
        }
        statements
    }

    /// Nobody has a list.
    fn no_lists(&self, b: &mut TreeBuilder) -> Vec<Statement> {
        let listed = self.global(b, global::LISTED);
        let each = each_in(b, listed.clone(), |b, app| {
            vec![b.run(b.method(b.get(app), self.does.unlist, Vec::new(), Type::Void))]
        });
        vec![b.when(b.not(b.is_null(listed)), vec![each]), self.set_global(b, global::LISTED, b.none())]
    }

    /// Gives all objects the lists of the applications that are there, the oldest first.
    fn listed_anew(&self, b: &mut TreeBuilder) -> Vec<Statement> {
        let mut statements = self.no_lists(b);
        let all = self.in_order(b);
        let app = b.local("application", application());
        let put = b.run(b.method(b.get(app), self.does.enlist, Vec::new(), Type::Void));
        let there = self.state(b, b.get(app), state::THERE);
        statements.push(b.each(app, all, vec![b.when(there, vec![put])]));
        statements
    }

    /// Says what matters to those of which something may come.
    fn watched(&self, b: &mut TreeBuilder) -> Vec<Statement> {
        let places = (0..self.watched.len() as u32).map(|i| global::WATCHED + i);
        let mut statements: Vec<Statement> = places.map(|i| self.set_global(b, i, b.bool(false))).collect();
        if !statements.is_empty() {
            statements.push(self.each_active(b, |b, app| {
                vec![b.run(b.method(b.get(app), self.does.watch, Vec::new(), Type::Void))]
            }));
        }
        statements
    }
}
