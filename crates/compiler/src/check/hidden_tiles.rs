//! What code reads of boards of which not everybody sees what lies on them. Tiles have no type of their own for each
//! board, so one whose board is not said counts as one of every board with such tiles. It follows no variables.

use crate::typed::{BoardId, ChoiceSpec, Expr, ExprKind, Game, Source, Type};
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

/// Whether a tile, edge or corner may be of a board that hides something.
pub(super) fn may_hide(game: &Game, tile: &Expr) -> bool {
    let place = match &tile.kind {
        ExprKind::Attribute(spot, _) => spot,
        _ => tile,
    };
    if let ExprKind::BoardBuiltin(board, ..) | ExprKind::Tile(board, _) = &place.kind {
        return game.boards[board.index()].hides();
    }
    let of = |class| {
        game.boards.iter().any(|b| b.hides() && (game.is_sub(b.tile, class) || game.is_sub(class, b.tile)))
    };
    match place.ty {
        Type::Class(class) => of(class),
        _ => game.boards.iter().any(|b| b.hides()),
    }
}

/// The board whose tiles a choice is among, with the player whose it is.
pub(super) fn board_of_choice(spec: &ChoiceSpec) -> Option<(BoardId, Option<&Expr>)> {
    match &spec.source {
        Source::List(list) => list.tiles_of(),
        _ => None,
    }
}
