//! The desk over its sockets: what is written where, what becomes of hostile files, and who is not answered.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use engine::Choices;
use serde_json::{Value, json};
use std::fs;
use std::io;
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};
use workshop::{Beginning, Config, Workshop, Writer};

const GAME: &str = r#"game "Steps";
turn Main { }
global class Rules {
    number sum = 0;
    action add {
        input number n from 1..9;
        trigger PlayerChoiceEvent { return true; }
        effect { sum += n; turn.pass(); }
    }
}
setup { players 2; turns.use("Main"); }
"#;

struct Plain;

impl Writer for Plain {
    fn write(&self, path: &Path, text: &str, _: bool) -> io::Result<()> {
        assert!(!text.contains("defect"), "a defect of the writer");
        fs::write(path, text)
    }
}

struct Desk {
    folder: TempDir,
    workshop: Workshop,
}

struct Socket(WebSocket<MaybeTlsStream<TcpStream>>);

impl Desk {
    fn new(game: &str) -> Desk {
        Desk::with(game, Choices::default())
    }

    fn with(game: &str, options: Choices) -> Desk {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("game.tgdl"), game).unwrap();
        let config = Config {
            path: folder.path().to_path_buf(),
            beginning: Beginning { seed: 1, players: None, options },
            port: 0,
            page: Arc::new(|_| None),
            writer: Box::new(Plain),
        };
        let workshop = Workshop::start(config).unwrap();
        Desk { folder, workshop }
    }

    fn token(&self) -> &str {
        self.workshop.url().split_once('#').unwrap().1
    }

    fn socket(&self, path: &str, first: &Value) -> Socket {
        let host = self.workshop.url().split('#').next().unwrap().replace("http", "ws");
        let (socket, _) = tungstenite::connect(format!("{host}api/{path}")).unwrap();
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        }
        let mut socket = Socket(socket);
        socket.say(first);
        socket
    }

    /// The page, once it has heard how everything stands.
    fn page(&self) -> Socket {
        let mut page = self.socket("desk", &json!({ "open": { "token": self.token() } }));
        page.hear("problems");
        page
    }

    fn table(&self, of: &str) -> Socket {
        self.socket("socket", &json!({ "hello": { "proto": 1, "match": of, "token": self.token() } }))
    }

    /// At once, so that nobody sees the file while it is being written.
    fn write(&self, name: &str, text: &str) {
        let new = self.folder.path().join(".new");
        fs::write(&new, text).unwrap();
        fs::rename(&new, self.folder.path().join(name)).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap()
    }
}

impl Socket {
    fn say(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).unwrap();
    }

    /// The next message of a name; others are passed over.
    fn hear(&mut self, name: &str) -> Value {
        loop {
            let Message::Text(text) = self.0.read().unwrap() else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            if let Some(found) = message.get(name) {
                return found.clone();
            }
        }
    }

    fn save(&mut self, path: &str, text: &str, seen: &Value) {
        self.say(&json!({ "save": { "id": 1, "path": path, "text": text, "seen": seen } }));
    }

    /// The table's next problems, those of texts that are not saved left out.
    fn problems(&mut self) -> Value {
        loop {
            let problems = self.hear("problems");
            if problems["draft"] == false {
                return problems;
            }
        }
    }
}

#[test]
fn a_save_is_written_and_every_table_hears_of_it() {
    let desk = Desk::new(GAME);
    let mut page = desk.socket("desk", &json!({ "open": { "token": desk.token() } }));
    let seen = page.hear("files")["files"][0]["hash"].clone();
    let mut seat = desk.table("seat-0");
    assert_eq!(seat.hear("welcome")["seat"], 0);
    let q = seat.hear("ask")["q"].clone();
    seat.say(&json!({ "play": { "id": "00000000-0000-0000-0000-000000000001", "q": q, "path": "add 4" } }));
    seat.hear("ack");
    assert_eq!(seat.hear("step")["now"]["waiting"][0]["seat"], 1);
    page.save("game.tgdl", &GAME.replace("sum = 0", "sum = 10"), &seen);
    assert_eq!(page.hear("saved")["path"], "game.tgdl");
    assert_eq!(page.problems()["sound"], true);
    let table = seat.hear("welcome")["table"].clone();
    assert_eq!(table["facts"]["Rules.sum"], json!({ "num": 14 }));
    assert!(desk.read("game.tgdl").contains("sum = 10"));
    // The question of the table before is no question any more.
    seat.say(&json!({ "play": { "id": "00000000-0000-0000-0000-000000000002", "q": q, "path": "add 4" } }));
    assert_eq!(seat.hear("no")["code"], "stale");
}

#[test]
fn a_new_file_is_checked_before_it_is_saved() {
    let desk = Desk::new(GAME);
    let mut page = desk.page();
    page.say(
        &json!({ "draft": { "path": "tests/a.tgdl", "text": "test \"t\" { expect nonsense == 1; }\n" } }),
    );
    let mut problems = page.hear("problems");
    // Those of the files as they lie there may come before.
    while problems["draft"] == false {
        problems = page.hear("problems");
    }
    assert_eq!(problems["sound"], false);
    assert_eq!(problems["list"][0]["code"], "unknown-name", "{problems}");
}

#[test]
fn nothing_is_written_over_what_somebody_else_wrote_nor_outside_of_the_game() {
    let desk = Desk::new(GAME);
    let mut page = desk.page();
    page.save("game.tgdl", "mine", &json!("0000000000000000"));
    let unsaved = page.hear("unsaved");
    assert_eq!((&unsaved["code"], &unsaved["text"]), (&json!("changed"), &json!(GAME)));
    page.save("game.tgdl", "mine", &Value::Null);
    assert_eq!(page.hear("unsaved")["code"], "changed");
    for path in [
        "../evil.tgdl",
        "/tmp/evil.tgdl",
        "notes.txt",
        ".hidden.tgdl",
        "a/../../evil.tgdl",
        "",
        "a\nb.tgdl",
        "a\u{202e}b.tgdl",
    ] {
        page.save(path, "mine", &Value::Null);
        assert_eq!(page.hear("unsaved")["code"], "outside", "{path}");
    }
    #[cfg(unix)]
    {
        let elsewhere = tempfile::tempdir().unwrap();
        fs::write(elsewhere.path().join("other.tgdl"), "other").unwrap();
        std::os::unix::fs::symlink(elsewhere.path(), desk.folder.path().join("link")).unwrap();
        page.save("link/other.tgdl", "mine", &Value::Null);
        assert_eq!(page.hear("unsaved")["code"], "outside");
    }
    page.save("tests/first.tgdl", "mine", &Value::Null);
    assert_eq!(page.hear("unsaved")["why"], "there is no folder `tests`; make it, and save again");
    assert_eq!(desk.read("game.tgdl"), GAME);
    page.save("more.tgdl", "class More { }\n", &Value::Null);
    page.hear("saved");
    assert_eq!(desk.read("more.tgdl"), "class More { }\n");
}

#[test]
fn hostile_files_neither_stop_it_nor_take_the_table() {
    let desk = Desk::new(GAME);
    let mut page = desk.page();
    let large = "x".repeat(100 << 20);
    for (what, text) in [
        ("rubbish", "({[\"".repeat(50_000)),
        ("too large", large),
        ("circle", GAME.replacen("turn Main", "import \"game\"; turn Main", 1)),
        ("empty", String::new()),
    ] {
        desk.write("game.tgdl", &text);
        let mut problems = page.problems();
        while problems["sound"] != false || problems["list"] == json!([]) {
            problems = page.problems();
        }
        println!("{what}");
    }
    fs::remove_file(desk.folder.path().join("game.tgdl")).unwrap();
    while page.problems()["list"][0]["code"] != "missing-file" {}
    desk.write("game.tgdl", &GAME.replace("setup {", "setup { while (true) { }"));
    let fault = loop {
        let stand = page.hear("stand");
        if stand["over"] == true {
            break stand["fault"].clone();
        }
    };
    assert_eq!(fault["at"]["file"], "game.tgdl");
    desk.write("game.tgdl", GAME);
    while page.hear("stand")["over"] == true {}
}

#[test]
fn an_import_that_is_written_later_is_found() {
    let desk = Desk::new(&GAME.replacen("turn Main", "import \"parts/more\"; turn Main", 1));
    let mut page = desk.socket("desk", &json!({ "open": { "token": desk.token() } }));
    assert_eq!(page.problems()["sound"], false);
    fs::create_dir(desk.folder.path().join("parts")).unwrap();
    desk.write("parts/more.tgdl", "class More { }\n");
    while page.problems()["sound"] != true {}
    desk.write("parts/more.tgdl", "class More { number }\n");
    while page.problems()["sound"] != false {}
}

#[test]
fn who_has_no_token_is_sent_away() {
    let desk = Desk::new(GAME);
    let wrong = "0".repeat(32);
    for (path, first) in [
        ("desk", json!({ "open": { "token": wrong } })),
        ("desk", json!({ "go": { "to": 1 } })),
        ("socket", json!({ "hello": { "proto": 1, "match": "seat-0", "token": wrong } })),
        ("socket", json!({ "hello": { "proto": 1, "match": "seat-0" } })),
        ("socket", json!({ "hello": { "proto": 1, "match": "seat-9", "token": desk.token() } })),
    ] {
        let mut socket = desk.socket(path, &first);
        let Message::Text(text) = socket.0.read().unwrap() else { unreachable!("{first}") };
        assert_eq!(&*text, r#"{"bye":{"why":"unknown"}}"#, "{first}");
    }
}

#[test]
fn chance_plays_in_the_background_and_at_the_table() {
    let desk = Desk::new(GAME);
    let mut page = desk.page();
    page.say(&json!({ "bot": { "moves": 3 } }));
    while page.hear("stand")["at"] != 3 {}
    page.say(&json!({ "go": { "to": 1 } }));
    while page.hear("stand")["at"] != 1 {}
    page.say(&json!({ "bot": { "moves": 1, "bot": "easy" } }));
    while page.hear("stand")["at"] != 2 {}
    page.say(&json!({ "bot": { "moves": 1, "bot": "nobody" } }));
    assert!(page.hear("no")["why"].as_str().unwrap().contains("nobody"));
    page.say(&json!({ "inside": { "seat": 99 } }));
    assert_eq!(page.hear("no")["why"], "there is no seat 99 in this match of 2 players");
    page.say(&json!({ "inside": { "seat": 0 } }));
    assert!(!page.hear("inside")["trace"].as_array().unwrap().is_empty());
    page.say(&json!({ "trial": { "games": 2 } }));
    let trial = loop {
        let trial = page.hear("trial");
        if trial["games"] == trial["wanted"] {
            break trial;
        }
    };
    assert_eq!(trial["unfinished"], 2);
    page.say(&json!({ "explain": { "code": "unknown-name" } }));
    assert!(page.hear("explained")["text"].as_str().unwrap().contains("Wrong:"));
}

const TESTED: &str = r#"
test "one and one" { play add(1) by 0; play add(1) by 1; expect Rules.sum == 2; }
test "never" { play add(9) by 0; expect Rules.sum == 8; }
"#;

#[test]
fn rule_tests_run_behind_each_save_and_tell_what_failed() {
    let desk = Desk::new(&format!("{GAME}{TESTED}"));
    let mut page = desk.page();
    let mut tests = page.hear("tests");
    while tests["run"] != tests["all"] {
        tests = page.hear("tests");
    }
    let failed = &tests["list"][0];
    assert_eq!((&tests["all"], &tests["failed"], &failed["name"]), (&json!(2), &json!(1), &json!("never")));
    assert!(failed["why"].as_str().unwrap().contains("8"), "{failed}");
    assert_eq!(failed["at"]["line"], 14);
    // Another page hears of them when it comes; a save that mends them tells so, and one of a broken test what is wrong.
    assert_eq!(desk.page().hear("tests")["failed"], 1);
    desk.write("game.tgdl", &format!("{GAME}{}", TESTED.replace("== 8", "== 9")));
    while page.hear("tests")["failed"] != 0 {}
    desk.write("game.tgdl", &format!("{GAME}{}", TESTED.replace("Rules.sum == 8", "nothing")));
    let problems = loop {
        let problems = page.problems();
        if problems["list"][0]["code"] == "unknown-name" {
            break problems;
        }
    };
    assert_eq!(problems["sound"], true);
}

#[test]
fn the_log_is_told_again_after_a_save() {
    let told = GAME.replace("sum += n;", "sum += n; tell \"the sum is {sum}\";");
    let desk = Desk::new(&told);
    let mut page = desk.page();
    let mut seat = desk.table("seat-0");
    assert_eq!(seat.hear("welcome")["log"], Value::Null);
    for _ in 0..2 {
        page.say(&json!({ "bot": { "moves": 1 } }));
        seat.hear("step");
    }
    desk.write("game.tgdl", &told.replace("the sum", "so far it"));
    let log = seat.hear("welcome")["log"].clone();
    let lines: Vec<&str> =
        log.as_array().unwrap().iter().filter_map(|entry| entry["tell"].as_str()).collect();
    assert_eq!((log.as_array().unwrap().len(), lines.len()), (4, 2), "{log}");
    assert!(lines.iter().all(|line| line.starts_with("so far it is")), "{log}");
}

#[test]
fn rule_tests_run_whatever_options_the_match_has() {
    let text = GAME.replacen("turn Main", "option number first = 1 in 1..9;\nturn Main", 1);
    let desk = Desk::new(&format!("{text}{TESTED}"));
    let mut page = desk.page();
    page.say(&json!({ "new": { "seed": 3, "players": 2, "options": { "first": "7" } } }));
    while page.hear("stand")["options"][0]["value"] != "7" {}
    desk.write("game.tgdl", &format!("{text}{} ", TESTED.replace("== 8", "== 9")));
    let mut tests = page.hear("tests");
    while tests["failed"] != 0 || tests["run"] != tests["all"] {
        tests = page.hear("tests");
    }
    assert_eq!(tests["all"], 2);
}

#[test]
fn options_are_chosen_with_another_match() {
    let text = GAME.replacen(
        "turn Main",
        "option number first = 1 in 1..9;
turn Main",
        1,
    );
    let desk = Desk::new(&text.replace("sum = 0", "sum = first"));
    let mut page = desk.socket("desk", &json!({ "open": { "token": desk.token() } }));
    let option = page.hear("stand")["options"][0].clone();
    assert_eq!((&option["name"], &option["value"]), (&json!("first"), &json!("1")));
    assert_eq!(option["values"], json!({ "from": 1, "to": 9 }));
    page.say(&json!({ "new": { "seed": 3, "players": 2, "options": { "first": "7" } } }));
    while page.hear("stand")["options"][0]["value"] != "7" {}
    let mut seat = desk.table("seat-0");
    assert_eq!(seat.hear("welcome")["table"]["facts"]["Rules.sum"], json!({ "num": 7 }));
    // Without options the match is begun with those that it has; a value that there is not is left out.
    page.say(&json!({ "new": { "seed": 4, "players": 2 } }));
    while page.hear("stand")["seed"] != 4 {}
    page.say(&json!({ "new": { "seed": 5, "players": 2, "options": { "first": "70", "none": "1" } } }));
    loop {
        let stand = page.hear("stand");
        if stand["seed"] == 5 && stand["options"][0]["value"] == "1" {
            break;
        }
    }
}

#[test]
fn a_defect_is_told_to_whoever_met_it_and_the_desk_goes_on() {
    let desk = Desk::new(GAME);
    let mut page = desk.page();
    let mut seat = desk.table("seat-0");
    seat.hear("welcome");
    page.say(&json!({ "bot": { "moves": 1 } }));
    page.save("more.tgdl", "// defect", &Value::Null);
    let why = page.hear("no")["why"].as_str().unwrap().to_owned();
    assert!(why.starts_with("internal error at ") && why.ends_with("a defect of the writer"), "{why}");
    // The match is made anew from its choices.
    assert_eq!(page.hear("stand")["at"], 1);
    seat.hear("step");
    assert!(seat.hear("welcome")["table"].is_object());
    page.save("more.tgdl", "class More { }\n", &Value::Null);
    page.hear("saved");
}

#[test]
fn a_match_that_went_wrong_comes_with_the_command_that_plays_it_again() {
    let text = GAME.replacen("turn Main", "option number least = 1 in 1..9;\nturn Main", 1);
    let text = text.replace("sum += n;", "sum += n; if (sum > least) { fault(\"over\"); }");
    let options = Choices::default().with("least", "3").with("gone", "1");
    let desk = Desk::with(&text, options);
    let mut page = desk.page();
    page.say(&json!({ "trial": { "games": 30 } }));
    let mut trial = page.hear("trial");
    while trial["games"] != trial["wanted"] {
        trial = page.hear("trial");
    }
    let bad = &trial["bad"][0];
    assert_eq!((&bad["what"], &bad["count"]), (&json!("over"), &json!(30)));
    let command = format!(
        "tavola simulate {} --games 1 --seed {} --players 2 --max-moves 2000 --option least=3",
        desk.folder.path().display(),
        bad["seed"].as_str().unwrap(),
    );
    assert_eq!(bad["command"], command);
}

/// What random play says went wrong, once all matches are played.
fn went_wrong(page: &mut Socket) -> Value {
    page.say(&json!({ "trial": { "games": 30 } }));
    loop {
        let trial = page.hear("trial");
        if trial["games"] == trial["wanted"] {
            return trial["bad"][0].clone();
        }
    }
}

#[test]
fn a_match_at_random_that_went_wrong_is_shown_with_its_choices() {
    let desk = Desk::new(&GAME.replace("sum += n;", "sum += n; if (sum > 20) { fault(\"over\"); }"));
    let mut page = desk.page();
    let bad = went_wrong(&mut page);
    let replay = json!({ "replay": {
        "seed": bad["seed"], "players": 2, "moves": bad["moves"], "what": bad["what"],
    } });
    page.say(&replay);
    let stand = page.hear("stand");
    assert_eq!((&stand["at"], &stand["fault"]["message"]), (&bad["moves"], &json!("over")), "{stand}");
    assert_eq!(stand["fault"]["at"]["line"], 8);
    page.say(&json!({ "inside": { "seat": 0 } }));
    assert!(!page.hear("inside")["trace"].as_array().unwrap().is_empty());
    // One steps back from it as from any choice, and the seed is said so that a page can send it again.
    let before = bad["moves"].as_u64().unwrap() - 1;
    page.say(&json!({ "go": { "to": before } }));
    let stand = page.hear("stand");
    assert_eq!((&stand["at"], &stand["fault"]), (&json!(before), &Value::Null));
    page.say(&json!({ "new": { "seed": stand["seed"], "players": 2 } }));
    assert_eq!(page.hear("stand")["seed"], stand["seed"]);
    // Under rules that have changed since, the match does not end so.
    page.say(&json!({ "trial": { "games": 0 } }));
    desk.write("game.tgdl", &GAME.replace("sum += n;", "sum += n; if (sum > 99) { winner actor; }"));
    page.hear("stand");
    page.say(&replay);
    let why = "the match does not end so any more: the rules have changed since it was played";
    assert_eq!(page.hear("no")["why"], why);
}

#[test]
fn a_match_begins_where_a_rule_test_failed_and_is_played_on_from_there() {
    let desk = Desk::new(&format!("{GAME}{TESTED}"));
    let mut page = desk.page();
    page.hear("stand");
    page.say(&json!({ "test": { "name": "never" } }));
    let stand = page.hear("stand");
    let test = &stand["test"];
    assert_eq!(
        (&test["name"], &test["moment"], &stand["at"]),
        (&json!("never"), &json!("failed"), &json!(0))
    );
    assert!(test["why"].as_str().unwrap().contains("8"), "{test}");
    let mut seat = desk.table("seat-1");
    let sum = |seat: &mut Socket| seat.hear("welcome")["table"]["facts"]["Rules.sum"]["num"].clone();
    assert_eq!(sum(&mut seat), 9);
    // Choices are made, taken back and made again; a save makes them again where the test stops then.
    let q = seat.hear("ask")["q"].clone();
    seat.say(&json!({ "play": { "id": "00000000-0000-0000-0000-000000000001", "q": q, "path": "add 4" } }));
    seat.hear("step");
    page.say(&json!({ "go": { "to": 0 } }));
    assert_eq!(sum(&mut seat), 9);
    page.say(&json!({ "go": { "to": 1 } }));
    assert_eq!(sum(&mut seat), 13);
    desk.write("game.tgdl", &format!("{GAME}{}", TESTED.replace("play add(9)", "play add(6)")));
    assert_eq!(sum(&mut seat), 10);
    desk.write("game.tgdl", &format!("{GAME}{}", TESTED.replace("== 8", "== 9")));
    assert_eq!(sum(&mut seat), 13);
    while page.hear("stand")["test"]["moment"] != "passed" {}
    // A test that is wrong leaves the table, and one that is gone another match.
    desk.write("game.tgdl", &format!("{GAME}{}", TESTED.replace("Rules.sum == 8", "nothing")));
    while page.problems()["sound"] != false {}
    desk.write("game.tgdl", GAME);
    assert_eq!(page.hear("stand")["test"], Value::Null);
    assert_eq!(page.hear("no")["why"], "there is no rule test `never` any more: this is your match again");
    page.say(&json!({ "test": { "name": "never" } }));
    assert_eq!(page.hear("no")["why"], "there is no rule test `never` any more");
}

#[test]
fn a_match_for_a_number_of_players_for_which_no_game_is_does_not_begin() {
    let desk = Desk::new(GAME);
    let mut page = desk.page();
    let before = page.hear("stand")["stand"].clone();
    page.say(&json!({ "new": { "seed": 5, "players": 9 } }));
    let why = page.hear("no")["why"].clone();
    assert!(why.as_str().unwrap().ends_with("players, not 9"), "{why}");
    page.say(&json!({ "bot": { "moves": 1 } }));
    assert_eq!(page.hear("stand")["stand"].as_u64(), before.as_u64().map(|stand| stand + 1));
}

#[test]
fn whoever_has_looked_at_a_rule_test_goes_on_with_the_match_that_was_played() {
    let desk = Desk::new(&format!("{GAME}{TESTED}"));
    let mut page = desk.page();
    page.say(&json!({ "new": { "seed": 5, "players": 2 } }));
    page.say(&json!({ "bot": { "moves": 1 } }));
    let mut own = page.hear("stand");
    while own["at"] != 1 {
        own = page.hear("stand");
    }
    assert_eq!((&own["seed"], &own["shown"]), (&json!(5), &Value::Null));
    // Looking at another one leaves the same match behind, and so does what is played there.
    page.say(&json!({ "test": { "name": "never" } }));
    assert_eq!(page.hear("stand")["shown"], true);
    page.say(&json!({ "bot": { "moves": 1 } }));
    page.hear("stand");
    page.say(&json!({ "test": { "name": "never" } }));
    page.hear("stand");
    page.say(&json!({ "return": {} }));
    let mut back = page.hear("stand");
    while back["shown"] == true {
        back = page.hear("stand");
    }
    for what in ["seed", "choices", "at"] {
        assert_eq!(back[what], own[what], "{what}");
    }
    // It comes back too where the test is gone.
    page.say(&json!({ "test": { "name": "never" } }));
    while page.hear("stand")["shown"] != true {}
    desk.write("game.tgdl", GAME);
    let mut back = page.hear("stand");
    while back["shown"] == true {
        back = page.hear("stand");
    }
    assert_eq!(back["choices"], own["choices"]);
    page.say(&json!({ "return": {} }));
    page.say(&json!({ "ping": {} }));
    page.hear("pong");
}

#[test]
fn where_the_rules_go_wrong_in_a_rule_test_the_match_begins_before_that_move() {
    let game = GAME.replace("sum += n;", "sum += n; if (sum > 8) { fault(\"over\"); }");
    let desk = Desk::new(&format!(
        "{game}test \"two\" {{ play add(8) by 0; play add(1) by 1; expect Rules.sum == 9; }}\n"
    ));
    let mut page = desk.page();
    page.hear("stand");
    page.say(&json!({ "test": { "name": "two" } }));
    let stand = page.hear("stand");
    assert_eq!((&stand["test"]["moment"], &stand["test"]["why"]), (&json!("before_fault"), &json!("over")));
    assert_eq!((&stand["fault"], &stand["deciding"]), (&Value::Null, &json!([1])));
    page.say(&json!({ "bot": { "moves": 1 } }));
    assert_eq!(page.hear("stand")["fault"]["message"], "over");
    // Whoever begins another match leaves the test.
    page.say(&json!({ "new": { "seed": 3, "players": 2 } }));
    assert_eq!(page.hear("stand")["test"], Value::Null);
}

#[test]
fn a_rule_test_for_other_options_is_shown_under_those() {
    let game = GAME.replacen("turn Main", "option number least = 1 in 1..9;\nturn Main", 1);
    let test = "test \"three\" { option least = 3; expect least == 1; }\n";
    let desk = Desk::with(&format!("{game}{test}"), Choices::default().with("least", "5"));
    let mut page = desk.page();
    page.hear("stand");
    let mut least = |said: Value| {
        page.say(&said);
        page.hear("stand")["options"][0]["value"].clone()
    };
    assert_eq!(least(json!({ "test": { "name": "three" } })), "3");
    let mut after = least(json!({ "new": { "seed": 3, "players": 2 } }));
    // The match has begun before the files are read for it.
    if after == "3" {
        after = page.hear("stand")["options"][0]["value"].clone();
    }
    assert_eq!(after, "5");
}

#[test]
fn a_move_that_is_too_much_to_be_followed_comes_with_the_table() {
    let text = GAME.replace("sum += n;", "for (number i in 1..n + 60000) { sum = i; }");
    let desk = Desk::new(&text);
    let mut seat = desk.table("seat-0");
    seat.hear("welcome");
    let mut page = desk.page();
    page.say(&json!({ "bot": { "moves": 1 } }));
    let step = seat.hear("step");
    let last = step["trace"].as_array().unwrap().last().unwrap().to_string();
    assert!(last.contains("anew") && step["table"].is_object(), "{last}");
}

#[test]
fn what_is_too_much_for_a_table_or_cannot_be_read_is_refused_and_the_desk_goes_on() {
    let items = "interactable Bead { }
        test \"many\" { List<Bead> all = {}; for (number i in 1..60000) { all.add(new Bead()); } expect false; }
        test \"few\" { List<Bead> all = { new Bead() }; expect all.length == 2; }";
    let desk = Desk::new(&format!("{GAME}{items}"));
    let mut page = desk.page();
    page.say(&json!({ "test": { "name": "many" } }));
    let why = "what the rule test `many` makes is too much for a table";
    assert_eq!(page.hear("no")["why"], why);
    page.say(&json!({ "go": { "to": -1 } }));
    assert!(page.hear("no")["why"].as_str().unwrap().starts_with("this message cannot be read: "));
    page.say(&json!({ "test": { "name": "few" } }));
    while page.hear("stand")["test"]["moment"] != "failed" {}
}
