use super::{Mfa, SemiSupervised};

/// SS-MFA: marginal Fisher analysis that keeps near rows together.
///
/// **Formula.** C = −C^E + γ C^(α); B = S(C^I), ridge ε = γ, or blended with γ Xᵀ D^(α) X.
///
/// **Reference.** Chatpatanasiri and Kijsirikul, A unified semi-supervised dimensionality reduction framework for
/// manifold learning, 2009.
///
/// **Parameters.** Those of [`Mfa`] in `base`, and `graph`, `gamma`, `alpha`, `constraint` as in [`SemiSupervised`].
///
/// **Identity.** γ → 0 with the blended constraint gives [`Mfa`].
///
/// ```
/// use halflit::{Dataset, Labels, Learner, Samples, learner::{SemiConstraint, SsMfa}};
///
/// let samples = Samples::from_rows(&[[0.0, 0.1], [0.2, 1.0], [2.0, 0.0], [2.2, 1.1], [1.9, 0.4]])?;
/// let labels = Labels::new([Some("left"), Some("left"), Some("right"), Some("right"), None]);
/// let learner = SsMfa { gamma: 0.1, constraint: SemiConstraint::Blended, ..Default::default() };
/// let model = learner.fit(&Dataset::new(samples.clone(), labels)?, 1)?;
/// assert_eq!(model.predict(&samples)?[4], "right");
/// # Ok::<(), halflit::Error>(())
/// ```
pub type SsMfa = SemiSupervised<Mfa>;
