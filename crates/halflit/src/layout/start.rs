//! Where points start: along the first principal axes, so that a picture keeps what these show, and the same rows start the same way.

use super::ground::Ground;
use crate::data::Draw;

/// The deviation along the first axis.
const DEVIATION: f64 = 1e-4;
/// No point starts farther out than so many deviations.
const FARTHEST: f64 = 4.0;
/// Every point starts a little beside its place, in deviations: rows on one line would never leave it.
const JITTER: f64 = 0.01;

/// A start for every row that differs.
pub(super) fn principal<const D: usize>(ground: &Ground) -> Vec<[f32; D]> {
    let value = |row: &[f32], d: usize| f64::from(row.get(d).copied().unwrap_or(0.0));
    let rows = || ground.values.chunks_exact(ground.columns);
    let squares: f64 = rows().map(|row| value(row, 0).powi(2)).sum();
    let deviation = (squares / ground.rows() as f64).sqrt().max(f64::MIN_POSITIVE);
    let mut draw = Draw::new(0);
    let mut point = |row: &[f32]| {
        std::array::from_fn(|d| {
            let beside = JITTER * (2.0 * draw.share() - 1.0);
            let place = (value(row, d) / deviation).clamp(-FARTHEST, FARTHEST);
            (DEVIATION * (place + beside)) as f32
        })
    };
    rows().map(&mut point).collect()
}
