//! Sums of many terms in a fixed number of lanes: the width of a processor's registers changes no bit. Nothing here fuses a
//! product with a sum, which not every processor can.

use faer::{Col, ColRef, Mat};

/// Lanes of a sum: enough for the widest registers, several at once.
const LANES: usize = 32;

/// Σ x_i y_i. Inlined, so that a caller's dispatch covers it.
#[inline(always)]
pub(crate) fn dot_here(x: &[f64], y: &[f64]) -> f64 {
    let (x_whole, x_rest) = x.as_chunks::<LANES>();
    let (y_whole, y_rest) = y.as_chunks::<LANES>();
    let mut sums = [0.0; LANES];
    for (x, y) in x_whole.iter().zip(y_whole) {
        for lane in 0..LANES {
            sums[lane] += x[lane] * y[lane];
        }
    }
    let rest: f64 = x_rest.iter().zip(y_rest).map(|(x, y)| x * y).sum();
    folded(sums) + rest
}

/// The sum of all lanes, by halves; their number is a power of two.
#[inline(always)]
pub(crate) fn folded<const N: usize>(mut sums: [f64; N]) -> f64 {
    let mut half = N / 2;
    while half > 0 {
        for lane in 0..half {
            sums[lane] += sums[lane + half];
        }
        half /= 2;
    }
    sums[0]
}

/// Σ x_i y_i.
pub(crate) fn dot(x: &[f64], y: &[f64]) -> f64 {
    pulp::Arch::new().dispatch(|| dot_here(x, y))
}

/// `y += factor · x`. Inlined, so that a caller's dispatch covers it.
#[inline(always)]
pub(crate) fn add_multiple(y: &mut [f64], factor: f64, x: &[f64]) {
    y.iter_mut().zip(x).for_each(|(y, x)| *y += factor * x);
}

/// ‖x‖, whatever the scale.
pub(crate) fn length(x: &[f64]) -> f64 {
    let square = dot(x, x);
    if (1e-250..1e250).contains(&square) {
        return square.sqrt();
    }
    let largest = x.iter().fold(0.0f64, |most, x| most.max(x.abs()));
    if largest == 0.0 || !largest.is_finite() {
        return square.sqrt();
    }
    let scaled: Vec<f64> = x.iter().map(|x| x / largest).collect();
    largest * dot(&scaled, &scaled).sqrt()
}

/// The root of the sum of all squares.
pub(crate) trait Length {
    /// ‖·‖, whatever the scale.
    fn length(&self) -> f64;
}

impl Length for ColRef<'_, f64> {
    fn length(&self) -> f64 {
        match self.try_as_col_major() {
            Some(column) => length(column.as_slice()),
            None => length(&self.iter().copied().collect::<Vec<_>>()),
        }
    }
}

impl Length for Col<f64> {
    fn length(&self) -> f64 {
        self.as_ref().length()
    }
}

impl Length for Mat<f64> {
    fn length(&self) -> f64 {
        length(&self.col_iter().map(|column| column.length()).collect::<Vec<_>>())
    }
}
