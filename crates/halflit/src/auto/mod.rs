//! The default: Fisher's discriminant, shrunk, on one kernel that all rows made together.
//!
//! 1. [`Views`] of all rows, without a label: dozens of kernels, each one idea of what "near" means.
//! 2. Every view predicts each labeled row from the others, in closed form; its weight is exp(−2√ℓ (loss − smallest loss)).
//! 3. Their weighted mean, each of unit variance over the labeled rows, is the kernel; λ is chosen by leaving rows out again.
//! 4. FDA in the space of that kernel with the ridge ε = λℓ. Its axes lie in the span of the labeled rows, so ℓ × ℓ
//!    numbers are all that it needs.
//!
//! Classes are read from the axes by the scores that ridge regression onto them would give, plus their share among the labels.

mod assess;
mod leave_one_out;
mod sharpness;

pub use assess::assess_auto;

use faer::Mat;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::class_scores::ClassScores;
use crate::data::{Dataset, Labels, Samples, Scaling};
use crate::eigen::{Solver, canonicalize, self_adjoint};
use crate::error::{Error, Result};
use crate::learner::{Fda, Kind, Learner, LearnerInfo};
use crate::matrix::{RowMatrix, add_scaled, product, symmetrize, trace};
use crate::model::{Model, Recipe};
use crate::problem::{RidgeRule, Solution, Solve, check_dimension};
use crate::projection::AxisWeights;
use crate::space::{PcaFirst, Space, SpaceChoice};
use crate::views::{Views, ViewsMap};
use leave_one_out::{LeaveOneOut, keenness, leave_one_out};

/// Labeled rows that weights and ridge are chosen by; more would add little, and cost ℓ³ for every view.
const WEIGHED: usize = 300;
/// Labeled rows that the axes are spanned by.
const SPANNING: usize = 1000;
/// Labels that every class is thought to have beside its own when the share of the classes is judged.
const EXTRA_LABELS: f64 = 10.0;
/// Columns that every view is asked for at once.
const COLUMNS_AT_ONCE: usize = 32;
/// Eigenvalues of the kernel below this share of the largest count as zero.
const TOLERANCE: f64 = 1e-10;

/// The learner to begin with: no parameter to choose, no column to scale.
///
/// ```
/// use halflit::{Auto, datasets};
///
/// // 351 radar returns in 34 dimensions, 10 of them labeled.
/// let data = datasets::ionosphere_with_labels(10, 1)?;
/// let model = Auto::default().fit(&data)?;
/// for (row, class) in model.transduction(&data)?.into_iter().take(3) {
///     println!("row {row} looks {class}");
/// }
/// // What its kernel is made of.
/// for (view, share) in model.views().iter().take(3) {
///     println!("{:.0} % {view}", 100.0 * share);
/// }
/// # Ok::<(), halflit::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Auto {
    /// Axes of the map; `None` for one fewer than there are classes. Predictions always use all that classes need.
    pub dimension: Option<usize>,
}

impl Auto {
    /// Its name.
    pub const NAME: &'static str = "auto";

    /// Its line in a list of learners.
    pub const INFO: LearnerInfo = LearnerInfo {
        name: Self::NAME,
        about: "fda, shrunk, on a kernel that all rows make together: nothing to choose or to scale",
        kind: Kind::SemiSupervised(None),
        parts: ["class means apart", "views of all rows, as a kernel", "classes tight, plus ε"],
    };

    /// Learns the map.
    ///
    /// # Errors
    /// Labels of fewer than two classes, a dimension of 0 or above the rank of the labeled rows: each by name.
    pub fn fit(&self, data: &Dataset<'_>) -> Result<Model> {
        self.fit_in(&Views::of(data.samples())?, data.labels())
    }

    /// Learns the map from views that were made before.
    ///
    /// # Errors
    /// As [`Auto::fit`], and [`Error::LabelCount`] where there is not one label per row.
    pub fn fit_in(&self, views: &Views<'_>, labels: &Labels) -> Result<Model> {
        let (rows, found) = (views.samples().rows(), labels.len());
        if rows != found {
            return Err(Error::LabelCount { rows, labels: found });
        }
        let task = Task::new(labels)?;
        let mixture = Mixture::of(views, &task)?;
        let labeled = labels.gather(&task.rows);
        let discriminant = Discriminant::of(views, &task, &mixture, &labeled, self.dimension)?;
        let recipe = Recipe {
            learner: Self::NAME.into(),
            parameters: json!({
                "ridge": mixture.whole.ridge,
                "views": mixture.report(views),
            }),
            scaling: Scaling::None,
            weights: AxisWeights::Identity,
            ridge: Some(discriminant.ridge),
            ridge_rule: RidgeRule::Usual,
            pca_first: PcaFirst::No,
            kernel: json!({ "views": {} }),
        };
        let dimension =
            self.dimension.unwrap_or(task.classes.len() - 1).min(discriminant.map.dimension());
        Model::of_views(
            recipe,
            discriminant.map,
            &discriminant.solution,
            discriminant.scores,
            dimension,
            labels,
        )
    }
}

/// The labeled rows, and what they are to be told apart by.
struct Task {
    rows: Vec<usize>,
    /// The class of each, counted among those that have a label.
    of_row: Vec<usize>,
    /// Those classes, as the labels count them.
    classes: Vec<usize>,
}

impl Task {
    fn new(labels: &Labels) -> Result<Self> {
        let classes = labels.present_classes();
        let learner = || Auto::NAME.to_owned();
        match classes.as_slice() {
            [] => return Err(Error::NoLabels { learner: learner() }),
            &[only] => {
                let class = labels.classes()[only].clone();
                return Err(Error::OneClass { learner: learner(), class });
            }
            _ => {}
        }
        let rows = labels.labeled_rows();
        let position = |class: usize| classes.iter().position(|&own| own == class).unwrap_or(0);
        let of_row = rows.iter().filter_map(|&row| labels.class_of(row)).map(position).collect();
        Ok(Self { rows, of_row, classes })
    }

    /// Positions of at most so many rows, in turn from every class, each class spread over its rows.
    fn some(&self, most: usize) -> Vec<usize> {
        if self.rows.len() <= most {
            return (0..self.rows.len()).collect();
        }
        let mut turns: Vec<(f64, usize)> = Vec::new();
        for class in 0..self.classes.len() {
            let own: Vec<usize> =
                (0..self.rows.len()).filter(|&i| self.of_row[i] == class).collect();
            // Golden steps through a class visit it evenly, however many are taken.
            let count = own.len();
            let step = ((count as f64 * 0.618).round() as usize).max(1);
            let step = (step..).find(|&step| coprime(step, count)).unwrap_or(1);
            turns.extend((0..count).map(|turn| (turn as f64, own[turn * step % count])));
        }
        turns.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut chosen: Vec<usize> = turns.into_iter().take(most).map(|(_, i)| i).collect();
        chosen.sort_unstable();
        chosen
    }

    /// Y of some rows: one-hot classes, every column centred.
    fn targets(&self, positions: &[usize]) -> Mat<f64> {
        let one_hot =
            |i: usize, class: usize| f64::from(u8::from(self.of_row[positions[i]] == class));
        let mut targets = Mat::from_fn(positions.len(), self.classes.len(), one_hot);
        for class in 0..self.classes.len() {
            let mean = targets.col(class).sum() / positions.len() as f64;
            (0..positions.len()).for_each(|i| targets[(i, class)] -= mean);
        }
        targets
    }

    /// The share of every class, as if each had some labels more: few labels are not many enough to tell.
    fn masses(&self) -> Vec<f64> {
        let total = self.rows.len() as f64 + EXTRA_LABELS * self.classes.len() as f64;
        let of_class = |class: usize| self.of_row.iter().filter(|&&own| own == class).count();
        (0..self.classes.len())
            .map(|class| (of_class(class) as f64 + EXTRA_LABELS) / total)
            .collect()
    }

    fn at(&self, positions: &[usize]) -> Vec<usize> {
        positions.iter().map(|&i| self.rows[i]).collect()
    }
}

fn coprime(a: usize, b: usize) -> bool {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a == 1
}

/// The weights of all views, and what their mean can predict.
struct Mixture {
    /// Shares that sum to 1.
    shares: Vec<f64>,
    /// The same over the variance of each view: the factors of the kernel values.
    factors: Vec<f64>,
    /// What each view gets wrong on rows left out.
    losses: Vec<f64>,
    /// The mixture itself on rows left out, and their classes where they are not the only ones of it.
    whole: LeaveOneOut,
    classes: Vec<Option<usize>>,
    /// The kernel of every view between all labeled rows, where these are few enough.
    all: Option<Vec<Mat<f64>>>,
}

impl Mixture {
    fn of(views: &Views<'_>, task: &Task) -> Result<Self> {
        let positions = task.some(WEIGHED);
        let rows = task.at(&positions);
        let kernels = views.gram(&rows)?;
        let targets = task.targets(&positions);
        let of_class =
            |class: usize| positions.iter().filter(|&&i| task.of_row[i] == class).count();
        let sizes: Vec<usize> = (0..task.classes.len()).map(of_class).collect();
        let counts: Vec<bool> = positions.iter().map(|&i| sizes[task.of_row[i]] > 1).collect();
        let centered: Vec<(Mat<f64>, f64)> = kernels.par_iter().map(unit_variance).collect();
        let alone: Vec<Option<LeaveOneOut>> = centered
            .par_iter()
            .map(|(kernel, variance)| match *variance > 0.0 {
                true => leave_one_out(kernel, &targets, &counts).map(Some),
                false => Ok(None),
            })
            .collect::<Result<_>>()?;
        let losses: Vec<f64> = alone
            .iter()
            .map(|view| view.as_ref().map_or(f64::INFINITY, |view| view.loss))
            .collect();
        let smallest = losses.iter().copied().fold(f64::INFINITY, f64::min);
        if smallest == f64::INFINITY {
            return Err(Error::FlatKernel);
        }
        let keen = keenness(rows.len());
        let raw: Vec<f64> = losses.iter().map(|loss| (-keen * (loss - smallest)).exp()).collect();
        let total: f64 = raw.iter().sum();
        let shares: Vec<f64> = raw.iter().map(|share| share / total).collect();
        let mut mean = Mat::zeros(rows.len(), rows.len());
        for ((kernel, _), &share) in centered.iter().zip(&shares) {
            add_scaled(&mut mean, share, kernel.as_ref());
        }
        let over = |(share, (_, variance)): (&f64, &(Mat<f64>, f64))| match *variance > 0.0 {
            true => share / variance,
            false => 0.0,
        };
        Ok(Self {
            factors: shares.iter().zip(&centered).map(over).collect(),
            losses,
            whole: leave_one_out(&mean, &targets, &counts)?,
            classes: positions
                .iter()
                .zip(&counts)
                .map(|(&i, counts)| counts.then_some(task.of_row[i]))
                .collect(),
            all: (positions.len() == task.rows.len()).then_some(kernels),
            shares,
        })
    }

    /// Σ_v factor_v K_v.
    fn combine(&self, kernels: &[Mat<f64>]) -> Mat<f64> {
        let mut sum = Mat::zeros(kernels[0].nrows(), kernels[0].ncols());
        for (kernel, &factor) in kernels.iter().zip(&self.factors) {
            add_scaled(&mut sum, factor, kernel.as_ref());
        }
        sum
    }

    /// The same between some rows and others, for some columns after others: views are many.
    fn between(&self, views: &Views<'_>, rows: &[usize], columns: &[usize]) -> Result<Mat<f64>> {
        let mut sum = Mat::zeros(rows.len(), columns.len());
        for (block, some) in columns.chunks(COLUMNS_AT_ONCE).enumerate() {
            let part = self.combine(&views.between(rows, some)?);
            let start = block * COLUMNS_AT_ONCE;
            sum.as_mut().subcols_mut(start, some.len()).copy_from(part);
        }
        Ok(sum)
    }

    /// What a user may want to know about every view.
    fn report(&self, views: &Views<'_>) -> Vec<serde_json::Value> {
        let numbers = self.shares.iter().zip(&self.factors).zip(&self.losses);
        let own = views.views().into_iter().zip(numbers);
        own.map(|((columns, view), ((share, factor), loss))| {
            json!({
                "columns": columns, "view": view, "share": share, "factor": factor, "loss": loss,
            })
        })
        .collect()
    }
}

/// The kernel with its rows centred, of mean variance 1, and what that variance was.
fn unit_variance(kernel: &Mat<f64>) -> (Mat<f64>, f64) {
    let l = kernel.nrows();
    let largest = (0..l).map(|i| kernel[(i, i)].abs()).fold(0.0, f64::max);
    let mut kernel = centered(kernel);
    let variance = trace(kernel.as_ref()) / l as f64;
    // A kernel to which all labeled rows look alike has none, but for rounding.
    let variance = if variance > 1e-12 * largest { variance } else { 0.0 };
    if variance > 0.0 {
        kernel.as_mut().col_iter_mut().for_each(|column| {
            column.iter_mut().for_each(|value| *value /= variance);
        });
    }
    (kernel, variance)
}

/// H K H, H = I − 1/ℓ.
fn centered(kernel: &Mat<f64>) -> Mat<f64> {
    let l = kernel.nrows();
    let means: Vec<f64> = (0..l).map(|j| kernel.col(j).sum() / l as f64).collect();
    let mean = means.iter().sum::<f64>() / l as f64;
    let mut centered = Mat::from_fn(l, l, |i, j| kernel[(i, j)] - means[i] - means[j] + mean);
    symmetrize(&mut centered);
    centered
}

/// FDA on the mixture.
struct Discriminant {
    map: ViewsMap,
    solution: Solution,
    scores: ClassScores,
    /// ε.
    ridge: f64,
}

impl Discriminant {
    fn of(
        views: &Views<'_>,
        task: &Task,
        mixture: &Mixture,
        labels: &Labels,
        dimension: Option<usize>,
    ) -> Result<Self> {
        let positions = task.some(SPANNING);
        let anchors = task.at(&positions);
        // Labeled rows × anchors.
        let kernel = match &mixture.all {
            Some(kernels) => mixture.combine(kernels),
            None => mixture.between(views, &task.rows, &anchors)?,
        };
        let own = Mat::from_fn(anchors.len(), anchors.len(), |i, j| kernel[(positions[i], j)]);
        let (values, vectors) = self_adjoint(centered(&own).as_ref())?;
        let largest = values[values.len() - 1];
        let kept: Vec<usize> =
            (0..values.len()).rev().filter(|&j| values[j] > TOLERANCE * largest).collect();
        // From centred kernel values to coordinates (paper, eq. 10), the centring taken into it.
        let mut to_coordinates = Mat::from_fn(anchors.len(), kept.len(), |i, j| {
            vectors[(i, kept[j])] / values[kept[j]].sqrt()
        });
        center_columns(&mut to_coordinates);
        let coordinates = product(kernel.as_ref(), to_coordinates.as_ref());
        let samples = Samples::from_matrix(RowMatrix::from_mat(coordinates.as_ref()))?;
        let space = Space::of(&samples, &SpaceChoice::default())?;
        if let Some(dimension) = dimension {
            check_dimension(dimension, space.rank())?;
        }
        let needed = (task.classes.len() - 1).min(space.rank());
        let ridge = mixture.whole.ridge * task.rows.len() as f64;
        let solve = Solve {
            dimension: dimension.unwrap_or(needed).max(needed),
            ridge: Some(ridge),
            ridge_rule: RidgeRule::Usual,
            solver: Solver::Fastest,
        };
        let solution = Fda::default().problem(&space.dataset(labels)?)?.solve(&space, &solve)?;
        let axes = space.span().lift(solution.axes.vectors.as_ref());
        let mut coefficients = product(to_coordinates.as_ref(), axes.as_ref());
        canonicalize(&mut coefficients);
        // z of the labeled rows has mean 0.
        let mut mapped = product(kernel.as_ref(), coefficients.as_ref());
        let offset = center_columns(&mut mapped);
        let scores = class_scores(task, mixture, &mapped, solution.eigenvalues());
        let map = views.collapse(&mixture.factors, &anchors, coefficients.as_ref(), offset);
        Ok(Self { map, solution, scores, ridge })
    }
}

/// Every column to mean 0; what the means were.
fn center_columns(matrix: &mut Mat<f64>) -> Vec<f64> {
    let rows = matrix.nrows();
    let means = (0..matrix.ncols()).map(|j| matrix.col(j).sum() / rows as f64).collect::<Vec<_>>();
    for (j, mean) in means.iter().enumerate() {
        (0..rows).for_each(|i| matrix[(i, j)] -= mean);
    }
    means
}

/// The scores of ridge regression, F_c(z) = Σ_j z_j Σ_(i in c) z_ij/(1 + μ_j): an axis has length 1 under S_w + εI, and
/// 1 + μ under S_t + εI, which regression divides by.
fn class_scores(
    task: &Task,
    mixture: &Mixture,
    mapped: &Mat<f64>,
    eigenvalues: &[f64],
) -> ClassScores {
    let (c, d) = (task.classes.len(), mapped.ncols());
    let mut weights = vec![0.0; c * d];
    for (i, &class) in task.of_row.iter().enumerate() {
        for (j, eigenvalue) in eigenvalues.iter().enumerate() {
            weights[class * d + j] += mapped[(i, j)] / (1.0 - eigenvalue);
        }
    }
    let offsets = task.masses();
    let left_out = &mixture.whole.scores;
    let scores = Mat::from_fn(left_out.nrows(), c, |i, j| left_out[(i, j)] + offsets[j]);
    ClassScores {
        classes: task.classes.clone(),
        weights: RowMatrix::new(weights, c, d),
        sharpness: sharpness::sharpness(&scores, &mixture.classes),
        offsets,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datasets;

    #[test]
    fn scores_are_those_of_ridge_regression() -> Result<()> {
        let data = datasets::ionosphere_with_labels(15, 3)?;
        let views = Views::of(data.samples())?;
        let task = Task::new(data.labels())?;
        let mixture = Mixture::of(&views, &task)?;
        let labeled = data.labels().gather(&task.rows);
        let found = Discriminant::of(&views, &task, &mixture, &labeled, None)?;
        // F = K(K + εI)⁻¹Y on the labeled rows, from the eigenvectors of K.
        let kernel = centered(&mixture.combine(&views.gram(&task.rows)?));
        let all: Vec<usize> = (0..task.rows.len()).collect();
        let (values, vectors) = self_adjoint(kernel.as_ref())?;
        let turned = product(vectors.transpose(), task.targets(&all).as_ref());
        let shrunk = Mat::from_fn(all.len(), 2, |i, j| {
            values[i] / (values[i] + found.ridge) * turned[(i, j)]
        });
        let expected = product(vectors.as_ref(), shrunk.as_ref());
        let mapped = found.map.of_training(&task.rows)?;
        for i in 0..all.len() {
            for class in 0..2 {
                let weights = found.scores.weights.row(class);
                let score: f64 = mapped.row(i).iter().zip(weights).map(|(z, w)| z * w).sum();
                assert!((score - expected[(i, class)]).abs() < 1e-7, "{score} {expected:?}");
            }
        }
        Ok(())
    }

    #[test]
    fn rows_are_taken_in_turn_from_every_class() -> Result<()> {
        let label = |i: usize| Some(if i.is_multiple_of(10) { "rare" } else { "common" });
        let task = Task::new(&Labels::new((0..1000).map(label)))?;
        let some = task.some(300);
        let rare = some.iter().filter(|&&i| i % 10 == 0).count();
        assert_eq!((some.len(), rare), (300, 100));
        assert!(some.windows(2).all(|pair| pair[0] < pair[1]));
        Ok(())
    }
}
