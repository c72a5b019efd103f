//! S(C) and B straight from their definitions, with n × n matrices and no shortcut.

use halflit::{
    Constraint, Cost, Dataset, Kernel, LabelConstraint, Labels, Learner, Problem, Samples,
};

use super::dense::{Matrix, eigen, length};

/// S(C) and B + εI in the coordinates of the samples.
pub struct Rebuilt {
    /// n × d0, centred.
    pub x: Matrix,
    pub objective: Matrix,
    pub bound: Matrix,
}

impl Rebuilt {
    pub fn new(learner: &impl Learner, data: &Dataset<'_>, ridge: f64) -> Self {
        let problem = learner.problem(data).expect("problem");
        let x = centered(data.samples());
        let unlabel = problem.unlabel.cost(data.samples()).expect("unlabel cost");
        let unlabel = unlabel.map(|cost| powered(&dense_cost(&cost), problem.alpha));
        let cost = total_cost(&problem, unlabel.as_ref(), x.rows);
        let objective = scatter(&x, &cost);
        let identity = Matrix::identity(x.columns);
        let bound = bound(&problem, unlabel.as_ref(), &x).plus(ridge, &identity);
        Self { x, objective, bound }
    }

    /// A B Aᵀ − I for d × d0 axes, its largest entry.
    pub fn constraint_error(&self, axes: &Matrix) -> f64 {
        let seen = axes.transposed().congruence(&self.bound);
        seen.plus(-1.0, &Matrix::identity(axes.rows)).largest()
    }

    /// ‖S a − λ B a‖ relative to (‖S‖ + |λ| ‖B‖) ‖a‖, for every axis.
    pub fn residuals(&self, axes: &Matrix, eigenvalues: &[f64]) -> Vec<f64> {
        let (left, right) = (axes.times(&self.objective), axes.times(&self.bound));
        let of_axis = |(j, &lambda): (usize, &f64)| {
            let pairs = left.row(j).iter().zip(right.row(j));
            let difference: Vec<f64> = pairs.map(|(l, r)| l - lambda * r).collect();
            length(&difference) / (self.size(lambda) * length(axes.row(j)))
        };
        eigenvalues.iter().enumerate().map(of_axis).collect()
    }

    /// ‖S‖ + |λ| ‖B‖.
    pub fn size(&self, eigenvalue: f64) -> f64 {
        self.objective.norm() + eigenvalue.abs() * self.bound.norm()
    }

    /// Eigenvalues of B on the span of the samples, ascending, and its eigenvectors times their inverse roots, which
    /// make B the identity.
    fn whitening(&self) -> (Vec<f64>, Matrix) {
        let (spread, directions) = eigen(&self.x.congruence(&Matrix::identity(self.x.rows)));
        let largest = spread.last().copied().unwrap_or(0.0);
        let first = spread.iter().take_while(|&&v| v <= 1e-12 * largest).count();
        let basis = directions.some_columns(first..spread.len());
        let (values, vectors) = eigen(&basis.congruence(&self.bound));
        let scaled = |i, j| vectors[(i, j)] / values[j].max(f64::MIN_POSITIVE).sqrt();
        let whitening = Matrix::from_fn(vectors.rows, vectors.columns, scaled);
        (values, basis.times(&whitening))
    }

    /// Condition number of B on the span, and every λ of the problem, ascending.
    pub fn spectrum(&self) -> (f64, Vec<f64>) {
        let (values, whitening) = self.whitening();
        let condition = values[values.len() - 1] / values[0].max(f64::MIN_POSITIVE);
        (condition, eigen(&whitening.congruence(&self.objective)).0)
    }
}

/// Samples minus their mean.
pub fn centered(samples: &Samples<'_>) -> Matrix {
    let (n, d0) = (samples.rows(), samples.columns());
    let mean = |j: usize| (0..n).map(|i| samples.row(i)[j] / n as f64).sum::<f64>();
    let means: Vec<f64> = (0..d0).map(mean).collect();
    Matrix::from_fn(n, d0, |i, j| samples.row(i)[j] - means[j])
}

/// Xᵀ(D − C)X, as ½ Σ_ij C_ij (x_i − x_j)(x_i − x_j)ᵀ, which keeps the digits of near pairs.
pub fn scatter(x: &Matrix, cost: &Matrix) -> Matrix {
    let mut sum = Matrix::zeros(x.columns, x.columns);
    for i in 0..x.rows {
        for j in (0..i).filter(|&j| cost[(i, j)] != 0.0) {
            let weight = 0.5 * (cost[(i, j)] + cost[(j, i)]);
            let difference: Vec<f64> = x.row(i).iter().zip(x.row(j)).map(|(a, b)| a - b).collect();
            for (row, a) in sum.values.chunks_exact_mut(x.columns).zip(&difference) {
                row.iter_mut().zip(&difference).for_each(|(sum, b)| *sum += weight * a * b);
            }
        }
    }
    sum
}

/// diag(C·1).
pub fn degrees(cost: &Matrix) -> Matrix {
    let degree: Vec<f64> = (0..cost.rows).map(|i| cost.row(i).iter().sum()).collect();
    Matrix::from_fn(cost.rows, cost.rows, |i, j| if i == j { degree[i] } else { 0.0 })
}

/// C∘…∘C · ‖C‖_F / ‖C∘…∘C‖_F.
pub fn hadamard_power(cost: &Matrix, alpha: f64) -> Matrix {
    let powered = Matrix::from_fn(cost.rows, cost.rows, |i, j| cost[(i, j)].powf(alpha));
    let factor = cost.norm() / powered.norm();
    Matrix::from_fn(cost.rows, cost.rows, |i, j| factor * powered[(i, j)])
}

/// A cost as a matrix.
pub fn dense_cost(cost: &Cost<'_>) -> Matrix {
    let values = cost.to_dense().expect("dense cost");
    Matrix { rows: cost.rows(), columns: cost.rows(), values }
}

/// C^(α).
fn powered(cost: &Matrix, alpha: Option<f64>) -> Matrix {
    match alpha {
        Some(alpha) if alpha != 1.0 => hadamard_power(cost, alpha),
        _ => cost.clone(),
    }
}

/// C^ℓ + γ C^(α).
fn total_cost(problem: &Problem, unlabel: Option<&Matrix>, n: usize) -> Matrix {
    let label = problem.label.as_ref();
    let label = label.map_or(Matrix::zeros(n, n), |part| dense_cost(&part.cost));
    match unlabel {
        Some(unlabel) => label.plus(problem.gamma.unwrap_or(1.0), unlabel),
        None => label,
    }
}

fn bound(problem: &Problem, unlabel: Option<&Matrix>, x: &Matrix) -> Matrix {
    let label = || match &problem.label.as_ref().expect("label part").constraint {
        LabelConstraint::Identity => Matrix::identity(x.columns),
        LabelConstraint::Scatter(cost) => scatter(x, &dense_cost(cost)),
    };
    let degree = || x.congruence(&degrees(unlabel.expect("unlabel part")));
    match &problem.constraint {
        Constraint::Identity => Matrix::identity(x.columns),
        Constraint::Label => label(),
        Constraint::Degree => degree(),
        Constraint::Blended => label().plus(problem.gamma.unwrap_or(1.0), &degree()),
        Constraint::Given(m) => Matrix::from_fn(m.rows(), m.rows(), |i, j| m.row(i)[j]),
        other => panic!("say here what {other:?} is"),
    }
}

/// φ, the kernel coordinates of the rows: eigenvectors of the centred Gram matrix times the roots of its eigenvalues.
pub fn kernel_coordinates(kernel: &Kernel, samples: &Samples<'_>) -> Matrix {
    let kernel = kernel.resolve(samples).expect("kernel");
    let gram = kernel.between(samples, samples).expect("kernel values");
    let n = gram.rows();
    let gram = Matrix::from_fn(n, n, |i, j| gram.row(i)[j]);
    let share = Matrix::from_fn(n, n, |_, _| 1.0 / n as f64);
    let center = Matrix::identity(n).plus(-1.0, &share);
    let (values, vectors) = eigen(&center.congruence(&gram));
    let kept: Vec<usize> = (0..n).rev().filter(|&j| values[j] > 1e-10 * values[n - 1]).collect();
    Matrix::from_fn(n, kept.len(), |i, j| vectors[(i, kept[j])] * values[kept[j]].sqrt())
}

/// The dataset whose rows are the rows of a matrix.
pub fn dataset_of(rows: &Matrix, labels: &Labels) -> Dataset<'static> {
    let samples = Samples::from_row_major(rows.values.clone(), rows.rows, rows.columns);
    Dataset::new(samples.expect("samples"), labels.clone()).expect("dataset")
}
