//! `halflit predict`: labels and probabilities.

use halflit::{Error, RowMatrix};
use halflit_io::{LabelColumn, OutputColumn, OutputTable};

use crate::args::{Global, Predict};
use crate::failure::{Failure, Outcome};
use crate::progress::Progress;
use crate::target::Target;
use crate::{data, files};

pub(crate) fn run(options: &Predict, global: &Global) -> Outcome {
    let target = Target::new(&options.output, global)?;
    let model = files::read_model(&options.model)?;
    let table = data::read_for(&options.data, &model, global)?;
    let mut samples = data::samples(&table, &options.data.path)?;
    let mut rows: Vec<usize> = (0..table.rows).collect();
    if options.unlabeled_only {
        rows = unlabeled_rows(table.labels.as_ref())?;
        samples = samples.gather(&rows);
    }
    let elect = || model.elect(&samples, options.votes);
    let elected = Progress::while_running("predicting", global, elect)
        .map_err(|error| of_table(error, &rows))?;
    let numbers = rows.iter().map(|&row| row as i64).collect();
    let mut columns = vec![("row".to_owned(), OutputColumn::Integers(numbers))];
    if let Some(labels) = &table.labels {
        let labels = labels.to_vec();
        let of_rows = rows.iter().map(|&row| labels[row].clone()).collect();
        columns.push(("label".into(), OutputColumn::Texts(of_rows)));
    }
    let name = |&class: &usize| Some(model.classes()[class].clone());
    let names = elected.classes.iter().map(name).collect();
    columns.push(("predicted".into(), OutputColumn::Texts(names)));
    columns.extend(share_columns(&elected.probabilities, model.classes()));
    target.write(OutputTable { columns }, "predictions", global)?;
    target.report(rows.len(), global)
}

fn unlabeled_rows(labels: Option<&LabelColumn>) -> Outcome<Vec<usize>> {
    let Some(labels) = labels else {
        return Err(Failure::usage(
            "--unlabeled-only has no labels to go by",
            "name the column with --label, or leave out --unlabeled-only",
        ));
    };
    let unlabeled = labels.codes().enumerate().filter(|(_, code)| code.is_none());
    let rows: Vec<usize> = unlabeled.map(|(row, _)| row).collect();
    match rows.is_empty() {
        true => Err(Failure::new("every row has a label", "leave out --unlabeled-only")),
        false => Ok(rows),
    }
}

/// The error with the row's number in the table, of which only some rows were mapped.
fn of_table(error: Error, rows: &[usize]) -> Error {
    match error {
        Error::ZeroRow { row } => Error::ZeroRow { row: rows[row] },
        Error::BadKernelValue { row, column, value } => {
            Error::BadKernelValue { row: rows[row], column, value }
        }
        other => other,
    }
}

/// The share of votes of every class.
fn share_columns<'s>(
    shares: &'s RowMatrix<'_>,
    classes: &'s [String],
) -> impl Iterator<Item = (String, OutputColumn)> + 's {
    let column = |class: usize| (0..shares.rows()).map(|i| shares.row(i)[class]).collect();
    classes.iter().enumerate().map(move |(class, name)| {
        (format!("probability of {name}"), OutputColumn::Numbers(column(class)))
    })
}
