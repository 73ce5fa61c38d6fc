//! What one viewer was told of a step, as sentences: its log, and what could be seen besides. It knows only what left
//! the engine for that viewer.

mod happened;
mod line;
mod sentence;

use super::looks;
use engine::tabletop::{Entry, Place, Step, Tabletop, Thing, Typed};
use engine::view::Viewer;
use engine::{Game, Match};

/// Puts what happens in a match into words, in one language as far as the game has words for it.
pub struct Teller<'g> {
    game: &'g Game,
    language: String,
    names: Vec<String>,
}

impl<'g> Teller<'g> {
    /// The seats have the names that the game gives them.
    pub fn new(game: &'g Game, language: &str) -> Teller<'g> {
        let names = (0..game.players().1).map(|seat| game.seat_name(seat)).collect();
        Teller { game, language: language.to_owned(), names }
    }

    /// The seats are called so.
    #[must_use]
    pub fn with_names(self, names: Vec<String>) -> Teller<'g> {
        Teller { names, ..self }
    }

    /// All that a viewer was told with the step that led from one match to another, a line each. Nothing while others
    /// have still to choose in secret, but for who chose and what the viewer chose itself.
    pub fn told(&self, before: &Match, after: &Match, viewer: Viewer) -> Vec<String> {
        let seen = after.observer(viewer);
        let trace = if after.secrecy().is_sealed() { &[] } else { seen.trace() };
        self.step(before.observer(viewer).tabletop(), &seen.log(), trace)
    }

    /// What stands in a log, and behind it what could be seen to happen, beginning with a table; what the rules told
    /// stands where it was told.
    pub fn step(&self, before: Tabletop, log: &[Entry], trace: &[Step]) -> Vec<String> {
        let chosen = log.iter().filter(|entry| !matches!(entry, Entry::Told { .. }));
        let sentences: Vec<String> = chosen.map(|entry| self.sentence(entry, &before)).collect();
        let happened = self.happened(before, log, trace);
        sentences.into_iter().chain(happened.into_iter().map(|line| format!("  {line}"))).collect()
    }

    fn seat(&self, seat: u32) -> String {
        self.names.get(seat as usize).cloned().unwrap_or_else(|| format!("player {}", seat + 1))
    }

    fn seats(&self, seats: &[u32]) -> String {
        seats.iter().map(|seat| self.seat(*seat)).collect::<Vec<_>>().join(", ")
    }

    /// `hand of Ann`, `stock`, `e4`, of several boards `Sea e4`.
    fn place(&self, place: &Place) -> String {
        let (called, owner) = match place {
            Place::Zone { name, owner } => (self.game.zone_title(name), *owner),
            Place::Tile { board, owner, name } if self.game.shares_names(board, *owner) => {
                let of = owner.map_or_else(String::new, |seat| format!("{}'s ", self.seat(seat)));
                return format!("{of}{board} {}", self.tile(board, name));
            }
            Place::Tile { board, name, .. } => return self.tile(board, name).to_owned(),
        };
        match owner {
            Some(seat) => format!("{} of {}", looks::others(&called), self.seat(seat)),
            None => called.into_owned(),
        }
    }

    /// A tile by its title, or by its name.
    fn tile<'n>(&'n self, board: &str, name: &'n str) -> &'n str {
        self.game.tile_title(board, name).unwrap_or(name)
    }

    /// Several places, those of one board behind its name.
    fn places(&self, places: &[Place]) -> String {
        let board = |place: &Place| match place {
            Place::Tile { board, owner, .. } => Some((board.clone(), *owner)),
            Place::Zone { .. } => None,
        };
        let mut before = None;
        let called = places.iter().map(|place| {
            let is_same = before.replace(board(place)) == Some(board(place));
            match place {
                Place::Tile { board, name, .. } if is_same => self.tile(board, name).to_owned(),
                place => self.place(place),
            }
        });
        called.collect::<Vec<_>>().join(", ")
    }

    fn value(&self, value: &Typed, table: &Tabletop) -> String {
        let value_of = |value: &Typed| self.value(value, table);
        match value {
            Typed::Null => "none".to_owned(),
            Typed::Number(x) => (x + 0.0).to_string(),
            Typed::Text(text) if text.is_empty() => "nothing".to_owned(),
            Typed::Text(text) | Typed::Named(text) => text.clone(),
            Typed::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
            Typed::Seat(seat) => self.seat(*seat),
            Typed::Case { of, name } => self.case(of, name),
            Typed::Place(place) => self.place(place),
            Typed::Thing(id) => thing(table, *id),
            Typed::Fact(class) => {
                table.looks.get(class).map_or(class.as_str(), |look| looks::titled(look, class)).to_owned()
            }
            Typed::List(all) if all.is_empty() => "nothing".to_owned(),
            Typed::List(all) => counted(all.iter().map(value_of).collect()),
            Typed::Table(all) if all.is_empty() => "nothing".to_owned(),
            Typed::Table(all) => {
                let pair = |(key, value): &(Typed, Typed)| format!("{} {}", value_of(key), value_of(value));
                all.iter().map(pair).collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// A thing by its title or text; where that is a number that belongs to somebody, by its class.
    fn called(&self, thing: &Thing) -> String {
        let called = looks::titled(&thing.look, &thing.text);
        match &thing.class {
            Some(class) if !thing.owners.is_empty() && !called.contains(char::is_alphabetic) => {
                looks::worded(class)
            }
            Some(_) => called.to_owned(),
            None => NAMELESS.to_owned(),
        }
    }

    /// A case by its title.
    fn case(&self, of: &str, name: &str) -> String {
        let look = self.game.legend().case(of, name);
        look.map_or_else(|| name.to_owned(), |look| looks::titled(look, name).to_owned())
    }
}

/// A thing by its title, or by its text; what is not known is something.
fn thing(table: &Tabletop, id: u32) -> String {
    match table.things.get(&id) {
        Some(thing) if thing.class.is_some() => looks::titled(&thing.look, &thing.text).to_owned(),
        _ => NAMELESS.to_owned(),
    }
}

/// Names one after the other, equal ones counted: `Storm, Calm x2`.
fn counted(names: Vec<String>) -> String {
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for name in names {
        match kinds.iter_mut().find(|(known, _)| *known == name) {
            Some((_, n)) => *n += 1,
            None => kinds.push((name, 1)),
        }
    }
    let kind = |(name, n): (String, usize)| match n {
        1 => name,
        n => format!("{name} x{n}"),
    };
    kinds.into_iter().map(kind).collect::<Vec<_>>().join(", ")
}

/// How something reads that is known and has no name.
const NAMELESS: &str = "something";

/// So many things that nobody here knows.
fn unknown(n: usize) -> String {
    if n == 1 { "a card".to_owned() } else { format!("{n} cards") }
}
