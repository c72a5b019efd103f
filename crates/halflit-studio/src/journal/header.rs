//! The first line of a file of labels: of which data they are.

use halflit_io::LabelColumn;
use serde::{Deserialize, Serialize};

use crate::identity::{self, Hash};
use crate::material::Material;

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
    pub(super) fn by_number(material: &Material) -> Self {
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
    pub(super) fn conflict(&self, theirs: &Header, material: &Material) -> Option<String> {
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
