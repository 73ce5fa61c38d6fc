//! Hashes of what one viewer reads in the words of a state, without making texts. Objects count by what they are, never by
//! where they lie in memory or by their numbers.

use crate::state_words::StateWords;
use crate::view::reader::{MAX_DEPTH, constant_text};
use crate::view::{Eyes, Viewer};
use bytecode::Program;
use bytecode::layout::{Shape, is_constant, list, object};
use bytecode::program::{Class, Field, Show};
use bytecode::word::{self, NULL, Text};
use std::collections::BTreeMap;
use vm::{mix, sight};

/// An object that the reader does not know.
pub(super) const UNKNOWN: u64 = 0x0075_6E6B_6E6F_776E;

/// Reads the words of one state on behalf of one viewer.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    pub program: &'a Program,
    pub words: &'a [u64],
    pub viewer: Viewer,
}

impl<'a> Words<'a> {
    /// As a seat reads them.
    pub(super) fn of_seat(program: &'a Program, words: &'a [u64], seat: u32) -> Words<'a> {
        Words { program, words, viewer: Viewer::Seat(seat) }
    }

    fn state(&self) -> StateWords<'a> {
        StateWords { program: self.program, words: self.words }
    }

    pub(super) fn word(&self, address: usize) -> u64 {
        self.state().word(address)
    }

    /// The elements of a list, or the raw words of a table.
    pub(super) fn elements(&self, l: u64) -> &'a [u64] {
        self.state().elements(l)
    }

    pub(super) fn class(&self, o: u64) -> Option<&'a Class> {
        let head = self.word(o as usize);
        let is_object = Shape::of(head) == Some(Shape::Object);
        is_object.then(|| self.program.classes.get(usize::from(object::class(head))))?
    }

    pub(super) fn knows(&self, o: u64) -> bool {
        sight::knows(self.program, self.words, o, Eyes::Of(self.viewer).bits())
    }

    fn owns(&self, o: u64) -> bool {
        matches!(self.viewer, Viewer::Seat(seat) if sight::owns(self.program, self.words, o, seat))
    }

    fn text(&self, w: u64) -> u64 {
        let units = |units: &mut dyn Iterator<Item = u16>| units.fold(1, |h, unit| mix(h, unit.into()));
        match word::text(w) {
            None | Some(Text::Inline(..)) => w,
            Some(Text::Constant(_)) => {
                let text = constant_text(self.program, w).unwrap_or_default();
                units(&mut text.iter().copied())
            }
            Some(Text::Heap(at)) => units(&mut self.state().units(at)),
        }
    }

    /// A value as the viewer reads it.
    pub(super) fn value(&self, w: u64, show: &Show) -> u64 {
        self.nested(w, show, MAX_DEPTH)
    }

    fn nested(&self, w: u64, show: &Show, depth: u32) -> u64 {
        match show {
            _ if w == NULL => NULL,
            Show::Text => self.text(w),
            Show::Object => self.mentioned(w),
            Show::List(of) if depth > 0 => {
                let read = |w: &u64| self.nested(*w, of, depth - 1);
                let is_known = |w: &u64| !self.state().names_hidden(*w, of, depth - 1, &|o| !self.knows(o));
                unknown_last(2, self.elements(w).iter().map(|w| (is_known(w), read(w))))
            }
            Show::Table(of, keys) if depth > 0 => {
                let read = |entry: &[u64]| {
                    let key = match keys {
                        Some(show) => self.nested(entry[1], show, depth - 1),
                        None => mix(entry[0], self.key(entry[0], entry[1])),
                    };
                    mix(key, self.nested(entry[2], of, depth - 1))
                };
                let (state, is_unknown) = (self.state(), |o| !self.knows(o));
                let is_told = |entry: &&[u64]| {
                    !state.entry_names_hidden(entry, of, keys.as_deref(), depth - 1, &is_unknown)
                };
                let entries = self.elements(w).chunks_exact(3).filter(is_told);
                entries.fold(3, |h, entry| mix(h, read(entry)))
            }
            Show::List(_) | Show::Table(..) | Show::Position | Show::Function => 4,
            _ => w,
        }
    }

    /// The key of a table whose keys may be anything.
    fn key(&self, kind: u64, w: u64) -> u64 {
        match word::Kind::from_bits(kind) {
            word::Kind::Text => self.text(w),
            word::Kind::Ref => self.mentioned(w),
            word::Kind::Plain => w,
        }
    }

    /// An object where a value names it: what it is, what it has and where it lies.
    pub(super) fn mentioned(&self, o: u64) -> u64 {
        if !self.knows(o) {
            return UNKNOWN;
        }
        let Some(class) = self.class(o) else { return 5 };
        let place = if class.is_piece { self.word(o as usize + object::PLACE) } else { NULL };
        mix(place, self.plain(o, class))
    }

    /// What it is and the attributes that are values by themselves, as far as the seat sees them.
    fn plain(&self, o: u64, class: &Class) -> u64 {
        let is_plain = |f: &Field| !matches!(f.show, Show::Object | Show::List(_) | Show::Table(..));
        self.attributes(o, class, is_plain)
    }

    /// What it is with all that the seat sees of it; [`UNKNOWN`] where it does not know which one it is.
    pub(super) fn piece(&self, o: u64) -> u64 {
        if !self.knows(o) {
            return UNKNOWN;
        }
        self.class(o).map_or(5, |class| self.attributes(o, class, |_| true))
    }

    /// What it is, as the viewer would read it if it knew it, whoever owns it: a move may give it to others in a world.
    pub(super) fn content(&self, o: u64) -> u64 {
        self.class(o).map_or(5, |class| self.fields(0, o, class, |_| true))
    }

    fn attributes(&self, o: u64, class: &Class, counts: impl Fn(&Field) -> bool) -> u64 {
        self.fields(self.word(o as usize + object::OWNER), o, class, counts)
    }

    fn fields(&self, owner: u64, o: u64, class: &Class, counts: impl Fn(&Field) -> bool) -> u64 {
        let at = o as usize;
        let mut h = mix(object::class(self.word(at)).into(), owner);
        let owns = class.fields.iter().any(|f| f.secret) && self.owns(o);
        for (i, field) in class.fields.iter().enumerate() {
            let w = self.word(at + usize::from(class.first_field) + i);
            let is_shown = match field.hidden {
                true => matches!(field.show, Show::List(_)) && w != NULL,
                false => !field.secret || owns,
            };
            if is_shown && counts(field) {
                h = mix(h, self.value(w, &field.show));
            }
        }
        h
    }

    /// How often the seat sees each object of the rules named by an attribute of some of these.
    pub(super) fn constants(&self, objects: &[(u64, u16)]) -> BTreeMap<u64, u32> {
        let mut named = BTreeMap::new();
        for (o, _) in objects.iter().filter(|(o, _)| self.knows(*o)) {
            let Some(class) = self.class(*o) else { continue };
            let owns = self.owns(*o);
            for (i, _) in class.fields.iter().enumerate().filter(|(_, f)| !f.hidden && (!f.secret || owns)) {
                let w = self.word(*o as usize + usize::from(class.first_field) + i);
                if is_constant(w) {
                    *named.entry(w).or_default() += 1;
                }
            }
        }
        named
    }

    /// The pieces on a tile, by its word among the tiles that do not grow.
    pub(super) fn on_tile(&self, tile: usize) -> &'a [u64] {
        let at = self.program.layout.tiles + tile;
        match (self.program.tiles.single[tile], self.word(at)) {
            (true, NULL) => &[],
            (true, _) => &self.words[at..=at],
            (false, list) => self.elements(list),
        }
    }

    /// The address of a zone by its slot.
    pub(super) fn zone(&self, slot: usize) -> u64 {
        (self.program.layout.zones + slot * list::HEAD) as u64
    }

    /// How many lists of live objects there are.
    pub(super) fn live_lists(&self) -> usize {
        self.program.classes.iter().flat_map(|c| &c.joins).max().map_or(0, |i| usize::from(*i) + 1)
    }

    pub(super) fn live(&self, number: usize) -> &'a [u64] {
        self.elements((self.program.layout.live + number * list::HEAD) as u64)
    }
}

/// Values of which some name what the seat does not know: where these stand must not tell which ones they name.
fn unknown_last(start: u64, all: impl Iterator<Item = (bool, u64)>) -> u64 {
    let (mut h, mut unknown) = (start, Vec::new());
    for (is_known, value) in all {
        if is_known {
            h = mix(h, value);
        } else {
            unknown.push(value);
        }
    }
    unknown.sort_unstable();
    mix(unknown.iter().fold(h, |h, value| mix(h, *value)), unknown.len() as u64)
}
