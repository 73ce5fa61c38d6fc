//! Turns words of the state into values that a viewer may see. A card that the viewer does not know is shown as a
//! card and nothing more.

use super::looks::{Presenter, Subject};
use super::{Eyes, Look, Names, ObjectView, Piece, SortKey, SortKeys, ValueView, Viewer};
use crate::game::Game;
use crate::order::by_number;
use crate::state_words::StateWords;
use crate::tabletop::Name;
use crate::written::quoted;
use bytecode::Program;
use bytecode::layout::{KeyKind, Shape, is_constant, list, object};
use bytecode::op::veil::UNKNOWN_CARD;
use bytecode::program::{Class, Field, Show, ZoneLayout};
use bytecode::word::{self, NULL};
use language::look;
use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::Arc;
use vm::growing::Spot;
use vm::sight;

/// Reads the words of one state on behalf of one viewer.
pub(crate) struct Reader<'a> {
    pub game: &'a Game,
    pub words: &'a [u64],
    pub players: u32,
    pub eyes: Eyes,
    /// About how many more bytes may be shown; whatever exceeds this is left out.
    pub budget: Cell<usize>,
    /// How many more objects that lists and tables name may be looked at; after that each counts as unknown.
    pub names_left: Cell<u32>,
    /// Evaluates looks. Only views have one: moves use the names of the rules, and name what their reader does not
    /// know last.
    pub presenter: Option<Presenter<'a>>,
    /// Whether the look of something that is named is being worked out.
    pub in_modifier: Cell<bool>,
    /// How lists are told that are read now.
    pub list_order: Cell<ListOrder>,
    /// Where the words of attributes stand of which it is not known what modifiers make of them.
    pub unread: Option<&'a BTreeSet<usize>>,
    /// The rules are running, and what modifiers make of attributes, or derived ones are, has not been worked out.
    pub is_running: bool,
    pub personal: Personal,
}

/// Whether what was read of an object since somebody asked follows from who reads it, beyond what is known of that
/// object itself: from what that viewer knows of others, or from the numbers that it has for things.
#[derive(Clone, Default)]
pub(crate) struct Personal {
    of: Cell<u64>,
    /// Who knows that object; no others read it.
    knowers: Cell<u64>,
    is_so: Cell<bool>,
}

impl Personal {
    /// From here on something is read of that object, which only those read.
    pub(crate) fn begin(&self, of: u64, knowers: u64) {
        self.of.set(of);
        self.knowers.set(knowers);
        self.is_so.set(false);
    }

    /// Something that not all read alike.
    pub(crate) fn note(&self) {
        self.is_so.set(true);
    }

    pub(crate) fn is_so(&self) -> bool {
        self.is_so.get()
    }
}

/// In which order the elements of a list are told.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum ListOrder {
    /// In that of the list, unless they name what the viewer does not know.
    #[default]
    Kept,
    /// As [`ListOrder::Kept`], but for whatever the viewer does not see in full: several things that are chosen stand in
    /// the order in which the rules made them, which may follow from what is hidden.
    Any,
    /// As [`ListOrder::Kept`], also of several things that are chosen.
    AsMade,
}

/// What the look of an object calls it.
#[derive(Debug)]
pub(crate) struct Called {
    title: Option<String>,
    /// The words among its attributes.
    words: String,
}

/// About how many bytes one view, or one list of moves, may take.
pub(crate) const MAX_SHOWN: usize = 1 << 24;

/// About how many bytes a value takes besides its text.
pub(crate) const VALUE: usize = 64;

/// About how many bytes the attributes of one object may take, where it is named by its look.
const MAX_CALLED: usize = 1 << 14;

/// How many objects are looked at that lists name.
const MAX_NAMED: u32 = 1 << 22;

/// What is shown in place of what was left out.
pub(crate) const LEFT_OUT: &str = "...";

/// What is shown of an attribute that could not be read.
const UNREAD: &str = "?";

/// How deep lists in lists are shown.
pub(crate) const MAX_DEPTH: u32 = 4;

impl<'a> Reader<'a> {
    /// A reader without looks, for values that are not choices offered to the viewer.
    pub(crate) fn new(game: &'a Game, words: &'a [u64], players: u32, eyes: impl Into<Eyes>) -> Reader<'a> {
        let (eyes, budget, in_modifier) = (eyes.into(), Cell::new(MAX_SHOWN), Cell::new(false));
        Reader {
            game,
            words,
            players,
            eyes,
            budget,
            names_left: Cell::new(MAX_NAMED),
            presenter: None,
            in_modifier,
            list_order: Cell::default(),
            unread: None,
            is_running: false,
            personal: Personal::default(),
        }
    }

    /// Whether it is not known what modifiers make of an attribute, a field of an object by its number: it could not be
    /// read, or the rules are running.
    pub(crate) fn is_unread(&self, o: u64, i: usize) -> bool {
        let class = self.class(o);
        self.unread.is_some_and(|unread| unread.contains(&(o as usize + usize::from(class.first_field) + i)))
            || self.is_running && self.is_made(o, &class.fields[i])
    }

    /// Whether an attribute may be something else than its word in the object says.
    fn is_made(&self, o: u64, field: &Field) -> bool {
        let kind = || self.game.kinds.get(object::class(self.word(o as usize)));
        let has_modifiers = || kind().lists.iter().any(|at| self.word(o as usize + at) != NULL);
        field.derived || field.reader.is_some() && has_modifiers()
    }

    pub(crate) fn value(&self, w: u64, show: &Show) -> ValueView {
        self.nested(w, show, MAX_DEPTH)
    }

    fn nested(&self, w: u64, show: &Show, depth: u32) -> ValueView {
        if !self.takes(VALUE) {
            return ValueView::Other(LEFT_OUT.to_owned());
        }
        if w == NULL {
            return ValueView::Null;
        }
        let program = &self.game.program;
        match show {
            Show::Number => ValueView::Number(word::to_number(w)),
            Show::Text => ValueView::Text(self.text(w)),
            Show::Bool => ValueView::Bool(w == word::TRUE),
            Show::Player => ValueView::Player(word::to_player(w)),
            Show::Case(of) => {
                let e = &program.enums[*of as usize];
                let name = e.cases.get(w as usize).cloned().unwrap_or_default();
                ValueView::Case { of: e.name.clone(), name }
            }
            Show::Tile => self.tile(w),
            Show::Place if word::is_tile(w, program.tiles.count) => self.tile(w),
            Show::Place | Show::Zone => self.zone(w),
            Show::Zones => match program.slots.get(w as usize) {
                Some((zone, _)) => zone_named(&program.zones[*zone as usize], None),
                None => ValueView::Null,
            },
            Show::Turn => {
                ValueView::Text(program.turns.get(w as usize).map_or_else(String::new, |t| t.name.clone()))
            }
            Show::Object => ValueView::Object(self.object(w)),
            Show::List(of) if depth > 0 => {
                let (known, unknown) = self.parted(w, of, depth);
                let known = self.all(known.into_iter(), of, depth);
                let unknown = read_in_order(self.all(unknown.into_iter(), of, depth));
                ValueView::List(known.into_iter().chain(unknown).collect())
            }
            Show::Set(of) => ValueView::List(of.members(w).map(|w| self.nested(w, of, 0)).collect()),
            Show::Table(of, keys) if depth > 0 => {
                ValueView::Table(self.entries(w, of, keys.as_deref(), depth))
            }
            Show::List(_) | Show::Table(..) => ValueView::Other(LEFT_OUT.to_owned()),
            Show::Position => ValueView::Other("a position".to_owned()),
            Show::Function => ValueView::Other("a function".to_owned()),
        }
    }

    /// Takes so many bytes from the budget; false if it does not hold them.
    pub(crate) fn takes(&self, bytes: usize) -> bool {
        let budget = self.budget.get();
        self.budget.set(budget.saturating_sub(bytes));
        budget >= bytes
    }

    /// Whether the budget holds no more value.
    pub(crate) fn is_full(&self) -> bool {
        self.budget.get() < VALUE
    }

    /// As many of several as the budget allows. The last one is read when it holds no more, and so stands for those that
    /// are left out.
    pub(crate) fn read_all<W, T>(
        &self,
        all: impl IntoIterator<Item = W>,
        mut read: impl FnMut(W) -> Option<T>,
    ) -> Vec<T> {
        let mut values = Vec::new();
        for w in all {
            let is_full = self.is_full();
            values.extend(read(w));
            if is_full {
                break;
            }
        }
        values
    }

    fn all<'w>(&self, words: impl Iterator<Item = &'w u64>, of: &Show, depth: u32) -> Vec<ValueView> {
        self.read_all(words, |w| Some(self.nested(*w, of, depth - 1)))
    }

    /// The keys of a table with their values.
    fn entries(&self, table: u64, of: &Show, keys: Option<&Show>, depth: u32) -> Vec<(ValueView, ValueView)> {
        self.read_all(self.told_entries(table, of, keys, depth), |entry| {
            let key = match keys {
                Some(show) => self.nested(entry[1], show, depth - 1),
                None => self.nested(entry[1], &self.show_of_key(entry[0], entry[1]), depth - 1),
            };
            Some((key, self.nested(entry[2], of, depth - 1)))
        })
    }

    /// The elements of a list that name nothing that the viewer does not know, in their order, and the others. Where
    /// these stand must not tell which of the hidden things they name, so they are told last, see [`read_in_order`].
    pub(crate) fn parted(&self, list: u64, of: &Show, depth: u32) -> (Vec<&'a u64>, Vec<&'a u64>) {
        let is_apart = |w: &&u64| match self.list_order.get() {
            ListOrder::Any => self.is_veiled(**w, of, depth - 1),
            ListOrder::Kept | ListOrder::AsMade => self.names_unknown(**w, of, depth - 1),
        };
        let (apart, known) =
            self.elements(list).iter().partition(|w| self.game.has_own_order() && is_apart(w));
        (known, apart)
    }

    /// Reads something that is chosen: of several things the order tells nothing, unless it is part of the choice.
    pub(crate) fn choice<T>(&self, is_ordered: bool, read: impl FnOnce(&Self) -> T) -> T {
        let order = self.list_order.get();
        if order == ListOrder::Kept && !is_ordered {
            self.list_order.set(ListOrder::Any);
        }
        let value = read(self);
        self.list_order.set(order);
        value
    }

    /// The entries of a table, what kind its key is, the key and the value, that name nothing that the viewer does not
    /// know. The others are left out: under which keys something hidden stands may follow from what it is, and how many
    /// hidden keys there are tells whether two of them are the same.
    pub(crate) fn told_entries(
        &self,
        table: u64,
        of: &Show,
        keys: Option<&Show>,
        depth: u32,
    ) -> impl Iterator<Item = &'a [u64]> {
        let (veils, state) = (self.game.may_veil, self.state());
        let is_told = move |entry: &&[u64]| {
            !veils || !state.entry_names_hidden(entry, of, keys, depth - 1, &|o| self.is_named_unknown(o))
        };
        self.elements(table).chunks_exact(3).filter(is_told)
    }

    /// Whether a value names an object that the viewer does not know.
    pub(crate) fn names_unknown(&self, w: u64, show: &Show, depth: u32) -> bool {
        self.state().names_hidden(w, show, depth, &|o| self.is_named_unknown(o))
    }

    /// Whether the viewer does not know an object that a value names, or too many have been looked at.
    fn is_named_unknown(&self, o: u64) -> bool {
        !self.may_look() || self.is_unknown(o)
    }

    /// Counts the objects at which is looked that values name.
    fn may_look(&self) -> bool {
        let left = self.names_left.get();
        self.names_left.set(left.saturating_sub(1));
        left > 0
    }

    /// Whether the viewer does not know an object. Constants are known to all, and what is not there is nothing to know.
    fn is_unknown(&self, o: u64) -> bool {
        !is_constant(o) && (o as usize) < self.words.len() && !self.knows(o)
    }

    /// How the key of a table that takes any is shown.
    pub(crate) fn show_of_key(&self, kind: u64, w: u64) -> Show {
        match KeyKind::from_bits(kind as u16) {
            KeyKind::Number => Show::Number,
            KeyKind::Text => Show::Text,
            KeyKind::Bool => Show::Bool,
            KeyKind::Place => Show::Place,
            KeyKind::Position => Show::Position,
            KeyKind::Turn => Show::Turn,
            KeyKind::Zones => Show::Zones,
            KeyKind::Case(of) => Show::Case(of),
            KeyKind::Players => Show::Set(Box::new(Show::Player)),
            KeyKind::Cases(of) => Show::Set(Box::new(Show::Case(of))),
            KeyKind::Ref => match Shape::of(self.word(w as usize)) {
                Some(Shape::Object) => Show::Object,
                _ => Show::Function,
            },
        }
    }

    fn state(&self) -> StateWords<'a> {
        StateWords { program: &self.game.program, words: self.words }
    }

    pub(crate) fn elements(&self, l: u64) -> &'a [u64] {
        self.state().elements(l)
    }

    pub(crate) fn word(&self, address: usize) -> u64 {
        self.state().word(address)
    }

    /// Whether a value names an object whose place among others may tell something: one of which the viewer does not see
    /// everything, or where the order of objects may tell of a choice, any.
    pub(crate) fn is_veiled(&self, w: u64, show: &Show, depth: u32) -> bool {
        match self.game.program.order_may_tell {
            true => self.state().names_hidden(w, show, depth, &|o| !is_constant(o)),
            false => self.is_hidden(w, show, depth),
        }
    }

    /// Whether a value names an object of which the viewer does not see everything.
    pub(crate) fn is_hidden(&self, w: u64, show: &Show, depth: u32) -> bool {
        let sees_less = |o: u64| {
            !self.may_look() || !is_constant(o) && (o as usize >= self.words.len() || !self.sees_all_of(o))
        };
        self.state().names_hidden(w, show, depth, &sees_less)
    }

    pub(crate) fn text(&self, w: u64) -> String {
        let Some(word::Text::Heap(at)) = word::text(w) else {
            let units = constant_text(&self.game.program, w).unwrap_or_default();
            return if self.takes(units.len()) {
                String::from_utf16_lossy(&units)
            } else {
                LEFT_OUT.to_owned()
            };
        };
        let n = self.words.get(at).map_or(0, |head| (head >> 32) as usize);
        if !self.takes(n) {
            return LEFT_OUT.to_owned();
        }
        let unit = |i: usize| self.words.get(at + 1 + i / 4).map(|w| (w >> (16 * (i % 4))) as u16);
        String::from_utf16_lossy(&(0..n).filter_map(unit).collect::<Vec<_>>())
    }

    fn tile(&self, w: u64) -> ValueView {
        let program = &self.game.program;
        let (board, number) = match (Spot::new(program, w), program.tiles.board.get(w as usize)) {
            (Some(spot), _) => (spot.board, spot.tile),
            (None, Some(board)) => {
                let board = &program.boards[*board as usize];
                (board, w as u32 - board.first)
            }
            (None, None) => return ValueView::Null,
        };
        let name = board.geometry.name(number).into_owned();
        let is_shared = self.game.shared_names.has(board);
        let names = if is_shared { Names::Several } else { Names::One };
        ValueView::Tile { board: board.name.clone(), owner: board.player, name, names }
    }

    /// The zone in which an object lies.
    pub(crate) fn zone_of(&self, o: u64) -> Option<&'a ZoneLayout> {
        let program = &self.game.program;
        let at = if o == NULL || is_constant(o) { NULL } else { self.word(o as usize + object::PLACE) };
        let is_zone = at != NULL && !word::is_tile(at, program.tiles.count);
        let slot = (at as usize).checked_sub(program.layout.zones).filter(|_| is_zone)? / list::HEAD;
        program.slots.get(slot).map(|(zone, _)| &program.zones[usize::from(*zone)])
    }

    fn zone(&self, address: u64) -> ValueView {
        let program = &self.game.program;
        let slot = (address as usize).saturating_sub(program.layout.zones) / list::HEAD;
        match program.slots.get(slot) {
            Some((zone, owner)) => zone_named(&program.zones[*zone as usize], *owner),
            None => ValueView::Null,
        }
    }

    pub(crate) fn class(&self, o: u64) -> &'a Class {
        &self.game.program.classes[object::class(self.word(o as usize)) as usize]
    }

    /// What the class of an object is called on tables.
    pub(crate) fn class_name(&self, o: u64) -> Name {
        self.game.names.classes[usize::from(object::class(self.word(o as usize)))].clone()
    }

    /// Whether the viewer knows which card it is.
    pub(crate) fn knows(&self, o: u64) -> bool {
        if self.eyes == Eyes::All {
            return true;
        }
        let knowers = sight::knowers(&self.game.program, self.words, o);
        if self.personal.knowers.get() & !knowers != 0 {
            self.personal.note();
        }
        knowers & self.eyes.bits() != 0
    }

    /// Whether the viewer sees everything of an object: which one it is, and its secret attributes, if it has any.
    pub(crate) fn sees_all_of(&self, o: u64) -> bool {
        self.knows(o)
            && (!self.game.kinds.get(object::class(self.word(o as usize))).has_secrets || self.owns(o))
    }

    /// What the viewer calls an object wherever it lies: by the title of its look, if it has one, and where its look hides
    /// all that it would be called by, by the words among that.
    pub(crate) fn name(&self, o: u64) -> String {
        if !self.knows(o) {
            return UNKNOWN_CARD.to_owned();
        }
        let text = self.title(o);
        let Some(called) = self.looked_up(o) else { return text };
        match (&called.title, &called.words) {
            (Some(title), _) if !title.trim().is_empty() => title.clone(),
            (_, words) if !words.trim().is_empty() && text == self.class(o).name => words.clone(),
            _ => text,
        }
    }

    /// An object as it is named in values and moves.
    pub(crate) fn object(&self, o: u64) -> ObjectView {
        if o as usize >= self.words.len() && !is_constant(o) {
            return ObjectView { text: UNREAD.to_owned(), ..ObjectView::default() };
        }
        let class = self.class(o);
        let place = if class.is_piece { self.word(o as usize + object::PLACE) } else { NULL };
        let shown = self.nested(place, &Show::Place, 0);
        let (place_text, place_owner) = match &shown {
            ValueView::Tile { name, owner, .. } | ValueView::Zone { name, owner, .. } => {
                (Some(name.clone()), *owner)
            }
            _ => (None, None),
        };
        if !self.knows(o) {
            // Where it lies would let the viewer follow it, and tell which of the hidden cards an attribute refers to.
            return ObjectView { text: UNKNOWN_CARD.to_owned(), ..ObjectView::default() };
        }
        let on_tile = word::is_tile(place, self.game.program.tiles.count);
        let text = match (&place_text, on_tile) {
            (Some(_), true) => plain(&shown),
            _ if class.modifier.is_some() => self.name(o),
            _ => self.spot_name(o).unwrap_or_else(|| self.title(o)),
        };
        let look = if class.modifier.is_some() { self.look_of_modifier(o) } else { Look::default() };
        ObjectView {
            class: Some(class.name.clone()),
            text,
            place: place_text,
            place_owner,
            owners: self.owners(o),
            names: self.names(o),
            numbers: self.numbers(o),
            look: Box::new(look),
        }
    }

    /// What else it may be called in a move, by its look. What modifiers make of it stands in views alone.
    fn names(&self, o: u64) -> Vec<String> {
        let Some(called) = self.looked_up(o) else { return Vec::new() };
        let all = called.title.iter().chain([&called.words]);
        all.filter(|name| !name.trim().is_empty()).cloned().collect()
    }

    /// What its look calls it; None where its look says neither a title nor what to hide, or where looks are being worked
    /// out.
    fn looked_up(&self, o: u64) -> Option<Arc<Called>> {
        let looks = &self.game.program.looks.classes;
        let look = looks.get(&u32::from(object::class(self.word(o as usize))));
        let look = look.filter(|l| l.title.is_some() || !l.hide.is_empty())?;
        if self.presenter.is_some() || self.in_modifier.get() {
            return None;
        }
        let read = || Arc::new(self.called(o, look));
        // What there is little room for may be cut.
        let known = (self.budget.get() >= MAX_CALLED).then(|| self.game.called.of(self, o, read));
        Some(known.flatten().unwrap_or_else(read))
    }

    fn called(&self, o: u64, look: &language::look::Look) -> Called {
        let class = self.class(o);
        let most = MAX_CALLED.min(self.budget.get());
        let (budget, in_modifier, personal) = (Cell::new(most), Cell::new(true), self.personal.clone());
        let new = Reader::new(self.game, self.words, self.players, self.eyes);
        let reader = Reader { budget, in_modifier, personal, ..new };
        let is_plain = |name: &String| !class.fields.iter().any(|f| f.name == *name && f.reader.is_some());
        let attributes: Vec<_> =
            reader.attributes(o).into_iter().filter(|(name, _)| is_plain(name)).collect();
        self.takes(most - reader.budget.get().min(most));
        if reader.personal.is_so() {
            self.personal.note();
        }
        let owner = self.owners(o).first().copied();
        let subject = Subject { attributes: &attributes, owner, ..Subject::NOTHING };
        let title = self.game.presenter(self.players).present(&[look], &subject).title;
        let is_word = |value: &ValueView| matches!(value, ValueView::Case { .. } | ValueView::Text(_));
        let secret = |name: &String| class.fields.iter().any(|f| f.name == *name && (f.secret || f.hidden));
        let words = attributes.iter().filter(|(name, value)| is_word(value) && !secret(name));
        Called { title, words: words.map(|(_, value)| plain(value)).collect::<Vec<_>>().join(" ") }
    }

    /// What an edge or corner is called that is a place.
    pub(crate) fn spot_name(&self, o: u64) -> Option<String> {
        let kind = self.game.kinds.get(object::class(self.word(o as usize)));
        let place = self.word(o as usize + kind.spot?);
        let tile = self.tile(place);
        (place != NULL && tile != ValueView::Null).then(|| plain(&tile))
    }

    /// How an application of a modifier looks. Modifiers that its attributes refer to, perhaps in a circle, get no
    /// look.
    fn look_of_modifier(&self, o: u64) -> Look {
        if self.presenter.is_none() || self.in_modifier.replace(true) {
            return Look::default();
        }
        let attributes = self.attributes(o);
        self.in_modifier.set(false);
        self.look(o, &attributes, None)
    }

    /// Whether its class has a look.
    pub(crate) fn has_look(&self, o: u64) -> bool {
        let class = object::class(self.word(o as usize));
        self.game.program.looks.classes.contains_key(&u32::from(class))
    }

    /// What the look of an object's class says of it.
    pub(crate) fn look(&self, o: u64, attributes: &[(String, ValueView)], owner: Option<u32>) -> Look {
        let class = object::class(self.word(o as usize));
        let looks = &self.game.program.looks;
        match (&self.presenter, looks.classes.get(&u32::from(class as u16))) {
            (Some(presenter), Some(look)) => {
                self.fitting(presenter.present(&[look], &Subject { attributes, owner, ..Subject::NOTHING }))
            }
            _ => Look::default(),
        }
    }

    /// The orders of zones in which an object may lie, with their numbers.
    pub(crate) fn orders(&self, o: u64) -> impl Iterator<Item = (usize, &[look::Expr])> {
        self.game.orders.of_class(object::class(self.word(o as usize)))
    }

    /// What an object is sorted by in zones; nothing if the budget does not hold it.
    pub(crate) fn keys(&self, o: u64, attributes: &[(String, ValueView)], owner: Option<u32>) -> SortKeys {
        let Some(presenter) = &self.presenter else { return SortKeys::new() };
        let subject = Subject { attributes, owner, ..Subject::NOTHING };
        let keys = |sort| presenter.keys(sort, &subject).into_iter().map(SortKey::of).collect();
        let all: SortKeys = self.orders(o).map(|(order, sort)| (order, keys(sort))).collect();
        if self.takes(all.values().flatten().map(SortKey::len).sum()) { all } else { SortKeys::new() }
    }

    /// The look, or none if the budget does not hold its texts.
    pub(crate) fn fitting(&self, look: Look) -> Look {
        let texts = [&look.title, &look.text, &look.symbol, &look.colour, &look.image];
        let texts = texts.into_iter().flatten().chain(&look.corners).chain(&look.badges);
        if self.takes(texts.map(String::len).sum()) { look } else { Look::default() }
    }

    fn numbers(&self, o: u64) -> Vec<(String, f64)> {
        let class = self.class(o);
        let first = o as usize + class.first_field as usize;
        let fields = class.fields.iter().enumerate().filter(|(_, f)| f.show == Show::Number && !f.hidden);
        let fields = fields.filter(|(i, _)| !self.is_unread(o, *i));
        let fields = fields.map(|(i, f)| (f, self.word(first + i)));
        let seen = fields.filter(|(f, w)| *w != NULL && (!f.secret || self.owns(o)));
        seen.map(|(f, w)| (f.name.clone(), word::to_number(w))).collect()
    }

    /// A short text made of the attributes that identify a card: cases and texts, or else numbers, or else the class.
    /// Attributes that a look hides are left out, and derived ones, which stand in views alone.
    pub(crate) fn title(&self, o: u64) -> String {
        let class = self.class(o);
        if !self.takes(VALUE) {
            return LEFT_OUT.to_owned();
        }
        let first = o as usize + class.first_field as usize;
        let field = |i: usize| if self.is_unread(o, i) { NULL } else { self.word(first + i) };
        let looks = &self.game.program.looks.classes;
        let look = looks.get(&u32::from(object::class(self.word(o as usize)) as u16));
        if let Some(of) = &class.modifier {
            let hides = |i: &usize| {
                !self.in_modifier.get() && look.is_some_and(|l| l.hide.contains(&class.fields[*i].name))
            };
            let params = of.params.iter().map(|p| usize::from(*p)).filter(|i| !hides(i));
            let params = params.map(|i| plain(&self.value(field(i), &class.fields[i].show).settled()));
            let params: Vec<String> = params.collect();
            return match params.is_empty() {
                true => class.name.clone(),
                false => format!("{}({})", class.name, params.join(", ")),
            };
        }
        let tells = |f: &Field| {
            !f.secret && !f.hidden && !f.derived && look.is_none_or(|l| !l.hide.contains(&f.name))
        };
        let telling = |shows: fn(&Show) -> bool| -> Vec<String> {
            let fields = class.fields.iter().enumerate();
            let fields = fields.filter(|(i, f)| shows(&f.show) && tells(f) && field(*i) != NULL);
            fields.map(|(i, f)| plain(&self.value(field(i), &f.show))).collect()
        };
        let words = telling(|s| matches!(s, Show::Case(_) | Show::Text));
        let words = if words.is_empty() { telling(|s| *s == Show::Number) } else { words };
        let words = if words.is_empty() { telling(|s| *s == Show::Tile) } else { words };
        if words.is_empty() { class.name.clone() } else { words.join(" ") }
    }

    /// A piece with what the viewer may see of it; None if the viewer does not know it.
    pub(crate) fn piece(&self, o: u64) -> Option<Piece> {
        if !self.knows(o) {
            return None;
        }
        let class = self.class(o);
        let owner = self.word(o as usize + object::OWNER);
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

    pub(crate) fn attributes(&self, o: u64) -> Vec<(String, ValueView)> {
        let value = |(_, field, w): (usize, &Field, Option<u64>)| match w {
            Some(w) => (field.shown_name().to_owned(), self.value(w, &field.show)),
            None => (field.shown_name().to_owned(), ValueView::Other(UNREAD.to_owned())),
        };
        self.shown_fields(o).into_iter().map(value).collect()
    }

    /// The attributes that the viewer sees of an object that it knows, each with its number and its word; None of what
    /// could not be read.
    pub(crate) fn shown_fields(&self, o: u64) -> Vec<(usize, &'a Field, Option<u64>)> {
        let class = self.class(o);
        if !self.takes(VALUE * class.fields.len()) {
            return Vec::new();
        }
        let first = o as usize + class.first_field as usize;
        // Of the machine's own fields only the list of modifiers is shown, and only if there are any.
        let shown = |i: usize, f: &Field| match f.hidden {
            true => matches!(f.show, Show::List(_)) && self.word(first + i) != NULL,
            false => !f.secret || self.owns(o),
        };
        let fields = class.fields.iter().enumerate().filter(|(i, f)| shown(*i, f));
        let word = |i: usize| (!self.is_unread(o, i)).then(|| self.word(first + i));
        fields.map(|(i, f)| (i, f, word(i))).collect()
    }

    pub(crate) fn owns(&self, o: u64) -> bool {
        if o != self.personal.of.get() {
            self.personal.note();
        }
        match self.eyes {
            Eyes::All => true,
            Eyes::Of(Viewer::Spectator) => false,
            Eyes::Of(Viewer::Seat(p)) => sight::owns(&self.game.program, self.words, o, p),
        }
    }

    pub(crate) fn owners(&self, o: u64) -> Vec<u32> {
        let owner = self.word(o as usize + object::OWNER);
        if owner == NULL {
            return Vec::new();
        }
        match self.class(o).visibility {
            language::tree::Visibility::Group => (0..32).filter(|p| owner >> p & 1 == 1).collect(),
            _ => vec![word::to_player(owner)],
        }
    }
}

/// The units of a string that does not lie on the heap.
pub(crate) fn constant_text(program: &Program, w: u64) -> Option<Cow<'_, [u16]>> {
    match word::text(w)? {
        word::Text::Inline(n, bytes) => Some((0..n).map(|i| u16::from((bytes >> (8 * i)) as u8)).collect()),
        word::Text::Constant(i) => program.strings.get(i).map(|units| units.as_slice().into()),
        word::Text::Heap(_) => None,
    }
}

/// Values that name hidden things, in an order that is made of how they read.
pub(crate) fn read_in_order<T: Debug>(mut all: Vec<T>) -> Vec<T> {
    if all.len() > 1 {
        all.sort_by_cached_key(|value| by_number(&format!("{value:?}")));
    }
    all
}

fn zone_named(zone: &ZoneLayout, owner: Option<u32>) -> ValueView {
    ValueView::Zone { name: zone.name.clone(), title: zone.title.clone(), owner }
}

/// A value as players type and read it.
pub fn plain(value: &ValueView) -> String {
    match value {
        ValueView::Null => "none".to_owned(),
        ValueView::Number(x) => x.to_string(),
        ValueView::Text(t) => t.clone(),
        ValueView::Written(t) => quoted(t),
        ValueView::Bool(b) => if *b { "yes" } else { "no" }.to_owned(),
        ValueView::Player(p) => format!("player {}", p + 1),
        ValueView::Tile { board, owner, name, names: Names::Several } => {
            let of = owner.map_or_else(String::new, |p| format!("player {}'s ", p + 1));
            format!("{of}{board} {name}")
        }
        ValueView::Case { name, .. } | ValueView::Tile { name, .. } => name.clone(),
        ValueView::Object(object) => object.text.clone(),
        ValueView::List(all) if all.is_empty() => "nothing".to_owned(),
        ValueView::List(all) => all.iter().map(plain).collect::<Vec<_>>().join(", "),
        ValueView::Table(all) if all.is_empty() => "nothing".to_owned(),
        ValueView::Table(all) => {
            let entries = all.iter().map(|(key, value)| format!("{}: {}", plain(key), plain(value)));
            entries.collect::<Vec<_>>().join(", ")
        }
        ValueView::Zone { title, .. } => title.clone(),
        ValueView::Other(text) => text.clone(),
    }
}
