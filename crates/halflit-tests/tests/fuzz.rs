//! Mutated model files: refused by name, or a model that can be used without a panic.
//!
//! A fixed number of inputs; `cargo xtask fuzz SECONDS` runs as long as you like.

mod common;
#[path = "../../halflit-io/tests/common/mutate.rs"]
mod mutate;

use std::panic::{AssertUnwindSafe, catch_unwind};

use common::compare::{fitted, with_kernel};
use common::table::Table;
use common::variants::Variant;
use halflit::{Error, Kernel, Model, Plan, Samples};
use mutate::{Current, Effort, Random, keep, mutated};

/// Inputs where nobody asked for more.
const INPUTS: usize = 3000;

fn check(bytes: &[u8], samples: &Samples<'_>) {
    match Model::from_bytes(bytes) {
        Err(Error::BadModel { .. } | Error::NewerModel { .. } | Error::OlderModel { .. }) => {}
        Err(other) => panic!("another error than that of a bad model: {other}"),
        Ok(model) => {
            let _ = model.transform(samples);
            if let Ok((_, elected)) = model.place(samples, None) {
                assert!(elected.classes.iter().all(|&class| class < model.classes().len()));
            }
            model.to_bytes().expect("what was read can be written");
        }
    }
}

#[test]
fn a_model_file_is_refused_or_works() {
    let table = Table::clusters(18, 3, 2, 4, 1);
    let data = table.dataset();
    let learner = Variant::named("dne").learner;
    let seeds = [
        fitted(&with_kernel(&learner, 1, None), &data),
        fitted(&with_kernel(&learner, 1, Some(&Kernel::rbf())), &data),
        fitted(&Plan::default(), &data),
    ]
    .map(|model| model.to_bytes().expect("bytes"));
    let effort = Effort::of(INPUTS, 9);
    let mut random = Random::new(effort.seed);
    let mut current = effort.is_long().then(|| Current::new("halflit"));
    let mut done = 0;
    while effort.goes_on(done) {
        let (first, second) = (random.below(seeds.len()), random.below(seeds.len()));
        let bytes = mutated(&seeds[first], &seeds[second], &mut random);
        if let Some(current) = &mut current {
            current.set(&bytes);
        }
        let outcome = catch_unwind(AssertUnwindSafe(|| check(&bytes, data.samples())));
        if outcome.is_err() {
            let path = keep(&format!("failed-{}-{done}.halflit", effort.seed), &bytes);
            panic!("input {done}, kept as {}", path.display());
        }
        done += 1;
    }
    println!("model: {done} inputs");
}
