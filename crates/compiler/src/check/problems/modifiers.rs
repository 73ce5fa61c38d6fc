//! Problems with modifiers: whom they are for, what they touch, how they are used.

use super::suggest;
use base::{Problem, Span};

pub fn modifier_on(span: Span, name: &str) -> Problem {
    Problem::error("modifier-on", span, format!("`{name}` takes no modifiers"))
        .hint("they are for classes and interactables of the game: `modifier Flying on Creature { ... }`")
}

pub fn unknown_layer<'c>(span: Span, name: &str, known: impl IntoIterator<Item = &'c str>) -> Problem {
    let problem = Problem::error("unknown-layer", span, format!("there is no layer `{name}`"));
    suggest(problem, span, name, known).hint("`layers Base, Boost;` declares them, the first one innermost")
}

pub fn layers_twice(span: Span) -> Problem {
    Problem::error("layers-twice", span, "a game declares its layers once")
        .hint("put all names into one list")
}

pub fn composition_circle(span: Span, name: &str) -> Problem {
    Problem::error("composition-circle", span, format!("`{name}` is made of itself, or of something broken"))
        .hint("a composition is made of modifiers that do not bring it")
}

pub fn no_modifier(span: Span) -> Problem {
    Problem::error("no-modifier", span, "expected the name of a modifier")
        .hint("write `c.add(Flying)`, `c.add(Absorb(2))`; `modifier Name on Class { ... }` declares one")
}

pub fn parts_differ(span: Span, a: &str, b: &str) -> Problem {
    let message = format!("one part is for `{a}` and another for `{b}`, and no object is both");
    Problem::error("parts-differ", span, message)
}

pub fn nothing_to_modify<'c>(
    span: Span,
    class: &str,
    name: &str,
    known: impl IntoIterator<Item = &'c str>,
) -> Problem {
    let message = format!("`{class}` has no `{name}` that a modifier could override");
    suggest(Problem::error("nothing-to-modify", span, message), span, name, known)
}

pub fn change_type(span: Span, name: &str, ty: &str) -> Problem {
    Problem::error("change-type", span, format!("`{name}` is a `{ty}`, also when a modifier changes it"))
        .fix(span, ty)
}

pub fn no_modifiers_for(span: Span, class: &str) -> Problem {
    Problem::error("no-modifiers-for", span, format!("no modifier is for `{class}`"))
        .hint(format!("`modifier Name on {class} {{ ... }}` declares one"))
}

pub fn modifier_for(span: Span, [modifier, on, class]: [&str; 3]) -> Problem {
    Problem::error("modifier-for", span, format!("`{modifier}` is for `{on}`, and this is `{class}`"))
}

pub fn modifier_by_name(span: Span, word: &str, name: &str) -> Problem {
    Problem::error("modifier-by-name", span, format!("`{word}` takes the modifier without its parameters"))
        .fix(span, name)
        .hint(format!("write `{word}({name})`"))
}

pub fn until_what(span: Span) -> Problem {
    Problem::error("until-what", span, "`until` says when a modifier ends, and none is added here")
        .hint("write `c.add(Flying) until TurnEnded;`")
}

pub fn until_where(span: Span) -> Problem {
    Problem::error("until-where", span, "`where` belongs to an event, and no event stands before it")
        .hint("join conditions with `&&`")
}

pub fn base_elsewhere(span: Span, name: &str, own: Option<&str>) -> Problem {
    let problem = Problem::error(
        "base-elsewhere",
        span,
        "in a modifier `base` is what the member that is overridden here would be without it",
    );
    match own {
        Some(own) => problem.hint(format!("`base.{own}` is that; `this.{name}` is the other member")),
        None => problem.hint("it stands in `override` only"),
    }
}

pub fn modifier_made(span: Span, name: &str) -> Problem {
    Problem::error("modifier-made", span, format!("`{name}` is a modifier, which is added to an object"))
        .hint(format!("write `c.add({name})`"))
}

pub fn extends_modifier(span: Span, name: &str) -> Problem {
    Problem::error("extends-modifier", span, format!("`{name}` is a modifier, and no class extends it"))
        .hint("a composition brings several: `modifier Soaring = Flying, Reach;`")
}
