//! One function for each command.

mod compare;
mod demo;
mod export;
pub(crate) mod fit;
mod inspect;
mod man;
mod map;
mod methods;
mod plot;
mod predict;
mod reproduce;
mod side_by_side;
mod studio;
mod suggest;
mod transform;
mod tune;

use crate::args::{Arguments, Command};
use crate::failure::{CommandResult, Failure};

/// Runs the command that was asked for, on as many threads as were asked for.
pub(crate) fn run(arguments: &Arguments) -> CommandResult {
    if let Some(threads) = arguments.global.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global();
        pool.map_err(|error| Failure::new(error.to_string(), "leave out --threads"))?;
    }
    let global = &arguments.global;
    match &arguments.command {
        Command::Demo(options) => demo::run(options, global),
        Command::Fit(options) => fit::run(options, global),
        Command::Map(options) => map::run(options, global),
        Command::Transform(options) => transform::run(options, global),
        Command::Predict(options) => predict::run(options, global),
        Command::Studio(options) => studio::run(options, global),
        Command::Suggest(options) => suggest::run(options, global),
        Command::Tune(options) => tune::run(options, global),
        Command::Compare(options) => compare::run(options, global),
        Command::Reproduce(options) => reproduce::run(options, global),
        Command::Inspect(options) => inspect::run(options, global),
        Command::Export(options) => export::run(options, global),
        Command::Plot(options) => plot::run(options, global),
        Command::Methods { kernels } => methods::run(*kernels, global),
        Command::Completions { shell } => man::completions(*shell),
        Command::Man { output: Some(folder), force, .. } => man::write(folder, *force, global),
        Command::Man { command, .. } => man::run(command.as_deref()),
        Command::Licences => man::licences(),
    }
}
