//! What is to be fitted: the default, or a reduction that someone put together.

use crate::auto::{Auto, assess_auto};
use crate::choose::{Assessment, assess};
use crate::data::{Labels, Samples};
use crate::error::Result;
use crate::estimate::{Estimate, Shape, check};
use crate::learner::{AnyLearner, Kind};
use crate::reduction::Reduction;
use crate::space::Space;
use crate::views::Views;

/// A way from samples and labels to a model.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::large_enum_variant)] // a handful of them exist
pub enum Plan {
    /// The default.
    Auto(Auto),
    /// A learner with its parameters, its search and its space.
    Reduction(Reduction<AnyLearner>),
}

impl Plan {
    /// The method.
    pub fn name(&self) -> &'static str {
        match self {
            Plan::Auto(_) => Auto::NAME,
            Plan::Reduction(reduction) => reduction.learner.info().name,
        }
    }

    /// What the method looks at.
    pub fn kind(&self) -> Kind {
        match self {
            Plan::Auto(_) => Auto::INFO.kind,
            Plan::Reduction(reduction) => reduction.learner.info().kind,
        }
    }

    /// The reduction, if it is one.
    pub fn reduction(&self) -> Option<&Reduction<AnyLearner>> {
        match self {
            Plan::Auto(_) => None,
            Plan::Reduction(reduction) => Some(reduction),
        }
    }

    /// What a fit will take on data of this shape.
    pub fn estimate(&self, shape: &Shape) -> Estimate {
        match self {
            Plan::Auto(auto) => auto.estimate(shape),
            Plan::Reduction(reduction) => reduction.estimate(shape),
        }
    }

    /// The same with the check on held-out labels that a fit is followed by, unless that would take more than so many operations.
    pub fn estimate_with_check(&self, shape: &Shape, most_operations: f64) -> Estimate {
        let needed = match self {
            Plan::Auto(_) => Some(check::of_auto(shape.columns, shape.labeled)),
            Plan::Reduction(reduction) => reduction.check_operations(shape),
        };
        self.estimate(shape).with_check(shape, needed, most_operations)
    }

    /// What a fit gets right on labels that it does not see, everything that depends on labels being done again for every
    /// fold of rows to hold out. `space` is that of the reduction; the default makes views of the samples.
    ///
    /// # Errors
    /// As [`assess`] and [`assess_auto`].
    pub fn assess(
        &self,
        space: &Space<'_>,
        samples: &Samples<'_>,
        labels: &Labels,
        folds: &[Vec<usize>],
    ) -> Result<Assessment> {
        match self {
            Plan::Auto(auto) => {
                assess_auto(&Views::with(samples, auto.breadth)?, auto, labels, folds)
            }
            Plan::Reduction(reduction) => assess(space, reduction, labels, folds),
        }
    }
}
