//! Players, turns, phases.

use crate::kit::{fault, holds, logged, played, program, start, with};

const ACTIONS: &str = "global class R {
    action go { trigger PlayerChoiceEvent { return true; } effect { turn.pass(); tell(); } }
    action to { input player p; trigger PlayerChoiceEvent { return true; } effect { turn.pass(p); tell(); } }
    function void tell() { Log.say(\"{turn.active().name}/{turn.phase.active() ?? \"-\"}/{player.active() as number}\"); }
} ";

fn turns(items: &str, setup: &str, moves: &[&str]) -> String {
    let items = format!("{ACTIONS} {items}");
    played(&items, setup, moves)
}

#[test]
fn a_turn_in_the_long_form_works() {
    let printed = "turn Main {\n    default\n    {\n        // Passa il controllo al giocatore successivo\n        // usando una espressione giocatore\n        return turn.active() + 1;\n    }\n}\n";
    assert_eq!(
        turns(printed, "players 3; turns.use(\"Main\"); R.tell();", &["go", "go", "go"]),
        "Main/-/0 Main/-/1 Main/-/2 Main/-/0"
    );
}

#[test]
fn without_a_default_the_next_player_comes() {
    assert_eq!(
        turns("turn Main { }", "players 3; turns.use(\"Main\");", &["go", "go", "go"]),
        "Main/-/1 Main/-/2 Main/-/0"
    );
}

#[test]
fn players_all_and_active() {
    assert_eq!(
        with(
            "",
            "players 4; Log.say(\"{player.all().length} {player.all()[3] as number} {player.active() as number} {player.active() + 1}\");"
        ),
        "4 3 0 1"
    );
}

#[test]
fn turns_are_changed_with_use() {
    let items = "turn Day { phase Work; phase Rest { } default { return player.active() + 1; } } turn Night { phase Sleep; default { return player.active() - 1; } }";
    let setup = "players 3; turns.use(\"Day\"); R.tell(); turns.use(\"Day\", \"Rest\"); R.tell(); turn.pass(); R.tell(); turns.use(turn: \"Night\"); R.tell(); turn.pass(); turn.pass(); R.tell(); turns.use(\"Day\"); R.tell();";
    assert_eq!(
        turns(items, setup, &[]),
        "Day/Work/0 Day/Rest/0 Day/Rest/1 Night/Sleep/1 Night/Sleep/2 Day/Work/2"
    );
}

#[test]
fn pass_names_player_and_phase() {
    let items = "turn Main { phase Draw; phase Play; }";
    let setup = "players 4; turns.use(\"Main\"); turn.pass(2); R.tell(); turn.pass(3 + 2, \"Play\"); R.tell(); turn.pass(-1); R.tell(); turn.pass(phase: \"Draw\", p: 0); R.tell();";
    assert_eq!(
        turns(items, setup, &["to player 3"]),
        "Main/Draw/2 Main/Play/1 Main/Play/3 Main/Draw/0 Main/Draw/2"
    );
}

#[test]
fn a_phase_has_a_default_of_its_own() {
    let items = "turn Main { phase Draw { default { turn.phase.use(\"Play\"); return player.active(); } } phase Play { default { turn.phase.use(\"Draw\"); return player.active() + 1; } } }";
    assert_eq!(
        turns(items, "turns.use(\"Main\");", &["go", "go", "go"]),
        "Main/Play/0 Main/Draw/1 Main/Play/1"
    );
}

#[test]
fn a_default_that_returns_null_is_a_fault() {
    let items = "turn Main { default { player p; return p; } }";
    assert_eq!(
        fault(&format!("{ACTIONS}{items}"), "turns.use(\"Main\"); turn.pass();").message,
        "`p` is null"
    );
}

#[test]
fn passing_to_null_is_a_fault() {
    assert_eq!(fault("", "turns.use(\"Main\"); player p; turn.pass(p);").message, "`p` is null");
}

#[test]
fn an_unknown_turn_or_phase_is_a_fault_where_it_is_no_literal() {
    assert_eq!(fault("", "string t = \"Mian\"; turns.use(t);").message, "there is no turn called `Mian`");
    let items = "turn Main { phase Draw; }";
    assert_eq!(
        fault(items, "string f = \"Darw\"; turns.use(\"Main\", f);").message,
        "there is no phase called `Darw`"
    );
    assert_eq!(
        fault(items, "turns.use(\"Main\"); string f = \"Darw\"; turn.pass(1, f);").message,
        "there is no phase called `Darw`"
    );
}

#[test]
fn those_who_are_out_are_passed_over() {
    let setup = "players 4; turns.use(\"Main\"); eliminate 1; eliminate 2; Log.say(\"{player.remaining().length} {player.all().length}\");";
    assert_eq!(turns("turn Main { }", setup, &["go", "go"]), "2 4 Main/-/3 Main/-/0");
}

#[test]
fn teams_and_scores() {
    let setup = "players 4; team \"North-South\" { 0, 2 } score 2 12; score 5 3; Log.say(\"{(2 as player).team.length} {(1 as player).team.length} {(2 as player).score} {(1 as player).score}\");";
    let current = start(&program("", setup));
    assert_eq!(logged(&current), "2 1 12 3");
    let view = current.view(None);
    assert_eq!(view.seats[2].team.as_deref(), Some("North-South"));
    assert_eq!((view.seats[2].score, view.seats[1].team.clone()), (12.0, None));
}

/// Nobody can lay a stone while `open` is 0; whoever cannot lay one passes by itself.
fn passing(players: &str, pass: &str) -> String {
    format!(
        "interactable Stone {{ number n; }} zone bag of Stone {{ visible all; }}
        global class Rules {{
            number open = 0; Stone kept;
            action lay {{ require {{ return open > 0; }} trigger PlayerChoiceEvent {{ return true; }}
                effect {{ open -= 1; turn.pass(); }} }}
            action skip {{ trigger NoChoiceEvent {{ return true; }} effect {{ {pass} }} }}
        }}
        turn Main {{ }}
        setup {{ {players}; for (number i in 1..3) {{ bag.add(new Stone() {{ n = i }}); }} turns.use(\"Main\"); }}"
    )
}

#[test]
fn passes_that_lead_in_a_circle_are_stuck() {
    for players in ["players 2", "players 5"] {
        let text = format!("game \"Circle\"; {}", passing(players, "turn.pass();"));
        assert_eq!(start(&text).outcome(), Some(engine::view::Outcome::Stuck), "{players}");
    }
    // Where somebody chose in between, the same position comes again and nothing is wrong.
    let again = passing("players 2", "turn.pass(); if (player.active() == 0) { open = 1; }");
    holds(&format!(
        "game \"Again\"; {again} test \"again\" {{ for (number i in 1..4) {{ expect !over; play lay() by 0; }} }}"
    ));
    // Chance may lead out of it.
    let rolls = passing("players 2", "turn.pass(); if (random.roll(6) == 6) { open = 1; }");
    holds(&format!("game \"Rolls\"; {rolls} test \"in the end\" {{ expect !over && Rules.open == 1; }}"));
}

#[test]
fn a_script_keeps_its_objects_through_automatic_passes() {
    let rules = passing("players 3", "turn.pass(); if (player.active() == 0) { open = 1; }");
    holds(&format!(
        "game \"Kept\"; {rules}
        test \"a local stays what it was\" {{
            bag[2].lift(); Stone s = bag[0]; s.lift(); Rules.kept = s;
            play lay() by 0;
            expect Rules.kept.n == 1;
            expect s.n == 1 && s == Rules.kept;
        }}"
    ));
}
