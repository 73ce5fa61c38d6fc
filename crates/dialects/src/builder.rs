//! Making nodes of TGDL's tree for what stands at a place of a text in another notation. It knows no words of any.

use base::{NodeId, Origins, Span};
use language::tree::{
    Argument, BinaryOp, Block, ChoiceSpec, Constant, Expr, ExprKind, Function, Initialiser, Input,
    InputSource, Lambda, LambdaBody, Name, Parameter, Part, Statement, StatementKind, TypeKind, TypeRef,
    UnaryOp,
};

/// Makes nodes, all with the same place until it is moved.
pub(crate) struct Builder<'o> {
    pub origins: &'o mut Origins,
    pub at: Span,
    /// How many function values have been made.
    pub values: usize,
}

impl<'o> Builder<'o> {
    pub(crate) fn new(origins: &'o mut Origins, at: Span) -> Builder<'o> {
        Builder { origins, at, values: 0 }
    }

    pub(crate) fn id(&mut self) -> NodeId {
        self.origins.implied(self.at)
    }

    pub(crate) fn name(&mut self, text: &str) -> Name {
        Name { text: text.to_owned(), id: self.id() }
    }

    // ---- values ----

    pub(crate) fn expr(&mut self, kind: ExprKind) -> Expr {
        Expr { id: self.id(), kind }
    }

    pub(crate) fn var(&mut self, text: &str) -> Expr {
        self.expr(ExprKind::Name(text.to_owned()))
    }

    pub(crate) fn number(&mut self, n: f64) -> Expr {
        self.expr(ExprKind::Number(n))
    }

    pub(crate) fn text(&mut self, text: &str) -> Expr {
        let parts = if text.is_empty() { Vec::new() } else { vec![Part::Text(text.to_owned())] };
        self.expr(ExprKind::String(parts))
    }

    pub(crate) fn null(&mut self) -> Expr {
        self.expr(ExprKind::Null)
    }

    /// `of.name`
    pub(crate) fn member(&mut self, of: Expr, name: &str) -> Expr {
        let name = self.name(name);
        self.expr(ExprKind::Member(Box::new(of), name))
    }

    /// `function(values)`
    pub(crate) fn call(&mut self, function: &str, values: Vec<Expr>) -> Expr {
        let callee = self.var(function);
        self.call_of(callee, values)
    }

    /// `of.name(values)`
    pub(crate) fn method(&mut self, of: Expr, name: &str, values: Vec<Expr>) -> Expr {
        let callee = self.member(of, name);
        self.call_of(callee, values)
    }

    /// `callee(values)`
    pub(crate) fn call_of(&mut self, callee: Expr, values: Vec<Expr>) -> Expr {
        let arguments = values.into_iter().map(|value| Argument { name: None, value }).collect();
        self.expr(ExprKind::Call(Box::new(callee), arguments))
    }

    pub(crate) fn binary(&mut self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        self.expr(ExprKind::Binary(op, Box::new(left), Box::new(right)))
    }

    pub(crate) fn not(&mut self, of: Expr) -> Expr {
        self.expr(ExprKind::Unary(UnaryOp::Not, Box::new(of)))
    }

    pub(crate) fn negate(&mut self, of: Expr) -> Expr {
        self.expr(ExprKind::Unary(UnaryOp::Negate, Box::new(of)))
    }

    pub(crate) fn ternary(&mut self, condition: Expr, yes: Expr, no: Expr) -> Expr {
        self.expr(ExprKind::Ternary(Box::new(condition), Box::new(yes), Box::new(no)))
    }

    pub(crate) fn coalesce(&mut self, left: Expr, right: Expr) -> Expr {
        self.expr(ExprKind::Coalesce(Box::new(left), Box::new(right)))
    }

    /// `{ values }`
    pub(crate) fn braces(&mut self, values: Vec<Expr>) -> Expr {
        self.expr(ExprKind::Braces(values))
    }

    /// `new Type()`, with what stands in braces behind it where there is anything
    pub(crate) fn new_of(&mut self, ty: TypeRef, initialiser: Option<Initialiser>) -> Expr {
        self.expr(ExprKind::New(ty, initialiser))
    }

    /// `(names) => body`, with the statements before it where there are any
    pub(crate) fn lambda<N: AsRef<str>>(
        &mut self,
        names: &[N],
        mut hoisted: Vec<Statement>,
        body: Expr,
    ) -> Expr {
        self.values += 1;
        let parameters = self.parameters(names);
        let body = if hoisted.is_empty() {
            LambdaBody::Expr(Box::new(body))
        } else {
            hoisted.push(self.statement(StatementKind::Return(Some(body))));
            LambdaBody::Block(self.block(hoisted))
        };
        self.expr(ExprKind::Lambda(Lambda { parameters, body }))
    }

    /// `(names) => { body; }`
    pub(crate) fn act<N: AsRef<str>>(&mut self, names: &[N], body: Expr) -> Expr {
        self.values += 1;
        let parameters = self.parameters(names);
        let statement = self.statement(StatementKind::Expr(body));
        let body = LambdaBody::Block(self.block(vec![statement]));
        self.expr(ExprKind::Lambda(Lambda { parameters, body }))
    }

    fn parameters<N: AsRef<str>>(&mut self, names: &[N]) -> Vec<Parameter> {
        names.iter().map(|n| Parameter { ty: self.inferred(), name: self.name(n.as_ref()) }).collect()
    }

    // ---- statements ----

    pub(crate) fn statement(&mut self, kind: StatementKind) -> Statement {
        Statement { id: self.id(), kind }
    }

    pub(crate) fn block(&mut self, statements: Vec<Statement>) -> Block {
        Block { id: self.id(), statements }
    }

    /// `name = value;`
    pub(crate) fn assign(&mut self, name: &str, value: Expr) -> Statement {
        let target = self.var(name);
        let assign = self.expr(ExprKind::Assign(Box::new(target), None, Box::new(value)));
        self.statement(StatementKind::Expr(assign))
    }

    /// `const Type name = value;`
    pub(crate) fn constant(&mut self, ty: TypeRef, name: &str, value: Expr) -> Constant {
        let name = self.name(name);
        Constant { id: self.id(), ty, name, value }
    }

    /// `function gives name(given) { return body; }`, or `{ body; }` where it gives nothing
    pub(crate) fn function(
        &mut self,
        name: &str,
        given: &[(&str, &str)],
        gives: Option<&str>,
        body: Expr,
    ) -> Function {
        let inputs = given.iter().map(|(ty, name)| self.given(ty, name)).collect();
        let kind =
            if gives.is_some() { StatementKind::Return(Some(body)) } else { StatementKind::Expr(body) };
        let statement = self.statement(kind);
        Function {
            id: self.id(),
            long: false,
            is_abstract: false,
            is_override: false,
            name: self.name(name),
            returns: gives.map(|ty| self.named_type(ty)),
            inputs,
            body: Some(self.block(vec![statement])),
        }
    }

    fn given(&mut self, ty: &str, name: &str) -> Input {
        Input {
            id: self.id(),
            optional: false,
            source: InputSource::Given(None),
            ty: self.named_type(ty),
            name: self.name(name),
            spec: ChoiceSpec::default(),
        }
    }

    // ---- types ----

    pub(crate) fn inferred(&mut self) -> TypeRef {
        TypeRef { id: self.id(), kind: TypeKind::Inferred }
    }

    pub(crate) fn named_type(&mut self, name: &str) -> TypeRef {
        let kind = TypeKind::Named { module: None, name: name.to_owned() };
        TypeRef { id: self.id(), kind }
    }

    /// `Name<of>`
    pub(crate) fn generic(&mut self, name: &str, of: Vec<TypeRef>) -> TypeRef {
        let name = self.name(name);
        TypeRef { id: self.id(), kind: TypeKind::Generic(name, of) }
    }
}
