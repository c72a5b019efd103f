//! Fitting: prepare, choose, solve, lift.

use crate::choose::{Chosen, Found, choose};
use crate::data::{Dataset, Labels};
use crate::error::Result;
use crate::learner::Learner;
use crate::model::{Model, Recipe};
use crate::reduction::Reduction;
use crate::space::Space;

impl<L: Learner + Clone> Reduction<L> {
    /// Learns the map.
    ///
    /// # Errors
    /// Parameters out of range, labels that the learner cannot use, a dimension above the rank of the data, a zero
    /// constraint: each by name, with what to do.
    pub fn fit(&self, data: &Dataset<'_>) -> Result<Model> {
        let choice = self.space_for_fit(data.samples().rows());
        let space = Space::of(data.samples(), &choice)?;
        Ok(self.fit_in(&space, data)?.0)
    }

    /// Learns the map in a space that was made of the samples of `data` before, and says how open parameters were chosen.
    ///
    /// # Errors
    /// As [`Reduction::fit`].
    pub fn fit_in(&self, space: &Space<'_>, data: &Dataset<'_>) -> Result<(Model, Option<Found>)> {
        let Chosen { reduction, found } = choose(space, self, data.labels())?;
        Ok((reduction.solved(space, data.labels(), data)?, found))
    }

    /// The model of a reduction with nothing left to choose, which is to classify by the labeled rows of `references`.
    pub(crate) fn solved(
        &self,
        space: &Space<'_>,
        labels: &Labels,
        references: &Dataset<'_>,
    ) -> Result<Model> {
        let problem = |space: &Space<'_>| self.learner.problem(&space.dataset(labels)?);
        let own = problem(space)?.own_space(space)?;
        let space = own.as_ref().unwrap_or(space);
        let solution = problem(space)?.solve(space, &self.solve())?;
        Model::new(self.recipe(), space, &solution, references)
    }

    fn recipe(&self) -> Recipe {
        Recipe {
            learner: self.learner.name().into(),
            parameters: self.learner.parameters(),
            scaling: self.space.scaling,
            weights: self.weights,
            ridge: self.ridge,
            ridge_rule: self.ridge_rule,
            pca_first: self.space.pca_first,
            kernel: serde_json::Value::Null,
        }
    }
}

/// Fits a learner with every other choice at its default: see [`Reduction`] for the rest.
pub trait Fit: Learner + Clone {
    /// The model with so many axes.
    ///
    /// # Errors
    /// As [`Reduction::fit`].
    fn fit(&self, data: &Dataset<'_>, dimension: usize) -> Result<Model> {
        Reduction::new(self.clone(), dimension).fit(data)
    }
}

impl<L: Learner + Clone> Fit for L {}
