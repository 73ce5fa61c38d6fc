//! Looks by the numbers of the program, each class with what it takes from those above it. It does not know what
//! they say.

use super::Emitter;
use crate::typed::ClassId;
use language::look::{Look, Looks};

impl Emitter<'_> {
    pub(super) fn looks(&mut self) {
        let typed = &self.game.looks;
        let mut looks = Looks { classes: Default::default(), ..typed.clone() };
        for i in 0..self.game.classes.len() {
            let class = ClassId(i as u32);
            let look = self.look_of(class);
            if !look.is_empty() {
                looks.classes.insert(self.class(class).into(), look);
            }
        }
        for (i, board) in self.game.boards.iter().enumerate() {
            let below = self.look_of(board.tile);
            // What is said of a board for each player is said of the first.
            let first = i as u32 - board.player.filter(|_| board.of.is_none()).unwrap_or(0);
            let own = typed.boards.get(&first).cloned().unwrap_or_default();
            let tiles = own.tile.as_deref().cloned().unwrap_or_default().over(&below);
            let tile = (!tiles.is_empty()).then(|| Box::new(tiles));
            let look = Look { tile, ..own };
            if !look.is_empty() {
                looks.boards.insert(i as u32, look);
            }
        }
        self.program.looks = looks;
    }

    /// What is said of a class, above what is said of its parents.
    fn look_of(&self, class: ClassId) -> Look {
        let said = self.game.above(class).filter_map(|c| self.game.looks.classes.get(&c.0));
        said.fold(Look::default(), |look, below| look.over(below))
    }
}
