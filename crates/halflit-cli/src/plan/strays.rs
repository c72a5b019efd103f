//! Options that mean nothing to a method.

use halflit::Method;
use halflit::learner::Kind;

use crate::failure::{Failure, option_of, unknown_parameter};

/// An option that was given, by its name and by that of the library's parameter.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stray {
    option: String,
    parameter: String,
}

impl Stray {
    /// An option whose parameter has another name.
    pub(super) fn new(option: &str, parameter: &str) -> Self {
        Self { option: format!("--{option}"), parameter: parameter.into() }
    }

    /// The option of a parameter.
    pub(super) fn of_parameter(parameter: &str) -> Self {
        Self { option: option_of(parameter), parameter: parameter.into() }
    }

    /// The refusal by one method, in the words of the library.
    pub(super) fn refused(&self, method: &Method) -> Failure {
        match method.info().kind {
            Kind::Custom => Failure::usage(
                format!("the parts of this mix have no use for {}", self.option),
                "leave it out, or mix other parts with --label-cost and --unlabel-cost",
            ),
            _ => unknown_parameter(&method.unknown_parameter(&self.parameter), &self.option),
        }
    }

    /// The refusal by every method of a comparison.
    pub(super) fn refused_by_all(&self) -> Failure {
        Failure::usage(
            format!("none of the methods compared has a parameter for {}", self.option),
            "leave it out, or add a method that has it: see 'halflit methods --json'",
        )
    }
}
