//! The kernels that have a name, and how they are written in words.

use std::str::FromStr;

use serde_json::{Map, Value};

use super::Kernel;
use crate::error::{Error, Result};
use crate::names::unknown_name;

/// A kernel in the table: how it is called and what it has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KernelInfo {
    /// Its name.
    pub name: &'static str,
    /// A shorter or more usual name.
    pub alias: Option<&'static str>,
    /// Its formula.
    pub formula: &'static str,
    /// Name, range and default of every parameter.
    pub parameters: &'static [(&'static str, &'static str, &'static str)],
}

const POSITIVE: &str = "a finite number above 0";

impl Kernel {
    /// Every kernel that has a name.
    pub const TABLE: &'static [KernelInfo] = &[
        KernelInfo { name: "linear", alias: None, formula: "⟨x, y⟩", parameters: &[] },
        KernelInfo {
            name: "polynomial",
            alias: Some("poly"),
            formula: "(scale · ⟨x, y⟩ + coef0)^degree",
            parameters: &[
                ("degree", "a whole number of at least 1", "2"),
                ("coef0", "a finite number of at least 0", "1"),
                ("scale", POSITIVE, "1"),
            ],
        },
        KernelInfo {
            name: "rbf",
            alias: Some("gaussian"),
            formula: "exp(−‖x − y‖²/width²)",
            parameters: &[("width", POSITIVE, "the root of the total variance")],
        },
        KernelInfo {
            name: "laplacian",
            alias: None,
            formula: "exp(−Σ|x_j − y_j|/width)",
            parameters: &[("width", POSITIVE, "the sum of the columns' deviations")],
        },
        KernelInfo {
            name: "sigmoid",
            alias: None,
            formula: "tanh(scale · ⟨x, y⟩ + coef0)",
            parameters: &[
                ("scale", POSITIVE, "1 over the total variance"),
                ("coef0", "a finite number", "1"),
            ],
        },
        KernelInfo {
            name: "cosine", alias: None, formula: "⟨x, y⟩/(‖x‖ ‖y‖)", parameters: &[]
        },
        KernelInfo {
            name: "precomputed",
            alias: None,
            formula: "the samples are the kernel matrix",
            parameters: &[],
        },
    ];

    /// How a kernel is written in words.
    pub const FORM: &'static str = "NAME or NAME:parameter=number,…, such as poly:degree=2,coef0=1";

    /// The kernel of that name with some parameters, the others at their defaults.
    ///
    /// # Errors
    /// [`Error::UnknownName`], [`Error::UnknownParameter`], [`Error::BadParameter`] for a value of the wrong kind, and
    /// [`Error::Parameter`] for one out of range.
    pub fn named(name: &str, parameters: &Map<String, Value>) -> Result<Self> {
        let own = Self::TABLE.iter().find(|own| own.name == name || own.alias == Some(name));
        let names = Self::TABLE.iter().map(|own| own.name);
        let own = own.ok_or_else(|| unknown_name("kernel", name, names))?;
        let known = || own.parameters.iter().map(|(name, ..)| *name);
        if let Some(stray) = parameters.keys().find(|key| !known().any(|known| known == **key)) {
            let known = known().collect::<Vec<_>>().join(", ");
            return Err(Error::UnknownParameter {
                learner: format!("the {} kernel", own.name),
                parameter: stray.clone(),
                known: if known.is_empty() { "none".into() } else { known },
            });
        }
        let tagged = serde_json::json!({ own.name: parameters });
        let ranges = own.parameters.iter().map(|(name, range, _)| format!("{name} is {range}"));
        let kernel: Kernel = serde_json::from_value(tagged).map_err(|_| Error::BadParameter {
            learner: format!("the {} kernel", own.name),
            reason: ranges.collect::<Vec<_>>().join(", "),
        })?;
        kernel.check()?;
        Ok(kernel)
    }
}

impl FromStr for Kernel {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (name, list) = text.split_once(':').unwrap_or((text, ""));
        let mut parameters = Map::new();
        for pair in list.split(',').filter(|pair| !pair.is_empty()) {
            let number = |text: &str| serde_json::from_str(text).ok().filter(Value::is_number);
            let value = pair.split_once('=').and_then(|(key, value)| Some((key, number(value)?)));
            let (key, value) = value.ok_or_else(|| Error::parameter("kernel", text, Self::FORM))?;
            parameters.insert(key.into(), value);
        }
        Self::named(name, &parameters)
    }
}
