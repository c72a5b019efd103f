//! Nothing builds an n × n or a d0 × d0 matrix: memory stays in proportion to the data.
#![allow(unsafe_code)] // an allocator that counts cannot be written without

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use common::compare::fitted;
use common::table::Table;
use common::variants::{Variant, defaults, variants};
use halflit::{Dataset, Reduction};

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

/// The most bytes that a fit had in use beyond those before it, as a multiple of the bytes of the data.
fn peak_of_fit(variant: &Variant, data: &Dataset<'_>) -> f64 {
    let before = IN_USE.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    fitted(&Reduction::new(variant.learner.clone(), 2), data);
    let most = PEAK.load(Ordering::Relaxed) - before;
    most as f64 / (8 * data.samples().rows() * data.samples().columns()) as f64
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
