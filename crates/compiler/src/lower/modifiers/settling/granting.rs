//! The bodies that authors wrote of what modifiers grant, and making the applications that nobody adds. It knows nothing
//! of when that happens.

use super::super::{Plan, Reserved};
use super::kinds::given_along;
use super::{Settling, global, nature, state};
use crate::lower::Made;
use crate::lower::build::{TreeBuilder, param};
use crate::typed::{ClassId, Expr, ExprKind, FunctionId, Game, Grant, LocalId, ModifierOf, Statement, Type};

impl Settling {
    /// The parameters of a modifier and what its own attributes begin with, and what it grants: bodies that authors
    /// wrote.
    pub(in super::super) fn written(&self, game: &Game, plan: &mut Plan) -> Vec<Made> {
        let mut made = Vec::new();
        for i in 0..plan.all.len() {
            made.extend(self.fill(game, &plan.all[i]));
            let class = plan.all[i].modifier.class;
            let grants = std::mem::take(&mut plan.all[i].modifier.grants);
            let Some(kind) = self.kind(class) else { continue };
            for (grant, function) in grants.iter().zip(&kind.grants) {
                made.extend(self.grant(game, plan, grant, class, *function));
            }
            for (grant, given) in grants.iter().zip(&kind.given) {
                for (value, given) in given_along(grant).zip(given) {
                    let b = TreeBuilder { at: grant.at, locals: grant.locals.clone() };
                    let give = b.give(Some(value.clone()));
                    made.push((given.function, vec![param("object", grant.object)], b.done(vec![give])));
                }
            }
            plan.all[i].modifier.grants = grants;
        }
        made
    }

    /// `fill(object, application, parameters)`
    fn fill(&self, game: &Game, info: &Reserved) -> Option<Made> {
        let class = info.modifier.class;
        let kind = self.kind(class)?;
        let adding = &info.modifier.adding;
        let mut b = TreeBuilder { at: info.modifier.at, locals: adding.locals.clone() };
        let app = b.local("application", Type::Class(class));
        let mut params = vec![param("object", adding.object), param("application", app)];
        params.extend(adding.params.iter().cloned());
        let of = game.classes[class.index()].modifier.as_ref()?;
        let set = of.params.iter().zip(&adding.params);
        let statements = set.map(|(index, p)| b.assign(b.get(app), *index, b.get(p.local))).collect();
        Some((kind.fill, params, b.done(statements)))
    }

    /// `grant(object)` of the application: what it grants an object in this place, made or found again.
    fn grant(
        &self,
        game: &Game,
        plan: &Plan,
        grant: &Grant,
        class: ClassId,
        function: FunctionId,
    ) -> Option<Made> {
        let info = plan.of(grant.class)?;
        let kind = self.kind(grant.class)?;
        let mut b = TreeBuilder { at: grant.at, locals: grant.locals.clone() };
        let object = grant.object;
        let this = b.seen_as(b.this(class), ClassId::MODIFIER);
        let own = Type::Class(grant.class);
        let key = f64::from(function.0);
        let (root, declare_root) = b.var("root", self.state(&b, this.clone(), state::ROOT));
        let (found, declare_found) = b.var("found", b.null(own));
        let search = self.find_granted(&mut b, grant, (info, key), (&this, root, found));
        let (fresh, declare_fresh) = b.var("fresh", b.is_null(b.get(found)));
        let mut make = self.make(game, &b, (info, found, object), (nature::GRANTED, key));
        let made = b.seen_as(b.get(found), ClassId::MODIFIER);
        make.push(self.set_state(&b, made.clone(), state::GRANTER, this.clone()));
        make.push(self.set_state(&b, made, state::ROOT, b.get(root)));
        let new = b.when(b.get(fresh), make);
        let starts = b.when(b.get(fresh), self.starts(game, &b, info, found));
        let mut args = vec![Some(b.seen_as(b.get(object), info.modifier.on)), Some(b.get(found))];
        args.extend(grant.args.iter().cloned());
        let fill = b.run(b.expr(Type::Void, ExprKind::Call(kind.fill, args)));
        let given = b.seen_as(b.get(found), ClassId::MODIFIER);
        let stamp = self.state(&b, this, state::STAMP);
        let refused = b.call(self.rounds.refused, vec![given.clone()], Type::Bool);
        let statements = vec![
            declare_root,
            declare_found,
            search,
            declare_fresh,
            new,
            fill,
            starts,
            self.set_state(&b, given.clone(), state::STAMP, stamp),
            self.count(&b, global::GRANTED),
            self.set_state(&b, given.clone(), state::ORDER, self.global(&b, global::GRANTED)),
            // One that is barred lives on all the same, whichever came first.
            self.set_state(&b, given.clone(), state::GIVEN, b.bool(true)),
            self.set_state(&b, given, state::THERE, b.not(refused)),
            self.set_global(&b, global::MOVED, b.bool(true)),
        ];
        Some((function, vec![param("object", object)], b.done(statements)))
    }

    /// Finds its own application from before; ends the granting where somebody else of one root has granted it already.
    fn find_granted(
        &self,
        b: &mut TreeBuilder,
        grant: &Grant,
        (info, key): (&Reserved, f64),
        (this, root, found): (&Expr, LocalId, LocalId),
    ) -> Statement {
        let object = b.seen_as(b.get(grant.object), info.modifier.on);
        self.each_of(b, &object, |b, app| {
            let any = b.get(app);
            let state = |index| self.state(b, any.clone(), index);
            let kind = b.method(any.clone(), self.does.kind, Vec::new(), Type::Number);
            let same_kind = b.equal(kind, b.number(f64::from(grant.class.0)));
            let by_this = b.equal(state(state::GRANTER), this.clone());
            let again = b.and(by_this.clone(), b.equal(state(state::KEY), b.number(key)));
            let by_root = b.and(state(state::GIVEN), b.equal(state(state::ROOT), b.get(root)));
            let by_other = b.and(by_root, b.not(by_this));
            let taken = b.or(b.equal(any.clone(), b.get(root)), by_other);
            let own = b.seen_as(any, grant.class);
            let look = vec![b.when(taken, vec![b.give(None)]), b.when(again, vec![b.set(found, own)])];
            vec![b.when(same_kind, look)]
        })
    }

    /// Makes an application that nobody adds, into a variable.
    pub(super) fn make(
        &self,
        game: &Game,
        b: &TreeBuilder,
        (info, into, object): (&Reserved, LocalId, LocalId),
        (nature, key): (f64, f64),
    ) -> Vec<Statement> {
        let class = info.modifier.class;
        let attributes = &game.classes[class.index()].attributes;
        let values = attributes.iter().enumerate().map(|(i, a)| match i as u32 {
            ModifierOf::HOLDER => (i as u32, b.seen_as(b.get(object), info.modifier.on)),
            ModifierOf::SETTLED => (i as u32, self.new_state(b)),
            _ => (i as u32, b.null(a.ty.clone())),
        });
        let new = b.expr(Type::Class(class), ExprKind::New(class, values.collect()));
        let made = b.seen_as(b.get(into), ClassId::MODIFIER);
        vec![
            b.set(into, new),
            self.set_state(b, made.clone(), state::KEY, b.number(key)),
            self.set_state(b, made.clone(), state::NATURE, b.number(nature)),
            self.set_state(b, made.clone(), state::DONE, b.number(-1.0)),
            self.set_state(b, made.clone(), state::SOUGHT, b.bool(true)),
            b.add(self.global(b, global::ACTIVE), made.clone()),
            b.run(b.method(made, self.does.enlist, Vec::new(), Type::Void)),
        ]
    }

    pub(super) fn new_state(&self, b: &TreeBuilder) -> Expr {
        b.expr(Type::Class(self.state), ExprKind::New(self.state, Vec::new()))
    }

    /// Gives an application what its own attributes begin with.
    pub(super) fn starts(
        &self,
        game: &Game,
        b: &TreeBuilder,
        info: &Reserved,
        app: LocalId,
    ) -> Vec<Statement> {
        let attributes = &game.classes[info.modifier.class.index()].attributes;
        let starts = info.starts.iter().map(|(index, start)| {
            let value = b.method(b.get(app), *start, Vec::new(), attributes[*index as usize].ty.clone());
            b.assign(b.get(app), *index, value)
        });
        starts.collect()
    }
}
