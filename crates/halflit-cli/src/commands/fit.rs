//! `halflit fit`: learn a map and write it.

use halflit::evaluation::{Scores, Tuned, tune};
use halflit::{AnyLearner, Dataset, Learner, Model, Reduction};
use halflit_io::{Destination, WriteOptions};
use halflit_report::{html, pictures};
use serde_json::json;

use crate::args::{Fit, Global, LearnerOptions, Pictures};
use crate::commands::transform::embedding_table;
use crate::failure::Outcome;
use crate::printer::{Printer, percent};
use crate::progress::Progress;
use crate::report::{self, Story};
use crate::{data, files, recipe, show};

pub(crate) fn run(options: &Fit, global: &Global) -> Outcome {
    let printer = Printer::new(global);
    let force = options.pictures.force;
    check_outputs(&options.pictures, &[options.model.as_deref(), options.output.as_deref()])?;
    let reduction = recipe::reduction(&options.learner.method, &options.learner.options)?;
    let table = data::read(&options.data)?;
    let dataset = data::dataset(&table)?;
    let labeled = dataset.labels().labeled_rows().len();
    printer.say(show::headline(&reduction, table.rows, table.width(), labeled));
    let (reduction, scores) = found(&reduction, &options.learner.options, &dataset, global)?;
    let fitted = Progress::while_running("fitting", global, || reduction.fit(&dataset))?;
    let model = match table.named {
        true => fitted.with_feature_names(table.feature_names.clone())?,
        false => fitted,
    };
    if let Some(path) = &options.model {
        files::write_model(path, &model, force)?;
        printer.wrote("the model", path);
    }
    if let Some(path) = &options.output {
        let to = WriteOptions { format: None, force };
        embedding_table(&model, &dataset)?.write(&Destination::from(path), &to)?;
        printer.wrote("the map", path);
    }
    write_pictures(&options.pictures, &model, &dataset, scores.as_ref(), &printer)?;
    if options.output.as_ref().is_some_and(|path| path.as_os_str() == "-") {
        return Ok(());
    }
    summary(&printer, &model, scores.as_ref())
}

/// γ and α by cross-validation where they were not given; nothing is searched where there is nothing to find.
fn found(
    reduction: &Reduction<AnyLearner>,
    options: &LearnerOptions,
    data: &Dataset<'_>,
    global: &Global,
) -> Outcome<(Reduction<AnyLearner>, Option<Scores>)> {
    let Some(grid) = recipe::grid(reduction, options) else { return Ok((reduction.clone(), None)) };
    if data.labels().labeled_rows().len() < 2
        && reduction.learner.label_part(data).is_ok_and(|part| part.is_none())
    {
        let printer = Printer::new(global);
        printer.say("no labels to tune by: alpha stays at its default");
        return Ok((reduction.clone(), None));
    }
    let Tuned { reduction, scores, .. } = searched(reduction, data, &grid, global)?;
    Ok((reduction, Some(scores)))
}

/// A search with progress and a line on its result.
pub(crate) fn searched(
    reduction: &Reduction<AnyLearner>,
    data: &Dataset<'_>,
    grid: &halflit::evaluation::Grid,
    global: &Global,
) -> Outcome<Tuned> {
    let printer = Printer::new(global);
    let progress = Progress::new("tuning", global);
    let tuned = tune(reduction, data, grid, global.seed, &|done, total| progress.at(done, total))?;
    drop(progress);
    printer.say(format!(
        "chose {} by cross-validation: {} % right on held-out labels",
        show::setting(&tuned.best.setting),
        percent(tuned.best.accuracy)
    ));
    for reason in tuned.scores.skipped() {
        printer.detail(format!("a fold was left out because {reason}"));
    }
    Ok(tuned)
}

/// Refuses before any work what could not be written after it.
pub(crate) fn check_outputs(pictures: &Pictures, others: &[Option<&std::path::Path>]) -> Outcome {
    let own = [pictures.report.as_deref(), pictures.picture.as_deref()];
    for path in own.iter().chain(others) {
        files::check_free(*path, pictures.force)?;
    }
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
    let title = format!("{} in {} dimensions", model.recipe().learner, model.dimension());
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
        let page = html(&story.report()?)?;
        halflit_io::write_bytes_atomically(path, page.as_bytes(), pictures.force)?;
        printer.wrote("the report", path);
    }
    Ok(())
}

fn sentences(model: &Model, data: &Dataset<'_>, scores: Option<&Scores>) -> Vec<String> {
    let labels = data.labels();
    let (rows, labeled) = (labels.len(), labels.labeled_rows().len());
    let first = format!(
        "{} rows of {} columns, {labeled} of them labeled, reduced to {} dimensions by {}.",
        rows,
        data.samples().columns(),
        model.dimension(),
        model.recipe().learner
    );
    std::iter::once(first).chain(scores.and_then(report::search_sentence)).collect()
}

fn summary(printer: &Printer<'_>, model: &Model, scores: Option<&Scores>) -> Outcome {
    let json = || {
        let mut value = show::model_json(model);
        value["cross_validation"] = json!(scores.and_then(Scores::best));
        value
    };
    printer.result(json, || {
        let eigenvalues = model.eigenvalues().iter().map(|v| crate::printer::short(*v));
        let eigenvalues = eigenvalues.take(10).collect::<Vec<_>>().join(", ");
        let mut pairs = show::parameters(model);
        pairs.push(("eigenvalues".into(), eigenvalues));
        pairs.extend(show::diagnostics(model));
        show::pairs_text(&pairs)
    })
}
