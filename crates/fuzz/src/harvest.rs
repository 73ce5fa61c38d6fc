//! Small programs out of the string literals of the project's own tests, which hold a bit of everything.
//! It reads Rust only so far as to find literals.

/// What every small program has, so that there is always something to do.
const WAIT: &str = r#"
turn Main { }
global class Log {
    string out = "";
    function void say(string text) { out = out == "" ? text : out + " " + text; }
    action wait { prio -1000; trigger PlayerChoiceEvent { return true; } effect { turn.pass(); } }
}
"#;

/// Words that declarations begin with.
const DECLARES: [&str; 12] = [
    "class ",
    "global ",
    "local ",
    "group ",
    "enum ",
    "function ",
    "board ",
    "deck ",
    "zone ",
    "event ",
    "interactable ",
    "turn ",
];

/// Ways to make a program of each literal in a Rust source that looks like one.
pub fn programs(rust: &str) -> Vec<Vec<String>> {
    let looks = |text: &String| text.len() > 12 && (text.contains(';') || text.contains('{'));
    literals(rust).into_iter().filter(looks).map(|text| framed(&text)).collect()
}

/// The literal as declarations or as statements; also as it would be after `format!`.
fn framed(text: &str) -> Vec<String> {
    let formatted = text.replace("{{", "{").replace("}}", "}");
    [text, &formatted].into_iter().map(program).collect()
}

fn program(text: &str) -> String {
    let trimmed = text.trim_start();
    if trimmed.starts_with("game ") {
        return text.to_owned();
    }
    let (items, setup) =
        if DECLARES.iter().any(|d| trimmed.starts_with(d)) { (text, "") } else { ("", text) };
    let wait = if items.contains("turn Main") { WAIT.replace("turn Main { }", "") } else { WAIT.to_owned() };
    let players = if setup.contains("players ") { "" } else { "players 2;" };
    let using = if setup.contains("turns.use") { "" } else { "turns.use(\"Main\");" };
    format!("game \"Small\";\n{items}\n{wait}\nsetup {{\n{players}\n{setup}\n{using}\n}}\n")
}

/// The contents of string literals.
fn literals(rust: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = rust;
    while let Some(at) = rest.find('"') {
        let raw = rest[..at].ends_with("r#");
        let body = &rest[at + 1..];
        let end = if raw { body.find("\"#") } else { closing(body) };
        let Some(end) = end else { break };
        found.push(if raw { body[..end].to_owned() } else { unescaped(&body[..end]) });
        rest = &body[end + 1..];
    }
    found
}

fn closing(body: &str) -> Option<usize> {
    let mut escaped = false;
    for (i, c) in body.char_indices() {
        match c {
            '"' if !escaped => return Some(i),
            _ => escaped = c == '\\' && !escaped,
        }
    }
    None
}

fn unescaped(text: &str) -> String {
    let joined = text.split("\\\n").map(str::trim_start).collect::<Vec<_>>().join("");
    joined.replace("\\n", "\n").replace("\\\"", "\"").replace("\\\\", "\\")
}

#[cfg(test)]
mod tests {
    use super::programs;

    #[test]
    fn literals_that_look_like_programs_become_programs() {
        let rust = "said(\"Log.say(\\\"{1 + 1}\\\");\"); with(\"class Box { }\", \"x\"); r#\"game \"A\"; setup { }\"#";
        let found: Vec<String> = programs(rust).into_iter().map(|ways| ways[0].clone()).collect();
        assert_eq!(found.len(), 3);
        assert!(found[0].contains("players 2;\nLog.say(\"{1 + 1}\");\n"), "{}", found[0]);
        assert!(found[1].starts_with("game \"Small\";\nclass Box { }\n"), "{}", found[1]);
        assert_eq!(found[2], "game \"A\"; setup { }");
    }
}
