//! Classes: parents, overriding, promises.
//! The sources are the smallest that show each rule.

use super::{check_game, check_part};
use expect_test::expect;

#[test]
fn parents_in_a_circle_are_shown() {
    check_part(
        "
class A extends B { }
class B extends C { }
class C extends A { }
",
        expect![[r#"1:17 error[class-circle]: these classes extend each other: A -> B -> C -> A"#]],
    );
}

#[test]
fn a_parent_is_of_the_same_kind() {
    check_part(
        "
class A { }
interactable B extends A { }
event C extends B { }
class D extends Tile { }
interactable E extends Card { }
interactable F extends Piece { }
",
        expect![[r#"
            2:24 error[other-kind]: `B` is an interactable and cannot extend `A`, a class
            3:17 error[other-kind]: `C` is an event and cannot extend `B`, an interactable
            5:24 error[unknown-type]: no class is called `Card`
            6:24 error[unknown-type]: no class is called `Piece`; hint: what lies in zones and on boards needs no parent: `interactable Card { ... }`"#]],
    );
}

#[test]
fn overriding_is_said() {
    check_part(
        "
class A { function number f() { return 1; } function number g(number n) { return n; } action a { } }
class B extends A { function number f() { return 2; } override function number g(string n) { return 1; } override function h() { } action a { } }
",
        expect![[r#"
        2:37 error[override-missing]: `f` is declared by a parent class already; write `override` before it to replace that; 1:27 it is declared here
        2:80 error[override-differs]: `g` must take and give what the overridden one does; that is `(number n) => number`; 1:61 it is declared here
        2:124 error[nothing-to-override]: no parent class has a `h` to override
        2:139 error[override-missing]: `a` is declared by a parent class already; write `override` before it to replace that; 1:94 it is declared here"#]],
    );
}

#[test]
fn what_is_abstract_gets_a_body() {
    check_part(
        "
abstract class A { abstract function number f(); }
class B extends A { }
class C extends A { override function number f() { return base.f(); } }
class D { abstract function g(); }
",
        expect![[r#"
        2:7 error[abstract-function]: `B` has no `f`, which its parent demands; add `override function ... f(...) { ... }`, or make it abstract; 1:45 it is demanded here
        3:64 error[no-base]: `f` of the parent is abstract and does nothing
        4:29 error[abstract-function]: `D` is not abstract, but `g` is; 4:7 write `abstract` before the class, or give the function a body"#]],
    );
}

#[test]
fn base_needs_a_parent() {
    check_part(
        "
class A { function f() { base.f(); } }
function g() { base.g(); }
abstract function h() { }
",
        expect![[r#"
        3:19 error[abstract-with-body]: an abstract function has no body; hint: end it with `;`, or leave out `abstract`
        1:26 error[no-base]: there is no parent class whose function could be called; hint: `base.f(...)` stands in a class that `extends` another
        2:16 error[no-base]: there is no parent class whose function could be called; hint: `base.f(...)` stands in a class that `extends` another
        3:19 error[only-in-classes]: only a function of a class can be `abstract`; `h` belongs to none"#]],
    );
}

#[test]
fn a_global_class_is_not_abstract() {
    check_part(
        "global abstract class A { }",
        expect![[
            r#"1:23 error[abstract-global]: `A` is global, so it has an object, and cannot be abstract"#
        ]],
    );
}

#[test]
fn inherited_members_are_seen() {
    check_part(
        "
abstract interactable Man { number worth; function number twice() { return 2 * worth; } }
interactable King extends Man { bool checked; function number f() { return twice() + worth + this.worth; } }
function number g(King k) { return k.worth + k.twice() + (k.checked ? 1 : 0); }
",
        expect![""],
    );
}

#[test]
fn only_objects_are_removed() {
    check_part(
        "
global class Rules { }
class Role { }
function f(Role r, number n) { remove r; remove n; remove Rules; }
",
        expect![[r#"
        3:49 error[cannot-remove]: `remove` ends an object, not a `number`
        3:59 error[cannot-remove]: `remove` ends an object, not a `Rules`"#]],
    );
}

#[test]
fn an_action_is_called_like_a_function() {
    check_part(
        "
interactable Card { }
class Role { action give { input Card card; input player to; effect { card.assign(player: to); } } function g(Card c) { give(card: c); give(card: c, to: 1); give(crad: c); } }
function f(Role r) { r.give(to: 3); number n = r.give(); n = n + 1; }
",
        expect![[r#"
        2:163 error[unknown-argument]: `give` has no parameter `crad`; did you mean `card`?
        3:48 error[no-value]: this gives no value; a value is needed here"#]],
    );
}

#[test]
fn an_input_of_an_action_is_not_given() {
    check_game(
        "
interactable Card { }
global class Rules { action a { function input Card c; trigger PlayerChoiceEvent { return true; } } }
",
        expect![[
            r#"3:53 error[function-input]: `c` is given by a caller, but an action is chosen by a player; hint: leave `function` out, or make this a function"#
        ]],
    );
}
