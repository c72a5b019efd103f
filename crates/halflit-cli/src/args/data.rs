//! Options about the table that is read.

use std::path::{Path, PathBuf};

use clap::Args;
use halflit_io::{Decimal, InputFormat, Missing};

use super::names::{input_format, named};
use super::values::{decimal, delimiter};

/// A table and what its columns mean.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Data")]
pub(crate) struct Data {
    #[arg(value_name = "DATA", help_heading = "Arguments")]
    #[arg(help = format!(
        "File of a table ({}), gzipped or not, or a folder of pictures; '-' for standard input",
        InputFormat::names()
    ))]
    pub(crate) path: PathBuf,
    /// Column of the labels, by name or by number from 0
    #[arg(long, value_name = "COLUMN")]
    pub(crate) label: Option<String>,
    /// File of labels, as 'halflit suggest' writes it: matched by its column 'row', by --id, or one for each row; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) labels: Vec<PathBuf>,
    /// Column that identifies rows, by name; not a feature then, but copied to the result
    #[arg(long, value_name = "COLUMN")]
    pub(crate) id: Option<String>,
    /// Column of texts to learn from, by its words; may be repeated. The studio shows it, and learns from it if --columns names it or
    /// no other column is left. A model knows its columns of texts
    #[arg(long, value_name = "COLUMN")]
    pub(crate) text: Vec<String>,
    /// Table of word vectors for --text: .npy or .safetensors with a vocabulary, or text such as GloVe's
    #[arg(long, value_name = "FILE", requires = "text")]
    pub(crate) vectors: Option<PathBuf>,
    /// Words of --vectors: one per line, or a tokenizer.json [default: tokenizer.json or vocab.txt beside the table]
    #[arg(long, value_name = "FILE", requires = "vectors")]
    pub(crate) vocabulary: Option<PathBuf>,
    /// Marker of unlabeled rows instead of -1; empty, NaN, NA, null and ? always count, and with '' nothing else is
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    pub(crate) unlabeled: Vec<String>,
    /// Columns to leave out, by name or number; repeat or separate by commas
    #[arg(long, value_name = "COLUMN", value_delimiter = ',')]
    pub(crate) drop: Vec<String>,
    /// Columns to use, by name or number [default: all but the label]
    #[arg(long, value_name = "COLUMN", value_delimiter = ',')]
    pub(crate) columns: Vec<String>,
    /// Rows in which a column has no value: an error, left out, or filled with the median that the model keeps [default: error,
    /// or median where the model was fitted so]
    #[arg(long, value_name = "WAY", value_parser = named::<Missing>())]
    pub(crate) missing: Option<Missing>,
    #[arg(long, value_name = "FORMAT", value_parser = input_format)]
    #[arg(help = format!("Format of DATA: {} [default: by content and ending]", InputFormat::names()))]
    pub(crate) format: Option<InputFormat>,
    /// Separator of a delimited text file, such as ';' or tab [default: detected]
    #[arg(long, value_name = "CHARACTER", value_parser = delimiter)]
    pub(crate) delimiter: Option<u8>,
    /// Decimal mark of a delimited text file: '.' or ',' [default: detected]
    #[arg(long, value_name = "CHARACTER", value_parser = decimal)]
    pub(crate) decimal: Option<Decimal>,
    /// The first line of a delimited text file holds names [default: detected]
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

/// How often rows count, where something is learned.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Data")]
pub(crate) struct WeightColumn {
    /// Column with the weight of each row, such as 2 for a row that stands for two; not a feature then
    #[arg(long, value_name = "COLUMN")]
    pub(crate) weight: Option<String>,
}

impl Data {
    /// The files that are read, and others beside them.
    pub(crate) fn files<'d>(&'d self, others: &[Option<&'d Path>]) -> Vec<&'d Path> {
        let own =
            std::iter::once(self.path.as_path()).chain(self.labels.iter().map(PathBuf::as_path));
        let words = [self.vectors.as_deref(), self.vocabulary.as_deref()].into_iter().flatten();
        own.chain(words).chain(others.iter().copied().flatten()).collect()
    }

    /// Whether someone said where the labels are.
    pub(crate) fn has_labels(&self) -> bool {
        self.label.is_some() || self.label_matrix.is_some() || !self.labels.is_empty()
    }
}
