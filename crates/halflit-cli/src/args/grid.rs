//! Options about what a search tries.

use clap::Args;
use halflit::AxisWeights;

use super::names::named;
use super::values::{count, finite};

/// The values of a search.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Grid")]
pub(crate) struct GridOptions {
    /// Values of gamma to try [default: 0.001 to 1000 in factors of ten]
    #[arg(long, value_delimiter = ',', value_name = "NUMBERS", value_parser = finite, conflicts_with = "gamma")]
    pub(crate) gammas: Vec<f64>,
    /// Values of alpha to try [default: 1,2,4,8,16]
    #[arg(long, value_delimiter = ',', value_name = "NUMBERS", value_parser = finite, conflicts_with = "alpha")]
    pub(crate) alphas: Vec<f64>,
    /// Numbers of labeled neighbours to try [default: the method's own]
    #[arg(long, value_delimiter = ',', value_name = "NUMBERS", value_parser = count, conflicts_with_all = ["neighbors", "affinity"])]
    pub(crate) neighbor_counts: Vec<usize>,
    /// Dimensions to try [default: --dim]
    #[arg(long, value_delimiter = ',', value_name = "NUMBERS", value_parser = count, conflicts_with = "dim")]
    pub(crate) dims: Vec<usize>,
    /// Axis weights to try [default: --weights]
    #[arg(long, value_delimiter = ',', value_name = "NAMES", value_parser = named::<AxisWeights>(), conflicts_with = "weights")]
    pub(crate) weight_kinds: Vec<AxisWeights>,
}
