//! `halflit compare`: methods side by side, each fitted as `halflit fit` would, parameters chosen inside every fold.

use halflit::evaluation::cross_validation;
use halflit::learner::Kind;
use halflit::{AnyLearner, Dataset, Learner, Reduction, Space};
use halflit_report::{AccuracyTable, Report, pictures};
use serde_json::json;

use crate::args::{Compare, Global, Pictures};
use crate::commands::fit::check_outputs;
use crate::commands::side_by_side::{Row, accuracy_table, side_by_side, text};
use crate::commands::verdict::verdict;
use crate::failure::{Failure, Outcome};
use crate::printer::Printer;
use crate::{caution, data, files, recipe, report};

pub(crate) fn run(options: &Compare, global: &Global) -> Outcome {
    let printer = Printer::new(global);
    check_outputs(&options.pictures, &[])?;
    let methods = match options.methods.is_empty() {
        false => options.methods.clone(),
        true => all_but_custom()?,
    };
    let reductions = recipe::reductions(&methods, &options.options, &options.grid, global.seed)?;
    let table = data::read(&options.data, global)?;
    let distances = options.options.parameters.distances.as_deref();
    let dataset = data::dataset(&table, &options.data, distances)?;
    let rows = compare(&reductions, &dataset, global)?;
    let verdict = verdict(&rows);
    let caption = format!(
        "Accuracy on held-out labels, nested cross-validation over {} labeled rows",
        dataset.labels().labeled_rows().len()
    );
    write_pictures(&options.pictures, &accuracy_table(&rows, caption), &verdict, &printer)?;
    printer.result(
        || json!({ "rows": rows.iter().map(Row::json).collect::<Vec<_>>(), "verdict": verdict }),
        || format!("{}\n\n{}", text(&rows), verdict.join("\n")),
    )
}

fn all_but_custom() -> Outcome<Vec<AnyLearner>> {
    let ready = AnyLearner::TABLE.iter().filter(|info| info.kind != Kind::Custom);
    Ok(ready.map(|info| AnyLearner::named(info.name)).collect::<Result<_, _>>()?)
}

fn compare(
    reductions: &[Reduction<AnyLearner>],
    data: &Dataset<'_>,
    global: &Global,
) -> Outcome<Vec<Row>> {
    let labels = data.labels();
    let (Some(first), true) = (reductions.first(), labels.labeled_rows().len() >= 4) else {
        return Err(Failure::new(
            "a comparison needs at least four labeled rows",
            "name the label column with --label, or label more rows",
        ));
    };
    let slow = reductions.iter().find(|r| r.learner.unlabel().graph().is_some());
    caution::size(slow.unwrap_or(first), data, &Printer::new(global));
    // Scaling, kernel and PCA are the same for all methods, and so are the span and the graph.
    let space = Space::of(data.samples(), &first.space)?;
    side_by_side(&space, reductions, labels, &cross_validation(labels, global.seed)?, global)
}

fn write_pictures(
    pictures: &Pictures,
    accuracy: &AccuracyTable,
    verdict: &[String],
    printer: &Printer<'_>,
) -> Outcome {
    let title = "Methods side by side";
    if let Some(path) = &pictures.picture {
        files::write_picture(path, &pictures::accuracy(accuracy, title)?, pictures.force)?;
        printer.wrote("the picture", path);
    }
    if let Some(path) = &pictures.report {
        let report = Report {
            title: title.into(),
            summary: verdict.to_vec(),
            command: report::command_line(),
            accuracy: Some(accuracy.clone()),
            ..Report::default()
        };
        files::write_page(path, &report, pictures.force)?;
        printer.wrote("the report", path);
    }
    Ok(())
}
