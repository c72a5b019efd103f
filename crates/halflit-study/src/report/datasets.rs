//! Table 1: the datasets beside what the paper says of them.

use super::markdown::{numbers, table, words};
use crate::details::Details;

const CAPTION: &str = "Datasets, and their good-neighbors scores in the input space (linear) and in that of the kernel; \
    “rest” stands for all rows that are not labeled";

pub(super) fn section(details: &[Details]) -> Vec<String> {
    if details.is_empty() {
        return Vec::new();
    }
    let mut heads = vec![words("Dataset")];
    heads.extend(["d₀", "classes", "rows", "labeled", "unlabeled", "d"].map(numbers));
    heads.extend(["linear", "published", "kernel", "published"].map(numbers));
    heads.push(words("Verdict"));
    let mut blocks = vec![
        "## Table 1: the datasets".into(),
        "A row is a good neighbor where the nearest other row, all labels known, is of its own class. The score is the \
         share of such rows: the higher, the more unlabeled rows can tell."
            .into(),
    ];
    blocks.extend(table(CAPTION, heads, details.iter().map(row).collect()));
    blocks
}

fn row(details: &Details) -> Vec<String> {
    let labeled: Vec<String> = details.labeled.iter().map(usize::to_string).collect();
    let mut cells = vec![
        details.dataset.clone(),
        details.columns.to_string(),
        details.classes.to_string(),
        details.rows.to_string(),
        labeled.join(" / "),
        details.unlabeled.map_or("rest".into(), |unlabeled| unlabeled.to_string()),
        details.dimension.to_string(),
    ];
    let scores = details.good_neighbors.into_iter().zip(details.published);
    cells.extend(scores.flat_map(|(ours, theirs)| [ours, theirs].map(|s| format!("{s:.3}"))));
    cells.push(details.verdict.clone());
    cells
}
