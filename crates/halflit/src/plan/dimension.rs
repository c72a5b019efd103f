//! How many axes a map has where nobody says.

use std::collections::HashSet;

use super::Plan;
use crate::data::{Dataset, Labels};

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
    /// The plan of a picture, which has two axes: the default has one for two classes unless somebody says otherwise. Everything else
    /// has two at least, and they are the first whatever their number is.
    ///
    /// ```
    /// use halflit::{Plan, datasets};
    ///
    /// let data = datasets::ionosphere_with_labels(10, 1)?;
    /// assert_eq!(Plan::default().fit(&data)?.model.dimension(), 1);
    /// assert_eq!(Plan::default().for_picture(&data).fit(&data)?.model.dimension(), 2);
    /// # Ok::<(), halflit::Error>(())
    /// ```
    #[must_use]
    pub fn for_picture(self, data: &Dataset<'_>) -> Self {
        let two_classes = data.labels().present_classes().len() == 2;
        let open = self.learner().is_none() && self.dimension.is_none();
        // As many different rows span one axis less.
        match open && two_classes && different_labeled_rows(data) > 2 {
            true => self.axes(2),
            false => self,
        }
    }

    /// d of a learner's map in a space of that rank.
    pub(crate) fn dimension_in(&self, labels: &Labels, rank: usize) -> usize {
        self.dimension.unwrap_or_else(|| usual_dimension(labels, rank))
    }
}

fn different_labeled_rows(data: &Dataset<'_>) -> usize {
    let bits = |row: usize| -> Vec<u64> {
        data.samples().row(row).iter().map(|value| value.to_bits()).collect()
    };
    data.labels().labeled_rows().into_iter().map(bits).collect::<HashSet<_>>().len()
}
