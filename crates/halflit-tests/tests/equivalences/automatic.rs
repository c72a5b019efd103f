//! The automatic choice step by step: balance, margins, one standard error.

use halflit::choose::{Open, Rule, Search, Selection, Setting};
use halflit::evaluation::cross_validation;
use halflit::{AnyLearner, Dataset, Labels, Learner, Plan, Result};
use serde_json::json;

use super::search::{Tested, by_hand};
use crate::common::compare::{fitted, learner_of, matrix};
use crate::common::dense::{Matrix, worst};
use crate::common::rebuild::{Rebuilt, dense_cost, extent, hadamard_power, scatter};
use crate::common::table::Table;
use crate::common::variants::Variant;
use crate::common::with::With;

const SHARES: [f64; 5] = [0.1, 0.2, 0.4, 0.6, 0.8];
const ALPHAS: [f64; 4] = [1.0, 4.0, 8.0, 16.0];

fn data() -> Dataset<'static> {
    // Large enough for the low-rank solver to pay, so that this is the way that real searches go.
    Table::clusters(110, 80, 3, 3, 29).dataset()
}

fn automatic(name: &str) -> Plan {
    let learner = Variant::named(name).learner;
    Plan { search: Search::auto(), ..Plan::new(learner).axes(2) }
}

/// The plan with nothing left open, and how that came about.
fn choice(plan: &Plan, labels: &Labels) -> Result<(Plan, Option<Selection>)> {
    plan.prepare(data().samples())?.choose(labels)
}

fn found(plan: &Plan, data: &Dataset<'_>) -> Selection {
    let prepared = plan.prepare(data.samples()).expect("rows");
    let (settled, selection) = prepared.choose(data.labels()).expect("a choice");
    let selection = selection.expect("something was open");
    let expected = selection.best.setting.apply(learner_of(plan)).expect("it");
    assert_eq!(learner_of(&settled), &expected);
    selection
}

/// U/L for one γ and α: what the unlabeled rows cost over what the labels gain, from dense matrices.
fn share(learner: &AnyLearner, gamma: f64, alpha: f64, data: &Dataset<'_>) -> f64 {
    let set =
        learner.with("gamma", gamma).and_then(|l| l.with("alpha", alpha)).expect("parameters");
    let model = fitted(&Plan::new(set.clone()).axes(2), data);
    let axes = matrix(model.projection().expect("linear").components()).transposed();
    let problem = set.problem(data).expect("problem");
    let x = Rebuilt::without_ridge(&set, data).x;
    let trace = |cost: &Matrix| {
        let seen = axes.congruence(&scatter(&x, cost));
        (0..seen.rows).map(|i| seen[(i, i)]).sum::<f64>()
    };
    let near = problem.unlabel.cost(data.samples()).expect("graph").expect("a graph");
    let near = dense_cost(&near);
    let near = if alpha == 1.0 { near } else { hadamard_power(&near, alpha) };
    let gain = -trace(&dense_cost(&problem.label.expect("label part").cost));
    gamma * trace(&near) / gain
}

#[test]
fn gamma_is_the_last_before_the_unlabeled_rows_cost_their_share() {
    let data = data();
    for name in ["ss-dne", "ss-mmc"] {
        let plan = automatic(name);
        let settings = found(&plan, &data).scores.settings;
        assert_eq!(settings.len(), SHARES.len() * ALPHAS.len());
        let mut checked = 0;
        for (place, Setting { gamma, alpha, .. }) in settings.iter().enumerate() {
            let wanted = SHARES[place % SHARES.len()];
            let (gamma, alpha) = (gamma.expect("gamma"), alpha.expect("alpha"));
            assert_eq!(alpha, ALPHAS[place / SHARES.len()]);
            let at = |gamma: f64| share(learner_of(&plan), gamma, alpha, &data);
            let (here, beyond) = (at(gamma), at(gamma * 10f64.powf(0.25)));
            assert!(here <= wanted * (1.0 + 1e-9), "{name} α {alpha}: {here} above {wanted}");
            // A quarter of a decade on it is exceeded, unless γ is at the end of its decades.
            checked += usize::from(beyond > wanted);
        }
        assert!(checked >= 15, "{name}: only {checked} of 20 are the last");
    }
}

#[test]
fn margins_of_unlabeled_rows_count_and_accuracy_rules_out() {
    let data = data();
    let labels = data.labels();
    for name in ["ss-dne", "lpp*"] {
        let plan = automatic(name);
        let Selection { rule, best, scores, margins } = found(&plan, &data);
        assert_eq!(rule, Rule::Auto);
        let folds = cross_validation(labels, 0).expect("folds");
        let mut expected = Vec::new();
        for setting in &scores.settings {
            let (mut right, mut held_out) = (0, 0.0);
            for fold in &folds {
                let truth = fold.iter().filter_map(|&row| labels.class_of(row)).collect();
                let tested = Tested { samples: data.samples().gather(fold), truth };
                let seen = data.relabeled(labels.hide(fold)).expect("dataset");
                let outcome = by_hand(&plan, setting, &seen, &tested);
                (right, held_out) = (right + outcome.right, held_out + outcome.margin);
            }
            expected.push((right, held_out / 9.0 + unlabeled_margin(&plan, setting, &data)));
        }
        let difference = worst(margins.iter().zip(&expected).map(|(a, (_, b))| a - b));
        assert!(difference < 1e-6, "{name}: margins differ by {difference:e}");
        // One standard error of nine labels.
        let most = expected.iter().map(|(right, _)| *right).max().expect("settings") as f64 / 9.0;
        let error = (most * (1.0 - most) / 9.0).sqrt();
        let stays = |&&(right, _): &&(usize, f64)| right as f64 / 9.0 >= most - error;
        let largest = expected.iter().filter(stays).map(|(_, m)| *m).fold(f64::MIN, f64::max);
        assert!((margins[best.index] - largest).abs() < 1e-6, "{name}");
    }
}

/// The mean margin of the predictions on the unlabeled rows, as if they were right.
fn unlabeled_margin(
    plan: &Plan,
    setting: &Setting,
    data: &Dataset<'_>,
) -> f64 {
    let rows = data.labels().unlabeled_rows();
    let learner = setting.apply(learner_of(plan)).expect("setting");
    let model = fitted(&Plan::new(learner).axes(2), data);
    let predicted =
        model.elect(&data.samples().gather(&rows), Some(1)).expect("predictions").classes;
    let tested = Tested { samples: data.samples().gather(&rows), truth: predicted };
    by_hand(plan, setting, data, &tested).margin / rows.len() as f64
}

#[test]
fn only_what_is_open_is_chosen() {
    let data = data();
    let fixed = automatic("ss-lfda");
    let learner = learner_of(&fixed).with("gamma", 0.3).and_then(|l| l.with("alpha", 2.0)).expect("set");
    let with = |gamma: bool, alpha: bool| {
        let search = Search::Auto(Open { gamma, alpha });
        let plan = Plan { search, ..Plan::new(learner.clone()).axes(2) };
        found(&plan, &data).scores.settings
    };
    assert!(with(false, true).iter().all(|s| s.gamma == Some(0.3)));
    assert_eq!(with(false, true).len(), ALPHAS.len());
    assert!(with(true, false).iter().all(|s| s.alpha == Some(2.0)));
    assert_eq!(with(true, false).len(), SHARES.len());
    let nothing = Search::Auto(Open { gamma: false, alpha: false });
    for (name, search) in [("ss-lfda", nothing), ("lfda", Search::auto()), ("pca", Search::auto())]
    {
        let learner = Variant::named(name).learner;
        let plan = Plan { search, ..Plan::new(learner).axes(2) };
        let (settled, selection) = choice(&plan, data.labels()).expect("a choice");
        assert!(selection.is_none(), "{name}");
        assert_eq!(settled, Plan { search: Search::Fixed, ..plan });
    }
}

#[test]
fn a_gain_is_a_multiple_and_as_published_cross_validated() {
    let data = data();
    let own = found(&automatic("self"), &data);
    assert_eq!((own.rule, own.scores.settings.len()), (Rule::Auto, 8));
    assert_eq!(own.scores.settings[0].gamma, Some(0.0));
    let published = found(&automatic("self").published(), &data);
    assert_eq!((published.rule, published.best), (Rule::Cv, published.scores.best().expect("it")));
    assert_eq!(published.scores.settings.len(), 7);
}

#[test]
fn no_labels_leave_the_default() {
    let none = Labels::none(110);
    let (settled, selection) = choice(&automatic("lpp*"), &none).expect("a choice");
    assert!(selection.is_none());
    assert_eq!(settled, Plan { search: Search::Fixed, ..automatic("lpp*") });
    assert!(choice(&automatic("ss-lfda"), &none).is_err());
}

#[test]
fn the_unit_of_the_samples_changes_nothing_that_is_chosen() {
    let table = Table::clusters(60, 5, 3, 3, 31);
    // A power of two, so that not even a rounding differs.
    let larger = table.mapped(|row| row.iter().map(|v| v * 1024.0).collect());
    let blended = Variant::named("ss-lfda").with("constraint", json!("blended")).learner;
    let named =
        ["self", "ss-fda", "ss-lfda", "ss-mfa", "ss-lde"].map(|n| Variant::named(n).learner);
    for learner in named.into_iter().chain([blended]) {
        let plan = Plan { search: Search::auto(), ..Plan::new(learner).axes(2) };
        let [plain, scaled] = [&table, &larger].map(|table| {
            let model = fitted(&plan, &table.dataset());
            let data = table.dataset();
            let found = model.transduction(&data, None).expect("classes");
            let classes: Vec<String> = found.iter().map(|guess| guess.class.to_owned()).collect();
            (classes, model.eigenvalues().to_vec())
        });
        assert_eq!(plain.0, scaled.0, "{:?}", plan.method);
        let pairs = plain.1.iter().zip(&scaled.1);
        assert!(worst(pairs.map(|(a, b)| a / b - 1.0)) < 1e-6, "{:?}", plan.method);
    }
}

#[test]
fn a_blended_constraint_is_tried_from_one_end_to_the_other() {
    let data = data();
    let learner = Variant::named("ss-lfda").with("constraint", json!("blended")).learner;
    let plan = Plan { search: Search::auto(), ..Plan::new(learner.clone()).axes(2) };
    let settings = found(&plan, &data).scores.settings;
    assert_eq!(settings.len(), 7 * ALPHAS.len());
    for of_alpha in settings.chunks(7) {
        let gammas: Vec<f64> = of_alpha.iter().filter_map(|s| s.gamma).collect();
        assert!(gammas.windows(2).all(|two| (two[1] / two[0] - 10.0).abs() < 1e-9), "{gammas:?}");
    }
    // At a multiple of 1, the third, both parts of B have the same trace relative to M.
    let setting = settings[2];
    let set = setting.apply(&learner).expect("setting");
    let rebuilt = Rebuilt::without_ridge(&set, &data);
    let none = set.with("gamma", 0.0).expect("γ");
    let label = Rebuilt::without_ridge(&none, &data).bound;
    let shrunk = fitted(&Plan::new(Variant::named("lfda").learner).axes(2), &data);
    let spread = extent(&rebuilt.x);
    let relative = |matrix: &Matrix| -> f64 {
        (0..matrix.rows).map(|j| matrix[(j, j)] / spread[(j, j)]).sum()
    };
    let label = label.plus(shrunk.diagnostics().ridge, &spread);
    let whole = rebuilt.bound.plus(shrunk.diagnostics().ridge, &spread);
    assert!((relative(&whole) / relative(&label) - 2.0).abs() < 1e-9);
}

#[test]
fn margins_overrule_accuracy_by_one_standard_error_of_the_labels() {
    let mut overruled = 0;
    for seed in 10..25 {
        // Classes that overlap, nine labels among 60 rows.
        let data = Table::clusters(60, 3, 3, 3, seed).dataset();
        let Selection { best, scores, margins, .. } = found(&automatic("ss-dne"), &data);
        let summary = scores.summary();
        let most = summary.iter().map(|s| s.accuracy).fold(0.0, f64::max);
        let error = (most * (1.0 - most) / 9.0).sqrt();
        let stays = summary.iter().filter(|s| s.accuracy >= most - error);
        let largest = stays.map(|s| margins[s.index]).fold(f64::MIN, f64::max);
        assert_eq!(margins[best.index], largest, "seed {seed}");
        overruled += usize::from(best.accuracy < most);
    }
    assert!(overruled > 0, "accuracy decided everywhere");
}
