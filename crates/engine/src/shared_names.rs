//! Boards that have places of the same names, which say nothing by themselves. It knows no match.

use bytecode::Program;
use bytecode::program::Board;
use std::collections::{BTreeMap, BTreeSet};

/// The boards, by name and owner, that have a place whose name another board has too. All of their places are named
/// with their board, so that a list names them in one way.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedNames {
    boards: BTreeSet<(String, Option<u32>)>,
}

impl SharedNames {
    pub(crate) fn of(program: &Program) -> SharedNames {
        let (mut boards, mut firsts) = (BTreeSet::new(), BTreeMap::new());
        let named = program.boards.iter().filter(|b| b.of.is_none());
        for board in named.clone().filter(|b| b.growing.is_none()) {
            for tile in &board.geometry.tiles {
                let first = *firsts.entry(tile.name.as_str()).or_insert(board);
                if key(first) != key(board) {
                    boards.extend([key(first), key(board)]);
                }
            }
        }
        // Boards that grow have all names that such boards have.
        let growing: Vec<&Board> = named.filter(|b| b.growing.is_some()).collect();
        boards.extend(growing.iter().filter(|_| growing.len() > 1).map(|board| key(board)));
        SharedNames { boards }
    }

    /// Whether the places of a board, or those at its edges and corners, are named with it.
    pub(crate) fn has(&self, board: &Board) -> bool {
        !self.boards.is_empty() && self.boards.contains(&key(board))
    }
}

fn key(board: &Board) -> (String, Option<u32>) {
    (board.name.clone(), board.player)
}
