//! Scores.

use crate::cost::Cost;
use crate::data::{Dataset, Labels};
use crate::error::{Error, Result};
use crate::neighbors::{Exact, Metric, Queries};

/// The share of predictions that are right.
///
/// # Errors
/// [`Error::LabelCount`] where lengths differ, [`Error::NothingToCompare`] where there is none.
pub fn accuracy(predicted: &[usize], truth: &[usize]) -> Result<f64> {
    check_lengths(predicted, truth)?;
    let right = predicted.iter().zip(truth).filter(|(p, t)| p == t).count();
    Ok(right as f64 / truth.len() as f64)
}

fn check_lengths(predicted: &[usize], truth: &[usize]) -> Result<()> {
    match (predicted.len(), truth.len()) {
        (_, 0) => Err(Error::NothingToCompare),
        (labels, rows) if labels != rows => Err(Error::LabelCount { rows, labels }),
        _ => Ok(()),
    }
}

/// The good-neighbors score: leave-one-out accuracy of the nearest labeled row, every label known. High where
/// unlabeled rows promise to be useful.
///
/// ```
/// use halflit::{Metric, datasets, evaluation::good_neighbors};
///
/// let score = good_neighbors(&datasets::ionosphere(), Metric::Euclidean)?;
/// assert_eq!(format!("{score:.3}"), "0.866"); // table 1 of the paper
/// # Ok::<(), halflit::Error>(())
/// ```
///
/// # Errors
/// [`Error::NothingToCompare`] for fewer than two labeled rows, and what the metric refuses.
pub fn good_neighbors(data: &Dataset<'_>, metric: Metric) -> Result<f64> {
    let labels = data.labels();
    let rows = labels.labeled_rows();
    if rows.len() < 2 {
        return Err(Error::NothingToCompare);
    }
    let nearest = Exact::over(data.samples(), metric, rows.clone())?;
    let nearest = nearest.nearest(Queries::Rows(&rows), 1)?;
    let good = rows.iter().zip(&nearest).filter(|(row, neighbors)| {
        neighbors.first().is_some_and(|n| labels.class_of(n.row) == labels.class_of(**row))
    });
    Ok(good.count() as f64 / rows.len() as f64)
}

/// How many ordered pairs are near, and how many of them join rows of one class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GoodPairs {
    /// Near pairs of one class.
    pub good: usize,
    /// Near pairs of labeled rows.
    pub total: usize,
}

impl GoodPairs {
    /// The good-nearby-pairs ratio; nothing where no pair is near.
    pub fn ratio(&self) -> Option<f64> {
        (self.total > 0).then(|| self.good as f64 / self.total as f64)
    }
}

/// Counts, for each threshold, the ordered pairs of labeled rows with c_ij ≥ threshold in C^(α): one pass, O(n)
/// memory.
///
/// ```
/// use halflit::{datasets, evaluation::good_pairs, graph::Neighborhood};
///
/// let data = datasets::ionosphere();
/// let graph = Neighborhood::default().cost(data.samples())?;
/// let pairs = good_pairs(&graph, 1.0, data.labels(), &[0.36])?[0];
/// assert_eq!((pairs.good, pairs.total), (394, 408)); // section 4.2.1 of the paper
/// # Ok::<(), halflit::Error>(())
/// ```
///
/// # Errors
/// As [`Cost::row_reader`], and [`Error::LabelCount`] where the labels are of other rows.
pub fn good_pairs(
    cost: &Cost<'_>,
    alpha: f64,
    labels: &Labels,
    thresholds: &[f64],
) -> Result<Vec<GoodPairs>> {
    if labels.len() != cost.rows() {
        return Err(Error::LabelCount { rows: cost.rows(), labels: labels.len() });
    }
    let reader = cost.row_reader(alpha)?;
    let mut counts = vec![GoodPairs::default(); thresholds.len()];
    for i in labels.labeled_rows() {
        for (j, weight) in reader.row(i).into_iter().enumerate() {
            if j == i || labels.class_of(j).is_none() {
                continue;
            }
            let good = labels.class_of(j) == labels.class_of(i);
            for (count, &threshold) in counts.iter_mut().zip(thresholds) {
                count.total += usize::from(weight >= threshold);
                count.good += usize::from(good && weight >= threshold);
            }
        }
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracy_counts_what_is_right() -> Result<()> {
        let truth = [0, 0, 0, 1];
        assert_eq!(accuracy(&[0, 0, 0, 0], &truth)?, 0.75);
        assert_eq!(accuracy(&[], &[]), Err(Error::NothingToCompare));
        assert!(accuracy(&[0], &truth).is_err());
        Ok(())
    }
}
