use serde::{Deserialize, Serialize};

use super::fda::{between_cost, within_cost};
use super::{SemiSupervised, Slots, Supervised};
use crate::constraint::LabelConstraint;
use crate::data::Dataset;
use crate::error::{Error, Result};
use crate::problem::LabelPart;

/// Maximum margin criterion: class means apart minus class widths, no inverse needed.
///
/// **Formula.** C^ℓ = γ′ C^w + C^b, so that S(C^ℓ) = γ′ S_w − S_b; B = I. (Paper, eq. 12; it prints γ′ C^w − C^b, which would
/// pull class means together.)
///
/// **Reference.** Li, Jiang and Zhang, Efficient and robust feature extraction by maximum margin criterion, 2006.
///
/// **Parameters.**
///
/// | field | range | default |
/// |---|---|---|
/// | `within_weight` (γ′) | ≥ 0 | 1 |
///
/// **Identity.** γ′ S_w a − S_b a = λ a with orthonormal axes.
///
/// ```
/// use halflit::{Dataset, Fit, Labels, Samples, learner::Mmc};
///
/// let samples = Samples::from_rows(&[[0.0, 0.1], [0.2, 1.0], [2.0, 0.0], [2.2, 1.1]])?;
/// let labels = Labels::new([Some("left"), Some("left"), Some("right"), Some("right")]);
/// let model = Mmc::default().fit(&Dataset::new(samples, labels)?, 1)?;
/// assert!(model.eigenvalues()[0] < 0.0);
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mmc {
    /// γ′, the weight of S_w.
    pub within_weight: f64,
}

impl Default for Mmc {
    fn default() -> Self {
        Self { within_weight: 1.0 }
    }
}

/// SS-MMC: γ → 0 gives the learner itself.
pub type SsMmc = SemiSupervised<Mmc>;

impl Supervised for Mmc {
    const NAME: &'static str = "mmc";
    const SEMI_NAME: &'static str = "ss-mmc";

    fn check(&self) -> Result<()> {
        match self.within_weight.is_finite() && self.within_weight >= 0.0 {
            true => Ok(()),
            false => Err(Error::parameter(
                "within_weight",
                self.within_weight,
                "a finite number of at least 0",
            )),
        }
    }

    fn label_part(&self, data: &Dataset<'_>) -> Result<LabelPart> {
        let cost = within_cost(data).times(self.within_weight).plus(between_cost(data));
        Ok(LabelPart { cost, constraint: LabelConstraint::Identity })
    }

    fn slots(&mut self) -> Slots<'_> {
        Slots { within_weight: Some(&mut self.within_weight), ..Slots::default() }
    }
}
