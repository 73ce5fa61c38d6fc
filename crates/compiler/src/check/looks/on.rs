//! Where on the table a value is chosen: `on Grid.at(column - 1, 5)`. It does not know which values there are.

use super::super::problems as problem;
use super::super::scope::Checker;
use super::lines::{Kind, Lines};
use super::reads::Reads;
use crate::typed::{BoardId, Expr, ExprKind, Type};
use base::Problem;
use language::catalogue::Builtin;
use language::look::{self, On};
use language::tree;

impl<'t> Lines<'_, 't> {
    /// The place of an action, or of what is chosen for an input.
    pub(super) fn on(&mut self, e: &'t tree::Expr) -> Option<On> {
        let (action, number) = match self.kind {
            Kind::Action(_) => return self.place_of_action(e),
            Kind::Input(action, number) => (action, number),
            _ => return None,
        };
        let world = self.world;
        let inputs = &world.actions.get(action.index())?.inputs;
        let (name, ty) = inputs.get(number)?;
        let at = world.span(e.id);
        let value = match ty {
            Type::List(of) => &**of,
            ty => ty,
        };
        if !matches!(value, Type::Number | Type::Bool | Type::Player | Type::Enum(_) | Type::Error) {
            world.report(problem::look_on_input(at, name, &world.name_of(value)));
            return None;
        }
        let mut checker = Checker::new(world, self.seen, self.scope, None);
        let mut locals = Vec::new();
        for (k, (name, ty)) in inputs[..number].iter().enumerate() {
            let read = look::Expr::OfInput(k, Box::new(look::Expr::Chosen));
            locals.push((checker.give_name(name, ty.clone(), e.id), read));
        }
        locals.push((checker.give_name(name, value.clone(), e.id), look::Expr::Chosen));
        let found: Vec<Expr> = alternatives(e).into_iter().map(|e| checker.any_value(e)).collect();
        if found.iter().any(|found| matches!(found.ty, Type::Error)) {
            return None;
        }
        let mut reads = Reads { world, class: None, locals, problem: None };
        let places: Option<Vec<On>> = found.iter().map(|found| place(&mut reads, found)).collect();
        let other = |later, first| On::Else(Box::new(first), Box::new(later));
        let read = places.and_then(|places| places.into_iter().rev().reduce(other));
        let problem = match (&read, reads.problem) {
            (_, Some(problem)) => problem,
            (None, None) => problem::look_on_place(at),
            (Some(on), None) if !depends(on) => problem::look_on_same(at, name),
            (Some(_), None) => return read,
        };
        self.reported(problem)
    }

    /// One place for everybody: a tile, or a zone that all share.
    fn place_of_action(&mut self, e: &'t tree::Expr) -> Option<On> {
        let at = self.world.span(e.id);
        let mut checker = Checker::new(self.world, self.seen, self.scope, None);
        let found = checker.any_value(e);
        if matches!(found.ty, Type::Error) {
            return None;
        }
        let mut reads = Reads { world: self.world, class: None, locals: Vec::new(), problem: None };
        match (place(&mut reads, &found), reads.problem) {
            (Some(on), None) => Some(on),
            _ => self.reported(problem::look_on_action(at)),
        }
    }

    /// Nothing, with a problem that says why.
    fn reported(&self, problem: Problem) -> Option<On> {
        self.world.report(problem);
        None
    }
}

/// What stands between `??`, as in `Points.at(n, 0) ?? off(p)`: a tile and a zone have no type in common.
fn alternatives(e: &tree::Expr) -> Vec<&tree::Expr> {
    match &e.kind {
        tree::ExprKind::Coalesce(first, second) => [alternatives(first), alternatives(second)].concat(),
        _ => vec![e],
    }
}

/// A tile of a board, or a zone; None where it is neither.
fn place(reads: &mut Reads<'_, '_>, e: &Expr) -> Option<On> {
    match &e.kind {
        ExprKind::Convert(_, e) => place(reads, e),
        ExprKind::BoardBuiltin(board, None, builtin, args) => on_board(reads, *board, *builtin, args),
        ExprKind::Zone(zone) => Some(On::Zone { zone: zone.0, place: None, owner: None }),
        ExprKind::ZoneOf(zone, owner) => {
            Some(On::Zone { zone: zone.0, place: None, owner: Some(reads.expr(owner)) })
        }
        ExprKind::Index(row, place) | ExprKind::Lookup(row, place) => {
            let ExprKind::ZoneRow(first, owner) = &row.kind else { return None };
            let length = reads.world.game.zones[first.index()].row?.length;
            let read = reads.expr(place);
            let read = match place.ty {
                Type::Enum(of) => look::Expr::CaseIndex(of.0, Box::new(read)),
                _ => read,
            };
            let owner = owner.as_ref().map(|owner| reads.expr(owner));
            Some(On::Zone { zone: first.0, place: Some((read, length)), owner })
        }
        _ => None,
    }
}

fn on_board(
    reads: &mut Reads<'_, '_>,
    board: BoardId,
    builtin: Builtin,
    args: &[Option<Expr>],
) -> Option<On> {
    match (builtin, args) {
        (Builtin::BoardAt, [Some(x), Some(y)]) => {
            Some(On::At { board: board.0, x: reads.expr(x), y: reads.expr(y) })
        }
        (Builtin::BoardTile, [Some(name)]) => Some(On::Tile { board: board.0, name: reads.expr(name) }),
        _ => None,
    }
}

/// Whether it is another place for another value.
fn depends(on: &On) -> bool {
    on.exprs().into_iter().any(|e| e.any(&|e| matches!(e, look::Expr::Chosen)))
}
