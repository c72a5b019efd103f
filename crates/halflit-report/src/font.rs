//! The embedded font: how wide a text is, and the outline of its letters. No font of the system is
//! needed, so a picture looks the same everywhere.

use std::sync::LazyLock;
use tiny_skia::{Path, PathBuilder, Transform};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// What an SVG asks for: the embedded font if it is installed, else one that is about as wide.
pub(crate) const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

/// Height of a capital letter as a share of the font size.
pub(crate) const CAPITAL: f64 = 0.729;

/// Always there: a test reads it.
static FONT: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(include_bytes!("../assets/font/DejaVuSans-subset.ttf"), 0).ok());

/// The letter, or a box for one that the font lacks, and the room it takes in units of the font.
fn glyph(font: &Face<'_>, letter: char) -> (GlyphId, u16) {
    let glyph = font.glyph_index(letter).unwrap_or_default();
    (glyph, font.glyph_hor_advance(glyph).unwrap_or_default())
}

/// Width of a text at `size` points per em.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    FONT.as_ref().map_or(0.0, |font| {
        let units: u32 = text.chars().map(|letter| u32::from(glyph(font, letter).1)).sum();
        size * f64::from(units) / f64::from(font.units_per_em())
    })
}

/// The text, cut and ended by "…" if it is wider than `most`.
pub(crate) fn fitted(text: &str, size: f64, most: f64) -> String {
    if width(text, size) <= most {
        return text.into();
    }
    let cut = |letters: usize| text.chars().take(letters).chain(['…']).collect::<String>();
    let mut shorter = (0..text.chars().count()).rev().map(cut);
    shorter.find(|cut| width(cut, size) <= most).unwrap_or_else(|| "…".into())
}

/// The outline of a text, an em being 1; the baseline starts at 0, 0 and y grows downwards.
pub(crate) fn outline(text: &str) -> Option<Path> {
    let font = FONT.as_ref()?;
    let mut pen = Pen { path: PathBuilder::new(), right: 0.0 };
    for letter in text.chars() {
        let (glyph, advance) = glyph(font, letter);
        font.outline_glyph(glyph, &mut pen);
        pen.right += f32::from(advance);
    }
    let scale = 1.0 / f32::from(font.units_per_em());
    pen.path.finish()?.transform(Transform::from_scale(scale, -scale))
}

/// Draws a letter to the right of those before it.
struct Pen {
    path: PathBuilder,
    right: f32,
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.right + x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.right + x, y);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.quad_to(self.right + x1, y1, self.right + x, y);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.path.cubic_to(self.right + x1, y1, self.right + x2, y2, self.right + x, y);
    }
    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_to_fit() {
        assert_eq!(fitted("short", 12.0, 100.0), "short");
        let cut = fitted("a very long name of a class", 12.0, 80.0);
        assert!(cut.ends_with('…') && width(&cut, 12.0) <= 80.0, "{cut}");
    }

    #[test]
    fn letters_stay_in_their_measured_width() {
        let (text, size) = ("γ × α – Größe", 20.0);
        let bounds = outline(text).expect("the embedded font can be read").bounds();
        let right = size * f64::from(bounds.right());
        assert!(right <= width(text, size) && right > 0.9 * width(text, size), "{right}");
        assert!(f64::from(-outline("H").expect("a letter").bounds().top()) - CAPITAL < 1e-3);
    }
}
