//! Labels that may not be what was meant. They are taken as they are, but not in silence.

use halflit_io::{LabelColumn, Table};

use crate::args::Data;
use crate::printer::Printer;

/// Words for "not known yet".
const MARKERS: [&str; 8] =
    ["unknown", "unlabeled", "unlabelled", "none", "n/a", "missing", "undefined", "tbd"];

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
