//! One way to take the columns: principal axes and nearest rows. Views, suggestions and first maps share them.

use std::fmt;
use std::sync::OnceLock;

use crate::dense::Mat;
use serde::{Deserialize, Serialize};

use super::curve::{ColumnShares, Curve};
use super::lens::Lens;
use super::{Breadth, Engine, dependence, near, whitening};
use crate::data::{Samples, Scaler, Scaling};
use crate::eigen::{Span, self_adjoint};
use crate::error::{Error, Result};
use crate::matrix::{RowMatrix, tall_product};
use crate::neighbors::NearestRows;

/// A table in which one column of so many holds categories is looked at as one of categories.
const CATEGORICAL: usize = 4;
/// Principal axes that are kept.
const PRINCIPAL_AXES: usize = 30;
/// Rows that the axes of weighed columns are found by.
const WEIGHED_BY: usize = 2000;
/// Nearest rows of every row.
pub(crate) const NEAREST: usize = 10;

/// A way to take the columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Columns {
    /// As they come.
    Given,
    /// Each to mean 0 and deviation 1.
    Standardized,
    /// Standardised, each as far as it goes together with others.
    Dependent,
    /// Principal axes of standardised columns, each to deviation 1.
    Whitened,
    /// Each by its ranks, as normal scores: no unit, no tail, no wild value.
    Ranked,
    /// Codes and yes or no as categories, all others by their ranks from 0 to 1.
    Mixed,
    /// By ranks, each as far as it tells the classes apart that a first fit found.
    Relevant,
}

impl fmt::Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Columns::Given => "columns as given",
            Columns::Standardized => "standardised columns",
            Columns::Dependent => "columns that go together",
            Columns::Whitened => "axes of equal length",
            Columns::Ranked => "ranks of columns",
            Columns::Mixed => "categories and ranks",
            Columns::Relevant => "relevant columns",
        })
    }
}

impl Columns {
    /// The ways to look at some samples that need no label. Thin views do without ranks. A table in which almost all columns go together, or
    /// none, is not looked at by that; one with few categories has no mixed look.
    pub(crate) fn of(samples: &Samples<'_>, breadth: Breadth) -> Vec<Self> {
        let mut all = vec![Columns::Given, Columns::Standardized];
        if breadth == Breadth::Full {
            all.push(Columns::Ranked);
            all.extend(dependence::factors(samples).map(|_| Columns::Dependent));
            let categorical =
                ColumnShares::of(samples).iter().filter(|own| own.is_categorical()).count();
            if CATEGORICAL * categorical >= samples.columns() {
                all.push(Columns::Mixed);
            }
        }
        all
    }

    /// How much its views count before any label was looked at: ranks know less than values, and axes that were short are mostly noise.
    pub(crate) fn prior(self) -> f64 {
        match self {
            Columns::Ranked => 0.5,
            Columns::Whitened => 0.3,
            _ => 1.0,
        }
    }

    /// Learns how the columns are to be looked at.
    pub(crate) fn lens(self, samples: &Samples<'_>) -> Result<Lens> {
        let curves = |curve: fn(&ColumnShares) -> Curve| {
            let columns = ColumnShares::of(samples);
            Lens::Curved(columns.iter().map(|column| (curve(column), 1.0)).collect())
        };
        Ok(match self {
            Columns::Given => Lens::Scaled(Scaling::None.learn(samples)),
            Columns::Standardized => Lens::Scaled(Scaling::Standard.learn(samples)),
            Columns::Whitened => whitening::lens(samples)?,
            Columns::Dependent => Lens::Scaled(dependent(samples)),
            Columns::Ranked | Columns::Relevant => curves(Curve::of_ranks),
            Columns::Mixed => curves(Curve::of_mixed),
        })
    }
}

/// Standardised columns times what each counts.
fn dependent(samples: &Samples<'_>) -> Scaler {
    let standard = Scaling::Standard.learn(samples);
    let (offset, mut factor) = standard.columns(samples.columns());
    let counts = dependence::factors(samples).unwrap_or_else(|| vec![1.0; factor.len()]);
    factor.iter_mut().zip(counts).for_each(|(factor, own)| *factor *= own);
    Scaler::Columns { offset, factor }
}

/// Rows with their columns taken in one way.
#[derive(Debug, Clone)]
pub(crate) struct Look<'a> {
    pub(crate) lens: Lens,
    /// The rows, looked at.
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
    pub(crate) fn of(samples: &Samples<'a>, columns: Columns) -> Result<Self> {
        Self::through(samples, columns.lens(samples)?)
    }

    /// Whether a few principal axes hide all others, so that axes of equal length show more.
    pub(crate) fn hides_axes(&self) -> bool {
        whitening::is_hidden(self)
    }

    /// The rows of another look with every column multiplied by a factor. Means and axes are those of some rows that are drawn from all,
    /// so that it takes no time.
    pub(crate) fn weighed(&'a self, factors: &[f64], drawn: &[usize]) -> Result<Self> {
        let Lens::Curved(curves) = &self.lens else { return Err(Error::FlatKernel) };
        let curves = curves.iter().zip(factors);
        let lens = Lens::Curved(curves.map(|((own, f), more)| (own.clone(), f * more)).collect());
        let (offset, factor) = (vec![0.0; factors.len()], factors.to_vec());
        let samples = Scaler::Columns { offset, factor }.apply(&self.samples)?;
        let some = samples.gather(&drawn[..WEIGHED_BY.min(drawn.len())]);
        let span = Span::of(&some)?;
        let (axes, spread) = leading(&span)?;
        let mean = span.mean().to_vec();
        let principal = samples.centered_product(&mean, axes.as_ref());
        Ok(Self { lens, samples, mean, axes, principal, spread, near: OnceLock::new() })
    }

    /// The rows through a lens.
    fn through(samples: &Samples<'a>, lens: Lens) -> Result<Self> {
        let samples = lens.apply(samples)?;
        if let Lens::Turned(_) = lens {
            return Ok(Self::along_columns(samples, lens));
        }
        let span = Span::of(&samples)?;
        let most = PRINCIPAL_AXES.min(span.rank());
        let (values, vectors) = self_adjoint(span.total().as_ref())?;
        let leading = vectors.as_ref().reverse_cols().subcols(0, most);
        let principal = tall_product(span.coordinates(), leading);
        let spread = values.iter().rev().take(most).copied().collect();
        let (axes, mean) = (span.lift(leading), span.mean().to_vec());
        drop(span);
        Ok(Self { lens, samples, mean, axes, principal, spread, near: OnceLock::new() })
    }

    /// Rows whose columns are principal axes already, the leading one first. Axes of equal length have no others: any turn of them would do.
    fn along_columns(samples: Samples<'a>, lens: Lens) -> Self {
        let (mean, columns) = (samples.means(), samples.columns());
        let axes = Mat::<f64>::identity(columns, PRINCIPAL_AXES.min(columns));
        let principal = samples.centered_product(&mean, axes.as_ref());
        let of_axis = |k: usize| (0..principal.rows()).map(|i| principal.row(i)[k].powi(2)).sum();
        let spread = (0..axes.ncols()).map(of_axis).collect();
        Self { lens, samples, mean, axes, principal, spread, near: OnceLock::new() }
    }

    /// The nearest rows of every row.
    pub(crate) fn nearest(&self, engine: &dyn Engine) -> Result<&NearestRows> {
        if let Some(found) = self.near.get() {
            return Ok(found);
        }
        let scale = match &self.lens {
            Lens::Scaled(scaler) => Some(scaler.columns(self.samples.columns())),
            Lens::Curved(_) | Lens::Turned(_) => None,
        };
        let scale = scale.as_ref().map(|(offset, factor)| (offset.as_slice(), factor.as_slice()));
        let found = engine.nearest(&self.samples, scale, NEAREST)?;
        near::check(&found.nearest, self.samples.rows())?;
        Ok(self.near.get_or_init(|| found))
    }
}

/// Principal axes in the coordinates of the samples, and Σ of squares along each.
fn leading(span: &Span<'_>) -> Result<(Mat<f64>, Vec<f64>)> {
    let most = PRINCIPAL_AXES.min(span.rank());
    let (values, vectors) = self_adjoint(span.total().as_ref())?;
    let leading = vectors.as_ref().reverse_cols().subcols(0, most);
    Ok((span.lift(leading), values.iter().rev().take(most).copied().collect()))
}
