//! Making views: the only thing that leaves the engine toward a player.

use super::looks::{Subject, order};
use super::modified::Modified;
use super::outcome::outcome;
use super::reader::{Reader, VALUE};
use super::{
    Board, BoardKind, Eyes, Look, Object, Outcome, Piece, Road, Seat, Spot, Tile, ValueView, View, Viewer,
    ZoneView,
};
use crate::game::Game;
use crate::order::by_number;
use crate::position::{Position, seat_words};
use bytecode::layout::{header, list, object, seat};
use bytecode::program::{self, Growing, Spots};
use bytecode::word::{self, NULL};
use language::look;
use language::shape::{self, Geometry, Shape};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;
use vm::growing::{self, Spot as Grown};
use vm::sight;

/// What can be seen of a match, with what modifiers make of it.
pub(crate) fn view(game: &Game, position: &Position, modified: Option<&Modified>, eyes: Eyes) -> View {
    let words = modified.map_or(&position.state.words, |m| &m.words);
    let players = position.players();
    let presenter = Some(game.presenter(players));
    let unread = modified.map(|m| &m.unread);
    let reader = Reader { presenter, unread, ..Reader::new(game, words, players, eyes) };
    let program = &game.program;
    let (deciders, answered) = deciders(position, eyes);
    let turn = program.turns.get(words[header::TURN] as usize);
    View {
        game: program.name.clone(),
        seat: if let Eyes::Of(Viewer::Seat(p)) = eyes { Some(p) } else { None },
        seats: (0..players).map(|p| seat_view(&reader, p)).collect(),
        active: word::to_player(words[header::ACTIVE]),
        // The name of the only turn carries no information.
        turn: turn.filter(|_| program.turns.len() > 1).map(|t| t.name.clone()),
        phase: turn.and_then(|t| t.phases.get(words[header::PHASE] as usize)).map(|p| p.0.clone()),
        deciders,
        answered,
        boards: (0..program.boards.len()).filter_map(|b| reader.board(b)).collect(),
        zones: reader.zones(),
        objects: reader.objects(),
        outcome: match outcome(game, position) {
            Some(Outcome::Fault(fault)) if eyes != Eyes::All => Some(Outcome::Fault(fault.for_everybody())),
            outcome => outcome,
        },
        legend: Arc::clone(game.legend()),
    }
}

/// Who must decide, and who has done so where several do at once. A seat learns of no other that it has answered,
/// unless the phase says so.
pub(crate) fn deciders(position: &Position, eyes: Eyes) -> (Vec<u32>, Vec<u32>) {
    let Some(round) = position.asking() else {
        return (position.decider().into_iter().collect(), Vec::new());
    };
    let mut deciders = round.order.clone();
    deciders.sort_unstable();
    let mut answered = round.answered();
    match eyes {
        Eyes::All => {}
        _ if round.shows_answered => {}
        Eyes::Of(Viewer::Seat(seat)) => answered.retain(|p| *p == seat),
        Eyes::Of(Viewer::Spectator) => answered.clear(),
    }
    (deciders, answered)
}

fn seat_view(reader: &Reader<'_>, p: u32) -> Seat {
    let game = reader.game;
    let w = seat_words(&game.program, reader.words, p);
    Seat {
        name: game.seat_name(p),
        score: word::to_number(w[seat::SCORE]),
        out: w[seat::OUT] == 1,
        team: game.program.teams.get(w[seat::TEAM] as usize).cloned(),
        look: reader.presented(game.program.looks.seats.get(&p).as_slice(), &Subject::NOTHING),
    }
}

/// How many rows or columns the tiles take.
fn extent(tiles: &[shape::Tile], of: impl Fn(&shape::Tile) -> i32) -> u32 {
    let all = || tiles.iter().map(&of);
    all().max().zip(all().min()).map_or(0, |(most, least)| (most - least + 1) as u32)
}

impl Reader<'_> {
    /// The evaluated look of something, if it has one; the first of several goes before.
    fn presented(&self, looks: &[&look::Look], subject: &Subject<'_>) -> Look {
        match &self.presenter {
            Some(presenter) if !looks.is_empty() => self.fitting(presenter.present(looks, subject)),
            _ => Look::default(),
        }
    }

    /// The tiles of a board that grows, as of one that does not; there may be more than a view shows.
    fn grown_tiles(&self, board: &program::Board, growing: &Growing) -> Vec<shape::Tile> {
        let tile = |number: u32| {
            let (x, y) = board.geometry.place(number).unwrap_or_default();
            shape::Tile { name: board.geometry.name(number).into_owned(), x, y, mark: None }
        };
        let known = growing::known(board, growing, self.words);
        known.into_iter().take_while(|_| self.takes(VALUE)).map(tile).collect()
    }

    /// None of a board of edges or corners, which are shown with those of which they are.
    fn board(&self, b: usize) -> Option<Board> {
        let program = &self.game.program;
        let board = &program.boards[b];
        if board.player.is_some_and(|p| p >= self.players) {
            return None;
        }
        let kind = match board.shape {
            Shape::Square { .. } | Shape::Layout { .. } | Shape::Unbounded { hex: false } => {
                BoardKind::Square
            }
            Shape::Hex { .. }
            | Shape::Hexagon { .. }
            | Shape::Triangle { .. }
            | Shape::Hexes { .. }
            | Shape::Unbounded { hex: true } => BoardKind::Hex,
            Shape::Track { .. } => BoardKind::Track,
            Shape::Ring { .. } => BoardKind::Ring,
            Shape::Graph { .. } => BoardKind::Graph,
            Shape::Edges(_) | Shape::Corners(_) => return None,
        };
        let look = program.looks.boards.get(&(b as u32));
        let grown = board.growing.as_ref().map(|growing| self.grown_tiles(board, growing));
        let tiles = (0..).zip(grown.as_ref().unwrap_or(&board.geometry.tiles)).map(|(i, tile)| {
            let number = if grown.is_some() { board.geometry.at(tile.x, tile.y) } else { Some(i) };
            self.tile_of_board(number.map_or(NULL, |number| board.tile(number)), tile, look)
        });
        let tiles: Vec<Tile> = tiles.collect();
        let attributed = tiles.iter().any(|t| !t.attributes.is_empty());
        let (sides, corners) = board.spots.as_deref().map(|s| self.spots(s)).unwrap_or_default();
        let class = || program.classes[board.class as usize].name.clone();
        Some(Board {
            name: board.name.clone(),
            owner: board.player,
            hidden: !self.sees_board(board),
            kind,
            grows: grown.is_some(),
            rows: grown.as_ref().map_or(board.geometry.rows, |tiles| extent(tiles, |t| t.y)),
            columns: grown.as_ref().map_or(board.geometry.columns, |tiles| extent(tiles, |t| t.x)),
            edges: if kind == BoardKind::Graph { edges(&board.geometry) } else { Vec::new() },
            sides,
            corners,
            tile: if attributed { class() } else { String::new() },
            tiles,
            look: self.presented(look.as_slice(), &Subject::NOTHING),
        })
    }

    /// The objects of the edges and corners of the boards that are there.
    pub(crate) fn spot_objects(&self) -> impl Iterator<Item = u64> {
        let tiles = &self.game.program.tiles;
        let is_there = |t: usize| {
            let board = &self.game.program.boards[usize::from(tiles.board[t])];
            board.player.is_none_or(|p| p < self.players)
        };
        let all = tiles.proper as usize..tiles.count as usize;
        all.filter(move |t| is_there(*t)).map(|t| u64::from(tiles.objects[t]))
    }

    /// The edges and corners of a board that are places and live.
    fn spots(&self, spots: &Spots) -> (Vec<Spot>, Vec<Spot>) {
        let sides = &spots.sides;
        let edges = (0..).zip(&sides.edges).filter_map(|(i, e)| {
            let tiles = [Some(e.from), e.to].into_iter().flatten().collect();
            self.spot(spots.edges? + i, (tiles, e.direction))
        });
        let corners = (0..).zip(&sides.corners);
        let corners =
            corners.filter_map(|(i, c)| self.spot(spots.corners? + i, (c.tiles.clone(), c.direction)));
        (edges.collect(), corners.collect())
    }

    fn spot(&self, place: u32, (tiles, direction): (Vec<u32>, &'static str)) -> Option<Spot> {
        let program = &self.game.program;
        let o = u64::from(program.tiles.objects[place as usize]);
        if self.words[o as usize] & object::REMOVED != 0 {
            return None;
        }
        let (mut attributes, owners) = (self.attributes(o), self.owners(o));
        let look = self.look(o, &attributes, owners.first().copied());
        // These the board tells.
        attributes.retain(|(name, _)| !["from", "to", "weight", "oneWay"].contains(&name.as_str()));
        let board = &program.boards[usize::from(program.tiles.board[place as usize])];
        Some(Spot {
            name: board.geometry.tiles[(place - board.first) as usize].name.clone(),
            class: self.class(o).name.clone(),
            tiles,
            direction,
            owners,
            attributes,
            pieces: self.shown_on(u64::from(place)),
            look,
        })
    }

    /// A tile by its word, with the look of its board.
    fn tile_of_board(&self, number: u64, tile: &shape::Tile, look: Option<&look::Look>) -> Tile {
        let held = self.game.program.tiles.objects.get(number as usize).copied().unwrap_or(u32::MAX);
        let attributes = if held == u32::MAX { Vec::new() } else { self.attributes(u64::from(held)) };
        let own = look.and_then(|look| look.parts.get(&tile.name));
        Tile {
            look: look.map_or_else(Look::default, |look| self.look_of_tile(tile, look, &attributes)),
            at: own.and_then(|own| own.at),
            name: tile.name.clone(),
            x: tile.x,
            y: tile.y,
            mark: tile.mark,
            attributes,
            pieces: self.shown_on(number),
        }
    }

    /// How a tile with these attributes looks, by the look of its board.
    pub(crate) fn look_of_tile(
        &self,
        tile: &shape::Tile,
        of_board: &look::Look,
        attributes: &[(String, ValueView)],
    ) -> Look {
        let own = of_board.parts.get(&tile.name);
        let looks: Vec<&look::Look> = own.into_iter().chain(of_board.tile.as_deref()).collect();
        self.presented(&looks, &Subject { attributes, tile: Some(tile), ..Subject::NOTHING })
    }

    fn sees_board(&self, board: &program::Board) -> bool {
        self.eyes == Eyes::All || sight::sees(board.seen, board.player) & self.eyes.bits() != 0
    }

    /// The pieces on a tile. Where the viewer does not see what lies there, only those that were shown: even that there
    /// is another is hidden.
    fn shown_on(&self, tile: u64) -> Vec<Option<Piece>> {
        let sees =
            self.eyes == Eyes::All || sight::sees_tile(&self.game.program, tile) & self.eyes.bits() != 0;
        let shown = self.on_tile(tile).into_iter().map(|o| self.piece(o));
        shown.filter(|piece| sees || piece.is_some()).collect()
    }

    /// All tiles on which something may lie.
    pub(crate) fn all_tiles(&self) -> Vec<u64> {
        let program = &self.game.program;
        let growing = program.boards.iter().filter_map(|b| Some((b, b.growing.as_ref()?)));
        let grown = growing.flat_map(|(b, growing)| {
            growing::occupied(growing, self.words).into_iter().map(|number| b.tile(number))
        });
        (0..u64::from(program.tiles.count)).chain(grown).collect()
    }

    /// The pieces on a tile.
    pub(crate) fn on_tile(&self, tile: u64) -> Vec<u64> {
        let mut all = Vec::new();
        self.add_on_tile(tile, &mut all);
        all
    }

    /// Adds the pieces on a tile to others.
    pub(crate) fn add_on_tile(&self, tile: u64, all: &mut Vec<u64>) {
        let program = &self.game.program;
        if let Some(spot) = Grown::new(program, tile) {
            return all.extend_from_slice(spot.pieces(self.words));
        }
        let w = self.words[program.layout.tiles + tile as usize];
        match program.tiles.single[tile as usize] {
            true if w == NULL => {}
            true => all.push(w),
            false => all.extend_from_slice(self.elements(w)),
        }
    }

    fn zones(&self) -> Vec<ZoneView> {
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
            let sees = sight::sees(info.seen, *owner) & self.eyes.bits() != 0;
            let may_tell = !sees || self.game.program.order_may_tell;
            if !ordered && self.eyes != Eyes::All && may_tell {
                // Nor may it tell in which order those came that are known.
                pieces.sort_by_cached_key(|piece| {
                    let key =
                        piece.as_ref().map(|known| (known.text.clone(), by_number(&format!("{known:?}"))));
                    (key.is_none(), key)
                });
            }
            let look = program.looks.zones.get(&u32::from(*zone));
            if let Some(look) = look.filter(|look| !look.sort.is_empty() && !ordered) {
                self.sort(&mut pieces, &look.sort);
            }
            let of = program.looks.classes.get(&u32::from(info.class));
            ZoneView {
                name: info.name.clone(),
                owner: *owner,
                deck: info.deck,
                ordered,
                pieces,
                look: self.presented(look.as_slice(), &Subject::NOTHING),
                layout: look.and_then(|look| look.layout),
                sides: look.and_then(|look| look.sides.clone()),
                back: look.and_then(|look| look.back.clone()).or_else(|| of.and_then(|of| of.back.clone())),
            }
        });
        zones.collect()
    }

    /// Puts pieces into the order of their keys; those without come last.
    fn sort(&self, pieces: &mut [Option<Piece>], keys: &[look::Expr]) {
        let Some(presenter) = &self.presenter else { return };
        pieces.sort_by_cached_key(|piece| {
            Keys(piece.as_ref().map(|p| {
                let subject = Subject { attributes: &p.attributes, owner: p.owner, ..Subject::NOTHING };
                presenter.keys(keys, &subject)
            }))
        });
    }

    /// Global objects, and those that are in no place.
    fn objects(&self) -> Vec<Object> {
        let program = &self.game.program;
        let mut found = Vec::new();
        for class in program.classes.iter().filter(|c| !c.is_event) {
            found.extend(class.global.map(u64::from));
        }
        for i in 0..self.live_lists() {
            let list = (program.layout.live + i * list::HEAD) as u64;
            let shown = |o: &u64| self.class(*o).modifier.is_none() && self.spot_name(*o).is_none();
            let nowhere = |o: &u64| self.words[*o as usize + object::PLACE] == NULL;
            let loose = |o: &u64| shown(o) && (!self.class(*o).is_piece || nowhere(o));
            found.extend(self.elements(list).iter().copied().filter(loose));
        }
        let is_ordered = self.eyes == Eyes::All || !self.game.may_hide();
        let mut seen = BTreeSet::new();
        found.retain(|o| seen.insert(*o));
        let object = |o: u64| {
            let (owners, attributes) = (self.owners(o), self.attributes(o));
            Object {
                class: self.class(o).name.clone(),
                global: self.class(o).global.is_some(),
                look: self.look(o, &attributes, owners.first().copied()),
                owners,
                attributes,
            }
        };
        let class = |o: u64| object::class(self.word(o as usize));
        let mut all: Vec<(u16, Object)> = found.into_iter().map(|o| (class(o), object(o))).collect();
        if !is_ordered {
            // The order in which the rules made them tells what is hidden of them.
            all.sort_by_cached_key(|(class, o)| {
                (!o.global).then(|| (*class, o.owners.clone(), by_number(&format!("{o:?}"))))
            });
        }
        all.into_iter().map(|(_, object)| object).collect()
    }

    /// How many lists of live objects there are.
    pub(crate) fn live_lists(&self) -> usize {
        self.game.kinds.live_lists
    }
}

/// The connections of a graph, each once.
fn edges(geometry: &Geometry) -> Vec<Road> {
    let leads = |from: u32, to: u32| geometry.neighbors[from as usize].iter().any(|n| n.0 == to);
    let from_each = geometry.neighbors.iter().enumerate();
    let all = from_each.flat_map(|(from, to)| to.iter().map(move |(to, weight)| (from as u32, *to, *weight)));
    let road = |(from, to, weight)| Road { from, to, weight, one_way: !leads(to, from) };
    all.map(road).filter(|road| road.from < road.to || road.one_way).collect()
}

/// What a piece is sorted by; None for one that is not known.
struct Keys(Option<Vec<Option<ValueView>>>);

impl Ord for Keys {
    fn cmp(&self, other: &Keys) -> Ordering {
        let missing = self.0.is_none().cmp(&other.0.is_none());
        let (a, b) = (self.0.iter().flatten(), other.0.iter().flatten());
        let each = a.zip(b).map(|(a, b)| match (a, b) {
            (Some(a), Some(b)) => order(a, b).unwrap_or_else(|| is_null(a).cmp(&is_null(b))),
            _ => a.is_none().cmp(&b.is_none()),
        });
        missing.then(each.fold(Ordering::Equal, Ordering::then))
    }
}

impl PartialOrd for Keys {
    fn partial_cmp(&self, other: &Keys) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Keys {
    fn eq(&self, other: &Keys) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Keys {}

fn is_null(value: &ValueView) -> bool {
    *value == ValueView::Null
}
