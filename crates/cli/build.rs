//! Puts the games of the workspace into the program, for `src/library.rs`: every file of theirs that players and bots are
//! shown or that says what the rules are. What only tests of Tavola itself read stays out.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folder of games, as the files are called in the program, too.
const FOLDER: &str = "games";

/// The endings of what goes in.
const ENDINGS: [&str; 10] = ["tgdl", "cge", "ccg", "md", "json", "svg", "png", "webp", "jpg", "jpeg"];

fn main() -> io::Result<()> {
    let here = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let root = Path::new(&here).join("../..").join(FOLDER);
    // Cargo looks at all that lies in a folder.
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    list(&root, FOLDER, &mut files)?;
    files.sort();
    let entry = |(name, path): &(String, PathBuf)| format!("    ({name:?}, include_bytes!({path:?})),\n");
    let entries: String = files.iter().map(entry).collect();
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("games.rs"), format!("&[\n{entries}]\n"))
}

/// Links are not followed: what they lead to is not a part of the games.
fn list(folder: &Path, name: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        if kind.is_dir() {
            list(&path, &name, files)?;
        } else if kind.is_file() && path.extension().is_some_and(|e| ENDINGS.iter().any(|known| e == *known))
        {
            files.push((name, path.canonicalize()?));
        }
    }
    Ok(())
}
