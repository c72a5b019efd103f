//! C^u of a [`Neighborhood`]: the graph of near rows as a cost.

use super::Cost;
use crate::data::Samples;
use crate::error::Result;
use crate::graph::{AllPairs, Neighborhood, Weights, searched_scales};
use crate::neighbors::Searched;

impl Neighborhood {
    /// The cost C^u of these samples.
    ///
    /// # Errors
    /// As [`Neighborhood::check`], and what the metric or the search refuses.
    pub fn cost<'a>(&self, samples: &'a Samples<'_>) -> Result<Cost<'a>> {
        self.searched_cost(samples).map(|(cost, _)| cost)
    }

    /// The cost, and how nearest rows were found, where some were looked for.
    pub(crate) fn searched_cost<'a>(
        &self,
        samples: &'a Samples<'_>,
    ) -> Result<(Cost<'a>, Option<Searched>)> {
        self.check()?;
        match self.stored(samples)? {
            Some((graph, searched)) => Ok((Cost::graph(graph), Some(searched))),
            None => self.all_pairs(samples),
        }
    }

    fn all_pairs<'a>(&self, samples: &'a Samples<'_>) -> Result<(Cost<'a>, Option<Searched>)> {
        let n = samples.rows();
        let heat = |scales: &[f64]| {
            Cost::all_pairs(AllPairs::heat(samples.borrowed(), self.metric, scales))
        };
        Ok(match self.weights {
            Weights::LocalScaling(k) => {
                let (scales, searched) = searched_scales(samples, k, self.metric, self.search)?;
                (heat(&scales), Some(searched))
            }
            Weights::Heat(sigma) => (heat(&vec![sigma; n]), None),
            Weights::Cosine => (Cost::all_pairs(AllPairs::cosine(samples.borrowed())), None),
            Weights::Binary => (Cost::constant(n, 1.0), None),
        })
    }
}
