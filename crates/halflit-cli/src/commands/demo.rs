//! `halflit demo`: the main job on embedded data.

use std::path::PathBuf;

use halflit::choose::Search;
use halflit::evaluation::{Plan, RAW, Standing, draw_labeled};
use halflit::{AnyLearner, Auto, Labels, Model, Reduction, Space, SpaceChoice, datasets};
use halflit_io::Table;
use halflit_report::{AccuracyTable, pictures};
use serde_json::json;

use crate::args::{Demo, Global};
use crate::commands::side_by_side::{self, accuracy_table, side_by_side, text};
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::printer::Printer;
use crate::progress::Progress;
use crate::report::{self, Placed, Story};

const LABELS: usize = 10;
/// Beside auto.
const METHODS: [&str; 5] = ["pca", "lpp*", "lfda", "self", "ss-lfda"];

pub(crate) fn run(options: &Demo, global: &Global) -> Outcome {
    let printer = Printer::new(global);
    let paths = Paths::new(options)?;
    printer.say(format!(
        "Ionosphere: 351 radar returns of 34 numbers, good or bad. Of {LABELS} the label is known.\n\
         How many of the other 341 does each method get right? Mean of {} random draws of labels;\n\
         parameters are chosen by the {LABELS} labels alone.\n",
        options.splits
    ));
    let truth = datasets::ionosphere();
    // The span and the graph depend on no label: once for all methods and draws.
    let space = Space::of(truth.samples(), &SpaceChoice::default())?;
    let methods = measure(&space, truth.labels(), options.splits, global)?;
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
        "\nTry next:\n  halflit inspect {}\n  halflit compare YOUR.csv --label COLUMN\n  halflit fit YOUR.csv --label COLUMN --model YOUR.halflit --report YOUR.html",
        model.display()
    ));
    Ok(())
}

/// Where results go.
struct Paths {
    model: PathBuf,
    picture: PathBuf,
    report: PathBuf,
}

impl Paths {
    /// Makes the folder, and refuses before any work what could not be written after it.
    fn new(options: &Demo) -> Outcome<Self> {
        std::fs::create_dir_all(&options.output).map_err(|error| {
            let what = format!("{}: cannot be made: {error}", options.output.display());
            Failure::new(what, "choose another folder with --output")
        })?;
        let [model, picture, report] =
            ["model.halflit", "map.png", "report.html"].map(|name| options.output.join(name));
        let all = [&model, &picture, &report].map(|path| Some(path.as_path()));
        files::check_free(&all, &[], options.force)?;
        Ok(Self { model, picture, report })
    }
}

/// Accuracy of every method on the hidden rows, over random draws of labels.
fn measure(
    space: &Space<'_>,
    labels: &Labels,
    splits: u64,
    global: &Global,
) -> Outcome<Vec<Standing>> {
    let hidden = |split: u64| {
        let kept = draw_labeled(labels, LABELS, global.seed.wrapping_add(split))?;
        Ok((0..labels.len()).filter(|row| !kept.contains(row)).collect())
    };
    let folds = (0..splits).map(hidden).collect::<Outcome<Vec<_>>>()?;
    let mut plans = vec![Plan::Auto(Auto::default())];
    for name in METHODS {
        plans.push(Plan::Reduction(reduction(name, global)?));
    }
    let samples = datasets::ionosphere();
    Ok(side_by_side(space, &plans, samples.samples(), labels, &folds, global)?.standings)
}

/// What stands beside a method.
fn note(method: &Standing) -> String {
    match side_by_side::note(method) {
        _ if method.name == RAW => "in all 34 dimensions".into(),
        silent if silent.is_empty() => "no clear difference".into(),
        note => note,
    }
}

/// A method of the demo, as 'halflit fit' would run it.
fn reduction(name: &str, global: &Global) -> Outcome<Reduction<AnyLearner>> {
    let learner = AnyLearner::named(name)?;
    Ok(Reduction { search: Search::auto(), seed: global.seed, ..Reduction::new(learner, 2) })
}

/// The model of one draw of labels, its map, and the page.
fn write(paths: &Paths, accuracy: &AccuracyTable, options: &Demo, global: &Global) -> Outcome {
    let data = &datasets::ionosphere_with_labels(LABELS, global.seed)?;
    let fit = || Auto { dimension: Some(2), ..Auto::default() }.fit(data);
    let model = Progress::while_running("fitting", global, fit)?;
    let model: &Model = &model.with_feature_names((1..=34).map(|j| format!("x{j}")).collect())?;
    files::write_model(&paths.model, model, options.force)?;
    let title = format!("Ionosphere with {LABELS} labels, {} in 2 dimensions", Auto::NAME);
    let placed = Placed::new(model, data.samples())?;
    let embedding = report::embedding(model, &placed, data.labels(), &Table::default());
    let picture = pictures::embedding(&embedding, &title)?;
    files::write_picture(&paths.picture, &picture, options.force)?;
    let summary = vec![
        format!("351 radar returns in 34 dimensions; {LABELS} of them have a label, good or bad."),
        format!(
            "The map is that of {} for one draw of labels; the table is the mean of {} draws.",
            Auto::NAME,
            options.splits
        ),
    ];
    let (found, accuracy) = (None, Some(accuracy.clone()));
    let placed = &placed;
    let story = Story { title, summary, model, data, placed, embedding, found, accuracy };
    files::write_page(&paths.report, &story.report()?, options.force)
}
