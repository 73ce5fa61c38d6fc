//! Members of options and maps that look at what is there only where something is, or at something else where not;
//! and those of numbers, Booleans, functions and the game that are more than a template.

use crate::cge::lambda::calls::Use;
use crate::cge::lambda::lowering::{Lowered, RuleLowering};
use crate::cge::lambda::types::Ty;
use crate::cge::lambda::words::article;
use language::tree::ExprKind;

fn inside(option: &Ty) -> Ty {
    if let Ty::Option(of) = option { of.as_ref().clone() } else { Ty::Unknown }
}

/// `option.getOrElse(other)`, `option.orElse(other)`
pub(crate) fn or_else(c: &mut RuleLowering, used: Use) -> Lowered {
    let other = &used.values[0];
    let wanted = if used.name.text == "orElse" { used.of.ty.clone() } else { inside(&used.of.ty) };
    let (other_low, inner) = c.hoisting(|c| c.expr(other, Some(&wanted)));
    let Some(ty) = wanted.join(&other_low.ty) else {
        let low = c.fit(other_low, &wanted, other.span);
        return Lowered { ty: wanted, ..low };
    };
    c.build.at = used.span;
    if inner.is_empty() {
        return Lowered::new(c.build.coalesce(used.of.expr, other_low.expr), ty);
    }
    let value = c.once(used.of, "found");
    let there = c.quote("value != null", [("value", &value.expr)]);
    let expr = c.either(there, (Vec::new(), value.expr), (inner, other_low.expr), &ty);
    Lowered::new(expr, ty)
}

/// `option.contains(x)`
pub(crate) fn contains(c: &mut RuleLowering, used: Use) -> Lowered {
    let (of, value) = (inside(&used.of.ty), &used.values[0]);
    let low = c.expr(value, Some(&of));
    if !low.ty.is_like(&of) {
        let message = format!("an option of {} never holds {}", article(&of), article(&low.ty));
        return c.wrong_type(value.span, message);
    }
    c.same(Lowered::new(used.of.expr, of), low, used.span)
}

/// `option.fold(start)(f)`
pub(crate) fn folded(c: &mut RuleLowering, used: Use) -> Lowered {
    let [start, function] = used.values else { return c.error_expr(used.span) };
    let of = inside(&used.of.ty);
    let value = c.named(used.of, "found");
    let there = c.quote("value != null", [("value", &value.expr)]);
    let (no, no_hoisted) = c.hoisting(|c| c.expr(start, used.want));
    let result = if no.ty == Ty::Int { None } else { Some(no.ty.clone()) };
    let given = [Lowered::new(value.expr, of)];
    let (yes, yes_hoisted) = c.hoisting(|c| c.inlined(function, &given, result.as_ref()));
    let ty = no.ty.join(&yes.ty).unwrap_or(Ty::Unknown);
    c.build.at = used.span;
    let expr = c.either(there, (yes_hoisted, yes.expr), (no_hoisted, no.expr), &ty);
    Lowered::new(expr, ty)
}

/// Members with functions of what is in the option.
pub(crate) fn looked_into(c: &mut RuleLowering, used: Use) -> Lowered {
    let (option, name) = (used.of.ty.clone(), used.name.text.as_str());
    let value = c.named(used.of, "found");
    let wanted = if matches!(name, "map" | "flatMap") { None } else { Some(Ty::Boolean) };
    let given = [Lowered::new(value.expr.clone(), inside(&option))];
    let (found, inner) = c.hoisting(|c| c.inlined(&used.values[0], &given, wanted.as_ref()));
    c.build.at = used.span;
    let gaps = [("value", &value.expr), ("found", &found.expr)];
    let (yes, ty) = match name {
        "map" | "flatMap" if matches!(found.ty, Ty::Option(_)) => (found.expr, found.ty),
        "map" | "flatMap" => (found.expr, Ty::option(found.ty)),
        "filter" => (c.quote("found ? value : null", gaps), option),
        "filterNot" => (c.quote("!found ? value : null", gaps), option),
        // Nothing is in an empty option; all of it has whatever property.
        "exists" if inner.is_empty() => {
            return Lowered::new(c.quote("value != null && found", gaps), Ty::Boolean);
        }
        "forall" if inner.is_empty() => {
            return Lowered::new(c.quote("value == null || found", gaps), Ty::Boolean);
        }
        _ => (found.expr, Ty::Boolean),
    };
    let no = match name {
        "exists" | "forall" => c.build.expr(ExprKind::Bool(name == "forall")),
        _ => c.build.null(),
    };
    let there = c.quote("value != null", [("value", &value.expr)]);
    let expr = c.either(there, (inner, yes), (Vec::new(), no), &ty);
    Lowered::new(expr, ty)
}

/// `map.getOrElse(key, other)`
pub(crate) fn of_map_or_else(c: &mut RuleLowering, used: Use) -> Lowered {
    let (Ty::Map(key, value), [at, other]) = (&used.of.ty, used.values) else {
        return c.error_expr(used.span);
    };
    let at = c.typed(at, key);
    let other = c.expr(other, Some(value));
    let ty = value.join(&other.ty).unwrap_or(Ty::Unknown);
    c.build.at = used.span;
    let gaps = [("map", &used.of.expr), ("key", &at.expr), ("other", &other.expr)];
    Lowered::new(c.quote("map[key] ?? other", gaps), ty)
}

// ---- what is neither an option nor a map ----

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
    Lowered::new(c.build.call(name, vec![of.expr, other.expr]), ty)
}

pub(crate) fn applied(c: &mut RuleLowering, used: Use) -> Lowered {
    c.apply(used.of, used.values, used.span)
}

pub(crate) fn name_of_game(c: &mut RuleLowering, _used: Use) -> Lowered {
    let name = c.facts.name.clone();
    Lowered::new(c.build.text(&name), Ty::String)
}
