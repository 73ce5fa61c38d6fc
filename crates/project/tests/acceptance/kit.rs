//! Runs small programs and reads what they said. It knows nothing of the rules that are tested.

use engine::question::{Question, QuestionKind};
use engine::tabletop::{Arg, Entry, Typed};
use engine::view::{Fault, Outcome, ValueView, Viewer};
use engine::{Game, Match};
use project::{Loaded, Memory, Request};
use std::sync::Arc;

/// What every small program has: a log that rules write into, and an action that can always be taken.
const LOG: &str = r#"
global class Log {
    string out = "";
    function void say(string text) { out = out == "" ? text : out + " " + text; }
    action wait { prio -1000; trigger PlayerChoiceEvent { return true; } effect { } }
}
"#;

/// A whole program around some declarations and statements of `setup`.
pub(crate) fn program(items: &str, setup: &str) -> String {
    let players = if setup.contains("players ") { "" } else { "players 2;" };
    let turn = if items.contains("turn ") { "" } else { "turn Main { }\n" };
    let using =
        if setup.contains("turns.use") || items.contains("turn ") { "" } else { "turns.use(\"Main\");" };
    format!("game \"Small\";\n{items}\n{turn}{LOG}setup {{\n{players}\n{setup}\n{using}\n}}\n")
}

pub(crate) fn loaded(text: &str) -> Loaded {
    project::open(Request::new((&Memory::default().with("game.tgdl", text), "game.tgdl"))).unwrap()
}

/// The problems, one on each line.
pub(crate) fn problems(loaded: &Loaded) -> String {
    let line = |p: &base::Problem| {
        let (line, column) = loaded.sources.line_column(p.span.file, p.span.start);
        format!("{line}:{column} {}: {}", p.code, p.message)
    };
    loaded.problems.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The game of a text that must be sound.
pub(crate) fn game(text: &str) -> Arc<Game> {
    let loaded = loaded(text);
    let problems = problems(&loaded);
    loaded.game.unwrap_or_else(|| panic!("{problems}\n{text}"))
}

/// A match after `setup`, with the fewest players.
pub(crate) fn start(text: &str) -> Match {
    let game = game(text);
    let least = game.players().0;
    Match::start(&game, least, 1)
}

/// What `Log` holds, or the fault.
pub(crate) fn logged(current: &Match) -> String {
    if let Some(Outcome::Fault(fault)) = current.outcome() {
        return format!("fault: {}", fault.message);
    }
    match attribute(current, "Log", "out") {
        ValueView::Text(text) => text,
        other => panic!("{other:?}"),
    }
}

/// An attribute of the first object of a class, as one sees it who sees everything.
pub(crate) fn attribute(current: &Match, class: &str, name: &str) -> ValueView {
    let view = current.secrecy().view_all();
    let object = view.objects.iter().find(|o| o.class == class).unwrap();
    object.attributes.iter().find(|(n, _)| n == name).unwrap().1.clone()
}

/// What `setup` says, given some declarations.
pub(crate) fn with(items: &str, setup: &str) -> String {
    logged(&start(&program(items, setup)))
}

/// What `setup` says.
pub(crate) fn said(setup: &str) -> String {
    with("", setup)
}

/// The value of an expression.
pub(crate) fn value(of: &str) -> String {
    said(&format!("Log.say(\"{{{of}}}\");"))
}

/// Makes the moves of those texts, each by whoever is asked, and gives what was said.
pub(crate) fn played(items: &str, setup: &str, moves: &[&str]) -> String {
    let mut current = start(&program(items, setup));
    for text in moves {
        play(&mut current, text);
    }
    logged(&current)
}

/// Makes the move of that text.
pub(crate) fn play(current: &mut Match, text: &str) {
    let seat = current.questions().first().unwrap_or_else(|| panic!("over: {:?}", current.outcome())).seat;
    if let Err(refused) = current.play_as(seat, text) {
        panic!("{text}: {refused:?}\n{}", moves(current).join("\n"));
    }
}

/// The legal moves as text, without `wait`.
pub(crate) fn moves(current: &mut Match) -> Vec<String> {
    let all = current.moves().unwrap();
    all.into_iter().map(|m| m.text).filter(|text| text != "wait").collect()
}

/// What a viewer reads in the log of who chose what in the last step, of a match that is followed.
pub(crate) fn chosen(after: &Match, viewer: impl Into<Viewer>) -> Vec<(u32, String)> {
    fn word(arg: &Arg) -> String {
        match arg {
            Arg::Thing { text: name, .. } | Arg::Value(Typed::Named(name) | Typed::Text(name)) => {
                name.clone()
            }
            Arg::List(all) => all.iter().map(word).collect::<Vec<_>>().join(" "),
            Arg::Unknown => "a card".to_owned(),
            Arg::Value(Typed::Number(x)) => x.to_string(),
            Arg::Value(Typed::Bool(yes)) => yes.to_string(),
            Arg::Value(Typed::Seat(seat)) => format!("player {seat}"),
            Arg::Value(Typed::Null) => "none".to_owned(),
            Arg::Value(other) => format!("{other:?}"),
        }
    }
    let one = |entry: &Entry| match entry {
        Entry::Done(done) => {
            let words = done.action.iter().cloned().chain(done.args.iter().map(|(_, arg)| word(arg)));
            Some((done.by, words.collect::<Vec<_>>().join(" ")))
        }
        Entry::Told { .. } | Entry::Void { .. } => None,
    };
    after.observer(viewer).log().iter().filter_map(one).collect()
}

/// Who is asked what: `0 act`, `1 choose Which?`.
pub(crate) fn asked(current: &Match) -> String {
    let questions = current.questions();
    let one = |q: &Question| {
        let kind = if q.kind == QuestionKind::Act { "act" } else { "choose" };
        format!("{} {kind} {}", q.seat, q.prompt.clone().unwrap_or_default()).trim_end().to_owned()
    };
    questions.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The ranking of a match that has ended.
pub(crate) fn ranking(current: &Match) -> Vec<Vec<u32>> {
    match current.outcome() {
        Some(Outcome::Finished { ranking }) => ranking,
        other => panic!("{other:?}"),
    }
}

/// The fault that setup ends in.
pub(crate) fn fault(items: &str, setup: &str) -> Fault {
    match start(&program(items, setup)).outcome() {
        Some(Outcome::Fault(fault)) => fault,
        other => panic!("no fault but {other:?}"),
    }
}

/// Runs the rule tests of a program; all must hold.
pub(crate) fn holds(text: &str) {
    let game = game(text);
    assert!(!game.tests().is_empty(), "no tests in {text}");
    for i in 0..game.tests().len() {
        let report = game.run_test(i);
        assert!(report.failure.is_none(), "{}: {:?}", report.name, report.failure.map(|f| f.message));
    }
}
