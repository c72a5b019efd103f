//! A polynomial of N that is small below the wanted eigenvalues and grows above them.

use super::chebyshev::interval;
use super::deflated::Deflated;
use crate::elementary::{acosh, cosh};

/// How much smaller the filter is below the wanted eigenvalues than at the largest.
const DAMPED: f64 = 1e3;
/// Products with N that one step may take.
const MOST_DEGREES: f64 = 60.0;
/// Rounding along a known eigenvector grows with every product, as its eigenvalue lies above all wanted ones. It is taken out before it has
/// grown by this much.
const GROWN: f64 = 1e6;

/// T_d of N, [−1, edge] mapped to [−1, 1], over its value at the largest eigenvalue: at most that share below the edge, growing above it
/// up to 1.
pub(super) struct Filter {
    /// Middle and half length of the interval.
    interval: (f64, f64),
    degree: usize,
    /// T_d at the largest eigenvalue.
    largest: f64,
    /// Products after which known eigenvectors are taken out.
    cleaned: usize,
}

impl Filter {
    /// A polynomial that damps what lies below the edge by [`DAMPED`] relative to an eigenvalue above it.
    pub(super) fn between(edge: f64, largest: f64) -> Self {
        let (middle, half) = interval(edge);
        let reach = acosh(((largest - middle) / half).max(1.0));
        let degree = (acosh(DAMPED) / reach).ceil().clamp(2.0, MOST_DEGREES);
        // No eigenvalue is above 1.
        let cleaned =
            (acosh(GROWN) / acosh(((1.0 - middle) / half).max(1.0))).clamp(1.0, MOST_DEGREES);
        Self {
            interval: (middle, half),
            degree: degree as usize,
            largest: cosh(degree * reach),
            cleaned: cleaned as usize,
        }
    }

    /// The polynomial of N times x.
    pub(super) fn apply(&self, operator: &Deflated<'_>, x: &[f64]) -> Vec<f64> {
        let (middle, half) = self.interval;
        let mut current = vec![0.0; x.len()];
        let inverse = 1.0 / half;
        let first = |i: usize, product: f64, _: f64| (product - middle * x[i]) * inverse;
        operator.slices.apply(x, &mut current, first);
        let mut former = x.to_vec();
        for j in 1..self.degree {
            // T_(j+1) = 2 L T_j − T_(j−1), in the place of T_(j−1).
            let next = |i: usize, product: f64, former: f64| {
                2.0 * ((product - middle * current[i]) * inverse) - former
            };
            operator.slices.apply(&current, &mut former, next);
            std::mem::swap(&mut former, &mut current);
            if j % self.cleaned == 0 {
                (former, current) = (operator.off(former), operator.off(current));
            }
        }
        current.iter_mut().for_each(|x| *x /= self.largest);
        operator.off(current)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dense::Mat;
    use crate::eigen::self_adjoint;
    use crate::elementary::cos;
    use crate::error::Result;
    use crate::graph::Graph;
    use crate::views::adjacency::Adjacency;

    #[test]
    fn rounding_along_known_eigenvectors_does_not_grow() -> Result<()> {
        let n = 60;
        let weight = |i: usize, j: usize| (i, j, 1.0 + 0.5 * cos((i * j * j) as f64));
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| weight(i, j)));
        let adjacency = Adjacency::new(&Graph::new(n, pairs)?);
        let operator = Deflated::new(&adjacency);
        let mut matrix = Mat::zeros(n, n);
        for j in 0..n {
            let unit: Vec<f64> = (0..n).map(|i| f64::from(u8::from(i == j))).collect();
            operator.apply(&unit).into_iter().enumerate().for_each(|(i, x)| matrix[(i, j)] = x);
        }
        let (values, vectors) = self_adjoint(matrix.as_ref())?;
        // Far below the eigenvalue 1 of the component, as in graphs of rows that have many dimensions.
        let (edge, largest) = (0.0, 0.001);
        let filter = Filter::between(edge, largest);
        assert_eq!(filter.degree, 60);
        let (middle, half) = interval(edge);
        let chebyshev = |x: f64| match x.abs() > 1.0 {
            true => cosh(60.0 * acosh(x.abs())),
            false => cos(60.0 * libm::acos(x)),
        };
        let polynomial =
            |value: f64| chebyshev((value - middle) / half) / chebyshev((largest - middle) / half);
        let start: Vec<f64> = (0..n).map(|i| cos((i * i) as f64)).collect();
        let found = filter.apply(&operator, &operator.off(start.clone()));
        // All but the last, whose eigenvalue is 1.
        let along = |k: usize| (0..n).map(|i| vectors[(i, k)] * start[i]).sum::<f64>();
        let scale = polynomial(values[n - 2]);
        for (i, found) in found.iter().enumerate() {
            let parts = (0..n - 1).map(|k| polynomial(values[k]) * along(k) * vectors[(i, k)]);
            let expected: f64 = parts.sum();
            assert!((found - expected).abs() < 1e-9 * scale, "{found} {expected}");
        }
        Ok(())
    }
}
