//! What the integration tests share: golden files, small random data, comparisons.
#![allow(dead_code)] // each test binary uses a part

use halflit::{Dataset, Labels, Model, RowMatrix, Samples};
use serde_json::Value;

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
    let size = b.iter().fold(f64::MIN_POSITIVE, |m, v| m.max(v.abs()));
    let largest =
        |sign: f64| a.iter().zip(b).map(|(a, b)| (a - sign * b).abs()).fold(0.0, f64::max);
    largest(1.0).min(largest(-1.0)) / size
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

    pub fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// `classes` clusters in `columns` dimensions, the first `labeled` rows of each labeled.
pub fn clusters(
    rows: usize,
    columns: usize,
    classes: usize,
    labeled: usize,
    seed: u64,
) -> Dataset<'static> {
    let mut noise = Noise::new(seed);
    let centers: Vec<Vec<f64>> =
        (0..classes).map(|_| (0..columns).map(|_| 2.0 * noise.next()).collect()).collect();
    let mut values = Vec::with_capacity(rows * columns);
    let mut labels = Vec::with_capacity(rows);
    for i in 0..rows {
        let class = i % classes;
        values.extend(centers[class].iter().map(|c| c + noise.next() + 0.5 * noise.next()));
        labels.push((i / classes < labeled).then(|| format!("class {class}")));
    }
    let samples = Samples::from_row_major(values, rows, columns).expect("samples");
    Dataset::new(samples, Labels::new(labels)).expect("dataset")
}

/// The components of a linear model.
pub fn components(model: &Model) -> &RowMatrix<'static> {
    model.projection().expect("a linear model").components()
}
