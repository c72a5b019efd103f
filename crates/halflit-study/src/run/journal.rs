//! Records on disk as they come, one per line, so that a run can go on where it was stopped.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use halflit::choose::Grid;
use serde::{Deserialize, Serialize};

use super::record::{Key, Record};
use crate::error::{Result, StudyError};
use crate::protocol::DatasetPlan;

/// What a record depends on beside its key: records of another run are not mixed in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// Version of this program, and the commit where it is known: other code may give other numbers.
    pub version: String,
    /// Seed of the splits.
    pub seed: u64,
    /// c in (⟨x, x′⟩ + c)².
    pub kernel_constant: f64,
    /// The grid of every protocol.
    pub grids: Vec<Grid>,
    /// How every dataset is split, and to how many dimensions it is reduced.
    pub plans: Vec<DatasetPlan>,
    /// Name and digest of every dataset.
    pub data: Vec<(String, String)>,
}

/// A file of records, or none.
pub struct Journal {
    file: Option<(PathBuf, Mutex<File>)>,
    known: HashMap<Key, Record>,
}

impl Journal {
    /// Keeps nothing.
    pub fn none() -> Self {
        Self { file: None, known: HashMap::new() }
    }

    /// Begins a file, or goes on with it.
    ///
    /// # Errors
    /// [`StudyError::File`], and [`StudyError::Content`] where the file was written under other terms.
    pub fn open(path: &Path, terms: &Terms, resume: bool) -> Result<Self> {
        let mut known = HashMap::new();
        if resume && path.exists() {
            let text = std::fs::read_to_string(path).map_err(|e| StudyError::file(path, e))?;
            let mut lines = text.lines();
            let first: Option<Terms> = lines.next().and_then(|l| serde_json::from_str(l).ok());
            if first.as_ref() != Some(terms) {
                let reason = "was written with other data, seed, grid or version: repeat those, or begin anew";
                return Err(StudyError::content(path, reason));
            }
            // A last line that was cut off by an interruption is not a record, and is computed again.
            let records = lines.filter_map(|line| serde_json::from_str::<Record>(line).ok());
            known.extend(records.map(|record| (record.key.clone(), record)));
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        std::fs::create_dir_all(folder).map_err(|e| StudyError::file(folder, e))?;
        let mut file = File::create(path).map_err(|e| StudyError::file(path, e))?;
        let write = |file: &mut File, text: String| {
            file.write_all(text.as_bytes()).map_err(|e| StudyError::file(path, e))
        };
        write(&mut file, line(terms))?;
        let mut kept: Vec<&Record> = known.values().collect();
        kept.sort_by(|a, b| a.key.cmp(&b.key));
        write(&mut file, kept.into_iter().map(line).collect())?;
        let file =
            OpenOptions::new().append(true).open(path).map_err(|e| StudyError::file(path, e))?;
        Ok(Self { file: Some((path.to_owned(), Mutex::new(file))), known })
    }

    /// A record of an earlier run, if it has what is needed.
    pub(super) fn get(&self, key: &Key, with_held_out: bool) -> Option<&Record> {
        let has_held_out = |record: &Record| !record.held_out.is_empty() || record.failed.is_some();
        self.known.get(key).filter(|record| !with_held_out || has_held_out(record))
    }

    pub(super) fn keep(&self, record: &Record) -> Result<()> {
        let Some((path, file)) = &self.file else { return Ok(()) };
        let Ok(mut file) = file.lock() else { return Ok(()) };
        file.write_all(line(record).as_bytes()).map_err(|e| StudyError::file(path, e))
    }
}

fn line<T: Serialize>(value: &T) -> String {
    let text = serde_json::to_string(value).unwrap_or_else(|e| unreachable!("plain data: {e}"));
    text + "\n"
}
