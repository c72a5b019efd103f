use serde::{Deserialize, Serialize};

use super::{SemiSupervised, Supervised};
use crate::constraint::LabelConstraint;
use crate::cost::Cost;
use crate::data::Dataset;
use crate::error::Result;
use crate::problem::LabelPart;

/// Fisher discriminant analysis: class means apart, classes tight.
///
/// **Formula.** C^ℓ = C^b with 1/n_k − 1/ℓ within class k and −1/ℓ across classes, so that S(C^b) = −S_b; B = S_w.
///
/// **Reference.** Fukunaga, Introduction to Statistical Pattern Recognition, 1990.
///
/// **Parameters.** None. More than c − 1 axes may be asked for; the further ones have λ = 0.
///
/// **Identity.** S_b a = −λ (S_w + εM) a: the axes span the discriminants of linear discriminant analysis, shrunk towards the
/// columns' variances unless a ridge is given.
///
/// ```
/// use halflit::{Dataset, Fit, Labels, Samples, learner::Fda};
///
/// let samples = Samples::from_rows(&[[0.0, 0.1], [0.2, 1.0], [2.0, 0.0], [2.2, 1.1]])?;
/// let labels = Labels::new([Some("left"), Some("left"), Some("right"), Some("right")]);
/// let model = Fda::default().fit(&Dataset::new(samples, labels)?, 1)?;
/// assert!(model.eigenvalues()[0] < 0.0);
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fda {}

/// SS-FDA: γ → 0 with the blended constraint gives the learner itself.
pub type SsFda = SemiSupervised<Fda>;

impl Supervised for Fda {
    const NAME: &'static str = "fda";
    const SEMI_NAME: &'static str = "ss-fda";

    fn check(&self) -> Result<()> {
        Ok(())
    }

    fn label_part(&self, data: &Dataset<'_>) -> Result<LabelPart> {
        let constraint = LabelConstraint::Scatter(within_cost(data));
        Ok(LabelPart { cost: between_cost(data), constraint })
    }
}

/// C^w: 1/n_k within class k, so that S(C^w) = S_w.
pub(super) fn within_cost(data: &Dataset<'_>) -> Cost<'static> {
    Cost::classes(data, |size| 1.0 / size, 0.0)
}

/// C^b: 1/n_k − 1/ℓ within class k, −1/ℓ across classes, so that S(C^b) = −S_b.
pub(super) fn between_cost(data: &Dataset<'_>) -> Cost<'static> {
    let labeled: f64 = data.class_sizes().iter().sum();
    Cost::classes(data, |size| 1.0 / size - 1.0 / labeled, -1.0 / labeled)
}
