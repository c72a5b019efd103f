//! What is learned from statistics is what is learned from the rows.

use halflit::{
    AnyLearner, Dataset, Error, Kernel, Labels, Model, Plan, Result, Samples, Scaling, Statistics,
};

use crate::common::compare::{Geometry, fitted};
use crate::common::table::Table;
use crate::common::with::With;
use crate::contract::{tall, wide};

fn learner(name: &str) -> AnyLearner {
    AnyLearner::named(name).expect("in the table")
}

fn of(data: &Dataset<'_>) -> Statistics {
    Statistics::of(data.samples(), data.labels()).expect("statistics")
}

/// The model of a plan.
fn learned(statistics: &Statistics, plan: &Plan) -> Result<Model> {
    Ok(plan.fit_statistics(statistics)?.model)
}

/// Some rows of the data.
fn part(data: &Dataset<'_>, rows: &[usize]) -> Statistics {
    let (samples, labels) = (data.samples().gather(rows), data.labels().gather(rows));
    Statistics::of(&samples, &labels).expect("statistics")
}

/// Largest difference of two linear maps, relative to their largest entry.
fn difference(a: &Model, b: &Model) -> f64 {
    let (a, b) = (a.projection().expect("linear"), b.projection().expect("linear"));
    let (a, b) = (a.components().values(), b.components().values());
    let size = b.iter().fold(0.0f64, |largest, v| largest.max(v.abs()));
    a.iter().zip(b).fold(0.0f64, |worst, (a, b)| worst.max((a - b).abs() / size))
}

#[test]
fn a_fit_to_statistics_is_a_fit_to_rows() {
    let weights = (0..42).map(|i| 0.5 + (i % 4) as f64).collect();
    let weighed = tall().dataset().with_weights(weights).expect("weights");
    let tables = [("tall", tall().dataset()), ("wide", wide().dataset()), ("weighed", weighed)];
    for (what, data) in &tables {
        let statistics = of(data);
        for name in ["pca", "fda", "mmc"] {
            for scaling in [Scaling::None, Scaling::Standard] {
                let plan = Plan::new(learner(name)).axes(2).scaling(scaling);
                let (found, expected) =
                    (learned(&statistics, &plan).expect("model"), fitted(&plan, data));
                let pair = (Geometry::of(&found, data), Geometry::of(&expected, data));
                assert_eq!(pair.0.difference(&pair.1, 1e-10), None, "{what} {name} {scaling}");
                assert!(difference(&found, &expected) < 1e-10, "{what} {name} {scaling}");
                assert_eq!(found.classes(), expected.classes());
            }
        }
    }
}

#[test]
fn columns_that_do_not_vary_or_repeat_others_are_seen_as_such() {
    let table = tall().mapped(|x| vec![x[0], x[1], x[0] - 2.0 * x[1], 7.25, 1e6 * x[2], x[3]]);
    let data = table.dataset();
    let plan = Plan::new(learner("fda")).axes(2);
    let (found, expected) = (learned(&of(&data), &plan).expect("model"), fitted(&plan, &data));
    assert_eq!(found.diagnostics().rank, 4);
    assert_eq!(expected.diagnostics().rank, 4);
    assert_eq!(Geometry::of(&found, &data).difference(&Geometry::of(&expected, &data), 1e-8), None);
}

#[test]
fn parts_are_merged_in_any_order() {
    let data = tall().dataset();
    let parts: Vec<Vec<usize>> = vec![(0..1).collect(), (1..17).collect(), (17..42).collect()];
    let parts: Vec<Statistics> = parts.iter().map(|rows| part(&data, rows)).collect();
    let plan = Plan::new(learner("fda")).axes(2);
    let expected = learned(&of(&data), &plan).expect("model");
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let mut merged = Statistics::new(4).expect("columns");
        order.iter().for_each(|&k| merged.merge(&parts[k]).expect("merged"));
        assert_eq!(merged.weight(), 42.0);
        assert_eq!(merged.classes(), of(&data).classes());
        let found = learned(&merged, &plan).expect("model");
        assert!(difference(&found, &expected) < 1e-12, "{order:?}");
        let again = Statistics::from_bytes(&merged.to_bytes().expect("bytes")).expect("read");
        assert_eq!(again, merged);
    }
}

#[test]
fn classes_are_told_by_the_nearest_mean() {
    let table = Table::clusters(60, 3, 3, 20, 5);
    let data = table.dataset();
    let model = learned(&of(&data), &Plan::new(learner("fda")).axes(2)).expect("model");
    let points = model.transform(data.samples()).expect("points");
    let means: Vec<Vec<f64>> = data
        .labels()
        .rows_by_class()
        .iter()
        .map(|rows| {
            let mean = |j: usize| rows.iter().map(|&i| points.row(i)[j]).sum::<f64>();
            (0..2).map(|j| mean(j) / rows.len() as f64).collect()
        })
        .collect();
    let predicted = model.predict(data.samples()).expect("classes");
    for (i, name) in predicted.iter().enumerate() {
        let distance = |mean: &Vec<f64>| -> f64 {
            points.row(i).iter().zip(mean).map(|(a, b)| (a - b).powi(2)).sum()
        };
        let nearest = (0..3).min_by(|&a, &b| distance(&means[a]).total_cmp(&distance(&means[b])));
        assert_eq!(Some(*name), nearest.map(|k| data.labels().classes()[k].as_str()), "row {i}");
    }
    let unlabeled = Statistics::of(data.samples(), &Labels::none(60)).expect("statistics");
    let pca = learned(&unlabeled, &Plan::new(learner("pca")).axes(2)).expect("model");
    assert_eq!(pca.predict(data.samples()), Err(Error::NothingToCompare));
}

#[test]
fn what_looks_at_rows_is_refused() {
    let data = tall().dataset();
    let statistics = of(&data);
    let refused = |plan: Plan| {
        matches!(learned(&statistics, &plan), Err(Error::NotFromStatistics { .. }))
    };
    let fda = || Plan::new(learner("fda")).axes(2);
    assert!(refused(Plan::new(learner("lfda")).axes(2)));
    assert!(refused(fda().kernel(Kernel::rbf())));
    assert!(refused(fda().scaling(Scaling::Minmax)));
    assert!(refused(Plan { search: halflit::choose::Search::auto(), ..fda() }));
    let none = Statistics::new(4).expect("columns");
    assert_eq!(learned(&none, &fda()), Err(Error::TooFewRows { rows: 0 }));
    assert!(Statistics::new(0).is_err());
    let other = Samples::from_rows(&[[1.0], [2.0]]).expect("samples");
    let mut statistics = of(&data);
    let error = statistics.add(&other, &Labels::none(2));
    assert_eq!(error, Err(Error::ColumnCount { expected: 4, found: 1 }));
    assert_eq!(statistics, of(&data), "nothing is taken in");
    let one = Statistics::of(&data.samples().gather(&[3]), &Labels::none(1)).expect("statistics");
    assert!(matches!(
        learned(&one, &Plan::new(learner("pca")).axes(1)),
        Err(Error::NoSpread { .. } | Error::TooFewRows { .. })
    ));
}

#[test]
fn bytes_that_were_changed_are_refused() {
    let bytes = of(&tall().dataset()).to_bytes().expect("bytes");
    for cut in [0, 7, bytes.len() / 2, bytes.len() - 1] {
        let read = Statistics::from_bytes(&bytes[..cut]);
        assert!(matches!(read, Err(Error::BadStatistics { .. })), "{cut} bytes");
    }
    let mut negative = bytes.clone();
    let sign = negative.len() - 1;
    negative[sign] ^= 0x80;
    assert!(matches!(Statistics::from_bytes(&negative), Err(Error::BadStatistics { .. })));
    let model = fitted(&Plan::new(learner("pca")).axes(1), &tall().dataset());
    let model = model.to_bytes().expect("bytes");
    assert!(matches!(Statistics::from_bytes(&model), Err(Error::BadStatistics { .. })));
    assert!(matches!(Model::from_bytes(&bytes), Err(Error::BadModel { .. })));
}

#[test]
fn what_another_engine_has_summed_is_as_good() {
    let data = tall().dataset();
    let (weight, mean, scatter) = of(&data).total_moments().expect("rows");
    let given = Statistics::from_total(weight, mean.clone(), scatter.values()).expect("sums");
    let plan = Plan::new(learner("pca")).axes(2);
    let found = learned(&given, &plan).expect("model");
    assert!(difference(&found, &fitted(&plan, &data)) < 1e-10);
    for (weight, mean) in [(0.0, mean.clone()), (f64::NAN, mean.clone()), (weight, vec![0.0])] {
        let error = Statistics::from_total(weight, mean, scatter.values());
        assert!(matches!(error, Err(Error::BadStatistics { .. })), "{error:?}");
    }
}
