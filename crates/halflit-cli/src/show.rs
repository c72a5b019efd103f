//! What people and machines want to see of the library's values.

use halflit::choose::{Found, Open, Outcome, Rule, Scores, Search, Setting, SettingScore};
use halflit::evaluation::{Plan, wilson};
use halflit::{Dataset, Model, Reduction, RowMatrix, neighbors};
use serde_json::{Value, json};

use crate::printer::{NOTHING, percent, short, table};

/// Views that are listed one by one.
const SHOWN_VIEWS: usize = 6;

/// A setting in words: `gamma 0.1, alpha 8`, dimension and axis weights where they were searched.
pub(crate) fn setting<L>(setting: &Setting, given: &Reduction<L>) -> String {
    let gamma = setting.gamma.map(|v| format!("gamma {}", short(v)));
    let alpha = setting.alpha.map(|v| format!("alpha {}", short(v)));
    let neighbors = setting.neighbors.map(|v| format!("neighbors {v}"));
    let mut parts: Vec<String> = gamma.into_iter().chain(alpha).chain(neighbors).collect();
    if setting.dimension != given.dimension {
        parts.push(dimensions(setting.dimension));
    }
    if setting.weights != given.weights {
        parts.push(format!("weights {}", setting.weights));
    }
    if parts.is_empty() { "what was given".into() } else { parts.join(", ") }
}

/// How open parameters were chosen, or that they were not; nothing where none was open.
pub(crate) fn choice<L>(found: Option<&Found>, given: &Reduction<L>) -> Option<String> {
    let Some(found) = found else { return untuned(&given.search) };
    let rule = match (found.rule, &given.search) {
        _ if found.scores.settings.len() == 1 => return None,
        (Rule::Auto, Search::Auto(Open { gamma: true, .. })) => "balance and margins",
        (Rule::Auto, _) => "margins",
        _ => "cross-validation",
    };
    Some(format!("chose {} by {rule}", setting(&found.best.setting, given)))
}

fn untuned(search: &Search) -> Option<String> {
    let kept = match search {
        Search::Auto(Open { gamma: true, alpha: true }) => "gamma and alpha stay at their defaults",
        Search::Auto(Open { gamma: true, alpha: false }) => "gamma stays at its default",
        Search::Auto(Open { gamma: false, alpha: true }) => "alpha stays at its default",
        _ => return None,
    };
    Some(format!("no labels to tune by: {kept}"))
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
        score_row(score, wilson(&Outcome::sum(outcomes)))
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
    let recipe = model.recipe();
    let mut pairs = vec![
        ("method".to_owned(), recipe.learner.clone()),
        ("dimensions".to_owned(), model.dimension().to_string()),
    ];
    let views = model.views();
    if !views.is_empty() {
        pairs.extend(views_in_words(&views));
        return pairs;
    }
    if let Value::Object(parameters) = &recipe.parameters {
        pairs.extend(parameters.iter().map(|(name, value)| (name.replace('_', " "), plain(value))));
    }
    pairs.push(("scaling".into(), recipe.scaling.to_string()));
    pairs.push((
        "kernel".into(),
        if recipe.kernel.is_null() { "none".into() } else { plain(&recipe.kernel) },
    ));
    pairs.push(("axis weights".into(), recipe.weights.to_string()));
    pairs.push((
        "ridge".into(),
        recipe.ridge.map_or_else(|| format!("rule of the method: {}", recipe.ridge_rule), short),
    ));
    pairs.push(("pca first".into(), plain(&json!(recipe.pca_first))));
    pairs
}

/// The views of largest share, and how much is left.
fn views_in_words(views: &[(String, f64)]) -> Vec<(String, String)> {
    let shown = &views[..SHOWN_VIEWS.min(views.len())];
    let rest: f64 = views[shown.len()..].iter().map(|(_, share)| share).sum();
    let line = |(view, share): &(String, f64)| format!("{:>3.0} % {view}", 100.0 * share);
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
    let mut pairs = vec![
        ("rank of the data".to_owned(), d.rank.to_string()),
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
        "recipe": model.recipe(),
        "dimension": model.dimension(),
        "eigenvalues": model.eigenvalues(),
        "diagnostics": model.diagnostics(),
        "classes": model.classes(),
        "feature_names": model.feature_names(),
    })
}

/// One line on what is fitted.
pub(crate) fn headline(plan: &Plan, given: Option<usize>, data: &Dataset<'_>) -> String {
    let (rows, columns) = (data.samples().rows(), data.samples().columns());
    let classes = data.labels().present_classes().len();
    // How many axes a reduction has where nobody said is known when its space is.
    let axes = match plan {
        Plan::Auto(auto) => Some(auto.dimension.unwrap_or(classes.saturating_sub(1).max(1))),
        Plan::Reduction(_) => given,
    };
    let from = match axes {
        Some(axes) => format!("{columns} to {}", dimensions(axes)),
        None => dimensions(columns),
    };
    let labeled = data.labels().labeled_rows().len();
    format!("{} from {from}, {rows} rows, {labeled} labeled", plan.name())
}
