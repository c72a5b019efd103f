//! Learners and their parameters.

use halflit::graph::{ClassNeighborhood, Neighborhood, Pairs, Weights, local_scales};
use halflit::learner::{Affinity, Kind, LabelChoice, Lfda, Mmc, Pca, SsLfda, SsMmc};
use halflit::{AnyLearner, Error, Learner, Metric, PcaFirst, Plan};
use serde_json::json;

use super::{BAD_NUMBERS, assert_refused, fit, learner, near};
use crate::common::compare::fitted;
use crate::common::variants::{Variant, defaults};
use crate::common::with::{ShortFit, With};
use crate::contract::tall;

#[test]
fn parameters_out_of_range() {
    let mut seen = [0; 3];
    for Variant { name, learner } in defaults() {
        for bad in BAD_NUMBERS {
            let mut changed = learner.clone();
            if let Some(gamma) = changed.slots().gamma {
                *gamma = bad;
                seen[0] += 1;
                assert_refused! {
                    name, fit(&changed, &tall(), 2) => Error::Parameter { name: "gamma", .. },
                }
            }
        }
        for bad in BAD_NUMBERS.into_iter().chain([0.0, 0.999]) {
            let mut changed = learner.clone();
            if let Some(alpha) = changed.slots().alpha {
                *alpha = bad;
                seen[1] += 1;
                assert_refused! {
                    name, fit(&changed, &tall(), 2) => Error::Parameter { name: "alpha", .. },
                }
            }
        }
        let mut changed = learner.clone();
        if changed.slots().set_neighbors(0) {
            seen[2] += 1;
            assert_refused! { name, fit(&changed, &tall(), 2) => Error::Parameter { .. }, }
        }
        for bad in BAD_NUMBERS {
            let ridge = Plan::new(learner.clone()).axes(2).ridge(bad);
            assert_refused! {
                name, ridge.fit(&tall().dataset()) => Error::Parameter { name: "ridge", .. },
            }
        }
        for count in [0, 5] {
            let first = Plan::new(learner.clone()).axes(1).pca_first(PcaFirst::Axes(count));
            assert_refused! {
                name, first.fit(&tall().dataset()) => Error::Parameter { name: "pca_first", .. },
            }
        }
    }
    let with = |parameters: &[&str]| {
        let has = |own: &&Variant| {
            own.learner.parameter_names().iter().any(|name| parameters.contains(&&**name))
        };
        defaults().iter().filter(has).count()
    };
    // The label part of a mix is a learner with neighbours.
    let neighbors = with(&["neighbors_same", "neighbors_other", "affinity", "label"]);
    let expected = [with(&["gamma"]) * 4, with(&["alpha"]) * 6, neighbors];
    assert_eq!(seen, expected, "learners with γ, with α, with neighbours, times values");
    assert!(seen[0] >= 9 * 4 && seen[1] >= 9 * 6 && seen[2] >= 12, "{seen:?}");
}

#[test]
fn graphs_out_of_range() {
    let data = tall().dataset();
    for sigma in BAD_NUMBERS.into_iter().chain([0.0]) {
        let heat = Weights::Heat(sigma);
        let ss = SsLfda {
            graph: Neighborhood { weights: heat, ..Default::default() },
            ..Default::default()
        };
        assert_refused! {
            sigma, near(heat, Pairs::All).fit(&data, 2) => Error::Parameter { name: "heat", .. },
            sigma, near(heat, Pairs::Nearest(3)).fit(&data, 2)
                => Error::Parameter { name: "heat", .. },
            sigma, ss.fit(&data, 2) => Error::Parameter { name: "heat", .. },
        }
    }
    for within_weight in BAD_NUMBERS {
        assert_refused! {
            within_weight, Mmc { within_weight }.fit(&data, 2)
                => Error::Parameter { name: "within_weight", .. },
        }
    }
    let none = ClassNeighborhood { neighbors_same: 0, ..Default::default() };
    let lfda = |affinity| Lfda { affinity, ..Default::default() }.fit(&data, 2);
    assert_refused! {
        "local scaling 0", near(Weights::LocalScaling(0), Pairs::All).fit(&data, 2)
            => Error::Parameter { name: "local-scaling", .. },
        "nearest 0", near(Weights::Binary, Pairs::Nearest(0)).fit(&data, 2)
            => Error::Parameter { name: "nearest", .. },
        "no neighbour of the same class", none.graphs(&data)
            => Error::Parameter { name: "neighbors_same", .. },
        "affinity of 0", lfda(Affinity::Nearest(0)) => Error::Parameter { .. },
        "affinity scale of 0", lfda(Affinity::LocalScaling(0)) => Error::Parameter { .. },
        "scale of 0", local_scales(data.samples(), 0, Metric::Euclidean) => Error::Parameter { .. },
        "a classifier by no row", fitted(&Plan::new(Pca::default()).axes(2), &data).elect(data.samples(), Some(0))
            => Error::Parameter { name: "neighbors", .. },
        "SS-MMC", SsMmc { base: Mmc { within_weight: f64::NAN }, ..Default::default() }.fit(&data, 2)
            => Error::Parameter { name: "within_weight", .. },
    }
}

#[test]
fn unknown_learners_get_a_suggestion() {
    let suggests = |given: &str, known: &str| match AnyLearner::named(given) {
        Err(Error::UnknownName { name, suggestion, .. }) => {
            name == given && suggestion.contains(&format!("'{known}'"))
        }
        _ => false,
    };
    for (given, known) in
        [("ss-lfd", "ss-lfda"), ("pac", "pca"), ("Lppp", "lpp"), ("SS_DNEE", "ss-dne")]
    {
        assert!(suggests(given, known), "{given}: {:?}", AnyLearner::named(given));
    }
    assert_refused! {
        "nothing like it", AnyLearner::named("random forest")
            => Error::UnknownName { suggestion, .. } if suggestion.is_empty(),
        "no name", AnyLearner::named("") => Error::UnknownName { .. },
    }
    for (given, known) in [("SS_LFDA", "ss-lfda"), (" Lpp* ", "lpp*"), ("lpp star", "lpp*")] {
        assert_eq!(AnyLearner::named(given), Ok(learner(known)));
    }
}

#[test]
fn unknown_parameters() {
    for Variant { name, learner } in defaults() {
        assert_refused! { name, learner.with("bogus", 1) => Error::UnknownParameter { .. }, }
        for (parameter, has) in [("gamma", learner.gamma()), ("alpha", learner.alpha())] {
            if has.is_none() {
                assert_refused! {
                    name, learner.with(parameter, 1.0) => Error::UnknownParameter { learner, parameter: p, .. }
                        if *learner == name && p == parameter,
                }
            }
        }
    }
    let none = AnyLearner::TABLE.iter().filter(|info| info.kind == Kind::Supervised);
    let none = none.map(|info| info.name).chain(["pca", "lpp"]);
    for name in none {
        assert!(learner(name).gamma().is_none() && learner(name).alpha().is_none(), "{name}");
    }
    assert!(learner("lpp*").gamma().is_none() && learner("self").alpha().is_none());
}

#[test]
fn parameters_of_the_wrong_kind() {
    let with = |name: &str, parameter: &str, value| learner(name).with(parameter, value);
    assert_refused! {
        "text for a number", with("ss-lfda", "gamma", json!("much")) => Error::BadParameter { .. },
        "null for a number", with("ss-lfda", "alpha", json!(null)) => Error::BadParameter { .. },
        "a list for a number", with("self", "gamma", json!([1.0])) => Error::BadParameter { .. },
        "a fraction of a neighbour", with("dne", "neighbors_same", json!(2.5))
            => Error::BadParameter { .. },
        "a negative count", with("mfa", "neighbors_other", json!(-3)) => Error::BadParameter { .. },
        "an unknown metric", with("lfda", "metric", json!("hamming")) => Error::BadParameter { .. },
        "an unknown affinity", with("lfda", "affinity", json!({"farthest": 3}))
            => Error::BadParameter { .. },
        "an unknown weight", with("lde", "heat", json!({"cold": 3})) => Error::BadParameter { .. },
        "an unknown part of a graph", with("lpp", "graph", json!({"weight": "binary"}))
            => Error::BadParameter { .. },
        "an unknown constraint", with("ss-fda", "constraint", json!("none"))
            => Error::BadParameter { .. },
        "an unknown label part", with("custom", "label", json!({"pca": {}}))
            => Error::BadParameter { .. },
        "a heat of 0", with("lpp", "graph", json!({"weights": {"heat": 0.0}}))
            => Error::Parameter { name: "heat", .. },
        "a γ below 0", with("ss-mfa", "gamma", json!(-0.1))
            => Error::Parameter { name: "gamma", .. },
        "an α below 1", with("lpp*", "alpha", json!(0.5)) => Error::Parameter { name: "alpha", .. },
    }
}

#[test]
fn misspelt_parameters_inside_a_custom_label_part() {
    for &part in LabelChoice::NAMES.iter().filter(|name| !["none", "fda"].contains(name)) {
        let misspelt = json!({part: {"neighbours_same": 5}});
        assert_refused! {
            part, learner("custom").with("label", misspelt) => Error::BadParameter { .. },
        }
    }
}
