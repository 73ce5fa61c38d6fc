//! Lines in, text out. On a terminal the screen may be cleared; otherwise everything is plain lines.

use std::io::{self, BufRead, IsTerminal, Read, Write};

/// The longest line that is read, in bytes.
const MAX_LENGTH: u64 = 10_000;

pub(crate) struct Console {
    is_terminal: bool,
}

impl Console {
    pub(crate) fn new() -> Console {
        Console { is_terminal: io::stdin().is_terminal() && io::stdout().is_terminal() }
    }

    /// Whether a person sits there.
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    pub(crate) fn say(&mut self, text: &str) -> io::Result<()> {
        let mut out = anstream::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    /// Asks and reads a line; None at the end of the input.
    pub(crate) fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.say(if self.is_terminal { prompt } else { prompt.trim_end() })?;
        if !self.is_terminal {
            self.say("\n")?;
        }
        let mut bytes = Vec::new();
        let read = io::stdin().lock().take(MAX_LENGTH).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            self.say(if self.is_terminal { "\n" } else { "" })?;
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
    }

    /// Takes away what the screen and its history show, so that the next player cannot read it.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        if self.is_terminal { self.say("\x1b[2J\x1b[3J\x1b[H") } else { Ok(()) }
    }
}
