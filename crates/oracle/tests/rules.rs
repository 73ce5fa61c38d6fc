//! What programs do, each rule with the smallest program that shows it.

mod common;

use common::Program;
use oracle::Match;

fn problems(text: &str) -> String {
    Program::read(text).err().map_or(String::new(), |p| p.join("\n"))
}

/// Runs `test` with a match of the program, on a stack large enough.
fn started(text: &str, test: impl FnOnce(&mut Match<'_>) + Send) {
    oracle::with_stack(|| {
        let program = Program::read(text).unwrap_or_else(|p| panic!("{}", p.join("\n")));
        let mut current = Match::new(&program.game, program.game.players.least, 1)
            .unwrap_or_else(|f| panic!("{}", program.show(&f)));
        test(&mut current);
    });
}

/// What a value of the only global class is after `setup` ran.
fn shown(setup: &str, members: &str) -> String {
    let text = format!(
        "game \"Test\";\n{members}\nglobal class Rules {{ string out = \"\"; number n; List<number> list; action go {{ trigger PlayerChoiceEvent {{ return true; }} effect {{ }} }} }}\nsetup {{ players 2;\n{setup} }}\n"
    );
    oracle::with_stack(|| {
        let program = Program::read(&text).unwrap_or_else(|p| panic!("{}", p.join("\n")));
        match Match::new(&program.game, 2, 1) {
            Err(fault) => format!("fault: {}", fault.message),
            Ok(current) => {
                let line = current.describe();
                let line = line.lines().find(|l| l.starts_with("object Rules")).unwrap_or("");
                let out = line.split_once("out=").map_or("", |l| l.1);
                out.split_once(", n=").map_or(out, |l| l.0).trim_matches('"').to_owned()
            }
        }
    })
}

/// What a value is as text.
fn value(of: &str) -> String {
    shown(&format!("Rules.out = \"{{{of}}}\";"), "")
}

#[test]
fn arithmetic_is_that_of_doubles() {
    assert_eq!(value("2 + 3 * 4 ^ 2 % 5"), "5");
    assert_eq!(value("2 ^ 3 ^ 2"), "64");
    assert_eq!(value("-7 % 3"), "-1");
    assert_eq!(value("2 ^ 53 + 1"), "9007199254740992");
    assert_eq!(value("0.1 + 0.2"), "0.30000000000000004");
    assert_eq!(value("round(-2.5)"), "-3");
    assert_eq!(value("0 * -1"), "0");
    assert_eq!(value("1 / 0"), "fault: a division by zero");
    assert_eq!(value("sqrt(-1)"), "fault: the result is no number");
    assert_eq!(value("10 ^ 300 * 10 ^ 300"), "fault: the result is no number");
}

#[test]
fn numbers_become_players_modulo_their_number() {
    let member = "function player p(player of) { return of; }";
    let player = |n: &str| shown(&format!("Rules.out = \"{{p({n})}}\";"), member);
    assert_eq!(
        [player("2"), player("-1"), player("-2"), player("3.9")],
        ["Player 1", "Player 2", "Player 1", "Player 2"]
    );
}

#[test]
fn strings_count_utf16_units() {
    assert_eq!(value("\"x🂡y\".length"), "4");
    assert_eq!(value("\"a,b,,c\".split(\",\").length"), "4");
    assert_eq!(value("\"hello\".slice(1, to: 3)"), "el");
    assert_eq!(value("\"hello\".slice(3, to: 1)"), "");
    assert_eq!(value("(\"12x\" as number) == null"), "true");
}

#[test]
fn lists_are_shared_and_indices_checked() {
    let twice =
        "List<number> a = { 1, 2 }; List<number> b = a; b.add(3); Rules.out = \"{a.length} {a[1.9]}\";";
    assert_eq!(shown(twice, ""), "3 2");
    assert_eq!(
        shown("List<number> a = { 1, 2, 3 }; Rules.n = a[7];", ""),
        "fault: index 7 is outside of a list of length 3"
    );
    assert_eq!(shown("List<number> a = { 1 }; a.append(a); Rules.out = \"{a.sum()}\";", ""), "2");
    let growing = "List<number> a = { 1 }; for (number x in a) { if (a.length < 5) { a.add(x + 1); } } Rules.out = \"{a.sum()}\";";
    assert_eq!(shown(growing, ""), "15");
}

#[test]
fn tables_keep_the_order_of_insertion() {
    let table = "Table<string, number> t = { { \"b\", 1 }, { \"a\", 2 } }; t[\"c\"] = 3; t[\"b\"] = null; t[\"b\"] = 9; number s = 0; for (number v in t) { s = s * 10 + v; } Rules.out = \"{s}\";";
    assert_eq!(shown(table, ""), "239");
    assert_eq!(shown("Table<string, number> t = { }; t[null] = 1;", ""), "fault: the key is null");
}

#[test]
fn suppose_takes_everything_back() {
    let text = "number x = suppose { Rules.n = 7; Rules.list.add(3); } gives Rules.n + Rules.list.length; Rules.out = \"{x} {Rules.n} {Rules.list.length}\";";
    assert_eq!(shown(&format!("Rules.n = 1; Rules.list = {{ }}; {text}"), ""), "8 1 0");
}

#[test]
fn function_values_see_variables_as_they_were() {
    let text = "number x = 1; var f = (number y) => x + y; x = 10; Rules.out = \"{f(1)}\";";
    assert_eq!(shown(text, ""), "2");
}

#[test]
fn endless_recursion_and_loops_are_faults() {
    let endless = "function number f(number n) { return f(n + 1); }";
    assert_eq!(shown("Rules.n = f(0);", endless), "fault: too deep");
    assert_eq!(shown("while (true) { Rules.n = 1; }", ""), "fault: too many steps");
}

const TIC_TAC_TOE: &str = include_str!("games/tic-tac-toe.tgdl");

#[test]
fn tic_tac_toe_has_as_many_games_as_is_known() {
    started(TIC_TAC_TOE, |game| {
        let known = [9, 72, 504, 3024];
        let found: Vec<u64> = (1..=4).map(|d| game.perft(d)).collect();
        assert_eq!(found, known);
        for i in [0, 2, 0, 1, 0] {
            game.play(i);
        }
        assert_eq!((game.over(), game.winners()), (true, &[0][..]));
        assert_eq!(game.ranking().unwrap(), [vec![0], vec![1]]);
    });
}

const CRAZY_EIGHTS: &str = include_str!("games/crazy-eights.tgdl");

#[test]
fn crazy_eights_is_played_to_its_end() {
    oracle::with_stack(|| {
        let program = Program::read(CRAZY_EIGHTS).unwrap_or_else(|p| panic!("{}", p.join("\n")));
        let (mut asked, mut ended) = (0, 0);
        for seed in 0..20 {
            let played = common::random_match(&program.game, seed, 2000);
            assert_eq!(played.fault.map(|f| program.show(&f)), None);
            ended += usize::from(played.over);
            asked += played.log.matches("[\"Clubs\", \"Diamonds\"").count();
        }
        assert!(asked > 0, "an eight asks for a suit");
        // Now and then nobody can do anything but pass for ever.
        assert!(ended > 14, "{ended}");
    });
}

const ORDER: &str = "game \"Order\";
event A { } event B { } event C { } event D { }
global class Rules {
    string log = \"\";
    action start { trigger PlayerChoiceEvent { return true; } effect { raise A(); } }
    action a { trigger A { return true; } effect { log = log + \"A\"; raise B(); raise C(); } }
    action late { trigger B { return true; } prio -1; effect { log = log + \"l\"; } }
    action b { trigger B { return true; } effect { log = log + \"B\"; raise D(); } }
    action c { trigger C { return true; } effect { log = log + \"C\"; } }
    action d { trigger D { return true; } effect { log = log + \"D\"; } }
}
setup { players 2; }";

#[test]
fn events_are_resolved_breadth_first_by_prio() {
    started(ORDER, |game| {
        game.play(0);
        assert!(game.describe().contains("log=\"ABlCD\""), "{}", game.describe());
    });
}

const CHOICE: &str = "game \"Choice\";
global class Rules {
    number n = 0;
    List<number> got = { };
    action ask {
        input number first from 1..2;
        trigger PlayerChoiceEvent { return true; }
        effect {
            got.add(first);
            for (number i in 1..2) { got.add(choose number by i from 1..3 { filter x { return x != first; } }); }
            if (got[1] == got[2]) { fail \"twice the same\"; }
            n += 1;
        }
        ensure { return got[0] + got[1] != 4; }
    }
}
setup { players 3; }";

#[test]
fn answers_that_could_only_fail_are_not_offered() {
    started(CHOICE, |game| {
        assert_eq!(game.options(), ["Rules#0.ask(first: 1)", "Rules#0.ask(first: 2)"]);
        game.play(0);
        assert_eq!((game.decision().unwrap().by, game.options()), (1, vec!["2".to_owned()]));
        assert!(game.describe().contains("got=[1]"), "{}", game.describe());
        game.play(0);
        assert_eq!((game.decision().unwrap().by, game.options()), (2, vec!["3".to_owned()]));
        game.play(0);
        assert!(game.describe().contains("n=1, got=[1, 2, 3]"), "{}", game.describe());
    });
}

const QUEUE: &str = "game \"Queue\";
event Hit { number n; }
local class Role {
    number sum = 0;
    action pay {
        input number much from 1..2;
        trigger Hit { return event.n > 0; }
        effect {
            sum += much;
            number more = choose number from 0..2;
            if (more == 1) { fail \"one too many\"; }
            sum += more * 10;
        }
    }
    action touch { input number by from 5..6; effect { sum += by; } }
}
global class Rules {
    action hit { trigger PlayerChoiceEvent { return true; } effect { raise Hit(n: 1); turn.pass(); } }
    action call {
        input Role role;
        trigger PlayerChoiceEvent { return true; }
        effect { role.touch(); role.touch(by: 100); }
    }
}
setup { players 2; new Role().assign(1); Role free = new Role(); }";

#[test]
fn what_an_event_sets_off_is_asked_of_the_owner() {
    started(QUEUE, |game| {
        game.play(0);
        assert_eq!(game.decision().unwrap().by, 1);
        assert_eq!(game.options(), ["Role#1.pay(much: 1)", "Role#1.pay(much: 2)"]);
        game.play(1);
        assert_eq!(game.options(), ["0", "2"]);
        game.play(1);
        assert!(game.describe().contains("object Role#1 owner 1 {sum=22}"), "{}", game.describe());
        assert_eq!((game.decision().unwrap().by, game.options().len()), (1, 3));
    });
}

#[test]
fn called_actions_ask_the_owner_or_the_actor() {
    started(QUEUE, |game| {
        game.play(1);
        assert_eq!((game.decision().unwrap().by, game.options()), (1, vec!["5".to_owned(), "6".to_owned()]));
        game.play(1);
        assert!(game.describe().contains("object Role#1 owner 1 {sum=106}"), "{}", game.describe());
        game.play(2);
        assert_eq!(game.decision().unwrap().by, 0);
    });
}

const LISTS: &str = "game \"Lists\";
interactable Card { number n; }
deck stock of Card;
zone hand of Card per player;
global class Rules {
    action take {
        open input List<Card> cards count 1..2 from stock { filter c { return c.n != 2; } }
        optional input player whom;
        trigger PlayerChoiceEvent { return true; }
        effect { hand(whom ?? 0).addAll(cards); turn.pass(); }
    }
}
setup { players 2; for (number i in 1..4) { stock.add(new Card() { n = i }); } }";

#[test]
fn sets_come_by_size_and_null_comes_last() {
    started(LISTS, |game| {
        let inputs = |o: &String| o.trim_start_matches("Rules#0.take(cards: ").to_owned();
        let options: Vec<String> = game.options().iter().map(inputs).collect();
        let sets =
            ["[Card#1]", "[Card#3]", "[Card#4]", "[Card#1, Card#3]", "[Card#1, Card#4]", "[Card#3, Card#4]"];
        let whom = ["0", "1", "null"];
        let all: Vec<String> = sets.iter().flat_map(|s| whom.map(|w| format!("{s}, whom: {w})"))).collect();
        assert_eq!(options, all);
        game.play(10);
        let after = "zone hand(1)\npiece Card#1 owner - {n=1}\npiece Card#3 owner - {n=3}\n";
        assert!(game.describe().contains(after), "{}", game.describe());
        assert_eq!(game.decision().unwrap().by, 1);
    });
}

const STUCK: &str = "game \"Stuck\";
global class Rules {
    number n = 0;
    action never { trigger PlayerChoiceEvent { return n == 1; } effect { winner none; } }
    action help { trigger NoChoiceEvent { return n < 0; } effect { n = 1; } }
}
setup { players 2; }";

#[test]
fn a_game_is_stuck_where_nobody_can_do_anything() {
    started(STUCK, |game| {
        assert!(game.stuck() && game.over() && game.decision().is_none());
        assert_eq!(game.ranking(), None);
    });
    started(&STUCK.replace("n < 0", "true"), |game| {
        assert_eq!(game.options(), ["Rules#0.never()"]);
        game.play(0);
        assert_eq!((game.over(), game.stuck(), game.winners()), (true, false, &[][..]));
    });
}

#[test]
fn a_circle_without_a_choice_is_stuck() {
    let passes = STUCK.replace("n < 0", "true").replace("n = 1", "turn.pass()");
    started(&passes, |game| assert!(game.stuck() && game.over()));
}

#[test]
fn a_clone_is_independent() {
    started(TIC_TAC_TOE, |game| {
        let mut other = game.clone();
        other.play(4);
        assert_ne!(other.describe(), game.describe());
        assert_eq!(game.options().len(), 9);
    });
}

#[test]
fn the_tests_read() {
    for text in [TIC_TAC_TOE, ORDER, CHOICE, QUEUE, LISTS, STUCK] {
        assert_eq!(problems(text), "");
    }
}
