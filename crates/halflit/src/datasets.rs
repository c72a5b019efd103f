//! Two small datasets to try things on.

use crate::data::{Dataset, Labels, Samples, draw_labeled};
use crate::error::{Error, Result};

/// UCI Ionosphere, CC BY 4.0: Sigillito, Wing, Hutton and Baker, 1989, doi 10.24432/C5W01B. See `data/README.md`.
const IONOSPHERE: &str = include_str!("../data/ionosphere.csv");

/// Radar returns from the ionosphere: 351 rows of 34 numbers, `good` where they show structure, else `bad`.
pub fn ionosphere() -> Dataset<'static> {
    parse(IONOSPHERE).unwrap_or_else(|error| unreachable!("embedded data: {error}"))
}

/// Ionosphere with only `count` of its labels, drawn by `seed`.
///
/// # Errors
/// [`Error::Parameter`] for fewer than 2 or more than 351 labels.
pub fn ionosphere_with_labels(count: usize, seed: u64) -> Result<Dataset<'static>> {
    keep_labels(ionosphere(), count, seed)
}

/// The balance scale: the 625 points (left weight, left distance, right weight, right distance) of {1..5}⁴, by the
/// side to which it tips: `left`, `right` or `balanced`.
pub fn balance() -> Dataset<'static> {
    let point = |at: usize| [at / 125, at / 25 % 5, at / 5 % 5, at % 5].map(|digit| digit + 1);
    let side = |[a, b, c, d]: [usize; 4]| match (a * b).cmp(&(c * d)) {
        std::cmp::Ordering::Greater => "left",
        std::cmp::Ordering::Less => "right",
        std::cmp::Ordering::Equal => "balanced",
    };
    let points: Vec<[usize; 4]> = (0..625).map(point).collect();
    let values: Vec<f64> = points.iter().flatten().map(|&v| v as f64).collect();
    let labels = Labels::new(points.iter().map(|&p| Some(side(p))));
    let samples = Samples::from_row_major(values, 625, 4);
    samples
        .and_then(|samples| Dataset::new(samples, labels))
        .unwrap_or_else(|error| unreachable!("generated data: {error}"))
}

/// Balance with only `count` of its labels, drawn by `seed`.
///
/// # Errors
/// [`Error::Parameter`] for fewer than 2 or more than 625 labels.
pub fn balance_with_labels(count: usize, seed: u64) -> Result<Dataset<'static>> {
    keep_labels(balance(), count, seed)
}

fn keep_labels(data: Dataset<'static>, count: usize, seed: u64) -> Result<Dataset<'static>> {
    let kept = draw_labeled(data.labels(), count, seed)?;
    let hidden: Vec<usize> =
        (0..data.labels().len()).filter(|row| kept.binary_search(row).is_err()).collect();
    let labels = data.labels().hide(&hidden);
    data.with_labels(labels)
}

/// Reads rows of numbers with a class at the end, below one header line.
fn parse(text: &str) -> Result<Dataset<'static>> {
    let (mut values, mut classes) = (Vec::new(), Vec::new());
    for line in text.lines().skip(1) {
        let mut cells: Vec<&str> = line.split(',').collect();
        classes.push(cells.pop());
        for cell in &cells {
            let bad = |_| Error::shape("the embedded data", "numbers", *cell);
            values.push(cell.parse::<f64>().map_err(bad)?);
        }
    }
    let columns = values.len() / classes.len().max(1);
    let samples = Samples::from_row_major(values, classes.len(), columns)?;
    Dataset::new(samples, Labels::new(classes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_and_class_sizes() {
        let sizes = |data: &Dataset<'_>| {
            data.labels().rows_by_class().iter().map(Vec::len).collect::<Vec<_>>()
        };
        let ionosphere = ionosphere();
        assert_eq!((ionosphere.samples().rows(), ionosphere.samples().columns()), (351, 34));
        assert_eq!(sizes(&ionosphere), [126, 225]);
        let balance = balance();
        assert_eq!((balance.samples().rows(), balance.samples().columns()), (625, 4));
        assert_eq!(sizes(&balance), [49, 288, 288]);
        assert_eq!(*balance.samples().row(624), [5.0; 4]);
    }

    #[test]
    fn label_counts() -> Result<()> {
        assert_eq!(ionosphere_with_labels(10, 1)?.labels().labeled_rows().len(), 10);
        assert_eq!(balance_with_labels(100, 1)?.labels().labeled_rows().len(), 100);
        assert!(balance_with_labels(1, 1).is_err());
        Ok(())
    }
}
