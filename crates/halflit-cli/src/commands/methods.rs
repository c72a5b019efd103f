//! `halflit methods`: what there is.

use halflit::{AnyLearner, Learner};
use serde_json::json;

use crate::args::Global;
use crate::failure::Outcome;
use crate::printer::{Printer, table};

/// Label cost, unlabel cost and constraint of every method, in the letters of the documentation.
fn parts(name: &str) -> [&'static str; 3] {
    match name {
        "pca" => ["–", "−1/n", "I"],
        "lpp" => ["–", "near", "degree"],
        "lpp*" => ["–", "near^α", "degree"],
        "fda" => ["between", "–", "within"],
        "mmc" => ["γ′ within + between", "–", "I"],
        "dne" => ["C^I − C^E", "–", "I"],
        "mfa" => ["−C^E", "–", "S(C^I)"],
        "lde" => ["−C^E ∘ H", "–", "S(C^I ∘ H)"],
        "snle" => ["(C^I − C^E) ∘ H", "–", "I"],
        "lfda" => ["C^bet", "–", "S(C^wit)"],
        "self" => ["C^bet", "−1/n", "S(C^wit)"],
        "custom" => ["any", "any", "any"],
        _ => ["of the supervised one", "near^α", "its own, or blended"],
    }
}

pub(crate) fn run(global: &Global) -> Outcome {
    let rows: Vec<Vec<String>> = AnyLearner::TABLE
        .iter()
        .map(|(name, about)| {
            let [label, unlabel, constraint] = parts(name);
            [*name, label, unlabel, constraint, *about].map(str::to_owned).to_vec()
        })
        .collect();
    let json = || {
        let entry = |(name, about): &(&str, &str)| {
            let parameters = AnyLearner::named(name).map(|learner| learner.parameters());
            let [label, unlabel, constraint] = parts(name);
            json!({
                "name": name,
                "about": about,
                "label_cost": label,
                "unlabel_cost": unlabel,
                "constraint": constraint,
                "parameters": parameters.unwrap_or_default(),
            })
        };
        AnyLearner::TABLE.iter().map(entry).collect()
    };
    Printer::new(global).result(json, || {
        table(&["method", "label cost", "unlabel cost", "constraint", "asks for"], &rows)
    })
}
