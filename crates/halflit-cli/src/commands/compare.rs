//! `halflit compare`: methods side by side, each fitted as `halflit fit` would, parameters chosen inside every fold.

use halflit::evaluation::{Comparison, Plan, cross_validation};
use halflit::learner::Kind;
use halflit::{AnyLearner, Dataset, Kernel, Space, SpaceChoice};
use halflit_report::{AccuracyTable, Report, pictures};
use serde_json::json;

use crate::args::{Compare, Global, LearnerOptions, Method, Pictures};
use crate::commands::fit::check_outputs;
use crate::commands::side_by_side::{accuracy_table, note, side_by_side, standing_json, text};
use crate::failure::{Failure, Outcome};
use crate::printer::Printer;
use crate::progress::Progress;
use crate::{caution, data, files, questions, recipe, report};

pub(crate) fn run(options: &Compare, global: &Global) -> Outcome {
    let printer = Printer::new(global);
    let distances = options.options.parameters.distances.as_deref();
    check_outputs(&options.pictures, &[], &options.data.files(&[distances]))?;
    let methods = match options.methods.is_empty() {
        false => options.methods.clone(),
        true => all_but_custom(&options.options)?,
    };
    let plans = recipe::plans(&methods, &options.options, &options.grid, global.seed)?;
    let (table, weights) = data::read_weighed(&options.data, &options.weight, global)?;
    questions::scales(&plans, &options.options.space, &table, &printer);
    let dataset = data::dataset(&table, &options.data, distances, weights)?;
    let choice = recipe::space(&options.options.space);
    let found = compare(&plans, options.options.space.dim, &choice, &dataset, global)?;
    let (methods, verdict) = (&found.standings, found.verdict());
    let caption = format!(
        "Accuracy on held-out labels, nested cross-validation over {} labeled rows",
        dataset.labels().labeled_rows().len()
    );
    write_pictures(&options.pictures, &accuracy_table(methods, note, caption), &verdict, &printer)?;
    printer.result(
        || json!({ "rows": methods.iter().map(standing_json).collect::<Vec<_>>(), "verdict": verdict }),
        || format!("{}\n\n{}", text(methods, note), verdict.join("\n")),
    )
}

/// Of a kernel matrix nothing but the kernel is known, so that auto has nothing to look at.
fn all_but_custom(options: &LearnerOptions) -> Outcome<Vec<Method>> {
    let rows_are_known = options.space.kernel != Some(Kernel::Precomputed {});
    let mut methods = if rows_are_known { vec![Method::Auto] } else { Vec::new() };
    for info in AnyLearner::TABLE.iter().filter(|info| info.kind != Kind::Custom) {
        methods.push(Method::Learner(AnyLearner::named(info.name)?));
    }
    Ok(methods)
}

fn compare(
    plans: &[Plan],
    given: Option<usize>,
    choice: &SpaceChoice,
    data: &Dataset<'_>,
    global: &Global,
) -> Outcome<Comparison> {
    let labels = data.labels();
    if labels.labeled_rows().len() < 4 {
        return Err(Failure::new(
            "a comparison needs at least four labeled rows",
            "name the label column with --label, or label more rows",
        ));
    }
    caution::sizes(plans, data, &Printer::new(global));
    // Scaling, kernel and PCA are the same for all methods, and so are the span and the graph.
    let space = || Space::of(data.samples(), choice);
    let space = Progress::while_running("preparing", global, space)?;
    let settled = |plan: &Plan| match plan {
        Plan::Auto(auto) => Plan::Auto(auto.clone()),
        Plan::Reduction(own) => Plan::Reduction(recipe::settled(own, given, &space, labels)),
    };
    let plans: &[Plan] = &plans.iter().map(settled).collect::<Vec<_>>();
    let folds = cross_validation(labels, global.seed)?;
    side_by_side(&space, plans, data.samples(), labels, &folds, global)
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
