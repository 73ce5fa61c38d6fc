//! `=`, `+=` and the like: what can be assigned to. It knows nothing of operators.

use super::super::problems as problem;
use super::super::scope::Checker;
use super::super::world::Definition;
use super::names::Meaning;
use crate::typed::{Authored, Expr, ExprKind, Target, Type};
use base::NodeId;
use language::catalogue::Builtin;
use language::tree::{self, BinaryOp};

impl<'t> Checker<'_, 't> {
    pub(super) fn assign(
        &mut self,
        at: NodeId,
        target: &'t tree::Expr,
        op: Option<BinaryOp>,
        value: &'t tree::Expr,
    ) -> Expr {
        let Some((place, ty)) = self.target(target, op.is_some()) else {
            self.expr(value, Some(&Type::Error));
            return Expr { at, ty: Type::Void, kind: ExprKind::Error };
        };
        let kind = match op {
            None => {
                let value = self.value(value, &ty, "what is assigned to");
                ExprKind::Assign(place, Box::new(value))
            }
            Some(op) => self.update(at, target.id, place, &ty, op, value),
        };
        Expr { at, ty: Type::Void, kind }
    }

    /// `target op= value`
    fn update(
        &mut self,
        at: NodeId,
        target: NodeId,
        place: Target,
        ty: &Type,
        op: BinaryOp,
        value: &'t tree::Expr,
    ) -> ExprKind {
        let old = Expr { at: target, ty: ty.clone(), kind: reading(&place) };
        let value = self.right_side(op, &old, value);
        let new = self.binary(at, op, old, value);
        let new = self.needed(new, ty, "what is assigned to");
        match (new.kind, repeatable(&place)) {
            (ExprKind::Binary(op, _, value), _) if is_plain(op, ty) => ExprKind::Update(place, op, value),
            (ExprKind::Error, _) => ExprKind::Error,
            (kind, true) => ExprKind::Assign(place, Box::new(Expr { at, ty: ty.clone(), kind })),
            (_, false) => {
                self.report(problem::update_player(self.span(at)));
                ExprKind::Error
            }
        }
    }

    /// The option or constant that a name means here, unless it means something nearer.
    fn fixed(&self, e: &tree::Expr) -> Option<Definition> {
        let hidden = match &e.kind {
            tree::ExprKind::Name(name) => !matches!(self.meaning(name, false), Meaning::Definition(_)),
            tree::ExprKind::Member(inner, _) => match &inner.kind {
                tree::ExprKind::Name(name) => !matches!(self.meaning(name, false), Meaning::Definition(_)),
                _ => true,
            },
            _ => true,
        };
        let found = self.world.lookup_expr(self.module, e).filter(|_| !hidden);
        found.filter(|d| matches!(d, Definition::Option(_) | Definition::Const(_)))
    }

    /// What an assignment changes, and of which type that is.
    fn target(&mut self, e: &'t tree::Expr, read: bool) -> Option<(Target, Type)> {
        if let tree::ExprKind::Name(name) = &e.kind
            && let Meaning::Local(local) = self.meaning(name, false)
        {
            if read {
                self.about[local.index()].used = true;
            }
            return Some((Target::Local(local), self.local_type(local).clone()));
        }
        match self.fixed(e) {
            Some(Definition::Const(_)) => return self.refuse(problem::constant_changed(self.span(e.id))),
            Some(_) => return self.refuse(problem::assigned_option(self.span(e.id))),
            None => {}
        }
        let found = self.any_value(e);
        let (what, name) = match found.kind {
            ExprKind::Error => return None,
            ExprKind::Attribute(object, index) => {
                self.not_derived(e.id, &object, index)?;
                return Some((Target::Attribute(object, index), found.ty));
            }
            ExprKind::Lookup(table, key) => {
                self.is_kept(e.id, &table)?;
                return Some((Target::Entry(table, key), found.ty));
            }
            ExprKind::Index(list, index) => match &list.ty {
                Type::List(_) if !matches!(list.kind, ExprKind::ZoneRow(..)) => {
                    self.is_kept(e.id, &list)?;
                    return Some((Target::Index(list, index), found.ty));
                }
                Type::String => ("a string", "strings never change; make a new one"),
                Type::Stack(_) => ("a stack", "`push` and `pop` change a stack"),
                _ => ("a zone", "`move` and `add` change a zone"),
            },
            ExprKind::Builtin(Builtin::PlayerScore, _) => {
                ("a score", "`score p 12;` sets it, and `score p p.score + 1;` adds to it")
            }
            ExprKind::Builtin(Builtin::ObjectOwner, _) => {
                ("an owner", "`card.assign(p);` gives a thing to the player `p`")
            }
            ExprKind::Builtin(Builtin::PieceTile | Builtin::PiecePlace, _) => (
                "a place",
                "`Field.place(stone, on: tile);` puts a thing on a tile of the board `Field`, `hand.add(card);` into a zone",
            ),
            ExprKind::Builtin(..) => ("a value", "it is computed; the functions of the object change it"),
            ExprKind::Zone(_) | ExprKind::Zones(_) | ExprKind::Global(_) => {
                ("a declaration", "it stays what it is")
            }
            ExprKind::CaseAttribute(..) | ExprKind::Case(..) => {
                ("a case", "what an enumeration says never changes")
            }
            _ => {
                ("a value", "only variables, attributes, and elements of lists and tables can be assigned to")
            }
        };
        self.refuse(problem::not_assignable(self.span(e.id), what, name))
    }
}

fn reading(place: &Target) -> ExprKind {
    match place {
        Target::Local(local) => ExprKind::Local(*local),
        Target::Attribute(object, index) => Authored::StoredAttribute((**object).clone(), *index).into(),
        Target::Index(list, index) => ExprKind::Index(list.clone(), index.clone()),
        Target::Entry(table, key) => ExprKind::Lookup(table.clone(), key.clone()),
    }
}

/// Whether reading the target twice does nothing twice.
fn repeatable(place: &Target) -> bool {
    let plain = |e: &Expr| {
        let ends = |k: &ExprKind| {
            matches!(k, ExprKind::This | ExprKind::Event | ExprKind::Local(_) | ExprKind::Global(_))
        };
        match &e.kind {
            ExprKind::Attribute(object, _) => ends(&object.kind),
            ExprKind::Number(_) | ExprKind::String(_) => true,
            kind => ends(kind),
        }
    };
    match place {
        Target::Local(_) => true,
        Target::Attribute(object, _) => plain(object),
        Target::Index(a, b) | Target::Entry(a, b) => plain(a) && plain(b),
    }
}

fn is_plain(op: BinaryOp, ty: &Type) -> bool {
    match op {
        BinaryOp::Concat => *ty == Type::String,
        BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::Modulo
        | BinaryOp::Power => *ty == Type::Number,
        _ => false,
    }
}
