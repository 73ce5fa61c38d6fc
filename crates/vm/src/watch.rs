//! Texts that players are told: what a part of one is worked out from is watched, and where its reader may not know all
//! of that, something else stands there. While nothing is watched none of this runs, and it changes nothing of a match.

use crate::memory::{Memory, OpResult};
use crate::{State, ops, sight};
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
    /// Who will read it; null for everybody.
    reader: u64,
    /// Whether the reader may know all that it was worked out from so far.
    is_open: bool,
    /// How many snapshots there were at its beginning.
    snapshots: usize,
}

/// For whom a move is tried, and how everything stands while it is not made: what is learned by making it is not
/// learned by being refused it.
#[derive(Clone, Debug)]
pub struct Trial {
    pub reader: u64,
    pub before: Vec<u64>,
}

/// Begins to watch.
pub(crate) fn begin(s: &mut State, trial: Option<&Trial>, by: u64) {
    let reader = match trial {
        Some(trial) if by != NULL => trial.reader,
        _ => by,
    };
    s.watches.push(Watch { reader, is_open: true, snapshots: s.snapshots.len() });
}

/// The value of a part as a text, and as the text that its reader may read.
pub(crate) fn end(
    m: &mut Memory<'_>,
    watch: Watch,
    sight: Sight<'_>,
    w: u64,
    show: &Show,
) -> OpResult<[u64; 2]> {
    let may_show = Reading { sight, watch, words: m.words, registers: &[] }.may_show(w, show);
    let text = ops::to_text(m, w, show)?;
    let mut new_text = |text: &str| m.new_text(&text.encode_utf16().collect::<Vec<_>>());
    let raw = new_text(&text)?;
    let told = match (watch.is_open, may_show) {
        (true, true) => raw,
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
    pub(crate) before: Option<&'a [u64]>,
}

impl Sight<'_> {
    fn knows(&self, watch: Watch, words: &[u64], o: u64) -> bool {
        let bits =
            if watch.reader == NULL { object::SPECTATORS } else { 1 << (word::to_player(watch.reader) & 31) };
        let knows = |words: &[u64]| sight::knows(self.program, words, o, bits);
        // What was made since stands behind the end.
        let knew = |words: &[u64]| o as usize >= words.len() || knows(words);
        knows(words) && self.outside.is_none_or(knew) && self.before.is_none_or(knew)
    }
}

/// Looks at what the next instruction will read; `base` is where the registers stand.
pub(crate) fn look(p: &Program, s: &mut State, trial: Option<&Trial>, op: Op, base: usize) {
    let mut watches = std::mem::take(&mut s.watches);
    for watch in watches.iter_mut().filter(|w| w.is_open) {
        let sight = Sight {
            program: p,
            outside: s.snapshots.get(watch.snapshots).map(|kept| kept.words.as_slice()),
            before: trial.map(|trial| trial.before.as_slice()),
        };
        let reading =
            Reading { sight, watch: *watch, words: &s.words, registers: s.stack.get(base..).unwrap_or(&[]) };
        watch.is_open = reading.is_open(op);
    }
    s.watches = watches;
}

struct Reading<'a> {
    sight: Sight<'a>,
    watch: Watch,
    words: &'a [u64],
    registers: &'a [u64],
}

impl Reading<'_> {
    fn r(&self, register: Reg) -> u64 {
        self.registers.get(usize::from(register)).copied().unwrap_or(NULL)
    }

    fn is_open(&self, op: Op) -> bool {
        let knows = |register: Reg| self.knows(self.r(register));
        match op {
            Op::GetField { object, field, .. } => self.may_read(self.r(object), usize::from(field)),
            Op::Header { index, .. } => self.may_read_global(usize::from(index)),
            Op::IsClass { object, .. } | Op::Cast { object, .. } => knows(object),
            Op::PieceTile { piece, .. } => knows(piece),
            Op::CallMethod { base, .. } => knows(base),
            Op::ToText { s, show, .. } => {
                self.may_show(self.r(s), &self.sight.program.shows[usize::from(show)])
            }
            // What is known is another object than what is not.
            Op::Equal { a, b, .. }
            | Op::NotEqual { a, b, .. }
            | Op::JumpEqual { a, b, .. }
            | Op::JumpNotEqual { a, b, .. } => knows(a) || knows(b),
            Op::Contains { s, .. } => knows(s),
            Op::TableGet { base, .. } | Op::TableSet { base, .. } => knows(base + 1),
            // How many live objects there are of a class.
            Op::Integer { value, .. } => self.may_count(value as usize),
            Op::Builtin { base, id, info } => {
                let args = self.registers.get(usize::from(base)..).unwrap_or(&[]);
                self.may_call(id, &args[..args.len().min(usize::from(info & 0xFF))])
            }
            _ => true,
        }
    }

    /// Whether a word is no piece that the reader does not know. Words carry no tags: a number or a case that looks like
    /// the address of such a piece is taken for it, which hides too much and never too little.
    fn knows(&self, w: u64) -> bool {
        let is_object = self.shape(w) == Some(Shape::Object);
        !is_object || self.sight.knows(self.watch, self.words, w)
    }

    fn shape(&self, w: u64) -> Option<Shape> {
        let on_heap = w as usize >= self.sight.program.layout.heap;
        self.words.get(w as usize).filter(|_| on_heap).and_then(|head| Shape::of(*head))
    }

    fn may_read(&self, o: u64, at: usize) -> bool {
        let Some(head) = self.words.get(o as usize) else { return true };
        if Shape::of(*head) != Some(Shape::Object) {
            return true;
        }
        let Some(class) = self.sight.program.classes.get(usize::from(object::class(*head))) else {
            return true;
        };
        let field = at.checked_sub(usize::from(class.first_field)).and_then(|i| class.fields.get(i));
        let owns = || {
            let reader = self.watch.reader;
            reader != NULL && sight::owns(self.sight.program, self.words, o, word::to_player(reader))
        };
        self.knows(o) && (field.is_none_or(|f| !f.secret) || owns())
    }

    /// Whether a word of the fixed part may be read, perhaps an attribute of a global object.
    fn may_read_global(&self, index: usize) -> bool {
        let holds = |start: usize, size: u16| (start..start + usize::from(size)).contains(&index);
        let globals = self.sight.program.classes.iter().filter_map(|c| Some((c.global? as usize, c.size)));
        let mut around = globals.filter(|(start, size)| holds(*start, *size));
        around.all(|(start, _)| self.may_read(start as u64, index - start))
    }

    fn may_count(&self, address: usize) -> bool {
        let layout = &self.sight.program.layout;
        !(layout.live..layout.heap).contains(&address) || self.knows_all(address as u64)
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

    fn knows_all(&self, l: u64) -> bool {
        self.elements(l).iter().all(|w| self.knows(*w))
    }

    /// Whether the text of a value tells nothing of a piece.
    fn may_show(&self, w: u64, show: &Show) -> bool {
        match show {
            Show::Object => self.knows(w),
            Show::List(of) => self.elements(w).iter().all(|w| self.may_show(*w, of)),
            Show::Table(of, _) => self.elements(w).iter().skip(2).step_by(3).all(|w| self.may_show(*w, of)),
            _ => true,
        }
    }

    fn may_call(&self, id: Builtin, args: &[u64]) -> bool {
        match id {
            // They look into everything.
            Builtin::PositionOf | Builtin::BoardPosition => false,
            // They compare the elements.
            Builtin::ListIndexOf
            | Builtin::ListDistinct
            | Builtin::ListWithout
            | Builtin::ListRemove
            | Builtin::ListGroupBy => args.iter().all(|w| self.knows(*w) && self.knows_all(*w)),
            _ => args.iter().all(|w| self.knows(*w)),
        }
    }
}
