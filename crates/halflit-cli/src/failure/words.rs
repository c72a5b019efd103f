//! The library's errors in the words of the command: what to do is an option to change.

use halflit::Error;

use super::Failure;
use crate::printer::short;

/// What and what to do.
pub(super) fn of(error: &Error) -> Failure {
    let message = error.to_string();
    // The library writes "what: what to do".
    let (what, advice) = message.rsplit_once(": ").unwrap_or((&message, ""));
    let help: String = match error {
        Error::Parameter { name, value, allowed } => return parameter(name, value, allowed),
        Error::UnknownLearner { known, suggestion, name } => {
            let what = format!("there is no method '{name}'{suggestion}");
            return Failure::usage(what, format!("use one of {known}"));
        }
        Error::UnknownParameter { learner, parameter, known } => {
            return unknown_parameter(learner, parameter, known);
        }
        Error::BadParameter { learner, reason } => {
            return Failure::usage(
                format!("a parameter of {learner} is not understood"),
                reason.replace('`', "'"),
            );
        }
        Error::DimensionTooLarge { rank: 1, .. } => "use --dim 1".into(),
        Error::DimensionTooLarge { rank, .. } => format!("use --dim 1 to {rank}"),
        Error::NoSpread { rows, .. } => {
            let what = format!("all {rows} rows are equal: there is nothing to reduce");
            return Failure::new(what, "give rows that differ: see --columns and --drop");
        }
        Error::NoLabels { .. } => {
            "name the column with --label, label some rows, or use --method pca, lpp or lpp*".into()
        }
        Error::OneClass { .. } => {
            "label rows of another class, or check --label and --unlabeled".into()
        }
        Error::NothingToCompare => "fit a model on a table with labels: see --label".into(),
        Error::Folds { labeled, .. } => {
            let what = format!(
                "cross-validation needs at least two labeled rows, and there are {labeled}"
            );
            let help = "name the column with --label, label more rows, or give --gamma and --alpha as numbers";
            return Failure::new(what, help);
        }
        Error::NotFinite { .. } => "remove or impute such values".into(),
        Error::NotPositiveDefinite { .. } => "give a larger --ridge".into(),
        // The library counts from 0, files and this command from 1.
        Error::ZeroRow { row } => {
            let what = format!("row {} is all zeros and has no direction", row + 1);
            return Failure::new(what, "remove the row, or use another --metric or --scale");
        }
        Error::NoLocalScale { row } => {
            let what = format!("row {} coincides with every other, so it has no scale", row + 1);
            return Failure::new(what, "remove duplicates, or use --graph-weights heat:SIGMA");
        }
        Error::IndefiniteKernel { smallest, largest } => {
            let what = format!(
                "the kernel is not positive semidefinite: its eigenvalues reach from {} to {}",
                short(*smallest),
                short(*largest)
            );
            let help =
                "drop the negative part with --negative-eigenvalues drop, or use another --kernel";
            return Failure::new(what, help);
        }
        Error::Shape { what, expected, found } => {
            let expected = expected.trim_end_matches(" values");
            let what = format!("{what} has {found} values where {expected} are needed");
            return Failure::new(what, "give a square table, one row and one column for every row");
        }
        Error::NotSymmetric { .. } => {
            return Failure::new(message, "give a symmetric table, or check which column is which");
        }
        Error::BadDistance { .. } => "give distances that are finite and not negative".into(),
        Error::ZeroConstraint { .. } if advice.is_empty() => {
            "use another --constraint or --method, or label more rows".into()
        }
        Error::NotAGraph { .. } | Error::NegativeCost { .. } => {
            return Failure::new(
                what,
                "use --alpha 1, or another --graph-weights or --unlabel-cost",
            );
        }
        Error::ZeroCost { .. } => {
            return Failure::new(what, "use a smaller --alpha or other --graph-weights");
        }
        Error::ColumnCount { .. } => {
            "give the columns that the model was fitted on: see --columns and --drop".into()
        }
        Error::BadModel { .. } => {
            let help = "give the file that 'halflit fit --model' wrote, or fit it again";
            return Failure::new(message, help);
        }
        _ if advice.is_empty() => "see 'halflit --help'".into(),
        _ => advice.to_owned(),
    };
    Failure::new(what, help)
}

/// A value out of range, by the option that sets it.
fn parameter(name: &str, value: &str, allowed: &str) -> Failure {
    let option = match name {
        "dimension" => "--dim",
        "pca_first" if allowed.starts_with("no in a search") => {
            return Failure::usage(
                "--pca-first cannot be combined with a search for gamma and alpha",
                "give --gamma and --alpha as numbers, or leave out --pca-first",
            );
        }
        "pca_first" => "--pca-first",
        "gamma" | "alpha" | "ridge" => return ranged(&format!("--{name}"), value, allowed),
        "within_weight" => "--within-weight",
        "neighbors_same" => "--neighbors",
        "neighbors_other" => "--neighbors-other",
        "affinity.nearest" | "affinity.local-scaling" => "--affinity",
        "nearest" => "--graph",
        "local-scaling" | "heat" => return ranged(&format!("the graph's {name}"), value, allowed),
        "degree" | "coef0" | "width" | "scale" => {
            return ranged(&format!("the kernel's {name}"), value, allowed);
        }
        "scaling" => {
            let help = "use --scale none: a precomputed kernel has no columns to scale";
            return Failure::usage("--scale does not go with --kernel precomputed", help);
        }
        other => other,
    };
    ranged(option, value, allowed)
}

fn ranged(option: &str, value: &str, allowed: &str) -> Failure {
    Failure::usage(format!("{option} = {value} is out of range"), format!("give {allowed}"))
}

fn unknown_parameter(learner: &str, parameter: &str, known: &str) -> Failure {
    let option = match parameter {
        "neighbors_same" => "neighbors".into(),
        other => other.replace('_', "-"),
    };
    let help = match known {
        "" | "none" => format!("leave out --{option}; {learner} has no parameters of its own"),
        known => format!("leave out --{option}; {learner} has {}", known.replace('_', "-")),
    };
    Failure::usage(format!("{learner} has no parameter '{option}'"), help)
}
