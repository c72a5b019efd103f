//! Eigenpairs of a small symmetric tridiagonal matrix: the QL iteration with implicit shifts.

/// Turns of one eigenvalue; three are usual.
const MOST_TURNS: usize = 60;

/// All eigenvalues, ascending. The rows of `vectors` (count × width, one after the other) are turned along: row k then belongs to
/// eigenvalue k. Nothing where it does not converge.
pub(super) fn iterate(diagonal: &mut [f64], below: &[f64], vectors: &mut [f64]) -> Option<()> {
    let n = diagonal.len();
    let width = vectors.len().checked_div(n).unwrap_or(0);
    let d = diagonal;
    let mut e = below.to_vec();
    e.push(0.0);
    let largest = d.iter().chain(&e).fold(0.0f64, |most, x| most.max(x.abs()));
    let nothing = f64::EPSILON * f64::EPSILON * largest;
    for l in 0..n {
        for turn in 0.. {
            let is_small = |k: usize| {
                e[k].abs() <= f64::EPSILON * (d[k].abs() + d[k + 1].abs()) || e[k].abs() <= nothing
            };
            let m = (l..n - 1).find(|&k| is_small(k)).unwrap_or(n - 1);
            if m == l {
                break;
            }
            if turn == MOST_TURNS {
                return None;
            }
            let mut g = (d[l + 1] - d[l]) / (2.0 * e[l]);
            let mut r = (g * g + 1.0).sqrt();
            g = d[m] - d[l] + e[l] / (g + r.copysign(g));
            let (mut s, mut c, mut p) = (1.0, 1.0, 0.0);
            let mut is_split = false;
            for i in (l..m).rev() {
                let f = s * e[i];
                let b = c * e[i];
                r = (f * f + g * g).sqrt();
                e[i + 1] = r;
                if r == 0.0 {
                    d[i + 1] -= p;
                    e[m] = 0.0;
                    is_split = true;
                    break;
                }
                (s, c) = (f / r, g / r);
                g = d[i + 1] - p;
                r = (d[i] - g) * s + 2.0 * c * b;
                p = s * r;
                d[i + 1] = g + p;
                g = c * r - b;
                let (lower, upper) = vectors.split_at_mut((i + 1) * width);
                for (x, y) in lower[i * width..].iter_mut().zip(upper) {
                    let above = *y;
                    *y = s * *x + c * above;
                    *x = c * *x - s * above;
                }
            }
            if is_split {
                continue;
            }
            d[l] -= p;
            e[l] = g;
            e[m] = 0.0;
        }
    }
    sort(d, vectors, width);
    Some(())
}

fn sort(values: &mut [f64], vectors: &mut [f64], width: usize) {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
    let (old, rows) = (values.to_vec(), vectors.to_vec());
    for (to, &from) in order.iter().enumerate() {
        values[to] = old[from];
        vectors[to * width..(to + 1) * width]
            .copy_from_slice(&rows[from * width..(from + 1) * width]);
    }
}
