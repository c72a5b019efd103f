//! What all pairs of rows of a graph sum up to.

use crate::dense::Mat;

use super::{GraphSums, rescale};
use crate::error::{Error, Result};
use crate::matrix::add_scaled;

/// Sums over pairs of rows, for several powers of a graph at once: d0 × d0 matrices, whatever the number of rows.
///
/// With z the rows as learners see them minus their mean, and over ordered pairs i ≠ j.
#[derive(Debug, Clone, PartialEq)]
pub struct PairSums {
    pub(crate) columns: usize,
    /// Σ_ij c_ij² of the graph itself, to which its powers are rescaled.
    pub(crate) base_squares: f64,
    pub(crate) powers: Vec<PowerSum>,
}

/// Those of one power, C∘…∘C, before it is rescaled.
#[derive(Debug, Clone, PartialEq)]
pub struct PowerSum {
    /// α.
    pub alpha: f64,
    /// Σ_ij c_ij².
    pub squares: f64,
    /// Σ_ij c_ij.
    pub degrees: f64,
    /// Σ_ij c_ij z_i z_iᵀ = ZᵀDZ, row after row.
    pub degree_scatter: Vec<f64>,
    /// Σ_ij c_ij z_i (z_i − z_j)ᵀ = Zᵀ(D − C)Z, row after row.
    pub laplacian: Vec<f64>,
}

/// What a power of a graph comes to.
pub(crate) struct Powered {
    pub(crate) alpha: f64,
    /// S(C^(α)).
    pub(crate) scatter: Mat<f64>,
    /// XᵀD^(α)X.
    pub(crate) degree_scatter: Mat<f64>,
}

impl PairSums {
    /// Pair sums from the numbers of an engine.
    ///
    /// # Errors
    /// [`Error::BadStatistics`] where lengths do not fit, a number is not finite or a power is there twice.
    pub fn new(columns: usize, base_squares: f64, powers: Vec<PowerSum>) -> Result<Self> {
        let bad = |reason: String| Err(Error::BadStatistics { reason });
        if powers.is_empty() || columns == 0 {
            return bad("they are of no power or no column".into());
        }
        for (place, own) in powers.iter().enumerate() {
            let matrices = [&own.degree_scatter, &own.laplacian];
            if matrices.iter().any(|matrix| matrix.len() != columns * columns) {
                return bad(format!("a matrix is not {columns} × {columns}"));
            }
            let numbers = [base_squares, own.alpha, own.squares, own.degrees];
            let all = numbers.iter().chain(matrices.into_iter().flatten());
            if let Some(value) = all.copied().find(|value| !value.is_finite()) {
                return bad(format!("a sum for the power {} is {value}", own.alpha));
            }
            if powers[..place].iter().any(|other| other.alpha == own.alpha) {
                return bad(format!("the power {} is there twice", own.alpha));
            }
        }
        Ok(Self { columns, base_squares, powers })
    }

    pub(crate) fn of(alphas: &[f64], columns: usize, sums: (f64, Vec<GraphSums>)) -> Result<Self> {
        let (base_squares, sums) = sums;
        let values = |matrix: &Mat<f64>| {
            let all = (0..columns).flat_map(|i| (0..columns).map(move |j| (i, j)));
            all.map(|(i, j)| matrix[(i, j)]).collect()
        };
        let power = |(own, &alpha): (GraphSums, &f64)| PowerSum {
            alpha,
            squares: own.squares,
            degrees: own.degrees,
            degree_scatter: values(&own.degree_scatter),
            laplacian: values(&own.laplacian),
        };
        Self::new(columns, base_squares, sums.into_iter().zip(alphas).map(power).collect())
    }

    /// Takes in what other pairs sum up to. The order of merging matters to rounding only.
    ///
    /// # Errors
    /// [`Error::ColumnCount`] and [`Error::Shape`] where it has other columns or other powers.
    pub fn merge(&mut self, other: &PairSums) -> Result<()> {
        self.check_columns(other.columns)?;
        let of = |own: &Self| format!("{:?}", own.alphas());
        if self.alphas() != other.alphas() {
            return Err(Error::shape("the powers of the sums", of(self), of(other)));
        }
        self.base_squares += other.base_squares;
        let add = |own: &mut [f64], more: &[f64]| {
            own.iter_mut().zip(more).for_each(|(own, more)| *own += more);
        };
        for (own, more) in self.powers.iter_mut().zip(&other.powers) {
            own.squares += more.squares;
            own.degrees += more.degrees;
            add(&mut own.degree_scatter, &more.degree_scatter);
            add(&mut own.laplacian, &more.laplacian);
        }
        Ok(())
    }

    /// Every α, in order.
    pub fn alphas(&self) -> Vec<f64> {
        self.powers.iter().map(|own| own.alpha).collect()
    }

    /// d0.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Σ_ij c_ij² of the graph itself.
    pub fn base_squares(&self) -> f64 {
        self.base_squares
    }

    /// The sums of every power.
    pub fn powers(&self) -> &[PowerSum] {
        &self.powers
    }

    pub(crate) fn check_columns(&self, found: usize) -> Result<()> {
        match self.columns == found {
            true => Ok(()),
            false => Err(Error::ColumnCount { expected: self.columns, found }),
        }
    }

    /// The scatters of every power, rescaled as the graph is (paper, eq. 9).
    pub(crate) fn rescaled(&self) -> Result<Vec<Powered>> {
        let norm = self.base_squares.max(0.0).sqrt();
        let scaled = |values: &[f64], factor: f64| {
            let plain = Mat::from_fn(self.columns, self.columns, |i, j| {
                // Engines may leave the two halves unequal by their rounding.
                0.5 * (values[i * self.columns + j] + values[j * self.columns + i])
            });
            let mut scaled = Mat::zeros(self.columns, self.columns);
            add_scaled(&mut scaled, factor, plain.as_ref());
            scaled
        };
        let power = |own: &PowerSum| {
            let factor = match own.alpha == 1.0 {
                true => 1.0,
                false => rescale(norm, own.squares.max(0.0).sqrt(), own.alpha)?,
            };
            let scatter = scaled(&own.laplacian, factor);
            let degree_scatter = scaled(&own.degree_scatter, factor);
            Ok(Powered { alpha: own.alpha, scatter, degree_scatter })
        };
        self.powers.iter().map(power).collect()
    }
}
