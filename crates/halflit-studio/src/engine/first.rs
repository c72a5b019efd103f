//! What answers the first labels of many rows: the nearest labeled row along principal axes of some rows. It is there at once.

use halflit::learner::Pca;
use halflit::{Labels, Placement, Plan, Result, Samples};

/// Rows that the axes are found by, and the most of them.
const SOME: usize = 4_000;
const AXES: usize = 30;
/// Labeled rows that are asked; of more of them some.
const ASKED: usize = 500;

/// What someone should know before trusting it.
pub(super) const CAUTION: &str = "These predictions are those of the nearest labeled row. Better ones come when all rows were read.";

/// All rows along a few axes.
#[derive(Debug)]
pub(super) struct FirstLook(Samples<'static>);

impl FirstLook {
    /// # Errors
    /// Rows that do not differ.
    pub(super) fn of(samples: &Samples<'_>) -> Result<Self> {
        let some = samples.gather(&evenly(samples.rows(), SOME));
        let prepared = Plan::new(Pca::default()).prepare(&some)?;
        let axes = prepared.rank()?.min(AXES);
        let fit = prepared.with(&Plan::new(Pca::default()).axes(axes))?;
        let points = fit.fit(&Labels::none(some.rows()))?.model.transform(samples)?;
        let values: Vec<f32> = points.values().iter().map(|&value| value as f32).collect();
        Ok(Self(Samples::from_row_major_f32(values, points.rows(), points.columns())?))
    }

    /// What all rows are by some labels of at least two classes.
    ///
    /// # Errors
    /// Labeled rows that do not differ.
    pub(super) fn place(&self, labels: &Labels) -> Result<Placement> {
        let Self(samples) = self;
        let labeled = labels.labeled_rows();
        let mut rows: Vec<usize> =
            evenly(labeled.len(), ASKED).into_iter().map(|k| labeled[k]).collect();
        let few = rows.len();
        // Others keep the axes what they are, and say nothing.
        rows.extend(evenly(samples.rows(), SOME));
        let asked = labels.gather(&rows).hide(&(few..rows.len()).collect::<Vec<_>>());
        let plan = Plan::new(Pca::default()).axes(samples.columns());
        let fit = plan.prepare(&samples.gather(&rows))?.fit(&asked)?;
        let (points, predictions) = fit.model.place(samples, None)?;
        let margins = Some(fit.model.margins(&points, &predictions.classes)?);
        Ok(Placement {
            points,
            predictions,
            margins,
            left_out: Vec::new(),
            plan: fit.plan,
            views: Vec::new(),
            cautions: Vec::new(),
        })
    }
}

/// So many of some things at most, evenly.
fn evenly(all: usize, most: usize) -> Vec<usize> {
    (0..all).step_by(all.div_ceil(most).max(1)).collect()
}
