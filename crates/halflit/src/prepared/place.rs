//! Where the rows of a fit lie and what they are, again and again as labels come in.

use super::{Fit, Prepared};
use crate::auto::{self, Placement};
use crate::data::Labels;
use crate::error::Result;
use crate::plan::Method;

impl Prepared<'_> {
    /// Where the rows lie and what they are: what [`Prepared::fit`] and its model say about them. The default needs no model for it,
    /// and a fraction of the time.
    ///
    /// # Errors
    /// As [`Prepared::fit`].
    pub fn place(&self, labels: &Labels, votes: Option<usize>) -> Result<Placement> {
        match &self.plan.method {
            Method::Auto(breadth) if votes.is_none() => {
                self.dataset(labels)?;
                auto::place(&*self.views(*breadth)?, &self.plan, labels)
            }
            _ => self.placement(&self.fit(labels)?, votes),
        }
    }

    /// Where the model of a fit has its own rows and what it takes them for. Nothing that the fit knows is looked for again.
    ///
    /// # Errors
    /// As [`Model::place`](crate::Model::place).
    pub fn placement(&self, fit: &Fit, votes: Option<usize>) -> Result<Placement> {
        let Fit { model, plan, .. } = fit;
        let (points, predictions) = model.place_training(self.samples(), votes)?;
        let margins = model.by_nearest(votes).then(|| model.margins(&points, &predictions.classes));
        Ok(Placement {
            margins: margins.transpose()?,
            points,
            predictions,
            left_out: Vec::new(),
            plan: plan.clone(),
            views: model.diagnostics().views.clone(),
            cautions: model.diagnostics().cautions(),
        })
    }
}
