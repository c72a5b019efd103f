//! Fits to statistics of rows that are gone.

use super::Fit;
use crate::data::Scaling;
use crate::error::{Error, Result};
use crate::plan::Plan;
use crate::search::Search;
use crate::statistics::Statistics;

impl Plan {
    /// Learns from weights, means and scatters of classes what [`Plan::fit`] learns from all rows: PCA, FDA or MMC, columns as they are
    /// or standardised.
    ///
    /// The model has no labeled rows to compare with, so it classifies by the nearest mean of a class. Directions in which the rows
    /// reach less than about 3e-7 of what their columns do are taken for rounding.
    ///
    /// # Errors
    /// [`Error::NotFromStatistics`] for everything else, [`Error::TooFewRows`] where no two rows were seen, and as [`Plan::fit`].
    pub fn fit_statistics(&self, statistics: &Statistics) -> Result<Fit> {
        self.check_statistics()?;
        let fit = self.fit(&statistics.stand_ins()?)?;
        Ok(Fit { model: fit.model.with_references(&statistics.means()?)?, ..fit })
    }

    /// Refuses what looks at rows.
    fn check_statistics(&self) -> Result<()> {
        let refused = |what: &str| Err(Error::NotFromStatistics { what: what.into() });
        if self.space.kernel.is_some() {
            return refused("a kernel");
        }
        if self.search != Search::Fixed {
            return refused("a search for parameters");
        }
        match self.space.scaling {
            Scaling::None | Scaling::Standard => {}
            other => return refused(&format!("the scaling {other}")),
        }
        match self.name() {
            "pca" | "fda" | "mmc" => Ok(()),
            other => refused(other),
        }
    }
}
