//! From a file to a dataset.

use std::path::Path;

use halflit::text::TextChoice;
use halflit::{Dataset, Error, Labels, Model, Plan, Samples, Shape};
use halflit_io::{ColumnRef, Missing, ReadOptions, Source, Table, TextUse};

use crate::args::{Data, Global, WeightColumn};
use crate::failure::{CommandResult, Failure};
use crate::printer::Printer;
use crate::progress::Progress;
use crate::show::quoted;
use crate::{caution, labels, notes, questions};

/// Reads the table, its labels and its weights, to learn from them.
pub(crate) fn read_weighed(
    data: &Data,
    beside: &[String],
    weight: &WeightColumn,
    global: &Global,
) -> CommandResult<(Table, Option<Vec<f64>>)> {
    let all: Vec<String> = beside.iter().cloned().chain(weight.weight.clone()).collect();
    let mut table = read_beside(data, &all, global)?;
    if weight.weight.is_none() {
        return Ok((table, None));
    }
    let weights = table.kept.pop().map(|(name, cells)| weights(&table, &name, &cells));
    Ok((table, weights.transpose().map_err(|failure| failure.about(&data.path))?))
}

/// The table as some plans take it: every learner looks at all numbers, and the default at wide sparse rows as they are.
pub(crate) fn suited(table: Table, plans: &[Plan]) -> Table {
    match plans.iter().all(|plan| plan.learner().is_some()) {
        true => table.written_out(),
        false => table,
    }
}

/// How often each row counts.
fn weights(table: &Table, column: &str, cells: &[String]) -> CommandResult<Vec<f64>> {
    let read = |(row, cell): (usize, &String)| match cell.trim().parse::<f64>() {
        Ok(weight) if weight.is_finite() && weight > 0.0 => Ok(weight),
        _ => {
            let (row, cell) = (table.number_of(row), quoted(cell));
            let what = format!("the weight of row {row}, column {}, is {cell}", quoted(column));
            let help = "it says how often the row counts, so give a number above 0, or leave the row out (--weight)";
            Err(Failure::new(what, help))
        }
    };
    cells.iter().enumerate().map(read).collect()
}

/// Reads the table and its labels, to look at them.
pub(crate) fn read(data: &Data, global: &Global) -> CommandResult<Table> {
    read_beside(data, &[], global)
}

/// Reads the table and its labels, with columns that people look at and that are no features: first the one that tells rows apart.
pub(crate) fn read_beside(data: &Data, beside: &[String], global: &Global) -> CommandResult<Table> {
    let mut options = options(data);
    let beside = with_id(data, beside);
    options.keep.extend(columns(&beside));
    options.drop.extend(columns(&beside));
    learned(data, options, global)
}

/// Reads the table for a page that shows texts. Texts are learned from if no other column is left, or if --columns names them.
pub(crate) fn read_shown(data: &Data, beside: &[String], global: &Global) -> CommandResult<Table> {
    let mut options = options(data);
    options.text_use = TextUse::Alone;
    let beside = with_id(data, beside);
    options.keep.extend(columns(&beside));
    options.drop.extend(columns(&beside));
    let table = learned(data, options, global)?;
    notes::shown(&data.text, &table, &Printer::new(global));
    Ok(table)
}

/// The columns beside the features, with the one that tells rows apart before them.
fn with_id(data: &Data, beside: &[String]) -> Vec<String> {
    let others = beside.iter().filter(|name| Some(*name) != data.id.as_ref());
    data.id.iter().chain(others).cloned().collect()
}

/// Reads a table, and the rows in which one more such column has a value.
pub(crate) fn read_filled(
    data: &Data,
    beside: &[String],
    filled: Option<&str>,
    global: &Global,
) -> CommandResult<(Table, Vec<usize>)> {
    let all: Vec<String> = beside.iter().cloned().chain(filled.map(str::to_owned)).collect();
    let mut table = read_beside(data, &all, global)?;
    let cells = if filled.is_some() { table.kept.pop() } else { None };
    let cells = cells.map(|(_, cells)| cells).unwrap_or_default();
    let is_filled = |(_, cell): &(usize, &String)| !cell.trim().is_empty();
    let rows = cells.iter().enumerate().filter(is_filled).map(|(row, _)| row).collect();
    Ok((table, rows))
}

/// The labels that mean unlabeled, beside those that always do.
pub(crate) fn unlabeled(data: &Data) -> Vec<String> {
    options(data).unlabeled
}

fn learned(data: &Data, mut options: ReadOptions, global: &Global) -> CommandResult<Table> {
    if let Some(path) = &data.vectors {
        let read = || halflit_io::read_vectors(path, data.vocabulary.as_deref());
        let name = format!("reading {}", path.display());
        options.text.vectors = Some(Progress::while_running(&name, global, read)?);
    }
    let table = read_with(data, options, global)?;
    let printer = Printer::new(global);
    caution::header(data, &table, &printer);
    questions::labels(data, &table, &printer);
    notes::learned(&table, &printer);
    Ok(table)
}

/// The shape of what [`read_weighed`] would give: of a NumPy array that holds no labels and no weights from its header, else from
/// the table.
pub(crate) fn shape(
    data: &Data,
    weight: &WeightColumn,
    plan: &Plan,
    global: &Global,
) -> CommandResult<Shape> {
    let alone = weight.weight.is_none()
        && data.label.is_none()
        && data.columns.is_empty()
        && data.drop.is_empty()
        && data.id.is_none()
        && data.text.is_empty()
        && data.missing.unwrap_or_default() == Missing::Error;
    let header = match alone {
        true => halflit_io::npy_shape(&Source::from(&data.path))?,
        false => None,
    };
    let Some((rows, columns, stays)) = header else {
        let (table, weights) = read_weighed(data, &[], weight, global)?;
        let table = suited(table, std::slice::from_ref(plan));
        return Ok(Shape::of(&dataset(&table, data, None, weights)?));
    };
    // Rows of which nothing is known but how many there are.
    let mut table = Table { rows, ..Table::default() };
    labels::join(data, &mut table, options(data).unlabeled, &Printer::new(global))?;
    let labels = labels_of(&table)?;
    let (labeled, classes) = (labels.labeled_rows().len(), labels.present_classes().len());
    let shape = Shape::new(rows, columns, labeled, classes);
    Ok(Shape { sample_bytes: if stays { 0 } else { shape.sample_bytes }, ..shape })
}

/// Reads a table for a model: its columns by name where both have names, in whatever order, and what is to be kept beside them.
pub(crate) fn read_for(
    data: &Data,
    keep: &[String],
    model: &Model,
    global: &Global,
) -> CommandResult<Table> {
    if let Some(text) = data.text.first() {
        return Err(Failure::usage(
            format!("--text {text} was given with a model, which knows its columns of texts"),
            "leave out --text",
        ));
    }
    let (like, keep) = (model.encoding(), columns(&with_id(data, keep)));
    // Gaps are filled as they were when the model was fitted, unless someone says otherwise.
    let usual = if like.filled { Missing::Median } else { Missing::default() };
    let missing = data.missing.unwrap_or(usual);
    let like = Some(like);
    let table = read_with(data, ReadOptions { like, keep, missing, ..options(data) }, global)?;
    notes::repeated(&table, &Printer::new(global));
    let table = if model.is_condensed() { table } else { table.written_out() };
    Ok(table.with_checks_as_labels())
}

fn read_with(data: &Data, options: ReadOptions, global: &Global) -> CommandResult<Table> {
    let source = Source::from(&data.path);
    let mut table = Progress::while_running(&format!("reading {source}"), global, || {
        halflit_io::read(&source, &options)
    })?;
    labels::join(data, &mut table, options.unlabeled, &Printer::new(global))?;
    let printer = Printer::new(global);
    table.notes.iter().for_each(|note| printer.say(format!("{source}: {note}")));
    notes::read(&source, &table, &printer);
    Ok(table)
}

fn columns(names: &[String]) -> Vec<ColumnRef> {
    names.iter().map(|name| ColumnRef::from(name.as_str())).collect()
}

/// What marks an unlabeled row where nobody says what does, here and in Python.
const UNLABELED: &str = "-1";

fn options(data: &Data) -> ReadOptions {
    ReadOptions {
        format: data.format,
        delimiter: data.delimiter,
        decimal: data.decimal,
        header: (data.header || data.no_header).then_some(data.header),
        label: data.label.as_deref().map(ColumnRef::from),
        columns: (!data.columns.is_empty()).then(|| columns(&data.columns)),
        drop: columns(&data.drop),
        keep: Vec::new(),
        texts: columns(&data.text),
        text_use: TextUse::Always,
        text: TextChoice::default(),
        missing: data.missing.unwrap_or_default(),
        stored: true,
        categories: true,
        like: None,
        unlabeled: match data.unlabeled.is_empty() {
            true => vec![UNLABELED.into()],
            false => data.unlabeled.clone(),
        },
        matrix: data.matrix.clone(),
        label_matrix: data.label_matrix.clone(),
    }
}

/// Refuses kept columns that have the name of a column of the result, before there is one.
pub(crate) fn check_kept(table: &Table, own: impl Iterator<Item = String>) -> CommandResult {
    let own: Vec<String> = own.collect();
    match table.kept.iter().find(|(name, _)| own.contains(name)) {
        Some((name, _)) => Err(Failure::usage(
            format!("the result has a column '{name}' of its own"),
            format!("leave '{name}' out of --keep, or rename it in the file"),
        )),
        None => Ok(()),
    }
}

/// The dataset, its samples borrowed from the table, with the distances between its rows where these are to be looked up, and how
/// often they count.
pub(crate) fn dataset<'t>(
    table: &'t Table,
    data: &Data,
    distances: Option<&Path>,
    weights: Option<Vec<f64>>,
) -> CommandResult<Dataset<'t>> {
    let mut samples = samples(table, &data.path)?;
    if let Some(path) = distances {
        let distances = halflit_io::read(&Source::from(path), &ReadOptions::default())?;
        let attached = samples.with_distances(distances.written_out().values);
        samples = attached.map_err(|error| Failure::from(error).about(path))?;
    }
    let dataset = Dataset::new(samples, labels_of(table)?)?;
    Ok(match weights {
        Some(weights) => dataset.with_weights(weights)?,
        None => dataset,
    })
}

/// The labels to learn from.
fn labels_of(table: &Table) -> CommandResult<Labels> {
    Ok(match &table.labels {
        None => Labels::none(table.rows),
        Some(labels) => Labels::from_codes(labels.names().to_vec(), labels.codes().collect())?,
    })
}

/// The samples, borrowed from the table; a value that is too large is named by file, row and column.
pub(crate) fn samples<'t>(table: &'t Table, path: &Path) -> CommandResult<Samples<'t>> {
    table.samples().map_err(|error| match error {
        Error::TooLarge { row, column, value } => {
            let (name, row) = (&table.feature_names[column], table.number_of(row));
            let help = format!("{} (--drop '{name}')", error.help());
            Failure::new(format!("row {row}, column '{name}' is {value:e}"), help).about(path)
        }
        other => Failure::from(other),
    })
}
