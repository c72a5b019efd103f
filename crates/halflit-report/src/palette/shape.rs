//! The shapes of markers.

/// The outline of a marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it
pub enum Shape {
    Circle,
    Square,
    Triangle,
    Diamond,
    TriangleDown,
    Plus,
    Star,
    Hexagon,
}

pub(super) const SHAPES: [Shape; 8] = [
    Shape::Circle,
    Shape::Square,
    Shape::Triangle,
    Shape::Diamond,
    Shape::TriangleDown,
    Shape::Plus,
    Shape::Star,
    Shape::Hexagon,
];

impl Shape {
    /// Its corners around the origin, for a marker of radius about 1 (y grows downwards); none for a
    /// circle. The radii differ so that all shapes look equally large.
    pub fn corners(self) -> Vec<(f64, f64)> {
        match self {
            Self::Circle => vec![],
            Self::Square => regular(4, 1.22, 45.0),
            Self::Triangle => regular(3, 1.35, -90.0),
            Self::TriangleDown => regular(3, 1.35, 90.0),
            Self::Diamond => regular(4, 1.32, -90.0),
            Self::Hexagon => regular(6, 1.12, 0.0),
            Self::Star => star(),
            Self::Plus => plus(1.25, 0.45),
        }
    }

    /// Its corners for a marker of that radius with an even rim around it.
    pub(crate) fn rimmed(self, radius: f64, rim: f64) -> Vec<(f64, f64)> {
        if self == Self::Plus {
            return plus(1.25 * radius + rim, 0.45 * radius + rim);
        }
        // Corners move further than sides do when a shape grows.
        let scale = radius + rim;
        self.corners().into_iter().map(|(x, y)| (scale * x, scale * y)).collect()
    }
}

fn regular(corners: usize, radius: f64, first_degrees: f64) -> Vec<(f64, f64)> {
    let angle = |i: usize| (first_degrees + 360.0 * i as f64 / corners as f64).to_radians();
    (0..corners).map(|i| (radius * angle(i).cos(), radius * angle(i).sin())).collect()
}

fn star() -> Vec<(f64, f64)> {
    let (tips, dents) = (regular(5, 1.5, -90.0), regular(5, 0.65, -54.0));
    tips.into_iter().zip(dents).flat_map(|(tip, dent)| [tip, dent]).collect()
}

/// From the length of an arm and half of its thickness.
fn plus(arm: f64, half: f64) -> Vec<(f64, f64)> {
    let quarter = [(half, -arm), (half, -half), (arm, -half)];
    let turn = |(x, y): (f64, f64), times: usize| (0..times).fold((x, y), |(x, y), _| (-y, x));
    (0..4).flat_map(|times| quarter.map(|corner| turn(corner, times))).collect()
}
