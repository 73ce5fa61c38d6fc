//! Lines in, text out. On a terminal a line can be edited, and the screen may be cleared; otherwise everything is
//! plain lines.

use super::autosave;
use crate::problems::straight;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{self, BufRead, IsTerminal, Read, Write};

/// The longest line that is read, in bytes.
const MAX_LENGTH: u64 = 10_000;

pub(crate) struct Console {
    /// None where no person sits there.
    editor: Option<DefaultEditor>,
}

impl Console {
    pub(crate) fn new() -> Console {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        Console { editor: is_terminal.then(DefaultEditor::new).and_then(Result::ok) }
    }

    /// Whether a person sits there.
    pub(crate) fn is_terminal(&self) -> bool {
        self.editor.is_some()
    }

    pub(crate) fn say(&mut self, text: &str) -> io::Result<()> {
        let mut out = anstream::stdout().lock();
        out.write_all(straight(text).as_bytes())?;
        out.flush()
    }

    /// Asks and reads a line; None at the end of the input, and where the terminal has gone.
    pub(crate) fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        let Some(editor) = &mut self.editor else { return self.read_line(prompt) };
        let plain = anstream::adapter::strip_str(prompt).to_string();
        let has_colours = anstream::stdout().current_choice() != anstream::ColorChoice::Never;
        let styled = if has_colours { prompt } else { &plain };
        match editor.readline(&(plain.as_str(), styled)) {
            Ok(line) => {
                // What cannot be remembered is typed again.
                let _ = editor.add_history_entry(line.as_str());
                Ok(Some(line.trim().to_owned()))
            }
            Err(ReadlineError::Interrupted) => autosave::stop(),
            Err(_) => Ok(None),
        }
    }

    fn read_line(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.say(&format!("{}\n", prompt.trim_end()))?;
        let mut bytes = Vec::new();
        let read = io::stdin().lock().take(MAX_LENGTH).read_until(b'\n', &mut bytes)?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
    }

    /// Takes away what the screen and its history show, and what was typed, so that the next player cannot read it.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        let Some(editor) = &mut self.editor else { return Ok(()) };
        editor.clear_history().map_err(io::Error::other)?;
        self.say("\x1b[2J\x1b[3J\x1b[H")
    }
}
