//! Tiles: what is on them and what lies next to them. Paths over several tiles are in [`super::path`].

use super::{number, object, text};
use crate::FaultKind;
use crate::memory::{Memory, OpResult};
use bytecode::program::{Adjacency, Board, NO_TILE};
use bytecode::word::{self, Kind, NULL};

/// The number of a tile over all boards; null is a fault.
#[inline]
pub fn number(m: &Memory<'_>, t: u64) -> OpResult<usize> {
    if t < u64::from(m.program.tiles.count) {
        return Ok(t as usize);
    }
    Err(if t == NULL { FaultKind::Null } else { FaultKind::Impossible("tile") })
}

/// Where the word of a tile stands.
#[inline]
pub fn word(m: &Memory<'_>, t: u64) -> OpResult<usize> {
    let at = m.program.layout.tiles + number(m, t)?;
    if at < m.words.len() { Ok(at) } else { Err(FaultKind::Impossible("word of a tile")) }
}

#[inline]
pub fn is_single(m: &Memory<'_>, t: u64) -> bool {
    m.program.tiles.single.get(t as usize).copied().unwrap_or(true)
}

/// The board of a tile.
pub fn board<'a>(m: &Memory<'a>, t: u64) -> OpResult<&'a Board> {
    let board = m.program.tiles.board.get(number(m, t)?);
    board.and_then(|b| m.program.boards.get(usize::from(*b))).ok_or(FaultKind::Impossible("board of a tile"))
}

/// The pieces on a tile.
pub fn pieces<'m>(m: &'m Memory<'_>, t: u64) -> OpResult<&'m [u64]> {
    let at = word(m, t)?;
    match (is_single(m, t), m.words[at]) {
        (true, NULL) => Ok(&[]),
        (true, _) => Ok(&m.words[at..=at]),
        (false, list) => m.elements(list),
    }
}

pub fn piece(m: &Memory<'_>, t: u64) -> OpResult<u64> {
    Ok(pieces(m, t)?.first().copied().unwrap_or(NULL))
}

pub fn owner(m: &Memory<'_>, t: u64) -> OpResult<u64> {
    match piece(m, t)? {
        NULL => Ok(NULL),
        piece => object::owner(m, piece),
    }
}

pub fn is_empty(m: &Memory<'_>, t: u64) -> OpResult<u64> {
    Ok(word::bool(pieces(m, t)?.is_empty()))
}

pub fn all_pieces(m: &mut Memory<'_>, t: u64) -> OpResult<u64> {
    let pieces = pieces(m, t)?.to_vec();
    m.new_list(Kind::Ref, &pieces)
}

fn column(m: &Memory<'_>, t: u64, of: &[f64]) -> OpResult<u64> {
    Ok(of.get(number(m, t)?).map_or(NULL, |x| word::number(*x)))
}

pub fn x(m: &Memory<'_>, t: u64) -> OpResult<u64> {
    column(m, t, &m.program.tiles.x)
}

pub fn y(m: &Memory<'_>, t: u64) -> OpResult<u64> {
    column(m, t, &m.program.tiles.y)
}

pub fn name(m: &Memory<'_>, t: u64) -> OpResult<u64> {
    m.program.tiles.names.get(number(m, t)?).copied().ok_or(FaultKind::Impossible("name of a tile"))
}

pub fn mark(m: &mut Memory<'_>, t: u64) -> OpResult<u64> {
    let board = board(m, t)?;
    let mark = board.geometry.tiles.get(t as usize - board.first as usize).and_then(|tile| tile.mark);
    mark.map_or(Ok(NULL), |c| text::new(m, c.encode_utf8(&mut [0; 4])))
}

/// The index of a direction by its name; an unknown one is a fault.
pub fn direction(m: &Memory<'_>, name: u64) -> OpResult<usize> {
    number::some(name)?;
    for (i, w) in m.program.tiles.directions.iter().enumerate() {
        if m.equal_text(*w, name)? {
            return Ok(i);
        }
    }
    Err(FaultKind::Unknown("way", m.string(name)?))
}

/// The next tile in that direction.
#[inline]
pub fn next(m: &Memory<'_>, t: usize, direction: usize) -> Option<u32> {
    let tiles = &m.program.tiles;
    tiles.steps.get(direction * tiles.count as usize + t).copied().filter(|n| *n != NO_TILE)
}

pub fn step(m: &Memory<'_>, t: u64, name: u64) -> OpResult<u64> {
    Ok(next(m, number(m, t)?, direction(m, name)?).map_or(NULL, u64::from))
}

pub fn steps(m: &mut Memory<'_>, t: u64, names: u64) -> OpResult<u64> {
    let t = number(m, t)?;
    let mut found = Vec::new();
    for name in m.elements(names)? {
        found.extend(next(m, t, direction(m, *name)?).map(u64::from));
    }
    m.new_list(Kind::Plain, &found)
}

/// All tiles in that direction, nearest first, up to the edge or once round.
pub fn ray(m: &mut Memory<'_>, t: u64, name: u64) -> OpResult<u64> {
    let (start, direction) = (number(m, t)?, direction(m, name)?);
    let mut found = Vec::new();
    let mut at = next(m, start, direction);
    while let Some(t) = at.filter(|t| *t as usize != start && found.len() < m.program.tiles.count as usize) {
        found.push(u64::from(t));
        at = next(m, t as usize, direction);
    }
    m.new_list(Kind::Plain, &found)
}

/// The list of a tile in an adjacency table.
pub fn adjacent<'a>(m: &Memory<'a>, t: usize, table: usize) -> Option<&'a [u32]> {
    let table = m.program.tiles.adjacency.get(table)?;
    table.tiles.get(*table.starts.get(t)? as usize..*table.starts.get(t + 1)? as usize)
}

pub fn adjacent_list(m: &mut Memory<'_>, t: u64, table: u16) -> OpResult<u64> {
    let t = number(m, t)?;
    let tiles = adjacent(m, t, usize::from(table)).ok_or(FaultKind::Impossible("near tiles"))?;
    list_of(m, tiles.iter().copied())
}

pub fn list_of(m: &mut Memory<'_>, tiles: impl Iterator<Item = u32>) -> OpResult<u64> {
    let tiles: Vec<u64> = tiles.map(u64::from).collect();
    m.new_list(Kind::Plain, &tiles)
}

pub fn jumps(m: &mut Memory<'_>, t: u64, a: u64, b: u64) -> OpResult<u64> {
    let at = number(m, t)?;
    let (a, b) = (number::number(a)?.trunc() as i32, number::number(b)?.trunc() as i32);
    if let Some(i) = m.program.tiles.jumps.iter().position(|j| *j == (a, b)) {
        return adjacent_list(m, t, Adjacency::JUMPS + i as u16);
    }
    // Farther than any board is wide there is nothing, and sums of coordinates stay in range.
    const FAR: i32 = 1 << 20;
    if a.abs_diff(0) > FAR as u32 || b.abs_diff(0) > FAR as u32 {
        return m.new_list(Kind::Plain, &[]);
    }
    let board = board(m, t)?;
    m.spend(8 * board.geometry.tiles.len());
    let found = board.geometry.jumps(at as u32 - board.first, a, b);
    list_of(m, found.into_iter().map(|t| t + board.first))
}

#[cfg(test)]
mod tests {
    use crate::FaultKind;
    use crate::tests::{World, n, text};
    use bytecode::program::Show;
    use bytecode::word::{Kind, NULL};
    use language::catalogue::Builtin;

    fn check(w: &mut World, id: Builtin, args: &[u64], expected: &str) {
        let list = w.run(id, args);
        assert_eq!(w.show_list(list, Show::Tile), expected, "{id:?}");
    }

    #[test]
    fn what_is_next_to_a_tile_is_in_the_tables() {
        let mut w = World::new();
        assert_eq!(w.run(Builtin::TileStep, &[4, text("ne")]), 8);
        assert_eq!(w.run(Builtin::TileStep, &[8, text("n")]), NULL);
        assert_eq!(w.run(Builtin::TileStep, &[9, text("next")]), 10);
        assert_eq!(w.run(Builtin::TileStep, &[9, text("n")]), NULL);
        check(&mut w, Builtin::TileRay, &[0, text("n")], "{ a2, a3 }");
        check(&mut w, Builtin::TileRay, &[8, text("n")], "{ }");
        check(&mut w, Builtin::TileOrthogonal, &[0], "{ a2, b1 }");
        check(&mut w, Builtin::TileDiagonal, &[0], "{ b2 }");
        check(&mut w, Builtin::TileNeighbors, &[0], "{ a2, b1, b2 }");
        check(&mut w, Builtin::TileJumps, &[0, n(1.0), n(2.0)], "{ b3, c2 }");
        check(&mut w, Builtin::TileJumps, &[0, n(1e9), n(2.0)], "{ }");
        let directions = w.list(Kind::Text, &[text("e"), text("s"), text("n")]);
        check(&mut w, Builtin::TileSteps, &[0, directions], "{ b1, a2 }");
    }

    #[test]
    fn unknown_directions_and_null_tiles_are_faults() {
        let mut w = World::new();
        let up = FaultKind::Unknown("way", "up".to_owned());
        assert_eq!(w.call(Builtin::TileStep, &[0, text("up")], 0), Err(up.clone()));
        assert_eq!(w.call(Builtin::TileRay, &[0, text("up")], 0), Err(up));
        assert_eq!(w.call(Builtin::TileStep, &[NULL, text("n")], 0), Err(FaultKind::Null));
        assert_eq!(w.call(Builtin::TileStep, &[0, NULL], 0), Err(FaultKind::Null));
        assert_eq!(w.call(Builtin::TileX, &[NULL], 0), Err(FaultKind::Null));
    }

    #[test]
    fn boards_know_their_tiles_by_place_and_name() {
        let mut w = World::new();
        assert_eq!(w.run(Builtin::BoardAt, &[0, n(2.0), n(1.0)]), 5);
        assert_eq!(w.run(Builtin::BoardAt, &[0, n(3.0), n(1.0)]), NULL);
        assert_eq!(w.run(Builtin::BoardAt, &[0, n(-1.0), n(0.0)]), NULL);
        assert_eq!(w.run(Builtin::BoardTile, &[0, text("b3")]), 7);
        assert_eq!(w.run(Builtin::BoardTile, &[1, text("2")]), 10);
        assert_eq!(w.run(Builtin::BoardTile, &[1, text("b3")]), NULL);
        check(&mut w, Builtin::BoardRow, &[0, n(1.0)], "{ a2, b2, c2 }");
        check(&mut w, Builtin::BoardColumn, &[0, n(2.0)], "{ c1, c2, c3 }");
        check(&mut w, Builtin::BoardTiles, &[1], "{ 1, 2, 3, 4 }");
        assert_eq!(w.run(Builtin::BoardColumns, &[1]), n(4.0));
        let mark = w.mark();
        w.run(Builtin::BoardPlace, &[1, mark, 10]);
        let pieces = w.run(Builtin::BoardPieces, &[1]);
        assert_eq!((w.elements(pieces), w.run(Builtin::BoardIsFull, &[1])), (vec![mark], 0));
    }
}
