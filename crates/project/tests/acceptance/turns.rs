//! 3.8 and 3.9: players, turns, phases.

use crate::kit::{fault, logged, played, program, start, with};

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
fn the_turn_of_the_proposal_works_as_printed() {
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
