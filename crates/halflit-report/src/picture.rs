//! A picture as a list of strokes, areas and words, before it becomes PNG or SVG.
//!
//! Measures are in points of the finished picture, x to the right, y downwards. The list can be looked
//! at by tests: no two words may overlap, and none may leave the picture.

use std::collections::BTreeSet;

use crate::font;
use crate::palette::{Color, INK, Look, NEUTRAL, PAPER, Shape};

/// A finished picture. Paint it with [`Picture::png`] or [`Picture::svg`].
#[derive(Debug, Clone)]
pub struct Picture {
    pub(crate) title: String,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) items: Vec<Item>,
}

/// A place in the picture.
pub(crate) type Place = (f64, f64);

/// What is drawn. A rectangle is no area like others: its sides are sharp, and others may touch it.
#[derive(Debug, Clone)]
pub(crate) enum Item {
    Line {
        path: Vec<Place>,
        stroke: Stroke,
    },
    Area {
        corners: Vec<Place>,
        fill: Color,
    },
    Rectangle {
        from: Place,
        to: Place,
        fill: Color,
    },
    Disc {
        center: Place,
        radius: f64,
        fill: Color,
    },
    Words(Words),
    /// Words for a pointer that rests on a rectangle. Only an SVG can show them.
    Hint {
        from: Place,
        to: Place,
        text: String,
    },
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Stroke {
    pub(crate) color: Color,
    pub(crate) width: f64,
    /// Lengths of a dash and of the gap after it.
    pub(crate) dash: Option<(f64, f64)>,
}

impl Stroke {
    pub(crate) const fn new(color: Color, width: f64) -> Self {
        Self { color, width, dash: None }
    }

    pub(crate) const fn dashed(self, on: f64, off: f64) -> Self {
        Self { dash: Some((on, off)), ..self }
    }
}

/// As a number: how many halves of a text stand before its place.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Align {
    Left,
    Center,
    Right,
}

#[derive(Debug, Clone)]
pub(crate) struct Words {
    pub(crate) text: String,
    /// Beside or around which the text stands; vertically the middle of its capitals.
    pub(crate) place: Place,
    pub(crate) size: f64,
    pub(crate) color: Color,
    pub(crate) align: Align,
    /// Read from bottom to top.
    pub(crate) upright: bool,
}

impl Picture {
    pub(crate) fn new(title: &str, width: f64, height: f64) -> Self {
        Self { title: title.into(), width, height, items: vec![] }
    }

    /// Width and height in whole points.
    pub(crate) fn size(&self) -> (u32, u32) {
        (self.width.ceil() as u32, self.height.ceil() as u32)
    }

    pub(crate) fn line(&mut self, path: Vec<Place>, stroke: Stroke) {
        self.items.push(Item::Line { path, stroke });
    }

    /// Filled, between the corner at the top left and the one at the bottom right.
    pub(crate) fn rectangle(&mut self, from: Place, to: Place, fill: Color) {
        self.items.push(Item::Rectangle { from, to, fill });
    }

    /// The border of a rectangle. It ends in the middle of a side, so that all corners are joined.
    pub(crate) fn outline(&mut self, from: Place, to: Place, stroke: Stroke) {
        let half = (0.5 * (from.0 + to.0), from.1);
        self.line(vec![half, (to.0, from.1), to, (from.0, to.1), from, half], stroke);
    }

    /// The letters in it that the embedded font lacks: an SVG leaves them to its viewer, a PNG needs a font for them.
    pub fn foreign_letters(&self) -> BTreeSet<char> {
        let words = self.items.iter().filter_map(|item| match item {
            Item::Words(words) => Some(words.text.chars()),
            _ => None,
        });
        words.flatten().filter(|letter| font::is_foreign(*letter)).collect()
    }

    pub(crate) fn words(&mut self, text: &str, place: Place, size: f64, color: Color, at: Align) {
        let text = printable(text);
        self.items.push(Item::Words(Words { text, place, size, color, align: at, upright: false }));
    }

    pub(crate) fn upright_words(&mut self, text: &str, place: Place, size: f64, color: Color) {
        let (text, align) = (printable(text), Align::Center);
        self.items.push(Item::Words(Words { text, place, size, color, align, upright: true }));
    }

    /// Lines of text for a pointer between two opposite corners.
    pub(crate) fn hint(&mut self, from: Place, to: Place, lines: &[String]) {
        let shown = lines.iter().filter(|line| !line.is_empty());
        let text = shown.map(|line| printable(line)).collect::<Vec<_>>().join("\n");
        self.items.push(Item::Hint { from, to, text });
    }

    /// A filled marker.
    pub(crate) fn marker(&mut self, center: Place, radius: f64, shape: Shape, fill: Color) {
        self.rimmed_marker(center, radius, 0.0, shape, fill);
    }

    /// A filled marker that is larger by a rim.
    fn rimmed_marker(&mut self, center: Place, radius: f64, rim: f64, shape: Shape, fill: Color) {
        let moved = |(x, y): Place| (center.0 + x, center.1 + y);
        let corners: Vec<Place> = shape.rimmed(radius, rim).into_iter().map(moved).collect();
        self.items.push(match corners.is_empty() {
            true => Item::Disc { center, radius: radius + rim, fill },
            false => Item::Area { corners, fill },
        });
    }

    /// A labeled row: large, with a dark rim and a white one around it. `scale` is 1 unless crowded.
    pub(crate) fn strong_marker(&mut self, center: Place, look: Look, scale: f64) {
        let radius = 4.1 * scale;
        self.rimmed_marker(center, radius, 2.0, look.shape, PAPER);
        self.rimmed_marker(center, radius, 1.4, look.shape, INK);
        // Black on a black rim would be a blot: a lighter heart keeps the shape of the others.
        let is_black = look.color.rgb == (0, 0, 0);
        let heart = if is_black { Color::new(0x4A4A4A) } else { look.color };
        self.marker(center, radius, look.shape, heart);
    }

    /// An unlabeled row: small and translucent.
    pub(crate) fn faint_marker(&mut self, center: Place, look: Look, scale: f64) {
        self.faded_marker(center, look, scale, 1.0);
    }

    /// One that is in doubt: paler still.
    pub(crate) fn faded_marker(&mut self, center: Place, look: Look, scale: f64, opacity: f64) {
        self.marker(center, 2.6 * scale, look.shape, look.color.with_alpha(0.5 * opacity));
    }

    /// An unlabeled row that has to be seen among lines: a white disc with a grey rim.
    pub(crate) fn hollow_marker(&mut self, center: Place) {
        self.rimmed_marker(center, 2.6, 1.4, Shape::Circle, NEUTRAL);
        self.marker(center, 2.6, Shape::Circle, PAPER);
    }
}

/// How much smaller markers are when there are many: 1 up to `few`, never below a half.
pub(crate) fn crowding(count: usize, few: usize) -> f64 {
    (few as f64 / count.max(1) as f64).powf(0.25).clamp(0.5, 1.0)
}

/// Control characters have no glyph and are not allowed in XML.
fn printable(text: &str) -> String {
    let allowed = |c: char| !c.is_control() && !matches!(c, '\u{FFFE}' | '\u{FFFF}');
    text.chars().map(|c| if allowed(c) { c } else { ' ' }).collect()
}

impl Words {
    /// The place on the baseline around which the words stand, and their turn in degrees.
    pub(crate) fn baseline(&self) -> (Place, f64) {
        let ((x, y), half) = (self.place, 0.5 * self.size * font::CAPITAL);
        if self.upright { ((x + half, y), -90.0) } else { ((x, y + half), 0.0) }
    }
}
