//! What a rule set adds is said by name, with no change to the dialect; and what the thesis could not solve.

use crate::kit::{check, plays, sound};

/// A rule set with kinds, colours, lands, abilities, actions, targets and requirements of its own.
const RULES: &str = r#"
export import "std/counted";

extend enum Kind { Vehicle }
extend enum Mana { Purple("V", land: "Grotto") }

const Def grotto = basicLand("Grotto");

modifier Burrows(number depth, number width = 1) extends Ability {
    override function bool mayBeBlockedBy(Permanent blocker) { return base.mayBeBlockedBy(blocker) && blocker.health > depth + width; }
}
modifier Prismatic(Mana one, string word, number n) extends Ability { override number power = base.power + n; }

modifier Rolls extends Ability { override function bool isCreature() { return true; } }

function bool isHuge(Permanent c) { return c.power >= 5; }
function bool isOlder(Permanent c, number turns) { return Duel.turnNumber > turns; }
function bool isPoor(player p) { return hand(p).isEmpty(); }

function void shrink(Permanent c, number by, number least = 1) { boost(c, 0 - by, 0); }
function void Feast(player p) { gain(p, 3); }
function void transform(Permanent c) { c.add(Skyshield); }
function void revert(Permanent c) { c.remove(Skyshield); }
modifier Skyshield extends Ability = Flying, Absorb(1);

function Requirement embers(number n) {
    return requires(new Need() {
        says = "{n} embers", met = p => permanentsOf(p).sum(c => countersOf(c, "ember")) >= n
    });
}
"#;

const CARDS: &str = r#"
new Grotto
new Vehicle called "Mole Cart" with_damage 5 with_health 5 has_ability Burrows(2, 3) requires 1 * Grottos
new Vehicle called "Sled" with_damage 1 with_health 1 has_ability Rolls
new Sorcery called "Any Of" defined_as Destroy target Vehicle, Creature or Land
new Sorcery called "Two Hues" defined_as Destroy target Green, White or Purple and Creature
new Sorcery called "Pit" defined_as Destroy target Creature
new Creature called "Herald" with_damage 1 with_health 1 defined_as Damage(2) target Creature
new Creature called "Prism Cat" with_colour Purple has_ability Prismatic(Purple, "light", 2) with_damage 1 with_health 1
new Creature called "Ember Ox" with_damage 2 with_health 2 requires 2 * Embers
new Creature called "Ghoul" with_damage 2 with_health 2 requires 1 * Sacrifice and 1 * Swamp
new Sorcery called "Wilt" defined_as Shrink(2) target Huge or Purple and Creature
new Sorcery called "Dig Up" defined_as Destroy target Vehicle or Grotto
new Sorcery called "Alms" defined_as Feast target Poor
new Sorcery called "Supper" defined_as Feast and Draw(1)
new Sorcery called "Old Age" defined_as Tap target Older(3) and NonVehicle
new Sorcery called "Downdraft" defined_as Destroy target Flying and Creature
new Sorcery called "Ascend" defined_as Transform target Creature
val Skywall: Ability = Skyshield and Defender and Burrows(1)
new Creature called "Cloud Castle" with_health 6 has_ability Skywall has_ability Flying
new Sorcery called "Undermine" defined_as Destroy target NonSkywall and Creature
"#;

const TESTS: &str = r#"
function void bring(Def d, player p) { arrive({ permanentOf(d, p, p) }); }
function Permanent the(Def d) { return battlefield.first(x => x.def == d); }
function bool aims(Def d, Thing t) { return targetsOf(d.play.aims[0], 0, null).contains(t); }

test "whoever has an ability, or has it not" {
    do { bring(cloudCastle, 1); bring(prismCat, 0); } by 0;
    expect aims(downdraft, the(cloudCastle)) && !aims(downdraft, the(prismCat));
    expect aims(undermine, the(prismCat)) && !aims(undermine, the(cloudCastle));
}

test "kinds, lands and parameters" {
    expect moleCart.kinds == { Kind.Vehicle } && moleCart.text.contains("Burrows 2, 3.");
    do { bring(moleCart, 0); bring(cloudCastle, 1); bring(prismCat, 0); } by 0;
    expect the(moleCart).mayBeBlockedBy(the(cloudCastle)) && !the(moleCart).mayBeBlockedBy(the(prismCat));
    expect the(prismCat).power == 3 && the(prismCat).isColour(Mana.Purple);
}
test "a vehicle attacks where an ability says so" {
    do { bring(moleCart, 0); bring(sled, 0); } by 0;
    expect readyOf(0) == { the(sled) } && aims(digUp, the(sled)) && !aims(pit, the(sled));
}
test "a creature is aimed before it is there" {
    do { hand(0).add(new Card() { title = herald.title, def = herald, of = 0 }); } by 0;
    expect !playable(0).any(c => c.def == herald);
    do { bring(prismCat, 1); } by 0;
    expect playable(0).any(c => c.def == herald);
}
test "targets" {
    do { bring(moleCart, 0); bring(grotto, 0); bring(prismCat, 0); } by 0;
    expect aims(wilt, the(prismCat)) && !aims(wilt, the(moleCart)) && aims(digUp, the(grotto)) && aims(digUp, the(moleCart));
    expect aims(anyOf, the(grotto)) && aims(anyOf, the(moleCart)) && aims(anyOf, the(prismCat));
    expect aims(twoHues, the(prismCat)) && !aims(twoHues, the(moleCart)) && !aims(twoHues, the(grotto));
    expect !aims(alms, heroes[0]) && !aims(oldAge, the(prismCat));
    do { Duel.turnNumber = 9; } by 0;
    expect aims(oldAge, the(prismCat)) && !aims(oldAge, the(moleCart));
}
test "requirements that are no lands" {
    do { bring(emberOx, 0); } by 0;
    expect !requirementOf(emberOx).isMet(0);
    do { putCounters(the(emberOx), "ember", 2); } by 0;
    expect requirementOf(emberOx).isMet(0) && !requirementOf(ghoul).isMet(0);
    do { bring(swamp, 0); } by 0;
    expect requirementOf(ghoul).isMet(0);
    do { requirementOf(ghoul).pay(0); } by 0;
    answer the(emberOx) by 0;
    expect the(emberOx) == null;
}
test "a composed ability goes as one, and is told from the same ones given singly" {
    do { bring(cloudCastle, 0); } by 0;
    expect the(cloudCastle).has(Skywall) && the(cloudCastle).has(Skyshield) && the(cloudCastle).absorbs() == 1;
    do { the(cloudCastle).remove(Skywall); } by 0;
    expect the(cloudCastle).has(Flying) && !the(cloudCastle).has(Skywall) && !the(cloudCastle).has(Defender) && the(cloudCastle).absorbs() == 0;
    do { the(cloudCastle).add(Absorb(1)); the(cloudCastle).add(Flying); } by 0;
    expect !the(cloudCastle).has(Skyshield);
}
test "abilities are added and removed in any order" {
    do {
        bring(prismCat, 0);
        Modifier first = the(prismCat).add(Absorb(1));
        the(prismCat).add(Flying);
        the(prismCat).add(Absorb(2));
        the(prismCat).remove(first);
    } by 0;
    expect the(prismCat).has(Flying) && the(prismCat).absorbs() == 2;
    do { the(prismCat).remove(Flying); } by 0;
    expect !the(prismCat).has(Flying) && the(prismCat).absorbs() == 2;
}
test "several actions, one after the other" {
    number had = heroes[0].life;
    do {
        for (Card x in hand(0)) { library(0).add(x); }
        Card one = new Card() { title = supper.title, def = supper, of = 0 };
        one.assign(player: 0);
        hand(0).add(one);
    } by 0;
    play play(card: hand(0)[0]) by 0;
    expect heroes[0].life == had + 3 && hand(0).length == 1;
}
"#;

#[test]
fn what_a_rule_set_adds_is_said_by_name() {
    check(CARDS, &[("rules.tgdl", RULES)], TESTS);
    plays(&sound(CARDS, &[("rules.tgdl", RULES)]), 3);
}

#[test]
fn a_rule_set_is_named_or_stands_beside() {
    let named = format!("import \"house/own.tgdl\"\n{CARDS}");
    sound(&named, &[("house/own.tgdl", RULES)]);
}

#[test]
fn cards_stand_in_several_files() {
    let more = "val Skyward: Ability = Flying and Trample\nval big: Target = Creature\nnew Creature called \"Kite\" has_ability Skyward";
    let main = "game \"Two Files\"\nimport \"more.ccg\"\nnew Forest\nnew Creature called \"Hawk\" has_ability Skyward\n\
        new Sorcery called \"Fall\" defined_as Destroy target Big\n";
    let files = [("more.ccg", more)];
    check(
        main,
        &files,
        "test \"all are there\" { expect book.length == 4 && book.contains(kite) && book.contains(hawk); }",
    );
}

#[test]
fn a_game_in_tgdl_takes_its_cards_from_a_file() {
    let main = "game \"Mixed\";\nimport \"std/counted\";\nimport \"book.ccg\";\nsetup { players 2; begin(book); }\n\
        test \"there\" { expect book.contains(hawk) && library(0).length == 33; }\n";
    let files = project::Memory::default()
        .with("game.tgdl", main)
        .with("book.ccg", "new Forest\nnew Creature called \"Hawk\" has_ability Flying");
    let loaded = project::open(project::Request::new((&files, "game.tgdl"))).unwrap();
    assert_eq!(crate::kit::problems(&loaded), "");
    assert!(loaded.game.unwrap().run_test(0).failure.is_none());
}

#[test]
fn the_rule_tests_of_a_game_of_cards_hold() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/thesis");
    let loaded = project::open(project::Request::new(path.as_path())).unwrap();
    assert_eq!(crate::kit::problems(&loaded), "");
    let game = loaded.game.unwrap();
    for number in 0..game.tests().len() {
        let report = game.run_test(number);
        assert!(report.failure.is_none(), "{}: {:?}", report.name, report.failure.map(|f| f.message));
    }
    plays(&game, 3);
}

#[test]
fn comments_are_no_part_of_what_a_card_says_and_a_name_stays_as_it_was_written() {
    check(
        "val Deathtouch2: Ability = Flying and Trample\n\
         new Creature called \"Ash\" with_damage 1 with_health 1 has_ability Deathtouch2\n\
         new Sorcery called \"Dusk\" defined_as Destroy target NonBlack /* not black */ and Creature\n",
        &[],
        "test \"texts\" { expect dusk.text.indexOf(\"black */\") < 0 && dusk.text.indexOf(\"/*\") < 0; \
         expect ash.text.contains(\"Deathtouch2.\"); }",
    );
}
