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
mod discriminant;
mod eigenpairs;
mod leave_one_out;
mod mixture;
mod place;
mod sharpness;
mod task;

pub use assess::assess_auto;
pub use place::{LeftOut, Placed};

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::data::{Dataset, Labels, Scaling};
use crate::error::{Error, Result};
use crate::learner::{Kind, LearnerInfo};
use crate::model::{Model, Recipe};
use crate::problem::RidgeRule;
use crate::projection::AxisWeights;
use crate::space::PcaFirst;
use crate::views::{Breadth, Views};
use discriminant::Discriminant;
use mixture::Mixture;
use task::Task;

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
    /// In which ways the rows are looked at.
    #[serde(default)]
    pub breadth: Breadth,
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
        self.fit_in(&Views::with(data.samples(), self.breadth)?, data.labels())
    }

    /// Learns the map from views that were made before.
    ///
    /// # Errors
    /// As [`Auto::fit`], [`Error::LabelCount`] where there is not one label per row, [`Error::Parameter`] where the views are not as
    /// broad as [`Auto::breadth`] says.
    pub fn fit_in(&self, views: &Views<'_>, labels: &Labels) -> Result<Model> {
        self.check(views, labels)?;
        let labels = &views.labels_of_all(labels);
        let task = Task::new(labels)?;
        let mixture = Mixture::of(views, &task)?;
        let labeled = labels.gather(&task.rows);
        let mut discriminant = Discriminant::of(views, &task, &mixture, &labeled, self.dimension)?;
        discriminant.solution.diagnostics.neighbors = views.searched();
        let recipe = Recipe {
            learner: Self::NAME.into(),
            parameters: json!({
                "breadth": self.breadth,
                "ridge": mixture.whole.ridge,
                "left_out": discriminant.left_out,
                "views": mixture.report(views),
            }),
            scaling: Scaling::None,
            weights: AxisWeights::Identity,
            ridge: Some(discriminant.ridge),
            ridge_rule: RidgeRule::Usual,
            pca_first: PcaFirst::No,
            kernel: json!({ "views": {} }),
        };
        let map = discriminant.map(views, &mixture)?;
        let dimension = self.shown(&task, map.dimension());
        Model::of_views(recipe, map, &discriminant.solution, discriminant.scores, dimension, labels)
    }

    fn check(&self, views: &Views<'_>, labels: &Labels) -> Result<()> {
        let (rows, found) = (views.samples().rows(), labels.len());
        if rows != found {
            return Err(Error::LabelCount { rows, labels: found });
        }
        if views.breadth() != self.breadth {
            let allowed = "that of the views that were made before";
            return Err(Error::parameter("breadth", self.breadth, allowed));
        }
        Ok(())
    }

    /// How many axes are shown of those that there are.
    fn shown(&self, task: &Task, axes: usize) -> usize {
        self.dimension.unwrap_or(task.classes.len() - 1).min(axes)
    }
}

#[cfg(test)]
mod tests {
    use faer::Mat;

    use super::mixture::centered;
    use super::*;
    use crate::datasets;
    use crate::eigen::self_adjoint;
    use crate::matrix::product;

    #[test]
    fn scores_are_those_of_ridge_regression() -> Result<()> {
        for breadth in [Breadth::Full, Breadth::Thin] {
            scores_are_those_of_ridge_regression_on(breadth)?;
        }
        Ok(())
    }

    fn scores_are_those_of_ridge_regression_on(breadth: Breadth) -> Result<()> {
        let data = datasets::ionosphere_with_labels(15, 3)?;
        let views = Views::with(data.samples(), breadth)?;
        let task = Task::new(data.labels())?;
        let mixture = Mixture::of(&views, &task)?;
        let labeled = data.labels().gather(&task.rows);
        let found = Discriminant::of(&views, &task, &mixture, &labeled, None)?;
        // F = K(K + εI)⁻¹Y on the labeled rows, from the eigenvectors of K.
        // A thin mixture has no kernel; between few rows anybody can ask for one.
        let kernel = centered(&mixture.combine(&views.between(&task.rows, &task.rows)?));
        let all: Vec<usize> = (0..task.rows.len()).collect();
        let (values, vectors) = self_adjoint(kernel.as_ref())?;
        let turned = product(vectors.transpose(), task.targets(&all).as_ref());
        let shrunk = Mat::from_fn(all.len(), 2, |i, j| {
            values[i] / (values[i] + found.ridge) * turned[(i, j)]
        });
        let expected = product(vectors.as_ref(), shrunk.as_ref());
        let mapped = found.map(&views, &mixture)?.of_training(&task.rows)?;
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
