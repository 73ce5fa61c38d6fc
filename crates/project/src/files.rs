//! Where the files of a project come from: a folder on disk that is never left, or memory.
//! It knows nothing of what the files say.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The largest file that is read, in bytes.
pub const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// The most bytes that the files of one game have together: compiling takes some hundred times as much memory.
pub(crate) const MAX_BYTES_OF_ALL: u64 = 8 * 1024 * 1024;

/// Why a file could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError {
    Missing,
    /// The path, or a link on it, leads out of the project.
    Outside,
    /// A folder, a device or the like.
    NotAFile,
    /// The offset of the first byte that is not UTF-8.
    NotUtf8(usize),
    /// More bytes than these.
    TooLarge(u64),
    /// More bytes than these, together with the files that were read before it.
    TooLargeWithOthers(u64),
    /// What the system said.
    Other(String),
}

impl ReadError {
    /// It in one line, which quotes nothing of what stands in the file.
    pub fn message(&self, shown: &str) -> String {
        match self {
            ReadError::Missing => format!("there is no file `{shown}`"),
            ReadError::Outside => format!("`{shown}` lies outside of the project"),
            ReadError::NotAFile => format!("`{shown}` is not a file"),
            ReadError::NotUtf8(offset) => {
                format!("`{shown}` is not UTF-8 text: the byte at offset {offset} does not fit")
            }
            ReadError::TooLarge(most) => format!("`{shown}` is larger than {} MB", most >> 20),
            ReadError::TooLargeWithOthers(most) => {
                format!("with `{shown}` the files of this game are larger than {} MB together", most >> 20)
            }
            ReadError::Other(why) => format!("`{shown}` cannot be read: {why}"),
        }
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => ReadError::Missing,
            _ => ReadError::Other(error.to_string()),
        }
    }
}

/// The files of one project. Paths are relative to its folder and written with `/`.
pub trait Files {
    fn read(&self, path: &str) -> Result<String, ReadError>;
    /// The files of a folder, sorted; the project's own folder is the empty path.
    fn list(&self, folder: &str) -> Vec<String>;
    /// The path as diagnostics show it.
    fn shown(&self, path: &str) -> String {
        path.to_owned()
    }
}

/// A folder on disk.
#[derive(Clone, Debug)]
pub(crate) struct Disk {
    /// As the user wrote it.
    root: PathBuf,
    /// Free of links.
    real: PathBuf,
}

impl Disk {
    pub(crate) fn new(root: &Path) -> io::Result<Disk> {
        let root = if root.as_os_str().is_empty() { Path::new(".") } else { root };
        Ok(Disk { root: root.to_path_buf(), real: root.canonicalize()? })
    }

    /// The real place of a path, if it lies in the project.
    pub(crate) fn locate(&self, path: &str) -> Result<PathBuf, ReadError> {
        if leaves(path) {
            return Err(ReadError::Outside);
        }
        let real = self.real.join(path).canonicalize()?;
        if real.starts_with(&self.real) { Ok(real) } else { Err(ReadError::Outside) }
    }
}

impl Files for Disk {
    fn read(&self, path: &str) -> Result<String, ReadError> {
        read_text(&self.locate(path)?, MAX_BYTES)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let Ok(real) = self.locate(folder) else { return Vec::new() };
        let Ok(entries) = fs::read_dir(real) else { return Vec::new() };
        let files = entries.filter_map(Result::ok).filter(|e| e.path().is_file());
        let mut names: Vec<String> = files.filter_map(|e| e.file_name().into_string().ok()).collect();
        names.sort();
        names
    }

    fn shown(&self, path: &str) -> String {
        let path = self.root.join(path);
        path.strip_prefix(".").unwrap_or(&path).display().to_string()
    }
}

/// A picture in the folder of a game, by the path that a look names it by.
///
/// # Errors
/// There is none, it is no picture by its name, lies elsewhere, or is too large.
pub fn read_picture(folder: &Path, path: &str) -> Result<Vec<u8>, ReadError> {
    if !language::look::is_picture(path) {
        return Err(ReadError::Missing);
    }
    read_bytes(&Disk::new(folder)?.locate(path)?, MAX_BYTES)
}

/// The `Content-Security-Policy` under which a picture is served: it runs nothing, wherever it is shown.
pub const PICTURE_POLICY: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

/// What kind of picture a path names by its ending.
pub fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, end)| end) {
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webp") => "image/webp",
        _ => "image/jpeg",
    }
}

/// The text of a file of at most so many bytes.
pub fn read_text(path: &Path, most: u64) -> Result<String, ReadError> {
    String::from_utf8(read_bytes(path, most)?).map_err(|e| ReadError::NotUtf8(e.utf8_error().valid_up_to()))
}

/// Only files are read: a device may give bytes for ever, and a pipe none.
fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
    if !fs::metadata(path)?.is_file() {
        return Err(ReadError::NotAFile);
    }
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(ReadError::TooLarge(most));
    }
    Ok(bytes)
}

/// Whether a path could lead out of the folder that it starts from.
pub(crate) fn leaves(path: &str) -> bool {
    path.starts_with('/') || path.contains(['\\', ':', '\0']) || path.split('/').any(|part| part == "..")
}

/// Files in memory, for tests, playgrounds and editors.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    files: BTreeMap<String, Vec<u8>>,
}

impl Memory {
    /// Adds or replaces a file.
    pub fn put(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.files.insert(path.into(), bytes.into());
    }

    #[must_use]
    pub fn with(mut self, path: &str, text: &str) -> Memory {
        self.put(path, text);
        self
    }
}

impl Files for Memory {
    fn read(&self, path: &str) -> Result<String, ReadError> {
        if leaves(path) {
            return Err(ReadError::Outside);
        }
        let bytes = self.files.get(path).ok_or(ReadError::Missing)?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(ReadError::TooLarge(MAX_BYTES));
        }
        let text = std::str::from_utf8(bytes).map_err(|e| ReadError::NotUtf8(e.valid_up_to()))?;
        Ok(text.to_owned())
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let inside = self.files.keys().filter_map(|path| path.strip_prefix(&prefix));
        inside.filter(|name| !name.contains('/')).map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_on_disk_is_never_left() {
        let folder = std::env::temp_dir().join(format!("tavola-files-{}", std::process::id()));
        fs::create_dir_all(folder.join("game/sub")).unwrap();
        fs::write(folder.join("secret.tgdl"), "secret").unwrap();
        fs::write(folder.join("game/a.tgdl"), "a").unwrap();
        fs::write(folder.join("game/bad.tgdl"), b"ok\xff").unwrap();
        let disk = Disk::new(&folder.join("game")).unwrap();
        assert_eq!(disk.read("a.tgdl"), Ok("a".to_owned()));
        assert_eq!(disk.read("sub"), Err(ReadError::NotAFile));
        assert_eq!(disk.read("b.tgdl"), Err(ReadError::Missing));
        assert_eq!(disk.read("bad.tgdl"), Err(ReadError::NotUtf8(2)));
        assert_eq!(disk.read("../secret.tgdl"), Err(ReadError::Outside));
        assert_eq!(disk.read(&folder.join("secret.tgdl").display().to_string()), Err(ReadError::Outside));
        assert_eq!(disk.list(""), ["a.tgdl", "bad.tgdl"]);
        #[cfg(unix)]
        {
            let link = folder.join("game/link.tgdl");
            let _ = std::os::unix::fs::symlink(folder.join("secret.tgdl"), link);
            assert_eq!(disk.read("link.tgdl"), Err(ReadError::Outside));
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_over_four_megabytes_is_refused() {
        let mut memory = Memory::default();
        memory.put("big.tgdl", vec![b' '; MAX_BYTES as usize + 1]);
        assert_eq!(memory.read("big.tgdl"), Err(ReadError::TooLarge(MAX_BYTES)));
    }
}
