//! Checks that a program is whole: no instruction names a register, a jump or an index that is not there. The
//! machine reads the registers and instructions of verified programs without looking again. It knows no types:
//! a verified program may still meet faults.

mod tables;

use crate::layout::object;
use crate::op::{Op, convert};
use crate::operand::Operand;
use crate::program::{Function, Program};

/// What is wrong with a program, in a sentence that names the place.
pub type Verified = Result<(), String>;

/// Checks the tables and every instruction of every function.
pub fn verify(program: &Program) -> Verified {
    tables::verify(program)?;
    for (i, f) in program.functions.iter().enumerate() {
        function(program, f).map_err(|why| format!("function {i} `{}`: {why}", f.name))?;
    }
    Ok(())
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

fn function(p: &Program, f: &Function) -> Verified {
    let (entry, end) = (f.entry as usize, f.end as usize);
    check(entry < end && end <= p.code.len(), "its code is not there")?;
    check(f.registers > 0 && f.params <= f.registers, "its parameters have no registers")?;
    for pc in entry..end {
        let op = &p.code[pc];
        let mut operands = op.operands(p, pc).into_iter();
        operands.try_for_each(|o| operand(p, f, pc, o)).map_err(|why| format!("{pc} {op:?}: {why}"))?;
    }
    let last = p.code[end - 1];
    // Not `End` and the like: a host might go on after it.
    let ends = matches!(last, Op::Return { .. } | Op::Jump { .. } | Op::Impossible);
    check(ends, "its last instruction goes on behind it")
}

fn operand(p: &Program, f: &Function, pc: usize, operand: Operand) -> Verified {
    let (reads, writes) = operand.registers();
    for (first, n) in [reads, writes] {
        let last = usize::from(first) + usize::from(n);
        check(n == 0 || last <= usize::from(f.registers), "a register is beyond the window")?;
    }
    let inside = |to| (i64::from(f.entry)..i64::from(f.end)).contains(&to);
    check(operand.target(pc).is_none_or(inside), "it jumps out of the function")?;
    index(p, operand)
}

/// That what an operand names is in the tables.
fn index(p: &Program, operand: Operand) -> Verified {
    match operand {
        Operand::Constant(index) => below(index, p.constants.len(), "constant"),
        Operand::Function(function) => below(function, p.functions.len(), "function"),
        Operand::FunctionOf(function, params) => takes(p, function, params.into()),
        Operand::Closure(function, info) => closure(p, function, info),
        Operand::Method(slot) => below(slot, p.methods.first().map_or(0, Vec::len), "method slot"),
        Operand::Class(class) => below(class, p.classes.len(), "class"),
        Operand::Field(field) => {
            let largest = p.classes.iter().map(|c| usize::from(c.size)).max().unwrap_or(0);
            below(field, largest.max(object::PIECE_FIELDS), "field")
        }
        Operand::FixedWord(index) => below(index, p.layout.heap, "word of the fixed part"),
        Operand::Adjacency(table) => below(table, p.tiles.adjacency.len(), "adjacency table"),
        Operand::Direction(direction) => below(direction, p.tiles.directions.len(), "direction"),
        Operand::ZoneSlot(first) => {
            let last = u64::from(first) + u64::from(p.players.1.max(1)) - 1;
            below(last, p.slots.len(), "zone slot")
        }
        Operand::CaseAttribute(info) => {
            below(info >> 8, p.enums.len(), "enumeration")?;
            below(info & 0xFF, p.enums[usize::from(info >> 8)].attributes.len(), "attribute of the cases")
        }
        Operand::Show(show) => below(show, p.shows.len(), "show"),
        Operand::Conversion(how) if how >= convert::TEXT_TO_TILE => {
            below(how - convert::TEXT_TO_TILE, p.boards.len(), "board")
        }
        Operand::Conversion(how) => below(how, usize::from(convert::PLACE_TO_TILE) + 1, "conversion"),
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
mod tests {
    use super::*;
    use crate::tests;
    use base::Random;

    /// Why a program is refused after a change.
    fn refused(change: impl FnOnce(&mut Program)) -> String {
        let mut p = tests::program();
        change(&mut p);
        verify(&p).expect_err("it was not refused")
    }

    fn with(op: Op) -> String {
        refused(|p| p.code[1] = op)
    }

    #[test]
    fn a_whole_program_is_accepted() {
        assert_eq!(verify(&tests::program()), Ok(()));
    }

    #[test]
    fn registers_stay_inside_the_window() {
        let beyond = "function 0 `add`: 1 Add { d: 4, a: 0, b: 1 }: a register is beyond the window";
        assert_eq!(with(Op::Add { d: 4, a: 0, b: 1 }), beyond);
        for op in [
            Op::Move { d: 0, s: 9 },
            Op::NewList { d: 0, base: 2, n: 3 },
            Op::NextElement { base: 2, to: 0 },
            Op::NextIndex { base: 3, to: 0 },
            Op::Call { base: 3, function: 0 },
            Op::CallMethod { base: 4, slot: 0 },
            Op::CallValue { base: 2, n: 2 },
            Op::TableSet { base: 2, key: 0 },
            Op::Choose { base: 1, show: 0 },
            Op::Emit { action: 0, base: 3, n: 1 },
            Op::Closure { base: 3, function: 0, info: 2 << 12 },
            Op::Builtin { base: 2, id: language::catalogue::Builtin::Max, info: 3 },
            Op::RaiseMoved { base: 2, function: 4 },
        ] {
            assert!(with(op).contains("beyond the window"), "{op:?}: {}", with(op));
        }
    }

    #[test]
    fn jumps_stay_inside_the_function() {
        assert!(with(Op::Jump { to: 4 }).ends_with("it jumps out of the function"));
        assert!(with(Op::JumpLess { a: 0, b: 0, by: -3 }).ends_with("it jumps out of the function"));
        assert!(with(Op::JumpLess { a: 0, b: 0, by: 2 }).ends_with("it jumps out of the function"));
        let last = refused(|p| p.code[3] = Op::Null { d: 0 });
        assert_eq!(last, "function 0 `add`: its last instruction goes on behind it");
    }

    #[test]
    fn what_is_named_is_there() {
        for (op, why) in [
            (Op::Constant { d: 0, index: 7 }, "there is no constant 7"),
            (Op::Call { base: 0, function: 70 }, "there is no function 70"),
            (Op::CallMethod { base: 0, slot: 2 }, "there is no method slot 2"),
            (Op::CallTileMethod { base: 0, slot: 2 }, "there is no method slot 2"),
            (Op::New { d: 0, class: 2 }, "there is no class 2"),
            (Op::GetField { d: 0, object: 0, field: 40 }, "there is no field 40"),
            (Op::StartAdjacent { base: 0, tile: 2, table: 5 }, "there is no adjacency table 5"),
            (Op::Step { d: 0, tile: 0, direction: 9 }, "there is no direction 9"),
            (Op::ZoneOf { d: 0, player: 0, first: 1 }, "there is no zone slot 2"),
            (Op::CaseAttribute { d: 0, case: 0, info: 1 << 8 }, "there is no enumeration 1"),
            (Op::CaseAttribute { d: 0, case: 0, info: 1 }, "there is no attribute of the cases 1"),
            (Op::ToText { d: 0, s: 0, show: 1 }, "there is no show 1"),
            (Op::Convert { d: 0, s: 0, how: 17 }, "there is no board 1"),
            (Op::Convert { d: 0, s: 0, how: 5 }, "there is no conversion 5"),
            (Op::Emit { action: 0, base: 0, n: 0 }, "a move has another number of inputs"),
            (Op::Enqueue { action: 1, object: 0, event: 0 }, "there is no action 1"),
            (Op::Play { base: 0, play: 0, how: 0 }, "there is no play of the test 0"),
            (Op::Closure { base: 0, function: 0, info: 5 << 12 }, "a register is beyond the window"),
            (Op::Closure { base: 0, function: 2, info: 1 << 12 }, "more is captured than the function takes"),
            (Op::RaiseMoved { base: 0, function: 0 }, "`add` takes 2 parameters and not 3"),
            (Op::Header { d: 0, index: 999 }, "there is no word of the fixed part 999"),
        ] {
            assert!(with(op).ends_with(why), "{op:?}: {}", with(op));
        }
    }

    #[test]
    fn tables_fit_one_another() {
        type Change = fn(&mut Program);
        let changes: [(Change, &str); 12] = [
            (|p| p.origins.truncate(1), "origins"),
            (|p| p.methods[0][0] = 70, "there is no function 70"),
            (|p| p.methods[1][0] = 2, "parameters"),
            (|p| p.actions[0].run = 0, "parameters"),
            (|p| p.setup = 0, "parameters"),
            (|p| p.tiles.steps[0] = 40, "steps"),
            (|p| p.tiles.adjacency[0].spans[1].1 = 90, "near tiles"),
            (|p| p.classes[0].last = 5, "last class"),
            (|p| p.layout.heap += 1, "fixed part"),
            (|p| p.slots[0].0 = 4, "zone 4"),
            (|p| p.tiles.all_single = false, "single"),
            (|p| p.enums[0].attributes[0].clear(), "attributes"),
        ];
        for (change, why) in changes {
            let found = refused(change);
            assert!(found.contains(why), "{found} does not say `{why}`");
        }
    }

    #[test]
    fn random_instructions_are_judged_without_panic() {
        let mut random = Random::new(3);
        for _ in 0..20_000 {
            let mut p = tests::program();
            let pc = random.below(p.code.len() as u64) as usize;
            let r = random.word();
            let (a, b, c) = (r as u16 & 15, (r >> 16) as u16, (r >> 32) as u16);
            p.code[pc] = match r >> 60 {
                0 => Op::Call { base: a, function: u32::from(b) },
                1 => Op::NextElement { base: u16::MAX - a, to: u32::from(b) },
                2 => Op::JumpEqual { a, b: a, by: b as i16 },
                3 => Op::NewList { d: a, base: b, n: c },
                4 => Op::Closure { base: a, function: b & 7, info: c },
                5 => Op::Emit { action: a & 1, base: b, n: c },
                6 => Op::CallMethod { base: a, slot: b & 3 },
                7 => Op::Convert { d: a, s: a, how: b },
                _ => Op::ZoneOf { d: a, player: a, first: b },
            };
            let _ = verify(&p);
            let _ = crate::disasm::disassemble(&p);
        }
    }
}
