//! How the model is made.

use halflit::choose::{Grid, Open, Search};
use halflit::evaluation::Plan;
use halflit::learner::Kind;
use halflit::{AnyLearner, Auto, Breadth, Learner, Reduction};
use serde::{Deserialize, Serialize};

use crate::error::{Result, StudioError};

/// Rows up to which the default looks at them in every way: more would make people wait for each label.
const FULL_ROWS: usize = 2_000;

/// What was chosen in the panel; what is not there is found by itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The name of the method.
    pub method: String,
    /// γ.
    #[serde(default)]
    pub gamma: Option<f64>,
    /// α.
    #[serde(default)]
    pub alpha: Option<f64>,
    /// Axes.
    #[serde(default)]
    pub dimension: Option<usize>,
    /// Nearest labeled rows that vote.
    #[serde(default)]
    pub votes: Option<usize>,
}

impl Default for Settings {
    fn default() -> Self {
        let method = Auto::NAME.to_owned();
        Self { method, gamma: None, alpha: None, dimension: None, votes: None }
    }
}

/// A method that can be chosen.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Method {
    name: &'static str,
    about: &'static str,
    gamma: bool,
    alpha: bool,
    /// Whether the nearest labeled rows vote; the default reads its classes from scores.
    votes: bool,
}

/// Every method but mixes, whose parts the panel does not have.
pub(crate) fn methods() -> Vec<Method> {
    let (name, about) = (Auto::NAME, Auto::INFO.about);
    let auto = Method { name, about, gamma: false, alpha: false, votes: false };
    let others = AnyLearner::TABLE.iter().filter(|info| info.kind != Kind::Custom);
    let method = |info: &halflit::learner::LearnerInfo| {
        let learner = AnyLearner::named(info.name).ok()?;
        let (gamma, alpha) = (learner.gamma().is_some(), learner.alpha().is_some());
        Some(Method { name: info.name, about: info.about, gamma, alpha, votes: true })
    };
    std::iter::once(auto).chain(others.filter_map(method)).collect()
}

impl Settings {
    /// Refuses what no fit could follow.
    ///
    /// # Errors
    /// An unknown method, a parameter that it does not have or that is out of range.
    pub(crate) fn check(&self) -> Result<()> {
        for (name, given) in [("dimension", self.dimension), ("votes", self.votes)] {
            if given == Some(0) {
                return Err(StudioError::request(
                    format!("{name} is 0"),
                    "give a whole number above 0, or leave it to be found",
                ));
            }
        }
        self.plan(0, 0).map(drop)
    }

    /// In how many ways the default looks at so many rows.
    pub(crate) fn breadth(rows: usize) -> Breadth {
        if rows > FULL_ROWS { Breadth::Thin } else { Breadth::Full }
    }

    /// What is to be fitted on so many rows. The number of axes of a reduction is 2 where none was given, until its space is known.
    ///
    /// # Errors
    /// As [`Settings::check`].
    pub(crate) fn plan(&self, seed: u64, rows: usize) -> Result<Plan> {
        if self.method == Auto::NAME {
            self.refuse(self.gamma.is_none(), self.alpha.is_none(), self.votes.is_none())?;
            let (dimension, breadth) = (self.dimension, Self::breadth(rows));
            return Ok(Plan::Auto(Auto { dimension, breadth }));
        }
        let named = AnyLearner::named(&self.method);
        let mut learner =
            named.map_err(|error| StudioError::request(error.what(), error.help()))?;
        if learner.info().kind == Kind::Custom {
            let help = "choose one of the other methods; mixes are for the command and for Python";
            return Err(StudioError::request("a mix has parts that cannot be chosen here", help));
        }
        let slots = learner.slots();
        self.refuse(
            slots.gamma.is_some() || self.gamma.is_none(),
            slots.alpha.is_some() || self.alpha.is_none(),
            true,
        )?;
        put(slots.gamma, self.gamma);
        put(slots.alpha, self.alpha);
        learner.check().map_err(|error| StudioError::request(error.what(), error.help()))?;
        // As `halflit fit` has it: what the learner has and nobody gave is open.
        let usual = Grid::default_for(&learner);
        let open = Open {
            gamma: self.gamma.is_none() && !usual.gamma.is_empty(),
            alpha: self.alpha.is_none() && !usual.alpha.is_empty(),
        };
        let search = if open.gamma || open.alpha { Search::Auto(open) } else { Search::Fixed };
        let reduction = Reduction::new(learner, self.dimension.unwrap_or(2));
        Ok(Plan::Reduction(Reduction { search, seed, ..reduction }))
    }

    /// A parameter that the method does not have is refused, not passed over.
    fn refuse(&self, gamma: bool, alpha: bool, votes: bool) -> Result<()> {
        for (name, fits) in [("gamma", gamma), ("alpha", alpha), ("votes", votes)] {
            if !fits {
                return Err(StudioError::request(
                    format!("{} has no parameter {name}", self.method),
                    "leave it out, or choose a method that has it",
                ));
            }
        }
        Ok(())
    }
}

fn put(slot: Option<&mut f64>, value: Option<f64>) {
    if let (Some(slot), Some(value)) = (slot, value) {
        *slot = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(settings: &Settings) -> String {
        settings.check().err().map(|error| error.what).unwrap_or_default()
    }

    #[test]
    fn what_a_method_does_not_have_is_refused() {
        let pca = Settings { method: "pca".into(), ..Settings::default() };
        assert_eq!(refused(&pca), "");
        assert!(refused(&Settings { gamma: Some(1.0), ..pca.clone() }).contains("pca has no"));
        assert!(refused(&Settings { gamma: Some(1.0), ..Settings::default() }).contains("auto"));
        assert!(refused(&Settings { votes: Some(3), ..Settings::default() }).contains("votes"));
        assert!(refused(&Settings { dimension: Some(0), ..pca.clone() }).contains("dimension"));
        assert!(!refused(&Settings { method: "no such".into(), ..pca.clone() }).is_empty());
        assert!(refused(&Settings { method: "custom".into(), ..pca }).contains("mix"));
        let negative =
            Settings { method: "ss-lfda".into(), gamma: Some(-1.0), ..Settings::default() };
        assert!(!refused(&negative).is_empty());
    }

    #[test]
    fn every_method_of_the_list_can_be_chosen() {
        let all = methods();
        assert_eq!(all[0].name, "auto");
        for method in all {
            let settings = Settings { method: method.name.into(), ..Settings::default() };
            assert_eq!(refused(&settings), "", "{}", method.name);
            let gamma = Settings { gamma: Some(0.5), ..settings.clone() };
            assert_eq!(refused(&gamma).is_empty(), method.gamma, "{}", method.name);
            let alpha = Settings { alpha: Some(2.0), ..settings };
            assert_eq!(refused(&alpha).is_empty(), method.alpha, "{}", method.name);
        }
    }
}
