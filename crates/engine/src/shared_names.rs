//! Names that places of several boards of a game have, which say nothing by themselves. It knows no match.

use bytecode::Program;
use bytecode::program::Board;
use std::collections::BTreeSet;

#[derive(Clone, Debug, Default)]
pub(crate) struct SharedNames {
    names: BTreeSet<String>,
    /// Several boards grow, and so have all names that such boards have.
    grown: bool,
}

impl SharedNames {
    pub(crate) fn of(program: &Program) -> SharedNames {
        let (mut seen, mut names) = (BTreeSet::new(), BTreeSet::new());
        if program.boards.iter().filter(|b| b.of.is_none()).count() > 1 {
            let tiles = program.boards.iter().flat_map(|b| &b.geometry.tiles);
            let again = tiles.filter(|tile| !seen.insert(tile.name.as_str()));
            names.extend(again.map(|tile| tile.name.clone()));
        }
        let grown = program.boards.iter().filter(|b| b.growing.is_some()).count() > 1;
        SharedNames { names, grown }
    }

    /// Whether another board has a place of that name, too.
    pub(crate) fn has(&self, board: &Board, name: &str) -> bool {
        if board.growing.is_some() { self.grown } else { self.names.contains(name) }
    }
}
