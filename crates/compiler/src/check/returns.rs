//! Whether a block can be left at its end, and which statements are unreachable. It knows nothing of types.

use super::problems as problem;
use super::world::World;
use crate::typed::{Block, ExprKind, Statement, StatementKind};
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
        StatementKind::ForIn { .. } => true,
        _ => true,
    }
}

fn endless(check: Option<&crate::typed::Expr>) -> bool {
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

/// Warns of the first unreachable statement of each block.
pub(super) fn report_unreachable(block: &Block, world: &World<'_>) {
    let end = block.statements.iter().position(|s| !passes(s));
    if let Some(after) = end.and_then(|i| block.statements.get(i + 1)) {
        world.report(problem::unreachable(world.span(after.at)));
    }
    for statement in &block.statements {
        match &statement.kind {
            StatementKind::If(_, then, otherwise) => {
                report_unreachable(then, world);
                if let Some(block) = otherwise {
                    report_unreachable(block, world);
                }
            }
            StatementKind::Block(block) => report_unreachable(block, world),
            StatementKind::Loop { body, .. } | StatementKind::ForIn { body, .. } => {
                report_unreachable(body, world);
            }
            _ => {}
        }
    }
}
