//! `halflit plot`: the map, the graph of near rows, and its quality.

use std::path::Path;

use halflit::graph::Neighborhood;
use halflit::learner::Lpp;
use halflit::{Dataset, Plan, Shape};
use halflit_report::{PairGraph, Picture, pictures};
use serde_json::json;

use crate::args::{Global, PictureOutput, Plot, PlotGraph, PlotMap, PlotPairs};
use crate::failure::{CommandResult, Failure};
use crate::printer::Printer;
use crate::progress::Progress;
use crate::report::Mapping;
use crate::{caution, data, dry_run, files, questions, report, show};

pub(crate) fn run(plot: &Plot, global: &Global) -> CommandResult {
    match plot {
        Plot::Map(options) => map(options, global),
        Plot::Graph(options) => graph(options, global),
        Plot::Pairs(options) => pairs(options, global),
    }
}

fn map(options: &PlotMap, global: &Global) -> CommandResult {
    check(&options.output, &options.data.files(&[Some(&options.model)]))?;
    let model = files::read_model(&options.model)?;
    let table = data::read_for(&options.data, &[], &model, global)?;
    let dataset = data::dataset(&table, &options.data, None, None)?;
    dry_run::check_mapping(table.rows, model.dimension() + model.classes().len())?;
    questions::pairs(&model, table.rows, true, &Printer::new(global));
    let mapping = || Mapping::of_rows(&model, dataset.samples());
    let mapping = Progress::while_running("mapping", global, mapping)?;
    let embedding = report::embedding(&model, &mapping, dataset.labels(), &table, None);
    let title = format!("{} in {}", model.plan().name(), show::dimensions(model.dimension()));
    write(&options.output, &pictures::embedding(&embedding, &title)?, global)
}

fn graph(options: &PlotGraph, global: &Global) -> CommandResult {
    check(&options.output, &options.data.files(&[options.model.as_deref()]))?;
    let choice = options.graph.graph()?;
    let model = options.model.as_deref().map(files::read_model).transpose()?;
    let table = match &model {
        None => data::read(&options.data, global)?,
        Some(model) => data::read_for(&options.data, &[], model, global)?,
    };
    let dataset = data::dataset(&table, &options.data, None, None)?;
    check_graph(&choice, &dataset)?;
    warn(&choice, &dataset, global);
    let points = match &model {
        None => Plan::default().prepare(dataset.samples())?.principal(2)?,
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

/// Warns of a graph that takes long, by a fit that needs little else.
fn warn(graph: &Neighborhood, data: &Dataset<'_>, global: &Global) {
    let plan = Plan::new(Lpp { graph: graph.clone() });
    caution::time(&[plan], &Shape::of(data), &Printer::new(global));
}

/// Refuses a graph that would not go into memory.
fn check_graph(graph: &Neighborhood, data: &Dataset<'_>) -> CommandResult {
    dry_run::check_memory(&Plan::new(Lpp { graph: graph.clone() }), &Shape::of(data))
}

fn pairs(options: &PlotPairs, global: &Global) -> CommandResult {
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
    check_graph(&choice, &dataset)?;
    warn(&choice, &dataset, global);
    let chart = || report::pairs_chart(&dataset, &choice, &options.alphas);
    let chart = Progress::while_running("looking at pairs", global, chart)?;
    write(&options.output, &pictures::curves(&chart, &chart.title)?, global)
}

fn check(output: &PictureOutput, inputs: &[&Path]) -> CommandResult {
    files::picture_kind(&output.output)?;
    files::check_free(&[Some(&output.output)], inputs, output.force)
}

fn write(output: &PictureOutput, picture: &Picture, global: &Global) -> CommandResult {
    files::write_picture(&output.output, picture, output.force)?;
    let printer = Printer::new(global);
    printer.wrote("the picture", &output.output);
    printer.written(|| json!({ "picture": output.output }))
}
