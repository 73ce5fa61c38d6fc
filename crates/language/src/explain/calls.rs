//! What the problems with calls and inputs mean.

/// The codes of the checker, each with what it means, a text that has the problem and one that has not.
pub(super) const TABLE: &[(&str, &str)] = &[
    (
        "endless-input",
        r#"There are endless numbers and strings, so nobody could choose among all of them. `from` says which
there are.

Wrong:

    global class Rules { action bid { input number points; } }

Right:

    global class Rules { action bid { input number points from 0..10; } }
"#,
    ),
    (
        "function-input",
        r#"An input with `function` is given by whoever calls. Actions are chosen by players, who give
nothing but choices.

Wrong:

    interactable Card { }
    global class Rules { action play { function input Card card; } }

Right:

    interactable Card { }
    global class Rules { action play { input Card card; } }
"#,
    ),
    (
        "lambda-parameters",
        r#"A function value takes as many parameters as whoever calls it gives.

Wrong:

    function List<number> f(List<number> l) { return l.filter((a, b) => a > b); }

Right:

    function List<number> f(List<number> l) { return l.filter(a => a > 1); }
"#,
    ),
    (
        "misplaced-count",
        r#"`count` says how many elements of a list are chosen. A single value has none, `auto` takes all,
and whole lists that `from` offers are taken as they are.

Wrong:

    interactable Card { }
    global class Rules { action discard { input Card card count 2; } }

Right:

    interactable Card { }
    global class Rules { action discard { input List<Card> cards count 2; } }
"#,
    ),
    (
        "missing-argument",
        r#"The function needs more than it is given. Parameters with a default may be left out, and `sum`,
`min` and `max` need no function value for a list of numbers.

Wrong:

    function greet(player to, string text) { score to text.length; }
    function f() { greet(to: 1); }

Right:

    function greet(player to, string text) { score to text.length; }
    function f() { greet(to: 1, text: "good morning"); }
"#,
    ),
    (
        "no-base",
        r#"`base.f(...)` calls the function of the parent that was overridden, so there must be a parent that
has one with a body.

Wrong:

    class Role { function number worth() { return base.worth() + 1; } }

Right:

    class Person { function number worth() { return 1; } }
    class Role extends Person { override function number worth() { return base.worth() + 1; } }
"#,
    ),
    (
        "not-a-function",
        r#"This is not called: it is an attribute, a class, or another value that is no function.

Wrong:

    function number f(List<number> l) { return l.length(); }

Right:

    function number f(List<number> l) { return l.length; }
"#,
    ),
    (
        "not-choosable",
        r#"Objects, tiles, cases, players and booleans can be chosen as they are; of everything else `from`
must say what there is.

Wrong:

    global class Rules { action plan { input Table<number> costs; } }

Right:

    global class Rules { action plan { input number cost from { 1, 2, 5 }; } }
"#,
    ),
    (
        "repeated-argument",
        r#"Each argument is given once, by its name or by its place.

Wrong:

    function greet(player to) { score to 1; }
    function f() { greet(1, to: 2); }

Right:

    function greet(player to) { score to 1; }
    function f() { greet(to: 2); }
"#,
    ),
    (
        "too-many-arguments",
        r#"The function takes fewer arguments.

Wrong:

    function greet(player to) { score to 1; }
    function f() { greet(1, 2); }

Right:

    function greet(player to) { score to 1; }
    function f() { greet(1); }
"#,
    ),
    (
        "unknown-argument",
        r#"The function has no parameter of that name.

Wrong:

    function greet(player to) { score to 1; }
    function f() { greet(player: 1); }

Right:

    function greet(player to) { score to 1; }
    function f() { greet(to: 1); }
"#,
    ),
    (
        "unnamed-argument",
        r#"Once an argument is named, those after it are named as well.

Wrong:

    function greet(player to, number n) { score to n; }
    function f() { greet(to: 1, 2); }

Right:

    function greet(player to, number n) { score to n; }
    function f() { greet(1, n: 2); }
"#,
    ),
];
