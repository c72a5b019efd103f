//! What a fit will take, from the shape of its data alone: the path, operations, memory.
//!
//! A fit is a row of steps. Each does some operations, holds some bytes while it works and keeps some of them; the peak is the
//! largest sum of what earlier steps keep and what one holds. Operations are additions and multiplications of numbers, counted by
//! the leading terms; memory is meant to be right within a factor of two.

mod auto;
pub(crate) mod check;
mod graph;
mod learner;
mod products;
mod span;

use serde::Serialize;

use crate::condenser::{COMPONENTS, condenses};
use crate::data::{Dataset, Outline, Samples};
use crate::learner::{AnyLearner, Learner};
use crate::plan::{Method, Plan, dimension_for};
use learner::LearnerFit;

/// Operations of a full decomposition of a symmetric r × r matrix, in r³: tridiagonal form, its pairs, and the way back.
const DECOMPOSITION: f64 = 6.0;

/// The shape of data, known before anything is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Shape {
    /// n.
    pub rows: usize,
    /// d0.
    pub columns: usize,
    /// ℓ.
    pub labeled: usize,
    /// How many classes the labels have.
    pub classes: usize,
    /// Bytes that the samples themselves take: 8 for each number, 4 for f32, none where they stay in a file.
    pub sample_bytes: u64,
    /// How many numbers are stored where samples are sparse.
    pub stored: Option<usize>,
    /// Whether rows have weights.
    pub weighed: bool,
}

impl Shape {
    /// The shape of f64 samples in memory.
    pub fn new(rows: usize, columns: usize, labeled: usize, classes: usize) -> Self {
        let sample_bytes = 8 * rows as u64 * columns as u64;
        Self { rows, columns, labeled, classes, sample_bytes, stored: None, weighed: false }
    }

    /// The shape of sparse samples with so many numbers that are not 0.
    #[must_use]
    pub fn sparse(self, stored: usize) -> Self {
        // A number and its column, and where each row starts.
        let sample_bytes = 12 * stored as u64 + 8 * (self.rows as u64 + 1);
        Self { sample_bytes, stored: Some(stored), ..self }
    }

    /// The shape of a dataset.
    pub fn of(data: &Dataset<'_>) -> Self {
        let labels = data.labels();
        let (labeled, classes) = (labels.labeled_rows().len(), labels.present_classes().len());
        Self { labeled, classes, ..Self::of_samples(data.samples()) }
    }

    /// The shape of samples without labels.
    pub(crate) fn of_samples(samples: &Samples<'_>) -> Self {
        let shape = Self::new(samples.rows(), samples.columns(), 0, 0);
        let shape = samples.stored_numbers().map_or(shape, |stored| shape.sparse(stored));
        Self { weighed: samples.weights().is_some(), ..shape }
    }

    /// Whether the default, pictures and suggestions look at few numbers that were learned from wide sparse rows, without writing these
    /// out.
    ///
    /// ```
    /// use halflit::Shape;
    ///
    /// let rows = Shape::new(20_000, 100_000, 200, 5);
    /// assert!(rows.sparse(2_000_000).is_condensed() && !rows.is_condensed());
    /// ```
    pub fn is_condensed(&self) -> bool {
        condenses(self.rows, self.columns, self.stored)
    }

    /// The columns that the default, pictures and suggestions look at.
    pub(crate) fn seen_columns(&self) -> usize {
        match self.is_condensed() {
            true => COMPONENTS.min(self.rows),
            false => self.columns,
        }
    }

    /// What decides how the samples are worked on.
    fn outline(&self) -> Outline {
        let Self { rows, columns, stored, weighed, .. } = *self;
        Outline { rows, columns, sparse: stored.is_some(), weighed }
    }

    /// Numbers of a product with the samples.
    fn stored_numbers(&self) -> f64 {
        self.stored.map_or(self.rows as f64 * self.columns as f64, |stored| stored as f64)
    }
}

impl Plan {
    /// The cost of a fit on data of this shape.
    pub fn estimate(&self, shape: &Shape) -> Estimate {
        match &self.method {
            Method::Auto(breadth) => auto::estimate(*breadth, shape),
            Method::Learner(learner) => self.learner_fit(learner, shape).estimate(shape),
        }
    }

    /// The cost of a fit and of its check on held-out labels.
    pub fn estimate_with_check(&self, shape: &Shape) -> Estimate {
        let (dimensions, hides) = match &self.method {
            Method::Auto(_) => (shape.seen_columns(), true),
            Method::Learner(learner) => {
                let rank = self.learner_fit(learner, shape).checked_rank(shape);
                (rank, learner.follows_labels())
            }
        };
        let needed = hides.then(|| check::operations(self, dimensions, shape.labeled));
        self.estimate(shape).with_check(shape, needed)
    }

    fn learner_fit<'p>(&'p self, learner: &'p AnyLearner, shape: &Shape) -> LearnerFit<'p> {
        let most = self.dimension.unwrap_or_else(|| dimension_for(shape.classes, usize::MAX));
        let fit = LearnerFit { plan: self, learner, dimension: most };
        // The usual number where no column depends on others.
        let usual = || most.min(fit.checked_rank(shape));
        LearnerFit { dimension: self.dimension.unwrap_or_else(usual), ..fit }
    }
}

/// The kind of work that a step does; each kind has a rate of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Products of tiles, on all threads.
    Products,
    /// Decompositions, on one thread.
    Decomposition,
}

/// One step of a fit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Step {
    /// Which one.
    pub what: &'static str,
    /// Which way it is done.
    pub how: String,
    /// What kind of work that is.
    pub work: Work,
    /// Additions and multiplications.
    pub operations: f64,
    /// Bytes that it holds while it works, beside those kept by steps before it.
    pub during: f64,
    /// Bytes of these that stay until the fit ends.
    pub kept: f64,
}

/// The steps of a fit, in order.
///
/// ```
/// use halflit::{Plan, Shape, learner::SsLfda};
///
/// let shape = Shape::new(10_000, 100, 50, 5);
/// let estimate = Plan::new(SsLfda::default()).estimate(&shape);
/// for step in &estimate.steps {
///     println!("{}: {}", step.what, step.how);
/// }
/// // All pairs: some n² d0 operations, and no n × n matrix.
/// assert!(estimate.operations() > 3e10 && estimate.peak_bytes() < 1e8);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Estimate {
    /// In the order in which they are done.
    pub steps: Vec<Step>,
}

impl Estimate {
    /// Additions and multiplications of all steps.
    pub fn operations(&self) -> f64 {
        self.steps.iter().map(|step| step.operations).sum()
    }

    /// Those of one kind of work.
    pub fn operations_of(&self, work: Work) -> f64 {
        self.steps.iter().filter(|step| step.work == work).map(|step| step.operations).sum()
    }

    /// The most bytes that are held at once, the samples among them.
    pub fn peak_bytes(&self) -> f64 {
        self.peak().1
    }

    /// The step that holds most of the bytes when most are held; nothing where there is no step.
    pub fn largest(&self) -> Option<&Step> {
        let (last, _) = self.peak();
        let held = |index: usize| match index == last {
            true => self.steps[index].during,
            false => self.steps[index].kept,
        };
        let indices = 0..self.steps.len().min(last + 1);
        let largest = indices.max_by(|&a, &b| held(a).total_cmp(&held(b)))?;
        self.steps.get(largest)
    }

    fn peak(&self) -> (usize, f64) {
        let (mut kept, mut most) = (0.0, (0, 0.0));
        for (index, step) in self.steps.iter().enumerate() {
            if kept + step.during > most.1 {
                most = (index, kept + step.during);
            }
            kept += step.kept;
        }
        most
    }
}

/// The samples themselves.
fn samples(shape: &Shape) -> Step {
    let bytes = shape.sample_bytes as f64;
    let numbers = (shape.rows as u64 * shape.columns as u64).max(1);
    let held = match (shape.stored, shape.sample_bytes / numbers) {
        (Some(stored), _) => format!("{stored} of them stored"),
        (None, 0) => "left where they are".into(),
        (None, 4..8) => "f32".into(),
        (None, _) => "f64".into(),
    };
    Step {
        what: "samples",
        how: format!("{} × {}, {held}", shape.rows, shape.columns),
        work: Work::Products,
        operations: 0.0,
        during: bytes,
        kept: bytes,
    }
}

#[cfg(test)]
mod tests;
