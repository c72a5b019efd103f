//! Models of wide sparse rows: they condense new rows as those of the fit were.

use super::Model;
use crate::condenser::{Condenser, told};
use crate::data::{Labels, Samples};
use crate::error::Result;
use crate::matrix::RowMatrix;

impl Model {
    /// The model of condensed rows as one of the rows themselves, whose columns it judges by labeled rows and some others.
    pub(crate) fn condensed(
        mut self,
        condenser: &Condenser,
        samples: &Samples<'_>,
        labels: &Labels,
        others: &[usize],
    ) -> Result<Self> {
        if self.diagnostics.relevance.is_some() {
            self.diagnostics.relevance = Some(self.told_by(samples, labels, others)?);
        }
        self.condenser = Some(condenser.clone());
        Ok(self)
    }

    /// How far every column goes along with the classes of labeled rows and of some others.
    fn told_by(
        &self,
        samples: &Samples<'_>,
        labels: &Labels,
        others: &[usize],
    ) -> Result<Vec<f64>> {
        let is_other = |&row: &usize| row < samples.rows() && labels.class_of(row).is_none();
        let others: Vec<usize> = others.iter().copied().filter(is_other).collect();
        let said = self.elect_training(samples, &others, None)?.probabilities;
        let (known, classes) = (labels.labeled_rows(), self.classes.len());
        let certain = |&row: &usize| {
            let own = labels.class_of(row);
            (0..classes).map(move |class| f64::from(u8::from(own == Some(class))))
        };
        let values: Vec<f64> =
            known.iter().flat_map(certain).chain(said.values().iter().copied()).collect();
        let rows: Vec<usize> = known.iter().chain(&others).copied().collect();
        let probabilities = RowMatrix::new(values, rows.len(), classes);
        Ok(told(&samples.gather(&rows), &probabilities))
    }

    /// Rows as the map takes them.
    pub(super) fn seen<'s>(&self, samples: &Samples<'s>) -> Result<Samples<'s>> {
        match &self.condenser {
            Some(condenser) => condenser.apply(samples),
            None => Ok(samples.clone()),
        }
    }

    /// Whether it was fitted to wide sparse rows, which it never writes out.
    pub fn is_condensed(&self) -> bool {
        self.condenser.is_some()
    }
}
