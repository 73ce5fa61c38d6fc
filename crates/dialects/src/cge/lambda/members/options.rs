//! Members of options, which are null in TGDL where they are empty, and of maps, which are tables.

use super::lists::method;
use super::{Known, known};
use crate::cge::lambda::calls::Use;
use crate::cge::lambda::check::{Before, Checker, Low};
use crate::cge::lambda::types::Ty;
use crate::cge::lambda::words::article;
use base::Problem;
use language::tree::{BinaryOp, Expr as Tgdl, ExprKind};

pub const OPTION: &[Known] = &[
    known("getOrElse", 1, 1),
    known("get", 0, 0),
    known("isDefined", 0, 0),
    known("nonEmpty", 0, 0),
    known("isEmpty", 0, 0),
    known("contains", 1, 1),
    known("map", 1, 1),
    known("flatMap", 1, 1),
    known("filter", 1, 1),
    known("filterNot", 1, 1),
    known("exists", 1, 1),
    known("forall", 1, 1),
    known("fold", 2, 2),
    known("orElse", 1, 1),
    known("toList", 0, 0),
    known("size", 0, 0),
];

pub const MAP: &[Known] = &[
    known("get", 1, 1),
    known("getOrElse", 2, 2),
    known("apply", 1, 1),
    known("contains", 1, 1),
    known("isDefinedAt", 1, 1),
    known("keys", 0, 0),
    known("keySet", 0, 0),
    known("values", 0, 0),
    known("size", 0, 0),
    known("isEmpty", 0, 0),
    known("nonEmpty", 0, 0),
    known("exists", 1, 1),
    known("forall", 1, 1),
    known("count", 1, 1),
    known("map", 1, 1),
];

pub fn option(c: &mut Checker, used: Use, of: &Ty, before: &mut Before) -> Low {
    let (span, ty) = (used.span, used.of.ty.clone());
    c.make.at = span;
    let null = c.make.null();
    match (used.name.text.as_str(), used.values) {
        ("getOrElse" | "orElse", [other]) => {
            let wanted = if used.name.text == "orElse" { ty } else { of.clone() };
            let mut inner = Vec::new();
            let other_low = c.expr(other, Some(&wanted), &mut inner);
            let Some(ty) = wanted.join(&other_low.ty) else {
                let low = c.fit(other_low, &wanted, other.span);
                return Low { ty: wanted, ..low };
            };
            c.make.at = span;
            if inner.is_empty() {
                return Low::new(c.make.coalesce(used.of.expr, other_low.expr), ty);
            }
            let value = c.once(used.of, "found", before);
            let there = c.make.binary(BinaryOp::NotEqual, value.expr.clone(), null);
            let expr = c.either(there, (Vec::new(), value.expr), (inner, other_low.expr), &ty, before);
            Low::new(expr, ty)
        }
        ("get", _) => {
            let fault = c.fault("the option is empty: `get` finds nothing in it");
            Low::new(c.make.coalesce(used.of.expr, fault), of.clone())
        }
        ("isDefined" | "nonEmpty", _) => {
            Low::new(c.make.binary(BinaryOp::NotEqual, used.of.expr, null), Ty::Boolean)
        }
        ("isEmpty", _) => Low::new(c.make.binary(BinaryOp::Equal, used.of.expr, null), Ty::Boolean),
        ("contains", [value]) => {
            let value_low = c.expr(value, Some(of), before);
            if !value_low.ty.is_like(of) {
                let message = format!("an option of {} never holds {}", article(of), article(&value_low.ty));
                return c.fail(Problem::error("rule-type", value.span, message));
            }
            let inside = Low::new(used.of.expr, of.clone());
            c.same(inside, value_low, span)
        }
        ("toList" | "size", _) => {
            let value = c.once(used.of, "found", before);
            let there = c.make.binary(BinaryOp::NotEqual, value.expr.clone(), null);
            if used.name.text == "size" {
                let (one, zero) = (c.make.number(1.0), c.make.number(0.0));
                return Low::new(c.make.ternary(there, one, zero), Ty::Int);
            }
            let list = Ty::list(of.clone());
            let some = c.make.new_of(&list, vec![value.expr]);
            let none = c.make.new_of(&list, Vec::new());
            Low::new(c.make.ternary(there, some, none), list)
        }
        _ => looked_into(c, used, of, before),
    }
}

/// Members with functions of what is in the option.
fn looked_into(c: &mut Checker, used: Use, of: &Ty, before: &mut Before) -> Low {
    let (span, option) = (used.span, used.of.ty.clone());
    let name = used.name.text.as_str();
    let value = c.named(used.of, "found", before);
    let inside = Low::new(value.expr.clone(), of.clone());
    let null = c.make.null();
    let there = c.make.binary(BinaryOp::NotEqual, value.expr.clone(), null);
    if let [start, function] = used.values {
        let mut no_before = Vec::new();
        let no = c.expr(start, used.want, &mut no_before);
        let mut yes_before = Vec::new();
        let result = if no.ty == Ty::Int { None } else { Some(no.ty.clone()) };
        let yes = c.inlined(function, &[inside], result.as_ref(), &mut yes_before);
        let ty = no.ty.join(&yes.ty).unwrap_or(Ty::Unknown);
        c.make.at = span;
        let expr = c.either(there, (yes_before, yes.expr), (no_before, no.expr), &ty, before);
        return Low::new(expr, ty);
    }
    let Some(function) = used.values.first() else { return c.wrong(span) };
    let wanted = if matches!(name, "map" | "flatMap") { None } else { Some(Ty::Boolean) };
    let mut inner = Vec::new();
    let found = c.inlined(function, &[inside], wanted.as_ref(), &mut inner);
    c.make.at = span;
    let null = c.make.null();
    let (yes, no, ty) = match name {
        "map" | "flatMap" => {
            let ty = if matches!(found.ty, Ty::Option(_)) {
                found.ty.clone()
            } else {
                Ty::option(found.ty.clone())
            };
            (found.expr, null, ty)
        }
        "filter" | "filterNot" => {
            let keeps = if name == "filter" { found.expr } else { c.make.not(found.expr) };
            let yes = c.make.ternary(keeps, value.expr.clone(), null);
            (yes, c.make.null(), option)
        }
        _ => {
            // Nothing is in an empty option; all of it has whatever property.
            if inner.is_empty() {
                let expr = if name == "exists" {
                    c.make.binary(BinaryOp::And, there, found.expr)
                } else {
                    let empty = c.make.binary(BinaryOp::Equal, value.expr, null);
                    c.make.binary(BinaryOp::Or, empty, found.expr)
                };
                return Low::new(expr, Ty::Boolean);
            }
            (found.expr, c.make.expr(ExprKind::Bool(name == "forall")), Ty::Boolean)
        }
    };
    let expr = c.either(there, (inner, yes), (Vec::new(), no), &ty, before);
    Low::new(expr, ty)
}

pub fn map(c: &mut Checker, used: Use, (key, value): (&Ty, &Ty), before: &mut Before) -> Low {
    let span = used.span;
    c.make.at = span;
    match (used.name.text.as_str(), used.values) {
        ("get" | "getOrElse" | "contains" | "isDefinedAt", [at, rest @ ..]) => {
            let at = c.typed(at, key, before);
            c.make.at = span;
            if matches!(used.name.text.as_str(), "contains" | "isDefinedAt") {
                return Low::new(c.make.method(used.of.expr, "contains", vec![at.expr]), Ty::Boolean);
            }
            let found = c.make.index(used.of.expr, at.expr);
            let Some(other) = rest.first() else { return Low::new(found, Ty::option(value.clone())) };
            let other = c.expr(other, Some(value), before);
            let ty = value.join(&other.ty).unwrap_or(Ty::Unknown);
            c.make.at = span;
            Low::new(c.make.coalesce(found, other.expr), ty)
        }
        ("apply", [_]) => c.apply(used.of, used.values, span, before),
        ("keys" | "keySet", _) => {
            let ty = Box::new(key.clone());
            let ty = if used.name.text == "keys" { Ty::List(ty) } else { Ty::Set(ty) };
            Low::new(method(c, used.of, "keys"), ty)
        }
        ("values", _) => Low::new(method(c, used.of, "values"), Ty::list(value.clone())),
        ("size", _) => Low::new(c.make.member(used.of.expr, "length"), Ty::Int),
        ("isEmpty" | "nonEmpty", _) => {
            let length = c.make.member(used.of.expr, "length");
            let zero = c.make.number(0.0);
            let op = if used.name.text == "isEmpty" { BinaryOp::Equal } else { BinaryOp::Greater };
            Low::new(c.make.binary(op, length, zero), Ty::Boolean)
        }
        (name, [function]) => {
            let all = c.named(used.of, "all", before);
            let result = if name == "map" { Ty::Unknown } else { Ty::Boolean };
            let (function, gives) = c.function(function, &[key.clone(), value.clone()], &result, before);
            c.make.at = span;
            let function = of_key(c, function, all.expr.clone(), key, value, &gives, before);
            let keys = c.make.method(all.expr, "keys", Vec::new());
            let (name, ty) = match name {
                "exists" => ("any", Ty::Boolean),
                "forall" => ("all", Ty::Boolean),
                "count" => ("count", Ty::Int),
                _ => ("map", Ty::list(gives)),
            };
            Low::new(c.make.method(keys, name, vec![function]), ty)
        }
        _ => c.wrong(span),
    }
}

/// A function of key and value as one of the key.
fn of_key(
    c: &mut Checker,
    function: Tgdl,
    table: Tgdl,
    key: &Ty,
    value: &Ty,
    gives: &Ty,
    before: &mut Before,
) -> Tgdl {
    let ty = Ty::Function(vec![key.clone(), value.clone()], Box::new(gives.clone()));
    let name = c.scope.fresh("of");
    let declared = c.make.declare(&ty, &name, Some(function));
    before.push(declared);
    let of = c.make.var(&name);
    let at = c.scope.fresh("key");
    let (first, again) = (c.make.var(&at), c.make.var(&at));
    let found = c.make.index(table, again);
    let called = c.make.call(of, vec![first, found]);
    c.make.lambda(&[at], Vec::new(), called)
}
