use super::{Fda, SemiSupervised};

/// SS-FDA: class means apart, classes tight, near rows together.
///
/// **Formula.** C = C^b + γ C^(α); B = S_w, ridge ε = γ, or blended with γ Xᵀ D^(α) X.
///
/// **Reference.** Song, Nie, Zhang and Xiang, A unified framework for semi-supervised dimensionality reduction, Pattern
/// Recognition 2008.
///
/// **Parameters.** Those of [`Fda`] in `base`, and `graph`, `gamma`, `alpha`, `constraint` as in [`SemiSupervised`].
///
/// **Identity.** γ → 0 with the blended constraint gives [`Fda`].
///
/// ```
/// use halflit::{Dataset, Labels, Learner, Samples, learner::{SemiConstraint, SsFda}};
///
/// let samples = Samples::from_rows(&[[0.0, 0.1], [0.2, 1.0], [2.0, 0.0], [2.2, 1.1], [1.9, 0.4]])?;
/// let labels = Labels::new([Some("left"), Some("left"), Some("right"), Some("right"), None]);
/// let learner = SsFda { gamma: 0.1, constraint: SemiConstraint::Blended, ..Default::default() };
/// let model = learner.fit(&Dataset::new(samples.clone(), labels)?, 1)?;
/// assert_eq!(model.predict(&samples)?[4], "right");
/// # Ok::<(), halflit::Error>(())
/// ```
pub type SsFda = SemiSupervised<Fda>;
