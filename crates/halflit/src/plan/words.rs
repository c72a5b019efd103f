//! A plan in words: how it is written as JSON.
//!
//! ```json
//! {"method": {"name": "ss-lfda", "parameters": {"gamma": 0.1}}, "dimension": 2, "weights": "identity", "ridge": "usual",
//!  "solver": "fastest", "space": {"scaling": "standard", "kernel": {"name": "rbf", "parameters": {"width": 2.0}}},
//!  "search": {"auto": {"gamma": false, "alpha": true}}, "seed": 0}
//! ```

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Method, Plan};
use crate::error::{Error, Result};
use crate::kernel::Kernel;
use crate::learner::{AnyLearner, Learner, Recorded};
use crate::names::Named;
use crate::problem::{RidgeChoice, RidgeRule};
use crate::search::Search;
use crate::space::{PcaFirst, SpaceChoice};
use crate::views::Breadth;

/// The one parameter of the default.
const BREADTH: &str = "breadth";

/// The fields of a plan, each by its name.
#[derive(Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Words {
    method: NamedPart,
    dimension: Option<usize>,
    weights: String,
    ridge: RidgeWords,
    solver: String,
    space: SpaceWords,
    search: Search,
    seed: u64,
}

/// A method or a kernel.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedPart {
    name: String,
    #[serde(default)]
    parameters: Value,
}

/// A rule by its name, or ε.
#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum RidgeWords {
    Given(f64),
    Rule(String),
}

/// What is done to the samples first.
#[derive(Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct SpaceWords {
    scaling: String,
    kernel: Option<NamedPart>,
    kernel_rank: String,
    negative_eigenvalues: String,
    pca_first: String,
}

impl Default for Words {
    fn default() -> Self {
        Plan::default().into()
    }
}

impl Default for SpaceWords {
    fn default() -> Self {
        (&SpaceChoice::default()).into()
    }
}

impl NamedPart {
    fn map(&self) -> Result<Map<String, Value>> {
        match &self.parameters {
            Value::Null => Ok(Map::new()),
            Value::Object(map) => Ok(map.clone()),
            other => Err(Error::BadParameter {
                learner: self.name.clone(),
                reason: format!("{other} is no list of names and values"),
            }),
        }
    }

    fn method(&self) -> Result<Method> {
        let parameters = self.map()?;
        match Method::named(&self.name)? {
            auto @ Method::Auto(_) => with_breadth(auto, &parameters),
            Method::Learner(_) => {
                AnyLearner::from_parameters(&self.name, &parameters).map(Method::Learner)
            }
        }
    }
}

/// The default with its one parameter, where that is given.
fn with_breadth(auto: Method, parameters: &Map<String, Value>) -> Result<Method> {
    if let Some(parameter) = parameters.keys().find(|name| *name != BREADTH) {
        return Err(auto.unknown_parameter(parameter));
    }
    match parameters.get(BREADTH) {
        None => Ok(auto),
        Some(Value::String(name)) => Breadth::named(name).map(Method::Auto),
        Some(other) => {
            let (learner, reason) = (Method::AUTO.to_owned(), format!("{BREADTH} is {other}"));
            Err(Error::BadParameter { learner, reason })
        }
    }
}

impl Words {
    /// The plan of a model file, whose learner may be known by its name only.
    pub(crate) fn recorded(self) -> Result<Plan> {
        let method = self.method.method().unwrap_or_else(|_| {
            let NamedPart { name, parameters } = self.method.clone();
            Method::Learner(AnyLearner::own(Recorded::new(name, parameters)))
        });
        self.plan(method)
    }

    fn plan(self, method: Method) -> Result<Plan> {
        let words = self;
        Ok(Plan {
            method,
            dimension: words.dimension,
            weights: words.weights.parse()?,
            ridge: match &words.ridge {
                RidgeWords::Given(ridge) => RidgeChoice::Given(*ridge),
                RidgeWords::Rule(name) => RidgeRule::named(name)?.into(),
            },
            solver: words.solver.parse()?,
            space: words.space.choice()?,
            search: words.search,
            seed: words.seed,
        })
    }
}

impl TryFrom<Words> for Plan {
    type Error = Error;

    fn try_from(words: Words) -> Result<Self> {
        let method = words.method.method()?;
        let plan = words.plan(method)?;
        plan.check()?;
        Ok(plan)
    }
}

impl From<Plan> for Words {
    fn from(plan: Plan) -> Self {
        let parameters = match &plan.method {
            Method::Auto(breadth) => serde_json::json!({ BREADTH: breadth.name() }),
            Method::Learner(learner) => learner.parameters(),
        };
        Self {
            method: NamedPart { name: plan.method.name().into(), parameters },
            dimension: plan.dimension,
            weights: plan.weights.to_string(),
            ridge: match plan.ridge {
                RidgeChoice::Given(ridge) => RidgeWords::Given(ridge),
                RidgeChoice::Rule(rule) => RidgeWords::Rule(rule.to_string()),
            },
            solver: plan.solver.to_string(),
            space: (&plan.space).into(),
            search: plan.search,
            seed: plan.seed,
        }
    }
}

impl SpaceWords {
    fn choice(&self) -> Result<SpaceChoice> {
        let kernel = |part: &NamedPart| Kernel::named(&part.name, &part.map()?);
        Ok(SpaceChoice {
            scaling: self.scaling.parse()?,
            kernel: self.kernel.as_ref().map(kernel).transpose()?,
            kernel_rank: self.kernel_rank.parse()?,
            negative_eigenvalues: self.negative_eigenvalues.parse()?,
            pca_first: self.pca_first.parse::<PcaFirst>()?,
        })
    }
}

impl From<&SpaceChoice> for SpaceWords {
    fn from(choice: &SpaceChoice) -> Self {
        Self {
            scaling: choice.scaling.to_string(),
            kernel: choice.kernel.as_ref().map(kernel),
            kernel_rank: choice.kernel_rank.to_string(),
            negative_eigenvalues: choice.negative_eigenvalues.to_string(),
            pca_first: choice.pca_first.to_string(),
        }
    }
}

/// A kernel by its name; that of a function has no parameters that could be written.
fn kernel(kernel: &Kernel) -> NamedPart {
    let written = match serde_json::to_value(kernel) {
        Ok(Value::Object(map)) => map.into_iter().next(),
        _ => None,
    };
    let (name, parameters) = written.unwrap_or_else(|| ("function".into(), Value::Null));
    NamedPart { name, parameters }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learner::Learner;

    #[test]
    fn every_method_is_written_and_read() -> Result<()> {
        for info in Method::table() {
            let plan = Plan { dimension: Some(3), seed: 7, ..Plan::named(info.name)? };
            let text = serde_json::to_string(&plan).unwrap_or_default();
            assert_eq!(Plan::from_json(&text)?, plan, "{text}");
        }
        Ok(())
    }

    #[test]
    fn what_is_absent_has_its_default_and_what_is_unknown_is_refused() -> Result<()> {
        assert_eq!(Plan::from_json("{}")?, Plan::default());
        let text = r#"{"method": {"name": "SSLFDA", "parameters": {"gamma": 0.5}}, "ridge": 0.25,
            "space": {"kernel": {"name": "rbf", "parameters": {"width": 2}}, "pca_first": "12"}}"#;
        let plan = Plan::from_json(text)?;
        assert_eq!(plan.learner().and_then(Learner::gamma), Some(0.5));
        assert_eq!(
            (plan.ridge, plan.space.pca_first),
            (RidgeChoice::Given(0.25), PcaFirst::Axes(12))
        );
        let refused =
            |text: &str| Plan::from_json(text).err().map(|error| error.what()).unwrap_or_default();
        let method = |name: &str, parameters: &str| {
            refused(&format!(r#"{{"method": {{"name": "{name}", "parameters": {parameters}}}}}"#))
        };
        assert_eq!(method("pca", r#"{"gamma": 1}"#), "pca has no parameter 'gamma'");
        assert_eq!(method("auto", r#"{"gamma": 1}"#), "auto has no parameter 'gamma'");
        assert!(method("outo", "{}").contains("did you mean 'auto'"));
        assert_eq!(refused(r#"{"space": {"scaling": "unit"}}"#), "auto has no parameter 'scaling'");
        assert_eq!(refused(r#"{"dimension": 0}"#), "dimension = 0 is out of range");
        assert!(refused(r#"{"colour": 0}"#).contains("colour"));
        Ok(())
    }
}
