//! Members of lists and sets that take values or nothing: what is in them, parts of them, joining, order.

use super::{Known, known};
use crate::cge::lambda::calls::Use;
use crate::cge::lambda::check::{Before, Checker, Low};
use crate::cge::lambda::types::Ty;
use crate::cge::lambda::words::article;
use base::{Problem, Span};
use language::tree::{BinaryOp, Expr as Tgdl, ExprKind};

pub const LIST: &[Known] = &[
    known("head", 0, 0),
    known("last", 0, 0),
    known("tail", 0, 0),
    known("init", 0, 0),
    known("headOption", 0, 0),
    known("lastOption", 0, 0),
    known("isEmpty", 0, 0),
    known("nonEmpty", 0, 0),
    known("size", 0, 0),
    known("length", 0, 0),
    known("contains", 1, 1),
    known("sum", 0, 0),
    known("product", 0, 0),
    known("max", 0, 0),
    known("min", 0, 0),
    known("maxOption", 0, 0),
    known("minOption", 0, 0),
    known("indexOf", 1, 1),
    known("take", 1, 1),
    known("drop", 1, 1),
    known("takeRight", 1, 1),
    known("dropRight", 1, 1),
    known("slice", 2, 2),
    known("reverse", 0, 0),
    known("distinct", 0, 0),
    known("sorted", 0, 0),
    known("toList", 0, 0),
    known("toSeq", 0, 0),
    known("toVector", 0, 0),
    known("toSet", 0, 0),
    known("flatten", 0, 0),
    known("mkString", 0, 3),
    known("indices", 0, 0),
    known("apply", 1, 1),
    known("lift", 1, 1),
    known("isDefinedAt", 1, 1),
    known("diff", 1, 1),
    known("intersect", 1, 1),
    known("concat", 1, 1),
    known("appended", 1, 1),
    known("prepended", 1, 1),
    known("appendedAll", 1, 1),
    known("sameElements", 1, 1),
    known("equals", 1, 1),
    known(":+", 1, 1),
    known("++", 1, 1),
    known(":::", 1, 1),
    known("::", 1, 1),
];

pub fn list(c: &mut Checker, used: Use, of: &Ty, before: &mut Before) -> Low {
    let (span, ty) = (used.span, used.of.ty.clone());
    let name = used.name.text.as_str();
    c.make.at = span;
    match (name, used.values) {
        ("isEmpty" | "nonEmpty" | "size" | "length", _) => how_many(c, used.of, name),
        ("reverse" | "distinct", _) => Low::new(method(c, used.of, name), ty),
        ("toList" | "toSeq" | "toVector", _) => used.of,
        ("toSet", _) => c.distinct(used.of, span),
        ("contains", [value]) => contains(c, used.of, of, value, span, before),
        ("indexOf", [value]) => {
            let value = element(c, value, of, before);
            c.make.at = span;
            Low::new(c.make.method(used.of.expr, "indexOf", vec![value.expr]), Ty::Int)
        }
        ("head" | "last" | "tail" | "init" | "headOption" | "lastOption", _) => end(c, used, of, before),
        ("sum" | "product" | "max" | "min" | "maxOption" | "minOption" | "sorted", _) => order(c, used, of),
        ("apply", [_]) => c.apply(used.of, used.values, span, before),
        ("mkString", _) => joined(c, used, of, before),
        ("flatten", _) => flattened(c, used.of, of, span),
        ("indices" | "lift" | "isDefinedAt", _) => places(c, used, of, before),
        ("sameElements" | "equals", [other]) => {
            let other = c.expr(other, Some(&ty), before);
            c.same(used.of, other, span)
        }
        ("diff" | "intersect", [other]) => {
            let other = c.typed(other, &ty, before);
            c.make.at = span;
            let without = c.make.method(used.of.expr.clone(), "without", vec![other.expr]);
            if name == "diff" {
                return Low::new(without, ty);
            }
            Low::new(c.make.method(used.of.expr, "without", vec![without]), ty)
        }
        ("concat" | "appended" | "prepended" | "appendedAll" | ":+" | "++" | ":::" | "::", [other]) => {
            let wanted = if matches!(name, "appended" | "prepended" | ":+" | "::") { of } else { &ty };
            let other = c.expr(other, Some(wanted), before);
            match name {
                "appended" | ":+" => c.joined_lists(span, used.of, ":+", other),
                "prepended" | "::" => c.joined_lists(span, other, "::", used.of),
                ":::" => c.joined_lists(span, other, ":::", used.of),
                _ => c.joined_lists(span, used.of, "++", other),
            }
        }
        _ => part(c, used, before),
    }
}

/// Whether there are any, or how many; of those that a `filter` leaves no list is made first.
fn how_many(c: &mut Checker, list: Low, name: &str) -> Low {
    let is_count = matches!(name, "size" | "length");
    let expr = match filtered(list.expr) {
        Ok((all, test)) => {
            let found = c.make.method(all, if is_count { "count" } else { "any" }, vec![test]);
            if name == "isEmpty" { c.make.not(found) } else { found }
        }
        Err(list) if is_count => c.make.member(list, "length"),
        Err(list) => {
            let empty = c.make.method(list, "isEmpty", Vec::new());
            if name == "isEmpty" { empty } else { c.make.not(empty) }
        }
    };
    Low::new(expr, if is_count { Ty::Int } else { Ty::Boolean })
}

/// The list and the test of `list.filter(test)`; otherwise the expression as it was.
fn filtered(expr: Tgdl) -> Result<(Tgdl, Tgdl), Tgdl> {
    let is_filter = matches!(&expr.kind, ExprKind::Call(callee, values)
        if values.len() == 1 && matches!(&callee.kind, ExprKind::Member(_, name) if name.text == "filter"));
    match expr.kind {
        ExprKind::Call(callee, mut values) if is_filter => match (callee.kind, values.pop()) {
            (ExprKind::Member(list, _), Some(test)) => Ok((*list, test.value)),
            (kind, _) => Err(Tgdl { id: callee.id, kind }),
        },
        kind => Err(Tgdl { id: expr.id, kind }),
    }
}

/// `take`, `drop` and the like.
fn part(c: &mut Checker, used: Use, before: &mut Before) -> Low {
    let (span, ty) = (used.span, used.of.ty.clone());
    let counts: Vec<Tgdl> = used.values.iter().map(|v| c.typed(v, &Ty::Int, before).expr).collect();
    c.make.at = span;
    let mut counts = counts.into_iter();
    let expr = match (used.name.text.as_str(), counts.next(), counts.next()) {
        ("slice", Some(from), Some(to)) => {
            let taken = c.make.method(used.of.expr, "take", vec![to]);
            c.make.method(taken, "drop", vec![from])
        }
        ("takeRight" | "dropRight", Some(n), None) => {
            let plain = if used.name.text == "takeRight" { "take" } else { "drop" };
            let turned = method(c, used.of, "reverse");
            let some = c.make.method(turned, plain, vec![n]);
            c.make.method(some, "reverse", Vec::new())
        }
        (plain, Some(n), None) => c.make.method(used.of.expr, plain, vec![n]),
        _ => return c.wrong(span),
    };
    Low::new(expr, ty)
}

/// The ends of a list, and what is between them.
fn end(c: &mut Checker, used: Use, of: &Ty, before: &mut Before) -> Low {
    let (ty, of) = (used.of.ty.clone(), of.clone());
    let zero = c.make.number(0.0);
    let one = c.make.number(1.0);
    match used.name.text.as_str() {
        "head" => Low::new(c.make.index(used.of.expr, zero), of),
        "last" => {
            let turned = method(c, used.of, "reverse");
            Low::new(c.make.index(turned, zero), of)
        }
        "tail" => Low::new(c.make.method(used.of.expr, "drop", vec![one]), ty),
        "init" => {
            let list = c.once(used.of, "list", before);
            let length = c.make.member(list.expr.clone(), "length");
            let but_one = c.make.binary(BinaryOp::Subtract, length, one);
            Low::new(c.make.method(list.expr, "take", vec![but_one]), ty)
        }
        "headOption" => Low::new(method(c, used.of, "first"), Ty::option(of)),
        _ => Low::new(method(c, used.of, "last"), Ty::option(of)),
    }
}

/// Sums and extremes, which are there for numbers; order is there for texts too.
fn order(c: &mut Checker, used: Use, of: &Ty) -> Low {
    let name = used.name.text.as_str();
    let needs_number = matches!(name, "sum" | "product");
    if !(of.is_number() || !needs_number && *of == Ty::String) {
        let what = if needs_number { "numbers" } else { "numbers or texts" };
        let message = format!("`{name}` is there for lists of {what}, not for {}", article(&used.of.ty));
        let problem = Problem::error("rule-type", used.name.span, message);
        return c.fail(problem.hint("take something of each first: `.map(p => p.points)`"));
    }
    let of = if *of == Ty::Nothing { Ty::Int } else { of.clone() };
    let is_max = name.starts_with("max");
    match name {
        "sum" => Low::new(method(c, used.of, "sum"), of),
        "product" => {
            let (a, b) = (c.scope.fresh("a"), c.scope.fresh("b"));
            let (left, right) = (c.make.var(&a), c.make.var(&b));
            let product = c.make.binary(BinaryOp::Multiply, left, right);
            let times = c.make.lambda(&[a, b], Vec::new(), product);
            let one = c.make.number(1.0);
            Low::new(c.make.method(used.of.expr, "fold", vec![one, times]), of)
        }
        "sorted" => {
            let ty = used.of.ty.clone();
            Low::new(sorted(c, used.of), ty)
        }
        _ => {
            let found = if of == Ty::String {
                let all = sorted(c, used.of);
                c.make.method(all, if is_max { "last" } else { "first" }, Vec::new())
            } else {
                method(c, used.of, &name[..3])
            };
            if name.ends_with("Option") {
                return Low::new(found, Ty::option(of));
            }
            let fault = c.fault(&format!("an empty list has no `{name}`"));
            Low::new(c.make.coalesce(found, fault), of)
        }
    }
}

fn sorted(c: &mut Checker, low: Low) -> Tgdl {
    let name = c.scope.fresh("x");
    let var = c.make.var(&name);
    let same = c.make.lambda(&[name], Vec::new(), var);
    c.make.method(low.expr, "sortBy", vec![same])
}

pub fn contains(
    c: &mut Checker,
    list: Low,
    of: &Ty,
    value: &crate::cge::lambda::tree::Expr,
    span: Span,
    before: &mut Before,
) -> Low {
    let value = element(c, value, of, before);
    c.make.at = span;
    if !matches!(of, Ty::List(_) | Ty::Set(_)) {
        return Low::new(c.make.method(list.expr, "contains", vec![value.expr]), Ty::Boolean);
    }
    // Lists in a list are looked at one by one: they are the same if what they hold is.
    let value = c.once(value, "wanted", before);
    let name = c.scope.fresh("one");
    let one = Low::new(c.make.var(&name), of.clone());
    let same = c.same(one, value, span);
    let test = c.make.lambda(&[name], Vec::new(), same.expr);
    Low::new(c.make.method(list.expr, "any", vec![test]), Ty::Boolean)
}

/// A value that a list is asked for, which must be of the kind of its elements.
fn element(c: &mut Checker, value: &crate::cge::lambda::tree::Expr, of: &Ty, before: &mut Before) -> Low {
    let low = c.expr(value, Some(of), before);
    if low.ty.is_like(of) {
        return low;
    }
    let message = format!("a list of {} never holds {}", article(of), article(&low.ty));
    let mut problem = Problem::error("rule-type", value.span, message);
    if *of == Ty::Card && low.ty == Ty::String {
        problem =
            problem.hint("write `.map(_.suit)` or `.map(_.rank)` before it, or `.exists(_.suit == ...)`");
    }
    c.fail(problem)
}

/// `mkString(", ")`
fn joined(c: &mut Checker, used: Use, of: &Ty, before: &mut Before) -> Low {
    let texts: Vec<Tgdl> = used.values.iter().map(|v| c.typed(v, &Ty::String, before).expr).collect();
    c.make.at = used.span;
    let (open, between, close) = match <[Tgdl; 3]>::try_from(texts) {
        Ok([open, between, close]) => (Some(open), Some(between), Some(close)),
        Err(mut texts) => (None, texts.pop(), None),
    };
    let list = c.once(used.of, "list", before);
    let (all, one) = (c.scope.fresh("all"), c.scope.fresh("one"));
    let element = Low::new(c.make.var(&one), of.clone());
    let shown = c.shown(element, used.span);
    c.make.at = used.span;
    let mut sum = c.make.var(&all);
    if let Some(between) = between {
        sum = c.make.binary(BinaryOp::Add, sum, between);
    }
    let shown = c.make.expr(language::tree::ExprKind::String(vec![language::tree::Part::Expr(shown)]));
    let sum = c.make.binary(BinaryOp::Add, sum, shown);
    let join = c.make.lambda(&[all, one], Vec::new(), sum);
    let zero = c.make.number(0.0);
    let head = Low::new(c.make.index(list.expr.clone(), zero), of.clone());
    let first = c.shown(head, used.span);
    c.make.at = used.span;
    let first = c.make.expr(language::tree::ExprKind::String(vec![language::tree::Part::Expr(first)]));
    let one = c.make.number(1.0);
    let rest = c.make.method(list.expr.clone(), "drop", vec![one]);
    let folded = c.make.method(rest, "fold", vec![first, join]);
    let empty = method(c, list, "isEmpty");
    let nothing = c.make.text("");
    let mut text = c.make.ternary(empty, nothing, folded);
    for (part, is_first) in [(open, true), (close, false)] {
        if let Some(part) = part {
            let (a, b) = if is_first { (part, text) } else { (text, part) };
            text = c.make.binary(BinaryOp::Add, a, b);
        }
    }
    Low::new(text, Ty::String)
}

fn flattened(c: &mut Checker, low: Low, of: &Ty, span: Span) -> Low {
    match of {
        Ty::List(_) => Low::new(method(c, low, "flatten"), of.clone()),
        Ty::Option(inner) => {
            let ty = Ty::list(inner.as_ref().clone());
            Low::new(present(c, low.expr), ty)
        }
        _ => {
            let message = format!("`flatten` is there for lists of lists, not for {}", article(&low.ty));
            c.fail(Problem::error("rule-type", span, message))
        }
    }
}

/// Those that are not empty.
pub fn present(c: &mut Checker, list: Tgdl) -> Tgdl {
    let name = c.scope.fresh("x");
    let (var, null) = (c.make.var(&name), c.make.null());
    let there = c.make.binary(BinaryOp::NotEqual, var, null);
    let test = c.make.lambda(&[name], Vec::new(), there);
    c.make.method(list, "filter", vec![test])
}

/// Indices, and what is there only where an index is.
fn places(c: &mut Checker, used: Use, of: &Ty, before: &mut Before) -> Low {
    let list = c.once(used.of, "list", before);
    let (zero, one) = (c.make.number(0.0), c.make.number(1.0));
    let length = c.make.member(list.expr.clone(), "length");
    let Some(at) = used.values.first() else {
        let last = c.make.binary(BinaryOp::Subtract, length, one);
        return Low::new(c.make.range(zero, last), Ty::list(Ty::Int));
    };
    let at = c.typed(at, &Ty::Int, before);
    let at = c.once(at, "index", before);
    c.make.at = used.span;
    let low = c.make.binary(BinaryOp::GreaterEqual, at.expr.clone(), zero);
    let high = c.make.binary(BinaryOp::Less, at.expr.clone(), length);
    let inside = c.make.binary(BinaryOp::And, low, high);
    if used.name.text == "isDefinedAt" {
        return Low::new(inside, Ty::Boolean);
    }
    let found = c.make.index(list.expr, at.expr);
    let null = c.make.null();
    Low::new(c.make.ternary(inside, found, null), Ty::option(of.clone()))
}

/// `low.name()`
pub fn method(c: &mut Checker, low: Low, name: &str) -> Tgdl {
    c.make.method(low.expr, name, Vec::new())
}
