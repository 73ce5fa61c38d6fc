//! The one way in which the program writes and removes files. They are written beside the place where they go, under a
//! name that nobody can guess, and moved there once the whole file is on the disk. So a full disk or a stop in between
//! leaves what was there. It does not know what is written.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::{Builder, NamedTempFile, TempDir};

/// How the names of temporary files and folders begin; the dot keeps them out of every list of games.
const TEMPORARY: &str = ".tavola-";

/// Who may read a new file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    /// Whoever the system lets read new files.
    Usual,
    /// The user alone: a match that goes on holds everybody's cards.
    Owner,
}

/// Has a write beyond what the system lets a file take fail, so that what was begun is taken away again. Otherwise that
/// ends the program, and leaves the temporary file.
#[cfg(unix)]
pub(crate) fn survive_size_limits() -> io::Result<()> {
    let signal = rustix::process::Signal::XFSZ.as_raw();
    signal_hook::flag::register(signal, Arc::default()).map(drop)
}

#[cfg(not(unix))]
pub(crate) fn survive_size_limits() -> io::Result<()> {
    Ok(())
}

/// As [`replace`], for texts that somebody wrote. A file that has several names is left alone: the others would keep
/// the old text, and nobody would see that they are two files now.
pub(crate) fn rewrite(path: &Path, text: &str) -> io::Result<()> {
    match names(path)? {
        1 => replace(path, text),
        names => {
            let why = format!("it has {names} names (hard links), and only this one would get the new text");
            Err(io::Error::other(why))
        }
    }
}

#[cfg(unix)]
fn names(path: &Path) -> io::Result<u64> {
    use std::os::unix::fs::MetadataExt;
    Ok(fs::metadata(path)?.nlink())
}

#[cfg(not(unix))]
fn names(_: &Path) -> io::Result<u64> {
    Ok(1)
}

/// Gives a file that is there another text. Its owner and its mode stay; where a link is named, the file behind it is
/// meant, and the link stays too.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    replace_with(path, |file| file.write_all(text.as_bytes()))
}

fn replace_with(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let path = path.canonicalize()?;
    let before = fs::metadata(&path)?;
    if !before.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    if before.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    let folder = folder(&path);
    let new = temporary_file(folder, Access::Owner, fill)?;
    keep_owner(new.as_file(), &before);
    new.as_file().set_permissions(before.permissions())?;
    new.as_file().sync_all()?;
    new.persist(&path).map_err(|e| e.error)?;
    sync_folder(folder);
    Ok(())
}

/// Writes a new file under the first of these names that is free, and gives that name.
pub(crate) fn create(
    mut names: impl Iterator<Item = PathBuf>,
    text: &str,
    access: Access,
) -> io::Result<PathBuf> {
    let mut name = names.next().ok_or_else(|| taken("every name for it is taken"))?;
    let mut is_only_one = true;
    let folder = folder(&name).to_path_buf();
    let mut new = temporary_file(&folder, access, |file| file.write_all(text.as_bytes()))?;
    loop {
        match new.persist_noclobber(&name) {
            Ok(_) => {
                sync_folder(&folder);
                return Ok(name);
            }
            Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => {
                new = failed.file;
                name = names.next().ok_or_else(|| match is_only_one {
                    true => taken(&format!("`{}` is there already", name.display())),
                    false => taken("every name for it is taken"),
                })?;
                is_only_one = false;
            }
            Err(failed) => return Err(failed.error),
        }
    }
}

/// Makes a folder, and those above it, where they are not there yet.
pub(crate) fn create_folders(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Takes a file away.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)
}

/// Makes a folder with these files in it: all of them, or nothing.
pub(crate) fn create_folder(path: &Path, files: &[(&str, &str)]) -> io::Result<()> {
    let parent = folder(path);
    let new = temporary_folder(parent)?;
    for (name, text) in files {
        let mut file = File::create_new(new.path().join(name))?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
    }
    sync_folder(new.path());
    // Moving a folder takes the place of an empty one.
    if fs::symlink_metadata(path).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    fs::rename(new.path(), path)?;
    // It has another name now, under which it stays.
    let _ = new.keep();
    sync_folder(parent);
    Ok(())
}

/// Why nothing can be written in a folder, without the name that the file would have had for a while.
fn unmade(folder: &Path, error: &io::Error) -> io::Error {
    let shown = folder.display();
    let why = match error.kind() {
        io::ErrorKind::NotFound => format!("there is no folder `{shown}`"),
        io::ErrorKind::NotADirectory => format!("`{shown}` is no folder"),
        kind => format!("nothing can be written in `{shown}`: {kind}"),
    };
    io::Error::new(error.kind(), why)
}

/// A whole file on the disk that goes away unless it is moved.
fn temporary_file(
    folder: &Path,
    access: Access,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(TEMPORARY);
    #[cfg(unix)]
    if access == Access::Usual {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut new = builder.tempfile_in(folder).map_err(|error| unmade(folder, &error))?;
    fill(new.as_file_mut())?;
    new.as_file().sync_all()?;
    Ok(new)
}

fn temporary_folder(parent: &Path) -> io::Result<TempDir> {
    let mut builder = Builder::new();
    builder.prefix(TEMPORARY);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o777));
    }
    builder.tempdir_in(parent)
}

/// The folder of a path; where it names none, the current one.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Only who may give files away can keep another owner; for others it is their own file anyway.
#[cfg(unix)]
fn keep_owner(new: &File, before: &fs::Metadata) {
    use std::os::unix::fs::MetadataExt;
    let _ = std::os::unix::fs::fchown(new, Some(before.uid()), Some(before.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_new: &File, _before: &fs::Metadata) {}

/// Makes the new name in a folder last through a loss of power, where the system can do that.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

fn taken(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, why)
}

#[cfg(test)]
mod tests;
