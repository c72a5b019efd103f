//! One way to take the columns: principal axes and nearest rows. Views, suggestions and first maps share them.

use std::fmt;
use std::sync::OnceLock;

use faer::Mat;
use serde::{Deserialize, Serialize};

use super::{Engine, near};
use crate::data::{Samples, Scaler, Scaling};
use crate::eigen::{Span, self_adjoint};
use crate::error::Result;
use crate::matrix::{RowMatrix, tall_product};
use crate::neighbors::NearestRows;

/// Principal axes that are kept.
const PRINCIPAL_AXES: usize = 30;
/// Nearest rows of every row.
pub(crate) const NEAREST: usize = 10;

/// How columns are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Columns {
    /// As they come.
    Given,
    /// Each to mean 0 and deviation 1.
    Standardized,
}

impl fmt::Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Columns::Given => "columns as given",
            Columns::Standardized => "standardised columns",
        })
    }
}

impl Columns {
    pub(crate) const ALL: [Columns; 2] = [Columns::Given, Columns::Standardized];

    fn scaling(self) -> Scaling {
        match self {
            Columns::Given => Scaling::None,
            Columns::Standardized => Scaling::Standard,
        }
    }
}

/// Rows with their columns taken in one way.
#[derive(Debug, Clone)]
pub(crate) struct Look<'a> {
    pub(crate) scaler: Scaler,
    /// The rows, scaled.
    pub(crate) samples: Samples<'a>,
    pub(crate) mean: Vec<f64>,
    /// d0 × m principal axes.
    pub(crate) axes: Mat<f64>,
    /// n × m coordinates along them.
    pub(crate) principal: RowMatrix<'static>,
    /// Σ of their squares, for every axis.
    pub(crate) spread: Vec<f64>,
    /// Found when they are first asked for.
    near: OnceLock<NearestRows>,
}

impl<'a> Look<'a> {
    pub(crate) fn of(samples: &'a Samples<'_>, columns: Columns) -> Result<Self> {
        let scaler = columns.scaling().learn(samples);
        let samples = scaler.apply(samples)?;
        let span = Span::of(&samples)?;
        let most = PRINCIPAL_AXES.min(span.rank());
        let (values, vectors) = self_adjoint(span.total().as_ref())?;
        let leading = vectors.as_ref().reverse_cols().subcols(0, most);
        let principal = tall_product(span.coordinates(), leading);
        let spread = values.iter().rev().take(most).copied().collect();
        let (axes, mean) = (span.lift(leading), span.mean().to_vec());
        drop(span);
        Ok(Self { scaler, samples, mean, axes, principal, spread, near: OnceLock::new() })
    }

    /// The nearest rows of every row.
    pub(crate) fn nearest(&self, engine: &dyn Engine) -> Result<&NearestRows> {
        if let Some(found) = self.near.get() {
            return Ok(found);
        }
        let (offset, factor) = self.scaler.columns(self.samples.columns());
        let found = engine.nearest(&self.samples, (&offset, &factor), NEAREST)?;
        near::check(&found.nearest, self.samples.rows())?;
        Ok(self.near.get_or_init(|| found))
    }

    /// The look without a borrow.
    pub(crate) fn into_owned(self) -> Look<'static> {
        Look { samples: self.samples.into_owned(), ..self }
    }
}
