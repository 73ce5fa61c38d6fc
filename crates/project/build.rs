//! Lists the files of the built-in library, the folder `std/` of the workspace, for `src/library.rs`, and gathers the
//! explanations of problems, for `src/explain.rs`.

#[path = "../base/build/explanations.rs"]
mod explanations;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    explanations::gather()?;
    let here = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let root = Path::new(&here).join("../../std");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut list = String::from("&[\n");
    for path in files(&root)? {
        let name = path.strip_prefix(&root).map_err(io::Error::other)?.to_string_lossy().replace('\\', "/");
        writeln!(list, "    ({name:?}, include_str!({:?})),", path.canonicalize()?)
            .map_err(io::Error::other)?;
    }
    list.push_str("]\n");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("library.rs"), list)
}

/// All `.tgdl` files below a folder, sorted; none where the folder is missing.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "tgdl") {
                println!("cargo::rerun-if-changed={}", path.display());
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
