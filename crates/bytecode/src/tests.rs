//! A small whole program made by hand, for the tests of this crate. It does nothing sensible.

use crate::Program;
use crate::layout::{Layout, Shape as Cell, header, list, object, seat};
use crate::op::Op;
use crate::program::{Action, Adjacency, Board, Class, Enum, Function, Input, Show, Tiles, ZoneLayout};
use crate::word::{self, Kind, NULL};
use base::NodeId;
use language::shape::{Geometry, Shape};
use language::tree::{Seen, Visibility};

fn text(s: &str) -> u64 {
    word::inline_text(&s.encode_utf16().collect::<Vec<u16>>()).unwrap()
}

fn class(name: &str) -> Class {
    Class {
        name: name.to_owned(),
        is_piece: name == "Mark",
        is_abstract: false,
        is_tile: name == "Tile",
        is_event: false,
        is_const: false,
        by_itself: false,
        visibility: Visibility::Local,
        parent: None,
        last: u16::from(name == "Mark"),
        size: if name == "Mark" { object::PIECE_FIELDS } else { object::FIELDS } as u16,
        fields: Vec::new(),
        first_field: if name == "Mark" { object::PIECE_FIELDS } else { object::FIELDS } as u16,
        joins: vec![0],
        global: None,
        modifier: None,
    }
}

/// Puts functions into a program: name, parameters, code.
fn functions(p: &mut Program, functions: &[(&str, u16, &[Op])]) {
    for (name, params, code) in functions {
        let entry = p.code.len() as u32;
        p.code.extend_from_slice(code);
        p.origins.resize(p.code.len(), NodeId(0));
        p.functions.push(Function {
            name: (*name).to_owned(),
            at: NodeId(0),
            entry,
            end: p.code.len() as u32,
            params: *params,
            registers: 4,
            adds_depth: true,
        });
    }
}

/// A board of two tiles, one after the other.
fn tiles() -> Tiles {
    Tiles {
        count: 2,
        proper: 2,
        board: vec![0; 2],
        single: vec![true; 2],
        all_single: true,
        hidden: false,
        directions: vec![text("n"), text("next"), text("back")],
        steps: vec![u32::MAX, u32::MAX, 1, u32::MAX, u32::MAX, 0],
        adjacency: vec![Adjacency { spans: vec![(0, 1), (1, 2)], tiles: vec![1, 0] }; 5],
        jumps: Vec::new(),
        names: vec![text("1"), text("2")],
        x: vec![0.0, 1.0],
        y: vec![0.0; 2],
        objects: vec![u32::MAX; 2],
    }
}

pub(crate) fn program() -> Program {
    let (seats, tiles_at) = (header::SIZE, header::SIZE + 2 * seat::SIZE);
    let (zones, live, heap) = (tiles_at + 2, tiles_at + 6, tiles_at + 8);
    let mut start = vec![NULL; heap];
    for at in (zones..heap).step_by(2) {
        start[at] = list::head(Cell::List, Kind::Ref, list::NO_ZONE, 0);
    }
    let shape = Shape::Track { length: 2 };
    let mut p = Program {
        constants: vec![NULL, word::number(1.5), word::constant_text(0), text("n")],
        strings: vec!["long enough".encode_utf16().collect()],
        classes: vec![class("Tile"), class("Mark")],
        methods: vec![vec![0, u32::MAX]; 2],
        enums: vec![Enum {
            name: "Suit".to_owned(),
            cases: vec!["Cups".to_owned()],
            names: vec![text("Cups")],
            attributes: vec![vec![NULL]],
            attribute_names: vec![("points".to_owned(), Show::Number)],
        }],
        boards: vec![Board {
            name: "Road".to_owned(),
            geometry: Geometry::new(&shape),
            shape,
            first: 0,
            capacity: Some(1),
            seen: Seen::All,
            player: None,
            class: 0,
            growing: None,
            spots: None,
            of: None,
        }],
        tiles: tiles(),
        zones: vec![ZoneLayout {
            name: "hand".to_owned(),
            title: "hand".to_owned(),
            class: 1,
            deck: false,
            per_player: true,
            seen: Seen::Owner,
            ordered: false,
            first_slot: 0,
        }],
        slots: vec![(0, Some(0)), (0, Some(1))],
        shows: vec![Show::Number],
        players: (2, 2),
        counts: vec![2],
        layout: Layout { seats, tiles: tiles_at, zones, live, heap },
        start,
        init: 2,
        setup: 2,
        move_generator: 3,
        ..Program::default()
    };
    let null = [Op::Null { d: 0 }, Op::Return { s: 0 }];
    functions(
        &mut p,
        &[
            (
                "add",
                2,
                &[
                    Op::Constant { d: 2, index: 1 },
                    Op::Add { d: 0, a: 0, b: 1 },
                    Op::Move { d: 1, s: 0 },
                    Op::Return { s: 0 },
                ],
            ),
            ("run", 3, &[Op::JumpNull { c: 0, to: 6 }, Op::Constant { d: 3, index: 2 }, Op::Return { s: 0 }]),
            ("setup", 0, &null),
            ("options", 1, &null),
            ("moved", 3, &null),
            (
                "options of move",
                2,
                &[
                    Op::Constant { d: 1, index: 3 },
                    Op::New { d: 0, class: 1 },
                    Op::Step { d: 1, tile: 1, direction: 1 },
                    Op::CallMethod { base: 0, slot: 0 },
                    Op::Emit { action: 0, base: 0, n: 1 },
                    Op::Jump { to: 13 },
                ],
            ),
        ],
    );
    p.actions.push(Action {
        name: "move".to_owned(),
        at: NodeId(0),
        class: 1,
        inputs: vec![Input {
            name: "to".to_owned(),
            show: Show::Tile,
            prompt: None,
            words: None,
            optional: false,
            lands: None,
            secret: false,
            settled: false,
            auto: false,
            ordered: false,
            free: None,
        }],
        offered: false,
        refusals: None,
        chosen: true,
        generator: 5,
        run: 1,
        effect: 0,
        ensure: None,
        needs_trial: false,
        is_plain: false,
        is_open: true,
        is_open_throughout: true,
        is_open_to_others: true,
        makes_choices: false,
        filter: None,
    });
    p
}
