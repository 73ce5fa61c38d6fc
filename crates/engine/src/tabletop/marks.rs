//! A mark for what cannot be told to be as it was by what instructions have changed: a number made of every word from
//! which it follows what anybody is shown of an object, the same for all who look on. It knows nothing of who sees what.

use super::changed::{Key, Touched, key};
use crate::view::reader::{MAX_DEPTH, Reader};
use bytecode::layout::is_constant;
use bytecode::program::{Class, Field, Show};
use bytecode::word::{self, NULL};
use std::cell::Cell;

/// The marks of objects at one moment, by their keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks(Vec<(Key, u64)>);

impl Marks {
    pub(super) fn new(mut all: Vec<(Key, u64)>) -> Marks {
        all.sort_unstable_by_key(|(key, _)| *key);
        Marks(all)
    }

    pub(super) fn get(&self, key: Key) -> Option<u64> {
        self.0.binary_search_by_key(&key, |(key, _)| *key).ok().map(|at| self.0[at].1)
    }
}

/// So many words are looked at for one mark; what takes more has none.
const MAX_WORDS: usize = 1 << 12;

/// How far what is named in an object names others.
const FAR: u32 = 4;

/// Makes the mark of one object.
struct Marking<'a> {
    reader: &'a Reader<'a>,
    touched: &'a Touched,
    hash: Cell<u64>,
    left: Cell<usize>,
    is_touched: Cell<bool>,
}

/// The mark of an object, None where it would have to look at too much, and whether an instruction has changed any of
/// what it is made of.
pub(super) fn mark(reader: &Reader<'_>, touched: &Touched, o: u64) -> (Option<u64>, bool) {
    let (hash, left, is_touched) = (Cell::new(0), Cell::new(MAX_WORDS), Cell::new(false));
    let marking = Marking { reader, touched, hash, left, is_touched };
    let class = reader.class(o);
    marking.own_words(o, class);
    for (i, field) in class.fields.iter().enumerate() {
        // Of the machine's own fields the list of modifiers is shown.
        if !field.hidden || matches!(field.show, Show::List(_)) {
            marking.field(o, class, (i, field), FAR);
        }
    }
    let is_whole = marking.left.get() > 0;
    (is_whole.then(|| marking.hash.get()), marking.is_touched.get())
}

impl Marking<'_> {
    fn add(&self, word: u64) {
        self.left.set(self.left.get().saturating_sub(1));
        let mixed = (self.hash.get() ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        self.hash.set(mixed ^ mixed >> 29);
    }

    /// Which object it is, whose, where, and who knows it.
    fn own_words(&self, o: u64, class: &Class) {
        let at = o as usize;
        (at..at + usize::from(class.first_field)).for_each(|at| self.add(self.reader.word(at)));
        if self.touched.has(key(self.reader, o)) {
            self.is_touched.set(true);
        }
    }

    fn field(&self, o: u64, class: &Class, (i, field): (usize, &Field), far: u32) {
        let at = o as usize + usize::from(class.first_field) + i;
        if self.reader.is_unread(o, i) {
            self.add(u64::MAX);
        } else {
            self.value(self.reader.word(at), &field.show, MAX_DEPTH, far);
        }
    }

    fn value(&self, w: u64, show: &Show, depth: u32, far: u32) {
        if w == NULL || self.left.get() == 0 {
            return self.add(NULL);
        }
        match show {
            Show::Object => self.named(w, far),
            Show::Text => self.text(w),
            Show::List(of) if depth > 0 => {
                let elements = self.reader.elements(w);
                self.add(elements.len() as u64);
                elements.iter().for_each(|w| self.value(*w, of, depth - 1, far));
            }
            Show::Table(of, keys) if depth > 0 => {
                let elements = self.reader.elements(w);
                self.add(elements.len() as u64);
                for entry in elements.chunks_exact(3) {
                    match keys.as_deref() {
                        Some(show) => self.value(entry[1], show, depth - 1, far),
                        None => {
                            let show = self.reader.show_of_key(entry[0], entry[1]);
                            self.value(entry[1], &show, depth - 1, far);
                        }
                    }
                    self.value(entry[2], of, depth - 1, far);
                }
            }
            // These show nothing.
            Show::List(_) | Show::Table(..) | Show::Position | Show::Function => {}
            _ => self.add(w),
        }
    }

    /// An object that another one names: by its title, where it lies, and its numbers; a modifier with all that it has.
    fn named(&self, o: u64, far: u32) {
        if is_constant(o) || o as usize >= self.reader.words.len() {
            return self.add(o);
        }
        if far == 0 {
            return self.left.set(0);
        }
        let class = self.reader.class(o);
        self.own_words(o, class);
        let is_modifier = class.modifier.is_some();
        for (i, field) in class.fields.iter().enumerate() {
            let names = matches!(field.show, Show::Number | Show::Text | Show::Case(_)) && !field.hidden;
            if names || is_modifier {
                self.field(o, class, (i, field), far - 1);
            }
        }
    }

    fn text(&self, w: u64) {
        let Some(word::Text::Heap(at)) = word::text(w) else { return self.add(w) };
        let head = self.reader.words.get(at).copied().unwrap_or_default();
        let units = (head >> 32) as usize;
        self.add(head);
        let words = self.reader.words.get(at + 1..at + 1 + units.div_ceil(4)).unwrap_or_default();
        words.iter().for_each(|word| self.add(*word));
    }
}
