//! `halflit transform`: map a table into the subspace.

use halflit::{Dataset, Model, RowMatrix};
use halflit_io::{Destination, OutputColumn, OutputFormat, OutputTable, WriteOptions};

use crate::args::{Global, TableOutput, Transform};
use crate::failure::{Failure, Outcome};
use crate::printer::Printer;
use crate::{data, files};

pub(crate) fn run(options: &Transform, global: &Global) -> Outcome {
    let model = files::read_model(&options.model)?;
    let table = data::read_for(&options.data, &model)?;
    let points = model.transform(&data::samples(&table)?)?;
    let labels = table.labels.as_ref().map(|labels| labels.to_vec());
    write(&with_labels(axes(&points), labels), &options.output, global)?;
    Printer::new(global).wrote("the map", &options.output.output);
    Ok(())
}

/// The map of a dataset as a table, its labels beside it if it has some.
pub(crate) fn embedding_table(model: &Model, data: &Dataset<'_>) -> Outcome<OutputTable> {
    let points = model.transform(data.samples())?;
    let labels = data.labels();
    let names = (0..labels.len()).map(|i| labels.name_of(i).map(str::to_owned)).collect::<Vec<_>>();
    let labels = names.iter().any(Option::is_some).then_some(names);
    Ok(with_labels(axes(&points), labels))
}

/// Columns z1, z2, …
fn axes(points: &RowMatrix<'_>) -> Vec<(String, OutputColumn)> {
    let column = |j: usize| (0..points.rows()).map(|i| points.row(i)[j]).collect();
    (0..points.columns())
        .map(|j| (format!("z{}", j + 1), OutputColumn::Numbers(column(j))))
        .collect()
}

fn with_labels(
    mut columns: Vec<(String, OutputColumn)>,
    labels: Option<Vec<Option<String>>>,
) -> OutputTable {
    columns.extend(labels.map(|labels| ("label".to_owned(), OutputColumn::Texts(labels))));
    OutputTable { columns }
}

/// Writes a table where the options say. NPY holds numbers only, so text columns are left out there.
pub(crate) fn write(table: &OutputTable, output: &TableOutput, global: &Global) -> Outcome {
    let destination = Destination::from(&output.output);
    let format = match (&output.output_format, global.json) {
        (Some(name), _) => Some(format(name)?),
        (None, true) if destination == Destination::StandardOutput => Some(OutputFormat::Json),
        (None, _) => None,
    };
    let npy = format == Some(OutputFormat::Npy)
        || (format.is_none() && output.output.extension().is_some_and(|ending| ending == "npy"));
    let options = WriteOptions { format, force: output.force };
    if npy {
        let numbers =
            |(_, column): &&(String, OutputColumn)| matches!(column, OutputColumn::Numbers(_));
        let columns = table.columns.iter().filter(numbers).cloned().collect();
        return Ok(OutputTable { columns }.write(&destination, &options)?);
    }
    Ok(table.write(&destination, &options)?)
}

fn format(name: &str) -> Outcome<OutputFormat> {
    OutputFormat::from_name(name).ok_or_else(|| {
        let help = format!("use one of {}", OutputFormat::names());
        Failure::usage(format!("there is no output format '{name}'"), help)
    })
}
