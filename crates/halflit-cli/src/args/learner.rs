//! Options about what is to be learned.

use std::path::PathBuf;

use clap::Args;

use super::values::{NumberOrAuto, count, finite};

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
#[derive(Debug, Clone, Args)]
pub(crate) struct LearnerOptions {
    #[command(flatten)]
    pub(crate) space: SpaceOptions,
    #[command(flatten)]
    pub(crate) parameters: ParameterOptions,
    #[command(flatten)]
    pub(crate) custom: CustomOptions,
}

/// What goes in, and what comes out of any method.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Method")]
pub(crate) struct SpaceOptions {
    /// Number of dimensions to reduce to
    #[arg(long, short, default_value_t = 2, value_name = "NUMBER", value_parser = count, allow_negative_numbers = true)]
    pub(crate) dim: usize,
    /// Scaling of the input, kept in the model: none, standard, minmax or unit
    #[arg(long, default_value = "none", value_name = "NAME")]
    pub(crate) scale: String,
    /// Kernel, such as "poly:degree=2,coef0=1", rbf, rbf:width=3, laplacian, sigmoid, cosine, linear or precomputed
    /// (DATA is then the kernel matrix)
    #[arg(long, value_name = "KERNEL")]
    pub(crate) kernel: Option<String>,
    /// What to do about negative eigenvalues of a kernel: refuse or drop
    #[arg(long, default_value = "refuse", value_name = "NAME")]
    pub(crate) negative_eigenvalues: String,
    /// Axis weights: identity, unit, sqrt or unit-sqrt
    #[arg(long, default_value = "identity", value_name = "NAME")]
    pub(crate) weights: String,
    /// Ridge added to the constraint [default: the rule of the method]
    #[arg(long, value_name = "NUMBER", value_parser = finite, allow_negative_numbers = true)]
    pub(crate) ridge: Option<f64>,
    /// Reduce to so many principal axes first, or to the 'rank' of the objective
    #[arg(long, value_name = "NUMBER|rank")]
    pub(crate) pca_first: Option<String>,
}

/// Parameters that some methods have; one that the method does not have is refused.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Parameters of the method")]
pub(crate) struct ParameterOptions {
    /// Weight of unlabeled rows against labels: a number from 0, or 'auto' [default: auto]
    #[arg(long, value_name = "NUMBER|auto", allow_negative_numbers = true)]
    pub(crate) gamma: Option<NumberOrAuto>,
    /// How much more the nearest rows count than near ones: a number from 1, or 'auto' [default: auto]
    #[arg(long, value_name = "NUMBER|auto", allow_negative_numbers = true)]
    pub(crate) alpha: Option<NumberOrAuto>,
    /// Labeled neighbours of the same class [default: 3]
    #[arg(long, value_name = "NUMBER", value_parser = count)]
    pub(crate) neighbors: Option<usize>,
    /// Labeled neighbours of other classes [default: as --neighbors]
    #[arg(long, value_name = "NUMBER", value_parser = count)]
    pub(crate) neighbors_other: Option<usize>,
    /// Affinity within a class for lfda, self and ss-lfda: nearest:K or local-scaling:K [default: nearest:3]
    #[arg(long, value_name = "KIND:K", conflicts_with = "neighbors")]
    pub(crate) affinity: Option<String>,
    /// Constraint of a semi-supervised method: paper or blended; of custom: identity, label, degree or blended
    #[arg(long, value_name = "NAME")]
    pub(crate) constraint: Option<String>,
    /// Pairs of the graph of near rows: all, or a number of nearest neighbours [default: all]
    #[arg(long, value_name = "all|K")]
    pub(crate) graph: Option<String>,
    /// Weights of that graph: local-scaling:K, heat:SIGMA, cosine or binary [default: local-scaling:3]
    #[arg(long, value_name = "KIND")]
    pub(crate) graph_weights: Option<String>,
    /// Distance: euclidean, squared-euclidean, manhattan, chebyshev, cosine or precomputed [default: euclidean]
    #[arg(long, value_name = "NAME")]
    pub(crate) metric: Option<String>,
    /// Table of the distances between all rows, for --metric precomputed
    #[arg(long, value_name = "FILE")]
    pub(crate) distances: Option<PathBuf>,
    /// Edge weights of lde and snle: local-scaling:K, heat:SIGMA, cosine or binary [default: local-scaling:3]
    #[arg(long, value_name = "KIND")]
    pub(crate) heat: Option<String>,
    /// Weight of the class widths in mmc and ss-mmc [default: 1]
    #[arg(long, value_name = "NUMBER", value_parser = finite, allow_negative_numbers = true)]
    pub(crate) within_weight: Option<f64>,
}

/// The parts of a mix of one's own.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Parts of --method custom")]
pub(crate) struct CustomOptions {
    /// Label cost: none, fda, mmc, dne, mfa, lde, snle or lfda [default: lfda]
    #[arg(long, value_name = "NAME")]
    pub(crate) label_cost: Option<String>,
    /// Unlabel cost: none, variance or near [default: near]
    #[arg(long, value_name = "NAME")]
    pub(crate) unlabel_cost: Option<String>,
}
