//! Invariant 5: matches that differ only in what a seat may not know look the same to that seat.

use crate::kit::{chosen, game, moves, play, program};
use engine::Match;
use engine::tabletop::Entry;
use engine::view::Viewer;

/// All that a seat gets to see and hear: view, moves, questions, refusals.
fn all(current: &Match, seat: u32) -> String {
    let copy = current.clone();
    let asked = copy.questions();
    let own = asked.iter().any(|q| q.seat == seat);
    let moves = if own { copy.moves().unwrap() } else { Vec::new() };
    let refusals: Vec<String> =
        ["nonsense", "play", "guess 9", "take a card 7", "play Two of Cups", "peek", "wait wait"]
            .iter()
            .map(|text| format!("{:?}", current.clone().play_as(seat, *text).err()))
            .collect();
    format!("{:#?}\n{asked:#?}\n{moves:#?}\n{refusals:#?}", current.view(Some(seat)))
}

const HIDDEN: &str = "enum Suit { Cups, Coins, Swords }
    interactable Card { Suit suit; number n; secret string mark; }
    deck stock of Card; zone hand of Card per player { visible owner; } zone pile of Card { visible all; ordered; } zone away of Card;
    class Spy { secret number code = 0; secret List<Card> seen = {}; number public = 1; }
    look Card { title \"{suit} {n} {mark}\"; text mark; badge mark, n; corner n > 2 ? mark : \"-\"; symbol suit; }
    look hand { sort mark, n; } look away { sort mark; } look Spy { title \"{code}\"; badge code; }
    global class R {
        action take { input Card c from hand(actor + 1); trigger PlayerChoiceEvent { return true; } effect { away.add(c); turn.pass(); } }
        action play { input Card c from hand(actor); trigger PlayerChoiceEvent { return true; } effect { pile.add(c); turn.pass(); } }
        action peek { trigger PlayerChoiceEvent { return true; } effect { stock.top().reveal(to: actor); turn.pass(); } }
        action hide { trigger PlayerChoiceEvent { return true; } effect { for (Spy s in all(Spy)) { s.code += 1; } turn.pass(); } }
    }";

/// Both hands are dealt from a deck whose order the swap changes below what player 0 sees.
fn hidden(swap: &str) -> Match {
    let setup = format!(
        "for (Suit s in Suit.all()) {{ for (number i in 1..4) {{ stock.add(new Card() {{ suit = s, n = i, mark = \"{{s}}{{i}}\" }}); }} }} Card a = stock[0]; {swap} Spy x = new Spy() {{ code = 1 }}; x.assign(player: 0); Spy y = new Spy() {{ code = a.n * 100 }}; y.assign(player: 1); y.seen.add(a); stock.draw(3, to: hand(0)); stock.draw(3, to: hand(1)); away.add(stock.top());"
    );
    Match::start(&game(&program(HIDDEN, &setup)), 2, 1)
}

/// The same game, the cards of the other player and of the deck being others.
fn pair() -> (Match, Match) {
    (
        hidden("a.n = 1;"),
        hidden(
            "for (number i in 0..7) { stock.move(stock[0], to: away); } while (!away.isEmpty()) { stock.move(away[0], to: stock, position: 0); }",
        ),
    )
}

#[test]
fn hands_decks_and_secret_attributes_do_not_show() {
    let (mut one, mut two) = pair();
    assert_ne!(one.secrecy().view_all(), two.secrecy().view_all(), "the matches differ");
    assert_eq!(all(&one, 0), all(&two, 0));
    for text in ["peek", "hide", "take a card", "hide", "take a card"] {
        for current in [&mut one, &mut two] {
            let seat = current.questions()[0].seat;
            let id = current.moves().unwrap().iter().find(|m| m.text == text).map(|m| m.id);
            let Some(id) = id else {
                panic!(
                    "{text}: {:?}",
                    current.moves().unwrap().iter().map(|m| m.text.clone()).collect::<Vec<_>>()
                )
            };
            current.play(id).unwrap();
            let _ = seat;
        }
        if text == "peek" {
            // What player 0 peeked at may differ; look with the other pair of eyes from here on.
            let (a, b) = pair();
            (one, two) = (a, b);
            for current in [&mut one, &mut two] {
                play(current, "hide");
            }
        }
        assert_eq!(all(&one, 0), all(&two, 0), "after {text}");
    }
}

#[test]
fn a_spectator_sees_no_hidden_card() {
    let (one, two) = pair();
    let seen = |m: &Match| format!("{:?}", m.view(None)).replace("away", "");
    let known = format!("{:?}", one.view(None));
    assert!(!known.contains("Cups") && !known.contains("mark") && !known.contains("code"), "{known}");
    assert_eq!(seen(&one), seen(&two));
}

/// Two deals of crazy eights in which player 0 holds the same cards and the same card lies on top.
#[test]
fn crazy_eights_hides_the_other_hand() {
    let text = |order: &str| {
        format!("game \"E\"; import \"std/cards\"; deck stock of Card; zone discard of Card {{ visible all; ordered; }} zone hand of Card per player {{ visible owner; }} turn Main {{ }}
        global class Table {{ action play {{ input Card card from hand(player.active()) {{ return card.suit == discard.top().suit || card.rank == discard.top().rank; }} trigger PlayerChoiceEvent {{ return true; }} effect {{ discard.add(card); turn.pass(); }} }} action draw {{ trigger PlayerChoiceEvent {{ return true; }} effect {{ stock.draw(1, to: hand(actor)); turn.pass(); }} }} }}
        setup {{ players 2; stock.addAll(french52()); stock.draw(7, to: hand(0)); stock.draw(1, to: discard); {order} stock.draw(7, to: hand(1)); turns.use(\"Main\"); }}")
    };
    let start = |order: &str| Match::start(&game(&text(order)), 2, 1);
    let (mut one, mut two) = (start(""), start("stock.shuffle();"));
    assert_ne!(one.secrecy().view_all().zones, two.secrecy().view_all().zones);
    assert_eq!(all(&one, 0), all(&two, 0));
    for current in [&mut one, &mut two] {
        let id = current.moves().unwrap().iter().find(|m| m.text.starts_with("play")).unwrap().id;
        current.play(id).unwrap();
    }
    assert_eq!(all(&one, 0), all(&two, 0));
}

#[test]
fn a_public_name_for_a_card_does_not_tell_where_it_lies() {
    let started = |where_to: &str| {
        let setup = format!(
            "for (number i in 1..4) {{ stock.add(new Card() {{ n = i }}); }} stock.draw(1, to: hand(1)); Memory.seen = {where_to};"
        );
        let text = "interactable Card { number n; }
            deck stock of Card; zone hand of Card per player { visible owner; }
            global class Memory { Card seen; }
            global class R { action wait { trigger PlayerChoiceEvent { return true; } effect { turn.pass(); } } }";
        Match::start(&game(&program(text, &setup)), 2, 1)
    };
    let (drawn, left) = (started("hand(1)[0]"), started("stock[0]"));
    assert_eq!(drawn.view(Some(0)), left.view(Some(0)));
    assert_eq!(drawn.view(None), left.view(None));
    assert_ne!(drawn.view(Some(1)), left.view(Some(1)), "its owner knows the card");
}

/// Six cards, of which player 0 sees those that `open` names, in the hand of player 1, lowest first.
fn six_cards(open: &str, seed: u64) -> Match {
    let text = "interactable Card { number n; }
        zone hand of Card per player { visible owner; }
        global class R { number taken;
            action take { input Card c from hand(1); trigger PlayerChoiceEvent { return true; } effect { taken = c.n; hand(0).add(c); } } }";
    let setup =
        format!("for (number i in 1..6) {{ hand(1).add(new Card() {{ n = i }}); }} {open} turn.pass(0);");
    Match::start(&game(&program(text, &setup)), 2, seed)
}

fn taken(current: &Match) -> String {
    format!("{:?}", crate::kit::attribute(current, "R", "taken"))
}

#[test]
fn the_order_of_hidden_cards_in_a_list_tells_nothing_and_is_the_same_again() {
    let mut counts = std::collections::BTreeMap::<String, usize>::new();
    for seed in 0..120 {
        let start = six_cards("", seed);
        let mut by_number = start.clone();
        by_number.play(2).unwrap();
        let again = by_number.record().replay(start.game()).unwrap();
        assert_eq!(taken(&by_number), taken(&again));
        *counts.entry(taken(&by_number)).or_default() += 1;
        // A text and parts mean the first that is shown.
        let [mut first, mut by_text, mut by_parts] = [(); 3].map(|()| start.clone());
        first.play(0).unwrap();
        by_text.play("take a card").unwrap();
        let mut parts = Vec::new();
        while let Some(part) = start.seat(0).next_part(&parts).unwrap() {
            parts.push(part.options[0].clone());
        }
        by_parts.play(parts.as_slice()).unwrap();
        assert_eq!([taken(&first), taken(&first)], [taken(&by_text), taken(&by_parts)]);
    }
    assert!(counts.len() == 6 && counts.values().all(|n| (8..=36).contains(n)), "{counts:?}");
}

#[test]
fn a_hidden_card_does_not_stand_between_known_ones() {
    let shown = |hidden: &str| -> Vec<String> {
        let open = format!("for (Card c in hand(1)) {{ if (c.n != {hidden}) {{ c.reveal(to: 0); }} }}");
        let moves = six_cards(&open, 1).moves().unwrap();
        moves.iter().filter_map(|m| m.text.strip_prefix("take ").map(str::to_owned)).collect()
    };
    assert_eq!(shown("2"), ["1", "3", "4", "5", "6", "a card"]);
    assert_eq!(shown("9"), ["1", "2", "3", "4", "5", "6"]);
}

#[test]
fn pieces_with_secrets_are_listed_by_where_they_stand() {
    let text = "board Field { shape square(3, 3); } interactable Unit { secret number rank; }
        global class R { action hit { input Unit u; trigger PlayerChoiceEvent { return true; } effect { remove u; } } }";
    let setup = "for (string tile in { \"c1\", \"a1\", \"b1\" }) { Unit u = new Unit() { rank = all(Unit).length }; u.assign(player: 1); Field.place(u, Field.tile(tile)); } turn.pass(0);";
    let moves = Match::start(&game(&program(text, setup)), 2, 1).moves().unwrap();
    let texts: Vec<&str> =
        moves.iter().filter(|m| m.action.as_deref() == Some("hit")).map(|m| m.text.as_str()).collect();
    assert_eq!(texts, ["hit a1", "hit b1", "hit c1"]);
}

/// Player 0 has given player 1 a 7; that player has put a card away, `gone`, that nobody else saw.
fn put_away(gone: &str) -> Match {
    let text = "interactable Card { number n; } zone away of Card; zone hand of Card per player { visible owner; }
        global class R { action wait { trigger PlayerChoiceEvent { return true; } effect { turn.pass(); } } }";
    let setup = format!(
        "hand(1).add(new Card() {{ n = 3 }}); hand(0).add(new Card() {{ n = 7 }}); hand(1).addAll(hand(0));
         away.add(hand(1).first(c => c.n == {gone}));"
    );
    Match::start(&game(&program(text, &setup)), 2, 1)
}

#[test]
fn a_card_once_seen_cannot_be_followed_through_a_hidden_move() {
    let (seven, three) = (put_away("7"), put_away("3"));
    assert_eq!(all(&seven, 0), all(&three, 0));
    assert_eq!(seven.view(None), three.view(None));
    assert_ne!(seven.view(Some(1)), three.view(Some(1)), "who put it away knows it");
}

#[test]
fn what_each_seat_has_seen_once_is_still_hidden_from_spectators() {
    let text = "interactable Card { number n; } zone hand of Card per player { visible owner; }
        global class R { action wait { trigger PlayerChoiceEvent { return true; } effect { turn.pass(); } } }";
    let setup = "hand(0).add(new Card() { n = 7 }); hand(1).addAll(hand(0));";
    let current = Match::start(&game(&program(text, setup)), 2, 1);
    let sees = |viewer| format!("{:?}", current.view(viewer)).contains("\"n\"");
    assert_eq!([sees(Some(0)), sees(Some(1)), sees(None)], [true, true, false]);
}

#[test]
fn a_lifted_card_is_seen_by_everybody_as_long_as_it_lies_nowhere() {
    let text = "interactable Card { number n; } zone hand of Card per player { visible owner; }
        global class R { action wait { trigger PlayerChoiceEvent { return true; } effect { for (Card c in all(Card)) { hand(0).add(c); } } } }";
    let setup = "hand(0).add(new Card() { n = 7 }); hand(0)[0].lift();";
    let mut current = Match::start(&game(&program(text, setup)), 2, 1);
    let sees = |now: &Match, viewer| format!("{:?}", now.view(viewer)).contains("\"n\"");
    assert_eq!([Some(1), None].map(|v| sees(&current, v)), [true, true]);
    let seat = current.decider().unwrap();
    current.play_as(seat, 0).unwrap();
    assert_eq!([Some(0), Some(1), None].map(|v| sees(&current, v)), [true, false, false]);
}

#[test]
fn of_a_move_only_what_comes_to_be_seen_is_told_to_others() {
    let mut before = hidden("");
    before.follow();
    let told = |action: &str, viewer: Viewer| {
        let moves = before.moves().unwrap();
        let id = moves.iter().position(|m| m.action.as_deref() == Some(action)).unwrap();
        let mut after = before.clone();
        after.play(id).unwrap();
        chosen(&after, viewer)
    };
    for viewer in [Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator] {
        assert_eq!(told("play", viewer), [(0, "play Swords".to_owned())], "{viewer:?}");
    }
    assert_eq!(told("take", Viewer::Seat(0)), [(0, "take a card".to_owned())]);
    assert_eq!(told("take", Viewer::Seat(1)), [(0, "take Coins".to_owned())], "whose card it was");
    assert_eq!(told("take", Viewer::Spectator), [(0, "take a card".to_owned())]);
}

/// Texts that quote a card on a deck, which `seen` shows to player 0 or not, and a secret of player 1.
fn quoting(seen: &str) -> Match {
    let text = "interactable Card { number n; string name = \"Ace\"; } deck stock of Card; class Plan { secret number goal = 7; }
        zone hand of Card per player { visible owner; }
        global class R {
            action look { trigger PlayerChoiceEvent { return true; } effect {
                Card top = stock.top();
                fail \"{top} {stock.top().n} {top.n + 1} {stock.length} {all(Plan)[0].goal}\"; } }
            action ask { input bool b \"is it {stock.top().name}?\"; trigger PlayerChoiceEvent { return true; } effect {
                bool c = choose bool \"{stock.top().n}, really?\" by 1; if (c) { fail stock.top().name; } } } }";
    let setup = format!(
        "stock.add(new Card() {{ n = 4 }}); stock.add(new Card() {{ n = 5 }}); {seen} Plan plan = new Plan(); plan.assign(player: 1); turn.pass(0);"
    );
    Match::start(&game(&program(text, &setup)), 2, 1)
}

#[test]
fn texts_quote_only_what_their_reader_may_see() {
    let told = |seen: &str| -> Vec<String> {
        let mut now = quoting(seen);
        let refused = now.clone().play_as(0, "look").unwrap_err().to_string();
        let part =
            now.seat(0).next_part(&[("ask".to_owned(), engine::view::ValueView::Text("ask".to_owned()))]);
        let prompt = part.unwrap().unwrap().prompt.unwrap();
        now.play_as(0, "ask yes").unwrap();
        let question = now.questions()[0].prompt.clone().unwrap();
        let answer = now.play_as(1, "yes").unwrap_err().to_string();
        vec![refused, prompt, question, answer]
    };
    // Why an answer is refused, nobody but who acts is told.
    let answered = "there is no move `yes`; possible: no";
    let hidden = ["`look` is not legal: a card ? ? 2 ?", "is it ??", "?, really?", answered];
    assert_eq!(told(""), hidden);
    let shown = "`look` is not legal: Card 5 6 2 ?";
    assert_eq!(told("stock.top().reveal(to: 0);"), [shown, "is it Ace?", hidden[2], hidden[3]]);
    assert_eq!(told("stock.top().reveal(to: 1);"), [hidden[0], hidden[1], "5, really?", answered]);
}

/// A match in which `look` fails with a text that quotes two cards of player 1, a 4 and a 5, and in whose hand `done`
/// lies, and an ace that everybody sees on `pile`.
fn worked_out(statement: &str, shown: &str) -> Match {
    let text = "enum Colour { Red, Blue }
        interactable Card { number n; Colour colour = Colour.Red; function number twice() { return n * 2; } }
        interactable Ace extends Card { override function number twice() { return 50; } }
        modifier Bigger on Card { override number n { return base.n + 1; } }
        zone hand of Card per player { visible owner; } zone pile of Card { visible all; }
        function Card best() { return hand(1).maxBy(c => c.n); }
        function number sum(List<Card> cards, (Card) => number of) { number s = 0; for (Card c in cards) { s += of(c); } return s; }
        global class R { Card fav; Table<number, Card> kept = new Table<number, Card>(); List<Card> held = {}; string note = \"note\"; secret number plan = 3; number open = 8;
            action look { trigger PlayerChoiceEvent { return true; } effect { STATEMENT } } }"
        .replace("STATEMENT", statement);
    let setup = format!(
        "hand(1).add(new Card() {{ n = 4 }}); hand(1).add(new Ace() {{ n = 5 }}); pile.add(new Card() {{ n = 1 }}); hand(1)[0].add(Bigger);
         R.fav = hand(1)[0]; R.held.add(hand(1)[0]); R.held.add(hand(1)[1]); R.kept[1] = R.fav; {shown} turn.pass(0);"
    );
    Match::start(&game(&program(&text, &setup)), 2, 1)
}

#[test]
fn whatever_is_worked_out_from_hidden_things_is_left_out_of_texts() {
    for (part, known) in [
        ("hand(1).maxBy(c => c.n).n", "5"),
        ("hand(1).map(c => c.n)[0]", "5"),
        ("hand(1).any(c => c.n > 3)", "true"),
        ("hand(1).filter(c => c is Ace).length", "1"),
        ("hand(1).sortBy(c => c.n)[0]", "Card"),
        ("best()", "Card"),
        ("best().n", "5"),
        ("best().n > 4 ? R.note : \"no\"", "note"),
        ("sum(hand(1), c => c.n)", "10"),
        ("R.kept[1].n", "5"),
        ("R.held.indexOf(R.fav)", "0"),
        ("R.held[1] == hand(1)[0]", "false"),
        ("R.fav == hand(1)[0]", "true"),
        ("hand(1).contains(R.fav)", "true"),
        ("R.fav.place == hand(1)", "true"),
        ("hand(1)[1].twice()", "50"),
        ("all(Ace).length", "1"),
        ("R.fav.colour.name", "Red"),
        ("(R.fav as Ace) == null", "true"),
        ("suppose { R.open = hand(1)[0].n; } gives R.open", "5"),
        ("suppose { hand(1)[0].reveal(); } gives hand(1)[0].n", "5"),
        ("suppose { pile.add(hand(1)[0]); } gives pile.top().n", "5"),
    ] {
        let (fails, tells) =
            (format!("fail \"{{{part}}} {{R.open}}\";"), format!("tell \"{{{part}}} {{R.open}}\";"));
        let told = |shown: &str| worked_out(&fails, shown).play_as(0, "look").unwrap_err().to_string();
        assert_eq!(told(""), "`look` is not legal: ? 8", "{part}");
        let shown = told("hand(1)[0].reveal(); hand(1)[1].reveal();");
        assert_eq!(shown, format!("`look` is not legal: {known} 8"), "{part}");

        let mut now = worked_out(&tells, "");
        now.play_as(0, "look").unwrap();
        let heard = |viewer: Viewer| now.observer(viewer).heard();
        for viewer in [Viewer::Seat(0), Viewer::Spectator] {
            let heard = heard(viewer);
            // A piece that is told is named as its reader knows it.
            assert!(heard == ["? 8"] || *known == *"Card" && heard == ["a card 8"], "{part}: {heard:?}");
        }
        if *known != *"Card" {
            assert_eq!(heard(Viewer::Seat(1)), [format!("{known} 8")], "{part}");
        }
    }
}

#[test]
fn what_everybody_knows_is_quoted_also_where_things_are_hidden() {
    for (part, told) in [
        ("{hand(1).length} {R.fav}", "2 a card"),
        ("{pile.maxBy(c => c.n).n + pile.top().twice()} {pile.contains(pile.top())}", "3 true"),
        ("{R.held.length} {R.fav == null} {all(R).length} {R.kept.length}", "2 false 1 1"),
        ("{pile.top() == R.fav} {suppose { R.open = 2; } gives R.open}", "false 2"),
        ("{R.plan}", "?"),
    ] {
        let refused =
            worked_out(&format!("fail \"{part}\";"), "").play_as(0, "look").unwrap_err().to_string();
        assert_eq!(refused, format!("`look` is not legal: {told}"), "{part}");
    }
}

#[test]
fn a_zone_that_is_told_says_whose_it_is() {
    let mut now = worked_out("tell \"{R.fav.place}, {pile.top().place}\";", "");
    now.play_as(0, "look").unwrap();
    assert_eq!(now.observer(Viewer::Seat(1)).heard(), ["hand of Player 2, pile"]);
    assert_eq!(now.observer(Viewer::Seat(0)).heard(), ["?, pile"]);
}

/// What is seen while a move is tried is not seen once it is taken back.
#[test]
fn a_refused_move_shows_no_card_that_it_would_have_shown() {
    let text = "interactable Card { number n; } zone stock of Card { visible none; } zone hand of Card per player { visible owner; }
        global class R { action take { trigger PlayerChoiceEvent { return true; } effect {
            stock.draw(1, to: hand(0)); Card made = new Card() { n = 2 };
            fail \"{hand(0)[0].n} {hand(0)[0]} {made.n}\"; } } }";
    let mut now = Match::start(&game(&program(text, "stock.add(new Card() { n = 7 }); turn.pass(0);")), 2, 1);
    assert_eq!(now.play_as(0, "take").unwrap_err().to_string(), "`take` is not legal: ? a card 2");
}

#[test]
fn a_fault_is_told_to_players_without_what_is_hidden() {
    let fault = |body: &str| {
        let text = format!(
            "interactable Card {{ number n; }} zone hand of Card per player {{ visible owner; }}
             global class R {{ action take {{ trigger PlayerChoiceEvent {{ return true; }} effect {{ {body} }} }} }}"
        );
        let mut now =
            Match::start(&game(&program(&text, "hand(0).add(new Card() { n = 7 }); turn.pass(0);")), 2, 1);
        now.play_as(0, "take").unwrap();
        let Some(engine::view::Outcome::Fault(fault)) = now.outcome() else { panic!("no fault") };
        let Some(engine::view::Outcome::Fault(seen)) = now.view(Some(1)).outcome else { panic!("no fault") };
        assert_eq!(seen.message, fault.clone().for_everybody().message);
        (fault.message.clone(), fault.for_everybody().message)
    };
    let said = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(fault("fault(\"a {hand(0)[0].n} of {hand(0).length}\");"), said("a 7 of 1", "a ? of 1"));
    assert_eq!(
        fault("number x = { 1, 2 }[hand(0)[0].n];"),
        said("index 7 is outside of a list of length 2", "`{ 1, 2 }[hand(0)[0].n]` went wrong")
    );
}

/// A hidden card of player 0 is removed while an attribute that everybody sees holds it.
#[test]
fn a_removed_card_is_no_more_open_than_it_was() {
    let text = "interactable Card { number worth; } zone hand of Card per player { visible owner; }
        global class R { Card held; Card never;
            action drop { trigger PlayerChoiceEvent { return true; } effect { held = hand(0)[0]; remove held; never = new Card() { worth = 5 }; remove never; } } }";
    let after = |worth: u32| {
        let setup = format!("hand(0).add(new Card() {{ worth = {worth} }}); turn.pass(0);");
        let mut now = Match::start(&game(&program(text, &setup)), 2, 1);
        now.play("drop").unwrap();
        now
    };
    let (one, two) = (after(77), after(3));
    for viewer in [Viewer::Seat(1), Viewer::Spectator] {
        assert_eq!(one.view(viewer), two.view(viewer));
    }
    assert_ne!(one.view(Viewer::Seat(0)), two.view(Viewer::Seat(0)), "its owner knew it");
    assert!(format!("{:?}", one.view(Viewer::Seat(1))).contains("(\"worth\", 5.0)"), "never in a zone");
}

/// What the lowering keeps in an application, such as how it ends, is nobody's.
#[test]
fn views_do_not_show_how_a_modifier_ends() {
    let text = "interactable Hero { number p = 1; } zone field of Hero { visible all; } event Tick { } event Tock { }
        modifier Curse(number by) on Hero { override number p { return base.p + by; } }
        global class R { number dark = 0;
            action curse { trigger PlayerChoiceEvent { return true; } effect { if (field[0].p > 1) { field[0].add(Curse(2)) until Tick; } else { field[0].add(Curse(2)) until Tock; } } } }";
    let mut now = Match::start(&game(&program(text, "field.add(new Hero());")), 2, 1);
    now.play("curse").unwrap();
    let view = format!("{:?}", now.view(Viewer::Seat(1)));
    assert!(view.contains("(\"by\", 2.0)") && !view.contains("(ends"), "{view}");
}

/// What each seat, spectators and who sees all hear of a step.
fn heard(now: &Match) -> Vec<String> {
    let viewers = [Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator].map(|v| now.observer(v).heard());
    viewers.into_iter().chain([now.secrecy().heard_all()]).map(|heard| heard.join("; ")).collect()
}

#[test]
fn what_is_told_is_worked_out_for_each_viewer_at_that_moment() {
    let text = "interactable Card { number n; secret number mark = 9; } deck stock of Card;
        zone hand of Card per player { visible owner; }
        function bool hushed(player p) { tell \"hushed\"; return true; }
        global class R {
            action show { trigger PlayerChoiceEvent { return true; } effect {
                hand(0)[1].reveal();
                tell \"{actor} shows {hand(0)}, {hand(0)[0].n}, {hand(0)[0].mark} and {hand(0).map(c => c.n)}\";
                tell \"your {hand(1)[0]}\" to 1;
                tell \"nobody\" to (null as player);
                if (suppose { hushed(1); } gives true) { hand(0).shuffle(); }
                hand(1).addAll(hand(0)); } }
            action maybe { trigger PlayerChoiceEvent { return true; } effect { tell \"it may be\"; }
                ensure { return true; } } }";
    let setup = "for (number i in 1..3) { stock.add(new Card() { n = i }); }
        stock.draw(2, to: hand(0)); stock.draw(1, to: hand(1)); tell \"begun with {stock}\"; turn.pass(0);";
    let mut now = Match::start(&game(&program(text, setup)), 2, 1);
    assert_eq!(heard(&now), vec!["begun with nothing"; 4]);
    let mut other = now.clone();
    now.play_as(0, "show").unwrap();
    assert_eq!(
        heard(&now),
        [
            "Player 1 shows 2, 3, 3, ? and 3, 2",
            "Player 1 shows 2, a card, ?, ? and ?; your 1",
            "Player 1 shows 2, a card, ?, ? and ?",
            "Player 1 shows 2, 3, 3, 9 and 3, 2; your 1; nobody",
        ]
    );
    other.play_as(0, "maybe").unwrap();
    assert_eq!(heard(&other), vec!["it may be"; 4], "once, though it was tried before");
    let again = now.record().replay(now.game()).unwrap();
    assert_eq!(heard(&again), heard(&now));
}

#[test]
fn what_is_told_right_before_the_end_says_why_it_ended() {
    let end = |effect: &str| {
        let text = format!(
            "global class R {{ action end {{ trigger PlayerChoiceEvent {{ return true; }} effect {{ {effect} }} }} }}"
        );
        let mut now = Match::start(&game(&program(&text, "turn.pass(0);")), 2, 1);
        now.play_as(0, "end").unwrap();
        [None, Some(0), Some(1)].map(|viewer: Option<u32>| now.observer(viewer).why_over().map(str::to_owned))
    };
    let all = |why: &str| [(); 3].map(|()| Some(why.to_owned()));
    assert_eq!(end("tell \"points\"; if (true) { tell \"mate\"; winner 0; }"), all("mate"));
    assert_eq!(end("tell \"mate\"; winner none;"), all("mate"));
    assert_eq!(end("tell \"points\"; if (true) { winner 0; }"), [None, None, None]);
    assert_eq!(end("tell \"points\"; score 0 1; winner 0;"), [None, None, None]);
    assert_eq!(end("tell \"yours\" to 1; winner 0;"), [None, None, Some("yours".to_owned())]);
    assert_eq!(end("tell \"mate\"; if (false) { tell \"no\"; winner 0; }"), [None, None, None]);
}

#[test]
fn no_more_is_told_than_anybody_reads() {
    let text = "global class R { action chat { trigger PlayerChoiceEvent { return true; } effect {
        for (number n in 1..1000) { tell \"{n} {all(R)}\"; } } } }";
    let mut now = Match::start(&game(&program(text, "turn.pass(0);")), 2, 1);
    now.play_as(0, "chat").unwrap();
    assert_eq!((now.observer(None).heard().len(), now.observer(None).heard()[199]), (200, "200 R"));
}

#[test]
fn a_choice_is_public_to_whom_all_that_it_names_is() {
    let text = "interactable Card { number n; } zone hand of Card per player { visible owner; }
        global class R {
            action raise { input number by from 1..3; secret input bool bluffs; trigger PlayerChoiceEvent { return true; } effect {
                player p = choose player \"Whom?\" { return it != actor; };
                number n = secret choose number \"How much?\" from 4..6;
                Card c = choose Card \"Which?\" from hand(0); } } }";
    let setup = "for (number i in 7..9) { hand(0).add(new Card() { n = i }); } hand(0)[1].reveal(to: 1); turn.pass(0);";
    let mut now = Match::start(&game(&program(text, setup)), 2, 1);
    now.follow();
    let mut told = Vec::new();
    for answer in ["raise 2 yes", "player 2", "5", "8", "9"] {
        if now.play_as(0, answer).is_err() {
            continue;
        }
        let read =
            |viewer| chosen(&now, viewer).into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("; ");
        told.push([Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator].map(read).join(" | "));
    }
    assert_eq!(
        told,
        ["raise 2 true | raise 2 | raise 2", "player 1 | player 1 | player 1", "5 |  | ", "8 | 8 | a card",]
    );
}

/// A piece of player 1 lies on a board that only player 1 sees. `act` is taken by player 0 first.
fn afloat(tile: &str) -> Match {
    let items = "class Wave extends Tile { bool isTried = false; } interactable Ship { number n; }
        board Sea per player { shape square(3, 3); tile Wave; visible owner; }
        zone dock of Ship { visible all; } class Chart { Ship best; }
        global class R {
            string said = \"\";
            action ask { input Wave w from Sea(actor + 1).tiles() where !w.isTried; trigger PlayerChoiceEvent { return true; }
                effect { w.isTried = true; tell \"{w.pieces.length} {w.isEmpty()} {Sea(actor + 1).pieces().length} {Sea(actor + 1).isFull()} {w.piece}\"; turn.pass(); } }
            action shift { secret input Wave w from Sea(actor).tiles(); trigger PlayerChoiceEvent { return true; }
                effect { Sea(actor).pieces().first().putOn(w); turn.pass(); } }
            action show { trigger PlayerChoiceEvent { return true; } effect { Sea(actor).pieces().first().reveal(); turn.pass(); } }
        }";
    let setup = format!(
        "Ship s = new Ship() {{ n = 7 }}; dock.add(s); s.assign(1); Sea(1).place(s, on: \"{tile}\"); Chart c = new Chart() {{ best = s }};"
    );
    Match::start(&game(&program(items, &setup)), 2, 1)
}

#[test]
fn where_pieces_lie_on_a_hidden_board_does_not_show() {
    let (mut one, mut two) = (afloat("a1"), afloat("c2"));
    assert_ne!(one.view(Some(1)), two.view(Some(1)), "the owner sees it");
    assert_ne!(one.secrecy().view_all(), two.secrecy().view_all());
    assert_eq!(all(&one, 0), all(&two, 0));
    assert_eq!(one.view(None), two.view(None));
    assert!(one.view(Some(0)).boards.iter().any(|b| b.hidden), "{:?}", one.view(Some(0)).boards);
    assert!(!format!("{:?}", one.view(Some(0))).contains("\"7\""), "it was seen in the dock before");
    for current in [&mut one, &mut two] {
        play(current, "ask b2");
        assert_eq!(current.observer(Viewer::Seat(0)).heard(), ["? ? ? ? ?"]);
        assert_eq!(current.observer(Viewer::Seat(1)).heard(), ["0 true 1 false null"]);
    }
    assert_eq!(all(&one, 0), all(&two, 0));
    one.follow();
    play(&mut one, "shift b2");
    play(&mut two, "shift b1");
    assert_eq!(all(&one, 0), all(&two, 0));
    assert_eq!(chosen(&one, Viewer::Seat(0)), [(1, "shift".to_owned())]);
}

#[test]
fn a_piece_that_was_shown_is_known_until_it_moves() {
    let mut current = afloat("a1");
    let seen = |current: &Match| {
        let view = current.view(Some(0));
        let sea = view.boards.into_iter().find(|b| b.owner == Some(1)).unwrap();
        let there: Vec<String> =
            sea.tiles.into_iter().filter(|t| !t.pieces.is_empty()).map(|t| t.name).collect();
        there.join(" ")
    };
    play(&mut current, "ask b2");
    assert_eq!(seen(&current), "");
    play(&mut current, "show");
    assert_eq!(seen(&current), "a1");
    play(&mut current, "ask a1");
    assert_eq!(current.observer(Viewer::Seat(0)).heard(), ["1 false ? ? 7"]);
    play(&mut current, "shift c3");
    assert_eq!(seen(&current), "");
}

#[test]
fn texts_do_not_tell_that_no_hidden_card_is_of_a_class() {
    let text = "interactable Card { } interactable King extends Card { } interactable Coin { } modifier Marked on Card;
        deck stock of Card; zone purse of Coin { visible all; }
        global class R { action count { trigger PlayerChoiceEvent { return true; }
            effect { fail \"{all(King).length} {all(Marked).isEmpty()} {all(Coin).length}\"; } } }";
    for card in ["new King()", "new Card()"] {
        let setup = format!("stock.add({card}); purse.add(new Coin());");
        let mut now = Match::start(&game(&program(text, &setup)), 2, 1);
        let refused = now.play_as(0, "count").unwrap_err().to_string();
        assert_eq!(refused, "`count` is not legal: ? ? 1", "{card}");
    }
}

#[test]
fn what_a_move_brings_to_light_is_not_told_as_what_was_chosen() {
    let text = "interactable Card { string name; } deck stock of Card; zone open of Card { visible all; }
        global class R { action hide { secret input number n from 1..3; trigger PlayerChoiceEvent { return true; }
            effect { if (n > 0) { stock.draw(1, to: open); } turn.pass(); } } }";
    let mut now = Match::start(&game(&program(text, "stock.add(new Card() { name = \"Oilman\" });")), 2, 1);
    now.follow();
    play(&mut now, "hide 2");
    assert_eq!(chosen(&now, Viewer::Seat(0)), [(0, "hide 2".to_owned())]);
    assert_eq!(chosen(&now, Viewer::Seat(1)), [(0, "hide".to_owned())]);
}

/// What is told of an action besides its name and what was chosen.
fn words(now: &Match, viewer: impl Into<Viewer>) -> String {
    let mut log = now.observer(viewer).log();
    let Some(Entry::Done(done)) = log.pop() else { panic!("nothing was done") };
    let all = [Some("of"), done.of.as_deref(), Some("says"), done.says.as_deref(), Some("title")];
    all.into_iter()
        .chain([done.title.as_deref()])
        .map(|word| word.unwrap_or("-"))
        .collect::<Vec<_>>()
        .join(" ")
}

/// What both players and those who look on read where a card is used whose back alone others see.
fn used(classes: &str) -> [[String; 3]; 2] {
    let items = format!("{classes} zone hand of Card per player {{ visible owner; }}");
    ["Spy", "Guard"].map(|class| {
        let text = program(&items, &format!("{class} c = new {class}(); c.assign(0); hand(0).add(c);"));
        let mut now = Match::start(&game(&text), 2, 1);
        now.follow();
        let only = moves(&mut now).remove(0);
        play(&mut now, &only);
        [Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator].map(|viewer| words(&now, viewer))
    })
}

#[test]
fn who_does_not_know_a_card_reads_no_words_that_are_its_own() {
    const TURN: &str = "trigger PlayerChoiceEvent { return true; } effect { turn.pass(); }";
    let overrides = format!(
        "interactable Card {{ action use {{ says \"uses {{this}}\"; {TURN} }} }}
         interactable Spy extends Card {{ override action use {{ says \"spies\"; {TURN} }} }}
         interactable Guard extends Card {{ }}"
    );
    let open = "of Card says uses {with} title -";
    assert_eq!(used(&overrides), [["of Spy says spies title -", open, open], [open, open, open]]);
    let each = |spy: &str, guard: &str| {
        let class =
            |name, words| format!("interactable {name} extends Card {{ action use {{ {words} {TURN} }} }}");
        used(&format!("abstract interactable Card {{ }} {} {}", class("Spy", spy), class("Guard", guard)))
    };
    let own = |name| format!("of {name} says uses {{with}} title -");
    let (alike, none) = ("of - says uses {with} title -".to_owned(), "of - says - title use".to_owned());
    let says = "says \"uses {this}\";";
    let expected = ["Spy", "Guard"].map(|name| [own(name), alike.clone(), alike.clone()]);
    assert_eq!(each(says, says), expected);
    let spied = "of Spy says spies title -".to_owned();
    let expected = [[spied, none.clone(), none.clone()], [own("Guard"), none.clone(), none]];
    assert_eq!(each("says \"spies\";", says), expected);
}
