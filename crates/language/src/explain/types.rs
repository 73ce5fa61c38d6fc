//! What the problems with types mean.

/// The codes of the checker, each with what it means, a text that has the problem and one that has not.
pub(super) const TABLE: &[(&str, &str)] = &[
    (
        "cannot-infer",
        r#"Nothing says which type this is: an empty list, `null` or a parameter of a function value that
nobody expects. Write the type.

Wrong:

    function f() { var found = {}; }

Right:

    function f() { List<number> found = {}; }
"#,
    ),
    (
        "missing-type",
        r#"`var` stands for the type of the value that a variable gets in its declaration. An attribute, a
parameter and a result need a type that is written.

Wrong:

    class Role { var gold = 3; }

Right:

    class Role { number gold = 3; }
"#,
    ),
    (
        "never-equal",
        r#"Two lists, tables or stacks are equal if they are one and the same. One that is written with
braces, or made with `new`, is always another one, whatever is in it. Compare length and elements,
or ask `contains` or `isEmpty`.

Wrong:

    function bool f(List<number> l) { return l == { 1, 2 }; }

Right:

    function bool f(List<number> l) { return l.length == 2 && l[0] == 1 && l[1] == 2; }
"#,
    ),
    (
        "never-fits",
        r#"`is` and `as` ask whether a value is of a type. Here it can never be, whatever the value is.

Wrong:

    interactable Card { }
    function bool f(number n) { return n is Card; }

Right:

    interactable Card { }
    function bool f(Tile t) { return t.piece is Card; }
"#,
    ),
    (
        "no-index",
        r#"Lists, zones, stacks, tables and strings have elements to take by index. The zones of all players
do not: name the player first.

Wrong:

    interactable Card { }
    zone hand of Card per player { visible owner; }
    function Card f() { return hand[0]; }

Right:

    interactable Card { }
    zone hand of Card per player { visible owner; }
    function Card f(player p) { return hand(p)[0]; }
"#,
    ),
    (
        "no-key-type",
        r#"A `Table<V>` takes keys of any type, so nobody knows what a list of its keys would hold. A
`Table<K, V>` lists them.

Wrong:

    function List<string> f(Table<number> t) { return t.keys(); }

Right:

    function List<string> f(Table<string, number> t) { return t.keys(); }
"#,
    ),
    (
        "no-value",
        r#"An assignment, an action, and a function that returns nothing give no value that could be used.

Wrong:

    function shuffle(List<number> l) { l.shuffle(); }
    function f(List<number> l) { List<number> m = shuffle(l); }

Right:

    function shuffle(List<number> l) { l.shuffle(); }
    function f(List<number> l) { shuffle(l); }
"#,
    ),
    (
        "not-a-pair",
        r#"A table is made of pairs, each in braces of its own: key, then value.

Wrong:

    function Table<number> f() { return { "a", 1 }; }

Right:

    function Table<number> f() { return { { "a", 1 }, { "b", 2 } }; }
"#,
    ),
    (
        "not-assignable",
        r#"Variables, attributes, elements of lists and values of tables can be assigned to. What is built in
is changed by functions: `assign` changes an owner, `move` a zone, `push` a stack, `score p 3;` a
score.

Wrong:

    interactable Card { }
    function f(Card c) { c.owner = 1; }

Right:

    interactable Card { }
    function f(Card c) { c.assign(player: 1); }
"#,
    ),
    (
        "not-constant",
        r#"The number of players, the size of a board, the faces of dice, the values of cases and priorities
are known before the game runs: numbers, texts, cases, and arithmetic of numbers.

Wrong:

    dice D { faces 1, 2, max(3, 4); }

Right:

    dice D { faces 1, 2, 2 + 2; }
"#,
    ),
    (
        "not-printable",
        r#"Numbers, texts, booleans, players, cases, objects and places can be shown in a text; collections
and function values cannot.

Wrong:

    function string f(List<number> l) { return "{l}"; }

Right:

    function string f(List<number> l) { return "{l.length} numbers"; }
"#,
    ),
    (
        "out-of-bounds",
        r#"The number is too small, too large or not whole for what it says.

Wrong:

    board Grid { shape square(0, 3); }

Right:

    board Grid { shape square(1, 3); }
"#,
    ),
    (
        "suppose-gives",
        r#"What `suppose` gives must outlast what it supposes: a number, a string, a bool, a player, a case,
a tile, an object or a position, not a list.

Wrong:

    interactable Man { }
    function List<Tile> f(Man m) { return suppose { m.lift(); } gives { m.tile }; }

Right:

    interactable Man { }
    function bool f(Man m) { return suppose { m.lift(); } gives m.tile == null; }
"#,
    ),
    (
        "type-arguments",
        r#"A generic class is used with one type for each of its parameters; other classes take none.

Wrong:

    class Pair<A, B> { A first; B second; }
    function number size(Pair<number> p) { return p.first; }

Right:

    class Pair<A, B> { A first; B second; }
    function number size(Pair<number, string> p) { return p.first; }
"#,
    ),
    (
        "type-bound",
        r#"A type parameter that extends a class stands for this class and its subclasses only.

Wrong:

    class Card { number points; }
    class Row<T extends Card> { List<T> cards = {}; }
    function number size(Row<number> row) { return row.cards.length; }

Right:

    class Card { number points; }
    class Row<T extends Card> { List<T> cards = {}; }
    function number size(Row<Card> row) { return row.cards.length; }
"#,
    ),
    (
        "unlike-types",
        r#"`==` and its like compare values of like types: the same type, classes of one line, a number and a
player, anything and `null`.

Wrong:

    function bool f(number n) { return n == "3"; }

Right:

    function bool f(number n) { return n == 3; }
"#,
    ),
    (
        "wrong-operand",
        r#"An operator needs operands of its kind: arithmetic numbers, `&& || !` booleans, `< <= > >=` values
that have an order. `+` joins two strings or adds two numbers.

Wrong:

    function string f(number n) { return "round " + n; }

Right:

    function string f(number n) { return "round {n}"; }
"#,
    ),
    (
        "wrong-type",
        r#"A value of one type stands where another is needed. A number becomes a player and a player a
number by itself, as do a zone a list and the name of a tile the tile; everything else is
converted with `as`, or written into a text with braces.

Wrong:

    function string f(number n) { return n; }

Right:

    function string f(number n) { return "{n}"; }
"#,
    ),
    (
        "zone-of",
        r#"Zones hold interactables: things that can be moved, seen and kept.

Wrong:

    class Card { }
    deck stock of Card;

Right:

    interactable Card { }
    deck stock of Card;
"#,
    ),
];
