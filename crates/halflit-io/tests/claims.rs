//! No file takes more memory than a stated multiple of its bytes, whatever it claims.
#![allow(unsafe_code)] // an allocator that counts cannot be written without

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::hostile;
use halflit_io::{ReadOptions, read_from, read_labels_from};

/// Counts the bytes in use and the most there ever were.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

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

/// The most bytes that reading a file took beyond those before it.
fn peak(bytes: &[u8], name: &str, options: &ReadOptions) -> (usize, String) {
    let before = IN_USE.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let outcome = match read_from(bytes, name, options) {
        Ok(table) => format!("{} × {}", table.rows, table.width()),
        Err(error) => error.to_string(),
    };
    let _ = read_labels_from(bytes, name, options);
    (PEAK.load(Ordering::Relaxed) - before, outcome)
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Default::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// One test, so that nothing else is counted.
#[test]
fn claims_cost_nothing() {
    const LEAST: usize = 64 << 20;
    for file in hostile::files() {
        let mut ways = vec![(file.name.to_string(), file.bytes.clone())];
        if !file.bytes.starts_with(&[0x1f, 0x8b]) {
            ways.push((format!("{}.gz", file.name), gzipped(&file.bytes)));
        }
        for (name, bytes) in ways {
            let options = ReadOptions { label: file.label.map(Into::into), ..Default::default() };
            let (peak, outcome) = peak(&bytes, &name, &options);
            let most = 3 * (LEAST + 1000 * bytes.len());
            assert!(
                peak < most,
                "{name}, {}: {} bytes took {peak}: {outcome}",
                file.what,
                bytes.len()
            );
            assert!(
                outcome.contains(file.refusal),
                "{name}, {}: expected '{}', got '{outcome}'",
                file.what,
                file.refusal
            );
        }
    }
}
