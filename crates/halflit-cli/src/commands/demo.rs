//! `halflit demo`: the main job on embedded data.

use std::path::{Path, PathBuf};

use halflit::evaluation::{RAW, Standing, draw_labeled};
use halflit::{Dataset, Method, Model, Plan, datasets};
use halflit_io::Table;
use halflit_report::{AccuracyTable, pictures};
use serde_json::json;

use crate::args::{Demo, Global};
use crate::commands::side_by_side::{self, accuracy_table, side_by_side, text};
use crate::failure::CommandResult;
use crate::printer::Printer;
use crate::progress::Progress;
use crate::report::{self, Mapping, Story};
use crate::{examples, files};

const LABELS: usize = 10;
/// Each as 'halflit fit' would run it.
const METHODS: [&str; 6] = [Method::AUTO, "pca", "lpp*", "lfda", "self", "ss-lfda"];

pub(crate) fn run(options: &Demo, global: &Global) -> CommandResult {
    let printer = Printer::new(global);
    if let Some(folder) = &options.tables {
        return write_tables(folder, options.force, &printer);
    }
    let paths = Paths::new(options)?;
    printer.say(format!(
        "Ionosphere: 351 radar returns of 34 numbers, good or bad. Only {LABELS} have a label.\n\
         How many of the other 341 does each method get right? Mean of {} random draws of labels;\n\
         parameters are chosen by the {LABELS} labels alone.\n",
        options.splits
    ));
    let methods = measure(&datasets::ionosphere(), options.splits, global)?;
    let caption = format!(
        "Share of 341 hidden labels found, mean of {} draws of {LABELS} labels",
        options.splits
    );
    let accuracy = accuracy_table(&methods, note, caption);
    write(&paths, &accuracy, options, global)?;
    let Paths { model, picture, report } = &paths;
    printer.result(
        || json!({ "accuracy": accuracy, "model": model, "picture": picture, "report": report }),
        || text(&methods, note),
    )?;
    printer.say("");
    printer.wrote("the model", model);
    printer.wrote("the map", picture);
    printer.wrote("the report", report);
    printer.say(format!(
        "\nTry next:\n  halflit inspect {}\n  halflit demo --tables .\n  halflit compare YOUR.csv --label COLUMN\n  halflit fit YOUR.csv --label COLUMN --model YOUR.halflit --report YOUR.html",
        model.display()
    ));
    Ok(())
}

/// The example tables: all of them, or none where one of them is there already.
fn write_tables(folder: &Path, force: bool, printer: &Printer<'_>) -> CommandResult {
    files::make_folder(folder)?;
    let files: Vec<(PathBuf, String)> =
        examples::files().into_iter().map(|(name, text)| (folder.join(name), text)).collect();
    let all: Vec<Option<&Path>> = files.iter().map(|(path, _)| Some(path.as_path())).collect();
    files::check_free(&all, &[], force)?;
    for (path, text) in &files {
        halflit_io::write_bytes_atomically(path, text.as_bytes(), force)?;
        printer.wrote("an example", path);
    }
    let flowers = folder.join("flowers.csv");
    printer.say(format!("\nTry next:\n  halflit fit {} --label species", flowers.display()));
    printer.written(|| json!({ "tables": files.iter().map(|(path, _)| path).collect::<Vec<_>>() }))
}

/// Where results go.
struct Paths {
    model: PathBuf,
    picture: PathBuf,
    report: PathBuf,
}

impl Paths {
    /// Makes the folder, and refuses before any work what could not be written after it.
    fn new(options: &Demo) -> CommandResult<Self> {
        files::make_folder(&options.output)?;
        let [model, picture, report] =
            ["model.halflit", "map.png", "report.html"].map(|name| options.output.join(name));
        let all = [&model, &picture, &report].map(|path| Some(path.as_path()));
        files::check_free(&all, &[], options.force)?;
        Ok(Self { model, picture, report })
    }
}

/// Accuracy of every method on the hidden rows, over random draws of labels.
fn measure(truth: &Dataset<'_>, splits: u64, global: &Global) -> CommandResult<Vec<Standing>> {
    let labels = truth.labels();
    let hidden = |split: u64| {
        let kept = draw_labeled(labels, LABELS, global.seed.wrapping_add(split))?;
        Ok((0..labels.len()).filter(|row| !kept.contains(row)).collect())
    };
    let folds = (0..splits).map(hidden).collect::<CommandResult<Vec<_>>>()?;
    let plan = |name| Ok(Plan { seed: global.seed, ..Plan::named(name)? });
    let plans = METHODS.into_iter().map(plan).collect::<CommandResult<Vec<_>>>()?;
    Ok(side_by_side(&plans, truth.samples(), labels, &folds, global)?.standings)
}

/// What stands beside a method.
fn note(method: &Standing) -> String {
    match side_by_side::note(method) {
        _ if method.name == RAW => "in all 34 dimensions".into(),
        silent if silent.is_empty() => "no clear difference".into(),
        note => note,
    }
}

/// The model of one draw of labels, its map, and the page.
fn write(
    paths: &Paths,
    accuracy: &AccuracyTable,
    options: &Demo,
    global: &Global,
) -> CommandResult {
    let data = &datasets::ionosphere_with_labels(LABELS, global.seed)?;
    let prepared = Plan::default().for_picture(data).prepare(data.samples())?;
    let fit = || prepared.fit(data.labels());
    let mut fit = Progress::while_running("fitting", global, fit)?;
    fit.model = fit.model.with_feature_names((1..=34).map(|j| format!("x{j}")).collect())?;
    let model: &Model = &fit.model;
    files::write_model(&paths.model, model, options.force)?;
    let title = format!("Ionosphere with {LABELS} labels, {} in 2 dimensions", Method::AUTO);
    let mapping = &Mapping::of_fit(&prepared, &fit)?;
    let embedding = report::embedding(model, mapping, data.labels(), &Table::default(), None);
    let picture = pictures::embedding(&embedding, &title)?;
    files::write_picture(&paths.picture, &picture, options.force)?;
    let summary = vec![
        format!("351 radar returns in 34 dimensions; {LABELS} of them have a label, good or bad."),
        format!(
            "The map is that of {} for one draw of labels; the table is the mean of {} draws.",
            Method::AUTO,
            options.splits
        ),
    ];
    let (selection, accuracy) = (None, Some(accuracy.clone()));
    let story = Story { title, summary, model, data, mapping, embedding, selection, accuracy };
    files::write_page(&paths.report, &story.report()?, options.force)
}
