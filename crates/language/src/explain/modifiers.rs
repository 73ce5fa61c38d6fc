//! What the problems with modifiers mean.

/// The codes of the checker, each with what it means, a text that has the problem and one that has not.
pub(super) const TABLE: &[(&str, &str)] = &[
    (
        "base-elsewhere",
        r#"In what a modifier overrides, `base` is the same member as it would be without this modifier. It
is no way to other members, and there is none outside of `override`.

Wrong:

    interactable Creature { number power; number health; }
    modifier Strong on Creature { override number power { return base.health; } }

Right:

    interactable Creature { number power; number health; }
    modifier Strong on Creature { override number power { return base.power + health; } }
"#,
    ),
    (
        "change-type",
        r#"A modifier changes what an attribute is, not of which type it is.

Wrong:

    interactable Creature { number power; }
    modifier Strong on Creature { override bool power { return true; } }

Right:

    interactable Creature { number power; }
    modifier Strong on Creature { override number power { return 9; } }
"#,
    ),
    (
        "composition-circle",
        r#"A composition brings all of its parts, so it cannot be one of them.

Wrong:

    interactable Creature { }
    modifier Flying on Creature;
    modifier Soaring = Flying, Gliding;
    modifier Gliding = Soaring;

Right:

    interactable Creature { }
    modifier Flying on Creature;
    modifier Reach on Creature;
    modifier Soaring = Flying, Reach;
"#,
    ),
    (
        "extends-modifier",
        r#"Modifiers have no subclasses. To join several, name a composition.

Wrong:

    interactable Creature { }
    modifier Flying on Creature;
    class Soaring extends Flying { }

Right:

    interactable Creature { }
    modifier Flying on Creature;
    modifier Soaring = Flying;
"#,
    ),
    (
        "layers-twice",
        r#"The layers of a game are one list, in the order in which modifiers apply.

Wrong:

    layers Base, Boost;
    layers Set;

Right:

    layers Base, Boost, Set;
"#,
    ),
    (
        "modifier-by-name",
        r#"`has` and `remove` look for a modifier whatever its parameters are.

Wrong:

    interactable Creature { }
    modifier Absorb(number x) on Creature;
    function f(Creature c) { c.remove(Absorb(2)); }

Right:

    interactable Creature { }
    modifier Absorb(number x) on Creature;
    function f(Creature c) { c.remove(Absorb); }
"#,
    ),
    (
        "modifier-for",
        r#"A modifier is for objects of one class and those below it. What is declared as something else must
be taken as that first.

Wrong:

    interactable Card { }
    interactable Creature extends Card { }
    modifier Flying on Creature;
    modifier Marked on Card;
    function bool f(Card c) { return c.has(Flying); }

Right:

    interactable Card { }
    interactable Creature extends Card { }
    modifier Flying on Creature;
    modifier Marked on Card;
    function bool f(Card c) { return c is Creature && (c as Creature).has(Flying); }
"#,
    ),
    (
        "modifier-made",
        r#"A modifier is always one of some object: `add` makes it.

Wrong:

    interactable Creature { }
    modifier Flying on Creature;
    function f() { Flying a = new Flying(); remove a; }

Right:

    interactable Creature { }
    modifier Flying on Creature;
    function f(Creature c) { Flying a = c.add(Flying); remove a; }
"#,
    ),
    (
        "modifier-on",
        r#"Modifiers are for the classes, interactables and tile classes of the game. Events, other modifiers
and the classes that are built in take none.

Wrong:

    event Damage { number amount; }
    modifier Doubled on Damage { }

Right:

    event Damage { number amount; }
    class Curse { }
    modifier Doubled on Curse { before Damage { event.amount *= 2; } }
"#,
    ),
    (
        "no-modifier",
        r#"`add`, `has` and `remove` take the name of a modifier, `add` with its parameters; `remove` also
takes one that `modifiers()` gave. A composition is made of such names.

Wrong:

    interactable Creature { }
    modifier Flying on Creature;
    function f(Creature c) { c.add("Flying"); }

Right:

    interactable Creature { }
    modifier Flying on Creature;
    function f(Creature c) { c.add(Flying); }
"#,
    ),
    (
        "no-modifiers-for",
        r#"Objects take modifiers where the game declares some for their class or one above it.

Wrong:

    interactable Creature { }
    class Town { }
    modifier Flying on Creature;
    function f(Town t) { t.add(Flying); }

Right:

    interactable Creature { }
    modifier Flying on Creature;
    function f(Creature c) { c.add(Flying); }
"#,
    ),
    (
        "nothing-to-modify",
        r#"A modifier overrides functions and attributes that the objects have which it is for, or which it
`affects`. What only the modifier has stands in it without `override`.

Wrong:

    interactable Creature { number power; }
    modifier Strong on Creature { override number strength { return 2; } }

Right:

    interactable Creature { number power; }
    modifier Strong on Creature { override number power { return base.power + 2; } }
"#,
    ),
    (
        "parts-differ",
        r#"All parts of a composition go onto one object, so their classes must be of one line.

Wrong:

    interactable Creature { }
    class Town { }
    modifier Flying on Creature;
    modifier Rich on Town;
    modifier Both = Flying, Rich;

Right:

    interactable Creature { }
    modifier Flying on Creature;
    modifier Rich on Creature;
    modifier Both = Flying, Rich;
"#,
    ),
    (
        "unknown-layer",
        r#"Layers say in which order modifiers apply, and the game names them once for all.

Wrong:

    interactable Creature { number power; }
    layers Base, Boost;
    modifier Strong on Creature layer Bost { override number power { return base.power + 1; } }

Right:

    interactable Creature { number power; }
    layers Base, Boost;
    modifier Strong on Creature layer Boost { override number power { return base.power + 1; } }
"#,
    ),
    (
        "until-what",
        r#"`until` follows the adding of a modifier and says when it comes off by itself.

Wrong:

    interactable Creature { bool tapped; }
    event TurnEnded { }
    function f(Creature c) { c.tapped = true until TurnEnded; }

Right:

    interactable Creature { bool tapped; }
    event TurnEnded { }
    modifier Stunned on Creature { override bool tapped { return true; } }
    function f(Creature c) { c.add(Stunned) until TurnEnded; }
"#,
    ),
    (
        "until-where",
        r#"`until TurnEnded where event.owner == p` looks at an event. A condition by itself needs no `where`.

Wrong:

    interactable Creature { bool tapped; bool asleep; }
    modifier Flying on Creature;
    function f(Creature c) { c.add(Flying) until c.tapped where c.asleep; }

Right:

    interactable Creature { bool tapped; bool asleep; }
    modifier Flying on Creature;
    function f(Creature c) { c.add(Flying) until c.tapped && c.asleep; }
"#,
    ),
];
