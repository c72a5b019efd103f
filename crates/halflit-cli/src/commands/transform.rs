//! `halflit transform`: map a table into the subspace.

use halflit::RowMatrix;
use halflit_io::{LabelColumn, OutputColumn, OutputTable};

use crate::args::{Global, Transform};
use crate::failure::Outcome;
use crate::progress::Progress;
use crate::target::Target;
use crate::{data, files};

pub(crate) fn run(options: &Transform, global: &Global) -> Outcome {
    let target = Target::new(&options.output, global)?;
    let model = files::read_model(&options.model)?;
    let table = data::read_for(&options.data, &model, global)?;
    let samples = data::samples(&table, &options.data.path)?;
    let points = Progress::while_running("mapping", global, || model.transform(&samples))?;
    target.write(map(&points, table.labels.as_ref()), "the map", global)?;
    target.report(points.rows(), global)
}

/// Columns z1, z2, …, and the labels beside them if there are some.
pub(crate) fn map(points: &RowMatrix<'_>, labels: Option<&LabelColumn>) -> OutputTable {
    let column = |j: usize| (0..points.rows()).map(|i| points.row(i)[j]).collect();
    let axes =
        (0..points.columns()).map(|j| (format!("z{}", j + 1), OutputColumn::Numbers(column(j))));
    let labels = labels.map(|labels| ("label".to_owned(), OutputColumn::Texts(labels.to_vec())));
    OutputTable { columns: axes.chain(labels).collect() }
}
