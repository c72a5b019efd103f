//! Options that are names: the library's tables say which there are.

use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use halflit::learner::SemiConstraint;
use halflit::{Constraint, Error, Method, Metric, Named};
use halflit_io::{InputFormat, OutputFormat};

/// One of the library's choices, by a name of its table.
pub(super) fn named<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names::<T>()).try_map(|name| T::named(&name))
}

/// A distance that needs no table.
pub(super) fn metric_of_rows() -> impl TypedValueParser<Value = Metric> {
    let precomputed = Metric::Precomputed.name();
    PossibleValuesParser::new(names::<Metric>().filter(move |name| *name != precomputed))
        .try_map(|name| Metric::named(&name))
}

/// The names of a table.
pub(super) fn names<T: Named>() -> impl Iterator<Item = &'static str> {
    T::TABLE.iter().map(|(name, ..)| *name)
}

/// One of some words that the library reads.
pub(super) fn read_from<T>(names: &'static [&'static str]) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = Error> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names.iter().copied()).try_map(|name| name.parse())
}

/// A method by its name, however it is spelled; help and completions list the names of the table.
#[derive(Clone)]
pub(super) struct MethodName;

impl TypedValueParser for MethodName {
    type Value = Method;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Method, clap::Error> {
        let method = StringValueParser::new().try_map(|name| Method::named(&name));
        method.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Method::table().map(|info| PossibleValue::new(info.name))))
    }
}

/// B by its name. A semi-supervised method and a mix know different ones, so that what the other does not know is kept as an
/// error until the method is known.
#[derive(Debug, Clone)]
pub(crate) struct ConstraintName {
    pub(crate) semi: Result<SemiConstraint, Error>,
    pub(crate) mixed: Result<Constraint, Error>,
}

impl ConstraintName {
    /// Any name that one of them knows.
    pub(super) fn parser() -> impl TypedValueParser<Value = Self> {
        let mixed = Constraint::TABLE
            .iter()
            .map(|(name, ..)| *name)
            .filter(|name| SemiConstraint::named(name).is_err());
        PossibleValuesParser::new(names::<SemiConstraint>().chain(mixed))
            .map(|name| Self { semi: name.parse(), mixed: name.parse() })
    }
}

/// The format of a table to read.
pub(super) fn input_format(name: &str) -> Result<InputFormat, String> {
    InputFormat::from_name(name).ok_or_else(|| format!("use one of {}", InputFormat::names()))
}

/// The format of a table to write.
pub(super) fn output_format(name: &str) -> Result<OutputFormat, String> {
    OutputFormat::from_name(name).ok_or_else(|| format!("use one of {}", OutputFormat::names()))
}

/// What is said about that option.
pub(super) fn output_format_help() -> String {
    let names = OutputFormat::names();
    format!("Format of the output: {names} [default: by ending, csv for standard output]")
}
