//! `halflit plot`: the map, the graph of near rows, and its quality.

use std::path::Path;

use halflit::learner::Pca;
use halflit::{Dataset, Fit, RowMatrix};
use halflit_report::{PairGraph, Picture, pictures};
use serde_json::json;

use crate::args::{Global, PictureOutput, Plot, PlotGraph, PlotMap, PlotPairs};
use crate::failure::{Failure, Outcome};
use crate::printer::Printer;
use crate::progress::Progress;
use crate::{caution, data, files, questions, report, show};

pub(crate) fn run(plot: &Plot, global: &Global) -> Outcome {
    match plot {
        Plot::Map(options) => map(options, global),
        Plot::Graph(options) => graph(options, global),
        Plot::Pairs(options) => pairs(options, global),
    }
}

fn map(options: &PlotMap, global: &Global) -> Outcome {
    check(&options.output, &options.data.files(&[Some(&options.model)]))?;
    let model = files::read_model(&options.model)?;
    let table = data::read_for(&options.data, &[], &model, global)?;
    let dataset = data::dataset(&table, &options.data, None, None)?;
    questions::pairs(&model, table.rows, true, &Printer::new(global));
    let place = || report::Placed::new(&model, dataset.samples());
    let placed = Progress::while_running("mapping", global, place)?;
    let embedding = report::embedding(&model, &placed, dataset.labels(), &table);
    let title = format!("{} in {}", model.recipe().learner, show::dimensions(model.dimension()));
    write(&options.output, &pictures::embedding(&embedding, &title)?, global)
}

fn graph(options: &PlotGraph, global: &Global) -> Outcome {
    check(&options.output, &options.data.files(&[options.model.as_deref()]))?;
    let choice = options.graph.graph()?;
    let model = options.model.as_deref().map(files::read_model).transpose()?;
    let table = match &model {
        None => data::read(&options.data, global)?,
        Some(model) => data::read_for(&options.data, &[], model, global)?,
    };
    let dataset = data::dataset(&table, &options.data, None, None)?;
    caution::all_pairs(&choice, &dataset, &Printer::new(global));
    let points = match &model {
        None => principal_plane(&dataset)?,
        Some(model) => model.transform(dataset.samples())?,
    };
    caution::drawn_pairs(&choice, dataset.samples().rows())?;
    let near = || -> halflit::Result<_> {
        Ok(choice.cost(dataset.samples())?.row_reader(1.0)?.pairs_from(options.threshold))
    };
    let near = Progress::while_running("looking at pairs", global, near)?;
    let labels = dataset.labels();
    let second = |i: usize| points.row(i).get(1).copied().unwrap_or(0.0);
    let graph = PairGraph {
        points: (0..points.rows()).map(|i| (points.row(i)[0], second(i))).collect(),
        labels: (0..labels.len()).map(|i| labels.name_of(i).map(str::to_owned)).collect(),
        classes: labels.classes().to_vec(),
        edges: near.edges().iter().map(|e| (e.first, e.second, e.weight)).collect(),
    };
    let title = format!("Pairs of weight {} and more: {}", options.threshold, near.edges().len());
    write(&options.output, &pictures::pair_graph(&graph, &title)?, global)
}

/// The first two principal axes, or the first where there is only one.
fn principal_plane(data: &Dataset<'_>) -> Outcome<RowMatrix<'static>> {
    let model = Pca::default().fit(data, 2).or_else(|_| Pca::default().fit(data, 1))?;
    Ok(model.transform(data.samples())?)
}

fn pairs(options: &PlotPairs, global: &Global) -> Outcome {
    check(&options.output, &options.data.files(&[]))?;
    let choice = options.graph.graph()?;
    let table = data::read(&options.data, global)?;
    let dataset = data::dataset(&table, &options.data, None, None)?;
    if dataset.labels().labeled_rows().len() < 2 {
        return Err(Failure::new(
            "the quality of a graph is judged by labels, and fewer than two rows have one",
            "name the label column with --label",
        ));
    }
    caution::all_pairs(&choice, &dataset, &Printer::new(global));
    let chart = || report::pairs_chart(&dataset, &choice, &options.alphas);
    let chart = Progress::while_running("looking at pairs", global, chart)?;
    write(&options.output, &pictures::curves(&chart, &chart.title)?, global)
}

fn check(output: &PictureOutput, inputs: &[&Path]) -> Outcome {
    files::picture_kind(&output.output)?;
    files::check_free(&[Some(&output.output)], inputs, output.force)
}

fn write(output: &PictureOutput, picture: &Picture, global: &Global) -> Outcome {
    files::write_picture(&output.output, picture, output.force)?;
    let printer = Printer::new(global);
    printer.wrote("the picture", &output.output);
    printer.written(|| json!({ "picture": output.output }))
}
