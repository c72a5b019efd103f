//! One look for a class everywhere: a colour that colour-blind readers can tell apart, and a shape,
//! because colour alone is not enough on paper or for everybody.

mod shape;
mod theme;

use shape::SHAPES;
pub use shape::Shape;
pub(crate) use theme::{GRID, INK, PANEL, PAPER, SOFT_INK, variable, variables};

/// An opaque or translucent colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Color {
    /// Red, green and blue, 0..=255 each.
    pub rgb: (u8, u8, u8),
    /// What stands for them on a dark ground.
    pub on_dark: (u8, u8, u8),
    /// 0 is invisible, 1 is opaque.
    pub alpha: f64,
}

impl Color {
    /// An opaque colour from 0xRRGGBB.
    pub const fn new(hex: u32) -> Self {
        let rgb = ((hex >> 16) as u8, (hex >> 8) as u8, hex as u8);
        Self { rgb, on_dark: rgb, alpha: 1.0 }
    }

    /// A colour that gives way to another one on a dark ground.
    pub const fn or_on_dark(self, other: Color) -> Self {
        Self { on_dark: other.rgb, ..self }
    }

    /// The colour that stands for it on a dark ground.
    pub const fn dark(self) -> Self {
        Self { rgb: self.on_dark, ..self }
    }

    /// This colour, more or less translucent.
    pub const fn with_alpha(self, alpha: f64) -> Self {
        Self { alpha, ..self }
    }

    /// "#RRGGBB", without the alpha.
    pub fn hex(self) -> String {
        let (red, green, blue) = self.rgb;
        format!("#{red:02X}{green:02X}{blue:02X}")
    }

    /// Whether white text reads better on it than dark text.
    pub(crate) fn is_dark(self) -> bool {
        let (red, green, blue) = self.rgb;
        0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue) < 118.0
    }
}

/// Okabe and Ito's eight colours, the palest last, and twelve more for pictures of many classes.
const COLORS: [Color; 20] = [
    Color::new(0x0072B2), // blue
    Color::new(0xE69F00), // orange
    Color::new(0x009E73), // green
    Color::new(0xCC79A7), // purple
    Color::new(0x56B4E9), // sky
    Color::new(0xD55E00), // vermilion
    Color::new(0x000000), // black
    Color::new(0xF0E442), // yellow
    Color::new(0x7B3FA0), // violet
    Color::new(0x8DB600), // lime
    Color::new(0x8B0000), // dark red
    Color::new(0x00B5B8), // turquoise
    Color::new(0xE0218A), // magenta
    Color::new(0x7A4A1E), // brown
    Color::new(0x1B1F8A), // navy
    Color::new(0xF2A6A0), // salmon
    Color::new(0x0B4F3A), // dark green
    Color::new(0xB9A5E8), // lavender
    Color::new(0x6B6B00), // olive
    Color::new(0x9FE2BF), // mint
];

/// The colours on a dark ground: dark ones lighter, white for black.
const COLORS_ON_DARK: [Color; 20] = [
    Color::new(0x2F8FD8),
    Color::new(0xE69F00),
    Color::new(0x1FB88A),
    Color::new(0xD68BB6),
    Color::new(0x9AD5F7),
    Color::new(0xE8702A),
    Color::new(0xF2F2F2),
    Color::new(0xF0E442),
    Color::new(0xB07CD8),
    Color::new(0xA6D32F),
    Color::new(0xFF6B6B),
    Color::new(0x35D6D9),
    Color::new(0xF24FA8),
    Color::new(0xC08A55),
    Color::new(0x7C83FF),
    Color::new(0xF7B8B3),
    Color::new(0x4FA37F),
    Color::new(0xCFC0F5),
    Color::new(0xB5B53A),
    Color::new(0xBDF0D6),
];

/// Rows and edges without a class.
pub(crate) const NEUTRAL: Color = Color::new(0x8A8A8A);
/// What should not be: an edge between two classes.
pub(crate) const WARNING: Color = Color::new(0xC8102E);

/// How one class looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// Its colour.
    pub color: Color,
    /// Its marker.
    pub shape: Shape,
}

/// The look of class number `class`: colour and shape differ among the first eight, colours among the first twenty; the pairs
/// differ among the first hundred and sixty and repeat after that.
pub fn look(class: usize) -> Look {
    let count = COLORS.len();
    Look { color: class_color(class % count), shape: SHAPES[(class + class / count) % 8] }
}

const fn class_color(number: usize) -> Color {
    COLORS[number].or_on_dark(COLORS_ON_DARK[number])
}

/// A heat map's colour for a share in 0..=1: cividis, dark blue to yellow, even steps for every eye.
pub fn heat(share: f64) -> Color {
    const STOPS: [u32; 9] =
        [0x00224E, 0x123570, 0x3B496C, 0x575D6D, 0x707173, 0x8A8678, 0xA59C74, 0xC3B369, 0xFEE838];
    let position = share.clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
    let below = (position as usize).min(STOPS.len() - 2);
    let (from, to) = (Color::new(STOPS[below]).rgb, Color::new(STOPS[below + 1]).rgb);
    let weight = position - below as f64;
    let mix = |a: u8, b: u8| (f64::from(a) * (1.0 - weight) + f64::from(b) * weight).round() as u8;
    let rgb = (mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2));
    Color { rgb, on_dark: rgb, alpha: 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_and_sixty_classes_look_different() {
        for one in 0..160 {
            for other in 0..one {
                let (a, b) = (look(one), look(other));
                assert!(a.color != b.color || a.shape != b.shape, "classes {one} and {other}");
            }
        }
    }

    #[test]
    fn eight_classes_differ_in_colour_and_in_shape() {
        for one in 0..8 {
            for other in 0..one {
                assert_ne!(look(one).color, look(other).color);
                assert_ne!(look(one).shape, look(other).shape);
            }
        }
    }

    #[test]
    fn twenty_classes_differ_in_colour() {
        // By a rough measure of how far apart two colours look, on either ground.
        let far = |a: (u8, u8, u8), b: (u8, u8, u8)| {
            let square = |x: u8, y: u8| (f64::from(x) - f64::from(y)).powi(2);
            (2.0 * square(a.0, b.0) + 4.0 * square(a.1, b.1) + 3.0 * square(a.2, b.2)).sqrt()
        };
        for one in 0..20 {
            for other in 0..one {
                let (a, b) = (look(one).color, look(other).color);
                assert!(far(a.rgb, b.rgb) > 80.0, "{one} {other}");
                assert!(far(a.on_dark, b.on_dark) > 60.0, "{one} {other}");
            }
        }
    }

    #[test]
    fn heat_grows_lighter() {
        let light = |share| u32::from(heat(share).rgb.1);
        assert!((1..=20).all(|i| light(f64::from(i) / 20.0) >= light(f64::from(i - 1) / 20.0)));
        assert_eq!(heat(-1.0), heat(0.0));
    }
}
