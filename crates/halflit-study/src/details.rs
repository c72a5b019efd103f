//! Table 1: the datasets, and how often the nearest other row has the same label.

use halflit::evaluation::good_neighbors;
use halflit::{Dataset, Metric};
use serde::{Deserialize, Serialize};

use crate::error::{Result, StudyError};
use crate::protocol::Space;
use crate::sources::Source;

/// The protocol of table 1.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DetailsProtocol {
    /// One line of the table each.
    #[serde(rename = "dataset")]
    pub datasets: Vec<DetailsPlan>,
}

/// A dataset of table 1.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DetailsPlan {
    /// Where its rows come from.
    pub source: Source,
    /// Label counts of the experiments.
    pub labeled: Vec<usize>,
    /// Unlabeled rows; absent where all the rest is.
    pub unlabeled: Option<usize>,
    /// d, to which the experiments reduce it.
    pub dimension: usize,
    /// Published scores in the input space and in that of the kernel.
    pub published: [f64; 2],
    /// Whether equal distances make the score depend on how they are broken.
    #[serde(default)]
    pub tied: bool,
    /// Whether the authors' rows are another draw from the same source.
    #[serde(default)]
    pub other_draw: bool,
}

/// A line of table 1.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Details {
    /// The dataset's name.
    pub dataset: String,
    /// d₀, the number of features.
    pub columns: usize,
    /// c, the number of classes.
    pub classes: usize,
    /// ℓ + u + t, all rows.
    pub rows: usize,
    /// ℓ, the label counts of the experiments.
    pub labeled: Vec<usize>,
    /// u, rows shown without their label; absent where all the rest is.
    pub unlabeled: Option<usize>,
    /// d, to which the experiments reduce it.
    pub dimension: usize,
    /// Good neighbors in the input space and in that of the kernel.
    pub good_neighbors: [f64; 2],
    /// Both scores as published.
    pub published: [f64; 2],
    /// Agreement with what was published, in plain words.
    pub verdict: String,
}

impl DetailsProtocol {
    /// Table 1 of the paper.
    ///
    /// # Errors
    /// Never, the file being part of the program and tested.
    pub fn built_in() -> Result<Self> {
        let text = include_str!("../experiments/table1.toml");
        toml::from_str(text)
            .map_err(|e| StudyError::content("experiments/table1.toml", e.to_string()))
    }
}

impl Details {
    /// Whether both scores are those of the paper, to the digits that it prints.
    pub fn is_as_published(&self) -> bool {
        self.good_neighbors.iter().zip(self.published).all(|(&ours, theirs)| is_same(ours, theirs))
    }
}

/// Scores are printed with three digits.
fn is_same(ours: f64, published: f64) -> bool {
    (ours - published).abs() <= 0.0005 + 1e-9
}

impl DetailsPlan {
    /// Measures a dataset.
    ///
    /// # Errors
    /// What the library refuses.
    pub fn measure(&self, data: &Dataset<'_>, kernel_constant: f64) -> Result<Details> {
        let linear = good_neighbors(data, Metric::Euclidean)?;
        let kernel = good_neighbors_by_kernel(data, kernel_constant)?;
        let good_neighbors = [linear, kernel];
        Ok(Details {
            dataset: self.source.name().into(),
            columns: data.samples().columns(),
            classes: data.labels().present_classes().len(),
            rows: data.samples().rows(),
            labeled: self.labeled.clone(),
            unlabeled: self.unlabeled,
            dimension: self.dimension,
            good_neighbors,
            published: self.published,
            verdict: self.verdict(good_neighbors, data.samples().rows()),
        })
    }

    fn verdict(&self, found: [f64; 2], rows: usize) -> String {
        let difference = |i: usize| ((found[i] - self.published[i]) * rows as f64).abs();
        match (is_same(found[0], self.published[0]), is_same(found[1], self.published[1])) {
            (true, true) => "the same in both spaces".into(),
            (false, false) if self.tied => {
                "differs: equal distances, broken by row number here".into()
            }
            _ if self.other_draw => "near; the authors' rows are another random draw".into(),
            (linear, _) => {
                let place = if linear { 1 } else { 0 };
                let space = [Space::Linear, Space::Kernel][place].name();
                let rows = match difference(place).round() {
                    1.0 => "1 row".into(),
                    count => format!("{count:.0} rows"),
                };
                format!("differs by {rows} in the {space} space")
            }
        }
    }
}

/// Leave-one-out 1-NN by the kernel's own distances, so that equal ones stay equal.
fn good_neighbors_by_kernel(data: &Dataset<'_>, constant: f64) -> Result<f64> {
    let Some(kernel) = Space::Kernel.kernel(constant) else {
        unreachable!("a kernel space has one")
    };
    let distances = kernel.distances(data.samples())?;
    let samples = data.samples().borrowed().with_distances(distances)?;
    Ok(good_neighbors(&Dataset::new(samples, data.labels().clone())?, Metric::Precomputed)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use halflit::datasets;

    #[test]
    fn the_embedded_datasets_measure_as_known() {
        let protocol = DetailsProtocol::built_in().expect("valid");
        let measure = |place: usize, data: Dataset<'_>| {
            protocol.datasets[place].measure(&data, 1.0).expect("measured")
        };
        let ionosphere = measure(0, datasets::ionosphere());
        assert_eq!(ionosphere.verdict, "the same in both spaces");
        let balance = measure(1, datasets::balance());
        let rounded = balance.good_neighbors.map(|score| format!("{score:.3}"));
        assert_eq!(rounded, ["0.792", "0.778"]);
        assert!(balance.verdict.starts_with("differs: equal distances"));
    }

    #[test]
    fn without_its_constant_the_kernel_is_another() {
        let protocol = DetailsProtocol::built_in().expect("valid");
        let plain = protocol.datasets[0].measure(&datasets::ionosphere(), 0.0).expect("measured");
        assert_eq!(format!("{:.3}", plain.good_neighbors[1]), "0.840");
        assert_eq!(plain.verdict, "differs by 1 row in the kernel space");
    }
}
