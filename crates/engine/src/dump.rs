//! A match as text for tests, line by line, in the form that `oracle::describe` documents, so that the two can be
//! compared. It sees everything and is never shown to a player.

use crate::decision::Decision;
use crate::game::Game;
use crate::matches::Match;
use crate::order::OrderKey;
use crate::position::{Awaited, Position, RunMode, seat_words};
use crate::question::Refused;
use crate::tabletop::{Step, Tables};
use crate::view::reader::{Reader, plain};
use crate::view::{Eyes, ValueView};
use crate::written::Written;
use bytecode::Program;
use bytecode::layout::{header, list, object, seat};
use bytecode::program::Show;
use bytecode::word::{self, NULL};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use vm::{Candidate, growing};

/// How deep lists in lists are written.
const MAX_DEPTH: u32 = 64;

/// About how many bytes of values a dump holds. More than a match has, unless many values are one and the same.
const MAX_DUMPED: usize = 1 << 27;

/// What a value takes of that besides its text.
const VALUE: usize = 8;

/// A match that runs in a mode of its own; tests run it in several and compare.
pub fn start_in_mode(game: &Arc<Game>, players: u32, seed: u64, mode: RunMode) -> Match {
    Match::begin(game, players, seed, |runner, position| {
        position.mode = mode;
        runner.begin(position);
    })
}

/// Equal for equal states, on any machine.
pub fn hash(now: &Match) -> u64 {
    now.position.hash()
}

/// How many words the state takes.
pub fn size(now: &Match) -> usize {
    now.position.state.words.len() + now.position.state.stack.len()
}

/// About how many bytes the tables take of all who follow the match, and what they were told of the last step.
pub fn followed(now: &Match) -> usize {
    // Those who are told the same share it.
    let mut told: Vec<&Arc<Vec<Step>>> = Vec::new();
    for steps in now.trace.iter() {
        if !told.iter().any(|known| Arc::ptr_eq(known, steps)) {
            told.push(steps);
        }
    }
    let told: usize = told.into_iter().flat_map(|steps| steps.iter()).map(Step::bytes).sum();
    told + now.tables.as_ref().map_or(0, Tables::bytes)
}

/// How many bytes the numbers of things take that everybody has who follows the match.
pub fn identities(now: &Match) -> usize {
    now.identities.as_ref().map_or(0, |identities| identities.bytes())
}

/// The whole state. Of the objects that are in no place there are those of global classes, those that stand in a list
/// of live objects, and those that are named somewhere.
pub fn state(now: &Match) -> String {
    let mut text = String::new();
    write_state(now, &mut text);
    text
}

/// As [`state`], for whoever does not keep the text, of which there may be much.
pub(crate) fn write_state(now: &Match, out: &mut dyn Write) {
    Dump::new(&now.game, &now.position).all(out);
}

/// The legal options in order: `Rules#0.place(cell: a1)`, or the answer alone. A fault is the only line.
pub fn options(now: &Match) -> Vec<String> {
    options_with(now, &[])
}

/// As [`options`], with texts that are written where that may be done.
pub fn options_with(now: &Match, written: &[String]) -> Vec<String> {
    let mut machine = now.game.machine();
    let written = Written::of(written.iter().cloned()).unwrap_or_default();
    let listed = Decision::list_with(
        &now.game,
        &mut machine,
        now.position.clone(),
        (OrderKey::default(), &now.listed),
        written,
    );
    let legal = listed.and_then(|mut decision| {
        let legal = decision.legal()?;
        let (mut position, mut candidates) = decision.into_parts();
        for i in &legal {
            candidates.make(*i, &mut position.state.words);
        }
        let mut dump = Dump::new(&now.game, &position);
        Ok(legal.into_iter().map(|i| dump.option(candidates.get(i))).collect())
    });
    legal.unwrap_or_else(|fault| vec![fault.message])
}

/// Makes the option of that number among [`options`]; players number them as they are shown them.
pub fn play(now: &mut Match, option: usize) -> Result<(), Refused> {
    play_with(now, option, &[])
}

/// Makes the option of that number among [`options_with`].
pub fn play_with(now: &mut Match, option: usize, written: &[String]) -> Result<(), Refused> {
    let seat = now.decider().ok_or(Refused::Over)?;
    let found = now.play_written(seat, Written::of(written.iter().cloned())?, |decision| {
        let legal = decision.legal()?;
        legal
            .get(option)
            .copied()
            .ok_or_else(|| Refused::Illegal(format!("there are {} options", legal.len())))
    });
    found.map(drop)
}

struct Dump<'a> {
    reader: Reader<'a>,
    program: &'a Program,
    position: &'a Position,
    words: &'a [u64],
    /// Objects that were named.
    named: Vec<u64>,
}

impl<'a> Dump<'a> {
    fn new(game: &'a Game, position: &'a Position) -> Dump<'a> {
        let words = &position.state.words;
        let reader = Reader::new(game, words, position.players(), Eyes::All);
        let reader = Reader { budget: Cell::new(MAX_DUMPED), ..reader };
        Dump { reader, program: &game.program, position, words, named: Vec::new() }
    }

    fn option(&mut self, candidate: Candidate<'_>) -> String {
        let program = self.program;
        let Candidate { action, holder, inputs } = candidate;
        match (action, self.position.awaited) {
            (Some(action), _) => {
                let action = &program.actions[action as usize];
                let named = action.inputs.iter().zip(inputs);
                let named: Vec<String> = named
                    .map(|(i, w)| format!("{}: {}", i.name, self.text(*w, &i.show, MAX_DEPTH)))
                    .collect();
                let holder = self.text(holder, &Show::Object, 0);
                format!("{holder}.{}({})", action.name, named.join(", "))
            }
            (None, Awaited::Answer { show, .. }) => {
                self.text(inputs[0], &program.shows[show as usize], MAX_DEPTH)
            }
            _ => String::new(),
        }
    }

    fn all(mut self, out: &mut dyn Write) {
        self.head(out);
        self.boards(out);
        self.zones(out);
        self.objects(out);
    }

    fn head(&self, out: &mut dyn Write) {
        let (program, words) = (self.program, self.words);
        let turn = program.turns.get(words[header::TURN] as usize);
        let phase = turn.and_then(|t| t.phases.get(words[header::PHASE] as usize));
        let over = match self.position.awaited {
            Awaited::Stuck => "stuck",
            Awaited::Over => "yes",
            _ => "no",
        };
        let players = self.position.players();
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

    fn boards(&mut self, out: &mut dyn Write) {
        let program = self.program;
        for board in &program.boards {
            let _ = match board.player {
                Some(p) if p >= self.position.players() => continue,
                Some(p) => writeln!(out, "board {}({p})", board.name),
                None => writeln!(out, "board {}", board.name),
            };
            if let Some(growing) = &board.growing {
                for number in growing::occupied(growing, self.reader.words) {
                    let _ = writeln!(out, "tile {}", board.geometry.name(number));
                    self.pieces(&self.reader.on_tile(board.tile(number)), out);
                }
            }
            for (i, tile) in (0..).zip(&board.geometry.tiles) {
                let at = board.tile(i);
                let held = program.tiles.objects[at as usize];
                let _ = write!(out, "tile {}", tile.name);
                if held != u32::MAX && board.of.is_none() {
                    self.attributes(u64::from(held), out);
                }
                let _ = writeln!(out);
                self.pieces(&self.reader.on_tile(at), out);
            }
        }
    }

    fn zones(&mut self, out: &mut dyn Write) {
        let program = self.program;
        for (slot, (zone, owner)) in program.slots.iter().enumerate() {
            let name = &program.zones[*zone as usize].name;
            let _ = match owner {
                Some(p) if *p >= self.position.players() => continue,
                Some(p) => writeln!(out, "zone {name}({p})"),
                None => writeln!(out, "zone {name}"),
            };
            self.pieces(self.reader.elements((program.layout.zones + slot * list::HEAD) as u64), out);
        }
    }

    fn pieces(&mut self, pieces: &[u64], out: &mut dyn Write) {
        for p in pieces {
            let _ = write!(out, "piece ");
            self.object(*p, out);
            let _ = writeln!(out);
        }
    }

    /// Objects in no place, oldest first.
    fn objects(&mut self, out: &mut dyn Write) {
        let program = self.program;
        self.named.extend(program.classes.iter().filter_map(|c| c.global.map(u64::from)));
        self.named.extend(self.reader.spot_objects());
        for i in 0..self.reader.live_lists() {
            self.named.extend(self.reader.elements((program.layout.live + i * list::HEAD) as u64));
        }
        let mut lines = BTreeMap::new();
        while let Some(o) = self.named.pop() {
            let (head, class) = (self.words[o as usize], self.reader.class(o));
            let placed = class.is_piece && self.words[o as usize + object::PLACE] != NULL;
            let serial = object::serial(head);
            let removed = head & object::REMOVED != 0;
            if class.is_event || class.is_tile || removed || placed || lines.contains_key(&serial) {
                continue;
            }
            lines.insert(serial, String::new());
            let mut line = String::new();
            self.object(o, &mut line);
            lines.insert(serial, line);
        }
        for line in lines.values() {
            let _ = writeln!(out, "object {line}");
        }
    }

    fn object(&mut self, o: u64, out: &mut dyn Write) {
        self.value(o, &Show::Object, 0, out);
        let _ = write!(out, " owner {}", players_text(&self.reader.owners(o)));
        self.attributes(o, out);
    }

    fn attributes(&mut self, o: u64, out: &mut dyn Write) {
        let class = self.reader.class(o);
        if class.fields.is_empty() {
            return;
        }
        let first = o as usize + class.first_field as usize;
        let _ = write!(out, " {{");
        for (i, field) in class.fields.iter().enumerate() {
            let _ = write!(out, "{}{}=", if i > 0 { ", " } else { "" }, field.name);
            self.value(self.words[first + i], &field.show, MAX_DEPTH, out);
        }
        let _ = write!(out, "}}");
    }

    fn text(&mut self, w: u64, show: &Show, depth: u32) -> String {
        let mut text = String::new();
        self.value(w, show, depth, &mut text);
        text
    }

    fn value(&mut self, w: u64, show: &Show, depth: u32, out: &mut dyn Write) {
        let _ = match show {
            _ if w == NULL => write!(out, "null"),
            _ if !self.reader.takes(VALUE) => write!(out, "..."),
            Show::Number | Show::Player => write_number(w, out),
            Show::Text => write!(out, "{}", quoted(&self.reader.text(w))),
            Show::Bool => write!(out, "{}", w == word::TRUE),
            Show::Case(_) | Show::Tile | Show::Place | Show::Zone | Show::Zones | Show::Turn => {
                match self.reader.value(w, show) {
                    ValueView::Zone { title, owner: Some(p), .. } => write!(out, "{title}({p})"),
                    ValueView::Tile { board, owner: Some(p), name, .. } => {
                        write!(out, "{board}({p}).{name}")
                    }
                    ValueView::Tile { name, .. } => write!(out, "{name}"),
                    other => write!(out, "{}", plain(&other)),
                }
            }
            // They lie nowhere, and have no number.
            Show::Object if self.reader.class(w).is_const => write!(out, "{}", self.reader.class(w).name),
            Show::Object => {
                self.named.push(w);
                let class = self.reader.class(w);
                match class.is_event {
                    // What no author knows.
                    true if class.name.starts_with('(') => write!(out, "null"),
                    true => write!(out, "{}", class.name),
                    false => write!(out, "{}#{}", class.name, object::serial(self.words[w as usize])),
                }
            }
            Show::List(_) | Show::Table(..) if depth == 0 => write!(out, "..."),
            Show::List(of) => self.row(self.reader.elements(w).iter().copied(), of, depth - 1, out),
            Show::Set(of) => self.row(of.members(w), of, depth, out),
            Show::Table(of, _) => {
                let _ = write!(out, "{{");
                for (i, entry) in self.reader.elements(w).chunks(3).enumerate() {
                    let _ = write!(out, "{}", if i > 0 { ", " } else { "" });
                    self.value(entry[1], &self.reader.show_of_key(entry[0], entry[1]), 0, out);
                    let _ = write!(out, ": ");
                    self.value(entry[2], of, depth - 1, out);
                }
                write!(out, "}}")
            }
            Show::Position => write!(out, "position"),
            Show::Function => write!(out, "function"),
        };
    }

    fn row(
        &mut self,
        all: impl Iterator<Item = u64>,
        of: &Show,
        depth: u32,
        out: &mut dyn Write,
    ) -> std::fmt::Result {
        let _ = write!(out, "[");
        for (i, w) in all.enumerate() {
            let _ = out.write_str(if i > 0 { ", " } else { "" });
            self.value(w, of, depth, out);
        }
        write!(out, "]")
    }
}

fn number(w: u64) -> String {
    let mut text = String::new();
    let _ = write_number(w, &mut text);
    text
}

/// Whole numbers as such: that is several times as fast, and there may be millions.
fn write_number(w: u64, out: &mut dyn Write) -> std::fmt::Result {
    const ALL_WHOLE: f64 = (1_u64 << 53) as f64;
    let n = word::to_number(w);
    if n.trunc() == n && n.abs() <= ALL_WHOLE { write!(out, "{}", n as i64) } else { write!(out, "{n}") }
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
