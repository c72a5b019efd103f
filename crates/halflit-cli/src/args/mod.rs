//! The command line: one file for each group of options.

mod commands;
mod data;
mod grid;
mod learner;
mod names;
mod output;
mod plot;
mod values;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

pub(crate) use commands::{
    Compare, Demo, Export, Fit, Inspect, Map, Predict, Reproduce, Studio, Suggest, Transform, Tune,
};
pub(crate) use data::{Data, WeightColumn};
pub(crate) use grid::GridOptions;
pub(crate) use learner::{CustomOptions, Learner, LearnerOptions, ParameterOptions, SpaceOptions};
pub(crate) use output::{PictureOf, PictureOutput, Pictures, TableOutput};
pub(crate) use plot::{Plot, PlotGraph, PlotMap, PlotPairs};
pub(crate) use values::NumberOrAuto;

/// Label a few rows of a table, get the rest: maps, models and predictions from few labels.
#[derive(Debug, Parser)]
#[command(name = "halflit", version, arg_required_else_help = true, infer_subcommands = true)]
#[command(
    after_help = "Exit codes: 0 done, 1 failed, 2 used wrongly, 101 internal error, 130 interrupted.\nFirst steps: halflit demo"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) global: Global,
}

/// Options of every command.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Everywhere")]
pub(crate) struct Global {
    /// Print results as JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Seed of everything random: folds and draws
    #[arg(long, global = true, default_value_t = 0, value_name = "NUMBER", value_parser = values::seed)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Threads to use [default: all]; results do not depend on it
    #[arg(long, global = true, value_name = "NUMBER", value_parser = values::threads)]
    pub(crate) threads: Option<u16>,
    /// Print results only, no messages
    #[arg(long, short, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Print more details
    #[arg(long, short, global = true)]
    pub(crate) verbose: bool,
}

#[derive(Debug, Subcommand)]
#[allow(clippy::large_enum_variant)] // parsed once
pub(crate) enum Command {
    /// Compare methods on embedded data with ten labels; write a model, a picture and a report
    Demo(Demo),
    /// Learn a map from a table and write it as a model
    Fit(Fit),
    /// Lay all rows out in a picture, with or without labels
    Map(Map),
    /// Map a table into the subspace of a model
    Transform(Transform),
    /// Predict labels with a model
    Predict(Predict),
    /// Label rows on a map in the browser, and watch the map answer
    Studio(Studio),
    /// Say which rows to label next, and why
    Suggest(Suggest),
    /// Cross-validate a grid of parameters
    Tune(Tune),
    /// Cross-validate many methods side by side, with the plain nearest neighbour as a baseline
    Compare(Compare),
    /// Repeat the experiments of the paper, or a comparison of your own, and write a report
    Reproduce(Reproduce),
    /// Show what is in a model
    Inspect(Inspect),
    /// Write a model as a graph for other runtimes
    Export(Export),
    /// Draw a map, the graph of near rows, or the quality of that graph
    #[command(subcommand)]
    Plot(Plot),
    /// List the methods and their parts
    Methods {
        /// List the kernels and their parameters instead
        #[arg(long)]
        kernels: bool,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man {
        /// Of this command only
        command: Option<String>,
        /// Write the pages of all commands into this folder instead
        #[arg(long, short, value_name = "FOLDER", conflicts_with = "command")]
        output: Option<PathBuf>,
        /// Overwrite files that exist
        #[arg(long, requires = "output")]
        force: bool,
    },
    /// Print the licences of halflit and of all that is inside
    #[command(alias = "licenses")]
    Licences,
}
