//! The embedded font: how wide a text is, and which pixels it covers.
//!
//! Letters are drawn here and not by plotters because no font of the system may be needed, and because
//! its `ab_glyph` back-end leaves out the space left of each letter.

use ab_glyph::{Font, FontRef, PxScale, ScaleFont, point};
use std::sync::LazyLock;

/// What an SVG asks for: the embedded font if it is installed, else one that is about as wide.
pub(crate) const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

/// Height of a capital letter as a share of the font size.
pub(crate) const CAPITAL: f64 = 0.729;

static FONT: LazyLock<FontRef<'static>> = LazyLock::new(|| {
    FontRef::try_from_slice(include_bytes!("../assets/font/DejaVuSans-subset.ttf"))
        .expect("the embedded font is a valid TrueType file")
});

/// The font at `size` pixels an em.
fn scaled(size: f64) -> ab_glyph::PxScaleFont<&'static FontRef<'static>> {
    let units_per_em = FONT.units_per_em().unwrap_or(2048.0);
    // ab_glyph measures a font by its full height, everybody else by its em.
    FONT.as_scaled(PxScale::from(size as f32 * FONT.height_unscaled() / units_per_em))
}

/// Width of a text at `size` pixels an em.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let font = scaled(size);
    text.chars().map(|letter| f64::from(font.h_advance(font.glyph_id(letter)))).sum()
}

/// The text, cut and ended by "…" if it is wider than `most`.
pub(crate) fn fitted(text: &str, size: f64, most: f64) -> String {
    if width(text, size) <= most {
        return text.into();
    }
    let mut letters: Vec<char> = text.chars().collect();
    while !letters.is_empty() {
        letters.pop();
        let cut: String = letters.iter().chain(&['…']).collect();
        if width(&cut, size) <= most {
            return cut;
        }
    }
    "…".into()
}

/// Calls `pixel` with every covered pixel and how much of it is covered; the baseline starts at 0, 0.
pub(crate) fn rasterize(text: &str, size: f64, mut pixel: impl FnMut(i32, i32, f64)) {
    let font = scaled(size);
    let mut right = 0.0;
    for letter in text.chars() {
        let glyph = font.glyph_id(letter);
        let placed = glyph.with_scale_and_position(font.scale(), point(right, 0.0));
        if let Some(outline) = font.outline_glyph(placed) {
            let corner = outline.px_bounds().min;
            outline.draw(|x, y, cover| {
                pixel(corner.x as i32 + x as i32, corner.y as i32 + y as i32, f64::from(cover));
            });
        }
        right += font.h_advance(glyph);
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
        let (mut right, mut ink) = (0, 0.0);
        rasterize("γ × α – Größe", 20.0, |x, _, cover| {
            right = right.max(x);
            ink += cover;
        });
        assert!(ink > 100.0);
        assert!(f64::from(right) <= width("γ × α – Größe", 20.0) + 1.0);
    }
}
