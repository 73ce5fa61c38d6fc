//! A table as a client keeps it: the JSON of a welcome, changed by the JSON of traces. It knows no engine, and so finds
//! what a client that is written from the documents would find.

use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Board {
    things: BTreeMap<u64, Value>,
    at: BTreeMap<String, Vec<Option<u64>>>,
    held: BTreeMap<String, Value>,
    facts: BTreeMap<String, Value>,
    seats: Vec<Value>,
    course: Value,
    over: bool,
}

/// The zones in which nothing has a position, from the legend.
pub(crate) fn unordered(legend: &Value) -> BTreeSet<String> {
    let is = |zone: &Value, word: &str| zone[word] == json!(true);
    let zones = legend["zones"].as_array().into_iter().flatten();
    let loose = zones.filter(|zone| !is(zone, "ordered") && !is(zone, "deck"));
    loose.filter_map(|zone| Some(zone["name"].as_str()?.to_owned())).collect()
}

fn key(place: &Value) -> String {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    if let Some([board, name, owner @ ..]) = place["tile"].as_array().map(Vec::as_slice) {
        return match owner {
            [owner] if !owner.is_null() => format!("{}/{owner}/{}", text(board), text(name)),
            _ => format!("{}/{}", text(board), text(name)),
        };
    }
    match place["zone"].as_array().map(Vec::as_slice) {
        Some([name, owner]) if !owner.is_null() => format!("{}/{owner}", text(name)),
        Some([name, ..]) => text(name),
        _ => place.to_string(),
    }
}

fn id(value: &Value) -> Option<u64> {
    value.as_u64()
}

fn map(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

impl Board {
    pub(crate) fn read(table: &Value) -> Board {
        let ids = |all: &Value| all.as_array().into_iter().flatten().map(id).collect::<Vec<_>>();
        let known = map(&table["at"]).into_iter().map(|(place, all)| (place, ids(&all)));
        let counted = map(&table["count"]).into_iter().map(|(place, n)| {
            let n = n.as_u64().unwrap_or(0) as usize;
            (place, vec![None; n])
        });
        Board {
            things: map(&table["things"])
                .into_iter()
                .filter_map(|(k, v)| Some((k.parse().ok()?, v)))
                .collect(),
            at: known.chain(counted).collect(),
            held: map(&table["held"]).into_iter().collect(),
            facts: map(&table["facts"]).into_iter().collect(),
            seats: table["seats"].as_array().cloned().unwrap_or_default(),
            course: table["course"].clone(),
            over: table["over"] == json!(true),
        }
    }

    fn is_loose(place: &str, loose: &BTreeSet<String>) -> bool {
        let name = place.split('/').next().unwrap_or_default();
        loose.contains(name)
    }

    fn take(&mut self, from: &Value, thing: Option<u64>) {
        if from.is_null() {
            return;
        }
        let place = key(from);
        let Some(all) = self.at.get_mut(&place) else { return };
        if let Some(i) = all.iter().rposition(|other| *other == thing) {
            all.remove(i);
        }
        if all.is_empty() {
            self.at.remove(&place);
        }
    }

    fn put(&mut self, to: &Value, thing: Option<u64>, j: &Value, loose: &BTreeSet<String>) {
        if to.is_null() {
            return;
        }
        let place = key(to);
        let is_loose = Board::is_loose(&place, loose);
        let all = self.at.entry(place).or_default();
        let end = match thing {
            Some(thing) if is_loose => all.iter().take_while(|o| o.is_some_and(|o| o < thing)).count(),
            _ => all.len(),
        };
        let i = j.as_u64().map_or(end, |j| j as usize).min(all.len());
        all.insert(i, thing);
    }

    pub(crate) fn apply(&mut self, step: &Value, loose: &BTreeSet<String>) {
        let thing = id(&step["id"]);
        let has_thing = !step["thing"].is_null();
        match step["do"].as_str().unwrap_or_default() {
            "move" => {
                let known = thing.filter(|thing| self.things.contains_key(thing));
                let lost = step["lost"] == json!(true);
                self.take(&step["from"], known);
                self.put(&step["to"], thing.filter(|_| !lost), &step["j"], loose);
                match thing {
                    Some(thing) if lost => drop(self.things.remove(&thing)),
                    Some(thing) if has_thing => drop(self.things.insert(thing, step["thing"].clone())),
                    _ => {}
                }
            }
            "make" => {
                self.put(&step["at"], thing, &step["j"], loose);
                self.things.extend(thing.map(|thing| (thing, step["thing"].clone())));
            }
            "gone" if thing.is_some() => {
                self.take(&step["from"], thing);
                thing.map(|thing| self.things.remove(&thing));
            }
            "gone" => drop(self.held.remove(&key(&step["of"]))),
            "count" => (0..step["n"].as_u64().unwrap_or(0)).for_each(|_| {
                self.take(&step["from"], None);
                self.put(&step["to"], None, &Value::Null, loose);
            }),
            "order" => {
                let now: Vec<_> = step["now"].as_array().into_iter().flatten().map(id).collect();
                self.at.remove(&key(&step["at"]));
                if !now.is_empty() {
                    self.at.insert(key(&step["at"]), now);
                }
            }
            "turn" => {
                let ids: Vec<u64> = step["ids"].as_array().into_iter().flatten().filter_map(id).collect();
                ids.into_iter().for_each(|id| self.turn(id, step, loose));
            }
            "reveal" => self.reveal(step, loose),
            "shuffle" => self.shuffle(step),
            "look" => {
                if let Some(entry) = thing.and_then(|thing| self.things.get_mut(&thing)) {
                    set(entry, "text", &step["text"]);
                    set(entry, "look", &step["look"]);
                }
            }
            "set" => self.set(step),
            "own" => self.own(step),
            "score" => self.of_seat(step, |seat| set(seat, "score", &step["to"])),
            "out" => self.of_seat(step, |seat| set(seat, "out", &json!(true))),
            "team" => self.of_seat(step, |seat| set(seat, "team", &step["to"])),
            "pass" => {
                let fields = map(step).into_iter().filter(|(name, _)| name != "do" && name != "g");
                self.course = Value::Object(fields.collect());
            }
            "end" => self.over = true,
            _ => {}
        }
    }

    fn of_seat(&mut self, step: &Value, change: impl FnOnce(&mut Value)) {
        if let Some(seat) = self.seats.get_mut(step["seat"].as_u64().unwrap_or(u64::MAX) as usize) {
            change(seat);
        }
    }

    fn turn(&mut self, id: u64, step: &Value, loose: &BTreeSet<String>) {
        if step["lost"] != json!(true) {
            self.things.insert(id, json!({}));
            return;
        }
        self.things.remove(&id);
        let place = key(&step["at"]);
        let is_tile = !step["at"]["tile"].is_null();
        if is_tile || Board::is_loose(&place, loose) {
            self.take(&step["at"], Some(id));
            if !is_tile {
                self.put(&step["at"], None, &Value::Null, loose);
            }
        } else if let Some(all) = self.at.get_mut(&place) {
            all.iter_mut().filter(|other| **other == Some(id)).for_each(|other| *other = None);
        }
    }

    fn reveal(&mut self, step: &Value, loose: &BTreeSet<String>) {
        let Some(id) = id(&step["id"]) else { return };
        if self.things.insert(id, step["thing"].clone()).is_some() {
            return;
        }
        let place = key(&step["at"]);
        if !step["at"]["tile"].is_null() {
            return self.put(&step["at"], Some(id), &Value::Null, loose);
        }
        if Board::is_loose(&place, loose) {
            self.take(&step["at"], None);
            return self.put(&step["at"], Some(id), &Value::Null, loose);
        }
        if let Some(all) = self.at.get_mut(&place) {
            let i = step["i"].as_u64().map_or(all.len().saturating_sub(1), |i| i as usize);
            all.get_mut(i).into_iter().for_each(|entry| *entry = Some(id));
        }
    }

    fn shuffle(&mut self, step: &Value) {
        let Some(all) = self.at.get_mut(&key(&step["at"])) else { return };
        let before = std::mem::take(all);
        let now: Option<Vec<u64>> = step["now"].as_array().map(|all| all.iter().filter_map(id).collect());
        *all = match &now {
            Some(now) => now.iter().copied().map(Some).collect(),
            None => vec![None; before.len()],
        };
        let gone = before.into_iter().flatten().filter(|id| now.as_ref().is_none_or(|now| !now.contains(id)));
        gone.for_each(|id| drop(self.things.remove(&id)));
    }

    fn set(&mut self, step: &Value) {
        let (of, attr) = (&step["of"], step["attr"].as_str().unwrap_or_default());
        if let Some(class) = of["fact"].as_str() {
            let name = format!("{class}.{attr}");
            match step.get("to") {
                Some(to) => drop(self.facts.insert(name, to.clone())),
                None => drop(self.facts.remove(&name)),
            }
            return;
        }
        let entry = match of["thing"].as_u64() {
            Some(thing) => self.things.get_mut(&thing),
            None => Some(self.held.entry(key(of)).or_insert(json!({}))),
        };
        if let Some(entry) = entry {
            let mut attributes = map(&entry["attributes"]);
            match step.get("to") {
                Some(to) => drop(attributes.insert(attr.to_owned(), to.clone())),
                None => drop(attributes.shift_remove(attr)),
            }
            set(entry, "attributes", &Value::Object(attributes));
        }
        self.forget_empty();
    }

    fn own(&mut self, step: &Value) {
        let of = &step["of"];
        match (of["thing"].as_u64(), step.get("thing")) {
            (Some(thing), Some(now)) => drop(self.things.insert(thing, now.clone())),
            (Some(thing), None) => {
                self.things.get_mut(&thing).into_iter().for_each(|entry| set(entry, "owners", &step["to"]));
            }
            (None, _) => set(self.held.entry(key(of)).or_insert(json!({})), "owners", &step["to"]),
        }
        self.forget_empty();
    }

    fn forget_empty(&mut self) {
        self.held.retain(|_, held| !map(held).is_empty());
    }
}

/// Empty lists, maps and texts are left out of what is sent.
fn set(entry: &mut Value, name: &str, to: &Value) {
    let Some(fields) = entry.as_object_mut() else { return };
    let is_empty = match to {
        Value::Null => true,
        Value::Array(all) => all.is_empty(),
        Value::Object(all) => all.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    };
    if is_empty {
        fields.shift_remove(name);
    } else {
        fields.insert(name.to_owned(), to.clone());
    }
}
