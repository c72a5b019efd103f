//! A command line that could not be parsed, in two lines like any other failure.

use std::error::Error;

use clap::CommandFactory;
use clap::error::{ContextKind, ErrorKind};
use halflit::Error as Refusal;

use super::Failure;
use crate::args::Arguments;

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Self {
        Failure::usage(what(&error), help(&error))
    }
}

fn what(error: &clap::Error) -> String {
    let part = |kind| part(error, kind).unwrap_or_default();
    let (argument, value) = (part(ContextKind::InvalidArg), part(ContextKind::InvalidValue));
    let (command, prior) = (part(ContextKind::InvalidSubcommand), part(ContextKind::PriorArg));
    match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => format!("'{argument}' has no value"),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            format!("invalid value '{value}' for '{argument}'")
        }
        ErrorKind::UnknownArgument => format!("unexpected argument '{argument}' found"),
        ErrorKind::InvalidSubcommand => format!("unrecognized subcommand '{command}'"),
        ErrorKind::ArgumentConflict if prior == argument => {
            format!("the argument '{argument}' cannot be used multiple times")
        }
        ErrorKind::ArgumentConflict => {
            format!("the argument '{argument}' cannot be used with '{prior}'")
        }
        ErrorKind::MissingRequiredArgument => {
            format!("the following required arguments were not provided: {argument}")
        }
        kind => format!("{kind} {argument}"),
    }
}

/// What the library says about the value, without repeating it, or who else read it.
fn reason(error: &clap::Error) -> Option<String> {
    let (source, given) = (error.source()?, part(error, ContextKind::InvalidValue)?);
    Some(match source.downcast_ref() {
        Some(Refusal::UnknownName { suggestion, known, .. }) => {
            let probably = suggestion.trim_start_matches(", ");
            format!("{probably} use one of {known}").trim_start().to_owned()
        }
        Some(refusal @ Refusal::Parameter { value, .. }) if *value == given => refusal.help(),
        _ => source.to_string(),
    })
}

/// What the reader of the value says, the values that there are, or what was probably meant.
fn help(error: &clap::Error) -> String {
    let near = || {
        let argument = part(error, ContextKind::SuggestedArg);
        argument.or_else(|| nearest_command(&part(error, ContextKind::InvalidSubcommand)?))
    };
    reason(error)
        .or_else(|| Some(format!("use one of {}", part(error, ContextKind::ValidValue)?)))
        .or_else(|| Some(format!("did you mean '{}'?", near()?)))
        .unwrap_or_else(see_help)
}

/// The command that was probably meant: two letters that changed places are one slip, like one that is wrong.
fn nearest_command(given: &str) -> Option<String> {
    const SLIPS: usize = 2;
    let command = Arguments::command();
    let names = command.get_subcommands().map(|own| own.get_name());
    let near = names.map(|name| (strsim::osa_distance(name, given), name));
    let (slips, name) = near.min()?;
    (slips <= SLIPS && slips < given.chars().count()).then(|| name.to_owned())
}

/// A part of the error, where it has it.
fn part(error: &clap::Error, kind: ContextKind) -> Option<String> {
    error.get(kind).map(ToString::to_string).filter(|text| !text.is_empty())
}

/// Where to look, for the command that was asked for.
fn see_help() -> String {
    let mut command = Arguments::command();
    command.build();
    let mut path = vec!["halflit".to_owned()];
    let mut at = &command;
    for word in std::env::args().skip(1) {
        if let Some(found) = at.find_subcommand(&word) {
            path.push(word);
            at = found;
        }
    }
    format!("see '{} --help'", path.join(" "))
}
