//! The `halflit` command as a function, so that the binary and the Python package run the same: from a table with a few labels to a map,
//! a model and a report.
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

use std::ffi::OsString;
use std::io::Write;

use clap::Parser;
use clap::error::ErrorKind;

use crate::failure::{CommandResult, Failure};

/// Runs the command as a process would, and gives its exit code. The first argument is the name of the program.
///
/// It takes over Ctrl-C, which ends the process, and what a panic says: call it where nothing else goes on.
pub fn command(arguments: &[OsString]) -> u8 {
    internal::keep_panics_silent();
    let code = match internal::guarded(|| run(arguments)) {
        Ok(()) => 0,
        Err(failure) => failure.report(),
    };
    // A program that is not in Rust does not do this at its end. What could not be written has been told.
    let _ = std::io::stdout().flush();
    code
}

fn run(arguments: &[OsString]) -> CommandResult {
    let arguments = match args::Arguments::try_parse_from(arguments) {
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
