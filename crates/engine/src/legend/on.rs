//! The places at which values of inputs are chosen, by what the look of the action says. It knows no match.

use crate::game::Game;
use crate::tabletop::{Place, Typed};
use crate::view::Value;
use crate::view::looks::Presenter;
use bytecode::program::{Input, Show};
use language::look::{Look, On};

/// Whole numbers up to this one are looked at.
const MAX_NUMBER: i32 = 400;

impl Game {
    /// The values of an input that have a place, each with it.
    pub(crate) fn places_of(&self, action: usize, input: &Input) -> Vec<(Typed, Typed)> {
        let look = self.look_of_action(action);
        let Some(on) = look.and_then(|look| look.parts.get(&input.name)?.on.as_ref()) else {
            return Vec::new();
        };
        let show = if let Show::List(of) = &input.show { of } else { &input.show };
        let presenter = self.presenter(self.players().1);
        let all = self.values(show).into_iter();
        all.filter_map(|(value, typed)| Some((typed, self.place_on(&presenter, on, &value)?))).collect()
    }

    /// Where an action is chosen, if its look says so.
    pub(crate) fn place_of(&self, action: usize) -> Option<Typed> {
        let on = self.look_of_action(action)?.on.as_ref()?;
        self.place_on(&self.presenter(self.players().1), on, &Value::Null)
    }

    fn look_of_action(&self, action: usize) -> Option<&Look> {
        let action = &self.program.actions[action];
        self.program.looks.classes.get(&u32::from(action.class))?.parts.get(&action.name)
    }

    /// The values of a type that has few of them, and some numbers.
    fn values(&self, show: &Show) -> Vec<(Value, Typed)> {
        match show {
            Show::Number => {
                let numbers = (0..=MAX_NUMBER).map(f64::from);
                numbers.map(|n| (Value::Number(n), Typed::Number(n))).collect()
            }
            Show::Bool => [false, true].map(|b| (Value::Bool(b), Typed::Bool(b))).into(),
            Show::Player => (0..self.players().1).map(|p| (Value::Player(p), Typed::Seat(p))).collect(),
            Show::Case(of) => {
                let e = self.program.enums.get(usize::from(*of));
                let case = |(of, name): (&String, &String)| {
                    let (of, name) = (of.clone(), name.clone());
                    (
                        Value::Case { of: of.clone(), name: name.clone() },
                        Typed::Case { of: of.into(), name: name.into() },
                    )
                };
                e.into_iter().flat_map(|e| e.cases.iter().map(move |name| case((&e.name, name)))).collect()
            }
            _ => Vec::new(),
        }
    }

    fn place_on(&self, presenter: &Presenter<'_>, on: &On, value: &Value) -> Option<Typed> {
        let number = |e| match presenter.follows(e, value)? {
            Value::Number(x) => Some(x.trunc()),
            _ => None,
        };
        let on_board = |board: &u32, is_meant: &dyn Fn(&language::shape::Tile) -> bool| {
            let board = self.program.boards.get(*board as usize)?;
            let name = board.geometry.tiles.iter().find(|tile| is_meant(tile))?.name.clone();
            Some(Place::Tile { board: board.name.as_str().into(), owner: board.player, name: name.into() })
        };
        let place = match on {
            On::At { board, x, y } => {
                let (x, y) = (number(x)?, number(y)?);
                on_board(board, &|tile| (f64::from(tile.x), f64::from(tile.y)) == (x, y))?
            }
            On::Tile { board, name } => {
                let Value::Text(name) = presenter.follows(name, value)? else { return None };
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
                    Some(owner) => match presenter.follows(owner, value)? {
                        Value::Player(p) => Some(p),
                        _ => return None,
                    },
                };
                Place::Zone { name: self.program.zones.get(zone as usize)?.name.as_str().into(), owner }
            }
        };
        Some(Typed::Place(place))
    }
}
