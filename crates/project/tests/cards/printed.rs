//! The statements that the thesis prints, with the meaning that was meant. As printed they lie outside of the repository:
//! the folder that `TAVOLA_ACCEPTANCE` names holds them. Without it that test says that it is skipped, and fails in
//! continuous integration. The same shapes with other names stand here.

use crate::kit::{check, course, expanded, plays, sound};
use project::{Memory, Request};
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Every shape of a statement that the thesis prints.
const SHAPES: &str = r#"
import CardImplicits._
new Card called "Grey Lily"
val card: Card = "Grey Lily"
new Creature called "Forge Monk" with_damage 1 with_health 2
import CreatureImplicits._
val creature: Creature =
  "Forge Monk" with_damage 1 with_health 2
var c: Creature = new Creature
            called "Forge Monk"
            with_damage 1
            with_health 2
c = new FlyingCreature(c) // more
c = new UnblockableCreature(c)
c = c.parent // less
c = c.parent
new Creature called "Gnat Cloud" has_ability Flying
new Creature "Slime" has_ability Absorb(1)
val land: Land = new Forest
val requirements: Requirements = 3 * Lands and 2 * Swamps
val card: Card = new Creature
  called "Lord of the Fen"
  requires 3 * Lands and 2 * Swamps
val target: Target = Green or White and Creature
val sorcery: Sorcery = new Sorcery called "Sinking Ground"
    defined_as Destroy target NonBlack and Creature
new Sorcery called "Lost Thoughts" defined_as Discard(2) target Player
new Sorcery called "Brand" defined_as Destroy targets target
new Creature with_default_health 4 called "Shell" with_default_damage 3 requires requirements
new Forest
new Island
new Mountain
new Plains
new Swamp
"#;

/// The statements of the first column of the table, one below the other; what is no statement of its own is left out.
fn printed() -> Option<String> {
    let Some(folder) = env::var_os("TAVOLA_ACCEPTANCE") else {
        let in_ci = env::var_os("CI").is_some_and(|ci| ci == "true");
        assert!(!in_ci, "TAVOLA_ACCEPTANCE names no folder, and nothing may be skipped where CI=true");
        // Written past the test harness, which shows nothing that a passing test prints.
        let _ = writeln!(io::stderr(), "SKIPPED an acceptance test: TAVOLA_ACCEPTANCE names no folder");
        return None;
    };
    let page =
        fs::read_to_string(Path::new(&folder).join("ccg/README.md")).expect("the page is in the folder");
    let table = page.lines().skip_while(|line| !line.starts_with("| printed")).skip(2);
    let rows = table.take_while(|line| line.starts_with('|')).filter_map(|line| line.split('|').nth(1));
    let spans =
        rows.flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>());
    let statement =
        |span: &String| span.starts_with("new ") || span.starts_with("val ") || span.contains('"');
    let mut all: Vec<String> = spans.map(|span| span.trim().to_owned()).filter(statement).collect();
    assert!(all.len() >= 10, "{all:?}");
    all.extend(["new Island", "new Mountain", "new Plains", "new Swamp"].map(str::to_owned));
    // A text by itself stands where a creature is expected.
    let expected = |s: String| if s.starts_with('"') { format!("val expected: Creature = {s}") } else { s };
    Some(all.into_iter().map(expected).collect::<Vec<_>>().join("\n") + "\n")
}

#[test]
fn every_printed_statement_in_one_file_checks_and_plays() {
    plays(&sound(SHAPES, &[]), 3);
    let Some(text) = printed() else { return };
    plays(&sound(&text, &[]), 3);
}

#[test]
fn what_it_expands_to_plays_the_same() {
    for text in [Some(SHAPES.to_owned()), printed()].into_iter().flatten() {
        let files = Memory::default().with("game.tgdl", &expanded(&text));
        let loaded = project::open(Request::new((&files, "game.tgdl"))).unwrap();
        assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
        let (game, again) = (sound(&text, &[]), loaded.game.unwrap());
        for seed in 0..2 {
            assert_eq!(course(&game, seed), course(&again, seed));
        }
    }
}

#[test]
fn statements_mean_what_was_meant() {
    check(
        SHAPES,
        &[],
        r#"
function void bring(Def d, player p) { arrive({ permanentOf(d, p, p) }); }
function Permanent the(Def d) { return battlefield.first(x => x.def == d); }
function bool aims(Def d, Thing t) { return targetsOf(d.play.aims[0], 0, null).contains(t); }
test "a card with only a name" { expect greyLily.title == "Grey Lily" && greyLily.kinds.isEmpty() && greyLily.power == 0; }
test "attack and health, in any order" {
    expect forgeMonk.power == 1 && forgeMonk.health == 2 && forgeMonk.kinds == { Kind.Creature };
    expect creatureCard.power == 1 && creatureCard.health == 2 && shell.power == 3 && shell.health == 4;
}
test "abilities" {
    do { bring(gnatCloud, 0); bring(slime, 0); bring(c, 0); } by 0;
    expect the(gnatCloud).has(Flying) && the(slime).absorbs() == 1 && !the(c).has(Flying);
}
test "five lands, at least two of them swamps" {
    Requirement r = requirementOf(shell);
    do { bring(forest, 0); bring(forest, 0); bring(forest, 0); bring(swamp, 0); } by 0;
    expect !r.isMet(0);
    do { bring(forest, 0); } by 0;
    expect !r.isMet(0);
    do { bring(swamp, 0); } by 0;
    expect r.isMet(0) && !r.isMet(1);
}
test "two swamps are no three lands more" {
    do { for (number i in 1..4) { bring(swamp, 0); } } by 0;
    expect !requirementOf(shell).isMet(0);
    do { bring(swamp, 0); } by 0;
    expect requirementOf(shell).isMet(0);
}
test "green or white, and creature" {
    do { bring(forgeMonk, 1); bring(swamp, 1); } by 0;
    expect !aims(brand, the(forgeMonk)) && aims(sorcery, the(forgeMonk));
    do { the(forgeMonk).add(Painted({ Mana.White })); } by 0;
    expect aims(brand, the(forgeMonk));
    do { the(forgeMonk).add(Painted({ Mana.Black })); } by 0;
    expect !aims(brand, the(forgeMonk)) && !aims(sorcery, the(forgeMonk));
    expect !aims(sorcery, the(swamp)) && !aims(sorcery, heroes[1]);
}
test "two cards are discarded by the player who is aimed at" {
    do {
        Card one = new Card() { title = lostThoughts.title, def = lostThoughts, of = 0 };
        one.assign(player: 0);
        hand(0).add(one);
    } by 0;
    number had = hand(1).length;
    play play(card: hand(0).last()) by 0;
    answer heroes[1] by 0;
    answer { hand(1)[0], hand(1)[1] } by 1;
    expect hand(1).length == had - 2;
}
test "lands" { expect book.contains(forest) && book.contains(plains) && land == forest; }
"#,
    );
}
