//! Orders of things that a player chooses in secret: who sees the things must not see the order. It follows variables
//! within one body.

use super::given::Given;
use super::sources::Code;
use crate::typed::visit::{Each, Visit};
use crate::typed::{ChoiceSpec, Expr, ExprKind, InputSource, LocalId};
use language::tree::Known;
use std::collections::BTreeSet;

/// What holds things in such an order, in one body.
pub(super) struct Orders {
    locals: BTreeSet<LocalId>,
    /// Whether all were chosen by the player who acts.
    pub(super) are_of_actor: bool,
}

fn is_secret_order(spec: &ChoiceSpec) -> bool {
    spec.ordered && spec.known == Some(Known::Secret)
}

/// The variables that hold what was chosen so, or a part of it.
pub(super) fn chosen(code: &Code<'_>, given: &Given<'_>) -> Orders {
    let mut orders = Orders { locals: BTreeSet::new(), are_of_actor: true };
    if let Code::Action(action) = code {
        for input in action.inputs.iter().filter(|input| is_secret_order(&input.spec)) {
            orders.locals.insert(input.local);
            orders.are_of_actor &= !matches!(input.source, InputSource::Player(_));
        }
    }
    let mut by_others = false;
    for (_, value) in &given.values {
        Each(|e: &Expr| {
            by_others |= matches!(&e.kind, ExprKind::Choose { by, spec, .. }
                if is_secret_order(spec) && !matches!(by.kind, ExprKind::Actor));
        })
        .expr(value);
    }
    orders.are_of_actor &= !by_others;
    loop {
        let new =
            given.values.iter().filter(|(local, value)| !orders.locals.contains(local) && orders.has(value));
        let new: Vec<LocalId> = new.map(|(local, _)| *local).collect();
        if new.is_empty() {
            return orders;
        }
        orders.locals.extend(new);
    }
}

impl Orders {
    /// Whether an expression gives something of what was chosen so.
    pub(super) fn has(&self, e: &Expr) -> bool {
        let mut found = false;
        Each(|e: &Expr| {
            found |= match &e.kind {
                ExprKind::Local(local) => self.locals.contains(local),
                ExprKind::Choose { spec, .. } => is_secret_order(spec),
                _ => false,
            };
        })
        .expr(e);
        found
    }
}
