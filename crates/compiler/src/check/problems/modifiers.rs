//! Problems with modifiers: whom they are for, what they touch, how they are used.

use super::{Names, Suggest};
use base::{Problem, Span};

problems! {
    modifier_on(span, name: &str) = error("modifier-on", "`{name}` takes no modifiers")
        .hint("they are for classes and interactables of the game: `modifier Flying on Creature {{ ... }}`");
    unknown_layer(span, name: &str, known: impl Names) =
        error("unknown-layer", "there is no layer `{name}`")
        .suggest(span, name, known)
        .hint("`layers Base, Boost;` declares them, the first one innermost");
    layers_twice(span) = error("layers-twice", "a game declares its layers once")
        .hint("put all names into one list");
    composition_circle(span, name: &str) =
        error("composition-circle", "`{name}` is made of itself, or of something broken")
        .hint("a composition is made of modifiers that do not bring it");
    no_modifier(span) = error("no-modifier", "expected the name of a modifier")
        .hint("write `c.add(Flying)`, `c.add(Absorb(2))`; `modifier Name on Class {{ ... }}` declares one");
    parts_differ(span, a: &str, b: &str) =
        error("parts-differ", "one part is for `{a}` and another for `{b}`, and no object is both");
    nothing_to_modify(span, class: &str, name: &str, known: impl Names) =
        error("nothing-to-modify", "`{class}` has no `{name}` that a modifier could override")
        .suggest(span, name, known);
    change_type(span, name: &str, ty: &str) =
        error("change-type", "`{name}` is a `{ty}`, also when a modifier changes it").guess(span, ty);
    no_modifiers_for(span, class: &str) = error("no-modifiers-for", "no modifier is for `{class}`")
        .hint("`modifier Name on {class} {{ ... }}` declares one");
    modifier_for(span, [modifier, on, class]: [&str; 3]) =
        error("modifier-for", "`{modifier}` is for `{on}`, and this is `{class}`");
    modifier_by_name(span, word: &str, name: &str) =
        error("modifier-by-name", "`{word}` takes the modifier without its parameters")
        .guess(span, name)
        .hint("write `{word}({name})`");
    until_what(span) = error("until-what", "`until` says when a modifier ends, and none is added here")
        .hint("write `c.add(Flying) until TurnEnded;`");
    until_where(span) = error("until-where", "`where` belongs to an event, and no event stands before it")
        .hint("join conditions with `&&`");
    modifier_made(span, name: &str) =
        error("modifier-made", "`{name}` is a modifier, which is added to an object")
        .hint("write `c.add({name})`");
    extends_modifier(span, name: &str) =
        error("extends-modifier", "`{name}` is a modifier, and no class extends it")
        .hint("a composition brings several: `modifier Soaring = Flying, Reach;`");
    base_elsewhere(span, name: &str, own: Option<&str>) =
        error("base-elsewhere", "in a modifier `base` is what the member that is overridden here would be without it")
        .hint([match own {
            Some(own) => format!("`base.{own}` is that; `this.{name}` is the other member"),
            None => "it stands in `override` only".to_owned(),
        }]);
}
