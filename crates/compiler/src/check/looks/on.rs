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
        let (name, ty) = world.actions.get(action.index())?.inputs.get(number)?;
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
        let local = checker.give_name(name, value.clone(), e.id);
        let found = checker.any_value(e);
        if matches!(found.ty, Type::Error) {
            return None;
        }
        let locals = vec![(local, look::Expr::Chosen)];
        let mut reads = Reads { world, class: None, locals, problem: None };
        let read = place(&mut reads, &found);
        let problem = match (&read, reads.problem) {
            (_, Some(problem)) => problem,
            (None, None) => problem::look_on_place(at),
            (Some(on), None) if !depends(on) => problem::look_on_same(at, name),
            (Some(_), None) => return read,
        };
        self.wrong(problem)
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
            _ => self.wrong(problem::look_on_action(at)),
        }
    }

    fn wrong(&self, problem: Problem) -> Option<On> {
        self.world.report(problem);
        None
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
    match on {
        On::At { x, y, .. } => reads_chosen(x) || reads_chosen(y),
        On::Tile { name, .. } => reads_chosen(name),
        On::Zone { place, owner, .. } => place.iter().map(|(place, _)| place).chain(owner).any(reads_chosen),
    }
}

fn reads_chosen(e: &look::Expr) -> bool {
    use look::Expr as E;
    match e {
        E::Chosen => true,
        E::CaseName(a) | E::CaseIndex(_, a) | E::CaseAttribute(_, _, a) | E::Shown(a) => reads_chosen(a),
        E::Seat(a) | E::SeatNumber(a) | E::Negate(a) | E::Not(a) => reads_chosen(a),
        E::Binary(_, a, b) | E::Coalesce(a, b) => reads_chosen(a) || reads_chosen(b),
        E::Ternary(a, b, c) => [a, b, c].into_iter().any(|e| reads_chosen(e)),
        E::Concat(parts) => parts.iter().any(reads_chosen),
        E::Null | E::Number(_) | E::Text(_) | E::Bool(_) | E::Case(..) | E::This | E::Attribute(_) => false,
        E::Owner | E::X | E::Y | E::Name | E::Mark | E::Has(_) => false,
    }
}
