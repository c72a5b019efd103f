//! The KPCA trick (paper, eq. 10): coordinates in which any linear learner becomes non-linear, unchanged.
//!
//! From all rows the Gram matrix is n × n by nature. From landmarks among them (Nyström) it is not, and a model keeps these alone.

mod draw;
mod gram;
mod landmarks;
mod rank;
mod view;

pub(crate) use gram::{BYTES_A_PAIR, BYTES_A_PAIR_FOR_FEW};
pub use rank::KernelRank;
pub(crate) use view::KernelView;

use crate::dense::Mat;
use serde::{Deserialize, Serialize};

use crate::data::Samples;
use crate::error::{Error, Result};
use crate::kernel::Kernel;
use crate::matrix::RowMatrix;
use crate::names::named;

/// Eigenvalues below this share of the largest count as zero.
const TOLERANCE: f64 = 1e-10;
/// Eigenvalues below this, times the size of the kernel and the rows, are rounding of its centring.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// The treatment of a kernel that is not positive semidefinite, such as the sigmoid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NegativeEigenvalues {
    /// Refuse it, naming the eigenvalue.
    #[default]
    Refuse,
    /// Drop the negative part and report it in the diagnostics.
    Drop,
}

named!(NegativeEigenvalues, "choice about negative eigenvalues", {
    "refuse" => Refuse, "refuse such a kernel, naming the eigenvalue";
    "drop" => Drop, "drop the negative part, and report it";
});

impl NegativeEigenvalues {
    /// The smallest eigenvalue as a share of the largest where it is negative and dropped.
    fn share(self, smallest: f64, largest: f64, tolerance: f64) -> Result<f64> {
        match (smallest < -tolerance * largest, self) {
            (false, _) => Ok(0.0),
            (true, NegativeEigenvalues::Drop) => Ok(-smallest / largest),
            (true, NegativeEigenvalues::Refuse) => {
                Err(Error::IndefiniteKernel { smallest, largest })
            }
        }
    }
}

/// Training rows seen through a kernel, and how to map new ones.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Kpca {
    /// n × r, from centred kernel values to coordinates: V/√w where all rows are kept.
    pub(crate) map: Mat<f64>,
    /// The largest negative eigenvalue that was dropped, as a share of the largest of all.
    pub(crate) dropped_negative: f64,
    /// The share of the spread that the coordinates do not hold.
    pub(crate) left_out: f64,
    pub(crate) view: KernelView,
}

/// Coordinates whose axes are the principal ones: φᵀ φ is the diagonal matrix of `spread`, the largest first, and φᵀ 1 = 0.
#[derive(Debug)]
pub(crate) struct Principal {
    pub(crate) coordinates: RowMatrix<'static>,
    pub(crate) spread: Vec<f64>,
    /// The spread along axes that were left out.
    pub(crate) beyond: f64,
}

impl Kpca {
    /// What a kernel makes of the samples: how it maps, and φ, the n × r coordinates of the training rows.
    pub(crate) fn fit(
        kernel: &Kernel,
        samples: &Samples<'_>,
        rank: KernelRank,
        negative: NegativeEigenvalues,
    ) -> Result<(Self, Principal)> {
        let plan = rank.plan(kernel, samples.rows())?;
        match plan.landmarks {
            None => Self::of_all_rows(kernel, samples, plan, negative),
            Some(most) => Self::of_landmarks(kernel, samples, plan, most, negative),
        }
    }

    /// φ of other samples.
    pub(crate) fn coordinates_of(&self, new: &Samples<'_>) -> Result<RowMatrix<'static>> {
        self.view.transform(new, self.map.as_ref())
    }
}
