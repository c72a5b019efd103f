//! `halflit transform`: map a table into the subspace.

use halflit::RowMatrix;
use halflit_io::{OutputColumn, OutputTable, Table};

use crate::args::{Global, Transform};
use crate::failure::CommandResult;
use crate::printer::Printer;
use crate::progress::Progress;
use crate::target::Target;
use crate::{data, dry_run, files, questions};

pub(crate) fn run(options: &Transform, global: &Global) -> CommandResult {
    let target =
        Target::new(&options.output, &options.data.files(&[Some(&options.model)]), global)?;
    let model = files::read_model(&options.model)?;
    let table = data::read_for(&options.data, &options.keep, &model, global)?;
    let names = (1..=model.dimension()).map(|j| format!("z{j}"));
    data::check_kept(&table, names.chain(["row", "label"].map(str::to_owned)))?;
    questions::pairs(&model, table.rows, false, &Printer::new(global));
    let samples = data::samples(&table, &options.data.path)?;
    dry_run::check_mapping(table.rows, model.dimension())?;
    let points = Progress::while_running("mapping", global, || model.transform(&samples))?;
    target.write(map(&points, &table), "the map", global)?;
    target.report(points.rows(), global)
}

/// What is kept beside the map, the numbers of the rows where some were left out, columns z1, z2, …, and the labels if there
/// are some.
pub(crate) fn map(points: &RowMatrix<'_>, table: &Table) -> OutputTable {
    let column = |j: usize| (0..points.rows()).map(|i| points.row(i)[j]).collect();
    let axes =
        (0..points.columns()).map(|j| (format!("z{}", j + 1), OutputColumn::Numbers(column(j))));
    let rows: Vec<usize> = (0..table.rows).collect();
    let numbers = table.numbers.iter().map(|numbers| {
        let numbers = numbers.iter().map(|&number| number as i64).collect();
        ("row".to_owned(), OutputColumn::Integers(numbers))
    });
    let labels = table.labels.iter();
    let labels = labels.map(|labels| ("label".to_owned(), OutputColumn::Texts(labels.to_vec())));
    let kept = table.kept_columns(&rows).into_iter();
    OutputTable { columns: kept.chain(numbers).chain(axes).chain(labels).collect() }
}
