//! Cards in statements, as far as they are only read: layout, and texts that mean harm.

mod hostile;
mod layout;

use base::{Checked, Origins, SourceMap};
use dialects::{Around, ccg};
use language::tree::Module;

fn read(text: &str) -> Checked<Module> {
    let mut sources = SourceMap::default();
    let file = sources.add("cards.ccg", text);
    ccg::parse(file, text, &Around::default(), &mut Origins::default())
}
