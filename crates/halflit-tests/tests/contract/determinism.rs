//! Equal bits, twice and on any number of threads.

use halflit::{Dataset, Kernel, Model};
use rayon::ThreadPoolBuilder;

use crate::common::compare::{bits, fitted, with_kernel};
use crate::common::table::Table;
use crate::common::variants::{Variant, defaults, variants};
use crate::contract::{kernels, tall};

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("thread pool").install(work)
}

/// Everything that a fit gives, bit by bit: the model and the embedding.
fn outcome(variant: &Variant, data: &Dataset<'_>, kernel: Option<&Kernel>) -> (Vec<u8>, Vec<u64>) {
    let model: Model = fitted(&with_kernel(&variant.learner, 2, kernel), data);
    let embedding = model.transform(data.samples()).expect("training rows");
    (model.to_bytes().expect("bytes"), bits(&embedding))
}

fn assert_same_bits(variants: &[Variant], data: &Dataset<'_>, kernel: Option<&Kernel>) {
    for variant in variants {
        let one = on_threads(1, || outcome(variant, data, kernel));
        let two = on_threads(2, || outcome(variant, data, kernel));
        let again = on_threads(2, || outcome(variant, data, kernel));
        assert!(one == two, "{}: one thread and two threads differ", variant.name);
        assert!(two == again, "{}: two runs differ", variant.name);
    }
}

#[test]
fn small_data() {
    assert_same_bits(&variants(), &tall().dataset(), None);
}

#[test]
fn data_of_several_tiles() {
    let data = Table::clusters(700, 70, 3, 60, 5).with_distances().dataset();
    let blended = |v: Variant| match v.learner.parameter_names().contains(&"constraint".into()) {
        true if v.name != "custom" => v.with("constraint", "blended".into()),
        _ => v,
    };
    assert_same_bits(&defaults().into_iter().map(blended).collect::<Vec<_>>(), &data, None);
}

#[test]
fn kernels_on_data_of_several_tiles() {
    let data = Table::clusters(150, 70, 3, 20, 5).dataset();
    for kernel in kernels() {
        assert_same_bits(&defaults(), &data, Some(&kernel));
    }
}
