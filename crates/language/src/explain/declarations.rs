//! What the problems with boards, zones, dice and the game as a whole mean.

/// The codes of the checker, each with what it means, a text that has the problem and one that has not.
pub(super) const TABLE: &[(&str, &str)] = &[
    (
        "board-size",
        r#"A board has at least one tile and at most 4096.

Wrong:

    board Grid { shape square(100, 100); }

Right:

    board Grid { shape square(50, 50); }
"#,
    ),
    (
        "hex-row",
        r#"Hexes are drawn with one space between them, and those of the next row stand in the gaps.

Wrong:

    board Field {
        shape hexes {
            ". . ."
            ". . ."
        }
    }

Right:

    board Field {
        shape hexes {
            " . . ."
            ". . ."
        }
    }
"#,
    ),
    (
        "no-faces",
        r#"Dice have at least one face.

Wrong:

    dice D { }

Right:

    dice D { faces 1, 2, 3, 4, 5, 6; }
"#,
    ),
    (
        "no-game",
        r#"The main file of a game begins with its name.

Wrong:

    setup { players 2; }

Right:

    game "Chess";
    setup { players 2; }
"#,
    ),
    (
        "no-owner",
        r#"`visible owner` shows a zone to the player whose it is. Only a zone declared `per player` is
somebody's.

Wrong:

    interactable Card { }
    zone hand of Card { visible owner; }

Right:

    interactable Card { }
    zone hand of Card per player { visible owner; }
"#,
    ),
    (
        "no-setup",
        r#"The main file of a game has a `setup`, which says how many play and prepares the table.

Wrong:

    game "Chess";

Right:

    game "Chess";
    setup { players 2; }
"#,
    ),
    (
        "no-shape",
        r#"A board has a shape, which says which tiles there are.

Wrong:

    board Grid { capacity 1; }

Right:

    board Grid { shape square(8, 8); capacity 1; }
"#,
    ),
    (
        "not-a-tile",
        r#"The tiles of a board are objects of a class that extends `Tile` and is not abstract.

Wrong:

    class Square { number price; }
    board Grid { shape square(8, 8); tile Square; }

Right:

    class Square extends Tile { number price; }
    board Grid { shape square(8, 8); tile Square; }
"#,
    ),
    (
        "not-an-edge",
        r#"The edges of a graph are objects of a class that extends `Edge` and is neither abstract nor
global. Their ends, weight and direction are known from how they are written; the other attributes
stand in brackets.

Wrong:

    class Road { number toll; }
    board Map { shape graph { Rome; Milan; Rome - Milan (toll: 2); } edge Road; }

Right:

    class Road extends Edge { number toll; }
    board Map { shape graph { Rome; Milan; Rome - Milan (toll: 2); } edge Road; }
"#,
    ),
    (
        "players-range",
        r#"A game is for 1 to 32 players, the smaller number first, with at most as many names as players. A
test has as many players as the game allows.

Wrong:

    game "Chess";
    setup { players 4..2; }

Right:

    game "Chess";
    setup { players 2..4; }
"#,
    ),
    (
        "second-setup",
        r#"A game has one `setup`, in its main file. What a library prepares goes into a function that
`setup` calls.

Wrong:

    game "Chess";
    setup { players 2; }
    setup { turns.use("Main"); }

Right:

    game "Chess";
    turn Main { }
    setup { players 2; turns.use("Main"); }
"#,
    ),
    (
        "shape-numbers",
        r#"`square` and `hex` take rows and columns, `hexagon` its radius, `triangle` its side, `track` and
`ring` their length.

Wrong:

    board Grid { shape square(8); }

Right:

    board Grid { shape square(8, 8); }
"#,
    ),
    (
        "then-without-simultaneous",
        r#"`then` stands in a phase in which several players decide at the same time: it runs when all of them
have chosen. In another phase nothing would run it.

Wrong:

    turn Main { phase Bid { then { turn.pass(); } } }

Right:

    turn Main { phase Bid { simultaneous player.all(); then { turn.pass(); } } }
"#,
    ),
    (
        "unknown-shape",
        r#"The shapes are `square`, `hex`, `hexagon`, `triangle`, `track`, `ring`, `layout` and `graph`.

Wrong:

    board Grid { shape rectangle(2, 3); }

Right:

    board Grid { shape square(2, 3); }
"#,
    ),
];
