//! The names that stand in a rule, whatever they mean.

use super::tree::{Block, Expr, Kind, Pattern, PatternKind, Piece};
use std::collections::BTreeSet;

/// All names in a block.
pub(crate) fn of_block(block: &Block) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    add_block(block, &mut names);
    names
}

fn add_block(block: &Block, names: &mut BTreeSet<String>) {
    for val in &block.vals {
        add_block(&val.value, names);
    }
    add(&block.value, names);
}

fn add(expr: &Expr, names: &mut BTreeSet<String>) {
    match &expr.kind {
        Kind::Name(name) => drop(names.insert(name.clone())),
        Kind::Text(pieces) => {
            for piece in pieces {
                if let Piece::Expr(e) = piece {
                    add(e, names);
                }
            }
        }
        Kind::Member(e, _) | Kind::Typed(e, _) | Kind::Not(e) | Kind::Negate(e) => add(e, names),
        Kind::Call(e, values) => {
            add(e, names);
            values.iter().for_each(|v| add(v, names));
        }
        Kind::Binary(a, _, b) => {
            add(a, names);
            add(b, names);
        }
        Kind::Lambda(_, body) | Kind::Block(body) => add_block(body, names),
        Kind::If(condition, yes, no) => {
            add(condition, names);
            add_block(yes, names);
            add_block(no, names);
        }
        Kind::Match(value, cases) => {
            add(value, names);
            for case in cases {
                add_pattern(&case.pattern, names);
                case.guard.iter().for_each(|guard| add(guard, names));
                add_block(&case.value, names);
            }
        }
        Kind::Int(_) | Kind::Double(_) | Kind::Bool(_) | Kind::Missing => {}
    }
}

fn add_pattern(pattern: &Pattern, names: &mut BTreeSet<String>) {
    match &pattern.kind {
        PatternKind::Value(e) => add(e, names),
        PatternKind::Some(inner) => add_pattern(inner, names),
        PatternKind::Or(all) => all.iter().for_each(|p| add_pattern(p, names)),
        PatternKind::Any | PatternKind::Bind(_) | PatternKind::None => {}
    }
}
