//! A library that panics on a damaged file is not heard.

use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};

use halflit_io::{ReadOptions, read_from};

static HEARD: AtomicUsize = AtomicUsize::new(0);

#[test]
fn damaged_files_print_nothing() {
    panic::set_hook(Box::new(|_| {
        HEARD.fetch_add(1, Ordering::Relaxed);
    }));
    let mut caught = 0;
    for name in ["snappy.parquet", "types.arrow"] {
        let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
        let whole = std::fs::read(path).expect("fixture");
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 0x81;
            let options = ReadOptions { columns: Some(vec!["f64".into()]), ..Default::default() };
            let outcome = read_from(&changed[..], name, &options);
            let cannot =
                |error: &halflit_io::IoError| error.to_string().contains("cannot be decoded");
            caught += usize::from(outcome.is_err_and(|error| cannot(&error)));
        }
    }
    assert_eq!(HEARD.load(Ordering::Relaxed), 0);
    assert!(caught > 0, "no library panicked: the guard may go");
}
