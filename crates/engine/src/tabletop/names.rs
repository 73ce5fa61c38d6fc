//! The names that a game has for whatever stands on tables, each made once. It knows no state.

use super::{Name, Place};
use crate::game::{fact_name, spot_names};
use bytecode::Program;
use bytecode::layout::list;
use bytecode::word;
use vm::growing::Spot;

/// The names of a game.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// By class.
    pub classes: Vec<Name>,
    /// What global objects are called, by class: where several modules have one of the same name, the second is `Deal#2`.
    pub facts: Vec<Name>,
    /// Of attributes as they are shown, by class and field.
    pub fields: Vec<Vec<Name>>,
    /// By action.
    pub actions: Vec<Name>,
    /// Of enumerations, each with its cases.
    pub cases: Vec<(Name, Vec<Name>)>,
    /// By tile, but for boards that grow. What edges are called that have the name of another edge stands here: the
    /// second is `a-b#2`.
    tiles: Vec<Place>,
    /// By slot.
    zones: Vec<Place>,
    /// By board.
    boards: Vec<Name>,
}

impl Names {
    pub(crate) fn of(program: &Program) -> Names {
        let name = |text: &String| Name::from(text.as_str());
        let boards: Vec<Name> = program.boards.iter().map(|board| name(&board.name)).collect();
        let zones: Vec<Name> = program.zones.iter().map(|zone| name(&zone.name)).collect();
        let own = spot_names(program);
        let tiles = (0..).zip(&program.tiles.board).map(|(tile, number)| {
            let board = &program.boards[usize::from(*number)];
            let called = || board.geometry.name(tile as u32 - board.first).into_owned();
            let called = own.get(&tile).cloned().unwrap_or_else(called);
            Place::Tile {
                board: boards[usize::from(*number)].clone(),
                owner: board.player,
                name: called.into(),
            }
        });
        let slot = |(zone, owner): &(u16, Option<u32>)| Place::Zone {
            name: zones[usize::from(*zone)].clone(),
            owner: *owner,
        };
        let classes = program.classes.iter();
        let fields = |class: &bytecode::program::Class| {
            class.fields.iter().map(|field| Name::from(field.shown_name())).collect()
        };
        Names {
            tiles: tiles.collect(),
            zones: program.slots.iter().map(slot).collect(),
            classes: classes.clone().map(|class| name(&class.name)).collect(),
            facts: (0..program.classes.len()).map(|class| fact_name(program, class).into()).collect(),
            fields: classes.map(fields).collect(),
            actions: program.actions.iter().map(|action| name(&action.name)).collect(),
            cases: (program.enums.iter())
                .map(|e| (name(&e.name), e.cases.iter().map(name).collect()))
                .collect(),
            boards,
        }
    }

    /// What an edge or corner is called.
    pub(crate) fn tile(&self, tile: u32) -> &str {
        match self.tiles.get(tile as usize) {
            Some(Place::Tile { name, .. }) => name,
            _ => "",
        }
    }

    /// A tile, edge, corner or zone by its word.
    pub(crate) fn place(&self, program: &Program, w: u64) -> Option<Place> {
        if let Some(spot) = Spot::new(program, w) {
            let name = spot.board.geometry.name(spot.tile).into_owned().into();
            let board = self.boards.get(usize::from(spot.growing.board))?.clone();
            return Some(Place::Tile { board, owner: spot.board.player, name });
        }
        if word::is_tile(w, program.tiles.count) {
            return self.tiles.get(w as usize).cloned();
        }
        let slot = (w as usize).saturating_sub(program.layout.zones) / list::HEAD;
        self.zones.get(slot).cloned()
    }
}
