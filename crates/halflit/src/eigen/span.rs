//! The span of the centred data: every learner is solved inside it.
//!
//! Outside the span S(C) is zero, so a constant column would win with λ = 0 and carry nothing. Inside it the problem
//! has r = rank dimensions, which for n < d0 is also what makes it cheap.

use crate::dense::{Mat, MatRef};

use super::Extent;
use super::decomposition::{cholesky, orthonormal, right_singular, self_adjoint};
use super::pencil::condition;
use super::tall::{tall_factor, tall_root};
use super::wide::{RowBasis, Wide};
use crate::coordinates::Coordinates;
use crate::data::{Samples, check_spread};
use crate::error::Result;
use crate::matrix::{Blocks, RowMatrix, congruence, product, sum_blocks, tall_product};
use crate::watch;

/// Singular values of the centred, column-scaled data below this share of the largest count as zero.
const RANK_TOLERANCE: f64 = 1e-8;
/// The tolerance for singular values that are known by their squares, whose rounding is that of the largest.
const SUMMED_TOLERANCE: f64 = 3e-7;
/// A Gram matrix squares singular values; up to this condition number they are safely not zero.
const CLEARLY_REGULAR: f64 = 1e9;
/// A column whose deviation from its mean is below this share of its length is constant but for rounding.
const CONSTANT: f64 = 1e-14;
/// Rows whose mean stands in for that of all until it is known.
const FIRST_LOOK: usize = 256;

/// The range of the centred samples: their mean, an orthonormal basis and the coordinates of every row in it.
#[derive(Debug, Clone)]
pub struct Span<'a> {
    mean: Vec<f64>,
    basis: Basis<'a>,
    coordinates: Coordinates<'a>,
    extent: Extent,
}

/// Orthonormal axes of the span.
#[derive(Debug, Clone)]
enum Basis<'a> {
    /// Some of the input's own axes: all columns that vary, where these are independent.
    Columns(Vec<usize>),
    /// d0 × r.
    Axes(Mat<f64>),
    /// Combinations of the rows, where these are fewer than the columns.
    Rows(RowBasis<'a>),
}

impl<'a> Span<'a> {
    /// Finds the span: O(n d0²) for n ≥ d0, O(n² d0) for n < d0. Where columns are independent no copy of the samples is made.
    ///
    /// # Errors
    /// [`Error::NoSpread`](crate::Error::NoSpread) where all rows are equal.
    pub fn of(samples: &Samples<'a>) -> Result<Self> {
        let _stage = watch::stage("span of the columns", 1);
        watch::check()?;
        // Only a tall matrix can have independent columns; for a wide one the Gram matrix would be d0 × d0.
        if samples.rows() <= samples.columns() {
            return Self::wide(samples);
        }
        let Moments { mean, norms, total } = Moments::of(samples);
        let (varying, scale) = varying(&norms, samples.rows())?;
        let total = match varying.len() == norms.len() {
            true => total,
            false => {
                Mat::from_fn(varying.len(), varying.len(), |i, j| total[(varying[i], varying[j])])
            }
        };
        let coordinates = Coordinates::centered(samples.clone(), mean.clone(), &varying);
        if is_regular(&total, &scale) {
            let extent = Extent::of_independent(&scale, samples.total_weight());
            let coordinates = coordinates.with_gram(total);
            return Ok(Self { mean, basis: Basis::Columns(varying), coordinates, extent });
        }
        watch::check()?;
        let (values, vectors) = right_singular(tall_root(&coordinates, &scale).as_ref())?;
        let range = Range::new(&values, vectors.as_ref(), &scale, RANK_TOLERANCE);
        Ok(Self::on_axes(range, &coordinates, mean, &varying, samples))
    }

    /// With no more rows than columns, whose row space is found from an orthogonal basis of the rows.
    fn wide(samples: &Samples<'a>) -> Result<Self> {
        let mean = samples.means();
        let norms = column_norms(samples, &mean);
        let (varying, scale) = varying(&norms, samples.rows())?;
        if let Some(Wide { basis, coordinates, extent }) =
            Wide::of(samples, &mean, &varying, &scale)?
        {
            let coordinates = Coordinates::stored(coordinates).weighed_like(samples);
            let basis = Basis::Rows(basis);
            return Ok(Self { mean, basis, coordinates, extent });
        }
        let coordinates = Coordinates::centered(samples.clone(), mean.clone(), &varying);
        // With X̃ᵀ = Q R, columns of unit length, the right singular vectors of X̃ are Q times those of Rᵀ.
        let unit = unit_columns(&coordinates, &scale);
        let (values, vectors) = if unit.nrows() > unit.ncols() {
            let (q, r) = tall_factor(unit);
            watch::check()?;
            let (values, inner) = right_singular(r.transpose())?;
            (values, parallel_product(q.as_ref(), inner.as_ref()))
        } else {
            right_singular(unit.transpose())?
        };
        watch::check()?;
        let range = Range::new(&values, vectors.as_ref(), &scale, RANK_TOLERANCE);
        Ok(Self::on_axes(range, &coordinates, mean, &varying, samples))
    }

    fn on_axes(
        range: Range,
        centered: &Coordinates<'_>,
        mean: Vec<f64>,
        varying: &[usize],
        samples: &Samples<'_>,
    ) -> Self {
        let Range { axes, root } = range;
        let coordinates = tall_product(centered, axes.as_ref());
        let extent = Extent::of_columns(&root, varying.len(), samples.total_weight());
        let basis = Basis::Axes(scatter_rows(axes.as_ref(), varying, samples.columns()));
        let coordinates = Coordinates::stored(coordinates).weighed_like(samples);
        Self { mean, basis, coordinates, extent }
    }

    /// The span of rows that were summed elsewhere: from their number, their mean and their scatter. The coordinates are those of
    /// some rows that were kept. Directions in which the rows reach less than about 3e-7 of what their columns do are taken for
    /// rounding, as a scatter squares.
    pub(crate) fn of_sums(
        samples: &Samples<'a>,
        weight: f64,
        mean: Vec<f64>,
        scatter: &Mat<f64>,
    ) -> Result<Self> {
        let norms: Vec<Norms> =
            (0..mean.len()).map(|j| Norms::new(scatter[(j, j)], weight, mean[j])).collect();
        let (varying, scale) = varying(&norms, samples.rows())?;
        let m = varying.len();
        let total = Mat::from_fn(m, m, |i, j| scatter[(varying[i], varying[j])]);
        let coordinates = Coordinates::centered(samples.clone(), mean.clone(), &varying);
        if is_regular(&total, &scale) {
            let extent = Extent::of_independent(&scale, weight);
            let coordinates = coordinates.with_gram(total);
            return Ok(Self { mean, basis: Basis::Columns(varying), coordinates, extent });
        }
        let unit = Mat::from_fn(m, m, |i, j| total[(i, j)] / (scale[i] * scale[j]));
        let (squares, vectors) = self_adjoint(unit.as_ref())?;
        let values: Vec<f64> = squares.iter().rev().map(|square| square.max(0.0).sqrt()).collect();
        let vectors = vectors.as_ref().reverse_cols();
        let Range { axes, root } = Range::new(&values, vectors, &scale, SUMMED_TOLERANCE);
        let gram = congruence(total.as_ref(), axes.as_ref());
        let coordinates =
            Coordinates::stored(tall_product(&coordinates, axes.as_ref())).with_gram(gram);
        let extent = Extent::of_columns(&root, m, weight);
        let basis = Basis::Axes(scatter_rows(axes.as_ref(), &varying, samples.columns()));
        Ok(Self { mean, basis, coordinates, extent })
    }

    /// Of samples around 0 whose own axes are principal, with the spread along each: there is nothing to be found. `beyond` is
    /// the spread along axes that were left out, which count as far as the rows reach: solving in fewer of them is then solving the
    /// whole problem on a part of its space.
    pub(crate) fn of_principal(samples: &Samples<'a>, spread: &[f64], beyond: f64) -> Self {
        let r = spread.len();
        let total = Mat::from_fn(r, r, |i, j| if i == j { spread[i] } else { 0.0 });
        let reach = spread.iter().sum::<f64>() + beyond;
        let extent = Extent::Alike(reach / samples.total_weight());
        let (mean, columns): (_, Vec<usize>) = (vec![0.0; r], (0..r).collect());
        let coordinates = Coordinates::centered(samples.clone(), mean.clone(), &columns);
        let (basis, coordinates) = (Basis::Columns(columns), coordinates.with_gram(total));
        Self { mean, basis, coordinates, extent }
    }

    /// This span with another idea of how far its rows reach.
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
    pub(crate) fn coordinates(&self) -> &Coordinates<'a> {
        &self.coordinates
    }

    /// Zᵀ Z.
    pub(crate) fn total(&self) -> &Mat<f64> {
        self.coordinates.gram()
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
            Basis::Rows(basis) => basis.lift(axes),
        }
    }

    /// A symmetric d0 × d0 matrix M seen in the span: Vᵀ M V.
    pub(crate) fn restrict(&self, matrix: &RowMatrix<'_>) -> Mat<f64> {
        congruence(matrix.as_mat(), self.axes().as_ref())
    }

    /// The basis, d0 × r.
    fn axes(&self) -> Mat<f64> {
        self.lift(Mat::<f64>::identity(self.rank(), self.rank()).as_ref())
    }

    /// Coordinates of other samples with the same columns.
    pub(crate) fn project(&self, samples: &Samples<'_>) -> RowMatrix<'static> {
        match &self.basis {
            Basis::Columns(columns) => samples.centered(&self.mean, columns),
            Basis::Axes(basis) => samples.centered_product(&self.mean, basis.as_ref()),
            Basis::Rows(_) => samples.centered_product(&self.mean, self.axes().as_ref()),
        }
    }
}

/// Length of a column before and after its mean is subtracted.
#[derive(Clone, Copy, Default)]
struct Norms {
    plain: f64,
    centered: f64,
}

impl Norms {
    /// Of a column with so much scatter around its mean.
    fn new(scatter: f64, weight: f64, mean: f64) -> Self {
        let centered = scatter.max(0.0);
        Self { plain: (centered + weight * mean * mean).sqrt(), centered: centered.sqrt() }
    }
}

/// Means, lengths of columns and XcᵀXc, from one pass over the samples.
struct Moments {
    mean: Vec<f64>,
    norms: Vec<Norms>,
    total: Mat<f64>,
}

impl Moments {
    /// Around the mean of a few rows, c: XcᵀXc = Σ (x − c)(x − c)ᵀ − n (m − c)(m − c)ᵀ. With k rows spread over all of them
    /// n ‖m − c‖² is at most n/k times the variance that is left, and in practice a small part of it, so that the difference
    /// keeps its digits.
    fn of(samples: &Samples<'_>) -> Self {
        let (n, d0) = (samples.rows(), samples.columns());
        let step = n.div_ceil(FIRST_LOOK);
        let center = samples.gather(&(0..n).step_by(step).collect::<Vec<_>>()).means();
        let sums = sum_blocks(n, d0, |rows, sums, room| {
            let (first, count) = (rows.start, rows.len());
            samples.centered_block(rows, &center, room);
            let Some(weights) = samples.weights() else {
                sums.add_totals(room);
                let block = MatRef::from_row_major_slice(room, count, d0);
                return sums.add_gram(block, block);
            };
            let of_rows = room.chunks_exact(d0).zip(&weights[first..]);
            let weighed = of_rows.flat_map(|(x, weight)| x.iter().map(move |value| weight * value));
            let weighed: Vec<f64> = weighed.collect();
            sums.add_totals(&weighed);
            let matrix = |values| MatRef::from_row_major_slice(values, count, d0);
            sums.add_gram(matrix(room), matrix(&weighed));
        });
        let n = samples.total_weight();
        let shift: Vec<f64> = sums.totals().iter().map(|sum| sum / n).collect();
        let sums = sums.into_matrix();
        let total = Mat::from_fn(d0, d0, |i, j| sums[(i, j)] - n * shift[i] * shift[j]);
        let mean: Vec<f64> = center.iter().zip(&shift).map(|(c, shift)| c + shift).collect();
        let norms = (0..d0).map(|j| Norms::new(total[(j, j)], n, mean[j]));
        Self { norms: norms.collect(), mean, total }
    }
}

fn column_norms(samples: &Samples<'_>, mean: &[f64]) -> Vec<Norms> {
    let n = samples.total_weight();
    let variances = samples.variances();
    let norms = variances.iter().zip(mean).map(|(variance, mean)| Norms {
        plain: (n * (variance + mean * mean)).sqrt(),
        centered: (n * variance).sqrt(),
    });
    norms.collect()
}

/// The columns that vary, and their lengths.
fn varying(norms: &[Norms], rows: usize) -> Result<(Vec<usize>, Vec<f64>)> {
    let varying: Vec<usize> =
        (0..norms.len()).filter(|&j| norms[j].centered > CONSTANT * norms[j].plain).collect();
    let scale: Vec<f64> = varying.iter().map(|&j| norms[j].centered).collect();
    check_spread(rows, scale.iter().copied().fold(0.0, f64::max))?;
    Ok((varying, scale))
}

/// Whether columns of unit length are clearly independent, by the condition number of their Gram matrix.
fn is_regular(gram: &Mat<f64>, scale: &[f64]) -> bool {
    let m = scale.len();
    let unit = Mat::from_fn(m, m, |i, j| gram[(i, j)] / (scale[i] * scale[j]));
    cholesky(&unit).is_some_and(|factor| condition(&unit, factor.as_ref()) < CLEARLY_REGULAR)
}

/// An orthonormal basis Q of the row space, and the root R of Rᵀ = (V_rᵀ diag(scale)) Q, V_r being the right singular
/// vectors of the columns at unit length.
struct Range {
    axes: Mat<f64>,
    root: Mat<f64>,
}

impl Range {
    /// From singular values, descending, and right singular vectors of the columns at unit length.
    fn new(values: &[f64], vectors: MatRef<'_, f64>, scale: &[f64], tolerance: f64) -> Self {
        let rank = values.iter().filter(|&&value| value > tolerance * values[0]).count();
        // Rows of the data are combinations of scale ∘ right singular vectors.
        let spanning = Mat::from_fn(vectors.nrows(), rank, |i, j| scale[i] * vectors[(i, j)]);
        let axes = match spanning.nrows() > spanning.ncols() {
            true => tall_factor(spanning.clone()).0,
            false => orthonormal(spanning.clone()),
        };
        let root = product(axes.transpose(), spanning.as_ref());
        Self { axes, root }
    }
}

/// X̃ᵀ: the rows, one per column, with every coordinate over its length.
fn unit_columns(centered: &Coordinates<'_>, scale: &[f64]) -> Mat<f64> {
    let mut room = Vec::new();
    let rows = centered.block(0..centered.rows(), &mut room);
    let root = |i: usize| centered.weight(i).sqrt();
    Mat::from_fn(scale.len(), rows.nrows(), |j, i| root(i) * rows[(i, j)] / scale[j])
}

/// a · b for a tall a, in parallel.
fn parallel_product(a: MatRef<'_, f64>, b: MatRef<'_, f64>) -> Mat<f64> {
    tall_product(&RowMatrix::from_mat(a), b).as_mat().to_owned()
}

/// Puts row k of `matrix` at row `positions[k]` of a taller matrix of zeros.
fn scatter_rows(matrix: MatRef<'_, f64>, positions: &[usize], height: usize) -> Mat<f64> {
    let mut tall = Mat::zeros(height, matrix.ncols());
    for (row, &position) in positions.iter().enumerate() {
        (0..matrix.ncols()).for_each(|j| tall[(position, j)] = matrix[(row, j)]);
    }
    tall
}
