//! What the problems with looks mean.

/// The codes of the checker, each with what it means, a text that has the problem and one that has not.
pub(super) const TABLE: &[(&str, &str)] = &[
    (
        "look-colour",
        r##"A colour is one of a few names, such as `red`, `teal` or `gold`, or `#rrggbb` with six hexadecimal
digits. Names are drawn so that they can be told apart on light and dark tables.

Wrong:

    interactable Card { bool wild; }
    look Card { colour wild ? "purpel" : "black"; }

Right:

    interactable Card { bool wild; }
    look Card { colour wild ? "purple" : "#202020"; }
"##,
    ),
    (
        "look-image",
        r#"A picture is an svg, png, jpg or webp file in the folder of the game; its path is written from
there, with `/`. No path leads out of the folder.

Wrong:

    interactable Card { number worth; }
    look Card { image "../pictures/card.svg"; }

Right:

    interactable Card { number worth; }
    look Card { image "pictures/card-{worth}.svg"; }
"#,
    ),
    (
        "look-part",
        r#"The parts of a look are parts of what it is about: attributes and actions of a class, cases of an
enumeration, phases of a turn, tiles of a graph, `tile` for all tiles of a board, and the numbers of
the seats for `player`. A zone has no parts.

Wrong:

    enum Suit { Cups, Coins }
    look Suit { Swords { symbol "S"; } }

Right:

    enum Suit { Cups, Coins }
    look Suit { Cups { symbol "C"; } }
"#,
    ),
    (
        "look-reads",
        r#"A look is worked out from what its viewer sees of the thing, so that it can give nothing away: from
the attributes of the thing itself, its owner, its modifiers, from cases and options. It calls no
functions and looks at no other thing, zone or player.

Wrong:

    interactable Card { number worth; }
    zone hand of Card per player { visible owner; }
    look Card { title "{worth} of {hand(0).length}"; }

Right:

    interactable Card { number worth; }
    zone hand of Card per player { visible owner; }
    look Card { title "the {worth}"; }
"#,
    ),
    (
        "look-target",
        r#"A look is about something that is seen: a class that is no event, an enumeration, a zone, a board, a
turn, or `player` for the seats.

Wrong:

    interactable Card { number worth; }
    look Crad { title "card {worth}"; }

Right:

    interactable Card { number worth; }
    look Card { title "card {worth}"; }
"#,
    ),
    (
        "look-twice",
        r#"A thing has one look in the file where it stands, and at most one other that stands elsewhere and
goes before it; and a look says each thing once.

Wrong:

    interactable Card { number worth; }
    look Card { title "card"; title "{worth}"; }

Right:

    interactable Card { number worth; }
    look Card { title "card {worth}"; }
"#,
    ),
    (
        "look-value",
        r#"Each word of a look takes values of its own kind: `layout` one of `pile`, `fan`, `row`, `column` and
`grid(3)`, `at` two numbers, `hide` names of attributes, `corner` one to four values. Only a zone
that is not ordered can be sorted.

Wrong:

    interactable Card { number worth; }
    zone hand of Card per player { visible owner; }
    look hand { layout spread; }

Right:

    interactable Card { number worth; }
    zone hand of Card per player { visible owner; }
    look hand { layout fan; sort worth; }
"#,
    ),
    (
        "look-word",
        r#"What a look can say depends on what it is about: a card has a `text` and corners, a zone a `layout`,
a seat neither.

Wrong:

    interactable Card { number worth; }
    look Card { titel "card {worth}"; }

Right:

    interactable Card { number worth; }
    look Card { title "card {worth}"; }
"#,
    ),
];
