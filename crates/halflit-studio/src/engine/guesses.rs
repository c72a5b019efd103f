//! What the rows are, and how sure that is.

use std::sync::Arc;

use halflit::Placement;

/// Classes of a row whose shares are told.
const SHARES: usize = 3;

/// What a fit takes every row for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Guesses {
    /// The classes that were learned, sorted.
    pub(crate) classes: Vec<String>,
    /// Of every row the place of its class among them.
    pub(crate) of_row: Vec<u16>,
    /// 255 is certain.
    pub(crate) sure: Vec<u8>,
    /// What they were found with, and the shares of all classes.
    pub(crate) placement: Arc<Placement>,
}

impl Guesses {
    /// How sure a row is, is the share of its class, or its margin where one vote decides and has no shares.
    pub(super) fn of(classes: Vec<String>, placement: Arc<Placement>) -> Self {
        let Placement { predictions, margins, .. } = &*placement;
        let byte = |share: f64| (255.0 * share.clamp(0.0, 1.0)).round() as u8;
        let sure = |(row, &class): (usize, &usize)| match margins {
            Some(margins) => byte(margins[row]),
            None => byte(predictions.probabilities.row(row)[class]),
        };
        Self {
            classes,
            of_row: predictions.classes.iter().map(|&class| class as u16).collect(),
            sure: predictions.classes.iter().enumerate().map(sure).collect(),
            placement,
        }
    }

    /// Without a doubt.
    #[cfg(test)]
    pub(crate) fn certain(classes: &[&str], of_row: &[usize]) -> Self {
        let share = |row: usize, class: usize| f64::from(u8::from(of_row[row] == class));
        let rows = 0..of_row.len();
        let shares = rows.flat_map(|row| (0..classes.len()).map(move |class| share(row, class)));
        let probabilities = super::matrix(shares.collect(), of_row.len()).expect("finite");
        let names = classes.iter().map(|&name| name.to_owned()).collect();
        let placement = Placement {
            points: super::matrix(vec![0.0; of_row.len()], of_row.len()).expect("finite"),
            predictions: halflit::Predictions { classes: of_row.to_vec(), probabilities },
            margins: None,
            left_out: Vec::new(),
            plan: halflit::Plan::default(),
            views: Vec::new(),
            cautions: Vec::new(),
        };
        Self::of(names, Arc::new(placement))
    }

    /// The likeliest classes of a row with their shares, the likeliest first, of equal ones the first.
    pub(crate) fn likeliest(&self, row: usize) -> Vec<(u16, f64)> {
        let shares = self.placement.predictions.probabilities.row(row).iter().enumerate();
        let mut shares: Vec<(u16, f64)> = shares
            .filter(|(_, share)| **share > 0.0)
            .map(|(class, &share)| (class as u16, share))
            .collect();
        shares.sort_by(|a, b| b.1.total_cmp(&a.1));
        shares.truncate(SHARES);
        shares
    }
}
