//! The examples of the explanations: the wrong one has its problem, the right one has no error.
//! What the sentences say is not looked at.

use super::super::{check, check_library};
use super::read;
use language::explain;

const CARDS: &str = include_str!("cards.tgdl");

/// The codes that a text brings, read as a game if it says so, otherwise as a part of one.
fn codes_of(text: &str) -> Vec<(&'static str, bool)> {
    let program = read(&[("main", text), ("cards", CARDS)]);
    let main = text.starts_with("game") || text.starts_with("setup");
    let run = if main { check } else { check_library };
    let checked = run(&program.modules, &program.links, &program.origins);
    let read = program.problems.iter().map(|p| (p.code, p.is_error()));
    read.chain(checked.problems.iter().map(|p| (p.code, p.is_error()))).collect()
}

#[test]
fn each_explained_code_shows_itself() {
    // What is found while a text is read is shown where that is tested.
    let read: Vec<&str> = explain::syntax_codes().chain(explain::sentence_codes()).collect();
    for code in explain::codes().filter(|c| !read.contains(c)) {
        // What is wrong with files has no program that shows it.
        let Some((wrong, right)) = explain::examples(explain::explain(code).unwrap()) else { continue };
        let found = codes_of(&wrong);
        assert!(found.iter().any(|f| f.0 == code), "the wrong example of {code}: {found:?}");
        assert!(found.iter().all(|f| f.0 == code || !f.1), "the wrong example of {code}: {found:?}");
        let found = codes_of(&right);
        assert!(found.iter().all(|f| f.0 != code && !f.1), "the right example of {code}: {found:?}");
    }
}

#[test]
fn each_code_of_the_checker_is_explained() {
    let sources = [
        include_str!("../problems/calls.rs"),
        include_str!("../problems/classes.rs"),
        include_str!("../problems/declarations.rs"),
        include_str!("../problems/looks.rs"),
        include_str!("../problems/modifiers.rs"),
        include_str!("../problems/names.rs"),
        include_str!("../problems/options.rs"),
        include_str!("../problems/places.rs"),
        include_str!("../problems/statements.rs"),
        include_str!("../problems/types.rs"),
    ];
    for source in sources {
        let words = source.split('"').skip(1).step_by(2);
        let codes =
            words.filter(|w| w.contains('-') && w.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
        for code in codes {
            assert!(explain::explain(code).is_some(), "{code}");
        }
    }
}
