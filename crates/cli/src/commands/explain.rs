//! `tavola explain`: what a problem's code means.

use super::print;
use crate::stop::{CommandResult, Stop};
use base::nearest;
use language::explain::{codes, explain};

/// Say more about a problem's code, with an example
#[derive(clap::Args)]
#[command(after_help = "Example:\n  tavola explain import-circle")]
pub(crate) struct Arguments {
    /// The code in the brackets of a problem
    code: String,
}

pub(crate) fn run(arguments: &Arguments) -> CommandResult {
    let code = arguments.code.trim_matches(['[', ']']);
    match explain(code) {
        Some(text) => Ok(print(&format!("{}\n", text.trim_end()))?),
        None => Err(Stop::Usage(match nearest(code, codes()) {
            Some(near) => format!("there is no code `{code}`; did you mean `{near}`?"),
            None => format!("there is no code `{code}`"),
        })),
    }
}
