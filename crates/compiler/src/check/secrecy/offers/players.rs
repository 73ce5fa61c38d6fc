//! Who a player is and whose a thing is, as far as code says it, and what conditions say of variables.

use super::expressions::is_holder;
use super::facts::Facts;
use super::is_global;
use super::labels::{Keeper, Label, Who, seen};
use super::reading::Reading;
use crate::check::secrecy::lords::lies_open;
use crate::typed::visit::{Node, Parts};
use crate::typed::{
    BinaryOp, Block, Conversion, Expr, ExprKind, LocalId, ModifierOf, Statement, StatementKind, Type,
};
use language::catalogue::Builtin;
use std::collections::BTreeSet;

/// What is known of a variable where a condition holds.
pub(super) enum Guard {
    /// It lies where this is told of what lies there.
    Lies(LocalId, Facts),
    Belongs(LocalId, Who),
    /// The object of the action, or what has the modifier whose action it is, lies where this is told.
    ThisLies(Facts),
}

impl<'g> Reading<'_, 'g> {
    /// Who a player is, or whose an object is, as far as that can be said.
    pub(super) fn who(&self, e: &Expr) -> Option<Who> {
        match &e.kind {
            ExprKind::Actor => Some(Who::Actor),
            ExprKind::This => self.this,
            ExprKind::Local(local) => self.whose.get(local).copied(),
            ExprKind::Builtin(Builtin::PlayersActive, _) | ExprKind::Convert(Conversion::TurnToPlayer, _) => {
                Some(if self.active_acts { Who::Actor } else { Who::Active })
            }
            ExprKind::Builtin(Builtin::ObjectOwner | Builtin::ZoneOwner, args) => {
                self.who(args.first()?.as_ref()?)
            }
            ExprKind::Attribute(object, index) if e.ty == Type::Player => match object.kind {
                ExprKind::Event if self.active_acts => Some(Who::Actor),
                ExprKind::Event => Some(Who::Kept(Keeper::Event, *index)),
                ExprKind::This => Some(Who::Kept(Keeper::This, *index)),
                ExprKind::Global(class) => Some(Who::Kept(Keeper::Global(class), *index)),
                ExprKind::Local(local) => Some(Who::Kept(Keeper::Local(local), *index)),
                _ => None,
            },
            _ if e.ty == Type::Player => None,
            _ => self.found_by(e),
        }
    }

    /// The player by whom something is looked up, where there is one and no other: `seat(actor)`, `seats[actor]`,
    /// `seats.first(s => s.owner == actor)`.
    pub(super) fn found_by(&self, e: &Expr) -> Option<Who> {
        let (mut players, mut things) = (BTreeSet::new(), BTreeSet::new());
        self.finders(e, &mut players, &mut things);
        let all = if players.is_empty() { things } else { players };
        let mut all = all.into_iter();
        all.next().filter(|_| all.next().is_none()).flatten()
    }

    pub(super) fn finders(
        &self,
        e: &Expr,
        players: &mut BTreeSet<Option<Who>>,
        things: &mut BTreeSet<Option<Who>>,
    ) {
        match &e.kind {
            _ if e.ty == Type::Player => drop(players.insert(self.who(e))),
            _ if e.ty.is_simple() => {}
            // It is nobody's.
            ExprKind::This if matches!(e.ty, Type::Class(class) if is_global(self.game(), class)) => {}
            ExprKind::Local(_) | ExprKind::This => drop(things.insert(self.who(e))),
            // Whose the thing is that somebody's thing names, nothing says: a neighbour is another player's.
            ExprKind::Attribute(object, index)
                if !is_holder(self.game(), object, *index) && self.is_somebodys(object) =>
            {
                players.insert(None);
            }
            ExprKind::CallMethod(object, ..) if self.is_somebodys(object) => drop(players.insert(None)),
            ExprKind::Lambda(lambda) => {
                if let [Statement { kind: StatementKind::Return(Some(test)), .. }] =
                    lambda.body.statements.as_slice()
                {
                    let mut guards = Vec::new();
                    self.guards(test, &mut guards);
                    players.extend(guards.into_iter().filter_map(|guard| match guard {
                        Guard::Belongs(local, who) if lambda.params.contains(&local) => Some(Some(who)),
                        _ => None,
                    }));
                }
            }
            kind => kind.parts(&mut |node| {
                if let Node::Expr(part) = node {
                    self.finders(part, players, things);
                }
            }),
        }
    }

    /// Whether a thing is found by who somebody is, so that it may be a player's.
    fn is_somebodys(&self, object: &Expr) -> bool {
        let (mut players, mut things) = (BTreeSet::new(), BTreeSet::new());
        self.finders(object, &mut players, &mut things);
        !players.is_empty() || !things.is_empty()
    }

    /// What a condition says of variables: where they lie, and whose they are.
    pub(super) fn guards(&self, e: &Expr, all: &mut Vec<Guard>) {
        let of = |e: &Expr, which: Builtin| match &e.kind {
            ExprKind::Builtin(b, args) if *b == which => match args.first() {
                Some(Some(Expr { kind: ExprKind::Local(local), .. })) => Some(*local),
                _ => None,
            },
            _ => None,
        };
        if !self.this_held.is_empty() && lies_open(self.game(), e, &|e| is_this(e)) {
            all.push(Guard::ThisLies(Facts::new()));
        }
        match &e.kind {
            ExprKind::Binary(BinaryOp::And, a, b) => {
                self.guards(a, all);
                self.guards(b, all);
            }
            ExprKind::Binary(BinaryOp::Equal, a, b) => {
                for (a, b) in [(a, b), (b, a)] {
                    if let Some(local) = of(a, Builtin::PiecePlace)
                        && let Some(held) = self.held_by_place(b)
                    {
                        all.push(Guard::Lies(local, held));
                    }
                    if let ExprKind::Builtin(Builtin::PiecePlace, args) = &a.kind
                        && args.iter().flatten().any(is_this)
                        && let Some(held) = self.held_by_place(b)
                    {
                        all.push(Guard::ThisLies(held));
                    }
                    if let (Some(local), Some(who)) = (of(a, Builtin::ObjectOwner), self.who(b)) {
                        all.push(Guard::Belongs(local, who));
                    }
                }
            }
            _ => {}
        }
    }

    /// What is told by what lies in a place.
    pub(super) fn held_by_place(&self, e: &Expr) -> Option<Facts> {
        let e = if let ExprKind::Convert(Conversion::ZoneToPlace, zone) = &e.kind { zone } else { e };
        let fact = match &e.kind {
            ExprKind::Zone(zone) => {
                let zone = &self.game().zones[zone.index()];
                seen(zone.seen, None, self.offers.name(&zone.name))
            }
            ExprKind::ZoneOf(zone, player) => {
                let zone = &self.game().zones[zone.index()];
                seen(zone.seen, self.who(player), self.offers.name(&zone.name))
            }
            _ => return None,
        };
        Some(fact.into_iter().collect())
    }

    /// What holds from here on says where the object of the action lies.
    pub(super) fn places_this(&mut self, condition: &Block) {
        let [Statement { kind: StatementKind::Return(Some(e)), .. }] = condition.statements.as_slice() else {
            return;
        };
        let mut guards = Vec::new();
        self.guards(e, &mut guards);
        for guard in guards {
            if let Guard::ThisLies(held) = guard {
                self.this_held = held;
            }
        }
    }

    pub(super) fn guarded<T>(&mut self, guards: Vec<Guard>, run: impl FnOnce(&mut Self) -> T) -> T {
        let (labels, whose) = (self.saved_labels(&guards), self.saved_whose(&guards));
        let this_held = self.this_held.clone();
        for guard in guards {
            match guard {
                Guard::Lies(local, held) => self.labels.entry(local).or_default().held = held,
                Guard::Belongs(local, who) => drop(self.whose.insert(local, who)),
                Guard::ThisLies(held) => self.this_held = held,
            }
        }
        let result = run(self);
        self.labels.extend(labels);
        self.whose.extend(whose);
        self.this_held = this_held;
        result
    }

    pub(super) fn saved_labels(&self, guards: &[Guard]) -> Vec<(LocalId, Label)> {
        let lies =
            guards.iter().filter_map(|g| if let Guard::Lies(local, _) = g { Some(*local) } else { None });
        lies.map(|local| (local, self.labels.get(&local).cloned().unwrap_or_default())).collect()
    }

    pub(super) fn saved_whose(&self, guards: &[Guard]) -> Vec<(LocalId, Who)> {
        let belongs =
            guards.iter().filter_map(|g| if let Guard::Belongs(local, _) = g { Some(*local) } else { None });
        belongs.map(|local| (local, self.whose.get(&local).copied().unwrap_or(Who::Local(local)))).collect()
    }
}

/// The object of an action, or what has the modifier that it is an action of.
pub(super) fn is_this(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::This => true,
        ExprKind::Attribute(of, ModifierOf::HOLDER) => matches!(of.kind, ExprKind::This),
        _ => false,
    }
}
