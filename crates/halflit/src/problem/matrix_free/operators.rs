//! S and B as products, of axes and of the values that they give to the rows.

use crate::dense::{Mat, MatRef};

use super::laplacian::Laplacian;
use crate::data::Samples;
use crate::eigen::{Operators, conjugate_gradients, least_squares};
use crate::error::Result;
use crate::matrix::RowMatrix;
use crate::watch;

/// How exactly, and in how many steps, a residual is preconditioned.
const INNER: (f64, usize) = (1e-2, 40);
/// Tolerance and steps for a Laplacian with its degrees, and the share of these that is added to it.
const SHIFTED: (f64, usize) = (1e-2, 60);
const SHIFT: f64 = 1e-6;
/// How exactly Xc v is to be what it should be, relative to its length, and in how many steps.
const LIFTED: (f64, usize) = (1e-11, 4000);

/// The centred rows, every column with a factor.
#[derive(Clone, Copy)]
pub(super) struct Rows<'s> {
    pub(super) samples: &'s Samples<'s>,
    pub(super) mean: &'s [f64],
    pub(super) by: Option<&'s [f64]>,
}

impl Rows<'_> {
    /// Xc F v: n × m.
    pub(super) fn times(&self, v: MatRef<'_, f64>) -> RowMatrix<'static> {
        match self.by {
            None => self.samples.centered_product(self.mean, v),
            Some(by) => {
                let scaled = Mat::from_fn(v.nrows(), v.ncols(), |i, j| by[i] * v[(i, j)]);
                self.samples.centered_product(self.mean, scaled.as_ref())
            }
        }
    }

    /// F Xcᵀ y: d0 × m.
    pub(super) fn transposed(&self, y: &RowMatrix<'_>) -> Mat<f64> {
        let mut product = self.samples.centered_transposed(self.mean, y);
        if let Some(by) = self.by {
            for j in 0..product.ncols() {
                product.col_mut(j).iter_mut().zip(by).for_each(|(value, by)| *value *= by);
            }
        }
        product
    }

    /// The shortest v with Xc F v = y, and how far the worst is from that, relative to its length.
    pub(super) fn lift(&self, y: &RowMatrix<'_>) -> Result<(Mat<f64>, f64)> {
        let (tolerance, steps) = LIFTED;
        let stage = watch::stage("axes from values of rows", steps);
        let (v, outside) = least_squares(
            &|v| Ok(self.times(v).as_mat().to_owned()),
            &|y| Ok(self.transposed(&RowMatrix::from_mat(y))),
            y.as_mat().to_owned(),
            tolerance,
            steps,
            || stage.advance(1),
        )?;
        Ok((v, outside.into_iter().fold(0.0, f64::max)))
    }
}

/// S and B of axes: S v = Xcᵀ(D − C) Xc v.
pub(super) struct OfAxes<'s> {
    pub(super) rows: Rows<'s>,
    /// Σ factor (D − C) of S.
    pub(super) objective: Vec<(f64, &'s Laplacian)>,
    /// Σ factor (D − C) of B.
    pub(super) constraint: Vec<(f64, &'s Laplacian)>,
    /// Σ factor D of B.
    pub(super) degrees: Option<(f64, &'s [f64])>,
    /// What B has of the identity.
    pub(super) identity: f64,
}

impl OfAxes<'_> {
    /// Whether B is a multiple of the identity.
    fn is_plain(&self) -> bool {
        self.constraint.is_empty() && self.degrees.is_none()
    }

    /// What B does to the values of the rows.
    fn constrained(&self, y: &RowMatrix<'_>) -> Vec<f64> {
        let mut out = vec![0.0; y.values().len()];
        self.constraint.iter().for_each(|(factor, own)| own.add_to(*factor, y, &mut out));
        if let Some((factor, degrees)) = self.degrees {
            add_weighed(factor, degrees, y, &mut out);
        }
        out
    }

    /// The parts of S that only pull rows together, so that they have no eigenvalue below 0.
    fn pulling(&self) -> Vec<(f64, &Laplacian)> {
        self.objective.iter().copied().filter(|(_, own)| own.is_pulling()).collect()
    }

    /// P v + B v Σ, P those parts and Σ a shift for each column.
    fn shifted(
        &self,
        pulling: &[(f64, &Laplacian)],
        v: MatRef<'_, f64>,
        shifts: &[f64],
    ) -> Result<Mat<f64>> {
        watch::check()?;
        let y = self.rows.times(v);
        let (n, m) = (y.rows(), y.columns());
        let mut sum = self.constrained(&y);
        for row in sum.chunks_exact_mut(m) {
            row.iter_mut().zip(shifts).for_each(|(value, shift)| *value *= shift);
        }
        pulling.iter().for_each(|(factor, own)| own.add_to(*factor, &y, &mut sum));
        let mut sum = self.rows.transposed(&RowMatrix::new(sum, n, m));
        for (j, shift) in shifts.iter().enumerate() {
            let parts = sum.col_mut(j).iter_mut().zip(v.col(j).iter());
            parts.for_each(|(sum, v)| *sum += shift * self.identity * v);
        }
        Ok(sum)
    }
}

impl Operators for OfAxes<'_> {
    fn apply(&self, v: MatRef<'_, f64>) -> Result<(Mat<f64>, Mat<f64>)> {
        let y = self.rows.times(v);
        let (n, m) = (y.rows(), y.columns());
        let mut s = vec![0.0; n * m];
        self.objective.iter().for_each(|(factor, own)| own.add_to(*factor, &y, &mut s));
        if self.is_plain() {
            let s = self.rows.transposed(&RowMatrix::new(s, n, m));
            return Ok((s, v * crate::dense::Scale(self.identity)));
        }
        // Both at once, so that the samples are read once.
        let b = self.constrained(&y);
        let both = s.chunks_exact(m).zip(b.chunks_exact(m));
        let both: Vec<f64> = both.flat_map(|(s, b)| s.iter().chain(b)).copied().collect();
        let both = self.rows.transposed(&RowMatrix::new(both, n, 2 * m));
        let (s, mut b) = (both.subcols(0, m), both.subcols(m, m).to_owned());
        crate::matrix::add_scaled(&mut b, self.identity, v);
        Ok((s.to_owned(), b))
    }

    /// Solves P + σB, P what pulls in S. The labels, which push, are few. Where nothing pulls, B alone is solved.
    fn precondition(&self, residuals: Mat<f64>, shifts: &[f64]) -> Result<Mat<f64>> {
        let pulling = self.pulling();
        let ones = vec![1.0; shifts.len()];
        let shifts = match pulling.as_slice() {
            [] if self.is_plain() => return Ok(residuals),
            [] => &ones,
            _ => shifts,
        };
        let product = |v: MatRef<'_, f64>| self.shifted(&pulling, v, shifts);
        conjugate_gradients(&product, residuals, INNER.0, INNER.1)
    }
}

/// S = D − C and B = D of values of the rows, of mean 0.
pub(super) struct OfValues<'s> {
    pub(super) laplacian: &'s Laplacian,
}

impl Operators for OfValues<'_> {
    fn apply(&self, y: MatRef<'_, f64>) -> Result<(Mat<f64>, Mat<f64>)> {
        let y = RowMatrix::from_mat(y);
        let (mut s, mut b) = (vec![0.0; y.values().len()], vec![0.0; y.values().len()]);
        self.laplacian.add_to(1.0, &y, &mut s);
        add_weighed(1.0, &self.laplacian.degrees, &y, &mut b);
        let of = |values| RowMatrix::new(values, y.rows(), y.columns()).as_mat().to_owned();
        let (s, mut b) = (of(s), of(b));
        center(&mut b);
        Ok((s, b))
    }

    /// (D − C + σD) w = r, by conjugate gradients where the degrees are 1.
    fn precondition(&self, mut residuals: Mat<f64>, _: &[f64]) -> Result<Mat<f64>> {
        let roots: Vec<f64> = self.laplacian.degrees.iter().map(|degree| degree.sqrt()).collect();
        let divide = |matrix: &mut Mat<f64>| {
            for j in 0..matrix.ncols() {
                matrix.col_mut(j).iter_mut().zip(&roots).for_each(|(value, root)| *value /= root);
            }
        };
        let product = |w: MatRef<'_, f64>| {
            watch::check()?;
            let mut y = w.to_owned();
            divide(&mut y);
            let y = RowMatrix::from_mat(y.as_ref());
            let mut out = vec![0.0; y.values().len()];
            self.laplacian.add_to(1.0, &y, &mut out);
            let mut out = RowMatrix::new(out, y.rows(), y.columns()).as_mat().to_owned();
            divide(&mut out);
            crate::matrix::add_scaled(&mut out, SHIFT, w);
            Ok(out)
        };
        divide(&mut residuals);
        let mut w = conjugate_gradients(&product, residuals, SHIFTED.0, SHIFTED.1)?;
        divide(&mut w);
        center(&mut w);
        Ok(w)
    }
}

/// `out += factor · diag(weights) y`.
fn add_weighed(factor: f64, weights: &[f64], y: &RowMatrix<'_>, out: &mut [f64]) {
    let rows = out.chunks_exact_mut(y.columns().max(1)).enumerate();
    rows.for_each(|(i, out)| {
        let weight = factor * weights[i];
        out.iter_mut().zip(y.row(i)).for_each(|(out, value)| *out += weight * value);
    });
}

/// Subtracts the mean of every column.
pub(super) fn center(matrix: &mut Mat<f64>) {
    for j in 0..matrix.ncols() {
        let mean = matrix.col(j).iter().sum::<f64>() / matrix.nrows() as f64;
        matrix.col_mut(j).iter_mut().for_each(|value| *value -= mean);
    }
}
