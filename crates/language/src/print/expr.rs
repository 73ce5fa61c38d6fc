//! Expressions as text, with the brackets that they need and no others.

use super::Printer;
use super::binding::{
    ALWAYS, ASSIGN, COALESCE, LOOSE, POSTFIX, RANGE, SUM, TYPED, UNARY, VALUE, ends_in_type, holds_caret,
    mixes, starts_with_brace, takes_brace, tightness,
};
use crate::tree::{
    Argument, BinaryOp, ChoiceSpec, Choose, Count, Expr, ExprKind, Filter, Initialiser, Lambda, LambdaBody,
    Part, TypeKind, UnaryOp,
};

impl Printer {
    /// Any expression.
    pub(super) fn expr(&mut self, expr: &Expr) {
        self.at(expr, ASSIGN);
    }

    /// An expression that assigns nothing, or stands in brackets.
    pub(super) fn value(&mut self, expr: &Expr) {
        self.at(expr, VALUE);
    }

    /// One that stands where a brace would start a block: as a statement, or after `=>`.
    pub(super) fn expr_statement(&mut self, expr: &Expr) {
        self.at(expr, if starts_with_brace(expr) { ALWAYS } else { ASSIGN });
    }

    /// One that may be followed by words or by two dots.
    pub(super) fn sum(&mut self, expr: &Expr) {
        self.at(expr, SUM);
    }

    /// One that `.` may follow.
    pub(super) fn operand(&mut self, expr: &Expr) {
        self.at(expr, POSTFIX);
    }

    /// An expression in brackets unless it binds at least as tightly as `least`.
    fn at(&mut self, expr: &Expr, least: u8) {
        if tightness(expr) >= least {
            return self.bare(expr);
        }
        self.put("(");
        self.bare(expr);
        self.put(")");
    }

    fn bare(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Number(number) => self.number(*number),
            ExprKind::String(parts) => self.string(parts),
            ExprKind::Bool(true) => self.put("true"),
            ExprKind::Bool(false) => self.put("false"),
            ExprKind::Null | ExprKind::Missing => self.put("null"),
            ExprKind::This => self.put("this"),
            ExprKind::Event => self.put("event"),
            ExprKind::Name(name) => self.put(name),
            ExprKind::Member(object, name) => {
                self.at(object, POSTFIX);
                self.put(".");
                self.put(&name.text);
            }
            ExprKind::Index(list, index) => {
                self.at(list, POSTFIX);
                self.put("[");
                self.value(index);
                self.put("]");
            }
            ExprKind::Call(callee, arguments) => {
                self.at(callee, POSTFIX);
                self.arguments(arguments);
            }
            ExprKind::BaseCall(name, arguments) => {
                self.put("base.");
                self.put(&name.text);
                self.arguments(arguments);
            }
            ExprKind::BaseAttribute(name) => {
                self.put("base.");
                self.put(&name.text);
            }
            ExprKind::Raise(event, arguments) => {
                self.put("raise ");
                self.put(&event.text);
                self.arguments(arguments);
            }
            ExprKind::New(ty, initialiser) => {
                self.put("new ");
                self.ty(ty);
                self.put("()");
                self.initialiser(initialiser.as_ref());
            }
            ExprKind::Braces(elements) => self.elements(elements),
            _ => self.operation(expr),
        }
    }

    fn operation(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Unary(op, operand) => {
                self.put(if *op == UnaryOp::Not { "!" } else { "-" });
                self.at(operand, UNARY);
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right),
            ExprKind::Chain(first, rest) => self.chain(first, rest),
            ExprKind::Ternary(condition, yes, no) => {
                self.at(condition, COALESCE);
                self.put(" ? ");
                self.value(yes);
                self.put(" : ");
                self.value(no);
            }
            ExprKind::Coalesce(left, right) => {
                self.at(left, COALESCE);
                self.put(" ?? ");
                self.at(right, LOOSE);
            }
            ExprKind::Is(operand, ty) => {
                self.at(operand, TYPED);
                self.put(" is ");
                self.ty(ty);
            }
            ExprKind::As(operand, ty) => {
                self.at(operand, TYPED);
                self.put(" as ");
                self.ty(ty);
            }
            ExprKind::Range(low, high) => {
                self.at(low, RANGE);
                self.put("..");
                self.at(high, SUM);
            }
            ExprKind::Assign(target, op, value) => {
                self.at(target, COALESCE);
                self.put(&format!(" {}= ", op.map_or("", BinaryOp::symbol)));
                self.expr(value);
            }
            ExprKind::Lambda(lambda) => self.lambda(lambda),
            ExprKind::Choose(choose) => self.choose(choose),
            ExprKind::Type(ty) => self.ty(ty),
            ExprKind::Suppose(body, result) => {
                self.put("suppose ");
                self.block(body);
                self.put(" gives ");
                self.value(result);
            }
            _ => {}
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) {
        let level = LOOSE + op.level() * 2;
        // Beside a `^` every other operator needs brackets, or the whole would be a flat chain.
        let caret = op == BinaryOp::Caret || holds_caret(left) || holds_caret(right);
        let (mut least_left, least_right) = if caret { (UNARY, UNARY) } else { (level, level + 1) };
        if mixes(op, left) || (op == BinaryOp::Less && ends_in_type(left)) {
            least_left = POSTFIX;
        }
        self.at(left, least_left);
        self.put(&format!(" {} ", op.symbol()));
        self.at(right, least_right);
    }

    fn chain(&mut self, first: &Expr, rest: &[(BinaryOp, Expr)]) {
        let least = |operand: &Expr| if ends_in_type(operand) { POSTFIX } else { UNARY };
        self.at(first, least(first));
        for (op, operand) in rest {
            self.put(&format!(" {} ", op.symbol()));
            self.at(operand, least(operand));
        }
    }

    fn number(&mut self, number: f64) {
        if number.is_finite() {
            let plain = number.to_string();
            let short = format!("{number:e}");
            self.put(if plain.len() > 24 { &short } else { &plain });
        } else {
            self.put("0");
        }
    }

    fn string(&mut self, parts: &[Part]) {
        self.put("\"");
        for part in parts {
            match part {
                Part::Text(text) => self.escaped(text),
                Part::Expr(expr) => {
                    self.put("{");
                    self.on_one_line(|p| p.expr(expr));
                    self.put("}");
                }
            }
        }
        self.put("\"");
    }

    /// Prints without line breaks, which a string cannot hold. The only ones stand between words and signs.
    fn on_one_line(&mut self, inside: impl FnOnce(&mut Printer)) {
        let before = self.text.len();
        inside(self);
        let printed = self.text.split_off(before);
        let mut lines = printed.lines().map(str::trim_start);
        self.put(lines.next().unwrap_or(""));
        for line in lines {
            self.put(" ");
            self.put(line);
        }
    }

    pub(super) fn arguments(&mut self, arguments: &[Argument]) {
        self.put("(");
        self.list(arguments, |p, argument| {
            if let Some(name) = &argument.name {
                p.put(&name.text);
                p.put(": ");
            }
            p.value(&argument.value);
        });
        self.put(")");
    }

    /// `{ a, b }`
    pub(super) fn elements(&mut self, elements: &[Expr]) {
        self.put("{ ");
        self.list(elements, Printer::value);
        self.put(if elements.is_empty() { "}" } else { " }" });
    }

    fn initialiser(&mut self, initialiser: Option<&Initialiser>) {
        match initialiser {
            None => {}
            Some(Initialiser::Elements(elements)) => {
                self.put(" ");
                self.elements(elements);
            }
            Some(Initialiser::Attributes(attributes)) => {
                self.put(" { ");
                self.list(attributes, |p, (name, value)| {
                    p.put(&name.text);
                    p.put(" = ");
                    p.value(value);
                });
                self.put(" }");
            }
        }
    }

    fn lambda(&mut self, lambda: &Lambda) {
        match lambda.parameters.as_slice() {
            [only] if only.ty.kind == TypeKind::Inferred => self.put(&only.name.text),
            parameters => {
                self.put("(");
                self.list(parameters, |p, parameter| {
                    if parameter.ty.kind == TypeKind::Inferred {
                        p.put(&parameter.name.text);
                    } else {
                        p.parameter(parameter);
                    }
                });
                self.put(")");
            }
        }
        self.put(" => ");
        match &lambda.body {
            LambdaBody::Expr(expr) => self.expr_statement(expr),
            LambdaBody::Block(block) => self.block(block),
        }
    }

    fn choose(&mut self, choose: &Choose) {
        self.put(if choose.optional { "choose optional " } else { "choose " });
        self.ty(&choose.ty);
        if let Some(by) = &choose.by {
            self.put(" by ");
            self.before_filters(by, SUM, &choose.spec);
        }
        self.choice_spec(&choose.spec, RANGE);
    }

    /// What may be chosen from among inputs: any value may follow `from`.
    pub(super) fn input_spec(&mut self, spec: &ChoiceSpec) {
        self.choice_spec(spec, VALUE);
    }

    /// ` "prompt" count n from list { filter }`
    fn choice_spec(&mut self, spec: &ChoiceSpec, source: u8) {
        if let Some(prompt) = &spec.prompt {
            self.put(" ");
            self.at(prompt, POSTFIX);
        }
        match &spec.count {
            None => {}
            Some(Count::Any) => self.put(" count any"),
            Some(Count::Exactly(n)) => {
                self.put(" count ");
                self.before_filters(n, SUM, spec);
            }
            Some(Count::Between(least, most)) => {
                self.put(" count ");
                self.sum(least);
                self.put("..");
                self.before_filters(most, SUM, spec);
            }
        }
        if let Some(from) = &spec.from {
            self.put(" from ");
            self.before_filters(from, source, spec);
        }
        self.filters(&spec.filters);
    }

    /// An expression after which the filters may stand: it must not take their braces for its own.
    fn before_filters(&mut self, expr: &Expr, least: u8, spec: &ChoiceSpec) {
        let taken = !spec.filters.is_empty() && takes_brace(expr);
        self.at(expr, if taken { ALWAYS } else { least });
    }

    fn filters(&mut self, filters: &[Filter]) {
        match filters {
            [] => {}
            [only] if only.name.is_none() => {
                self.put(" ");
                self.block(&only.body);
            }
            filters => {
                self.put(" ");
                self.braces(|p| filters.iter().for_each(|filter| p.filter(filter)));
            }
        }
    }

    fn filter(&mut self, filter: &Filter) {
        self.line();
        self.put("filter ");
        if let Some(name) = &filter.name {
            self.put(&name.text);
            self.put(" ");
        }
        self.block(&filter.body);
    }
}
