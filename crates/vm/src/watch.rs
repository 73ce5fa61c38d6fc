//! Texts that players are told: what a part of one is worked out from is watched, and for those who may not know all
//! of that, something else stands there. While nothing is watched none of this runs, and it changes nothing of a match.

use crate::State;
use crate::memory::{Memory, OpResult};
use crate::ops::{self, Reads};
use crate::sight::{self, EVERYBODY};
use crate::state::Begun;
use bytecode::layout::{Shape, list, object};
use bytecode::op::Reg;
use bytecode::op::veil::{HIDDEN, UNKNOWN_CARD};
use bytecode::program::Show;
use bytecode::word::{self, NULL};
use bytecode::{Op, Program};
use language::catalogue::Builtin;

/// A part of a text that is being worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Watch {
    /// Who may know all that it was worked out from so far: a bit for each seat, and one for spectators.
    pub(crate) readers: u64,
    /// For which player it is; null for everybody.
    reader: u64,
    /// It belongs to a sentence for the log.
    pub(crate) is_logged: bool,
    /// How many snapshots there were at its beginning.
    snapshots: usize,
    pub(crate) begun: Begun,
}

/// For whom a move is tried, and how everything stands while it is not made: what is learned by making it is not
/// learned by being refused it.
#[derive(Clone, Debug)]
pub struct Trial {
    pub reader: u64,
    pub before: Vec<u64>,
}

/// Who might learn nothing by what runs, whatever it does: what all of it looks at they knew before it began.
#[derive(Clone, Debug)]
pub struct Scrutiny {
    /// A bit for each seat, and one for spectators.
    pub readers: u64,
    since: Trial,
}

impl Scrutiny {
    /// From a state on; objects must stay where they lie in it.
    pub fn since(before: Vec<u64>) -> Scrutiny {
        Scrutiny { readers: EVERYBODY, since: Trial { reader: NULL, before } }
    }

    /// Looks at what the next instruction will read. What is read for a part of a text is veiled there for whoever may
    /// not know it.
    pub(crate) fn look(&mut self, p: &Program, s: &State, op: Op, base: usize) {
        if self.readers == 0 || !s.watches.is_empty() {
            return;
        }
        let sight = Sight { program: p, outside: None, trial: Some(&self.since), is_followed: false };
        let registers = s.stack.get(base..).unwrap_or(&[]);
        self.readers &= Reading { sight, words: &s.words, registers }.who_may_run(op);
    }

    /// Who knows of an object what others may not, now that everything is as in these words, and did not before: which
    /// it is, or its secret attributes.
    pub fn learners(&self, program: &Program, words: &[u64]) -> u64 {
        let before = &self.since.before;
        let heap = program.layout.heap as u64..before.len() as u64;
        // Whatever may be an address counts as one. A number that is taken for one finds something that is no object,
        // or at worst an object that nobody holds any more.
        let held = before.iter().chain(words).copied().filter(|w| heap.contains(w));
        let of_tiles = program.tiles.objects.iter().filter(|o| **o != u32::MAX).map(|o| u64::from(*o));
        let is_object =
            |o: &u64| before.get(*o as usize).and_then(|head| Shape::of(*head)) == Some(Shape::Object);
        held.chain(of_tiles).filter(is_object).fold(0, |learners, o| {
            let knew = sight::knowers(program, before, o);
            let owned = match sight::has_secrets(program, before, o) {
                true => sight::owners(program, before, o),
                false => EVERYBODY,
            };
            learners | sight::knowers(program, words, o) & !knew | sight::owners(program, words, o) & !owned
        })
    }
}

/// Begins to watch.
pub(crate) fn begin(s: &mut State, trial: Option<&Trial>, by: u64, is_logged: bool, pc: u32) {
    let reader = match trial {
        Some(trial) if by != NULL => trial.reader,
        _ => by,
    };
    let begun = Begun { frames: s.frames.len(), pc };
    s.watches.push(Watch { readers: EVERYBODY, reader, is_logged, snapshots: s.snapshots.len(), begun });
}

/// The value of a part as a text, and as the text that its reader may read.
pub(crate) fn end(
    m: &mut Memory<'_>,
    watch: Watch,
    sight: Sight<'_>,
    w: u64,
    show: &Show,
) -> OpResult<[u64; 2]> {
    let reader = watch.reader;
    let bits = if reader == NULL { object::SPECTATORS } else { 1 << (word::to_player(reader) & 31) };
    let who_may_read = Reading { sight, words: m.words, registers: &[] }.who_may_read(w, show);
    let text = ops::to_text(m, w, show)?;
    let title = ops::tile_title(m, w, show);
    let mut new_text = |text: &str| m.new_text(&text.encode_utf16().collect::<Vec<_>>());
    let raw = new_text(&text)?;
    let told = match (watch.readers & bits != 0, who_may_read & bits != 0) {
        (true, true) => title.map_or(Ok(raw), &mut new_text)?,
        (true, false) if *show == Show::Object => new_text(UNKNOWN_CARD)?,
        _ => new_text(HIDDEN)?,
    };
    Ok([raw, told])
}

/// What decides who knows an object, apart from the state as it is.
#[derive(Clone, Copy)]
pub(crate) struct Sight<'a> {
    pub(crate) program: &'a Program,
    /// The state outside of every `suppose` that the part has begun.
    pub(crate) outside: Option<&'a [u64]>,
    pub(crate) trial: Option<&'a Trial>,
    /// Whoever knows an object knows it wherever it lies. Else it is known only where it is seen: of several things that
    /// lie out of sight, which one is read would tell where the known one is.
    pub(crate) is_followed: bool,
}

impl Sight<'_> {
    fn knowers(&self, words: &[u64], o: u64) -> u64 {
        let knowers = |words: &[u64]| {
            let seen = if self.is_followed { EVERYBODY } else { sight::sees_place(self.program, words, o) };
            sight::knowers(self.program, words, o) & seen
        };
        // What was made since stands behind the end.
        let knew = |words: &[u64]| if o as usize >= words.len() { EVERYBODY } else { knowers(words) };
        let before = self.trial.map_or(EVERYBODY, |trial| knew(&trial.before));
        knowers(words) & self.outside.map_or(EVERYBODY, knew) & before
    }

    /// Who may read the secret attributes of an object. What was made since stands behind the end.
    fn owners(&self, words: &[u64], o: u64) -> u64 {
        let owners = |words: &[u64]| sight::owners(self.program, words, o);
        let owned = |words: &[u64]| if o as usize >= words.len() { EVERYBODY } else { owners(words) };
        let before = self.trial.map_or(EVERYBODY, |trial| owned(&trial.before));
        owners(words) & self.outside.map_or(EVERYBODY, owned) & before
    }
}

/// Looks at what the next instruction will read; `base` is where the registers stand.
pub(crate) fn look(p: &Program, s: &mut State, trial: Option<&Trial>, op: Op, base: usize) {
    let mut watches = std::mem::take(&mut s.watches);
    for watch in watches.iter_mut().filter(|w| w.readers != 0) {
        let outside = s.snapshots.get(watch.snapshots).map(|kept| kept.words.as_slice());
        let registers = s.stack.get(base..).unwrap_or(&[]);
        let reading = Reading {
            sight: Sight { program: p, outside, trial, is_followed: true },
            words: &s.words,
            registers,
        };
        watch.readers &= reading.who_may_run(op);
    }
    s.watches = watches;
}

/// What is read, and of each thing who may read it.
struct Reading<'a> {
    sight: Sight<'a>,
    words: &'a [u64],
    registers: &'a [u64],
}

impl Reading<'_> {
    fn r(&self, register: Reg) -> u64 {
        self.registers.get(usize::from(register)).copied().unwrap_or(NULL)
    }

    fn who_may_run(&self, op: Op) -> u64 {
        let knowers = |register: Reg| self.knowers(self.r(register));
        match op {
            Op::GetField { object, field, .. } => self.who_may_get(self.r(object), usize::from(field)),
            Op::Settled { object, read, .. } => self.who_may_read_settled(self.r(object), usize::from(read)),
            Op::Header { index, .. } => self.who_may_get_global(usize::from(index)),
            Op::IsClass { object, .. } | Op::Cast { object, .. } => knowers(object),
            Op::PieceTile { piece, .. } => knowers(piece),
            Op::TilePiece { tile, .. }
            | Op::TileOwner { tile, .. }
            | Op::TileIsEmpty { tile, .. }
            | Op::JumpEmpty { tile, .. }
            | Op::JumpTaken { tile, .. }
            | Op::RayEmpty { base: tile, .. } => self.who_sees(self.r(tile)),
            Op::CallMethod { base, .. } => knowers(base),
            Op::ToText { s, show, .. } => {
                self.who_may_read(self.r(s), &self.sight.program.shows[usize::from(show)])
            }
            // What is known is another object than what is not.
            Op::Equal { a, b, .. }
            | Op::NotEqual { a, b, .. }
            | Op::JumpEqual { a, b, .. }
            | Op::JumpNotEqual { a, b, .. } => knowers(a) | knowers(b),
            Op::Contains { s, .. } => knowers(s),
            Op::TableGet { base, .. } | Op::TableSet { base, .. } => knowers(base + 1),
            // How many live objects there are of a class.
            Op::Integer { value, .. } => self.who_may_count(value as usize),
            Op::Builtin { base, id, info } => {
                let args = self.registers.get(usize::from(base)..).unwrap_or(&[]);
                self.who_may_call(id, &args[..args.len().min(usize::from(info & 0xFF))])
            }
            // What these read stands in registers, or everybody sees it.
            #[rustfmt::skip]
            Op::Move { .. } | Op::Constant { .. } | Op::Fixed { .. } | Op::Null { .. } | Op::Add { .. }
            | Op::Subtract { .. } | Op::Multiply { .. } | Op::Divide { .. } | Op::Modulo { .. }
            | Op::Power { .. } | Op::AddSmall { .. } | Op::Negate { .. } | Op::Less { .. }
            | Op::LessEqual { .. } | Op::LessCase { .. } | Op::LessEqualCase { .. } | Op::LessText { .. }
            | Op::LessEqualText { .. } | Op::EqualText { .. } | Op::EqualContent { .. } | Op::Not { .. }
            | Op::And { .. } | Op::Or { .. } | Op::Xor { .. } | Op::Jump { .. } | Op::JumpIf { .. }
            | Op::JumpIfNot { .. } | Op::JumpNull { .. } | Op::JumpSome { .. } | Op::JumpNoElements { .. }
            | Op::JumpElements { .. } | Op::JumpEqualText { .. } | Op::JumpNotEqualText { .. }
            | Op::JumpLess { .. } | Op::JumpNotLess { .. } | Op::NextElement { .. } | Op::NextIndex { .. }
            | Op::NextNumber { .. } | Op::NextAdjacent { .. } | Op::StartAdjacent { .. } | Op::Call { .. }
            | Op::CallTileMethod { .. } | Op::CallValue { .. } | Op::Return { .. } | Op::SetField { .. }
            | Op::New { .. } | Op::Closure { .. } | Op::NewList { .. } | Op::ListLength { .. }
            | Op::ListLast { .. } | Op::ListGet { .. } | Op::ListSet { .. } | Op::ListPush { .. }
            | Op::Freeze { .. } | Op::NewTable { .. } | Op::NextValue { .. } | Op::SetHeader { .. }
            | Op::Active { .. } | Op::PhaseName { .. } | Op::Actor { .. } | Op::ToPlayer { .. }
            | Op::PlayerAfter { .. } | Op::Step { .. } | Op::StepText { .. } | Op::DirectionOf { .. }
            | Op::StepDirection { .. } | Op::TileX { .. } | Op::TileY { .. } | Op::TileObject { .. }
            | Op::TilesOf { .. } | Op::RaySteps { .. } | Op::PushAdjacent { .. } | Op::ZoneOf { .. }
            | Op::BoardOf { .. } | Op::ForwardOf { .. } | Op::CaseAttribute { .. } | Op::TextAt { .. }
            | Op::Join { .. } | Op::Convert { .. } | Op::Remove { .. } | Op::Score { .. }
            | Op::Eliminate { .. } | Op::Team { .. } | Op::End | Op::Winner { .. } | Op::Fail { .. }
            | Op::Tell { .. } | Op::Watch { .. } | Op::Told { .. } | Op::Seen { .. } | Op::Choose { .. }
            | Op::ChooseTogether { .. } | Op::AddWritten { .. } | Op::Subsets { .. } | Op::RaiseMoved { .. }
            | Op::Probe { .. } | Op::Emit { .. } | Op::EmitWays { .. } | Op::EmitNumbers { .. }
            | Op::Enqueue { .. } | Op::SupposeBegin | Op::SupposeEnd { .. } | Op::Play { .. }
            | Op::Answer { .. } | Op::Do { .. } | Op::Expect { .. } | Op::Inspect { .. } | Op::Impossible => EVERYBODY,
        }
    }

    /// Who knows a word: everybody, unless it is a piece. Words carry no tags: a number or a case that looks like the
    /// address of a piece is taken for it, which hides too much and never too little.
    fn knowers(&self, w: u64) -> u64 {
        match self.shape(w) {
            Some(Shape::Object) => self.sight.knowers(self.words, w),
            _ => EVERYBODY,
        }
    }

    /// Who knows what lies on a tile: whoever sees it, and, where one piece has room there, whoever knows that piece.
    fn who_sees(&self, tile: u64) -> u64 {
        let (program, sees) = (self.sight.program, sight::sees_tile(self.sight.program, tile));
        let at = program.layout.tiles.wrapping_add(tile as usize);
        match (program.tiles.single.get(tile as usize), self.words.get(at)) {
            (Some(true), Some(piece)) if sees != EVERYBODY && *piece != NULL => sees | self.knowers(*piece),
            _ => sees,
        }
    }

    /// Who sees what lies on the board of that number.
    fn who_sees_board(&self, board: u64) -> u64 {
        let board = self.sight.program.boards.get(board as usize);
        board.map_or(EVERYBODY, |board| sight::sees(board.seen, board.player))
    }

    fn shape(&self, w: u64) -> Option<Shape> {
        let on_heap = w as usize >= self.sight.program.layout.heap;
        self.words.get(w as usize).filter(|_| on_heap).and_then(|head| Shape::of(*head))
    }

    fn who_may_get(&self, o: u64, at: usize) -> u64 {
        let Some(head) = self.words.get(o as usize) else { return EVERYBODY };
        if Shape::of(*head) != Some(Shape::Object) {
            return EVERYBODY;
        }
        let Some(class) = self.sight.program.classes.get(usize::from(object::class(*head))) else {
            return EVERYBODY;
        };
        let field = at.checked_sub(usize::from(class.first_field)).and_then(|i| class.fields.get(i));
        let is_secret = field.is_some_and(|f| f.secret);
        let owners = if is_secret { self.sight.owners(self.words, o) } else { EVERYBODY };
        self.knowers(o) & owners
    }

    fn who_may_read_settled(&self, o: u64, read: usize) -> u64 {
        let Some(read) = self.sight.program.settled.get(read) else { return EVERYBODY };
        let may = self.who_may_get_global(read.clean.into()) & self.who_may_get(o, read.values.into());
        let values = o.checked_add(read.values.into()).and_then(|at| self.words.get(at as usize));
        [read.touched, read.value].into_iter().fold(may, |may, field| {
            may & values.map_or(EVERYBODY, |values| self.who_may_get(*values, field.into()))
        })
    }

    /// Who may read a word of the fixed part, perhaps an attribute of a global object.
    fn who_may_get_global(&self, index: usize) -> u64 {
        let holds = |start: usize, size: u16| (start..start + usize::from(size)).contains(&index);
        let globals = self.sight.program.classes.iter().filter_map(|c| Some((c.global? as usize, c.size)));
        let around = globals.filter(|(start, size)| holds(*start, *size));
        all(around.map(|(start, _)| self.who_may_get(start as u64, index - start)))
    }

    fn who_may_count(&self, address: usize) -> u64 {
        let layout = &self.sight.program.layout;
        if (layout.live..layout.heap).contains(&address) {
            self.knowers_of_all(address as u64)
                & self.who_may_count_hidden((address - layout.live) / list::HEAD)
        } else {
            EVERYBODY
        }
    }

    /// Who knows of all pieces whether they are of a class that a list of live objects is of, or have such a modifier:
    /// that there is none among the hidden ones is known to those who know them alone.
    fn who_may_count_hidden(&self, live: usize) -> u64 {
        let program = self.sight.program;
        let joins = program
            .classes
            .iter()
            .enumerate()
            .filter(|(_, c)| c.joins.iter().any(|l| usize::from(*l) == live));
        let pieces: Vec<usize> = joins
            .filter_map(|(i, class)| match &class.modifier {
                Some(modifier) => Some(usize::from(modifier.on)),
                None => class.is_piece.then_some(i),
            })
            .collect();
        let zones = (0..).zip(&program.slots).filter(|(_, (zone, _))| {
            let of = usize::from(program.zones[usize::from(*zone)].class);
            let related = |class: &usize| {
                let last = |class: usize| usize::from(program.classes[class].last);
                (of..=last(of)).contains(class) || (*class..=last(*class)).contains(&of)
            };
            pieces.iter().any(related)
        });
        let in_zones =
            zones.map(|(slot, _)| self.knowers_of_all((program.layout.zones + slot * list::HEAD) as u64));
        let boards = program.boards.iter().filter(|_| !pieces.is_empty());
        all(in_zones) & all(boards.map(|board| sight::sees(board.seen, board.player)))
    }

    fn elements(&self, l: u64) -> &[u64] {
        let (Some(head), Some(place)) = (self.words.get(l as usize), self.words.get(l as usize + 1)) else {
            return &[];
        };
        match Shape::of(*head) {
            Some(Shape::List | Shape::Table) => {
                let data = list::data(*place);
                self.words.get(data..data + list::length(*head)).unwrap_or(&[])
            }
            _ => &[],
        }
    }

    fn knowers_of_all(&self, l: u64) -> u64 {
        all(self.elements(l).iter().map(|w| self.knowers(*w)))
    }

    /// Who may read the text of a value.
    fn who_may_read(&self, w: u64, show: &Show) -> u64 {
        match show {
            Show::Object => self.knowers(w),
            Show::List(of) => all(self.elements(w).iter().map(|w| self.who_may_read(*w, of))),
            Show::Table(of, _) => {
                all(self.elements(w).iter().skip(2).step_by(3).map(|w| self.who_may_read(*w, of)))
            }
            _ => EVERYBODY,
        }
    }

    fn who_may_call(&self, id: Builtin, args: &[u64]) -> u64 {
        let first = args.first().copied().unwrap_or(NULL);
        match ops::reads(id) {
            Reads::Arguments => all(args.iter().map(|w| self.knowers(*w))),
            Reads::Elements => all(args.iter().map(|w| self.knowers(*w) & self.knowers_of_all(*w))),
            Reads::Tile => self.who_sees(first),
            Reads::Board => self.who_sees_board(first),
            Reads::Everything => 0,
        }
    }
}

/// Who may read all of several things.
fn all(each: impl Iterator<Item = u64>) -> u64 {
    each.fold(EVERYBODY, |all, one| all & one)
}
