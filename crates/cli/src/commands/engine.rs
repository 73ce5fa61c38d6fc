//! `tavola engine`: the game for other programs, one line of JSON for each line of JSON.

use crate::failure::CommandResult;
use crate::{library, open};
use project::{GamePath, Request, Snapshot};
use protocol::{MAX_LINE, OpenOptions, Session};
use std::io::{self, BufRead, Read, Write};

/// Let another program play: one JSON line in, one JSON line out
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    printf '{\"cmd\":\"new\",\"seed\":7}\\n{\"cmd\":\"moves\"}\\n' | tavola engine games/tic-tac-toe\n\n\
    The requests, the answers and the errors are described in docs/protocol.md.")]
pub(crate) struct Arguments {
    /// A game file, a folder that holds one game, or the name of a game of the library
    #[arg(value_parser = library::game())]
    file: GamePath,
}

pub(crate) fn run(arguments: &Arguments) -> CommandResult {
    let sources = Snapshot::of(&arguments.file);
    let game = open::snapshot(&sources, &arguments.file)?;
    let rules = move |wanted: &OpenOptions| {
        project::open(
            Request::new(&sources).choices(&wanted.choices).scripts(&wanted.scripts).without_tests(),
        )
    };
    let mut session = Session::new(Box::new(rules), game);
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = Vec::new();
    while let Some(fits) = next_line(&mut input, &mut line)? {
        let answer = if fits { session.answer_bytes(&line) } else { Session::too_long() };
        output.write_all(answer.as_bytes())?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}

/// Reads a line without its end. None after the last one; false where the line was too long, and has been skipped.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    let read = input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', line)?;
    if read == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        return Ok(Some(true));
    }
    if line.len() <= MAX_LINE {
        return Ok(Some(true));
    }
    loop {
        let there = input.fill_buf()?;
        if there.is_empty() {
            return Ok(Some(false));
        }
        let end = there.iter().position(|b| *b == b'\n');
        let count = end.map_or(there.len(), |i| i + 1);
        input.consume(count);
        if end.is_some() {
            return Ok(Some(false));
        }
    }
}
