//! Blocks of rules and what they give names to; values that are computed once, or only where it is their turn.
//! It knows no expressions.

use super::lowering::{Hoisted, Lowered, RuleLowering};
use super::tree::{Block, Val};
use super::types::Ty;
use super::words::article;
use base::{Problem, Span};
use language::tree::{Expr as Tgdl, ExprKind, StatementKind};

impl RuleLowering<'_> {
    pub(crate) fn block(&mut self, block: &Block, want: Option<&Ty>) -> Lowered {
        for span in &block.unused {
            let problem = Problem::warning("unused-value", *span, "nothing becomes of this value");
            self.report(problem.hint(
                "the last value is what counts; give this one a name with `val`, or join both with `&&`",
            ));
        }
        let depth = self.scope.locals.len();
        for val in &block.vals {
            self.val(val);
        }
        let value = self.expr(&block.value, want);
        self.scope.locals.truncate(depth);
        value
    }

    /// A block whose value is of the type that is wanted, if one is.
    pub(crate) fn fitted_block(&mut self, block: &Block, want: Option<&Ty>) -> Lowered {
        let low = self.block(block, want);
        match want {
            Some(want) => self.fit(low, want, block.value.span),
            None => low,
        }
    }

    pub(crate) fn val(&mut self, val: &Val) {
        let wanted = val.ty.as_ref().map(|ty| self.ty(ty));
        let span = val.name.span;
        let low = match &val.params {
            Some(params) => self.lambda(params, &val.value, None, wanted.as_ref(), span),
            None => self.fitted_block(&val.value, wanted.as_ref()),
        };
        // A `val` of a wider type than its value keeps what its author said.
        let ty = match wanted {
            Some(wanted) if val.params.is_none() && !low.ty.is_open() => wanted,
            _ => low.ty.clone(),
        };
        self.declare(&val.name.text, low, ty, span);
    }

    /// Gives a value a name that the rest of the block knows.
    pub(crate) fn declare(&mut self, name: &str, low: Lowered, ty: Ty, span: Span) {
        if ty.is_single() {
            self.scope.add(name, ty, String::new());
            return;
        }
        self.build.at = span;
        if ty.is_open() && ty != Ty::Unknown && low.ty != Ty::Unknown {
            let message = format!("nothing says of what `{name}` is to be: {} of nothing", article(&ty));
            let problem = Problem::error("rule-needs-type", span, message);
            self.report(problem.hint(format!("write its type: `val {name}: List[Card] = List()`")));
        }
        let tgdl = self.scope.fresh(name);
        if !ty.is_open() {
            let statement = self.build.declare(&ty, &tgdl, Some(low.expr));
            self.hoisted.push(statement);
        }
        self.scope.add(name, ty, tgdl);
    }

    /// A value that may be named several times: a name, of its own where it has none.
    pub(crate) fn once(&mut self, low: Lowered, wanted: &str) -> Lowered {
        let is_plain = matches!(low.expr.kind, ExprKind::Name(_) | ExprKind::Number(_));
        if is_plain || low.ty.is_open() {
            return low;
        }
        self.named(low, wanted)
    }

    /// A value that has a name, whatever it is.
    pub(crate) fn named(&mut self, low: Lowered, wanted: &str) -> Lowered {
        if matches!(low.expr.kind, ExprKind::Name(_)) || low.ty.is_open() {
            return low;
        }
        self.declared(low, wanted)
    }

    /// A value that gets a name of its own.
    pub(crate) fn declared(&mut self, low: Lowered, wanted: &str) -> Lowered {
        let name = self.scope.fresh(wanted);
        let statement = self.build.declare(&low.ty, &name, Some(low.expr));
        self.hoisted.push(statement);
        Lowered::new(self.build.var(&name), low.ty)
    }

    /// `condition ? yes : no`, where what either needs before it is done only if it is that one's turn.
    pub(crate) fn either(
        &mut self,
        condition: Tgdl,
        yes: (Hoisted, Tgdl),
        no: (Hoisted, Tgdl),
        ty: &Ty,
    ) -> Tgdl {
        if yes.0.is_empty() && no.0.is_empty() {
            return self.build.ternary(condition, yes.1, no.1);
        }
        let name = self.scope.fresh("result");
        let declared = self.build.declare(ty, &name, None);
        self.hoisted.push(declared);
        let mut branches = Vec::new();
        for (mut statements, value) in [yes, no] {
            statements.push(self.build.assign(&name, value));
            branches.push(self.build.block(statements));
        }
        let (no, yes) = (branches.pop().unwrap_or_default(), branches.pop().unwrap_or_default());
        let otherwise = self.build.statement(StatementKind::Block(no));
        let choice = self.build.statement(StatementKind::If(condition, yes, Some(Box::new(otherwise))));
        self.hoisted.push(choice);
        self.build.var(&name)
    }

    /// `fault("...")`, which has no value of any type.
    pub(crate) fn fault(&mut self, text: &str) -> Tgdl {
        let text = self.build.text(text);
        self.build.call("fault", vec![text])
    }
}
