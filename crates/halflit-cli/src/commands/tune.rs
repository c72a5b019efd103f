//! `halflit tune`: every setting of a grid by cross-validation.

use halflit::Plan;
use halflit::choose::{Grid, Search, Selection, Setting};
use halflit_report::pictures;
use serde_json::json;

use crate::args::{Global, Pictures, Tune};
use crate::commands::fit::{Account, check_outputs};
use crate::failure::{CommandResult, Failure};
use crate::plan::Options;
use crate::printer::Printer;
use crate::{caution, check, data, dry_run, files, questions, report, show};

pub(crate) fn run(options: &Tune, global: &Global) -> CommandResult {
    let printer = Printer::new(global);
    let distances = options.options.parameters.distances.as_deref();
    let inputs = options.data.files(&[distances]);
    check_outputs(&options.pictures, &[options.model.as_deref()], &inputs)?;
    let plan = plan(options, global)?;
    check_heat_map(&options.pictures, &plan)?;
    if options.dry_run {
        let shape = data::shape(&options.data, &options.weight, &plan, global)?;
        return dry_run::tell(&plan, &shape, !options.no_check, global);
    }
    let (table, weights) = data::read_weighed(&options.data, &[], &options.weight, global)?;
    let table = data::suited(table, std::slice::from_ref(&plan));
    questions::which_label(std::slice::from_ref(&plan), &options.data, &table)?;
    caution::page(&options.pictures, table.rows)?;
    let dataset = data::dataset(&table, &options.data, distances, weights)?;
    questions::scales(std::slice::from_ref(&plan), &options.options.space, &table, &printer);
    let account = Account::new(&plan, &dataset, &table, !options.no_check, global)?;
    let Some(selection) = &account.fit.selection else {
        let help = "label some rows and name their column with --label";
        return Err(Failure::new("no labels to tune by", help));
    };
    account.write_model(options.model.as_deref(), options.pictures.force, &printer)?;
    if options.pictures.report.is_some() {
        let page = Pictures { picture: None, ..options.pictures.clone() };
        account.write_pictures(&page, &account.mapping(global)?, &table, &printer)?;
    }
    write_heat_map(&options.pictures, selection, &printer)?;
    account.choice().iter().for_each(|line| printer.say(format!("chose {line}")));
    account.say_accuracy(&printer);
    printer.result(
        || {
            json!({
                "rule": "highest accuracy, then largest margin, then the first",
                "best": selection.best,
                "held_out": account.check.as_ref().map(check::to_json),
                "settings": selection.scores.summary(),
                "skipped": selection.scores.skipped().collect::<Vec<_>>(),
            })
        },
        || show::scores_table(&selection.scores),
    )
}

/// A grid, whether lists were given or not.
fn plan(options: &Tune, global: &Global) -> CommandResult<Plan> {
    if options.method.learner().is_none() {
        return Err(Failure::usage(
            "auto has nothing to tune",
            "fit it, or name a method with parameters, such as --method ss-lfda",
        ));
    }
    let asked = Options { learner: &options.options, lists: &options.grid, seed: global.seed };
    let plan = asked.plan(&options.method)?;
    Ok(match plan.search {
        Search::Auto(open) => {
            Plan { search: Search::Grid(Grid { open, ..Grid::default() }), ..plan }
        }
        Search::Fixed | Search::Grid(_) => plan,
    })
}

/// A heat map has two axes.
fn check_heat_map(pictures: &Pictures, plan: &Plan) -> CommandResult {
    let (Some(learner), Search::Grid(grid)) = (plan.learner(), &plan.search) else { return Ok(()) };
    let settings = grid.settings(learner, 1, plan.weights)?;
    let varies = |value: fn(&Setting) -> Option<f64>| {
        settings.iter().any(|setting| value(setting) != value(&settings[0]))
    };
    match pictures.picture.is_some() && !(varies(|own| own.gamma) && varies(|own| own.alpha)) {
        true => Err(Failure::usage(
            "a heat map needs at least two values of gamma and of alpha",
            "leave out --picture, or give more values with --gammas and --alphas",
        )),
        false => Ok(()),
    }
}

fn write_heat_map(
    pictures: &Pictures,
    selection: &Selection,
    printer: &Printer<'_>,
) -> CommandResult {
    let (Some(path), Some(map)) = (&pictures.picture, report::heat_map(&selection.scores)) else {
        return Ok(());
    };
    let picture = pictures::heat_map(&map, "Cross-validated accuracy")?;
    files::write_picture(path, &picture, pictures.force)?;
    printer.wrote("the heat map", path);
    Ok(())
}
