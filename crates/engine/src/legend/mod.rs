//! What a game consists of, as a client needs it to draw any match of it: classes, zones, boards, actions, all that never
//! changes in a match. It knows no match.

mod boards;
mod on;
mod words;

use crate::game::Game;
use crate::json;
use crate::tabletop::Typed;
use crate::view::looks::{Presenter, Subject};
use crate::view::{Legend, Look};
use boards::BoardEntry;
use bytecode::Op;
use bytecode::program::{Class, Program, Show};
use language::about::About;
use language::look::Layout;
use language::tree::Seen;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

pub use words::Words;

/// All that is the same in every match of a game with these options.
#[derive(Serialize)]
pub struct GameLegend<'g> {
    game: &'g str,
    /// Whether anything may ever be hidden from a seat.
    secret: bool,
    /// Whether anybody may be asked in the middle of an effect.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    asks: bool,
    classes: Vec<ClassEntry<'g>>,
    enums: Vec<EnumEntry<'g>>,
    zones: Vec<ZoneEntry<'g>>,
    boards: Vec<BoardEntry<'g>>,
    actions: Vec<ActionEntry<'g>>,
    turns: Vec<TurnEntry<'g>>,
    /// As many as may sit down.
    seats: Vec<SeatEntry>,
    #[serde(skip_serializing_if = "About::is_empty", serialize_with = "json::about")]
    about: &'g About,
    looks: &'g Legend,
    /// What texts and names are in other languages.
    #[serde(skip_serializing_if = "Words::is_empty")]
    words: Words<'g>,
}

#[derive(Serialize)]
struct ClassEntry<'g> {
    name: &'g str,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<&'g str>,
    attributes: Vec<Attribute<'g>>,
}

#[derive(Serialize)]
struct Attribute<'g> {
    name: &'g str,
    r#type: Type<'g>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    secret: bool,
}

#[derive(Serialize)]
struct EnumEntry<'g> {
    name: &'g str,
    cases: &'g [String],
    attributes: Vec<Attribute<'g>>,
}

#[derive(Serialize)]
struct ZoneEntry<'g> {
    name: &'g str,
    title: &'g str,
    of: &'g str,
    visible: &'static str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    deck: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    ordered: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    per: Option<&'static str>,
    #[serde(flatten, serialize_with = "json::layout")]
    layout: Option<Layout>,
    /// The attribute by which it has sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'g str>,
    /// The picture of the back of what lies in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    back: Option<&'g str>,
    /// Under which number things have in their looks what they are sorted by in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    sort: Option<usize>,
    #[serde(skip_serializing_if = "Look::is_empty")]
    look: Look,
}

#[derive(Serialize)]
struct SeatEntry {
    name: String,
    #[serde(skip_serializing_if = "Look::is_empty")]
    look: Look,
}

#[derive(Serialize)]
struct ActionEntry<'g> {
    name: &'g str,
    of: &'g str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'g str>,
    /// Where it is chosen, besides among the buttons.
    #[serde(skip_serializing_if = "Option::is_none")]
    on: Option<Typed>,
    inputs: Vec<InputEntry<'g>>,
}

#[derive(Serialize)]
struct InputEntry<'g> {
    name: &'g str,
    r#type: Type<'g>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt: Option<&'g str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    optional: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    secret: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    ordered: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    free: Option<u16>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    auto: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    lands: Option<&'g str>,
    /// Where its values are chosen, of those that have a place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    on: Vec<(Typed, Typed)>,
}

#[derive(Serialize)]
struct TurnEntry<'g> {
    name: &'g str,
    phases: Vec<&'g str>,
}

/// `"number"`, `{"case":"Suit"}`, `{"list":"object"}`
struct Type<'g>(&'g Program, &'g Show);

impl Serialize for Type<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Type(program, show) = self;
        let word = match show {
            Show::Number => "number",
            Show::Text => "text",
            Show::Bool => "bool",
            Show::Player => "player",
            Show::Tile => "tile",
            Show::Place => "place",
            Show::Zone => "zone",
            Show::Zones => "zones",
            Show::Turn => "turn",
            Show::Object => "object",
            Show::Position => "position",
            Show::Function => "function",
            Show::Case(of) => {
                let name = program.enums.get(usize::from(*of)).map_or("", |e| e.name.as_str());
                return one(serializer, "case", &name);
            }
            Show::List(of) => return one(serializer, "list", &Type(program, of)),
            Show::Set(of) => return one(serializer, "set", &Type(program, of)),
            Show::Table(key, value) => {
                let value = value.as_deref().map(|value| Type(program, value));
                return one(serializer, "table", &(Type(program, key), value));
            }
        };
        serializer.serialize_str(word)
    }
}

fn one<S: Serializer, T: Serialize>(serializer: S, name: &str, value: &T) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(1))?;
    map.serialize_entry(name, value)?;
    map.end()
}

impl Game {
    /// All that a client needs to know of it beside what a match tells.
    pub fn describe(&self) -> GameLegend<'_> {
        let program = self.program();
        let has_objects = |class: &Class| !class.is_event && !class.is_const && !class.by_itself;
        let classes = (0..).zip(&program.classes).filter(|(_, class)| has_objects(class));
        let presenter = self.presenter(self.players().1);
        let boards = (0..program.boards.len()).filter(|board| program.boards[*board].of.is_none());
        let actions = (0..).zip(&program.actions).filter(|(number, _)| self.is_chosen(*number));
        GameLegend {
            game: self.name(),
            secret: self.may_keep_secrets(),
            asks: self
                .program
                .code
                .iter()
                .any(|op| matches!(op, Op::Choose { .. } | Op::ChooseTogether { .. })),
            classes: classes.map(|(number, class)| self.class_entry(number, class)).collect(),
            enums: program
                .enums
                .iter()
                .map(|e| EnumEntry {
                    name: &e.name,
                    cases: &e.cases,
                    attributes: e
                        .attribute_names
                        .iter()
                        .map(|(name, show)| Attribute { name, r#type: Type(program, show), secret: false })
                        .collect(),
                })
                .collect(),
            zones: (0..program.zones.len()).map(|zone| self.zone_entry(&presenter, zone)).collect(),
            boards: boards.map(|board| BoardEntry::new(self, &presenter, board)).collect(),
            actions: actions.map(|(number, _)| self.action_entry(number)).collect(),
            turns: program
                .turns
                .iter()
                .map(|turn| TurnEntry {
                    name: &turn.name,
                    phases: turn.phases.iter().map(|(name, _)| name.as_str()).collect(),
                })
                .collect(),
            seats: (0..self.players().1)
                .map(|seat| SeatEntry {
                    name: self.seat_name(seat),
                    look: named(&presenter, program.looks.seats.get(&seat)),
                })
                .collect(),
            about: self.about(),
            looks: self.legend(),
            words: self.words(),
        }
    }

    /// What its texts and names are in other languages.
    pub fn words(&self) -> Words<'_> {
        Words(&self.program().looks.words)
    }

    fn class_entry<'g>(&'g self, number: u16, class: &'g Class) -> ClassEntry<'g> {
        let program = self.program();
        let fields = class.fields.iter().filter(|field| !field.hidden && !field.name.starts_with('('));
        ClassEntry {
            name: &self.names.facts[usize::from(number)],
            kind: self.kind(number, class),
            parent: class.parent.map(|parent| program.classes[usize::from(parent)].name.as_str()),
            attributes: fields
                .map(|field| Attribute {
                    name: field.shown_name(),
                    r#type: Type(program, &field.show),
                    secret: field.secret,
                })
                .collect(),
        }
    }

    /// A piece is a card where it lies in a deck, or in a zone that not everybody sees, or has a text; else a token.
    fn kind(&self, number: u16, class: &Class) -> &'static str {
        let program = self.program();
        let lies_in = |of: u16| number >= of && number <= program.classes[usize::from(of)].last;
        let is_card = || {
            let has_text =
                program.looks.classes.get(&u32::from(number)).is_some_and(|look| look.text.is_some());
            has_text || program.zones.iter().any(|z| (z.deck || z.seen != Seen::All) && lies_in(z.class))
        };
        match class {
            Class { is_tile: true, .. } => "tile",
            Class { modifier: Some(_), .. } => "modifier",
            Class { is_piece: true, .. } if is_card() => "card",
            Class { is_piece: true, .. } => "token",
            Class { global: Some(_), .. } => "global",
            _ => "object",
        }
    }

    fn zone_entry<'g>(&'g self, presenter: &Presenter<'_>, number: usize) -> ZoneEntry<'g> {
        let program = self.program();
        let zone = &program.zones[number];
        let look = program.looks.zones.get(&(number as u32));
        let of = program.looks.classes.get(&u32::from(zone.class));
        ZoneEntry {
            name: &zone.name,
            title: &zone.title,
            of: &program.classes[usize::from(zone.class)].name,
            visible: visible(zone.seen),
            deck: zone.deck,
            ordered: zone.ordered,
            per: zone.per_player.then_some("player"),
            layout: look.and_then(|look| look.layout),
            by: look.and_then(|look| look.sides.as_deref()),
            back: look.into_iter().chain(of).find_map(|look| look.back.as_deref()),
            sort: self.orders.of_zone(number),
            look: named(presenter, look),
        }
    }

    fn action_entry(&self, number: usize) -> ActionEntry<'_> {
        let program = self.program();
        let action = &program.actions[number];
        let of = program.classes[usize::from(action.class)].name.as_str();
        let look = self.legend().member(of, &action.name);
        ActionEntry {
            name: &action.name,
            of,
            title: look.and_then(|look| look.title.as_deref()),
            on: self.place_of(number),
            inputs: action
                .inputs
                .iter()
                .map(|input| InputEntry {
                    name: &input.name,
                    r#type: Type(program, &input.show),
                    prompt: input.words.as_deref(),
                    optional: input.optional,
                    secret: input.secret,
                    ordered: input.ordered,
                    free: input.free,
                    auto: input.auto,
                    lands: input.lands.as_deref(),
                    on: self.places_of(number, input),
                })
                .collect(),
        }
    }
}

/// A look that follows from nothing but itself.
fn named(presenter: &Presenter<'_>, look: Option<&language::look::Look>) -> Look {
    look.map_or_else(Look::default, |look| presenter.present(&[look], &Subject::NOTHING))
}

fn visible(seen: Seen) -> &'static str {
    match seen {
        Seen::All => "all",
        Seen::Owner => "owner",
        Seen::None => "none",
    }
}
