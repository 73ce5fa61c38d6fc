//! Programs in, problems out. It knows only the text of programs and of problems.

mod acceptance;
mod classes;
mod examples;
mod explained;
mod game;
mod generics;
mod imports;
mod limits;
mod names;
mod offers;
mod options;
mod purity;
mod robust;
mod secrecy;
mod typed;
mod types;

use super::{Link, check, check_library};
use crate::typed::Game;
use base::{Checked, Origins, Problem, SourceMap};
use expect_test::Expect;
use language::tree::Module;

/// The modules of a program of several files, main file first; imports name them by their paths.
pub(super) struct Program {
    pub sources: SourceMap,
    pub origins: Origins,
    pub modules: Vec<Module>,
    pub links: Vec<Vec<Link>>,
    pub problems: Vec<Problem>,
}

pub(super) fn read(files: &[(&str, &str)]) -> Program {
    let (mut sources, mut origins, mut modules, mut problems) =
        (SourceMap::default(), Origins::default(), Vec::new(), Vec::new());
    for (path, text) in files {
        let file = sources.add(*path, *text);
        let parsed = dialects::tgdl::parse(file, text, &mut origins);
        modules.push(Module { is_tests: *path == "tests", ..parsed.value });
        problems.extend(parsed.problems);
    }
    let index = |path: &str| files.iter().position(|f| f.0 == path);
    let links = modules.iter().map(|m: &Module| m.imports.iter().map(|i| index(&i.path)).collect()).collect();
    Program { sources, origins, modules, links, problems }
}

impl Program {
    pub(super) fn check(&self) -> Checked<Option<Game>> {
        check(&self.modules, &self.links, &self.origins)
    }

    pub(super) fn shown(&self, problem: &Problem) -> String {
        let place = |span: base::Span| {
            let (line, column) = self.sources.line_column(span.file, span.start);
            let path =
                if span.file.0 == 0 { String::new() } else { format!("{}:", self.sources.path(span.file)) };
            format!("{path}{line}:{column}")
        };
        let kind = if problem.is_error() { "error" } else { "warning" };
        let mut text = format!("{} {kind}[{}]: {}", place(problem.span), problem.code, problem.message);
        if !problem.label.is_empty() {
            text += &format!("; {}", problem.label);
        }
        for other in &problem.others {
            text += &format!("; {} {}", place(other.span), other.text);
        }
        for hint in &problem.hints {
            text += &format!("; hint: {hint}");
        }
        text
    }
}

/// All problems of a program of several files, one a line; empty where it is right.
pub(super) fn problems_of(files: &[(&str, &str)]) -> String {
    let program = read(files);
    let mut shown: Vec<String> = program.problems.iter().map(|p| program.shown(p)).collect();
    let checked = program.check();
    assert_eq!(checked.value.is_none(), checked.has_errors(), "a game exactly where there is no error");
    shown.extend(checked.problems.iter().map(|p| program.shown(p)));
    shown.join("\n")
}

/// Checks a whole game against its problems, one a line.
#[track_caller]
pub(super) fn check_text(source: &str, expected: Expect) {
    expected.assert_eq(&problems_of(&[("game.tgdl", source.trim_start())]));
}

/// Checks a library, so that no game must be around it.
#[track_caller]
pub(super) fn check_part(source: &str, expected: Expect) {
    let program = read(&[("part.tgdl", source.trim_start())]);
    let mut shown: Vec<String> = program.problems.iter().map(|p| program.shown(p)).collect();
    let checked = check_library(&program.modules, &program.links, &program.origins);
    shown.extend(checked.problems.iter().map(|p| program.shown(p)));
    expected.assert_eq(&shown.join("\n"));
}

/// Checks statements of a function against their problems; the statements stand on the first line.
#[track_caller]
pub(super) fn check_body(statements: &str, expected: Expect) {
    check_part(&format!("function f() {{ {statements} }}"), expected);
}

/// Checks declarations of a game for two players; its first line is its name.
#[track_caller]
pub(super) fn check_game(source: &str, expected: Expect) {
    check_text(&format!("game \"T\";\n{}\nsetup {{ players 2; }}", source.trim()), expected);
}
