//! What cards and `val` statements are called: names that mean something already, names given twice, names used before
//! they are known, and names of cards as words.

use crate::kit::{check, load_with, problems, sound, wrong};
use std::fmt::Write;

const BIRDS: &str = "new Creature called \"Owl\" with_damage 1 with_health 1 with_type \"Bird Spirit\"\n\
                     new Creature called \"Fire Cat\" with_damage 2 with_health 3\n";

#[track_caller]
fn told(cards: &str, expected: &str) {
    assert_eq!(wrong(cards), expected, "\n{cards}");
}

#[test]
fn a_val_that_hides_a_word_is_told_of() {
    let hides = |name: &str| {
        format!(
            "1:5 card-hides: `{name}` is a word of the rules or of an imported file, and means this from here on; \
             give it another name, so that nobody takes it for that"
        )
    };
    let creature = "new Sorcery called \"A\" defined_as Destroy target Creature\n";
    told(&format!("val Creature: Target = Green\n{creature}"), &hides("Creature"));
    told("val flying: Ability = Reach\nnew Creature called \"A\" has_ability Flying\n", &hides("flying"));
    told("val Draw: Action = Gain(3)\nnew Sorcery called \"A\" defined_as Draw\n", &hides("Draw"));
    told("val Life: Requirements = 2 * Forests\nnew Creature called \"A\" requires Life\n", &hides("Life"));
    told("val swamps = 2 * Forests\nnew Creature called \"A\" requires swamps\n", &hides("swamps"));
    let prey = "new Creature called \"Mist Heron\" with_damage 1\nval mistHeron: Target = Green\n\
                new Sorcery called \"A\" defined_as Destroy target MistHeron\n";
    told(
        prey,
        "2:5 card-hides: `mistHeron` is the name of a card, and means this from here on; \
         give it another name, so that nobody takes it for that",
    );
    let of_type = format!("val spirits: Target = Green\n{BIRDS}");
    assert!(wrong(&of_type).contains("`spirits` is a type that cards have, and means this"), "{of_type}");
    // The thesis names lands and creatures so.
    told("val land: Land = new Forest\nval creature: Creature = \"Monk\" with_damage 1\n", "");
    let more = "val prey: Target = Creature\n";
    let main =
        format!("import \"more.ccg\"\nval Prey: Target = Green\n{}", creature.replace("Creature", "Prey"));
    assert!(
        problems(&load_with(&main, &[("more.ccg", more)])).starts_with("2:5 card-hides: `Prey` is a word")
    );
}

#[test]
fn a_word_of_the_statements_is_no_name() {
    for name in ["and", "Or", "non", "the", "called", "new"] {
        told(
            &format!("val {name} = Creature\n"),
            &format!(
                "1:5 card-val: `{name}` is a word of the statements themselves, and no name; give it another name"
            ),
        );
    }
}

#[test]
fn what_is_used_before_the_line_that_defines_it() {
    let early = |column: usize, name: &str, line: usize| {
        format!(
            "1:{column} card-val: `{name}` is defined further down, at line {line}; \
             move that line above this one: a name is known from there on"
        )
    };
    told("new Creature called \"A\" requires price\n\n\nval price = 2 * Forests\n", &early(34, "price", 4));
    told(
        "new Sorcery called \"A\" defined_as Destroy target prey\nval prey = Creature\n",
        &early(50, "prey", 2),
    );
    told(
        "new Creature called \"A\" has_ability guard\nval guard = Flying and Reach\n",
        &early(37, "guard", 2),
    );
    told("new Sorcery called \"A\" defined_as burn\nval burn: Action = Draw(1)\n", &early(35, "burn", 2));
    told("val a: Target = b or Creature\nval b = Land\n", &early(17, "b", 2));
}

#[test]
fn two_cards_of_one_name() {
    told(
        "new Creature called \"Twin\"\nnew Creature called \"twin\" with_damage 2\n",
        "2:21 card-same-name: a second card is called `twin`; \
         give one of them another name: with one name nobody can tell them apart",
    );
    let main = "import \"more.ccg\"\nnew Creature called \"Twin\" with_damage 2\n";
    let loaded = load_with(main, &[("more.ccg", "new Creature called \"Twin\"\n")]);
    assert!(problems(&loaded).starts_with("2:21 card-same-name: a second card is called `Twin`;"));
    let first = loaded.problems[0].others[0].span;
    assert_eq!(loaded.sources.path(first.file), "more.ccg");
    assert!(loaded.game.is_some());
}

#[test]
fn two_files_that_have_something_of_one_name() {
    let main = "import \"std/counted\"\nimport \"a.ccg\"\nimport \"b.ccg\"\nnew Forest\n";
    let found = |one: &str, other: &str| problems(&load_with(main, &[("a.ccg", one), ("b.ccg", other)]));
    assert_eq!(
        found(
            "new Creature called \"Twin\"\n",
            "new Forest\nnew Sorcery called \"Twin\" defined_as Draw(1)\n"
        ),
        "b.ccg:2:1 card-same-name: a second card is called `Twin`, in another of the imported files; \
         give one of them another name"
    );
    assert_eq!(
        found("val prey = Creature\n", "val prey = Land\n"),
        "b.ccg:1:5 card-same-name: `prey` is in another of the imported files, too; give one of them another name"
    );
}

#[test]
fn a_name_in_quotes_that_is_nearly_one() {
    let aimed =
        |name: &str| format!("{BIRDS}new Sorcery called \"A\" defined_as Destroy target \"{name}\"\n");
    told(&aimed("Fire Cat"), "");
    told(&aimed("Bird"), "");
    told(&aimed("Forest"), "");
    told(&aimed("Something Else"), "");
    let near = |name: &str, near: &str| {
        format!("3:50 card-quoted: no card here is called `{name}`; did you mean `\"{near}\"`?")
    };
    told(&aimed("Fire Catt"), &near("Fire Catt", "Fire Cat"));
    told(&aimed("fire cat"), &near("fire cat", "Fire Cat"));
    told(&aimed("Spirits"), &near("Spirits", "Spirit"));
    let required = format!("{BIRDS}new Creature called \"A\" requires 1 * \"Owll\"\n");
    assert!(wrong(&required).contains("did you mean `\"Owl\"`?"));
}

#[test]
fn cards_and_what_they_are_besides_are_words() {
    let cards = format!(
        "{BIRDS}\
         new Sorcery called \"Net\" defined_as Destroy target Bird\n\
         new Sorcery called \"Hood\" defined_as Destroy target NonBird and Creature\n\
         new Sorcery called \"Hose\" defined_as Destroy target Fire Cat or Owl\n\
         new Creature called \"Flock\" with_damage 1 with_health 1 requires 2 * Birds and 1 * FireCat\n\
         new Sorcery called \"Late\" defined_as Tap target Stone Monk\n\
         new Creature called \"Stone Monk\" with_damage 1 with_health 2\n\
         new Creature called \"Green Creature\" with_damage 1 with_health 2\n\
         new Sorcery called \"Both\" defined_as Destroy target Green Creature\n\
         val oak = new Creature called \"Old Oak\" with_damage 1 with_health 4\n\
         new Sorcery called \"Axe\" defined_as Destroy target oak\n"
    );
    let tests = r#"
function Permanent bring(Def d, player p) { arrive({ permanentOf(d, p, p) }); return battlefield.first(x => x.def == d); }
function bool aims(Def d, Def at) { return targetsOf(d.play.aims[0], 0, null).contains(battlefield.first(x => x.def == at)); }
test "whom they mean" {
    do { bring(owl, 0); bring(fireCat, 0); bring(stoneMonk, 0); bring(greenCreature, 0); bring(oak, 0); } by 0;
    expect aims(net, owl) && !aims(net, fireCat) && !aims(hood, owl) && aims(hood, fireCat);
    expect aims(hose, owl) && aims(hose, fireCat) && !aims(hose, stoneMonk);
    expect aims(late, stoneMonk) && !aims(late, owl);
    expect !aims(both, greenCreature) && aims(axe, oak) && !aims(axe, owl);
}
test "what they require" {
    do { bring(owl, 0); bring(fireCat, 0); } by 0;
    expect !requirementOf(flock).isMet(0);
    do { bring(owl, 0); } by 0;
    expect requirementOf(flock).isMet(0);
}
"#;
    check(&cards, &[], tests);
    let main = "import \"more.ccg\"\nnew Sorcery called \"Net\" defined_as Destroy target Bird or Fire Cat\n";
    sound(main, &[("more.ccg", BIRDS)]);
}

#[test]
fn cards_stand_in_brackets_wherever_they_are_stated() {
    let rules = "export import \"std/counted\";\n\
                 function void conjure(player p, Def d) { arrive({ permanentOf(d, p, p) }); }\n";
    let main = "import \"rules\"\nimport \"more.ccg\"\n\
                new Sorcery called \"Call\" defined_as Conjure(Fire Cat) and Conjure(\"Owl\") and Conjure(Ash)\n\
                new Creature called \"Ash\" with_damage 1 with_health 1 defined_as Conjure(Ash)\n";
    let tests = "test \"they come\" {\n    do { call.play.does(new Item() { by = 0 }); } by 0;\n    \
                 expect battlefield.length == 3 && battlefield.any(c => c.def == fireCat) && battlefield.any(c => c.def == ash);\n}\n";
    check(main, &[("rules.tgdl", rules), ("more.ccg", BIRDS)], tests);
}

#[test]
fn an_action_without_its_target_is_handed_on() {
    let more = "val scorch: Action = Damage(4)\nval burn = scorch\nval grow: Action = Boost(3, 2)\n";
    let main = "import \"more.ccg\"\n\
                new Sorcery called \"Bolt\" defined_as scorch target Creature or Player\n\
                new Sorcery called \"Fire\" defined_as Burn target Player and Draw(1)\n\
                new Sorcery called \"Sun\" defined_as grow target Creature\n";
    let tests = "test \"they say what is done\" {\n    \
                 expect bolt.text == \"Damage 4 target Creature or Player.\";\n    \
                 expect fire.text == \"Damage 4 target Player. Draw 1.\" && sun.text == \"Boost 3, 2 target Creature.\";\n}\n";
    check(main, &[("more.ccg", more)], tests);
    assert_eq!(
        problems(&load_with(
            "import \"more.ccg\"\nnew Sorcery called \"A\" defined_as scorch\n",
            &[("more.ccg", more)]
        )),
        "2:35 card-aim: `scorch` is done to somebody or something, and the card does not say to whom; \
         write `scorch target Creature`, or whatever it is"
    );
}

/// In the game that `tavola new --kind ccg` begins, no card may have the name of something of the game itself.
#[test]
fn a_card_may_have_any_name() {
    let template = |name: &str| {
        let path = format!("{}/../cli/templates/ccg/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).unwrap()
    };
    let mut cards = template("cards.ccg");
    let words = "Bring The Cards Rules Game Test Setup Function Look Action Zone Card Deck Hand Turn Trigger Effect Import \
                 Export Const Class Global Modifier Extends Override Say Says For While Return Choose Raise By Is In As Of \
                 Where Require Input Players Winner None Draw Destroy Creature Forest2 Begin Seats Do Expect Answer Play \
                 Abstract Generic Layers Words Board Dice Option Before After Phase Var Val Null True False Switch Case";
    for word in words.split_whitespace() {
        let _ = writeln!(cards, "new Creature called \"{word}\" with_damage 1 with_health 1");
    }
    let game = template("game.tgdl").replace("NAME", "Names");
    let memory = project::Memory::default()
        .with("game.tgdl", &game)
        .with("rules.tgdl", &template("rules.tgdl"))
        .with("cards.ccg", &cards);
    let loaded = project::open(project::Request::new((&memory, "game.tgdl"))).unwrap();
    assert_eq!(problems(&loaded), "");
    let game = loaded.game.unwrap();
    for number in 0..game.tests().len() {
        assert!(game.run_test(number).failure.is_none());
    }
}

#[test]
fn names_of_a_file_with_a_mistake_are_not_missed() {
    let wrong = "val scorch: Action = Damage(4)\nval prey: Target = Griin\n";
    let cards = "import \"more.ccg\"\nnew Forest\nnew Sorcery called \"A\" defined_as scorch target prey\n";
    let told = problems(&load_with(cards, &[("more.ccg", wrong)]));
    assert!(told.starts_with("more.ccg:2:20 card-target: no target is called `Griin`"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    // Also where it comes by way of a file in which nothing is wrong.
    let between = "import \"more.ccg\"\nnew Sorcery called \"B\" defined_as scorch target prey\n";
    let cards = cards.replace("more.ccg", "between.ccg");
    let told = problems(&load_with(&cards, &[("more.ccg", wrong), ("between.ccg", between)]));
    assert_eq!(told.lines().count(), 1, "{told}");
}

#[test]
fn a_card_that_comes_in_several_ways_is_there_once() {
    let base = "new Creature called \"Owl\" with_damage 1 with_health 1\nnew Forest\n";
    let one = "import \"base.ccg\"\nnew Forest\n";
    let other = "import \"base.ccg\"\nnew Creature called \"Elk\" with_damage 1 with_health 1\n";
    let main = "import \"one.ccg\"\nimport \"other.ccg\"\nnew Swamp\n";
    let files = [("base.ccg", base), ("one.ccg", one), ("other.ccg", other)];
    crate::kit::check(main, &files, "test \"each once\" { expect book == { owl, forest, elk, swamp }; }\n");
}
