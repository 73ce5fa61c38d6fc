//! What types of rules are in TGDL, and nodes that name them. It knows neither names nor members.

use super::types::Ty;
use crate::builder::Builder;
use language::tree::{Declare, Expr, Initialiser, Statement, StatementKind, TypeKind, TypeRef};

impl Builder<'_> {
    /// `new Type() { values }`
    pub(in crate::cge) fn collection(&mut self, ty: &Ty, values: Vec<Expr>) -> Expr {
        let ty = self.ty(ty);
        let values = if values.is_empty() { None } else { Some(Initialiser::Elements(values)) };
        self.new_of(ty, values)
    }

    /// `Type name = value;`
    pub(in crate::cge) fn declare(&mut self, ty: &Ty, name: &str, value: Option<Expr>) -> Statement {
        let ty = self.ty(ty);
        let name = self.name(name);
        self.statement(StatementKind::Declare(Declare { ty, name, value }))
    }

    /// What values of a type are in TGDL.
    pub(in crate::cge) fn ty(&mut self, ty: &Ty) -> TypeRef {
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
            Ty::Table | Ty::Game | Ty::Deck | Ty::Nothing | Ty::Unknown => self.inferred(),
        }
    }
}
