//! Distances between two rows, by direct differences.

use serde::{Deserialize, Serialize};

use crate::names::named;

/// The distance between two rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Metric {
    /// ‖x − y‖
    #[default]
    Euclidean,
    /// ‖x − y‖²
    SquaredEuclidean,
    /// Σ |x_j − y_j|
    Manhattan,
    /// max |x_j − y_j|
    Chebyshev,
    /// 1 − ⟨x, y⟩ / (‖x‖ ‖y‖), computed as ½ ‖x/‖x‖ − y/‖y‖‖²
    Cosine,
    /// The matrix attached with [`Samples::with_distances`](crate::Samples::with_distances)
    Precomputed,
}

named!(Metric, "metric", {
    "euclidean" => Euclidean, "‖x − y‖";
    "squared-euclidean" => SquaredEuclidean, "‖x − y‖²";
    "manhattan" => Manhattan, "the sum of the columns' differences";
    "chebyshev" => Chebyshev, "the largest of the columns' differences";
    "cosine" => Cosine, "1 minus the cosine of the angle";
    "precomputed" => Precomputed, "looked up in a table of distances";
});

impl Metric {
    /// Whether the distance is a function of ‖x − y‖² (of normalised rows for the cosine), so that one matrix
    /// product bounds a whole tile of distances.
    pub(crate) fn is_product(self) -> bool {
        matches!(self, Metric::Euclidean | Metric::SquaredEuclidean | Metric::Cosine)
    }

    /// The distance whose squared Euclidean distance (of normalised rows for the cosine) is `squared`.
    pub(crate) fn of_squared(self, squared: f64) -> f64 {
        match self {
            Metric::SquaredEuclidean => squared,
            Metric::Cosine => 0.5 * squared,
            _ => squared.sqrt(),
        }
    }

    /// The inverse of [`Metric::of_squared`].
    pub(crate) fn to_squared(self, distance: f64) -> f64 {
        match self {
            Metric::SquaredEuclidean => distance,
            Metric::Cosine => 2.0 * distance,
            _ => distance * distance,
        }
    }

    /// The distance between two rows (already normalised for the cosine).
    pub(crate) fn direct(self, a: &[f64], b: &[f64]) -> f64 {
        match self {
            Metric::Manhattan => lanes(a, b, |x, y| (x - y).abs(), |s, t| s + t),
            Metric::Chebyshev => lanes(a, b, |x, y| (x - y).abs(), f64::max),
            _ => self.of_squared(squared_euclidean(a, b)),
        }
    }
}

/// ‖a − b‖² by direct differences, in one fixed order of summation.
pub(crate) fn squared_euclidean(a: &[f64], b: &[f64]) -> f64 {
    lanes(a, b, |x, y| (x - y) * (x - y), |s, t| s + t)
}

/// Combines `term(a_j, b_j)` over all j in eight fixed lanes, which the compiler turns into vector instructions.
#[inline(always)]
fn lanes(
    a: &[f64],
    b: &[f64],
    term: impl Fn(f64, f64) -> f64,
    combine: impl Fn(f64, f64) -> f64,
) -> f64 {
    let mut sums = [0.0; 8];
    let (a_chunks, b_chunks) = (a.chunks_exact(8), b.chunks_exact(8));
    let tail = a_chunks.remainder().iter().zip(b_chunks.remainder());
    for (a, b) in a_chunks.zip(b_chunks) {
        for lane in 0..8 {
            sums[lane] = combine(sums[lane], term(a[lane], b[lane]));
        }
    }
    for (lane, (&a, &b)) in tail.enumerate() {
        sums[lane] = combine(sums[lane], term(a, b));
    }
    let [s0, s1, s2, s3, s4, s5, s6, s7] = sums;
    combine(combine(combine(s0, s4), combine(s2, s6)), combine(combine(s1, s5), combine(s3, s7)))
}
