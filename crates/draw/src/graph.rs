//! Graphs in text: a map with lines where the tiles are named like squares, otherwise a list. It does not know what
//! the tiles stand for.

use super::board::{content, marks, split};
use super::letters::Letters;
use super::styled::{Canvas, Styled, WIDTH, flow, padded};
use super::{looks, value};
use engine::view::{Board, Look, Road, Tile, View};
use language::look::drawn_sign;
use std::collections::{BTreeMap, BTreeSet};
use unicode_width::UnicodeWidthStr;

/// A map if the names say where the tiles are, otherwise a list.
pub(crate) fn graph(board: &Board, letters: &Letters, view: &View) -> String {
    map(board, letters).unwrap_or_else(|| list(board, letters, view))
}

/// Where the tiles of a map are, file and rank of each.
struct Places(Vec<(i32, i32)>);

impl Places {
    /// None unless every name is a letter and a number, there are several files and ranks, and every edge is a
    /// straight line that meets no other tile.
    fn of(board: &Board) -> Option<Places> {
        let places = Places(board.tiles.iter().map(|t| place(&t.name)).collect::<Option<Vec<_>>>()?);
        let (file, rank) = *places.0.first()?;
        let is_wide = places.0.iter().any(|p| p.0 != file) && places.0.iter().any(|p| p.1 != rank);
        let taken: BTreeSet<&(i32, i32)> = places.0.iter().collect();
        let is_plain = |road: &Road| {
            (road.weight - 1.0).abs() < f64::EPSILON
                && !road.one_way
                && places.line(road.from, road.to).is_some_and(|line| !line.iter().any(|p| taken.contains(p)))
        };
        let is_drawn = is_wide && board.edges.iter().all(is_plain);
        is_drawn.then_some(places)
    }

    /// The places between two tiles, None if no straight line joins them.
    fn line(&self, from: u32, to: u32) -> Option<Vec<(i32, i32)>> {
        let ((x, y), (p, q)) = (*self.0.get(from as usize)?, *self.0.get(to as usize)?);
        let (dx, dy) = (p - x, q - y);
        let length = dx.abs().max(dy.abs());
        let is_straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
        let step = |i: i32| (x + i * dx.signum(), y + i * dy.signum());
        (is_straight && length > 0).then(|| (1..length).map(step).collect())
    }
}

/// `d7` is file 3, rank 7.
fn place(name: &str) -> Option<(i32, i32)> {
    let (file, rank) = split(name);
    let mut letters = file.chars();
    let (letter, rest) = (letters.next()?, letters.next());
    let is_file = letter.is_ascii_lowercase() && rest.is_none();
    let rank: i32 = rank.parse().ok().filter(|r| (1..=99).contains(r))?;
    is_file.then_some((letter as i32 - 'a' as i32, rank))
}

/// How many columns of text lie between files, at least; even, so that slanted lines fall on whole columns.
const PITCH: i32 = 4;

/// The tiles at their places, joined by lines, with files and ranks at the margin.
fn map(board: &Board, letters: &Letters) -> Option<String> {
    let places = Places::of(board)?;
    let contents: Vec<Styled> = board.tiles.iter().map(|t| content(t, letters)).collect();
    let widest = i32::try_from(contents.iter().map(Styled::width).max()?).ok()?;
    let pitch = PITCH.max((widest + 3) / 2 * 2);
    let (left, right) = (places.0.iter().map(|p| p.0).min()?, places.0.iter().map(|p| p.0).max()?);
    let lowest = places.0.iter().map(|p| p.1).min()?;
    if pitch * (right - left + 1) + 4 > i32::try_from(WIDTH).ok()? {
        return None;
    }
    let at = |(x, y): (i32, i32)| (2 * y, pitch * (x - left));
    let mut lines = BTreeMap::new();
    for road in &board.edges {
        draw_line(&mut lines, at(places.0[road.from as usize]), at(places.0[road.to as usize]), pitch / 2);
    }
    let mut canvas = Canvas::default();
    for (place, styled) in places.0.iter().zip(contents) {
        let (row, column) = at(*place);
        let end = column + i32::try_from(styled.width()).unwrap_or(1);
        lines.retain(|(r, c), _| *r != row || !(column..end).contains(c));
        canvas.put(row, column, styled);
        canvas.put(2 * lowest - 1, column, Styled::dim(letter(place.0)));
        canvas.put_left_of(row, -1, Styled::dim(place.1.to_string()));
    }
    lines.into_iter().for_each(|((row, column), sign)| canvas.put(row, column, Styled::dim(sign)));
    canvas.marks.sort_by_key(|(row, column, _)| (*row, *column));
    canvas.marks.dedup_by_key(|(row, column, _)| (*row, *column));
    Some(canvas.lines(2))
}

fn letter(file: i32) -> char {
    u8::try_from(file).map_or('?', |f| char::from(b'a' + f))
}

/// The signs of a line from one place of the canvas to another; slanted ones go `half` columns aside in each row.
fn draw_line(lines: &mut BTreeMap<(i32, i32), char>, from: (i32, i32), to: (i32, i32), half: i32) {
    let (dr, dc) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    let (sign, aside) = match (dr, dc) {
        (0, _) => ('-', dc),
        (_, 0) => ('|', 0),
        _ if dr == dc => ('/', dc * half),
        _ => ('\\', dc * half),
    };
    let (mut row, mut column) = from;
    while (row, column) != to {
        lines.entry((row, column)).and_modify(|s| *s = crossing(*s, sign)).or_insert(sign);
        (row, column) = (row + dr, column + aside);
    }
}

/// What stands where two lines meet without a tile.
fn crossing(a: char, b: char) -> char {
    match (a, b) {
        _ if a == b => a,
        ('/', '\\') | ('\\', '/') => 'x',
        ('-', '|') | ('|', '-') => '+',
        _ => '*',
    }
}

/// A line for each tile: what is on it, what it is like, where roads lead.
fn list(board: &Board, letters: &Letters, view: &View) -> String {
    let name = |t: &Tile| looks::named(&t.look, &t.name);
    let widest = board.tiles.iter().map(|t| name(t).width()).max().unwrap_or(1);
    let mut out = String::new();
    let roads = roads(board);
    for (tile, roads) in board.tiles.iter().zip(roads) {
        let content = if tile.pieces.is_empty() { ".".to_owned() } else { marks(tile, letters) };
        let mut items = vec![Styled::plain(format!("  {}  {content}", padded(&name(tile), widest)))];
        let values = value::attributes(&tile.attributes, &board.tile, view);
        items.extend(values.into_iter().map(|text| Styled::plain(format!("({text})"))));
        if !roads.is_empty() {
            items.push(Styled::dim(format!("to {}", roads.join(", "))));
        }
        out.push_str(&flow(&items, "  ", widest + 4));
        out.push('\n');
    }
    out
}

/// For each tile those that roads lead to, with weights other than 1, and what their edges are called.
fn roads(board: &Board) -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> = vec![Vec::new(); board.tiles.len()];
    let between = |a: u32, b: u32| (a.min(b), a.max(b));
    let edges = board.sides.iter().filter_map(|side| match side.tiles[..] {
        [a, b] => Some((between(a, b), called(&side.look)?)),
        _ => None,
    });
    let edges: BTreeMap<(u32, u32), &str> = edges.collect();
    let names = names(board);
    let mut known: BTreeSet<(u32, String)> = BTreeSet::new();
    let mut leads = |from: u32, to: u32, weight: f64| {
        let (Some(here), Some(name)) = (all.get_mut(from as usize), names.get(to as usize)) else {
            return;
        };
        let is_plain = (weight - 1.0).abs() < f64::EPSILON;
        let text = if is_plain { name.clone() } else { format!("{name} {weight}") };
        let edge = edges.get(&between(from, to)).map_or_else(String::new, |edge| format!(" ({edge})"));
        let text = text + &edge;
        if known.insert((from, text.clone())) {
            here.push(text);
        }
    };
    for road in &board.edges {
        leads(road.from, road.to, road.weight);
        if !road.one_way && road.from != road.to {
            leads(road.to, road.from, road.weight);
        }
    }
    all
}

/// What tiles are called where others name them: by their titles, with their names where several have one title.
fn names(board: &Board) -> Vec<String> {
    let mut titles: BTreeMap<&str, usize> = BTreeMap::new();
    for tile in &board.tiles {
        *titles.entry(looks::titled(&tile.look, &tile.name)).or_default() += 1;
    }
    let name = |tile: &Tile| match looks::titled(&tile.look, &tile.name) {
        title if titles.get(title) == Some(&1) => title.to_owned(),
        title => looks::called(Some(title), &tile.name),
    };
    board.tiles.iter().map(name).collect()
}

/// What an edge is called by its look: its title, or a symbol that is written.
fn called(look: &Look) -> Option<&str> {
    let symbol = look.symbol.as_deref().filter(|symbol| drawn_sign(symbol).is_none());
    Some(looks::titled(look, symbol.unwrap_or_default())).filter(|text| !text.trim().is_empty())
}
