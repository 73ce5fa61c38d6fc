//! The run loop: one arm for each instruction. What takes more than a few lines stands in `slow_paths` or `ops`. It
//! does not know who started the run.
#![allow(unsafe_code)] // Registers and instructions of verified programs are read without bounds checks: a third of the time.

use crate::growing::{Spot, ray as grown_ray};
use crate::machine::{AtChance, HOST, Machine, Pause};
use crate::memory::Memory;
use crate::slow_paths::{self, Steps};
use crate::state::{Begun, Frame, Snapshot, State};
use crate::watch::{self, Sight};
use crate::{FaultKind, FuelBudget, ops};
use bytecode::layout::{header, list, object};
use bytecode::word::{self, FALSE, NULL, TRUE};
use bytecode::{Op, Program};
use language::catalogue::{Effect, entry};

/// Loops over numbers count up to here, in both directions.
const LAST_COUNT: f64 = 9_007_199_254_740_990.0;

/// Candidates may take this part of the memory of a match; described, each is much larger.
const CANDIDATES: usize = 8;

/// What a score or an elimination costs, in fuel, whether anybody looks on or not: beside that, a loop of nothing else
/// would cost a fifth of a unit for each.
const NOTING: i64 = 2;

/// What telling something costs, in fuel.
const TELLING: i64 = 16;

impl Machine {
    /// Goes on where the state stands, until something stops it.
    pub fn run(&mut self, p: &Program, s: &mut State) -> Pause {
        loop {
            let is_watched = !s.watches.is_empty()
                || self.scrutiny.is_some()
                || self.trace.is_some()
                || self.looked.is_some();
            let pause = if is_watched { self.go_on::<true>(&p, s) } else { self.go_on::<false>(&p, s) };
            match pause {
                Some(Pause::Fault(fault)) if !self.catch(p, s, &fault) => return Pause::Fault(fault),
                None | Some(Pause::Fault(_)) => {}
                Some(pause) => return pause,
            }
        }
    }

    /// As [`Machine::run`], but stops with nothing where the parts of texts that are watched begin and end.
    fn go_on<const WATCHED: bool>(&mut self, p: &&Program, s: &mut State) -> Option<Pause> {
        let p: &Program = p;
        let code = p.code.as_ptr();
        let Some(top) = s.frames.last() else { return Some(Pause::Returned(NULL)) };
        let mut base = top.base as usize;
        let mut depth = top.depth;
        // SAFETY: `pc` is always the number of an instruction, here and in the macros below.
        let mut ip = unsafe { code.add(s.pc as usize) };
        // SAFETY: `start` and `Call` make the stack as long as the window, and it only grows.
        let mut regs: *mut u64 = unsafe { s.stack.as_mut_ptr().add(base) };

        // SAFETY of all register access: the verifier has checked that every register that an instruction names
        // is below the `registers` of its function, and the stack holds that many words from `base` on.
        macro_rules! r {
            ($x:expr) => {
                *unsafe { &mut *regs.add($x as usize) }
            };
        }
        macro_rules! num {
            ($x:expr) => {
                f64::from_bits(r!($x))
            };
        }
        // How many tiles there are, but those of boards that grow.
        macro_rules! count {
            () => {
                p.tiles.count as usize
            };
        }
        // The number of the next instruction.
        macro_rules! pc {
            () => {
                // SAFETY: both point into the code.
                unsafe { ip.offset_from(code) as u32 }
            };
        }
        macro_rules! goto {
            ($to:expr) => {
                // SAFETY: the verifier has checked that jumps stay inside their function.
                ip = unsafe { code.add($to as usize) }
            };
        }
        macro_rules! stop {
            ($pause:expr) => {{
                s.pc = pc!();
                return Some($pause);
            }};
        }
        macro_rules! fault {
            ($kind:expr) => {{
                let kind = $kind;
                s.pc = pc!();
                return Some(slow_paths::fault(kind, s.pc));
            }};
        }
        macro_rules! ok {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(kind) => {
                        s.pc = pc!();
                        return Some(slow_paths::boxed_fault(kind, s.pc));
                    }
                }
            };
        }
        macro_rules! at {
            ($address:expr) => {
                match s.words.get($address as usize) {
                    Some(word) => *word,
                    None => match p.constant_word($address as usize) {
                        Some(word) => word,
                        None => fault!(FaultKind::Null),
                    },
                }
            };
        }
        macro_rules! memory {
            () => {
                Memory {
                    program: p,
                    words: &mut s.words,
                    limit: self.limits.words,
                    scratch_start: self.scratch_start,
                    fuel: std::cell::Cell::from_mut(&mut self.fuel.run),
                    moved: &mut s.moved,
                    trace: if WATCHED { self.trace.as_mut() } else { None },
                }
            };
        }
        macro_rules! finite {
            ($d:expr, $a:expr, $b:expr, $x:expr) => {{
                let x: f64 = $x;
                if !x.is_finite() {
                    fault!(slow_paths::not_finite(r!($a), r!($b)));
                }
                r!($d) = x.to_bits();
            }};
        }
        // A backward jump. Loops check before it whether there is fuel left.
        macro_rules! back {
            ($to:expr) => {{
                self.fuel.run -= FuelBudget::code_cost(pc!() - u32::from($to));
                goto!($to);
            }};
        }
        macro_rules! fuel {
            () => {
                if self.fuel.run <= 0 {
                    s.pc = pc!() - 1;
                    return Some(Pause::OutOfFuel);
                }
            };
        }
        macro_rules! truth {
            ($x:expr) => {
                match r!($x) {
                    TRUE => true,
                    FALSE => false,
                    _ => fault!(FaultKind::Null),
                }
            };
        }
        // Short strings are equal if their words are; others are compared by their text.
        macro_rules! equal_text {
            ($a:expr, $b:expr) => {
                r!($a) == r!($b)
                    || word::is_long(r!($a))
                        && word::is_long(r!($b))
                        && ok!(memory!().equal_text(r!($a), r!($b)))
            };
        }
        macro_rules! check_not_null {
            ($x:expr) => {
                if r!($x) == NULL {
                    fault!(FaultKind::Null);
                }
            };
        }
        macro_rules! compare_numbers {
            ($d:expr, $a:expr, $b:expr, $op:tt) => {{
                let holds = num!($a) $op num!($b);
                if !holds && (num!($a).is_nan() || num!($b).is_nan()) {
                    fault!(FaultKind::Null);
                }
                r!($d) = u64::from(holds);
            }};
        }
        macro_rules! compare_cases {
            ($d:expr, $a:expr, $b:expr, $op:tt) => {{
                check_not_null!($a);
check_not_null!($b);
                r!($d) = u64::from(r!($a) $op r!($b));
            }};
        }
        macro_rules! compare_texts {
            ($d:expr, $a:expr, $b:expr, $op:tt) => {{
                let m = memory!();
                let (x, y) = (ok!(m.units(r!($a))), ok!(m.units(r!($b))));
                r!($d) = u64::from(x $op y);
            }};
        }
        macro_rules! divide {
            ($d:expr, $a:expr, $b:expr, $by:expr) => {{
                if num!($b) == 0.0 && r!($a) != NULL {
                    fault!(FaultKind::DivisionByZero);
                }
                finite!($d, $a, $b, $by(num!($a), num!($b)) + 0.0)
            }};
        }
        macro_rules! tile {
            ($x:expr) => {{
                let t = r!($x) as usize;
                if t >= count!() {
                    fault!(FaultKind::Null);
                }
                t
            }};
        }
        // A tile of a board that grows.
        macro_rules! spot {
            ($t:expr) => {
                match Spot::new(p, $t as u64) {
                    Some(spot) => spot,
                    None => fault!(FaultKind::Null),
                }
            };
        }
        // The next tile in a direction.
        macro_rules! step {
            ($x:expr, $direction:expr) => {{
                let t = r!($x) as usize;
                if t < count!() { slow_paths::step(p, t, $direction) } else { spot!(t).step($direction) }
            }};
        }
        // The first piece on a tile, or null.
        macro_rules! piece_on {
            ($x:expr) => {{
                let t = r!($x) as usize;
                if t < count!() {
                    let w = s.words[p.layout.tiles + t];
                    if p.tiles.all_single || p.tiles.single[t] { w } else { slow_paths::first(&s.words, w) }
                } else {
                    spot!(t).piece(&s.words)
                }
            }};
        }
        macro_rules! jump_if {
            ($condition:expr, $to:expr) => {
                if $condition {
                    goto!($to);
                }
            };
        }
        macro_rules! jump_by {
            ($by:expr) => {{
                // SAFETY: as for `goto`.
                ip = unsafe { ip.offset($by as isize) };
                if $by < 0 {
                    self.fuel.run -= FuelBudget::code_cost(i32::from($by).unsigned_abs());
                }
            }};
        }
        macro_rules! jump_by_if {
            ($condition:expr, $by:expr) => {
                if $condition {
                    jump_by!($by);
                }
            };
        }
        macro_rules! enter {
            ($function:expr, $base:expr) => {{
                let function: u32 = $function;
                fuel!();
                let f = &p.functions[function as usize];
                depth += u32::from(f.adds_depth);
                if depth as usize > self.limits.depth {
                    fault!(FaultKind::TooDeep);
                }
                base += $base as usize;
                s.frames.push(Frame { function, return_pc: pc!(), base: base as u32, depth, host_pc: 0 });
                let size = base + f.registers as usize;
                if s.stack.len() < size {
                    s.stack.resize(size + 64, NULL);
                }
                // SAFETY: the stack has just been made long enough.
                regs = unsafe { s.stack.as_mut_ptr().add(base) };
                goto!(f.entry);
                self.fuel.run -= FuelBudget::code_cost(f.end - f.entry);
            }};
        }
        macro_rules! enter_method {
            ($object:expr, $slot:expr, $base:expr) => {{
                let class = object::class(at!($object));
                let function = p.methods[class as usize][$slot as usize];
                if function == u32::MAX {
                    fault!(FaultKind::Impossible("method"));
                }
                enter!(function, $base)
            }};
        }

        loop {
            if WATCHED && self.trace.as_mut().is_some_and(|trace| trace.is_due(s)) {
                stop!(Pause::Changed);
            }
            // SAFETY: the verifier has checked that jumps stay inside the function and that no function falls off
            // its end.
            let op = unsafe { &*ip };
            ip = unsafe { ip.add(1) };
            if WATCHED {
                if !s.watches.is_empty() {
                    watch::look(p, s, self.trial.as_ref(), *op, base);
                }
                if let Some(scrutiny) = &mut self.scrutiny {
                    scrutiny.look(p, s, *op, base);
                }
                if let Some(trace) = &mut self.trace {
                    trace.look(p, s, *op, base);
                }
                if let Some(looked) = &mut self.looked {
                    looked.look(p, s, *op, base);
                }
            }
            match *op {
                Op::Move { d, s: from } => r!(d) = r!(from),
                Op::Constant { d, index } => r!(d) = p.constants[index as usize],
                Op::Fixed { d, index } => r!(d) = p.fixed[index as usize].word,
                Op::Null { d } => r!(d) = NULL,
                Op::Integer { d, value } => r!(d) = value as u64,
                Op::Add { d, a, b } => finite!(d, a, b, num!(a) + num!(b)),
                Op::Subtract { d, a, b } => finite!(d, a, b, num!(a) - num!(b)),
                Op::Multiply { d, a, b } => finite!(d, a, b, num!(a) * num!(b) + 0.0),
                Op::Divide { d, a, b } => divide!(d, a, b, std::ops::Div::div),
                Op::Modulo { d, a, b } => divide!(d, a, b, slow_paths::remainder),
                Op::Power { d, a, b } => {
                    check_not_null!(a);
                    check_not_null!(b);
                    finite!(d, a, b, num!(a).powf(num!(b)) + 0.0)
                }
                Op::AddSmall { d, a, k } => finite!(d, a, a, num!(a) + f64::from(k)),
                Op::Negate { d, s: x } => finite!(d, x, x, 0.0 - num!(x)),
                Op::Less { d, a, b } => compare_numbers!(d, a, b, <),
                Op::LessEqual { d, a, b } => compare_numbers!(d, a, b, <=),
                Op::LessCase { d, a, b } => compare_cases!(d, a, b, <),
                Op::LessEqualCase { d, a, b } => compare_cases!(d, a, b, <=),
                Op::LessText { d, a, b } => compare_texts!(d, a, b, <),
                Op::LessEqualText { d, a, b } => compare_texts!(d, a, b, <=),
                Op::Equal { d, a, b } => r!(d) = u64::from(r!(a) == r!(b)),
                Op::NotEqual { d, a, b } => r!(d) = u64::from(r!(a) != r!(b)),
                Op::EqualText { d, a, b } => r!(d) = u64::from(equal_text!(a, b)),
                Op::EqualContent { d, a, b } => {
                    r!(d) = u64::from(ok!(ops::content_is_equal(&memory!(), r!(a), r!(b))));
                }
                Op::Not { d, s: x } => r!(d) = u64::from(!truth!(x)),
                Op::And { d, a, b } => r!(d) = u64::from(truth!(a) & truth!(b)),
                Op::Or { d, a, b } => r!(d) = u64::from(truth!(a) | truth!(b)),
                Op::Xor { d, a, b } => r!(d) = u64::from(truth!(a) ^ truth!(b)),

                Op::Jump { to } => {
                    if to < pc!() {
                        fuel!();
                        self.fuel.run -= 1;
                    }
                    goto!(to);
                }
                Op::JumpIf { c, to } => jump_if!(truth!(c), to),
                Op::JumpIfNot { c, to } => jump_if!(!truth!(c), to),
                Op::JumpNull { c, to } => jump_if!(r!(c) == NULL, to),
                Op::JumpSome { c, to } => jump_if!(r!(c) != NULL, to),
                Op::JumpEmpty { tile, to } => jump_if!(piece_on!(tile) == NULL, to),
                Op::JumpTaken { tile, to } => jump_if!(piece_on!(tile) != NULL, to),
                Op::JumpNoElements { list, to } => jump_if!(list::length(at!(r!(list))) == 0, to),
                Op::JumpElements { list, to } => jump_if!(list::length(at!(r!(list))) != 0, to),
                Op::JumpEqual { a, b, by } => jump_by_if!(r!(a) == r!(b), by),
                Op::JumpNotEqual { a, b, by } => jump_by_if!(r!(a) != r!(b), by),
                Op::JumpEqualText { a, b, by } => jump_by_if!(equal_text!(a, b), by),
                Op::JumpNotEqualText { a, b, by } => jump_by_if!(!equal_text!(a, b), by),
                Op::JumpLess { a, b, by } => {
                    if num!(a) < num!(b) {
                        jump_by!(by);
                    } else if num!(a).is_nan() || num!(b).is_nan() {
                        fault!(FaultKind::Null);
                    }
                }
                Op::JumpNotLess { a, b, by } => {
                    if num!(a) < num!(b) {
                    } else if num!(a).is_nan() || num!(b).is_nan() {
                        fault!(FaultKind::Null);
                    } else {
                        jump_by!(by);
                    }
                }
                Op::NextElement { base: b, to } => {
                    fuel!();
                    let l = r!(b) as usize;
                    let length = list::length(at!(l));
                    let i = r!(b + 1) as usize;
                    if i < length {
                        r!(b + 2) = at!(list::data(at!(l + 1)) + i);
                        r!(b + 1) = i as u64 + 1;
                        back!(to);
                    }
                }
                Op::NextIndex { base: b, to } => {
                    fuel!();
                    let i = r!(b + 1).wrapping_add(1);
                    if i < r!(b) {
                        r!(b + 1) = i;
                        back!(to);
                    }
                }
                Op::NextNumber { base: b, to } => {
                    fuel!();
                    let x = num!(b + 1) + 1.0;
                    if x <= num!(b) {
                        // Beyond this, doubles skip whole numbers, and the loop would never end.
                        if x.abs() > LAST_COUNT {
                            fault!(FaultKind::Uncountable);
                        }
                        r!(b + 1) = x.to_bits();
                        back!(to);
                    }
                }
                Op::NextAdjacent { base: b, to } if r!(b) & slow_paths::ADJACENT != 0 => {
                    fuel!();
                    let (now, tile) = slow_paths::next_adjacent(p, r!(b), r!(b + 1));
                    r!(b) = now;
                    if tile != NULL {
                        r!(b + 2) = tile;
                        back!(to);
                    }
                }
                Op::NextAdjacent { base: b, to } => {
                    fuel!();
                    let i = r!(b + 1).wrapping_add(1);
                    if i < (r!(b) & 0xFFFF_FFFF) {
                        r!(b + 1) = i;
                        let table = &p.tiles.adjacency[(r!(b) >> 32) as usize];
                        r!(b + 2) = u64::from(table.tiles[i as usize]);
                        back!(to);
                    }
                }
                Op::StartAdjacent { base: b, tile, table } => {
                    let t = r!(tile) as usize;
                    if t < count!() {
                        let (start, end) = p.tiles.adjacency[table as usize].spans[t];
                        r!(b) = u64::from(end) | u64::from(table) << 32;
                        r!(b + 1) = u64::from(start).wrapping_sub(1);
                    } else {
                        spot!(t);
                        r!(b) = slow_paths::ADJACENT | u64::from(table) << 32;
                        r!(b + 1) = t as u64;
                    }
                }
                Op::NextValue { base: b, to } => {
                    fuel!();
                    let l = r!(b) as usize;
                    let i = r!(b + 1) as usize;
                    if i + 2 < list::length(at!(l)) {
                        r!(b + 2) = at!(list::data(at!(l + 1)) + i + 2);
                        r!(b + 1) = i as u64 + 3;
                        back!(to);
                    }
                }

                Op::Call { base: b, function } => enter!(function, b),
                Op::CallMethod { base: b, slot } => enter_method!(r!(b), slot, b),
                Op::CallTileMethod { base: b, slot } => {
                    enter_method!(u64::from(p.tiles.objects[tile!(b)]), slot, b)
                }
                Op::CallValue { base: b, n } => {
                    // SAFETY: the arguments are in registers that the verifier has checked.
                    let args =
                        unsafe { std::slice::from_raw_parts_mut(regs.add(b as usize), n as usize + 1) };
                    let (function, captured) = ok!(slow_paths::closure(p, &s.words, args[0]));
                    fuel!();
                    enter!(function, b);
                    // The window is now long enough to make room for what was captured.
                    let f = &p.functions[function as usize];
                    if captured.len() + n as usize > f.registers as usize {
                        fault!(FaultKind::Impossible("closure"));
                    }
                    // SAFETY: checked just now; `words` and the stack are different vectors.
                    unsafe {
                        if captured.is_empty() {
                            for i in 0..n as usize {
                                *regs.add(i) = *regs.add(i + 1);
                            }
                        } else {
                            std::ptr::copy(regs.add(1), regs.add(captured.len()), n as usize);
                            for (i, w) in captured.iter().enumerate() {
                                *regs.add(i) = *w;
                            }
                        }
                    }
                }
                Op::Return { s: x } => {
                    let value = r!(x);
                    let Some(frame) = s.frames.pop() else { fault!(FaultKind::Impossible("frame")) };
                    r!(0) = value;
                    if frame.return_pc == HOST {
                        s.pc = frame.host_pc;
                        return Some(Pause::Returned(value));
                    }
                    goto!(frame.return_pc);
                    (base, depth) = s.frames.last().map_or((0, 0), |f| (f.base as usize, f.depth));
                    // SAFETY: the caller's window was there when it called.
                    regs = unsafe { s.stack.as_mut_ptr().add(base) };
                }

                Op::GetField { d, object, field } => r!(d) = at!(r!(object).wrapping_add(u64::from(field))),
                Op::SetField { object, field, s: x } => {
                    match s.words.get_mut(r!(object).wrapping_add(u64::from(field)) as usize) {
                        Some(word) => *word = r!(x),
                        None => fault!(FaultKind::Null),
                    }
                }
                Op::Settled { d, object, read } => {
                    let read = p.settled[read as usize];
                    if s.words[read.clean as usize] == TRUE {
                        let values = at!(r!(object).wrapping_add(u64::from(read.values)));
                        // SAFETY: the verifier has checked that at least two instructions follow the next one.
                        ip = if values != NULL && at!(values + u64::from(read.touched)) == TRUE {
                            r!(d) = at!(values + u64::from(read.value));
                            unsafe { ip.add(1) }
                        } else {
                            unsafe { ip.add(2) }
                        };
                    }
                }
                Op::New { d, class } => r!(d) = ok!(ops::new_object(&mut memory!(), class)),
                Op::IsClass { d, object, class } => {
                    r!(d) = u64::from(slow_paths::is_class(p, &s.words, r!(object), class))
                }
                Op::Cast { d, object, class } => {
                    let o = r!(object);
                    r!(d) = if slow_paths::is_class(p, &s.words, o, class) { o } else { NULL };
                }
                Op::Closure { base: b, function, info } => {
                    // SAFETY: the captured words are in registers that the verifier has checked.
                    let n = (info >> 12) as usize;
                    let captured = unsafe { std::slice::from_raw_parts(regs.add(b as usize), n) };
                    let kinds = p.constants[(info & 0xFFF) as usize];
                    r!(b) =
                        ok!(slow_paths::new_closure(&mut memory!(), u32::from(function), kinds, captured));
                }

                Op::NewList { d, base: b, n } => {
                    let kind = word::Kind::from_bits(u64::from(n >> 14));
                    let n = (n & 0x3FFF) as usize;
                    // SAFETY: the elements are in registers that the verifier has checked.
                    let elements = unsafe { std::slice::from_raw_parts(regs.add(b as usize), n) };
                    r!(d) = ok!(memory!().new_list(kind, elements));
                }
                Op::Contains { d, list, s: x } => {
                    let l = r!(list) as usize;
                    let n = list::length(at!(l));
                    self.fuel.run -= n as i64 / 8;
                    let from = list::data(at!(l + 1));
                    let elements = match s.words.get(from..from + n) {
                        Some(elements) => elements,
                        None => match p.constant_words(from..from + n) {
                            Some(elements) => elements,
                            None => fault!(FaultKind::Null),
                        },
                    };
                    r!(d) = u64::from(elements.contains(&r!(x)));
                }
                Op::ListLength { d, list } => r!(d) = (list::length(at!(r!(list))) as f64).to_bits(),
                Op::ListLast { d, list } => {
                    let l = r!(list) as usize;
                    let n = list::length(at!(l));
                    r!(d) = if n == 0 { NULL } else { at!(list::data(at!(l + 1)) + n - 1) };
                    self.fuel.run -= 1;
                }
                Op::ListGet { d, list, index } => {
                    r!(d) = ok!(slow_paths::get(p, &s.words, r!(list), r!(index)));
                }
                Op::ListSet { list, index, s: x } => {
                    ok!(memory!().writable(r!(list)));
                    let at = ok!(slow_paths::element(&s.words, r!(list), r!(index)));
                    s.words[at] = r!(x);
                }
                Op::ListPush { list, s: x } => ok!(memory!().push(r!(list), r!(x))),
                Op::Freeze { d, list } => r!(d) = ok!(ops::frozen::frozen(&mut memory!(), r!(list))),
                Op::NewTable { d, values } => {
                    let kind = word::Kind::from_bits(u64::from(values));
                    r!(d) = ok!(memory!().new_collection(bytecode::layout::Shape::Table, kind, &[]));
                }
                Op::TableGet { d, base: b, key } => {
                    r!(d) = ok!(ops::table::get(&memory!(), r!(b), r!(b + 1), key))
                }
                Op::TableSet { base: b, key } => {
                    ok!(ops::table::set(&mut memory!(), r!(b), r!(b + 1), r!(b + 2), key))
                }

                Op::Header { d, index } => r!(d) = s.words[index as usize],
                Op::SetHeader { index, s: x } => s.words[index as usize] = r!(x),
                Op::Active { d } => r!(d) = s.words[header::ACTIVE],
                Op::PhaseName { d } => r!(d) = ok!(ops::player::phase(&memory!())),
                Op::Actor { d } => r!(d) = s.words[header::ACTOR],
                Op::ToPlayer { d, s: x } => {
                    let w = r!(x);
                    r!(d) = if w == NULL {
                        NULL
                    } else {
                        slow_paths::to_player(num!(x), s.words[header::PLAYERS])
                    };
                }
                Op::PlayerAfter { d, s: x, k } => {
                    check_not_null!(x);
                    r!(d) = slow_paths::to_player(num!(x) + f64::from(k), s.words[header::PLAYERS]);
                }
                Op::TilePiece { d, tile } => r!(d) = piece_on!(tile),
                Op::TileOwner { d, tile } => {
                    let piece = piece_on!(tile);
                    r!(d) = if piece == NULL { NULL } else { at!(piece as usize + object::OWNER) };
                }
                Op::TileIsEmpty { d, tile } => r!(d) = u64::from(piece_on!(tile) == NULL),
                Op::Step { d, tile, direction } => r!(d) = step!(tile, direction as usize),
                Op::StepDirection { d, tile, direction } => r!(d) = step!(tile, r!(direction) as usize),
                Op::StepText { d, tile, direction } => {
                    if r!(tile) == NULL {
                        fault!(FaultKind::Null);
                    }
                    let Some(direction) = slow_paths::direction(p, r!(direction)) else {
                        fault!(slow_paths::unknown_direction(&memory!(), r!(direction)))
                    };
                    r!(d) = step!(tile, direction);
                }
                Op::DirectionOf { d, s: x } => {
                    let Some(direction) = slow_paths::direction(p, r!(x)) else {
                        fault!(slow_paths::unknown_direction(&memory!(), r!(x)))
                    };
                    r!(d) = direction as u64;
                }
                Op::TileX { d, tile } => {
                    let t = r!(tile) as usize;
                    let x = if t < count!() { p.tiles.x[t] } else { spot!(t).x() };
                    r!(d) = x.to_bits();
                }
                Op::TileY { d, tile } => {
                    let t = r!(tile) as usize;
                    let y = if t < count!() { p.tiles.y[t] } else { spot!(t).y() };
                    r!(d) = y.to_bits();
                }
                Op::TileObject { d, tile } => {
                    let t = r!(tile) as usize;
                    // Tiles of boards that grow have no attributes.
                    let object = if t < count!() {
                        p.tiles.objects[t]
                    } else {
                        spot!(t);
                        u32::MAX
                    };
                    r!(d) = u64::from(object);
                }
                Op::TilesOf { d, tile } => r!(d) = ok!(ops::tiles_of(&mut memory!(), r!(tile))),
                Op::RaySteps { d, tile, direction } => {
                    let n = match r!(tile) {
                        t if t < count!() as u64 => slow_paths::ANY_STEPS,
                        t => grown_ray(&memory!(), &spot!(t), r!(direction) as usize).into(),
                    };
                    r!(d) = word::number(n);
                }
                Op::RayEmpty { d, base: b, ending } => {
                    let t = r!(b);
                    if t >= count!() as u64 {
                        spot!(t);
                    }
                    let steps = Steps { tile: t, direction: r!(b + 1) as usize, ending: ending != 0 };
                    ok!(slow_paths::ray_empty(&mut memory!(), r!(d), steps));
                }
                Op::PushAdjacent { list, tile, table } => {
                    let t = r!(tile);
                    let spot = if t < count!() as u64 { None } else { Some(spot!(t)) };
                    ok!(slow_paths::push_adjacent(&mut memory!(), r!(list), (t, spot), usize::from(table)));
                }
                Op::PieceTile { d, piece } => {
                    let place = at!(r!(piece) as usize + object::PLACE);
                    r!(d) = if word::is_tile(place, p.tiles.proper) { place } else { NULL };
                }
                Op::ZoneOf { d, player, first } => {
                    check_not_null!(player);
                    let slot = word::to_player(r!(player)) as usize;
                    r!(d) = (p.layout.zones + (first as usize + slot) * list::HEAD) as u64;
                }
                Op::BoardOf { d, player, first } => {
                    check_not_null!(player);
                    r!(d) = u64::from(first) + u64::from(word::to_player(r!(player)));
                }
                Op::ForwardOf { d, player } => {
                    check_not_null!(player);
                    r!(d) = slow_paths::forward(word::to_player(r!(player)));
                }
                Op::CaseAttribute { d, case, info } => {
                    let e = &p.enums[(info >> 8) as usize].attributes[(info & 0xFF) as usize];
                    match e.get(r!(case) as usize) {
                        Some(w) => r!(d) = *w,
                        None => fault!(FaultKind::Null),
                    }
                }
                Op::Builtin { base: b, id, info } => {
                    let n = (info & 0xFF) as usize;
                    // SAFETY: the arguments are in registers that the verifier has checked.
                    let args = unsafe { std::slice::from_raw_parts(regs.add(b as usize), n) };
                    r!(b) = if self.at_chance == AtChance::Draws || entry(id).effect != Effect::Chance {
                        ok!(ops::builtin(&mut memory!(), id, args, (info >> 8) as u8))
                    } else if self.at_chance == AtChance::Stops {
                        s.pc = pc!() - 1;
                        return Some(Pause::Chance);
                    } else {
                        let other = self.at_chance.count_down();
                        ok!(ops::draw(&mut memory!(), id, args, (info >> 8) as u8, other))
                    };
                    self.fuel.run -= 1;
                }
                Op::TextAt { d, text, index } => {
                    r!(d) = ok!(slow_paths::text_at(&mut memory!(), r!(text), r!(index)))
                }
                Op::Join { d, a, b } => {
                    r!(d) = match word::join_inline(r!(a), r!(b)) {
                        Some(w) => w,
                        None => ok!(slow_paths::join(&mut memory!(), r!(a), r!(b))),
                    };
                }
                Op::ToText { d, s: x, show } => {
                    let text = ok!(ops::to_text(&memory!(), r!(x), &p.shows[show as usize]));
                    let units: Vec<u16> = text.encode_utf16().collect();
                    r!(d) = ok!(memory!().new_text(&units));
                }
                Op::Convert { d, s: x, how } => r!(d) = ok!(slow_paths::convert(&mut memory!(), r!(x), how)),

                Op::Remove { object, open } => ok!(ops::remove_object(&mut memory!(), r!(object), open != 0)),
                Op::RaiseMoved { base: b, function } => {
                    fuel!();
                    if let Some([piece, from, to]) = slow_paths::next_moved(&mut s.moved) {
                        (r!(b), r!(b + 1), r!(b + 2)) = (piece, from, to);
                        // Comes back here until there is none left.
                        // SAFETY: this instruction stands before the next one.
                        ip = unsafe { ip.sub(1) };
                        enter!(function, b);
                    }
                }
                Op::Score { player, s: x } => {
                    self.fuel.run -= NOTING;
                    ok!(slow_paths::score(p, &mut s.words, r!(player), r!(x)))
                }
                Op::Eliminate { player } => {
                    self.fuel.run -= NOTING;
                    ok!(slow_paths::eliminate(p, &mut s.words, r!(player)))
                }
                Op::Team { player, team } => ok!(slow_paths::join_team(p, &mut s.words, r!(player), team)),
                Op::End => stop!(Pause::Ended),
                Op::Winner { s: x, how } => {
                    ok!(slow_paths::winner(&mut memory!(), r!(x), how));
                    stop!(Pause::Ended);
                }
                Op::Fail { s: x } => stop!(Pause::Failed(r!(x))),
                Op::Tell { base, sentence } => {
                    // As much as it takes where somebody listens, so that a match ends at the same step for all.
                    self.fuel.run -= TELLING;
                    // What is only supposed is told to nobody.
                    if self.listens && s.snapshots.is_empty() {
                        stop!(Pause::Tells { base, sentence });
                    }
                }
                Op::Watch { by, is_logged } => {
                    // What nobody listens to need not be watched.
                    if is_logged == 0 || self.listens {
                        watch::begin(s, self.trial.as_ref(), r!(by), is_logged != 0, pc!() - 1);
                        if !WATCHED {
                            s.pc = pc!();
                            return None;
                        }
                    }
                }
                Op::Told { base: b, s: x, show } => {
                    let Some(ended) = s.watches.pop() else { fault!(FaultKind::Impossible("text")) };
                    let sight =
                        Sight { program: p, outside: None, trial: self.trial.as_ref(), is_followed: true };
                    let show = &p.shows[show as usize];
                    [r!(b), r!(b + 1)] = ok!(watch::end(&mut memory!(), ended, sight, r!(x), show));
                    if s.watches.is_empty() {
                        s.pc = pc!();
                        return None;
                    }
                }
                Op::Seen { d } => {
                    let ended = s.watches.pop_if(|watch| watch.is_logged);
                    r!(d) = ended.map_or(0, |watch| watch.readers);
                    if WATCHED && s.watches.is_empty() {
                        s.pc = pc!();
                        return None;
                    }
                }
                Op::Choose { base: b, .. } => {
                    if ok!(slow_paths::no_options(&s.words, r!(b + 1), r!(b + 2))) {
                        r!(b) = NULL;
                    } else {
                        check_not_null!(b);
                        stop!(Pause::Asks(b));
                    }
                }
                Op::ChooseTogether { base: b, .. } => {
                    let lists = [r!(b), r!(b + 1), r!(b + 2)];
                    if ok!(slow_paths::nobody_can_answer(&mut memory!(), lists, r!(b + 3))) {
                        r!(b) = r!(b + 4);
                    } else {
                        stop!(Pause::Asks(b));
                    }
                }
                Op::AddWritten { list, most } => {
                    r!(list) = ok!(slow_paths::add_written(&mut memory!(), &self.written, r!(list), most))
                }
                Op::Subsets { base: b, kind, ordered } => {
                    let words = [r!(b), r!(b + 1), r!(b + 2)];
                    r!(b) = ok!(slow_paths::subsets(&mut memory!(), words, u64::from(kind), ordered != 0))
                }
                Op::Probe { probe } => {
                    if let Some(hit) = self.hits.get_mut(probe as usize) {
                        *hit = true;
                    }
                }
                Op::Emit { action, base: b, n } => {
                    // SAFETY: object and inputs are in registers that the verifier has checked.
                    let words = unsafe { std::slice::from_raw_parts(regs.add(b as usize), n as usize + 1) };
                    self.candidates.push_of(action, words);
                    if self.candidates.size() > self.limits.words / CANDIDATES {
                        fault!(FaultKind::TooMuchMemory);
                    }
                }
                Op::EmitWays { action, base: b, n } => {
                    fuel!();
                    // SAFETY: object, inputs, bounds and order are in registers that the verifier has checked.
                    let words = unsafe { std::slice::from_raw_parts(regs.add(b as usize), n as usize + 4) };
                    ok!(slow_paths::emit_ways(&mut self.candidates, &s.words, action, words));
                    if self.candidates.size() > self.limits.words / CANDIDATES {
                        fault!(FaultKind::TooMuchMemory);
                    }
                }
                Op::EmitNumbers { action, base: b, n } => {
                    fuel!();
                    // SAFETY: object, inputs, end and step are in registers that the verifier has checked.
                    let words = unsafe { std::slice::from_raw_parts(regs.add(b as usize), n as usize + 3) };
                    let before = self.candidates.size();
                    ok!(slow_paths::emit_numbers(&mut self.candidates, action, words));
                    self.fuel.run -= (self.candidates.size() - before) as i64;
                    if self.candidates.size() > self.limits.words / CANDIDATES {
                        fault!(FaultKind::TooMuchMemory);
                    }
                }
                Op::Enqueue { action, object, event } => {
                    ok!(slow_paths::enqueue(&mut memory!(), action, r!(object), r!(event)))
                }
                Op::SupposeBegin => {
                    ok!(slow_paths::may_suppose(s, self.limits.words));
                    self.fuel.run -= FuelBudget::copy_cost(s.words.len() + s.stack.len());
                    s.snapshots.push(Snapshot {
                        begun: Begun { frames: s.frames.len(), pc: pc!() - 1 },
                        words: s.words.clone(),
                        stack: s.stack.clone(),
                        scratch_start: std::mem::take(&mut self.scratch_start) as u64,
                    });
                }
                Op::SupposeEnd { d, s: x } => {
                    let value = r!(x);
                    let Some(saved) = s.snapshots.pop() else { fault!(FaultKind::Impossible("suppose")) };
                    s.words = saved.words;
                    s.stack[..saved.stack.len()].copy_from_slice(&saved.stack);
                    self.scratch_start = saved.scratch_start as usize;
                    r!(d) = value;
                }

                Op::Play { .. }
                | Op::Answer { .. }
                | Op::Do { .. }
                | Op::Expect { .. }
                | Op::Inspect { .. } => {
                    stop!(Pause::Test(*op))
                }
                Op::Impossible => fault!(FaultKind::Impossible("instruction")),
            }
        }
    }
}
