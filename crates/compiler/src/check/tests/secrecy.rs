//! What flows into something hidden or is offered from it, by all ways that are followed.

use super::problems_of;

const TABLE: &str = "
interactable Card { number worth; List<number> marks = {}; }
interactable Pawn { }
zone dark of Card { ordered; }
zone table of Card { visible all; }
deck stock of Card;
board Sea per player { shape square(3, 3); visible owner; }
modifier Strong(number by) on Card;
class Judge { function number rate() { return 1; } }
class Peeking extends Judge { override function number rate() { return stock.top().worth; } }
function void mark(Card c, number n) { c.worth = n; }
function void fill(List<number> l, number n) { l.add(n); }
function void bury(Zone<Card> z, Card c) { z.add(c); }
function Zone<Card> grave() { return dark; }
function number pick(number n) { return n == 1 ? 1 : 2; }
";

/// The problems of a game in which an action does this with a number that everybody learns.
fn of_effect(effect: &str) -> String {
    let game = format!(
        "game \"T\";{TABLE}turn Main {{ }}\nsetup {{ players 2; turns.use(\"Main\"); }}\nglobal class Rules {{
    secret number aim; number open; List<number> many = {{}}; Judge judge;
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
        "number last = 0; while (last < 3) { open = choose number from 0..last; last = dark[0].worth; }",
    ] {
        let found = of_effect(effect);
        let count = |what| found.matches(what).count();
        assert_eq!((count("error[secret-or-open]"), count("error[")), (1, 1), "{effect}\n{found}");
    }
}

#[test]
fn what_goes_elsewhere_needs_no_word() {
    for effect in [
        "table.add(new Card() { worth = n });",
        "dark.add(stock.peek(3)[n]);",
        "Card c = table[0]; c.worth = n; stock.shuffle();",
        "List<number> l = { n }; open = l[0]; aim = 3;",
        "mark(table[0], n); stock.draw(n, to: dark);",
        "open = choose number from 0..dark.length;",
    ] {
        let found = of_effect(effect);
        assert_eq!(found.matches("error[").count(), 0, "{effect}\n{found}");
    }
}
