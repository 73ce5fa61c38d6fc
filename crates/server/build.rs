//! Puts the client for browsers into the program, where `TAVOLA_CLIENT` names the folder of a built one. Without it the
//! program is built all the same, and has the pages without script alone.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-env-changed=TAVOLA_CLIENT");
    let mut files = Vec::new();
    if let Some(folder) = env::var_os("TAVOLA_CLIENT").filter(|folder| !folder.is_empty()) {
        let folder = PathBuf::from(folder).canonicalize()?;
        println!("cargo::rerun-if-changed={}", folder.display());
        list(&folder, "", &mut files)?;
    }
    files.sort();
    let entry = |(name, path): &(String, PathBuf)| format!("    ({name:?}, include_bytes!({path:?})),\n");
    let entries: String = files.iter().map(entry).collect();
    let code = format!("pub(super) const FILES: &[(&str, &[u8])] = &[\n{entries}];\n");
    let out =
        env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo names no folder for what is made"))?;
    fs::write(Path::new(&out).join("client.rs"), code)
}

fn list(folder: &Path, before: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let name = format!("{before}{name}");
        if path.is_dir() {
            list(&path, &format!("{name}/"), files)?;
        } else {
            files.push((name, path));
        }
    }
    Ok(())
}
