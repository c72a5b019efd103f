//! The `halflit` command: from a table with a few labels to a map, a model and a report.
//!
//! Results go to standard output, talk to standard error. Exit codes: 0 done, 1 failed, 2 used wrongly.

mod args;
mod commands;
mod data;
mod failure;
mod files;
mod printer;
mod progress;
mod recipe;
mod report;
mod show;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let arguments = args::Arguments::parse();
    files::remove_unfinished_on_interrupt();
    match commands::run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
