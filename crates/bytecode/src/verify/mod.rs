//! Checks that a program is whole: no instruction names a register, a jump or an index that is not there. The
//! machine reads the registers and instructions of verified programs without looking again. It knows no types:
//! a verified program may still meet faults.

mod tables;

use crate::layout::object;
use crate::op::{Op, convert};
use crate::operand::Operand;
use crate::program::{Function, Program};
use std::cmp::Reverse;

/// What is wrong with a program, in a sentence that names the place.
pub type Verified = Result<(), String>;

/// Checks the tables and every instruction of every function.
pub fn verify(program: &Program) -> Verified {
    tables::verify(program)?;
    let largest = program.classes.iter().map(|c| usize::from(c.size)).max().unwrap_or(0);
    let fields = largest.max(object::PIECE_FIELDS);
    program.settled.iter().try_for_each(|read| {
        below(read.clean, program.layout.heap, "word of the fixed part")?;
        [read.values, read.touched, read.value].into_iter().try_for_each(|f| below(f, fields, "field"))
    })?;
    catches(program)?;
    for (i, f) in program.functions.iter().enumerate() {
        function(program, f, fields).map_err(|why| format!("function {i} `{}`: {why}", f.name))?;
    }
    Ok(())
}

/// That each lies in one function and goes on in it.
fn catches(p: &Program) -> Verified {
    check(p.catches.is_sorted_by_key(|c| (c.from, Reverse(c.to))), "the catches are in disorder")?;
    p.catches.iter().try_for_each(|c| {
        let is_of = |f: &Function| {
            let inside = |pc| (f.entry..f.end).contains(&pc);
            c.from < c.to && inside(c.from) && inside(c.to - 1) && inside(c.goes_on)
        };
        check(p.functions.iter().any(is_of), "a catch leads out of its function")
    })
}

fn check(holds: bool, why: &str) -> Verified {
    if holds { Ok(()) } else { Err(why.to_owned()) }
}

/// That an index is below a length.
fn below(index: impl Into<u64>, length: usize, what: &str) -> Verified {
    let index: u64 = index.into();
    if index < length as u64 { Ok(()) } else { Err(format!("there is no {what} {index}")) }
}

/// That a function is there and takes so many parameters.
fn takes(p: &Program, function: u32, params: usize) -> Verified {
    below(function, p.functions.len(), "function")?;
    let f = &p.functions[function as usize];
    if usize::from(f.params) == params {
        return Ok(());
    }
    Err(format!("`{}` takes {} parameters and not {params}", f.name, f.params))
}

/// `fields` is how many fields the largest object has.
fn function(p: &Program, f: &Function, fields: usize) -> Verified {
    let (entry, end) = (f.entry as usize, f.end as usize);
    check(entry < end && end <= p.code.len(), "its code is not there")?;
    check(f.registers > 0 && f.params <= f.registers, "its parameters have no registers")?;
    for pc in entry..end {
        let op = &p.code[pc];
        let mut verified = Ok(());
        op.each_operand(p, pc, |o| {
            if verified.is_ok() {
                verified = operand(p, f, pc, o, fields);
            }
        });
        verified.map_err(|why| format!("{pc} {op:?}: {why}"))?;
    }
    let last = p.code[end - 1];
    // Not `End` and the like: a host might go on after it.
    let ends = matches!(last, Op::Return { .. } | Op::Jump { .. } | Op::Impossible);
    check(ends, "its last instruction goes on behind it")
}

fn operand(p: &Program, f: &Function, pc: usize, operand: Operand, fields: usize) -> Verified {
    let (reads, writes) = operand.registers();
    for (first, n) in [reads, writes] {
        let last = usize::from(first) + usize::from(n);
        check(n == 0 || last <= usize::from(f.registers), "a register is beyond the window")?;
    }
    let inside = |to| (i64::from(f.entry)..i64::from(f.end)).contains(&to);
    check(operand.target(pc).is_none_or(inside), "it jumps out of the function")?;
    index(p, operand, fields)
}

/// That what an operand names is in the tables.
fn index(p: &Program, operand: Operand, fields: usize) -> Verified {
    match operand {
        Operand::Fixed(index) => below(index, p.fixed.len(), "constant to be worked out"),
        Operand::Constant(index) => below(index, p.constants.len(), "constant"),
        Operand::Function(function) => below(function, p.functions.len(), "function"),
        Operand::FunctionOf(function, params) => takes(p, function, params.into()),
        Operand::Closure(function, info) => closure(p, function, info),
        Operand::Method(slot) => below(slot, p.methods.first().map_or(0, Vec::len), "method slot"),
        Operand::Class(class) => below(class, p.classes.len(), "class"),
        Operand::Field(field) => below(field, fields, "field"),
        Operand::SettledRead(read) => below(read, p.settled.len(), "settled attribute"),
        Operand::FixedWord(index) => below(index, p.layout.heap, "word of the fixed part"),
        Operand::Adjacency(table) => below(table, p.tiles.adjacency.len(), "adjacency table"),
        Operand::Direction(direction) => below(direction, p.tiles.directions.len(), "direction"),
        Operand::ZoneSlot(first) => {
            let last = u64::from(first) + u64::from(p.players.1.max(1)) - 1;
            below(last, p.slots.len(), "zone slot")
        }
        Operand::BoardOfEach(first) => {
            let last = u64::from(first) + u64::from(p.players.1.max(1)) - 1;
            below(last, p.boards.len(), "board")
        }
        Operand::CaseAttribute(info) => {
            below(info >> 8, p.enums.len(), "enumeration")?;
            below(info & 0xFF, p.enums[usize::from(info >> 8)].attributes.len(), "attribute of the cases")
        }
        Operand::Show(show) => below(show, p.shows.len(), "show"),
        Operand::Conversion(how) if how >= convert::TEXT_TO_TILE => {
            below(how - convert::TEXT_TO_TILE, p.boards.len(), "board")
        }
        Operand::Conversion(how) => below(how, usize::from(convert::PLACE_TO_SPOT) + 1, "conversion"),
        Operand::Team(team) => below(team, p.teams.len(), "team"),
        Operand::Action(action) => below(action, p.actions.len(), "action"),
        Operand::ActionOf(action, n) => {
            below(action, p.actions.len(), "action")?;
            let inputs = p.actions[usize::from(action)].inputs.len();
            check(usize::from(n) == inputs, "a move has another number of inputs")
        }
        Operand::Probe(probe) => below(probe, p.probes.len(), "coverage probe"),
        Operand::Below(number, limit, what) => below(number, limit, what),
        _ => Ok(()),
    }
}

fn closure(p: &Program, function: u16, info: u16) -> Verified {
    below(function, p.functions.len(), "function")?;
    below(info & 0xFFF, p.constants.len(), "constant")?;
    let params = p.functions[usize::from(function)].params;
    check(info >> 12 <= params, "more is captured than the function takes")
}

#[cfg(test)]
mod tests;
