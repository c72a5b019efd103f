//! The tables of names are what files and the library itself understand.

use halflit::choose::Rule;
use halflit::learner::{Kind, SemiConstraint};
use halflit::{
    AnyLearner, AxisWeights, Kernel, Learner, Metric, Named, NegativeEigenvalues, RidgeRule,
    Samples, Scaling, Solver,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

fn assert_table<T: Named + Serialize + DeserializeOwned + std::fmt::Debug>() {
    let mut seen = Vec::new();
    for &(name, value, about) in T::TABLE {
        assert_eq!(serde_json::to_value(value).expect("a name"), json!(name));
        assert_eq!(serde_json::from_value::<T>(json!(name)).expect("a value"), value);
        assert_eq!((T::named(name).expect("in the table"), value.name()), (value, name));
        assert!(!about.is_empty() && !seen.contains(&name), "{name}");
        seen.push(name);
    }
    let error = T::named("no such name").expect_err("refused").to_string();
    assert!(seen.iter().all(|name| error.contains(name)) && error.contains(T::WHAT), "{error}");
}

#[test]
fn choices_are_called_the_same_in_tables_and_files() {
    assert_table::<AxisWeights>();
    assert_table::<Metric>();
    assert_table::<NegativeEigenvalues>();
    assert_table::<RidgeRule>();
    assert_table::<Rule>();
    assert_table::<Scaling>();
    assert_table::<SemiConstraint>();
    assert_table::<Solver>();
}

#[test]
fn learners_are_what_their_table_says() {
    let data = halflit::datasets::ionosphere_with_labels(10, 1).expect("data");
    for info in AnyLearner::TABLE {
        let learner = AnyLearner::named(info.name).expect("in the table");
        assert_eq!((learner.name(), learner.info()), (info.name, info));
        let problem = learner.problem(&data).expect("problem");
        let has_label = problem.label.is_some();
        let has_unlabel = problem.unlabel != halflit::UnlabelChoice::None;
        match info.kind {
            Kind::Unsupervised => assert!(!has_label && has_unlabel, "{}", info.name),
            Kind::Supervised => assert!(has_label && !has_unlabel, "{}", info.name),
            Kind::SemiSupervised(base) => {
                assert!(has_label && has_unlabel, "{}", info.name);
                if let Some(base) = base {
                    let base = AnyLearner::named(base).expect("in the table");
                    let own = base.problem(&data).expect("problem").label;
                    assert_eq!(problem.label, own, "{}", info.name);
                }
            }
            Kind::Custom => {}
        }
    }
}

#[test]
fn kernels_have_the_parameters_of_their_table_and_no_others() {
    let samples = Samples::from_rows(&[[1.0, 2.0], [3.0, 4.5], [0.5, 1.0]]).expect("samples");
    for info in Kernel::TABLE {
        let kernel: Kernel = info.name.parse().expect("in the table");
        if let Some(alias) = info.alias {
            assert_eq!(alias.parse::<Kernel>().expect("alias"), kernel);
        }
        let resolved = kernel.resolve(&samples).expect("resolved");
        let written = serde_json::to_value(resolved.kernel()).expect("plain");
        let fields = written[info.name].as_object().expect("parameters");
        let mut known: Vec<&str> = info.parameters.iter().map(|(name, ..)| *name).collect();
        known.sort_unstable();
        assert_eq!(fields.keys().collect::<Vec<_>>(), known, "{}", info.name);
        for (parameter, range, default) in info.parameters {
            assert!(!range.is_empty() && !default.is_empty(), "{parameter}");
            let nothing = Map::from_iter([((*parameter).to_owned(), json!(-1))]);
            let taken = Kernel::named(info.name, &nothing);
            assert!(taken.is_err() || *range == "a finite number", "{} {parameter}", info.name);
        }
        let stray = Map::from_iter([("gamma".to_owned(), Value::from(1.0))]);
        let error = Kernel::named(info.name, &stray).expect_err("refused").to_string();
        assert!(error.contains("gamma") && known.iter().all(|k| error.contains(k)), "{error}");
    }
    assert!("rbf:width".parse::<Kernel>().is_err());
    assert!("rbg".parse::<Kernel>().expect_err("refused").to_string().contains("'rbf'"));
}
