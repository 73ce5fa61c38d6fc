//! A match as text for tests, line by line, in the form that `oracle::describe` documents, so that the two can be
//! compared. It sees everything and is never shown to a player.

use crate::core::{Core, Waiting, seat_words};
use crate::matches::Match;
use crate::views;
use bytecode::Program;
use bytecode::layout::{Shape, header, list, object, seat};
use bytecode::program::{Class, Show};
use bytecode::word::{self, NULL, Text};
use language::tree::Visibility;
use std::collections::BTreeMap;
use std::fmt::Write;
use vm::Candidate;

/// How deep lists in lists are written.
const MAX_DEPTH: u32 = 64;

/// The whole state. Of the objects that are in no place there are those of global classes, those that stand in a list
/// of live objects, and those that are named somewhere.
pub fn state(now: &Match) -> String {
    Dump::new(now.game().program(), &now.core).all()
}

/// The legal options in order: `Rules#0.place(cell: a1)`, or the answer alone. A fault is the only line.
pub fn options(now: &Match) -> Vec<String> {
    let (mut core, mut machine) = (now.core.clone(), now.game.machine());
    let mut runner = now.game.runner(&mut machine);
    runner.grant();
    let Ok(candidates) = runner.list(&mut core) else { return vec![views::fault(&now.game, &core).message] };
    let legal = runner.legal(&core, &candidates);
    if runner.end_if_spent(&mut core) || core.waiting == Waiting::Faulty {
        return vec![views::fault(&now.game, &core).message];
    }
    let mut dump = Dump::new(now.game().program(), &core);
    legal.into_iter().map(|i| dump.option(candidates.get(i))).collect()
}

struct Dump<'a> {
    program: &'a Program,
    core: &'a Core,
    words: &'a [u64],
    /// Objects that were named.
    named: Vec<u64>,
}

impl<'a> Dump<'a> {
    fn new(program: &'a Program, core: &'a Core) -> Dump<'a> {
        Dump { program, core, words: &core.state.words, named: Vec::new() }
    }

    fn option(&mut self, candidate: Candidate<'_>) -> String {
        let program = self.program;
        let Candidate { action, holder, inputs } = candidate;
        match (action, self.core.waiting) {
            (Some(action), _) => {
                let action = &program.actions[action as usize];
                let named = action.inputs.iter().zip(inputs);
                let named: Vec<String> = named
                    .map(|(i, w)| format!("{}: {}", i.name, self.value(*w, &i.show, MAX_DEPTH)))
                    .collect();
                let holder = self.value(holder, &Show::Object, 0);
                format!("{holder}.{}({})", action.name, named.join(", "))
            }
            (None, Waiting::Answer { show, .. }) => {
                self.value(inputs[0], &program.shows[show as usize], MAX_DEPTH)
            }
            _ => String::new(),
        }
    }

    fn all(mut self) -> String {
        let mut out = String::new();
        self.head(&mut out);
        self.boards(&mut out);
        self.zones(&mut out);
        self.objects(&mut out);
        out
    }

    fn head(&self, out: &mut String) {
        let (program, words) = (self.program, self.words);
        let turn = program.turns.get(words[header::TURN] as usize);
        let phase = turn.and_then(|t| t.phases.get(words[header::PHASE] as usize));
        let over = match self.core.waiting {
            Waiting::Stuck => "stuck",
            Waiting::Over => "yes",
            _ => "no",
        };
        let players = self.core.players();
        let seats: Vec<[u64; 4]> = (0..players).map(|p| seat_words(program, words, p)).collect();
        let scores: Vec<String> = seats.iter().map(|s| number(s[seat::SCORE])).collect();
        let gone: Vec<u32> = (0..players).filter(|p| seats[*p as usize][seat::OUT] == 1).collect();
        let _ = writeln!(out, "players {players}");
        let _ = writeln!(out, "turn {}", turn.map_or("-", |t| t.name.as_str()));
        let _ = writeln!(out, "phase {}", phase.map_or("-", |p| p.0.as_str()));
        let _ = writeln!(out, "active {}", word::to_player(words[header::ACTIVE]));
        let _ = writeln!(out, "over {over}");
        let _ = writeln!(out, "ranking {}", ranking(&seats));
        let _ = writeln!(out, "scores {}", scores.join(" "));
        let _ = writeln!(out, "out {}", players_text(&gone));
    }

    fn boards(&mut self, out: &mut String) {
        let program = self.program;
        for board in &program.boards {
            let _ = writeln!(out, "board {}", board.name);
            for (i, tile) in board.geometry.tiles.iter().enumerate() {
                let at = board.first as usize + i;
                let held = program.tiles.objects[at];
                let attributes = match held {
                    u32::MAX => String::new(),
                    held => self.attributes(u64::from(held)),
                };
                let _ = writeln!(out, "tile {}{attributes}", tile.name);
                let there = self.words[program.layout.tiles + at];
                match program.tiles.single[at] {
                    true if there == NULL => {}
                    true => self.pieces(&[there], out),
                    false => self.pieces(&self.elements(there), out),
                }
            }
        }
    }

    fn zones(&mut self, out: &mut String) {
        let program = self.program;
        for (slot, (zone, owner)) in program.slots.iter().enumerate() {
            let name = &program.zones[*zone as usize].name;
            let _ = match owner {
                Some(p) if *p >= self.core.players() => continue,
                Some(p) => writeln!(out, "zone {name}({p})"),
                None => writeln!(out, "zone {name}"),
            };
            self.pieces(&self.elements((program.layout.zones + slot * list::HEAD) as u64), out);
        }
    }

    fn pieces(&mut self, pieces: &[u64], out: &mut String) {
        for p in pieces {
            let _ = writeln!(out, "piece {}", self.object(*p));
        }
    }

    /// Objects in no place, oldest first.
    fn objects(&mut self, out: &mut String) {
        let program = self.program;
        self.named.extend(program.classes.iter().filter_map(|c| c.global.map(u64::from)));
        let lists = program.classes.iter().flat_map(|c| &c.joins).max().map_or(0, |i| usize::from(*i) + 1);
        for i in 0..lists {
            self.named.extend(self.elements((program.layout.live + i * list::HEAD) as u64));
        }
        let mut lines = BTreeMap::new();
        while let Some(o) = self.named.pop() {
            let (head, class) = (self.words[o as usize], self.class(o));
            let placed = class.is_piece && self.words[o as usize + object::PLACE] != NULL;
            let serial = object::serial(head);
            let removed = head & object::REMOVED != 0;
            if class.is_event || class.is_tile || removed || placed || lines.contains_key(&serial) {
                continue;
            }
            lines.insert(serial, String::new());
            let line = self.object(o);
            lines.insert(serial, line);
        }
        for line in lines.values() {
            let _ = writeln!(out, "object {line}");
        }
    }

    fn object(&mut self, o: u64) -> String {
        let name = self.value(o, &Show::Object, 0);
        let owner = self.words[o as usize + object::OWNER];
        let owners: Vec<u32> = match self.class(o).visibility {
            _ if owner == NULL => Vec::new(),
            Visibility::Group => (0..32).filter(|p| owner >> p & 1 == 1).collect(),
            _ => vec![word::to_player(owner)],
        };
        format!("{name} owner {}{}", players_text(&owners), self.attributes(o))
    }

    fn attributes(&mut self, o: u64) -> String {
        let class = self.class(o);
        if class.fields.is_empty() {
            return String::new();
        }
        let first = o as usize + class.first_field as usize;
        let fields = class.fields.iter().enumerate();
        let pairs: Vec<String> = fields
            .map(|(i, f)| format!("{}={}", f.name, self.value(self.words[first + i], &f.show, MAX_DEPTH)))
            .collect();
        format!(" {{{}}}", pairs.join(", "))
    }

    fn class(&self, o: u64) -> &'a Class {
        &self.program.classes[object::class(self.words[o as usize]) as usize]
    }

    fn elements(&self, l: u64) -> Vec<u64> {
        let l = l as usize;
        let data = list::data(self.words[l + 1]);
        self.words[data..data + list::length(self.words[l])].to_vec()
    }

    fn value(&mut self, w: u64, show: &Show, depth: u32) -> String {
        if w == NULL {
            return "null".to_owned();
        }
        let program = self.program;
        match show {
            Show::Number | Show::Player => number(w),
            Show::Text => quoted(&self.text(w)),
            Show::Bool => (w == word::TRUE).to_string(),
            Show::Case(e) => program.enums[*e as usize].cases[w as usize].clone(),
            Show::Tile => self.tile(w),
            Show::Place if w < u64::from(program.tiles.count) => self.tile(w),
            Show::Place | Show::Zone => self.zone(w),
            Show::Zones => program.zones[program.slots[w as usize].0 as usize].name.clone(),
            Show::Turn => program.turns[w as usize].name.clone(),
            Show::Object => {
                self.named.push(w);
                let class = self.class(w);
                match class.is_event {
                    true => class.name.clone(),
                    false => format!("{}#{}", class.name, object::serial(self.words[w as usize])),
                }
            }
            Show::List(_) | Show::Table(_) if depth == 0 => "...".to_owned(),
            Show::List(of) => {
                let all: Vec<String> =
                    self.elements(w).iter().map(|x| self.value(*x, of, depth - 1)).collect();
                format!("[{}]", all.join(", "))
            }
            Show::Table(of) => {
                let pairs = self.elements(w);
                let pair =
                    |p: &[u64]| format!("{}: {}", self.key(p[1], p[0]), self.value(p[2], of, depth - 1));
                format!("{{{}}}", pairs.chunks(3).map(pair).collect::<Vec<_>>().join(", "))
            }
            Show::Position => "position".to_owned(),
            Show::Function => "function".to_owned(),
        }
    }

    /// A key of a table, whose kind tells its type.
    fn key(&mut self, w: u64, kind: u64) -> String {
        let is_object = |w: u64| Shape::of(self.words[w as usize]) == Some(Shape::Object);
        let show = match kind {
            0 => Show::Number,
            1 => Show::Text,
            4 => Show::Bool,
            8 => Show::Place,
            20 => Show::Turn,
            24 => Show::Zones,
            32.. => Show::Case(((kind - 32) / 4) as u16),
            2 if is_object(w) => Show::Object,
            _ => Show::Position,
        };
        self.value(w, &show, 0)
    }

    fn tile(&self, w: u64) -> String {
        let board = &self.program.boards[self.program.tiles.board[w as usize] as usize];
        board.geometry.tiles[w as usize - board.first as usize].name.clone()
    }

    fn zone(&self, address: u64) -> String {
        let slot = (address as usize - self.program.layout.zones) / list::HEAD;
        let (zone, owner) = self.program.slots[slot];
        let name = &self.program.zones[zone as usize].name;
        owner.map_or(name.clone(), |p| format!("{name}({p})"))
    }

    fn text(&self, w: u64) -> String {
        let units: Vec<u16> = match word::text(w) {
            Some(Text::Inline(n, bytes)) => (0..n).map(|i| u16::from((bytes >> (8 * i)) as u8)).collect(),
            Some(Text::Constant(i)) => self.program.strings[i].clone(),
            Some(Text::Heap(at)) => {
                let n = (self.words[at] >> 32) as usize;
                (0..n).map(|i| (self.words[at + 1 + i / 4] >> (16 * (i % 4))) as u16).collect()
            }
            None => Vec::new(),
        };
        String::from_utf16_lossy(&units)
    }
}

fn number(w: u64) -> String {
    let n = word::to_number(w);
    if n == 0.0 { "0".to_owned() } else { format!("{n}") }
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

/// First place first; where nobody won, the first place is empty.
fn ranking(seats: &[[u64; 4]]) -> String {
    let place = |p: usize| seats[p][seat::PLACE];
    if (0..seats.len()).any(|p| place(p) == NULL) {
        return "-".to_owned();
    }
    let mut places: Vec<u64> = (0..seats.len()).map(place).collect();
    places.sort_unstable();
    places.dedup();
    let none = if places == [seat::NO_PLACE] { "|" } else { "" };
    let group = |w: &u64| {
        let there: Vec<String> =
            (0..seats.len()).filter(|p| place(*p) == *w).map(|p| p.to_string()).collect();
        there.join(",")
    };
    format!("{none}{}", places.iter().map(group).collect::<Vec<_>>().join("|"))
}

fn players_text(players: &[u32]) -> String {
    match players {
        [] => "-".to_owned(),
        some => some.iter().map(u32::to_string).collect::<Vec<_>>().join(","),
    }
}
