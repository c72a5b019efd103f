use super::{SemiSupervised, Snle};

/// SS-SNLE: supervised nonlinear local embedding that keeps near rows together. Meant for use with a kernel.
///
/// **Formula.** C = (C^I − C^E) ∘ H + γ C^(α); B = I, or blended with γ Xᵀ D^(α) X.
///
/// **Reference.** Chatpatanasiri and Kijsirikul, A unified semi-supervised dimensionality reduction framework for
/// manifold learning, 2009.
///
/// **Parameters.** Those of [`Snle`] in `base`, and `graph`, `gamma`, `alpha`, `constraint` as in [`SemiSupervised`].
///
/// **Identity.** γ = 0 with the paper's constraint is [`Snle`].
///
/// ```
/// use halflit::{Dataset, Labels, Learner, Samples, learner::{SemiConstraint, SsSnle}};
///
/// let samples = Samples::from_rows(&[[0.0, 0.1], [0.2, 1.0], [2.0, 0.0], [2.2, 1.1], [1.9, 0.4]])?;
/// let labels = Labels::new([Some("left"), Some("left"), Some("right"), Some("right"), None]);
/// let learner = SsSnle { gamma: 0.1, constraint: SemiConstraint::Paper, ..Default::default() };
/// let model = learner.fit(&Dataset::new(samples.clone(), labels)?, 1)?;
/// assert_eq!(model.predict(&samples)?[4], "right");
/// # Ok::<(), halflit::Error>(())
/// ```
pub type SsSnle = SemiSupervised<Snle>;
