//! What becomes of a match when its rules change under it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use engine::Choices;
use engine::view::Viewer;
use project::{Memory, Source};
use workshop::{Beginning, Session};

/// Seven stones; whoever takes the last one wins. `MOST` at once.
const NIM: &str = r#"game "Nim";
import "heap";
turn Main { }
global class Table {
    action take {
        input number n from 1..9 where n <= MOST else "that is too many at once";
        trigger PlayerChoiceEvent { return true; }
        effect { Heap.left -= n; if (Heap.left == 0) { winner actor; } turn.pass(); }
        ensure Heap.left >= 0 else "there are not so many";
    }
}
setup { players 2; turns.use("Main"); }
"#;

const HEAP: &str = "global class Heap { number left = 7; }\n";

fn beginning() -> Beginning {
    Beginning { seed: 1, players: None, options: Choices::default() }
}

struct Project(Memory);

impl Project {
    fn new(most: u32) -> Project {
        Project(Memory::default().with("heap.tgdl", HEAP))
            .saved("game.tgdl", &NIM.replace("MOST", &most.to_string()))
    }

    fn saved(mut self, path: &str, text: &str) -> Project {
        self.0.put(path, text);
        self
    }

    fn read(&self, session: &mut Session) -> bool {
        session.read(Source::Files(&self.0, "game.tgdl"), &|| true)
    }
}

fn played(project: &Project, texts: &[(u32, &str)]) -> Session {
    let mut session = Session::new(beginning());
    assert!(project.read(&mut session), "{:?}", session.problems().0);
    for (seat, text) in texts {
        session.play(*seat, *text).unwrap();
    }
    session
}

/// How many choices stand, all choices, and what is refused.
fn told(session: &Session) -> String {
    let all: Vec<String> = session.choices().map(|(seat, text)| format!("{seat} {text}")).collect();
    let refused = session.refusal().map(|r| format!("; refused {} {}: {}", r.seat, r.text, r.why));
    format!("{} of {}{}", session.at(), all.join(", "), refused.unwrap_or_default())
}

#[test]
fn a_save_makes_the_same_choices_again() {
    let mut session = played(&Project::new(3), &[(0, "take 1"), (1, "take 2")]);
    let before = session.stand();
    assert!(Project::new(2).read(&mut session));
    assert_eq!(told(&session), "2 of 0 take 1, 1 take 2");
    assert!(session.stand() > before);
    assert_eq!(session.good().unwrap().1.decider(), Some(0));
}

#[test]
fn an_action_that_is_called_otherwise_is_the_same_action() {
    let called = |name: &str| NIM.replace("MOST", "3").replace("action take", &format!("action {name}"));
    let mut session = played(&Project::new(3), &[(0, "take 1"), (1, "take 2")]);
    assert!(Project::new(3).saved("game.tgdl", &called("grab")).read(&mut session));
    assert_eq!(told(&session), "2 of 0 grab 1, 1 grab 2");
    let more = "global class More { action skip { trigger PlayerChoiceEvent { return true; } effect { } } }\nsetup {";
    let two = called("hold").replace("setup {", more);
    assert!(Project::new(3).saved("game.tgdl", &two).read(&mut session));
    assert!(told(&session).starts_with("0 of 0 grab 1, 1 grab 2; refused 0 grab 1"), "{}", told(&session));
}

/// Each of two players gives up one of two cards that differ in their number alone.
const CARDS: &str = r#"game "Cards";
zone hand of Card per player { visible owner; }
zone table of Card { visible all; }
interactable Card { number worth; }
turn Main { default { return turn.active() + 1; } }
global class Rules {
    action give {
        secret input Card card from hand(player.active());
        trigger PlayerChoiceEvent { return true; }
        effect { table.add(card); turn.pass(); }
    }
}
setup {
    players 2;
    for (player p in player.all()) { for (number n in 1..2) { hand(p).add(new Card() { worth = n }); } }
    turns.use("Main");
}
"#;

#[test]
fn a_look_takes_no_choice_back_however_it_has_things_read() {
    let with = |look: &str| Project::new(1).saved("game.tgdl", &format!("{CARDS}{look}"));
    let mut session = played(&with("look Card { title \"{worth}\"; }"), &[(0, "give 2"), (1, "give 1")]);
    let rules = session.rules();
    for (look, text) in
        [("look Card { hide worth; }", "give Card"), ("look Card { title \"no {worth}\"; }", "give 1")]
    {
        assert!(with(look).read(&mut session), "{:?}", session.problems().0);
        assert_eq!(session.rules(), rules, "{look}");
        assert_eq!((session.at(), session.refusal()), (2, None), "{look}");
        assert_eq!(session.choices().last(), Some((1, text)), "{look}");
    }
    assert!(with("").saved("game.tgdl", &CARDS.replace("1..2", "1..3")).read(&mut session));
    assert_eq!(session.rules(), rules + 1);
}

#[test]
fn the_first_choice_that_the_new_rules_refuse_is_told_and_play_stands_before_it() {
    let mut session = played(&Project::new(3), &[(0, "take 1"), (1, "take 3"), (0, "take 2")]);
    assert!(Project::new(2).read(&mut session));
    assert_eq!(session.at(), 1);
    let refusal = session.refusal().unwrap();
    assert_eq!((refusal.seat, refusal.text.as_str()), (1, "take 3"));
    assert_eq!(refusal.why, "that is too many at once");
    assert_eq!(session.good().unwrap().1.decider(), Some(1));
    // A mended save brings the later ones back.
    assert!(Project::new(4).read(&mut session));
    assert_eq!(told(&session), "3 of 0 take 1, 1 take 3, 0 take 2");
}

#[test]
fn the_reason_is_that_of_the_rules() {
    let mut session = played(&Project::new(3), &[(0, "take 3"), (1, "take 3")]);
    let less = Project::new(3).saved("heap.tgdl", "global class Heap { number left = 5; }\n");
    assert!(less.read(&mut session));
    assert_eq!(told(&session), "1 of 0 take 3, 1 take 3; refused 1 take 3: there are not so many");
}

#[test]
fn another_choice_at_the_refused_one_drops_those_behind_it() {
    let mut session = played(&Project::new(3), &[(0, "take 1"), (1, "take 3"), (0, "take 1")]);
    Project::new(2).read(&mut session);
    session.play(1, "take 2").unwrap();
    assert_eq!(told(&session), "2 of 0 take 1, 1 take 2");
}

#[test]
fn a_broken_save_leaves_the_last_good_table_and_tells_its_problems() {
    let mut session = played(&Project::new(3), &[(0, "take 1")]);
    let stand = session.stand();
    let broken = Project::new(3).saved("game.tgdl", "game \"Nim\";\nsetup { players 2 }\n");
    assert!(!broken.read(&mut session));
    assert!(!session.is_sound());
    assert_eq!((session.stand(), session.at()), (stand, 1));
    let (problems, sources) = session.problems();
    assert_eq!(sources.line_column(problems[0].span.file, problems[0].span.start).0, 2);
    assert_eq!(problems[0].fix.as_ref().unwrap().replacement, ";");
    session.play(1, "take 1").unwrap();
    assert!(Project::new(3).read(&mut session));
    assert_eq!(told(&session), "2 of 0 take 1, 1 take 1");
}

#[test]
fn tests_that_are_wrong_do_not_keep_the_game_from_the_table() {
    let text = NIM.replace("MOST", "3") + "test \"wrong\" { expect nothing; }\n";
    let mut session = Session::new(beginning());
    assert!(Project::new(3).saved("game.tgdl", &text).read(&mut session));
    assert!(session.problems().0.iter().any(base::Problem::is_error));
}

#[test]
fn a_value_that_no_option_allows_any_more_is_left_out_and_the_others_stay() {
    let options = [("size", "4"), ("gone", "1"), ("most", "12"), ("size", "5")];
    let options = options.into_iter().fold(Choices::default(), |all, (name, value)| all.with(name, value));
    let declared = "option number size = 7 in 1..9;\noption number most = 3 in 1..9;\nglobal class Heap";
    let heap = HEAP.replace("global class Heap", declared).replace("left = 7", "left = size");
    for tests in ["", "test \"wrong\" { expect nothing; }\n"] {
        let text = NIM.replace("MOST", "most") + tests;
        let mut session = Session::new(Beginning { options: options.clone(), ..beginning() });
        let project = Project::new(3).saved("heap.tgdl", &heap).saved("game.tgdl", &text);
        assert!(project.read(&mut session), "{:?}", session.problems().0);
        let (rules, _) = session.good().unwrap();
        assert_eq!(Choices::of(rules.game().options()).to_string(), "size = 4");
        assert_eq!(session.problems().0.iter().any(base::Problem::is_error), !tests.is_empty());
    }
}

#[test]
fn play_goes_back_and_forward() {
    let mut session = played(&Project::new(3), &[(0, "take 1"), (1, "take 2"), (0, "take 1")]);
    session.go(1, &|| true);
    assert_eq!(told(&session), "1 of 0 take 1, 1 take 2, 0 take 1");
    // A save keeps to where play stands.
    Project::new(3).read(&mut session);
    assert_eq!(session.at(), 1);
    session.go(99, &|| true);
    assert_eq!(session.at(), 3);
    session.go(0, &|| true);
    session.play(0, "take 3").unwrap();
    assert_eq!(told(&session), "1 of 0 take 3");
}

#[test]
fn the_last_effect_can_be_looked_into_also_under_new_rules() {
    let mut session = played(&Project::new(3), &[(0, "take 1"), (1, "take 2")]);
    let first = format!("{:?}", session.inside(Viewer::Seat(0), &|| true).unwrap().trace);
    let twice = NIM.replace("MOST", "3").replace("Heap.left -= n;", "Heap.left -= n; Heap.left -= 1;");
    Project::new(3).saved("game.tgdl", &twice).read(&mut session);
    let inside = session.inside(Viewer::Spectator, &|| true).unwrap();
    assert_ne!(first, format!("{:?}", inside.trace));
    assert!(session.inside(Viewer::Spectator, &|| false).is_none(), "it takes too long");
    session.go(0, &|| true);
    assert!(session.inside(Viewer::Seat(0), &|| true).is_none());
}

#[test]
fn a_match_that_ends_earlier_says_so_of_the_choice_behind() {
    let mut session = played(&Project::new(3), &[(0, "take 3"), (1, "take 2"), (0, "take 1")]);
    let less = Project::new(3).saved("heap.tgdl", "global class Heap { number left = 5; }\n");
    less.read(&mut session);
    assert_eq!(told(&session), "2 of 0 take 3, 1 take 2, 0 take 1; refused 0 take 1: the match is over");
}

#[test]
fn a_replay_that_takes_too_long_stops_where_it_is() {
    let mut session = played(&Project::new(3), &[(0, "take 1"), (1, "take 2")]);
    let project = Project::new(3);
    session.read(Source::Files(&project.0, "game.tgdl"), &|| false);
    assert_eq!(session.at(), 0);
    assert_eq!(session.refusal().unwrap().why, "making the choices again took too long");
    project.read(&mut session);
    assert_eq!(session.at(), 2);
}

#[test]
fn hostile_sources_end_and_leave_the_table() {
    let mut session = played(&Project::new(3), &[(0, "take 1")]);
    let stand = session.stand();
    let circle = Project::new(3).saved("heap.tgdl", "import \"game\";\n");
    let large = Project::new(3).saved("game.tgdl", &"x".repeat(5 << 20));
    let rubbish = Project::new(3).saved("game.tgdl", &"({[".repeat(100_000));
    let gone = Project(Memory::default());
    for (what, project) in [("circle", circle), ("large", large), ("rubbish", rubbish), ("gone", gone)] {
        assert!(!project.read(&mut session), "{what}");
        assert!(session.problems().0.iter().any(base::Problem::is_error), "{what}");
        assert_eq!((session.stand(), session.at()), (stand, 1), "{what}");
    }
    // Rules that never end are rules: the match has gone wrong, and says where.
    let endless = NIM.replace("MOST", "3").replace("setup {", "setup { while (true) { }");
    assert!(Project::new(3).saved("game.tgdl", &endless).read(&mut session));
    assert!(session.good().unwrap().1.is_over());
    assert!(Project::new(3).read(&mut session));
    assert_eq!(told(&session), "1 of 0 take 1");
}

#[test]
fn a_choice_that_is_refused_names_the_condition_that_does_not_hold() {
    let rules = |filter: &str| {
        NIM.replace(" where n <= MOST else \"that is too many at once\"", &format!(" {{ {filter} }}"))
    };
    let saved = |text: &str| Project::new(3).saved("game.tgdl", text);
    let mut session = played(&saved(&rules("return n <= 3;")), &[(0, "take 3"), (1, "take 3")]);
    saved(&rules("return n <= 2;")).read(&mut session);
    assert_eq!(
        told(&session),
        "0 of 0 take 3, 1 take 3; refused 0 take 3: `return n <= 2;` does not hold (game.tgdl:6)"
    );
}
