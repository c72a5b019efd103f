//! The options of each command.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use halflit::choose::Rule;
use halflit::learner::SemiConstraint;
use halflit::{Method, Named};
use halflit_io::OutputFormat;

use super::names::{MethodName, named, names, output_format, output_format_help};
use super::values::{count, from_zero, splits};
use super::{
    Data, GridOptions, Learner, LearnerOptions, PictureOf, Pictures, TableOutput, WeightColumn,
};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  halflit demo --output halflit-demo\n  halflit demo --tables ."
)]
pub(crate) struct Demo {
    /// Only write the example tables of the guides into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["output", "splits"])]
    pub(crate) tables: Option<PathBuf>,
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
    after_help = "Example: halflit fit flowers.csv --label species --model flowers.halflit --report flowers.html"
)]
pub(crate) struct Fit {
    #[command(flatten)]
    pub(crate) data: Data,
    #[command(flatten)]
    pub(crate) weight: WeightColumn,
    #[command(flatten)]
    pub(crate) learner: Learner,
    /// Write the model
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) model: Option<PathBuf>,
    /// Write the map of the rows: .csv, .parquet, .npy or .json; '-' for standard output
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    #[arg(long, value_name = "FORMAT", help_heading = "Output", requires = "output")]
    #[arg(value_parser = output_format, help = output_format_help())]
    pub(crate) output_format: Option<OutputFormat>,
    /// Columns to write beside the map and not to learn from, by name or number; the report shows them too
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', help_heading = "Output")]
    pub(crate) keep: Vec<String>,
    /// Skip the check on held-out labels
    #[arg(long, help_heading = "Output")]
    pub(crate) no_check: bool,
    /// Only show what would be done, with its memory and a rough time
    #[arg(long, help_heading = "Output")]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
    /// What --picture and --report show first [default: axes for up to three classes, else layout]
    #[arg(long, value_name = "KIND", help_heading = "Output", value_enum)]
    pub(crate) picture_of: Option<PictureOf>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Labels help as far as left-out labels are found; without labels it is a map of near rows. Distances between far groups mean little.\n\nExample: halflit map flowers.csv --label species --picture flowers.png --output places.csv"
)]
pub(crate) struct Map {
    #[command(flatten)]
    pub(crate) data: Data,
    /// Dimensions of the layout: 1 to 3
    #[arg(long, default_value_t = 2, value_name = "NUMBER")]
    pub(crate) dimensions: usize,
    /// Nearest rows that every row is drawn to: more show larger shapes, fewer smaller ones
    #[arg(long, default_value_t = 15, value_name = "NUMBER")]
    pub(crate) neighbors: usize,
    /// What classes count against the rows where left-out labels are found: 0 for not at all
    #[arg(long, default_value_t = 0.5, value_name = "NUMBER", allow_negative_numbers = true)]
    pub(crate) label_weight: f64,
    /// Write the places of the rows: .csv, .parquet, .npy or .json; '-' for standard output
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    #[arg(long, value_name = "FORMAT", help_heading = "Output", requires = "output")]
    #[arg(value_parser = output_format, help = output_format_help())]
    pub(crate) output_format: Option<OutputFormat>,
    /// Columns to write beside the places as they are, such as an id, by name or number
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', help_heading = "Output")]
    pub(crate) keep: Vec<String>,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example: halflit transform new.csv --model flowers.halflit --output map.csv"
)]
pub(crate) struct Transform {
    #[command(flatten)]
    pub(crate) data: Data,
    /// Model written by 'halflit fit'
    #[arg(long, value_name = "FILE")]
    pub(crate) model: PathBuf,
    /// Columns to write beside the result as they are, such as an id, by name or number
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', help_heading = "Output")]
    pub(crate) keep: Vec<String>,
    #[command(flatten)]
    pub(crate) output: TableOutput,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example: halflit predict new.csv --model flowers.halflit --keep id --output predictions.csv"
)]
pub(crate) struct Predict {
    #[command(flatten)]
    pub(crate) data: Data,
    /// Model written by 'halflit fit'
    #[arg(long, value_name = "FILE")]
    pub(crate) model: PathBuf,
    /// Number of nearest labeled rows that vote [default: 1; for a model of auto the scores of its classes decide]
    #[arg(long, value_name = "NUMBER", value_parser = count)]
    pub(crate) votes: Option<usize>,
    /// Only rows without a label; needs --label or --labels
    #[arg(long)]
    pub(crate) unlabeled_only: bool,
    /// Columns to write beside the result as they are, such as an id, by name or number
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', help_heading = "Output")]
    pub(crate) keep: Vec<String>,
    #[command(flatten)]
    pub(crate) output: TableOutput,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The first rows cover the data: each is typical of a cluster without a label. From ten labels on, and two per class: where auto is unsure too. From the fifteenth answer on every fifth row is drawn at random, to measure accuracy by: keep its label from learning.\n\nExample: halflit suggest flowers.csv --label species --count 20 --keep id --output next.csv"
)]
pub(crate) struct Suggest {
    #[command(flatten)]
    pub(crate) data: Data,
    /// How many rows
    #[arg(long, default_value_t = 20, value_name = "NUMBER", value_parser = count)]
    pub(crate) count: usize,
    /// Column that has a value where a row is not to be asked for: a skipped row, or the label of a check row
    #[arg(long, value_name = "COLUMN")]
    pub(crate) taken: Option<String>,
    /// Columns to write beside the result and not to learn from, such as an id, by name or number
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', help_heading = "Output")]
    pub(crate) keep: Vec<String>,
    /// Write the rows: .csv, .parquet, .npy or .json; '-' for standard output
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    #[arg(long, value_name = "FORMAT", help_heading = "Output", requires = "output")]
    #[arg(value_parser = output_format, help = output_format_help())]
    pub(crate) output_format: Option<OutputFormat>,
    /// Overwrite a file that exists
    #[arg(long, help_heading = "Output", requires = "output")]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Of all settings the one of highest accuracy on held-out labels wins, of equal ones that of largest margin, of\nequal ones the first. Folds: leave-one-out up to 20 labels, else five, stratified.\n\nExample: halflit tune flowers.csv --label species --gammas 0.1,1,10 --alphas 1,8 --picture heat.png"
)]
pub(crate) struct Tune {
    #[command(flatten)]
    pub(crate) data: Data,
    #[command(flatten)]
    pub(crate) weight: WeightColumn,
    /// Method: see 'halflit methods'; auto has nothing to tune
    #[arg(long, short, default_value = "ss-lfda", value_name = "NAME", value_parser = MethodName, help_heading = "Method")]
    pub(crate) method: Method,
    #[command(flatten)]
    pub(crate) options: LearnerOptions,
    #[command(flatten)]
    pub(crate) grid: GridOptions,
    /// Write the model of the winner
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) model: Option<PathBuf>,
    /// Skip the check of the winner on held-out labels
    #[arg(long, help_heading = "Output")]
    pub(crate) no_check: bool,
    /// Only show what would be done, with its memory and a rough time
    #[arg(long, help_heading = "Output")]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Every method is fitted as 'halflit fit' would, its parameters chosen inside every fold, without the held-out labels; where lists of values are given, by a grid of them.\n\nExample: halflit compare flowers.csv --label species --methods auto,pca,ss-lfda"
)]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) data: Data,
    #[command(flatten)]
    pub(crate) weight: WeightColumn,
    /// Methods to compare [default: all but custom]
    #[arg(long, value_delimiter = ',', value_name = "NAMES", value_parser = MethodName, help_heading = "Method")]
    pub(crate) methods: Vec<Method>,
    #[command(flatten)]
    pub(crate) options: LearnerOptions,
    #[command(flatten)]
    pub(crate) grid: GridOptions,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Every label is on disk before the page says so; start it again to go on. Ctrl-C ends it.\n\nExample: halflit studio reviews.csv --text review --id number"
)]
pub(crate) struct Studio {
    #[command(flatten)]
    pub(crate) data: Data,
    /// Column of pictures, by path or as data URLs; not a feature then
    #[arg(long, value_name = "COLUMN", help_heading = "Page")]
    pub(crate) image: Option<String>,
    /// Folder of the pictures: no other file is shown [default: that of DATA]
    #[arg(long, value_name = "FOLDER", help_heading = "Page", requires = "image")]
    pub(crate) images: Option<PathBuf>,
    /// Port on this machine [default: the last one of these labels, else any]
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 0,
        hide_default_value = true,
        help_heading = "Page"
    )]
    pub(crate) port: u16,
    /// Do not open a browser
    #[arg(long, help_heading = "Page")]
    pub(crate) no_open: bool,
    /// File that every label is kept in [default: DATA.labels.jsonl]
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) labels_out: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = "Example: halflit inspect flowers.halflit")]
pub(crate) struct Inspect {
    /// Model written by 'halflit fit'
    #[arg(value_name = "MODEL")]
    pub(crate) model: PathBuf,
    /// Features to list for each axis
    #[arg(long, default_value_t = 5, value_name = "NUMBER", value_parser = count)]
    pub(crate) top: usize,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The graph takes X, a matrix of the columns of the fit, or one input for each column of a table with categories. It gives 'transformed', and where the model has labels 'label' and 'probabilities'. Opset 18, standard operators.\n\nExample: halflit export flowers.halflit --onnx flowers.onnx"
)]
pub(crate) struct Export {
    /// Model written by 'halflit fit'
    #[arg(value_name = "MODEL")]
    pub(crate) model: PathBuf,
    /// Write an ONNX graph
    #[arg(long, value_name = "FILE")]
    pub(crate) onnx: PathBuf,
    /// Number of nearest labeled rows that vote [default: 1; for a model of auto the scores of its classes decide]
    #[arg(long, value_name = "NUMBER", value_parser = count)]
    pub(crate) votes: Option<usize>,
    /// Rows come, points and probabilities go in single precision; what is between is computed in double
    #[arg(long)]
    pub(crate) single: bool,
    /// Overwrite a file that exists
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = format!("Rules: {}.\n\nExample: halflit reproduce table2 --data data --select cv,auto --output results --json rows.json", rules())
)]
pub(crate) struct Reproduce {
    /// table1, table2, table3, figures, all, or a protocol file (.toml) of your own
    #[arg(value_name = "WHAT")]
    pub(crate) what: String,
    /// With --json: write one JSON object for each dataset, label count, space, learner, rule and split here
    #[arg(value_name = "ROWS", requires = "json")]
    pub(crate) rows: Option<PathBuf>,
    /// Folder with the datasets that halflit may not pass on; what is not there is left out
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
    /// How parameters are chosen
    #[arg(long, value_delimiter = ',', value_name = "RULES", default_value = "cv", value_parser = named::<Rule>())]
    pub(crate) select: Vec<Rule>,
    /// Constraints of the semi-supervised methods
    #[arg(long, value_delimiter = ',', value_name = "NAMES", default_value = "paper")]
    #[arg(value_parser = PossibleValuesParser::new(names::<SemiConstraint>()))]
    pub(crate) constraint: Vec<String>,
    /// Random splits of each dataset [default: the protocol's, 25 in the paper]
    #[arg(long, value_name = "NUMBER", value_parser = splits)]
    pub(crate) splits: Option<usize>,
    /// c in the kernel (⟨x, y⟩ + c)²; the paper prints 0 and used 1
    #[arg(long, value_name = "NUMBER", default_value_t = 1.0, value_parser = from_zero)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) kernel_constant: f64,
    /// Folder for report, rows, summary and figures
    #[arg(
        long,
        short,
        value_name = "FOLDER",
        default_value = "halflit-study",
        help_heading = "Output"
    )]
    pub(crate) output: PathBuf,
    /// Go on where an earlier run into the same folder was stopped
    #[arg(long, help_heading = "Output")]
    pub(crate) resume: bool,
    /// Overwrite files that exist
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,
}

/// Every rule and what it goes by.
fn rules() -> String {
    let rules = Rule::TABLE.iter().map(|(name, _, about)| format!("{name} goes by {about}"));
    rules.collect::<Vec<_>>().join("; ")
}
