//! Learners that coincide for some value of a parameter, exactly or in the limit.

use halflit::graph::{Neighborhood, Weights};
use halflit::learner::{
    Affinity, Custom, Dne, Fda, LabelChoice, Lde, Lfda, Lpp, LppStar, Mfa, Mmc, Pca, SelfLearner,
    Snle,
};
use halflit::{
    AnyLearner, AxisWeights, Constraint, Cost, Dataset, Method, Plan, UnlabelChoice,
};
use serde_json::json;

use crate::common::Noise;
use crate::common::compare::{Geometry, assert_same, assert_same_subspace, fitted};
use crate::common::table::Table;
use crate::common::with::With;
use crate::equivalences::{blobs, is_unconstrained, supervised};

fn named(name: &str) -> AnyLearner {
    AnyLearner::named(name).expect("in the table")
}

/// All axes, each of unit length, because a constraint that grows without bound makes axes shrink.
fn directions(learner: &(impl Into<Method> + Clone), data: &Dataset<'_>) -> Geometry {
    Geometry::full_by(&Plan::new(learner.clone()).axes(1).weights(AxisWeights::Unit), data)
}

fn blended(name: &str, gamma: f64, alpha: f64) -> AnyLearner {
    let learner = named(&format!("ss-{name}")).with("constraint", "blended");
    let learner = learner.and_then(|l| l.with("gamma", gamma)).and_then(|l| l.with("alpha", alpha));
    learner.expect("parameters")
}

#[test]
fn self_with_a_huge_gamma_is_pca() {
    let data = blobs().dataset();
    let huge = SelfLearner { gamma: 1e10, ..Default::default() };
    let (huge, pca) = (directions(&huge, &data), directions(&Pca::default(), &data));
    // B → γ I, so λ stays and is PCA's.
    assert_same("γ = 1e10", &huge, &pca, 1e-7);
    assert_same_subspace("γ = 1e10", &huge.truncated(2), &pca.truncated(2), 1e-7);
}

#[test]
fn self_with_a_tiny_gamma_is_lfda() {
    let data = blobs().dataset();
    let tiny = Plan::new(SelfLearner { gamma: 1e-12, ..Default::default() }).axes(1).ridge(1e-3);
    let lfda = Plan::new(Lfda::default()).axes(1).ridge(1e-3);
    assert_same("γ = 1e-12", &Geometry::full_by(&tiny, &data), &Geometry::full_by(&lfda, &data), 1e-8);
}

#[test]
fn blended_with_a_huge_gamma_is_lpp_star() {
    let data = blobs().dataset();
    for alpha in [1.0, 2.0, 8.0] {
        let lpp = directions(&LppStar { alpha, ..Default::default() }, &data);
        for name in supervised() {
            let huge = directions(&blended(name, 1e8, alpha), &data);
            assert_same(&format!("ss-{name}, α = {alpha}"), &huge, &lpp, 1e-5);
        }
    }
}

#[test]
fn blended_with_a_tiny_gamma_is_supervised() {
    let data = blobs().dataset();
    for name in supervised() {
        let (tiny, supervised) = (blended(name, 1e-12, 8.0), named(name));
        assert_same(name, &Geometry::full(&tiny, &data), &Geometry::full(&supervised, &data), 1e-7);
    }
}

#[test]
fn the_papers_constraint_without_gamma_is_supervised() {
    let data = blobs().dataset();
    for name in supervised() {
        let none = named(&format!("ss-{name}")).with("gamma", 0.0).expect("γ");
        let ridge = if is_unconstrained(name) { 0.0 } else { 1e-4 };
        let [none, supervised] = [none, named(name)]
            .map(|learner| fitted(&Plan::new(learner).axes(4).ridge(ridge), &data));
        assert_eq!(none.eigenvalues(), supervised.eigenvalues(), "{name}");
        assert_eq!(none.projection(), supervised.projection(), "{name}");
    }
    for name in supervised() {
        let none = named(&format!("ss-{name}")).with("gamma", 0.0).expect("γ");
        let [none, supervised] = [none, named(name)].map(|l| fitted(&Plan::new(l).axes(4), &data));
        assert_eq!(none.projection(), supervised.projection(), "{name} with its own ridge");
    }
}

#[test]
fn alpha_of_one_is_no_power() {
    let data = blobs().dataset();
    let plain = fitted(&Plan::new(Lpp::default()).axes(4), &data);
    let one = fitted(&Plan::new(LppStar { alpha: 1.0, ..Default::default() }).axes(4), &data);
    assert_eq!(plain.projection(), one.projection());
    let graph = Neighborhood::default().cost(data.samples()).expect("graph");
    let graph = Cost::dense(graph.to_dense().expect("dense"), 48).expect("cost");
    for name in supervised() {
        let one = named(&format!("ss-{name}")).with("alpha", 1.0).expect("α");
        let given = Custom {
            label: serde_json::from_value(json!({name: {}})).expect("label part"),
            unlabel: UnlabelChoice::Given(graph.clone()),
            ..Default::default()
        };
        assert_same(name, &Geometry::full(&one, &data), &Geometry::full(&given, &data), 1e-9);
    }
}

#[test]
fn binary_weights_make_lde_mfa_and_snle_dne() {
    let data = blobs().dataset();
    let heat = Weights::Binary;
    let lde = fitted(&Plan::new(Lde { heat, ..Default::default() }).axes(4), &data);
    let mfa = fitted(&Plan::new(Mfa::default()).axes(4), &data);
    assert_eq!((lde.eigenvalues(), lde.projection()), (mfa.eigenvalues(), mfa.projection()));
    let snle = fitted(&Plan::new(Snle { heat, ..Default::default() }).axes(4), &data);
    let dne = fitted(&Plan::new(Dne::default()).axes(4), &data);
    assert_eq!((snle.eigenvalues(), snle.projection()), (dne.eigenvalues(), dne.projection()));
}

#[test]
fn lfda_with_whole_classes_near_is_fda() {
    let data = blobs().dataset();
    let fda = Geometry::full(&Fda::default(), &data);
    for k in [7, 8, 1000] {
        let lfda = Lfda { affinity: Affinity::Nearest(k), ..Default::default() };
        assert_same(&format!("k = {k}"), &Geometry::full(&lfda, &data), &fda, 1e-8);
    }
    let fewer = Lfda { affinity: Affinity::Nearest(6), ..Default::default() };
    let fewer = Geometry::full(&fewer, &data);
    assert!(fewer.difference(&fda, 1e-4).is_some(), "six of seven neighbours are not all");
}

/// Two classes apart along the first column, wide along the second, and a third column in which nothing happens.
fn two_classes() -> Table {
    let mut noise = Noise::new(5);
    let mut row = |class: usize| {
        let side = if class == 0 { -2.0 } else { 2.0 };
        vec![side + 0.5 * noise.draw(), 1.5 * noise.draw(), 0.05 * noise.draw()]
    };
    let x = (0..120).map(|i| row(i % 2)).collect();
    let y = (0..120).map(|i| (i < 20).then(|| (i % 2).to_string())).collect();
    Table { x, y, distances: Vec::new() }
}

/// Share of the unlabeled rows whose nearest labeled row in one dimension is of their class.
fn accuracy(learner: &(impl Into<Method> + Clone), table: &Table) -> f64 {
    let data = table.dataset();
    let model = fitted(&Plan::new(learner.clone()).axes(1), &data);
    let predicted = model.transduction(&data, None).expect("predictions");
    let right = predicted.iter().filter(|own| own.class == (own.row % 2).to_string()).count();
    right as f64 / predicted.len() as f64
}

/// γ′ C^w − C^b, as the paper prints it.
fn printed_cost(data: &Dataset<'_>) -> Cost<'static> {
    let labeled = data.labels().labeled_rows().len() as f64;
    let within = Cost::classes(data, |size| 1.0 / size, 0.0);
    let between = Cost::classes(data, |size| 1.0 / size - 1.0 / labeled, -1.0 / labeled);
    within.plus(between.times(-1.0))
}

#[test]
fn mmc_needs_the_sign_that_the_paper_lacks() {
    let table = two_classes();
    let printed = |unlabel, gamma| Custom {
        label: LabelChoice::Given(printed_cost(&table.dataset())),
        unlabel,
        constraint: Constraint::Identity,
        gamma,
        alpha: 1.0,
    };
    let ss_mmc = named("ss-mmc").with("gamma", 0.01).expect("γ");
    let near = UnlabelChoice::Near(Neighborhood::default());
    assert!(accuracy(&Mmc::default(), &table) > 0.95);
    assert!(accuracy(&ss_mmc, &table) > 0.95);
    assert!(accuracy(&printed(UnlabelChoice::None, 1.0), &table) < 0.7);
    assert!(accuracy(&printed(near, 0.01), &table) < 0.7);
}
