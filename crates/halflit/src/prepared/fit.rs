//! Fitting: choose, solve, lift.

use super::Prepared;
use crate::auto;
use crate::choose::{Decision, Selection};
use crate::data::{Dataset, Labels};
use crate::error::Result;
use crate::learner::Learner;
use crate::model::{Guess, Model};
use crate::plan::{Method, Plan, Reduction};
use crate::space::Space;

/// The result of a fit: the model, its plan with nothing left open, and how parameters were chosen.
#[derive(Debug, Clone)]
pub struct Fit {
    /// The map and its classifier.
    pub model: Model,
    /// The plan with nothing left open.
    pub plan: Plan,
    /// How open parameters were chosen; nothing where none was open.
    pub selection: Option<Selection>,
}

impl Fit {
    /// The class of every row of the data that has no label, with its probability.
    ///
    /// # Errors
    /// As [`Model::transduction`].
    pub fn transduction(&self, data: &Dataset<'_>) -> Result<Vec<Guess<'_>>> {
        self.model.transduction(data, None)
    }
}

impl Prepared<'_> {
    /// Learns the map of some labels.
    ///
    /// # Errors
    /// As [`Plan::fit`].
    pub fn fit(&self, labels: &Labels) -> Result<Fit> {
        let (model, plan, selection) = match &self.plan.method {
            Method::Auto(breadth) => {
                self.dataset(labels)?;
                let views = self.views(*breadth)?;
                let model = auto::fit(&views, &self.plan, labels)?;
                let model = match &self.store.seen()?.condenser {
                    Some(condenser) => {
                        model.condensed(condenser, self.samples(), labels, views.references())?
                    }
                    None => model,
                };
                let dimension = Some(model.dimension());
                (model, Plan { dimension, ..self.plan.clone() }, None)
            }
            Method::Learner(_) => {
                let (space, Decision { reduction, selection }) = self.choice(labels)?;
                let plan = self.plan.settled(reduction.clone());
                let model = solved(&plan, &reduction, &space, &self.dataset(labels)?)?;
                let model = match self.store.has_rows() {
                    true => model.with_deviations(self.samples())?,
                    false => model,
                };
                (model, plan, selection)
            }
        };
        Ok(Fit { model: model.with_engine(self.store.engine(&self.plan)), plan, selection })
    }
}

/// The model of a reduction with nothing left to choose. It classifies by the labeled rows of the data.
fn solved(
    plan: &Plan,
    reduction: &Reduction,
    space: &Space<'_>,
    data: &Dataset<'_>,
) -> Result<Model> {
    let problem = |space: &Space<'_>| reduction.learner.problem(&space.dataset(data.labels())?);
    let own = problem(space)?.own_space(space)?;
    let space = own.as_ref().unwrap_or(space);
    let solution = problem(space)?.solve(space, &reduction.solve())?;
    Model::new(plan.clone(), space, &solution, data)
}
