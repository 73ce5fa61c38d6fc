//! What the problems with names mean.

/// The codes of the checker, each with what it means, a text that has the problem and one that has not.
pub(super) const TABLE: &[(&str, &str)] = &[
    (
        "import-circle",
        r#"Files may not import each other, neither directly nor through others. What both need goes into a
third file.

Wrong:

    import "main";

Right:

    import "cards";
"#,
    ),
    (
        "import-clash",
        r#"An import without a name makes everything of that file visible, and nothing visible may have a
name twice. Give the import a name and write it before what you need from there.

Wrong:

    import "cards";
    enum Suit { Red, Black }

Right:

    import "cards" as cards;
    enum Suit { Red, Black }
    function cards.Suit f() { return cards.Suit.Hearts; }
"#,
    ),
    (
        "imported-twice",
        r#"A file is imported once; the second import would bring the same things again.

Wrong:

    import "cards";
    import "cards" as cards;

Right:

    import "cards";
"#,
    ),
    (
        "misspelt-length",
        r#"The proposal writes `lenght`; it works, and `length` is how it is spelt.

Wrong:

    function number f(List<number> l) { return l.lenght; }

Right:

    function number f(List<number> l) { return l.length; }
"#,
    ),
    (
        "name-taken",
        r#"A name may not be that of something visible already: a variable, a parameter, a member of the
class, anything declared at the top of the file or brought by an import. So a reader never has to
ask which of two is meant.

Wrong:

    function f(number n) { number n = 2; }

Right:

    function f(number n) { number m = 2; }
"#,
    ),
    (
        "no-event",
        r#"`event` is what was raised. It is there in triggers, in `before` and `after` blocks, in actions
whose triggers all name one event, and in the effect and the functions of an event itself.

Wrong:

    event Damage { number amount; }
    function number f() { return event.amount; }

Right:

    event Damage { number amount; }
    global class Rules { action hurt { trigger Damage { return event.amount > 0; } } }
"#,
    ),
    (
        "no-this",
        r#"`this` is the object whose class a function or action belongs to. A function at the top of a file
belongs to none; `setup` and tests do not either.

Wrong:

    function f() { this.assign(player: 0); }

Right:

    class Role { function f() { this.assign(player: 0); } }
"#,
    ),
    (
        "not-a-class",
        r#"The name of a class is needed here: the parent of a class, the elements of a zone, the argument of
`all`.

Wrong:

    enum Suit { Cups, Coins }
    function number f() { return all(Suit).length; }

Right:

    enum Suit { Cups, Coins }
    function number f() { return Suit.all().length; }
"#,
    ),
    (
        "not-a-value",
        r#"The name of a class, an enumeration, a board, dice or a turn is not a value by itself. What
follows a dot after it is.

Wrong:

    enum Suit { Cups, Coins }
    function List<Suit> f() { return Suit; }

Right:

    enum Suit { Cups, Coins }
    function List<Suit> f() { return Suit.all(); }
"#,
    ),
    (
        "not-an-event",
        r#"Triggers observe events, and `raise` raises them. An event is declared with `event`.

Wrong:

    class Damage { number amount; }
    function f() { raise Damage(amount: 3); }

Right:

    event Damage { number amount; }
    function f() { raise Damage(amount: 3); }
"#,
    ),
    (
        "not-called",
        r#"The name of a function stands with brackets, also if it takes nothing. Where a function is handed
on, write a function value that calls it.

Wrong:

    function bool odd(number n) { return n % 2 == 1; }
    function number f(List<number> l) { return l.count(odd); }

Right:

    function bool odd(number n) { return n % 2 == 1; }
    function number f(List<number> l) { return l.count(n => odd(n)); }
"#,
    ),
    (
        "unclear-tile",
        r#"The name of a tile says which tile is meant only if one board has it. Name the board.

Wrong:

    board Left { shape square(3, 3); }
    board Right { shape square(3, 3); }
    function Tile f() { return "a1"; }

Right:

    board Left { shape square(3, 3); }
    board Right { shape square(3, 3); }
    function Tile f() { return Left.tile("a1"); }
"#,
    ),
    (
        "unknown-action",
        r#"No action of the game is called so; a test plays actions by their names.

Wrong:

    global class Rules { action pass { trigger PlayerChoiceEvent { return true; } } }
    test "passing" { play pas() by 0; }

Right:

    global class Rules { action pass { trigger PlayerChoiceEvent { return true; } } }
    test "passing" { play pass() by 0; }
"#,
    ),
    (
        "unknown-case",
        r#"The enumeration has no case of that name.

Wrong:

    enum Suit { Cups, Coins }
    function Suit f() { return Suit.Cup; }

Right:

    enum Suit { Cups, Coins }
    function Suit f() { return Suit.Cups; }
"#,
    ),
    (
        "unknown-member",
        r#"What stands before the dot has nothing of that name. Its class and the parents of its class say
what it has; the type of the expression counts, not the object that is there at the time.

Wrong:

    interactable Card { number rank; }
    function number f(Card c) { return c.rnak; }

Right:

    interactable Card { number rank; }
    function number f(Card c) { return c.rank; }
"#,
    ),
    (
        "unknown-name",
        r#"Nothing visible here is called so. A variable lives from its line to the end of its block; what an
import with a name brings is reached through that name; inputs are not known yet in requirements
and triggers.

Wrong:

    function f() { total = total + 1; number total = 0; }

Right:

    function f() { number total = 0; total = total + 1; }
"#,
    ),
    (
        "unknown-phase",
        r#"The turn has no phase of that name; where no turn is named, no turn has one.

Wrong:

    turn Main { phase Draw; phase Play; }
    function f() { turn.pass(1, "Buy"); }

Right:

    turn Main { phase Draw; phase Play; }
    function f() { turn.pass(1, "Play"); }
"#,
    ),
    (
        "unknown-tile",
        r#"No board has a tile of that name. Squares are called by column and row, `a1` at the bottom left;
the tiles of tracks by their number; those of graphs as the graph names them.

Wrong:

    board Grid { shape square(3, 3); }
    function Tile f() { return Grid.tile("d1"); }

Right:

    board Grid { shape square(3, 3); }
    function Tile f() { return Grid.tile("c1"); }
"#,
    ),
    (
        "unknown-turn",
        r#"No `turn` is called so.

Wrong:

    turn Main { }
    function f() { turns.use("main"); }

Right:

    turn Main { }
    function f() { turns.use("Main"); }
"#,
    ),
    (
        "unknown-type",
        r#"No type is called so. There are `number`, `string`, `bool` and `player`, `List<T>`, `Table<T>`,
`Stack<T>` and `Zone<T>`, and the classes and enumerations of the file and of its imports.

Wrong:

    function int f() { return 1; }

Right:

    function number f() { return 1; }
"#,
    ),
    (
        "unknown-way",
        r#"No board has a way of that name. Square boards have `n e s w ne se sw nw`, hexagons `ne e se sw w
nw`, tracks `next back`; graphs have none, only neighbours.

Wrong:

    board Grid { shape square(3, 3); }
    function Tile f(Tile t) { return t.step("up"); }

Right:

    board Grid { shape square(3, 3); }
    function Tile f(Tile t) { return t.step("n"); }
"#,
    ),
];
