//! What the runner says of scenarios: what it understands, what it does not, and what a file may do to it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::env;
use std::io::{self, Write};
use std::path::Path;

use scenarios::{Scenario, Table, Verdict, from_lines, from_text};

fn table() -> Table {
    Table::of_the_library().unwrap_or_else(|loaded| panic!("{:?}", loaded.problems))
}

fn verdicts(scenarios: &[Scenario]) -> Vec<String> {
    let table = table();
    scenarios.iter().map(|s| s.run(&table).to_string()).collect()
}

/// A scenario in which a creature may be burnt; `more` are its actions, `what` is expected.
fn burnt(more: &str, what: &str) -> String {
    format!(
        r#"{{"id": "a", "setup": [{{"player": "P2", "zone": "battlefield", "card": "Marsh Bear"}},
        {{"player": "P1", "zone": "hand", "card": "Spark", "count": 2}}],
        "actions": [{more}], "stop": {{"turn": 1, "step": "end_turn"}}, "expect": [{what}],
        "cards": {{"Marsh Bear": {{"type": "Creature — Bear", "mana_cost": "{{1}}{{G}}", "pt": "2/2", "oracle": ""}},
        "Spark": {{"type": "Instant", "mana_cost": "{{R}}", "oracle": "Spark deals 2 damage to any target."}}}}}}"#
    )
    .replace('\n', " ")
}

const CAST: &str = r#"{"turn": 1, "step": "precombat_main", "player": "P1", "do": "cast", "card": "Spark", "target": "Marsh Bear"}"#;
const DEAD: &str = r#"{"what": "graveyard_count", "player": "P2", "card": "Marsh Bear", "value": 1}"#;

fn check(line: &str, expected: &str) {
    assert_eq!(verdicts(&from_lines(line).unwrap()), [expected], "{line}");
}

#[test]
fn a_spell_and_what_comes_of_it() {
    check(&burnt(CAST, DEAD), "pass");
    let wrong = DEAD.replace("\"value\": 1", "\"value\": 0");
    check(&burnt(CAST, &wrong), "fail: Marsh Bear in the graveyard of P2: expected 0, found 1 (turn 1, End)");
}

#[test]
fn what_is_not_wholly_understood_is_no_pass() {
    for (action, expected) in [
        (
            CAST.replace("\"do\": \"cast\"", "\"do\": \"conjure\""),
            "unsupported: nobody knows how to `conjure`",
        ),
        (
            CAST.replace("\"target\"", "\"loudly\": true, \"target\""),
            "unsupported: `doCast` takes no `loudly`",
        ),
        (CAST.replace("precombat_main", "sunrise"), "unsupported: the step sunrise"),
        (
            format!(r#"{CAST}, {{"player": "P1", "do": "choose", "value": "Elf"}}"#),
            "unsupported: nothing asked for `choose` `Elf`",
        ),
        (
            CAST.replace(r#", "target": "Marsh Bear""#, ""),
            "fail: Spark cannot be cast like that (turn 1, Main)",
        ),
        (CAST.replace("\"card\": \"Spark\", ", ""), "unsupported: `doCast` needs `card`"),
    ] {
        check(&burnt(&action, DEAD), expected);
    }
    check(
        &burnt(CAST, &DEAD.replace("graveyard_count", "grave")),
        "unsupported: nobody knows what `grave` is",
    );
    check(
        &burnt(CAST, DEAD).replace("deals 2 damage to any target", "deals 2 damage to the moon"),
        "unsupported: Spark: ~ deals 2 damage to the moon",
    );
}

#[test]
fn several_values_are_several_choices() {
    let divided = |amounts: &str, marked: u32| {
        let cast = CAST.replace("\"Marsh Bear\"", "\"P2^Marsh Bear\"");
        let choice = format!(r#"{{"player": "P1", "do": "choose", "value": {amounts}}}"#);
        let what = format!(r#"{{"what": "damage_marked", "card": "Marsh Bear", "value": {marked}}}"#);
        burnt(&format!("{cast}, {choice}"), &what)
            .replace("2 damage to any target", "3 damage divided as you choose among one or two targets")
            .replace("2/2", "2/9")
    };
    check(&divided("[1, 2]", 2), "pass");
    check(&divided("[2, 1]", 1), "pass");
    check(&divided("\"2^1\"", 1), "pass");
    check(&divided("[2, 1, 1]", 2), "unsupported: nothing asked for `choose` `1`");
    check(&divided("[]", 2), "unsupported: `choose` without one value");
    // Only of numbers the last follows from the others.
    check(&divided("[2, \"Elf\"]", 2), "unsupported: nothing asked for `choose` `Elf`");
}

#[test]
fn what_nobody_could_have_is_unsupported() {
    let given = |entry: &str| {
        format!(
            r#"{{"id": "a", "setup": [{entry}], "stop": {{"turn": 1, "step": "end_turn"}},
            "expect": [{{"what": "life", "player": "P1", "value": 20}}],
            "cards": {{"Marsh Bear": {{"type": "Creature — Bear", "pt": "2/2", "oracle": ""}}}}}}"#
        )
        .replace('\n', " ")
    };
    let pool = |pool: &str| given(&format!(r#"{{"player": "P1", "mana_pool": "{pool}"}}"#));
    for bad in ["QQ", "{W", "X", "{W/U}", "{2/W}", "{W/P}", "99999999", "501"] {
        check(&pool(bad), &format!("unsupported: the mana {bad}"));
    }
    check(&pool("{W}{W}{3}"), "pass");
    let bear = |counters: &str| {
        given(&format!(
            r#"{{"player": "P1", "zone": "battlefield", "card": "Marsh Bear", "counters": {counters}}}"#
        ))
    };
    for (counters, why) in [
        (r#"["+1/+1"]"#, "counters without their number"),
        (r#"{"+1/+1": "some"}"#, "a number of counters that is not whole"),
        (r#"{"+1/+1": -1}"#, "a number of counters that is not whole"),
        (r#"{"+1/+1": {}}"#, r#"`counters` of `sceneSetup` cannot be `{"+1/+1":{}}`"#),
    ] {
        check(&bear(counters), &format!("unsupported: {why}"));
    }
    check(&bear(r#"{"+1/+1": 1}"#), "pass");
    let player = |p: &str| given(&format!(r#"{{"player": "{p}", "life": 20}}"#));
    check(&player("P2"), "pass");
    check(&player("P3"), "unsupported: more than two players");
    check(&player("P5"), "unsupported: P5 is named, and there are at most 4 players");
    check(&player("P33"), r#"unsupported: `player_` of `sceneSetup` cannot be `"P33"`"#);
}

#[test]
fn what_the_rules_refuse_fails() {
    let late = CAST.replace("Spark", "Marsh Bear").replace(r#", "target": "Marsh Bear""#, "");
    let held =
        burnt(&late, DEAD).replace("\"zone\": \"battlefield\"", "\"zone\": \"hand\"").replace("P2", "P1");
    check(
        &held.replace("precombat_main", "declare_attackers"),
        "fail: Marsh Bear cannot be cast (turn 1, Attackers)",
    );
}

#[test]
fn a_hostile_file_is_answered() {
    let long = format!("{{\"id\": \"{}\"}}", "x".repeat(2 << 20));
    let deep = "[".repeat(100_000);
    for (line, begins) in [
        ("nonsense", "fail: the line is no JSON"),
        ("[1, 2]", "fail: the line is no JSON object"),
        (deep.as_str(), "fail: the line is no JSON"),
        (long.as_str(), "fail: the line is longer than 1 MB"),
        ("{}", "unsupported: nothing is expected"),
        (r#"{"expect": 7}"#, "unsupported: `expect` of the scenario is not known"),
        (r#"{"expect": [7]}"#, "unsupported: an entry of `expect` is no object"),
        (r#"{"expect": [{}]}"#, "unsupported: an entry has no `what`"),
        (r#"{"expect": [{"what": "life"}]}"#, "unsupported: `expectLife` needs `player_`"),
        (r#"{"expect": [{"what": "life", "player": "P99999999999", "value": 1}]}"#, "unsupported: `player_`"),
        (r#"{"cards": {"X": 3}, "expect": []}"#, "unsupported: what stands on `X` is not said"),
    ] {
        let verdict = &verdicts(&from_lines(line).unwrap())[0];
        assert!(verdict.starts_with(begins), "{}: {verdict}", &line[..line.len().min(60)]);
    }
    let endless = burnt(CAST, DEAD)
        .replace("\"turn\": 1, \"step\": \"end_turn\"", "\"turn\": 1e9, \"step\": \"upkeep\"");
    check(&endless, "unsupported: the turn 1000000000");
    check(&endless.replace("1e9", "39"), "unsupported: `Discard what?` is asked, and nothing answers it");
    let many = burnt(CAST, DEAD).replace("\"count\": 2", "\"count\": 1e12");
    check(&many, "unsupported: more than 500 of a card");
    let wordy =
        burnt(CAST, DEAD).replace("to any target.", &"to any target and draw a card and ".repeat(1000));
    check(&wordy, "unsupported: the text of Spark is too long");
}

#[test]
fn the_form_that_players_write() {
    let text = r#"
// burning a bear
scenario a bear is burnt
card Marsh Bear, type: Creature — Bear, manaCost: {1}{G}, pt: 2/2
card Spark, type: Instant, manaCost: {R}, oracle: "Spark deals 2 damage to any target."
given P2, battlefield, Marsh Bear, 2
turn 1, precombat_main
P1 cast Spark, target: Marsh Bear
expect battlefield_count P2, 1, Marsh Bear
stop 1, end_turn
expect graveyard_count P2, 1, Marsh Bear
expect life P2, 20

scenario a line that says nothing
conjure a bear
expect life P1, 20
"#;
    let found = from_text(text).unwrap();
    assert_eq!(
        found.iter().map(|s| (s.id.as_str(), s.line)).collect::<Vec<_>>(),
        [("a bear is burnt", 3), ("a line that says nothing", 14)]
    );
    assert_eq!(verdicts(&found), ["pass", "fail: line 15: `conjure` begins no line of a scenario"]);
    assert!(from_text("given P1, hand, Spark").is_err());
}

#[test]
fn what_nobody_knows_is_no_pass_in_the_form_that_players_write() {
    let elf = "card Elf, type: Creature — Elf, manaCost: {G}, pt: 1/1";
    let given = "given P1, battlefield, Elf";
    let stop = "stop 1, upkeep";
    for (lines, expected) in [
        (vec![elf, given, "stop 1, frobstep"], "unsupported: the step frobstep"),
        (vec!["stop 999999999, upkeep"], "unsupported: the turn 999999999"),
        (vec!["stop 1.5, upkeep"], "fail: line 2: `1.5` is no turn"),
        (vec!["turn 1, dusk", "P1 cast Elf", stop], "unsupported: the step dusk"),
        (vec!["given P1, nowhere", stop], "unsupported: the zone nowhere"),
        (vec![&elf.replace("1/1", "1/1/1"), given, stop], "unsupported: Elf: the size 1/1/1"),
        (
            vec![elf, "given P1, battlefield, Elf, 2, count: 3", stop],
            "unsupported: `count` of `sceneSetup` is given twice",
        ),
        (
            vec![elf, "given P1, battlefield, Elf, -3", stop],
            "unsupported: a number of things that is not whole",
        ),
        (vec![elf, "given P1, hand, Elf, 2.5", stop], "unsupported: a number of things that is not whole"),
        (
            vec![elf, "given P1, battlefield, Elf, counters: [frob; 2.5]", stop],
            "unsupported: a number of counters that is not whole",
        ),
        (vec![elf, given, stop], "pass"),
    ] {
        let text = format!("scenario one\n{}\nexpect life P1, 20\n", lines.join("\n"));
        assert_eq!(verdicts(&from_text(&text).unwrap()), [expected], "{text}");
    }
}

#[test]
fn the_scenarios_beside_a_game_hold() {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/heron-and-ember/game.tgdl");
    let table = Table::beside(&game).unwrap_or_else(|loaded| panic!("{:?}", loaded.problems));
    let files = project::files_beside(&game, scenarios::ENDING);
    let texts = files.iter().map(|file| project::read_text(file, 1 << 20).unwrap());
    let all: Vec<Scenario> = texts.flat_map(|text| from_text(&text).unwrap()).collect();
    let wrong = all.iter().map(|s| (s, s.run(&table))).filter(|(_, verdict)| *verdict != Verdict::Pass);
    let wrong: Vec<String> = wrong.map(|(s, verdict)| format!("{}: {verdict}", s.id)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(all.len() > 100, "only {} scenarios were found", all.len());
}

#[test]
fn the_acceptance_page() {
    let Some(folder) = env::var_os("TAVOLA_ACCEPTANCE") else {
        let in_ci = env::var("CI").is_ok_and(|ci| ci == "true");
        assert!(!in_ci, "TAVOLA_ACCEPTANCE names no folder, and nothing may be skipped where CI=true");
        // Where tests capture what they print, this passes them by.
        let _ = writeln!(io::stderr(), "SKIPPED an acceptance test: TAVOLA_ACCEPTANCE names no folder");
        return;
    };
    let text = project::read_text(&Path::new(&folder).join("ccg/scenarios.jsonl"), 4 << 20).unwrap();
    let all = from_lines(&text).unwrap();
    let table = table();
    let verdicts: Vec<Verdict> = all.iter().map(|s| s.run(&table)).collect();
    let failed = verdicts.iter().filter(|v| matches!(v, Verdict::Fail(_))).count();
    let passed = verdicts.iter().filter(|v| **v == Verdict::Pass).count();
    assert!(failed == 0 && passed >= 60, "{passed} of {} pass, {failed} fail", all.len());
}
