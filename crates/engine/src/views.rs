//! Making views: the only thing that leaves the engine toward a player.

use crate::core::{Core, Waiting, seat_words};
use crate::game::Game;
use crate::modified::through_modifiers;
use crate::show::{Eye, ROOM, Reader};
use crate::view::{Board, BoardKind, Object, Outcome, Seat, Tile, View, Zone};
use bytecode::layout::{header, list, object, seat};
use bytecode::word::{self, NULL};
use language::shape::Shape;
use std::cell::Cell;
use std::collections::BTreeSet;

/// What the eye sees of a match.
pub fn view(game: &Game, core: &Core, eye: Eye) -> View {
    let modified = through_modifiers(game, core);
    let words = modified.as_ref().unwrap_or(&core.state.words);
    let reader = Reader { game, words, players: core.players(), eye, offers: false, room: Cell::new(ROOM) };
    let program = &game.program;
    let (deciders, answered) = deciders(core, eye);
    let turn = program.turns.get(words[header::TURN] as usize);
    View {
        game: program.name.clone(),
        seat: if let Eye::Seat(p) = eye { Some(p) } else { None },
        seats: (0..core.players()).map(|p| seat_view(game, words, p)).collect(),
        active: word::to_player(words[header::ACTIVE]),
        // Where there is but one, its name says nothing.
        turn: turn.filter(|_| program.turns.len() > 1).map(|t| t.name.clone()),
        phase: turn.and_then(|t| t.phases.get(words[header::PHASE] as usize)).map(|p| p.0.clone()),
        deciders,
        answered,
        boards: (0..program.boards.len()).map(|b| reader.board(b)).collect(),
        zones: reader.zones(),
        objects: reader.objects(),
        outcome: outcome(game, core),
    }
}

/// Who must decide, and who has done so where several do at once. A seat learns of no other that it has answered,
/// unless the phase says so.
fn deciders(core: &Core, eye: Eye) -> (Vec<u32>, Vec<u32>) {
    let Some(round) = core.asking() else { return (core.decider().into_iter().collect(), Vec::new()) };
    let mut deciders = round.order.clone();
    deciders.sort_unstable();
    let mut answered = round.answered();
    match eye {
        Eye::All => {}
        _ if round.open => {}
        Eye::Seat(seat) => answered.retain(|p| *p == seat),
        Eye::Spectator => answered.clear(),
    }
    (deciders, answered)
}

/// How the match ended, if it has.
pub fn outcome(game: &Game, core: &Core) -> Option<Outcome> {
    match core.waiting {
        Waiting::Over => Some(Outcome::Finished { ranking: ranking(game, core) }),
        Waiting::Stuck => Some(Outcome::Stuck),
        Waiting::Faulty => {
            let fault = core.fault.as_deref()?;
            Some(Outcome::Fault(game.fault(fault, &core.state)))
        }
        _ => None,
    }
}

/// Places from the first on; empty where everybody lost.
fn ranking(game: &Game, core: &Core) -> Vec<Vec<u32>> {
    let place = |p| seat_words(&game.program, &core.state.words, p)[seat::PLACE];
    let mut places: Vec<u64> = (0..core.players()).map(place).filter(|w| *w < seat::NO_PLACE).collect();
    places.sort_unstable();
    places.dedup();
    places.iter().map(|w| (0..core.players()).filter(|p| place(*p) == *w).collect()).collect()
}

fn seat_view(game: &Game, words: &[u64], p: u32) -> Seat {
    let w = seat_words(&game.program, words, p);
    Seat {
        name: game.seat_name(p),
        score: word::to_number(w[seat::SCORE]),
        out: w[seat::OUT] == 1,
        team: game.program.teams.get(w[seat::TEAM] as usize).cloned(),
    }
}

impl Reader<'_> {
    fn board(&self, b: usize) -> Board {
        let program = &self.game.program;
        let board = &program.boards[b];
        let kind = match board.shape {
            Shape::Square { .. } | Shape::Layout { .. } => BoardKind::Square,
            Shape::Hex { .. } | Shape::Hexagon { .. } | Shape::Triangle { .. } | Shape::Hexes { .. } => {
                BoardKind::Hex
            }
            Shape::Track { .. } => BoardKind::Track,
            Shape::Ring { .. } => BoardKind::Ring,
            Shape::Graph { .. } => BoardKind::Graph,
        };
        let mut edges = Vec::new();
        if kind == BoardKind::Graph {
            for (from, near) in board.geometry.near.iter().enumerate() {
                edges.extend(near.iter().map(|(to, weight)| (from as u32, *to, *weight)));
            }
            edges.retain(|(a, b, _)| a < b || !board.geometry.near[*b as usize].iter().any(|n| n.0 == *a));
        }
        let tiles = board.geometry.tiles.iter().enumerate().map(|(i, t)| {
            let global = board.first as usize + i;
            let held = program.tiles.objects[global];
            Tile {
                name: t.name.clone(),
                x: t.x,
                y: t.y,
                mark: t.mark,
                attributes: if held == u32::MAX { Vec::new() } else { self.attributes(u64::from(held)) },
                pieces: self.on_tile(global).iter().map(|o| self.piece(*o)).collect(),
            }
        });
        Board {
            name: board.name.clone(),
            kind,
            rows: board.geometry.rows,
            columns: board.geometry.columns,
            tiles: tiles.collect(),
            edges,
        }
    }

    fn on_tile(&self, tile: usize) -> Vec<u64> {
        let program = &self.game.program;
        let w = self.words[program.layout.tiles + tile];
        match program.tiles.single[tile] {
            true if w == NULL => Vec::new(),
            true => vec![w],
            false => self.elements(w).to_vec(),
        }
    }

    fn zones(&self) -> Vec<Zone> {
        let program = &self.game.program;
        let slots = program.slots.iter().enumerate();
        let seated = slots.filter(|(_, (_, owner))| owner.is_none_or(|p| p < self.players));
        let zones = seated.map(|(slot, (zone, owner))| {
            let info = &program.zones[*zone as usize];
            let address = (program.layout.zones + slot * list::HEAD) as u64;
            let mut pieces: Vec<_> = self.elements(address).iter().map(|o| self.piece(*o)).collect();
            let ordered = info.ordered || info.deck;
            if !ordered {
                // Where a hidden card stands among others must not tell which one it is.
                pieces.sort_by_key(Option::is_none);
            }
            Zone { name: info.name.clone(), owner: *owner, deck: info.deck, ordered, pieces }
        });
        zones.collect()
    }

    /// Global objects, and those that are in no place.
    fn objects(&self) -> Vec<Object> {
        let program = &self.game.program;
        let mut found = Vec::new();
        for class in &program.classes {
            found.extend(class.global.map(u64::from));
        }
        for i in 0..self.live_lists() {
            let list = (program.layout.live + i * list::HEAD) as u64;
            let shown = |o: &u64| self.class(*o).modifier.is_none();
            let nowhere = |o: &u64| self.words[*o as usize + object::PLACE] == NULL;
            let loose = |o: &u64| shown(o) && (!self.class(*o).is_piece || nowhere(o));
            found.extend(self.elements(list).iter().copied().filter(loose));
        }
        let mut seen = BTreeSet::new();
        found.retain(|o| seen.insert(*o));
        let object = |o: u64| Object {
            class: self.class(o).name.clone(),
            global: self.class(o).global.is_some(),
            owners: self.owners(o),
            attributes: self.attributes(o),
        };
        found.into_iter().map(object).collect()
    }

    fn live_lists(&self) -> usize {
        self.game.program.classes.iter().flat_map(|c| &c.joins).max().map_or(0, |i| *i as usize + 1)
    }
}
