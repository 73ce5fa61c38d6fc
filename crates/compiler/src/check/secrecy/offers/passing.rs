//! After what another player may be active than the one who acts, and which actions are carried out for somebody who did
//! not choose them. It knows nothing of what is hidden.

use crate::typed::dispatch::Dispatch;
use crate::typed::visit::{Each, Parts, Visit};
use crate::typed::{ActionId, Acts, Expr, ExprKind, FunctionId, Game, Statement, Type};
use language::catalogue::Builtin;
use std::collections::BTreeSet;

/// What may pass the turn on.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Passing {
    functions: BTreeSet<FunctionId>,
    /// Whether the effect of some action, what some event brings about, or some act does.
    actions: bool,
    events: bool,
    acts: bool,
    /// The actions that code calls.
    pub called: BTreeSet<ActionId>,
}

impl Passing {
    pub(super) fn of(game: &Game, dispatch: &Dispatch) -> Passing {
        let mut passing = Passing { called: called(game), ..Passing::default() };
        loop {
            let next = passing.once_more(game, dispatch);
            if next == passing {
                return passing;
            }
            passing = next;
        }
    }

    fn once_more(&self, game: &Game, dispatch: &Dispatch) -> Passing {
        let find = || Finder { passing: self, dispatch, found: false };
        let in_function = |f: &FunctionId| {
            let mut finder = find();
            finder.block(&game.functions[f.index()].body.block);
            finder.found
        };
        let all = (0..game.functions.len() as u32).map(FunctionId);
        let functions = all.filter(|f| self.functions.contains(f) || in_function(f)).collect();
        let mut effects = find();
        game.actions.iter().for_each(|action| effects.block(&action.effect));
        let mut events = find();
        game.classes.iter().filter_map(|c| c.effect.as_ref()).for_each(|body| events.body(body));
        game.befores.iter().for_each(|before| events.body(&before.run.body));
        let mut acts = find();
        Each(|e: &Expr| {
            if let ExprKind::Lambda(lambda) = &e.kind
                && lambda.acts == Acts::WhenCalled
            {
                acts.block(&lambda.body);
            }
        })
        .game(game);
        Passing {
            functions,
            actions: effects.found,
            events: events.found,
            acts: acts.found,
            called: self.called.clone(),
        }
    }

    /// Whether a statement may pass the turn on.
    pub(super) fn may_pass(&self, dispatch: &Dispatch, s: &Statement) -> bool {
        let mut finder = Finder { passing: self, dispatch, found: false };
        finder.statement(s);
        finder.found
    }
}

fn called(game: &Game) -> BTreeSet<ActionId> {
    let mut called = BTreeSet::new();
    Each(|e: &Expr| {
        if let ExprKind::CallAction(_, action, _) = &e.kind {
            called.insert(*action);
            called.extend(game.overriding(*action).into_iter().map(|(_, own)| own));
        }
    })
    .game(game);
    called
}

struct Finder<'p> {
    passing: &'p Passing,
    dispatch: &'p Dispatch,
    found: bool,
}

impl<'e> Visit<'e> for Finder<'_> {
    fn expr(&mut self, e: &'e Expr) {
        let passing = self.passing;
        self.found |= match &e.kind {
            ExprKind::Builtin(b, _) => {
                matches!(b, Builtin::TurnPass | Builtin::PhaseUse | Builtin::TurnsUse)
            }
            ExprKind::Call(f, _) | ExprKind::CallBase(f, _) => passing.functions.contains(f),
            ExprKind::CallMethod(_, f, _) => {
                self.dispatch.targets(*f).iter().any(|f| passing.functions.contains(f))
            }
            ExprKind::CallAction(..) => passing.actions,
            ExprKind::CallValue(f, _) => passing.acts && matches!(f.ty, Type::Act(..)),
            ExprKind::Raise(..) => passing.events,
            _ => false,
        };
        if !self.found {
            e.kind.parts(&mut |n| self.node(n));
        }
    }
}
