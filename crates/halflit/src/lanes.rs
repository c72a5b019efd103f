//! Sums of many terms in a fixed number of lanes: the width of a processor's registers changes no bit. Nothing here fuses a
//! product with a sum, which not every processor can.

use pulp::WithSimd;

use crate::dense::{Line, Mat};

/// Does some work with the widest registers that the processor has. All of the library's wide loops go through here.
#[inline(always)]
pub(crate) fn dispatch<Work: WithSimd>(work: Work) -> Work::Output {
    #[cfg(test)]
    if NARROW.load(std::sync::atomic::Ordering::Relaxed) {
        return work.with_simd(pulp::Scalar::new());
    }
    pulp::Arch::new().dispatch(work)
}

/// Does what a closure says with the widest registers that the processor has.
macro_rules! wide {
    (|| $work:expr) => {
        $crate::lanes::dispatch($crate::lanes::Inlined(
            #[inline(always)]
            || $work,
        ))
    };
}
pub(crate) use wide;

/// A closure that is inlined: the code of a call would know narrow registers alone. It is called by reference, as a call by value
/// goes through a function of its own.
pub(crate) struct Inlined<F>(pub(crate) F);

impl<R, F: FnMut() -> R> WithSimd for Inlined<F> {
    type Output = R;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(mut self, _: S) -> R {
        (self.0)()
    }
}

/// Whether tests ask for a processor without wide registers. For all threads, as no result depends on it.
#[cfg(test)]
pub(crate) static NARROW: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

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
    wide!(|| dot_here(x, y))
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

/// ‖x − factor · y‖.
pub(crate) fn rest(x: Line<'_, f64>, factor: f64, y: Line<'_, f64>) -> f64 {
    length(&x.iter().zip(y.iter()).map(|(x, y)| x - factor * y).collect::<Vec<_>>())
}

/// The root of the sum of all squares.
pub(crate) trait Length {
    /// ‖·‖, whatever the scale.
    fn length(&self) -> f64;
}

impl Length for Line<'_, f64> {
    fn length(&self) -> f64 {
        match self.as_slice() {
            Some(values) => length(values),
            None => length(&self.iter().copied().collect::<Vec<_>>()),
        }
    }
}

impl Length for Mat<f64> {
    fn length(&self) -> f64 {
        length(&self.col_iter().map(|column| column.length()).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values whose sums round.
    pub(crate) fn wave(count: usize, seed: usize) -> Vec<f64> {
        (0..count).map(|i| ((i * 7 + seed * 13 + 3) as f64).sin()).collect()
    }

    #[test]
    fn sums_have_one_order_on_every_processor() {
        for count in [0, 1, 7, 31, 32, 33, 100, 1000] {
            let (x, y) = (wave(count, 1), wave(count, 2));
            let narrow = (|| dot_here(&x, &y)).with_simd(pulp::Scalar::new());
            assert_eq!(dot(&x, &y).to_bits(), narrow.to_bits(), "{count} terms");
            let plain: f64 = x.iter().zip(&y).map(|(x, y)| x * y).sum();
            assert!((narrow - plain).abs() < 1e-13 * (1.0 + count as f64));
        }
    }

    #[test]
    fn length_knows_no_scale() {
        for scale in [1e-300, 1e-160, 1.0, 1e160, 1e300] {
            assert!((length(&[3.0 * scale, 4.0 * scale]) / (5.0 * scale) - 1.0).abs() < 1e-15);
        }
        assert_eq!(length(&[0.0, 0.0]), 0.0);
    }
}
