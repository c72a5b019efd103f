//! `halflit fit`: learn a map and write it.

use std::path::Path;

use halflit::evaluation::{Grid, Scores, SettingScore, Tuned, tune, tune_automatically};
use halflit::{AnyLearner, Dataset, Learner, Model, Reduction};
use halflit_io::Table;
use halflit_report::pictures;
use serde_json::json;

use crate::args::{Fit, Global, ParameterOptions, Pictures};
use crate::commands::transform::map;
use crate::failure::Outcome;
use crate::printer::{Printer, percent};
use crate::progress::Progress;
use crate::report::{self, Story};
use crate::target::Target;
use crate::{caution, data, files, recipe, show};

pub(crate) fn run(options: &Fit, global: &Global) -> Outcome {
    let printer = Printer::new(global);
    let force = options.pictures.force;
    let target = target(options, global)?;
    let parameters = &options.learner.options.parameters;
    recipe::wants_distances(parameters)?;
    let reduction = recipe::reduction(&options.learner.method, &options.learner.options)?;
    let table = data::read(&options.data, global)?;
    let dataset = data::dataset_with_distances(&table, &options.data, parameters)?;
    printer.say(show::headline(&reduction, &dataset));
    caution::size(&reduction, &dataset, &printer);
    let found = found(&reduction, parameters, &dataset, global)?;
    let model = fitted(&found.reduction, &dataset, &table, global)?;
    if let Some(path) = &options.model {
        files::write_model(path, &model, force)?;
        printer.wrote("the model", path);
    }
    write_pictures(&options.pictures, &model, &dataset, found.scores.as_ref(), &printer)?;
    if let Some(target) = &target {
        let points = model.transform(dataset.samples())?;
        target.write(map(&points, table.labels.as_ref()), "the map", global)?;
        if target.is_stdout() {
            return Ok(());
        }
    }
    summary(&printer, &model, found.best.as_ref())
}

/// Refuses before any work what could not be written after it.
fn target(options: &Fit, global: &Global) -> Outcome<Option<Target>> {
    let output = options.output.as_deref().filter(|path| path.as_os_str() != "-");
    check_outputs(&options.pictures, &[options.model.as_deref(), output])?;
    let format = options.output_format.as_deref();
    let target = |path| Target::at(path, format, options.pictures.force, global);
    options.output.as_deref().map(target).transpose()
}

/// The parameters of a fit and how they did.
struct Found {
    reduction: Reduction<AnyLearner>,
    /// Absent where nothing was searched.
    best: Option<SettingScore>,
    /// Of a grid.
    scores: Option<Scores>,
}

/// γ and α where they were not given: automatically if both are open, else by cross-validation of the one that is; nothing
/// is searched where there is nothing to find.
fn found(
    reduction: &Reduction<AnyLearner>,
    fixed: &ParameterOptions,
    data: &Dataset<'_>,
    global: &Global,
) -> Outcome<Found> {
    let nothing = Found { reduction: reduction.clone(), best: None, scores: None };
    let Some(grid) = recipe::grid(reduction, fixed) else { return Ok(nothing) };
    if data.labels().labeled_rows().len() < 2 && reduction.learner.label_part(data)?.is_none() {
        Printer::new(global).say("no labels to tune by: alpha stays at its default");
        return Ok(nothing);
    }
    let default = Grid::default_for(&reduction.learner);
    if !grid.gamma.is_empty() && !grid.alpha.is_empty() && grid == default {
        let Tuned { reduction, best, .. } = automatic(reduction, data, global)?;
        return Ok(Found { reduction, best: Some(best), scores: None });
    }
    let Tuned { reduction, best, scores } = searched(reduction, data, &grid, global)?;
    Ok(Found { reduction, best: Some(best), scores: Some(scores) })
}

/// γ and α by balance and margins, with a line on the result.
fn automatic(
    reduction: &Reduction<AnyLearner>,
    data: &Dataset<'_>,
    global: &Global,
) -> Outcome<Tuned> {
    check_classes(reduction, data)?;
    let progress = Progress::new("tuning", global);
    let report = |done: usize, total: usize| progress.at(done, total);
    let tuned = tune_automatically(reduction, data, global.seed, &report)?;
    drop(progress);
    Printer::new(global).say(format!(
        "chose {} by balance and margins: {} % right on held-out labels",
        show::setting(&tuned.best.setting, reduction),
        percent(tuned.best.accuracy)
    ));
    Ok(tuned)
}

/// A learner that cannot do with one class says so better than a fold would.
fn check_classes(reduction: &Reduction<AnyLearner>, data: &Dataset<'_>) -> Outcome {
    if data.labels().present_classes().len() < 2 {
        reduction.learner.label_part(data)?;
    }
    Ok(())
}

/// A search with progress and a line on its result.
pub(crate) fn searched(
    reduction: &Reduction<AnyLearner>,
    data: &Dataset<'_>,
    grid: &Grid,
    global: &Global,
) -> Outcome<Tuned> {
    check_classes(reduction, data)?;
    let printer = Printer::new(global);
    let progress = Progress::new("tuning", global);
    let tuned = tune(reduction, data, grid, global.seed, &|done, total| progress.at(done, total))?;
    drop(progress);
    let accuracy = percent(tuned.best.accuracy);
    printer.say(match tuned.scores.settings.len() {
        1 => format!("{accuracy} % right on held-out labels"),
        _ => format!(
            "chose {} by cross-validation: {accuracy} % right on held-out labels",
            show::setting(&tuned.best.setting, reduction)
        ),
    });
    for reason in tuned.scores.skipped() {
        printer.detail(format!("a fold was left out because {reason}"));
    }
    Ok(tuned)
}

/// The model, with the names of its columns if they have some.
pub(crate) fn fitted(
    reduction: &Reduction<AnyLearner>,
    data: &Dataset<'_>,
    table: &Table,
    global: &Global,
) -> Outcome<Model> {
    let expected = caution::expected(reduction, data);
    let model = Progress::while_running("fitting", expected, global, || reduction.fit(data))?;
    match table.named {
        true => Ok(model.with_feature_names(table.feature_names.clone())?),
        false => Ok(model),
    }
}

/// Refuses before any work what could not be written after it.
pub(crate) fn check_outputs(pictures: &Pictures, others: &[Option<&Path>]) -> Outcome {
    let own = [pictures.report.as_deref(), pictures.picture.as_deref()];
    files::check_free(&[&own, others].concat(), pictures.force)?;
    pictures.picture.as_deref().map_or(Ok(()), |path| files::picture_kind(path).map(drop))
}

/// The picture and the page, if they were asked for.
pub(crate) fn write_pictures(
    pictures: &Pictures,
    model: &Model,
    data: &Dataset<'_>,
    scores: Option<&Scores>,
    printer: &Printer<'_>,
) -> Outcome {
    let title = format!("{} in {}", model.recipe().learner, show::dimensions(model.dimension()));
    if let Some(path) = &pictures.picture {
        let picture = pictures::embedding(&report::embedding(model, data)?, &title)?;
        files::write_picture(path, &picture, pictures.force)?;
        printer.wrote("the picture", path);
    }
    if let Some(path) = &pictures.report {
        let story = Story {
            title,
            summary: sentences(model, data, scores),
            command: report::command_line(),
            model,
            data,
            scores,
            accuracy: None,
        };
        files::write_page(path, &story.report()?, pictures.force)?;
        printer.wrote("the report", path);
    }
    Ok(())
}

fn sentences(model: &Model, data: &Dataset<'_>, scores: Option<&Scores>) -> Vec<String> {
    let labels = data.labels();
    let (rows, labeled) = (labels.len(), labels.labeled_rows().len());
    let first = format!(
        "{} rows of {} columns, {labeled} of them labeled, reduced to {} by {}.",
        rows,
        data.samples().columns(),
        show::dimensions(model.dimension()),
        model.recipe().learner
    );
    std::iter::once(first).chain(scores.and_then(report::search_sentence)).collect()
}

fn summary(printer: &Printer<'_>, model: &Model, best: Option<&SettingScore>) -> Outcome {
    let json = || {
        let mut value = show::model_json(model);
        value["cross_validation"] = json!(best);
        value
    };
    printer.result(json, || {
        let eigenvalues = model.eigenvalues().iter().map(|v| crate::printer::short(*v));
        let mut shown = eigenvalues.take(10).collect::<Vec<_>>().join(", ");
        if model.eigenvalues().len() > 10 {
            shown += ", …";
        }
        let mut pairs = show::parameters(model);
        pairs.push(("eigenvalues".into(), shown));
        pairs.extend(show::diagnostics(model));
        show::pairs_text(&pairs)
    })
}
