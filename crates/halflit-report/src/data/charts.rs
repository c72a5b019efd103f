//! Numbers about a fit or about several fits.

use crate::error::{Error, Result, check_count, check_finite};
use crate::ticks::Range;
use serde::{Deserialize, Serialize};

/// How well several learners classify.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AccuracyTable {
    /// One row per learner, in the order in which they are shown.
    pub rows: Vec<AccuracyRow>,
    /// What was measured, e.g. "1-NN accuracy over 20 splits, 10 labeled rows per class".
    pub caption: String,
}

/// How well one learner classifies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AccuracyRow {
    /// The learner's name.
    pub learner: String,
    /// Mean share of rows classified correctly, in 0..=1.
    pub mean: f64,
    /// Where the true share lies, with 95 % confidence, on the same scale; `None` where nobody can tell.
    pub interval: Option<(f64, f64)>,
    /// A remark, e.g. "not significantly worse than the best"; may be empty.
    pub note: String,
}

impl AccuracyTable {
    pub(crate) fn check(&self) -> Result<()> {
        let ends = self.rows.iter().filter_map(|row| row.interval.as_ref());
        check_finite("the accuracies", self.rows.iter().map(|row| &row.mean))?;
        check_finite("the intervals", ends.flat_map(|(low, high)| [low, high]))
    }
}

/// A value for every pair of two settings.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct HeatMap {
    /// Name of the setting that changes from left to right.
    pub x_name: String,
    /// Its values, one per column.
    pub x_values: Vec<f64>,
    /// Name of the setting that changes from bottom to top.
    pub y_name: String,
    /// Its values, one per row.
    pub y_values: Vec<f64>,
    /// What a cell shows, e.g. "cross-validated accuracy".
    pub value_name: String,
    /// Row after row: the value for `y_values[j]` and `x_values[i]` is at `j * x_values.len() + i`.
    /// NaN where nothing was measured. It is written as `null` in JSON.
    #[serde(deserialize_with = "null_as_nan")]
    pub values: Vec<f64>,
    /// The pair that was chosen: its index in `x_values` and in `y_values`.
    pub chosen: Option<(usize, usize)>,
}

/// JSON has no NaN: `serde_json` writes null, so reading must take it back.
fn null_as_nan<'de, D: serde::Deserializer<'de>>(source: D) -> Result<Vec<f64>, D::Error> {
    let values = Vec::<Option<f64>>::deserialize(source)?;
    Ok(values.into_iter().map(|value| value.unwrap_or(f64::NAN)).collect())
}

impl HeatMap {
    /// The value in a cell, if one was measured.
    pub(crate) fn value(&self, column: usize, row: usize) -> Option<f64> {
        Some(self.values[row * self.x_values.len() + column]).filter(|value| value.is_finite())
    }

    /// The range of what was measured.
    pub(crate) fn range(&self) -> Range {
        Range::of(self.values.iter().copied().filter(|value| value.is_finite()))
    }

    pub(crate) fn check(&self) -> Result<()> {
        let (columns, rows) = (self.x_values.len(), self.y_values.len());
        check_count("the list of heat map values", columns * rows, self.values.len())?;
        check_finite("the columns of the heat map", &self.x_values)?;
        check_finite("the rows of the heat map", &self.y_values)?;
        match self.chosen {
            Some((column, row)) if column >= columns || row >= rows => {
                Err(Error::NoSuchCell { row, column, rows, columns })
            }
            _ => Ok(()),
        }
    }
}

/// The eigenvalues of a fit, in the order of its axes: ascending, because a fit minimises.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Spectrum {
    /// One value per axis, the best axis first.
    pub eigenvalues: Vec<f64>,
}

impl Spectrum {
    pub(crate) fn check(&self) -> Result<()> {
        check_finite("the eigenvalues", &self.eigenvalues)
    }
}

/// The features that spread rows most along each axis.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Loadings {
    /// For each axis its top features, each with its weight times its standard deviation, the largest first.
    pub axes: Vec<Vec<(String, f64)>>,
}

impl Loadings {
    pub(crate) fn check(&self) -> Result<()> {
        check_finite("the loadings", self.axes.iter().flatten().map(|(_, weight)| weight))
    }
}

/// A column and a number that says how much it matters.
pub type ColumnValue = (String, f64);

/// The columns that matter to a model whose map has no weights.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Columns {
    /// The most relevant columns, each with the share of its spread that lies between the classes found; may be empty.
    pub relevance: Vec<ColumnValue>,
    /// For each axis the columns that go with it most closely, each with its correlation, the largest first.
    pub axes: Vec<Vec<ColumnValue>>,
    /// For each class its name, and the columns that go with its score.
    pub classes: Vec<(String, Vec<ColumnValue>)>,
}

impl Columns {
    pub(crate) fn check(&self) -> Result<()> {
        let lists = self.axes.iter().chain(self.classes.iter().map(|(_, columns)| columns));
        let values = self.relevance.iter().chain(lists.flatten()).map(|(_, value)| value);
        check_finite("the columns that matter", values)
    }
}

/// Several curves over the same axes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CurveChart {
    /// Heading in plain words, e.g. "How good the graph is".
    pub title: String,
    /// One sentence that says how to read the chart; may be empty.
    pub reading: String,
    /// What changes from left to right.
    pub x_title: String,
    /// What changes from bottom to top.
    pub y_title: String,
    /// How x is spread over the width.
    pub x_scale: Scale,
    /// The curves, in the order in which they get colours.
    pub curves: Vec<Curve>,
}

/// One named curve.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// Its name in the legend.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
}

/// How numbers are spread over an axis.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Equal steps are equally long.
    #[default]
    Linear,
    /// Equal factors are equally long; positive numbers only.
    Logarithmic,
}

impl CurveChart {
    pub(crate) fn check(&self) -> Result<()> {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        check_finite("a curve", points().flat_map(|(x, y)| [x, y]))?;
        match points().find(|(x, _)| self.x_scale == Scale::Logarithmic && *x <= 0.0) {
            Some(&(value, _)) => Err(Error::NotPositive { value }),
            None => Ok(()),
        }
    }
}
