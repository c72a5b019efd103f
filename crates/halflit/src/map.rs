//! From samples to the subspace: by axes, or by coefficients of the training rows.

use crate::dense::MatRef;

use crate::data::Samples;
use crate::error::Result;
use crate::kernel::Kernel;
use crate::kpca::KernelView;
use crate::matrix::RowMatrix;
use crate::projection::Projection;
use crate::views::ViewsMap;
use crate::watch;

/// A map that was learned, without the scaling that goes before it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Map {
    Linear(Projection),
    Kernel {
        view: KernelView,
        /// d × n.
        coefficients: RowMatrix<'static>,
    },
    /// It may have more axes than the model shows.
    Views(ViewsMap),
}

impl Map {
    /// From n × d coefficients of the training rows.
    pub(crate) fn kernel(view: KernelView, coefficients: MatRef<'_, f64>) -> Self {
        Map::Kernel { view, coefficients: RowMatrix::from_mat(coefficients.transpose()) }
    }

    /// The kernel with its widths filled in; nothing where the map is linear or one of views.
    pub(crate) fn kernel_of(&self) -> Option<&Kernel> {
        match self {
            Map::Linear(_) | Map::Views(_) => None,
            Map::Kernel { view, .. } => Some(view.kernel.kernel()),
        }
    }

    /// Number of columns that samples must have: d0, or n for a precomputed kernel.
    pub(crate) fn input_columns(&self) -> usize {
        match self {
            Map::Linear(projection) => projection.mean().len(),
            Map::Kernel { view, .. } => view.input_columns(),
            Map::Views(map) => map.training.columns(),
        }
    }

    /// Maps scaled samples: m × d.
    pub(crate) fn transform(&self, samples: &Samples<'_>) -> Result<RowMatrix<'static>> {
        let _stage = watch::stage("rows mapped", 1);
        watch::check()?;
        match self {
            Map::Linear(projection) => projection.transform(samples),
            Map::Kernel { view, coefficients } => {
                view.transform(samples, coefficients.as_mat().transpose())
            }
            Map::Views(map) => map.transform(samples),
        }
    }
}
