//! Types as text.

use super::Printer;
use crate::tree::{Parameter, TypeKind, TypeRef};

impl Printer {
    pub(super) fn ty(&mut self, ty: &TypeRef) {
        match &ty.kind {
            TypeKind::Named { module, name } => {
                if let Some(module) = module {
                    self.put(&module.text);
                    self.put(".");
                }
                self.put(name);
            }
            TypeKind::Generic(name, arguments) => {
                self.put(&name.text);
                self.put("<");
                self.list(arguments, Printer::ty);
                self.put(">");
            }
            TypeKind::Function(parameters, returns) => {
                self.put("(");
                self.list(parameters, Printer::ty);
                self.put(") => ");
                self.ty(returns);
            }
            TypeKind::Inferred | TypeKind::Missing => self.put("var"),
        }
    }

    /// `T name`
    pub(super) fn parameter(&mut self, parameter: &Parameter) {
        self.ty(&parameter.ty);
        self.put(" ");
        self.put(&parameter.name.text);
    }
}
