//! Cases of mutated sources: made from the corpus and a seed, checked, and played where they compile.
//! It does not watch over what happens then.

use crate::case::Case;
use crate::corpus::{Corpus, MAIN, main_file};
use crate::mutate::mutate;
use crate::play;
use crate::pool::Pool;
use std::panic::catch_unwind;
use std::sync::Arc;

/// The case of that seed.
pub fn make(corpus: &Corpus, seed: u64) -> Case {
    let mut pool = Pool::new(seed);
    let mut case = once(corpus, &mut pool);
    // What does not compile is soon over: most such cases are drawn again. A panic is what is looked for.
    for _ in 0..REDRAWS {
        let made = catch_unwind(|| load(&case).game.is_some());
        if made.unwrap_or(true) || pool.chance(1, 4) {
            break;
        }
        case = once(corpus, &mut pool);
    }
    case
}

/// How often a case that does not compile may be drawn again.
pub const REDRAWS: u64 = 3;

/// What [`make`] draws after so many redraws, found without compiling anything.
pub fn drawn_after(corpus: &Corpus, seed: u64, redraws: u64) -> Case {
    let mut pool = Pool::new(seed);
    let mut case = once(corpus, &mut pool);
    for _ in 0..redraws {
        pool.chance(1, 4);
        case = once(corpus, &mut pool);
    }
    case
}

/// The game of a case.
pub fn load(case: &Case) -> project::Loaded {
    let mut memory = project::Memory::default();
    for (name, text) in &case.files {
        memory.put(name.clone(), text.clone());
    }
    let main = main_file(case.files.iter().map(|(name, _)| name.as_str()));
    project::open(project::Request::new((&memory, main)))
        .expect("where nothing is chosen, nothing is refused")
}

fn once(corpus: &Corpus, pool: &mut Pool) -> Case {
    let drawn = |pool: &mut Pool| {
        let of = match pool.below(16) {
            0..=4 => &corpus.games,
            5..=9 => &corpus.examples,
            10 => &corpus.wrong,
            _ => &Vec::new(),
        };
        let generated = pool.below(1 << 20) as u64;
        let otherwise = || vec![(MAIN.to_owned(), oracle::generate(generated))];
        pool.pick(of).cloned().unwrap_or_else(otherwise)
    };
    let base = drawn(pool);
    let lender = drawn(pool);
    let other = pool.pick(&lender).map_or_else(String::new, |f| f.1.clone());
    // One file of several is mutated, more often the main one.
    let target = if pool.chance(2, 3) { 0 } else { pool.below(base.len()) };
    let files = base.into_iter().enumerate().map(|(i, (name, text))| {
        let bytes = if i == target { mutate(&text, &other, pool) } else { text.into_bytes() };
        (name, bytes)
    });
    let files = files.collect();
    Case { seed: pool.0.word(), files }
}

/// The codes of problems that no text should bring about.
const DEFECTS: [&str; 2] = ["internal-error", "broken-program"];

/// Checks a case, shows its problems, and plays it where it compiles. Whether it did.
pub fn run(case: &Case) -> bool {
    let loaded = load(case);
    for (i, problem) in loaded.problems.iter().enumerate() {
        assert!(!problem.message.is_empty() && !problem.message.contains('\n'), "{:?}", problem.message);
        assert!(!DEFECTS.contains(&problem.code), "a defect: {}", problem.message);
        // A text of errors alone has thousands of them.
        if i < 50 {
            assert!(!base::render(problem, &loaded.sources, i % 2 == 0).is_empty());
        }
    }
    assert!(loaded.game.is_none() || !loaded.has_errors(), "a game with errors is compiled");
    let Some(game) = loaded.game.and_then(Arc::into_inner) else { return false };
    let mut pool = Pool::new(case.seed);
    let (limits, steps) = play::limits(&mut pool);
    play::exercise(&Arc::new(game.within(limits)), steps, &mut pool);
    true
}
