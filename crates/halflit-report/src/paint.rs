//! A picture becomes PNG or SVG: the only place that knows plotters.

use crate::error::{Error, Result};
use crate::font::{self, CAPITAL, FAMILY};
use crate::palette::{Color, WHITE};
use crate::picture::{Align, Item, Picture, Place, Stroke, Words};
use plotters::prelude::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontTransform, IntoFont, RGBColor, ShapeStyle, TextStyle};

/// Pixels of a PNG for each point of the picture: sharp on paper and on dense screens.
const DENSITY: u32 = 2;
/// Pixels drawn for each pixel kept, along a side. Plotters hardly smooths edges; averaging does.
const SAMPLES: u32 = 2;
/// Plotters places things on whole numbers; ten to a point keeps them where they belong.
const SVG_UNITS: u32 = 10;

impl Picture {
    /// The picture as an SVG document. Its words stay text.
    pub fn svg(&self) -> Result<String> {
        let size = self.size(SVG_UNITS);
        let mut text = String::new();
        let mut backend = SVGBackend::with_string(&mut text, size);
        paint(self, &mut backend, f64::from(SVG_UNITS), svg_words)?;
        drop(backend);
        // Plotters states the size in units; a viewer should show points and read out the title.
        let (width, height) = self.size(1);
        let tag = format!(
            "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" role=\"img\" \
             xmlns=\"http://www.w3.org/2000/svg\">\n<title>{}</title>\n",
            size.0,
            size.1,
            crate::html::escape(&self.title)
        );
        let body = text.find(">\n").map_or("", |end| &text[end + 2..]);
        Ok(tag + body)
    }

    /// The picture as a PNG file, two pixels a point.
    pub fn png(&self) -> Result<Vec<u8>> {
        let (width, height) = self.size(DENSITY * SAMPLES);
        let mut pixels = vec![255; (width * height * 3) as usize];
        let mut backend = BitMapBackend::with_buffer(&mut pixels, (width, height));
        paint(self, &mut backend, f64::from(DENSITY * SAMPLES), bitmap_words)?;
        drop(backend);
        encode(self.size(DENSITY), &averaged(&pixels, width, height))
    }

    fn size(&self, scale: u32) -> (u32, u32) {
        ((self.width.ceil() as u32) * scale, (self.height.ceil() as u32) * scale)
    }
}

/// Draws every item, `scale` units of the back-end for a point.
fn paint<B: DrawingBackend>(
    picture: &Picture,
    backend: &mut B,
    scale: f64,
    words: impl Fn(&mut B, &Words, f64) -> Result<()>,
) -> Result<()> {
    let (width, height) = backend.get_size();
    let white = style(WHITE, 1.0).filled();
    backend.draw_rect((0, 0), (width as i32, height as i32), &white, true).map_err(failed)?;
    let unit = |(x, y): Place| ((x * scale).round() as i32, (y * scale).round() as i32);
    for item in &picture.items {
        match item {
            Item::Line { path, stroke } => {
                for piece in pieces(path, *stroke) {
                    let pen = style(stroke.color, stroke.width * scale);
                    backend.draw_path(piece.into_iter().map(unit), &pen).map_err(failed)?;
                }
            }
            Item::Area { corners, fill } => {
                let fill = style(*fill, 1.0).filled();
                backend.fill_polygon(corners.iter().copied().map(unit), &fill).map_err(failed)?;
            }
            Item::Disc { center, radius, fill } => {
                let (fill, radius) = (style(*fill, 1.0).filled(), (radius * scale).round() as u32);
                backend.draw_circle(unit(*center), radius, &fill, true).map_err(failed)?;
            }
            Item::Words(text) => words(backend, text, scale)?,
        }
    }
    backend.present().map_err(failed)
}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::Backend(error.to_string())
}

fn style(color: Color, width: f64) -> ShapeStyle {
    let (red, green, blue) = color.rgb;
    let color = plotters::style::Color::mix(&RGBColor(red, green, blue), color.alpha);
    ShapeStyle { color, filled: false, stroke_width: (width.round() as u32).max(1) }
}

/// A dashed line as its dashes, a plain one as itself.
fn pieces(path: &[Place], stroke: Stroke) -> Vec<Vec<Place>> {
    let Some((on, off)) = stroke.dash else { return vec![path.to_vec()] };
    let (mut dashes, mut dash, mut drawing, mut left) = (vec![], vec![], true, on);
    for pair in path.windows(2) {
        let ((mut x, mut y), (end_x, end_y)) = (pair[0], pair[1]);
        loop {
            let rest = (end_x - x).hypot(end_y - y);
            if drawing {
                dash.push((x, y));
            }
            if rest <= left {
                left -= rest;
                break;
            }
            (x, y) = (x + (end_x - x) * left / rest, y + (end_y - y) * left / rest);
            if drawing {
                dash.push((x, y));
                dashes.push(std::mem::take(&mut dash));
            }
            drawing = !drawing;
            left = if drawing { on } else { off };
        }
    }
    if let (true, Some(&end)) = (drawing, path.last()) {
        dash.push(end);
        dashes.push(dash);
    }
    dashes
}

fn svg_words(backend: &mut SVGBackend<'_>, words: &Words, scale: f64) -> Result<()> {
    let size = words.size * scale;
    let horizontal = match words.align {
        Align::Left => HPos::Left,
        Align::Center => HPos::Center,
        Align::Right => HPos::Right,
    };
    // Plotters writes 1/1.24 of the size it is given, and centres on small letters (half an "ex",
    // 0.27 em here) where we centre on capitals.
    let (shift, (x, y)) = ((0.5 * CAPITAL - 0.27) * size, words.place);
    let turn = if words.upright { FontTransform::Rotate270 } else { FontTransform::None };
    let (x, y) = (x * scale, y * scale);
    let place = if words.upright { (x + shift, y) } else { (x, y + shift) };
    let (red, green, blue) = words.color.rgb;
    let color = RGBColor(red, green, blue);
    let style = TextStyle::from((FAMILY, size * 1.24).into_font().transform(turn))
        .color(&color)
        .pos(Pos::new(horizontal, VPos::Center));
    let place = (place.0.round() as i32, place.1.round() as i32);
    backend.draw_text(&words.text, &style, place).map_err(failed)
}

fn bitmap_words(backend: &mut BitMapBackend<'_>, words: &Words, scale: f64) -> Result<()> {
    let (left, _, _, bottom) = words.bounds();
    let (width, height) = backend.get_size();
    let (red, green, blue) = words.color.rgb;
    // Where the baseline begins.
    let (x, y) = if words.upright { (words.bounds().2, bottom) } else { (left, bottom) };
    let (x, y) = ((x * scale).round() as i32, (y * scale).round() as i32);
    font::rasterize(&words.text, words.size * scale, |along, down, cover| {
        let (x, y) = if words.upright { (x + down, y - along) } else { (x + along, y + down) };
        if x >= 0 && y >= 0 && x < width as i32 && y < height as i32 {
            let color = plotters::style::Color::mix(&RGBColor(red, green, blue), cover);
            // A pixel inside the buffer cannot fail.
            let _ = backend.draw_pixel((x, y), plotters::style::Color::to_backend_color(&color));
        }
    });
    Ok(())
}

/// Every square of `SAMPLES` × `SAMPLES` pixels becomes their mean.
fn averaged(pixels: &[u8], width: u32, height: u32) -> Vec<u8> {
    let (samples, width, height) = (SAMPLES as usize, width as usize, height as usize);
    let mut kept = Vec::with_capacity(pixels.len() / (samples * samples));
    for (y, x) in (0..height / samples).flat_map(|y| (0..width / samples).map(move |x| (y, x))) {
        for channel in 0..3 {
            let sample = |dy: usize, dx: usize| {
                u32::from(pixels[((y * samples + dy) * width + x * samples + dx) * 3 + channel])
            };
            let sum: u32 =
                (0..samples).flat_map(|dy| (0..samples).map(move |dx| sample(dy, dx))).sum();
            kept.push((sum / (SAMPLES * SAMPLES)) as u8);
        }
    }
    kept
}

fn encode((width, height): (u32, u32), pixels: &[u8]) -> Result<Vec<u8>> {
    let mut file = vec![];
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(pixels).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(file)
}
