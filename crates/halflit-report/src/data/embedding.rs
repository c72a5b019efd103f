//! Rows as points, with what is known and what was guessed about them.

use crate::error::{Result, check_count, check_finite};
use serde::{Deserialize, Serialize};

/// Rows in the embedded space.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Embedding {
    /// n rows of d coordinates each.
    pub points: Vec<Vec<f64>>,
    /// The class a row came with; `None` for an unlabeled row. One entry per row.
    pub labels: Vec<Option<String>>,
    /// The class a row was given by the classifier. One entry per row, or empty when nothing was predicted.
    pub predicted: Vec<Option<String>>,
    /// A name for each row, shown on hover; row numbers are shown without it.
    pub row_names: Option<Vec<String>>,
    /// The classes in the order in which they get colours; a class that is not named here comes after.
    pub classes: Vec<String>,
    /// How probable the class that was predicted is, 0 to 1: doubtful rows are faded. One entry per row, or empty.
    #[serde(default)]
    pub sureness: Vec<f64>,
    /// What the axes are called, one name per axis; "axis 1", "axis 2", … where it is empty.
    #[serde(default)]
    pub axis_names: Vec<String>,
    /// Values of the rows that the page shows beside the row under the pointer; the page grows by all of them.
    #[serde(default)]
    pub features: Vec<Feature>,
    /// What else is known of the rows, as text: name and one text per row. It is shown before the values.
    #[serde(default)]
    pub texts: Vec<(String, Vec<String>)>,
}

/// A column of what the rows were before they were embedded.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Feature {
    /// Its name.
    pub name: String,
    /// One value per row.
    pub values: Vec<f64>,
}

impl Embedding {
    /// Number of coordinates of a row; 0 without rows.
    pub fn axes(&self) -> usize {
        self.points.first().map_or(0, Vec::len)
    }

    /// What an axis is called.
    pub(crate) fn axis_name(&self, axis: usize) -> String {
        self.axis_names.get(axis).cloned().unwrap_or_else(|| format!("axis {}", axis + 1))
    }

    /// How opaque an unlabeled row is drawn, against one that nobody doubts.
    pub(crate) fn opacity(&self, row: usize) -> f64 {
        self.sureness.get(row).map_or(1.0, |share| 0.4 + 0.6 * share.clamp(0.0, 1.0))
    }

    /// The known class of a row, or else the predicted one.
    pub(crate) fn class_of(&self, row: usize) -> Option<&str> {
        let predicted = || self.predicted.get(row).and_then(Option::as_deref);
        self.labels[row].as_deref().or_else(predicted)
    }

    pub(crate) fn check(&self) -> Result<()> {
        let (rows, axes) = (self.points.len(), self.axes());
        check_count("the list of labels", rows, self.labels.len())?;
        if !self.predicted.is_empty() {
            check_count("the list of predicted labels", rows, self.predicted.len())?;
        }
        if !self.sureness.is_empty() {
            check_count("the list of probabilities", rows, self.sureness.len())?;
            check_finite("a probability", &self.sureness)?;
        }
        if !self.axis_names.is_empty() && rows > 0 {
            check_count("the list of axes", axes, self.axis_names.len())?;
        }
        if let Some(names) = &self.row_names {
            check_count("the list of row names", rows, names.len())?;
        }
        for (_, texts) in &self.texts {
            check_count("a text of the rows", rows, texts.len())?;
        }
        for feature in &self.features {
            check_count("a feature of the rows", rows, feature.values.len())?;
            check_finite("a feature of the rows", &feature.values)?;
        }
        for point in &self.points {
            check_count("a row of the embedding", axes, point.len())?;
            check_finite("a row of the embedding", point)?;
        }
        Ok(())
    }
}

/// Two-dimensional rows and the directions that learners found in them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ProjectionAxes {
    /// The rows; each has two coordinates.
    pub rows: Embedding,
    /// The directions, each drawn as a line through the mean of the rows.
    pub axes: Vec<NamedAxis>,
}

/// One direction in the plane.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NamedAxis {
    /// Who found it, e.g. a learner's name.
    pub name: String,
    /// Any vector along it; its length and sign do not matter.
    pub direction: (f64, f64),
    /// Share of rows classified correctly after projection on it, in 0..=1.
    pub accuracy: Option<f64>,
}

impl ProjectionAxes {
    pub(crate) fn check(&self) -> Result<()> {
        self.rows.check()?;
        if !self.rows.points.is_empty() {
            check_count("a row of the toy data", 2, self.rows.axes())?;
        }
        check_finite("a direction", self.axes.iter().flat_map(|a| [&a.direction.0, &a.direction.1]))
    }
}
