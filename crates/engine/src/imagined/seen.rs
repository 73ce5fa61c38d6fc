//! What one viewer sees of a position, as one word. It reads what a view shows and makes none.

use super::words::Words;
use crate::game::Game;
use crate::position::{Awaited, Position, seat_words};
use crate::view::modified::read_through_modifiers;
use crate::view::{Eyes, Viewer, make};
use bytecode::layout::{header, object, seat};
use bytecode::program::{Board, Growing};
use bytecode::word::NULL;
use vm::growing::{self, Spot};
use vm::{Machine, mix, sight};

pub(crate) fn seen(game: &Game, position: &Position, machine: &mut Machine, seat: u32) -> u64 {
    seen_by(game, position, machine, Viewer::Seat(seat))
}

pub(super) fn seen_by(game: &Game, position: &Position, machine: &mut Machine, viewer: Viewer) -> u64 {
    let program = &game.program;
    let modified = read_through_modifiers(game, position, machine);
    let words = modified.as_ref().map_or(&position.state.words, |m| &m.words);
    let eyes = Words { program, words, viewer };
    let mut h = eyes.course(position);
    for board in &program.boards {
        h = mix(h, eyes.board(board, position.players()));
    }
    for (slot, (zone, owner)) in program.slots.iter().enumerate() {
        if owner.is_some_and(|p| p >= position.players()) {
            continue;
        }
        let zone = &program.zones[usize::from(*zone)];
        let pieces = eyes.elements(eyes.zone(slot)).iter().map(|o| eyes.piece(*o));
        h = mix(
            h,
            match zone.ordered || zone.deck {
                true => pieces.fold(1, mix),
                false => pieces.fold(2, |h: u64, piece| h.wrapping_add(mix(3, piece))),
            },
        );
    }
    mix(h, eyes.objects())
}

/// Why nobody decides any more.
fn ended(awaited: Awaited) -> u64 {
    match awaited {
        Awaited::Over => 1,
        Awaited::Stuck => 2,
        Awaited::Faulty => 3,
        _ => 0,
    }
}

impl Words<'_> {
    /// Whose turn it is, who decides, and how the players stand.
    fn course(&self, position: &Position) -> u64 {
        let header = [header::ACTIVE, header::TURN, header::PHASE];
        let mut h = header.iter().fold(ended(position.awaited), |h, at| mix(h, self.words[*at]));
        let (deciders, answered) = make::deciders(position, Eyes::Of(self.viewer));
        h = deciders.iter().fold(mix(h, 1), |h, p| mix(h, u64::from(*p)));
        h = answered.iter().fold(mix(h, 2), |h, p| mix(h, u64::from(*p)));
        let is_over = position.awaited == Awaited::Over;
        for p in 0..position.players() {
            let words = seat_words(self.program, self.words, p);
            h = mix(mix(h, words[seat::SCORE]), u64::from(words[seat::OUT] == 1));
            h = mix(h, words[seat::TEAM]);
            h = mix(h, if is_over { words[seat::PLACE] } else { NULL });
        }
        h
    }

    fn board(&self, board: &Board, players: u32) -> u64 {
        if board.player.is_some_and(|p| p >= players) {
            return 0;
        }
        let sees = sight::sees(board.seen, board.player) & Eyes::Of(self.viewer).bits() != 0;
        match &board.growing {
            Some(growing) => self.grown(growing),
            None => (0..board.geometry.tiles.len()).fold(1, |h, t| {
                let tile = board.first as usize + t;
                let held = self.program.tiles.objects.get(tile).copied().unwrap_or(u32::MAX);
                let own = if held == u32::MAX { 0 } else { self.of_tile(held) };
                let here = self.row(self.on_tile(tile), sees);
                // Most tiles are empty.
                if own | here == 0 { h } else { mix(mix(h, t as u64), mix(own, here)) }
            }),
        }
    }

    /// The attributes of a tile, edge or corner; 0 where it is no more.
    fn of_tile(&self, held: u32) -> u64 {
        let is_there = self.word(held as usize) & object::REMOVED == 0;
        if is_there { self.piece(held.into()) } else { 0 }
    }

    /// Pieces in their order; where the viewer does not see the place, only those that it knows.
    fn row(&self, pieces: &[u64], sees: bool) -> u64 {
        let shown = pieces.iter().filter(|o| sees || self.knows(**o));
        shown.fold(0, |h, o| mix(h, self.piece(*o)))
    }

    fn grown(&self, growing: &Growing) -> u64 {
        let mut sum = 1_u64;
        for tile in growing::occupied(growing, self.words) {
            let Some(spot) = Spot::new(self.program, bytecode::word::grown(growing.board, tile)) else {
                continue;
            };
            let here = self.row(spot.pieces(self.words), true);
            sum = sum.wrapping_add(mix(tile.into(), here));
        }
        sum
    }

    /// Global objects, and those that are in no place, in any order.
    fn objects(&self) -> u64 {
        let classes = self.program.classes.iter().filter(|c| !c.is_event);
        let mut h = classes.filter_map(|c| c.global).fold(0, |h, at| mix(h, self.piece(at.into())));
        for number in 0..self.live_lists() {
            let mut sum = 0_u64;
            for o in self.live(number) {
                let Some(class) = self.class(*o) else { continue };
                let lies = class.is_piece && self.word(*o as usize + object::PLACE) != NULL;
                if class.modifier.is_none() && class.spot().is_none() && !lies {
                    sum = sum.wrapping_add(mix(4, self.piece(*o)));
                }
            }
            h = mix(h, sum);
        }
        h
    }
}
