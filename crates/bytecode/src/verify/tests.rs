//! Small programs that the verifier must refuse.

use super::*;
use crate::program::SettledRead;
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
        Op::ChooseTogether { base: 1, show: 0 },
        Op::AddWritten { list: 4, most: 20 },
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
    let passed_over = refused(|p| {
        p.settled.push(SettledRead { clean: 0, values: 0, touched: 0, value: 0 });
        p.code[1] = Op::Settled { d: 0, object: 0, read: 0 };
    });
    assert!(passed_over.ends_with("it jumps out of the function"), "{passed_over}");
    let last = refused(|p| p.code[3] = Op::Null { d: 0 });
    assert_eq!(last, "function 0 `add`: its last instruction goes on behind it");
}

#[test]
fn what_is_named_is_there() {
    for (read, why) in [
        (
            SettledRead { clean: 999, values: 0, touched: 0, value: 0 },
            "there is no word of the fixed part 999",
        ),
        (SettledRead { clean: 0, values: 0, touched: 99, value: 0 }, "there is no field 99"),
    ] {
        assert_eq!(refused(|p| p.settled.push(read)), why);
    }
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
        (Op::BoardOf { d: 0, player: 0, first: 1 }, "there is no board 2"),
        (Op::CaseAttribute { d: 0, case: 0, info: 1 << 8 }, "there is no enumeration 1"),
        (Op::CaseAttribute { d: 0, case: 0, info: 1 }, "there is no attribute of the cases 1"),
        (Op::ToText { d: 0, s: 0, show: 1 }, "there is no show 1"),
        (Op::Convert { d: 0, s: 0, how: 17 }, "there is no board 1"),
        (Op::Convert { d: 0, s: 0, how: 15 }, "there is no conversion 15"),
        (Op::Emit { action: 0, base: 0, n: 0 }, "a move has another number of inputs"),
        (Op::Enqueue { action: 1, object: 0, event: 0 }, "there is no action 1"),
        (Op::Play { base: 0, play: 0, how: 0 }, "there is no play of a test 0"),
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
