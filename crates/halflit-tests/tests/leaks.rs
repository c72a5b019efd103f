//! No choice sees a label that it should not: scramble every label that is to be hidden, and the same choices come out.

use crate::common::table::Table;
use crate::common::variants::Variant;
use halflit::choose::{Grid, Search, Trial, assess, assess_raw, assess_split, choose, scores};
use halflit::evaluation::cross_validation;
use halflit::{AnyLearner, Labels, Learner, PcaFirst, Reduction, Space, SpaceChoice};

/// 60 rows of three classes in 30 dimensions, every label known.
fn table() -> Table {
    Table::clusters(60, 30, 3, 20, 17)
}

/// The same labels with those of `rows` moved on to the next class.
fn scrambled(labels: &Labels, rows: &[usize]) -> Labels {
    let count = labels.classes().len();
    let class = |row: usize| match (labels.class_of(row), rows.contains(&row)) {
        (Some(class), true) => Some((class + 1) % count),
        (class, _) => class,
    };
    let classes = (0..labels.len()).map(class).collect();
    Labels::from_codes(labels.classes().to_vec(), classes).expect("labels")
}

/// Learners with something to choose, by every kind of search.
fn searches() -> Vec<Reduction<AnyLearner>> {
    let mut all = Vec::new();
    for name in ["lpp*", "self", "ss-dne", "ss-lfda", "ss-mmc"] {
        let learner = Variant::named(name).learner;
        let grid = Grid { dimension: vec![1, 2, 4], ..Grid::default_for(&learner) };
        for search in [Search::auto(), Search::Grid(grid)] {
            all.push(Reduction { search, ..Reduction::new(learner.clone(), 2) });
        }
    }
    let neighbors = Grid { neighbors: vec![1, 2, 5], ..Grid::default() };
    let lfda = Reduction::new(Variant::named("lfda").learner, 2);
    all.push(Reduction { search: Search::Grid(neighbors), ..lfda });
    let mut behind_pca = Reduction::new(Variant::named("ss-lfda").learner, 1);
    behind_pca.space.pca_first = PcaFirst::ObjectiveRank;
    let gamma = Grid { gamma: vec![0.1, 10.0], alpha: vec![1.0], ..Grid::default() };
    all.push(Reduction { search: Search::Grid(gamma), ..behind_pca });
    all
}

#[test]
fn a_split_chooses_the_same_whatever_its_test_labels_are() {
    let table = table();
    let (samples, labels) = (table.samples(), table.labels());
    let hidden: Vec<usize> = (12..60).collect();
    let other = scrambled(&labels, &hidden);
    assert_ne!(labels, other);
    let mut chosen = Vec::new();
    for reduction in searches() {
        let name = format!("{} {:?}", reduction.learner.name(), reduction.search);
        let space = Space::of(&samples, &reduction.space).expect("space");
        let on = |labels| assess_split(&space, &reduction, labels, &hidden).expect("a split");
        let ((setting, outcome), (same, worse)) = (on(&labels), on(&other));
        assert_eq!(setting, same, "{name}");
        assert_ne!(outcome, worse, "{name}: the test labels do count in the test");
        chosen.push(setting);
    }
    // A choice that never depends on anything would pass too.
    let by_truth = |seed: usize| {
        let labels = labels.hide(&(0..60).filter(|row| row % 5 != seed).collect::<Vec<_>>());
        let reduction = &searches()[6];
        let space = Space::of(&samples, &reduction.space).expect("space");
        let found = choose(&space, reduction, &labels).expect("a choice").found;
        found.expect("a search").best.setting.gamma.map(f64::to_bits)
    };
    assert!((1..5).any(|seed| by_truth(seed) != by_truth(0)));
}

#[test]
fn a_nested_assessment_chooses_the_same_in_a_fold_whatever_its_labels_are() {
    let table = table();
    let labels = table.labels().hide(&(18..60).collect::<Vec<_>>());
    let samples = table.samples();
    let folds = cross_validation(&labels, 0).expect("folds");
    for reduction in searches().into_iter().take(8) {
        let space = Space::of(&samples, &reduction.space).expect("space");
        let some = [folds[0].clone(), folds[7].clone()];
        for fold in &some {
            let other = scrambled(&labels, fold);
            let on = |labels| {
                let one = std::slice::from_ref(fold);
                assess(&space, &reduction, labels, one).expect("assessment").chosen
            };
            assert_eq!(on(&labels), on(&other), "{}", reduction.learner.name());
        }
    }
}

#[test]
fn trials_hide_what_they_test() {
    let table = table();
    let labels = table.labels().hide(&(18..60).collect::<Vec<_>>());
    let samples = table.samples();
    let space = Space::of(&samples, &SpaceChoice::default()).expect("space");
    let learner = Variant::named("ss-lfda").learner;
    let reduction = Reduction::new(learner.clone(), 2);
    let settings = Grid::default_for(&learner).settings(&learner, 2, reduction.weights);
    let settings = settings.expect("settings");
    let rows = [0, 5, 9];
    let of = |labels: &Labels| {
        let trial = [Trial::hiding(labels, &rows)];
        let scores = scores(&space, &reduction, settings.clone(), &trial);
        scores.expect("scores").trials[0].outcomes.clone()
    };
    // Every class the same for the tested rows: right in one world is wrong in the other, row by row.
    let (truth, other) = (of(&labels), of(&scrambled(&labels, &rows)));
    let pairs = truth.iter().zip(&other);
    assert!(pairs.clone().all(|(a, b)| a.right + b.right <= a.tested));
    assert!(truth.iter().any(|outcome| outcome.right > 0));
    let raw = |labels: &Labels| assess_raw(&space, labels, &[rows.to_vec()]).expect("raw").folds[0];
    assert!(raw(&labels).right + raw(&scrambled(&labels, &rows)).right <= 3);
}
