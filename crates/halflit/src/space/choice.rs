//! What is done to the samples before a learner sees them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::data::{Outline, Samples, Scaling};
use crate::error::{Error, Result};
use crate::kernel::Kernel;
use crate::kpca::{KernelRank, NegativeEigenvalues};

/// Scaling, kernel, PCA first. No label is involved, so that one [`Space`](super::Space) serves every learner and fold.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SpaceChoice {
    /// What is done to the samples first; it becomes part of the model.
    pub scaling: Scaling,
    /// The kernel of the KPCA trick, if any.
    pub kernel: Option<Kernel>,
    /// How many coordinates of the kernel's space are kept.
    pub kernel_rank: KernelRank,
    /// What to do about an indefinite kernel.
    pub negative_eigenvalues: NegativeEigenvalues,
    /// Whether PCA goes first.
    pub pca_first: PcaFirst,
}

/// A span of so many dimensions is not found unless somebody asks.
const LARGE: usize = 4000;

impl SpaceChoice {
    /// Whether learners see the columns themselves, neither a kernel's coordinates nor principal axes.
    pub(crate) fn is_plain(&self) -> bool {
        self.kernel.is_none() && self.pca_first == PcaFirst::No
    }

    /// Whether r × r matrices of such samples are out of reach, or not worth their time beside products.
    pub(crate) fn is_large(&self, outline: &Outline) -> bool {
        let wide = outline.columns.min(outline.rows.saturating_sub(1)) >= LARGE;
        self.is_plain() && (wide && !outline.weighed || outline.is_vast())
    }

    /// Refuses samples that it does not go with.
    pub(super) fn check_samples(&self, samples: &Samples<'_>) -> Result<()> {
        if self.kernel == Some(Kernel::Precomputed {}) && samples.weights().is_some() {
            return Err(Error::Incompatible {
                parameter: "weights",
                with: "a precomputed kernel",
                help: "give the kernel of rows that are written as often as they count",
            });
        }
        self.check()
    }

    /// Refuses what makes no sense on any samples.
    pub(crate) fn check(&self) -> Result<()> {
        self.kernel.as_ref().map_or(Ok(()), Kernel::check)?;
        self.kernel_rank.check(self.kernel.as_ref())?;
        if self.pca_first == PcaFirst::Axes(0) {
            return Err(Error::parameter("pca_first", 0, PcaFirst::FORMS));
        }
        match (&self.kernel, self.scaling) {
            (Some(Kernel::Precomputed {}), Scaling::Standard | Scaling::Minmax | Scaling::Unit) => {
                Err(Error::Incompatible {
                    parameter: "scaling",
                    with: "a precomputed kernel",
                    help: "there are no columns to scale, so leave it out",
                })
            }
            _ => Ok(()),
        }
    }
}

/// Reduction to leading principal axes before the learner (paper, remark 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PcaFirst {
    /// None: the learner sees the whole span.
    #[default]
    No,
    /// To so many axes, 1 to the rank.
    Axes(usize),
    /// To as many axes as S(C) has rank, so that no axis lies in its null space. S(C) follows the labels, and so does this.
    ObjectiveRank,
}

impl PcaFirst {
    /// How it is written where it is not `no`.
    const FORMS: &'static str = "rank, or a number of axes of at least 1";
}

impl fmt::Display for PcaFirst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PcaFirst::No => f.pad("no"),
            PcaFirst::Axes(axes) => write!(f, "{axes}"),
            PcaFirst::ObjectiveRank => f.pad("rank"),
        }
    }
}

impl FromStr for PcaFirst {
    type Err = Error;

    /// `no`, `rank`, or a number of axes.
    fn from_str(text: &str) -> Result<Self> {
        match (text, text.parse()) {
            ("no", _) => Ok(PcaFirst::No),
            ("rank", _) => Ok(PcaFirst::ObjectiveRank),
            (_, Ok(axes)) if axes > 0 => Ok(PcaFirst::Axes(axes)),
            _ => Err(Error::parameter("pca_first", text, Self::FORMS)),
        }
    }
}
