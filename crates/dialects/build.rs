//! Gathers the explanations of problems and the table of dialects, for `src/lib.rs`. It knows no dialect.

#[path = "../base/build/explanations.rs"]
mod explanations;

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    explanations::gather()?;
    gather_dialects()
}

/// Writes the list of the `DIALECT` of each folder of `src`. The names run backwards, so that the one that the others
/// lower to stands first; a test holds that.
fn gather_dialects() -> io::Result<()> {
    let here = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    let entries = fs::read_dir(Path::new(&here).join("src"))?.collect::<io::Result<Vec<_>>>()?;
    let folders = entries.iter().filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> = folders.map(|f| f.file_name().to_string_lossy().into_owned()).collect();
    names.sort_by(|a, b| b.cmp(a));
    let list: String = names.iter().map(|name| format!("    crate::{name}::DIALECT,\n")).collect();
    fs::write(Path::new(&out).join("dialects.rs"), format!("&[\n{list}]\n"))
}
