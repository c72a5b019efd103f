//! The legend, in its own columns to the right of the plot, so that it never covers data.

use crate::classes::Classes;
use crate::font;
use crate::palette::{Color, INK, Look, NEUTRAL, SOFT_INK, Shape, look};
use crate::picture::{Align, Picture, Place, Stroke};
use std::collections::BTreeSet;

const LINE: f64 = 20.0;
const SIZE: f64 = 12.0;
/// From the left of a column to its text.
const INDENT: f64 = 32.0;
/// Longer names are cut.
const WIDEST: f64 = 190.0;
/// More entries than this are counted, not listed.
const MOST: usize = 66;

#[derive(Debug, Clone)]
pub(crate) enum Sample {
    /// A marker of a labeled row.
    Strong(Look),
    /// A marker of an unlabeled row.
    Faint(Look),
    /// A marker of an unlabeled row among lines.
    Hollow,
    /// An upright stroke for an unlabeled row on an axis.
    Tick,
    /// A line.
    Line(Stroke),
    /// A line with a marker on it.
    Curve(Stroke, Look),
}

/// What is listed, from top to bottom.
#[derive(Debug, Default)]
pub(crate) struct Legend {
    entries: Vec<(Sample, String)>,
    left_out: usize,
    rows: usize,
}

impl Legend {
    /// A legend that is about as high as the plot, in as many columns as that takes.
    pub(crate) fn new(mut entries: Vec<(Sample, String)>, height: f64) -> Self {
        let left_out = entries.len().saturating_sub(MOST);
        entries.truncate(MOST);
        for (_, text) in &mut entries {
            *text = font::fitted(text, SIZE, WIDEST);
        }
        Self { entries, left_out, rows: ((height / LINE) as usize).max(1) }
    }

    pub(crate) fn width(&self) -> f64 {
        self.columns().map(|column| self.column_width(column)).sum()
    }

    pub(crate) fn draw(&self, picture: &mut Picture, (mut x, top): Place) {
        for column in self.columns() {
            for (row, (sample, text)) in column.iter().enumerate() {
                let y = top + (row as f64 + 0.5) * LINE;
                draw_sample(picture, sample, (x + 14.0, y));
                picture.words(text, (x + INDENT, y), SIZE, INK, Align::Left);
            }
            x += self.column_width(column);
        }
        if self.left_out > 0 {
            let place = (x - 6.0, top + (self.rows as f64 + 0.5) * LINE);
            let text = format!("and {} more", self.left_out);
            picture.words(&text, place, SIZE, SOFT_INK, Align::Right);
        }
    }

    fn columns(&self) -> impl Iterator<Item = &[(Sample, String)]> {
        self.entries.chunks(self.rows.max(1))
    }

    fn column_width(&self, column: &[(Sample, String)]) -> f64 {
        let widest = column.iter().map(|(_, text)| font::width(text, SIZE)).fold(0.0, f64::max);
        INDENT + widest + 14.0
    }
}

fn draw_sample(picture: &mut Picture, sample: &Sample, (x, y): Place) {
    let across = vec![(x - 13.0, y), (x + 13.0, y)];
    match *sample {
        Sample::Strong(look) => picture.strong_marker((x, y), look, 1.0),
        Sample::Faint(look) => picture.faint_marker((x, y), look, 1.0),
        Sample::Hollow => picture.hollow_marker((x, y)),
        Sample::Tick => {
            picture.line(vec![(x, y - 6.0), (x, y + 6.0)], Stroke::new(NEUTRAL, 1.2));
        }
        Sample::Line(stroke) => picture.line(across, stroke),
        Sample::Curve(stroke, look) => {
            picture.line(across, stroke);
            picture.marker((x, y), 3.2, look.shape, look.color);
        }
    }
}

/// The look of a row without a class.
pub(crate) const NO_CLASS: Look = Look { color: NEUTRAL, shape: Shape::Circle };

/// Entries for the classes that occur, then for what the kinds of markers mean. `unlabeled` is the
/// sample and the word for unlabeled rows.
pub(crate) fn row_entries(
    classes: &Classes,
    rows: impl Iterator<Item = (Option<usize>, bool)>,
    unlabeled: (Sample, &str),
) -> Vec<(Sample, String)> {
    let rows: BTreeSet<(Option<usize>, bool)> = rows.collect();
    let shown: BTreeSet<usize> = rows.iter().filter_map(|row| row.0).collect();
    let any = |labeled: bool| rows.iter().any(|row| row.1 == labeled);
    let entry = |class: usize| (Sample::Strong(look(class)), classes.names[class].clone());
    let mut entries: Vec<_> = shown.into_iter().map(entry).collect();
    if any(true) && any(false) {
        let plain = Look { color: Color::new(0xBBBBBB), ..NO_CLASS };
        entries.push((Sample::Strong(plain), "labeled".into()));
    }
    if any(false) {
        entries.push((unlabeled.0, unlabeled.1.into()));
    }
    entries
}
