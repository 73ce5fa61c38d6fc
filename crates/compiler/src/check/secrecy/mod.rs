//! What follows for players from what is hidden. Who learns a choice must be said where what is chosen flows into
//! something hidden (a sink), or where it is chosen among what not everybody sees (a source). Both follow values and no
//! pieces: who sees them is known while the game runs.

mod flow;
mod given;
mod lords;
mod made_of;
mod named;
mod offers;
mod openly;
mod orders;
mod quotes;
mod sinks;
mod sources;
mod standing;
pub(super) mod telling;
mod tiles;
mod uses;

use crate::check::world::World;
use crate::effects::Analysis;
use crate::typed::visit::{Each, PartsMut, Visit, VisitMut};
use crate::typed::{
    Action, Board, Body, ChoiceSpec, Class, ClassId, ClassKind, Departure, Expr, ExprKind, Function, Game,
    ModifierOf, Statement, StatementKind, Type,
};
use base::NodeId;
use language::catalogue::Builtin;
use language::tree::Seen;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use tiles::board_read;

/// Checks, and marks the moves after which nobody knows where in a zone something lies.
pub(super) fn check(world: &mut World<'_>, analysis: &Analysis) {
    let dispatch = &analysis.dispatch;
    quotes::check(world);
    // A secret choice hides as well.
    if world.game.may_hide() || world.game.has_secret_choices {
        sinks::check(world, dispatch);
        let told = offers::check(world, analysis);
        let mut unseen = sources::check(world, dispatch, &told);
        unseen.game(&mut world.game);
    }
}

/// The bodies that are neither functions nor actions.
fn bodies(game: &Game) -> Vec<&Body> {
    struct Bodies<'e>(Vec<&'e Body>);
    impl<'e> Visit<'e> for Bodies<'e> {
        fn function(&mut self, _: &'e Function) {}

        fn action(&mut self, _: &'e Action) {}

        fn body(&mut self, body: &'e Body) {
            self.0.push(body);
        }
    }
    let mut bodies = Bodies(Vec::new());
    bodies.game(game);
    bodies.0
}

/// Moves of pieces to where not everybody may know that they lie; the machine takes that as one more argument.
#[derive(Default)]
struct Unseen {
    /// To a position that not everybody may know.
    positions: BTreeSet<NodeId>,
    /// In an order that nobody is told, as it was chosen in secret, made by chance or follows from something hidden, and
    /// whether it was chosen by the player who acts.
    orders: BTreeMap<NodeId, bool>,
    /// Which the rules name by where they lie, see [`named`].
    by_place: BTreeSet<NodeId>,
    /// Which all may know which piece it is, see [`openly`].
    open: BTreeSet<NodeId>,
}

impl Unseen {
    /// What the machine is told of a move behind its arguments, and behind how many of these.
    fn told(&self, e: &Expr, moves: Builtin) -> Vec<(usize, Type, ExprKind)> {
        let mut told = Vec::new();
        match (moves, self.orders.get(&e.at)) {
            (Builtin::ZoneMove, _) if self.positions.contains(&e.at) => {
                told.push((4, Type::Bool, ExprKind::Bool(true)));
            }
            (Builtin::ZoneAdd | Builtin::ZoneAddAll, Some(true)) => {
                told.push((2, Type::Player, ExprKind::Actor));
            }
            (Builtin::ZoneAdd | Builtin::ZoneAddAll, Some(false)) => {
                told.push((2, Type::Bool, ExprKind::Bool(true)));
            }
            _ => {}
        }
        let is_open = match (self.by_place.contains(&e.at), self.open.contains(&e.at)) {
            (true, _) => Some(false),
            (_, true) => Some(true),
            _ => None,
        };
        if let (Some((_, most)), Some(is_open)) = (named::moved(e), is_open) {
            told.push((most, Type::Bool, ExprKind::Bool(is_open)));
        }
        told
    }
}

impl VisitMut for Unseen {
    fn statement(&mut self, s: &mut Statement) {
        if let StatementKind::Remove(_, how) = &mut s.kind {
            *how = if self.open.contains(&s.at) { Departure::Open } else { Departure::Hidden };
        }
        s.kind.parts_mut(&mut |node| self.node(node));
    }

    fn expr(&mut self, e: &mut Expr) {
        e.kind.parts_mut(&mut |node| self.node(node));
        let (ExprKind::Builtin(b, _) | ExprKind::BoardBuiltin(_, _, b, _)) = &e.kind else { return };
        let told = self.told(e, *b);
        let at = e.at;
        let (ExprKind::Builtin(_, args) | ExprKind::BoardBuiltin(_, _, _, args)) = &mut e.kind else {
            return;
        };
        for (most, ty, kind) in told {
            args.resize_with(most, || None);
            args.push(Some(Expr { at, ty, kind }));
        }
    }
}

/// A value that tells itself, wherever it lies; who sees a piece is known while the game runs.
fn is_plain(game: &Game, ty: &Type) -> bool {
    match ty {
        Type::Class(c) => is_fixed(game, *c),
        Type::Number | Type::String | Type::Bool | Type::Enum(_) | Type::Player => true,
        Type::List(of) => is_plain(game, of),
        _ => false,
    }
}

/// Tiles, edges, corners and constants: all see which one it is.
fn is_fixed(game: &Game, class: ClassId) -> bool {
    let kind = game.classes[class.index()].kind;
    matches!(kind, ClassKind::Tile | ClassKind::Const) || game.spot(class).is_some()
}

/// Whether a value holds others, which can be put into it: a list, a zone, an object.
fn holds_others(game: &Game, ty: &Type) -> bool {
    match ty {
        Type::Class(c) => !is_fixed(game, *c),
        Type::List(_) | Type::Stack(_) | Type::Table(..) | Type::Zone(_) | Type::Zones(_) => true,
        _ => false,
    }
}

/// A choice whose maker did not say who learns it.
fn is_public(game: &Game, spec: &ChoiceSpec) -> bool {
    spec.disclosure.is_none() && is_plain(game, &spec.ty)
}

fn is_zone(ty: &Type) -> bool {
    matches!(ty, Type::Zone(_) | Type::Zones(_))
}

/// Whether a list, a stack or a table has zones in it.
fn lists_zones(ty: &Type) -> bool {
    let has = |of: &Type| is_zone(of) || lists_zones(of);
    match ty {
        Type::List(of) | Type::Stack(of) => has(of),
        Type::Table(key, of) => has(of) || key.as_deref().is_some_and(has),
        _ => false,
    }
}

/// What a function value or act takes and gives.
type Shape = (Rc<[Type]>, Rc<Type>);

fn shape(ty: &Type) -> Option<Shape> {
    match ty {
        Type::Function(params, returns) | Type::Act(params, returns) => {
            Some((Rc::clone(params), Rc::clone(returns)))
        }
        _ => None,
    }
}

/// By class, whether its objects may be where not everybody sees them: pieces that fit into a hidden zone, those above
/// and below them, all pieces where a board hides something, and modifiers of any of these.
fn may_lie_hidden(game: &Game) -> Vec<bool> {
    let any = game.boards.iter().any(Board::hides);
    let taken: BTreeSet<ClassId> =
        game.zones.iter().filter(|zone| zone.seen != Seen::All).map(|zone| zone.of).collect();
    let above: BTreeSet<ClassId> = taken.iter().flat_map(|c| game.above(*c)).collect();
    let piece = |c: ClassId| any || above.contains(&c) || game.above(c).any(|a| taken.contains(&a));
    let hides = |(i, class): (usize, &Class)| match (class.kind, &class.modifier) {
        (ClassKind::Piece, _) => piece(ClassId(i as u32)),
        (ClassKind::Modifier, Some(of)) => {
            game.classes[of.on.index()].kind == ClassKind::Piece && piece(of.on)
        }
        // Modifiers of all kinds.
        (ClassKind::Modifier, None) => any || !taken.is_empty(),
        (ClassKind::Tile | ClassKind::Class | ClassKind::Event | ClassKind::Const, _) => false,
    };
    game.classes.iter().enumerate().map(hides).collect()
}

/// By class, whether others may lie hidden where its objects do, so that nobody knows how many of these there are: in a
/// zone that takes more than these, or on a board that hides.
fn mixed(game: &Game, hides: &[bool]) -> Vec<bool> {
    let zones: BTreeSet<ClassId> =
        game.zones.iter().filter(|zone| zone.seen != Seen::All).map(|zone| zone.of).collect();
    let put = put_on_boards(game);
    let below = |c: ClassId, of: ClassId| c != of && game.is_sub(c, of);
    let is_near = |c: ClassId, of: ClassId| game.is_sub(c, of) || game.is_sub(of, c);
    let is_mixed = |(i, class): (usize, &Class)| {
        let c = ClassId(i as u32);
        let on_board = put.iter().any(|of| is_near(c, *of));
        let with_others = put.iter().any(|of| below(c, *of) || !is_near(c, *of));
        hides[i]
            && (class.kind == ClassKind::Modifier
                || on_board && with_others
                || zones.iter().any(|of| below(c, *of)))
    };
    game.classes.iter().enumerate().map(is_mixed).collect()
}

/// The classes of what is put on tiles of boards that hide it.
fn put_on_boards(game: &Game) -> BTreeSet<ClassId> {
    let mut found = BTreeSet::new();
    Each(|e: &Expr| {
        let args = match &e.kind {
            ExprKind::BoardBuiltin(_, _, Builtin::BoardPlace, args)
            | ExprKind::Builtin(Builtin::PiecePutOn, args) => args.as_slice(),
            _ => &[],
        };
        if let [Some(piece), Some(tile), ..] = args
            && let Type::Class(class) = piece.ty
            && tiles::hiding_board(game, tile).is_some()
        {
            found.insert(class);
        }
    })
    .game(game);
    found
}

/// Whether values of a type may lead to what not everybody knows, where `hides` says it of classes.
fn leads_to_hidden(game: &Game, hides: &[bool], ty: &Type) -> bool {
    match ty {
        Type::Class(class) => hides[class.index()],
        Type::Zone(of) | Type::Zones(of) => match **of {
            Type::Class(class) => {
                let seen = game.zones.iter().filter(|zone| zone.seen != Seen::All);
                seen.map(|zone| zone.of).any(|of| game.is_sub(of, class) || game.is_sub(class, of))
            }
            _ => true,
        },
        Type::Table(key, value) => {
            key.as_ref().is_some_and(|key| leads_to_hidden(game, hides, key))
                || leads_to_hidden(game, hides, value)
        }
        _ => ty.element().is_some_and(|of| leads_to_hidden(game, hides, of)),
    }
}

/// Whether an expression is what an attribute holds, which is followed no further.
fn is_kept(game: &Game, e: &Expr) -> bool {
    let ExprKind::Attribute(object, index) = &e.kind else { return false };
    let Type::Class(class) = object.ty else { return true };
    *index != ModifierOf::HOLDER || game.classes[class.index()].modifier.is_none()
}

/// The name of an attribute that is secret.
fn secret<'g>(game: &'g Game, object: &Expr, attribute: u32) -> Option<&'g str> {
    let Type::Class(class) = object.ty else { return None };
    let attribute = &game.classes[class.index()].attributes[attribute as usize];
    attribute.secret.then_some(&attribute.name)
}

/// What an expression is the name of, where that is a zone that not everybody sees, what a secret attribute holds, or
/// what lies on a board of which not everybody sees it.
fn hidden<'g>(game: &'g Game, e: &Expr) -> Option<&'g str> {
    match &e.kind {
        ExprKind::Zone(zone) | ExprKind::ZoneOf(zone, _) | ExprKind::Zones(zone) => {
            let zone = &game.zones[zone.index()];
            (zone.seen != Seen::All).then_some(&zone.name)
        }
        ExprKind::ZoneRow(first, _) => {
            let zone = &game.zones[first.index()];
            (zone.seen != Seen::All).then_some(zone.name.split_once('[').map_or(&zone.name, |(row, _)| row))
        }
        ExprKind::Index(row, _) if matches!(row.kind, ExprKind::ZoneRow(..)) => hidden(game, row),
        ExprKind::Attribute(object, attribute) => secret(game, object, *attribute),
        _ => {
            let board = &game.boards[board_read(e)?.0.index()];
            board.hides().then_some(&board.name)
        }
    }
}
