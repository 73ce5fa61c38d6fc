//! `position()`, of everything or of one board: a word that is equal for equal positions. What makes two positions
//! equal is said in `docs/language.md`.
//!
//! Tiles and unordered zones are sums over their pieces, so that empty tiles cost one comparison each.

use super::hash::{mix, units};
use crate::FaultKind;
use crate::growing::{self, Spot};
use crate::memory::{Memory, OpResult};
use bytecode::layout::{Shape, header, is_constant, list, object};
use bytecode::program::{Class, Growing};
use bytecode::word::{self, Kind, NULL, Text};

/// How deep lists within lists are followed.
const MAX_DEPTH: usize = 16;
/// How many elements of lists and tables are hashed before it gives up.
const MAX_ELEMENTS: usize = 1 << 20;

struct Hasher<'m, 'a> {
    m: &'m Memory<'a>,
    seen: usize,
}

/// The position. `extras` are pairs of a value and its kind: 0 plain, 1 a string, otherwise an address.
pub(super) fn position(m: &mut Memory<'_>, extras: &[u64]) -> OpResult<u64> {
    let all = m.program.tiles.count as usize;
    let mut hasher = Hasher { m, seen: 0 };
    let mut h = hasher.turn()?;
    h = mix(h, hasher.tiles(0, all)?);
    for growing in m.program.boards.iter().filter_map(|b| b.growing.as_ref()) {
        h = mix(h, hasher.grown(growing)?);
    }
    h = mix(h, hasher.zones()?);
    for pair in extras.chunks_exact(2) {
        let kind = match pair[1] {
            0 => Kind::Plain,
            1 => Kind::Text,
            _ => Kind::Ref,
        };
        h = mix(h, hasher.word(pair[0], kind, 0)?);
    }
    let seen = hasher.seen;
    m.spend((all + seen) / 8);
    Ok(some(h))
}

/// The position on one board, whoever is to move.
pub(super) fn of_board(m: &mut Memory<'_>, board: u64) -> OpResult<u64> {
    let (shape, mut hasher) = (super::board::get(m, board)?, Hasher { m, seen: 0 });
    let mut count = shape.geometry.tiles.len();
    let mut h = match &shape.growing {
        Some(growing) => mix(board, hasher.grown(growing)?),
        None => mix(board, hasher.tiles(shape.first as usize, count)?),
    };
    if let Some(spots) = &shape.spots {
        let (edges, corners) = (spots.sides.edges.len(), spots.sides.corners.len());
        for (first, n) in [(spots.edges, edges), (spots.corners, corners)] {
            let Some(first) = first else { continue };
            h = mix(h, hasher.tiles(first as usize, n)?);
            count += n;
        }
    }
    let seen = hasher.seen;
    m.spend((count + seen) / 8);
    Ok(some(h))
}

/// A hash that is not null.
fn some(h: u64) -> u64 {
    if h == NULL { 1 } else { h }
}

impl<'m> Hasher<'m, '_> {
    fn turn(&self) -> OpResult<u64> {
        let m = self.m;
        Ok(mix(m.at(header::ACTIVE)?, mix(m.at(header::TURN)?, m.at(header::PHASE)?)))
    }

    fn count(&mut self, more: usize) -> OpResult {
        self.seen += more;
        if self.seen > MAX_ELEMENTS { Err(FaultKind::TooDeep.into()) } else { Ok(()) }
    }

    /// The pieces on so many tiles from one on.
    fn tiles(&mut self, from: usize, count: usize) -> OpResult<u64> {
        let (m, tiles) = (self.m, &self.m.program.tiles);
        let first = m.program.layout.tiles + from;
        let words = m.words.get(first..first + count).ok_or_else(|| FaultKind::Impossible("tiles"))?;
        let mut sum = 0_u64;
        for (t, (w, single)) in (from..).zip(words.iter().zip(&tiles.single[from..])) {
            match single {
                true if *w == NULL => {}
                true => sum = sum.wrapping_add(mix(t as u64, self.piece(*w)?)),
                false => sum = sum.wrapping_add(mix(t as u64, self.row(*w)?)),
            }
        }
        Ok(sum)
    }

    /// The pieces on a board that grows, whichever came first.
    fn grown(&mut self, growing: &Growing) -> OpResult<u64> {
        let (m, mut sum) = (self.m, 0_u64);
        for tile in growing::occupied(growing, m.words) {
            let Some(spot) = Spot::new(m.program, word::grown(growing.board, tile)) else { continue };
            let mut here = 0;
            for piece in spot.pieces(m.words) {
                here = mix(here, self.piece(*piece)?);
            }
            sum = sum.wrapping_add(mix(tile.into(), here));
        }
        Ok(sum)
    }

    /// Pieces in their order; 0 where there is none.
    fn row(&mut self, l: u64) -> OpResult<u64> {
        let mut h = 0;
        for piece in self.m.elements(l)? {
            h = mix(h, self.piece(*piece)?);
        }
        Ok(h)
    }

    fn zones(&mut self) -> OpResult<u64> {
        let program = self.m.program;
        let mut sum = 0_u64;
        for (slot, (zone, _)) in program.slots.iter().enumerate() {
            let l = (program.layout.zones + list::HEAD * slot) as u64;
            let ordered = program.zones.get(usize::from(*zone)).is_none_or(|z| z.ordered || z.deck);
            let inside = if ordered { self.row(l)? } else { self.heap(l)? };
            sum = sum.wrapping_add(mix(slot as u64, inside));
        }
        Ok(sum)
    }

    /// Pieces in any order.
    fn heap(&mut self, l: u64) -> OpResult<u64> {
        let mut sum = 0_u64;
        for piece in self.m.elements(l)? {
            sum = sum.wrapping_add(mix(1, self.piece(*piece)?));
        }
        Ok(sum)
    }

    /// Class, owner and attributes of a piece.
    fn piece(&mut self, o: u64) -> OpResult<u64> {
        let (class, words) = self.object(o)?;
        let mut h = mix(object::class(words[0]).into(), words[object::OWNER]);
        let fields = words.get(usize::from(class.first_field)..).unwrap_or(&[]);
        self.seen += words.len();
        // A sum rather than a chain, so that a processor can do several at once.
        for (i, (w, field)) in fields.iter().zip(&class.fields).enumerate() {
            h = h.wrapping_add(mix(self.word(*w, field.kind, 0)?, i as u64));
        }
        Ok(h)
    }

    fn object(&self, o: u64) -> OpResult<(&'m Class, &'m [u64])> {
        let (m, at) = (self.m, o as usize);
        let class = object::class(m.at(at)?);
        let class =
            m.program.classes.get(usize::from(class)).ok_or_else(|| FaultKind::Impossible("class"))?;
        let size = usize::from(class.size).max(object::FIELDS);
        Ok((class, m.slice(at..at + size)?))
    }

    fn text(&self, w: u64) -> OpResult<u64> {
        match word::text(w) {
            None | Some(Text::Inline(..)) => Ok(w),
            Some(_) => Ok(units(&self.m.units(w)?)),
        }
    }

    #[inline]
    fn word(&mut self, w: u64, kind: Kind, depth: usize) -> OpResult<u64> {
        match kind {
            Kind::Plain => Ok(w),
            Kind::Text => self.text(w),
            Kind::Ref => self.value(w, depth),
        }
    }

    /// What an address stands for: lists and tables by content, objects by where they are.
    fn value(&mut self, w: u64, depth: usize) -> OpResult<u64> {
        let Ok(head) = self.m.at(w as usize) else { return Ok(w) };
        if is_constant(w) && Shape::of(head) == Some(Shape::Object) {
            return Ok(w);
        }
        if depth > MAX_DEPTH {
            return Err(FaultKind::TooDeep.into());
        }
        match Shape::of(head) {
            Some(Shape::Object) => self.mentioned(w),
            Some(Shape::List) => self.list(w, 1, depth),
            Some(Shape::Table) => self.list(w, 3, depth),
            _ => Ok(head & 0xFF),
        }
    }

    /// Elements in order, or the pairs of a table.
    fn list(&mut self, l: u64, stride: usize, depth: usize) -> OpResult<u64> {
        let (m, mut h) = (self.m, stride as u64);
        let kind = list::kind(m.at(l as usize)?);
        let words = m.elements(l)?;
        self.count(words.len())?;
        for (i, w) in words.iter().enumerate() {
            let kind = match (stride, i % 3) {
                (3, 0) => Kind::Plain,
                (3, 1) => Kind::from_bits(words[i - 1]),
                _ => kind,
            };
            h = mix(h, self.word(*w, kind, depth + 1)?);
        }
        Ok(h)
    }

    /// An object that is mentioned: its class, owner and place with its plain attributes; by its number if it is
    /// in no place.
    fn mentioned(&mut self, o: u64) -> OpResult<u64> {
        let (class, words) = self.object(o)?;
        if class.is_event && class.name.starts_with('(') {
            // What modifiers make of an object follows from the rest.
            return Ok(NULL);
        }
        let h = mix(object::class(words[0]).into(), words[object::OWNER]);
        if class.modifier.is_some() || class.is_const {
            // What it is counts, not when it was added.
            return self.plain(h, class, words);
        }
        let place = if class.is_piece { words.get(object::PLACE).copied().unwrap_or(NULL) } else { NULL };
        if place == NULL {
            return Ok(mix(h, object::serial(words[0]).into()));
        }
        self.plain(mix(h, place), class, words)
    }

    /// Mixes in the attributes that are values by themselves.
    fn plain(&mut self, mut h: u64, class: &Class, words: &[u64]) -> OpResult<u64> {
        let fields = words.get(usize::from(class.first_field)..).unwrap_or(&[]);
        for (w, field) in fields.iter().zip(&class.fields) {
            if field.kind != Kind::Ref {
                h = mix(h, self.word(*w, field.kind, 0)?);
            }
        }
        self.count(words.len())?;
        Ok(h)
    }
}
