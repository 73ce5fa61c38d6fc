//! The words of a state as somebody reads them who does not run the rules: where lists, tables and texts lie, those of
//! constants included. It knows nothing of who may see what.

use bytecode::Program;
use bytecode::layout::{CONSTANTS, Shape, is_constant, list};
use bytecode::program::Show;
use bytecode::word::{Kind, NULL};

/// The words of a state, with the program whose constants they lead to.
#[derive(Clone, Copy)]
pub(crate) struct StateWords<'a> {
    pub program: &'a Program,
    pub words: &'a [u64],
}

impl<'a> StateWords<'a> {
    /// The word at an address that leads somewhere, of the state or of constants.
    pub(crate) fn word(self, address: usize) -> u64 {
        match self.words.get(address) {
            Some(word) => *word,
            None => self.program.constant_word(address).unwrap_or(NULL),
        }
    }

    /// The elements of a list, or the raw words of a table: for each entry the kind of its key, the key and the value.
    pub(crate) fn elements(self, l: u64) -> &'a [u64] {
        let (words, at) = match is_constant(l) {
            true => (self.program.data.as_slice(), l as usize - CONSTANTS),
            false => (self.words, l as usize),
        };
        let (Some(head), Some(place)) = (words.get(at), words.get(at + 1)) else { return &[] };
        // Where the data of a list stands is said as an address, too.
        let data = list::data(*place).wrapping_sub(l as usize - at);
        words.get(data..data.saturating_add(list::length(*head))).unwrap_or(&[])
    }

    /// The units of a text on the heap.
    pub(crate) fn units(self, at: usize) -> impl Iterator<Item = u16> {
        (0..(self.word(at) >> 32) as usize).map(move |i| (self.word(at + 1 + i / 4) >> (16 * (i % 4))) as u16)
    }

    pub(crate) fn is_object(self, address: u64) -> bool {
        Shape::of(self.word(address as usize)) == Some(Shape::Object)
    }

    /// Whether a value that is shown so names an object that is hidden, in lists within lists up to some depth.
    pub(crate) fn names_hidden(
        self,
        w: u64,
        show: &Show,
        depth: u32,
        is_hidden: &impl Fn(u64) -> bool,
    ) -> bool {
        match show {
            _ if w == NULL => false,
            Show::Object => is_hidden(w),
            Show::List(of) if depth > 0 && may_name_objects(of) => {
                self.elements(w).iter().any(|w| self.names_hidden(*w, of, depth - 1, is_hidden))
            }
            Show::Table(of, keys) if depth > 0 => {
                let mut entries = self.elements(w).chunks_exact(3);
                entries.any(|entry| self.entry_names_hidden(entry, of, keys.as_deref(), depth - 1, is_hidden))
            }
            _ => false,
        }
    }

    /// The same of an entry of a table, whose key may be anything where it is not said how keys are shown.
    pub(crate) fn entry_names_hidden(
        self,
        entry: &[u64],
        of: &Show,
        keys: Option<&Show>,
        depth: u32,
        is_hidden: &impl Fn(u64) -> bool,
    ) -> bool {
        let is_hidden_key = match keys {
            Some(show) => self.names_hidden(entry[1], show, depth, is_hidden),
            None => {
                let is_ref = Kind::from_bits(entry[0]) == Kind::Ref && entry[1] != NULL;
                is_ref && self.is_object(entry[1]) && is_hidden(entry[1])
            }
        };
        is_hidden_key || self.names_hidden(entry[2], of, depth, is_hidden)
    }
}

/// Whether what is shown so may name objects; of most lists it is known that they do not.
pub(crate) fn may_name_objects(show: &Show) -> bool {
    match show {
        Show::Object | Show::Table(..) => true,
        Show::List(of) => may_name_objects(of),
        _ => false,
    }
}
