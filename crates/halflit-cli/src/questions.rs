//! Tables that may not be what was meant. They are taken as they are, but not in silence.

use halflit::learner::Kind;
use halflit::{Content, Kernel, Model, Plan, Samples, SourceColumn};
use halflit_io::{LabelColumn, Table};

use crate::args::{Data, SpaceOptions};
use crate::failure::{CommandResult, Failure};
use crate::printer::{Printer, short};
use crate::show::quoted;

/// Words for "not known yet".
const MARKERS: [&str; 8] =
    ["unknown", "unlabeled", "unlabelled", "none", "n/a", "missing", "undefined", "tbd"];

/// Columns that are named where one of them is asked for.
const SHOWN_COLUMNS: usize = 12;

/// Refuses to learn from labels that nobody has pointed out, and asks which column holds them.
pub(crate) fn which_label(plans: &[Plan], data: &Data, table: &Table) -> CommandResult {
    let needed = plans.iter().any(|plan| plan.method.info().kind != Kind::Unsupervised);
    let custom = plans.iter().any(|plan| plan.method.info().kind == Kind::Custom);
    if !needed || custom || data.has_labels() || table.labels.is_some() {
        return Ok(());
    }
    let columns = &table.encoding.columns;
    let words: Vec<String> =
        columns.iter().filter(|own| is_words(own)).map(|own| quoted(&own.name)).collect();
    let names: Vec<String> =
        columns.iter().take(SHOWN_COLUMNS).map(|own| quoted(&own.name)).collect();
    let more = if columns.len() > SHOWN_COLUMNS { ", …" } else { "" };
    let column = words.first().map_or("COLUMN", String::as_str);
    Err(Failure::usage(
        format!("which column holds the labels was not said; there are {}{more}", names.join(", ")),
        format!(
            "name it (--label {column}), give a file of labels (--labels), or take a method that needs none (--method pca)"
        ),
    ))
}

fn is_words(column: &SourceColumn) -> bool {
    matches!(column.content, Content::Category { .. })
}

/// Says which rows -1 makes unlabeled, and questions labels that look like a measurement or like a marker.
pub(crate) fn labels(data: &Data, table: &Table, printer: &Printer<'_>) {
    let Some(labels) = &table.labels else { return };
    if data.unlabeled.is_empty() {
        marked(labels, printer);
        marker(labels, printer);
    }
    measurement(labels, printer);
}

/// That -1 means unlabeled is a convention, and one that a class of that name does not know.
fn marked(labels: &LabelColumn, printer: &Printer<'_>) {
    let (marked, rows) = (labels.marked(), labels.len());
    match (marked, labels.names()) {
        (0, _) => {}
        (_, [_, _, ..]) => printer.say(format!(
            "-1 means unlabeled in {marked} of {rows} rows; --unlabeled '' makes it a label"
        )),
        _ => printer.warn(
            format!(
                "-1 means unlabeled in {marked} of {rows} rows, which leaves fewer than two classes"
            ),
            "use --unlabeled '' if -1 is a class",
        ),
    }
}

/// A label that most rows have and that says that there is none.
fn marker(labels: &LabelColumn, printer: &Printer<'_>) {
    let counts = counts(labels);
    let labeled: usize = counts.iter().sum();
    let most = (0..counts.len()).find(|&name| 2 * counts[name] > labeled);
    let Some(name) = most else { return };
    let (label, count) = (&labels.names()[name], counts[name]);
    if looks_like_a_marker(label, labels.names()) {
        printer.warn(
            format!("{count} of {labeled} labels are '{label}': does that mean unlabeled?"),
            &format!("use --unlabeled '{label}' if it does"),
        );
    }
}

fn looks_like_a_marker(label: &str, all: &[String]) -> bool {
    let is_number = |text: &str| text.parse::<f64>().is_ok();
    let zero_among_names = label == "0"
        && all.len() > 1
        && all.iter().all(|other| other == label || !is_number(other));
    zero_among_names || MARKERS.contains(&label.to_lowercase().as_str())
}

/// Numbers that hardly repeat.
fn measurement(labels: &LabelColumn, printer: &Printer<'_>) {
    const AT_LEAST: usize = 10;
    let labeled = labels.codes().flatten().count();
    let (names, numbers) = (labels.names(), |text: &String| text.parse::<f64>().is_ok());
    if labeled >= AT_LEAST && 3 * names.len() > labeled && names.iter().all(numbers) {
        printer.warn(
            format!(
                "the labels are {} different numbers in {labeled} rows, like a measurement",
                names.len()
            ),
            "name a column of classes with --label; every different number is a class of its own",
        );
    }
}

/// For each name the number of rows that have it.
fn counts(labels: &LabelColumn) -> Vec<usize> {
    let mut counts = vec![0; labels.names().len()];
    labels.codes().flatten().for_each(|name| counts[name] += 1);
    counts
}

/// Questions columns of very different widths where distances between rows count and nothing is said about scaling. Auto
/// looks at standardised columns too, and of a kernel matrix columns are no features.
pub(crate) fn scales(plans: &[Plan], space: &SpaceOptions, table: &Table, printer: &Printer<'_>) {
    const FAR_APART: f64 = 100.0;
    let distances = plans.iter().any(|plan| plan.learner().is_some());
    if !distances || space.scale.is_some() || space.kernel == Some(Kernel::Precomputed {}) {
        return;
    }
    // Numbers that are no samples are refused elsewhere.
    let Ok(samples) = table.samples() else { return };
    let widths = deviations(&samples);
    let spread = widths.iter().enumerate().filter(|(_, width)| **width > 0.0);
    let widest = spread.clone().max_by(|a, b| a.1.total_cmp(b.1));
    let narrowest = spread.min_by(|a, b| a.1.total_cmp(b.1));
    if let (Some((wide, most)), Some((narrow, least))) = (widest, narrowest)
        && *most > FAR_APART * least
    {
        let name = |column: usize| quoted(&table.feature_names[column]);
        printer.warn(
            format!(
                "the standard deviation of {} is {} and that of {} is {}, so the first outweighs the second",
                name(wide),
                short(*most),
                name(narrow),
                short(*least)
            ),
            "use --scale standard to give all columns the same weight, --scale none if they are meant so",
        );
    }
}

/// The standard deviation of each column.
fn deviations(samples: &Samples<'_>) -> Vec<f64> {
    let (rows, means) = (samples.rows(), samples.means());
    let mut variances = vec![0.0; means.len()];
    for row in 0..rows {
        let row = samples.row(row);
        let off = row.iter().zip(&means).map(|(value, mean)| (value - mean).powi(2) / rows as f64);
        variances.iter_mut().zip(off).for_each(|(variance, off)| *variance += off);
    }
    variances.into_iter().map(f64::sqrt).collect()
}

/// Warns where every row is compared with so many rows of the model that it takes long.
pub(crate) fn pairs(model: &Model, rows: usize, predict: bool, printer: &Printer<'_>) {
    let kept = model.compared_rows(predict);
    if many_pairs(rows, kept) {
        printer.warn(
            format!(
                "each of {rows} rows is compared with {kept} rows of the model, which takes long"
            ),
            "give fewer rows at once, or fit on fewer rows or labels",
        );
    }
}

/// As many pairs as a graph of all pairs has where that is warned of.
fn many_pairs(rows: usize, kept: usize) -> bool {
    const MANY: usize = 20_000 * 20_000;
    rows.saturating_mul(kept) > MANY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_pairs_are_rows_times_rows_of_the_model() {
        assert!(!many_pairs(1_000_000, 400));
        assert!(many_pairs(1_000_000, 401));
        assert!(!many_pairs(usize::MAX, 0));
    }
}
