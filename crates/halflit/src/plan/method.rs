//! The method of a plan: the default, or a learner.

use crate::error::{Error, Result};
use crate::learner::{AnyLearner, Kind, Learner, LearnerInfo};
use crate::names::unknown_name;
use crate::views::Breadth;

/// The method: `auto`, or a learner.
#[derive(Debug, Clone, PartialEq)]
pub enum Method {
    /// The default: Fisher's discriminant, shrunk, on one kernel that all rows make together. It has no parameter to choose and
    /// needs no scaled columns.
    Auto(Breadth),
    /// One of the paper's learners, a mix of their parts, or a learner of your own.
    Learner(AnyLearner),
}

impl Default for Method {
    fn default() -> Self {
        Method::Auto(Breadth::default())
    }
}

impl<L: Into<AnyLearner>> From<L> for Method {
    fn from(learner: L) -> Self {
        Method::Learner(learner.into())
    }
}

impl Method {
    /// The name of the default.
    pub const AUTO: &'static str = "auto";

    /// The entry of the default in a list of methods.
    const AUTO_INFO: LearnerInfo = LearnerInfo {
        name: Self::AUTO,
        about: "fda, shrunk, on a kernel that all rows make together: nothing to choose or to scale",
        kind: Kind::SemiSupervised(None),
        parts: ["class means apart", "views of all rows, as a kernel", "classes tight, plus ε"],
    };

    /// Every method that has a name, the default first.
    pub fn table() -> impl Iterator<Item = &'static LearnerInfo> + Clone {
        std::iter::once(&Self::AUTO_INFO).chain(AnyLearner::TABLE)
    }

    /// The method of that name, every parameter at its default.
    ///
    /// # Errors
    /// [`Error::UnknownName`](crate::Error::UnknownName) with the nearest name.
    pub fn named(name: &str) -> Result<Self> {
        if name.trim().eq_ignore_ascii_case(Self::AUTO) {
            return Ok(Self::default());
        }
        // An unknown name is told every name there is, that of the default included.
        AnyLearner::named(name).map(Method::Learner).map_err(|error| match error {
            Error::UnknownName { .. } => {
                let names = Self::table().map(|info| info.name);
                unknown_name("method", name, names)
            }
            other => other,
        })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Method::Auto(_) => Self::AUTO,
            Method::Learner(learner) => learner.name(),
        }
    }

    /// Its entry in the list of methods.
    pub fn info(&self) -> &'static LearnerInfo {
        match self {
            Method::Auto(_) => &Self::AUTO_INFO,
            Method::Learner(learner) => learner.info(),
        }
    }

    /// Why a parameter that the method does not have cannot be set.
    ///
    /// ```
    /// use halflit::Method;
    ///
    /// let error = Method::default().unknown_parameter("gamma");
    /// assert_eq!(error.to_string(), "auto has no parameter 'gamma': it has dimension and breadth");
    /// ```
    pub fn unknown_parameter(&self, parameter: &str) -> Error {
        match self {
            Method::Auto(_) => Error::UnknownParameter {
                learner: Self::AUTO.into(),
                parameter: parameter.into(),
                known: "dimension and breadth".into(),
            },
            Method::Learner(learner) => learner.unknown_parameter(parameter),
        }
    }

    /// The learner; nothing for the default.
    pub fn learner(&self) -> Option<&AnyLearner> {
        match self {
            Method::Auto(_) => None,
            Method::Learner(learner) => Some(learner),
        }
    }

    /// The learner, to be changed; nothing for the default.
    pub fn learner_mut(&mut self) -> Option<&mut AnyLearner> {
        match self {
            Method::Auto(_) => None,
            Method::Learner(learner) => Some(learner),
        }
    }
}
