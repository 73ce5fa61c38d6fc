//! `tavola explain`: what a problem's code means.

use super::print;
use crate::failure::{CommandResult, Failure};
use base::nearest;
use project::explain::{all, explain};

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
        Some(known) => Ok(print(known.text)?),
        None => Err(Failure::Usage(match nearest(code, all().map(|known| known.code)) {
            Some(near) => format!("there is no code `{code}`; did you mean `{near}`?"),
            None => format!("there is no code `{code}`"),
        })),
    }
}
