//! Conversations as tests: `> request`, `< answer`, where `...` in an answer stands for anything. They stand in
//! `docs/protocol.md` and in `transcripts/*.md`. With `UPDATE_EXPECT=1` answers that differ are written down anew.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use project::{Memory, Request, Source};
use protocol::{COMMANDS, Code, OpenOptions, Session};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn pages() -> Vec<PathBuf> {
    let folder = root().join("crates/protocol/tests/transcripts");
    let mut pages: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    pages.push(root().join("docs/protocol.md"));
    pages.sort();
    pages
}

/// A session over the example of a page, or over a game of the repository.
fn session(game: &str, example: &str) -> Session {
    let folder = root().join(game);
    let files = Memory::default().with("game.tgdl", example);
    let inline = game.is_empty();
    let rules = move |wanted: &OpenOptions| {
        let source = if inline { Source::Files(&files, "game.tgdl") } else { Source::Path(&folder) };
        project::open(Request::new(source).choices(&wanted.choices).scripts(&wanted.scripts))
    };
    let loaded = rules(&OpenOptions::default()).unwrap();
    assert!(loaded.problems.is_empty(), "{game}: {:?}", loaded.problems);
    Session::new(Box::new(rules), loaded.game.unwrap())
}

/// Whether an answer reads like the expected one, in which `...` stands for anything.
fn fits(expected: &str, answer: &str) -> bool {
    let pieces: Vec<&str> = expected.split("...").collect();
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return false };
    if pieces.len() == 1 {
        return expected == answer;
    }
    let Some(mut rest) = answer.strip_prefix(first) else { return false };
    for piece in &pieces[1..pieces.len() - 1] {
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last)
}

/// Runs the conversations of a page. Gives the page as it should be, and what differs.
fn run(page: &Path) -> (String, Vec<String>) {
    let text = fs::read_to_string(page).unwrap();
    let (mut out, mut wrong) = (String::new(), Vec::new());
    let (mut example, mut talk, mut fence) = (String::new(), None, String::new());
    let mut answer = None;
    for (number, line) in text.lines().enumerate() {
        let mut line = line.to_owned();
        let is_fence = line.starts_with("```");
        if is_fence || line.starts_with("> ") {
            let answer: Option<String> = answer.take();
            assert!(answer.is_none(), "{}:{}: no `<` line compares {answer:?}", page.display(), number + 1);
        }
        if let Some(info) = line.strip_prefix("```") {
            fence = if fence.is_empty() { format!("{info} ") } else { String::new() };
            if fence.starts_with("tgdl game") {
                example.clear();
            }
            let game = fence.strip_prefix("transcript ").map(str::trim);
            talk = game.map(|game| session(game, &example));
        } else if fence.starts_with("tgdl game") {
            example.push_str(&line);
            example.push('\n');
        } else if let Some(session) = &mut talk {
            if let Some(request) = line.strip_prefix("> ") {
                answer = Some(session.answer(request));
            } else if let (Some(expected), Some(answer)) = (line.strip_prefix("< "), answer.take())
                && !fits(expected, &answer)
            {
                wrong.push(format!(
                    "{}:{}\n expected {expected}\n answered {answer}",
                    page.display(),
                    number + 1
                ));
                line = format!("< {answer}");
            }
        }
        out.push_str(&line);
        out.push('\n');
    }
    (out, wrong)
}

#[test]
fn conversations_go_as_they_are_written() {
    let mut all = Vec::new();
    for page in pages() {
        let (text, wrong) = run(&page);
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&page, text).unwrap();
        } else {
            all.extend(wrong);
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn every_command_and_every_error_is_in_a_conversation() {
    let text: String = pages().iter().map(|p| fs::read_to_string(p).unwrap()).collect();
    for command in COMMANDS {
        assert!(text.contains(&format!("> {{\"cmd\":\"{command}\"")), "{command}");
    }
    // These need more than a line of text, and have tests of their own.
    for code in Code::ALL.iter().filter(|c| !matches!(c, Code::TooLong | Code::Fault | Code::Internal)) {
        assert!(
            text.contains(&format!("< {{\"ok\":false,\"error\":{{\"code\":\"{}\"", code.name())),
            "{code:?}"
        );
    }
    let page = fs::read_to_string(root().join("docs/protocol.md")).unwrap();
    for code in Code::ALL.iter().copied() {
        assert!(page.contains(&format!("| `{}` |", code.name())), "{code:?} is not described");
    }
    for bot in bots::ALL {
        assert!(page.contains(&format!("`{}`", bot.name())), "the bot {} is not described", bot.name());
    }
}

#[test]
fn dots_stand_for_anything() {
    assert!(fits("a...c", "abbc") && fits("...", "") && fits("a...b...", "axbx"));
    assert!(!fits("a...c", "abb") && !fits("a", "ab"));
}
