//! `halflit tune`: every setting of a grid by cross-validation.

use halflit_report::pictures;
use serde_json::json;

use crate::args::{Global, Tune};
use crate::commands::fit::{check_outputs, searched, write_pictures};
use crate::failure::{Failure, Outcome};
use crate::printer::Printer;
use crate::{data, files, recipe, report, show};

pub(crate) fn run(options: &Tune, global: &Global) -> Outcome {
    let printer = Printer::new(global);
    check_outputs(&options.pictures, &[options.model.as_deref()])?;
    let reduction = recipe::reduction(&options.learner.method, &options.learner.options)?;
    let grid = recipe::given_grid(&reduction, &options.learner.options, &options.grid)?;
    let table = data::read(&options.data)?;
    let dataset = data::dataset(&table)?;
    let labeled = dataset.labels().labeled_rows().len();
    printer.say(show::headline(&reduction, table.rows, table.width(), labeled));
    let tuned = searched(&reduction, &dataset, &grid, global)?;
    if options.model.is_some() || options.pictures.report.is_some() {
        let model = tuned.reduction.fit(&dataset)?;
        let model = match table.named {
            true => model.with_feature_names(table.feature_names.clone())?,
            false => model,
        };
        if let Some(path) = &options.model {
            files::write_model(path, &model, options.pictures.force)?;
            printer.wrote("the model", path);
        }
        let page = crate::args::Pictures { picture: None, ..options.pictures.clone() };
        write_pictures(&page, &model, &dataset, Some(&tuned.scores), &printer)?;
    }
    if let Some(path) = &options.pictures.picture {
        let Some(map) = report::heat_map(&tuned.scores) else {
            return Err(Failure::usage(
                "a heat map needs at least two values of gamma and of alpha",
                "leave out --picture, or give --gammas and --alphas",
            ));
        };
        files::write_picture(
            path,
            &pictures::heat_map(&map, "Cross-validated accuracy")?,
            options.pictures.force,
        )?;
        printer.wrote("the heat map", path);
    }
    printer.result(
        || json!({ "best": tuned.best, "settings": show::scores_json(&tuned.scores), "skipped": tuned.scores.skipped().collect::<Vec<_>>() }),
        || show::scores_table(&tuned.scores),
    )
}
