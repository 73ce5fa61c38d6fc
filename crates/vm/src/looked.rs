//! Where a run looks in a state, with what it finds there: where all of that stands as it did, the same function comes
//! to the same once more, since nothing else decides what it does. It notes before each instruction what that will
//! read, and gives up at the first of which it does not know that; so it knows too little of a run, and never something
//! wrong.

use crate::slow_paths::closure_end;
use crate::{Spans, State};
use bytecode::layout::{Shape, header, is_constant, list, object};
use bytecode::op::Reg;
use bytecode::program::Show;
use bytecode::word::{self, Text};
use bytecode::{Op, Program};
use language::catalogue::{Builtin, Group, group};
use std::ops::Range;

/// More words are not noted.
const MAX_WORDS: usize = 1 << 10;

/// What a run has looked at.
#[derive(Clone, Debug)]
pub struct Looked {
    spans: Spans,
    /// Where the state ended when the run began: what it has made itself stands behind that.
    end: usize,
    /// Whether that is all.
    is_all: bool,
}

impl Looked {
    /// Nothing so far, by a run that begins on such a state.
    pub fn since(s: &State) -> Looked {
        Looked { spans: Spans::default(), end: s.words.len(), is_all: true }
    }

    /// All that a run looked at; None where more is not known of it.
    pub fn spans(self) -> Option<Spans> {
        self.is_all.then_some(self.spans)
    }

    /// Notes what the next instruction will read; `base` is where the registers stand.
    pub(crate) fn look(&mut self, p: &Program, s: &State, op: Op, base: usize) {
        if self.is_all {
            let registers = s.stack.get(base..).unwrap_or(&[]);
            let mut looking = Looking { program: p, words: &s.words, registers, looked: self };
            let is_known = looking.at(op);
            self.is_all &= is_known;
        }
    }
}

/// One instruction that looks at a state.
struct Looking<'a> {
    program: &'a Program,
    words: &'a [u64],
    registers: &'a [u64],
    looked: &'a mut Looked,
}

impl Looking<'_> {
    fn r(&self, register: Reg) -> u64 {
        self.registers.get(usize::from(register)).copied().unwrap_or(word::NULL)
    }

    /// False where it is not known what the instruction reads.
    fn at(&mut self, op: Op) -> bool {
        match op {
            Op::GetField { object, field, .. } => {
                return self.word(self.r(object).wrapping_add(u64::from(field)));
            }
            Op::IsClass { object, .. } | Op::Cast { object, .. } => {
                return self.r(object) == word::NULL || self.word(self.r(object));
            }
            Op::CallMethod { base, .. } => return self.word(self.r(base)),
            Op::Header { index, .. } => return self.word(u64::from(index)),
            Op::Active { .. } => return self.word(header::ACTIVE as u64),
            Op::Actor { .. } => return self.word(header::ACTOR as u64),
            Op::CallValue { base, .. } => {
                let value = self.r(base);
                let end = if is_constant(value) { Some(0) } else { closure_end(self.words, value) };
                let Some(end) = end else { return false };
                self.span(value as usize..end);
            }
            Op::NextElement { base, .. } | Op::NextValue { base, .. } => {
                return self.collection(self.r(base));
            }
            Op::JumpNoElements { list, .. }
            | Op::JumpElements { list, .. }
            | Op::ListLength { list, .. }
            | Op::ListLast { list, .. }
            | Op::ListGet { list, .. }
            | Op::Contains { list, .. } => return self.collection(self.r(list)),
            Op::ListPush { list, .. } | Op::ListSet { list, .. } => return self.is_own(self.r(list)),
            Op::TableGet { base, .. } => return self.with_texts(self.r(base)) && self.text(self.r(base + 1)),
            Op::TableSet { base, .. } => {
                return self.is_own(self.r(base))
                    && self.text(self.r(base + 1))
                    && self.with_texts(self.r(base));
            }
            Op::Join { a, b, .. }
            | Op::EqualText { a, b, .. }
            | Op::JumpEqualText { a, b, .. }
            | Op::JumpNotEqualText { a, b, .. }
            | Op::LessText { a, b, .. }
            | Op::LessEqualText { a, b, .. } => return self.text(self.r(a)) && self.text(self.r(b)),
            Op::TextAt { text, .. } => return self.text(self.r(text)),
            Op::ToText { s, show, .. } => {
                let show = self.program.shows.get(usize::from(show));
                return match show {
                    Some(Show::Number | Show::Bool | Show::Case(_)) => true,
                    Some(Show::Text) => self.text(self.r(s)),
                    _ => false,
                };
            }
            Op::Builtin { base, id, info } => {
                let args = self.registers.get(usize::from(base)..).unwrap_or(&[]);
                let args = args.get(..usize::from(info & 0xFF)).unwrap_or(&[]);
                return self.builtin(id, args);
            }
            // How many players there are stays as it is.
            Op::ToPlayer { .. } | Op::PlayerAfter { .. } => {}
            // What these read stands in registers or in the program, or they put something behind all that is there.
            Op::Move { .. }
            | Op::Constant { .. }
            | Op::Fixed { .. }
            | Op::Null { .. }
            | Op::Integer { .. }
            | Op::Add { .. }
            | Op::Subtract { .. }
            | Op::Multiply { .. }
            | Op::Divide { .. }
            | Op::Modulo { .. }
            | Op::Power { .. }
            | Op::AddSmall { .. }
            | Op::Negate { .. }
            | Op::Less { .. }
            | Op::LessEqual { .. }
            | Op::LessCase { .. }
            | Op::LessEqualCase { .. }
            | Op::Equal { .. }
            | Op::NotEqual { .. }
            | Op::Not { .. }
            | Op::And { .. }
            | Op::Or { .. }
            | Op::Xor { .. }
            | Op::Jump { .. }
            | Op::JumpIf { .. }
            | Op::JumpIfNot { .. }
            | Op::JumpNull { .. }
            | Op::JumpSome { .. }
            | Op::JumpEqual { .. }
            | Op::JumpNotEqual { .. }
            | Op::JumpLess { .. }
            | Op::JumpNotLess { .. }
            | Op::NextIndex { .. }
            | Op::NextNumber { .. }
            | Op::Call { .. }
            | Op::Return { .. }
            | Op::Closure { .. }
            | Op::NewList { .. }
            | Op::NewTable { .. }
            | Op::ZoneOf { .. }
            | Op::ForwardOf { .. }
            | Op::CaseAttribute { .. } => {}
            _ => return false,
        }
        true
    }

    fn builtin(&mut self, id: Builtin, args: &[u64]) -> bool {
        use group::{Free as F, List as L, Object as O, Table as T};
        match id.group() {
            Group::Free(F::Max | F::Min | F::Abs | F::Floor | F::Ceil | F::Round | F::Sqrt) => true,
            Group::Enum(_) | Group::String(_) => args.iter().all(|w| self.text(*w)),
            Group::List(L::ListAdd) => args.first().is_some_and(|l| self.is_own(*l)),
            Group::List(
                L::ListIsEmpty
                | L::ListCount
                | L::ListCopy
                | L::ListSum
                | L::ListMin
                | L::ListMax
                | L::ListFirst,
            ) => args.first().is_some_and(|l| self.collection(*l)),
            Group::List(L::ListJoin) => match args {
                [all, by] => self.with_texts(*all) && self.text(*by),
                _ => false,
            },
            Group::Table(T::TableLength | T::TableKeys | T::TableValues) => {
                args.first().is_some_and(|t| self.collection(*t))
            }
            Group::Object(O::ObjectOwner) => args.first().is_some_and(|o| {
                // Groups have no single owner, by their class.
                self.word(*o) && self.word(o.wrapping_add(object::OWNER as u64))
            }),
            _ => false,
        }
    }

    /// One word; false where there is none.
    fn word(&mut self, at: u64) -> bool {
        if is_constant(at) {
            return true;
        }
        let is_there = (at as usize) < self.words.len();
        if is_there {
            self.span(at as usize..at as usize + 1);
        }
        is_there
    }

    fn span(&mut self, range: Range<usize>) {
        if range.start < self.looked.end {
            self.looked.is_all &= self.looked.spans.note(self.words, range, MAX_WORDS);
        }
    }

    /// Whether the run has made that list or table itself.
    fn is_own(&self, l: u64) -> bool {
        !is_constant(l) && l as usize >= self.looked.end
    }

    fn elements(&self, l: u64) -> Option<Range<usize>> {
        let (head, place) = (self.words.get(l as usize)?, self.words.get(l as usize + 1)?);
        let is_collection = matches!(Shape::of(*head), Some(Shape::List | Shape::Table));
        let (data, n) = (list::data(*place), list::length(*head).max(list::capacity(*place)));
        is_collection.then_some(data..data + n)
    }

    /// A list or table, with all that stands in it and with its index.
    fn collection(&mut self, l: u64) -> bool {
        if is_constant(l) || self.is_own(l) {
            return true;
        }
        let Some(elements) = self.elements(l) else { return false };
        self.span(l as usize..l as usize + list::HEAD);
        self.span(elements);
        true
    }

    /// The same, with the texts in it.
    fn with_texts(&mut self, l: u64) -> bool {
        if is_constant(l) {
            return true;
        }
        let Some(elements) = self.elements(l) else { return false };
        let words = self.words;
        self.collection(l) && words.get(elements).is_some_and(|all| all.iter().all(|w| self.text(*w)))
    }

    /// A text, and anything else that is none.
    fn text(&mut self, w: u64) -> bool {
        let Some(Text::Heap(at)) = word::text(w) else { return true };
        // A number may look like a text.
        if let Some(head) = self.words.get(at) {
            let n = (*head >> 32) as usize;
            self.span(at..at + 1 + n.div_ceil(4));
        }
        true
    }
}
