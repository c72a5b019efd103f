//! No choice sees a label that it should not: scramble every label that is to be hidden, and the same choices come out. Everything goes
//! through [`Prepared`], as in every front end.

use crate::common::table::Table;
use crate::common::variants::Variant;
use crate::common::with::With;
use halflit::choose::{Grid, Search, Tally, Trial};
use halflit::evaluation::cross_validation;
use halflit::{Breadth, Labels, PcaFirst, Plan, Prepared, Samples, compare};

/// 60 rows of three classes in 30 dimensions, every label known.
fn table() -> Table {
    Table::clusters(60, 30, 3, 20, 17)
}

/// The labels with those of `rows` moved on to the next class.
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
fn searches() -> Vec<Plan> {
    let mut all = Vec::new();
    for name in ["lpp*", "self", "ss-dne", "ss-lfda", "ss-mmc"] {
        let learner = Variant::named(name).learner;
        let grid = Grid { dimension: vec![1, 2, 4], ..Grid::default_for(&learner) };
        for search in [Search::auto(), Search::Grid(grid)] {
            all.push(Plan { search, ..Plan::new(learner.clone()).axes(2) });
        }
    }
    let neighbors = Grid { neighbors: vec![1, 2, 5], ..Grid::default() };
    let lfda = Plan::new(Variant::named("lfda").learner).axes(2);
    all.push(Plan { search: Search::Grid(neighbors), ..lfda });
    let behind_pca = Plan::new(Variant::named("ss-lfda").learner).axes(1);
    let gamma = Grid { gamma: vec![0.1, 10.0], alpha: vec![1.0], ..Grid::default() };
    let behind_pca = behind_pca.pca_first(PcaFirst::ObjectiveRank);
    all.push(Plan { search: Search::Grid(gamma), ..behind_pca });
    all
}

/// The default in both breadths, and two learners, one with a search.
fn methods() -> [Plan; 4] {
    [
        Plan::default(),
        Plan::auto(Breadth::Thin),
        Plan::named("fda").expect("fda"),
        Plan::named("ss-dne").expect("ss-dne"),
    ]
}

fn prepared<'a>(plan: &Plan, samples: &'a Samples<'_>) -> Prepared<'a> {
    plan.prepare(samples).expect("a plan that makes sense")
}

#[test]
fn a_split_chooses_the_same_whatever_its_test_labels_are() {
    let table = table();
    let (samples, labels) = (table.samples(), table.labels());
    let hidden: Vec<usize> = (12..60).collect();
    let other = scrambled(&labels, &hidden);
    assert_ne!(labels, other);
    for plan in searches() {
        let name = format!("{} {:?}", plan.name(), plan.search);
        let prepared = prepared(&plan, &samples);
        let on = |labels: &Labels| {
            let found = prepared.assess(labels, std::slice::from_ref(&hidden)).expect("a split");
            (found.chosen[0].expect("a setting"), found.folds[0])
        };
        let ((setting, tally), (same, worse)) = (on(&labels), on(&other));
        assert_eq!(setting, same, "{name}");
        assert_ne!(tally, worse, "{name}: the test labels do count in the test");
    }
}

#[test]
fn other_labels_may_be_another_choice() {
    // A choice that never depends on anything would leak nothing either.
    let table = table();
    let (samples, labels) = (table.samples(), table.labels());
    let prepared = prepared(&searches()[6], &samples);
    let by_truth = |seed: usize| {
        let labels = labels.hide(&(0..60).filter(|row| row % 5 != seed).collect::<Vec<_>>());
        let (_, selection) = prepared.choose(&labels).expect("a choice");
        selection.expect("a search").best.setting.gamma.map(f64::to_bits)
    };
    assert!((1..5).any(|seed| by_truth(seed) != by_truth(0)));
}

#[test]
fn a_nested_assessment_chooses_the_same_in_a_fold_whatever_its_labels_are() {
    let table = table();
    let labels = table.labels().hide(&(18..60).collect::<Vec<_>>());
    let samples = table.samples();
    let folds = cross_validation(&labels, 0).expect("folds");
    for plan in searches().into_iter().take(8) {
        let prepared = prepared(&plan, &samples);
        for fold in [&folds[0], &folds[7]] {
            let other = scrambled(&labels, fold);
            let on = |labels| {
                prepared.assess(labels, std::slice::from_ref(fold)).expect("assessment").chosen
            };
            assert_eq!(on(&labels), on(&other), "{}", plan.name());
        }
    }
}

#[test]
fn methods_side_by_side_do_not_see_what_a_fold_hides() {
    let table = table();
    let labels = table.labels().hide(&(18..60).collect::<Vec<_>>());
    let samples = table.samples();
    let fold = vec![0, 4, 8, 11];
    let of = |labels: &Labels| {
        let plans = methods().map(|plan| prepared(&plan, &samples));
        let found = compare(&plans, labels, std::slice::from_ref(&fold)).expect("a comparison");
        let standings = found.standings.into_iter();
        standings.map(|own| own.assessment.expect("an assessment")).collect::<Vec<_>>()
    };
    let (truth, other) = (of(&labels), of(&scrambled(&labels, &fold)));
    assert_eq!(truth.len(), 5);
    for (a, b) in truth.iter().zip(&other) {
        assert_eq!(a.chosen, b.chosen);
        // What is right for one is wrong for the other, row by row.
        let pairs = a.rows[0].iter().zip(&b.rows[0]);
        assert!(pairs.clone().all(|((row, right), (same, wrong))| row == same && !(right & wrong)));
        assert!(a.folds[0].right > 0);
    }
}

#[test]
fn trials_hide_what_they_test() {
    let table = table();
    let labels = table.labels().hide(&(18..60).collect::<Vec<_>>());
    let samples = table.samples();
    let learner = Variant::named("ss-lfda").learner;
    let plan = Plan::new(learner.clone()).axes(2);
    let settings = Grid::default_for(&learner).settings(&learner, 2, plan.weights);
    let settings = settings.expect("settings");
    let prepared = prepared(&plan, &samples);
    let rows = [0, 5, 9];
    let of = |labels: &Labels| -> Vec<Tally> {
        let trial = [Trial::hiding(labels, &rows)];
        let scores = prepared.scores(labels, settings.clone(), &trial);
        scores.expect("scores").trials[0].outcomes.clone()
    };
    // Every class the same for the tested rows: right in one world is wrong in the other, row by row.
    let (truth, other) = (of(&labels), of(&scrambled(&labels, &rows)));
    let pairs = truth.iter().zip(&other);
    assert!(pairs.clone().all(|(a, b)| a.right + b.right <= a.tested));
    assert!(truth.iter().any(|tally| tally.right > 0));
    let raw =
        |labels: &Labels| prepared.assess_raw(labels, &[rows.to_vec()]).expect("raw").folds[0];
    assert!(raw(&labels).right + raw(&scrambled(&labels, &rows)).right <= 3);
}

/// The share of labels that fits without them find, by hand.
fn found_by_fits(prepared: &Prepared<'_>, labels: &Labels) -> f64 {
    let folds = cross_validation(labels, prepared.plan().seed).expect("folds");
    let mut right = 0;
    for fold in &folds {
        let fit = prepared.fit(&labels.hide(fold)).expect("a fit");
        let predicted = prepared.placement(&fit, None).expect("a placement").predictions.classes;
        right += fold.iter().filter(|&&row| labels.class_of(row) == Some(predicted[row])).count();
    }
    right as f64 / labels.labeled_rows().len() as f64
}

#[test]
fn a_check_is_what_fits_find_of_labels_that_they_do_not_have() {
    // Classes that overlap, so that some labels are not found.
    let table = Table::clusters(60, 3, 3, 4, 17);
    let (samples, labels) = (table.samples(), table.labels());
    for plan in methods() {
        let prepared = prepared(&plan, &samples);
        let check = prepared.check(&labels).expect("a check").expect("enough labels");
        assert_eq!(check.accuracy, found_by_fits(&prepared, &labels), "{}", plan.name());
        assert_eq!(check.tested, 12);
    }
}

#[test]
fn a_fit_is_the_same_after_labels_came_one_by_one() {
    let table = table();
    let (samples, all) = (table.samples(), table.labels());
    for plan in methods() {
        let used = prepared(&plan, &samples);
        // The last rows first.
        for count in 6..14 {
            used.place(&all.hide(&(0..60 - count).collect::<Vec<_>>()), None).expect("a placement");
        }
        let labels = all.hide(&(0..46).collect::<Vec<_>>());
        let model = |own: &Prepared<'_>| own.fit(&labels).expect("a fit").model.to_bytes();
        assert!(model(&used) == model(&prepared(&plan, &samples)), "{}", plan.name());
    }
}

/// Everything that can be asked about some labels.
fn answers(prepared: &Prepared<'_>, labels: &Labels) -> Vec<String> {
    let fit = prepared.fit(labels).expect("a fit");
    let placement = prepared.place(labels, None).expect("a placement");
    let folds = cross_validation(labels, 1).expect("folds");
    vec![
        format!("{:?}", fit.model.to_bytes().expect("bytes")),
        format!("{placement:?}"),
        format!("{:?}", prepared.placement(&fit, Some(3)).expect("a placement")),
        format!("{:?}", prepared.choose(labels).expect("a choice")),
        format!("{:?}", prepared.assess(labels, &folds).expect("an assessment")),
        format!("{:?}", prepared.check(labels).expect("a check")),
        format!("{:?}", prepared.suggest(labels, &[1], 7).expect("rows")),
    ]
}

#[test]
fn labels_that_were_seen_before_leave_no_trace() {
    let table = table();
    let (samples, all) = (table.samples(), table.labels().hide(&(45..60).collect::<Vec<_>>()));
    let hidden: Vec<usize> = (15..45).collect();
    let labels = all.hide(&hidden);
    for plan in methods() {
        let used = prepared(&plan, &samples);
        let before = answers(&used, &scrambled(&all, &hidden));
        let (again, fresh) =
            (answers(&used, &labels), answers(&prepared(&plan, &samples), &labels));
        for (place, (again, fresh)) in again.iter().zip(&fresh).enumerate() {
            assert!(again == fresh, "{}: answer {place} remembers", plan.name());
        }
        assert!(before[0] != fresh[0] && before[1] != fresh[1], "{}", plan.name());
    }
}
