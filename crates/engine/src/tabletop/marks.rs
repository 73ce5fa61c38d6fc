//! A mark for what cannot be told to be as it was by what instructions have changed: a number made of every word from
//! which it follows what anybody is shown of an object, the same for all who look on, and these words, so that most of
//! the time they are compared and no number is made. It knows nothing of who sees what.

use super::changed::{Key, Touched, key};
use crate::view::reader::{MAX_DEPTH, Reader};
use bytecode::layout::{is_constant, list};
use bytecode::program::{Field, Show};
use bytecode::word::{self, NULL, Text};
use std::ops::Range;
use std::sync::Arc;
use vm::Spans;

/// The marks of objects at one moment, by their keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks(Vec<(Key, Arc<Mark>)>);

impl Marks {
    pub(super) fn new(mut all: Vec<(Key, Arc<Mark>)>) -> Marks {
        all.sort_unstable_by_key(|(key, _)| *key);
        Marks(all)
    }

    pub(super) fn get(&self, key: Key) -> Option<&Arc<Mark>> {
        self.0.binary_search_by_key(&key, |(key, _)| *key).ok().map(|at| &self.0[at].1)
    }
}

/// The mark of an object, with all that was looked at to make it: where that is as it was, so is the mark.
#[derive(Debug)]
pub(crate) struct Mark {
    /// The same wherever things lie in memory.
    hash: u64,
    /// The object, and all that it names.
    objects: Vec<Key>,
    seen: Seen,
}

impl Mark {
    pub(super) fn is_like(&self, other: &Mark) -> bool {
        self.hash == other.hash
    }

    /// Whether it is the mark of an object at that address still.
    pub(super) fn holds(&self, reader: &Reader<'_>, o: u64) -> bool {
        self.seen.of == o
            && reader.unread.is_none_or(|unread| unread.is_empty())
            && self.seen.is_there(reader)
    }

    /// Whether an instruction has changed any of what it is made of.
    pub(super) fn is_touched(&self, touched: &Touched) -> bool {
        self.objects.iter().any(|key| touched.has(*key))
    }
}

/// Words that were looked at.
#[derive(Debug)]
struct Seen {
    /// The object of which they are.
    of: u64,
    spans: Spans,
    /// Texts that are worked out, which lie elsewhere each time: where the word stands that leads to one, and its words.
    texts: Vec<(usize, Box<[u64]>)>,
}

impl Seen {
    fn is_there(&self, reader: &Reader<'_>) -> bool {
        let is_text =
            |(at, words): &(usize, Box<[u64]>)| text_at(reader, reader.word(*at)) == Some(&words[..]);
        self.spans.are_in(reader.words) && self.texts.iter().all(is_text)
    }
}

/// Where a text lies that has words of its own.
fn extent(reader: &Reader<'_>, w: u64) -> Option<Range<usize>> {
    let Some(Text::Heap(at)) = word::text(w) else { return None };
    let units = (reader.words.get(at)? >> 32) as usize;
    Some(at..at + 1 + units.div_ceil(4))
}

fn text_at<'a>(reader: &Reader<'a>, w: u64) -> Option<&'a [u64]> {
    reader.words.get(extent(reader, w)?)
}

/// So many words are looked at for one mark; what takes more has none.
const MAX_WORDS: usize = 1 << 12;

/// How far what is named in an object names others.
const FAR: u32 = 4;

/// Makes the mark of one object.
struct Marking<'a> {
    reader: &'a Reader<'a>,
    hash: u64,
    left: usize,
    objects: Vec<Key>,
    seen: Seen,
}

/// The mark of an object, None where it would have to look at too much, and whether an instruction has changed any of
/// what it is made of.
pub(super) fn mark(reader: &Reader<'_>, touched: &Touched, o: u64) -> (Option<Mark>, bool) {
    let seen = Seen { of: o, spans: Spans::default(), texts: Vec::new() };
    let mut marking = Marking { reader, hash: 0, left: MAX_WORDS, objects: Vec::new(), seen };
    // Of the machine's own fields the list of modifiers is shown.
    marking.object(o, FAR, |field| !field.hidden || matches!(field.show, Show::List(_)));
    let is_whole = marking.left > 0;
    let mut mark = Mark { hash: marking.hash, objects: marking.objects, seen: marking.seen };
    if reader.unread.is_some_and(|unread| !unread.is_empty()) {
        mark.seen.of = NULL;
    }
    let is_touched = mark.is_touched(touched);
    (is_whole.then_some(mark), is_touched)
}

impl<'a> Marking<'a> {
    /// Notes what stands there, which is not outside of the words but where constants are: these stay as they are. What is
    /// too much to be looked at is not.
    fn note(&mut self, range: Range<usize>) {
        // Each word that is looked at may be noted with two that say where it stands, and with what lies around it.
        if !self.seen.spans.note(self.reader.words, range, 8 * MAX_WORDS) {
            self.left = 0;
        }
    }

    /// Whether so many words more can be looked at; otherwise there is no mark.
    fn has_room(&mut self, words: usize) -> bool {
        if words >= self.left {
            self.left = 0;
        }
        self.left > 0
    }

    fn add(&mut self, word: u64) {
        self.left = self.left.saturating_sub(1);
        let mixed = (self.hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        self.hash = mixed ^ mixed >> 29;
    }

    /// Which object it is, whose, where, and who knows it, and some of its attributes.
    fn object(&mut self, o: u64, far: u32, counts: impl Fn(&Field) -> bool) {
        let (reader, at) = (self.reader, o as usize);
        let class = reader.class(o);
        let first = at + usize::from(class.first_field);
        (at..first).for_each(|at| self.add(reader.word(at)));
        self.note(at..first);
        self.objects.push(key(reader, o));
        let fields = || class.fields.iter().enumerate().filter(|(_, field)| counts(field));
        for (i, _) in fields().filter(|(_, field)| !is_text_that_is_made(field)) {
            self.note(first + i..first + i + 1);
        }
        fields().for_each(|(i, field)| self.field(o, (first, i, field), far));
    }

    fn field(&mut self, o: u64, (first, i, field): (usize, usize, &Field), far: u32) {
        if self.reader.is_unread(o, i) {
            return self.add(u64::MAX);
        }
        let w = self.reader.word(first + i);
        if !is_text_that_is_made(field) {
            return self.value(w, &field.show, MAX_DEPTH, far);
        }
        match text_at(self.reader, w) {
            Some(words) if !self.has_room(words.len()) => {}
            Some(words) => {
                words.iter().for_each(|word| self.add(*word));
                self.seen.texts.push((first + i, words.into()));
            }
            None => {
                self.add(w);
                self.note(first + i..first + i + 1);
            }
        }
    }

    fn value(&mut self, w: u64, show: &Show, depth: u32, far: u32) {
        if w == NULL || self.left == 0 {
            return self.add(NULL);
        }
        let reader = self.reader;
        match show {
            Show::Object => self.named(w, far),
            Show::Text => match extent(reader, w) {
                Some(range) if !self.has_room(range.len()) => {}
                Some(range) => {
                    range.clone().for_each(|at| self.add(reader.word(at)));
                    self.note(range);
                }
                None => self.add(w),
            },
            Show::List(of) if depth > 0 => {
                let elements = self.elements(w);
                elements.iter().for_each(|w| self.value(*w, of, depth - 1, far));
            }
            Show::Table(of, keys) if depth > 0 => {
                for entry in self.elements(w).chunks_exact(3) {
                    match keys.as_deref() {
                        Some(show) => self.value(entry[1], show, depth - 1, far),
                        None => {
                            let show = reader.show_of_key(entry[0], entry[1]);
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

    /// What stands in a list or table, behind how much that is.
    fn elements(&mut self, l: u64) -> &'a [u64] {
        let elements = self.reader.elements(l);
        self.add(elements.len() as u64);
        if !self.has_room(elements.len()) {
            return &[];
        }
        let (at, data) = (l as usize, list::data(self.reader.word(l as usize + 1)));
        self.note(at..at + list::HEAD);
        self.note(data..data + elements.len());
        elements
    }

    /// An object that another one names: by its title, where it lies, and its numbers; a modifier with all that it has.
    fn named(&mut self, o: u64, far: u32) {
        if is_constant(o) || o as usize >= self.reader.words.len() {
            return self.add(o);
        }
        if far == 0 {
            self.left = 0;
            return;
        }
        let is_modifier = self.reader.class(o).modifier.is_some();
        self.object(o, far - 1, |field| {
            let names = matches!(field.show, Show::Number | Show::Text | Show::Case(_)) && !field.hidden;
            names || is_modifier
        });
    }
}

/// Whether a field is a text that is worked out anew for each position.
fn is_text_that_is_made(field: &Field) -> bool {
    field.show == Show::Text && (field.derived || field.reader.is_some())
}
