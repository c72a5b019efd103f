//! The span of the columns.

use super::{DECOMPOSITION, Step, Work};
use crate::matrix::gram_lanes;

/// n × n matrices that are held when the span of wide data has been found, beside the vectors and coordinates.
const WIDE: usize = 7;
/// Those of them that stay: axes, coordinates, their Gram matrix and how far rows reach.
const WIDE_KEPT: f64 = 4.0;

/// The span of n × d columns, and its largest rank.
pub(super) fn span(rows: usize, columns: usize) -> (Step, usize) {
    let (n, d) = (rows as f64, columns as f64);
    let rank = columns.min(rows.saturating_sub(1)).max(1);
    let step = match rows > columns {
        true => Step {
            what: "span",
            how: format!("the Gram matrix of {columns} columns"),
            work: Work::Products,
            operations: n * d * d + DECOMPOSITION / 2.0 * d.powi(3),
            during: 8.0 * gram_lanes(rows, columns).max(6) as f64 * d * d,
            kept: 8.0 * 2.0 * d * d,
        },
        // Blocks of columns, twice; no copy of the rows.
        false => Step {
            what: "span",
            how: format!("inner products of {rows} rows"),
            work: Work::Decomposition,
            operations: 2.0 * n * n * d + DECOMPOSITION * n.powi(3),
            during: 8.0 * (2 + gram_lanes(columns, rows).max(WIDE)) as f64 * n * n,
            kept: 8.0 * WIDE_KEPT * n * n,
        },
    };
    (step, rank)
}
