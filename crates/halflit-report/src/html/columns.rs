//! The section on the columns that matter to a model whose map has no weights.

use super::Section;
use super::charts::{DRAWN_AXES, drawing, reading};
use super::tables::{details, table};
use crate::data::{ColumnValue, Columns};
use crate::error::Result;
use crate::number::{label, percent};
use crate::pictures::features_bars;

/// The page draws this many classes; the table has all of them.
const DRAWN_CLASSES: usize = 10;

/// An axis or a class by its name, and the columns that go with it.
type Group<'c> = (String, &'c [ColumnValue]);

pub(super) fn columns(columns: &Columns) -> Result<Section> {
    columns.check()?;
    let axes: Vec<Group<'_>> =
        (1..).zip(&columns.axes).map(|(axis, list)| (format!("Axis {axis}"), &list[..])).collect();
    let classes: Vec<Group<'_>> =
        columns.classes.iter().map(|(name, list)| (format!("Class {name}"), &list[..])).collect();
    let body = relevance(&columns.relevance)? + &correlations(&axes, &classes)?;
    Ok(Section::new("columns", "Which columns matter", body))
}

/// One chart of the columns that tell the classes apart.
fn relevance(columns: &[ColumnValue]) -> Result<String> {
    if columns.is_empty() {
        return Ok(String::new());
    }
    let picture = features_bars(columns, "relevance", "")?;
    let rows = columns.iter().map(|(name, share)| vec![name.clone(), percent(*share)]);
    Ok(reading(
        "The relevance of a column is the share of its spread, by ranks, that lies between the classes found. A column at \
         0 % tells nothing by itself. The higher the share, the better it tells the classes apart. The chart has the \
         columns with the highest shares.",
    ) + &drawing(&picture, "Bar chart of the relevance of columns, in the table below")
        + &details(&table("Relevance of columns", &["Column", "Relevance"], rows, &[1])))
}

/// A chart for every axis and every class, as far as the page draws them, and a table of all.
fn correlations(axes: &[Group<'_>], classes: &[Group<'_>]) -> Result<String> {
    let drawn = axes.iter().take(DRAWN_AXES).chain(classes.iter().take(DRAWN_CLASSES));
    let plots = drawn.map(plot).collect::<Result<String>>()?;
    let all = axes.iter().chain(classes);
    let rows = all.flat_map(|(group, columns)| {
        columns.iter().map(move |(name, value)| vec![group.clone(), name.clone(), label(*value)])
    });
    let rest = axes.len().saturating_sub(DRAWN_AXES) + classes.len().saturating_sub(DRAWN_CLASSES);
    let rest = match rest {
        0 => String::new(),
        rest => format!(" {rest} more are in the table only."),
    };
    Ok(reading(&format!(
        "The correlation of a column with an axis, or with the probability of a class. A bar to the right means: the \
         higher the column, the further up the axis or the more probable the class. A bar to the left means the \
         opposite. A short bar need not mean that a column is of no use, for correlation sees straight lines only.{rest}"
    )) + &format!("<div class=\"several\">\n{plots}</div>\n")
        + &details(&table(
            "Correlation of columns with axes and classes",
            &["Axis or class", "Column", "Correlation"],
            rows,
            &[2],
        )))
}

fn plot((group, columns): &Group<'_>) -> Result<String> {
    let label = format!("Bar chart of the columns that go with {group}, in the table below");
    let chart = drawing(&features_bars(columns, "correlation", "")?, &label);
    Ok(format!("<div><h3>{}</h3>\n{chart}</div>\n", super::escape(group)))
}
