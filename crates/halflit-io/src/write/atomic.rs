//! Files that appear whole or not at all: written beside their place under another name, then renamed.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tempfile::{NamedTempFile, TempPath};

use super::destination::fill_buffered;
use super::{Destination, Fill};
use crate::error::{IoError, Result};

/// Files that are being written, for [`remove_unfinished_files`].
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Removes the temporary files of writes in progress. Call it before leaving the process early, as on Ctrl-C; from a
/// thread, as the `ctrlc` crate does, not from within a raw signal handler, since it takes a lock and frees memory.
pub fn remove_unfinished_files() {
    for path in std::mem::take(&mut *unfinished()) {
        // Already gone is as good as removed, and there is no one left to tell.
        let _ = fs::remove_file(path);
    }
}

/// Writes bytes, such as a model or a report, to a file that appears only when it is complete.
///
/// ```
/// # let directory = tempfile::tempdir()?;
/// # let path = directory.path().join("model");
/// halflit_io::write_bytes_atomically(&path, b"model", false)?;
/// assert!(halflit_io::write_bytes_atomically(&path, b"other", false).is_err());
/// halflit_io::write_bytes_atomically(&path, b"other", true)?;
/// assert_eq!(std::fs::read(&path)?, b"other");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`IoError::Exists`] without `force`, [`IoError::IsDirectory`], [`IoError::Unwritable`].
pub fn write_bytes_atomically(path: &Path, bytes: &[u8], force: bool) -> Result<()> {
    let to = Destination::Path(path.to_path_buf());
    to.write_with(force, &mut |writer| writer.write_all(bytes))
}

/// The directory that a file is or will be in.
pub(super) fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// The name of a file that is being written.
const PREFIX: &str = ".halflit-";
const SUFFIX: &str = ".unfinished";

/// Through a link the file it points to is replaced, not the link.
fn target_of(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

/// Makes a file where `path` is to be written and removes it again, with those that a killed process left there.
pub(super) fn try_out(path: &Path) -> io::Result<()> {
    let target = target_of(path);
    let directory = directory_of(&target);
    remove_abandoned(directory);
    make_in(directory).map(drop)
}

/// Removes files that nobody is writing any more. The writer of one holds its lock, which ends with the process.
fn remove_abandoned(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let ours = name.to_str().is_some_and(|n| n.starts_with(PREFIX) && n.ends_with(SUFFIX));
        if ours && is_abandoned(&entry.path()) {
            // Someone else may have been faster.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// An empty file may be so new that it is not locked yet, so it has to be old too.
fn is_abandoned(path: &Path) -> bool {
    const OLD: Duration = Duration::from_secs(60);
    let Ok(file) = File::open(path) else { return false };
    let Ok(status) = file.metadata() else { return false };
    let age = status.modified().ok().and_then(|modified| modified.elapsed().ok());
    let settled = status.len() > 0 || age.is_some_and(|age| age > OLD);
    status.is_file() && settled && file.try_lock().is_ok()
}

pub(super) fn write(path: &Path, force: bool, fill: Fill<'_>) -> Result<()> {
    let file = crate::words::clean(&path.display().to_string());
    let target = target_of(path);
    let written = prepare(&target, fill).and_then(|temporary| publish(temporary, &target, force));
    written.map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists => IoError::Exists { file },
        _ => IoError::Unwritable { file, source },
    })
}

/// A new file that is to be renamed.
fn make_in(directory: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any new file; the umask takes away what it should.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(directory)
}

/// Fills a temporary file in the directory of `target`.
fn prepare(target: &Path, fill: Fill<'_>) -> io::Result<Prepared> {
    let (file, temporary) = make_in(directory_of(target)).map(NamedTempFile::into_parts)?;
    let registered = Registered::new(&temporary);
    // Where there are no locks nobody can take it for abandoned either.
    let _ = file.try_lock();
    if let Ok(status) = fs::metadata(target) {
        file.set_permissions(status.permissions())?;
    }
    fill_buffered(&file, fill)?;
    // A full disk may show only now.
    file.sync_all()?;
    Ok((temporary, file, registered))
}

fn publish((path, _locked, _registered): Prepared, target: &Path, force: bool) -> io::Result<()> {
    match force {
        true => path.persist(target),
        false => path.persist_noclobber(target),
    }
    .map_err(|failed| failed.error)
}

/// A filled temporary file, which removes itself when dropped, what holds its lock, and its entry in the register.
type Prepared = (TempPath, File, Registered);

/// An entry in the register, for as long as it lives.
struct Registered(PathBuf);

impl Registered {
    fn new(path: &Path) -> Self {
        unfinished().insert(path.to_path_buf());
        Self(path.to_path_buf())
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        unfinished().remove(&self.0);
    }
}

fn unfinished() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_left_is_removed_and_what_is_being_written_is_not() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = |name: &str| directory.path().join(name);
        let [left, locked, new, other] = [
            ".halflit-a.unfinished",
            ".halflit-b.unfinished",
            ".halflit-c.unfinished",
            "unfinished",
        ]
        .map(path);
        fs::write(&left, "half").expect("written");
        fs::write(&locked, "half").expect("written");
        fs::write(&new, "").expect("written");
        fs::write(&other, "whole").expect("written");
        let writer = File::options().write(true).open(&locked).expect("opened");
        writer.lock().expect("locked");
        try_out(&path("model")).expect("writable");
        assert_eq!([&left, &locked, &new, &other].map(|p| p.exists()), [false, true, true, true]);
        drop(writer);
        let minutes_ago = std::time::SystemTime::now() - Duration::from_secs(120);
        let empty = File::options().write(true).open(&new).expect("opened");
        empty.set_modified(minutes_ago).expect("a time");
        try_out(&path("model")).expect("writable");
        assert_eq!([&locked, &new, &other].map(|p| p.exists()), [false, false, true]);
        assert!(try_out(&path("nowhere/model")).is_err());
    }

    // One test, because the register is shared by the whole process.
    #[test]
    fn an_interrupted_write_leaves_nothing() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("model");
        let count = || fs::read_dir(directory.path()).expect("a directory").count();
        let outcome = write(&path, false, &mut |writer| {
            writer.write_all(b"half")?;
            assert_eq!(count(), 1);
            remove_unfinished_files();
            assert_eq!(count(), 0);
            Ok(())
        });
        assert!(matches!(outcome, Err(IoError::Unwritable { .. })));
        let outcome = write(&path, false, &mut |_| Err(io::ErrorKind::StorageFull.into()));
        assert!(matches!(outcome, Err(IoError::Unwritable { .. })));
        assert_eq!(count(), 0);
        // Another process may be faster; its file is kept.
        let outcome = write(&path, false, &mut |_| fs::write(&path, "first"));
        assert!(matches!(outcome, Err(IoError::Exists { .. })));
        assert_eq!(fs::read(&path).expect("kept"), b"first");
        write(&path, true, &mut |writer| writer.write_all(b"whole")).expect("written");
        remove_unfinished_files();
        assert_eq!(count(), 1);
    }
}
