//! What could be seen to happen, in lines: cards that go from place to place, dice, what is turned and scored. What the
//! log has said already is left out, and so is what people make nothing of.

use super::line::{ChangedValue, Line, as_people_see};
use super::{Teller, counted, looks, thing};
use engine::Layout;
use engine::tabletop::{Arg, Change, Done, Entry, Name, Place, Step, Tabletop, Typed};
use std::collections::{BTreeMap, BTreeSet};

/// What happened so far.
struct Telling<'t, 'g> {
    teller: &'t Teller<'g>,
    table: Tabletop,
    /// The things that were chosen and have not moved yet, the places, and who chose.
    chosen: Vec<u32>,
    places: Vec<Place>,
    by: BTreeSet<u32>,
    /// How many things each seat chose that the viewer does not know.
    unknown: BTreeMap<u32, usize>,
    /// Things that are called otherwise when it is over, since what they are called by changes.
    unsteady: BTreeSet<u32>,
    /// Where things were that are taken up now and put down later.
    lifted: BTreeMap<u32, Place>,
    lines: Vec<Line>,
}

impl Teller<'_> {
    /// The lines of a trace that began on a table.
    pub(super) fn happened(&self, before: Tabletop, log: &[Entry], trace: &[Step]) -> Vec<String> {
        let done =
            || log.iter().filter_map(|entry| if let Entry::Done(done) = entry { Some(done) } else { None });
        let args = || done().flat_map(|done| &done.args).map(|(_, arg)| arg);
        let mut unknown = BTreeMap::new();
        done().for_each(|done| *unknown.entry(done.by).or_default() += unknown_in(done));
        let unsteady = trace.iter().filter_map(|step| match &step.change {
            Change::Look { id, text, look } if before.things.contains_key(id) => {
                (looks::titled(look, text) != thing(&before, *id)).then_some(*id)
            }
            _ => None,
        });
        let mut telling = Telling {
            teller: self,
            chosen: args().flat_map(things).collect(),
            places: args().flat_map(places).collect(),
            by: done().map(|done| done.by).collect(),
            unknown,
            unsteady: unsteady.collect(),
            lifted: BTreeMap::new(),
            lines: Vec::new(),
            table: before,
        };
        for (i, step) in trace.iter().enumerate() {
            if let Change::Move { id, from: Some(from), to: None, lost: false, .. } = &step.change
                && is_put_down(*id, &trace[i + 1..])
            {
                telling.lifted.insert(*id, from.clone());
            } else {
                telling.see(step);
            }
            telling.table.apply(&step.change);
        }
        as_people_see(telling.lines).into_iter().filter_map(|line| self.line(line)).collect()
    }
}

impl Telling<'_, '_> {
    fn text(&mut self, text: impl Into<String>) {
        self.lines.push(Line::Text(text.into()));
    }

    fn see(&mut self, step: &Step) {
        let teller = self.teller;
        match &step.change {
            Change::Move { id, from, via, to, thing: new, .. } => {
                let lifted = self.lifted.remove(id);
                let from = if from.is_none() { &lifted } else { from };
                let name = match new {
                    Some(new) if new.class.is_some() => self.teller.called(new),
                    _ => self.name(*id),
                };
                self.moved(step.g, *id, (from, via, to), name);
            }
            // In another order, of which nobody knows more.
            Change::Count { from, to, .. } if from == to => {}
            Change::Count { from, to, n } => {
                let n = self.untold(from.as_ref(), *n);
                if n > 0 {
                    self.passed(step.g, (from, to), None, n);
                }
            }
            Change::Make { at: None, .. } | Change::Gone { from: None, .. } => {}
            Change::Make { at: Some(at), thing, .. } => {
                let is_own = thing.owners.iter().all(|owner| self.by.contains(owner));
                if !(is_own && self.places.contains(at)) {
                    self.lands(at, self.teller.called(thing));
                }
            }
            Change::Gone { id, from: Some(from) } => {
                let name = self.name(*id);
                self.passed(step.g, (&Some(from.clone()), &None), Some(name), 0);
            }
            Change::Turn { lost: true, .. } => {}
            Change::Turn { ids, at, .. } => {
                let names = counted(ids.iter().map(|id| self.name(*id)).collect());
                self.text(format!("{} is turned over: {names}", teller.place(at)));
            }
            Change::Reveal { at, thing, .. } => {
                self.text(format!("{} shows {}", teller.place(at), teller.called(thing)));
            }
            Change::Shuffle { at, .. } => self.text(format!("{} is shuffled", teller.place(at))),
            Change::Roll { dice, values } => {
                let values: Vec<String> = values.iter().map(f64::to_string).collect();
                let dice = dice.as_deref().unwrap_or("the dice");
                self.text(format!("{dice}: {}", values.join(", ")));
            }
            Change::Set { of, attr, to } => self.set(of, attr, to.as_ref()),
            Change::Own { of, to, .. } => self.owned(of, to),
            change => self.report(change),
        }
    }

    /// What happens to no thing.
    fn report(&mut self, change: &Change) {
        let teller = self.teller;
        match change {
            Change::Score { seat, to } => match self.lines.last_mut() {
                Some(Line::Score { seat: last, to: score }) if last == seat => *score = *to,
                _ => self.lines.push(Line::Score { seat: *seat, to: *to }),
            },
            Change::Out { seat } => self.text(format!("{} is out", teller.seat(*seat))),
            Change::Team { seat, to: Some(team) } => {
                self.text(format!("{}: team {team}", teller.seat(*seat)))
            }
            Change::Closed { of: Typed::Place(place) } => {
                self.text(format!("{} is there no more", teller.place(place)));
            }
            Change::Say { text } => self.text(text.clone()),
            Change::Anew => self.text("and so much more that it is not told"),
            // Looks, whose turn it is and how it ended stand elsewhere.
            _ => {}
        }
    }

    fn moved(&mut self, g: u32, id: u32, way: (&Option<Place>, &[Place], &Option<Place>), name: String) {
        let (from, via, to) = way;
        // Of what was chosen the sentence says where it goes: to the place that was chosen, too, or where it belongs.
        if let Some(at) = self.chosen.iter().position(|chosen| *chosen == id) {
            self.chosen.remove(at);
            let is_said = |to: &Place| matches!(to, Place::Zone { .. }) || self.places.contains(to);
            if via.is_empty() && to.as_ref().is_some_and(is_said) {
                return;
            }
        }
        match (from, to) {
            (Some(Place::Zone { owner: Some(owner), .. }), Some(to))
                if self.by.contains(owner) && self.places.contains(to) => {}
            (Some(from @ Place::Tile { .. }), Some(to @ Place::Tile { .. })) => {
                self.goes(name, from, via, to)
            }
            _ => self.passed(g, (from, to), Some(name), 0),
        }
    }

    /// From tile to tile; several things that leave one for others are told together.
    fn goes(&mut self, name: String, from: &Place, via: &[Place], to: &Place) {
        let place = |place: &Place| self.teller.place(place);
        let (start, end) = (place(from), place(to));
        let way: Vec<String> = via.iter().map(place).collect();
        match self.lines.last_mut() {
            Some(Line::Way { name: last, from, via, to })
                if via.is_empty() && way.is_empty() && *last == name && *from == start =>
            {
                to.push(end);
            }
            _ => self.lines.push(Line::Way { name, from: start, via: way, to: vec![end] }),
        }
    }

    /// Something is new in a place.
    fn lands(&mut self, at: &Place, name: String) {
        if let Place::Zone { name: zone, .. } = at
            && self.teller.game.zone_layout(zone) == Some(Layout::Ledger)
        {
            // What stands there are sentences.
            return self.text(name);
        }
        match (at, self.lines.last_mut()) {
            (Place::Tile { .. }, Some(Line::Placed { name: last, at: all })) if *last == name => {
                all.push(at.clone());
            }
            (Place::Tile { .. }, _) => self.lines.push(Line::Placed { name, at: vec![at.clone()] }),
            (Place::Zone { .. }, _) => self.passed(u32::MAX, (&None, &Some(at.clone())), Some(name), 0),
        }
    }

    /// How many of so many unknown things that leave a place the log has not told of.
    fn untold(&mut self, from: Option<&Place>, n: usize) -> usize {
        let Some(Place::Zone { owner: Some(owner), .. }) = from else { return n };
        let Some(told) = self.unknown.get_mut(owner) else { return n };
        let known = n.min(*told);
        *told -= known;
        n - known
    }

    fn name(&self, id: u32) -> String {
        self.table.things.get(&id).map_or_else(|| thing(&self.table, id), |thing| self.teller.called(thing))
    }

    /// Adds to what went the same way at the same time.
    fn passed(
        &mut self,
        g: u32,
        (from, to): (&Option<Place>, &Option<Place>),
        name: Option<String>,
        n: usize,
    ) {
        let is_same = |line: &Line| match line {
            Line::Moved { from: other_from, to: other_to, .. } => (other_from, other_to) == (from, to),
            _ => false,
        };
        let of_group = |line: &Line| matches!(line, Line::Moved { g: of, .. } if *of == g);
        let last = self.lines.len().checked_sub(1).filter(|last| is_same(&self.lines[*last]));
        let at = last.or_else(|| self.lines.iter().rposition(|line| of_group(line) && is_same(line)));
        match at.and_then(|at| self.lines.get_mut(at)) {
            Some(Line::Moved { names, unknown, .. }) => {
                names.extend(name);
                *unknown += n;
            }
            _ => {
                let (from, to) = (from.clone(), to.clone());
                self.lines.push(Line::Moved { g, from, to, names: name.into_iter().collect(), unknown: n });
            }
        }
    }

    fn owned(&mut self, of: &Typed, to: &[u32]) {
        let name = match of {
            // In zones it goes without saying.
            Typed::Thing(id) => match self.table.place_of(*id) {
                Some(place @ Place::Tile { .. }) => {
                    format!("{} ({})", self.name(*id), self.teller.place(place))
                }
                _ => return,
            },
            // Who chose it.
            Typed::Place(place)
                if self.places.contains(place) && to.iter().all(|to| self.by.contains(to)) =>
            {
                return;
            }
            of => self.teller.value(of, &self.table),
        };
        let owner = if to.is_empty() { "nobody".to_owned() } else { self.teller.seats(to) };
        match self.lines.last_mut() {
            Some(Line::Owned { to, names }) if *to == owner => names.push(name),
            _ => self.lines.push(Line::Owned { to: owner, names: vec![name] }),
        }
    }

    /// What people can make something of: numbers, words and cases that do not stand aside.
    fn set(&mut self, of: &Typed, attr: &str, to: Option<&Typed>) {
        let Some(to) = to.filter(|to| is_simple(to)) else { return };
        let (class, called) = self.subject(of);
        let legend = self.teller.game.legend();
        let is_aside = |class: &str| {
            legend.hides(class, attr)
                || legend.classes.iter().any(|of| of.of == class && of.aside.iter().any(|name| name == attr))
        };
        if class.as_deref().is_some_and(is_aside) {
            return;
        }
        let member = class.as_deref().and_then(|class| self.teller.game.legend().member(class, attr));
        let title = member.and_then(|look| look.title.clone()).unwrap_or_else(|| looks::worded(attr));
        let was = self.attribute(of, attr).cloned();
        let values = match self.lines.last_mut() {
            Some(Line::Set { of, values }) if *of == called => values,
            _ => {
                self.lines.push(Line::Set { of: called, values: Vec::new() });
                let Some(Line::Set { values, .. }) = self.lines.last_mut() else { return };
                values
            }
        };
        let (teller, table) = (self.teller, &self.table);
        let text = |was: Option<&Typed>| teller.value(&news(was, to), table);
        match values.iter_mut().find(|value| value.name == title) {
            Some(value) => (value.text, value.now) = (text(value.was.as_ref()), to.clone()),
            None => values.push(ChangedValue { name: title, text: text(was.as_ref()), was, now: to.clone() }),
        }
    }

    /// An attribute as it is on the table.
    fn attribute(&self, of: &Typed, name: &str) -> Option<&Typed> {
        let attributes = match of {
            Typed::Thing(id) => &self.table.things.get(id)?.attributes,
            Typed::Place(place) => &self.table.held.get(place)?.attributes,
            Typed::Fact(class) => self.table.facts.get(class)?,
            _ => return None,
        };
        attributes.get(name)
    }

    /// The class of something that has attributes, and what it is called, with where it lies or whose it is.
    fn subject(&self, of: &Typed) -> (Option<Name>, String) {
        let called = self.teller.value(of, &self.table);
        match of {
            Typed::Thing(id) => {
                let Some(thing) = self.table.things.get(id) else { return (None, called) };
                let class = thing.class.clone();
                let is_unsteady = self.unsteady.contains(id);
                let called = match &class {
                    Some(class) if is_unsteady => looks::worded(class),
                    _ => self.teller.called(thing),
                };
                let at = self.table.place_of(*id).filter(|_| !is_unsteady || thing.owners.is_empty());
                let at = at.map(|place| self.teller.place(place));
                let whose =
                    at.or_else(|| (!thing.owners.is_empty()).then(|| self.teller.seats(&thing.owners)));
                (class, whose.map_or_else(|| called.clone(), |whose| format!("{called} ({whose})")))
            }
            Typed::Fact(class) => (Some(class.clone()), called),
            Typed::Place(Place::Tile { board, .. }) => {
                (self.teller.game.class_of_tiles(board).map(Name::from), called)
            }
            _ => (None, called),
        }
    }
}

fn is_simple(value: &Typed) -> bool {
    /// The longest table.
    const MAX_ENTRIES: usize = 12;
    match value {
        Typed::Number(_) | Typed::Text(_) | Typed::Case { .. } => true,
        // What somebody has of each kind.
        Typed::Table(all) => {
            all.len() <= MAX_ENTRIES && all.iter().all(|(key, value)| is_simple(key) && is_simple(value))
        }
        _ => false,
    }
}

/// Whether something that is nowhere is put somewhere before anything else happens to it.
fn is_put_down(id: u32, trace: &[Step]) -> bool {
    let next = trace.iter().find_map(|step| match &step.change {
        Change::Move { id: of, from, to, .. } if *of == id => Some(from.is_none() && to.is_some()),
        Change::Gone { id: of, .. } if *of == id => Some(false),
        Change::Turn { ids, lost: true, .. } if ids.contains(&id) => Some(false),
        _ => None,
    });
    next == Some(true)
}

/// Of what somebody has of each kind, the kinds of which there is more or less than there was; all else as it is.
fn news(was: Option<&Typed>, now: &Typed) -> Typed {
    let (Some(Typed::Table(was)), Typed::Table(all)) = (was, now) else { return now.clone() };
    let news: Vec<_> = all.iter().filter(|pair| !was.contains(pair)).cloned().collect();
    if news.is_empty() { now.clone() } else { Typed::Table(news) }
}

/// The numbers of the things in what was chosen.
fn things(arg: &Arg) -> Vec<u32> {
    match arg {
        Arg::Thing { id, .. } => vec![*id],
        Arg::List(all) => all.iter().flat_map(things).collect(),
        Arg::Unknown | Arg::Value(_) => Vec::new(),
    }
}

/// The places in what was chosen.
fn places(arg: &Arg) -> Vec<Place> {
    fn of(value: &Typed) -> Vec<Place> {
        match value {
            Typed::Place(place) => vec![place.clone()],
            Typed::List(all) => all.iter().flat_map(of).collect(),
            _ => Vec::new(),
        }
    }
    match arg {
        Arg::Value(value) => of(value),
        Arg::List(all) => all.iter().flat_map(places).collect(),
        Arg::Thing { .. } | Arg::Unknown => Vec::new(),
    }
}

/// How many things of a choice the viewer does not know.
fn unknown_in(done: &Done) -> usize {
    fn of(arg: &Arg) -> usize {
        match arg {
            Arg::Unknown => 1,
            Arg::List(all) => all.iter().map(of).sum(),
            Arg::Thing { .. } | Arg::Value(_) => 0,
        }
    }
    done.args.iter().map(|(_, arg)| of(arg)).sum()
}
