//! A part of build scripts: gathers the folders `explanations/` of a crate, one Markdown file for each code of a
//! problem, into tables of `base::Explanation`. It knows no code.
//!
//! A script rather than a macro such as `include_dir!`: Cargo then sees files that are added, and the lower layers need
//! no further dependency.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Writes a table for each folder: `src/a/explanations/` becomes `OUT_DIR/a-explanations.rs`.
pub(crate) fn gather() -> io::Result<()> {
    let here = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    let root = Path::new(&here).join("src");
    // The whole of it, since a new folder of explanations is to be seen too.
    println!("cargo::rerun-if-changed={}", root.display());
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        let entries = sorted(&folder)?;
        if folder.ends_with("explanations") {
            let name = folder.strip_prefix(&root).map_err(io::Error::other)?;
            let name = name.to_string_lossy().replace(['/', '\\'], "-") + ".rs";
            fs::write(Path::new(&out).join(name), table(&entries)?)?;
        } else {
            folders.extend(entries.into_iter().filter(|path| path.is_dir()));
        }
    }
    Ok(())
}

fn table(files: &[PathBuf]) -> io::Result<String> {
    let mut list = String::from("&[\n");
    for path in files {
        let code = path.file_stem().unwrap_or_default();
        writeln!(list, "    base::Explanation {{ code: {code:?}, text: include_str!({path:?}) }},")
            .map_err(io::Error::other)?;
    }
    Ok(list + "]\n")
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)?.map(|e| Ok(e?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    Ok(paths)
}
