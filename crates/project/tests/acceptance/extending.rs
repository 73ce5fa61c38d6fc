//! Modifiers that extend others, abstract ones, and whom `affects` reaches.

use crate::kit::{logged, moves, play, problems, program, start, with};

const ABILITIES: &str = "
    layers Ability, Add;
    event Hit { Creature on; number n; effect { on.wounds += n; } }
    zone field of Creature { visible all; }
    interactable Creature { number wounds = 0; bool night = false; derived number power layer Add = 1; function string sound(string s) { return s; } }
    abstract modifier Ability on Creature layer Ability {
        number used = 0;
        abstract function string word();
        function string twice() { return word() + word(); }
    }
    modifier Flying extends Ability { override function string word() { return \"fly\"; } }
    modifier High extends Flying { override function string word() { return base.word() + \"!\"; } }
    modifier Absorb(number x) extends Ability {
        number y = x * 2;
        override function string word() { return \"absorb\"; }
        before Hit where event.on == this { event.n -= x; used += 1; }
    }
    modifier Shell(number z = 7) extends Absorb { number w = x + z; override number power = base.power + w; }
    modifier Soaring extends Ability = Flying, Absorb(1);
    modifier Plain on Creature;
    abstract modifier Lord on Creature { affects (Creature c) => c != this; override number power = base.power + 10; override function string sound(string s) { return base.sound(s) + \"lord\"; } }
    modifier Night extends Lord { while night; }
    modifier Weak extends Lord { override number power = base.power - 1; }
    modifier Weaker extends Weak layer Ability;
";

fn says(text: &str) -> String {
    let text = format!("Creature c = new Creature(); Creature d = new Creature(); {text}");
    with(
        &ABILITIES.replace("abstract function string word();", "function string word() { return \"?\"; }"),
        &text,
    )
}

fn wrong(items: &str) -> String {
    problems(&crate::kit::loaded(&program(&format!("{ABILITIES}{items}"), "Log.say(\"\");")))
}

#[test]
fn has_and_remove_take_all_below() {
    assert_eq!(
        says(
            "c.add(High); c.add(Plain); Log.say(\"{c.has(Ability)} {c.has(Flying)} {c.has(High)} {c.has(Absorb)} {d.has(Ability)} {all(Ability).length}\"); Log.say(\"{c.remove(Ability)} {c.remove(Ability)} {c.modifiers().length}\");"
        ),
        "true true true false false 1 true false 1"
    );
}

#[test]
fn members_are_inherited_and_overridden() {
    assert_eq!(
        says(
            "High h = c.add(High); Ability a = c.add(Flying); Log.say(\"{h.twice()} {a.twice()} {h.name} {a.name} {h.used} {h.holder == c}\"); h.used = 3; Log.say(\"{(c.modifiers()[0] as Ability).used}\");"
        ),
        "fly!fly! flyfly High Flying 0 true 3"
    );
}

#[test]
fn parameters_of_what_is_extended_come_first() {
    assert_eq!(
        says(
            "Shell s = c.add(Shell(2, 3)); Shell t = d.add(Shell(1)); Log.say(\"{s.x} {s.y} {s.z} {s.w} {t.z} {t.w} {c.power} {d.power}\"); raise Hit(on: c, n: 5); Log.say(\"{c.wounds} {s.used} {t.used}\");"
        ),
        "2 4 3 5 7 8 6 9 3 1 0"
    );
}

#[test]
fn a_composition_may_extend() {
    assert_eq!(
        says(
            "c.add(Soaring); Log.say(\"{c.has(Ability)} {all(Ability).length} {c.modifiers().length}\"); c.remove(Soaring); Log.say(\"{c.has(Ability)}\");"
        ),
        "true 3 3 false"
    );
}

#[test]
fn whom_it_reaches_and_when_it_sleeps_is_inherited() {
    assert_eq!(
        says(
            "c.add(Night); Log.say(\"{d.power} {d.sound(\"\")}\"); c.night = true; Log.say(\"{c.power} {d.power} {d.sound(\"\")}\");"
        ),
        "1  1 11 lord"
    );
}

#[test]
fn an_override_stands_for_that_of_what_is_extended() {
    assert_eq!(
        says(
            "c.add(Weak); Log.say(\"{d.power} {d.sound(\"\")}\"); c.add(Weaker); Log.say(\"{d.power}\"); c.add(Night); c.night = true; Log.say(\"{d.power}\");"
        ),
        "0 lord -1 9"
    );
}

#[test]
fn actions_and_blocks_are_inherited() {
    let items = "
        interactable Creature { number n = 0; bool tired = false; event_ e; }
        class event_ { }
        event Rest { Creature who; }
        abstract modifier Acting on Creature { while !tired; action act { trigger PlayerChoiceEvent { return true; } effect { n += 1; raise Rest(who: this); } } after Rest where event.who == this { n += 10; } }
        modifier One extends Acting;
        modifier Two extends Acting { while n < 1; }
        global class Log2 { action look { trigger PlayerChoiceEvent { return true; } effect { Log.say(\"{all(Creature).map(c => c.n).fold(\"\", with: (s, n) => s + \"{n} \")}\"); } } }";
    let setup = "Creature c = new Creature(); c.assign(player: 0); c.add(One); Creature d = new Creature(); d.assign(player: 0); d.add(Two);";
    let mut current = start(&program(items, setup));
    assert_eq!(moves(&mut current).iter().filter(|m| m.starts_with("act")).count(), 2);
    play(&mut current, "act 0");
    play(&mut current, "look");
    assert_eq!(logged(&current), "11 0 ");
}

#[test]
fn affects_takes_a_list_or_nothing() {
    let items = "
        zone field of Creature { visible all; }
        interactable Creature { derived number power = 1; Creature host; }
        modifier Everyone on Creature { affects (Creature c); override number power = base.power * 2; }
        modifier Field on Creature { affects (Creature c) from field => c != this; override number power = base.power + 3; }
        modifier Aura on Creature { affects (Creature c) from { host, null }; override number power = base.power + 5; }";
    let text = "Creature c = new Creature(); Creature d = new Creature(); field.add(d); c.add(Field); Log.say(\"{c.power} {d.power}\");
        field.add(c); d.add(Field); Log.say(\"{c.power} {d.power}\"); c.add(Everyone); Log.say(\"{c.power} {d.power}\"); c.add(Aura); Log.say(\"{d.power}\"); c.host = d; Log.say(\"{d.power}\");";
    assert_eq!(with(items, text), "1 4 4 4 8 8 8 13");
}

#[test]
fn what_cannot_be_extended_is_told() {
    let mut missing = Vec::new();
    let mut row = |items: &str, expected: &str| {
        let found = wrong(items);
        if !found.contains(expected) {
            missing.push(format!("{items}: {found}"));
        }
    };
    row(
        "function f(Creature c) { c.add(Ability); }",
        "cannot-make: `Ability` is abstract, so nothing can have it by itself",
    );
    row("modifier A = Flying, Lord;", "cannot-make: `Lord` is abstract");
    row("modifier A extends Ability;", "abstract-function: `A` has no `word`");
    row(
        "modifier A extends Weak { affects (Creature c); }",
        "affects-again: `Weak`, which this modifier extends, already says whom it reaches",
    );
    row("modifier A extends Creature { }", "other-kind: `A` is a modifier and cannot extend `Creature`");
    row("modifier A extends Modifier { }", "no-modifier");
    row("modifier A extends Missing { }", "unknown-type: no class is called `Missing`");
    row(
        "modifier A extends B; modifier B extends A;",
        "class-circle: these classes extend each other: A -> B -> A",
    );
    row("class A extends Flying { }", "extends-modifier: `Flying` is a modifier, and no class extends it");
    row(
        "modifier A extends Ability on Creature;",
        "unexpected-token: a modifier is for the same class as the one that it extends",
    );
    row("interactable Other { } modifier P on Other; modifier A extends Ability = P;", "parts-differ");
    row("modifier A(number x) extends Absorb;", "name-taken");
    row("modifier A on Creature { affects (Creature c) from 3; override number power = 1; }", "wrong-type");
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
