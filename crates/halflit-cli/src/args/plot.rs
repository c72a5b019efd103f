//! Options of `halflit plot`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use halflit::Metric;
use halflit::graph::{Neighborhood, Pairs, Weights};
use halflit::neighbors::Search;

use super::names::{metric_of_rows, named};
use super::values::finite;
use super::{Data, PictureOutput};

#[derive(Debug, Subcommand)]
pub(crate) enum Plot {
    /// Scatter of the rows in the subspace of a model
    Map(PlotMap),
    /// The graph of near rows, drawn on the first two principal axes or on the subspace of a model
    Graph(PlotGraph),
    /// How many near pairs are of one class, by threshold
    Pairs(PlotPairs),
}

#[derive(Debug, Args)]
pub(crate) struct PlotMap {
    #[command(flatten)]
    pub(crate) data: Data,
    /// Model written by 'halflit fit'
    #[arg(long, value_name = "FILE")]
    pub(crate) model: PathBuf,
    #[command(flatten)]
    pub(crate) output: PictureOutput,
}

#[derive(Debug, Args)]
pub(crate) struct PlotGraph {
    #[command(flatten)]
    pub(crate) data: Data,
    /// Model whose subspace the rows are drawn in [default: first two principal axes]
    #[arg(long, value_name = "FILE")]
    pub(crate) model: Option<PathBuf>,
    /// Draw pairs of at least this weight
    #[arg(long, default_value_t = 0.36, value_name = "NUMBER", value_parser = finite)]
    pub(crate) threshold: f64,
    #[command(flatten)]
    pub(crate) graph: GraphChoice,
    #[command(flatten)]
    pub(crate) output: PictureOutput,
}

#[derive(Debug, Args)]
pub(crate) struct PlotPairs {
    #[command(flatten)]
    pub(crate) data: Data,
    /// Powers to draw a curve of
    #[arg(long, value_delimiter = ',', default_value = "1,8", value_name = "NUMBERS", value_parser = finite)]
    pub(crate) alphas: Vec<f64>,
    #[command(flatten)]
    pub(crate) graph: GraphChoice,
    #[command(flatten)]
    pub(crate) output: PictureOutput,
}

/// A graph of near rows by itself.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Graph")]
pub(crate) struct GraphChoice {
    #[arg(long, default_value = "all", value_name = "all|K", help = format!("Pairs: {}", Pairs::FORMS))]
    pub(crate) graph: Pairs,
    #[arg(long, default_value = "local-scaling:3", value_name = "KIND", help = format!("Weights: {}", Weights::FORMS))]
    pub(crate) graph_weights: Weights,
    /// Distance
    #[arg(long, default_value_t = Metric::default(), value_name = "NAME", value_parser = metric_of_rows())]
    pub(crate) metric: Metric,
    /// How nearest rows are looked for
    #[arg(long, default_value_t = Search::default(), value_name = "NAME", value_parser = named::<Search>())]
    pub(crate) search: Search,
}

impl GraphChoice {
    /// The graph.
    ///
    /// # Errors
    /// A parameter out of range.
    pub(crate) fn graph(&self) -> halflit::Result<Neighborhood> {
        let (weights, pairs) = (self.graph_weights, self.graph);
        let graph = Neighborhood { weights, pairs, metric: self.metric, search: self.search };
        graph.check()?;
        Ok(graph)
    }
}
