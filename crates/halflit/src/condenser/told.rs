//! Which columns of sparse rows go along with classes: η² of the numbers as they come, as `auto/relevance.rs` has it of ranks.

use crate::data::Samples;
use crate::matrix::RowMatrix;

/// For every column the share of its variance that lies between the classes, rows counted by their probabilities; 0 for one that does
/// not vary.
pub(crate) fn told(samples: &Samples<'_>, probabilities: &RowMatrix<'_>) -> Vec<f64> {
    let (rows, classes) = (samples.rows(), probabilities.columns());
    let mut sizes = vec![0.0; classes];
    // For every column Σx², then Σ p x of every class.
    let mut sums = vec![0.0; samples.columns() * (classes + 1)];
    for i in 0..rows {
        let own = probabilities.row(i);
        sizes.iter_mut().zip(own).for_each(|(size, p)| *size += p);
        for (column, value) in samples.nonzeros(i) {
            let sums = &mut sums[column * (classes + 1)..][..=classes];
            sums[0] += value * value;
            sums[1..].iter_mut().zip(own).for_each(|(sum, p)| *sum += p * value);
        }
    }
    let n = rows as f64;
    let of_column = |sums: &[f64]| {
        let mean = sums[1..].iter().sum::<f64>() / n;
        let variance = sums[0] / n - mean * mean;
        if variance <= f64::EPSILON * mean * mean || variance <= 0.0 {
            return 0.0;
        }
        let met = sums[1..].iter().zip(&sizes).filter(|(_, size)| **size > 0.0);
        let between: f64 = met.map(|(sum, size)| size * (sum / size - mean).powi(2)).sum();
        (between / (n * variance)).min(1.0)
    };
    sums.chunks_exact(classes + 1).map(of_column).collect()
}
