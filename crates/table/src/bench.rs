//! What a thread lends to the tables that it runs, so that none of them keeps it. It knows no table.

use std::sync::Arc;
use wire::ToClient;

/// A workbench: one for each thread that runs tables.
#[derive(Debug, Default)]
pub struct Bench {
    /// Where messages are written before they are as long as they are.
    text: Vec<u8>,
}

impl Bench {
    pub fn new() -> Bench {
        Bench::default()
    }

    /// A message as text, to be shared by all who get it.
    pub(crate) fn write(&mut self, message: &ToClient) -> Arc<str> {
        self.text.clear();
        let written = serde_json::to_writer(&mut self.text, message);
        let text = written.ok().and_then(|()| std::str::from_utf8(&self.text).ok());
        Arc::from(text.unwrap_or_default())
    }
}
