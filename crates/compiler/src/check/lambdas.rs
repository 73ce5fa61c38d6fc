//! Function values: their parameters get the types that are expected of them. It knows nothing of who calls them.

use super::problems as problem;
use super::returns;
use super::scope::{Checker, Returns, error, returning};
use crate::typed::{Block, Expr, ExprKind, Lambda, Type};
use base::NodeId;
use language::tree::{self, LambdaBody, TypeKind};

impl<'t> Checker<'_, 't> {
    /// A function value, given the type that its surroundings suggest.
    pub(super) fn lambda_expr(&mut self, at: NodeId, lambda: &'t tree::Lambda, want: Option<&Type>) -> Expr {
        match want {
            Some(Type::Function(params, returns)) => {
                let (params, returns) = (params.clone(), returns.clone());
                self.lambda(at, lambda, &params, Some(&returns))
            }
            Some(Type::Error) => {
                let params = vec![Type::Error; lambda.parameters.len()];
                self.lambda(at, lambda, &params, None);
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
                let found = self.lambda(at, lambda, &params, None);
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
    ) -> Expr {
        if lambda.parameters.len() != params.len() {
            self.report(problem::lambda_parameters(self.span(at), params.len(), lambda.parameters.len()));
            let unknown = vec![Type::Error; lambda.parameters.len()];
            self.lambda(at, lambda, &unknown, None);
            return error(at);
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
        let (body, result) = self.lambda_body(at, &lambda.body, returns);
        self.close();
        let ty = Type::function(locals.iter().map(|l| self.local_type(*l).clone()).collect(), result);
        Expr { at, ty, kind: ExprKind::Lambda(Lambda { params: locals, body }) }
    }

    fn lambda_body(&mut self, at: NodeId, body: &'t LambdaBody, returns: Option<&Type>) -> (Block, Type) {
        let why = "the result of the function value";
        match body {
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
                    Some(ty) => Returns::Value(ty.clone(), why.to_owned()),
                    None => Returns::Infer(None),
                };
                let (block, inside) = self.within(inside, |c| c.block(block));
                if returns::falls_through(&block) {
                    self.report(problem::missing_return(self.span(at), "this function value"));
                }
                let ty = match inside {
                    Returns::Value(ty, _) => ty,
                    Returns::Infer(Some(ty)) => ty,
                    _ => Type::Error,
                };
                (block, ty)
            }
        }
    }
}
