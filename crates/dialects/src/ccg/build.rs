//! Making nodes of TGDL's tree for what stands at a place of the text. It knows no words.

use base::{NodeId, Origins, Span};
use language::tree::{
    Argument, Block, Constant, Expr, ExprKind, Initialiser, Lambda, LambdaBody, Name, Parameter, Part,
    Statement, StatementKind, TypeKind, TypeRef,
};

/// Makes nodes, all with the same place until it is moved.
pub(crate) struct Build<'o> {
    pub origins: &'o mut Origins,
    pub at: Span,
}

impl Build<'_> {
    pub(crate) fn id(&mut self) -> NodeId {
        self.origins.implied(self.at)
    }

    pub(crate) fn expr(&mut self, kind: ExprKind) -> Expr {
        Expr { id: self.id(), kind }
    }

    pub(crate) fn name(&mut self, text: &str) -> Name {
        Name { text: text.to_owned(), id: self.id() }
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

    fn call_of(&mut self, callee: Expr, values: Vec<Expr>) -> Expr {
        let arguments = values.into_iter().map(|value| Argument { name: None, value }).collect();
        self.expr(ExprKind::Call(Box::new(callee), arguments))
    }

    pub(crate) fn braces(&mut self, values: Vec<Expr>) -> Expr {
        self.expr(ExprKind::Braces(values))
    }

    /// `new Type() { name = value, ... }`
    pub(crate) fn new_of(&mut self, ty: &str, values: Vec<(Name, Expr)>) -> Expr {
        let ty = self.ty(ty);
        self.expr(ExprKind::New(ty, Some(Initialiser::Attributes(values))))
    }

    /// `(names) => body`
    pub(crate) fn function(&mut self, names: &[&str], body: Expr) -> Expr {
        let parameters = self.parameters(names);
        self.expr(ExprKind::Lambda(Lambda { parameters, body: LambdaBody::Expr(Box::new(body)) }))
    }

    /// `(names) => { body; }`
    pub(crate) fn act(&mut self, names: &[&str], body: Expr) -> Expr {
        let parameters = self.parameters(names);
        let statement = self.statement(StatementKind::Expr(body));
        let body = LambdaBody::Block(self.block(vec![statement]));
        self.expr(ExprKind::Lambda(Lambda { parameters, body }))
    }

    fn parameters(&mut self, names: &[&str]) -> Vec<Parameter> {
        let inferred = |m: &mut Self| TypeRef { id: m.id(), kind: TypeKind::Inferred };
        names.iter().map(|n| Parameter { ty: inferred(self), name: self.name(n) }).collect()
    }

    pub(crate) fn statement(&mut self, kind: StatementKind) -> Statement {
        Statement { id: self.id(), kind }
    }

    pub(crate) fn block(&mut self, statements: Vec<Statement>) -> Block {
        Block { id: self.id(), statements }
    }

    pub(crate) fn ty(&mut self, name: &str) -> TypeRef {
        TypeRef { id: self.id(), kind: TypeKind::Named { module: None, name: name.to_owned() } }
    }

    pub(crate) fn list_of(&mut self, name: &str) -> TypeRef {
        let (list, of) = (self.name("List"), self.ty(name));
        TypeRef { id: self.id(), kind: TypeKind::Generic(list, vec![of]) }
    }

    /// `const Type name = value;`
    pub(crate) fn constant(&mut self, ty: TypeRef, name: &str, value: Expr) -> Constant {
        let name = self.name(name);
        Constant { id: self.id(), ty, name, value }
    }
}
