//! Members of texts, numbers, Booleans and functions.

use super::lists::method;
use super::{Known, known};
use crate::cge::lambda::calls::Use;
use crate::cge::lambda::check::{Before, Checker, Low};
use crate::cge::lambda::types::Ty;
use language::tree::{BinaryOp, Expr as Tgdl, ExprKind, Part, TypeKind};

pub const STRING: &[Known] = &[
    known("length", 0, 0),
    known("size", 0, 0),
    known("isEmpty", 0, 0),
    known("nonEmpty", 0, 0),
    known("contains", 1, 1),
    known("startsWith", 1, 1),
    known("endsWith", 1, 1),
    known("indexOf", 1, 1),
    known("toUpperCase", 0, 0),
    known("toLowerCase", 0, 0),
    known("take", 1, 1),
    known("drop", 1, 1),
    known("takeRight", 1, 1),
    known("dropRight", 1, 1),
    known("substring", 1, 2),
    known("split", 1, 1),
    known("charAt", 1, 1),
    known("apply", 1, 1),
    known("head", 0, 0),
    known("last", 0, 0),
    known("toInt", 0, 0),
    known("toDouble", 0, 0),
    known("toIntOption", 0, 0),
    known("toDoubleOption", 0, 0),
    known("toString", 0, 0),
    known("concat", 1, 1),
    known("equals", 1, 1),
    known("equalsIgnoreCase", 1, 1),
    known("compareTo", 1, 1),
];

pub const NUMBER: &[Known] = &[
    known("toString", 0, 0),
    known("toInt", 0, 0),
    known("toLong", 0, 0),
    known("toDouble", 0, 0),
    known("abs", 0, 0),
    known("max", 1, 1),
    known("min", 1, 1),
    known("floor", 0, 0),
    known("ceil", 0, 0),
    known("round", 0, 0),
    known("to", 1, 1),
    known("until", 1, 1),
    known("compare", 1, 1),
    known("equals", 1, 1),
    known("sign", 0, 0),
];

pub const BOOLEAN: &[Known] = &[known("toString", 0, 0), known("equals", 1, 1)];

pub const FUNCTION: &[Known] = &[known("apply", 0, 9)];

pub fn function(c: &mut Checker, used: Use, _ty: (&[Ty], &Ty), before: &mut Before) -> Low {
    c.apply(used.of, used.values, used.span, before)
}

pub fn boolean(c: &mut Checker, used: Use, before: &mut Before) -> Low {
    if let [other] = used.values {
        let other = c.expr(other, None, before);
        return c.same(used.of, other, used.span);
    }
    Low::new(text_of(c, used.of.expr), Ty::String)
}

/// `"{value}"`
fn text_of(c: &mut Checker, expr: Tgdl) -> Tgdl {
    c.make.expr(ExprKind::String(vec![Part::Expr(expr)]))
}

pub fn number(c: &mut Checker, used: Use, before: &mut Before) -> Low {
    let (span, ty) = (used.span, used.of.ty.clone());
    let name = used.name.text.as_str();
    let Some(other) = used.values.first() else {
        c.make.at = span;
        let of = used.of.expr;
        return match name {
            "toString" => Low::new(text_of(c, of), Ty::String),
            "toInt" | "toLong" if ty == Ty::Double => Low::new(c.whole(of), Ty::Int),
            "toInt" | "toLong" => Low::new(of, Ty::Int),
            "toDouble" => Low::new(of, Ty::Double),
            "round" if ty == Ty::Double => Low::new(c.rounded(of), Ty::Int),
            "round" => Low::new(of, ty),
            "sign" => {
                let of = c.once(Low::new(of, ty.clone()), "n", before);
                let above = compared(c, BinaryOp::Greater, of.expr.clone());
                let below = compared(c, BinaryOp::Less, of.expr);
                Low::new(c.make.binary(BinaryOp::Subtract, above, below), ty)
            }
            _ => Low::new(c.make.function(name, vec![of]), ty),
        };
    };
    let other_low = c.expr(other, None, before);
    if name == "equals" {
        return c.same(used.of, other_low, span);
    }
    let wanted = if matches!(name, "to" | "until") { Ty::Int } else { Ty::Double };
    let of = c.fit(used.of, &wanted, span);
    let other = c.fit(other_low, &wanted, other.span);
    c.make.at = span;
    match name {
        "to" => Low::new(c.make.range(of.expr, other.expr), Ty::list(Ty::Int)),
        "until" => {
            let one = c.make.number(1.0);
            let last = c.make.binary(BinaryOp::Subtract, other.expr, one);
            Low::new(c.make.range(of.expr, last), Ty::list(Ty::Int))
        }
        "compare" => Low::new(c.make.binary(BinaryOp::Subtract, of.expr, other.expr), Ty::Int),
        _ => {
            let ty = ty.join(&other.ty).unwrap_or(Ty::Double);
            Low::new(c.make.function(name, vec![of.expr, other.expr]), ty)
        }
    }
}

/// 1 where it is so, otherwise 0.
fn compared(c: &mut Checker, op: BinaryOp, of: Tgdl) -> Tgdl {
    let zero = c.make.number(0.0);
    let test = c.make.binary(op, of, zero);
    let (one, zero) = (c.make.number(1.0), c.make.number(0.0));
    c.make.ternary(test, one, zero)
}

pub fn string(c: &mut Checker, used: Use, before: &mut Before) -> Low {
    let span = used.span;
    let name = used.name.text.as_str();
    c.make.at = span;
    match (name, used.values) {
        ("length" | "size", _) => Low::new(c.make.member(used.of.expr, "length"), Ty::Int),
        ("isEmpty", _) => Low::new(method(c, used.of, "isEmpty"), Ty::Boolean),
        ("nonEmpty", _) => {
            let empty = method(c, used.of, "isEmpty");
            Low::new(c.make.not(empty), Ty::Boolean)
        }
        ("toUpperCase", _) => Low::new(method(c, used.of, "upper"), Ty::String),
        ("toLowerCase", _) => Low::new(method(c, used.of, "lower"), Ty::String),
        ("toString", _) => used.of,
        ("head", _) => {
            let zero = c.make.number(0.0);
            Low::new(c.make.index(used.of.expr, zero), Ty::String)
        }
        ("toInt" | "toDouble" | "toIntOption" | "toDoubleOption", _) => {
            let ty = c.make.named_type("number");
            debug_assert!(matches!(ty.kind, TypeKind::Named { .. }));
            let found = c.make.expr(ExprKind::As(Box::new(used.of.expr), ty));
            let number = if name.starts_with("toInt") { Ty::Int } else { Ty::Double };
            if name.ends_with("Option") {
                return Low::new(found, Ty::option(number));
            }
            let fault = c.fault("the text is not a number");
            Low::new(c.make.coalesce(found, fault), number)
        }
        ("charAt" | "apply", _) => c.apply(used.of, used.values, span, before),
        ("contains" | "indexOf" | "split" | "startsWith" | "endsWith" | "concat", [part]) => {
            let part = c.typed(part, &Ty::String, before);
            with_part(c, used, part, before)
        }
        ("equals" | "equalsIgnoreCase" | "compareTo", [other]) => {
            let other = c.typed(other, &Ty::String, before);
            c.make.at = span;
            match name {
                "equals" => c.same(used.of, other, span),
                "equalsIgnoreCase" => {
                    let (a, b) = (method(c, used.of, "lower"), method(c, other, "lower"));
                    Low::new(c.make.binary(BinaryOp::Equal, a, b), Ty::Boolean)
                }
                _ => {
                    let (a, b) = (c.once(used.of, "a", before), c.once(other, "b", before));
                    let less = c.make.binary(BinaryOp::Less, a.expr.clone(), b.expr.clone());
                    let same = c.make.binary(BinaryOp::Equal, a.expr, b.expr);
                    let (below, zero, above) = (c.make.number(-1.0), c.make.number(0.0), c.make.number(1.0));
                    let rest = c.make.ternary(same, zero, above);
                    Low::new(c.make.ternary(less, below, rest), Ty::Int)
                }
            }
        }
        _ => piece(c, used, before),
    }
}

fn with_part(c: &mut Checker, used: Use, part: Low, before: &mut Before) -> Low {
    c.make.at = used.span;
    match used.name.text.as_str() {
        "contains" => Low::new(c.make.method(used.of.expr, "contains", vec![part.expr]), Ty::Boolean),
        "indexOf" => Low::new(c.make.method(used.of.expr, "indexOf", vec![part.expr]), Ty::Int),
        "split" => Low::new(c.make.method(used.of.expr, "split", vec![part.expr]), Ty::list(Ty::String)),
        "concat" => Low::new(c.make.binary(BinaryOp::Add, used.of.expr, part.expr), Ty::String),
        "startsWith" => {
            let at = c.make.method(used.of.expr, "indexOf", vec![part.expr]);
            let zero = c.make.number(0.0);
            Low::new(c.make.binary(BinaryOp::Equal, at, zero), Ty::Boolean)
        }
        _ => {
            let (text, part) = (c.once(used.of, "text", before), c.once(part, "part", before));
            let lengths = [&text, &part].map(|low| c.make.member(low.expr.clone(), "length"));
            let [all, some] = lengths;
            let from = c.make.binary(BinaryOp::Subtract, all.clone(), some.clone());
            let fits = c.make.binary(BinaryOp::GreaterEqual, all, some);
            let end = c.make.method(text.expr, "slice", vec![from]);
            let same = c.make.binary(BinaryOp::Equal, end, part.expr);
            Low::new(c.make.binary(BinaryOp::And, fits, same), Ty::Boolean)
        }
    }
}

/// A part of a text by its place, no further than the text goes; `substring` may not go further.
fn piece(c: &mut Checker, used: Use, before: &mut Before) -> Low {
    let name = used.name.text.as_str();
    let text = c.once(used.of, "text", before);
    let mut counts: Vec<Tgdl> = used.values.iter().map(|v| c.typed(v, &Ty::Int, before).expr).collect();
    c.make.at = used.span;
    let length = c.make.member(text.expr.clone(), "length");
    let zero = c.make.number(0.0);
    if name == "substring" {
        return Low::new(c.make.method(text.expr, "slice", counts), Ty::String);
    }
    let n = counts.pop().unwrap_or_else(|| c.make.number(1.0));
    let n = c.make.function("min", vec![n, length.clone()]);
    let n = c.make.function("max", vec![n, zero.clone()]);
    let rest = c.make.binary(BinaryOp::Subtract, length, n.clone());
    let ends = match name {
        "take" => vec![zero, n],
        "drop" => vec![n],
        "takeRight" | "last" => vec![rest],
        _ => vec![zero, rest],
    };
    Low::new(c.make.method(text.expr, "slice", ends), Ty::String)
}
