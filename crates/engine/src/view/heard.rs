//! What the rules tell while they run, as each viewer reads it. It knows nothing of what becomes of the texts.

use crate::fault::short;
use crate::game::Game;
use crate::tabletop::{Entry, True};
use crate::view::reader::{Reader, plain};
use crate::view::{Eyes, Value, Viewer};
use bytecode::op::veil;
use bytecode::program::{Sentence, Show};
use bytecode::word;
use std::cell::Cell;

/// So many elements of a list are named.
const MAX_NAMED: usize = 60;

/// About how many bytes the values of a sentence may take that are read for one viewer; more would be cut off anyway.
const MAX_READ: usize = 1 << 16;

/// One sentence, worked out for each viewer at the moment in which it was told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Heard {
    /// Who alone hears it.
    to: Option<u32>,
    /// Whether it says why the match ended.
    pub(crate) is_why: bool,
    /// By seat; then for spectators, and for whoever sees all.
    texts: Vec<String>,
}

/// That a choice which was made in secret has become impossible by the time that it was its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Voided {
    /// Whose choice it was.
    pub by: u32,
    /// Who else may know it: a bit for each seat, and one for spectators.
    pub readers: u64,
    /// Why, in the words of the rules for the one who chose; empty where there are none, or none may be told.
    pub why: String,
    /// So many sentences were told before.
    pub after: usize,
}

impl Voided {
    pub(crate) fn entry(&self, viewer: Viewer) -> Option<Entry> {
        let is_own = viewer == Viewer::Seat(self.by);
        let why = Some(short(&self.why)).filter(|why| is_own && !why.is_empty());
        let may_know = is_own || self.readers & Eyes::Of(viewer).bits() != 0;
        may_know.then_some(Entry::Void { by: self.by, void: True, why })
    }
}

impl Heard {
    /// The values stand as the instruction says. Told to null, nobody hears it.
    pub(crate) fn new(game: &Game, words: &[u64], players: u32, told: &Sentence, values: &[u64]) -> Heard {
        let to = match (told.is_for_one, values[0]) {
            (false, _) => None,
            (true, word::NULL) => Some(u32::MAX),
            (true, w) => Some(word::to_player(w)),
        };
        let viewers = (0..players).map(Viewer::Seat).chain([Viewer::Spectator]);
        let all = viewers.map(Eyes::Of).chain([Eyes::All]);
        let text = |eyes: Eyes| {
            let reader = Reader { budget: Cell::new(MAX_READ), ..Reader::new(game, words, players, eyes) };
            let mut text = String::new();
            for (show, value) in told.parts.iter().zip(values[1..].chunks_exact(2)) {
                let sees_all = eyes == Eyes::All;
                let may_read = value[1] != veil::WRONG && (sees_all || value[1] & eyes.bits() != 0);
                text.push_str(&if may_read {
                    said(&reader, value[0], show)
                } else {
                    veil::HIDDEN.to_owned()
                });
            }
            short(&text)
        };
        Heard { to, is_why: told.is_why, texts: all.map(text).collect() }
    }

    pub(crate) fn text(&self, eyes: Eyes) -> Option<&str> {
        let seats = self.texts.len().saturating_sub(2);
        let (hears, k) = match eyes {
            Eyes::Of(Viewer::Seat(seat)) => (self.to.is_none_or(|to| to == seat), seat as usize),
            Eyes::Of(Viewer::Spectator) => (self.to.is_none(), seats),
            Eyes::All => (true, seats + 1),
        };
        self.texts.get(k).filter(|_| hears).map(String::as_str)
    }
}

/// A value as a text holds it, but for pieces, which are named as the reader knows them, those that it does not know
/// behind the others.
fn said(reader: &Reader<'_>, w: u64, show: &Show) -> String {
    match show {
        _ if w == word::NULL => "null".to_owned(),
        Show::Object => reader.name(w),
        Show::List(of) => {
            let elements = reader.elements(w);
            let is_unknown = |w: &&u64| **of == Show::Object && **w != word::NULL && !reader.knows(**w);
            let (unknown, known): (Vec<&u64>, Vec<&u64>) = elements.iter().partition(is_unknown);
            let all = known.into_iter().chain(unknown).take(MAX_NAMED);
            let all: Vec<String> = all.map(|w| said(reader, *w, of)).collect();
            if all.is_empty() { "nothing".to_owned() } else { all.join(", ") }
        }
        Show::Bool => (w == word::TRUE).to_string(),
        Show::Player => reader.game.seat_name(word::to_player(w)),
        Show::Number => (word::to_number(w) + 0.0).to_string(),
        _ => match reader.value(w, show).settled() {
            Value::Zone { title, owner: Some(seat), .. } => {
                format!("{title} of {}", reader.game.seat_name(seat))
            }
            value => plain(&value),
        },
    }
}
