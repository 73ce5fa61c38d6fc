//! Lines and games that are not as they should be: an answer goes out, and nothing else happens.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use project::{Memory, Request};
use protocol::{MAX_LINE, OpenOptions, Saved, Session};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const NIM: &str = r#"game "Nim";
global class Heap {
    number left = 5;
    action take {
        input number n from 1..3 { return n <= left; }
        trigger PlayerChoiceEvent { return true; }
        effect { left -= n; if (left == 0) { winner actor; } turn.pass(); }
    }
}
setup { players 2; }
"#;

fn session(text: &'static str) -> Session {
    let files = Memory::default().with("game.tgdl", text);
    let rules = move |wanted: &OpenOptions| {
        project::open(Request::new((&files, "game.tgdl")).choices(&wanted.choices).scripts(&wanted.scripts))
    };
    let game = rules(&OpenOptions::default()).unwrap().game.unwrap();
    Session::new(Box::new(rules), game)
}

fn code(answer: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(answer).unwrap();
    assert!(!answer.contains('\n'), "{answer}");
    value["error"]["code"].as_str().unwrap_or("ok").to_owned()
}

#[test]
fn a_line_that_is_too_long_or_no_text_or_too_deep_is_refused() {
    let mut session = session(NIM);
    assert_eq!(code(&session.answer("{\"cmd\":\"new\"}")), "ok");
    assert_eq!(code(&session.answer_bytes(b"{\"cmd\":\"new\xff\"}")), "bad-json");
    assert_eq!(code(&session.answer(&"x".repeat(MAX_LINE + 1))), "too-long");
    assert_eq!(code(&session.answer(&"[".repeat(1_000_000))), "bad-json");
    let deep = format!("{{\"cmd\":\"load\",\"match\":{}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(code(&session.answer(&deep)), "bad-json");
    let wide = format!("{{\"cmd\":\"{}\"}}", "x".repeat(1_000_000));
    let answer = session.answer(&wide);
    assert!(code(&answer) == "unknown-command" && answer.len() < 400, "{}", answer.len());
    let steps = vec!["{\"n\":0}"; 100_001].join(",");
    let long = format!(
        "{{\"cmd\":\"load\",\"match\":{{\"tavola\":1,\"game\":\"Nim\",\"players\":2,\"seed\":1,\"steps\":[{steps}]}}}}"
    );
    assert_eq!(code(&session.answer(&long)), "bad-match");
    assert_eq!(code(&session.answer("{\"cmd\":\"play\",\"id\":0}")), "ok");
}

#[test]
fn a_game_that_was_broken_meanwhile_leaves_the_match_as_it_was() {
    let broken = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&broken);
    let rules = move |wanted: &OpenOptions| {
        let text = if seen.load(Ordering::Relaxed) { "game \"Nim\"; setup { nonsense" } else { NIM };
        let files = Memory::default().with("game.tgdl", text);
        project::open(Request::new((&files, "game.tgdl")).choices(&wanted.choices).scripts(&wanted.scripts))
    };
    let game = rules(&OpenOptions::default()).unwrap().game.unwrap();
    let mut session = Session::new(Box::new(rules), game);
    session.answer("{\"cmd\":\"new\"}");
    broken.store(true, Ordering::Relaxed);
    assert_eq!(code(&session.answer("{\"cmd\":\"test-setup\",\"code\":\"score 0 1;\"}")), "fault");
    assert_eq!(code(&session.answer("{\"cmd\":\"play\",\"id\":0}")), "ok");
}

#[test]
fn scripts_and_steps_are_bounded() {
    let mut session = session(NIM);
    session.answer("{\"cmd\":\"new\"}");
    for i in 0..50 {
        let line = format!("{{\"cmd\":\"test-setup\",\"code\":\"score 0 {i};\"}}");
        assert_eq!(code(&session.answer(&line)), "ok", "{i}");
    }
    assert_eq!(code(&session.answer("{\"cmd\":\"test-setup\",\"code\":\"score 0 99;\"}")), "bad-setup");
    assert_eq!(code(&session.answer("{\"cmd\":\"test-setup\",\"code\":\"score 0 7;\"}")), "ok");
}

#[test]
fn a_setup_that_is_too_large_is_refused() {
    let mut session = session(NIM);
    assert_eq!(code(&session.answer("{\"cmd\":\"new\"}")), "ok");
    let script = format!("number n = 1; if (n < 2) {{ {} }}", "n += 1; ".repeat(40_000));
    let answer = session.answer(&serde_json::json!({ "cmd": "test-setup", "code": script }).to_string());
    assert_eq!(code(&answer), "bad-setup");
    let why = "this is too large to be compiled: a condition in it goes over more than 32,767 instructions";
    assert!(answer.contains(why), "{answer}");
    assert_eq!(code(&session.answer("{\"cmd\":\"play\",\"id\":0}")), "ok");
}

#[test]
fn undo_goes_back_to_the_start_over_more_steps_than_are_kept() {
    let mut session = session(
        "game \"Long\"; global class Rules { number n = 0; \
         action step { input bool up; trigger PlayerChoiceEvent { return true; } \
         effect { n += up ? 1 : 2; turn.pass(); } } } setup { players 2; }",
    );
    session.answer("{\"cmd\":\"new\"}");
    let mut tables = Vec::new();
    for i in 0..300 {
        tables.push(session.answer("{\"cmd\":\"table\"}"));
        assert_eq!(code(&session.answer(&format!("{{\"cmd\":\"play\",\"id\":{}}}", i % 7 % 2))), "ok");
    }
    let saved: serde_json::Value = serde_json::from_str(&session.answer("{\"cmd\":\"save\"}")).unwrap();
    assert_eq!(code(&session.answer("{\"cmd\":\"new\",\"seed\":9}")), "ok");
    let load = serde_json::json!({ "cmd": "load", "match": saved["match"] });
    assert_eq!(code(&session.answer(&load.to_string())), "ok");
    while let Some(table) = tables.pop() {
        assert_eq!(code(&session.answer("{\"cmd\":\"undo\"}")), "ok");
        assert_eq!(session.answer("{\"cmd\":\"table\"}"), table, "{}", tables.len());
    }
    assert_eq!(code(&session.answer("{\"cmd\":\"undo\"}")), "nothing-to-undo");
}

#[test]
fn a_defect_ends_the_request_and_nothing_else() {
    let rules = |wanted: &OpenOptions| {
        assert!(!wanted.scripts.iter().any(|s| s.contains("boom")), "a defect of ours");
        let files = Memory::default().with("game.tgdl", NIM);
        project::open(Request::new((&files, "game.tgdl")).choices(&wanted.choices).scripts(&wanted.scripts))
    };
    let game = rules(&OpenOptions::default()).unwrap().game.unwrap();
    let mut session = Session::new(Box::new(rules), game);
    session.answer("{\"cmd\":\"new\"}");
    session.answer("{\"cmd\":\"play\",\"id\":0}");
    let before = session.answer("{\"cmd\":\"save\"}");
    let ask = session.answer("{\"cmd\":\"ask\"}");
    let answer = session.answer("{\"cmd\":\"test-setup\",\"code\":\"boom\"}");
    assert_eq!(code(&answer), "internal");
    assert!(answer.contains("internal error at crates/protocol/tests/hostile.rs:"), "{answer}");
    assert_eq!(session.answer("{\"cmd\":\"save\"}"), before);
    assert_eq!(session.answer("{\"cmd\":\"ask\"}"), ask);
    assert_eq!(code(&session.answer("{\"cmd\":\"play\",\"id\":0}")), "ok");
}

#[test]
fn a_request_has_one_budget_for_all_its_work() {
    let record = |setup: &str, count: usize| {
        let steps = vec![serde_json::json!({ "setup": setup }); count];
        serde_json::json!({ "tavola": 1, "game": "Nim", "players": 2, "seed": 1, "steps": steps })
    };
    let load = |m: &serde_json::Value| serde_json::json!({ "cmd": "load", "match": m }).to_string();
    let mut session = session(NIM).within(1_000_000);
    session.answer("{\"cmd\":\"new\"}");
    let busy = "for (number i = 0; i < 10000; i += 1) { }";
    assert_eq!(code(&session.answer(&load(&record(busy, 50)))), "ok");
    let answer = session.answer(&load(&record(busy, 60_000)));
    assert_eq!(code(&answer), "bad-match");
    assert!(answer.contains("too many steps"), "{answer}");
    // One step alone may not take more either.
    let long = "for (number i = 0; i < 3000000; i += 1) { }";
    assert_eq!(code(&session.answer(&load(&record(long, 1)))), "bad-match");
    let line = format!("{{\"cmd\":\"test-setup\",\"code\":\"{long}\"}}");
    assert_eq!(code(&session.answer(&line)), "bad-setup");
    assert_eq!(code(&session.answer("{\"cmd\":\"save\"}")), "ok");
    // Many different scripts are counted at once, however many they are.
    let many: Vec<_> = (0..80_000).map(|i| serde_json::json!({ "setup": format!("score 0 {i};") })).collect();
    let mut all = record("", 0);
    all["steps"] = many.into();
    assert_eq!(Saved::from_json(&all).unwrap().scripts().len(), 80_000);
    let answer = session.answer(&load(&all));
    assert!(answer.contains("it has 80000 scripts, and at most 50 are kept"), "{answer}");
}

#[test]
fn scripts_that_do_nothing_are_paid_for_since_everybody_looks_at_the_table_behind_each() {
    let asking = "game \"Asking\"; global class Rules { number n = 0; \
         action step { trigger PlayerChoiceEvent { return true; } effect { n += 1; } } } \
         setup { players 2; bool b = open choose bool by 0; }";
    let mut session = session(asking).within(1_000_000);
    let mut load = |count: usize| {
        let steps = vec![serde_json::json!({ "setup": "for (number i = 0; i < 0; i += 1) { }" }); count];
        let record =
            serde_json::json!({ "tavola": 1, "game": "Asking", "players": 2, "seed": 1, "steps": steps });
        session.answer(&serde_json::json!({ "cmd": "load", "match": record }).to_string())
    };
    assert_eq!(code(&load(50)), "ok");
    let answer = load(60_000);
    assert!(answer.contains("too many steps"), "{answer}");
}

#[test]
fn what_a_match_says_of_its_moves_is_repeated_on_one_line() {
    let step = serde_json::json!({ "n": 0, "text": "take\r\u{202e} 9" });
    let record = serde_json::json!({ "tavola": 1, "game": "Nim", "players": 2, "seed": 1, "steps": [step] });
    let line = serde_json::json!({ "cmd": "load", "match": record }).to_string();
    let answer: serde_json::Value = serde_json::from_str(&session(NIM).answer(&line)).unwrap();
    let message = answer["error"]["message"].as_str().unwrap();
    assert_eq!(message, "it does not fit the rules from step 1 on: `take   9` is `take 1` now");
}

/// Such a move takes nothing else away, and whoever asks is told why; where nothing else can be done the match ends.
#[test]
fn a_move_that_takes_too_long_to_be_tried_is_no_move() {
    const ENDLESS: &str = r#"game "Endless";
global class R {
    number steady = 1;
    action spin { trigger PlayerChoiceEvent { return true; }
        effect { number q = 0; while (q >= 0) { q += 1; } if (q == 0) { fail "no"; } } }
    action wait { trigger PlayerChoiceEvent { return steady < 2; }
        effect { steady += 1; turn.pass(); if (steady == 0) { fail "no"; } } }
}
setup { players 2; }
"#;
    let mut session = session(ENDLESS);
    let mut ask = |line: &str| -> serde_json::Value { serde_json::from_str(&session.answer(line)).unwrap() };
    ask("{\"cmd\":\"new\"}");
    let listed = ask("{\"cmd\":\"moves\"}");
    assert_eq!(listed["moves"].as_array().unwrap().len(), 1, "{listed}");
    assert_eq!(listed["moves"][0]["text"], "wait");
    let tree = ask("{\"cmd\":\"ask\"}");
    assert_eq!(tree["tree"].as_array().unwrap().len(), 1, "{tree}");
    let why = ask("{\"cmd\":\"why\",\"text\":\"spin\"}");
    assert!(why.to_string().contains("it takes too long to be tried"), "{why}");
    let refused = ask("{\"cmd\":\"play\",\"text\":\"spin\"}");
    assert_eq!(refused["error"]["code"], "illegal-move", "{refused}");
    assert_eq!(refused["error"]["message"], "`spin` is not legal: it takes too long to be tried");
    let made = ask("{\"cmd\":\"play\",\"text\":\"wait\"}");
    assert_eq!((&made["ok"], &made["over"]), (&true.into(), &true.into()), "{made}");
    let result = ask("{\"cmd\":\"result\"}");
    assert!(result.to_string().contains("the rules take too many steps"), "{result}");
}
