//! What is offered and what is put somewhere, kind of expression by kind, in a game that hides much.

use super::problems_of;

const HIDING: &str = "
interactable Card { number worth; List<number> links = {}; List<Card> others = {}; Card twin; function bool bad() { return false; } }
interactable Bomb extends Card { override function bool bad() { return true; } }
modifier Strong on Card;
class Seat { secret number aim; secret Card fav; number open; Seat left; List<Seat> near = {}; function Seat next() { return seat(owner + 1); } }
class Judge { function number rate() { return 1; } }
class Strict extends Judge { override function number rate() { return 2; } }
class Wave extends Tile { }
class Wall extends Edge { number h = 0; }
class Post extends Corner { }
interactable Ship { }
board Sea per player { shape square(3, 3); tile Wave; edge Wall; corner Post; visible owner; }
zone hand of Card per player { visible owner; }
zone table of Card { visible all; ordered; }
deck stock of Card;
function Seat seat(player p) { return all(Seat).first(s => s.owner == p); }
function void draw() { stock.draw(1, to: table); }
function void refuse(Card c) { if (c.worth > 1) { fail \"no\"; } }
event Round { effect { turn.pass(); } }
function void goOn() { turn.pass(); }
function void never() { fail \"no\"; }
";

/// The problems of a game that hides much, with these declarations and members of its rules.
fn of_hiding(declarations: &str, members: &str) -> String {
    problems_of(&[(
        "game.tgdl",
        &format!(
            "game \"T\"; {HIDING} {declarations} turn Main {{ }} setup {{ players 2; turns.use(\"Main\"); }}
            global class Rules {{ number open; Card crown; List<Card> marked = {{}}; List<() => bool> tests = {{}}; Judge judge; List<Zone<Card>> zones = {{}}; Table<player, Zone<Card>> zonesOf = {{}}; {members} }}"
        ),
    )])
}

/// Whether there are such errors, and no others.
fn has_only(code: &str, found: &str) -> bool {
    let (such, all) = (found.matches(&format!("error[{code}]")).count(), found.matches("error[").count());
    assert_eq!(such, all, "{found}");
    such > 0
}

fn hiding_tells(declarations: &str, members: &str) -> bool {
    has_only("offer-tells", &of_hiding(declarations, members))
}

#[test]
fn a_function_of_global_rules_finds_whose_a_thing_is_as_one_outside_does() {
    let own = "function Seat mine(player p) { return all(Seat).first(s => s.owner == p); }";
    for (condition, told) in [
        ("mine(actor).aim > 1", false),
        ("this.mine(actor).aim > 1", false),
        ("Rules.mine(actor).aim > 1", false),
        ("mine(actor + 1).aim > 1", true),
        ("mine(open).aim > 1", true),
        ("mine(actor).left.aim > 1", true),
        ("mine(actor).next().aim > 1", true),
    ] {
        let action = format!("action go {{ require {condition}; trigger PlayerChoiceEvent; effect {{ }} }}");
        assert_eq!(hiding_tells("", &format!("{own} {action}")), told, "{condition}");
    }
}

/// What each kind of expression tells; those that stand in a requirement.
#[test]
fn every_kind_of_expression_tells_what_it_reads() {
    for (condition, told) in [
        ("stock.top().bad()", true),
        ("hand(actor + 1)[0].bad()", true),
        ("hand(actor)[0].bad()", false),
        ("table[0].bad()", false),
        ("zones[0].top().worth > 0", true),
        ("zonesOf[actor].top().worth > 0", true),
        ("zones.length > 0", false),
        ("stock.top() is Bomb", true),
        ("table[0] is Bomb", false),
        ("stock.top().has(Strong)", true),
        ("stock.top().modifiers().length > 0", true),
        ("table[0].modifiers().length > 0", false),
        ("stock.top().owner == 0", true),
        ("stock.top().owners.length > 0", true),
        ("table[0].owner == 0", false),
        ("hand(actor).owner == actor", false),
        ("(1..seat(actor + 1).aim).length > 1", true),
        ("(1..seat(actor).aim).length > 1", false),
        // A neighbour is another player's.
        ("seat(actor).left.aim > 1", true),
        ("seat(actor).near.any(s => s.aim > 1)", true),
        ("seat(actor).next().aim > 1", true),
        ("seat(actor).left.open > 1", false),
        ("(1..table[0].worth).length > 1", false),
        ("stock.flatMap(c => c.links).length > 0", true),
        ("table.flatMap(c => c.links).length > 0", false),
        ("stock.map(c => c.worth).length > 0", false),
        ("stock.map(c => c.worth).distinct().length > 1", true),
        ("table.map(c => c.worth).distinct().length > 1", false),
        ("stock.map(c => c.twin)[0] == table[0]", true),
        ("stock.map(c => c.twin).contains(table[0])", true),
        ("table.map(c => c.twin).contains(table[0])", false),
        ("stock[0] == table[0]", false),
        ("stock.contains(table[0])", false),
        ("table.sortBy(c => c.worth - stock.top().worth)[0].worth > 1", true),
        ("hand(actor).sortBy(c => c.worth)[0].worth > 1", false),
        ("stock.groupBy(c => c.worth).length > 1", true),
        ("stock.count() > 1", false),
        ("stock.count(c => c.worth > 1) > 1", true),
        ("stock.length > hand(actor + 1).length", false),
        ("all(Bomb).isEmpty()", true),
        ("all(Card).isEmpty()", false),
        ("all(Strong).isEmpty()", true),
        ("all(Ship)[0].tile.x == 1", true),
        ("Sea(actor + 1).pieces()[0].tile.x == 1", true),
        ("Sea(actor).pieces()[0].tile.x == 1", false),
        ("Sea(actor + 1).pieces().isEmpty()", true),
        ("Sea(actor + 1).isFull()", true),
        ("Sea(actor + 1).tiles()[0].x == 1", false),
        ("Sea(actor + 1).at(0, 0).neighbors().any(t => t.isEmpty())", true),
        ("Sea(actor).at(0, 0).neighbors().any(t => t.isEmpty())", false),
        ("Sea(actor + 1).region(Sea(actor + 1).at(0, 0), t => t.isEmpty()).length > 1", true),
        ("Sea(actor).region(Sea(actor).at(0, 0), t => t.isEmpty()).length > 1", false),
        ("Sea(actor + 1).region(Sea(actor + 1).at(0, 0), t => t.x > 0).length > 1", false),
        ("all(Wall)[0].isEmpty()", true),
        ("all(Wave)[0].isEmpty()", true),
        ("all(Wall)[0].h == 1", false),
        ("Sea(actor).edges()[0].isEmpty()", false),
        ("all(Card)[0].place == stock", true),
        ("all(Card)[0].place == table", false),
        ("all(Card)[0].place == hand(actor)", false),
        ("all(Card)[0].place == null", false),
        ("all(Card).any(c => c.place == table && c.worth > 1)", false),
        ("(suppose { open = stock.top().worth; } gives open) > 1", true),
        ("(suppose { stock.draw(1, to: table); } gives table.top().worth) > 1", true),
        ("(suppose { draw(); } gives table.top().worth) > 1", true),
        ("(suppose { open = table[0].worth; } gives open) > 1", false),
        ("(suppose { open = stock.length; } gives open) > 1", false),
        ("tests[0]()", true),
        ("stock.top() == crown", true),
        ("table[0] == crown", false),
        ("marked.contains(stock.top())", true),
        ("marked.contains(table[0])", false),
        ("table.any(c => c.twin == stock.top())", true),
    ] {
        let kept = "tests.add(() => stock.top().worth > 1);";
        let action = format!(
            "action a {{ trigger PlayerChoiceEvent; require {condition}; effect {{ {kept} turn.pass(); }} }}"
        );
        assert_eq!(hiding_tells("", &action), told, "{condition}");
    }
}

#[test]
fn what_a_function_value_has_caught_by_way_of_a_function_is_told_where_it_is_called() {
    let scale = "class Scale { function () => bool over(number z) { return () => z > 3; } }
        function () => bool above(number z) { return () => z > 3; }
        function () => bool deeper(number z) { return above(z + 1); }";
    for (given, told) in
        [("stock.top().worth", true), ("hand(actor)[0].worth", true), ("table[0].worth", false)]
    {
        for maker in ["above", "deeper", "all(Scale)[0].over"] {
            let members = format!(
                "action set {{ trigger PlayerChoiceEvent; effect {{ tests.add({maker}({given})); turn.pass(); }} }}
                action a {{ trigger PlayerChoiceEvent; require tests[0](); effect {{ turn.pass(); }} }}"
            );
            assert_eq!(hiding_tells(scale, &members), told, "{maker} {given}");
        }
    }
}

/// What becomes of a list, however it comes there.
#[test]
fn what_a_list_holds_or_not_is_told_by_whatever_changes_it() {
    let declared = "function void fill(List<number> l, number n) { l.add(n); }
        function void fillHidden(List<number> l) { l.add(stock.top().worth); }
        function void through(List<number> l) { fillHidden(l); }
        function void replaced(List<number> l) { l = { 7 }; }";
    for (body, told) in [
        ("List<number> l = { 1 }; if (stock.top().worth > 3) { l.clear(); } return l.length;", true),
        ("Stack<number> l = { 1 }; if (stock.top().worth > 3) { l.pop(); } return l.length;", true),
        (
            "Table<number, number> t = { { 1, 1 } }; if (stock.top().worth > 3) { t.clear(); } return t.length;",
            true,
        ),
        ("List<number> l = {}; List<number> k = l; k.add(stock.top().worth); return l[0];", true),
        ("List<number> l = {}; List<number> k = {}; k = l; k.add(stock.top().worth); return l[0];", true),
        (
            "List<List<number>> rows = { { 0 } }; for (List<number> r in rows) { r.add(stock.top().worth); } return rows[0][1];",
            true,
        ),
        ("List<number> l = {}; fillHidden(l); return l[0];", true),
        ("List<number> l = {}; through(l); return l[0];", true),
        ("List<number> l = {}; fill(l, stock.top().worth); return l[0];", true),
        ("List<number> l = {}; fill(l, table[0].worth); return l[0];", false),
        ("List<number> l = { 1 }; replaced(l); return l[0];", false),
        ("List<number> l = { 1 }; number n = l[0]; n += stock.top().worth; return l[0];", false),
        ("List<number> l = { 1 }; if (table[0].worth > 3) { l.clear(); } return l.length;", false),
    ] {
        let members = format!(
            "function number counted() {{ {body} }}
            action a {{ trigger PlayerChoiceEvent; require counted() > 3; effect {{ turn.pass(); }} }}"
        );
        assert_eq!(hiding_tells(declared, &members), told, "{body}");
    }
}

#[test]
fn whether_an_action_fails_tells_what_that_depends_on() {
    let high = "stock.top().worth > 1";
    for (parts, effect, told) in [
        ("", format!("if ({high}) {{ fail \"no\"; }}"), true),
        ("", format!("if ({high}) {{ never(); }}"), true),
        ("", format!("if ({high}) {{ return; }} fail \"no\";"), true),
        ("", "for (Card c in stock) { refuse(c); }".to_owned(), true),
        ("", "for (Card c in stock.filter(c => c.worth > 1)) { never(); }".to_owned(), true),
        ("", "refuse(hand(actor + 1)[0]);".to_owned(), true),
        ("input Card c from stock;", "refuse(c);".to_owned(), true),
        ("", format!("bool b = false; if ({high}) {{ b = true; }} if (b) {{ fail \"no\"; }}"), true),
        ("", format!("List<number> l = {{}}; if ({high}) {{ l.add(1); }} if (!l.isEmpty()) {{ fail \"no\"; }}"), true),
        (
            "",
            "number n = 0; for (Card c in stock) { if (c.worth > 3) { n += 1; } } if (n > 2) { fail \"no\"; }".to_owned(),
            true,
        ),
        ("", "bool b = false; if (hand(actor)[0].worth > 1) { b = true; } if (b) { fail \"no\"; }".to_owned(), false),
        ("", "if (hand(actor)[0].worth > 1) { fail \"no\"; }".to_owned(), false),
        ("", "refuse(hand(actor)[0]); refuse(table[0]);".to_owned(), false),
        ("", "if (stock.length > 1) { fail \"no\"; }".to_owned(), false),
        ("", format!("if ({high}) {{ open = 1; }} if (open > 2) {{ fail \"no\"; }}"), true),
        ("open require stock.top().worth < 2;", format!("if ({high}) {{ fail \"no\"; }}"), false),
        ("", "if (hand(player.active())[0].worth > 1) { fail \"no\"; }".to_owned(), false),
        ("", "turn.pass(); if (hand(player.active())[0].worth > 1) { fail \"no\"; }".to_owned(), true),
        ("", "goOn(); if (hand(player.active())[0].worth > 1) { fail \"no\"; }".to_owned(), true),
        ("", "raise Round(); if (hand(player.active())[0].worth > 1) { fail \"no\"; }".to_owned(), true),
        ("", "turn.pass(); if (hand(actor)[0].worth > 1) { fail \"no\"; }".to_owned(), false),
    ] {
        let action =
            format!("action a {{ {parts} trigger PlayerChoiceEvent; effect {{ {effect} turn.pass(); }} }}");
        assert_eq!(hiding_tells("", &action), told, "{parts} {effect}");
    }
}

/// What lies in the zones and on the tiles that attributes begin with is followed to wherever it is read.
#[test]
fn what_attributes_begin_with_tells_what_lies_there() {
    let declared = "
function Zone<Card> secretly() { return stock; }
function Zone<Card> piled() { return box().pile; }
function Box box() { return all(Box).first(); }
function bool isHigh(Zone<Card> z) { return z.top().worth > 3; }
function bool isFree(Tile t) { return t.isEmpty(); }
function Table<number, Tile> numberedBy(number n) { Table<number, Tile> t = {}; t[n] = Pit.at(0, 0); return t; }
function Table<Card, number> byCard() { Table<Card, number> t = {}; t[stock.top()] = 1; return t; }
function Table<number, Tile> tagged() { return numberedBy(Pit.pieces().length); }
class Box { Zone<Card> pile = stock; Zone<Card> lying = table; Zone<Card> far = secretly(); Zones<Card> hands = hand; }
class Chest extends Box { Zone<Card> own = table; }
modifier Boxed on Box { Zone<Card> mine = stock; Zone<Card> bare = table; }
event Dealt { Zone<Card> from = stock; Zone<Card> to = table; }
board Pit { shape square(3, 3); visible none; }
board Land { shape square(3, 3); }
";
    let kept = "Zone<Card> pile = stock; Zone<Card> lying = table; Zone<Card> far = secretly(); Zone<Card> further = piled();
        Zone<Card> either = table.isEmpty() ? table : stock; Zones<Card> hands = hand;
        Wave wave = Sea(1).at(0, 0) as Wave; List<Tile> waves = Sea(1).tiles(); List<List<Tile>> rows = { Pit.row(0) };
        Table<number, Tile> numbered = {};";
    let all = [
        ("pile.top().worth > 3", true),
        ("pile.length > 3", false),
        ("lying.top().worth > 3", false),
        ("far.top().worth > 3", true),
        ("further.top().worth > 3", true),
        ("either.top().worth > 3", true),
        ("isHigh(pile)", true),
        ("isHigh(lying)", false),
        ("hands(actor + 1).top().worth > 3", true),
        ("box().pile.top().worth > 3", true),
        ("box().lying.top().worth > 3", false),
        ("box().far.top().worth > 3", true),
        ("box().hands(actor + 1).top().worth > 3", true),
        ("all(Chest)[0].pile.top().worth > 3", true),
        ("all(Chest)[0].own.top().worth > 3", false),
        ("all(Boxed)[0].mine.top().worth > 3", true),
        ("all(Boxed)[0].bare.top().worth > 3", false),
        ("wave.isEmpty()", true),
        ("wave.x > 0", false),
        ("isFree(wave)", true),
        ("isFree(Pit.at(0, 0))", true),
        ("isFree(Land.at(0, 0))", false),
        ("waves.any(t => !t.isEmpty())", true),
        ("waves.any(t => t.x > 1)", false),
        ("rows[0].any(t => isFree(t))", true),
        ("numbered[0].isEmpty()", true),
        ("numbered[0] == null", false),
        ("numbered.length > 1", false),
        ("byCard().length > 1", true),
        ("tagged().length > 1", true),
        ("numberedBy(stock.top().worth).length > 1", true),
        ("numberedBy(table[0].worth).length > 1", false),
    ];
    for (condition, told) in all {
        for parts in [
            format!("trigger PlayerChoiceEvent; require {condition}; effect {{ turn.pass(); }}"),
            format!("trigger PlayerChoiceEvent where {condition}; effect {{ turn.pass(); }}"),
            format!("trigger PlayerChoiceEvent; effect {{ turn.pass(); }} ensure {condition};"),
            format!(
                "trigger PlayerChoiceEvent; effect {{ if ({condition}) {{ fail \"no\"; }} turn.pass(); }}"
            ),
            format!(
                "secret input number n from 1..3 where n > 1 || {condition}; trigger PlayerChoiceEvent; effect {{ turn.pass(); }}"
            ),
            format!(
                "auto input Card c from table where c.worth > 1 || {condition}; trigger PlayerChoiceEvent; effect {{ turn.pass(); }}"
            ),
        ] {
            assert_eq!(hiding_tells(declared, &format!("{kept} action a {{ {parts} }}")), told, "{parts}");
        }
    }
    for (condition, told) in [("event.from.top().worth > 3", true), ("event.to.top().worth > 3", false)] {
        let members =
            format!("action a {{ trigger Dealt; effect {{ if ({condition}) {{ fail \"no\"; }} }} }}");
        assert_eq!(hiding_tells(declared, &members), told, "{condition}");
    }
    let asked =
        "secret input Card c from pile where c.worth > 3; trigger PlayerChoiceEvent; effect { turn.pass(); }";
    assert!(hiding_tells(declared, &format!("{kept} action a {{ {asked} }}")));
    assert!(!hiding_tells(declared, &format!("{kept} action a {{ {} }}", asked.replace("pile", "lying"))));
}

/// What an effect has brought to where a player sees it is not known to whom the move is refused.
#[test]
fn what_an_effect_has_brought_somewhere_tells_where_it_may_fail_behind() {
    let declared = "
function void take(Card c) { hand(player.active()).add(c); }
function bool high(Card c) { return c.worth > 1; }
function bool shown() { return high(table.top()); }
function void turnUp(Zone<Card> to) { stock.draw(1, to: to); }
function void ends() { if (stock.top().worth > 3) { winner 1; } }
function void finish() { winner 1; }
function void note() { Rules.open = 2; }
function void refuseTable() { if (shown()) { fail \"no\"; } }
";
    let no = |condition: &str| format!("if ({condition}) {{ fail \"no\"; }}");
    for (effect, told) in [
        (format!("stock.draw(1, to: hand(actor)); {}", no("hand(actor).top().worth > 1")), true),
        (format!("stock.draw(1, to: table); {}", no("table.top().worth > 1")), true),
        (format!("table.add(stock.top()); {}", no("table.any(c => c.worth > 1)")), true),
        (format!("table.addAll(stock.peek(2)); {}", no("shown()")), true),
        (format!("stock.split(2, to: table); {}", no("high(table.top())")), true),
        (format!("stock.deal(1, to: hand); {}", no("hand(actor).sum(c => c.worth) > 9")), true),
        (format!("hand(actor + 1).move(hand(actor + 1)[0], to: table); {}", no("shown()")), true),
        (format!("take(stock.top()); {}", no("hand(actor).top().worth > 1")), true),
        (format!("draw(); {}", no("shown()")), true),
        ("draw(); refuseTable();".to_owned(), true),
        (format!("turnUp(table); {}", no("shown()")), true),
        (format!("Card c = stock.top(); table.add(c); {}", no("shown()")), true),
        (format!("open = stock.top().worth; {}", no("open > 1")), true),
        (format!("score actor stock.top().worth; {}", no("actor.score > 1")), true),
        (format!("score actor table[0].worth; {}", no("actor.score > 1")), false),
        (format!("marked[0] = stock.top(); {}", no("marked[0].worth > 1")), true),
        (format!("marked.insert(0, element: stock.top()); {}", no("marked[0].worth > 1")), true),
        // Behind what ends the match nothing fails.
        (format!("if (stock.top().worth > 3) {{ winner actor; }} {}", no("open > 1")), true),
        (format!("if (table[0].worth > 3) {{ winner actor; }} {}", no("open > 1")), false),
        (format!("ends(); {}", no("open > 1")), true),
        (format!("if (stock.top().worth > 3) {{ finish(); }} {}", no("open > 1")), true),
        (format!("if (table[0].worth > 3) {{ finish(); }} {}", no("open > 1")), false),
        (format!("open += stock.top().worth; {}", no("open > 1")), true),
        // That it is given something at all behind a condition.
        (format!("if (stock.top().worth > 3) {{ open = 2; }} {}", no("open > 1")), true),
        (format!("if (table[0].worth > 3) {{ open = 2; }} {}", no("open > 1")), false),
        (format!("if (stock.top().worth > 3) {{ note(); }} {}", no("open > 1")), true),
        (format!("if (table[0].worth > 3) {{ note(); }} {}", no("open > 1")), false),
        (format!("while (stock.top().worth > open) {{ open += 1; }} {}", no("open > 1")), true),
        (format!("if (stock.top().worth > 3) {{ score actor 1; }} {}", no("actor.score > 0")), true),
        (format!("if (stock.top().worth > 3) {{ marked.add(table[0]); }} {}", no("marked.length > 0")), true),
        (format!("if (hand(actor)[0].worth > 3) {{ open = 2; }} {}", no("open > 1")), false),
        (format!("if (hand(actor)[0].worth > 3) {{ note(); }} {}", no("open > 1")), false),
        (format!("marked.add(stock.top()); {}", no("marked[0].worth > 1")), true),
        (format!("seat(actor).aim = stock.top().worth; {}", no("seat(actor).aim > 1")), true),
        (
            format!(
                "stock.top().putOn(Sea(actor).at(0, 0)); {}",
                no("high(Sea(actor).at(0, 0).piece as Card)")
            ),
            true,
        ),
        (format!("for (number i in 1..2) {{ {} draw(); }}", no("shown()")), true),
        (format!("number i = 0; while (i < 2) {{ {} draw(); i += 1; }}", no("shown()")), true),
        (format!("if (open > 1) {{ draw(); }} {}", no("shown()")), true),
        // Each of these is known before, or fails before anything is brought there.
        (format!("{} draw();", no("shown()")), false),
        (format!("if (open > 1) {{ draw(); }} else {{ {} }}", no("shown()")), false),
        (format!("if (open > 1) {{ draw(); return; }} {}", no("shown()")), false),
        (format!("draw(); {}", no("hand(actor)[0].worth > 1")), false),
        (format!("draw(); {}", no("table.length > 1 || table.top().place == table")), false),
        (format!("take(hand(actor)[0]); table.add(hand(actor)[0]); {}", no("shown()")), false),
        (format!("stock.add(hand(actor)[0]); {}", no("hand(actor).top().worth > 1")), false),
        (format!("open = hand(actor)[0].worth; {}", no("open > 1")), false),
        // Whoever is asked after it sees what lies there.
        ("draw(); choose Card from table where it.worth > 1;".to_owned(), false),
        (
            "stock.draw(1, to: hand(actor)); open choose number from 1..hand(actor).top().worth;".to_owned(),
            false,
        ),
    ] {
        let action = |more: &str, then: &str| {
            format!(
                "action a {{ {more} trigger PlayerChoiceEvent; effect {{ {effect} turn.pass(); }} {then} }}"
            )
        };
        assert_eq!(hiding_tells(declared, &action("", "")), told, "{effect}");
        assert!(!hiding_tells(declared, &action("open require true;", "")), "{effect}");
    }
    for (effect, ensured, told) in [
        ("stock.draw(1, to: hand(actor));", "hand(actor).top().worth > 1", true),
        ("stock.draw(1, to: hand(actor));", "hand(actor).length > 1", false),
        ("table.add(hand(actor)[0]);", "shown()", false),
        ("open -= 3;", "open > 1", false),
    ] {
        let action = |ensure: &str| {
            format!(
                "action a {{ trigger PlayerChoiceEvent; effect {{ {effect} turn.pass(); }} {ensure} {ensured}; }}"
            )
        };
        assert_eq!(hiding_tells(declared, &action("ensure")), told, "{effect} {ensured}");
        assert!(!hiding_tells(declared, &action("open ensure")), "{effect} {ensured}");
    }
}

/// What an effect takes away, counts, puts in order or gives to whom is followed to what refuses it, where the condition,
/// the number or the place that decides it is hidden; what `table` decides, all see.
#[test]
fn what_an_effect_changes_otherwise_tells_what_decides_it() {
    let declared = "
zone dark of Card { visible none; }
function void drop(Card c) { c.lift(); }
function void out(player p) { eliminate p; }
";
    for (effect, ensured) in [
        ("if (WORTH > 2) { dark.add(table.top()); }", "table.length == 4"),
        ("if (WORTH > 2) { table.move(table[0], to: dark); }", "table.length == 4"),
        ("if (WORTH > 2) { remove table.top(); }", "table.length == 4"),
        ("if (WORTH > 2) { Card c = table.top(); remove c; }", "table.length == 4"),
        ("if (WORTH > 2) { table[0].lift(); }", "table.length == 4"),
        ("if (WORTH > 2) { drop(table[0]); }", "table.length == 4"),
        ("if (WORTH > 2) { table[0].putOn(Sea(actor).at(0, 0)); }", "table.length == 4"),
        ("table[0].putOn(Sea(actor).at(WORTH, 0));", "Sea(actor).at(0, 0).piece == null"),
        ("Sea(actor).place(table[0], on: Sea(actor).at(WORTH, 0));", "Sea(actor).at(0, 0).piece == null"),
        ("if (WORTH > 2) { table.add(new Card()); }", "table.length == 4"),
        ("if (WORTH > 2) { Card c = new Card(); }", "all(Card).length == 4"),
        ("if (WORTH > 2) { remove table[0]; }", "all(Card).length == 4"),
        ("table.draw(WORTH, to: dark);", "table.length == 4"),
        ("table.draw(WORTH, to: dark);", "dark.length == 4"),
        ("dark.addAll(table.take(WORTH));", "dark.length == 4"),
        ("(WORTH > 2 ? dark : table).add(table[0]);", "dark.isEmpty()"),
        ("table.move(table[0], to: table, position: WORTH);", "table[0] == crown"),
        ("if (WORTH > 2) { marked.clear(); }", "marked.length == 2"),
        ("marked.removeAt(WORTH);", "marked[0] == crown"),
        ("if (WORTH > 2) { zonesOf.clear(); }", "zonesOf.length == 1"),
        ("if (WORTH > 2) { eliminate actor; }", "!actor.isOut"),
        ("if (WORTH > 2) { out(actor); }", "player.remaining().length == 2"),
        ("if (WORTH > 2) { crown.assign(actor); }", "crown.owner == actor"),
        ("crown.assign(WORTH > 2 ? actor : actor + 1);", "crown.owner == actor"),
    ] {
        for (worth, told) in [("stock.top().worth", true), ("open", false)] {
            let effect = effect.replace("WORTH", worth);
            let action = format!(
                "action a {{ trigger PlayerChoiceEvent; effect {{ {effect} turn.pass(); }} ensure {ensured}; }}"
            );
            assert_eq!(hiding_tells(declared, &action), told, "{effect} {ensured}");
        }
    }
}

/// What stands in the place of what is left out is read as if it had been written there.
#[test]
fn what_is_left_out_tells_as_if_it_were_given() {
    let declared = "
function bool above(number n, number than = stock.top().worth) { return n > than; }
function bool atLeast(number n, number than = n, number more = than) { return more > 1; }
function Card first(Zone<Card> of = stock) { return of.top(); }
function Card own(player p, List<Card> of = hand(p)) { return of[0]; }
function number deep(number n = first().worth) { return n; }
class Note { number worth = stock.top().worth; number own = 1; }
function Note note() { return new Note(); }
";
    for (condition, told) in [
        ("above(3)", true),
        ("above(3, 4)", false),
        ("above(3, table[0].worth)", false),
        ("atLeast(stock.top().worth)", true),
        ("atLeast(3, stock.top().worth)", true),
        ("atLeast(stock.top().worth, 3)", false),
        ("first().worth > 3", true),
        ("first(table).worth > 3", false),
        ("own(actor).worth > 3", false),
        ("own(actor + 1).worth > 3", true),
        ("own(actor + 1, table).worth > 3", false),
        ("deep() > 3", true),
        ("deep(3) > 3", false),
    ] {
        let action = |open: &str| {
            format!(
                "action a {{ {open}require {condition}; trigger PlayerChoiceEvent; effect {{ turn.pass(); }} }}"
            )
        };
        assert_eq!(hiding_tells(declared, &action("")), told, "{condition}");
        assert!(!hiding_tells(declared, &action("open ")), "{condition}");
    }
    for (condition, told) in [
        ("new Note().worth > 3", true),
        ("(new Note() { worth = 3 }).worth > 3", false),
        ("note().worth > 3", true),
    ] {
        let effect = format!("if ({condition}) {{ fail \"no\"; }} turn.pass();");
        let action = format!("action a {{ trigger PlayerChoiceEvent; effect {{ {effect} }} }}");
        assert_eq!(hiding_tells(declared, &action), told, "{condition}");
    }
    let choice = "action a { trigger PlayerChoiceEvent; effect { number n = choose number from 1..deep(); turn.pass(); } }";
    assert!(of_hiding(declared, choice).contains("error["));
    let sink = "
function void mark(number n = choose number from 1..3) { stock.top().worth = n; }
";
    let call = "action a { trigger PlayerChoiceEvent; effect { mark(); turn.pass(); } }";
    assert!(of_hiding(sink, call).contains("error["), "{}", of_hiding(sink, call));
}

#[test]
fn what_stands_in_the_list_of_moves_or_who_is_asked_tells() {
    let action = |parts: &str, effect: &str| {
        format!("action a {{ {parts} trigger PlayerChoiceEvent; effect {{ {effect} turn.pass(); }} }}")
    };
    for (parts, effect, told) in [
        ("auto input Card c from stock where c.worth > 1;", "", true),
        ("auto input List<Card> c from stock where c.worth > 1;", "", true),
        ("open auto input Card c from stock where c.worth > 1;", "", false),
        ("auto input Card c from stock;", "", false),
        ("auto input Card c from table where c.worth > 1;", "", false),
        ("input Bomb b;", "", true),
        ("input Card c;", "", false),
        ("input Card c where c.place == stock;", "", false),
        ("input Bomb b where b.place == table;", "", false),
        ("input Wave w from all(Ship).map(s => s.tile as Wave);", "", true),
        ("input Ship s; input Wall w where s.place == w;", "", true),
        ("", "choose Card by each q in player.all() from hand(q) where it.worth > 1;", true),
        ("", "open choose Card by each q in player.all() from hand(q) where it.worth > 1;", false),
        ("", "choose Card by each q in player.all() from hand(q);", false),
        ("", "choose Card by actor from hand(actor) where it.worth > 1;", false),
    ] {
        assert_eq!(hiding_tells("", &action(parts, effect)), told, "{parts} {effect}");
    }
}

#[test]
fn that_a_piece_has_an_action_tells_what_it_is() {
    let action = |parts: &str| format!("action go {{ {parts} effect {{ turn.pass(); }} }}");
    let chosen = "trigger PlayerChoiceEvent;";
    for (class, parts, told) in [
        ("interactable Fuse extends Card", chosen, true),
        ("interactable Fuse extends Card", "trigger PlayerChoiceEvent where place == hand(actor);", false),
        ("interactable Fuse extends Card", "trigger PlayerChoiceEvent; require place == table;", false),
        ("modifier Lit on Card", chosen, true),
        ("modifier Lit on Card", "trigger PlayerChoiceEvent; require place == hand(owner);", false),
        ("interactable Coin", chosen, false),
        ("interactable Coin", "trigger PlayerChoiceEvent where v > 1;", true),
        ("interactable Coin", "trigger PlayerChoiceEvent; input number n from 0..v;", true),
        ("interactable Coin", "trigger PlayerChoiceEvent where place == open && v > 1;", false),
        ("interactable Coin", "trigger PlayerChoiceEvent; open require v > 1;", false),
    ] {
        let zones = "deck purse of Coin; zone open of Coin { visible all; }";
        let coin = if class.contains("Coin") { "" } else { "interactable Coin { }" };
        let declarations = format!("{coin} {class} {{ number v = 1; {} }} {zones}", action(parts));
        assert_eq!(hiding_tells(&declarations, ""), told, "{class} {parts}");
    }
    for (condition, told) in [("stock.top().worth > 1", true), ("table.top().worth > 1", false)] {
        let modifier = format!("modifier Lit on Seat {{ while {condition}; {} }}", action(chosen));
        assert_eq!(hiding_tells(&modifier, ""), told, "{condition}");
    }
}

#[test]
fn what_is_chosen_in_the_open_is_followed_to_all_that_hides() {
    for (inputs, effect, asked) in [
        ("input Wall w from Sea(actor).edges();", "new Ship().putOn(w);", true),
        ("input Post w from Sea(actor).corners();", "new Ship().putOn(w);", true),
        ("input number n from 0..3;", "new Ship().putOn(Sea(actor).edges()[n]);", true),
        ("secret input Wall w from Sea(actor).edges();", "new Ship().putOn(w);", false),
        ("input Wall w from Sea(actor).edges();", "w.h = 1;", false),
        ("input number n from 0..2;", "seat(actor).fav = table[n];", true),
        ("input number n from 0..2;", "seat(actor).fav = table[0]; open = n;", false),
        ("input number n from 0..2;", "seat(actor).aim = suppose { open = n; } gives open;", true),
        ("input number n from 0..2;", "seat(actor).open = suppose { open = n; } gives open;", false),
        ("input Judge j;", "seat(actor).aim = j.rate();", true),
        ("input Judge j;", "seat(actor).aim = (j is Strict) as number;", true),
        ("input Judge j;", "seat(actor).aim = j is Strict ? 1 : 2;", true),
        ("input Judge j;", "seat(actor).open = j.rate();", false),
        ("input number n from 0..2;", "stock[n].remove(Strong);", true),
        ("input number n from 0..2;", "table[n].remove(Strong);", false),
        ("input number n from 0..2;", "Sea(actor).pieces()[n].putOn(Sea(actor).at(2, 2));", true),
        ("input number n from 0..2;", "Sea(actor).pieces()[n].lift();", true),
        ("input number n from 0..2;", "remove Sea(actor).pieces()[n];", true),
        ("input number n from 0..2;", "Sea(actor).at(n, 0).piece.assign(1);", true),
        ("input number n from 0..2;", "table[n].assign(1);", false),
        ("input number n from 0..2;", "table.add(hand(actor)[n]);", false),
    ] {
        let action =
            format!("action a {{ {inputs} trigger PlayerChoiceEvent; effect {{ {effect} turn.pass(); }} }}");
        let found = of_hiding("", &action);
        assert_eq!(has_only("secret-or-open", &found), asked, "{inputs} {effect}\n{found}");
    }
}

#[test]
fn modifiers_that_reach_others_tell_of_what_lies_hidden() {
    for (declarations, asked) in [
        ("modifier Beacon on Ship { affects (Wall w) => w.h == tile.x; override number h = 3; }", true),
        (
            "modifier Near on Ship { affects (Wall w) from tile.edges.map(t => t as Wall); override number h = 3; }",
            true,
        ),
        ("modifier Curse on Card { affects (Card c) from others; grants Strong; }", true),
        ("modifier Curse on Card { affects (Card c) => others.contains(c); grants Strong; }", true),
        ("modifier Curse on Card { affects (Card c) => c == twin; grants Strong; }", false),
        (
            "modifier Curse on Card { number k = all(Seat)[0].aim; affects (Card c) => c.place == table && c.links.length == k; grants Strong; }",
            true,
        ),
        (
            "modifier Curse on Card { number k = all(Seat)[0].open; affects (Card c) => c.place == table && c.links.length == k; grants Strong; }",
            false,
        ),
        (
            "modifier Aura on Card { affects (Card c) => c.place == table; grants Strong; } interactable Fuse extends Card { grants Aura; }",
            true,
        ),
        (
            "modifier Aura on Card { while place == table; affects (Card c) => c.place == table; grants Strong; } interactable Fuse extends Card { grants Aura; }",
            false,
        ),
    ] {
        let found = of_hiding(declarations, "");
        assert_eq!(has_only("secret-or-open", &found), asked, "{declarations}\n{found}");
    }
}

#[test]
fn an_action_that_is_called_or_a_groups_is_not_its_owners_alone() {
    let action =
        "action u { require hand(owner)[0].worth > 1; trigger PlayerChoiceEvent; effect { turn.pass(); } }";
    let calls = "action t { trigger PlayerChoiceEvent; effect { all(Sheet)[0].u(); turn.pass(); } }";
    for (class, rules, told) in
        [("class Sheet", "", false), ("class Sheet", calls, true), ("group class Sheet", "", true)]
    {
        assert_eq!(hiding_tells(&format!("{class} {{ {action} }}"), rules), told, "{class} {rules}");
    }
    let shared = "action u { input Card c from hand(player.active()) where c.worth > 1; trigger PlayerChoiceEvent; effect { } }";
    let calls = "action t { trigger PlayerChoiceEvent; effect { turn.pass(); u(); } }";
    assert!(!hiding_tells("", shared));
    assert!(hiding_tells("", &format!("{shared} {calls}")));
}
