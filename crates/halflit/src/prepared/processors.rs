//! Whole fits on a processor without wide registers.

use std::sync::atomic::Ordering;

use crate::datasets;
use crate::lanes::NARROW;
use crate::plan::Plan;

/// Views, principal axes, sums over all pairs, and class means: what all other methods are made of. The example `fingerprints` has them all.
const METHODS: [&str; 4] = ["auto", "pca", "ss-lfda", "fda"];

#[test]
fn models_are_the_same_without_wide_registers() {
    let data = datasets::ionosphere_with_labels(20, 1).expect("data");
    let fit = |name: &str| {
        let fit = Plan::named(name).and_then(|plan| plan.fit(&data));
        fit.and_then(|fit| fit.model.to_bytes()).map_err(|error| error.to_string())
    };
    let wide = METHODS.map(fit);
    NARROW.store(true, Ordering::Relaxed);
    let narrow = METHODS.map(fit);
    NARROW.store(false, Ordering::Relaxed);
    for (name, (wide, narrow)) in METHODS.iter().zip(wide.iter().zip(&narrow)) {
        assert!(wide.is_ok() && wide == narrow, "{name} depends on the processor");
    }
}
