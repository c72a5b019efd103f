//! What the integration tests share: golden files, small random data, comparisons.
#![allow(dead_code, unreachable_pub)] // each test binary uses a part

pub mod compare;
pub mod dense;
pub mod rebuild;
pub mod table;
pub mod variants;
pub mod with;

use halflit::{Constraint, Dataset, Labels, RowMatrix, Samples};
use serde_json::Value;

use dense::worst;

/// Reads a file of `tests/golden`.
pub fn golden(name: &str) -> Value {
    let path = format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// A JSON array of numbers.
pub fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("array").iter().map(|v| v.as_f64().expect("number")).collect()
}

/// A JSON array of whole numbers.
pub fn indices(value: &Value) -> Vec<usize> {
    numbers(value).into_iter().map(|v| v as usize).collect()
}

/// A JSON array of rows.
pub fn rows(value: &Value) -> Vec<Vec<f64>> {
    value.as_array().expect("array").iter().map(numbers).collect()
}

/// A dataset of `data.json`.
pub fn golden_data(all: &Value, name: &str) -> Dataset<'static> {
    let entry = &all[name];
    let labels = entry["y"].as_array().expect("labels").iter().map(Value::as_i64);
    let samples = Samples::from_rows(&rows(&entry["x"])).expect("samples");
    Dataset::new(samples, Labels::new(labels)).expect("dataset")
}

/// Largest absolute difference of two axes, the second with either sign, relative to the largest entry.
pub fn axis_difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len(), "lengths of two axes");
    let size = worst(b.iter().copied()).max(f64::MIN_POSITIVE);
    let largest = |sign: f64| worst(a.iter().zip(b).map(|(a, b)| a - sign * b));
    largest(1.0).min(largest(-1.0)) / size
}

/// The constraint diag(values).
pub fn diagonal<const N: usize>(values: [f64; N]) -> Constraint {
    let entry = |at: usize| if at / N == at % N { values[at / N] } else { 0.0 };
    Constraint::given((0..N * N).map(entry).collect(), N).expect("constraint")
}

/// Column `j`.
pub fn column(matrix: &RowMatrix<'_>, j: usize) -> Vec<f64> {
    (0..matrix.rows()).map(|i| matrix.row(i)[j]).collect()
}

/// Repeatable numbers in (−1, 1), without a dependency on any generator.
pub struct Noise(u64);

impl Noise {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn draw(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}
