//! Random programs are programs: they read and check without errors, and run.

mod common;

use common::{Program, random_match};
use compiler::typed::ExprKind;
use compiler::typed::visit::{Each, Visit};
use language::catalogue::{Builtin, entries};
use std::collections::BTreeSet;

/// How many programs are tried, and how many decisions of each.
const PROGRAMS: u64 = 300;
const DECISIONS: usize = 60;

#[test]
fn generated_programs_are_right() {
    let mut found = Vec::new();
    for seed in 0..PROGRAMS {
        if let Err(problems) = Program::read(&oracle::generate(seed)) {
            found.push(format!("seed {seed}: {}", problems.join("\n")));
        }
    }
    assert!(
        found.is_empty(),
        "{} programs, among them\n{}",
        found.len(),
        found[..found.len().min(5)].join("\n")
    );
}

#[test]
fn generated_programs_run_the_same_twice() {
    let (mut faults, mut ends, mut decisions, mut modified, mut generic) = (Vec::new(), 0, 0, 0, 0);
    for seed in 0..PROGRAMS {
        oracle::with_stack(|| {
            let Ok(program) = Program::read(&oracle::generate(seed)) else { return };
            let first = random_match(&program.game, seed, DECISIONS);
            assert_eq!(first.log, random_match(&program.game, seed, DECISIONS).log, "seed {seed}");
            faults.extend(first.fault.map(|f| (seed, program.show(&f))));
            ends += usize::from(first.over);
            modified += usize::from(first.log.contains("(modifiers)=["));
            // Something was put into an object of a generic class.
            let filled = |l: &str| l.contains("held=[") && !l.contains("held=[]");
            generic += usize::from(first.log.lines().any(filled));
            decisions += first.decisions;
        });
    }
    assert!(modified > PROGRAMS as usize / 10, "{modified} programs have objects with modifiers");
    assert!(generic > PROGRAMS as usize / 10, "{generic} programs use generic classes");
    println!("{decisions} decisions, {ends} ends, {} faults", faults.len());
    for (seed, fault) in &faults {
        println!("seed {seed}: {fault}");
    }
    assert!(faults.len() < PROGRAMS as usize / 2, "most programs come to a fault");
}

/// What the generator never writes is never compared.
#[test]
fn generated_programs_use_all_that_is_built_in() {
    let mut used: BTreeSet<Builtin> = BTreeSet::new();
    for seed in 0..PROGRAMS {
        let Ok(program) = Program::read(&oracle::generate(seed)) else { continue };
        Each(|e: &compiler::typed::Expr| match &e.kind {
            ExprKind::Builtin(b, _) | ExprKind::BoardBuiltin(_, _, b, _) => drop(used.insert(*b)),
            ExprKind::DiceBuiltin(_, b) | ExprKind::EnumBuiltin(_, b, _) => drop(used.insert(*b)),
            ExprKind::AllOf(_) => drop(used.insert(Builtin::AllOf)),
            _ => {}
        })
        .game(&program.game);
    }
    // The checker asks the places of edges and corners for these, as it asks tiles.
    let asked_as_tiles = [Builtin::SpotName, Builtin::SpotPiece, Builtin::SpotPieces, Builtin::SpotIsEmpty];
    used.extend(asked_as_tiles);
    let missing: Vec<&str> =
        entries().iter().filter(|e| !used.contains(&e.id)).map(|e| e.signature).collect();
    assert!(missing.is_empty(), "no program uses {missing:?}");
}
