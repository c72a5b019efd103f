//! Rows for fits without rows: a few rows stand in for all, with the same weights, means and scatters, and are fitted as any others.
//!
//! FDA and MMC see classes by their weights, their means and the sum of their scatters; PCA sees the scatter of everything. So
//! one class may carry the scatter of all of them, and the others are a single row each, their mean. A scatter S = Σ_j s_j s_jᵀ
//! around m with r terms and the weight w is that of the 2r rows m ± √(r/w) s_j of the weight w/2r each.

use crate::dense::Mat;

use super::{GroupMoments, Statistics};
use crate::data::{Dataset, Labels, Samples};
use crate::eigen::self_adjoint;
use crate::error::{Error, Result};
use crate::matrix::add_scaled;

/// Eigenvalues of a scatter of columns of unit length below this are rounding. Of rows themselves directions a hundred times
/// shorter can be told from it: a scatter squares.
const ROUNDING: f64 = 1e-13;

impl Statistics {
    /// The mean of every class, and a single row without a label where there is no class.
    pub(crate) fn means(&self) -> Result<Dataset<'static>> {
        let named = self.groups.iter().filter(|(name, _)| name.is_some());
        let rows: Vec<&Vec<f64>> = named.clone().map(|(_, own)| &own.mean).collect();
        let labels = Labels::new(named.map(|(name, _)| name.clone()));
        match (rows.len(), self.total()) {
            (0 | 1, Some(total)) => {
                // A dataset has two rows, and a row without a label is compared with nothing.
                let labels = Labels::new(
                    self.groups.keys().flatten().cloned().map(Some).chain([None, None]),
                );
                let rows = [rows, vec![&total.mean; 2]].concat();
                Dataset::new(Samples::from_rows(&rows)?, labels)
            }
            _ => Dataset::new(Samples::from_rows(&rows)?, labels),
        }
    }

    /// Few rows that look like all of them.
    pub(crate) fn stand_ins(&self) -> Result<Dataset<'static>> {
        let total = self.total().ok_or(Error::TooFewRows { rows: 0 })?;
        let scale: Vec<f64> = (0..self.columns).map(|j| total.scatter[(j, j)].sqrt()).collect();
        let mut classes: Vec<(Option<&str>, GroupMoments)> =
            self.groups.iter().map(|(name, own)| (name.as_deref(), own.clone())).collect();
        // All that varies within classes is carried by the last of them; rows without a label sort first.
        let labeled = classes.iter().position(|(name, _)| name.is_some()).unwrap_or(classes.len());
        if let Some(((_, last), others)) = classes[labeled..].split_last_mut() {
            for (_, own) in others {
                add_scaled(&mut last.scatter, 1.0, own.scatter.as_ref());
                own.scatter = Mat::zeros(self.columns, self.columns);
            }
        }
        let (mut rows, mut labels, mut weights) = (vec![], vec![], vec![]);
        for (name, own) in &classes {
            let some = own.stand_ins(&scale)?;
            weights.resize(weights.len() + some.len(), own.weight / some.len() as f64);
            labels.resize(labels.len() + some.len(), *name);
            rows.extend(some);
        }
        Dataset::new(Samples::from_rows(&rows)?.with_weights(weights)?, Labels::new(labels))
    }
}

impl GroupMoments {
    /// Rows of equal weight with this mean and this scatter; columns have lengths of their own, so that none is lost beside
    /// another.
    fn stand_ins(&self, scale: &[f64]) -> Result<Vec<Vec<f64>>> {
        let varying: Vec<usize> =
            (0..scale.len()).filter(|&j| self.scatter[(j, j)] > 0.0).collect();
        let unit = Mat::from_fn(varying.len(), varying.len(), |i, j| {
            let (i, j) = (varying[i], varying[j]);
            self.scatter[(i, j)] / (scale[i] * scale[j])
        });
        let (values, vectors) = match varying.is_empty() {
            true => (Vec::new(), unit),
            false => self_adjoint(unit.as_ref())?,
        };
        let kept: Vec<usize> = (0..values.len()).filter(|&k| values[k] > ROUNDING).collect();
        if kept.is_empty() {
            return Ok(vec![self.mean.clone()]);
        }
        let length = (kept.len() as f64 / self.weight).sqrt();
        let mut rows = Vec::with_capacity(2 * kept.len());
        for k in kept {
            for sign in [length, -length] {
                let mut row = self.mean.clone();
                for (i, &j) in varying.iter().enumerate() {
                    row[j] += sign * values[k].sqrt() * vectors[(i, k)] * scale[j];
                }
                rows.push(row);
            }
        }
        Ok(rows)
    }
}
