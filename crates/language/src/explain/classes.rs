//! What the problems with classes and enumerations mean.

/// The codes of the checker, each with what it means, a text that has the problem and one that has not.
pub(super) const TABLE: &[(&str, &str)] = &[
    (
        "abstract-function",
        r#"An abstract function is a promise that every subclass which is not abstract itself keeps.

Wrong:

    abstract interactable Man { abstract function List<Tile> reach(); }
    interactable King extends Man { }

Right:

    abstract interactable Man { abstract function List<Tile> reach(); }
    interactable King extends Man {
        override function List<Tile> reach() { return tile.neighbors(); }
    }
"#,
    ),
    (
        "abstract-global",
        r#"A global class has one object from the start, and of an abstract class there are none.

Wrong:

    global abstract class Rules { }

Right:

    global class Rules { }
"#,
    ),
    (
        "cannot-make",
        r#"`new` makes objects and collections. The object of a global class is there from the start, tiles
are made by boards, events by `raise`, and of an abstract class there are no objects.

Wrong:

    global class Rules { }
    function f() { Rules r = new Rules(); r.assign(player: 0); }

Right:

    global class Rules { }
    function f() { Rules.assign(player: 0); }
"#,
    ),
    (
        "cannot-raise",
        r#"`PlayerChoiceEvent`, `NoChoiceEvent` and `Moved` are raised by the game, and an abstract event is
only a parent of others.

Wrong:

    abstract event Harm { }
    function f() { raise Harm(); }

Right:

    abstract event Harm { }
    event Fall extends Harm { }
    function f() { raise Fall(); }
"#,
    ),
    (
        "cannot-remove",
        r#"`remove` ends an object: a piece, or an object of a class that is not global. Elements of lists
are taken out with `list.remove(x)`.

Wrong:

    function f(List<number> l) { remove l; }

Right:

    function f(List<number> l) { l.clear(); }
"#,
    ),
    (
        "case-values",
        r#"Each case gives a value for each attribute of the enumeration, in their order.

Wrong:

    enum Rank { number points; Knave(2), King }

Right:

    enum Rank { number points; Knave(2), King(4) }
"#,
    ),
    (
        "class-circle",
        r#"A class cannot be its own ancestor.

Wrong:

    class A extends B { }
    class B extends A { }

Right:

    class A { }
    class B extends A { }
"#,
    ),
    (
        "endless-generic",
        r#"Each choice of types makes a class of its own out of a generic class. One that needs itself with
larger types needs another class for these, and so on.

Wrong:

    class Box<T> { Box<List<T>> next; }

Right:

    class Box<T> { Box<T> next; }
"#,
    ),
    (
        "enum-attribute",
        r#"What an enumeration says of its cases is known before the game runs: numbers, texts, booleans and
cases.

Wrong:

    enum Suit { List<number> points; Cups(1) }

Right:

    enum Suit { number points; Cups(1) }
"#,
    ),
    (
        "generic-kind",
        r#"Only plain classes have type parameters. Of a global class there is one object, events are raised
by their names, and interactables are handled by players, who know nothing of types.

Wrong:

    global class Shelf<T> { List<T> things = {}; }

Right:

    class Shelf<T> { List<T> things = {}; }
    global class Rules { Shelf<string> shelf = new Shelf<string>(); }
"#,
    ),
    (
        "nothing-to-override",
        r#"`override` replaces a function or action of a parent class, and no parent has one of that name.

Wrong:

    class Person { function number worth() { return 1; } }
    class Role extends Person { override function number wroth() { return 2; } }

Right:

    class Person { function number worth() { return 1; } }
    class Role extends Person { override function number worth() { return 2; } }
"#,
    ),
    (
        "only-in-classes",
        r#"`abstract` and `override` are about parents and subclasses, so they stand before functions of
classes.

Wrong:

    override function number worth() { return 1; }

Right:

    function number worth() { return 1; }
"#,
    ),
    (
        "other-kind",
        r#"A class has the kind of its parent: classes extend classes, interactables interactables, events
events, and classes of tiles extend `Tile`.

Wrong:

    class Person { }
    interactable Pawn extends Person { }

Right:

    interactable Person { }
    interactable Pawn extends Person { }
"#,
    ),
    (
        "override-differs",
        r#"Whoever calls the function of the parent must be able to call the overriding one in the same way:
the same parameters, the same result.

Wrong:

    class Person { function number worth() { return 1; } }
    class Role extends Person { override function number worth(number more) { return more; } }

Right:

    class Person { function number worth() { return 1; } }
    class Role extends Person { override function number worth() { return 2; } }
"#,
    ),
    (
        "override-missing",
        r#"A function or action of a parent is replaced only on purpose: `override` says so.

Wrong:

    class Person { function number worth() { return 1; } }
    class Role extends Person { function number worth() { return 2; } }

Right:

    class Person { function number worth() { return 1; } }
    class Role extends Person { override function number worth() { return 2; } }
"#,
    ),
];
