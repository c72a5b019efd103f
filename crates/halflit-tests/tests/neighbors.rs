//! The contract of an exact search for nearest rows: what brute force over direct differences gives, equal distances by
//! the lower row. Another one adds some lines to `backends!`. What may miss rows has a contract of its own, at the end.

use crate::common::Noise;
use crate::common::dense::worst;
use halflit::neighbors::{Index, NearestRows, Neighbor, Queries, Search};
use halflit::{Error, Metric, Result, Samples};

/// Builds an index over the chosen rows of some samples, under a metric.
type Build = for<'a> fn(&'a Samples<'a>, Metric, Vec<usize>) -> Result<Index<'a>>;

fn exact<'a>(samples: &'a Samples<'a>, metric: Metric, rows: Vec<usize>) -> Result<Index<'a>> {
    Index::over(samples, metric, rows, Search::Exact)
}

fn tree<'a>(samples: &'a Samples<'a>, metric: Metric, rows: Vec<usize>) -> Result<Index<'a>> {
    Index::over(samples, metric, rows, Search::Tree)
}

fn nearest(index: &Index<'_>, queries: Queries<'_>, k: usize) -> Vec<Vec<Neighbor>> {
    index.nearest(queries, k).expect("neighbors").nearest
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
    tree => [
        finds_what_a_sort_finds,
        breaks_ties_by_the_lower_row,
        sees_small_differences_far_from_the_origin,
        works_at_any_scale,
        keeps_duplicates_but_not_the_row_itself,
        answers_with_the_chosen_rows_only,
        answers_other_points,
        gives_all_rows_where_fewer_than_k_can_answer,
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
    let found = nearest(&index, Queries::Rows(queries), k);
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
        for (rows, columns) in [(2, 1), (40, 1), (70, 2), (90, 9), (30, 40), (600, 3)] {
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
    // So many that it pays to see that f32 tells nothing here.
    let points = Points::whole(1500, 5, 4).mapped(|v| 1e8 + v / 8.0);
    let mut far = points.values.clone();
    far[..5].fill(0.0);
    let far = Points { values: far, ..points };
    let (rows, some) = ((0..1500).collect::<Vec<_>>(), (0..1500).step_by(7).collect::<Vec<_>>());
    check(build, &far, Metric::Euclidean, &rows, &some, 4);
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
        for (row, found) in nearest(&index, Queries::Rows(&rows), 4).iter().enumerate() {
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
    let equal = Points::new(300, 2, |_| 0.1);
    check_all(build, &equal, Metric::Euclidean, 3);
    // Many more equal rows than a leaf of a tree holds, and one column in which nothing varies.
    let mut mixed = Points::spread(400, 3, 15);
    mixed.values.iter_mut().skip(2).step_by(3).for_each(|value| *value = 7.0);
    mixed.values[..600].copy_from_slice(&[0.5, 0.25, 7.0].repeat(200));
    check_all(build, &mixed, Metric::Euclidean, 5);
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
            let found = nearest(&index, Queries::Points(&other), 4);
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
            let found = nearest(&index, Queries::Rows(queries), 6);
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
    let missing = ask(&samples, Metric::Precomputed, rows);
    assert!(matches!(missing, Err(Error::NoDistances | Error::Incompatible { .. })), "{missing:?}");
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
            let lists = nearest(&index, Queries::Rows(&rows), 5);
            let bits = |n: &Neighbor| (n.row, n.distance.to_bits());
            lists.iter().flatten().map(bits).collect::<Vec<_>>()
        })
    };
    assert_eq!(on(1), on(2));
}

/// Clusters that are curved: neighbours lie in few of many directions.
fn curved(rows: usize, columns: usize, seed: u64) -> Points {
    let mut noise = Noise::new(seed);
    let mut values = Vec::with_capacity(rows * columns);
    for _ in 0..rows {
        let hidden: [f64; 4] = std::array::from_fn(|_| noise.draw());
        for column in 0..columns {
            let angle = |part: usize| 1.0 + ((column + 1) * (part + 2) % 7) as f64 / 3.0;
            let sum: f64 = (0..4).map(|part| angle(part) * hidden[part]).sum();
            values.push((sum + column as f64).sin() + 0.01 * noise.draw());
        }
    }
    Points { rows, columns, values }
}

fn approximate(
    samples: &Samples<'_>,
    metric: Metric,
    queries: Queries<'_>,
    k: usize,
) -> NearestRows {
    let index = Index::new(samples, metric, Search::Approximate).expect("index");
    index.nearest(queries, k).expect("neighbors")
}

/// The share of the true nearest rows that were found.
fn share(found: &[Vec<Neighbor>], truth: &[Vec<Neighbor>]) -> f64 {
    let (mut hits, mut all) = (0, 0);
    for (found, truth) in found.iter().zip(truth) {
        let limit = truth.last().map_or(0.0, |last| last.distance);
        hits += found.iter().filter(|n| n.distance <= limit).count();
        all += truth.len();
    }
    hits as f64 / all as f64
}

#[test]
fn cells_find_nearly_all_and_say_how_many() {
    let samples = curved(4000, 12, 20).samples();
    let rows: Vec<usize> = (0..4000).collect();
    for metric in [Metric::Euclidean, Metric::Cosine] {
        let found = approximate(&samples, metric, Queries::Rows(&rows), 10);
        assert_eq!(found.searched.search, Search::Approximate);
        let index = exact(&samples, metric, rows.clone()).expect("index");
        let truth = nearest(&index, Queries::Rows(&rows), 10);
        let share = share(&found.nearest, &truth);
        assert!(share > 0.95 && share < 1.0, "{metric:?}: {share}");
        assert!((found.searched.recall - share).abs() < 0.03, "{metric:?}: {share}");
        for (row, list) in found.nearest.iter().enumerate() {
            assert!(list.len() == 10 && list.iter().all(|n| n.row != row), "row {row}");
            let order = |n: &Neighbor| (n.distance, n.row);
            assert!(list.windows(2).all(|pair| order(&pair[0]) < order(&pair[1])), "row {row}");
            // Distances are those of direct differences, to the last bit.
            let true_one = truth[row].iter().find(|n| n.row == list[0].row);
            assert!(true_one.is_none_or(|n| n.distance == list[0].distance), "row {row}");
        }
    }
}

#[test]
fn cells_answer_other_points_and_chosen_rows() {
    let samples = curved(3000, 12, 21).samples();
    let other = curved(200, 12, 22).samples();
    let found = approximate(&samples, Metric::Euclidean, Queries::Points(&other), 5);
    let index = exact(&samples, Metric::Euclidean, (0..3000).collect()).expect("index");
    assert!(share(&found.nearest, &nearest(&index, Queries::Points(&other), 5)) > 0.95);
    let odd: Vec<usize> = (0..3000).filter(|row| row % 2 == 1).collect();
    let index = Index::over(&samples, Metric::Euclidean, odd.clone(), Search::Approximate);
    let found = nearest(&index.expect("index"), Queries::Rows(&[0, 1, 7]), 5);
    let index = exact(&samples, Metric::Euclidean, odd).expect("index");
    assert!(share(&found, &nearest(&index, Queries::Rows(&[0, 1, 7]), 5)) > 0.8);
    assert!(found.iter().flatten().all(|n| n.row % 2 == 1) && found[1].iter().all(|n| n.row != 1));
}

#[test]
fn cells_give_the_same_bits_on_any_number_of_threads() {
    let samples = curved(3000, 12, 23).samples();
    let rows: Vec<usize> = (0..3000).collect();
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| approximate(&samples, Metric::Euclidean, Queries::Rows(&rows), 7))
    };
    let one = on(1);
    assert_eq!(one.searched.search, Search::Approximate);
    assert!(one == on(2) && one == on(4));
}

#[test]
fn cells_know_duplicates_and_columns_in_which_nothing_varies() {
    let mut points = curved(2000, 12, 24);
    let row = points.values[..12].to_vec();
    points.values[..12_000].copy_from_slice(&row.repeat(1000));
    points.values.iter_mut().skip(5).step_by(12).for_each(|value| *value = 3.0);
    let samples = points.samples();
    let rows: Vec<usize> = (0..2000).collect();
    let found = approximate(&samples, Metric::Euclidean, Queries::Rows(&rows), 6);
    assert!(found.nearest[..1000].iter().flatten().all(|n| n.distance == 0.0 && n.row < 1000));
    assert!(found.nearest.iter().enumerate().all(|(row, list)| list.iter().all(|n| n.row != row)));
    let equal = Points::new(500, 3, |_| 0.1).samples();
    let rows: Vec<usize> = (0..500).collect();
    let found = approximate(&equal, Metric::Euclidean, Queries::Rows(&rows), 4);
    assert!(found.nearest.iter().all(|list| list.len() == 4));
}

#[test]
fn every_pair_is_looked_at_where_cells_would_miss_too_much() {
    // Nearest rows are all over the place in so many directions.
    let samples = Points::spread(600, 60, 25).samples();
    let rows: Vec<usize> = (0..600).collect();
    let found = approximate(&samples, Metric::Euclidean, Queries::Rows(&rows), 5);
    assert_eq!((found.searched.search, found.searched.recall), (Search::Exact, 1.0));
    let index = exact(&samples, Metric::Euclidean, rows.clone()).expect("index");
    assert_eq!(found.nearest, nearest(&index, Queries::Rows(&rows), 5));
    for k in [9, 10, 1000, usize::MAX] {
        let few = Points::spread(10, 2, 26).samples();
        let rows: Vec<usize> = (0..10).collect();
        let found = approximate(&few, Metric::Euclidean, Queries::Rows(&rows), k);
        assert!(found.nearest.iter().all(|list| list.len() == 9), "k = {k}");
    }
}

#[test]
fn a_search_that_does_not_know_the_metric_is_refused() {
    let samples = Points::spread(30, 3, 27).samples();
    for (search, metric) in [
        (Search::Approximate, Metric::Manhattan),
        (Search::Approximate, Metric::Chebyshev),
        (Search::Approximate, Metric::Precomputed),
        (Search::Tree, Metric::Precomputed),
    ] {
        let refused = Index::new(&samples, metric, search).err();
        assert!(matches!(refused, Some(Error::Incompatible { .. })), "{search} {metric}");
    }
}

#[test]
fn nothing_is_approximate_where_it_need_not_be() {
    let searched = |rows: usize, columns: usize, metric| {
        let samples = Points::spread(rows, columns, 28).samples();
        let index = Index::new(&samples, metric, Search::Auto).expect("index");
        index.nearest(Queries::Rows(&[0, 1, 2]), 2).expect("neighbors").searched.search
    };
    assert_eq!(searched(3000, 6, Metric::Euclidean), Search::Tree);
    assert_eq!(searched(3000, 12, Metric::Manhattan), Search::Tree);
    assert_eq!(searched(3000, 7, Metric::Euclidean), Search::Exact);
    assert_eq!(searched(3000, 13, Metric::Chebyshev), Search::Exact);
    let samples = Points::spread(2, 7, 29).samples();
    let taken = |rows| Search::Auto.resolve(&samples, rows, Metric::Euclidean);
    assert_eq!((taken(20_000), taken(20_001)), (Ok(Search::Exact), Ok(Search::Approximate)));
}

#[test]
fn vast_sparse_rows_are_not_written_out() {
    let (rows, columns) = (5000, 1000);
    let starts: Vec<usize> = (0..=rows).collect();
    let places: Vec<u32> = (0..rows as u32).map(|row| row % columns).collect();
    let values: Vec<f64> = (0..rows).map(|row| 1.0 + (row / 1000) as f64).collect();
    let samples = Samples::from_csr(starts, places, values, rows, columns as usize);
    let samples = samples.expect("samples");
    let taken = |search: Search| search.resolve(&samples, 1_000_000, Metric::Euclidean);
    assert_eq!(taken(Search::Auto), Ok(Search::Exact));
    assert!(matches!(taken(Search::Approximate), Err(Error::Incompatible { .. })));
    assert!(matches!(taken(Search::Tree), Err(Error::Incompatible { .. })));
    let index = Index::new(&samples, Metric::Euclidean, Search::Auto).expect("index");
    let found = nearest(&index, Queries::Rows(&[0, 1001]), 1);
    assert_eq!((found[0][0].row, found[1][0].row), (1000, 1));
}
