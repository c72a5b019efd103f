//! Statistics as bytes: the safetensors format, as models are, with one metadata entry `halflit-statistics`.
//!
//! | tensor | shape |
//! |---|---|
//! | `weights` | one for each class, then that of the rows without one |
//! | `means` | the same × d0 |
//! | `scatters` | the same times d0 × d0 |

use std::collections::BTreeMap;

use crate::dense::Mat;
use serde::{Deserialize, Serialize};

use super::{GroupMoments, Statistics};
use crate::error::{Error, Result};
use crate::matrix::{RowMatrix, check_symmetric};
use crate::model::file::{File, write};
use crate::model::numbers::{matrix, vector};

/// Raised when a reader of the former version could not read the next.
const VERSION: u64 = 1;
/// The metadata entry.
const ENTRY: &str = "halflit-statistics";

/// What is not a number.
#[derive(Serialize, Deserialize)]
struct Header {
    version: u64,
    columns: usize,
    /// In the order of the tensors; absent for the rows without a class.
    classes: Vec<Option<String>>,
}

impl Statistics {
    /// Equal statistics always give equal bytes.
    ///
    /// # Errors
    /// [`Error::BadStatistics`] where they are of no row.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let groups = self.groups.values();
        if self.groups.is_empty() {
            return Err(bad("they are of no row"));
        }
        let columns = self.columns;
        let weights: Vec<f64> = groups.clone().map(|own| own.weight).collect();
        let means: Vec<f64> = groups.clone().flat_map(|own| own.mean.iter().copied()).collect();
        let scatters: Vec<f64> = groups
            .flat_map(|own| RowMatrix::from_mat(own.scatter.as_ref()).into_values())
            .collect();
        let count = weights.len();
        let tensors = vec![
            ("weights", vector(&weights)),
            ("means", matrix(&RowMatrix::new(means, count, columns))),
            ("scatters", matrix(&RowMatrix::new(scatters, count * columns, columns))),
        ];
        let classes = self.groups.keys().cloned().collect();
        write(tensors, ENTRY, &Header { version: VERSION, columns, classes }).map_err(bad)
    }

    /// Reads statistics back. Lengths are checked against the bytes before anything is allocated.
    ///
    /// # Errors
    /// [`Error::BadStatistics`] where the bytes are cut off, changed or something else, [`Error::NewerModel`] where a later
    /// version wrote them.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        read(bytes).map_err(|error| match error {
            Error::BadModel { reason } => Error::BadStatistics { reason },
            other => other,
        })
    }
}

fn read(bytes: &[u8]) -> Result<Statistics> {
    let (header, file): (Header, _) = File::open(bytes, ENTRY, VERSION)?;
    let (count, columns) = (header.classes.len(), header.columns);
    let weights = file.vector("weights")?;
    let means = file.matrix("means", Some(count), Some(columns))?;
    let scatters = file.matrix("scatters", count.checked_mul(columns), Some(columns))?;
    if weights.len() != count || columns == 0 {
        return Err(bad("their parts do not fit"));
    }
    let mut groups = BTreeMap::new();
    for (k, name) in header.classes.into_iter().enumerate() {
        let weight = weights[k];
        let values = &scatters.values()[k * columns * columns..(k + 1) * columns * columns];
        check_symmetric("a scatter", values, columns).map_err(bad)?;
        let scatter = Mat::from_fn(columns, columns, |i, j| values[i * columns + j]);
        if weight <= 0.0 || (0..columns).any(|j| scatter[(j, j)] < 0.0) {
            return Err(bad("a weight or a variance is negative"));
        }
        let own = GroupMoments { weight, mean: means.row(k).to_vec(), scatter };
        if groups.insert(name, own).is_some() {
            return Err(bad("a class is there twice"));
        }
    }
    Ok(Statistics { columns, groups })
}

fn bad(reason: impl std::fmt::Display) -> Error {
    Error::BadStatistics { reason: reason.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_that_weighs_nothing_or_less_is_refused() -> Result<()> {
        let of = |weight: f64| {
            let own = GroupMoments { weight, mean: vec![1.0, 2.0], scatter: Mat::zeros(2, 2) };
            let all = Statistics { columns: 2, groups: BTreeMap::from([(None, own)]) };
            Statistics::from_bytes(&all.to_bytes()?)
        };
        assert_eq!(of(0.5)?.weight(), 0.5);
        for weight in [0.0, -1.0] {
            assert!(matches!(of(weight), Err(Error::BadStatistics { .. })), "{weight}");
        }
        Ok(())
    }
}
