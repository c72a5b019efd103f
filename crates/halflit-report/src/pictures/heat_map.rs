//! A value for every pair of two settings.

use super::empty;
use crate::data::HeatMap;
use crate::error::Result;
use crate::font;
use crate::frame::{Axis, Frame, LABEL, widest};
use crate::legend::Legend;
use crate::number::{cell_text, label};
use crate::palette::{Color, INK, PANEL, SOFT_INK, WARNING, heat};
use crate::picture::{Align, Picture, Stroke};
use crate::ticks::{Range, ticks};

/// Words and frames on cells, whose colours no page changes.
const WHITE: Color = Color::new(0xFFFFFF);
const BLACK: Color = Color::new(0x222222);

/// Cells from dark (low) to light (high) with their values; the chosen cell has a frame.
pub fn heat_map(map: &HeatMap, title: &str) -> Result<Picture> {
    map.check()?;
    if map.values.is_empty() {
        return Ok(empty(title, "no cells to draw"));
    }
    let (columns, rows) = (map.x_values.len(), map.y_values.len());
    let (width, height) = (side(columns, 62.0, 760.0), side(rows, 40.0, 640.0));
    let cell = (width / columns as f64, height / rows as f64);
    let names = |values: &[f64]| values.iter().map(|v| label(*v)).collect::<Vec<_>>();
    let mut x = Axis::names(names(&map.x_values), &map.x_name, cell.0.max(40.0));
    let y = Axis::names(names(&map.y_values), &map.y_name, 80.0);
    thin_out(&mut x, cell.0);
    let (mut picture, frame) = Frame::new(title, (width, height), &x, &y, &Legend::default());

    let range = map.range();
    let text = |value: Option<f64>| value.map_or("–".into(), |value| cell_text(value, range));
    let cells = || (0..columns).flat_map(|i| (0..rows).map(move |j| (i, j)));
    let width = |(column, row)| font::width(&text(map.value(column, row)), 1.0);
    let widest = cells().map(width).fold(0.1, f64::max);
    let size = (0.86 * cell.0 / widest).min(0.62 * cell.1).min(12.0);
    let place = |(column, row): (usize, usize)| frame.place(column as f64, row as f64);
    for (column, row) in cells() {
        let (from, to) = corners(place((column, row)), cell);
        let value = map.value(column, row);
        let fill = value.map_or(PANEL, |value| heat(range.share(value)));
        picture.rectangle(from, to, fill);
        // Text below seven points cannot be read: the colours must do.
        if size >= 7.0 {
            let ink = match value {
                None => SOFT_INK,
                Some(_) if fill.is_dark() => WHITE,
                Some(_) => BLACK,
            };
            picture.words(&text(value), place((column, row)), size, ink, Align::Center);
        }
    }
    frame.draw_border(&mut picture);
    if let Some(chosen) = map.chosen {
        draw_choice(&mut picture, place(chosen), cell);
    }
    for (column, row) in cells() {
        let (from, to) = corners(place((column, row)), cell);
        let value = format!("{}: {}", map.value_name, text(map.value(column, row)));
        let x = format!("{} = {}", map.x_name, label(map.x_values[column]));
        let y = format!("{} = {}", map.y_name, label(map.y_values[row]));
        picture.hint(from, to, &[value, x, y]);
    }
    draw_scale(&mut picture, &frame, range, &map.value_name);
    Ok(picture)
}

/// Length of a side of the plot.
fn side(cells: usize, wanted: f64, most: f64) -> f64 {
    (cells as f64 * wanted).clamp(120.0, most)
}

/// Keeps every second, third, … name when they would run into each other.
fn thin_out(axis: &mut Axis, cell: f64) {
    let every = ((widest(&axis.marks) + 8.0) / cell).ceil().max(1.0) as usize;
    axis.marks = std::mem::take(&mut axis.marks).into_iter().step_by(every).collect();
}

fn corners((x, y): (f64, f64), (width, height): (f64, f64)) -> ((f64, f64), (f64, f64)) {
    ((x - 0.5 * width, y - 0.5 * height), (x + 0.5 * width, y + 0.5 * height))
}

/// A dark frame on a white one is seen on every colour.
fn draw_choice(picture: &mut Picture, place: (f64, f64), cell: (f64, f64)) {
    for (inset, color, width) in [(4.0, WHITE, 5.0), (4.0, WARNING, 2.6)] {
        let (from, to) = corners(place, (cell.0 - inset, cell.1 - inset));
        picture.outline(from, to, Stroke::new(color, width));
    }
}

/// The colour scale, to the right of the cells.
fn draw_scale(picture: &mut Picture, frame: &Frame, range: Range, name: &str) {
    let (left, bottom) = (frame.left + frame.width + 22.0, frame.top + frame.height);
    let steps = 64;
    let height = frame.height / f64::from(steps);
    for step in 0..steps {
        let top = bottom - f64::from(step + 1) * height;
        let share = (f64::from(step) + 0.5) / f64::from(steps);
        picture.rectangle((left, top), (left + 14.0, top + height), heat(share));
    }
    let marks = ticks(range, (frame.height / 50.0) as usize + 1, Default::default());
    let widest = widest(&marks);
    for (value, text) in marks {
        let y = bottom - range.share(value) * frame.height;
        picture.words(&text, (left + 20.0, y), LABEL, SOFT_INK, Align::Left);
    }
    let title = font::fitted(name, 12.5, frame.height + 30.0);
    let middle = frame.top + 0.5 * frame.height;
    picture.upright_words(&title, (left + 36.0 + widest, middle), 12.5, INK);
    picture.width = left + 54.0 + widest;
}
