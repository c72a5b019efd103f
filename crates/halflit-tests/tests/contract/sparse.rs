//! Sparse samples: what is refused, and that nobody can tell them from the same numbers written out.

use halflit::choose::Search;
use halflit::graph::{Neighborhood, Pairs};
use halflit::learner::{Fda, Lfda, Lpp, LppStar, Pca, SelfLearner, SemiConstraint, SsLfda};
use halflit::neighbors::{Exact, Queries};
use halflit::{
    AnyLearner, Dataset, Error, Kernel, Labels, Metric, Model, Plan, Samples, Scaling, Solver,
    Space, SpaceChoice,
};

use crate::common::Noise;
use crate::common::compare::{Geometry, assert_same, bits, fitted};

/// Rows of three kinds, each with words of its own and words of all, and the same written out.
fn words(rows: usize, columns: usize) -> (Samples<'static>, Samples<'static>, Labels) {
    let mut noise = Noise::new(3);
    let (mut starts, mut places, mut values) = (vec![0], Vec::new(), Vec::new());
    let mut dense = vec![0.0; rows * columns];
    for i in 0..rows {
        for j in 0..columns {
            // Every column is somewhere, so that all of them vary.
            let own = j % 3 == i % 3 && noise.draw() > 0.4 || noise.draw() > 0.9 || j % rows == i;
            if own {
                let value = 1.0 + noise.draw().abs();
                places.push(j as u32);
                values.push(value);
                dense[i * columns + j] = value;
            }
        }
        starts.push(values.len());
    }
    let sparse = Samples::from_csr(starts, places, values, rows, columns).expect("sparse");
    let dense = Samples::from_row_major(dense, rows, columns).expect("dense");
    let labels = Labels::new((0..rows).map(|i| (i % 4 != 0).then_some(i % 3)));
    (sparse, dense, labels)
}

/// So many that rows of different kinds are joined too, and λ = 0 is nobody's.
fn near() -> Neighborhood {
    Neighborhood { pairs: Pairs::Nearest(30), ..Neighborhood::default() }
}

fn learners() -> Vec<(&'static str, AnyLearner)> {
    let blended = SemiConstraint::Blended;
    vec![
        ("pca", Pca::default().into()),
        ("lpp", Lpp { graph: near() }.into()),
        ("lpp*", LppStar { graph: near(), alpha: 2.0 }.into()),
        ("fda", Fda::default().into()),
        ("lfda", Lfda::default().into()),
        ("self", SelfLearner::default().into()),
        ("ss-lfda", SsLfda { graph: near(), ..Default::default() }.into()),
        ("blended", SsLfda { graph: near(), constraint: blended, ..Default::default() }.into()),
    ]
}

fn fit(learner: &AnyLearner, solver: Solver, scaling: Scaling, data: &Dataset<'_>) -> Model {
    let space = SpaceChoice { scaling, ..SpaceChoice::default() };
    fitted(&Plan { solver, space, ..Plan::new(learner.clone()).axes(2) }, data)
}

#[test]
fn bad_rows_are_named() {
    let of = |starts: &[usize], columns: &[u32], values: &[f64]| {
        Samples::from_csr(starts.to_vec(), columns.to_vec(), values.to_vec(), 2, 3)
    };
    assert!(of(&[0, 1, 2], &[2, 0], &[1.0, 2.0]).is_ok());
    let twice = of(&[0, 1, 3], &[1, 2, 2], &[1.0; 3]).expect_err("twice");
    assert!(matches!(twice, Error::SparseRow { row: 1, .. }), "{twice}");
    let beyond = of(&[0, 1, 2], &[3, 0], &[1.0; 2]).expect_err("beyond");
    assert_eq!(beyond.what(), "sparse row 0 has column 3 of 3");
    assert!(matches!(of(&[0, 2, 1], &[0], &[1.0]), Err(Error::SparseRow { row: 0, .. })));
    assert!(matches!(of(&[0, 1], &[0], &[1.0]), Err(Error::Shape { .. })));
    assert!(matches!(of(&[0, 1, 2], &[0], &[1.0; 2]), Err(Error::Shape { .. })));
    assert!(matches!(of(&[0, 0, 1], &[0], &[1.0; 2]), Err(Error::Shape { .. })));
    let nan = of(&[0, 1, 2], &[2, 1], &[1.0, f64::NAN]);
    assert!(matches!(nan, Err(Error::NotFinite { row: 1, column: 1, .. })));
    assert!(matches!(Samples::from_csr(vec![0], vec![], vec![], 0, 3), Err(Error::Empty { .. })));
}

#[test]
fn rows_means_and_neighbours_are_those_of_the_numbers_written_out() {
    let (sparse, dense, _) = words(30, 50);
    assert!(sparse.is_sparse() && !dense.is_sparse());
    assert_eq!(sparse.to_rows(), dense.to_rows());
    assert_eq!(sparse.gather(&[7, 2]).to_rows(), dense.gather(&[7, 2]).to_rows());
    let means = sparse.means().into_iter().zip(dense.means());
    means.for_each(|(a, b)| assert!((a - b).abs() < 1e-14));
    let all: Vec<usize> = (0..30).collect();
    for metric in [Metric::Euclidean, Metric::SquaredEuclidean, Metric::Manhattan, Metric::Cosine] {
        let of = |samples| {
            let index = Exact::new(samples, metric).expect("index");
            let rows = index.nearest(Queries::Rows(&all), 4).expect("rows");
            let points = index.nearest(Queries::Points(samples), 2).expect("points");
            (rows, points)
        };
        assert_eq!(of(&sparse), of(&dense), "{metric}");
    }
}

#[test]
fn fits_are_those_of_the_numbers_written_out() {
    let (sparse, dense, labels) = words(40, 60);
    let [sparse, dense] =
        [sparse, dense].map(|samples| Dataset::new(samples, labels.clone()).expect("data"));
    for (name, learner) in learners() {
        for scaling in [Scaling::None, Scaling::Standard, Scaling::Minmax, Scaling::Unit] {
            let one = fit(&learner, Solver::Dense, scaling, &dense);
            for solver in [Solver::Dense, Solver::MatrixFree] {
                let other = fit(&learner, solver, scaling, &sparse);
                let what = format!("{name}, {scaling}, {solver}");
                assert_same(
                    &what,
                    &Geometry::of(&one, &dense),
                    &Geometry::of(&other, &sparse),
                    1e-6,
                );
                assert_eq!(other.diagnostics().solver, solver, "{what}");
            }
        }
    }
}

/// More numbers than are written out, zeros included.
fn vast() -> [Dataset<'static>; 2] {
    let (sparse, dense, labels) = words(72, 60_000);
    [sparse, dense].map(|samples| Dataset::new(samples, labels.clone()).expect("data"))
}

#[test]
fn what_is_vast_is_solved_by_products_alone() {
    let [sparse, dense] = vast();
    let some = ["pca", "lpp", "lfda", "ss-lfda", "blended"];
    for (name, learner) in learners().into_iter().filter(|(name, _)| some.contains(name)) {
        let one = fit(&learner, Solver::Dense, Scaling::None, &dense);
        let other = fit(&learner, Solver::Fastest, Scaling::None, &sparse);
        assert_eq!(other.diagnostics().solver, Solver::MatrixFree, "{name}");
        assert_same(name, &Geometry::of(&one, &dense), &Geometry::of(&other, &sparse), 1e-6);
        // Rows that no fit has seen, outside the span.
        let (new, written, _) = words(9, 60_000);
        let [a, b] = [other.transform(&new), one.transform(&written)].map(|z| z.expect("mapped"));
        let size = b.values().iter().fold(0.0f64, |most, value| value.abs().max(most));
        let far = a.values().iter().zip(b.values()).map(|(a, b)| (a.abs() - b.abs()).abs());
        assert!(far.fold(0.0, f64::max) < 1e-6 * size, "{name}");
        assert_eq!(other.predict(&new), one.predict(&written), "{name}");
    }
}

#[test]
fn what_would_write_vast_samples_out_is_refused_by_name() {
    let [data, _] = vast();
    let refused = |plan: Plan| plan.fit(&data).expect_err("refused").to_string();
    let plain = || Plan::new(AnyLearner::from(Pca::default())).axes(2);
    let kernel = SpaceChoice { kernel: Some(Kernel::rbf()), ..SpaceChoice::default() };
    assert!(refused(Plan { space: kernel, ..plain() }).contains("a kernel"));
    assert!(refused(Plan { solver: Solver::Dense, ..plain() }).contains("r × r"));
    let all = AnyLearner::from(Lpp::default());
    assert!(refused(Plan::new(all).axes(2)).contains("nearest"));
    let tuned = AnyLearner::from(SsLfda { graph: near(), ..Default::default() });
    let search = Search::auto();
    assert!(refused(Plan { search, ..Plan::new(tuned).axes(2) }).contains("sparse samples"));
    assert!(Space::of(data.samples(), &SpaceChoice::default()).is_ok());
}

#[test]
fn same_bits_on_any_number_of_threads() {
    let [data, _] = vast();
    for (name, learner) in learners().into_iter().filter(|(name, _)| ["lpp", "lfda"].contains(name))
    {
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("pool");
            pool.install(|| {
                let model = fit(&learner, Solver::Fastest, Scaling::None, &data);
                bits(&model.transform(data.samples()).expect("mapped"))
            })
        };
        assert!(with(1) == with(3), "{name}");
    }
}
