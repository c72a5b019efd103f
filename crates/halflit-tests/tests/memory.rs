//! Nothing builds an n × n or a d0 × d0 matrix: memory stays in proportion to the data.
#![allow(unsafe_code)] // an allocator that counts cannot be written without

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use common::Noise;
use common::compare::fitted;
use common::table::Table;
use common::variants::{Variant, defaults, variants};
use halflit::choose::Search;
use halflit::{AnyLearner, Dataset, Labels, Plan, Samples, Scaling, Shape, Solver};
use serde_json::{Value, json};

/// Counts the bytes in use and the most there ever were.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
/// One measurement at a time.
static MEASURING: Mutex<()> = Mutex::new(());

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let used = IN_USE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(used, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// The most bytes that some work had in use beyond those before it.
fn peak_of(work: impl FnOnce()) -> f64 {
    let before = IN_USE.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    work();
    (PEAK.load(Ordering::Relaxed) - before) as f64
}

/// Those of a fit, as a multiple of the bytes of the data.
fn peak_of_fit(variant: &Variant, data: &Dataset<'_>) -> f64 {
    let most = peak_of(|| drop(fitted(&Plan::new(variant.learner.clone()).axes(2), data)));
    most / (8 * data.samples().rows() * data.samples().columns()) as f64
}

fn assert_modest(rows: usize, columns: usize) {
    let _one_at_a_time = MEASURING.lock().unwrap_or_else(PoisonError::into_inner);
    let data = Table::clusters(rows, columns, 3, 4, 1).dataset();
    let affinities = variants().into_iter().filter(|variant| variant.name.contains("affinity"));
    for variant in defaults().iter().chain(&affinities.collect::<Vec<_>>()) {
        let multiple = peak_of_fit(variant, &data);
        assert!(multiple < 50.0, "{} needs {multiple:.0} times the data", variant.name);
    }
}

#[test]
fn many_rows_need_no_matrix_of_pairs() {
    // It would be 500 times the data.
    assert_modest(5000, 10);
}

#[test]
fn many_columns_need_no_matrix_of_columns() {
    // It would be 500 times the data.
    assert_modest(20, 10_000);
}

/// A plan of ss-lfda on a graph, with a change.
fn ss_lfda(pairs: Value, change: impl FnOnce(&mut Plan)) -> Plan {
    let graph = json!({ "pairs": pairs });
    let learner = AnyLearner::named("ss-lfda").and_then(|learner| learner.with("graph", graph));
    let mut plan = Plan::new(learner.expect("a learner")).axes(2);
    change(&mut plan);
    plan
}

/// Threads get the room in which they multiply at their first product, and keep it: that is not what a fit takes.
fn let_every_thread_multiply() {
    let data = Table::clusters(600, 60, 3, 10, 1).dataset();
    let lpp = Plan::new(AnyLearner::named("lpp").expect("a learner")).axes(2);
    let fit = || drop(fitted(&lpp, &data));
    rayon::broadcast(|_| fit());
    fit();
}

#[test]
fn estimated_memory_is_that_of_the_fit_within_a_factor_of_two() {
    let _one_at_a_time = MEASURING.lock().unwrap_or_else(PoisonError::into_inner);
    let rbf = |own: &mut Plan| {
        own.space.kernel = Some("rbf".parse().expect("a kernel"));
    };
    let scaled = |own: &mut Plan| own.space.scaling = Scaling::Standard;
    let by_products = |own: &mut Plan| own.solver = Solver::MatrixFree;
    let search = |own: &mut Plan| own.search = Search::auto();
    let cases = [
        ("all pairs", 3000, 60, ss_lfda(json!("all"), |_| ())),
        ("more columns", 800, 300, ss_lfda(json!("all"), scaled)),
        ("nearest pairs", 4000, 30, ss_lfda(json!({ "nearest": 10 }), |_| ())),
        ("searched", 1000, 40, ss_lfda(json!({ "nearest": 10 }), search)),
        ("wide", 60, 3000, ss_lfda(json!("all"), |_| ())),
        ("wide, all pairs", 300, 2500, ss_lfda(json!("all"), |_| ())),
        ("wide, nearest pairs", 300, 9000, ss_lfda(json!({ "nearest": 5 }), |_| ())),
        ("products", 1500, 600, ss_lfda(json!({ "nearest": 5 }), by_products)),
        ("kernel", 400, 20, ss_lfda(json!("all"), rbf)),
        ("auto", 900, 40, Plan::default()),
        ("auto, wide", 100, 2000, Plan::default()),
    ];
    let_every_thread_multiply();
    let mut wrong = Vec::new();
    for (name, rows, columns, plan) in cases {
        let data = Table::clusters(rows, columns, 3, 10, 1).dataset();
        let shape = Shape { sample_bytes: 0, ..Shape::new(rows, columns, 30, 3) };
        let estimated = plan.estimate(&shape).peak_bytes();
        let measured = peak_of(|| drop(fitted(&plan, &data)));
        if !(0.5..2.0).contains(&(estimated / measured)) {
            wrong.push(format!("{name}: estimated {estimated:.3e}, measured {measured:.3e}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn estimated_memory_of_sparse_rows_is_that_of_the_fit() {
    let _one_at_a_time = MEASURING.lock().unwrap_or_else(PoisonError::into_inner);
    // Too many numbers to be written out, of which a few are there: products alone.
    let (rows, columns, of_row) = (2200, 2000, 20);
    let mut noise = Noise::new(1);
    let (mut starts, mut places, mut values) = (vec![0], Vec::new(), Vec::new());
    for i in 0..rows {
        // In each of twenty parts of the columns one, near to where others of its class have theirs.
        for part in 0..of_row {
            let width = columns / of_row;
            let within = (i % 3 * 30 + (noise.draw().abs() * 1e3) as usize % 40) % width;
            places.push((part * width + within) as u32);
            values.push(1.0 + noise.draw().abs());
        }
        starts.push(places.len());
    }
    let samples = Samples::from_csr(starts, places, values, rows, columns).expect("samples");
    let labels = Labels::new((0..rows).map(|i| (i < 30).then_some(i % 3)));
    let data = Dataset::new(samples, labels).expect("a dataset");
    let shape = Shape { sample_bytes: 0, ..Shape::of(&data) };
    assert_eq!((shape.stored, shape.labeled, shape.classes), (Some(rows * of_row), 30, 3));
    let fda = Plan::new(AnyLearner::named("fda").expect("a learner")).axes(2);
    let_every_thread_multiply();
    let estimated = fda.estimate(&shape).peak_bytes();
    let measured = peak_of(|| drop(fitted(&fda, &data)));
    assert!(measured < (8 * rows * columns) as f64, "written out: {measured:e}");
    // How far the basis of a solve grows depends on how soon it is done.
    let ratio = estimated / measured;
    assert!((0.5..4.0).contains(&ratio), "estimated {estimated:e}, measured {measured:e}");
}
