//! Options about what is to be learned.

use std::path::PathBuf;

use clap::Args;
use halflit::graph::{Pairs, Weights};
use halflit::learner::{Affinity, LabelChoice};
use halflit::neighbors::Search;
use halflit::{
    AxisWeights, Breadth, Kernel, KernelRank, Method, Metric, NegativeEigenvalues, PcaFirst,
    Scaling, UnlabelChoice,
};

use super::names::{ConstraintName, MethodName, named, read_from};
use super::values::{NumberOrAuto, count, finite};

/// What is to be learned.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Method")]
pub(crate) struct Learner {
    /// Method: see 'halflit methods'
    #[arg(long, short, default_value = Method::AUTO, value_name = "NAME", value_parser = MethodName)]
    pub(crate) method: Method,
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
    /// Number of dimensions to reduce to [default: one fewer than classes, but at least 2; auto has 1 for two classes, 2 for a picture]
    #[arg(long, short, value_name = "NUMBER", value_parser = count, allow_negative_numbers = true)]
    pub(crate) dim: Option<usize>,
    /// Scaling of the input, kept in the model [default: none]
    #[arg(long, value_name = "NAME", value_parser = named::<Scaling>())]
    pub(crate) scale: Option<Scaling>,
    #[arg(long, value_name = "KERNEL", help = kernel_help())]
    pub(crate) kernel: Option<Kernel>,
    #[arg(long, default_value_t = KernelRank::default(), value_name = "KIND", help = rank_help())]
    pub(crate) kernel_rank: KernelRank,
    /// What to do about negative eigenvalues of a kernel
    #[arg(long, default_value_t = NegativeEigenvalues::default(), value_name = "NAME", value_parser = named::<NegativeEigenvalues>())]
    pub(crate) negative_eigenvalues: NegativeEigenvalues,
    /// Axis weights
    #[arg(long, default_value_t = AxisWeights::default(), value_name = "NAME", value_parser = named::<AxisWeights>())]
    pub(crate) weights: AxisWeights,
    /// Ridge added to the constraint [default: the rule of the method]
    #[arg(long, value_name = "NUMBER", value_parser = finite, allow_negative_numbers = true)]
    pub(crate) ridge: Option<f64>,
    /// Reduce to this many principal axes first, or to the 'rank' of the objective
    #[arg(long, value_name = "NUMBER|rank")]
    pub(crate) pca_first: Option<PcaFirst>,
}

fn kernel_help() -> String {
    let names: Vec<&str> = Kernel::TABLE.iter().map(|kernel| kernel.name).collect();
    format!(
        "Kernel: {}; one of {}. With 'precomputed' DATA is the kernel matrix",
        Kernel::FORM,
        names.join(", ")
    )
}

fn rank_help() -> String {
    format!("Coordinates of the kernel that are kept: {}", KernelRank::FORMS)
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
    #[arg(long, value_name = "KIND:K", conflicts_with = "neighbors", help = forms("Affinity within a class for lfda, self and ss-lfda", Affinity::FORMS, "nearest:3"))]
    pub(crate) affinity: Option<Affinity>,
    /// Constraint: paper or blended of a semi-supervised method, the others and blended of custom
    #[arg(long, value_name = "NAME", value_parser = ConstraintName::parser())]
    pub(crate) constraint: Option<ConstraintName>,
    #[arg(long, value_name = "all|K", help = forms("Pairs of the graph of near rows", Pairs::FORMS, "all"))]
    pub(crate) graph: Option<Pairs>,
    #[arg(long, value_name = "KIND", help = forms("Weights of that graph", Weights::FORMS, "local-scaling:3"))]
    pub(crate) graph_weights: Option<Weights>,
    /// Distance [default: euclidean]
    #[arg(long, value_name = "NAME", value_parser = named::<Metric>())]
    pub(crate) metric: Option<Metric>,
    /// How nearest rows of the graph are found [default: auto]
    #[arg(long, value_name = "NAME", value_parser = named::<Search>())]
    pub(crate) search: Option<Search>,
    /// How auto looks at the rows [default: full]
    #[arg(long, value_name = "BREADTH", value_parser = named::<Breadth>())]
    pub(crate) views: Option<Breadth>,
    /// Table of the distances between all rows, for --metric precomputed
    #[arg(long, value_name = "FILE")]
    pub(crate) distances: Option<PathBuf>,
    #[arg(long, value_name = "KIND", help = forms("Edge weights of lde and snle", Weights::FORMS, "local-scaling:3"))]
    pub(crate) heat: Option<Weights>,
    /// Weight of the class widths in mmc and ss-mmc [default: 1]
    #[arg(long, value_name = "NUMBER", value_parser = finite, allow_negative_numbers = true)]
    pub(crate) within_weight: Option<f64>,
}

fn forms(what: &str, forms: &str, default: &str) -> String {
    format!("{what}: {forms} [default: {default}]")
}

/// The parts of a mix of one's own.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Parts of --method custom")]
pub(crate) struct CustomOptions {
    /// Label cost [default: lfda]
    #[arg(long, value_name = "NAME", value_parser = read_from::<LabelChoice>(LabelChoice::NAMES))]
    pub(crate) label_cost: Option<LabelChoice>,
    /// Unlabel cost [default: near]
    #[arg(long, value_name = "NAME", value_parser = read_from::<UnlabelChoice>(&UnlabelChoice::NAMES))]
    pub(crate) unlabel_cost: Option<UnlabelChoice>,
}
