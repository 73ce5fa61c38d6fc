//! Text to game, and random matches with a log of all that was seen.

#![allow(dead_code, reason = "each test file uses a part")]

pub(crate) mod faults;
pub(crate) mod same;
pub(crate) mod views;

use base::{FileId, Origins, Random, SourceMap};
use compiler::typed::Game;
use oracle::{Fault, Match};

pub(crate) struct Program {
    pub game: Game,
    sources: SourceMap,
    origins: Origins,
}

impl Program {
    /// Reads and checks a program of one file; its errors otherwise.
    pub(crate) fn read(text: &str) -> Result<Program, Vec<String>> {
        let mut sources = SourceMap::default();
        let mut origins = Origins::default();
        let file = sources.add("game.tgdl", text);
        let parsed = dialects::tgdl::parse(file, text, &mut origins);
        let mut problems = parsed.problems;
        let checked = compiler::check::check(&[parsed.value], &[Vec::new()], &origins);
        problems.extend(checked.problems);
        let errors: Vec<String> = problems
            .iter()
            .filter(|p| p.is_error())
            .map(|p| format!("{}\n    {}", p.message, line(&sources, file, p.span.start)))
            .collect();
        match checked.value {
            Some(game) if errors.is_empty() => Ok(Program { game, sources, origins }),
            _ => Err(errors),
        }
    }

    /// The message of a fault with its line.
    pub(crate) fn show(&self, fault: &Fault) -> String {
        let span = self.origins.span(fault.at);
        format!("{}\n    {}", fault.message, line(&self.sources, span.file, span.start))
    }
}

fn line(sources: &SourceMap, file: FileId, offset: u32) -> String {
    let (line, column) = sources.line_column(file, offset);
    let text = sources.text(file).lines().nth(line as usize - 1).unwrap_or("");
    format!("{line}:{column}: {text}")
}

pub(crate) struct Played {
    pub log: String,
    pub fault: Option<Fault>,
    pub over: bool,
    pub decisions: usize,
}

/// Plays a match with random choices and writes down every position and its options.
pub(crate) fn random_match(game: &Game, seed: u64, decisions: usize) -> Played {
    let mut random = Random::new(seed);
    let mut played = Played { log: String::new(), fault: None, over: false, decisions: 0 };
    let mut current = match Match::new(game, game.players.least, seed) {
        Ok(current) => current,
        Err(fault) => {
            played.fault = Some(fault);
            return played;
        }
    };
    while let Some(decision) = current.decision().filter(|_| played.decisions < decisions) {
        let options = current.options();
        let choice = random.below(options.len() as u64) as usize;
        played.log.push_str(&format!("{}{} of {options:?}\n", current.describe(), decision.by));
        current.play(choice);
        played.decisions += 1;
    }
    played.log.push_str(&current.describe());
    played.fault = current.fault().cloned();
    played.over = current.over();
    played
}
