//! What the problems of reading a text mean.

/// The codes of the parser, each with what it means, a text that has the problem and one that has not.
pub(super) const TABLE: &[(&str, &str)] = &[
    (
        "abstract-with-body",
        r#"An abstract function says only what its subclasses must have, so it ends with `;` where a body
would stand. A function with a body is not abstract: subclasses may override it all the same.

Wrong:

    abstract class Piece {
        abstract function bool flies() { return false; }
    }

Right:

    abstract class Piece {
        abstract function bool flies();
        function bool swims() { return false; }
    }
"#,
    ),
    (
        "assignment-in-call",
        r#"`=` assigns, and an assignment has no value that could be handed to a function. An argument gets
its name with `:`; two values are compared with `==`.

Wrong:

    setup {
        hello(msg = "good morning");
    }

Right:

    setup {
        hello(msg: "good morning");
    }
"#,
    ),
    (
        "assignment-in-condition",
        r#"`=` assigns, and an assignment has no value that could be true or false. Two values are compared
with `==`.

Wrong:

    setup {
        if (a = 3) { turn.pass(); }
    }

Right:

    setup {
        if (a == 3) { turn.pass(); }
    }
"#,
    ),
    (
        "bad-number",
        r#"A digit starts a number, and letters right behind the number make it neither a number nor a
name. A name starts with a letter or `_`; numbers are written like `3`, `0.5` or `1e3`.

Wrong:

    setup {
        number 2nd = 1;
    }

Right:

    setup {
        number second = 1;
    }
"#,
    ),
    (
        "block-comment",
        r#"A comment starts with `//` and ends with its line. There is no other kind.

Wrong:

    /* sets up the game */
    setup { }

Right:

    // sets up the game
    setup { }
"#,
    ),
    (
        "constant-text",
        r#"Names of games, tests and teams, paths of files and rows of a layout are fixed before the game
runs, so they hold nothing in braces that would have to be computed. For a plain brace write
`\{`.

Wrong:

    game "Go {9}";

Right:

    game "Go 9";
"#,
    ),
    (
        "default-without-function",
        r#"Only an input with the modifier `function` is given by a caller, so only such an input can have
a default. Inputs of actions are filled by players; to let one be empty, write `optional`.

Wrong:

    class A {
        action go {
            input number steps = 3;
        }
    }

Right:

    function go {
        function input number steps = 3;
        returns;
        effect { }
    }
"#,
    ),
    (
        "else-without-if",
        r#"An `else` stands right after the closing brace of an `if` or of an `else if`. Nothing may stand
between them.

Wrong:

    setup {
        if (a) { b = 1; }
        c = 2;
        else { b = 3; }
    }

Right:

    setup {
        if (a) { b = 1; } else { b = 3; }
        c = 2;
    }
"#,
    ),
    (
        "expected-action",
        r#"After `play`, `expect legal` and `expect illegal` stands an action with its inputs, as a call;
an object that carries the action may stand before a dot.

Wrong:

    test "x" {
        play (a + b)(c) by 0;
    }

Right:

    test "x" {
        play place(cell: "a1") by 0;
        play piece.move(to: "a2") by 1;
    }
"#,
    ),
    (
        "expected-block",
        r#"What `if`, `else`, `while` and `for` repeat or choose is always a block in braces, even where it
is one statement.

Wrong:

    setup {
        if (a) turn.pass();
    }

Right:

    setup {
        if (a) { turn.pass(); }
    }
"#,
    ),
    (
        "expected-expression",
        r#"A value was expected here: a number, a string, a name, a call, something in brackets. Often a
part was left out, or a word of the language stands where a name should.

Wrong:

    setup {
        number a = 2 + ;
    }

Right:

    setup {
        number a = 2 + 3;
    }
"#,
    ),
    (
        "expected-token",
        r#"A certain sign or word must stand here. The most common one is the `;` that ends each statement;
the next are brackets that were opened and not closed.

Wrong:

    setup {
        number a = 1
        number b = f(a;
    }

Right:

    setup {
        number a = 1;
        number b = f(a);
    }
"#,
    ),
    (
        "expected-type",
        r#"What is declared has a type before its name: `number`, `string`, `bool`, `player`, the name of a
class or an enumeration, `List<...>`, `Table<...>`, `Stack<...>`, a function type such as
`(Card) => bool`. In statements `var` takes the type of the value.

Wrong:

    class Card {
        points = 3;
    }

Right:

    class Card {
        number points = 3;
    }
"#,
    ),
    (
        "function-without-body",
        r#"A function says in its body what it does. Only an abstract one goes without.

Wrong:

    function number double(number a);

Right:

    function number double(number a) { return a * 2; }
"#,
    ),
    (
        "game-not-first",
        r#"`game` names the game and marks its main file. It stands once, before everything else in the
file.

Wrong:

    class A { }
    game "Go";

Right:

    game "Go";
    class A { }
"#,
    ),
    (
        "import-not-first",
        r#"Imports stand at the top of a file, after `game` and before everything else, so that a reader
sees at once what the file needs.

Wrong:

    class A { }
    import "std/cards";

Right:

    import "std/cards";
    class A { }
"#,
    ),
    (
        "lone-semicolon",
        r#"This `;` ends no statement. It does no harm, but it may be what is left of a line that was lost.

Wrong:

    setup {
        a = 1;;
    }

Right:

    setup {
        a = 1;
    }
"#,
    ),
    (
        "misplaced-effect",
        r#"An `effect` says what an action or an event does, and stands inside of it. A class itself does
nothing.

Wrong:

    class A {
        effect { turn.pass(); }
    }

Right:

    class A {
        action pass {
            effect { turn.pass(); }
        }
    }
"#,
    ),
    (
        "missing-name",
        r#"A name was expected here: a letter or `_`, followed by letters, digits and `_`.

Wrong:

    class {
        number a;
    }

Right:

    class Card {
        number a;
    }
"#,
    ),
    (
        "missing-text",
        r#"A text in double quotes was expected here: the name of the game or of a test, the path of a
file, a row of a layout.

Wrong:

    game Chess;

Right:

    game "Chess";
"#,
    ),
    (
        "mixed-and-or",
        r#"`&&` and `||` bind equally, as the definition of the language has it, so a chain of both is read
from left to right: `a || b && c` is `(a || b) && c`. Other languages read it otherwise.
Brackets say what is meant.

Wrong:

    setup {
        t = a || b && c;
    }

Right:

    setup {
        t = a || (b && c);
    }
"#,
    ),
    (
        "new-with-arguments",
        r#"`new` takes no arguments. The attributes of the new object get their values in braces behind it,
the elements of a new list as well.

Wrong:

    setup {
        c = new Card(Suit.Cups, 3);
    }

Right:

    setup {
        c = new Card() { suit = Suit.Cups, points = 3 };
    }
"#,
    ),
    (
        "number-too-large",
        r#"Numbers reach from about -1.7e308 to 1.7e308; this one lies outside.

Wrong:

    setup {
        number a = 1e999;
    }

Right:

    setup {
        number a = 1e99;
    }
"#,
    ),
    (
        "repeated-part",
        r#"This part may stand only once here, and it stands a second time. The first one counts.

Wrong:

    class A {
        action go {
            effect { a = 1; }
            effect { b = 2; }
        }
    }

Right:

    class A {
        action go {
            effect { a = 1; b = 2; }
        }
    }
"#,
    ),
    (
        "reserved-word",
        r#"Some words belong to the language and cannot name anything: `if else while for in return
continue break winner new is as null true false this base event player game import class
interactable enum function action input effect require trigger filter attribute setup test board
var`. After a dot, and as the name of an argument, they may be used.

Wrong:

    class trigger { }

Right:

    class Trap { }
"#,
    ),
    (
        "single-quotes",
        r#"Strings stand in double quotes. A double quote inside a string is written `\"`.

Wrong:

    game 'Chess';

Right:

    game "Chess";
"#,
    ),
    (
        "too-deep",
        r#"Brackets, blocks and types may be nested 200 deep, and a chain such as `1 + 1 + 1` or `a.b.c`
may have 500 links. No game needs more; a program that wrote this text should use a list and a
loop.

Wrong:

    setup {
        a = f(f(f(f(1))));     // and so on, more than 200 times
    }

Right:

    setup {
        a = ((1));
    }
"#,
    ),
    (
        "unclosed-block",
        r#"A brace was opened and never closed. The place that is shown is where the missing `}` was
noticed; the brace that is still open is shown too. Where a `}` stands further left than the
line of its brace, that one is shown as well.

Wrong:

    setup {
        a = 1;

    class A { }

Right:

    setup {
        a = 1;
    }

    class A { }
"#,
    ),
    (
        "unexpected-token",
        r#"What stands here cannot stand in this place. The message says what can.

Wrong:

    clas Card { }

Right:

    class Card { }
"#,
    ),
    (
        "unknown-character",
        r#"This character has no meaning outside of strings and comments.

Wrong:

    setup {
        price = 3 €;
    }

Right:

    setup {
        price = 3;
    }
"#,
    ),
    (
        "unknown-escape",
        r#"After a backslash in a string may stand `"`, `\`, `n` for a new line, `t` for a tab, `{`, `}`
and `u{...}` with the number of a character in hexadecimal digits. A backslash itself is written
twice.

Wrong:

    setup {
        fail "a \d b";
    }

Right:

    setup {
        fail "a \\d b";
    }
"#,
    ),
    (
        "unknown-keyword",
        r#"This word means something in another language, not in this one.

Wrong:

    setup {
        if (a) { } elif (b) { }
    }

Right:

    setup {
        if (a) { } else if (b) { }
    }
"#,
    ),
    (
        "unknown-operator",
        r#"This operator belongs to another language. The operators are `+ - * / % ^`, `< <= > >= == !=`,
`&& || & | !`, `is as`, `? :`, `??`, `..` and `= += -= *= /=`.

Wrong:

    setup {
        if (a and b) { i++; }
    }

Right:

    setup {
        if (a && b) { i += 1; }
    }
"#,
    ),
    (
        "unterminated-string",
        r#"A string ends on the line on which it starts. For a new line in it write `\n`. A `{` in a string
starts a piece that is computed, up to its `}`; a plain brace is written `\{`.

Wrong:

    setup {
        fail "not your turn;
    }

Right:

    setup {
        fail "not your turn";
    }
"#,
    ),
];
