//! Tables of cases: small games in `tests/settling` whose `setup` says what modifiers come to, for objects that are as
//! old as they stand there, and with `backwards` the other way round. The first lines say what is expected. Both
//! machines must say it. Most are about the cards that stand here.

mod common;

use base::Random;
use common::same::Both;
use std::path::Path;

/// What the first lines of a file expect.
fn expected<'t>(text: &'t str, way: &str) -> &'t str {
    let start = format!("// {way}: ");
    text.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_else(|| panic!("no `{start}`"))
}

fn said(text: &str) -> Result<(String, String), String> {
    let both = Both::read(text)?;
    Ok(both.said("Log", "out"))
}

#[test]
fn all_cases_come_to_what_their_files_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/settling");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 60, "{files:?}");
    let mut wrong = String::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        for (way, flag) in [("forwards", "false"), ("backwards", "true")] {
            let cards = if text.contains("interactable Card {") { "" } else { CARDS };
            let text = format!("{COMMON}{cards}{text}").replace("BACKWARDS", flag);
            let expected = expected(&text, way).to_owned();
            let (oracle, engine) =
                oracle::with_stack(|| said(&text)).unwrap_or_else(|e| panic!("{name}: {e}"));
            if oracle != expected || engine != expected {
                wrong +=
                    &format!("{name}, {way}: expected {expected}\n  oracle {oracle}\n  engine {engine}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// What stands around each case. `first` and `second` are run in their order, or backwards.
const COMMON: &str = "game \"Case\";
turn Main { }
global class Log {
    string out = \"\";
    function void say(string text) { out = out == \"\" ? text : out + \" \" + text; }
    action wait { prio -1000; trigger PlayerChoiceEvent { return true; } effect { } }
}
function void both(bool backwards) { if (backwards) { second(); first(); } else { first(); second(); } }
setup { players 2; turns.use(\"Main\"); begin(); both(BACKWARDS); end(); }
";

/// What most cases are about; those that declare cards of their own do without.
const CARDS: &str = r#"layers Copy, Control, Type, Ability, Base, Add, Switch;
interactable Card {
    string name; bool printedCreature = true; bool printedEnchantment = false; bool land = false; bool basic = false; string kind = ""; number cost = 0;
    number printed = 2; number toughness = 2; number plus = 0; player of = 0; Card copied;
    derived Card face layer Copy = copied ?? this;
    derived player controller layer Control = of;
    derived bool creature layer Type = printedCreature;
    derived bool enchantment layer Type = printedEnchantment;
    derived string tribe layer Type = kind;
    derived number bare layer Base = face.printed;
    derived number power layer Add = bare + plus;
    derived number health layer Add = toughness + plus;
    function bool fair(number n) { return n > 0; }
}
abstract modifier Ability on Card layer Ability;
modifier Flying extends Ability;
modifier Vigilance extends Ability;
modifier Boost(number by) on Card { override number power = base.power + by; }
function Card make(string n) { return new Card() { name = n }; }
function Card card(string n) { return all(Card).first(c => c.name == n); }
"#;

/// What a `setup` cannot show: questions in the middle of effects, choosing at the same time, acts, what is queued for
/// applications that end meanwhile, and modifiers that look at who is active.
const PLAYED: &str = r#"game "Settled";
layers Type, Ability, Add;
interactable Card {
    number cost = 1; number plus = 0; bool awake = true;
    derived bool is_big layer Type = cost > 2;
    derived number power layer Add = cost + plus;
    grants Flying while awake;
    function number worth() { return power; }
}
event Attack { Card of; effect { of.plus += 1; } }
event Dusk { }
abstract modifier Ability on Card layer Ability;
modifier Flying extends Ability { number times = 0; after Attack where event.of == this { times += 1; plus = (plus + times) % 7; } }
modifier Rage extends Ability {
    number seen = 0;
    after Attack where event.of == this { seen += 1; this.add(Boost(seen)) until Dusk; }
    action roar {
        trigger PlayerChoiceEvent { return turn.phase.active() == "Play" && seen < 3; }
        effect { seen += 1; Rules.said = "{this.power} {this.worth()}"; }
    }
}
modifier Boost(number by) on Card { override number power = base.power + by; }
modifier Lord extends Ability {
    affects (Card c) => c != this && c.owner == owner;
    grants Rage;
    override number power = base.power + 1;
}
modifier Watch on Card layer Ability {
    while player.active() == owner;
    affects (Card c) => c != this;
    grants Ward;
    loses Flying;
}
modifier Ward extends Ability {
    number asked = 0;
    override function number worth() { return base.worth() + 10; }
}
modifier Dull on Card { bars Rage layer Ability; }
modifier Grown on Card { override bool is_big = true; override number power = base.power + 2; }
modifier Later(act () => number does) on Card {
    affects (Card c) => c.is_big;
    override number power = base.power + 1;
}
zone field of Card { visible all; ordered; }
function pick { input number n from 0..2; returns number; effect { return n; } }
turn Main {
    phase Plan {
        simultaneous player.all();
        then {
            if (!all(Lord).isEmpty()) { all(Lord)[0].renew(); }
            if (all(Watch).length > 2) { all(Watch)[0].renew(); }
            turn.pass();
            if (Rules.rounds % 3 == 0) { turn.phase.use("Play"); }
        }
    }
    phase Play;
}
global class Rules {
    string said = ""; number rounds = 0; number acted = 0;
    function string all_of() { return "{all(Card).map(c => c.power).fold("", with: (a, n) => "{a}{n},")} {all(Card).map(c => c.modifiers().length).sum()} {all(Ward).map(w => w.asked).sum()}"; }
    action lead {
        trigger PlayerChoiceEvent { return true; }
        input Card c from field { return c.modifiers().length < 6; }
        input number how from 0..5;
        effect {
            rounds += 1;
            if (how == 0) { c.add(Lord) until Dusk; }
            else if (how == 1) { c.add(Watch); }
            else if (how == 2) { c.add(Dull) until c.plus > 3; }
            else if (how == 3) { c.awake = !c.awake; }
            else if (how == 4) { Card d = c; c.add(Later(() => { d.plus = (d.plus + 1) % 5; Rules.acted += d.power; return d.power; })); }
            else { c.add(Grown) until Dusk; }
            number n = pick() + c.power;
            for (Ward w in all(Ward)) { w.asked = (w.asked + n) % 9; }
            said = all_of();
        }
    }
    action attack {
        trigger PlayerChoiceEvent { return turn.phase.active() == "Play"; }
        input Card c from field { return c.has(Flying) || c.has(Rage); }
        effect { raise Attack(of: c); c.lift(); field.add(c); c.remove(Lord); if (rounds % 2 == 0) { for (Card d in all(Card)) { d.remove(Lord); } } said = all_of(); ask(); turn.pass(); }
    }
    action ask { input number k from 1..2 { return k < 3 || all(Rage).isEmpty(); } effect { said = "{said} {k}"; } }
    action rest {
        trigger PlayerChoiceEvent { return true; }
        effect {
            rounds += 1;
            raise Dusk();
            if (!all(Later).isEmpty()) { number n = all(Later)[0].does(); said = "{n}"; }
            if (rounds % 4 == 0) { turn.phase.use("Plan"); }
            turn.pass();
        }
    }
}
setup {
    players 2..3;
    turns.use("Main");
    for (number i in 0..3) { Card c = new Card() { cost = i }; c.assign(player: i % 2); field.add(c); }
}
"#;

#[test]
fn what_is_played_while_modifiers_settle_is_the_same() {
    let found = oracle::with_stack(|| {
        let both = Both::read(PLAYED)?;
        (0..3).try_for_each(|seed| {
            let seen = both.play(2 + seed as u32 % 2, seed, 30)?;
            if seen.decisions < 30 { Err(format!("{seen:?}")) } else { Ok(()) }
        })
    });
    assert_eq!(found, Ok(()));
}

/// A game with kinds of modifiers at random, of which some are added. It says what all cards come to, touches something
/// and says it again.
fn random_kinds(seed: u64, may_grant: bool, order: &str) -> String {
    const KINDS: u64 = 5;
    let mut random = Random::new(seed);
    let mut pick = |n: u64| random.below(n);
    let mut text = format!("{COMMON}{CARDS}").replace("BACKWARDS", "false");
    for i in 0..KINDS {
        let (j, from) = (pick(KINDS), pick(2));
        text += &format!("modifier K{i} {} {{ ", ["on Card", "extends Ability"][from as usize]);
        text += ["", "", "while this.cost > 1; ", "while this.creature; "][pick(4) as usize];
        text += &match pick(6) {
            0 => String::new(),
            1 => "affects (Card c) => c.creature; ".to_owned(),
            2 => "affects (Card c) => c.tribe == \"elf\"; ".to_owned(),
            3 => "affects (Card c) => c.power > 2; ".to_owned(),
            4 => format!("affects (Card c) => c.has(K{j}); "),
            _ => "affects (Card c) => c != this; ".to_owned(),
        };
        let parts = if may_grant { 9 } else { 8 };
        let (one, other) = (pick(parts), pick(parts));
        for part in std::iter::once(one).chain((other != one).then_some(other)) {
            let k = pick(KINDS);
            text += &match part {
                0 => "loses Ability layer Ability; ".to_owned(),
                1 => format!("loses K{k} layer Type; "),
                2 => format!("bars K{k} layer Ability; "),
                3 => "override number power = base.power + 1; ".to_owned(),
                4 => "override number health = base.health + this.power; ".to_owned(),
                5 => "override number bare = 3; ".to_owned(),
                6 => "override bool creature = this.cost > 2; ".to_owned(),
                7 => "override string tribe = \"{base.tribe}elf\"; ".to_owned(),
                _ => format!("grants K{k} layer {}; ", ["Copy", "Type", "Ability"][pick(3) as usize]),
            };
        }
        text += "}\n";
    }
    text += &format!("function void begin() {{ for (string n in {{ {order} }}) {{ make(n); }} }}\n");
    text += "function void first() { number i = 0; for (string n in { \"a\", \"b\", \"c\", \"d\" }) { card(n).cost = i; i += 1; } }\nfunction void second() { ";
    for _ in 0..6 {
        let name = ["a", "b", "c", "d"][pick(4) as usize];
        text += &format!("card(\"{name}\").add(K{}); ", pick(KINDS));
    }
    text + SAYS_ALL
}

const SAYS_ALL: &str = r#"}
function string names(Card c) { return c.modifiers().map(m => m.name).fold("", with: (all, n) => "{all}{n}"); }
function void said() { for (string n in { "a", "b", "c", "d" }) { Card c = card(n); Log.say("{names(c)},{c.power},{c.health},{c.creature},{c.tribe}"); } }
function void end() { said(); card("a").cost += 0; Log.say("again"); said(); }
"#;

#[test]
fn settling_ends_and_comes_to_the_same_again() {
    let forwards = r#""a", "b", "c", "d""#;
    let backwards = r#""d", "c", "b", "a""#;
    let mut different = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let text = random_kinds(seed, seed % 2 == 0, forwards);
        let (oracle, engine) = oracle::with_stack(|| said(&text)).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(oracle, engine, "{seed}: {text}");
        let (once, again) =
            oracle.split_once(" again ").unwrap_or_else(|| panic!("{seed}: {oracle}\n{text}"));
        assert_eq!(once, again, "{seed}: {text}");
        if seed % 2 == 1 {
            // Nothing is granted, so there are no ties.
            let other = random_kinds(seed, false, backwards);
            assert_eq!(
                oracle::with_stack(|| said(&other)),
                Ok((oracle.clone(), oracle.clone())),
                "{seed}: {text}"
            );
        }
        different.insert(oracle);
    }
    assert!(different.len() > 40, "{different:?}");
}
