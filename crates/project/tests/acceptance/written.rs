//! Texts that players write, for inputs of actions and as answers: which are legal, how they are found, named and
//! kept, and what is told of those that are not.

use crate::kit::{chosen, game, holds, loaded, logged, play, problems, program};
use engine::question::{Answer, Choice, FreeInput, Refused};
use engine::view::{ValueView, Viewer};
use engine::{Match, Record};

const WORDS: &str = r#"
function List<string> words() { return { "tide", "salt", "dead calm" }; }
global class R {
    string last; number count = 0;
    action say {
        input string clue "One word" free 12 from words() where !clue.contains(" ") else "`{clue}` is more than one word";
        input number n from 1..3;
        require count < 5 else "enough was said";
        ensure clue != "fail" else "not that one";
        trigger PlayerChoiceEvent { return true; }
        effect { last = clue; count += n; turn.pass(); }
    }
    action ask {
        trigger PlayerChoiceEvent { return true; }
        effect {
            number k = 4;
            string word = choose string "Which?" free 12 from words() where it.length >= k else "`{it}` is short";
            if (word == "fail") { fail "no luck"; }
            last = word;
            turn.pass();
        }
    }
    action each {
        trigger PlayerChoiceEvent { return true; }
        effect {
            Table<player, string> all = choose string "Yours?" by each q in player.all() free from words() where it != "x{q as number}" else "not {q as number}";
            for (player p in all.keys()) { Log.say("{p as number}={all[p]}"); }
            turn.pass();
        }
    }
    action hide {
        secret input string word free from words();
        trigger PlayerChoiceEvent { return true; }
        effect { Log.say("{word.length}"); turn.pass(); }
    }
}
"#;

fn start() -> Match {
    Match::start(&game(&program(WORDS, "")), 2, 1)
}

fn refused(now: &Match, text: &str) -> String {
    match now.clone().play(text) {
        Err(Refused::Illegal(why)) => why,
        other => panic!("{text}: {other:?}"),
    }
}

fn last(now: &Match) -> ValueView {
    crate::kit::attribute(now, "R", "last")
}

fn text(text: &str) -> ValueView {
    ValueView::Text(text.to_owned())
}

#[test]
fn proposals_are_listed_and_any_other_text_is_legal_that_the_filter_takes() {
    let mut now = start();
    let listed = crate::kit::moves(&mut now);
    assert_eq!(listed[..4], ["say \"tide\" 1", "say \"tide\" 2", "say \"tide\" 3", "say \"salt\" 1"]);
    assert_eq!(listed.iter().filter(|m| m.starts_with("say")).count(), 6);
    for (line, written) in [
        ("say \"tide\" 2", "tide"),
        ("say tide 2", "tide"),
        ("\"Tide\" 2", "Tide"),
        ("say \"e\u{301}tude\" 1", "étude"),
        ("say \"a\\\"b\\\\c\" 1", "a\"b\\c"),
        ("say \"1\" 1", "1"),
    ] {
        let mut now = now.clone();
        play(&mut now, line);
        assert_eq!(last(&now), text(written), "{line}");
    }
    assert_eq!(crate::kit::moves(&mut now), listed);
}

#[test]
fn what_is_refused_says_why() {
    let now = start();
    for (line, why) in [
        ("say \"dead calm\" 1", "`say \"dead calm\" 1` is not legal: `dead calm` is more than one word"),
        ("say \"deep sea\" 1", "`say \"deep sea\" 1` is not legal: `deep sea` is more than one word"),
        ("say \"fail\" 1", "`say \"fail\" 1` is not legal: not that one"),
        ("say \"abcdefghijklm\" 1", "the text has 13 characters, and at most 12 are wanted"),
        ("say \" \" 1", "the text is empty"),
        ("say \"a\u{1B}[2Jb\" 1", "the text holds characters that cannot be shown"),
        ("say \"a\u{202E}b\" 1", "the text holds characters that cannot be shown"),
        (
            "say \"1\" 4",
            "`say \"1\" 4` is not legal now; possible with `say 1`: say \"1\" 1, say \"1\" 2, say \"1\" 3",
        ),
        (
            "say sea 1",
            "`say sea 1` is not legal now, and a text of your own stands in quotation marks; possible with `say`: \
             say \"tide\" 1, say \"tide\" 2, say \"tide\" 3, say \"salt\" 1, say \"salt\" 2, say \"salt\" 3",
        ),
    ] {
        assert_eq!(refused(&now, line), why, "{line}");
    }
    let mut now = now;
    for _ in 0..2 {
        play(&mut now, "say \"sea\" 3");
    }
    assert_eq!(refused(&now, "say \"sea\" 1"), "`say \"sea\" 1` is not legal: enough was said");
}

#[test]
fn an_answer_is_written_and_checked_where_it_is_asked() {
    let mut now = start();
    play(&mut now, "ask");
    assert_eq!(crate::kit::moves(&mut now), ["\"tide\"", "\"salt\"", "\"dead calm\""]);
    assert_eq!(refused(&now, "\"sea\""), "`\"sea\"` is not legal: `sea` is short");
    assert_eq!(refused(&now, "\"fail\""), "`\"fail\"` is not legal: no luck");
    assert_eq!(refused(&now, "\"abcdefghijklm\""), "the text has 13 characters, and at most 12 are wanted");
    assert_eq!(now.seat(0).free_inputs(), [FreeInput { action: None, input: "answer".to_owned(), most: 12 }]);
    play(&mut now, "\"Ahoi there\"");
    assert_eq!(last(&now), text("Ahoi there"));
}

#[test]
fn several_write_at_once_without_seeing_the_others() {
    let mut now = start();
    play(&mut now, "each");
    assert_eq!(
        now.clone().play_as(1, "\"x1\""),
        Err(Refused::Illegal("`\"x1\"` is not legal: not 1".to_owned()))
    );
    now.play_as(1, "\"x0\"").unwrap();
    assert!(now.view(Some(0)).objects.iter().all(|o| !format!("{o:?}").contains("x0")));
    let again = now.record().replay(now.game()).unwrap();
    assert_eq!(again.fingerprint(), now.fingerprint());
    now.play_as(0, "\"a longer text of forty characters, so\"").unwrap();
    assert_eq!(logged(&now), "0=a longer text of forty characters, so 1=x0");
}

#[test]
fn a_secret_text_is_told_to_nobody() {
    let mut now = start();
    now.follow();
    let made = now.play("hide \"my secret\"").unwrap();
    assert_eq!(made.text, "hide \"my secret\"");
    assert_eq!(chosen(&now, Viewer::Seat(1)), [(0, "hide".to_owned())]);
}

#[test]
fn a_move_is_written_part_by_part() {
    let mut now = start();
    let mut chosen: Vec<Choice> = vec![now.seat(0).option(&[], "say").unwrap()];
    let part = now.seat(0).next_part(&chosen).unwrap().unwrap();
    assert_eq!((part.name.as_str(), part.options.len(), part.free), ("clue", 2, Some(12)));
    let option = |text: &str| now.seat(0).option(&chosen, text);
    let why = |text: &str| match option(text) {
        Err(Refused::Illegal(why)) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(option("tide"), Ok(part.options[0].clone()));
    assert_eq!(option("\"tide\""), Ok(part.options[0].clone()));
    assert_eq!(why("deep sea"), "`deep sea` is not legal: `deep sea` is more than one word");
    assert_eq!(why("fail"), "`fail` is not legal now");
    assert_eq!(why("abcdefghijklm"), "the text has 13 characters, and at most 12 are wanted");
    let sea = ("\"Sea\"".to_owned(), ValueView::Written("Sea".to_owned()));
    assert_eq!(option(" Sea "), Ok(sea.clone()));
    chosen.push(sea);
    let part = now.seat(0).next_part(&chosen).unwrap().unwrap();
    assert_eq!((part.name.as_str(), part.options.len(), part.free), ("n", 3, None));
    assert_eq!(
        now.seat(0).option(&chosen, "7"),
        Err(Refused::Illegal("`7` is none of the options".to_owned()))
    );
    chosen.push(now.seat(0).option(&chosen, "2").unwrap());
    assert_eq!(now.seat(0).next_part(&chosen), Ok(None));
    let made = now.play_as(0, Answer::Parts(&chosen)).unwrap();
    assert_eq!(made.text, "say \"Sea\" 2");
    assert_eq!(last(&now), text("Sea"));
}

#[test]
fn a_record_holds_what_was_written() {
    let mut now = start();
    for line in ["say \"sea\" 1", "say \"tide\" 1", "ask", "\"whale song\""] {
        play(&mut now, line);
    }
    let record = now.record();
    let written: Vec<String> = record.steps.iter().map(|step| format!("{:?}", step.kind)).collect();
    assert_eq!(
        written,
        [
            r#"Move { candidate: 6, written: ["sea"], text: Some("say \"sea\" 1") }"#,
            r#"Move { candidate: 0, written: [], text: Some("say \"tide\" 1") }"#,
            r#"Move { candidate: 6, written: [], text: Some("ask") }"#,
            r#"Move { candidate: 3, written: ["whale song"], text: Some("\"whale song\"") }"#,
        ]
    );
    let again = record.replay(now.game()).unwrap();
    assert_eq!(again.fingerprint(), now.fingerprint());
    // Whoever made the file can do no more than a player.
    for (found, put) in [("sea", "deep sea"), ("sea", "a\u{7}b"), ("sea", ""), ("sea", "tide")] {
        let mut steps = record.steps.clone();
        if let engine::record::StepKind::Move { written, .. } = &mut steps[0].kind {
            written.iter_mut().for_each(|text| *text = text.replace(found, put));
        }
        assert!(Record { steps, ..record.clone() }.replay(now.game()).is_err(), "{put}");
    }
}

#[test]
fn rule_tests_write_texts() {
    let tests = r#"
        test "written" {
            expect legal say("sea", 2) by 0;
            illegal say("deep sea", 2) by 0;
            illegal say("fail", 2) by 0;
            illegal say("abcdefghijklm", 1) by 0;
            play say("whale song".slice(0, 5), 2) by 0;
            expect R.last == "whale" && R.count == 2;
            play ask() by 1;
            answer "wharf" by 1;
            expect R.last == "wharf";
            play each() by 0;
            answer "one of mine" by 1;
            answer "tide" by 0;
            expect Log.out == "0=tide 1=one of mine";
        }"#;
    holds(&format!(
        "{}{}",
        program(WORDS, ""),
        tests.replace("            illegal", "            expect illegal")
    ));
    let fails = |line: &str| {
        let text = format!("{}test \"fails\" {{ {line} }}", program(WORDS, ""));
        game(&text).run_test(0).failure.map(|failure| failure.message).unwrap_or_default()
    };
    assert_eq!(
        fails("play say(\"deep sea\", 1) by 0;"),
        "`say` is not legal here: `!clue.contains(\" \")` does not hold, `deep sea` is more than one word (game.tgdl:7)"
    );
    assert_eq!(
        fails("play say(\"abcdefghijklmnop\", 1) by 0;"),
        "`say` is not legal here: the text has 16 characters, and at most 12 are wanted"
    );
    assert_eq!(fails("play say(\"\", 1) by 0;"), "`say` is not legal here: the text is empty");
    assert_eq!(fails("play ask() by 0; answer \"sea\";"), "`sea` is not legal: `sea` is short");
}

#[test]
fn bots_and_counts_know_the_proposals_alone() {
    let now = start();
    assert_eq!(now.perft(1), Ok(6 + 1 + 1 + 3 + 1));
    let mut random = base::Random::new(3);
    let mut played = now.clone();
    for _ in 0..60 {
        let made = played.play(&mut random).unwrap();
        for (_, value) in &made.inputs {
            let ValueView::Written(text) = value else { continue };
            assert!(["tide", "salt", "dead calm"].contains(&text.as_str()), "{text}");
        }
    }
}

#[test]
fn a_reason_that_reads_what_is_hidden_is_not_told() {
    let items = r#"
        interactable Card { string name; }
        deck stock of Card;
        zone row of Card { visible all; }
        global class R {
            action guess {
                trigger PlayerChoiceEvent { return true; }
                effect {
                    string word = open choose string free from { "a", "b" } where stock.all(c => c.name != it) else "it is in the stock";
                    string other = choose string free from { "a", "b" } where row.all(c => c.name != it) else "it lies in the row";
                    Log.say(word + other);
                    turn.pass();
                }
            }
        }"#;
    let setup = r#"stock.add(new Card() { name = "pike" }); row.add(new Card() { name = "carp" });"#;
    let mut now = Match::start(&game(&program(items, setup)), 2, 1);
    play(&mut now, "guess");
    assert_eq!(refused(&now, "\"pike\""), "`\"pike\"` is not legal now; possible: \"a\", \"b\"");
    play(&mut now, "\"carp\"");
    assert_eq!(refused(&now, "\"carp\""), "`\"carp\"` is not legal: it lies in the row");
    play(&mut now, "\"pike\"");
    assert_eq!(logged(&now), "carppike");
}

#[test]
fn what_cannot_be_written_is_a_problem() {
    for (input, problem) in [
        (
            "input number n free from 1..3;",
            "free-value: only a `string` can be written freely, not a `number`",
        ),
        ("auto input string s free from { \"a\" };", "free-value: nobody writes what fills itself in"),
        ("input string s free;", "free-without-proposals: nothing says what a bot may write here"),
        (
            "input string s free 201 from { \"a\" };",
            "out-of-bounds: the longest text of `free` is a whole number from 1 to 200, found 201",
        ),
        (
            "input List<string> s free from { \"a\" };",
            "free-value: only a `string` can be written freely, not a `List<string>`",
        ),
    ] {
        let items = format!(
            "global class R {{ action a {{ {input} trigger PlayerChoiceEvent {{ return true; }} effect {{ turn.pass(); }} }} }}"
        );
        let found = problems(&loaded(&program(&items, "")));
        assert!(found.contains(problem), "{input}: {found}");
    }
}

#[test]
fn proposals_may_be_what_nobody_could_write() {
    let proposals = ["Ann", "", "two\\nlines", &"long".repeat(60), "a", "b"];
    let listed: Vec<String> = proposals.iter().map(|text| format!("\"{text}\"")).collect();
    let input = |k: usize| format!("input string w{k} free 12 from {{ {} }};", listed.join(", "));
    let action = |n: usize| {
        let inputs: String = (0..n).map(input).collect();
        format!(
            "global class R {{ string last; action say {{ {inputs} trigger PlayerChoiceEvent {{ return true; }} effect {{ last = w0; }} }} }}"
        )
    };
    for n in [1, 2, 3] {
        let begun = Match::start(&game(&program(&action(n), "")), 2, 1);
        for (k, proposal) in proposals.iter().enumerate() {
            let mut chosen: Vec<Choice> = Vec::new();
            while let Some(part) = begun.seat(0).next_part(&chosen).unwrap() {
                let k = if part.name == "action" { 0 } else { k };
                chosen.push(part.options[k].clone());
            }
            let mut now = begun.clone();
            now.play(chosen.as_slice()).unwrap();
            assert_eq!(last(&now), text(&proposal.replace("\\n", "\n")));
        }
    }
    let mut now = Match::start(&game(&program(&action(1), "")), 2, 1);
    play(&mut now.clone(), "say Ann");
    assert_eq!(now.play("say \"ann\"").map(|made| made.text).as_deref(), Ok("say \"ann\""));
}
