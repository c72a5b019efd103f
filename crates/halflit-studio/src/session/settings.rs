//! How the model is made.

use halflit::choose::{Open, Search};
use halflit::learner::{Kind, LearnerInfo};
use halflit::{Breadth, Error, Method, Plan};
use serde::{Deserialize, Serialize};

use crate::error::{Result, StudioError};

/// Rows up to which the default looks at them in every way: more would make people wait for each label.
const FULL_ROWS: usize = 2_000;

/// What was chosen in the panel: a plan in few words, and votes beside it. What is not there is found by itself.
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
        let method = Method::AUTO.to_owned();
        Self { method, gamma: None, alpha: None, dimension: None, votes: None }
    }
}

/// An entry of the list of methods.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Entry {
    name: &'static str,
    about: &'static str,
    gamma: bool,
    alpha: bool,
    /// Whether the nearest labeled rows vote; the default reads its classes from scores.
    votes: bool,
}

/// Every method but mixes, whose parts the panel does not have.
pub(crate) fn methods() -> Vec<Entry> {
    let entry = |info: &'static LearnerInfo| {
        let plan = Plan::named(info.name).ok().filter(|_| info.kind != Kind::Custom)?;
        let (Open { gamma, alpha }, votes) = (plan.open(), plan.learner().is_some());
        Some(Entry { name: info.name, about: info.about, gamma, alpha, votes })
    };
    Method::table().filter_map(entry).collect()
}

impl Settings {
    /// These settings with the method's own name.
    ///
    /// # Errors
    /// What no fit could follow: an unknown method, a parameter that it does not have or that is out of range.
    pub(crate) fn checked(&self) -> Result<Self> {
        let checked = self.plan(0, 0).and_then(|plan| {
            plan.check()?;
            self.check_votes(&plan)?;
            Ok(plan)
        });
        let plan = checked.map_err(|error| StudioError::request(error.what(), error.help()))?;
        if plan.method.info().kind == Kind::Custom {
            let help = "choose one of the other methods; mixes are for the command and for Python";
            return Err(StudioError::request("a mix has parts that cannot be chosen here", help));
        }
        Ok(Self { method: plan.name().to_owned(), ..self.clone() })
    }

    fn check_votes(&self, plan: &Plan) -> halflit::Result<()> {
        match self.votes {
            Some(_) if plan.learner().is_none() => Err(plan.method.unknown_parameter("votes")),
            Some(0) => {
                let (value, allowed) = ("0".to_owned(), "a whole number of at least 1");
                Err(Error::Parameter { name: "votes", value, allowed })
            }
            _ => Ok(()),
        }
    }

    /// In how many ways the default looks at so many rows.
    pub(crate) fn breadth(rows: usize) -> Breadth {
        if rows > FULL_ROWS { Breadth::Thin } else { Breadth::Full }
    }

    /// What is to be fitted on so many rows.
    ///
    /// # Errors
    /// An unknown method, a parameter that it does not have.
    pub(crate) fn plan(&self, seed: u64, rows: usize) -> halflit::Result<Plan> {
        let given = [("gamma", self.gamma), ("alpha", self.alpha)];
        let mut given = given.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let plan = match Method::named(&self.method)? {
            auto @ Method::Auto(_) => match given.next() {
                Some((name, _)) => return Err(auto.unknown_parameter(name)),
                None => Plan::auto(Self::breadth(rows)),
            },
            Method::Learner(learner) => {
                let learner =
                    given.try_fold(learner, |own, (name, value)| own.with(name, value))?;
                let open = Open { gamma: self.gamma.is_none(), alpha: self.alpha.is_none() };
                Plan { search: Search::Auto(open), ..Plan::new(learner) }
            }
        };
        Ok(Plan { dimension: self.dimension, seed, ..plan })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use halflit::Learner;

    fn refused(settings: &Settings) -> String {
        settings.checked().err().map(|error| error.what).unwrap_or_default()
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
    fn what_is_chosen_is_in_the_plan() {
        let plan = |settings: &Settings, rows| settings.plan(7, rows).expect("a plan");
        let auto = Settings::default();
        assert_eq!(plan(&auto, 300), Plan { seed: 7, ..Plan::default() });
        assert_eq!(plan(&auto, 100_000), Plan { seed: 7, ..Plan::auto(Breadth::Thin) });
        assert_eq!([2000, 2001].map(Settings::breadth), [Breadth::Full, Breadth::Thin]);
        // What is given is not looked for, and everything else is.
        let method = "ss-lfda".to_owned();
        let own = Settings { method, gamma: Some(0.5), dimension: Some(3), ..auto };
        let found = plan(&own, 300);
        assert_eq!(found.open(), Open { gamma: false, alpha: true });
        assert_eq!(found.learner().and_then(Learner::gamma), Some(0.5));
        assert_eq!((found.dimension, found.seed), (Some(3), 7));
    }

    #[test]
    fn a_method_is_known_by_its_own_name() {
        let settings = Settings { method: "SSLFDA".into(), ..Settings::default() };
        assert_eq!(settings.checked().map(|own| own.method), Ok("ss-lfda".into()));
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
