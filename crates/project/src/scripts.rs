//! Statements from outside that set up a position: each becomes a rule test at the end of the game's main file.
//! It knows how they are wrapped, and nothing of what runs them.

use crate::modules::Reading;
use base::{Problem, SourceMap, Span};
use engine::GameOption;
use language::tree::{Item, StatementKind, TypeKind};

/// How the names of scripts, and of the files that they stand in, begin.
pub const SCRIPT: &str = "test-setup";

/// The name of a script, which is also that of its rule test and of its file.
pub fn script_name(number: usize) -> String {
    format!("{SCRIPT} {}", number + 1)
}

/// Line and column in the script itself, both from 1.
pub fn script_place(sources: &SourceMap, at: Span) -> (u32, u32) {
    let (line, column) = sources.line_column(at.file, at.start);
    // The first line is the wrapping's.
    ((line - 1).max(1), column)
}

/// Adds scripts to the main file, for these values of its options.
pub(crate) fn add(reading: &mut Reading, scripts: &[String], options: &[GameOption]) {
    let other = options.iter().filter(|o| o.value != o.default);
    let chosen: String = other.map(|o| format!(" option {} = {};", o.name, written(reading, o))).collect();
    for (number, script) in scripts.iter().enumerate() {
        let name = script_name(number);
        let text = format!("test \"{name}\" {{{chosen}\n{script}\n}}\n");
        let file = reading.sources.add(name, text.clone());
        let checked = dialects::tgdl::parse(file, &text, &mut reading.origins);
        let sound = !checked.problems.iter().any(Problem::is_error);
        reading.problems.extend(checked.problems);
        let mut module = checked.value;
        let alone = module.items.len() == 1 && module.imports.is_empty() && module.game.is_none();
        match (module.items.pop(), reading.modules.all.first_mut()) {
            (Some(Item::Test(test)), Some(main)) if alone => {
                let said = test.body.statements.iter();
                let said = said.filter_map(|s| Some((reading.origins.span(s.id), of_the_start(&s.kind)?)));
                // The first line is the wrapping's, which says the options.
                let own = said.filter(|(at, _)| reading.sources.line_column(file, at.start).0 > 1);
                reading.problems.extend(own.map(|(at, word)| {
                    let message = format!("`{word}` is for the start of a match, and this one has begun");
                    Problem::error("misplaced-statement", at, message)
                }));
                main.items.push(Item::Test(test));
            }
            _ if sound => {
                let at = Span { file, start: 0, end: 0 };
                let problem = Problem::error("unexpected-token", at, "a `}` closes more than was opened");
                reading.problems.push(problem);
            }
            _ => {}
        }
    }
}

/// The word of a statement that says how a match begins.
fn of_the_start(kind: &StatementKind) -> Option<&'static str> {
    match kind {
        StatementKind::Seed(_) => Some("seed"),
        StatementKind::Players(_) => Some("players"),
        StatementKind::Option(..) => Some("option"),
        _ => None,
    }
}

/// The value of an option as an author writes it.
fn written(reading: &Reading, option: &GameOption) -> String {
    let items = reading.modules.all.iter().flat_map(|module| &module.items);
    let mut ty = items.filter_map(|item| match item {
        Item::Option(found) if found.name.text == option.name => Some(&found.ty.kind),
        _ => None,
    });
    match ty.next() {
        Some(TypeKind::Named { name, .. }) if name == "string" => {
            let escaped = option.value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            format!("\"{}\"", escaped.replace('{', "\\{").replace('}', "\\}"))
        }
        Some(TypeKind::Named { name, .. }) if name == "number" || name == "bool" => option.value.clone(),
        Some(TypeKind::Named { module: Some(module), name }) => {
            format!("{}.{name}.{}", module.text, option.value)
        }
        Some(TypeKind::Named { module: None, name }) => format!("{name}.{}", option.value),
        _ => option.value.clone(),
    }
}
