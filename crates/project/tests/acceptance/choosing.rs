//! Choosing in the middle of an effect, what must hold afterwards, supposing, failing.

use crate::kit::{self, asked, game, logged, moves, play, played, program, start, with};
use engine::Match;
use engine::record::StepKind;

const BOXES: &str = "class Box { number n; }";
const MAKE: &str = "players 3; for (number i in 1..4) { Box b = new Box() { n = i }; }";

/// A program with an action `go` and its effect.
fn go(effect: &str) -> String {
    program(
        &format!(
            "{BOXES} global class R {{ action go {{ trigger PlayerChoiceEvent {{ return true; }} effect {{ {effect} }} }} }}"
        ),
        MAKE,
    )
}

#[test]
fn choose_suspends_an_effect_and_goes_on_with_the_answer() {
    let mut current =
        start(&go("Box b = choose Box \"Which?\" { return it.n > 1; }; Log.say(\"{b.n} {actor}\");"));
    play(&mut current, "go");
    assert_eq!(asked(&current), "0 choose Which?");
    assert_eq!(moves(&mut current), ["2", "3", "4"]);
    play(&mut current, "3");
    assert_eq!((logged(&current).as_str(), asked(&current).as_str()), ("3 Player 1", "0 act"));
}

#[test]
fn choose_may_ask_another_player() {
    let mut current = start(&go("number n = choose number by actor - 1 from 5..6; Log.say(\"{n}\");"));
    play(&mut current, "go");
    assert_eq!(asked(&current), "2 choose");
    assert!(current.play_as(0, "5").is_err());
    play(&mut current, "6");
    assert_eq!(logged(&current), "6");
}

#[test]
fn choose_works_in_a_loop_and_three_calls_deep() {
    let items = format!(
        "{BOXES} function number one(number i) {{ return two(i) + 1; }} function number two(number i) {{ return three(i) * 2; }} function number three(number i) {{ number n = choose number from 1..i; return n; }} global class R {{ action go {{ trigger PlayerChoiceEvent {{ return true; }} effect {{ number sum = 0; for (number i in 2..4) {{ if (i == 3) {{ continue; }} sum = sum * 100 + one(i); }} Log.say(\"{{sum}}\"); }} }} }}"
    );
    assert_eq!(played(&items, MAKE, &["go", "2", "4"]), "509");
}

#[test]
fn a_match_is_saved_in_the_middle_of_an_effect_and_replayed() {
    let text = go(
        "number sum = 0; for (number i in 1..3) { number n = choose number from 1..9; sum = sum * 10 + n; } Log.say(\"{sum}\");",
    );
    let mut current = start(&text);
    play(&mut current, "go");
    play(&mut current, "4");
    let mut copy = current.clone();
    play(&mut copy, "5");
    play(&mut copy, "6");
    play(&mut current, "1");
    play(&mut current, "2");
    assert_eq!((logged(&copy), logged(&current)), ("456".to_owned(), "412".to_owned()));
    let again = copy.record().replay(copy.game()).unwrap();
    assert_eq!((engine::dump::hash(&again), logged(&again)), (engine::dump::hash(&copy), "456".to_owned()));
}

#[test]
fn without_a_candidate_choose_gives_null_and_asks_nobody() {
    assert_eq!(
        played(
            &format!(
                "{BOXES} global class R {{ action go {{ trigger PlayerChoiceEvent {{ return true; }} effect {{ Box b = choose Box {{ return it.n > 9; }}; Log.say(\"{{b == null}}\"); }} }} }}"
            ),
            MAKE,
            &["go"]
        ),
        "true"
    );
}

#[test]
fn a_single_candidate_is_asked_too() {
    let mut current = start(&go("Box b = choose Box { return it.n == 2; }; Log.say(\"{b.n}\");"));
    play(&mut current, "go");
    assert_eq!(moves(&mut current), ["2"]);
}

#[test]
fn choose_optional_may_be_declined() {
    let mut current = start(&go("Box b = choose optional Box; Log.say(\"{b == null}\");"));
    play(&mut current, "go");
    assert_eq!(moves(&mut current), ["1", "2", "3", "4", "none"]);
    play(&mut current, "none");
    assert_eq!(logged(&current), "true");
}

#[test]
fn choose_takes_counts() {
    let mut current = start(&go(
        "List<Box> all = choose List<Box> count 2 from all(Box).take(3); Log.say(\"{all.length} {all[0].n}{all[1].n}\");",
    ));
    play(&mut current, "go");
    assert_eq!(moves(&mut current), ["1, 2", "1, 3", "2, 3"]);
    play(&mut current, "1, 3");
    assert_eq!(logged(&current), "2 13");
}

const LIMITED: &str = "global class R { number n = 0; action add { input number k from 1..3; trigger PlayerChoiceEvent { return true; } effect { n += k; turn.pass(); Log.say(\"{n}\"); } ensure { return n < 5 && actor == 0 || n < 3; } } }";

#[test]
fn ensure_must_hold_after_the_effect() {
    let mut current = start(&program(LIMITED, ""));
    assert_eq!(moves(&mut current), ["add 1", "add 2", "add 3"]);
    play(&mut current, "add 1");
    assert_eq!(moves(&mut current), ["add 1"]);
    assert_eq!(logged(&current), "1");
    assert!(current.play_as(1, "add 3").is_err());
    assert_eq!(logged(&current), "1");
}

#[test]
fn ensure_looks_through_what_is_chosen_meanwhile() {
    let items = "global class R { number n = 0; action go { input number k from 1..3; trigger PlayerChoiceEvent { return true; } effect { number x = choose number from 1..2; n = k * 10 + x; Log.say(\"{n}\"); } ensure { return n == 12 || n == 31; } } }";
    let mut current = start(&program(items, ""));
    assert_eq!(moves(&mut current), ["go 1", "go 3"]);
    play(&mut current, "go 3");
    assert_eq!(moves(&mut current), ["1"]);
}

#[test]
fn fail_takes_the_whole_action_back() {
    let items = "global class R { number n = 0; action go { input number k from 1..3; trigger PlayerChoiceEvent { return true; } effect { n += k; if (n % 2 == 0) { fail \"{n} is even\"; } Log.say(\"{n}\"); } } }";
    let mut current = start(&program(items, ""));
    assert_eq!(moves(&mut current), ["go 1", "go 3"]);
    let refused = format!("{:?}", current.play_as(0, "go 2"));
    assert!(refused.contains("2 is even"), "{refused}");
    play(&mut current, "go 3");
    assert_eq!(logged(&current), "3");
}

#[test]
fn suppose_takes_everything_back() {
    let items = "board B { shape square(2, 2); } interactable P { } event E { effect { Log.say(\"no\"); } } global class R { number n = 1; List<number> l = { 1 }; Table<number> t = { { 1, 1 } }; }";
    let text = "P p = new P(); B.place(p, on: \"a1\"); number x = suppose { R.n = 7; R.l.add(2); R.t[2] = 2; P q = new P(); B.place(p, on: \"b2\"); remove p; raise E(); } gives R.n * 100 + R.l.length * 10 + all(P).length; Log.say(\"{x} {R.n} {R.l.length} {R.t.length} {p.tile.name} {all(P).length}\");";
    assert_eq!(with(items, text), "721 1 1 1 a1 1");
}

#[test]
fn supposing_may_be_nested() {
    let items = "global class R { number n = 1; }";
    assert_eq!(
        with(
            items,
            "number x = suppose { R.n = 2; number y = suppose { R.n = 30; } gives R.n; R.n += y; } gives R.n; Log.say(\"{x} {R.n}\");"
        ),
        "32 1"
    );
}

#[test]
fn a_search_through_answers_that_takes_too_long_says_so() {
    let items = "enum Coin { A, B, C } global class R {
        action pay { trigger PlayerChoiceEvent { return true; } effect {
            bool bad = false;
            for (number i in 1..40) { Coin c = choose Coin; if (c != Coin.C) { bad = true; } }
            if (bad) { fail \"not paid\"; } winner none; } } }";
    let wanted = "too many answers to `choose Coin` must be tried to know whether the move is legal";
    let text = program(items, "")
        .replace("action wait", "action wait_not")
        .replace("return true; } effect { } }", "return false; } effect { } }");
    assert_eq!(logged(&start(&text)), format!("fault: {wanted}"));
    let report = kit::game(&format!("{text} test \"t\" {{ expect legal pay() by 0; }}")).run_test(0);
    assert_eq!(report.failure.map(|f| f.message).as_deref(), Some(wanted));
}

/// So many cards, of which any may attack.
fn attackers(n: usize, count: &str) -> String {
    program(
        &format!(
            "interactable Card {{ string name; }} zone field of Card {{ visible all; }}
            global class R {{ number k = 0; action attack {{ input List<Card> who {count} from field;
                trigger PlayerChoiceEvent {{ return true; }}
                effect {{ string said = \"\"; for (Card c in who) {{ said += c.name; }} Log.say(said); k += 1; if (k == 3) {{ winner none; }} }} }} }}"
        ),
        &format!("for (number i in 1..{n}) {{ field.add(new Card() {{ name = \"c{{i}}\" }}); }}"),
    )
}

#[test]
fn of_many_things_any_may_be_chosen_without_listing_all_ways() {
    let text = attackers(40, "count any");
    let mut now = start(&text);
    assert_eq!(now.seat(0).count_moves().unwrap(), (1 << 40) + 1);
    let refused = now.moves().unwrap_err().message;
    assert_eq!(
        refused,
        "there are 1099511627777 moves, too many to be listed: they can be chosen part by part"
    );
    play(&mut now, "attack c3 c40 c1");
    play(&mut now, "C2, c1");
    assert_eq!(logged(&now), "c1c3c40 c1c2");
    assert!(now.play("attack c41").is_err() && now.play("c1 c1").is_err());
    let one = now.seat(0).next_part(&[]).unwrap().unwrap();
    let part = now.seat(0).next_part(&one.options[..1]).unwrap().unwrap();
    assert_eq!((part.name.as_str(), part.options.len(), part.more), ("who", 10_000, true));
    assert_eq!((part.options[0].0.as_str(), part.options[41].0.as_str()), ("nothing", "c1, c2"));
    let named = now.seat(0).option(&one.options[..1], "c30 c20, c10").unwrap();
    assert_eq!(named.0, "c10, c20, c30");
    let parts = [one.options[0].clone(), named];
    assert_eq!(now.seat(0).next_part(&parts), Ok(None));
    now.play(&parts[..]).unwrap();
    assert!(now.is_over());
    assert_eq!(logged(&now), "c1c3c40 c1c2 c10c20c30");
}

#[test]
fn a_way_of_many_is_drawn_and_replayed() {
    let game = kit::game(&attackers(30, "count 3..30"));
    let mut playout = engine::Playout::start(&game, 2, 1);
    let mut random = base::Random::new(4);
    for _ in 0..20 {
        playout.step(&mut random);
    }
    let mut now = engine::Match::start(&game, 2, 1);
    for _ in 0..3 {
        now.play(&mut random).unwrap();
    }
    let again = now.record().replay(&game).unwrap();
    assert_eq!(logged(&again), logged(&now));
    // More ways than can be numbered are a fault, and few are listed as ever.
    let many = kit::game(&attackers(70, "count any"));
    let fault = engine::Match::start(&many, 2, 1).outcome();
    assert!(format!("{fault:?}").contains("there are too many ways to choose"), "{fault:?}");
    let few = moves(&mut start(&attackers(3, "count 1..2")));
    assert_eq!(
        few.join("; "),
        "attack c1; attack c2; attack c3; attack c1, c2; attack c1, c3; attack c2, c3"
    );
}

#[test]
fn rule_tests_name_several_things_in_any_order() {
    let text = attackers(25, "count any");
    kit::holds(&format!(
        "{text} test \"any order\" {{
            play attack(who: {{ field[4], field[0] }}) by 0;
            expect Log.out == \"c1c5\";
            expect legal attack(who: {{ }}) by 0;
            expect illegal attack(who: {{ field[1], field[1] }}) by 0;
            expect moves() == 33554433;
            play attack(who: all(Card)) by 0;
        }}"
    ));
    let effect = "List<Box> some = choose List<Box> \"Which?\" count 2..3 from all(Box); Log.say(\"{some.map(b => b.n).sum()} {some[0].n}\");";
    let mut now = start(&go(effect));
    play(&mut now, "go");
    assert_eq!(moves(&mut now)[..2], ["1, 2", "1, 3"]);
    play(&mut now, "4 2 1");
    assert_eq!(logged(&now), "7 1");
    kit::holds(&format!(
        "{} test \"answers\" {{ play go() by 0; answer {{ all(Box)[3], all(Box)[1] }} by 0; expect Log.out == \"6 2\"; }}",
        go(effect)
    ));
}

#[test]
fn tiles_are_chosen_in_no_order_unless_it_counts() {
    let ways = |count: &str| {
        let items = format!(
            "board B {{ shape square(2, 2); }} global class R {{ action go {{ trigger PlayerChoiceEvent {{ return true; }}
                 effect {{ List<Tile> two = choose List<Tile> {count} from B.tiles(); Log.say(\"{{two.length}}\"); }} }} }}"
        );
        let mut current = start(&program(&items, ""));
        play(&mut current, "go");
        moves(&mut current).len()
    };
    assert_eq!((ways("count 2"), ways("count 2 ordered")), (6, 12));
}

#[test]
fn a_requirement_of_several_actions_holds_for_each_of_them() {
    let items = r#"
global class R {
    number n = 0;
    require n < 2 {
        action go { trigger PlayerChoiceEvent { return true; } effect { n += 1; } }
        require n > 0 {
            action back { trigger PlayerChoiceEvent { return true; } effect { n -= 1; } }
        }
    }
}"#;
    let mut current = start(&program(items, ""));
    assert_eq!(moves(&mut current), ["go"]);
    play(&mut current, "go");
    assert_eq!(moves(&mut current), ["go", "back"]);
    play(&mut current, "go");
    assert_eq!(moves(&mut current), [""; 0]);
    let wrong = kit::problems(&kit::loaded(&program(&items.replace("n < 2", "n < m"), "")));
    assert_eq!(wrong, "5:17 unknown-name: nothing is called `m` here");
}

#[test]
fn numbers_at_equal_distances_are_offered_as_a_range() {
    let range = |from: &str| {
        let action = format!(
            "global class R {{ action raise {{ input number to from {from}; trigger PlayerChoiceEvent {{ return true; }} effect {{ }} }} }}"
        );
        let now = Match::start(&game(&program(&action, "players 2;")), 2, 1);
        let chosen = [("raise".to_owned(), engine::view::ValueView::Text("raise".to_owned()))];
        let part = now.seat(0).next_part(&chosen).unwrap().unwrap();
        part.range.map(|r| (r.from, r.to, r.step))
    };
    assert_eq!(range("20..200 step 20"), Some((20.0, 200.0, 20.0)));
    assert_eq!(range("9..1 step -4"), Some((9.0, 1.0, -4.0)));
    assert_eq!(range("1..6 where to != 6"), Some((1.0, 5.0, 1.0)));
    assert_eq!(range("1..6 where to != 3"), None);
    assert_eq!(range("{ 1, 2 }"), None);
}

/// Bids of fives up to a thousand million, each with a question whose range is long too, in a game that hides cards.
fn bids() -> String {
    let items = "interactable Card { } zone hand of Card per player { visible owner; }
        global class R { action bid { input number n from 0..1000000000 step 5;
            trigger PlayerChoiceEvent { return true; }
            effect { number m = choose number \"More?\" from 1..n + 20000; Log.say(\"{n} {m}\"); } } }";
    program(items, "")
}

#[test]
fn a_long_range_is_told_and_answered_without_being_listed() {
    let mut now = start(&bids());
    assert_eq!(now.seat(0).count_moves().unwrap(), 200_000_002);
    assert!(now.moves().unwrap_err().message.contains("too many to be listed"));
    let bid = [("bid".to_owned(), engine::view::ValueView::Text("bid".to_owned()))];
    // What is in no list is refused without going through the list.
    assert!(now.play(usize::MAX).is_err() && now.play(200_000_002).is_err());
    assert_eq!(now.clone().play(200_000_000).unwrap().text, "bid 1000000000");
    let part = now.seat(0).next_part(&bid).unwrap().unwrap();
    let range = part.range.map(|r| (r.from, r.to, r.step));
    assert_eq!((part.options.len(), part.more, range), (0, true, Some((0.0, 1e9, 5.0))));
    assert_eq!(part.option(7).map(|option| option.0).as_deref(), Some("35"));
    assert_eq!((part.count(), part.option(200_000_001)), (200_000_001, None));
    for wrong in ["bid 7", "bid 1000000005", "bid -5", "bid", "bid x"] {
        assert!(now.play(wrong).is_err(), "{wrong}");
    }
    play(&mut now, "bid 35");
    let part = now.seat(0).next_part(&[]).unwrap().unwrap();
    assert_eq!(part.range.map(|r| (r.from, r.to, r.step)), Some((1.0, 20_035.0, 1.0)));
    assert!(now.play("20036").is_err() && now.play("0").is_err());
    let answer = now.seat(0).option(&[], "20035").unwrap();
    now.play(&[answer][..]).unwrap();
    assert_eq!(logged(&now), "35 20035");
}

#[test]
fn a_long_range_may_be_left_out() {
    let items = "global class R { action bid { optional input number n from 0..1000000000; \
        trigger PlayerChoiceEvent { return true; } effect { Log.say(\"{n ?? -1}\"); } } }";
    let mut now = start(&program(items, ""));
    assert_eq!(now.seat(0).count_moves().unwrap(), 1_000_000_003);
    play(&mut now, "bid none");
    play(&mut now, "bid 1000000000");
    assert_eq!(logged(&now), "-1 1000000000");
}

#[test]
fn a_number_of_a_long_range_is_drawn_and_replayed_and_played_in_tests() {
    let game = kit::game(&bids());
    let mut now = Match::start(&game, 2, 1);
    let mut random = base::Random::new(4);
    for _ in 0..9 {
        now.play(&mut random).unwrap();
    }
    let again = now.record().replay(&game).unwrap();
    assert!(logged(&now).split(' ').count() > 4);
    assert_eq!(logged(&again), logged(&now));
    let mut playout = engine::Playout::start(&game, 2, 1);
    for _ in 0..20 {
        assert!(playout.step(&mut random).is_some());
    }
    kit::holds(&format!(
        "{} test \"bids\" {{ play bid(n: 1000000000) by 0; answer 1000020000 by 0; expect Log.out == \"1000000000 1000020000\";
            expect illegal bid(n: 3) by 0; expect legal bid(n: 5) by 0; expect moves() == 200000002; }}",
        bids()
    ));
    let many = program(&bids_from("0..10 ^ 300"), "");
    let fault = Match::start(&kit::game(&many), 2, 1).outcome();
    assert!(format!("{fault:?}").contains("there are too many numbers to choose from"), "{fault:?}");
}

#[test]
fn a_long_range_stands_beside_several_hidden_things_that_must_be_tried() {
    let items = "interactable Card { number worth; } zone hand of Card per player { visible owner; }
        global class R { number shown = 0;
            action bid { input number n from 1..1000000; trigger PlayerChoiceEvent { return true; } effect { turn.pass(); } }
            action show { secret input List<Card> all count 1..3 ordered from hand(actor);
                trigger PlayerChoiceEvent { return true; }
                effect { shown = all.length; turn.pass(); } ensure shown != 2; } }";
    let setup = "for (player p in player.all()) { for (number i in 1..3) { hand(p).add(new Card() { worth = i }); } }";
    let mut now = start(&program(items, setup));
    // Three cards, or all three in any order, and waiting.
    assert_eq!(now.seat(0).count_moves().unwrap(), 1_000_000 + 3 + 6 + 1);
    assert!(now.clone().play("show 3, 1, 2").is_ok() && now.clone().play("show 3, 1").is_err());
    play(&mut now, "bid 777777");
    let mut random = base::Random::new(4);
    for _ in 0..5 {
        now.play(&mut random).unwrap();
    }
}

#[test]
fn a_very_long_text_of_a_move_is_not_recorded() {
    let items = "global class R { string long = \"ab\"; action pick { input string word from { long, \"b\" };
        trigger PlayerChoiceEvent; effect { Log.say(\"{word.length}\"); turn.pass(); } } }";
    let game = kit::game(&program(items, "for (number i in 1..15) { R.long = R.long + R.long; }"));
    let mut now = Match::start(&game, 2, 1);
    now.play(0).unwrap();
    now.play(1).unwrap();
    let texts: Vec<Option<usize>> = now
        .record()
        .steps
        .iter()
        .map(|step| match &step.kind {
            StepKind::Move { text, .. } => text.as_ref().map(String::len),
            StepKind::Script { .. } => None,
        })
        .collect();
    assert_eq!(texts, [None, Some("pick b".len())]);
    assert_eq!(logged(&now.record().replay(&game).unwrap()), "65536 1");
}

fn bids_from(range: &str) -> String {
    format!(
        "global class R {{ action bid {{ input number n from {range}; trigger PlayerChoiceEvent {{ return true; }} effect {{ }} }} }}"
    )
}

#[test]
fn long_ranges_are_told_also_where_numbers_may_be_refused_or_left_out() {
    let see = |input: &str, ensure: &str| {
        let items = format!(
            "global class R {{ number seen = 0; action see {{ {input}; trigger PlayerChoiceEvent {{ return true; }}
                effect {{ seen = n ?? -1; Log.say(\"{{seen}}\"); }} {ensure} }} }}"
        );
        Match::start(&game(&program(&items, "players 2;")), 2, 1)
    };
    let chosen = |now: &Match| vec![now.seat(0).option(&[], "see").unwrap()];
    let mut now = see("input number n from 0..1000000000 step 5", "ensure seen > 600000 else \"too low\";");
    let part = now.seat(0).next_part(&chosen(&now)).unwrap().unwrap();
    assert_eq!((part.options.len(), part.more, part.count()), (0, true, 200_000_001));
    assert_eq!(part.option(3).unwrap().0, "15");
    let low = [chosen(&now), vec![part.option(3).unwrap()]].concat();
    assert!(now.play_as(0, low.as_slice()).is_err());
    let high = [chosen(&now), vec![part.option(200_000_000).unwrap()]].concat();
    now.play_as(0, high.as_slice()).unwrap();
    assert_eq!(kit::logged(&now), "1000000000");
    // Shorter ones are tried.
    let now = see("input number n from 0..15000", "ensure seen > 14000;");
    let part = now.seat(0).next_part(&chosen(&now)).unwrap().unwrap();
    assert_eq!((part.options.len(), part.more, part.count()), (1000, false, 1000));
    // None stands beside the range.
    let mut now = see("optional input number n from 0..1000000000000 step 5", "");
    let part = now.seat(0).next_part(&chosen(&now)).unwrap().unwrap();
    assert_eq!((part.options.len(), part.more, part.count()), (1, true, 200_000_000_002));
    assert_eq!((part.option(0).unwrap().0.as_str(), part.option(2).unwrap().0.as_str()), ("none", "5"));
    assert!(now.seat(0).option(&chosen(&now), "7").is_err());
    let none = [chosen(&now), vec![now.seat(0).option(&chosen(&now), "none").unwrap()]].concat();
    now.play_as(0, none.as_slice()).unwrap();
    now.play("see 35").unwrap();
    assert_eq!(kit::logged(&now), "-1 35");
}

#[test]
fn a_range_that_is_worked_out_is_listed_where_it_is_short() {
    let all = |range: &str| {
        let mut now = start(&program(&bids_from(range), ""));
        moves(&mut now).join(" ").replace("bid ", "")
    };
    assert_eq!(all("player.all().length..4"), "2 3 4");
    assert_eq!(all("player.all().length - 0.5..4"), "1.5 2.5 3.5");
    assert_eq!(all("player.all().length..9 step player.all().length + 1"), "2 5 8");
    assert_eq!(all("player.all().length..-2 step -2"), "2 0 -2");
    assert_eq!(all("player.all().length..1"), "");
}

#[test]
fn the_order_of_several_counts_where_the_rules_say_so() {
    let items = "enum Dish { Soup, Fish, Cake }
        global class R {
            action serve { input List<Dish> dishes count 1..2 ordered; trigger PlayerChoiceEvent { return true; }
                effect {
                    List<Dish> more = choose List<Dish> count 2 ordered from dishes.concat({ Dish.Soup }).distinct();
                    Log.say(\"{dishes[0]}{dishes[dishes.length - 1]}{more == null ? \"\" : \"{more[0]}{more[1]}\"}\");
                } }
            action pair { input List<Dish> dishes count 2 ordered; input bool hot; trigger PlayerChoiceEvent { return true; }
                effect { Log.say(\"{dishes[0]}{dishes[1]}{hot}\"); } }
        }";
    let start = || Match::start(&game(&program(items, "players 2;")), 2, 1);
    let mut now = start();
    assert_eq!(now.moves().unwrap().len(), 3 + 6 + 6 * 2 + 1);
    now.play("serve cake fish").unwrap();
    now.play("soup cake").unwrap();
    assert_eq!(kit::logged(&now), "CakeFishSoupCake");
    now.play("pair fish soup yes").unwrap();
    assert_eq!(kit::logged(&now), "CakeFishSoupCake FishSouptrue");
    // Part by part too, whether the list is the last part or not.
    let mut now = start();
    for action in ["pair", "serve"] {
        let mut chosen = Vec::new();
        for text in [action, "Cake, Soup"] {
            chosen.push(now.seat(0).option(&chosen, text).unwrap());
        }
        if action == "pair" {
            chosen.push(now.seat(0).option(&chosen, "no").unwrap());
        }
        now.play_as(0, chosen.as_slice()).unwrap();
    }
    now.play("cake soup").unwrap();
    assert_eq!(kit::logged(&now), "CakeSoupfalse CakeSoupCakeSoup");
}

#[test]
fn ranges_that_multiply_are_chosen_one_after_the_other_without_trying_all_pairs() {
    for refusal in ["ensure x * y == 77777;", "effect { if (x * y != 77777) { fail \"no\"; } }"] {
        let items = format!(
            "global class R {{ action a {{ input number x from 1..20000; input number y from 1..20000;
                trigger PlayerChoiceEvent {{ return true; }} {refusal} }} }}"
        );
        let mut now = start(&program(&items, ""));
        assert!(now.moves().is_err(), "they are too many to be listed");
        let action = now.seat(0).next_part(&[]).unwrap().unwrap();
        let x = now.seat(0).next_part(&action.options[..1]).unwrap().unwrap();
        assert!(x.more && x.options.len() == 10_000, "{}", x.options.len());
        let mut chosen = vec![action.options[0].clone(), x.options[6].clone()];
        let y = now.seat(0).next_part(&chosen).unwrap().unwrap();
        assert!(y.more && y.range.is_some());
        assert!(now.seat(0).option(&chosen, "7070").is_err());
        chosen.push(now.seat(0).option(&chosen, "11111").unwrap());
        assert_eq!(now.play_as(0, chosen.as_slice()).unwrap().text, "a 7 11111");
    }
}
