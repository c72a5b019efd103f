//! `halflit compare`: methods side by side, parameters chosen inside every fold.

use halflit::evaluation::{Assessment, Grid, Prepared, assess_prepared, assess_raw};
use halflit::{AnyLearner, Dataset, Reduction};
use halflit_report::{AccuracyRow, AccuracyTable, Report, pictures};
use serde_json::{Value, json};

use crate::args::{Compare, CustomOptions, Global, GridOptions, LearnerOptions, ParameterOptions};
use crate::commands::fit::check_outputs;
use crate::commands::verdict::verdict;
use crate::failure::{Failure, Outcome};
use crate::printer::{NOTHING, Printer, percent, table};
use crate::progress::Progress;
use crate::{caution, data, files, recipe, report};

/// Smaller than the grid of `tune`, because it is searched inside every fold.
const GAMMAS: [f64; 3] = [0.01, 1.0, 100.0];
const ALPHAS: [f64; 2] = [1.0, 8.0];

pub(crate) fn run(options: &Compare, global: &Global) -> Outcome {
    let printer = Printer::new(global);
    check_outputs(&options.pictures, &[])?;
    let methods = methods(&options.methods)?;
    refuse_idle(&methods, &options.options, &options.grid)?;
    let parameters = &options.options.parameters;
    recipe::wants_distances(parameters)?;
    let table = data::read(&options.data, global)?;
    let dataset = data::dataset_with_distances(&table, &options.data, parameters)?;
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
        files::write_page(path, &report, options.pictures.force)?;
        printer.wrote("the report", path);
    }
    printer.result(
        || json!({ "rows": rows.iter().map(Row::json).collect::<Vec<_>>(), "verdict": verdict }),
        || format!("{}\n\n{}", text(&rows), verdict.join("\n")),
    )
}

/// One line of the comparison.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) assessment: Result<Assessment, String>,
    /// Confidence that it is better than the baseline, in percent.
    pub(super) better: Option<u8>,
    /// Confidence that it is worse.
    pub(super) worse: Option<u8>,
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
    let all =
        methods.iter().map(|learner| reduced(learner, options)).collect::<Outcome<Vec<_>>>()?;
    if let Some((reduction, _)) = all.iter().find(|(r, _)| recipe::graph_of(&r.learner).is_some()) {
        caution::size(reduction, data, &Printer::new(global));
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
    // Scaling and kernel are the same for all methods, so the span and the graph are made once.
    let prepared =
        all.first().map(|(first, _)| Prepared::new(data.samples(), first)).transpose()?;
    for (number, (reduction, grid)) in all.iter().enumerate() {
        let Some(prepared) = &prepared else { continue };
        let advance = |done: usize, _: usize| progress.at(number * folds + done, total);
        let found =
            assess_prepared(prepared, reduction, data.labels(), grid, global.seed, &advance);
        let name = halflit::Learner::name(&reduction.learner);
        rows.push(Row::new(name, found.map_err(|error| error.to_string()), &raw));
    }
    Ok(rows)
}

/// A method with its part of the options, and the grid that is searched for it.
fn reduced(learner: &AnyLearner, options: &Compare) -> Outcome<(Reduction<AnyLearner>, Grid)> {
    let own = only_what_it_has(learner, &options.options);
    let reduction = recipe::reduction(halflit::Learner::name(learner), &own)?;
    let grid = own_grid(&reduction, &own.parameters, &options.grid);
    let grid = recipe::given_grid(&reduction, &own.parameters, &grid)?;
    Ok((reduction, grid))
}

/// γ, α and graph options are for those methods that have them; the others are compared as they are.
fn only_what_it_has(learner: &AnyLearner, options: &LearnerOptions) -> LearnerOptions {
    let mut own = options.clone();
    let given = &mut own.parameters;
    let has = |option: &str| has(learner, option);
    given.gamma = given.gamma.filter(|_| has("gamma"));
    given.alpha = given.alpha.filter(|_| has("alpha"));
    given.neighbors = given.neighbors.filter(|_| has("neighbors"));
    given.neighbors_other = given.neighbors_other.filter(|_| has("neighbors-other"));
    given.affinity = given.affinity.take().filter(|_| has("affinity"));
    given.graph = given.graph.take().filter(|_| has("graph"));
    given.graph_weights = given.graph_weights.take().filter(|_| has("graph-weights"));
    given.heat = given.heat.take().filter(|_| has("heat"));
    given.metric = given.metric.take().filter(|_| has("metric"));
    given.within_weight = given.within_weight.filter(|_| has("within-weight"));
    given.constraint = given.constraint.take().filter(|_| has("constraint"));
    if halflit::Learner::name(learner) != "custom" {
        own.custom = CustomOptions::default();
    }
    own
}

/// Whether an option means something to a method.
fn has(learner: &AnyLearner, option: &str) -> bool {
    let names = learner.parameter_names();
    let one = |wanted: &[&str]| names.iter().any(|known| wanted.contains(&known.as_str()));
    match option {
        // A mix has what its parts have, and refuses the rest itself.
        _ if halflit::Learner::name(learner) == "custom" => true,
        "neighbors" => one(&["neighbors_same", "affinity"]),
        "graph-weights" => one(&["graph"]),
        "metric" => one(&["metric", "graph"]),
        "label-cost" | "unlabel-cost" => false,
        other => one(&[&other.replace('-', "_")]),
    }
}

/// An option that means nothing to any of the methods is refused rather than passed over.
fn refuse_idle(methods: &[AnyLearner], options: &LearnerOptions, grid: &GridOptions) -> Outcome {
    let (given, custom) = (&options.parameters, &options.custom);
    let options = [
        ("gamma", given.gamma.is_some() || !grid.gammas.is_empty()),
        ("alpha", given.alpha.is_some() || !grid.alphas.is_empty()),
        ("neighbors", given.neighbors.is_some() || !grid.neighbor_counts.is_empty()),
        ("neighbors-other", given.neighbors_other.is_some()),
        ("affinity", given.affinity.is_some()),
        ("graph", given.graph.is_some()),
        ("graph-weights", given.graph_weights.is_some()),
        ("heat", given.heat.is_some()),
        ("metric", given.metric.is_some()),
        ("within-weight", given.within_weight.is_some()),
        ("constraint", given.constraint.is_some()),
        ("label-cost", custom.label_cost.is_some()),
        ("unlabel-cost", custom.unlabel_cost.is_some()),
    ];
    let idle = |(option, given): &&(&str, bool)| {
        *given && !methods.iter().any(|learner| has(learner, option))
    };
    match options.iter().find(idle) {
        None => Ok(()),
        Some((option, _)) => Err(Failure::usage(
            format!("none of the methods compared has a parameter '{option}'"),
            "leave it out, or add a method that has it: see 'halflit methods --json'",
        )),
    }
}

/// The grid that was given or a small one, as far as the method has the parameters and they are not fixed.
fn own_grid(
    reduction: &Reduction<AnyLearner>,
    fixed: &ParameterOptions,
    grid: &GridOptions,
) -> GridOptions {
    let open = recipe::open_grid(reduction, fixed);
    let mut own = grid.clone();
    if own.gammas.is_empty() && !open.gamma.is_empty() {
        own.gammas = GAMMAS.to_vec();
    }
    if own.alphas.is_empty() && !open.alpha.is_empty() {
        own.alphas = ALPHAS.to_vec();
    }
    own.gammas.retain(|_| has(&reduction.learner, "gamma"));
    own.alphas.retain(|_| has(&reduction.learner, "alpha"));
    own.neighbor_counts.retain(|_| has(&reduction.learner, "neighbors"));
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
            Err(_) => (NOTHING.into(), NOTHING.into()),
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
