//! What people and machines want to see of the library's values.

use halflit::choose::{Grid, Open, Rule, Scores, Search, Selection, Setting, SettingScore, Tally};
use halflit::evaluation::wilson;
use halflit::{Dataset, Learner, Model, Plan, RidgeChoice, RowMatrix, ViewShare, neighbors};
use serde_json::{Value, json};

use crate::printer::{NOTHING, percent, short, table};

/// Views that are listed one by one.
const SHOWN_VIEWS: usize = 6;

/// A setting in words: `gamma 0.1, alpha 8`, dimension and axis weights where they were searched.
fn setting(setting: &Setting, search: &Search) -> String {
    let gamma = setting.gamma.map(|v| format!("gamma {}", short(v)));
    let alpha = setting.alpha.map(|v| format!("alpha {}", short(v)));
    let neighbors = setting.neighbors.map(|v| format!("neighbors {v}"));
    let mut parts: Vec<String> = gamma.into_iter().chain(alpha).chain(neighbors).collect();
    if let Search::Grid(Grid { dimension, weights, .. }) = search {
        parts.extend((!dimension.is_empty()).then(|| dimensions(setting.dimension)));
        parts.extend((!weights.is_empty()).then(|| format!("weights {}", setting.weights)));
    }
    if parts.is_empty() { "what was given".into() } else { parts.join(", ") }
}

/// How open parameters of a plan were chosen, or that they were not; nothing where none was open.
pub(crate) fn choice(selection: Option<&Selection>, plan: &Plan) -> Option<String> {
    let Some(selection) = selection else { return untuned(plan.open()) };
    let rule = match selection.rule {
        _ if selection.scores.settings.len() == 1 => return None,
        Rule::Auto if plan.open().gamma => "balance and margins",
        Rule::Auto => "margins",
        _ => "cross-validation",
    };
    Some(format!("{} by {rule}", setting(&selection.best.setting, &plan.search)))
}

fn untuned(open: Open) -> Option<String> {
    let kept = match open {
        Open { gamma: true, alpha: true } => "gamma and alpha stay at their defaults",
        Open { gamma: true, alpha: false } => "gamma stays at its default",
        Open { gamma: false, alpha: true } => "alpha stays at its default",
        Open { gamma: false, alpha: false } => return None,
    };
    Some(format!("{kept}: no labels to tune by"))
}

/// `1 dimension`, `2 dimensions`.
pub(crate) fn dimensions(count: usize) -> String {
    format!("{count} dimension{}", if count == 1 { "" } else { "s" })
}

/// A name, in quotes where it would be misread in a list.
pub(crate) fn quoted(name: &str) -> String {
    match name.contains([',', '"', '\'', ' ']) {
        true => format!("{name:?}"),
        false => name.to_owned(),
    }
}

/// The scores of a search, best first.
pub(crate) fn scores_table(scores: &Scores) -> String {
    let mut summary = scores.summary();
    summary.sort_by(|a, b| {
        (b.accuracy, b.margin)
            .partial_cmp(&(a.accuracy, a.margin))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    let row = |score: &SettingScore| {
        let outcomes = scores.trials.iter().filter_map(|trial| trial.outcomes.get(score.index));
        score_row(score, wilson(&Tally::sum(outcomes)))
    };
    let rows: Vec<Vec<String>> = summary.iter().map(row).collect();
    let heading =
        ["gamma", "alpha", "neighbors", "dim", "weights", "accuracy %", "95 % interval", "margin"];
    table(&heading, &rows)
}

fn score_row(score: &SettingScore, (low, high): (f64, f64)) -> Vec<String> {
    let s = &score.setting;
    let optional = |value: Option<f64>| value.map_or(NOTHING.into(), short);
    vec![
        optional(s.gamma),
        optional(s.alpha),
        s.neighbors.map_or(NOTHING.into(), |k| k.to_string()),
        s.dimension.to_string(),
        s.weights.to_string(),
        percent(score.accuracy),
        format!("{}–{}", percent(low), percent(high)),
        format!("{:.3}", score.margin),
    ]
}

/// What was chosen, as pairs of words.
pub(crate) fn parameters(model: &Model) -> Vec<(String, String)> {
    let plan = model.plan();
    let mut pairs = vec![
        ("method".to_owned(), plan.name().to_owned()),
        ("dimensions".to_owned(), model.dimension().to_string()),
    ];
    let Some(learner) = plan.learner() else {
        pairs.extend(views_in_words(&model.diagnostics().views));
        return pairs;
    };
    if let Value::Object(parameters) = learner.parameters() {
        pairs.extend(parameters.iter().map(|(name, value)| (name.replace('_', " "), plain(value))));
    }
    pairs.extend(space(plan));
    pairs
}

/// What was done to the samples first, and to the axes.
fn space(plan: &Plan) -> [(String, String); 5] {
    let kernel = plan.space.kernel.as_ref().map_or("none".into(), |kernel| plain(&json!(kernel)));
    let ridge = match plan.ridge {
        RidgeChoice::Rule(rule) => format!("rule of the method: {rule}"),
        RidgeChoice::Given(ridge) => short(ridge),
    };
    [
        ("scaling".into(), plan.space.scaling.to_string()),
        ("kernel".into(), kernel),
        ("axis weights".into(), plan.weights.to_string()),
        ("ridge".into(), ridge),
        ("pca first".into(), plan.space.pca_first.to_string()),
    ]
}

/// The views of largest share, and how much is left.
fn views_in_words(views: &[ViewShare]) -> Vec<(String, String)> {
    let shown = &views[..SHOWN_VIEWS.min(views.len())];
    let rest: f64 = views[shown.len()..].iter().map(|view| view.share).sum();
    let line = |view: &ViewShare| format!("{:>3.0} % {view}", 100.0 * view.share);
    let more = format!("{:>3.0} % {} others", 100.0 * rest, views.len() - shown.len());
    let lines = shown.iter().map(line).chain(std::iter::once(more));
    let name = |position: usize| if position == 0 { "kernel" } else { "" };
    lines.enumerate().map(|(position, line)| (name(position).to_owned(), line)).collect()
}

/// JSON as words: `{"nearest":3}` becomes `nearest 3`.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(map) => {
            let parts = map.iter().map(|(name, value)| match value {
                Value::Object(inner) if inner.is_empty() => name.clone(),
                value => format!("{name} {}", plain(value)),
            });
            parts.collect::<Vec<_>>().join(", ")
        }
        Value::Number(number) => number.as_f64().map_or(number.to_string(), short),
        other => other.to_string(),
    }
}

/// What the fit found out, as pairs of words.
pub(crate) fn diagnostics(model: &Model) -> Vec<(String, String)> {
    let d = model.diagnostics();
    // A kernel has a rank of its own, which may well be more than there are columns.
    let of = match model.projection() {
        Some(_) => "rank of the data",
        None => "rank of the kernel",
    };
    let mut pairs = vec![
        (of.to_owned(), d.rank.to_string()),
        ("dropped directions".to_owned(), d.dropped.to_string()),
        ("ridge used".to_owned(), short(d.ridge)),
        ("condition of the constraint".to_owned(), short(d.condition)),
        ("residual".to_owned(), short(d.residual)),
    ];
    if let Some(share) = d.shrinkage {
        pairs.insert(3, ("shrinkage".to_owned(), format!("{:.0} %", 100.0 * share)));
    }
    if d.cut_group {
        let note = "the last axis kept and the first left out are tied: the subspace is one choice among several";
        pairs.push(("tie".into(), note.into()));
    }
    if d.dropped_negative > 0.0 {
        pairs.push(("negative kernel part dropped".into(), short(d.dropped_negative)));
    }
    if d.kernel_left_out > 0.0 {
        let share = format!("{} % of its spread", short(100.0 * d.kernel_left_out));
        pairs.push(("left out of the kernel".into(), share));
    }
    // An exact search has nothing to say for itself.
    if let Some(found) = d.neighbors.filter(|found| found.search == neighbors::Search::Approximate)
    {
        let words = format!("approximate, {:.1} % of them found", 100.0 * found.recall);
        pairs.push(("nearest rows".into(), words));
    }
    pairs.push(("summed by".into(), d.engine.clone()));
    pairs
}

/// The largest values of every row of a matrix with one column for each feature, with the names of their features.
pub(crate) fn top_features(
    model: &Model,
    values: &RowMatrix<'_>,
    count: usize,
) -> Vec<Vec<(String, f64)>> {
    let axis = |i: usize| {
        let row = values.row(i);
        let mut order: Vec<usize> = (0..row.len()).collect();
        order.sort_by(|&a, &b| row[b].abs().total_cmp(&row[a].abs()));
        order.into_iter().take(count).map(|j| (feature_name(model, j), row[j])).collect()
    };
    (0..values.rows()).map(axis).collect()
}

/// The columns that the default found most relevant; none for other methods.
pub(crate) fn relevant_columns(model: &Model, count: usize) -> Vec<(String, f64)> {
    let shares = model.diagnostics().relevance.clone().unwrap_or_default();
    let mut order: Vec<usize> = (0..shares.len()).collect();
    order.sort_by(|&a, &b| shares[b].total_cmp(&shares[a]).then(a.cmp(&b)));
    let order = order.into_iter().take(count);
    order.map(|column| (feature_name(model, column), shares[column])).collect()
}

/// What an input column is called.
pub(crate) fn feature_name(model: &Model, column: usize) -> String {
    match model.feature_names() {
        Some(names) => names[column].clone(),
        None => format!("x{}", column + 1),
    }
}

/// Two columns of words.
pub(crate) fn pairs_text(pairs: &[(String, String)]) -> String {
    let width = pairs.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let line = |(name, value): &(String, String)| {
        let gap = " ".repeat(width - name.chars().count());
        format!("  {name}{gap}  {value}")
    };
    pairs.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Pairs as a JSON object.
pub(crate) fn model_json(model: &Model) -> Value {
    json!({
        "plan": model.plan(),
        "dimension": model.dimension(),
        "eigenvalues": model.eigenvalues(),
        "diagnostics": model.diagnostics(),
        "classes": model.classes(),
        "feature_names": model.feature_names(),
    })
}

/// One line on what is fitted. How many axes there are where nobody said is known when the labels are looked at.
pub(crate) fn headline(plan: &Plan, data: &Dataset<'_>) -> String {
    let (rows, columns) = (data.samples().rows(), data.samples().columns());
    let from = match plan.dimension {
        Some(axes) => format!("{columns} to {}", dimensions(axes)),
        None => dimensions(columns),
    };
    let labeled = data.labels().labeled_rows().len();
    format!("{} from {from}, {rows} rows, {labeled} labeled", plan.name())
}
