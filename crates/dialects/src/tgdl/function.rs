//! Functions in their long and short form. It does not know whether every path returns.

use super::parser::Parser;
use super::recover::NOT_IN_ACTIONS;
use super::token::Tok;
use base::{NodeId, Problem, Span};
use language::tree::{Block, Expr, Function, Input, InputSource, Name, Parameter, TypeKind, TypeRef};

/// `abstract` and `override` before a function or an action.
#[derive(Clone, Copy, Default)]
pub(crate) struct Marks {
    pub is_abstract: bool,
    pub is_override: bool,
}

impl Parser<'_> {
    /// `[abstract] [override]`
    pub(crate) fn marks(&mut self) -> Marks {
        let mut marks = Marks::default();
        loop {
            match self.word() {
                "abstract" if self.peek_at(1).is_word() => marks.is_abstract = true,
                "override" if self.peek_at(1).is_word() => marks.is_override = true,
                _ => return marks,
            }
            self.bump();
        }
    }

    /// `function name { ... }` or `function T name(T a, U b = x) { ... }`
    pub(crate) fn function(&mut self, start: Span, marks: Marks) -> Function {
        self.bump();
        if self.peek().is_word() && self.peek_at(1) == Tok::OpenBrace {
            self.long_function(start, marks)
        } else {
            self.short_function(start, marks)
        }
    }

    /// `function name { function input T a; returns U; effect { ... } }`, from the name on
    fn long_function(&mut self, start: Span, marks: Marks) -> Function {
        let name = self.declared_name("a name for the function");
        let (mut inputs, mut returns, mut body) = (Vec::new(), None, None);
        let what = "a function holds inputs, `returns` and `effect`";
        self.parts_in_braces("before the parts of the function", NOT_IN_ACTIONS, |p| match p.word() {
            "returns" => returns = p.returns(),
            "effect" => p.once("`effect`", &mut body, Self::tagged_block),
            _ if p.input_ahead() => inputs.push(p.input()),
            _ => p.no_part("returns effect input function", what),
        });
        let id = self.node_since(start);
        if body.is_none() && !marks.is_abstract {
            self.without_body(&name, "effect { ... }");
            body = Some(Block { id: self.node_since(start), statements: Vec::new() });
        }
        let Marks { is_abstract, is_override } = marks;
        Function { id, long: true, is_abstract, is_override, name, returns, inputs, body }
    }

    /// `returns T;` `returns;`
    pub(crate) fn returns(&mut self) -> Option<TypeRef> {
        self.bump();
        let nothing = self.is(Tok::Semicolon) || (self.is_word("void") && self.peek_at(1) == Tok::Semicolon);
        if nothing {
            self.eat_word("void");
        }
        let ty = (!nothing).then(|| self.ty());
        self.end_statement();
        ty
    }

    /// `[T|void] name(parameters) { ... }` or `;` where the function is abstract
    pub(crate) fn short_function(&mut self, start: Span, marks: Marks) -> Function {
        let returns = self.return_type();
        let name =
            if self.lost { self.missing_name() } else { self.declared_name("a name for the function") };
        let inputs = if self.lost { Vec::new() } else { self.parameters() };
        let returns = returns.or_else(|| self.type_behind(&name));
        let body = self.function_body(&name, marks);
        let (id, Marks { is_abstract, is_override }) = (self.node_since(start), marks);
        Function { id, long: false, is_abstract, is_override, name, returns, inputs, body }
    }

    /// Whether `T function name(` stands here.
    pub(crate) fn function_after_type(&self) -> bool {
        self.scan_type(0, &mut 200).is_some_and(|end| {
            self.word_at(end) == "function"
                && self.peek_at(end + 1).is_word()
                && self.peek_at(end + 2) == Tok::OpenParen
        })
    }

    /// `T function name(parameters) { ... }`, with the type where other languages have it
    pub(crate) fn turned_function(&mut self, start: Span, marks: Marks) -> Function {
        let returns = self.ty();
        let span = self.origins.span(returns.id).to(self.span());
        let ty = self.text.get(span.start as usize..self.previous().end as usize).unwrap_or("T");
        let meant = format!("function {ty}");
        self.bump();
        let problem =
            Problem::error("misplaced-type", span, "the type of a function stands behind `function`");
        self.report(problem.hint(format!("write `{meant} {}(...)`", self.word())).fix(span, meant));
        let function = self.short_function(start, marks);
        Function { returns: Some(returns), ..function }
    }

    /// `: T` or `-> T` behind the parameters, as other languages write it
    fn type_behind(&mut self, name: &Name) -> Option<TypeRef> {
        let is_arrow = self.is(Tok::Minus) && self.peek_at(1) == Tok::Greater;
        if self.lost || !(self.is(Tok::Colon) || is_arrow) {
            return None;
        }
        let start = self.span();
        self.bump();
        if is_arrow {
            self.bump();
        }
        let is_nothing = self.eat_word("void");
        let ty = (!is_nothing).then(|| self.ty());
        let what = match ty.as_ref().map(|ty| &ty.kind) {
            Some(TypeKind::Named { module: None, name }) => name.as_str(),
            Some(_) => "T",
            None => "void",
        };
        let hint = format!("write `function {what} {}(...)`", name.text);
        let message = "what a function gives stands before its name";
        self.report(Problem::error("misplaced-type", start, message).hint(hint));
        ty
    }

    /// The type before the name; None for `void` and where there is none.
    fn return_type(&mut self) -> Option<TypeRef> {
        if self.is_word("void") && self.peek_at(1).is_word() {
            self.bump();
            return None;
        }
        let act = self.is_word("act")
            && self.scan_type(0, &mut 200).is_some_and(|end| end > 1 && self.peek_at(end).is_word());
        let only_name = !act && !self.is(Tok::OpenParen) && self.peek_at(1) == Tok::OpenParen;
        let bracket = self.is(Tok::OpenParen) && self.scan_type(0, &mut 200).is_some();
        if only_name || !(self.peek().is_word() || bracket) {
            return None;
        }
        Some(self.ty())
    }

    /// `(T a, U b = x)`
    pub(crate) fn parameters(&mut self) -> Vec<Input> {
        if !self.expect(Tok::OpenParen, "before the parameters") {
            return Vec::new();
        }
        self.until(Tok::CloseParen, "after the parameters", Self::function_parameter)
    }

    /// `T name [= default]`
    fn function_parameter(&mut self) -> Input {
        let start = self.span();
        if self.is(Tok::Word) && matches!(self.peek_at(1), Tok::Comma | Tok::CloseParen) {
            let message = format!("the parameter `{}` has no type", self.word());
            let problem = Problem::error("expected-type", start, message);
            self.report(problem.hint(format!("write its type before it: `number {}`", self.word())));
            let (ty, name) = (self.implied_type(), self.any_word());
            return given(self.node_since(start), Parameter { ty, name }, None);
        }
        let parameter = self.parameter();
        let default = self.eat(Tok::Equal).then(|| self.value());
        given(self.node_since(start), parameter, default)
    }

    pub(crate) fn implied_type(&mut self) -> TypeRef {
        TypeRef { id: self.origins.implied(self.span()), kind: TypeKind::Inferred }
    }

    fn function_body(&mut self, name: &Name, marks: Marks) -> Option<Block> {
        if self.lost {
            return None;
        }
        if self.is(Tok::OpenBrace) {
            let body = self.block();
            if marks.is_abstract {
                let place = self.origins.span(name.id);
                let problem = Problem::error("abstract-with-body", place, "an abstract function has no body");
                self.report(problem.hint("end it with `;`, or leave out `abstract`"));
            }
            return Some(body);
        }
        if marks.is_abstract {
            self.end_statement();
            return None;
        }
        let place = self.span();
        self.without_body(name, "{ ... }");
        if !self.eat(Tok::Semicolon) {
            self.lost = true;
        }
        Some(Block { id: self.node(place), statements: Vec::new() })
    }

    fn without_body(&mut self, name: &Name, body: &str) {
        let span = self.origins.span(name.id);
        let message = format!("the function `{}` has no body", name.text);
        let problem = Problem::error("function-without-body", span, message);
        self.report(problem.hint(format!("add `{body}`; only an `abstract` function goes without")));
    }
}

/// A parameter as an input that the caller gives.
pub(crate) fn given(id: NodeId, Parameter { ty, name }: Parameter, default: Option<Expr>) -> Input {
    Input { id, optional: false, source: InputSource::Given(default), ty, name, spec: Default::default() }
}
