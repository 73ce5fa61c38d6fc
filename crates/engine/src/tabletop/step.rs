//! What visibly happens, one step after the other, and what each does to a table: steps applied to the table before
//! them give the table after them. Nothing here knows who looks.

use super::{Course, Held, Name, Place, SeatState, Tabletop, Thing, Typed};
use crate::json;
use crate::view::{Look, Outcome};
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// One visible change. Of several things that are not known one leaves and comes on top; where that is not so, an order
/// follows.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Change {
    /// Something goes from one place to another. Where it comes from nowhere that can be seen, there is no `from`, and
    /// no `to` where it goes nowhere.
    Move {
        id: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<Place>,
        /// The tiles on its way, where it was put on one after the other.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        via: Vec<Place>,
        #[serde(skip_serializing_if = "Option::is_none")]
        to: Option<Place>,
        /// Its position, where it does not come on top.
        #[serde(skip_serializing_if = "Option::is_none")]
        j: Option<usize>,
        /// It cannot be followed from there on.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        lost: bool,
        /// What it is, where that was not known before.
        #[serde(skip_serializing_if = "Option::is_none", serialize_with = "some_thing")]
        thing: Option<Arc<Thing>>,
    },
    Make {
        id: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        at: Option<Place>,
        #[serde(skip_serializing_if = "Option::is_none")]
        j: Option<usize>,
        #[serde(serialize_with = "one_thing")]
        thing: Arc<Thing>,
    },
    Gone {
        id: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<Place>,
    },
    /// An edge or corner is there no more.
    #[serde(rename = "gone")]
    Closed {
        of: Typed,
    },
    /// So many things that stay unknown go from one place to another.
    Count {
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<Place>,
        #[serde(skip_serializing_if = "Option::is_none")]
        to: Option<Place>,
        n: usize,
    },
    /// What lies in a place stands in this order now, from the bottom; null is what is not known.
    Order {
        at: Place,
        now: Vec<Option<u32>>,
    },
    /// These things are not known any more; where they are lost, they cannot be followed either.
    Turn {
        ids: Vec<u32>,
        at: Place,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        lost: bool,
    },
    /// Something that lies there is known from now on.
    Reveal {
        id: u32,
        at: Place,
        #[serde(skip_serializing_if = "Option::is_none")]
        i: Option<usize>,
        #[serde(serialize_with = "one_thing")]
        thing: Arc<Thing>,
    },
    /// What lies there is in another order; where that can be seen, it is `now` so.
    Shuffle {
        at: Place,
        #[serde(skip_serializing_if = "Option::is_none")]
        now: Option<Vec<u32>>,
    },
    Roll {
        #[serde(skip_serializing_if = "Option::is_none")]
        dice: Option<String>,
        #[serde(serialize_with = "all_numbers")]
        values: Vec<f64>,
    },
    /// An attribute of a thing, of a tile, edge or corner, or of a global object.
    Set {
        of: Typed,
        attr: Name,
        /// None where it has none any more, as after the last modifier.
        #[serde(skip_serializing_if = "Option::is_none")]
        to: Option<Typed>,
    },
    /// A thing reads or looks differently, since its attributes do.
    Look {
        id: u32,
        text: String,
        #[serde(skip_serializing_if = "Look::is_empty")]
        look: Box<Look>,
    },
    /// A tile, edge or corner, or a global object, looks differently.
    #[serde(rename = "look")]
    Dress {
        of: Typed,
        #[serde(skip_serializing_if = "Look::is_empty")]
        look: Box<Look>,
    },
    /// Something belongs to others; what its viewer sees of it may be more or less then.
    Own {
        of: Typed,
        to: Vec<u32>,
        #[serde(skip_serializing_if = "Option::is_none", serialize_with = "some_thing")]
        thing: Option<Arc<Thing>>,
    },
    Score {
        seat: u32,
        #[serde(serialize_with = "json::number")]
        to: f64,
    },
    Out {
        seat: u32,
    },
    Team {
        seat: u32,
        to: Option<String>,
    },
    Pass(Course),
    Say {
        text: String,
    },
    End {
        #[serde(skip)]
        outcome: Outcome,
    },
    /// The last of a trace that ends in the midst of what happened: the table says how it stands, where things may have
    /// other numbers.
    Anew,
}

fn one_thing<S: Serializer>(thing: &Arc<Thing>, serializer: S) -> Result<S::Ok, S::Error> {
    thing.serialize(serializer)
}

fn some_thing<S: Serializer>(thing: &Option<Arc<Thing>>, serializer: S) -> Result<S::Ok, S::Error> {
    thing.as_deref().serialize(serializer)
}

fn all_numbers<S: Serializer>(all: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(all.iter().map(|x| json::Number(*x)))
}

/// A change, with a number that neighbouring ones share where they look alike, as cards that go the same way.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Step {
    #[serde(flatten)]
    pub change: Change,
    pub g: u32,
}

impl Tabletop {
    /// Makes a change.
    pub fn apply(&mut self, change: &Change) {
        match change {
            Change::Move { id, from, to, j, lost, thing, .. } => {
                let known = self.things.contains_key(id).then_some(*id);
                self.take(from.as_ref(), known);
                self.put(to.as_ref(), (!lost).then_some(*id), *j);
                match (lost, thing) {
                    (true, _) => drop(self.things.remove(id)),
                    (false, Some(thing)) => drop(self.things.insert(*id, thing.clone())),
                    _ => {}
                }
            }
            Change::Make { id, at, j, thing } => {
                self.put(at.as_ref(), Some(*id), *j);
                self.things.insert(*id, thing.clone());
            }
            Change::Gone { id, from } => {
                self.take(from.as_ref(), Some(*id));
                self.things.remove(id);
            }
            Change::Closed { of: Typed::Place(place) } => {
                self.held.remove(place);
                self.closed.insert(place.clone());
            }
            Change::Closed { .. } => {}
            Change::Count { from, to, n } => (0..*n).for_each(|_| {
                self.take(from.as_ref(), None);
                self.put(to.as_ref(), None, None);
            }),
            Change::Order { at, now } if now.is_empty() => drop(self.at.remove(at)),
            Change::Order { at, now } => drop(self.at.insert(at.clone(), now.clone())),
            Change::Turn { ids, at, lost } => ids.iter().for_each(|id| self.turn(*id, at, *lost)),
            Change::Reveal { id, at, i, thing } => {
                if self.things.insert(*id, thing.clone()).is_none() {
                    self.reveal(*id, at, *i);
                }
            }
            Change::Shuffle { at, now } => self.shuffle(at, now.as_deref()),
            Change::Set { of, attr, to } => self.set(of, attr, to.as_ref()),
            Change::Look { id, text, look } => {
                if let Some(thing) = self.things.get_mut(id) {
                    let thing = Arc::make_mut(thing);
                    (thing.text, thing.look) = (text.clone(), look.clone());
                }
            }
            Change::Dress { of, look } => self.dress(of, look),
            Change::Own { of, to, thing } => self.own(of, to, thing.as_ref()),
            Change::Score { seat, to } => self.with_seat(*seat, |seat| seat.score = *to),
            Change::Out { seat } => self.with_seat(*seat, |seat| seat.out = true),
            Change::Team { seat, to } => self.with_seat(*seat, |seat| seat.team.clone_from(to)),
            Change::Pass(course) => self.course = course.clone(),
            Change::End { outcome } => self.outcome = Some(outcome.clone()),
            Change::Roll { .. } | Change::Say { .. } | Change::Anew => {}
        }
    }

    fn with_seat(&mut self, seat: u32, change: impl FnOnce(&mut SeatState)) {
        if let Some(seat) = self.seats.get_mut(seat as usize) {
            change(seat);
        }
    }

    /// Takes a thing out of a place, or the topmost that is not known.
    fn take(&mut self, from: Option<&Place>, id: Option<u32>) {
        let Some((place, all)) = from.and_then(|place| Some((place, self.at.get_mut(place)?))) else {
            return;
        };
        if let Some(at) = all.iter().rposition(|other| *other == id) {
            all.remove(at);
        }
        if all.is_empty() {
            self.at.remove(place);
        }
    }

    fn put(&mut self, to: Option<&Place>, id: Option<u32>, at: Option<usize>) {
        let Some(place) = to else { return };
        let is_unordered = self.unordered.contains(place);
        let all = self.at.entry(place.clone()).or_default();
        let end = match (is_unordered, id) {
            (true, Some(id)) => all.partition_point(|other| other.is_some_and(|other| other < id)),
            _ => all.len(),
        };
        all.insert(at.unwrap_or(end).min(end), id);
    }

    fn turn(&mut self, id: u32, at: &Place, lost: bool) {
        if !lost {
            self.things.insert(id, Arc::default());
            return;
        }
        self.things.remove(&id);
        let is_tile = matches!(at, Place::Tile { .. });
        if is_tile || self.unordered.contains(at) {
            self.take(Some(at), Some(id));
            if !is_tile {
                self.put(Some(at), None, None);
            }
        } else if let Some(entry) =
            self.at.get_mut(at).and_then(|all| all.iter_mut().find(|e| **e == Some(id)))
        {
            *entry = None;
        }
    }

    /// Something that had no number gets one.
    fn reveal(&mut self, id: u32, at: &Place, i: Option<usize>) {
        if matches!(at, Place::Tile { .. }) {
            return self.put(Some(at), Some(id), None);
        }
        if self.unordered.contains(at) {
            self.take(Some(at), None);
            return self.put(Some(at), Some(id), None);
        }
        let Some(all) = self.at.get_mut(at) else { return };
        let i = i.unwrap_or(all.len().saturating_sub(1));
        if let Some(entry) = all.get_mut(i) {
            *entry = Some(id);
        }
    }

    fn shuffle(&mut self, at: &Place, now: Option<&[u32]>) {
        let Some(all) = self.at.get_mut(at) else { return };
        let before = std::mem::take(all);
        *all = match now {
            Some(now) => now.iter().copied().map(Some).collect(),
            None => vec![None; before.len()],
        };
        let mut known = now.map_or_else(Vec::new, <[u32]>::to_vec);
        known.sort_unstable();
        for id in before.into_iter().flatten().filter(|id| known.binary_search(id).is_err()) {
            self.things.remove(&id);
        }
    }

    fn set(&mut self, of: &Typed, attr: &Name, to: Option<&Typed>) {
        let attributes = match of {
            Typed::Thing(id) => self.things.get_mut(id).map(|thing| &mut Arc::make_mut(thing).attributes),
            Typed::Place(place) => Some(&mut self.held.entry(place.clone()).or_default().attributes),
            Typed::Fact(class) => Some(self.facts.entry(class.clone()).or_default()),
            _ => None,
        };
        match (attributes, to) {
            (Some(attributes), Some(to)) => attributes.insert(attr.clone(), to.clone()),
            (Some(attributes), None) => attributes.remove(attr),
            (None, _) => {}
        }
        self.forget_empty(of);
    }

    fn dress(&mut self, of: &Typed, look: &Look) {
        match of {
            Typed::Place(place) => *self.held.entry(place.clone()).or_default().look = look.clone(),
            Typed::Fact(class) if look.is_empty() => drop(self.looks.remove(class)),
            Typed::Fact(class) => **self.looks.entry(class.clone()).or_default() = look.clone(),
            _ => {}
        }
        self.forget_empty(of);
    }

    /// Places stand among what is held where they have attributes, owners or a look.
    fn forget_empty(&mut self, of: &Typed) {
        if let Typed::Place(place) = of
            && self.held.get(place).is_some_and(Held::is_empty)
        {
            self.held.remove(place);
        }
    }

    fn own(&mut self, of: &Typed, to: &[u32], thing: Option<&Arc<Thing>>) {
        match (of, thing) {
            (Typed::Thing(id), Some(thing)) => drop(self.things.insert(*id, thing.clone())),
            (Typed::Thing(id), None) => {
                if let Some(thing) = self.things.get_mut(id) {
                    Arc::make_mut(thing).owners = to.to_vec();
                }
            }
            (Typed::Place(place), _) => self.held.entry(place.clone()).or_default().owners = to.to_vec(),
            _ => {}
        }
        self.forget_empty(of);
    }
}
