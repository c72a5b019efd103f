//! Pictures of all rows: near rows stay near, labels help and do not lie, the same bits always.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use halflit::{Error, Labels, Layout, LayoutChoice, Plan, Prepared, RowMatrix, Samples};

/// Numbers that look normal.
struct Noise(ChaCha8Rng);

impl Noise {
    fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }
}

/// Groups in ten dimensions, so many deviations apart, and the group of every row.
fn groups(rows: usize, count: usize, apart: f64) -> (Samples<'static>, Vec<usize>) {
    let mut noise = Noise::new(5);
    let middles: Vec<Vec<f64>> =
        (0..count).map(|_| (0..10).map(|_| apart * noise.normal()).collect()).collect();
    let of_row: Vec<usize> = (0..rows).map(|row| row % count).collect();
    let row = |&group: &usize| middles[group].iter().map(|x| x + noise.normal()).collect();
    let all: Vec<Vec<f64>> = of_row.iter().map(row).collect();
    (Samples::from_rows(&all).expect("rows"), of_row)
}

/// A few steps: enough for what is tested.
fn quick() -> LayoutChoice {
    LayoutChoice { forming: 60, settling: 140, again: 30, ..LayoutChoice::default() }
}

fn prepared<'a>(samples: &'a Samples<'_>) -> Prepared<'a> {
    Plan::default().prepare(samples).expect("a plan")
}

fn without_labels(samples: &Samples<'_>) -> Result<Layout, Error> {
    prepared(samples).layout(&Labels::none(samples.rows()), &quick())
}

/// The share of rows whose nearest row in a picture, among some, has their class.
fn nearest_agree(points: &RowMatrix<'_>, classes: &[usize], among: &[usize]) -> f64 {
    let square = |a: usize, b: usize| -> f64 {
        points.row(a).iter().zip(points.row(b)).map(|(x, y)| (x - y).powi(2)).sum()
    };
    let agrees = |row: usize| {
        let others = among.iter().copied().filter(|&other| other != row);
        let nearest = others.min_by(|&a, &b| square(row, a).total_cmp(&square(row, b)));
        nearest.is_some_and(|near| classes[near] == classes[row])
    };
    (0..points.rows()).filter(|&row| agrees(row)).count() as f64 / points.rows() as f64
}

/// The median and the largest distance from the middle of a picture.
fn reach(points: &RowMatrix<'_>) -> (f64, f64) {
    let length = |row: usize| points.row(row).iter().map(|x| x * x).sum::<f64>().sqrt();
    let mut lengths: Vec<f64> = (0..points.rows()).map(length).collect();
    lengths.sort_by(f64::total_cmp);
    (lengths[lengths.len() / 2], lengths[lengths.len() - 1])
}

#[test]
fn groups_come_apart_without_a_label() {
    let (samples, of_row) = groups(600, 6, 3.0);
    let all: Vec<usize> = (0..600).collect();
    for dimensions in [2, 3, 1] {
        let choice = LayoutChoice { dimensions, ..quick() };
        let picture = prepared(&samples).layout(&Labels::none(600), &choice).expect("a picture");
        assert_eq!(picture.points.columns(), dimensions);
        assert!(nearest_agree(&picture.points, &of_row, &all) > 0.99);
        assert!(picture.faithfulness.trustworthiness > 0.95, "{:?}", picture.faithfulness);
        assert!(picture.faithfulness.kept > 0.2, "{:?}", picture.faithfulness);
        assert_eq!(picture.label_weight, 0.0);
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let (samples, of_row) = groups(700, 4, 1.0);
    let labels = Labels::new(of_row.iter().enumerate().map(|(i, &own)| (i < 40).then_some(own)));
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("pool");
        pool.install(|| prepared(&samples).layout(&labels, &quick()).expect("a picture"))
    };
    let one = on(1);
    assert_eq!(one, on(2));
    assert_eq!(one, on(5));
}

#[test]
fn labels_help_where_they_are_found_again() {
    let (samples, of_row) = groups(600, 6, 0.8);
    let labels = Labels::new(of_row.iter().enumerate().map(|(i, &own)| (i < 60).then_some(own)));
    let among: Vec<usize> = (0..60).collect();
    let with = prepared(&samples).layout(&labels, &quick()).expect("a picture");
    let none = without_labels(&samples).expect("a picture");
    let (found, plain) = (
        nearest_agree(&with.points, &of_row, &among),
        nearest_agree(&none.points, &of_row, &among),
    );
    assert_eq!(with.label_weight, 0.75);
    assert!(found > plain, "{found} {plain}");
    let lost = none.faithfulness.trustworthiness - with.faithfulness.trustworthiness;
    assert!(lost < 0.02, "{lost}");
}

#[test]
fn labels_of_noise_do_not_come_apart() {
    let (samples, _) = groups(500, 1, 1.0);
    let plain = without_labels(&samples).expect("a picture");
    let mut agreement = 0.0;
    for seed in 0..5 {
        let mut noise = Noise::new(100 + seed);
        let drawn: Vec<usize> = (0..500).map(|_| (5.0 * noise.uniform()) as usize).collect();
        let labels = Labels::new(drawn.iter().enumerate().map(|(i, &own)| (i < 60).then_some(own)));
        let picture = prepared(&samples).layout(&labels, &quick()).expect("a picture");
        let unlabeled: Vec<usize> = (60..500).collect();
        agreement += nearest_agree(&picture.points, &drawn, &unlabeled) / 5.0;
        let lost = plain.faithfulness.trustworthiness - picture.faithfulness.trustworthiness;
        assert!(lost < 0.01, "{lost}");
        assert!(picture.label_weight < 0.3, "{}", picture.label_weight);
    }
    assert!((agreement - 0.2).abs() < 0.03, "{agreement}");
}

#[test]
fn one_more_label_moves_little() {
    let (samples, of_row) = groups(600, 5, 1.2);
    let labels = |count: usize| {
        Labels::new(of_row.iter().enumerate().map(|(i, &own)| (i < count).then_some(own)))
    };
    let prepared = prepared(&samples);
    let before = prepared.layout(&labels(40), &quick()).expect("a picture");
    let placement = prepared.place(&labels(41), None).expect("places");
    let after = prepared
        .layout_of(&labels(41), Some(&placement), Some(&before.points), &quick())
        .expect("a picture");
    let distance = |row: usize| {
        let pairs = before.points.row(row).iter().zip(after.points.row(row));
        pairs.map(|(x, y)| (x - y).powi(2)).sum::<f64>().sqrt()
    };
    let mut moved: Vec<f64> = (0..600).map(distance).collect();
    moved.sort_by(f64::total_cmp);
    let width = 2.0 * reach(&after.points).1;
    assert!(moved[300] < 0.05 * width, "{} {width}", moved[300]);
}

#[test]
fn new_rows_lie_among_their_like() {
    let (samples, of_row) = groups(800, 5, 1.5);
    let (old, new): (Vec<usize>, Vec<usize>) = (0..800).partition(|row| row % 4 != 0);
    let training = samples.gather(&old);
    let prepared = prepared(&training);
    let picture = prepared.layout(&Labels::none(600), &quick()).expect("a picture");
    let placed =
        prepared.layout_newcomers(&picture.points, &samples.gather(&new), None).expect("places");
    let mut values = picture.points.values().to_vec();
    values.extend_from_slice(placed.values());
    let both = Samples::from_row_major(values, 800, 2).expect("points").to_rows();
    let classes: Vec<usize> = old.iter().chain(&new).map(|&row| of_row[row]).collect();
    let among: Vec<usize> = (0..600).collect();
    assert!(nearest_agree(&both, &classes, &among) > 0.93);
    // Rows of the picture lie on themselves.
    let again = prepared.layout_newcomers(&picture.points, &training, None).expect("places");
    assert_eq!(again, picture.points);
}

#[test]
fn a_fit_is_trusted_as_its_labels_are() {
    // Labels of noise, of which five in six are of one class: to find those again is no news.
    let (samples, _) = groups(300, 1, 1.0);
    let mut noise = Noise::new(7);
    let drawn: Vec<bool> = (0..300).map(|_| noise.uniform() < 1.0 / 6.0).collect();
    let labels = Labels::new(drawn.iter().enumerate().map(|(i, own)| (i < 60).then_some(own)));
    let prepared = prepared(&samples);
    let fit = prepared.fit(&labels).expect("a fit");
    let placement = prepared.placement(&fit, None).expect("places");
    let choice = LayoutChoice { forming: 3, settling: 3, ..quick() };
    let by_fit = prepared.layout_of_fit(&fit, &labels, &placement, &choice).expect("a picture");
    let by_labels = prepared.layout(&labels, &choice).expect("a picture");
    assert_eq!(by_fit.label_weight, by_labels.label_weight);
    assert!(by_fit.label_weight < 0.5 * choice.label_weight, "{}", by_fit.label_weight);
}

#[test]
fn labels_that_are_too_few_to_be_checked_do_not_guide_the_picture_of_a_learner() {
    let (samples, of_row) = groups(60, 3, 2.0);
    let labels = |labeled: usize| {
        Labels::new(of_row.iter().enumerate().map(|(row, group)| (row < labeled).then_some(group)))
    };
    let fda = Plan::named("fda").expect("known").prepare(&samples).expect("a plan");
    let weight =
        |labeled: usize| fda.layout(&labels(labeled), &quick()).expect("a picture").label_weight;
    assert_eq!(weight(3), 0.0);
    assert!(weight(30) > 0.0);
}

#[test]
fn labels_guide_new_rows_as_they_made_the_picture() {
    // Groups that overlap: what is near says less than what is near and of one class.
    let (samples, of_row) = groups(800, 4, 0.55);
    let (old, new): (Vec<usize>, Vec<usize>) = (0..800).partition(|row| row % 4 != 0);
    let training = samples.gather(&old);
    let label = |(at, &row): (usize, &usize)| (at < 200).then(|| of_row[row].to_string());
    let labels = Labels::new(old.iter().enumerate().map(label));
    let prepared = prepared(&training);
    let fit = prepared.fit(&labels).expect("a fit");
    let placement = prepared.placement(&fit, None).expect("places");
    let picture = prepared.layout_of_fit(&fit, &labels, &placement, &quick()).expect("a picture");
    assert!(picture.label_weight > 0.0);
    let agree = |guide: Option<(&halflit::Fit, f64)>| {
        let rows = samples.gather(&new);
        let placed = prepared.layout_newcomers(&picture.points, &rows, guide).expect("places");
        let mut values = picture.points.values().to_vec();
        values.extend_from_slice(placed.values());
        let both = Samples::from_row_major(values, 800, 2).expect("points").to_rows();
        let said = fit.model.elect(&rows, None).expect("classes").classes;
        let told = |class: &usize| fit.model.classes()[*class].parse().expect("a number");
        let own = placement.predictions.classes.iter().map(told);
        let classes: Vec<usize> = own.chain(said.iter().map(told)).collect();
        nearest_agree(&both, &classes, &(0..600).collect::<Vec<_>>())
    };
    let (alone, guided) = (agree(None), agree(Some((&fit, picture.label_weight))));
    assert!(guided > alone, "{guided} {alone}");
    let guide = Some((&fit, picture.label_weight));
    let again = prepared.layout_newcomers(&picture.points, &training, guide).expect("places");
    assert_eq!(again, picture.points);
}

#[test]
fn equal_rows_lie_at_one_point() {
    let (some, _) = groups(60, 3, 3.0);
    let copied: Vec<usize> = (0..60).chain(std::iter::repeat_n(7, 2000)).collect();
    let picture = without_labels(&some.gather(&copied)).expect("a picture");
    assert!((60..2060).all(|row| picture.points.row(row) == picture.points.row(7)));
    assert!(picture.points.values().iter().all(|value| value.is_finite()));
    let (middle, farthest) = reach(&picture.points);
    assert!(middle < farthest && farthest < 100.0, "{middle} {farthest}");
}

#[test]
fn one_far_row_is_not_flung_out() {
    let (samples, _) = groups(400, 3, 2.0);
    let mut values = samples.to_rows().into_values();
    values.extend([1e6; 10]);
    let with = Samples::from_row_major(values, 401, 10).expect("rows");
    let picture = without_labels(&with).expect("a picture");
    let (middle, farthest) = reach(&picture.points);
    assert!(farthest < 5.0 * middle, "{middle} {farthest}");
}

#[test]
fn groups_without_a_link_stay_in_one_picture() {
    let (samples, of_row) = groups(300, 2, 1000.0);
    let picture = without_labels(&samples).expect("a picture");
    let (middle, farthest) = reach(&picture.points);
    assert!(farthest < 5.0 * middle, "{middle} {farthest}");
    let all: Vec<usize> = (0..300).collect();
    assert_eq!(nearest_agree(&picture.points, &of_row, &all), 1.0);
}

#[test]
fn few_rows_and_flat_rows_make_a_picture_or_a_named_error() {
    let one = Samples::from_rows(&[[1.0, 2.0]]).expect("a row");
    assert!(matches!(without_labels(&one), Err(Error::TooFewRows { rows: 1 })));
    let equal = Samples::from_rows(&[[1.0, 2.0]; 9]).expect("rows");
    assert!(matches!(without_labels(&equal), Err(Error::NoSpread { .. })));
    for rows in 2..12 {
        let line: Vec<[f64; 2]> = (0..rows).map(|i| [(i * i) as f64, 4.0]).collect();
        let picture = without_labels(&Samples::from_rows(&line).expect("rows")).expect("a picture");
        assert!(picture.points.values().iter().all(|value| value.is_finite()), "{rows}");
    }
    let (samples, _) = groups(20, 2, 1.0);
    for choice in [
        LayoutChoice { dimensions: 4, ..quick() },
        LayoutChoice { neighbors: 1, ..quick() },
        LayoutChoice { label_weight: f64::NAN, ..quick() },
    ] {
        let refused = prepared(&samples).layout(&Labels::none(20), &choice);
        assert!(matches!(refused, Err(Error::Parameter { .. })), "{refused:?}");
    }
}

#[test]
fn labels_of_one_class_say_nothing() {
    let (samples, of_row) = groups(60, 3, 2.0);
    let one = Labels::new(of_row.iter().map(|&group| (group == 1).then_some("only")));
    let picture = prepared(&samples).layout(&one, &quick()).expect("a picture");
    assert_eq!(picture.points, without_labels(&samples).expect("a picture").points);
}
