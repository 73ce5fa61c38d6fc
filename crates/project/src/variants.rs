//! A game for several choices of its options: each is compiled once, and as many at a time as there are processors.

use crate::compile::{How, MAX_FUEL, variant};
use crate::modules::Reading;
use base::Problem;
use bytecode::Program;
use language::option::Choices;
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::thread;

/// What compiling it for some choices gave.
pub(crate) struct Variant {
    pub problems: Vec<Problem>,
    pub program: Option<Program>,
    /// The fuel that working out its constants took.
    pub fuel: u64,
}

pub(crate) type Known = BTreeMap<Choices, Variant>;

/// Each takes some dozen megabytes while it is compiled.
const MAX_AT_ONCE: usize = 8;

/// As much as a main thread usually has: trees are walked by recursion.
const STACK: usize = 8 << 20;

/// Compiles the game for all that is wanted and not known, in order, as long as the constants of all together take no
/// more than they may, with what is spent already; the programs are kept of those that are said. How many of what is
/// wanted are known then.
pub(crate) fn compile_all(
    reading: &Reading,
    how: How,
    wanted: &[Choices],
    (spent, is_kept): (u64, &dyn Fn(&Choices) -> bool),
    known: &mut Known,
) -> usize {
    let processors = thread::available_parallelism().map_or(1, usize::from).min(MAX_AT_ONCE);
    let mut fuel = spent;
    for (i, choices) in wanted.iter().enumerate() {
        if fuel > MAX_FUEL {
            return i;
        }
        if !known.contains_key(choices) {
            let next = wanted[i..].iter().filter(|choices| !known.contains_key(choices));
            let next: Vec<&Choices> = next.take(processors).collect();
            let dropped = |(choices, variant): (Choices, Variant)| {
                let program = variant.program.filter(|_| is_kept(&choices));
                (choices, Variant { program, ..variant })
            };
            known.extend(at_once(reading, how, &next).into_iter().map(dropped));
        }
        fuel += known[choices].fuel;
    }
    wanted.len()
}

fn at_once(reading: &Reading, how: How, all: &[&Choices]) -> Vec<(Choices, Variant)> {
    let one = |choices: &Choices| (choices.clone(), variant(reading, how, choices));
    let [first, others @ ..] = all else { return Vec::new() };
    thread::scope(|scope| {
        // What finds no thread is done by this one.
        let begun = others.iter().map(|choices| {
            let builder = thread::Builder::new().name("compile".to_owned()).stack_size(STACK);
            (*choices, builder.spawn_scoped(scope, move || one(choices)))
        });
        let begun: Vec<_> = begun.collect();
        let mut done = vec![one(first)];
        for (choices, thread) in begun {
            done.push(match thread {
                Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                Err(_) => one(choices),
            });
        }
        done
    })
}
