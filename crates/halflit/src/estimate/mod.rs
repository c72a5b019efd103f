//! What a fit will take, from the shape of its data alone: the path, operations, memory.
//!
//! A fit is a row of steps. Each does some operations, holds some bytes while it works and keeps some of them; the peak is the
//! largest sum of what earlier steps keep and what one holds. Operations are additions and multiplications of numbers, counted by
//! the leading terms; memory is meant to be right within a factor of two.

mod auto;
mod reduction;

use serde::Serialize;

use crate::data::fold_count;

/// What is known before anything is read.
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
}

impl Shape {
    /// Of f64 samples in memory.
    pub fn new(rows: usize, columns: usize, labeled: usize, classes: usize) -> Self {
        let sample_bytes = 8 * rows as u64 * columns as u64;
        Self { rows, columns, labeled, classes, sample_bytes }
    }
}

/// What kind of work a step does: each has a rate of its own.
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
/// use halflit::{Reduction, Shape, learner::SsLfda};
///
/// let shape = Shape::new(10_000, 100, 50, 5);
/// let estimate = Reduction::new(SsLfda::default(), 2).estimate(&shape);
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
    /// The same with a check on held-out labels, which does the last step again for every fold, and is left out where that
    /// would take more operations than so many.
    #[must_use]
    pub fn with_check(mut self, shape: &Shape, most_operations: f64) -> Self {
        let Some(last) = self.steps.last() else { return self };
        let folds = fold_count(shape.labeled);
        let operations = folds as f64 * last.operations;
        let possible = folds > 1 && shape.classes > 1;
        let (how, operations) = match (possible, operations <= most_operations) {
            (false, _) => ("none: too few labels".into(), 0.0),
            (true, false) => ("none: it would take long".into(), 0.0),
            (true, true) => (format!("labels held out, {folds} folds"), operations),
        };
        let during = if operations > 0.0 { last.during } else { 0.0 };
        self.steps.push(Step { what: "check", how, operations, during, kept: 0.0, ..last.clone() });
        self
    }

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
    let held = match shape.sample_bytes / (shape.rows as u64 * shape.columns as u64).max(1) {
        0 => "left where they are",
        4..8 => "f32",
        _ => "f64",
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
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_what_was_kept_and_what_one_step_holds() {
        let step = |during, kept| Step { during, kept, ..samples(&Shape::new(1, 1, 0, 0)) };
        let steps = vec![step(10.0, 10.0), step(50.0, 0.0), step(30.0, 25.0), step(20.0, 0.0)];
        let estimate = Estimate { steps };
        assert_eq!(estimate.peak(), (1, 60.0));
        assert_eq!(estimate.largest(), Some(&estimate.steps[1]));
        let steps = vec![step(40.0, 40.0), step(30.0, 0.0)];
        assert_eq!(Estimate { steps: steps.clone() }.largest(), Some(&steps[0]));
        assert_eq!(Estimate { steps: Vec::new() }.largest(), None);
    }

    #[test]
    fn a_check_does_the_last_step_for_every_fold() {
        let shape = Shape::new(100, 5, 40, 2);
        let steps = vec![Step { operations: 7.0, ..samples(&shape) }];
        let checked = |shape: &Shape, most| {
            Estimate { steps: steps.clone() }.with_check(shape, most).operations()
        };
        assert_eq!(checked(&shape, 1e3), 7.0 + 5.0 * 7.0);
        assert_eq!(checked(&shape, 30.0), 7.0);
        assert_eq!(checked(&Shape { labeled: 1, ..shape }, 1e3), 7.0);
    }
}
