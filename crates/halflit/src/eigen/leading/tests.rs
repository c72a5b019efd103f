use super::*;

/// Q diag(values) Qᵀ for some orthonormal Q.
fn of_values(n: usize, value: impl Fn(usize) -> f64) -> RowMatrix<'static> {
    let wave = |i: usize, j: usize| {
        ((i * 7 + j * 13 + 3) as f64).sin() * (1.0 + (i + 2 * j) as f64).sqrt()
    };
    let basis =
        orthonormal(Mat::from_fn(n, n, |i, j| wave(i, j) + if i == j { 50.0 } else { 0.0 }));
    let weighed = Mat::from_fn(n, n, |i, j| basis[(i, j)] * value(j));
    let mut matrix = product(weighed.as_ref(), basis.transpose());
    symmetrize(&mut matrix);
    RowMatrix::from_mat(matrix.as_ref())
}

fn compare(matrix: &RowMatrix<'_>, wanted: usize) {
    let n = matrix.rows();
    let (values, _) = self_adjoint(matrix.as_mat()).expect("all pairs");
    let found = leading_pairs(matrix, wanted).expect("no stop").expect("a few pairs");
    assert_eq!((found.values.len(), found.vectors.shape()), (wanted, (n, wanted)));
    for (j, value) in found.values.iter().enumerate() {
        assert!((value - values[n - 1 - j]).abs() < 1e-12 * values[n - 1], "{j}: {value}");
    }
    let gram = product(found.vectors.transpose(), found.vectors.as_ref());
    assert!((gram - Mat::<f64>::identity(wanted, wanted)).norm_max() < 1e-12);
}

#[test]
fn slow_and_fast_decay() {
    compare(&of_values(450, |j| (1.0 + j as f64).powi(-2)), 10);
    compare(&of_values(450, |j| 0.8f64.powi(j as i32)), 30);
}

#[test]
fn a_low_rank_ends_in_zeros() {
    let matrix = of_values(420, |j| if j < 7 { 3.0 + j as f64 } else { 0.0 });
    let found = leading_pairs(&matrix, 20).expect("no stop").expect("a few pairs");
    assert!(found.values[6] > 2.9 && found.values[7].abs() < 1e-12);
}

#[test]
fn every_vector_of_a_multiple_eigenvalue_is_found_or_left_to_the_dense_solver() {
    let with = |count: usize| {
        let of = |j: usize| if j < count { 2.0 } else { 0.7f64.powi(j as i32 - count as i32) };
        leading_pairs(&of_values(440, of), count + 3).expect("no stop")
    };
    let found = with(9).expect("a few pairs");
    assert!((found.values[8] - 2.0).abs() < 1e-12 && found.values[9] < 1.1);
    // More than a block holds: either all are there, or none is claimed.
    assert!(with(BLOCK + 5).is_none_or(|found| (found.values[BLOCK + 4] - 2.0).abs() < 1e-12));
}

#[test]
fn negative_eigenvalues_are_not_leading() {
    let matrix = of_values(420, |j| if j < 5 { -0.2 } else { 0.6f64.powi(j as i32 - 5) });
    let found = leading_pairs(&matrix, 3).expect("no stop").expect("a few pairs");
    assert!((found.values[2] - 0.36).abs() < 1e-12);
    assert!(!is_above(&matrix, 1e-3) && is_above(&matrix, 0.21));
}

#[test]
fn bits_do_not_depend_on_threads() {
    let matrix = of_values(410, |j| 0.7f64.powi(j as i32));
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| leading_pairs(&matrix, 12)).expect("no stop").expect("a few pairs")
    };
    let (one, three) = (with(1), with(3));
    assert_eq!(one.values, three.values);
    assert_eq!(one.vectors, three.vectors);
}
