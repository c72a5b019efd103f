//! Two fits of what should be the same map.

use halflit::{AnyLearner, Dataset, Kernel, Method, Model, Plan, RowMatrix};

use super::axis_difference;
use super::dense::{Matrix, subspace_difference, worst};
use super::with::With;

/// Eigenvalues closer than this share of the largest are compared as one subspace.
const GROUP: f64 = 1e-5;

/// What two fits have in common, whatever their coordinates.
#[derive(Debug, Clone)]
pub struct Geometry {
    pub eigenvalues: Vec<f64>,
    /// n × d.
    pub embedding: Matrix,
    /// Whether there are as many axes as the span has, so that no group of equal eigenvalues is cut.
    complete: bool,
}

impl Geometry {
    pub fn of(model: &Model, data: &Dataset<'_>) -> Self {
        let embedding = model.transform(data.samples()).expect("training rows");
        Self {
            eigenvalues: model.eigenvalues().to_vec(),
            embedding: matrix(&embedding),
            complete: model.dimension() == model.diagnostics().rank,
        }
    }

    /// All axes of a linear learner.
    pub fn full(learner: &(impl Into<Method> + Clone), data: &Dataset<'_>) -> Self {
        Self::full_by(&Plan::new(learner.clone()), data)
    }

    /// All axes of any plan.
    pub fn full_by(plan: &Plan, data: &Dataset<'_>) -> Self {
        let rank = fitted(&plan.clone().axes(1), data).diagnostics().rank;
        Self::of(&fitted(&plan.clone().axes(rank), data), data)
    }

    /// The first axes, and one more to see whether the last of them stands alone.
    pub fn first(plan: &Plan, data: &Dataset<'_>) -> Self {
        let axes = plan.dimension.expect("a number of axes");
        Self::of(&fitted(&plan.clone().axes(axes + 1), data), data)
    }

    /// This result with rows put back: row i of this is row `order[i]` of the result.
    pub fn unpermuted(mut self, order: &[usize]) -> Self {
        let mut at = vec![0; order.len()];
        order.iter().enumerate().for_each(|(i, &j)| at[j] = i);
        let z = &self.embedding;
        self.embedding = Matrix::from_fn(z.rows, z.columns, |i, j| z[(at[i], j)]);
        self
    }

    /// This result without the last axes, of which nothing is known any more.
    pub fn first_axes(mut self, dimension: usize) -> Self {
        self.eigenvalues.truncate(dimension);
        self.embedding = self.embedding.some_columns(0..dimension);
        self.complete = false;
        self
    }

    /// This result without the last axes, which are known to have other eigenvalues.
    pub fn truncated(self, dimension: usize) -> Self {
        Self { complete: true, ..self.first_axes(dimension) }
    }

    /// What differs by more than `tolerance`, relative to the largest entry: eigenvalues, single axes up to sign,
    /// groups of nearly equal eigenvalues as subspaces.
    pub fn difference(&self, other: &Geometry, tolerance: f64) -> Option<String> {
        if self.eigenvalues.len() != other.eigenvalues.len() {
            return Some(format!("{} axes, {}", self.eigenvalues.len(), other.eigenvalues.len()));
        }
        let size = largest(&self.eigenvalues).max(largest(&other.eigenvalues));
        let pairs = self.eigenvalues.iter().zip(&other.eigenvalues);
        let eigenvalues = worst(pairs.map(|(a, b)| (a - b) / size));
        if eigenvalues > tolerance {
            let (a, b) = (&self.eigenvalues, &other.eigenvalues);
            return Some(format!("eigenvalues by {eigenvalues:e}: {a:?}, {b:?}"));
        }
        self.axis_groups(size).into_iter().find_map(|group| {
            let (a, b) = (&self.embedding, &other.embedding);
            let difference = match group.len() {
                1 => axis_difference(&a.column(group.start), &b.column(group.start)),
                _ => subspace_difference(
                    &a.some_columns(group.clone()),
                    &b.some_columns(group.clone()),
                ),
            };
            (difference > tolerance).then(|| format!("axes {group:?} by {difference:e}"))
        })
    }

    /// Ranges of nearly equal eigenvalues, the last one only where it is known to be whole.
    fn axis_groups(&self, size: f64) -> Vec<std::ops::Range<usize>> {
        let values = &self.eigenvalues;
        let (mut groups, mut start) = (Vec::new(), 0);
        for end in 1..=values.len() {
            if end == values.len() || values[end] - values[end - 1] > GROUP * size {
                groups.push(start..end);
                start = end;
            }
        }
        if !self.complete {
            groups.pop();
        }
        groups
    }
}

/// Panics unless two fits are the same map.
pub fn assert_same(what: &str, a: &Geometry, b: &Geometry, tolerance: f64) {
    if let Some(difference) = a.difference(b, tolerance) {
        panic!("{what}: {difference}");
    }
}

/// Panics unless the first axes of two fits span the same subspace.
pub fn assert_same_subspace(what: &str, a: &Geometry, b: &Geometry, tolerance: f64) {
    let difference = subspace_difference(&a.embedding, &b.embedding);
    assert!(difference <= tolerance, "{what}: subspaces differ by {difference:e}");
}

/// Panics with every line that there is.
pub fn assert_none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

pub fn fitted(plan: &Plan, data: &Dataset<'_>) -> Model {
    plan.model(data).unwrap_or_else(|e| panic!("{:?}: {e}", plan.method))
}

/// A plan with or without a kernel.
pub fn with_kernel(learner: &AnyLearner, d: usize, kernel: Option<&Kernel>) -> Plan {
    let mut plan = Plan::new(learner.clone()).axes(d);
    plan.space.kernel = kernel.cloned();
    plan
}

/// The learner of a plan that has one.
pub fn learner_of(plan: &Plan) -> &AnyLearner {
    plan.learner().expect("a learner")
}

pub fn matrix(rows: &RowMatrix<'_>) -> Matrix {
    Matrix { rows: rows.rows(), columns: rows.columns(), values: rows.values().to_vec() }
}

/// Every number by its bits, so that −0 and 0 differ.
pub fn bits(rows: &RowMatrix<'_>) -> Vec<u64> {
    rows.values().iter().map(|v| v.to_bits()).collect()
}

fn largest(values: &[f64]) -> f64 {
    worst(values.iter().copied()).max(f64::MIN_POSITIVE)
}
