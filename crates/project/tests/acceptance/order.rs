//! The order in which things are told tells nothing of them that is hidden: worlds that differ in the order in which the
//! rules made or moved hidden things are one and the same to whoever does not know these.

use crate::kit::{game, play, program};
use engine::Match;
use engine::record::{Record, StepKind};
use engine::tabletop::Typed;
use engine::view::Viewer;
use std::collections::BTreeSet;

/// All that a viewer is sent: the table and the view, what happened last, and what may be chosen.
fn sent(now: &Match, viewer: impl Into<Viewer>) -> String {
    let viewer = viewer.into();
    let observer = now.observer(viewer);
    let view = match viewer {
        Viewer::Seat(seat) => format!("{:#?}\n{:#?}", now.view(Some(seat)), now.seat(seat).moves().unwrap()),
        Viewer::Spectator => format!("{:#?}", now.view(None)),
    };
    format!("{:#?}\n{:#?}\n{:#?}\n{view}", observer.tabletop(), observer.trace(), observer.log())
}

/// A followed match of a program in which these moves were made.
fn after(text: &str, moves: &[&str], seed: u64) -> Match {
    let game = game(text);
    let mut now = Match::start(&game, game.players().0, seed);
    now.follow();
    moves.iter().for_each(|text| play(&mut now, text));
    now
}

const ROLES: &str = "
    enum Role { Good, Evil, Seer }
    class Sheet { secret Role role; }
    class Token { }
    interactable Card { secret number worth = 0; }
    zone open of Card { visible all; }
    global class Rules {
        secret Role first;
        function void make(Role role, player p) {
            Sheet s = new Sheet() { role = role }; s.assign(p);
            Token t = new Token(); t.assign(p);
        }
        action deal {
            trigger PlayerChoiceEvent { return true; }
            effect { if (first == Role.Good) { make(Role.Good, 1); make(Role.Evil, 2); } else { make(Role.Evil, 2); make(Role.Good, 1); } }
        }
        action show { trigger PlayerChoiceEvent { return true; } effect { for (Sheet s in all(Sheet)) { s.assign(0); } } }
    }";

#[test]
fn the_order_in_which_sheets_were_made_is_told_to_nobody() {
    let orders = [[(0, "Good"), (1, "Evil"), (2, "Seer")], [(2, "Seer"), (0, "Good"), (1, "Evil")]];
    let [one, other] = orders.map(|order| {
        let make = |(p, role)| format!("Rules.make(Role.{role}, {p});");
        let made: String = order.into_iter().map(make).collect();
        let first = format!("Rules.first = Role.{};", order[0].1);
        after(&program(ROLES, &format!("players 3; {first} {made}")), &["deal"], 1)
    });
    for viewer in [Viewer::Seat(0), Viewer::Seat(1), Viewer::Seat(2), Viewer::Spectator] {
        assert_eq!(sent(&one, viewer), sent(&other, viewer), "{viewer:?}");
    }
}

/// What role each sheet turns out to have, in the order of their numbers.
fn roles(seed: u64) -> Vec<String> {
    let made = "for (Role r in Role.all()) { new Sheet() { role = r }; }";
    let now = after(&program(ROLES, made), &["show"], seed);
    let things = now.observer(Some(0)).tabletop().things;
    let role = |thing: &engine::tabletop::Thing| match thing.attributes.get("role") {
        Some(Typed::Case { name, .. }) => name.to_string(),
        other => panic!("{other:?}"),
    };
    things.values().map(|thing| role(thing)).collect()
}

#[test]
fn what_reads_alike_has_numbers_by_chance_and_the_same_again() {
    let all: BTreeSet<Vec<String>> = (0..40).map(roles).collect();
    assert_eq!(all.len(), 6, "{all:?}");
    assert!((0..3).all(|seed| roles(seed) == roles(seed)));
}

/// What each card turns out to be worth that lay open among others, in the order of their numbers.
fn worths(seed: u64) -> String {
    let items = format!(
        "{ROLES}
        global class Own {{ action own {{ trigger PlayerChoiceEvent {{ return true; }}
            effect {{ for (Card c in open) {{ c.assign(0); }} }} }} }}"
    );
    let made = "for (number w in 1..3) { open.add(new Card() { worth = w }); }";
    let now = after(&program(&items, made), &["own"], seed);
    let things = now.observer(Some(0)).tabletop().things;
    things.values().map(|thing| format!("{:?}", thing.attributes)).collect()
}

#[test]
fn cards_with_secrets_where_nothing_has_a_position_have_numbers_by_chance() {
    let all: BTreeSet<String> = (0..40).map(worths).collect();
    assert_eq!(all.len(), 6, "{all:?}");
}

const LISTS: &str = "
    interactable Card { number worth = 0; }
    class Box { List<Card> all = {}; }
    zone hand of Card per player { visible owner; }
    global class Rules {
        List<List<Card>> each = {};
        List<List<Card>> pairs = {};
        Table<Card, number> worn = {};
        Table<string, List<Card>> named = {};
        List<Table<Card, Card>> deep = {};
        action show { trigger PlayerChoiceEvent { return true; } effect { hand(1).search(c => c.worth == 2).reveal(); } }
        action list {
            trigger PlayerChoiceEvent { return true; }
            effect {
                Card last;
                for (Card c in hand(1)) {
                    each.add({ c });
                    pairs.add(last == null ? { c } : { last, c });
                    worn[c] = 1;
                    Table<Card, Card> own = {};
                    own[c] = c;
                    deep.add(own);
                    last = c;
                }
                named[\"all\"] = hand(1).copy();
            }
        }
        action guess { input List<Card> cards from each; trigger PlayerChoiceEvent { return true; } effect { tell \"{cards}\"; } }
    }";

#[test]
fn where_a_known_card_stands_in_lists_of_lists_and_among_keys_is_told_to_nobody() {
    let [one, other] = [[1, 2, 3, 4], [4, 3, 2, 1]].map(|order| {
        let add = |worth| format!("hand(1).add(new Card() {{ worth = {worth} }});");
        let setup: String = order.into_iter().map(add).collect();
        let now = after(&program(LISTS, &setup), &["show", "list"], 1);
        let mut guessed = now.clone();
        let guess = guessed.moves().unwrap().into_iter().find(|m| m.text.starts_with("guess")).unwrap();
        guessed.play(guess.id).unwrap();
        [now, guessed]
    });
    for viewer in [Viewer::Seat(0), Viewer::Spectator] {
        let told = [&one, &other].map(|[now, guessed]| (sent(now, viewer), sent(guessed, viewer)));
        assert_eq!(told[0], told[1], "{viewer:?}");
    }
    let own = [one, other].map(|[now, _]| sent(&now, Viewer::Seat(1)));
    assert_ne!(own[0], own[1]);
}

const BUNDLES: &str = "
    interactable Card { string name; }
    zone stock of Card { visible none; }
    global class Rules {
        List<Table<number, Card>> bundles = {};
        function void bundle(number key, string name) {
            Card c = new Card() { name = name }; stock.add(c);
            Table<number, Card> named = { { key, c } };
            bundles.add(named);
        }
        action pick {
            input List<Table<number, Card>> chosen count 2 from bundles;
            trigger PlayerChoiceEvent { return true; }
            effect { }
        }
    }";

#[test]
fn the_order_of_tables_that_name_hidden_cards_is_told_to_nobody() {
    let orders = [[(1, "ace"), (2, "king")], [(2, "ace"), (1, "king")]];
    let [one, other] = orders.map(|order| {
        let make = |(key, name)| format!("Rules.bundle({key}, \"{name}\");");
        let made: String = order.into_iter().map(make).collect();
        let mut now = after(&program(BUNDLES, &format!("players 2; {made}")), &[], 1);
        let picked = now.moves().unwrap().into_iter().map(|m| m.text).find(|t| t.starts_with("pick"));
        play(&mut now, &picked.unwrap());
        now
    });
    for viewer in [Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator] {
        assert_eq!(sent(&one, viewer), sent(&other, viewer), "{viewer:?}");
    }
}

const PICKS: &str = "
    enum Role { Good, Evil, Seer }
    class Sheet { secret Role role; number chair; }
    global class Rules {
        function void make(Role role, player p) { Sheet s = new Sheet() { role = role, chair = p + 1 }; s.assign(p); }
        action pick {
            input Sheet leader from all(Sheet);
            input List<Sheet> pair count 2 from all(Sheet);
            trigger PlayerChoiceEvent { return true; }
            effect { choose List<Sheet> \"Who else?\" count 2 from all(Sheet); }
        }
        action rank { input List<Sheet> pair count 2 ordered from all(Sheet); trigger PlayerChoiceEvent { return true; } effect { } }
    }";

/// A match whose sheets were made in that order, in which these moves are made.
fn picking(order: [(u32, &str); 3], moves: &[&str]) -> Match {
    let make = |(p, role)| format!("Rules.make(Role.{role}, {p});");
    let made: String = order.into_iter().map(make).collect();
    after(&program(PICKS, &format!("players 3; {made}")), moves, 1)
}

#[test]
fn several_things_that_are_chosen_are_named_in_an_order_that_tells_nothing() {
    let orders = [[(0, "Good"), (1, "Evil"), (2, "Seer")], [(2, "Seer"), (1, "Evil"), (0, "Good")]];
    for moves in
        [&[][..], &["pick 1 2, 3"], &["pick 3 2, 3", "2, 3"], &["pick 2 2, 3", "1, 2"], &["rank 3, 2"]]
    {
        let [one, other] = orders.map(|order| picking(order, moves));
        for viewer in [Viewer::Seat(0), Viewer::Seat(1), Viewer::Seat(2), Viewer::Spectator] {
            assert_eq!(sent(&one, viewer), sent(&other, viewer), "{viewer:?} after {moves:?}");
        }
    }
    // However they are typed, unless the order is part of the choice.
    let other = picking(orders[0], &["pick 3 3, 2", "3, 2"]);
    assert_eq!(other.fingerprint(), picking(orders[0], &["pick 3 2, 3", "2, 3"]).fingerprint());
    let ranked = picking(orders[0], &["rank 3, 2"]);
    assert_eq!(first_text(&mut ranked.record()), "rank 3, 2");
}

/// What is written down of the first move.
fn first_text(record: &mut Record) -> &mut String {
    match record.steps.first_mut().map(|step| &mut step.kind) {
        Some(StepKind::Move { text: Some(text), .. }) => text,
        other => panic!("no move that is written down: {other:?}"),
    }
}

/// As programs wrote it that named them in the order in which the rules made them.
#[test]
fn a_saved_move_is_read_that_names_several_things_in_another_order() {
    let order = [(2, "Seer"), (1, "Evil"), (0, "Good")];
    let now = picking(order, &["pick 1 2, 3"]);
    let mut record = now.record();
    assert_eq!(first_text(&mut record), "pick 1 2, 3");
    "pick 1 3, 2".clone_into(first_text(&mut record));
    assert_eq!(record.replay(now.game()).unwrap().fingerprint(), now.fingerprint());
    "pick 1 1, 2".clone_into(first_text(&mut record));
    assert!(record.replay(now.game()).is_err());
}

/// Rules that do the same by other statements where a hidden card is worth much, or is of another class.
const BY_OTHER_STATEMENTS: &str = "
    interactable Card { number worth = 1; function void goes() { dark.add(this); } }
    interactable Spy extends Card { override function void goes() { dark.add(this); } }
    interactable Chip { }
    deck stock of Card;
    zone hand of Card per player { visible owner; }
    zone dark of Card;
    zone row of Card { visible all; ordered; }
    zone chips of Chip { visible all; }
    board Line { shape square(4, 4); visible all; }
    global class Rules {
        number hidden = 0;
        action draws { trigger PlayerChoiceEvent; effect { for (Card c in stock.peek(4)) {
            if (c.worth > 3) { hand(actor).add(c); } else { hand(actor).add(c); } } } }
        action hides { trigger PlayerChoiceEvent; effect { for (Card c in stock.peek(4)) { c.goes(); } } }
        action counts { trigger PlayerChoiceEvent; effect { for (Card c in stock.peek(3)) {
            if (c.worth > 3) { score actor actor.score + 1; hidden = hidden + 1; }
            else { number now = actor.score; score actor now + 1; hidden += 1; } } } }
        action makes { trigger PlayerChoiceEvent; effect { for (Card c in stock.peek(3)) {
            if (c.worth > 3) { chips.add(new Chip()); } else { chips.add(new Chip()); } } } }
        action goes { trigger PlayerChoiceEvent; effect {
            Chip chip = new Chip();
            Line.place(chip, on: Line.tile(\"a1\"));
            number n = 0;
            for (Card c in stock.peek(3)) {
                n += 1;
                if (c.worth > 3) { Line.place(chip, on: Line.at(n, 0)); } else { Line.place(chip, on: Line.at(n, 0)); } } } }
        action mixes { trigger PlayerChoiceEvent; effect { for (Card c in stock.peek(3)) {
            if (c.worth > 3) { hand(1).add(c); } else { hand(1).addAll({ c }); }
            if (c.worth > 3) { hand(1).add(row.top()); } else { Card top = row.top(); hand(1).add(top); } } } }
    }";

#[test]
fn which_of_several_statements_ran_is_told_to_nobody() {
    let made = |worths: [u32; 6]| {
        let class = |worth| if worth > 3 { "Spy" } else { "Card" };
        let add = |worth| format!("stock.add(new {}() {{ worth = {worth} }});", class(worth));
        let stock: String = worths.into_iter().map(add).collect();
        format!("{stock} for (number i in 1..6) {{ row.add(new Card() {{ worth = i }}); }}")
    };
    for action in ["draws", "hides", "counts", "makes", "goes", "mixes"] {
        let worlds = [[1, 2, 3, 4, 5, 6], [1, 2, 4, 3, 6, 1], [1, 1, 1, 1, 1, 1]]
            .map(|worths| after(&program(BY_OTHER_STATEMENTS, &made(worths)), &[action], 1));
        for viewer in [Viewer::Seat(1), Viewer::Spectator].into_iter().skip(usize::from(action == "mixes")) {
            let told = worlds.each_ref().map(|now| sent(now, viewer));
            assert!(told[0].contains("Step"), "{action}: {}", told[0]);
            assert_eq!(told[0], told[1], "{action}, {viewer:?}");
            assert_eq!(told[0], told[2], "{action}, {viewer:?}");
        }
    }
}

const CHOSEN: &str = "
    interactable Card { number worth = 0; }
    zone hand of Card per player { visible owner; }
    zone row of Card { visible all; }
    global class Rules {
        Table<Card, number> liked = {};
        Table<number, Card> numbered = {};
        action like {
            secret input Card c from hand(actor);
            trigger PlayerChoiceEvent { return true; }
            effect { liked[c] = 1; numbered[liked.length > 0 ? 1 : 0] = c; }
        }
        action show { trigger PlayerChoiceEvent { return true; } effect { row.addAll(hand(actor)); } }
    }";

#[test]
fn whether_two_secret_choices_were_the_same_is_told_by_no_table() {
    let setup = "for (number i in 1..3) { hand(0).add(new Card() { worth = i }); }";
    let [same, other] = ["like 1", "like 2"].map(|second| {
        let now = after(&program(CHOSEN, setup), &["like 1", second], 1);
        let mut shown = now.clone();
        play(&mut shown, "show");
        [now, shown]
    });
    for viewer in [Viewer::Seat(1), Viewer::Spectator] {
        assert_eq!(sent(&same[0], viewer), sent(&other[0], viewer), "{viewer:?}");
        let liked = |now: &Match| format!("{:?}", now.observer(viewer).tabletop().facts);
        assert_eq!(liked(&same[0]).matches("Thing").count(), 0);
        // Once the cards are seen, so is what was kept of them.
        assert_ne!(liked(&same[1]), liked(&other[1]));
    }
    assert_ne!(sent(&same[0], Viewer::Seat(0)), sent(&other[0], Viewer::Seat(0)));
}

const FILED: &str = "
    interactable Card { number worth = 0; }
    zone hand of Card per player { visible owner; }
    zone row of Card { visible all; }
    global class Rules {
        Table<number, Card> byWorth = {};
        Table<number, List<Card>> lists = {};
        Table<string, Card> mixed = {};
        List<Table<number, Card>> deep = {};
        action file {
            trigger PlayerChoiceEvent { return true; }
            effect {
                for (Card c in hand(0)) {
                    byWorth[c.worth] = c;
                    lists[c.worth] = { c };
                    deep.add({ { c.worth, c } });
                    mixed[c.worth > 3 ? \"much\" : \"little\"] = c;
                }
            }
        }
        action show { trigger PlayerChoiceEvent { return true; } effect { row.addAll(hand(0)); } }
    }";

#[test]
fn under_which_keys_hidden_cards_stand_is_told_by_no_table() {
    let [one, other] = [[1, 2, 3], [4, 2, 7]].map(|worths| {
        let add = |worth| format!("hand(0).add(new Card() {{ worth = {worth} }});");
        let now = after(&program(FILED, &worths.map(add).concat()), &["file"], 1);
        let mut shown = now.clone();
        play(&mut shown, "show");
        [now, shown]
    });
    for viewer in [Viewer::Seat(1), Viewer::Spectator] {
        assert_eq!(sent(&one[0], viewer), sent(&other[0], viewer), "{viewer:?}");
        assert_ne!(sent(&one[1], viewer), sent(&other[1], viewer), "{viewer:?}");
    }
    let own = format!("{:?}", one[0].observer(Some(0)).tabletop().facts);
    assert_eq!(own.matches("Thing").count(), 3 + 3 + 3 + 1, "{own}");
}

/// Sheets that players own, made in one order or the other, that an effect goes through.
const GONE_THROUGH: &str = "
    enum Role { Good, Evil }
    class Sheet { secret Role role; number shown = 0; }
    interactable Tok { secret number worth = 0; number shown = 0; }
    zone pot of Tok { visible all; }
    zone pan of Tok { visible all; }
    zone own of Tok per player { visible all; }
    global class Rules {
        number count = 0;
        action set { trigger PlayerChoiceEvent; effect { for (Sheet s in all(Sheet)) { s.shown += 1; } } }
        action sets { trigger PlayerChoiceEvent; effect { for (Sheet s in all(Sheet)) { count += 1; s.shown = 7; s.shown = 8; } } }
        action scores { trigger PlayerChoiceEvent; effect { for (Sheet s in all(Sheet)) { score s.owner s.owner.score + 1; s.shown = 7; } } }
        action unassign { trigger PlayerChoiceEvent; effect { for (Sheet s in all(Sheet)) { s.unassign(); } } }
        action end { trigger PlayerChoiceEvent; effect { for (Sheet s in all(Sheet)) { remove s; } } }
        action move { trigger PlayerChoiceEvent; effect { for (Tok t in all(Tok)) { t.shown += 1; } for (Tok t in all(Tok)) { pan.add(t); } } }
        action spread { trigger PlayerChoiceEvent; effect { for (Tok t in all(Tok)) { own(t.owner).add(t); } } }
        action clear { trigger PlayerChoiceEvent; effect { for (Tok t in all(Tok)) { remove t; } } }
    }";

#[test]
fn the_order_in_which_an_effect_goes_through_all_sheets_is_told_to_nobody() {
    let orders = [[(1, "Good"), (2, "Evil")], [(2, "Evil"), (1, "Good")]];
    let alone = ["set", "sets", "scores", "unassign", "end", "move", "clear", "spread"];
    // Where they lie before each in front of a player, too.
    let behind = [["spread", "move"], ["spread", "clear"]];
    for actions in alone.iter().map(std::slice::from_ref).chain(behind.iter().map(|two| &two[..])) {
        let action = actions.join(", ");
        let [one, other] = orders.map(|order| {
            let make = |(p, role): (usize, &str)| {
                format!(
                    "Sheet s{p} = new Sheet() {{ role = Role.{role} }}; s{p}.assign({p}); \
                    Tok t{p} = new Tok() {{ worth = {p} }}; t{p}.assign({p}); pot.add(t{p});"
                )
            };
            after(&program(GONE_THROUGH, &format!("players 3; {}", order.map(make).concat())), actions, 1)
        });
        for viewer in [Viewer::Seat(0), Viewer::Spectator] {
            let told = |now: &Match| {
                let observer = now.observer(viewer);
                format!("{:#?}\n{:#?}\n{:#?}", observer.tabletop(), observer.trace(), observer.log())
            };
            assert!(one.observer(viewer).trace().len() > 1, "{action}");
            assert_eq!(told(&one), told(&other), "{action}, {viewer:?}");
        }
    }
}

/// Cards of a hidden hand with actions that only some of them have.
const OWN_ACTIONS: &str = "
    abstract interactable Piece { number worth = 0; }
    interactable Card extends Piece {
        action play { require place == hand(actor); trigger PlayerChoiceEvent; effect { dark.add(this); } }
        action show { require place == hand(actor); trigger PlayerChoiceEvent; effect { row.add(this); } }
    }
    interactable Spy extends Card {
        action sneak {
            require place == hand(actor);
            secret input number far from 1..2;
            input number wide from 1..2;
            trigger PlayerChoiceEvent;
            effect { dark.add(this); }
        }
        action unmask { require place == hand(actor); trigger PlayerChoiceEvent; effect { row.add(this); } }
    }
    interactable Fox extends Card {
        action run { require place == hand(actor); trigger PlayerChoiceEvent; effect { dark.add(this); } }
    }
    zone hand of Card per player { visible owner; }
    zone dark of Piece;
    zone row of Piece { visible all; }
    global class Rules { action wait { trigger PlayerChoiceEvent; effect { } } }";

#[test]
fn an_action_that_only_some_hidden_cards_have_is_told_to_nobody() {
    let made = "hand(0).add(new Spy() { worth = 1 }); hand(0).add(new Fox() { worth = 2 }); \
        hand(0).add(new Card() { worth = 3 }); for (Card c in hand(0)) { c.assign(0); }";
    let game = program(OWN_ACTIONS, made);
    let moves = |start: &str| {
        let now = after(&game, &[], 1);
        let all = now.moves().unwrap().into_iter().filter(|m| m.text.starts_with(start));
        all.map(|m| m.text).collect::<Vec<_>>()
    };
    let told = |text: &str, viewer: Viewer| sent(&after(&game, &[text], 1), viewer);
    let (sneaks, runs, plays) = (moves("sneak"), moves("run"), moves("play"));
    assert_eq!((sneaks.len(), runs.len(), plays.len()), (4, 1, 3));
    for viewer in [Viewer::Seat(1), Viewer::Spectator] {
        let first = told(&sneaks[0], viewer);
        for other in sneaks.iter().chain(&runs) {
            assert_eq!(told(other, viewer), first, "{other}, {viewer:?}");
        }
        // What all of them have is told, and what shows the card.
        assert!(told(&plays[0], viewer).contains("\"play\""), "{viewer:?}");
        assert!(told(&moves("unmask")[0], viewer).contains("\"unmask\""), "{viewer:?}");
    }
    assert!(told(&sneaks[0], Viewer::Seat(0)).contains("\"sneak\""));
}

/// A card that lies open for a moment, of which a modifier makes something else.
const MASKED: &str = "
    interactable Card { number worth = 0; derived number twice = 2 * worth; }
    modifier Mask on Card { override number worth = 0; }
    deck stock of Card;
    zone dark of Card;
    zone row of Card { visible all; ordered; }
    global class Rules {
        action mask { trigger PlayerChoiceEvent; effect {
            Card c = stock.top(); c.add(Mask); row.add(c); dark.add(c); dark.shuffle(); } }
        action flash { trigger PlayerChoiceEvent; effect {
            Card c = stock.top(); row.add(c); dark.add(c); dark.shuffle(); } }
    }";

#[test]
fn what_a_modifier_hides_is_told_at_no_moment() {
    let told = |worth: u32, action: &str| {
        let setup = format!("stock.add(new Card() {{ worth = {worth} }}); dark.add(new Card());");
        sent(&after(&program(MASKED, &setup), &[action], 1), Viewer::Seat(1))
    };
    assert_eq!(told(4, "mask"), told(5, "mask"));
    assert_ne!(told(4, "flash"), told(5, "flash"), "it lay open");
}

/// What others know of a hidden board from which a piece goes, all but one of which were shown before.
const SHOWN_AT_SEA: &str = "
    interactable Ship { number size = 1; }
    board Sea per player { shape square(3, 3); visible owner; }
    function void sail(Ship s) { s.putOn(Sea(0).tile(\"c3\")); }
    function void fire(Tile at) { remove at.piece; }
    global class Rules {
        action sailed { secret input Ship s from Sea(actor).pieces(); trigger PlayerChoiceEvent; effect { sail(s); } }
        action sunk { secret input Ship s from Sea(actor).pieces(); trigger PlayerChoiceEvent; effect { remove s; } }
        action placed { secret input Ship s from Sea(actor).pieces(); trigger PlayerChoiceEvent; effect { Sea(0).place(s, on: Sea(0).tile(\"c2\")); } }
        action open { open input Ship s from Sea(actor).pieces(); trigger PlayerChoiceEvent; effect { remove s; } }
        action fired { open input Tile at from Sea(0).row(0); trigger PlayerChoiceEvent; effect { fire(at); } }
    }";

fn at_sea(moves: &[String]) -> Match {
    let setup = "for (number i in 0..2) { Ship s = new Ship() { size = i }; Sea(0).place(s, on: Sea(0).at(i, 0)); \
        if (i < 2) { s.reveal(); } }";
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    after(&program(SHOWN_AT_SEA, setup), &moves, 1)
}

#[test]
fn which_of_the_pieces_that_were_shown_was_moved_in_secret_is_told_by_no_loss() {
    let start = at_sea(&[]);
    let known = |now: &Match| now.observer(Viewer::Seat(1)).tabletop().things.len();
    assert_eq!(known(&start), 2);
    for action in ["sailed", "sunk", "placed"] {
        let all = start.moves().unwrap().into_iter().filter(|m| m.text.starts_with(action));
        let worlds: Vec<Match> = all.map(|m| at_sea(&[m.text])).collect();
        assert_eq!(worlds.len(), 3);
        for viewer in [Viewer::Seat(1), Viewer::Spectator] {
            let told: Vec<String> = worlds.iter().map(|now| sent(now, viewer)).collect();
            assert_eq!(told[0], told[1], "{action}, {viewer:?}");
            assert_eq!(told[0], told[2], "{action}, {viewer:?}");
        }
        assert_eq!(known(&worlds[0]), 0);
    }
    // Where all know which one it is, the others are known as they were.
    assert_eq!(known(&at_sea(&["fired a1".to_owned()])), 1);
    assert_eq!(known(&at_sea(&["fired c1".to_owned()])), 2);
    let open = start.moves().unwrap().into_iter().find(|m| m.text.starts_with("open")).unwrap();
    assert_eq!(known(&at_sea(&[open.text])), 1);
}

/// Ways to put a piece that was shown on a tile that is chosen in secret, which may be its own.
const STEERED: &str = "
    interactable Ship { number size = 1; }
    board Sea per player { shape square(3, 3); visible owner; }
    function Ship ship(number n) { return all(Ship).first(s => s.size == n); }
    global class Rules {
        Ship flag;
        action steered { secret input Tile to from Sea(0).tiles(); trigger PlayerChoiceEvent; effect { Sea(0).place(ship(1), on: to); } }
        action put { secret input Tile to from Sea(0).tiles(); trigger PlayerChoiceEvent; effect { ship(1).putOn(to); } }
        action named { secret input Tile to from Sea(0).tiles(); trigger PlayerChoiceEvent; effect { flag.putOn(to); } }
        action unseen { secret input Tile to from Sea(0).tiles(); trigger PlayerChoiceEvent; effect { ship(0).putOn(to); } }
    }";

#[test]
fn whether_a_piece_stays_where_it_lies_on_a_hidden_board_is_told_to_nobody() {
    // One that was shown lies on b1, one that was not on a1, and another one that was shown on c1.
    let setup = "for (number i in 0..2) { Ship s = new Ship() { size = i }; Sea(0).place(s, on: Sea(0).at(i, 0)); \
        if (i > 0) { s.reveal(); } if (i == 1) { Rules.flag = s; } }";
    let text = program(STEERED, setup);
    let known = |now: &Match| now.observer(Viewer::Seat(1)).tabletop().things.len();
    assert_eq!(known(&after(&text, &[], 1)), 2);
    for (action, own, left) in
        [("steered", "b1", 0), ("put", "b1", 0), ("named", "b1", 1), ("unseen", "a1", 0)]
    {
        let worlds = [own, "c3", "a2"].map(|tile| after(&text, &[&format!("{action} {tile}")], 1));
        for viewer in [Viewer::Seat(1), Viewer::Spectator] {
            let told = worlds.each_ref().map(|now| sent(now, viewer));
            assert_eq!(told[0], told[1], "{action}, {viewer:?}");
            assert_eq!(told[0], told[2], "{action}, {viewer:?}");
        }
        assert_eq!(known(&worlds[0]), left, "{action}");
        // Whoever sees the board sees that nothing moves.
        let steps = format!("{:?}", worlds[0].observer(Viewer::Seat(0)).trace());
        assert!(!steps.contains("Move"), "{steps}");
        assert_ne!(sent(&worlds[0], Viewer::Seat(0)), sent(&worlds[1], Viewer::Seat(0)), "{action}");
    }
}

/// Open cards that go onto a deck in an order that chance has made.
const MIXED: &str = "
    interactable Card { number worth = 0; }
    zone row of Card { visible all; ordered; }
    deck stock of Card;
    function List<Card> mixed() { List<Card> all = row.copy(); all.shuffle(); return all; }
    function void mix(List<Card> all) { random.shuffle(all); }
    function void lay(List<Card> all) { stock.addAll(all); }
    global class Rules {
        List<Card> kept = {};
        action one { trigger PlayerChoiceEvent; effect { List<Card> all = row.copy(); all.shuffle(); stock.addAll(all); } }
        action two { trigger PlayerChoiceEvent; effect { List<Card> all = row.copy(); all.shuffle(); for (Card c in all) { stock.add(c); } } }
        action three { trigger PlayerChoiceEvent; effect { stock.addAll(mixed()); } }
        action four { trigger PlayerChoiceEvent; effect { List<Card> all = row.copy(); mix(all); lay(all); } }
        action five { trigger PlayerChoiceEvent; effect { kept = row.copy(); kept.shuffle(); stock.addAll(kept); kept = {}; } }
        action chosen {
            secret input List<Card> cards count 2 ordered from row;
            trigger PlayerChoiceEvent;
            effect { cards.shuffle(); for (Card c in cards) { stock.add(c); } }
        }
        action plain { trigger PlayerChoiceEvent; effect { stock.addAll(row); } }
    }";

#[test]
fn the_order_in_which_chance_puts_open_cards_on_a_deck_is_told_to_nobody() {
    let made = "for (number i in 1..4) { row.add(new Card() { worth = i }); }";
    let text = program(MIXED, made);
    for action in ["one", "two", "three", "four", "five"] {
        let told = |seed| sent(&after(&text, &[action], seed), Viewer::Seat(1));
        let all: BTreeSet<String> = (1..8).map(told).collect();
        assert_eq!(all.len(), 1, "{action}: {all:?}");
    }
    // What was chosen in secret and is shuffled as well is followed to its end.
    let moves = after(&text, &[], 1).moves().unwrap();
    let one = &moves.iter().find(|m| m.text.starts_with("chosen")).unwrap().text;
    let told = |seed| sent(&after(&text, &[one], seed), Viewer::Seat(1));
    assert_eq!((1..8).map(told).collect::<BTreeSet<String>>().len(), 1);
    let plain = after(&text, &["plain"], 1).observer(Viewer::Seat(1)).tabletop();
    assert_eq!(plain.things.len(), 4);
}

#[test]
fn the_order_of_what_is_taken_from_where_another_has_just_put_it_is_not_told() {
    const TAKEN: &str = "
        interactable Card { number worth; }
        zone row of Card { visible all; ordered; }
        zone chest of Card per player { visible owner; ordered; }
        turn Main { phase Plan { simultaneous player.all(); } }
        global class Rules {
            action order {
                trigger PlayerChoiceEvent;
                secret input List<Card> cards count 2 ordered from row;
                effect { for (Card c in cards) { chest(actor).add(c); } }
            }
        }";
    let text = format!(
        "game \"Taken\"; {TAKEN} setup {{ players 2; \
        for (number i in 1..4) {{ row.add(new Card() {{ worth = i }}); }} turns.use(\"Main\", \"Plan\"); }}"
    );
    let start = after(&text, &[], 1);
    let of = |seat: u32, cards: [u32; 2]| {
        let [one, two] = cards.map(|worth| format!("{worth}"));
        let moves = start.seat(seat).moves().unwrap();
        let is = |text: &str| {
            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
            digits == format!("{one}{two}")
        };
        moves.into_iter().find(|m| is(&m.text)).unwrap().text
    };
    let told = |cards| {
        let mut now = after(&text, &[], 1);
        now.play_as(0, of(0, [1, 2]).as_str()).unwrap();
        now.play_as(1, of(1, cards).as_str()).unwrap();
        [Viewer::Seat(0), Viewer::Spectator].map(|viewer| sent(&now, viewer))
    };
    assert_eq!(told([1, 3]), told([3, 1]));
    assert_ne!(told([1, 3]), told([1, 4]), "which card came from the chest of another is seen by that one");
}

/// Open cards that go onto a deck in an order that follows from something hidden.
const MARKED: &str = "
    interactable Card { number worth = 0; secret number mark; }
    zone row of Card { visible all; ordered; }
    deck stock of Card;
    function number key(Card c) { return c.mark; }
    function List<Card> marked() { return row.sortBy(c => key(c)); }
    function List<Card> kept() {
        List<Card> all = row.copy();
        if (row[0].mark > row[1].mark) { all = all.reverse(); }
        return all;
    }
    function void lay(List<Card> all) { stock.addAll(all); }
    global class Rules {
        action one { trigger PlayerChoiceEvent; effect { stock.addAll(row.sortBy(c => c.mark)); } }
        action two { trigger PlayerChoiceEvent; effect { for (Card c in row.sortBy(c => -c.mark)) { stock.add(c); } } }
        action three { trigger PlayerChoiceEvent; effect { List<Card> all = marked(); lay(all.reverse()); } }
        action four { trigger PlayerChoiceEvent; effect { stock.addAll(kept()); } }
        action five {
            trigger PlayerChoiceEvent;
            effect { if (row[0].mark > row[1].mark) { stock.addAll(row.reverse()); } else { stock.addAll(row); } }
        }
        action six {
            secret input List<Card> cards count 2 ordered from row;
            trigger PlayerChoiceEvent;
            effect { stock.addAll(cards.sortBy(c => c.mark)); }
        }
        action copied {
            secret input List<Card> cards count 2 ordered from row;
            trigger PlayerChoiceEvent;
            effect { List<Card> all = {}; for (Card c in cards) { all.add(c); } stock.addAll(all); }
        }
        action picked {
            secret input number n from 0..1;
            trigger PlayerChoiceEvent;
            effect { stock.addAll({ row[n], row[1 - n] }); }
        }
        action held {
            secret input number n from 0..1;
            trigger PlayerChoiceEvent;
            effect { Card first = row[n]; Card second = row[1 - n]; List<Card> all = { first, second }; lay(all); }
        }
        action either {
            secret input number n from 0..1;
            trigger PlayerChoiceEvent;
            effect { stock.addAll(n == 0 ? row.copy() : row.reverse()); }
        }
        action grown {
            secret input number n from 0..1;
            trigger PlayerChoiceEvent;
            effect { List<Card> all = {}; all.add(row[n]); all.add(row[1 - n]); lay(all); }
        }
        action turned {
            secret input number n from 0..1;
            trigger PlayerChoiceEvent;
            effect { List<Card> all = row.copy(); if (n == 1) { all = all.reverse(); } lay(all); }
        }
        action swapped {
            secret input number n from 0..1;
            trigger PlayerChoiceEvent;
            effect { List<Card> all = row.copy(); Card was = all[0]; all[0] = all[n]; all[n] = was; lay(all); }
        }
        action plain { trigger PlayerChoiceEvent; effect { stock.addAll(row.sortBy(c => -c.worth)); } }
    }";

#[test]
fn an_order_that_follows_from_something_hidden_is_told_to_nobody() {
    let made = |mark: &str| {
        let cards = format!("Card c = new Card() {{ worth = i, mark = {mark} }}; c.assign(0); row.add(c);");
        program(MARKED, &format!("for (number i in 1..2) {{ {cards} }}"))
    };
    let text = made("i");
    let start = after(&text, &[], 1).moves().unwrap();
    let ordered = |action: &str| start.iter().find(|m| m.text.starts_with(action)).unwrap().text.clone();
    for action in ["one", "two", "three", "four", "five", &ordered("six")] {
        for viewer in [Viewer::Seat(1), Viewer::Spectator] {
            let told = |mark| sent(&after(&made(mark), &[action], 1), viewer);
            assert_eq!(told("i"), told("-i"), "{action}");
        }
    }
    // Whoever has chosen an order knows it, also when it was handed on.
    let known = |viewer| after(&text, &[&ordered("copied")], 1).observer(viewer).tabletop().things.len();
    assert_eq!((known(Viewer::Seat(0)), known(Viewer::Seat(1))), (2, 0));
    for action in ["picked", "held", "either", "grown", "turned", "swapped"] {
        let told = |n| sent(&after(&text, &[&format!("{action} {n}")], 1), Viewer::Seat(1));
        assert_eq!(told(0), told(1), "{action}");
    }
    let plain = after(&text, &["plain"], 1).observer(Viewer::Seat(1)).tabletop();
    assert_eq!(plain.things.len(), 2);
}

const ALIKE: &str = "
    interactable Card { number worth = 1; }
    modifier Marked on Card;
    zone hand of Card per player { visible owner; }
    zone row of Card { visible all; ordered; }
    global class Rules {
        action takes {
            trigger PlayerChoiceEvent;
            secret input number n from 0..1;
            effect { hand(2).addAll({ row[n], row[1 - n] }); }
        }
    }";

#[test]
fn the_order_in_which_cards_came_that_read_alike_and_differ_is_told_to_nobody() {
    let setup = "players 3; row.add(new Card()); row.add(new Card()); row[1].add(Marked);";
    let [one, other] = ["takes 0", "takes 1"].map(|made| after(&program(ALIKE, setup), &[made], 1));
    for viewer in [Viewer::Seat(1), Viewer::Spectator] {
        assert_eq!(sent(&one, viewer), sent(&other, viewer), "{viewer:?}");
    }
}

/// A card that everybody knows goes onto a deck, by whichever statement.
const ONE_KNOWN: &str = "
    interactable Card { number worth = 1; secret number mark = 0; }
    deck stock of Card;
    zone hand of Card per player { visible owner; }
    zone row of Card { visible all; }
    global class Rules {
        secret number aim = 0;
        action takes { trigger PlayerChoiceEvent; effect { hand(1).add(row.top()); } }
        action sets { trigger PlayerChoiceEvent; secret input number n from 0..1; effect { aim = n; } }
        action single { trigger PlayerChoiceEvent; effect {
            if (aim == 0) { stock.add(hand(1).top()); } else { stock.add(hand(1).maxBy(c => c.worth)); } } }
        action either { trigger PlayerChoiceEvent; effect {
            stock.add(aim == 0 ? hand(1).top() : hand(1).bottom()); } }
        action picked { trigger PlayerChoiceEvent; effect {
            if (aim == 0) { stock.add(hand(1).sortBy(c => c.worth).last()); } else { stock.add(hand(1).minBy(c => c.mark)); } } }
    }";

#[test]
fn by_which_statement_a_known_card_came_onto_a_deck_is_told_to_nobody() {
    let setup = "players 3; row.add(new Card()); stock.add(new Card() { worth = 2 });";
    for action in ["single", "picked", "either"] {
        let worlds =
            ["sets 0", "sets 1"].map(|sets| after(&program(ONE_KNOWN, setup), &["takes", sets, action], 1));
        for viewer in [Viewer::Seat(2), Viewer::Spectator] {
            let told = worlds.each_ref().map(|now| sent(now, viewer));
            assert!(told[0].contains("Move"), "{action}: {}", told[0]);
            assert_eq!(told[0], told[1], "{action}, {viewer:?}");
        }
    }
}
