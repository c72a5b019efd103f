//! The contract of a nearest-neighbour back-end: what brute force over direct differences gives, equal distances by
//! the lower row. Another back-end adds one line to `backends!`.

mod common;

use common::Noise;
use common::dense::worst;
use halflit::neighbors::{Exact, Neighbor, Queries};
use halflit::{Error, Metric, Result, Samples};

/// Builds a back-end over the chosen rows of some samples, under a metric.
type Build = for<'a> fn(&'a Samples<'a>, Metric, Vec<usize>) -> Result<Exact<'a>>;

fn exact<'a>(samples: &'a Samples<'a>, metric: Metric, rows: Vec<usize>) -> Result<Exact<'a>> {
    Exact::over(samples, metric, rows)
}

/// Writes one test for each claim and back-end.
macro_rules! backends {
    ($($backend:ident => [$($claim:ident,)*],)*) => {
        $(mod $backend { $(#[test] fn $claim() { super::$claim(super::$backend); })* })*
    };
}

backends! {
    exact => [
        finds_what_a_sort_finds,
        breaks_ties_by_the_lower_row,
        sees_small_differences_far_from_the_origin,
        works_at_any_scale,
        keeps_duplicates_but_not_the_row_itself,
        answers_with_the_chosen_rows_only,
        answers_other_points,
        gives_all_rows_where_fewer_than_k_can_answer,
        uses_given_distances,
        refuses_what_has_no_distance,
        gives_the_same_bits_on_any_number_of_threads,
    ],
}

const METRICS: [Metric; 5] = [
    Metric::Euclidean,
    Metric::SquaredEuclidean,
    Metric::Manhattan,
    Metric::Chebyshev,
    Metric::Cosine,
];

/// Data of one kind.
struct Points {
    rows: usize,
    columns: usize,
    values: Vec<f64>,
}

impl Points {
    fn new(rows: usize, columns: usize, mut value: impl FnMut(usize) -> f64) -> Self {
        Self { rows, columns, values: (0..rows * columns).map(&mut value).collect() }
    }

    /// Numbers without a tie, away from zero.
    fn spread(rows: usize, columns: usize, seed: u64) -> Self {
        let mut noise = Noise::new(seed);
        Self::new(rows, columns, |_| 0.3 + noise.draw())
    }

    /// Whole numbers from 1 to 4: nothing but ties.
    fn whole(rows: usize, columns: usize, seed: u64) -> Self {
        let mut noise = Noise::new(seed);
        Self::new(rows, columns, |_| (2.5 + 1.999 * noise.draw()).round())
    }

    fn mapped(mut self, map: impl Fn(f64) -> f64) -> Self {
        self.values.iter_mut().for_each(|value| *value = map(*value));
        self
    }

    fn samples(&self) -> Samples<'static> {
        Samples::from_row_major(self.values.clone(), self.rows, self.columns).expect("samples")
    }
}

/// The definition of every metric, summed from left to right.
fn distance(metric: Metric, a: &[f64], b: &[f64]) -> f64 {
    let differences = a.iter().zip(b).map(|(a, b)| a - b);
    match metric {
        Metric::Euclidean => differences.map(|d| d * d).sum::<f64>().sqrt(),
        Metric::SquaredEuclidean => differences.map(|d| d * d).sum(),
        Metric::Manhattan => differences.map(f64::abs).sum(),
        Metric::Chebyshev => differences.map(f64::abs).fold(0.0, f64::max),
        Metric::Cosine => {
            let unit = |x: &[f64]| {
                let length = x.iter().map(|v| v * v).sum::<f64>().sqrt();
                x.iter().map(|v| v / length).collect::<Vec<_>>()
            };
            0.5 * distance(Metric::SquaredEuclidean, &unit(a), &unit(b))
        }
        other => panic!("say here what {other:?} is"),
    }
}

/// All rows but the query itself, sorted by distance and then by row; the first k.
fn oracle(
    rows: &[usize],
    itself: Option<usize>,
    k: usize,
    distance: impl Fn(usize) -> f64,
) -> Vec<Neighbor> {
    let candidates = rows.iter().filter(|&&row| Some(row) != itself);
    let mut all: Vec<Neighbor> =
        candidates.map(|&row| Neighbor { row, distance: distance(row) }).collect();
    all.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(a.row.cmp(&b.row)));
    all.truncate(k);
    all
}

fn assert_same(what: &str, found: &[Neighbor], expected: &[Neighbor]) {
    let rows = |list: &[Neighbor]| list.iter().map(|n| n.row).collect::<Vec<_>>();
    assert_eq!(rows(found), rows(expected), "{what}");
    let differences = found.iter().zip(expected).map(|(found, expected)| {
        (found.distance - expected.distance) / expected.distance.max(f64::MIN_POSITIVE)
    });
    // A cosine of nearly parallel rows is a small difference of rounded unit vectors.
    assert!(worst(differences) < 1e-9, "{what}: {found:?} instead of {expected:?}");
}

/// Asks for the neighbours of every row of `queries` among `rows`.
fn check(
    build: Build,
    points: &Points,
    metric: Metric,
    rows: &[usize],
    queries: &[usize],
    k: usize,
) {
    let samples = points.samples();
    let index = build(&samples, metric, rows.to_vec()).expect("index");
    let found = index.nearest(Queries::Rows(queries), k).expect("neighbors");
    assert_eq!(found.len(), queries.len());
    for (&query, found) in queries.iter().zip(&found) {
        let expected = oracle(rows, Some(query), k, |row| {
            distance(metric, &samples.row(query), &samples.row(row))
        });
        let what = format!("{metric:?}, k = {k}, row {query} among {} rows", rows.len());
        assert_same(&what, found, &expected);
    }
}

fn check_all(build: Build, points: &Points, metric: Metric, k: usize) {
    let rows: Vec<usize> = (0..points.rows).collect();
    check(build, points, metric, &rows, &rows, k);
}

fn finds_what_a_sort_finds(build: Build) {
    for metric in METRICS {
        for (rows, columns) in [(2, 1), (40, 1), (70, 2), (90, 9), (30, 40), (1100, 3)] {
            // In one dimension every angle is 0 or 180 degrees.
            if metric == Metric::Cosine && columns == 1 {
                continue;
            }
            for k in [1, 3, 10] {
                check_all(build, &Points::spread(rows, columns, 1), metric, k);
            }
        }
    }
}

fn breaks_ties_by_the_lower_row(build: Build) {
    let exact_in_whole_numbers =
        [Metric::Euclidean, Metric::SquaredEuclidean, Metric::Manhattan, Metric::Chebyshev];
    for metric in exact_in_whole_numbers {
        for (rows, columns) in [(50, 1), (200, 4), (700, 9), (60, 20)] {
            for k in [1, 3, 7] {
                check_all(build, &Points::whole(rows, columns, 2), metric, k);
            }
        }
    }
    // Rows that differ by a power of two have exactly the same direction.
    let mut points = Points::spread(40, 3, 3);
    for i in 0..20 {
        for j in 0..3 {
            points.values[3 * (20 + i) + j] = 4.0 * points.values[3 * i + j];
        }
    }
    check_all(build, &points, Metric::Cosine, 5);
}

fn sees_small_differences_far_from_the_origin(build: Build) {
    // Eighths near 10⁸ are exact, and so are their differences; products of such rows are not.
    for offset in [1e8, -1e8] {
        for metric in
            [Metric::Euclidean, Metric::SquaredEuclidean, Metric::Manhattan, Metric::Chebyshev]
        {
            let points = Points::whole(150, 5, 4).mapped(|v| offset + v / 8.0);
            check_all(build, &points, metric, 4);
        }
    }
    // One far row makes the mean useless as a centre.
    let mut points = Points::whole(150, 3, 5);
    points.values[..3].fill(2f64.powi(40));
    check_all(build, &points, Metric::Euclidean, 4);
}

fn works_at_any_scale(build: Build) {
    for metric in METRICS {
        for power in [-300, -100, -1, 1, 100, 300] {
            let scale = 2f64.powi(power);
            check_all(build, &Points::spread(60, 3, 6).mapped(|v| scale * v), metric, 3);
            if metric != Metric::Cosine {
                check_all(build, &Points::whole(60, 3, 6).mapped(|v| scale * v), metric, 3);
            }
        }
    }
    let mut mixed = Points::spread(60, 3, 7);
    for row in mixed.values.chunks_exact_mut(3) {
        (row[0], row[2]) = (row[0] * 1e-30, row[2] * 1e30);
    }
    for metric in [Metric::Euclidean, Metric::Manhattan, Metric::Chebyshev] {
        check_all(build, &mixed, metric, 3);
    }
}

fn keeps_duplicates_but_not_the_row_itself(build: Build) {
    for metric in METRICS {
        let points = Points::spread(12, 3, 8);
        let repeated = Points::new(60, 3, |at| points.values[at % 36]);
        let samples = repeated.samples();
        let rows: Vec<usize> = (0..60).collect();
        let index = build(&samples, metric, rows.clone()).expect("index");
        for (row, found) in
            index.nearest(Queries::Rows(&rows), 4).expect("neighbors").iter().enumerate()
        {
            let copies: Vec<usize> = (0..60).filter(|i| i % 12 == row % 12 && *i != row).collect();
            let found_rows: Vec<usize> = found.iter().map(|n| n.row).collect();
            assert_eq!(found_rows, copies, "{metric:?}: the copies of row {row}");
            assert!(
                found.iter().all(|n| n.distance == 0.0),
                "{metric:?}: copies are at distance 0"
            );
        }
        check_all(build, &repeated, metric, 7);
    }
    let equal = Points::new(30, 2, |_| 0.1);
    check_all(build, &equal, Metric::Euclidean, 3);
}

fn answers_with_the_chosen_rows_only(build: Build) {
    let (points, all) = (Points::spread(80, 4, 9), (0..80).collect::<Vec<usize>>());
    let whole = Points::whole(80, 4, 9);
    let odd: Vec<usize> = (0..80).filter(|i| i % 2 == 1).collect();
    for metric in METRICS {
        for chosen in [vec![17], vec![0, 79], odd.clone(), all.clone()] {
            for queries in [vec![17], vec![79, 0, 0, 3], odd.clone(), all.clone()] {
                check(build, &points, metric, &chosen, &queries, 3);
                if metric != Metric::Cosine {
                    check(build, &whole, metric, &chosen, &queries, 3);
                }
            }
        }
        check(build, &points, metric, &all, &[], 3);
        check(build, &points, metric, &[], &all, 3);
    }
}

fn answers_other_points(build: Build) {
    for metric in METRICS {
        let points = Points::spread(90, 3, 10);
        let samples = points.samples();
        // The second half of the queries are rows of the samples: as points they do find themselves.
        let other = [Points::spread(20, 3, 11).values, points.values[..60].to_vec()].concat();
        let other = Samples::from_row_major(other, 40, 3).expect("samples");
        for rows in [(0..90).collect::<Vec<_>>(), vec![3, 4, 50]] {
            let index = build(&samples, metric, rows.clone()).expect("index");
            let found = index.nearest(Queries::Points(&other), 4).expect("neighbors");
            assert_eq!(found.len(), 40);
            for (i, found) in found.iter().enumerate() {
                let expected = oracle(&rows, None, 4, |row| {
                    distance(metric, &other.row(i), &samples.row(row))
                });
                assert_same(&format!("{metric:?}, point {i}"), found, &expected);
            }
        }
    }
}

fn gives_all_rows_where_fewer_than_k_can_answer(build: Build) {
    for metric in METRICS {
        for k in [0, 9, 10, 11, 1000, usize::MAX] {
            check_all(build, &Points::spread(10, 2, 12), metric, k);
            check(build, &Points::spread(10, 2, 12), metric, &[4], &[4, 5], k);
        }
    }
}

fn uses_given_distances(build: Build) {
    let (points, n) = (Points::spread(50, 2, 13), 50);
    // Symmetric whole numbers that have nothing to do with the rows.
    let distances: Vec<f64> = (0..n * n)
        .map(|at| {
            let (i, j) = (at / n, at % n);
            if i == j { 0.0 } else { ((i * j + i + j) % 11) as f64 }
        })
        .collect();
    let samples = points.samples().with_distances(distances.clone()).expect("distances");
    let (all, odd) =
        ((0..n).collect::<Vec<_>>(), (0..n).filter(|i| i % 2 == 1).collect::<Vec<_>>());
    for rows in [&all, &odd] {
        for queries in [&all, &odd] {
            let index = build(&samples, Metric::Precomputed, rows.clone()).expect("index");
            let found = index.nearest(Queries::Rows(queries), 6).expect("neighbors");
            for (&query, found) in queries.iter().zip(&found) {
                let expected = oracle(rows, Some(query), 6, |row| distances[query * n + row]);
                assert_eq!(found, &expected, "row {query}");
            }
        }
    }
}

fn refuses_what_has_no_distance(build: Build) {
    let samples = Samples::from_rows(&[[1.0, 2.0], [0.0, 0.0], [3.0, 1.0]]).expect("samples");
    let narrow = Samples::from_rows(&[[1.0]]).expect("samples");
    let zero = Samples::from_rows(&[[1.0, 1.0], [0.0, 0.0]]).expect("samples");
    let ask = |samples: &Samples<'_>, metric, queries: Queries<'_>| {
        build(samples, metric, vec![0, 2])?.nearest(queries, 1).map(drop)
    };
    let rows = Queries::Rows(&[0]);
    assert_eq!(ask(&samples, Metric::Precomputed, rows), Err(Error::NoDistances));
    let other = ask(&samples, Metric::Euclidean, Queries::Points(&narrow));
    assert_eq!(other, Err(Error::ColumnCount { expected: 2, found: 1 }));
    let whole = Samples::from_rows(&[[1.0, 2.0], [2.0, 2.0], [3.0, 1.0]]).expect("samples");
    let other = ask(&whole, Metric::Cosine, Queries::Points(&zero));
    assert_eq!(other, Err(Error::ZeroRow { row: 1 }));
    assert_eq!(ask(&samples, Metric::Cosine, Queries::Rows(&[1])), Err(Error::ZeroRow { row: 1 }));
}

fn gives_the_same_bits_on_any_number_of_threads(build: Build) {
    let points = Points::spread(1300, 12, 14);
    let samples = points.samples();
    let rows: Vec<usize> = (0..1300).collect();
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let index = build(&samples, Metric::Euclidean, rows.clone()).expect("index");
            let lists = index.nearest(Queries::Rows(&rows), 5).expect("neighbors");
            let bits = |n: &Neighbor| (n.row, n.distance.to_bits());
            lists.iter().flatten().map(bits).collect::<Vec<_>>()
        })
    };
    assert_eq!(on(1), on(2));
}
