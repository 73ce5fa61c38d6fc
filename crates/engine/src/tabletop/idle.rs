//! Changes that show nothing to anybody who looks on. Rules may make the same one millions of times, and are followed then
//! as fast as they run. Who looks at a word changes only by something that is shown or is given to another player, and
//! then everything is forgotten here. It knows nothing of who sees what.

use crate::position::seat_words;
use crate::view::reader::Reader;
use bytecode::layout::{is_constant, object, seat};
use bytecode::program::{Field, Show};
use bytecode::word::NULL;
use std::collections::BTreeMap;

/// So many are known at a time.
const MAX_KNOWN: usize = 1 << 16;

/// What was changed, by names that hold wherever objects lie.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Subject {
    Score(u32),
    Out(u32),
    /// Whose an object is.
    Owner(Object),
    Word(Object, u16),
    /// A word of the fixed part.
    Fixed(u16),
}

/// An object of the fixed part by its address, and any other by its serial number: those of tiles are numbered by boards,
/// and are those of others as well.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Object {
    At(u32),
    Made(u32),
}

/// Why a change shows nothing.
#[derive(Clone, Copy, Debug)]
enum Shows {
    /// Nobody looks at it.
    Nothing,
    /// It was this already.
    Known(u64),
}

/// What shows nothing until something else is shown.
#[derive(Default, Debug)]
pub(super) struct Idle(BTreeMap<Subject, Shows>);

/// What a change is about, if that is a single word, and this word where equal ones are the same value.
pub(super) fn subject(reader: &Reader<'_>, change: &vm::Change) -> Option<(Subject, Option<u64>)> {
    let of_seat = |p: u32, at: usize| {
        (p < reader.players).then(|| seat_words(&reader.game.program, reader.words, p)[at])
    };
    let plain = |field: Option<&Field>, w: u64| Some(w).filter(|_| field.is_some_and(|f| is_plain(&f.show)));
    match change {
        vm::Change::Scored(p) => Some((Subject::Score(*p), of_seat(*p, seat::SCORE))),
        vm::Change::Eliminated(p) => Some((Subject::Out(*p), of_seat(*p, seat::OUT))),
        vm::Change::Owned(o) if *o != NULL && !is_constant(*o) => {
            let owner = reader.word(*o as usize + object::OWNER);
            object(reader, *o).map(|o| (Subject::Owner(o), Some(owner)))
        }
        vm::Change::Set { object: o, word } if *o != NULL && !is_constant(*o) => {
            let class = reader.class(*o);
            let field = usize::from(*word).checked_sub(usize::from(class.first_field));
            let value =
                plain(field.and_then(|i| class.fields.get(i)), reader.word(*o as usize + usize::from(*word)));
            object(reader, *o).map(|o| (Subject::Word(o, *word), value))
        }
        vm::Change::SetFixed(index) => {
            let at = reader.game.kinds.global_at(usize::from(*index));
            let field = at.and_then(|at| {
                let class = reader.class(at as u64);
                class.fields.get((usize::from(*index) - at).checked_sub(usize::from(class.first_field))?)
            });
            Some((Subject::Fixed(*index), plain(field, reader.word(usize::from(*index)))))
        }
        _ => None,
    }
}

fn object(reader: &Reader<'_>, o: u64) -> Option<Object> {
    if (o as usize) < reader.game.program.layout.heap {
        return Some(Object::At(o as u32));
    }
    let serial = object::serial(reader.word(o as usize));
    (serial != u32::MAX).then_some(Object::Made(serial))
}

fn is_plain(show: &Show) -> bool {
    matches!(show, Show::Number | Show::Bool | Show::Case(_) | Show::Player | Show::Tile)
}

impl Idle {
    pub(super) fn shows_nothing(&self, (subject, value): (Subject, Option<u64>)) -> bool {
        match self.0.get(&subject) {
            Some(Shows::Nothing) => true,
            Some(Shows::Known(known)) => value == Some(*known),
            None => false,
        }
    }

    /// A change showed nothing: since nobody looks at it, or since it was that already.
    pub(super) fn note(&mut self, (subject, value): (Subject, Option<u64>), is_looked_at: bool) {
        let shows = if is_looked_at { value.map(Shows::Known) } else { Some(Shows::Nothing) };
        let has_room = self.0.len() < MAX_KNOWN || self.0.contains_key(&subject);
        if let Some(shows) = shows.filter(|_| has_room) {
            self.0.insert(subject, shows);
        }
    }

    /// Something was shown, or is another's: others may look at more from now on.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}
