//! Text with computed pieces, braces by what is expected of them, `new`, and function values, whose parameters get the
//! types that are expected of them. It knows nothing of assignment.

use super::convert::{converted, set_as_list};
use super::expr::Meaning;
use super::problems as problem;
use super::returns;
use super::scope::{Checker, Returns, Stage, error, returning, statement};
use super::world::Definition;
use crate::typed::{
    Acts, Block, ClassId, ClassKind, Conversion, Expr, ExprKind, Lambda, StatementKind, Type, Visibility,
};
use base::NodeId;
use language::catalogue::Builtin;
use language::tree::{self, Initialiser, LambdaBody, Name, Part, TypeKind, TypeRef};
use std::rc::Rc;

impl<'t> Checker<'_, 't> {
    /// `"text {x}"`
    pub(super) fn text(&mut self, at: NodeId, parts: &'t [Part]) -> Expr {
        self.text_of(at, parts, Checker::printed)
    }

    /// A text for the log, whose parts may be lists.
    pub(super) fn log_text(&mut self, text: &'t tree::Expr) -> Expr {
        match &text.kind {
            tree::ExprKind::String(parts) => {
                self.text_of(text.id, parts, |c, part| match part.ty.element() {
                    _ if matches!(part.ty, Type::Set(_)) => {
                        converted(set_as_list(part), Conversion::ToString, Type::String)
                    }
                    Some(of) if c.is_printable(of) => converted(part, Conversion::ToString, Type::String),
                    _ => c.printed(part),
                })
            }
            _ => self.value(text, &Type::String, "what is told"),
        }
    }

    fn text_of(&mut self, at: NodeId, parts: &'t [Part], printed: impl Fn(&mut Self, Expr) -> Expr) -> Expr {
        let kind = match super::consts::plain_text(parts) {
            Some(text) => ExprKind::String(text),
            None => {
                let mut found = Vec::new();
                for part in parts {
                    found.push(match part {
                        Part::Text(t) => Expr { at, ty: Type::String, kind: ExprKind::String(t.clone()) },
                        Part::Expr(e) => {
                            let value = self.expr(e, None);
                            printed(self, value)
                        }
                    });
                }
                ExprKind::Concat(found)
            }
        };
        Expr { at, ty: Type::String, kind }
    }

    /// `{ 1, 2, 3 }`
    pub(super) fn braces(&mut self, at: NodeId, elements: &'t [tree::Expr], want: Option<&Type>) -> Expr {
        match want {
            Some(Type::List(t)) => {
                let found = self.elements(elements, t);
                Expr { at, ty: Type::List(t.clone()), kind: ExprKind::NewList(found) }
            }
            Some(Type::Stack(t)) => {
                let found = self.elements(elements, t);
                Expr { at, ty: Type::Stack(t.clone()), kind: ExprKind::NewStack(found) }
            }
            Some(Type::Set(t)) => {
                let found = elements.iter().map(|e| self.value(e, t, "a member of the set")).collect();
                let list = Expr { at, ty: Type::List(t.clone()), kind: ExprKind::NewList(found) };
                let kind = ExprKind::Builtin(Builtin::ListToSet, vec![Some(list)]);
                Expr { at, ty: Type::Set(t.clone()), kind }
            }
            Some(Type::Table(k, v)) => {
                let pairs = self.pairs(elements, k.as_deref(), v);
                Expr { at, ty: Type::Table(k.clone(), v.clone()), kind: ExprKind::NewTable(pairs) }
            }
            Some(Type::Error) => {
                elements.iter().for_each(|e| drop(self.expr(e, want)));
                error(at)
            }
            _ => self.list_of_common_type(at, elements),
        }
    }

    fn elements(&mut self, elements: &'t [tree::Expr], ty: &Type) -> Vec<Expr> {
        elements.iter().map(|e| self.value(e, ty, "an element of the list")).collect()
    }

    fn list_of_common_type(&mut self, at: NodeId, elements: &'t [tree::Expr]) -> Expr {
        if elements.is_empty() {
            return self.error_expr(at, problem::empty_braces(self.span(at)));
        }
        let mut found: Vec<Expr> = Vec::new();
        let mut common = Type::Null;
        for e in elements {
            let value = self.any_value(e);
            match self.world.join(&common, &value.ty) {
                Some(ty) => common = ty,
                None => {
                    let names = (self.name_of(&common), self.name_of(&value.ty));
                    self.report(problem::mixed_elements(self.span(e.id), &names.0, &names.1));
                    common = Type::Error;
                }
            }
            found.push(value);
        }
        if common == Type::Error {
            return error(at);
        }
        let found = found.into_iter().map(|e| self.needed(e, &common, "an element of the list")).collect();
        Expr { at, ty: Type::list(common), kind: ExprKind::NewList(found) }
    }

    /// `{ { key, value }, ... }`
    fn pairs(&mut self, elements: &'t [tree::Expr], key: Option<&Type>, value: &Type) -> Vec<(Expr, Expr)> {
        let mut pairs = Vec::new();
        for e in elements {
            match &e.kind {
                tree::ExprKind::Braces(pair) if pair.len() == 2 => {
                    let k = match key {
                        Some(ty) => self.value(&pair[0], ty, "a key of the table"),
                        None => self.any_value(&pair[0]),
                    };
                    pairs.push((k, self.value(&pair[1], value, "a value of the table")));
                }
                tree::ExprKind::Missing => {}
                _ => self.report(problem::not_a_pair(self.span(e.id))),
            }
        }
        pairs
    }

    /// `new T()`, `new T() { ... }`
    pub(super) fn new_object(&mut self, at: NodeId, ty: &TypeRef, init: Option<&'t Initialiser>) -> Expr {
        let found = self.type_of(ty);
        match &found {
            Type::Class(class) => {
                let class = *class;
                if let Some(problem) = self.cannot_be_made(ty.id, class) {
                    self.report(problem);
                    self.skip(init);
                    return Expr { at, ty: found, kind: ExprKind::Error };
                }
                let values = match init {
                    None => Vec::new(),
                    Some(Initialiser::Attributes(values)) => self.attributes(class, values),
                    Some(Initialiser::Elements(elements)) => {
                        if !elements.is_empty() {
                            self.report(problem::elements_in_class(
                                self.span(at),
                                self.world.class_name(class),
                            ));
                        }
                        Vec::new()
                    }
                };
                Expr { at, ty: found, kind: ExprKind::New(class, values) }
            }
            Type::List(_) | Type::Stack(_) | Type::Set(_) | Type::Table(..) => match init {
                None => self.braces(at, &[], Some(&found)),
                Some(Initialiser::Elements(elements)) => self.braces(at, elements, Some(&found)),
                Some(Initialiser::Attributes(_)) => {
                    self.skip(init);
                    self.error_expr(
                        at,
                        problem::attributes_in_collection(self.span(at), &self.name_of(&found)),
                    )
                }
            },
            Type::Error => {
                self.skip(init);
                error(at)
            }
            _ => {
                self.skip(init);
                self.error_expr(at, problem::cannot_make(self.span(ty.id), &self.name_of(&found)))
            }
        }
    }

    /// Checks what follows a `new` that is wrong already.
    fn skip(&mut self, init: Option<&'t Initialiser>) {
        match init {
            None => {}
            Some(Initialiser::Attributes(values)) => {
                values.iter().for_each(|(_, e)| drop(self.expr(e, Some(&Type::Error))))
            }
            Some(Initialiser::Elements(values)) => {
                values.iter().for_each(|e| drop(self.expr(e, Some(&Type::Error))))
            }
        }
    }

    fn cannot_be_made(&self, at: NodeId, class: ClassId) -> Option<base::Problem> {
        let c = &self.world.game.classes[class.index()];
        let span = self.span(at);
        if c.kind == ClassKind::Tile {
            return Some(problem::new_tile(span, &c.name));
        }
        if c.kind == ClassKind::Modifier {
            return Some(problem::modifier_made(self.span(at), &c.name));
        }
        if c.kind == ClassKind::Event {
            return Some(problem::new_event(span, &c.name));
        }
        if c.visibility == Visibility::Global {
            return Some(problem::new_global(span, &c.name));
        }
        if self.world.opaque.contains(&class) {
            return Some(problem::new_parameter(span, &c.name));
        }
        if c.is_abstract {
            let ids = (0..self.world.game.classes.len()).map(|i| ClassId(i as u32));
            let children = ids.filter(|i| *i != class && self.world.is_sub(*i, class));
            let concrete = children.filter(|i| !self.world.game.classes[i.index()].is_abstract);
            let names: Vec<&str> = concrete.map(|i| self.world.class_name(i)).take(3).collect();
            return Some(problem::new_abstract(span, &c.name, &names));
        }
        None
    }

    /// `{ suit = s, rank = r }`: attributes by index.
    fn attributes(&mut self, class: ClassId, values: &'t [(Name, tree::Expr)]) -> Vec<(u32, Expr)> {
        let mut found: Vec<(u32, Expr)> = Vec::new();
        for (name, value) in values {
            let Some((index, ty)) = self.world.attribute(class, &name.text) else {
                self.unknown_attribute(class, name);
                self.expr(value, Some(&Type::Error));
                continue;
            };
            if found.iter().any(|f| f.0 == index) {
                self.report(problem::repeated_argument(self.span(name.id), &name.text));
                continue;
            }
            let value = self.value(value, ty, &format!("the attribute `{}`", name.text));
            self.not_given(class, index, name.id);
            found.push((index, value));
        }
        found
    }

    pub(super) fn unknown_attribute(&mut self, class: ClassId, name: &Name) {
        let attributes = self.world.game.classes[class.index()].attributes.iter();
        let known = attributes.map(|a| a.name.as_str());
        let owner = self.world.class_name(class);
        self.report(problem::unknown_member(self.span(name.id), owner, &name.text, known));
    }

    /// `a..b`
    pub(super) fn range(&mut self, at: NodeId, a: &'t tree::Expr, b: &'t tree::Expr) -> Expr {
        let a = self.value(a, &Type::Number, "the start of a range");
        let b = self.value(b, &Type::Number, "the end of a range");
        let kind = ExprKind::Range(Box::new(a), Box::new(b));
        Expr { at, ty: Type::List(Rc::new(Type::Number)), kind }
    }

    /// `a..b step n`
    pub(super) fn stepped(&mut self, at: NodeId, range: &'t tree::Expr, step: &'t tree::Expr) -> Expr {
        let range = self.value(range, &Type::list(Type::Number), "a range");
        let step = self.value(step, &Type::Number, "the step of a range");
        let kind = match range.kind {
            ExprKind::Range(a, b) => ExprKind::Stepped(a, b, Box::new(step)),
            other => other,
        };
        Expr { at, ty: range.ty, kind }
    }
}

impl<'t> Checker<'_, 't> {
    /// A function value, given the type that its surroundings suggest.
    pub(super) fn lambda_expr(&mut self, at: NodeId, lambda: &'t tree::Lambda, want: Option<&Type>) -> Expr {
        match want {
            Some(Type::Function(params, returns)) => {
                let (params, returns) = (params.clone(), returns.clone());
                self.lambda(at, lambda, &params, Some(&returns), Acts::Never)
            }
            Some(Type::Act(params, returns)) => {
                let (params, returns) = (params.clone(), returns.clone());
                self.lambda(at, lambda, &params, Some(&returns), Acts::WhenCalled)
            }
            Some(Type::Error) => {
                self.lambda(at, lambda, &vec![Type::Error; lambda.parameters.len()], None, Acts::Never);
                error(at)
            }
            _ => {
                let mut params = Vec::new();
                for p in &lambda.parameters {
                    if p.ty.kind == TypeKind::Inferred {
                        self.report(problem::parameter_type(self.span(p.name.id), &p.name.text));
                        params.push(Type::Error);
                    } else {
                        params.push(self.type_of(&p.ty));
                    }
                }
                let found = self.lambda(at, lambda, &params, None, Acts::Never);
                if params.contains(&Type::Error) { error(at) } else { found }
            }
        }
    }

    /// A function value with parameters of the given types; without `returns` its result is what it gives.
    pub(super) fn lambda(
        &mut self,
        at: NodeId,
        lambda: &'t tree::Lambda,
        params: &[Type],
        returns: Option<&Type>,
        acts: Acts,
    ) -> Expr {
        if lambda.parameters.len() != params.len() {
            self.report(problem::lambda_parameters(self.span(at), params.len(), lambda.parameters.len()));
            return self.lambda_expr(at, lambda, Some(&Type::Error));
        }
        self.open();
        let mut locals = Vec::new();
        for (i, p) in lambda.parameters.iter().enumerate() {
            let expected = params.get(i).cloned().unwrap_or(Type::Error);
            let ty = match self.explicit_type(&p.ty) {
                None => expected,
                Some(written) => {
                    if !self.world.fits(&expected, &written) {
                        let names = (self.name_of(&expected), self.name_of(&written));
                        let why = format!("the parameter `{}`", p.name.text);
                        self.report(problem::wrong_type(self.span(p.ty.id), &names.0, &names.1, &why));
                    }
                    written
                }
            };
            locals.push(self.declare(&p.name, ty));
        }
        let (body, result) = match acts {
            Acts::WhenCalled => self.outside(|c| c.lambda_body(at, &lambda.body, returns)),
            Acts::Never | Acts::Here => self.lambda_body(at, &lambda.body, returns),
        };
        self.close();
        let types = locals.iter().map(|l| self.local_type(*l).clone()).collect();
        let ty = match acts {
            Acts::WhenCalled => Type::Act(types, Rc::new(result)),
            Acts::Never | Acts::Here => Type::Function(types, Rc::new(result)),
        };
        Expr { at, ty, kind: ExprKind::Lambda(Lambda { params: locals, acts, body }) }
    }

    /// Checks what runs later: no event is there, and nothing that stands in `setup` or a test alone.
    fn outside<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> T {
        let stage = match self.stage {
            Stage::Setup | Stage::Test | Stage::TestFunction => Stage::Ordinary,
            stage => stage,
        };
        let stage = std::mem::replace(&mut self.stage, stage);
        let (event, local, base) = (self.event.take(), self.event_local, self.base.take());
        // In the effect of an event, `this` is the event.
        self.event_local = local.filter(|_| stage == Stage::EventEffect);
        let found = check(self);
        (self.stage, self.event, self.event_local, self.base) = (stage, event, local, base);
        found
    }

    /// A function by its name where an act with these parameters is expected: one that calls it.
    pub(super) fn named_act(&mut self, at: NodeId, name: &str, params: &[Type]) -> Option<Expr> {
        let (this, f) = match self.meaning(name, false) {
            Meaning::Method(carrier, f) => (Some(self.carrier(at, carrier)), f),
            Meaning::Definition(Definition::Function(f)) => (None, f),
            _ => return None,
        };
        let info = &self.world.functions[f.index()];
        let needed = info.params.iter().filter(|p| !p.optional).count();
        if !(needed..=info.params.len()).contains(&params.len()) {
            self.report(problem::lambda_parameters(self.span(at), params.len(), info.params.len()));
            return Some(error(at));
        }
        let mut locals = Vec::new();
        let mut args: Vec<Option<Expr>> = Vec::new();
        for (given, param) in params.iter().zip(&info.params) {
            let local = self.unnamed(&param.name, given.clone(), at);
            let value = self.read(at, local);
            args.push(Some(self.needed(value, &param.ty, &format!("the parameter `{}`", param.name))));
            locals.push(local);
        }
        args.resize_with(info.params.len(), || None);
        let returns = info.returns.clone();
        let kind = match this {
            Some(this) => ExprKind::CallMethod(Box::new(this), f, args),
            None => ExprKind::Call(f, args),
        };
        let call = Expr { at, ty: returns.clone(), kind };
        let does = match returns {
            Type::Void => StatementKind::Expr(call),
            _ => StatementKind::Return(Some(call)),
        };
        let body = Block { statements: vec![statement(at, does)] };
        let ty = Type::Act(params.into(), Rc::new(returns));
        Some(Expr { at, ty, kind: ExprKind::Lambda(Lambda { params: locals, acts: Acts::WhenCalled, body }) })
    }

    fn lambda_body(&mut self, at: NodeId, body: &'t LambdaBody, returns: Option<&Type>) -> (Block, Type) {
        let why = "the result of the function value";
        match body {
            LambdaBody::Expr(e) if returns == Some(&Type::Void) => {
                let does = self.expression(e);
                (Block { statements: vec![statement(at, does)] }, Type::Void)
            }
            LambdaBody::Expr(e) => {
                let value = match returns {
                    Some(ty) => self.value(e, ty, why),
                    None => self.any_value(e),
                };
                let ty = returns.cloned().unwrap_or_else(|| value.ty.clone());
                (returning(value), ty)
            }
            LambdaBody::Block(block) => {
                let inside = match returns {
                    Some(Type::Void) => Returns::Nothing("an act that gives nothing"),
                    Some(ty) => Returns::Value(ty.clone(), why.to_owned()),
                    None => Returns::Infer(None),
                };
                let (block, inside) = self.within(inside, |c| c.block(block));
                if returns != Some(&Type::Void) && returns::falls_through(&block) {
                    self.report(problem::missing_return(self.span(at), "this function value"));
                }
                let ty = match inside {
                    Returns::Value(ty, _) | Returns::Infer(Some(ty)) => ty,
                    Returns::Nothing(_) => Type::Void,
                    _ => Type::Error,
                };
                (block, ty)
            }
        }
    }
}
