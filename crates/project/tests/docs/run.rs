//! Checks and runs one example as its info string says. It knows nothing of pages.
//!
//! - `tgdl game`: a whole game.
//! - `tgdl top`: declarations; `game "Example";` and, where there is none, `setup { players 2; }` are added.
//! - `tgdl test`: statements; they become the body of a test.
//! - `tgdl add`: a further part of the game that the page builds up.
//! - `tgdl file NAME`: a file that the later examples of the page may import.
//!
//! - `cge game`: a whole game in sentences, which is played.
//! - `cge lines`: statements that are added to a small game, or take the place of those that begin alike; it is played.
//! - `cge holds`: conditions, one on each line, that hold for everybody at the end of a small game.
//!
//! `error CODE` after that says which problem the checker must find, `warning CODE` likewise, and `fault TEXT` with
//! which message its test must fail.

use crate::blocks::Block;
use crate::sentences;
use base::{Problem, Random};
use engine::view::Outcome;
use engine::{Game, Playout};
use project::{Loaded, Memory, Request};
use std::sync::Arc;

const MAX_MOVES: usize = 3000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Frame {
    Game,
    Top,
    Test,
    Add,
    File,
    Sentences,
    Lines,
    Holds,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Claim {
    Right,
    /// The code of the problem.
    Problem(String),
    /// A part of the message.
    Fault(String),
}

/// What an example is and what is said of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Form {
    frame: Frame,
    name: String,
    claim: Claim,
}

impl Form {
    /// None for blocks that are no TGDL.
    pub(crate) fn read(info: &str) -> Result<Option<Form>, String> {
        let is_sentences = info.starts_with("cge");
        let Some(rest) = info.strip_prefix("tgdl").or(info.strip_prefix("cge")) else { return Ok(None) };
        let (first, rest) = split(rest);
        let (frame, rest) = match first {
            "game" if is_sentences => (Frame::Sentences, rest),
            "lines" if is_sentences => (Frame::Lines, rest),
            "holds" if is_sentences => (Frame::Holds, rest),
            _ if is_sentences => return Err(format!("`{info}` is none of `cge game`, `lines`, `holds`")),
            "game" => (Frame::Game, rest),
            "top" => (Frame::Top, rest),
            "test" => (Frame::Test, rest),
            "add" => (Frame::Add, rest),
            "file" => (Frame::File, rest),
            _ => return Err(format!("`{info}` is none of `tgdl game`, `top`, `test`, `add`, `file`")),
        };
        let (word, what) = split(rest);
        let (name, claim) = match (frame, word) {
            (Frame::File, name) => (name.to_owned(), Claim::Right),
            (_, "") => (String::new(), Claim::Right),
            (_, "error" | "warning") => (String::new(), Claim::Problem(what.to_owned())),
            (_, "fault") => (String::new(), Claim::Fault(what.to_owned())),
            _ => return Err(format!("`{word}` is none of `error`, `warning`, `fault`")),
        };
        Ok(Some(Form { frame, name, claim }))
    }
}

fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(' ').map_or((text, ""), |(a, b)| (a, b.trim()))
}

/// What a page has shown so far.
#[derive(Debug, Default)]
pub(crate) struct Page {
    files: Vec<(String, String)>,
    /// The game that it builds up.
    game: String,
}

/// Runs an example of a page.
pub(crate) fn run(block: &Block, page: &mut Page) -> Result<(), String> {
    let Some(form) = Form::read(&block.info)? else { return Ok(()) };
    let text = match form.frame {
        Frame::File => {
            page.files.push((form.name, block.text.clone()));
            return Ok(());
        }
        Frame::Add => {
            page.game += &block.text;
            page.game.clone()
        }
        Frame::Sentences => return plays_as_claimed(&block.text, &form.claim),
        Frame::Lines => return plays_as_claimed(&sentences::small(&block.text), &form.claim),
        Frame::Holds => return block.text.lines().try_for_each(sentences::holds),
        _ => framed(form.frame, &block.text),
    };
    let mut memory = Memory::default().with("game.tgdl", &text);
    for (name, text) in &page.files {
        memory.put(name.clone(), text.clone());
    }
    let loaded = project::open(Request::new((&memory, "game.tgdl"))).unwrap();
    match &form.claim {
        Claim::Problem(code) => has_problem(&loaded, code),
        Claim::Right => right(&loaded, form.frame, text.contains("winner")),
        Claim::Fault(text) => fails(&loaded, text),
    }
}

fn framed(frame: Frame, text: &str) -> String {
    let has_setup = text.lines().any(|l| l.starts_with("setup"));
    let setup = if has_setup { "" } else { "setup { players 2; }\n" };
    match frame {
        Frame::Top => format!("game \"Example\";\n{text}{setup}"),
        Frame::Test => format!("game \"Example\";\nsetup {{ players 2; }}\ntest \"example\" {{\n{text}}}\n"),
        _ => text.to_owned(),
    }
}

fn shown<'a>(loaded: &Loaded, problems: impl Iterator<Item = &'a Problem>) -> String {
    problems.map(|p| base::render(p, &loaded.sources, false)).collect::<Vec<_>>().join("\n")
}

/// Whether a game in sentences does what its page claims.
fn plays_as_claimed(text: &str, claim: &Claim) -> Result<(), String> {
    let loaded =
        project::open(Request::new((&Memory::default().with("game.cge", text), "game.cge"))).unwrap();
    match claim {
        Claim::Problem(code) => has_problem(&loaded, code),
        Claim::Right => plays(&sound(&loaded, Frame::Sentences)?),
        Claim::Fault(text) => match plays(&sound(&loaded, Frame::Sentences)?) {
            Err(why) if why.contains(text.as_str()) => Ok(()),
            other => Err(format!("is said to fail with `{text}`, and gives {other:?}")),
        },
    }
}

fn has_problem(loaded: &Loaded, code: &str) -> Result<(), String> {
    let fine = loaded.problems.iter().any(|p| p.code == code)
        && loaded.problems.iter().all(|p| p.code == code || p.code.starts_with("unused-"));
    let found = shown(loaded, loaded.problems.iter());
    if fine { Ok(()) } else { Err(format!("is said to have the problem `{code}`, and has:\n{found}")) }
}

/// An example without problems; a fragment need not use all that it declares.
fn sound(loaded: &Loaded, frame: Frame) -> Result<Arc<Game>, String> {
    let tells = |p: &&Problem| matches!(frame, Frame::Game | Frame::Add) || !p.code.starts_with("unused-");
    let found = shown(loaded, loaded.problems.iter().filter(tells));
    match &loaded.game {
        Some(game) if found.is_empty() => Ok(Arc::clone(game)),
        _ => Err(format!("has problems:\n{found}")),
    }
}

fn failures(game: &Arc<Game>) -> Vec<String> {
    let reports = (0..game.tests().len()).map(|i| game.run_test(i));
    let failed = reports.filter_map(|r| r.failure.map(|f| format!("{}: {}", r.name, f.message)));
    failed.collect()
}

/// An example that does what it says; a game that has an end is played too.
fn right(loaded: &Loaded, frame: Frame, ends: bool) -> Result<(), String> {
    let game = sound(loaded, frame)?;
    let failed = failures(&game);
    if !failed.is_empty() {
        return Err(format!("its tests fail:\n{}", failed.join("\n")));
    }
    let whole = matches!(frame, Frame::Game | Frame::Add);
    if whole && ends { plays(&game) } else { Ok(()) }
}

/// Some matches at random, which must end as games end.
fn plays(game: &Arc<Game>) -> Result<(), String> {
    for seed in 0..5 {
        let mut current = Playout::start(game, game.players().0, seed);
        let mut random = Random::new(seed);
        let moves = (0..MAX_MOVES).take_while(|_| current.step(&mut random).is_some()).count();
        let outcome = current.finish().outcome();
        if moves < MAX_MOVES && !matches!(outcome, Some(Outcome::Finished { .. })) {
            return Err(format!("a match at random ends with {outcome:?}"));
        }
    }
    Ok(())
}

fn fails(loaded: &Loaded, text: &str) -> Result<(), String> {
    let failed = failures(&sound(loaded, Frame::Test)?);
    let fine = !failed.is_empty() && failed.iter().all(|f| f.contains(text));
    if fine { Ok(()) } else { Err(format!("is said to fail with `{text}`, and fails with {failed:?}")) }
}
