//! Objects, lists and strings in the words of a state. Nothing here knows instructions.

use crate::{FaultKind, Trace};
use bytecode::Program;
use bytecode::layout::{CONSTANTS, Shape, is_constant, list};
use bytecode::word::{self, Kind, NULL, Text};
use std::cell::Cell;
use std::ops::Range;

/// What a builtin works on: the program, the words of the state, and the limits.
pub struct Memory<'a> {
    pub(crate) program: &'a Program,
    pub(crate) words: &'a mut Vec<u64>,
    /// The most words there may be.
    pub(crate) limit: usize,
    /// Where scratch memory starts: the end of the heap when a filter began to run. Lists below it must not be
    /// changed. 0 while an effect runs.
    pub(crate) scratch_start: usize,
    /// What is left to spend. Work that grows with the length of something pays here.
    pub(crate) fuel: &'a Cell<i64>,
    /// Pieces that moved, from where and to where; filled only where the program observes `Moved`.
    pub(crate) moved: &'a mut Vec<[u64; 3]>,
    /// Where moves are noted for whoever draws or tells the match.
    pub(crate) trace: Option<&'a mut Trace>,
}

/// Why what stands at an address cannot be changed.
#[cold]
fn unchangeable(address: usize) -> FaultKind {
    if is_constant(address as u64) { FaultKind::ConstantChanged } else { FaultKind::Null }
}

#[cold]
fn null() -> Box<FaultKind> {
    FaultKind::Null.into()
}

/// What reading or making a text takes at least, in fuel.
const TEXT: usize = 2;

/// How far below zero a single builtin may take the fuel.
const MAX_DEBT: i64 = 1 << 23;

/// What an operation of the machine gives, or the fault that ends the run, behind a pointer so that results are returned
/// in registers.
pub(crate) type OpResult<T = ()> = Result<T, Box<FaultKind>>;

impl Memory<'_> {
    /// The word at an address; null where there is none, which includes the address null.
    #[inline(always)]
    pub(crate) fn at(&self, address: usize) -> OpResult<u64> {
        match self.words.get(address) {
            Some(word) => Ok(*word),
            None => self.program.constant_word(address).ok_or_else(null),
        }
    }

    /// As [`Memory::at`], of what will be changed.
    #[inline(always)]
    fn own(&self, address: usize) -> OpResult<u64> {
        self.words.get(address).copied().ok_or_else(|| unchangeable(address).into())
    }

    /// The words of a range, in the state or among the constants.
    #[inline(always)]
    pub(crate) fn slice(&self, range: Range<usize>) -> OpResult<&[u64]> {
        match self.words.get(range.clone()) {
            Some(words) => Ok(words),
            None => self
                .program
                .constant_words(range)
                .ok_or_else(|| FaultKind::Impossible("range of words").into()),
        }
    }

    /// A word of which it is known that it is there.
    #[inline(always)]
    pub(crate) fn word(&self, address: usize) -> u64 {
        match self.words.get(address) {
            Some(word) => *word,
            None => self.program.constant_word(address).unwrap_or(NULL),
        }
    }

    /// Copies words of the state or of constants over words of the state.
    pub(crate) fn copy_words(&mut self, range: Range<usize>, to: usize) -> OpResult {
        if to + range.len() > self.words.len() {
            return Err(FaultKind::Impossible("range of words").into());
        }
        if range.end <= self.words.len() {
            self.words.copy_within(range, to);
            return Ok(());
        }
        let from =
            self.program.constant_words(range).ok_or_else(|| FaultKind::Impossible("range of words"))?;
        self.words[to..to + from.len()].copy_from_slice(from);
        Ok(())
    }

    pub(crate) fn spend(&self, units: usize) {
        self.fuel.set(self.fuel.get().saturating_sub_unsigned(units as u64));
    }

    /// Fails where a single builtin does more work than a whole decision may.
    pub(crate) fn within_reason(&self) -> OpResult {
        if self.fuel.get() < -MAX_DEBT { Err(FaultKind::TooMuchWork.into()) } else { Ok(()) }
    }

    /// Appends `n` words to the heap, filled with null.
    pub(crate) fn allocate(&mut self, n: usize) -> OpResult<usize> {
        let address = self.words.len();
        if address + n > self.limit {
            return Err(FaultKind::TooMuchMemory.into());
        }
        self.words.resize(address + n, NULL);
        Ok(address)
    }

    /// A new list with those elements, the data behind the head.
    pub fn new_list(&mut self, kind: Kind, elements: &[u64]) -> OpResult<u64> {
        self.new_collection(Shape::List, kind, elements)
    }

    pub(crate) fn new_collection(&mut self, shape: Shape, kind: Kind, elements: &[u64]) -> OpResult<u64> {
        self.spend(elements.len());
        let address = self.words.len();
        if address + list::HEAD + elements.len() > self.limit {
            return Err(FaultKind::TooMuchMemory.into());
        }
        self.words.push(list::head(shape, kind, list::NO_ZONE, elements.len()));
        self.words.push(list::place(elements.len(), address + list::HEAD));
        self.words.extend_from_slice(elements);
        Ok(address as u64)
    }

    #[inline(always)]
    pub(crate) fn list_length(&self, l: u64) -> OpResult<usize> {
        Ok(list::length(self.at(l as usize)?))
    }

    /// The elements (or the raw words of a table's pairs).
    #[inline(always)]
    pub(crate) fn elements(&self, l: u64) -> OpResult<&[u64]> {
        self.slice(self.extent(l)?)
    }

    /// Where the elements of a list stand.
    #[inline(always)]
    fn extent(&self, l: u64) -> OpResult<Range<usize>> {
        let length = self.list_length(l)?;
        let data = list::data(self.at(l as usize + 1)?);
        Ok(data..data + length)
    }

    /// The elements to change in place, their number staying. Checks [`Memory::scratch_start`].
    pub(crate) fn elements_mut(&mut self, l: u64) -> OpResult<&mut [u64]> {
        self.writable(l)?;
        let extent = self.extent(l)?;
        self.words.get_mut(extent).ok_or_else(|| FaultKind::Impossible("list data").into())
    }

    #[inline(always)]
    pub(crate) fn writable(&self, l: u64) -> OpResult {
        // Neither below scratch memory nor among the constants, in one comparison.
        let offset = (l as usize).wrapping_sub(self.scratch_start);
        if offset < CONSTANTS - self.scratch_start && !self.is_frozen(l) {
            Ok(())
        } else {
            self.not_writable(l)
        }
    }

    #[inline(always)]
    fn is_frozen(&self, l: u64) -> bool {
        self.words.get(l as usize).is_some_and(|head| list::is_frozen(*head))
    }

    #[cold]
    fn not_writable(&self, l: u64) -> OpResult {
        match l {
            NULL => Ok(()),
            l if is_constant(l) || self.is_frozen(l) => Err(FaultKind::ConstantChanged.into()),
            _ => Err(FaultKind::ChangedInFilter.into()),
        }
    }

    /// Puts a word at the end of a list.
    #[inline]
    pub(crate) fn push(&mut self, l: u64, w: u64) -> OpResult {
        self.writable(l)?;
        self.push_fixed(l, w)
    }

    /// As [`Memory::push`] for the lists of the fixed part, which only effects and `suppose` reach: no check of
    /// [`Memory::scratch_start`].
    #[inline]
    pub(crate) fn push_fixed(&mut self, l: u64, w: u64) -> OpResult {
        let at = l as usize;
        let (head, place) = (self.own(at)?, self.own(at + 1)?);
        let length = list::length(head);
        if length == list::capacity(place) {
            return self.push_growing(at, w);
        }
        let data = list::data(place);
        *self.words.get_mut(data + length).ok_or_else(|| FaultKind::Impossible("list data"))? = w;
        self.words[at] = list::with_length(head, length + 1);
        Ok(())
    }

    /// Puts a word at the end of a list that is full. It is never inlined, so that where there is room nothing is called
    /// and no registers need be saved.
    #[inline(never)]
    fn push_growing(&mut self, at: usize, w: u64) -> OpResult {
        self.grow(at, list::length(self.own(at)?) + 1)?;
        self.push_fixed(at as u64, w)
    }

    /// Makes the capacity at minimum `minimum` words, moving the data to the end of the heap unless it is there already.
    pub(crate) fn grow(&mut self, at: usize, minimum: usize) -> OpResult {
        let place = self.own(at + 1)?;
        let (capacity, data) = (list::capacity(place), list::data(place));
        let new_capacity = minimum.max(capacity * 2).max(4);
        if data + capacity == self.words.len() && capacity > 0 {
            self.allocate(new_capacity - capacity)?;
            self.words[at + 1] = list::place(new_capacity, data);
            return Ok(());
        }
        let new = self.allocate(new_capacity)?;
        self.spend(capacity);
        self.words.copy_within(data..data + capacity, new);
        self.words[at + 1] = list::place(new_capacity, new);
        Ok(())
    }

    /// Changes the length of a list, and its capacity where that is too small.
    pub(crate) fn set_length(&mut self, l: u64, length: usize) -> OpResult {
        self.writable(l)?;
        let at = l as usize;
        let head = self.own(at)?;
        if length > list::capacity(self.own(at + 1)?) {
            self.grow(at, length)?;
        }
        self.words[at] = list::with_length(head, length);
        Ok(())
    }

    /// The UTF-16 units of a string. Reading one costs fuel, a long one more.
    pub(crate) fn units(&self, w: u64) -> OpResult<Vec<u16>> {
        self.spend(TEXT);
        match word::text(w).ok_or_else(|| FaultKind::Null)? {
            Text::Inline(n, bytes) => Ok((0..n).map(|i| u16::from((bytes >> (8 * i)) as u8)).collect()),
            Text::Constant(i) => {
                let units =
                    self.program.strings.get(i).ok_or_else(|| FaultKind::Impossible("constant string"))?;
                self.spend(units.len() / 4);
                self.within_reason()?;
                Ok(units.clone())
            }
            Text::Heap(at) => {
                let n = (self.at(at)? >> 32) as usize;
                self.spend(n / 4);
                self.within_reason()?;
                let words = self.words.get(at + 1..).ok_or_else(|| FaultKind::Impossible("heap string"))?;
                Ok((0..n).map(|i| (words[i / 4] >> (16 * (i % 4))) as u16).collect())
            }
        }
    }

    pub fn string(&self, w: u64) -> OpResult<String> {
        Ok(String::from_utf16_lossy(&self.units(w)?))
    }

    /// The word of a string: inline if it is short, otherwise a new one on the heap.
    pub fn new_text(&mut self, units: &[u16]) -> OpResult<u64> {
        self.spend(TEXT);
        if let Some(w) = word::inline_text(units) {
            return Ok(w);
        }
        self.spend(units.len());
        let at = self.allocate(1 + units.len().div_ceil(4))?;
        self.words[at] = Shape::Text as u64 | (units.len() as u64) << 32;
        for (i, four) in units.chunks(4).enumerate() {
            self.words[at + 1 + i] =
                four.iter().enumerate().fold(0, |w, (k, u)| w | u64::from(*u) << (16 * k));
        }
        Ok(word::heap_text(at))
    }

    /// Whether two strings (or nulls) are equal.
    pub(crate) fn equal_text(&self, a: u64, b: u64) -> OpResult<bool> {
        if a == b {
            return Ok(true);
        }
        let short = |w| matches!(word::text(w), None | Some(Text::Inline(..)));
        if short(a) || short(b) {
            return Ok(false);
        }
        Ok(self.units(a)? == self.units(b)?)
    }
}
