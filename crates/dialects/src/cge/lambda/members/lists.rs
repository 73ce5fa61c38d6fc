//! Members of lists and sets that are more than a template: what they are depends on the types, or on how the list or
//! the function is written.

use crate::cge::lambda::calls::Use;
use crate::cge::lambda::lowering::{Lowered, RuleLowering, type_error};
use crate::cge::lambda::tree::Expr;
use crate::cge::lambda::types::Ty;
use crate::cge::lambda::words::article;
use base::Problem;
use language::tree::{Expr as Tgdl, ExprKind, Lambda, LambdaBody, StatementKind};

/// What a list or set is of.
fn inside(list: &Ty) -> Ty {
    if let Ty::List(of) | Ty::Set(of) = list { of.as_ref().clone() } else { Ty::Unknown }
}

// ---- sets ----

/// A member of a set that lists have too.
pub(crate) fn as_list(c: &mut RuleLowering, used: Use) -> Lowered {
    let (span, stays) = (used.span, matches!(used.name.text.as_str(), "filter" | "filterNot" | "map"));
    let of = Lowered { ty: Ty::list(inside(&used.of.ty)), ..used.of };
    let low = super::lower(c, Use { of, ..used });
    if stays { c.distinct(low, span) } else { low }
}

pub(crate) fn to_set(c: &mut RuleLowering, used: Use) -> Lowered {
    c.distinct(used.of, used.span)
}

// ---- what is in a list ----

/// Whether there are any, or how many; of those that a `filter` leaves no list is made first.
pub(crate) fn how_many(c: &mut RuleLowering, used: Use) -> Lowered {
    let name = used.name.text.as_str();
    let ty = if matches!(name, "size" | "length") { Ty::Int } else { Ty::Boolean };
    let expr = if let Some((list, test)) = filtered(&used.of.expr) {
        let text = match name {
            "isEmpty" => "!list.any(f)",
            "nonEmpty" => "list.any(f)",
            _ => "list.count(f)",
        };
        c.quote(text, [("list", list), ("f", test)])
    } else {
        let text = match name {
            "isEmpty" => "list.isEmpty()",
            "nonEmpty" => "!list.isEmpty()",
            _ => "list.length",
        };
        c.quote(text, [("list", &used.of.expr)])
    };
    Lowered::new(expr, ty)
}

/// The list and the test of `list.filter(test)`.
fn filtered(expr: &Tgdl) -> Option<(&Tgdl, &Tgdl)> {
    let ExprKind::Call(callee, values) = &expr.kind else { return None };
    match (&callee.kind, values.as_slice()) {
        (ExprKind::Member(list, name), [test]) if name.text == "filter" => Some((list, &test.value)),
        _ => None,
    }
}

pub(crate) fn contains(c: &mut RuleLowering, used: Use) -> Lowered {
    let of = inside(&used.of.ty);
    let value = element(c, &used.values[0], &of);
    c.build.at = used.span;
    if !matches!(of, Ty::List(_) | Ty::Set(_)) {
        return Lowered::new(c.build.method(used.of.expr, "contains", vec![value.expr]), Ty::Boolean);
    }
    // Lists in a list are looked at one by one: they are the same if what they hold is.
    let value = c.once(value, "wanted");
    let name = c.scope.fresh("one");
    let one = Lowered::new(c.build.var(&name), of);
    let same = c.same(one, value, used.span);
    let test = c.build.lambda(&[name], Vec::new(), same.expr);
    Lowered::new(c.build.method(used.of.expr, "any", vec![test]), Ty::Boolean)
}

/// A value that a list is asked for, which must be of the kind of its elements.
pub(crate) fn element(c: &mut RuleLowering, value: &Expr, of: &Ty) -> Lowered {
    let low = c.expr(value, Some(of));
    if low.ty.is_like(of) {
        return low;
    }
    let message = format!("a list of {} never holds {}", article(of), article(&low.ty));
    let mut problem = type_error(value.span, message);
    if *of == Ty::Card && low.ty == Ty::String {
        problem =
            problem.hint("write `.map(_.suit)` or `.map(_.rank)` before it, or `.exists(_.suit == ...)`");
    }
    c.fail(problem)
}

/// Sums and extremes, which are there for numbers; order is there for texts too.
pub(crate) fn order(c: &mut RuleLowering, used: Use) -> Lowered {
    let name = used.name.text.as_str();
    let of = inside(&used.of.ty);
    let needs_number = matches!(name, "sum" | "product");
    if !(of.is_number() || !needs_number && of == Ty::String) {
        let what = if needs_number { "numbers" } else { "numbers or texts" };
        let message = format!("`{name}` is there for lists of {what}, not for {}", article(&used.of.ty));
        let problem = type_error(used.name.span, message);
        return c.fail(problem.hint("take something of each first: `.map(p => p.points)`"));
    }
    let text = match (name, &of) {
        ("sum", _) => "list.sum()",
        ("product", _) => "list.fold(1, (a, b) => a * b)",
        ("sorted", _) => "list.sortBy(x => x)",
        ("max" | "maxOption", Ty::String) => "list.sortBy(x => x).last()",
        (_, Ty::String) => "list.sortBy(x => x).first()",
        ("max" | "maxOption", _) => "list.max()",
        _ => "list.min()",
    };
    let found = c.quote(text, [("list", &used.of.expr)]);
    let of = if of == Ty::Nothing { Ty::Int } else { of };
    match name {
        "sum" | "product" => Lowered::new(found, of),
        "sorted" => Lowered::new(found, used.of.ty),
        _ => perhaps(c, found, name, of),
    }
}

/// What an empty list has none of, for a member whose name may end with `Option`.
fn perhaps(c: &mut RuleLowering, found: Tgdl, name: &str, of: Ty) -> Lowered {
    if name.ends_with("Option") {
        return Lowered::new(found, Ty::option(of));
    }
    let fault = c.fault(&format!("an empty list has no `{name}`"));
    Lowered::new(c.build.coalesce(found, fault), of)
}

// ---- joining ----

pub(crate) fn more(c: &mut RuleLowering, used: Use) -> Lowered {
    let name = used.name.text.as_str();
    let ty = used.of.ty.clone();
    let wanted = if matches!(name, "appended" | "prepended" | ":+" | "::") { inside(&ty) } else { ty };
    let other = c.expr(&used.values[0], Some(&wanted));
    match name {
        "appended" | ":+" => c.joined_lists(used.span, used.of, ":+", other),
        "prepended" | "::" => c.joined_lists(used.span, other, "::", used.of),
        ":::" => c.joined_lists(used.span, other, ":::", used.of),
        _ => c.joined_lists(used.span, used.of, "++", other),
    }
}

/// `flatten` of a list that holds neither lists nor options.
pub(crate) fn not_flat(c: &mut RuleLowering, used: Use) -> Lowered {
    let message = format!("`flatten` is there for lists of lists, not for {}", article(&used.of.ty));
    c.wrong_type(used.span, message)
}

/// `mkString(", ")`, also with what stands before and behind it all
pub(crate) fn joined(c: &mut RuleLowering, used: Use) -> Lowered {
    let texts: Vec<Tgdl> = used.values.iter().map(|v| c.typed(v, &Ty::String).expr).collect();
    c.build.at = used.span;
    let of = inside(&used.of.ty);
    // Players are shown by their names.
    let shown = if of == Ty::Player { ".name" } else { "" };
    let probe = Lowered::new(c.build.null(), of);
    c.shown(probe, used.span);
    let list = c.once(used.of, "list");
    c.build.at = used.span;
    let between = if texts.is_empty() { "" } else { "+ between" };
    let text = format!(
        "list.isEmpty() ? \"\" : \
         list.drop(1).fold(\"{{list[0]{shown}}}\", (all, one) => all {between} + \"{{one{shown}}}\")"
    );
    let nothing = c.build.null();
    let between = if texts.len() == 3 { &texts[1] } else { texts.last().unwrap_or(&nothing) };
    let text = c.quote(&text, [("list", &list.expr), ("between", between)]);
    let text = match texts.as_slice() {
        [open, _, close] => {
            c.quote("open + text + close", [("open", open), ("text", &text), ("close", close)])
        }
        _ => text,
    };
    Lowered::new(text, Ty::String)
}

// ---- functions ----

pub(crate) fn filter_not(c: &mut RuleLowering, used: Use) -> Lowered {
    let test = c.function(&used.values[0], &[inside(&used.of.ty)], &Ty::Boolean).0;
    c.build.at = used.span;
    let test = turned(c, test, "!found");
    Lowered::new(c.build.method(used.of.expr, "filter", vec![test]), used.of.ty)
}

/// A function with something else made of its result, which the template calls `found`.
fn turned(c: &mut RuleLowering, function: Tgdl, template: &str) -> Tgdl {
    let id = function.id;
    match function.kind {
        ExprKind::Lambda(Lambda { parameters, body: LambdaBody::Expr(body) }) => {
            let body = LambdaBody::Expr(Box::new(c.quote(template, [("found", &body)])));
            Tgdl { id, kind: ExprKind::Lambda(Lambda { parameters, body }) }
        }
        ExprKind::Lambda(Lambda { parameters, body: LambdaBody::Block(mut block) }) => {
            if let Some(last) = block.statements.last_mut()
                && let StatementKind::Return(Some(value)) = &mut last.kind
            {
                *value = c.quote(template, [("found", value)]);
            }
            Tgdl { id, kind: ExprKind::Lambda(Lambda { parameters, body: LambdaBody::Block(block) }) }
        }
        kind => {
            let name = c.scope.fresh("x");
            let var = c.build.var(&name);
            let found = c.build.call_of(Tgdl { id, kind }, vec![var]);
            let found = c.quote(template, [("found", &found)]);
            c.build.lambda(&[name], Vec::new(), found)
        }
    }
}

/// `map`, `flatMap`
pub(crate) fn mapped(c: &mut RuleLowering, used: Use) -> Lowered {
    let is_flat = used.name.text == "flatMap";
    let (function, gives) = c.function(&used.values[0], &[inside(&used.of.ty)], &Ty::Unknown);
    c.build.at = used.span;
    if gives.is_single() {
        return c.wrong_type(used.span, format!("a list cannot hold {}", article(&gives)));
    }
    let (text, of) = match gives {
        gives if !is_flat => ("list.map(f)", gives),
        Ty::List(inner) | Ty::Set(inner) => ("list.flatMap(f)", *inner),
        Ty::Option(inner) => ("list.map(f).filter(x => x != null)", *inner),
        Ty::Unknown => return c.error_expr(used.span),
        other => {
            let message =
                format!("`flatMap` needs a function that gives lists, this one gives {}", article(&other));
            return c.fail(type_error(used.span, message).hint("write `map`"));
        }
    };
    Lowered::new(c.quote(text, [("list", &used.of.expr), ("f", &function)]), Ty::list(of))
}

/// A function whose result TGDL can order; Booleans are ordered as in Scala, false first.
fn key(c: &mut RuleLowering, used: &Use) -> (Tgdl, Ty) {
    let e = &used.values[0];
    let (function, ty) = c.function(e, &[inside(&used.of.ty)], &Ty::Unknown);
    match ty {
        Ty::Boolean => {
            c.build.at = e.span;
            (turned(c, function, "found ? 1 : 0"), Ty::Int)
        }
        ty if ty.is_ordered() => (function, ty),
        other => {
            let message = format!("{} has no order", article(&other));
            let problem = type_error(e.span, message);
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
pub(crate) fn best(c: &mut RuleLowering, used: Use) -> Lowered {
    let (function, ty) = key(c, &used);
    c.build.at = used.span;
    let name = used.name.text.as_str();
    let text = match (name.starts_with("max"), ty == Ty::String) {
        // The last of those that come last in the list turned round is the first of them.
        (true, true) => "list.reverse().sortBy(key).last()",
        (false, true) => "list.sortBy(key).first()",
        (true, false) => "list.maxBy(key)",
        (false, false) => "list.minBy(key)",
    };
    let found = c.quote(text, [("list", &used.of.expr), ("key", &function)]);
    perhaps(c, found, name, inside(&used.of.ty))
}

pub(crate) fn sorted_by(c: &mut RuleLowering, used: Use) -> Lowered {
    let function = key(c, &used).0;
    c.value_at(used.span, used.of.ty, |b| b.method(used.of.expr, "sortBy", vec![function]))
}

/// `groupBy`, `distinctBy`
pub(crate) fn grouped(c: &mut RuleLowering, used: Use) -> Lowered {
    let (function, key) = c.function(&used.values[0], &[inside(&used.of.ty)], &Ty::Unknown);
    c.build.at = used.span;
    if let Some(problem) = c.bad_key(&key, used.span) {
        return problem;
    }
    let list = Ty::list(inside(&used.of.ty));
    let gaps = [("list", &used.of.expr), ("f", &function)];
    if used.name.text == "groupBy" {
        return Lowered::new(c.quote("list.groupBy(f)", gaps), Ty::Map(Box::new(key), Box::new(list)));
    }
    Lowered::new(c.quote("list.groupBy(f).values().map(same => same[0])", gaps), list)
}

/// `foldLeft(start)(f)`, `foldRight(start)(f)`
pub(crate) fn folded(c: &mut RuleLowering, used: Use) -> Lowered {
    let [start, function] = used.values else { return c.error_expr(used.span) };
    let is_right = used.name.text == "foldRight";
    let of = inside(&used.of.ty);
    let start_low = c.expr(start, used.want);
    let mut ty = start_low.ty.clone();
    if ty.is_open() && used.want.is_some_and(|want| ty.fits(want)) {
        ty = used.want.cloned().unwrap_or(ty);
    }
    // A sum that starts with 0 may become a Double.
    if ty == Ty::Int && (used.want == Some(&Ty::Double) || gives_double(c, function, &of, is_right)) {
        ty = Ty::Double;
    }
    if ty.is_open() && ty != Ty::Unknown {
        let problem = Problem::error("rule-needs-type", start.span, "nothing says what is gathered here");
        return c.fail(problem.hint("write its type: `List[Card]()`"));
    }
    let start_low = c.fit(start_low, &ty, start.span);
    let params = if is_right { [of, ty.clone()] } else { [ty.clone(), of] };
    let mut function = c.function(function, &params, &ty).0;
    c.build.at = used.span;
    if is_right && let ExprKind::Lambda(lambda) = &mut function.kind {
        lambda.parameters.reverse();
    }
    let text = if is_right { "list.reverse().fold(start, f)" } else { "list.fold(start, f)" };
    let gaps = [("list", &used.of.expr), ("start", &start_low.expr), ("f", &function)];
    Lowered::new(c.quote(text, gaps), ty)
}

/// Functions that are tried inside of one another; the time that this takes grows with this power of their depth.
const MAX_TRIALS: u32 = 2;

/// Whether a function that gathers Ints gives a Double: it is tried, and nothing of it stays.
fn gives_double(c: &mut RuleLowering, function: &Expr, of: &Ty, is_right: bool) -> bool {
    if c.trials == MAX_TRIALS {
        return false;
    }
    c.trials += 1;
    let params = if is_right { [of.clone(), Ty::Int] } else { [Ty::Int, of.clone()] };
    let problems = c.problems.len();
    let ((_, gives), _) = c.hoisting(|c| c.function(function, &params, &Ty::Unknown));
    c.problems.truncate(problems);
    c.trials -= 1;
    gives == Ty::Double
}
