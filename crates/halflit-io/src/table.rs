//! A table that was read: finite numbers, and maybe labels.

use crate::error::{IoError, Result, list};
use crate::labels::LabelColumn;

/// What a file holds once its labels are told from its features.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    /// One name per feature; `x1`, `x2`, ... where the file has none.
    pub feature_names: Vec<String>,
    /// Number of rows.
    pub rows: usize,
    /// Finite values, row after row: `rows` × `feature_names.len()`.
    pub values: Vec<f64>,
    /// One optional label per row, where labels were asked for or the format always has them.
    pub labels: Option<LabelColumn>,
    /// Whether the names are the file's own.
    pub named: bool,
    /// What was found out about the file and is worth knowing, each in one line.
    pub notes: Vec<String>,
}

/// Features that are wanted and not there, or there and not wanted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the features differ: missing {}; not expected {}", list(.missing), list(.extra))]
pub struct FeatureMismatch {
    /// Wanted and not in the table, in the order wanted.
    pub missing: Vec<String>,
    /// In the table and not wanted, in the order of the table.
    pub extra: Vec<String>,
}

impl FeatureMismatch {
    /// What to do about it, in one line.
    pub fn help(&self) -> String {
        match self.missing.is_empty() {
            true => format!("leave out {}", list(&self.extra)),
            false => "give a file with the columns that the model was fitted on".into(),
        }
    }
}

impl Table {
    /// Number of features.
    pub fn width(&self) -> usize {
        self.feature_names.len()
    }

    /// The features in the order of `names`, in place.
    ///
    /// ```
    /// use halflit_io::{ReadOptions, read_from};
    ///
    /// let table = read_from(&b"b,a\n2,1\n4,3\n"[..], "example", &ReadOptions::default())?;
    /// let table = table.select(&["a", "b"])?;
    /// assert_eq!(table.values, [1.0, 2.0, 3.0, 4.0]);
    /// assert_eq!(table.select(&["a", "c"]).unwrap_err().missing, ["c"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`FeatureMismatch`] unless the table has exactly these features in any order.
    pub fn select<S: AsRef<str>>(mut self, names: &[S]) -> Result<Table, FeatureMismatch> {
        let order = self.order_of(names)?;
        if order.iter().enumerate().any(|(to, &from)| to != from) {
            let mut scratch = vec![0.0; order.len()];
            for row in self.values.chunks_exact_mut(order.len()) {
                scratch.copy_from_slice(row);
                row.iter_mut().zip(&order).for_each(|(value, &from)| *value = scratch[from]);
            }
            self.feature_names = names.iter().map(|name| name.as_ref().to_string()).collect();
        }
        Ok(self)
    }

    /// The same table with labels from elsewhere; `file` is where they came from.
    ///
    /// # Errors
    /// [`IoError::LabelCount`] unless there is one label per row.
    pub fn with_labels(mut self, labels: LabelColumn, file: &str) -> Result<Table> {
        if labels.len() != self.rows {
            let (labels, rows) = (labels.len(), self.rows);
            return Err(IoError::LabelCount { file: file.into(), labels, rows });
        }
        self.labels = Some(labels);
        Ok(self)
    }

    fn order_of<S: AsRef<str>>(&self, names: &[S]) -> Result<Vec<usize>, FeatureMismatch> {
        let place: std::collections::HashMap<&str, usize> =
            self.feature_names.iter().enumerate().map(|(k, name)| (name.as_str(), k)).collect();
        let order: Vec<_> = names.iter().map(|name| place.get(name.as_ref()).copied()).collect();
        let wanted: std::collections::HashSet<&str> = names.iter().map(AsRef::as_ref).collect();
        let missing: Vec<String> = (names.iter().zip(&order))
            .filter(|(_, found)| found.is_none())
            .map(|(name, _)| name.as_ref().to_string())
            .collect();
        let extra: Vec<String> =
            self.feature_names.iter().filter(|n| !wanted.contains(n.as_str())).cloned().collect();
        match order.into_iter().collect() {
            Some(order) if extra.is_empty() && names.len() == self.width() => Ok(order),
            _ => Err(FeatureMismatch { missing, extra }),
        }
    }
}
