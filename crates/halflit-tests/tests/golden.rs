//! Every learner against an independent straight-from-the-formula version in Python: see `golden/` at the root.

use crate::common::dense::worst;
use crate::common::with::With;
use crate::common::{axis_difference, column, golden, golden_data, numbers, rows};
use halflit::{
    AnyLearner, AxisWeights, Dataset, Kernel, Model, Plan, RidgeChoice, Samples, Solver,
};
use rayon::prelude::*;
use serde_json::Value;

const EIGENVALUE_TOLERANCE: f64 = 1e-7;
const AXIS_TOLERANCE: f64 = 1e-6;

fn fit(case: &Value, data: &Dataset<'_>, solver: Solver) -> Model {
    let name = case["learner"].as_str().expect("learner");
    let parameters = case["parameters"].as_object().expect("parameters");
    let learner = AnyLearner::from_parameters(name, parameters).expect("parameters");
    let dimension = case["dimension"].as_u64().expect("dimension") as usize;
    let mut plan = Plan { solver, ..Plan::new(learner).axes(dimension) };
    plan.weights = serde_json::from_value::<AxisWeights>(case["weights"].clone()).expect("weights");
    if let Some(ridge) = case["ridge"].as_f64() {
        plan.ridge = RidgeChoice::Given(ridge);
    }
    plan.space.kernel =
        serde_json::from_value::<Option<Kernel>>(case["kernel"].clone()).expect("kernel");
    plan.model(data).unwrap_or_else(|error| panic!("{}: {error}", case["name"]))
}

/// Who found the axes, and what differs, if anything.
fn compare(case: &Value, all: &Value, solver: Solver) -> (Solver, Vec<String>) {
    let data = golden_data(all, case["data"].as_str().expect("data"));
    let model = fit(case, &data, solver);
    let expected = &case["expected"];
    let mut wrong = Vec::new();
    let rank = expected["rank"].as_u64().expect("rank") as usize;
    if model.diagnostics().rank != rank {
        wrong.push(format!("rank {} instead of {rank}", model.diagnostics().rank));
    }
    let ridge = expected["ridge"].as_f64().expect("ridge");
    if (model.diagnostics().ridge - ridge).abs() > 1e-9 * ridge {
        wrong.push(format!("ridge {:e} instead of {ridge:e}", model.diagnostics().ridge));
    }
    let eigenvalues = numbers(&expected["eigenvalues"]);
    let size = eigenvalues.iter().fold(1e-300f64, |m, v| m.max(v.abs()));
    assert_eq!(model.eigenvalues().len(), eigenvalues.len(), "{}", case["name"]);
    for (j, (ours, theirs)) in model.eigenvalues().iter().zip(&eigenvalues).enumerate() {
        if worst([(ours - theirs) / size]) > EIGENVALUE_TOLERANCE {
            wrong.push(format!("eigenvalue {j} is {ours} instead of {theirs}"));
        }
    }
    let new =
        Samples::from_rows(&rows(&all[case["data"].as_str().expect("data")]["new"])).expect("new");
    let training = model.transform(data.samples()).expect("training rows");
    let mapped = model.transform(&new).expect("new rows");
    for j in 0..model.dimension() {
        let mut check = |what: &str, ours: &[f64], theirs: &[f64]| {
            let difference = axis_difference(ours, theirs);
            if difference > AXIS_TOLERANCE {
                wrong.push(format!("{what} of axis {j} differs by {difference:e}"));
            }
        };
        let pick = |key: &str| rows(&expected[key]).iter().map(|row| row[j]).collect::<Vec<_>>();
        let embedding = pick("embedding");
        check("embedding", &column(&training, j)[..embedding.len()], &embedding);
        check("new embedding", &column(&mapped, j), &pick("new_embedding"));
        if let Some(projection) = model.projection() {
            let theirs = &rows(&expected["components"])[j];
            check("component", projection.components().row(j), theirs);
            let signed = projection.components().row(j).iter().zip(theirs);
            if signed.map(|(a, b)| a * b).sum::<f64>() < 0.0 {
                wrong.push(format!("sign of axis {j}"));
            }
        }
    }
    (model.diagnostics().solver, wrong)
}

/// Every case by every solver, each of which has to be the one that finds the axes somewhere.
fn check_learner(file: &str) {
    let all = golden("data.json");
    let cases = golden(&format!("{file}.json"));
    let cases = cases["cases"].as_array().expect("cases");
    assert!(cases.len() >= 20, "{file} has only {} cases", cases.len());
    let mut report = String::new();
    let mut used = Vec::new();
    for solver in [Solver::Dense, Solver::Partial, Solver::LowRank, Solver::MatrixFree] {
        for case in cases {
            let (by, wrong) = compare(case, &all, solver);
            used.push(by);
            for line in wrong {
                report += &format!("{} ({}) by {by}: {line}\n", case["name"], case["data"]);
            }
        }
    }
    assert!(report.is_empty(), "{file}:\n{report}");
    let count = |solver| used.iter().filter(|by| **by == solver).count();
    assert!(count(Solver::Dense) >= cases.len() && count(Solver::Partial) > 0, "{file}");
    assert!(count(Solver::MatrixFree) > 0, "{file} is never solved by products alone");
    if file.starts_with("ss-") {
        assert!(count(Solver::LowRank) > 0, "{file} never uses its few labels");
    }
}

/// The parts of a mix are those of the others.
#[test]
fn every_learner_is_that_of_the_formulas() {
    let infos: Vec<&str> = AnyLearner::TABLE.iter().map(|info| info.name).collect();
    let own = infos.into_par_iter().filter(|name| *name != "custom");
    own.for_each(|name| check_learner(&name.replace('*', "-star")));
}
