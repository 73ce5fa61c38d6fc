//! Making nodes of TGDL's tree for what stands at a place of the `.cge` file. It knows no types of rules.

use super::types::Ty;
use base::{NodeId, Origins, Span};
use language::tree::{
    Argument, BinaryOp, Block, Declare, Expr, ExprKind, Initialiser, Lambda, LambdaBody, Name, Parameter,
    Part, Statement, StatementKind, TypeKind, TypeRef, UnaryOp,
};

/// Makes nodes, all with the same place until it is moved.
pub(crate) struct Builder<'o> {
    pub origins: &'o mut Origins,
    pub at: Span,
}

impl Builder<'_> {
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

    pub(crate) fn null(&mut self) -> Expr {
        self.expr(ExprKind::Null)
    }

    pub(crate) fn member(&mut self, of: Expr, name: &str) -> Expr {
        let name = self.name(name);
        self.expr(ExprKind::Member(Box::new(of), name))
    }

    pub(crate) fn arguments(values: Vec<Expr>) -> Vec<Argument> {
        values.into_iter().map(|value| Argument { name: None, value }).collect()
    }

    pub(crate) fn call(&mut self, callee: Expr, values: Vec<Expr>) -> Expr {
        self.expr(ExprKind::Call(Box::new(callee), Self::arguments(values)))
    }

    /// `function(values)`
    pub(crate) fn function(&mut self, function: &str, values: Vec<Expr>) -> Expr {
        let callee = self.var(function);
        self.call(callee, values)
    }

    /// `of.name(values)`
    pub(crate) fn method(&mut self, of: Expr, name: &str, values: Vec<Expr>) -> Expr {
        let callee = self.member(of, name);
        self.call(callee, values)
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

    pub(crate) fn braces(&mut self, values: Vec<Expr>) -> Expr {
        self.expr(ExprKind::Braces(values))
    }

    /// `new Type() { values }`
    pub(crate) fn new_of(&mut self, ty: &Ty, values: Vec<Expr>) -> Expr {
        let ty = self.ty(ty);
        let values = if values.is_empty() { None } else { Some(Initialiser::Elements(values)) };
        self.expr(ExprKind::New(ty, values))
    }

    /// `name => body`, with the statements before it where there are any
    pub(crate) fn lambda(&mut self, names: &[String], mut hoisted: Vec<Statement>, body: Expr) -> Expr {
        let inferred = |m: &mut Self| TypeRef { id: m.id(), kind: TypeKind::Inferred };
        let parameters = names.iter().map(|n| Parameter { ty: inferred(self), name: self.name(n) }).collect();
        let body = if hoisted.is_empty() {
            LambdaBody::Expr(Box::new(body))
        } else {
            hoisted.push(self.statement(StatementKind::Return(Some(body))));
            LambdaBody::Block(self.block(hoisted))
        };
        self.expr(ExprKind::Lambda(Lambda { parameters, body }))
    }

    pub(crate) fn statement(&mut self, kind: StatementKind) -> Statement {
        Statement { id: self.id(), kind }
    }

    pub(crate) fn block(&mut self, statements: Vec<Statement>) -> Block {
        Block { id: self.id(), statements }
    }

    pub(crate) fn declare(&mut self, ty: &Ty, name: &str, value: Option<Expr>) -> Statement {
        let ty = self.ty(ty);
        let name = self.name(name);
        self.statement(StatementKind::Declare(Declare { ty, name, value }))
    }

    pub(crate) fn assign(&mut self, name: &str, value: Expr) -> Statement {
        let target = self.var(name);
        let assign = self.expr(ExprKind::Assign(Box::new(target), None, Box::new(value)));
        self.statement(StatementKind::Expr(assign))
    }

    pub(crate) fn named_type(&mut self, name: &str) -> TypeRef {
        let kind = TypeKind::Named { module: None, name: name.to_owned() };
        TypeRef { id: self.id(), kind }
    }

    fn generic(&mut self, name: &str, of: Vec<TypeRef>) -> TypeRef {
        let name = self.name(name);
        TypeRef { id: self.id(), kind: TypeKind::Generic(name, of) }
    }

    /// What values of a type are in TGDL.
    pub(crate) fn ty(&mut self, ty: &Ty) -> TypeRef {
        match ty {
            Ty::Int | Ty::Double => self.named_type("number"),
            Ty::String => self.named_type("string"),
            Ty::Boolean => self.named_type("bool"),
            Ty::Card => self.named_type("Card"),
            Ty::Player | Ty::Hand => self.named_type("player"),
            Ty::List(of) | Ty::Set(of) => {
                let of = self.ty(of);
                self.generic("List", vec![of])
            }
            Ty::Option(of) => self.ty(of),
            Ty::Map(key, value) => {
                let (key, value) = (self.ty(key), self.ty(value));
                self.generic("Table", vec![key, value])
            }
            Ty::Function(params, result) => {
                let params = params.iter().filter(|p| !p.is_single());
                let params = params.map(|p| self.ty(p)).collect();
                let kind = TypeKind::Function(params, Box::new(self.ty(result)));
                TypeRef { id: self.id(), kind }
            }
            Ty::Table | Ty::Game | Ty::Deck | Ty::Nothing | Ty::Unknown => {
                TypeRef { id: self.id(), kind: TypeKind::Inferred }
            }
        }
    }
}
