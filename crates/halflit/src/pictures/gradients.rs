//! Where a picture changes, and in which direction: histograms of gradients (Dalal and Triggs, 2005).

use crate::elementary::{atan2f, hypotf};

/// Points of a side of the picture that is looked at.
pub(super) const SIDE: usize = 32;
/// Points of a side of a cell.
const CELL: usize = 4;
/// Cells of a side.
const CELLS: usize = SIDE / CELL;
/// Directions from 0° to 180°: a line and its reverse are one.
const DIRECTIONS: usize = 9;
/// Numbers that come of a picture.
pub(super) const WIDTH: usize = CELLS * CELLS * DIRECTIONS;
/// Keeps cells in which nothing changes near 0.
const FLOOR: f32 = 0.02;

/// The histograms of a grey picture of [`SIDE`] × [`SIDE`] points, every cell over the length of the cells around it.
pub(super) fn histograms(grey: &[f32]) -> Vec<f32> {
    let cells = sums(grey);
    let mut out = Vec::with_capacity(WIDTH);
    for row in 0..CELLS {
        for column in 0..CELLS {
            let length = around(&cells, row, column).sqrt() + FLOOR;
            out.extend(cells[row * CELLS + column].iter().map(|value| value / length));
        }
    }
    out
}

type Cell = [f32; DIRECTIONS];

/// Σ of the lengths of gradients by direction, for every cell; a gradient between two directions counts for both.
fn sums(grey: &[f32]) -> Vec<Cell> {
    let mut cells = vec![[0.0; DIRECTIONS]; CELLS * CELLS];
    let at = |x: usize, y: usize| grey[y * SIDE + x];
    for y in 0..SIDE {
        for x in 0..SIDE {
            let across = at((x + 1).min(SIDE - 1), y) - at(x.saturating_sub(1), y);
            let down = at(x, (y + 1).min(SIDE - 1)) - at(x, y.saturating_sub(1));
            let length = hypotf(across, down);
            if length > 0.0 {
                let turn = atan2f(down, across) / std::f32::consts::PI;
                let place = turn.rem_euclid(1.0) * DIRECTIONS as f32;
                let (first, share) = (place.floor(), place.fract());
                let first = first as usize % DIRECTIONS;
                let cell = &mut cells[(y / CELL) * CELLS + x / CELL];
                cell[first] += (1.0 - share) * length;
                cell[(first + 1) % DIRECTIONS] += share * length;
            }
        }
    }
    cells
}

/// The mean of the squared lengths of a cell and those around it.
fn around(cells: &[Cell], row: usize, column: usize) -> f32 {
    let near = |k: usize| k.saturating_sub(1)..(k + 2).min(CELLS);
    let (mut sum, mut count) = (0.0, 0.0);
    for i in near(row) {
        for j in near(column) {
            sum += cells[i * CELLS + j].iter().map(|value| value * value).sum::<f32>();
            count += 1.0;
        }
    }
    sum / count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(value: impl Fn(f32, f32) -> f32) -> Vec<f32> {
        (0..SIDE * SIDE).map(|k| value((k % SIDE) as f32, (k / SIDE) as f32)).collect()
    }

    #[test]
    fn light_that_grows_to_the_right_has_one_direction() {
        let found = histograms(&picture(|x, _| x / SIDE as f32));
        let inner = &found[(CELLS + 1) * DIRECTIONS..][..DIRECTIONS];
        assert!(inner[0] > 0.5 && inner[1..].iter().all(|value| *value < 1e-3), "{inner:?}");
        let down = histograms(&picture(|_, y| y / SIDE as f32));
        let inner = &down[(CELLS + 1) * DIRECTIONS..][..DIRECTIONS];
        assert!(inner[4] > 0.2 && inner[5] > 0.2 && inner[0] < 1e-3, "{inner:?}");
    }

    #[test]
    fn brightness_and_an_even_ground_change_little() {
        let wave = |x: f32, y: f32| 0.5 + 0.2 * (0.7 * x).sin() * (0.4 * y).cos();
        let (light, dark) =
            (histograms(&picture(wave)), histograms(&picture(|x, y| wave(x, y) - 0.2)));
        assert!(light.iter().zip(&dark).all(|(a, b)| (a - b).abs() < 1e-4));
        assert!(histograms(&picture(|_, _| 0.3)).iter().all(|value| *value == 0.0));
    }
}
