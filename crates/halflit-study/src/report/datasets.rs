//! Table 1: the datasets beside what the paper says of them.

use super::document::{Column, Document, GridRow};
use super::text::Text;
use crate::details::Details;

pub(super) fn write(details: &[Details], document: &mut Document) {
    if details.is_empty() {
        return;
    }
    document.heading(2, "Table 1: the datasets");
    document.paragraph(
        "A row is a good neighbor where the nearest other row, all labels known, is of its own class. The score is the \
         share of such rows: the higher, the more unlabeled rows can tell.",
    );
    let columns = vec![
        Column::words("Dataset"),
        Column::number("d_{0}"),
        Column::number("classes"),
        Column::number("rows"),
        Column::number("labeled"),
        Column::number("unlabeled"),
        Column::number("d"),
        Column::number("linear"),
        Column::number("published"),
        Column::number("kernel"),
        Column::number("published"),
        Column::words("Verdict"),
    ];
    let caption = "Datasets, and their good-neighbors scores in the input space (linear) and in that of the kernel; an \
                   asterisk stands for all rows that are not labeled";
    document.table(caption, columns, details.iter().map(row).collect());
}

/// Whether both scores are those of the paper, to the digits that it prints.
pub(super) fn is_as_published(details: &Details) -> bool {
    let equal =
        |i: usize| (details.good_neighbors[i] - details.published[i]).abs() <= 0.0005 + 1e-9;
    equal(0) && equal(1)
}

fn row(details: &Details) -> GridRow {
    let labeled: Vec<String> = details.labeled.iter().map(usize::to_string).collect();
    let [linear, kernel] = details.good_neighbors;
    let [published_linear, published_kernel] = details.published;
    let score = |score: f64| format!("{score:.3}");
    let cells = [
        details.dataset.clone(),
        details.columns.to_string(),
        details.classes.to_string(),
        details.rows.to_string(),
        labeled.join(" / "),
        details.unlabeled.map_or("*".into(), |unlabeled| unlabeled.to_string()),
        details.dimension.to_string(),
        score(linear),
        score(published_linear),
        score(kernel),
        score(published_kernel),
        details.verdict.clone(),
    ];
    GridRow::new(cells.map(Text::plain).to_vec())
}
