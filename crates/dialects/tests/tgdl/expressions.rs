//! Expressions and their grouping.

use crate::check;
use crate::group::check_group;

#[test]
fn levels_bind_in_their_order() {
    check_group("2 + 3 * 4 % 5 - 6 / 7", "((2 + ((3 * 4) % 5)) - (6 / 7))");
    check_group("a + b < c - d == e && f", "((((a + b) < (c - d)) == e) && f)");
    check_group("a & b == c | d && e", "(((a & (b == c)) | d) && e)");
    check_group("a || b", "(a || b)");
    check_group("a && b & c || d", "((a && (b & c)) || d)");
    check_group("!a && -b < c", "((!a) && ((-b) < c))");
    check_group("a < b < c", "((a < b) < c)");
    check_group("a - b - c", "((a - b) - c)");
    check_group("a - (b - c)", "(a - (b - c))");
}

#[test]
fn a_caret_beside_other_operators_stays_flat() {
    check_group("2 ^ 3", "(2 ^ 3)");
    check_group("2 + 3 * 4 ^ 2 % 5", "<2 + 3 * 4 ^ 2 % 5>");
    check_group("a ^ b ^ c", "<a ^ b ^ c>");
    check_group("(a ^ b) + c", "((a ^ b) + c)");
    check_group("-a ^ b", "((-a) ^ b)");
    check_group("a ^ -b", "(a ^ (-b))");
    check_group("a ^ 2 + 1..b", "(<a ^ 2 + 1>..b)");
    check_group("a ^ b ?? c ^ d + e", "((a ^ b) ?? <c ^ d + e>)");
    check_group("a == b ^ c ? d ^ e : f", "(<a == b ^ c> ? (d ^ e) : f)");
}

#[test]
fn a_range_binds_between_sums_and_comparisons() {
    check_group("1..4", "(1..4)");
    check_group("a + 1..b * 2", "((a + 1)..(b * 2))");
    check_group("x == 1..4", "(x == (1..4))");
    check_group("a < b..c && d", "((a < (b..c)) && d)");
}

#[test]
fn is_and_as_bind_tighter_than_any_operator() {
    check_group("a is Card && b", "((a is Card) && b)");
    check_group("-x is number", "(-(x is number))");
    check_group("a as number ^ 2", "((a as number) ^ 2)");
    check_group("a as number < 3", "((a as number) < 3)");
    check_group("a as List<number> == b", "((a as List<number>) == b)");
    check_group("a.b as string + c as lib.Name", "((a.b as string) + (c as lib.Name))");
    check_group("x is A as bool", "((x is A) as bool)");
}

#[test]
fn question_marks_bind_looser_than_operators() {
    check_group("a ? b : c ? d : e", "(a ? b : (c ? d : e))");
    check_group("a ? b ? c : d : e", "(a ? (b ? c : d) : e)");
    check_group("a ?? b ?? c", "((a ?? b) ?? c)");
    check_group("a || b ?? c == d ? e : f", "(((a || b) ?? (c == d)) ? e : f)");
}

#[test]
fn assignment_binds_loosest_and_to_the_right() {
    check_group("a = b = c", "(a = (b = c))");
    check_group("a += b ? c : d", "(a += (b ? c : d))");
    check_group("a.b[0] -= 1", "(a.b[0] -= 1)");
    check_group("a = x => y = 3", "(a = ([? x] => (y = 3)))");
}

#[test]
fn function_values_take_any_expression_or_a_block() {
    check_group("x => x + 1", "([? x] => (x + 1))");
    check_group("() => 3", "([] => 3)");
    check_group("(Card a, Card b) => a.rank < b.rank", "([Card a, Card b] => (a.rank < b.rank))");
    check_group("(a, b) => a", "([? a, ? b] => a)");
    check_group("x => y => x", "([? x] => ([? y] => x))");
    check_group("f(x => { return x; }, 2)", "f(([? x] => block of 1), 2)");
}

#[test]
fn members_indices_and_calls_bind_tightest() {
    check_group("a.b.c(d)[e](f: g, h)", "a.b.c(d)[e](f: g, h)");
    check_group("-a.b", "(-a.b)");
    check_group("!f(x)[0]", "(!f(x)[0])");
    check_group("base.f(1).g", "base.f(1).g");
    check_group("new Card().suit", "new Card.suit");
    check_group("player.active() + 1", "(player.active() + 1)");
}

#[test]
fn new_takes_values_in_braces() {
    check_group("new Card()", "new Card");
    check_group("new Card() { suit = s, rank = r }", "new Card{suit=s, rank=r}");
    check_group("new List<number>() { 1, 2, 3 }", "new List<number>{1, 2, 3}");
    check_group("new List<number>() { }", "new List<number>{}");
    check_group("new List<bool>() { a == b }", "new List<bool>{(a == b)}");
}

#[test]
fn choose_reads_its_parts_in_any_order() {
    check_group(
        r#"choose Card "Discard one" by p count 2 from hand(p)"#,
        r#"(choose Card prompt "Discard one" by p count 2 from hand(p) filters 0)"#,
    );
    check_group(
        "choose optional Card from a + b count 0..3",
        "(choose Card optional count 0 to 3 from (a + b) filters 0)",
    );
    check_group(
        r#"c ? choose Suit "Which?" : card.suit"#,
        r#"(c ? (choose Suit prompt "Which?" filters 0) : card.suit)"#,
    );
    check_group("choose Card count any { return true; }", "(choose Card any filters 1)");
    check_group(
        "choose string \"A word\" by p free 2 + 3 from words where it != free",
        "(choose string prompt \"A word\" by p free (2 + 3) from words filters 1)",
    );
    check_group("choose string free from words", "(choose string free from words filters 0)");
    check_group(
        "choose Card count 1..2 ordered from hand",
        "(choose Card count 1 to 2 ordered from hand filters 0)",
    );
    check_group("choose(3)", "choose(3)");
}

#[test]
fn a_step_follows_a_range() {
    check_group("20..200 step 20", "((20..200) step 20)");
    check_group(
        "choose number from 1..n + 1 step 2 * k where it",
        "(choose number from ((1..(n + 1)) step (2 * k)) filters 1)",
    );
    check_group("step + 1..step", "((step + 1)..step)");
}

#[test]
fn several_are_asked_where_players_follow_the_word() {
    check_group(
        "choose bool \"Well?\" by each others(p)",
        "(choose bool prompt \"Well?\" by each others(p) filters 0)",
    );
    check_group(
        "choose Card by each q in all from hand(q)",
        "(choose Card by each q in all from hand(q) filters 0)",
    );
    check_group("choose bool by first player.all()", "(choose bool by first player.all() filters 0)");
    check_group("choose Card by first from hand", "(choose Card by first from hand filters 0)");
    check_group("choose Card by each.leader where it", "(choose Card by each.leader filters 1)");
    check_group("choose Card by first(p)", "(choose Card by first(p) filters 0)");
    check_group("suppose { remove x; } gives a || b", "(suppose 1 gives (a || b))");
}

#[test]
fn mistakes_in_operators_are_told_and_read() {
    check(
        "setup {
if (a =< b and c <> d or not e) { }
if (a === b && c !== d) { }
i++;
i--;
for (number i = 0; i < 3; i++) { }
}",
        &[
            "2:7 unknown-operator: there is no operator `=<`",
            "2:12 unknown-operator: there is no operator `and`",
            "2:18 unknown-operator: there is no operator `<>`",
            "2:23 unknown-operator: there is no operator `or`",
            "2:23 mixed-and-or: `&&` and `||` bind equally: this reads from left to right",
            "2:26 unknown-operator: there is no operator `not`",
            "3:7 unknown-operator: there is no operator `===`",
            "3:18 unknown-operator: there is no operator `!==`",
            "4:2 unknown-operator: there is no operator `++`",
            "5:2 unknown-operator: there is no operator `--`",
            "6:28 unknown-operator: there is no operator `++`",
        ],
    );
}

#[test]
fn a_power_of_a_negative_without_brackets_is_a_warning() {
    check(
        "setup {
t = -2 ^ 2;
t = 1 + -a.b(3) ^ 2 * -3;
t = (-2) ^ 2 + -(2 ^ 2) + 2 ^ -2;
t = !a ^ b;
}",
        &[
            "2:5 negated-power: the `-` binds tighter than `^`, so the power is of the negative",
            "3:9 negated-power: the `-` binds tighter than `^`, so the power is of the negative",
        ],
    );
}

#[test]
fn and_mixed_with_or_is_a_warning() {
    check(
        "setup {
t = a && b || c;
t = (a && b) || c;
}",
        &["2:12 mixed-and-or: `&&` and `||` bind equally: this reads from left to right"],
    );
}

#[test]
fn new_without_brackets_is_told() {
    check(
        "setup {
c = new Card;
c = new Card { suit = s };
c = new Card(s, r);
c = new Card() { suit: s };
}",
        &[
            "2:13 expected-token: expected `()` after the type of the new object",
            "3:13 expected-token: expected `()` after the type of the new object",
            "4:13 new-with-arguments: `new` takes no arguments",
            "5:22 unexpected-token: an attribute gets its value with `=`, found `:`",
        ],
    );
}

#[test]
fn a_key_with_a_colon_is_told_and_all_behind_it_is_read() {
    check(
        "setup {
t = { Good.Milk: 2, Good.Hay: 3 };
u = new Table<string, number>() { \"a\": 1 };
v = 1 2;
}",
        &[
            "2:16 unexpected-token: key and value stand in braces of their own, found `:`",
            "2:29 unexpected-token: key and value stand in braces of their own, found `:`",
            "3:38 unexpected-token: key and value stand in braces of their own, found `:`",
            "4:7 expected-token: expected `;` after this statement, found the number `2`",
        ],
    );
}

#[test]
fn broken_expressions_are_told() {
    check(
        "setup {
a = ;
}",
        &["2:5 expected-expression: expected an expression, found `;`"],
    );
    check(
        "setup {
a = b ? c;
}",
        &["2:10 expected-token: expected `:` between the two values of `? :`, found `;`"],
    );
    check(
        "setup {
a = b[;
}",
        &["2:7 expected-expression: expected an expression, found `;`"],
    );
    check(
        "setup {
a = f(b c);
}",
        &["2:9 expected-token: expected `)` after the arguments, found `c`"],
    );
    check(
        "setup {
a.;
}",
        &["2:3 missing-name: expected a name after `.`, found `;`"],
    );
    check(
        "setup {
base(3);
}",
        &["2:5 expected-token: expected `.` after `base`, found `(`"],
    );
    check(
        "setup {
a = if;
}",
        &["2:5 expected-expression: expected an expression, found `if`"],
    );
    check(
        "setup {
f(a = 1);
}",
        &["2:5 assignment-in-call: `=` assigns, which an argument cannot do"],
    );
    check(
        "setup {
a = suppose { } 3;
}",
        &["2:17 expected-token: expected `gives` after the block of `suppose`, found the number `3`"],
    );
    check(
        "setup {
List<number a;
}",
        &["2:13 expected-token: expected `;` after this statement, found `a`"],
    );
    check(
        "setup {
a = { 1, 2;
}",
        &["2:11 expected-token: expected `}` after the elements, found `;`"],
    );
}
