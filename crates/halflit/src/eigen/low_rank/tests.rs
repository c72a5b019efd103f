use super::*;
use crate::eigen::{ConstraintMatrix, Pencil, Solver};

/// Numbers between −1 and 1 from a seed.
fn random(rows: usize, columns: usize, seed: u64) -> Mat<f64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    Mat::from_fn(rows, columns, |_, _| next())
}

/// A Laplacian over q rows, of weights of both signs or of positive ones.
fn laplacian(q: usize, signed: bool, seed: u64) -> Mat<f64> {
    let weights = random(q, q, seed);
    let weight = |i: usize, j: usize| match signed {
        true => weights[(i.min(j), i.max(j))],
        false => weights[(i.min(j), i.max(j))].abs(),
    };
    let degree = |i: usize| (0..q).filter(|&j| j != i).map(|j| weight(i, j)).sum::<f64>();
    Mat::from_fn(q, q, |i, j| if i == j { degree(i) } else { -weight(i, j) })
}

fn compare(diagonal: &[f64], q: usize, with_bound: bool, gamma: f64, d: usize, seed: u64) -> bool {
    let r = diagonal.len();
    let (g, p) = (random(r, q, seed), laplacian(q, true, seed + 1));
    let bound = with_bound.then(|| laplacian(q, false, seed + 2));
    let ridge = if with_bound { gamma } else { 1.0 };
    let part = LowRank::new(diagonal, g.as_ref(), &p, bound.as_ref()).expect("a range");
    let Some(found) = part.smallest(gamma, ridge, d) else { return false };

    let mut objective = congruence(p.as_ref(), g.transpose());
    let mut full =
        bound.map_or(Mat::zeros(r, r), |bound| congruence(bound.as_ref(), g.transpose()));
    for i in 0..r {
        objective[(i, i)] += gamma * diagonal[i];
        full[(i, i)] += ridge;
    }
    let total = Mat::identity(r, r);
    let constraint = ConstraintMatrix::Matrix(full);
    let pencil = Pencil { objective: &objective, constraint: &constraint, total: &total };
    let dense = pencil.smallest(d, Solver::Dense).expect("dense");
    let scale = dense.eigenvalues.iter().fold(0.0f64, |m, v| m.max(v.abs()));
    for j in 0..d {
        let difference = (found.eigenvalues[j] - dense.eigenvalues[j]).abs();
        assert!(difference <= 1e-9 * scale, "{:?} {:?}", found.eigenvalues, dense.eigenvalues);
        let (a, b) = (found.vectors.col(j), dense.vectors.col(j));
        let inner: f64 = a.iter().zip(b.iter()).map(|(a, b)| a * b).sum();
        let cosine = inner.abs() / (a.length() * b.length());
        assert!(1.0 - cosine < 1e-8, "axis {j}: {cosine}");
    }
    true
}

#[test]
fn agrees_with_the_dense_solver() {
    let mut proved = 0;
    let mut tried = 0;
    for seed in 0..12 {
        let noise = random(150, 1, 90 + seed);
        for power in [0.0, 0.04] {
            let mut diagonal: Vec<f64> =
                (0..150).map(|i| noise[(i, 0)].abs() * 10f64.powf(-power * i as f64)).collect();
            diagonal.sort_by(f64::total_cmp);
            for gamma in [1e-3, 1.0, 1e3] {
                for (with_bound, d) in [(false, 1), (false, 10), (true, 2), (true, 10)] {
                    tried += 1;
                    proved += usize::from(compare(&diagonal, 9, with_bound, gamma, d, seed));
                }
            }
        }
    }
    assert!(proved * 10 >= tried * 7, "only {proved} of {tried} were proved");
}

#[test]
fn negative_diagonals_as_of_principal_components() {
    let mut diagonal: Vec<f64> = (0..120).map(|i| -(0.9f64.powi(i))).collect();
    diagonal.sort_by(f64::total_cmp);
    assert!((0..10).all(|seed| compare(&diagonal, 6, true, 0.1, 3, seed)));
}

#[test]
fn equal_eigenvalues_go_to_the_dense_solver() {
    assert!(!compare(&[1.0; 100], 5, false, 1.0, 8, 3));
}

#[test]
fn pairs_that_miss_a_smaller_one_are_not_proved() {
    let r = 90;
    let diagonal: Vec<f64> = (0..r).map(|i| 0.5 + i as f64).collect();
    let (g, p) = (random(r, 4, 5), laplacian(4, true, 6));
    let part = LowRank::new(&diagonal, g.as_ref(), &p, None).expect("a range");
    let pencil = Shifted { part: &part, gamma: 1.0, beta: 1.0 };
    let mut objective = congruence(p.as_ref(), g.transpose());
    (0..r).for_each(|i| objective[(i, i)] += diagonal[i]);
    let (values, vectors) = self_adjoint(objective.as_ref()).expect("pairs");
    let largest = values.iter().fold(0.0f64, |m, v| m.max(v.abs()));
    let bounds = (largest, 2.0 * largest);
    let pairs = |from: usize, count: usize| Ritz {
        values: values[from..from + count].to_vec(),
        vectors: vectors.subcols(from, count).to_owned(),
    };
    assert!(pencil.proved(pairs(0, 3), 3, bounds).is_some(), "the smallest three are");
    assert!(pencil.proved(pairs(1, 3), 3, bounds).is_none(), "the first is missing");
    let gapped = Ritz {
        values: vec![values[0], values[1], values[3]],
        vectors: Mat::from_fn(r, 3, |i, j| vectors[(i, [0, 1, 3][j])]),
    };
    assert!(pencil.proved(gapped, 3, bounds).is_none(), "the third is missing");
    // Bounds that do not hold all eigenvalues prove nothing.
    assert!(pencil.proved(pairs(0, 3), 3, (1.0, 2.0)).is_none());
}
