//! Members of lists that take functions: choosing, making others of them, looking, folding.

use super::lists::{method, present};
use super::{Known, known};
use crate::cge::lambda::calls::Use;
use crate::cge::lambda::check::{Before, Checker, Low};
use crate::cge::lambda::tree::Expr;
use crate::cge::lambda::types::Ty;
use crate::cge::lambda::words::article;
use base::Problem;
use language::tree::{BinaryOp, Expr as Tgdl, ExprKind, Lambda, LambdaBody, StatementKind};

pub const LIST: &[Known] = &[
    known("filter", 1, 1),
    known("filterNot", 1, 1),
    known("withFilter", 1, 1),
    known("map", 1, 1),
    known("flatMap", 1, 1),
    known("exists", 1, 1),
    known("forall", 1, 1),
    known("count", 1, 1),
    known("find", 1, 1),
    known("indexWhere", 1, 1),
    known("maxBy", 1, 1),
    known("minBy", 1, 1),
    known("maxByOption", 1, 1),
    known("minByOption", 1, 1),
    known("sortBy", 1, 1),
    known("sortWith", 1, 1),
    known("groupBy", 1, 1),
    known("distinctBy", 1, 1),
    known("takeWhile", 1, 1),
    known("dropWhile", 1, 1),
    known("foldLeft", 2, 2),
    known("foldRight", 2, 2),
    known("fold", 2, 2),
    known("reduce", 1, 1),
    known("reduceLeft", 1, 1),
];

pub fn list(c: &mut Checker, used: Use, of: &Ty, before: &mut Before) -> Low {
    let (span, ty) = (used.span, used.of.ty.clone());
    let name = used.name.text.as_str();
    let Some(first) = used.values.first() else { return c.wrong(span) };
    match name {
        "filter" | "withFilter" | "exists" | "forall" | "count" | "find" => {
            let test = c.function(first, std::slice::from_ref(of), &Ty::Boolean, before).0;
            c.make.at = span;
            let (method, ty) = match name {
                "exists" => ("any", Ty::Boolean),
                "forall" => ("all", Ty::Boolean),
                "count" => ("count", Ty::Int),
                "find" => ("first", Ty::option(of.clone())),
                _ => ("filter", ty),
            };
            Low::new(c.make.method(used.of.expr, method, vec![test]), ty)
        }
        "filterNot" => {
            let test = c.function(first, std::slice::from_ref(of), &Ty::Boolean, before).0;
            c.make.at = span;
            let test = turned(c, test, |c, found| c.make.not(found));
            Low::new(c.make.method(used.of.expr, "filter", vec![test]), ty)
        }
        "map" | "flatMap" => mapped(c, used, of, before),
        "maxBy" | "minBy" | "maxByOption" | "minByOption" => best(c, used, of, before),
        "sortBy" | "sortWith" => sorted(c, used, of, before),
        "groupBy" | "distinctBy" => grouped(c, used, of, before),
        "indexWhere" => {
            let test = c.function(first, std::slice::from_ref(of), &Ty::Boolean, before).0;
            c.make.at = span;
            let all = c.make.method(used.of.expr, "map", vec![test]);
            let yes = c.make.expr(ExprKind::Bool(true));
            Low::new(c.make.method(all, "indexOf", vec![yes]), Ty::Int)
        }
        "takeWhile" | "dropWhile" => while_it_holds(c, used, of, before),
        _ => folded(c, used, of, before),
    }
}

fn mapped(c: &mut Checker, used: Use, of: &Ty, before: &mut Before) -> Low {
    let is_flat = used.name.text == "flatMap";
    let (function, gives) = c.function(&used.values[0], std::slice::from_ref(of), &Ty::Unknown, before);
    c.make.at = used.span;
    if gives.is_single() {
        let message = format!("a list cannot hold {}", article(&gives));
        return c.fail(Problem::error("rule-type", used.span, message));
    }
    match (is_flat, gives) {
        (false, gives) => Low::new(c.make.method(used.of.expr, "map", vec![function]), Ty::list(gives)),
        (true, Ty::List(inner) | Ty::Set(inner)) => {
            Low::new(c.make.method(used.of.expr, "flatMap", vec![function]), Ty::List(inner))
        }
        (true, Ty::Option(inner)) => {
            let all = c.make.method(used.of.expr, "map", vec![function]);
            Low::new(present(c, all), Ty::List(inner))
        }
        (true, Ty::Unknown) => c.wrong(used.span),
        (true, other) => {
            let message =
                format!("`flatMap` needs a function that gives lists, this one gives {}", article(&other));
            c.fail(Problem::error("rule-type", used.span, message).hint("write `map`"))
        }
    }
}

/// A function with something else made of its result.
fn turned(c: &mut Checker, function: Tgdl, make: impl Fn(&mut Checker, Tgdl) -> Tgdl) -> Tgdl {
    let id = function.id;
    match function.kind {
        ExprKind::Lambda(Lambda { parameters, body: LambdaBody::Expr(body) }) => {
            let body = LambdaBody::Expr(Box::new(make(c, *body)));
            Tgdl { id, kind: ExprKind::Lambda(Lambda { parameters, body }) }
        }
        ExprKind::Lambda(Lambda { parameters, body: LambdaBody::Block(mut block) }) => {
            if let Some(last) = block.statements.last_mut()
                && let StatementKind::Return(Some(value)) = &mut last.kind
            {
                let found = std::mem::replace(value, c.make.null());
                *value = make(c, found);
            }
            Tgdl { id, kind: ExprKind::Lambda(Lambda { parameters, body: LambdaBody::Block(block) }) }
        }
        kind => {
            let name = c.scope.fresh("x");
            let var = c.make.var(&name);
            let found = c.make.call(Tgdl { id, kind }, vec![var]);
            let found = make(c, found);
            c.make.lambda(&[name], Vec::new(), found)
        }
    }
}

/// A function whose result TGDL can order; Booleans are ordered as in Scala, false first.
fn key(c: &mut Checker, e: &Expr, of: &Ty, before: &mut Before) -> (Tgdl, Ty) {
    let (function, ty) = c.function(e, std::slice::from_ref(of), &Ty::Unknown, before);
    match ty {
        Ty::Boolean => {
            c.make.at = e.span;
            let function = turned(c, function, |c, found| {
                let (one, zero) = (c.make.number(1.0), c.make.number(0.0));
                c.make.ternary(found, one, zero)
            });
            (function, Ty::Int)
        }
        ty if ty.is_ordered() => (function, ty),
        other => {
            let message = format!("{} has no order", article(&other));
            let problem = Problem::error("rule-type", e.span, message);
            let problem = if other == Ty::Card {
                problem.hint("order cards by a number: `ranks.indexOf(c.rank)`")
            } else {
                problem.hint("numbers have an order, and so have texts")
            };
            (c.fail(problem).expr, Ty::Unknown)
        }
    }
}

/// The first with the largest or smallest key.
fn best(c: &mut Checker, used: Use, of: &Ty, before: &mut Before) -> Low {
    let (function, ty) = key(c, &used.values[0], of, before);
    c.make.at = used.span;
    let name = used.name.text.as_str();
    let is_max = name.starts_with("max");
    let found = if ty == Ty::String {
        // The last of those that come last in the list turned round is the first of them.
        let list = if is_max { method(c, used.of, "reverse") } else { used.of.expr };
        let all = c.make.method(list, "sortBy", vec![function]);
        c.make.method(all, if is_max { "last" } else { "first" }, Vec::new())
    } else {
        c.make.method(used.of.expr, if is_max { "maxBy" } else { "minBy" }, vec![function])
    };
    if name.ends_with("Option") {
        return Low::new(found, Ty::option(of.clone()));
    }
    let fault = c.fault(&format!("an empty list has no `{name}`"));
    Low::new(c.make.coalesce(found, fault), of.clone())
}

fn sorted(c: &mut Checker, used: Use, of: &Ty, before: &mut Before) -> Low {
    let ty = used.of.ty.clone();
    if used.name.text == "sortBy" {
        let function = key(c, &used.values[0], of, before).0;
        c.make.at = used.span;
        return Low::new(c.make.method(used.of.expr, "sortBy", vec![function]), ty);
    }
    // How many come before it is the place of each.
    let less = c.function(&used.values[0], &[of.clone(), of.clone()], &Ty::Boolean, before);
    let function_ty = Ty::Function(vec![of.clone(), of.clone()], Box::new(Ty::Boolean));
    c.make.at = used.span;
    if less.1 == Ty::Unknown {
        return c.wrong(used.span);
    }
    let name = c.scope.fresh("isLess");
    let declared = c.make.declare(&function_ty, &name, Some(less.0));
    before.push(declared);
    let less = c.make.var(&name);
    let list = c.once(used.of, "list", before);
    let (x, y) = (c.scope.fresh("x"), c.scope.fresh("y"));
    let (var_x, var_y) = (c.make.var(&x), c.make.var(&y));
    let test = c.make.call(less, vec![var_y, var_x]);
    let test = c.make.lambda(&[y], Vec::new(), test);
    let count = c.make.method(list.expr.clone(), "count", vec![test]);
    let function = c.make.lambda(&[x], Vec::new(), count);
    Low::new(c.make.method(list.expr, "sortBy", vec![function]), ty)
}

fn grouped(c: &mut Checker, used: Use, of: &Ty, before: &mut Before) -> Low {
    let (function, key) = c.function(&used.values[0], std::slice::from_ref(of), &Ty::Unknown, before);
    c.make.at = used.span;
    if matches!(key, Ty::List(_) | Ty::Set(_) | Ty::Map(..) | Ty::Function(..) | Ty::Option(_))
        || key.is_single()
    {
        let message = format!("{} cannot be what a map is looked up by", article(&key));
        return c.fail(Problem::error("rule-type", used.span, message));
    }
    let list = Ty::list(of.clone());
    let all = c.make.method(used.of.expr, "groupBy", vec![function]);
    if used.name.text == "groupBy" {
        return Low::new(all, Ty::Map(Box::new(key), Box::new(list)));
    }
    let name = c.scope.fresh("same");
    let (var, zero) = (c.make.var(&name), c.make.number(0.0));
    let head = c.make.index(var, zero);
    let heads = c.make.lambda(&[name], Vec::new(), head);
    let groups = c.make.method(all, "values", Vec::new());
    Low::new(c.make.method(groups, "map", vec![heads]), list)
}

fn while_it_holds(c: &mut Checker, used: Use, of: &Ty, before: &mut Before) -> Low {
    let ty = used.of.ty.clone();
    let test = c.function(&used.values[0], std::slice::from_ref(of), &Ty::Boolean, before).0;
    c.make.at = used.span;
    let list = c.once(used.of, "list", before);
    let all = c.make.method(list.expr.clone(), "map", vec![test]);
    let no = c.make.expr(ExprKind::Bool(false));
    let stop = c.make.method(all, "indexOf", vec![no]);
    let stop = c.once(Low::new(stop, Ty::Int), "stop", before);
    let zero = c.make.number(0.0);
    let ends = c.make.binary(BinaryOp::Less, stop.expr.clone(), zero);
    let length = c.make.member(list.expr.clone(), "length");
    let count = c.make.ternary(ends, length, stop.expr);
    let method = if used.name.text == "takeWhile" { "take" } else { "drop" };
    Low::new(c.make.method(list.expr, method, vec![count]), ty)
}

/// `foldLeft(start)(f)`, `foldRight(start)(f)`, `reduce(f)`
fn folded(c: &mut Checker, used: Use, of: &Ty, before: &mut Before) -> Low {
    let is_right = used.name.text == "foldRight";
    if let [function] = used.values {
        let (function, gives) = c.function(function, &[of.clone(), of.clone()], of, before);
        c.make.at = used.span;
        let list = c.once(used.of, "list", before);
        let (zero, one) = (c.make.number(0.0), c.make.number(1.0));
        let first = c.make.index(list.expr.clone(), zero);
        let rest = c.make.method(list.expr, "drop", vec![one]);
        let _ = gives;
        return Low::new(c.make.method(rest, "fold", vec![first, function]), of.clone());
    }
    let [start, function] = used.values else { return c.wrong(used.span) };
    let start_low = c.expr(start, used.want, before);
    let mut ty = start_low.ty.clone();
    if ty.is_open() && used.want.is_some_and(|want| ty.fits(want)) {
        ty = used.want.cloned().unwrap_or(ty);
    }
    // A sum that starts with 0 may become a Double.
    if ty == Ty::Int && (used.want == Some(&Ty::Double) || c.gives_double(function, of, is_right)) {
        ty = Ty::Double;
    }
    if ty.is_open() && ty != Ty::Unknown {
        let problem = Problem::error("rule-needs-type", start.span, "nothing says what is gathered here");
        return c.fail(problem.hint("write its type: `List[Card]()`"));
    }
    let start_low = c.fit(start_low, &ty, start.span);
    let params = if is_right { [of.clone(), ty.clone()] } else { [ty.clone(), of.clone()] };
    let mut function = c.function(function, &params, &ty, before).0;
    c.make.at = used.span;
    let mut list = used.of.expr;
    if is_right {
        list = c.make.method(list, "reverse", Vec::new());
        if let ExprKind::Lambda(lambda) = &mut function.kind {
            lambda.parameters.reverse();
        }
    }
    Low::new(c.make.method(list, "fold", vec![start_low.expr, function]), ty)
}

impl Checker<'_> {
    /// Whether a function that gathers Ints gives a Double: it is tried, and nothing of it stays.
    fn gives_double(&mut self, function: &Expr, of: &Ty, is_right: bool) -> bool {
        let params = if is_right { [of.clone(), Ty::Int] } else { [Ty::Int, of.clone()] };
        let problems = self.problems.len();
        let mut nowhere = Vec::new();
        let gives = self.function(function, &params, &Ty::Unknown, &mut nowhere).1;
        self.problems.truncate(problems);
        gives == Ty::Double
    }
}
