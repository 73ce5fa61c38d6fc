//! Problems with classes: who extends whom, what is overridden, what may be made.

use super::{listed, suggest};
use crate::typed::ClassKind;
use base::{Problem, Span};

fn kind_name(kind: ClassKind) -> &'static str {
    match kind {
        ClassKind::Tile => "a class of tiles",
        ClassKind::Piece => "an interactable",
        ClassKind::Class => "a class",
        ClassKind::Event => "an event",
        ClassKind::Modifier => "a modifier",
    }
}

pub fn class_circle(span: Span, names: &[&str]) -> Problem {
    let mut path: Vec<&str> = names.to_vec();
    path.extend(names.first());
    Problem::error("class-circle", span, format!("these classes extend each other: {}", path.join(" -> ")))
}

pub fn other_kind(span: Span, name: &str, kind: ClassKind, parent: &str, above: ClassKind) -> Problem {
    let message =
        format!("`{name}` is {} and cannot extend `{parent}`, {}", kind_name(kind), kind_name(above));
    Problem::error("other-kind", span, message)
}

pub fn override_missing(span: Span, name: &str, first: Span) -> Problem {
    Problem::error("override-missing", span, format!("`{name}` is declared by a parent class already"))
        .label("write `override` before it to replace that")
        .other(first, "it is declared here")
}

pub fn nothing_to_override<'c>(span: Span, name: &str, known: impl IntoIterator<Item = &'c str>) -> Problem {
    let message = format!("no parent class has a `{name}` to override");
    suggest(Problem::error("nothing-to-override", span, message), span, name, known)
}

pub fn override_differs(span: Span, name: &str, above: &str, first: Span) -> Problem {
    Problem::error(
        "override-differs",
        span,
        format!("`{name}` must take and give what the overridden one does"),
    )
    .label(format!("that is `{above}`"))
    .other(first, "it is declared here")
}

pub fn abstract_missing(span: Span, class: &str, name: &str, own: bool, other: Span) -> Problem {
    if own {
        return Problem::error(
            "abstract-function",
            span,
            format!("`{class}` is not abstract, but `{name}` is"),
        )
        .other(other, "write `abstract` before the class, or give the function a body");
    }
    Problem::error("abstract-function", span, format!("`{class}` has no `{name}`, which its parent demands"))
        .label(format!("add `override function ... {name}(...) {{ ... }}`, or make it abstract"))
        .other(other, "it is demanded here")
}

pub fn abstract_global(span: Span, name: &str) -> Problem {
    Problem::error(
        "abstract-global",
        span,
        format!("`{name}` is global, so it has an object, and cannot be abstract"),
    )
}

pub fn only_in_classes(span: Span, word: &str, name: &str) -> Problem {
    Problem::error("only-in-classes", span, format!("only a function of a class can be `{word}`"))
        .label(format!("`{name}` belongs to none"))
}

pub fn new_tile(span: Span, name: &str) -> Problem {
    Problem::error("cannot-make", span, format!("`{name}` is a class of tiles, which boards make"))
        .hint("a board names it: `tile Square;`")
}

pub fn new_event(span: Span, name: &str) -> Problem {
    Problem::error("cannot-make", span, format!("`{name}` is an event, which is raised"))
        .hint(format!("write `raise {name}(...);`"))
}

pub fn new_global(span: Span, name: &str) -> Problem {
    Problem::error("cannot-make", span, format!("`{name}` is global and has its one object from the start"))
        .hint(format!("write `{name}` to use it"))
}

pub fn new_abstract(span: Span, name: &str, children: &[&str]) -> Problem {
    let problem =
        Problem::error("cannot-make", span, format!("`{name}` is abstract, so there are no objects of it"));
    if children.is_empty() { problem } else { problem.hint(format!("make one of {}", listed(children))) }
}

pub fn new_parameter(span: Span, name: &str) -> Problem {
    let message = format!("`{name}` may stand for any type, so nothing can be made of it");
    Problem::error("cannot-make", span, message).hint("take what is made as a parameter")
}

pub fn cannot_make(span: Span, name: &str) -> Problem {
    Problem::error("cannot-make", span, format!("`new` makes objects and collections, not a `{name}`"))
}

pub fn elements_in_class(span: Span, name: &str) -> Problem {
    Problem::error("cannot-make", span, format!("the attributes of a `{name}` are given by name"))
        .hint("write `{ name = value, ... }`")
}

pub fn attributes_in_collection(span: Span, name: &str) -> Problem {
    Problem::error("cannot-make", span, format!("a `{name}` has elements, not attributes"))
        .hint("write `{ value, ... }`")
}

pub fn cannot_remove(span: Span, found: &str) -> Problem {
    Problem::error("cannot-remove", span, format!("`remove` ends an object, not a `{found}`"))
}

pub fn cannot_raise(span: Span, name: &str, is_abstract: bool) -> Problem {
    let message = match is_abstract {
        true => format!("`{name}` is abstract and cannot be raised"),
        false => format!("`{name}` is raised by the game itself"),
    };
    Problem::error("cannot-raise", span, message)
}

pub fn class_effect(span: Span) -> Problem {
    Problem::error("misplaced-effect", span, "only events and actions have an effect")
}

pub fn tile_action(span: Span, name: &str) -> Problem {
    Problem::error("tile-action", span, format!("a tile cannot carry the action `{name}`"))
        .hint("put it into a global class, with the tile as an input")
}
