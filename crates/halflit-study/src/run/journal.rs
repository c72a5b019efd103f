//! Records on disk as they come, one per line, so that a run can go on where it was stopped.
//!
//! The file only ever grows: its first line holds the terms of the run, and every other line a record, or the terms of
//! a run that went on with more datasets. All that is ever cut is a last line that an interruption left unfinished.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::record::{Key, Record};
use super::terms::Terms;
use crate::error::{Result, StudyError};

#[cfg(test)]
mod tests;

/// A file of records, or none. While it is open no other run can write there.
pub struct Journal {
    file: Option<(PathBuf, Mutex<File>)>,
    known: HashMap<Key, Record>,
}

/// What a line can hold.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Record(Box<Record>),
    Terms(Terms),
}

impl Journal {
    /// Keeps nothing.
    pub fn none() -> Self {
        Self { file: None, known: HashMap::new() }
    }

    /// Begins a file, or goes on with it.
    ///
    /// # Errors
    /// [`StudyError::Busy`] where another run writes there, [`StudyError::File`], and [`StudyError::OtherRun`] where
    /// the file was written under terms that contradict these.
    pub fn open(path: &Path, terms: &Terms, resume: bool) -> Result<Self> {
        let folder = path.parent().unwrap_or(Path::new(""));
        std::fs::create_dir_all(folder).map_err(|e| StudyError::file(folder, e))?;
        // Not opened for appending: some systems cannot cut such a file.
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(|e| StudyError::file(path, e))?;
        lock(&file, path)?;
        let mut known = HashMap::new();
        let text = match resume {
            true => whole_lines(&mut file).map_err(|e| StudyError::file(path, e))?,
            false => Vec::new(),
        };
        let mut found: Vec<Terms> = Vec::new();
        for line in text.split(|&byte| byte == b'\n') {
            // A line that cannot be read was damaged on disk: its record is computed again.
            match serde_json::from_slice(line) {
                Ok(Line::Record(record)) => _ = known.insert(record.key.clone(), *record),
                Ok(Line::Terms(terms)) => found.push(terms),
                Err(_) => {}
            }
        }
        if found.is_empty() && !text.is_empty() {
            return Err(StudyError::other_run(path, "does not say what its records were made of"));
        }
        if let Some(conflict) = found.iter().find_map(|theirs| terms.conflict(theirs)) {
            return Err(StudyError::other_run(path, conflict));
        }
        let end = text.len() as u64;
        file.set_len(end)
            .and_then(|()| file.seek(SeekFrom::Start(end)))
            .map_err(|e| StudyError::file(path, e))?;
        let journal = Self { file: Some((path.to_owned(), Mutex::new(file))), known };
        if found.is_empty() || !terms.are_within(&found) {
            journal.append(terms)?;
        }
        Ok(journal)
    }

    /// A record of an earlier run, if it has what is needed.
    pub(super) fn get(&self, key: &Key, with_held_out: bool) -> Option<&Record> {
        let has_held_out = |record: &Record| !record.held_out.is_empty() || record.failed.is_some();
        self.known.get(key).filter(|record| !with_held_out || has_held_out(record))
    }

    pub(super) fn keep(&self, record: &Record) -> Result<()> {
        self.append(record)
    }

    /// One line, in one piece.
    fn append(&self, value: &impl Serialize) -> Result<()> {
        let Some((path, file)) = &self.file else { return Ok(()) };
        let text = serde_json::to_string(value).unwrap_or_else(|e| unreachable!("plain data: {e}"));
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all((text + "\n").as_bytes()).map_err(|e| StudyError::file(path, e))
    }
}

/// Keeps other runs out until the file is closed.
fn lock(file: &File, path: &Path) -> Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(StudyError::Busy { path: path.to_owned() }),
        // A file system without locks can keep nobody apart, and is no reason not to run.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(StudyError::file(path, error)),
    }
}

/// The file without what follows its last line break. These are bytes: a cut may have split a letter.
fn whole_lines(file: &mut File) -> std::io::Result<Vec<u8>> {
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    text.truncate(text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
    Ok(text)
}
