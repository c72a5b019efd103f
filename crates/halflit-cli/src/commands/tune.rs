//! `halflit tune`: every setting of a grid by cross-validation.

use halflit::choose::{Found, Grid, Search};
use halflit::evaluation::Plan;
use halflit::{AnyLearner, Reduction};
use halflit_report::pictures;
use serde_json::json;

use crate::args::{Global, Method, Pictures, Tune};
use crate::commands::fit::{Fitted, check_outputs};
use crate::failure::{Failure, Outcome};
use crate::printer::Printer;
use crate::progress::Progress;
use crate::{caution, check, data, dry_run, files, questions, recipe, report, show};

pub(crate) fn run(options: &Tune, global: &Global) -> Outcome {
    let printer = Printer::new(global);
    let distances = options.options.parameters.distances.as_deref();
    let inputs = options.data.files(&[distances]);
    check_outputs(&options.pictures, &[options.model.as_deref()], &inputs)?;
    let reduction = reduction(options, global)?;
    if options.dry_run {
        let shape = data::shape(&options.data, &options.weight, global)?;
        let plan = Plan::Reduction(reduction);
        let plan = recipe::of_dimension(plan, options.options.space.dim, &shape);
        return dry_run::tell(&plan, &shape, !options.no_check, global);
    }
    let (table, weights) = data::read_weighed(&options.data, &options.weight, global)?;
    caution::page(&options.pictures, table.rows)?;
    let dataset = data::dataset(&table, &options.data, distances, weights)?;
    let (given, plan) = (options.options.space.dim, Plan::Reduction(reduction));
    questions::scales(std::slice::from_ref(&plan), &options.options.space, &table, &printer);
    let fitted = Fitted::new(plan, given, &dataset, &table, !options.no_check, global)?;
    let Some(found) = &fitted.found else {
        let help = "label some rows and name their column with --label";
        return Err(Failure::new("no labels to tune by", help));
    };
    fitted.write_model(options.model.as_deref(), options.pictures.force, &printer)?;
    if options.pictures.report.is_some() {
        let page = Pictures { picture: None, ..options.pictures.clone() };
        let place = || report::Placed::new(&fitted.model, dataset.samples());
        let placed = Progress::while_running("mapping", global, place)?;
        fitted.write_pictures(&page, &placed, &table, &printer)?;
    }
    write_heat_map(&options.pictures, found, &printer)?;
    printer.result(
        || {
            json!({
                "rule": "highest accuracy, then largest margin, then the first",
                "best": found.best,
                "held_out": fitted.check.as_ref().map(check::to_json),
                "settings": found.scores.summary(),
                "skipped": found.scores.skipped().collect::<Vec<_>>(),
            })
        },
        || show::scores_table(&found.scores),
    )
}

fn reduction(options: &Tune, global: &Global) -> Outcome<Reduction<AnyLearner>> {
    let Method::Learner(method) = &options.method else {
        return Err(Failure::usage(
            "auto has nothing to tune",
            "fit it, or name a method with parameters, such as --method ss-lfda",
        ));
    };
    let reduction = recipe::reduction(method, &options.options, &options.grid, global.seed)?;
    let grid = recipe::grid(&reduction, &options.options.parameters, &options.grid)?;
    check_heat_map(&options.pictures, &grid)?;
    Ok(Reduction { search: Search::Grid(grid), ..reduction })
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

fn write_heat_map(pictures: &Pictures, found: &Found, printer: &Printer<'_>) -> Outcome {
    let (Some(path), Some(map)) = (&pictures.picture, report::heat_map(&found.scores)) else {
        return Ok(());
    };
    let picture = pictures::heat_map(&map, "Cross-validated accuracy")?;
    files::write_picture(path, &picture, pictures.force)?;
    printer.wrote("the heat map", path);
    Ok(())
}
