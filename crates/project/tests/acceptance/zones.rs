//! Decks, hands and piles, dealing, what players know; dice and chance.

use crate::kit::{asked, attribute, chosen, fault, logged, moves, play, program, start, with};
use engine::Match;
use engine::tabletop::Change;
use engine::view::{ValueView, ZoneView};

const CARDS: &str = "enum Suit { Cups, Coins } enum Rank { number points; One(1), Two(2), Three(3) }
    interactable Card { Suit suit; Rank rank; }
    deck stock of Card; zone hand of Card per player { visible owner; } zone trick of Card { visible all; ordered; } zone won of Card per player { visible none; }
    function void fill() { for (Suit s in Suit.all()) { for (Rank r in Rank.all()) { stock.add(new Card() { suit = s, rank = r }); } } }
    function string name(Card c) { return c == null ? \"-\" : \"{c.suit}{c.rank.points}\"; }";

fn cards(setup: &str) -> String {
    with(CARDS, &format!("fill(); {setup}"))
}

fn zone<'v>(zones: &'v [ZoneView], name: &str, owner: Option<u32>) -> &'v ZoneView {
    zones.iter().find(|z| z.name == name && z.owner == owner).unwrap()
}

/// What a seat sees in a zone: texts of known cards, `?` for others.
fn sees(current: &Match, seat: Option<u32>, name: &str, owner: Option<u32>) -> String {
    let view = current.view(seat);
    let pieces = &zone(&view.zones, name, owner).pieces;
    let shown = pieces.iter().map(|p| p.as_ref().map_or("?".to_owned(), |p| p.text.clone()));
    shown.collect::<Vec<_>>().join(",")
}

#[test]
fn the_last_card_is_on_top() {
    assert_eq!(
        cards(
            "Log.say(\"{name(stock.top())} {name(stock.bottom())} {stock.length}\"); for (Card c in stock.peek(2)) { Log.say(name(c)); }"
        ),
        "Coins3 Cups1 6 Coins3 Coins2"
    );
}

#[test]
fn drawing_takes_the_top_cards_one_by_one() {
    assert_eq!(
        cards(
            "List<Card> l = stock.draw(2, to: hand(0)); Log.say(\"{name(l[0])} {l.length} {stock.length} {hand(0).length}\"); stock.draw(99, to: hand(1)); Log.say(\"{stock.length} {hand(1).length} {name(stock.top())}\");"
        ),
        "Coins3 2 4 2 0 4 -"
    );
}

#[test]
fn dealing_goes_round_one_at_a_time() {
    assert_eq!(
        cards(
            "stock.deal(2, to: hand); for (player p in player.all()) { for (Card c in hand(p)) { Log.say(\"{p as number}{name(c)}\"); } } Log.say(\"{stock.length}\");"
        ),
        "0Coins3 0Coins1 1Coins2 1Cups3 2"
    );
    assert_eq!(
        cards("eliminate 0; stock.deal(9, to: hand); Log.say(\"{hand(0).length} {hand(1).length}\");"),
        "0 6"
    );
}

#[test]
fn moving_cutting_and_searching() {
    let text = "Card two = stock.search(c => c.rank == Rank.Two); stock.move(two, to: trick); stock.move(stock.top(), to: trick, position: 0); Log.say(\"{name(trick.bottom())} {name(trick.top())}\"); stock.split(2, to: trick); Log.say(\"{name(trick.top())} {name(trick[2])} {stock.length} {stock.search(c => c.rank == Rank.Two && c.suit == Suit.Cups) == null}\");";
    assert_eq!(cards(text), "Coins3 Cups2 Coins2 Coins1 2 true");
}

#[test]
fn a_zone_is_read_as_a_list() {
    assert_eq!(
        cards(
            "stock.draw(3, to: hand(1)); Log.say(\"{hand(1).sum(c => c.rank.points)} {hand(1).any(c => c.suit == Suit.Cups)} {hand(1).contains(stock.top())} {hand(1).indexOf(hand(1)[1])} {stock.filter(c => c.rank.points > 1).length} {hand(0).isEmpty()} {hand(1).owner as number}\");"
        ),
        "6 false false 1 2 true 1"
    );
    assert_eq!(
        cards(
            "for (Card c in stock) { trick.add(c); } Log.say(\"{stock.length} {trick.length} {(trick.top().place == trick)}\");"
        ),
        "0 6 true"
    );
}

#[test]
fn a_piece_is_in_one_place_at_most() {
    assert_eq!(
        cards(
            "Card c = stock.top(); trick.add(c); won(1).add(c); Log.say(\"{stock.length} {trick.length} {won(1).length}\"); remove c; Log.say(\"{won(1).length} {all(Card).length}\"); Card d = stock.top(); d.lift(); Log.say(\"{d.place == null} {stock.length}\");"
        ),
        "5 0 1 0 5 true 4"
    );
}

#[test]
fn a_hand_is_seen_by_its_owner_alone() {
    let current = start(&program(
        CARDS,
        "fill(); stock.draw(2, to: hand(0)); stock.draw(1, to: hand(1)); stock.draw(1, to: trick); stock.draw(1, to: won(0));",
    ));
    assert_eq!(sees(&current, Some(0), "hand", Some(0)), "Coins Three,Coins Two");
    assert_eq!(sees(&current, Some(1), "hand", Some(0)), "?,?");
    assert_eq!(sees(&current, None, "hand", Some(0)), "?,?");
    assert_eq!(sees(&current, Some(1), "hand", Some(1)), "Coins One");
    assert_eq!(sees(&current, Some(0), "trick", None), "Cups Three");
    assert_eq!(sees(&current, None, "trick", None), "Cups Three");
    assert_eq!(sees(&current, Some(0), "won", Some(0)), "?");
    assert_eq!(sees(&current, Some(0), "stock", None), "?");
}

#[test]
fn what_was_seen_stays_known_until_it_is_shuffled() {
    let setup = "fill(); stock.draw(1, to: hand(0)); Card c = hand(0).top(); stock.add(c);";
    let current = start(&program(CARDS, setup));
    assert_eq!(sees(&current, Some(0), "stock", None), "?,?,?,?,?,Coins Three");
    assert_eq!(sees(&current, Some(1), "stock", None), "?,?,?,?,?,?");
    let shuffled = start(&program(CARDS, &format!("{setup} stock.shuffle();")));
    assert_eq!(sees(&shuffled, Some(0), "stock", None), "?,?,?,?,?,?");
}

#[test]
fn revealing_shows_a_card_to_one_or_to_all() {
    let current = start(&program(
        CARDS,
        "players 3; fill(); stock.draw(2, to: hand(0)); hand(0)[0].reveal(to: 1); stock.reveal(stock.top());",
    ));
    assert_eq!(sees(&current, Some(1), "hand", Some(0)), "Coins Three,?");
    assert_eq!(sees(&current, None, "hand", Some(0)), "?,?");
    assert_eq!(sees(&current, None, "stock", None), "?,?,?,Coins One");
}

#[test]
fn cards_of_others_are_chosen_unseen() {
    let items = format!(
        "{CARDS} global class R {{ action take {{ input Card c from hand(1); trigger PlayerChoiceEvent {{ return true; }} effect {{ Log.say(name(c)); }} }} }}"
    );
    let mut current = start(&program(&items, "fill(); stock.draw(3, to: hand(1));"));
    assert_eq!(moves(&mut current), ["take a card"; 3]);
    play(&mut current, "take a card");
    assert!(logged(&current).starts_with("Co"));
}

#[test]
fn enumerations_have_cases_with_attributes() {
    assert_eq!(
        with(
            CARDS,
            "Rank r = Rank.Two; Log.say(\"{r} {r.name} {r.index} {r.points} {Rank.all().length} {Rank.named(\"Three\").points} {Rank.named(\"Four\") == null} {Rank.One < Rank.Two} {Suit.all().last()}\");"
        ),
        "Two Two 1 2 3 3 true true Coins"
    );
}

#[test]
fn chance_follows_the_seed_and_stays_in_range() {
    let items = "dice D { faces 2, 4, 6; }";
    let text = program(
        items,
        "for (number i in 1..50) { Log.say(\"{random.roll(6)}{D.roll()}{random.pick({ 7, 8 })}\"); } Log.say(\"{D.faces.length} {random.pick(new List<number>()) == null}\");",
    );
    let game = crate::kit::game(&text);
    let said = |seed| logged(&Match::start(&game, 2, seed));
    assert_eq!(said(7), said(7));
    assert_ne!(said(7), said(8));
    let all = said(7);
    assert!(all.ends_with(" 3 true"), "{all}");
    let rolls: Vec<&str> = all.split(' ').take(50).collect();
    assert!(
        rolls
            .iter()
            .all(|r| "123456".contains(&r[..1]) && "246".contains(&r[1..2]) && "78".contains(&r[2..])),
        "{all}"
    );
    for face in ["1", "2", "3", "4", "5", "6"] {
        assert!(rolls.iter().any(|r| r.starts_with(face)), "{all}");
    }
}

#[test]
fn secret_attributes_are_seen_by_the_owner_alone() {
    let items = "class Role { secret string spy = \"yes\"; string name = \"r\"; }";
    let current =
        start(&program(items, "Role r = new Role(); r.assign(player: 1); Log.say(\"{all(Role).length}\");"));
    let shown = |seat| {
        let view = current.view(seat);
        let role = view.objects.iter().find(|o| o.class == "Role").unwrap();
        role.attributes.iter().map(|(n, _)| n.clone()).collect::<Vec<_>>()
    };
    assert_eq!(shown(Some(1)), ["spy", "name"]);
    assert_eq!((shown(Some(0)), shown(None)), (vec!["name".to_owned()], vec!["name".to_owned()]));
    assert_eq!(attribute(&current, "Role", "spy"), ValueView::Text("yes".to_owned()));
    assert_eq!(asked(&current), "0 act");
}

/// A row of three and, for each player, a pile of each colour, that nobody else sees.
const ROWS: &str = "enum Colour { Red, Blue }
    interactable Card { number worth; }
    option number wide = 3 in 2..4;
    deck stack[2] of Card;
    zone row[wide] of Card { visible all; ordered; }
    zone pile[Colour] of Card per player { visible owner; }
    zone hand of Card per player { visible owner; }
    function Card card(number worth) { return new Card() { worth = worth }; }
    function string all(List<number> n) { return n.fold(\"\", with: (text, x) => \"{text}{x}\"); }
    function string worths(List<Card> cards) { return all(cards.map(c => c.worth)); }";

#[test]
fn a_row_is_a_list_of_zones() {
    assert_eq!(
        with(
            ROWS,
            "for (number i in 0..5) { row[i % 3].add(card(i)); }
            Log.say(\"{row.length} {all(row.map(z => z.length))} {worths(row.flatten())} {row[1].top().worth}\");
            for (var z in row) { z.move(z.top(), to: stack[0]); }
            number i = 2;
            Log.say(\"{worths(stack[0])} {row[i].bottom().worth} {stack[1 - 1].length} {row.first(z => z.isEmpty()) == null}\");
            List<Zone<Card>> all = row;
            Log.say(\"{all[0] == row[0]} {all[i - 1] == row[1]} {row.indexOf(row[2])} {row[0].owner == null}\");"
        ),
        "3 222 031425 4 345 2 3 true true true 2 true"
    );
}

#[test]
fn a_row_has_a_zone_for_each_case_and_player() {
    assert_eq!(
        with(
            ROWS,
            "for (number i in 0..3) { stack[1].add(card(i)); }
            stack[1].deal(1, to: pile[Colour.Red]);
            Colour c = Colour.all().last();
            player p = player.all()[1];
            stack[1].draw(2, to: pile(p)[c]);
            Log.say(\"{worths(pile(0)[Colour.Red])} {worths(pile(1).flatten())} {pile[c](1).length} {pile(p)[c].owner}\");
            Log.say(\"{all(pile.map(z => z.of(1).length))} {pile(1).length}\");"
        ),
        "3 210 2 Player 2 12 2"
    );
}

#[test]
fn a_zone_of_a_row_is_named_as_one_reads_it() {
    assert_eq!(
        with(ROWS, "number i = 0; Log.say(\"{row[1]}, {stack[i]}, {pile(0)[Colour.Blue]}\");"),
        "row 2 of 3, stack 1 of 2, Blue pile(0)"
    );
    let look = "look row { title \"Offer\"; layout row; 1 { title \"The middle\"; } }
        look Colour { Blue { title \"Sky\"; } } look pile { Red { colour \"red\"; } }";
    let current = start(&program(&format!("{ROWS} {look}"), ""));
    let view = current.view(Some(0));
    let shown = view
        .zones
        .iter()
        .filter(|z| z.owner != Some(1))
        .map(|z| z.look.title.as_ref().map_or(z.name.clone(), |title| format!("{}: {title}", z.name)));
    assert_eq!(
        shown.collect::<Vec<_>>(),
        [
            "stack[0]: stack 1 of 2",
            "stack[1]: stack 2 of 2",
            "row[0]: Offer 1 of 3",
            "row[1]: The middle",
            "row[2]: Offer 3 of 3",
            "pile[Red]: Red pile",
            "pile[Blue]: Sky pile",
            "hand"
        ]
    );
    assert!(view.zones[2].layout.is_some() && view.zones[3].layout.is_some());
}

#[test]
fn a_row_has_no_zone_beyond_its_end() {
    let message = |setup| fault(ROWS, setup).message;
    assert_eq!(message("number i = 3; row[i].shuffle();"), "index 3 is outside of a list of length 3");
    assert_eq!(message("row[3].shuffle();"), "index 3 is outside of a list of length 3");
    assert!(message("Colour c = null; pile(0)[c].shuffle();").contains("null"));
}

#[test]
fn what_lies_in_a_hidden_row_is_as_hidden_as_in_a_zone() {
    let action = |choice: &str, effect: &str| {
        let items = format!(
            "{ROWS} global class R {{ string told = \"\"; action a {{ {choice} trigger PlayerChoiceEvent {{ return true; }} effect {{ {effect} }} }} }}"
        );
        let loaded = crate::kit::loaded(&program(&items, ""));
        loaded.problems.iter().any(|p| matches!(p.code, "secret-or-open" | "offer-tells"))
    };
    let of = |zone: &str| action(&format!("input number n from {zone}.map(c => c.worth);"), "");
    assert!(of("pile(actor)[Colour.Red]") && of("pile(actor)[Colour.all().last()]"));
    assert!(of("pile(actor).flatten()") && of("stack.flatten()") && !of("row.flatten()"));
    let into = |zone: &str| action("input number n from 0..1;", &format!("{zone}.add(card(n));"));
    assert!(into("stack[n]") && into("pile(0)[Colour.Red]") && !into("row[n]"));
    let only = |condition: &str| action(&format!("input number n from 0..1 where {condition};"), "");
    assert!(!only("!stack[n].isEmpty()") && !only("stack[0].length > n && stack.length > n"));
    assert!(only("stack[n].top().worth > 1") && !only("row[n].top().worth > 1"));
}

/// What is dealt out, and gathered again in the order of all cards.
const GATHERED: &str =
    "for (Card c in stock.peek(6)) { hand(c.rank.points % 2).add(c); } stock.addAll(all(Card));";

#[test]
fn who_knows_some_of_those_that_are_gathered_cannot_tell_where_they_lie() {
    let current = start(&program(CARDS, &format!("fill(); {GATHERED}")));
    assert_eq!(sees(&current, Some(1), "stock", None), "?,?,?,?,?,?");
    let all_known = GATHERED.replace("c.rank.points % 2", "0");
    let current = start(&program(CARDS, &format!("fill(); {all_known}")));
    assert!(!sees(&current, Some(0), "stock", None).contains('?'));
    assert_eq!(sees(&current, Some(1), "stock", None), "?,?,?,?,?,?");
    let one_by_one = GATHERED.replace("stock.addAll(all(Card))", "trick.addAll(all(Card))");
    let current = start(&program(CARDS, &format!("fill(); {one_by_one}")));
    assert!(!sees(&current, Some(1), "trick", None).contains('?'), "everybody sees that zone");
}

#[test]
fn what_came_to_light_is_not_taken_for_what_was_chosen_where_that_may_have_gone_elsewhere() {
    let items =
        "interactable Card { number worth; } deck stock of Card; zone pit of Card { visible none; ordered; }
        zone row of Card { visible all; } global class R { action bury { open input Card c from stock;
            trigger PlayerChoiceEvent; effect { pit.add(c); row.add(stock.top()); } } }";
    let setup = "for (number n in 1..3) { stock.add(new Card() { worth = n }); }";
    let mut current = start(&program(items, setup));
    current.follow();
    current.play(0).unwrap();
    for seat in [0, 1] {
        let log = format!("{:?}", current.observer(Some(seat)).log());
        assert!(log.contains("Unknown") && !log.contains("Thing {"), "seat {seat}: {log}");
    }
}

#[test]
fn a_card_that_comes_to_light_is_named_in_the_log_though_another_is_dealt() {
    let rules = "global class R { action play { input Card c from hand(actor); trigger PlayerChoiceEvent { return true; }
        effect { trick.add(c); stock.draw(1, to: hand(0)); stock.draw(1, to: hand(1)); } } }";
    let setup = "fill(); stock.draw(2, to: hand(0)); stock.draw(2, to: hand(1));";
    let mut current = start(&program(&format!("{CARDS} {rules}"), setup));
    current.follow();
    current.play(0).unwrap();
    for seat in [0, 1] {
        let log = format!("{:?}", current.observer(Some(seat)).log());
        assert!(log.contains("Thing {") && !log.contains("Unknown"), "seat {seat}: {log}");
    }
}

#[test]
fn cards_that_several_choose_in_secret_are_named_once_they_lie_open() {
    let rules = "turn Both { phase Choose { simultaneous player.all(); then { R.n += 1; } } }
        global class R { number n = 0; action lay { input Card c from hand(player.active());
            trigger PlayerChoiceEvent { return true; } effect { trick.add(c); } } }";
    let setup = "fill(); stock.draw(2, to: hand(0)); stock.draw(2, to: hand(1)); turns.use(\"Both\");";
    let mut current = start(&program(&format!("{CARDS} {rules}"), setup));
    current.follow();
    current.play_as(1, 0).unwrap();
    assert_eq!(chosen(&current, None), []);
    current.play_as(0, 0).unwrap();
    for viewer in [Some(0), Some(1), None] {
        let told = chosen(&current, viewer);
        assert!(
            told.len() == 2 && told.iter().all(|(_, text)| !text.contains("a card")),
            "{viewer:?}: {told:?}"
        );
    }
}

#[test]
fn in_the_hand_of_another_known_cards_stand_in_no_order_that_tells_how_they_came() {
    let shown = |setup: &str| {
        let reveal = "for (Card c in hand(1)) { c.reveal(); }";
        sees(&start(&program(CARDS, &format!("fill(); {setup} {reveal}"))), Some(0), "hand", Some(1))
    };
    let one = shown("Card a = stock.top(); Card b = stock.bottom(); hand(1).add(a); hand(1).add(b);");
    let other = shown("Card a = stock.top(); Card b = stock.bottom(); hand(1).add(b); hand(1).add(a);");
    assert!(!one.contains('?') && one == other, "{one} and {other}");
}

#[test]
fn what_is_too_much_to_be_followed_is_looked_at_anew() {
    let rules = "global class R { number n = 0;
        action much { input number most from {5000, 30000, 60000}; trigger PlayerChoiceEvent { return true; } effect { for (number i in 1..most) { n = i; } } } }";
    let mut current = start(&program(&format!("{CARDS} {rules}"), "fill(); trick.add(stock.top());"));
    current.follow();
    let ids = |current: &Match| current.observer(None).tabletop().things.into_keys().collect::<Vec<_>>();
    let before = ids(&current);
    current.play("much 5000").unwrap();
    let is_cut = |current: &Match| {
        let trace = current.observer(None).trace();
        trace.last().is_some_and(|step| step.change == Change::Anew)
    };
    assert!(ids(&current) == before && !is_cut(&current), "that much is told");
    current.play("much 30000").unwrap();
    assert!(ids(&current) == before && is_cut(&current), "that much is followed, and told up to a bound");
    current.play("much 60000").unwrap();
    let after = ids(&current);
    assert!(after.len() == before.len() && after != before && is_cut(&current), "{before:?} and {after:?}");
}

/// What a viewer does not see must not break what one statement makes, again and again, into several.
#[test]
fn steps_are_put_together_by_what_their_viewer_sees_alone() {
    let rules = "interactable Pawn { } board Field { shape square(4, 4); capacity unlimited; }
        class Person { secret bool isSpy = false; secret number kills = 0; number round = 0; }
        global class R { secret number seen = 0;
            function bool acts() { return all(Person)[1].isSpy; }
            action act { trigger PlayerChoiceEvent { return true; } effect {
                for (Person x in all(Person)) { x.round += 1; if (x.isSpy) { x.kills += 1; } }
                for (string to in {\"a1\", \"b1\", \"c1\"}) { all(Pawn)[0].putOn(Field.tile(to)); if (acts()) { seen += 1; } }
                for (player p in player.all()) { score p p.score + 1; if (acts()) { tell \"psst\" to 1; } }
                for (number i in 1..3) { stock.draw(1, to: hidden); if (acts()) { stock.top().reveal(to: 1); } }
            } } }
        zone hidden of Card;";
    let setup = "fill(); new Pawn().putOn(Field.tile(\"d4\"));
        for (player p in player.all()) { Person x = new Person(); x.assign(p); } all(Person)[SPY].isSpy = true;";
    let told = |spy: &str, viewer: Option<u32>| {
        let mut current = start(&program(&format!("{CARDS} {rules}"), &setup.replace("SPY", spy)));
        current.follow();
        current.play("act").unwrap();
        current.observer(viewer).trace().to_vec()
    };
    let [one, other] = ["1", "2"].map(|spy| told(&format!("{spy} % player.all().length"), None));
    assert_eq!(one, other);
    let moves = one.iter().filter(|step| matches!(&step.change, Change::Move { .. })).count();
    assert_eq!(moves, 1, "one way over several places: {one:?}");
    assert_ne!(told("1", Some(1)), told("0", Some(1)), "who is told something hears of it");
}

#[test]
fn dice_in_a_game_with_secrets_are_told_to_those_who_see_them_before_their_effects() {
    let rules = "dice Open { faces 4; visible all; } dice Unsaid { faces 3; } dice Own { faces 5; visible owner; } dice Dark { faces 6; visible none; }
        global class R { number n = 0;
            action throw { trigger PlayerChoiceEvent { return true; } effect { n = Open.roll() + Own.roll() + Dark.roll() + Unsaid.roll() + random.roll(1); } } }";
    let mut current = start(&program(&format!("{CARDS} {rules}"), "fill(); stock.deal(1, to: hand);"));
    current.follow();
    current.play("throw").unwrap();
    let told = |viewer: Option<u32>| {
        let told = current.observer(viewer).trace().iter().map(|step| match &step.change {
            Change::Roll { dice, values } => format!("{}{values:?}", dice.as_deref().unwrap_or("none")),
            Change::Set { attr, .. } => attr.to_string(),
            other => format!("{other:?}"),
        });
        told.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(told(Some(0)), "Open[4.0] Own[5.0] n");
    assert_eq!((told(Some(1)).as_str(), told(None).as_str()), ("Open[4.0] n", "Open[4.0] n"));
}
