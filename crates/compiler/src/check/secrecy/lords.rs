//! Modifiers that reach further than the object that has them: what they make of others tells of that object, unless it
//! must lie where everybody sees it. Whose an object is, where it lies, and to what it belongs counts as nothing hidden
//! here. What the parameters of such a modifier are given is looked at where that is done.

use super::is_plain;
use crate::typed::visit::{Node, Parts, Visit};
use crate::typed::{
    Authored, BinaryOp, Board, Body, ClassId, ClassKind, Conversion, Expr, ExprKind, FunctionId, Game,
    Modifier, ModifierOf, Replacement, StatementKind, Type,
};
use language::catalogue::Builtin;
use language::tree::Seen;
use std::collections::BTreeSet;

/// Whether code of a modifier reads what only who knows its holder may know.
pub(super) fn is_told_by_holder(game: &Game, node: Node<'_>) -> bool {
    let mut own = Own { game, found: false };
    own.node(node);
    own.found
}

/// Whether code of an object reads what only who knows the object may know.
pub(super) fn is_told_by_this(game: &Game, node: Node<'_>) -> bool {
    let mut this = OfThis { game, found: false };
    this.node(node);
    this.found
}

struct OfThis<'g> {
    game: &'g Game,
    found: bool,
}

impl<'e> Visit<'e> for OfThis<'_> {
    fn expr(&mut self, e: &'e Expr) {
        let is_this = |of: &Expr| matches!(of.kind, ExprKind::This);
        self.found |= match &e.kind {
            ExprKind::Attribute(of, _) => is_this(of) && is_value(self.game, &e.ty),
            ExprKind::CallMethod(of, ..)
            | ExprKind::IsClass(of, _)
            | ExprKind::Convert(Conversion::Downcast(_) | Conversion::ToString, of) => is_this(of),
            ExprKind::CallBase(..) => true,
            ExprKind::Authored(authored) => match &**authored {
                Authored::StoredAttribute(of, _) | Authored::HasModifier(of, _) | Authored::Modifiers(of) => {
                    is_this(of)
                }
                _ => false,
            },
            _ => false,
        };
        e.kind.parts(&mut |n| self.node(n));
    }
}

struct Own<'g> {
    game: &'g Game,
    found: bool,
}

impl<'e> Visit<'e> for Own<'_> {
    fn expr(&mut self, e: &'e Expr) {
        self.found |= match &e.kind {
            ExprKind::Attribute(of, _) if is_holder(of) => is_value(self.game, &e.ty) || e.ty.is_collection(),
            // Where a piece lies on a board that hides it.
            ExprKind::Builtin(
                Builtin::PieceTile | Builtin::PieceEdge | Builtin::PieceCorner | Builtin::PiecePlace,
                args,
            ) => self.game.boards.iter().any(Board::hides) && args.iter().flatten().any(is_own),
            ExprKind::Attribute(of, index) => self.begins_with_hidden(of, *index),
            ExprKind::CallMethod(of, ..) => is_own(of),
            ExprKind::CallBase(..) => true,
            ExprKind::IsClass(of, _)
            | ExprKind::Convert(Conversion::Downcast(_) | Conversion::ToString, of) => is_holder(of),
            ExprKind::Authored(authored) => match &**authored {
                Authored::StoredAttribute(of, _) | Authored::HasModifier(of, _) | Authored::Modifiers(of) => {
                    is_own(of)
                }
                _ => false,
            },
            _ => false,
        };
        e.kind.parts(&mut |n| self.node(n));
    }
}

impl Own<'_> {
    /// Whether an attribute of the application begins with what only who knows the holder may know.
    fn begins_with_hidden(&self, of: &Expr, index: u32) -> bool {
        let (ExprKind::This, Type::Class(class)) = (&of.kind, &of.ty) else { return false };
        let attribute = &self.game.classes[class.index()].attributes[index as usize];
        let default = attribute.default.as_ref().filter(|_| is_value(self.game, &attribute.ty));
        default.is_some_and(|default| {
            let mut begin = Begin { game: self.game, found: false };
            begin.body(default);
            begin.found
        })
    }
}

/// What an attribute of an application begins with: it reads the holder, and no other attribute of the application.
struct Begin<'g> {
    game: &'g Game,
    found: bool,
}

impl<'e> Visit<'e> for Begin<'_> {
    fn expr(&mut self, e: &'e Expr) {
        self.found |=
            matches!(&e.kind, ExprKind::Attribute(of, _) if is_holder(of)) && is_value(self.game, &e.ty);
        e.kind.parts(&mut |n| self.node(n));
    }
}

/// The parameters and attributes of applications, by the class that declares them and their index, which modifiers read
/// that reach others from where not everybody sees their holder.
pub(super) fn read_by_lords(game: &Game, hides: &[bool]) -> BTreeSet<(ClassId, u32)> {
    let mut read = OfApplications { game, found: BTreeSet::new() };
    for m in game.modifiers.iter().filter(|m| is_lord(game, hides, m)) {
        m.line(game).flat_map(Modifier::conditions).for_each(|body| read.body(body));
        for o in &m.overrides {
            match &o.by {
                Replacement::Function(f) => read.function(&game.functions[f.index()]),
                Replacement::Attribute { body, .. } => read.body(body),
            }
        }
    }
    read.found
}

struct OfApplications<'g> {
    game: &'g Game,
    found: BTreeSet<(ClassId, u32)>,
}

impl<'e> Visit<'e> for OfApplications<'_> {
    fn expr(&mut self, e: &'e Expr) {
        if let ExprKind::Attribute(of, index) = &e.kind
            && *index != ModifierOf::HOLDER
            && let (ExprKind::This, Type::Class(class)) = (&of.kind, &of.ty)
        {
            let attribute = &self.game.classes[class.index()].attributes[*index as usize];
            self.found.insert((attribute.class, *index));
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}

/// What is neither a player nor a tile nor another object of the match, nor many of these.
fn is_value(game: &Game, ty: &Type) -> bool {
    let is_const = |class: &ClassId| game.classes[class.index()].kind == ClassKind::Const;
    match ty {
        Type::Player => false,
        Type::Class(class) => is_const(class),
        _ => is_plain(game, ty),
    }
}

/// The application or the object that has it.
fn is_own(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::This) || is_holder(e)
}

fn is_holder(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Attribute(of, ModifierOf::HOLDER) => matches!(of.kind, ExprKind::This),
        _ => false,
    }
}

/// Whether a condition holds only while the holder lies where everybody sees it.
pub(super) fn is_open(game: &Game, condition: &Body) -> bool {
    holds_in_the_open(game, condition, &is_holder)
}

/// The same of a condition of the object itself.
pub(super) fn is_open_for_this(game: &Game, condition: &Body) -> bool {
    holds_in_the_open(game, condition, &|e| matches!(e.kind, ExprKind::This))
}

fn holds_in_the_open(game: &Game, condition: &Body, is_piece: &dyn Fn(&Expr) -> bool) -> bool {
    match condition.block.statements.as_slice() {
        [statement] => match &statement.kind {
            StatementKind::Return(Some(e)) => lies_open(game, e, is_piece),
            _ => false,
        },
        _ => false,
    }
}

/// Whether an expression is true only where a piece lies in a zone that everybody sees, or on a tile of which all do.
pub(super) fn lies_open(game: &Game, e: &Expr, is_piece: &dyn Fn(&Expr) -> bool) -> bool {
    let place = |e: &Expr| match &e.kind {
        ExprKind::Builtin(Builtin::PiecePlace, args) => args.iter().flatten().any(is_piece),
        _ => false,
    };
    let tile = |e: &Expr| match &e.kind {
        ExprKind::Builtin(Builtin::PieceTile, args) => args.iter().flatten().any(is_piece),
        _ => false,
    };
    let boards = || game.boards.iter().all(|board| !board.hides());
    let is_null = |e: &Expr| matches!(e.kind, ExprKind::Null);
    match &e.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => lies_open(game, a, is_piece) || lies_open(game, b, is_piece),
        ExprKind::Binary(BinaryOp::Or, a, b) => lies_open(game, a, is_piece) && lies_open(game, b, is_piece),
        ExprKind::Binary(BinaryOp::Equal, a, b) => {
            place(a) && is_open_zone(game, b) || place(b) && is_open_zone(game, a)
        }
        ExprKind::Binary(BinaryOp::NotEqual, a, b) => {
            boards() && (tile(a) && is_null(b) || tile(b) && is_null(a))
        }
        ExprKind::IsSome(a) => boards() && tile(a),
        _ => false,
    }
}

fn is_open_zone(game: &Game, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Convert(Conversion::ZoneToPlace, zone) => is_open_zone(game, zone),
        ExprKind::Zone(zone) | ExprKind::ZoneOf(zone, _) => game.zones[zone.index()].seen == Seen::All,
        ExprKind::Index(row, _) => match &row.kind {
            ExprKind::ZoneRow(zone, _) => game.zones[zone.index()].seen == Seen::All,
            _ => false,
        },
        _ => false,
    }
}

/// The functions by which modifiers of what may lie hidden change others, and that tell of whoever has them.
pub(super) fn telling_functions(game: &Game, hides: &[bool]) -> BTreeSet<FunctionId> {
    let lords = game.modifiers.iter().filter(|m| is_lord(game, hides, m));
    let told = lords.flat_map(|m| {
        let when =
            m.line(game).flat_map(Modifier::conditions).any(|c| is_told_by_holder(game, Node::Body(c)));
        let functions = m.overrides.iter().filter_map(|o| match o.by {
            Replacement::Function(f) => Some(f),
            Replacement::Attribute { .. } => None,
        });
        functions
            .filter(move |f| when || is_told_by_holder(game, Node::Body(&game.functions[f.index()].body)))
    });
    told.collect()
}

/// Whether a modifier reaches others from where not everybody sees its holder.
pub(super) fn is_lord(game: &Game, hides: &[bool], m: &Modifier) -> bool {
    hides[m.class.index()]
        && m.line(game).any(|m| m.affects.is_some())
        && !m.line(game).flat_map(Modifier::conditions).any(|c| is_open(game, c))
}
