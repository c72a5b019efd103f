//! Every action is kept before anyone is told that it is done: on disk, or in memory where there is no disk.
//!
//! A journal only ever grows: its first line says of which data it is, and every other line is an action with what tells its rows
//! from others. All that is ever cut of a file is a last line that was not finished. While it is open no other studio can write there. Programs
//! that know nothing of locks can still replace it or cut it; that is noticed before the next action is told to be kept, and everything
//! goes to a new file.

mod file;
mod header;

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::{Kind, Result, StudioError};
use crate::identity::Key;
use crate::material::Material;
use crate::session::Action;
use file::LineFile;
use header::Header;

#[cfg(test)]
mod tests;

/// A line of a journal: an action, and what is known of its rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Line {
    #[serde(flatten)]
    pub(crate) action: Action,
    /// One for each row; none in lines of the version before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) keys: Vec<Key>,
}

/// Actions that were kept, open for more.
#[derive(Debug)]
pub(crate) struct Journal {
    /// Where lines go; none where they are kept in memory alone.
    file: Option<LineFile>,
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
        let header = &Header::of(material);
        let (file, text, rest) = LineFile::open(path)?;
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
        let name = path.display().to_string();
        let line = |(number, line): (usize, &[u8])| {
            serde_json::from_slice(line)
                .map_err(|error| bad_line(&name, number, &error.to_string()))
        };
        let mut actions = lines.map(line).collect::<Result<Vec<Line>>>()?;
        let mut journal = Self { file: Some(file), lines: text, notice: None, broken: None };
        journal.cut()?;
        if !begun {
            journal.append(header)?;
            journal.file.iter().for_each(LineFile::sync_folder);
        } else if let Ok(last) = serde_json::from_slice::<Line>(&rest) {
            // A whole action that lacks nothing but its line break, as some editors leave it.
            journal.append(&last)?;
            actions.push(last);
        }
        Ok((journal, actions))
    }

    /// Begins one in memory.
    pub(crate) fn in_memory(material: &Material) -> Self {
        let lines = line_of(&Header::of(material)).into_bytes();
        Self { file: None, lines, notice: None, broken: None }
    }

    /// Keeps an action: on disk, if there is a file, when this returns.
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
        self.file.iter().for_each(LineFile::unlock);
    }

    /// The file, if there is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(LineFile::path)
    }

    /// As messages call it.
    pub(crate) fn name(&self) -> String {
        self.path().map_or_else(|| "labels in memory".into(), |path| path.display().to_string())
    }

    /// Everything that was kept, as a file of labels has it.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.lines
    }

    fn append(&mut self, value: &impl Serialize) -> Result<()> {
        if let Some(error) = &self.broken {
            return Err(error.clone());
        }
        self.follow()?;
        let line = line_of(value);
        if let Some(Err(failure)) = self.file.as_mut().map(|file| file.write(&line)) {
            // Half a line must not be followed by another.
            if self.cut().is_err() {
                self.broken = Some(failure.clone());
            }
            return Err(failure);
        }
        self.lines.extend_from_slice(line.as_bytes());
        Ok(())
    }

    /// Goes on in a new file, with everything, where the one before went away.
    fn follow(&mut self) -> Result<()> {
        let gone = self.file.as_ref().filter(|file| file.was_touched(self.lines.len()));
        let Some(file) = gone else { return Ok(()) };
        let new = file.rescued(&self.lines)?;
        let (old, path) = (file.path().display(), new.path().display());
        let what = format!(
            "{old}: was replaced, moved or changed by another program; labels go to {path}"
        );
        let help =
            "nothing is lost: the new file has every label; keep it, and give it to --labels-out";
        self.notice = Some(StudioError::new(Kind::File, what, help));
        self.file = Some(new);
        Ok(())
    }

    /// Takes away what follows the last whole line.
    fn cut(&mut self) -> Result<()> {
        self.file.as_mut().map_or(Ok(()), |file| file.cut(self.lines.len()))
    }
}

/// A line that was written but makes no sense to who replays it. Lines count from 1, as editors do.
pub(crate) fn bad_line(journal: &str, number: usize, why: &str) -> StudioError {
    let what = format!("{journal}: line {} cannot be followed: {why}", number + 1);
    StudioError::new(Kind::File, what, "mend or delete the line; nothing was changed")
}

fn no_labels(path: &Path) -> StudioError {
    let what = format!("{}: is not a file of labels that a studio wrote", path.display());
    StudioError::new(Kind::OtherData, what, "give the labels a file of their own")
}

/// As it stands in the file.
fn line_of(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|e| unreachable!("plain data: {e}")) + "\n"
}
