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
mod self_learner;
mod semi_supervised;
mod snle;
mod ss_dne;
mod ss_fda;
mod ss_lde;
mod ss_lfda;
mod ss_mfa;
mod ss_mmc;
mod ss_snle;
mod table;

pub use custom::{CostFunction, Custom, LabelChoice, UnlabelChoice};
pub use dne::Dne;
pub use fda::Fda;
pub use lde::Lde;
pub use lfda::{Affinity, Lfda};
pub use lpp::Lpp;
pub use lpp_star::LppStar;
pub use mfa::Mfa;
pub use mmc::Mmc;
pub use pca::Pca;
pub use self_learner::SelfLearner;
pub use semi_supervised::{SemiConstraint, SemiSupervised};
pub use snle::Snle;
pub use ss_dne::SsDne;
pub use ss_fda::SsFda;
pub use ss_lde::SsLde;
pub use ss_lfda::SsLfda;
pub use ss_mfa::SsMfa;
pub use ss_mmc::SsMmc;
pub use ss_snle::SsSnle;
pub use table::AnyLearner;

use std::fmt::Debug;

use serde::Serialize;
use serde_json::Value;

use crate::constraint::Constraint;
use crate::cost::Cost;
use crate::data::{Dataset, Samples};
use crate::error::Result;
use crate::model::Model;
use crate::problem::{LabelPart, Problem};
use crate::reduction::Reduction;

/// A choice of label cost, unlabel cost and constraint.
pub trait Learner: Debug + Send + Sync {
    /// The name in the table of learners.
    fn name(&self) -> &'static str;

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
    fn label_part<'a>(&self, data: &'a Dataset<'_>) -> Result<Option<LabelPart<'a>>>;

    /// C^u before the Hadamard power, or nothing for a supervised learner. It sees no labels.
    ///
    /// # Errors
    /// Rows that the graph cannot use.
    fn unlabel_cost<'a>(&self, samples: &'a Samples<'_>) -> Result<Option<Cost<'a>>>;

    /// Two learners with the same key have the same unlabel cost on the same samples, which then is summed once.
    /// `None` where nothing can be promised.
    fn unlabel_key(&self) -> Option<String> {
        None
    }

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

    /// Sets γ; false if the learner has none.
    fn set_gamma(&mut self, gamma: f64) -> bool {
        let _ = gamma;
        false
    }

    /// Sets α; false if the learner has none.
    fn set_alpha(&mut self, alpha: f64) -> bool {
        let _ = alpha;
        false
    }

    /// Sets the number of labeled neighbours; false if the learner has none.
    fn set_neighbors(&mut self, neighbors: usize) -> bool {
        let _ = neighbors;
        false
    }

    /// Whether the label part follows the labels, as it must when cross-validation hides some.
    fn follows_labels(&self) -> bool {
        true
    }

    /// The problem on one dataset.
    ///
    /// # Errors
    /// As [`Learner::check`], [`Learner::label_part`] and [`Learner::unlabel_cost`].
    fn problem<'a>(&self, data: &'a Dataset<'_>) -> Result<Problem<'a>> {
        self.check()?;
        Ok(Problem {
            learner: self.name().into(),
            label: self.label_part(data)?,
            unlabel: self.unlabel_cost(data.samples())?,
            constraint: self.constraint(),
            gamma: self.gamma(),
            alpha: self.alpha(),
        })
    }

    /// Fits with every other choice at its default: see [`Reduction`] for the rest.
    ///
    /// # Errors
    /// As [`Reduction::fit`].
    fn fit(&self, data: &Dataset<'_>, dimension: usize) -> Result<Model>
    where
        Self: Sized + Clone,
    {
        Reduction::new(self.clone(), dimension).fit(data)
    }
}

/// A learner that looks at labeled rows only. Implementing this gives the learner itself and, through
/// [`SemiSupervised`], the one that looks at unlabeled rows too.
pub trait Supervised: Debug + Clone + Send + Sync + Serialize {
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
    fn label_part<'a>(&self, data: &'a Dataset<'_>) -> Result<LabelPart<'a>>;

    /// Sets the number of labeled neighbours; false if the learner has none.
    fn set_neighbors(&mut self, neighbors: usize) -> bool {
        let _ = neighbors;
        false
    }
}

impl<X: Supervised> Learner for X {
    fn name(&self) -> &'static str {
        X::NAME
    }

    fn parameters(&self) -> Value {
        as_json(self)
    }

    fn check(&self) -> Result<()> {
        Supervised::check(self)
    }

    fn label_part<'a>(&self, data: &'a Dataset<'_>) -> Result<Option<LabelPart<'a>>> {
        data.require_two_classes(X::NAME)?;
        Supervised::label_part(self, data).map(Some)
    }

    fn unlabel_cost<'a>(&self, _: &'a Samples<'_>) -> Result<Option<Cost<'a>>> {
        Ok(None)
    }

    fn constraint(&self) -> Constraint {
        Constraint::Label
    }

    fn set_neighbors(&mut self, neighbors: usize) -> bool {
        Supervised::set_neighbors(self, neighbors)
    }
}

/// Plain public fields as a JSON object. Matrices and functions that a user gave are not written out.
fn as_json<T: Serialize>(learner: &T) -> Value {
    let described = serde_json::to_value(learner);
    described.unwrap_or_else(|_| Value::String("parts given as matrices or functions".into()))
}
