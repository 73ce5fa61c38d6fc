//! Building typed code that no author wrote: what `before` blocks and modifiers come to. It knows no rules of either.

use crate::typed::{
    Acts, BinaryOp, Block, Body, ClassId, Conversion, Expr, ExprKind, FunctionId, Lambda, Local, LocalId,
    Param, Statement, StatementKind, Target, Type,
};
use base::NodeId;
use language::catalogue::Builtin;

/// The body of one function while it is built.
pub(super) struct TreeBuilder {
    pub at: NodeId,
    pub locals: Vec<Local>,
}

impl TreeBuilder {
    pub(super) fn new(at: NodeId) -> TreeBuilder {
        TreeBuilder { at, locals: Vec::new() }
    }

    pub(super) fn expr(&self, ty: Type, kind: ExprKind) -> Expr {
        Expr { at: self.at, ty, kind }
    }

    pub(super) fn done(self, statements: Vec<Statement>) -> Body {
        Body { locals: self.locals, block: Block { statements } }
    }

    // ---- variables ----

    pub(super) fn local(&mut self, name: &str, ty: Type) -> LocalId {
        self.locals.push(Local { name: name.to_owned(), ty });
        LocalId(self.locals.len() as u32 - 1)
    }

    pub(super) fn get(&self, local: LocalId) -> Expr {
        self.expr(self.locals[local.index()].ty.clone(), ExprKind::Local(local))
    }

    pub(super) fn set(&self, local: LocalId, value: Expr) -> Statement {
        self.run(self.expr(Type::Void, ExprKind::Assign(Target::Local(local), Box::new(value))))
    }

    /// Declares a new variable with a value.
    pub(super) fn var(&mut self, name: &str, value: Expr) -> (LocalId, Statement) {
        let local = self.local(name, value.ty.clone());
        (local, self.declare(local, value))
    }

    pub(super) fn declare(&self, local: LocalId, value: Expr) -> Statement {
        self.statement(StatementKind::Declare(local, value))
    }

    // ---- values ----

    pub(super) fn this(&self, class: ClassId) -> Expr {
        self.expr(Type::Class(class), ExprKind::This)
    }

    pub(super) fn bool(&self, value: bool) -> Expr {
        self.expr(Type::Bool, ExprKind::Bool(value))
    }

    pub(super) fn string(&self, text: &str) -> Expr {
        self.expr(Type::String, ExprKind::String(text.to_owned()))
    }

    pub(super) fn number(&self, value: f64) -> Expr {
        self.expr(Type::Number, ExprKind::Number(value))
    }

    pub(super) fn null(&self, ty: Type) -> Expr {
        self.expr(ty, ExprKind::Null)
    }

    pub(super) fn attribute(&self, of: Expr, index: u32, ty: Type) -> Expr {
        self.expr(ty, ExprKind::Attribute(Box::new(of), index))
    }

    pub(super) fn not(&self, a: Expr) -> Expr {
        self.expr(Type::Bool, ExprKind::Not(Box::new(a)))
    }

    pub(super) fn binary(&self, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        let number = matches!(op, BinaryOp::Add | BinaryOp::Subtract);
        let ty = if number { Type::Number } else { Type::Bool };
        self.expr(ty, ExprKind::Binary(op, Box::new(a), Box::new(b)))
    }

    pub(super) fn and(&self, a: Expr, b: Expr) -> Expr {
        self.binary(BinaryOp::And, a, b)
    }

    /// Whether all of these hold, tried in their order. However many they are, the tree is not deep.
    pub(super) fn all_hold(&self, mut conditions: Vec<Expr>) -> Expr {
        while conditions.len() > 1 {
            let mut rest = conditions.into_iter();
            let mut pairs = Vec::new();
            while let Some(first) = rest.next() {
                pairs.push(match rest.next() {
                    Some(second) => self.and(first, second),
                    None => first,
                });
            }
            conditions = pairs;
        }
        conditions.pop().unwrap_or_else(|| self.bool(true))
    }

    pub(super) fn is_null(&self, a: Expr) -> Expr {
        let null = self.null(a.ty.clone());
        self.binary(BinaryOp::Equal, a, null)
    }

    pub(super) fn is(&self, object: Expr, class: ClassId) -> Expr {
        self.expr(Type::Bool, ExprKind::IsClass(Box::new(object), class))
    }

    /// An object under another of its classes, where nothing need be done for it.
    pub(super) fn seen_as(&self, object: Expr, class: ClassId) -> Expr {
        Expr { ty: Type::Class(class), ..object }
    }

    /// An object as one of a class that it is known to be of.
    pub(super) fn cast(&self, object: Expr, class: ClassId) -> Expr {
        self.expr(Type::Class(class), ExprKind::Convert(Conversion::Downcast(class), Box::new(object)))
    }

    /// `c ? a : b`, of the type of the last.
    pub(super) fn ternary(&self, c: Expr, a: Expr, b: Expr) -> Expr {
        self.expr(b.ty.clone(), ExprKind::Ternary(Box::new(c), Box::new(a), Box::new(b)))
    }

    pub(super) fn call(&self, f: FunctionId, args: Vec<Expr>, ty: Type) -> Expr {
        self.expr(ty, ExprKind::Call(f, args.into_iter().map(Some).collect()))
    }

    pub(super) fn method(&self, object: Expr, f: FunctionId, args: Vec<Expr>, ty: Type) -> Expr {
        let args = args.into_iter().map(Some).collect();
        self.expr(ty, ExprKind::CallMethod(Box::new(object), f, args))
    }

    pub(super) fn builtin(&self, id: Builtin, args: Vec<Expr>, ty: Type) -> Expr {
        self.builtin_with(id, args.into_iter().map(Some).collect(), ty)
    }

    /// Something built in, of which arguments may be left out.
    pub(super) fn builtin_with(&self, id: Builtin, args: Vec<Option<Expr>>, ty: Type) -> Expr {
        self.expr(ty, ExprKind::Builtin(id, args))
    }

    pub(super) fn contains(&self, list: Expr, element: Expr) -> Expr {
        self.builtin(Builtin::ListContains, vec![list, element], Type::Bool)
    }

    pub(super) fn empty_list(&self, of: Type) -> Expr {
        self.expr(Type::list(of), ExprKind::NewList(Vec::new()))
    }

    pub(super) fn all(&self, class: ClassId) -> Expr {
        self.expr(Type::list(Type::Class(class)), ExprKind::AllOf(class))
    }

    pub(super) fn length(&self, list: Expr) -> Expr {
        self.builtin(Builtin::ListLength, vec![list], Type::Number)
    }

    pub(super) fn element(&self, list: Expr, index: Expr) -> Expr {
        let ty = list.ty.element().cloned().unwrap_or(Type::Error);
        self.expr(ty, ExprKind::Index(Box::new(list), Box::new(index)))
    }

    // ---- statements ----

    pub(super) fn statement(&self, kind: StatementKind) -> Statement {
        Statement { at: self.at, kind }
    }

    pub(super) fn block(&self, statements: Vec<Statement>) -> Statement {
        self.statement(StatementKind::Block(Block { statements }))
    }

    pub(super) fn run(&self, e: Expr) -> Statement {
        self.statement(StatementKind::Expr(e))
    }

    pub(super) fn give(&self, value: Option<Expr>) -> Statement {
        self.statement(StatementKind::Return(value))
    }

    pub(super) fn assign(&self, of: Expr, index: u32, value: Expr) -> Statement {
        let target = Target::Attribute(Box::new(of), index);
        self.run(self.expr(Type::Void, ExprKind::Assign(target, Box::new(value))))
    }

    pub(super) fn when(&self, check: Expr, then: Vec<Statement>) -> Statement {
        self.statement(StatementKind::If(check, Block { statements: then }, None))
    }

    pub(super) fn add(&self, list: Expr, element: Expr) -> Statement {
        self.run(self.builtin(Builtin::ListAdd, vec![list, element], Type::Void))
    }

    pub(super) fn each(&self, local: LocalId, list: Expr, body: Vec<Statement>) -> Statement {
        self.statement(StatementKind::ForIn { local, list, body: Block { statements: body } })
    }

    pub(super) fn repeat(&self, check: Expr, step: Option<Expr>, body: Vec<Statement>) -> Statement {
        let body = Block { statements: body };
        self.statement(StatementKind::Loop { check: Some(check), step, body })
    }

    pub(super) fn lambda(&self, param: LocalId, gives: Expr) -> Expr {
        let ty = Type::function(vec![self.locals[param.index()].ty.clone()], gives.ty.clone());
        let body = Block { statements: vec![self.give(Some(gives))] };
        self.expr(ty, ExprKind::Lambda(Lambda { params: vec![param], acts: Acts::Never, body }))
    }
}

pub(super) fn param(name: &str, local: LocalId) -> Param {
    Param { name: name.to_owned(), local, default: None }
}

#[cfg(test)]
mod tests {
    use super::TreeBuilder;
    use crate::typed::{Expr, ExprKind};
    use base::NodeId;

    /// How deep the tree of a condition is; the numbers in it go to `found`, from left to right.
    fn depth(e: &Expr, found: &mut Vec<f64>) -> usize {
        match &e.kind {
            ExprKind::Binary(_, a, b) => 1 + depth(a, found).max(depth(b, found)),
            ExprKind::Number(n) => {
                found.push(*n);
                0
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn many_conditions_are_tried_in_order_and_make_no_deep_tree() {
        let b = TreeBuilder::new(NodeId(0));
        for (n, deep) in [(1, 0), (2, 1), (5, 3), (10_000, 14)] {
            let numbers: Vec<f64> = (0..n).map(f64::from).collect();
            let mut found = Vec::new();
            assert_eq!(depth(&b.all_hold(numbers.iter().map(|n| b.number(*n)).collect()), &mut found), deep);
            assert_eq!(found, numbers);
        }
    }
}
