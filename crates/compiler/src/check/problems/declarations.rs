//! Problems with declarations: enumerations, zones, dice, boards, options, the game as a whole and its size.

use super::{Names, Suggest, counted, listed};
use base::{Problem, Span};
use language::option::OptionError;

problems! {
    enum_attribute(span, found: &str) =
        error("enum-attribute", "an attribute of an enumeration cannot be a `{found}`")
        .hint("it is a number, a string, a bool or a case");
    no_owner(span, name: &str, what: &str) = error("no-owner", "`{name}` has no owner who could see it")
        .hint(("write `per player` for a {what} of each player, or `visible all`"));
    hidden_grows(span, name: &str) =
        error("growing-hidden", "`{name}` grows with what lies on it, so its tiles would tell where that is")
        .hint("give it a size, `shape square(20, 20);`, or leave `visible` out");
    no_faces(span, name: &str) = error("no-faces", "the dice `{name}` have no faces")
        .hint("write `faces 1, 2, 3, 4, 5, 6;`");
    no_shape(span, name: &str) = error("no-shape", "the board `{name}` has no shape")
        .hint("write `shape square(8, 8);`");
    unknown_shape(span, name: &str, known: impl Names) =
        error("unknown-shape", "no shape is called `{name}`").suggest_or_list(span, name, known);
    shape_numbers(span, form: &str, count: usize, found: usize) =
        error("shape-numbers", ("this shape takes {}, found {found}", counted(count, "number")))
        .hint("write `{form}`");
    board_size(span, tiles: u64, most: u32) =
        error("board-size", "a board has 1 to {most} tiles, this one {tiles}");
    graph_without_tiles(span, from: &str, to: &str) =
        error("unknown-tile", "no tile of this graph is named, only what connects them")
        .hint("name each tile first: `{from}; {to}; {from} - {to};`");
    hex_beside(span) =
        error("hex-row", "a hex of this row stands above or below one of another, not in a gap")
        .hint("put a space between hexes, and begin every other row with one space more");
    tile_of_growing(span, board: &str) =
        error("growing-tile", "the tiles of `{board}`, a board that grows, have no attributes")
        .hint("give them to the pieces that lie there, and leave `tile` out");
    no_spots_there(span, what: &str) = error("not-an-edge", "a board of this shape has no {what}")
        .hint_if([what == "edges"], "tiles of a track follow one another, and a board that grows has only pieces; leave `edge` out")
        .hint_if([what == "corners"], "boards of squares and hexes have them; leave `corner` out");
    no_spots_said(span, nobody: &str, what: &str) =
        warning("no-edges", ("{nobody} `{what}`, so there are no {what}s"))
        .hint(("write `{what};` in the board"));
    fixed_of_edge(span, name: &str) =
        error("not-an-edge", "the `{name}` of an edge is known from how it is written")
        .hint("write `Rome - Milan 3;`, or `Rome > Milan 3;` for one way");
    negative_weight(span) = error("out-of-bounds", "the weight of an edge cannot be below zero");
    value_without_name(span) =
        error("unnamed-argument", "the attributes of tiles and edges are given by name")
        .hint("write `Rome(income: 3);`");
    in_tests(span, what: &str) = error("not-in-tests", "{what} cannot stand in a file of tests")
        .hint("it would be a part of the game; such a file holds tests, functions, enumerations and classes of \
               attributes and functions");
    tests_import(span, path: &str, what: &str) =
        error("not-in-tests", "`{path}` holds {what}, which would be added to the game")
        .hint("tests may import what the game imports, and files of functions, enumerations and plain classes");
    no_game(span) = error("no-game", "this file does not say which game it is")
        .hint("begin it with `game \"Name\";`");
    no_setup(span) = error("no-setup", "this game has no `setup`")
        .hint("add `setup {{ players 2; turns.use(\"Main\"); }}`");
    then_of_nothing(span) =
        error("then-without-simultaneous", "`then` runs when all players of the phase have chosen")
        .hint("write `simultaneous player.all();` before it");
    test_players(span, n: u32, counts: &[u32]) =
        error("players-range", ("this test has {n} players, but the game is for {}", bytecode::program::players(counts)));
    not_choosable(span, ty: &str) = error("not-choosable", "a `{ty}` cannot be chosen without a source")
        .hint("`from` offers the elements of a list");
    hidden_reason(span) = warning("untold-reason", "nobody is told this reason: what it or a condition before it reads may be hidden from who acts")
        .hint("ask first for what everybody knows; what `secret` attributes, function values and modifiers give is not told either");
    untold_reason(span) = warning("untold-reason", "nobody is told this reason: an answer is picked from those that are offered")
        .hint("a reason is told of a move that an action refuses; leave it out here");
    first_is_yes_or_no(span, ty: &str) =
        error("first-is-yes-or-no", "`first` asks who says yes, so it is a `bool` that is chosen, not a `{ty}`")
        .hint("ask for a `bool`, then ask that player for the rest");
    free_value(span, ty: &str) = error("free-value", "only a `string` can be written freely, not a `{ty}`")
        .hint("leave `free` out");
    free_auto(span) = error("free-value", "nobody writes what fills itself in")
        .hint("leave out `free` or `auto`");
    free_without_proposals(span) =
        error("free-without-proposals", "nothing says what a bot may write here")
        .hint("give it a list of texts to choose from: `from {{ \"yes\", \"no\" }}`");
    count_here(span, hint: &str) = error("misplaced-count", "`count` means nothing here").hint(hint);
    given_in_action(span, name: &str) =
        error("function-input", "`{name}` is given by a caller, but an action is chosen by a player")
        .hint("leave `function` out, or make this a function");
    unused_function(span, name: &str) = warning("unused-function", "nothing calls `{name}`");
    unused_action(span, name: &str) =
        warning("unused-action", "nothing triggers `{name}`, and nothing calls it")
        .hint("`trigger PlayerChoiceEvent {{ return true; }}` offers it to the active player");
    never_made(span, name: &str) =
        warning("never-made", "no object of `{name}` is ever made, so nothing in it happens")
        .hint("write `global class {name}` where there is one from the start");
    never_set(span, name: &str, as_in: &str) =
        warning("never-set", "nothing sets `{name}`, so it is always null")
        .hint("give it a value here{as_in}, or set it in `setup`, with `new`, or in an effect");
    unused_turn(span, name: &str) = warning("unused-turn", "nothing makes the turn `{name}` the active one")
        .hint("write `turns.use(\"{name}\");` in `setup`");
    unused_local(span, name: &str) = warning("unused-variable", "nothing reads `{name}`");
    case_values(span, name: &str, attributes: &[&str], found: usize) =
        error("case-values", ("`{name}` needs {}, found {}", values_for(attributes), counted(found, "value")))
        .hint_if([attributes.is_empty()], "an attribute before the cases says what the values are: `string title; North(\"n\")`");
    closed_enum(span, name: &str, declared: Span) =
        error("closed-enum", "`{name}` gets no further cases").other(declared, "it is declared here")
        .hint("declare it as `open enum`");
    extends_no_enum(span, name: &str, what: &str) =
        error("closed-enum", "`{name}` is {what}, and only enumerations get further cases");
    zone_of(span, found: &str) = error("zone-of", "a zone holds interactables, and `{found}` is none")
        .hint("declare it as `interactable {found} {{ ... }}`");
    /// Like [`zone_of`] for a type parameter of a generic class.
    zone_of_parameter(span, found: &str) =
        error("zone-of", "a zone holds interactables, and `{found}` is none")
        .hint("let it stand for interactables only: `<{found} extends interactable>`");
    set_of(span, found: &str) =
        error("set-of", "a set holds cases of an enumeration or players, and `{found}` is neither")
        .hint("use a list, and `distinct()` where nothing may be in it twice");
    set_of_many(span, name: &str, cases: usize, most: usize) =
        error("set-of", "`{name}` has {cases} cases, and there are sets of at most {most} different ones")
        .hint("use a list, and `distinct()` where nothing may be in it twice");
    abstract_tile(span, name: &str) =
        error("not-a-tile", "`{name}` is abstract, so there are no tiles of it");
    not_a_tile(span, name: &str) = error("not-a-tile", "`{name}` is not a class of tiles")
        .hint("declare it as `class {name} extends Tile {{ ... }}`");
    no_spot_class(span, name: &str, edges: bool, why: &str) =
        error("not-an-edge", ("`{name}` {}", why.replace("spots", if edges { "edges" } else { "corners" })))
        .hint_if([why == NO_SPOT_CLASS && edges], "declare it as `class {name} extends Edge {{ ... }}`")
        .hint_if([why == NO_SPOT_CLASS && !edges], "declare it as `class {name} extends Corner {{ ... }}`");
    second_setup(span, first: Option<Span>) =
        error("second-setup", "a game has one `setup`, in its main file").other_at(first, "the first is here");
    no_players(span, least: u32, most: u32) =
        error("players-range", "{least} is more than {most}: the smallest number of players comes first");
    player_numbers(span, first: u32, second: u32) =
        error("players-range", "{second} stands behind {first}: the numbers of players go up, each once");
    too_many_names(span, most: u32, names: usize) =
        error("players-range", "{names} names for at most {most} players");
    no_member(span, seat: u32, players: u32) =
        warning("players-range", ("among {players} players there is no {seat}, since they are counted from 0; it would be player {}", seat % players))
        .hint(("where another number may play, write each team for it: `if (player.all().length == {}) {{ ... }}`", seat + 1));
    endless_input(span, ty: &str) = error("endless-input", "a `{ty}` has infinitely many values to choose from")
        .hint(("say which: `{}`", if ty == "number" { "from 0..10" } else { "from { \"yes\", \"no\" }" }));
    too_many_in_game(span, what: &str, found: usize, most: usize) =
        error("too-many", "there are {found} {what}, and there can be at most {most}");
    too_much_shared(span, most: usize) =
        error("too-many", "the requirements that actions share come to more than {most} characters up to here, counted for each action")
        .hint("let the requirement call a function");
    too_many_handed_on(span, most: usize) =
        error("too-many", "the names that files hand on come to more than {most} up to here, counted for each file")
        .hint("import the file that declares them where they are used");
    too_many_of(span, name: &str, what: &str, found: usize, most: usize) =
        error("too-many", "`{name}` has {found} {what}, and can have at most {most}");
    too_many_inherited(span, name: &str, most: usize) =
        error("too-many", "what classes have and inherit is too much from `{name}` on: it comes to more than {most} members")
        .hint("let fewer classes inherit the same attributes, functions and actions");
    too_many_blocks(span, event: &str, most: usize) =
        error("too-many", "from `{event}` on there are more than {most} `before` blocks, each counted for every event")
        .hint("let fewer blocks look at an event that others extend");
    too_many_pairs(span, name: &str, most: usize) =
        error("too-many", "up to `{name}` modifiers look at more than {most} changes of others, each change counted for each modifier that looks at it, and each grant for twenty")
        .hint("let fewer modifiers look at what others change, or make one with a parameter of several");
    too_many_tiles(span, name: &str, found: usize, most: usize) =
        error("too-many", "with `{name}` the boards have {found} tiles, and there can be at most {most} in all");
    too_many_tile_values(span, name: &str, found: usize, most: usize) =
        error("too-many", "with `{name}` the attributes of all tiles are {found} values, and there can be at most {most}")
        .hint("give the tiles fewer attributes, or make the board smaller");
    option_type(span, found: &str) = error("option-type", "an option cannot be a `{found}`")
        .hint("it is a number, a string, a bool or a case of an enumeration");
    option_range(span, text: &str) = error("option-range", text);
    option_form(span) = error("option-range", "this does not say which values can be chosen")
        .hint("write for example `in 3..19`, or `in {{ 9, 13, 19 }}`");
    option_value(span, error: &OptionError) = error("option-value", "{error}");
    option_constant(span) = error("not-constant", "the values of options are known before anything else")
        .hint("write a number, a string, a case, or arithmetic of numbers, without other options");
    unknown_option(span, name: &str, known: impl Names) =
        error("unknown-option", "no option is called `{name}`").suggest_or_list(span, name, known);
    too_many_options(span, most: usize) = error("too-many-options", "a game has at most {most} options");
    too_many_tested(span, most: usize) =
        error("too-many-options", "the tests choose more than {most} different sets of options")
        .hint("let several tests choose the same values");
    assigned_option(span) =
        error("not-assignable", "an option keeps the value that was chosen before the match")
        .hint("an attribute can start with it and change: `number left = option;` in a global class");
    const_type(span, found: &str) = error("const-type", "a constant cannot be a `{found}`")
        .hint("it is a number, a string, a bool, a case, an object of a `const class`, or a list or table of those");
    const_reads(span, name: &str, what: &str) =
        error("const-reads", "the constant `{name}` is worked out before any match begins, and {what} belongs to one")
        .hint("constants follow from numbers, texts, cases, options, other constants, and functions of those");
    const_circle(span, names: &str) =
        error("const-circle", "these constants are worked out from each other: {names}");
    constant_changed(span) = error("constant-changed", "a constant never changes")
        .hint("what changes is an attribute: `number left = most;` in a global class");
    unused_const(span, name: &str) = warning("unused-const", "nothing reads the constant `{name}`");
    unused_option(span, name: &str) = warning("unused-option", "nothing reads the option `{name}`");
    number_without_range(span, name: &str) =
        error("option-range", "`{name}` does not say which numbers can be chosen")
        .hint("write `in 1..9` or `in {{ 9, 13, 19 }}` behind its value");
    text_without_range(span, name: &str) =
        error("option-range", "`{name}` does not say which texts can be chosen")
        .hint("write `in {{ \"a\", \"b\" }}` behind its value");
}

pub(in crate::check) const NO_SPOT_CLASS: &str = "is not a class of spots";
pub(in crate::check) const ABSTRACT_SPOTS: &str = "is abstract, so there are no spots of it";

fn values_for(attributes: &[&str]) -> String {
    match attributes {
        [] => "no values".to_owned(),
        _ => format!("values for {}", listed(attributes)),
    }
}
