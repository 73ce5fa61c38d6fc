//! Members of numbers, Booleans, functions and the game that are more than a template.

use crate::cge::lambda::calls::Use;
use crate::cge::lambda::check::{Before, Checker, Low};
use crate::cge::lambda::types::Ty;

/// `x.equals(y)`, also of lists
pub fn equals(c: &mut Checker, used: Use, before: &mut Before) -> Low {
    let want = Some(&used.of.ty).filter(|ty| matches!(ty, Ty::List(_)));
    let other = c.expr(&used.values[0], want, before);
    c.same(used.of, other, used.span)
}

/// `n.max(m)`, `n.min(m)`, `n.compare(m)`
pub fn of_two_numbers(c: &mut Checker, used: Use, before: &mut Before) -> Low {
    let (value, name) = (&used.values[0], used.name.text.as_str());
    let own = used.of.ty.clone();
    let other = c.expr(value, None, before);
    let of = c.fit(used.of, &Ty::Double, used.span);
    let other = c.fit(other, &Ty::Double, value.span);
    c.make.at = used.span;
    if name == "compare" {
        return Low::new(c.quote("a - b", [("a", &of.expr), ("b", &other.expr)]), Ty::Int);
    }
    let ty = own.join(&other.ty).unwrap_or(Ty::Double);
    Low::new(c.make.function(name, vec![of.expr, other.expr]), ty)
}

pub fn applied(c: &mut Checker, used: Use, before: &mut Before) -> Low {
    c.apply(used.of, used.values, used.span, before)
}

pub fn name_of_game(c: &mut Checker, _used: Use, _before: &mut Before) -> Low {
    let name = c.facts.name.clone();
    Low::new(c.make.text(&name), Ty::String)
}
