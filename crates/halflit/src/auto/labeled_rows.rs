//! The labeled rows of a fit.

use crate::dense::Mat;

use crate::data::Labels;
use crate::error::{Error, Result};
use crate::plan::Method;

/// Labels that every class is thought to have beside its own when the share of the classes is judged.
const EXTRA_LABELS: f64 = 10.0;

/// The labeled rows, and what they are to be told apart by.
pub(super) struct LabeledRows {
    pub(super) rows: Vec<usize>,
    /// The class of each, counted among those that have a label.
    pub(super) of_row: Vec<usize>,
    /// Those classes, as the labels count them.
    pub(super) classes: Vec<usize>,
}

impl LabeledRows {
    pub(super) fn new(labels: &Labels) -> Result<Self> {
        let classes = labels.present_classes();
        let learner = || Method::AUTO.to_owned();
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
    pub(super) fn some(&self, most: usize) -> Vec<usize> {
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
    pub(super) fn targets(&self, positions: &[usize]) -> Mat<f64> {
        let one_hot =
            |i: usize, class: usize| f64::from(u8::from(self.of_row[positions[i]] == class));
        let mut targets = Mat::from_fn(positions.len(), self.classes.len(), one_hot);
        for class in 0..self.classes.len() {
            let mean = targets.col(class).iter().sum::<f64>() / positions.len() as f64;
            (0..positions.len()).for_each(|i| targets[(i, class)] -= mean);
        }
        targets
    }

    /// Which rows count when they are left out: those whose class keeps another of these rows.
    pub(super) fn counting(&self, positions: &[usize]) -> Vec<bool> {
        let mut sizes = vec![0usize; self.classes.len()];
        positions.iter().for_each(|&i| sizes[self.of_row[i]] += 1);
        positions.iter().map(|&i| sizes[self.of_row[i]] > 1).collect()
    }

    /// The share of every class, as if each had some labels more: few labels are not many enough to tell.
    pub(super) fn masses(&self) -> Vec<f64> {
        let total = self.rows.len() as f64 + EXTRA_LABELS * self.classes.len() as f64;
        let of_class = |class: usize| self.of_row.iter().filter(|&&own| own == class).count();
        (0..self.classes.len())
            .map(|class| (of_class(class) as f64 + EXTRA_LABELS) / total)
            .collect()
    }

    pub(super) fn at(&self, positions: &[usize]) -> Vec<usize> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_of_a_class_is_that_of_its_labels_and_of_ten_more_for_every_class() -> Result<()> {
        let task = LabeledRows::new(&Labels::new((0..30).map(|i| (i < 12).then_some(i % 4 == 0))))?;
        assert_eq!(task.masses(), [19.0 / 32.0, 13.0 / 32.0]);
        Ok(())
    }
}
