//! `halflit compare`: methods side by side, parameters chosen inside every fold.

use halflit::evaluation::{Assessment, Prepared, assess_prepared, assess_raw};
use halflit::{AnyLearner, Dataset};
use halflit_report::{AccuracyRow, AccuracyTable, Report, html, pictures};
use serde_json::{Value, json};

use crate::args::{Compare, Global, GridOptions, LearnerOptions};
use crate::commands::fit::check_outputs;
use crate::failure::{Failure, Outcome};
use crate::printer::{Printer, percent, table};
use crate::progress::Progress;
use crate::{data, files, recipe, report};

/// Smaller than the grid of `tune`, because it is searched inside every fold.
const GAMMAS: [f64; 3] = [0.01, 1.0, 100.0];
const ALPHAS: [f64; 2] = [1.0, 8.0];

pub(crate) fn run(options: &Compare, global: &Global) -> Outcome {
    let printer = Printer::new(global);
    check_outputs(&options.pictures, &[])?;
    let methods = methods(&options.methods)?;
    let table = data::read(&options.data)?;
    let dataset = data::dataset(&table)?;
    let rows = compare(&methods, options, &dataset, global)?;
    let verdict = verdict(&rows);
    let accuracy = accuracy_table(&rows, &dataset);
    if let Some(path) = &options.pictures.picture {
        let picture = pictures::accuracy(&accuracy, "Methods side by side")?;
        files::write_picture(path, &picture, options.pictures.force)?;
        printer.wrote("the picture", path);
    }
    if let Some(path) = &options.pictures.report {
        let report = Report {
            title: "Methods side by side".into(),
            summary: verdict.clone(),
            command: report::command_line(),
            accuracy: Some(accuracy),
            ..Report::default()
        };
        halflit_io::write_bytes_atomically(
            path,
            html(&report)?.as_bytes(),
            options.pictures.force,
        )?;
        printer.wrote("the report", path);
    }
    printer.result(
        || json!({ "rows": rows.iter().map(Row::json).collect::<Vec<_>>(), "verdict": verdict }),
        || format!("{}\n\n{}", text(&rows), verdict.join("\n")),
    )
}

/// One line of the comparison.
pub(crate) struct Row {
    name: String,
    assessment: Result<Assessment, String>,
    /// Confidence that it is better than the baseline, in percent.
    better: Option<u8>,
    /// Confidence that it is worse.
    worse: Option<u8>,
}

fn methods(given: &[String]) -> Outcome<Vec<AnyLearner>> {
    let names: Vec<&str> = match given.is_empty() {
        false => given.iter().map(String::as_str).collect(),
        true => AnyLearner::TABLE
            .iter()
            .map(|(name, _)| *name)
            .filter(|name| *name != "custom")
            .collect(),
    };
    Ok(names.into_iter().map(AnyLearner::named).collect::<Result<_, _>>()?)
}

fn compare(
    methods: &[AnyLearner],
    options: &Compare,
    data: &Dataset<'_>,
    global: &Global,
) -> Outcome<Vec<Row>> {
    if data.labels().labeled_rows().len() < 4 {
        return Err(Failure::new(
            "a comparison needs at least four labeled rows",
            "name the label column with --label, or label more rows",
        ));
    }
    let raw = assess_raw(data, global.seed)?;
    let mut rows = vec![Row {
        name: "raw 1-NN".into(),
        assessment: Ok(raw.clone()),
        better: None,
        worse: None,
    }];
    let progress = Progress::new("comparing", global);
    let folds = raw.folds.len();
    let total = methods.len() * folds;
    let mut prepared = None;
    for (number, learner) in methods.iter().enumerate() {
        let name = halflit::Learner::name(learner);
        let own = only_what_it_has(learner, &options.options);
        let reduction = recipe::reduction(name, &own)?;
        if prepared.is_none() {
            prepared = Some(Prepared::new(data.samples(), &reduction)?);
        }
        let Some(prepared) = &prepared else { continue };
        let grid = recipe::given_grid(&reduction, &own, &only_grid_it_has(learner, &options.grid))?;
        let advance = |done: usize, _: usize| progress.at(number * folds + done, total);
        let found =
            assess_prepared(prepared, &reduction, data.labels(), &grid, global.seed, &advance);
        rows.push(Row::new(name, found.map_err(|error| error.to_string()), &raw));
    }
    Ok(rows)
}

/// γ, α and graph options are for those methods that have them; the others are compared as they are.
fn only_what_it_has(learner: &AnyLearner, options: &LearnerOptions) -> LearnerOptions {
    let names = learner.parameter_names();
    let has = |name: &str| names.iter().any(|known| known == name);
    let mut own = options.clone();
    let labeled = has("neighbors_same") || has("affinity");
    own.gamma = own.gamma.filter(|_| has("gamma"));
    own.alpha = own.alpha.filter(|_| has("alpha"));
    own.neighbors = own.neighbors.filter(|_| labeled);
    own.neighbors_other = own.neighbors_other.filter(|_| has("neighbors_other"));
    own.affinity = own.affinity.filter(|_| has("affinity"));
    own.graph = own.graph.filter(|_| has("graph"));
    own.graph_weights = own.graph_weights.filter(|_| has("graph"));
    own.heat = own.heat.filter(|_| has("heat"));
    own.metric = own.metric.filter(|_| has("metric") || has("graph"));
    own.within_weight = own.within_weight.filter(|_| has("within_weight"));
    own.constraint = own.constraint.filter(|_| has("constraint"));
    own
}

fn only_grid_it_has(learner: &AnyLearner, grid: &GridOptions) -> GridOptions {
    let has = |name: &str| learner.parameter_names().iter().any(|known| known == name);
    let mut own = grid.clone();
    if own.gammas.is_empty() {
        own.gammas = GAMMAS.to_vec();
    }
    if own.alphas.is_empty() {
        own.alphas = ALPHAS.to_vec();
    }
    own.gammas.retain(|_| has("gamma"));
    own.alphas.retain(|_| has("alpha"));
    own.neighbor_counts.retain(|_| has("neighbors_same") || has("affinity"));
    own
}

impl Row {
    fn new(name: &str, assessment: Result<Assessment, String>, raw: &Assessment) -> Self {
        let tests =
            assessment.as_ref().ok().map(|found| (found.better_than(raw), raw.better_than(found)));
        let (better, worse) = match tests {
            Some((Ok(better), Ok(worse))) => (better.confidence(), worse.confidence()),
            _ => (None, None),
        };
        Self { name: name.into(), assessment, better, worse }
    }

    fn note(&self) -> String {
        match (&self.assessment, self.better, self.worse) {
            (Err(reason), ..) => reason.clone(),
            (_, Some(level), _) => format!("better than raw at {level} %"),
            (_, _, Some(level)) => format!("worse than raw at {level} %"),
            _ => String::new(),
        }
    }

    fn json(&self) -> Value {
        match &self.assessment {
            Err(reason) => json!({ "method": self.name, "failed": reason }),
            Ok(found) => json!({
                "method": self.name,
                "accuracy": found.accuracy(),
                "standard_error": found.standard_error(),
                "better_than_raw_at": self.better,
                "worse_than_raw_at": self.worse,
                "chosen": found.chosen,
                "skipped_folds": found.skipped,
            }),
        }
    }
}

fn text(rows: &[Row]) -> String {
    let line = |row: &Row| {
        let (accuracy, error) = match &row.assessment {
            Ok(found) => (percent(found.accuracy()), percent(found.standard_error())),
            Err(_) => ("–".into(), "–".into()),
        };
        vec![row.name.clone(), accuracy, error, row.note()]
    };
    table(&["method", "accuracy %", "±", ""], &rows.iter().map(line).collect::<Vec<_>>())
}

fn accuracy_table(rows: &[Row], data: &Dataset<'_>) -> AccuracyTable {
    let row = |row: &Row| {
        let found = row.assessment.as_ref().ok()?;
        Some(AccuracyRow {
            learner: row.name.clone(),
            mean: found.accuracy(),
            standard_error: Some(found.standard_error()),
            note: row.note(),
        })
    };
    let labeled = data.labels().labeled_rows().len();
    AccuracyTable {
        rows: rows.iter().filter_map(row).collect(),
        caption: format!(
            "Accuracy on held-out labels, nested cross-validation over {labeled} labeled rows"
        ),
    }
}

/// Plain words on whether reduction and unlabeled rows help.
fn verdict(rows: &[Row]) -> Vec<String> {
    let accuracy = |row: &Row| row.assessment.as_ref().map_or(0.0, Assessment::accuracy);
    let best = |wanted: &dyn Fn(&str) -> bool| {
        let candidates = rows[1..].iter().filter(|row| row.assessment.is_ok() && wanted(&row.name));
        candidates.max_by(|a, b| accuracy(a).total_cmp(&accuracy(b)))
    };
    let uses_unlabeled =
        |name: &str| name.starts_with("ss-") || name == "self" || name.starts_with("lpp");
    let mut lines = Vec::new();
    if let Some(top) = best(&|_| true) {
        lines.push(match top.better {
            Some(level) => format!("The reduction helps: {} beats the raw nearest neighbour at {level} % confidence.", top.name),
            None => format!("The reduction does not clearly help: {} is best, and not significantly better than the raw nearest neighbour.", top.name),
        });
    }
    if let (Some(semi), Some(supervised)) =
        (best(&uses_unlabeled), best(&|name| !uses_unlabeled(name) && name != "pca"))
    {
        let test = match (&semi.assessment, &supervised.assessment) {
            (Ok(a), Ok(b)) => a.better_than(b).ok().and_then(|test| test.confidence()),
            _ => None,
        };
        lines.push(match test {
            Some(level) => format!(
                "Unlabeled rows help: {} beats {} at {level} % confidence.",
                semi.name, supervised.name
            ),
            None => format!(
                "Unlabeled rows do not clearly help: {} is not significantly better than {}.",
                semi.name, supervised.name
            ),
        });
    }
    lines
}
