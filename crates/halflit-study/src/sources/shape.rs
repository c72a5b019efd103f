//! Whether a file holds the set that its name promises.

use std::path::Path;

use halflit::{Dataset, Labels};

use super::Source;
use crate::error::{Result, StudyError};

impl Source {
    /// Rows, columns and classes.
    fn shape(self) -> (usize, usize, usize) {
        match self {
            Source::Ionosphere => (351, 34, 2),
            Source::Balance => (625, 4, 3),
            Source::Bci => (400, 117, 2),
            Source::Usps => (1500, 241, 2),
            Source::MEyale => (320, 504, 5),
        }
    }

    /// The data with its classes' full names, if it has the shape of this set and a class in every row.
    pub(super) fn checked(self, data: Dataset<'static>, path: &Path) -> Result<Dataset<'static>> {
        let refuse = |expected: String, found: String| StudyError::Content {
            path: path.to_path_buf(),
            reason: format!("{} has {expected}; this file has {found}", self.name()),
        };
        let (rows, columns, classes) = self.shape();
        let (samples, labels) = (data.samples(), data.labels());
        let text = |(rows, columns, classes): (usize, usize, usize)| {
            format!("{rows} rows of {columns} numbers in {classes} classes")
        };
        let found = (samples.rows(), samples.columns(), labels.classes().len());
        if found != (rows, columns, classes) {
            return Err(refuse(text((rows, columns, classes)), text(found)));
        }
        if let Some(row) = labels.unlabeled_rows().first() {
            return Err(refuse("a class in every row".into(), format!("none in row {row}")));
        }
        let names: Vec<Option<String>> =
            (0..rows).map(|i| labels.name_of(i).map(|name| self.full_name(name).into())).collect();
        Ok(data.with_labels(Labels::new(names))?)
    }

    /// UCI abbreviates; a class has one name wherever the file came from.
    fn full_name(self, class: &str) -> &str {
        match (self, class) {
            (Source::Ionosphere, "g") => "good",
            (Source::Ionosphere, "b") => "bad",
            (Source::Balance, "L") => "left",
            (Source::Balance, "B") => "balanced",
            (Source::Balance, "R") => "right",
            _ => class,
        }
    }
}
