//! The `halflit` command: from a table with a few labels to a map, a model and a report.
//!
//! Results go to standard output, talk to standard error. Exit codes: 0 done, 1 failed, 2 used wrongly, 101 failed by a
//! mistake of ours, 130 interrupted.

mod args;
mod caution;
mod check;
mod commands;
mod data;
mod dry_run;
mod examples;
mod failure;
mod files;
mod fonts;
mod internal;
mod labels;
mod notes;
mod plan;
mod printer;
mod progress;
mod questions;
mod rates;
mod reading;
mod report;
mod show;
mod summary;
mod target;
mod wrap;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use crate::failure::{CommandResult, Failure};

fn main() -> ExitCode {
    internal::keep_panics_silent();
    match internal::guarded(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run() -> CommandResult {
    let arguments = match args::Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) if is_help(&error) => return help(&error),
        Err(error) => return Err(error.into()),
    };
    files::remove_unfinished_on_interrupt();
    commands::run(&arguments)
}

/// Prints help or the version. That it could not be printed is a failure like any other.
fn help(error: &clap::Error) -> CommandResult {
    let printed = error.print().and_then(|()| std::io::stdout().flush());
    printed.map_err(|error| Failure::unprinted(&error))?;
    match error.exit_code() {
        0 => Ok(()),
        code => Err(Failure::silent(u8::try_from(code).unwrap_or(2))),
    }
}

/// Help and version, asked for or given where a command is missing.
fn is_help(error: &clap::Error) -> bool {
    !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
}
