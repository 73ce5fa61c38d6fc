//! The places at which values of inputs are chosen, by what the look of the action says. It knows no match.

use crate::game::Game;
use crate::tabletop::{Place, Typed};
use crate::view::ValueView;
use crate::view::looks::{Presenter, Subject};
use crate::view::reader::Reader;
use bytecode::layout::object;
use bytecode::program::{Input, Show};
use bytecode::word::NULL;
use language::look::{Look, On};

/// Whole numbers up to this one are looked at.
const MAX_NUMBER: i32 = 400;

impl Game {
    /// The values of an input that have a place, each with it.
    pub(crate) fn places_of(&self, action: usize, input: &Input) -> Vec<(Typed, Typed)> {
        let look = self.look_of_action(action);
        let on = look.and_then(|look| look.parts.get(&input.name)?.on.as_ref());
        let Some(on) = on.filter(|on| !on.reads_inputs()) else { return Vec::new() };
        let show = if let Show::List(of) = &input.show { of } else { &input.show };
        let presenter = self.presenter(self.players().1);
        let all = self.values(show).into_iter();
        all.filter_map(|(value, typed)| {
            Some((typed, Typed::Place(self.place_on(&presenter, on, &value, &[])?)))
        })
        .collect()
    }

    /// Where an action is chosen, if its look says so.
    pub(crate) fn place_of(&self, action: usize) -> Option<Typed> {
        let on = self.look_of_action(action)?.on.as_ref()?;
        self.place_on(&self.presenter(self.players().1), on, &ValueView::Null, &[]).map(Typed::Place)
    }

    /// Whether places of values of an input follow from the inputs before it.
    pub(crate) fn has_place_after(&self, action: usize, input: usize) -> bool {
        self.on_after(action, input).is_some()
    }

    fn on_after(&self, action: usize, input: usize) -> Option<&On> {
        let input = self.program.actions[action].inputs.get(input)?;
        let on = self.look_of_action(action)?.parts.get(&input.name)?.on.as_ref()?;
        on.reads_inputs().then_some(on)
    }

    /// The place of a value of an input, where it follows from the inputs before it.
    pub(crate) fn place_after(&self, reader: &Reader<'_>, action: usize, words: &[u64]) -> Option<Place> {
        let (last, before) = words.split_last()?;
        let on = self.on_after(action, before.len())?;
        let inputs = &self.program.actions[action].inputs;
        let show = &inputs[before.len()].show;
        let before = before.iter().zip(inputs).map(|(w, input)| Earlier::new(reader, *w, &input.show));
        let before: Vec<Earlier<'_>> = before.collect();
        let subjects: Vec<Subject<'_>> = before.iter().map(Earlier::subject).collect();
        self.place_on(&self.presenter(reader.players), on, &reader.value(*last, show), &subjects)
    }

    fn look_of_action(&self, action: usize) -> Option<&Look> {
        let action = &self.program.actions[action];
        self.program.looks.classes.get(&u32::from(action.class))?.parts.get(&action.name)
    }

    /// The values of a type that has few of them, and some numbers.
    fn values(&self, show: &Show) -> Vec<(ValueView, Typed)> {
        match show {
            Show::Number => {
                let numbers = (0..=MAX_NUMBER).map(f64::from);
                numbers.map(|n| (ValueView::Number(n), Typed::Number(n))).collect()
            }
            Show::Bool => [false, true].map(|b| (ValueView::Bool(b), Typed::Bool(b))).into(),
            Show::Player => (0..self.players().1).map(|p| (ValueView::Player(p), Typed::Seat(p))).collect(),
            Show::Case(of) => {
                let e = self.program.enums.get(usize::from(*of));
                let case = |(of, name): (&String, &String)| {
                    let (of, name) = (of.clone(), name.clone());
                    (
                        ValueView::Case { of: of.clone(), name: name.clone() },
                        Typed::Case { of: of.into(), name: name.into() },
                    )
                };
                e.into_iter().flat_map(|e| e.cases.iter().map(move |name| case((&e.name, name)))).collect()
            }
            _ => Vec::new(),
        }
    }

    fn place_on(
        &self,
        presenter: &Presenter<'_>,
        on: &On,
        value: &ValueView,
        inputs: &[Subject<'_>],
    ) -> Option<Place> {
        let follows = |e| presenter.follows(e, value, inputs);
        let number = |e| match follows(e)? {
            ValueView::Number(x) => Some(x.trunc()),
            _ => None,
        };
        let on_board = |board: &u32, is_meant: &dyn Fn(&language::shape::Tile) -> bool| {
            let board = self.program.boards.get(*board as usize)?;
            let name = board.geometry.tiles.iter().find(|tile| is_meant(tile))?.name.clone();
            Some(Place::Tile { board: board.name.as_str().into(), owner: board.player, name: name.into() })
        };
        let place = match on {
            On::Else(first, second) => {
                let place = self.place_on(presenter, first, value, inputs);
                return place.or_else(|| self.place_on(presenter, second, value, inputs));
            }
            On::At { board, x, y } => {
                let (x, y) = (number(x)?, number(y)?);
                on_board(board, &|tile| (f64::from(tile.x), f64::from(tile.y)) == (x, y))?
            }
            On::Tile { board, name } => {
                let ValueView::Text(name) = follows(name)? else { return None };
                on_board(board, &|tile| tile.name == name)?
            }
            On::Zone { zone, place, owner } => {
                let zone = match place {
                    None => *zone,
                    Some((place, length)) => {
                        let place = number(place).filter(|n| (0.0..f64::from(*length)).contains(n))?;
                        zone + place as u32
                    }
                };
                let owner = match owner {
                    None => None,
                    Some(owner) => match follows(owner)? {
                        ValueView::Player(p) => Some(p),
                        _ => return None,
                    },
                };
                Place::Zone { name: self.program.zones.get(zone as usize)?.name.as_str().into(), owner }
            }
        };
        Some(place)
    }
}

/// What was chosen before, as a look reads it.
struct Earlier<'a> {
    value: ValueView,
    attributes: Vec<(String, ValueView)>,
    owner: Option<u32>,
    tile: Option<&'a language::shape::Tile>,
}

impl<'a> Earlier<'a> {
    fn new(reader: &Reader<'a>, w: u64, show: &Show) -> Earlier<'a> {
        let value = reader.value(w, show);
        let nothing = Earlier { value, attributes: Vec::new(), owner: None, tile: None };
        match show {
            Show::Tile => {
                let held = reader.game.program.tiles.objects.get(w as usize).filter(|o| **o != u32::MAX);
                let attributes = held.map_or_else(Vec::new, |o| reader.attributes(u64::from(*o)));
                Earlier { attributes, tile: tile(reader, w), ..nothing }
            }
            Show::Object if w != NULL && reader.knows(w) => Earlier {
                attributes: reader.attributes(w),
                owner: reader.owners(w).first().copied(),
                tile: reader
                    .class(w)
                    .is_piece
                    .then(|| tile(reader, reader.word(w as usize + object::PLACE)))
                    .flatten(),
                ..nothing
            },
            _ => nothing,
        }
    }

    fn subject(&self) -> Subject<'_> {
        let Earlier { value, attributes, owner, tile } = self;
        Subject { attributes, owner: *owner, tile: *tile, chosen: Some(value), ..Subject::NOTHING }
    }
}

fn tile<'a>(reader: &Reader<'a>, place: u64) -> Option<&'a language::shape::Tile> {
    let program = &reader.game.program;
    let board = &program.boards[*program.tiles.board.get(place as usize)? as usize];
    board.geometry.tiles.get((place as u32 - board.first) as usize)
}
