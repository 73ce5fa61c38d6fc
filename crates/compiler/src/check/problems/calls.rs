//! Problems with calls and their arguments, and with what is built in.

use super::super::world::Definition;
use super::{Names, Suggest, counted, listed};
use base::{Problem, Span};

problems! {
    unknown_argument(span, what: &str, name: &str, known: impl Names) =
        error("unknown-argument", "`{what}` has no parameter `{name}`").suggest_or_list(span, name, known);
    repeated_argument(span, name: &str) = error("repeated-argument", "`{name}` is given twice");
    too_many(span, what: &str, takes: usize, found: usize) =
        error("too-many-arguments", ("`{what}` takes {}, found {found}", counted(takes, "argument")));
    positional_after_named(span) = error("unnamed-argument", "after a named argument all must be named")
        .hint("write `name: value`");
    value_arguments(span, takes: usize, found: usize) =
        error("too-many-arguments",
              ("this function value takes {}, found {found}", counted(takes, "argument")));
    value_named(span) = error("unknown-argument", "these arguments have no names").hint("leave the name out");
    not_callable(span, name: &str) = error("not-a-function", "`{name}` cannot be called")
        .hint_if([name == "random"], "`random.roll(6)` gives a number from 1 to 6, `random.pick(list)` an element")
        .hint_if([name == "player"], "write the number of the player, `player first = 0;`");
    not_a_function(span, found: &str) = error("not-a-function", "a `{found}` cannot be called");
    called_attribute(span, name: &str) =
        error("not-a-function", "`{name}` is an attribute and cannot be called")
        .hint("write `{name}` without brackets");
    no_base(span) = error("no-base", "there is no parent class whose function could be called")
        .hint("`base.f(...)` stands in a class that `extends` another");
    base_abstract(span, name: &str) = error("no-base", "`{name}` of the parent is abstract and does nothing");
    which_players_zone(span) = error("wrong-type", "this is the zone of every player")
        .hint("name the player: `hand(p)`");
    board_alone(span, name: &str) = error("not-a-value", "`{name}(p)` is a board, not a value")
        .hint(("`{name}(p).tiles()` lists its tiles"));
    which_players_board(span, name: &str) = error("wrong-type", "there is a board `{name}` for each player")
        .hint(("name the player: `{name}(p)`"));
    function_gives(span, found: &str, why: &str) =
        error("wrong-type", "this function value must not give `{found}`").label(why);
    lambda_parameters(span, want: usize, found: usize) =
        error("lambda-parameters",
              ("expected a function value with {}, found {found}", counted(want, "parameter")));
    all_of_what(span, hint: &str) = error("not-a-class", "`all` lists the objects of a class").hint(hint);
    needs_function(span, name: &str, element: &str) =
        error("missing-argument", "`{name}` of a list of `{element}` needs a function value")
        .hint("write `{name}(x => ...)` with what to count of each");
    /// `needs` says in words what the elements must be.
    wrong_elements(span, name: &str, needs: &str, element: &str) =
        error("wrong-type", "`{name}` takes a list of {needs}, found a list of `{element}`");
    no_key_type(span, value: &str) =
        error("no-key-type", "only a table whose keys have a declared type lists them")
        .hint("declare it as `Table<string, {value}>`, with the type of your keys");
    sort_key(span, found: &str) =
        error("wrong-type", "expected a number, a string, a player or a case to sort by, found `{found}`");
    missing_arguments(span, what: &str, names: &[&str]) =
        error("missing-argument",
              ("`{what}` needs the argument{} {}", if names.len() == 1 { "" } else { "s" }, listed(names)))
        .hint_if([what == "draw" && names == ["to"]], "it says where the cards go: `stock.draw(2, to: hand(p));`")
        .hint_if([what == "deal" && names == ["to"]], "it says where the cards go: `stock.deal(2, to: hand);`");
}

pub(in crate::check) fn definition_called(span: Span, name: &str, definition: Definition) -> Problem {
    let problem = Problem::error(
        "not-a-function",
        span,
        format!("`{name}` is {} and cannot be called", definition.what()),
    );
    match definition {
        Definition::Class(_) => problem.hint(format!("`new {name}()` makes an object")),
        Definition::Zone(_) => problem
            .hint(format!("only a zone declared `per player` is one player's: `{name}` alone is the zone")),
        Definition::Board(_) => problem
            .hint(format!("only a board declared `per player` is one player's: `{name}` alone is the board")),
        Definition::Dice(_) => problem.hint(format!("`{name}.roll()` rolls them")),
        _ => problem,
    }
}
