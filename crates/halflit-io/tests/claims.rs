//! No file takes more memory than a stated multiple of its bytes, whatever it claims.

mod common;

use std::io::Write;

use common::counting::{Counting, peak_of, stated};
use common::hostile;
use halflit_io::{ReadOptions, read_from, read_labels_from};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What reading a file gave, and the most bytes that it took.
fn read_measured(bytes: &[u8], name: &str, options: &ReadOptions) -> (usize, String) {
    let (most, outcome) = peak_of(|| {
        let outcome = match read_from(bytes, name, options) {
            Ok(table) => format!("{} × {}", table.rows, table.width()),
            Err(error) => error.to_string(),
        };
        let _ = read_labels_from(bytes, name, options);
        outcome
    });
    (most, outcome)
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Default::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// One test, so that nothing else is counted.
#[test]
fn claims_cost_nothing() {
    for file in hostile::files() {
        let mut ways = vec![(file.name.to_string(), file.bytes.clone())];
        if !file.bytes.starts_with(&[0x1f, 0x8b]) {
            ways.push((format!("{}.gz", file.name), gzipped(&file.bytes)));
        }
        for (name, bytes) in ways {
            let options = ReadOptions { label: file.label.map(Into::into), ..Default::default() };
            let (peak, outcome) = read_measured(&bytes, &name, &options);
            let most = stated(bytes.len());
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
