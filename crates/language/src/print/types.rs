//! Types as text.

use super::{List, Print, Printer};
use crate::tree::{Parameter, TypeKind, TypeParameter, TypeRef};

impl Print for TypeRef {
    fn print(&self, p: &mut Printer) {
        match &self.kind {
            TypeKind::Named { module, name } => put!(p, module.as_ref().map(|m| (m, ".")), name),
            TypeKind::Generic(name, arguments) => put!(p, name, Angled(arguments)),
            TypeKind::Function(parameters, returns) => put!(p, "(", List(parameters), ") => ", returns),
            TypeKind::Act(parameters, returns) => {
                put!(p, "act (", List(parameters), ")", returns.as_deref().map(|r| (" => ", r)))
            }
            TypeKind::Inferred | TypeKind::Missing => put!(p, "var"),
        }
    }
}

/// `<A, B>`, or nothing
pub(super) struct Angled<'a, T>(pub(super) &'a [T]);

impl<T: Print> Print for Angled<'_, T> {
    fn print(&self, p: &mut Printer) {
        if !self.0.is_empty() {
            put!(p, "<", List(self.0), ">");
        }
    }
}

/// `A` or `A extends Card`
impl Print for TypeParameter {
    fn print(&self, p: &mut Printer) {
        put!(p, self.name, self.bound.as_ref().map(|bound| (" extends ", bound)));
    }
}

/// `T name`
impl Print for Parameter {
    fn print(&self, p: &mut Printer) {
        put!(p, self.ty, " ", self.name);
    }
}
