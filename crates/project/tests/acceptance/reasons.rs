//! Why a move is refused: reasons that are told, and those that would tell what is hidden.

use crate::kit::{self, play, program, start};
use engine::tabletop::Entry;
use engine::view::{Outcome, Viewer};

/// What a player hears who types a move that is not legal.
fn refused(current: &mut engine::Match, move_: &str) -> String {
    current.play(move_).expect_err(move_).to_string()
}

const DUEL: &str = r#"
interactable Card { number n; secret number mark; }
deck stock of Card;
zone hand of Card per player { visible owner; }
zone table of Card { visible all; ordered; }
global class Rules {
    bool done = false;
    number gold = 3;
    Card best;
    require !done else "the game is over for {actor.name}" {
        action lay {
            input Card card from hand(actor) where card.n > top() else "{card.n} is not above {top()}";
            trigger PlayerChoiceEvent { return true; }
            effect { table.add(card); }
        }
        require stock.length > 1 else "only {stock.length} is left" {
            action pay {
                open input number n from 1..5 {
                    filter a where a != 3 else "nobody pays three";
                    filter b { return stock.top().n != b; } else "the top card is {b}";
                    filter c where best == null || best.n != c else "the best card is {c}";
                }
                trigger PlayerChoiceEvent { return true; }
                effect { gold -= n; stock.draw(1, to: table); }
                ensure gold >= 0 else "{gold + n} is all you have";
                open ensure { return stock.isEmpty() || stock.top().n != n + 5; } else "it is {stock.top().n}";
            }
        }
    }
    function number top() { return table.isEmpty() ? 0 : table.top().n; }
}
"#;

#[test]
fn a_player_hears_why_a_move_is_not_possible() {
    let setup = "for (number i in 1..5) { Card c = new Card() { n = i, mark = i }; if (i < 4) { stock.add(c); } else { hand(0).add(c); } }";
    let mut current = start(&program(DUEL, setup));
    assert_eq!(refused(&mut current, "pay 3"), "`pay 3` is not legal: nobody pays three");
    assert_eq!(refused(&mut current, "3"), "`pay 3` is not legal: nobody pays three");
    play(&mut current, "lay 5");
    assert_eq!(refused(&mut current, "lay 4"), "`lay 4` is not legal: 4 is not above 5");
    // That it comes to this tells that the top card is not a 5.
    assert!(refused(&mut current, "pay 5").starts_with("`pay 5` is not legal now"));
    play(&mut current, "pay 1");
    play(&mut current, "pay 1");
    assert_eq!(refused(&mut current, "pay"), "`pay` is not legal: only 1 is left");
    assert_eq!(refused(&mut current, "pay 4"), "`pay 4` is not legal: only 1 is left");
}

const WRONG_TEXTS: &str = r#"
const List<string> names = { "zero", "one", "two" };
function string word(number n) { return names[n]; }
function number deep(number n) { return suppose { Rules.gold = 9; } gives n == 0 ? 1 / n : deep(n - 1); }
global class Rules {
    secret number aim = AIM;
    number gold = 3;
    action set {
        input number n from 1..6;
        trigger PlayerChoiceEvent;
        effect { gold = n; }
        ensure gold < 5 else "no {word(aim)} of {gold}";
    }
    action flop {
        input number n from 1..3;
        trigger PlayerChoiceEvent;
        effect { if (n < 3) { fail "no {word(aim)}, {deep(3)}: {gold}"; } }
    }
    action must { require gold > 3 else "no {word(aim)}"; trigger PlayerChoiceEvent; effect { } }
    action take { input number n "aim {word(aim)}" from 1..2; trigger PlayerChoiceEvent; effect { } }
    action ask {
        trigger PlayerChoiceEvent;
        effect { tell "{word(aim)}, {deep(2)}: {gold}"; gold = choose number "aim {names[aim]}" from 1..2; }
    }
    action stop { trigger PlayerChoiceEvent; effect { fault("it was {deep(1)}, not {gold}"); } }
}
"#;

#[test]
fn what_goes_wrong_in_a_text_changes_nothing_but_the_text() {
    let seen = |aim: &str| {
        let mut current = start(&program(&WRONG_TEXTS.replace("AIM", aim), ""));
        current.follow();
        let mut seen = vec![kit::moves(&mut current).join(", ")];
        for move_ in ["set 6", "flop 1", "must"] {
            seen.push(refused(&mut current, move_));
        }
        play(&mut current, "ask");
        for viewer in [Viewer::Seat(0), Viewer::Spectator] {
            let told = current.observer(viewer).log().into_iter().filter_map(|entry| match entry {
                Entry::Told { tell, .. } => Some(tell),
                _ => None,
            });
            seen.extend(told);
        }
        seen.push(kit::asked(&current));
        play(&mut current, "2");
        seen.push(kit::moves(&mut current).join(", "));
        play(&mut current, "stop");
        let Some(Outcome::Fault(fault)) = current.outcome() else { panic!("{:?}", current.outcome()) };
        seen.push(fault.message);
        seen
    };
    assert_eq!(seen("2"), seen("7"));
    let [first, second] = [", flop 3, take 1, take 2, ask, stop", "set 1, set 2, set 3, set 4"];
    let expected = [
        &format!("{second}{first}"),
        "`set 6` is not legal: no ? of 6",
        "`flop 1` is not legal: no ?, ?: 3",
        "`must` is not legal: no ?",
        "?, ?: 3",
        "?, ?: 3",
        "0 choose aim ?",
        &format!("{second}{first}"),
        "it was ?, not 2",
    ];
    assert_eq!(seen("7"), expected);
}

#[test]
fn a_rule_test_finds_what_goes_wrong_in_a_text() {
    let test = r#"test "t" { play set(n: 1) by 0; expect illegal set(n: 6) by 0; }"#;
    let failure = |aim: &str| {
        let text = program(&WRONG_TEXTS.replace("AIM", aim), "") + test;
        kit::game(&text)
            .run_test(0)
            .failure
            .map(|f| (f.message, text[f.at.start as usize..f.at.end as usize].to_owned()))
    };
    assert_eq!(failure("2"), None);
    let message = "in a text, index 7 is outside of a list of length 3".to_owned();
    assert_eq!(failure("7"), Some((message, "names[n]".to_owned())));
}

#[test]
fn a_reason_tells_nothing_that_its_reader_may_not_know() {
    let setup = "for (number i in 1..5) { stock.add(new Card() { n = i }); } Rules.best = stock.bottom(); stock.draw(1, to: table);";
    let mut current = start(&program(DUEL, setup));
    for text in ["pay 4", "pay 1"] {
        let said = refused(&mut current, text);
        assert!(said.starts_with(&format!("`{text}` is not legal now")), "{said}");
    }
    let mut current = start(&program(DUEL, &setup.replace("= stock.bottom()", "= null")));
    assert_eq!(refused(&mut current, "pay 3"), "`pay 3` is not legal: nobody pays three");
    let said = refused(&mut current, "pay 4");
    assert!(said.starts_with("`pay 4` is not legal now"), "{said}");
}

/// That a reason comes up tells that the conditions before it hold.
#[test]
fn a_reason_behind_a_hidden_condition_is_not_told() {
    let items = r#"
interactable Card { number worth = 5; }
modifier Plus(number more) on Card;
zone hand of Card per player { visible owner; }
global class R {
    bool closed = true;
    action strike {
        open input number n from 1..9 { filter x where hand(1)[0].worth > x; filter y where !closed else "closed"; }
        trigger PlayerChoiceEvent { return true; } effect { }
    }
    action open {
        open input number n from 1..9 { filter y where !closed else "closed"; filter x where hand(1)[0].worth > x; }
        trigger PlayerChoiceEvent { return true; } effect { }
    }
    action probe {
        open input number n from 1..9 { filter x where all(Plus)[0].more > x else "more"; }
        trigger PlayerChoiceEvent { return true; } effect { }
    }
    action pay {
        open input number n from 1..9 where hand(1)[0].worth > n;
        trigger PlayerChoiceEvent { return true; } effect { if (closed) { fail "closed"; } }
    }
    action knock {
        open require hand(1)[0].worth > 4;
        trigger PlayerChoiceEvent;
        effect { if (closed) { fail "closed"; } }
    }
    action take {
        open input number n from hand(1).map(c => c.worth);
        trigger PlayerChoiceEvent { return true; } effect { if (closed) { fail "closed"; } }
    }
    action rest { trigger PlayerChoiceEvent { return true; } effect { } }
}"#;
    let mut current = start(&program(items, "hand(1).add(new Card()); hand(1)[0].add(Plus(5));"));
    for (text, said) in [
        ("strike 4", "`strike 4` is not legal now"),
        ("strike 8", "`strike 8` is not legal now"),
        ("open 8", "`open 8` is not legal: closed"),
        ("probe 8", "`probe 8` is not legal now"),
        ("knock", "`knock` is not legal now"),
        ("take 5", "`take 5` is not legal now"),
        ("take 4", "`take 4` is not legal now"),
        ("pay 4", "`pay 4` is not legal now"),
        ("pay 8", "`pay 8` is not legal now"),
    ] {
        let refused = refused(&mut current, text);
        assert!(refused.starts_with(said), "{refused}");
    }
}

/// What a function reads of the hand of a player that it is given is known where that is who acts.
#[test]
fn a_reason_follows_the_player_that_functions_are_given() {
    let asks = |name: &str, condition: &str| {
        format!(
            "action {name} {{ open require {condition} else \"{name}\"; \
             trigger PlayerChoiceEvent {{ return true; }} effect {{ }} }}\n"
        )
    };
    let conditions = [
        ("own", "sum(player.active()) > 99"),
        ("deep", "twice(player.active()) > 99"),
        ("method", "keeper.held(player.active()) > 99"),
        ("board", "full(player.active()) > 99"),
        ("named", "either(other: 5, of: player.active()) > 99"),
        ("again", "repeat(player.active(), 2) > 99"),
        ("shifting", "shift(player.active(), 2) > 99"),
        ("hers", "full(player.active() + 1) > 99"),
        ("theirs", "sum(player.active() + 1) > 99"),
        ("fixed", "sum(0) > 99"),
        ("moved", "shifted(player.active()) > 99"),
        ("left", "both(player.active()) > 99"),
        ("overridden", "other.held(player.active()) > 99"),
        ("mapped", "player.all().all(p => sum(p) > 99)"),
        ("behind", "sum(1) > 0 && sum(player.active()) > 99"),
    ];
    let items = format!(
        r#"
interactable Card {{ number worth = 5; }}
zone hand of Card per player {{ visible owner; }}
board Sea per player {{ shape square(2, 2); visible owner; }}
function number sum(player p) {{ return hand(p).sum(c => c.worth); }}
function number twice(player q) {{ return q == null ? 0 : sum(q) * 2; }}
function number shifted(player p) {{ p = p + 1; return sum(p); }}
function number full(player p) {{ return Sea(p).pieces().length; }}
function number either(number other, player of) {{ return other + sum(of); }}
function number repeat(player p, number n) {{ return n == 0 ? sum(p) : repeat(p, n - 1); }}
function number shift(player p, number n) {{ return n == 0 ? sum(p) : shift(p + 1, n - 1); }}
function number both(player p, player q = 1) {{ return sum(p) + sum(q); }}
class Keeper {{ function number held(player p) {{ return sum(p); }} }}
class Other {{ function number held(player p) {{ return 0; }} }}
class Spying extends Other {{ override function number held(player p) {{ return sum(p + 1); }} }}
global class R {{
    Keeper keeper = new Keeper();
    Other other = new Spying();
    {}
    action rest {{ trigger PlayerChoiceEvent {{ return true; }} effect {{ }} }}
}}"#,
        conditions.map(|(name, condition)| asks(name, condition)).concat()
    );
    let setup = "for (player p in player.all()) { hand(p).add(new Card()); }";
    let told_ones = ["own", "deep", "method", "board", "named", "again"];
    let mut current = start(&program(&items, setup));
    for (name, _) in &conditions {
        let said = refused(&mut current, name);
        let told = format!("`{name}` is not legal: {name}");
        if told_ones.contains(name) {
            assert_eq!(said, told);
        } else {
            assert!(said.starts_with(&format!("`{name}` is not legal now")), "{said}");
        }
    }
    let problems = kit::problems(&kit::loaded(&program(&items, setup)));
    let untold = problems.lines().filter(|line| line.contains("untold-reason")).count();
    assert_eq!(untold, conditions.len() - told_ones.len(), "{problems}");
}

/// What the effect has moved lies elsewhere by the time that is asked behind it.
#[test]
fn a_reason_behind_an_effect_tells_nothing_of_what_it_moved() {
    let items = r#"
interactable Card { number worth = 5; }
deck stock of Card;
zone hand of Card per player { visible owner; }
zone table of Card { visible all; ordered; }
global class R {
    number got = 0;
    number gold = 1;
    action draw {
        trigger PlayerChoiceEvent { return true; }
        effect { stock.draw(1, to: hand(actor)); }
        open ensure hand(actor).top().worth > 50 else "low";
        ensure gold > 1 else "poor";
    }
    action turn_up {
        trigger PlayerChoiceEvent { return true; }
        effect { stock.draw(1, to: table); got = table.top().worth; }
        open ensure got > 50 else "got {got}";
    }
    action swap {
        trigger PlayerChoiceEvent { return true; }
        effect { hand(actor).add(hand(actor + 1)[0]); }
        open ensure hand(actor).sum(c => c.worth) > 50 else "light";
    }
    action pay {
        trigger PlayerChoiceEvent { return true; }
        effect { gold -= 2; }
        ensure gold >= 0 else "poor";
    }
    action rest { trigger PlayerChoiceEvent { return true; } effect { } }
}"#;
    let setup = "stock.add(new Card()); stock.add(new Card()); for (player p in player.all()) { hand(p).add(new Card()); }";
    let mut current = start(&program(items, setup));
    for text in ["draw", "turn_up", "swap"] {
        assert_eq!(
            refused(&mut current, text),
            format!("`{text}` is not legal: the rules forbid its result")
        );
    }
    assert_eq!(refused(&mut current, "pay"), "`pay` is not legal: poor");
}

/// Which `fail` it comes to tells what decides that, and so do variables that its text puts in.
#[test]
fn a_fail_behind_what_is_hidden_tells_nothing() {
    let items = r#"
interactable Card { number worth = 5; secret number mark = 3; }
interactable Ace extends Card { }
deck stock of Card;
zone hand of Card per player { visible owner; }
zone table of Card { visible all; ordered; }
board Row { shape track(3); }
event Turned { effect { Rules.got = stock.top().worth; } }
global class Rules {
    number got = 0;
    number gold = 1;
    Card best;
    function number top() { return stock.top().worth; }
    ACTIONS
    action rest { trigger PlayerChoiceEvent { return true; } effect { } }
}"#;
    let told = [
        ("early", "if (gold > 0) { fail \"poor\"; } stock.draw(1, to: hand(actor));", "poor"),
        ("counts", "if (stock.length > 0) { fail \"{stock.length} left\"; }", "2 left"),
        ("own", "number n = hand(actor)[0].worth; if (gold > 0) { fail \"{n} is yours\"; }", "5 is yours"),
        ("quotes", "if (gold > 0) { fail \"it is {stock.top().worth}\"; }", "it is ?"),
        ("laid", "table.add(hand(actor)[0]); if (table.top().worth > 3) { fail \"high\"; }", "high"),
        (
            "makes",
            "Card c = new Card() { worth = 7 }; table.add(c); if (c.worth > 3) { fail \"new\"; }",
            "new",
        ),
    ];
    let untold = [
        (
            "drawn",
            "stock.draw(1, to: hand(actor)); if (hand(actor).top().worth > 3) { fail \"high\"; } fail \"low\";",
        ),
        ("turned", "stock.draw(1, to: table); if (table.top().worth > 3) { fail \"high\"; } fail \"low\";"),
        ("theirs", "if (hand(actor + 1)[0].worth > 3) { fail \"high\"; } fail \"low\";"),
        ("variable", "number n = top(); if (gold > 0) { fail \"it is {n}\"; }"),
        ("noted", "got = stock.top().worth; if (gold > 0) { fail \"it is {got}\"; }"),
        ("classes", "bool ace = stock.top() is Ace; if (gold > 0) { fail \"{ace}\"; }"),
        ("same", "bool same = stock.top() == best; if (gold > 0) { fail \"{same}\"; }"),
        (
            "placed",
            "Card c = stock.top(); c.putOn(Row.tile(\"1\")); number n = Row.tile(\"1\").pieces.length; if (gold > 0) { fail \"{n}\"; }",
        ),
        ("secretly", "number m = hand(actor + 1)[0].mark; if (gold > 0) { fail \"{m}\"; }"),
        ("raised", "raise Turned(); if (gold > 0) { fail \"{got}\"; }"),
        ("counted", "number n = all(Ace).length; if (gold > 0) { fail \"{n}\"; }"),
        ("sorted", "number n = hand(actor + 1).maxBy(c => c.worth).mark; if (gold > 0) { fail \"{n}\"; }"),
        (
            "acted",
            "act () => number look = () => { return stock.top().worth; }; number n = look(); if (gold > 0) { fail \"{n}\"; }",
        ),
    ];
    let effects = told.map(|(name, effect, _)| (name, effect));
    let action = |(name, effect): &(&str, &str)| {
        format!(
            "action {name} {{ open require true; trigger PlayerChoiceEvent {{ return true; }} effect {{ {effect} }} }}\n"
        )
    };
    let actions: String = effects.iter().chain(&untold).map(action).collect();
    let setup = "stock.add(new Card()); stock.add(new Card()); for (player p in player.all()) { hand(p).add(new Card()); } Rules.best = stock.bottom();";
    let mut current = start(&program(&items.replace("ACTIONS", &actions), setup));
    for (name, _, why) in told {
        assert_eq!(refused(&mut current, name), format!("`{name}` is not legal: {why}"));
    }
    for (name, _) in untold {
        let nothing = format!("`{name}` is not legal: the rules forbid its result");
        assert_eq!(refused(&mut current, name), nothing, "{name}");
    }
}

/// What an effect has read before it asks somebody may stand in variables.
#[test]
fn an_answer_behind_what_is_hidden_is_refused_without_a_reason() {
    let items = r#"
interactable Card { number worth = 5; }
deck stock of Card;
zone hand of Card per player { visible owner; }
global class Rules {
    number gold = 1;
    action guess {
        trigger PlayerChoiceEvent { return true; }
        effect {
            number top = stock.top().worth;
            number n = choose number from 1..9;
            if (n == 2) { fail "it is {top}"; }
        }
    }
    action show {
        trigger PlayerChoiceEvent { return true; }
        effect {
            Card c = choose Card from hand(actor);
            number n = choose number from 1..9;
            if (n == 2) { fail "yours is {c.worth}"; }
        }
    }
    action beg {
        trigger PlayerChoiceEvent { return true; }
        effect {
            number mine = hand(actor)[0].worth;
            number n = choose number by actor + 1 from 1..9;
            if (n == 2) { fail "hers is {mine}"; }
        }
    }
}"#;
    let setup = "stock.add(new Card()); for (player p in player.all()) { hand(p).add(new Card()); hand(p).add(new Card()); }";
    for (move_, said) in [
        ("guess", "there is no move `2`; possible"),
        ("show", "`2` is not legal: yours is 5"),
        ("beg", "there is no move `2`; possible"),
    ] {
        let mut current = start(&program(items, setup));
        play(&mut current, move_);
        if move_ == "show" {
            let first = current.moves().unwrap()[0].text.clone();
            play(&mut current, &first);
        }
        let refused = refused(&mut current, "2");
        assert!(refused.starts_with(said), "{refused}");
    }
}

/// Where all moves that begin so are refused for one reason, whoever begins one is told it.
#[test]
fn what_refuses_all_that_begins_so_is_told_at_the_beginning() {
    let items = "enum Quay { Roads, Mole, Steps }
        interactable Card { number n; }
        zone hand of Card per player { visible owner; }
        global class Rules { Quay at = Quay.Roads;
            action sail {
                input Quay to where to != at else \"your boat lies there\";
                input Card card from hand(actor) where card.n > 1 || to == Quay.Steps else \"{card.n} is too light\";
                trigger PlayerChoiceEvent { return true; }
                effect { at = to; }
            } }";
    let setup = "hand(0).add(new Card() { n = 1 }); hand(0).add(new Card() { n = 2 });";
    let mut now = start(&program(items, setup));
    let why = |now: &engine::Match, text: &str| now.seat(0).why(text).unwrap().to_string();
    assert_eq!(why(&now, "sail Roads"), "your boat lies there");
    assert_eq!(why(&now, "sail Roads 2"), "your boat lies there");
    assert_eq!(why(&now, "sail Mole 1"), "1 is too light");
    assert_eq!(refused(&mut now, "sail Roads"), "`sail Roads` is not legal: your boat lies there");
    let begun = ["sail", "sail Mole"].map(|text| now.seat(0).why(text).unwrap());
    assert_eq!(begun, [engine::question::WhyNot::Legal, engine::question::WhyNot::Legal]);
}
