//! Where tables go: a path, or standard output.

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::{Fill, atomic};
use crate::error::{IoError, Result};

/// A file, or standard output for the path `-`.
///
/// ```
/// use halflit_io::Destination;
/// assert_eq!(Destination::from("-"), Destination::StandardOutput);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// A file that is to be made, or a device or pipe that is there.
    Path(PathBuf),
    /// Standard output.
    StandardOutput,
}

impl<P: AsRef<Path> + ?Sized> From<&P> for Destination {
    fn from(path: &P) -> Self {
        match path.as_ref() {
            path if path == Path::new("-") => Destination::StandardOutput,
            path => Destination::Path(path.to_path_buf()),
        }
    }
}

impl std::fmt::Display for Destination {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Destination::Path(path) => {
                write!(f, "{}", crate::words::clean(&path.display().to_string()))
            }
            Destination::StandardOutput => write!(f, "standard output"),
        }
    }
}

impl Destination {
    /// Refuses now what writing would refuse later, so that hours of work are not lost to a wrong path.
    ///
    /// # Errors
    /// [`IoError::Exists`] without `force`, [`IoError::IsDirectory`], and [`IoError::Unwritable`] where the directory
    /// is not there or no file can be made in it.
    pub fn check(&self, force: bool) -> Result<()> {
        self.refuse(force)?;
        match self {
            Destination::Path(path) if !is_special(path) => {
                let unwritable = |source| IoError::Unwritable { file: self.to_string(), source };
                atomic::try_out(path).map_err(unwritable)
            }
            _ => Ok(()),
        }
    }

    /// What the path alone tells.
    fn refuse(&self, force: bool) -> Result<()> {
        let Destination::Path(path) = self else { return Ok(()) };
        let file = self.to_string();
        match fs::metadata(path) {
            Ok(status) if status.is_dir() => Err(IoError::IsDirectory { file }),
            Ok(status) if status.is_file() && !force => Err(IoError::Exists { file }),
            Ok(_) => Ok(()),
            // A link to nowhere could not be followed, and is replaced by force only.
            Err(_) if fs::symlink_metadata(path).is_ok() && !force => Err(IoError::Exists { file }),
            Err(_) => fs::metadata(atomic::directory_of(path))
                .map(|_| ())
                .map_err(|source| IoError::Unwritable { file, source }),
        }
    }

    pub(super) fn write_with(&self, force: bool, fill: Fill<'_>) -> Result<()> {
        self.refuse(force)?;
        let unwritable = |source| IoError::Unwritable { file: self.to_string(), source };
        match self {
            Destination::StandardOutput => fill_buffered(io::stdout(), fill).map_err(unwritable),
            // A device or a pipe cannot be replaced by a file, and must not be.
            Destination::Path(path) if is_special(path) => {
                let device = OpenOptions::new().write(true).open(path).map_err(unwritable)?;
                fill_buffered(device, fill).map_err(unwritable)
            }
            Destination::Path(path) => atomic::write(path, force, fill),
        }
    }
}

fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|status| !status.is_file())
}

pub(super) fn fill_buffered(writer: impl Write + Send, fill: Fill<'_>) -> io::Result<()> {
    let mut writer = BufWriter::with_capacity(1 << 17, writer);
    fill(&mut writer)?;
    writer.flush()
}
