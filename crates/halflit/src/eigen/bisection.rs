//! Chosen eigenvalues of a symmetric tridiagonal matrix by bisection: the number of eigenvalues below x is the number of
//! negative pivots of T − x I (Sturm). Several are sought at once, one per vector lane.

use super::decomposition::Tridiagonal;
use crate::lanes::wide;

/// Eigenvalues sought at once.
const LANES: usize = 8;
/// Halvings: from the width of the spectrum down to its rounding.
const HALVINGS: usize = 58;

/// The eigenvalues of the given ranks (0 for the smallest), in that order, right to rounding of the largest.
pub(super) fn eigenvalues(form: &Tridiagonal, ranks: &[usize]) -> Vec<f64> {
    let squares: Vec<f64> = form.below.iter().map(|b| b * b).collect();
    ranks.chunks(LANES).flat_map(|ranks| chunk(form, &squares, ranks)).collect()
}

fn chunk(form: &Tridiagonal, squares: &[f64], ranks: &[usize]) -> Vec<f64> {
    let bound = form.norm() * (1.0 + 1e-12);
    let (mut low, mut high) = ([-bound; LANES], [bound; LANES]);
    for _ in 0..HALVINGS {
        let middle: [f64; LANES] = std::array::from_fn(|lane| 0.5 * (low[lane] + high[lane]));
        let below = counts_below(&form.diagonal, squares, &middle);
        for (lane, &rank) in ranks.iter().enumerate() {
            match below[lane] > rank as u64 {
                true => high[lane] = middle[lane],
                false => low[lane] = middle[lane],
            }
        }
    }
    (0..ranks.len()).map(|lane| 0.5 * (low[lane] + high[lane])).collect()
}

/// How many eigenvalues are below each x.
fn counts_below(diagonal: &[f64], squares: &[f64], x: &[f64; LANES]) -> [u64; LANES] {
    wide!(|| {
        // A pivot of zero would divide by zero; this one is far below rounding.
        let tiny = f64::MIN_POSITIVE.sqrt();
        let (mut counts, mut pivot) = ([0u64; LANES], [1.0f64; LANES]);
        let mut square = 0.0;
        for (i, d) in diagonal.iter().enumerate() {
            for lane in 0..LANES {
                let next = d - x[lane] - square / pivot[lane];
                pivot[lane] = if next.abs() < tiny { -tiny } else { next };
                counts[lane] += u64::from(pivot[lane] < 0.0);
            }
            square = squares.get(i).copied().unwrap_or(0.0);
        }
        counts
    })
}

#[cfg(test)]
mod tests {
    use crate::dense::Mat;

    use super::super::decomposition::tridiagonal;
    use super::*;

    #[test]
    fn eigenvalues_are_right_to_rounding() {
        // A diagonal matrix, whose eigenvalues are known to the last bit.
        let value = |i: usize| (1.0 + i as f64).sqrt() - 2.0;
        let diagonal = Mat::from_fn(20, 20, |i, j| if i == j { value(i) } else { 0.0 });
        let (form, scale) = tridiagonal(&diagonal);
        let ranks: Vec<usize> = (0..20).collect();
        for (rank, found) in eigenvalues(&form, &ranks).into_iter().enumerate() {
            let error = (found * scale - value(rank)).abs();
            assert!(error < 4.0 * f64::EPSILON * form.norm() * scale, "{rank}: {error:e}");
        }
    }
}
