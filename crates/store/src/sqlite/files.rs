//! The files beside the database, and the one place where the store makes, copies and removes any: the lock, the
//! ballast, copies, the place of a socket. It does not know what is in the database.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// The file beside the database that is called like it with something behind.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// How files of the store are opened for writing: whoever else has an account on the machine reads none that is made,
/// since what is hidden in matches stands in them. SQLite gives its log the permissions of the database.
fn for_writing() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Makes an empty file, which is an empty database, unless there is one.
pub(super) fn make(path: &Path) -> io::Result<()> {
    match for_writing().create_new(true).open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// A place beside the database for a socket of this machine, whose file goes with it.
#[derive(Debug)]
pub struct SocketPlace(PathBuf);

impl Drop for SocketPlace {
    fn drop(&mut self) {
        fs::remove_file(&self.0).ok();
    }
}

impl SocketPlace {
    /// Where it is, whoever has it.
    pub fn of(database: &Path) -> PathBuf {
        beside(database, "-takeover")
    }

    /// For the process that holds the database's lock: a socket that lies there is left from one that was killed.
    pub fn take(database: &Path) -> io::Result<SocketPlace> {
        let path = SocketPlace::of(database);
        match fs::symlink_metadata(&path) {
            Ok(file) if !is_socket(&file) => return Err(is_taken(&path)),
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => remove(&path)?,
        }
        Ok(SocketPlace(path))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

#[cfg(unix)]
fn is_socket(file: &fs::Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_socket(&file.file_type())
}

#[cfg(not(unix))]
fn is_socket(_: &fs::Metadata) -> bool {
    false
}

/// What a server makes beside its database has a fixed name, and something else may be called so.
fn is_taken(path: &Path) -> io::Error {
    let shown = path.display();
    io::Error::new(
        io::ErrorKind::AlreadyExists,
        format!("{shown} is no file of Tavola's; give it another name"),
    )
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The address by which SQLite reads a database that nobody changes, and makes no file beside it.
pub(super) fn unchanging(path: &Path) -> Option<String> {
    let path = path.to_str()?.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    Some(format!("file:{path}?immutable=1"))
}

/// Held by the process that writes the database; the system frees it however that ends. The file itself stays, as
/// removing it would let two processes hold locks on two files of one name.
#[derive(Debug)]
pub(super) struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing alone would leave it to a process that is just being started and has a copy of the descriptor.
        self.0.unlock().ok();
    }
}

/// The file that a path leads to, which there may not be yet.
pub(super) fn resolved(path: &Path) -> io::Result<PathBuf> {
    match path.canonicalize() {
        Ok(path) if path.is_file() => match names(&path)? {
            1 => Ok(path),
            // The log and the lock lie beside one name, and whoever uses another one knows nothing of them.
            names => Err(io::Error::other(format!("it has {names} names (hard links); remove all but one"))),
        },
        Ok(path) if path.is_dir() => {
            let shown = path.display();
            Err(io::Error::other(format!(
                "{shown} is a folder; name a file in it, such as {shown}/matches.db"
            )))
        }
        Ok(path) => Err(io::Error::other(format!("{} is no file", path.display()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(path.to_owned()),
        Err(error) => Err(error),
    }
}

#[cfg(unix)]
fn names(path: &Path) -> io::Result<u64> {
    Ok(std::os::unix::fs::MetadataExt::nlink(&fs::metadata(path)?))
}

#[cfg(not(unix))]
fn names(_: &Path) -> io::Result<u64> {
    Ok(1)
}

impl Lock {
    /// None where another process holds it.
    pub(super) fn take(path: &Path) -> io::Result<Option<Lock>> {
        let path = beside(path, "-lock");
        let file = for_writing().create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Lock(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

/// Room on the disk that is held back, and given up when the disk is full.
#[derive(Debug)]
pub(super) struct Ballast {
    path: PathBuf,
    bytes: u64,
}

impl Ballast {
    /// Refused where something else lies in its place.
    pub(super) fn new(database: &Path, bytes: u64) -> io::Result<Ballast> {
        let path = beside(database, "-ballast");
        match fs::symlink_metadata(&path) {
            Ok(file) if !file.is_file() || !is_zeros(&path)? => Err(is_taken(&path)),
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(Ballast { path, bytes }),
        }
    }

    /// Whether the room is held, taking it where it is not.
    pub(super) fn is_held(&self) -> io::Result<bool> {
        let held = fs::metadata(&self.path).map_or(0, |file| file.len());
        if held == self.bytes {
            return Ok(true);
        }
        if self.bytes == 0 {
            return self.give_up().map(|()| true);
        }
        match self.take() {
            Ok(()) => Ok(true),
            Err(error) => {
                self.give_up()?;
                if error.kind() == io::ErrorKind::StorageFull { Ok(false) } else { Err(error) }
            }
        }
    }

    /// In a file that was not there before, so that no other name of it loses anything.
    fn take(&self) -> io::Result<()> {
        remove(&self.path)?;
        let mut file = for_writing().create_new(true).open(&self.path)?;
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::{FallocateFlags, fallocate};
            use rustix::io::Errno;
            match fallocate(&file, FallocateFlags::empty(), 0, self.bytes) {
                Err(Errno::OPNOTSUPP | Errno::NOSYS) => (),
                done => return done.map_err(io::Error::from),
            }
        }
        let zeros = vec![0; 1 << 20];
        let mut left = self.bytes;
        while left > 0 {
            let part = left.min(zeros.len() as u64) as usize;
            file.write_all(&zeros[..part])?;
            left -= part as u64;
        }
        Ok(())
    }

    pub(super) fn give_up(&self) -> io::Result<()> {
        remove(&self.path)
    }
}

fn is_zeros(path: &Path) -> io::Result<bool> {
    let mut file = File::open(path)?;
    let mut part = vec![0; 1 << 20];
    loop {
        match file.read(&mut part)? {
            0 => return Ok(true),
            length if part[..length].iter().any(|byte| *byte != 0) => return Ok(false),
            _ => (),
        }
    }
}

/// File systems over a network with their numbers, as `statfs(2)` lists them. FUSE is not among them, as containers and
/// encrypted homes use it on disks.
#[cfg(target_os = "linux")]
const NETWORKS: [(u64, &str); 8] = [
    (0x6969, "NFS"),
    (0x517b, "SMB"),
    (0xff53_4d42, "CIFS"),
    (0xfe53_4d42, "SMB2"),
    (0x00c3_6400, "Ceph"),
    (0x5346_414f, "AFS"),
    (0x7375_7245, "Coda"),
    (0x0102_1997, "9P"),
];

/// The name of the file system over a network on which a file lies; None for a disk of this machine.
#[cfg(target_os = "linux")]
pub(super) fn network(path: &Path) -> io::Result<Option<&'static str>> {
    Ok(network_of(rustix::fs::statfs(path)?.f_type as u64))
}

#[cfg(target_os = "linux")]
fn network_of(number: u64) -> Option<&'static str> {
    // Some systems give the number with a sign.
    let number = number & 0xffff_ffff;
    NETWORKS.iter().find(|(network, _)| *network == number).map(|(_, name)| *name)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn network(_: &Path) -> io::Result<Option<&'static str>> {
    Ok(None)
}

/// Whether a file may not be written by whoever runs this.
pub(super) fn is_read_only(path: &Path) -> bool {
    matches!(OpenOptions::new().append(true).open(path),
        Err(error) if [io::ErrorKind::PermissionDenied, io::ErrorKind::ReadOnlyFilesystem].contains(&error.kind()))
}

/// An empty file in which a copy is made before it gets its name; without one, it goes.
pub(super) fn unfinished(to: &Path) -> io::Result<TempPath> {
    let mut name = to.file_name().unwrap_or_default().to_owned();
    name.push(".");
    let mut builder = tempfile::Builder::new();
    Ok(builder.prefix(&name).suffix(".unfinished").tempfile_in(folder(to))?.into_temp_path())
}

/// Gives a copy its name once all of it is on the disk, unless a file of that name is there.
pub(super) fn finish(unfinished: TempPath, to: &Path) -> io::Result<()> {
    File::open(&unfinished)?.sync_all()?;
    unfinished.persist_noclobber(to)?;
    sync_folder(to)
}

/// Removes files that are there.
pub(super) fn remove_all(files: &[PathBuf]) -> io::Result<()> {
    files.iter().try_for_each(fs::remove_file)
}

/// Whatever the folder of a file lists is on the disk afterwards.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(folder(path))?.sync_all()
}

/// The folder in which a file lies.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{Ballast, Lock, SocketPlace, network, network_of, resolved};
    use std::path::Path;

    #[test]
    fn networks_are_told_from_disks() {
        assert_eq!(network_of(rustix::fs::NFS_SUPER_MAGIC as u64), Some("NFS"));
        assert_eq!(network_of(0xffff_ffff_ff53_4d42), Some("CIFS"), "with a sign");
        assert_eq!(network_of(0xef53), None, "ext4");
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(network(folder.path()).unwrap(), None);
    }

    #[test]
    fn a_lock_is_held_once_and_given_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.db");
        let lock = Lock::take(&path).unwrap();
        assert!(lock.is_some() && Lock::take(&path).unwrap().is_none());
        drop(lock);
        assert!(Lock::take(&path).unwrap().is_some());
    }

    #[test]
    fn a_database_is_one_by_whatever_link_it_is_named_and_a_device_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("matches.db"), folder.path().join("link.db"));
        std::os::unix::fs::symlink(&path, &link).unwrap();
        assert_eq!(resolved(&path).unwrap(), path, "it is not there yet");
        std::fs::write(&path, "").unwrap();
        assert_eq!(resolved(&link).unwrap(), path.canonicalize().unwrap());
        assert!(resolved(folder.path()).is_err() && resolved(Path::new("/dev/null")).is_err());
    }

    #[test]
    fn a_ballast_is_as_large_as_it_is_said_to_be() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.db");
        let size = || std::fs::metadata(folder.path().join("matches.db-ballast")).map(|file| file.len()).ok();
        for bytes in [5_000, 9_000, 100, 0] {
            assert!(Ballast::new(&path, bytes).unwrap().is_held().unwrap());
            assert_eq!(size(), Some(bytes).filter(|bytes| *bytes > 0));
        }
        let ballast = Ballast::new(&path, 100).unwrap();
        assert!(ballast.is_held().unwrap());
        ballast.give_up().unwrap();
        ballast.give_up().unwrap();
        assert_eq!(size(), None);
    }

    #[test]
    fn what_others_call_like_a_file_of_the_store_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let database = path("matches.db");
        for name in ["matches.db-ballast", "matches.db-takeover"] {
            let (place, letter) = (path(name), path("letter"));
            let is_refused = || match name {
                "matches.db-ballast" => Ballast::new(&database, 100).is_err(),
                _ => SocketPlace::take(&database).is_err(),
            };
            std::fs::write(&letter, "dear").unwrap();
            std::os::unix::fs::symlink(&letter, &place).unwrap();
            assert!(is_refused(), "{name}, a link");
            std::fs::remove_file(&place).unwrap();
            std::fs::hard_link(&letter, &place).unwrap();
            assert!(is_refused(), "{name}");
            assert_eq!(std::fs::read_to_string(&place).unwrap(), "dear");
            std::fs::remove_file(&place).unwrap();
            std::fs::create_dir(&place).unwrap();
            assert!(is_refused(), "{name}, a folder");
        }
        std::fs::remove_dir(path("matches.db-takeover")).unwrap();
        let socket = std::os::unix::net::UnixListener::bind(path("matches.db-takeover")).unwrap();
        drop(socket);
        assert!(SocketPlace::take(&database).is_ok(), "a server was killed");
    }

    #[test]
    fn a_ballast_of_another_size_is_another_file() {
        let folder = tempfile::tempdir().unwrap();
        let (place, other) = (folder.path().join("matches.db-ballast"), folder.path().join("zeros"));
        std::fs::write(&other, [0; 50]).unwrap();
        std::fs::hard_link(&other, &place).unwrap();
        let ballast = Ballast::new(&folder.path().join("matches.db"), 100).unwrap();
        assert!(ballast.is_held().unwrap());
        assert_eq!(std::fs::metadata(&other).unwrap().len(), 50);
    }
}
