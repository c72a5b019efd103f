//! Roots of the secular equation 1 + ρ Σ z_j² / (d_j − λ) = 0, the eigenvalues of diag(d) + ρ z zᵀ.

use crate::lanes::folded;

/// Steps of one root; five are usual.
const MOST_STEPS: usize = 200;
const LANES: usize = 8;

/// A root between pole i and the next, as a place beside its nearest pole.
#[derive(Clone, Copy)]
pub(super) struct Root {
    pub(super) origin: usize,
    pub(super) offset: f64,
}

/// ρ Σ z_j²/(δ_j − μ) and its derivative, over some poles.
#[inline(always)]
fn sums(poles: &[f64], squares: &[f64], origin: f64, offset: f64) -> (f64, f64) {
    let (mut value, mut slope) = ([0.0; LANES], [0.0; LANES]);
    let (d, d_rest) = poles.as_chunks::<LANES>();
    let (z, z_rest) = squares.as_chunks::<LANES>();
    for (d, z) in d.iter().zip(z) {
        for lane in 0..LANES {
            let t = 1.0 / ((d[lane] - origin) - offset);
            let term = z[lane] * t;
            value[lane] += term;
            slope[lane] += term * t;
        }
    }
    for (lane, (d, z)) in d_rest.iter().zip(z_rest).enumerate() {
        let t = 1.0 / ((d - origin) - offset);
        let term = z * t;
        value[lane] += term;
        slope[lane] += term * t;
    }
    (folded(value), folded(slope))
}

/// Root i of poles that ascend strictly; `squares` are ρ z_j², all positive.
#[inline(always)]
pub(super) fn root(poles: &[f64], squares: &[f64], i: usize) -> Root {
    let last = poles.len() - 1;
    let at = |origin: f64, offset: f64| {
        let (left, left_slope) = sums(&poles[..=i], &squares[..=i], origin, offset);
        let (right, right_slope) = sums(&poles[i + 1..], &squares[i + 1..], origin, offset);
        (left, left_slope, right, right_slope)
    };
    let (origin, mut low, mut high) = if i == last {
        let total: f64 = squares.iter().sum();
        (i, 0.0, total)
    } else {
        let gap = poles[i + 1] - poles[i];
        let (left, _, right, _) = at(poles[i], 0.5 * gap);
        match 1.0 + left + right >= 0.0 {
            true => (i, 0.0, 0.5 * gap),
            false => (i + 1, -0.5 * gap, 0.0),
        }
    };
    let pole = poles[origin];
    let first = poles[i] - pole;
    let second = poles.get(i + 1).map(|next| next - pole);
    let mut offset = start(poles, squares, i, pole, (low, high));
    for _ in 0..MOST_STEPS {
        let (left, left_slope, right, right_slope) = at(pole, offset);
        let f = 1.0 + left + right;
        // Terms left of the root are negative, right of it positive.
        let size = 1.0 + right - left + offset.abs() * (left_slope + right_slope);
        if f.abs() <= 2.0 * f64::EPSILON * size {
            break;
        }
        match f < 0.0 {
            true => low = offset,
            false => high = offset,
        }
        let step = match second {
            None => {
                let a = first - offset;
                a * f / (f - a * left_slope)
            }
            Some(second) => {
                let (a, b) = (first - offset, second - offset);
                let c = f - a * left_slope - b * right_slope;
                let q = (a + b) * f - a * b * (left_slope + right_slope);
                let p = a * b * f;
                let root = (q * q - 4.0 * p * c).abs().sqrt();
                if q <= 0.0 { (q - root) / (2.0 * c) } else { 2.0 * p / (q + root) }
            }
        };
        let mut next = offset + step;
        if !(next > low && next < high) {
            next = middle(low, high);
        }
        if next == offset || next <= low || next >= high {
            break;
        }
        offset = next;
    }
    Root { origin, offset }
}

/// Between two offsets of one sign, one of which may be zero: near a pole by magnitude.
#[inline(always)]
fn middle(low: f64, high: f64) -> f64 {
    let (small, large) = if low.abs() < high.abs() { (low, high) } else { (high, low) };
    match small != 0.0 && large / small > 4.0 {
        true => (small * large).sqrt().copysign(large),
        false => 0.5 * (low + high),
    }
}

/// A first guess: the two poles beside the root alone, the others taken at the middle.
#[inline(always)]
fn start(poles: &[f64], squares: &[f64], i: usize, pole: f64, (low, high): (f64, f64)) -> f64 {
    let last = poles.len() - 1;
    if i == last {
        return 0.5 * high;
    }
    let (a, b) = (poles[i] - pole, poles[i + 1] - pole);
    let halfway = 0.5 * (a + b);
    let (left, _) = sums(&poles[..i], &squares[..i], pole, halfway);
    let (right, _) = sums(&poles[i + 2..], &squares[i + 2..], pole, halfway);
    let c = 1.0 + left + right;
    // c (a − μ)(b − μ) + s (b − μ) + t (a − μ) = 0
    let (s, t) = (squares[i], squares[i + 1]);
    let q = c * (a + b) + s + t;
    let p = c * a * b + s * b + t * a;
    let root = (q * q - 4.0 * c * p).abs().sqrt();
    let guess = if q > 0.0 { 2.0 * p / (q + root) } else { (q - root) / (2.0 * c) };
    if guess > low && guess < high { guess } else { 0.5 * (low + high) }
}
