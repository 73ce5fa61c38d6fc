//! Members of options and maps that look at what is there only where something is, or at something else where not.

use crate::cge::lambda::calls::Use;
use crate::cge::lambda::check::{Before, Checker, Low};
use crate::cge::lambda::types::Ty;
use crate::cge::lambda::words::article;
use base::Problem;
use language::tree::ExprKind;

fn inside(option: &Ty) -> Ty {
    if let Ty::Option(of) = option { of.as_ref().clone() } else { Ty::Unknown }
}

/// `option.getOrElse(other)`, `option.orElse(other)`
pub fn or_else(c: &mut Checker, used: Use, before: &mut Before) -> Low {
    let other = &used.values[0];
    let wanted = if used.name.text == "orElse" { used.of.ty.clone() } else { inside(&used.of.ty) };
    let mut inner = Vec::new();
    let other_low = c.expr(other, Some(&wanted), &mut inner);
    let Some(ty) = wanted.join(&other_low.ty) else {
        let low = c.fit(other_low, &wanted, other.span);
        return Low { ty: wanted, ..low };
    };
    c.make.at = used.span;
    if inner.is_empty() {
        return Low::new(c.make.coalesce(used.of.expr, other_low.expr), ty);
    }
    let value = c.once(used.of, "found", before);
    let there = c.quote("value != null", [("value", &value.expr)]);
    let expr = c.either(there, (Vec::new(), value.expr), (inner, other_low.expr), &ty, before);
    Low::new(expr, ty)
}

/// `option.contains(x)`
pub fn contains(c: &mut Checker, used: Use, before: &mut Before) -> Low {
    let (of, value) = (inside(&used.of.ty), &used.values[0]);
    let low = c.expr(value, Some(&of), before);
    if !low.ty.is_like(&of) {
        let message = format!("an option of {} never holds {}", article(&of), article(&low.ty));
        return c.fail(Problem::error("rule-type", value.span, message));
    }
    c.same(Low::new(used.of.expr, of), low, used.span)
}

/// `option.fold(start)(f)`
pub fn folded(c: &mut Checker, used: Use, before: &mut Before) -> Low {
    let [start, function] = used.values else { return c.wrong(used.span) };
    let of = inside(&used.of.ty);
    let value = c.named(used.of, "found", before);
    let there = c.quote("value != null", [("value", &value.expr)]);
    let mut no_before = Vec::new();
    let no = c.expr(start, used.want, &mut no_before);
    let mut yes_before = Vec::new();
    let result = if no.ty == Ty::Int { None } else { Some(no.ty.clone()) };
    let yes = c.inlined(function, &[Low::new(value.expr, of)], result.as_ref(), &mut yes_before);
    let ty = no.ty.join(&yes.ty).unwrap_or(Ty::Unknown);
    c.make.at = used.span;
    let expr = c.either(there, (yes_before, yes.expr), (no_before, no.expr), &ty, before);
    Low::new(expr, ty)
}

/// Members with functions of what is in the option.
pub fn looked_into(c: &mut Checker, used: Use, before: &mut Before) -> Low {
    let (option, name) = (used.of.ty.clone(), used.name.text.as_str());
    let value = c.named(used.of, "found", before);
    let wanted = if matches!(name, "map" | "flatMap") { None } else { Some(Ty::Boolean) };
    let mut inner = Vec::new();
    let given = Low::new(value.expr.clone(), inside(&option));
    let found = c.inlined(&used.values[0], &[given], wanted.as_ref(), &mut inner);
    c.make.at = used.span;
    let gaps = [("value", &value.expr), ("found", &found.expr)];
    let (yes, ty) = match name {
        "map" | "flatMap" if matches!(found.ty, Ty::Option(_)) => (found.expr, found.ty),
        "map" | "flatMap" => (found.expr, Ty::option(found.ty)),
        "filter" => (c.quote("found ? value : null", gaps), option),
        "filterNot" => (c.quote("!found ? value : null", gaps), option),
        // Nothing is in an empty option; all of it has whatever property.
        "exists" if inner.is_empty() => {
            return Low::new(c.quote("value != null && found", gaps), Ty::Boolean);
        }
        "forall" if inner.is_empty() => {
            return Low::new(c.quote("value == null || found", gaps), Ty::Boolean);
        }
        _ => (found.expr, Ty::Boolean),
    };
    let no = match name {
        "exists" | "forall" => c.make.expr(ExprKind::Bool(name == "forall")),
        _ => c.make.null(),
    };
    let there = c.quote("value != null", [("value", &value.expr)]);
    let expr = c.either(there, (inner, yes), (Vec::new(), no), &ty, before);
    Low::new(expr, ty)
}

/// `map.getOrElse(key, other)`
pub fn of_map_or_else(c: &mut Checker, used: Use, before: &mut Before) -> Low {
    let (Ty::Map(key, value), [at, other]) = (&used.of.ty, used.values) else { return c.wrong(used.span) };
    let at = c.typed(at, key, before);
    let other = c.expr(other, Some(value), before);
    let ty = value.join(&other.ty).unwrap_or(Ty::Unknown);
    c.make.at = used.span;
    let gaps = [("map", &used.of.expr), ("key", &at.expr), ("other", &other.expr)];
    Low::new(c.quote("map[key] ?? other", gaps), ty)
}
