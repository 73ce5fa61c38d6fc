//! What code reads of boards of which not everybody sees what lies on them. Tiles have no type of their own for each
//! board, so one whose board is not said counts as one of every board with such tiles. It follows no variables.

use crate::typed::{BoardId, ChoiceSpec, ClassId, Expr, ExprKind, Game, Source, Type};
use language::catalogue::Builtin;

/// The board of which an expression reads what lies on it, with the player whose it is.
pub(super) fn board_read(e: &Expr) -> Option<(BoardId, Option<&Expr>)> {
    match &e.kind {
        ExprKind::BoardBuiltin(
            board,
            player,
            Builtin::BoardPieces | Builtin::BoardIsFull | Builtin::BoardPosition,
            _,
        ) => Some((*board, player.as_deref())),
        _ => None,
    }
}

/// The tile of which an expression reads what lies on it.
pub(super) fn tile_read(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Builtin(
            Builtin::TilePiece | Builtin::TilePieces | Builtin::TileOwner | Builtin::TileIsEmpty,
            args,
        ) => args.first()?.as_ref(),
        _ => None,
    }
}

/// The name of a board that hides something and of which a tile, edge or corner may be.
pub(super) fn hiding_board<'g>(game: &'g Game, tile: &Expr) -> Option<&'g str> {
    // Of an edge or corner, which is an object, the place that it is.
    let is_spot = |of: &Expr, index| matches!(of.ty, Type::Class(class) if game.spot(class) == Some(index));
    let place = match &tile.kind {
        ExprKind::Attribute(spot, index) if is_spot(spot, *index) => spot,
        _ => tile,
    };
    let mut boards = game.boards.iter().enumerate().filter(|(_, b)| b.hides());
    let found = match (&place.kind, &place.ty) {
        (ExprKind::BoardBuiltin(board, ..) | ExprKind::Tile(board, _), _) => {
            boards.find(|(i, _)| *i == board.index())
        }
        (_, Type::Class(class)) => return hiding_board_of(game, *class),
        _ => boards.next(),
    };
    found.map(|(_, board)| board.name.as_str())
}

/// The name of a board that hides something and of which objects of a class may be tiles, edges or corners.
pub(super) fn hiding_board_of(game: &Game, class: ClassId) -> Option<&str> {
    let fits = |of: ClassId| game.is_sub(of, class) || game.is_sub(class, of);
    game.boards.iter().find(|b| b.hides() && fits(b.tile)).map(|b| b.name.as_str())
}

/// The board whose tiles a choice is among, with the player whose it is.
pub(super) fn board_of_choice(spec: &ChoiceSpec) -> Option<(BoardId, Option<&Expr>)> {
    match &spec.source {
        Source::List(list) => list.tiles_of(),
        _ => None,
    }
}
