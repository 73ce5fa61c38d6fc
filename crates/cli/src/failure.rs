//! Why a command ends without success, and the exit code that says so.

use crate::play::autosave;
use crate::problems::visible;
use base::Defect;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// What a command returns.
pub(crate) type CommandResult = Result<(), Failure>;

#[derive(Debug)]
pub(crate) enum Failure {
    /// Problems were found, and have been printed.
    Problems,
    /// The command was called wrongly, or what it was given does not fit; one line says how.
    Usage(String),
    Io(io::Error),
    /// A file could not be read or written, or a match could not be kept; one line says which and why.
    File(String),
    /// Matches can no longer be kept, and the next start finds out what stands; one line says why.
    Storage(String),
    /// Tavola itself went wrong.
    Defect(Defect),
}

impl Failure {
    pub(crate) fn usage(message: impl ToString) -> Failure {
        Failure::Usage(message.to_string())
    }

    /// What the system said of a file that was to be written.
    pub(crate) fn unwritten(path: &Path, error: &io::Error) -> Failure {
        Failure::File(format!("`{}` could not be written: {error}; it is as it was", path.display()))
    }
}

impl From<project::OptionError> for Failure {
    fn from(refused: project::OptionError) -> Failure {
        Failure::usage(refused.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

/// Says how the command line should be, without what would move the cursor in what it quotes.
pub(crate) fn wrong_call(message: &str) -> ExitCode {
    for line in message.trim_end().split('\n') {
        tell!("{}", visible(line));
    }
    ExitCode::from(2)
}

/// 0 for success, 1 for problems found and for files that could not be read or written, 2 for a wrong call, 3 for a defect
/// of ours, 74 where a server could not keep matches any more. Nobody reading any more is no failure.
pub(crate) fn exit_code(done: CommandResult) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Problems) => ExitCode::from(1),
        Err(Failure::Usage(message)) => {
            tell!("error: {}", visible(&message));
            ExitCode::from(2)
        }
        Err(Failure::File(message)) => {
            tell!("error: {}", visible(&message));
            ExitCode::from(1)
        }
        Err(Failure::Storage(why)) => {
            tell!("error: {}; start again to see what was kept", visible(&why));
            ExitCode::from(74)
        }
        Err(Failure::Defect(defect)) => {
            tell!("{defect}\nthis is a defect of Tavola; please report it with what you did");
            if let Some(told) = autosave::keep() {
                tell!("{told}");
            }
            ExitCode::from(3)
        }
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Io(error)) => {
            tell!("error: {error}");
            ExitCode::from(1)
        }
    }
}
