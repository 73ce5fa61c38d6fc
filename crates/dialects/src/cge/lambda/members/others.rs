//! Members of numbers, Booleans, functions and the game that are more than a template.

use crate::cge::lambda::calls::Use;
use crate::cge::lambda::lowering::{Lowered, RuleLowering};
use crate::cge::lambda::types::Ty;

/// `x.equals(y)`, also of lists
pub(crate) fn equals(c: &mut RuleLowering, used: Use) -> Lowered {
    let want = Some(&used.of.ty).filter(|ty| matches!(ty, Ty::List(_)));
    let other = c.expr(&used.values[0], want);
    c.same(used.of, other, used.span)
}

/// `n.max(m)`, `n.min(m)`, `n.compare(m)`
pub(crate) fn of_two_numbers(c: &mut RuleLowering, used: Use) -> Lowered {
    let (value, name) = (&used.values[0], used.name.text.as_str());
    let own = used.of.ty.clone();
    let other = c.expr(value, None);
    let of = c.fit(used.of, &Ty::Double, used.span);
    let other = c.fit(other, &Ty::Double, value.span);
    c.build.at = used.span;
    if name == "compare" {
        return Lowered::new(c.quote("a - b", [("a", &of.expr), ("b", &other.expr)]), Ty::Int);
    }
    let ty = own.join(&other.ty).unwrap_or(Ty::Double);
    Lowered::new(c.build.function(name, vec![of.expr, other.expr]), ty)
}

pub(crate) fn applied(c: &mut RuleLowering, used: Use) -> Lowered {
    c.apply(used.of, used.values, used.span)
}

pub(crate) fn name_of_game(c: &mut RuleLowering, _used: Use) -> Lowered {
    let name = c.facts.name.clone();
    Lowered::new(c.build.text(&name), Ty::String)
}
