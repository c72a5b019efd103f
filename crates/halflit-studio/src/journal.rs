//! Every action on disk before anyone is told that it is done.
//!
//! The file only ever grows: its first line says of which data it is, and every other line is an action with what tells its rows
//! from others. All that is ever cut is a last line that was not finished. While it is open no other studio can write there. Programs
//! that know nothing of locks can still replace it or cut it; that is noticed before the next action is told to be kept, and everything
//! goes to a new file.

use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use halflit_io::LabelColumn;
use serde::{Deserialize, Serialize};

use crate::error::{Kind, Result, StudioError};
use crate::identity::{self, Hash, Key};
use crate::material::Material;
use crate::session::Action;

#[cfg(test)]
mod tests;

/// How the file is written; other numbers are of other versions.
const FORMAT: u32 = 2;
/// The version before, whose lines say no more of a row than its number.
const BY_NUMBER: u32 = 1;
/// Rows whose values stood for all in that version.
const SAMPLED: usize = 1000;

/// Of which data the labels are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Header {
    halflit_labels: u32,
    data: String,
    rows: usize,
    columns: usize,
    /// Of the names of columns; in the version before, of values too.
    values: String,
    /// Of the labels that came with the data.
    labels: String,
}

impl Header {
    /// Of data by name.
    pub(crate) fn of(material: &Material) -> Self {
        let table = &material.table;
        let (mut names, columns) = (Hash::default(), identity::columns(table));
        columns.iter().for_each(|name| names.add(name.as_bytes()));
        Self {
            halflit_labels: FORMAT,
            data: material.name.clone(),
            rows: table.rows,
            columns: columns.len(),
            values: names.words(),
            labels: identity::of_labels(material),
        }
    }

    /// Keys as the version before had them.
    fn by_number(material: &Material) -> Self {
        let table = &material.table;
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
        let (values, labels) = (values.words(), labels.words());
        Self { halflit_labels: BY_NUMBER, values, labels, ..Self::of(material) }
    }

    /// Why labels under another header are not for this data, if so. A file that was renamed is the same data, and so is one whose
    /// rows changed places or became more.
    fn conflict(&self, theirs: &Header, material: &Material) -> Option<String> {
        let of = format!("holds labels of {}", halflit_io::clean(&theirs.data));
        let (rows, columns) = (theirs.rows, theirs.columns);
        let other_shape = || format!("{of}, which has {rows} rows and {columns} columns");
        if theirs.halflit_labels == BY_NUMBER && self.halflit_labels == FORMAT {
            let own = Self::by_number(material);
            let same_shape = (rows, columns) == (own.rows, own.columns);
            return if same_shape { own.differs(theirs, &of) } else { Some(other_shape()) };
        }
        if theirs.halflit_labels != FORMAT {
            return Some(format!("is of format {}, not {FORMAT}", theirs.halflit_labels));
        }
        if columns != self.columns { Some(other_shape()) } else { self.differs(theirs, &of) }
    }

    fn differs(&self, theirs: &Header, of: &str) -> Option<String> {
        if theirs.values != self.values {
            let what = if self.halflit_labels == FORMAT { "columns" } else { "values" };
            return Some(format!("{of}, which has other {what}"));
        }
        let other = theirs.labels != self.labels;
        other.then(|| format!("{of}, which came with other labels of its own"))
    }
}

/// A line of the file: an action, and what is known of its rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Line {
    #[serde(flatten)]
    pub(crate) action: Action,
    /// One for each row; none in lines of the version before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) keys: Vec<Key>,
}

/// A file of actions that is open for more.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    /// Whole lines, to be written elsewhere should the file go away.
    lines: Vec<u8>,
    /// What happened to the file, once something did.
    notice: Option<StudioError>,
    /// Why nothing more can be written, once that happened.
    broken: Option<StudioError>,
}

impl Journal {
    /// Begins a file, or goes on with it: then with the actions that it holds.
    ///
    /// # Errors
    /// A file that another studio has open, that is of other data, that cannot be read or written, or a line of it that is not
    /// an action.
    pub(crate) fn open(path: &Path, material: &Material) -> Result<(Self, Vec<Line>)> {
        refuse_special(path)?;
        let header = &Header::of(material);
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
                if let Some(conflict) = header.conflict(&theirs, material) {
                    let what = format!("{}: {conflict}", path.display());
                    let help = "give the labels of this data a file of their own";
                    return Err(StudioError::new(Kind::OtherData, what, help));
                }
                true
            }
        };
        let line = |(number, line): (usize, &[u8])| {
            serde_json::from_slice(line).map_err(|error| bad_line(path, number, &error.to_string()))
        };
        let mut actions = lines.map(line).collect::<Result<Vec<Line>>>()?;
        let path_of = path.to_owned();
        let mut journal = Self { path: path_of, file, lines: text, notice: None, broken: None };
        journal.cut().map_err(|error| unusable(path, &error))?;
        if !begun {
            journal.append(header)?;
            // The name of a new file is on disk when its folder is.
            journal.sync_folder();
        } else if let Ok(last) = serde_json::from_slice::<Line>(&rest) {
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
    pub(crate) fn keep(&mut self, action: &Action, keys: Vec<Key>) -> Result<()> {
        self.append(&Line { action: action.clone(), keys })
    }

    /// What happened to the file, for the page to say.
    pub(crate) fn notice(&self) -> Option<&StudioError> {
        self.notice.as_ref()
    }

    /// Lets others have the file, even where this is still held: nothing more is written.
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
        if self.broken.is_none() && self.was_touched() {
            self.move_on()?;
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
        self.lines.extend_from_slice(line.as_bytes());
        Ok(())
    }

    /// Whether the name is no longer that of the file, or somebody else has cut it or written to it.
    fn was_touched(&self) -> bool {
        let (Ok(own), Ok(named)) = (self.file.metadata(), std::fs::metadata(&self.path)) else {
            return true;
        };
        !same_file(&own, &named) || own.len() != self.lines.len() as u64
    }

    /// Writes everything to a new file beside the one that went away, and goes on there.
    fn move_on(&mut self) -> Result<()> {
        let (mut file, path) = rescue(&self.path)?;
        lock(&file, &path)?;
        let written = file.write_all(&self.lines).and_then(|()| file.sync_all());
        written.map_err(|error| unusable(&path, &error))?;
        let (old, new) = (self.path.display(), path.display());
        let what =
            format!("{old}: was replaced, moved or changed by another program; labels go to {new}");
        let help =
            "nothing is lost: the new file has every label; keep it, and give it to --labels-out";
        self.notice = Some(StudioError::new(Kind::File, what, help));
        (self.file, self.path) = (file, path);
        self.sync_folder();
        Ok(())
    }

    /// Takes away what follows the last whole line.
    fn cut(&mut self) -> std::io::Result<()> {
        let end = self.lines.len() as u64;
        self.file.set_len(end)?;
        self.file.seek(SeekFrom::Start(end)).map(drop)
    }

    fn sync_folder(&self) {
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
