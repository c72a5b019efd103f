//! Errors in two lines, with the options that the help is about: which option it is only the command knows.

use halflit::Error;
use halflit_io::IoError;

use super::Failure;

/// An error of the library. That a parameter is wrong is a wrong use of the command.
pub(super) fn of_library(error: &Error) -> Failure {
    let help = with_options(error.help(), &options(error));
    match error {
        Error::UnknownParameter { parameter, .. } => {
            unknown_parameter(error, &option_of(parameter))
        }
        Error::UnknownName { .. }
        | Error::Parameter { .. }
        | Error::BadParameter { .. }
        | Error::Incompatible { .. } => Failure::usage(error.what(), help),
        _ => Failure::new(error.what(), help),
    }
}

/// A parameter that a method does not have, by the option that was to set it.
pub(crate) fn unknown_parameter(error: &Error, option: &str) -> Failure {
    Failure::usage(error.what(), format!("leave out {option}; {}", error.help()))
}

/// An error of a table.
pub(super) fn of_table(error: &IoError) -> Failure {
    let help = with_options(error.help(), &table_options(error));
    match error {
        IoError::UnknownEnding { .. } | IoError::UselessOption { .. } => {
            Failure::usage(error.to_string(), help)
        }
        _ => Failure::new(error.to_string(), help),
    }
}

/// "give a larger ridge (--ridge)".
fn with_options(help: String, options: &str) -> String {
    if options.is_empty() { help } else { format!("{help} ({options})") }
}

/// The options that can undo an error of the library.
fn options(error: &Error) -> String {
    match error {
        Error::Parameter { name, .. } | Error::Incompatible { parameter: name, .. } => {
            option_of(name)
        }
        Error::DimensionTooLarge { .. } => "--dim".into(),
        Error::NoLabels { .. } => "--label, --method".into(),
        Error::OneClass { .. } => "--label, --unlabeled".into(),
        Error::Folds { .. } | Error::NoUsableFold { .. } => "--label, --gamma, --alpha".into(),
        Error::NothingToCompare => "fit with --label".into(),
        Error::NoSpread { .. } | Error::ColumnCount { .. } => "--columns, --drop".into(),
        Error::ZeroRow { .. } => "--metric, --scale".into(),
        Error::NoLocalScale { .. } => "--graph-weights heat:SIGMA".into(),
        Error::NegativeCost { .. } | Error::NotAGraph { .. } | Error::ZeroCost { .. } => {
            "--alpha, --graph-weights".into()
        }
        Error::ZeroConstraint { .. } | Error::MissingPart { .. } => "--constraint, --method".into(),
        Error::NotPositiveDefinite { .. } => "--ridge".into(),
        Error::IndefiniteKernel { .. } => "--negative-eigenvalues drop, --kernel".into(),
        Error::BadKernelValue { .. } | Error::FlatKernel => "--kernel".into(),
        Error::Memory { what: "a kernel", .. } => "--kernel-rank".into(),
        Error::BadModel { .. } => "halflit fit --model".into(),
        _ => String::new(),
    }
}

/// The option that sets a parameter.
pub(crate) fn option_of(parameter: &str) -> String {
    match parameter {
        "dimension" => "--dim".into(),
        "neighbors_same" => "--neighbors".into(),
        "affinity.nearest" | "affinity.local-scaling" => "--affinity".into(),
        "nearest" => "--graph".into(),
        "local-scaling" | "heat" => "--graph-weights or --heat".into(),
        "degree" | "coef0" | "width" | "scale" => "--kernel".into(),
        "scaling" => "--scale".into(),
        "kernel_rank = landmarks" => "--kernel-rank".into(),
        other => format!("--{}", other.replace('_', "-")),
    }
}

/// The options that can undo an error of a table.
fn table_options(error: &IoError) -> String {
    match error {
        IoError::NotNumeric { column, .. } => format!("--drop '{column}', --label '{column}'"),
        IoError::Missing { column, .. } => {
            format!("--missing median, --missing drop, --drop '{column}', --label '{column}'")
        }
        IoError::RefusedColumns { columns, .. } => {
            let drops = columns.iter().take(8).map(|(name, _)| format!("--drop '{name}'"));
            let gaps = columns.iter().any(|(_, why)| why.starts_with("no value"));
            let missing = gaps.then(|| "--missing median".to_owned());
            let text = columns.iter().find(|(_, why)| why.starts_with("text of"));
            let text = text.map(|(name, _)| format!("--text '{name}'"));
            drops.chain(missing).chain(text).collect::<Vec<_>>().join(" ")
        }
        IoError::UnsupportedType { what, .. } => match what.strip_prefix("column ") {
            Some(column) => format!("--drop {column}"),
            None => String::new(),
        },
        IoError::WhichLabel { .. } => "--label".into(),
        IoError::NotFinite { column, .. }
        | IoError::NoValues { column, .. }
        | IoError::UnequalLists { column, .. } => {
            format!("--drop '{column}'")
        }
        IoError::NumberMarks { .. } => "--decimal".into(),
        IoError::ManyValues { column, .. } => {
            format!("--drop '{column}', --text '{column}', --label '{column}'")
        }
        IoError::NotLearned { column, .. } if column != "word vectors" => "--text".into(),
        IoError::NoVocabulary { .. } => "--vocabulary FILE".into(),
        IoError::NoWholeRow { .. } => "--drop, --missing median".into(),
        IoError::NoMedian { .. } => "--missing drop".into(),
        IoError::Ragged { .. } => "--delimiter".into(),
        IoError::Damaged { .. } | IoError::Syntax { .. } => "--format".into(),
        IoError::UselessOption { option, .. } => {
            format!("--{}, --format", option.replace('_', "-"))
        }
        IoError::DuplicateColumn { .. } => "--no-header".into(),
        IoError::LabelIsFeature { .. } => "not in --columns or --drop".into(),
        IoError::UnknownVariable { .. } => "--matrix, --label-matrix".into(),
        IoError::Exists { .. } => "--force".into(),
        IoError::UnknownEnding { .. } => "--output-format".into(),
        _ => String::new(),
    }
}
