//! One word, twice as long, that names a position: equal where the match goes on in the same way whatever happens, but
//! for chance. It knows nothing of who sees what.

use crate::position::{Awaited, Position, Round};
use crate::state_words::StateWords;
use bytecode::Program;
use bytecode::layout::{Shape, growing, header, is_constant, list, object, seat};
use bytecode::program::Class;
use bytecode::word::{self, Kind, NULL, Text};
use std::cell::RefCell;
use std::collections::BTreeMap;
use vm::growing::Spot;
use vm::mix;

/// How deep objects, lists and tables within one another are followed.
const MAX_DEPTH: u32 = 6;

/// Two independent hashes of the same.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Two(u64, u64);

impl Two {
    fn of(w: u64) -> Two {
        Two(0, 0x9E37_79B9_7F4A_7C15).with(w)
    }

    fn with(self, w: u64) -> Two {
        Two(mix(self.0, w), mix(w ^ 0x5851_F42D_4C95_7F2D, self.1))
    }

    fn and(self, other: Two) -> Two {
        Two(mix(self.0, other.0), mix(other.1, self.1))
    }

    /// In any order.
    fn plus(self, other: Two) -> Two {
        let one = other.with(1);
        Two(self.0.wrapping_add(one.0), self.1.wrapping_add(one.1))
    }
}

pub(super) fn state_key(program: &Program, position: &Position, words: &[u64]) -> u128 {
    let hasher = Hasher::new(program, words);
    let mut h = hasher.course(position);
    h = h.and(hasher.globals()).and(hasher.tiles()).and(hasher.zones()).and(hasher.loose());
    h = h.and(hasher.queue()).and(hasher.frames(position));
    if let Some(round) = &position.round {
        h = h.and(hasher.round(round));
    }
    u128::from(h.0) << 64 | u128::from(h.1)
}

/// Names the content of a value by its kind: the same for equal contents, wherever they lie.
pub(super) fn content(program: &Program, words: &[u64], w: u64, kind: Kind) -> u64 {
    let Two(one, two) = Hasher::new(program, words).of_kind(w, kind, 0);
    mix(one, two)
}

struct Hasher<'a> {
    state: StateWords<'a>,
    /// What lists and tables inside others were hashed to at which depth, since many may name the same one.
    inner: RefCell<BTreeMap<(u64, u32), Two>>,
}

impl<'a> Hasher<'a> {
    fn new(program: &'a Program, words: &'a [u64]) -> Hasher<'a> {
        Hasher { state: StateWords { program, words }, inner: RefCell::default() }
    }

    fn word(&self, address: usize) -> u64 {
        self.state.word(address)
    }

    fn elements(&self, l: u64) -> &[u64] {
        self.state.elements(l)
    }

    fn class(&self, o: u64) -> Option<&Class> {
        self.state.program.classes.get(usize::from(object::class(self.word(o as usize))))
    }

    fn course(&self, position: &Position) -> Two {
        let at = [header::ACTIVE, header::TURN, header::PHASE, header::OVER];
        let mut h = at.iter().fold(Two::of(1), |h, at| h.with(self.state.words[*at]));
        let seats = self.state.program.layout.seats;
        let all = seats..seats + position.players() as usize * seat::SIZE;
        h = self.state.words[all].iter().fold(h, |h, w| h.with(*w));
        let (kind, seat) = match position.awaited {
            Awaited::Act => (0, NULL),
            Awaited::Seal { seat } => (1, seat.into()),
            Awaited::Nobody => (2, NULL),
            Awaited::Fill { action, object, event, seat } => {
                h = h.with(action.into()).and(self.value(object, 0)).and(self.value(event, 0));
                (3, seat.into())
            }
            Awaited::Answer { seat, base, .. } => (4, u64::from(seat) << 32 | u64::from(base)),
            Awaited::Over => (5, NULL),
            Awaited::Stuck => (6, NULL),
            Awaited::Faulty => (7, NULL),
        };
        h.with(kind).with(seat).with(position.running.map_or(NULL, u64::from))
    }

    fn globals(&self) -> Two {
        let globals = self.state.program.classes.iter().filter_map(|c| Some((c, c.global?)));
        let mut h = Two::of(2);
        for (class, at) in globals {
            h = h.and(self.fields(at.into(), class, 0, false));
        }
        for (at, board) in self.state.program.tiles.objects.iter().zip(&self.state.program.tiles.board) {
            let class = self.state.program.boards.get(usize::from(*board)).map(|b| usize::from(b.class));
            if let (true, Some(class)) =
                (*at != u32::MAX, class.and_then(|c| self.state.program.classes.get(c)))
            {
                let is_removed = self.word(*at as usize) & object::REMOVED;
                h = h.with(is_removed).and(self.fields(u64::from(*at), class, 0, false));
            }
        }
        h
    }

    fn tiles(&self) -> Two {
        let (first, mut h) = (self.state.program.layout.tiles, Two::of(3));
        for (t, single) in self.state.program.tiles.single.iter().enumerate() {
            let w = self.word(first + t);
            match single {
                true if w == NULL => {}
                true => h = h.plus(self.piece(w).with(t as u64)),
                false => h = h.plus(self.row(self.elements(w)).with(t as u64)),
            }
        }
        for board in self.state.program.boards.iter().filter_map(|b| b.growing.as_ref()) {
            for tile in vm::growing::occupied(board, self.state.words) {
                if let Some(spot) = Spot::new(self.state.program, word::grown(board.board, tile)) {
                    h = h.plus(self.row(spot.pieces(self.state.words)).with(tile.into()));
                }
            }
            h = h.with(list::length(self.word(board.at + growing::TILES)) as u64);
        }
        h
    }

    fn zones(&self) -> Two {
        let mut h = Two::of(4);
        for (slot, (zone, _)) in self.state.program.slots.iter().enumerate() {
            let pieces = self.elements((self.state.program.layout.zones + list::HEAD * slot) as u64);
            let ordered =
                self.state.program.zones.get(usize::from(*zone)).is_none_or(|z| z.ordered || z.deck);
            h = h.and(match ordered {
                true => self.row(pieces),
                false => pieces.iter().fold(Two::of(5), |h, o| h.plus(self.piece(*o))),
            });
        }
        h
    }

    /// Objects that are in no place, in any order.
    fn loose(&self) -> Two {
        let lists =
            self.state.program.classes.iter().flat_map(|c| &c.joins).max().map_or(0, |i| usize::from(*i) + 1);
        let mut h = Two::of(6);
        for live in 0..lists {
            for o in self.elements((self.state.program.layout.live + list::HEAD * live) as u64) {
                let Some(class) = self.class(*o) else { continue };
                let lies = class.is_piece && self.word(*o as usize + object::PLACE) != NULL;
                if !lies && class.global.is_none() && class.spot().is_none() {
                    h = h.plus(self.piece(*o));
                }
            }
        }
        h
    }

    fn row(&self, pieces: &[u64]) -> Two {
        pieces.iter().fold(Two::of(7), |h, o| h.and(self.piece(*o)))
    }

    /// An object with all it has, and of a piece who knows it.
    fn piece(&self, o: u64) -> Two {
        let Some(class) = self.class(o) else { return Two::of(8) };
        let known = if class.is_piece { self.word(o as usize + object::KNOWN) } else { 0 };
        self.fields(o, class, 0, false).with(known)
    }

    fn fields(&self, o: u64, class: &Class, depth: u32, only_plain: bool) -> Two {
        let at = o as usize;
        let head = Two::of(object::class(self.word(at)).into()).with(self.word(at + object::OWNER));
        class.fields.iter().enumerate().fold(head, |h, (i, field)| {
            let w = self.word(at + usize::from(class.first_field) + i);
            if field.kind == Kind::Ref && only_plain { h } else { h.and(self.of_kind(w, field.kind, depth)) }
        })
    }

    fn of_kind(&self, w: u64, kind: Kind, depth: u32) -> Two {
        match kind {
            _ if w == NULL => Two::of(NULL),
            Kind::Plain => Two::of(w),
            Kind::Text => self.text(w),
            Kind::Ref => self.value(w, depth + 1),
        }
    }

    fn text(&self, w: u64) -> Two {
        match word::text(w) {
            Some(Text::Heap(at)) => self.state.units(at).fold(Two::of(9), |h, unit| h.with(unit.into())),
            Some(Text::Constant(i)) => {
                let units = self.state.program.strings.get(i).map_or(&[][..], Vec::as_slice);
                units.iter().fold(Two::of(9), |h, unit| h.with((*unit).into()))
            }
            _ => Two::of(w),
        }
    }

    /// The hash of a list or table, worked out once where it stands inside others.
    fn once(&self, w: u64, depth: u32, hash: impl FnOnce() -> Two) -> Two {
        // What an attribute holds is seldom held by another one too.
        if depth < 2 {
            return hash();
        }
        if let Some(known) = self.inner.borrow().get(&(w, depth)) {
            return *known;
        }
        let h = hash();
        self.inner.borrow_mut().insert((w, depth), h);
        h
    }

    /// What an address stands for: a piece that lies somewhere by where it does and by what it is, anything else by all it
    /// has.
    fn value(&self, w: u64, depth: u32) -> Two {
        if w == NULL {
            return Two::of(NULL);
        }
        let head = self.word(w as usize);
        if depth > MAX_DEPTH {
            return Two::of(head & 0xFF);
        }
        match Shape::of(head) {
            Some(Shape::Object) if is_constant(w) => Two::of(w),
            Some(Shape::Object) => self.mentioned(w, depth),
            Some(Shape::List) if w < self.state.program.layout.heap as u64 => Two::of(w),
            Some(Shape::List) => self.once(w, depth, || {
                let kind = list::kind(head);
                self.elements(w).iter().fold(Two::of(10), |h, w| h.and(self.of_kind(*w, kind, depth)))
            }),
            Some(Shape::Table) => self.once(w, depth, || {
                self.elements(w).chunks_exact(3).fold(Two::of(11), |h, entry| {
                    let key = self.of_kind(entry[1], Kind::from_bits(entry[0]), depth);
                    h.with(entry[0]).and(key).and(self.of_kind(entry[2], list::kind(head), depth))
                })
            }),
            Some(Shape::Closure) => self.closure(w as usize, depth),
            Some(Shape::Text) | Some(Shape::Forward) | None => Two::of(w),
        }
    }

    fn mentioned(&self, o: u64, depth: u32) -> Two {
        let Some(class) = self.class(o) else { return Two::of(8) };
        if class.global.is_some() || class.spot().is_some() {
            return Two::of(o);
        }
        let removed = self.word(o as usize) & object::REMOVED;
        if class.is_piece {
            let place = self.word(o as usize + object::PLACE);
            return self.fields(o, class, depth, true).with(place).with(removed);
        }
        self.fields(o, class, depth, false).with(removed)
    }

    fn closure(&self, at: usize, depth: u32) -> Two {
        let (n, kinds) = ((self.word(at) >> 32) as usize, self.word(at + 1) >> 32);
        let function = Two::of(self.word(at + 1) & 0xFFFF_FFFF);
        (0..n).fold(function, |h, i| {
            let kind = Kind::from_bits(kinds.checked_shr(2 * i as u32).unwrap_or(0));
            h.and(self.of_kind(self.word(at + 2 + i), kind, depth))
        })
    }

    /// What is still to be done, three words each.
    fn queue(&self) -> Two {
        let queue = self.state.words[header::QUEUE];
        if queue == NULL {
            return Two::of(12);
        }
        let left = self.elements(queue).get(self.state.words[header::QUEUE_HEAD] as usize..).unwrap_or(&[]);
        left.chunks_exact(3).fold(Two::of(13), |h, entry| {
            h.with(entry[0]).and(self.value(entry[1], 0)).and(self.value(entry[2], 0))
        })
    }

    /// The functions that wait for an answer, with what stands in their registers. These carry no types; what may be an
    /// address counts as one.
    fn frames(&self, position: &Position) -> Two {
        let state = &position.state;
        let mut h = Two::of(state.frames.len() as u64);
        let Some(last) = state.frames.last() else { return h };
        h = h.with(state.pc.into());
        for frame in &state.frames {
            h = h.with(frame.function.into()).with(frame.return_pc.into()).with(frame.base.into());
        }
        let registers = self.state.program.functions[last.function as usize].registers;
        let top = last.base as usize + usize::from(registers);
        state.stack.iter().take(top).fold(h, |h, w| h.and(self.register(*w)))
    }

    fn register(&self, w: u64) -> Two {
        let heap = self.state.program.layout.heap as u64..self.state.words.len() as u64;
        if heap.contains(&w) {
            return self.value(w, 1);
        }
        self.text(w)
    }

    fn round(&self, round: &Round) -> Two {
        let mut h = Two::of(u64::from(round.asking));
        h = round.order.iter().fold(h, |h, seat| h.with((*seat).into()));
        for sealed in &round.sealed {
            h = h.with(sealed.seat.into()).with(sealed.action.map_or(NULL, u64::from));
            h = sealed
                .inputs
                .iter()
                .fold(h.and(self.register(sealed.holder)), |h, w| h.and(self.register(*w)));
        }
        h
    }
}
