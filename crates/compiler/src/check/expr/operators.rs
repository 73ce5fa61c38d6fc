//! Operators of one and two operands, and how a chain with `^` groups. It knows nothing of names.

use super::super::convert::converted;
use super::super::problems as problem;
use super::super::scope::Checker;
use crate::typed::{Conversion, Expr, ExprKind, Type};
use base::{NodeId, Span};
use language::catalogue::Builtin;
use language::tree::{self, BinaryOp, UnaryOp};

impl<'t> Checker<'_, 't> {
    pub(super) fn unary(&mut self, at: NodeId, op: UnaryOp, inner: &'t tree::Expr) -> Expr {
        match op {
            UnaryOp::Negate => {
                let inner = self.value(inner, &Type::Number, "what `-` negates");
                let kind = match inner.kind {
                    ExprKind::Number(n) => ExprKind::Number(-n),
                    _ => ExprKind::Negate(Box::new(inner)),
                };
                Expr { at, ty: Type::Number, kind }
            }
            UnaryOp::Not => {
                let inner = self.value(inner, &Type::Bool, "what `!` turns round");
                Expr { at, ty: Type::Bool, kind: ExprKind::Not(Box::new(inner)) }
            }
        }
    }

    /// `a + b + c`, nested to the left as deep as it is long.
    pub(super) fn binary_line(&mut self, e: &'t tree::Expr) -> Expr {
        let mut spine = Vec::new();
        let mut left = e;
        while let tree::ExprKind::Binary(op, a, b) = &left.kind {
            spine.push((left.id, *op, &**b));
            left = a;
        }
        let mut value = self.any_value(left);
        for (at, op, right) in spine.into_iter().rev() {
            let right = self.right_side(op, &value, right);
            value = self.binary(at, op, value, right);
        }
        value
    }

    /// What stands behind an operator. Braces beside a list or set are a list or set of the same kind.
    pub(super) fn right_side(&mut self, op: BinaryOp, left: &Expr, right: &'t tree::Expr) -> Expr {
        let compares = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
        let braces = matches!(right.kind, tree::ExprKind::Braces(_));
        let like = match &left.ty {
            Type::Set(_) => true,
            Type::List(_) | Type::Stack(_) | Type::Table(..) => compares,
            _ => false,
        };
        self.value_like(right, (like && braces).then_some(&left.ty))
    }

    /// A chain with a `^`: the types next to each `^` say what it is, then the levels group.
    pub(super) fn chain(
        &mut self,
        at: NodeId,
        first: &'t tree::Expr,
        rest: &'t [(BinaryOp, tree::Expr)],
    ) -> Expr {
        let mut operands = vec![self.any_value(first)];
        operands.extend(rest.iter().map(|(_, e)| self.any_value(e)));
        let levels: Vec<u8> =
            rest.iter().enumerate().map(|(i, (op, _))| level(*op, &operands[i..])).collect();
        let mut values: Vec<Expr> = Vec::new();
        let mut waiting: Vec<(BinaryOp, u8)> = Vec::new();
        let mut operands = operands.into_iter();
        values.extend(operands.next());
        for (((op, _), level), operand) in rest.iter().zip(levels).zip(operands) {
            self.reduce(at, &mut values, &mut waiting, level);
            waiting.push((*op, level));
            values.push(operand);
        }
        self.reduce(at, &mut values, &mut waiting, 0);
        values.pop().unwrap_or_else(|| super::error(at))
    }

    /// Joins what binds at least as tightly; the parts stand where the whole chain does.
    fn reduce(&mut self, at: NodeId, values: &mut Vec<Expr>, waiting: &mut Vec<(BinaryOp, u8)>, level: u8) {
        while let Some((op, _)) = waiting.last().copied().filter(|w| w.1 >= level) {
            waiting.pop();
            let (Some(b), Some(a)) = (values.pop(), values.pop()) else { return };
            let joined = self.binary(at, op, a, b);
            values.push(joined);
        }
    }

    pub(in super::super) fn binary(&mut self, at: NodeId, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        use BinaryOp::{
            Add, And, BitAnd, BitOr, Concat, Divide, Equal, Greater, GreaterEqual, Less, LessEqual, Modulo,
            Multiply, NotEqual, Or, Power, Subtract, Xor,
        };
        let a = as_set_beside(a, &b.ty);
        if let Some(of_sets) = self.of_sets(at, op, &a, &b) {
            return of_sets;
        }
        match op {
            Add | Concat => self.add(at, a, b),
            Power if is_bool(&a) && is_bool(&b) => self.logic(at, Xor, a, b),
            Subtract | Multiply | Divide | Modulo | Power => self.arithmetic(at, op, a, b),
            Less | LessEqual | Greater | GreaterEqual => self.compare(at, op, a, b),
            Equal | NotEqual => self.equal(at, op, a, b),
            BitAnd | BitOr | And | Or | Xor => self.logic(at, op, a, b),
        }
    }

    /// `a | b`, `a & b`, `a - b`, `a <= b` of sets, and `a + b` and `a - b` of a set and one member.
    fn of_sets(&mut self, at: NodeId, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Expr> {
        let Type::Set(of) = &a.ty else { return None };
        let is_set = self.world.fits(&b.ty, &a.ty) && b.ty != Type::Null;
        let (id, ty) = match (op, is_set) {
            (BinaryOp::BitOr | BinaryOp::Add, true) => (Builtin::SetUnion, a.ty.clone()),
            (BinaryOp::BitAnd, true) => (Builtin::SetIntersection, a.ty.clone()),
            (BinaryOp::Subtract, true) => (Builtin::SetDifference, a.ty.clone()),
            (BinaryOp::LessEqual, true) => (Builtin::SetIsSubset, Type::Bool),
            (BinaryOp::Add, false) => (Builtin::SetWith, a.ty.clone()),
            (BinaryOp::Subtract, false) => (Builtin::SetWithout, a.ty.clone()),
            (BinaryOp::BitOr | BinaryOp::BitAnd | BinaryOp::LessEqual, false) => {
                let problem =
                    problem::wrong_operand(self.span(b.at), op.symbol(), "two sets", &self.name_of(&b.ty));
                return Some(self.error_expr(at, problem));
            }
            _ => return None,
        };
        let b = match is_set {
            true => b.clone(),
            false => self.needed(b.clone(), of, "a member of the set"),
        };
        Some(Expr { at, ty, kind: ExprKind::Builtin(id, vec![Some(a.clone()), Some(b)]) })
    }

    fn add(&mut self, at: NodeId, a: Expr, b: Expr) -> Expr {
        if a.ty == Type::String && b.ty == Type::String {
            return joined(at, BinaryOp::Concat, a, b, Type::String);
        }
        if a.ty == Type::String || b.ty == Type::String {
            let other = if a.ty == Type::String { &b.ty } else { &a.ty };
            if matches!(other, Type::Error | Type::Null) {
                return joined(at, BinaryOp::Concat, a, b, Type::String);
            }
            self.report(problem::text_plus(self.span(at), &self.name_of(&a.ty), &self.name_of(&b.ty)));
            return Expr { at, ty: Type::String, kind: ExprKind::Error };
        }
        self.arithmetic(at, BinaryOp::Add, a, b)
    }

    fn arithmetic(&mut self, at: NodeId, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        let a = self.operand(op, a, &Type::Number, "numbers");
        let b = self.operand(op, b, &Type::Number, "numbers");
        joined(at, op, a, b, Type::Number)
    }

    fn logic(&mut self, at: NodeId, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        let a = self.operand(op, a, &Type::Bool, "booleans");
        let b = self.operand(op, b, &Type::Bool, "booleans");
        joined(at, op, a, b, Type::Bool)
    }

    /// An operand of a type that the operator needs, `number` and `bool` here.
    fn operand(&mut self, op: BinaryOp, e: Expr, want: &Type, needs: &str) -> Expr {
        match self.fit(e, want) {
            Ok(e) => e,
            Err(e) => self.error_expr(
                e.at,
                problem::wrong_operand(self.span(e.at), op.symbol(), needs, &self.name_of(&e.ty)),
            ),
        }
    }

    /// `< <= > >=`
    fn compare(&mut self, at: NodeId, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        let ordered = |ty: &Type| {
            let plain = matches!(ty, Type::Error | Type::Null | Type::Number | Type::Player | Type::String);
            plain || matches!(ty, Type::Enum(_) | Type::Turn)
        };
        for e in [&a, &b] {
            if !ordered(&e.ty) {
                let needs = "numbers, players, strings or cases";
                let (place, found) = (self.span(e.at), self.name_of(&e.ty));
                self.report(problem::wrong_operand(place, op.symbol(), needs, &found));
                return Expr { at, ty: Type::Bool, kind: ExprKind::Error };
            }
        }
        let numeric = |ty: &Type| matches!(ty, Type::Number | Type::Player | Type::Turn);
        if numeric(&a.ty) && numeric(&b.ty) && (a.ty != b.ty || a.ty == Type::Turn) {
            let a = self.operand(op, a, &Type::Number, "numbers");
            let b = self.operand(op, b, &Type::Number, "numbers");
            return joined(at, op, a, b, Type::Bool);
        }
        if !self.world.fits(&a.ty, &b.ty) && !self.world.fits(&b.ty, &a.ty) {
            return self.unlike(at, op, &a, &b);
        }
        joined(at, op, a, b, Type::Bool)
    }

    fn unlike(&mut self, at: NodeId, op: BinaryOp, a: &Expr, b: &Expr) -> Expr {
        let names = (self.name_of(&a.ty), self.name_of(&b.ty));
        let mut problem = problem::unlike_types(self.span(at), op.symbol(), &names.0, &names.1);
        let written = [(a, b), (b, a)].into_iter().find_map(|(text, of)| self.unquoted(text, &of.ty));
        if let Some((place, meant)) = written {
            problem = problem.hint(format!("write `{meant}`")).fix(place, meant);
        }
        self.report(problem);
        Expr { at, ty: Type::Bool, kind: ExprKind::Error }
    }

    /// What a text in quotes was meant for where a value of another type stands: `"Oil"` for `Suit.Oil`, `"3"` for 3.
    pub(in super::super) fn unquoted(&self, text: &Expr, of: &Type) -> Option<(Span, String)> {
        let ExprKind::String(written) = &text.kind else { return None };
        let meant = match of {
            Type::Enum(id) => {
                self.world.case_named(*id, written)?;
                format!("{}.{written}", self.name_of(of))
            }
            Type::Number => {
                let digits = written.strip_prefix('-').unwrap_or(written);
                let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
                written.parse::<f64>().ok().filter(|_| plain)?;
                written.clone()
            }
            _ => return None,
        };
        Some((self.span(text.at), meant))
    }

    /// `== !=`: like types; a number beside a player becomes a player, a text beside a tile the tile.
    fn equal(&mut self, at: NodeId, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        let (a, b) = match (&a.ty, &b.ty) {
            (Type::Number, Type::Player | Type::Turn)
            | (Type::Turn, Type::Player)
            | (Type::Player | Type::Turn, Type::Number)
            | (Type::Player, Type::Turn) => (self.player(a), self.player(b)),
            (spot, Type::Place) if self.world.is_spot(spot) => (self.spot_place(a, Type::Place), b),
            (Type::Place, spot) if self.world.is_spot(spot) => (a, self.spot_place(b, Type::Place)),
            (Type::Zone(_), Type::Place) => (self.fit(a, &Type::Place).unwrap_or_else(|e| e), b),
            (Type::Place, Type::Zone(_)) => (a, self.fit(b, &Type::Place).unwrap_or_else(|e| e)),
            (Type::String, other) if self.world.is_tile(other) || self.world.is_spot(other) => {
                let want = other.clone();
                (self.fit(a, &want).unwrap_or_else(|e| e), b)
            }
            (other, Type::String) if self.world.is_tile(other) || self.world.is_spot(other) => {
                let want = other.clone();
                (a, self.fit(b, &want).unwrap_or_else(|e| e))
            }
            _ => (a, b),
        };
        if a.ty.holds_code() && b.ty.holds_code() {
            return self.error_expr(at, problem::compares_code(self.span(at), op.symbol()));
        }
        if !self.world.comparable(&a.ty, &b.ty) {
            return self.unlike(at, op, &a, &b);
        }
        self.check_compared(&a, &b);
        self.check_compared(&b, &a);
        joined(at, op, a, b, Type::Bool)
    }

    fn player(&mut self, e: Expr) -> Expr {
        match e.ty {
            Type::Number => converted(e, Conversion::NumberToPlayer, Type::Player),
            Type::Turn => converted(e, Conversion::TurnToPlayer, Type::Player),
            _ => e,
        }
    }
}

/// Braces before a set are a set, too.
fn as_set_beside(e: Expr, other: &Type) -> Expr {
    match (&e.ty, &e.kind, other) {
        (Type::List(of), ExprKind::NewList(_), Type::Set(members)) if of == members => {
            let (at, ty) = (e.at, other.clone());
            Expr { at, ty, kind: ExprKind::Builtin(Builtin::ListToSet, vec![Some(e)]) }
        }
        _ => e,
    }
}

fn is_bool(e: &Expr) -> bool {
    e.ty == Type::Bool
}

/// How tightly an operator of a chain binds; `operands` starts with its left one.
fn level(op: BinaryOp, operands: &[Expr]) -> u8 {
    match (op, operands) {
        (BinaryOp::Power, [a, b, ..]) if is_bool(a) && is_bool(b) => BinaryOp::Xor.level(),
        _ => op.level(),
    }
}

fn joined(at: NodeId, op: BinaryOp, a: Expr, b: Expr, ty: Type) -> Expr {
    Expr { at, ty, kind: ExprKind::Binary(op, Box::new(a), Box::new(b)) }
}
