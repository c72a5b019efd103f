//! Learners: each names its parts, and the pipeline does the rest.
//!
//! | learner | C^ℓ | C^u | B |
//! |---|---|---|---|
//! | [`Pca`] | – | −1/n on every pair | I |
//! | [`Lpp`], [`LppStar`] | – | near rows, its power α | Xᵀ D X |
//! | [`Fda`] | between classes | – | within classes |
//! | [`Mmc`] | γ′ within + between classes | – | I |
//! | [`Dne`] | C^I − C^E | – | I |
//! | [`Mfa`] | −C^E | – | S(C^I) |
//! | [`Lde`] | −C^E ∘ H | – | S(C^I ∘ H) |
//! | [`Snle`] | (C^I − C^E) ∘ H | – | I |
//! | [`Lfda`] | C^bet | – | S(C^wit) |
//! | [`SelfLearner`] | C^bet | −1/n on every pair | S(C^wit) |
//! | [`SsFda`] … [`SsLfda`] | that of X | near rows, power α | that of X, or blended |
//! | [`Custom`] | any | any | any |
//!
//! A supervised learner implements [`Supervised`] and so gets both [`Learner`] and its semi-supervised form.

mod custom;
mod dne;
mod fda;
mod lde;
mod lfda;
mod lpp;
mod lpp_star;
mod mfa;
mod mmc;
mod pca;
mod recorded;
mod self_learner;
mod semi_supervised;
mod slots;
mod snle;
mod table;

pub use custom::Custom;
pub use dne::{Dne, SsDne};
pub use fda::{Fda, SsFda};
pub use lde::{Lde, SsLde};
pub use lfda::{Affinity, Lfda, SsLfda};
pub use lpp::Lpp;
pub use lpp_star::LppStar;
pub use mfa::{Mfa, SsMfa};
pub use mmc::{Mmc, SsMmc};
pub use pca::Pca;
pub(crate) use recorded::Recorded;
pub use self_learner::SelfLearner;
pub use semi_supervised::{SemiConstraint, SemiSupervised};
pub use slots::Slots;
pub use snle::{Snle, SsSnle};
pub use table::{AnyLearner, Kind, LabelChoice, LearnerInfo};

use std::fmt::Debug;

use serde::Serialize;
use serde_json::Value;

use crate::constraint::Constraint;
use crate::cost::UnlabelChoice;
use crate::data::Dataset;
use crate::error::Result;
use crate::problem::{LabelPart, Problem};

/// A choice of label cost, unlabel cost and constraint.
///
/// A learner of your own implements this trait, or [`Supervised`] if it looks at labeled rows only. It is plain and `Clone`, and
/// [`AnyLearner::own`] makes a method of it that every front end can fit:
///
/// ```
/// use halflit::learner::Supervised;
/// use halflit::{AnyLearner, Cost, Dataset, LabelConstraint, LabelPart, Plan, Result, datasets};
///
/// /// Class means apart, whatever the spread within classes.
/// #[derive(Debug, Clone, serde::Serialize)]
/// struct MeansApart;
///
/// impl Supervised for MeansApart {
///     const NAME: &'static str = "means-apart";
///     const SEMI_NAME: &'static str = "ss-means-apart";
///
///     fn check(&self) -> Result<()> {
///         Ok(())
///     }
///
///     fn label_part(&self, data: &Dataset<'_>) -> Result<LabelPart> {
///         let cost = Cost::classes(data, |size| 1.0 / size, -0.1);
///         Ok(LabelPart { cost, constraint: LabelConstraint::Identity })
///     }
/// }
///
/// let data = datasets::ionosphere_with_labels(10, 1)?;
/// let fit = Plan::new(AnyLearner::own(MeansApart)).fit(&data)?;
/// assert_eq!(fit.model.dimension(), 2);
/// # Ok::<(), halflit::Error>(())
/// ```
pub trait Learner: Debug + Send + Sync + CloneLearner {
    /// The name in the table of learners.
    fn name(&self) -> &str;

    /// The parameters as a JSON object, for reports and model files.
    fn parameters(&self) -> Value;

    /// Refuses parameters out of range.
    ///
    /// # Errors
    /// [`Error::Parameter`](crate::Error::Parameter) with the allowed range.
    fn check(&self) -> Result<()>;

    /// C^ℓ and B^ℓ, or nothing for an unsupervised learner.
    ///
    /// # Errors
    /// Labels or rows that the part cannot use.
    fn label_part(&self, data: &Dataset<'_>) -> Result<Option<LabelPart>>;

    /// C^u before the Hadamard power. Being a choice and not yet a cost, it sees neither labels nor rows.
    fn unlabel(&self) -> UnlabelChoice;

    /// How B is put together.
    fn constraint(&self) -> Constraint;

    /// γ, if the learner has it.
    fn gamma(&self) -> Option<f64> {
        None
    }

    /// α, if the learner has it.
    fn alpha(&self) -> Option<f64> {
        None
    }

    /// Every parameter that the learner has, to be set.
    fn slots(&mut self) -> Slots<'_> {
        Slots::default()
    }

    /// Whether the label part follows the labels, as it must when cross-validation hides some.
    fn follows_labels(&self) -> bool {
        true
    }

    /// Whether the axes are the leading principal ones, so that no other direction of the rows matters.
    fn is_principal(&self) -> bool {
        false
    }

    /// The problem on one dataset, to be solved in the [`Space`](crate::Space) of the same samples.
    ///
    /// # Errors
    /// As [`Learner::check`] and [`Learner::label_part`].
    fn problem(&self, data: &Dataset<'_>) -> Result<Problem> {
        self.check()?;
        Ok(Problem {
            learner: self.name().into(),
            label: self.label_part(data)?,
            unlabel: self.unlabel(),
            constraint: self.constraint(),
            gamma: self.gamma(),
            alpha: self.alpha(),
        })
    }
}

/// Copies a learner behind a reference. Every learner that is `Clone` has it.
pub trait CloneLearner {
    /// A copy in a box.
    fn boxed(&self) -> Box<dyn Learner>;
}

impl<L: Learner + Clone + 'static> CloneLearner for L {
    fn boxed(&self) -> Box<dyn Learner> {
        Box::new(self.clone())
    }
}

/// A learner that looks at labeled rows only. Implementing this gives the learner itself and, through
/// [`SemiSupervised`], the one that looks at unlabeled rows too.
pub trait Supervised: Debug + Clone + Send + Sync + Serialize + 'static {
    /// The name in the table of learners.
    const NAME: &'static str;
    /// The name of the semi-supervised form.
    const SEMI_NAME: &'static str;

    /// Refuses parameters out of range.
    ///
    /// # Errors
    /// [`Error::Parameter`](crate::Error::Parameter) with the allowed range.
    fn check(&self) -> Result<()>;

    /// C^ℓ and B^ℓ. The data have labels of at least two classes.
    ///
    /// # Errors
    /// Rows that the part cannot use.
    fn label_part(&self, data: &Dataset<'_>) -> Result<LabelPart>;

    /// Every parameter that the learner has, to be set.
    fn slots(&mut self) -> Slots<'_> {
        Slots::default()
    }
}

impl<X: Supervised> Learner for X {
    fn name(&self) -> &str {
        X::NAME
    }

    fn parameters(&self) -> Value {
        as_json(self)
    }

    fn check(&self) -> Result<()> {
        Supervised::check(self)
    }

    fn label_part(&self, data: &Dataset<'_>) -> Result<Option<LabelPart>> {
        data.require_two_classes(X::NAME)?;
        Supervised::label_part(self, data).map(Some)
    }

    fn unlabel(&self) -> UnlabelChoice {
        UnlabelChoice::None
    }

    fn constraint(&self) -> Constraint {
        Constraint::Label
    }

    fn slots(&mut self) -> Slots<'_> {
        Supervised::slots(self)
    }
}

/// Plain public fields as a JSON object. Matrices and functions that a user gave are not written out.
fn as_json<T: Serialize>(learner: &T) -> Value {
    let described = serde_json::to_value(learner);
    described.unwrap_or_else(|_| Value::String("parts given as matrices or functions".into()))
}
