use serde_json::Value;

use super::Learner;
use crate::constraint::Constraint;
use crate::cost::UnlabelChoice;
use crate::data::Dataset;
use crate::error::{Error, Result};
use crate::problem::LabelPart;

/// A learner of which a model file holds the name and no more: one of your own, or a mix with parts that were given as matrices or
/// functions. It cannot be fitted again.
#[derive(Debug, Clone)]
pub(crate) struct Recorded {
    name: String,
    parameters: Value,
}

impl Recorded {
    pub(crate) fn new(name: String, parameters: Value) -> Self {
        Self { name, parameters }
    }
}

impl Learner for Recorded {
    fn name(&self) -> &str {
        &self.name
    }

    fn parameters(&self) -> Value {
        self.parameters.clone()
    }

    fn check(&self) -> Result<()> {
        Err(Error::RecordedLearner { name: self.name.clone() })
    }

    fn label_part(&self, _data: &Dataset<'_>) -> Result<Option<LabelPart>> {
        self.check().map(|()| None)
    }

    fn unlabel(&self) -> UnlabelChoice {
        UnlabelChoice::None
    }

    fn constraint(&self) -> Constraint {
        Constraint::Identity
    }
}
