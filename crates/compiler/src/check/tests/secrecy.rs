//! What flows into something hidden or is offered from it, by all ways that are followed.

use super::{problems_of, read};

const TABLE: &str = "
enum Rank { number points; Low(1), High(9) }
interactable Card {
    number worth; List<number> marks = {};
    function void mark(number n) { worth = n; }
    function void own(List<number> l) { l.add(worth); }
    function Card me() { return this; }
    action store { secret input number k from 0..9; effect { Rules.aim = k; } }
    action weigh { secret input number k from 0..9; effect { worth = k; } }
}
interactable Pawn { }
zone dark of Card { ordered; }
zone table of Card { visible all; }
deck stock of Card;
board Map { shape square(3, 3); }
board Sea per player { shape square(3, 3); visible owner; }
modifier Strong(number by) on Card;
class Judge { function number rate() { return 1; } }
class Peeking extends Judge { override function number rate() { return stock.top().worth; } }
function void mark(Card c, number n) { c.worth = n; }
function void fill(List<number> l, number n) { l.add(n); }
function void bury(Zone<Card> z, Card c) { z.add(c); }
function Zone<Card> grave() { return dark; }
function List<number> filled(number n) { List<number> l = {}; l.add(n); return l; }
function void give(Card c, number n) { c.mark(n); }
function number ask(number most) { return choose number from 0..most; }
function void copy(List<number> from, List<number> to) { to.append(from); }
function void twice(act (number) a, number n) { a(n); a(n); }
function number pick(number n) { return n == 1 ? 1 : 2; }
";

/// The problems of a game in which an action does this with a number that everybody learns.
fn of_effect(effect: &str) -> String {
    let game = format!(
        "game \"T\";{TABLE}turn Main {{ }}\nsetup {{ players 2; turns.use(\"Main\"); }}\nglobal class Rules {{
    secret number aim; secret string word; secret Rank best; secret List<number> plan = {{}}; number open; Position was = position(); List<number> many = {{}}; Judge judge; List<Card> known = {{}};
    (number) => number rated; act (number) later;
    action keep {{ secret input number k from 0..9; effect {{ aim = k; }} }}
    action a {{ input number n from 0..2; trigger PlayerChoiceEvent {{ return true; }} effect {{ open = n; {effect} }} }}
}}"
    );
    problems_of(&[("game.tgdl", &game)])
}

#[test]
fn numbers_are_followed_into_what_is_hidden() {
    for effect in [
        "Card c = dark[0]; c.worth = n;",
        "for (Card c in stock) { c.worth = n; }",
        "stock.search(c => c.worth == 1).worth = n;",
        "stock.peek(1)[0].worth = n;",
        "stock.filter(c => c.worth > 1)[0].worth = n;",
        "dark.maxBy(c => c.worth).worth = n;",
        "dark[0].marks.add(n);",
        "mark(dark[0], n);",
        "dark[0].add(Strong(n));",
        "dark[0].assign(n);",
        "Card c = new Card(); c.worth = n; Zone<Card> z = dark; z.add(c);",
        "Card c = new Card(); dark.add(c); c.worth = n;",
        "bury(dark, new Card() { worth = n });",
        "grave().add(new Card() { worth = n });",
        "for (Zone<Card> z in { dark, stock }) { z.add(new Card() { worth = n }); }",
        "(n > 8 ? table : dark).add(new Card() { worth = n });",
        "List<number> l = {}; List<number> same = l; same.add(n); aim = l[0];",
        "List<number> l = {}; fill(l, n); aim = l[0];",
        "List<List<number>> l = { { 0 } }; l[0][0] = n; aim = l[0][0];",
        "Stack<number> s = {}; s.push(n); aim = s.pop();",
        "Table<number, number> t = {}; t[n] = 1; aim = t.keys()[0];",
        "Table<number, number> t = { { n, 1 } }; aim = t.keys()[0];",
        "(number) => number f = x => x + n; aim = f(0);",
        "aim = (suppose { dark[0].worth = 1; } gives n);",
        "aim = n == 1 ? 1 : 2;",
        "aim = pick(n);",
        "new Pawn().putOn(Sea(actor).at(n, 0));",
        "new Pawn().putOn(Sea(actor).tile(\"a{n + 1}\"));",
        "new Pawn().putOn(Sea(actor).row(n)[0]);",
        "Sea(actor).place(new Pawn(), on: Sea(actor).at(n, 0));",
        "Map.place(new Pawn(), on: Sea(actor).at(n, 0));",
        "Sea(actor).place(new Card() { worth = n }, on: Sea(actor).at(0, 0));",
        "new Card() { worth = n }.putOn(Sea(actor).at(0, 0));",
        "Card c = new Card(); c.putOn(Sea(actor).at(0, 0)); c.worth = n;",
        "Card c = new Card(); c.worth = n; Sea(actor).place(c, on: Sea(actor).at(0, 0));",
        "Card c = new Card(); Sea(actor).place(c, on: Sea(actor).at(0, 0)); mark(c, n);",
        "aim = table[n].worth;",
        "Card c = table[n]; aim = c.worth;",
        "aim = table[n] is Card ? 1 : 0;",
        "aim = table[table[n].worth].worth + 1;",
        "List<Card> l = table.copy(); aim = l[n].marks[0];",
        "aim = many.map(x => table[n].worth)[0];",
        "for (number i in n..n) { aim = i; }",
        "for (number i in 0..4 step n) { aim = i; }",
        "aim = Rank.all()[n].points;",
        "best = Rank.named(n == 1 ? \"Low\" : \"High\");",
        "word = Rank.all()[n].name;",
        "word = \"{n}\".slice(0);",
        "aim = max(n, 0);",
        "aim = -n;",
        "aim += n;",
        "dark[0].worth += n;",
        "plan.add(n);",
        "plan = filled(n);",
        "plan = { n, 1 };",
        "plan = many.map(x => x + n);",
        "plan = many.flatMap(x => { return { x, n }; });",
        "aim = many.fold(n, (sum, x) => sum + x);",
        "aim = many.zip({ n }, (x, y) => y)[0];",
        "aim = { n }.groupBy(x => x).keys()[0];",
        "List<number> l = { n }; l.map(x => { dark.add(new Card() { worth = x }); return x; });",
        "List<number> l = { n }; l.flatMap(x => { aim = x; return { x }; });",
        "List<number> l = { n }; l.fold(0, (sum, x) => { aim = x; return sum; });",
        "many.fold(n, (sum, x) => { aim = sum; return sum; });",
        "dark.map(c => { c.worth = n; return 1; });",
        "dark[0].mark(n);",
        "dark[0].me().mark(n);",
        "give(dark[0], n);",
        "Card c = new Card(); give(c, n); dark.add(c);",
        "Card c = new Card() { worth = n }; List<number> l = {}; c.own(l); aim = l[0];",
        "List<number> l = {}; copy({ n }, l); aim = l[0];",
        "keep(k: n);",
        "table[0].store(k: n);",
        "dark[0].weigh(k: n);",
        "act (number) a = x => { aim = x; }; a(n);",
        "act () a = () => { aim = n; }; a();",
        "act () => number a = () => n; aim = a();",
        "twice(x => { aim = x; }, n);",
        "act (Card) a = c => { c.worth = n; }; a(dark[0]);",
        "act (List<number>) a = l => { l.add(n); }; List<number> l = {}; a(l); aim = l[0];",
        "(number, number) => number f = (x, y) => y; aim = f(0, n);",
        "table.add(new Card() { worth = n }); table.draw(1, to: dark);",
        "table[0].worth = n; table.split(1, to: dark);",
        "Card c = table[0]; c.worth = n; table.move(c, to: dark);",
        "table.add(new Card() { worth = n }); dark.addAll(table);",
        "Card c = choose Card from dark; c.worth = n;",
        "(choose Card from stock).mark(n);",
        "Stack<List<number>> s = {}; s.push({ n }); plan = s.top();",
        "Table<string, List<number>> t = {}; t[\"a\"] = { n }; plan = t[\"a\"];",
        "Strong s = dark[0].add(Strong(1)); s.by = n;",
        "number m = null; m = m ?? n; aim = m;",
        "List<number> l = { 1 }; l.insert(0, n); plan.append(l);",
        "aim = n; aim = 3;",
    ] {
        let found = of_effect(effect);
        let count = |what| found.matches(what).count();
        assert_eq!((count("error[secret-or-open]"), count("error[")), (1, 1), "{effect}\n{found}");
    }
}

#[test]
fn what_is_offered_is_followed_from_what_is_hidden() {
    for effect in [
        "open = choose number from 0..all(Card).maxBy(c => c.worth).worth;",
        "open = choose number from 0..all(Strong).sum(s => s.by);",
        "open = choose number from 0..all(Pawn)[0].tile.x;",
        "open = choose number from 0..judge.rate();",
        "many = choose List<number> count aim from 1..9;",
        "List<number> l = {}; l.add(dark[0].worth); open = choose number from l;",
        "List<number> l = { 0 }; l[0] = dark[0].worth; open = choose number from l;",
        "Table<number, number> t = {}; t[dark[0].worth] = 1; open = choose number from t.keys();",
        "Stack<number> s = {}; s.push(stock.top().worth); open = choose number from 0..s.top();",
        "Card c = new Card(); c.worth = stock.top().worth; open = choose number from 0..c.worth;",
        "open = ask(dark[0].worth);",
        "number most = dark[0].worth; open = ask(most + 1);",
        "List<number> l = {}; copy(dark.map(c => c.worth), l); open = choose number from l;",
        "(number) => number f = x => dark[0].worth; open = choose number from 0..f(1);",
        "open = choose number from 0..rated(1); rated = x => dark[0].worth;",
        "act (number) a = x => { open = choose number from 0..x; }; a(dark[0].worth);",
        "later = x => { open = choose number from 0..x; }; later(aim);",
        "List<number> l = dark.map(c => c.worth); l.map(x => { open = choose number from 0..x; return x; });",
        "twice(x => { open = choose number from 0..x; }, aim);",
        "List<number> l = {}; for (Card c in dark) { l.insert(0, c.worth); } open = choose number from l;",
        "number last = 0; for (Card c in dark) { if (last < 1) { last += c.worth; } } open = choose number from 0..last;",
        "open = choose number from many where it < aim;",
        "open = choose number by dark[0].worth from 0..2;",
        "open = choose number from 0..(position() == was ? 1 : 2);",
        "open = choose number by dark[0].owner from 0..2;",
        "Card c = choose Card from dark; open = choose number from 0..c.worth;",
        "number m = secret choose number from 0..3; open = choose number from 0..m;",
        "open = choose number from 0..Rules.aim;",
        "List<number> l = filled(aim); open = choose number from l;",
        "number last = 0; while (last < 3) { open = choose number from 0..last; last = dark[0].worth; }",
    ] {
        let found = of_effect(effect);
        let count = |what| found.matches(what).count();
        let asked = count("error[secret-or-open]") + count("error[offer-tells]");
        assert_eq!((asked, count("error[")), (1, 1), "{effect}\n{found}");
    }
}

#[test]
fn what_goes_elsewhere_needs_no_word() {
    for effect in [
        "table.add(new Card() { worth = n });",
        "dark.add(stock.peek(3)[n]);",
        "table.add(stock.top()); table[0].worth = n;",
        "Card c = new Card() { worth = n }; table.add(c); dark.draw(1, to: table);",
        "table[0].mark(n); mark(table[0], n); give(table[0], n);",
        "act (number) a = x => { open = x; }; a(n);",
        "List<number> l = {}; fill(l, n); many = l;",
        "many = dark.map(c => c.worth);",
        "number m = open choose number from 0..dark[0].worth; table[0].worth = m;",
        "open = ask(n); open = ask(table[0].worth);",
        "List<number> l = {}; l.add(table[0].worth); open = choose number from l;",
        "Map.place(new Pawn(), on: Map.at(0, 0));",
        "Map.place(new Card() { worth = n }, on: Map.at(0, 0));",
        "Sea(actor).place(table[n], on: Sea(actor).at(0, 0));",
        "table.add(table[n]); open = table[n].worth; aim = table[0].worth;",
        "Card c = table[0]; c.worth = n; stock.shuffle();",
        "List<number> l = { n }; open = l[0]; aim = 3;",
        "mark(table[0], n); stock.draw(n, to: dark);",
        "open = choose number from 0..dark.length;",
    ] {
        let found = of_effect(effect);
        assert_eq!(found.matches("error[").count(), 0, "{effect}\n{found}");
    }
}

/// The errors that ask who learns a choice, in a game with these members of its rules.
fn of_rules(members: &str) -> usize {
    let game = format!(
        "game \"T\";{TABLE}turn Main {{ }}\nsetup {{ players 2; turns.use(\"Main\"); }}\nglobal class Rules {{
    secret number aim; secret string word; secret Rank best; secret List<number> plan = {{}}; number open; Tile target; {members} }}"
    );
    let found = problems_of(&[("game.tgdl", &game)]);
    let asked = |code| found.matches(code).count();
    let (said, all) = (asked("error[secret-or-open]") + asked("error[offer-tells]"), asked("error["));
    assert_eq!(said, all, "{members}\n{found}");
    said
}

#[test]
fn what_inputs_offer_is_followed_through_those_before() {
    let action = |inputs: &str, effect: &str| {
        format!("action a {{ {inputs} trigger PlayerChoiceEvent {{ return true; }} effect {{ {effect} }} }}")
    };
    for (inputs, effect, asked) in [
        ("input Card c from dark; input number n from 1..c.worth;", "", 1),
        ("input Card c from dark;", "open = choose number from 1..c.worth;", 1),
        ("input Card c; input number n from 1..c.worth where n > 0;", "", 1),
        ("auto input Card c from dark; input number n from 1..c.worth;", "", 1),
        ("secret input number m from 1..aim; input number n from 1..m;", "", 2),
        ("open input number m from 1..aim; input number n from 1..m;", "", 0),
        ("input Card c from table; input number n from 1..c.worth;", "", 0),
        ("input Card c from dark; input number n from 1..3;", "c.worth = n;", 1),
        ("player (dark[0].worth) input number n from 1..3;", "", 1),
        ("input bool b where Rules.target.isEmpty();", "", 1),
        ("input Rank r;", "aim = r.points;", 1),
        ("input Rank r;", "aim = r.index;", 1),
        ("input string s from { \"Low\", \"High\" };", "best = Rank.named(s);", 1),
        ("input number n from 1..3; input number m from 1..3;", "aim = n; plan.add(m);", 2),
    ] {
        assert_eq!(of_rules(&action(inputs, effect)), asked, "{inputs} {effect}");
    }
}

#[test]
fn more_than_is_followed_of_one_list_counts_as_all() {
    let choices = |n: usize| "l.add(choose number from 0..2); ".repeat(n);
    let game = |n: usize| {
        format!(
            "function void gather(List<number> l) {{ {} }}
            action a {{ trigger PlayerChoiceEvent {{ return true; }} effect {{ gather(plan); }} }}",
            choices(n)
        )
    };
    assert_eq!(of_rules(&game(3)), 3);
    assert_eq!(of_rules(&game(80)), 81, "the one in `ask` too");
}

/// Each call was once looked into as often as there are functions that may run, at each depth again.
#[test]
fn calls_in_calls_are_followed_once() {
    let calls = (0..40).fold("n".to_owned(), |inner, _| format!("judge.change({inner})"));
    let game = format!(
        "class Other extends Changer {{ override function number change(number n) {{ return n + 1; }} }}
        class Changer {{ function number change(number n) {{ return n; }} }}
        game \"T\";turn Main {{ }} setup {{ players 2; turns.use(\"Main\"); }}
        global class Rules {{ secret number aim; Changer judge;
            action a {{ input number n from 0..2; trigger PlayerChoiceEvent {{ return true; }} effect {{ aim = {calls}; }} }} }}"
    );
    let found = problems_of(&[("game.tgdl", &game)]);
    assert_eq!(found.matches("error[secret-or-open]").count(), 1, "{found}");
}

#[test]
fn what_modifiers_make_of_attributes_may_follow_from_what_is_hidden() {
    for (attribute, asked) in [("number rooms = 2;", true), ("secret number rooms = 2;", false)] {
        for modifier in [
            "override number rooms { return stock.top().worth; }",
            "while stock.top().worth > 3; override number rooms { return 7; }",
        ] {
            let game = format!(
                "game \"T\";{TABLE}class House {{ {attribute} }} modifier Big on House {{ {modifier} }}
                turn Main {{ }} setup {{ players 2; turns.use(\"Main\"); new House().add(Big); }} global class Rules {{ secret number aim; }}"
            );
            let found = problems_of(&[("game.tgdl", &game)]);
            assert_eq!(found.contains("error[secret-or-open]"), asked, "{attribute} {modifier}\n{found}");
        }
    }
}

/// Whether the reason of the one condition of the action `a` may be told.
fn is_told(action: &str) -> bool {
    let game = format!(
        "game \"T\"; interactable Pawn {{ }} interactable Card {{ number worth; action b {{ effect {{ }} }} }}
        class Book {{ Tile page; }} class Deep extends Tile {{ }} class Wave extends Tile {{ }} event Rung {{ }}
        zone hand of Card per player {{ visible owner; }}
        board Map {{ shape square(3, 3); tile Deep; edge; }} board Sea per player {{ shape square(3, 3); tile Wave; visible owner; }}
        function bool holds(player p) {{ return hand(player.active()).length > 0 && hand(player.active()).all(c => c.worth > p); }}
        turn Main {{ }} setup {{ players 2; turns.use(\"Main\"); }}
        global class Rules {{ Tile target; Deep hole; Book book; {action} }}"
    );
    let program = read(&[("game.tgdl", &game)]);
    let checked = program.check();
    let shown: Vec<String> = checked.problems.iter().map(|p| program.shown(p)).collect();
    let Some(game) = checked.value else { panic!("{action}\n{}", shown.join("\n")) };
    let all = game.actions.iter().filter(|a| a.name == "a");
    let whys: Vec<bool> = all
        .flat_map(|a| a.requires.iter().chain(&a.ensures))
        .filter_map(|d| Some(d.why.as_ref()?.is_open))
        .collect();
    assert_eq!(whys.len(), 1, "{action}");
    whys[0]
}

#[test]
fn reasons_are_told_where_who_acts_may_know_what_they_read() {
    const CHOSEN: &str = "trigger PlayerChoiceEvent { return true; }";
    const RUNG: &str = "trigger Rung { return true; }";
    let own = "hand(player.active()).all(c => c.worth > 1)";
    let acting = "hand(actor).all(c => c.worth > 1)";
    for (trigger, condition, told) in [
        (CHOSEN, format!("require {own} else \"no\";"), true),
        (CHOSEN, format!("require {acting} else \"no\";"), true),
        (CHOSEN, "require holds(0) else \"no\";".to_owned(), true),
        (CHOSEN, format!("ensure {own} else \"no\";"), false),
        (CHOSEN, format!("ensure {acting} else \"no\";"), true),
        (CHOSEN, "ensure holds(0) else \"no\";".to_owned(), false),
        (RUNG, format!("require {own} else \"no\";"), false),
        (RUNG, format!("require {acting} else \"no\";"), true),
        (CHOSEN, "require target.isEmpty() else \"no\";".to_owned(), false),
        (CHOSEN, "require hole.isEmpty() else \"no\";".to_owned(), true),
        (CHOSEN, "require Map.edges()[0].isEmpty() else \"no\";".to_owned(), true),
        (CHOSEN, "require book.page == target else \"no\";".to_owned(), true),
        (CHOSEN, "require all(Pawn).isEmpty() else \"no\";".to_owned(), false),
        (CHOSEN, "require all(Book).isEmpty() else \"no\";".to_owned(), true),
    ] {
        let action = format!("action a {{ open {condition} {trigger} effect {{ turn.pass(); }} }}");
        assert_eq!(is_told(&action), told, "{action}");
    }
}

/// Any function value that may be the one that is called counts.
#[test]
fn reasons_are_told_where_who_acts_may_know_what_function_values_read() {
    for (values, condition, told) in [
        ("{ p => hand(p).any(c => c.worth > 1) }", "rules.all(r => r(player.active()))", true),
        ("{ p => hand(p).any(c => c.worth > 1) }", "rules.all(r => r(actor))", true),
        ("{ p => hand(p).any(c => c.worth > 1) }", "rules.all(r => r(1))", false),
        ("{ p => true, p => hand(p + 1).any(c => c.worth > 1) }", "rules.all(r => r(actor))", false),
        ("{ p => { p = p + 1; return hand(p).any(c => c.worth > 1); } }", "rules.all(r => r(actor))", false),
        ("{ p => has(p) }", "rules[0](actor)", true),
        ("{ p => has(p) }", "rules[0](1)", false),
        ("{ first() }", "rules[0](actor)", true),
        ("{ caught(hand(1)[0]) }", "rules[0](actor)", false),
    ] {
        // That it is written says that it may be called.
        let caught = "function (player) => bool caught(Card card) { return p => card.worth > 1; }";
        let caught = if values.contains("caught") { caught } else { "" };
        let action = format!(
            "List<(player) => bool> rules = {values};
            function bool has(player p) {{ return hand(p).any(c => c.worth > 1); }}
            function (player) => bool first() {{ return p => has(p); }}
            {caught}
            action a {{ open require {condition} else \"no\"; trigger PlayerChoiceEvent; effect {{ turn.pass(); }} }}"
        );
        assert_eq!(is_told(&action), told, "{values} {condition}");
    }
}

/// The problems of a game with these declarations, where `before` marks those that follow from what is hidden.
fn of_game(declarations: &str, rules: &str, phases: &str) -> String {
    let game = format!(
        "game \"T\"; const class Def {{ }} const Def ordinary = new Def(); interactable Card {{ number worth; Def def; }} interactable Ace extends Card {{ }} zone table of Card {{ visible all; }} deck stock of Card;
        zone hand of Card per player {{ visible owner; }} function Card nth(number n) {{ return all(Card).first(c => c.worth == n); }}
        class Town {{ number size = 1; secret number gold = 1; open derived number shown = gold; }} modifier Rich on Town; modifier Purse(number n) on Town;
        modifier Red on Card; modifier Marked(number n) on Card; event Hit {{ number n; }} class Row {{ Zone<Card> z; }}
        {declarations} turn Main {{ {phases} }} setup {{ players 2; turns.use(\"Main\"); }}
        global class Rules {{ secret number aim; secret player traitor; open derived player blamed = traitor; Zone<Card> z; Card first; List<Card> cards = {{}}; {rules} }}"
    );
    problems_of(&[("game.tgdl", &game)])
}

fn asks(found: &str) -> bool {
    let (asked, all) = (found.matches("error[secret-or-open]").count(), found.matches("error[").count());
    assert_eq!(asked, all, "{found}");
    asked > 0
}

#[test]
fn which_modifiers_there_are_may_follow_from_what_is_hidden() {
    for (declarations, asked) in [
        ("class City extends Town { grants Rich while gold > 1; }", true),
        ("class City extends Town { grants Purse(gold); }", true),
        (
            "modifier Chief on Card { affects (Card c) from table => true; override number worth = 9; } interactable Old extends Card { grants Chief while worth == 4; }",
            true,
        ),
        (
            "modifier Chief(number n) on Card { affects (Card c) from table => true; override number worth = n; } interactable Old extends Card { grants Chief(worth); }",
            true,
        ),
        (
            "modifier Chief on Card { affects (Card c) from table => true; override number worth = 9; } interactable Old extends Card { grants Chief while place == table && worth == 4; }",
            false,
        ),
        (
            "modifier Chief on Card { override number worth = 9; } interactable Old extends Card { grants Chief while def == ordinary; }",
            false,
        ),
        ("modifier Poor on Town { affects (Town t) => t.gold < 2; loses Rich; }", true),
        ("modifier Poor on Town { while gold < 2; bars Rich; }", true),
        ("modifier Poor on Town { while gold < 2; grants Purse(1); }", true),
        ("modifier Poor on Town { grants Purse(gold); }", true),
        ("modifier Poor on Town { while gold < 2; } modifier Beggar extends Poor { grants Rich; }", true),
        ("modifier Lord on Card { affects (Card c) => c.place == table; grants Marked(worth); }", true),
        ("modifier Lord on Card { affects (Card c) => c.place == table && worth > 1; grants Red; }", true),
        ("class City extends Town { grants Rich while shown > 1; grants Purse(shown); }", false),
        ("class City extends Town { grants Rich while size > 1; grants Purse(size); }", false),
        ("modifier Poor on Town { while size < 2; loses Rich; grants Purse(size); }", false),
        ("modifier Own on Card { while worth > 1; grants Marked(worth); }", false),
        ("modifier Lord on Card { affects (Card c) => c.place == table; grants Red; }", false),
        (
            "modifier Lord on Card { while place == table; affects (Card c) => c.place == table; grants Marked(worth); }",
            false,
        ),
    ] {
        let found = of_game(declarations, "", "");
        assert_eq!(asks(&found), asked, "{declarations}\n{found}");
    }
}

#[test]
fn what_modifiers_make_of_others_may_tell_of_what_has_them() {
    let override_worth = "override number worth = base.worth + worth;";
    for (conditions, change, asked) in [
        ("affects (Card c) => c.place == table;", override_worth, true),
        ("affects (Card c) => c.place == table && worth > 1;", "override number worth = 7;", true),
        ("affects (Card c) => c.place == table;", "override number worth = base.worth + by;", false),
        (
            "affects (Card c) => c.place == table;",
            "override number worth = base.worth + twice(); function number twice() { return worth * 2; }",
            true,
        ),
        ("while place == table || worth > 1; affects (Card c) => c.place == table;", override_worth, true),
        ("while place == stock; affects (Card c) => c.place == table;", override_worth, true),
        ("affects (Card c) => this.has(Red);", "override number worth = 7;", true),
        ("affects (Card c) => c.def == def;", "override number worth = 7;", true),
        ("affects (Card c) => this is Ace;", "override number worth = 7;", true),
        ("affects (Card c) => (this as Ace) != null;", "override number worth = 7;", true),
        ("affects (Card c) => \"{this}\" == \"\";", "override number worth = 7;", true),
        (
            "affects (Card c) => c.place == table;",
            "number more = worth; override number worth = base.worth + more;",
            true,
        ),
        (
            "affects (Card c) => c.place == table;",
            "number more = 2; override number worth = base.worth + more;",
            false,
        ),
        ("", override_worth, false),
        ("affects (Card c) => c.place == table;", "override number worth = base.worth + 1;", false),
        (
            "affects (Card c) => c != this && c.owner == owner;",
            "override number worth = base.worth + 1;",
            false,
        ),
        ("while place == table; affects (Card c) => c.place == table;", override_worth, false),
        ("while worth > 1 && tile != null; affects (Card c) => c != this;", override_worth, false),
    ] {
        let found = of_game(&format!("modifier Lord(number by) on Card {{ {conditions} {change} }}"), "", "");
        assert_eq!(asks(&found), asked, "{conditions} {change}\n{found}");
    }
}

/// Which zones lie in a list is not followed, so it may be one that not everybody sees.
#[test]
fn zones_that_lists_and_tables_hold_may_be_hidden() {
    for (declarations, rules, phases) in [
        ("modifier Lord on Card { affects (Card c) => c.place == table && LOOK > 1; grants Red; }", "", ""),
        ("interactable Old extends Card { grants Red while LOOK > 1; }", "", ""),
        ("modifier Rule on Town { override number size = LOOK; }", "", ""),
        ("event Told { order by LOOK > 1 ? 1 : 2; } class Shield { before Told { } }", "", ""),
        ("", "", "phase P { simultaneous LOOK > 1 ? { 1 } : { 2 }; }"),
        ("", "action a { effect { bool b = choose bool by (LOOK > 1 ? 1 : 2); turn.pass(b ? 1 : 2); } }", ""),
        ("", "action a { player (LOOK > 1 ? 1 : 2) input bool b; effect { turn.pass(b ? 1 : 2); } }", ""),
        ("", "action a { effect { table[0].add(Red) until LOOK > 1; } }", ""),
        ("", "action a { input number n from 1..9; effect { LOOK = n; } }", ""),
    ] {
        for (place, asked) in [
            ("Rules.rows[0]", true),
            ("Rules.rowsOf[0]", true),
            ("Rules.rows.first(row => true)", true),
            ("table", false),
        ] {
            let put = |text: &str| text.replace("LOOK", "WHERE.top().worth").replace("WHERE", place);
            let zones = "List<Zone<Card>> rows = {}; Table<player, Zone<Card>> rowsOf = {};";
            let (declarations, rules) = (put(declarations), format!("{zones} {}", put(rules)));
            let found = of_game(&declarations, &rules, &put(phases));
            assert_eq!(asks(&found), asked, "{declarations} {rules} {phases}\n{found}");
        }
    }
}

#[test]
fn what_modifiers_make_of_derived_attributes_reads_what_attributes_hold() {
    for (attribute, change, asked) in [
        ("derived number best = 1", "base.best + Rules.first.worth", true),
        ("derived number best = 1", "base.best + Rules.cards.length", false),
        ("number best = 1", "base.best + Rules.first.worth", false),
        ("open derived number best = 1", "base.best + Rules.first.worth", false),
        ("secret number best = 1", "base.best + Rules.first.worth", false),
    ] {
        let found = of_game(
            &format!(
                "class Hut {{ {attribute}; }} modifier Rule on Hut {{ override number best = {change}; }}"
            ),
            "",
            "",
        );
        assert_eq!(asks(&found), asked, "{attribute} {change}\n{found}");
    }
}

#[test]
fn derived_attributes_read_what_attributes_hold() {
    for (formula, asked) in [
        ("number sum = z.sum(c => c.worth)", true),
        ("number caught = rated(1)", true),
        ("bool same = position() == was", true),
        ("number one = first == null ? 0 : first.worth", true),
        ("number many = cards.sum(c => c.worth)", true),
        ("number many = cards[0].worth", true),
        ("player whose = first.owner", true),
        ("bool red = first.has(Red)", true),
        ("bool lies = first.place == table", true),
        ("number best = most()", true),
        ("bool some = first != null", false),
        ("number many = cards.length + z.length", false),
        ("number open = table.sum(c => c.worth)", false),
    ] {
        let most = "function number most() { return z.max(c => c.worth); } Position was; (number) => number rated = x => 1;
            action catch { trigger PlayerChoiceEvent; effect { Card c = stock.top(); rated = x => c.worth; was = position(); turn.pass(); } }";
        let found = of_game("", &format!("{most} derived {formula};"), "");
        assert_eq!(asks(&found), asked, "{formula}\n{found}");
        assert!(!asks(&of_game("", &format!("{most} open derived {formula};"), "")), "{formula}");
    }
}

#[test]
fn who_is_asked_and_until_when_may_follow_from_what_is_hidden() {
    let until = |end: &str| {
        format!(
            "action mark {{ trigger PlayerChoiceEvent {{ return true; }} effect {{ number k = stock.top().worth; table[0].add(Red) until {end}; turn.pass(); }} }}"
        )
    };
    for (declarations, rules, phases, asked) in [
        (
            "",
            String::new(),
            "phase Vote { simultaneous player.all().filter(p => p == Rules.traitor); }",
            true,
        ),
        (
            "",
            String::new(),
            "phase Vote { simultaneous player.all().filter(p => p == Rules.blamed); }",
            false,
        ),
        (
            "event Rung { order by Rules.traitor; } class Hero { before Rung { cancel; } }",
            String::new(),
            "",
            true,
        ),
        (
            "event Rung { order by Rules.blamed; } class Hero { before Rung { cancel; } }",
            String::new(),
            "",
            false,
        ),
        ("", until("stock.top().worth > 3"), "", true),
        ("", until("Hit where event.n == Rules.aim"), "", true),
        ("", until("k > 3"), "", true),
        ("", until("stock.length > 3"), "", false),
        ("", until("Hit where event.n == 3"), "", false),
    ] {
        let found = of_game(declarations, &rules, phases);
        assert_eq!(asks(&found), asked, "{declarations} {rules} {phases}\n{found}");
    }
}

#[test]
fn what_was_chosen_in_secret_is_hidden_from_then_on() {
    let action = |inputs: &str, effect: &str| {
        format!(
            "number open; action a {{ {inputs} trigger PlayerChoiceEvent {{ return true; }} effect {{ {effect} turn.pass(); }} }}"
        )
    };
    for (inputs, effect, asked) in [
        ("secret input player p; player (p) input number n from 1..3;", "", true),
        ("secret input player p; player (p) input Card c from table;", "", true),
        ("secret input number m from 1..3; input number n from 1..m;", "", true),
        ("secret input number m from 1..3; input number n from 1..3 where n != m;", "", true),
        ("secret input Card c from table; input number n from 1..c.worth;", "", true),
        ("", "number a = secret choose number from 1..5; open = choose number from 1..a;", true),
        ("", "open = choose number by (secret choose player) from 1..3;", true),
        ("", "open = choose number by who() from 1..3;", true),
        (
            "",
            "List<number> l = {}; l.add(secret choose number from 1..5); open = choose number from l;",
            true,
        ),
        ("secret input number m from 1..3; input number n from 1..3;", "", false),
        ("secret input number m from 1..3; secret input number n from 1..m;", "", false),
        ("secret input number m from 1..3; open input number n from 1..m;", "", false),
        ("open input player p; player (p) input number n from 1..3;", "", false),
        ("input player p; player (p) input number n from 1..3;", "", false),
    ] {
        let who = "function player who() { return secret choose player; }";
        let found = of_game("", &format!("{who} {}", action(inputs, effect)), "");
        assert_eq!(asks(&found), asked, "{inputs} {effect}\n{found}");
    }
}

#[test]
fn which_of_several_hidden_things_changes_is_followed() {
    let action = |inputs: &str, effect: &str| {
        format!("secret List<number> plans = {{ 0 }}; secret List<List<number>> sets = {{ {{}} }}; secret Card kept; secret Zone<Card> lair; Zone<Card> shown; secret List<Zone<Card>> lairs = {{}}; secret List<Card> wanted = {{}}; secret List<List<Card>> heaps = {{ {{}} }}; List<number> open = {{ 0 }};
        action a {{ {inputs} trigger PlayerChoiceEvent {{ return true; }} effect {{ {effect} turn.pass(); }} }}")
    };
    let number = "input number n from 0..2;";
    let card = "input Card c from table;";
    for (inputs, effect, asked) in [
        (number, "plans[n] = 1;", true),
        (number, "sets[n].add(1);", true),
        (number, "sets[n].clear();", true),
        (number, "all(Card)[0].worth = n;", true),
        (number, "for (Card k in all(Card)) { k.worth = n; }", true),
        (number, "stock[n].worth = 9;", true),
        (number, "Card k = stock[n]; k.worth = 9;", true),
        (number, "stock.first(k => k.worth == n).worth = 9;", true),
        (number, "nth(n).worth = 9;", true),
        ("input player p;", "hand(p)[0].worth = 9;", true),
        (card, "plans[0] = c.worth;", true),
        (card, "number worth = c.worth + 1; plans[0] = worth;", true),
        ("input List<Card> c count 1..2 from table;", "plans[0] = c.length;", true),
        ("input player p;", "hand(p).add(table[0]); table.add(hand(p)[0]);", false),
        (number, "stock[n].add(Red);", true),
        (number, "stock.move(stock.top(), to: stock, position: n);", true),
        (number, "all(Row)[0].z.add(new Card() { worth = n });", true),
        (number, "all(Marked)[0].n = n;", true),
        (card, "kept = c;", true),
        (card, "Card k = c; kept = k;", true),
        (card, "wanted.add(c);", true),
        (card, "List<Card> l = wanted; l.add(c);", true),
        (card, "List<Card> l = wanted; List<Card> m = l; m[0] = c;", true),
        (card, "List<Card> l = true ? wanted : {}; l.add(c);", true),
        (card, "List<Card> l = null; l = l ?? wanted; l.add(c);", true),
        (card, "heaps[0].add(c);", true),
        (card, "List<Card> l = heaps[0]; l.add(c);", true),
        (card, "List<Card> l = wanted.copy(); l.add(c);", false),
        ("", "kept = choose Card from table;", true),
        (number, "coins[n].sort = 2;", true),
        ("input Coin c from coins;", "c.sort = 2;", true),
        ("input Coin c from coins;", "Coin k = c; k.sort = 2;", true),
        ("secret input Coin c from coins;", "c.sort = 2;", false),
        ("input Coin c from coins;", "c.worn = 2;", false),
        (number, "lair = piles[n];", true),
        (number, "Zone<Card> pile = piles[n]; lair = pile;", true),
        (number, "lairs.add(piles[n]);", true),
        (number, "Zone<Card> pile = piles[n]; kept = pile.top();", true),
        ("input player p;", "lair = hand(p);", true),
        (number, "shown = piles[n]; piles[n].add(table[0]);", false),
        ("", "lair = piles[1];", false),
        (number, "open[n] = 1;", false),
        (number, "table[n].worth = 9;", false),
        (number, "table.move(table[0], to: table, position: n);", false),
        (number, "stock.move(table[0], to: stock, position: 0);", false),
        (card, "stock.add(c);", false),
        ("secret input Card c from table;", "kept = c;", false),
        ("open input Card c from table;", "kept = c;", false),
        ("input Card c from stock;", "kept = c;", false),
    ] {
        let declared = "zone piles[3] of Card { visible all; }
            interactable Coin { secret number sort = 1; number worn; } zone coins of Coin { visible all; }";
        let found = of_game(declared, &action(inputs, effect), "");
        assert_eq!(asks(&found), asked, "{inputs} {effect}\n{found}");
    }
}

/// Whether what such code offers tells the player who decides of what that player may not see.
fn tells(members: &str) -> bool {
    let game = format!(
        "game \"T\"; interactable Card {{ number worth; secret number mark; }}
        class Seat {{ secret number role; number shown; }} class Row {{ Zone<Card> open; function number first() {{ return open[0].worth; }} }}
        modifier Lord(number by) on Card {{ affects (Card c) => c.place == table; override number worth = base.worth + by; }}
        zone hand of Card per player {{ visible owner; }} zone table of Card {{ visible all; ordered; }} deck stock of Card;
        class Wave extends Tile {{ bool isTried; }} interactable Ship {{ }} board Sea per player {{ shape square(3, 3); tile Wave; visible owner; }}
        function bool beats(Card c, Card other) {{ return c.worth > other.worth; }}
        function bool isBest(Card c) {{ if (stock.top().worth > c.worth) {{ return false; }} return true; }}
        function bool holds(player p, number n) {{ bool found = false; for (Card c in hand(p)) {{ if (c.worth == n) {{ found = true; }} }} return found; }}
        function Seat seat(player p) {{ return all(Seat).first(s => s.owner == p); }}
        function List<Card> strong(List<Card> cards, number n) {{ return cards.filter(c => c.worth > n); }}
        function void ask(player p, number n) {{ choose Card by p from table where it.worth > n; }}
        function void empower(Card c, number n) {{ c.add(Lord(n)); }}
        turn Main {{ }} setup {{ players 2; turns.use(\"Main\"); }}
        global class Rules {{ player target; number open; Row row; Row second; secret number aim; {members} }}"
    );
    let found = problems_of(&[("game.tgdl", &game)]);
    let (told, all) = (found.matches("error[offer-tells]").count(), found.matches("error[").count());
    assert_eq!(told, all, "{members}\n{found}");
    told > 0
}

#[test]
fn what_is_offered_may_not_tell_what_the_chooser_does_not_see() {
    let action = |parts: &str, effect: &str| {
        format!("action a {{ {parts} trigger PlayerChoiceEvent; effect {{ turn.pass(); {effect} }} }}")
    };
    for (parts, effect) in [
        ("input Card c from table where c.worth > stock.top().worth;", ""),
        ("input Card c from table where beats(c, stock.top());", ""),
        ("input Card c from table where isBest(c);", ""),
        ("input Card c from table { number n = stock[0].worth; return c.worth > n; }", ""),
        ("input Card c from table where holds(actor + 1, c.worth);", ""),
        ("input Card c from stock where c.worth > 3;", ""),
        ("input Card c from strong(stock, 3);", ""),
        ("input Card c from hand(actor + 1).filter(c => c.worth > 3);", ""),
        ("input List<Card> c count 1..stock[0].worth from table;", ""),
        ("secret input number n from 1..stock.top().worth;", ""),
        ("secret input string s free from { \"a\" } where s.length == stock[0].worth;", ""),
        ("input Card c from stock; input Card d from table where d.worth > c.worth;", ""),
        ("player (target) input Card c from table where holds(actor, c.worth);", ""),
        ("input Card c from table where c.mark > 1;", ""),
        ("input Card c from table where c.worth > aim;", ""),
        ("input Card c from table where seat(actor + 1).role > 1;", ""),
        ("input Card c where c.worth > 1;", ""),
        ("input Card c where c == stock.top();", ""),
        ("input Card c from table where stock.map(k => k.worth).contains(c.worth);", ""),
        ("input Wave w from Sea(actor + 1).tiles() where w.isEmpty();", ""),
        ("input Card c from table where row.first() > 1;", "row = new Row() { open = stock };"),
        ("require stock.top().worth > 3;", ""),
        ("ensure holds(player.active(), 3);", ""),
        ("require holds(actor + 1, 3);", ""),
        ("", "choose Card by actor + 1 from table where holds(actor, it.worth);"),
        ("", "ask(target, hand(actor)[0].worth);"),
        ("", "for (player p in player.all()) { choose Card by p from table where holds(actor, it.worth); }"),
        ("", "choose Card by each q in player.all() from table where holds(q + 1, it.worth);"),
        ("", "choose Card by each q in player.all() from table where holds(q, it.worth);"),
        ("", "table[0].add(Lord(stock.top().worth));"),
        ("", "empower(table[0], hand(actor)[0].worth);"),
    ] {
        assert!(tells(&action(parts, effect)), "{parts} {effect}");
    }
    assert!(tells(
        "action a { trigger PlayerChoiceEvent where stock[0].worth > 1; effect { turn.pass(); } }"
    ));
    assert!(tells(
        "require stock[0].worth > 1 { action a { trigger PlayerChoiceEvent; effect { turn.pass(); } } }"
    ));
}

#[test]
fn what_is_offered_may_tell_what_the_chooser_sees() {
    let action = |parts: &str, effect: &str| {
        format!("action a {{ {parts} trigger PlayerChoiceEvent; effect {{ turn.pass(); {effect} }} }}")
    };
    for (parts, effect) in [
        ("input Card c from hand(actor) where c.worth > table.top().worth;", ""),
        ("input Card c from hand(player.active()) where holds(actor, c.worth);", ""),
        ("input Card c from strong(hand(actor), 3);", ""),
        ("input Card c from stock;", ""),
        ("input Card c from hand(actor + 1);", ""),
        ("input Card c from table where stock.length > hand(actor + 1).length && table.contains(c);", ""),
        ("input Card c where c.place == table && c.worth > 1;", ""),
        ("input Card c where table.filter(k => k.worth > 1).contains(c);", ""),
        ("input Card c where c == table.top();", ""),
        ("input Card c where c.place == hand(actor) && c.worth > 1;", ""),
        ("input Card c from hand(actor); input Card d from table where d.worth > c.worth;", ""),
        ("player (target) input Card c from hand(target) where c.worth > 1;", ""),
        ("input Card c from table where seat(actor).role > 1;", ""),
        ("input Seat s where s.owner == actor && s.role > 1;", ""),
        ("input Seat s where s.shown > 1;", ""),
        ("secret input Wave w from Sea(actor).tiles() where w.isEmpty();", ""),
        ("input Wave w from Sea(actor + 1).tiles() where !w.isTried;", ""),
        ("input Card c from table where second.first() > 1;", "second = new Row() { open = table };"),
        ("require holds(actor, 3);", ""),
        ("ensure holds(actor, 3);", ""),
        ("open require stock.top().worth > 3;", ""),
        ("open ensure stock.top().worth > 3;", ""),
        ("open input Card c from table where c.worth > stock.top().worth;", ""),
        ("", "choose Card by actor from table where holds(actor, it.worth);"),
        ("", "choose Card by target from table where holds(target, it.worth);"),
        ("", "player p = actor + 1; choose Card by p from table where holds(p, it.worth);"),
        ("", "ask(actor, hand(actor)[0].worth); ask(target, hand(target)[0].worth);"),
        ("", "open choose Card by each q in player.all() from table where holds(q, it.worth);"),
        ("", "table[0].add(Lord(3)); empower(table[0], table[1].worth);"),
    ] {
        assert!(!tells(&action(parts, effect)), "{parts} {effect}");
    }
    assert!(!tells(
        "open require stock[0].worth > 1 { action a { trigger PlayerChoiceEvent; effect { turn.pass(); } } }"
    ));
}

/// A tile of a hidden board that is found by a thing or a tile that all see chosen is known to all.
#[test]
fn what_all_see_chosen_is_followed_to_the_tile_that_it_names() {
    let found = |input: &str, effect: &str| {
        let game = format!(
            "game \"T\"; class Plot extends Tile {{ number n = 0; }} interactable Card {{ number worth = 0; Tile spot; }}
            interactable Ship {{ }} zone row of Card {{ visible all; }} zone hand of Card per player {{ visible owner; }}
            board Sea per player {{ shape square(3, 3); visible owner; }} board Land {{ shape square(3, 3); tile Plot; }}
            function Tile spotOf(Card c) {{ return c.spot; }}
            turn Main {{ }} setup {{ players 2; turns.use(\"Main\"); }}
            global class Rules {{ action a {{ {input} trigger PlayerChoiceEvent; effect {{ {effect} turn.pass(); }} }} }}"
        );
        let found = problems_of(&[("game.tgdl", &game)]);
        assert!(!found.contains("error") || found.contains("secret-or-open"), "{found}");
        found.contains("secret-or-open")
    };
    let card = "input Card c from row;";
    let plot = "input Plot p from Land.tiles();";
    for (input, effect) in [
        (card, "Sea(actor).place(new Ship(), on: c.spot);"),
        (card, "new Ship().putOn(c.spot);"),
        (card, "Tile t = c.spot; new Ship().putOn(t);"),
        (card, "new Ship().putOn(Sea(actor).at(c.worth, 0));"),
        (card, "Tile t = Sea(actor).at(c.worth, 0); new Ship().putOn(t);"),
        (card, "new Ship().putOn(spotOf(c));"),
        (plot, "new Ship().putOn(Sea(actor).at(p.n, 0));"),
        (plot, "new Ship().putOn(Sea(actor).tile(p.name));"),
    ] {
        assert!(found(input, effect), "{input} {effect}");
        assert!(!found(&format!("open {input}"), effect), "{input} {effect}");
        assert!(!found(&format!("secret {input}"), effect), "{input} {effect}");
    }
    for (input, effect) in [
        (card, "new Ship().putOn(Land.at(c.worth, 0));"),
        (plot, "new Ship().putOn(p);"),
        (plot, "p.n = 1;"),
        ("input Card c from hand(actor);", "new Ship().putOn(c.spot);"),
    ] {
        assert!(!found(input, effect), "{input} {effect}");
    }
}

/// Functions that hand to one another what they were given, exchanged, once went on without end.
#[test]
fn functions_that_call_one_another_are_followed_to_an_end() {
    let game = "game \"T\"; interactable Card { number worth; } deck stock of Card; zone hand of Card per player { visible owner; }
        zone table of Card { visible all; }
        function void ask(player p, player q, number n, number m) {
            if (n > 0) { ask(q, p, m, n); }
            choose Card by p from table where it.worth > n + hand(q)[0].worth;
        }
        turn Main { } setup { players 2; turns.use(\"Main\"); }
        global class Rules { action a { trigger PlayerChoiceEvent; effect { ask(actor, actor, 1, 2); } }
            action b { trigger PlayerChoiceEvent; effect { ask(actor, actor + 1, 1, 2); } } }";
    let found = problems_of(&[("game.tgdl", game)]);
    assert_eq!(found.matches("error[offer-tells]").count(), 1, "{found}");
}
