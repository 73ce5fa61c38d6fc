//! Invariants 1, 3 and 7: matches are values, replays are exact, every run is bounded.

use crate::kit::{fault, game, loaded, play, problems, program, start};
use engine::question::Answer;
use engine::tabletop::{Part, Typed};
use engine::view::{Outcome, ValueView};
use engine::{Limits, Match};
use project::Memory;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long any rule may take before it is stopped, in a build without optimisation and on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A tenth of the ordinary limits, so that a test that needs them often ends soon.
const TENTH: Limits = Limits { fuel: 5_000_000, words: 1 << 20, depth: 4000 };

/// The fault that `setup` ends in under a tenth of the limits, within as much less time.
fn stopped_early(items: &str, setup: &str) -> String {
    let start = Instant::now();
    let game = Arc::into_inner(game(&program(items, setup))).unwrap().within(TENTH);
    let Some(Outcome::Fault(fault)) = Match::start(&Arc::new(game), 2, 1).outcome() else {
        panic!("no fault: {items} {setup}")
    };
    println!("{:>8.2?} {setup} {items}: {}", start.elapsed(), fault.message);
    assert!(start.elapsed() < PATIENCE / 5, "{:?} {items} {setup}", start.elapsed());
    fault.message
}

/// The fault that something ends in, within bounded time.
fn stopped(items: &str, setup: &str) -> String {
    let start = Instant::now();
    let message = fault(items, setup).message;
    println!("{:>8.2?} {setup} {items}: {message}", start.elapsed());
    assert!(start.elapsed() < PATIENCE, "{:?} {items} {setup}", start.elapsed());
    message
}

const STEPS: &str = "the rules take too many steps without asking anybody";
const MEMORY: &str = "the game needs more memory than it may have";

#[test]
fn endless_loops_are_stopped() {
    assert_eq!(stopped("", "while (true) { }"), STEPS);
    assert_eq!(stopped("", "number n = 0; for (;;) { n += 1; }"), STEPS);
    let go = |effect: &str, filter: &str| {
        format!(
            "class Box {{ }} global class R {{ number n = 0; action go {{ input Box b {{ {filter} return true; }} trigger PlayerChoiceEvent {{ return true; }} effect {{ {effect} }} }} }}"
        )
    };
    assert_eq!(stopped(&go("", "while (true) { }"), "Box b = new Box();"), STEPS);
    let text = program(&go("while (true) { n += 1; }", ""), "Box b = new Box();");
    let mut current = start(&text);
    play(&mut current, "go Box");
    let Some(Outcome::Fault(fault)) = current.outcome() else { panic!("no fault") };
    assert_eq!(fault.message, STEPS);
}

#[test]
fn endless_recursion_is_stopped() {
    let items = "function number f(number n) { return f(n + 1) + 1; }";
    assert_eq!(stopped(items, "number x = f(0);"), "too many functions run inside one another");
    let two =
        "function number f(number n) { return g(n) + 1; } function number g(number n) { return f(n) + 1; }";
    assert_eq!(stopped(two, "number x = f(0);"), "too many functions run inside one another");
}

#[test]
fn endless_events_are_stopped() {
    let items =
        "event E { } global class R { action a { trigger E { return true; } effect { raise E(); } } }";
    let message = stopped(items, "raise E();");
    assert!([STEPS, MEMORY].contains(&message.as_str()), "{message}");
    let two = "event E { } global class R { action a { trigger E { return true; } effect { raise E(); raise E(); } } }";
    let message = stopped(two, "raise E();");
    assert!([STEPS, MEMORY].contains(&message.as_str()), "{message}");
}

#[test]
fn memory_is_bounded() {
    for setup in [
        "List<number> l = { 1 }; while (true) { l.add(1); }",
        "List<number> l = { 1 }; while (true) { l.append(l); }",
        "List<List<number>> l = {}; while (true) { l.add({ 1, 2, 3 }); }",
        "string s = \"ab\"; while (true) { s = s + s; }",
        "string s = \"a rather long text to begin with\"; while (true) { s = s + \"x\"; }",
        "Table<number> t = {}; for (number i = 0; true; i += 1) { t[i] = i; }",
        "Stack<number> s = {}; while (true) { s.push(1); }",
        "List<number> l = { 1 }; while (true) { l = l.concat(l); }",
        "while (true) { Box b = new Box() { n = 1 }; }",
        "List<number> l = (0..10 ^ 9).map(x => x);",
    ] {
        let message = stopped_early("class Box { number n; }", setup);
        assert!([STEPS, MEMORY].contains(&message.as_str()), "{setup}: {message}");
    }
}

#[test]
fn work_inside_builtins_is_paid_for() {
    let list = "List<number> l = {}; for (number i in 0..20000) { l.add(i * 7919 % 20011); }";
    for work in [
        "l.contains(-1)",
        "l.sortBy(x => x).length == 0",
        "l.indexOf(-1) == 0",
        "l.copy().length == 0",
        "l.reverse().length == 0",
        "l.distinct().length == 0",
        "l.without(l).length == 1",
        "l.concat(l).length == 0",
        "l.any(x => x < 0)",
        "position() == null",
    ] {
        let message = stopped_early("", &format!("{list} while (true) {{ if ({work}) {{ break; }} }}"));
        assert!([STEPS, MEMORY].contains(&message.as_str()), "{work}: {message}");
    }
    let text = "string s = \"x\"; for (number i in 1..14) { s = s + s; } ";
    for work in [
        "s.indexOf(\"yy\") == 0",
        "s.upper() == \"\"",
        "s.split(\"x\").length == 0",
        "s.contains(\"xxxy\")",
        "s == s.slice(0) + \"y\"",
    ] {
        let message = stopped_early("", &format!("{text} while (true) {{ if ({work}) {{ break; }} }}"));
        assert!([STEPS, MEMORY].contains(&message.as_str()), "{work}: {message}");
    }
}

/// One builtin that moves them all, which takes out one after the other.
#[test]
fn moving_very_many_pieces_is_paid_for() {
    let items = "interactable Card { } deck stock of Card; zone heap of Card { visible all; } \
        zone row of Card { visible all; ordered; } zone hand of Card per player { visible owner; }";
    for (from, to) in [("stock", "hand(0)"), ("heap", "row"), ("row", "row"), ("hand(1)", "stock")] {
        let setup =
            format!("for (number i in 1..200000) {{ {from}.add(new Card()); }} {to}.addAll({from}.copy());");
        let start = Instant::now();
        assert_eq!(stopped(items, &setup), STEPS, "{from} to {to}");
        assert!(start.elapsed() < PATIENCE / 5, "{from} to {to}: {:?}", start.elapsed());
    }
}

#[test]
fn work_on_many_cases_is_paid_for() {
    let cases: Vec<String> = (0..9_000).map(|i| format!("C{i}")).collect();
    let items = format!("enum R {{ A, B }} enum Big {{ {} }}", cases.join(", "));
    let list = "List<R> l = {}; for (number i in 1..20000) { l.add(R.A); }";
    for work in ["l.toSet().isEmpty()", "Big.named(\"C8999\") == null"] {
        let message = stopped_early(&items, &format!("{list} while (true) {{ if ({work}) {{ break; }} }}"));
        assert!([STEPS, MEMORY].contains(&message.as_str()), "{work}: {message}");
    }
}

#[test]
fn work_on_long_texts_is_paid_for() {
    let long = "string s = \"x\"; for (number i in 1..20) { s = s + s; } string t = s.slice(0); ";
    let many = "List<string> l = {}; for (number i in 1..2000) { l.add(s); } t = t.slice(0, to: t.length - 1) + \"y\"; ";
    for work in [
        "while (s == t) { }",
        "while (s <= t) { }",
        "while (s[3] == \"x\") { }",
        "while (s.length > 2) { s.upper(); }",
        "while (true) { t = s.slice(1, to: 3); }",
        "Table<number> u = {}; while (true) { u[s] = 1; u[t] = 2; }",
        "Table<number> u = {}; for (number i in 0..99) { u[i] = 1; } while (true) { u[s] = 1; }",
    ] {
        let message = stopped_early("", &format!("{long} {work}"));
        assert!([STEPS, MEMORY].contains(&message.as_str()), "{work}: {message}");
    }
    for work in [
        "l.contains(t)",
        "l.indexOf(t) == 0",
        "l.distinct().length == 0",
        "l.sortBy(x => x).length == 0",
        "l.without({ t }).length == 1",
        "l.groupBy(x => x).length == 0",
        "\"{l[0]}{l[1]}\" == t",
    ] {
        let message =
            stopped_early("", &format!("{long} {many} while (true) {{ if ({work}) {{ break; }} }}"));
        assert!([STEPS, MEMORY].contains(&message.as_str()), "{work}: {message}");
    }
}

#[test]
fn too_many_choices_are_a_fault() {
    let items = "class Box { number n; } global class R { action go { input List<Box> some count any from all(Box); trigger PlayerChoiceEvent { return true; } effect { } } }";
    let message = stopped(items, "for (number i in 1..70) { Box b = new Box() { n = i }; }");
    assert!([STEPS, MEMORY, "there are too many ways to choose"].contains(&message.as_str()), "{message}");
}

#[test]
fn too_many_combinations_of_inputs_are_a_fault() {
    let items = "class Box { number n; } global class R { action go { input Box a; input Box b; input Box c; input Box d; input Box e; input Box f; trigger PlayerChoiceEvent { return true; } effect { } } }";
    let message = stopped(items, "for (number i in 1..40) { Box b = new Box() { n = i }; }");
    assert!([STEPS, MEMORY].contains(&message.as_str()), "{message}");
}

fn of(name: &str) -> std::sync::Arc<engine::Game> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/");
    project::open(project::Request::new(std::path::Path::new(&format!("{path}{name}"))))
        .unwrap()
        .game
        .unwrap()
}

#[test]
fn a_match_is_small_and_copied_fast() {
    let chess = Match::start(&of("chess"), 2, 1);
    assert!(engine::dump::size(&chess) * 8 < 8 * 1024, "{} bytes", engine::dump::size(&chess) * 8);
    let start = Instant::now();
    let copies: Vec<Match> = (0..1000).map(|_| chess.clone()).collect();
    println!("one copy of {} bytes: {:?}", engine::dump::size(&chess) * 8, start.elapsed() / 1000);
    assert!(copies.iter().all(|c| engine::dump::hash(c) == engine::dump::hash(&chess)));
}

#[test]
fn a_clone_and_its_original_go_separate_ways() {
    let mut one = Match::start(&of("crazy-eights"), 3, 5);
    let before = engine::dump::hash(&one);
    let mut two = one.clone();
    two.play(0).unwrap();
    assert_eq!(engine::dump::hash(&one), before);
    one.play(0).unwrap();
    assert_eq!(engine::dump::hash(&one), engine::dump::hash(&two));
}

#[test]
fn seed_and_answers_replay_every_state() {
    for name in ["crazy-eights", "tic-tac-toe", "reversi"] {
        let game = of(name);
        let mut random = base::Random::new(9);
        let mut first = Match::start(&game, 2, 77);
        let mut hashes = vec![engine::dump::hash(&first)];
        for _ in 0..40 {
            let Some(seat) = first.decider() else { break };
            let moves = first.seat(seat).count_moves().unwrap();
            if first.is_over() || moves == 0 {
                break;
            }
            first.play(random.below(moves as u64) as usize).unwrap();
            hashes.push(engine::dump::hash(&first));
        }
        let record = first.record();
        for (n, hash) in hashes.iter().enumerate() {
            let part = engine::Record { steps: record.steps[..n].to_vec(), ..record.clone() };
            let again = part.replay(&game).unwrap();
            assert_eq!(engine::dump::hash(&again), *hash, "{name} after {n} moves");
        }
    }
}

#[test]
fn behind_a_step_chance_is_drawn_from_another_seed() {
    let game = of("goose");
    let played_on = |seed: Option<u64>| {
        let mut now = Match::start(&game, 2, 77);
        (0..3).for_each(|_| _ = now.play(0).unwrap());
        seed.into_iter().for_each(|seed| engine::record::reseed(&mut now, seed));
        (0..5).for_each(|_| _ = now.play(0).unwrap());
        now
    };
    let hash = |now: &Match| engine::dump::hash(now);
    let (plain, one, other) = (played_on(None), played_on(Some(5)), played_on(Some(6)));
    assert!(hash(&plain) != hash(&one) && hash(&one) != hash(&other));
    assert_eq!(hash(&one), hash(&played_on(Some(5))));
    let record = one.record();
    let seeds: Vec<Option<u64>> = record.steps.iter().map(|step| step.reseed).collect();
    assert_eq!(seeds, [None, None, Some(5), None, None, None, None, None]);
    assert_eq!(record.replay(&game).unwrap().fingerprint(), one.fingerprint());
}

#[test]
fn a_refused_answer_leaves_the_match_as_it_was() {
    let mut current = Match::start(&of("crazy-eights"), 2, 3);
    let before = engine::dump::hash(&current);
    for text in
        ["", "draw draw", "play", "play nothing", "no such move", "🂡", "play a card", &"x".repeat(100_000)]
    {
        assert!(current.play_as(0, text).is_err(), "{text}");
        assert!(current.play_as(1, text).is_err(), "{text}");
    }
    assert!(current.play(usize::MAX).is_err());
    assert_eq!(engine::dump::hash(&current), before);
}

#[test]
fn games_may_be_shared_between_threads() {
    fn sent<T: Send + Sync>(_: &T) {}
    let game = game(&program("", ""));
    sent(&game);
    let moved = std::thread::spawn(move || engine::dump::hash(&Match::start(&game, 2, 1)));
    assert_eq!(moved.join().unwrap(), engine::dump::hash(&start(&program("", ""))));
}

/// A game in which everybody can always `wait`, and whatever else is given.
fn waiting(items: &str) -> String {
    program(items, "")
}

/// A match under limits that are soon reached.
fn tight(text: &str) -> Match {
    let limits = Limits { fuel: 3_000_000, ..Limits::default() };
    let game = Arc::into_inner(game(text)).unwrap().within(limits);
    Match::start(&Arc::new(game), 2, 1)
}

#[test]
fn all_that_happens_between_two_decisions_is_bounded_together() {
    let count = "for (number i in 1..1000000) { n += 1; }";
    let choice = "trigger PlayerChoiceEvent { return true; }";
    for items in [
        // Each move is tried, and each trial takes long.
        format!(
            "global class R {{ number n = 0; action go {{ input number k from 1..3000; {choice} effect {{ {count} }} ensure {{ return n > 0; }} }} }}"
        ),
        // Each event raises the next one, after a while.
        format!(
            "event E {{ }} global class R {{ number n = 0; action a {{ trigger E {{ return true; }} effect {{ {count} raise E(); }} }} action go {{ {choice} effect {{ raise E(); }} }} }}"
        ),
    ] {
        let (start, mut current) = (Instant::now(), tight(&waiting(&items)));
        let seat = current.questions().first().map_or(0, |q| q.seat);
        let refused = current.play_as(seat, "go").err();
        let reported = match current.outcome() {
            Some(Outcome::Fault(fault)) => fault.message,
            _ => current
                .moves()
                .map(|all| format!("{} moves, {refused:?}", all.len()))
                .unwrap_or_else(|f| f.message),
        };
        assert_eq!(reported, STEPS);
        assert!(start.elapsed() < PATIENCE, "{:?} {items}", start.elapsed());
    }
}

#[test]
fn imagining_within_imagining_is_bounded() {
    let items = "global class Pot { List<number> l = (0..100000).map(z => z); } \
        function number deep(number n) { return suppose { Pot.l.add(n); } gives (n > 3000 ? 0 : deep(n + 1)); }";
    assert_eq!(stopped(items, "number n = deep(0);"), MEMORY);
    let items = items.replace("n > 3000 ? 0 : deep(n + 1)", "n");
    assert_eq!(stopped(&items, "while (true) { number n = deep(0); }"), STEPS);
}

#[test]
fn a_rule_test_that_never_ends_fails() {
    for (body, expected) in [
        ("while (true) { play wait(); }", "the test takes too many steps"),
        ("expect perft(101) == 1;", "`perft` looks at most 100 moves ahead"),
        ("expect perft(60) == 1;", STEPS),
    ] {
        let begin = Instant::now();
        let other = "global class R { action go { trigger PlayerChoiceEvent { return true; } effect { } } }";
        let game = game(&format!("{}test \"endless\" {{ {body} }}\n", waiting(other)));
        // Ordinary limits stop it too, after a while.
        let limits = Limits { fuel: 100_000, ..Limits::default() };
        let game = Arc::into_inner(game).unwrap();
        let report = Arc::new(game.within(limits)).run_test(0);
        assert_eq!(report.failure.map(|f| f.message).as_deref(), Some(expected), "{body}");
        assert!(begin.elapsed() < PATIENCE, "{:?} {body}", begin.elapsed());
    }
}

#[test]
fn rule_tests_for_other_options_keep_the_limits_of_the_host() {
    let text = "game \"G\"; option number size = 1 in 1..2; setup { players 2; } \
        test \"long\" { option size = 2; number n = 0; for (number i in 1..100000) { n += size; } expect n == 200000; }";
    let test = |limits| Arc::new(Arc::into_inner(game(text)).unwrap().within(limits)).run_test(0).failure;
    assert!(test(Limits::default()).is_none());
    let failure = test(Limits { fuel: 100, ..Limits::default() }).unwrap();
    assert_eq!(failure.message, "the test takes too many steps");
}

#[test]
fn a_view_shows_no_more_tiles_of_boards_that_grow_than_it_has_room_for() {
    let items = "board C per player { shape square(unbounded); capacity unlimited; } interactable P { }
        global class R { action go { trigger PlayerChoiceEvent { return true; } effect { } } }";
    let setup = "players 32; for (player p in player.all()) { for (number i in 0..3000) { new P().putOn(C(p).at(i, 0)); } }";
    let view = start(&program(items, setup)).view(None);
    let tiles: usize = view.boards.iter().map(|board| board.tiles.len()).sum();
    assert!((100_000..(1 << 24) / 64).contains(&tiles), "{tiles}");
}

#[test]
fn a_view_has_room_for_much_but_not_for_everything() {
    let lists = "List<number> a = (0..1000).map(z => z); List<List<number>> b = {}; for (number i in 1..1000) { b.add(a); } \
        List<List<List<number>>> c = {}; for (number i in 1..1000) { c.add(b); } for (number i in 1..1000) { R.l.add(c); }";
    let texts = "string s = \"abcdefghij\"; for (number i in 1..20) { s = s + s; } \
        for (number i in 1..1000) { R.all.add(new Box() { text = s }); }";
    let items = "class Box { string text; } global class R { List<List<List<List<number>>>> l = {}; List<Box> all = {}; \
        action take { input Box which; trigger PlayerChoiceEvent { return true; } effect { } } }";
    for setup in [lists, texts] {
        let begin = Instant::now();
        let current = start(&program(items, setup));
        let shown = format!("{:?}", current.view(Some(0)));
        assert!(shown.len() < 1 << 28, "{}", shown.len());
        assert!(shown.contains("..."));
        current.moves().unwrap();
        assert!(begin.elapsed() < PATIENCE, "{:?}", begin.elapsed());
    }
}

#[test]
fn what_modifiers_make_of_all_that_is_shown_has_one_budget() {
    let items = "interactable Man { number strength = 0; } \
        modifier Slow(number most) on Man { override number strength { number n = base.strength; \
            for (number i in 1..most) { n += 1; } return n; } } \
        global class R { action grow { trigger PlayerChoiceEvent { return true; } \
            effect { for (Man m in all(Man)) { m.strength += 1; } } } }";
    let start = |turns: usize| {
        let setup = format!("for (number i in 1..100) {{ Man m = new Man(); m.add(Slow({turns})); }}");
        let game = Arc::into_inner(game(&program(items, &setup))).unwrap().within(TENTH);
        Match::start(&Arc::new(game), 2, 1)
    };
    let strengths = |current: &Match| -> Vec<String> {
        let view = current.view(Some(0));
        let of = |o: &engine::view::Object| {
            o.attributes.iter().find(|a| a.0 == "strength").map(|a| match &a.1 {
                ValueView::Number(n) => n.to_string(),
                ValueView::Other(text) => text.clone(),
                other => format!("{other:?}"),
            })
        };
        view.objects.iter().filter_map(of).collect()
    };
    let mut current = start(10);
    assert!(strengths(&current).iter().all(|s| s == "10"), "{:?}", strengths(&current));
    play(&mut current, "grow");
    assert!(strengths(&current).iter().all(|s| s == "11"), "{:?}", strengths(&current));

    let begin = Instant::now();
    let found = strengths(&start(10_000));
    let read = found.iter().filter(|s| *s == "10000").count();
    let unread = found.iter().filter(|s| *s == "?").count();
    assert!((10..90).contains(&read) && read + unread == 100, "{read} and {unread}");
    let endless = start(9_000_000);
    assert!(strengths(&endless).iter().all(|s| s == "?"));
    assert!(!endless.secrecy().hides());
    assert!(begin.elapsed() < PATIENCE / 5, "{:?}", begin.elapsed());
}

#[test]
fn looks_of_one_view_have_one_budget() {
    let text = "{name}".repeat(10_000);
    let items = format!("board B {{ shape square(64, 64); }} look B {{ tile {{ title \"{text}\"; }} }}");
    let begin = Instant::now();
    let view = start(&program(&items, "")).view(Some(0));
    let titled = view.boards[0].tiles.iter().take_while(|t| t.look.title.is_some()).count();
    assert!((10..200).contains(&titled), "{titled}");
    assert!(view.boards[0].tiles[titled..].iter().all(|t| t.look.title.is_none()));
    assert!(begin.elapsed() < PATIENCE / 5, "{:?}", begin.elapsed());
}

#[test]
fn a_message_of_the_rules_is_one_line_of_readable_length() {
    let setup = "string s = \"a\\nb\"; for (number i in 1..12) { s = s + s; } Tile t = B.at(0, 0).step(s);";
    let message = stopped("board B { shape square(2, 2); }", setup);
    assert!(message.starts_with("there is no way called `a ba ba b") && message.len() < 400, "{message}");
    assert!(message.ends_with("...`"), "{message}");
}

#[test]
fn very_many_names_are_checked_in_time() {
    let classes = |i: usize| match i {
        0 => "class C0 { }\n".to_owned(),
        _ => format!("class C{i} extends C{} {{ }}\n", i - 1),
    };
    let cases: Vec<String> = (0..20_000).map(|i| format!("X{i}")).collect();
    let variables: String =
        (0..3_000).map(|i| format!("number v{i} = {i}; Log.say(\"{{v{i}}}\");\n")).collect();
    for (items, setup) in [
        ((0..3_000).map(classes).collect(), String::new()),
        (format!("enum E {{ {} }}", cases.join(", ")), String::new()),
        (String::new(), variables),
    ] {
        let start = Instant::now();
        loaded(&program(&items, &setup));
        assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    }
}

#[test]
fn a_function_may_have_very_many_loops() {
    let setup = format!("number n = 1;\n{}", "while (n < 0) { n = 1; }\n".repeat(20_000));
    let reported = problems(&loaded(&program("", &setup)));
    assert!(!reported.contains("too-large"), "{reported}");
}

#[test]
fn calls_count_the_same_in_whatever_form() {
    const DEEP: &str = "too many functions run inside one another";
    for (form, items, call) in [
        ("direct", "function number f(number n) { return n == 0 ? 0 : f(n - 1) + 1; }", "number x = f(N);"),
        (
            "two",
            "function number f(number n) { return n == 0 ? 0 : g(n - 1); } function number g(number n) { return n == 0 ? 0 : f(n - 1); }",
            "number x = f(N);",
        ),
        (
            "method",
            "class A { function number f(number n) { return n == 0 ? 0 : f(n - 1) + 1; } }",
            "A a = new A(); number x = a.f(N);",
        ),
        (
            "overridden",
            "class A { function number f(number n) { return 0; } } class B extends A { override function number f(number n) { A a = this; return n == 0 ? 0 : a.f(n - 1) + 1; } }",
            "A a = new B(); number x = a.f(N);",
        ),
        (
            "value",
            "global class V { (number) => number f; }",
            "V.f = n => n == 0 ? 0 : V.f(n - 1) + 1; number x = V.f(N);",
        ),
        (
            "action",
            "global class R { number n; action go { effect { if (n > 0) { n -= 1; R.go(); } } } }",
            "R.n = N; R.go();",
        ),
        ("raise", "event E { number n; effect { if (n > 0) { raise E(n - 1); } } }", "raise E(N);"),
    ] {
        // `setup` is one more.
        let most = 4000 - 2;
        let text = crate::kit::with(items, &call.replace('N', &most.to_string()));
        assert_eq!(text, "", "{form}");
        let text = crate::kit::with(items, &call.replace('N', &(most + 1).to_string()));
        assert_eq!(text, format!("fault: {DEEP}"), "{form}");
    }
}

#[test]
fn counting_further_than_numbers_go_is_a_fault() {
    for (from, to) in [
        ("9007199254740990", "9007199254740994"),
        ("9007199254740992", "9007199254740994"),
        ("9007199254740994", "1e300"),
        ("-9007199254740996", "0"),
        ("-1e300", "-1e299"),
    ] {
        let (from, to) = (
            from.replace("1e300", &format!("1{}", "0".repeat(300))),
            to.replace("1e300", &format!("1{}", "0".repeat(300))),
        );
        let (from, to) = (
            from.replace("1e299", &format!("1{}", "0".repeat(299))),
            to.replace("1e299", &format!("1{}", "0".repeat(299))),
        );
        for setup in ["for (number i in A..B) { }", "List<number> l = (A..B).map(x => x);"] {
            let message = stopped("", &setup.replace('A', &from).replace('B', &to));
            assert!(message.contains("counts beyond 9007199254740990"), "{message}");
        }
    }
    let setup = "number n = 0; for (number i in 9007199254740989..9007199254740990) { n += 1; } for (number i in 9007199254740999..5) { n += 1; } Log.say(\"{n}\");";
    assert_eq!(crate::kit::with("", setup), "2");
}

#[test]
fn what_waits_for_a_removed_object_does_not_run() {
    let items = "event E { } class Box { number n; action hear { trigger E { return true; } effect { Log.say(\"{n}\"); Box.next(this); } } } \
        global class Next { }";
    let items = items
        .replace(" Box.next(this);", " for (Box b in all(Box)) { if (b != this) { remove b; } }")
        .replace("global class Next { }", "");
    let setup = "for (number i in 1..3) { Box b = new Box() { n = i }; } raise E();";
    assert_eq!(crate::kit::with(&items, setup), "1");
}

#[test]
fn an_import_of_nothing_is_told() {
    let told = problems(&loaded("game \"A\";\nimport \"\";\nsetup { players 2; }"));
    assert_eq!(told, "2:8 missing-text: an import names a file, and this text is empty");
}

#[test]
fn limits_of_programs_are_those_of_the_reference() {
    use language::limits as l;
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/language.md");
    let page = std::fs::read_to_string(page).unwrap();
    for (what, most) in [
        ("enumerations of a game", l::MAX_ENUMS),
        ("attributes of an enumeration", l::MAX_CASE_ATTRIBUTES),
        ("cases of an enumeration", l::MAX_CASES),
        ("values of an option", language::option::MAX_VALUES),
        ("turns of a game", l::MAX_TURNS),
        ("phases of all turns", l::MAX_PHASES),
        ("layers of modifiers", l::MAX_LAYERS),
        ("generic ones count twice", l::MAX_CLASSES),
        ("attributes of a class, inherited ones counted", l::MAX_ATTRIBUTES),
        ("inherited ones counted in each", l::MAX_MEMBERS),
        ("actions of a game", l::MAX_ACTIONS),
        ("inputs of a function, an action or a function value", l::MAX_INPUTS),
        ("texts in other languages", l::MAX_WORDS),
        ("zones of a game", l::MAX_ZONES),
        ("cases of an enumeration of which there are sets", l::MAX_SET),
        ("boards of a game", l::MAX_BOARDS),
        ("tiles of a board", language::shape::MAX_TILES as usize),
        ("tiles of all boards", l::MAX_TILES_OF_ALL),
        ("values of the attributes of all tiles", l::MAX_TILE_VALUES),
        ("times classes", l::MAX_ENTRIES),
        ("instructions of the compiled game", l::MAX_INSTRUCTIONS),
    ] {
        let digits = most.to_string();
        let groups: Vec<&str> =
            digits.as_bytes().rchunks(3).rev().filter_map(|g| str::from_utf8(g).ok()).collect();
        let row = format!("{what} | {} | error |\n", groups.join(","));
        assert!(page.contains(&row), "{row}");
    }
}

#[test]
fn as_much_as_there_may_be_is_compiled_and_played() {
    let tiles: String =
        (0..16).map(|i| format!("board B{i} {{ shape track(4096); tile Spot; }}\n")).collect();
    let cases: Vec<String> = (0..256).map(|i| format!("number a{i};")).collect();
    let values = vec!["7"; 256].join(", ");
    for (items, setup) in [
        (format!("class Spot extends Tile {{ number n = 3; }} {tiles}"), "Log.say(\"{B15.at(4095, 0).n}\");"),
        (format!("enum E {{ {} Only({values}) }}", cases.concat()), "Log.say(\"{E.Only.a255 - 4}\");"),
    ] {
        assert_eq!(crate::kit::with(&items, setup), "3");
    }
}

#[test]
fn short_functions_that_multiply_are_still_compiled() {
    let items: String = (1..12)
        .map(|i| {
            format!(
                "function number f{i}(number n) {{ return {}; }}\n",
                vec![format!("f{}(n)", i - 1); 9].join(" + ")
            )
        })
        .collect();
    let items = format!("function number f0(number n) {{ return n; }}\n{items}");
    assert_eq!(crate::kit::with(&items, "Log.say(\"{f3(1)}\");"), "729");
}

#[test]
fn circles_of_parents_are_reported_once_each() {
    let items = "class A extends B { } class B extends C { } class C extends B { } class D extends A { } class S extends S { }";
    let reported = problems(&loaded(&program(items, "")));
    assert_eq!(reported.matches("class-circle").count(), 2, "{reported}");
}

#[test]
fn an_attribute_that_makes_its_own_class_is_refused() {
    for items in [
        "class Town { Town other = new Town(); }",
        "class Town { Town other = new City(); } class City extends Town { }",
    ] {
        let reported = problems(&loaded(&program(items, "Town t = new Town();")));
        assert!(reported.contains("too-large"), "{reported}");
    }
    let chain = |i: usize| {
        format!("class C{i} {{ C{} a = new C{}(); C{} b = new C{}(); }}\n", i + 1, i + 1, i + 1, i + 1)
    };
    let items = (0..40).map(chain).collect::<String>() + "class C40 { }";
    assert!(problems(&loaded(&program(&items, "C0 c = new C0();"))).contains("too-large"));
}

#[test]
fn the_files_of_a_game_are_not_too_large_together() {
    let comment = format!("// {}\n", "x".repeat(3 << 20));
    let told = |imports: &str| {
        let main = format!("game \"A\"; {imports} setup {{ players 2; }}");
        let files =
            Memory::default().with("game.tgdl", &main).with("b.tgdl", &comment).with("c.tgdl", &comment);
        problems(&project::open(project::Request::new((&files, "game.tgdl"))).unwrap())
    };
    let both = "import \"b\"; import \"c\";";
    assert!(!told(both).contains("file-too-large"), "{}", told(both));
    let comment = format!("// {}\n", "x".repeat((4 << 20) - 10));
    let main = format!("game \"A\"; {both} setup {{ players 2; }}");
    let files = Memory::default().with("game.tgdl", &main).with("b.tgdl", &comment).with("c.tgdl", &comment);
    let told = problems(&project::open(project::Request::new((&files, "game.tgdl"))).unwrap());
    let wanted = "file-too-large: with `c.tgdl` the files of this game are larger than 8 MB together";
    assert!(told.contains(wanted), "{told}");
}

/// What may be shown of a list is shared out among the moves in it, so that little is left for each of many.
#[test]
fn of_many_moves_each_is_made_by_its_path() {
    let text = "global class R { number n = 0;
        action op { input number i from 0..44; input number j from 0..11; input number k from 0..11; input number l from 0..11;
            trigger PlayerChoiceEvent { return true; } effect { n += 1; } } }";
    let mut now = start(&program(text, ""));
    let part = |x: f64| Part::Value(Typed::Number(x));
    for op in [[0.0, 0.0, 0.0, 0.0], [18.0, 2.0, 1.0, 9.0], [40.0, 1.0, 0.0, 0.0], [44.0, 11.0, 11.0, 11.0]] {
        let action = Part::Action { name: "op".into(), of: None };
        let path: Vec<Part> = [action].into_iter().chain(op.map(part)).collect();
        let made = now.play_as(0, Answer::Path(&path)).map(|made| made.text);
        assert_eq!(made.unwrap(), format!("op {}", op.map(|x| x.to_string()).join(" ")));
    }
    let path = [Part::Action { name: "op".into(), of: None }, part(44.0), part(12.0), part(0.0), part(0.0)];
    let refused = now.play_as(0, Answer::Path(&path)).unwrap_err().to_string();
    assert_eq!(refused, "there is no such move now");
}
