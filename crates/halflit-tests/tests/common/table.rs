//! Data as plain vectors, to be permuted, renamed and moved.

use halflit::{Dataset, Labels, Samples};

use super::Noise;
use super::dense::Matrix;

/// Rows, labels and, where `distances` is not empty, n × n distances.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    pub x: Vec<Vec<f64>>,
    pub y: Vec<Option<String>>,
    pub distances: Vec<f64>,
}

impl Table {
    /// `classes` clusters in `columns` dimensions around (5, 5, …), the first `labeled` rows of each labeled.
    pub fn clusters(
        rows: usize,
        columns: usize,
        classes: usize,
        labeled: usize,
        seed: u64,
    ) -> Self {
        let mut noise = Noise::new(seed);
        let center = |noise: &mut Noise| (0..columns).map(|_| 5.0 + 2.0 * noise.draw()).collect();
        let centers: Vec<Vec<f64>> = (0..classes).map(|_| center(&mut noise)).collect();
        let point = |i: usize, noise: &mut Noise| {
            centers[i % classes].iter().map(|c| c + noise.draw() + 0.5 * noise.draw()).collect()
        };
        let x = (0..rows).map(|i| point(i, &mut noise)).collect();
        let label = |i: usize| (i / classes < labeled).then(|| format!("class {}", i % classes));
        Self { x, y: (0..rows).map(label).collect(), distances: Vec::new() }
    }

    /// With distances that no metric of the library gives: (Σ |x_j − y_j|³)^⅓.
    pub fn with_distances(mut self) -> Self {
        let distance = |a: &[f64], b: &[f64]| {
            a.iter().zip(b).map(|(a, b)| (a - b).abs().powi(3)).sum::<f64>().cbrt()
        };
        self.distances =
            self.x.iter().flat_map(|a| self.x.iter().map(|b| distance(a, b))).collect();
        self
    }

    /// With only so many labels of every class, in the order of the classes.
    pub fn with_labels(mut self, counts: &[usize]) -> Self {
        let classes = self.labels();
        for (rows, &count) in classes.rows_by_class().iter().zip(counts) {
            assert!(rows.len() >= count, "{} labels to keep {count} of", rows.len());
            rows[count..].iter().for_each(|&row| self.y[row] = None);
        }
        self
    }

    pub fn unlabeled(mut self) -> Self {
        self.y.fill(None);
        self
    }

    pub fn samples(&self) -> Samples<'static> {
        let samples = Samples::from_rows(&self.x).expect("samples");
        match self.distances.is_empty() {
            true => samples,
            false => samples.with_distances(self.distances.clone()).expect("distances"),
        }
    }

    pub fn labels(&self) -> Labels {
        Labels::new(self.y.iter().cloned())
    }

    pub fn dataset(&self) -> Dataset<'static> {
        Dataset::new(self.samples(), self.labels()).expect("dataset")
    }

    /// Row `order[i]` becomes row i.
    pub fn permuted(&self, order: &[usize]) -> Self {
        let n = self.x.len();
        let distances = match self.distances.is_empty() {
            true => Vec::new(),
            false => order
                .iter()
                .flat_map(|&i| order.iter().map(move |&j| i * n + j))
                .map(|at| self.distances[at])
                .collect(),
        };
        Self {
            x: order.iter().map(|&i| self.x[i].clone()).collect(),
            y: order.iter().map(|&i| self.y[i].clone()).collect(),
            distances,
        }
    }

    /// Class names whose sorted order is the reverse of the former one.
    pub fn renamed_in_reverse(&self) -> Self {
        let labels = self.labels();
        let name = |class: usize| format!("{:03}", labels.classes().len() - class);
        Self { y: labels.iter().map(|class| class.map(name)).collect(), ..self.clone() }
    }

    /// Every row by a function of it; distances stay.
    pub fn mapped(&self, map: impl Fn(&[f64]) -> Vec<f64>) -> Self {
        Self { x: self.x.iter().map(|row| map(row)).collect(), ..self.clone() }
    }

    /// Every row moved by the same vector.
    pub fn translated(&self) -> Self {
        self.mapped(|row| row.iter().enumerate().map(|(j, v)| v + 3.0 - 1.5 * j as f64).collect())
    }

    /// Every row times a matrix.
    pub fn times(&self, matrix: &Matrix) -> Self {
        let image = |row: &[f64]| Matrix::from_rows(&[row.to_vec()]).times(matrix).values;
        self.mapped(image)
    }
}

/// A permutation of 0..n without a pattern.
pub fn shuffled(n: usize, seed: u64) -> Vec<usize> {
    let mut noise = Noise::new(seed);
    let keys: Vec<f64> = (0..n).map(|_| noise.draw()).collect();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| keys[i].total_cmp(&keys[j]));
    order
}
