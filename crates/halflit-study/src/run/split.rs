//! One random split of a dataset.

use halflit::Labels;
use halflit::evaluation::{draw_labeled, draw_labeled_per_class};

use crate::error::Result;
use crate::protocol::DatasetPlan;

/// Which rows are shown with a label, which without, which are tested.
pub(super) struct Split {
    pub(super) labeled: Vec<usize>,
    /// Shown without their label; the tested rows themselves where the setting is transductive.
    pub(super) unlabeled: Vec<usize>,
    /// Tested and never shown; empty where the setting is transductive.
    pub(super) outside: Vec<usize>,
}

impl Split {
    /// The split of that number. The same for every learner, space and rule, so that they can be compared in pairs.
    pub(super) fn draw(
        labels: &Labels,
        plan: &DatasetPlan,
        seed: u64,
        number: usize,
    ) -> Result<Self> {
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
        let classes = labels.present_classes().len();
        let labeled = match plan.per_class {
            true => draw_labeled_per_class(labels, plan.labeled / classes, seed)?,
            false => draw_labeled(labels, plan.labeled, seed)?,
        };
        let rest = labels.hide(&labeled);
        let (unlabeled, outside) = match plan.unlabeled {
            None => (rest.labeled_rows(), Vec::new()),
            Some(count) => {
                let shown = draw_labeled(&rest, count, seed)?;
                let outside = rest.hide(&shown).labeled_rows();
                (shown, outside)
            }
        };
        Ok(Self { labeled, unlabeled, outside })
    }

    /// The rows that are shown, those with a label first.
    pub(super) fn inside(&self) -> Vec<usize> {
        [self.labeled.as_slice(), self.unlabeled.as_slice()].concat()
    }

    /// The labels of these rows as learners see them.
    pub(super) fn labels_inside(&self, truth: &Labels) -> Labels {
        let inside = self.inside();
        let hidden: Vec<usize> = (self.labeled.len()..inside.len()).collect();
        truth.gather(&inside).hide(&hidden)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Protocol;
    use halflit::datasets;

    #[test]
    fn splits_cover_every_row_once_and_differ() {
        let protocol = Protocol::built_in("table2").expect("valid");
        let balance = datasets::balance();
        let draw = |number| {
            Split::draw(balance.labels(), &protocol.datasets[1], 7, number).expect("drawn")
        };
        let split = draw(0);
        assert_eq!(
            (split.labeled.len(), split.unlabeled.len(), split.outside.len()),
            (10, 300, 315)
        );
        let mut all = [split.labeled.clone(), split.unlabeled, split.outside].concat();
        all.sort_unstable();
        assert_eq!(all, (0..625).collect::<Vec<_>>());
        assert_eq!(split.labeled, draw(0).labeled);
        assert_ne!(split.labeled, draw(1).labeled);
    }
}
