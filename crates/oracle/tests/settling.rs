//! Tables of cases: small games in `tests/settling` whose `setup` says what modifiers come to, for objects that are as
//! old as they stand there, and with `backwards` the other way round. The first lines say what is expected. Both
//! machines must say it.

mod common;

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
    assert!(files.len() >= 12, "{files:?}");
    let mut wrong = String::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        for (way, flag) in [("forwards", "false"), ("backwards", "true")] {
            let text = format!("{COMMON}{text}").replace("BACKWARDS", flag);
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
