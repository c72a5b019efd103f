//! `halflit predict`: labels and probabilities.

use halflit::{Error, Model, Predictions, RowMatrix};
use halflit_io::{LabelColumn, OutputColumn, OutputTable};

use crate::args::{Global, Predict};
use crate::failure::{CommandResult, Failure};
use crate::printer::Printer;
use crate::progress::Progress;
use crate::target::Target;
use crate::{data, dry_run, files, questions};

pub(crate) fn run(options: &Predict, global: &Global) -> CommandResult {
    let target =
        Target::new(&options.output, &options.data.files(&[Some(&options.model)]), global)?;
    let model = files::read_model(&options.model)?;
    let table = data::read_for(&options.data, &options.keep, &model, global)?;
    let own = ["row", "label", "predicted", PROBABILITY, MARGIN].map(str::to_owned);
    data::check_kept(&table, own.into_iter().chain(model.classes().iter().map(|c| share_name(c))))?;
    let rows: Vec<usize> = match options.unlabeled_only {
        true => unlabeled_rows(table.labels.as_ref())?,
        false => (0..table.rows).collect(),
    };
    questions::pairs(&model, rows.len(), true, &Printer::new(global));
    let mut samples = data::samples(&table, &options.data.path)?;
    if options.unlabeled_only {
        samples = samples.gather(&rows);
    }
    dry_run::check_mapping(rows.len(), model.dimension() + model.classes().len())?;
    let numbers: Vec<usize> = rows.iter().map(|&row| table.number_of(row)).collect();
    let place = || model.place(&samples, options.votes);
    let placed = Progress::while_running("predicting", global, place);
    let (points, elected) = placed.map_err(|error| of_file(error, &numbers))?;
    let numbers = numbers.into_iter().map(|number| number as i64).collect();
    let mut columns = table.kept_columns(&rows);
    columns.push(("row".to_owned(), OutputColumn::Integers(numbers)));
    if let Some(labels) = &table.labels {
        let of_rows = labels.gather(&rows).to_vec();
        columns.push(("label".into(), OutputColumn::Texts(of_rows)));
    }
    let name = |&class: &usize| Some(model.classes()[class].clone());
    let names = elected.classes.iter().map(name).collect();
    columns.push(("predicted".into(), OutputColumn::Texts(names)));
    let certainty = || certainty(&model, options.votes, &points, &elected);
    columns.push(Progress::while_running("predicting", global, certainty)?);
    columns.extend(share_columns(&elected.probabilities, model.classes()));
    target.write(OutputTable { columns }, "predictions", global)?;
    target.report(rows.len(), global)
}

const PROBABILITY: &str = "probability";
const MARGIN: &str = "margin";

/// How sure a prediction is: its probability, or how much nearer the labeled row that decided is than any of another class, from 0
/// to 1.
fn certainty(
    model: &Model,
    votes: Option<usize>,
    points: &RowMatrix<'_>,
    elected: &Predictions,
) -> CommandResult<(String, OutputColumn)> {
    if model.by_nearest(votes) {
        let margins = model.margins(points, &elected.classes)?;
        return Ok((MARGIN.into(), OutputColumn::Numbers(margins)));
    }
    let shares = &elected.probabilities;
    let own = elected.classes.iter().enumerate().map(|(i, &class)| shares.row(i)[class]).collect();
    Ok((PROBABILITY.into(), OutputColumn::Numbers(own)))
}

fn unlabeled_rows(labels: Option<&LabelColumn>) -> CommandResult<Vec<usize>> {
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

/// The error with the row's number in the file, of which only some rows were mapped.
fn of_file(error: Error, rows: &[usize]) -> Error {
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
    classes
        .iter()
        .enumerate()
        .map(move |(class, name)| (share_name(name), OutputColumn::Numbers(column(class))))
}

fn share_name(class: &str) -> String {
    format!("probability of {class}")
}
