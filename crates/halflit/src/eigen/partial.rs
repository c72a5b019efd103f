//! A few eigenpairs of a symmetric matrix: reduce to tridiagonal form, find the wanted eigenvalues by bisection and their
//! vectors by inverse iteration. It takes 1/1.5 to 1/2.6 of the time of all pairs for ten of them, and
//! that time is most of what a search over γ spends.
//!
//! Every vector is checked; where one fails, the caller takes the full solver instead.

use crate::dense::Mat;

use super::bisection;
use super::decomposition::{Tridiagonal, tridiagonal};

/// Below this size all vectors cost no more.
const SMALLEST_SIZE: usize = 64;
/// More vectors than this share of all are not a few.
const LARGEST_SHARE: usize = 4;
/// Eigenvalues closer than this share of the norm: their vectors are made orthogonal explicitly.
const CLUSTER: f64 = 1e-3;
/// Steps of inverse iteration; two are enough but for bad luck with the start.
const STEPS: usize = 4;
/// Residual and orthogonality that a vector must reach, in units of rounding times size.
const ACCEPTED: f64 = 32.0;

/// The smallest eigenpairs.
pub(super) struct Few {
    /// Ascending; one more than there are vectors, unless these are all.
    pub(super) values: Vec<f64>,
    /// One per column.
    pub(super) vectors: Mat<f64>,
    /// The largest magnitude of any eigenvalue.
    pub(super) largest: f64,
}

/// Whether `d` of `n` pairs are found faster than all of them.
pub(super) fn pays(n: usize, d: usize) -> bool {
    n >= SMALLEST_SIZE && d <= n / LARGEST_SHARE
}

/// At least the `d` smallest pairs, and more while eigenvalues are closer than `tolerance` times the largest; or nothing
/// where all pairs are safer, or where nearly all are wanted.
pub(super) fn smallest(matrix: &Mat<f64>, d: usize, tolerance: f64) -> Option<Few> {
    let n = matrix.nrows();
    let most = d.max(n / LARGEST_SHARE);
    if d + 2 > n {
        return None;
    }
    let (form, scale) = tridiagonal(matrix);
    let mut ranks: Vec<usize> = (0..=d).collect();
    ranks.push(n - 1);
    let mut values = bisection::eigenvalues(&form, &ranks);
    let top = values.pop()?;
    let largest = top.abs().max(values[0].abs());
    let is_tied = |values: &[f64]| {
        let gap = values[values.len() - 1] - values[values.len() - 2];
        gap <= 0.0 || gap < tolerance * largest
    };
    while is_tied(&values) {
        if values.len() > most {
            return None;
        }
        let next: Vec<usize> = (values.len()..(values.len() + d).min(n)).collect();
        let more = bisection::eigenvalues(&form, &next);
        for value in more {
            values.push(value);
            if !is_tied(&values) {
                break;
            }
        }
    }
    let count = values.len() - 1;
    let vectors = vectors(&form, &values[..count])?;
    let columns = Mat::from_fn(n, count, |i, j| vectors[j][i]);
    values.iter_mut().for_each(|value| *value *= scale);
    Some(Few { values, vectors: form.back(columns), largest: largest * scale })
}

/// Eigenvectors of the tridiagonal matrix, or nothing where one is not good enough.
fn vectors(form: &Tridiagonal, values: &[f64]) -> Option<Vec<Vec<f64>>> {
    let norm = form.norm();
    let mut found: Vec<Vec<f64>> = Vec::with_capacity(values.len());
    let mut cluster_start = 0;
    let mut shift = f64::NEG_INFINITY;
    for (j, &value) in values.iter().enumerate() {
        if j > 0 && value - values[j - 1] > CLUSTER * norm {
            cluster_start = j;
        }
        // Equal shifts would find the same vector again.
        shift = value.max(shift + 4.0 * f64::EPSILON * norm);
        let cluster = &found[cluster_start..];
        let vector = inverse_iteration(form, shift, cluster, j)?;
        is_accepted(form, value, &vector, cluster, norm).then_some(())?;
        found.push(vector);
    }
    Some(found)
}

fn inverse_iteration(
    form: &Tridiagonal,
    shift: f64,
    cluster: &[Vec<f64>],
    seed: usize,
) -> Option<Vec<f64>> {
    let factors = Factors::new(form, shift);
    let mut vector = start(form.diagonal.len(), seed);
    for _ in 0..STEPS {
        factors.solve(&mut vector);
        for other in cluster {
            let overlap: f64 = vector.iter().zip(other).map(|(a, b)| a * b).sum();
            vector.iter_mut().zip(other).for_each(|(a, b)| *a -= overlap * b);
        }
        let length = vector.iter().map(|v| v * v).sum::<f64>().sqrt();
        if !(length.is_finite() && length > 0.0) {
            return None;
        }
        vector.iter_mut().for_each(|v| *v /= length);
    }
    Some(vector)
}

/// A start with a share of every eigenvector, the same on every machine.
fn start(n: usize, seed: usize) -> Vec<f64> {
    let golden = 0.618_033_988_749_894_9;
    (0..n).map(|i| ((i * 7 + seed * 3 + 1) as f64 * golden).fract() - 0.5).collect()
}

fn is_accepted(
    form: &Tridiagonal,
    value: f64,
    vector: &[f64],
    cluster: &[Vec<f64>],
    norm: f64,
) -> bool {
    let tolerance = ACCEPTED * f64::EPSILON * (vector.len() as f64).sqrt();
    let residual = form.residual(value, vector);
    let dot = |other: &Vec<f64>| vector.iter().zip(other).map(|(a, b)| a * b).sum::<f64>().abs();
    residual <= tolerance * norm && cluster.iter().all(|other| dot(other) <= tolerance)
}

/// T − shift·I = P L U with row exchanges: three diagonals of U, one of L.
struct Factors {
    upper: [Vec<f64>; 3],
    lower: Vec<f64>,
    exchanged: Vec<bool>,
}

impl Factors {
    fn new(form: &Tridiagonal, shift: f64) -> Self {
        let n = form.diagonal.len();
        let smallest = f64::EPSILON * form.norm().max(f64::MIN_POSITIVE);
        let mut main: Vec<f64> = form.diagonal.iter().map(|d| d - shift).collect();
        let mut first = form.below.clone();
        first.push(0.0);
        let mut second = vec![0.0; n];
        let (mut lower, mut exchanged) = (vec![0.0; n], vec![false; n]);
        for i in 0..n - 1 {
            let below = form.below[i];
            if main[i].abs() >= below.abs() {
                let pivot =
                    if main[i].abs() < smallest { smallest.copysign(main[i]) } else { main[i] };
                main[i] = pivot;
                lower[i] = below / pivot;
                main[i + 1] -= lower[i] * first[i];
            } else {
                exchanged[i] = true;
                lower[i] = main[i] / below;
                let old = first[i];
                (main[i], first[i]) = (below, main[i + 1]);
                second[i] = first[i + 1];
                main[i + 1] = old - lower[i] * first[i];
                first[i + 1] = -lower[i] * second[i];
            }
        }
        if main[n - 1].abs() < smallest {
            main[n - 1] = smallest.copysign(main[n - 1]);
        }
        Self { upper: [main, first, second], lower, exchanged }
    }

    /// Replaces b by the solution, up to a factor that keeps it finite.
    fn solve(&self, b: &mut [f64]) {
        let n = b.len();
        for i in 0..n - 1 {
            if self.exchanged[i] {
                b.swap(i, i + 1);
            }
            b[i + 1] -= self.lower[i] * b[i];
        }
        let [main, first, second] = &self.upper;
        for i in (0..n).rev() {
            let mut sum = b[i];
            if i + 1 < n {
                sum -= first[i] * b[i + 1];
            }
            if i + 2 < n {
                sum -= second[i] * b[i + 2];
            }
            b[i] = sum / main[i];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eigen::self_adjoint;
    use crate::lanes::Length;

    fn compare(matrix: &Mat<f64>, count: usize) {
        let n = matrix.nrows();
        let (values, vectors) = self_adjoint(matrix.as_ref()).expect("full");
        let found = smallest(matrix, count, 1e-9).expect("a few");
        let norm = values[0].abs().max(values[n - 1].abs());
        assert!((found.largest - norm).abs() < 1e-12 * norm);
        assert_eq!(found.values.len(), count + 1);
        for (ours, theirs) in found.values.iter().zip(&values) {
            assert!((ours - theirs).abs() < 1e-13 * n as f64 * norm);
        }
        let diagonal = Mat::from_fn(count, count, |i, j| if i == j { values[j] } else { 0.0 });
        let residual = matrix * &found.vectors - &found.vectors * diagonal;
        assert!(residual.norm_max() < 1e-11 * norm, "residual {}", residual.norm_max());
        let gram = found.vectors.transpose() * &found.vectors;
        let identity = Mat::<f64>::identity(count, count);
        assert!((gram - identity).norm_max() < 1e-12);
        let overlap = vectors.subcols(0, count).transpose() * &found.vectors;
        assert!((overlap.length().powi(2) - count as f64).abs() < 1e-8);
    }

    fn random(n: usize, seed: u64) -> Mat<f64> {
        let mut state = seed | 1;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        };
        let half = Mat::from_fn(n, n, |_, _| next());
        &half + half.transpose()
    }

    #[test]
    fn agrees_with_the_full_solver() {
        for (n, seed) in [(64, 3), (90, 5), (200, 7)] {
            compare(&random(n, seed), 10);
            compare(&random(n, seed), 1);
        }
    }

    #[test]
    fn graded_and_low_rank_spectra() {
        let basis = self_adjoint(random(100, 11).as_ref()).expect("full").1;
        for power in [0.1, 0.5, 1.0] {
            let graded = |i: usize| -(10f64.powf(-power * i as f64));
            let scaled = Mat::from_fn(100, 100, |i, j| basis[(i, j)] * graded(j));
            let mut matrix = &scaled * basis.transpose();
            crate::matrix::symmetrize(&mut matrix);
            compare(&matrix, 5);
        }
    }

    #[test]
    fn no_scale_is_too_small_or_too_large() {
        let plain = random(80, 5);
        let own = smallest(&plain, 3, 1e-9).expect("a few");
        for power in [-560, 530] {
            let scale = 2f64.powi(power);
            let scaled = Mat::from_fn(80, 80, |i, j| plain[(i, j)] * scale);
            let found = smallest(&scaled, 3, 1e-9).expect("a few");
            assert!(found.vectors == own.vectors);
            assert!(found.values.iter().zip(&own.values).all(|(a, b)| *a == b * scale));
        }
    }

    #[test]
    fn small_many_or_tied_go_to_the_full_solver() {
        assert!(!pays(20, 2) && !pays(80, 50) && pays(80, 3));
        assert!(smallest(&random(20, 1), 19, 1e-9).is_none());
        assert!(smallest(&Mat::<f64>::identity(80, 80), 3, 1e-9).is_none());
    }

    #[test]
    fn a_group_is_taken_whole() {
        let basis = self_adjoint(random(100, 11).as_ref()).expect("full").1;
        let value = |j: usize| if j < 6 { -1.0 } else { j as f64 };
        let scaled = Mat::from_fn(100, 100, |i, j| basis[(i, j)] * value(j));
        let mut matrix = &scaled * basis.transpose();
        crate::matrix::symmetrize(&mut matrix);
        let found = smallest(&matrix, 2, 1e-9).expect("a few");
        assert_eq!(found.vectors.ncols(), 6);
    }
}
