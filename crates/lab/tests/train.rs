//! Training gives a note of the rules that it was made for, and takes nothing that is not shown to be better.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use bots::{Note, Recipe};
use engine::Game;
use lab::train::{Options, train};
use project::{Memory, Request};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

fn game() -> Arc<Game> {
    let memory = Memory::default().with("game.tgdl", TAKING);
    project::open(Request::new((&memory, "game.tgdl")).with_named_rules()).unwrap().game.unwrap()
}

/// Who has more after so many turns wins; dice add to what is taken.
const TAKING: &str = r#"game "Taking";
global class Rules {
    number turns = 0;
    action take {
        input number many from { 0, 1, 2, 3 };
        trigger PlayerChoiceEvent { return true; }
        effect {
            score actor actor.score + many + random.roll(6);
            turns += 1;
            if (turns == 12) { winner { player.all().filter(p => p.score == player.all().max(q => q.score)) }; return; }
            turn.pass();
        }
    }
}
setup { players 2; }
"#;

/// What training finds in so many milliseconds.
fn trained(milliseconds: u64, may_go_on: bool) -> Note {
    let time = Duration::from_millis(milliseconds);
    let options = Options { players: 2, time, seed: 1, threads: 1, recipe: None };
    train(&game(), &options, &|_| (), &|| may_go_on)
}

#[test]
fn a_note_is_of_the_rules_and_has_an_evaluation_only_for_a_recipe_that_needs_it() {
    let note = trained(1_000, true);
    assert_eq!((note.rules.as_str(), note.players), (game().rules(), 2));
    assert!(!note.rules.is_empty() && note.how.contains("`nst`"), "{note:?}");
    let needs = note.recipe.is_some_and(|recipe| recipe.contains("cut") || recipe.contains("backup"));
    assert_eq!(note.evaluation.is_some(), needs);
}

#[test]
fn one_recipe_alone_plays_the_final_where_that_is_asked_for() {
    let told = |name| {
        let told = RefCell::new(String::new());
        let time = Duration::from_millis(1_500);
        let options = Options { players: 2, time, seed: 1, threads: 1, recipe: Recipe::named(name) };
        train(&game(), &options, &|line| told.borrow_mut().push_str(line), &|| true);
        told.into_inner()
    };
    let plain = told("plain");
    assert!(plain.contains("final: `plain` against `nst`") && !plain.contains("simulations"), "{plain}");
    assert!(told("nst").contains("`nst` does not fit the game, or is its usual recipe"));
}

#[test]
fn nothing_is_taken_where_there_is_no_time_to_show_that_it_is_better() {
    for note in [trained(1, true), trained(60_000, false)] {
        assert_eq!((note.recipe, note.evaluation), (None, None));
        assert_eq!(note.how, "no recipe beat `nst`");
    }
}
