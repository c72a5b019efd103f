//! The plot area with its axes: places for numbers, room for words.

use crate::data::Scale;
use crate::font;
use crate::legend::Legend;
use crate::palette::{GRID, INK, SOFT_INK};
use crate::picture::{Align, Picture, Place, Stroke};
use crate::ticks::{Range, ticks};

/// Size of the words beside marks.
pub(crate) const LABEL: f64 = 11.5;
const AXIS_TITLE: f64 = 12.5;
const TITLE: f64 = 16.0;
const EDGE: f64 = 14.0;

/// One axis: what it spans and how it is marked.
#[derive(Debug)]
pub(crate) struct Axis {
    pub(crate) range: Range,
    pub(crate) title: String,
    pub(crate) marks: Vec<(f64, String)>,
    pub(crate) grid: bool,
}

impl Axis {
    /// A horizontal axis of numbers: as many marks as fit beside each other.
    pub(crate) fn across(range: Range, title: &str, length: f64, scale: Scale) -> Self {
        let fits = |marks: &Vec<(f64, String)>| {
            marks.windows(2).all(|pair| {
                let distance = (pair[1].0 - pair[0].0) / range.width() * length;
                let widths = font::width(&pair[0].1, LABEL) + font::width(&pair[1].1, LABEL);
                distance > 0.5 * widths + 10.0
            })
        };
        let wanted = (length / 70.0) as usize + 1;
        let mut tried = (1..=wanted).rev().map(|count| ticks(range, count, scale));
        let marks = tried.find(fits).unwrap_or_default();
        Self { range, title: title.into(), marks, grid: true }
    }

    /// A vertical axis of numbers.
    pub(crate) fn up(range: Range, title: &str, length: f64) -> Self {
        let marks = ticks(range, (length / 50.0) as usize + 1, Scale::Linear);
        Self { range, title: title.into(), marks, grid: true }
    }

    /// Names at 0, 1, 2, … from one end to the other.
    pub(crate) fn names(names: Vec<String>, title: &str, widest: f64) -> Self {
        let range = Range { low: -0.5, high: names.len().max(1) as f64 - 0.5 };
        let cut = |(i, name): (usize, String)| (i as f64, font::fitted(&name, LABEL, widest));
        let marks = names.into_iter().enumerate().map(cut).collect();
        Self { range, title: title.into(), marks, grid: false }
    }
}

/// Width of the widest label.
pub(crate) fn widest(marks: &[(f64, String)]) -> f64 {
    marks.iter().map(|(_, text)| font::width(text, LABEL)).fold(0.0, f64::max)
}

/// Where numbers lie in the picture.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) x: Range,
    pub(crate) y: Range,
}

impl Frame {
    /// A picture with room for everything, its axes already drawn.
    pub(crate) fn new(
        title: &str,
        (width, height): (f64, f64),
        x: &Axis,
        y: &Axis,
        legend: &Legend,
    ) -> (Picture, Self) {
        let title_room = |title: &str| if title.is_empty() { 0.0 } else { 22.0 };
        // On a whole point the frame is sharp.
        let left = (EDGE + title_room(&y.title) + widest(&y.marks) + 8.0).ceil();
        let top = if title.is_empty() { EDGE } else { 46.0 };
        let bottom = 26.0 + title_room(&x.title) + EDGE - 4.0;
        let right = left + width;
        let beside = if legend.width() > 0.0 { 18.0 + legend.width() } else { 20.0 };
        let mut picture = Picture::new(title, right + beside, top + height + bottom);
        let title_width = picture.width - EDGE - EDGE;
        let heading = font::fitted(title, TITLE, title_width);
        // Above the plot where it fits there, else from the edge of the picture.
        let room = picture.width - left - EDGE;
        let start = if font::width(&heading, TITLE) <= room { left } else { EDGE };
        picture.words(&heading, (start, 24.0), TITLE, INK, Align::Left);
        let frame = Self { left, top, width, height, x: x.range, y: y.range };
        frame.draw_axes(&mut picture, x, y);
        legend.draw(&mut picture, (right + 18.0, top));
        (picture, frame)
    }

    /// The place of a point.
    pub(crate) fn place(&self, x: f64, y: f64) -> Place {
        (self.left + self.x.share(x) * self.width, self.top + (1.0 - self.y.share(y)) * self.height)
    }

    fn draw_axes(&self, picture: &mut Picture, x: &Axis, y: &Axis) {
        let (bottom, right) = (self.top + self.height, self.left + self.width);
        for (value, label) in &x.marks {
            let at = self.place(*value, self.y.low).0;
            if x.grid {
                picture.line(vec![(at, self.top), (at, bottom)], Stroke::new(GRID, 1.0));
            }
            picture.words(label, (at, bottom + 15.0), LABEL, SOFT_INK, Align::Center);
        }
        for (value, label) in &y.marks {
            let at = self.place(self.x.low, *value).1;
            if y.grid {
                picture.line(vec![(self.left, at), (right, at)], Stroke::new(GRID, 1.0));
            }
            picture.words(label, (self.left - 8.0, at), LABEL, SOFT_INK, Align::Right);
        }
        self.draw_border(picture);
        let middle = (self.left + 0.5 * self.width, self.top + 0.5 * self.height);
        if !x.title.is_empty() {
            let size = title_size(&x.title, self.width);
            picture.words(&x.title, (middle.0, bottom + 38.0), size, INK, Align::Center);
        }
        if !y.title.is_empty() {
            let size = title_size(&y.title, self.height);
            picture.upright_words(&y.title, (EDGE + 5.0, middle.1), size, INK);
        }
    }

    /// The sides of the plot. What fills the plot to its sides hides them, and asks for them once more.
    pub(crate) fn draw_border(&self, picture: &mut Picture) {
        let (from, to) = ((self.left, self.top), (self.left + self.width, self.top + self.height));
        picture.outline(from, to, Stroke::new(SOFT_INK, 1.0));
    }
}

/// The title of an axis is never cut: a long one is small.
fn title_size(title: &str, length: f64) -> f64 {
    AXIS_TITLE * (length / font::width(title, AXIS_TITLE)).min(1.0)
}

/// Axes on which a unit is equally long, and the size of the plot. The plot is as flat or as tall as
/// the points, within reason: beyond that the shorter range grows.
pub(crate) fn plane(points: &[Place], [x_title, y_title]: [&str; 2]) -> (Axis, Axis, (f64, f64)) {
    let x = Range::of(points.iter().map(|p| p.0)).padded(0.05);
    let y = Range::of(points.iter().map(|p| p.1)).padded(0.05);
    let width = 560.0;
    let height = (width * y.width() / x.width()).clamp(0.45 * width, width);
    let unit = (x.width() / width).max(y.width() / height);
    let x = Axis::across(x.resized(unit * width), x_title, width, Scale::Linear);
    (x, Axis::up(y.resized(unit * height), y_title, height), (width, height))
}
