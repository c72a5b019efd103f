//! `halflit tune`: every setting of a grid by cross-validation.

use halflit::evaluation::{Grid, Tuned};
use halflit_report::pictures;
use serde_json::json;

use crate::args::{Global, Pictures, Tune};
use crate::commands::fit::{check_outputs, fitted, searched, write_pictures};
use crate::failure::{Failure, Outcome};
use crate::printer::Printer;
use crate::{caution, data, files, recipe, report, show};

pub(crate) fn run(options: &Tune, global: &Global) -> Outcome {
    let printer = Printer::new(global);
    check_outputs(&options.pictures, &[options.model.as_deref()])?;
    let parameters = &options.learner.options.parameters;
    recipe::wants_distances(parameters)?;
    let reduction = recipe::reduction(&options.learner.method, &options.learner.options)?;
    let grid = recipe::given_grid(&reduction, parameters, &options.grid)?;
    check_heat_map(&options.pictures, &grid)?;
    let table = data::read(&options.data, global)?;
    let dataset = data::dataset_with_distances(&table, &options.data, parameters)?;
    printer.say(show::headline(&reduction, &dataset));
    caution::size(&reduction, &dataset, &printer);
    let tuned = searched(&reduction, &dataset, &grid, global)?;
    if options.model.is_some() || options.pictures.report.is_some() {
        let model = fitted(&tuned.reduction, &dataset, &table, global)?;
        if let Some(path) = &options.model {
            files::write_model(path, &model, options.pictures.force)?;
            printer.wrote("the model", path);
        }
        let page = Pictures { picture: None, ..options.pictures.clone() };
        write_pictures(&page, &model, &dataset, Some(&tuned.scores), &printer)?;
    }
    write_heat_map(&options.pictures, &tuned, &printer)?;
    printer.result(
        || {
            json!({
                "rule": "highest accuracy, then largest margin, then the first",
                "best": tuned.best,
                "settings": tuned.scores.summary(),
                "skipped": tuned.scores.skipped().collect::<Vec<_>>(),
            })
        },
        || show::scores_table(&tuned.scores),
    )
}

/// A heat map has two axes.
fn check_heat_map(pictures: &Pictures, grid: &Grid) -> Outcome {
    match pictures.picture.is_some() && (grid.gamma.len() < 2 || grid.alpha.len() < 2) {
        true => Err(Failure::usage(
            "a heat map needs at least two values of gamma and of alpha",
            "leave out --picture, or give more values with --gammas and --alphas",
        )),
        false => Ok(()),
    }
}

fn write_heat_map(pictures: &Pictures, tuned: &Tuned, printer: &Printer<'_>) -> Outcome {
    let (Some(path), Some(map)) = (&pictures.picture, report::heat_map(&tuned.scores)) else {
        return Ok(());
    };
    let picture = pictures::heat_map(&map, "Cross-validated accuracy")?;
    files::write_picture(path, &picture, pictures.force)?;
    printer.wrote("the heat map", path);
    Ok(())
}
