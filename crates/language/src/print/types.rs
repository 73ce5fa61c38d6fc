//! Types as text.

use super::Printer;
use crate::tree::{Parameter, TypeKind, TypeParameter, TypeRef};

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
                self.type_arguments(arguments);
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

    /// `<A, B>`, or nothing
    pub(super) fn type_arguments(&mut self, arguments: &[TypeRef]) {
        if !arguments.is_empty() {
            self.put("<");
            self.list(arguments, Printer::ty);
            self.put(">");
        }
    }

    /// `<A, B extends Card>`, or nothing
    pub(super) fn type_parameters(&mut self, parameters: &[TypeParameter]) {
        if parameters.is_empty() {
            return;
        }
        self.put("<");
        self.list(parameters, |p, parameter| {
            p.put(&parameter.name.text);
            if let Some(bound) = &parameter.bound {
                p.put(" extends ");
                p.ty(bound);
            }
        });
        self.put(">");
    }

    /// `T name`
    pub(super) fn parameter(&mut self, parameter: &Parameter) {
        self.ty(&parameter.ty);
        self.put(" ");
        self.put(&parameter.name.text);
    }
}
