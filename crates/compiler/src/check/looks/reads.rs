//! Translates checked expressions into those of looks, which read the displayed object itself and constants. Everything
//! else is refused, so that a look reveals no more of an object than its viewer may know.

use super::super::problems as problem;
use super::super::world::World;
use crate::typed::{Authored, BinaryOp, ClassId, Conversion, Expr as Typed, ExprKind, LocalId, Type};
use base::Problem;
use language::catalogue::Builtin;
use language::look::Expr;

pub(super) struct Reads<'a, 't> {
    pub world: &'a World<'t>,
    /// The class of the displayed object.
    pub class: Option<ClassId>,
    /// What local variables stand for.
    pub locals: Vec<(LocalId, Expr)>,
    /// The first problem that was found.
    pub problem: Option<Problem>,
}

impl Reads<'_, '_> {
    pub(super) fn expr(&mut self, e: &Typed) -> Expr {
        match &e.kind {
            ExprKind::Error | ExprKind::Null => Expr::Null,
            ExprKind::Number(n) => Expr::Number(*n),
            ExprKind::String(text) => Expr::Text(text.clone()),
            ExprKind::Bool(b) => Expr::Bool(*b),
            ExprKind::Case(of, index) => Expr::Case(of.0, *index),
            ExprKind::Local(local) => match self.locals.iter().find(|l| l.0 == *local) {
                Some((_, read)) => read.clone(),
                None => self.refused(e, "a variable"),
            },
            ExprKind::Attribute(object, index) => self.attribute(e, object, *index),
            ExprKind::CaseAttribute(case, index) => match case.ty {
                Type::Enum(of) => Expr::CaseAttribute(of.0, *index, self.boxed(case)),
                _ => Expr::Null,
            },
            ExprKind::Builtin(builtin, args) => self.builtin(e, *builtin, args),
            ExprKind::Authored(authored) => match &**authored {
                Authored::HasModifier(Typed { kind: ExprKind::This, .. }, class) => {
                    Expr::Has(self.world.class_name(*class).to_owned())
                }
                Authored::HasModifier(..) => self.refused(e, "what a function gives"),
                _ => self.refused(e, "this"),
            },
            ExprKind::Call(..) => self.refused(e, "what a function gives"),
            ExprKind::Negate(a) => Expr::Negate(self.boxed(a)),
            ExprKind::Not(a) => Expr::Not(self.boxed(a)),
            ExprKind::Binary(op, a, b) => self.binary(e, *op, a, b),
            ExprKind::Ternary(a, b, c) => Expr::Ternary(self.boxed(a), self.boxed(b), self.boxed(c)),
            ExprKind::Coalesce(a, b) => Expr::Coalesce(self.boxed(a), self.boxed(b)),
            ExprKind::IsSome(a) => Expr::Binary(BinaryOp::NotEqual, self.boxed(a), Box::new(Expr::Null)),
            ExprKind::Concat(parts) => Expr::Concat(parts.iter().map(|p| self.expr(p)).collect()),
            ExprKind::Convert(conversion, a) => self.conversion(e, *conversion, a),
            _ => self.refused(e, "this"),
        }
    }

    fn boxed(&mut self, e: &Typed) -> Box<Expr> {
        Box::new(self.expr(e))
    }

    fn refused(&mut self, e: &Typed, what: &str) -> Expr {
        if self.problem.is_none() {
            self.problem = Some(problem::look_reads(self.world.span(e.at), what));
        }
        Expr::Null
    }

    fn attribute(&mut self, e: &Typed, object: &Typed, index: u32) -> Expr {
        match (&object.kind, self.class) {
            (ExprKind::This, Some(class)) => {
                let attribute = &self.world.game.classes[class.index()].attributes[index as usize];
                Expr::Attribute(attribute.name.clone())
            }
            (ExprKind::Local(local), _) => {
                let name = self.attribute_name(object, index);
                match (self.input(*local), name) {
                    (Some(input), Some(name)) => Expr::OfInput(input, Box::new(Expr::Attribute(name))),
                    _ => self.refused(e, "an attribute of something else"),
                }
            }
            _ => self.refused(e, "an attribute of something else"),
        }
    }

    fn attribute_name(&self, object: &Typed, index: u32) -> Option<String> {
        let Type::Class(class) = object.ty else { return None };
        let class = &self.world.game.classes[class.index()];
        Some(class.attributes.get(index as usize)?.name.clone())
    }

    /// The number of the input that a variable stands for.
    fn input(&self, local: LocalId) -> Option<usize> {
        match self.locals.iter().find(|l| l.0 == local)?.1 {
            Expr::OfInput(input, _) => Some(input),
            _ => None,
        }
    }

    /// The input of which something is read, or of whose tile.
    fn input_of(&self, e: &Typed) -> Option<usize> {
        match &e.kind {
            ExprKind::Local(local) => self.input(*local),
            ExprKind::Builtin(Builtin::PieceTile, args) => match args.first()?.as_ref()?.kind {
                ExprKind::Local(local) => self.input(local),
                _ => None,
            },
            ExprKind::Convert(_, e) => self.input_of(e),
            _ => None,
        }
    }

    fn builtin(&mut self, e: &Typed, builtin: Builtin, args: &[Option<Typed>]) -> Expr {
        let Some(Some(on)) = args.first() else { return self.refused(e, "this") };
        let own = matches!(on.kind, ExprKind::This);
        if let Some(input) = self.input_of(on) {
            let read = match builtin {
                Builtin::ObjectOwner => Some(Expr::Owner),
                Builtin::TileX => Some(Expr::X),
                Builtin::TileY => Some(Expr::Y),
                // Whether it is on a tile at all.
                Builtin::TileName | Builtin::PieceTile => Some(Expr::Name),
                _ => None,
            };
            if let Some(read) = read {
                return Expr::OfInput(input, Box::new(read));
            }
        }
        match (builtin, &on.ty) {
            (Builtin::ObjectOwner, _) if own => Expr::Owner,
            (Builtin::TileX, _) if own => Expr::X,
            (Builtin::TileY, _) if own => Expr::Y,
            (Builtin::TileName, _) if own => Expr::Name,
            (Builtin::TileMark, _) if own => Expr::Mark,
            (Builtin::CaseName, _) => Expr::CaseName(self.boxed(on)),
            (Builtin::CaseIndex, Type::Enum(of)) => Expr::CaseIndex(of.0, self.boxed(on)),
            _ => self.refused(e, "this"),
        }
    }

    fn binary(&mut self, e: &Typed, op: BinaryOp, a: &Typed, b: &Typed) -> Expr {
        if op == BinaryOp::Concat {
            return Expr::Concat(vec![self.expr(a), self.expr(b)]);
        }
        if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual)
            && !(is_comparable(&a.ty) && is_comparable(&b.ty))
        {
            let null = |e: &Typed| matches!(e.kind, ExprKind::Null);
            if !null(a) && !null(b) {
                return self.refused(e, "which of two things it is");
            }
        }
        Expr::Binary(op, self.sized(a), self.sized(b))
    }

    /// An operand; cases are compared by their index.
    fn sized(&mut self, e: &Typed) -> Box<Expr> {
        let read = self.boxed(e);
        match e.ty {
            Type::Enum(of) => Box::new(Expr::CaseIndex(of.0, read)),
            _ => read,
        }
    }

    fn conversion(&mut self, e: &Typed, conversion: Conversion, of: &Typed) -> Expr {
        match conversion {
            Conversion::ToString => Expr::Shown(self.boxed(of)),
            Conversion::NumberToPlayer => Expr::Seat(self.boxed(of)),
            Conversion::PlayerToNumber => Expr::SeatNumber(self.boxed(of)),
            Conversion::BoolToNumber => {
                Expr::Ternary(self.boxed(of), Box::new(Expr::Number(1.0)), Box::new(Expr::Number(0.0)))
            }
            _ => self.refused(e, "this"),
        }
    }
}

/// Whether values of the type are equal exactly if they are displayed alike.
fn is_comparable(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Number | Type::String | Type::Bool | Type::Player | Type::Enum(_) | Type::Null | Type::Error
    )
}
