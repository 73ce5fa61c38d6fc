//! What a card's author writes who has read the documentation alone, beyond the statements that it prints.

use crate::kit::{check, load_with, problems, wrong};

const RULES: &str = r#"
export import "std/counted";

// More may be said of a card here.
const class SwiftSheet extends Sheet { number speed = 1; }
function Def swift(SwiftSheet s) { return card(s); }
function number speedOf(Def d) { return ((d as Stated).sheet as SwiftSheet).speed; }

modifier Ferries(number least, number most, Kind what) extends Ability { override number power = base.power + least + most; }
modifier Dwells(Def land) extends Ability {
    override number power = base.power + (permanentsOf(controller).any(c => c.def == land) ? 3 : 0);
}
function void soak(number n) { }
function void conjure(player p, Def d) { arrive({ permanentOf(d, p, p) }); }
function void teach(Permanent c, Line a) { a.gives(c); }
"#;

const CARDS: &str = r#"
new Forest
new Swamp
val pack: Target = Green and Creature
val hide = Absorb(1) and Defender
val scales = Flying and Absorb(2)
val drain: Action = Damage(3) target Player and Gain(3)
val scorch: Action = Damage(4)
val burn = scorch

new Creature called "Swift Otter" with_damage 2 with_health 1 with_speed 3
new Creature called "Slow Otter" with_damage 2 with_health 1
new Creature called "Moss Gate" with_damage 0 with_health 5 has_ability hide and scales
new Sorcery called "Pack Call" requires 2 * pack and 1 * NonForest defined_as Draw(1)
new Sorcery called "Goblin Call" requires 1 * "Goblin" or 1 * (Green and Flying) defined_as Draw(1)
new Sorcery called "Long Night" defined_as drain and Gain(1)
new Sorcery called "Scorch" defined_as scorch target Creature
new Sorcery called "Burn" defined_as burn target Player and Gain(1)
new Sorcery called "Early Aim" target Creature defined_as Destroy
new Sorcery called "Late Aim" defined_as Destroy requires 1 * Swamp target Creature
new Sorcery called "Growth" defined_as Conjure(Forest)
new Creature called "Bog Rat" with_damage 1 with_health 1 has_ability Dwells(Swamp)
new Creature called "Green Cub" with_colour Green with_damage 1 with_health 1
new Creature called "Bringer" with_damage 1 with_health 1 defined_as Gain(2)
new Creature called "Duelist" with_damage 2 with_health 1 has_ability FirstStrike
new Creature called "Twin" with_damage 2 with_health 9 has_ability DoubleStrike
new Creature called "Wall" with_damage 5 with_health 2
new Sorcery called "Twice Bled" requires 3 * Life and 3 * Life defined_as Draw(1)
new Sorcery called "Two Bodies" requires 1 * Sacrifice and 1 * Sacrifice defined_as Draw(1)
new Sorcery called "One and One" requires 1 * Creature and 1 * Sacrifice defined_as Draw(1)
new Sorcery called "Either" requires 1 * Sacrifice or 3 * Life defined_as Draw(1)
new Land called "Deep Grove" requires 2 * Forests
new Land called "Salt Pan" requires 1 * Discard

val c: Creature = new Creature called "C" with_damage 1 with_health 1 has_ability Flying and Reach
c = c.parent
var ox: Creature = new Creature
    called "Ferry Ox"
    with_damage 1
    with_health 4
    ox = new FerriesCreature(ox, 1, 3, Creature)
ox = ox has_ability Trample
"#;

const TESTS: &str = r#"
function Card cardOf(Def d, player p) {
    Card one = new Card() { title = d.title, def = d, of = p };
    one.assign(player: p);
    return one;
}
function Permanent bring(Def d, player p) {
    Permanent one = permanentOf(d, p, p);
    arrive({ one });
    return one;
}
function bool may(Def d, player p) { return requirementOf(d).isMet(p); }
function bool aims(Def d, Thing t) { return targetsOf(d.play.aims[0], 0, null).contains(t); }
function void cast(Def d, player p) {
    Item it = new Item() { title = d.title, source = cardOf(d, p), by = p, play = d.play, parts = { new Part() { play = d.play } } };
    it.assign(player: p);
    happen(it);
}

test "more may be said of a card" { expect speedOf(swiftOtter) == 3; expect speedOf(slowOtter) == 1; }

test "abilities with numbers need no type" {
    do { bring(mossGate, 0); } by 0;
    expect battlefield[0].has(Absorb) && battlefield[0].has(Defender) && battlefield[0].has(Flying);
}

test "the latest ability goes, also one that the card was made with" {
    do { bring(c, 0); } by 0;
    expect battlefield[0].has(Flying) && !battlefield[0].has(Reach);
}

test "an ability of several numbers is added, and one that is said later" {
    do { bring(ox, 0); } by 0;
    expect battlefield[0].power == 5 && battlefield[0].has(Trample);
}

test "what is aimed at is required" {
    do { bring(greenCub, 0); bring(forest, 0); } by 0;
    expect !may(packCall, 0);
    do { bring(greenCub, 0); } by 0;
    // Nothing counts twice, and a forest is none that is no forest.
    expect !may(packCall, 0);
    do { bring(wall, 0); } by 0;
    expect may(packCall, 0);
    expect !may(goblinCall, 0);
}

test "a named action has its target where it is used, and before or behind other words" {
    do { bring(wall, 1); } by 0;
    expect aims(scorchCard, battlefield[0]) && aims(earlyAim, battlefield[0]) && aims(lateAim, battlefield[0]);
    expect longNight.play.aims.length == 1 && burnCard.play.aims.length == 1;
}

test "a card in brackets" {
    do { cast(growth, 0); bring(bogRat, 0); } by 0;
    expect battlefield.any(p => p.def == forest) && battlefield.top().power == 1;
    do { bring(swamp, 0); } by 0;
    expect battlefield.first(p => p.def == bogRat).power == 4;
}

test "what is paid is not paid twice" {
    do { heroOf(0).life = 6; } by 0;
    expect !may(twiceBled, 0);
    do { heroOf(0).life = 7; bring(wall, 0); } by 0;
    expect may(twiceBled, 0) && !may(twoBodies, 0) && !may(oneAndOne, 0);
    do { bring(wall, 0); } by 0;
    expect may(twoBodies, 0) && may(oneAndOne, 0);
}

test "whoever pays says in which way" {
    do { bring(wall, 0); heroOf(0).life = 9; } by 0;
    do { requirementOf(either).pay(0); } by 0;
    answer "3 life" by 0;
    expect battlefield.length == 1 && heroOf(0).life == 6;
}

test "a land may require something" {
    do { hand(0).add(cardOf(deepGrove, 0)); bring(forest, 0); } by 0;
    expect !playable(0).any(h => h.def == deepGrove);
    do { bring(forest, 0); } by 0;
    expect playable(0).any(h => h.def == deepGrove);
}

test "a land is not given up for itself" {
    do {
        for (Card one in hand(0)) { library(0).add(one); }
        hand(0).add(cardOf(saltPan, 0));
        hand(0).add(cardOf(wall, 0));
    } by 0;
    expect hand(0).length == 2;
    play play(card: hand(0).first(h => h.def == saltPan)) by 0;
    answer { hand(0)[0] } by 0;
    expect battlefield.any(p => p.def == saltPan);
    expect hand(0).isEmpty();
}

test "a creature does what it says when it comes" {
    do {
        Card one = cardOf(bringer, 0);
        Item it = new Item() { title = "x", source = one, by = 0, play = bringer.play, spell = one, parts = { new Part() { play = bringer.play } } };
        it.assign(player: 0);
        happen(it);
    } by 0;
    expect battlefield.any(p => p.def == bringer) && heroOf(0).life == 22;
}

test "those that strike first" {
    do {
        Permanent d = bring(duelist, 0);
        Permanent t = bring(twin, 0);
        Permanent w = bring(wall, 1);
        Permanent v = bring(wall, 1);
        d.attacks = 1;
        t.attacks = 1;
        w.blocks = d;
        v.blocks = t;
        d.blocked = true;
        t.blocked = true;
        clash(true);
    } by 0;
    expect battlefield.first(p => p.def == duelist).wounds == 0;
    expect battlefield.first(p => p.def == twin).wounds == 0;
    expect battlefield.count(p => p.def == wall && p.wounds == 2) == 2;
}
"#;

#[test]
fn what_the_documentation_does_not_print_but_says() {
    check(CARDS, &[("rules.tgdl", RULES)], TESTS);
}

#[test]
fn the_name_of_a_card_is_never_that_of_a_parameter() {
    let names = ["C", "It", "One", "Each", "Thing", "S", "Source"];
    let card = |name: &&str| {
        format!("new Creature called \"{name}\" with_damage 1 has_ability Flying requires 1 * Forest\n")
    };
    let cards: String = names.iter().map(card).collect();
    assert_eq!(wrong(&cards), "");
}

#[test]
fn a_change_of_a_card_stands_at_the_edge() {
    let cards = "val c: Creature = new Creature\ncalled \"Otter\"\n  with_damage 1\n      c = new FlyingCreature(c)\nc=c.parent\n";
    let laid = "val c: Creature = new Creature\n    called \"Otter\"\n    with_damage 1\nc = new FlyingCreature(c)\nc = c.parent\n";
    let format = dialects::ALL.iter().find(|dialect| dialect.ending == "ccg").unwrap().format.unwrap();
    assert_eq!(format(cards).as_deref(), Some(laid));
    assert_eq!(format(laid).as_deref(), Some(laid));
}

#[test]
fn mistakes_of_a_card_author_are_told_in_his_words() {
    let rules = [("rules.tgdl", RULES)];
    let told = |cards: &str| problems(&load_with(cards, &rules));
    let all = [
        (
            "new Sorcery called \"A\" defined_as Teach target Creature",
            "no action is called `Teach`; the rules have `teach`, but its `Line a` cannot be written on a card",
        ),
        (
            "new Sorcery called \"A\" defined_as Soak(2)",
            "no action is called `Soak`; the rules have `soak`, but it begins with none of what a card gives it",
        ),
        (
            "new Creature called \"A\" has_ability Destroy",
            "`Destroy` is done, it is no ability; write `defined_as Destroy`",
        ),
        (
            "new Sorcery called \"A\" defined_as Flying",
            "`Flying` is an ability, nothing that is done; write `has_ability Flying`",
        ),
        ("val a: Ability = Flying or Reach", "an ability is all of what it is made of; write `and`"),
        (
            "new Creature called \"A\" has_ability Ferries(1, 3)",
            "`Ferries` needs a kind more in its brackets; write `Ferries(1, 3, Creature)`",
        ),
        (
            "new Sorcery called \"A\" defined_as Boost(3) target Creature",
            "`Boost` needs a number more in its brackets; write `Boost(3, 2)`",
        ),
        (
            "new Sorcery called \"A\" defined_as Destroy target NonBlakc",
            "no target is called `NonBlakc`; did you mean `NonBlack`?",
        ),
        (
            "new Sorcery called \"A\" requires 2 * Players defined_as Draw(1)",
            "what is `Players` cannot be counted",
        ),
        ("val e: Creature = new Sorcery called \"A\"", "this is a `Sorcery`, and no `Creature`"),
        (
            "new Sorcery called \"A\" defined_as Conjure(Forrest)",
            "expected a card in the brackets of `Conjure`, found `Forrest`; did you mean `Forest`?",
        ),
        ("new Creature called \"A\" with_mana \"2G\"", "`with_mana` says nothing about a card"),
        (
            "val s: Action = Damage(2)\nnew Sorcery called \"A\" defined_as s",
            "`s` is done to somebody or something, and the card does not say to whom; write `s target Creature`, or whatever it is",
        ),
    ];
    for (cards, message) in all {
        let found = told(cards);
        assert!(found.contains(message), "{cards}\n{found}");
    }
}
