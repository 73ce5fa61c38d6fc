//! Working out the constants of a program, once, before there is any match: what each is stands in the program then, and
//! a state holds addresses of it at most. It knows nothing of how constants are declared.

use crate::memory::{Memory, OpResult};
use crate::{Fault, FaultKind, Limits, Machine, Pause, State, ops, slow_paths};
use bytecode::Program;
use bytecode::layout::{CONSTANTS, Shape, list, object};
use bytecode::program::{Fixed, FixedValue};
use bytecode::word::{self, Kind, NULL, Text};
use std::collections::{BTreeMap, BTreeSet};

/// The most words that all constants of a program may take.
const MAX_WORDS: usize = 1 << 22;

/// Works out all constants, in their order, and gives the fuel that it took. A fault says where one cannot be worked
/// out, and what was running then.
pub fn work_out(program: &mut Program, limits: Limits) -> Result<u64, Box<(Fault, State)>> {
    // All of them together may take as many steps as a decision in a match.
    let mut machine = Machine::new(limits);
    machine.begin_run();
    machine.hits = vec![false; program.probes.len()];
    let mut state = State { words: program.start.clone(), ..State::default() };
    let mut texts = BTreeMap::new();
    for i in 0..program.fixed.len() {
        let Fixed { kind, value, .. } = program.fixed[i].clone();
        let w = match value {
            FixedValue::Of(function) => {
                let entry = program.functions[function as usize].entry;
                let found = called(&mut machine, program, &mut state, function).and_then(|w| {
                    let mut mover =
                        Mover { program, words: &state.words, moved: BTreeMap::new(), texts: &mut texts };
                    mover.value(w, kind).map_err(|kind| Fault { kind: *kind, pc: entry })
                });
                match found {
                    Ok(w) => w,
                    Err(fault) => return Err(Box::new((fault, state))),
                }
            }
            FixedValue::All(class, members) => list_of(program, class, &members),
        };
        program.fixed[i].word = w;
        state.words.truncate(program.start.len());
    }
    program.probes.iter_mut().zip(&machine.hits).for_each(|(probe, hit)| probe.by_constants = *hit);
    Ok(machine.fuel.used())
}

fn called(machine: &mut Machine, p: &Program, state: &mut State, function: u32) -> Result<u64, Fault> {
    match machine.call(p, state, function, &[]) {
        Pause::Returned(w) => Ok(w),
        Pause::Fault(fault) => Err(*fault),
        Pause::OutOfFuel => Err(Fault { kind: FaultKind::TooMuchWork, pc: state.pc }),
        _ => Err(Fault { kind: FaultKind::Impossible("end of a constant"), pc: state.pc }),
    }
}

/// Those constants that are objects of a class, each once.
fn list_of(program: &mut Program, class: u16, members: &[u32]) -> u64 {
    let mut seen = BTreeSet::new();
    let all = members.iter().map(|c| program.fixed[*c as usize].word);
    let all = all.filter(|w| slow_paths::is_class(program, &[], *w, class));
    let all: Vec<u64> = all.filter(|w| seen.insert(*w)).collect();
    let address = CONSTANTS + program.data.len();
    program.data.push(list::head(Shape::List, Kind::Ref, list::NO_ZONE, all.len()));
    program.data.push(list::place(all.len(), address + list::HEAD));
    program.data.extend(all);
    address as u64
}

/// Copies what a value refers to from the words of a state into the constants of a program.
struct Mover<'a> {
    program: &'a mut Program,
    words: &'a [u64],
    /// Where what stood at an address stands now.
    moved: BTreeMap<u64, u64>,
    texts: &'a mut BTreeMap<Vec<u16>, u64>,
}

/// Words of the constants that are still those of the state, and what they refer to.
type Open = Vec<(usize, Kind)>;

impl Mover<'_> {
    fn value(&mut self, w: u64, kind: Kind) -> OpResult<u64> {
        let mut open = Open::new();
        // Tables come last, since their indices need the addresses of their keys.
        let mut tables = Vec::new();
        let result = self.word(w, kind, &mut open, &mut tables)?;
        while let Some((at, kind)) = open.pop() {
            let w = self.program.data[at];
            self.program.data[at] = self.word(w, kind, &mut open, &mut tables)?;
        }
        tables.into_iter().try_for_each(|at| self.index(at))?;
        Ok(result)
    }

    /// What a word becomes.
    fn word(&mut self, w: u64, kind: Kind, open: &mut Open, tables: &mut Vec<usize>) -> OpResult<u64> {
        match (kind, word::text(w)) {
            (Kind::Text, Some(Text::Heap(_))) => self.text(w),
            (Kind::Ref, _) if w != NULL && (w as usize) < self.words.len() => match self.moved.get(&w) {
                Some(there) => Ok(*there),
                None => self.cell(w, open, tables),
            },
            _ => Ok(w),
        }
    }

    /// Texts become strings of the program.
    fn text(&mut self, w: u64) -> OpResult<u64> {
        let Some(Text::Heap(at)) = word::text(w) else { return Ok(w) };
        let units = self.words.get(at).map_or(0, |head| (head >> 32) as usize);
        let unit = |i: usize| self.words.get(at + 1 + i / 4).map(|w| (w >> (16 * (i % 4))) as u16);
        let units: Vec<u16> = (0..units).filter_map(unit).collect();
        let strings = &mut self.program.strings;
        Ok(*self.texts.entry(units).or_insert_with_key(|units| {
            strings.push(units.clone());
            word::constant_text(strings.len() - 1)
        }))
    }

    /// Copies an object, a list, a table or a function value.
    fn cell(&mut self, w: u64, open: &mut Open, tables: &mut Vec<usize>) -> OpResult<u64> {
        let (from, at) = (w as usize, self.program.data.len());
        let address = CONSTANTS + at;
        let head = self.words[from];
        self.moved.insert(w, address as u64);
        match Shape::of(head) {
            Some(Shape::Object) => {
                let class = self.program.classes.get(usize::from(object::class(head)));
                let class = class.ok_or_else(|| FaultKind::Impossible("class of a constant"))?;
                let (size, first) =
                    (usize::from(class.size).max(object::FIELDS), usize::from(class.first_field));
                let fields = class.fields.iter().enumerate().map(|(i, f)| (at + first + i, f.kind));
                open.extend(fields.filter(|f| f.1 != Kind::Plain));
                self.copy(from..from + size)?;
            }
            Some(Shape::List | Shape::Table) => {
                let place = self.words.get(from + 1).copied().unwrap_or(0);
                let (n, data) = (list::length(head), list::data(place));
                self.program.data.extend([head, list::place(n, address + list::HEAD)]);
                self.copy(data..data + n)?;
                let first = at + list::HEAD;
                if Shape::of(head) == Some(Shape::List) {
                    open.extend((first..first + n).map(|at| (at, list::kind(head))));
                } else {
                    let pairs = (first..first + n).step_by(3);
                    let keys = |data: &[u64], at: usize| Kind::from_bits(data[at]);
                    let data = &self.program.data;
                    open.extend(pairs.flat_map(|p| [(p + 1, keys(data, p)), (p + 2, list::kind(head))]));
                    let room = ops::table::capacity_for(n / 3);
                    self.program.data.resize(first + room.max(n), 0);
                    self.program.data[at + 1] = list::place(room.max(n), address + list::HEAD);
                    tables.push(at);
                }
            }
            Some(Shape::Closure) => {
                let n = (head >> 32) as usize;
                self.copy(from..from + 2 + n)?;
                let kinds = self.program.data[at + 1] >> 32;
                let kind = |i: usize| Kind::from_bits(kinds.checked_shr(2 * i as u32).unwrap_or(0));
                open.extend((0..n).map(|i| (at + 2 + i, kind(i))));
            }
            _ => return Err(FaultKind::Impossible("cell of a constant").into()),
        }
        if self.program.data.len() > MAX_WORDS {
            Err(FaultKind::TooMuchMemory.into())
        } else {
            Ok(address as u64)
        }
    }

    fn copy(&mut self, range: std::ops::Range<usize>) -> OpResult {
        let words = self.words.get(range).ok_or_else(|| FaultKind::Impossible("words of a constant"))?;
        self.program.data.extend_from_slice(words);
        Ok(())
    }

    /// Makes the index of a table.
    fn index(&mut self, at: usize) -> OpResult {
        let (first, n) = (at + list::HEAD, list::length(self.program.data[at]));
        let (fuel, mut moved, mut words) = (std::cell::Cell::new(i64::MAX), Vec::new(), Vec::new());
        let m = Memory {
            program: self.program,
            words: &mut words,
            limit: usize::MAX,
            scratch_start: 0,
            fuel: &fuel,
            moved: &mut moved,
            trace: None,
        };
        let behind = ops::table::behind(&m, &m.program.data[first..first + n])?;
        self.program.data[first + n..first + n + behind.len()].copy_from_slice(&behind);
        Ok(())
    }
}
