//! What reads the same in all matches of a game, read once: what is shown of a card follows from what its words are, and
//! most cards are dealt again and again. It knows no match.

use super::reader::Reader;
use bytecode::layout::object;
use bytecode::program::Show;
use bytecode::word::{self, NULL};
use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

/// So much is remembered of a game.
const MAX_REMEMBERED: usize = 1 << 12;

/// What has more words than this is read anew each time.
const MAX_WORDS: usize = 24;

/// What was read of objects, by all from which it follows how they read. All who read with one have looks, or none has.
#[derive(Debug)]
pub(crate) struct Memo<T> {
    all: RwLock<BTreeMap<Key, Known<T>>>,
}

/// Class, number of players, whether secrets are seen, owners, and the words of the attributes.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Key {
    words: [u64; MAX_WORDS],
    len: usize,
}

#[derive(Debug)]
struct Known<T> {
    value: T,
    cost: Cost,
}

/// What reading takes of what a view may show, of the steps that its looks may take, and of the names that it may look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cost {
    bytes: usize,
    steps: usize,
    names: u32,
}

impl<T> Default for Memo<T> {
    fn default() -> Memo<T> {
        Memo { all: RwLock::default() }
    }
}

impl<T> Clone for Memo<T> {
    /// Another game reads its objects itself.
    fn clone(&self) -> Memo<T> {
        Memo::default()
    }
}

impl<T: Clone> Memo<T> {
    /// What was read of an object before, or else what is read now; None of what may read differently though its words
    /// are the same.
    pub(crate) fn of(&self, reader: &Reader<'_>, o: u64, read: impl FnOnce() -> T) -> Option<T> {
        let key = Key::of(reader, o)?;
        if let Some(known) = self.all.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            // It takes what it took. Where there is too little left, it is read to see what is left out.
            let is_whole = known.cost.is_taken(reader);
            return Some(if is_whole { known.value.clone() } else { read() });
        }
        let (value, cost) = Cost::of(reader, read);
        if let Some(cost) = cost {
            let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
            // What passes, such as counters on cards, must not keep out what comes back.
            if all.len() >= MAX_REMEMBERED {
                all.clear();
            }
            all.insert(key, Known { value: value.clone(), cost });
        }
        Some(value)
    }
}

impl Cost {
    /// What is read now, and what that took; None where it took all that was left, since it may have been cut.
    pub(crate) fn of<T>(reader: &Reader<'_>, read: impl FnOnce() -> T) -> (T, Option<Cost>) {
        let had = Cost::left(reader);
        let value = read();
        let has = Cost::left(reader);
        let is_whole = has.bytes > 0 && has.steps > 0 && has.names > 0;
        let (bytes, steps) = (had.bytes - has.bytes, had.steps - has.steps);
        let cost = Cost { bytes, steps, names: had.names - has.names };
        (value, is_whole.then_some(cost))
    }

    fn left(reader: &Reader<'_>) -> Cost {
        let steps = reader.presenter.as_ref().map_or(usize::MAX, |presenter| presenter.left());
        Cost { bytes: reader.budget.get(), steps, names: reader.names_left.get() }
    }

    /// Takes it; false where there is not so much left, of which nothing is taken then.
    pub(crate) fn is_taken(self, reader: &Reader<'_>) -> bool {
        let left = Cost::left(reader);
        left.bytes >= self.bytes
            && left.steps >= self.steps
            && left.names >= self.names
            && reader.takes(self.bytes)
            && reader.presenter.as_ref().is_none_or(|presenter| presenter.takes(self.steps).is_some())
            && reader.names_left.replace(left.names - self.names) >= self.names
    }
}

impl Key {
    fn of(reader: &Reader<'_>, o: u64) -> Option<Key> {
        let number = object::class(reader.word(o as usize));
        let (kind, class) = (reader.game.kinds.get(number), reader.class(o));
        let has_modifiers = || kind.lists.iter().any(|at| reader.word(o as usize + at) != NULL);
        if !kind.is_plain || has_modifiers() {
            return None;
        }
        let mut key = Key { words: [0; MAX_WORDS], len: 0 };
        let sees_all = u64::from(reader.sees_all_of(o));
        key.add(u64::from(number) << 32 | u64::from(reader.players) << 1 | sees_all)?;
        key.add(reader.word(o as usize + object::OWNER))?;
        let first = o as usize + usize::from(class.first_field);
        for (i, field) in class.fields.iter().enumerate().filter(|(_, field)| !field.hidden) {
            let w = reader.word(first + i);
            let is_written = field.show == Show::Text && matches!(word::text(w), Some(word::Text::Heap(_)));
            if reader.is_unread(o, i) || is_written && w != NULL {
                return None;
            }
            // Of these only that they are there is shown.
            let is_opaque = matches!(field.show, Show::Position | Show::Function);
            key.add(if is_opaque { u64::from(w == NULL) } else { w })?;
        }
        Some(key)
    }

    fn add(&mut self, word: u64) -> Option<()> {
        *self.words.get_mut(self.len)? = word;
        self.len += 1;
        Some(())
    }
}
