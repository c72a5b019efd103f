use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Learner, as_json};
use crate::constraint::Constraint;
use crate::cost::UnlabelChoice;
use crate::data::Dataset;
use crate::error::Result;
use crate::problem::LabelPart;

/// Principal component analysis: axes of largest variance.
///
/// **Formula.** No label cost; C^u = −1/n on every pair, so that S(C^u) = −XcᵀXc; B = I.
///
/// **Reference.** Pearson, On lines and planes of closest fit to systems of points in space, 1901.
///
/// **Parameters.** None.
///
/// **Identity.** −λ_j/(n − 1) is the variance of the data along axis j.
///
/// ```
/// use halflit::{Dataset, Plan, Samples, learner::Pca};
///
/// let samples = Samples::from_rows(&[[0.0, 0.0], [1.0, 0.1], [2.0, -0.1], [3.0, 0.0]])?;
/// let data = Dataset::unlabeled(samples)?;
/// let model = Plan::new(Pca::default()).axes(1).fit(&data)?.model;
/// assert!((model.eigenvalues()[0] + 5.0).abs() < 0.01);
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pca {}

impl Learner for Pca {
    fn name(&self) -> &str {
        "pca"
    }

    fn parameters(&self) -> Value {
        as_json(self)
    }

    fn check(&self) -> Result<()> {
        Ok(())
    }

    fn label_part(&self, _: &Dataset<'_>) -> Result<Option<LabelPart>> {
        Ok(None)
    }

    fn unlabel(&self) -> UnlabelChoice {
        UnlabelChoice::Variance
    }

    fn constraint(&self) -> Constraint {
        Constraint::Identity
    }

    fn is_principal(&self) -> bool {
        true
    }
}
