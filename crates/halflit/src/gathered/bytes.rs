//! Sums and nearest rows as bytes: the safetensors format, as models and statistics are.
//!
//! | entry | tensors |
//! |---|---|
//! | `halflit-pair-sums` | `numbers` (α, Σc², Σd for each power), `base_squares`, `degree_scatters`, `laplacians` |
//! | `halflit-nearest` | `counts`, `rows`, `distances`, and `positive`, 0 where there is none |

use serde::{Deserialize, Serialize};

use super::BlockNearest;
use crate::error::{Error, Result};
use crate::matrix::RowMatrix;
use crate::model::file::{File, write};
use crate::model::numbers::{indices, matrix, vector};
use crate::neighbors::Neighbor;
use crate::scatter::{PairSums, PowerSum};

/// Raised when a reader of the former version could not read the next.
const VERSION: u64 = 1;
const PAIR_SUMS: &str = "halflit-pair-sums";
const NEAREST: &str = "halflit-nearest";

#[derive(Serialize, Deserialize)]
struct PairSumsHeader {
    version: u64,
    columns: usize,
}

#[derive(Serialize, Deserialize)]
struct NearestHeader {
    version: u64,
    first: usize,
    wanted: usize,
    /// Whether any row is near one.
    any: bool,
}

impl PairSums {
    /// Equal sums always give equal bytes.
    ///
    /// # Errors
    /// [`Error::BadStatistics`] where they cannot be written.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let (columns, count) = (self.columns, self.powers.len());
        let numbers = self.powers.iter().flat_map(|own| [own.alpha, own.squares, own.degrees]);
        let stacked = |of: fn(&PowerSum) -> &Vec<f64>| {
            let values: Vec<f64> = self.powers.iter().flat_map(|own| of(own).clone()).collect();
            matrix(&RowMatrix::new(values, count * columns, columns))
        };
        let tensors = vec![
            ("numbers", matrix(&RowMatrix::new(numbers.collect::<Vec<_>>(), count, 3))),
            ("base_squares", vector(&[self.base_squares])),
            ("degree_scatters", stacked(|own| &own.degree_scatter)),
            ("laplacians", stacked(|own| &own.laplacian)),
        ];
        write(tensors, PAIR_SUMS, &PairSumsHeader { version: VERSION, columns }).map_err(bad)
    }

    /// Reads sums back. Lengths are checked against the bytes before anything is allocated.
    ///
    /// # Errors
    /// [`Error::BadStatistics`] where the bytes are cut off, changed or something else, [`Error::NewerModel`] where a later version
    /// wrote them.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let read = || {
            let (header, file): (PairSumsHeader, _) = File::open(bytes, PAIR_SUMS, VERSION)?;
            let columns = header.columns;
            let numbers = file.matrix("numbers", None, Some(3))?;
            let height = numbers.rows().checked_mul(columns);
            let degree_scatters = file.matrix("degree_scatters", height, Some(columns))?;
            let laplacians = file.matrix("laplacians", height, Some(columns))?;
            let base_squares = file.vector("base_squares")?[0];
            let power = |k: usize| {
                let [alpha, squares, degrees] = [0, 1, 2].map(|j| numbers.row(k)[j]);
                let own = k * columns * columns..(k + 1) * columns * columns;
                let degree_scatter = degree_scatters.values()[own.clone()].to_vec();
                let laplacian = laplacians.values()[own].to_vec();
                PowerSum { alpha, squares, degrees, degree_scatter, laplacian }
            };
            Self::new(columns, base_squares, (0..numbers.rows()).map(power).collect())
        };
        read().map_err(not_statistics)
    }
}

impl BlockNearest {
    /// Equal lists always give equal bytes.
    ///
    /// # Errors
    /// [`Error::BadStatistics`] where they are of no row.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        if self.lists.is_empty() {
            return Err(bad("they are of no row"));
        }
        let counts: Vec<usize> = self.lists.iter().map(Vec::len).collect();
        let all = || self.lists.iter().flatten();
        let finite = |distance: &f64| if distance.is_finite() { *distance } else { 0.0 };
        let positive: Vec<f64> = self.positive.iter().map(finite).collect();
        let mut tensors = vec![("counts", indices(&counts)), ("positive", vector(&positive))];
        let any = all().next().is_some();
        if any {
            let rows: Vec<usize> = all().map(|n| n.row).collect();
            tensors.push(("rows", indices(&rows)));
            tensors.push(("distances", vector(&all().map(|n| n.distance).collect::<Vec<_>>())));
        }
        let Self { first, wanted, .. } = *self;
        write(tensors, NEAREST, &NearestHeader { version: VERSION, first, wanted, any })
            .map_err(bad)
    }

    /// Reads lists back. Lengths are checked against the bytes before anything is allocated.
    ///
    /// # Errors
    /// As [`PairSums::from_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let read = || {
            let (header, file): (NearestHeader, _) = File::open(bytes, NEAREST, VERSION)?;
            let NearestHeader { first, wanted, any, .. } = header;
            let counts = file.indices("counts", wanted.saturating_add(1))?;
            let (rows, distances) = match any {
                true => (file.indices("rows", usize::MAX)?, file.vector("distances")?),
                false => (Vec::new(), Vec::new()),
            };
            let positive = file.vector("positive")?;
            let total: usize = counts.iter().sum();
            let short = [rows.len(), distances.len()].iter().any(|&length| length != total);
            if short || positive.len() != counts.len() {
                return Err(bad("their parts do not fit"));
            }
            if distances.iter().chain(&positive).any(|&distance| distance < 0.0) {
                return Err(bad("a distance is negative"));
            }
            let neighbor = |(&row, &distance)| Neighbor { row, distance };
            let mut all = rows.iter().zip(&distances).map(neighbor);
            let lists = counts.iter().map(|&count| all.by_ref().take(count).collect()).collect();
            let infinite = |distance: f64| if distance > 0.0 { distance } else { f64::INFINITY };
            let positive = positive.into_iter().map(infinite).collect();
            Ok(Self { first, wanted, lists, positive })
        };
        read().map_err(not_statistics)
    }
}

fn not_statistics(error: Error) -> Error {
    match error {
        Error::BadModel { reason } => Error::BadStatistics { reason },
        other => other,
    }
}

fn bad(reason: impl std::fmt::Display) -> Error {
    Error::BadStatistics { reason: reason.to_string() }
}
