//! Files that appear whole or not at all: written beside their place under another name, then renamed.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

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

pub(super) fn write(path: &Path, force: bool, fill: Fill<'_>) -> Result<()> {
    let file = crate::words::clean(&path.display().to_string());
    // Through a link the file it points to is replaced, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let written = prepare(&target, fill).and_then(|temporary| publish(temporary, &target, force));
    written.map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists => IoError::Exists { file },
        _ => IoError::Unwritable { file, source },
    })
}

/// Fills a temporary file in the directory of `target`.
fn prepare(target: &Path, fill: Fill<'_>) -> io::Result<Prepared> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".halflit-").suffix(".unfinished");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any new file; the umask takes away what it should.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let (file, temporary) =
        builder.tempfile_in(directory_of(target)).map(NamedTempFile::into_parts)?;
    let registered = Registered::new(&temporary);
    if let Ok(status) = fs::metadata(target) {
        file.set_permissions(status.permissions())?;
    }
    fill_buffered(&file, fill)?;
    // A full disk may show only now.
    file.sync_all()?;
    Ok((temporary, registered))
}

fn publish((path, _registered): Prepared, target: &Path, force: bool) -> io::Result<()> {
    match force {
        true => path.persist(target),
        false => path.persist_noclobber(target),
    }
    .map_err(|failed| failed.error)
}

/// A filled temporary file, which removes itself when dropped, and its entry in the register.
type Prepared = (TempPath, Registered);

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
