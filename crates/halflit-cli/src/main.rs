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
mod failure;
mod files;
mod fonts;
mod internal;
mod notes;
mod plan;
mod printer;
mod progress;
mod questions;
mod rates;
mod reading;
mod report;
mod show;
mod target;
mod wrap;

use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use crate::failure::CommandResult;

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
        Err(error) if is_help(&error) => error.exit(),
        Err(error) => return Err(error.into()),
    };
    files::remove_unfinished_on_interrupt();
    commands::run(&arguments)
}

/// Help and version, asked for or given where a command is missing.
fn is_help(error: &clap::Error) -> bool {
    !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
}
