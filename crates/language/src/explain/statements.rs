//! What the problems with statements mean, and with what may not be done where.

/// The codes of the checker, each with what it means, a text that has the problem and one that has not.
pub(super) const TABLE: &[(&str, &str)] = &[
    (
        "after-choice",
        r#"`PlayerChoiceEvent` offers actions to a player, by their names. An `after` block has no name; it
runs when something has happened.

Wrong:

    global class Rules { after PlayerChoiceEvent { turn.pass(); } }

Right:

    global class Rules {
        action rest { trigger PlayerChoiceEvent { return true; } effect { turn.pass(); } }
    }
"#,
    ),
    (
        "ask-here",
        r#"Nobody can be asked in the middle of a filter, a requirement, a trigger, `ensure`, `from`, a
function value, `suppose` or `setup`. Ask in an effect.

Wrong:

    interactable Card { }
    global class Rules { action give { require { return (choose Card by 0) != null; } } }

Right:

    interactable Card { }
    global class Rules {
        action give { effect { Card c = choose Card by 0; c.assign(player: 1); } }
    }
"#,
    ),
    (
        "before-built-in",
        r#"The game raises `Moved`, `PlayerChoiceEvent` and `NoChoiceEvent` when the thing has happened
already. To replace a move, raise an event of your own whose default effect is the move.

Wrong:

    interactable Card { before Moved { cancel; } }

Right:

    interactable Card { bool stuck; }
    event Travel { Card card; Tile to; effect { card.lift(); } }
    global class Rules { before Travel where event.card.stuck { cancel; } }
"#,
    ),
    (
        "before-here",
        r#"A `before` block belongs to the objects of a class, and an event is none that lasts.

Wrong:

    event Harm { number amount; }
    event Fire { before Harm { cancel; } }

Right:

    event Harm { number amount; }
    class Shield { before Harm { cancel; } }
"#,
    ),
    (
        "cancel-outside",
        r#"`cancel` takes back the event before which a block runs. Nothing else can be taken back so.

Wrong:

    function f() { cancel; }

Right:

    event Harm { number amount; }
    class Shield { before Harm where event.amount < 2 { cancel; } }
"#,
    ),
    (
        "chance-here",
        r#"What is looked at as often as the game likes may not roll dice or shuffle, for it would come out
differently each time. `suppose` neither, for chance cannot be taken back.

Wrong:

    global class Rules { action risk { require { return random.roll(6) > 3; } } }

Right:

    global class Rules { action risk { effect { if (random.roll(6) > 3) { turn.pass(); } } } }
"#,
    ),
    (
        "change-here",
        r#"Filters, requirements, triggers, `ensure`, `from`, prompts and function values are looked at as
often as the game likes, so they change nothing: no attribute, no place, no list but one that they
have made themselves.

Wrong:

    interactable Card { bool seen; }
    global class Rules { action show { input Card c { c.seen = true; return true; } } }

Right:

    interactable Card { bool seen; }
    global class Rules {
        action show { input Card c { return !c.seen; } effect { c.seen = true; } }
    }
"#,
    ),
    (
        "ends-in-suppose",
        r#"What `suppose` does is taken back when it gives its value; nothing may leave it before, neither
`winner` nor `return`.

Wrong:

    global class Rules {
        number n = 0;
        function bool f() { return suppose { n += 1; winner 0; } gives n > 3; }
    }

Right:

    global class Rules {
        number n = 0;
        function bool f() { return suppose { n += 1; } gives n > 3; }
    }"#,
    ),
    (
        "fail-here",
        r#"`fail` takes back the action that runs; where no effect runs there is nothing to take back. Return
false instead.

Wrong:

    function bool fits(number n) { if (n > 3) { fail "too much"; } return true; }
    global class Rules { action pay { input number n from 0..9 { return fits(n); } } }

Right:

    function bool fits(number n) { return n <= 3; }
    global class Rules { action pay { input number n from 0..9 { return fits(n); } } }
"#,
    ),
    (
        "misplaced-statement",
        r#"`players` and `team` stand in `setup`; `seed`, `play`, `answer` and `expect` in tests.

Wrong:

    function f() { players 2; }

Right:

    game "Chess";
    setup { players 2; }
"#,
    ),
    (
        "missing-return",
        r#"A function with a result, a filter, a requirement, a trigger and `ensure` return a value on every
path. A loop without end that nothing leaves, `winner` and `fail` end a path too.

Wrong:

    function number sign(number n) { if (n > 0) { return 1; } }

Right:

    function number sign(number n) { if (n > 0) { return 1; } return 0; }
"#,
    ),
    (
        "no-effect",
        r#"This computes a value and forgets it. Often `=` was meant, or a call.

Wrong:

    function f(number n) { n == 3; }

Right:

    function f(number n) { n = 3; }
"#,
    ),
    (
        "outer-variable",
        r#"A function value and a filter see the variables around them as they were, and cannot assign to
them; nor can `suppose`, which takes everything back.

Wrong:

    function f(List<number> l) { number n = 0; l.any(x => { n = n + x; return true; }); }

Right:

    function number f(List<number> l) { return l.sum(); }
"#,
    ),
    (
        "outside-loop",
        r#"`break` and `continue` are about the loop around them.

Wrong:

    function f(number n) { if (n > 3) { break; } }

Right:

    function f(number n) { while (true) { n = n + 1; if (n > 3) { break; } } }
"#,
    ),
    (
        "return-value",
        r#"An effect and a function without a result return nothing; where there is a result, `return` says
which.

Wrong:

    function f() { return 3; }

Right:

    function number f() { return 3; }
"#,
    ),
    (
        "tile-action",
        r#"A tile carries no actions: nobody owns it. Let a global class carry the action, with the tile as an
input.

Wrong:

    class Field extends Tile { action dig { effect { } } }

Right:

    class Field extends Tile { }
    global class Rules { action dig { input Field field; effect { } } }"#,
    ),
    (
        "unreachable",
        r#"What stands before this always leaves the block: nobody gets here.

Wrong:

    function number f() { return 1; turn.pass(); }

Right:

    function number f() { turn.pass(); return 1; }
"#,
    ),
    (
        "unused-action",
        r#"No event triggers this action and nothing calls it, so it never happens. A trigger that observes
`PlayerChoiceEvent` offers it to the active player.

Wrong:

    game "Chess";
    global class Rules { action pass { effect { turn.pass(); } } }
    setup { players 2; }

Right:

    game "Chess";
    global class Rules {
        action pass { trigger PlayerChoiceEvent { return true; } effect { turn.pass(); } }
    }
    setup { players 2; }
"#,
    ),
    (
        "unused-function",
        r#"Nothing calls this function. Leave it out, or begin its name with `_`.

Wrong:

    game "Chess";
    function number worth() { return 1; }
    setup { players 2; }

Right:

    game "Chess";
    function number worth() { return 1; }
    setup { players 2; score 0 worth(); }
"#,
    ),
    (
        "unused-variable",
        r#"Nothing reads this variable. Leave it out, or begin its name with `_`.

Wrong:

    function f() { number n = 3; }

Right:

    function number f() { number n = 3; return n; }
"#,
    ),
];
