//! A new map turned, mirrored and scaled onto the last one, so that people keep their bearings.

use halflit::RowMatrix;

/// How much of the window a map may fill.
const FILLED: f64 = 0.95;
/// By how much a map may grow or shrink at once, to fill the window again.
const GENTLY: f64 = 1.25;

/// Where rows lie, in [-1, 1].
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Map {
    pub(crate) x: Vec<f32>,
    pub(crate) y: Vec<f32>,
}

impl Map {
    /// The first two axes of some points. R is orthogonal and maximises Σ ⟨R p, q⟩ over the last map q: in the plane its angle
    /// is atan2(s, c) with c = Σ p₁q₁ + p₂q₂ and s = Σ p₁q₂ − p₂q₁, and √(c² + s²) is the maximum, for rotations of p and of
    /// its mirror image.
    pub(crate) fn onto(points: &RowMatrix<'_>, last: Option<&Map>) -> Self {
        let rows = points.rows();
        let [px, py] = [0, 1].map(|axis| {
            let along = |row: usize| points.row(row).get(axis).copied().unwrap_or(0.0);
            let values: Vec<f64> = (0..rows).map(along).collect();
            let mean = values.iter().sum::<f64>() / rows as f64;
            values.into_iter().map(|value| value - mean).collect::<Vec<f64>>()
        });
        let Some(last) = last else {
            let scale = fitting(&px, &py);
            return Self::scaled(&px, &py, scale);
        };
        let (mut xx, mut xy, mut yx, mut yy) = (0.0, 0.0, 0.0, 0.0);
        for row in 0..rows {
            let (qx, qy) = (f64::from(last.x[row]), f64::from(last.y[row]));
            xx += px[row] * qx;
            xy += px[row] * qy;
            yx += py[row] * qx;
            yy += py[row] * qy;
        }
        let (turned, mirrored) = ((xx + yy, xy - yx), (xx - yy, xy + yx));
        let ((c, s), sign) = match mirrored.0.hypot(mirrored.1) > turned.0.hypot(turned.1) {
            true => (mirrored, -1.0),
            false => (turned, 1.0),
        };
        let length = c.hypot(s);
        let (cos, sin) = if length > 0.0 { (c / length, s / length) } else { (1.0, 0.0) };
        let turn = |(x, y): (&f64, &f64)| (cos * x - sign * sin * y, sin * x + sign * cos * y);
        let (x, y): (Vec<f64>, Vec<f64>) = px.iter().zip(&py).map(turn).unzip();
        let wide = |values: &[f64]| values.iter().map(|value| value * value).sum::<f64>();
        let [lx, ly] = [&last.x, &last.y].map(|own| centered(own));
        let (old, new) = (wide(&lx) + wide(&ly), wide(&x) + wide(&y));
        let full = fitting(&x, &y);
        // As wide as it was, but drawn towards a full window, and never beyond it.
        let same = if new > 0.0 && old > 0.0 { (old / new).sqrt() } else { full };
        let scale = full.clamp(same / GENTLY, same * GENTLY).min(full);
        Self::scaled(&x, &y, scale)
    }

    fn scaled(x: &[f64], y: &[f64], scale: f64) -> Self {
        let scaled = |values: &[f64]| values.iter().map(|v| (scale * v) as f32).collect();
        Self { x: scaled(x), y: scaled(y) }
    }
}

fn centered(values: &[f32]) -> Vec<f64> {
    let mean = values.iter().map(|&v| f64::from(v)).sum::<f64>() / values.len().max(1) as f64;
    values.iter().map(|&value| f64::from(value) - mean).collect()
}

/// What makes the farthest row fill the window.
fn fitting(x: &[f64], y: &[f64]) -> f64 {
    let largest = x.iter().chain(y).fold(0.0, |most: f64, value| most.max(value.abs()));
    if largest > 0.0 { FILLED / largest } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points() -> Vec<[f64; 2]> {
        (0..40).map(|i| [f64::from(i % 7), f64::from(i * i % 11) + 0.3 * f64::from(i)]).collect()
    }

    fn matrix(points: &[[f64; 2]]) -> RowMatrix<'static> {
        crate::engine::matrix(points.concat(), points.len()).expect("finite")
    }

    #[test]
    fn a_map_that_was_turned_mirrored_and_scaled_comes_back() {
        let first = Map::onto(&matrix(&points()), None);
        assert!(first.x.iter().chain(&first.y).all(|v| v.abs() <= 1.0));
        for (angle, mirror) in [(0.3_f64, 1.0), (2.8, 1.0), (-1.4, -1.0), (3.1, -1.0)] {
            let (sin, cos) = angle.sin_cos();
            let turn = |[x, y]: [f64; 2]| {
                let y = mirror * y;
                [5.0 * (cos * x - sin * y) + 8.0, 5.0 * (sin * x + cos * y) - 3.0]
            };
            let turned: Vec<[f64; 2]> = points().into_iter().map(turn).collect();
            let again = Map::onto(&matrix(&turned), Some(&first));
            let off = |a: &[f32], b: &[f32]| {
                a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
            };
            assert!(off(&first.x, &again.x) < 1e-5 && off(&first.y, &again.y) < 1e-5);
        }
    }

    #[test]
    fn no_map_leaves_the_window_and_none_jumps() {
        let mut last = Map::onto(&matrix(&points()), None);
        for round in 1..20 {
            let mut moved = points();
            moved[round][0] += 40.0 * round as f64;
            let next = Map::onto(&matrix(&moved), Some(&last));
            assert!(next.x.iter().chain(&next.y).all(|v| v.abs() <= 1.0));
            last = next;
        }
        // All in one place.
        let flat = Map::onto(&matrix(&[[2.0, 2.0]; 40]), Some(&last));
        assert!(flat.x.iter().chain(&flat.y).all(|v| *v == 0.0));
    }
}
