//! A row of weight 2 is that row twice.

use halflit::choose::Search;
use halflit::evaluation::cross_validation;
use halflit::{
    AxisWeights, Dataset, Error, Kernel, Model, PcaFirst, Plan, Scaling, Solver,
};
use serde_json::json;

use crate::common::compare::{Geometry, assert_none, fitted, with_kernel};
use crate::common::table::Table;
use crate::common::variants::{Variant, defaults, variants};
use crate::common::with::With;
use crate::contract::{few, kernels, tall, wide};

const TOLERANCE: f64 = 1e-10;

/// 1, 2 or 3, without a pattern.
fn weights(rows: usize) -> Vec<f64> {
    (0..rows).map(|i| [1.0, 3.0, 2.0, 1.0, 1.0, 2.0, 1.0][(i * i + i / 3) % 7]).collect()
}

fn weighed(table: &Table) -> Dataset<'static> {
    table.dataset().with_weights(weights(table.x.len())).expect("weights")
}

/// Every row written as often as it counts.
fn written(table: &Table) -> Dataset<'static> {
    let rows = weights(table.x.len()).into_iter().enumerate();
    let order: Vec<usize> = rows.flat_map(|(row, weight)| vec![row; weight as usize]).collect();
    table.permuted(&order).dataset()
}

/// Of both the map of the rows themselves, its eigenvalues, and its predictions by one and by five votes.
fn difference(weighed: &Model, written: &Model, data: &Dataset<'_>) -> Option<String> {
    let (found, expected) = (Geometry::of(weighed, data), Geometry::of(written, data));
    if let Some(difference) = found.difference(&expected, TOLERANCE) {
        return Some(difference);
    }
    let (a, b) = (weighed.diagnostics(), written.diagnostics());
    if (a.ridge / b.ridge - 1.0).abs() > TOLERANCE {
        return Some(format!("the ridge: {} for {}", a.ridge, b.ridge));
    }
    let elect = |model: &Model, votes| model.elect(data.samples(), Some(votes)).ok();
    for votes in [1, 5] {
        let (Some(a), Some(b)) = (elect(weighed, votes), elect(written, votes)) else { continue };
        let shares = a.probabilities.values().iter().zip(b.probabilities.values());
        if a.classes != b.classes || shares.into_iter().any(|(a, b)| (a - b).abs() > TOLERANCE) {
            return Some(format!("predictions by {votes} votes"));
        }
    }
    None
}

fn wrong(name: &str, plan: &Plan, table: &Table) -> Option<String> {
    let (weighed, written) = (weighed(table), written(table));
    let (found, expected) = (fitted(plan, &weighed), fitted(plan, &written));
    difference(&found, &expected, &table.dataset()).map(|what| format!("{name}: {what}"))
}

#[test]
fn a_weight_is_a_number_of_rows() {
    let table = tall();
    let of = |variant: &Variant| {
        wrong(&variant.name, &Plan::new(variant.learner.clone()).axes(3), &table)
    };
    assert_none(&variants().iter().filter_map(of).collect::<Vec<_>>());
}

#[test]
fn whatever_is_done_to_the_rows_first() {
    let plain = |variant: &Variant| Plan::new(variant.learner.clone()).axes(2);
    let mut wrongs = Vec::new();
    for variant in defaults() {
        let choices = [
            ("standard", plain(&variant).scaling(Scaling::Standard)),
            ("minmax", plain(&variant).scaling(Scaling::Minmax)),
            ("unit", plain(&variant).scaling(Scaling::Unit)),
            ("pca", plain(&variant).pca_first(PcaFirst::Axes(3))),
            ("published", plain(&variant).published()),
            ("unit axes", plain(&variant).weights(AxisWeights::UnitSqrt)),
            ("low rank", Plan { solver: Solver::LowRank, ..plain(&variant) }),
        ];
        for (what, plan) in choices {
            wrongs.extend(wrong(&format!("{} {what}", variant.name), &plan, &tall()));
        }
        // Of more columns than rows LPP* has eigenvalues of 1e-8, which rounding changes in the eighth digit.
        if variant.name != "lpp*" {
            wrongs.extend(wrong(&format!("{} wide", variant.name), &plain(&variant), &wide()));
        }
    }
    assert_none(&wrongs);
}

#[test]
fn with_kernels_too() {
    let mut wrongs = Vec::new();
    for kernel in kernels() {
        for variant in defaults() {
            let mut plan = with_kernel(&variant.learner, 2, Some(&kernel));
            // Rounding sets copies apart in kernel coordinates, so that any of them may be taken as the nearest: which degree
            // each has, by which these are shrunk, is then a matter of chance.
            if ["mfa", "lde", "lfda"].contains(&variant.name.as_str()) {
                plan = plan.published();
            }
            let (weighed, written) = (weighed(&few()), written(&few()));
            let (found, expected) = (fitted(&plan, &weighed), fitted(&plan, &written));
            let data = few().dataset();
            let difference = Geometry::of(&found, &data).difference(&Geometry::of(&expected, &data), 1e-8);
            wrongs.extend(difference.map(|what| format!("{} {kernel:?}: {what}", variant.name)));
        }
    }
    assert_none(&wrongs);
    let half = few().dataset().with_weights(vec![0.5; 24]).expect("weights");
    let pca = Plan::new(Variant::named("pca").learner).axes(1);
    let error = pca.clone().kernel(Kernel::rbf()).fit(&half);
    assert!(matches!(error, Err(Error::FractionalWeight { row: 0, .. })), "{error:?}");
    let square = Table::clusters(9, 9, 3, 3, 5);
    let square = square.dataset().with_weights(vec![2.0; 9]).expect("weights");
    let error = pca.kernel(Kernel::Precomputed {}).fit(&square);
    assert!(matches!(error, Err(Error::Incompatible { parameter: "weights", .. })), "{error:?}");
}

#[test]
fn for_the_default_too() {
    let table = tall();
    let auto = Plan::default();
    let (found, expected) = (fitted(&auto, &weighed(&table)), fitted(&auto, &written(&table)));
    let data = table.dataset();
    let elect = |model: &Model| model.elect(data.samples(), None).expect("predictions");
    let (a, b) = (elect(&found), elect(&expected));
    assert_eq!(a.classes, b.classes);
    let shares = a.probabilities.values().iter().zip(b.probabilities.values());
    let worst = shares.fold(0.0f64, |worst, (a, b)| worst.max((a - b).abs()));
    assert!(worst < 1e-6, "probabilities differ by {worst:e}");
    let half = table.dataset().with_weights(vec![1.5; 42]).expect("weights");
    let error = auto.fit(&half);
    assert!(matches!(error, Err(Error::FractionalWeight { what: "auto", .. })), "{error:?}");
}

#[test]
fn held_out_rows_count_as_often_as_they_do() {
    let table = tall();
    let data = weighed(&table);
    let (labels, weights) = (data.labels(), weights(42));
    let folds = cross_validation(labels, 0).expect("folds");
    let auto = Plan::default().prepare(data.samples()).expect("rows");
    let fda = auto.with(&Plan::new(Variant::named("fda").learner).axes(2)).expect("a plan");
    let found = [
        fda.assess_raw(labels, &folds).expect("raw"),
        fda.assess(labels, &folds).expect("fda"),
        auto.assess(labels, &folds).expect("auto"),
    ];
    for own in &found {
        let judged = own.rows.iter().flatten();
        let (right, all) = judged.fold((0.0, 0.0), |(right, all), &(row, is_right)| {
            (right + if is_right { weights[row] } else { 0.0 }, all + weights[row])
        });
        assert!((own.accuracy() - right / all).abs() < 1e-12);
    }
    assert_eq!(found[0].rows.iter().flatten().count(), 18, "copies stay together");
}

#[test]
fn weights_of_one_are_none_and_others_are_kept_by_a_model() {
    let table = tall();
    let ones = table.dataset().with_weights(vec![1.0; 42]).expect("weights");
    assert_eq!(ones, table.dataset());
    let tuned = Plan {
        search: Search::auto(),
        ..Plan::new(Variant::named("ss-lfda").learner).axes(2)
    };
    let model = fitted(&tuned, &weighed(&table));
    let again = Model::from_bytes(&model.to_bytes().expect("bytes")).expect("read");
    assert_eq!(again, model);
    let votes = |model: &Model| model.elect(table.dataset().samples(), Some(5)).expect("votes");
    assert_eq!(votes(&again), votes(&model));
    // Twice everything is no other choice where nothing is shrunk and no neighbour counted.
    let heat = json!({"weights": {"heat": 3.0}, "pairs": "all", "metric": "euclidean"});
    let learner = Variant::named("ss-mmc").with("graph", heat).learner;
    let tuned = Plan { search: Search::auto(), ..Plan::new(learner).axes(2) };
    let chosen = |data: &Dataset<'_>| {
        let prepared = tuned.prepare(data.samples()).expect("rows");
        let (_, selection) = prepared.choose(data.labels()).expect("a choice");
        selection.map(|selection| selection.best.index)
    };
    let twice = table.dataset().with_weights(vec![2.0; 42]).expect("weights");
    assert_eq!(chosen(&twice), chosen(&table.dataset()));
}
