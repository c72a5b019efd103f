//! Every action on disk before anyone is told that it is done.
//!
//! The file only ever grows: its first line says of which data it is, and every other line is an action. All that is ever cut is
//! a last line that was not finished. While it is open no other studio can write there.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use halflit_io::{LabelColumn, Table};
use serde::{Deserialize, Serialize};

use crate::error::{Kind, Result, StudioError};
use crate::session::Action;

#[cfg(test)]
mod tests;

/// How the file is written; other numbers are of other versions.
const FORMAT: u32 = 1;
/// Rows whose values stand for all: more would take long where they stay in a large file.
const SAMPLED: usize = 1000;

/// Of which data the labels are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Header {
    halflit_labels: u32,
    data: String,
    rows: usize,
    columns: usize,
    /// Of names and values.
    values: String,
    /// Of the labels that came with the data.
    labels: String,
}

impl Header {
    /// Of data by name.
    pub(crate) fn of(name: &str, table: &Table) -> Self {
        let mut values = Hash::default();
        table.feature_names.iter().for_each(|name| values.add(name.as_bytes()));
        let step = table.rows.div_ceil(SAMPLED).max(1);
        for row in (0..table.rows).step_by(step) {
            table.row(row).iter().for_each(|value| values.add(&value.to_bits().to_le_bytes()));
        }
        let mut labels = Hash::default();
        for label in table.labels.iter().flat_map(LabelColumn::iter) {
            labels.add(label.unwrap_or_default().as_bytes());
        }
        Self {
            halflit_labels: FORMAT,
            data: name.to_owned(),
            rows: table.rows,
            columns: table.width(),
            values: values.words(),
            labels: labels.words(),
        }
    }

    /// Why labels under another header are not for this data, if so. A file that was renamed is the same data.
    fn conflict(&self, theirs: &Header) -> Option<String> {
        let of = format!("holds labels of {}", halflit_io::clean(&theirs.data));
        if theirs.halflit_labels != FORMAT {
            return Some(format!("is of format {}, not {FORMAT}", theirs.halflit_labels));
        }
        if (theirs.rows, theirs.columns) != (self.rows, self.columns) {
            let (rows, columns) = (theirs.rows, theirs.columns);
            return Some(format!("{of}, which has {rows} rows and {columns} columns"));
        }
        if theirs.values != self.values {
            return Some(format!("{of}, which has other values"));
        }
        let other = theirs.labels != self.labels;
        other.then(|| format!("{of}, which came with other labels of its own"))
    }
}

/// FNV-1a: tells files apart, and keeps nobody out.
struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    /// Adds bytes and that they end here.
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes.iter().chain(&[0xff]) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn words(&self) -> String {
        format!("{:016x}", self.0)
    }
}

/// A file of actions that is open for more.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    /// Bytes of whole lines.
    end: u64,
    /// Why nothing more can be written, once that happened.
    broken: Option<StudioError>,
}

impl Journal {
    /// Begins a file, or goes on with it: then with the actions that it holds.
    ///
    /// # Errors
    /// A file that another studio has open, that is of other data, that cannot be read or written, or a line of it that is not
    /// an action.
    pub(crate) fn open(path: &Path, header: &Header) -> Result<(Self, Vec<Action>)> {
        // Not opened for appending: some systems cannot cut such a file.
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(|error| unusable(path, &error))?;
        lock(&file, path)?;
        let (text, rest) = lines_and_rest(&mut file).map_err(|error| unusable(path, &error))?;
        // What a power cut leaves is the beginning of a line of ours; anything else is somebody's file.
        if text.is_empty() && !line_of(header).as_bytes().starts_with(&rest) {
            return Err(no_labels(path));
        }
        let mut lines = text.split_inclusive(|&byte| byte == b'\n').enumerate();
        let begun = match lines.next() {
            None => false,
            Some((_, line)) => {
                let theirs: Header = serde_json::from_slice(line).map_err(|_| no_labels(path))?;
                if let Some(conflict) = header.conflict(&theirs) {
                    let what = format!("{}: {conflict}", path.display());
                    let help = "give the labels of this data a file of their own";
                    return Err(StudioError::new(Kind::OtherData, what, help));
                }
                true
            }
        };
        let action = |(number, line): (usize, &[u8])| {
            serde_json::from_slice(line).map_err(|error| bad_line(path, number, &error.to_string()))
        };
        let mut actions = lines.map(action).collect::<Result<Vec<Action>>>()?;
        let mut journal =
            Self { path: path.to_owned(), file, end: text.len() as u64, broken: None };
        journal.cut().map_err(|error| unusable(path, &error))?;
        if !begun {
            journal.append(header)?;
            // The name of a new file is on disk when its folder is.
            journal.sync_folder();
        } else if let Ok(last) = serde_json::from_slice::<Action>(&rest) {
            // A whole action that lacks nothing but its line break, as some editors leave it.
            journal.append(&last)?;
            actions.push(last);
        }
        Ok((journal, actions))
    }

    /// Writes an action. It is on disk when this returns.
    ///
    /// # Errors
    /// What the system says. The file is then as it was before, or nothing is ever written to it again.
    pub(crate) fn keep(&mut self, action: &Action) -> Result<()> {
        self.append(action)
    }

    /// Lets others have the file, whoever still holds this: nothing more is written.
    pub(crate) fn close(&mut self) {
        let ended = || StudioError::failed("the studio has ended", "start it again");
        self.broken.get_or_insert_with(ended);
        // What cannot be unlocked now is when it is closed.
        let _ = self.file.unlock();
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn append(&mut self, value: &impl Serialize) -> Result<()> {
        if let Some(error) = &self.broken {
            return Err(error.clone());
        }
        let line = line_of(value);
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            let failure = unusable(&self.path, &error);
            // Half a line must not be followed by another.
            if self.cut().is_err() {
                self.broken = Some(failure.clone());
            }
            return Err(failure);
        }
        self.end += line.len() as u64;
        Ok(())
    }

    /// Takes away what follows the last whole line.
    fn cut(&mut self) -> std::io::Result<()> {
        self.file.set_len(self.end)?;
        self.file.seek(SeekFrom::Start(self.end)).map(drop)
    }

    fn sync_folder(&self) {
        let parent = self.path.parent().filter(|parent| !parent.as_os_str().is_empty());
        // Not every system can open a folder; then it looks after the name by itself.
        if let Ok(folder) = File::open(parent.unwrap_or(Path::new("."))) {
            let _ = folder.sync_all();
        }
    }
}

/// A line that was written but makes no sense to who replays it. Lines count from 1, as editors do.
pub(crate) fn bad_line(path: &Path, number: usize, why: &str) -> StudioError {
    let what = format!("{}: line {} cannot be followed: {why}", path.display(), number + 1);
    StudioError::new(Kind::File, what, "mend or delete the line; nothing was changed")
}

fn no_labels(path: &Path) -> StudioError {
    let what = format!("{}: is not a file of labels that a studio wrote", path.display());
    StudioError::new(Kind::OtherData, what, "give the labels a file of their own")
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

/// As it stands in the file.
fn line_of(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|e| unreachable!("plain data: {e}")) + "\n"
}

/// The whole lines of the file, and what follows its last line break. These are bytes: a cut may have split a letter.
fn lines_and_rest(file: &mut File) -> std::io::Result<(Vec<u8>, Vec<u8>)> {
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    let rest =
        text.split_off(text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
    Ok((text, rest))
}
