//! A small program made by hand, and matches of it, for the tests of this crate.
//!
//! ```text
//! board Grid { shape square(3, 3); }            tiles 0 to 8
//! board Road { shape track(4); capacity 2; }    tiles 9 to 12
//! deck stock; zone hand per player { visible owner; } zone trick { visible all; }
//! interactable Mark { number n; string s; List<Mark> friends; Mark other; }
//! interactable Big extends Mark {}   group class Crew {}   global class Rules { Table<number, Mark> known; }
//! ```

use crate::memory::Memory;
use crate::ops;
use bytecode::Program;
use bytecode::layout::{Layout, Shape as Cell, growing, header, list, object, seat};
use bytecode::program::{
    Adjacency, Board, Class, Enum, Field, Growing, NO_TILE, Show, Tiles, Turn, ZoneLayout,
};
use bytecode::word::{self, Kind, NULL};
use language::catalogue::Builtin;
use language::shape::{Geometry, Shape};
use language::tree::{Seen, Visibility};

pub(crate) const TILE: u16 = 0;
pub(crate) const MARK: u16 = 1;
pub(crate) const BIG: u16 = 2;
pub(crate) const CREW: u16 = 3;
pub(crate) const RULES: u16 = 4;
pub(crate) const EVENT: u16 = 5;

pub(crate) const PLAYERS: usize = 3;
const RULES_AT: usize = header::SIZE + seat::SIZE * PLAYERS;
const TILES_AT: usize = RULES_AT + 3;
const LISTS_AT: usize = TILES_AT + 13;
const ZONES_AT: usize = LISTS_AT + 2 * 4;
const LIVE_AT: usize = ZONES_AT + 2 * 5;
pub(crate) const HEAP_AT: usize = LIVE_AT + 2 * 3;

pub(crate) const STOCK: u64 = ZONES_AT as u64;
pub(crate) const HAND: u64 = ZONES_AT as u64 + 2;
pub(crate) const TRICK: u64 = ZONES_AT as u64 + 8;
pub(crate) const LIVE_MARKS: u64 = LIVE_AT as u64;
pub(crate) const LIVE_BIGS: u64 = LIVE_AT as u64 + 2;
pub(crate) const RULES_OBJECT: u64 = RULES_AT as u64;

pub(crate) fn text(s: &str) -> u64 {
    word::inline_text(&s.encode_utf16().collect::<Vec<u16>>()).unwrap()
}

pub(crate) fn n(x: f64) -> u64 {
    word::number(x)
}

fn class(name: &str, fields: &[(&str, Show)]) -> Class {
    let fields: Vec<Field> = fields
        .iter()
        .map(|(name, show)| Field {
            name: (*name).to_owned(),
            show: show.clone(),
            kind: show.kind(),
            secret: false,
            hidden: false,
            derived: false,
            bare: false,
            reader: None,
        })
        .collect();
    Class {
        name: name.to_owned(),
        is_piece: false,
        is_abstract: false,
        is_tile: false,
        is_event: false,
        is_const: false,
        by_itself: false,
        visibility: Visibility::Local,
        parent: None,
        last: 0,
        size: (object::FIELDS + fields.len()) as u16,
        fields,
        first_field: object::FIELDS as u16,
        joins: Vec::new(),
        global: None,
        modifier: None,
    }
}

fn piece(name: &str, joins: &[u16]) -> Class {
    let list = Show::List(Box::new(Show::Object));
    let fields = [("n", Show::Number), ("s", Show::Text), ("friends", list), ("other", Show::Object)];
    let first_field = object::PIECE_FIELDS as u16;
    let size = first_field + 4;
    Class { is_piece: true, first_field, size, joins: joins.to_vec(), ..class(name, &fields) }
}

fn classes() -> Vec<Class> {
    let known = [("known", Show::Table(Box::new(Show::Object), None))];
    let mut classes = vec![
        Class { is_tile: true, ..class("Tile", &[]) },
        piece("Mark", &[0]),
        Class { parent: Some(MARK), ..piece("Big", &[0, 1]) },
        Class { visibility: Visibility::Group, joins: vec![2], ..class("Crew", &[]) },
        Class { global: Some(RULES_AT as u32), ..class("Rules", &known) },
        Class { is_event: true, ..class("Event", &[("amount", Show::Number)]) },
    ];
    for (i, c) in classes.iter_mut().enumerate() {
        c.last = i as u16;
    }
    classes[1].last = BIG;
    classes
}

fn beside(g: &Geometry, wanted: impl Fn(&language::shape::Tile) -> bool) -> Vec<u32> {
    (0..g.tiles.len() as u32).filter(|t| wanted(&g.tiles[*t as usize])).collect()
}

fn adjacency(boards: &[Board], of: impl Fn(&Geometry, usize) -> Vec<u32>) -> Adjacency {
    let mut table = Adjacency::default();
    for b in boards {
        for t in 0..b.geometry.tiles.len() {
            table.push(of(&b.geometry, t).iter().map(|t| t + b.first));
        }
    }
    table
}

fn tiles(boards: &[Board]) -> Tiles {
    let directions = ["n", "e", "s", "w", "ne", "se", "sw", "nw", "next", "back"];
    let all = || boards.iter().flat_map(|b| b.geometry.tiles.iter().map(move |t| (b, t)));
    let count = all().count();
    let mut steps = vec![NO_TILE; directions.len() * count];
    for b in boards {
        for (i, direction) in b.geometry.directions.iter().enumerate() {
            let w = directions.iter().position(|name| name == direction).unwrap();
            for (t, next) in b.geometry.steps[i].iter().enumerate() {
                steps[w * count + b.first as usize + t] = next.map_or(NO_TILE, |n| n + b.first);
            }
        }
    }
    let by = |from: usize, to: usize, g: &Geometry, t: usize| {
        let to = to.min(g.steps.len());
        g.steps[from.min(to)..to].iter().filter_map(|direction| direction[t]).collect()
    };
    Tiles {
        count: count as u32,
        proper: count as u32,
        board: all().map(|(b, _)| u16::from(b.first != 0)).collect(),
        all_single: false,
        hidden: false,
        single: all().map(|(b, _)| b.capacity == Some(1)).collect(),
        directions: directions.iter().map(|w| text(w)).collect(),
        steps,
        adjacency: vec![
            adjacency(boards, |g, t| g.neighbors[t].iter().map(|n| n.0).collect()),
            adjacency(boards, |g, t| by(0, g.sides, g, t)),
            adjacency(boards, |g, t| by(g.sides, 8, g, t)),
            adjacency(boards, |g, t| beside(g, |other| other.y == g.tiles[t].y)),
            adjacency(boards, |g, t| beside(g, |other| other.x == g.tiles[t].x)),
        ],
        jumps: Vec::new(),
        names: all().map(|(_, t)| text(&t.name)).collect(),
        x: all().map(|(_, t)| f64::from(t.x)).collect(),
        y: all().map(|(_, t)| f64::from(t.y)).collect(),
        objects: vec![u32::MAX; count],
    }
}

fn boards() -> Vec<Board> {
    let board = |name: &str, shape: Shape, first, capacity| Board {
        name: name.to_owned(),
        geometry: Geometry::new(&shape),
        shape,
        first,
        capacity,
        seen: Seen::All,
        player: None,
        class: TILE,
        growing: None,
        spots: None,
        of: None,
    };
    vec![
        board("Grid", Shape::Square { rows: 3, columns: 3 }, 0, Some(1)),
        board("Road", Shape::Track { length: 4 }, 9, Some(2)),
    ]
}

fn zone(name: &str, deck: bool, per_player: bool, seen: Seen, first_slot: u16) -> ZoneLayout {
    let (name, title) = (name.to_owned(), name.to_owned());
    ZoneLayout { name, title, class: MARK, deck, per_player, seen, ordered: deck, first_slot }
}

fn turn(name: &str, phases: &[&str]) -> Turn {
    Turn {
        name: name.to_owned(),
        default: None,
        phases: phases.iter().map(|p| ((*p).to_owned(), None)).collect(),
        simultaneous: vec![None; phases.len()],
        name_word: text(name),
        phase_words: phases.iter().map(|p| text(p)).collect(),
    }
}

fn start() -> Vec<u64> {
    let mut words = vec![NULL; HEAP_AT];
    words[..header::SIZE].fill(0);
    words[header::PLAYERS] = PLAYERS as u64;
    for w in [header::TURN, header::PHASE, header::QUEUE, header::ACTOR] {
        words[w] = NULL;
    }
    for p in 0..PLAYERS {
        words[header::SIZE + seat::SIZE * p..][..2].fill(0);
    }
    words[RULES_AT] = object::head(RULES, 0);
    words[header::MADE] = 1;
    for t in 0..4 {
        words[TILES_AT + 9 + t] = (LISTS_AT + 2 * t) as u64;
    }
    for (i, at) in (LISTS_AT..HEAP_AT).step_by(2).enumerate() {
        let slot = if (4..9).contains(&i) { i as u64 - 4 } else { list::NO_ZONE };
        words[at] = list::head(Cell::List, Kind::Ref, slot, 0);
        words[at + 1] = list::place(0, 0);
    }
    words
}

pub(crate) fn program() -> Program {
    let boards = boards();
    Program {
        classes: classes(),
        enums: vec![Enum {
            name: "Suit".to_owned(),
            cases: vec!["Cups".to_owned(), "Coins".to_owned()],
            names: vec![text("Cups"), text("Coins")],
            attributes: Vec::new(),
            attribute_names: Vec::new(),
        }],
        tiles: tiles(&boards),
        boards,
        zones: vec![
            zone("stock", true, false, Seen::None, 0),
            zone("hand", false, true, Seen::Owner, 1),
            zone("trick", false, false, Seen::All, 4),
        ],
        slots: vec![(0, None), (1, Some(0)), (1, Some(1)), (1, Some(2)), (2, None)],
        dice: vec![("D".to_owned(), vec![1.0, 2.5], None)],
        turns: vec![turn("Main", &["Draw", "Play"]), turn("Alone", &[])],
        strings: vec!["long enough".encode_utf16().collect()],
        players: (2, 3),
        counts: vec![2, 3],
        player_names: vec!["Ann".to_owned()],
        bots: Vec::new(),
        layout: Layout {
            seats: header::SIZE,
            tiles: TILES_AT,
            zones: ZONES_AT,
            live: LIVE_AT,
            heap: HEAP_AT,
        },
        start: start(),
        moved: Some(0),
        ..Program::default()
    }
}

/// A match of the program.
pub(crate) struct World {
    pub(crate) program: Program,
    pub(crate) words: Vec<u64>,
    pub(crate) fuel: i64,
    pub(crate) moved: Vec<[u64; 3]>,
}

impl World {
    pub(crate) fn new() -> World {
        let program = program();
        World { words: program.start.clone(), program, fuel: 1 << 40, moved: Vec::new() }
    }

    /// A match with one more board, which grows; its words stand where the heap began.
    pub(crate) fn country(capacity: Option<u32>) -> World {
        let mut program = program();
        let shape = Shape::Unbounded { hex: false };
        let growing = Growing { board: 2, at: HEAP_AT, directions: Vec::new(), adjacency: Vec::new() };
        program.boards.push(Board {
            name: "Country".to_owned(),
            geometry: Geometry::new(&shape),
            shape,
            first: program.tiles.count,
            capacity,
            growing: Some(growing),
            ..program.boards[0].clone()
        });
        for kind in [Kind::Plain, Kind::Ref] {
            program.start.extend([list::head(Cell::List, kind, list::NO_ZONE, 0), list::place(0, 0)]);
        }
        program.start.push(0);
        program.layout.heap += growing::SIZE;
        World { words: program.start.clone(), program, fuel: 1 << 40, moved: Vec::new() }
    }

    pub(crate) fn m(&mut self) -> Memory<'_> {
        Memory {
            program: &self.program,
            words: &mut self.words,
            limit: 1 << 24,
            scratch_start: 0,
            fuel: std::cell::Cell::from_mut(&mut self.fuel),
            moved: &mut self.moved,
            trace: None,
        }
    }

    pub(crate) fn call(&mut self, id: Builtin, args: &[u64], info: u8) -> crate::memory::OpResult<u64> {
        ops::builtin(&mut self.m(), id, args, info)
    }

    /// Calls what must succeed.
    pub(crate) fn run(&mut self, id: Builtin, args: &[u64]) -> u64 {
        self.call(id, args, 0).unwrap()
    }

    pub(crate) fn list(&mut self, of: Kind, words: &[u64]) -> u64 {
        self.m().new_list(of, words).unwrap()
    }

    /// Which tiles a function is true for, as the program would have asked it.
    pub(crate) fn mask(&mut self, tiles: &[usize]) -> u64 {
        let bools: Vec<u64> = (0..13).map(|t| u64::from(tiles.contains(&t))).collect();
        self.list(Kind::Plain, &bools)
    }

    /// Puts another shape in the place of the grid, as far as directions go.
    pub(crate) fn reshape(&mut self, shape: Shape) {
        self.program.boards[0].geometry = Geometry::new(&shape);
        self.program.boards[0].shape = shape;
    }

    pub(crate) fn numbers(&mut self, numbers: &[f64]) -> u64 {
        let words: Vec<u64> = numbers.iter().map(|x| n(*x)).collect();
        self.list(Kind::Plain, &words)
    }

    pub(crate) fn text(&mut self, s: &str) -> u64 {
        ops::text::new(&mut self.m(), s).unwrap()
    }

    pub(crate) fn mark(&mut self) -> u64 {
        ops::new_object(&mut self.m(), MARK).unwrap()
    }

    pub(crate) fn elements(&mut self, l: u64) -> Vec<u64> {
        self.m().elements(l).unwrap().to_vec()
    }

    pub(crate) fn show(&mut self, w: u64, show: &Show) -> String {
        ops::to_text(&self.m(), w, show).unwrap()
    }

    pub(crate) fn show_list(&mut self, w: u64, of: Show) -> String {
        self.show(w, &Show::List(Box::new(of)))
    }
}
