//! A polynomial of N that is small below the wanted eigenvalues and grows above them.

use super::chebyshev::interval;
use super::deflated::Deflated;
use crate::elementary::{acosh, cosh};

/// How much smaller the filter is below the wanted eigenvalues than at the largest.
const DAMPED: f64 = 1e3;
/// Products with N that one step may take.
const MOST_DEGREES: f64 = 60.0;

/// T_d of N, [−1, edge] mapped to [−1, 1], over its value at the largest eigenvalue: at most that share below the edge, growing above it
/// up to 1.
pub(super) struct Filter {
    /// Middle and half length of the interval.
    interval: (f64, f64),
    degree: usize,
    /// T_d at the largest eigenvalue.
    largest: f64,
}

impl Filter {
    /// A polynomial that damps what lies below the edge by [`DAMPED`] relative to an eigenvalue above it.
    pub(super) fn between(edge: f64, largest: f64) -> Self {
        let (middle, half) = interval(edge);
        let reach = acosh(((largest - middle) / half).max(1.0));
        let degree = (acosh(DAMPED) / reach).ceil().clamp(2.0, MOST_DEGREES);
        Self { interval: (middle, half), degree: degree as usize, largest: cosh(degree * reach) }
    }

    /// The polynomial of N times x.
    pub(super) fn apply(&self, operator: &Deflated<'_>, x: &[f64]) -> Vec<f64> {
        let (middle, half) = self.interval;
        let mapped = |x: &[f64]| -> Vec<f64> {
            let mut out = operator.apply(x);
            out.iter_mut().zip(x).for_each(|(out, x)| *out = (*out - middle * x) / half);
            out
        };
        // T_(j+1) = 2 L T_j − T_(j−1).
        let (mut former, mut current) = (x.to_vec(), mapped(x));
        for _ in 1..self.degree {
            let mut next = mapped(&current);
            next.iter_mut().zip(&former).for_each(|(next, former)| *next = 2.0 * *next - former);
            (former, current) = (current, next);
        }
        current.iter_mut().for_each(|x| *x /= self.largest);
        operator.off(current)
    }
}
