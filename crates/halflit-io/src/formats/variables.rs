//! Files with several variables: which one holds the samples, and which the labels.

use crate::builder::{table_of_labels, table_of_matrix};
use crate::error::{IoError, Result, excerpt, list, nearest};
use crate::labels::LabelColumn;
use crate::plan::{Plan, Request, default_names};
use crate::source::Origin;
use crate::table::Table;

/// Row-major values, as they are in the file: one row per example, never transposed.
pub(crate) struct Matrix {
    pub(crate) values: Vec<f64>,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

/// Positions in the list of variables.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) matrix: Option<usize>,
    pub(crate) labels: Option<usize>,
}

/// The samples are in the variable asked for, in `X`, or in the only one beside the labels; the labels in the one
/// asked for, in a column of the samples if that is asked for, or in `y`.
pub(crate) fn choose(origin: &Origin, names: &[String], request: &Request<'_>) -> Result<Choice> {
    let options = request.options;
    let find = |wanted: &str| names.iter().position(|name| name == wanted);
    let unknown = |wanted: &str| IoError::UnknownVariable {
        file: origin.name.clone(),
        variable: excerpt(wanted),
        suggestion: nearest(wanted, names),
        known: list(names),
    };
    let labels = match (&options.label_matrix, &options.label) {
        (Some(variable), Some(column)) => {
            let known = format!("column '{column}' and variable '{}'", excerpt(variable));
            return Err(IoError::WhichLabel { file: origin.name.clone(), known });
        }
        (Some(wanted), None) => Some(find(wanted).ok_or_else(|| unknown(wanted))?),
        (None, Some(_)) => None,
        (None, None) if request.labels_only && names.len() == 1 => Some(0),
        (None, None) => find("y"),
    };
    if request.labels_only && (labels.is_some() || options.label.is_none()) {
        return match labels {
            Some(_) => Ok(Choice { matrix: None, labels }),
            None => Err(unknown("y")),
        };
    }
    let mut others = (0..names.len()).filter(|&k| Some(k) != labels);
    let matrix = match &options.matrix {
        Some(wanted) => find(wanted).ok_or_else(|| unknown(wanted))?,
        None => match (find("X"), others.next(), others.next()) {
            (Some(matrix), ..) | (None, Some(matrix), None) => matrix,
            _ => return Err(unknown("X")),
        },
    };
    Ok(Choice { matrix: Some(matrix), labels })
}

/// The table of a matrix and of labels that were kept apart from it.
pub(crate) fn assemble(
    origin: &Origin,
    request: &Request<'_>,
    matrix: Option<Matrix>,
    labels: Option<LabelColumn>,
) -> Result<Table> {
    let Some(Matrix { values, rows, columns }) = matrix else {
        return match labels.filter(|labels| !labels.is_empty()) {
            Some(labels) => Ok(table_of_labels(labels)),
            None => Err(IoError::NoRows { file: origin.name.clone() }),
        };
    };
    if rows == 0 {
        return Err(IoError::NoRows { file: origin.name.clone() });
    }
    let plan = Plan::new(origin, default_names(columns), false, request)?;
    let table = table_of_matrix(origin, plan, request, values, rows)?;
    match labels {
        Some(labels) => table.with_labels(labels, &origin.name),
        None => Ok(table),
    }
}
