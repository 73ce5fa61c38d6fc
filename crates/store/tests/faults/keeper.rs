//! The child as its starter sees it: lines in, lines out, and an end that may come at any time.

use crate::child::DATABASE;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

pub(crate) struct Keeper {
    child: Child,
    commands: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Keeper {
    pub(crate) fn start(database: &Path, environment: &[(&str, String)]) -> Keeper {
        Keeper::start_by(&[], database, environment)
    }

    /// Starts it by a command of which it is the last part.
    pub(crate) fn start_by(by: &[&str], database: &Path, environment: &[(&str, String)]) -> Keeper {
        let program = std::env::current_exe().unwrap();
        let words = by.iter().map(AsRef::as_ref).chain([program.as_os_str()]);
        let words: Vec<&OsStr> = words.collect();
        let mut command = Command::new(words[0]);
        command.args(&words[1..]);
        command.args(["--exact", "child::child", "--ignored", "--nocapture", "--test-threads=1"]);
        command.env(DATABASE, database).envs(environment.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let commands = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().unwrap());
        Keeper { child, commands, answers }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a command; who is dead does not hear it.
    pub(crate) fn tell(&mut self, line: &str) {
        if let Some(commands) = &mut self.commands {
            commands.write_all(format!("{line}\n").as_bytes()).ok();
        }
    }

    /// The next answer; None at the end of the child.
    pub(crate) fn hear(&mut self) -> Option<String> {
        let mut line = String::new();
        loop {
            line.clear();
            if self.answers.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            // What was not written to its end was not said.
            if let Some(said) = line.strip_prefix('@').and_then(|said| said.strip_suffix('\n')) {
                return Some(said.to_owned());
            }
        }
    }

    pub(crate) fn ask(&mut self, line: &str) -> Option<String> {
        self.tell(line);
        self.hear()
    }

    /// Ends the commands, as a clean stop, and gives the last that was said and how the process ended.
    pub(crate) fn stop(mut self) -> (Option<String>, ExitStatus) {
        self.commands = None;
        let mut last = None;
        while let Some(said) = self.hear() {
            last = Some(said);
        }
        (last, self.child.wait().unwrap())
    }
}
