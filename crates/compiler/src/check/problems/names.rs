//! Problems with names: unknown, taken, not visible here, of the wrong kind.

use super::super::expr::word;
use super::super::world::Definition;
use super::{counted, suggest, suggest_or_list};
use base::{Problem, Span};
use language::catalogue::On;

pub fn fixed_name(span: Span, name: &str) -> Problem {
    Problem::error(
        "reserved-word",
        span,
        format!("`{name}` has a fixed meaning and cannot be the name of something else"),
    )
    .hint(format!("take another name, for example `my{}{}`", name[..1].to_uppercase(), &name[1..]))
}

pub fn name_taken(span: Span, name: &str, what: &str, first: Option<Span>) -> Problem {
    let problem =
        Problem::error("name-taken", span, format!("the name `{name}` is taken already, by {what}"))
            .label("take another name");
    match first {
        Some(first) => problem.other(first, "it is declared here"),
        None => problem.hint("it is built in"),
    }
}

pub fn import_clash(span: Span, name: &str, (there, brought): (Option<Span>, Option<Span>)) -> Problem {
    let mut problem = Problem::error("import-clash", span, format!("this import brings a second `{name}`"))
        .hint("give the import a name, `import \"...\" as library;`, and write `library.` before what is from there");
    if let Some(span) = there {
        problem = problem.other(span, "the first is here");
    }
    if let Some(span) = brought {
        problem = problem.other(span, "the second is here");
    }
    problem
}

pub fn imported_twice(span: Span, path: &str, first: Span) -> Problem {
    Problem::error("imported-twice", span, format!("`{path}` is imported already")).other(first, "here")
}

pub fn import_circle(span: Span, circle: &[&str]) -> Problem {
    let mut path: Vec<&str> = circle.to_vec();
    path.extend(circle.first());
    Problem::error("import-circle", span, format!("these files import each other: {}", path.join(" -> ")))
        .hint("move what both need into a third file")
}

pub fn unknown_name<'c>(
    span: Span,
    name: &str,
    called: bool,
    known: impl IntoIterator<Item = &'c str>,
) -> Problem {
    let what = if called { "function" } else { "thing" };
    let message = match called {
        true => format!("no {what} is called `{name}`"),
        false => format!("nothing is called `{name}` here"),
    };
    let problem = Problem::error("unknown-name", span, message);
    match name {
        "legal" | "illegal" => {
            problem.hint(format!("`expect {name} move(...) by p;` is a statement of its own"))
        }
        _ => suggest(problem, span, name, known),
    }
}

pub fn used_before(span: Span, name: &str, later: Span) -> Problem {
    Problem::error("unknown-name", span, format!("`{name}` is not known yet"))
        .other(later, "it is declared here, and lives from its line on")
}

pub fn used_after(span: Span, name: &str, first: Span) -> Problem {
    Problem::error("unknown-name", span, format!("`{name}` is not known any more"))
        .other(first, "it is declared here, and lives to the end of its block")
        .hint("declare it before the block to use it after it")
}

pub fn elsewhere(span: Span, name: &str, why: &str) -> Problem {
    Problem::error("unknown-name", span, format!("`{name}` is not known here")).hint(why)
}

pub fn unknown_member<'c>(
    span: Span,
    owner: &str,
    name: &str,
    known: impl IntoIterator<Item = &'c str>,
) -> Problem {
    let problem = Problem::error("unknown-member", span, format!("`{owner}` has no member `{name}`"));
    if owner == "number" && ["score", "name", "isOut", "team"].contains(&name) {
        // As in `(p + 1).score`: the sum is a number, and becomes a player where one is expected.
        return problem.hint(format!("a player has: `player other = ...;`, then `other.{name}`"));
    }
    suggest(problem, span, name, known)
}

pub fn unknown_case<'c>(
    span: Span,
    owner: &str,
    name: &str,
    known: impl IntoIterator<Item = &'c str>,
) -> Problem {
    let message = format!("`{owner}` has no case `{name}`");
    suggest_or_list(Problem::error("unknown-case", span, message), span, name, known)
}

pub fn unknown_in_module<'c>(span: Span, name: &str, known: impl IntoIterator<Item = &'c str>) -> Problem {
    let message = format!("the imported file declares no `{name}`");
    suggest(Problem::error("unknown-name", span, message), span, name, known)
}

pub fn unknown_module(span: Span, name: &str) -> Problem {
    Problem::error("unknown-name", span, format!("no import is called `{name}`"))
        .hint(format!("`import \"...\" as {name};` gives an import that name"))
}

pub fn unknown_type<'c>(span: Span, name: &str, known: impl IntoIterator<Item = &'c str>) -> Problem {
    let problem = Problem::error("unknown-type", span, format!("no type is called `{name}`"));
    let usual = match name {
        "int" | "float" | "double" | "Number" | "integer" => Some("number"),
        "String" | "text" | "str" => Some("string"),
        "boolean" | "Bool" | "Boolean" => Some("bool"),
        "Player" => Some("player"),
        _ => None,
    };
    match usual {
        Some(usual) => problem.label(format!("did you mean `{usual}`?")).fix(span, usual),
        None if name == "void" => problem.hint("a function that gives nothing has no type before its name"),
        None => suggest(problem, span, name, known),
    }
}

pub fn bare_collection(span: Span, name: &str) -> Problem {
    Problem::error("unknown-type", span, format!("`{name}` needs the type of its elements"))
        .hint(format!("write it like `{name}<number>`"))
}

pub fn type_arguments(span: Span, name: &str, most: usize, found: usize) -> Problem {
    let takes = if most == 1 { "one type".to_owned() } else { "one or two types".to_owned() };
    Problem::error("unknown-type", span, format!("`{name}` takes {takes}, found {found}"))
}

pub fn bare_generic(span: Span, name: &str, parameters: &[&str]) -> Problem {
    Problem::error("type-arguments", span, format!("`{name}` needs {}", counted(parameters.len(), "type")))
        .label(format!("write it like `{name}<{}>`", parameters.join(", ")))
}

pub fn generic_arguments(span: Span, name: &str, takes: usize, found: usize) -> Problem {
    let message = format!("`{name}` takes {}, found {found}", counted(takes, "type"));
    Problem::error("type-arguments", span, message)
}

pub fn takes_no_types(span: Span, name: &str, what: &str) -> Problem {
    Problem::error("type-arguments", span, format!("`{name}` is {what} and takes no types"))
}

pub fn type_bound(span: Span, found: &str, name: &str, bound: &str, declared: Span) -> Problem {
    Problem::error(
        "type-bound",
        span,
        format!("`{found}` cannot stand for `{name}`, which extends `{bound}`"),
    )
    .other(declared, "that is said here")
}

pub fn bound_no_class(span: Span, name: &str) -> Problem {
    Problem::error("not-a-class", span, format!("what `{name}` extends must be a class"))
}

pub fn too_many_generic(span: Span, name: &str) -> Problem {
    Problem::error(
        "endless-generic",
        span,
        format!("with this `{name}` generic classes make too many classes"),
    )
    .hint("use them with fewer different types")
}

pub fn endless_generic(span: Span, name: &str) -> Problem {
    Problem::error("endless-generic", span, format!("`{name}` needs ever more classes made of itself"))
        .hint("let it use itself with the same types, and nothing around them")
}

pub fn generic_kind(span: Span, name: &str, what: &str) -> Problem {
    Problem::error("generic-kind", span, format!("`{name}` has type parameters, which {what} cannot have"))
        .hint("keep what it holds in an attribute of a generic class")
}

pub fn type_as_value(span: Span, name: &str) -> Problem {
    Problem::error("not-a-value", span, format!("`{name}` is a type, and a value is needed here"))
        .hint("only `all(...)` takes a type")
}

pub fn unknown_class<'c>(span: Span, name: &str, known: impl IntoIterator<Item = &'c str>) -> Problem {
    suggest(Problem::error("unknown-type", span, format!("no class is called `{name}`")), span, name, known)
}

pub fn not_a_class(span: Span, name: &str, what: &str) -> Problem {
    Problem::error("not-a-class", span, format!("expected a class, but `{name}` is {what}"))
}

pub fn not_a_type(span: Span, name: &str, what: &str) -> Problem {
    Problem::error("unknown-type", span, format!("expected a type, but `{name}` is {what}"))
}

pub fn not_an_event(span: Span, name: &str) -> Problem {
    Problem::error("not-an-event", span, format!("expected an event, but `{name}` is none"))
        .hint("an event is declared with `event Name { ... }`")
}

pub fn var_here(span: Span) -> Problem {
    Problem::error("missing-type", span, "`var` is for variables; here the type must be written")
}

pub fn not_called(span: Span, name: &str, what: &str) -> Problem {
    Problem::error("not-called", span, format!("`{name}` is {what} and must be called"))
        .label(format!("write `{name}(...)`"))
}

pub fn not_a_value(span: Span, name: &str, definition: Definition) -> Problem {
    let problem =
        Problem::error("not-a-value", span, format!("`{name}` is {}, not a value", definition.what()));
    match definition {
        Definition::Class(_) => {
            problem.hint(format!("`all({name})` lists its objects, `new {name}()` makes one"))
        }
        Definition::Enum(_) => problem.hint(format!("`{name}.all()` lists its cases")),
        Definition::Board(_) => problem.hint(format!("`{name}.tiles()` lists its tiles")),
        Definition::Dice(_) => problem.hint(format!("`{name}.roll()` rolls them")),
        Definition::Turn(_) => problem.hint(format!("turns are named in texts: `turns.use(\"{name}\")`")),
        _ => problem.hint(format!("write `{name}.` and what you need from there")),
    }
}

pub fn word_alone(span: Span, name: &str, on: On) -> Problem {
    let example = match on {
        On::Players => "player.active()",
        On::Turn => "turn.active()",
        On::Turns => "turns.use(\"Main\")",
        _ => "random.roll(6)",
    };
    Problem::error("not-a-value", span, format!("`{name}` is not a value by itself"))
        .hint(format!("write for example `{example}`"))
        .label(format!("`{}.` and a name", word(on)))
}

pub fn unknown_tile<'c>(span: Span, name: &str, known: impl IntoIterator<Item = &'c str>) -> Problem {
    let known: Vec<&str> = known.into_iter().collect();
    let problem = Problem::error("unknown-tile", span, format!("no tile is called `{name}`"));
    match (known.first(), known.last()) {
        (None, _) => problem.hint("there is no board"),
        (Some(first), Some(last)) if known.len() > 12 => {
            problem.hint(format!("tiles are called `{first}` to `{last}`"))
        }
        _ => suggest_in_text(problem, span, name, known),
    }
}

/// Adds which of the known names was meant by one that stands there: in quotes, in a graph without them. Where an
/// option holds the name there is nothing to replace.
fn suggest_in_text<'c>(
    problem: Problem,
    span: Span,
    name: &str,
    known: impl IntoIterator<Item = &'c str>,
) -> Problem {
    let length = (span.end - span.start) as usize;
    let quotes = u32::from(length == name.len() + 2);
    let inside = Span { start: span.start + quotes, end: span.end - quotes, ..span };
    let problem = suggest_or_list(problem, inside, name, known);
    if quotes == 1 || length == name.len() { problem } else { Problem { fix: None, ..problem } }
}

pub fn two_tiles(span: Span, name: &str, boards: [&str; 2]) -> Problem {
    let message = format!("both `{}` and `{}` have a tile called `{name}`", boards[0], boards[1]);
    Problem::error("unclear-tile", span, message).hint(format!("write `{}.tile(\"{name}\")`", boards[0]))
}

pub fn unknown_direction(span: Span, direction: &str, known: &[&str]) -> Problem {
    suggest_or_list(
        Problem::error("unknown-way", span, format!("no board has a way `{direction}`")),
        span,
        "",
        known.iter().copied(),
    )
}

pub fn unknown_turn<'c>(span: Span, name: &str, known: impl IntoIterator<Item = &'c str>) -> Problem {
    let problem = Problem::error("unknown-turn", span, format!("no turn is called `{name}`"));
    suggest_in_text(problem, span, name, known)
}

pub fn unknown_phase<'c>(
    span: Span,
    name: &str,
    turn: Option<&str>,
    known: impl IntoIterator<Item = &'c str>,
) -> Problem {
    let message = match turn {
        Some(turn) => format!("the turn `{turn}` has no phase `{name}`"),
        None => format!("no phase is called `{name}`"),
    };
    suggest_in_text(Problem::error("unknown-phase", span, message), span, name, known)
}

pub fn unknown_action<'c>(span: Span, name: &str, known: impl IntoIterator<Item = &'c str>) -> Problem {
    suggest_or_list(
        Problem::error("unknown-action", span, format!("no action is called `{name}`")),
        span,
        name,
        known,
    )
}

pub fn lenght(span: Span) -> Problem {
    Problem::warning("misspelt-length", span, "`lenght` is spelt `length`")
        .label("write `length`")
        .fix(span, "length")
}
