//! Expressions as text, with the brackets that they need and no others.

use super::binding::{
    ALWAYS, ASSIGN, COALESCE, LOOSE, POSTFIX, RANGE, SUM, TYPED, UNARY, VALUE, ends_in_type, holds_caret,
    mixes, starts_with_brace, takes_brace, tightness,
};
use super::{Line, List, Print, Printer};
use crate::tree::{
    AnswerSays, Argument, BinaryOp, ChoiceSpec, Choose, Count, Expr, ExprKind, Filter, Initialiser, Lambda,
    LambdaBody, Part, TypeKind, UnaryOp,
};

/// An expression in brackets unless it binds at least as tightly as the number says.
pub(super) struct At<'a>(pub(super) &'a Expr, pub(super) u8);

impl Print for At<'_> {
    fn print(&self, p: &mut Printer) {
        if tightness(self.0) >= self.1 {
            return p.bare(self.0);
        }
        put!(p, "(");
        p.bare(self.0);
        put!(p, ")");
    }
}

/// An expression that assigns nothing, or stands in brackets.
impl Print for Expr {
    fn print(&self, p: &mut Printer) {
        put!(p, At(self, VALUE));
    }
}

impl Printer {
    /// Any expression.
    pub(super) fn expr(&mut self, expr: &Expr) {
        put!(self, At(expr, ASSIGN));
    }

    /// One that stands where a brace would start a block: as a statement, or after `=>`.
    pub(super) fn expr_statement(&mut self, expr: &Expr) {
        put!(self, At(expr, if starts_with_brace(expr) { ALWAYS } else { ASSIGN }));
    }

    /// One that `.` may follow.
    pub(super) fn operand(&mut self, expr: &Expr) {
        put!(self, At(expr, POSTFIX));
    }

    fn bare(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Number(number) => self.number(*number),
            ExprKind::String(parts) => self.string(parts),
            ExprKind::Bool(true) => put!(self, "true"),
            ExprKind::Bool(false) => put!(self, "false"),
            ExprKind::Null | ExprKind::Missing => put!(self, "null"),
            ExprKind::This => put!(self, "this"),
            ExprKind::Event => put!(self, "event"),
            ExprKind::Name(name) => put!(self, name),
            ExprKind::Member(object, name) => put!(self, At(object, POSTFIX), ".", name),
            ExprKind::Index(list, index) => put!(self, At(list, POSTFIX), "[", index, "]"),
            ExprKind::Call(callee, arguments) => {
                put!(self, At(callee, POSTFIX), "(", List(arguments), ")");
            }
            ExprKind::BaseCall(name, arguments) => put!(self, "base.", name, "(", List(arguments), ")"),
            ExprKind::BaseAttribute(name) => put!(self, "base.", name),
            ExprKind::Raise(event, arguments) => put!(self, "raise ", event, "(", List(arguments), ")"),
            ExprKind::New(ty, initialiser) => put!(self, "new ", ty, "()", initialiser),
            ExprKind::Braces(elements) => self.elements(elements),
            _ => self.operation(expr),
        }
    }

    fn operation(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => put!(self, "!", At(operand, UNARY)),
            ExprKind::Unary(UnaryOp::Negate, operand) => put!(self, "-", At(operand, UNARY)),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right),
            ExprKind::Chain(first, rest) => self.chain(first, rest),
            ExprKind::Ternary(condition, yes, no) => {
                put!(self, At(condition, COALESCE), " ? ", yes, " : ", no);
            }
            ExprKind::Coalesce(left, right) => put!(self, At(left, COALESCE), " ?? ", At(right, LOOSE)),
            ExprKind::Is(operand, ty) => put!(self, At(operand, TYPED), " is ", ty),
            ExprKind::As(operand, ty) => put!(self, At(operand, TYPED), " as ", ty),
            ExprKind::Stepped(range, step) => put!(self, At(range, RANGE), " step ", At(step, SUM)),
            ExprKind::Range(low, high) => put!(self, At(low, RANGE), "..", At(high, SUM)),
            ExprKind::Assign(target, op, value) => {
                put!(self, At(target, COALESCE), " ", op.map(BinaryOp::symbol), "= ", At(value, ASSIGN));
            }
            ExprKind::Lambda(lambda) => self.lambda(lambda),
            ExprKind::Choose(choose) => self.choose(choose),
            ExprKind::Type(ty) => put!(self, ty),
            ExprKind::Suppose(body, result) => put!(self, "suppose ", body, " gives ", result),
            _ => {}
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) {
        let level = LOOSE + op.level() * 2;
        // Beside a `^` every other operator needs brackets, or the whole would be a flat chain.
        let caret = op == BinaryOp::Power || holds_caret(left) || holds_caret(right);
        let (mut least_left, least_right) = if caret { (UNARY, UNARY) } else { (level, level + 1) };
        if mixes(op, left) || (op == BinaryOp::Less && ends_in_type(left)) {
            least_left = POSTFIX;
        }
        put!(self, At(left, least_left), " ", op.symbol(), " ", At(right, least_right));
    }

    fn chain(&mut self, first: &Expr, rest: &[(BinaryOp, Expr)]) {
        let operand = |e| At(e, if ends_in_type(e) { POSTFIX } else { UNARY });
        put!(self, operand(first));
        rest.iter().for_each(|(op, e)| put!(self, " ", op.symbol(), " ", operand(e)));
    }

    fn number(&mut self, number: f64) {
        if number.is_finite() {
            let plain = number.to_string();
            put!(self, if plain.len() > 24 { format!("{number:e}") } else { plain });
        } else {
            put!(self, "0");
        }
    }

    pub(super) fn string(&mut self, parts: &[Part]) {
        if let Some(all) = &mut self.vocabulary {
            all.add_parts(parts);
        }
        put!(self, "\"");
        for part in parts {
            match part {
                Part::Text(text) => self.escaped(text),
                Part::Expr(expr) => {
                    put!(self, "{");
                    self.on_one_line(|p| p.expr(expr));
                    put!(self, "}");
                }
            }
        }
        put!(self, "\"");
    }

    /// Prints without line breaks, which a string cannot hold. The only ones stand between words and signs.
    fn on_one_line(&mut self, inside: impl FnOnce(&mut Printer)) {
        let before = self.text.len();
        inside(self);
        let printed = self.text.split_off(before);
        let lines: Vec<&str> = printed.lines().map(str::trim_start).collect();
        self.text.push_str(&lines.join(" "));
    }

    /// `{ a, b }`
    pub(super) fn elements(&mut self, elements: &[Expr]) {
        put!(self, "{ ", List(elements), if elements.is_empty() { "}" } else { " }" });
    }

    fn lambda(&mut self, lambda: &Lambda) {
        match lambda.parameters.as_slice() {
            [only] if only.ty.kind == TypeKind::Inferred => put!(self, only.name),
            parameters => {
                put!(self, "(");
                for (i, parameter) in parameters.iter().enumerate() {
                    put!(self, (i > 0).then_some(", "));
                    match parameter.ty.kind {
                        TypeKind::Inferred => put!(self, parameter.name),
                        _ => put!(self, parameter),
                    }
                }
                put!(self, ")");
            }
        }
        put!(self, " => ");
        match &lambda.body {
            LambdaBody::Expr(expr) => self.expr_statement(expr),
            LambdaBody::Block(block) => put!(self, block),
        }
    }

    fn choose(&mut self, choose: &Choose) {
        put!(self, choose.spec.disclosure.map(|disclosure| (disclosure.word(), " ")));
        put!(self, "choose ", choose.optional.then_some("optional "), choose.ty);
        let asked = choose.asked.word().map(|word| (word, " "));
        let who = choose.who.as_ref().map(|name| (name, " in "));
        let by = choose.by.as_ref().map(|by| before_filters(by, SUM, &choose.spec));
        put!(self, by.map(|by| (" by ", ((asked, who), by))));
        self.choice_spec(&choose.spec, choose.says.as_deref(), RANGE);
    }

    /// What may be chosen from among inputs: any value may follow `from`.
    pub(super) fn input_spec(&mut self, spec: &ChoiceSpec) {
        self.choice_spec(spec, None, VALUE);
    }

    /// ` "prompt" says "text" else "text" count n free n from list { filter }`
    fn choice_spec(&mut self, spec: &ChoiceSpec, says: Option<&AnswerSays>, source: u8) {
        put!(self, spec.prompt.as_ref().map(|prompt| (" ", At(prompt, POSTFIX))));
        if let Some(says) = says {
            put!(self, " says ", says.text, says.otherwise.as_ref().map(|text| (" else ", text)));
        }
        match &spec.count {
            None => {}
            Some(Count::Any) => put!(self, " count any"),
            Some(Count::Exactly(n)) => put!(self, " count ", before_filters(n, SUM, spec)),
            Some(Count::Between(least, most)) => {
                put!(self, " count ", At(least, SUM), "..", before_filters(most, SUM, spec));
            }
        }
        put!(self, spec.ordered.then_some(" ordered"));
        if let Some(free) = &spec.free {
            put!(self, " free", free.most.as_ref().map(|most| (" ", before_filters(most, SUM, spec))));
        }
        let source = |from: &Expr| if matches!(from.kind, ExprKind::Stepped(..)) { VALUE } else { source };
        put!(self, spec.from.as_ref().map(|from| (" from ", before_filters(from, source(from), spec))));
        match spec.filters.as_slice() {
            [] => {}
            [only] if only.name.is_none() => {
                put!(self, if only.condition.short { " where " } else { " " });
                self.condition(&only.condition, false);
            }
            filters => {
                put!(self, " ");
                self.braces(|p| filters.iter().for_each(|filter| p.filter(filter)));
            }
        }
    }

    fn filter(&mut self, filter: &Filter) {
        let Filter { name, condition, .. } = filter;
        put!(
            self,
            Line,
            "filter ",
            name.as_ref().map(|name| (name, " ")),
            condition.short.then_some("where ")
        );
        self.condition(condition, false);
        put!(self, (condition.short || condition.why.is_some()).then_some(";"));
    }
}

/// An expression after which the filters may stand: it must not take their braces for its own.
fn before_filters<'a>(expr: &'a Expr, least: u8, spec: &ChoiceSpec) -> At<'a> {
    let taken = !spec.filters.is_empty() && takes_brace(expr);
    At(expr, if taken { ALWAYS } else { least })
}

/// `name: value` or `value`
impl Print for Argument {
    fn print(&self, p: &mut Printer) {
        put!(p, self.name.as_ref().map(|name| (name, ": ")), self.value);
    }
}

/// ` { a, b }` or ` { name = value }`
impl Print for Initialiser {
    fn print(&self, p: &mut Printer) {
        put!(p, " ");
        match self {
            Initialiser::Elements(elements) => p.elements(elements),
            Initialiser::Attributes(attributes) => {
                let attributes: Vec<_> =
                    attributes.iter().map(|(name, value)| (name, (" = ", value))).collect();
                put!(p, "{ ", List(&attributes), " }");
            }
        }
    }
}
