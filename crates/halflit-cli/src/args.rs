//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// A few labels, a lot of unlabeled data, too many dimensions: find the few that matter.
#[derive(Debug, Parser)]
#[command(name = "halflit", version, arg_required_else_help = true, infer_subcommands = true)]
#[command(after_help = "Exit codes: 0 done, 1 failed, 2 used wrongly.\nFirst steps: halflit demo")]
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
    #[arg(long, global = true, default_value_t = 0, value_name = "NUMBER")]
    pub(crate) seed: u64,
    /// Threads to use [default: all]; results do not depend on it
    #[arg(long, global = true, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Print results only, no talk
    #[arg(long, short, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say more about what is done
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
    /// Map a table into the subspace of a model
    Transform(Transform),
    /// Predict labels with a model
    Predict(Predict),
    /// Cross-validate a grid of parameters
    Tune(Tune),
    /// Cross-validate many methods side by side, with the plain nearest neighbour as a baseline
    Compare(Compare),
    /// Show what is in a model
    Inspect(Inspect),
    /// Draw a map, the graph of near rows, or the quality of that graph
    #[command(subcommand)]
    Plot(Plot),
    /// List the methods and their parts
    Methods,
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man {
        /// Of this command only
        command: Option<String>,
    },
}

/// A table and what its columns mean.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Data")]
pub(crate) struct Data {
    /// CSV, TSV, Parquet, NPY, NPZ, svmlight, MATLAB or ARFF file, gzipped or not; '-' for standard input
    #[arg(value_name = "DATA")]
    pub(crate) path: PathBuf,
    /// Column of the labels, by name or by number from 0
    #[arg(long, value_name = "COLUMN")]
    pub(crate) label: Option<String>,
    /// File with one label a row, instead of a column
    #[arg(long, value_name = "FILE", conflicts_with = "label")]
    pub(crate) labels: Option<PathBuf>,
    /// A further marker of unlabeled rows, such as -1; empty, NaN, NA, null and ? always are
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    pub(crate) unlabeled: Vec<String>,
    /// Columns to leave out
    #[arg(long, value_name = "COLUMN", value_delimiter = ',')]
    pub(crate) drop: Vec<String>,
    /// Columns to use [default: all but the label]
    #[arg(long, value_name = "COLUMN", value_delimiter = ',')]
    pub(crate) columns: Vec<String>,
    /// Format of DATA [default: by content and ending]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// Separator of a delimited text file [default: found out]
    #[arg(long, value_name = "CHARACTER")]
    pub(crate) delimiter: Option<String>,
    /// The first line of a delimited text file holds names [default: found out]
    #[arg(long, conflicts_with = "no_header")]
    pub(crate) header: bool,
    /// The first line of a delimited text file is data
    #[arg(long)]
    pub(crate) no_header: bool,
    /// Variable of the samples in a MATLAB or NPZ file [default: X]
    #[arg(long, value_name = "NAME")]
    pub(crate) matrix: Option<String>,
    /// Variable of the labels in a MATLAB or NPZ file [default: y]
    #[arg(long, value_name = "NAME")]
    pub(crate) label_matrix: Option<String>,
}

/// What is to be learned.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Method")]
pub(crate) struct Learner {
    /// pca, lpp, lpp*, fda, mmc, dne, mfa, lde, snle, lfda, self, ss-fda, ss-mmc, ss-dne, ss-mfa, ss-lde, ss-snle,
    /// ss-lfda or custom: see 'halflit methods'
    #[arg(long, short, default_value = "ss-lfda", value_name = "NAME")]
    pub(crate) method: String,
    #[command(flatten)]
    pub(crate) options: LearnerOptions,
}

/// Everything about a learner but its name.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Method")]
pub(crate) struct LearnerOptions {
    /// Number of dimensions to reduce to
    #[arg(long, short, default_value_t = 2, value_name = "NUMBER")]
    pub(crate) dim: usize,
    /// Weight of unlabeled rows against labels: a number from 0, or 'auto' to cross-validate
    #[arg(long, value_name = "NUMBER|auto")]
    pub(crate) gamma: Option<NumberOrAuto>,
    /// How much the nearest rows count more than near ones: a number from 1, or 'auto' to cross-validate
    #[arg(long, value_name = "NUMBER|auto")]
    pub(crate) alpha: Option<NumberOrAuto>,
    /// Labeled neighbours of the same class [default: 3]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) neighbors: Option<usize>,
    /// Labeled neighbours of other classes [default: as --neighbors]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) neighbors_other: Option<usize>,
    /// Affinity within a class for lfda, self and ss-lfda: nearest:K or local-scaling:K [default: nearest:3]
    #[arg(long, value_name = "KIND:K", conflicts_with = "neighbors")]
    pub(crate) affinity: Option<String>,
    /// Pairs of the graph of near rows: all, or a number of nearest neighbours [default: all]
    #[arg(long, value_name = "all|K")]
    pub(crate) graph: Option<String>,
    /// Weights of that graph: local-scaling:K, heat:SIGMA, cosine or binary [default: local-scaling:3]
    #[arg(long, value_name = "KIND")]
    pub(crate) graph_weights: Option<String>,
    /// Edge weights of lde and snle: local-scaling:K, heat:SIGMA, cosine or binary [default: local-scaling:3]
    #[arg(long, value_name = "KIND")]
    pub(crate) heat: Option<String>,
    /// Distance: euclidean, squared-euclidean, manhattan, chebyshev or cosine [default: euclidean]
    #[arg(long, value_name = "NAME")]
    pub(crate) metric: Option<String>,
    /// Weight of the class widths in mmc and ss-mmc [default: 1]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) within_weight: Option<f64>,
    /// Constraint of a semi-supervised method: paper or blended; of custom: identity, label, degree or blended
    #[arg(long, value_name = "NAME")]
    pub(crate) constraint: Option<String>,
    /// Label cost of custom: none, fda, mmc, dne, mfa, lde, snle or lfda [default: lfda]
    #[arg(long, value_name = "NAME")]
    pub(crate) label_cost: Option<String>,
    /// Unlabel cost of custom: none, variance or near [default: near]
    #[arg(long, value_name = "NAME")]
    pub(crate) unlabel_cost: Option<String>,
    /// Kernel, such as "poly:degree=2,coef0=1", "rbf", "rbf:width=3", laplacian, sigmoid, cosine, linear, precomputed
    #[arg(long, value_name = "KERNEL")]
    pub(crate) kernel: Option<String>,
    /// What to do about negative eigenvalues of a kernel
    #[arg(long, default_value = "refuse", value_name = "refuse|drop")]
    pub(crate) negative_eigenvalues: String,
    /// Axis weights: identity, unit, sqrt or unit-sqrt
    #[arg(long, default_value = "identity", value_name = "NAME")]
    pub(crate) weights: String,
    /// Ridge added to the constraint [default: the rule of the method]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) ridge: Option<f64>,
    /// Reduce to so many principal axes first, or to the 'rank' of the objective
    #[arg(long, value_name = "NUMBER|rank")]
    pub(crate) pca_first: Option<String>,
    /// Scaling of the input, kept in the model: none, standard, minmax or unit
    #[arg(long, default_value = "none", value_name = "NAME")]
    pub(crate) scale: String,
}

/// A number, or a wish that it be found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum NumberOrAuto {
    Auto,
    Number(f64),
}

impl std::str::FromStr for NumberOrAuto {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(NumberOrAuto::Auto),
            number => number
                .parse()
                .map(NumberOrAuto::Number)
                .map_err(|_| "neither a number nor 'auto'".into()),
        }
    }
}

/// The values of a search.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Grid")]
pub(crate) struct GridOptions {
    /// Values of gamma to try [default: 0.001 to 1000 in factors of ten]
    #[arg(long, value_delimiter = ',', value_name = "NUMBERS")]
    pub(crate) gammas: Vec<f64>,
    /// Values of alpha to try [default: 1,2,4,8,16]
    #[arg(long, value_delimiter = ',', value_name = "NUMBERS")]
    pub(crate) alphas: Vec<f64>,
    /// Numbers of labeled neighbours to try [default: the method's own]
    #[arg(long, value_delimiter = ',', value_name = "NUMBERS")]
    pub(crate) neighbor_counts: Vec<usize>,
    /// Dimensions to try [default: --dim]
    #[arg(long, value_delimiter = ',', value_name = "NUMBERS")]
    pub(crate) dims: Vec<usize>,
    /// Axis weights to try [default: --weights]
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    pub(crate) weight_kinds: Vec<String>,
}

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

#[derive(Debug, Args)]
pub(crate) struct Demo {
    /// Folder for the model, the picture and the report
    #[arg(long, default_value = "halflit-demo", value_name = "FOLDER")]
    pub(crate) output: PathBuf,
    /// Number of random draws of ten labels to average over
    #[arg(long, default_value_t = 50, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(2..))]
    pub(crate) splits: u64,
    /// Overwrite files that exist
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example: halflit fit flowers.csv --label species --method ss-lfda --dim 2 --model flowers.halflit"
)]
pub(crate) struct Fit {
    #[command(flatten)]
    pub(crate) data: Data,
    #[command(flatten)]
    pub(crate) learner: Learner,
    /// Write the model
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) model: Option<PathBuf>,
    /// Write the map of the rows: .csv, .parquet, .npy or .json; '-' for standard output
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
}

/// Where a table goes.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct TableOutput {
    /// .csv, .parquet, .npy or .json; '-' for standard output
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,
    /// Format of the output [default: by ending, csv for standard output]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) output_format: Option<String>,
    /// Overwrite a file that exists
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Transform {
    #[command(flatten)]
    pub(crate) data: Data,
    /// Model written by 'halflit fit'
    #[arg(long, value_name = "FILE")]
    pub(crate) model: PathBuf,
    #[command(flatten)]
    pub(crate) output: TableOutput,
}

#[derive(Debug, Args)]
pub(crate) struct Predict {
    #[command(flatten)]
    pub(crate) data: Data,
    /// Model written by 'halflit fit'
    #[arg(long, value_name = "FILE")]
    pub(crate) model: PathBuf,
    /// Number of nearest labeled rows that vote
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    pub(crate) votes: usize,
    /// Only rows without a label
    #[arg(long)]
    pub(crate) unlabeled_only: bool,
    #[command(flatten)]
    pub(crate) output: TableOutput,
}

#[derive(Debug, Args)]
pub(crate) struct Tune {
    #[command(flatten)]
    pub(crate) data: Data,
    #[command(flatten)]
    pub(crate) learner: Learner,
    #[command(flatten)]
    pub(crate) grid: GridOptions,
    /// Write the model of the winner
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) model: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
}

#[derive(Debug, Args)]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) data: Data,
    /// Methods to compare [default: all but custom]
    #[arg(long, value_delimiter = ',', value_name = "NAMES", help_heading = "Method")]
    pub(crate) methods: Vec<String>,
    #[command(flatten)]
    pub(crate) options: LearnerOptions,
    #[command(flatten)]
    pub(crate) grid: GridOptions,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
}

#[derive(Debug, Args)]
pub(crate) struct Inspect {
    /// Model written by 'halflit fit'
    #[arg(value_name = "MODEL")]
    pub(crate) model: PathBuf,
    /// Features to list an axis
    #[arg(long, default_value_t = 5, value_name = "NUMBER")]
    pub(crate) top: usize,
}

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
    #[arg(long, default_value_t = 0.36, value_name = "NUMBER")]
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
    #[arg(long, value_delimiter = ',', default_value = "1,8", value_name = "NUMBERS")]
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
    /// Pairs: all, or a number of nearest neighbours
    #[arg(long, default_value = "all", value_name = "all|K")]
    pub(crate) graph: String,
    /// Weights: local-scaling:K, heat:SIGMA, cosine or binary
    #[arg(long, default_value = "local-scaling:3", value_name = "KIND")]
    pub(crate) graph_weights: String,
    /// Distance: euclidean, squared-euclidean, manhattan, chebyshev or cosine
    #[arg(long, default_value = "euclidean", value_name = "NAME")]
    pub(crate) metric: String,
}

/// Where one picture goes.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct PictureOutput {
    /// .png or .svg
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Overwrite a file that exists
    #[arg(long)]
    pub(crate) force: bool,
}
