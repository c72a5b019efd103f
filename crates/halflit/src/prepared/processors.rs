//! Whole fits on a processor without wide registers.

use std::sync::atomic::Ordering;

use crate::datasets;
use crate::lanes::NARROW;
use crate::learner::AnyLearner;
use crate::plan::Plan;

#[test]
fn models_are_the_same_without_wide_registers() {
    let data = datasets::ionosphere_with_labels(20, 1).expect("data");
    let fit = |name: &str| {
        let fit = Plan::named(name).and_then(|plan| plan.fit(&data));
        fit.and_then(|fit| fit.model.to_bytes()).map_err(|error| error.to_string())
    };
    let names = || ["auto"].into_iter().chain(AnyLearner::TABLE.iter().map(|info| info.name));
    let wide: Vec<_> = names().map(fit).collect();
    NARROW.store(true, Ordering::Relaxed);
    let narrow: Vec<_> = names().map(fit).collect();
    NARROW.store(false, Ordering::Relaxed);
    for (name, (wide, narrow)) in names().zip(wide.iter().zip(&narrow)) {
        assert!(wide == narrow, "{name} depends on the processor");
    }
}
