//! Statements from outside that set up a position: each becomes a rule test at the end of the game's main file.
//! It knows how they are wrapped, and nothing of what runs them.

use crate::modules::Reading;
use base::{Problem, SourceMap, Span};
use language::tree::Item;

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

/// Adds scripts to the main file.
pub(crate) fn add(reading: &mut Reading, scripts: &[String]) {
    for (number, script) in scripts.iter().enumerate() {
        let name = script_name(number);
        let text = format!("test \"{name}\" {{\n{script}\n}}\n");
        let file = reading.sources.add(name, text.clone());
        let checked = dialects::tgdl::parse(file, &text, &mut reading.origins);
        let sound = !checked.problems.iter().any(Problem::is_error);
        reading.problems.extend(checked.problems);
        let mut module = checked.value;
        let alone = module.items.len() == 1 && module.imports.is_empty() && module.game.is_none();
        match (module.items.pop(), reading.modules.all.first_mut()) {
            (Some(Item::Test(test)), Some(main)) if alone => main.items.push(Item::Test(test)),
            _ if sound => {
                let at = Span { file, start: 0, end: 0 };
                let problem = Problem::error("unexpected-token", at, "a `}` closes more than was opened");
                reading.problems.push(problem);
            }
            _ => {}
        }
    }
}
