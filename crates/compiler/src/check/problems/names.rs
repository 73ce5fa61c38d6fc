//! Problems with names: unknown, taken, not visible here, of the wrong kind.

use super::super::expr::word;
use super::super::world::Definition;
use super::{Names, Suggest, circle, counted, foreign, list_some, may_suggest};
use base::{Problem, Span};
use language::catalogue::On;

problems! {
    fixed_name(span, name: &str) =
        error("reserved-word", "`{name}` has a fixed meaning and cannot be the name of something else")
        .hint(("take another name, for example `my{}{}`", name[..1].to_uppercase(), &name[1..]));
    imported_twice(span, path: &str, first: Span) = error("imported-twice", "`{path}` is imported already")
        .other(first, "here");
    used_before(span, name: &str, later: Span) = error("unknown-name", "`{name}` is not known yet")
        .other(later, "it is declared here, and lives from its line on");
    used_after(span, name: &str, first: Span) = error("unknown-name", "`{name}` is not known any more")
        .other(first, "it is declared here, and lives to the end of its block")
        .hint("declare it before the block to use it after it");
    elsewhere(span, name: &str, why: &str) = error("unknown-name", "`{name}` is not known here").hint(why);
    unknown_case(span, owner: &str, name: &str, known: impl Names) =
        error("unknown-case", "`{owner}` has no case `{name}`").suggest_or_list(span, name, known);
    unknown_in_module(span, name: &str, known: impl Names) =
        error("unknown-name", "the imported file declares no `{name}`").suggest(span, name, known);
    unknown_module(span, name: &str) = error("unknown-name", "no import is called `{name}`")
        .hint("`import \"...\" as {name};` gives an import that name");
    bare_collection(span, name: &str) = error("unknown-type", "`{name}` needs the type of its elements")
        .hint(("write it like `{name}<{}>`", if name == "Set" { "player" } else { "number" }));
    bare_generic(span, name: &str, parameters: &[&str]) =
        error("type-arguments", ("`{name}` needs {}", counted(parameters.len(), "type")))
        .label(("write it like `{name}<{}>`", parameters.join(", ")));
    generic_arguments(span, name: &str, takes: usize, found: usize) =
        error("type-arguments", ("`{name}` takes {}, found {found}", counted(takes, "type")));
    takes_no_types(span, name: &str, what: &str) =
        error("type-arguments", "`{name}` is {what} and takes no types");
    type_bound(span, found: &str, name: &str, bound: &str, declared: Span) =
        error("type-bound", "`{found}` cannot stand for `{name}`, which extends `{bound}`")
        .other(declared, "that is said here");
    bound_no_class(span, name: &str) = error("not-a-class", "what `{name}` extends must be a class");
    too_many_generic(span, name: &str) =
        error("endless-generic", "with this `{name}` generic classes make too many classes")
        .hint("use them with fewer different types");
    endless_generic(span, name: &str) =
        error("endless-generic", "`{name}` needs ever more classes made of itself")
        .hint("let it use itself with the same types, and nothing around them");
    generic_kind(span, name: &str, what: &str) =
        error("generic-kind", "`{name}` has type parameters, which {what} cannot have")
        .hint("keep what it holds in an attribute of a generic class");
    type_as_value(span, name: &str) = error("not-a-value", "`{name}` is a type, and a value is needed here")
        .hint("only `all(...)` takes a type");
    unknown_class(span, name: &str, known: impl Names) =
        error("unknown-type", "no class is called `{name}`")
        .suggest(span, name, known)
        .hint_if(
            [["Piece", "Component", "Interactable"].contains(&name)],
            "what lies in zones and on boards needs no parent: `interactable Card {{ ... }}`"
        );
    not_a_class(span, name: &str, what: &str) =
        error("not-a-class", "expected a class, but `{name}` is {what}");
    not_a_type(span, name: &str, what: &str) =
        error("unknown-type", "expected a type, but `{name}` is {what}");
    not_an_event(span, name: &str) = error("not-an-event", "expected an event, but `{name}` is none")
        .hint("an event is declared with `event Name {{ ... }}`");
    var_here(span) = error("missing-type", "`var` is for variables; here the type must be written");
    not_called(span, name: &str, what: &str) = error("not-called", "`{name}` is {what} and must be called")
        .label("write `{name}(...)`")
        .hint_if([name == "all"], "all players are `player.all()`");
    two_tiles(span, name: &str, boards: [&str; 2]) =
        error("unclear-tile", ("both `{}` and `{}` have a tile called `{name}`", boards[0], boards[1]))
        .hint(("write `{}.tile(\"{name}\")`", boards[0]));
    each_has_tile(span, name: &str, board: &str) =
        error("unclear-tile", "the `{board}` of each player has a tile called `{name}`")
        .hint(("name the player: `{board}(p).tile(\"{name}\")`"));
    no_statement(span, name: &str, meant: &str) =
        error("unknown-keyword", "no statement starts with `{name}`")
        .label("did you mean `{meant}`?")
        .guess(span, meant);
    no_import(span, name: &str) = error("unknown-type", "`{name}` is a value, and a type is needed here")
        .hint("a `;` may be missing behind what is read from `{name}`");
    unknown_action(span, name: &str, known: impl Names) =
        error("unknown-action", "no action is called `{name}`").suggest_or_list(span, name, known);
    lenght(span) = warning("misspelt-length", "`lenght` is spelt `length`")
        .label("write `length`")
        .fix(span, "length");
    name_taken(span, name: &str, what: &str, first: Option<Span>) =
        error("name-taken", "the name `{name}` is taken already, by {what}")
        .label("take another name")
        .other_at(first, "it is declared here")
        .hint_if([first.is_none()], "it is built in");
    import_clash(span, name: &str, (there, brought): (Option<Span>, Option<Span>)) =
        error("import-clash", "this import brings a second `{name}`")
        .hint("give the import a name, `import \"...\" as library;`, and write `library.` before what is from there")
        .other_at(there, "the first is here")
        .other_at(brought, "the second is here");
    import_circle(span, files: &[&str]) =
        error("import-circle", ("these files import each other: {}", circle(files)))
        .hint("move what both need into a third file");
    type_arguments(span, name: &str, most: usize, found: usize) =
        error("unknown-type",
              ("`{name}` takes {}, found {found}", if most == 1 { "one type" } else { "one or two types" }));
    word_alone(span, name: &str, on: On) = error("not-a-value", "`{name}` is not a value by itself")
        .hint(("write for example `{}`", example(on)))
        .label(("`{}.` and a name", word(on)));
    unknown_direction(span, direction: &str, known: &[&str]) =
        error("unknown-way", "no board has a way `{direction}`").suggest_or_list(span, [""], known);
    unknown_turn(span, name: &str, known: impl Names) =
        error("unknown-turn", "no turn is called `{name}`").suggest_in_text(span, name, known);
    unknown_phase(span, name: &str, turn: Option<&str>, known: impl Names) =
        error("unknown-phase", [match turn {
            Some(turn) => format!("the turn `{turn}` has no phase `{name}`"),
            None => format!("no phase is called `{name}`"),
        }])
        .suggest_in_text(span, name, known);
}

pub(in crate::check) fn unknown_name(span: Span, name: &str, called: bool, known: impl Names) -> Problem {
    let message = match called {
        true => format!("no function is called `{name}`"),
        false => format!("nothing is called `{name}` here"),
    };
    let problem = Problem::error("unknown-name", span, message);
    match name {
        "legal" | "illegal" => {
            problem.hint(format!("`expect {name} move(...) by p;` is a statement of its own"))
        }
        _ => match foreign::of_name(name) {
            Some(meant) => meant.tell(problem, span),
            None => problem.suggest(span, name, known),
        },
    }
}

pub(in crate::check) fn unknown_member(span: Span, owner: &str, name: &str, known: impl Names) -> Problem {
    let problem = Problem::error("unknown-member", span, format!("`{owner}` has no member `{name}`"));
    if owner == "number" && ["score", "name", "isOut", "team"].contains(&name) {
        // As in `(p + 1).score`: the sum is a number, and becomes a player where one is expected.
        return problem.hint(format!("a player has: `player other = ...;`, then `other.{name}`"));
    }
    match foreign::of_member(owner, name) {
        Some(meant) => meant.tell(problem, span),
        None => problem.suggest(span, name, known),
    }
}

/// Names the members that there are.
pub(in crate::check) fn list_members(problem: Problem, members: &[&str]) -> Problem {
    if may_suggest() { list_some(problem, members) } else { problem }
}

/// Points to what a name would mean if nothing nearer had it.
pub(in crate::check) fn hiding(problem: Problem, hidden: Option<(String, Span)>) -> Problem {
    match hidden {
        Some((text, at)) => problem.other(at, text),
        None => problem,
    }
}

pub(in crate::check) fn unknown_type(span: Span, name: &str, known: impl Names) -> Problem {
    let problem = Problem::error("unknown-type", span, format!("no type is called `{name}`"));
    if name == "derived" {
        return problem.hint("a derived attribute says its type: `derived number power = bare + plus;`");
    }
    match foreign::of_type(name) {
        Some(meant) => meant.tell(problem, span),
        None => problem.suggest(span, name, known),
    }
}

pub(in crate::check) fn not_a_value(span: Span, name: &str, definition: Definition) -> Problem {
    let problem =
        Problem::error("not-a-value", span, format!("`{name}` is {}, not a value", definition.what()));
    match definition {
        Definition::Class(_) => {
            problem.hint(format!("`all({name})` lists its objects, `new {name}()` makes one"))
        }
        Definition::Enum(_) => problem.hint(format!("`{name}.all()` lists its cases")),
        Definition::Board(_) => {
            problem.hint(format!("`{name}.tiles()` lists its tiles, `{name}.at(x, y)` is one of them"))
        }
        Definition::Dice(_) => problem.hint(format!("`{name}.roll()` rolls them")),
        Definition::Turn(_) => problem.hint(format!("turns are named in texts: `turns.use(\"{name}\")`")),
        _ => problem.hint(format!("write `{name}.` and what you need from there")),
    }
}

/// Such names, `a1`, are near one another, so that none of them was meant more than others.
fn has_number(name: &str) -> bool {
    name.contains(|c: char| c.is_ascii_digit())
}

pub(in crate::check) fn unknown_tile(span: Span, name: &str, known: impl Names) -> Problem {
    let known: Vec<_> = known.into_iter().collect();
    let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
    let problem = Problem::error("unknown-tile", span, format!("no tile is called `{name}`"));
    match (known.first(), known.last()) {
        (None, _) => problem.hint("there is no board"),
        (Some(first), Some(last)) if known.len() > 12 && has_number(first) => {
            problem.hint(format!("tiles are called `{first}` to `{last}`"))
        }
        _ => problem.suggest_in_text(span, name, known),
    }
}

pub(in crate::check) fn unknown_spot(span: Span, name: &str, known: Vec<&str>) -> Problem {
    let problem = Problem::error("unknown-tile", span, format!("no edge or corner is called `{name}`"));
    match (known.first(), known.last()) {
        (Some(first), Some(last)) if known.len() > 12 && has_number(first) => {
            problem.hint(format!("they are called `{first}` to `{last}`"))
        }
        (Some(_), _) => problem.suggest_in_text(span, name, known),
        _ => problem.hint("write `edge;` or `corner;` in a board"),
    }
}

fn example(on: On) -> &'static str {
    match on {
        On::Players => "player.active()",
        On::Turn => "turn.active()",
        On::Turns => "turns.use(\"Main\")",
        _ => "random.roll(6)",
    }
}
