//! The one table of names, for the command line, configuration files and Python.

use serde_json::{Map, Value};

use super::*;
use crate::error::{Error, Result};

/// Writes the enum of all learners, its names, and the dispatch, from one line a learner.
macro_rules! learners {
    ($($name:literal => $learner:ident, $about:literal;)*) => {
        /// Any learner of this crate, chosen by name.
        ///
        /// ```
        /// use halflit::{AnyLearner, Learner};
        ///
        /// let learner = AnyLearner::named("ss-lfda")?.with("gamma", 0.1)?;
        /// assert_eq!(learner.gamma(), Some(0.1));
        /// let error = AnyLearner::named("pca")?.with("gamma", 0.1).unwrap_err();
        /// assert_eq!(error.to_string(), "pca has no parameter 'gamma': it has none");
        /// # Ok::<(), halflit::Error>(())
        /// ```
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        #[allow(missing_docs)] // the variants are the learners
        pub enum AnyLearner {
            $($learner($learner),)*
        }

        impl AnyLearner {
            /// Every name, with one line on what the learner does.
            pub const TABLE: &'static [(&'static str, &'static str)] = &[$(($name, $about),)*];

            fn with_defaults(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(AnyLearner::$learner($learner::default())),)*
                    _ => None,
                }
            }

            fn from_json(name: &str, parameters: Value) -> serde_json::Result<Option<Self>> {
                Ok(match name {
                    $($name => Some(AnyLearner::$learner(serde_json::from_value(parameters)?)),)*
                    _ => None,
                })
            }

            fn inner(&self) -> &dyn Learner {
                match self { $(AnyLearner::$learner(learner) => learner,)* }
            }

            fn inner_mut(&mut self) -> &mut dyn Learner {
                match self { $(AnyLearner::$learner(learner) => learner,)* }
            }
        }

        $(impl From<$learner> for AnyLearner {
            fn from(learner: $learner) -> Self {
                AnyLearner::$learner(learner)
            }
        })*
    };
}

learners! {
    "pca" => Pca, "axes of largest variance";
    "lpp" => Lpp, "near rows stay near";
    "lpp*" => LppStar, "near rows stay near, the nearest most";
    "fda" => Fda, "class means apart, classes tight";
    "mmc" => Mmc, "class means apart minus class widths";
    "dne" => Dne, "near rows of one class together, of different classes apart";
    "mfa" => Mfa, "near rows of different classes apart, relative to near rows of one class";
    "lde" => Lde, "mfa with edges that count by nearness";
    "snle" => Snle, "dne with edges that count by nearness";
    "lfda" => Lfda, "fda that lets a class fall into several clusters";
    "self" => SelfLearner, "lfda blended with pca";
    "ss-fda" => SsFda, "fda, and near rows stay near";
    "ss-mmc" => SsMmc, "mmc, and near rows stay near";
    "ss-dne" => SsDne, "dne, and near rows stay near";
    "ss-mfa" => SsMfa, "mfa, and near rows stay near";
    "ss-lde" => SsLde, "lde, and near rows stay near";
    "ss-snle" => SsSnle, "snle, and near rows stay near";
    "ss-lfda" => SsLfda, "lfda, and near rows stay near";
    "custom" => Custom, "any label cost, any unlabel cost, any constraint";
}

impl AnyLearner {
    /// The learner of that name with its defaults. Case and `_` for `-` do not matter, and `lpp-star` is `lpp*`.
    ///
    /// # Errors
    /// [`Error::UnknownLearner`] with the nearest name.
    pub fn named(name: &str) -> Result<Self> {
        Self::with_defaults(&normal(name)).ok_or_else(|| unknown(name))
    }

    /// The learner of that name with some parameters from a JSON object, the others at their defaults.
    ///
    /// # Errors
    /// As [`AnyLearner::named`]; [`Error::UnknownParameter`] for one that the learner does not have, such as γ for
    /// PCA; [`Error::BadParameter`] for a value of the wrong kind; [`Error::Parameter`] for one out of range.
    pub fn from_parameters(name: &str, parameters: &Map<String, Value>) -> Result<Self> {
        let default = Self::named(name)?;
        let learner = default.name();
        let mut merged = default.parameter_map();
        for (key, value) in parameters {
            if !merged.contains_key(key) {
                return Err(default.unknown_parameter(key));
            }
            merged.insert(key.clone(), value.clone());
        }
        let bad = |error: serde_json::Error| Error::BadParameter {
            learner: learner.into(),
            reason: error.to_string(),
        };
        let merged = Value::Object(merged);
        let built = Self::from_json(learner, merged.clone()).map_err(bad)?;
        let built = built.ok_or_else(|| unknown(name))?;
        if let Some(field) = stray_field(&merged, &built.parameters()) {
            let reason = format!("unknown field `{field}`");
            return Err(Error::BadParameter { learner: learner.into(), reason });
        }
        built.check()?;
        Ok(built)
    }

    /// The same learner with one parameter changed.
    ///
    /// # Errors
    /// As [`AnyLearner::from_parameters`].
    pub fn with(&self, parameter: &str, value: impl Into<Value>) -> Result<Self> {
        let mut parameters = self.parameter_map();
        if !parameters.contains_key(parameter) {
            return Err(self.unknown_parameter(parameter));
        }
        parameters.insert(parameter.into(), value.into());
        Self::from_parameters(self.name(), &parameters)
    }

    /// The names of the learner's parameters.
    pub fn parameter_names(&self) -> Vec<String> {
        self.parameter_map().keys().cloned().collect()
    }

    fn parameter_map(&self) -> Map<String, Value> {
        match self.parameters() {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }

    /// Why a parameter cannot be set.
    pub(crate) fn unknown_parameter(&self, parameter: &str) -> Error {
        let names = self.parameter_names();
        let known = if names.is_empty() { "none".into() } else { names.join(", ") };
        Error::UnknownParameter { learner: self.name().into(), parameter: parameter.into(), known }
    }
}

/// A field at any depth of what was given that is not in what was understood.
fn stray_field(given: &Value, understood: &Value) -> Option<String> {
    let (Value::Object(given), Value::Object(understood)) = (given, understood) else {
        return None;
    };
    given.iter().find_map(|(name, value)| match understood.get(name) {
        None => Some(name.clone()),
        Some(inner) => stray_field(value, inner),
    })
}

/// Lower case, with `-` throughout.
fn normal(name: &str) -> String {
    match name.trim().to_lowercase().replace(['_', ' '], "-").as_str() {
        "lpp-star" | "lppstar" => "lpp*".into(),
        other => other.into(),
    }
}

fn unknown(name: &str) -> Error {
    let names = AnyLearner::TABLE.iter().map(|(name, _)| *name);
    let nearest = names.clone().min_by_key(|known| strsim::osa_distance(known, &normal(name)));
    let close = nearest.filter(|known| strsim::osa_distance(known, &normal(name)) <= 2);
    let suggestion = close.map_or(String::new(), |known| format!(", did you mean '{known}'?"));
    Error::UnknownLearner {
        name: name.into(),
        suggestion,
        known: names.collect::<Vec<_>>().join(", "),
    }
}

impl Learner for AnyLearner {
    fn name(&self) -> &'static str {
        self.inner().name()
    }

    fn parameters(&self) -> Value {
        self.inner().parameters()
    }

    fn check(&self) -> Result<()> {
        self.inner().check()
    }

    fn label_part<'a>(&self, data: &'a Dataset<'_>) -> Result<Option<LabelPart<'a>>> {
        self.inner().label_part(data)
    }

    fn unlabel_cost<'a>(&self, samples: &'a Samples<'_>) -> Result<Option<Cost<'a>>> {
        self.inner().unlabel_cost(samples)
    }

    fn unlabel_key(&self) -> Option<String> {
        self.inner().unlabel_key()
    }

    fn constraint(&self) -> Constraint {
        self.inner().constraint()
    }

    fn gamma(&self) -> Option<f64> {
        self.inner().gamma()
    }

    fn alpha(&self) -> Option<f64> {
        self.inner().alpha()
    }

    fn set_gamma(&mut self, gamma: f64) -> bool {
        self.inner_mut().set_gamma(gamma)
    }

    fn set_alpha(&mut self, alpha: f64) -> bool {
        self.inner_mut().set_alpha(alpha)
    }

    fn set_neighbors(&mut self, neighbors: usize) -> bool {
        self.inner_mut().set_neighbors(neighbors)
    }

    fn follows_labels(&self) -> bool {
        self.inner().follows_labels()
    }
}
