//! Problems with classes and modifiers: who extends whom, what is overridden, what may be made, what modifiers touch.

use super::{Names, Suggest, circle, listed};
use crate::typed::ClassKind;
use base::{Problem, Span};

problems! {
    other_kind(span, name: &str, kind: ClassKind, parent: &str, above: ClassKind) =
        error("other-kind",
              ("`{name}` is {} and cannot extend `{parent}`, {}", kind_name(kind), kind_name(above)));
    override_missing(span, name: &str, first: Span) =
        error("override-missing", "`{name}` is declared by a parent class already")
        .label("write `override` before it to replace that")
        .other(first, "it is declared here");
    nothing_to_override(span, name: &str, known: impl Names) =
        error("nothing-to-override", "no parent class has a `{name}` to override").suggest(span, name, known);
    override_differs(span, name: &str, above: &str, first: Span) =
        error("override-differs", "`{name}` must take and give what the overridden one does")
        .label("that is `{above}`")
        .other(first, "it is declared here");
    abstract_global(span, name: &str) =
        error("abstract-global", "`{name}` is global, so it has an object, and cannot be abstract");
    only_in_classes(span, word: &str, name: &str) =
        error("only-in-classes", "only a function of a class can be `{word}`")
        .label("`{name}` belongs to none");
    new_tile(span, name: &str) = error("cannot-make", "`{name}` is a class of tiles, which boards make")
        .hint("a board names it: `tile Square;`");
    new_event(span, name: &str) = error("cannot-make", "`{name}` is an event, which is raised")
        .hint("write `raise {name}(...);`");
    new_global(span, name: &str) =
        error("cannot-make", "`{name}` is global and has its one object from the start")
        .hint("write `{name}` to use it");
    new_parameter(span, name: &str) =
        error("cannot-make", "`{name}` may stand for any type, so nothing can be made of it")
        .hint("take what is made as a parameter");
    cannot_make(span, name: &str) =
        error("cannot-make", "`new` makes objects and collections, not a `{name}`");
    elements_in_class(span, name: &str) =
        error("cannot-make", "the attributes of a `{name}` are given by name")
        .hint("write `{{ name = value, ... }}`");
    attributes_in_collection(span, name: &str) =
        error("cannot-make", "a `{name}` has elements, not attributes").hint("write `{{ value, ... }}`");
    cannot_remove(span, found: &str) = error("cannot-remove", "`remove` ends an object, not a `{found}`");
    class_effect(span) = error("misplaced-effect", "only events and actions have an effect");
    tile_action(span, name: &str) = error("tile-action", "a tile cannot carry the action `{name}`")
        .hint("put it into a global class, with the tile as an input");
    class_circle(span, names: &[&str]) =
        error("class-circle", ("these classes extend each other: {}", circle(names)));
    abstract_in_concrete(span, class: &str, name: &str, other: Span) =
        error("abstract-function", "`{class}` is not abstract, but `{name}` is")
        .other(other, "write `abstract` before the class, or give the function a body");
    abstract_missing(span, class: &str, name: &str, other: Span) =
        error("abstract-function", "`{class}` has no `{name}`, which its parent demands")
        .label("add `override function ... {name}(...) {{ ... }}`, or make it abstract")
        .other(other, "it is demanded here");
    new_abstract(span, name: &str, children: &[&str]) =
        error("cannot-make", "`{name}` is abstract, so there are no objects of it")
        .hint_if([!children.is_empty()], ("make one of {}", listed(children)));
    raise_abstract(span, name: &str) = error("cannot-raise", "`{name}` is abstract and cannot be raised");
    raise_built_in(span, name: &str) = error("cannot-raise", "`{name}` is raised by the game itself");
    derived_assigned(span, name: &str) =
        error("derived-assigned", "`{name}` is derived: it follows from its formula and is never set")
        .hint("keep an attribute of your own, set that, and let `{name}` follow from it");
    derived_changed(span, name: &str) =
        error("derived-assigned", "`{name}` is derived: what it gives is worked out anew whenever it is read")
        .hint("keep a list of your own, change that, and let `{name}` follow from it");
    derived_circle(span, names: &[&str]) =
        error("derived-circle", ("these follow from one another: {}", circle(names)))
        .hint("let one of them be kept in an attribute of its own, or be a function, which may call itself");
    derived_hidden(span, name: &str) =
        error("secret-or-open", "`{name}` follows from something hidden: who sees it must be said")
        .hint("write `secret derived` to show it to the owner alone, or `open derived` if all may see it");
    override_hidden(span, name: &str) =
        error("secret-or-open", "what is made of `{name}` here follows from something hidden: who sees it must be said")
        .hint("write `secret derived` or `open derived` where `{name}` is declared");
    plain_override_hidden(span, name: &str) =
        error("secret-or-open", "what is made of `{name}` here follows from something hidden: who sees it must be said")
        .hint("write `secret` where `{name}` is declared to show it to the owner alone; if all may see it, let an `open derived` attribute follow from `{name}` and override that one");
    given_hidden(span) =
        error("secret-or-open", "which modifiers there are follows here from something hidden, and everybody sees them")
        .hint("if all may know it, let an `open derived` attribute follow from it, and read that one here");
    asked_hidden(span) =
        error("secret-or-open", "who is asked follows here from something hidden, and everybody sees it")
        .hint("if all may know it, let an `open derived` attribute follow from it, and read that one here");
    until_hidden(span) =
        error("secret-or-open", "when this modifier ends follows from something hidden, and everybody sees it")
        .hint("if all may know it, let an `open derived` attribute follow from it, and read that one here");
    modifier_on(span, name: &str) = error("modifier-on", "`{name}` takes no modifiers")
        .hint("they are for classes and interactables of the game: `modifier Flying on Creature {{ ... }}`");
    unknown_layer(span, name: &str, known: impl Names) =
        error("unknown-layer", "there is no layer `{name}`")
        .suggest(span, name, known)
        .hint("`layers Base, Boost;` declares them, the first one innermost");
    override_too_early(span, [name, layer, first]: [&str; 3]) =
        error("layer-order", "`{name}` is settled from `{first}` on, so nothing overrides it in `{layer}`")
        .hint("leave `layer` out, or name `{first}` or a later one");
    follows_later(span, [name, layer, other, later]: [&str; 4]) =
        error("layer-order", "`{name}` is settled in `{layer}`, but `{other}`, from which it follows, only in `{later}`")
        .hint("put `{name}` into `{later}` or a later layer");
    layers_twice(span) = error("layers-twice", "a file declares its layers once")
        .hint("put all names into one list");
    layers_differ(span, other: Span) =
        error("layers-twice", "the order of these layers conflicts with that of another file")
        .other(other, "the others are declared here")
        .hint("repeat all of them in their order; more names may stand between");
    composition_circle(span, name: &str) =
        error("composition-circle", "`{name}` is made of itself, or of something broken")
        .hint("a composition is made of modifiers that do not bring it");
    const_member(span, what: &str) =
        error("const-member", "objects of a constant class never change, so it has no {what}")
        .hint("it has attributes and functions; let an object that refers to them do what is to be done");
    const_attribute(span, found: &str) =
        error("const-type", "an attribute of a constant class cannot be a `{found}`")
        .hint("it is a number, a string, a bool, a case, a constant object, a function value, or a list or table of those");
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
        .hint("write `modifier Soaring extends {name} {{ ... }}`, or a composition: `modifier Soaring = {name}, Reach;`");
    adds_abstract(span, name: &str) =
        error("cannot-make", "`{name}` is abstract, so nothing can have it by itself")
        .hint("add a modifier that extends it");
    affects_again(span, name: &str) =
        error("affects-again", "`{name}`, which this modifier extends, already says whom it reaches")
        .hint("leave `affects` out, or let both extend one that has neither `affects` nor `override`");
    beside_affects(span, [what, modifier]: [&str; 2], of: Span) =
        warning("beside-affects", "{what} stays with the object that has `{modifier}`: `affects` reaches only `override`")
        .other(of, "whom `override` reaches")
        .hint("take it into a modifier without `affects`, `modifier Other on Class {{ ... }}`, and add that to each object that it is for");
    granted_composition(span, name: &str) =
        error("granted-composition", "`{name}` is a composition, and what is granted is named part by part")
        .hint("write the parts of `{name}`: `grants Flying, Reach;`");
    granted_too_late(span, [name, layer, first]: [&str; 3]) =
        warning("granted-too-late", "`{name}` does something in `{first}` already, and here it comes only in `{layer}`")
        .hint("that part does nothing here: grant `{name}` in `{first}` or before, `grants {name} layer {first};`");
    base_elsewhere(span, name: &str, own: Option<&str>) =
        error("base-elsewhere", "in a modifier `base` is what the member that is overridden here would be without it")
        .hint([match own {
            Some(own) => format!("`base.{own}` is that; `this.{name}` is the other member"),
            None => "it stands in `override` only".to_owned(),
        }]);
}

fn kind_name(kind: ClassKind) -> &'static str {
    match kind {
        ClassKind::Tile => "a class of tiles",
        ClassKind::Piece => "an interactable",
        ClassKind::Class => "a class",
        ClassKind::Const => "a constant class",
        ClassKind::Event => "an event",
        ClassKind::Modifier => "a modifier",
    }
}
