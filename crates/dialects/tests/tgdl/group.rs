//! An expression with all the brackets that show how it was grouped.

use base::{FileId, Origins};
use dialects::tgdl::parse;
use language::tree::{
    Argument, Count, Expr, ExprKind, Initialiser, Item, LambdaBody, Part, Statement, StatementKind, TypeKind,
    UnaryOp,
};

/// Reads `text` as the only statement of `setup` and compares its grouping.
#[track_caller]
pub(crate) fn check_group(text: &str, expected: &str) {
    assert_eq!(grouped(text), expected);
}

pub(crate) fn grouped(text: &str) -> String {
    let whole = format!("setup {{ return {text}; }}");
    let checked = parse(FileId(0), &whole, &mut Origins::default());
    assert!(!checked.has_errors(), "{:#?}", checked.problems);
    let [Item::Setup(setup)] = checked.value.items.as_slice() else { panic!("one setup") };
    match setup.body.statements.as_slice() {
        [Statement { kind: StatementKind::Return(Some(expr)), .. }] => show(expr),
        other => panic!("{other:#?}"),
    }
}

fn show(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Number(n) => n.to_string(),
        ExprKind::String(parts) => parts.iter().map(part).collect::<Vec<_>>().join(" "),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Bool(b) => b.to_string(),
        ExprKind::Member(a, name) => format!("{}.{}", show(a), name.text),
        ExprKind::Index(a, b) => format!("{}[{}]", show(a), show(b)),
        ExprKind::Call(a, b) => format!("{}({})", show(a), arguments(b)),
        ExprKind::BaseAttribute(name) => format!("base.{}", name.text),
        ExprKind::BaseCall(name, b) => format!("base.{}({})", name.text, arguments(b)),
        ExprKind::Braces(list) => format!("{{{}}}", shows(list)),
        ExprKind::Unary(UnaryOp::Not, a) => format!("(!{})", show(a)),
        ExprKind::Unary(UnaryOp::Negate, a) => format!("(-{})", show(a)),
        ExprKind::Binary(op, a, b) => format!("({} {} {})", show(a), op.symbol(), show(b)),
        ExprKind::Chain(a, rest) => {
            let rest = rest.iter().map(|(op, b)| format!(" {} {}", op.symbol(), show(b)));
            format!("<{}{}>", show(a), rest.collect::<String>())
        }
        ExprKind::Stepped(range, step) => format!("({} step {})", show(range), show(step)),
        ExprKind::Range(a, b) => format!("({}..{})", show(a), show(b)),
        ExprKind::Ternary(a, b, c) => format!("({} ? {} : {})", show(a), show(b), show(c)),
        ExprKind::Coalesce(a, b) => format!("({} ?? {})", show(a), show(b)),
        ExprKind::Is(a, ty) => format!("({} is {})", show(a), type_text(&ty.kind)),
        ExprKind::As(a, ty) => format!("({} as {})", show(a), type_text(&ty.kind)),
        ExprKind::Assign(a, op, b) => {
            format!("({} {}= {})", show(a), op.map_or("", |op| op.symbol()), show(b))
        }
        _ => special(expr),
    }
}

fn special(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::New(ty, None) => format!("new {}", type_text(&ty.kind)),
        ExprKind::New(ty, Some(Initialiser::Elements(list))) => {
            format!("new {}{{{}}}", type_text(&ty.kind), shows(list))
        }
        ExprKind::New(ty, Some(Initialiser::Attributes(list))) => {
            let list = list.iter().map(|(name, value)| format!("{}={}", name.text, show(value)));
            format!("new {}{{{}}}", type_text(&ty.kind), list.collect::<Vec<_>>().join(", "))
        }
        ExprKind::Lambda(lambda) => {
            let parameters =
                lambda.parameters.iter().map(|p| format!("{} {}", type_text(&p.ty.kind), p.name.text));
            let body = match &lambda.body {
                LambdaBody::Expr(body) => show(body),
                LambdaBody::Block(block) => format!("block of {}", block.statements.len()),
            };
            format!("([{}] => {body})", parameters.collect::<Vec<_>>().join(", "))
        }
        ExprKind::Choose(choose) => {
            let mut text = format!("choose {}", type_text(&choose.ty.kind));
            let spec = &choose.spec;
            text += if choose.optional { " optional" } else { "" };
            text += &spec.prompt.as_ref().map_or(String::new(), |e| format!(" prompt {}", show(e)));
            let who = choose.who.as_ref().map_or(String::new(), |name| format!(" {} in", name.text));
            let asked = choose.asked.word().map_or(String::new(), |word| format!(" {word}{who}"));
            text += &choose.by.as_ref().map_or(String::new(), |e| format!(" by{asked} {}", show(e)));
            text += &match &spec.count {
                None => String::new(),
                Some(Count::Any) => " any".to_owned(),
                Some(Count::Exactly(n)) => format!(" count {}", show(n)),
                Some(Count::Between(a, b)) => format!(" count {} to {}", show(a), show(b)),
            };
            text += if spec.ordered { " ordered" } else { "" };
            text += &spec.free.as_ref().map_or(String::new(), |free| {
                format!(
                    " free{}",
                    free.most.as_ref().map_or(String::new(), |most| format!(" {}", show(most)))
                )
            });
            text += &spec.from.as_ref().map_or(String::new(), |e| format!(" from {}", show(e)));
            format!("({text} filters {})", spec.filters.len())
        }
        ExprKind::Suppose(block, result) => {
            format!("(suppose {} gives {})", block.statements.len(), show(result))
        }
        other => format!("{other:?}"),
    }
}

fn part(part: &Part) -> String {
    match part {
        Part::Text(text) => format!("{text:?}"),
        Part::Expr(expr) => show(expr),
    }
}

fn shows(list: &[Expr]) -> String {
    list.iter().map(show).collect::<Vec<_>>().join(", ")
}

fn arguments(list: &[Argument]) -> String {
    let name = |a: &Argument| a.name.as_ref().map_or(String::new(), |name| format!("{}: ", name.text));
    list.iter().map(|a| name(a) + &show(&a.value)).collect::<Vec<_>>().join(", ")
}

fn type_text(ty: &TypeKind) -> String {
    match ty {
        TypeKind::Named { module: None, name } => name.clone(),
        TypeKind::Named { module: Some(module), name } => format!("{}.{name}", module.text),
        TypeKind::Generic(name, types) => {
            format!(
                "{}<{}>",
                name.text,
                types.iter().map(|t| type_text(&t.kind)).collect::<Vec<_>>().join(", ")
            )
        }
        TypeKind::Inferred => "?".to_owned(),
        other => format!("{other:?}"),
    }
}
