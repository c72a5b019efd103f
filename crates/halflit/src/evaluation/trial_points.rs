//! A trial in span coordinates, and the nearest labeled row with its margin.

use super::prepared::{Tested, Trial};
use super::scores::Outcome;
use crate::eigen::Span;
use crate::error::{Error, Result};
use crate::matrix::RowMatrix;
use crate::neighbors::Metric;

/// The labeled and the tested rows.
pub(super) struct TrialPoints<'t> {
    /// The labeled rows, as numbers.
    pub(super) rows: Vec<usize>,
    pub(super) labeled: RowMatrix<'static>,
    classes: Vec<usize>,
    pub(super) tested: RowMatrix<'static>,
    truth: Option<&'t [usize]>,
}

impl<'t> TrialPoints<'t> {
    pub(super) fn new(trial: &'t Trial, span: &Span) -> Result<Self> {
        let rows = trial.labels.labeled_rows();
        if rows.is_empty() {
            return Err(Error::NothingToCompare);
        }
        let z = span.coordinates();
        Ok(Self {
            labeled: z.gather(&rows),
            classes: rows.iter().filter_map(|&row| trial.labels.class_of(row)).collect(),
            tested: match &trial.tested {
                Tested::Rows(rows) => z.gather(rows),
                Tested::Outside(coordinates) => coordinates.clone(),
            },
            truth: trial.truth.as_deref(),
            rows,
        })
    }

    /// 1-NN among images of the labeled rows, ties by the lower row, with margins. Where no class is known, the margin is
    /// that of the predicted one.
    pub(super) fn classify(&self, labeled: &RowMatrix<'_>, tested: &RowMatrix<'_>) -> Outcome {
        let mut outcome = Outcome { tested: tested.rows(), ..Outcome::default() };
        for i in 0..tested.rows() {
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
            outcome.right +=
                usize::from(self.truth.is_some() && predicted.is_some() && predicted == class);
            outcome.margin += relative_margin(to(true), to(false));
        }
        outcome
    }
}

/// (d_other − d_same)/(d_other + d_same), between −1 and 1.
fn relative_margin(same: f64, other: f64) -> f64 {
    match (same.is_finite(), other.is_finite()) {
        (false, _) => -1.0,
        (true, false) => 1.0,
        _ if same + other == 0.0 => 0.0,
        _ => (other - same) / (other + same),
    }
}
