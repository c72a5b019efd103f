//! The colours that differ between a light and a dark page, and their names in its style sheet.

use super::{COLORS, Color, class_color};

/// Text and outlines.
pub(crate) const INK: Color = Color::new(0x222222).or_on_dark(Color::new(0xE8EAED));
/// Tick labels and remarks.
pub(crate) const SOFT_INK: Color = Color::new(0x555555).or_on_dark(Color::new(0xA3ABB5));
/// The ground.
pub(crate) const PAPER: Color = Color::new(0xFFFFFF).or_on_dark(Color::new(0x16191D));
/// Grid lines.
pub(crate) const GRID: Color = Color::new(0xE4E4E4).or_on_dark(Color::new(0x31363D));
/// An area that stands out from the ground.
pub(crate) const PANEL: Color = Color::new(0xF5F6F8).or_on_dark(Color::new(0x1F2329));

const NAMED: [(&str, Color); 7] = [
    ("ink", INK),
    ("soft", SOFT_INK),
    ("paper", PAPER),
    ("grid", GRID),
    ("panel", PANEL),
    ("accent", Color::new(0x0072B2).or_on_dark(Color::new(0x4FA8DC))),
    ("link", Color::new(0x00598C).or_on_dark(Color::new(0x7CC4F0))),
];

fn theme() -> impl Iterator<Item = (String, Color)> {
    let classes = (0..COLORS.len()).map(|number| (format!("class-{number}"), class_color(number)));
    NAMED.iter().map(|(name, color)| (name.to_string(), *color)).chain(classes)
}

/// A colour as a style sheet with [`variables`] writes it, without the alpha.
pub(crate) fn variable(color: Color) -> String {
    let name = theme().find(|(_, known)| known.with_alpha(color.alpha) == color);
    name.map_or_else(|| color.hex(), |(name, _)| format!("var(--{name})"))
}

/// The named colours as variables of a style sheet. Paper is white, whatever the screen is.
pub(crate) fn variables() -> String {
    let list = |shade: fn(Color) -> Color| {
        let line = |(name, color)| format!("--{name}: {};", shade(color).hex());
        theme().map(line).collect::<Vec<_>>().join(" ")
    };
    format!(
        ":root {{ {} }}\n@media screen and (prefers-color-scheme: dark) {{\n  :root:not(.printing) {{ {} }}\n}}\n",
        list(|color| color),
        list(Color::dark)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::look;

    #[test]
    fn colours_that_change_with_the_ground_have_names() {
        assert_eq!(variable(INK.with_alpha(0.5)), "var(--ink)");
        assert_eq!(variable(look(20).color), "var(--class-0)");
        // White words on a dark cell stay white on every page.
        assert_eq!(variable(Color::new(0xFFFFFF)), "#FFFFFF");
        assert!(theme().all(|(_, color)| variables().contains(&color.dark().hex())));
    }

    #[test]
    fn words_can_be_read_on_either_ground() {
        let luminance = |color: Color| {
            let (red, green, blue) = color.rgb;
            let linear = |part: u8| (f64::from(part) / 255.0).powf(2.2);
            0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        };
        let contrast = |one: Color, other: Color| {
            let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
            one.max(other) / one.min(other)
        };
        for words in [INK, SOFT_INK] {
            assert!(contrast(words, PAPER) > 7.0 && contrast(words.dark(), PAPER.dark()) > 7.0);
        }
    }
}
