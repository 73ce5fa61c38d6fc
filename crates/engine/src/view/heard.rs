//! What the rules tell while they run, as each viewer reads it. It knows nothing of what becomes of the texts.

use crate::fault::short;
use crate::game::Game;
use crate::order::by_number;
use crate::tabletop::{Entry, True};
use crate::view::reader::{LEFT_OUT, MAX_SHOWN, Reader, plain};
use crate::view::{Eyes, Names, ValueView, Viewer};
use bytecode::op::veil;
use bytecode::program::{Sentence, Show};
use bytecode::word;
use std::cell::Cell;

/// So many elements of a list are named.
const MAX_NAMED: usize = 60;

/// Of more things than this in a zone without an order nothing is told, since the order in which they are needs the names
/// of all.
const MAX_IN_ORDER: usize = 200;

/// About how many bytes the values of a sentence may take that are read for one viewer; more would be cut off anyway.
const MAX_READ: usize = 1 << 16;

/// One sentence, worked out for each viewer at the moment in which it was told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Heard {
    /// Whether it says why the match ended.
    pub(crate) is_why: bool,
    /// By seat; then for spectators, and for whoever sees all. None for whoever does not hear it.
    texts: Vec<Option<String>>,
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
    /// The values stand as the instruction says. Told to null, nobody hears it but whoever sees all. None where nobody
    /// hears it who has room for one more; viewers are counted as the texts are.
    pub(crate) fn new(
        game: &Game,
        words: &[u64],
        players: u32,
        (told, values): (&Sentence, &[u64]),
        has_room: impl Fn(usize) -> bool,
    ) -> Option<Heard> {
        let program = &game.program;
        let viewers = (0..players).map(Viewer::Seat).chain([Viewer::Spectator]);
        let all = viewers.map(Eyes::Of).chain([Eyes::All]);
        let hears = |eyes: Eyes| match eyes {
            Eyes::Of(Viewer::Seat(seat)) => !told.is_for_one || values[0] == word::player(seat),
            Eyes::Of(Viewer::Spectator) => !told.is_for_one,
            Eyes::All => true,
        };
        let text = |eyes: Eyes| {
            let reader = Reader { budget: Cell::new(MAX_READ), ..Reader::new(game, words, players, eyes) };
            let mut text = String::new();
            for (part, value) in told.parts.iter().zip(values[1..].chunks_exact(2)) {
                let sees_all = eyes == Eyes::All;
                let may_read = value[1] != veil::WRONG && (sees_all || value[1] & eyes.bits() != 0);
                text.push_str(&match may_read {
                    true if part.is_zone && program.order_may_tell => said_of_zone(&reader, value[0]),
                    true => said(&reader, value[0], &part.show),
                    false => veil::HIDDEN.to_owned(),
                });
            }
            short(&text)
        };
        let texts = all.enumerate().map(|(k, eyes)| (hears(eyes) && has_room(k)).then(|| text(eyes)));
        let texts: Vec<Option<String>> = texts.collect();
        texts.iter().any(Option::is_some).then_some(Heard { is_why: told.is_why, texts })
    }

    /// Adds it to how many sentences each viewer has heard.
    pub(crate) fn count(&self, counts: &mut Vec<usize>) {
        counts.resize(self.texts.len(), 0);
        counts.iter_mut().zip(&self.texts).for_each(|(n, text)| *n += usize::from(text.is_some()));
    }

    pub(crate) fn text(&self, eyes: Eyes) -> Option<&str> {
        let seats = self.texts.len().saturating_sub(2);
        let k = match eyes {
            Eyes::Of(Viewer::Seat(seat)) => seat as usize,
            Eyes::Of(Viewer::Spectator) => seats,
            Eyes::All => seats + 1,
        };
        self.texts.get(k).and_then(Option::as_deref)
    }
}

/// What lies in a zone, as a text holds it: where it has no order, in the order of how it reads, which tells nothing of how
/// it came there.
fn said_of_zone(reader: &Reader<'_>, list: u64) -> String {
    let all = reader.elements(list);
    let zone = all.first().and_then(|first| reader.zone_of(*first));
    if zone.is_none_or(|zone| zone.ordered || zone.deck) {
        return said(reader, list, &Show::List(Box::new(Show::Object)));
    }
    if all.len() > MAX_IN_ORDER {
        return LEFT_OUT.to_owned();
    }
    let named = Reader {
        budget: Cell::new(MAX_SHOWN),
        ..Reader::new(reader.game, reader.words, reader.players, reader.eyes)
    };
    let mut known: Vec<String> = all.iter().filter(|o| named.knows(**o)).map(|o| named.name(*o)).collect();
    known.sort_by_cached_key(|name| by_number(name));
    let unknown = all.iter().filter(|o| !named.knows(**o)).map(|o| named.name(*o));
    listed(known.into_iter().chain(unknown))
}

/// The first few names.
fn listed(all: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = all.take(MAX_NAMED).collect();
    if all.is_empty() { "nothing".to_owned() } else { all.join(", ") }
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
            let known = elements.iter().filter(|w| !is_unknown(w));
            listed(known.chain(elements.iter().filter(is_unknown)).map(|w| said(reader, *w, of)))
        }
        Show::Bool => (w == word::TRUE).to_string(),
        Show::Player => reader.game.seat_name(word::to_player(w)),
        Show::Number => (word::to_number(w) + 0.0).to_string(),
        _ => match reader.value(w, show).settled() {
            ValueView::Zone { title, owner: Some(seat), .. } => {
                format!("{title} of {}", reader.game.seat_name(seat))
            }
            ValueView::Tile { board, name, names: Names::One | Names::Settled, .. } => {
                reader.game.tile_title(&board, &name).unwrap_or(&name).to_owned()
            }
            value => plain(&value),
        },
    }
}
