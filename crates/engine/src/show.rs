//! Words as values that a seat may see. A card that the seat does not know is shown as a card and no more.

use crate::game::Game;
use crate::looks::{Presenter, Subject};
use crate::view::{Look, ObjectView, Piece, Value, Viewer};
use bytecode::layout::{list, object};
use bytecode::program::{Class, Field, Show};
use bytecode::word::{self, NULL};
use std::cell::Cell;

/// Reads words of one state for one pair of eyes.
pub(crate) struct Reader<'a> {
    pub game: &'a Game,
    pub words: &'a [u64],
    pub players: u32,
    pub viewer: Viewer,
    /// Whether what is shown is offered to the viewer. Only then is it said where cards lie that it does not know: an
    /// attribute that names such a card would otherwise follow it on its way through hands and decks.
    pub offers: bool,
    /// About how many bytes may still be shown; what comes after that is left out.
    pub room: Cell<usize>,
    /// Says how things look, in views alone: a move offers things as the rules call them.
    pub presenter: Option<Presenter<'a>>,
    /// The look of a modifier is being worked out.
    pub within: Cell<bool>,
}

/// About how many bytes one view, or one list of moves, may take.
pub(crate) const MAX_SHOWN: usize = 1 << 26;

/// What a value takes beside its text.
const VALUE: usize = 64;

/// What stands where there was no more room.
const LEFT_OUT: &str = "...";

/// How deep lists in lists are shown.
const MAX_DEPTH: u32 = 4;

impl<'a> Reader<'a> {
    /// A reader without looks, for something that is not offered to the viewer.
    pub(crate) fn new(game: &'a Game, words: &'a [u64], players: u32, viewer: Viewer) -> Reader<'a> {
        let (room, within) = (Cell::new(MAX_SHOWN), Cell::new(false));
        Reader { game, words, players, viewer, offers: false, room, presenter: None, within }
    }

    pub(crate) fn value(&self, w: u64, show: &Show) -> Value {
        self.nested(w, show, MAX_DEPTH)
    }

    fn nested(&self, w: u64, show: &Show, depth: u32) -> Value {
        if w == NULL {
            return Value::Null;
        }
        if !self.takes(VALUE) {
            return Value::Other(LEFT_OUT.to_owned());
        }
        let program = &self.game.program;
        match show {
            Show::Number => Value::Number(word::to_number(w)),
            Show::Text => Value::Text(self.text(w)),
            Show::Bool => Value::Bool(w == word::TRUE),
            Show::Player => Value::Player(word::to_player(w)),
            Show::Case(of) => {
                let e = &program.enums[*of as usize];
                let name = e.cases.get(w as usize).cloned().unwrap_or_default();
                Value::Case { of: e.name.clone(), name }
            }
            Show::Tile => self.tile(w),
            Show::Place if w < u64::from(program.tiles.count) => self.tile(w),
            Show::Place => self.zone(w),
            Show::Zone => self.zone(w),
            Show::Zones => match program.slots.get(w as usize) {
                Some((zone, _)) => {
                    Value::Zone { name: program.zones[*zone as usize].name.clone(), owner: None }
                }
                None => Value::Null,
            },
            Show::Turn => {
                Value::Text(program.turns.get(w as usize).map_or_else(String::new, |t| t.name.clone()))
            }
            Show::Object => Value::Object(self.object(w)),
            Show::List(of) if depth > 0 => Value::List(self.all(self.elements(w).iter(), of, depth)),
            Show::Table(of) if depth > 0 => {
                Value::List(self.all(self.elements(w).iter().skip(2).step_by(3), of, depth))
            }
            Show::List(_) | Show::Table(_) => Value::Other("...".to_owned()),
            Show::Position => Value::Other("a position".to_owned()),
            Show::Function => Value::Other("a function".to_owned()),
        }
    }

    /// Whether there is room for so many bytes more.
    fn takes(&self, bytes: usize) -> bool {
        let room = self.room.get();
        self.room.set(room.saturating_sub(bytes));
        room >= bytes
    }

    /// As many values as there is room for, and a sign where some are left out.
    fn all<'w>(&self, words: impl Iterator<Item = &'w u64>, of: &Show, depth: u32) -> Vec<Value> {
        let mut shown = Vec::new();
        for w in words {
            let full = self.room.get() < VALUE;
            shown.push(self.nested(*w, of, depth - 1));
            if full {
                break;
            }
        }
        shown
    }

    pub(crate) fn elements(&self, l: u64) -> &'a [u64] {
        let (Some(head), Some(place)) = (self.words.get(l as usize), self.words.get(l as usize + 1)) else {
            return &[];
        };
        let data = list::data(*place);
        self.words.get(data..data + list::length(*head)).unwrap_or(&[])
    }

    fn text(&self, w: u64) -> String {
        let units: Vec<u16> = match word::text(w) {
            Some(word::Text::Inline(n, bytes)) => {
                (0..n).map(|i| u16::from((bytes >> (8 * i)) as u8)).collect()
            }
            Some(word::Text::Constant(i)) => match self.game.program.strings.get(i) {
                Some(units) if self.takes(units.len()) => units.clone(),
                Some(_) => return LEFT_OUT.to_owned(),
                None => Vec::new(),
            },
            Some(word::Text::Heap(at)) => {
                let n = self.words.get(at).map_or(0, |head| (head >> 32) as usize);
                if !self.takes(n) {
                    return LEFT_OUT.to_owned();
                }
                let unit = |i: usize| self.words.get(at + 1 + i / 4).map(|w| (w >> (16 * (i % 4))) as u16);
                (0..n).filter_map(unit).collect()
            }
            None => Vec::new(),
        };
        String::from_utf16_lossy(&units)
    }

    fn tile(&self, w: u64) -> Value {
        let program = &self.game.program;
        let Some(board) = program.tiles.board.get(w as usize) else { return Value::Null };
        let board = &program.boards[*board as usize];
        let name = board.geometry.tiles[w as usize - board.first as usize].name.clone();
        Value::Tile { board: board.name.clone(), name }
    }

    fn zone(&self, address: u64) -> Value {
        let program = &self.game.program;
        let slot = (address as usize).saturating_sub(program.layout.zones) / list::HEAD;
        match program.slots.get(slot) {
            Some((zone, owner)) => {
                Value::Zone { name: program.zones[*zone as usize].name.clone(), owner: *owner }
            }
            None => Value::Null,
        }
    }

    pub(crate) fn class(&self, o: u64) -> &'a Class {
        &self.game.program.classes[object::class(self.words[o as usize]) as usize]
    }

    /// Whether the viewer knows which card it is.
    pub(crate) fn knows(&self, o: u64) -> bool {
        let class = self.class(o);
        if let Some(of) = &class.modifier {
            // Who does not know a card does not know what is on it.
            let holder = self.words[o as usize + class.first_field as usize];
            return self.game.program.classes[of.on as usize].is_tile || self.knows(holder);
        }
        if !class.is_piece {
            return true;
        }
        let known = self.words[o as usize + object::KNOWN];
        let everybody = (1_u64 << self.players) - 1;
        match self.viewer {
            Viewer::All => true,
            // In no place: held by nobody, like an object of the rules.
            _ if self.words[o as usize + object::PLACE] == NULL => true,
            Viewer::Seat(p) => known >> p & 1 == 1,
            Viewer::Spectator => known & everybody == everybody,
        }
    }

    /// An object as it is named in values and moves.
    pub(crate) fn object(&self, o: u64) -> ObjectView {
        if o as usize >= self.words.len() {
            return ObjectView {
                class: None,
                text: "?".to_owned(),
                place: None,
                numbers: Vec::new(),
                look: Box::default(),
            };
        }
        let class = self.class(o);
        let place = if class.is_piece { self.words[o as usize + object::PLACE] } else { NULL };
        let place_text = match self.nested(place, &Show::Place, 0) {
            Value::Tile { name, .. } => Some(name),
            Value::Zone { name, .. } => Some(name),
            _ => None,
        };
        if !self.knows(o) {
            let place = place_text.filter(|_| self.offers);
            let (numbers, look) = (Vec::new(), Look::default());
            return ObjectView {
                class: None,
                text: "a card".to_owned(),
                place,
                numbers,
                look: Box::new(look),
            };
        }
        let on_tile = place < u64::from(self.game.program.tiles.count);
        let text = match (&place_text, on_tile) {
            (Some(tile), true) => tile.clone(),
            _ => self.title(o),
        };
        let look = if class.modifier.is_some() { self.look_of_modifier(o) } else { Look::default() };
        ObjectView {
            class: Some(class.name.clone()),
            text,
            place: place_text,
            numbers: self.numbers(o),
            look: Box::new(look),
        }
    }

    /// How an application of a modifier looks. Those that it names itself, perhaps in a circle, look plain.
    fn look_of_modifier(&self, o: u64) -> Look {
        if self.presenter.is_none() || self.within.replace(true) {
            return Look::default();
        }
        let attributes = self.attributes(o);
        self.within.set(false);
        self.look(o, &attributes, None)
    }

    /// What the look of an object's class says of it.
    pub(crate) fn look(&self, o: u64, attributes: &[(String, Value)], owner: Option<u32>) -> Look {
        let class = object::class(self.words[o as usize]);
        let looks = &self.game.program.looks;
        match (&self.presenter, looks.classes.get(&u32::from(class as u16))) {
            (Some(presenter), Some(look)) => {
                self.fitting(presenter.present(look, &Subject { attributes, owner, ..Subject::NOTHING }))
            }
            _ => Look::default(),
        }
    }

    /// The look, if there is room for it.
    pub(crate) fn fitting(&self, look: Look) -> Look {
        let texts = [&look.title, &look.text, &look.symbol, &look.colour, &look.image];
        let texts = texts.into_iter().flatten().chain(&look.corners).chain(&look.badges);
        if self.takes(texts.map(String::len).sum()) { look } else { Look::default() }
    }

    fn numbers(&self, o: u64) -> Vec<(String, f64)> {
        let class = self.class(o);
        let first = o as usize + class.first_field as usize;
        let fields = class.fields.iter().enumerate().filter(|(_, f)| f.show == Show::Number);
        let fields = fields.map(|(i, f)| (f, self.words[first + i]));
        let seen = fields.filter(|(f, w)| *w != NULL && (!f.secret || self.owns(o)));
        seen.map(|(f, w)| (f.name.clone(), word::to_number(w))).collect()
    }

    /// A short text from the attributes that tell a card: cases and texts, or else numbers, or the class. What a look
    /// hides is left out.
    pub(crate) fn title(&self, o: u64) -> String {
        let class = self.class(o);
        if !self.takes(VALUE) {
            return LEFT_OUT.to_owned();
        }
        let field = |i: usize| self.words[o as usize + class.first_field as usize + i];
        if let Some(of) = &class.modifier {
            let params = of.params.0 as usize..(of.params.0 + of.params.1) as usize;
            let params = params.map(|i| plain(&self.value(field(i), &class.fields[i].show)));
            let params: Vec<String> = params.collect();
            return match params.is_empty() {
                true => class.name.clone(),
                false => format!("{}({})", class.name, params.join(", ")),
            };
        }
        let looks = &self.game.program.looks.classes;
        let look = looks.get(&u32::from(object::class(self.words[o as usize]) as u16));
        let tells = |f: &Field| !f.secret && !f.hidden && look.is_none_or(|l| !l.hide.contains(&f.name));
        let telling = |shows: fn(&Show) -> bool| -> Vec<String> {
            let fields = class.fields.iter().enumerate();
            let fields = fields.filter(|(i, f)| shows(&f.show) && tells(f) && field(*i) != NULL);
            fields.map(|(i, f)| plain(&self.value(field(i), &f.show))).collect()
        };
        let words = telling(|s| matches!(s, Show::Case(_) | Show::Text));
        let words = if words.is_empty() { telling(|s| *s == Show::Number) } else { words };
        if words.is_empty() { class.name.clone() } else { words.join(" ") }
    }

    /// A piece with what there is to see of it; None where the viewer does not know it.
    pub(crate) fn piece(&self, o: u64) -> Option<Piece> {
        if !self.knows(o) {
            return None;
        }
        let class = self.class(o);
        let owner = self.words[o as usize + object::OWNER];
        let owner = (owner != NULL).then(|| word::to_player(owner));
        let attributes = self.attributes(o);
        let look = self.look(o, &attributes, owner);
        Some(Piece {
            class: class.name.clone(),
            owner,
            attributes,
            text: self.title(o),
            look: Box::new(look),
        })
    }

    pub(crate) fn attributes(&self, o: u64) -> Vec<(String, Value)> {
        let class = self.class(o);
        if !self.takes(VALUE * class.fields.len()) {
            return Vec::new();
        }
        let first = o as usize + class.first_field as usize;
        // What the machine keeps is shown only where there is something: the list of modifiers.
        let shown = |i: usize, f: &Field| match f.hidden {
            true => matches!(f.show, Show::List(_)) && self.words[first + i] != NULL,
            false => !f.secret || self.owns(o),
        };
        let fields = class.fields.iter().enumerate().filter(|(i, f)| shown(*i, f));
        let name = |f: &Field| f.name.trim_matches(['(', ')']).to_owned();
        fields.map(|(i, f)| (name(f), self.value(self.words[first + i], &f.show))).collect()
    }

    fn owns(&self, o: u64) -> bool {
        match self.viewer {
            Viewer::All => true,
            Viewer::Spectator => false,
            Viewer::Seat(p) => self.owners(o).contains(&p),
        }
    }

    pub(crate) fn owners(&self, o: u64) -> Vec<u32> {
        let owner = self.words[o as usize + object::OWNER];
        if owner == NULL {
            return Vec::new();
        }
        match self.class(o).visibility {
            language::tree::Visibility::Group => (0..32).filter(|p| owner >> p & 1 == 1).collect(),
            _ => vec![word::to_player(owner)],
        }
    }
}

/// A value as players type and read it.
pub fn plain(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Number(x) => x.to_string(),
        Value::Text(t) => t.clone(),
        Value::Bool(b) => if *b { "yes" } else { "no" }.to_owned(),
        Value::Player(p) => format!("player {}", p + 1),
        Value::Case { name, .. } | Value::Tile { name, .. } => name.clone(),
        Value::Object(object) => object.text.clone(),
        Value::List(all) if all.is_empty() => "nothing".to_owned(),
        Value::List(all) => all.iter().map(plain).collect::<Vec<_>>().join(", "),
        Value::Zone { name, .. } => name.clone(),
        Value::Other(text) => text.clone(),
    }
}
