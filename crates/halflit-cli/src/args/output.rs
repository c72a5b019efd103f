//! Options about where results go.

use std::path::PathBuf;

use clap::Args;
use halflit_io::OutputFormat;

use super::names::{output_format, output_format_help};

/// Where results go.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct Pictures {
    /// Write an interactive page that needs no network
    #[arg(long, value_name = "FILE.html")]
    pub(crate) report: Option<PathBuf>,
    /// Write a picture: .png or .svg
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(long)]
    pub(crate) force: bool,
}

/// What a picture of a fit shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum PictureOf {
    /// The rows on the first axes of the model
    Axes,
    /// A layout of all rows that keeps which lie near to each other
    Layout,
}

impl Pictures {
    /// Whether one of them is wanted.
    pub(crate) fn any(&self) -> bool {
        self.report.is_some() || self.picture.is_some()
    }
}

/// Where a table goes.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct TableOutput {
    /// Where to write: .csv, .parquet, .npy or .json; '-' for standard output
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,
    #[arg(long, value_name = "FORMAT", value_parser = output_format, help = output_format_help())]
    pub(crate) output_format: Option<OutputFormat>,
    /// Overwrite a file that exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Where one picture goes.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct PictureOutput {
    /// Where to write: .png or .svg
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Overwrite a file that exists
    #[arg(long)]
    pub(crate) force: bool,
}
