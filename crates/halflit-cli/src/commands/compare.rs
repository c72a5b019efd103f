//! `halflit compare`: methods side by side, each fitted as `halflit fit` would, parameters chosen inside every fold.

use halflit::evaluation::{Comparison, Standing, testable_folds};
use halflit::learner::Kind;
use halflit::{Dataset, Kernel, Method, Plan, Shape};
use halflit_report::{AccuracyTable, Report, pictures};
use serde_json::json;

use crate::args::{Compare, Global, LearnerOptions, Pictures};
use crate::commands::fit::check_outputs;
use crate::commands::side_by_side::{self, accuracy_table, side_by_side, standing_json, text};
use crate::failure::{CommandResult, Failure};
use crate::plan::Options;
use crate::printer::Printer;
use crate::{caution, data, dry_run, files, questions, report};

pub(crate) fn run(options: &Compare, global: &Global) -> CommandResult {
    let printer = Printer::new(global);
    let distances = options.options.parameters.distances.as_deref();
    check_outputs(&options.pictures, &[], &options.data.files(&[distances]))?;
    let methods = match options.methods.is_empty() {
        false => options.methods.clone(),
        true => all_but_custom(&options.options)?,
    };
    let asked = Options { learner: &options.options, lists: &options.grid, seed: global.seed };
    let plans = asked.plans(&methods)?;
    let (table, weights) = data::read_weighed(&options.data, &[], &options.weight, global)?;
    let table = data::suited(table, &plans);
    questions::which_label(&plans, &options.data, &table)?;
    questions::scales(&plans, &options.options.space, &table, &printer);
    let dataset = data::dataset(&table, &options.data, distances, weights)?;
    let found = compare(&plans, &dataset, global)?;
    let (methods, verdict) = (&found.standings, found.verdict());
    let caption = format!(
        "Accuracy on held-out labels, nested cross-validation over {} labeled rows",
        dataset.labels().labeled_rows().len()
    );
    let best = best_first(methods);
    let note = |method: &Standing| marked(method, &best[0]);
    write_pictures(&options.pictures, &accuracy_table(&best, note, caption), &verdict, &printer)?;
    printer.result(
        || json!({ "rows": methods.iter().map(standing_json).collect::<Vec<_>>(), "verdict": verdict }),
        || format!("{}\n\n{}", text(&best, note), verdict.join("\n")),
    )
}

/// By accuracy; of equal ones the order stays, and what could not be fitted comes last.
fn best_first(methods: &[Standing]) -> Vec<Standing> {
    let mut sorted = methods.to_vec();
    let accuracy = |own: &Standing| own.accuracy().unwrap_or(-1.0);
    sorted.sort_by(|a, b| accuracy(b).total_cmp(&accuracy(a)));
    sorted
}

/// What stands beside a method; the best says that it is.
fn marked(method: &Standing, best: &Standing) -> String {
    match (method.name == best.name, side_by_side::note(method)) {
        (false, note) => note,
        (true, note) if note.is_empty() => "best".into(),
        (true, note) => format!("best, {note}"),
    }
}

/// Of a kernel matrix nothing but the kernel is known, so that auto has nothing to look at.
fn all_but_custom(options: &LearnerOptions) -> CommandResult<Vec<Method>> {
    let rows_are_known = options.space.kernel != Some(Kernel::Precomputed {});
    let infos = Method::table().filter(|info| info.kind != Kind::Custom);
    let infos = infos.filter(|info| rows_are_known || info.name != Method::AUTO);
    Ok(infos.map(|info| Method::named(info.name)).collect::<halflit::Result<_>>()?)
}

fn compare(plans: &[Plan], data: &Dataset<'_>, global: &Global) -> CommandResult<Comparison> {
    let (samples, labels) = (data.samples(), data.labels());
    if labels.labeled_rows().len() < 4 {
        return Err(Failure::new(
            "a comparison needs at least four labeled rows",
            "name the label column with --label, or label more rows",
        ));
    }
    let shape = Shape::of(data);
    plans.iter().try_for_each(|plan| dry_run::check_memory(plan, &shape))?;
    caution::time(plans, &shape, &Printer::new(global));
    let folds = testable_folds(labels, global.seed)?;
    if folds.is_empty() {
        return Err(Failure::new(
            "no class has two labeled rows, so that no label can be held out",
            "label a second row of some classes",
        ));
    }
    side_by_side(plans, samples, labels, &folds, global)
}

fn write_pictures(
    pictures: &Pictures,
    accuracy: &AccuracyTable,
    verdict: &[String],
    printer: &Printer<'_>,
) -> CommandResult {
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
