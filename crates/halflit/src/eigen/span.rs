//! The span of the centred data: every learner is solved inside it.
//!
//! Outside the span S(C) is zero, so a constant column would win with λ = 0 and carry nothing. Inside it the problem
//! has r = rank dimensions, which for n < d0 is also what makes it cheap.

use faer::{Mat, MatRef};

use super::Extent;
use super::decomposition::{orthonormal, right_singular, self_adjoint_values};
use crate::data::{Samples, check_spread};
use crate::error::Result;
use crate::matrix::{RowMatrix, product, tall_product, weighted_gram};
use crate::watch;

/// Singular values of the centred, column-scaled data below this share of the largest count as zero.
const RANK_TOLERANCE: f64 = 1e-8;
/// A Gram matrix squares singular values; above this share of the largest eigenvalue they are safely not zero.
const CLEARLY_REGULAR: f64 = 1e-10;
/// A column whose deviation from its mean is below this share of its length is constant but for rounding.
const CONSTANT: f64 = 1e-14;

/// The range of the centred samples: their mean, an orthonormal basis and the coordinates of every row in it.
#[derive(Debug, Clone)]
pub struct Span {
    mean: Vec<f64>,
    basis: Basis,
    coordinates: RowMatrix<'static>,
    total: Mat<f64>,
    extent: Extent,
}

/// Orthonormal axes of the span.
#[derive(Debug, Clone)]
enum Basis {
    /// Some of the input's own axes: all columns that vary, where these are independent.
    Columns(Vec<usize>),
    /// d0 × r.
    Axes(Mat<f64>),
}

impl Span {
    /// Finds the span: O(n d0²) for n ≥ d0, O(n² d0) for n < d0.
    ///
    /// # Errors
    /// [`Error::NoSpread`](crate::Error::NoSpread) where all rows are equal.
    pub fn of(samples: &Samples<'_>) -> Result<Self> {
        let _stage = watch::stage("span of the columns", 1);
        watch::check()?;
        let mean = samples.means();
        let norms = column_norms(samples, &mean);
        let varying: Vec<usize> =
            (0..norms.len()).filter(|&j| norms[j].centered > CONSTANT * norms[j].plain).collect();
        let largest = varying.iter().map(|&j| norms[j].centered).fold(0.0, f64::max);
        check_spread(samples.rows(), largest)?;
        let centered = samples.centered(&mean, &varying);
        let scale: Vec<f64> = varying.iter().map(|&j| norms[j].centered).collect();
        // Only a tall matrix can have independent columns; for a wide one the Gram matrix would be d0 × d0.
        if centered.rows() > centered.columns() {
            let total = weighted_gram(&centered, None);
            if is_regular(&total, &scale)? {
                let root = Mat::from_fn(scale.len(), scale.len(), |i, j| match i == j {
                    true => scale[i],
                    false => 0.0,
                });
                let extent = Extent::of_columns(&root, scale.len(), samples.rows());
                let basis = Basis::Columns(varying);
                return Ok(Self { mean, basis, coordinates: centered, total, extent });
            }
        }
        watch::check()?;
        let Range { axes, root } = range(&centered, &scale)?;
        let coordinates = tall_product(&centered, axes.as_ref());
        let total = weighted_gram(&coordinates, None);
        let extent = Extent::of_columns(&root, scale.len(), samples.rows());
        let basis = Basis::Axes(scatter_rows(axes.as_ref(), &varying, samples.columns()));
        Ok(Self { mean, basis, coordinates, total, extent })
    }

    /// Of coordinates around 0 that are principal already, with the spread of each: there is nothing to be found.
    pub(crate) fn of_principal(coordinates: RowMatrix<'static>, spread: &[f64]) -> Self {
        let (rows, r) = (coordinates.rows(), spread.len());
        let total = Mat::from_fn(r, r, |i, j| if i == j { spread[i] } else { 0.0 });
        let extent = Extent::alike(&total, rows);
        let basis = Basis::Columns((0..r).collect());
        Self { mean: vec![0.0; r], basis, coordinates, total, extent }
    }

    /// The same span with another idea of how far its rows reach.
    pub(crate) fn with_extent(self, extent: Extent) -> Self {
        Self { extent, ..self }
    }

    /// The mean of all rows.
    pub fn mean(&self) -> &[f64] {
        &self.mean
    }

    /// Dimension of the span, r.
    pub fn rank(&self) -> usize {
        self.coordinates.columns()
    }

    /// Z: n × r coordinates of the centred rows.
    pub fn coordinates(&self) -> &RowMatrix<'static> {
        &self.coordinates
    }

    /// Zᵀ Z.
    pub(crate) fn total(&self) -> &Mat<f64> {
        &self.total
    }

    /// How far the rows reach.
    pub(crate) fn extent(&self) -> &Extent {
        &self.extent
    }

    /// Axes given in span coordinates (r × d), in input coordinates (d0 × d).
    pub(crate) fn lift(&self, axes: MatRef<'_, f64>) -> Mat<f64> {
        match &self.basis {
            Basis::Columns(columns) => scatter_rows(axes, columns, self.mean.len()),
            Basis::Axes(basis) => product(basis.as_ref(), axes),
        }
    }

    /// A symmetric d0 × d0 matrix M seen in the span: Vᵀ M V.
    pub(crate) fn restrict(&self, matrix: &RowMatrix<'_>) -> Mat<f64> {
        let identity = Mat::<f64>::identity(self.rank(), self.rank());
        let basis = self.lift(identity.as_ref());
        crate::matrix::congruence(matrix.as_mat(), basis.as_ref())
    }

    /// Coordinates of other samples with the same columns.
    pub(crate) fn project(&self, samples: &Samples<'_>) -> RowMatrix<'static> {
        let all: Vec<usize> = (0..self.mean.len()).collect();
        match &self.basis {
            Basis::Columns(columns) => samples.centered(&self.mean, columns),
            Basis::Axes(basis) => tall_product(&samples.centered(&self.mean, &all), basis.as_ref()),
        }
    }
}

/// Length of a column before and after its mean is subtracted.
#[derive(Clone, Copy, Default)]
struct Norms {
    plain: f64,
    centered: f64,
}

fn column_norms(samples: &Samples<'_>, mean: &[f64]) -> Vec<Norms> {
    let mut norms = vec![Norms::default(); samples.columns()];
    for i in 0..samples.rows() {
        for ((norm, &value), mean) in norms.iter_mut().zip(&*samples.row(i)).zip(mean) {
            norm.plain += value * value;
            norm.centered += (value - mean) * (value - mean);
        }
    }
    norms.iter().map(|n| Norms { plain: n.plain.sqrt(), centered: n.centered.sqrt() }).collect()
}

/// Whether columns of unit length are clearly independent, by the eigenvalues of their Gram matrix.
fn is_regular(gram: &Mat<f64>, scale: &[f64]) -> Result<bool> {
    let m = scale.len();
    let unit = Mat::from_fn(m, m, |i, j| gram[(i, j)] / (scale[i] * scale[j]));
    let values = self_adjoint_values(unit.as_ref())?;
    Ok(values[0] > CLEARLY_REGULAR * values[m - 1])
}

/// An orthonormal basis Q of the row space, and the root R of Rᵀ = (V_rᵀ diag(scale)) Q, V_r being the right singular
/// vectors of the columns at unit length.
struct Range {
    axes: Mat<f64>,
    root: Mat<f64>,
}

/// The row space of `centered`, its rank judged on columns of unit length.
fn range(centered: &RowMatrix<'_>, scale: &[f64]) -> Result<Range> {
    let (rows, columns) = (centered.rows(), centered.columns());
    let unit = Mat::from_fn(rows, columns, |i, j| centered.row(i)[j] / scale[j]);
    let (values, vectors) = right_singular(unit.as_ref())?;
    let rank = values.iter().filter(|&&value| value > RANK_TOLERANCE * values[0]).count();
    // Rows of the data are combinations of scale ∘ right singular vectors.
    let spanning = Mat::from_fn(columns, rank, |i, j| scale[i] * vectors[(i, j)]);
    let axes = orthonormal(spanning.clone());
    let root = product(axes.transpose(), spanning.as_ref());
    Ok(Range { axes, root })
}

/// Puts row k of `matrix` at row `positions[k]` of a taller matrix of zeros.
fn scatter_rows(matrix: MatRef<'_, f64>, positions: &[usize], height: usize) -> Mat<f64> {
    let mut tall = Mat::zeros(height, matrix.ncols());
    for (row, &position) in positions.iter().enumerate() {
        (0..matrix.ncols()).for_each(|j| tall[(position, j)] = matrix[(row, j)]);
    }
    tall
}
