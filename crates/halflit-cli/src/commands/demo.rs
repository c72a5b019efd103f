//! `halflit demo`: the main job on embedded data.

use halflit::evaluation::{
    Grid, Prepared, Scores, assess_split, draw_labeled, paired_t_test, tune,
};
use halflit::{AnyLearner, Dataset, NearestNeighbors, Reduction, datasets};
use halflit_report::{AccuracyRow, AccuracyTable, pictures};
use serde_json::json;

use crate::args::{Demo, Global};
use crate::failure::{Failure, Outcome};
use crate::printer::{Printer, percent, table};
use crate::progress::Progress;
use crate::report::{self, Story};
use crate::{files, show};

const LABELS: usize = 10;
const METHODS: [&str; 5] = ["pca", "lpp*", "lfda", "self", "ss-lfda"];
const SHOWN: &str = "ss-lfda";

pub(crate) fn run(options: &Demo, global: &Global) -> Outcome {
    let printer = Printer::new(global);
    let out = |name: &str| options.output.join(name);
    let (model_path, picture_path, report_path) =
        (out("model.halflit"), out("map.png"), out("report.html"));
    std::fs::create_dir_all(&options.output).map_err(|error| {
        let what = format!("{}: cannot be made: {error}", options.output.display());
        Failure::new(what, "choose another folder with --output")
    })?;
    let paths = [&model_path, &picture_path, &report_path].map(|path| Some(path.as_path()));
    files::check_free(&paths, options.force)?;
    let truth = datasets::ionosphere();
    printer.say(format!(
        "Ionosphere: 351 radar returns of 34 numbers, good or bad. Of {LABELS} the label is known.\n\
         How many of the other 341 does the nearest labeled row get right?\n\
         Each method reduces to 2 dimensions; mean of {} random draws of labels; parameters by\n\
         cross-validation on the {LABELS} labels alone.\n",
        options.splits
    ));
    let accuracy = measure(&truth, options.splits, global)?;
    let data = datasets::ionosphere_with_labels(LABELS, global.seed)?;
    let (model, scores) = shown_model(&data, global)?;
    let names = (1..=34).map(|j| format!("x{j}")).collect();
    let model = model.with_feature_names(names)?;
    files::write_model(&model_path, &model, options.force)?;
    let title = format!("Ionosphere with {LABELS} labels, {SHOWN} in 2 dimensions");
    let picture = pictures::embedding(&report::embedding(&model, &data)?, &title)?;
    files::write_picture(&picture_path, &picture, options.force)?;
    let story = Story {
        title,
        summary: vec![
            format!(
                "351 radar returns in 34 dimensions; {LABELS} of them have a label, good or bad."
            ),
            format!(
                "The map is that of {SHOWN} for one draw of labels; the table is the mean of {} draws.",
                options.splits
            ),
        ],
        command: report::command_line(),
        model: &model,
        data: &data,
        scores: Some(&scores),
        accuracy: Some(accuracy.clone()),
    };
    files::write_page(&report_path, &story.report()?, options.force)?;
    let rows = &accuracy.rows;
    printer.result(
        || json!({ "accuracy": accuracy, "model": model_path, "picture": picture_path, "report": report_path }),
        || {
            let line = |row: &AccuracyRow| {
                let error = row.standard_error.map_or(String::new(), percent);
                vec![row.learner.clone(), percent(row.mean), error, row.note.clone()]
            };
            table(&["method", "accuracy %", "±", ""], &rows.iter().map(line).collect::<Vec<_>>())
        },
    )?;
    printer.say("");
    printer.wrote("the model", &model_path);
    printer.wrote("the map", &picture_path);
    printer.wrote("the report", &report_path);
    printer.say(format!(
        "\nTry next:\n  halflit inspect {}\n  halflit compare YOUR.csv --label COLUMN\n  halflit fit YOUR.csv --label COLUMN --model YOUR.halflit --report YOUR.html",
        model_path.display()
    ));
    Ok(())
}

/// Accuracy of every method on the hidden rows, over random draws of labels.
fn measure(truth: &Dataset<'_>, splits: u64, global: &Global) -> Outcome<AccuracyTable> {
    let progress = Progress::new("measuring", global);
    let labels = truth.labels();
    let reductions = METHODS.map(reduction).into_iter().collect::<Outcome<Vec<_>>>()?;
    // The span and the graph depend on no label: once for all methods and draws.
    let prepared = Prepared::new(truth.samples(), &reductions[0])?;
    let mut rates: Vec<Vec<f64>> = vec![Vec::new(); METHODS.len() + 1];
    for split in 0..splits {
        let kept = draw_labeled(labels, LABELS, global.seed.wrapping_add(split))?;
        let hidden: Vec<usize> = (0..labels.len()).filter(|row| !kept.contains(row)).collect();
        rates[0].push(raw(truth, &hidden)?);
        for (method, reduction) in reductions.iter().enumerate() {
            let grid = Grid::default_for(&reduction.learner);
            let (_, found) =
                assess_split(&prepared, reduction, labels, &hidden, &grid, global.seed)?;
            rates[method + 1].push(found.right as f64 / found.tested as f64);
            progress
                .at(split as usize * METHODS.len() + method + 1, splits as usize * METHODS.len());
        }
    }
    drop(progress);
    let names = std::iter::once("raw 1-NN").chain(METHODS);
    let rows = names
        .zip(&rates)
        .map(|(name, found)| row(name, found, &rates[0]))
        .collect::<Outcome<_>>()?;
    let caption =
        format!("Share of 341 hidden labels found, mean of {splits} draws of {LABELS} labels");
    Ok(AccuracyTable { rows, caption })
}

/// A method of the demo. The semi-supervised one uses the blended constraint, which does not depend on the units of the
/// data and is the more robust of the two.
fn reduction(name: &str) -> Outcome<Reduction<AnyLearner>> {
    let learner = AnyLearner::named(name)?;
    let learner = if name == SHOWN { learner.with("constraint", "blended")? } else { learner };
    Ok(Reduction::new(learner, 2))
}

fn row(name: &str, found: &[f64], raw: &[f64]) -> Outcome<AccuracyRow> {
    let n = found.len() as f64;
    let mean = found.iter().sum::<f64>() / n;
    let variance = found.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let (better, worse) = (paired_t_test(found, raw)?, paired_t_test(raw, found)?);
    let note = match (name, better.confidence(), worse.confidence()) {
        ("raw 1-NN", ..) => "in all 34 dimensions".into(),
        (_, Some(level), _) => format!("better than raw at {level} %"),
        (_, _, Some(level)) => format!("worse than raw at {level} %"),
        _ => "as good as raw".into(),
    };
    Ok(AccuracyRow {
        learner: name.into(),
        mean,
        standard_error: Some((variance / n).sqrt()),
        note,
    })
}

/// Accuracy of the nearest labeled row in all dimensions.
fn raw(truth: &Dataset<'_>, hidden: &[usize]) -> Outcome<f64> {
    let (labels, matrix) = (truth.labels(), truth.samples().matrix());
    let left = labels.hide(hidden);
    let rows = left.labeled_rows();
    let classes = rows.iter().filter_map(|&row| labels.class_of(row)).collect();
    let nearest = NearestNeighbors::new(matrix.gather(&rows), classes, labels.classes().len(), 1)?;
    let predicted = nearest.predict(&matrix.gather(hidden))?;
    let right =
        hidden.iter().zip(&predicted).filter(|(row, p)| labels.class_of(**row) == Some(**p));
    Ok(right.count() as f64 / hidden.len() as f64)
}

/// The model that is drawn and written.
fn shown_model(data: &Dataset<'_>, global: &Global) -> Outcome<(halflit::Model, Scores)> {
    let reduction = reduction(SHOWN)?;
    let grid = Grid::default_for(&reduction.learner);
    let found = tune(&reduction, data, &grid, global.seed, &|_, _| {})?;
    Printer::new(global)
        .detail(format!("the map uses {}", show::setting(&found.best.setting, &reduction)));
    Ok((found.reduction.fit(data)?, found.scores))
}
