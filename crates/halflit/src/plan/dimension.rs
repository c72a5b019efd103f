//! How many axes a map has where nobody says.

use super::Plan;
use crate::data::Labels;

/// The usual number of axes: two, or one fewer than there are classes where that is more, and never more than there are columns.
///
/// ```
/// use halflit::{Labels, usual_dimension};
///
/// let ten_classes = Labels::new((0..40).map(|i| Some(i % 10)));
/// assert_eq!(usual_dimension(&ten_classes, 64), 9);
/// assert_eq!(usual_dimension(&Labels::none(40), 64), 2);
/// ```
pub fn usual_dimension(labels: &Labels, columns: usize) -> usize {
    dimension_for(labels.present_classes().len(), columns)
}

/// The usual number of axes for so many classes.
pub(crate) fn dimension_for(classes: usize, columns: usize) -> usize {
    classes.saturating_sub(1).max(2).min(columns)
}

impl Plan {
    /// d of a learner's map in a space of that rank.
    pub(crate) fn dimension_in(&self, labels: &Labels, rank: usize) -> usize {
        self.dimension.unwrap_or_else(|| usual_dimension(labels, rank))
    }
}
