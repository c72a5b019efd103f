//! Numbers that others have printed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Space;
use crate::sources::Source;

/// A row of a published table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Published {
    /// The dataset that was measured.
    pub dataset: Source,
    /// The space that learners worked in.
    pub space: Space,
    /// The cells by the names of learners.
    #[serde(flatten)]
    pub learners: BTreeMap<String, Printed>,
}

/// One cell, in percent: `[mean, standard error]`, and where it is bold the confidence that it is better than its
/// opponents, 0 where none is printed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(from = "Vec<f64>", into = "Vec<f64>")]
pub struct Printed {
    /// Mean accuracy.
    pub mean: f64,
    /// Standard error of the mean.
    pub standard_error: f64,
    /// Whether it is highlighted.
    pub bold: bool,
    /// Confidence of the paired test.
    pub level: Option<u8>,
}

impl From<Vec<f64>> for Printed {
    fn from(numbers: Vec<f64>) -> Self {
        let number = |i: usize| numbers.get(i).copied();
        let level = number(2).filter(|&level| level > 0.0).map(|level| level as u8);
        Self {
            mean: number(0).unwrap_or(f64::NAN),
            standard_error: number(1).unwrap_or(f64::NAN),
            bold: number(2).is_some(),
            level,
        }
    }
}

impl From<Printed> for Vec<f64> {
    fn from(printed: Printed) -> Self {
        let level = printed.bold.then(|| printed.level.map_or(0.0, f64::from));
        [Some(printed.mean), Some(printed.standard_error), level].into_iter().flatten().collect()
    }
}
