//! S(C) and B straight from their definitions, with n × n matrices and no shortcut.

use halflit::{
    Constraint, Cost, Dataset, Kernel, LabelConstraint, Labels, Learner, Model, Problem, Samples,
};

use super::dense::{Matrix, eigen, length, worst};

/// S(C) and B with its ridge in the coordinates of the samples.
pub struct Rebuilt {
    /// n × d0, centred.
    pub x: Matrix,
    pub objective: Matrix,
    pub bound: Matrix,
}

impl Rebuilt {
    /// With the ridge that the model reports: of M where it shrank B by columns, else of I.
    pub fn of(learner: &impl Learner, data: &Dataset<'_>, model: &Model) -> Self {
        let found = model.diagnostics();
        let mut rebuilt = Self::without_ridge(learner, data);
        let added = match found.shrinkage.is_some() && model.projection().is_some() {
            true => extent(&rebuilt.x),
            false => Matrix::identity(rebuilt.x.columns),
        };
        rebuilt.bound = rebuilt.bound.plus(found.ridge, &added);
        rebuilt
    }

    /// With B alone.
    pub fn without_ridge(learner: &impl Learner, data: &Dataset<'_>) -> Self {
        let problem = learner.problem(data).expect("problem");
        let x = centered(data.samples());
        let unlabel = problem.unlabel.cost(data.samples()).expect("unlabel cost");
        let unlabel = unlabel.map(|cost| powered(&dense_cost(&cost), problem.alpha));
        let cost = total_cost(&problem, unlabel.as_ref(), x.rows);
        let objective = scatter(&x, &cost);
        let bound = bound(&problem, unlabel.as_ref(), &x);
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
        let basis = span(&self.x);
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

/// An orthonormal basis of the rows.
fn span(x: &Matrix) -> Matrix {
    let (spread, directions) = eigen(&x.congruence(&Matrix::identity(x.rows)));
    let largest = spread.last().copied().unwrap_or(0.0);
    let first = spread.iter().take_while(|&&v| v <= 1e-12 * largest).count();
    directions.some_columns(first..spread.len())
}

/// M on the span: k (Qᵀ V⁻¹ Q)⁻¹, V the variances of the k columns that vary.
pub fn extent(x: &Matrix) -> Matrix {
    let variance = |j: usize| length(&x.column(j)).powi(2) / x.rows as f64;
    let variances: Vec<f64> = (0..x.columns).map(variance).collect();
    let varying = variances.iter().filter(|&&v| v > 1e-24 * worst(variances.clone())).count();
    let inverse = |i: usize, j: usize| match i == j && variances[i] > 0.0 {
        true => 1.0 / variances[i],
        false => 0.0,
    };
    let basis = span(x);
    let (values, vectors) =
        eigen(&basis.congruence(&Matrix::from_fn(x.columns, x.columns, inverse)));
    let roots = |i: usize, j: usize| vectors[(i, j)] * (varying as f64 / values[j]).sqrt();
    let roots = basis.times(&Matrix::from_fn(vectors.rows, vectors.columns, roots));
    roots.times(&roots.transposed())
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
