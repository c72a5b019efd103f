//! A picture as PNG: one anti-aliased path per item.

use crate::error::{Error, Result};
use crate::font::{self, Font};
use crate::palette::{Color, SOFT_INK};
use crate::picture::{Align, Item, Picture, Place, Stroke, Words};
use tiny_skia::{FillRule, Paint, Path, PathBuilder, Pixmap, StrokeDash, Transform};
use ttf_parser::Face;

/// Pixels for each point of the picture: sharp on paper and on dense screens.
const DENSITY: f32 = 2.0;

/// Where letters had to be written as codes, the picture says so.
const CODES: &str =
    "a number in a box is a letter that no font here can draw; an SVG keeps the letter";

impl Picture {
    /// The picture as a PNG file, two pixels per point. Letters that the embedded font lacks are shown as their codes.
    pub fn png(&self) -> Result<Vec<u8>> {
        self.png_with(&[])
    }

    /// A PNG with further fonts for the letters that the embedded one lacks: [`Picture::foreign_letters`].
    pub fn png_with(&self, fonts: &[Font]) -> Result<Vec<u8>> {
        let faces: Vec<Face<'_>> = fonts.iter().filter_map(Font::face).collect();
        let (width, height) = self.size();
        let mut canvas = Pixmap::new(width * DENSITY as u32, height * DENSITY as u32)
            .ok_or_else(|| Error::Backend(format!("{width} × {height} points are too many")))?;
        canvas.fill(tiny_skia::Color::WHITE);
        for item in &self.items {
            draw(&mut canvas, item, &faces);
        }
        let is_drawn = |letter: &char| fonts.iter().any(|font| font.draws(*letter));
        if !self.foreign_letters().iter().all(is_drawn) {
            draw(&mut canvas, &self.note(CODES), &faces);
        }
        canvas.encode_png().map_err(|error| Error::Backend(error.to_string()))
    }

    /// A remark along the lower edge, as small as it must be.
    fn note(&self, text: &str) -> Item {
        let size = (8.5 * (self.width - 8.0) / font::width(text, 8.5)).min(8.5);
        let place = (4.0, self.height - 8.0);
        let (text, color, align) = (text.into(), SOFT_INK, Align::Left);
        Item::Words(Words { text, place, size, color, align, upright: false })
    }
}

/// Draws an item; one without extent leaves no mark.
fn draw(canvas: &mut Pixmap, item: &Item, faces: &[Face<'_>]) {
    let Some(path) = path(item, faces) else { return };
    let scale = Transform::from_scale(DENSITY, DENSITY);
    let (color, anti_alias) = match item {
        Item::Line { stroke, .. } => {
            return canvas.stroke_path(&path, &paint(stroke.color), &pen(*stroke), scale, None);
        }
        // Smoothed sides of neighbours would leave a pale seam between them.
        Item::Rectangle { fill, .. } => (*fill, false),
        Item::Area { fill, .. } | Item::Disc { fill, .. } => (*fill, true),
        Item::Words(words) => (words.color, true),
        Item::Hint { .. } => return,
    };
    let paint = Paint { anti_alias, ..paint(color) };
    canvas.fill_path(&path, &paint, FillRule::Winding, scale, None);
}

fn path(item: &Item, faces: &[Face<'_>]) -> Option<Path> {
    match item {
        Item::Line { path, .. } | Item::Area { corners: path, .. } => joined(path),
        Item::Rectangle { from: (left, top), to: (right, bottom), .. } => {
            joined(&[(*left, *top), (*right, *top), (*right, *bottom), (*left, *bottom)])
        }
        Item::Disc { center: (x, y), radius, .. } => {
            PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32)
        }
        Item::Words(words) => {
            font::outline(&words.text, faces)?.transform(onto_baseline(words, faces))
        }
        Item::Hint { .. } => None,
    }
}

fn joined(places: &[Place]) -> Option<Path> {
    let (first, rest) = places.split_first()?;
    let mut builder = PathBuilder::new();
    builder.move_to(first.0 as f32, first.1 as f32);
    for (x, y) in rest {
        builder.line_to(*x as f32, *y as f32);
    }
    builder.finish()
}

/// From the font's measure, in which an em is 1, to where the words stand.
fn onto_baseline(words: &Words, faces: &[Face<'_>]) -> Transform {
    let (((x, y), turn), size) = (words.baseline(), words.size as f32);
    let before = 0.5 * f32::from(words.align as u8) * font::ems(&words.text, faces) as f32;
    let place = Transform::from_translate(x as f32, y as f32).pre_rotate(turn as f32);
    place.pre_scale(size, size).pre_translate(-before, 0.0)
}

fn pen(stroke: Stroke) -> tiny_skia::Stroke {
    let dash = stroke.dash.map(|(on, off)| vec![on as f32, off as f32]);
    let dash = dash.and_then(|lengths| StrokeDash::new(lengths, 0.0));
    tiny_skia::Stroke { width: stroke.width as f32, dash, ..Default::default() }
}

fn paint(color: Color) -> Paint<'static> {
    let ((red, green, blue), alpha) = (color.rgb, (255.0 * color.alpha).round() as u8);
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, alpha);
    paint
}
