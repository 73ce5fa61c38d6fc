//! What the problems with options and parameters mean.

/// The codes of the checker, each with what it means, a text that has the problem and one that has not.
pub(super) const TABLE: &[(&str, &str)] = &[
    (
        "option-range",
        r#"An option says which values can be chosen: `in 3..19` the whole numbers from 3 to 19,
`in { 9, 13, 19 }` these values. A bool and an enumeration need no `in`, and neither do parameters.

Wrong:

    option number size = 11;
    board Field { shape hex(size, size); }

Right:

    option number size = 11 in 3..19;
    board Field { shape hex(size, size); }
"#,
    ),
    (
        "option-type",
        r#"An option is a number, a string, a bool or a case of an enumeration: something that a person can
choose from a list before a match.

Wrong:

    option player first = 0;

Right:

    option number first = 1 in 1..2;
"#,
    ),
    (
        "option-value",
        r#"The value of an option, and what a test chooses for it, is one of those that the option allows.

Wrong:

    option number size = 2 in 3..19;
    board Field { shape hex(size, size); }

Right:

    option number size = 11 in 3..19;
    board Field { shape hex(size, size); }
"#,
    ),
    (
        "too-many-options",
        r#"A game has at most 64 options and parameters, and its tests choose at most 64 different sets of
values. Each set of values is a compile of its own. Several tests may choose the same values.

Wrong:

    game "Hex";
    option bool o0 = true; option bool o1 = true; option bool o2 = true;
    option bool o3 = true; option bool o4 = true; option bool o5 = true;
    option bool o6 = true; option bool o7 = true; option bool o8 = true;
    option bool o9 = true; option bool o10 = true; option bool o11 = true;
    option bool o12 = true; option bool o13 = true; option bool o14 = true;
    option bool o15 = true; option bool o16 = true; option bool o17 = true;
    option bool o18 = true; option bool o19 = true; option bool o20 = true;
    option bool o21 = true; option bool o22 = true; option bool o23 = true;
    option bool o24 = true; option bool o25 = true; option bool o26 = true;
    option bool o27 = true; option bool o28 = true; option bool o29 = true;
    option bool o30 = true; option bool o31 = true; option bool o32 = true;
    option bool o33 = true; option bool o34 = true; option bool o35 = true;
    option bool o36 = true; option bool o37 = true; option bool o38 = true;
    option bool o39 = true; option bool o40 = true; option bool o41 = true;
    option bool o42 = true; option bool o43 = true; option bool o44 = true;
    option bool o45 = true; option bool o46 = true; option bool o47 = true;
    option bool o48 = true; option bool o49 = true; option bool o50 = true;
    option bool o51 = true; option bool o52 = true; option bool o53 = true;
    option bool o54 = true; option bool o55 = true; option bool o56 = true;
    option bool o57 = true; option bool o58 = true; option bool o59 = true;
    option bool o60 = true; option bool o61 = true; option bool o62 = true;
    option bool o63 = true; option bool o64 = true;
    setup { players 2; }
Right:

    game "Hex";
    option number size = 11 in 3..19;
    board Field { shape hex(size, size); }
    setup { players 2; }
"#,
    ),
    (
        "unknown-option",
        r#"`option size = 3;` in a test chooses another value for an option, which must be declared under
that name.

Wrong:

    game "Hex";
    option number size = 11 in 3..19;
    board Field { shape hex(size, size); }
    setup { players 2; }
    test "a small board" { option sise = 3; expect Field.tiles().length == 121; }

Right:

    game "Hex";
    option number size = 11 in 3..19;
    board Field { shape hex(size, size); }
    setup { players 2; }
    test "a small board" { option size = 3; expect Field.tiles().length == 9; }
"#,
    ),
    (
        "unused-option",
        r#"Nothing reads the option, so that choosing it changes nothing. An option whose name begins with
`_` is not told.

Wrong:

    game "Hex";
    option number size = 11 in 3..19;
    board Field { shape hex(11, 11); }
    setup { players 2; }

Right:

    game "Hex";
    option number size = 11 in 3..19;
    board Field { shape hex(size, size); }
    setup { players 2; }
"#,
    ),
];
