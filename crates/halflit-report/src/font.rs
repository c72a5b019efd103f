//! The embedded font: how wide a text is, and the outline of its letters. No font of the system is
//! needed, so a picture looks the same everywhere. Letters that it lacks come from fonts that the caller
//! has found, and are written as their code where none has them.

use std::sync::{Arc, LazyLock};
use tiny_skia::{Path, PathBuilder, Transform};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// What an SVG asks for: the embedded font if it is installed, else one that is about as wide.
pub(crate) const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

/// Height of a capital letter as a share of the font size.
pub(crate) const CAPITAL: f64 = 0.729;

/// Always there: a test reads it.
static FONT: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(include_bytes!("../assets/font/DejaVuSans-subset.ttf"), 0).ok());

/// A font beside the embedded one, for letters that it lacks.
#[derive(Debug, Clone)]
pub struct Font {
    bytes: Arc<[u8]>,
    index: u32,
}

impl Font {
    /// The fonts in a TrueType or OpenType file; none where it holds none that can be read.
    pub fn all_in(bytes: Vec<u8>) -> Vec<Font> {
        let count = ttf_parser::fonts_in_collection(&bytes).unwrap_or(1);
        let bytes: Arc<[u8]> = bytes.into();
        let font = |index: u32| Font { bytes: bytes.clone(), index };
        (0..count).map(font).filter(|font| font.face().is_some()).collect()
    }

    /// Whether it can draw a letter.
    pub fn draws(&self, letter: char) -> bool {
        self.face().is_some_and(|face| drawable(&face, letter).is_some())
    }

    pub(crate) fn face(&self) -> Option<Face<'_>> {
        Face::parse(&self.bytes, self.index).ok()
    }
}

/// A glyph with an outline: colour fonts have letters without.
fn drawable(face: &Face<'_>, letter: char) -> Option<GlyphId> {
    face.glyph_index(letter).filter(|&glyph| face.glyph_bounding_box(glyph).is_some())
}

/// Whether the embedded font lacks a letter that leaves a mark.
pub(crate) fn is_foreign(letter: char) -> bool {
    !letter.is_whitespace() && FONT.as_ref().is_some_and(|font| font.glyph_index(letter).is_none())
}

/// The room that a letter takes, an em being 1. One from elsewhere never has more than a whole em, as those of China,
/// Japan and Korea have, and that is what it gets as long as nobody knows its font.
fn advance(font: &Face<'_>, letter: char, others: &[Face<'_>]) -> f64 {
    let of = |face: &Face<'_>| {
        let units = face.glyph_hor_advance(face.glyph_index(letter)?)?;
        Some(f64::from(units) / f64::from(face.units_per_em()))
    };
    of(font).unwrap_or_else(|| drawing(letter, others).and_then(of).map_or(1.0, |own| own.min(1.0)))
}

/// The first of some fonts that can draw a letter.
fn drawing<'f, 'a>(letter: char, fonts: &'f [Face<'a>]) -> Option<&'f Face<'a>> {
    fonts.iter().find(|face| drawable(face, letter).is_some())
}

/// Width of a text at `size` points per em, as far as the embedded font knows it.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    size * ems(text, &[])
}

/// Width of a text with further fonts for letters that the embedded one lacks, an em being 1.
pub(crate) fn ems(text: &str, others: &[Face<'_>]) -> f64 {
    let sum = |font| text.chars().map(|letter| advance(font, letter, others)).sum();
    FONT.as_ref().map_or(0.0, sum)
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

/// The outline of a text, an em being 1; the baseline starts at 0, 0 and y grows downwards. Letters that the embedded
/// font lacks are those of the first other font that has them, or else their code in a box.
pub(crate) fn outline(text: &str, others: &[Face<'_>]) -> Option<Path> {
    let font = FONT.as_ref()?;
    let mut pen = Pen { path: PathBuilder::new(), place: (0.0, 0.0), scale: 1.0 };
    let mut right = 0.0;
    for letter in text.chars() {
        pen.place = (right, 0.0);
        if !is_foreign(letter) {
            pen.letter(font, letter, 1.0);
        } else if let Some(other) = drawing(letter, others) {
            pen.letter(other, letter, 1.0);
        } else {
            pen.code(font, letter);
        }
        right += advance(font, letter, others) as f32;
    }
    pen.path.finish()?.transform(Transform::from_scale(1.0, -1.0))
}

/// Draws letters; an em is 1 and y grows upwards.
struct Pen {
    path: PathBuilder,
    /// Where the baseline of the letter starts.
    place: (f32, f32),
    /// From the units of its font.
    scale: f32,
}

impl Pen {
    fn letter(&mut self, face: &Face<'_>, letter: char, size: f32) {
        self.scale = size / f32::from(face.units_per_em());
        face.outline_glyph(face.glyph_index(letter).unwrap_or_default(), self);
    }

    /// The number of a letter in two lines, in a box as wide as an em.
    fn code(&mut self, font: &Face<'_>, letter: char) {
        let left = self.place.0;
        // The inner side runs the other way round, and so cuts a hole.
        self.corners(
            [(0.04, -0.12), (0.04, 0.86), (0.96, 0.86), (0.96, -0.12)].map(|(x, y)| (left + x, y)),
        );
        self.corners(
            [(0.09, -0.07), (0.91, -0.07), (0.91, 0.81), (0.09, 0.81)].map(|(x, y)| (left + x, y)),
        );
        let code: Vec<char> = format!("{:04X}", letter as u32).chars().collect();
        let half = code.len().div_ceil(2);
        let (size, step) = if half > 2 { (0.38, 0.25) } else { (0.46, 0.33) };
        for (line, digits) in code.chunks(half).enumerate() {
            let start = left + 0.5 - 0.5 * step * digits.len() as f32;
            for (number, &digit) in digits.iter().enumerate() {
                self.place = (start + step * number as f32, if line == 0 { 0.43 } else { 0.01 });
                self.letter(font, digit, size);
            }
        }
    }

    fn corners(&mut self, corners: [(f32, f32); 4]) {
        let [first, rest @ ..] = corners;
        self.path.move_to(first.0, first.1);
        rest.iter().for_each(|corner| self.path.line_to(corner.0, corner.1));
        self.path.close();
    }

    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.place.0 + self.scale * x, self.place.1 + self.scale * y)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
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
        let bounds = outline(text, &[]).expect("the embedded font can be read").bounds();
        let right = size * f64::from(bounds.right());
        assert!(right <= width(text, size) && right > 0.9 * width(text, size), "{right}");
        assert!(f64::from(-outline("H", &[]).expect("a letter").bounds().top()) - CAPITAL < 1e-3);
    }

    #[test]
    fn letters_that_the_font_lacks_are_written_as_their_codes() {
        assert!(
            is_foreign('猫') && is_foreign('한') && !is_foreign('ß') && !is_foreign('\u{3000}')
        );
        let bounds = outline("猫", &[]).expect("a box").bounds();
        assert!(bounds.left() >= 0.0 && f64::from(bounds.right()) <= width("猫", 1.0));
        // The digits tell letters apart; a letter of another plane has more of them.
        let pieces = |text: &str| outline(text, &[]).expect("a path").len();
        assert_ne!(pieces("猫"), pieces("犬"));
        assert!(pieces("🦀") > pieces("猫"));
    }

    #[test]
    fn another_font_draws_what_the_embedded_one_lacks() {
        // One glyph, a square, for 猫.
        let fonts = Font::all_in(include_bytes!("../tests/fonts/cat.ttf").to_vec());
        assert!(fonts.len() == 1 && fonts[0].draws('猫') && !fonts[0].draws('犬'));
        let faces: Vec<Face<'_>> = fonts.iter().filter_map(Font::face).collect();
        let drawn = outline("a猫犬", &faces).expect("a path");
        let alone = outline("猫", &faces).expect("a path");
        assert!(alone.len() < outline("猫", &[]).expect("a box").len());
        assert!(drawn.len() > alone.len());
        // Its letters are as wide as it says: 猫 a whole em, as every letter whose font nobody knows.
        assert_eq!([ems("猫", &faces), ems("猫", &[]), ems("犬", &faces)], [1.0; 3]);
        assert!(Font::all_in(b"no font".to_vec()).is_empty());
    }
}
