//! What the front door decides once for every front end: what is open, what a picture needs, what methods are compared with, and when a
//! fit is checked.

use halflit::choose::{Grid, Open, Search};
use halflit::evaluation::{cross_validation, testable_folds};
use halflit::{
    AnyLearner, Breadth, Dataset, Error, Kernel, KernelRank, Labels, Method, PcaFirst, Plan,
    Prepared, Result, Samples, Scaling, Watch, compare,
};

use crate::common::dense::worst;
use crate::common::table::Table;
use crate::common::with::With;

fn named(name: &str) -> Plan {
    Plan::named(name).expect("in the table")
}

/// Two classes that one column tells apart, and one column of noise that is a thousand times as wide.
fn wide_noise() -> Dataset<'static> {
    let row = |i: usize| {
        let own = 3.0 * (i % 2) as f64 + (7.9 * i as f64).sin();
        vec![own, 1000.0 * (104.7 * i as f64).sin()]
    };
    let samples = Samples::from_rows(&(0..60).map(row).collect::<Vec<_>>()).expect("samples");
    Dataset::new(samples, Labels::new((0..60).map(|i| (i < 20).then_some(i % 2))))
        .expect("a dataset")
}

// ---- what is open ----

#[test]
fn a_learner_by_its_name_has_every_parameter_open_that_it_has() {
    let open = |name: &str| {
        let Open { gamma, alpha } = named(name).open();
        (gamma, alpha)
    };
    assert_eq!(open("ss-lfda"), (true, true));
    assert_eq!(open("self"), (true, false));
    assert_eq!(open("lpp*"), (false, true));
    assert_eq!(open("fda"), (false, false));
    assert_eq!(open("auto"), (false, false));
    assert_eq!(named(" AUTO ").method, Method::default());
}

#[test]
fn axes_of_a_kernel_behind_pca_are_those_of_all_its_coordinates() {
    // From 500 rows on the leading coordinates of a kernel are enough for principal axes, but not where PCA goes first.
    let data = Table::clusters(520, 2, 3, 3, 5).dataset();
    let plan = Plan::new(AnyLearner::named("pca").expect("in the table")).axes(2);
    let plan = plan.kernel(Kernel::rbf()).pca_first(PcaFirst::Axes(6));
    let own = plan.model(&data).expect("a model");
    let whole = plan.kernel_rank(KernelRank::Full).model(&data).expect("a model");
    for (a, b) in own.eigenvalues().iter().zip(whole.eigenvalues()) {
        assert!((a - b).abs() <= 1e-9 * b.abs(), "{a} {b}");
    }
}

#[test]
fn a_search_may_take_more_axes_of_a_kernel_than_the_plan_has() {
    let data = Table::clusters(520, 2, 3, 3, 5).dataset();
    let grid = Grid { dimension: vec![1, 4], ..Grid::default() };
    let plan = Plan::new(AnyLearner::named("pca").expect("in the table")).axes(1);
    let plan = Plan { search: Search::Grid(grid), ..plan.kernel(Kernel::rbf()) };
    let fit = plan.fit(&data).expect("a fit");
    let tried = fit.selection.expect("a choice").scores.settings;
    assert_eq!(tried.iter().map(|one| one.dimension).collect::<Vec<_>>(), [1, 4]);
}

// ---- pictures ----

#[test]
fn a_picture_has_two_axes_unless_somebody_says_otherwise_or_two_rows_are_all() {
    let two = |rows: [usize; 2]| {
        let table = Table::clusters(30, 3, 2, 15, 5);
        let label = |row: usize| rows.contains(&row).then(|| table.y[row].clone()).flatten();
        Dataset::new(table.samples(), Labels::new((0..30).map(label))).expect("a dataset")
    };
    let (few, many) = (two([0, 1]), Table::clusters(30, 3, 2, 4, 5).dataset());
    let axes = |plan: Plan, data: &Dataset<'_>| plan.for_picture(data).dimension;
    assert_eq!(axes(Plan::default(), &many), Some(2));
    assert_eq!(axes(Plan::default().axes(1), &many), Some(1));
    assert_eq!(axes(Plan::default(), &few), None);
    assert_eq!(axes(named("fda"), &many), None);
    Plan::default().for_picture(&few).fit(&few).expect("two rows span one axis");
}

// ---- methods side by side ----

fn of<'a>(plans: &[Plan], samples: &'a Samples<'_>) -> Vec<Prepared<'a>> {
    plans.iter().map(|plan| plan.prepare(samples).expect("rows")).collect()
}

#[test]
fn methods_are_compared_with_the_nearest_row_where_they_learn() {
    let data = wide_noise();
    let (labels, folds) = (data.labels(), cross_validation(data.labels(), 0).expect("folds"));
    let (auto, plain) = (Plan::default(), named("fda"));
    let scaled = named("fda").scaling(Scaling::Minmax);
    let raw = |plan: &Plan| {
        let own = plan.prepare(data.samples()).expect("rows");
        own.assess_raw(labels, &folds).expect("a baseline")
    };
    let baseline = |plans: &[Plan]| {
        let found = compare(&of(plans, data.samples()), labels, &folds).expect("a comparison");
        found.standings[0].assessment.clone().expect("a baseline")
    };
    assert_ne!(raw(&auto), raw(&plain), "the wide column drowns the other");
    assert_eq!(baseline(&[plain.clone(), auto.clone()]), raw(&auto));
    assert_eq!(baseline(std::slice::from_ref(&plain)), raw(&plain));
    assert_eq!(baseline(&[scaled.clone(), auto]), raw(&scaled));
}

#[test]
fn nothing_is_said_of_unlabeled_rows_where_there_are_none() {
    let plans = [named("fda"), named("ss-fda")];
    for (labels, is_said) in [(10, true), (30, false)] {
        let data = Table::clusters(60, 3, 2, labels, 3).dataset();
        let folds = cross_validation(data.labels(), 0).expect("folds");
        let found = compare(&of(&plans, data.samples()), data.labels(), &folds);
        assert_eq!(found.expect("a comparison").unlabeled.is_some(), is_said, "{labels}");
    }
}

#[test]
fn a_method_that_cannot_be_fitted_says_so_and_the_others_go_on() {
    let data = Table::clusters(40, 3, 2, 8, 3).dataset();
    let folds = cross_validation(data.labels(), 0).expect("folds");
    let too_many = named("fda").axes(50);
    let found = |plans: &[Plan]| compare(&of(plans, data.samples()), data.labels(), &folds);
    let both = found(&[too_many.clone(), named("pca")]).expect("a comparison");
    let words = both.standings[1].assessment.as_ref().expect_err("more axes than columns");
    assert!(words.contains("50"), "{words}");
    assert!(both.standings[1].p_better.is_none() && both.standings[2].p_better.is_some());
    assert!(both.standings[2].accuracy().is_some_and(|share| share > 0.5));
    assert!(matches!(found(&[too_many]), Err(Error::DimensionTooLarge { .. })));
}

#[test]
fn whoever_stops_a_check_or_a_comparison_is_told() {
    let data = Table::clusters(40, 3, 2, 8, 3).dataset();
    let folds = cross_validation(data.labels(), 0).expect("folds");
    for plan in [named("ss-lfda"), Plan::default()] {
        let prepared = plan.prepare(data.samples()).expect("rows");
        prepared.warm().expect("nothing is in the way");
        let watch = Watch::default();
        watch.cancel();
        let stopped = watch.run(|| prepared.check(data.labels()));
        assert!(matches!(stopped, Err(Error::Interrupted)), "{}", plan.name());
        let stopped = watch.run(|| compare(&[prepared], data.labels(), &folds));
        assert!(matches!(stopped, Err(Error::Interrupted)), "{}", plan.name());
    }
}

// ---- when a fit is checked ----

fn checked(plan: &Plan, data: &Dataset<'_>) -> Result<Option<halflit::evaluation::Check>> {
    plan.prepare(data.samples())?.check(data.labels())
}

#[test]
fn a_check_needs_four_labels_of_two_classes() {
    let with = |counts: &[usize]| Table::clusters(40, 3, 2, 8, 3).with_labels(counts).dataset();
    for plan in [Plan::default(), Plan::auto(Breadth::Thin), named("fda"), named("pca")] {
        assert!(checked(&plan, &with(&[2, 2])).expect("a check").is_some(), "{}", plan.name());
        assert_eq!(checked(&plan, &with(&[2, 1])), Ok(None), "{}", plan.name());
        assert_eq!(checked(&plan, &with(&[6, 0])), Ok(None), "{}", plan.name());
    }
}

#[test]
fn a_check_that_would_take_long_is_not_made() {
    // Every fold of a search in 400 dimensions solves dozens of problems.
    let data = Table::clusters(420, 400, 2, 30, 3).dataset();
    assert_eq!(checked(&named("ss-lfda"), &data), Ok(None));
    assert!(checked(&named("pca").axes(2), &data).expect("a check").is_some());
}

#[test]
fn the_seed_draws_the_folds_of_a_check_and_a_lone_label_is_in_none() {
    // Labels of two classes that no column tells, so that other folds find another share of them.
    let mut table = Table::clusters(90, 3, 3, 30, 3).with_labels(&[20, 20, 1]);
    for (row, label) in table.y.iter_mut().enumerate() {
        if label.as_deref().is_some_and(|own| own != "class 2") {
            *label = Some(format!("class {}", row * 7 % 5 % 2));
        }
    }
    let data = table.dataset();
    let labels = data.labels();
    for seed in [0, 1, 2, 3, 5] {
        let plan = Plan { seed, ..named("lfda") };
        let prepared = plan.prepare(data.samples()).expect("rows");
        let folds = testable_folds(labels, seed).expect("folds");
        let found = prepared.assess(labels, &folds).expect("an assessment");
        let check = prepared.check(labels).expect("a check").expect("enough labels");
        assert_eq!((check.accuracy, check.tested), (found.accuracy(), 40), "{seed}");
    }
    let folds = |seed| testable_folds(labels, seed).expect("folds");
    assert_ne!(folds(0), folds(5));
}

#[test]
fn a_check_states_what_the_nearest_row_finds_beside_what_the_model_finds() {
    // Along the widest axis there is noise alone, and all columns together tell the classes.
    let data = wide_noise();
    for plan in [named("pca").axes(1), named("pca").axes(1).scaling(Scaling::Standard)] {
        let prepared = plan.prepare(data.samples()).expect("rows");
        let folds = testable_folds(data.labels(), plan.seed).expect("folds");
        let raw = prepared.assess_raw(data.labels(), &folds).expect("an assessment").accuracy();
        let check = prepared.check(data.labels()).expect("a check").expect("enough labels");
        assert_eq!(check.raw, raw, "{plan:?}");
        assert_eq!(raw > check.accuracy, plan.space.scaling == Scaling::Standard, "{check:?}");
    }
}

// ---- what a placement tells ----

#[test]
fn a_placement_warns_as_the_fit_does() {
    let data = Table::clusters(40, 3, 2, 1, 3).dataset();
    for plan in [Plan::default(), named("lfda"), named("ss-lfda")] {
        let prepared = plan.prepare(data.samples()).expect("rows");
        let fit = prepared.fit(data.labels()).expect("a fit");
        let cautions = fit.model.diagnostics().cautions();
        assert!(!cautions.is_empty(), "{}", plan.name());
        assert_eq!(prepared.place(data.labels(), None).expect("places").cautions, cautions);
        assert_eq!(prepared.placement(&fit, None).expect("places").cautions, cautions);
    }
}

#[test]
fn principal_axes_are_those_of_the_columns_as_they_come() {
    let data = wide_noise();
    let own = Plan::default().prepare(data.samples()).expect("rows");
    let along = own.principal(1).expect("axes");
    let pca = named("pca").axes(1).model(&data).expect("a model").transform(data.samples());
    let pca = pca.expect("points");
    let sign = if along.row(0)[0] * pca.row(0)[0] < 0.0 { -1.0 } else { 1.0 };
    let differences = along.values().iter().zip(pca.values()).map(|(a, b)| a - sign * b);
    assert!(worst(differences) < 1e-6 * worst(pca.values().iter().copied()));
}
