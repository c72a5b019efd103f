//! Some labels to learn from, some rows to be tested on, and the nearest labeled row with its margin.

use super::scores::Tally;
use crate::classify::relative_margin;
use crate::coordinates::Coordinates;
use crate::data::{Labels, Samples};
use crate::error::{Error, Result};
use crate::matrix::RowMatrix;
use crate::neighbors::Metric;
use crate::space::Space;
use crate::threads::*;

/// Rows that one thread tests before another may help.
const TESTED_AT_ONCE: usize = 64;

/// The labels that a learner sees, and the rows that it is tested on.
#[derive(Debug, Clone)]
pub struct Trial {
    /// What the learner sees.
    pub(super) labels: Labels,
    /// Where the tested rows are.
    tested: Tested,
    /// Their classes, as indices into the classes of the labels; absent where none is known.
    truth: Option<Vec<usize>>,
}

#[derive(Debug, Clone)]
enum Tested {
    /// Rows of the space.
    Rows(Vec<usize>),
    /// Other samples, by their coordinates in the whole span.
    Outside(RowMatrix<'static>),
}

impl Trial {
    /// Hides the labels of some labeled rows and tests on them.
    pub fn hiding(labels: &Labels, rows: &[usize]) -> Self {
        let rows: Vec<usize> =
            rows.iter().copied().filter(|&row| labels.class_of(row).is_some()).collect();
        let truth = rows.iter().filter_map(|&row| labels.class_of(row)).collect();
        Self { labels: labels.hide(&rows), tested: Tested::Rows(rows), truth: Some(truth) }
    }

    /// All labels, tested on the rows that have none: nothing is right or wrong there, but predictions have margins.
    pub(crate) fn on_unlabeled(labels: &Labels) -> Self {
        let tested = Tested::Rows(labels.unlabeled_rows());
        Self { labels: labels.clone(), tested, truth: None }
    }

    /// A test on rows outside the space, `truth` being indices into the classes of `labels`.
    ///
    /// # Errors
    /// [`Error::LabelCount`] where there is not one class per row, [`Error::ColumnCount`] where columns differ.
    pub fn outside(
        space: &Space<'_>,
        labels: Labels,
        samples: &Samples<'_>,
        truth: Vec<usize>,
    ) -> Result<Self> {
        if truth.len() != samples.rows() {
            return Err(Error::LabelCount { rows: samples.rows(), labels: truth.len() });
        }
        let tested = Tested::Outside(space.project(samples)?);
        Ok(Self { labels, tested, truth: Some(truth) })
    }

    /// The nearest labeled row in the whole space, nothing reduced: what a learner has to beat. It is measured where the
    /// learner learns, so on scaled columns and in a kernel's space if that was chosen, before PCA.
    ///
    /// # Errors
    /// [`Error::NothingToCompare`] where nothing is labeled.
    pub fn raw(&self, space: &Space<'_>) -> Result<Tally> {
        Ok(Tally::of(&self.raw_verdicts(space)?))
    }

    /// Verdicts of the nearest neighbour, row by row.
    pub(super) fn raw_verdicts(&self, space: &Space<'_>) -> Result<Vec<Judgement>> {
        let whole = space.whole_span()?.coordinates();
        let points = Points::new(self, whole, |outside| Ok(outside.clone()))?;
        Ok(points.classify(&points.labeled, &points.tested))
    }
}

impl Trial {
    /// Verdicts on samples as they are, of which only the labeled rows are looked at.
    pub(super) fn raw_rows(&self, samples: &Samples<'_>) -> Result<Vec<Judgement>> {
        let gather = |rows: &[usize]| samples.gather(rows).to_rows();
        let labeled = self.labels.labeled_rows();
        if labeled.is_empty() {
            return Err(Error::NothingToCompare);
        }
        let points = Points {
            classes: labeled.iter().filter_map(|&row| self.labels.class_of(row)).collect(),
            labeled: gather(&labeled),
            tested: match &self.tested {
                Tested::Rows(rows) => gather(rows),
                Tested::Outside(coordinates) => coordinates.clone(),
            },
            truth: self.truth.as_deref(),
            weights: self.weights(samples.weights()),
        };
        Ok(points.classify(&points.labeled, &points.tested))
    }
}

impl Trial {
    /// How often the tested rows count, where rows have weights and they are some of them.
    fn weights(&self, of_rows: Option<&[f64]>) -> Option<Vec<f64>> {
        match (&self.tested, of_rows) {
            (Tested::Rows(rows), Some(weights)) => Some(rows.iter().map(|&i| weights[i]).collect()),
            _ => None,
        }
    }
}

/// What became of one tested row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Judgement {
    pub(crate) right: bool,
    pub(crate) margin: f64,
    /// How often the row counts.
    pub(crate) weight: f64,
}

/// The labeled and the tested rows of a trial in the coordinates of a space.
pub(super) struct Points<'t> {
    pub(super) labeled: RowMatrix<'static>,
    classes: Vec<usize>,
    pub(super) tested: RowMatrix<'static>,
    truth: Option<&'t [usize]>,
    /// How often each tested row counts; absent where each counts once.
    weights: Option<Vec<f64>>,
}

impl<'t> Points<'t> {
    /// As a learner sees them.
    pub(super) fn of(trial: &'t Trial, space: &Space<'_>) -> Result<Self> {
        Self::new(trial, space.span()?.coordinates(), |outside| space.narrowed(outside))
    }

    fn new(
        trial: &'t Trial,
        z: &Coordinates<'_>,
        outside: impl Fn(&RowMatrix<'static>) -> Result<RowMatrix<'static>>,
    ) -> Result<Self> {
        let rows = trial.labels.labeled_rows();
        if rows.is_empty() {
            return Err(Error::NothingToCompare);
        }
        Ok(Self {
            labeled: z.gather(&rows),
            classes: rows.iter().filter_map(|&row| trial.labels.class_of(row)).collect(),
            tested: match &trial.tested {
                Tested::Rows(rows) => z.gather(rows),
                Tested::Outside(coordinates) => outside(coordinates)?,
            },
            truth: trial.truth.as_deref(),
            weights: trial.weights(z.weights().map(|weights| &weights[..])),
        })
    }

    /// 1-NN among images of the labeled rows, ties by the lower row, with margins. Where no class is known, the margin is
    /// that of the predicted one.
    pub(super) fn classify(
        &self,
        labeled: &RowMatrix<'_>,
        tested: &RowMatrix<'_>,
    ) -> Vec<Judgement> {
        let judge = |i: usize| {
            let distances: Vec<f64> = (0..labeled.rows())
                .map(|j| Metric::Euclidean.direct(tested.row(i), labeled.row(j)))
                .collect();
            let nearest = (0..labeled.rows())
                .filter(|&j| distances[j] < f64::INFINITY)
                .min_by(|&a, &b| distances[a].total_cmp(&distances[b]));
            let predicted = nearest.map(|j| self.classes[j]);
            let class = match self.truth {
                Some(truth) => Some(truth[i]),
                None => predicted,
            };
            let to = |of_class: bool| {
                let of_kind = |&j: &usize| (Some(self.classes[j]) == class) == of_class;
                (0..labeled.rows()).filter(of_kind).fold(f64::INFINITY, |m, j| m.min(distances[j]))
            };
            let right = self.truth.is_some() && predicted.is_some() && predicted == class;
            let weight = self.weights.as_ref().map_or(1.0, |weights| weights[i]);
            Judgement { right, margin: relative_margin(to(true), to(false)), weight }
        };
        (0..tested.rows()).into_par_iter().with_min_len(TESTED_AT_ONCE).map(judge).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equally_near_rows_the_first_decides() {
        let points = |classes: Vec<usize>| Points {
            labeled: RowMatrix::new(vec![-1.0, 1.0], 2, 1),
            classes,
            tested: RowMatrix::new(vec![0.0], 1, 1),
            truth: Some(&[0]),
            weights: None,
        };
        let right = |classes| {
            let points = points(classes);
            Tally::of(&points.classify(&points.labeled, &points.tested)).right
        };
        assert_eq!((right(vec![0, 1]), right(vec![1, 0])), (1, 0));
    }
}
