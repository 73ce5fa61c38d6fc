//! What objects have by nature: compared with what they have, what is named anew is made, and what is no longer named
//! ends. It knows nothing of when that happens.

use super::super::Plan;
use super::{Settling, global, nature, state};
use crate::lower::build::TreeBuilder;
use crate::lower::{Core, Made};
use crate::typed::{ClassId, Expr, ExprKind, FunctionId, Game, Grant, Natural, Origin, Statement, Type};
use base::NodeId;

/// One `grants` of a class.
pub(super) struct Reserved {
    pub class: ClassId,
    pub after: Option<usize>,
    at: NodeId,
    /// What its `while` runs.
    awake: Option<FunctionId>,
    /// `compare()` of the object, for each modifier that is named.
    compare: Vec<FunctionId>,
}

pub(super) fn reserve(core: &mut Core) -> Vec<Reserved> {
    let mut all = Vec::new();
    for i in 0..core.game.classes.len() {
        let class = ClassId(i as u32);
        let found: Vec<(NodeId, Option<usize>, bool, usize)> = core.game.classes[i]
            .grants
            .iter()
            .map(|n: &Natural| (n.at, n.after, n.awake.is_some(), n.grants.len()))
            .collect();
        for (at, after, asks, count) in found {
            let mut awake = None;
            if asks {
                awake = Some(core.reserve_as(Origin::Written, "while", at, Some(class), Type::Bool));
            }
            let compare = (0..count).map(|_| core.reserve("has by nature", at, Some(class), Type::Void));
            let compare = compare.collect();
            all.push(Reserved { class, after, at, awake, compare });
        }
    }
    all
}

impl Settling {
    /// The functions for what objects have by nature.
    pub(in super::super) fn naturals(&self, game: &mut Game, plan: &Plan) -> Vec<Made> {
        let mut made = Vec::new();
        let mut reserved = self.natural.iter();
        for i in 0..game.classes.len() {
            for natural in std::mem::take(&mut game.classes[i].grants) {
                let Some(own) = reserved.next() else { return made };
                if let (Some(function), Some(condition)) = (own.awake, natural.awake) {
                    made.push((function, Vec::new(), condition.body));
                }
                for (grant, function) in natural.grants.into_iter().zip(&own.compare) {
                    made.extend(self.compare(game, plan, (own, *function), grant));
                }
            }
        }
        made
    }

    /// `compare()`: has the object that modifier by nature now, and had it before?
    fn compare(
        &self,
        game: &Game,
        plan: &Plan,
        (own, function): (&Reserved, FunctionId),
        grant: Grant,
    ) -> Option<Made> {
        let info = plan.of(grant.class)?;
        let kind = self.kind(grant.class)?;
        let mut b = TreeBuilder { at: own.at, locals: grant.locals };
        let key = f64::from(function.0);
        let this = b.this(own.class);
        let (found, declare) = b.var("found", b.null(Type::Class(grant.class)));
        let search = self.each_of(&mut b, &this, |b, app| {
            let same = b.equal(self.state(b, b.get(app), state::KEY), b.number(key));
            let same = b.and(self.came(b, b.get(app), nature::NATURAL), same);
            vec![b.when(same, vec![b.set(found, b.seen_as(b.get(app), grant.class))])]
        });
        let (fresh, declare_fresh) = b.var("fresh", b.is_null(b.get(found)));
        let made = b.seen_as(b.get(found), ClassId::MODIFIER);
        let object = b.set(grant.object, b.seen_as(this, own.class));
        let mut make = self.make(game, &b, (info, found, grant.object), (nature::NATURAL, key));
        make.extend(self.root(&b, &made));
        let mut args = vec![Some(b.seen_as(b.get(grant.object), info.modifier.on)), Some(b.get(found))];
        args.extend(grant.args);
        let refused = b.call(self.rounds.refused, vec![made.clone()], Type::Bool);
        let named = vec![
            b.when(b.get(fresh), make),
            b.run(b.expr(Type::Void, ExprKind::Call(kind.fill, args))),
            b.when(b.get(fresh), self.starts(game, &b, info, found)),
            b.when(b.not(refused), vec![self.set_state(&b, made.clone(), state::THERE, b.bool(true))]),
        ];
        let remove = b.run(b.call(self.rounds.drop, vec![made], Type::Void));
        let gone = b.when(b.not(b.get(fresh)), vec![remove]);
        let act: Vec<Statement> = match own.awake {
            Some(awake) => {
                let holds = b.method(b.this(own.class), awake, Vec::new(), Type::Bool);
                vec![b.if_else(holds, named, vec![gone])]
            }
            None => named,
        };
        let declare_object = b.declare(grant.object, b.null(Type::Class(own.class)));
        let mut statements = vec![declare_object, object, declare, search, declare_fresh];
        statements.extend(act);
        Some((function, Vec::new(), b.done(statements)))
    }

    /// Lets an application that nobody grants be the root of what it brings about, with a new time stamp.
    pub(in super::super) fn root(&self, b: &TreeBuilder, app: &Expr) -> Vec<Statement> {
        let stamp = self.global(b, global::STAMPS);
        vec![
            self.set_state(b, app.clone(), state::ROOT, app.clone()),
            self.count(b, global::STAMPS),
            self.set_state(b, app.clone(), state::STAMP, stamp),
        ]
    }

    /// Compares everything that is known from some moment on.
    pub(super) fn compared(&self, b: &mut TreeBuilder, game: &Game, after: Option<usize>) -> Vec<Statement> {
        let mut statements = Vec::new();
        for own in self.natural.iter().filter(|n| n.after == after) {
            statements.push(self.each_object(b, game, own.class, |b, object| {
                let compare = own.compare.iter();
                compare.map(|f| b.run(b.method(b.get(object), *f, Vec::new(), Type::Void))).collect()
            }));
        }
        statements
    }
}
