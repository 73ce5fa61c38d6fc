//! Statements in the manner of the thesis as people write them, right and wrong: what is right works at once, and of what
//! is wrong its author is told in words that need no programming.

use crate::kit::wrong;
use expect_test::{Expect, expect};

/// Each statement by itself, and what is said of it.
fn check(statements: &[&str], expected: &Expect) {
    let mut all = String::new();
    for statement in statements {
        let found = wrong(statement);
        // Expected texts hold no lines of spaces alone.
        all += &format!(
            "{}\n    {}\n",
            statement.replace("\n\n", "\n").replace('\n', "\n  "),
            if found.is_empty() { "fine" } else { &found }.replace('\n', "\n    ")
        );
    }
    expected.assert_eq(&all);
}

#[test]
fn statements_that_work() {
    check(
        &[
            "new Creature called \"Hill Giant\" with_health 3 with_damage 3 requires 4 * Lands",
            "New creature Called \"Small One\" With_Damage 1",
            "new Creature called “Curly Quotes” with_damage 2 with_health 2",
            "new Creature called 'Smugglers' with_damage 2",
            "new Creature\n\ncalled \"Gappy\"\n\n   with_health 4\nwith_damage 1",
            "new Creature called \"Both\" has_ability Flying and Trample",
            "new Creature called \"Three\" has_ability Flying, Trample and Absorb(2)",
            "new Creature called \"Spaced\" with damage 2 with health 2 has ability Flying",
            "new Creature called \"Joined\" with_damage 2 and with_health 2 and has_ability Reach",
            "new Creature called \"Loud\" has_ability FLYING has_ability absorb(1) has_ability Battle Cry",
            "new Creature called \"No Star\" requires 2 Swamps and 1 Forest",
            "new Creature called \"Turned\" requires Swamps * 2 & Lands * 1",
            "new Creature called \"Either\" requires 2 * Swamps or 3 * Forests",
            "new Creature called \"Grouped\" requires (2 * Swamps or 2 * Forests) and 1 * Island",
            "new Sorcery called \"Burn\" defined_as Damage(3) target Creature or Player",
            "new Sorcery called \"Read\" defined_as Draw(3)",
            "new Sorcery called \"Rest\" requires 1 * Plains defined_as Gain 4",
            "new Sorcery called \"Sweep\" defined_as Destroy target green or white creature",
            "new Sorcery called \"Not\" defined_as Exile target not Black and Creature",
            "new Sorcery called \"Net\" defined_as Destroy target Flying and not Bushido and Creature",
            "new Creature called \"Flock\" requires 2 * Flying and 1 * Lands",
            "new Sorcery called \"Dash\" defined_as Return target a Non-Land",
            "new Sorcery called \"Twice\" defined_as Damage(2) target Player and Draw(1)",
            "new Sorcery called \"More\" defined_as Tap target Creature defined_as Draw(1)",
            "new Instant called \"Grow\" defined_as Boost(2, 2) target Creature",
            "new Forest called \"Deep Wood\"",
            "val prey = NonBlack and Creature\nnew Sorcery called \"Hunt\" defined_as Destroy target prey",
            "val price = 2 * Swamps\nnew Creature called \"Dear\" requires price and 1 * Forest",
            "val Skyguard: Ability = Flying and Absorb(1)\nnew Creature called \"Guard\" has_ability Skyguard",
            "val goblin: Creature = new Creature with_damage 1 with_health 1",
            "new Enchantment called \"Banner\" has_ability Leads(1, 1)",
            "new Creature called \"Dragón {of} the 7 $ Seas\\\" with_damage 1",
        ],
        &expect![[r#"
            new Creature called "Hill Giant" with_health 3 with_damage 3 requires 4 * Lands
                fine
            New creature Called "Small One" With_Damage 1
                fine
            new Creature called “Curly Quotes” with_damage 2 with_health 2
                fine
            new Creature called 'Smugglers' with_damage 2
                fine
            new Creature
              called "Gappy"
                 with_health 4
              with_damage 1
                fine
            new Creature called "Both" has_ability Flying and Trample
                fine
            new Creature called "Three" has_ability Flying, Trample and Absorb(2)
                fine
            new Creature called "Spaced" with damage 2 with health 2 has ability Flying
                fine
            new Creature called "Joined" with_damage 2 and with_health 2 and has_ability Reach
                fine
            new Creature called "Loud" has_ability FLYING has_ability absorb(1) has_ability Battle Cry
                fine
            new Creature called "No Star" requires 2 Swamps and 1 Forest
                fine
            new Creature called "Turned" requires Swamps * 2 & Lands * 1
                fine
            new Creature called "Either" requires 2 * Swamps or 3 * Forests
                fine
            new Creature called "Grouped" requires (2 * Swamps or 2 * Forests) and 1 * Island
                fine
            new Sorcery called "Burn" defined_as Damage(3) target Creature or Player
                fine
            new Sorcery called "Read" defined_as Draw(3)
                fine
            new Sorcery called "Rest" requires 1 * Plains defined_as Gain 4
                fine
            new Sorcery called "Sweep" defined_as Destroy target green or white creature
                fine
            new Sorcery called "Not" defined_as Exile target not Black and Creature
                fine
            new Sorcery called "Net" defined_as Destroy target Flying and not Bushido and Creature
                fine
            new Creature called "Flock" requires 2 * Flying and 1 * Lands
                fine
            new Sorcery called "Dash" defined_as Return target a Non-Land
                fine
            new Sorcery called "Twice" defined_as Damage(2) target Player and Draw(1)
                fine
            new Sorcery called "More" defined_as Tap target Creature defined_as Draw(1)
                fine
            new Instant called "Grow" defined_as Boost(2, 2) target Creature
                fine
            new Forest called "Deep Wood"
                fine
            val prey = NonBlack and Creature
              new Sorcery called "Hunt" defined_as Destroy target prey
                fine
            val price = 2 * Swamps
              new Creature called "Dear" requires price and 1 * Forest
                fine
            val Skyguard: Ability = Flying and Absorb(1)
              new Creature called "Guard" has_ability Skyguard
                fine
            val goblin: Creature = new Creature with_damage 1 with_health 1
                fine
            new Enchantment called "Banner" has_ability Leads(1, 1)
                fine
            new Creature called "Dragón {of} the 7 $ Seas\" with_damage 1
                fine
        "#]],
    );
}

#[test]
fn statements_that_do_not_work() {
    check(
        &[
            "new Creature called \"A\" has_ability Fly",
            "new Creature called \"A\" has_ability Flying and\nnew Creature called \"B\" with_demage 1",
            "new Sorcery called \"A\" defined_as Damage(3) target Creatures or\nnew Creature called \"B\" with_demage 1",
            "new Sorcery called \"A\" defined_as Damage(3)",
            "val prey: Target = Creature and not Fliing\nnew Sorcery called \"A\" defined_as Destroy target prey",
            "val price = 2 * Swmaps\nnew Creature called \"A\" requires price and 1 * Land",
            "val Guard: Ability = Flyng\nnew Creature called \"A\" has_ability Guard",
            "nwe Creature called \"A\"",
            "Creature called \"A\" with_damage 1",
            "new called \"A\"",
            "new Creature named \"A\"",
        ],
        &expect![[r#"
            new Creature called "A" has_ability Fly
                1:37 card-ability: no ability is called `Fly`; did you mean `Flying`?
            new Creature called "A" has_ability Flying and
              new Creature called "B" with_demage 1
                1:47 card-ability: expected an ability, found nothing; write which one: `has_ability Flying`
                2:25 card-word: `with_demage` says nothing about a card; did you mean `with_damage`?
            new Sorcery called "A" defined_as Damage(3) target Creatures or
              new Creature called "B" with_demage 1
                1:64 card-target: expected what is aimed at, found nothing; write whom it is done to: `target Creature`
                2:25 card-word: `with_demage` says nothing about a card; did you mean `with_damage`?
            new Sorcery called "A" defined_as Damage(3)
                1:35 card-aim: `Damage` is done to somebody or something, and the card does not say to whom; write `Damage(3) target Creature`, or whatever it is
            val prey: Target = Creature and not Fliing
              new Sorcery called "A" defined_as Destroy target prey
                1:37 card-target: no target is called `Fliing`; did you mean `Flying`?
            val price = 2 * Swmaps
              new Creature called "A" requires price and 1 * Land
                1:17 card-requirement: nothing that a card may require is called `Swmaps`; did you mean `Swamp`?
            val Guard: Ability = Flyng
              new Creature called "A" has_ability Guard
                1:22 card-ability: no ability is called `Flyng`; did you mean `Flying`?
            nwe Creature called "A"
                1:1 card-statement: `nwe` begins no statement; did you mean `new`?
            Creature called "A" with_damage 1
                1:1 card-statement: `Creature` begins no statement; write `new Creature`
            new called "A"
                1:5 card-type: expected the type of the card before `called`; write `new Creature called ...`
            new Creature named "A"
                1:14 card-word: `named` says nothing about a card; in English: `called`
        "#]],
    );
}

#[test]
fn numbers_and_abilities_that_are_none() {
    check(
        &[
            "new Creature called \"A\" with_demage 2",
            "new Creature called \"A\" with_damage",
            "new Creature called \"A\" with_damage two",
            "new Creature called \"A\" with_damage -1",
            "new Creature called \"A\" with_damage 1.5",
            "new Creature called \"A\" with_damage 99999999999",
            "new Creature called Stone Monk with_damage 1",
            "new Creature called \"A with_damage 1",
            "new Creature with_damage 1 with_health 2",
            "new Creature called \"A\" called \"B\"",
            "new Creature called \"A\" has_ability Flyng",
            "new Creature called \"A\" has_ability Invisible",
            "new Creature called \"A\" has_ability \"Flying\"",
            "new Creature called \"A\" has_ability",
            "new Creature called \"A\" has_ability Absorb",
            "new Creature called \"A\" has_ability Absorb(X)",
            "new Creature called \"A\" has_ability Flying(2)",
            "new Creature called \"A\" has_ability Absorb(1, 2)",
            "new Creature called \"A\" has_ability Absorb(1",
        ],
        &expect![[r#"
            new Creature called "A" with_demage 2
                1:25 card-word: `with_demage` says nothing about a card; did you mean `with_damage`?
            new Creature called "A" with_damage
                1:36 card-number: expected a number behind `with_damage`, found nothing; write it with digits: 3
            new Creature called "A" with_damage two
                1:37 card-number: expected a number behind `with_damage`, found `two`; write `2`
            new Creature called "A" with_damage -1
                1:37 card-number: a number on a card is not below 0
            new Creature called "A" with_damage 1.5
                1:37 card-number: a number on a card is a whole one
            new Creature called "A" with_damage 99999999999
                1:37 card-number: `99999999999` is too large: a number on a card is at most 1000000
            new Creature called Stone Monk with_damage 1
                1:21 card-name: the name `Stone Monk` needs quotes; write `"Stone Monk"`
            new Creature called "A with_damage 1
                1:21 card-open-text: these quotes are not closed; a name ends with the same sign with which it begins, on the same line
            new Creature with_damage 1 with_health 2
                1:1 card-name: this card has no name; write `called "..."` behind its type
            new Creature called "A" called "B"
                1:25 card-said-twice: `called` is said twice of one card; begin the next card with `new`
            new Creature called "A" has_ability Flyng
                1:37 card-ability: no ability is called `Flyng`; did you mean `Flying`?
            new Creature called "A" has_ability Invisible
                1:37 card-ability: no ability is called `Invisible`; there are these abilities: Indestructible, Intimidate, Absorb, Afflict, AllVigilant, Amplify, Annihilator, BattleCry, Blesses, Bushido, Deathtouch, Defender, DoubleStrike, EntersAsCopy, EntersCounted, EntersTapped, EntersWith, EntersWithX, Exalted, Fear and 37 more; `tavola vocabulary` lists them all
            new Creature called "A" has_ability "Flying"
                1:37 card-ability: expected an ability, found `"Flying"`; an ability is written without quotes: `has_ability Flying`
            new Creature called "A" has_ability
                1:36 card-ability: expected an ability, found nothing; write which one: `has_ability Flying`
            new Creature called "A" has_ability Absorb
                1:37 card-brackets: `Absorb` needs a number in brackets; write `Absorb(2)`
            new Creature called "A" has_ability Absorb(X)
                1:44 card-number: `Absorb` needs a number in brackets, found `X`; write it with digits: 3
            new Creature called "A" has_ability Flying(2)
                1:44 card-brackets: `Flying` takes nothing in brackets; write `Flying`
            new Creature called "A" has_ability Absorb(1, 2)
                1:47 card-brackets: `Absorb` takes one value in brackets, and this is one more; write `Absorb(1)`
            new Creature called "A" has_ability Absorb(1
                1:43 card-brackets: this bracket is not closed; write `Absorb(1)`
        "#]],
    );
}

#[test]
fn prices_actions_and_targets_that_are_none() {
    check(
        &[
            "new Creature called \"A\" requires 3 * Swmaps",
            "new Creature called \"A\" requires Blood",
            "new Creature called \"A\" requires",
            "new Creature called \"A\" requires three * Lands",
            "new Sorcery called \"A\" defined_as Destory target Creature",
            "new Sorcery called \"A\" defined_as target Creature",
            "new Sorcery called \"A\" target Creature",
            "new Sorcery called \"A\" defined_as Destroy target",
            "new Sorcery called \"A\" defined_as Destroy target Craeture",
            "new Sorcery called \"A\" defined_as Destroy target NonBlak and Creature",
            "new Sorcery called \"A\" defined_as Destroy target Creature or",
            "new Sorcery called \"A\" defined_as Discard target Creature",
            "new Sorcery called \"A\" defined_as Draw",
            "new Goblin called \"A\"",
        ],
        &expect![[r#"
            new Creature called "A" requires 3 * Swmaps
                1:38 card-requirement: nothing that a card may require is called `Swmaps`; did you mean `Swamp`?
            new Creature called "A" requires Blood
                1:34 card-requirement: nothing that a card may require is called `Blood`; there are these things that a card may require: Blue, Black, Blesses, BattleCry, Bushido, Sacrifices, Discards, Life, Forest, Island, Mountain, Plains, Swamp, Creature, Artifact, Enchantment, Land, Instant, Sorcery, White and 67 more; `tavola vocabulary` lists them all
            new Creature called "A" requires
                1:33 card-requirement: expected what is required, found nothing; write how many of what: `requires 3 * Lands`
            new Creature called "A" requires three * Lands
                1:34 card-number: expected a number, found `three`; write `3`
            new Sorcery called "A" defined_as Destory target Creature
                1:35 card-action: no action is called `Destory`; did you mean `Destroy`?
            new Sorcery called "A" defined_as target Creature
                1:35 card-action: expected what the card does, found `target`; write an action: `defined_as Destroy target Creature`
            new Sorcery called "A" target Creature
                1:24 card-aim: the card does not say what is done to this target; write `defined_as` with an action before it
            new Sorcery called "A" defined_as Destroy target
                1:49 card-target: expected what is aimed at, found nothing; write whom it is done to: `target Creature`
            new Sorcery called "A" defined_as Destroy target Craeture
                1:50 card-target: no target is called `Craeture`; did you mean `Creature`?
            new Sorcery called "A" defined_as Destroy target NonBlak and Creature
                1:50 card-target: no target is called `NonBlak`; did you mean `NonBlack`?
            new Sorcery called "A" defined_as Destroy target Creature or
                1:61 card-target: expected what is aimed at, found nothing; write whom it is done to: `target Creature`
            new Sorcery called "A" defined_as Discard target Creature
                1:35 card-aim: `Discard` is done to players, and not to all that is `Creature`
            new Sorcery called "A" defined_as Draw
                fine
            new Goblin called "A"
                1:5 card-type: no type of cards is called `Goblin`; there are these types of cards: Creature, Artifact, Enchantment, Land, Instant, Sorcery, Forest, Island, Mountain, Plains, Swamp
        "#]],
    );
}

#[test]
fn words_of_other_languages_and_signs_that_say_nothing() {
    check(
        &[
            "nieuw Creature genaamd \"A\" met_schade 1",
            "new Creature genannt \"A\"",
            "new Creature heet \"A\"",
            "new Creature called \"A\" mit_schaden 2",
            "new Creature called \"A\" heeft_vaardigheid Flying",
            "new Creature called \"A\" benötigt 2 * Swamps",
            "new Kreatur called \"A\"",
            "val x: Target Green",
            "val x: Targt = Green",
            "val = Green",
            "new Creature called \"A\"; with_damage 2",
            "new Creature called \"A\" with_damage 2 % 3",
            "new Creature called \"A\" // comment\n  wiht_health 2",
            "hello world",
            "c = new FlyingCreature(c)",
            "import rules",
            "game Duel\nnew Creature called \"A\"",
        ],
        &expect![[r#"
            nieuw Creature genaamd "A" met_schade 1
                1:1 card-statement: `nieuw` begins no statement; did you mean `new`?
            new Creature genannt "A"
                1:14 card-word: `genannt` says nothing about a card; in English: `called`
            new Creature heet "A"
                1:14 card-word: `heet` says nothing about a card; in English: `called`
            new Creature called "A" mit_schaden 2
                1:25 card-word: `mit_schaden` says nothing about a card; in English: `with_damage`
            new Creature called "A" heeft_vaardigheid Flying
                1:25 card-word: `heeft_vaardigheid` says nothing about a card; in English: `has_ability`
            new Creature called "A" benötigt 2 * Swamps
                1:25 card-word: `benötigt` says nothing about a card; in English: `requires`
            new Kreatur called "A"
                1:5 card-type: no type of cards is called `Kreatur`; did you mean `Creature`?
            val x: Target Green
                1:15 card-val: expected `=` and what `x` is; write `val x = ...`
            val x: Targt = Green
                1:8 card-val: nothing is of the type `Targt`; did you mean `Target`?
            val = Green
                1:5 card-val: expected a name behind `val`; write `val name: Target = ...`
            new Creature called "A"; with_damage 2
                1:26 card-statement: `with_damage` begins no statement; a card begins with `new` and its type
            new Creature called "A" with_damage 2 % 3
                1:39 card-character: `%` means nothing here; cards are made of words, numbers and names in quotes
                1:41 card-word: `3` says nothing about a card; write before a number what it is: `with_damage 3`, `with_health 3`
            new Creature called "A" // comment
                wiht_health 2
                2:3 card-word: `wiht_health` says nothing about a card; did you mean `with_health`?
            hello world
                1:1 card-statement: `hello` begins no statement; begin with `new` for a card, or `val` for something with a name
            c = new FlyingCreature(c)
                1:1 card-changes: `c` is no card of this file that could be changed; name it first: `val c = new ...`
            import rules
                1:8 card-import: the name of a file stands in quotes; write `"rules"`
            game Duel
              new Creature called "A"
                1:6 card-name: expected the name of the game in quotes; write `game "..."`
        "#]],
    );
}

#[test]
fn what_else_is_tried() {
    check(
        &[
            "new Sorcery called \"A\" defined_as Destroy target Creature, Artifact or Land",
            "new Sorcery called \"A\" defined_as Destroy target Creature, Artifact, or Land",
            "new Sorcery called \"A\" defined_as Destroy target Green, White or Black and Creature",
            "new Sorcery called \"A\" defined_as Destroy target Green, Creature",
            "new Sorcery called \"A\" defined_as Destroy target (Creature, Artifact or Land) and Green",
            "new Sorcery called \"A\" defined_as Destroy target Creature, Artifact or Land, Draw(1)",
            "new Sorcery called \"A\" defined_as Destroy target Creature, Tap target Land and Draw 2",
            "new Sorcery called \"A\" defined_as Destroy target Creature and Tap target Land",
            "new Sorcery called \"A\" defined_as Destroy target Creature, and Draw(1)",
            "new Sorcery called \"A\" defined_as Damage(2) target Player and then Draw(1)",
            "new Sorcery called \"A\" defined_as Damage(2) target Player then Draw(1)",
            "new Sorcery called \"A\" defined_as Damage(2) target Creature or target Player",
            "val prey: Target = Creature, Artifact or Land\nnew Sorcery called \"A\" defined_as Exile target prey",
            "val blow: Action = Destroy\nnew Sorcery called \"A\" defined_as Tap target Land and blow target Creature",
            "new Creature called \"Night Wolf\" with_type \"Wolf\"\nnew Sorcery called \"A\" defined_as Destroy target Green Wolf",
            "new Creature called \"Night Wolf\" with_type \"Wolf\"\nnew Sorcery called \"A\" defined_as Destroy target NonWolf and Creature",
            "new Creature called \"Night Wolf\"\nnew Sorcery called \"A\" defined_as Destroy target Night Wolf, Plains or Wounded and Creature",
            "new Creature called \"Wolf\" with_type \"Wolf\"\nnew Creature called \"A\" requires 2 * Wolves and 1 Forest",
            "new Creature called \"A\" has_ability Flying, Reach, and Trample",
            "new Creature called \"A\" requires 2 * Forests, 1 * Swamp and 3 * Lands",
            "new Creature called \"A\" with_demage 2 with_helth 3 has_ability Flyng and Rech requires 2 * Forrests and 1 * Swmap",
            "new Creatuer called \"A\" with_demage 2 has_ability Flyng",
            "new Sorcery called \"A\" requires 1 * Swmap defined_as Destory target Craeture and NonBlak",
            "new Sorcery called \"A\" defined_as Destroy target Creature, Artefact or Land",
            "new Sorcery called \"A\" defined_as Destroy target Creature, Darw(1)",
            "new Sorcery called \"A\" defined_as Destroy target Creature and Darw(1)",
            "new Sorcery called \"A\" defined_as Destroy target all Creatures",
            "new Sorcery called \"A\" defined_as Destroy target 2 Creatures",
            "new Sorcery called \"A\" defined_as Destroy target Creature with Flying",
            "new Sorcery called \"A\" defined_as Destroy target Creature that is Black",
            "new Sorcery called \"A\" defined_as Destroy Creature",
            "new Sorcery called \"A\" defined_as Destroy the Creature",
            "new Sorcery called \"A\" defined_as Damage 3 to target Creature",
            "new Sorcery called \"A\" defined_as Draw a card",
            "new Creature called \"A\" with_damage 2, 3",
            "new Creature called \"A\" with_health 2/3",
            "new Creature called \"A\" 2/3",
            "new Creature called \"A\" requires 2 * Forests 1 * Swamp",
            "new Creature called \"A\" requires 2 * Forest or Swamp",
            "new Creature called \"A\" has_ability not Flying",
            "new Creature called \"A\" has_ability Flying or Reach",
            "new Creature called \"A\" is Flying",
            "new Creature called \"A\" can Flying and Reach",
            "new Creature called \"A\" with_colour Gren with_type Bird with_damage two",
            "new Creature called \"A\" with_damage 1 with_damage 2 with_health 3\n  with_health 4",
            "new Creature called \"A\" Flying",
            "new Creature called \"A\" called \"B\" with_damage 1",
            "new Creature called \"A\" with_damage: 2 with_health = 3",
            "val prey: Target = Craeture and Blak\nnew Sorcery called \"A\" defined_as Destory target prey",
            "val price = 2 * Forrests\nnew Creature called \"A\" requires price with_demage 1",
            "new Creature called \"A\" with_damage 1; new Creature called \"B\" with_demage 2; new Creature called \"C\" with_helth 2",
            "new Creature A with_damage 1",
            "new Creature \"A\", with_damage 1, with_health 2",
            "new creature card called \"A\"",
            "2 * new Creature called \"A\"",
            "new Forest and new Swamp",
            "new Forest * 4",
        ],
        &expect![[r#"
            new Sorcery called "A" defined_as Destroy target Creature, Artifact or Land
                fine
            new Sorcery called "A" defined_as Destroy target Creature, Artifact, or Land
                fine
            new Sorcery called "A" defined_as Destroy target Green, White or Black and Creature
                fine
            new Sorcery called "A" defined_as Destroy target Green, Creature
                fine
            new Sorcery called "A" defined_as Destroy target (Creature, Artifact or Land) and Green
                fine
            new Sorcery called "A" defined_as Destroy target Creature, Artifact or Land, Draw(1)
                fine
            new Sorcery called "A" defined_as Destroy target Creature, Tap target Land and Draw 2
                fine
            new Sorcery called "A" defined_as Destroy target Creature and Tap target Land
                fine
            new Sorcery called "A" defined_as Destroy target Creature, and Draw(1)
                fine
            new Sorcery called "A" defined_as Damage(2) target Player and then Draw(1)
                fine
            new Sorcery called "A" defined_as Damage(2) target Player then Draw(1)
                fine
            new Sorcery called "A" defined_as Damage(2) target Creature or target Player
                fine
            val prey: Target = Creature, Artifact or Land
              new Sorcery called "A" defined_as Exile target prey
                fine
            val blow: Action = Destroy
              new Sorcery called "A" defined_as Tap target Land and blow target Creature
                fine
            new Creature called "Night Wolf" with_type "Wolf"
              new Sorcery called "A" defined_as Destroy target Green Wolf
                fine
            new Creature called "Night Wolf" with_type "Wolf"
              new Sorcery called "A" defined_as Destroy target NonWolf and Creature
                fine
            new Creature called "Night Wolf"
              new Sorcery called "A" defined_as Destroy target Night Wolf, Plains or Wounded and Creature
                fine
            new Creature called "Wolf" with_type "Wolf"
              new Creature called "A" requires 2 * Wolves and 1 Forest
                fine
            new Creature called "A" has_ability Flying, Reach, and Trample
                fine
            new Creature called "A" requires 2 * Forests, 1 * Swamp and 3 * Lands
                fine
            new Creature called "A" with_demage 2 with_helth 3 has_ability Flyng and Rech requires 2 * Forrests and 1 * Swmap
                1:25 card-word: `with_demage` says nothing about a card; did you mean `with_damage`?
                1:39 card-word: `with_helth` says nothing about a card; did you mean `with_health`?
                1:64 card-ability: no ability is called `Flyng`; did you mean `Flying`?
                1:74 card-ability: no ability is called `Rech`; did you mean `Reach`?
                1:92 card-requirement: nothing that a card may require is called `Forrests`; did you mean `Forest`?
                1:109 card-requirement: nothing that a card may require is called `Swmap`; did you mean `Swamp`?
            new Creatuer called "A" with_demage 2 has_ability Flyng
                1:5 card-type: no type of cards is called `Creatuer`; did you mean `Creature`?
                1:25 card-word: `with_demage` says nothing about a card; did you mean `with_damage`?
                1:51 card-ability: no ability is called `Flyng`; did you mean `Flying`?
            new Sorcery called "A" requires 1 * Swmap defined_as Destory target Craeture and NonBlak
                1:37 card-requirement: nothing that a card may require is called `Swmap`; did you mean `Swamp`?
                1:54 card-action: no action is called `Destory`; did you mean `Destroy`?
                1:69 card-target: no target is called `Craeture`; did you mean `Creature`?
                1:82 card-target: no target is called `NonBlak`; did you mean `NonBlack`?
            new Sorcery called "A" defined_as Destroy target Creature, Artefact or Land
                1:60 card-target: no target is called `Artefact`; did you mean `Artifact`?
            new Sorcery called "A" defined_as Destroy target Creature, Darw(1)
                1:60 card-action: no action is called `Darw`; did you mean `Draw`?
            new Sorcery called "A" defined_as Destroy target Creature and Darw(1)
                1:63 card-action: no action is called `Darw`; did you mean `Draw`?
            new Sorcery called "A" defined_as Destroy target all Creatures
                1:50 card-target: an action is aimed at one thing, and not at `all` of a kind; leave it out
            new Sorcery called "A" defined_as Destroy target 2 Creatures
                1:50 card-target: expected what is aimed at, found `2`; one thing is aimed at: for more of them, write the action more than once
            new Sorcery called "A" defined_as Destroy target Creature with Flying
                1:59 card-word: `with_flying` says nothing about a card; a card has it by `has_ability Flying`, and whoever has it is aimed at by `and Flying`
            new Sorcery called "A" defined_as Destroy target Creature that is Black
                1:59 card-word: `that` says nothing about a card; a card has no sentences behind its words: what else it does is an ability of the rules
            new Sorcery called "A" defined_as Destroy Creature
                1:35 card-aim: `Destroy` is done to somebody or something, and the card does not say to whom; write `Destroy target Creature`, or whatever it is
            new Sorcery called "A" defined_as Destroy the Creature
                1:35 card-aim: `Destroy` is done to somebody or something, and the card does not say to whom; write `Destroy target Creature`, or whatever it is
            new Sorcery called "A" defined_as Damage 3 to target Creature
                fine
            new Sorcery called "A" defined_as Draw a card
                1:40 card-word: `a` says nothing about a card; how much it does stands in brackets, and nothing more: `Draw(1)`
            new Creature called "A" with_damage 2, 3
                1:38 card-word: `,` says nothing about a card; only one thing stands behind the word before it
            new Creature called "A" with_health 2/3
                1:38 card-word: `/` says nothing about a card; only one thing stands behind the word before it
            new Creature called "A" 2/3
                1:25 card-word: `2` says nothing about a card; write before a number what it is: `with_damage 3`, `with_health 3`
            new Creature called "A" requires 2 * Forests 1 * Swamp
                1:46 card-word: `1` says nothing about a card; between what is required stands `and` or `or`
            new Creature called "A" requires 2 * Forest or Swamp
                fine
            new Creature called "A" has_ability not Flying
                1:37 card-ability: a card has an ability or does not name it; leave out what it has not
            new Creature called "A" has_ability Flying or Reach
                1:44 card-ability: a card has all the abilities that it names; write `and`
            new Creature called "A" is Flying
                1:25 card-word: `is` says nothing about a card; write `has_ability`
            new Creature called "A" can Flying and Reach
                1:25 card-word: `can` says nothing about a card; write `has_ability`
            new Creature called "A" with_colour Gren with_type Bird with_damage two
                1:37 card-word: `with_colour` knows no `Gren`; did you mean `Green`?
                1:52 card-name: expected a text in quotes behind `with_type`; write `"Bird"`
                1:69 card-number: expected a number behind `with_damage`, found `two`; write `2`
            new Creature called "A" with_damage 1 with_damage 2 with_health 3
                with_health 4
                1:39 card-said-twice: `with_damage` is said twice of one card; begin the next card with `new`
            new Creature called "A" Flying
                1:25 card-word: `Flying` says nothing about a card; abilities stand behind `has_ability`, with `and` between them
            new Creature called "A" called "B" with_damage 1
                1:25 card-said-twice: `called` is said twice of one card; begin the next card with `new`
            new Creature called "A" with_damage: 2 with_health = 3
                fine
            val prey: Target = Craeture and Blak
              new Sorcery called "A" defined_as Destory target prey
                1:20 card-target: no target is called `Craeture`; did you mean `Creature`?
                1:33 card-target: no target is called `Blak`; did you mean `Black`?
                2:35 card-action: no action is called `Destory`; did you mean `Destroy`?
            val price = 2 * Forrests
              new Creature called "A" requires price with_demage 1
                1:17 card-requirement: nothing that a card may require is called `Forrests`; did you mean `Forest`?
                2:40 card-word: `with_demage` says nothing about a card; did you mean `with_damage`?
            new Creature called "A" with_damage 1; new Creature called "B" with_demage 2; new Creature called "C" with_helth 2
                1:64 card-word: `with_demage` says nothing about a card; did you mean `with_damage`?
                1:103 card-word: `with_helth` says nothing about a card; did you mean `with_health`?
            new Creature A with_damage 1
                1:14 card-name: the name `A` needs quotes; write `"A"`
            new Creature "A", with_damage 1, with_health 2
                fine
            new creature card called "A"
                fine
            2 * new Creature called "A"
                1:1 card-statement: `2` begins no statement; begin with `new` for a card, or `val` for something with a name
            new Forest and new Swamp
                1:12 card-word: `and` says nothing about a card; begin the next card on a line of its own
            new Forest * 4
                1:12 card-word: `*` says nothing about a card; a card is stated once: how many of it are in a deck, the rules say
        "#]],
    );
}
