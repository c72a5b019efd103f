//! One dataset of a protocol and how it is split.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::sources::{Lookup, Source, load_table};

/// A dataset, how many of its labels are shown, and to how many dimensions it is reduced.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatasetPlan {
    /// One of the paper's five.
    pub source: Option<Source>,
    /// Or a table of one's own.
    pub table: Option<PathBuf>,
    /// The column of its labels.
    pub label: Option<String>,
    /// Rows that are shown with their label.
    pub labeled: usize,
    /// Whether every class gets the same share of them.
    #[serde(default)]
    pub per_class: bool,
    /// Rows that are shown without their label, the others being tested; absent where all the rest is both.
    pub unlabeled: Option<usize>,
    /// d, the number of dimensions to reduce it to.
    pub dimension: usize,
    /// Where its protocol lies.
    #[serde(skip)]
    pub(super) beside: PathBuf,
}

impl DatasetPlan {
    /// What people call it.
    pub fn name(&self) -> String {
        match (&self.source, &self.table) {
            (Some(source), _) => source.name().into(),
            (None, Some(path)) => {
                path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned())
            }
            (None, None) => String::new(),
        }
    }

    /// Reads it, if it is there; a table of one's own lies beside its protocol or else in `folder`.
    ///
    /// # Errors
    /// What its source refuses.
    pub fn load(&self, folder: Option<&Path>) -> Result<Lookup> {
        match (self.source, &self.table, &self.label) {
            (Some(source), ..) => source.load(folder),
            (None, Some(path), Some(label)) => {
                let (near, far) = (self.beside.join(path), folder.map(|folder| folder.join(path)));
                let there = far.filter(|far| !near.exists() && far.exists()).unwrap_or(near);
                Ok(Lookup::Data(load_table(&there, label)?))
            }
            _ => Ok(Lookup::Missing { looked_for: Vec::new(), hint: "name a source".into() }),
        }
    }

    pub(super) fn check(&self) -> std::result::Result<(), String> {
        match (&self.source, &self.table, &self.label) {
            (Some(_), None, None) | (None, Some(_), Some(_)) => {}
            _ => return Err("a dataset has either source, or table and label".into()),
        }
        let name = self.name();
        match self.labeled {
            0 | 1 => Err(format!("{name}: labeled is {}: give at least 2", self.labeled)),
            _ if self.dimension == 0 => Err(format!("{name}: dimension is 0: give at least 1")),
            _ if self.unlabeled == Some(0) => {
                Err(format!("{name}: unlabeled is 0: leave it out, or give at least 1"))
            }
            _ => Ok(()),
        }
    }
}
