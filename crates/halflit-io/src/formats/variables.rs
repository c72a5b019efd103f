//! Files with several variables: which one holds the samples, and which the labels.

use crate::builder::{table_of_labels, table_of_matrix, zeros};
use crate::error::{IoError, Result, excerpt, list, nearest};
use crate::labels::LabelColumn;
use crate::plan::{Plan, Request, default_names};
use crate::source::Origin;
use crate::sparse::SparseRows;
use crate::table::Table;

/// Values as they are in the file: one row per example, never transposed.
pub(crate) struct Matrix {
    pub(crate) values: Values,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

/// All of them, row-major, or those that are not 0.
pub(crate) enum Values {
    Dense(Vec<f64>),
    Sparse(SparseRows),
}

impl Matrix {
    /// All values, row-major.
    pub(crate) fn written(self, origin: &Origin) -> Result<Vec<f64>> {
        let found = match self.values {
            Values::Dense(values) => return Ok(values),
            Values::Sparse(found) => found,
        };
        let mut values = zeros(origin, self.rows, self.columns)?;
        for (row, numbers) in found.rows().enumerate() {
            numbers.for_each(|(column, value)| values[row * self.columns + column] = value);
        }
        Ok(values)
    }
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
    let Some(matrix) = matrix else {
        return match labels.filter(|labels| !labels.is_empty()) {
            Some(labels) => Ok(table_of_labels(labels)),
            None => Err(IoError::NoRows { file: origin.name.clone() }),
        };
    };
    let (rows, columns) = (matrix.rows, matrix.columns);
    if rows == 0 {
        return Err(IoError::NoRows { file: origin.name.clone() });
    }
    let plan = Plan::new(origin, default_names(columns), false, request)?;
    let table = match matrix.values {
        Values::Sparse(found) if found.stays(&plan, &plan.roles, request.options) => {
            let roles = plan.roles.clone();
            found.table(origin, plan, &roles, None, request.options)?
        }
        _ => table_of_matrix(origin, plan, request, matrix.written(origin)?, rows)?,
    };
    match labels {
        Some(labels) => table.with_labels(labels, &origin.name),
        None => Ok(table),
    }
}
