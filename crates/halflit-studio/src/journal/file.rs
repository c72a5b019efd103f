//! A file of lines that only ever grows, and is locked while it is open.

use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::{Kind, Result, StudioError};

/// Where lines go.
#[derive(Debug)]
pub(super) struct LineFile {
    path: PathBuf,
    file: File,
}

impl LineFile {
    /// Opens a file, or makes it: its whole lines, and what follows its last line break.
    ///
    /// # Errors
    /// A pipe or a device, a file that another studio has open, and what the system refuses.
    pub(super) fn open(path: &Path) -> Result<(Self, Vec<u8>, Vec<u8>)> {
        refuse_special(path)?;
        // Not opened for appending: some systems cannot cut such a file.
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(|error| unusable(path, &error))?;
        lock(&file, path)?;
        let (text, rest) = lines_and_rest(&mut file).map_err(|error| unusable(path, &error))?;
        Ok((Self { path: path.to_owned(), file }, text, rest))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a line. It is on disk when this returns.
    ///
    /// # Errors
    /// What the system says.
    pub(super) fn write(&mut self, line: &str) -> Result<()> {
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| unusable(&self.path, &error))
    }

    /// Takes away what follows so many bytes.
    ///
    /// # Errors
    /// What the system says.
    pub(super) fn cut(&mut self, end: usize) -> Result<()> {
        let cut = self.file.set_len(end as u64);
        let cut = cut.and_then(|()| self.file.seek(SeekFrom::Start(end as u64)));
        cut.map(drop).map_err(|error| unusable(&self.path, &error))
    }

    /// Whether the name is no longer that of the file, or somebody else has cut it or written to it: it had so many bytes.
    pub(super) fn was_touched(&self, bytes: usize) -> bool {
        let (Ok(own), Ok(named)) = (self.file.metadata(), std::fs::metadata(&self.path)) else {
            return true;
        };
        !same_file(&own, &named) || own.len() != bytes as u64
    }

    /// A new file beside the one that went away, with all its lines.
    ///
    /// # Errors
    /// What the system refuses.
    pub(super) fn rescued(&self, lines: &[u8]) -> Result<Self> {
        let (mut file, path) = rescue(&self.path)?;
        lock(&file, &path)?;
        let written = file.write_all(lines).and_then(|()| file.sync_all());
        written.map_err(|error| unusable(&path, &error))?;
        let own = Self { path, file };
        own.sync_folder();
        Ok(own)
    }

    /// Lets others have the file. What cannot be unlocked now is when it is closed.
    pub(super) fn unlock(&self) {
        let _ = self.file.unlock();
    }

    /// The name of a new file is on disk when its folder is.
    pub(super) fn sync_folder(&self) {
        let parent = self.path.parent().filter(|parent| !parent.as_os_str().is_empty());
        // Not every system can open a folder; then it looks after the name by itself.
        if let Ok(folder) = File::open(parent.unwrap_or(Path::new("."))) {
            let _ = folder.sync_all();
        }
    }
}

/// Whether both are one file; where a system does not tell, their lengths do.
#[cfg(unix)]
fn same_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn same_file(one: &Metadata, other: &Metadata) -> bool {
    one.len() == other.len() && one.created().ok() == other.created().ok()
}

/// A new file beside the one of that name.
fn rescue(path: &Path) -> Result<(File, PathBuf)> {
    const MOST: usize = 1000;
    let mut last = None;
    for number in 1..=MOST {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".rescued-{number}"));
        let new = PathBuf::from(name);
        match OpenOptions::new().read(true).write(true).create_new(true).open(&new) {
            Ok(file) => return Ok((file, new)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => last = Some(error),
            Err(error) => return Err(unusable(&new, &error)),
        }
    }
    Err(unusable(path, &last.unwrap_or_else(|| ErrorKind::AlreadyExists.into())))
}

/// Refuses a pipe or a device before it is opened: nothing that is written there could be read again.
fn refuse_special(path: &Path) -> Result<()> {
    match std::fs::metadata(path) {
        Ok(status) if !status.is_file() && !status.is_dir() => {
            let what = format!("{}: is a pipe or a device, which keeps no labels", path.display());
            Err(StudioError::new(Kind::File, what, "give the labels a file of their own"))
        }
        _ => Ok(()),
    }
}

fn unusable(path: &Path, error: &std::io::Error) -> StudioError {
    let what = format!("{}: labels cannot be kept there: {error}", path.display());
    StudioError::new(
        Kind::File,
        what,
        "check the folder, its permissions and its space, or keep them elsewhere",
    )
}

/// Keeps other studios out until the file is closed.
fn lock(file: &File, path: &Path) -> Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            let what = format!("{}: another studio keeps its labels there", path.display());
            let help = "go on in that one, or end it, or keep these labels in another file";
            Err(StudioError::new(Kind::Busy, what, help))
        }
        // A file system without locks can keep nobody apart, and is no reason not to work.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(unusable(path, &error)),
    }
}

/// The whole lines of the file, and what follows its last line break. These are bytes: a cut may have split a letter.
fn lines_and_rest(file: &mut File) -> std::io::Result<(Vec<u8>, Vec<u8>)> {
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    let rest =
        text.split_off(text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
    Ok((text, rest))
}
