//! Whether a block can be left at its end, and which statements are unreachable. It knows nothing of types.

use super::problems as problem;
use super::world::World;
use crate::typed::visit::Visit;
use crate::typed::{Block, Expr, ExprKind, Statement, StatementKind};
use language::catalogue::Builtin;

/// Whether what follows the block can be reached through its end.
pub(super) fn falls_through(block: &Block) -> bool {
    block.statements.iter().all(passes)
}

fn passes(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Return(_)
        | StatementKind::Continue
        | StatementKind::Break
        | StatementKind::Cancel(_)
        | StatementKind::Fail(_)
        | StatementKind::WinnerNone
        | StatementKind::WinnerPlayer(_)
        | StatementKind::WinnerPlayers(_)
        | StatementKind::WinnerRanking(_) => false,
        StatementKind::Expr(e) => !matches!(e.kind, ExprKind::Builtin(Builtin::FaultOf, ..)),
        StatementKind::If(_, then, otherwise) => {
            falls_through(then) || otherwise.as_ref().is_none_or(falls_through)
        }
        StatementKind::Block(block) => falls_through(block),
        StatementKind::Loop { check, body, .. } => !endless(check.as_ref()) || breaks(body),
        _ => true,
    }
}

fn endless(check: Option<&Expr>) -> bool {
    check.is_none_or(|c| matches!(c.kind, ExprKind::Bool(true)))
}

/// Whether a block leaves the loop whose body it is.
fn breaks(block: &Block) -> bool {
    block.statements.iter().any(|s| match &s.kind {
        StatementKind::Break => true,
        StatementKind::If(_, then, otherwise) => breaks(then) || otherwise.as_ref().is_some_and(breaks),
        StatementKind::Block(block) => breaks(block),
        _ => false,
    })
}

/// Warns of the first unreachable statement of each block, those of function values aside.
pub(super) fn report_unreachable(block: &Block, world: &World<'_>) {
    Unreachable(world).block(block);
}

struct Unreachable<'w, 't>(&'w World<'t>);

impl<'e> Visit<'e> for Unreachable<'_, '_> {
    fn block(&mut self, block: &'e Block) {
        let end = block.statements.iter().position(|s| !passes(s));
        if let Some(after) = end.and_then(|i| block.statements.get(i + 1)) {
            self.0.report(problem::unreachable(self.0.span(after.at)));
        }
        block.statements.iter().for_each(|s| self.statement(s));
    }

    fn expr(&mut self, _: &'e Expr) {}
}
