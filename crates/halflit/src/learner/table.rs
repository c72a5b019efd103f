//! The one table of names, for the command line, configuration files and Python.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::*;
use crate::cost::{Cost, CostFunction};
use crate::error::{Error, Result};
use crate::names::unknown_name;

/// A learner in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LearnerInfo {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// What it looks at.
    pub kind: Kind,
    /// C^ℓ, C^u and B in symbols.
    pub parts: [&'static str; 3],
}

impl LearnerInfo {
    /// Whether its B^ℓ is the identity, not a scatter of labels; that of SS-X is that of X.
    pub(crate) fn is_unconstrained(&self) -> bool {
        let base = match self.kind {
            Kind::SemiSupervised(Some(base)) => base,
            _ => self.name,
        };
        AnyLearner::TABLE.iter().any(|info| info.name == base && info.parts[2] == IDENTITY)
    }
}

/// The rows that a learner looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// All rows, and no label.
    Unsupervised,
    /// Labeled rows only.
    Supervised,
    /// Labels and all rows; of SS-X, the name of X.
    SemiSupervised(Option<&'static str>),
    /// Whatever is mixed.
    Custom,
}

impl Kind {
    /// Whether rows without a label count.
    pub(crate) fn uses_unlabeled(self) -> bool {
        self != Kind::Supervised
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Unsupervised => "unsupervised",
            Kind::Supervised => "supervised",
            Kind::SemiSupervised(_) => "semi-supervised",
            Kind::Custom => "any",
        })
    }
}

/// Writes the enum of all learners, its table, and the dispatch, from one entry for each learner.
macro_rules! learners {
    ($($name:literal => $learner:ident, $kind:expr, $about:literal, $parts:expr;)*) => {
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
        #[derive(Debug)]
        #[non_exhaustive]
        #[allow(missing_docs)] // the variants are the learners
        pub enum AnyLearner {
            $($learner($learner),)*
            /// A learner that is in no table: see [`AnyLearner::own`].
            Own(Box<dyn Learner>),
        }

        impl AnyLearner {
            /// Every learner.
            pub const TABLE: &'static [LearnerInfo] = &[$(LearnerInfo {
                name: $name,
                about: $about,
                kind: $kind,
                parts: $parts,
            },)*];

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
                match self {
                    $(AnyLearner::$learner(learner) => learner,)*
                    AnyLearner::Own(learner) => &**learner,
                }
            }

            fn inner_mut(&mut self) -> &mut dyn Learner {
                match self {
                    $(AnyLearner::$learner(learner) => learner,)*
                    AnyLearner::Own(learner) => &mut **learner,
                }
            }
        }

        impl Clone for AnyLearner {
            fn clone(&self) -> Self {
                match self {
                    $(AnyLearner::$learner(learner) => AnyLearner::$learner(learner.clone()),)*
                    AnyLearner::Own(learner) => AnyLearner::Own(learner.boxed()),
                }
            }
        }

        impl PartialEq for AnyLearner {
            fn eq(&self, other: &Self) -> bool {
                match (self, other) {
                    $((AnyLearner::$learner(own), AnyLearner::$learner(other)) => own == other,)*
                    // All that can be seen of a learner of one's own, or of one that a model file recorded.
                    _ => self.name() == other.name() && self.parameters() == other.parameters(),
                }
            }
        }

        $(impl From<$learner> for AnyLearner {
            fn from(learner: $learner) -> Self {
                AnyLearner::$learner(learner)
            }
        })*
    };
}

const POWER: &str = "near rows, to the power α";
const NONE: &str = "–";
const IDENTITY: &str = "I";

learners! {
    "pca" => Pca, Kind::Unsupervised, "axes of largest variance",
        [NONE, "−1/n on every pair", IDENTITY];
    "lpp" => Lpp, Kind::Unsupervised, "near rows stay near",
        [NONE, "near rows", "Xᵀ D X"];
    "lpp*" => LppStar, Kind::Unsupervised, "near rows stay near, the nearest most",
        [NONE, POWER, "Xᵀ D X"];
    "fda" => Fda, Kind::Supervised, "class means apart, classes tight",
        ["between classes", NONE, "within classes"];
    "mmc" => Mmc, Kind::Supervised, "class means apart minus class widths",
        ["γ′ within + between classes", NONE, IDENTITY];
    "dne" => Dne, Kind::Supervised, "near rows of one class together, of different classes apart",
        ["C^I − C^E", NONE, IDENTITY];
    "mfa" => Mfa, Kind::Supervised, "near rows of different classes apart, relative to near rows of one class",
        ["−C^E", NONE, "S(C^I)"];
    "lde" => Lde, Kind::Supervised, "mfa with edges that count by nearness",
        ["−C^E ∘ H", NONE, "S(C^I ∘ H)"];
    "snle" => Snle, Kind::Supervised, "dne with edges that count by nearness",
        ["(C^I − C^E) ∘ H", NONE, IDENTITY];
    "lfda" => Lfda, Kind::Supervised, "fda that lets a class fall into several clusters",
        ["C^bet", NONE, "S(C^wit)"];
    "self" => SelfLearner, Kind::SemiSupervised(None), "lfda blended with pca",
        ["C^bet", "−1/n on every pair", "S(C^wit)"];
    "ss-fda" => SsFda, Kind::SemiSupervised(Some("fda")), "fda, and near rows stay near",
        ["that of fda", POWER, "that of fda, or blended"];
    "ss-mmc" => SsMmc, Kind::SemiSupervised(Some("mmc")), "mmc, and near rows stay near",
        ["that of mmc", POWER, "that of mmc, or blended"];
    "ss-dne" => SsDne, Kind::SemiSupervised(Some("dne")), "dne, and near rows stay near",
        ["that of dne", POWER, "that of dne, or blended"];
    "ss-mfa" => SsMfa, Kind::SemiSupervised(Some("mfa")), "mfa, and near rows stay near",
        ["that of mfa", POWER, "that of mfa, or blended"];
    "ss-lde" => SsLde, Kind::SemiSupervised(Some("lde")), "lde, and near rows stay near",
        ["that of lde", POWER, "that of lde, or blended"];
    "ss-snle" => SsSnle, Kind::SemiSupervised(Some("snle")), "snle, and near rows stay near",
        ["that of snle", POWER, "that of snle, or blended"];
    "ss-lfda" => SsLfda, Kind::SemiSupervised(Some("lfda")), "lfda, and near rows stay near",
        ["that of lfda", POWER, "that of lfda, or blended"];
    "custom" => Custom, Kind::Custom, "any label cost, any unlabel cost, any constraint",
        ["any", "any", "any"];
}

/// Writes the enum of all label costs, its names and the dispatch, from the list of supervised learners.
macro_rules! label_choices {
    ($($learner:ident),*) => {
        /// Where C^ℓ and B^ℓ come from.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        #[allow(missing_docs)] // the variants are the learners
        pub enum LabelChoice {
            /// No label part.
            None,
            $($learner($learner),)*
            /// A cost that is fixed; B^ℓ = I. Cannot be cross-validated, because it does not know which labels are hidden.
            #[serde(skip)]
            Given(Cost<'static>),
            /// A cost computed from the data; B^ℓ = I.
            #[serde(skip)]
            Function(CostFunction),
        }

        impl LabelChoice {
            /// Every label cost that has a name.
            pub const NAMES: &'static [&'static str] = &["none", $($learner::NAME),*];

            /// The supervised learner whose part is used, if it is one.
            pub(super) fn learner(&self) -> Option<&dyn Learner> {
                match self {
                    $(LabelChoice::$learner(learner) => Some(learner),)*
                    LabelChoice::None | LabelChoice::Given(_) | LabelChoice::Function(_) => None,
                }
            }

            /// The entry of that learner in the table.
            pub(crate) fn info(&self) -> Option<&'static LearnerInfo> {
                let name = self.learner()?.name();
                AnyLearner::TABLE.iter().find(|info| info.name == name)
            }

            pub(super) fn slots(&mut self) -> Slots<'_> {
                match self {
                    $(LabelChoice::$learner(learner) => Supervised::slots(learner),)*
                    LabelChoice::None | LabelChoice::Given(_) | LabelChoice::Function(_) => {
                        Slots::default()
                    }
                }
            }
        }

        impl FromStr for LabelChoice {
            type Err = Error;

            /// That of a supervised learner with its defaults, or `none`.
            fn from_str(name: &str) -> Result<Self> {
                match name {
                    "none" => Ok(LabelChoice::None),
                    $($learner::NAME => Ok(LabelChoice::$learner($learner::default())),)*
                    _ => Err(unknown_name("label cost", name, Self::NAMES.iter().copied())),
                }
            }
        }
    };
}

label_choices!(Fda, Mmc, Dne, Mfa, Lde, Snle, Lfda);

impl AnyLearner {
    /// A learner that is in no table. It is fitted like every other; only a model file cannot be turned into it again.
    pub fn own(learner: impl Learner + 'static) -> Self {
        AnyLearner::Own(Box::new(learner))
    }

    /// Its entry in the table; that of a mix for a learner of your own.
    pub fn info(&self) -> &'static LearnerInfo {
        let own = Self::TABLE.iter().find(|info| info.name == self.name());
        own.unwrap_or(&Self::TABLE[Self::TABLE.len() - 1])
    }

    /// The learner of that name with its defaults. Case, `_` for `-` and the hyphen of `ss-` do not matter, and `lpp-star` is
    /// `lpp*`.
    ///
    /// ```
    /// use halflit::AnyLearner;
    ///
    /// assert_eq!(AnyLearner::named("SSLFDA")?, AnyLearner::named("ss-lfda")?);
    /// assert_eq!(AnyLearner::named("lpp_star")?, AnyLearner::named("lpp*")?);
    /// # Ok::<(), halflit::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownName`] with the nearest name.
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

    /// This learner with one parameter changed.
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

    /// The parameters as a map.
    pub(crate) fn parameter_map(&self) -> Map<String, Value> {
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

/// Lower case, with `-` throughout; `sslfda`, as papers and Python write it, is `ss-lfda`.
fn normal(name: &str) -> String {
    let name = name.trim().to_lowercase().replace(['_', ' '], "-");
    match (name.as_str(), name.strip_prefix("ss")) {
        ("lpp-star" | "lppstar", _) => "lpp*".into(),
        (_, Some(base)) if !base.starts_with('-') => format!("ss-{base}"),
        _ => name,
    }
}

fn unknown(name: &str) -> Error {
    let names = AnyLearner::TABLE.iter().map(|info| info.name);
    match unknown_name("learner", &normal(name), names) {
        Error::UnknownName { what, suggestion, known, .. } => {
            Error::UnknownName { what, name: name.into(), suggestion, known }
        }
        other => other,
    }
}

impl Learner for AnyLearner {
    fn name(&self) -> &str {
        self.inner().name()
    }

    fn parameters(&self) -> Value {
        self.inner().parameters()
    }

    fn check(&self) -> Result<()> {
        self.inner().check()
    }

    fn label_part(&self, data: &Dataset<'_>) -> Result<Option<LabelPart>> {
        self.inner().label_part(data)
    }

    fn unlabel(&self) -> UnlabelChoice {
        self.inner().unlabel()
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

    fn slots(&mut self) -> Slots<'_> {
        self.inner_mut().slots()
    }

    fn follows_labels(&self) -> bool {
        self.inner().follows_labels()
    }

    fn is_principal(&self) -> bool {
        self.inner().is_principal()
    }
}
