//! What is counted of each seat in a position, for judging it: points, pieces by what they are and where they stand,
//! cards by where they lie, and numbers. What is counted is read off the program; nothing here knows what it is worth.

use super::Imagined;
use crate::game::Game;
use bytecode::Program;
use bytecode::layout::{list, object, seat};
use bytecode::program::{Class, Show};
use bytecode::word::{self, NULL};
use std::collections::BTreeMap;

/// No more is counted than this.
const MAX_FEATURES: usize = 256;

/// An attribute whose cases make pieces of different kinds has at most so many.
const MAX_CASES: usize = 16;

/// Rows of a board and kinds of tiles are told apart up to so many.
const MAX_ROWS: u32 = 12;

/// What is counted first: points, and for whoever decides the moves to choose from.
const FIRST: [&str; 2] = ["score", "moves to choose from"];
const SCORE: usize = 0;
const MOVES: usize = 1;

/// Straight lines of so many tiles are looked at for whose pieces stand there alone.
const LINES: std::ops::RangeInclusive<usize> = 3..=5;

/// What is counted in a game, in a fixed order.
#[derive(Clone, Debug)]
pub struct Features {
    names: Vec<String>,
    /// By class: what is counted of its pieces on boards.
    pieces: Vec<Option<Kind>>,
    /// By tile: its row as the first and as the second player counts them, and its kind.
    tiles: Vec<[u16; 3]>,
    /// By slot: the seat and what is counted of what lies there.
    zones: Vec<Option<(u32, Lying)>>,
    /// Tables with a number for each player: of which global object, which field.
    tables: Vec<(u32, u16, usize)>,
    lines: Vec<Lines>,
}

/// Straight lines of one length: for each number of pieces of one seat, with those of no other one, how many there are.
#[derive(Clone, Debug)]
struct Lines {
    length: usize,
    /// Where the counts begin.
    first: usize,
    /// The tiles of one line after those of the other.
    tiles: Vec<u32>,
}

/// What is counted of the pieces of a class that stand on a board.
#[derive(Clone, Debug)]
struct Kind {
    /// The attribute whose cases are counted apart.
    case: Option<u16>,
    /// Where the counts of the first case begin.
    first: usize,
    /// So many rows and kinds of tiles are counted of each case, behind how many there are.
    rows: usize,
    kinds: usize,
}

/// What is counted of a zone.
#[derive(Clone, Debug)]
struct Lying {
    at: usize,
    /// Attributes that are summed up, with the class that has them.
    sums: Vec<(u16, u16)>,
}

impl Kind {
    fn size(&self) -> usize {
        1 + self.rows + self.kinds
    }
}

impl Features {
    pub fn of(game: &Game) -> Features {
        let program = &game.program;
        let tiles = Tiles::of(program);
        let mut features = Features {
            names: FIRST.map(str::to_owned).to_vec(),
            pieces: vec![None; program.classes.len()],
            tiles: tiles.places,
            zones: vec![None; program.slots.len()],
            tables: Vec::new(),
            lines: Vec::new(),
        };
        features.add_zones(program);
        features.add_tables(program);
        if !features.tiles.is_empty() {
            let zoned = |class: usize| program.zones.iter().any(|zone| usize::from(zone.class) == class);
            let stands = |(number, class): &(usize, &Class)| {
                class.is_piece && !class.is_abstract && !class.by_itself && !zoned(*number)
            };
            for (number, class) in program.classes.iter().enumerate().filter(stands) {
                features.add_pieces(program, number, class, (tiles.rows, tiles.kinds));
            }
            LINES.for_each(|length| features.add_lines(program, length));
        }
        features
    }

    /// Names of what is counted, in its order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    fn has_room(&self, more: usize) -> bool {
        self.names.len() + more <= MAX_FEATURES
    }

    fn add_pieces(&mut self, program: &Program, number: usize, class: &Class, (rows, kinds): (usize, usize)) {
        let cases = |show: &Show| match show {
            Show::Case(of) => program.enums.get(usize::from(*of)).map(|e| e.cases.clone()),
            _ => None,
        };
        let told_apart = class.fields.iter().enumerate().filter(|(_, f)| !f.derived && !f.hidden);
        let mut told_apart = told_apart.filter_map(|(i, f)| Some((i as u16, cases(&f.show)?)));
        let found = told_apart.find(|(_, cases)| (2..=MAX_CASES).contains(&cases.len()));
        let fits = |(rows, kinds): (usize, usize), many: usize| self.has_room(many * (1 + rows + kinds));
        let many = found.as_ref().map_or(1, |(_, cases)| cases.len());
        let (case, names, rows, kinds) = match found {
            Some((case, cases)) if fits((rows, kinds), many) => {
                let names = cases.iter().map(|case| format!("{} {case}", class.name)).collect();
                (Some(class.first_field + case), names, rows, kinds)
            }
            _ if fits((rows, kinds), 1) => (None, vec![class.name.clone()], rows, kinds),
            _ if fits((0, 0), 1) => (None, vec![class.name.clone()], 0, 0),
            _ => return,
        };
        self.pieces[number] = Some(Kind { case, first: self.names.len(), rows, kinds });
        for name in names {
            self.names.push(name.clone());
            self.names.extend((0..rows).map(|row| format!("{name} in row {}", row + 1)));
            self.names.extend((0..kinds).map(|kind| format!("{name} on a tile of kind {}", kind + 1)));
        }
    }

    fn add_lines(&mut self, program: &Program, length: usize) {
        let tiles = lines(program, length).concat();
        if !tiles.is_empty() && self.has_room(length) {
            self.lines.push(Lines { length, first: self.names.len(), tiles });
            self.names.extend((1..=length).map(|own| format!("{own} of {length} in a line")));
        }
    }

    fn add_zones(&mut self, program: &Program) {
        let mut known: BTreeMap<u16, Lying> = BTreeMap::new();
        for (slot, (zone, owner)) in program.slots.iter().enumerate() {
            let Some(owner) = *owner else { continue };
            let layout = &program.zones[usize::from(*zone)];
            if !known.contains_key(&layout.first_slot) && self.has_room(4) {
                let at = self.names.len();
                let numbers = numbers_of(program, layout.class);
                self.names.push(format!(
                    "{} in {}",
                    program.classes[usize::from(layout.class)].name,
                    layout.name
                ));
                let class = layout.class;
                self.names.extend(numbers.iter().map(|(_, name)| format!("{name} in {}", layout.name)));
                let sums = numbers.into_iter().map(|(field, _)| (class, field)).collect();
                known.insert(layout.first_slot, Lying { at, sums });
            }
            self.zones[slot] = known.get(&layout.first_slot).map(|lying| (owner, lying.clone()));
        }
    }

    fn add_tables(&mut self, program: &Program) {
        for class in &program.classes {
            let Some(at) = class.global else { continue };
            for (i, field) in class.fields.iter().enumerate() {
                let is_by_player = match &field.show {
                    Show::Table(of, Some(keys)) => **of == Show::Number && **keys == Show::Player,
                    _ => false,
                };
                if is_by_player && !field.derived && !field.hidden && self.has_room(1) {
                    self.tables.push((at, class.first_field + i as u16, self.names.len()));
                    self.names.push(format!("{}.{}", class.name, field.name));
                }
            }
        }
    }
}

/// At most three number attributes of a class, by where they stand.
fn numbers_of(program: &Program, class: u16) -> Vec<(u16, String)> {
    let Some(class) = program.classes.get(usize::from(class)) else { return Vec::new() };
    let fields = class.fields.iter().enumerate();
    let numbers = fields.filter(|(_, f)| f.show == Show::Number && !f.derived && !f.hidden);
    numbers
        .take(3)
        .map(|(i, f)| (class.first_field + i as u16, format!("{} of {}", f.name, class.name)))
        .collect()
}

/// The straight lines of so many tiles that hold one piece each, on all boards but those that grow or are edges or
/// corners of others.
fn lines(program: &Program, length: usize) -> Vec<Vec<u32>> {
    let boards = program.boards.iter().filter(|b| b.growing.is_none() && b.of.is_none());
    let mut found = Vec::new();
    for board in boards {
        let geometry = &board.geometry;
        let is_single = |t: &u32| program.tiles.single.get((board.first + t) as usize) == Some(&true);
        for (forth, _) in &geometry.axes {
            for tile in 0..geometry.tiles.len() as u32 {
                let line = std::iter::successors(Some(tile), |t| geometry.step(*t, *forth));
                let line: Vec<u32> = line.take(length).filter(is_single).map(|t| board.first + t).collect();
                found.extend((line.len() == length).then_some(line));
            }
        }
    }
    found
}

/// Where the tiles of all boards lie, but for those of boards that grow.
struct Tiles {
    places: Vec<[u16; 3]>,
    rows: usize,
    kinds: usize,
}

impl Tiles {
    fn of(program: &Program) -> Tiles {
        let proper = program.tiles.proper.min(program.tiles.count) as usize;
        let mut places = vec![[0, 0, 0]; proper];
        let mut kinds: BTreeMap<(usize, usize, (u32, u32)), Vec<usize>> = BTreeMap::new();
        let mut rows = 1;
        let boards = program.boards.iter().enumerate().filter(|(_, b)| b.growing.is_none() && b.of.is_none());
        for (number, board) in boards {
            let (columns, board_rows) = (board.geometry.columns.max(1), board.geometry.rows.max(1));
            for tile in 0..board.geometry.tiles.len() {
                let at = board.first as usize + tile;
                let (Some(place), Some(x), Some(y)) =
                    (places.get_mut(at), program.tiles.x.get(at), program.tiles.y.get(at))
                else {
                    continue;
                };
                let (x, y) = ((*x as u32).min(columns - 1), (*y as u32).min(board_rows - 1));
                // A board looks the same from all its sides where it is a square, and else from two and two.
                let (dx, dy) = (x.min(columns - 1 - x), y.min(board_rows - 1 - y));
                let fold = if columns == board_rows { (dx.min(dy), dx.max(dy)) } else { (dx, dy) };
                let near = board.geometry.neighbors.get(tile).map_or(0, Vec::len);
                kinds.entry((number, near, fold)).or_default().push(at);
                (place[0], place[1]) = (y as u16, (board_rows - 1 - y) as u16);
                rows = rows.max(board_rows);
            }
        }
        let many = kinds.len();
        for (kind, tiles) in kinds.into_values().enumerate() {
            tiles.into_iter().for_each(|at| places[at][2] = kind as u16);
        }
        let rows = if rows > 1 && rows <= MAX_ROWS { rows as usize } else { 0 };
        let kinds = if many > 1 && many as u32 <= MAX_ROWS { many } else { 0 };
        Tiles { places, rows, kinds }
    }
}

impl Imagined {
    /// What is counted of each seat, those of one seat together; it lists the moves.
    pub fn count(&mut self, features: &Features, into: &mut Vec<f32>) {
        let n = features.names.len();
        let moves = self.list() as f32;
        into.clear();
        into.resize(n * self.seats(), 0.0);
        let decider = self.decider().and_then(|seat| into.get_mut(seat as usize * n + MOVES));
        decider.into_iter().for_each(|count| *count = moves);
        let words = &self.position.state.words;
        let counting = Counting { program: &self.game.program, words, features };
        for (p, row) in into.chunks_exact_mut(n).enumerate() {
            let at = counting.program.layout.seats + p * seat::SIZE + seat::SCORE;
            row[SCORE] = number(words.get(at).copied().unwrap_or(NULL));
        }
        counting.tiles(into);
        counting.zones(into);
        counting.tables(into);
        counting.lines(into);
    }
}

fn number(w: u64) -> f32 {
    if word::is_number(w) { word::to_number(w) as f32 } else { 0.0 }
}

struct Counting<'a> {
    program: &'a Program,
    words: &'a [u64],
    features: &'a Features,
}

impl<'a> Counting<'a> {
    fn word(&self, at: usize) -> u64 {
        self.words.get(at).copied().unwrap_or(NULL)
    }

    fn elements(&self, l: u64) -> &'a [u64] {
        let (Some(head), Some(place)) = (self.words.get(l as usize), self.words.get(l as usize + 1)) else {
            return &[];
        };
        let data = list::data(*place);
        self.words.get(data..data.saturating_add(list::length(*head))).unwrap_or(&[])
    }

    fn tiles(&self, into: &mut [f32]) {
        let first = self.program.layout.tiles;
        for (tile, place) in self.features.tiles.iter().enumerate() {
            let w = self.word(first + tile);
            match self.program.tiles.single.get(tile) {
                Some(true) if w != NULL => self.piece(w, *place, into),
                Some(false) => self.elements(w).iter().for_each(|o| self.piece(*o, *place, into)),
                _ => {}
            }
        }
    }

    fn piece(&self, o: u64, place: [u16; 3], into: &mut [f32]) {
        let at = o as usize;
        let class = usize::from(object::class(self.word(at)));
        let Some(kind) = self.features.pieces.get(class).and_then(Option::as_ref) else { return };
        let owner = self.word(at + object::OWNER);
        let n = self.features.names.len();
        let owner = if owner == NULL { usize::MAX } else { word::to_player(owner) as usize };
        let Some(row) = owner.checked_mul(n).and_then(|start| into.get_mut(start..start + n)) else { return };
        let case = kind.case.map_or(0, |field| match self.word(at + usize::from(field)) {
            NULL => 0,
            case => case as usize,
        });
        let start = kind.first + case.min(MAX_CASES - 1) * kind.size();
        let mut add = |at: usize| row.get_mut(at).into_iter().for_each(|count| *count += 1.0);
        add(start);
        if kind.rows > 0 {
            add(start + 1 + usize::from(place[owner % 2]));
        }
        if kind.kinds > 0 {
            add(start + 1 + kind.rows + usize::from(place[2]));
        }
    }

    fn lines(&self, into: &mut [f32]) {
        if self.features.lines.is_empty() {
            return;
        }
        let n = self.features.names.len();
        // Of the piece that stands there; one that is nobody's is in the way of all.
        let owner = |tile: usize| match self.word(self.program.layout.tiles + tile) {
            NULL => None,
            piece => Some(self.word(piece as usize + object::OWNER)),
        };
        let owners: Vec<Option<u64>> = (0..self.features.tiles.len()).map(owner).collect();
        for lines in &self.features.lines {
            for line in lines.tiles.chunks_exact(lines.length) {
                let (mut own, mut of) = (0, NULL);
                let is_of_one = line.iter().filter_map(|tile| owners[*tile as usize]).all(|owner| {
                    own += 1;
                    let fits = owner != NULL && (of == NULL || owner == of);
                    of = owner;
                    fits
                });
                if is_of_one && own > 0 {
                    let seat = word::to_player(of) as usize;
                    let count = into.get_mut(seat * n + lines.first + own - 1);
                    count.into_iter().for_each(|count| *count += 1.0);
                }
            }
        }
    }

    fn zones(&self, into: &mut [f32]) {
        let n = self.features.names.len();
        for (slot, counted) in self.features.zones.iter().enumerate() {
            let Some((owner, lying)) = counted else { continue };
            let start = *owner as usize * n;
            let Some(row) = into.get_mut(start..start + n) else { continue };
            let pieces = self.elements((self.program.layout.zones + slot * list::HEAD) as u64);
            row[lying.at] += pieces.len() as f32;
            for (i, (class, field)) in lying.sums.iter().enumerate() {
                let is_one = |o: &&u64| {
                    let own = object::class(self.word(**o as usize));
                    let last = self.program.classes.get(usize::from(*class)).map_or(0, |c| c.last);
                    (*class..=last).contains(&own)
                };
                let values = pieces
                    .iter()
                    .filter(is_one)
                    .map(|o| number(self.word(*o as usize + usize::from(*field))));
                row[lying.at + 1 + i] += values.sum::<f32>();
            }
        }
    }

    fn tables(&self, into: &mut [f32]) {
        let n = self.features.names.len();
        for (at, field, feature) in &self.features.tables {
            for entry in self.elements(self.word(*at as usize + usize::from(*field))).chunks_exact(3) {
                let seat = if entry[1] == NULL { usize::MAX } else { word::to_player(entry[1]) as usize };
                let cell = seat.checked_mul(n).and_then(|start| into.get_mut(start + feature));
                cell.into_iter().for_each(|cell| *cell += number(entry[2]));
            }
        }
    }
}
